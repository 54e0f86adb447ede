"""How much of the documents and cards is stated, settled and written in the effect language: counted, never claimed."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from generator.catalog import CardRecord, Catalog, ClauseRecord, Statement
from generator.database import running
from generator.database.abilities import Abilities
from generator.database.read import VerdictRecord
from generator.engine.attack import BARS, JOIN_BARS, JOINS, SOURCES, SPARES
from generator.engine.cards import ANOTHER_MASTER, IN_DEFENSE, WHILE_LINKED
from generator.engine.selecting import POINTS, QUALITIES
from generator.engine.situation import TOLD_BY_SCENE
from generator.language import nodes
from generator.language import tree as t
from generator.meaning import LOWERED, lower
from generator.meaning.core import Number
from generator.rulings import Verdict

_ALL = None
RUN: Mapping[type, frozenset[str] | None] = {
    # the attack sum, and whether an attack is legal
    t.Bonus: frozenset({"amount", "reach", "kinds", "target", "per", "replaces", "while_", "added"}),
    t.BonusTo: _ALL,
    t.DefenseOf: _ALL,
    t.StatAgainst: _ALL,
    t.StatChange: frozenset({"who", "amount", "stat", "per", "against", "instead", "while_", "until"}),
    t.StatSet: frozenset({"who", "stat", "value", "how", "rounded_up", "against", "while_", "until"}),
    t.StatEqual: frozenset({"who", "stat", "source", "against", "while_", "until"}),
    t.Becomes: frozenset({"who", "traits", "lost", "not_for_goals", "while_", "until", "never"}),
    t.AlignmentsOf: frozenset({"who", "alignments", "while_", "until"}),
    t.SurgePlot: _ALL,
    t.PowerPlot: _ALL,
    t.ConversionPlot: _ALL,
    t.Pick: _ALL,
    t.Some: _ALL,
    t.AlignmentWeight: _ALL,
    t.CountsAs: _ALL,
    t.Participation: _ALL,
    t.MayJoin: frozenset({"deed", "what", "who", "any_alignment", "while_", "secret", "bonus"}),
    t.MayNot: frozenset({"deed", "what", "who", "unless", "while_"}),
    t.Cannot: frozenset({"who", "deed", "by", "unless", "allowed", "while_"}),
    t.NoEffect: frozenset({"who", "not_for_goals", "while_"}),
    t.Treat: frozenset({"may", "who", "these", "those"}),
    t.Immunity: frozenset({"attackers", "who", "unless", "while_"}),
    t.Ignores: _ALL,
    t.ImmunityOf: frozenset({"whose", "attackers"}),
    t.Attacks: frozenset({"quality", "kinds", "on", "by", "joined", "owner", "either", "not_by"}),
    # what is counted, and conditions
    t.Each: _ALL,
    t.EachOfTarget: _ALL,
    t.TraitsOfTarget: _ALL,
    t.Thing: _ALL,
    t.Ability: frozenset({"timing", "effects", "costs", "use"}),
    t.DrawStep: _ALL,
    t.FreeTransfer: _ALL,
    t.SpecialGoal: _ALL,
    t.GoalSavesYou: _ALL,
    # which cards
    **dict.fromkeys(LOWERED, _ALL),
    t.EitherAttack: _ALL,
    # prices and effects of abilities
    t.Pay: _ALL,
    t.SpendAction: _ALL,
    t.Gain: _ALL,
    t.Collect: _ALL,
    t.Upkeep: _ALL,
    t.SetRoll: _ALL,
    t.TakeControl: _ALL,
    t.Look: _ALL,
    t.MakePrivileged: _ALL,
    t.EndPrivilege: _ALL,
    t.MayInterfere: _ALL,
    t.DoubleIncome: _ALL,
    t.Revive: _ALL,
    t.CancelSpecial: _ALL,
    t.LoseTurn: _ALL,
    t.AllowDestroy: _ALL,
    t.Redistribute: _ALL,
    t.Rearrange: _ALL,
    t.Draw: _ALL,
    t.ChangeAlignment: _ALL,
    # goals
    t.ControlGroups: _ALL,
    t.TotalStat: _ALL,
    t.AllAlignments: _ALL,
    t.TotalMoney: _ALL,
    t.DestroyGroups: _ALL,
    t.SecretChoice: _ALL,
}
"""The constructions that the attack sum and the table of Deluxe run, and the fields of each that they read (None: all); a sentence of Deluxe
that says anything else is not run. AllowDestroy is run by the terms that ask for its card. What the tables of INWO and SubGenius run is said
in `running`.
"""

_NUMBERS = (
    "Power", "printed Power", "Global Power", "Power and Global Power", "Power and Resistance", "Resistance", "printed Resistance",
)
_UNTIL = (None, WHILE_LINKED, IN_DEFENSE, ANOTHER_MASTER)
WORDS: Mapping[tuple[type, str], Collection[Any]] = {
    (t.Bonus, "replaces"): (
        None, "its other bonuses", "all alignment modifiers", "the penalty for that opposite alignment", "the penalty for that identical alignment",
    ),
    (t.StatChange, "stat"): (*_NUMBERS, "Transferable Power", "Income"),
    (t.StatSet, "stat"): _NUMBERS,
    (t.StatEqual, "stat"): _NUMBERS,
    (t.StatEqual, "source"): SOURCES,
    **{(cls, "until"): _UNTIL for cls in (t.StatChange, t.StatSet, t.StatEqual, t.Becomes, t.AlignmentsOf)},
    (t.Some, "count"): ("all",),
    (t.MayJoin, "deed"): ("attack", *JOINS["helper"], *JOINS["opponent"]),
    (t.MayNot, "deed"): BARS.keys() | {*JOIN_BARS["helper"], *JOIN_BARS["opponent"]},
    (t.MayNot, "what"): (None,),
    (t.MayNot, "who"): (None, "you", "your rivals", "any player"),
    (t.Cannot, "deed"): SPARES.keys(),
    (t.Attacks, "quality"): QUALITIES,
    (t.Attacks, "owner"): (None, "yours", "a rival", "any player"),
    (t.Thing, "what"): POINTS,
    (t.Treat, "may"): ("must",),
    (t.Treat, "who"): ("every player",),
    (t.Treat, "these"): ("Fanatic and Fanatic", "its Fanatic and its master's Fanatic"),
    (t.Treat, "those"): ("identical",),
}
"""Of fields that hold a word, the words that the engine knows, where it does not know all."""

TOUCHES_ATTACK: frozenset[type] = frozenset(
    {
        t.Bonus,
        t.BonusTo,
        t.DefenseOf,
        t.StatAgainst,
        t.StatChange,
        t.StatSet,
        t.StatEqual,
        t.Becomes,
        t.AlignmentsOf,
        t.AlignmentWeight,
        t.ChangeAlignments,
        t.ChangeAlignment,
        t.CountsAs,
        t.Treat,
        t.Participation,
        t.MayJoin,
        t.MayNot,
        t.Cannot,
        t.Immunity,
        t.Ignores,
        t.NoMasterBonus,
        t.NoEffect,
        t.Assassination,
        t.Disaster,
        t.Boost,
        t.SetRoll,
        t.ChangeRoll,
        t.Outcome,
        t.MakePrivileged,
        t.EndPrivilege,
        t.MayInterfere,
        t.AllowDestroy,
        t.SurgePlot,
        t.PowerPlot,
        t.ConversionPlot,
        t.Paralysis,
        t.Freeze,
    }
)
"""The constructions that change attack strength, who may take part, or immunity."""


def coverage(catalog: Catalog, verdicts: Sequence[Verdict | VerdictRecord], abilities: Abilities = Abilities()) -> dict[str, Any]:
    """The figures of `dossier coverage --json`; `verdicts` are those of `generator.rulings.run_all`.

    Statements count by document, cards by set, clauses by game, and by set and type, rulings by game. `settled` counts
    checkable statements. `abilities` count by set, as the last run of the mutants of the cards left them, and `abilities_commit` is what was run.
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
        "clauses_by_type": {
            each.id: {
                name: _clauses(records)
                for name, records in _by_type(record for record in catalog.cards if record.card.set == each.id).items()
            }
            for each in catalog.sets
        },
        "constructions": _constructions(catalog.cards),
        "rulings": {
            game.id: _rulings([verdict_of.get(ruling.id) for ruling in catalog.rulings if ruling.game == game.id])
            for game in catalog.games
        },
        "abilities": {name: dict(row) for name, row in abilities.sets.items()},
        "abilities_commit": abilities.commit,
    }


