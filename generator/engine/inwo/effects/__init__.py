"""What happens when an ability is used: one function for each construction of the language."""

from generator.engine.inwo.effects import attacks, cards, events, families, state, strikes
from generator.engine.inwo.effects.step import EFFECTS as EFFECTS
from generator.engine.inwo.effects.step import FAMILIES as FAMILIES

EFFECTS.update({**events.EFFECTS, **cards.EFFECTS, **state.EFFECTS, **attacks.EFFECTS, **strikes.EFFECTS})
FAMILIES.update({**families.FAMILIES, **strikes.FAMILIES, **state.FAMILIES})
