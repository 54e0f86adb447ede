"""Instant Attacks and other attacks that a Plot makes: Assassinations, Disasters."""

from __future__ import annotations

from generator.engine.attack import Ledger
from generator.engine.inwo.table import Attack, Table
from generator.engine.record import Record


def explain(table: Table, pending: Attack) -> Ledger:
    """The Ledger of an attack by a Plot (`wdh-instant-strength`)."""
    raise NotImplementedError


def join(table: Table, attack: Attack, player: str, cards: tuple[str, ...], side: str, record: Record) -> Table:
    """A Group adds its action to an Instant Attack, which only cards permit (`wdh-instant-no-actions`)."""
    raise NotImplementedError


def succeed(table: Table, attack: Attack, ledger: Ledger, record: Record) -> Table:
    """What comes of an attack by a Plot that has succeeded."""
    raise NotImplementedError
