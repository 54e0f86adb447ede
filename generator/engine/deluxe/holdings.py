"""What a player holds changes: Groups come and go with their money, Specials are used up, cards are drawn."""

from __future__ import annotations

from types import MappingProxyType

from generator.engine.deluxe.table import Held, Table
from generator.engine.record import Record
from generator.engine.structure import Structure
from generator.structs import replace


def settle(table: Table, name: str, structure: Structure, *, to_bank: bool = False) -> Table:
    """Give a player this Power Structure; Groups that are no longer in it become uncontrolled.

    Their money goes to the bank, or stays on them where the players agreed so and `to_bank` does not insist
    (`dlx-neutralize-result`, conflict record `money-of-dropped-groups`).
    """
    player = table.player(name)
    gone = tuple(card for card in player.structure.groups if card not in structure)
    money = {card: player.money.get(card, 0) for card in structure}
    freed = {card: player.money.get(card, 0) for card in gone}
    table = table.with_player(name, structure=structure, money=MappingProxyType(money))
    return uncontrol(table, gone, freed, to_bank=to_bank)


def uncontrol(table: Table, cards: tuple[str, ...], money: dict[str, int], *, to_bank: bool = False) -> Table:
    """Put Groups into the uncontrolled area with what lay on them."""
    table = replace(table, uncontrolled=(*table.uncontrolled, *cards))
    if to_bank or table.options.money_of_dropped_groups == "to-the-bank":
        return replace(table, bank=table.bank + sum(money.values()))
    loose = {**table.loose, **{card: amount for card, amount in money.items() if amount}}
    return replace(table, loose=MappingProxyType(loose))


def take_up(table: Table, card: str) -> tuple[Table, int]:
    """Take a Group out of the uncontrolled area; also the MB that lay on it."""
    loose = {other: amount for other, amount in table.loose.items() if other != card}
    area = tuple(other for other in table.uncontrolled if other != card)
    return replace(table, uncontrolled=area, loose=MappingProxyType(loose)), table.loose.get(card, 0)


def without_special(held: tuple[Held, ...], card: str) -> tuple[Held, ...]:
    """These Specials less one of that name."""
    index = next(i for i, one in enumerate(held) if one.card == card)
    return held[:index] + held[index + 1 :]


def discard(table: Table, name: str, card: str) -> Table:
    """A player's Special goes to the discard pile (`dlx-specials-once`)."""
    table = table.with_player(name, specials=without_special(table.player(name).specials, card))
    return replace(table, discard=(*table.discard, card))


def draw(table: Table, name: str, count: int, face_up: bool, record: Record) -> Table:
    """Draw so many cards: Groups go to the uncontrolled area, Specials to the player (`dlx-sum-seq-2`)."""
    for card in table.deck[:count]:
        table = replace(table, deck=table.deck[1:])
        if table.book[card].kind == "special":
            player = table.player(name)
            table = table.with_player(name, specials=(*player.specials, Held(card, face_up)))
            what = table.name(card) if face_up else "a Special"
            record.happen(f"{name} draws {what} and keeps it", "dlx-seq-2-draw-special", "dlx-sum-seq-2")
        else:
            table = replace(table, uncontrolled=(*table.uncontrolled, card))
            record.happen(f"{name} draws {table.name(card)}: uncontrolled", "dlx-seq-2-draw-group", "dlx-sum-seq-2")
    return table
