"""Reading dossier.db without any mapper: the records that went in come out equal, and small questions are
answered fast.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from generator.catalog import Catalog, records
from generator.engine.cards import Card
from generator.engine.ruleset import Ruleset
from generator.engine.situation import Rule
from generator.language import from_data
from generator.rulings import SeenStep, SeenTable, restored


@dataclass(frozen=True)
class Expectation:
    """A line that must come out of a ruling, and what did; `settles` are the statements that it puts to the test."""

    text: str
    settles: tuple[str, ...]
    expected: str
    actual: str
    ok: bool


@dataclass(frozen=True)
class LedgerLine:
    """A line of the attack sum of a ruling."""

    side: str
    amount: int
    label: str
    text: str
    source: str


@dataclass(frozen=True)
class VerdictRecord:
    """What came out when a ruling was played; `counter` is the verdict of its counter-case, if it has one.

    `before` and `after` are the table before and after the plays, where there is one, read out of their JSON when they are looked at;
    `steps` has an entry per play.
    """

    ruling: str
    passed: bool
    lines: tuple[Expectation, ...]
    ledger: tuple[LedgerLine, ...]
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


@dataclass(frozen=True)
class Reference:
    """Who states, cites or settles a statement. `kind` is section, glossary, conflict, erratum, edition, change, faq,
    difference, term, card or ruling.

    `owner` is the id within the game (of a card, the whole id); `number` the block, clause or expectation in it.
    """

    statement: str
    relation: str
    kind: str
    owner: str
    number: int | None


class DatabaseError(Exception):
    """There is no database at that path, or it is none of ours."""


def open_database(path: Path) -> Database:
    """The database at `path`, read-only; close it, or use it in a `with`. Raises DatabaseError."""
    connection = None
    try:
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
        connection.row_factory = sqlite3.Row
        with closing(connection.execute("select count(*) from card")):
            return Database(connection)
    except sqlite3.Error as error:
        if connection is not None:
            connection.close()
        raise DatabaseError(f"{path}: no database that can be read ({error}); 'dossier build' makes one") from None


class Database:
    """An open dossier.db. Everything it answers is frozen and in the order of the files."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def rows(self, query: str, *values: Any) -> list[sqlite3.Row]:
        """The rows of any query, by column name, for a question that no method answers."""
        with closing(self._connection.execute(query, values)) as cursor:
            return cursor.fetchall()

    @cached_property
    def catalog(self) -> Catalog:
        """Everything that was loaded, equal to the catalog it came from."""
        return Catalog(
            documents=tuple(records.Document(**dict(row)) for row in self.rows("select * from document order by rowid")),
            statements=self._statements(),
            games=self._games(),
            sets=tuple(
                records.CardSet(*row) for row in self.rows("select id, game_id, title, year from card_set order by rowid")
            ),
            editions=self._editions(),
            cards=self._cards(),
            sections=self._sections(),
            glossary=self._glossary(),
            conflicts=self._conflicts(),
            terms=self._terms(),
            rulings=self._rulings(),
            errata=self._errata(),
            changes=self._changes(),
            faq_topics=self._faq_topics(),
            faq=self._faq(),
            differences=self._differences(),
            quick=self._quick(),
            figures=self._figures(),
            rulesets=tuple(Ruleset(row["game_id"], json.loads(row["said"])) for row in self.rows("select * from ruleset order by rowid")),
            opposites=self._opposites(),
            fails_from={row["id"]: row["fails_from"] for row in self._with_rules()},
            differs=self._differs(),
        )

    @cached_property
    def verdicts(self) -> dict[str, VerdictRecord]:
        """The verdict of each ruling, by its id."""
        found: dict[str, list[tuple[str, sqlite3.Row]]] = {}
        for name, query in (
            ("Verdict", "select * from verdict order by rowid"),
            ("Step", "select * from step order by ruling_id, counter, number"),
            ("Expectation", "select * from expectation order by ruling_id, counter, number"),
            ("Reference", "select * from reference where relation = 'settles' order by id"),
            ("LedgerLine", "select * from ledger_line order by ruling_id, counter, number"),
        ):
            for row in self.rows(query):
                found.setdefault(row["ruling_id"], []).append((name, row))
        return {ruling.id: verdict_record(found[ruling.id]) for ruling in self.catalog.rulings if ruling.id in found}

    @cached_property
    def references(self) -> tuple[Reference, ...]:
        """Who states, cites and settles what."""
        kinds = ("section", "glossary", "conflict", "erratum", "edition", "change", "faq", "difference", "term", "card", "ruling")
        found = []
        for row in self.rows("select * from reference order by id"):
            kind = next(kind for kind in kinds if row[f"{kind}_id"] is not None)
            owner = row[f"{kind}_id"]
            found.append(
                Reference(
                    row["statement_id"],
                    row["relation"],
                    kind,
                    owner if kind in ("edition", "change", "faq", "difference", "card", "ruling") else _slug(owner),
                    row["number"],
                )
            )
        return tuple(found)

    def references_to(self, statement: str, relation: str | None = None) -> tuple[Reference, ...]:
        """Who states, cites or settles one statement."""
        return tuple(
            reference
            for reference in self.references
            if reference.statement == statement and relation in (None, reference.relation)
        )

    def sections_about(self, card_id: str) -> tuple[str, ...]:
        """The anchors of the sections that mention a card."""
        query = """
            select e.anchor from section_card m join section e on e.id = m.section_id
            where m.card_id = ? order by e.rowid"""
        return tuple(row["anchor"] for row in self.rows(query, card_id))

    def rulings_about(self, card_id: str) -> tuple[str, ...]:
        """The ids of the rulings that are about a card."""
        query = (
            "select u.id from ruling_card m join ruling u on u.id = m.ruling_id where m.card_id = ? order by u.rowid"
        )
        return tuple(row["id"] for row in self.rows(query, card_id))

    # --- records ----------------------------------------------------------------------------------------------------

    def _lists(self, table: str, owner: str, column: str) -> dict[str, tuple[Any, ...]]:
        """The values of a numbered list, by owner."""
        found: dict[str, list[Any]] = {}
        for row in self.rows(f"select {owner}, {column} from {table} order by rowid"):
            found.setdefault(row[0], []).append(row[1])
        return {key: tuple(values) for key, values in found.items()}

    def _referred(self, owner: str, relation: str) -> dict[Any, tuple[str, ...]]:
        """The statements that each owner states or cites, by (owner, number)."""
        found: dict[Any, list[str]] = {}
        for row in self.rows(
            f"select * from reference where {owner} is not null and relation = ? order by id", relation
        ):
            found.setdefault((row[owner], row["number"]), []).append(row["statement_id"])
        return {key: tuple(values) for key, values in found.items()}

    def _statements(self) -> tuple[records.Statement, ...]:
        cards = self._lists("statement_card", "statement_id", "name")
        return tuple(
            records.Statement(
                row["id"],
                row["document_id"],
                row["kind"],
                row["section"],
                row["page"],
                row["line"],
                row["gist"],
                cards.get(row["id"], ()),
                bool(row["checkable"]),
                row["how_to_check"],
                row["authority"],
                bool(row["to_card"]),
            )
            for row in self.rows("select * from statement order by rowid")
        )

    def _games(self) -> tuple[records.Game, ...]:
        alignments = self._lists("alignment", "game_id", "name")
        attributes = self._lists("game_attribute", "game_id", "attribute")
        numbers = self._lists("game_number", "game_id", "stat")
        return tuple(
            records.Game(
                row["id"],
                row["title"],
                row["short"],
                alignments.get(row["id"], ()),
                attributes.get(row["id"], ()),
                numbers.get(row["id"], ()),
            )
            for row in self.rows("select * from game order by rowid")
        )

    def _with_rules(self) -> list[sqlite3.Row]:
        return self.rows("select * from game where fails_from is not null order by rowid")

    def _differs(self) -> dict[str, tuple[str, ...]]:
        found = self._lists("game_difference", "game_id", "difference")
        return {row["id"]: found.get(row["id"], ()) for row in self._with_rules()}

    def _opposites(self) -> dict[str, dict[str, str]]:
        found: dict[str, dict[str, str]] = {row["id"]: {} for row in self._with_rules()}
        for row in self.rows("select * from alignment where opposite is not null order by rowid"):
            found[row["game_id"]][row["name"]] = row["opposite"]
        return found

    def _cards(self) -> tuple[records.CardRecord, ...]:
        alignments, attributes = (self._lists(f"card_{name}", "card_id", name) for name in ("alignment", "attribute"))
        aliases, arrows = self._lists("card_alias", "card_id", "alias"), self._lists("arrow", "card_id", "side")
        unprinted = self._lists("unprinted_attribute", "card_id", "attribute")
        starred, clauses = self._lists("starred_number", "card_id", "stat"), self._clauses()
        sometimes: dict[str, list[str]] = {}
        for row in self.rows("select card_id, alignment from card_alignment where sometimes order by rowid"):
            sometimes.setdefault(row["card_id"], []).append(row["alignment"])
        printings: dict[str, list[records.Printing]] = {}
        for row in self.rows("select * from printing order by card_id, number"):
            printings.setdefault(row["card_id"], []).append(records.Printing(row["set_id"], row["copies"], row["rarity"]))
        found = []
        for row in self.rows("select c.*, s.game_id from card c join card_set s on s.id = c.set_id order by c.rowid"):
            key = row["id"]
            mine = tuple(clauses.get(key, ()))
            card = Card(
                key,
                row["name"],
                row["game_id"],
                row["set_id"],
                row["kind"],
                row["power"],
                row["transferable_power"],
                row["resistance"],
                row["income"],
                alignments.get(key, ()),
                attributes.get(key, ()),
                row["arrow_in"],
                arrows.get(key, ()),
                tuple(clause.lowered() for clause in mine),
                row["subtype"],
                row["global_power"],
                row["nwo"],
                bool(row["variable_power"]),
                unprinted.get(key, ()),
            )
            found.append(
                records.CardRecord(
                    card,
                    row["source_id"],
                    mine,
                    tuple(printings[key]),
                    row["fragments"],
                    aliases.get(key, ()),
                    starred.get(key, ()),
                    bool(row["arrows_unsure"]),
                    row["remark"],
                    row["file"],
                    row["line"],
                    row["type_line"],
                    tuple(sometimes.get(key, ())),
                )
            )
        return tuple(found)

    def _clauses(self) -> dict[str, list[records.ClauseRecord]]:
        cites = self._referred("card_id", "cites")
        facts: dict[tuple[str, int], list[int]] = {}
        for row in self.rows("select * from clause_fact order by card_id, clause_number, number"):
            facts.setdefault((row["card_id"], row["clause_number"]), []).append(row["fact"])
        found: dict[str, list[records.ClauseRecord]] = {}
        for row in self.rows("select * from clause order by card_id, number"):
            key = (row["card_id"], row["number"])
            tree = None if row["tree"] is None else from_data(json.loads(row["tree"]))
            found.setdefault(row["card_id"], []).append(
                records.ClauseRecord(
                    row["number"],
                    row["text"],
                    tree,
                    row["reason"],
                    tuple(facts.get(key, ())),
                    cites.get(key, ()),
                    bool(row["attack"]),
                )
            )
        return found

    def _sections(self) -> tuple[records.Section, ...]:
        states, cards = self._referred("section_id", "states"), self._lists("section_card", "section_id", "card_id")
        blocks: dict[str, list[records.Block]] = {}
        for row in self.rows("select * from section_block order by section_id, number"):
            blocks.setdefault(row["section_id"], []).append(
                records.Block(row["kind"], row["markdown"], states.get((row["section_id"], row["number"]), ()), row["line"])
            )
        return tuple(
            records.Section(
                row["anchor"],
                row["game_id"],
                row["number"],
                row["title"],
                _slug(row["chapter_id"]),
                row["level"],
                tuple(blocks.get(row["id"], ())),
                cards.get(row["id"], ()),
                row["file"],
                row["line"],
            )
            for row in self.rows("select * from section order by rowid")
        )

    def _glossary(self) -> tuple[records.GlossaryEntry, ...]:
        words, states = self._lists("glossary_word", "glossary_id", "word"), self._referred("glossary_id", "states")
        return tuple(
            records.GlossaryEntry(
                row["slug"],
                row["game_id"],
                row["term"],
                row["plural"],
                words.get(row["id"], ()),
                row["meaning"],
                _slug(row["section_id"]),
                states.get((row["id"], None), ()),
                row["file"],
                row["line"],
            )
            for row in self.rows("select * from glossary_entry order by rowid")
        )

    def _conflicts(self) -> tuple[records.Conflict, ...]:
        states = self._referred("conflict_id", "states")
        sources: dict[str, list[records.ConflictSource]] = {}
        for row in self.rows("select * from conflict_source order by conflict_id, number"):
            sources.setdefault(row["conflict_id"], []).append(records.ConflictSource(row["statement_id"], row["says"]))
        outcomes: dict[str, list[records.Outcome]] = {}
        for row in self.rows("select * from conflict_outcome order by conflict_id, number"):
            outcomes.setdefault(row["conflict_id"], []).append(records.Outcome(row["slug"], row["says"], row["position"]))
        return tuple(
            records.Conflict(
                row["slug"],
                row["game_id"],
                row["title"],
                row["question"],
                tuple(sources[row["id"]]),
                tuple(outcomes[row["id"]]),
                row["default_outcome"],
                row["why"],
                _slug(row["section_id"]),
                states.get((row["id"], None), ()),
                row["file"],
                row["line"],
            )
            for row in self.rows("select * from conflict order by rowid")
        )

    def _terms(self) -> tuple[records.TermRecord, ...]:
        cites = self._referred("term_id", "cites")
        return tuple(
            records.TermRecord(
                row["game_id"],
                row["part"],
                Rule(
                    row["slug"],
                    row["text"],
                    from_data(json.loads(row["tree"])),
                    cites.get((row["id"], None), ()),
                    row["label"],
                ),
                row["file"],
                row["line"],
            )
            for row in self.rows("select * from term order by number")
        )

    def _rulings(self) -> tuple[records.RulingRecord, ...]:
        sources, cards = self._referred("ruling_id", "cites"), self._lists("ruling_card", "ruling_id", "card_id")
        return tuple(
            records.RulingRecord(
                row["id"],
                row["game_id"],
                row["title"],
                row["question"],
                row["answer"],
                _slug(row["section_id"]),
                sources.get((row["id"], None), ()),
                cards.get(row["id"], ()),
                row["about"],
                json.loads(row["scenario"]),
                row["file"],
                row["line"],
                formerly=tuple(json.loads(row["formerly"])),
            )
            for row in self.rows("select * from ruling order by rowid")
        )

    def _editions(self) -> tuple[records.Edition, ...]:
        states = self._referred("edition_id", "states")
        return tuple(
            records.Edition(
                row["id"], row["title"], row["date"], row["set_id"], row["note"], states.get((row["id"], None), ())
            )
            for row in self.rows("select * from edition order by rowid")
        )

    def _errata(self) -> tuple[records.Erratum, ...]:
        states, cards = self._referred("erratum_id", "states"), self._lists("erratum_card", "erratum_id", "card_id")
        changes: dict[str, list[records.Change]] = {}
        for row in self.rows("select * from erratum_change order by erratum_id, number"):
            key, was = row["erratum_id"], None
            if row["was"] is not None:
                tree = None if row["tree"] is None else from_data(json.loads(row["tree"]))
                was = records.ClauseRecord(row["number"], row["was"], tree, row["reason"], (), (), bool(row["attack"]))
            changes.setdefault(key, []).append(records.Change(row["now"], was))
        return tuple(
            records.Erratum(
                row["slug"],
                row["game_id"],
                cards[row["id"]],
                row["edition_id"],
                row["title"],
                row["says"],
                states.get((row["id"], None), ()),
                tuple(changes.get(row["id"], ())),
                row["not_known"],
                row["file"],
                row["line"],
            )
            for row in self.rows("select * from erratum order by rowid")
        )

    def _changes(self) -> tuple[records.RuleChange, ...]:
        states = self._referred("change_id", "states")
        return tuple(
            records.RuleChange(
                row["id"],
                row["game_id"],
                row["edition_id"],
                row["title"],
                _slug(row["section_id"]),
                row["says"],
                row["was"],
                row["not_known"],
                states.get((row["id"], None), ()),
                row["file"],
                row["line"],
            )
            for row in self.rows("select * from rule_change order by rowid")
        )

    def _faq_topics(self) -> tuple[records.FaqTopic, ...]:
        return tuple(records.FaqTopic(*row) for row in self.rows("select slug, game_id, title from faq_topic order by rowid"))

    def _faq(self) -> tuple[records.FaqEntry, ...]:
        states, cards = self._referred("faq_id", "states"), self._lists("faq_card", "faq_id", "card_id")
        query = "select f.*, t.slug, t.game_id from faq_entry f join faq_topic t on t.id = f.topic_id order by f.rowid"
        return tuple(
            records.FaqEntry(
                row["id"],
                row["game_id"],
                row["slug"],
                row["question"],
                row["answer"],
                _slug(row["section_id"]),
                states.get((row["id"], None), ()),
                cards.get(row["id"], ()),
                row["about"],
                row["file"],
                row["line"],
            )
            for row in self.rows(query)
        )

    def _quick(self) -> tuple[records.QuickPart, ...]:
        rows = self.rows("select * from quick_line order by part, number")
        return tuple(
            records.QuickPart(game, title, tuple((row["says"], _slug(row["section_id"])) for row in lines))
            for (_, game, title), lines in groupby(rows, key=lambda row: (row["part"], row["game_id"], row["title"]))
        )

    def _figures(self) -> tuple[records.Figure, ...]:
        rulings = self._lists("figure_ruling", "figure_id", "ruling_id")
        boxes: dict[str, list[records.Box]] = {}
        for row in self.rows("select * from figure_box order by figure_id, number"):
            boxes.setdefault(row["figure_id"], []).append(records.Box(row["title"], row["says"], _slug(row["section_id"]), row["aside"]))
        return tuple(
            records.Figure(
                row["game_id"], _slug(row["id"]), row["title"], _slug(row["section_id"]), tuple(boxes.get(row["id"], ())), row["made_from"], row["last"],
                bool(row["apart"]), tuple(rulings.get(row["id"], ())),
            )
            for row in self.rows("select * from figure order by rowid")
        )

    def _differences(self) -> tuple[records.Difference, ...]:
        states = self._referred("difference_id", "states")
        points: dict[str, list[records.Point]] = {}
        for row in self.rows("select * from difference_point order by difference_id, number"):
            points.setdefault(row["difference_id"], []).append(records.Point(row["game_id"], row["says"], _slug(row["section_id"])))
        return tuple(
            records.Difference(
                row["id"],
                row["topic"],
                row["title"],
                tuple(points.get(row["id"], ())),
                states.get((row["id"], None), ()),
                row["file"],
                row["line"],
            )
            for row in self.rows("select * from difference order by rowid")
        )


def verdict_record(rows: Iterable[tuple[str, Any]]) -> VerdictRecord:
    """The verdict of a ruling from its rows in the order of their tables, each with the name of its class."""
    tables: dict[tuple[str, bool], list[Any]] = {}
    for name, row in rows:
        tables.setdefault((name, bool(row["counter"])), []).append(row)

    def verdict(counter: bool, inner: VerdictRecord | None) -> VerdictRecord:
        settles: dict[int, list[str]] = {}
        for row in tables.get(("Reference", counter), ()):
            settles.setdefault(row["number"], []).append(row["statement_id"])
        (own,) = tables["Verdict", counter]
        return VerdictRecord(
            own["ruling_id"],
            bool(own["passed"]),
            tuple(
                Expectation(row["text"], tuple(settles.get(row["number"], ())), row["expected"], row["actual"], bool(row["ok"]))
                for row in tables.get(("Expectation", counter), ())
            ),
            tuple(
                LedgerLine(row["side"], row["amount"], row["label"], row["text"], row["source"])
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


def _slug(key: str) -> str:
    """The part of an id behind its game."""
    return key.partition("/")[2]
