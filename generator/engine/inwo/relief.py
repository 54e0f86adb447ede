"""Getting rid of what lies on a card: Relief for Devastated Places, an action against Zaps."""

from __future__ import annotations

from generator.engine.inwo.plays import Relief, Unzap
from generator.engine.inwo.table import Table
from generator.engine.record import Record


def relieve(table: Table, play: Relief, record: Record) -> Table:
    """Actions with three times the printed Power of a Place together end its Devastation (`wdh-relief-cost`)."""
    raise NotImplementedError


def unzap(table: Table, play: Unzap, record: Record) -> Table:
    """An Illuminati action removes all Zaps of one player (`wdh-zap-remove`)."""
    raise NotImplementedError
