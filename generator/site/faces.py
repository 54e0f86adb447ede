"""Card faces, drawn from data alone: `face(card)` answers an SVG picture as text.

Everything in the picture is our own drawing; only what the rulebooks say about a card's looks is kept: Illuminati are
black and lie on their side, Groups are red, Resources purple, Plots blue (`wdh-grptypes-illuminati-look`,
`wdh-setup-2-plot-deck-contents`, `sg-group-definition`). A Group's inward arrow is in the middle of a short edge (see
engine/geometry.py), so the side of that arrow decides whether a card is wider than tall. Nothing is told by colour
alone: each type has its word and its sign, each alignment its shape and letters.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any

from msgspec import Struct

from generator.catalog.records import CardRecord
from generator.engine.cards import Card, Side
from generator.engine.ruleset import Ruleset
from generator.structs import replace

LONG, SHORT = 700, 500
"""The edges of a card, in units of the picture: 7 to 5."""

MINUS = "\N{MINUS SIGN}"
SERIF = "'Iowan Old Style','Palatino Linotype',Palatino,'URW Palladio L',P052,'Book Antiqua',Georgia,serif"
SANS = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif"

KINDS = {"illuminati": "Illuminati", "group": "Group", "resource": "Resource", "plot": "Plot", "special": "Special"}
SUBTYPES = {
    "organization": "Organization",
    "personality": "Personality",
    "place": "Place",
    "plot": "Plot",
    "assassination": "Assassination",
    "disaster": "Disaster",
    "goal": "Goal",
    "nwo": "New World Order",
    "zap": "Zap",
    "paralysis": "Paralysis",
    "freeze": "Attribute Freeze",
}
PLURALS = {
    "illuminati": "Illuminati",
    "group": "Groups",
    "organization": "Organizations",
    "personality": "Personalities",
    "place": "Places",
    "resource": "Resources",
    "special": "Specials",
    "plot": "Plots",
    "goal": "Goals",
    "nwo": "New World Orders",
    "disaster": "Disasters",
    "assassination": "Assassinations",
    "zap": "Zaps",
    "paralysis": "Paralysis",
    "freeze": "Attribute Freezes",
}
"""Subtypes, and kinds of cards without one, as lists are headed, in the order of such lists."""


class Prints(Struct, frozen=True):
    """What a card prints that the engine need not know: the title of its set, the line below its own title, the numbers
    with an asterisk, the alignments that hold only at times, and whether its arrows are not certain."""

    origin: str = ""
    type_line: str | None = None
    starred: tuple[str, ...] = ()
    sometimes: tuple[str, ...] = ()
    unsure: bool = False


NOTHING = Prints()


class Family(Struct, frozen=True):
    """The colours of one kind of card of one game; `corner` is how round the paper is."""

    paper: str
    band: str
    ink: str
    faint: str
    accent: str
    on_band: str
    on_accent: str
    corner: int


PLAIN = Family("#f7f7f4", "#3a3a3a", "#1c1c1c", "#cfcfc8", "#3a3a3a", "#f7f7f4", "#fff", 6)
"""The colours of a kind of card for which its game has none."""
ACCENTS = {
    "goal": "#2c5e1e",
    "assassination": "#8c1230",
    "disaster": "#8a3c05",
    "zap": "#6a2a8a",
    "paralysis": "#45484f",
    "freeze": "#0c5d78",
}
"""The accent of the families of Plots."""
ORDERS: Mapping[str, Any] = {
    "blue": {"band": "#174f9c", "accent": "#174f9c"},
    "red": {"band": "#a3171f", "accent": "#a3171f", "paper": "#fcf4f2", "faint": "#e8c0bb"},
    "yellow": {
        "band": "#f2c418",
        "accent": "#f2c418",
        "on_band": "#2b2205",
        "on_accent": "#2b2205",
        "paper": "#fdf9e8",
        "faint": "#dccb86",
        "ink": "#231d08",
    },
}
"""The colours of the New World Orders, as far as they differ from those of other Plots."""


def is_bare(card: Card) -> bool:
    """Whether a card is a Group of a game whose Groups have no types: such differ by alignments and Power."""
    return card.kind == "group" and card.subtype is None


def family(card: Card, its: Ruleset) -> Family:
    """The colours of a card, as its game has them."""
    faces = its.said.get("faces", {"kinds": {}})
    found = faces["kinds"].get(card.kind)
    colours = (
        Family(**{key.replace("-", "_"): colour for key, colour in found.items()}, corner=faces["corner"])
        if found
        else PLAIN
    )
    if card.nwo:
        return replace(colours, **ORDERS[card.nwo])
    if is_bare(card) and card.alignments:
        return replace(colours, accent=BADGES[card.alignments[0]].colour, on_accent="#fff")
    return replace(colours, accent=ACCENTS.get(card.subtype or "", colours.accent))


class Badge(Struct, frozen=True):
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
    "Corporate": Badge("COR", "#1d5a55", "M-12 -25H12L26 0L12 25H-12L-26 0Z"),
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

SIGNS: dict[str, str] = {
    "illuminati": "M0 -24L6 -6L24 0L6 6L0 24L-6 6L-24 0L-6 -6ZM-17 -17L-11 -11M17 -17L11 -11M-17 17L-11 11M17 17L11 11",
    "group": (
        "M-7 -15A7 7 0 1 1 7 -15A7 7 0 1 1 -7 -15ZM-23 13A7 7 0 1 1 -9 13A7 7 0 1 1 -23 13ZM9 13A7 7 0 1 1 23 13A7 7 0"
        " 1 1 9 13Z"
    ),
    "organization": "M-9 -22H9V-8H-9ZM-23 8H-7V22H-23ZM7 8H23V22H7ZM0 -8V0M-15 8V0H15V8",
    "personality": "M-10 -11A10 11 0 1 1 10 -11A10 11 0 1 1 -10 -11ZM-21 23C-20 8 -11 4 0 4C11 4 20 8 21 23Z",
    "place": "M0 24C-12 8 -18 1 -18 -7A18 17 0 1 1 18 -7C18 1 12 8 0 24ZM-7 -7A7 7 0 1 1 7 -7A7 7 0 1 1 -7 -7Z",
    "resource": "M0 -23L21 -11V12L0 24L-21 12V-11ZM-21 -11L0 1L21 -11M0 1V24",
    "plot": "M-23 -16H23V16H-23ZM-23 -16L0 4L23 -16",
    "special": _star(5, 25, 11),
    "assassination": "M-17 0A17 17 0 1 1 17 0A17 17 0 1 1 -17 0ZM0 -25V-8M0 25V8M-25 0H-8M25 0H8",
    "disaster": "M-24 -20H24M-17 -10H19M-12 0H12M-6 10H10M-1 20H5",
    "goal": "M-15 24V-23M-15 -22H20L11 -11L20 0H-15",
    "nwo": (
        "M-23 0A23 23 0 1 1 23 0A23 23 0 1 1 -23 0ZM-23 0H23M0 -23V23M0 -23C-14 -10 -14 10 0 23M0 -23C14 -10 14 10 0 23"
    ),
    "zap": "M6 -25L-15 4H-2L-7 25L15 -6H2Z",
    "paralysis": "M-18 -3H18V23H-18ZM-11 -3V-11A11 12 0 0 1 11 -11V-3M0 7V14",
    "freeze": (
        "M0 -24V24M-21 -12L21 12M-21 12L21 -12M-6 -21L0 -15L6 -21M-6 21L0 15L6 21"
        "M-21 -5L-13 -8L-15 -16M21 5L13 8L15 16M-21 5L-13 8L-15 16M21 -5L13 -8L15 -16"
    ),
}
"""The sign of each type and subtype: lines in a box from -24 to 24."""

# Widths of letters in hundredths of the size, wide enough for the widest of our fonts.
_NARROW, _WIDE = set("iljtfrI.,;:'’|!()[]/ "), set("mwMWQOG@%&")
_BOLD_SERIF = 1.17


class _Widths(dict[str, int]):
    """The width of each letter, kept once it was asked for."""

    def __missing__(self, letter: str) -> int:
        self[letter] = 38 if letter in _NARROW else 95 if letter in _WIDE else 74 if letter.isupper() else 62
        return self[letter]


_WIDTHS = _Widths()


def text_width(text: str, size: float) -> float:
    """An estimate of how wide a text is, on the generous side."""
    return sum(map(_WIDTHS.__getitem__, text)) * size / 100


def wrap(text: str, size: float, width: float) -> list[str]:
    """The lines of a text broken at spaces to fit `width`."""
    lines: list[str] = []
    used, space = 0.0, text_width(" ", size)
    for word in text.split():
        more = text_width(word, size)
        if lines and used + space + more <= width:
            lines[-1] += f" {word}"
            used += space + more
        else:
            lines.append(word)
            used = more
    return lines


def number(value: int) -> str:
    """A number with a real minus sign."""
    return f"{MINUS}{-value}" if value < 0 else str(value)


def power(card: Card, starred: tuple[str, ...] = ()) -> str:
    """Power as cards print it: `7`; `7/4` when a part of it is transferable, or global; `*` where it varies."""
    if card.power is None:
        return "–"
    first = "*" if card.variable_power else number(card.power) + ("*" if "power" in starred else "")
    second = card.transferable or card.global_power
    return f"{first}/{number(second)}" if second else first


def resistance(card: Card, starred: tuple[str, ...] = ()) -> str:
    """Resistance as cards print it."""
    return "–" if card.resistance is None else number(card.resistance) + ("*" if "resistance" in starred else "")


def type_words(card: Card) -> str:
    """Kind and subtype as pages name them: `Group · Place`, `Plot · New World Order · blue`, `Resource`."""
    words = [KINDS[card.kind], SUBTYPES.get(card.subtype or "", ""), card.nwo or ""]
    return " · ".join(dict.fromkeys(word for word in words if word))


def lies(card: Card) -> bool:
    """Whether the card is wider than tall when its text stands upright.

    Illuminati lie on their side, and Groups as their inward arrow has it; the small cards of INWO stand, the Specials
    of Deluxe lie.
    """
    return card.kind not in ("resource", "plot") and card.arrow_in not in ("top", "bottom")


def stopped(text: str) -> str:
    """A sentence with a capital first and a full stop last, within the quotation mark that may end it."""
    text, quoted = text[:1].upper() + text[1:].removesuffix("”"), text.endswith("”")
    return text + ("" if text.rstrip("]").endswith((".", "?", "!")) else ".") + "”" * quoted


def plain(text: str) -> str:
    """A sentence for the eye: without the brackets around names, a capital first and a full stop last."""
    return stopped(re.sub(r"(?<![\w-])-(?=\d)", MINUS, text.replace("[", "").replace("]", "")))


def description(card: Card, prints: Prints = NOTHING) -> str:
    """The face in words, for those who cannot see it."""
    words = type_words(card).replace(" · ", ", ")
    parts = [f"{words} of {prints.origin}." if prints.origin else f"{words}."]
    if prints.type_line:
        parts.append(plain(prints.type_line))
    structural = card.kind in ("illuminati", "group")
    if structural:
        parts.append(f"Power {power(card, prints.starred)}.")
        stands = card.resistance is not None
        parts.append(f"Resistance {resistance(card, prints.starred)}." if stands else "No Resistance.")
        if card.income is not None:
            parts.append(f"Income {number(card.income)} MB.")
    if card.kind == "group":
        names = [f"{name} at times" if name in prints.sometimes else name for name in card.alignments]
        parts.append(f"Alignments: {', '.join(names) or 'none'}{'*' if 'alignments' in prints.starred else ''}.")
    if card.attributes:
        parts.append(f"Attributes: {', '.join(card.attributes)}.")
    if card.arrow_in:
        parts.append(f"Inward arrow: {card.arrow_in}.")
    if structural or card.arrows_out:
        parts.append(
            f"Outward arrows: {', '.join(card.arrows_out) or 'none'}{' (not certain)' if prints.unsure else ''}."
        )
    return " ".join([*parts, *(plain(clause.text) for clause in card.clauses)])


def face_of(record: CardRecord, origin: str, its: Ruleset) -> str:
    """The picture of a card of the catalog; `origin` is the title of its set, `its` what its game says."""
    return face(
        record.card, its, Prints(origin, record.type_line, record.starred, record.sometimes, record.arrows_unsure)
    )


def face(card: Card, its: Ruleset, prints: Prints = NOTHING) -> str:
    """The picture of a card, which holds its name and description as text."""
    width, height = (LONG, SHORT) if lies(card) else (SHORT, LONG)
    colours = family(card, its)
    key = f"face-{card.slug}"
    body = [
        f'<rect width="{width}" height="{height}" rx="22" fill="{colours.band}"/>',
        (
            f'<rect x="26" y="26" width="{width - 52}" height="{height - 52}" rx="{colours.corner}"'
            f' fill="{colours.paper}"/>'
        ),
        (
            f'<rect x="36" y="36" width="{width - 72}" height="{height - 72}" rx="{max(colours.corner - 8, 2)}"'
            f' fill="none" stroke="{colours.accent}" stroke-width="1.5"/>'
        ),
        *_arrows(card, colours, width, height, prints.unsure),
        _set_word(card, colours, width, height),
    ]
    foot = list(_foot(card, prints, colours, width, height))
    below = 56 if not foot else 140 if lies(card) or not card.alignments else 220  # for numbers and alignments
    body += _words(card, prints, colours, width, height - below)
    body += foot
    if prints.unsure:
        body.append(_text("arrows not certain", width - 56, height - 47, 13, colours.ink, anchor="end", style="italic"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'aria-labelledby="{key}-title {key}-desc"><title id="{key}-title">{escape(card.name)}</title>'
        f'<desc id="{key}-desc">{escape(description(card, prints))}</desc>{"".join(body)}</svg>'
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


def _sign(card: Card) -> str:
    return SIGNS.get(card.subtype or "") or SIGNS[card.kind]


_CIRCLE = [(math.cos(2 * math.pi * n / 96), math.sin(2 * math.pi * n / 96)) for n in range(96)]


def _cosine(n: int) -> float:
    return _CIRCLE[n % len(_CIRCLE)][0]


_OUTLINES = (
    _cosine,
    lambda n: (_cosine(n) + _cosine(3 * n)) / 2,  # frilled
    lambda n: 2 * abs(_cosine(n // 2)) - 1,  # pointed inward
    lambda n: 1 - 2 * abs(_cosine(n // 2)),  # pointed outward, as stars are
    lambda n: _cosine(n) ** 3,  # thin
)
"""How far out a curve is as it goes round: what makes petals, stars and frills of it."""


def _picture(card: Card, colours: Family, x: float, y: float, size: float) -> str:
    """An engraved figure, different on every card, in the color of its first alignment, around the sign of its type:
    our stand-in for a picture. On a bare card each alignment colors some of the lines, Power is how many petals there
    are, and the first alignment is the sign.
    """
    seed = hashlib.sha256(card.id.encode()).digest()
    bare = is_bare(card)
    petals, wave = 3 + (card.power or 0) if bare else 4 + seed[0] % 7, 0.2 + seed[1] % 32 / 100
    outline, narrower = _OUTLINES[seed[2] % len(_OUTLINES)], (0.13, 0.06, 0.19)[seed[3] % 3]
    points = []
    for n, (cosine, sine) in enumerate(_CIRCLE):
        r = size / (1 + wave) * (1 + wave * outline(petals * n))
        points.append(f"{r * cosine:.0f} {r * sine:.0f}")
    step = 360 / petals / 4
    signs = [BADGES[name] for name in card.alignments]
    lines = [sign.colour for sign in signs if bare] or [sign.colour for sign in signs[:1]] or [colours.faint]
    copies = "".join(
        f'<use href="#curve-{card.slug}" transform="rotate({turn * step:.1f}) scale({1 - turn * narrower:.2f})"'
        f"{_stroke(lines, turn)}/>"
        for turn in range(1, 5)
    )
    sign, ground = (signs[0].shape, colours.accent) if bare and signs else (_sign(card), colours.paper)
    return (
        f'<g transform="translate({x:g} {y:g})" fill="none"><g stroke="{lines[0]}" opacity="{".3" if signs else ".6"}">'
        f'<path id="curve-{card.slug}" d="M{"L".join(points)}Z" vector-effect="non-scaling-stroke"/>{copies}</g>'
        f'<path d="{sign}" transform="scale({size / 70:.2f})" fill="{ground}" stroke="{colours.accent}" '
        'stroke-width="2" stroke-linejoin="round" stroke-linecap="round"/></g>'
    )


def _stroke(lines: list[str], turn: int) -> str:
    """The color of a line where it isn't that of the first."""
    line = lines[turn % len(lines)]
    return f' stroke="{line}"' if line != lines[0] else ""


