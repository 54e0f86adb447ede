"""Leaving the game, of one's own will or without puppets."""

from __future__ import annotations

from generator.engine.inwo.plays import Leave
from generator.engine.inwo.table import Table
from generator.engine.record import Play, Record


def leave(table: Table, play: Leave, record: Record) -> Table:
    """A player drops out: the same as being eliminated (`wdh-elim-leave`)."""
    raise NotImplementedError


def eliminate(before: Table, table: Table, play: Play, record: Record) -> Table:
    """Take out every player who is to be eliminated now (`wdh-elim-condition`)."""
    return table
