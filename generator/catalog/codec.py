"""Records, cards and syntax trees as JSON data and back: any frozen Struct of our package, whatever its fields are.

`encode` names each class that it meets, with the names of its fields; `decode` looks the names up among our own modules
and makes nothing but frozen Structs, each from its fields alone: it calls no function that the data could choose.
What does not fit raises Unfit.

A value is text, a number, true, false or null as it is; an object of plain keys and plain values as it is, within {"":
…}; a list begins with what it is: 0 a tuple, 1 a frozenset (sorted), and from 2 on the class of that number.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from msgspec import Struct

from generator.kept import digest

_PLAIN = (str, int, float, bool, type(None))
_TUPLE, _SET, _FIRST = 0, 1, 2
_OURS = "generator."


class Unfit(ValueError):
    """Data that no value of ours has, or a value that has no data."""


def encode(value: Any) -> dict[str, Any]:
    """The data of a value."""
    classes: dict[type, int] = {}
    names: list[list[Any]] = []

    def data(part: Any) -> Any:
        kind: type = type(part)
        if kind in _PLAIN:
            return part
        if kind is tuple:
            return [_TUPLE, *map(data, part)]
        if kind is frozenset:
            return [_SET, *sorted(map(data, part))]
        if isinstance(part, Mapping):
            return {"": _plain(part)}
        if kind not in classes:
            if not _is_ours(kind):
                raise Unfit(f"a {kind.__name__} cannot be kept")
            classes[kind] = len(names)
            names.append([kind.__module__.removeprefix(_OURS), kind.__qualname__, *part.__struct_fields__])
        return [classes[kind] + _FIRST, *(data(getattr(part, name)) for name in part.__struct_fields__)]

    found = data(value)
    return {"classes": names, "value": found}


def decode(data: Any) -> Any:
    """The value that `encode` made the data of. Raises Unfit."""
    try:
        classes = [_class(*names) for names in data["classes"]]

        def value(part: Any) -> Any:
            if type(part) is list:
                kind = part[0]
                if kind == _TUPLE:
                    return tuple([value(each) for each in part[1:]])
                if kind == _SET:
                    return frozenset(part[1:])
                cls, names = classes[kind - _FIRST]
                return cls(**dict(zip(names, [value(each) for each in part[1:]], strict=True)))
            return part[""] if type(part) is dict else part

        return value(data["value"])
    except (KeyError, IndexError, TypeError, ValueError, ImportError, AttributeError) as error:
        raise Unfit(str(error)) from error


def digests(data: Any, without: Callable[[str, str], bool], part: str = "") -> list[str]:
    """Of a tuple of records, as the data of it that `encode` made: a digest of each, or of the one field `part` of
    each, without the fields of which `without` says so, given the names of class and field. Raises Unfit.
    """
    try:
        classes = [
            (name, [at for at, field in enumerate(fields, 1) if not without(name, field)])
            for _, name, *fields in data["classes"]
        ]

        def plain(part: Any) -> Any:
            if type(part) is not list:
                return part
            if part[0] in (_TUPLE, _SET):
                return [part[0], *map(plain, part[1:])]
            name, places = classes[part[0] - _FIRST]
            return [name, *(plain(part[at]) for at in places)]

        places = [1 + fields.index(part) if part in fields else 0 for _, _, *fields in data["classes"]]
        records = [record[places[record[0] - _FIRST]] if part else record for record in data["value"][1:]]
        return [digest(json.dumps(plain(record))) for record in records]
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise Unfit(str(error)) from error


def _plain(value: Any) -> Any:
    """The same, once it is known to be JSON data."""
    if isinstance(value, Mapping):
        if not all(type(key) is str for key in value):
            raise Unfit("a key that isn't a text cannot be kept")
        return {key: _plain(each) for key, each in value.items()}
    if type(value) is list:
        return [_plain(each) for each in value]
    if type(value) not in _PLAIN:
        raise Unfit(f"a {type(value).__name__} cannot be kept here")
    return value


@cache
def _is_ours(kind: type) -> bool:
    return (
        issubclass(kind, Struct)
        and kind.__struct_config__.frozen
        and kind.__module__.startswith(_OURS)
        and "." not in kind.__qualname__
    )


@cache
def _class_named(module: str, name: str) -> type[Struct]:
    found = getattr(importlib.import_module(_OURS + module), name)
    if not (isinstance(found, type) and _is_ours(found)):
        raise Unfit(f"{module}.{name} isn't a record")
    return found


def _class(module: str, name: str, *fields: str) -> tuple[type[Struct], tuple[str, ...]]:
    kind = _class_named(module, name)
    if fields != kind.__struct_fields__:
        raise Unfit(f"{name} has other fields")
    return kind, fields
