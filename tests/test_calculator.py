"""The attack calculator, used as a player uses it: through its own controls, by keyboard and by mouse."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import quote, unquote

import pytest
import yaml
from axe_playwright_python.sync_playwright import Axe
from conftest import Pages
from playwright.sync_api import Page, Route, expect

from generator.catalog import Catalog, read_catalog
from generator.engine.attack import explain
from generator.engine.position import attack_of, read_position
from generator.site.calculator import calculator_data
from tests import strategies

SIMPLE = "deluxe control the-mafia>loan-sharks"
RICH = (
    "deluxe control the-mafia>loan-sharks aid=c-i-a,kkk with=the-bavarian-illuminati,feminists at=1 "
    "rival=the-discordian-society,survivalists pay=10 defend=2 play=deep-agent privileged used=c-i-a align=loan-sharks:weird"
)


@pytest.fixture(scope="module")
def catalog(root: Path) -> Catalog:
    """All cards and rules."""
    return read_catalog(root)


@pytest.fixture
def open_position(page: Page, site_url: str):
    """Opens the calculator on a position, in a page of 1280 by 900 pixels."""
    def open_(position: str = "", on: Page = page) -> Page:
        on.goto(f"{site_url}calculator/{'#' + quote(position, safe='') if position else ''}")
        expect(on.get_by_role("combobox", name="Attacker")).to_be_visible()
        return on
    return open_


def lines(page: Page) -> list[tuple[str, str]]:
    """The lines of the sum as they show: amount and label."""
    rows = page.locator(".calc-sum tbody tr")
    return [
        (row.locator(".calc-amount").inner_text(), row.locator(".calc-line").inner_text()) for row in rows.all()
    ]


def position_of(page: Page) -> str:
    """The position in the address."""
    return unquote(page.url.partition("#")[2])


def choose(page: Page, field: str, typed: str) -> None:
    """Choose a card by keyboard alone."""
    page.get_by_role("combobox", name=field, exact=True).focus()
    page.keyboard.type(typed)
    page.keyboard.press("Enter")


def plain(value: int) -> str:
    return str(value).replace("-", "−")


# --- an attack, step by step ------------------------------------------------------------------------------------------

def test_the_mafia_against_loan_sharks_by_keyboard_alone(open_position) -> None:
    """7 + 8 + 3 - 5 = 13: roll 10 or less, 33 of 36; sum, address and the spoken summary all say so."""
    page = open_position()
    choose(page, "Attacker", "mafia")
    assert "" == position_of(page)
    page.keyboard.press("Tab")
    assert "Target" == page.evaluate("document.activeElement.labels[0].textContent")
    page.keyboard.type("loan sh")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert [
        ("+7", "Power of The Mafia"), ("+8", "identical: Criminal, Violent"), ("+3", "The Mafia"),
        ("−5", "Resistance of Loan Sharks"),
    ] == lines(page)
    expect(page.locator(".calc-sum tfoot .calc-amount")).to_have_text("13")
    expect(page.locator(".calc-big")).to_have_text("Roll 10 or less 33/36 (92%)")
    expect(page.locator(".calc-checks summary")).to_have_text("Legal: all 9 requirements hold")
    expect(page.locator(".calc-result [role=status]")).to_have_text(
        "Roll 10 or less, 33/36 (92%). Strength 13. 11 or more always fails. Legal."
    )
    assert SIMPLE == position_of(page)


def test_every_line_and_reason_links_its_source(open_position, site_url: str) -> None:
    """Each line and each reason names a document and page, and leads to the page of ours that states it."""
    page = open_position(SIMPLE)
    page.locator(".calc-checks summary").click()
    for item in [*page.locator(".calc-sum tbody tr").all(), *page.locator(".calc-checks li").all()]:
        link = item.locator(".calc-from a").first
        assert link.inner_text().startswith("Deluxe rules, ")
        assert link.evaluate("link => link.href").startswith(f"{site_url}rules/deluxe/")


def test_a_helper_says_why_it_may_help_and_why_not(open_position) -> None:
    """The KKK have no Transferable Power, so the attack is not legal; the C.I.A. may help and add 4."""
    page = open_position(SIMPLE)
    choose(page, "Add a helper", "kkk")
    kkk = page.locator("[data-card=kkk]")
    expect(kkk.locator(".calc-badge")).to_have_text("may not help")
    expect(kkk.locator("[data-ok=false]")).to_contain_text("An attack requires that each helper has Transferable Power 1 or more.")
    expect(kkk.locator("[data-ok=false] a")).to_have_text("Deluxe rules, pp. 4–5")
    expect(page.locator(".calc-illegal")).to_contain_text("KKK: An attack requires that each helper has Transferable Power 1 or more.")
    kkk.get_by_role("button", name="Remove KKK").click()
    expect(page.locator(".calc-illegal")).to_have_count(0)

    choose(page, "Add a helper", "CIA")
    cia = page.locator("[data-card=c-i-a]")
    expect(cia.locator(".calc-badge")).to_have_text("may help")
    cia.locator("summary").click()
    expect(cia.locator("[data-ok=true]")).to_have_count(5)
    assert ("+4", "Transferable Power of C.I.A.") in lines(page)
    assert f"{SIMPLE} aid=c-i-a" == position_of(page)


def test_a_rivals_group_is_protected_by_its_position(open_position) -> None:
    """Next to the rival's Illuminati 10 counts against the attack, one Group away 5; uncontrolled again, nothing."""
    page = open_position(SIMPLE)
    page.get_by_text("A rival's", exact=True).click()
    assert ("−10", "controlled directly by its Illuminati") in lines(page)
    expect(page.locator(".calc-big")).to_have_text("Roll 3 or less 3/36 (8%)")
    page.get_by_text("1 Group away", exact=True).click()
    assert ("−5", "1 Group away from its Illuminati") in lines(page)
    page.get_by_label("The rival's Illuminati", exact=True).select_option(label="The Discordian Society")
    assert f"{SIMPLE} at=2 rival=the-discordian-society" == position_of(page)
    page.get_by_text("Uncontrolled", exact=True).click()
    assert SIMPLE == position_of(page)
    page.get_by_text("A rival's", exact=True).click()
    assert f"{SIMPLE} at=2 rival=the-discordian-society" == position_of(page)


