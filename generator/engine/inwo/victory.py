"""Goals and claims of victory."""

from __future__ import annotations

from generator.engine.inwo.table import Table
from generator.engine.record import Record


def settle(table: Table, record: Record) -> Table:
    """The table after all claims have been answered: with winners, or without claims."""
    return table
