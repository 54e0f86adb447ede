"""The card browser in a real Chromium: its queries are those of the command line, and its page works for everybody."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import ROOT, Pages, serving
from playwright.sync_api import Page, Route, expect
from small_site import write_small_site

from generator.catalog.catalog import Catalog
from generator.catalog.records import CardRecord
from generator.engine.cards import Card
from generator.search.gather import catalog_documents
from generator.search.index import build_index
from generator.search.query import FIELDS, NUMBER_FIELDS, parse
from generator.search.searching import SearchResults, search
from generator.search.words import sort_title
from generator.site.card_index import card_index
from generator.structs import replace

CASES = json.loads((ROOT / "tests/cases/card-queries.json").read_text(encoding="utf-8"))
QUERIES = 400

AS_PRINTED = """({ column, code, message, suggestion }) => (
  `column ${column}: ${code}: ${message}${suggestion ? ` (did you mean ${suggestion}?)` : ""}`
)"""
SEARCH_ALL = f"""async ([index, queries]) => {{
  const {{ CardSearch }} = await import("./card-query.js");
  const cards = new CardSearch(JSON.parse(index).cards);
  return JSON.stringify(JSON.parse(queries).map((query) => {{
    const answer = cards.search(query);
    return {{ ...answer, problems: answer.problems.map({AS_PRINTED}) }};
  }}));
}}"""
PARSE_ALL = f"""async (queries) => {{
  const {{ parse }} = await import("./card-query.js");
  return JSON.stringify(JSON.parse(queries).map((query) => parse(query).problems.map({AS_PRINTED})));
}}"""


@pytest.fixture(scope="module")
def index(catalog: Catalog, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The search index of the command line, of cards only."""
    directory = tmp_path_factory.mktemp("cards") / "index"
    documents = catalog_documents(catalog, lambda record: "")
    build_index((document for document in documents if document.kind == "card"), directory)
    return directory


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
    "mafia the gnome gnomes zürich ZURICH zur mafai destroy attempt control criminal c.i.a CIA i.r.s. l-4 l4 moonies"
    " moonie society societies anti-nuclear nuclear murphy's company compnay illuminati power & and bank go* comm*"
    " eco-guer* qqqq straße Σίσυφος 4.3 nazi's xyzzy powr transferrable bjorne bjørnë 18½ 18 ½ regi$tered m x é"
).split()
PHRASES = ('"post office"', '"gnomes of zurich"', '"any attempt"', '"office post"', '"gnoms of zurich"', '""')
VALUES = {
    "kind": "card cards section".split(),
    "game": "deluxe inwo".split(),
    "set": "deluxe dlx de* assasins".split(),
    "type": "group groups special illuminati iluminati banana spec* disaster plots".split(),
    "subtype": "places personality nwo plot dis* zapp violent".split(),
    "alignment": "violent weird criminal straight liberal conservative fanatics peacefull gov* ?! media".split(),
    "attribute": "media science subgenius hugh green*".split(),
    "rarity": "rare commmon ultra-rare ultra* none".split(),
    "nwo": "blue reds green".split(),
    "has": "action ability actoin magic".split(),
    "is": "secret unique place violent group uniqe rare".split(),
    "id": "the-mafia deluxe/the-mafia deluxe/the-* c-*".split(),
    "cards": "the-mafia kgb".split(),
    "cites": "dlx-card-groups-without-text dlx*".split(),
    "section": "4.3".split(),
    "title": ["mafia", "company", '"post office"', "l4", "comm*", "(media OR computer)"],
    "text": ["control", '"any attempt"', "destr*", "control NOT criminal"],
}
NUMBERS = "0|4|-1|>=4|> 6|<=2|<1|=3|[4 TO]|[TO 2]|[3 TO 5]|[TO]|[5 TO 3]|(7 OR 8)|x|12345|[a TO b]|>= 4".split("|")
BROKEN = (
    "(",
    ")",
    '"',
    "[",
    "OR",
    "NOT",
    "AND",
    "*",
    "foo:x",
    "aligment:weird",
    "name:",
    ">=4",
    "power",
    "type:>4",
    "😀",
    ":",
    "-",
    "TO",
)


def clause(dice: random.Random, depth: int = 0) -> str:
    """A part of a query, nearly always a good one."""
    kind = dice.choice(
        ["word", "word", "phrase", "value", "value", "value", "number", "number", "not", "either", "broken"]
    )
    if kind == "word":
        return dice.choice(WORDS)
    if kind == "phrase":
        return dice.choice(PHRASES)
    if kind == "value":
        field = dice.choice(list(VALUES))
        return f"{field}:{dice.choice(VALUES[field])}"
    if kind == "number":
        field, value = dice.choice(NUMBER_FIELDS), dice.choice(NUMBERS)
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
        word = dice.choice(
            [
                word[:at] + word[at + 1 :] or word,
                word[:at] + dice.choice("aeiost") + word[at:],
                word[:at] + word[at + 1 : at + 2] + word[at : at + 1] + word[at + 2 :],
            ]
        )
    return word


