"""What happens when an ability is used: one function for each construction of the language."""

from generator.engine.inwo.effects import attacks, cards, families, state
from generator.engine.inwo.effects.step import Effects, Families

EFFECTS: Effects = {**cards.EFFECTS, **state.EFFECTS, **attacks.EFFECTS}
"""What an effect of an ability brings about, by its class."""
FAMILIES: Families = {**families.FAMILIES}
"""What the Plots that work alike bring about, by the class of their sentence."""
