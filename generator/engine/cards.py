"""What the engine knows about a card. Numbers are those printed on it; `None` where the card prints none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from generator.language import Sentence

Side = Literal["top", "right", "bottom", "left"]
SIDES: tuple[Side, ...] = ("top", "right", "bottom", "left")


@dataclass(frozen=True)
class Clause:
    """One ability: its canonical text, its tree (None for a note, which nothing runs), the statements that it rests on."""

    text: str
    sentence: Sentence | None
    cites: tuple[str, ...] = ()


@dataclass(frozen=True)
class Card:
    """A card of any kind. `id` is `<set>/<slug>`; power, resistance in points, income in MB a turn.

    `arrow_in` is the side of the upright card that lies against its master; `arrows_out` the sides that may hold puppets.
    `nwo` is the colour of a New World Order. `variable_power` marks a Power that is printed as an asterisk alone, because
    dice or other cards make it; `power` is 0 then.
    """

    id: str
    name: str
    game: str
    set: str
    kind: Literal["illuminati", "group", "resource", "plot", "special"]
    power: int | None = None
    transferable: int | None = None
    resistance: int | None = None
    income: int | None = None
    alignments: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    arrow_in: Side | None = None
    arrows_out: tuple[Side, ...] = ()
    clauses: tuple[Clause, ...] = ()
    subtype: str | None = None
    global_power: int | None = None
    nwo: Literal["blue", "red", "yellow"] | None = None
    variable_power: bool = False

    @property
    def slug(self) -> str:
        """The part of the id behind the set, which positions use: `the-mafia`."""
        return self.id.partition("/")[2]

    @cached_property
    def standing(self) -> Mapping[type, tuple[tuple[int, Clause, Any], ...]]:
        """By the class of the sentence, the clauses that hold as long as the card is in play: number, clause, sentence."""
        found: dict[type, tuple[tuple[int, Clause, Any], ...]] = {}
        for number, clause in enumerate(self.clauses, 1):
            if clause.sentence is not None and getattr(clause.sentence, "until", None) is None:
                kind = type(clause.sentence)
                found[kind] = (*found.get(kind, ()), (number, clause, clause.sentence))
        return found

    def sentences(self, kind: type) -> tuple[Clause, ...]:
        """The clauses whose sentence is of this class of the syntax tree."""
        return tuple(clause for clause in self.clauses if isinstance(clause.sentence, kind))
