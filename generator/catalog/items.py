"""YAML and JSON as items: plain values that remember where they stand, so that every problem has a line and a
column.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import yaml
from msgspec import Struct, field

from generator.catalog.problems import INVISIBLE, Code, Problem
from generator.structs import replace

Report = Callable[[Problem], None]

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_CORE = "tag:yaml.org,2002:"
_PLAIN = {_CORE + name for name in ("str", "int", "float", "bool", "null", "timestamp", "seq", "map", "merge")}
_INTEGER = re.compile(r"[+-]?[0-9]{1,18}")
_KEY = re.compile(
    r"""("(?:[^"\\]|\\.)*+")(\s*+:\s*+)?"""
)  # any text, so that no text within another is taken for a key
DEEPEST = 40
"""So deep may lists and keys be nested in a file."""


class Odd(Struct, frozen=True):
    """A value that our files never hold, such as a date or 1.5, as it was written; `reported` when a problem says
    so.
    """

    text: str
    what: str
    reported: bool = False


class Item(Struct, frozen=True):
    """One value: text, int, bool, None, Odd, a tuple of items, or a dict of items by key. `line` and `column` count
    from 1. `exact` says that the text stands in the file letter by letter on one line, so that a place in the text is
    one in the file. `keys` are the places of those of a dict.
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
        children: Iterable[tuple[Any, Item]] = self.value.items() if isinstance(self.value, dict) else ()
        children = enumerate(self.value) if isinstance(self.value, tuple) else children
        for key, item in children:
            yield from item.places(*path, key)


def read_yaml(text: str, file: str, report: Report) -> Item | None:
    """The one document of a YAML file; None when there is none, or when it is broken, which is reported."""
    if not visible(text, file, report):
        return None
    if directive := re.search("^%", text, re.MULTILINE):  # libyaml compares each with all before it
        report(
            Problem(
                file,
                text.count("\n", 0, directive.start()) + 1,
                1,
                Code.BROKEN_YAML.code,
                "a line that begins with %: our files hold plain values",
            )
        )
        return None
    try:
        return _Document(text, file, report).read()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        message = " ".join(filter(None, (error.context, error.problem)))
    except yaml.reader.ReaderError as error:
        before = text[: error.position]
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        message = f"a character that YAML does not allow: {error.character!r}"
    except _TooDeep as error:
        line, column = error.line, error.column
        message = f"lists or keys are nested more than {DEEPEST} deep"
    report(Problem(file, line, column, Code.BROKEN_YAML.code, message))
    return None


class _TooDeep(Exception):
    def __init__(self, line: int = 1, column: int = 1) -> None:
        self.line, self.column = line, column


def visible(text: str, file: str, report: Report) -> bool:
    """Whether every character of a file can be seen; those that can't are reported, the first of each line."""
    if not (found := list(INVISIBLE.finditer(text.replace("\r\n", " \n")))):
        return True
    lines = {text.count("\n", 0, match.start()) + 1: match for match in reversed(found[:100])}
    for line, match in lines.items():
        column = match.start() - text.rfind("\n", 0, match.start())
        report(Problem(file, line, column, Code.BAD_CHARACTER.code, f"the character {match[0]!a} can't be seen"))
    return False


