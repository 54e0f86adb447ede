"""The data to keep: the files, a file for each card, the schemas, and the page that says how to ask them something."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from generator.catalog.card_data import card_data
from generator.catalog.records import CardRecord
from generator.database.exports import CARD_KEYS
from generator.site import links

if TYPE_CHECKING:
    from generator.catalog.catalog import Catalog
    from generator.site.writer import Writer

FILES = (
    ("dossier.db", "Everything, as one SQLite database"),
    ("cards.json", "All cards with numbers, sentences and syntax trees"),
    ("cards.schema.json", "JSON Schema: The cards of cards.json"),
    ("cards.csv", "All cards as a table"),
    ("rulings.json", "All rulings with their scenarios"),
    ("statements.json", "What the documents say, and where this site states and settles it"),
)
QUESTION = "Which Groups of {short} have the attribute {attribute} and a Power of {power} or more?"
SQL = """select c.name, c.power from card c join card_set s on s.id = c.set_id
  join card_attribute a on a.card_id = c.id
where s.game_id = '{game}' and c.kind = 'group' and a.attribute = '{attribute}' and c.power >= {power}
order by c.power desc, c.name"""
JQ = """jq -r 'map(select(.game == "{game}" and .type == "group" and .power >= {power}))
  | map(select(.attributes | index("{attribute}"))) | sort_by(-.power, .name)
  | .[] | "\\(.name)|\\(.power)"' cards.json"""
PANDAS = """import pandas as pd

cards = pd.read_csv("cards.csv").convert_dtypes()
groups = cards[(cards.game == "{game}") & (cards.type == "group") & (cards.power >= {power})]
found = groups[groups.attributes.str.contains("{attribute}", na=False)]
found = found.sort_values(["power", "name"], ascending=[False, True])
print(found[["name", "power"]].to_csv(sep="|", index=False, header=False), end="")"""


class Examples(Struct, frozen=True):
    """One question about the Groups of a game, asked in three ways, and a card of it."""

    question: str
    sql: str
    jq: str
    pandas: str
    card: str

    @property
    def sqlite3(self) -> str:
        """The query as a command."""
        return f'sqlite3 dossier.db "{self.sql}"'


def examples(catalog: Catalog) -> Examples | None:
    """Those of the first game whose file has some (`download-example`)."""
    its = next((each for each in catalog.rulesets if "download-example" in each.said), None)
    if its is None:
        return None
    asked = its.said["download-example"]
    named = {**asked, "game": its.game, "short": next(game.short for game in catalog.games if game.id == its.game)}
    question, sql, jq, pandas = (text.format(**named) for text in (QUESTION, SQL, JQ, PANDAS))
    return Examples(question, sql, jq, pandas, f"{its.game}/{asked['card']}")


class File(Struct, frozen=True):
    """A file to download: its name, what it is, where it is, and its size in words."""

    name: str
    what: str
    url: str
    size: str


def write_card_files(writer: Writer) -> None:
    """Plan the file of each card."""
    for record in writer.book.catalog.cards:
        writer.later(f"data of {record.id}", _card_file, record)


def _card_file(writer: Writer, record: CardRecord) -> None:
    writer.data(links.card_data_url(record.id), card_data(record, writer.book.catalog))


def write_downloads(writer: Writer, root: Path, folder: Path) -> None:
    """Write the page and what it offers; `folder` holds FILES, `root` the schemas of the files that people edit."""
    catalog = writer.book.catalog
    with closing(sqlite3.connect(f"{(folder / 'dossier.db').resolve().as_uri()}?mode=ro", uri=True)) as database:
        asked = examples(catalog)
        answer = database.execute(asked.sql).fetchall() if asked else []
        views = [name for (name,) in database.execute("select name from sqlite_schema where type = 'view' order by 1")]
    writer.page(
        links.DOWNLOADS,
        "downloads.md.j2",
        title="Downloads",
        hide=("navigation",),
        files=[*_files(writer, folder), *_schemas(writer, root)],
        question=asked and asked.question,
        answer=answer,
        examples=(("sqlite3", asked.sqlite3), ("jq", asked.jq), ("pandas", asked.pandas)) if asked else (),
        views=views,
        keys=CARD_KEYS,
        example_card=next((card for card in catalog.cards if asked and card.id == asked.card), None),
        description="Cards, rules and rulings as SQLite, JSON and CSV, with their schemas.",
    )


def _files(writer: Writer, folder: Path) -> Iterator[File]:
    for name, what in FILES:
        url = f"downloads/{name}"
        writer.write_bytes(url, (folder / name).read_bytes())
        yield File(name, what, url, _size((folder / name).stat().st_size))


def _schemas(writer: Writer, root: Path) -> Iterator[File]:
    for schema in sorted((*root.glob("cards/*.schema.json"), *root.glob("rules/*.schema.json"))):
        text = schema.read_text(encoding="utf-8")
        url = f"downloads/schemas/{schema.name}"
        writer.write(url, text)
        yield File(schema.name, f"JSON Schema: {json.loads(text).get('title', '')}", url, _size(schema.stat().st_size))


def _size(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{max(1, round(size / 1000))} kB"
