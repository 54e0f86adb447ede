"""YAML and JSON as items: plain values that remember where they stand, so that every problem has a line and a
column.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import yaml

from generator.catalog.problems import Code, Problem

Report = Callable[[Problem], None]

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_CORE = "tag:yaml.org,2002:"
_PLAIN = {_CORE + name for name in ("str", "int", "float", "bool", "null", "timestamp", "seq", "map", "merge")}
_INTEGER = re.compile(r"[+-]?[0-9]+")


@dataclass(frozen=True)
class Odd:
    """A value that our files never hold, such as a date or 1.5, as it was written;
    `reported` when a problem says so.
    """

    text: str
    what: str
    reported: bool = False


@dataclass(frozen=True)
class Item:
    """One value: text, int, bool, None, Odd, a tuple of items, or a dict of items by key.

    `line` and `column` count from 1. `exact` says that the text stands in the file letter by
    letter on one line, so that
    a place in the text is a place in the file. `keys` are the places of the keys of a dict.
    """

    value: Any
    file: str
    line: int
    column: int
    exact: bool = False
    keys: dict[str, tuple[int, int]] = field(default_factory=dict)

    def problem(
        self, code: Code, message: str, suggestion: str | None = None, *, at: int = 0, picture: str = ""
    ) -> Problem:
        """A problem with this value, `at` letters into its text."""
        column = self.column + (at if self.exact else 0)
        return Problem(self.file, self.line, column, code.code, message, suggestion, picture)

    def plain(self) -> Any:
        """The value without places, lists and dicts all the way down."""
        if isinstance(self.value, dict):
            return {key: item.plain() for key, item in self.value.items()}
        if isinstance(self.value, tuple):
            return [item.plain() for item in self.value]
        return self.value.text if isinstance(self.value, Odd) else self.value

    def places(self, *path: str | int) -> Iterator[tuple[tuple[str | int, ...], tuple[int, int]]]:
        """The path of each value in this one, with line and column."""
        yield path, (self.line, self.column)
        children = self.value.items() if isinstance(self.value, dict) else ()
        children = enumerate(self.value) if isinstance(self.value, tuple) else children
        for key, item in children:
            yield from item.places(*path, key)


def read_yaml(text: str, file: str, report: Report) -> Item | None:
    """The one document of a YAML file; None when there is none, or when it is broken, which is reported."""
    try:
        node = yaml.compose(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        report(
            Problem(
                file,
                mark.line + 1 if mark else 1,
                mark.column + 1 if mark else 1,
                Code.BROKEN_YAML.code,
                " ".join(filter(None, (error.context, error.problem))),
            )
        )
        return None
    except yaml.reader.ReaderError as error:
        before = text[: error.position]
        report(
            Problem(
                file,
                before.count("\n") + 1,
                len(before) - before.rfind("\n"),
                Code.BROKEN_YAML.code,
                f"a character that YAML does not allow: {error.character!r}",
            )
        )
        return None
    except RecursionError:
        report(Problem(file, 1, 1, Code.BROKEN_YAML.code, "lists or keys are nested too deeply"))
        return None
    return None if node is None else _Nodes(text, file, report).item(node)


class _Nodes:
    """Turns composed nodes into items."""

    def __init__(self, text: str, file: str, report: Report) -> None:
        self.lines, self.file, self.report = text.splitlines(), file, report
        self.seen: set[int] = set()

    def item(self, node: yaml.Node) -> Item:
        line, column = node.start_mark.line + 1, node.start_mark.column + 1
        if id(node) in self.seen:
            return self._broken(node, "an alias of a value that stands elsewhere: write the value out")
        self.seen.add(id(node))
        if node.tag not in _PLAIN:
            return self._broken(node, f"the tag {node.tag.replace(_CORE, '!!')}: our files hold plain values")
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node, line, column)
        if isinstance(node, yaml.SequenceNode):
            return Item(tuple(self.item(child) for child in node.value), self.file, line, column)
        return self._mapping(node, line, column)

    def _broken(self, node: yaml.Node, message: str) -> Item:
        line, column = node.start_mark.line + 1, node.start_mark.column + 1
        self.report(Problem(self.file, line, column, Code.BROKEN_YAML.code, message))
        return Item(Odd("", "broken", reported=True), self.file, line, column)

    def _scalar(self, node: yaml.ScalarNode, line: int, column: int) -> Item:
        what, text = node.tag.removeprefix(_CORE), node.value
        value: Any = Odd(text, {"float": "a fraction", "timestamp": "a date", "int": "a number"}.get(what, what))
        if what == "str":
            value = text
        elif what == "null":
            value = None
        elif what == "bool":
            value = text.casefold() in ("true", "yes", "on")
        elif what == "int" and _INTEGER.fullmatch(text):
            value = int(text)
        source = self.lines[line - 1] if line <= len(self.lines) else ""
        inside = column + (node.style in ("'", '"'))
        exact = source[inside - 1 : inside - 1 + len(text)] == text
        return Item(value, self.file, line, inside if exact else column, exact)

    def _mapping(self, node: yaml.MappingNode, line: int, column: int) -> Item:
        values: dict[str, Item] = {}
        keys: dict[str, tuple[int, int]] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                self._broken(key_node, "a key must be plain text")
                continue
            key, value = key_node.value, self.item(value_node)
            mark = key_node.start_mark
            if key in values:
                self.report(
                    Problem(
                        self.file,
                        mark.line + 1,
                        mark.column + 1,
                        Code.DUPLICATE_KEY.code,
                        f"{key!r} already stands in line {keys[key][0]}",
                    )
                )
                continue
            values[key], keys[key] = value, (mark.line + 1, mark.column + 1)
        return Item(values, self.file, line, column, keys=keys)


def read_json_lines(text: str, file: str, report: Report) -> Iterator[Item]:
    """One item for each line that holds a JSON object; broken lines are reported."""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            data = json.loads(line, parse_constant=lambda name: Odd(name, "no number"))
        except json.JSONDecodeError as error:
            report(Problem(file, number, error.colno, Code.BROKEN_JSON.code, error.msg))
            continue
        except RecursionError:
            report(Problem(file, number, 1, Code.BROKEN_JSON.code, "lists or keys are nested too deeply"))
            continue
        item = _from_json(data, file, number, 1)
        if isinstance(item.value, dict):
            item = _with_columns(item, line)
        yield item


def _from_json(data: Any, file: str, line: int, column: int) -> Item:
    if isinstance(data, dict):
        return Item(
            {key: _from_json(value, file, line, column) for key, value in data.items()},
            file,
            line,
            column,
            keys=dict.fromkeys(data, (line, column)),
        )
    if isinstance(data, list):
        return Item(tuple(_from_json(value, file, line, column) for value in data), file, line, column)
    return Item(Odd(str(data), "a fraction") if isinstance(data, float) else data, file, line, column)


def _with_columns(item: Item, line: str) -> Item:
    """The object of one line with the columns of its keys and values, found in the text: JSON tells none."""
    values, keys = {}, {}
    for key, value in item.value.items():
        match = re.search(rf"{re.escape(json.dumps(key))}\s*:\s*", line)
        keys[key] = (item.line, match.start() + 1 if match else 1)
        values[key] = replace(value, column=match.end() + 1 if match else 1)
    return replace(item, value=values, keys=keys)
