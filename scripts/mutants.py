"""Breaks one rule at a time and plays the rulings of its games: where none of them notices, there is a hole in the rulings.

    make mutants                          every mutant of tests/mutants.yaml
    make mutants ARGS='geometry income'   those in which one of these words stands

A mutant is `{file, was, now, why}`: `was` stands once in the file and becomes `now`; `why` names the rule that this breaks.
It is killed when a ruling fails. BROKEN is one that does not load or crashes, which tells nothing about the rulings.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "tests" / "mutants.yaml"
FOLDERS = ("generator", "cards", "rules")
GAMES = ("deluxe", "inwo", "subgenius")
AT_ONCE = 2
PATIENCE = 300  # seconds for one mutant, which may never come to an end
PLAY = """
import json, sys
from pathlib import Path
import generator
from generator.catalog import read_catalog
from generator.rulings import run_all
assert Path(generator.__file__).is_relative_to(Path.cwd()), f"{generator.__file__} is not of this copy"
print(json.dumps([verdict.ruling for verdict in run_all(read_catalog(Path.cwd()), sys.argv[1:]) if not verdict.passed]))
"""


@dataclass(frozen=True)
class Mutant:
    """One change of one line that breaks a rule of the game."""

    file: str
    was: str
    now: str
    why: str

    def __str__(self) -> str:
        return f"{self.file}: {self.was} -> {self.now}"

    @property
    def games(self) -> tuple[str, ...]:
        """The games whose rule it breaks, as the folder of its file says; INWO and SubGenius share a table, and all games what is left."""
        folder = Path(self.file).parent.parts
        if "deluxe" in folder:
            return ("deluxe",)
        if "subgenius" in folder:
            return ("subgenius",)
        if folder[0] == "generator":
            return ("inwo", "subgenius") if "inwo" in folder else GAMES
        return ("inwo",)


def read_mutants(path: Path = LIST) -> tuple[Mutant, ...]:
    """The mutants of the list. Raises TypeError for an entry with other keys."""
    return tuple(Mutant(**entry) for entry in yaml.safe_load(path.read_text(encoding="utf-8")))


def snapshot(root: Path, to: Path) -> Path:
    """Copy all that rulings are played with; answers the copy. Files keep their times, so compiled ones stay valid."""
    for folder in FOLDERS:
        shutil.copytree(root / folder, to / folder)
    return to


def failing(copy: Path, games: Sequence[str] = GAMES) -> tuple[str, ...] | None:
    """The ids of the rulings of these games that fail in that copy; None when it does not load, crashes or never ends."""
    try:
        done = subprocess.run(
            [sys.executable, "-c", PLAY, *games], cwd=copy, env=os.environ | {"PYTHONDONTWRITEBYTECODE": ""}, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=PATIENCE,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return None
    return tuple(json.loads(done.stdout)) if done.returncode == 0 else None


def play(mutant: Mutant, base: Path) -> tuple[str, ...] | None:
    """`failing` for a fresh copy of `base` with the change of the mutant. Raises ValueError where `was` does not stand once."""
    with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
        file = snapshot(base, Path(folder)) / mutant.file
        text = file.read_text(encoding="utf-8")
        if text.count(mutant.was) != 1:
            raise ValueError(f"{mutant.file}: {mutant.was!r} stands {text.count(mutant.was)} times, not once")
        file.write_text(text.replace(mutant.was, mutant.now), encoding="utf-8")
        return failing(Path(folder), mutant.games)


def words(failed: tuple[str, ...] | None) -> str:
    """What became of a mutant, for people."""
    if failed is None:
        return "BROKEN"
    return f"killed by {len(failed)}: {failed[0]}" if failed else "SURVIVED"


def run(mutants: Sequence[Mutant], root: Path = ROOT) -> bool:
    """Play them all, two at a time, and print a line for each; whether all are killed.

    They start from one copy of the tree, in which all rulings must pass: people may go on editing meanwhile.
    """
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder, ThreadPoolExecutor(AT_ONCE) as pool:
        base = snapshot(root, Path(folder))
        if (failed := failing(base)) != ():
            print("the tree as it is does not load" if failed is None else f"wrong as it is: {', '.join(failed)}")
            return False
        killed = 0
        for mutant, failed in zip(mutants, pool.map(lambda mutant: play(mutant, base), mutants), strict=True):
            print(f"{words(failed)}  [{mutant}]", flush=True)
            killed += bool(failed)
    print(f"killed {killed} of {len(mutants)}")
    return killed == len(mutants)


def main() -> None:
    """Run the mutants in which one of the texts stands, or all; exit status 1 unless all are killed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("texts", nargs="*", metavar="text", help="only mutants in which one of these stands")
    texts = parser.parse_args().texts
    chosen = [mutant for mutant in read_mutants() if not texts or any(text in f"{mutant} {mutant.why}" for text in texts)]
    if not chosen:
        parser.error("no mutant has that text")
    sys.exit(not run(chosen))


if __name__ == "__main__":
    main()
