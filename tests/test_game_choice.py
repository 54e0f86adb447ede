"""The choice of a game at the head of each calculator: what happens until its cards are there, and where they never
come.
"""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from conftest import Pages, at_rest
from playwright.sync_api import Page, Route, expect

from generator.site import links
from generator.site.calculators import CALCULATORS

PAGES = tuple(address for _, address in CALCULATORS)


@pytest.mark.parametrize("address", PAGES)
def test_the_choice_of_a_game_keeps_the_focus_until_its_cards_are_there_and_after(
    page: Page, site_url: str, address: str
) -> None:
    """By keyboard: until the cards of SubGenius are there, those of INWO cannot be used; Tab then goes on from the
    choice.
    """
    held: list[Route] = []
    page.route("**/data/subgenius.json", lambda route: held.append(route))
    page.goto(site_url + address)
    table, chosen = page.locator(".calc-table"), page.get_by_role("radio", name="SubGenius")
    expect(
        page.locator(".calc-table")
        .get_by_role("combobox")
        .or_(page.locator(".calc-table").get_by_role("spinbutton"))
        .first
    ).to_be_visible()
    at_rest(page)
    before = table.inner_text()
    chosen.focus()
    with page.expect_request("**/data/subgenius.json"):
        page.keyboard.press("Space")
    assert table.evaluate("table => table.inert")
    assert before == table.inner_text()
    held[0].continue_()
    expect(table).not_to_have_attribute("inert", "")
    expect(chosen).to_be_checked()
    expect(chosen).to_be_focused()
    page.keyboard.press("Tab")
    assert table.evaluate("table => table.contains(document.activeElement)")


@pytest.mark.parametrize("address", PAGES)
def test_the_game_chosen_last_is_shown(page: Page, site_url: str, address: str) -> None:
    """Cards that come late, when another game was chosen since, change nothing."""
    held: list[Route] = []
    page.route("**/data/subgenius.json", lambda route: held.append(route))
    page.goto(site_url + address)
    expect(
        page.locator(".calc-table")
        .get_by_role("combobox")
        .or_(page.locator(".calc-table").get_by_role("spinbutton"))
        .first
    ).to_be_visible()
    with page.expect_request("**/data/subgenius.json"):
        page.locator("label").get_by_text("SubGenius", exact=True).first.click()
    page.locator("label").get_by_text("INWO", exact=True).first.click()
    with page.expect_response("**/data/subgenius.json"):
        held[0].continue_()
    page.wait_for_timeout(100)
    expect(page.get_by_role("radio", name="INWO", exact=True)).to_be_checked()
    assert not page.locator(".calc-table").evaluate("table => table.inert")


@pytest.mark.parametrize("address", PAGES)
def test_cards_that_cannot_be_loaded_are_a_message(new_page: Pages, site_url: str, address: str) -> None:
    """Where the cards do not arrive, the page says so in their place."""
    page = new_page()
    page.route("**/data/inwo.json", lambda route: route.fulfill(status=503))
    page.goto(site_url + address)
    expect(page.get_by_role("alert").filter(visible=True)).to_have_text(
        "The cards could not be loaded (status 503). Load the page again."
    )
    assert all("503" in problem for problem in new_page.problems)
    new_page.forgive()


LINES = {
    links.CALCULATOR: "deluxe control the-mafia>loan-sharks",
    links.GOALS: "deluxe goal the-network groups=the-mafia",
    links.SKETCHER: "deluxe structure the-network(top:the-mafia)",
    links.TOKENS: "subgenius tokens ready=pinks",
}


def opened(page: Page, site_url: str, address: str, line: str) -> Page:
    """The page of that address, opened on a line."""
    page.goto(f"{site_url}{address}#{quote(line, safe='')}")
    expect(
        page.locator(".calc-table")
        .get_by_role("combobox")
        .or_(page.locator(".calc-table").get_by_role("spinbutton"))
        .first
    ).to_be_visible()
    return page


@pytest.mark.parametrize("address", PAGES)
def test_a_place_on_the_page_leaves_what_was_entered(page: Page, site_url: str, address: str) -> None:
    """A link to a heading further down is no line of text: it changes the address and nothing else."""
    opened(page, site_url, address, LINES[address])
    page.wait_for_timeout(600)  # what is read out comes when all is quiet
    before = page.locator(".calc-table").inner_text()
    heading = page.locator("article h2[id]:not(.calc h2)").first.get_attribute("id")
    page.evaluate("id => { location.hash = id; }", heading)
    page.wait_for_timeout(300)
    assert before == page.locator(".calc-table").inner_text()


@pytest.mark.parametrize("address", PAGES)
def test_a_link_of_a_newer_version_asks_to_load_the_page_again(page: Page, site_url: str, address: str) -> None:
    """What a newer page may mean by it is not guessed: the page is that of its game, with nothing entered."""
    opened(page, site_url, address, LINES[address].split()[0])
    page.wait_for_timeout(600)
    empty = page.locator(".calc-table").inner_text()
    page.goto("about:blank")
    opened(page, site_url, address, f"{LINES[address]} v=3")
    expect(page.locator(".calc-notice")).to_contain_text("made by a newer version of this page. Load the page again")
    page.wait_for_timeout(600)
    assert empty == page.locator(".calc-table").inner_text()


@pytest.mark.parametrize("address", PAGES)
def test_a_renamed_card_is_found_and_named(new_page: Pages, site_url: str, address: str) -> None:
    """A link with the id that a card had before opens it under its present one, and says so; the link of today says its
    version.
    """
    page = new_page()
    slug = "pinks" if "pinks" in LINES[address] else "the-mafia"

    def older(route: Route) -> None:
        data = route.fetch().json()
        route.fulfill(json={**data, "renamed": {"mob": slug}})

    page.route(re.compile(r"/data/(deluxe|subgenius)\.json$"), older)
    opened(page, site_url, address, LINES[address].replace(slug, "mob"))
    expect(page.locator(".calc-notice")).to_have_text(f"The card mob is called {slug} now.")
    expect(page.locator(".calc-problems").filter(visible=True)).to_have_count(0)
    table = page.locator(".calc-table").inner_html()
    assert slug in table
    assert "mob" not in table


@pytest.mark.parametrize("address", PAGES)
def test_the_name_of_a_game_alone_opens_it(page: Page, site_url: str, address: str) -> None:
    """Nothing is entered, and nothing is wrong with that; what follows the name without being a line of it is told."""
    opened(page, site_url, address, "subgenius")
    expect(page.get_by_role("radio", name="SubGenius")).to_be_checked()
    problems = page.locator(".calc-problems").filter(visible=True)
    expect(problems).to_have_count(0)
    for nonsense in ("subgenius v=2", "v=2", "subgenius nonsense", "%"):
        page.goto("about:blank")
        opened(page, site_url, address, nonsense)
        expect(problems).to_have_count(1)