def test_money_goes_in_by_button_and_by_keyboard(open_position) -> None:
    """Money of the target counts twice; what is too much becomes the most that a position may hold."""
    page = open_position(f"{SIMPLE} at=4")
    page.get_by_role("button", name="Target's treasury: 1 MB more").click()
    page.get_by_role("button", name="Target's treasury: 1 MB more").click()
    assert ("−4", "2 MB from the target's treasury") in lines(page)
    page.get_by_label("Attacker's treasury", exact=True).focus()
    page.keyboard.type("3")
    assert ("+3", "3 MB from the attacker's treasury") in lines(page)
    page.keyboard.type("0000")
    expect(page.get_by_label("Attacker's treasury", exact=True)).to_have_value("999")
    page.get_by_label("Attacker's treasury", exact=True).fill("")
    assert f"{SIMPLE} at=4 defend=2" == position_of(page)


def test_privilege_keeps_others_out_until_a_special_ends_it(open_position) -> None:
    """Money against a privileged attack is not legal; with Deep Agent in effect it is."""
    page = open_position(SIMPLE)
    page.get_by_label("The attack was declared privileged").check()
    page.get_by_role("button", name="Players who oppose: 1 MB more").click()
    expect(page.locator(".calc-illegal")).to_contain_text("no MB comes from opposing players if the attack is privileged")
    choose(page, "Specials in effect", "deep")
    expect(page.locator(".calc-illegal")).to_have_count(0)
    assert f"{SIMPLE} oppose=1 play=deep-agent privileged" == position_of(page)


def test_a_special_that_sets_the_roll_decides(open_position) -> None:
    """With Murphy's Law the roll is 12, so nothing can succeed; the strength stays what it is."""
    page = open_position(SIMPLE)
    choose(page, "Specials in effect", "murphys law")
    expect(page.locator(".calc-big")).to_have_text("The roll becomes 12: failure 0/36 (0%)")
    expect(page.locator(".calc-strength")).to_contain_text("A Special sets the roll; 10 or less succeeds.")
    expect(page.get_by_role("img", name="A Special has set the roll to 12, so the attack fails.")).to_be_visible()


