"""The checkout, read once and played once in a process: for every test that asks what is in it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from generator.catalog.catalog import Catalog
from generator.catalog.compiled import Compiled
from generator.catalog.compiled import compiled as compile_
from generator.kept import kept_of
from generator.rulings import Verdict, run_all
from generator.rulings.judged import Short, in_short

ROOT = Path(__file__).resolve().parent.parent


@cache
def compiled() -> Compiled:
    """What is kept of all cards and rules, read if need be. Raises CatalogError for wrong data."""
    kept = kept_of(ROOT)
    found = compile_(ROOT, kept)
    kept.save()
    return found


def catalog() -> Catalog:
    """All cards and rules. Raises CatalogError for wrong data."""
    return compiled().catalog


def judged() -> list[Short]:
    """Every verdict in short, as `dossier check` has it; kept for whoever asks next, in any process."""
    found = in_short(compiled())
    compiled().kept.save()
    return found


@cache
def verdicts() -> tuple[Verdict, ...]:
    """Every ruling, played."""
    return run_all(catalog())
