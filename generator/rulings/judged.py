"""Verdicts in short, kept from one check to the next: a ruling is played again only when something that it is made of
has changed.

A ruling is made of its scenario, of our code, of the rules of its game, of the statements that can be put to the test,
and of cards. Which cards: those that the scenario names, by id or name, wherever; those that the sentences of these
name, and so on; and of every card who it is (id, name, game, kind, copies, alignments), for decks are filled with cards
that nobody names. A scenario in which a game begins (`seats`) deals such cards, and one may `count` them: it depends on
all cards. Of a card counts what the engine sees of it and what can be counted: what else its file says, a remark or how
it was rare, makes no ruling another.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from generator.catalog.compiled import Compiled
from generator.catalog.grouping import grouped
from generator.catalog.names import CardName
from generator.kept import digest

if TYPE_CHECKING:
    from generator.rulings.play import Verdict


class Short(Struct, frozen=True):
    """What is asked of all verdicts at once; `counter`: whether there is a counter-case."""

    ruling: str
    passed: bool
    settles: frozenset[str]
    counter: bool


def in_short(compiled: Compiled) -> list[Short]:
    """All verdicts, in order. Raises CatalogError when a scenario cannot be read."""
    return [short_of(ruling, its) for ruling, its in judged(compiled).items()]


def short_of(ruling: str, its: Mapping[str, Any]) -> Short:
    """A verdict from what `as_kept` has made of it."""
    return Short(ruling, its["passed"], frozenset(its["settles"]), its["counter"])


def as_kept(verdict: Verdict, complaints: Iterable[object]) -> dict[str, Any]:
    """What a check or a build keeps of a verdict, as JSON data: what Short has, and the `complaints` as they print."""
    return {
        "passed": verdict.passed,
        "settles": sorted(verdict.settles),
        "counter": verdict.counter is not None,
        "complaints": [*map(str, complaints)],
    }


def judged(compiled: Compiled) -> dict[str, dict[str, Any]]:
    """Of every ruling: `title`, `game`, whether it has `passed`, what it `settles`, whether it has a `counter`-case,
    its `complaints` as printed.

    Raises CatalogError when a scenario cannot be read.
    """
    rows, wanted = compiled.rulings, ruling_keys(compiled)
    found = compiled.kept.get_all("verdict", wanted.values())
    if new := {ruling for ruling, key in wanted.items() if key not in found}:
        for ruling, verdict in _play(compiled, new):
            found[wanted[ruling]] = verdict
            if verdict["passed"]:  # A complaint names a line of a file, which moves when others are edited.
                compiled.kept.put("verdict", wanted[ruling], verdict)
        compiled.kept.keep_only("verdict", set(wanted.values()))
    return {row["id"]: {"title": row["title"], "game": row["game"], **found[wanted[row["id"]]]} for row in rows}


def _play(compiled: Compiled, rulings: set[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    from generator.rulings.complaints import complaints
    from generator.rulings.play import run
    from generator.rulings.scenario import read_scenarios
    from generator.rulings.world import World

    worlds = {game.id: World(compiled.catalog, game.id) for game in compiled.catalog.games}
    for scenario in read_scenarios(compiled.catalog, rulings=rulings):
        verdict = run(scenario, worlds[scenario.ruling.game])
        yield scenario.ruling.id, as_kept(verdict, complaints(scenario.ruling, verdict))


def ruling_keys(compiled: Compiled) -> dict[str, str]:
    """Of each ruling, in the order of the files, a key of all that it is made of."""
    return _Keys(compiled).of(compiled.rulings)


class _Keys:
    """What verdicts are kept by."""

    def __init__(self, compiled: Compiled) -> None:
        self._compiled = compiled
        self._all = digest(*(name.played for name in compiled.names))
        known = ((name.id, name.name, name.game, name.kind, name.copies, *name.alignments) for name in compiled.names)
        self._world = digest(compiled.rules_key, *(part for each in known for part in each))
        self._called = digest(*(part for name in compiled.names for part in (name.id, name.name)))

    def of(self, rows: Sequence[dict[str, Any]]) -> dict[str, str]:
        """The keys of rulings: a row has the id of one and its game."""
        kept, scenarios = self._compiled.kept, self._compiled.scenarios
        wanted = {row["id"]: digest(scenarios[row["id"]], self._called) for row in rows}
        named = kept.get_all("named", wanted.values())
        new = len(named) < len(set(wanted.values()))
        found = {}
        for row in rows:
            scenario, key = scenarios[row["id"]], wanted[row["id"]]
            if key not in named:
                named[key] = [name.id for name in self._mentioned(scenario)]
                kept.put("named", key, named[key])
            cards = (
                self._all
                if '"seats"' in scenario or '"count"' in scenario
                else digest(*(f"{name.id} {name.played}" for name in self._with_theirs(named[key])))
            )
            found[row["id"]] = digest(row["id"], row["game"], scenario, self._world, cards)
        if new:
            kept.keep_only("named", set(wanted.values()))
        return found

    @cached_property
    def _by_word(self) -> dict[str, list[CardName]]:
        return grouped((name.slug, name) for name in self._compiled.names)

    @cached_property
    def _by_name(self) -> dict[str, list[CardName]]:
        return grouped((name.name, name) for name in self._compiled.names)

    @cached_property
    def _names(self) -> re.Pattern[str]:
        longest_first = sorted(self._by_name, key=len, reverse=True)
        return re.compile("|".join(map(re.escape, longest_first)))

    def _mentioned(self, scenario: str) -> list[CardName]:
        """The cards that a scenario names by id or name."""
        words = (name for word in re.findall(r"[a-z0-9-]+", scenario) for name in self._by_word.get(word, ()))
        names = (name for text in self._names.findall(scenario) for name in self._by_name[text])
        return list({name.id: name for name in (*words, *names)}.values())

    def _with_theirs(self, cards: Iterable[str]) -> list[CardName]:
        """These cards, and those that their sentences name, and so on."""
        found: dict[str, CardName] = {}
        waiting = [self._compiled.name(card) for card in cards]
        while waiting:
            name = waiting.pop()
            if name.id not in found:
                found[name.id] = name
                waiting += [other for text in name.names for other in self._by_name.get(text, ())]
        return sorted(found.values(), key=lambda name: name.id)