def test_changes_of_this_turn_are_taken_into_account(open_position) -> None:
    """No open arrow and an attack already made forbid it; a Group that is now Weird only shares nothing with The Mafia."""
    page = open_position(SIMPLE)
    page.get_by_text("Changes on the cards this turn").click()
    page.get_by_role("button", name="Open arrows of the attacker: 1 arrow less").click()
    page.get_by_role("button", name="Open arrows of the attacker: 1 arrow less").click()
    page.get_by_role("button", name="Open arrows of the attacker: 1 arrow less").click()
    page.get_by_role("button", name="Attacks The Mafia took part in: 1 attack more").click()
    page.get_by_text("Loan Sharks is Criminal, Violent").click()
    alignments = page.get_by_role("group", name="Alignments of Loan Sharks")
    for name in ("Criminal", "Violent", "Weird"):
        alignments.get_by_label(name, exact=True).click()
    expect(page.get_by_text("Loan Sharks is Weird (changed)")).to_be_visible()
    assert [("+7", "Power of The Mafia"), ("−5", "Resistance of Loan Sharks")] == lines(page)
    illegal = page.locator(".calc-illegal")
    expect(illegal).to_contain_text("the attacker has an open arrow")
    expect(illegal).to_contain_text("the attacker has an attack left this turn")
    assert f"{SIMPLE} arrows=0 used=the-mafia align=loan-sharks:weird" == position_of(page)


def test_a_card_is_found_however_its_name_is_written(open_position) -> None:
    """Case, accents, punctuation, a missing article, initials, parts of words and slips do not matter."""
    page = open_position()
    for typed, name in {
        "cia": "C.I.A.", "F B I": "F.B.I.", "smof": "S.M.O.F.", "l4 society": "L-4 Society", "UFOs": "The UFOs",
        "parent teacher": "Parent/Teacher Agglomeration", "omcl": "Orbital Mind Control Lasers", "the máfia": "The Mafia",
        "mafya": "The Mafia", "comm cons": "International Communist Conspiracy", "gnoems": "The Gnomes of Zurich",
    }.items():
        choose(page, "Attacker", typed)
        assert (typed, name) == (typed, page.get_by_role("combobox", name="Attacker").input_value())


def test_a_field_that_is_left_without_a_card_keeps_the_one_before(open_position) -> None:
    """Nonsense in a field changes nothing; an emptied field takes the card out, and the sum waits for another."""
    page = open_position(SIMPLE)
    attacker = page.get_by_role("combobox", name="Attacker")
    attacker.fill("zzzzzz")
    expect(page.get_by_role("listbox", name="Attacker")).to_contain_text("No such card")
    page.keyboard.press("Tab")
    expect(attacker).to_have_value("The Mafia")
    attacker.fill("")
    page.keyboard.press("Tab")
    expect(page.locator(".calc-empty")).to_have_text("Choose an attacker and a target: the sum appears here.")
    assert "" == position_of(page)


def test_the_chart_tells_success_failure_and_automatic_failure_apart_without_colour(open_position) -> None:
    """For strength 8 the totals to 8 are full, 9 and 10 empty, 11 and 12 hatched; words say the same."""
    page = open_position("deluxe control the-bavarian-illuminati>recyclers")
    bars = page.locator(".calc-bar").evaluate_all(
        "bars => bars.map(bar => [Number(bar.dataset.total), bar.dataset.outcome, getComputedStyle(bar).fill.slice(0, 4)])"
    )
    assert [
        *([total, "success", "rgb("] for total in range(2, 9)), *([total, "failure", "none"] for total in (9, 10)),
        *([total, "always", "url("] for total in (11, 12)),
    ] == bars
    words = "Of the 36 outcomes of two dice 26 succeed: 2 to 8. 11 or more always fails."
    expect(page.get_by_role("img", name=words)).to_be_visible()
    expect(page.locator(".calc-legend")).to_have_text("succeedsfailsalways fails")


# --- links and texts --------------------------------------------------------------------------------------------------

def test_a_copied_link_opens_the_same_attack(open_position, new_page: Pages) -> None:
    """What `Copy link` puts on the clipboard shows the same lines in another browser."""
    page = open_position(SIMPLE)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    choose(page, "Add a helper", "cia")
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_text("Copied the link.")).to_be_visible()
    other = new_page(390, 844)
    other.goto(page.evaluate("navigator.clipboard.readText()"))
    expect(other.locator(".calc-big")).to_be_visible()
    assert lines(page) == lines(other)
    assert f"{SIMPLE} aid=c-i-a" == position_of(other)


