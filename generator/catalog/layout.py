"""The one definition of what our files hold. Reading checks against it; the JSON Schemas beside the data are made
from it.

`python -m generator.catalog` writes the schemas anew.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from generator.catalog.records import Game
from generator.catalog.shapes import (
    Anything,
    Choice,
    Color,
    Date,
    Either,
    Flag,
    Id,
    Keys,
    Many,
    Maybe,
    Number,
    OrWord,
    Pages,
    Shape,
    Text,
)
from generator.engine import attack, goal_line
from generator.engine.cards import SIDES
from generator.language import ALIGNMENTS, ATTRIBUTES, UNPRINTED

CARD_KINDS = ("illuminati", "group", "resource", "plot", "special")
SUBTYPES = {
    "group": ("organization", "personality", "place"),
    "plot": ("plot", "assassination", "disaster", "goal", "nwo", "zap", "paralysis", "freeze"),
}
"""The subtypes of the kinds that have some. Groups of Deluxe have none."""
NUMBERS = ("power", "transferable", "global", "resistance", "income")
"""Numbers on cards, as the files name them. Cards that print no Global Power have none; the others never lack."""
VARIABLE = "variable"
RARITIES = ("common", "uncommon", "rare", "ultra-rare", "special", "promo", "illuminati")
FIGURES_FROM = ("steps", "position")
"""What the boxes of a chart can be made from."""
NWO_COLOURS = ("blue", "red", "yellow")


def _cites(doc: str) -> Many:
    return Many(Text(refers="statement"), doc)


_FACTS = Many(Number(least=1), "Which facts about the card this accounts for; without it, the one of the same number.")
_CLAUSE_CITES = _cites("Statements that this clause rests on; without it, the source of the card.")

_SENTENCE = Text("A sentence of the effect language.", examples=("+3 to direct control of Criminal Groups",))
_NOTE: dict[str, Shape] = {
    "note": Text("What the effect language cannot say yet, in our own words."),
    "reason": Text("Why no sentence can say it."),
}
_ATTACK = Flag("Whether it touches attack strength, who may take part in an attack, or immunity.")
_CLAUSE = Either(
    _SENTENCE,
    (
        Keys({"say": Text("A sentence of the effect language.")}, {"facts": _FACTS, "cites": _CLAUSE_CITES}),
        Keys(_NOTE, {"facts": _FACTS, "cites": _CLAUSE_CITES, "attack": _ATTACK}),
    ),
)

_ANY_CARD_NEEDS: dict[str, Shape] = {"id": Id(), "name": Text("The name as printed.")}
_ANY_CARD_MAY: dict[str, Shape] = {
    "source": Text(
        "The statement that prints the card; without it, the card as printed in its set.", refers="statement"
    ),
    "type_line": Text("The line that the card prints below its title."),
    "clauses": Many(_CLAUSE, "What the card does, one clause for each thing.", repeats=True, most=50),
    "copies": Number("How many copies the set holds, if more than one.", least=1),
    "rarity": Choice(RARITIES, "How rare the card is."),
    "aliases": Many(Text(), "Other names of the card."),
    "remark": Text("What a reader of the data should know."),
    "fragments": Number("How many facts there are about what the card does, if its clauses do not account for all."),
}
_NUMBERS: dict[str, Shape] = {
    "power": OrWord(
        Number("Power as printed; 0 where the card prints none."),
        VARIABLE,
        "`variable` when only an asterisk is printed.",
    ),
    "transferable": Number("Transferable Power; 0 where the card prints none."),
    "global": Number("Global Power, if the card prints one."),
    "resistance": Number("Resistance as printed."),
    "income": Number("Income in MB a turn; negative where the card prints that it costs.", least=-9),
}
_OUT = Many(Choice(SIDES), "Sides of the upright card with an arrow for a puppet.")
_UNSURE = Flag("Whether published lists disagree about the arrows.")
_STARRED = Many(Choice((*NUMBERS, "alignments")), "What is printed with an asterisk.")


def _card(kind: str, subtype: str | None, game: Game | None) -> Keys:
    """The shape of a card. Without a game, every game's words and numbers will do."""
    needs, may = dict(_ANY_CARD_NEEDS), dict(_ANY_CARD_MAY)
    word = Choice(game.attributes) if game else Text()
    may["attributes"] = Many(word, "Words on the card that abilities ask for, other than alignments.")
    if subtype == "nwo":
        needs["nwo"] = Choice(NWO_COLOURS, "The color of the New World Order.")
    if kind in ("group", "illuminati"):
        for name in game.numbers if game else NUMBERS:
            if name != "resistance" or kind == "group":
                (needs if game and name != "global" else may)[name] = _NUMBERS[name]
        inward = {"in": Choice(SIDES, "The side that lies against the master.")} if kind == "group" else {}
        needs["arrows"] = Keys({**inward, "out": _OUT}, {"unsure": _UNSURE})
        may["starred"] = _STARRED
    if kind == "plot":
        may["arrows"] = Keys({"out": _OUT}, doc="Of a Plot that gives its arrows to a Group.")
    if kind == "group":
        may["unprinted"] = Many(
            Choice(UNPRINTED), "What it is by common knowledge, which sentences of other cards ask for."
        )
        alignment = Choice(game.alignments if game else ALIGNMENTS)
        may["alignments"] = Many(alignment, "In the order of the card.")
        may["sometimes"] = Many(alignment, "Those of the alignments that do not always hold.")
    return Keys(needs, may)


