"""Work follows change: which files of a build come from the last one, because nothing that they were made from is
different.

The files of a build are made by jobs. A job is a function that is called with a writer and some values, and writes
files. While it runs, what it asks of the data is noted (`Watched`): each question with a digest of the answer. At the
next build the same questions are asked again, each once for all jobs; where a job is called with the same values and
every answer is the same, its files are taken from the last build. So nobody keeps lists of what depends on what, and
what a page never asked for cannot make it old.

Some questions have a simpler one in their place (INSTEAD): one that has another answer whenever they have, and is
faster to ask.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, KeysView, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from msgspec import Struct

from generator.kept import as_text, digest

_PLAIN = (str, int, float, bool, type(None))
_NOT_ASKED = "line"
"""A field of records that no page shows."""
INSTEAD: dict[str, tuple[str, int]] = {
    "book.read": ("book.named_in", 1),
    "book.position": ("book.named_in", 1),
    "book.words": ("book.glossary_of", 1),
    "compared.attacks": ("book.fighters", 1),
}
"""Questions with the one that is noted in their place, and how many of their values it is asked with."""
PARTS = ("catalog",)
"""What is no answer, but is asked itself."""


class Job(Struct, frozen=True):
    """Something to make: `make` gets a writer and the `values`; with `everything` it is made again when anything at all
    is different.
    """

    name: str
    make: Callable[..., None]
    values: tuple[Any, ...]
    everything: bool


class Digested(Mapping[Any, Any]):
    """A mapping that knows the digest of a value without having it."""

    def digest(self, key: Any) -> str:
        """The digest of the value of a key that is there."""
        raise NotImplementedError


class Later:
    """Something that is made when it is first asked."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make

    @cached_property
    def _made(self) -> Any:
        return self._make()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._made, name)

    def __call__(self, *values: Any) -> Any:
        return self._made(*values)


class Unknown(TypeError):
    """A value that has no digest: a page may not ask for it."""


class Digests:
    """A digest of every value that a page may ask for; `records` are the records of the catalog with theirs."""

    def __init__(self) -> None:
        self._of: dict[int, str] = {}
        self._names: dict[int, str] = {}
        self._values: dict[str, Any] = {}

    def know(self, name: str, value: Any, its: str) -> None:
        """A value, by which questions name it and what its digest is."""
        self._of[id(value)], self._names[id(value)] = its, name
        self._values[name] = value

    def of(self, value: Any) -> str:
        """The digest, or the value as text where that is short."""
        return digest(self._text(value))

    def name(self, value: Any) -> Any:
        """A value as a question names it. Raises Unknown."""
        if isinstance(value, _PLAIN):
            return value
        if id(value) in self._names:
            return {"": self._names[id(value)]}
        if isinstance(value, tuple | list):
            return [self.name(each) for each in value]
        raise Unknown(f"no question can name a {type(value).__name__}")

    def value(self, name: Any) -> Any:
        """The value that a question names. Raises KeyError."""
        if isinstance(name, dict):
            return self._values[name[""]]
        return tuple(map(self.value, name)) if isinstance(name, list) else name

    def _text(self, value: Any) -> str:
        kind = type(value)
        if kind is str:
            return f"{len(value)}:{value}"
        if found := self._of.get(id(value)):
            return found
        if isinstance(value, (*_PLAIN, Path)):
            return f"{kind.__name__} {value}"
        if isinstance(value, tuple | list):
            return f"({','.join(map(self._text, value))})"
        if isinstance(value, Mapping):
            return f"{{{','.join(f'{self._text(key)}={self._text(each)}' for key, each in value.items())}}}"
        if isinstance(value, frozenset | set):
            return f"<{','.join(sorted(map(self._text, value)))}>"
        if isinstance(value, Struct):
            values = ",".join(
                self._text(getattr(value, name)) for name in value.__struct_fields__ if name != _NOT_ASKED
            )
            text = f"{kind.__module__}.{kind.__qualname__}({values})"
            if len(text) > 500:
                text = digest(text)
                self._values[f"{kind.__name__} {id(value)}"] = value  # It stays, and so does its address.
                self._of[id(value)] = text
            return text
        raise Unknown(f"pages ask for a {kind.__name__}, which has no digest")