def test_the_sum_is_copied_as_text(open_position) -> None:
    """The text has a line for each line of the sum, with sentence and source, and ends with the link."""
    page = open_position(SIMPLE)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy sum as text").click()
    expect(page.get_by_text("Copied the sum.")).to_be_visible()
    assert [
        "The Mafia → Loan Sharks, to control",
        "+7  Power of The Mafia: attack +Power of the attacker (Deluxe rules, p. 4, p. 16)",
        "+8  identical: Criminal, Violent: attack +4 for each identical alignment in an attack to control or neutralize "
        "(Deluxe rules, p. 5, p. 16)",
        "+3  The Mafia: +3 to direct control of Criminal Groups (Deluxe rules, Card list: Groups with special text)",
        "−5  Resistance of Loan Sharks: defense +Resistance of the target in an attack to control or neutralize "
        "(Deluxe rules, p. 4, p. 6)",
        "Strength 13, roll: 10 or less, 33/36 (92%)",
        page.url,
    ] == page.evaluate("navigator.clipboard.readText()").splitlines()


def test_the_copied_ruling_is_one_that_the_engine_agrees_with(open_position, catalog: Catalog) -> None:
    """The YAML is a ruling on this position whose expected lines are the engine's, with nothing settled yet."""
    cards = [record.card for record in catalog.cards]
    page = open_position()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for position in (SIMPLE, RICH, "deluxe destroy cycle-gangs>the-mafia at=1 rival=the-network"):
        page.get_by_label("Position in one line").fill(position)
        page.get_by_role("button", name="Copy as ruling YAML").click()
        expect(page.get_by_text("Copied the ruling.")).to_be_visible()
        (ruling,) = yaml.safe_load(page.evaluate("navigator.clipboard.readText()"))
        ledger = explain(attack_of(read_position(ruling["position"], cards), cards), catalog.rules("deluxe"))
        assert position == ruling["position"]
        assert [
            {"strength": ledger.strength, "settles": []},
            {"needed": "never" if ledger.needed is None else ledger.needed, "settles": []},
            {"ways": ledger.ways, "settles": []},
        ] == ruling["expect"]
        assert re.fullmatch(r"[a-z0-9-]+", ruling["id"])
        assert {"title", "question", "answer", "section", "sources", "cards"} < set(ruling)
        assert set(ruling["sources"]) <= {statement.id for statement in catalog.statements}


def test_without_a_clipboard_the_text_is_shown_to_copy_by_hand(open_position) -> None:
    """Where the browser lets no page copy, the text stands selected in a field."""
    page = open_position(SIMPLE)
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error()) } })")
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_label("Text to copy by hand")).to_have_value(page.url)


def test_a_pasted_position_and_a_pasted_link_are_taken_over(open_position) -> None:
    """The position field takes a line or a whole link, on several lines too, and shows it in its canonical form."""
    page = open_position()
    field = page.get_by_label("Position in one line")
    field.fill("deluxe control  the-mafia>loan-sharks\n pay=3   aid=c-i-a ")
    expect(page.locator(".calc-big")).to_have_text("Roll 10 or less 33/36 (92%)")
    page.keyboard.press("Tab")
    expect(field).to_have_value(f"{SIMPLE} aid=c-i-a pay=3")
    field.fill(f"https://example.org/calculator/#{quote('deluxe destroy kkk>yuppies', safe='')}")
    page.keyboard.press("Enter")
    expect(field).to_have_value("deluxe destroy kkk>yuppies")
    expect(page.locator(".calc-heading")).to_have_text("KKK → Yuppies, to destroy")


def test_a_slip_in_the_position_field_is_shown_at_the_field(open_position) -> None:
    """Every problem with its column and suggestion, the places marked; the sum before stays until the line is right."""
    page = open_position(SIMPLE)
    field = page.get_by_label("Position in one line")
    field.fill("deluxe control the-mafya>loan-sharks pay=x")
    problems = page.locator("#calculator-position-problems")
    assert ["the-mafya", "x"] == problems.locator("mark").all_inner_texts()
    assert [
        "Column 16: no card 'the-mafya' (did you mean the-mafia?)",
        "Column 42: 'x' is not a whole number from 0 to 999",
    ] == problems.locator("li").all_inner_texts()
    assert "true" == field.get_attribute("aria-invalid")
    expect(page.locator(".calc-heading")).to_have_text("The Mafia → Loan Sharks, to control")
    field.fill(f"{SIMPLE} pay=2")
    expect(problems).to_be_hidden()
    assert ("+2", "2 MB from the attacker's treasury") in lines(page)