def card_file(kind: str | None, subtype: str | None = None, game: Game | None = None) -> Keys:
    """The shape of a file of cards of this kind and subtype; of any kind, when it is none of ours.

    `game` says which words and numbers its cards can have; without it, those of every game will do.
    """
    known = kind in CARD_KINDS and (subtype is None or subtype in SUBTYPES.get(kind, (subtype,)))
    needs: dict[str, Shape] = {
        "set": Text("The set that the cards belong to.", refers="set"),
        "kind": Choice((kind,) if kind in CARD_KINDS else CARD_KINDS, "The kind of all cards in this file."),
        "cards": Many(_card(kind, subtype, game)) if kind and known else Anything(),
    }
    may: dict[str, Shape] = {}
    if kind in SUBTYPES:
        (needs if kind == "plot" else may)["subtype"] = Choice(SUBTYPES[kind], "The subtype of all cards in this file.")
    return Keys(needs, may)


SETS = Keys(
    {
        "games": Many(
            Keys(
                {
                    "id": Id(),
                    "title": Text(),
                    "short": Text("Its name where there is little room."),
                    "numbers": Many(Choice(NUMBERS), "Numbers that its cards print."),
                    "alignments": Many(Choice(ALIGNMENTS), "Alignments that its cards can have."),
                    "attributes": Many(Text(), "Attributes that its cards can have."),
                }
            )
        ),
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
    },
    {
        "editions": Many(
            Keys(
                {"id": Id(), "title": Text(), "date": Date("When it was published.")},
                {
                    "set": Text("The set that it prints anew, if it isn't a document.", refers="set"),
                    "note": Text("What the date rests on."),
                    "states": _cites("Statements about the edition as a whole."),
                },
            ),
            "Times from which cards read in a new way, in their order.",
        )
    },
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

AUTHORITIES = ("official", "net-rep", "community")
"""Who says it: the publisher, somebody who answered for the publisher on the net, or players."""
STATEMENT = Keys(
    {
        "id": Id(),
        "kind": Text(),
        "section": Text(),
        "gist": Text(),
        "cards": Many(Text(), repeats=True),
        "checkable": Flag(),
    },
    {
        "page": Maybe(Pages()),
        "line": Pages(),
        "lines": Pages(),
        "check": Text(),
        "authority": Choice(AUTHORITIES),
        "to_card": Flag(),
    },
)

_SAY = Text("A sentence of the effect language.")
_DIFFERENCES = "; ".join(f"{name}: {meaning}" for name, meaning in attack.DIFFERENCES.items())
_RULE: dict[str, Shape] = {"id": Id(), "say": _SAY, "cites": _cites("The statements that the rule rests on.")}
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
    },
    {
        "differs": Many(
            Keys(
                {"what": Choice(tuple(attack.DIFFERENCES), f"What the game does differently: {_DIFFERENCES}.")},
                {"cites": _cites("The statements that say so.")},
            ),
            "Where its attacks differ from those of most games.",
        )
    },
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

_POSITION = Text("An attack in one line.", refers="position")
_LINES = Many(Keys({"says": _PROSE, "section": _SECTION}), "One line each, with the section that says more.", least=1)

