"""What the card browser searches and sorts: one flat record per card, of all games together."""

from __future__ import annotations

from typing import Any

from generator.catalog import Catalog
from generator.search import SearchDocument, catalog_documents
from generator.site import links

_FIELDS = (
    "id", "title", "text", "game", "set", "type", "alignment", "attribute",
    "power", "transferable", "resistance", "income", "cites",
)


def card_index(catalog: Catalog) -> dict[str, Any]:
    """The JSON of `data/card-index.json`.

    `cards` hold the fields that the query language knows (search/query.py), with the very text that the search index
    has, so that both find the same; and `url`, `arrows` (how many point outward) and `abilities` (how many clauses).
    `games` and `sets` are their titles by id.
    """
    records = {record.id: record for record in catalog.cards}

    def row(document: SearchDocument) -> dict[str, Any]:
        record = records[document.id]
        return {
            **{name: getattr(document, name) for name in _FIELDS},
            "url": links.card_url(document.id),
            "arrows": len(record.card.arrows_out),
            "abilities": len(record.clauses),
        }

    documents = catalog_documents(catalog, lambda record: "")
    return {
        "games": {game.id: game.title for game in catalog.games},
        "sets": {entry.id: entry.title for entry in catalog.sets},
        "cards": [row(document) for document in documents if document.kind == "card"],
    }
