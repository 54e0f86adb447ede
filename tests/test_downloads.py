"""The downloads: the worked examples give what the page says, and each card is a file of its own."""

from __future__ import annotations

import importlib.util
import json
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from generator.catalog.catalog import Catalog
from generator.database.exports import CARD_KEYS, card_data, export
from generator.database.load import load
from generator.site import downloads


@pytest.fixture(scope="module")
def folder(catalog: Catalog, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that a reader downloads."""
    folder = tmp_path_factory.mktemp("downloads")
    export(catalog, ["json", "csv"], folder)
    load(catalog, (), folder / "dossier.db")
    return folder


@pytest.fixture(scope="module")
def asked(catalog: Catalog) -> downloads.Examples:
    """The examples of the page."""
    found = downloads.examples(catalog)
    assert found
    return found


@pytest.fixture(scope="module")
def answer(catalog: Catalog) -> str:
    """What the examples must print: strongest first, then by name."""
    found = [
        record.card
        for record in catalog.cards
        if record.card.game == "inwo"
        and record.card.kind == "group"
        and "Computer" in record.card.attributes
        and record.card.power >= 4
    ]
    found.sort(key=lambda card: (-card.power, card.name))
    return "".join(f"{card.name}|{card.power}\n" for card in found)


def printed(command: list[str], folder: Path) -> str:
    """What a command prints in `folder`; it must succeed."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)
    assert (0, "") == (done.returncode, done.stderr)
    return done.stdout


def test_the_answer_is_that_of_the_facts(answer: str, shared: Path) -> None:
    """The answer on the page is that of the list of facts about INWO and Assassins."""
    rows = [
        json.loads(line)
        for name in ("inwo", "assassins")
        for line in (shared / "facts" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    found = {
        row["name"]: row["power"]
        for row in rows
        if row["type"] == "group" and "computer" in row["attributes"] and row["power"] != "*" and row["power"] >= 4
    }
    assert len(found) > 3
    assert found == {name: int(power) for name, power in (line.split("|") for line in answer.splitlines())}


def test_the_sqlite3_example(folder: Path, asked: downloads.Examples, answer: str) -> None:
    """The query answers the question, through the command where there is one, and through Python's sqlite3."""
    with closing(sqlite3.connect(folder / "dossier.db")) as database:
        rows = database.execute(asked.sql).fetchall()
    assert answer == "".join(f"{name}|{power}\n" for name, power in rows)
    if not shutil.which("sqlite3"):
        pytest.skip("the query was run by Python: there is no command sqlite3 here")
    assert answer == printed(["sh", "-c", asked.sqlite3], folder)


def test_the_jq_example(folder: Path, asked: downloads.Examples, answer: str) -> None:
    """The filter answers the question."""
    if not shutil.which("jq"):
        pytest.skip("the jq example was not run: there is no command jq here")
    assert answer == printed(["sh", "-c", asked.jq], folder)


def test_the_pandas_example(folder: Path, asked: downloads.Examples, answer: str) -> None:
    """The program answers the question."""
    compile(asked.pandas, "example", "exec")
    if not importlib.util.find_spec("pandas"):
        pytest.skip("the pandas example was only compiled: pandas is not installed here")
    assert answer == printed([sys.executable, "-c", asked.pandas], folder)


def test_every_key_is_explained(catalog: Catalog) -> None:
    """The page says of each key of a card what it is, and of no other."""
    keys = dict(CARD_KEYS)
    assert list(card_data(catalog.cards[0], catalog)) == list(keys)
    assert [] == [name for name, what in keys.items() if not what]


def test_each_card_is_a_file(built_site: Path, catalog: Catalog) -> None:
    """`downloads/cards/<id>.json` holds what cards.json says of the card."""
    cards = json.loads((built_site / "downloads" / "cards.json").read_text(encoding="utf-8"))
    assert [record.id for record in catalog.cards] == [card["id"] for card in cards]
    files = {path for path in (built_site / "downloads" / "cards").rglob("*") if path.is_file()}
    assert files == {built_site / "downloads" / "cards" / f"{card['id']}.json" for card in cards}
    for card in cards:
        path = built_site / "downloads" / "cards" / f"{card['id']}.json"
        assert card == json.loads(path.read_text(encoding="utf-8")), card["id"]


def test_the_page_shows_examples_and_answer(built_site: Path, asked: downloads.Examples, answer: str) -> None:
    """The page has each example as it is run here, and the answer."""
    text = (built_site / "downloads" / "index.html").read_text(encoding="utf-8")
    for shown in (asked.sqlite3, asked.jq, asked.pandas, answer):
        escaped = shown.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        plain = text.replace("&#34;", '"').replace("&#39;", "'").replace("&quot;", '"')
        assert escaped in plain
