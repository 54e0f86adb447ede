"""The list of all cards and a page for each: what a card says, how it looks, and what it has to do with other cards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from msgspec import Struct

from generator.catalog.records import CardRecord, CardSet, ClauseRecord, RulingRecord
from generator.engine.cards import Card
from generator.search.words import sort_title, terms
from generator.site import links
from generator.site.faces import KINDS, PLURALS, face_of, lies, number, plain, power, resistance, type_words
from generator.site.headlines import answered
from generator.site.matchups import FIGHTERS, Tables
from generator.site.rulings import Proofs
from generator.site.share import picture_name
from generator.site.writer import Writer


class Fact(Struct, frozen=True):
    """A line of the small table beside a card: its name, its value, and what else there is to say."""

    name: str
    value: str
    more: str = ""


class Link(Struct, frozen=True):
    """A word and the query of the card browser that it leads to."""

    words: str
    query: str


class Beside(NamedTuple):
    """The card before or after another."""

    id: str
    name: str


class Shape(Struct, frozen=True):
    """How a face stands on a page; its size in pixels is the proportion that is kept free for it."""

    name: str
    width: int
    height: int


LYING, STANDING = Shape("lying", 350, 250), Shape("standing", 250, 350)


SCREENFUL = 24
"""So many cards are listed on a page; more are a link to the card browser."""
FEW = 4
"""So many rulings or questions stand open on the page of a card; more are folded."""


class AtWork(Struct, frozen=True):
    """A ruling that shows a card at work: the number of the clause (None where the card has one), its verdict, the rest
    of its answer.
    """

    ruling: RulingRecord
    clause: int | None
    verdict: str
    answer: str


class Entry(Struct, frozen=True):
    """A card in a list: one line about it below its name, and the shape of its picture."""

    card: Card
    line: str
    shape: Shape


class Group(Struct, frozen=True):
    """The cards of one type of one set; `anchor` is where they stand on the page."""

    title: str
    anchor: str
    entries: tuple[Entry, ...]


def write_cards(writer: Writer) -> None:
    """Write the list, the pages and the faces."""
    book = writer.book
    writer.later("cards", _list, everything=True)
    for _, together in groupby(book.catalog.cards, key=lambda record: record.card.set):
        ordered = sorted(together, key=lambda record: sort_title(record.card.name))
        beside = [None, *(Beside(record.id, record.card.name) for record in ordered), None]
        for at, record in enumerate(ordered):
            writer.later(f"card {record.id}", _card, record, book.set(record.card.set), beside[at], beside[at + 2])


def _list(writer: Writer) -> None:
    book = writer.book
    records = book.catalog.cards
    writer.page(
        links.CARDS,
        "cards.md.j2",
        title="Cards",
        hide=("navigation", "toc"),
        scripts=("card-browser.js",),
        styles=("card-browser.css",),
        description=f"All {len(records)} cards, with numbers, alignments and abilities.",
        sets=[(each, groups) for each in book.catalog.sets if (groups := groups_of(each, records))],
    )


def _card(writer: Writer, record: CardRecord, card_set: CardSet, before: Beside | None, after: Beside | None) -> None:
    book, card = writer.book, record.card
    face = face_of(record, card_set.title, book.ruleset(record.card.game))
    writer.write(links.face_url(card.id), face)
    linked = writer.linked  # The names that it writes are those of cards that the writer is asked for.
    attackers, targets = writer.compared.attacks(card.game, card) if card.kind in FIGHTERS else ([], [])
    rulings = asked(record, book.rulings_of_card(card.id), writer.proven, book.longer_names(card))
    writer.page(
        links.card_url(card.id),
        "card.md.j2",
        card.game,
        title=card.name,
        description=in_one_line(record),
        image=f"{links.card_url(card.id)}{picture_name(face)}",
        hide=("navigation",),
        record=record,
        card=card,
        kind=kind_links(record, card_set),
        facts=list(facts(record)),
        errata=book.catalog.errata_of(card.id),
        printings=[(book.set(each.set), each) for each in record.printings],
        namesakes=[(other, book.games[other.card.game].title) for other in book.catalog.same_name(card)],
        shape=shape_of(card),
        attackers=attackers,
        targets=targets,
        assumed=writer.compared.assumed(card.game),
        opening=opening(attackers, targets) if book.has_calculator(card.game) else None,
        no_power=book.ruleset(card.game).text("no-power").replace("{}", card.name)
        if card.kind == "group" and not card.power
        else "",
        **rulings,
        related=list(linked.related(writer.interactions.on(card), card)),
        meant=[(each, linked(other.id for other in each.cards)) for each in writer.interactions.of(card)],
        screenful=SCREENFUL,
        few=FEW,
        asked=book.faq_of_card(card.id),
        conflicts=book.conflicts_of_card(record),
        sections=book.sections_of_card(record),
        previous=before,
        next=after,
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
            PLURALS[kind],
            f"{card_set.id}-{kind}",
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
    lists = [
        type_words(card).replace(" · ", ", "),
        ", ".join(numbers),
        ", ".join(card.alignments),
        ", ".join(card.attributes),
    ]
    return " ".join([*(f"{part}." for part in lists if part), *(plain(clause.text) for clause in record.clauses)])


_ABOUT, _NAMED = 3, 4


def asked(
    record: CardRecord, rulings: Sequence[RulingRecord], proven: Proofs, longer: Sequence[str] = ()
) -> dict[str, Any]:
    """The rulings of a card that show an ability `at_work`, the others that are `about` it, and the rest, which are
    `using` it; `longer` are names in which its own stands. A ruling is about a card that its title names, best before a
    colon or at its beginning; or that its question names and whose ability it shows, if its title names no other card.
    Of several abilities it is on the one whose words it uses most; one that no play shows, such as a Goal, needs more
    of its words.
    """
    at = {clause: proven.get((record.id, clause.number), frozenset()) for clause in record.clauses}
    shows = frozenset().union(*at.values())
    others = "|".join(map(re.escape, longer)) or "(?!)"
    pattern = re.compile(rf"(?<![\w-])(?:{others}|({re.escape(record.card.name.removeprefix('The '))}))(?![\w-])")

    def places(text: str) -> list[int]:
        return [found.start(1) for found in pattern.finditer(text) if found[1]]

    def rank(ruling: RulingRecord) -> int:
        if title := places(ruling.title):
            return 0 if title[0] < ruling.title.rfind(":") else 1 if title[0] <= len("The ") else 2
        besides = {terms(each.rpartition("/")[2].removeprefix("the-"))[0] for each in ruling.cards if each != record.id}
        if ruling.id in shows and places(ruling.question) and besides.isdisjoint(terms(ruling.title)):
            return _ABOUT
        return _NAMED if places(ruling.question + ruling.answer) else _NAMED + 1

    ranks = {ruling.id: rank(ruling) for ruling in rulings}
    best: dict[int, tuple[tuple[int, ...], RulingRecord]] = {}
    for ruling in rulings:
        near, text = min(ranks[ruling.id], _ABOUT), ruling.question + ruling.answer
        spoken = {
            clause: _spoken(ruling, clause)
            for clause, its in at.items()
            if ranks[ruling.id] <= _NAMED and (ruling.id in its or (not its and (near < _ABOUT or not shows)))
        }
        clause = max(spoken, key=spoken.__getitem__, default=None)
        if clause and spoken[clause] >= ((near > 1) if at[clause] else 2 if near < _ABOUT else 3):
            good = (near, places(text)[0] if near == _ABOUT else 0, len(ruling.cards), len(text))
            best[clause.number] = min(best.get(clause.number, (good, ruling)), (good, ruling), key=lambda each: each[0])
    shown = {number: best[number][1] for number in sorted(best)}
    rest = sorted(
        (ruling for ruling in rulings if ruling not in shown.values()),
        key=lambda each: (ranks[each.id], each.id not in shows, len(each.cards)),
    )
    return {
        "at_work": [
            AtWork(ruling, number if len(at) > 1 else None, *answered(ruling.answer))
            for number, ruling in shown.items()
        ],
        "about": [each for each in rest if ranks[each.id] <= _ABOUT],
        "using": [each for each in rest if ranks[each.id] > _ABOUT],
    }


_OF_ALL = frozenset(
    (
        "action",
        "card",
        "each",
        "from",
        "goal",
        "group",
        "have",
        "illuminati",
        "many",
        "power",
        "that",
        "turn",
        "when",
        "while",
        "with",
        "your",
    )
)
"""Words that abilities and rulings have, whatever they are about."""


def _spoken(ruling: RulingRecord, clause: ClauseRecord) -> int:
    """How many words of a clause a ruling uses; none, where it speaks of none of the amounts that the clause adds: sums
    have them without a word.
    """
    said = set(terms(f"{ruling.title} {ruling.question} {ruling.answer}"))
    amounts = set(re.findall(r"(?<![\w-])[+-](\d+)", clause.text))
    words = {word for word in said.intersection(terms(clause.text)) if len(word) > 3}
    return len(words - _OF_ALL) + bool(amounts) if not amounts or said & amounts else 0


def opening(attackers: Tables, targets: Tables) -> str | None:
    """The position that a card's link to the calculator opens: its best attack, or else the best against it."""
    return next((matches[0].position for _, matches in (*targets, *attackers) if matches), None)
