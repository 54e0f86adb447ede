"""Goals and claims of victory."""

from __future__ import annotations

from generator.engine.attack import Reason
from generator.engine.inwo.plays import ClaimVictory
from generator.engine.inwo.table import Table
from generator.engine.record import Record


def settle(table: Table, record: Record) -> Table:
    """The table after all claims have been answered: with winners, or without claims."""
    return table


def claim(table: Table, play: ClaimVictory, record: Record) -> Table:
    """Declare victory after the knock (`wdh-eot-declare-any-player`)."""
    raise NotImplementedError


def standing(table: Table, name: str) -> tuple[Reason, ...]:
    """How a player stands with each of his Goals: `basic`, `special`, and every Goal card in his hand, `ok` when it is met now."""
    raise NotImplementedError


def progress(table: Table, name: str, goal: str) -> int:
    """How far a player has come toward the Basic or his Special Goal."""
    raise NotImplementedError


def weight(table: Table, card: str) -> int:
    """As how many cards this one counts toward the Basic Goal of the player who controls it."""
    raise NotImplementedError


def needed(table: Table, name: str) -> int:
    """How many cards the Basic Goal asks of a player now."""
    raise NotImplementedError