_TURN: dict[Side, int] = {"top": 0, "right": 90, "bottom": 180, "left": 270}


def _arrows(card: Card, colours: Family, width: int, height: int, unsure: bool) -> Iterator[str]:
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
            f'fill="{"none" if unsure else colours.on_band}" stroke="{colours.on_band}" '
            f'stroke-width="{2.5 if unsure else 1}"{dots}><title>outward arrow, {side}</title></path>'
        )
    if card.arrow_in:
        x, y = middle[card.arrow_in]
        yield (
            '<path d="M0 52L-32 20H-13V-2H13V20H32Z" '
            f'transform="translate({x:g} {y:g}) rotate({_TURN[card.arrow_in]})" '
            f'fill="{colours.paper if unsure else colours.ink}" stroke="{colours.ink if unsure else colours.paper}" '
            f'stroke-width="{3 if unsure else 3.5}"{dots}><title>inward arrow, {card.arrow_in}</title></path>'
        )


def _set_word(card: Card, colours: Family, width: int, height: int) -> str:
    """The word of the set, in the lower band: in its middle, or left of an arrow there."""
    busy = card.arrow_in == "bottom" or "bottom" in card.arrows_out
    x, anchor = (44, "start") if busy else (width / 2, "middle")
    words = card.set.replace("-", " ").upper()
    return _text(words, x, height - 8.5, 13, colours.on_band, anchor=anchor, weight=600, spacing=2)


