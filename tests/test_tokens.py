"""What Action tokens pay: worked out by hand from the documents, and on the page in a real browser."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote, unquote

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import Pages
from playwright.sync_api import Page, expect

from generator.catalog.catalog import Catalog
from generator.engine.inwo import relief
from generator.engine.tables import table_from_data
from generator.rulings import World
from generator.site.calculator import card_data


@pytest.fixture(scope="module")
def world(catalog: Catalog) -> World:
    """INWO, ready to play."""
    return World(catalog, "inwo")


@pytest.fixture(scope="module")
def data(world: World) -> list[dict[str, Any]]:
    """The cards as the browser has them."""
    return [card_data(card) for card in world.plain_cards]


IN_BROWSER = """async (given) => {
  const tokens = await import("./tokens.js");
  const { cards, ask } = JSON.parse(given);
  const card = (slug) => cards.find((each) => each.slug === slug);
  const groups = (some) => some.map(([slug, power]) => ({ card: card(slug), power }));
  const slugs = (some) => some && some.map((each) => each.card.slug);
  return JSON.stringify({
    cheapest: ({ groups: some, price }) => slugs(tokens.cheapestRelief(groups(some), price)),
    power: ({ slug }) => tokens.powerForRelief(card(slug), null),
    reload: ({ plot, groups: some }) => {
      const { alone, several } = tokens.reloadBest(card(plot), groups(some));
      return [alone && alone.card.slug, slugs(several)];
    },
    line: ({ text }) => {
      const read = tokens.readTokens(text, cards, "inwo");
      return read.tokens ? tokens.formatTokens(read.tokens) : read.problems.map(({ code }) => code);
    },
    bought: ({ text }) => tokens.plotsBought(tokens.readTokens(text, cards, "inwo").tokens),
    alone: () => slugs(cards.filter(tokens.relievesAlone).map((card) => ({ card }))),
  }[ask.what](ask));
}"""


def ask(assets: Page, data: list[dict[str, Any]], what: str, **more: Any) -> Any:
    """What a function of tokens.js answers."""
    return json.loads(assets.evaluate(IN_BROWSER, json.dumps({"cards": data, "ask": {"what": what, **more}})))


@pytest.mark.parametrize(
    ("groups", "price", "cheapest"),
    [
        (
            [["pentagon", 6], ["nato", 9], ["russia", 4], ["texas", 6]],
            15,
            ["pentagon", "nato"],
        ),  # two tokens; 6 + 9 is just enough
        (
            [["pentagon", 6], ["russia", 4], ["texas", 5], ["f-b-i", 4]],
            9,
            ["russia", "texas"],
        ),  # 4 + 5, less than 6 + 4
        (
            [["boy-sprouts", 12], ["pentagon", 6], ["russia", 4]],
            12,
            ["boy-sprouts"],
        ),  # one token, though with more Power than 6 + 6
        ([["russia", 4], ["texas", 5]], 15, None),
        ([], 0, []),
    ],
)
def test_relief_costs_the_fewest_tokens_and_then_the_least_power(assets: Page, data, groups, price, cheapest):
    """`wdh-relief-cost`: actions with so much Power together."""
    found = ask(assets, data, "cheapest", groups=groups, price=price)
    assert (None if found is None else sorted(found)) == (None if cheapest is None else sorted(cheapest))


def test_power_for_relief_is_the_engines(assets: Page, data, world: World):
    """Boy Sprouts have 12, NATO three times its Power, the United Nations five times; the Pentagon has what it
    prints.
    """
    slugs = ["boy-sprouts", "nato", "united-nations", "pentagon"]
    table = table_from_data(
        world.engine_game,
        {
            "players": {
                "Ann": {
                    "illuminati": "bavarian-illuminati",
                    "structure": ["pentagon", "nato", "united-nations", "boy-sprouts"],
                },
                "Ben": {"illuminati": "the-network", "structure": ["california"]},
            },
            "devastated": ["california"],
        },
    )
    engine = [relief._power(table, f"inwo/{slug}") for slug in slugs]
    assert engine == [ask(assets, data, "power", slug=slug) for slug in slugs]
    printed = {card["slug"]: card["power"] for card in data}
    assert engine == [12, 3 * printed["nato"], 5 * printed["united-nations"], printed["pentagon"]]


def test_a_plot_gives_tokens_to_one_group_or_to_several_weak_ones(assets: Page, data):
    """`wdh-card-reload`: Reload! means Violent Groups, one of any Power or several with Power 5 together. Of Power 8,
    3, 2 and 1 two can have a token together, of which 3 and 2 are the strongest; a Peaceful Group gets none.
    """
    violent = [card["slug"] for card in data if card["kind"] == "group" and "Violent" in card["alignments"]][:4]
    peaceful = next(card["slug"] for card in data if card["kind"] == "group" and card["alignments"] == ["Peaceful"])
    groups = [*zip(violent, (8, 3, 2, 1), strict=True), (peaceful, 9)]
    assert [violent[0], violent[1:3]] == ask(assets, data, "reload", plot="reload", groups=groups)
    assert [None, []] == ask(assets, data, "reload", plot="reload", groups=[(peaceful, 2)])


@pytest.mark.parametrize(
    ("text", "plots"),
    [
        ("inwo tokens illuminati=2 ready=pentagon,nato,russia", 3),
        ("inwo tokens", 1),
        ("inwo tokens illuminati=0 ready=pentagon", 0),
    ],
)
def test_tokens_buy_plots(assets: Page, data, text, plots):
    """`wdh-plotget-buy`: one token of the Illuminati or two of other Groups."""
    assert plots == ask(assets, data, "bought", text=text)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("inwo tokens", "inwo tokens"),
        (
            "inwo tokens spent=nato reload=reload illuminati=1 ready=pentagon:7,russia",
            "inwo tokens ready=pentagon:7,russia reload=reload spent=nato",
        ),
        ("inwo tokens illuminati=0 relief=california", "inwo tokens illuminati=0 relief=california"),
        ("inwo control pentagon>nato", ["not-tokens", "unknown-key"]),
        (
            "inwo tokens ready=pentagn spent=reload relief=nato reload=nato x=1",
            [
                "unknown-card",
                "wrong-kind-of-card",
                "wrong-kind-of-card",
                "wrong-kind-of-card",
                "unknown-key",
            ],
        ),
        ("inwo tokens ready=nato spent=nato illuminati=many", ["no-number", "card-twice"]),
        (
            "inwo tokens ready=russia own=the-network relief=texas",
            "inwo tokens own=the-network ready=russia relief=texas",
        ),
        ("inwo tokens own=texas ready=california relief=california", ["wrong-kind-of-card", "devastated"]),
        ("deluxe tokens illuminati=3", ["no-tokens"]),
    ],
)
def test_the_line_is_read_and_written(assets: Page, data, text, canonical):
    assert canonical == ask(assets, data, "line", text=text)


# --- the page ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def open_tokens(page: Page, site_url: str):
    """Opens the page on a line."""

    def open_(text: str = "", on: Page = page) -> Page:
        on.goto(f"{site_url}calculator/tokens/{'#' + quote(text, safe='') if text else ''}")
        expect(on.get_by_role("combobox", name="Your Groups with an Action token")).to_be_visible()
        return on

    return open_


def test_relief_is_worked_out_by_keyboard(open_tokens) -> None:
    """California prints Power 5: Relief costs 15, which the Pentagon's 6 and three times NATO's 3 are."""
    page = open_tokens()
    for name in ("pentagon", "nato", "russia"):
        page.get_by_role("combobox", name="Your Groups with an Action token").focus()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    page.get_by_label("A Devastated Place").select_option("california")
    result = page.get_by_role("region", name="Result")
    expect(result).to_contain_text("Power 15")
    expect(result).to_contain_text("2 tokens, Power 15")
    assert unquote(page.url.partition("#")[2]) == "inwo tokens ready=pentagon,nato,russia relief=california v=2"
    page.get_by_role("spinbutton", name="Power of Pentagon now").fill("5")
    expect(result).to_contain_text("3 tokens, Power 18")


def test_a_wrong_line_is_a_message_and_an_empty_page(open_tokens) -> None:
    page = open_tokens("inwo tokens ready=pentagn")
    expect(page.get_by_role("alert")).to_contain_text("There is no card pentagn.")
    expect(page.get_by_role("region", name="Result")).to_contain_text("1 Plot")


def test_the_illuminati_give_relief_too(open_tokens) -> None:
    """California costs 15. Pentagon and Russia have 10; with the 10 of the Bavarian Illuminati, which are two actions,
    16 are cheapest: 10 and 4 are too little. `wdh-relief-cost`: any actions.
    """
    page = open_tokens("inwo tokens ready=pentagon,russia relief=california")
    result = page.get_by_role("region", name="Result")
    expect(result).to_contain_text("5 more is needed")
    expect(result).to_contain_text("An action of your Illuminati counts as well")
    page.get_by_label("Your Illuminati", exact=True).select_option("bavarian-illuminati")
    expect(result).to_contain_text("Cheapest: Pentagon (6), Bavarian Illuminati (10). 2 tokens, Power 16.")
    page.get_by_role("spinbutton", name="Tokens on your Illuminati").fill("0")
    expect(result).to_contain_text("5 more is needed")


def test_some_groups_give_relief_alone(assets: Page, data, open_tokens) -> None:
    """Red Cross and Center for Disease Control spend their own action and ask for no Power."""
    assert {"red-cross", "center-for-disease-control"} == set(ask(assets, data, "alone"))
    page = open_tokens("inwo tokens ready=red-cross relief=texas")
    expect(page.get_by_role("region", name="Result")).to_contain_text(
        "With its own action alone, whatever its Power: Red Cross."
    )


def test_a_devastated_place_has_no_token(open_tokens) -> None:
    """`wdh-devastate-tokens`: chosen as Devastated it leaves the Groups with a token, and buys nothing."""
    page = open_tokens("inwo tokens ready=pentagon,california")
    result = page.get_by_role("region", name="Result")
    expect(result).to_contain_text("2 Plots")
    page.get_by_label("A Devastated Place").select_option("california")
    expect(result).to_contain_text("1 Plot")
    expect(page.get_by_role("spinbutton", name="Power of California now")).to_have_count(0)


def test_a_reload_takes_an_action_of_the_illuminati(open_tokens) -> None:
    """`wdh-card-reload`."""
    page = open_tokens("inwo tokens illuminati=0 reload=reload spent=pentagon")
    expect(page.get_by_role("region", name="Result")).to_contain_text(
        "It takes an action of your Illuminati, and there is no token for it."
    )


def test_subgenius_has_no_relief(open_tokens) -> None:
    page = open_tokens()
    page.locator("label").get_by_text("SubGenius", exact=True).first.click()
    expect(page.get_by_role("group", name="Relief")).to_be_hidden()


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light")])
def test_the_page_has_no_accessibility_violation(open_tokens, new_page: Pages, width: int, scheme: str) -> None:
    page = open_tokens(
        "inwo tokens ready=pentagon,nato relief=california reload=reload spent=the-mafia,cycle-gangs",
        new_page(width, 844, scheme=scheme),
    )
    assert [] == [
        (found["id"], [node["html"] for node in found["nodes"]]) for found in Axe().run(page).response["violations"]
    ]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
