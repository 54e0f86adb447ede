"""dossier.db: what goes in comes out, it keeps its references, and a failure leaves the last good one alone."""

from __future__ import annotations

import csv
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from sqlite3 import IntegrityError

import jsonschema
import pytest

from generator.catalog.catalog import PARTS, Catalog
from generator.catalog.records import Change, ClauseRecord, Edition, Erratum
from generator.database.exports import export
from generator.database.load import load
from generator.database.tables import VIEWS, Table
from generator.language import parse
from generator.rulings import Verdict, see, steps_of
from generator.structs import replace
from tests.stored import Stored, opened


@pytest.fixture(scope="module")
def path(catalog: Catalog, verdicts: tuple[Verdict, ...], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of the checkout."""
    path = tmp_path_factory.mktemp("database") / "dossier.db"
    load(catalog, verdicts, path)
    return path


@pytest.fixture(scope="module")
def database(path: Path) -> Iterator[Stored]:
    """That database, open: it is only read."""
    with opened(path) as database:
        yield database


def query(path: Path, sql: str) -> list[tuple]:
    """The rows of a query, as any other program would get them."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchall()


# --- round trip -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", PARTS)
def test_what_goes_in_comes_out(catalog: Catalog, database: Stored, part: str) -> None:
    """Every record read from the database equals the one that was loaded, in the same order."""
    assert getattr(catalog, part) == getattr(database.catalog, part)


def test_errata_go_in_and_come_out(catalog: Catalog, tmp_path: Path) -> None:
    """A published change of cards is a record of its own, with what it changed and the statements it states."""
    cites = ("dlx-card-mafia",)
    was = ClauseRecord(
        1, "+4 to direct control of Criminal Groups", parse("+4 to direct control of Criminal Groups"), None, (), ()
    )
    note = ClauseRecord(2, "They smoke.", None, "no sentence can say it", (), (), True)
    changes = (Change("+3 to direct control of Criminal Groups", was), Change(None, note), Change("new", None))
    cards = ("deluxe/the-mafia", "deluxe/loan-sharks")
    erratum = Erratum(
        "mafia-3", "deluxe", cards, "later", "Three", "Three, not 4.", cites, changes, "what else.", "e.yaml", 3
    )
    editions = (Edition("later", "Later", "2003-01", "deluxe", "A note.", cites), Edition("latest", "Latest", "2004"))
    load(catalog.with_others(editions=editions, errata=(erratum,), changes=()), (), tmp_path / "dossier.db")
    with opened(tmp_path / "dossier.db") as database:
        assert (erratum,) == database.catalog.errata
        assert editions == database.catalog.editions
        states = [
            (each.kind, each.owner)
            for each in database.references
            if (each.statement, each.relation) == ("dlx-card-mafia", "states")
        ]
        assert ["later"] == [owner for kind, owner in states if kind == "edition"]
        assert ["erratum"] == [kind for kind, owner in states if owner == "deluxe/mafia-3"]


def test_verdicts_go_in_and_come_out(catalog: Catalog, verdicts: tuple[Verdict, ...], database: Stored) -> None:
    """Each ruling keeps whether it passed, its lines with what they settle, its sum, tables, plays and counter-case."""
    cards = tuple(record.card for record in catalog.cards)
    assert [verdict.ruling for verdict in verdicts] == list(database.verdicts)
    for verdict in verdicts:
        stored = database.verdicts[verdict.ruling]
        for expected, actual in ((verdict, stored), (verdict.counter, stored.counter)):
            assert (expected is None) == (actual is None)
            if expected is None:
                continue
            assert expected.passed == actual.passed
            assert [(line.text, line.settles, line.ok) for line in expected.lines] == [
                (line.text, line.settles, line.ok) for line in actual.lines
            ]
            ledger = expected.ledger.lines if expected.ledger else ()
            assert [(line.side, line.amount, line.label, line.source) for line in ledger] == [
                (line.side, line.amount, line.label, line.source) for line in actual.ledger
            ]
            assert actual.before == (see(expected.start) if expected.start else None)
            assert actual.after == (see(expected.steps[-1].table) if expected.steps else None)
            assert actual.steps == tuple(steps_of(expected, cards))


def test_the_same_input_makes_the_same_rows(
    catalog: Catalog, verdicts: tuple[Verdict, ...], path: Path, tmp_path: Path
) -> None:
    """Loading twice makes databases with the same content, row by row."""
    load(catalog, verdicts, tmp_path / "again.db")
    with closing(sqlite3.connect(path)) as first, closing(sqlite3.connect(tmp_path / "again.db")) as second:
        assert list(first.iterdump()) == list(second.iterdump())


# --- references -----------------------------------------------------------------------------------------------------


def test_the_number_of_cards(path: Path) -> None:
    """Any SQLite program counts the cards of each set."""
    expected = [("assassins", 125), ("deluxe", 105), ("inwo", 412), ("subgenius", 97)]
    assert expected == query(path, "select set_id, count(*) from card group by 1")


def test_every_reference_leads_somewhere(path: Path) -> None:
    """The file is sound, and every foreign key of every row exists."""
    assert [("ok",)] == query(path, "pragma integrity_check")
    assert [] == query(path, "pragma foreign_key_check")
    keyed = {
        table
        for (table,) in query(path, "select name from sqlite_master where type = 'table'")
        if query(path, f"pragma foreign_key_list('{table}')")
    }
    assert {table.name for table in Table.metadata.sorted_tables} - keyed == {"game", "document", "difference"}


def test_a_reference_to_nowhere_is_refused(catalog: Catalog, tmp_path: Path) -> None:
    """A card whose source no document states cannot be loaded, should the catalog ever let it through."""
    lost = replace(catalog.cards[0], source="dlx-nowhere")
    with pytest.raises(IntegrityError):
        load(catalog.with_others(cards=(lost, *catalog.cards[1:])), (), tmp_path / "dossier.db")
    assert [] == list(tmp_path.iterdir())


def test_who_states_what(database: Stored) -> None:
    """The +10, +5 and +2 of the position are stated by the section on it, and three terms cite it."""
    found = {
        (each.relation, each.kind, each.owner)
        for each in database.references
        if each.statement == "dlx-position-10-5-2"
    }
    assert {
        ("states", "section", "deluxe/position"),
        ("cites", "term", "deluxe/position-1"),
        ("cites", "term", "deluxe/position-2"),
        ("cites", "term", "deluxe/position-3"),
    } <= found


def test_what_touches_a_card(catalog: Catalog, path: Path) -> None:
    """A card knows the sections that mention it and the rulings that are about it."""
    mafia = "deluxe/the-mafia"
    sections = query(
        path,
        f"select e.anchor from section_card m join section e on e.id = m.section_id where m.card_id = '{mafia}' order"
        " by e.rowid",
    )
    assert [section.id for section in catalog.sections if mafia in section.cards] == [anchor for (anchor,) in sections]
    assert ("direct",) in sections
    rulings = query(path, f"select ruling_id from ruling_card where card_id = '{mafia}'")
    assert {ruling.id for ruling in catalog.rulings if mafia in ruling.cards} == {ruling for (ruling,) in rulings}


@pytest.mark.parametrize("view", sorted(VIEWS))
def test_views_are_readable(path: Path, view: str) -> None:
    """Each view has rows, and its columns are named in words."""
    with closing(sqlite3.connect(path)) as connection:
        cursor = connection.execute(f"select * from {view}")
        assert cursor.fetchone() is not None
        assert all(not column[0].endswith("_id") or column[0] == "owner_id" for column in cursor.description)


def test_a_view_shows_a_card_as_people_read_it(path: Path) -> None:
    """The C.I.A. have Power 6/4, Resistance 5 and no Income, are Government and Violent, and are cited by document."""
    columns = "power, resistance, income, alignments, arrow_in, arrows_out, source"
    expected = [
        (
            "6/4",
            5,
            0,
            "Government, Violent",
            "right",
            "top, bottom, left",
            "Deluxe rules, Card list: Groups with special text",
        )
    ]
    assert expected == query(path, f"select {columns} from cards_readable where id = 'deluxe/c-i-a'")


def test_a_citation_in_a_view_is_that_of_the_catalog(catalog: Catalog, path: Path) -> None:
    """The database prints a citation exactly as everything else does."""
    printed = dict(query(path, "select statement, source from who_states_what"))
    expected = {statement.id: catalog.source(statement.id) for statement in catalog.statements}
    assert expected == printed


# --- failures -------------------------------------------------------------------------------------------------------


def test_a_failing_load_leaves_the_last_good_one(catalog: Catalog, path: Path) -> None:
    """Whatever fails while loading, the old file stays byte for byte, and nothing half-built lies beside it."""
    before, beside = path.read_bytes(), sorted(path.parent.iterdir())
    twice = catalog.with_others(cards=(*catalog.cards, catalog.cards[0]))
    with pytest.raises(IntegrityError):
        load(twice, (), path)
    with pytest.raises(AttributeError):
        load(catalog.with_others(opposites=None), (), path)
    assert before == path.read_bytes()
    assert beside == sorted(path.parent.iterdir())


def test_a_reader_keeps_its_database_while_a_new_one_is_written(catalog: Catalog, tmp_path: Path) -> None:
    """Whoever has the old file open goes on reading it; who opens it next gets the new one."""
    path = tmp_path / "dossier.db"
    load(catalog, (), path)
    with opened(path) as old:
        load(catalog.with_others(rulings=(), figures=()), (), path)
        assert len(catalog.rulings) == len(old.catalog.rulings)
        with opened(path) as new:
            assert () == new.catalog.rulings


# --- exports --------------------------------------------------------------------------------------------------------


def test_exports_hold_every_card(catalog: Catalog, verdicts: tuple[Verdict, ...], tmp_path: Path) -> None:
    """cards.json and cards.csv hold each card with the same numbers; rulings.json and statements.json all of theirs."""
    paths = export(catalog, ["json", "csv"], tmp_path / "data", verdicts)
    names = ["cards.json", "cards.schema.json", "rulings.json", "statements.json", "cards.csv"]
    assert names == [path.name for path in paths]
    cards = json.loads((tmp_path / "data" / "cards.json").read_text(encoding="utf-8"))
    with (tmp_path / "data" / "cards.csv").open(encoding="utf-8", newline="") as file:
        flat = list(csv.DictReader(file))
    assert [record.id for record in catalog.cards] == [card["id"] for card in cards] == [row["id"] for row in flat]
    for name in ("power", "transferable_power", "global_power", "resistance", "income", "subtype", "nwo", "rarity"):
        assert ["" if card[name] is None else str(card[name]) for card in cards] == [row[name] for row in flat]
    assert [card["text"] for card in cards] == [row["text"].removeprefix("'") for row in flat]
    mafia = next(card for card in cards if card["id"] == "deluxe/the-mafia")
    assert {"is": "Bonus", "amount": 3} == {key: mafia["clauses"][0]["tree"][key] for key in ("is", "amount")}
    pentagon = next(card for card in cards if card["id"] == "inwo/pentagon")
    assert ("place", 6, None, ["deluxe/pentagon"]) == tuple(
        pentagon[key] for key in ("subtype", "power", "transferable_power", "same_name")
    )
    rulings = json.loads((tmp_path / "data" / "rulings.json").read_text(encoding="utf-8"))
    assert {verdict.ruling: verdict.passed for verdict in verdicts} == {each["id"]: each["passed"] for each in rulings}
    statements = json.loads((tmp_path / "data" / "statements.json").read_text(encoding="utf-8"))
    assert [statement.id for statement in catalog.statements] == [each["id"] for each in statements]
    position = next(each for each in statements if each["id"] == "dlx-position-10-5-2")
    assert "section deluxe/position" in position["stated_by"]


WANTED = {
    "id",
    "name",
    "set",
    "type",
    "subtype",
    "power",
    "global_power",
    "transferable_power",
    "resistance",
    "income",
    "alignments",
    "attributes",
    "arrow_in",
    "arrows_out",
    "text",
    "clauses",
}
"""What everybody expects of a card in `cards.json`; it has more."""


def test_cards_obey_their_schema(catalog: Catalog, tmp_path: Path) -> None:
    """cards.json is valid by the schema written beside it, which sees a mistake; the keys that others rely on are
    there.
    """
    export(catalog, ["json"], tmp_path)
    cards, schema = (
        json.loads((tmp_path / name).read_text(encoding="utf-8")) for name in ("cards.json", "cards.schema.json")
    )
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    assert [] == [error.message for error in validator.iter_errors(cards)]
    assert all(set(card) >= WANTED for card in cards)
    for wrong in ({"power": "7"}, {"arrow_in": "inside"}, {"subtype": "tribe"}, {"colour": "red"}):
        assert not validator.is_valid([{**cards[0], **wrong}])
    assert not validator.is_valid([{key: value for key, value in cards[0].items() if key != "text"}])


def test_an_unknown_format_is_refused(catalog: Catalog, tmp_path: Path) -> None:
    """A format that we do not write is an error that names those we do, before anything is written."""
    with pytest.raises(ValueError, match="json and csv"):
        export(catalog, ["xml"], tmp_path / "data")
    assert not (tmp_path / "data").exists()
