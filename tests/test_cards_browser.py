"""The card browser in a real Chromium: its queries are those of the command line, and its page works for everybody."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import ROOT, Pages, serving
from playwright.sync_api import Page, Route
from small_site import ASSETS, write_small_site

from generator.catalog import Catalog, read_catalog
from generator.engine.cards import Card
from generator.search import SearchResults, build_index, catalog_documents, parse, search
from generator.search.query import FIELDS
from generator.site.card_index import card_index

CASES = json.loads((ROOT / "tests/cases/card-queries.json").read_text(encoding="utf-8"))
QUERIES = 400

SEARCH_ALL = """async ([index, queries]) => {
  const { CardSearch, problemText } = await import("./card-query.js");
  const cards = new CardSearch(JSON.parse(index).cards);
  return JSON.stringify(JSON.parse(queries).map((query) => {
    const answer = cards.search(query);
    return { ...answer, problems: answer.problems.map(problemText) };
  }));
}"""
PARSE_ALL = """async (queries) => {
  const { parse, problemText } = await import("./card-query.js");
  return JSON.stringify(JSON.parse(queries).map((query) => parse(query).problems.map(problemText)));
}"""


@pytest.fixture(scope="module")
def catalog(root: Path) -> Catalog:
    """The catalog of the checkout."""
    return read_catalog(root)


@pytest.fixture(scope="module")
def index(catalog: Catalog, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The search index of the command line, of cards only."""
    directory = tmp_path_factory.mktemp("cards") / "index"
    documents = catalog_documents(catalog, lambda record: "")
    build_index((document for document in documents if document.kind == "card"), directory)
    return directory


@pytest.fixture
def assets(page: Page) -> Iterator[Page]:
    """A page beside the scripts, so that they can be imported by name."""
    with serving(ASSETS) as url:
        page.goto(url)
        yield page


def in_browser(page: Page, catalog: Catalog, queries: list[str]) -> list[dict[str, Any]]:
    """The browser's answers."""
    return json.loads(page.evaluate(SEARCH_ALL, [json.dumps(card_index(catalog)), json.dumps(queries)]))


def test_the_cases_find_exactly_their_cards(assets: Page, catalog: Catalog) -> None:
    """The queries shared with the command line find the cards that the facts say, uncorrected."""
    answers = in_browser(assets, catalog, [case["query"] for case in CASES])
    expected = [(case["query"], case["ids"], None, []) for case in CASES]
    assert expected == [
        (case["query"], sorted(answer["ids"]), answer["corrected"], answer["problems"])
        for case, answer in zip(CASES, answers, strict=True)
    ]


WORDS = (
    "mafia the gnome gnomes zürich ZURICH zur mafai destroy attempt control criminal c.i.a CIA i.r.s. l-4 l4 moonies moonie society"
    " societies anti-nuclear nuclear murphy's company compnay illuminati power & and bank go* comm* eco-guer* qqqq"
    " straße Σίσυφος 4.3 nazi's xyzzy powr transferrable"
).split()
PHRASES = ('"post office"', '"gnomes of zurich"', '"any attempt"', '"office post"', '"gnoms of zurich"', '""')
VALUES = {
    "kind": "card cards section".split(), "game": "deluxe".split(), "set": "deluxe dlx de*".split(),
    "type": "group groups special illuminati iluminati banana spec*".split(),
    "alignment": "violent weird criminal straight liberal conservative fanatics peacefull gov* ?!".split(),
    "attribute": "media".split(),
    "id": "the-mafia deluxe/the-mafia deluxe/the-* c-*".split(), "cards": "the-mafia kgb".split(),
    "cites": "dlx-card-groups-without-text dlx*".split(), "section": "4.3".split(),
    "title": ["mafia", "company", '"post office"', "l4", "comm*", "(media OR computer)"],
    "text": ["control", '"any attempt"', "destr*", "control NOT criminal"],
}
NUMBERS = "0|4|-1|>=4|> 6|<=2|<1|=3|[4 TO]|[TO 2]|[3 TO 5]|[TO]|[5 TO 3]|(7 OR 8)|x|12345|[a TO b]|>= 4".split("|")
BROKEN = ("(", ")", '"', "[", "OR", "NOT", "AND", "*", "foo:x", "aligment:weird", "name:", ">=4", "power", "type:>4", "😀", ":", "-", "TO")


