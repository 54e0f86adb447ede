"""rules/synonyms.yaml: how a question is read, as data that the terminal and the browser both use."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from generator.catalog import Catalog, CatalogError, Problem
from generator.catalog.problems import Code
from generator.engine.ruleset import Ruleset

from . import words
from .query import LIST_FIELDS, parse

FILE = "rules/synonyms.yaml"
KEYS = (
    "stop", "kinds", "games", "games-together", "traits", "synonyms", "endings", "numbers", "attacks", "names", "weights",
)


def read_synonyms(root: Path, catalog: Catalog) -> dict[str, Any]:
    """What the file says, each phrase as its terms with a space between; and as `played` the games: id, short name, and by kind the attacks that
    are worked out, with what else their line says. Raises CatalogError with all problems."""
    try:
        text = (root / FILE).read_text(encoding="utf-8")
        node = yaml.compose(text, yaml.CSafeLoader)
    except FileNotFoundError:
        raise CatalogError([Problem(FILE, 1, 1, Code.MISSING_FILE.code, "this file says how a question is read")]) from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        mark = getattr(error, "problem_mark", None)
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        raise CatalogError([Problem(FILE, line, column, Code.BROKEN_YAML.code, str(error).splitlines()[0])]) from None
    if node is None:
        raise CatalogError([Problem(FILE, 1, 1, Code.WRONG_TYPE.code, "keys with values belong here")])
    file = _File()
    made = file.read(node)
    if file.problems:
        raise CatalogError(file.problems)
    return {**made, "played": [[game.id, game.short, _attacks(catalog.ruleset(game.id))] for game in catalog.games]}


def _attacks(its: Ruleset) -> dict[str, str]:
    return {kind: more and f" {more}" for line in its.said.get("searched-attacks", ()) for kind, _, more in [line.partition(" ")]}


class _File:
    """Reads the nodes of the file, and collects what is wrong with them."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def wrong(self, node: yaml.Node, code: Code, message: str) -> None:
        mark = node.start_mark
        self.problems.append(Problem(FILE, mark.line + 1, mark.column + 1, code.code, message))

    def read(self, node: yaml.Node) -> dict[str, Any]:
        parts = dict(self.keys(node))
        for name, at in parts.items():
            if name not in KEYS:
                self.wrong(at, Code.UNKNOWN_KEY, f"no key {name}; the keys are {', '.join(KEYS)}")
        for name in KEYS:
            if name not in parts:
                self.wrong(node, Code.MISSING_KEY, f"{name} is missing")
        if self.problems:
            return {}
        numbers = dict(self.keys(parts["numbers"]))
        return {
            "stop": self.words(parts["stop"]),
            "kinds": self.phrases(parts["kinds"]),
            "games": self.phrases(parts["games"]),
            "together": self.list(parts["games-together"]),
            "traits": self.traits(parts["traits"]),
            "synonyms": [self.list(each) for each in self.items(parts["synonyms"])],
            "endings": self.list(parts["endings"]),
            "fields": self.phrases(numbers.pop("fields", parts["numbers"])),
            "numbers": {phrase: name for name, each in numbers.items() for phrase in self.list(each)},
            "attacks": self.phrases(parts["attacks"]),
            "names": {name: self.list(each) for name, each in self.keys(parts["names"])},
            "weights": {name: self.number(each) for name, each in self.keys(parts["weights"])},
        }

    def keys(self, node: yaml.Node) -> Iterator[tuple[str, yaml.Node]]:
        if not isinstance(node, yaml.MappingNode):
            self.wrong(node, Code.WRONG_TYPE, "keys with values belong here")
            return
        seen = set()
        for key, value in node.value:
            if key.value in seen:
                self.wrong(key, Code.DUPLICATE_KEY, f"{key.value} stands here twice")
            seen.add(key.value)
            yield key.value, value

    def items(self, node: yaml.Node) -> list[yaml.Node]:
        if not isinstance(node, yaml.SequenceNode):
            self.wrong(node, Code.WRONG_TYPE, "a list belongs here")
            return []
        return list(node.value)

    def words(self, node: yaml.Node) -> list[str]:
        return sorted(set(words.terms(node.value))) if isinstance(node, yaml.ScalarNode) else self.list(node)

    def list(self, node: yaml.Node) -> list[str]:
        found = []
        for each in self.items(node):
            phrase = self.phrase(each)
            if phrase in found and phrase:
                continue
            found.append(phrase)
        return found

    def phrase(self, node: yaml.Node) -> str:
        if not isinstance(node, yaml.ScalarNode) or not (found := words.terms(node.value)):
            self.wrong(node, Code.WRONG_TYPE, "a word or phrase belongs here")
            return ""
        return " ".join(found)

    def phrases(self, node: yaml.Node) -> dict[str, str]:
        """The phrases below each key, each with its key."""
        found: dict[str, str] = {}
        for name, values in self.keys(node):
            for each in self.items(values):
                phrase = self.phrase(each)
                if found.get(phrase, name) != name:
                    self.wrong(each, Code.DUPLICATE_ID, f"{phrase} stands for {found[phrase]} already")
                found[phrase] = name
        return found

    def traits(self, node: yaml.Node) -> dict[str, str]:
        """The phrases below each clause of the language of queries, each with its clause."""
        for key, _ in node.value if isinstance(node, yaml.MappingNode) else ():
            if parse(key.value).problems or key.value.partition(":")[0] not in LIST_FIELDS:
                self.wrong(key, Code.WRONG_TYPE, "a field of cards with a value belongs here, as in nwo:blue")
        return self.phrases(node)

    def number(self, node: yaml.Node) -> float:
        try:
            return float(node.value)
        except (TypeError, ValueError):
            self.wrong(node, Code.WRONG_TYPE, "a number belongs here")
            return 0.0
