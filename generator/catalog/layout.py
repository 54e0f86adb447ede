"""The one definition of what our files hold. Reading checks against it; the JSON Schemas beside the data are made
from it.

`python -m generator.catalog` writes the schemas anew.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from generator.catalog.shapes import (
    Anything,
    Choice,
    Either,
    Flag,
    Id,
    Keys,
    Many,
    Maybe,
    Number,
    Pages,
    Shape,
    Text,
)
from generator.engine.cards import SIDES
from generator.language import ALIGNMENTS

CARD_KINDS = ("illuminati", "group", "special")
NUMBERS = ("power", "transferable", "resistance", "income")


def _cites(doc: str) -> Many:
    return Many(Text(refers="statement"), doc)


_FACTS = Many(Number(least=1), "Which facts about the card this accounts for; without it, the one of its own position.")
_CLAUSE_CITES = _cites("Statements that this clause rests on; without it, the source of the card.")

_CLAUSE = Either(
    Text("A sentence of the effect language.", examples=("+3 to direct control of Criminal Groups",)),
    (
        Keys({"say": Text("A sentence of the effect language.")}, {"facts": _FACTS, "cites": _CLAUSE_CITES}),
        Keys(
            {
                "note": Text("What the effect language cannot say yet, in our own words."),
                "reason": Text("Why no sentence can say it."),
            },
            {
                "facts": _FACTS,
                "cites": _CLAUSE_CITES,
                "attack": Flag("Whether it touches attack strength, who may take part in an attack, or immunity."),
            },
        ),
    ),
)

_ANY_CARD_NEEDS: dict[str, Shape] = {
    "id": Id(),
    "name": Text("The name as printed."),
    "source": Text("The statement that prints the card.", refers="statement"),
}
_ANY_CARD_MAY: dict[str, Shape] = {
    "clauses": Many(_CLAUSE, "What the card does, one clause for each thing.", repeats=True),
    "copies": Number("How many copies the set holds, if more than one.", least=1),
    "rarity": Choice(("common", "uncommon", "rare", "ultra-rare", "special", "promo"), "How rare the card is."),
    "aliases": Many(Text(), "Other names of the card."),
    "attributes": Many(Text(), "Words on the card that abilities ask for, other than alignments."),
    "remark": Text("What a reader of the data should know."),
    "fragments": Number("How many facts there are about what the card does, if its clauses do not account for all."),
}
_POWER: dict[str, Shape] = {
    "power": Number("Power as printed; 0 where the card prints none."),
    "transferable": Number("Transferable Power; 0 where the card prints none."),
}
_INCOME = Number("Income in MB a turn; negative where the card prints that it costs.", least=-9)
_OUT = Many(Choice(SIDES), "Sides of the upright card with an arrow for a puppet.")
_UNSURE = Flag("Whether published lists disagree about the arrows.")
_STARRED = Many(Choice(NUMBERS), "Numbers printed with an asterisk.")

CARDS: dict[str, Keys] = {
    "illuminati": Keys(
        {**_ANY_CARD_NEEDS, **_POWER, "income": _INCOME, "arrows": Keys({"out": _OUT}, {"unsure": _UNSURE})},
        {**_ANY_CARD_MAY, "starred": _STARRED},
    ),
    "group": Keys(
        {
            **_ANY_CARD_NEEDS,
            **_POWER,
            "resistance": Number("Resistance as printed."),
            "income": _INCOME,
            "arrows": Keys(
                {"in": Choice(SIDES, "The side that lies against the master."), "out": _OUT}, {"unsure": _UNSURE}
            ),
        },
        {**_ANY_CARD_MAY, "alignments": Many(Choice(ALIGNMENTS), "In the order of the card."), "starred": _STARRED},
    ),
    "special": Keys(_ANY_CARD_NEEDS, _ANY_CARD_MAY),
}


def card_file(kind: str | None) -> Keys:
    """The shape of a file of cards of this kind; of any kind, when it is none of ours."""
    cards = Many(CARDS[kind]) if kind in CARDS else Anything()
    return Keys(
        {
            "set": Text("The set that the cards belong to.", refers="set"),
            "kind": Choice((kind,) if kind in CARDS else CARD_KINDS, "The kind of all cards in this file."),
            "cards": cards,
        }
    )


SETS = Keys(
    {
        "games": Many(Keys({"id": Id(), "title": Text()})),
        "sets": Many(
            Keys(
                {
                    "id": Id(),
                    "game": Text("The game that the set belongs to.", refers="game"),
                    "title": Text(),
                    "year": Number("The year on the cards.", least=1900, most=2999),
                }
            )
        ),
    }
)

DOCUMENTS = Many(
    Keys(
        {
            "id": Id("The name of its file of statements."),
            "title": Text(),
            "short": Text("Its name in a citation."),
            "year": Number(least=1900, most=2999),
        },
        {"edition": Text(), "pages": Maybe(Number(most=999)), "publisher": Text(), "note": Text()},
    )
)

STATEMENT = Keys(
    {
        "id": Id(),
        "kind": Text(),
        "section": Text(),
        "gist": Text(),
        "cards": Many(Text(), repeats=True),
        "checkable": Flag(),
    },
    {"page": Maybe(Pages()), "line": Pages(), "lines": Pages(), "check": Text()},
)

_SAY = Text("A sentence of the effect language.")
_RULE = {"id": Id(), "say": _SAY, "cites": _cites("The statements that the rule rests on.")}
TERMS = Keys(
    {
        "opposites": Keys(
            {"pairs": Keys(may={name: Choice(ALIGNMENTS) for name in ALIGNMENTS}, doc="Each pair once.")},
            {"states": _cites("Statements that say so.")},
        ),
        "fails_from": Number("The lowest roll that always fails.", least=2, most=13),
        "terms": Many(Keys(_RULE, {"label": Text("The name of its line in the sum, if nothing else names it.")})),
        "requirements": Many(Keys(_RULE)),
        "goals": Many(Keys(_RULE)),
    }
)

_STATES = _cites("Statements that this states.")
_SECTION = Text("The anchor of the section that says more.", refers="section")
_PROSE = Text("Our own words. [[The Mafia]] links a card, [[#anchor]] a section.", refers="prose")

GLOSSARY = Many(
    Keys(
        {"id": Id(), "term": Text(), "plural": Text(), "meaning": _PROSE, "section": _SECTION},
        {"also": Many(Text(), "Other words for it."), "states": _STATES},
    )
)

_POSITION = Text(
    "An attack in one line.", refers="position", examples=("deluxe control the-mafia>loan-sharks aid=c-i-a pay=3",)
)

CONFLICTS = Many(
    Keys(
        {
            "id": Id(),
            "title": Text(),
            "question": _PROSE,
            "sources": Many(Keys({"cite": Text(refers="statement"), "says": _PROSE}), least=1),
            "outcomes": Many(Keys({"id": Id(), "says": _PROSE}, {"position": _POSITION}), least=2),
            "default": Text("The outcome in use."),
            "why": _PROSE,
            "section": _SECTION,
        },
        {"states": _STATES},
    )
)

_BODY: dict[str, Shape] = {
    "position": _POSITION,
    "table": Anything("A table; `play` says what happens on it."),
    "facts": Anything("True when the ruling is about the data of cards alone."),
    "play": Anything("Plays, in their order."),
}
_EXPECT = Many(
    Keys(may={"settles": _cites("Statements that this line puts to the test.")}, others=Anything()),
    "What must come out, line by line.",
    least=1,
    repeats=True,
)

RULINGS = Many(
    Keys(
        {
            "id": Id(),
            "title": Text(),
            "question": _PROSE,
            "answer": _PROSE,
            "section": _SECTION,
            "sources": _cites("Statements shown as sources."),
            "expect": _EXPECT,
        },
        {
            "cards": Many(Text(refers="card-slug"), "Ids of cards that the ruling is about."),
            "about": Text(
                "Cards that the ruling is about, as a selector of the effect language.", examples=("Criminal Groups",)
            ),
            "counter": Keys({"expect": _EXPECT}, {"says": _PROSE, **_BODY}, "The case in which the answer is another."),
            **_BODY,
        },
    )
)

ERRATA = Many(
    Keys(
        {
            "id": Id(),
            "card": Text(refers="card-slug"),
            "date": Text("When it was published: `2002-01`."),
            "says": _PROSE,
            "states": _STATES,
        }
    )
)


class _CardFile:
    """A file of cards of any kind."""

    def schema(self) -> dict[str, Any]:
        return {"oneOf": [card_file(kind).schema() for kind in CARD_KINDS]}


SCHEMAS: dict[str, tuple[str, Any]] = {
    "cards/card.schema.json": ("Cards of one kind and set", _CardFile()),
    "cards/sets.schema.json": ("Games and sets of cards", SETS),
    "rules/documents.schema.json": ("Documents that statements are cited from", DOCUMENTS),
    "rules/terms.schema.json": ("The attack sum, requirements and common goals of a game", TERMS),
    "rules/glossary.schema.json": ("Words of a game", GLOSSARY),
    "rules/conflicts.schema.json": ("Points on which documents disagree", CONFLICTS),
    "rules/rulings.schema.json": ("Rulings with their scenarios", RULINGS),
    "rules/errata.schema.json": ("Published changes of cards", ERRATA),
}
"""Path of each schema file, its title, and the shape that it describes."""


def schema_text(path: str) -> str:
    """The content of the schema file at `path`, a key of SCHEMAS."""
    title, shape = SCHEMAS[path]
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, **shape.schema()}
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def write_schemas(root: Path) -> None:
    """Write every schema file below `root`."""
    for path in SCHEMAS:
        (root / path).write_text(schema_text(path), encoding="utf-8")
