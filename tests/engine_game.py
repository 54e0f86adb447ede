"""The whole game for tests of the engine, and short ways to write tables and plays."""

from __future__ import annotations

from functools import cache

from checkout import catalog

from generator.engine.deluxe.table import Table
from generator.engine.record import Outcome
from generator.engine.tables import Game, apply, play_from_data, table_from_data
from generator.rulings.world import World


@cache
def game() -> Game:
    """All 105 cards, the terms and requirements, the Basic Goals."""
    return World(catalog(), "deluxe").engine_game


def table(**data: object) -> Table:
    """A table from the keys of `TableData`."""
    return table_from_data(game(), data)


def play(at: Table, do: str, **fields: object) -> Outcome:
    """What comes of one play, given by its keys in a scenario."""
    return apply(at, play_from_data(game(), [p.name for p in at.players], {"do": do, **fields}))


def plays(at: Table, *steps: dict) -> Table:
    """The table after these plays, every one of which must be legal."""
    for step in steps:
        outcome = play(at, **step)
        assert outcome.verdict.ok, (step, [reason.text for reason in outcome.verdict.broken])
        at = outcome.table
    return at


def card(slug: str) -> str:
    """The id of a card."""
    return f"deluxe/{slug}"
