"""The door to the tables of all games: reading one, what may be played on it, and what comes of a play.

`legal` and `apply` answer for any table, whichever game it is of.
"""

from collections.abc import Sequence
from typing import Any

from generator.engine.games import AnyTable, NoHooks, hooks
from generator.engine.reading import Game, Problem, Reader, TableError
from generator.engine.record import Event, Outcome, Play, Verdict
from generator.engine.situation import Attack, Ledger

__all__ = [
    "AnyTable",
    "Event",
    "Game",
    "Outcome",
    "Play",
    "Problem",
    "TableError",
    "Verdict",
    "apply",
    "attack_on",
    "ledger_of",
    "legal",
    "play_from_data",
    "table_from_data",
]


def table_from_data(game: Game, data: Any) -> AnyTable:
    """The table of a game that plain data describes. Raises TableError with all problems."""
    try:
        found: AnyTable = hooks(game.rules.its).table_from_data(game, data)
        return found
    except NoHooks as error:
        raise TableError(Problem(str(error))) from error


def play_from_data(game: Game, players: Sequence[str], data: Any) -> Play:
    """The play of a game that plain data describes (see the `plays.py` of the game).

    Raises TableError with all problems, each with its place.
    """
    its = hooks(game.rules.its)
    reader = Reader(game, tuple(players), copies=its.copies)
    play: Play = reader.play(its.plays, data)
    if reader.problems:
        raise TableError(*reader.problems)
    return play.as_read()


def apply(table: AnyTable, play: Play) -> Outcome:
    """Carry a play out. An illegal play answers the same table."""
    return hooks(table.rules.its).apply(table, play)


def legal(table: AnyTable, play: Play) -> Verdict:
    """Whether the play is legal on this table, with every requirement that was asked and its rule."""
    return apply(table, play).verdict


def ledger_of(table: AnyTable) -> Ledger:
    """The Ledger of the attack under way on a table."""
    return hooks(table.rules.its).ledger(table)


def attack_on(table: AnyTable) -> Attack | None:
    """The attack under way on a table as the attack sum asks for it; None without one, and for one that a Plot
    makes.
    """
    return None if table.attack is None else hooks(table.rules.its).attack(table, table.attack)
