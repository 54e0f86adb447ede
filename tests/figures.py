"""The figures of the last long runs, which `make soak` writes and the page of promises shows."""

from __future__ import annotations

import json
import os
from datetime import date
from pathlib import Path
from typing import Any

from generator.files import write_whole

FIGURES = Path(__file__).resolve().parent.parent / "site_templates" / "soak.json"


def read_figures() -> dict[str, Any]:
    """By what was tried; empty where nothing was."""
    return json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else {}


def write_figures(name: str, found: Any) -> None:
    """Write down what a run has found so far."""
    write_whole(
        FIGURES, json.dumps({**read_figures(), name: found}, indent=1, sort_keys=True, ensure_ascii=True) + "\n"
    )


def note(name: str, **found: int) -> None:
    """Write down what a test has counted, in the long runs alone: `make test` changes no file."""
    if os.environ.get("DOSSIER_FIGURES"):
        write_figures(name, {**found, "day": date.today().isoformat()})
