"""Power Structures in the browser lie as they do in the engine, and the page that draws them does what it says."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any
from urllib.parse import quote, unquote

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import Pages
from playwright.sync_api import Browser, Locator, Page, expect

from generator.catalog.catalog import Catalog
from generator.engine.cards import Card
from generator.engine.structure import Branch, LayoutError, Structure
from generator.site.calculator import card_data

GAMES = ("deluxe", "inwo", "subgenius")
CASES = 150
"""So many structures of each game are compared, each with every move of some Groups and every capture of one."""


@pytest.fixture(scope="module")
def cards(catalog: Catalog) -> dict[str, dict[str, Card]]:
    """By game, the cards that lie in structures, by slug."""
    found: dict[str, dict[str, Card]] = {game: {} for game in GAMES}
    for record in catalog.cards:
        if record.card.kind in ("group", "illuminati"):
            found[record.card.game][record.card.slug] = record.card
    return found


LOOSE = "dallas-catacombs"
"""All Groups of its owner may lie on any side, without an arrow."""

IN_BROWSER = """async (given) => {
  const s = await import("./structure.js");
  const { cards, cases } = JSON.parse(given);
  const book = new Map(cards.map((card) => [card.slug, card]));
  const plain = (structure) => structure && Object.fromEntries(
    [...structure.placements].map(([slug, p]) => [slug, [p.master, p.side, p.rotation, p.x, p.y]]));
  const fitted = (fit) => fit && [plain(fit.structure), fit.turned, fit.lost];
  return JSON.stringify(cases.map(({ text, moves, branch, places, gone }) => {
    const { structure, problems } = s.readStructures(text, book, {});
    if (!structure) return problems;
    const slugs = [...structure.placements.keys()];
    return {
      placements: plain(structure), again: s.formatStructure(text.split(" ")[0], structure),
      open: slugs.map((slug) => s.openArrows(structure, slug)), distance: slugs.map((slug) => s.distance(structure, slug)),
      sides: branch ? slugs.map((slug) => s.openSides(structure, slug, branch.card)) : [],
      moves: moves.map(([card, master, side]) => fitted(s.move(structure, card, master, side))),
      captures: places.map(([master, side]) => fitted(s.fit(structure, branch, master, side))),
      settled: gone.map((card) => fitted(s.resettled(s.remove(structure, card)))),
    };
  }));
}"""  # noqa: E501


def line(game: str, structure: Structure) -> str:
    """The line of a structure, as structure.js writes it."""

    def words(branch: Branch) -> str:
        below = ",".join(f"{side}:{words(puppet)}" for side, puppet in branch.puppets)
        return branch.card + (f"({below})" if below else "")

    return f"{game} structure {words(structure.branch(structure.root))}"


def plain(structure: Structure) -> dict[str, list[Any]]:
    return {
        card: [place.master, place.side, place.rotation, place.x, place.y]
        for card, place in structure.placements.items()
    }


def may_be_under(card: Card, master: Card) -> bool:
    """What cards print about their masters and puppets, by ../shared/facts."""
    if (
        card.name == "Dittoheads"
        and master.subtype != "personality"
        or master.name == "Secret FisTemple"
        and card.subtype != "personality"
    ):
        return False
    barred = master.kind == "illuminati" or not {"Weird", "SubGenius"}.isdisjoint(
        (*master.alignments, *master.attributes)
    )
    return card.name != "Citizens for Normalcy" or not barred


def grown(book: Mapping[str, Card], names: list[str], root: str, dice: random.Random) -> Structure:
    """A structure grown by random lays."""
    structure = Structure.of(book, root)
    for card in names:
        places = [
            (master, side)
            for master in structure
            if may_be_under(book[card], book[master])
            for side in structure.open_sides(master, card)
        ]
        if places:
            structure = structure.lay(card, *dice.choice(places))
    return structure


def fitted(make: Any) -> list[Any] | None:
    """What a move or capture makes; None where it is not possible."""
    try:
        fit = make()
    except LayoutError:
        return None
    return [plain(fit.structure), list(fit.turned), list(fit.lost)]


@pytest.mark.parametrize("game", GAMES)
def test_structures_lie_as_in_the_engine(assets: Page, cards: dict[str, dict[str, Card]], game: str):
    dice, book = random.Random(f"sketcher {game}"), cards[game]
    roots = sorted(slug for slug, card in book.items() if card.kind == "illuminati")
    groups = sorted(slug for slug, card in book.items() if card.kind == "group" and card.arrow_in)
    cases, expected = [], []
    for number in range(CASES):
        names = dice.sample(groups, 14)
        if LOOSE in groups and number % 2:
            names = [LOOSE, *(each for each in names if each != LOOSE)]
            dice.shuffle(names)
        structure = grown(book, names[: dice.randint(0, 9)], dice.choice(roots), dice)
        theirs = grown(book, names[9:], dice.choice(roots), dice)
        branch = theirs.branch(dice.choice(theirs.groups)) if theirs.groups else None
        moves = [
            (card, master, side)
            for card in structure.groups[:3]
            for master in structure
            for side in ("top", "right", "bottom", "left")
        ]
        places = (
            [(master, side) for master in structure for side in ("top", "right", "bottom", "left")] if branch else []
        )
        order = structure.subtree(structure.root)
        cases.append(
            {
                "text": line(game, structure),
                "moves": moves,
                "places": places,
                "branch": as_data(branch) if branch else None,
                "gone": structure.groups,
            }
        )
        expected.append(
            {
                "placements": plain(structure),
                "again": line(game, structure),
                "open": [list(structure.open_arrows(card)) for card in order],
                "distance": [structure.distance(card) for card in order],
                "sides": [list(structure.open_sides(card, branch.card)) for card in order] if branch else [],
                "moves": [fitted(partial(structure.move, *move)) for move in moves],
                "captures": [fitted(partial(structure.fit, branch, *place)) for place in places],
                "settled": [
                    fitted(lambda card=card, structure=structure: structure.remove(card).resettled())
                    for card in structure.groups
                ],
            }
        )
    found = json.loads(
        assets.evaluate(IN_BROWSER, json.dumps({"cards": [card_data(card) for card in book.values()], "cases": cases}))
    )
    for case, want, got in zip(cases, expected, found, strict=True):
        assert want == got, case["text"]
    fits = [fit for each in expected for fit in (*each["moves"], *each["captures"])]
    assert LOOSE not in groups or any(fit[1] for each in expected for fit in each["settled"])
    assert (
        any(fit is None for fit in fits) and any(fit and fit[1] for fit in fits) and any(fit and fit[2] for fit in fits)
    )


def as_data(branch: Branch) -> dict[str, Any]:
    return {"card": branch.card, "puppets": [[side, as_data(puppet)] for side, puppet in branch.puppets]}


# --- the page ---------------------------------------------------------------------------------------------------------

START = (
    "inwo structure bavarian-illuminati(top:russia,left:pentagon(left:f-b-i)) rival"
    " the-network(top:california(left:hollywood))"
)


@pytest.fixture
def open_sketch(page: Page, site_url: str):
    """Opens the sketcher on a line."""

    def open_(text: str = "", on: Page = page) -> Page:
        on.goto(f"{site_url}calculator/structure/{'#' + quote(text, safe='') if text else ''}")
        expect(on.get_by_role("group", name="Your Power Structure")).to_be_visible()
        return on

    return open_


def line_of(page: Page) -> str:
    return unquote(page.evaluate("location.hash")).removeprefix("#").removesuffix(" v=2")


def test_a_group_is_laid_by_keyboard(open_sketch) -> None:
    page = open_sketch(START)
    page.get_by_role("combobox", name="A Group to lay").focus()
    page.keyboard.type("texas")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Lay Texas on the right side of Bavarian Illuminati.")).to_be_focused()
    page.keyboard.press("Enter")
    assert line_of(page) == START.replace("left:pentagon(", "right:texas,left:pentagon(")
    expect(page.get_by_role("status").last).to_contain_text("Texas is on the right side of Bavarian Illuminati.")
    page.get_by_role("button", name="Undo").click()
    assert line_of(page) == START


def test_a_group_is_captured_with_its_puppets(open_sketch) -> None:
    """California comes with Hollywood, which leaves the rival."""
    page = open_sketch(START)
    page.get_by_role("button", name="California, on the top side of The Network").click()
    page.get_by_role("button", name="Capture it").click()
    page.get_by_role("button", name="Lay California on the right side of Bavarian Illuminati.").click()
    assert (
        line_of(page)
        == "inwo structure bavarian-illuminati(top:russia,right:california(left:hollywood),left:pentagon(left:f-b-i))"
        " rival the-network"
    )


def test_a_group_is_dragged_to_another_arrow(open_sketch) -> None:
    page = open_sketch(START)
    russia = page.get_by_role("button", name="Russia, on the top side")
    box = russia.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 + 30, box["y"] + box["height"] / 2)
    target = page.locator(".target[data-master=bavarian-illuminati][data-side=right]").bounding_box()
    assert target
    page.mouse.move(target["x"] + target["width"] / 2, target["y"] + target["height"] / 2)
    page.mouse.up()
    assert line_of(page).startswith("inwo structure bavarian-illuminati(right:russia,")


def test_the_chosen_card_says_its_arrows_and_opens_the_calculator(open_sketch) -> None:
    """The F.B.I. hangs head down above the Pentagon, so its left arrow points at Russia, which is in the way."""
    page = open_sketch(START)
    page.get_by_role("button", name="F.B.I., on the left side of Pentagon").click()
    expect(page.get_by_text("Its left arrow is blocked by Russia.")).to_be_visible()
    expect(page.get_by_text("2 cards from the Illuminati.")).to_be_visible()
    page.get_by_role("button", name="Hollywood, on the left side of California").click()
    page.get_by_role("link", name="Attack it with F.B.I.").click()
    page.wait_for_url(re.compile("calculator/#"))
    assert line_of(page).startswith(
        "inwo control f-b-i>hollywood with=bavarian-illuminati,russia,pentagon at=2 under=california rival=the-network"
        " arrows=1"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "inwo structure bavarian-illuminati(top:russia,top:texas)",
            "Bavarian Illuminati has no free arrow on its top side for Texas.",
        ),
        ("inwo structure bavarian-illuminati(up:russia)", "up isn't a side"),
        ("inwo structure russia", "There is no Illuminati russia."),
        ("inwo structure bavarian-illuminati(top:russia", "A bracket is not closed."),
        ("inwo structure bavarian-illuminati(top:russia,left:russia)", "Russia is there twice."),
        ("inwo structure bavarian-illuminati(top:russia) rival the-network(top:russia)", "Russia is there twice."),
        ("deluxe structure the-network rival the-network", "The Network is there twice."),
        (
            "inwo structure bavarian-illuminati(top:dittoheads)",
            "Dittoheads can't be placed under Bavarian Illuminati: its master must be a Personality.",
        ),
        (
            "subgenius structure church-of-the-subgenius(top:secret-fistemple(left:pinks))",
            "Pinks can't be placed under Secret FisTemple: this card may control only Personalities.",
        ),
        (
            "subgenius structure church-of-the-subgenius(top:citizens-for-normalcy)",
            (
                "Citizens for Normalcy can't be placed under Church of the SubGenius: Weird or SubGenius Groups, Church"
                " of the SubGenius or"
            ),
        ),
    ],
)
def test_a_wrong_line_is_a_message_and_an_empty_board(open_sketch, text: str, message: str) -> None:
    page = open_sketch(text)
    expect(page.get_by_role("alert")).to_contain_text(message)
    expect(page.get_by_role("group", name="Your Power Structure").get_by_role("button")).to_have_count(1)


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light")])
def test_the_sketcher_has_no_accessibility_violation(open_sketch, new_page: Pages, width: int, scheme: str) -> None:
    page = open_sketch(START, new_page(width, 844, scheme=scheme))
    page.get_by_role("button", name="Russia, on the top side").click()
    page.get_by_role("button", name="Move it", exact=True).click()
    assert [] == [
        (found["id"], [node["html"] for node in found["nodes"]]) for found in Axe().run(page).response["violations"]
    ]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# --- a card that lets Groups lie without an arrow ---------------------------------------------------------------------

CATACOMBS = "church-of-the-subgenius(top:dallas-catacombs,right:glorps(bottom:pinks))"
"""Glorps have one arrow, on their right; it points up here, where nothing lies."""
WITHOUT = "church-of-the-subgenius(right:glorps(right:pinks))"


def button(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_what_a_removed_card_let_lie_goes_to_real_arrows(open_sketch) -> None:
    page = open_sketch(f"subgenius structure {CATACOMBS}")
    page.get_by_role("button", name="Dallas Catacombs, on the top side").click()
    button(page, "Remove it")
    assert line_of(page) == f"subgenius structure {WITHOUT}"
    expect(page.get_by_role("status").last).to_have_text(
        "Dallas Catacombs is removed. Pinks must be turned to another arrow."
    )
    page.reload()
    expect(page.get_by_role("button", name="Pinks, on the right side of Glorps")).to_be_visible()
    expect(page.get_by_role("alert")).to_be_hidden()


def test_what_a_captured_card_let_lie_goes_to_real_arrows(open_sketch) -> None:
    page = open_sketch(f"subgenius structure church-of-the-subgenius rival {CATACOMBS}")
    page.get_by_role("button", name="Dallas Catacombs, on the top side").click()
    button(page, "Capture it")
    target = page.locator(".target[data-master=church-of-the-subgenius][data-side=left]")
    expect(target).to_have_accessible_name(re.compile("Pinks must be turned to another arrow"))
    target.click()
    assert line_of(page) == f"subgenius structure church-of-the-subgenius(left:dallas-catacombs) rival {WITHOUT}"


def test_a_card_that_moves_speaks_all_the_while(open_sketch, cards: dict[str, dict[str, Card]]) -> None:
    """Glorps have as many puppets as arrows, so the Catacombs may not be another one; everyone keeps his place
    meanwhile.
    """
    page = open_sketch(f"subgenius structure {CATACOMBS}")
    page.get_by_role("button", name="Dallas Catacombs, on the top side").click()
    button(page, "Move it")
    expect(page.locator(".target")).to_have_count(2)
    expect(page.locator(".target[data-master=glorps]")).to_have_count(0)
    nested = {"top": {"dallas-catacombs": {}}, "right": {"glorps": {"bottom": {"pinks": {}}}}}
    structure = Structure.build(cards["subgenius"], "church-of-the-subgenius", nested)
    with pytest.raises(LayoutError, match="as many puppets as arrows"):
        structure.move("dallas-catacombs", "glorps", "right")
    assert structure.move("dallas-catacombs", "church-of-the-subgenius", "left").structure.puppets("glorps") == {
        "bottom": "pinks"
    }


def test_a_group_that_needs_no_arrow_was_there_before(open_sketch) -> None:
    """Yetis need no arrow of Glorps. Under the Catacombs Glorps may gain no puppet, but keep those that they have."""
    page = open_sketch("subgenius structure church-of-the-subgenius(right:glorps(right:pinks,bottom:yetis))")
    take(page, "Dallas Catacombs")
    page.locator(".target[data-master=church-of-the-subgenius][data-side=left]").click()
    line = "subgenius structure church-of-the-subgenius(right:glorps(right:pinks,bottom:yetis),left:dallas-catacombs)"
    assert line_of(page) == line
    page.reload()
    expect(page.get_by_role("button", name="Yetis, on the bottom side of Glorps")).to_be_visible()
    expect(page.get_by_role("alert")).to_be_hidden()


def test_a_captured_card_speaks_for_the_puppets_that_come_with_it(
    open_sketch, cards: dict[str, dict[str, Card]]
) -> None:
    """Pinks lie on a side of Connie Dobbs without an arrow, and hang there before the Catacombs do: their side comes
    first.
    """
    book = cards["subgenius"]
    text = "church-of-the-subgenius(right:connie-dobbs(right:pinks,left:dallas-catacombs))"
    page = open_sketch(f"subgenius structure church-of-the-subgenius rival {text}")
    page.get_by_role("button", name="Connie Dobbs, on the right side").click()
    button(page, "Capture it")
    button(page, "Lay Connie Dobbs on the right side of Church of the SubGenius.")
    assert line_of(page) == f"subgenius structure {text} rival church-of-the-subgenius"
    branch = Branch("connie-dobbs", (("right", Branch("pinks")), ("left", Branch("dallas-catacombs"))))
    fit = Structure.of(book, "church-of-the-subgenius").fit(branch, "church-of-the-subgenius", "right")
    assert (fit.turned, fit.lost) == ((), ())


# --- factions, and what the cards forbid ------------------------------------------------------------------------------


def test_a_rival_may_have_the_same_illuminati(open_sketch) -> None:
    """A line of the calculator has each card once, so it leaves out the Illuminati of the rival."""
    page = open_sketch(
        "subgenius structure church-of-the-subgenius(right:glorps) rival church-of-the-subgenius(left:pinks)"
    )
    rival = page.get_by_role("group", name="The rival's Power Structure")
    rival.locator("[data-card=church-of-the-subgenius]").press("Enter")
    expect(rival.locator("[data-card=church-of-the-subgenius]")).to_be_focused()
    page.get_by_role("button", name="Glorps, on the right side").click()
    page.get_by_role("button", name="Pinks, on the left side").click()
    page.get_by_role("link", name="Attack it with Glorps").click()
    page.wait_for_url(re.compile("calculator/#"))
    assert line_of(page) == "subgenius control glorps>pinks with=church-of-the-subgenius at=1 arrows=1"


def test_a_rival_of_the_same_illuminati_is_chosen(open_sketch) -> None:
    page = open_sketch("subgenius")
    page.get_by_label("A rival's Illuminati").select_option("church-of-the-subgenius")
    assert line_of(page) == "subgenius structure church-of-the-subgenius rival church-of-the-subgenius"
    page.get_by_role("combobox", name="A Group of the rival's").fill("glorps")
    page.keyboard.press("Enter")
    assert line_of(page) == "subgenius structure church-of-the-subgenius rival church-of-the-subgenius(top:glorps)"


def take(page: Page, name: str) -> set[str | None]:
    """Take a Group from the list; the masters under which it may lie."""
    page.get_by_role("combobox", name="A Group to lay").fill(name)
    page.keyboard.press("Enter")
    expect(page.get_by_text(f"In your hand: {name}.")).to_be_visible()
    return {each.get_attribute("data-master") for each in page.locator(".target").all()}


@pytest.mark.parametrize(
    ("text", "name", "masters"),
    [
        ("inwo structure bavarian-illuminati(top:russia,right:ronald-reagan)", "Dittoheads", {"ronald-reagan"}),
        ("subgenius structure church-of-the-subgenius(right:secret-fistemple)", "Pinks", {"church-of-the-subgenius"}),
        (
            "subgenius structure church-of-the-subgenius(right:secret-fistemple)",
            "Connie Dobbs",
            {"church-of-the-subgenius", "secret-fistemple"},
        ),
        # A Personality that is neither Weird nor SubGenius, but is SubGenius as a puppet of the Secret FisTemple.
        ("subgenius structure church-of-the-subgenius(top:nhgh)", "Citizens for Normalcy", {"nhgh"}),
        (
            "subgenius structure church-of-the-subgenius(top:secret-fistemple(left:nhgh))",
            "Citizens for Normalcy",
            set(),
        ),
    ],
)
def test_no_place_is_offered_that_the_cards_forbid(open_sketch, text: str, name: str, masters: set[str]) -> None:
    assert take(open_sketch(text), name) == masters


def test_a_puppet_may_lie_under_what_has_become_subgenius(open_sketch) -> None:
    """It was there before N.H.G.H. became SubGenius under the Secret FisTemple."""
    page = open_sketch(
        "subgenius structure church-of-the-subgenius(top:secret-fistemple(left:nhgh(bottom:citizens-for-normalcy)))"
    )
    expect(page.get_by_role("alert")).to_be_hidden()


# --- touch ------------------------------------------------------------------------------------------------------------


Finger = Callable[..., None]


@pytest.fixture
def phone(browser: Browser, open_sketch) -> Iterator[tuple[Page, Finger]]:
    """The sketcher on a screen that is touched, and a finger on it: what it does, and where."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, reduced_motion="reduce", service_workers="block"
    )
    page = open_sketch(START, context.new_page())
    session = context.new_cdp_session(page)

    def finger(kind: str, *at: float) -> None:
        session.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at[0], "y": at[1]}] if at else []}
        )

    yield page, finger
    context.close()


