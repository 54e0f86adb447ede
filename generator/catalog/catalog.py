"""The catalog: everything that `cards/` and `rules/` say, checked, and ways to look it up."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from generator.catalog import errata
from generator.catalog.errata import Moment, Reading
from generator.catalog.problems import nearest
from generator.catalog.records import (
    CardRecord,
    CardSet,
    Conflict,
    Difference,
    Document,
    Edition,
    Erratum,
    FaqEntry,
    FaqTopic,
    Game,
    GlossaryEntry,
    QuickPart,
    RuleChange,
    RulingRecord,
    Section,
    Statement,
    TermRecord,
)
from generator.engine.attack import Attack, Piece, Rules, matches
from generator.engine.cards import Card
from generator.language import parse_selector
from generator.language.tree import Selector


@dataclass(frozen=True)
class Found:
    """The card that a name means, or None and the names of cards that may have been meant.

    `others` are the cards of the same name in other games.
    """

    record: CardRecord | None
    suggestions: tuple[str, ...] = ()
    others: tuple[CardRecord, ...] = ()


@dataclass(frozen=True)
class Catalog:
    """All records, each kind in the order of its files. Every name and citation in them is known to exist."""

    documents: tuple[Document, ...]
    statements: tuple[Statement, ...]
    games: tuple[Game, ...]
    sets: tuple[CardSet, ...]
    editions: tuple[Edition, ...]
    cards: tuple[CardRecord, ...]
    sections: tuple[Section, ...]
    glossary: tuple[GlossaryEntry, ...]
    conflicts: tuple[Conflict, ...]
    terms: tuple[TermRecord, ...]
    rulings: tuple[RulingRecord, ...]
    errata: tuple[Erratum, ...]
    changes: tuple[RuleChange, ...]
    faq_topics: tuple[FaqTopic, ...]
    faq: tuple[FaqEntry, ...]
    differences: tuple[Difference, ...]
    quick: tuple[QuickPart, ...]
    opposites: Mapping[str, Mapping[str, str]]
    """The opposite of each alignment that has one, by game."""
    fails_from: Mapping[str, int]
    """The lowest roll that always fails, by game."""
    differs: Mapping[str, tuple[str, ...]]
    """What its attacks do otherwise than those of Illuminati Deluxe, by game."""

    @cached_property
    def _cards_by_id(self) -> dict[str, CardRecord]:
        return {record.id: record for record in self.cards}

    @cached_property
    def _rulings_by_id(self) -> dict[str, RulingRecord]:
        return {ruling.id: ruling for ruling in self.rulings}

    @cached_property
    def _statements_by_id(self) -> dict[str, Statement]:
        return {statement.id: statement for statement in self.statements}

    @cached_property
    def _documents_by_id(self) -> dict[str, Document]:
        return {document.id: document for document in self.documents}

    def card(self, card_id: str) -> CardRecord:
        """The card with this id, `deluxe/the-mafia`. Raises KeyError."""
        return self._cards_by_id[card_id]

    @cached_property
    def _cards_by_name(self) -> dict[str, list[CardRecord]]:
        found: dict[str, list[CardRecord]] = {}
        for record in self.cards:
            found.setdefault(fold(record.card.name), []).append(record)
        return found

    def same_name(self, card: Card) -> tuple[CardRecord, ...]:
        """The cards of other games that have the name of this one."""
        return tuple(record for record in self._cards_by_name[fold(card.name)] if record.card.game != card.game)

    def moment(self, text: str) -> Moment:
        """The time that a person means by `now`, `limited`, `2002-01`. Raises UnknownMoment."""
        return errata.moment(text, self.editions)

    def as_of(self, record: CardRecord, when: Moment) -> Reading:
        """The card as it read then. Raises NotPrintedYet."""
        card_set = next(each for each in self.sets if each.id == record.card.set)
        return errata.as_of(record, when, card_set, self.editions, self.errata)

    def errata_of(self, card_id: str) -> tuple[Erratum, ...]:
        """The published changes of a card, in their order."""
        return self._errata_by_card.get(card_id, ())

    @cached_property
    def _errata_by_card(self) -> dict[str, tuple[Erratum, ...]]:
        found: dict[str, tuple[Erratum, ...]] = {}
        for erratum in errata.in_order(self.errata, self.editions):
            for card_id in erratum.cards:
                found[card_id] = (*found.get(card_id, ()), erratum)
        return found

    def title_of(self, erratum: Erratum) -> str:
        """What an erratum is called where its cards are not known: `Reload! and 9 more: An Illuminati action`."""
        more = f" and {len(erratum.cards) - 1} more" if len(erratum.cards) > 1 else ""
        return f"{self.card(erratum.cards[0]).card.name}{more}: {erratum.title}"

    def edition(self, edition_id: str) -> Edition:
        """The edition with this id. Raises KeyError."""
        return self._editions_by_id[edition_id]

    @cached_property
    def _editions_by_id(self) -> dict[str, Edition]:
        return {edition.id: edition for edition in self.editions}

    def ruling(self, ruling_id: str) -> RulingRecord:
        """The ruling with this id. Raises KeyError."""
        return self._rulings_by_id[ruling_id]

    def find(self, name: str) -> Found:
        """The card that a person means: case, accents, punctuation and a leading "the" do not matter; an id, an alias,
        initials, or any words of the name that no other card has will do.
        """
        return find_card(name, self.cards)

    def statement(self, statement_id: str) -> Statement:
        """The statement with this id. Raises KeyError."""
        return self._statements_by_id[statement_id]

    def source(self, statement_id: str) -> str:
        """How a citation of the statement prints: `Deluxe rules, p. 5`. Raises KeyError."""
        statement = self.statement(statement_id)
        return citation(self._documents_by_id[statement.document].short, statement)

    def rules(self, game: str) -> Rules:
        """What the engine must know of a game. Raises KeyError."""
        return rules_of(game, self.terms, self.opposites[game], self.fails_from[game], self.differs[game])


def rules_of(
    game: str, terms: Iterable[TermRecord], opposites: Mapping[str, str], fails_from: int, differs: tuple[str, ...]
) -> Rules:
    """The rules of a game, from its terms and what else differs between games."""
    parts: dict[str, list] = {"term": [], "requirement": [], "goal": []}
    for term in terms:
        if term.game == game:
            parts[term.part].append(term.rule)
    return Rules(game, tuple(parts["term"]), tuple(parts["requirement"]), opposites, fails_from, differs)


def citation(document: str, statement: Statement) -> str:
    """`Deluxe rules, p. 5`; where the document has no page numbers, the name of the part:
    `Deluxe rules, Back cover`.
    """
    page = statement.page
    if page is None:
        return f"{document}, {statement.section}"
    return f"{document}, {'p.' if page.isdecimal() else 'pp.'} {page.replace('-', '–')}"


def selected(selector: str | Selector, cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards that a selector of the effect language, or its tree, means, judged by what is printed on them.

    Raises LanguageError.
    """
    tree = parse_selector(selector) if isinstance(selector, str) else selector
    return tuple(card for card in cards if _means(tree, card))


