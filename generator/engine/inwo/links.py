"""Links: what lies beside what, whether it may, and what becomes of it."""

from __future__ import annotations

from generator.engine.inwo.table import Table


def is_legal(table: Table, card: str) -> bool:
    """Whether the card may be linked to what it lies beside, as things stand now (`wdh-illlink-definition`)."""
    host = table.links.get(card)
    return host is not None and table.owner(host) is not None
