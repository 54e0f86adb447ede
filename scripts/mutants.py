"""Breaks one rule at a time and plays the rulings of its games: where none of them notices, there is a hole in the
rulings.

    make mutants                          every mutant of tests/mutants.yaml
    make mutants ARGS='geometry income'   those in which one of these words stands
    make mutants ARGS=cards               those that are made of the cards by program (card_mutants.py)

A mutant is `{file, was, now, why}`: `was` stands once in the file and becomes `now`; `why` names the rule that this
breaks. It is killed by the first ruling that fails, and those about the statements that `why` names are played first.
BROKEN is one that does not load or crashes, which tells nothing about the rulings.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import yaml
from msgspec import Struct

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "tests" / "mutants.yaml"
FOLDERS = ("generator", "cards", "rules")
GAMES = ("deluxe", "inwo", "subgenius")
AT_ONCE = 2
KILLED = "killed by"
PATIENCE = 300  # seconds for one mutant, which may never come to an end
KEPT = "catalog.pickle"
PLAY = f"""
import pickle, sys
from pathlib import Path
import generator
from generator.catalog.read import read_catalog
from generator.rulings import World, read_scenario, run
assert Path(generator.__file__).is_relative_to(Path.cwd()), f"{{generator.__file__}} is not of this copy"
kept = Path("{KEPT}")
if not kept.exists():
    kept.write_bytes(pickle.dumps(read_catalog(Path.cwd())))
catalog, (games, first) = pickle.loads(kept.read_bytes()), (text.split() for text in sys.argv[1:])
worlds = {{game: World(catalog, game) for game in games}}
for ruling in sorted(catalog.rulings, key=lambda ruling: set(first).isdisjoint((*ruling.settles, *ruling.sources))):
    if world := worlds.get(ruling.game):
        scenario = read_scenario(ruling, world, problems := [])
        assert scenario is not None, "\\n".join(map(str, problems))
        if not run(scenario, world).passed:
            print(ruling.id)
            break
"""


class Broken(Exception):
    """A tree that does not load, crashes or never ends; the text says how."""


class Mutant(Struct, frozen=True):
    """One change of one line that breaks a rule of the game."""

    file: str
    was: str
    now: str
    why: str

    def __str__(self) -> str:
        return f"{self.file}: {self.was} -> {self.now}"

    @property
    def games(self) -> tuple[str, ...]:
        """The games whose rule it breaks, as the folder of its file says; INWO and SubGenius share a table, and all
        games what is left.
        """
        folder = Path(self.file).parent.parts
        if "deluxe" in folder:
            return ("deluxe",)
        if "subgenius" in folder:
            return ("subgenius",)
        if folder[0] == "generator":
            return ("inwo", "subgenius") if "inwo" in folder else GAMES
        return ("inwo",)

    @property
    def statements(self) -> tuple[str, ...]:
        """The statements that it breaks."""
        return tuple(self.why.partition(":")[0].split(", "))


def read_mutants(path: Path = LIST) -> tuple[Mutant, ...]:
    """The mutants of the list. Raises TypeError for an entry with other keys."""
    return tuple(Mutant(**entry) for entry in yaml.safe_load(path.read_text(encoding="utf-8")))


def snapshot(root: Path, to: Path) -> Path:
    """Copy all that rulings are played with; answers the copy. Files keep their times, so compiled ones stay valid."""
    for folder in FOLDERS:
        shutil.copytree(root / folder, to / folder)
    return to


def failing(copy: Path, games: Collection[str], first: Collection[str] = ()) -> str:
    """The id of the first ruling of these games that fails in that copy, "" where none does.

    Those about the statements `first` are played before the others. The copy keeps the catalog that was read. Raises
    Broken.
    """
    try:
        done = subprocess.run(
            [sys.executable, "-c", PLAY, " ".join(games), " ".join(first)],
            cwd=copy,
            env=os.environ | {"PYTHONDONTWRITEBYTECODE": ""},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
    except subprocess.TimeoutExpired:
        raise Broken(f"no end after {PATIENCE} s") from None
    if done.returncode:
        raise Broken(done.stderr.strip().rpartition("\n")[2])
    return done.stdout.strip()


def play(mutant: Mutant, base: Path) -> str:
    """`failing` for a copy of `base` with the change of the mutant.

    Raises Broken, and ValueError where `was` does not stand once.

    A change of the engine leaves the catalog as it was kept by `base`; one of the data has it read again.
    """
    with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
        copy = Path(folder)
        shutil.copytree(base, copy, copy_function=os.link, dirs_exist_ok=True)
        file = copy / mutant.file
        text = file.read_text(encoding="utf-8")
        if text.count(mutant.was) != 1:
            raise ValueError(f"{mutant.file}: {mutant.was!r} stands {text.count(mutant.was)} times, not once")
        file.unlink()
        file.write_text(text.replace(mutant.was, mutant.now), encoding="utf-8")
        if not mutant.file.startswith("generator/"):
            (copy / KEPT).unlink()
        return failing(copy, mutant.games, mutant.statements)


def fate(mutant: Mutant, base: Path) -> str:
    """What became of a mutant, for people."""
    try:
        ruling = play(mutant, base)
    except Broken as how:
        return f"BROKEN, {how}"
    return f"{KILLED} {ruling}" if ruling else "SURVIVED"


def run(mutants: Sequence[Mutant], root: Path = ROOT) -> bool:
    """Play them all, two at a time, and print a line for each; whether all are killed.

    They start from one copy of the tree, in which the rulings of their games must pass: people may go on editing
    meanwhile.
    """
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder, ThreadPoolExecutor(AT_ONCE) as pool:
        base = snapshot(root, Path(folder))
        try:
            wrong = failing(base, [game for game in GAMES if any(game in mutant.games for mutant in mutants)])
        except Broken as how:
            print(f"the tree as it is does not load: {how}")
            return False
        if wrong:
            print(f"wrong as it is: {wrong}")
            return False
        killed = 0
        for mutant, what in zip(mutants, pool.map(lambda mutant: fate(mutant, base), mutants), strict=True):
            print(f"{what}  [{mutant}]", flush=True)
            killed += what.startswith(KILLED)
    print(f"killed {killed} of {len(mutants)}")
    return killed == len(mutants)


def main() -> None:
    """Run the mutants in which one of the texts stands, or all; exit status 1 unless all are killed."""
    if sys.argv[1:2] == ["cards"]:
        import card_mutants

        sys.exit(card_mutants.main(sys.argv[2:]))
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("texts", nargs="*", metavar="text", help="only mutants in which one of these stands")
    texts = parser.parse_args().texts
    chosen = [
        mutant for mutant in read_mutants() if not texts or any(text in f"{mutant} {mutant.why}" for text in texts)
    ]
    if not chosen:
        parser.error("no mutant has that text")
    sys.exit(not run(chosen))


if __name__ == "__main__":
    main()
