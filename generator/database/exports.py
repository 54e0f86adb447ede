"""The data as files for other programs: cards.json with its JSON Schema, rulings.json, statements.json and
cards.csv.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from generator.catalog.card_data import card_data
from generator.catalog.catalog import Catalog
from generator.catalog.layout import CARD_KINDS, NWO_COLOURS, RARITIES, SUBTYPES
from generator.catalog.shapes import Anything, Choice, Flag, Keys, Many, Maybe, Number, Text
from generator.database.coverage import settled_by, stated_by
from generator.engine.cards import SIDES
from generator.files import Staging
from generator.rulings.judged import Short

FORMATS = {"json": ("cards.json", "cards.schema.json", "rulings.json", "statements.json"), "csv": ("cards.csv",)}
"""The formats, each with its files."""
_CLAUSE = Keys(
    {
        "text": Text("The sentence, or the note, in our words."),
        "tree": Anything("The syntax tree of the sentence; null for a note."),
        "reason": Maybe(Text("Why a note isn't a sentence.")),
        "cites": Many(Text(), "Statements that the clause rests on."),
    }
)
CARD = Keys(
    {
        "id": Text("Permanent: the set, a slash and the short name."),
        "name": Text("The name as printed."),
        "game": Text("The id of the game."),
        "set": Text("The set that holds the card."),
        "type": Choice(CARD_KINDS, "The kind of card."),
        "subtype": Maybe(
            Choice(tuple(name for names in SUBTYPES.values() for name in names), "What kind of Group or Plot.")
        ),
        "nwo": Maybe(Choice(NWO_COLOURS, "The color of a New World Order.")),
        "type_line": Maybe(Text("The line below the title.")),
        "power": Maybe(Number("Power; 0 for a variable one.")),
        "variable_power": Flag("Whether an asterisk alone is printed as Power."),
        "transferable_power": Maybe(Number("Transferable Power, of a game that has it.")),
        "global_power": Maybe(Number("Global Power; null where none is printed.")),
        "resistance": Maybe(Number("Resistance.")),
        "income": Maybe(Number("Income in MB a turn, of a game with money.", least=-9)),
        "alignments": Many(Text(), "Alignments, in the order of the card."),
        "sometimes": Many(Text(), "Those of the alignments that do not always hold."),
        "attributes": Many(Text(), "Attributes, those in the type line of a Resource too."),
        "unprinted": Many(
            Text(), "What it is by common knowledge, which sentences of other cards ask for: Male, Female, U.S."
        ),
        "arrow_in": Maybe(Choice(SIDES, "The side of the upright card that lies against its master.")),
        "arrows_out": Many(Choice(SIDES), "The sides that may hold puppets."),
        "arrows_unsure": Flag("Whether published lists disagree about the arrows."),
        "starred": Many(Text(), "What is printed with an asterisk."),
        "aliases": Many(Text(), "Other names of the card."),
        "copies": Number("How many copies the set holds.", least=1),
        "rarity": Maybe(Choice(RARITIES, "How rare the card is.")),
        "remark": Maybe(Text("What a reader of the data should know.")),
        "source": Maybe(Text("The statement that prints the card; null where the card itself is the source.")),
        "same_name": Many(Text(), "Ids of the cards of this name in other games."),
        "text": Anything("All clauses, one a line."),
        "clauses": Many(_CLAUSE, "What the card does: sentences and notes."),
    }
)
"""What `cards.json` says of a card: every key is always there."""
CARD_KEYS = tuple((name, shape.doc) for name, shape in CARD.needed.items())
"""The keys, each with what it means."""
CARDS_SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "The cards of cards.json",
    "type": "array",
    "items": CARD.schema(),
}
_FLAT = tuple(name for name in CARD.needed if name not in ("clauses", "remark"))


def export(catalog: Catalog, formats: Iterable[str], directory: Path, verdicts: Sequence[Short] = ()) -> list[Path]:
    """Write the files of each format (`json`, `csv`) into `directory`, which is made if need be; answer their paths.

    With `verdicts`, rulings say whether they passed, and statements which rulings settle them.
    """
    files: dict[str, str] = {}
    cards = [card_data(record, catalog) for record in catalog.cards]
    for name in formats:
        if name == "json":
            made = cards, CARDS_SCHEMA, ruling_list(catalog, verdicts), statement_list(catalog, verdicts)
            files |= zip(FORMATS[name], map(_json, made), strict=True)
        elif name == "csv":
            files |= zip(FORMATS[name], [_csv(cards)], strict=True)
        else:
            raise ValueError(f"no format {name!r}; there are {' and '.join(FORMATS)}")
    paths = {directory / name: text for name, text in files.items()}
    with Staging(*paths) as new:
        for path, text in paths.items():
            new[path].write_text(text, encoding="utf-8", newline="")
        new.commit()
    return list(paths)


def ruling_list(catalog: Catalog, verdicts: Sequence[Short] = ()) -> list[dict[str, Any]]:
    """The rulings as JSON data; `passed` is null where no verdict is given."""
    results = {verdict.ruling: verdict.passed for verdict in verdicts}
    names = (
        "id",
        "game",
        "title",
        "question",
        "answer",
        "headline",
        "section",
        "sources",
        "cards",
        "about",
        "scenario",
        "formerly",
    )
    return [{**_named(ruling, names), "passed": results.get(ruling.id)} for ruling in catalog.rulings]


def statement_list(catalog: Catalog, verdicts: Sequence[Short] = ()) -> list[dict[str, Any]]:
    """The statements as JSON data, with what states and what settles each."""
    stated, settled = stated_by(catalog), settled_by(catalog, verdicts)
    names = ("id", "document", "kind", "section", "page", "authority", "gist", "checkable")
    return [
        {**_named(row, names), "stated_by": list(stated.get(row.id, ())), "settled_by": list(settled.get(row.id, ()))}
        for row in catalog.statements
    ]


def _named(record: Any, names: Iterable[str]) -> dict[str, Any]:
    """What these fields of a record say, as JSON data."""
    values = {name: getattr(record, name) for name in names}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _csv(cards: Iterable[Mapping[str, Any]]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, _FLAT, lineterminator="\n")
    writer.writeheader()
    for data in cards:
        writer.writerow({key: _cell(data[key]) for key in _FLAT})
    return out.getvalue()


def _cell(value: Any) -> Any:
    """A value for a spreadsheet: lists with semicolons, and an apostrophe before each text that it would compute."""
    text = "; ".join(value) if isinstance(value, list) else value
    return (
        f"'{text}"
        if isinstance(text, str) and text.lstrip().startswith(tuple("=+-@\uff1d\uff0b\uff0d\uff20"))
        else text
    )