def clause(dice: random.Random, depth: int = 0) -> str:
    """A part of a query, nearly always a good one."""
    kind = dice.choice(["word", "word", "phrase", "value", "value", "value", "number", "number", "not", "either", "broken"])
    if kind == "word":
        return dice.choice(WORDS)
    if kind == "phrase":
        return dice.choice(PHRASES)
    if kind == "value":
        field = dice.choice(list(VALUES))
        return f"{field}:{dice.choice(VALUES[field])}"
    if kind == "number":
        field, value = dice.choice(["power", "transferable", "resistance", "income"]), dice.choice(NUMBERS)
        return f"{field}{value}" if value[0] in "<>=" and dice.random() < 0.5 else f"{field}:{value}"
    if kind == "not":
        return f"NOT {clause(dice, depth + 1)}"
    if kind == "either" and depth < 3:
        return "(" + dice.choice([" ", " OR ", " AND "]).join(clause(dice, depth + 1) for _ in range(2)) + ")"
    return dice.choice(BROKEN) if dice.random() < 0.3 else dice.choice(WORDS)


def misspelt(dice: random.Random, word: str) -> str:
    """A word after one to three slips of the finger."""
    for _ in range(dice.randint(1, 3)):
        at = dice.randrange(len(word))
        word = dice.choice([
            word[:at] + word[at + 1 :] or word, word[:at] + dice.choice("aeiost") + word[at:],
            word[:at] + word[at + 1 : at + 2] + word[at : at + 1] + word[at + 2 :],
        ])
    return word