def middle(of: Locator) -> tuple[float, float]:
    of.scroll_into_view_if_needed()
    box = of.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def take_russia(page: Page, finger: Finger) -> None:
    """Put a finger on Russia and move it, without letting go."""
    x, y = middle(page.get_by_role("button", name="Russia, on the top side"))
    finger("touchStart", x, y)
    for step in range(1, 9):
        finger("touchMove", x, y + 5 * step)
    expect(page.get_by_text("In your hand: Russia.")).to_be_visible()


def test_a_finger_drags_a_group(phone: tuple[Page, Finger]) -> None:
    page, finger = phone
    take_russia(page, finger)
    target = middle(page.locator(".target[data-master=bavarian-illuminati][data-side=right]"))
    finger("touchMove", *target)
    finger("touchEnd")
    expect(page.get_by_role("button", name="Russia, on the right side")).to_be_focused()
    assert line_of(page).startswith("inwo structure bavarian-illuminati(right:russia,")


def test_a_finger_that_is_cancelled_lets_go(phone) -> None:
    page, finger = phone
    take_russia(page, finger)
    finger("touchCancel")
    expect(page.locator(".target")).to_have_count(0)
    expect(page.get_by_text("In your hand:")).to_have_count(0)


def test_a_finger_beside_the_groups_scrolls(phone) -> None:
    page, finger = phone
    board = page.get_by_role("group", name="Your Power Structure")
    for is_beside in (True, False):
        page.evaluate("scrollTo(0, 0)")
        x, y = middle(page.locator("[data-card=bavarian-illuminati]"))
        box = board.bounding_box()
        assert box
        x, before = box["x"] + 8 if is_beside else x, page.evaluate("scrollY")
        finger("touchStart", x, y)
        for step in range(1, 13):
            finger("touchMove", x, y - 15 * step)
        finger("touchEnd")
        page.wait_for_function("before => scrollY > before + 50", arg=before)
        expect(page.locator(".target")).to_have_count(0)