def missing(catalog: Catalog, verdicts: Sequence[Verdict | VerdictRecord]) -> dict[str, list[str]]:
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
            f"{record.id}#{clause.number}" for record in records for clause in record.clauses if not clause.note and not runs(clause, game.id)
        ]
    return found


def stated_by(catalog: Catalog) -> dict[str, tuple[str, ...]]:
    """Each statement that something states, and what does: `section deluxe/position`, `faq inwo/…`, `edition unlimited`."""
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


def settled_by(catalog: Catalog, verdicts: Iterable[Verdict | VerdictRecord]) -> dict[str, tuple[str, ...]]:
    """Each checkable statement that an expectation of a passing ruling puts to the test, and the rulings that do."""
    checkable = {row.id for row in catalog.statements if row.checkable}
    found: dict[str, dict[str, None]] = {}
    for verdict in verdicts:
        if not verdict.passed:
            continue
        for statement in verdict.settles & checkable:
            found.setdefault(statement, {})[verdict.ruling] = None
    return {statement: tuple(rulings) for statement, rulings in found.items()}


def runs(clause: ClauseRecord, game: str = "deluxe") -> bool:
    """Whether the engine runs the clause in a game: every construction in it, and everything that it says."""
    if clause.note:
        return False
    if game != "deluxe":
        return not any(running.unread(clause.sentence))
    told = not any(isinstance(term, TOLD_BY_SCENE) or term == Number("tokens") for term in nodes(lower(clause.sentence)))
    return told and all(_runs(node) for node in nodes(clause.sentence))


