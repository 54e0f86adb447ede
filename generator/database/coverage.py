"""How much of the documents and cards is stated, settled and written in the effect language: counted, never claimed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from generator.catalog.catalog import Catalog
from generator.catalog.grouping import grouped
from generator.catalog.records import CardRecord, ClauseRecord, Statement
from generator.database.abilities import Abilities
from generator.engine.games import hooks
from generator.engine.reads import ON_ATTACKS
from generator.engine.ruleset import Ruleset
from generator.language import nodes
from generator.rulings.judged import Short


def coverage(catalog: Catalog, verdicts: Sequence[Short], abilities: Abilities = Abilities()) -> dict[str, Any]:
    """The figures of `dossier coverage --json`; `verdicts` are those of `generator.rulings.judged.in_short`.

    Statements count by document, cards by set, clauses by game, and by set and type, rulings by game. `settled` counts
    checkable statements. `abilities` count by set, as the last run of the mutants of the cards left them, and
    `abilities_commit` is what was run.
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
            game.id: _clauses(catalog, [record for record in catalog.cards if record.card.game == game.id])
            for game in catalog.games
        },
        "clauses_by_type": {
            each.id: {
                name: _clauses(catalog, records)
                for name, records in grouped(
                    (record.card.subtype or record.card.kind, record)
                    for record in catalog.cards
                    if record.card.set == each.id
                ).items()
            }
            for each in catalog.sets
        },
        "constructions": _constructions(catalog),
        "rulings": {
            game.id: _rulings([verdict_of.get(ruling.id) for ruling in catalog.rulings if ruling.game == game.id])
            for game in catalog.games
        },
        "abilities": {name: dict(row) for name, row in abilities.sets.items()},
        "abilities_commit": abilities.commit,
    }


def missing(catalog: Catalog, verdicts: Sequence[Short]) -> dict[str, list[str]]:
    """What the figures lack, as ids under headings."""
    stated, settled = set(stated_by(catalog)), set(settled_by(catalog, verdicts))
    found: dict[str, list[str]] = {}
    for document in catalog.documents:
        rows = [row for row in catalog.statements if row.document == document.id]
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
        found[f"{game.id}: notes"] = [
            f"{record.id}#{clause.number}" for record in records for clause in record.clauses if clause.note
        ]
        found[f"{game.id}: sentences not run"] = [
            f"{record.id}#{clause.number}"
            for record in records
            for clause in record.clauses
            if not clause.note and not runs(clause, catalog.ruleset(game.id))
        ]
    return found


def stated_by(catalog: Catalog) -> dict[str, tuple[str, ...]]:
    """Each statement that something states, and what does: `section deluxe/position`, `faq inwo/…`, `edition
    unlimited`.
    """
    found: dict[str, dict[str, None]] = {}
    for kind, records in (
        ("section", catalog.sections),
        ("glossary", catalog.glossary),
        ("conflict", catalog.conflicts),
        ("erratum", catalog.errata),
        ("edition", catalog.editions),
        ("change", catalog.changes),
        ("faq", catalog.faq),
        ("difference", catalog.differences),
    ):
        for record in records:
            game = getattr(record, "game", "")
            for statement in record.states:
                found.setdefault(statement, {})[f"{kind} {game}{'/' * bool(game)}{record.id}"] = None
    return {statement: tuple(owners) for statement, owners in found.items()}


def settled_by(catalog: Catalog, verdicts: Iterable[Short]) -> dict[str, tuple[str, ...]]:
    """Each checkable statement that an expectation of a passing ruling puts to the test, and the rulings that do."""
    checkable = {row.id for row in catalog.statements if row.checkable}
    found: dict[str, dict[str, None]] = {}
    for verdict in verdicts:
        if not verdict.passed:
            continue
        for statement in verdict.settles & checkable:
            found.setdefault(statement, {})[verdict.ruling] = None
    return {statement: tuple(rulings) for statement, rulings in found.items()}


def runs(clause: ClauseRecord, its: Ruleset) -> bool:
    """Whether the engine runs the clause in a game: every construction in it, and everything that it says."""
    return not clause.note and bool(its.hooks) and not hooks(its).unread(clause.lowered().sentence)


def touches_attack(clause: ClauseRecord) -> bool:
    """Whether the clause changes attack strength, who may take part in an attack, or immunity."""
    return clause.attack if clause.note else any(type(node) in ON_ATTACKS for node in nodes(clause.sentence))


def _constructions(catalog: Catalog) -> dict[str, dict[str, int]]:
    """For each construction that begins a sentence of a card: how many do, and how many of those the engine runs."""
    found: dict[str, dict[str, int]] = {}
    for record in catalog.cards:
        for clause in record.clauses:
            if not clause.note:
                counts = found.setdefault(type(clause.sentence).__name__, {"sentences": 0, "run": 0})
                counts["sentences"] += 1
                counts["run"] += runs(clause, catalog.ruleset(record.card.game))
    return dict(sorted(found.items()))


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


def _clauses(catalog: Catalog, records: list[CardRecord]) -> dict[str, int]:
    clauses = [clause for record in records for clause in record.clauses]
    attack = [clause for clause in clauses if touches_attack(clause)]
    return {
        "fragments": sum(record.fragments for record in records),
        "accounted": sum(record.accounted for record in records),
        "sentences": sum(not clause.note for clause in clauses),
        "notes": sum(clause.note for clause in clauses),
        "run": sum(runs(clause, catalog.ruleset(record.card.game)) for record in records for clause in record.clauses),
        "attack_sentences": sum(not clause.note for clause in attack),
        "attack_clauses": len(attack),
    }


def _rulings(verdicts: list[Short | None]) -> dict[str, int]:
    played = [verdict for verdict in verdicts if verdict]
    return {
        "count": len(verdicts),
        "passed": sum(each.passed for each in played),
        "with_counter_case": sum(bool(each.counter) for each in played),
    }
