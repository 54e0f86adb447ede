"""The package is a row of rooms; each imports only from rooms before it, and the lower ones stay pure."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOMS = (
    "kept",
    "workers",
    "structs",
    "language",
    "meaning",
    "engine",
    "files",
    "catalog",
    "rulings",
    "database",
    "search",
    "site",
    "answers",
    "cli",
    "start",
)

# Packages from outside the standard library that a room may use; a room not named may use any of its own.
OUTSIDE = {
    "structs": {"msgspec"},
    "language": {"msgspec", "typing_extensions"},  # the second for the type checker alone
    "meaning": {"msgspec"},
    "engine": {"msgspec"},
    "files": set(),
    "catalog": {"msgspec", "yaml", "jsonschema"},
    "rulings": {"msgspec", "yaml"},
}
# Each of these has one room that knows it.
ONLY_IN = {"whoosh": {"search"}, "typer": {"cli"}, "mkdocs": {"site", "cli"}, "jinja2": {"site"}}
# Standard library modules that reach the web or a database, forbidden in the rooms of OUTSIDE.
WEB_AND_DATABASE = {"http", "urllib", "socket", "socketserver", "ssl", "sqlite3", "html", "xml", "asyncio"}
# What a pure function cannot need: files, clocks, chance, processes, the machine.
IMPURE = WEB_AND_DATABASE | {
    "os",
    "io",
    "sys",
    "time",
    "datetime",
    "random",
    "secrets",
    "uuid",
    "pathlib",
    "tempfile",
    "shutil",
    "glob",
    "subprocess",
    "threading",
    "multiprocessing",
    "signal",
    "logging",
    "pickle",
    "shelve",
    "importlib",
}
IMPURE_CALLS = {"open", "print", "input", "eval", "exec", "__import__"}


def imported(source: str, module: str, *, package: bool = False) -> Iterator[tuple[int, str]]:
    """Yield line and absolute dotted name of everything `source` imports; `module` is the name it has itself.

    `from a import b` yields `a.b`, because b may be a module. `package` says that the source is an `__init__.py`.
    """
    home = module.split(".") if package else module.split(".")[:-1]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = home[: len(home) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


def offences(source: str, module: str, *, package: bool = False) -> list[str]:
    """Everything in the source of `module` (`generator.engine.deluxe.table`) that its room forbids, as `line:
    reason`.
    """
    room = module.split(".")[1] if "." in module else ""
    found = []
    for line, name in imported(source, module, package=package):
        top, _, rest = name.partition(".")
        if top == "generator":
            other = rest.split(".")[0]
            if other in ROOMS and (not room or ROOMS.index(other) > ROOMS.index(room)):
                found.append(f"{line}: {room or 'generator'} imports {other}, which comes after it")
            continue
        if top not in sys.stdlib_module_names and top not in OUTSIDE.get(room, {top}):
            found.append(f"{line}: {room} imports {top}, a package from outside")
        elif room not in ONLY_IN.get(top, {room}):
            found.append(f"{line}: {room} imports {top}, known only to {' and '.join(sorted(ONLY_IN[top]))}")
        if top in (IMPURE if room == "engine" else WEB_AND_DATABASE if room in OUTSIDE else ()):
            found.append(f"{line}: {room} imports {top}")
    if room == "engine":
        for node in ast.walk(ast.parse(source)):
            match node:
                case ast.Call(func=ast.Name(id=name)) if name in IMPURE_CALLS:
                    found.append(f"{node.lineno}: engine calls {name}()")
                case ast.Global(names=names):
                    found.append(f"{node.lineno}: engine keeps global state in {', '.join(names)}")
    return sorted(set(found), key=lambda offence: (int(offence.split(":")[0]), offence))


def late(source: str) -> Iterator[tuple[int, str]]:
    """Yield line and function of every import that stands inside a function."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            yield from (
                (each.lineno, node.name) for each in ast.walk(node) if isinstance(each, ast.Import | ast.ImportFrom)
            )


