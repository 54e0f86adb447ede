"""Where somebody begins: a first game of INWO, and what to know who has played Illuminati Deluxe."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from generator.site import links
from generator.site.prose import Prose

if TYPE_CHECKING:
    from generator.site.book import Book
    from generator.site.writer import Writer

STARTS = (("First game", links.FIRST_GAME), ("Coming from Deluxe", links.FROM_DELUXE))
"""Their names in the navigation, and their addresses."""
FIRST_DIFFERENCES = (
    "decks", "what-is-in-hand", "what-is-spent", "number-of-actions", "takeover-without-a-roll", "whom-to-control", "groups-that-may-aid",
    "interference-of-others", "defense-of-the-target", "second-power-number", "opposite-of-government", "instant-attacks",
    "captured-group-acts", "no-room-after-a-capture", "basic-goal", "earliest-victory",
)
"""The differences that a player of Deluxe meets in the first turns of INWO, in the order in which they come up."""


def has_starts(book: Book) -> bool:
    """Whether the games are there that these pages are about."""
    return all(map(book.has_calculator, ("inwo", "deluxe")))


def write_starts(writer: Writer) -> None:
    """Write both pages."""
    if has_starts(writer.book):
        writer.later("first game", _first_game)
        writer.later("from Deluxe", _from_deluxe)


def _first_game(writer: Writer) -> None:
    writer.page(
        links.FIRST_GAME,
        "first_game.md.j2",
        "inwo",
        title="Your first game in ten minutes",
        hide=("navigation", "toc"),
        description="Set up, take a turn, attack, win: what you need for a first game of Illuminati: New World Order.",
        at=partial(writer.book.section_url, "inwo"),
    )


def _from_deluxe(writer: Writer) -> None:
    book = writer.book
    differences = {difference.id: difference for difference in book.catalog.differences}
    writer.page(
        links.FROM_DELUXE,
        "from_deluxe.md.j2",
        "inwo",
        title="Coming from Deluxe",
        hide=("navigation", "toc"),
        description="You know Illuminati Deluxe: what is different in Illuminati: New World Order, most important first.",
        rows=[(differences[name], {point.game: point for point in differences[name].points}) for name in FIRST_DIFFERENCES],
        lines_of=lambda game: Prose(book, game, links.FROM_DELUXE, tooltips=False),
    )
