"""Kills builds at random moments and looks at what is left: `make soak`.

`python tests/kill_builds.py`               200 builds of a small project
`python tests/kill_builds.py --real 20`     so many of the real one too (minutes each)

After each kill the old site and the old database, or the new ones, must be there, whole; after SIGINT and SIGTERM the command has said
one line. At the end a build goes through and leaves nothing of the killed ones. A failure is told with its seed; then the exit status is 1.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

from small_project import GOOD, ROOT, make_buildable

DOSSIER = Path(sys.executable).parent / "dossier"
SIGNALS = (signal.SIGKILL, signal.SIGINT, signal.SIGTERM)


def small_project(folder: Path) -> Path:
    """A project of a few cards."""
    shutil.copytree(GOOD, folder)
    make_buildable(folder)
    return folder


def real_project(folder: Path) -> Path:
    """A copy of this checkout's."""
    for name in ("cards", "rules", "site_templates"):
        shutil.copytree(ROOT / name, folder / name)
    shutil.copyfile(ROOT / "mkdocs.yml", folder / "mkdocs.yml")
    return folder


def held(folder: Path) -> dict[str, str]:
    """A hash of the whole of each thing that a build makes; of a database, of what it holds."""
    found = {}
    for place in ("site", "build/index", "build/downloads", "build/docs"):
        total = hashlib.sha256()
        for path in sorted((folder / place).rglob("*")):
            if path.is_file():
                total.update(f"{path.relative_to(folder)}".encode() + path.read_bytes())
        found[place] = total.hexdigest()
    with closing(sqlite3.connect(folder / "build/dossier.db")) as database:
        found["build/dossier.db"] = hashlib.sha256("".join(database.iterdump()).encode()).hexdigest()
    return found


def kill_builds(make: str, count: int, seed: int) -> list[str]:
    """Kill so many builds of a project; what went wrong."""
    chance, wrong, ended = random.Random(seed), [], Counter()
    with tempfile.TemporaryDirectory() as place:
        folder = globals()[make](Path(place) / "project")
        command = [DOSSIER, "build", "--clean", "--root", folder]  # with nothing changed there is nothing to kill
        began = time.monotonic()
        subprocess.run(command, check=True, capture_output=True)
        takes = time.monotonic() - began
        for number in range(count):
            before = held(folder)
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            # Most of what can go wrong does so near the end, when things are put in place.
            time.sleep(chance.uniform(0.2 if chance.random() < 0.5 else takes * 0.7, takes * 1.1))
            number_of = chance.choice(SIGNALS)
            process.send_signal(number_of)
            _, said = process.communicate(timeout=120)
            done = process.returncode == 0
            ended["done" if done else number_of.name] += 1
            after = held(folder)
            # Whoosh and SQLite may write the same things in other bytes; what the site says is the same.
            if after["site"] != before["site"] or after["build/docs"] != before["build/docs"] or after["build/dossier.db"] != before["build/dossier.db"]:
                wrong.append(f"{make} seed {seed}, build {number}: something is not whole after {number_of.name}")
            if not done and number_of != signal.SIGKILL and (process.returncode != 128 + number_of or said.count("\n") != 1):
                wrong.append(f"{make} seed {seed}, build {number}: {number_of.name} gave {process.returncode}: {said!r}")
        subprocess.run(command, check=True, capture_output=True)
        left = [path.name for parent in (folder, folder / "build") for path in parent.glob(".dossier-*")]
        if left:
            wrong.append(f"{make} seed {seed}: the last build left {left}")
    print(f"{make}: seed {seed}, {count} builds of {takes:.1f} s: {dict(ended)}, {len(wrong)} failures")
    return wrong


def main() -> None:
    """Kill what the command line names."""
    parser = argparse.ArgumentParser(description="Kill builds.")
    parser.add_argument("--small", type=int, default=200)
    parser.add_argument("--real", type=int, default=0)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    asked = parser.parse_args()
    wrong = kill_builds("small_project", asked.small, asked.seed)
    if asked.real:
        wrong += kill_builds("real_project", asked.real, asked.seed)
    print("\n".join(wrong))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
