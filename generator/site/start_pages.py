"""Where somebody begins: a first game, and what to know who has played another one (`first-game` and `coming-from` of a
game's file).
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from generator.language import tree as t
from generator.site import links
from generator.site.prose import Prose
from generator.site.rulings import case_views
from generator.site.text import in_frame

if TYPE_CHECKING:
    from generator.catalog.records import Game
    from generator.site.book import Book
    from generator.site.writer import Writer


def starts_of(book: Book) -> list[tuple[str, str]]:
    """The names of these pages in the navigation, and their addresses: none where a game is missing that they are
    about.
    """
    return [
        *((f"First game: {in_frame(book.games[game].short)}", url) for game, url in first_games(book).items()),
        *((f"Coming from {other.short}", links.coming_from_url(other.id)) for _, other in from_others(book)[:1]),
    ]


def first_games(book: Book) -> dict[str, str]:
    """The games that have a first game in ten minutes, with its address: the first of them has the shortest."""
    its = [each.id for each in book.played if "first-game" in book.ruleset(each.id).said]
    return {game: f"{links.FIRST_GAME}{game}/" if at else links.FIRST_GAME for at, game in enumerate(its)}


def from_others(book: Book) -> list[tuple[Game, Game]]:
    """The games that have a page for those who have played another, each with the other."""
    pairs = [(its.game, its.said["coming-from"]["game"]) for its in book.catalog.rulesets if "coming-from" in its.said]
    return [
        (book.games[one], book.games[other])
        for one, other in pairs
        if book.has_calculator(one) and book.has_calculator(other)
    ]


def write_starts(writer: Writer) -> None:
    """Write these pages."""
    for game in first_games(writer.book):
        ruling = writer.book.ruleset(game).said["first-game"]["ruling"]
        writer.later(f"first game {game}", _first_game, game, writer.played_with(ruling))
    for here, other in from_others(writer.book)[:1]:
        writer.later("coming from another game", _from_other, here, other)


def _first_game(writer: Writer, game: str, _played_with: str) -> None:
    book, title, said = writer.book, writer.book.games[game].title, writer.book.ruleset(game).said["first-game"]
    ruling, url, numbers = book.rulings[said["ruling"]], first_games(book)[game], _numbers(book, game)
    scenario, _, _ = writer.elsewhere(ruling)
    case, _ = case_views(book, scenario, writer.verdicts[ruling.id], Prose(book, game, url, tooltips=False))
    steps = iter(case.steps)
    writer.page(
        url,
        "first_game.md.j2",
        game,
        title=f"{book.games[game].short}: your first game in ten minutes",
        hide=("navigation", "toc"),
        description=f"Set up, take a turn, attack, win: what you need for a first game of {title}.",
        games=first_games(book),
        parts=said["parts"],
        turn=[(part, list(islice(steps, part["plays"]))) for part in said.get("turn", ())],
        filled=lambda text: re.sub(r"\{([a-z0-9-]+)\}", lambda name: numbers.get(name[1], name[0]), text),
        ruling=ruling,
        case=case,
    )


def _numbers(book: Book, game: str) -> dict[str, str]:
    """What the rules of a game count, by the names of its terms, and the lowest roll that always fails."""
    rules = {term.id: term.rule.tree for term in book.catalog.terms if term.game == game}
    amounts = {name: abs(tree.amount) for name, tree in rules.items() if isinstance(getattr(tree, "amount", None), int)}
    goals = {name: tree.count for name, tree in rules.items() if isinstance(tree, t.BasicGoal)}
    return {name: str(number) for name, number in (amounts | goals | {"fails": book.rules(game).fails_from}).items()}


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
        first=first_games(book).get(here.id),
        rows=[(differences[name], {point.game: point for point in differences[name].points}) for name in names],
        lines_of=lambda game: Prose(book, game, links.coming_from_url(other.id), tooltips=False),
    )