LEFT = 64
"""Where text begins, and how far from the other edge it ends."""


def _words(card: Card, prints: Prints, colours: Family, width: int, bottom: int) -> Iterator[str]:
    """Title, type, the line below it, the abilities, and in what room is left a picture."""
    room, tall = width - 2 * LEFT, width == SHORT
    size, lines = _title(card.name, room, tall)
    y = 70.0 - size * 0.2
    for line in lines:
        y += size * 1.04
        yield _text(line, LEFT, y, size, colours.ink, weight=700, family=SERIF)
    y += 12
    yield from _type(card, colours, y)
    y += 28
    if prints.type_line:
        y += 4
        for line in wrap(prints.type_line, 18, room):
            y += 21
            yield _text(line, LEFT, y, 18, colours.ink, style="italic", family=SERIF)
    y += 6
    paragraphs = [plain(clause.text) for clause in card.clauses]
    beside = None if tall else _beside(paragraphs, room, bottom - y)
    size, broken = beside or _fitted(paragraphs, (25, 23, 21, 19, 17, 15, 14, 13), room, bottom - y)
    top = y
    for paragraph in broken:
        for line in paragraph:
            y += size * 1.3
            yield _text(line, LEFT, y, size, colours.ink)
        y += 8
    if tall and bottom - y >= 130:
        reach = min(130, (bottom - y) / 2 - 10)
        yield _picture(card, colours, width / 2, (y + bottom) / 2 + 4, reach)
    elif beside or (not tall and not paragraphs):
        yield _picture(card, colours, width - LEFT - 88, (top + bottom) / 2, min(96, (bottom - top) / 2))


