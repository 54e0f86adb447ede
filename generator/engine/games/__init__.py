"""What a ruleset does in its own way, behind one door: a game's file (`rules/<game>/game.yaml`) names a module of this
package, whose `HOOKS` say which table the game is played on, what may be played there, and how its Goals are counted.
Games that are played alike name the same module. A module is loaded when a game that names it is asked for: no other
module imports one.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from generator.engine.cards import Card
from generator.engine.goal_line import GoalLine
from generator.engine.goals import Standing
from generator.engine.reading import Game
from generator.engine.record import Outcome, Play
from generator.engine.ruleset import Ruleset
from generator.engine.seen import SeenTable
from generator.engine.situation import Attack, Ledger, Rules
from generator.engine.structure import Structure


class AnyPlayer(Protocol):
    """A player of any game."""

    @property
    def name(self) -> str: ...
    @property
    def illuminati(self) -> str: ...
    @property
    def structure(self) -> Structure: ...
    @property
    def out(self) -> bool: ...


class AnyTurn(Protocol):
    """The turn of any game."""

    @property
    def player(self) -> str: ...


class AnyTable(Protocol):
    """A table of any game: what all have. What one alone has is asked of its hooks."""

    @property
    def book(self) -> Mapping[str, Card]: ...
    @property
    def rules(self) -> Rules: ...
    @property
    def players(self) -> Sequence[AnyPlayer]: ...
    @property
    def turn(self) -> AnyTurn: ...
    @property
    def attack(self) -> Any: ...
    @property
    def uncontrolled(self) -> tuple[str, ...]: ...
    @property
    def started(self) -> int: ...
    @property
    def options(self) -> Any: ...
    @property
    def winners(self) -> tuple[str, ...]: ...

    def player(self, name: str) -> AnyPlayer:
        """The player of that name. Raises KeyError."""

    def owner(self, card: str) -> AnyPlayer | None:
        """The player who controls a card; None where nobody does."""


class Hooks(Struct, frozen=True, kw_only=True):
    """The door to one ruleset. Each function answers for a table of its own kind."""

    table_from_data: Callable[[Game, Any], Any]
    """The table that plain data describes. Raises TableError with all problems."""
    plays: Mapping[str, type[Play]]
    """What may be played, by the name that data gives it."""
    apply: Callable[[Any, Any], Outcome]
    """Carry a play out. An illegal play answers the same table."""
    ledger: Callable[[Any], Ledger]
    """The Ledger of the attack under way."""
    attack: Callable[[Any, Any], Attack | None]
    """The attack under way as the attack sum asks for it; None for one that the sum does not know."""
    goal_table: Callable[[GoalLine, Game], Any]
    """The table that a line about Goals describes. Raises KeyError for a card that the game does not have."""
    standings: Callable[[GoalLine, Game], tuple[Standing, ...]]
    """How the player of a line about Goals stands with each. Raises KeyError for a card that the game does not have."""
    asked: Mapping[str, Callable[..., Any]]
    """What `expect` can ask of a table, by name: the function gets the table and what the line names, and raises
    Unanswerable.
    """
    see: Callable[[Any], SeenTable]
    """A table as it shows to somebody who sees every card."""
    attacks_with: Callable[[Any], str | None]
    """The card, a Plot perhaps, with which the attack under way is made."""
    made_here: Callable[[Any, Any, Any, tuple[Any, ...]], Generator[Any, tuple[Any, bool]]]
    """What takes the place of a play of a game whose cards are shared: the play, the tables here and there before it,
    and what is played after it. Yields the plays one by one, and is sent the table after each and whether it was legal.
    """
    unread: Callable[[Any], tuple[str, ...]]
    """What no code of the game reads of a sentence that has been lowered: constructions (`NotHeld`), words
    (`Standing.rule: …`) and terms.
    """
    offers: Callable[[Any, str], Iterator[Play]]
    """The plays that a player may think of at this moment. Raises TableError for a player whom nobody is."""
    costs: Callable[[Any, Any, Play], dict[str, Any]]
    """What a legal play has cost, from the tables before and after it: fields of `choices.Choice`."""
    named: Callable[[Any, Play], tuple[Play, ...]] = lambda table, play: ()
    """The same play with each single card that it may mean, where it names none; none where its own reason says what it
    needs.
    """
    in_attack: tuple[type[Play], ...] = ()
    """The plays that are made in an attack under way alone."""
    relief: int = 0
    """So many times its printed Power the Relief of a Place costs."""
    copies: bool = False
    """Whether a further copy of a card is one of its own, `hoax~2`; elsewhere a card of which there are two is named
    twice.
    """
    added: tuple[str, ...] = ()
    """The sources of lines that a table adds to the sum of an attack, beside terms and cards."""
    in_one_line: bool = False
    """Whether a position can say all that a table knows of an attack."""


class Unanswerable(Exception):
    """A question that makes no sense for what happened, such as the roll where nobody has rolled."""


def as_it_is(play: Any, table: Any, home: Any, following: tuple[Any, ...]) -> Generator[Any, tuple[Any, bool]]:
    """What takes the place of a play in a game with the same plays: the same play."""
    yield play


class NoHooks(LookupError):
    """A game whose file names no module of hooks, or one that is not there."""


def hooks(its: Ruleset) -> Hooks:
    """The hooks of a game. Raises NoHooks."""
    if not its.hooks.isidentifier():
        raise NoHooks(f"{its.game or 'this game'} has no table: its game.yaml names no hooks")
    try:
        found = pkgutil.resolve_name(f"{__name__}.{its.hooks}:HOOKS")
    except (ImportError, AttributeError, ValueError) as error:
        raise NoHooks(f"generator/engine/games has no hooks {its.hooks!r}") from error
    assert isinstance(found, Hooks)
    return found
