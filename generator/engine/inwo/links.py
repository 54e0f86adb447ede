"""Links: what lies beside what, whether it may, and what becomes of it."""

from __future__ import annotations

from generator.engine.inwo.plays import LinkTo
from generator.engine.inwo.table import Table
from generator.engine.record import Record


def is_legal(table: Table, card: str) -> bool:
    """Whether the card may be linked to what it lies beside, as things stand now (`wdh-illlink-definition`)."""
    host = table.links.get(card)
    return host is not None and table.owner(host) is not None


def link(table: Table, play: LinkTo, record: Record) -> Table:
    """Link two cards of one's own (`wdh-link-when`)."""
    raise NotImplementedError


def settle(table: Table, record: Record) -> Table:
    """The table without links that can never be legal again (`wdh-illlink-plot-permanent`)."""
    return table
