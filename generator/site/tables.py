"""Power Structures drawn as they lie on the table, from the places that the engine found for their cards.

`structure(player, …)` answers an SVG picture as text. Its colours are classes of assets/dossier.css, so that it is
right in light and dark; its words (`description`) say the same for those who cannot see it. Text stands upright
whichever way a card lies: only the arrows show how it is turned.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from markupsafe import Markup
from msgspec import Struct

from generator.engine.cards import SIDES, Card
from generator.engine.geometry import facing
from generator.rulings import SeenCard, SeenPlayer
from generator.site.faces import number, power, text_width, wrap
from generator.site.text import html

UNIT = 11
"""Units of the picture in half a unit of the grid: a card is 154 by 110."""
GAP = 4
"""What a card is drawn smaller on each edge, so that neighbours stay apart."""
SHOWN = 0.85
"""The size of the picture on the page where there is room."""
WIDE = 46
"""A structure wider than this, in half units, is pushed sideways on a phone: smaller, nobody could read it."""

_TURN = (0, 90, 180, 270)
NOTE = 12
"""The height of a line about what lies on or beside a card."""

_BOLD = 1.06
"""How much wider than `text_width` thinks bold letters can be."""
_SIZES = (16, 15, 14, 13, 12, 11, 10, 9, 8)


class _Place(Struct, frozen=True):
    """Where a card is drawn: its middle and half its extent, in units of the picture."""

    x: float
    y: float
    half_width: float
    half_height: float

    def edge(self, direction: int) -> tuple[float, float]:
        """The middle of the edge that faces a direction (0 up, then clockwise), where it would be without the gap."""
        dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[direction]
        return self.x + dx * self.half_width, self.y + dy * self.half_height


def structure(player: SeenPlayer, cards: Mapping[str, Card], key: str, href: Callable[[str], str]) -> Markup:
    """A player's Power Structure: `cards` with those beside it, `key` makes ids unique on the page, `href` is the
    address of a card.
    """
    left = min(card.x - card.half_width for card in player.cards) * UNIT
    right = max(card.x + card.half_width for card in player.cards) * UNIT
    top = min(card.y - card.half_height for card in player.cards) * UNIT
    bottom = max(card.y + card.half_height for card in player.cards) * UNIT
    edge = UNIT
    width, height = right - left + 2 * edge, bottom - top + 2 * edge
    places = {card.card: _place(card, edge - left, edge - top) for card in player.cards}
    drawn = [_card(card, cards, places[card.card], href) for card in player.cards]
    arrows = [arrow for card in player.cards for arrow in _arrows(card, player.cards, places)]
    coins = [_coin("coin", card.money, places[card.card]) for card in player.cards if card.money]
    coins += [_coin("coin token", card.tokens, places[card.card]) for card in player.cards if card.tokens]
    kind = "structure wide" if (right - left) / UNIT > WIDE else "structure"
    return html(
        '<svg class="{}" viewBox="0 0 {} {}" width="{}" height="{}" role="group" '
        'aria-labelledby="{}-title" aria-describedby="{}-desc"><title id="{}-title">{}</title>'
        '<desc id="{}-desc">{}</desc>{}</svg>',
        kind,
        width,
        height,
        round(width * SHOWN),
        round(height * SHOWN),
        key,
        key,
        key,
        f"The Power Structure of {player.name}",
        key,
        description(player, cards),
        Markup("").join([*drawn, *arrows, *coins]),
    )


def description(player: SeenPlayer, cards: Mapping[str, Card]) -> str:
    """A Power Structure in words: whose puppets hang where, which arrows are open or blocked, what lies on and beside
    the cards.
    """
    said = []
    for card in player.cards:
        below = [f"{cards[each.card].name} ({each.side})" for each in player.cards if each.master == card.card]
        parts = [f"puppets {_listed(below)}"] if below else []
        parts += [f"open {_arrow_words(card.open)}"] if card.open else []
        parts += [f"blocked {_arrow_words(card.blocked)}"] if card.blocked else []
        parts += [f"{card.money} MB"] if card.money else []
        parts += [f"{card.tokens} Action token{'s' if card.tokens > 1 else ''}"] if card.tokens else []
        parts += [f"{stat} {value} now" for stat, value in card.now.items()]
        parts += card.marks
        parts += [f"linked {_listed([cards[each].name for each in card.linked])}"] if card.linked else []
        if parts:
            said.append(f"{cards[card.card].name}: {', '.join(parts)}.")
    return " ".join(said)


def _arrow_words(sides: Iterable[str]) -> str:
    sides = list(sides)
    return f"{'arrow' if len(sides) == 1 else 'arrows'} {_listed(sides)}"


def _listed(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]


def _place(card: SeenCard, dx: float, dy: float) -> _Place:
    return _Place(card.x * UNIT + dx, card.y * UNIT + dy, card.half_width * UNIT, card.half_height * UNIT)


def _card(seen: SeenCard, cards: Mapping[str, Card], place: _Place, href: Callable[[str], str]) -> Markup:
    card = cards[seen.card]
    width, height = 2 * (place.half_width - GAP), 2 * (place.half_height - GAP)
    beside = any(facing(side, seen.rotation) % 2 for side in seen.blocked)
    room = width - (34 if beside else 14)
    notes = [*seen.marks, *_beside([cards[each].name for each in seen.linked], room)]
    size, lines = _fitted(card.name, room, height - 48 - NOTE * len(notes))
    step = size * 1.14
    first = place.y - (len(lines) * step + 13 + NOTE * len(notes)) / 2 + size * 0.85
    words = Markup("").join(_text("name", place.x, first + row * step, line, size) for row, line in enumerate(lines))
    below = first + len(lines) * step + 2
    noted = Markup("").join(_text("note", place.x, below + NOTE * row, line) for row, line in enumerate(notes, 1))
    return html(
        '<a href="{}" class="{}" aria-label="{}"><rect x="{}" y="{}" width="{}" height="{}" rx="6"/>{}{}{}</a>',
        href(card.id),
        " ".join(("lies", card.kind, *(mark.lower() for mark in seen.marks))),
        _label(seen, card),
        *map(_short, (place.x - width / 2, place.y - height / 2, width, height)),
        words,
        _text("numbers", place.x, below, _numbers(seen, card)),
        noted,
    )


def _short(number: float) -> str:
    return f"{number:g}"


def _numbers(seen: SeenCard, card: Card) -> str:
    """Power and Resistance as printed, and what they are now where that is something else: `P 6→8 · R 4`."""
    shown = {"Power": power(card)} | ({"Resistance": number(card.resistance)} if card.resistance is not None else {})
    return " · ".join(
        f"{stat[0]} {value}{f'→{number(seen.now[stat])}' if stat in seen.now else ''}" for stat, value in shown.items()
    )


def _label(seen: SeenCard, card: Card) -> str:
    shown = {"Power": power(card)} | ({"Resistance": number(card.resistance)} if card.resistance is not None else {})
    told = [
        f"{stat} {value}{f', now {number(seen.now[stat])}' if stat in seen.now else ''}"
        for stat, value in shown.items()
    ]
    return ", ".join([f"{card.name}: {told[0]}", *told[1:], *seen.marks])


def _beside(names: list[str], room: float) -> list[str]:
    """What lies beside a card, in two lines at most: names as far as they fit, or how many cards there are."""
    lines = [f"+ {name}" for name in names]
    if len(lines) > 2:
        return [f"+ {len(lines)} cards"]
    return [line if text_width(line, 10) <= room else _cut(line, room) for line in lines]


def _cut(line: str, room: float) -> str:
    while text_width(f"{line}…", 10) > room:
        line = line[:-1]
    return f"{line.rstrip()}…"


def _text(kind: str, x: float, y: float, words: str, size: float | None = None) -> Markup:
    """A line of text around the middle `x`; without `size` as large as assets/dossier.css has its kind."""
    sized = html(' font-size="{}"', _short(size)) if size else ""
    return html('<text class="{}" x="{}" y="{}"{}>{}</text>', kind, _short(x), _short(round(y, 1)), sized, words)


def _fitted(name: str, width: float, height: float) -> tuple[float, list[str]]:
    """The largest size at which a name fits, and its lines there.

    A name without spaces may be broken behind a full stop.
    """
    if " " not in name:
        name = re.sub(r"(?<=\w{3}\.)(?=\w{4})", " ", name)
    for size in _SIZES:
        lines = wrap(name, size * _BOLD, width)
        if all(text_width(line, size * _BOLD) <= width for line in lines) and len(lines) * size * 1.14 <= height:
            return size, lines
    return _SIZES[-1], wrap(name, _SIZES[-1], width)


def _arrows(card: SeenCard, cards: Iterable[SeenCard], places: Mapping[str, _Place]) -> Iterable[Markup]:
    """The arrows of a card: to its puppets, open, and blocked."""
    place = places[card.card]
    used = [each.side for each in cards if each.master == card.card]
    for side in SIDES:
        if side in used or side in card.open or side in card.blocked:
            direction = facing(side, card.rotation)
            x, y = place.edge(direction)
            kind = "used" if side in used else "open" if side in card.open else "blocked"
            turned = f"translate({_short(x)} {_short(y)}) rotate({_TURN[direction]})"
            yield html('<g class="arrow {}" transform="{}">{}</g>', kind, turned, _SHAPES[kind])


# Drawn pointing up, the middle of the edge at 0 0.
_SHAPES = {
    "used": Markup('<path d="M-8 7H8L0-8Z"/>'),
    "open": Markup('<path d="M-9 5H9L0-9Z"/>'),
    "blocked": Markup('<path d="M-8 13H8L0 1Z"/><path class="cross" d="M-8 2L8 14M8 2L-8 14"/>'),
}


def _coin(kind: str, count: int, place: _Place) -> Markup:
    x, y = place.x + place.half_width - GAP - 9, place.y - place.half_height + GAP + 9
    wide = count >= 100
    amount = _text("amount wide" if wide else "amount", x, y + (3.4 if wide else 4.3), str(count))
    return html('<g class="{}"><circle cx="{}" cy="{}" r="11"/>{}</g>', kind, _short(x), _short(y), amount)
