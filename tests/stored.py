"""Reading dossier.db without any mapper, as any other program would: the records that went in come out equal."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from generator.catalog import records
from generator.catalog.catalog import Catalog
from generator.database.read import VerdictRecord, verdict_record
from generator.database.tables import OWNERS
from generator.engine.cards import Card
from generator.engine.ruleset import Ruleset
from generator.engine.situation import Rule
from generator.language import from_data

GAME_IN_FRONT = ("section_id", "chapter_id")
"""What is kept with its game in front of it."""
CALLED = {
    "since": "edition_id",
    "cite": "statement_id",
    "check": "how_to_check",
    "default": "default_outcome",
    "transferable": "transferable_power",
}
"""Fields that the tables call something else."""


class Reference(Struct, frozen=True):
    """Who states, cites or settles a statement; `kind` and `owner` say which section, card and so on, with its whole
    id.
    """

    statement: str
    relation: str
    kind: str
    owner: str
    number: int | None


@contextmanager
def opened(path: Path) -> Iterator[Stored]:
    """The database at `path`, for reading."""
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        connection.row_factory = sqlite3.Row
        yield Stored(connection)


def record_of(kind: type, row: sqlite3.Row, **given: Any) -> Any:
    """The record that a row was made of, with what other tables have of it."""
    values, columns = {}, row.keys()
    slug = next((name for name in ("slug", "anchor") if name in columns and kind not in (Card, records.FaqEntry)), "id")
    for field in fields(kind):
        column = slug if field.name == "id" else CALLED.get(field.name, field.name)
        column = column if column in columns else f"{column}_id"
        if field.name in given:
            values[field.name] = given[field.name]
        elif column in columns:
            value = row[column]
            value = value.partition("/")[2] if column in GAME_IN_FRONT else value
            values[field.name] = bool(value) if field.type is bool else value
        else:
            assert not field.required, f"no column has {kind.__name__}.{field.name}"
    return kind(**values)


class Stored:
    """An open dossier.db. Everything it answers is in the order of the files."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def rows(self, query: str, *values: Any) -> list[sqlite3.Row]:
        """The rows of a query."""
        with closing(self._connection.execute(query, values)) as cursor:
            return cursor.fetchall()

    def of(self, table: str, owner: str, column: str = "") -> dict[Any, tuple[Any, ...]]:
        """By owner, the rows of a table about it, or what one column of them has."""
        found: dict[Any, list[Any]] = {}
        for row in self.rows(f"select * from {table} order by {owner}, number"):
            found.setdefault(row[owner], []).append(row[column] if column else row)
        return {key: tuple(values) for key, values in found.items()}

    @cached_property
    def references(self) -> tuple[Reference, ...]:
        """Who states, cites and settles what."""
        return tuple(
            Reference(row["statement_id"], row["relation"], column.removesuffix("_id"), row[column], row["number"])
            for row in self.rows("select * from reference order by id")
            for column in OWNERS
            if row[column] is not None
        )

    @cached_property
    def referred(self) -> Mapping[tuple[str, str, str, int | None], tuple[str, ...]]:
        """The statements of each relation, kind and id of owner, and number in it."""
        found: dict[Any, tuple[str, ...]] = {}
        for each in self.references:
            key = (each.relation, each.kind, each.owner, each.number)
            found[key] = (*found.get(key, ()), each.statement)
        return found

    def list_of(self, kind: type, table: str, owner: str = "", **lists: Mapping[str, Any]) -> tuple[Any, ...]:
        """The records of a table.

        `owner` is what references call it, if it states anything; `lists` are by the id of the row.
        """
        found = []
        for row in self.rows(f"select * from {table} order by rowid"):
            given = {name: values.get(row["id"], ()) for name, values in lists.items()}
            if owner:
                given["states"] = self.referred.get(("states", owner, row["id"], None), ())
            found.append(record_of(kind, row, **given))
        return tuple(found)

    def parts_of(self, kind: type, table: str, owner: str) -> dict[str, tuple[Any, ...]]:
        """By owner, the records that are parts of it."""
        return {key: tuple(record_of(kind, row) for row in rows) for key, rows in self.of(table, owner).items()}

    @cached_property
    def catalog(self) -> Catalog:
        """Everything that was loaded."""
        with_rules = [row for row in self.rows("select * from game order by rowid") if row["fails_from"] is not None]
        opposites: dict[str, dict[str, str]] = {row["id"]: {} for row in with_rules}
        alignments: dict[str, tuple[str, ...]] = {}
        for row in self.rows("select * from alignment order by rowid"):
            alignments[row["game_id"]] = (*alignments.get(row["game_id"], ()), row["name"])
            if row["opposite"] is not None:
                opposites[row["game_id"]][row["name"]] = row["opposite"]
        differs = self.of("game_difference", "game_id", "difference")
        return Catalog(
            documents=self.list_of(records.Document, "document"),
            statements=self.list_of(
                records.Statement, "statement", cards=self.of("statement_card", "statement_id", "name")
            ),
            games=self.list_of(
                records.Game,
                "game",
                alignments=alignments,
                attributes=self.of("game_attribute", "game_id", "attribute"),
                numbers=self.of("game_number", "game_id", "stat"),
            ),
            sets=self.list_of(records.CardSet, "card_set"),
            editions=self.list_of(records.Edition, "edition", "edition"),
            cards=tuple(
                map(
                    self.card,
                    self.rows("select c.*, s.game_id from card c join card_set s on s.id = c.set_id order by c.rowid"),
                )
            ),
            sections=self.list_of(
                records.Section,
                "section",
                blocks=self.blocks(),
                cards=self.of("section_card", "section_id", "card_id"),
            ),
            glossary=self.list_of(
                records.GlossaryEntry,
                "glossary_entry",
                "glossary",
                also=self.of("glossary_word", "glossary_id", "word"),
            ),
            conflicts=self.list_of(
                records.Conflict,
                "conflict",
                "conflict",
                sources=self.parts_of(records.ConflictSource, "conflict_source", "conflict_id"),
                outcomes=self.parts_of(records.Outcome, "conflict_outcome", "conflict_id"),
            ),
            terms=tuple(map(self.term, self.rows("select * from term order by number"))),
            rulings=tuple(map(self.ruling, self.rows("select * from ruling order by rowid"))),
            errata=self.list_of(
                records.Erratum,
                "erratum",
                "erratum",
                cards=self.of("erratum_card", "erratum_id", "card_id"),
                changes={
                    key: tuple(map(self.change, rows)) for key, rows in self.of("erratum_change", "erratum_id").items()
                },
            ),
            changes=tuple(
                record_of(
                    records.RuleChange,
                    row,
                    id=row["id"],
                    states=self.referred.get(("states", "change", row["id"], None), ()),
                )
                for row in self.rows("select * from rule_change order by rowid")
            ),
            faq_topics=self.list_of(records.FaqTopic, "faq_topic"),
            faq=tuple(
                map(
                    self.faq,
                    self.rows(
                        "select f.*, t.slug as topic, t.game_id from faq_entry f join faq_topic t on t.id = f.topic_id"
                        " order by f.rowid"
                    ),
                )
            ),
            differences=self.list_of(
                records.Difference,
                "difference",
                "difference",
                points=self.parts_of(records.Point, "difference_point", "difference_id"),
            ),
            quick=tuple(
                records.QuickPart(
                    game, title, tuple((row["says"], row["section_id"].partition("/")[2]) for row in lines)
                )
                for (_, game, title), lines in groupby(
                    self.rows("select * from quick_line order by part, number"),
                    key=lambda row: (row["part"], row["game_id"], row["title"]),
                )
            ),
            figures=tuple(map(self.figure, self.rows("select * from figure order by rowid"))),
            rulesets=tuple(
                Ruleset(row["game_id"], json.loads(row["said"]))
                for row in self.rows("select * from ruleset order by rowid")
            ),
            opposites=opposites,
            fails_from={row["id"]: row["fails_from"] for row in with_rules},
            differs={row["id"]: differs.get(row["id"], ()) for row in with_rules},
        )

    @cached_property
    def lists(self) -> dict[str, dict[str, tuple[Any, ...]]]:
        """What further tables have of each card."""
        return {
            "alignments": self.of("card_alignment", "card_id", "alignment"),
            "attributes": self.of("card_attribute", "card_id", "attribute"),
            "unprinted": self.of("unprinted_attribute", "card_id", "attribute"),
            "arrows_out": self.of("arrow", "card_id", "side"),
            "aliases": self.of("card_alias", "card_id", "alias"),
            "starred": self.of("starred_number", "card_id", "stat"),
            "printings": self.parts_of(records.Printing, "printing", "card_id"),
            "clauses": self.of("clause", "card_id"),
            "sometimes": {
                key: tuple(row["alignment"] for row in rows if row["sometimes"])
                for key, rows in self.of("card_alignment", "card_id").items()
            },
        }

    @cached_property
    def facts(self) -> dict[tuple[str, int], tuple[int, ...]]:
        """The facts that each clause accounts for, by card and number of clause."""
        found: dict[tuple[str, int], tuple[int, ...]] = {}
        for row in self.rows("select * from clause_fact order by card_id, clause_number, number"):
            key = (row["card_id"], row["clause_number"])
            found[key] = (*found.get(key, ()), row["fact"])
        return found

    def card(self, row: sqlite3.Row) -> records.CardRecord:
        """A card with its clauses."""
        key = row["id"]
        its = {name: values.get(key, ()) for name, values in self.lists.items()}
        clauses = tuple(
            record_of(
                records.ClauseRecord,
                clause,
                sentence=tree(clause["tree"]),
                facts=self.facts.get((key, clause["number"]), ()),
                cites=self.referred.get(("cites", "card", key, clause["number"]), ()),
            )
            for clause in its.pop("clauses")
        )
        of_card = set(Card.__struct_fields__) & set(its)
        card = record_of(
            Card,
            row,
            clauses=tuple(clause.lowered() for clause in clauses),
            **{name: its.pop(name) for name in of_card},
        )
        return record_of(records.CardRecord, row, card=card, clauses=clauses, **its)

    def blocks(self) -> dict[str, tuple[records.Block, ...]]:
        """The blocks of each section."""
        return {
            key: tuple(
                record_of(records.Block, row, states=self.referred.get(("states", "section", key, row["number"]), ()))
                for row in rows
            )
            for key, rows in self.of("section_block", "section_id").items()
        }

    def term(self, row: sqlite3.Row) -> records.TermRecord:
        """A rule that is a sentence."""
        cites = self.referred.get(("cites", "term", row["id"], None), ())
        return record_of(
            records.TermRecord, row, rule=Rule(row["slug"], row["text"], tree(row["tree"]), cites, row["label"])
        )

    def ruling(self, row: sqlite3.Row) -> records.RulingRecord:
        """A question and its answer."""
        return record_of(
            records.RulingRecord,
            row,
            sources=self.referred.get(("cites", "ruling", row["id"], None), ()),
            cards=self.cards_of_rulings.get(row["id"], ()),
            scenario=json.loads(row["scenario"]),
            formerly=tuple(json.loads(row["formerly"])),
        )

    @cached_property
    def cards_of_rulings(self) -> dict[str, tuple[str, ...]]:
        """The cards that each ruling is about."""
        return self.of("ruling_card", "ruling_id", "card_id")

    def change(self, row: sqlite3.Row) -> records.Change:
        """What an erratum did to one clause."""
        was = row["was"] is not None
        return records.Change(
            row["now"],
            (
                records.ClauseRecord(
                    row["number"], row["was"], tree(row["tree"]), row["reason"], (), (), bool(row["attack"])
                )
                if was
                else None
            ),
        )

    def faq(self, row: sqlite3.Row) -> records.FaqEntry:
        """A question of the FAQ."""
        cards = tuple(
            each["card_id"] for each in self.rows("select * from faq_card where faq_id = ? order by number", row["id"])
        )
        return record_of(
            records.FaqEntry, row, cards=cards, states=self.referred.get(("states", "faq", row["id"], None), ())
        )

    def figure(self, row: sqlite3.Row) -> records.Figure:
        """A chart with its boxes."""
        rulings = tuple(
            each["ruling_id"]
            for each in self.rows("select * from figure_ruling where figure_id = ? order by number", row["id"])
        )
        return record_of(
            records.Figure,
            row,
            id=row["id"].partition("/")[2],
            rulings=rulings,
            boxes=self.parts_of(records.Box, "figure_box", "figure_id").get(row["id"], ()),
            columns=tuple(json.loads(row["columns"])),
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


def tree(text: str | None) -> Any:
    """The syntax tree that a column has."""
    return None if text is None else from_data(json.loads(text))
