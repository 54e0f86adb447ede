"""Effects on cards that are not in play: draws, discards, what is shown, taken and put somewhere."""

from __future__ import annotations

from generator.engine.inwo.effects.step import Effects

EFFECTS: Effects = {}
