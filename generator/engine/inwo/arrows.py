"""Outgoing arrows that a Plot gives to the Group that it is linked to.

The Group has them for all that asks for arrows.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from generator.engine.cards import SIDES, Card, Side
from generator.engine.inwo import moving
from generator.engine.inwo.table import Table
from generator.engine.record import Record
from generator.language import tree as t
from generator.meaning.core import LINKED
from generator.structs import replace

ARROWS = ("arrows",)
"""The number that such a Plot changes."""


def gains(table: Table, card: str, effect: t.StatChange | t.StatSet, side: Side | None) -> tuple[Side, ...]:
    """The sides on which a Group gets new arrows: the one that the player names, else the first without any."""
    printed = table.book[card]
    free = [each for each in SIDES if each not in (*printed.arrows_out, printed.arrow_in)]
    count = effect.amount if isinstance(effect, t.StatChange) else effect.value - len(printed.arrows_out)
    return tuple(sorted(free, key=lambda each: each != side)[: max(count, 0)])


def give(table: Table, card: str, sides: tuple[Side, ...]) -> Table:
    """The table on which a card has arrows on these sides too."""
    old = table.book[card].arrows_out
    return _with_book(
        table, {card: replace(table.book[card], arrows_out=tuple(each for each in SIDES if each in (*old, *sides)))}
    )


def settle(before: Table, table: Table, record: Record) -> Table:
    """The table without the arrows of Plots that are linked no more; puppets on them go to other arrows, or lose their
    place.
    """
    ended = [
        each for each in before.lasting if getattr(each.sentence, "stat", None) == ARROWS and each not in table.lasting
    ]
    for each in ended:
        if each.on is None:
            continue
        card = table.book[each.on]
        table = _with_book(
            table,
            {each.on: replace(card, arrows_out=tuple(side for side in card.arrows_out if side not in each.choice))},
        )
        owner = table.owner(each.on)
        if owner is not None and each.on in owner.structure:
            fit = owner.structure.resettled()
            table = moving.lost(table.with_player(owner.name, structure=fit.structure), fit, owner.name, record)
    return table


def lasting(effect: Any) -> Any:
    """The sentence that is written down about a Group with such arrows."""
    return replace(effect, who=LINKED, until=None)


def _with_book(table: Table, changes: Mapping[str, Card]) -> Table:
    book = MappingProxyType({**table.book, **changes})
    table = replace(table, book=book)
    for player in table.players:
        table = table.with_player(player.name, structure=replace(player.structure, book=book))
    return table