def queries(words: list[str]) -> list[str]:
    """Queries of one to four parts, and some of `words` misspelt; always the same ones."""
    dice = random.Random("the eye in the search box")
    asked = [
        dice.choice([" ", " ", " OR ", " AND "]).join(clause(dice) for _ in range(dice.choice([1, 1, 2, 2, 3, 4])))
        for _ in range(QUERIES)
    ]
    twice = [f"{clause(dice)} " * dice.randint(2, 5) for _ in range(QUERIES // 10)]
    return [*asked, *twice] + [misspelt(dice, dice.choice(words)) for _ in range(QUERIES // 3)]


def said(results: SearchResults) -> dict[str, Any]:
    """What the command line found, in the words of the browser."""
    return {
        "ids": sorted(hit.id for hit in results.hits),
        "corrected": results.corrected,
        "anyWord": results.any_word,
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
        (query, there, here)
        for query, there, answer in zip(asked, expected, answers, strict=True)
        if there != (here := {**{key: answer[key] for key in there}, "ids": sorted(answer["ids"])})
    ]
    assert different == []


def test_every_problem_of_a_query_is_said(assets: Page) -> None:
    """What cannot be read has the same problems, columns and suggestions as on the command line, for any nonsense."""
    dice = random.Random("nonsense")
    letters = 'ab*"()[]<>=:-. \t4OR ANDTO é é😀ß&’' + "".join(f"{field}:" for field in FIELDS)
    pieces = [
        *letters,
        *BROKEN,
        *(f"{field}:" for field in FIELDS),
        "power:[4 TO",
        "a" * 501,
        "😀" * 251,
        "(" * 21,
        "[5 TO 3]",
    ]
    asked = [" ".join(dice.choices(pieces, k=dice.randint(0, 6))) for _ in range(600)]
    asked += ["".join(dice.choices(pieces, k=dice.randint(0, 8))) for _ in range(600)]
    expected = [[str(problem) for problem in parse(query).problems] for query in asked]
    answers = json.loads(assets.evaluate(PARSE_ALL, json.dumps(asked)))
    assert [] == [case for case in zip(asked, expected, answers, strict=True) if case[1] != case[2]]


def test_every_card_is_found_first_by_its_name(assets: Page, catalog: Catalog) -> None:
    """The name of a card, and each of its aliases, quoted or not, has the card as its first answer, beside others
    called so.
    """
    named = [(name, record.id) for record in catalog.cards for name in (record.card.name, *record.aliases)]
    called = Counter(sort_title(name) for name, _ in named)
    asked = [(name, name, card_id) for name, card_id in named]
    asked += [(f'"{name}"', name, card_id) for name, card_id in named if '"' not in name]
    answers = in_browser(assets, catalog, [query for query, _, _ in asked])
    assert [] == [
        (query, card_id)
        for (query, name, card_id), answer in zip(asked, answers, strict=True)
        if card_id not in answer["ids"][: called[sort_title(name)]]
    ]


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


ANSWERED = """() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done))))"""
LAID = """() => {
  const rows = document.querySelectorAll(".card-list li .name, .cb-cards tbody th a");
  const shown = [...rows].filter((row) => !row.closest("[hidden]"));
  const counted = document.querySelector(".cb-count");
  return (!counted || parseInt(counted.textContent) === shown.length) && shown.map((row) => row.textContent);
}"""


def names(page: Page) -> list[str]:
    """The names of the cards that are shown, in order, when what was typed is answered and all of its list is there."""
    page.evaluate(ANSWERED)
    page.evaluate(
        "dispatchEvent(new Event('beforeprint'))"
    )  # for paper the whole list is there; else what is near the window
    return page.wait_for_function(LAID).json_value()


def count(page: Page, facet: str, value: str) -> int:
    """The number beside a value of a facet."""
    return int(page.locator(f'[data-facet="{facet}"][data-value="{value}"] .cb-number').text_content() or "")


def names_where(catalog: Catalog, holds: Callable[[Card], bool]) -> list[str]:
    """The names of the cards for which something holds, sorted."""
    return sorted(record.card.name for record in catalog.cards if holds(record.card))


def tick(page: Page, facet: str, value: str) -> None:
    """Choose a value of a facet, unfolding what it stands in."""
    box = page.locator(f'[data-facet="{facet}"][data-value="{value}"] input')
    if not box.is_visible():
        page.locator(f".cb-{facet} > summary").click()
    box.check()


@pytest.fixture(scope="module")
def total(catalog: Catalog) -> int:
    """How many cards there are."""
    return len(catalog.cards)


def test_what_is_typed_is_found_and_said(new_page: Pages, small_url: str, total: int) -> None:
    """While somebody types, the list narrows, the count is announced and the address, a little later, can be shared."""
    page = opened(new_page(), small_url + "cards/")
    assert f"{total} cards" == page.inner_text(".cb-count")
    page.get_by_label("Find cards").press_sequentially("gnomes of zurich")
    found = names(page)
    assert {"The Gnomes of Zurich", "Gnomes of Zurich"} == set(found[:2])
    assert f"{len(found)} of {total} cards" == page.get_by_role("status").first.inner_text()
    page.wait_for_url(small_url + "cards/?find=gnomes+of+zurich")


def test_facets_narrow_and_count(new_page: Pages, small_url: str, catalog: Catalog) -> None:
    """Values of one facet add up, or must all hold; the count beside a value is what choosing it would leave."""
    page = opened(new_page(), small_url + "cards/")
    # As ../shared/facts count them: 228 + 35 + 51 Groups, of which 83 are those of Deluxe.
    assert [19, 314, 52, 340, 14] == [
        count(page, "type", kind) for kind in ("illuminati", "group", "resource", "plot", "special")
    ]
    tick(page, "alignment", "violent")
    tick(page, "alignment", "weird")
    either = names_where(catalog, lambda card: bool({"Violent", "Weird"} & set(card.alignments)))
    assert either == sorted(names(page))
    criminal = names_where(catalog, lambda card: "Criminal" in card.alignments)
    assert len(criminal) == count(page, "alignment", "criminal")
    page.get_by_label("all of them").first.check()
    both = names_where(catalog, lambda card: {"Violent", "Weird"} <= set(card.alignments))
    assert both == sorted(names(page))
    assert len(names_where(catalog, lambda card: {"Violent", "Weird", "Fanatic"} <= set(card.alignments))) == count(
        page, "alignment", "fanatic"
    )
    assert small_url + "cards/?alignment=violent,weird&match=all" == page.url
    tick(page, "arrows", "1")
    assert names_where(
        catalog, lambda card: {"Violent", "Weird"} <= set(card.alignments) and len(card.arrows_out) == 1
    ) == sorted(names(page))


@pytest.mark.parametrize(
    ("facet", "value", "holds"),
    [
        ("game", "inwo", lambda record: record.card.game == "inwo"),
        ("set", "assassins", lambda record: record.card.set == "assassins"),
        ("subtype", "disaster", lambda record: record.card.subtype == "disaster"),
        ("attribute", "coastal", lambda record: "Coastal" in record.card.attributes),
        ("rarity", "ultra-rare", lambda record: record.rarity == "ultra-rare"),
        ("nwo", "yellow", lambda record: record.card.nwo == "yellow"),
        ("ability", "no", lambda record: not record.clauses),
        ("secret", "yes", lambda record: "Secret" in record.card.attributes),
    ],
)
def test_every_facet_finds_its_cards(
    new_page: Pages, small_url: str, catalog: Catalog, facet: str, value: str, holds: Callable[[CardRecord], bool]
) -> None:
    """A value of each facet leaves the cards that are so, as many as the number beside it says, and stands in the
    address.
    """
    page = opened(new_page(), small_url + "cards/")
    announced = count(page, facet, value)
    tick(page, facet, value)
    expected = sorted(record.card.name for record in catalog.cards if holds(record))
    assert (expected, len(expected)) == (sorted(names(page)), announced)
    assert small_url + f"cards/?{facet}={value}" == page.url


def test_an_action_is_an_ability_that_is_used(catalog: Catalog) -> None:
    """`has:action` means cards that are used, by their sentences or by the word on a Resource; not an ability that just
    holds.
    """
    has = {card["id"]: card.get("has", ()) for card in card_index(catalog)["cards"]}
    resources = [
        record for record in catalog.cards if record.card.kind == "resource" and "Action" in (record.type_line or "")
    ]
    assert resources and all("action" in has[record.id] for record in resources)
    bare = catalog.with_others(errata=(), cards=(replace(resources[0], clauses=()),))
    assert ("action",) == card_index(bare)["cards"][0]["has"]
    played = [
        record.id
        for record in catalog.cards
        if record.card.subtype in ("zap", "paralysis", "freeze", "disaster", "assassination")
    ]
    assert len(played) == 58 and all("action" in has[card_id] for card_id in played)
    assert ("ability",) == has["deluxe/the-mafia"] == has["subgenius/connie-dobbs"]
    assert {"ability", "action"} == set(has["deluxe/bribery"]) == set(has["deluxe/i-r-s"])
    assert () == has["deluxe/loan-sharks"]


def test_the_order_of_the_page_keeps_its_headings(new_page: Pages, small_url: str, catalog: Catalog) -> None:
    """By set and type the cards stand below the headings of the page, those that fit; a type without any is not
    there.
    """
    page = opened(new_page(), small_url + "cards/?attribute=magic&type=group")
    assert ["Illuminati: New World Order", "INWO Assassins", "INWO SubGenius"] == page.locator(
        "h2:visible"
    ).all_inner_texts()
    heads = page.locator("section:has(#set-inwo) h3:visible").all_inner_texts()
    types = {
        record.card.subtype
        for record in catalog.cards
        if record.card.set == "inwo" and record.card.kind == "group" and "Magic" in record.card.attributes
    }
    assert len(types) == len(heads)
    assert 0 == page.locator(".card-contents:visible").count()
    page.get_by_role("button", name="Clear all").click()
    assert len(catalog.cards) == len(names(page))
    assert 4 == page.locator("h2:visible").count() and 1 == page.locator(".card-contents:visible").count()


def test_one_list_says_of_which_set_a_card_is(new_page: Pages, small_url: str) -> None:
    """Where cards of one name stand side by side, each names its set, as a face and in the table."""
    page = opened(new_page(), small_url + "cards/?find=title:mafia")
    expected = ["Illuminati Deluxe", "Illuminati: New World Order"]
    assert expected == sorted(page.locator(".cb-flat .cb-origin").all_inner_texts())
    assert 0 == page.locator("h2:visible").count()
    page.get_by_label("Table", exact=True).check()
    assert expected == sorted(page.locator(".cb-cards .cb-origin").all_inner_texts())


LETTER = """async (text) => {
  const box = document.querySelector(".cb-form input");
  box.value = text;
  box.dispatchEvent(new Event("input"));
  const counted = () => parseInt(document.querySelector(".cb-count").textContent);
  const at = () => [document.querySelectorAll(".cb-flat:not([hidden]) li").length, counted()];
  const before = at();
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return [before, at()];
}"""


def test_a_letter_waits_for_no_list(new_page: Pages, small_url: str, total: int) -> None:
    """The letter is shown first, then what fills the window, then the rest; what is printed is complete."""
    page = opened(new_page(), small_url + "cards/")
    before, after = page.evaluate(LETTER, "e")
    assert [0, total] == before
    assert 0 < after[0] <= 20 < after[1] < total
    assert after[1] == len(names(page))
    page.evaluate(
        "() => { const box = document.querySelector('.cb-form input'); box.value = ''; box.dispatchEvent(new"
        " Event('input')); }"
    )
    page.evaluate(ANSWERED)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert total == len(page.evaluate(LAID))


def test_ranges_take_both_ends(new_page: Pages, small_url: str, catalog: Catalog) -> None:
    """A range includes its ends; what has no such number is in no range; one that is empty says so at the field."""
    page = opened(new_page(), small_url + "cards/")
    page.get_by_label("Resistance from").fill("7")
    assert names_where(catalog, lambda card: card.resistance is not None and card.resistance >= 7) == sorted(
        names(page)
    )
    page.get_by_label("Resistance to").fill("3")
    assert "No number is from 7 to 3." == page.locator(".cb-wrong:visible").inner_text()
    assert "true" == page.get_by_label("Resistance to").get_attribute("aria-invalid")
    assert [] == names(page)
    page.get_by_label("Resistance from").fill("3")
    assert names_where(catalog, lambda card: card.resistance == 3) == sorted(names(page))
    assert small_url + "cards/?resistance=3..3" == page.url
    page.get_by_label("Income to").fill("-1")
    assert names_where(catalog, lambda card: card.resistance == 3 and (card.income or 0) < 0) == sorted(names(page))
    opened(page, small_url + "cards/?global=3..")
    assert names_where(catalog, lambda card: (card.global_power or 0) >= 3) == sorted(names(page))


def test_an_address_opens_what_it_says(new_page: Pages, small_url: str, catalog: Catalog) -> None:
    """Query, facets, ranges, order and view come back from a shared address, and the controls show them."""
    page = opened(new_page(), small_url + "cards/?find=power>=4&alignment=Violent&type=group&sort=-power&view=table")
    names(page)
    powers = [int(text.partition("/")[0]) for text in page.locator(".cb-cards tbody td:nth-child(3)").all_inner_texts()]
    expected = [
        card.power
        for card in (r.card for r in catalog.cards)
        if (card.power or 0) >= 4 and "Violent" in card.alignments
    ]
    assert sorted(expected, reverse=True) == powers
    assert ["power>=4", True, True, "-power"] == [
        page.get_by_label("Find cards").input_value(),
        page.get_by_role("checkbox", name="Violent").is_checked(),
        page.get_by_label("Table", exact=True).is_checked(),
        page.get_by_label("Sort by").input_value(),
    ]
    assert "descending" == page.get_by_role("columnheader", name="Power").get_attribute("aria-sort")


def test_back_and_forward(new_page: Pages, small_url: str, total: int) -> None:
    """Each choice is a step back; typing a word is one step, not one for each letter."""
    page = opened(new_page(), small_url + "cards/")
    tick(page, "type", "special")
    page.get_by_label("Find cards").press_sequentially("media")
    page.get_by_label("Table", exact=True).check()
    addresses = []
    for _ in range(3):
        addresses.append(page.url.removeprefix(small_url))
        page.go_back()
    assert [
        "cards/?find=media&type=special&view=table",
        "cards/?find=media&type=special",
        "cards/?type=special",
    ] == addresses
    assert (f"{total} cards", "") == (page.inner_text(".cb-count"), page.get_by_label("Find cards").input_value())
    page.go_forward()
    page.go_forward()
    assert ["Media Campaign"] == names(page)
    assert "media" == page.get_by_label("Find cards").input_value()


def test_who_chooses_before_a_letter_is_answered(new_page: Pages, small_url: str) -> None:
    """The letters are a step back all the same."""
    page = opened(new_page(), small_url + "cards/")
    table = page.get_by_label("Table", exact=True).element_handle()
    page.get_by_label("Find cards").evaluate(
        """(box, table) => {
          box.value = "media";
          box.dispatchEvent(new InputEvent("input", { bubbles: true }));
          table.click();
        }""",
        table,
    )
    assert small_url + "cards/?find=media&view=table" == page.url
    page.go_back()
    assert small_url + "cards/?find=media" == page.url
    page.go_back()
    assert small_url + "cards/" == page.url


def test_what_is_asked_stands_in_chips_that_take_it_away(new_page: Pages, small_url: str) -> None:
    """Words, values and numbers, each with a button; the keyboard goes on in the search box."""
    page = opened(new_page(), small_url + "cards/?find=mafia&type=group&alignment=violent&power=2..")
    assert ["“mafia” ×", "Group ×", "Violent ×", "Power ≥ 2 ×"] == page.locator(".cb-chip").all_inner_texts()
    page.get_by_role("button", name="Remove Violent").click()
    assert small_url + "cards/?find=mafia&type=group&power=2.." == page.url
    page.get_by_role("button", name="Remove Power ≥ 2").click()
    page.get_by_role("button", name="Remove “mafia”").click()
    assert small_url + "cards/?type=group" == page.url
    assert "" == page.get_by_label("Find cards").input_value()


def test_the_box_understands_players(new_page: Pages, site_url: str, catalog: Catalog) -> None:
    """What the search of the site reads in the words is asked of the cards, and stands in chips; so do names that only
    players use.
    """
    page = opened(new_page(), site_url + "cards/")
    page.get_by_label("Find cards").fill("violent groups with power 5 or more")
    chips = page.locator(".cb-chip")
    expect(chips).to_have_text(["Violent ×", "Group ×", "Power ≥ 5 ×"])
    strong = names_where(
        catalog, lambda card: card.kind == "group" and "Violent" in card.alignments and (card.power or 0) >= 5
    )
    assert strong == sorted(names(page))
    page.get_by_role("button", name="Remove Violent").click()
    expect(page.get_by_label("Find cards")).to_have_value("is:group power:>=5")
    expect(chips).to_have_text(["Group ×", "Power ≥ 5 ×"])
    assert set(strong) < set(names(page))
    opened(page, site_url + "cards/?find=OMCL")
    expect(page.locator(".cb-flat [data-card$='/orbital-mind-control-lasers']")).to_have_count(2)
    opened(page, site_url + "cards/?find=violent+weird+power>=4")
    expect(chips).to_have_text(["Violent ×", "Weird ×", "Power ≥ 4 ×"])
    expect(page.locator(".cb-note")).to_have_text("No card has all of this; these have most.")
    assert len(names(page)) > 1
    opened(page, site_url + "cards/?find=type:group+power>=4")
    expect(chips).to_have_text(["Group ×", "Power ≥ 4 ×"])
    opened(page, site_url + "cards/?find=internal+revenue+service")
    expect(page.locator(".cb-flat [data-card]").first).to_have_attribute("data-card", re.compile("/i-r-s$"))


def test_cards_come_as_the_reader_comes_near(new_page: Pages, small_url: str, total: int) -> None:
    """The page begins short; at its end more come, a heading of the contents leads to where it leads, and the filters
    stay in view.
    """
    page = opened(new_page(), small_url + "cards/")
    there = page.locator(".card-list > li")
    assert there.count() < 100
    before = there.count()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.wait_for_function("before => document.querySelectorAll('.card-list > li').length > before", arg=before)
    box = page.locator(".cb-filters").bounding_box()
    assert box is not None and 0 <= box["y"] < 200
    page.evaluate("scrollTo(0, 0)")
    page.locator('.card-contents a[href="#subgenius-goal"]').click()
    assert total == there.count()
    heading = page.locator("#subgenius-goal").bounding_box()
    assert heading is not None and 0 <= heading["y"] < 900


def test_favorites_and_the_game_are_kept(new_page: Pages, small_url: str) -> None:
    """Favorites of this browser are a filter of their own; the chosen game is where the list begins, and can be taken
    away.
    """
    page = new_page()
    page.goto(small_url)
    page.evaluate("""() => {
      localStorage.setItem("/.favorites", '["inwo/the-mafia", "no/such"]');
      localStorage.setItem("/.game", "deluxe");
    }""")
    opened(page, small_url + "cards/?kept=favorite")
    assert ["The Mafia"] == names(page)
    opened(page, small_url + "cards/")
    assert ["Illuminati Deluxe ×"] == page.locator(".cb-chip").all_inner_texts()
    page.get_by_role("button", name="Clear all").click()
    assert [] == page.locator(".cb-chip").all_inner_texts()


def test_clear_all_shows_everything(new_page: Pages, small_url: str, total: int) -> None:
    """One button takes every restriction away; the view stays, the keyboard goes on in the search box."""
    page = opened(new_page(), small_url + "cards/?find=qqqq&alignment=weird&power=2..&sort=income&view=table")
    assert "No card fits. Remove a filter, or clear all." == page.inner_text(".cb-none")
    page.get_by_role("button", name="Clear all").click()
    assert small_url + "cards/?view=table" == page.url
    assert total == len(names(page))
    assert page.get_by_label("Find cards").evaluate("box => box === document.activeElement")
    assert "" == page.get_by_label("Power from", exact=True).input_value()
    assert "Set and type" == page.locator(".cb-sort option:checked").inner_text()


def test_table_heads_sort_both_ways(new_page: Pages, small_url: str, catalog: Catalog) -> None:
    """A head sorts numbers from the highest, then from the lowest; cards without a number stand last either way."""
    page = opened(new_page(), small_url + "cards/?view=table&game=subgenius")
    column = ".cb-cards tbody td:nth-child(4)"
    cards = [record.card for record in catalog.cards if record.card.game == "subgenius"]
    numbers = sorted(card.resistance for card in cards if card.resistance is not None)
    for order, expected in (("descending", numbers[::-1]), ("ascending", numbers)):
        page.get_by_role("button", name="Resist.").press("Enter")
        names(page)
        shown = page.locator(column).all_inner_texts()
        assert [*map(str, expected), *["–"] * (len(cards) - len(numbers))] == shown
        assert order == page.get_by_role("columnheader", name="Resist.").get_attribute("aria-sort")


def test_columns_that_say_nothing_are_left_out(new_page: Pages, small_url: str) -> None:
    """Of Plots the table shows no numbers and no alignments; of Deluxe Groups no attributes, but Income."""
    page = opened(new_page(), small_url + "cards/?view=table&type=plot")
    heads = page.locator(".cb-cards thead th:visible")
    assert ["Card", "Type"] == [
        text.strip() for text in heads.all_inner_texts() if text.strip() not in ("Arrows", "Attributes")
    ]
    opened(page, small_url + "cards/?view=table&set=deluxe&type=group")
    assert ["Card", "Type", "Power", "Resist.", "Income", "Alignments", "Arrows"] == [
        text.strip() for text in heads.all_inner_texts()
    ]


def test_a_query_that_cannot_be_read_is_explained_at_the_field(new_page: Pages, small_url: str) -> None:
    """The problems stand at the search box with their columns; Enter selects the first; the last good list stays."""
    page = opened(new_page(), small_url + "cards/?find=zurich&set=deluxe")
    box = page.get_by_label("Find cards")
    box.fill("zurich pwr:>=4 OR")
    box.press("Enter")
    assert [
        "Column 8: there is no field pwr (did you mean power:?)",
        "Column 18: something to look for is missing beside OR",
    ] == page.locator(".cb-problems p").all_inner_texts()
    assert "true" == box.get_attribute("aria-invalid")
    assert [7, 17] == box.evaluate("box => [box.selectionStart, box.selectionEnd]")
    assert ["The Gnomes of Zurich"] == names(page)
    box.fill("zurich power>=4")
    page.evaluate(ANSWERED)
    assert ["false", 0] == [box.get_attribute("aria-invalid"), page.locator(".cb-problems p").count()]


def test_slips_are_forgiven_and_said(new_page: Pages, small_url: str) -> None:
    """A misspelt word finds what was meant, and the page says what it searched for instead."""
    page = opened(new_page(), small_url + "cards/?find=mafai")
    assert "The Mafia" in names(page)
    said, _, meant = page.inner_text(".cb-note").partition(" These cards fit ")
    assert ("Nothing fits as it is written.", "mafia") == (said, meant.removeprefix("the "))


def test_a_nonsense_address_shows_the_cards(new_page: Pages, small_url: str, total: int) -> None:
    """What an address asks for in vain is named, and everything else still works; nothing in it becomes markup."""
    nonsense = "?type=banana,Special&power=a..b&sort=beauty&view=3d&x=<b>1</b>&match=none&resistance=..99999"
    page = opened(new_page(), small_url + "cards/" + nonsense)
    assert 14 == len(names(page))
    ignored = "type=banana, power=a..b, sort=beauty, view=3d, x=<b>1</b>, match=none, resistance=..99999"
    assert f"The address asks for what is not here: {ignored}." == page.inner_text(".cb-note")
    broken = opened(new_page(), small_url + "cards/?find=%22<img src=x onerror=alert(1)>&%E0%A4%A")
    assert 'Column 1: this " has no partner' == broken.inner_text(".cb-problems")
    assert total == len(names(broken))


FOCUSED = """() => {
  const here = document.activeElement;
  return (here.closest("label")?.innerText ?? here.getAttribute("aria-label") ?? here.innerText).trim().split("\\n")[0];
}"""


def test_it_works_from_the_keyboard(new_page: Pages, small_url: str) -> None:
    """Tab goes from the search box through help and filters to the first card; the space bar chooses."""
    page = opened(new_page(), small_url + "cards/?find=mafia&set=deluxe")
    page.get_by_label("Find cards").focus()
    stops = []
    for _ in range(90):
        page.keyboard.press("Tab")
        stops.append(page.evaluate(FOCUSED))
        if stops[-1] in ("Group", "Rarity"):  # a value is chosen, a filter unfolded
            page.keyboard.press("Space")
        if "The Mafia" in stops:
            break
    expected = [
        "Search syntax",
        "Type",
        "Group",
        "Violent",
        "Power from",
        "Income to",
        "Rarity",
        "Ultra-rare",
        "Clear all",
        "Faces",
        "Remove Group",
        "The Mafia",
    ]
    assert expected == [stop for stop in stops if stop in expected]
    assert small_url + "cards/?find=mafia&set=deluxe&type=group" == page.url


@pytest.mark.parametrize(("width", "is_open"), [(390, False), (1280, True)])
def test_filters_fold_away_on_a_narrow_screen(new_page: Pages, small_url: str, width: int, is_open: bool) -> None:
    """On a phone the filters are one line that says what is chosen; on a desk they are open. Nothing is wider than the
    page.
    """
    page = opened(new_page(width, 844), small_url + "cards/?alignment=weird&power=4..")
    assert is_open == page.get_by_role("checkbox", name="Weird").is_visible()
    if not is_open:
        assert "Filters: Weird; Power 4 or more" == page.inner_text(".cb-filters > summary")
        page.locator(".cb-filters > summary").click()
        assert page.get_by_role("checkbox", name="Weird").is_visible()
        assert "Alignment: Weird" == page.inner_text(".cb-alignment > summary")
    assert not page.get_by_role("checkbox", name="Personality").is_visible()
    page.locator(".cb-subtype > summary").click()
    page.get_by_role("checkbox", name="Personality").check()
    assert "Subtype: Personality" == page.inner_text(".cb-subtype > summary")
    assert 0 == page.evaluate("document.documentElement.scrollWidth - innerWidth")


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_jumps_when_the_script_starts(new_page: Pages, small_url: str, width: int) -> None:
    """The list stands from the start where it stands when the controls are there, to within a few pixels."""
    page = new_page(width, 844)
    held: list[Route] = []
    page.route("**/card-index.json", lambda route: held.append(route))
    page.goto(small_url + "cards/")
    page.wait_for_function("() => document.querySelector('.card-list')")
    before = page.locator(".card-list").first.bounding_box()
    while not held:
        page.wait_for_timeout(10)
    held[0].continue_()
    page.wait_for_selector("#card-browser.cb-ready")
    after = page.locator(".card-list").nth(1).bounding_box()
    assert [0, 0, 0] == [round((after[side] - before[side]) / 8) for side in ("x", "y", "width")]


def test_without_its_data_the_list_stays(new_page: Pages, small_url: str, total: int) -> None:
    """When the data does not arrive, the list stays readable and a line says that it cannot be searched."""
    page = new_page()
    page.route("**/card-index.json", lambda route: route.fulfill(status=500, body="no"))
    opened(page, small_url + "cards/")
    assert (
        "The list cannot be searched now (500 Internal Server Error). Reload the page to try again."
        == page.inner_text(".cb-note")
    )
    assert total == len(names(page))
    assert 1 == len(new_page.problems)
    new_page.forgive()


def test_the_real_page_is_readable_without_scripts(new_page: Pages, site_url: str, catalog: Catalog) -> None:
    """Without scripts /cards/ lists every card with a link to its page, and loads no faces: a browser would load all at
    once.
    """
    page = new_page(scripts=False)
    faces: list[str] = []
    page.on("request", lambda request: request.url.endswith("face.svg") and faces.append(request.url))
    page.goto(site_url + "cards/")
    assert [] == faces
    assert {record.id for record in catalog.cards} == {
        item.get_attribute("data-card") for item in page.locator("#card-browser li").all()
    }
    assert sorted(record.card.name for record in catalog.cards) == sorted(
        page.locator("#card-browser li a .name").all_text_contents()
    )


def test_calculators_offer_cards_of_their_game_alone(built_site: Path, catalog: Catalog) -> None:
    """A calculator has data where its game has rules of attacks, and no card of another game is in them."""
    data = {path.stem for path in (built_site / "data").glob("*.json") if not path.stem.startswith("words-")}
    games = data - {"card-index", "rulings", "search"}
    assert {"deluxe"} <= games <= {term.game for term in catalog.terms}
    for game in games:
        cards = json.loads((built_site / f"data/{game}.json").read_text(encoding="utf-8"))["cards"]
        assert {record.id for record in catalog.cards if record.card.game == game} == {card["id"] for card in cards}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "address", ["?find=pwr:x&power=4..2&banana=1", "?find=power>=4&alignment=violent,weird&view=table&sort=-power"]
)
def test_the_real_page_in_use_is_accessible(new_page: Pages, site_url: str, scheme: str, address: str) -> None:
    """With errors shown, and as a table, the real page works and axe finds nothing against it."""
    page = opened(new_page(scheme=scheme), site_url + "cards/" + address)
    page.wait_for_function("() => document.querySelector('.cb-count').textContent !== ''")
    assert 0 < len(names(page)) + page.locator(".cb-none:visible").count()
    violations = Axe().run(page).response["violations"]
    assert [] == [(found["id"], [node["target"] for node in found["nodes"]]) for found in violations]


# --- the preview of a card --------------------------------------------------------------------------------------------


def test_a_resting_mouse_shows_the_face(new_page: Pages, small_url: str) -> None:
    """The face appears beside the link, inside the window, named after the card; nothing moves; Escape takes it
    away.
    """
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


def test_a_face_that_stands_is_as_large_as_one_that_lies(new_page: Pages, small_url: str) -> None:
    """A face taller than wide keeps its proportion, is narrower, and has about the same area; it fits into the
    window.
    """
    page = new_page(1280, 700)
    page.goto(small_url)
    page.hover("#standing")
    box = page.get_by_role("tooltip").get_by_role("img").bounding_box()
    assert (240, 336) == (box["width"], round(box["height"]))
    assert 0 <= box["y"] and box["y"] + box["height"] <= 700


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


def test_what_is_far_leaves_an_empty_place_of_its_size(new_page: Pages, small_url: str, total: int) -> None:
    """Far down the list, what stood at its top is gone and the page is as high as before; coming back, printing and
    Ctrl+F bring it back.
    """
    filled = "() => [...document.querySelectorAll('.card-list > li')].filter((item) => item.firstChild).length"
    page = opened(new_page(), small_url + "cards/?sort=name")
    page.evaluate("location.hash = '#%'")  # names no place, and is no error; all places are there
    assert total == page.locator(".card-list > li").count()
    page.wait_for_function(f"() => ({filled})() < 300")
    first = page.locator(".card-list > li").first
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.wait_for_function("() => !document.querySelector('.card-list > li').firstChild")
    assert first.bounding_box()["height"] > 100
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_function("() => document.querySelector('.card-list > li').firstChild")
    expect(first.locator("a")).to_be_visible()
    page.keyboard.press("Control+f")
    assert total == page.evaluate(filled)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.evaluate(ANSWERED)
    assert total == page.evaluate(filled)
