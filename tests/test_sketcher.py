"""Power Structures in the browser lie as they do in the engine, and the page that draws them does what it says."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from conftest import serving
from playwright.sync_api import Page

from generator.catalog import read_catalog
from generator.engine.cards import Card
from generator.engine.structure import Branch, LayoutError, Structure
from generator.site.calculator import card_data

GAMES = ("deluxe", "inwo", "subgenius")
CASES = 150
"""So many structures of each game are compared, each with every move of some Groups and every capture of one."""


@pytest.fixture(scope="module")
def cards(root: Path) -> dict[str, dict[str, Card]]:
    """By game, the cards that lie in structures, by slug."""
    found: dict[str, dict[str, Card]] = {game: {} for game in GAMES}
    for record in read_catalog(root).cards:
        if record.card.kind in ("group", "illuminati"):
            found[record.card.game][record.card.slug] = record.card
    return found


@pytest.fixture
def assets(root: Path, page: Page) -> Iterator[Page]:
    """A page beside the scripts, so that they can be imported by name."""
    with serving(root / "site_templates" / "assets") as url:
        page.goto(url)
        yield page


IN_BROWSER = """async (given) => {
  const s = await import("./structure.js");
  const { cards, cases } = JSON.parse(given);
  const book = new Map(cards.map((card) => [card.slug, card]));
  const plain = (structure) => structure && Object.fromEntries([...structure.placements].map(([slug, p]) => [slug, [p.master, p.side, p.rotation, p.x, p.y]]));
  const fitted = (fit) => fit && [plain(fit.structure), fit.turned, fit.lost];
  return JSON.stringify(cases.map(({ text, moves, branch, places }) => {
    const { structure, problems } = s.readStructure(text, book);
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
