"""Moving a Group inside one's own Power Structure."""

from __future__ import annotations

from generator.engine.inwo.plays import Move
from generator.engine.inwo.table import Table
from generator.engine.record import Record


def move(table: Table, play: Move, record: Record) -> Table:
    """Move a Group with its puppets to an open arrow (`wdh-move-own-main`)."""
    raise NotImplementedError
