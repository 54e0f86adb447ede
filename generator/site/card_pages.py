"""The list of all cards and a page for each: what a card says, how it looks, and what it has to do with other cards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from generator.catalog.records import CardRecord, CardSet, RulingRecord
from generator.engine.cards import Card
from generator.search.words import sort_title
from generator.site import links
from generator.site.faces import KINDS, PLURALS, face_of, lies, number, plain, power, resistance, type_words
from generator.site.matchups import FIGHTERS, Tables
from generator.site.rulings import Proofs, answered
from generator.site.share import picture_name
from generator.site.writer import Writer


@dataclass(frozen=True)
class Fact:
    """A line of the small table beside a card: its name, its value, and what else there is to say."""

    name: str
    value: str
    more: str = ""


@dataclass(frozen=True)
class Link:
    """A word and the query of the card browser that it leads to."""

    words: str
    query: str


class Beside(NamedTuple):
    """The card before or after another."""

    id: str
    name: str


@dataclass(frozen=True)
class Shape:
    """How a face stands on a page; its size in pixels is the proportion that is kept free for it."""

    name: str
    width: int
    height: int


LYING, STANDING = Shape("lying", 350, 250), Shape("standing", 250, 350)


SCREENFUL = 24
"""So many cards are listed on a page; more are a link to the card browser."""
FEW = 4
"""So many rulings or questions stand open on the page of a card; more are folded."""


@dataclass(frozen=True)
class AtWork:
    """A ruling that shows a card at work: the number of the clause (None where the card has one), its verdict, the rest of its answer."""

    ruling: RulingRecord
    clause: int | None
    verdict: str
    answer: str


@dataclass(frozen=True)
class Entry:
    """A card in a list: one line about it below its name, and the shape of its picture."""

    card: Card
    line: str
    shape: Shape


@dataclass(frozen=True)
class Group:
    """The cards of one type of one set; `anchor` is where they stand on the page."""

    title: str
    anchor: str
    entries: tuple[Entry, ...]


def write_cards(writer: Writer) -> None:
    """Write the list, the pages and the faces."""
    book = writer.book
    writer.later("cards", _list, everything=True)
    sets = {each.id: each for each in book.catalog.sets}
    for _, together in groupby(book.catalog.cards, key=lambda record: record.card.set):
        ordered = sorted(together, key=lambda record: sort_title(record.card.name))
        beside = [None, *(Beside(record.id, record.card.name) for record in ordered), None]
        for at, record in enumerate(ordered):
            writer.later(f"card {record.id}", _card, record, sets[record.card.set], beside[at], beside[at + 2])


def _list(writer: Writer) -> None:
    book = writer.book
    records = book.catalog.cards
    writer.page(
        links.CARDS, "cards.md.j2", title="Cards", hide=("navigation", "toc"), scripts=("card-browser.js",),
        styles=("card-browser.css",), description=f"All {len(records)} cards, with numbers, alignments and abilities.",
        sets=[(each, groups) for each in book.catalog.sets if (groups := groups_of(each, records))],
    )


def _card(writer: Writer, record: CardRecord, card_set: CardSet, before: Beside | None, after: Beside | None) -> None:
    book, card = writer.book, record.card
    face = face_of(record, card_set.title, book.ruleset(record.card.game))
    writer.write(links.face_url(card.id), face)
    linked = writer.linked  # The names that it writes are those of cards that the writer is asked for.
    attackers, targets = writer.compared.attacks(card.game, card) if card.kind in FIGHTERS else ([], [])
    rulings = book.rulings_of_card(card.id)
    at_work = list(clauses_at_work(record, rulings, writer.proven))
    shown = {each.ruling.id for each in at_work}
    about = [ruling for ruling in rulings if ruling.id not in shown and is_about(ruling, card)]
    shown.update(ruling.id for ruling in about)
    writer.page(
        links.card_url(card.id), "card.md.j2", card.game, title=card.name, description=in_one_line(record),
        image=f"{links.card_url(card.id)}{picture_name(face)}", hide=("navigation",), record=record, card=card,
        kind=kind_links(record, card_set), facts=list(facts(record)), errata=book.catalog.errata_of(card.id),
        printings=[(book.set(each.set), each) for each in record.printings],
        namesakes=[(other, book.games[other.card.game].title) for other in book.catalog.same_name(card)],
        shape=shape_of(card), attackers=attackers, targets=targets, assumed=writer.compared.assumed(card.game),
        opening=opening(attackers, targets) if book.has_calculator(card.game) else None,
        no_power=book.ruleset(card.game).text("no-power").replace("{}", card.name) if card.kind == "group" and not card.power else "",
        at_work=at_work, about=about, using=[ruling for ruling in rulings if ruling.id not in shown],
        related=list(linked.related(writer.interactions.on(card), card)),
        meant=[(each, linked(other.id for other in each.cards)) for each in writer.interactions.of(card)],
        screenful=SCREENFUL, few=FEW, asked=book.faq_of_card(card.id), conflicts=book.conflicts_of_card(record),
        sections=book.sections_of_card(record), previous=before, next=after,
    )


# --- the list -------------------------------------------------------------------------------------------------------

def groups_of(card_set: CardSet, records: Sequence[CardRecord]) -> list[Group]:
    """The cards of a set by type, in the order of PLURALS, and in a type by name."""
    kinds: dict[str, list[CardRecord]] = {kind: [] for kind in PLURALS}
    for record in records:
        if record.card.set == card_set.id:
            kinds[record.card.subtype or record.card.kind].append(record)
    return [
        Group(
            PLURALS[kind], f"{card_set.id}-{kind}",
            tuple(entry(record) for record in sorted(found, key=lambda record: sort_title(record.card.name))),
        )
        for kind, found in kinds.items()
        if found
    ]


def entry(record: CardRecord) -> Entry:
    """A card in a list."""
    card = record.card
    words = [card.nwo or "", ", ".join(card.alignments), ", ".join(card.attributes), record.type_line or ""]
    return Entry(card, " · ".join(dict.fromkeys(word for word in words if word)), shape_of(card))


def shape_of(card: Card) -> Shape:
    """Whether its face lies or stands."""
    return LYING if lies(card) else STANDING


# --- a card ---------------------------------------------------------------------------------------------------------

def facts(record: CardRecord) -> Iterator[Fact]:
    """What the card prints as numbers and single words, alignments and arrows apart."""
    card = record.card
    if card.power is not None:
        more = f"{card.transferable} of it transferable" if card.transferable else ""
        more = "an asterisk: its ability says how much" if card.variable_power else more
        yield Fact("Power", power(card, record.starred), more)
    if card.global_power is not None:
        yield Fact("Global Power", number(card.global_power))
    if card.resistance is not None:
        yield Fact("Resistance", resistance(card, record.starred))
    if card.income is not None:
        yield Fact("Income", number(card.income) + ("*" if "income" in record.starred else ""), "MB a turn")
    if card.nwo:
        yield Fact("Color", card.nwo, "replaces another New World Order of this color")


def kind_links(record: CardRecord, card_set: CardSet) -> list[Link]:
    """What kind of card it is, each word with the cards that it leads to."""
    card = record.card
    found = [Link(KINDS[card.kind], f"type:{card.kind}")]
    words = type_words(card).split(" · ")[1:]
    if card.subtype and words:
        found.append(Link(words[0], f"subtype:{card.subtype}"))
    if record.rarity and record.rarity != card.kind:
        found.append(Link(record.rarity, f"rarity:{record.rarity}"))
    return [*found, Link(card_set.title, f"set:{card_set.id}")]


def in_one_line(record: CardRecord) -> str:
    """A card in one line, for search engines and previews."""
    card = record.card
    numbers = [f"{fact.name} {fact.value}" for fact in facts(record) if fact.name in ("Power", "Resistance", "Income")]
    lists = [type_words(card).replace(" · ", ", "), ", ".join(numbers), ", ".join(card.alignments), ", ".join(card.attributes)]
    return " ".join([*(f"{part}." for part in lists if part), *(plain(clause.text) for clause in record.clauses)])


def names(text: str, card: Card) -> bool:
    """Whether a text names a card."""
    name = re.escape(card.name.removeprefix("The "))
    return re.search(rf"(?<![\w-]){name}(?![\w-])", text) is not None


def is_about(ruling: RulingRecord, card: Card) -> bool:
    """Whether a ruling asks about a card, and does not merely use it: it names it in its title or its question, or has no other card."""
    return ruling.cards == (card.id,) or names(f"{ruling.title}\n{ruling.question}", card)


def clauses_at_work(record: CardRecord, rulings: Sequence[RulingRecord], proven: Proofs) -> Iterator[AtWork]:
    """For each clause the ruling that shows it best: it asks about the card, or else names it in its answer, has few other cards and few words."""
    card, several = record.card, len(record.clauses) > 1
    speaking = [ruling for ruling in rulings if is_about(ruling, card) or names(ruling.answer, card)]
    best = sorted(speaking, key=lambda ruling: (not is_about(ruling, card), len(ruling.cards), len(ruling.question + ruling.answer)))
    shown: set[str] = set()
    for clause in record.clauses:
        at = proven.get((card.id, clause.number), frozenset())
        found = next((ruling for ruling in best if ruling.id in at and ruling.id not in shown), None)
        if found:
            shown.add(found.id)
            yield AtWork(found, clause.number if several else None, *answered(found.answer))


def opening(attackers: Tables, targets: Tables) -> str | None:
    """The position that a card's link to the calculator opens: its best attack, or else the best against it."""
    return next((matches[0].position for _, matches in (*targets, *attackers) if matches), None)
