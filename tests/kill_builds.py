"""Kills builds at random moments and looks at what is left: `make soak`.

`python tests/kill_builds.py`                 what is left of 200 builds of the real project, and of 200 of a small one
`python tests/kill_builds.py small --new`     200 of the small project, from the beginning
`python tests/kill_builds.py real --of 20`    so many

Each build makes the other one of two versions, by whose words they can be told apart: some from nothing (`--clean`),
most by what has changed. It is killed, or interrupted, at a moment drawn at random. Then each thing that it makes must
be that of one version, whole; after SIGINT and SIGTERM the command has said one line. In the end a build goes through
and leaves nothing of the killed ones. A failure is told with its seed; then the exit status is 1. Ctrl+C ends the
killing, and the next run goes on there; FIGURES has what was done so far.
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
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parent.parent)]

from figures import read_figures, write_figures
from small_project import GOOD, ROOT, make_buildable

DOSSIER = Path(sys.executable).parent / "dossier"
SIGNALS = (signal.SIGKILL, signal.SIGINT, signal.SIGTERM)
NUMBER = 200
"""So many builds of each project are killed."""
CLEAN = 0.2
"""The part of them that uses nothing of the builds before."""
EVERY = 20
"""Seconds from telling how far it is to telling it again."""
SAYS = ("One edition says this.", "Another edition says that.")
"""What the chapter says in each of the two versions."""


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


PROJECTS = {"real": real_project, "small": small_project}


def write_version(folder: Path, number: int) -> None:
    """Let the first chapter of a project say what its version says."""
    chapter = min(folder.glob("rules/*/*.md"))
    text = chapter.read_text(encoding="utf-8")
    for said in SAYS:
        text = text.replace(f"\n{said}\n", "")
    chapter.write_text(f"{text}\n{SAYS[number]}\n", encoding="utf-8")


def held(folder: Path, site: Path | None = None) -> dict[str, str]:
    """A hash of each thing that a build makes, whole.

    Of a database and an index, which may be other bytes each time, of what they say.
    """
    found = {}
    for name, place in {
        "site": site or folder / "site",
        "downloads": folder / "build/downloads",
        "docs": folder / "build/docs",
    }.items():
        total = hashlib.sha256()
        for path in sorted(place.rglob("*")):
            if path.is_file():
                content = rows(path).encode() if path.suffix == ".db" else path.read_bytes()
                total.update(f"{path.relative_to(place)}".encode() + hashlib.sha256(content).digest())
        found[name] = total.hexdigest()
    found["dossier.db"] = hashlib.sha256(rows(folder / "build/dossier.db").encode()).hexdigest()
    found["index"] = hashlib.sha256((folder / "build/index/table.json").read_bytes()).hexdigest()
    from generator.search.asking import Asking

    with Asking(folder / "build/index") as asking:
        assert asking.index.doc_count() == asking.count, "the index has lost something"
    return found


def rows(database: Path) -> str:
    """All that a database holds, its statements in one order."""
    with closing(sqlite3.connect(database)) as opened:
        return "\n".join(sorted(opened.iterdump()))


def kill_builds(name: str, its: dict[str, Any], every: dict[str, Any]) -> list[str]:
    """Kill so many builds of a project, and write down how far it is; what went wrong."""
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as place:
        folder = PROJECTS[name](Path(place) / "project")
        command = [DOSSIER, "build", "--root", folder]
        versions, seconds = [], {}
        # A build from nothing keeps nothing for the next, so the third is the first that only does what has changed.
        for number, clean in ((0, True), (1, False), (0, False)):
            write_version(folder, number)
            begun = time.monotonic()
            subprocess.run([*command, *["--clean"] * clean], check=True, capture_output=True)
            seconds[clean], told = round(time.monotonic() - begun, 1), time.monotonic()
            versions.append(held(folder))
        its["seconds"] = seconds[True]
        assert versions.pop() == versions[0], "the same sources give something else by what has changed"
        assert all(versions[0][thing] != versions[1][thing] for thing in ("site", "docs", "dossier.db")), (
            "the versions are alike"
        )
        print(
            f"{name}: seed {its['seed']}, {its['tried']} of {its['of']} before, {seconds[True]} s a build,"
            f" {seconds[False]} s for what changed",
            flush=True,
        )
        while its["tried"] < its["of"]:
            at = its["tried"]
            chance = random.Random(f"{name} {its['seed']} {at}")
            clean = chance.random() < CLEAN
            write_version(folder, at % 2)
            process = subprocess.Popen(
                [*command, *["--clean"] * clean], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
            )
            # Most of what can go wrong does so near the end, when things are put in place.
            time.sleep(chance.uniform(0.1 if chance.random() < 0.5 else seconds[clean] * 0.7, seconds[clean] * 1.1))
            number = chance.choice(SIGNALS)
            process.send_signal(number)
            _, said = process.communicate(timeout=600)
            # Python itself needs a moment to start; what it says of a signal then names none of our files.
            before = number != signal.SIGKILL and (
                (process.returncode == -number and "generator" not in said.replace("generator.start", ""))
                or said.startswith("Fatal Python error: init_")
            )
            ended = "done" if process.returncode == 0 else "before it began" if before else number.name
            its["ended"][ended] = its["ended"].get(ended, 0) + 1
            try:
                after = held(folder)
                wrong += [
                    f"{name} seed {its['seed']}, build {at}: {thing} is not whole after {number.name}"
                    for thing, found in after.items()
                    if found not in (versions[0][thing], versions[1][thing])
                ]
            except Exception as error:
                wrong.append(f"{name} seed {its['seed']}, build {at}: after {number.name}: {error!r}")
            if ended in ("SIGINT", "SIGTERM") and (process.returncode != 128 + number or said.count("\n") != 1):
                wrong.append(
                    f"{name} seed {its['seed']}, build {at}: {number.name} gave {process.returncode}: {said!r}"
                )
            its["tried"] += 1
            for each in wrong[its.get("said", 0) :]:
                print(each, flush=True)
                its["wrong"] += 1
            its["said"] = len(wrong)
            every["day"] = date.today().isoformat()
            write_figures("kills", {**every, name: {key: value for key, value in its.items() if key != "said"}})
            if time.monotonic() - told > EVERY or its["tried"] == its["of"]:
                told = time.monotonic()
                print(f"{name}: {its['tried']} of {its['of']}: {its['ended']}, {its['wrong']} wrong", flush=True)
        subprocess.run(command, check=True, capture_output=True)
        if left := [path.name for parent in (folder, folder / "build") for path in parent.glob(".dossier-*")]:
            wrong.append(f"{name} seed {its['seed']}: the last build left {left}")
            print(wrong[-1], flush=True)
    return wrong


def main() -> None:
    """Kill what the command line names."""
    parser = argparse.ArgumentParser(description="Kill builds.")
    parser.add_argument("projects", nargs="*", metavar="PROJECT", help="real, small; both without")
    parser.add_argument("--of", type=int, default=NUMBER)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--new", action="store_true", help="do not go on where the last run stopped")
    asked = parser.parse_args()
    every, wrong = read_figures().get("kills", {}), []
    for number in (signal.SIGINT, signal.SIGTERM):  # what a shell starts in the background ignores the first
        signal.signal(number, signal.default_int_handler)
    for name in asked.projects or PROJECTS:
        its = every.get(name, {})
        if asked.new or not its or its["tried"] >= its["of"]:
            its = {"seed": asked.seed, "of": asked.of, "tried": 0, "wrong": 0, "ended": {}}
        every[name] = its
        try:
            wrong += kill_builds(name, its, every)
        except KeyboardInterrupt:
            print(f"{name}: stopped after {its['tried']}; the next run goes on there", flush=True)
            sys.exit(130)
        finally:
            its.pop("said", None)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
