"""The table that a line about Goals describes, and how its player stands with each Goal there."""

from __future__ import annotations

from types import MappingProxyType

from generator.engine.deluxe import goals
from generator.engine.deluxe.table import Options, Player, Table, Turn
from generator.engine.goal_line import YOU, GoalLine, cards_of, structure_of
from generator.engine.goals import Standing
from generator.engine.reading import Game


def standings(line: GoalLine, game: Game) -> tuple[Standing, ...]:
    """How the player of a line stands with each Goal. Raises KeyError for a card that `game` does not have."""
    return goals.explained(table_of(line, game), YOU)


def table_of(line: GoalLine, game: Game) -> Table:
    book, ids = cards_of(line, game)
    root = ids[line.illuminati]
    player = Player(
        name=YOU,
        structure=structure_of(book, root, (ids[slug] for slug in line.groups), {}),
        money=MappingProxyType({root: line.money}),
        kills=len(line.destroyed),
        knockouts=len(line.eliminated),
        goal=ids[line.written] if line.written else None,
    )
    return Table(
        book=MappingProxyType(book),
        rules=game.rules,
        goals=game.goals,
        players=(player,),
        turn=Turn(player=YOU),
        started=line.players,
        options=Options(basic_goal=line.agreed),
    )
