"""Where somebody begins: a first game, and what to know who has played another one (`first-game` and `coming-from` of a
game's file).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from generator.engine.ruleset import Ruleset
from generator.site import links
from generator.site.prose import Prose

if TYPE_CHECKING:
    from generator.catalog.records import Game
    from generator.site.book import Book
    from generator.site.writer import Writer


def starts_of(book: Book) -> list[tuple[str, str]]:
    """The names of these pages in the navigation, and their addresses: none where a game is missing that they are
    about.
    """
    return [
        *(("First game", links.FIRST_GAME) for _ in _first_games(book)[:1]),
        *((f"Coming from {other.short}", links.coming_from_url(other.id)) for _, other in from_others(book)[:1]),
    ]


def _first_games(book: Book) -> list[Ruleset]:
    return [its for its in book.catalog.rulesets if "first-game" in its.said and book.has_calculator(its.game)]


def from_others(book: Book) -> list[tuple[Game, Game]]:
    """The games that have a page for those who have played another, each with the other."""
    pairs = [(its.game, its.said["coming-from"]["game"]) for its in book.catalog.rulesets if "coming-from" in its.said]
    return [
        (book.games[one], book.games[other])
        for one, other in pairs
        if book.has_calculator(one) and book.has_calculator(other)
    ]


def write_starts(writer: Writer) -> None:
    """Write both pages."""
    for its in _first_games(writer.book)[:1]:
        writer.later("first game", _first_game, its.game)
    for here, other in from_others(writer.book)[:1]:
        writer.later("coming from another game", _from_other, here, other)


def _first_game(writer: Writer, game: str) -> None:
    writer.page(
        links.FIRST_GAME,
        "first_game.md.j2",
        game,
        title="Your first game in ten minutes",
        hide=("navigation", "toc"),
        description=(
            f"Set up, take a turn, attack, win: what you need for a first game of {writer.book.games[game].title}."
        ),
        at=partial(writer.book.section_url, game),
        attack=writer.book.ruleset(game).text("first-game"),
    )


def _from_other(writer: Writer, here: Game, other: Game) -> None:
    book = writer.book
    differences = {difference.id: difference for difference in book.catalog.differences}
    names = book.ruleset(here.id).said["coming-from"]["differences"]
    writer.page(
        links.coming_from_url(other.id),
        "coming_from.md.j2",
        here.id,
        title=f"Coming from {other.short}",
        hide=("navigation", "toc"),
        description=f"You know {other.title}: what is different in {here.title}, most important first.",
        games=(other, here),
        rows=[(differences[name], {point.game: point for point in differences[name].points}) for name in names],
        lines_of=lambda game: Prose(book, game, links.coming_from_url(other.id), tooltips=False),
    )
