"""Where cards lie, which arrows are open, and what happens to puppets that do not fit."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.engine.cards import SIDES, Card
from generator.engine.geometry import Rectangle, facing, opposite
from generator.engine.structure import Branch, LayoutError, Structure


def group(slug: str, arrow_in: str, *arrows_out: str) -> Card:
    return Card(
        f"deluxe/{slug}",
        slug.replace("-", " ").title(),
        "deluxe",
        "deluxe",
        "group",
        arrow_in=arrow_in,
        arrows_out=arrows_out,
    )


ROOT = Card("deluxe/root", "Root", "deluxe", "deluxe", "illuminati", arrows_out=SIDES)
# The arrows of the cards in Figures 2 and 5 of the rulebook.
FIGURE = (
    ROOT,
    group("democrats", "right", "bottom", "left"),
    group("congressional-wives", "left", "right"),
    group("south-american-nazis", "right", "top", "bottom"),
    group("kgb", "right", "bottom"),
    group("cycle-gangs", "left"),
    group("antiwar-activists", "left"),
)
BOOK = {card.slug: card for card in FIGURE}

FIGURE_2 = {
    "left": {"democrats": {"left": {"antiwar-activists": {}}}},
    "top": {"congressional-wives": {}},
    "right": {"south-american-nazis": {"top": {"kgb": {}}, "bottom": {"cycle-gangs": {}}}},
}


def test_illuminati_lie_on_their_side():
    """The Illuminati card is 7 wide and 5 tall; a Group lies with its inward arrow in a short edge."""
    structure = Structure.build(BOOK, "root", {"right": {"cycle-gangs": {}}})
    assert Rectangle(0, 0, 7, 5) == structure.rectangle("root")
    assert Rectangle(14, 0, 7, 5) == structure.rectangle("cycle-gangs")


def test_a_puppet_is_turned_until_its_arrow_meets_the_masters():
    """Cycle Gangs have their inward arrow on the left: no turn on the right of the Illuminati, a half turn on the left,
    a quarter turn below and three above."""
    turns = {
        side: Structure.build(BOOK, "root", {side: {"cycle-gangs": {}}}).placements["cycle-gangs"].rotation
        for side in SIDES
    }
    assert {"top": 3, "right": 0, "bottom": 1, "left": 2} == turns


def test_a_turned_card_lies_flush_with_the_middle_of_the_edge():
    """Below the Illuminati, Cycle Gangs reach 7 down and are 5 wide, edge to edge, middle to middle."""
    structure = Structure.build(BOOK, "root", {"bottom": {"cycle-gangs": {}}})
    assert Rectangle(0, 12, 5, 7) == structure.rectangle("cycle-gangs")
    assert (0, 5) == structure.arrow("root", "bottom") == structure.arrow("cycle-gangs", "left")


def test_touching_cards_do_not_overlap():
    """Cards may touch along an edge or at a corner."""
    card = Rectangle(0, 0, 5, 7)
    assert not card.overlaps(Rectangle(10, 0, 5, 7))
    assert not card.overlaps(Rectangle(10, 14, 5, 7))
    assert card.overlaps(Rectangle(9, 13, 5, 7))


def test_figure_2():
    """Figure 2: seven cards with the Illuminati, three directly controlled, three one step further, one arrow left."""
    structure = Structure.build(BOOK, "root", FIGURE_2)
    assert () == structure.problems()
    assert 7 == len(structure)
    assert {"democrats", "congressional-wives", "south-american-nazis"} == set(structure.puppets("root").values())
    assert {"kgb", "cycle-gangs"} == set(structure.puppets("south-american-nazis").values())
    assert {"antiwar-activists"} == set(structure.puppets("democrats").values())
    assert {0: 1, 1: 3, 2: 3} == {
        steps: sum(structure.distance(card) == steps for card in structure) for steps in (0, 1, 2)
    }
    assert ("bottom",) == structure.open_arrows("root")


def ways_to_lay(cards: tuple[str, ...], masters: tuple[str, ...]):
    """Every structure in which each card hangs on some arrow of these masters."""
    arrows = [(master, side) for master in masters for side in BOOK[master].arrows_out]
    for places in permutations(arrows, len(cards)):
        structure, left = Structure.of(BOOK, "root"), dict(zip(cards, places, strict=True))
        while ready := [card for card, (master, _) in left.items() if master in structure]:
            try:
                for card in ready:
                    structure = structure.lay(card, *left.pop(card))
            except LayoutError:
                break
        if not left:
            yield structure


def test_figure_5_can_be_laid_in_one_way():
    """Figure 5: with the same cards the last Illuminati arrow is blocked by the Antiwar Activists and the Democrats'
    side arrow by the Congressional Wives, while the Democrats' end arrow and the Wives' arrow stay open."""

    def is_figure_5(s: Structure) -> bool:
        free = s.free_arrows("root")
        return (
            len(free) == 1
            and s.blockers("root", free[0]) == ("antiwar-activists",)
            and s.blockers("democrats", "bottom") == ("congressional-wives",)
            and s.open_arrows("democrats") == ("left",)
            and s.open_arrows("congressional-wives") == ("right",)
        )

    cards = tuple(card for card in BOOK if card != "root")
    found = [s for s in ways_to_lay(cards, ("root", "south-american-nazis", "kgb")) if is_figure_5(s)]
    chains = {(s.master("kgb"), s.master("antiwar-activists"), s.master("congressional-wives")) for s in found}
    assert {("south-american-nazis", "kgb", "south-american-nazis")} == chains
    # The same picture in its four quarter turns.
    assert 4 == len(found)


def test_a_card_in_front_blocks_an_arrow():
    """An arrow with a card lying in its place is not open, and the card in the way is named."""
    book = {
        card.slug: card
        for card in (ROOT, group("hook", "left", "bottom"), group("leaf", "left", "bottom"), group("end", "left"))
    }
    structure = Structure.build(book, "root", {"top": {"hook": {"bottom": {"leaf": {}}}}})
    # Hook stands above the Illuminati at (0, -12), 5 wide and 7 tall; its bottom faces right, so Leaf lies at (12,
    # -12), 7 wide and 5 tall: y from -17 to -7. The place right of the Illuminati is at (14, 0), y from -5 to 5:
    # open. Below Leaf, whose bottom faces down, a puppet would stand at (12, 0), x from 7 to 17, and fill that place.
    assert Rectangle(12, -12, 7, 5) == structure.rectangle("leaf")
    assert ("right", "bottom", "left") == structure.open_arrows("root")
    blocked = structure.lay("end", "leaf", "bottom")
    assert Rectangle(12, 0, 5, 7) == blocked.rectangle("end")
    assert ("end",) == blocked.blockers("root", "right")
    assert ("bottom", "left") == blocked.open_arrows("root")
    with pytest.raises(LayoutError, match="End does not fit on the bottom arrow of Leaf: Block in the way"):
        book["block"] = group("block", "left")
        structure.lay("block", "root", "right").lay("end", "leaf", "bottom")


@pytest.mark.parametrize(
    ("nested", "message"),
    [
        (
            {"right": {"cycle-gangs": {"top": {"kgb": {}}}}},
            "Cycle Gangs has no arrow on its top side \\(arrows: none\\)",
        ),
        ({"right": {"cycle-gangs": {}}, "left": {"cycle-gangs": {}}}, "Cycle Gangs is in this Power Structure already"),
        ({"right": {"cycle-gangs": {}, "kgb": {}}}, "the right arrow of Root is in use by Cycle Gangs"),
        ({"cycle-gangs": {"kgb": {}}}, "no place for Kgb: Cycle Gangs has 0 arrows for 1 Group$"),
    ],
)
def test_impossible_layouts_say_why(nested, message):
    """A layout from data names the card and the arrow that cannot be."""
    with pytest.raises(LayoutError, match=message):
        Structure.build(BOOK, "root", nested)


def test_an_arrow_holds_one_puppet():
    """A second card on a used arrow is refused by name."""
    structure = Structure.build(BOOK, "root", {"right": {"cycle-gangs": {}}})
    with pytest.raises(LayoutError, match="the right arrow of Root is in use by Cycle Gangs"):
        structure.lay("kgb", "root", "right")


def test_removing_takes_the_puppets_along():
    """Dropping the South American Nazis leaves the other four cards of Figure 2."""
    structure = Structure.build(BOOK, "root", FIGURE_2).remove("south-american-nazis")
    assert ["root", "democrats", "antiwar-activists", "congressional-wives"] == list(structure)


def test_a_captured_branch_keeps_its_arrows():
    """The Nazis with both puppets move to the open Illuminati arrow; KGB and Cycle Gangs keep top and bottom."""
    fit = Structure.build(BOOK, "root", FIGURE_2).move("south-american-nazis", "root", "bottom")
    assert ((), ()) == (fit.turned, fit.lost)
    assert {"top": "kgb", "bottom": "cycle-gangs"} == fit.structure.puppets("south-american-nazis")
    assert () == fit.structure.problems()


CROWD = {
    card.slug: card
    for card in (
        ROOT,
        group("post", "left", "bottom"),
        group("captive", "left", "top", "right", "bottom"),
        group("first", "left"),
        group("second", "left"),
        group("third", "left", "right"),
        group("fourth", "left"),
        group("wall", "left"),
    )
}
# Post stands above the Illuminati at (0, -12) and Wall on its right at (12, -12), x from 5 to 19. Captive on the
# right of the Illuminati lies at (14, 0), so a puppet on its top would stand at (14, -12), x from 9 to 19: Wall is in
# the way.
START = Structure.build(CROWD, "root", {"top": {"post": {"bottom": {"wall": {}}}}})
CAPTIVE = Branch("captive", (("top", Branch("first")),))


def test_an_overlapping_puppet_is_turned_to_another_arrow_of_its_master():
    """Wall lies where the captive's puppet would stand, so the puppet goes to the next free arrow of the same
    master."""
    fit = START.fit(CAPTIVE, "root", "right")
    assert (("first",), ()) == (fit.turned, fit.lost)
    assert {"right": "first"} == fit.structure.puppets("captive")


def test_no_more_puppets_are_turned_than_must_be():
    """Only the puppet in the way goes to another arrow; the one on the right keeps its own."""
    captive = Branch("captive", (("top", Branch("first")), ("right", Branch("second"))))
    fit = START.fit(captive, "root", "right")
    assert {"right": "second", "bottom": "first"} == fit.structure.puppets("captive")
    assert (("first",), ()) == (fit.turned, fit.lost)


def test_the_player_may_choose_the_arrow_for_a_puppet_that_overlaps():
    """The same capture with the choice of the bottom arrow, and with the choice of the blocked one."""
    assert {"bottom": "first"} == START.fit(CAPTIVE, "root", "right", {"first": "bottom"}).structure.puppets("captive")
    with pytest.raises(LayoutError, match="not possible: First on the top arrow"):
        START.fit(CAPTIVE, "root", "right", {"first": "top"})


def test_puppets_that_fit_stay():
    """Where nothing overlaps no puppet may be turned."""
    with pytest.raises(LayoutError, match="every puppet fits where it was"):
        Structure.of(CROWD, "root").fit(CAPTIVE, "root", "right", {"first": "bottom"})


def test_what_has_no_place_is_lost_with_its_puppets():
    """Three puppets for two usable arrows: one leaf is lost, not the puppet that has a puppet of its own."""
    third = Branch("third", (("right", Branch("fourth")),))
    captive = Branch("captive", (("top", third), ("right", Branch("first")), ("bottom", Branch("second"))))
    fit = START.fit(captive, "root", "right")
    assert 1 == len(fit.lost)
    assert {"third", "fourth"} <= set(fit.structure)
    assert () == fit.structure.problems()


def test_a_group_cannot_move_under_its_own_puppet():
    """The new master must not move along."""
    structure = Structure.build(BOOK, "root", FIGURE_2)
    with pytest.raises(LayoutError, match="Kgb moves along"):
        structure.move("south-american-nazis", "kgb", "bottom")


def test_rearranging_keeps_the_same_cards():
    """Bermuda's free arrangement must use exactly the same Groups."""
    structure = Structure.build(BOOK, "root", {"left": {"kgb": {}}, "right": {"cycle-gangs": {}}})
    assert {"bottom": "cycle-gangs"} == structure.rearrange({"left": {"kgb": {"bottom": {"cycle-gangs": {}}}}}).puppets(
        "kgb"
    )
    with pytest.raises(LayoutError, match="missing: Cycle Gangs; not yours: Democrats"):
        structure.rearrange({"left": {"kgb": {}}, "right": {"democrats": {}}})


