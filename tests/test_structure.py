"""How large the house is and how much of the language its evaluators still know by its words: figures that may go down
and never up.
"""

from __future__ import annotations

import ast
import re
import typing
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

from generator.language import constructions
from tests.test_rooms import imported, modules

CEILINGS: Mapping[str, int] = {
    "phrases of three or more words in the evaluators": 0,
    "places where they stand": 0,
    "import circles": 0,
    "lines of the twins of the sum": 2347,
    "lines of generator/": 60882,
    "functions over 60 lines": 0,
}
"""What was measured when something last became less. Whoever makes a figure smaller writes the smaller number here.

Lines are those that ruff formats, of 120 columns: what is squeezed into one line counts as what it is. (When lines
could be of any length, generator/ had 47,479 of them; the same code had 58,325.)
"""
TWINS = ("evaluate.js", "selecting.js", "answers.js", "instant.js", "linking.js")
LONG = 60
_QUOTED = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


def phrases() -> frozenset[str]:
    """Every choice of the language that is three words or longer, as the constructions hold it."""
    said = (
        words for cls in constructions() for kind in typing.get_type_hints(cls).values() for words in literals(kind)
    )
    return frozenset(words for words in said if len(words.split()) > 2)


def literals(kind: Any) -> Iterator[str]:
    """Every text that a value of this type may be."""
    if typing.get_origin(kind) is typing.Literal:
        yield from (each for each in typing.get_args(kind) if isinstance(each, str))
    else:
        for each in typing.get_args(kind):
            yield from literals(each)


def texts(path: Path) -> Iterator[str]:
    """Every piece of text in the code of a module of Python, or of a script."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".js":
        yield from _QUOTED.findall(source)
    else:
        yield from (
            node.value
            for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        )


def evaluators(root: Path) -> list[Path]:
    """The modules of the engine, and the scripts of the site."""
    return [
        *sorted((root / "generator" / "engine").rglob("*.py")),
        *sorted((root / "site_templates" / "assets").glob("*.js")),
    ]


def circles(root: Path) -> int:
    """1 where a module imports itself by way of others, else 0."""
    names = {module for _, module, _ in modules(root)}
    below: dict[str, set[str]] = {}
    for path, module, package in modules(root):
        for _, name in imported(path.read_text(encoding="utf-8"), module, package=package):
            base = name if name in names else name.rpartition(".")[0]
            if base in names and base != module:
                below.setdefault(module, set()).add(base)
    try:
        TopologicalSorter(below).prepare()
    except CycleError:
        return 1
    return 0


def long_functions(root: Path) -> list[str]:
    """Functions of the package that are longer than LONG lines."""
    return [
        f"{path.relative_to(root)}:{node.name}"
        for path, _, _ in modules(root)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.lineno >= LONG
    ]


def lines(path: Path) -> int:
    """How many lines a file has."""
    return len(path.read_text(encoding="utf-8").splitlines())


def measured(root: Path) -> dict[str, int]:
    """The figures."""
    known = phrases()
    found = [text for path in evaluators(root) for text in texts(path) if text in known]
    return {
        "phrases of three or more words in the evaluators": len(set(found)),
        "places where they stand": len(found),
        "import circles": circles(root),
        "lines of the twins of the sum": sum(lines(root / "site_templates" / "assets" / name) for name in TWINS),
        "lines of generator/": sum(lines(path) for path, _, _ in modules(root)),
        "functions over 60 lines": len(long_functions(root)),
    }


def test_the_house_grows_no_larger(root: Path) -> None:
    """No figure is above its ceiling; the test prints them all (`pytest -s`)."""
    found = measured(root)
    for name, figure in found.items():
        print(f"{name}: {figure}, at most {CEILINGS[name]}")
    assert {} == {name: figure for name, figure in found.items() if figure > CEILINGS[name]}


def test_a_phrase_is_seen(tmp_path: Path) -> None:
    """In Python and in a script, where it is a text of its own; not in a comment, and not within another text."""
    phrase = "as long as this card is in play"
    assert phrase in phrases()
    for name, line in (("a.py", f'x = "{phrase}"  # {phrase}'), ("a.js", f'x = "{phrase}"; // {phrase}')):
        (tmp_path / name).write_text(f'{line}\ny = "not {phrase} here"\n', encoding="utf-8")
        assert [phrase] == [text for text in texts(tmp_path / name) if text in phrases()]
