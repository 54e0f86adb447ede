"""What is wrong with a ruling that has not passed, as problems at the places in its file; its values and plays in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from generator.catalog import Problem, RulingRecord
from generator.engine.cards import Card
from generator.engine.deluxe import plays as deluxe_plays
from generator.engine.inwo import plays as inwo_plays
from generator.engine.reading import COPY
from generator.engine.record import Play
from generator.rulings.play import Verdict

CODE = "wrong-ruling"


def complaints(ruling: RulingRecord, verdict: Verdict) -> tuple[Problem, ...]:
    """One problem for each expected value that the engine does not give, and one for a counter-case that flips nothing."""
    return tuple(_problems(ruling, verdict))


def _problems(ruling: RulingRecord, verdict: Verdict) -> Iterator[Problem]:
    for case in (verdict, verdict.counter):
        for line in case.lines if case else ():
            if not line.ok:
                said = line.why or f"the engine says {words(line.actual)}"
                message = f"{ruling.id}: {line.text}: expected {words(line.expected)}; {said}"
                yield Problem(ruling.file, *ruling.place(*line.path), CODE, message)
    if not verdict.flips:
        place = ruling.place("counter")
        yield Problem(ruling.file, *place, CODE, f"{ruling.id}: every expectation also holds in the counter-case")


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


DO = {kind: name for plays in (inwo_plays.PLAYS, deluxe_plays.PLAYS) for name, kind in plays.items()}
"""How a play is called in data."""


def play_words(play: Play, turn: str, book: Mapping[str, Card]) -> str:
    """A play as its data has it, in one line with the names of cards: `Bob: use, card Car Bomb, on Elvis`. `turn` is whose turn it is."""
    return ", ".join([f"{play.player or turn}: {DO[type(play)]}", *(f"{name} {value}".rstrip() for name, value in said_of(play, book).items())])


def said_of(play: Play, book: Mapping[str, Card]) -> dict[str, str]:
    """What a play says, by its keys, with the names of cards; nothing of a key that is only there or not."""
    values = {each.name: (getattr(play, each.name), each.default) for each in fields(play) if each.name != "player"}
    return {
        name: "" if value is True else _named(value, book)
        for name, (value, default) in values.items() if value not in ((), None, {}) and (value != default or value is True)
    }


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
