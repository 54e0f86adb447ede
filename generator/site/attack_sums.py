"""The sum of an attack as one table for people: what counts, and how much, in each kind of attack.

Written by hand (rules/<game>/game.yaml), so that a player can read it at the table. The terms of the rules (terms.yaml
beside it) say the same to the engine; each row names those it stands for, and a test sees that none is missing and that
the numbers agree.
"""

from __future__ import annotations

from msgspec import Struct

from generator.engine.ruleset import Ruleset

NOTHING = "–"


class Row(Struct, frozen=True):
    """What counts, how much in each kind of attack, and the terms that say so."""

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
    rows = tuple(Row(row["what"], tuple(row["cells"]), tuple(row["terms"])) for row in said["rows"])
    return AttackSum(tuple(said["kinds"]), rows, said.get("note", ""))
