"""A Place that is parted in two: a Plot brings a second copy of it into play, and each has half the Power."""

from __future__ import annotations

from typing import Any

from generator.engine.inwo import holdings
from generator.engine.inwo.table import Lasting, Table
from generator.language import nodes
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace


def said(table: Table, plot: str) -> tuple[int, Any] | None:
    """What a Plot says of the two Places, and the number of the clause; None for every other card."""
    for number, clause in enumerate(table.book[plot].clauses, 1):
        sentence = clause.sentence
        if isinstance(sentence, t.Ability) and any(node == c.Duplicate(played=True) for node in nodes(sentence)):
            return number, sentence
    return None


def places(table: Table, card: str) -> tuple[str, ...]:
    """A card and the others in play that have its name."""
    return tuple(each for player in table.seated for each in player.controlled if table.name(each) == table.name(card))


def divide(table: Table, plot: str, card: str, player: str) -> Table:
    """The table with what the Plot says of both Places in effect for good, and the Plot beside the new one."""
    found = said(table, plot)
    if found is None or table.owner(card) is None:
        return table
    number, sentence = found
    made = (
        Lasting(plot, number, player, replace(effect, who=c.LINKED, until=None), each, "gone")
        for effect in sentence.effects
        for each in places(table, card)
    )
    return replace(holdings.lift(table, plot).with_link(plot, card), lasting=(*table.lasting, *made))
