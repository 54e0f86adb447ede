"""The calculators: attacks, Goals, Power Structures and Action tokens, which all walk data/<game>.json in the
browser.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from generator.catalog.grouping import grouped
from generator.engine.cards import Card, Clause
from generator.engine.games import hooks
from generator.engine.goals import listed
from generator.engine.situation import Rule
from generator.language import tree as t
from generator.site import links
from generator.site.calculator import calculator_data

if TYPE_CHECKING:
    from generator.catalog.records import Game
    from generator.site.book import Book
    from generator.site.writer import Writer

CALCULATORS = (
    ("Calculator", links.CALCULATOR),
    ("Goals", links.GOALS),
    ("Structures", links.SKETCHER),
    ("Tokens", links.TOKENS),
)
"""Their names in the navigation, and their addresses."""


def write_calculators(writer: Writer) -> None:
    """Write the pages and their data, if a game is there that they know."""
    if not _games(writer.book):
        return
    for write in (_attacks, _goals, _sketcher, _tokens):
        writer.later(f"calculator {write.__name__}", write, everything=True)


def _games(book: Book) -> list[Game]:
    return [game for game in book.played if book.has_calculator(game.id)]


def _page(
    writer: Writer, address: str, template: str, games: list[Game], *, styles: tuple[str, ...] = (), **given: Any
) -> None:
    """Write the page of a calculator for these games, `shorts` are those to choose from; it needs the room of the
    page's own lists.
    """
    shorts = json.dumps([[game.id, game.short] for game in games])
    writer.page(
        address,
        template,
        hide=("navigation", "toc"),
        styles=("calculator.css", *styles),
        games=games,
        shorts=shorts,
        **given,
    )


def _attacks(writer: Writer) -> None:
    book = writer.book
    games = _games(book)
    citations = {
        statement.id: {"label": found.label, "url": found.url}
        for statement in book.catalog.statements
        for found in book.citations([statement.id])
    }
    unsure = {record.id for record in book.catalog.cards if record.arrows_unsure}
    for game in games:
        data = calculator_data(book.rules(game.id), book.engine_cards, citations, unsure, _basic_goals(book, game.id))
        writer.data(f"data/{game.id}.json", data)
    _page(
        writer,
        links.CALCULATOR,
        "calculator.md.j2",
        games,
        title="Attack calculator",
        scripts=("calculator.js",),
        description="Any attack of any of the games: each line of its sum with source, roll and odds.",
        terms=lambda game, part: [term for term in book.catalog.terms if term.game == game.id and term.part == part],
        fails_from=" or ".join(sorted({str(book.rules(game.id).fails_from) for game in games})),
        examples={game.id: book.ruleset(game.id).text("example") for game in games},
    )


def _basic_goals(book: Book, game: str) -> list[Rule[Any]]:
    return [term.rule for term in book.catalog.terms if term.game == game and term.part == "goal"]


def _goals(writer: Writer) -> None:
    book = writer.book
    games = _games(book)

    def cards_with_goals(game: str, kind: str) -> list[tuple[Card, list[Clause]]]:
        own = (card for card in book.engine_cards if (card.game, card.kind) == (game, kind))
        found = [
            (
                card,
                [
                    clause
                    for clause in card.clauses
                    if isinstance(clause.sentence, t.SpecialGoal | t.GoalCard | t.CountsFor | t.NeedsFor)
                ],
            )
            for card in own
        ]
        return [(card, clauses) for card, clauses in found if clauses]

    _page(
        writer,
        links.GOALS,
        "goals.md.j2",
        games,
        title="Goal counter",
        scripts=("goals-page.js",),
        styles=("goals.css",),
        description=(
            "What counts toward the Basic Goal, a Special Goal and each Goal card, card by card, and what is missing."
        ),
        basic_goals=lambda game: _basic_goals(book, game),
        cards_with_goals=cards_with_goals,
    )


def _sketcher(writer: Writer) -> None:
    games = _games(writer.book)

    def become(after: str) -> str:
        """What becomes of cards without a place after a capture or a move: `discarded in INWO and SubGenius,
        uncontrolled in Deluxe`.
        """
        said = ((writer.book.ruleset(game.id).said.get("without-place"), game.short) for game in games)
        found = grouped((places[after], short) for places, short in said if places)
        return ", ".join(f"{what} in {listed(those)}" for what, those in found.items())

    _page(
        writer,
        links.SKETCHER,
        "structure.md.j2",
        games,
        become=become,
        title="Structure sketcher",
        scripts=("sketcher.js",),
        styles=("sketcher.css",),
        description=(
            "Lay Groups with their real arrows: open and blocked arrows, and what a capture or a move would push out."
        ),
    )


def _tokens(writer: Writer) -> None:
    book = writer.book
    games = [game for game in book.played if book.ruleset(game.id).has_tokens]
    if not games:
        return
    _page(
        writer,
        links.TOKENS,
        "tokens.md.j2",
        games,
        game=games[0].id,
        title="Action tokens and Relief",
        scripts=("tokens-page.js",),
        description=(
            "What Action tokens buy, the cheapest Relief for a Devastated Place, and which Groups a Plot gives tokens"
            " back to."
        ),
        relief_times=max(hooks(book.ruleset(game.id)).relief for game in games),
        reloads=[card for card in book.engine_cards if any(card.sentences(t.ReloadPlot))],
        totals=sorted({each.sentence.total for card in book.engine_cards for each in card.sentences(t.ReloadPlot)}),
    )
