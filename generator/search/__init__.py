"""Search: one index over cards, sections, rulings, glossary and conflicts, and the language it is asked in.

    catalog_documents(catalog, address)   what there is to find; `address` gives the URL of a record
    build_index(documents, directory)     write the index, all or nothing
    ask(directory, "hand limit")          answer a question in a player's words
    search(directory, "power:>=4 mafia")  find what a query means; neither raises for what a user types
    parse(query)                          only read a query; the language is described in `query.py`

What is named here is imported from its module when somebody asks for it: asking needs neither the catalog nor what writes the index.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .asking import Answer, Asking, ask
    from .document import SearchDocument
    from .gather import Findable, catalog_documents, plain
    from .index import build_index
    from .query import Parsed, Problem, parse
    from .searching import Hit, NoIndex, SearchResults, search

_MODULES = {
    "asking": ("Answer", "Asking", "ask"),
    "document": ("SearchDocument",),
    "gather": ("Findable", "catalog_documents", "plain"),
    "index": ("build_index",),
    "query": ("Parsed", "Problem", "parse"),
    "searching": ("Hit", "NoIndex", "SearchResults", "search"),
}
_WHERE = {name: module for module, names in _MODULES.items() for name in names}

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


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(importlib.import_module(f"{__name__}.{_WHERE[name]}"), name)
    globals()[name] = found
    return found
