"""The search for the cheapest way finds what trying everything finds, with the engine's own sums."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import Pages
from playwright.sync_api import Page, expect

from generator.catalog.catalog import Catalog
from generator.engine.answers import AGAINST, helps_either
from generator.engine.attack import explain
from generator.engine.cards import Card
from generator.engine.position import Position, attack_of, read_position
from generator.language import tree as t
from generator.site.calculator import calculator_data
from generator.structs import replace

CASES = (
    # position, what is there to choose from, what is wanted of 36
    ("inwo control pentagon>california at=1 rival=the-network", ("f-b-i", "nato", "russia", "moonbase", "texas"), 15),
    (
        "inwo control russia>texas at=2 rival=the-network,new-york",
        ("cycle-gangs", "f-b-i", "the-mafia", "pentagon", "savings-and-loans"),
        30,
    ),
    ("inwo control post-office>i-r-s at=2 rival=the-network,pentagon", ("texas", "nato", "c-i-a", "boy-sprouts"), 10),
    (
        "subgenius control church-of-the-subgenius>pinks at=1",
        ("dallas-catacombs", "mwowm", "citizens-for-normalcy", "s-p-u-t-u-m"),
        20,
    ),
    # A Plot for either side, and one for attacks that these Groups do not make.
    ("inwo control i-r-s>japan at=4", ("back-to-the-salt-mines", "swiss-bank-account", "f-b-i", "canada"), 20),
    # Not legal as it is: the Plague needs 1 Magic Group, of two no more than 1.
    ("inwo destroy plague-of-demons>hawaii at=3", ("w-i-t-c-h", "moonbase", "druids"), 33),
    (
        "deluxe control the-mafia>c-i-a at=2 rival=the-network",
        ("kkk", "texas", "the-phone-company", "international-communist-conspiracy"),
        15,
    ),
)


class _Anything(dict[str, dict[str, None]]):
    """Citations that are not looked at."""

    def __missing__(self, key: str) -> dict[str, None]:
        return {"label": None, "url": None}


IN_BROWSER = """async (given) => {
  const { cheapest, strongestDefense } = await import("./what-it-takes.js");
  const { attackOf, readPosition } = await import("./position.js");
  const { explain } = await import("./evaluate.js");
  const { data, text, have, side, wanted } = JSON.parse(given);
  const bySlug = new Map(data.cards.map((card) => [card.slug, card]));
  const { position, problems } = readPosition(text, data.cards, data.game);
  if (!position) return JSON.stringify({ problems });
  const done = (steps) => { for (;;) { const step = steps.next(); if (step.done) return step.value; } };
  const about = {
    position, cards: have.map((slug) => bySlug.get(slug)), explain: (other) => explain(attackOf(other, data.cards), data),
    known: (slug) => bySlug.get(slug) ?? null,
  };
  const plain = (way) => [way.cost.tokens, way.cost.power, way.cost.cards, way.ledger.ways];
  const best = done(strongestDefense(about));
  return JSON.stringify({ ways: done(cheapest({ ...about, side, wanted })).map(plain), best: plain(best) });
}"""  # noqa: E501


def asked(assets: Page, catalog: Catalog, text: str, have: tuple[str, ...], side: str, wanted: int) -> dict[str, Any]:
    """What the search in the browser finds: tokens, Power, Plots and outcomes of each way."""
    game = text.split()[0]
    data = calculator_data(catalog.rules(game), [record.card for record in catalog.cards], _Anything())
    return json.loads(
        assets.evaluate(
            IN_BROWSER, json.dumps({"data": data, "text": text, "have": have, "side": side, "wanted": wanted})
        )
    )


def tried(catalog: Catalog, text: str, have: tuple[str, ...], side: str) -> list[tuple[int, int, int, int, bool]]:
    """Every choice of these cards, with tokens, Power, Plots, outcomes, and whether it is legal."""
    game = text.split()[0]
    cards = {record.card.slug: record.card for record in catalog.cards if record.card.game == game}
    start, rules = read_position(text, cards.values()), catalog.rules(game)
    groups = [slug for slug in have if cards[slug].kind in ("group", "illuminati")]
    plots = [slug for slug in have if slug not in groups]
    found = []
    for some, played in itertools.product(_choices(groups), _choices(plots)):
        for position in _placed(start, cards, some, played, side):
            ledger = explain(attack_of(position, cards.values()), rules)
            found.append(
                (len(some), sum(cards[slug].power or 0 for slug in some), len(played), ledger.ways, ledger.legal)
            )
    return found


def _choices(slugs: list[str]) -> list[tuple[str, ...]]:
    return [some for size in range(len(slugs) + 1) for some in itertools.combinations(slugs, size)]


def _placed(
    start: Position, cards: dict[str, Card], some: tuple[str, ...], played: tuple[str, ...], side: str
) -> Iterator[Position]:
    """The position with these Groups taking part, and with the Plots on each card of their side that they could be
    played on.
    """
    if side == "attack":
        joined = replace(start, aid=(*start.aid, *some))
        places = (start.attacker, *joined.aid)
    else:
        joined = replace(start, against=(*start.against, *((slug, 1) for slug in some)))
        places = (start.target, *(slug for slug, _ in joined.against))
    bare = {plot: f"{plot}+{AGAINST}" if side == "defense" and helps_either(cards[plot]) else plot for plot in played}
    on = [
        [f"{plot}+{place}" for place in places] if cards[plot].sentences(t.SurgePlot) else [bare[plot]]
        for plot in played
    ]
    for items in itertools.product(*on):
        yield replace(joined, play=(*start.play, *items))


def front(found: list[tuple[int, int, int, int, bool]], side: str, wanted: int) -> list[list[int]]:
    """The cheapest way, then those with fewer Plots: tokens, Power, Plots."""
    enough = sorted(
        cost for *cost, ways, legal in found if legal and (ways >= wanted if side == "attack" else ways < wanted)
    )
    kept: list[list[int]] = []
    for cost in enough:
        if not kept or cost[2] < kept[-1][2]:
            kept.append(cost)
    return [cost for index, cost in enumerate(kept) if not any(cost[0] == other[0] for other in kept[index + 1 :])]


@pytest.mark.parametrize(("text", "have", "wanted"), CASES)
def test_the_cheapest_ways_are_those_that_trying_everything_finds(
    assets: Page, catalog: Catalog, text: str, have: tuple[str, ...], wanted: int
):
    game = text.split()[0]
    dice = random.Random(text)
    surges = sorted(
        record.card.slug for record in catalog.cards if record.card.game == game and record.card.sentences(t.SurgePlot)
    )
    have = (*have, *dice.sample(surges, min(2, len(surges))))
    answer = asked(assets, catalog, text, have, "attack", wanted)
    assert "problems" not in answer
    everything = tried(catalog, text, have, "attack")
    best = front(everything, "attack", wanted)
    assert [each[0::2] for each in best] == [[way[0], way[2]] for way in answer["ways"]]
    for way in answer["ways"]:
        same = [
            cost
            for *cost, ways, legal in everything
            if legal and ways >= wanted and cost[0] == way[0] and cost[2] == way[2]
        ]
        assert min(same) == way[:3]


@pytest.mark.parametrize(("text", "have", "wanted"), [case for case in CASES if not case[0].startswith("deluxe")])
def test_the_best_answer_of_the_defense(assets: Page, catalog: Catalog, text: str, have: tuple[str, ...], wanted: int):
    everything = tried(catalog, text, have, "defense")
    answer = asked(assets, catalog, text, have, "defense", wanted)
    legal = [(ways, *cost) for *cost, ways, ok in everything if ok]
    assert answer["best"][3] == min(legal, default=(answer["best"][3],))[0]
    below = [cost for *cost, ways, ok in everything if ok and ways < wanted]
    assert bool(below) == bool(answer["ways"])
    if below:
        assert min(below)[0] == answer["ways"][0][0]


# --- on the page ------------------------------------------------------------------------------------------------------


@pytest.fixture
def open_attack(page: Page, site_url: str):
    """Opens the calculator on a link's text."""

    def open_(text: str, on: Page = page) -> Page:
        on.goto(f"{site_url}calculator/#{quote(text, safe='')}")
        expect(on.get_by_role("combobox", name="Attacker")).to_be_visible()
        return on

    return open_


