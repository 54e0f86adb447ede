"""The catalog: everything that `cards/` and `rules/` say, checked, and ways to look it up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any

from generator.catalog import errata, prose
from generator.catalog.errata import Moment, Reading
from generator.catalog.grouping import grouped
from generator.catalog.names import Found, find_card, fold
from generator.catalog.problems import Code, Problem
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
    Figure,
    Game,
    GlossaryEntry,
    QuickPart,
    RuleChange,
    RulingRecord,
    Section,
    Statement,
    TermRecord,
)
from generator.engine.attack import means
from generator.engine.cards import Card
from generator.engine.ruleset import Ruleset
from generator.engine.situation import Piece, Rules
from generator.language import parse_selector
from generator.language.tree import Selector
from generator.meaning import lower


class UnknownStatement(KeyError):
    """A statement that the program cites is in no document: citations in the files are known to exist."""

    def __init__(self, statement_id: str) -> None:
        super().__init__(statement_id)
        message = f"the program cites {statement_id!r}, which no document has; put it back"
        self.problems = (Problem("rules/statements", 1, 1, Code.UNKNOWN_STATEMENT.code, message),)


class Catalog:
    """All records, each kind in the order of its files. Every name and citation in them is known to exist. What is not
    given is loaded when it is first asked for.
    """

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
    figures: tuple[Figure, ...]
    rulesets: tuple[Ruleset, ...]
    opposites: Mapping[str, Mapping[str, str]]
    """The opposite of each alignment that has one, by game."""
    fails_from: Mapping[str, int]
    """The lowest roll that always fails, by game."""
    differs: Mapping[str, tuple[str, ...]]
    """What its attacks do otherwise than those of Illuminati Deluxe, by game."""

    def __init__(self, load: Callable[[str], tuple[Any, ...]] | None = None, **given: Any) -> None:
        self.__dict__.update(given, _load=load)

    def __getattr__(self, name: str) -> Any:
        if name not in RECORDS or self._load is None:
            raise AttributeError(name)
        return self.__dict__.setdefault(name, self._load(name))

    def with_others(self, **others: Any) -> Catalog:
        """The catalog with other records of these kinds."""
        return Catalog(**{name: getattr(self, name) for name in PARTS} | others)

    @cached_property
    def engine_cards(self) -> tuple[Card, ...]:
        """The cards of all games as the engine knows them."""
        return tuple(record.card for record in self.cards)

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
        return grouped((fold(record.card.name), record) for record in self.cards)

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
        return tuple(self._errata_by_card.get(card_id, ()))

    @cached_property
    def _errata_by_card(self) -> dict[str, list[Erratum]]:
        return grouped(
            (card, erratum) for erratum in errata.in_order(self.errata, self.editions) for card in erratum.cards
        )

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
        """The statement with this id. Raises UnknownStatement, a KeyError."""
        if statement_id not in self._statements_by_id:
            raise UnknownStatement(statement_id)
        return self._statements_by_id[statement_id]

    def source(self, statement_id: str) -> str:
        """How a citation of the statement prints: `Deluxe rules, p. 5`. Raises KeyError."""
        statement = self.statement(statement_id)
        return citation(self._documents_by_id[statement.document].short, statement)

    def plain(self, game: str, text: str) -> str:
        """Our own words of a game without their marks, links as a page shows them: what names a section is its number
        and title.
        """
        return prose.plain(text, lambda anchor: self._titles[game, anchor])

    @cached_property
    def _titles(self) -> dict[tuple[str, str], str]:
        return {(each.game, each.id): f"{each.number} {each.title}" for each in self.sections}

    def rules(self, game: str) -> Rules:
        """What the engine must know of a game. Raises KeyError."""
        return rules_of(
            game, self.terms, self.opposites[game], self.fails_from[game], self.differs[game], self.ruleset(game)
        )

    def ruleset(self, game: str) -> Ruleset:
        """What the file of a game says; nothing where it has none."""
        return next((each for each in self.rulesets if each.game == game), Ruleset(game))


PARTS = tuple(Catalog.__annotations__)
RECORDS = PARTS[:-3]
"""The kinds of records."""


def rules_of(
    game: str,
    terms: Iterable[TermRecord],
    opposites: Mapping[str, str],
    fails_from: int,
    differs: tuple[str, ...],
    its: Ruleset,
) -> Rules:
    """The rules of a game, from its terms and what else differs between games."""
    parts: dict[str, list[Any]] = {"term": [], "requirement": [], "goal": []}
    for term in terms:
        if term.game == game:
            parts[term.part].append(term.rule)
    return Rules(game, tuple(parts["term"]), tuple(parts["requirement"]), opposites, fails_from, differs, its)


def citation(document: str, statement: Statement) -> str:
    """`Deluxe rules, p. 5`; without page numbers the part, `Deluxe rules, Back cover`; and who says it, if not the
    publisher.
    """
    page = statement.page
    if page is None:
        return f"{document}, {statement.section}" + (
            "" if statement.authority == "official" else f" ({statement.authority})"
        )
    return f"{document}, {'p.' if page.isdecimal() else 'pp.'} {page.replace('-', '–')}"


def selected(selector: str | Selector, cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards that a selector of the effect language, or its tree, means, judged by what is printed on them.

    Raises LanguageError.
    """
    such = lower(parse_selector(selector) if isinstance(selector, str) else selector)
    return tuple(card for card in cards if means(such, Piece(card, "nobody", card.alignments)))
