"""What templates are given: plain values, with every word and number already as it shows."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup
from msgspec import Struct

from generator.engine.position import Position
from generator.engine.situation import Ledger, Reason, ways_to_roll
from generator.language import PURSE_WORDS
from generator.site.book import Book
from generator.site.faces import MINUS
from generator.site.prose import Prose

VERBS = {"control": "to control", "neutralize": "to neutralize", "destroy": "to destroy"}


def signed(value: int) -> str:
    """A number with its sign, a real minus among them: `+3`, `−4`."""
    return f"{MINUS}{-value}" if value < 0 else f"+{value}"


def percent(ways: int) -> str:
    """A chance of so many of the 36 ways in which two dice fall: `72%`."""
    return f"{round(100 * ways / 36)}%"


class LineView(Struct, frozen=True):
    """A line of a sum: the amount as it counts for the attacker, its name, its sentence, and where that stands."""

    amount: str
    label: str
    text: Markup
    url: str | None
    sources: str


class ReasonView(Struct, frozen=True):
    """A requirement: whether it holds, for which card, and where it stands."""

    ok: bool
    about: str
    text: Markup
    url: str | None
    sources: str


class Outcome(Struct, frozen=True):
    """One total of two dice: how many of the 36 ways show it, and whether the attack then succeeds."""

    total: int
    ways: int
    succeeds: bool


class LedgerView(Struct, frozen=True):
    """An attack explained. `facts` say in words what the position says in its notation; both are empty where one line
    cannot say it.
    """

    position: str
    heading: str
    facts: tuple[str, ...]
    lines: tuple[LineView, ...]
    strength: str
    roll: str
    odds: str
    legal: bool
    broken: tuple[ReasonView, ...]
    outcomes: tuple[Outcome, ...]


def ledger_view(book: Book, text: str, prose: Prose) -> LedgerView:
    """The explanation of a position in one line, worked out by the engine."""
    position, attack, ledger = book.read(text)
    return sum_view(book, position.game, ledger, (attack.attacker, attack.target), attack.kind, str(position), prose)


def sum_view(
    book: Book, game: str, ledger: Ledger, cards: tuple[str | None, str], kind: str, text: str | None, prose: Prose
) -> LedgerView:
    """A Ledger of an attack between two cards, given by id; `text` is its position, if one line can say it."""
    told = facts(book, book.position(text)) if text else []
    return LedgerView(
        position=text or "",
        heading=heading(book, *cards, kind),
        facts=tuple(told),
        lines=tuple(
            LineView(
                signed(line.amount if line.side == "attack" else -line.amount),
                line.label,
                prose.sentence(line.text),
                _url(book, game, line.source, line.cites),
                book.sources(line.cites),
            )
            for line in ledger.lines
        ),
        strength=str(ledger.strength).replace("-", MINUS),
        roll=roll_words(ledger),
        odds=f"{percent(ledger.ways)} ({ledger.ways}/36)",
        legal=ledger.legal,
        broken=tuple(reason_view(book, game, reason, prose) for reason in ledger.reasons if not reason.ok),
        outcomes=tuple(Outcome(total, ways_to_roll(total), ledger.succeeds_on(total)) for total in range(2, 13)),
    )


def reason_view(book: Book, game: str, reason: Reason, prose: Prose) -> ReasonView:
    """A requirement of an attack or of any other play; the latter rests on statements alone."""
    name = book.by_id[reason.about].name if reason.about else ""
    about = "" if name in reason.text else name
    url = _url(book, game, reason.source, reason.cites)
    return ReasonView(reason.ok, about, prose.sentence(reason.text), url, book.sources(reason.cites))


def _url(book: Book, game: str, source: str, cites: tuple[str, ...]) -> str | None:
    """Where a clause or a rule stands; what only a table can know rests on statements alone."""
    known = "#" in source or (game, source) in book.terms
    return book.line_url(game, source) if known else next((citation.url for citation in book.citations(cites)), None)


def heading(book: Book, attacker: str | None, target: str, kind: str) -> str:
    """An attack in a few words: `The Mafia → Loan Sharks, to control`; without attacker, of an attack that is
    nobody's.
    """
    names = [book.by_id[card_id].name for card_id in (attacker, target) if card_id]
    return f"{' → '.join(names)}, {VERBS[kind]}"


def roll_words(ledger: Ledger) -> str:
    """What must be rolled."""
    if ledger.needed is None:
        return "no roll succeeds"
    if ledger.fixed_roll is not None:
        return f"roll {ledger.needed} or less; a Special makes the roll {ledger.fixed_roll}"
    return f"roll {ledger.needed} or less"


def facts(book: Book, position: Position) -> list[str]:
    """What else a position says, one fact each."""

    def name(slug: str) -> str:
        return book.slugs[position.game, slug].name

    def played(item: str) -> str:
        slug, _, on = item.partition("+")
        return (
            f"{name(slug)} for {name(on) if (position.game, on) in book.slugs else f'{on.capitalize()} Groups'}"
            if on
            else name(slug)
        )

    def opposed(slug: str, times: int) -> str:
        return f"{name(slug)} with {times} tokens" if times > 1 else name(slug)

    def fact(start: str, said: Iterable[str]) -> list[str]:
        """The fact that lists what is said; none where nothing is."""
        listed = ", ".join(said)
        return [f"{start} {listed}"] if listed else []

    return [
        _place(position),
        *fact("its master is", map(name, (position.under,) if position.under else ())),
        *fact("its puppets:", map(name, position.over)),
        *fact("aid:", map(name, position.aid)),
        *fact("opposition:", (opposed(*each) for each in position.against)),
        *fact("you also control", map(name, position.others)),
        *fact("the target's player also controls", map(name, position.rival)),
        *fact("third players control", map(name, position.third)),
        *(f"{name(slug)} is linked to {name(to)}" for slug, to in position.link),
        *fact("New World Orders:", map(name, position.nwo)),
        *(f"{amount} MB from {PURSE_WORDS[purse]}" for purse, amount in position.spent),
        *fact("in effect:", map(played, position.play)),
        *([f"agents {' and '.join(position.agents)} the attack"] if position.agents else ()),
        *(["privileged"] if position.privileged else ()),
        *([f"open arrows of the attacker: {position.arrows}"] if position.arrows is not None else ()),
        *(f"{name(slug)} already took part in {count}" for slug, count in position.used),
        *(f"{name(slug)}: now {', '.join(aligned) or 'no alignment'}" for slug, aligned in position.align),
        *(f"{name(slug)}: Power {power} now" for slug, power in position.power),
        *fact("Devastated:", map(name, position.devastated)),
    ]


def _place(position: Position) -> str:
    if position.at is None:
        return "target uncontrolled"
    if position.at == "hand":
        return "target in the attacker's own hand"
    if position.at == 0:
        return "target is your own"
    if position.at == 1:
        return "target controlled directly by a rival's Illuminati"
    return f"target {position.at - 1} Group{'s' if position.at > 2 else ''} away from a rival's Illuminati"
