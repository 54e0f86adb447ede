"""The page of results, and what the search of the site reads: data/search.json, fetched when somebody first wants to
search.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.search.pack import for_browser
from generator.site import links
from generator.site.findable import Found

if TYPE_CHECKING:
    from generator.site.writer import Writer

DATA = "data/search.json"
QUESTIONS = (
    "orbitel mind controll lazers",
    "hand limit",
    "how many groups with 5 players",
    "strength 8 odds",
    "mafia attack irs",
    "volcano errata",
    "violent groups with power 5 or more",
    "position bonus in all games",
)
"""What the page offers to somebody who has not asked yet."""


def write_search(writer: Writer) -> None:
    """Write the page and its data."""
    writer.later(DATA, _data)
    writer.later("search", _page)


def _data(writer: Writer) -> None:
    writer.data(DATA, for_browser(*(writer.found or Found(writer.book, writer.root)).all))


def _page(writer: Writer) -> None:
    writer.page(
        links.SEARCH,
        "search.md.j2",
        title="Search",
        hide=("navigation", "toc"),
        scripts=("search-page.js",),
        description="Search cards, rules, words, questions, rulings and errata of all games.",
        questions=QUESTIONS,
    )
