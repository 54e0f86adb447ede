"""Card faces: arrows on their sides, every word and number of a type in its place, legible, told apart without
colour.
"""

from __future__ import annotations

import itertools
import re
from xml.etree import ElementTree

import checkout
import pytest
from conftest import Pages

from generator.catalog.catalog import Catalog
from generator.engine.cards import Card, Clause
from generator.engine.ruleset import Ruleset
from generator.site.faces import (
    BADGES,
    PLURALS,
    SIGNS,
    SUBTYPES,
    Prints,
    face,
    face_of,
    family,
    lies,
    power,
    stopped,
    type_words,
)
from generator.structs import replace

SVG = "{http://www.w3.org/2000/svg}"
LONGEST = "Advanced Supersonic Aluminum Nazi Hell Creatures from Beneath the Hollow Earth"


def a_card(kind: str = "group", game: str = "inwo", **values: object) -> Card:
    """A card made up for a test."""
    return Card("x/a", str(values.pop("name", "A")), game, str(values.pop("set", "inwo")), kind, **values)  # type: ignore[arg-type]


def its(game: str) -> Ruleset:
    """What the file of a game says of its faces."""
    return checkout.catalog().ruleset(game)


def drawn(card: Card, prints: Prints = Prints()) -> ElementTree.Element:
    """The face of a card as XML."""
    return ElementTree.fromstring(face(card, its(card.game), prints))


def words(card: Card, prints: Prints = Prints()) -> list[str]:
    """What stands on a face, a line each."""
    return [text.text or "" for text in drawn(card, prints).iter(f"{SVG}text")]


def titles(card: Card, prints: Prints = Prints()) -> set[str]:
    """The titles of the parts of a face: its arrows and alignments."""
    return {title.text or "" for title in drawn(card, prints).iter(f"{SVG}title")}


# --- shape ----------------------------------------------------------------------------------------------------------


def test_a_face_has_its_arrows_on_the_right_sides(catalog: Catalog) -> None:
    """The face of every card has exactly the arrows of the data, inward and outward told apart."""
    for record in catalog.cards:
        card = record.card
        expected = {f"outward arrow, {side}" for side in card.arrows_out}
        expected |= {f"inward arrow, {card.arrow_in}"} if card.arrow_in else set()
        assert (card.id, expected) == (card.id, {title for title in titles(card) if "ward arrow" in title})


@pytest.mark.parametrize(
    ("card", "wide"),
    [
        (a_card(game="deluxe", arrow_in="left"), True),
        (a_card(game="deluxe", arrow_in="top"), False),
        (a_card(arrow_in="bottom"), False),
        (a_card("illuminati"), True),
        (a_card("illuminati", "subgenius"), True),
        (a_card("special", "deluxe"), True),
        (a_card("resource"), False),
        (a_card("plot", arrows_out=("left", "right", "bottom")), False),
    ],
    ids=lambda value: f"{value.kind}-{value.game}-{value.arrow_in}" if isinstance(value, Card) else str(value),
)
def test_a_face_is_five_by_seven_and_lies_or_stands(card: Card, wide: bool) -> None:
    """Illuminati and Deluxe's Specials lie; Resources and Plots stand; a Group has its inward arrow on a short edge."""
    assert wide == lies(card)
    assert ("0 0 700 500" if wide else "0 0 500 700") == drawn(card).get("viewBox")


# --- types ----------------------------------------------------------------------------------------------------------


def test_every_face_says_its_type_and_its_set(catalog: Catalog) -> None:
    """The word of the type, that of the subtype where there is one, and the set stand on every face."""
    kinds = {"illuminati": "ILLUMINATI", "group": "GROUP", "resource": "RESOURCE", "plot": "PLOT", "special": "SPECIAL"}
    for record in catalog.cards:
        card = record.card
        word = SUBTYPES[card.subtype].upper() if card.subtype else kinds[card.kind]
        found = words(card)
        assert (card.id, True) == (card.id, any(line.split(" · ")[0] == word for line in found))
        assert (card.id, card.set.upper()) == (card.id, found[-1] if found[-1] == card.set.upper() else found[0])
    assert "NEW WORLD ORDER · YELLOW" in words(a_card("plot", subtype="nwo", nwo="yellow"))


