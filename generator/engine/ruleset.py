"""What makes a game another one, as data: `rules/<game>/game.yaml`. What a game does in its own way is a module of
`generator.engine.games`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from msgspec import Struct, field

Besides = tuple[str, tuple[str, ...]]
"""What counts in an attack besides terms and requirements: in words, and its statements."""


class Ruleset(Struct, frozen=True, dict=True):
    """What the file of a `game` says, as plain data: its schema is GAME in `generator/catalog/layout.py`.

    A game without a file says nothing.

    Each fact that the engine asks for is a property here; the site and the browser take theirs from `said` by its key.
    """

    game: str = ""
    said: Mapping[str, Any] = field(default_factory=dict)

    @property
    def hooks(self) -> str:
        """The module of `generator.engine.games` that the game is played with; empty for a game without a table."""
        return str(self.said.get("hooks", ""))

    @cached_property
    def besides(self) -> Mapping[str, Besides]:
        """By source, what counts in an attack besides its terms and requirements."""
        return {each["id"]: (each["says"], tuple(each["cites"])) for each in self.said.get("besides", ())}

    @cached_property
    def own(self) -> tuple[str, ...]:
        """How the statements of its own documents begin, where several games share hooks: only those are cited."""
        return tuple(self.said.get("statements", ()))

    @property
    def sentences_say(self) -> str:
        """How the sentences of cards name the game: `in INWO, …`."""
        return str(self.said.get("sentences-say", ""))

    @cached_property
    def shares(self) -> frozenset[str]:
        """The other games whose cards may be played with its own."""
        return frozenset(self.said.get("shares-cards-with", ()))

    @cached_property
    def no_place(self) -> frozenset[str]:
        """The parts of a table that it has no place for, as data names them, of games whose cards are shared."""
        return frozenset(self.said.get("no-place-for", ()))

    @property
    def shared_decks(self) -> bool:
        """Whether all draw from the same decks."""
        return bool(self.said.get("shared-decks", False))

    @property
    def has_tokens(self) -> bool:
        """Whether its cards have Action tokens; without them, they have money."""
        return bool(self.said.get("tokens", False))

    @property
    def illuminati_once(self) -> bool:
        """Whether no two players have the same Illuminati."""
        return bool(self.said.get("illuminati-once", False))

    def of_goals(self, key: str) -> tuple[str, ...]:
        """What a line about Goals can say in this game: its `words`, the `victims` that count, what the counting
        `cites`.
        """
        return tuple(self.said.get("goals", {}).get(key, ()))

    @property
    def most_players(self) -> int:
        """So many players begin a game at most; 0 where nobody says."""
        return int(self.said.get("goals", {}).get("players", 0))

    @property
    def asterisk_alone(self) -> bool:
        """Whether its cards print an asterisk in the place of a number, not behind it."""
        return bool(self.said.get("asterisk-alone", False))

    def called(self, card_set: str) -> str:
        """What the cards of a set are called where they are counted, in place of its title; empty for the title."""
        return next((str(each["called"]) for each in self.said.get("sets-called", ()) if each["set"] == card_set), "")

    def text(self, key: str) -> str:
        """What a key says that only pages ask for; empty without it."""
        return str(self.said.get(key, ""))
