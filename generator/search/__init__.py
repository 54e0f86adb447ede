"""Search: one index over cards, sections, rulings, glossary and conflicts, and the language it is asked in.

    catalog_documents(catalog, address)   what there is to find; `address` gives the URL of a record
    build_index(documents, directory)     write the index, all or nothing
    ask(directory, "hand limit")          answer a question in a player's words
    search(directory, "power:>=4 mafia")  find what a query means; neither raises for what a user types
    parse(query)                          only read a query; the language is described in `query.py`
"""

from __future__ import annotations

from .asking import Answer, Asking, ask
from .document import SearchDocument
from .gather import Findable, catalog_documents, plain
from .index import build_index
from .query import Parsed, Problem, parse
from .searching import Hit, NoIndex, SearchResults, search

__all__ = [
    "Answer",
    "Asking",
    "Findable",
    "Hit",
    "NoIndex",
    "Parsed",
    "Problem",
    "SearchDocument",
    "SearchResults",
    "ask",
    "build_index",
    "catalog_documents",
    "parse",
    "plain",
    "search",
]