def test_a_way_is_found_shown_and_taken(open_attack) -> None:
    """Of these only F.B.I., Russia and Texas together are enough; once they are taken, nothing more is needed."""
    page = open_attack("inwo control pentagon>california at=1 rival=the-network have=f-b-i,nato,russia,texas want=15")
    page.get_by_text("What would it take?").click()
    way = page.locator(".calc-ways li").first
    expect(way).to_contain_text("3 Action tokens, Power 14: F.B.I., Russia, Texas")
    expect(way).to_contain_text("roll")
    way.get_by_role("button", name="Take this way").click()
    expect(page.get_by_role("list", name="Add a helper: chosen").get_by_role("listitem")).not_to_have_count(0)
    expect(page).to_have_url(re.compile("aid="))
    expect(page.locator(".calc-takes")).to_contain_text("It is as good as you want it already.")


def test_a_long_search_lets_the_page_go_on(new_page: Pages, open_attack) -> None:
    """The search stops for a frame again and again, so that whoever types in the meantime is heard: here each look at
    the clock finds ten milliseconds gone.
    """
    page = new_page()
    page.add_init_script("""{
      let time = performance.now();
      performance.now = () => (time += 10);
      window.breaths = 0;
      const later = setTimeout;
      window.setTimeout = (...given) => { if (given.length === 1) window.breaths += 1; return later(...given); };
    }""")
    have = "f-b-i,nato,russia,texas,moonbase,canada,japan,c-i-a"
    open_attack(f"inwo control pentagon>california at=1 rival=the-network have={have} want=36", page)
    page.get_by_text("What would it take?").click()
    expect(page.locator(".calc-takes")).not_to_be_empty()
    assert page.evaluate("window.breaths") > 2


