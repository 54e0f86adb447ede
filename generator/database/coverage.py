"""How much of the documents and cards is stated, settled and written in the effect language: counted, never claimed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from generator.catalog import CardRecord, Catalog, ClauseRecord, Statement
from generator.language import tree as t
from generator.rulings import Verdict

RUN: frozenset[type] = frozenset(
    {
        t.Bonus,
        t.StatAgainst,
        t.StatChange,
        t.Immunity,
        t.CountsAs,
        t.Participation,
        t.Ability,
        t.DrawStep,
        t.FreeTransfer,
        t.SpecialGoal,
        t.GoalSavesYou,
        # effects of abilities
        t.Gain,
        t.Collect,
        t.Upkeep,
        t.SetRoll,
        t.TakeControl,
        t.Look,
        t.MakePrivileged,
        t.EndPrivilege,
        t.MayInterfere,
        t.DoubleIncome,
        t.Revive,
        t.CancelSpecial,
        t.LoseTurn,
        t.AllowDestroy,
        t.Redistribute,
        t.Rearrange,
        t.Draw,
        t.ChangeAlignment,
    }
)
"""The classes of sentence and of effect that the engine runs.

AllowDestroy is run by the terms that ask for its card.
"""

TOUCHES_ATTACK: frozenset[type] = frozenset(
    {
        t.Bonus,
        t.StatAgainst,
        t.StatChange,
        t.Immunity,
        t.CountsAs,
        t.Participation,
        t.SetRoll,
        t.MakePrivileged,
        t.EndPrivilege,
        t.MayInterfere,
        t.AllowDestroy,
        t.ChangeAlignment,
    }
)
"""The classes of sentence and of effect that change attack strength, who may take part, or immunity."""


def coverage(catalog: Catalog, verdicts: Sequence[Verdict]) -> dict[str, dict[str, Any]]:
    """The figures of `dossier coverage --json`; `verdicts` are those of `generator.rulings.run_all`.

    Statements count by document, cards by set, clauses and rulings by game. `settled` counts checkable statements.
    """
    stated, settled = set(stated_by(catalog)), set(settled_by(catalog, verdicts))
    verdict_of = {verdict.ruling: verdict for verdict in verdicts}
    return {
        "cards": {each.id: sum(record.card.set == each.id for record in catalog.cards) for each in catalog.sets},
        "statements": {
            document.id: _statements(
                [row for row in catalog.statements if row.document == document.id], stated, settled
            )
            for document in catalog.documents
        },
        "clauses": {
            game.id: _clauses([record for record in catalog.cards if record.card.game == game.id])
            for game in catalog.games
        },
        "rulings": {
            game.id: _rulings([verdict_of.get(ruling.id) for ruling in catalog.rulings if ruling.game == game.id])
            for game in catalog.games
        },
    }


def missing(catalog: Catalog, verdicts: Sequence[Verdict]) -> dict[str, list[str]]:
    """What the figures lack, as ids under headings. A document that no section of the rules states yet is left out."""
    stated, settled = set(stated_by(catalog)), set(settled_by(catalog, verdicts))
    begun = {statement for section in catalog.sections for statement in section.states}
    found: dict[str, list[str]] = {}
    for document in catalog.documents:
        rows = [row for row in catalog.statements if row.document == document.id]
        if not any(row.id in begun for row in rows):
            continue
        found[f"{document.id}: not stated"] = [row.id for row in rows if row.id not in stated]
        for kind in _kinds(rows):
            found[f"{document.id}: {kind} not settled"] = [
                row.id for row in rows if row.kind == kind and row.checkable and row.id not in settled
            ]
    for game in catalog.games:
        records = [record for record in catalog.cards if record.card.game == game.id]
        found[f"{game.id}: cards with facts that no clause accounts for"] = [
            record.id for record in records if record.accounted < record.fragments
        ]
        for heading, wanted in (
            ("notes", lambda clause: clause.note),
            ("sentences that the engine does not run", lambda clause: not runs(clause)),
        ):
            found[f"{game.id}: {heading}"] = [
                f"{record.id}#{clause.number}" for record in records for clause in record.clauses if wanted(clause)
            ]
    return found


def stated_by(catalog: Catalog) -> dict[str, tuple[str, ...]]:
    """Each statement that something states, and what does: `section position`, `glossary puppet`, `conflict …`."""
    found: dict[str, dict[str, None]] = {}
    for kind, records in (
        ("section", catalog.sections),
        ("glossary", catalog.glossary),
        ("conflict", catalog.conflicts),
        ("erratum", catalog.errata),
        ("edition", catalog.editions),
    ):
        for record in records:
            for statement in record.states:
                found.setdefault(statement, {})[f"{kind} {record.id}"] = None
    return {statement: tuple(owners) for statement, owners in found.items()}


def settled_by(catalog: Catalog, verdicts: Iterable[Verdict]) -> dict[str, tuple[str, ...]]:
    """Each checkable statement that an expectation of a passing ruling puts to the test, and the rulings that do."""
    checkable = {row.id for row in catalog.statements if row.checkable}
    found: dict[str, dict[str, None]] = {}
    for verdict in verdicts:
        if not verdict.passed:
            continue
        for statement in verdict.settles & checkable:
            found.setdefault(statement, {})[verdict.ruling] = None
    return {statement: tuple(rulings) for statement, rulings in found.items()}


def runs(clause: ClauseRecord) -> bool:
    """Whether the engine runs the clause."""
    return not clause.note and all(part in RUN for part in _classes(clause))


def touches_attack(clause: ClauseRecord) -> bool:
    """Whether the clause changes attack strength, who may take part in an attack, or immunity."""
    return clause.attack if clause.note else any(part in TOUCHES_ATTACK for part in _classes(clause))


def _classes(clause: ClauseRecord) -> Iterator[type]:
    yield type(clause.sentence)
    if isinstance(clause.sentence, t.Ability):
        yield from map(type, clause.sentence.effects)


def _kinds(rows: Iterable[Statement]) -> list[str]:
    return sorted({row.kind for row in rows})


def _statements(rows: list[Statement], stated: set[str], settled: set[str]) -> dict[str, Any]:
    def count(some: Iterable[Statement]) -> dict[str, int]:
        checkable = [row for row in some if row.checkable]
        return {"checkable": len(checkable), "settled": sum(row.id in settled for row in checkable)}

    return {
        "rows": len(rows),
        "stated": sum(row.id in stated for row in rows),
        **count(rows),
        "by_kind": {kind: count(row for row in rows if row.kind == kind) for kind in _kinds(rows)},
    }


def _clauses(records: list[CardRecord]) -> dict[str, int]:
    clauses = [clause for record in records for clause in record.clauses]
    attack = [clause for clause in clauses if touches_attack(clause)]
    return {
        "fragments": sum(record.fragments for record in records),
        "accounted": sum(record.accounted for record in records),
        "sentences": sum(not clause.note for clause in clauses),
        "notes": sum(clause.note for clause in clauses),
        "run": sum(map(runs, clauses)),
        "attack_sentences": sum(not clause.note for clause in attack),
        "attack_clauses": len(attack),
    }


def _rulings(verdicts: list[Verdict | None]) -> dict[str, int]:
    played = [verdict for verdict in verdicts if verdict]
    return {
        "count": len(verdicts),
        "passed": sum(verdict.passed for verdict in played),
        "with_counter_case": sum(verdict.counter is not None for verdict in played),
    }