# --- where the focus goes ---------------------------------------------------------------------------------------------


def test_the_focus_follows_what_is_done(open_sketch) -> None:
    page = open_sketch(START)
    field = page.get_by_role("combobox", name="A Group to lay")
    field.focus()
    page.keyboard.type("texas")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(field).to_be_focused()
    page.keyboard.type("texas")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Texas, on the right side")).to_be_focused()
    for end in ("Escape", "Let go"):
        page.get_by_role("button", name="Move it", exact=True).press("Enter")
        expect(page.locator(".target").first).to_be_focused()
        if end == "Escape":
            page.keyboard.press("Escape")
        else:
            page.get_by_role("button", name="Let go").press("Enter")
        expect(page.get_by_role("button", name="Texas, on the right side")).to_be_focused()
    page.get_by_role("button", name="Remove it", exact=True).press("Enter")
    expect(page.locator("[data-card=bavarian-illuminati]")).to_be_focused()
    page.get_by_role("button", name="Hollywood, on the left side").press("Enter")
    page.get_by_role("button", name="Capture it").press("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Hollywood, on the ")).to_be_focused()
    expect(
        page.get_by_role("group", name="Your Power Structure").get_by_role("button", name="Hollywood")
    ).to_be_focused()
    undo = page.get_by_role("button", name="Undo")
    for _ in range(2):
        undo.press("Enter")
        expect(undo).to_be_focused()
    undo.press("Enter")
    expect(page.locator("[data-card=bavarian-illuminati]")).to_be_focused()
    assert line_of(page) == START


def test_another_illuminati_keeps_the_groups(open_sketch) -> None:
    page = open_sketch(START)
    page.get_by_label("Your Illuminati").select_option("gnomes-of-zurich")
    assert line_of(page) == START.replace("bavarian-illuminati", "gnomes-of-zurich")
    page.get_by_label("A rival's Illuminati").select_option("ufos")
    assert line_of(page) == START.replace("bavarian-illuminati", "gnomes-of-zurich").replace("the-network", "ufos")
    page.get_by_label("A rival's Illuminati").select_option("")
    assert line_of(page) == START.replace("bavarian-illuminati", "gnomes-of-zurich").partition(" rival")[0]
