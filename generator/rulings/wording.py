"""Plays, and what was expected or came out, in plain words: of complaints and of the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from generator.engine.cards import Card
from generator.engine.games import AnyTable, hooks
from generator.engine.reading import COPY, numbered
from generator.engine.record import Play
from generator.structs import defaults


def words(value: Any) -> str:
    """An expected or actual value in words: `yes`, `Weird, Violent`, `7 Power of The Mafia; 5 Resistance of
    Hackers`.
    """
    match value:
        case bool():
            return "yes" if value else "no"
        case None | [] | {}:
            return "none"
        case dict():
            return ", ".join(f"{key} {words(each)}" for key, each in value.items())
        case list() | tuple() if any(isinstance(each, (list, tuple)) for each in value):
            return "; ".join(" ".join(map(words, each)) for each in value)
        case list() | tuple():
            return ", ".join(map(words, value))
    return str(value)


def play_words(play: Play, table: AnyTable) -> str:
    """A play on a table as its data has it, in one line with the names of cards: `Bob: use, card Car Bomb, on
    Elvis`.
    """
    name, says = in_data(play, table)
    return ", ".join(
        [f"{play.player or table.turn.player}: {name}", *(f"{key} {value}".rstrip() for key, value in says.items())]
    )


def in_data(play: Play, table: AnyTable) -> tuple[str, dict[str, str]]:
    """How a play is called in data, and what it says by its keys, with the names of cards; nothing of a key that is
    only there or not.
    """
    name = next(name for name, kind in hooks(table.rules.its).plays.items() if kind is type(play))
    return name, _said(play, table.book)


def _said(part: Struct, book: Mapping[str, Card]) -> dict[str, str]:
    usual = defaults(type(part))
    values = {each: (getattr(part, each), usual.get(each)) for each in part.__struct_fields__ if each != "player"}
    return {
        key: "" if value is True else named(value, book)
        for key, (value, default) in values.items()
        if value not in ((), None, {}) and (value != default or value is True)
    }


def named(value: Any, book: Mapping[str, Card]) -> str:
    """A value of a play in words, with the names of cards in place of their ids."""
    match value:
        case str():
            card = book.get(value.partition(COPY)[0])
            return value if card is None else numbered(card.name, value)
        case Mapping():
            return "; ".join(f"{named(key, book)} {named(each, book)}" for key, each in value.items())
        case list() | tuple():
            return "; ".join(named(each, book) for each in value)
    return named(_said(value, book), book) if isinstance(value, Struct) else words(value)