def test_a_nonsense_address_gives_a_message_and_an_empty_calculator(page: Page, site_url: str) -> None:
    """Whatever stands behind the `#`, the page says what is wrong with it at the field and can be used at once."""
    for fragment in (
        "nonsense", "deluxe", "%E0%A4%A", "%", "a" * 5000, quote("<img src=x onerror=alert(1)>"), quote("🔺 🔺 🔺>🔺 🔺"),
        quote("inwo control russia>witch"), quote("deluxe control the-mafia>bribery constructor=1 __proto__=2"),
    ):
        page.goto(f"{site_url}calculator/#{fragment}")
        expect(page.locator("#calculator-position-problems li").first).to_contain_text("Column ")
        expect(page.get_by_role("combobox", name="Attacker")).to_have_value("")
        expect(page.locator(".calc-empty")).to_contain_text("This link holds no position that can be read.")
    page.get_by_text("See what is wrong with it").click()
    expect(page.get_by_label("Position in one line")).to_be_focused()
    choose(page, "Attacker", "mafia")
    choose(page, "Target", "loan sharks")
    expect(page.locator("#calculator-position-problems")).to_be_hidden()
    assert SIMPLE == position_of(page)


def test_back_and_forward_and_places_on_the_page(open_position) -> None:
    """A changed address loads its position, back returns to the one before; a link to a heading leaves the sum alone."""
    page = open_position(SIMPLE)
    page.evaluate("location.hash = '#deluxe%20destroy%20kkk%3Eyuppies'")
    expect(page.locator(".calc-heading")).to_have_text("KKK → Yuppies, to destroy")
    page.go_back()
    expect(page.locator(".calc-heading")).to_have_text("The Mafia → Loan Sharks, to control")
    page.evaluate("location.hash = '#requirements'")
    expect(page.locator(".calc-heading")).to_have_text("The Mafia → Loan Sharks, to control")
    expect(page.locator("#calculator-position-problems")).to_be_hidden()


def test_reset_empties_everything(open_position) -> None:
    """After Reset nothing is chosen, the address holds no position, and the focus is where one begins."""
    page = open_position(RICH)
    page.get_by_role("button", name="Reset").click()
    expect(page.get_by_role("combobox", name="Attacker")).to_be_focused()
    expect(page.locator("[data-card]")).to_have_count(0)
    expect(page.get_by_label("Position in one line")).to_have_value("")
    expect(page.get_by_label("The attack was declared privileged")).not_to_be_checked()
    assert "" == position_of(page)


def test_random_positions_show_what_the_engine_says(open_position, catalog: Catalog) -> None:
    """Two hundred positions opened by address: the field gives each back unchanged, the sum has the engine's lines."""
    cards = [record.card for record in catalog.cards if record.card.game == "deluxe"]
    positions = strategies.examples(strategies.positions(cards), 200, seed=5)
    page = open_position()
    shown = page.evaluate("""async (fragments) => {
      const found = [];
      for (const fragment of fragments) {
        const changed = new Promise((done) => window.addEventListener("hashchange", done, { once: true }));
        location.hash = fragment;
        await changed;
        found.push([
          document.getElementById("calculator-position").value,
          [...document.querySelectorAll(".calc-sum tbody tr")].map((row) => row.dataset.source),
          document.querySelector(".calc-sum tfoot .calc-amount").textContent,
          document.querySelector(".calc-illegal") === null,
        ]);
      }
      return found;
    }""", [f"#{quote(str(position), safe='')}" for position in positions])
    for position, found in zip(positions, shown, strict=True):
        ledger = explain(attack_of(position, cards), catalog.rules("deluxe"))
        assert [str(position), [line.source for line in ledger.lines], plain(ledger.strength), ledger.legal] == found


# --- the page ---------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light")])
def test_everything_opened_has_no_accessibility_violation(open_position, new_page: Pages, width: int, scheme: str) -> None:
    """axe finds nothing on a full calculator with all details open, nor on the messages for a wrong line."""
    page = open_position(RICH, new_page(width, 844, scheme=scheme))
    page.evaluate("document.querySelectorAll('.calc details').forEach((details) => { details.open = true; })")
    page.get_by_label("Position in one line").fill("nonsense")
    expect(page.locator("#calculator-position-problems")).to_be_visible()
    page.get_by_role("combobox", name="Target").fill("co")
    expect(page.get_by_role("listbox", name="Target")).to_be_visible()
    assert [] == [(found["id"], [node["html"] for node in found["nodes"]]) for found in Axe().run(page).response["violations"]]


