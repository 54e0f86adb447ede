"""The catalog: reads `cards/` and `rules/`, checks them, and answers questions about them."""

from generator.catalog.catalog import Catalog, Found, citation, find_card, rules_of, selected
from generator.catalog.problems import CatalogError, Code, Problem
from generator.catalog.read import read_catalog
from generator.catalog.records import (
    Block,
    CardRecord,
    CardSet,
    ClauseRecord,
    Conflict,
    ConflictSource,
    Document,
    Erratum,
    Game,
    GlossaryEntry,
    Outcome,
    Printing,
    RulingRecord,
    Section,
    Statement,
    TermRecord,
)

__all__ = [
    "Block",
    "CardRecord",
    "CardSet",
    "Catalog",
    "CatalogError",
    "ClauseRecord",
    "Code",
    "Conflict",
    "ConflictSource",
    "Document",
    "Erratum",
    "Found",
    "Game",
    "GlossaryEntry",
    "Outcome",
    "Printing",
    "Problem",
    "RulingRecord",
    "Section",
    "Statement",
    "TermRecord",
    "citation",
    "find_card",
    "read_catalog",
    "rules_of",
    "selected",
]
