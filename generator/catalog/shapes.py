"""What the values in our files look like: each shape checks an item and describes itself as JSON Schema.

`check` answers plain data of the shape, or `BAD` when a problem was reported. Optional keys that are not there are
None.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from types import SimpleNamespace
from typing import Any, Protocol

from msgspec import Struct, field

from generator.catalog.items import Item, Odd
from generator.catalog.problems import Code, Problem, nearest
from generator.structs import replace


class _Bad:
    def __repr__(self) -> str:
        return "BAD"


BAD = _Bad()
"""Stands for a value whose problem has been reported."""


class Reader(Protocol):
    """What a shape needs from whoever reads: a place for problems, and for names that must be resolved later."""

    def report(self, problem: Problem) -> None: ...

    def refer(self, kind: str, item: Item) -> None: ...


class Shape(Protocol):
    """A kind of value."""

    @property
    def doc(self) -> str: ...

    def check(self, item: Item, reader: Reader) -> Any: ...

    def schema(self) -> dict[str, Any]: ...


def _kind(item: Item) -> str:
    value = item.value
    if isinstance(value, Odd):
        return value.what
    if value is None:
        return "nothing"
    return {str: "text", bool: "true or false", int: "a number", tuple: "a list", dict: "a set of keys"}[type(value)]


def _refused(item: Item, reader: Reader, code: Code, message: str, suggestion: str | None = None) -> Any:
    reader.report(item.problem(code, message, suggestion))
    return BAD


def _wrong(item: Item, reader: Reader, wanted: str) -> Any:
    if isinstance(item.value, Odd) and item.value.reported:
        return BAD
    found = _kind(item)
    scalar = item.value is not None and not isinstance(item.value, (tuple, dict, str))
    hint = ": put it in quotes" if scalar and wanted == "text" else ""
    return _refused(item, reader, Code.WRONG_TYPE, f"this must be {wanted}, not {found}{hint}")


_TOO_DEEP = re.compile(
    r"^(?:[ \t]{80}|[ \t]*(?:>[ \t]*|(?:[-*+]|\d{1,9}[.)])[ \t]+){20})|(?:\[[^\[\]]*){20}", re.MULTILINE
)
"""Where so many lists, quotes or brackets are opened, one in the other, or a line is indented as far as that."""


def unfit(text: str, most: int) -> str:
    """Why what renders Markdown would take minutes for this text, or end the process; empty where it would not.

    Each row of a table has as many cells as its head, however short it is itself."""
    if len(text) > most:
        return f"this text has {len(text)} characters; it may have {most}"
    if _TOO_DEEP.search(text):
        return "lists, quotes or brackets are nested more than 19 deep here"
    lines = text.split("\n")
    wide = max(line.count("|") for line in lines)
    if wide * len(lines) > len(text):
        return (
            f"this table has {wide} times | in one of its {len(lines)} rows, and fewer in others: give each row as many"
            " cells as its head"
        )
    return ""


class Text(Struct, frozen=True):
    """Some words. `refers` names the kind of thing that the text must be the id or name of."""

    doc: str = ""
    refers: str = ""
    examples: tuple[str, ...] = ()
    most = 5_000

    def check(self, item: Item, reader: Reader) -> Any:
        if not isinstance(item.value, str):
            return _wrong(item, reader, "text")
        if not item.value.strip():
            return _refused(item, reader, Code.WRONG_TYPE, "this must be text, not an empty one")
        if wrong := unfit(item.value, self.most):
            return _refused(item, reader, Code.TOO_LARGE, wrong)
        if self.refers:
            reader.refer(self.refers, item)
        return item.value

    def schema(self) -> dict[str, Any]:
        return _described({"type": "string", "minLength": 1}, self.doc, self.examples)


class Pages(Text, frozen=True):
    """A page or pages, as a number or as text such as `5-6`; read as text."""

    most = 40
    last = 99_999

    def check(self, item: Item, reader: Reader) -> Any:
        number = isinstance(item.value, int) and not isinstance(item.value, bool)
        found = super().check(replace(item, value=str(item.value)) if number else item, reader)
        if re.fullmatch("-?[0-9]+", str(found)) and not 1 <= int(found) <= self.last:
            return _refused(item, reader, Code.BAD_NUMBER, f"{found!r} isn't a page or line from 1 to {self.last}")
        return found

    def schema(self) -> dict[str, Any]:
        return {"type": ["integer", "string"], "minLength": 1, "maxLength": self.most, "minimum": 1}


class Id(Struct, frozen=True):
    """A permanent name of small letters, digits and hyphens."""

    doc: str = "Permanent: links use it. Small letters, digits and hyphens."
    pattern = "^[a-z0-9]+(-[a-z0-9]+)*$"
    most = 100

    def check(self, item: Item, reader: Reader) -> Any:
        if not isinstance(item.value, str):
            return _wrong(item, reader, "text")
        if len(item.value) > self.most:
            return _refused(
                item, reader, Code.TOO_LARGE, f"this id has {len(item.value)} characters; it may have {self.most}"
            )
        if not re.fullmatch(self.pattern.strip("^$"), item.value):
            better = "-".join(re.findall(r"[a-z0-9]+", item.value.casefold()))
            return _refused(
                item,
                reader,
                Code.BAD_ID,
                f"{item.value!r} isn't an id: small letters, digits and hyphens",
                better or None,
            )
        return item.value

    def schema(self) -> dict[str, Any]:
        return _described({"type": "string", "pattern": self.pattern}, self.doc)


class Color(Struct, frozen=True):
    """A color as style sheets write it: `#1f4a3c`."""

    doc: str = ""
    pattern = "^#([0-9a-f]{3}|[0-9a-f]{6})$"

    def check(self, item: Item, reader: Reader) -> Any:
        if not isinstance(item.value, str):
            return _wrong(item, reader, "text")
        if not re.fullmatch(self.pattern.strip("^$"), item.value):
            return _refused(item, reader, Code.UNKNOWN_VALUE, f"{item.value!r} isn't a color such as #1f4a3c")
        return item.value

    def schema(self) -> dict[str, Any]:
        return _described({"type": "string", "pattern": self.pattern}, self.doc)


class Number(Struct, frozen=True):
    """A whole number within bounds."""

    doc: str = ""
    least: int = 0
    most: int = 99

    def check(self, item: Item, reader: Reader) -> Any:
        value = item.value
        if isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most:
            return value
        if isinstance(value, (tuple, dict, bool)) or value is None:
            return _wrong(item, reader, "a whole number")
        if isinstance(value, Odd) and value.reported:
            return BAD
        written = value.text if isinstance(value, Odd) else value
        return _refused(
            item, reader, Code.BAD_NUMBER, f"{written!r} is not a whole number from {self.least} to {self.most}"
        )

    def schema(self) -> dict[str, Any]:
        return _described({"type": "integer", "minimum": self.least, "maximum": self.most}, self.doc)


class OrWord(Struct, frozen=True):
    """A number, or one word that stands for the lack of it."""

    of: Number
    word: str
    doc: str = ""

    def check(self, item: Item, reader: Reader) -> Any:
        if item.value == self.word:
            return self.word
        if not isinstance(item.value, str) or not (near := nearest(item.value, [self.word])):
            return self.of.check(item, reader)
        return _refused(item, reader, Code.BAD_NUMBER, f"{item.value!r} is neither a number nor {self.word!r}", near)

    def schema(self) -> dict[str, Any]:
        return _described({"anyOf": [self.of.schema(), {"const": self.word}]}, self.doc)


class Flag(Struct, frozen=True):
    """True or false."""

    doc: str = ""

    def check(self, item: Item, reader: Reader) -> Any:
        return item.value if isinstance(item.value, bool) else _wrong(item, reader, "true or false")

    def schema(self) -> dict[str, Any]:
        return _described({"type": "boolean"}, self.doc)


class Choice(Struct, frozen=True):
    """One of a few words."""

    options: tuple[str, ...]
    doc: str = ""

    def check(self, item: Item, reader: Reader) -> Any:
        if not isinstance(item.value, str):
            return _wrong(item, reader, f"one of {', '.join(self.options)}")
        if item.value not in self.options:
            near = nearest(item.value, self.options)
            some = "" if near else f"; it can be {', '.join(self.options)}"
            return _refused(item, reader, Code.UNKNOWN_VALUE, f"{item.value!r} is not known here{some}", near)
        return item.value

    def schema(self) -> dict[str, Any]:
        return _described({"enum": list(self.options)}, self.doc)


class Maybe(Struct, frozen=True):
    """A value that may be `null`."""

    of: Shape

    @property
    def doc(self) -> str:
        return self.of.doc

    def check(self, item: Item, reader: Reader) -> Any:
        return None if item.value is None else self.of.check(item, reader)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [self.of.schema(), {"type": "null"}]}


class Date(Struct, frozen=True):
    """A year, month or day, `2002`, `2002-01` or `2002-01-31`, in quotes or not; read as text."""

    doc: str = ""
    pattern = r"^[12]\d{3}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$"

    def check(self, item: Item, reader: Reader) -> Any:
        value = item.value
        if isinstance(value, Odd) and value.reported:
            return BAD
        written = value.text if isinstance(value, Odd) else value
        if isinstance(written, (tuple, dict, bool)) or written is None:
            return _wrong(item, reader, "a date")
        if not is_date(str(written)):
            return _refused(
                item, reader, Code.BAD_DATE, f"{written!r} isn't a date such as 2002, 2002-01 or 2002-01-31"
            )
        return str(written)

    def schema(self) -> dict[str, Any]:
        text = {"type": "string", "pattern": self.pattern}
        return _described({"anyOf": [text, {"type": "integer", "minimum": 1000, "maximum": 2999}]}, self.doc)


def is_date(text: str) -> bool:
    """Whether there is such a year, month or day."""
    try:
        return bool(re.fullmatch(Date.pattern, text) and date.fromisoformat(text + "-01-01"[len(text) - 4 :]))
    except ValueError:
        return False


class Anything(Struct, frozen=True):
    """A value that another room reads and checks: the scenario of a ruling."""

    doc: str = ""

    def check(self, item: Item, reader: Reader) -> Any:
        return item.plain()

    def schema(self) -> dict[str, Any]:
        return _described({}, self.doc)


class Many(Struct, frozen=True):
    """A list, of `least` to `most`, no value of it twice unless `repeats`. A bad value in it is BAD in its place."""

    of: Shape
    doc: str = ""
    least: int = 0
    repeats: bool = False
    most: int = 5_000

    def check(self, item: Item, reader: Reader) -> Any:
        if not isinstance(item.value, tuple):
            return _wrong(item, reader, "a list")
        if len(item.value) < self.least:
            return _refused(item, reader, Code.MISSING_KEY, f"this list needs at least {self.least}")
        if len(item.value) > self.most:
            return _refused(
                item, reader, Code.TOO_LARGE, f"this list has {len(item.value)} entries; it may have {self.most}"
            )
        found, seen = [], set()
        for child in item.value:
            value = self.of.check(child, reader)
            if not self.repeats and isinstance(value, (str, int)):
                if value in seen:
                    reader.report(child.problem(Code.REPEATED_VALUE, f"{value!r} comes twice in this list"))
                seen.add(value)
            found.append(value)
        return found

    def schema(self) -> dict[str, Any]:
        least = {"minItems": self.least} if self.least else {}
        unique = {} if self.repeats or isinstance(self.of, (Keys, Either)) else {"uniqueItems": True}
        items = {"items": self.of.schema(), **least, "maxItems": self.most}
        return _described({"type": "array", **items, **unique}, self.doc)


class Keys(Struct, frozen=True):
    """Named values. Checked into a namespace with all keys as attributes, `-` written `_`, and `item`.

    `others` is the shape of keys that are not named; without it they are unknown.
    """

    needed: Mapping[str, Shape] = field(default_factory=dict)
    may: Mapping[str, Shape] = field(default_factory=dict)
    doc: str = ""
    others: Shape | None = None

    def check(self, item: Item, reader: Reader) -> Any:
        if not isinstance(item.value, dict):
            return _wrong(item, reader, f"keys ({', '.join(self.needed)} …)" if self.needed else "keys")
        shapes = {**self.needed, **self.may}
        values: dict[str, Any] = {key.replace("-", "_"): None for key in shapes}
        misspelled = set()
        for key, child in item.value.items():
            shape = shapes.get(key, self.others)
            if shape is None:
                line, column = item.keys[key]
                meant = nearest(key, [name for name in shapes if name not in item.value])
                misspelled.add(meant)
                reader.report(
                    Problem(item.file, line, column, Code.UNKNOWN_KEY.code, f"no key {key!r} belongs here", meant)
                )
            else:
                values[key.replace("-", "_")] = shape.check(child, reader)
        for key in self.needed:
            if key not in item.value:
                values[key.replace("-", "_")] = BAD
                if key not in misspelled:
                    reader.report(item.problem(Code.MISSING_KEY, f"{key!r} is missing"))
        return SimpleNamespace(**values, item=item)

    def schema(self) -> dict[str, Any]:
        properties = {key: shape.schema() for key, shape in {**self.needed, **self.may}.items()}
        rest = self.others.schema() if self.others else False
        return _described(
            {"type": "object", "properties": properties, "required": list(self.needed), "additionalProperties": rest},
            self.doc,
        )


class Either(Struct, frozen=True):
    """Plain text, or keys; which keys they are shows by the first of `forms` whose first needed key is there."""

    text: Shape
    forms: Sequence[Keys]
    doc: str = ""

    def check(self, item: Item, reader: Reader) -> Any:
        if not isinstance(item.value, dict):
            return self.text.check(item, reader)
        form = next((form for form in self.forms if next(iter(form.needed)) in item.value), self.forms[0])
        return form.check(item, reader)

    def schema(self) -> dict[str, Any]:
        return _described({"anyOf": [self.text.schema(), *(form.schema() for form in self.forms)]}, self.doc)


def good(value: Any) -> bool:
    """Whether a checked value holds nothing BAD, however deep."""
    if isinstance(value, SimpleNamespace):
        return all(good(part) for name, part in vars(value).items() if name != "item")
    if isinstance(value, list):
        return all(map(good, value))
    return value is not BAD


def _described(schema: dict[str, Any], doc: str, examples: Sequence[str] = ()) -> dict[str, Any]:
    return {**({"description": doc} if doc else {}), **schema, **({"examples": list(examples)} if examples else {})}