FACE_COLORS = ("paper", "band", "ink", "faint", "accent", "on-band", "on-accent")
GAME = Keys(
    {},
    {
        "hooks": Text(
            "The module of generator/engine/games that it is played with; without it, the game has attacks and no"
            " table."
        ),
        "statements": Many(
            Text(), "How the ids of this game's statements begin, where several games share hooks.", least=1
        ),
        "sentences-say": Text("How the sentences of cards name the game."),
        "shares-cards-with": Many(Text(refers="game"), "The other games whose cards may be played with its own."),
        "no-place-for": Many(
            Text(), "Parts of a table that it does not have, of a game that shares cards, as data names them."
        ),
        "shared-decks": Flag("Whether all draw from the same decks."),
        "illuminati-once": Flag("Whether no two players have the same Illuminati."),
        "sets-called": Many(
            Keys({"set": Text(refers="set"), "called": Text()}),
            "What the cards of a set are called where a ruling counts them, in place of its title.",
        ),
        "example": _POSITION,
        "searched-attacks": Many(
            Text(), "The attacks that the search works out for two cards: the kind, and what else the line says."
        ),
        "no-power": Text("What the page of a Group without Power says; {} is its name."),
        "asterisk-alone": Flag("Whether cards print an asterisk in the place of a number, not behind it."),
        "showcase": Many(Text(refers="card-slug"), "The cards on the home page."),
        "download-example": Keys(
            {"card": Text(refers="card-slug"), "attribute": Choice(ATTRIBUTES), "power": Number()},
            doc=(
                "The card that shows how cards are downloaded, and what is asked of all: Groups with an attribute and"
                " so much Power."
            ),
        ),
        "outranks": Text("What outranks what: the line at the top of each chapter.", refers="prose"),
        "moved": Many(
            Keys(
                {
                    "from": Id("The chapter that they were in, as its address names it."),
                    "sections": Many(_SECTION, "Their anchors.", least=1),
                },
                {"now": Text("The chapter that took its place, where that one is gone.", refers="chapter")},
            ),
            "Sections that are now in another chapter: their old addresses lead there.",
        ),
        "first-game": Keys(
            {
                "ruling": Text("The ruling whose plays are the worked turn.", refers="ruling"),
                "parts": Many(Keys({"id": Id("Its anchor."), "title": Text("The heading."), "lines": _LINES})),
            },
            {
                "turn": Many(
                    Keys({"says": _PROSE, "section": _SECTION, "plays": Number("How many plays of the ruling.")}),
                    "What those plays are, in their order.",
                )
            },
            "Its first game in ten minutes: `{fails}` is the lowest roll that always fails, `{position-1}` what a term"
            " counts.",
        ),
        "coming-from": Keys(
            {
                "game": Text(refers="game"),
                "differences": Many(
                    Text(refers="difference"),
                    "Ids of the differences that its players meet in their first turns, in the order in which they"
                    " come up.",
                ),
            },
            doc="The game whose players are told what is different here.",
        ),
        "faces": Keys(
            {
                "corner": Number("How round the paper is."),
                "kinds": Keys(may={kind: Keys({name: Color() for name in FACE_COLORS}) for kind in CARD_KINDS}),
            },
            doc="The colors of its faces, by kind of card.",
        ),
        "attack-sum": Keys(
            {
                "kinds": Many(Text(), "Its columns."),
                "rows": Many(
                    Keys(
                        {
                            "what": Text("What counts."),
                            "cells": Many(Text(), "How much in each kind of attack.", repeats=True),
                        },
                        {
                            "terms": Many(Text(refers="term"), "The terms that say so."),
                            "besides": Many(Text(refers="counted"), "What counts besides the terms and says so."),
                        },
                    )
                ),
            },
            {"note": Text("What else there is to know.")},
            "The sum of an attack as one table for people.",
        ),
        "tokens": Flag("Whether cards have Action tokens: the page about them knows the game."),
        "relief": Flag("Whether a Devastated Place can be given Relief."),
        "without-place": Keys(
            {"capture": Text(), "move": Text()},
            doc="What happens to a Group that has no place in the Power Structure, after which.",
        ),
        "goals": Keys(
            {
                "words": Many(Choice(goal_line.ORDER), "The words that say something in a line about Goals."),
                "players": Number("The most players that a game begins with.", least=goal_line.FEWEST),
                "victims": Many(Choice(CARD_KINDS), "What a player can be credited with destroying."),
            },
            {
                "cites": _cites(
                    "The statements that the counting itself rests on; the others are those of the Basic Goals and of"
                    " the cards."
                )
            },
            "What a line about Goals can say; without it, the game has no goal counter.",
        ),
        "besides": Many(
            Keys(
                {
                    "id": Choice(attack.COUNTED_BESIDES, "What counts."),
                    "says": Text("The requirement, or what a line of the sum is for."),
                    "cites": _cites("The statements that say so."),
                }
            ),
            "What counts in an attack besides its terms and requirements.",
        ),
    },
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
    Keys(may={"settles": _cites("Statements that this line puts to the test."), "note": _PROSE}, others=Anything()),
    "What the result must be, line by line.",
    least=1,
    repeats=True,
)