def test_cards_that_change_the_roll_change_the_odds(open_attack) -> None:
    """Needed is 9. A success is rolled again by Time Warp, a failure of 10 or 11 made good by Computer Virus, which
    makes 11 good after the new roll too: 30/36 x 35/36 + 5/36 x 30/36 = 1200/1296 = 25/27.
    """
    page = open_attack("inwo control pentagon>russia rolls=computer-virus counters=time-warp")
    page.get_by_text("Cards that change the roll").click()
    expect(page.get_by_text("With them: 25/27 (93%) instead of 30/36 (83%).")).to_be_visible()
    page.get_by_role("button", name="Remove Time Warp").click()
    expect(page.get_by_text("With them: 35/36 (97%)")).to_be_visible()
    expect(page).not_to_have_url(re.compile("counters="))


PLAGUE = "inwo destroy plague-of-demons>hawaii at=3"
NOT_LEGAL = "The attack is not legal as it is"


@pytest.mark.parametrize(
    ("asked", "said", "way"),
    [
        # 9 + 3 for W.I.T.C.H., who is the Magic Group that the Plague needs.
        ("have=w-i-t-c-h", None, "1 Action token, Power 3: W.I.T.C.H.; strength 12, roll 10 or less, 33/36"),
        ("have=moonbase", f"{NOT_LEGAL}, and these cards do not make it legal.", None),
        (
            "have=w-i-t-c-h want=36",
            f"{NOT_LEGAL}. These cards make it legal, but not as good as you want it:",
            "1 Action token, Power 3: W.I.T.C.H.",
        ),
        ("theirs=moonbase", f"{NOT_LEGAL}.", None),
    ],
)
def test_what_makes_an_attack_legal_is_found(open_attack, asked: str, said: str | None, way: str | None) -> None:
    page = open_attack(f"{PLAGUE} {asked}")
    page.get_by_text("What would it take?").click()
    takes = page.locator(".calc-takes")
    expect(takes.locator("li")).to_have_count(1 if way else 0)
    if way:
        expect(takes.locator("li")).to_contain_text(way)
    expect(takes).not_to_be_empty()
    expect(takes.get_by_text(said, exact=True) if said else takes.get_by_text(NOT_LEGAL)).to_have_count(
        1 if said else 0
    )


@pytest.mark.parametrize(
    ("text", "result"),
    [
        # Strength 4: 4 less leaves nothing.
        (
            "inwo destroy the-mafia>fast-food-chains at=3 counters=mothers-march",
            "With them: 0/1 (0%) instead of 6/36 (17%).",
        ),
        ("inwo control the-mafia>texas at=3 counters=mothers-march", "Nothing changes this roll: 6/36 (17%)."),
        ("inwo control the-mafia>texas at=3 rolls=time-warp counters=fnord", "Nothing changes this roll: 6/36 (17%)."),
        (
            "subgenius control xists>pinks at=2 rolls=s-c-a-m counters=shordurpersav,st-janor-hypercleats",
            "Nothing changes this roll: 10/36 (28%).",
        ),
    ],
)
def test_a_card_counts_on_the_side_whose_rolls_it_speaks_of(open_attack, text: str, result: str) -> None:
    page = open_attack(text)
    page.get_by_text("Cards that change the roll").click()
    expect(page.get_by_text(result, exact=True)).to_be_visible()
    idle = (
        len(re.findall("[=,]", text.partition("rolls=")[2] or text.partition("counters=")[2])) + 1
        if result.startswith("Nothing")
        else 0
    )
    expect(page.get_by_text("does nothing to this roll on this side")).to_have_count(idle)


def test_cards_are_offered_on_the_side_whose_rolls_they_speak_of(open_attack) -> None:
    page = open_attack("inwo control the-mafia>texas at=3")
    page.get_by_text("Cards that change the roll").click()
    for label, word, names in (
        ("For the attack", "fnord", ["Fnord Motor Company", "Fnord!"]),
        ("For the attack", "time warp", []),
        ("Against it", "fnord", []),
        ("Against it", "time warp", ["Time Warp"]),
        ("Against it", "mothers", []),
    ):
        page.get_by_role("combobox", name=label, exact=True).fill(word)
        options = page.get_by_role("listbox", name=label, exact=True)
        for name in names:
            expect(options).to_contain_text(name)
        if not names:
            expect(options).to_contain_text("No card fits")
        page.keyboard.press("Escape")


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light")])
def test_what_if_has_no_accessibility_violation(open_attack, new_page: Pages, width: int, scheme: str) -> None:
    text = (
        "inwo control pentagon>california at=1 rival=the-network have=f-b-i,nato theirs=texas rolls=computer-virus"
        " want=15"
    )
    page = open_attack(text, new_page(width, 844, scheme=scheme))
    page.evaluate("document.querySelectorAll('.calc-result details').forEach((details) => { details.open = true; })")
    expect(page.locator(".calc-takes")).not_to_be_empty()
    assert [] == [
        (found["id"], [node["html"] for node in found["nodes"]]) for found in Axe().run(page).response["violations"]
    ]
