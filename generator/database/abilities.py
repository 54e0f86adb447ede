"""How many abilities of the cards a ruling proves: the scores of the last run of `make mutants ARGS=cards`, as it left
them in the tree.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from pathlib import Path

from msgspec import Struct, field

from generator.catalog.problems import CatalogError, Code, Problem
from generator.catalog.texts import read_text

FILE = "rules/abilities.json"
SCORES = ("clauses", "silenced", "silenced_noticed", "changed", "changed_noticed")
"""Of each set: its clauses, the mutants in which one is silenced or changed, and how many of those make a ruling
fail.
"""

_COMMIT = re.compile(r"[0-9A-Za-z._/+-]{1,100}")
_MANY = 1_000_000


class Abilities(Struct, frozen=True):
    """The scores by set, and the commit that was run; no sets, where nothing has been run."""

    commit: str = ""
    sets: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


def read_abilities(root: Path, sets: Collection[str]) -> Abilities:
    """The scores of the checkout at `root`, which has these sets.

    Raises CatalogError for a file that holds anything else.
    """
    text = read_text(root, FILE)
    if text is None:
        return Abilities()
    try:
        found = Abilities(**json.loads(text))
        good = (
            bool(_COMMIT.fullmatch(found.commit))
            and set(found.sets) <= set(sets)
            and all(map(_is_row, found.sets.values()))
        )
    except (ValueError, TypeError, AttributeError, RecursionError):
        good = False
    if not good:
        message = "these aren't the scores of a run: run `make mutants ARGS=cards` again, or delete the file"
        raise CatalogError([Problem(FILE, 1, 1, Code.BROKEN_JSON.code, message)])
    return found


def _is_row(row: Mapping[str, int]) -> bool:
    return tuple(row) == SCORES and all(type(number) is int and 0 <= number < _MANY for number in row.values())


def write_abilities(root: Path, scores: Abilities) -> None:
    """Keep the scores of a run in the tree."""
    data = {"commit": scores.commit, "sets": scores.sets}
    (root / FILE).write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