def test_types_differ_in_more_than_colour() -> None:
    """No two subtypes of a kind, and no two alignments, share their sign; each has a word of its own."""
    assert set(SUBTYPES) < set(SIGNS)
    assert len(set(SIGNS.values())) == len(SIGNS)
    assert len(set(SUBTYPES.values())) == len(SUBTYPES)
    assert (
        len({badge.shape for badge in BADGES.values()})
        == len({badge.letters for badge in BADGES.values()})
        == len(BADGES)
    )


def test_the_sets_differ_in_more_than_colour() -> None:
    """The paper of SubGenius cards is rounder than that of INWO, and the set is written on it."""
    inwo, church = a_card(arrow_in="top"), a_card(game="subgenius", set="subgenius", arrow_in="top")
    assert "INWO" in words(inwo) and "SUBGENIUS" in words(church)
    assert [rect.get("rx") for rect in drawn(inwo).iter(f"{SVG}rect")] != [
        rect.get("rx") for rect in drawn(church).iter(f"{SVG}rect")
    ]


def test_the_families_of_plots_and_the_new_world_orders_have_colours_of_their_own() -> None:
    """Goals, Disasters, Assassinations, Zaps, Paralysis and Freezes each differ in their accent, NWOs in the band."""
    accents = {
        kind: family(a_card("plot", subtype=kind), its("inwo")).accent
        for kind in SUBTYPES
        if kind not in ("nwo", "organization", "personality", "place")
    }
    assert len(set(accents.values())) == len(accents)
    assert 3 == len(
        {family(a_card("plot", subtype="nwo", nwo=colour), its("inwo")).band for colour in ("blue", "red", "yellow")}
    )


def test_groups_without_types_differ_by_alignments_and_power(catalog: Catalog) -> None:
    """Groups of Deluxe have the color of their first alignment on tab and frame, its shape as sign, and lines in the
    color of each; those of another Power have another figure.
    """
    mafia = a_card("group", "deluxe", alignments=("Criminal", "Violent"), power=7)
    picture = ElementTree.tostring(drawn(mafia), encoding="unicode")
    assert BADGES["Criminal"].colour == family(mafia, its("deluxe")).accent
    assert {BADGES["Criminal"].colour, BADGES["Violent"].colour} <= set(re.findall(r'stroke="(#\w+)"', picture))
    assert 2 == picture.count(BADGES["Criminal"].shape)  # as sign and as badge
    weak = ElementTree.tostring(drawn(replace(mafia, power=1)), encoding="unicode")
    assert [] == [path for path in re.findall(r'd="(M[^"]*)" vector-effect', picture) if path in weak]
    groups = [record.card for record in catalog.cards if (record.card.game, record.card.kind) == ("deluxe", "group")]
    assert len({family(card, its("deluxe")).accent for card in groups}) >= 8
    inwo = a_card("group", "inwo", subtype="organization", alignments=("Criminal",))
    assert family(inwo, its("inwo")) == family(replace(inwo, alignments=()), its("inwo"))


def test_every_type_of_the_catalog_is_listed(catalog: Catalog) -> None:
    """Lists of cards have a heading for each type that there is."""
    assert {record.card.subtype or record.card.kind for record in catalog.cards} <= set(PLURALS)


def test_type_words_name_kind_subtype_and_colour() -> None:
    """Each once, so that a plain Plot is not a Plot · Plot."""
    assert "Group · Place" == type_words(a_card(subtype="place"))
    assert "Plot" == type_words(a_card("plot", subtype="plot"))
    assert "Plot · New World Order · blue" == type_words(a_card("plot", subtype="nwo", nwo="blue"))
    assert "Resource" == type_words(a_card("resource"))


# --- numbers and words ----------------------------------------------------------------------------------------------


def test_power_is_written_as_the_card_prints_it() -> None:
    """With a part that is global or transferable behind a slash; an asterisk behind it, or in its place."""
    assert "6/4" == power(a_card(power=6, global_power=4))
    assert "7/3" == power(a_card(game="deluxe", power=7, transferable=3))
    assert "1" == power(a_card(power=1, global_power=0))
    assert "1*" == power(a_card(power=1), ("power",))
    assert "*" == power(a_card(power=0, variable_power=True))
    assert "–" == power(a_card("plot"))


def test_starred_numbers_have_their_asterisk() -> None:
    """Power, Resistance and alignments that the card prints with an asterisk."""
    card = a_card(power=1, resistance=3, alignments=("Fanatic",), arrow_in="top")
    assert {"1", "3", "Fanatic"} <= set(words(card))
    assert {"1*", "3*", "Fanatic*"} <= set(words(card, Prints(starred=("power", "resistance", "alignments"))))


