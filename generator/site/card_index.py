"""What the scripts search: for the card browser one flat record per card, for the search boxes the titles of everything."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from generator.catalog import Catalog
from generator.search import SearchDocument, catalog_documents

_FIELDS = (
    "id", "title", "text", "game", "set", "type", "subtype", "alignment", "attribute", "rarity", "nwo", "has",
    "power", "transferable", "global", "resistance", "income", "arrows", "aliases", "cites",
)  # fmt: skip


def card_index(catalog: Catalog) -> dict[str, Any]:
    """The JSON of `data/card-index.json`.

    `cards` hold the fields that the query language knows (search/query.py), with the very text that the search index
    has, so that both find the same; what a card has not is left out. `games` and `sets` are their titles by id.
    """
    documents = catalog_documents(catalog, lambda record: "")
    return {
        "games": {game.id: game.title for game in catalog.games},
        "sets": {entry.id: entry.title for entry in catalog.sets},
        "cards": [_row(document) for document in documents if document.kind == "card"],
    }


def _row(document: SearchDocument) -> dict[str, Any]:
    values = {name: document.value(name) for name in _FIELDS}
    return {name: value for name, value in values.items() if value not in (None, "", ())}


def titles(catalog: Catalog, documents: Iterable[SearchDocument]) -> list[dict[str, Any]]:
    """The JSON of `data/titles.json`: title, kind and address of all that can be found, and the other names of a card.

    `where` is the set of a card, or the game of anything else where more than one game has such: titles repeat.
    """
    sets = {entry.id: entry.title for entry in catalog.sets}
    games = {game.id: game.title for game in catalog.games}
    found = list(documents)
    several = len({document.game for document in found if document.kind != "card"}) > 1
    rows = []
    for document in found:
        where = sets[document.set] if document.set else games[document.game] if several else ""
        row = {"title": document.title, "kind": document.kind, "url": document.url, "where": where, "also": document.aliases}
        rows.append({name: value for name, value in row.items() if value})
    return rows
