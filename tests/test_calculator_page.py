"""The page of the calculator: its links and texts, how it looks and is used, how fast it is, and its data."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, unquote

import pytest
import yaml
from axe_playwright_python.sync_playwright import Axe
from conftest import Pages, at_rest
from playwright.sync_api import Page, Route, expect
from using_calculator import choose, lines, open_calculator, plain, position_of, strength

from generator.catalog.catalog import Catalog
from generator.engine.attack import explain
from generator.engine.cards import Card
from generator.engine.line import LineError
from generator.engine.position import Position, attack_of, read_position
from generator.engine.situation import Rules
from generator.site.calculator import calculator_data
from generator.structs import replace
from tests import strategies

NAMES = {"inwo": "INWO", "deluxe": "Deluxe", "subgenius": "SubGenius"}
GAMES = tuple(NAMES)
SIMPLE = "deluxe control the-mafia>loan-sharks"
RICH = (
    "deluxe control the-mafia>loan-sharks aid=c-i-a,kkk with=the-bavarian-illuminati,feminists at=1"
    " rival=the-discordian-society,survivalists pay=10 defend=2 play=deep-agent privileged used=c-i-a"
    " align=loan-sharks:weird"
)
FULL = (
    "inwo control japan>b-a-t-f aid=n-s-a,canada,pentagon,i-r-s,post-office,england"
    " against=hackers,wargamers,b-a-t-f*2,cycle-gangs,survivalists,feminists with=the-network,dentists at=2"
    " under=the-mafia over=wargamers rival=clipper-chip,lawyers third=hackers"
    " link=commitment+b-a-t-f,necronomicon+b-a-t-f nwo=political-correctness,solidarity"
    " play=martial-law+japan,martyrs+japan agents=for privileged arrows=2 align=canada:weird power=england:3"
    " devastated=england"
)
"""An attack with twelve helpers and opponents, and something of everything."""


@pytest.fixture
def open_position(page: Page, site_url: str):
    """Opens the calculator on a position, in a page of 1280 by 900 pixels."""

    def open_(position: str = "", on: Page = page, game: str = "") -> Page:
        return open_calculator(on, site_url, position, game)

    return open_


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
        (
            "+8  identical: Criminal, Violent: attack +4 for each identical alignment in an attack to control or"
            " neutralize (Deluxe rules, p. 5, p. 16)"
        ),
        "+3  The Mafia: +3 to direct control of Criminal Groups (Deluxe rules, Card list: Groups with special text)",
        (
            "−5  Resistance of Loan Sharks: defense +Resistance of the target in an attack to control or neutralize "
            "(Deluxe rules, p. 4, p. 6)"
        ),
        "Strength 13, roll: 10 or less, 33/36 (92%)",
        page.url,
    ] == page.evaluate("navigator.clipboard.readText()").splitlines()


def test_the_copied_ruling_is_one_that_the_engine_agrees_with(open_position, catalog: Catalog) -> None:
    """The YAML is a ruling on this position whose expected lines are the engine's, with nothing settled yet, at a
    section of the game.
    """
    cards = [record.card for record in catalog.cards]
    page = open_position()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for position in (
        SIMPLE,
        RICH,
        FULL,
        "deluxe destroy cycle-gangs>the-mafia at=1 rival=the-network",
        "inwo destroy russia>new-york at=1",
        "subgenius control xists>s-p-u-t-u-m aid=jesus-b",
    ):
        page.get_by_label("Position in one line").fill(position)
        expect(page.get_by_role("radio", name=NAMES[position.split()[0]], exact=True)).to_be_checked()
        if not page.get_by_role("button", name="Copy as ruling YAML").is_visible():
            page.get_by_text("For editors of this site").click()
        page.get_by_role("button", name="Copy as ruling YAML").click()
        expect(page.get_by_text("Copied the ruling.")).to_be_visible()
        (ruling,) = yaml.safe_load(page.evaluate("navigator.clipboard.readText()"))
        ledger = explain(attack_of(read_position(ruling["position"], cards), cards), catalog.rules(position.split()[0]))
        assert position == ruling["position"]
        assert (position.split()[0], ruling["section"]) in {(section.game, section.id) for section in catalog.sections}
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
    page.evaluate(
        "Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error()) } })"
    )
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
        "nonsense",
        "v=2",
        "subgenius v=1 sum=3",
        "%E0%A4%A",
        "%",
        "a" * 5000,
        quote("<img src=x onerror=alert(1)>"),
        quote("🔺 🔺 🔺>🔺 🔺"),
        quote("inwo control russia>witch"),
        quote("inwo neutralize russia>w-i-t-c-h"),
        quote("deluxe control kkk>yuppies agents=for"),
        quote("inwo control russia>w-i-t-c-h pay=3"),
        quote("inwo control russia>w-i-t-c-h against=x*99999999999"),
        quote("deluxe control the-mafia>bribery constructor=1 __proto__=2"),
    ):
        page.goto(f"{site_url}calculator/#{fragment}")
        expect(page.locator("#calculator-position-problems li").first).to_contain_text("Column ")
        expect(page.get_by_role("combobox", name="Attacker")).to_have_value("")
        expect(page.locator(".calc-empty")).to_contain_text("This link holds no position that can be read.")
    page.get_by_text("See what is wrong with it").click()
    expect(page.get_by_label("Position in one line")).to_be_focused()
    page.locator("label").get_by_text("Deluxe", exact=True).first.click()
    choose(page, "Attacker", "mafia")
    choose(page, "Target", "loan sharks")
    expect(page.locator("#calculator-position-problems")).to_be_hidden()
    assert SIMPLE == position_of(page)


def test_back_and_forward_and_places_on_the_page(open_position) -> None:
    """A changed address loads its position, back returns to the one before; a link to a heading leaves the sum
    alone.
    """
    page = open_position(SIMPLE)
    page.evaluate("location.hash = '#deluxe%20destroy%20kkk%3Eyuppies'")
    expect(page.locator(".calc-heading")).to_have_text("KKK → Yuppies, to destroy")
    page.go_back()
    expect(page.locator(".calc-heading")).to_have_text("The Mafia → Loan Sharks, to control")
    page.evaluate("location.hash = '#requirements'")
    expect(page.locator(".calc-heading")).to_have_text("The Mafia → Loan Sharks, to control")
    expect(page.locator("#calculator-position-problems")).to_be_hidden()


def test_reset_empties_everything(open_position) -> None:
    """After Reset nothing is chosen, the address holds no position, and the focus is where one begins; the game
    stays.
    """
    page = open_position(RICH)
    page.get_by_role("button", name="Reset").click()
    expect(page.get_by_role("radio", name="Deluxe")).to_be_checked()
    expect(page.get_by_role("combobox", name="Attacker")).to_be_focused()
    expect(page.locator("[data-card]")).to_have_count(0)
    expect(page.get_by_label("Position in one line")).to_have_value("")
    expect(page.get_by_label("The attack was declared privileged")).not_to_be_checked()
    assert "" == position_of(page)


def sensible(cards: list[Card], rules: Rules) -> Iterator[Position]:
    """Positions in which every word counts in the game."""
    specials = {card.slug for card in cards if card.kind == "special"}
    for drawn in strategies.examples(strategies.positions(cards), 250, seed=5):
        if rules.game == "deluxe":
            played = tuple(slug for slug in drawn.play if slug in specials)
            position = replace(
                drawn, against=(), over=(), third=(), link=(), nwo=(), play=played, agents=(), devastated=(), power=()
            )
        else:
            position = replace(drawn, spent=(), used=(), kind="control" if drawn.kind == "neutralize" else drawn.kind)
        try:
            yield read_position(str(position), cards, {rules.game: rules})
        except LineError:
            continue


def test_200_positions_opened_and_shared_again_are_the_same(open_position, catalog: Catalog) -> None:
    """Positions of all games opened by address: the field gives each back unchanged, the sum has the engine's lines,
    and after a change back and forth the link holds the same position.
    """
    games = {game: [record.card for record in catalog.cards if record.card.game == game] for game in GAMES}
    positions = [
        position
        for game, count in (("inwo", 110), ("subgenius", 40), ("deluxe", 50))
        for position in list(sensible(games[game], catalog.rules(game)))[:count]
    ]
    assert 200 == len(positions)
    page = open_position()
    shown = page.evaluate(
        """async (fragments) => {
      const found = [];
      const shown = () => document.getElementById("calculator-position").value;
      for (const [game, fragment] of fragments) {
        const changed = new Promise((done) => window.addEventListener("hashchange", done, { once: true }));
        location.hash = fragment;
        await changed;
        while (!shown().startsWith(game)) await new Promise((done) => setTimeout(done, 10));
        const privileged = [...document.querySelectorAll(".calc-check input")].find((box) => box.labels[0].textContent.includes("privileged"));
        const row = [
          shown(), [...document.querySelectorAll(".calc-sum tbody tr")].map((each) => each.dataset.source),
          document.querySelector(".calc-sum tfoot .calc-amount").textContent, document.querySelector(".calc-illegal").hidden,
        ];
        privileged.click();
        privileged.click();
        window.dispatchEvent(new Event("pagehide"));
        found.push([...row, decodeURIComponent(location.hash.slice(1))]);
      }
      return found;
    }""",  # noqa: E501
        [[position.game, f"#{quote(str(position), safe='')}"] for position in positions],
    )
    for position, found in zip(positions, shown, strict=True):
        ledger = explain(attack_of(position, games[position.game]), catalog.rules(position.game))
        sources = [line.source for line in ledger.lines]
        link = f"{position} v=2 sum={ledger.strength}"
        assert [str(position), sources, plain(ledger.strength), ledger.legal, link] == found


def test_a_position_taken_to_another_game_is_one_there(open_position, catalog: Catalog) -> None:
    """Whatever is set, the line that stands there after the choice of another game can be read in it."""
    games = {game: [record.card for record in catalog.cards if record.card.game == game] for game in GAMES}
    ways = [
        (str(position), other)
        for game in GAMES
        for position in list(sensible(games[game], catalog.rules(game)))[:25]
        for other in GAMES
        if other != game
    ]
    page = open_position()
    for game in GAMES:  # so that all data are there
        page.locator("label").get_by_text(NAMES[game], exact=True).first.click()
        expect(page.get_by_role("radio", name=NAMES[game], exact=True)).to_be_checked()
    at_rest(page)
    shown = page.evaluate(
        """async (ways) => {
      const found = [];
      for (const [fragment, game] of ways) {
        const changed = new Promise((done) => window.addEventListener("hashchange", done, { once: true }));
        location.hash = fragment;
        await changed;
        document.querySelector(`.calc > .calc-segmented input[value=${game}]`).click();
        found.push(document.getElementById("calculator-position").value);
        window.dispatchEvent(new Event("pagehide"));
      }
      return found;
    }""",
        [[f"#{quote(position, safe='')}", other] for position, other in ways],
    )
    assert 5 < len([line for line in shown if line])
    for (_, other), line in zip(ways, shown, strict=True):
        if line:
            assert line == str(read_position(line, games[other], {other: catalog.rules(other)}))


def test_a_link_says_what_has_changed_since_it_was_made(open_position) -> None:
    """A link whose strength is another today says so until something changes; one without version or sum says
    nothing.
    """
    page = open_position(f"{SIMPLE} v=1 sum=12")
    notice = page.locator(".calc-notice")
    said = "When this link was made the strength was 12; the rules on this site have been corrected since."
    expect(notice).to_have_text(said)
    assert 13 == strength(page)
    page.reload()
    expect(notice).to_have_text(said)
    page.get_by_label("The attack was declared privileged").check()
    expect(notice).to_be_empty()
    assert f"{SIMPLE} privileged" == position_of(page)
    assert unquote(page.url).endswith(" v=2 sum=13")
    for same in (SIMPLE, f"{SIMPLE} v=2 sum=13", f"{SIMPLE} v=1"):
        page.get_by_label("Position in one line").fill(same)
        expect(notice).to_be_empty()


# --- the page ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("position", [FULL, RICH])
@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light"), (390, "light"), (1280, "dark")])
def test_everything_opened_has_no_accessibility_violation(
    open_position, new_page: Pages, width: int, scheme: str, position: str
) -> None:
    """axe finds nothing on a full calculator with all details open, nor on the messages for a wrong line."""
    page = open_position(position, new_page(width, 844, scheme=scheme))
    page.evaluate("document.querySelectorAll('.calc details').forEach((details) => { details.open = true; })")
    page.get_by_label("Position in one line").fill("nonsense")
    expect(page.locator("#calculator-position-problems")).to_be_visible()
    page.get_by_role("combobox", name="Target", exact=True).fill("co")
    expect(page.get_by_role("listbox", name="Target", exact=True)).to_be_visible()
    assert [] == [
        (found["id"], [node["html"] for node in found["nodes"]]) for found in Axe().run(page).response["violations"]
    ]


@pytest.mark.parametrize("position", ["", RICH, FULL])
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


def test_the_whole_calculator_by_keyboard_alone(open_position) -> None:
    """Tab reaches every control in the order in which it stands, and one attack is made with keys alone, from the game
    to the copied link.
    """
    page = open_position()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    keys = page.keyboard

    def tab_to(name: str) -> None:
        for _ in range(60):
            keys.press("Tab")
            if name == page.evaluate("""() => {
              const at = document.activeElement;
              return at.getAttribute("aria-label") ?? at.labels?.[0]?.textContent ?? at.textContent;
            }"""):
                return
        raise AssertionError(f"Tab never reaches {name}")

    page.get_by_role("radio", name="INWO", exact=True).focus()
    tab_to("To control")
    keys.press("ArrowRight")  # to destroy
    tab_to("Attacker")
    keys.type("multinational")
    keys.press("Enter")
    tab_to("Target")
    keys.type("new york")
    keys.press("Enter")
    tab_to("The attack was declared privileged")
    keys.press("Space")
    tab_to("Uncontrolled")
    keys.press("ArrowRight")  # a rival's
    tab_to("Next to them")
    keys.press("ArrowRight")
    keys.press("ArrowRight")
    tab_to("Add a helper")
    keys.type("pentagon")
    keys.press("Enter")
    tab_to("Add an opponent")
    keys.type("new yo")
    keys.press("Enter")
    tab_to("Action tokens of New York: 1 token more")
    keys.press("Enter")
    tab_to("Linked Resources and Plots ")
    keys.press("Enter")
    tab_to("Add a linked Resource or Plot")
    keys.type("cyborg")
    keys.press("Enter")
    tab_to("Cyborg Soldiers is linked to")
    keys.type("New")
    tab_to("Changes on the cards ")
    keys.press("Enter")
    tab_to("Power of New York now: 1 Power less")
    keys.press("Enter")
    tab_to("Copy link")
    keys.press("Enter")
    expect(page.get_by_text("Copied the link.")).to_be_visible()
    tab_to("Print")
    assert (
        "inwo destroy multinational-oil-companies>new-york aid=pentagon against=new-york*2 at=3"
        " link=cyborg-soldiers+new-york privileged power=new-york:6" == position_of(page)
    )


def test_the_printed_page_is_the_sum(open_position) -> None:
    """On paper stand the attack, its sum and its position in one line; form, game and explanations do not."""
    page = open_position(SIMPLE)
    page.emulate_media(media="print")
    for shown in (".calc-heading", ".calc-big", ".calc-sum", ".calc-figure", ".calc-printed"):
        expect(page.locator(shown)).to_be_visible()
    for hidden in (".calc-form", ".calc > .calc-segmented", ".calc-dock", "#requirements"):
        expect(page.locator(hidden)).to_be_hidden()
    expect(page.locator(".calc-printed")).to_have_text(SIMPLE)


def test_a_phone_loads_little_before_it_can_be_used(
    open_position, new_page: Pages, built_site: Path, site_url: str
) -> None:
    """Less than 100 kB of scripts, those of the whole site among them, and 250 kB of data, compressed; the search loads
    on its own.
    """
    page = open_position(FULL, new_page(390, 844, touch=True))
    sizes = {".js": 0, ".json": 0}
    for address in page.evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)"):
        path = Path(address.removeprefix(site_url).partition("?")[0])
        if path.suffix in sizes and not {"search", "workers"} & set(path.parts):
            sizes[path.suffix] += len(gzip.compress((built_site / path).read_bytes(), 9))
    assert 50_000 < sizes[".js"] < 100_000
    assert 50_000 < sizes[".json"] < 250_000


def test_a_sentence_ends_once(open_position) -> None:
    """What Australia's line says ends with "p.m." and gets no second period."""
    page = open_position("inwo control pentagon>australia at=1")
    expect(page.locator(".calc-sum")).to_contain_text("on a working day before 5 p.m.")
    expect(page.locator(".calc-sum")).not_to_contain_text("..")


