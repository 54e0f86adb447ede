"""Accessibility: axe finds nothing on one page of each kind, light and dark, wide and narrow; keys suffice."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import Pages
from playwright.sync_api import Page, Route

PAGES = {
    "home": "",
    "search": "search/?q=hand+limit",
    "cards": "cards/",
    "card": "cards/deluxe/the-mafia/",
    "card-of-the-illuminati": "cards/deluxe/the-discordian-society/",
    "card-with-unsure-arrows": "cards/deluxe/gun-lobby/",
    "rules": "rules/deluxe/",
    "chapter": "rules/deluxe/neutralize-and-destroy/",
    "quick-reference": "rules/deluxe/quick-reference/",
    "all-rules": "rules/",
    "chapter-with-differences": "rules/inwo/attacks/",
    "quick-reference-of-inwo": "rules/inwo/quick-reference/",
    "card-of-inwo": "cards/inwo/hackers/",
    "faq": "faq/",
    "faq-topic": "faq/inwo/attacks/",
    "reference": "reference/",
    "differences": "differences/",
    "errata": "errata/",
    "rulings": "rulings/",
    "ruling": "rulings/mafia-against-loan-sharks/",
    "calculator": "calculator/#deluxe%20control%20the-mafia%3Eloan-sharks",
    "glossary": "glossary/",
    "glossary-of-inwo": "glossary/inwo/",
    "conflicts": "conflicts/",
    "language": "language/",
    "coverage": "coverage/",
    "promises": "promises/",
    "downloads": "downloads/",
    "errors": "errors/",
    "about": "about/",
    "first-game": "start/first-game/",
    "first-game-deluxe": "start/first-game/deluxe/",
    "from-deluxe": "start/coming-from-deluxe/",
    "rulings-found": "rulings/?find=agents",
}
OFTEN_SEEN = ("home", "cards", "card", "chapter", "ruling", "calculator", "conflicts", "faq-topic", "differences")


def violations(page: Page) -> list[str]:
    """What axe finds wrong: rule, how bad, and the first elements concerned."""
    found = Axe().run(page).response["violations"]
    return [f"{each['id']} ({each['impact']}): {[node['target'] for node in each['nodes']][:3]}" for each in found]


def show(page: Page, url: str) -> None:
    """Open a page and wait until its scripts have written what they write."""
    page.goto(url)
    page.wait_for_function("""() => {
      const later = document.querySelector("#calculator, #card-browser");
      return !later || later.querySelector("input");
    }""")


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(new_page: Pages, site_url: str, name: str) -> None:
    """No violation on a page of 1280 pixels, light."""
    page = new_page()
    show(page, site_url + PAGES[name])
    assert [] == violations(page)


@pytest.mark.parametrize("name", OFTEN_SEEN)
def test_axe_finds_nothing_in_the_dark(new_page: Pages, site_url: str, name: str) -> None:
    """No violation on a page of 1280 pixels, dark."""
    page = new_page(scheme="dark")
    show(page, site_url + PAGES[name])
    assert [] == violations(page)


@pytest.mark.parametrize("name", OFTEN_SEEN)
def test_axe_finds_nothing_on_a_phone(new_page: Pages, site_url: str, name: str) -> None:
    """No violation at 390 pixels either."""
    page = new_page(390, 844)
    show(page, site_url + PAGES[name])
    assert [] == violations(page)


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_wider_than_a_phone(new_page: Pages, site_url: str, name: str) -> None:
    """At 360 pixels no page has to be pushed sideways."""
    page = new_page(360, 780)
    show(page, site_url + PAGES[name])
    assert 0 == page.evaluate("Math.max(0, document.documentElement.scrollWidth - innerWidth)")


@pytest.mark.parametrize("name", PAGES)
def test_what_waits_for_a_script_is_not_seen_without_one(new_page: Pages, site_url: str, name: str) -> None:
    """What is marked hidden until a script fills it shows no empty box, and no element without a name, to a reader
    without scripts.
    """
    page = new_page(scripts=False)
    page.goto(site_url + PAGES[name], wait_until="domcontentloaded")
    shown = """[...document.querySelectorAll("body [hidden]")].filter((each) => each.checkVisibility({opacityProperty: true}))
      .map((each) => each.outerHTML)"""  # noqa: E501
    assert [] == page.evaluate(shown)


def test_a_word_of_the_game_explains_itself(new_page: Pages, site_url: str) -> None:
    """On focus a glossary word shows its meaning in the glossary, which is also its description; Escape puts it
    away.
    """
    page = new_page()
    page.goto(site_url + PAGES["chapter"])
    term = page.locator("a.term").first
    term.focus()
    tip = page.locator(".term-tip")
    tip.wait_for()
    meaning, (game, word) = (
        tip.text_content(),
        re.findall(r"/glossary/(\w+)/#(.+)", term.evaluate("(term) => term.href"))[0],
    )
    assert meaning
    assert meaning == page.request.get(f"{site_url}data/words-{game}.json").json()[word]
    assert term.get_attribute("aria-describedby") == tip.get_attribute("id")
    page.keyboard.press("Escape")
    assert not tip.is_visible()
    assert term.get_attribute("aria-describedby") is None


def test_a_word_explains_itself_that_had_the_focus_before_the_script(new_page: Pages, site_url: str) -> None:
    """A reader may be on a word before the script is there: the meaning shows as soon as it is."""
    page = new_page()
    held: list[Route] = []
    page.route("**/terms.js", lambda route: held.append(route))
    page.goto(site_url + PAGES["chapter"])
    page.locator("a.term").first.focus()
    page.wait_for_function("() => document.activeElement.matches('a.term')")
    (script,) = held
    script.continue_()
    page.locator(".term-tip").wait_for()


def test_keys_open_the_drawer(new_page: Pages, site_url: str) -> None:
    """On a phone every stop of the Tab key is in sight, those of the drawer too, which goes away behind the last of
    them.
    """
    page = new_page(width=390)
    page.goto(site_url + PAGES["card"])
    drawer, seen = page.locator(".md-sidebar--primary"), 0
    for _ in range(20):
        page.keyboard.press("Tab")
        inside = page.evaluate("document.querySelector('.md-sidebar--primary').contains(document.activeElement)")
        seen += inside
        page.wait_for_function("document.querySelector('.md-sidebar--primary').getAnimations().length === 0")
        left = page.evaluate("document.activeElement.getBoundingClientRect().left")
        assert left >= 0
        box = drawer.bounding_box()
        assert box and (box["x"] >= 0) == inside
    assert seen > 5
