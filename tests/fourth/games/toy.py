"""Toy is played on the table of the games with money, but for one thing: nobody moves money between cards."""

from __future__ import annotations

from generator.engine.games.deluxe import HOOKS as WITH_MONEY
from generator.structs import replace

HOOKS = replace(WITH_MONEY, plays={name: kind for name, kind in WITH_MONEY.plays.items() if name != "transfer"})
