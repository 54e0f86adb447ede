"""What a card is called: the card that a person means by a name, however they remember it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, NamedTuple, Protocol

from generator.catalog.problems import nearest


class Named(Protocol):
    """What has the names of a card: a record, or what is kept of one."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def aliases(self) -> tuple[str, ...]: ...


class Found(NamedTuple):
    """The card that a name means, or None and the names of cards that may have been meant.

    `others` are the cards of the same name in other games. `record` and `others` are of those that were looked through.
    """

    record: Any
    suggestions: tuple[str, ...] = ()
    others: tuple[Any, ...] = ()


class CardName(NamedTuple):
    """What is kept to find a card: `names` are the cards that its sentences name, `digest` is one of all that is known
    of it, `played` of what a ruling can ask of it.
    """

    id: str
    name: str
    game: str
    aliases: tuple[str, ...]
    alignments: tuple[str, ...]
    kind: str
    copies: int
    names: tuple[str, ...]
    digest: str
    played: str

    @property
    def slug(self) -> str:
        """The part of the id behind the set."""
        return self.id.partition("/")[2]

    @property
    def row(self) -> list[Any]:
        """The same as JSON data."""
        return [list(value) if isinstance(value, tuple) else value for value in self]

    @classmethod
    def of(cls, row: list[Any]) -> CardName:
        """The name that `row` is of."""
        values: list[Any] = [tuple(value) if isinstance(value, list) else value for value in row]
        return cls(*values)


_SMALL = {"the", "of", "and", "for", "a", "to"}


SPELLED = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "&": " and "})
"""What Unicode does not take apart; casefold has made it small, and ß to ss."""


_FRACTIONS = re.compile("([¼½¾⅓⅔])")
_UNSPOKEN = re.compile("['’.]")
_WORD = re.compile(r"[^\W_]+")


def _words(name: str) -> list[str]:
    if name.isascii():  # Nearly all are, and there is nothing to take apart.
        plain = name.lower().replace("&", " and ")
    else:
        apart = unicodedata.normalize("NFKD", _FRACTIONS.sub(r" \1", name)).casefold().translate(SPELLED)
        plain = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return _WORD.findall(_UNSPOKEN.sub("", plain))


@cache
def fold(name: str) -> str:
    """What is left of a name when case, accents, punctuation, spaces and a leading "the" do not matter."""
    words = _words(name)
    return "".join(words[1:] if words[:1] == ["the"] and len(words) > 1 else words)


_SIGN = re.compile(r"\s*([>,+*:=])\s*")
_JOIN = re.compile(r" +(?=[^ =]+( |$))(?!privileged|bereft)")


def joined(line: str) -> str:
    """A line about cards that a player typed: in small letters, with `-` between the words of a name."""
    first, kind, *rest = [*_SIGN.sub(r"\1", line.lower()).split(), "", ""]
    return " ".join((first, kind, _JOIN.sub("-", " ".join(rest)))).strip()


def word_at(line: str, column: int) -> str:
    """The name that begins at a column of a line about cards."""
    return re.split(r"[\s>,+*:=]", line[column - 1 :], maxsplit=1)[0]


def nicknames(text: str) -> dict[str, tuple[str, ...]]:
    """What players call cards, by the name folded, out of the part `names` of rules/synonyms.yaml."""
    part = re.split(r"^\w", text.partition("\nnames:\n")[2], maxsplit=1, flags=re.MULTILINE)[0]
    lines = re.findall(r"^  card/\w+/(\S+): \[(.*)\]$", part, re.MULTILINE)
    return {fold(slug): tuple(each.split(", ")) for slug, each in lines}


def _initials(name: str) -> set[str]:
    words = _words(name)
    every = "".join(word[0] for word in words)
    return {short for short in (every, "".join(word[0] for word in words if word not in _SMALL)) if len(short) > 1}


def find_card(name: str, cards: Iterable[Named]) -> Found:
    """The one of `cards` that a person means by `name`."""
    records, wanted, words = list(cards), fold(name), set(_words(name))
    ways: tuple[Callable[[Named], set[str]], ...] = (
        lambda record: {fold(record.name), fold(record.id.partition("/")[2]), fold(record.id)},
        lambda record: {fold(alias) for alias in record.aliases},
        lambda record: _initials(record.name),
        lambda record: {wanted} if words <= set(_words(record.name)) else set(),
    )
    for spellings in ways:
        found = [record for record in records if wanted and wanted in spellings(record)]
        names = {fold(record.name) for record in found}
        if len(names) == 1:
            same = [record for record in records if fold(record.name) in names and record is not found[0]]
            return Found(found[0], others=tuple(same))
        if found:
            return Found(None, tuple(dict.fromkeys(record.name for record in found)))
    parts = [record.name for record in records if len(wanted) > 2 and wanted in fold(record.name)]
    spelled: dict[str, dict[str, None]] = {}
    for record in records:
        for spelling in (record.name, *record.aliases):
            spelled.setdefault(fold(spelling), {})[record.name] = None
    near = nearest(wanted, spelled)
    return Found(None, tuple(dict.fromkeys(parts))[:3] or tuple(spelled[near] if near else ()))
