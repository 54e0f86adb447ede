"""The catalog: reads `cards/` and `rules/`, checks them, and answers questions about them.

What is named here is imported from its module when somebody asks for it: looking a card up needs neither the language nor the engine.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from generator.catalog.catalog import Catalog, citation, rules_of, selected
    from generator.catalog.compiled import Compiled
    from generator.catalog.errata import Moment, NotPrintedYet, Reading, UnknownMoment
    from generator.catalog.names import CardName, Found, find_card
    from generator.catalog.problems import CatalogError, Code, Problem
    from generator.catalog.read import read_catalog
    from generator.catalog.records import (
        Block,
        Box,
        CardRecord,
        CardSet,
        Change,
        ClauseRecord,
        Conflict,
        ConflictSource,
        Difference,
        Document,
        Edition,
        Erratum,
        FaqEntry,
        FaqTopic,
        Figure,
        Game,
        GlossaryEntry,
        Outcome,
        Point,
        Printing,
        QuickPart,
        RuleChange,
        RulingRecord,
        Section,
        Statement,
        TermRecord,
    )

_MODULES = {
    "catalog": ("Catalog", "citation", "rules_of", "selected"),
    "compiled": ("Compiled",),
    "errata": ("Moment", "NotPrintedYet", "Reading", "UnknownMoment"),
    "names": ("CardName", "Found", "find_card"),
    "problems": ("CatalogError", "Code", "Problem"),
    "read": ("read_catalog",),
    "records": (
        "Block", "CardRecord", "CardSet", "Change", "ClauseRecord", "Conflict", "ConflictSource", "Difference",
        "Document", "Edition", "Erratum", "FaqEntry", "FaqTopic", "Game", "GlossaryEntry", "Outcome", "Point",
        "Printing", "QuickPart", "Figure", "Box", "RuleChange", "RulingRecord", "Section", "Statement", "TermRecord",
    ),
}
_WHERE = {name: module for module, names in _MODULES.items() for name in names}

__all__ = [
    "Block", "Box", "CardName", "CardRecord", "CardSet", "Catalog", "CatalogError", "Change", "ClauseRecord", "Code",
    "Compiled", "Conflict", "ConflictSource", "Difference", "Document", "Edition", "Erratum", "FaqEntry", "FaqTopic",
    "Figure", "Found", "Game", "GlossaryEntry", "Moment", "NotPrintedYet", "Outcome", "Point", "Printing", "Problem",
    "QuickPart", "Reading", "RuleChange", "RulingRecord", "Section", "Statement", "TermRecord", "UnknownMoment",
    "citation", "find_card", "read_catalog", "rules_of", "selected",
]


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(importlib.import_module(f"{__name__}.{_WHERE[name]}"), name)
    globals()[name] = found
    return found
