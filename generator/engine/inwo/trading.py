"""Gifts and trades, and what is only said."""

from __future__ import annotations

from generator.engine.inwo.plays import Give, Say
from generator.engine.inwo.table import Table
from generator.engine.record import Record


def give(table: Table, play: Give, record: Record) -> Table:
    """Cards pass from player to player (`wdh-gift-hand-any-time`, `wdh-gift-group`, `wdh-gift-resource-unused`)."""
    raise NotImplementedError


def say(table: Table, play: Say, record: Record) -> Table:
    """Any promise, threat or agreement that breaks no rule (`wdh-threat-any-deal`)."""
    record.happen("so it is said", "wdh-threat-any-deal", "sg-deals-any-agreement")
    return table
