"""The door to the tables of all games: reading one, what may be played on it, and what comes of a play.

`legal` and `apply` answer for any table, whichever game it is of.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from generator.engine.deluxe import combat as deluxe_combat
from generator.engine.deluxe import plays as deluxe_plays
from generator.engine.deluxe import referee as deluxe_referee
from generator.engine.deluxe import setup_table as deluxe_setup
from generator.engine.deluxe.setup_table import new_game
from generator.engine.deluxe.table import Options, Table
from generator.engine.inwo import board as inwo_board
from generator.engine.inwo import combat as inwo_combat
from generator.engine.inwo import plays as inwo_plays
from generator.engine.inwo import referee as inwo_referee
from generator.engine.inwo import setup as inwo_setup
from generator.engine.inwo import table as inwo_table
from generator.engine.reading import Game, Problem, Reader, TableError
from generator.engine.record import Event, Outcome, Play, Verdict
from generator.engine.situation import Attack, Ledger
from generator.language import ALIGNMENTS, ATTRIBUTES

__all__ = [
    "AnyTable", "Event", "Game", "Options", "Outcome", "Play", "Problem", "Table", "TableError", "Verdict", "apply", "attack_on", "ledger_of",
    "legal", "new_game", "play_from_data", "table_from_data",
]

AnyTable = Table | inwo_table.Table


def table_from_data(game: Game, data: Any) -> AnyTable:
    """The table of a game that plain data describes. Raises TableError with all problems."""
    return deluxe_setup.table_from_data(game, data) if game.rules.game == "deluxe" else inwo_setup.table_from_data(game, data)


def play_from_data(game: Game, players: Sequence[str], data: Any) -> Play:
    """The play of a game that plain data describes (see the `plays.py` of the game). Raises TableError with all problems, each with its
    place."""
    reader = Reader(game, tuple(players))
    play = reader.play((deluxe_plays if game.rules.game == "deluxe" else inwo_plays).PLAYS, data)
    if reader.problems:
        raise TableError(*reader.problems)
    return replace(play, choose=tuple(_CHOSEN.get(word, word) for word in play.choose)) if isinstance(play, inwo_plays.Use) else play


_CHOSEN = {name.lower(): name for name in (*ALIGNMENTS, *ATTRIBUTES, "Power", "Resistance")}
"""Alignments, attributes and numbers as they may be chosen in data, and as cards have them."""


def apply(table: AnyTable, play: Play) -> Outcome:
    """Carry a play out. An illegal play answers the same table."""
    return deluxe_referee.apply(table, play) if isinstance(table, Table) else inwo_referee.apply(table, play)


def legal(table: AnyTable, play: Play) -> Verdict:
    """Whether the play is legal on this table, with every requirement that was asked and its rule."""
    return apply(table, play).verdict


def ledger_of(table: AnyTable) -> Ledger:
    """The Ledger of the attack under way on a table."""
    return deluxe_combat.explain(table) if isinstance(table, Table) else inwo_combat.explain(table)


def attack_on(table: AnyTable) -> Attack | None:
    """The attack under way on a table as the attack sum asks for it; None without one, and for one that a Plot makes."""
    if table.attack is None:
        return None
    if isinstance(table, Table):
        return deluxe_combat.attack_of(table, table.attack)
    return inwo_board.attack_of(table, table.attack) if table.attack.attacker else None