def modules(root: Path) -> Iterator[tuple[Path, str, bool]]:
    """Yield path, dotted name and whether it is an `__init__.py`, of every module of the package."""
    for path in sorted((root / "generator").rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        package = parts[-1] == "__init__"
        yield path, ".".join(parts[:-1] if package else parts), package


def test_every_module_keeps_to_its_room(root: Path) -> None:
    """No module imports from a room after its own, nor anything its room must not know; the engine is pure."""
    found = [
        f"{path.relative_to(root)}:{offence}"
        for path, module, package in modules(root)
        for offence in offences(path.read_text(encoding="utf-8"), module, package=package)
    ]
    assert found == []


WITHOUT_WHOOSH = {
    "index.py": "writes the index: stems, words and numbers of each document by field",
    "opening.py": "opens the index that `index.py` wrote, and keeps Whoosh from running what is in it",
    "asking.py": (
        "asks for stems by field, scored by BM25F with BOOSTS: SQLite's FTS5 scores so too, and so does MiniSearch,"
        " which the pages use"
    ),
    "searching.py": (
        "runs the query language: terms, phrases, prefixes, ranges, not; each is one case of `compiled`, and FTS5 has"
        " them all"
    ),
    "reading.py": "counts by how many letters two words differ: rapidfuzz does",
    "pack.py": "takes the stem of a word (Porter's): snowballstemmer does",
}
"""What each module that knows Whoosh has from it, and what takes its place: Whoosh is no longer developed. If it must
go, these are written anew and no others; tests/test_search.py and tests/test_search_questions.py say whether as much is
found.
"""


def test_what_knows_whoosh_says_what_takes_its_place(root: Path) -> None:
    """Modules of the search room alone know Whoosh, and of each it is on record what it has from it."""
    known = {
        path.name
        for path, module, package in modules(root)
        for _, name in imported(path.read_text(encoding="utf-8"), module, package=package)
        if name.partition(".")[0] == "whoosh"
    }
    assert set(WITHOUT_WHOOSH) == known


def test_the_picture_of_the_house_is_true(root: Path) -> None:
    """Each arrow in CONTRIBUTING is an import, and each import goes along arrows; no arrow goes where others lead
    already.
    """
    picture = (
        (root / "CONTRIBUTING.md")
        .read_text(encoding="utf-8")
        .partition("```mermaid\nflowchart TD\n")[2]
        .partition("```")[0]
    )
    drawn = {
        (room, below)
        for line in picture.splitlines()
        for room, _, names in [line.strip().partition(" --> ")]
        for below in names.split(" & ")
    }
    imports = {
        (module.split(".")[1], name.split(".")[1])
        for path, module, package in modules(root)
        if "." in module
        for _, name in imported(path.read_text(encoding="utf-8"), module, package=package)
        if name.startswith("generator.") and module.split(".")[1] != name.split(".")[1]
    }

    def reached(room: str, *, without: tuple[str, str] | None = None) -> set[str]:
        return {far for arrow in drawn - {without} if arrow[0] == room for far in {arrow[1]} | reached(arrow[1])}

    assert set() == drawn - imports
    assert [] == [(room, other) for room, other in imports if other not in reached(room)]
    assert [] == [(room, below) for room, below in drawn if below in reached(room, without=(room, below))]


def test_the_engine_imports_at_the_top(root: Path) -> None:
    """Of two modules of the engine one is above the other, so that no function has to import."""
    found = {
        f"{path.relative_to(root)}:{line}: {name} imports"
        for path, module, _ in modules(root)
        if module.startswith("generator.engine")
        for line, name in late(path.read_text(encoding="utf-8"))
    }
    assert found == set()


def test_modules_stand_above_each_other(root: Path) -> None:
    """No module imports itself by way of others, neither at its top nor in a function nor for its types."""
    names = {module for _, module, _ in modules(root)}
    arrows = {
        (module.removeprefix("generator."), base.removeprefix("generator."))
        for path, module, package in modules(root)
        for _, name in imported(path.read_text(encoding="utf-8"), module, package=package)
        for base in [name if name in names else name.rpartition(".")[0]]
        if base in names and base != module
    }
    below: dict[str, set[str]] = {}
    for module, other in arrows:
        below.setdefault(module, set()).add(other)
    TopologicalSorter(below).prepare()  # raises CycleError, which names them


def test_an_import_in_a_function_is_seen() -> None:
    """Also in a branch of it, and not one at the top."""
    source = "import a\n\ndef f():\n    if a:\n        from b import c\n"
    assert [(5, "f")] == list(late(source))


def test_every_module_stands_in_a_room(root: Path) -> None:
    """Beside the rooms, the package holds nothing but its own `__init__.py`."""
    names = {module.split(".")[1] for _, module, _ in modules(root) if module != "generator"}
    assert names - set(ROOMS) == set()


@pytest.mark.parametrize(
    ("module", "source", "expected"),
    [
        ("generator.engine.odds", "from generator.site import f", ["1: engine imports site, which comes after it"]),
        ("generator.engine.odds", "from ..site.pages import f", ["1: engine imports site, which comes after it"]),
        ("generator.engine.odds", "from .. import site", ["1: engine imports site, which comes after it"]),
        ("generator.engine.odds", "import generator.cli", ["1: engine imports cli, which comes after it"]),
        ("generator.engine.odds", "from ..language import Selector\nfrom . import table\nfrom .table import Card", []),
        ("generator.engine.deep.odds", "from ...site import pages", ["1: engine imports site, which comes after it"]),
        ("generator.engine.odds", "def f():\n    import random", ["2: engine imports random"]),
        ("generator.engine.odds", "from pathlib import Path", ["1: engine imports pathlib"]),
        ("generator.engine.odds", "x = open('cards.yaml')", ["1: engine calls open()"]),
        ("generator.engine.odds", "def f():\n    global turn\n    turn = 1", ["2: engine keeps global state in turn"]),
        ("generator.engine.odds", "import yaml", ["1: engine imports yaml, a package from outside"]),
        ("generator.language.phrase", "import yaml", ["1: language imports yaml, a package from outside"]),
        ("generator.rulings.play", "import sqlite3", ["1: rulings imports sqlite3"]),
        ("generator.catalog.read", "import yaml, sqlmodel", ["1: catalog imports sqlmodel, a package from outside"]),
        ("generator.site.build", "import whoosh.index", ["1: site imports whoosh, known only to search"]),
        ("generator.cli", "from .site import build\nimport typer", []),
    ],
)
def test_offences_are_seen(module: str, source: str, expected: list[str]) -> None:
    """The check sees absolute and relative imports, at the top and inside functions, and lets the allowed ones pass."""
    assert expected == offences(source, module)


def test_a_package_counts_its_dots_from_itself() -> None:
    """In the `__init__.py` of a room one dot is the room itself, two are the whole package."""
    source = "from .table import Table\nfrom ..site import build"
    assert ["2: engine imports site, which comes after it"] == offences(source, "generator.engine", package=True)


def test_the_package_itself_imports_no_room() -> None:
    """`import generator` loads no room: otherwise every room would import every other."""
    expected = ["1: generator imports engine, which comes after it"]
    assert expected == offences("from .engine import Table", "generator", package=True)
