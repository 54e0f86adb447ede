"""The checkout, read once and played once in a process: for every test that asks what is in it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from generator.catalog import Catalog, read_catalog
from generator.rulings import Verdict, run_all

ROOT = Path(__file__).resolve().parent.parent


@cache
def catalog() -> Catalog:
    """All cards and rules. Raises CatalogError for wrong data."""
    return read_catalog(ROOT)


@cache
def verdicts() -> tuple[Verdict, ...]:
    """Every ruling, played."""
    return run_all(catalog())