def _title(name: str, room: int, tall: bool) -> tuple[int, list[str]]:
    """The size of a title and its lines: as large as goes into one line, or smaller and in more of them."""
    steps = ((46, 1), (42, 2 if tall else 1), (36, 2), (30, 3 if tall else 2), (24, 4))
    for size in range(44, 14, -2):
        lines = wrap(name, size * _BOLD_SERIF, room)
        most = next(count for limit, count in reversed(steps) if size <= limit)
        if len(lines) <= most and all(text_width(line, size * _BOLD_SERIF) <= room for line in lines):
            break
    return size, lines


def _type(card: Card, colours: Family, y: float) -> Iterator[str]:
    """The type as a sign and a word on a tab."""
    words = SUBTYPES.get(card.subtype or "", KINDS[card.kind])
    words = f"{words} · {card.nwo}" if card.nwo else words
    long = text_width(words.upper(), 15 * 1.1) + 2.5 * len(words)
    yield f'<rect x="{LEFT - 10}" y="{y:g}" width="{long + 44:.0f}" height="28" rx="3" fill="{colours.accent}"/>'
    yield (
        f'<path d="{_sign(card)}" transform="translate({LEFT + 8} {y + 14:g}) scale(.4)" fill="none" '
        f'stroke="{colours.on_accent}" stroke-width="4.5" stroke-linejoin="round" stroke-linecap="round"/>'
    )
    yield _text(words.upper(), LEFT + 26, y + 19.5, 15, colours.on_accent, weight=700, spacing=2.5)


