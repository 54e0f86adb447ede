"""The search of the site in a real Chromium: suggestions, the page of results, keys, filters, answers, and what it
loads.
"""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import Pages, at_rest
from playwright.sync_api import Page, expect

RESULTS = "#search-page .search-results li a"
ANSWER = "#search-page .answer"


def found(page: Page, url: str, question: str) -> Page:
    """The page of results for a question, when its results are there."""
    page.goto(f"{url}search/")
    page.locator("#search-q").fill(question)
    page.locator("#search-q").press("Enter")
    page.locator(f"{RESULTS}, {ANSWER}").first.wait_for()
    return page


def test_nothing_is_loaded_before_the_field_has_the_focus(page: Page, site_url: str) -> None:
    """A page that is only read asks for no index and no engine; the focus brings both, once."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{site_url}rules/inwo/attacks/")
    at_rest(page)
    assert not [
        url for url in asked if re.search(r"search\.json|search-engine|minisearch|card-index|search_index", url)
    ]
    with page.expect_response("**/data/search.json"):
        page.locator(".site-search input").focus()
    page.locator(".site-search input").fill("hand limit")
    page.locator(".search-option").first.wait_for()
    assert 1 == len([url for url in asked if url.endswith("data/search.json")])


@pytest.mark.parametrize(("where", "field"), [("", "#find"), ("rules/inwo/attacks/", ".site-search input")])
def test_keys_suffice(page: Page, site_url: str, where: str, field: str) -> None:
    """Arrows move among the suggestions, Enter opens one, Escape closes them; Enter on what was typed leads to the
    results.
    """
    page.goto(site_url + where)
    page.locator(field).focus()
    page.keyboard.type("loan sharks")
    expect(page.locator(".search-option").first).to_be_visible()
    expect(page.locator(field)).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Escape")
    expect(page.locator(field)).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("ArrowDown")
    page.locator(".search-option").first.wait_for()
    page.keyboard.press("ArrowDown")
    chosen = page.locator(".search-option[aria-selected=true]")
    expect(chosen).to_have_text(re.compile("Loan Sharks"))
    assert page.locator(field).get_attribute("aria-activedescendant") == chosen.get_attribute("id")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/cards/(inwo|deluxe)/loan-sharks/$"))
    page.goto(site_url + where)
    page.locator(field).fill("loan sharks")
    page.locator(field).press("Enter")
    page.wait_for_url("**/search/?q=loan+sharks")
    page.locator(ANSWER).first.wait_for()


def test_a_slash_leads_to_the_field(page: Page, site_url: str) -> None:
    """Wherever nothing is typed, / goes to the search."""
    page.goto(f"{site_url}glossary/inwo/")
    at_rest(page)
    page.keyboard.press("/")
    expect(page.locator(".site-search input")).to_be_focused()
    expect(page.locator(".site-search input")).to_have_value("")


def test_the_best_is_first_and_the_others_are_grouped(page: Page, site_url: str) -> None:
    """The best three stand first, whatever their kind, which each says; then each kind has its heading."""
    page.goto(site_url)
    page.locator("#find").fill("hand limit")
    page.locator(".search-option").first.wait_for()
    assert "Best matches" == page.locator(".search-group").first.inner_text()
    assert "The limit on Plots" == page.locator(".search-option-title").first.inner_text()
    expect(page.locator(".search-option-note").first).to_have_text(re.compile("^Rule · "))
    groups = page.locator(".search-group").all_inner_texts()
    assert len(groups) == len(set(groups)) > 1


@pytest.mark.parametrize(
    ("question", "leads"),
    [
        ("privileged attack", "/rules/inwo/.*#privilege$"),
        ("attack bonuses deluxe vs inwo", "/differences/"),
        ("vatican city errata", "/cards/inwo/vatican-city/"),
        ("shangrila win condition", "/cards/inwo/shangri-la/"),
        ("print rules", "/quick-reference/"),
        ("disasters on huge places", "/rules/inwo/.*disaster"),
    ],
)
def test_what_is_wanted_is_among_the_first_three(page: Page, site_url: str, question: str, leads: str) -> None:
    """Grouping takes nothing down from its place."""
    page.goto(site_url)
    page.locator("#find").fill(question)
    page.locator(".search-option").first.wait_for()
    expect(page.locator("[role=listbox]")).to_have_attribute("aria-label", "Suggestions")
    first = [each.get_attribute("href") or "" for each in page.locator(".search-option").all()[:3]]
    assert any(re.search(leads, each) for each in first), first


def test_errata_that_nobody_published_are_said_to_be_none(page: Page, site_url: str) -> None:
    """The card comes, and a word about its errata."""
    found(page, site_url, "vatican city errata")
    expect(page.locator(".search-notes")).to_contain_text("No erratum is published for Vatican City.")
    found(page, site_url, "volcano errata")
    expect(page.locator(".search-notes")).not_to_contain_text("No erratum")


def test_each_question_is_one_step_back(page: Page, site_url: str) -> None:
    """Words typed are a step of their own, with Enter or without; the question of the address that was opened comes
    back, too.
    """
    found(page, site_url, "zap")
    box = page.locator("#search-q")
    box.fill("hand limit")
    box.press("Enter")
    page.wait_for_url("**/search/?q=hand+limit")
    box.press("Enter")  # asked again, and no step
    box.fill("paralysis")
    page.wait_for_url("**/search/?q=paralysis")
    for question in ("hand+limit", "zap"):
        page.go_back()
        page.wait_for_url(f"**/search/?q={question}")
        expect(box).to_have_value(question.replace("+", " "))
    page.go_forward()
    page.wait_for_url("**/search/?q=hand+limit")


def test_the_readers_game_goes_first(page: Page, site_url: str) -> None:
    """On the page and in the suggestions, until another game is chosen."""
    page.goto(site_url)
    page.evaluate("""() => localStorage.setItem("/.game", "deluxe")""")
    found(page, site_url, "CIA")
    expect(page.locator(f"{ANSWER} .answer-kind").first).to_have_text("Card · Deluxe")
    page.locator("select.my-game").first.select_option("inwo")
    expect(page.locator(f"{ANSWER} .answer-kind").first).to_have_text("Card · INWO")
    page.goto(site_url)
    page.evaluate("""() => localStorage.setItem("/.game", "deluxe")""")
    page.locator("#find").fill("mafia attack irs")
    expect(page.locator(".search-option").first).to_have_attribute("href", re.compile("#deluxe"))


def test_an_attack_is_summed_up(page: Page, site_url: str) -> None:
    """Two cards and a word of attack open the calculator, filled in; its sum is there already."""
    found(page, site_url, "mafia attack irs")
    box = page.locator(ANSWER).first
    # Power 6, one identical alignment, +2 on any attempt to control Criminal Groups, against Resistance 5.
    expect(box).to_contain_text("Strength 7: roll 7 or less, 21/36 (58%)")
    expect(box.locator("li")).to_have_text(
        ["+6 Power of The Mafia", "+4 identical: Criminal", "+2 The Mafia", "−5 Resistance of I.R.S."]
    )
    box.locator("a").click()
    page.wait_for_url(re.compile("/calculator/#"))
    expect(page.locator("#calculator")).to_contain_text("I.R.S.")


def test_a_sum_has_one_sign_before_each_amount(page: Page, site_url: str) -> None:
    """An identical alignment counts against an attack to destroy."""
    found(page, site_url, "mafia destroy irs deluxe")
    expect(page.locator(f"{ANSWER} li", has_text="identical: Criminal")).to_have_text("−4 identical: Criminal")
    amounts = [line.split()[0] for line in page.locator(f"{ANSWER} li").all_inner_texts()]
    assert amounts and all(re.fullmatch(r"[+−]\d+", amount) for amount in amounts), amounts


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("orbitel mind controll lazers", "Orbital Mind Control Lasers"),
        ("what does devastated mean", "Devastated"),
        ("strength 8 odds", "26 of 36 rolls, 72%"),
        ("how many groups with 5 players", "Control 10 Groups"),
        ("volcano errata", "Volcano"),
    ],
)
def test_answers_come_first(page: Page, site_url: str, question: str, says: str) -> None:
    """A card with its face, a definition, a row of a table, an erratum."""
    found(page, site_url, question)
    expect(page.locator(ANSWER).first).to_contain_text(says)
    if "mind" in question:
        assert 2 == page.locator(f"{ANSWER} img").count()  # two games have the card
        page.wait_for_function(
            "() => [...document.querySelectorAll('.answer img')].every((image) => image.naturalWidth > 0)"
        )


@pytest.mark.parametrize(
    ("question", "understood"),
    [
        ("nations", "attribute Nation"),
        ("green groups", "attribute Green, type Group"),
        ("yellow new world order", "color Yellow, type NWO"),
        ("power 6", "Power 6"),
        ("non-violent inwo places", "not alignment Violent, game INWO, type Place"),
        ("attribute:nation", "attribute:nation"),
    ],
)
def test_a_list_is_answered_with_the_list(page: Page, site_url: str, question: str, understood: str) -> None:
    """How many cards there are, how the words were taken, the first cards, and all of them in the card browser; no card
    stands large above the others.
    """
    found(page, site_url, question)
    answer = page.locator(".answer")
    expect(answer).to_have_count(1)
    expect(answer.locator(".answer-kind")).to_have_text(f"Cards with {understood}")
    count = page.locator(".search-results li").count()
    more = page.locator(".search-results > button")
    count += int(re.sub(r"\D", "", more.inner_text())) if more.count() else 0
    expect(answer.locator("h2")).to_have_text(f"{count} cards")
    assert 0 == answer.locator("img").count()
    answer.get_by_role("link", name="Show them in the card browser").click()
    page.wait_for_url("**/cards/?find=**")
    expect(page.locator(".cb-count")).to_contain_text(f"{count} ")


def test_filters_count_and_stand_in_the_address(page: Page, site_url: str) -> None:
    """A filter leaves as many results as it says, and back takes it away."""
    found(page, site_url, "hand limit")
    every = int(page.locator("[data-filter='kind=']").inner_text().split()[-1])
    rules = page.locator("[data-filter='kind=section']")
    count = int(rules.inner_text().split()[-1])
    rules.click()
    page.wait_for_url("**/search/?q=hand+limit&kind=section")
    expect(page.locator(".search-notes")).to_contain_text(f"{count} result")
    assert set(page.locator(f"{RESULTS} + .result-kind").all_inner_texts()) <= {
        "Rule · INWO",
        "Rule · SubGenius",
        "Rule · Deluxe",
    }
    expect(rules).to_be_focused()
    page.go_back()
    page.wait_for_url("**/search/?q=hand+limit")
    expect(page.locator(".search-notes")).to_contain_text(f"{every} results")
    page.go_forward()
    expect(page.locator(".search-notes")).to_contain_text(f"{count} result")
    page.reload()
    expect(page.locator("[data-filter='kind=section']")).to_have_attribute("aria-pressed", "true")


def test_a_filter_that_leaves_nothing_holds_nothing_back(page: Page, site_url: str) -> None:
    """The next question is answered in full and a note says so; back has the filter again."""
    found(page, site_url, "mafai")
    page.locator("[data-filter='kind=ruling']").click()
    page.wait_for_url("**/search/?q=mafai&kind=ruling")
    page.locator("#search-q").fill("favorites")
    page.locator("#search-q").press("Enter")
    expect(page.locator(".search-notes")).to_contain_text("No result is filed under Ruling; the filter is off.")
    expect(page.locator(RESULTS).first).to_have_text("Favorite cards")
    expect(page.locator("[data-filter='kind=']")).to_have_attribute("aria-pressed", "true")
    page.go_back()
    expect(page.locator("[data-filter='kind=ruling']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".search-notes")).not_to_contain_text("the filter is off")
    page.go_forward()
    expect(page.locator(RESULTS).first).to_have_text("Favorite cards")


def test_a_random_card_is_found(page: Page, site_url: str) -> None:
    """As the link of every page, which leads to one."""
    found(page, site_url, "random card")
    page.locator(RESULTS).first.click()
    page.wait_for_url(re.compile("/cards/[a-z]+/[^/#?]+/$"))


def test_an_address_may_begin_with_two_slashes(page: Page, site_url: str) -> None:
    """A browser would read its path alone as a host."""
    page.goto(f"{site_url}/search/")
    page.locator("#search-q").fill("mafia")
    page.locator("#search-q").press("Enter")
    page.wait_for_url(f"{site_url}/search/?q=mafia")
    page.locator(ANSWER).first.wait_for()


@pytest.mark.parametrize(
    "question", ["<img src=x onerror=alert(1)>", "%3Cscript%3E", "a " * 99, "x" * 200, "zzzqqq", '"', "type:banana"]
)
def test_hostile_and_hopeless_questions_are_answered(page: Page, site_url: str, question: str) -> None:
    """Text is text; what cannot be answered is said."""
    page.goto(f"{site_url}search/")
    page.locator("#search-q").fill(question)
    page.locator("#search-q").press("Enter")
    expect(page.locator(".search-notes")).not_to_be_empty()
    assert 0 == page.locator("#search-page img[src=x], #search-page script").count()


def test_the_page_says_when_the_search_cannot_be_loaded(new_page: Pages, site_url: str) -> None:
    """Without the index the page says so, and finds again when it is there."""
    page = new_page()
    page.route("**/data/search.json", lambda route: route.abort())
    page.goto(f"{site_url}search/?q=mafia")
    expect(page.locator(".search-notes")).to_contain_text("cannot be loaded")
    new_page.problems.clear()
    page.unroute("**/data/search.json")
    page.locator("#search-q").fill("the mafia")
    page.locator(ANSWER).first.wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing(new_page: Pages, site_url: str, width: int, scheme: str) -> None:
    """Neither on the results nor with the suggestions open."""
    page = new_page(width, 900, scheme=scheme)
    found(page, site_url, "orbital mind control lasers")
    page.locator(ANSWER).first.wait_for()
    assert [] == [each["id"] for each in Axe().run(page).response["violations"]]
    page.goto(site_url)
    page.locator("#find").fill("hand limit")
    page.locator(".search-option").first.wait_for()
    assert [] == [each["id"] for each in Axe().run(page).response["violations"]]


def test_filters_leave_room_for_results_on_a_phone(new_page: Pages, site_url: str) -> None:
    """A row of filters is one line that slides: nothing is wider than the phone, and a filter that the keyboard reaches
    comes into view.
    """
    page = new_page(390, 844)
    found(page, site_url, "how do i win")
    rows = page.locator(".search-filter-row")
    assert rows.count() == 2
    for row in rows.all():
        height, button = row.bounding_box()["height"], row.locator("button").first.bounding_box()["height"]  # type: ignore[index]
        assert height < 2 * button
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    last = rows.first.locator("button").last
    expect(last).not_to_be_in_viewport()
    last.focus()
    expect(last).to_be_in_viewport()


def test_without_scripts_there_are_lists(new_page: Pages, site_url: str) -> None:
    """The form leads to the page of the search, which names the lists to look in."""
    page = new_page(scripts=False)
    page.goto(site_url)
    page.locator("#find").fill("mafia")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search/?q=mafia")
    expect(page.locator(".md-content").get_by_role("link", name="glossary")).to_be_visible()
