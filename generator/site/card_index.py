"""What the card browser searches: one flat record per card."""

from __future__ import annotations

from typing import Any

from generator.catalog.catalog import Catalog
from generator.search.document import SearchDocument
from generator.search.gather import catalog_documents
from generator.search.words import sort_title
from generator.site.faces import KINDS, SUBTYPES

_FIELDS = (
    "id",
    "title",
    "text",
    "game",
    "set",
    "type",
    "subtype",
    "alignment",
    "attribute",
    "rarity",
    "nwo",
    "has",
    "power",
    "transferable",
    "global",
    "resistance",
    "income",
    "arrows",
    "aliases",
    "cites",
)


def card_index(catalog: Catalog) -> dict[str, Any]:
    """The JSON of `data/card-index.json`.

    `cards` hold the fields that the query language knows (search/query.py), with the very text that the search index
    has, so that both find the same; what a card has not is left out. They stand in the order of their titles. `games`,
    `sets`, `types` and `subtypes` are how their values are called.
    """
    cards = [document for document in catalog_documents(catalog, lambda record: "") if document.kind == "card"]
    return {
        "games": {game.id: game.title for game in catalog.games},
        "sets": {entry.id: entry.title for entry in catalog.sets},
        "types": KINDS,
        "subtypes": SUBTYPES,
        "cards": [_row(card) for card in sorted(cards, key=lambda card: (sort_title(card.title), card.id))],
    }


def _row(document: SearchDocument) -> dict[str, Any]:
    values = {name: document.value(name) for name in _FIELDS}
    return {name: value for name, value in values.items() if value not in (None, "", ())}