def _fitted(paragraphs: list[str], sizes: tuple[int, ...], room: float, height: float) -> tuple[int, list[list[str]]]:
    """The largest of the sizes at which the paragraphs fit, and their lines; what does not fit even then is cut."""
    for size in sizes:
        lines = [wrap(paragraph, size, room) for paragraph in paragraphs]
        if sum(len(each) * size * 1.3 + 8 for each in lines) <= height:
            return size, lines
    kept: list[list[str]] = []
    left = height
    for each in lines:
        fit = int((left - 8) // (size * 1.3))
        if fit < len(each):
            kept.append([*each[: max(fit - 1, 0)], "… more on its page"])
            break
        kept.append(each)
        left -= len(each) * size * 1.3 + 8
    return size, kept


def _beside(paragraphs: list[str], room: float, height: float) -> tuple[int, list[list[str]]] | None:
    """Few words on a card that lies leave room for a picture beside them."""
    for size in (25, 23, 21):
        lines = [wrap(paragraph, size, room - 190) for paragraph in paragraphs]
        if paragraphs and sum(len(each) * size * 1.3 + 8 for each in lines) <= height:
            return size, lines
    return None


# --- below the words ------------------------------------------------------------------------------------------------


def _foot(card: Card, prints: Prints, colours: Family, width: int, height: int) -> Iterator[str]:
    """Lower left, as on the real cards, the numbers; lower right the attributes, and the alignments above or beside."""
    x = float(LEFT)
    for label, value in _numbers(card, prints):
        yield _text(value, x, height - 80, 46, colours.ink, weight=700, family=SERIF)
        yield _text(label.upper(), x, height - 58, 12, colours.ink, weight=600, spacing=1)
        x += max(text_width(label.upper(), 13) + 8, text_width(value, 46 * _BOLD_SERIF)) + 18
    attributes = [name for name in card.attributes if name not in (prints.type_line or "")]
    if attributes:
        lines = wrap(", ".join(attributes), 17, width - LEFT + 8 - x)
        y = height - 58 - 21 * (len(lines) - 1)
        for line in lines:
            yield _text(line, width - LEFT + 8, y, 17, colours.ink, anchor="end", style="italic", family=SERIF)
            y += 21
    starred = "alignments" in prints.starred
    if lies(card):
        at, pitch = width - 92.0 - 58 * (len(card.alignments) - 1), 58
    else:
        at, pitch = LEFT + 40.0, 93
    for name in card.alignments:
        seldom = name in prints.sometimes
        if lies(card):
            yield badge(name, at, height - 92, colours, seldom)
        else:
            yield badge(name, at, height - 186, colours, seldom)
            yield _text(name + ("*" if starred else ""), at, height - 146, 12.5, colours.ink, anchor="middle")
            if seldom:
                yield _text("at times", at, height - 131, 12.5, colours.ink, anchor="middle", style="italic")
        at += pitch


def _numbers(card: Card, prints: Prints) -> Iterator[tuple[str, str]]:
    """Each number with its name."""
    if card.power is not None:
        yield "Power", power(card, prints.starred)
    if card.resistance is not None:
        yield "Resistance", resistance(card, prints.starred)
    if card.income is not None:
        yield "Income", number(card.income) + ("*" if "income" in prints.starred else "")


def badge(alignment: str, x: float, y: float, colours: Family, seldom: bool = False) -> str:
    """The sign of an alignment with its three letters in it, centred on a point; an outline where it holds at times."""
    sign = BADGES[alignment]
    low = alignment == "Fanatic"
    look = (
        f'fill="{colours.paper}" stroke="{sign.colour}" stroke-width="3" stroke-dasharray="6 3"'
        if seldom
        else f'fill="{sign.colour}"'
    )
    return (
        f'<g transform="translate({x:g} {y:g})"><title>{alignment}{" at times" if seldom else ""}</title>'
        f'<path d="{sign.shape}" {look}/>'
        + _text(
            sign.letters,
            0,
            14 if low else 5,
            11 if low else 13,
            colours.ink if seldom else "#fff",
            anchor="middle",
            weight=700,
        )
        + "</g>"
    )


def badge_icon(alignment: str) -> str:
    """The sign of an alignment alone, to stand in a line of text beside its name."""
    sign = BADGES[alignment]
    path = f'<path d="{sign.shape}" fill="{sign.colour}"/>'
    return f'<svg class="badge" viewBox="-30 -30 60 60" aria-hidden="true">{path}</svg>'
