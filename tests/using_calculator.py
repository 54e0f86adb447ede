"""The calculator as a player uses it: opening it, choosing cards by keyboard, reading its sum. Shared by its tests."""

from __future__ import annotations

from urllib.parse import quote, unquote

from playwright.sync_api import Locator, Page, expect

LINK_WORDS = ("v=", "sum=")


def open_calculator(page: Page, site_url: str, position: str = "", game: str = "") -> Page:
    """Open the calculator on a position, or empty on a game that is named as its choice names it."""
    page.goto(f"{site_url}calculator/{'#' + quote(position, safe='') if position else ''}")
    expect(page.get_by_role("combobox", name="Attacker")).to_be_visible()
    if game:
        page.locator("label").get_by_text(game, exact=True).first.click()
        expect(page.get_by_role("radio", name=game, exact=True)).to_be_checked()
        expect(page.locator(".calc-table")).not_to_have_attribute("inert", "")
    return page


def lines(page: Page) -> list[tuple[str, str]]:
    """The lines of the sum as they show: amount and label."""
    return [
        tuple(each)
        for each in page.locator(".calc-sum tbody tr").evaluate_all(
            "rows => rows.map(row => [row.querySelector('.calc-amount').textContent,"
            " row.querySelector('.calc-line').textContent])"
        )
    ]


def position_of(page: Page) -> str:
    """The position of the link to what is shown; as a player gets it, once the changes have come to rest."""
    page.evaluate(
        "new Promise(done => setTimeout(done, 200))"
    )  # the page's own clock: it writes the address after 150 ms
    return " ".join(word for word in unquote(page.url.partition("#")[2]).split(" ") if not word.startswith(LINK_WORDS))


def strength(page: Page) -> int:
    """The strength that shows."""
    return int(page.locator(".calc-sum tfoot .calc-amount").inner_text().replace("−", "-"))


def choose(page: Page, field: str, typed: str) -> None:
    """Choose a card by keyboard alone."""
    page.get_by_role("combobox", name=field, exact=True).focus()
    page.keyboard.type(typed)
    page.keyboard.press("Enter")


def unfold(page: Page, title: str) -> None:
    """Open a folded part of the form."""
    details = page.locator("details.calc-more", has=page.locator("summary", has_text=title))
    if details.get_attribute("open") is None:
        details.locator("summary").first.click()
    expect(details).to_have_attribute("open", "")


def put_on(page: Page, what: str, card: str) -> None:
    """Say on which card a Plot or Resource of a list lies: `what` is the label of the choice."""
    page.get_by_label(what, exact=True).select_option(label=card)


def row(page: Page, slug: str) -> Locator:
    """The row of a card that takes part or lies somewhere."""
    return page.locator(f"[data-card={slug}]")


def plain(value: int) -> str:
    """A number as the page writes it."""
    return str(value).replace("-", "−")
