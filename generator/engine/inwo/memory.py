"""What is remembered of destroyed cards."""

from __future__ import annotations

from types import MappingProxyType

from generator.engine.inwo import board
from generator.engine.inwo.table import Fall, Table
from generator.engine.situation import Piece
from generator.language import tree as t
from generator.structs import replace


def remember(table: Table, card: str) -> Table:
    """The table that knows of a card, which is about to be destroyed, whose it was, its master, what destroys it, and
    its alignments then.
    """
    owner = table.owner(card)
    plot = table.attack.plot if table.attack else None
    fall = Fall(
        owner=owner.name if owner else None,
        master=table.master(card),
        plot=plot,
        alignments=board.alignments(table, card),
    )
    return replace(table, fallen=MappingProxyType({**table.fallen, card: fall}))


def leaving(before: Table, table: Table) -> Table:
    """The table that knows which Groups have left a Power Structure, if the players have agreed that it matters."""
    if (table.options.copies_of_a_discarded_group, table.options.duplicate_set_free) == (
        "playable",
        "when-nobody-controls-one",
    ):
        return table
    old = {card for player in before.seated for card in player.structure.groups}
    now = {card for player in table.seated for card in player.structure.groups}
    kept = (card for card in table.left if card not in now)
    return replace(table, left=(*kept, *sorted(old - now)))


def piece(table: Table, card: str) -> Piece:
    """A destroyed card as it counts now: with the changes that were made for good, and those that last until the turn
    ends (`wdh-align-change-survives-destruction`, `wdh-change-temp-destroyed`); Day Care Centers as they were then.
    """
    found, fall = board._seen(table, card)[1], table.fallen.get(card)
    as_then = any("as then" in clause.sentence.how for clause in table.book[card].sentences(t.NoGoal))
    return replace(found, alignments=fall.alignments) if fall and as_then else found
