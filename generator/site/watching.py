"""`dossier serve` while somebody edits: a change is built at once, and the open page is loaded again or says what is
wrong.

A build is a process of its own, `dossier build`, so that nothing of it can harm the server, and the last good site is
shown until the new one is in place. What watches a page is a script that only this server adds; it comes from the
server itself, as the policy of the pages asks.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

WATCHED = ("cards", "rules", "site_templates", "mkdocs.yml", "requirements.lock")
STATE, SCRIPT, STYLE = "/-/state", "/-/watch.js", "/-/watch.css"
"""What the server answers itself; script and style are files beside this one."""
MARK = b'<script type="module" src="/-/watch.js"></script>'
"""What is added to every page."""
_PLACE = re.compile(r"(?P<file>[^:\n]+):(?P<line>\d+):(?P<column>\d+): ")
_EVERY = 0.15
"""Seconds between two looks at the files."""
_DEEP = 5
"""So deep in the checkout lie files that are watched, and one folder less."""


def with_places(problems: str, root: Path) -> str:
    """Problems as a build prints them, each with its line of the file and a caret below the column."""
    return "\n".join(line for problem in problems.splitlines() for line in (problem, *_source(problem, root)))


def _source(problem: str, root: Path) -> Iterator[str]:
    found = _PLACE.match(problem)
    path = root / found["file"] if found else root
    if found and path.is_file() and path.resolve().is_relative_to(root.resolve()):
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        if 0 < int(found["line"]) <= len(lines):
            line = "".join(letter if letter.isprintable() else " " for letter in lines[int(found["line"]) - 1])
            yield f"  {line}"
            yield f"  {' ' * (int(found['column']) - 1)}^"


class Watcher:
    """Builds the site of a checkout again whenever its files change; `tell` is told what comes of it.

    `built` counts the sites, `problems` say what is wrong with the last edit.
    """

    def __init__(self, root: Path, site: Path, tell: Callable[[str], None]) -> None:
        self.root, self.site, self._tell = root, site, tell
        self.built, self.problems = 0, ""
        self._end = threading.Event()
        self._process: subprocess.Popen[str] | None = None

    def look(self) -> dict[str, tuple[int, int, int]]:
        """The files that are watched, each as it is now."""
        found: dict[str, tuple[int, int, int]] = {}

        def note(path: str, deep: int) -> None:
            try:
                if os.path.isdir(path):
                    for name in os.listdir(path) if deep else ():  # Links may lead round in circles.
                        if not name.startswith((".", "__")):
                            note(os.path.join(path, name), deep - 1)
                else:
                    its = os.stat(path)
                    found[path] = its.st_ino, its.st_size, its.st_mtime_ns
            except OSError:
                pass  # An editor is just replacing it.

        for name in WATCHED:
            note(str(self.root / name), _DEEP)
        return found

    def build(self) -> bool:
        """Build now; whether it went well."""
        began = time.monotonic()
        command = [
            sys.executable,
            "-c",
            "from generator.start import main; main()",
            "build",
            "--root",
            str(self.root),
            "--site",
            str(self.site),
        ]
        with subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            cwd=Path(__file__).resolve().parent.parent.parent,
        ) as self._process:
            said, wrong = self._process.communicate()
            status = self._process.returncode
        if status == 0:
            self.built += 1
            self.problems = ""
            self._tell(f"{said.splitlines()[0].rpartition('  ')[2]}, {time.monotonic() - began:.1f} s")
        elif not self._end.is_set():
            self.problems = with_places(wrong, self.root)
            self._tell(self.problems)
        return status == 0

    def run(self) -> None:
        """Watch until `stop`."""
        seen = self.look()
        while not self._end.wait(_EVERY):
            if (now := self.look()) != seen:
                while not self._end.wait(_EVERY / 3) and (later := self.look()) != now:  # somebody is still writing
                    now = later
                seen = now
                self.build()

    def stop(self) -> None:
        """End watching, and the build that is under way."""
        self._end.set()
        if self._process and self._process.poll() is None:
            self._process.terminate()

    def answer(self, path: str) -> tuple[str, bytes] | None:
        """What the server says of itself: kind and content; None for every other address."""
        if path == STATE:
            return "application/json", json.dumps({"built": self.built, "problems": self.problems}).encode()
        kind = {SCRIPT: "text/javascript", STYLE: "text/css"}.get(path)
        return (kind, Path(__file__).with_name(path.rpartition("/")[2]).read_bytes()) if kind else None