def _means(tree: Selector, card: Card) -> bool:
    piece = Piece(card, "nobody", card.alignments)
    return matches(tree, piece, Attack("control", "", "", (piece,)), piece)


# --- names ----------------------------------------------------------------------------------------------------------

_SMALL = {"the", "of", "and", "for", "a", "to"}


SPELLED = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "&": " and "})
"""What Unicode does not take apart; casefold has made it small, and ß to ss."""


def _words(name: str) -> list[str]:
    apart = unicodedata.normalize("NFKD", re.sub("([¼½¾⅓⅔])", r" \1", name)).casefold().translate(SPELLED)
    plain = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return re.findall(r"\w+", re.sub(r"['’.]", "", plain).replace("_", " "))


@cache
def fold(name: str) -> str:
    """What is left of a name when case, accents, punctuation, spaces and a leading "the" do not matter."""
    words = _words(name)
    return "".join(words[1:] if words[:1] == ["the"] and len(words) > 1 else words)


def _initials(name: str) -> set[str]:
    words = _words(name)
    every = "".join(word[0] for word in words)
    return {short for short in (every, "".join(word[0] for word in words if word not in _SMALL)) if len(short) > 1}


def find_card(name: str, cards: Iterable[CardRecord]) -> Found:
    """The one of `cards` that a person means by `name`."""
    records, wanted = list(cards), fold(name)
    for spellings in (
        lambda record: {fold(record.card.name), fold(record.card.slug), fold(record.id)},
        lambda record: {fold(alias) for alias in record.aliases},
        lambda record: _initials(record.card.name),
        lambda record: {wanted} if set(_words(name)) <= set(_words(record.card.name)) else set(),
    ):
        found = [record for record in records if wanted and wanted in spellings(record)]
        names = {fold(record.card.name) for record in found}
        if len(names) == 1:
            same = [record for record in records if fold(record.card.name) in names and record is not found[0]]
            return Found(found[0], others=tuple(same))
        if found:
            return Found(None, tuple(dict.fromkeys(record.card.name for record in found)))
    parts = [record.card.name for record in records if len(wanted) > 2 and wanted in fold(record.card.name)]
    spelled: dict[str, dict[str, None]] = {}
    for record in records:
        for spelling in (record.card.name, *record.aliases):
            spelled.setdefault(fold(spelling), {})[record.card.name] = None
    near = nearest(wanted, spelled)
    return Found(None, tuple(dict.fromkeys(parts))[:3] or tuple(spelled[near] if near else ()))