# --- properties -------------------------------------------------------------------------------------------------------

MANY = {"root": ROOT} | {
    f"g{i}": group(f"g{i}", SIDES[i % 4], *(side for j, side in enumerate(SIDES) if j != i % 4 and (i >> j) & 1))
    for i in range(24)
}


@st.composite
def structures(draw, root: str = "root", cards: tuple[str, ...] = tuple(f"g{i}" for i in range(24))):
    """A legal structure grown by random legal lays of cards with every mixture of arrows."""
    structure = Structure.of(MANY, root)
    for card in draw(st.permutations(cards))[: draw(st.integers(0, 12))]:
        places = [(m, side) for m in structure for side in structure.open_arrows(m)]
        if places:
            structure = structure.lay(card, *draw(st.sampled_from(places)))
    return structure


@given(structures())
def test_no_overlap_and_all_arrows_meet(structure):
    """However cards are laid, arrows meet, none overlaps, and the data form reads back to the same structure."""
    assert () == structure.problems()
    assert structure.placements == Structure.build(MANY, "root", structure.nested()).placements


@given(structures())
def test_rotation_is_the_one_that_faces_the_master(structure):
    """The inward arrow faces the master, straight against the master's arrow."""
    for card in structure.groups:
        place = structure.placements[card]
        inward = facing(MANY[card].arrow_in, place.rotation)
        assert opposite(inward) == facing(place.side, structure.placements[place.master].rotation)


