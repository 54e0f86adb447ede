"""The engine: pure functions on plain data. A table or a position goes in; a new table and an explanation come out.

`legal` and `apply` are the doors to the table; `attack.explain` is the door to the attack sum alone.
"""

from generator.engine.deluxe.referee import apply, legal
from generator.engine.deluxe.setup_table import new_game, play_from_data, table_from_data
from generator.engine.deluxe.table import Options, Table
from generator.engine.reading import Game, Problem, TableError
from generator.engine.record import Event, Outcome, Verdict

__all__ = [
    "Event", "Game", "Options", "Outcome", "Problem", "Table", "TableError", "Verdict", "apply", "legal", "new_game",
    "play_from_data", "table_from_data",
]