@pytest.mark.parametrize("position", ["", RICH])
def test_nothing_sticks_out_on_a_phone(open_position, new_page: Pages, position: str) -> None:
    """At 390 pixels, and at 320, nothing is wider than the screen, and the answer's essence stays in view."""
    page = open_position(position, new_page(390, 844))
    page.evaluate("document.querySelectorAll('.calc details').forEach((details) => { details.open = true; })")
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        assert width == page.evaluate("document.documentElement.scrollWidth")
    if position:
        expect(page.locator(".calc-dock")).to_be_in_viewport()
        page.locator(".calc-dock").click()
        expect(page.locator(".calc-big")).to_be_in_viewport()


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_jumps_when_the_calculator_starts(new_page: Pages, site_url: str, width: int) -> None:
    """What stands below the calculator is out of sight before its data are there, so that nothing seen moves."""
    page = new_page(width, 844)
    held: list[Route] = []
    page.route("**/data/deluxe.json", lambda route: held.append(route))
    page.goto(f"{site_url}calculator/")
    assert page.locator("#how").bounding_box()["y"] >= 844
    while not held:
        page.wait_for_timeout(10)
    held[0].continue_()
    expect(page.get_by_role("combobox", name="Attacker")).to_be_visible()
    assert page.locator("#how").bounding_box()["y"] >= 844


def test_without_scripts_the_page_explains_the_sum(new_page: Pages, site_url: str, catalog: Catalog) -> None:
    """Who runs no scripts is told so, and reads every term, every requirement and one attack worked out."""
    page = new_page(scripts=False)
    page.goto(f"{site_url}calculator/")
    expect(page.locator("#calculator p")).to_contain_text("The calculator needs JavaScript.")
    rules = catalog.rules("deluxe")
    expect(page.locator("table.terms").nth(0).locator("tbody tr")).to_have_count(len(rules.terms))
    expect(page.locator("table.terms").nth(1).locator("tbody tr")).to_have_count(len(rules.requirements))
    expect(page.locator(".ledger .amount").last).to_have_text("13")


def test_the_script_leaves_other_pages_alone(page: Page, site_url: str) -> None:
    """On a page without a calculator it does nothing."""
    page.goto(f"{site_url}about/")
    before = page.evaluate("document.body.innerHTML")
    page.evaluate("import('../assets/dossier/calculator.js')")
    assert before == page.evaluate("document.body.innerHTML")


def test_cards_that_cannot_be_loaded_are_a_message(new_page: Pages, site_url: str) -> None:
    """Where the data does not arrive, the page says so in place of the calculator."""
    page = new_page()
    page.route("**/data/deluxe.json", lambda route: route.fulfill(status=503))
    page.goto(f"{site_url}calculator/")
    expect(page.get_by_role("alert")).to_contain_text("The calculator could not load its cards (status 503).")
    assert all("503" in problem for problem in new_page.problems)
    new_page.problems.clear()


# --- its data ---------------------------------------------------------------------------------------------------------

def test_the_data_cites_only_what_it_uses_and_is_plain_json(catalog: Catalog) -> None:
    """Every citation of a term, requirement or clause is there, nothing else, and the whole survives JSON."""
    citations = {statement.id: {"label": statement.id, "url": None} for statement in catalog.statements}
    data = calculator_data(
        catalog.rules("deluxe"), [record.card for record in catalog.cards], citations, {"deluxe/hollywood"}
    )
    used = {
        cite for thing in [*data["terms"], *data["requirements"], *(c for card in data["cards"] for c in card["clauses"])]
        for cite in thing["cites"]
    }
    assert used == set(data["citations"])
    assert data == json.loads(json.dumps(data))
    assert ["deluxe/hollywood"] == [card["id"] for card in data["cards"] if card["arrows_unsure"]]
    assert 105 == len(data["cards"])


def test_a_citation_to_nowhere_is_an_error(catalog: Catalog) -> None:
    """Data with a citation that nothing explains is never written."""
    with pytest.raises(KeyError):
        calculator_data(catalog.rules("deluxe"), [], {})