class Questions:
    """What is asked of some things (`roots`, by name): notes it while `noted` is a set, and knows the digest of every
    answer.
    """

    def __init__(self, roots: Mapping[str, Any], digests: Digests, keys: Mapping[str, str] | None = None) -> None:
        self.roots, self.digests = roots, digests
        self.keys = dict(keys or {})
        """Of some roots a digest of all that they are made of."""
        self.noted: dict[str, None] | None = None
        self.everything = False
        """Whether only what is asked of templates is noted."""
        self.answers: dict[str, str] = {}

    def _free(self, path: str) -> bool:
        return self.noted is None or (self.everything and not path.startswith("templates."))

    def watched(self, name: str) -> Any:
        """One of the things; what is asked of it is noted."""
        return Watched(self.roots[name], name, self)

    def watched_items(self, name: str) -> Any:
        """One that is a mapping."""
        return WatchedMapping(self.roots[name], name, self)

    def call(self, path: str, method: Callable[..., Any], values: tuple[Any, ...], more: Mapping[str, Any]) -> Any:
        """Ask a method."""
        values = tuple(tuple(value) if isinstance(value, Iterator) else value for value in values)
        if self._free(path):
            return method(*values, **more)
        if path in INSTEAD:
            other, count = INSTEAD[path]
            self.answer(self._question(other, values[:count]))
            return method(*values, **more)
        if more:
            raise Unknown(f"{path} is asked with names for its values")
        question = self._question(path, values)
        try:
            found = method(*values)
        except KeyError:
            self._note(question, "KeyError")
            raise
        if isinstance(found, Iterator):
            found = tuple(found)
        if question not in self.answers:
            self.answers[question] = self.digests.of(found)
        self._was_asked(question)
        return found

    def item(self, path: str, things: Mapping[Any, Any], key: Any) -> Any:
        """Look something up."""
        self._look(path, things, key)
        return things[key]

    def has(self, path: str, things: Mapping[Any, Any], key: Any) -> bool:
        """Whether something is there: asked without looking at it, as it may be long to make."""
        self._look(path, things, key)
        return key in things

    def _look(self, path: str, things: Mapping[Any, Any], key: Any) -> None:
        if self._free(path):
            return
        question = self._question(path, (key,))
        if question not in self.answers:
            self.answers[question] = self._at(things, key)
        self._was_asked(question)

    def _at(self, things: Mapping[Any, Any], key: Any) -> str:
        if key not in things:
            return "KeyError"
        return things.digest(key) if isinstance(things, Digested) else self.digests.of(things[key])

    def value(self, path: str, found: Any) -> Any:
        """Ask for something as it is."""
        if not self._free(path):
            question = self._question(path, ())
            if question not in self.answers:
                self.answers[question] = self.digests.of(found)
            self._was_asked(question)
        return found

    def _was_asked(self, question: str) -> None:
        if self.noted is not None:
            self.noted[question] = None

    def _note(self, question: str, answer: str) -> None:
        self.answers[question] = answer
        assert self.noted is not None
        self.noted[question] = None

    def _question(self, path: str, values: tuple[Any, ...]) -> str:
        return as_text([path, *map(self.digests.name, values)])

    def answer(self, question: str) -> str:
        """The digest of the answer as it is now; noted, if anything is."""
        if question not in self.answers:
            path, *names = json.loads(question)
            try:
                asked: Any = self.roots
                for at, name in enumerate(path.split(".")):
                    asked = asked[name] if at == 0 else getattr(asked, name)
                values = [self.digests.value(name) for name in names]
                if isinstance(asked, Mapping):
                    self.answers[question] = self._at(asked, *values)
                else:
                    found = asked(*values) if callable(asked) else asked
                    self.answers[question] = self.digests.of(
                        tuple(found) if isinstance(found, Iterator | KeysView) else found
                    )
            except (KeyError, AttributeError):
                self.answers[question] = "KeyError"
        if self.noted is not None:
            self.noted[question] = None
        return self.answers[question]


class Watched:
    """Something of which it is noted what it is asked."""

    def __init__(self, asked: Any, path: str, questions: Questions) -> None:
        self._asked, self._path, self._questions = asked, path, questions

    def __getattr__(self, name: str) -> Any:
        found, path = getattr(self._asked, name), f"{self._path}.{name}"
        if name in PARTS:
            return Watched(found, path, self._questions)
        if isinstance(found, Mapping):
            return WatchedMapping(found, path, self._questions)
        if callable(found):
            return lambda *values, **more: self._questions.call(path, found, values, more)
        return self._questions.value(path, found)


class WatchedMapping(Mapping[Any, Any]):
    """The same of a mapping."""

    def __init__(self, asked: Mapping[Any, Any], path: str, questions: Questions) -> None:
        self._asked, self._path, self._questions = asked, path, questions

    def __getitem__(self, key: Any) -> Any:
        return self._questions.item(self._path, self._asked, key)

    def __contains__(self, key: object) -> bool:
        return self._questions.has(self._path, self._asked, key)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._keys())

    def __len__(self) -> int:
        return len(self._keys())

    def _keys(self) -> tuple[Any, ...]:
        keys: tuple[Any, ...] = self._questions.value(f"{self._path}.keys", tuple(self._asked))
        return keys
