"""What happens when an ability is used: one function for each construction of the language."""

from generator.engine.inwo.effects import attacks, cards, events, families, state, strikes
from generator.engine.inwo.effects.step import Effects, Families

EFFECTS: Effects = {**events.EFFECTS, **cards.EFFECTS, **state.EFFECTS, **attacks.EFFECTS, **strikes.EFFECTS}
"""What an effect of an ability brings about, by its class."""
FAMILIES: Families = {**families.FAMILIES, **strikes.FAMILIES, **state.FAMILIES}
"""What the Plots that work alike bring about, by the class of their sentence."""
