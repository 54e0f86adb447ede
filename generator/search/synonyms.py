"""rules/synonyms.yaml: how a question is read, as data that the terminal and the browser both use."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from generator.catalog.catalog import Catalog
from generator.catalog.items import Item, Odd, read_yaml
from generator.catalog.layout import CUES
from generator.catalog.problems import CatalogError, Code, Problem
from generator.catalog.texts import read_text
from generator.engine.ruleset import Ruleset

from . import words
from .index import KINDS
from .query import LIST_FIELDS, NUMBER_FIELDS, parse

FILE = "rules/synonyms.yaml"
KEYS = (
    "stop",
    "kinds",
    "games",
    "games-together",
    "only-games",
    "traits",
    "synonyms",
    "instead",
    "effects",
    "acting",
    "cues",
    "endings",
    "numbers",
    "attacks",
    "names",
    "wanted",
    "said",
    "weights",
)
ATTACKS = ("control", "destroy", "neutralize")
COMPARED = ("least", "more", "most", "less")
_NUMBER = re.compile(r"[0-9]{1,4}(\.[0-9]{1,4})?")


def read_synonyms(root: Path, catalog: Catalog) -> dict[str, Any]:
    """What the file says, each phrase as its terms with a space between; and as `played` the games: id, short name, and
    by kind the attacks that are worked out, with what else their line says. Raises CatalogError with all problems.
    """
    text = read_text(root, FILE)
    if text is None:
        raise CatalogError([Problem(FILE, 1, 1, Code.MISSING_FILE.code, "this file says how a question is read")])
    file = _File()
    item = read_yaml(text, FILE, file.problems.append)
    if item is None and not file.problems:
        file.problems.append(Problem(FILE, 1, 1, Code.WRONG_TYPE.code, "keys with values belong here"))
    made = file.read(item) if item and not file.problems else {}
    if file.problems:
        raise CatalogError(file.problems)
    return {**made, "played": [[game.id, game.short, _attacks(catalog.ruleset(game.id))] for game in catalog.games]}


def _attacks(its: Ruleset) -> dict[str, str]:
    return {
        kind: more and f" {more}"
        for line in its.said.get("searched-attacks", ())
        for kind, _, more in [line.partition(" ")]
    }


class _File:
    """Reads what is in the file, and collects what is wrong with it."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def wrong(self, item: Item, code: Code, message: str) -> None:
        self.problems.append(item.problem(code, message))

    def read(self, item: Item) -> dict[str, Any]:
        parts = self.every(item, KEYS)
        if self.problems:
            return {}
        numbers = dict(self.keys(parts["numbers"], ("fields", *COMPARED)))
        return {
            "stop": self.words(parts["stop"]),
            "kinds": self.phrases(parts["kinds"], KINDS),
            "games": self.phrases(parts["games"]),
            "together": self.list(parts["games-together"]),
            "only": self.phrases(parts["only-games"]),
            "traits": self.traits(parts["traits"]),
            "synonyms": [self.list(each) for each in self.items(parts["synonyms"])],
            "instead": self.phrases(parts["instead"]),
            "acting": self.list(parts["acting"]),
            "cues": {name: self.words(each) for name, each in self.every(parts["cues"], CUES).items()},
            "effects": self.list(parts["effects"]),
            "endings": self.list(parts["endings"]),
            "fields": self.phrases(numbers.pop("fields", parts["numbers"]), NUMBER_FIELDS),
            "numbers": {phrase: name for name, each in numbers.items() for phrase in self.list(each)},
            "attacks": self.phrases(parts["attacks"], ATTACKS),
            "names": {name: self.list(each) for name, each in self.keys(parts["names"])},
            "wanted": {name: self.list(each) for name, each in self.keys(parts["wanted"])},
            "said": self.said(parts["said"]),
            "weights": {name: self.number(each) for name, each in self.keys(parts["weights"], KINDS)},
        }

    def every(self, item: Item, known: Sequence[str]) -> dict[str, Item]:
        """The values of keys that must all be there."""
        found = dict(self.keys(item, known))
        for name in known:
            if name not in found:
                self.wrong(item, Code.MISSING_KEY, f"{name} is missing")
        return found

    def keys(self, item: Item, known: Sequence[str] = ()) -> Iterable[tuple[str, Item]]:
        """The values by their keys, none of which is another than those `known`, if some are."""
        if not isinstance(item.value, dict):
            self.wrong(item, Code.WRONG_TYPE, "keys with values belong here")
            return ()
        for name, place in item.keys.items():
            if known and name not in known:
                self.problems.append(
                    Problem(FILE, *place, Code.UNKNOWN_KEY.code, f"no key {name}; the keys are {', '.join(known)}")
                )
        return item.value.items()

    def items(self, item: Item) -> Sequence[Item]:
        if not isinstance(item.value, tuple):
            self.wrong(item, Code.WRONG_TYPE, "a list belongs here")
            return ()
        return item.value

    def words(self, item: Item) -> list[str]:
        return sorted(set(words.terms(item.value))) if isinstance(item.value, str) else self.list(item)

    def list(self, item: Item) -> list[str]:
        return list(dict.fromkeys(map(self.phrase, self.items(item))))

    def phrase(self, item: Item) -> str:
        value = item.value
        found = words.terms(str(value)) if isinstance(value, str | int) and not isinstance(value, bool) else ()
        if not found:
            self.wrong(item, Code.WRONG_TYPE, "a word or phrase belongs here")
        return " ".join(found)

    def phrases(self, item: Item, known: Sequence[str] = ()) -> dict[str, str]:
        """The phrases below each key, each with its key."""
        found: dict[str, str] = {}
        for name, values in self.keys(item, known):
            for each in self.items(values):
                phrase = self.phrase(each)
                if found.get(phrase, name) != name:
                    self.wrong(each, Code.DUPLICATE_ID, f"{phrase} stands for {found[phrase]} already")
                found[phrase] = name
        return found

    def traits(self, item: Item) -> dict[str, str]:
        """The phrases below each clause of the language of queries, each with its clause."""
        for key, _ in self.keys(item):
            if parse(key).problems or key.partition(":")[0] not in LIST_FIELDS:
                self.problems.append(
                    Problem(
                        FILE,
                        *item.keys[key],
                        Code.WRONG_TYPE.code,
                        "a field of cards with a value belongs here, as in nwo:blue",
                    )
                )
        return self.phrases(item)

    def said(self, item: Item) -> dict[str, Any]:
        """What cards say, each part of a sentence with the words of players for it."""
        found: dict[str, Any] = {}
        for name, values in self.keys(item):
            for each in self.items(values):
                self.phrase(each)
                found.setdefault(str(each.value).casefold(), []).extend(words.terms(name))
        return found

    def number(self, item: Item) -> float:
        written = item.value.text if isinstance(item.value, Odd) else str(item.value)
        if not _NUMBER.fullmatch(written) or not float(written):
            self.wrong(item, Code.WRONG_TYPE, "a number belongs here")
            return 0.0
        return float(written)