_ABOUT_CARDS = Many(Text(refers="card-slug"), "Ids of cards that it is about.")
_ABOUT = Text("Cards that it is about, as a selector of the effect language.", examples=("Criminal Groups",))

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
            "cards": _ABOUT_CARDS,
            "about": _ABOUT,
            "headline": Text("The verdict in a few words of the answer, where the answer doesn't begin with it."),
            "formerly": Many(Id(), "Ids of rulings that are part of this one now: their pages lead here."),
            "counter": Keys({"expect": _EXPECT}, {"says": _PROSE, **_BODY}, "The case in which the answer is another."),
            **_BODY,
        },
    )
)

_REMARK = Text("Shown as it is written.")
SCENARIO = Keys(
    {},
    {
        "game": Text("The game that is played; a position names it itself."),
        "title": _REMARK,
        "question": _REMARK,
        "answer": _REMARK,
        "expect": _EXPECT,
        "counter": Keys({"expect": _EXPECT}, {"says": _REMARK, **_BODY}, "The case in which the answer is another."),
        **_BODY,
        **dict.fromkeys(
            ("id", "section", "sources", "cards", "about"), Anything("Of a ruling; nothing is done with it here.")
        ),
    },
    "A scenario of a player's own file.",
)

ERRATA = Many(
    Keys(
        {
            "id": Id(),
            "cards": Many(Text(refers="card-slug"), "Ids of the cards that it changed.", least=1),
            "since": Text("The edition from which it holds.", refers="edition"),
            "title": Text("The change in a few words."),
            "says": _PROSE,
            "states": _STATES,
        },
        {
            "changes": Many(
                Keys(
                    may={
                        "now": Text("The text of a clause of the card, as it reads after the change."),
                        "was": Either(_SENTENCE, (Keys(_NOTE, {"attack": _ATTACK}),)),
                    }
                ),
                "The earlier text of clauses. Without `now` the clause was removed, without `was` it is new.",
                least=1,
            ),
            "not-known": Text("What of the earlier text no document has, in our own words."),
        },
    )
)

FAQ = Keys(
    {
        "topic": Id("The address of its page, permanent."),
        "title": Text(),
        "entries": Many(
            Keys(
                {
                    "id": Id("The anchor of the entry on that page, permanent."),
                    "question": _PROSE,
                    "answer": _PROSE,
                    "section": _SECTION,
                    "states": _STATES,
                },
                {"cards": _ABOUT_CARDS, "about": _ABOUT},
            ),
            least=1,
        ),
    }
)

CHANGES = Many(
    Keys(
        {
            "id": Id(),
            "since": Text("The edition from which it holds.", refers="edition"),
            "title": Text("The change in a few words."),
            "section": Text("The anchor of the section that has the present rule.", refers="section"),
            "says": _PROSE,
            "states": _STATES,
        },
        {
            "was": Text(
                "What the rule was before, where a document tells. [[The Mafia]] links a card.", refers="prose"
            ),
            "not-known": Text("What of the earlier rule no document has, in our own words."),
        },
    )
)

