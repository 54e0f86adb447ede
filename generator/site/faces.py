"""Card faces, drawn from data alone: `face(card)` answers an SVG picture as text.

Everything in the picture is our own drawing. A Group's inward arrow is in the middle of a short edge (see
engine/geometry.py), so the side of that arrow decides whether a card is wider than tall; without one it is.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from itertools import count

from generator.engine.cards import Card, Side
from generator.language.tree import StatAgainst

LONG, SHORT = 700, 500
"""The edges of a card, in units of the picture: 7 to 5."""

MINUS = "\N{MINUS SIGN}"
SERIF = "'Iowan Old Style','Palatino Linotype',Palatino,'URW Palladio L',P052,'Book Antiqua',Georgia,serif"
SANS = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif"


@dataclass(frozen=True)
class Family:
    """The colours of one kind of card of one game."""

    paper: str
    band: str
    ink: str
    faint: str
    accent: str
    on_band: str


FAMILIES: dict[tuple[str, str], Family] = {
    ("deluxe", "illuminati"): Family("#12241e", "#0a1713", "#f1ead6", "#5d7468", "#d9b567", "#d9b567"),
    ("deluxe", "group"): Family("#f8f4e8", "#1f4a3c", "#17221d", "#b9c7b4", "#8a5a12", "#f8f4e8"),
    ("deluxe", "special"): Family("#f8f2e6", "#6b2437", "#2a1519", "#dcc0b8", "#6b2437", "#f8f2e6"),
}
KINDS = {"illuminati": "Illuminati", "group": "Group", "special": "Special"}


@dataclass(frozen=True)
class Badge:
    """How an alignment is drawn: letters, colour and the outline of a shape in a box from -24 to 24."""

    letters: str
    colour: str
    shape: str


def _polygon(points: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in points) + "Z"


def _star(spikes: int, outer: float, inner: float) -> str:
    steps = range(spikes * 2)
    return _polygon(
        (
            math.sin(math.pi * n / spikes) * (inner if n % 2 else outer),
            -math.cos(math.pi * n / spikes) * (inner if n % 2 else outer),
        )
        for n in steps
    )


BADGES: dict[str, Badge] = {
    "Government": Badge("GOV", "#27496d", "M-20 -22H20V4C20 16 8 22 0 25C-8 22 -20 16 -20 4Z"),
    "Communist": Badge("COM", "#a3211f", _star(5, 29, 17)),
    "Liberal": Badge("LIB", "#1f6f8b", "M-23 0A23 23 0 1 1 23 0A23 23 0 1 1 -23 0Z"),
    "Conservative": Badge("CON", "#4a4f57", "M-21 -21H21V21H-21Z"),
    "Peaceful": Badge("PEA", "#2f6b3c", "M0 -26C22 -14 26 6 18 16C10 26 -10 26 -18 16C-26 6 -22 -14 0 -26Z"),
    "Violent": Badge("VIO", "#93320c", _star(10, 27, 19)),
    "Straight": Badge("STR", "#6a5a2a", "M-27 -15H27V15H-27Z"),
    "Weird": Badge(
        "WEI",
        "#6b3a8c",
        "M-25 -6C-22 -24 -6 -26 2 -20C14 -28 28 -14 24 -2C30 12 16 26 4 21C-8 28 -24 20 -22 9C-28 4 -27 -2 -25 -6Z",
    ),
    "Criminal": Badge("CRI", "#333333", "M0 -28L28 0L0 28L-28 0Z"),
    "Fanatic": Badge("FAN", "#8a4b00", "M0 -27L28 22H-28Z"),
}

# Widths of letters in hundredths of the size, wide enough for the widest of our fonts.
_NARROW, _WIDE = set("iljtfrI.,;:'’|!()[]/ "), set("mwMWQOG@%&")


_BOLD_SERIF = 1.17


def text_width(text: str, size: float) -> float:
    """An estimate of how wide a text is, on the generous side."""
    return sum(38 if c in _NARROW else 95 if c in _WIDE else 74 if c.isupper() else 62 for c in text) * size / 100


def wrap(text: str, size: float, width: float) -> list[str]:
    """The lines of a text broken at spaces to fit `width`."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def number(value: int) -> str:
    """A number with a real minus sign."""
    return f"{MINUS}{-value}" if value < 0 else str(value)


def power(card: Card) -> str:
    """Power as cards print it: `7`, or `7/4` when a part of it is transferable."""
    if card.power is None:
        return "–"
    return f"{number(card.power)}/{number(card.transferable)}" if card.transferable else number(card.power)


def lies(card: Card) -> bool:
    """Whether the card is wider than tall when its text stands upright."""
    return card.arrow_in not in ("top", "bottom")