def test_an_alignment_that_holds_at_times_says_so() -> None:
    """In words and as an outline instead of a full shape."""
    card = a_card(power=4, resistance=2, alignments=("Straight", "Liberal"), arrow_in="top")
    assert {"Straight", "Liberal at times"} <= titles(card, Prints(sometimes=("Liberal",)))
    assert "at times" in words(card, Prints(sometimes=("Liberal",)))
    assert "at times" not in words(card)


def test_attributes_stand_on_the_face_once() -> None:
    """Those of a Group at the bottom; those of a Resource only where its type line does not name them."""
    assert "Coastal, Nation" in " ".join(
        words(a_card(power=1, resistance=1, attributes=("Coastal", "Nation"), arrow_in="top"))
    )
    resource = words(a_card("resource", attributes=("Unique", "Gadget")), Prints(type_line="Unique Gadget"))
    assert ["Unique Gadget"] == [line for line in resource if "Gadget" in line]


def test_a_face_says_everything_to_those_who_cannot_see_it(catalog: Catalog) -> None:
    """Title and description name the card, its numbers, alignments, arrows and abilities."""
    root = ElementTree.fromstring(face_of(catalog.card("deluxe/the-mafia"), "Illuminati Deluxe", its("deluxe")))
    assert "The Mafia" == root.findtext(f"{SVG}title")
    assert (
        "Group of Illuminati Deluxe. Power 7. Resistance 7. Income 6 MB. Alignments: Criminal, Violent. "
        "Inward arrow: right. Outward arrows: top, bottom, left. +3 to direct control of Criminal Groups."
        == root.findtext(f"{SVG}desc")
    )
    card = a_card(
        subtype="personality",
        power=4,
        global_power=2,
        resistance=2,
        alignments=("Straight", "Liberal"),
        attributes=("Media",),
        arrow_in="top",
        clauses=(Clause("-2 to [Big Media]", None),),
    )
    assert (
        "Group, Personality of INWO. Power 4/2. Resistance 2. Alignments: Straight, Liberal at times. Attributes:"
        " Media. Inward arrow: top. Outward arrows: none. −2 to Big Media."
        == drawn(card, Prints("INWO", sometimes=("Liberal",))).findtext(f"{SVG}desc")
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("draw 1 Plot", "Draw 1 Plot."),
        ("discard [Hoax!]", "Discard [Hoax!]"),
        ("[I.R.S.] has “any time: draw 1 Plot”", "[I.R.S.] has “any time: draw 1 Plot.”"),
    ],
)
def test_a_sentence_ends_with_one_stop(text: str, sentence: str) -> None:
    """A name that ends like a sentence needs no other stop, and a quotation has it within."""
    assert sentence == stopped(text)


def test_unsure_arrows_are_dotted_and_say_so(catalog: Catalog) -> None:
    """Where lists disagree the arrows are dotted, with a footnote; elsewhere they are not."""
    card = catalog.card("deluxe/gun-lobby").card
    assert "stroke-dasharray" in face(card, its(card.game), Prints(unsure=True))
    assert "arrows not certain" in face(card, its(card.game), Prints(unsure=True))
    assert "stroke-dasharray" not in face(card, its(card.game))


def test_a_face_escapes_what_it_is_given() -> None:
    """A card with markup in its name, type line and text is drawn as text."""
    card = a_card("special", "deluxe", name="<script>A & B</script>", clauses=(Clause("<img onerror=x>", None),))
    svg = face(card, its(card.game), Prints("<b>", type_line="<i>x</i>"))
    assert not re.search(r"<(script|img|b|i)\b", svg)
    ElementTree.fromstring(svg)


# --- legible --------------------------------------------------------------------------------------------------------


