"""What we promise about safety, how each promise is tested, and what the last long runs found.

SECURITY.md has the same table; a test compares.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from generator.catalog.problems import CatalogError, Code, Problem
from generator.catalog.texts import read_text

FILE = "soak.json"
"""Beside the templates: what `make soak` has written down (`tests/figures.py`)."""


class Promise(Struct, frozen=True):
    """What holds, and what tests it: in `make test`, in `make soak`, or by another command."""

    says: str
    test: tuple[str, ...] = ()
    soak: tuple[str, ...] = ()
    command: str = ""


PROMISES = (
    Promise(
        "Text stays text. What a card, a rule, a setting of the site or an address says is shown as it is written, on"
        " pages, in files and in the terminal. It never becomes an element, an attribute, a link, a script or a"
        " formula.",
        ("tests/test_markers.py", "tests/test_bad_input.py"),
    ),
    Promise(
        "A page runs only our own scripts and loads only our own files.",
        ("tests/test_markers.py", "tests/test_server.py"),
    ),
    Promise(
        "A build that is killed, interrupted or out of room leaves the last good site and database whole.",
        ("tests/test_files.py", "tests/test_builds.py"),
        ("tests/kill_builds.py",),
    ),
    Promise(
        "A build replaces only what a build has made, and an export what an export has made. What others put into the"
        " site stays, and what cannot be read is not taken for nothing.",
        ("tests/test_builds.py", "tests/test_cli.py"),
    ),
    Promise(
        "What the browser keeps for use without a network is one version of the site, byte for byte, or nothing.",
        ("tests/test_offline.py",),
    ),
    Promise(
        "Each line, query, sentence, chapter and small data file that you write has an answer within a second, taken by"
        " itself: what it means, or what is wrong and where. The check and the build of the whole take as long as they"
        " take.",
        ("tests/test_bad_input.py", "tests/test_fuzz.py"),
        ("tests/run_fuzz.py",),
    ),
    Promise(
        "The pages and the command line give the same verdict and the same sum.",
        ("tests/test_parity.py", "tests/test_goal_counter.py", "tests/test_fuzz.py"),
        ("tests/run_fuzz.py",),
    ),
    Promise(
        "`dossier serve` answers this machine alone and shows nothing outside the site.", ("tests/test_server.py",)
    ),
    Promise(
        "Packages are installed by hash, and the About page names the license of each, and of each library in a page.",
        ("tests/test_promises.py",),
        (),
        "make audit",
    ),
)
_CALLED = {
    "lines": "Positions and lines about Goals, in Python and in the browser",
    "sentences": "Sentences",
    "files": "YAML files",
    "queries": "Queries, in Python and in the browser",
    "chapters": "Chapters",
    "real": "Builds of the whole site that were killed",
    "small": "Builds of a small site that were killed",
}


def figures(file: Path) -> list[list[tuple[str, list[Any]]]]:
    """The tables of what the last runs found, with the names of their columns.

    Raises CatalogError for a file that holds anything else.
    """
    text = read_text(file.parent, file.name)
    try:
        return [] if text is None else list(_tables(json.loads(text)))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        message = "these aren't the figures of a run: run `make soak` again, or delete the file"
        raise CatalogError([Problem(f"site_templates/{FILE}", 1, 1, Code.BROKEN_JSON.code, message)]) from None


def _tables(found: Any) -> Iterator[list[tuple[str, list[Any]]]]:
    fuzz, kills = found.get("fuzz", {}), found.get("kills", {})
    rows = [
        (
            called,
            [
                f"{its['tried']:,}",
                f"{its['of']:,}",
                f"{its['good']:,}",
                its["wrong"],
                f"{max(slow for slow, _ in its['slowest'].values()):.2f}",
            ],
        )
        for name, called in _CALLED.items()
        if (its := fuzz.get(name)) and its["tried"]
    ]
    if rows:
        yield [
            (
                f"Inputs, seed {fuzz['seed']}, {fuzz['day']}",
                ["Tried", "Of", "Not nonsense", "Wrong", "Seconds at most"],
            ),
            *rows,
        ]
    rows = [
        (
            called,
            [
                its["tried"],
                its["of"],
                sum(builds for how, builds in its["ended"].items() if how.startswith("SIG")),
                its["wrong"],
                its.get("seconds", "not measured"),
            ],
        )
        for name, called in _CALLED.items()
        if (its := kills.get(name)) and its["tried"]
    ]
    if rows:
        yield [
            (
                f"Builds, {kills['day']}",
                ["Tried", "Of", "Ended by a signal in mid-build", "Not whole", "Seconds a build takes"],
            ),
            *rows,
        ]
    if marked := found.get("marked"):
        yield [
            (f"Markers, {marked['day']}", ["Counted"]),
            ("Fields of our files with a hostile marker", [marked["fields"]]),
            ("Pages that were opened with one", [marked["pages"]]),
            ("Violations of the policy of pages that Chromium saw", [marked.get("violations", "not counted")]),
        ]


def table() -> str:
    """The promises as SECURITY.md has them."""
    rows = ["| promise | `make test` | `make soak` |", "| --- | --- | --- |"]
    for each in PROMISES:
        test, soak = (", ".join(f"`{path}`" for path in paths) for paths in (each.test, each.soak))
        rows.append(
            f"| {each.says} | {test} | {soak or (f'`{each.command}`' if each.command else '')} |".replace("  ", " ")
        )
    return "\n".join(rows) + "\n"
