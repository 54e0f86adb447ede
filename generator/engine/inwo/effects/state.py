"""Effects on cards in play: tokens, numbers, alignments, what becomes of them."""

from __future__ import annotations

from generator.engine.inwo.effects.step import Effects

EFFECTS: Effects = {}
