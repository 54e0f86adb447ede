"""The sum of an attack as one table for people: what counts, and how much, in each kind of attack.

Written by hand (rules/<game>/game.yaml), so that a player can read it at the table. The terms of the rules (terms.yaml
beside it) say the same to the engine; each row names those it stands for, and a test sees that none is missing and that
the numbers agree.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from generator.catalog.grouping import grouped
from generator.catalog.records import Game
from generator.engine.ruleset import Ruleset

NOTHING = "–"


class Row(Struct, frozen=True):
    """What counts, how much in each kind of attack, and the terms, and what counts besides them, that say so."""

    what: str
    cells: tuple[str, ...]
    terms: tuple[str, ...]


class AttackSum(Struct, frozen=True):
    """The columns of the table, its rows, and what else there is to know."""

    kinds: tuple[str, ...]
    rows: tuple[Row, ...]
    note: str = ""


def attack_sum(its: Ruleset) -> AttackSum | None:
    """The table of a game, if its file has one."""
    said = its.said.get("attack-sum")
    if said is None:
        return None
    rows = tuple(
        Row(row["what"], tuple(row["cells"]), (*row.get("terms", ()), *row.get("besides", ()))) for row in said["rows"]
    )
    return AttackSum(tuple(said["kinds"]), rows, said.get("note", ""))


class Compared(Struct, frozen=True):
    """A row of the table of all games: what counts, in the words of each game that has it, and by kind of attack the
    amounts, each with the games in which it counts that much.
    """

    what: dict[str, list[str]]
    cells: tuple[dict[str, list[str]], ...]


def compared(sums: Sequence[tuple[Game, AttackSum]]) -> tuple[dict[str, list[str]], list[Compared]]:
    """The sums of games as one table: its columns, each with the games that have such an attack, and its rows. Rows of
    different games are the same where they stand for the same term.
    """
    kinds: dict[str, list[str]] = {}
    rows: list[list[tuple[str, tuple[str, ...], Row]]] = []
    for game, table in sums:
        after = 0
        for kind in table.kinds:
            kinds.setdefault(kind, []).append(game.short)
        for row in table.rows:
            same = (at for at, others in enumerate(rows) if any({*row.terms} & {*each.terms} for _, _, each in others))
            at = next(same, None)
            if at is None:
                rows.insert(at := after, [])
            rows[at].append((game.short, table.kinds, row))
            after = at + 1
    return kinds, [
        Compared(
            grouped((row.what, short) for short, _, row in its),
            tuple(
                grouped((row.cells[of.index(kind)], short) for short, of, row in its if kind in of) for kind in kinds
            ),
        )
        for its in rows
    ]
