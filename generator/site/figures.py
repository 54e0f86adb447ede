"""Pictures of the rules: the charts that `rules/<game>/figures.yaml` writes down.

A chart belongs to a section and is drawn at its beginning. Each of its boxes leads to the section that says more; boxes
that the rules themselves can tell, such as the position bonus, are made from those; and what it claims is shown by the
rulings below it. All of them are SVG of one width, which fits a phone; the colors are those of the page (`.chart` in
dossier.css).
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator

from markupsafe import Markup

from generator.catalog.records import Box, Figure
from generator.engine.cards import Card
from generator.language import tree as t
from generator.site.book import Book
from generator.structs import replace

WIDTH = 340
_GAP = 22
_APART = 8
_LINE = 16
_PAD = 10
_LETTER = 7.0
"""The width of a letter of the text, on average, in units of the picture; titles are a little wider."""


def figures(book: Book, game: str) -> tuple[Figure, ...]:
    """The charts of a game, with all of their boxes; without those for which its rules have nothing yet."""
    fails = str(book.rules(game).fails_from)
    made = (
        replace(
            each,
            boxes=tuple(
                _MADE[each.made_from](book, game)
                if each.made_from
                else (replace(box, says=box.says.replace("{fails}", fails)) for box in each.boxes)
            ),
        )
        for each in book.catalog.figures
        if each.game == game
    )
    return tuple(each for each in made if each.boxes)


def figures_of(book: Book, game: str, section: str) -> list[Figure]:
    """The charts that stand at the beginning of a section."""
    return [each for each in figures(book, game) if each.section == section]


# --- boxes that the rules tell ----------------------------------------------------------------------------------------


def _steps(book: Book, game: str) -> Iterator[Box]:
    """The steps of a turn: the sections that are steps."""
    for number, title, anchor in book.steps(game):
        yield Box(f"{number}  {title[:1].upper()}{title[1:]}", "", anchor)


def _position(book: Book, game: str) -> Iterator[Box]:
    """The position bonus, from the terms of the game."""
    amounts: dict[int, int] = {}
    for rule in book.rules(game).terms:
        if isinstance(rule.tree, t.Term) and isinstance(rule.tree.amount, int):
            amounts |= {node.cards: rule.tree.amount for node in rule.tree.when if isinstance(node, t.Distance)}
    where = ("directly under the Illuminati", "1 Group in between", "2 Groups in between")
    yield Box("The defender’s Illuminati", "", "position")
    for cards, amount in sorted(amounts.items()):
        yield Box("Group", where[cards - 1], "position", f"+{amount}")
    yield Box("Group", "farther away", "position", "no bonus")


_MADE = {"steps": _steps, "position": _position}


# --- which Goals combine ----------------------------------------------------------------------------------------

GOALS = ("Counts Groups double for the Basic Goal", "Wins by itself", "Wins by itself, never with another Goal")
"""What a Goal card does about other Goals: the rows of the table."""


def goal_cards(book: Book, game: str) -> dict[str, list[Card]]:
    """The Goal cards of a game by what they do about other Goals, from their sentences; each card once."""
    doubles, wins, alone = GOALS
    found: dict[str, list[Card]] = {row: [] for row in GOALS}
    for record in book.catalog.cards:
        said = [clause.sentence for clause in record.clauses]
        whole = [each for each in said if isinstance(each, t.GoalCard)]
        parts = [each for each in said if isinstance(each, t.CountsFor) and each.title == "Goal"]
        if record.card.game == game and record.card.subtype == "goal" and (whole or parts):
            only = any(each.alone for each in whole) or any(each.alone for each in parts)
            found[alone if only else wins if whole else doubles].append(record.card)
    return {row: cards for row, cards in found.items() if cards}


# --- drawing --------------------------------------------------------------------------------------------------------


def drawn(figure: Figure, href: Callable[[str], str]) -> Markup:
    """A figure as SVG; `href` is the address of a section on the page."""
    asking = any(box.aside for box in figure.boxes)
    wide = 204 if asking else WIDTH - 2
    y, parts = 1.0, []
    for number, box in enumerate(figure.boxes):
        titles = _wrapped(box.title, (wide - 2 * _PAD) / (_LETTER * 1.07))
        lines = _wrapped(box.says, (wide - 2 * _PAD) / _LETTER)
        high = _LINE * (len(titles) + len(lines)) + 2 * _PAD
        if number and figure.apart:
            y += _APART
        elif number:
            parts.append(_arrow(1 + wide / 2, y, y + _GAP, "no" if figure.last else ""))
            y += _GAP
        texts = [("title", words) for words in titles] + [("says", words) for words in lines]
        inside = Markup("").join(
            Markup('<text class="{}" x="{}" y="{}">{}</text>').format(
                kind, 1 + _PAD, _number(y + _PAD + 12 + _LINE * at), words
            )
            for at, (kind, words) in enumerate(texts)
        )
        parts.append(
            Markup('<a href="{}"><rect x="1" y="{}" width="{}" height="{}" rx="6"/>{}</a>').format(
                href(box.section),
                _number(y),
                wide,
                high,
                inside,
            )
        )
        if box.aside:
            parts.append(_aside(box.aside, wide, y + high / 2, "yes" if figure.last else ""))
        y += high
    if figure.last:
        parts.append(_arrow(1 + wide / 2, y, y + _GAP, "no"))
        parts.append(
            Markup('<text class="end" x="{}" y="{}">{}</text>').format(
                _number(1 + wide / 2), _number(y + _GAP + 16), figure.last
            )
        )
        y += _GAP + 22
    key = f"figure-{figure.game}-{figure.id}"
    return Markup(
        '<svg class="chart" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" width="{}" height="{}" role="group"'
        ' aria-labelledby="{}-title" aria-describedby="{}-desc"><title id="{}-title">{}</title><desc'
        ' id="{}-desc">{}</desc>{}</svg>'
    ).format(
        WIDTH,
        _number(y + 1),
        WIDTH,
        _number(y + 1),
        key,
        key,
        key,
        figure.title,
        key,
        description(figure),
        Markup("").join(parts),
    )


def description(figure: Figure) -> str:
    """The same in words."""
    said = []
    for box in figure.boxes:
        words = f"{box.title.replace('  ', ': ')}{'' if box.title.endswith('?') else '.'} {box.says}".strip()
        answer = f" {'Yes: ' if figure.last else ''}{box.aside}." if box.aside else ""
        said.append(f"{words}{answer}")
    return " ".join([*said, *([f"Otherwise: {figure.last}."] if figure.last else [])])


def _wrapped(words: str, letters: float) -> list[str]:
    return textwrap.wrap(words, int(letters), drop_whitespace=True, break_long_words=False) if words else []


def _number(value: float) -> str:
    return f"{value:g}"


def _arrow(x: float, top: float, bottom: float, words: str) -> Markup:
    """An arrow down, with a word beside it."""
    line = Markup('<path class="way" d="M{0} {1}V{2}"/><path class="tip" d="M{3} {2}h10l-5 6z"/>').format(
        _number(x),
        _number(top),
        _number(bottom - 7),
        _number(x - 5),
    )
    if not words:
        return line
    return line + Markup('<text class="answer" x="{}" y="{}">{}</text>').format(
        _number(x + 9), _number(top + 15), words
    )


def _aside(words: str, wide: float, y: float, answer: str) -> Markup:
    """What follows from yes, to the right of a box."""
    start, end = 1 + wide, 1 + wide + 34
    lines = _wrapped(words, (WIDTH - end - 8) / (_LETTER * 1.12))
    texts = Markup("").join(
        Markup('<text class="end" x="{}" y="{}">{}</text>').format(
            _number((end + 4 + WIDTH) / 2), _number(y + 4 + _LINE * (at - (len(lines) - 1) / 2)), each
        )
        for at, each in enumerate(lines)
    )
    way = Markup('<path class="way" d="M{0} {1}H{2}"/>').format(
        _number(start), _number(y), _number(end - 6 if answer else end)
    )
    if not answer:
        return way + texts
    tip = Markup('<path class="tip" d="M{} {}v10l6-5z"/>').format(_number(end - 6), _number(y - 5))
    return (
        way
        + tip
        + Markup('<text class="answer" x="{}" y="{}">{}</text>').format(_number(start + 4), _number(y - 6), answer)
        + texts
    )
