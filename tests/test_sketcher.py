"""Power Structures in the browser lie as they do in the engine, and the page that draws them does what it says."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, unquote

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import Pages
from playwright.sync_api import Page, expect

from generator.catalog import Catalog
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


IN_BROWSER = """async (given) => {
  const s = await import("./structure.js");
  const { cards, cases } = JSON.parse(given);
  const book = new Map(cards.map((card) => [card.slug, card]));
  const plain = (structure) => structure && Object.fromEntries([...structure.placements].map(([slug, p]) => [slug, [p.master, p.side, p.rotation, p.x, p.y]]));
  const fitted = (fit) => fit && [plain(fit.structure), fit.turned, fit.lost];
  return JSON.stringify(cases.map(({ text, moves, branch, places }) => {
    const { structure, problems } = s.readStructures(text, book);
    if (!structure) return problems;
    const slugs = [...structure.placements.keys()];
    return {
      placements: plain(structure), again: s.formatStructure(text.split(" ")[0], structure),
      open: slugs.map((slug) => s.openArrows(structure, slug)), distance: slugs.map((slug) => s.distance(structure, slug)),
      sides: branch ? slugs.map((slug) => s.openSides(structure, slug, branch.card)) : [],
      moves: moves.map(([card, master, side]) => fitted(s.move(structure, card, master, side))),
      captures: places.map(([master, side]) => fitted(s.fit(structure, branch, master, side))),
    };
  }));
}"""


def line(game: str, structure: Structure) -> str:
    """The line of a structure, as structure.js writes it."""

    def words(branch: Branch) -> str:
        below = ",".join(f"{side}:{words(puppet)}" for side, puppet in branch.puppets)
        return branch.card + (f"({below})" if below else "")

    return f"{game} structure {words(structure.branch(structure.root))}"


def plain(structure: Structure) -> dict[str, list[Any]]:
    return {card: [place.master, place.side, place.rotation, place.x, place.y] for card, place in structure.placements.items()}


def grown(book: Mapping[str, Card], names: list[str], root: str, dice: random.Random) -> Structure:
    """A structure grown by random lays."""
    structure = Structure.of(book, root)
    for card in names:
        places = [(master, side) for master in structure for side in structure.open_sides(master, card)]
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
    for _ in range(CASES):
        names = dice.sample(groups, 14)
        structure = grown(book, names[: dice.randint(0, 9)], dice.choice(roots), dice)
        theirs = grown(book, names[9:], dice.choice(roots), dice)
        branch = theirs.branch(dice.choice(theirs.groups)) if theirs.groups else None
        moves = [(card, master, side) for card in structure.groups[:3] for master in structure for side in ("top", "right", "bottom", "left")]
        places = [(master, side) for master in structure for side in ("top", "right", "bottom", "left")] if branch else []
        order = structure.subtree(structure.root)
        cases.append({"text": line(game, structure), "moves": moves, "places": places, "branch": as_data(branch) if branch else None})
        expected.append({
            "placements": plain(structure), "again": line(game, structure), "open": [list(structure.open_arrows(card)) for card in order],
            "distance": [structure.distance(card) for card in order],
            "sides": [list(structure.open_sides(card, branch.card)) for card in order] if branch else [],
            "moves": [fitted(lambda move=move: structure.move(*move)) for move in moves],
            "captures": [fitted(lambda place=place: structure.fit(branch, *place)) for place in places],
        })  # fmt: skip
    found = json.loads(assets.evaluate(IN_BROWSER, json.dumps({"cards": [card_data(card) for card in book.values()], "cases": cases})))
    for case, want, got in zip(cases, expected, found, strict=True):
        assert want == got, case["text"]
    fits = [fit for each in expected for fit in (*each["moves"], *each["captures"])]
    assert any(fit is None for fit in fits) and any(fit and fit[1] for fit in fits) and any(fit and fit[2] for fit in fits)


def as_data(branch: Branch) -> dict[str, Any]:
    return {"card": branch.card, "puppets": [[side, as_data(puppet)] for side, puppet in branch.puppets]}


# --- the page -----------------------------------------------------------------------------------------------------------

START = "inwo structure bavarian-illuminati(top:russia,left:pentagon(left:f-b-i)) rival the-network(top:california(left:hollywood))"


@pytest.fixture
def open_sketch(page: Page, site_url: str):
    """Opens the sketcher on a line."""

    def open_(text: str = "", on: Page = page) -> Page:
        on.goto(f"{site_url}calculator/structure/{'#' + quote(text, safe='') if text else ''}")
        expect(on.get_by_role("group", name="Your Power Structure")).to_be_visible()
        return on

    return open_


def line_of(page: Page) -> str:
    return unquote(page.url.partition("#")[2]).removesuffix(" v=2")


def test_a_group_is_laid_by_keyboard(open_sketch) -> None:
    page = open_sketch(START)
    page.get_by_role("combobox", name="A Group to lay").focus()
    page.keyboard.type("texas")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Lay Texas on the right side of Bavarian Illuminati.")).to_be_focused()
    page.keyboard.press("Enter")
    assert line_of(page) == START.replace("left:pentagon(", "right:texas,left:pentagon(")
    expect(page.get_by_role("status").last).to_contain_text("Texas lies on the right side of Bavarian Illuminati.")
    page.get_by_role("button", name="Undo").click()
    assert line_of(page) == START


def test_a_group_is_captured_with_its_puppets(open_sketch) -> None:
    """California comes with Hollywood, which leaves the rival."""
    page = open_sketch(START)
    page.get_by_role("button", name="California, on the top side of The Network").click()
    page.get_by_role("button", name="Capture it").click()
    page.get_by_role("button", name="Lay California on the right side of Bavarian Illuminati.").click()
    assert line_of(page) == (
        "inwo structure bavarian-illuminati(top:russia,right:california(left:hollywood),left:pentagon(left:f-b-i)) rival the-network"
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
    expect(page).to_have_url(re.compile("calculator/#"))
    assert line_of(page).startswith("inwo control f-b-i>hollywood with=bavarian-illuminati,russia,pentagon at=2 under=california rival=the-network arrows=1")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("inwo structure bavarian-illuminati(top:russia,top:texas)", "Bavarian Illuminati has no free arrow on its top side for Texas."),
        ("inwo structure bavarian-illuminati(up:russia)", "up is no side"),
        ("inwo structure russia", "There is no Illuminati russia."),
        ("inwo structure bavarian-illuminati(top:russia", "A bracket is not closed."),
        ("inwo structure bavarian-illuminati(top:russia,left:russia)", "Russia stands there twice."),
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
    assert [] == [(found["id"], [node["html"] for node in found["nodes"]]) for found in Axe().run(page).response["violations"]]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