def _run(record: CardRecord) -> int:
    """How many clauses of a card the engine runs."""
    return sum(runs(clause, record.card.game) for clause in record.clauses)


def _runs(node: Any) -> bool:
    if type(node) not in RUN:
        return False
    read = RUN[type(node)]
    return all(
        _known(node, field.name) if read is None or field.name in read else getattr(node, field.name) == field.default
        for field in dataclasses.fields(node)
    )


def _known(node: Any, field: str) -> bool:
    value, words = getattr(node, field), WORDS.get((type(node), field))
    if words is None or dataclasses.is_dataclass(value):
        return True
    return all(each in words for each in (value if isinstance(value, tuple) else (value,)))


def touches_attack(clause: ClauseRecord) -> bool:
    """Whether the clause changes attack strength, who may take part in an attack, or immunity."""
    return clause.attack if clause.note else any(type(node) in TOUCHES_ATTACK for node in nodes(clause.sentence))


def _by_type(records: Iterable[CardRecord]) -> dict[str, list[CardRecord]]:
    """Cards by their subtype, or by their kind where they have none."""
    found: dict[str, list[CardRecord]] = {}
    for record in records:
        found.setdefault(record.card.subtype or record.card.kind, []).append(record)
    return found


def _constructions(records: Iterable[CardRecord]) -> dict[str, dict[str, int]]:
    """For each construction that begins a sentence of a card: how many do, and how many of those the engine runs."""
    found: dict[str, dict[str, int]] = {}
    for record in records:
        for clause in record.clauses:
            if not clause.note:
                counts = found.setdefault(type(clause.sentence).__name__, {"sentences": 0, "run": 0})
                counts["sentences"] += 1
                counts["run"] += runs(clause, record.card.game)
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


def _clauses(records: list[CardRecord]) -> dict[str, int]:
    clauses = [clause for record in records for clause in record.clauses]
    attack = [clause for clause in clauses if touches_attack(clause)]
    return {
        "fragments": sum(record.fragments for record in records),
        "accounted": sum(record.accounted for record in records),
        "sentences": sum(not clause.note for clause in clauses),
        "notes": sum(clause.note for clause in clauses),
        "run": sum(map(_run, records)),
        "attack_sentences": sum(not clause.note for clause in attack),
        "attack_clauses": len(attack),
    }


def _rulings(verdicts: list[Verdict | VerdictRecord | None]) -> dict[str, int]:
    played = [verdict for verdict in verdicts if verdict]
    return {
        "count": len(verdicts),
        "passed": sum(verdict.passed for verdict in played),
        "with_counter_case": sum(verdict.counter is not None for verdict in played),
    }
