"""What a page is opened with: addresses and what a browser keeps, from anybody and of any form, in Chromium."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
from conftest import Pages, at_rest
from playwright.sync_api import Page, expect

from generator.site import links

NOT_WORDS = re.compile(r"\bundefined\b|\bNaN\b|\[object |\bfunction\b.*\{|\bnative code\b")
"""What no reader should see: a value of a script that nobody has made words of."""


def scripts_of(site: Path) -> str:
    """All scripts of ours as pages load them."""
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted((site / links.ASSETS).glob("*.js")))


def parameters(site: Path) -> list[str]:
    """What the scripts look for in an address, and what every object of a script has."""
    found = re.findall(r"""\.get\("(\w+)"\)|\bkey(?: ===|:) "(\w+)\"""", scripts_of(site))
    return [*dict.fromkeys(chain.from_iterable(found))][1:] + ["__proto__", "constructor", "toString"]


def kept_names(site: Path) -> list[str]:
    """Under which names our scripts and those of Material keep something in a browser."""
    material = "".join(path.read_text(encoding="utf-8") for path in site.glob("assets/javascripts/bundle.*.js"))
    ours = re.findall(r"pathname\}\.(\w+)", scripts_of(site))
    return sorted({*ours, *re.findall(r'__md_[gs]et\("(\w+)"', material)})


@pytest.fixture(scope="session")
def kinds(built_site: Path) -> dict[str, str]:
    """A page for each set of scripts that pages have, and one of a card: its address by the names of the scripts."""
    found: dict[str, str] = {}
    for path in sorted(built_site.rglob("index.html"), key=lambda path: len(path.parts)):
        scripts = re.findall(r"assets/dossier/([\w-]+)\.js", path.read_text(encoding="utf-8"))
        found.setdefault(" ".join(scripts), path.parent.relative_to(built_site).as_posix() + "/")
    return {**found, "card": links.card_url("inwo/the-mafia")}


def is_well(page: Page) -> None:
    """The page is at rest, answers, and shows words."""
    at_rest(page)
    assert page.locator("h1").first.is_visible()
    assert not (found := NOT_WORDS.search(page.inner_text("body"))), f"{page.url[:200]}: {found[0] if found else ''}"


HOSTILE = {
    "nothing": "",
    "prototype": "__proto__",
    "constructor": "constructor,toString,hasOwnProperty",
    "broken percent": "%E0%A4%A%",
    "not UTF-8": "%ff%fe%00",
    "markup": "%3Cimg%20src=x%20onerror=alert(1)%3E%22'%60$%7B1%7D",
    "script": "javascript:alert(1)",
    "unseen": "%E2%80%AE%E2%80%8B%ED%A0%80%0A%0D%09",
    "brackets": "[(" * 200,
    "quotes": "%22" * 301,
    "range": "9..-9..,1e999,-0,9999..0",
    "line of a prototype": "inwo%20control%20__proto__%3Econstructor%20aid=toString%20__proto__=1",
    "goal of a prototype": "inwo%20goal%20__proto__%20groups=constructor%20link=toString+__proto__",
    "newer": "v999999999999999999999%20inwo",
    "words": "a%20" * 300,
}
"""What may stand at every place of an address."""
LONG = {
    "letters": "a" * 100_000,
    "cards": "inwo%20control%20the-mafia%3Etexas%20aid=" + "i-r-s," * 5_000,
    "goal": "inwo%20goal%20the-network%20groups=" + "i-r-s," * 5_000,
    "structure": "inwo%20" + "the-network%3E" * 5_000,
    "percents": "%" * 50_000,
}
"""What may stand behind the #, which no server sees."""


@pytest.mark.parametrize("name", [*HOSTILE, *LONG])
def test_any_address_opens_a_page(
    new_page: Pages, built_site: Path, site_url: str, kinds: dict[str, str], name: str
) -> None:
    """Every page that has scripts of its own, with everything that they look for in an address: it shows its words,
    nothing of the address runs, no script fails.
    """
    page = new_page()
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    asked = "&".join(f"{key}={HOSTILE[name]}" for key in parameters(built_site)) if name in HOSTILE else ""
    for address in kinds.values():
        page.goto(f"{site_url}{address}?{asked}#{HOSTILE.get(name) or LONG.get(name, '')}")
        is_well(page)
    assert [] == dialogs


FOREIGN = {
    "null": "null",
    "number": "5",
    "yes": "true",
    "text": '"texas"',
    "list": '[null, 7, {}, [[]], "__proto__", "constructor", "no/such", "inwo/the-mafia"]',
    "object": '{"__proto__": {"index": 1}, "length": 3, "index": 1, "color": {}}',
    "palette": '{"index": 1, "color": {"media": 5, "scheme": "<img src=x onerror=alert(1)>", "primary": []}}',
    "no JSON": "{{{",
    "empty": "",
    "letters": "a" * 100_000,
    "deep": "[" * 50_000,
    "markup": json.dumps("<img src=x onerror=alert(1)>\u202e\u0000"),
}
"""What may stand under a name of ours: of an older or newer build, of another site of the same host, of nobody."""


@pytest.mark.parametrize("name", FOREIGN)
def test_whatever_a_browser_keeps(
    new_page: Pages, built_site: Path, site_url: str, kinds: dict[str, str], name: str
) -> None:
    """Every kind of page with something foreign under every name of ours: it shows its words, and a choice is kept as
    ever.
    """
    page = new_page()
    page.goto(f"{site_url}about/")
    page.evaluate(
        """([names, value]) => {
      for (const store of [localStorage, sessionStorage]) for (const name of names) store.setItem(`/.${name}`, value);
    }""",
        [kept_names(built_site), FOREIGN[name]],
    )
    for address in kinds.values():
        page.goto(site_url + address)
        is_well(page)
    button = page.locator("button[data-favorite]")
    was = button.get_attribute("aria-pressed")
    button.click()
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "false" if was == "true" else "true")


@pytest.fixture
def refusing(new_page: Pages) -> Iterator[Page]:
    """A page in a browser in which nothing may be kept."""
    page = new_page()
    page.add_init_script("""for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, {
      get() { throw new Error("no storage"); } });""")
    yield page


def test_a_browser_that_keeps_nothing(refusing: Page, site_url: str, kinds: dict[str, str]) -> None:
    """Where storage itself is refused, every kind of page shows its words all the same, and says what can't be kept."""
    for address in kinds.values():
        refusing.goto(site_url + address)
        is_well(refusing)
    refusing.locator("button[data-favorite]").click()
    assert "This browser keeps nothing" == refusing.locator("button[data-favorite]").inner_text()
