"""What players may do with the cards in their hands, and how many they may hold."""

from __future__ import annotations

from typing import TYPE_CHECKING


from generator.engine.inwo.plays import Discard, Expose, RemoveTokens, Return, ShowTo
from generator.engine.inwo.table import Table
from generator.engine.record import Record
if TYPE_CHECKING:
    from generator.engine.inwo.effects.step import Step



def discard(table: Table, play: Discard, record: Record) -> Table:
    """Cards out of the hand go face up to the discard pile (`wdh-any-discard-return`)."""
    raise NotImplementedError


def put_back(table: Table, play: Return, record: Record) -> Table:
    """A Plot goes back into its deck (`wdh-ret-where`)."""
    raise NotImplementedError


def expose(table: Table, play: Expose, record: Record) -> Table:
    """A hidden Plot is laid face up (`wdh-expose-voluntary`)."""
    raise NotImplementedError


def show(table: Table, play: ShowTo, record: Record) -> Table:
    """A hidden Plot is shown and stays hidden (`wdh-hidden-show-selectively`)."""
    raise NotImplementedError


def remove_tokens(table: Table, play: RemoveTokens, record: Record) -> Table:
    """Action tokens are taken off one's own cards (`wdh-tok-voluntary-remove`)."""
    raise NotImplementedError


def settle(table: Table, record: Record) -> Table:
    """The table with nobody's hand above its limit, if cards must go of themselves."""
    return table


def discard_as_price(table: Table, cards: object, step: Step) -> Table:
    """Discard what a price asks for: the cards in `discard` (`wdh-glos-discard-cost-hand`)."""
    raise NotImplementedError


def limit(table: Table, name: str) -> int:
    """How many Plots a player may hold now (`wdh-limit-five`, `wdh-limit-own-turn-none`)."""
    raise NotImplementedError