def test_what_a_position_leaves_open_is_asked(open_position) -> None:
    """Science Fiction Fans may be a puppet of the Network or not: 8 + 2 - 5, or 8 + 6 - 5 (WDH p. 8); a box says which,
    and unsays it.
    """
    page = open_position("inwo control the-network>orbit-one with=science-fiction-fans")
    box = page.get_by_role("group", name="The sum depends on this").get_by_role("checkbox")
    expect(box).not_to_be_checked()
    expect(page.get_by_role("group", name="The sum depends on this")).to_contain_text("(then strength 9, ")
    expect(page.locator(".calc-strength")).to_contain_text("Strength 5.")
    box.focus()
    page.keyboard.press("Space")
    expect(page.locator(".calc-strength")).to_contain_text("Strength 9.")
    expect(box).to_be_checked()
    expect(box).to_be_focused()
    assert (
        "inwo control the-network>orbit-one with=science-fiction-fans under=science-fiction-fans+the-network"
        == position_of(page)
    )
    page.keyboard.press("Space")
    expect(page.locator(".calc-strength")).to_contain_text("Strength 5.")


def test_what_a_position_says_is_not_asked(open_position) -> None:
    """Whose puppet Science Fiction Fans is stands in the line: one box, ticked, and nothing else is open."""
    page = open_position(
        "inwo control the-network>orbit-one with=science-fiction-fans under=science-fiction-fans+the-network"
    )
    expect(page.get_by_role("group", name="The sum depends on this").get_by_role("checkbox")).to_have_count(1)
    expect(page.get_by_role("group", name="The sum depends on this").get_by_role("checkbox")).to_be_checked()