def luminance(colour: str) -> float:
    """The relative luminance of a colour, as WCAG 2 defines it."""
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """How far apart two colours are for the eye, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_words_stand_out_from_their_ground() -> None:
    """At least 4.5 to 1 for every text of every type: ink on paper, the set on the band, the type on its tab, letters
    on signs.
    """
    assert 21 == round(contrast("#000", "#ffffff"))
    kinds = [("group", None, None), ("illuminati", None, None), ("resource", None, None), ("special", None, None)]
    kinds += [("plot", subtype, None) for subtype in (*SUBTYPES, None)]
    kinds += [("plot", "nwo", colour) for colour in ("blue", "red", "yellow")]
    for game, (kind, subtype, nwo) in itertools.product(("deluxe", "inwo", "subgenius"), kinds):
        if (game, kind) in (("deluxe", "plot"), ("deluxe", "resource")):
            continue
        colours = family(a_card(kind, game, subtype=subtype, nwo=nwo), its(game))
        pairs = [(colours.ink, colours.paper), (colours.on_band, colours.band), (colours.on_accent, colours.accent)]
        assert (game, kind, subtype, nwo, []) == (
            game,
            kind,
            subtype,
            nwo,
            [pair for pair in pairs if contrast(*pair) < 4.5],
        )
    assert [] == [name for name, badge in BADGES.items() if contrast("#fff", badge.colour) < 4.5]


OUTSIDE = """() => [...document.querySelectorAll('svg')].flatMap(svg => {
  const [, , width, height] = svg.getAttribute('viewBox').split(' ').map(Number);
  const below = [...svg.querySelectorAll('title')].some(title => / arrow, bottom$/.test(title.textContent));
  return [...svg.querySelectorAll('text')].filter(text => {
    const box = text.getBBox(), m = text.getCTM(), own = svg.getCTM();
    const x = (m.e - own.e) / own.a + box.x, y = (m.f - own.f) / own.d + box.y;
    if (y > height - 26) return x < 26 || x + box.width > (below ? width / 2 - 34 : width - 26) || y + box.height > height;
    return x < 36 || y < 30 || x + box.width > width - 30 || y + box.height > height - 30;
  }).map(text => svg.querySelector('title').textContent + ': ' + text.textContent);
})"""  # noqa: E501
OVERLAPPING = """() => [...document.querySelectorAll('svg')].flatMap(svg => {
  const boxes = [...svg.querySelectorAll('text')].map(text => [text, text.getBoundingClientRect()]);
  return boxes.flatMap(([one, a], at) => boxes.slice(at + 1)
    .filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 6)
    .map(([other]) => svg.querySelector('title').textContent + ': ' + one.textContent + ' / ' + other.textContent));
})"""  # noqa: E501


def check_words(new_page: Pages, faces: list[str]) -> None:
    """In a browser no text of these faces leaves its frame or runs into another."""
    page = new_page()
    page.set_content("".join(f"<div style='width:500px'>{each}</div>" for each in faces))
    assert [] == page.evaluate(OUTSIDE)
    assert [] == page.evaluate(OVERLAPPING)


def test_the_words_of_every_face_fit(new_page: Pages, catalog: Catalog) -> None:
    """In a browser no text of any face leaves the card's frame or runs into another."""
    check_words(new_page, [face_of(record, record.card.set, its(record.card.game)) for record in catalog.cards])


def test_long_names_and_texts_fit(new_page: Pages) -> None:
    """The longest name, four alignments, every number and more text than there is room for; what is cut is said."""
    text = (
        Clause("any time, an action of a Weird Group: one of your Groups has +10 Power until the turn ends", None),
    ) * 12
    cards = [
        a_card(
            kind,
            game,
            set=game,
            name=LONGEST,
            power=10,
            global_power=10,
            resistance=10,
            subtype=subtype,
            arrow_in=side,
            alignments=("Government", "Conservative", "Violent", "Criminal"),
            attributes=() if game == "deluxe" else ("Communist", "Computer", "SubGenius"),
            clauses=clauses,
        )
        for clauses in ((), text)
        for kind, game, subtype, side in (
            ("group", "subgenius", "personality", "top"),
            ("group", "inwo", "place", "bottom"),
            ("group", "deluxe", None, "left"),
        )
    ]
    cards += [
        a_card("plot", name=LONGEST, clauses=text, subtype="freeze"),
        a_card("resource", name=LONGEST, clauses=text),
    ]
    cards += [
        a_card(
            "illuminati",
            name=LONGEST,
            power=10,
            global_power=10,
            arrows_out=("top", "right", "bottom", "left"),
            clauses=text,
        )
    ]
    prints = Prints("INWO", type_line="Attribute Freeze! / Requires Illuminati, Church, Liberal or Conservative Action")
    assert any("more on its page" in line for card in cards for line in words(card, prints))
    check_words(new_page, [face(card, its(card.game), prints) for card in cards])
