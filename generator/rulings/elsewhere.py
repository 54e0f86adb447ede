"""The same attack in another game: what the answer of a ruling would be there.

Only attacks make sense in several games today: scenarios with plays on a table need a table engine for each game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from generator.catalog import Catalog, RulingRecord
from generator.engine.attack import Ledger, Line, explain
from generator.engine.position import Position, PositionError, attack_of, read_position


@dataclass(frozen=True)
class Answer:
    """An attack in a game, and what comes of it."""

    position: Position
    ledger: Ledger

    @property
    def game(self) -> str:
        """The game in which it is made."""
        return self.position.game

    def differs(self, other: Answer) -> bool:
        """Whether the attack is legal in one game alone, or has another strength or other odds."""
        return _outcome(self.ledger) != _outcome(other.ledger)

    def own_lines(self, other: Answer) -> tuple[Line, ...]:
        """The lines of this sum that the other does not have: why the two differ."""
        theirs = {(line.side, line.amount, line.label) for line in other.ledger.lines}
        return tuple(line for line in self.ledger.lines if (line.side, line.amount, line.label) not in theirs)


def _outcome(ledger: Ledger) -> tuple[bool, int, int]:
    return ledger.legal, ledger.strength, ledger.ways


def here(catalog: Catalog, ruling: RulingRecord) -> Answer | None:
    """The attack of a ruling in its own game; None when it is about no single attack."""
    text = ruling.scenario.get("position")
    return _answer(catalog, text) if isinstance(text, str) else None


def elsewhere(catalog: Catalog, own: Answer) -> Iterator[Answer]:
    """The same attack in each other game that has cards of the same names, and words for all that is in it."""
    for game in catalog.games:
        if game.id != own.game and game.id in catalog.fails_from:
            moved = _moved(own.position, _namesakes(catalog, own.game, game.id))
            answer = _answer(catalog, str(replace(moved, game=game.id))) if moved else None
            if answer:
                yield answer


def _answer(catalog: Catalog, text: str) -> Answer | None:
    cards = [record.card for record in catalog.cards]
    try:
        position = read_position(text, cards, {game: catalog.rules(game) for game in catalog.fails_from})
    except PositionError:
        return None
    return Answer(position, explain(attack_of(position, cards), catalog.rules(position.game)))


def _namesakes(catalog: Catalog, one: str, other: str) -> Mapping[str, str | None]:
    """The cards of a game by slug, each with the slug of the card of the same name in another game, or None."""
    there = {record.card.name: record.card.slug for record in catalog.cards if record.card.game == other}
    return {record.card.slug: there.get(record.card.name) for record in catalog.cards if record.card.game == one}


def _moved(position: Position, slugs: Mapping[str, str | None]) -> Position | None:
    """The position with other cards; None when one of its cards has no namesake."""
    lacking: list[str] = []

    def move(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(move, value))
        if not isinstance(value, str):
            return value
        parts = value.split("+")
        lacking.extend(part for part in parts if part in slugs and slugs[part] is None)
        return "+".join(slugs.get(part) or part for part in parts)

    moved = replace(position, **{field.name: move(getattr(position, field.name)) for field in fields(position)})
    return None if lacking else moved