def test_a_long_list_shows_its_beginning(open_position) -> None:
    """Of two hundred Groups a field offers 60 and says how many more there are; a letter brings others."""
    page = open_position(game="INWO")
    page.get_by_role("combobox", name="Target", exact=True).click()
    options = page.get_by_role("listbox", name="Target", exact=True).get_by_role("option")
    expect(options).to_have_count(61)
    expect(options.last).to_contain_text(" more: type a name")
    page.keyboard.type("dentis")
    expect(options).to_have_text("Dentists Power 1 · Resistance 2 · Straight")


def test_a_change_rebuilds_no_more_than_it_changes(open_position) -> None:
    """With twelve helpers and opponents, a changed distance touches few elements: that is what keeps a change within a
    frame (scripts/bench_browser.py times it).
    """
    page = open_position(FULL)
    touched = page.evaluate("""async () => {
      let nodes = 0;
      new MutationObserver((records) => records.forEach((each) => { nodes += each.addedNodes.length; }))
        .observe(document.getElementById("calculator"), { childList: true, subtree: true });
      [...document.querySelectorAll(".calc-form label")].find((label) => label.textContent === "3 or more").click();
      await new Promise((done) => setTimeout(done));
      return nodes;
    }""")
    assert 0 < touched < 150
    assert 0 == page.locator(".calc-options > li").count()


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_jumps_when_the_calculator_starts(new_page: Pages, site_url: str, width: int) -> None:
    """What stands below the calculator is out of sight before its data are there, so that nothing seen moves."""
    page = new_page(width, 844)
    held: list[Route] = []
    page.route("**/data/inwo.json", lambda route: held.append(route))
    page.goto(f"{site_url}calculator/")
    assert page.locator("#how").bounding_box()["y"] >= 844
    while not held:
        page.wait_for_timeout(10)
    held[0].continue_()
    expect(page.get_by_role("combobox", name="Attacker")).to_be_visible()
    assert page.locator("#how").bounding_box()["y"] >= 844


