"""All that the search finds: what the catalog has, and what only the site has, its tools and the rows of its tables."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from generator.catalog.records import (
    CardRecord,
    Conflict,
    Difference,
    Edition,
    Erratum,
    FaqEntry,
    Game,
    RuleChange,
    RulingRecord,
    Section,
)
from generator.engine.situation import ways_to_roll
from generator.kept import Kept
from generator.search.document import SearchDocument
from generator.search.gather import catalog_documents
from generator.search.index import ordered_documents
from generator.search.synonyms import read_synonyms
from generator.site import links
from generator.site.book import Book
from generator.site.reference import reference_pages
from generator.site.start_pages import first_games, from_others


class Found:
    """What the index of the search and its data for browsers are made of; `root` holds rules/synonyms.yaml."""

    def __init__(self, book: Book, root: Path, kept: Kept | None = None) -> None:
        self._book, self._root, self._kept = book, root, kept

    @cached_property
    def all(self) -> tuple[list[SearchDocument], dict[str, Any]]:
        """All that can be found, in the order of the index, and how a question is read."""
        return ordered_documents(documents(self._book)), read_synonyms(self._root, self._book.catalog, self._kept)


def documents(book: Book) -> Iterator[SearchDocument]:
    """Everything that can be found, with addresses of this site."""
    yield from catalog_documents(book.catalog, partial(address, book))
    for game in book.played:
        if book.has_calculator(game.id):
            yield from _tables(book, game)
    yield from _tools(book)


def address(book: Book, thing: Any) -> str:
    """The page of a thing of the catalog, with the anchor where it stands."""
    if isinstance(thing, CardRecord):
        return links.card_url(thing.id)
    if isinstance(thing, Section):
        return book.section_url(thing.game, thing.id)
    if isinstance(thing, RulingRecord):
        return links.ruling_url(thing.id)
    if isinstance(thing, Erratum | RuleChange | Edition):
        return links.erratum_url(thing.id)
    if isinstance(thing, FaqEntry):
        return book.faq_url(thing)
    if isinstance(thing, Difference):
        return links.difference_url(thing.id)
    return links.conflict_url(thing.id) if isinstance(thing, Conflict) else links.term_url(thing.game, thing.id)


def _tables(book: Book, game: Game) -> Iterator[SearchDocument]:
    """The rows of the tables of a game that are looked up one by one, each an answer by itself."""

    def row(name: str, anchor: str, title: str, text: str, *aliases: str) -> Iterator[SearchDocument]:
        if (game.id, anchor) in book.sections:
            url = book.section_url(game.id, anchor)
            yield SearchDocument("table", f"{game.id}/{name}", title, text, url, game=game.id, aliases=aliases)

    for term in book.catalog.terms:
        if term.game == game.id and term.part == "goal":
            goal = term.rule.tree
            for players in range(goal.fewest, goal.most + 1):
                began = f"in a game of {game.short} that {players} players began"
                yield from row(
                    f"basic-goal-{players}",
                    "basic-goals",
                    f"Basic Goal with {players} players: {goal.count} Groups",
                    f"Control {goal.count} Groups, your Illuminati included, {began}.",
                    f"how many Groups to win with {players} players",
                    f"Groups needed {players} player game",
                    f"number of Groups {players} players",
                )
    for name, title, text, aliases in _odds(book.rules(game.id).fails_from):
        yield from row(name, "attack-roll", title, text, *aliases)
    for one, other in book.rules(game.id).opposites.items():
        name, title, text = f"opposite-{one.casefold()}", f"Opposite of {one}: {other}", f"{one} and {other} are"
        yield from row(name, "opposites", title, f"{text} opposite alignments.", f"what is opposite to {one}")


_OF_ALL_ODDS = (
    "dice odds",
    "odds table",
    "chances of an attack",
    "probability of two dice",
    "best chance of an attack",
    "attack roll table",
)
"""Other names of the table of odds as a whole."""


def _odds(fails_from: int) -> Iterator[tuple[str, str, str, tuple[str, ...]]]:
    """The rows of the table of odds, and what sums it up: name, title, text, other names."""
    for need in range(1, fails_from):
        ways = sum(ways_to_roll(total) for total in range(2, need + 1))
        more = {1: " or less", fails_from - 1: " or more"}.get(need, "")
        asked = {1: ("0", "1", "negative"), fails_from - 1: range(need, 13)}.get(need, (need,))
        rolled = [f"{each} or less" for each in asked if each not in (11, 12)]
        names = (name for each in rolled for name in (f"odds of rolling {each} on two dice", f"chance to roll {each}"))
        title = f"Strength {need}{more}: {ways}/36, {ways / 36:.0%}"
        text = f"{f'You need {need} or less on two dice' if ways else 'No roll is low enough'}: {ways} of 36 rolls"
        yield f"odds-{need}", title, f"{text}, {ways / 36:.0%}.", (*(f"strength {each} odds" for each in asked), *names)
    best = f"From 1/36 with strength 2 to {ways}/36 with strength {fails_from - 1}; under 2 nothing succeeds"
    text = f"{best}, and {fails_from} or more always fails."
    yield "odds", "The odds of an attack, by strength", text, _OF_ALL_ODDS


def _tools(book: Book) -> Iterator[SearchDocument]:
    """Pages to work with."""

    def tool(name: str, title: str, text: str, url: str, game: str = "") -> SearchDocument:
        return SearchDocument("tool", name, title, text, url, game=game)

    for game in book.played:
        yield tool(
            f"quick-reference/{game.id}",
            f"{game.short} on one page",
            "Turn, attack sum, requirements, odds, opposites and Goals.",
            links.quick_url(game.id),
            game.id,
        )
    yield tool(
        "calculator", "Attack calculator", "Any attack, line by line, with what to roll and the odds.", links.CALCULATOR
    )
    yield tool("goals", "Goal counter", "What counts toward each Goal, card by card, and what is missing.", links.GOALS)
    yield tool(
        "structure",
        "Structure sketcher",
        "Lay Groups with their arrows, and see what a capture pushes out.",
        links.SKETCHER,
    )
    yield tool("tokens", "Tokens and Relief", "Which Groups get Action tokens, and what Relief costs.", links.TOKENS)
    for each, url in first_games(book).items():
        yield tool(
            f"first-game/{each}",
            f"{book.games[each].short}: your first game in ten minutes",
            "How to play, for somebody who never has, and a first turn played.",
            url,
            each,
        )
    for here, other in from_others(book)[:1]:
        yield tool(
            f"from-{other.id}",
            f"Coming from {other.short}",
            f"{here.short} for players of {other.title}.",
            links.coming_from_url(other.id),
        )
    yield tool("cards", "Card browser", "All cards, with filters.", links.CARDS)
    yield tool("strongest", "Cards by Power", "All cards, those with the most Power first.", links.STRONGEST)
    yield tool("rules", "Rules", "The rules of each game.", links.RULES)
    yield tool("rulings", "All rulings", "Questions with answers that are replayed.", links.RULINGS)
    for page in reference_pages(book):
        yield tool(page.url.strip("/"), page.name, page.says, page.url)
    yield tool("downloads", "Downloads", "All data as JSON, CSV and a database.", links.DOWNLOADS)
    yield tool("language", "The effect language", "How abilities are written.", links.LANGUAGE)
    yield tool("coverage", "Coverage", "What this site covers, counted.", links.COVERAGE)
    yield tool("promises", "Promises", "What is promised about safety, and how it is tested.", links.PROMISES)
    yield tool("errors", "Error codes", "What each error code means.", links.ERRORS)
    yield tool("about", "About", "What this site is.", links.ABOUT)
    yield tool("random-card", "Random card", "Any card, of your game if you chose one.", links.RANDOM_CARD)
    yield tool("favorites", "Favorite cards", "The cards that you marked, kept in this browser.", links.FAVORITES)
    yield tool("offline", "Use without a network", "A button that keeps the site in this browser.", links.OFFLINE)
