"""Plays, and what was expected or came out, in plain words: of complaints and of the command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from generator.engine.cards import Card
from generator.engine.games import AnyTable, hooks
from generator.engine.reading import COPY
from generator.engine.record import Play


def words(value: Any) -> str:
    """An expected or actual value in words: `yes`, `Weird, Violent`, `7 Power of The Mafia; 5 Resistance of Hackers`."""
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
    """A play on a table as its data has it, in one line with the names of cards: `Bob: use, card Car Bomb, on Elvis`."""
    name = next(name for name, kind in hooks(table.rules.its).plays.items() if kind is type(play))
    parts = [f"{play.player or table.turn.player}: {name}"]
    for each in fields(play):
        value = getattr(play, each.name)
        if each.name != "player" and value not in ((), None, {}) and (value != each.default or value is True):
            parts.append(each.name if value is True else f"{each.name} {_named(value, table.book)}")
    return ", ".join(parts)


def _named(value: Any, book: Mapping[str, Card]) -> str:
    match value:
        case str():
            plain, copy, number = value.partition(COPY)
            return value if plain not in book else book[plain].name + (f" (copy {number})" if copy else "")
        case Mapping():
            return "; ".join(f"{_named(key, book)} {_named(each, book)}" for key, each in value.items())
        case list() | tuple():
            return "; ".join(_named(each, book) for each in value)
    return words(value)
