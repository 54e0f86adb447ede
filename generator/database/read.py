"""The verdict of a ruling as dossier.db has it, for pages."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from msgspec import Struct

from generator.catalog.grouping import grouped
from generator.engine.situation import Line
from generator.rulings import CheckedLine, SeenStep, SeenTable, restored


class VerdictRecord(Struct, frozen=True, dict=True):
    """What came out when a ruling was played; `counter` is the verdict of its counter-case, if it has one.

    What `lines` expect is in words, and `ledger` has no citations. `before` and `after` are the table before and after
    the plays, where there is one, read out of their JSON when they are looked at; `steps` has an entry per play.
    """

    ruling: str
    passed: bool
    lines: tuple[CheckedLine, ...]
    ledger: tuple[Line, ...]
    events: tuple[str, ...]
    counter: VerdictRecord | None = None
    before_json: str | None = None
    after_json: str | None = None
    steps: tuple[SeenStep, ...] = ()

    @cached_property
    def before(self) -> SeenTable | None:
        return _table(self.before_json)

    @cached_property
    def after(self) -> SeenTable | None:
        return _table(self.after_json)

    @property
    def settles(self) -> frozenset[str]:
        """The statements that its lines and those of its counter-case put to the test."""
        own = frozenset(statement for line in self.lines for statement in line.settles)
        return own | (self.counter.settles if self.counter else frozenset())


def verdict_record(rows: Iterable[tuple[str, Any]]) -> VerdictRecord:
    """The verdict of a ruling from its rows in the order of their tables, each with the name of its class."""
    tables = grouped(((name, bool(row["counter"])), row) for name, row in rows)

    def verdict(counter: bool, inner: VerdictRecord | None) -> VerdictRecord:
        settles = grouped((row["number"], row["statement_id"]) for row in tables.get(("Reference", counter), ()))
        (own,) = tables["Verdict", counter]
        return VerdictRecord(
            own["ruling_id"],
            bool(own["passed"]),
            tuple(
                CheckedLine(
                    row["text"], tuple(settles.get(row["number"], ())), row["expected"], row["actual"], bool(row["ok"])
                )
                for row in tables.get(("Expectation", counter), ())
            ),
            tuple(
                Line(row["side"], row["amount"], row["label"], row["text"], row["source"], ())
                for row in tables.get(("LedgerLine", counter), ())
            ),
            tuple(json.loads(own["events"])),
            inner,
            own["table_before"],
            own["table_after"],
            tuple(map(_step, tables.get(("Step", counter), ()))),
        )

    return verdict(False, verdict(True, None) if ("Verdict", True) in tables else None)


def _table(text: str | None) -> SeenTable | None:
    return None if text is None else restored(SeenTable, json.loads(text))


def _step(row: Any) -> SeenStep:
    read = {key: json.loads(row[key] or "null") for key in ("broken", "events", "attack")}
    plain = {key: row[key] for key in ("player", "attacking")}
    step: SeenStep = restored(SeenStep, {**plain, "legal": bool(row["legal"]), **read})
    return step
