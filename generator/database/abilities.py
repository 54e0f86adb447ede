"""How many abilities of the cards a ruling proves: the scores of the last run of `make mutants ARGS=cards`, as it left them in the tree."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from generator.catalog import CatalogError, Code, Problem

FILE = "rules/abilities.json"
SCORES = ("clauses", "silenced", "silenced_noticed", "changed", "changed_noticed")
"""Of each set: its clauses, the mutants in which one is silenced or changed, and how many of those make a ruling fail."""


@dataclass(frozen=True)
class Abilities:
    """The scores by set, and the commit that was run; no sets, where nothing has been run."""

    commit: str = ""
    sets: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


def read_abilities(root: Path) -> Abilities:
    """The scores of the checkout at `root`. Raises CatalogError for a file that holds anything else."""
    path = root / FILE
    if not path.exists():
        return Abilities()
    try:
        found = Abilities(**json.loads(path.read_text(encoding="utf-8")))
        good = isinstance(found.commit, str) and all(tuple(row) == SCORES and all(type(n) is int for n in row.values()) for row in found.sets.values())
    except (ValueError, TypeError, AttributeError):
        good = False
    if not good:
        message = "these are no scores of a run: make them anew with make mutants ARGS=cards, or delete the file"
        raise CatalogError([Problem(FILE, 1, 1, Code.BROKEN_JSON.code, message)])
    return found


def write_abilities(root: Path, scores: Abilities) -> None:
    """Keep the scores of a run in the tree."""
    data = {"commit": scores.commit, "sets": scores.sets}
    (root / FILE).write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