def test_without_scripts_the_page_explains_the_sum(new_page: Pages, site_url: str, catalog: Catalog) -> None:
    """Who runs no scripts is told so, and reads every term and requirement of each game, and an attack of each worked
    out.
    """
    page = new_page(scripts=False)
    page.goto(f"{site_url}calculator/")
    expect(page.locator("#calculator p")).to_contain_text("The calculator needs JavaScript.")
    for number, game in enumerate(GAMES):
        rules = catalog.rules(game)
        expect(page.locator("table.terms").nth(number).locator("tbody tr")).to_have_count(len(rules.terms))
        expect(page.locator("table.terms").nth(number + len(GAMES)).locator("tbody tr")).to_have_count(
            len(rules.requirements)
        )
    assert ["10", "13", "2"] == [each.locator(".amount").last.inner_text() for each in page.locator(".ledger").all()]


def test_the_script_leaves_other_pages_alone(page: Page, site_url: str) -> None:
    """On a page without a calculator it does nothing."""
    page.goto(f"{site_url}errata/")
    before = page.evaluate("document.body.innerHTML")
    page.evaluate("import('../assets/dossier/calculator.js')")
    assert before == page.evaluate("document.body.innerHTML")


# --- its data ---------------------------------------------------------------------------------------------------------


def test_the_data_cites_only_what_it_uses_and_is_plain_json(catalog: Catalog) -> None:
    """Every citation of a term, requirement, clause or what counts besides is there, nothing else, and the whole
    survives JSON.
    """
    citations = {statement.id: {"label": statement.id, "url": None} for statement in catalog.statements}
    data = calculator_data(
        catalog.rules("deluxe"), [record.card for record in catalog.cards], citations, {"deluxe/hollywood"}
    )
    used = {
        cite
        for thing in [*data["terms"], *data["requirements"], *(c for card in data["cards"] for c in card["clauses"])]
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
