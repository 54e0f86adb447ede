"""A card as JSON data: what `cards.json` and `dossier card --json` say.

The keys are explained in `generator/database/exports.py`.
"""

from __future__ import annotations

from typing import Any

from generator.catalog.catalog import Catalog
from generator.catalog.records import CardRecord
from generator.language import to_data


def card_data(record: CardRecord, catalog: Catalog | None = None) -> dict[str, Any]:
    """A card as JSON data; without a catalog, the cards of its name are left out."""
    card = record.card
    return {
        "id": card.id,
        "name": card.name,
        "game": card.game,
        "set": card.set,
        "type": card.kind,
        "subtype": card.subtype,
        "nwo": card.nwo,
        "type_line": record.type_line,
        "power": card.power,
        "variable_power": card.variable_power,
        "transferable_power": card.transferable,
        "global_power": card.global_power,
        "resistance": card.resistance,
        "income": card.income,
        "alignments": list(card.alignments),
        "sometimes": list(record.sometimes),
        "attributes": list(card.attributes),
        "unprinted": list(card.unprinted),
        "arrow_in": card.arrow_in,
        "arrows_out": list(card.arrows_out),
        "arrows_unsure": record.arrows_unsure,
        "starred": list(record.starred),
        "aliases": list(record.aliases),
        "copies": record.copies,
        "rarity": record.rarity,
        "remark": record.remark,
        "source": record.source,
        "same_name": [other.id for other in catalog.same_name(card)] if catalog else [],
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
