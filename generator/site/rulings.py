"""What the page of a ruling shows of its case and counter-case: the table, each play and what came of it, the lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from markupsafe import Markup, escape
from msgspec import Struct

from generator.catalog.records import RulingRecord
from generator.database.read import VerdictRecord
from generator.engine.cards import Card
from generator.engine.situation import Reason
from generator.engine.tables import Play
from generator.rulings import (
    Case,
    CheckedLine,
    Expectation,
    Scenario,
    SeenPlayer,
    SeenStep,
    SeenTable,
    TableAnswer,
    see,
)
from generator.site import games, links, words
from generator.site.book import Book
from generator.site.headlines import answered
from generator.site.prose import Prose
from generator.site.tables import structure
from generator.site.views import LedgerView, ReasonView, ledger_view, reason_view, sum_view
from generator.site.voice import Voice
from generator.structs import replace


class SeatView(Struct, frozen=True):
    """A player at the table: the name, the Illuminati, facts, and the Power Structure drawn if it has puppets."""

    name: str
    illuminati: Markup
    facts: list[Markup]
    picture: Markup | None


class TableView(Struct, frozen=True):
    """A table: its players, what else there is to know, by heading, and the game."""

    seats: list[SeatView]
    facts: dict[str, Markup]
    game: str

    @property
    def drawn(self) -> bool:
        """Whether there is any picture."""
        return any(seat.picture for seat in self.seats)


class StepView(Struct, frozen=True):
    """A play: its sentence with citation, legal or not and why not, what happened, and the sum when its attack ends."""

    words: Markup
    cite: Markup
    legal: bool
    broken: list[ReasonView]
    events: list[tuple[Markup, Markup]]
    sum: LedgerView | None


class LineView(Struct, frozen=True):
    """An expectation: the question, what is expected, whether it came out, and what did where it did not."""

    ok: bool
    question: Markup
    value: Markup
    note: Markup
    cite: Markup
    actual: str


class CaseView(Struct, frozen=True):
    """Everything of one case.

    `before` is None where there is no table or it was shown already; `after` has only what the plays changed.
    """

    says: str
    sum: LedgerView | None
    before: TableView | None
    steps: list[StepView]
    after: TableView | None
    lines: list[LineView]


class WhyView(Struct, frozen=True):
    """A line that decides a ruling, and where it stands; `required` where it is what the play lacks."""

    text: Markup
    cite: Markup
    required: bool = False


class OtherPlayView(Struct, frozen=True):
    """A play that is legal in one game alone: its number, whether that is the other one, and what the other of the two
    requires.
    """

    number: int
    legal: bool
    broken: list[ReasonView]


class OtherLineView(Struct, frozen=True):
    """A question that has another answer in another game."""

    question: Markup
    here: Markup
    there: Markup


class OtherGameView(Struct, frozen=True):
    """What comes out otherwise when the plays of a ruling are made on the same table in another game."""

    game: str
    plays: list[OtherPlayView]
    lines: list[OtherLineView]


Proofs = Mapping[tuple[str, int], frozenset[str]]
"""By card and number of a clause, the rulings that show it at work."""

_DECISIVE = 2
"""So many lines say why; all are listed below them."""


def why(book: Book, ruling: RulingRecord, verdict: VerdictRecord, prose: Prose) -> list[WhyView]:
    """What decides: what the play that is asked about lacks, then what the sources of the ruling state; for a source
    that only sends its reader to the card, the sentence of the card.
    """
    say = Voice(book, ruling.game, prose)
    lines: dict[str, WhyView] = {}
    for reason in _lacking(ruling, verdict):
        view = reason_view(book, ruling.game, reason, prose)
        key = reason.source if "#" in reason.source else view.sources
        sources = view.sources or "the card"
        lines[key] = WhyView(view.text, say.link(view.url, sources) if view.url else escape(sources), required=True)
    for cite in ruling.sources:
        statement = book.catalog.statement(cite)
        for source in _clauses(book, ruling, verdict) if statement.to_card else [cite]:
            text, cited = say.rule(source)
            lines.setdefault(book.sources([cite]) if source == cite else source, WhyView(text, cited))
    return list(lines.values())[:_DECISIVE]


def _lacking(ruling: RulingRecord, verdict: VerdictRecord) -> tuple[Reason, ...]:
    """The requirements that decide: those of an illegal last play; of an earlier one only where the answer is no."""
    if not verdict.steps:
        return ()
    last = verdict.steps[-1]
    if last.legal and answered(ruling.answer)[0] == "No":
        last = next((step for step in reversed(verdict.steps) if not step.legal), last)
    return last.broken


def _clauses(book: Book, ruling: RulingRecord, verdict: VerdictRecord) -> list[str]:
    """The clauses of the card that a ruling is about: those that its plays show at work, all where they show none."""
    cards = [book.by_id[card] for card in ruling.cards[:1]]
    own = [(card.id, number) for card in cards for number, _ in enumerate(card.clauses, 1)]
    shown = at_work(verdict, cards).intersection(own)
    return [f"{card}#{number}" for card, number in own if not shown or (card, number) in shown]


_BESIDES = re.compile(r"^[^:]+? uses | \(clause \d.*\)$")
"""What the event of a card that does something may say beside its name and its clause: who uses it, and which of its
clauses that is.
"""


def at_work(verdict: VerdictRecord, cards: Iterable[Card]) -> set[tuple[str, int]]:
    """The clauses that a verdict shows at work, by card and number: the sources of lines and reasons, and what events
    and reasons say of these cards.
    """
    reasons = [reason for step in verdict.steps for reason in step.broken]
    lines = [*verdict.ledger, *(line for step in verdict.steps if step.attack for line in step.attack.ledger.lines)]
    parts = (
        source.partition("#") for source in (*(line.source for line in lines), *(reason.source for reason in reasons))
    )
    said = {_BESIDES.sub("", event.text) for step in verdict.steps for event in step.events} | {
        reason.text for reason in reasons
    }
    return {(card, int(number)) for card, mark, number in parts if mark} | {
        (card.id, number)
        for card in cards
        for number, clause in enumerate(card.clauses, 1)
        if f"{card.name}: {clause.text}" in said
    }


def other_game_view(book: Book, scenario: Scenario, answer: TableAnswer, prose: Prose) -> OtherGameView:
    """The answer in another game, for the page of the ruling that `prose` writes on."""
    game, plays = scenario.ruling.game, len(scenario.case.plays)
    say = Voice(book, game, prose)
    start = see(scenario.case.table) if scenario.case.table is not None else None
    return OtherGameView(
        game=answer.game,
        plays=[
            OtherPlayView(
                play.number,
                play.legal,
                [reason_view(book, game if play.legal else answer.game, reason, prose) for reason in play.broken],
            )
            for play in answer.plays
        ],
        lines=[
            OtherLineView(
                words.question_words(other.line, plays, start, say),
                words.value_words(replace(other.line, expected=other.here), (), say),
                (
                    Markup(escape(other.why))
                    if other.why
                    else words.value_words(replace(other.line, expected=other.there), (), say)
                ),
            )
            for other in answer.lines
        ],
    )


def case_views(
    book: Book, scenario: Scenario, verdict: VerdictRecord, prose: Prose
) -> tuple[CaseView, CaseView | None]:
    """The case of a ruling and its counter-case, for the page that `prose` writes on."""
    ruling = scenario.ruling
    main = _case(book, ruling, scenario.case, ruling.scenario, verdict, prose, "case")
    if scenario.counter is None or verdict.counter is None:
        return main, None
    data = ruling.scenario["counter"]
    counter = _case(book, ruling, scenario.counter, data, verdict.counter, prose, "counter-case")
    if verdict.counter.before == verdict.before:
        counter = replace(counter, before=None)
    if scenario.counter.position == scenario.case.position:
        counter = replace(counter, sum=None)
    return main, counter


def pictures(book: Book, ruling: RulingRecord, verdict: VerdictRecord | None, prose: Prose) -> list[SeatView]:
    """The players of a ruling whose Power Structures can be drawn, for a worked example in a chapter."""
    if verdict is None or verdict.before is None:
        return []
    say = Voice(book, ruling.game, prose)
    seats = [_seat(player, say, f"{ruling.id}-example-{n}") for n, player in enumerate(verdict.before.players)]
    return [seat for seat in seats if seat.picture]


def _case(
    book: Book,
    ruling: RulingRecord,
    case: Case,
    data: Mapping[str, Any],
    verdict: VerdictRecord,
    prose: Prose,
    key: str,
) -> CaseView:
    say = Voice(book, ruling.game, prose)
    before = after = None
    steps: list[StepView] = []
    if verdict.before is not None:
        shown = _with_sum(case, verdict.steps)
        steps = [
            _step(play, step, verdict.before, say, with_sum=number in shown)
            for number, (play, step) in enumerate(zip(case.plays, verdict.steps, strict=True))
        ]
        before = _table(verdict.before, say, f"{key}-before")
        if rolls := words.rolls_words(data):
            before.facts["Rolled for the first turn"] = rolls
        after = _changes(verdict.before, verdict.after or verdict.before, say, f"{key}-after")
    return CaseView(
        says=case.says,
        sum=ledger_view(book, str(case.position), prose) if case.position else None,
        before=before,
        steps=steps,
        after=after,
        lines=[
            _line(line, len(case.plays), found, verdict, say)
            for line, found in zip(case.expect, verdict.lines, strict=True)
        ],
    )


# --- the table ------------------------------------------------------------------------------------------------------


def _table(table: SeenTable, say: Voice, key: str) -> TableView:
    seats = [_seat(player, say, f"{key}-{number}") for number, player in enumerate(table.players)]
    return TableView(seats, words.table_words(table, say.game, say), say.game)


def _seat(player: SeenPlayer, say: Voice, key: str, *, draw: bool = True) -> SeatView:
    picture = None
    if draw and len(player.cards) > 1 and not player.out:
        lying = (name for card in player.cards for name in (card.card, *card.linked))
        cards = {name: say.book.by_id[name] for name in lying}
        picture = structure(player, cards, key, lambda card: say.prose.href(links.card_url(card)))
    return SeatView(player.name, say.card(player.illuminati), words.player_words(player, say.game, say), picture)


def _changes(before: SeenTable, after: SeenTable, say: Voice, key: str) -> TableView | None:
    """What is different after the plays; None when nothing is. A structure is drawn again when its cards have moved."""
    was = {player.name: player for player in before.players}
    seats = [
        _seat(player, say, f"{key}-{number}", draw=_layout(player) != _layout(was[player.name]))
        for number, player in enumerate(after.players)
        if player != was[player.name]
    ]
    told, tells = (words.table_words(table, say.game, say) for table in (before, after))
    facts = {about: tells.get(about, Markup("none")) for about in told | tells if told.get(about) != tells.get(about)}
    return TableView(seats, facts, say.game) if seats or facts else None


def _layout(player: SeenPlayer) -> list[Any]:
    return [replace(card, money=0, tokens=0) for card in player.cards]


# --- plays ----------------------------------------------------------------------------------------------------------


def _step(play: Play, step: SeenStep, start: SeenTable, say: Voice, *, with_sum: bool) -> StepView:
    told = words.play_words(play, step, start, say)
    said = words.told_by(play, told, step.events)
    events = step.events[said:]
    return StepView(
        words=told,
        cite=say.sources(cite for event in step.events[:said] for cite in event.cites),
        legal=step.legal,
        broken=[reason_view(say.book, say.game, reason, say.prose) for reason in step.broken],
        events=[(say.prose.sentence(event.text), say.sources(event.cites)) for event in events],
        sum=_sum(step, say) if with_sum else None,
    )


def _with_sum(case: Case, steps: tuple[SeenStep, ...]) -> set[int]:
    """The plays that the sum of an attack is shown after: of each attack the one from which on it stays as it is."""
    shown: set[int] = set()
    latest: int | None = None
    for number, (play, step) in enumerate(zip(case.plays, steps, strict=True)):
        if not step.legal:
            continue
        if step.attack is None:
            latest = None
            continue
        before = (
            steps[latest].attack
            if latest is not None and not isinstance(play, games.of(lambda each: each.announces))
            else None
        )
        if before is not None and before.ledger == step.attack.ledger:
            continue
        if before is not None and latest is not None:
            shown.discard(latest)
        latest = number
        shown.add(number)
    return shown


def _sum(step: SeenStep, say: Voice) -> LedgerView:
    assert step.attack is not None
    attack = step.attack
    cards = (attack.attacker, attack.target)
    return sum_view(say.book, say.game, attack.ledger, cards, attack.kind, attack.position, say.prose)


# --- expectations ---------------------------------------------------------------------------------------------------


def _line(line: Expectation, plays: int, found: CheckedLine, verdict: VerdictRecord, say: Voice) -> LineView:
    return LineView(
        ok=found.ok,
        question=words.question_words(line, plays, verdict.before, say, found.turn),
        value=words.value_words(line, verdict.ledger, say),
        note=say.prose.line(line.note),
        cite=say.sources(found.settles),
        actual=found.actual,
    )
