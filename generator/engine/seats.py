"""What the tables of all games have in common: players in their order, one of whom has the turn, cards with names,
changed tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, Protocol, Self, TypeVar

from msgspec import Struct

from generator.engine.cards import Card
from generator.engine.reading import TableError
from generator.structs import replace


class Seat(Protocol):
    """A player, as far as every game has them alike."""

    @property
    def name(self) -> str:
        """What the player is called."""

    @property
    def out(self) -> bool:
        """Whether the player has left the game."""


P = TypeVar("P", bound=Seat)


class Seats(Struct, Generic[P], frozen=True, kw_only=True):
    """The base of a table, which is a record with these fields and others."""

    players: tuple[P, ...]
    book: Mapping[str, Card]
    turn: Any
    attack: Any

    def player(self, name: str | None) -> P:
        """The player of that name. Raises TableError when nobody is called that."""
        for player in self.players:
            if player.name == name:
                return player
        raise TableError(f"no player is called {name!r} (players: {', '.join(player.name for player in self.players)})")

    @property
    def active(self) -> P:
        """The player whose turn it is."""
        return self.player(self.turn.player)

    @property
    def seated(self) -> tuple[P, ...]:
        """The players still in the game, in their order."""
        return tuple(player for player in self.players if not player.out)

    def name(self, card: str) -> str:
        """The printed name of a card."""
        return self.book[card].name

    def with_player(self, name: str | None, **changes: object) -> Self:
        """The table with these fields of one player replaced."""
        players = tuple(replace(each, **changes) if each.name == name else each for each in self.players)  # type: ignore[type-var]
        return replace(self, players=players)

    def with_turn(self, **changes: object) -> Self:
        """The table with these fields of the turn replaced."""
        return replace(self, turn=replace(self.turn, **changes))

    def with_attack(self, **changes: object) -> Self:
        """The table with these fields of the attack under way replaced."""
        assert self.attack is not None
        return replace(self, attack=replace(self.attack, **changes))
