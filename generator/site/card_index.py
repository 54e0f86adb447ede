"""What the scripts search: for the card browser one flat record per card, for the search boxes the titles of everything."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from generator.catalog import Catalog
from generator.search import SearchDocument, catalog_documents
from generator.search.words import sort_title
from generator.site.faces import KINDS, SUBTYPES

_FIELDS = (
    "id", "title", "text", "game", "set", "type", "subtype", "alignment", "attribute", "rarity", "nwo", "has",
    "power", "transferable", "global", "resistance", "income", "arrows", "aliases", "cites",
)  # fmt: skip


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
        where = sets[document.set] if document.set else games.get(document.game, "") if several else ""
        row = {"title": document.title, "kind": document.kind, "url": document.url, "where": where, "also": document.aliases}
        rows.append({name: value for name, value in row.items() if value})
    return rows
