"""The rulings of a build: played where anything is new that they are made of, else as they came out the last time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from generator.catalog.compiled import Compiled
from generator.catalog.problems import Problem
from generator.catalog.records import RulingRecord
from generator.database.read import VerdictRecord, verdict_record
from generator.kept import as_text, code_key, digest
from generator.rulings.complaints import complaints
from generator.rulings.elsewhere import TableAnswer, answer_of, kept_answer, tables_elsewhere
from generator.rulings.judged import Short, as_kept, ruling_keys, short_of
from generator.rulings.play import run_seen
from generator.rulings.scenario import Case, read_scenario
from generator.rulings.world import World
from generator.site.made import Digested
from generator.site.rulings import Proofs, at_work
from generator.workers import Numbers, cores, in_parallel

_SAVED_AT_ONCE = 200


class Played(Digested):
    """The verdict of every ruling by its id; `complaints` say what is wrong, of those that do not hold."""

    def __init__(self, compiled: Compiled) -> None:
        self._compiled = compiled
        code, self._rulings = code_key(), ruling_keys(compiled)
        cards = compiled.cards_of_rulings  # which of their clauses are at work
        self._keys = {ruling: digest(code, key, *cards[ruling]) for ruling, key in self._rulings.items()}
        self.complaints: list[str] = []
        self._wrong: dict[str, list[str]] = {}
        self._taken = 0
        there = compiled.kept.get_all("verdict in short", self._keys.values())
        rows = compiled.kept.has("verdict rows", self._keys.values())
        self.new = [ruling for ruling, key in self._keys.items() if key not in there or key not in rows]
        self._short: dict[str, dict[str, Any]] = {
            ruling: there[key] for ruling, key in self._keys.items() if key in there
        }
        """By ruling the clauses at work, the statements settled, whether it has a counter-case, and what its plays give
        in other games.
        """

    def play(self) -> None:
        """Play what is new."""
        kept, catalog = self._compiled.kept, self._compiled.catalog
        numbers = Numbers(len(self.new))
        worlds = {game.id: World(catalog, game.id) for game in catalog.games}
        for found in in_parallel(
            [lambda: (self._one(self.new[at], worlds, catalog.engine_cards) for at in numbers)]
            * min(cores(), len(self.new))
        ):
            for played in found:
                self._take(*played)
        for ruling in self.new:
            # A worker failed with it: here its error is seen.
            if ruling not in self._short and ruling not in self._wrong:
                self._take(*self._one(ruling, worlds, catalog.engine_cards))
        for step, keys in (("verdict in short", self._keys), ("verdict rows", self._keys), ("verdict", self._rulings)):
            kept.keep_only(step, set(keys.values()))
        self.complaints = [said for ruling in self._keys for said in self._wrong.get(ruling, ())]

    def _one(self, ruling: str, worlds: dict[str, World], cards: tuple[Any, ...]) -> list[Any]:
        from generator.database.load import verdict_rows

        record: RulingRecord = self._compiled.catalog.ruling(ruling)
        problems: list[Problem] = []
        scenario = read_scenario(record, worlds[record.game], problems)
        if scenario is None:
            return [ruling, [str(problem) for problem in problems], "", {}]
        verdict, seen = run_seen(scenario, worlds[record.game])
        if not verdict.passed:
            return [ruling, [str(problem) for problem in complaints(record, verdict)], "", {}]
        rows = verdict_rows(verdict, cards)
        proven = sorted(
            at_work(verdict_record(map(tuple, rows)), (self._compiled.catalog.card(card).card for card in record.cards))
        )
        return [
            ruling,
            [],
            as_text(rows),
            {
                "proven": proven,
                "verdict": as_kept(verdict, ()),
                "elsewhere": [
                    kept_answer(answer, scenario.case) for answer in tables_elsewhere(scenario, worlds, seen)
                ],
            },
        ]

    def _take(self, ruling: str, wrong: list[str], rows: str, short: dict[str, Any]) -> None:
        if wrong:
            self._wrong[ruling] = wrong
            return
        kept, key = self._compiled.kept, self._keys[ruling]
        self._short[ruling] = short
        kept.put("verdict in short", key, short)
        kept.put_text("verdict rows", key, rows)
        kept.put("verdict", self._rulings[ruling], short["verdict"])
        self._taken += 1
        if self._taken % _SAVED_AT_ONCE == 0:
            kept.save()

    def rows(self) -> Iterator[list[list[Any]]]:
        """What the database has of each verdict, in order."""
        for start in range(0, len(keys := list(self._keys)), _SAVED_AT_ONCE):
            some = keys[start : start + _SAVED_AT_ONCE]
            found = self._compiled.kept.get_all("verdict rows", (self._keys[ruling] for ruling in some))
            yield from (found.get(self._keys[ruling]) or self._rows(ruling) for ruling in some)

    def _rows(self, ruling: str) -> list[list[Any]]:
        rows: list[list[Any]] = self._compiled.kept.get("verdict rows", self._keys[ruling])
        if rows is None:  # damaged, or another command has thrown it away
            catalog = self._compiled.catalog
            worlds = {game.id: World(catalog, game.id) for game in catalog.games}
            rows = json.loads(self._one(ruling, worlds, catalog.engine_cards)[2])
        return rows

    def in_short(self) -> list[Short]:
        """All verdicts, in order; each has passed, or nothing is built."""
        return [short_of(each, self._short[each]["verdict"]) for each in self._keys]

    def elsewhere(self, ruling: str, case: Case) -> list[TableAnswer]:
        """What comes of the plays of a ruling in other games; `case` is its main case."""
        return [answer_of(data, case) for data in self._short[ruling]["elsewhere"]]

    def proven(self) -> Proofs:
        """Which rulings show which clause at work."""
        found: dict[tuple[str, int], set[str]] = {}
        for ruling, its in self._short.items():
            for card, number in its["proven"]:
                found.setdefault((card, number), set()).add(ruling)
        return {clause: frozenset(rulings) for clause, rulings in found.items()}

    # --- a mapping --------------------------------------------------------------------------------------------------

    def digest(self, key: str) -> str:
        """A digest of all that the ruling is made of."""
        return self._keys[key]

    def __getitem__(self, key: str) -> VerdictRecord:
        if key not in self._keys:
            raise KeyError(key)
        return verdict_record(map(tuple, self._rows(key)))

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)