def queries(words: list[str]) -> list[str]:
    """Queries of one to four parts, and some of `words` misspelt; always the same ones."""
    dice = random.Random("the eye in the search box")
    return [
        dice.choice([" ", " ", " OR ", " AND "]).join(clause(dice) for _ in range(dice.choice([1, 1, 2, 2, 3, 4])))
        for _ in range(QUERIES)
    ] + [misspelt(dice, dice.choice(words)) for _ in range(QUERIES // 3)]


def said(results: SearchResults) -> dict[str, Any]:
    """What the command line found, in the words of the browser."""
    return {
        "ids": sorted(hit.id for hit in results.hits), "corrected": results.corrected, "anyWord": results.any_word,
        "problems": [str(problem) for problem in results.problems],
    }


def test_the_browser_finds_what_the_command_line_finds(assets: Page, catalog: Catalog, index: Path) -> None:
    """The same cards, the same corrections of slips and the same problems, for queries of every construct."""
    asked = queries(sorted({word for record in catalog.cards for word in record.card.name.split()}))
    expected = [said(search(index, query, limit=1_000)) for query in asked]
    assert sum(bool(answer["ids"]) for answer in expected) > QUERIES / 4
    assert sum(bool(answer["corrected"]) for answer in expected) > QUERIES / 20
    assert sum(bool(answer["problems"]) for answer in expected) > QUERIES / 20
    answers = in_browser(assets, catalog, asked)
    different = [
        (query, there, here) for query, there, answer in zip(asked, expected, answers, strict=True)
        if there != (here := {**{key: answer[key] for key in there}, "ids": sorted(answer["ids"])})
    ]
    assert different == []


def test_every_problem_of_a_query_is_said(assets: Page) -> None:
    """What cannot be read has the same problems, columns and suggestions as on the command line, for any nonsense."""
    dice = random.Random("nonsense")
    letters = 'ab*"()[]<>=:-. \t4OR ANDTO é é😀ß&’' + "".join(f"{field}:" for field in FIELDS)
    pieces = [*letters, *BROKEN, *(f"{field}:" for field in FIELDS), "power:[4 TO", "a" * 501, "😀" * 251, "(" * 21, "[5 TO 3]"]
    asked = [" ".join(dice.choices(pieces, k=dice.randint(0, 6))) for _ in range(600)]
    asked += ["".join(dice.choices(pieces, k=dice.randint(0, 8))) for _ in range(600)]
    expected = [[str(problem) for problem in parse(query).problems] for query in asked]
    answers = json.loads(assets.evaluate(PARSE_ALL, json.dumps(asked)))
    assert [] == [case for case in zip(asked, expected, answers, strict=True) if case[1] != case[2]]


def test_every_card_is_found_first_by_its_name(assets: Page, catalog: Catalog) -> None:
    """The name of a card, quoted or not, in capitals or not, has the card as its first answer."""
    ids = [record.id for record in catalog.cards]
    for form in ("{}", '"{}"'):
        names = [form.format(record.card.name) for record in catalog.cards]
        assert ids == [answer["ids"][0] for answer in in_browser(assets, catalog, names)]


# --- the page ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def small_url(catalog: Catalog, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A small site with the card browser, served."""
    site = tmp_path_factory.mktemp("small") / "site"
    write_small_site(site, catalog)
    with serving(site) as url:
        yield url


def opened(page: Page, url: str) -> Page:
    """The card browser at an address, ready."""
    page.goto(url)
    page.wait_for_selector("#card-browser.cb-ready")
    return page


def names(page: Page) -> list[str]:
    """The names of the cards that are shown, in order."""
    return page.locator(".card-list:visible .name, .cb-cards:visible tbody th").all_text_contents()


def count(page: Page, facet: str, value: str) -> int:
    """The number beside a value of a facet."""
    return int(page.inner_text(f'[data-facet="{facet}"][data-value="{value}"] .cb-number'))


def ids_where(catalog: Catalog, holds: Callable[[Card], bool]) -> list[str]:
    """The names of the cards for which something holds, sorted."""
    return sorted(record.card.name for record in catalog.cards if holds(record.card))


def test_what_is_typed_is_found_and_said(new_page: Pages, small_url: str) -> None:
    """While somebody types, the list narrows, the count is announced and the address can be shared."""
    page = opened(new_page(), small_url + "cards/")
    assert "105 cards" == page.inner_text(".cb-count")
    page.get_by_label("Find cards").press_sequentially("gnomes of zurich")
    assert ["The Gnomes of Zurich"] == names(page)
    assert "1 of 105 cards" == page.get_by_role("status").first.inner_text()
    assert small_url + "cards/?find=gnomes+of+zurich" == page.url


def test_facets_narrow_and_count(new_page: Pages, small_url: str, catalog: Catalog) -> None:
    """Values of one facet add up, or must all hold; the count beside a value is what choosing it would leave."""
    page = opened(new_page(), small_url + "cards/")
    assert [83, 8, 14] == [count(page, "type", kind) for kind in ("group", "illuminati", "special")]
    page.get_by_role("checkbox", name="Violent").check()
    page.get_by_role("checkbox", name="Weird").check()
    either = ids_where(catalog, lambda card: bool({"Violent", "Weird"} & set(card.alignments)))
    assert either == sorted(names(page))
    criminal = ids_where(catalog, lambda card: "Criminal" in card.alignments)
    assert len(criminal) == count(page, "alignment", "criminal")
    page.get_by_label("all of them").first.check()
    both = ids_where(catalog, lambda card: {"Violent", "Weird"} <= set(card.alignments))
    assert both == sorted(names(page))
    assert len(ids_where(catalog, lambda card: {"Violent", "Weird", "Fanatic"} <= set(card.alignments))) == count(
        page, "alignment", "fanatic"
    )
    assert small_url + "cards/?alignment=violent,weird&match=all" == page.url
    page.locator(".cb-arrows").get_by_role("checkbox").nth(1).check()
    assert ids_where(
        catalog, lambda card: {"Violent", "Weird"} <= set(card.alignments) and len(card.arrows_out) == 1
    ) == sorted(names(page))


def test_ranges_take_both_ends(new_page: Pages, small_url: str, catalog: Catalog) -> None:
    """A range includes its ends; what has no such number is in no range; one that is empty says so at the field."""
    page = opened(new_page(), small_url + "cards/")
    page.get_by_label("Resistance from").fill("7")
    assert ids_where(catalog, lambda card: card.resistance is not None and card.resistance >= 7) == sorted(names(page))
    page.get_by_label("Resistance to").fill("3")
    assert "No number is from 7 to 3." == page.locator(".cb-wrong:visible").inner_text()
    assert "true" == page.get_by_label("Resistance to").get_attribute("aria-invalid")
    assert [] == names(page)
    page.get_by_label("Resistance from").fill("3")
    assert ids_where(catalog, lambda card: card.resistance == 3) == sorted(names(page))
    assert small_url + "cards/?resistance=3..3" == page.url
    page.get_by_label("Income to").fill("-1")
    assert ids_where(catalog, lambda card: card.resistance == 3 and (card.income or 0) < 0) == sorted(names(page))


def test_an_address_opens_what_it_says(new_page: Pages, small_url: str, catalog: Catalog) -> None:
    """Query, facets, ranges, order and view come back from a shared address, and the controls show them."""
    page = opened(new_page(), small_url + "cards/?find=power>=4&alignment=Violent&type=group&sort=-power&view=table")
    powers = [int(text.replace("−", "-")) for text in page.locator(".cb-cards tbody td:nth-child(3)").all_inner_texts()]
    expected = [card.power for card in (r.card for r in catalog.cards) if (card.power or 0) >= 4 and "Violent" in card.alignments]
    assert sorted(expected, reverse=True) == powers
    assert ["power>=4", True, True, "-power"] == [
        page.get_by_label("Find cards").input_value(), page.get_by_role("checkbox", name="Violent").is_checked(),
        page.get_by_label("Table", exact=True).is_checked(), page.get_by_label("Sort by").input_value(),
    ]
    assert "descending" == page.get_by_role("columnheader", name="Power").get_attribute("aria-sort")


def test_back_and_forward(new_page: Pages, small_url: str) -> None:
    """Each choice is a step back; typing a word is one step, not one for each letter."""
    page = opened(new_page(), small_url + "cards/")
    page.get_by_role("checkbox", name="Special", exact=False).first.check()
    page.get_by_label("Find cards").press_sequentially("media")
    page.get_by_label("Table", exact=True).check()
    addresses = []
    for _ in range(3):
        addresses.append(page.url.removeprefix(small_url))
        page.go_back()
    assert ["cards/?find=media&type=special&view=table", "cards/?find=media&type=special", "cards/?type=special"] == addresses
    assert ("105 cards", "") == (page.inner_text(".cb-count"), page.get_by_label("Find cards").input_value())
    page.go_forward()
    page.go_forward()
    assert ["Media Campaign"] == names(page)
    assert "media" == page.get_by_label("Find cards").input_value()


def test_clear_all_shows_everything(new_page: Pages, small_url: str) -> None:
    """One button takes every restriction away; the view stays, the keyboard goes on in the search box."""
    page = opened(new_page(), small_url + "cards/?find=qqqq&alignment=weird&power=2..&sort=income&view=table")
    assert "No card fits. Take something away, or clear all." == page.inner_text(".cb-none")
    page.get_by_role("button", name="Clear all").click()
    assert small_url + "cards/?view=table" == page.url
    assert 105 == len(names(page))
    assert page.get_by_label("Find cards").evaluate("box => box === document.activeElement")
    assert "" == page.get_by_label("Power from", exact=True).input_value()
    assert "Name" == page.locator(".cb-sort option:checked").inner_text()


def test_table_heads_sort_both_ways(new_page: Pages, small_url: str, catalog: Catalog) -> None:
    """A head sorts numbers from the highest, then from the lowest; cards without a number stand last either way."""
    page = opened(new_page(), small_url + "cards/?view=table")
    column = ".cb-cards tbody td:nth-child(5)"
    numbers = sorted(record.card.resistance for record in catalog.cards if record.card.resistance is not None)
    for order, expected in (("descending", numbers[::-1]), ("ascending", numbers)):
        page.get_by_role("button", name="Resist.").press("Enter")
        shown = page.locator(column).all_inner_texts()
        assert [*map(str, expected), *["–"] * (105 - len(numbers))] == shown
        assert order == page.get_by_role("columnheader", name="Resist.").get_attribute("aria-sort")


def test_a_query_that_cannot_be_read_is_explained_at_the_field(new_page: Pages, small_url: str) -> None:
    """The problems stand at the search box with their columns; Enter selects the first; the last good list stays."""
    page = opened(new_page(), small_url + "cards/?find=zurich")
    box = page.get_by_label("Find cards")
    box.fill("zurich pwr:>=4 OR")
    box.press("Enter")
    assert ["Column 8: there is no field pwr (did you mean power:?)",
            "Column 18: something to look for is missing beside OR"] == page.locator(".cb-problems p").all_inner_texts()
    assert "true" == box.get_attribute("aria-invalid")
    assert [7, 17] == box.evaluate("box => [box.selectionStart, box.selectionEnd]")
    assert ["The Gnomes of Zurich"] == names(page)
    box.fill("zurich power>=4")
    assert ["false", 0] == [box.get_attribute("aria-invalid"), page.locator(".cb-problems p").count()]


def test_slips_are_forgiven_and_said(new_page: Pages, small_url: str) -> None:
    """A misspelt word finds what was meant, and the page says what it searched for instead."""
    page = opened(new_page(), small_url + "cards/?find=mafai")
    assert "The Mafia" in names(page)
    assert "Nothing fits as it is written. These cards fit mafia" == page.inner_text(".cb-note")


def test_a_nonsense_address_shows_the_cards(new_page: Pages, small_url: str) -> None:
    """What an address asks for in vain is named, and everything else still works; nothing in it becomes markup."""
    nonsense = "?type=banana,special&power=a..b&sort=beauty&view=3d&x=<b>1</b>&match=none&resistance=..99999"
    page = opened(new_page(), small_url + "cards/" + nonsense)
    assert 14 == len(names(page))
    ignored = "type=banana, power=a..b, sort=beauty, view=3d, x=<b>1</b>, match=none, resistance=..99999"
    assert f"The address asks for what is not here: {ignored}." == page.inner_text(".cb-note")
    broken = opened(new_page(), small_url + "cards/?find=%22<img src=x onerror=alert(1)>&%E0%A4%A")
    assert "Column 1: this \" has no partner" == broken.inner_text(".cb-problems")
    assert 105 == len(names(broken))


FOCUSED = """() => {
  const here = document.activeElement;
  return (here.closest("label")?.innerText ?? here.getAttribute("aria-label") ?? here.innerText).trim().split("\\n")[0];
}"""


def test_it_works_from_the_keyboard(new_page: Pages, small_url: str) -> None:
    """Tab goes from the search box through help and filters to the first card; the space bar chooses."""
    page = opened(new_page(), small_url + "cards/?find=mafia")
    page.get_by_label("Find cards").focus()
    stops = []
    for _ in range(60):
        page.keyboard.press("Tab")
        stops.append(page.evaluate(FOCUSED))
        if stops[-1] == "Group":
            page.keyboard.press("Space")
        if "The Mafia" in stops:
            break
    expected = ["How to ask", "Group", "Violent", "Power from", "Income to", "Clear all", "Faces", "The Mafia"]
    assert expected == [stop for stop in stops if stop in expected]
    assert small_url + "cards/?find=mafia&type=group" == page.url


@pytest.mark.parametrize(("width", "is_open"), [(390, False), (1280, True)])
def test_filters_fold_away_on_a_narrow_screen(new_page: Pages, small_url: str, width: int, is_open: bool) -> None:
    """On a phone the filters are one line that says what is chosen; on a desk they are open. Nothing is wider than the page."""
    page = opened(new_page(width, 844), small_url + "cards/?alignment=weird&power=4..")
    assert is_open == page.get_by_role("checkbox", name="Weird").is_visible()
    if not is_open:
        assert "Filters: Weird; Power 4 or more" == page.inner_text(".cb-filters summary")
        page.locator(".cb-filters summary").click()
        assert page.get_by_role("checkbox", name="Weird").is_visible()
    assert 0 == page.evaluate("document.documentElement.scrollWidth - innerWidth")


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_jumps_when_the_script_starts(new_page: Pages, small_url: str, width: int) -> None:
    """The list stands from the start where it stands when the controls are there, to within a few pixels."""
    page = new_page(width, 844)
    held: list[Route] = []
    page.route("**/card-index.json", lambda route: held.append(route))
    page.goto(small_url + "cards/")
    page.wait_for_function("() => document.querySelector('.card-list')")
    before = page.locator(".card-list").bounding_box()
    while not held:
        page.wait_for_timeout(10)
    held[0].continue_()
    page.wait_for_selector("#card-browser.cb-ready")
    after = page.locator(".card-list").bounding_box()
    assert [0, 0, 0] == [round((after[side] - before[side]) / 8) for side in ("x", "y", "width")]


def test_without_its_data_the_list_stays(new_page: Pages, small_url: str) -> None:
    """When the data does not arrive, the list stays readable and a line says that it cannot be searched."""
    page = new_page()
    page.route("**/card-index.json", lambda route: route.fulfill(status=500, body="no"))
    opened(page, small_url + "cards/")
    assert "The list cannot be searched now (500 Internal Server Error). Reload the page to try again." == page.inner_text(".cb-note")
    assert 105 == len(names(page))
    assert 1 == len(new_page.problems)
    new_page.problems.clear()


def test_the_real_page_is_readable_without_scripts(new_page: Pages, site_url: str, catalog: Catalog) -> None:
    """Without scripts /cards/ lists every card with a link to its page."""
    page = new_page(scripts=False)
    page.goto(site_url + "cards/")
    assert {record.id for record in catalog.cards} == {
        item.get_attribute("data-card") for item in page.locator("#card-browser li").all()
    }
    assert sorted(record.card.name for record in catalog.cards) == sorted(page.locator("#card-browser li a .name").all_text_contents())


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("address", ["?find=pwr:x&power=4..2&banana=1", "?find=power>=4&alignment=violent,weird&view=table&sort=-power"])
def test_the_real_page_in_use_is_accessible(new_page: Pages, site_url: str, scheme: str, address: str) -> None:
    """With errors shown, and as a table, the real page works and axe finds nothing against it."""
    page = opened(new_page(scheme=scheme), site_url + "cards/" + address)
    page.wait_for_function("() => document.querySelector('.cb-count').textContent !== ''")
    assert 0 < len(names(page)) + page.locator(".cb-none:visible").count()
    violations = Axe().run(page).response["violations"]
    assert [] == [(found["id"], [node["target"] for node in found["nodes"]]) for found in violations]


# --- the preview of a card ----------------------------------------------------------------------------------------------


def test_a_resting_mouse_shows_the_face(new_page: Pages, small_url: str) -> None:
    """The face appears beside the link, inside the window, named after the card; nothing moves; Escape takes it away."""
    page = new_page()
    page.goto(small_url)
    before = page.locator("#mafia").bounding_box()
    page.hover("#mafia")
    face = page.get_by_role("tooltip").get_by_role("img", name="The Mafia")
    face.wait_for()
    box = face.bounding_box()
    assert (before, 320) == (page.locator("#mafia").bounding_box(), box["width"])
    assert box["y"] > before["y"] + before["height"]
    assert box["height"] == pytest.approx(box["width"] * 5 / 7, abs=1)
    page.keyboard.press("Escape")
    assert 0 == page.get_by_role("tooltip").count()


def test_the_mouse_may_go_on_to_the_face(new_page: Pages, small_url: str) -> None:
    """The face stays while the mouse is on it and goes when the mouse leaves."""
    page = new_page()
    page.goto(small_url)
    page.hover("#mafia")
    page.get_by_role("tooltip").hover()
    page.wait_for_timeout(300)
    assert page.get_by_role("tooltip").is_visible()
    page.mouse.move(900, 700)
    page.get_by_role("tooltip").wait_for(state="detached")


def test_the_keyboard_shows_the_face(new_page: Pages, small_url: str) -> None:
    """Tabbing to a link shows the face, above the link when there is no room below; tabbing on takes it away."""
    page = new_page()
    page.goto(small_url)
    page.locator("#picture").focus()
    page.keyboard.press("Tab")
    face = page.get_by_role("img", name="Loan Sharks")
    face.wait_for()
    assert page.evaluate("document.activeElement.id") == "sharks"
    box, link = face.bounding_box(), page.locator("#sharks").bounding_box()
    assert 0 <= box["y"] and (box["y"] + box["height"] <= link["y"] or box["y"] >= link["y"] + link["height"])
    page.keyboard.press("Shift+Tab")
    assert 0 == page.get_by_role("tooltip").count()


def test_other_links_and_fingers_show_nothing(new_page: Pages, small_url: str) -> None:
    """No face for a link elsewhere, for a picture of the card itself, on the card's own page, or at a touch."""
    page = new_page()
    page.goto(small_url)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.hover("#cards")
    page.hover("#picture")
    page.locator("#mafia").dispatch_event("pointerover", {"bubbles": True, "pointerType": "touch"})
    page.wait_for_timeout(300)
    page.goto(small_url + "cards/deluxe/the-mafia/")
    page.hover("article a")
    page.wait_for_timeout(300)
    assert 0 == page.get_by_role("tooltip").count()
    assert [] == [url for url in asked if url.endswith("face.svg")]