DIFFERENCES = Many(
    Keys(
        {
            "id": Id(),
            "topic": Text("The part of the table that it is in."),
            "title": Text("The point in a few words."),
            "games": Keys(
                others=Anything(),
                doc="By game, what holds in it (`says`) and the anchor of the section that has it (`section`).",
            ),
        },
        {"states": _STATES},
    )
)
QUICK = Many(Keys({"title": Text("The heading on the sheet."), "lines": _LINES}))
FIGURES = Many(
    Keys(
        {
            "id": Id("Its name among the charts of the game."),
            "title": Text("The heading above it.", refers="prose"),
            "section": Text("The anchor of the section that it opens.", refers="section"),
        },
        {
            "boxes": Many(
                Keys(
                    {"title": Text("What the box says first.", refers="prose"), "section": _SECTION},
                    {
                        "says": Text(
                            "What else it says. `{fails}` is the lowest roll that always fails.", refers="prose"
                        ),
                        "aside": Text(
                            "What hangs to its right: what it gives, or what follows from yes.", refers="prose"
                        ),
                        "ruling": Text("The ruling that shows that a row of a table is true.", refers="ruling"),
                    },
                ),
                "The boxes from top to bottom.",
                least=1,
            ),
            "made-from": Choice(
                FIGURES_FROM,
                "What the boxes are made from, in place of `boxes`: the steps of the turn, or the terms of the position"
                " bonus.",
            ),
            "last": Text("What holds when every box is a question and every answer was no."),
            "apart": Flag("Whether no box leads to the next."),
            "columns": Many(
                Text(),
                "Of a table, whose boxes are rows and may link cards: its columns, of `title`, `aside` and `says`.",
                least=3,
                most=3,
            ),
            "rulings": Many(Text(refers="ruling"), "Rulings that show that it is true."),
        },
    )
)
POINT = Keys({"says": _PROSE, "section": _SECTION})
"""What holds in one of the games that differ."""


class _CardFile:
    """A file of cards of any kind."""

    def schema(self) -> dict[str, Any]:
        forms = [card_file(kind).schema() for kind in CARD_KINDS if kind != "plot"]
        others = [name for name in SUBTYPES["plot"] if name != "nwo"]
        for subtype, names in (("nwo", ["nwo"]), ("plot", others)):
            form = card_file("plot", subtype).schema()
            form["properties"]["subtype"]["enum"] = names
            forms.append(form)
        return {"oneOf": forms}


CUES = (
    *("beside", "about-rules", "asks", "asks-rules", "gives", "begins", "not", "whole", "lists", "lists-cards"),
    *("every", "leads", "which", "of-cards", "doing", "deeds", "counted", "against", "turns", "gets", "sums"),
)
"""What words of a question may tell of it."""


class _SynonymsFile:
    """How a question is read.

    The search room checks it (generator/search/synonyms.py): what it says are words of readers, not of records.
    """

    def schema(self) -> dict[str, Any]:
        phrases = {"type": "array", "items": {"type": ["string", "integer"]}, "minItems": 1}
        by_name = {"type": "object", "additionalProperties": phrases}
        compared = {key: phrases for key in ("least", "more", "most", "less")}
        cues = {key: {"type": "string"} for key in CUES}
        properties = {
            "stop": {"anyOf": [{"type": "string"}, phrases]},
            "kinds": by_name,
            "games": by_name,
            "games-together": phrases,
            "only-games": by_name,
            "traits": by_name,
            "synonyms": {"type": "array", "items": phrases},
            "instead": by_name,
            "effects": phrases,
            "acting": phrases,
            "cues": {"type": "object", "properties": cues, "required": list(cues), "additionalProperties": False},
            "endings": phrases,
            "numbers": {"type": "object", "properties": {"fields": by_name, **compared}, "additionalProperties": False},
            "attacks": by_name,
            "names": by_name,
            "wanted": by_name,
            "said": by_name,
            "weights": {"type": "object", "additionalProperties": {"type": "number", "exclusiveMinimum": 0}},
        }
        return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


SCHEMAS: dict[str, tuple[str, Any]] = {
    "cards/card.schema.json": ("Cards of one kind and set", _CardFile()),
    "cards/sets.schema.json": ("Games and sets of cards", SETS),
    "rules/documents.schema.json": ("Documents that statements are cited from", DOCUMENTS),
    "rules/game.schema.json": ("What makes a game another one", GAME),
    "rules/terms.schema.json": ("The attack sum, requirements and common goals of a game", TERMS),
    "rules/glossary.schema.json": ("Words of a game", GLOSSARY),
    "rules/conflicts.schema.json": ("Points on which documents disagree", CONFLICTS),
    "rules/rulings.schema.json": ("Rulings with their scenarios", RULINGS),
    "rules/errata.schema.json": ("Published changes of cards", ERRATA),
    "rules/faq.schema.json": ("Questions and answers on one topic", FAQ),
    "rules/changes.schema.json": ("Changes of the rules by later editions of a rulebook", CHANGES),
    "rules/quick.schema.json": ("What the quick reference of a game says beside its turn, sum and goals", QUICK),
    "rules/figures.schema.json": ("The charts of the chapters of a game", FIGURES),
    "rules/synonyms.schema.json": ("How a question is read", _SynonymsFile()),
    "rules/differences.schema.json": ("Points on which the games differ", DIFFERENCES),
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