@given(structures(), st.data())
def test_moving_keeps_or_loses_each_group(structure, data):
    """After a move each Group of the structure is there or lost, each kept Group has its old master except the one
    moved."""
    moves = [
        (card, master, side)
        for card in structure.groups
        for master in structure
        if master not in structure.subtree(card)
        for side in structure.remove(card).open_arrows(master)
        if (master, side) != (structure.master(card), structure.placements[card].side)
    ]
    if not moves:
        return
    card, master, side = data.draw(st.sampled_from(moves))
    fit = structure.move(card, master, side)
    assert () == fit.structure.problems()
    assert set(structure) == set(fit.structure) | set(fit.lost)
    assert not set(fit.structure) & set(fit.lost)
    for other in fit.structure.groups:
        assert (master if other == card else structure.master(other)) == fit.structure.master(other)
    if not fit.turned and not fit.lost:
        assert structure.branch(card) == fit.structure.branch(card)


@given(
    structures(cards=tuple(f"g{i}" for i in range(12))),
    structures(cards=tuple(f"g{i}" for i in range(12, 24))),
    st.data(),
)
def test_capture_keeps_the_branch_or_says_what_changed(mine, theirs, data):
    """A captured branch is there whole, turned or lost, never anything else, and the old cards stay where they lay."""
    captures = [(card, m, side) for card in theirs.groups for m in mine for side in mine.open_arrows(m)]
    if not captures:
        return
    card, master, side = data.draw(st.sampled_from(captures))
    branch = theirs.branch(card)
    fit = mine.fit(branch, master, side)
    assert () == fit.structure.problems()
    assert set(branch.cards()) == (set(fit.structure) - set(mine)) | set(fit.lost)
    assert all(fit.structure.placements[old] == mine.placements[old] for old in mine)
