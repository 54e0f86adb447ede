"""The data as files for other programs: cards.json, rulings.json, statements.json and cards.csv."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from generator.catalog import CardRecord, Catalog, RulingRecord
from generator.database.coverage import settled_by, stated_by
from generator.language import to_data
from generator.rulings import Verdict

FORMATS = ("json", "csv")
_FLAT = (
    "id",
    "name",
    "set",
    "type",
    "subtype",
    "power",
    "transferable_power",
    "resistance",
    "income",
    "alignments",
    "attributes",
    "arrow_in",
    "arrows_out",
    "arrows_unsure",
    "copies",
    "text",
    "source",
)


def export(catalog: Catalog, formats: Iterable[str], directory: Path, verdicts: Sequence[Verdict] = ()) -> list[Path]:
    """Write the files of each format (`json`, `csv`) into `directory`, which is made if need be; answer their paths.

    With `verdicts`, rulings say whether they passed, and statements which rulings settle them.
    """
    files: dict[str, str] = {}
    for name in formats:
        if name == "json":
            files["cards.json"] = _json([card_data(record) for record in catalog.cards])
            files["rulings.json"] = _json(ruling_list(catalog, verdicts))
            files["statements.json"] = _json(statement_list(catalog, verdicts))
        elif name == "csv":
            files["cards.csv"] = _csv(catalog.cards)
        else:
            raise ValueError(f"no format {name!r}; there are {' and '.join(FORMATS)}")
    directory.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (directory / name).write_text(text, encoding="utf-8", newline="")
    return [directory / name for name in files]


def card_data(record: CardRecord) -> dict[str, Any]:
    """A card as JSON data. `text` is all its clauses, one a line; `tree` of a clause is null when it is a note."""
    card = record.card
    return {
        "id": card.id,
        "name": card.name,
        "set": card.set,
        "type": card.kind,
        "subtype": None,
        "power": card.power,
        "transferable_power": card.transferable,
        "resistance": card.resistance,
        "income": card.income,
        "alignments": list(card.alignments),
        "attributes": list(card.attributes),
        "arrow_in": card.arrow_in,
        "arrows_out": list(card.arrows_out),
        "arrows_unsure": record.arrows_unsure,
        "starred": list(record.starred),
        "aliases": list(record.aliases),
        "copies": record.copies,
        "rarity": record.rarity,
        "remark": record.remark,
        "source": record.source,
        "text": "\n".join(clause.text for clause in record.clauses),
        "clauses": [
            {
                "text": clause.text,
                "tree": None if clause.note else to_data(clause.sentence),
                "reason": clause.reason,
                "cites": list(clause.cites),
            }
            for clause in record.clauses
        ],
    }


def ruling_list(catalog: Catalog, verdicts: Sequence[Verdict] = ()) -> list[dict[str, Any]]:
    """The rulings as JSON data; `passed` is null where no verdict is given."""
    results = {verdict.ruling: verdict.passed for verdict in verdicts}
    return [{**_ruling(ruling), "passed": results.get(ruling.id)} for ruling in catalog.rulings]


def statement_list(catalog: Catalog, verdicts: Sequence[Verdict] = ()) -> list[dict[str, Any]]:
    """The statements as JSON data, with what states and what settles each."""
    stated, settled = stated_by(catalog), settled_by(catalog, verdicts)
    return [
        {
            "id": row.id,
            "document": row.document,
            "kind": row.kind,
            "section": row.section,
            "page": row.page,
            "gist": row.gist,
            "checkable": row.checkable,
            "stated_by": list(stated.get(row.id, ())),
            "settled_by": list(settled.get(row.id, ())),
        }
        for row in catalog.statements
    ]


def _ruling(ruling: RulingRecord) -> dict[str, Any]:
    return {
        "id": ruling.id,
        "game": ruling.game,
        "title": ruling.title,
        "question": ruling.question,
        "answer": ruling.answer,
        "section": ruling.section,
        "sources": list(ruling.sources),
        "cards": list(ruling.cards),
        "about": ruling.about,
        "scenario": ruling.scenario,
    }


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _csv(records: Iterable[CardRecord]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, _FLAT, lineterminator="\n")
    writer.writeheader()
    for record in records:
        data = card_data(record)
        writer.writerow({key: "; ".join(data[key]) if isinstance(data[key], list) else data[key] for key in _FLAT})
    return out.getvalue()