def plain(text: str) -> str:
    """A sentence for the eye: without the brackets around names, a capital first and a full stop last."""
    text = re.sub(r"(?<![\w-])-(?=\d)", MINUS, text.replace("[", "").replace("]", ""))
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def description(card: Card, unsure: bool = False) -> str:
    """The face in words, for those who cannot see it."""
    parts = [f"{KINDS[card.kind]} of Illuminati {card.game.capitalize()}."]
    if card.kind != "special":
        parts.append(f"Power {power(card)}.")
        parts.append(f"Resistance {number(card.resistance)}." if card.resistance is not None else "No Resistance.")
        if card.income is not None:
            parts.append(f"Income {number(card.income)} MB.")
    if card.kind == "group":
        parts.append(f"Alignments: {', '.join(card.alignments) or 'none'}.")
    if card.arrow_in:
        parts.append(f"Inward arrow: {card.arrow_in}.")
    if card.kind != "special":
        parts.append(f"Outward arrows: {', '.join(card.arrows_out) or 'none'}{' (not certain)' if unsure else ''}.")
    return " ".join([*parts, *(plain(clause.text) for clause in card.clauses)])


def face(card: Card, *, unsure: bool = False) -> str:
    """The picture of a card. `unsure` draws its arrows dotted, with a footnote."""
    width, height = (LONG, SHORT) if lies(card) else (SHORT, LONG)
    family = FAMILIES.get((card.game, card.kind), FAMILIES["deluxe", card.kind])
    key = f"face-{card.slug}"
    body = [
        f'<rect width="{width}" height="{height}" rx="22" fill="{family.band}"/>',
        f'<rect x="26" y="26" width="{width - 52}" height="{height - 52}" rx="9" fill="{family.paper}"/>',
        _rosette(card, family, width, height),
        f'<rect x="36" y="36" width="{width - 72}" height="{height - 72}" rx="4" fill="none" stroke="{family.accent}" '
        'stroke-width="1.5"/>',
        *_arrows(card, family, width, height, unsure),
        *_words(card, family, width, height),
        *(_numbers(card, family, height) if card.kind != "special" else ()),
        *_badges(card, width, height),
    ]
    if unsure:
        body.append(_text("arrows not certain", width - 56, height - 47, 13, family.ink, anchor="end", style="italic"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'aria-labelledby="{key}-title {key}-desc"><title id="{key}-title">{escape(card.name)}</title>'
        f'<desc id="{key}-desc">{escape(description(card, unsure))}</desc>{"".join(body)}</svg>'
    )


def _text(
    words: str,
    x: float,
    y: float,
    size: float,
    fill: str,
    *,
    anchor: str = "start",
    weight: int = 400,
    family: str = SANS,
    style: str = "normal",
    spacing: float = 0,
) -> str:
    more = f' letter-spacing="{spacing:g}"' if spacing else ""
    more += f' font-style="{style}"' if style != "normal" else ""
    more += f' font-weight="{weight}"' if weight != 400 else ""
    more += f' text-anchor="{anchor}"' if anchor != "start" else ""
    place = f'x="{x:g}" y="{y:g}"'
    return f'<text {place} font-family="{family}" font-size="{size:g}" fill="{fill}"{more}>{escape(words)}</text>'


def _rosette(card: Card, family: Family, width: int, height: int) -> str:
    """An engraved figure, different on every card: our stand-in for a picture."""
    seed = hashlib.sha256(card.id.encode()).digest()
    x, y, size = (width * 0.77, height * 0.44, 112) if width > height else (width / 2, height * 0.66, 140)
    petals, wave = 4 + seed[0] % 7, 0.2 + seed[1] % 32 / 100
    points = []
    for n in range(96):
        angle = 2 * math.pi * n / 96
        r = size / (1 + wave) * (1 + wave * math.cos(petals * angle))
        points.append(f"{r * math.cos(angle):.0f} {r * math.sin(angle):.0f}")
    step = 360 / petals / 4
    copies = "".join(
        f'<use href="#curve-{card.slug}" transform="rotate({turn * step:.1f}) scale({1 - turn * 0.13:.2f})"/>'
        for turn in range(1, 5)
    )
    return (
        f'<g transform="translate({x:g} {y:g})" fill="none" stroke="{family.faint}" opacity=".6">'
        f'<path id="curve-{card.slug}" d="M{"L".join(points)}Z" vector-effect="non-scaling-stroke"/>{copies}</g>'
    )


_TURN: dict[Side, int] = {"top": 0, "right": 90, "bottom": 180, "left": 270}


def _arrows(card: Card, family: Family, width: int, height: int, unsure: bool) -> Iterable[str]:
    """Outward: a light point in the edge. Inward: a dark arrow that reaches over the edge into the card."""
    dots = ' stroke-dasharray="1 5" stroke-linecap="round"' if unsure else ""
    middle = {
        "top": (width / 2, 0),
        "right": (width, height / 2),
        "bottom": (width / 2, height),
        "left": (0, height / 2),
    }
    for side in card.arrows_out:
        x, y = middle[side]
        yield (
            f'<path d="M0 4L34 23H-34Z" transform="translate({x:g} {y:g}) rotate({_TURN[side]})" '
            f'fill="{"none" if unsure else family.on_band}" stroke="{family.on_band}" '
            f'stroke-width="{2.5 if unsure else 1}"{dots}><title>outward arrow, {side}</title></path>'
        )
    if card.arrow_in:
        x, y = middle[card.arrow_in]
        yield (
            '<path d="M0 52L-32 20H-13V-2H13V20H32Z" '
            f'transform="translate({x:g} {y:g}) rotate({_TURN[card.arrow_in]})" '
            f'fill="{family.paper if unsure else family.accent}" stroke="{family.accent if unsure else family.paper}" '
            f'stroke-width="{3 if unsure else 3.5}"{dots}><title>inward arrow, {card.arrow_in}</title></path>'
        )


def _words(card: Card, family: Family, width: int, height: int) -> Iterable[str]:
    left, room = 64, width - 128

    def fits(size: int) -> list[str] | None:
        lines = wrap(card.name, size * _BOLD_SERIF, room)
        most = 1 if size > 36 else 2 if size > 24 else 4
        widest = max(text_width(line, size * _BOLD_SERIF) for line in lines)
        return lines if len(lines) <= most and (widest <= room or size <= 16) else None

    size = next(size for size in count(44, -2) if fits(size))
    y = 70.0 - size * 0.2
    for line in fits(size) or ():
        y += size * 1.04
        yield _text(line, left, y, size, family.ink, weight=700, family=SERIF)
    y += 28
    yield _text(KINDS[card.kind].upper(), left, y, 15, family.accent, weight=700, spacing=3)
    y += 16
    bottom = height - (146 if card.kind != "special" else 70)
    paragraphs = [plain(clause.text) for clause in card.clauses]
    size = next(
        (
            s
            for s in (25, 23, 21, 19, 17, 15)
            if sum(len(wrap(p, s, room)) * s * 1.3 + 8 for p in paragraphs) <= bottom - y
        ),
        13,
    )
    for paragraph in paragraphs:
        for line in wrap(paragraph, size, room):
            y += size * 1.3
            yield _text(line, left, y, size, family.ink)
        y += 8


def _numbers(card: Card, family: Family, height: int) -> Iterable[str]:
    """Lower left, as on the real cards: Power, Resistance, Income."""
    columns = [("Power", power(card))]
    if card.resistance is not None:
        set_to = any(isinstance(clause.sentence, StatAgainst) for clause in card.clauses)
        columns.append(("Resistance", number(card.resistance) + ("*" if set_to else "")))
    if card.income is not None:
        columns.append(("Income", number(card.income)))
    x = 64.0
    for label, value in columns:
        yield _text(value, x, height - 80, 46, family.ink, weight=700, family=SERIF)
        yield _text(label.upper(), x, height - 58, 12, family.ink, weight=600, spacing=1)
        x += max(text_width(label.upper(), 13) + 8, text_width(value, 46 * _BOLD_SERIF)) + 18


def _badges(card: Card, width: int, height: int) -> Iterable[str]:
    """Lower right: one shape, colour and three letters for each alignment."""
    x = width - 92.0
    for name in reversed(card.alignments):
        yield badge(name, x, height - 92)
        x -= 58


def badge(alignment: str, x: float, y: float) -> str:
    """The sign of an alignment with its three letters in it, centred on a point."""
    sign = BADGES[alignment]
    low = alignment == "Fanatic"
    return (
        f'<g transform="translate({x:g} {y:g})"><title>{alignment}</title><path d="{sign.shape}" fill="{sign.colour}"/>'
        + _text(sign.letters, 0, 14 if low else 5, 11 if low else 13, "#fff", anchor="middle", weight=700)
        + "</g>"
    )


def badge_icon(alignment: str) -> str:
    """The sign of an alignment alone, to stand in a line of text beside its name."""
    sign = BADGES[alignment]
    path = f'<path d="{sign.shape}" fill="{sign.colour}"/>'
    return f'<svg class="badge" viewBox="-30 -30 60 60" aria-hidden="true">{path}</svg>'