class _Document:
    """Turns the events of a YAML parser into items, however deep they are nested: a composer of nodes would end the
    process.
    """

    def __init__(self, text: str, file: str, report: Report) -> None:
        self.lines, self.file, self.report = text.split("\n"), file, report
        self.loader = _LOADER(text)

    def read(self) -> Item | None:
        try:
            self.loader.get_event()  # the stream starts
            if isinstance(self.loader.get_event(), yaml.StreamEndEvent):
                return None
            item = self._item(self.loader.get_event(), 0)
            self.loader.get_event()  # the document ends
            if not isinstance(event := self.loader.get_event(), yaml.StreamEndEvent):
                raise yaml.MarkedYAMLError(
                    "expected a single document in the stream", None, "but found another document", event.start_mark
                )
            return item
        finally:
            self.loader.dispose()

    def _item(self, event: Any, depth: int) -> Item:
        line, column = event.start_mark.line + 1, event.start_mark.column + 1
        if depth > DEEPEST:
            raise _TooDeep(line, column)
        if isinstance(event, yaml.AliasEvent):
            return self._broken(event, "an alias of a value that stands elsewhere: write the value out")
        if isinstance(event, yaml.ScalarEvent):
            tag = (
                event.tag
                if event.tag not in (None, "!")
                else self.loader.resolve(yaml.ScalarNode, event.value, event.implicit)
            )
            return self._scalar(event, tag, line, column) if tag in _PLAIN else self._tagged(event, tag)
        whole = self._sequence(depth) if isinstance(event, yaml.SequenceStartEvent) else self._mapping(depth)
        if event.tag not in (None, "!") and event.tag not in _PLAIN:
            return self._tagged(event, event.tag)
        value, keys = whole
        return Item(value, self.file, line, column, keys=keys)

    def _tagged(self, event: Any, tag: str) -> Item:
        return self._broken(event, f"the tag {tag.replace(_CORE, '!!')}: our files hold plain values")

    def _broken(self, event: Any, message: str, code: Code = Code.BROKEN_YAML) -> Item:
        line, column = event.start_mark.line + 1, event.start_mark.column + 1
        self.report(Problem(self.file, line, column, code.code, message))
        return Item(Odd("", "broken", reported=True), self.file, line, column)

    def _scalar(self, event: Any, tag: str, line: int, column: int) -> Item:
        what, text = tag.removeprefix(_CORE), event.value
        value: Any = Odd(text, {"float": "a fraction", "timestamp": "a date", "int": "a number"}.get(what, what))
        if what == "str":
            value = text
            if unseen := INVISIBLE.search(text):
                self._broken(event, f"the character {unseen[0]!a} can't be seen", Code.BAD_CHARACTER)
        elif what == "null":
            value = None
        elif what == "bool":
            value = text.casefold() in ("true", "yes", "on")
        elif what == "int" and _INTEGER.fullmatch(text):
            value = int(text)
        source = self.lines[line - 1] if line <= len(self.lines) else ""
        inside = column + (event.style in ("'", '"'))
        exact = source[inside - 1 : inside - 1 + len(text)] == text
        return Item(value, self.file, line, inside if exact else column, exact)

    def _sequence(self, depth: int) -> tuple[tuple[Item, ...], dict[str, tuple[int, int]]]:
        items = []
        while not isinstance(event := self.loader.get_event(), yaml.SequenceEndEvent):
            items.append(self._item(event, depth + 1))
        return tuple(items), {}

    def _mapping(self, depth: int) -> tuple[dict[str, Item], dict[str, tuple[int, int]]]:
        values: dict[str, Item] = {}
        keys: dict[str, tuple[int, int]] = {}
        while not isinstance(event := self.loader.get_event(), yaml.MappingEndEvent):
            mark = event.start_mark
            if not isinstance(event, yaml.ScalarEvent):
                if not isinstance(event, yaml.AliasEvent):
                    self._item(event, depth + 1)
                self._broken(event, "a key must be plain text")
                self._item(self.loader.get_event(), depth + 1)
                continue
            key, value = event.value, self._item(self.loader.get_event(), depth + 1)
            if unseen := INVISIBLE.search(key):
                self._broken(event, f"the character {unseen[0]!a} can't be seen", Code.BAD_CHARACTER)
            elif key in values:
                self._broken(event, f"{key!r} is in line {keys[key][0]} already", Code.DUPLICATE_KEY)
            else:
                values[key], keys[key] = value, (mark.line + 1, mark.column + 1)
        return values, keys


def read_json_lines(text: str, file: str, report: Report) -> Iterator[Item]:
    """One item for each line that holds a JSON object; broken lines are reported."""
    if not visible(text, file, report):
        return
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            data = json.loads(
                line, parse_constant=lambda name: Odd(name, "no number"), parse_int=_whole, object_pairs_hook=_distinct
            )
            item = _from_json(data, file, number, 1)
        except json.JSONDecodeError as error:
            report(Problem(file, number, error.colno, Code.BROKEN_JSON.code, error.msg))
        except (RecursionError, _TooDeep):
            report(
                Problem(file, number, 1, Code.BROKEN_JSON.code, f"lists or keys are nested more than {DEEPEST} deep")
            )
        except _Repeated as error:
            places = [
                match.start() + 1 for match in _KEY.finditer(line) if match[2] and match[1] == json.dumps(error.args[0])
            ]
            report(
                Problem(
                    file,
                    number,
                    (*places, 1, 1)[1],
                    Code.DUPLICATE_KEY.code,
                    f"{error.args[0]!r} is in this object already",
                )
            )
        except _Unseen as error:
            report(Problem(file, number, 1, Code.BAD_CHARACTER.code, f"the character {error.args[0]!a} can't be seen"))
        else:
            yield _with_columns(item, line) if isinstance(item.value, dict) else item


class _Repeated(Exception):
    """A key that an object has already."""


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(found := dict(pairs)) < len(pairs):
        raise _Repeated(Counter(key for key, _ in pairs).most_common(1)[0][0])
    return found


class _Unseen(Exception):
    """A character that can't be seen."""


def _whole(text: str) -> int | Odd:
    return int(text) if _INTEGER.fullmatch(text) else Odd(text, "a number")


def _from_json(data: Any, file: str, line: int, column: int, depth: int = 0) -> Item:
    if depth > DEEPEST:
        raise _TooDeep
    if isinstance(data, dict):
        values = {key: _from_json(value, file, line, column, depth + 1) for key, value in data.items()}
        if unseen := INVISIBLE.search("".join(data)):
            raise _Unseen(unseen[0])
        return Item(values, file, line, column, keys=dict.fromkeys(data, (line, column)))
    if isinstance(data, list):
        return Item(tuple(_from_json(value, file, line, column, depth + 1) for value in data), file, line, column)
    if isinstance(data, str) and (unseen := INVISIBLE.search(data)):
        raise _Unseen(unseen[0])
    return Item(Odd(str(data), "a fraction") if isinstance(data, float) else data, file, line, column)


def _with_columns(item: Item, line: str) -> Item:
    """The object of one line with the columns of its keys and values, found in the text: JSON tells none."""
    places: dict[str, tuple[int, int]] = {}
    for match in _KEY.finditer(line):
        if match[2]:
            places.setdefault(match[1], (match.start() + 1, match.end() + 1))
    values, keys = {}, {}
    for key, value in item.value.items():
        start, end = places.get(json.dumps(key), (1, 1))
        keys[key] = (item.line, start)
        values[key] = replace(value, column=end)
    return replace(item, value=values, keys=keys)
