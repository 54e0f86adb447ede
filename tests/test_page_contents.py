"""What pages put first, what they fold, what can be printed, and what a reader's browser keeps."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import jinja2
import material
import pytest
from conftest import Pages, at_rest
from playwright.sync_api import Page, expect

from generator.catalog.catalog import Catalog
from generator.database.read import VerdictRecord
from generator.engine.attack import AGENTS
from generator.engine.record import Event
from generator.rulings import SeenStep
from generator.site import links
from generator.site.attack_sums import NOTHING, AttackSum, attack_sum, compared
from generator.site.book import Book
from generator.site.card_pages import asked
from generator.site.headlines import answered
from generator.site.interactions import RELATED
from generator.site.rulings import Proofs, at_work
from generator.site.start_pages import first_games
from generator.structs import replace

HEIGHT = "document.documentElement.scrollHeight"


@pytest.fixture(scope="module")
def book(catalog: Catalog) -> Book:
    """The same, indexed for pages."""
    return Book(catalog)


GAMES = ("inwo", "subgenius", "deluxe")


def sum_of(catalog: Catalog, game: str) -> AttackSum:
    """The table of the sum of a game."""
    found = attack_sum(catalog.ruleset(game))
    assert found
    return found


# --- the sum of an attack -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_whole_sum_leaves_no_term_out(catalog: Catalog, game: str) -> None:
    """Each term of the rules is in one row, and so are agents where the game has them; a row has a cell for each kind
    of attack.
    """
    terms = [term.id for term in catalog.terms if (term.game, term.part) == (game, "term")]
    terms += [f"agents-{side}" for side in AGENTS if f"agents-{side}" in catalog.ruleset(game).besides]
    found = sum_of(catalog, game)
    assert sorted(terms) == sorted(term for row in found.rows for term in row.terms)
    assert {len(found.kinds)} == {len(row.cells) for row in found.rows}


@pytest.mark.parametrize("game", GAMES)
def test_the_numbers_of_the_whole_sum_are_those_of_the_rules(catalog: Catalog, game: str) -> None:
    """Where a term gives a number, a cell of its row gives it, with the sign that it has for the attacker; and no other
    number.
    """
    terms = {term.id: term.rule.text for term in catalog.terms if term.game == game}
    terms |= {"agents-for": f"attack +{AGENTS['for']} ", "agents-against": f"defense +{AGENTS['against']} "}
    for row in sum_of(catalog, game).rows:
        said = {f"{number}" for term in row.terms for number in amounts(terms[term])}
        shown = {cell for cell in row.cells if re.fullmatch(r"[+−]\d+", cell)}
        assert said == shown, row.what
        assert all(cell == NOTHING or cell[0] in "+−" for cell in row.cells), row.what


def test_the_sums_of_all_games_in_one_table_leave_nothing_out(book: Book) -> None:
    """What the table of a game says is in the table of all games: under its words and kind, beside the name of the
    game; and nothing else is. Rows that stand for the same term are one.
    """
    sums = {game.short: sum_of(book.catalog, game.id) for game in book.played}
    kinds, rows = compared([(game, sums[game.short]) for game in book.played])
    said = {
        (what, kind, cell, short)
        for short, table in sums.items()
        for row in table.rows
        for what in [row.what]
        for kind, cell in zip(table.kinds, row.cells, strict=True)
    }
    shown = {
        (what, kind, cell, short)
        for row in rows
        for what, games in row.what.items()
        for kind, cells in zip(kinds, row.cells, strict=True)
        for cell, having in cells.items()
        for short in {*games} & {*having}
    }
    assert said == shown
    assert {short for kind in kinds.values() for short in kind} == {*sums}
    (own_defense,) = (row for row in rows if "A token of the target, in its own defense" in row.what)
    assert own_defense.cells[0] == {"−2 × Power": ["INWO"], "−Power, −permanent Power": ["SubGenius"]}


def amounts(term: str) -> list[str]:
    """The numbers of a term as they count for the attacker: `attack -4 for …` is −4, `defense +10 …` is −10."""
    found = re.match(r"(attack|defense) ([+-])(\d+)\b", term)
    if not found:
        return []
    side, sign, number = found.groups()
    return [f"{'+' if (sign == '+') == (side == 'attack') else '−'}{number}"]


# --- a first game ---------------------------------------------------------------------------------------------------

FIRST_GAMES = {
    "inwo": "start/first-game/",
    "subgenius": "start/first-game/subgenius/",
    "deluxe": "start/first-game/deluxe/",
}
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def numbers_in(text: str) -> set[str]:
    """The numbers of a text, also those in words; `one` is too often no number."""
    found = re.findall(r"(?<![\w{-])\d+|\b[a-z]+\b", text.lower())
    return {each if each.isdigit() else str(WORDS.index(each)) for each in found if each.isdigit() or each in WORDS[2:]}


def test_each_game_has_its_first_game_and_the_first_of_them_the_old_address(book: Book) -> None:
    """Other sites link `start/first-game/`, which was about INWO."""
    assert FIRST_GAMES == first_games(book)


@pytest.mark.parametrize("game", GAMES)
def test_a_first_game_shows_every_play_of_its_turn(catalog: Catalog, built_site: Path, game: str) -> None:
    """Each play of its ruling belongs to one of its steps and is in its trace; each attack has its sum in both."""
    said = catalog.ruleset(game).said["first-game"]
    ruling = next(each for each in catalog.rulings if each.id == said["ruling"])
    plays = ruling.scenario["play"]
    assert len(plays) == sum(part["plays"] for part in said["turn"])
    html = (built_site / FIRST_GAMES[game] / "index.html").read_text(encoding="utf-8")
    turn = html[html.index('class="first-turn"') : html.index('id="later"')]
    assert len(plays) == turn.count('<p class="play">')
    sums = [turn[: turn.index('id="play"')], turn[turn.index('id="play"') :]]
    assert 1 == len({part.count('class="ledger"') for part in sums})
    assert sum(play["do"] in ("attack", "announce") for play in plays) <= sums[0].count('class="ledger"')


@pytest.mark.parametrize("game", GAMES)
def test_a_first_game_has_its_numbers_from_the_rules(catalog: Catalog, built_site: Path, game: str) -> None:
    """Those of terms are filled in; any other is in the section that its line links."""
    sections = {
        section.id: " ".join(block.markdown for block in section.blocks)
        for section in catalog.sections
        if section.game == game
    }
    lines = [line for part in catalog.ruleset(game).said["first-game"]["parts"] for line in part["lines"]]
    wrong = {line["says"]: numbers_in(line["says"]) - numbers_in(sections[line["section"]]) for line in lines}
    assert {} == {says: found for says, found in wrong.items() if found}
    html = (built_site / FIRST_GAMES[game] / "index.html").read_text(encoding="utf-8")
    shown = html[html.index('class="start"') : html.index('id="first-turn"')]
    assert "{" not in shown
    assert "11 or more always fails" in shown


# --- words ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "word", "rest"),
    [
        ("No, the bomb is off. Nothing else happens.", "No", "The bomb is off. Nothing else happens."),
        ("Yes. It counts.", "Yes", "It counts."),
        ("+4: both are Weird.", "+4", "Both are Weird."),
        ("The bomb never went off. Gordo stays.", "", "The bomb never went off. Gordo stays."),
    ],
)
def test_an_answer_has_its_verdict_in_one_word(answer: str, word: str, rest: str) -> None:
    """The first word, where a mark of punctuation follows it."""
    assert (word, rest) == answered(answer)


def sorted_for(book: Book, card: str, proven: Proofs) -> dict[str, list[str]]:
    """The ids of the rulings of a card as its page has them; those at work with the number of the ability."""
    record = book.cards[card]
    found = asked(record, book.rulings_of_card(card), proven, book.longer_names(record.card))
    at_work = [f"{each.clause or ''} {each.ruling.id}".strip() for each in found["at_work"]]
    return {"at work": at_work, **{part: [ruling.id for ruling in found[part]] for part in ("about", "using")}}


def test_a_ruling_on_the_ability_of_a_card_comes_first(book: Book) -> None:
    """The Mafia: each ability has the ruling that speaks of it; one whose sum has the +2 without a word, or that has
    The Mafia attack, only uses it.
    """
    direct, beside = "mafia-among-criminals", "resistance-is-useless-beside-the-illuminati"
    proven = {
        ("inwo/the-mafia", 1): frozenset([direct]),
        ("inwo/the-mafia", 2): frozenset(["who-helps-against-criminals", beside]),
    }
    found = sorted_for(book, "inwo/the-mafia", proven)
    assert [f"1 {direct}", "2 who-helps-against-criminals"] == found["at work"]
    assert {beside, "hoax-stops-the-car-bomb", "mothers-march-weakens", "a-new-name-for-the-ark"} <= set(found["using"])


def test_a_ruling_whose_title_is_on_another_card_uses_it(book: Book) -> None:
    """Earthquake: the ruling on what it does first, then those that begin with it; who is killed on Moonbase is no
    matter of Earthquakes.
    """
    shows = ["earthquake-in-italy", "elvis-on-the-moon", "raised-after-the-earthquake", "al-amarja-throws-plots-away"]
    found = sorted_for(book, "inwo/earthquake", {("inwo/earthquake", 1): frozenset(shows)})
    assert (["earthquake-in-italy"], "a-disaster-on-your-own-place") == (found["at work"], found["about"][0])
    assert "raised-after-the-earthquake" in found["about"]
    assert {"elvis-on-the-moon", "al-amarja-throws-plots-away"} <= set(found["using"])


def test_a_longer_name_is_another_card(book: Book) -> None:
    """Earthquake Projector in a title does not name Earthquake."""
    record, ruling = (
        book.cards["inwo/earthquake"],
        replace(book.rulings["earthquake-in-italy"], title="Earthquake Projector: twice", question="", answer=""),
    )
    assert ["Earthquake Projector"] == book.longer_names(record.card)
    assert [ruling] == asked(record, [ruling], {}, book.longer_names(record.card))["using"]
    assert [ruling] == asked(record, [ruling], {})["about"]


@pytest.mark.parametrize("said", ["{}", "Ann uses {}", "{} (clause 1; `clause` can name another)"])
def test_an_ability_that_happens_is_at_work(book: Book, said: str) -> None:
    """A play says the name of the card and its sentence, in each of the games, whoever uses it; a play without them
    shows no ability.
    """
    record = book.cards["inwo/bavarian-illuminati"]
    own = f"{record.card.name}: {record.clauses[0].text}"
    steps = [SeenStep("Ann", True, (), (Event(text, ()),)) for text in (said.format(own), "Bavarian Illuminati aids")]
    found = [at_work(VerdictRecord("x", True, (), (), (), steps=(step,)), [record]) for step in steps]
    assert [{("inwo/bavarian-illuminati", 1)}, set()] == found


def test_cards_with_rulings_show_what_they_do(built_site: Path, catalog: Catalog) -> None:
    """Nearly all that have both; no ability has two rulings."""
    shown = {}
    for record in catalog.cards:
        html = (built_site / links.card_url(record.id) / "index.html").read_text(encoding="utf-8")
        if record.clauses and '<h2 id="rulings"' in html or '<h2 id="at-work"' in html:
            part = html.partition('<h2 id="at-work"')[2].partition("<h2")[0]
            shown[record.id] = len(re.findall("<li>", part))
            assert shown[record.id] <= len(record.clauses)
    assert shown["inwo/bavarian-illuminati"] and shown["inwo/earthquake"] and shown["inwo/the-mafia"] == 2
    assert sum(map(bool, shown.values())) > 0.9 * len(shown) > 600


def test_no_source_is_called_by_the_kind_of_its_file(catalog: Catalog) -> None:
    """How a text reached whoever read it tells a reader nothing."""
    assert [] == [each.id for each in catalog.statements if "snippet" in each.section]


def test_the_first_differences_are_between_deluxe_and_inwo(catalog: Catalog) -> None:
    """Each of the points that somebody who comes from Deluxe reads is one of both games."""
    games = {difference.id: {point.game for point in difference.points} for difference in catalog.differences}
    told = catalog.ruleset("inwo").said["coming-from"]
    assert told["game"] == "deluxe"
    assert [] == [name for name in told["differences"] if not {"deluxe", "inwo"} <= games[name]]


def test_an_address_for_errors_makes_a_link_with_the_page() -> None:
    """What `extra.report` of mkdocs.yml says, with the page in it; nothing where it is empty, which it is here."""
    theme = Path(__file__).parent.parent / "site_templates/theme"
    jinja = jinja2.Environment(
        loader=jinja2.FileSystemLoader([theme, Path(material.__file__).parent / "templates"]), autoescape=True
    )
    jinja.filters["url"] = lambda address: address

    def footer(report: str) -> str:
        config = SimpleNamespace(copyright="", extra=SimpleNamespace(report=report, generator=False, social=None))
        page = SimpleNamespace(url="cards/inwo/c-i-a/", meta=SimpleNamespace(games=[]))
        return jinja.get_template("partials/footer.html").render(config=config, page=page)

    assert 'href="mailto:a@example.org?subject=cards/inwo/c-i-a/"' in footer("mailto:a@example.org?subject={page}")
    assert "Report an error" not in footer("")


# --- what comes first -----------------------------------------------------------------------------------------------


def test_a_card_with_many_rulings_is_short_on_a_phone(new_page: Pages, site_url: str) -> None:
    """The Mafia: at most 2,900 pixels before anything is unfolded, also when all scripts have run; name, text, numbers;
    everything still there.
    """
    page = new_page(390, 844)
    page.goto(site_url + "cards/inwo/the-mafia/")
    at_rest(page)
    expect(page.get_by_role("button", name="Add to favorites")).to_be_visible()
    assert page.evaluate(HEIGHT) <= 2900
    boxes = [
        page.locator(part).bounding_box()
        for part in ("h1", ".abilities", "table.numbers", ".card-figure a", ".card-actions button")
    ]
    tops = [box["y"] for box in boxes if box]
    assert 5 == len(tops)
    assert sorted(tops) == tops and tops[2] < 844
    assert not page.locator(".card-figure img").is_visible()
    assert page.get_by_role("link", name="See the card").is_visible()
    assert 0 == page.locator(".card-facts ~ * details[open], details.fold[open]").count()
    headings = page.locator("article h2").all_inner_texts()
    assert headings.index("At work") < headings.index("Rulings") < headings.index("Related")
    assert 0 < page.locator(".interactions > details").count() <= 5
    page.get_by_text("Best attackers and targets").click()
    assert re.fullmatch(r"\d+%\s\d+/36", page.locator("table.matches td.number").first.inner_text())


def test_related_cards_stand_below_at_most_five_plain_headings(built_site: Path, book: Book) -> None:
    """On the page of every card; the attack tables and the rules have a heading of their own."""
    seen = set()
    for card in book.cards:
        page = (built_site / "cards" / card / "index.html").read_text(encoding="utf-8")
        related = re.search(r'<h2 id="interactions">(.*?)(?:<h2|class="card-nav")', page, re.DOTALL)
        headings = re.findall(r"<summary>([^<]+?) *<", related[1]) if related else []
        assert len(headings) <= 5, card
        seen.update(headings)
    assert {*RELATED, "Cards it affects"} == seen


@pytest.mark.parametrize("width", [390, 1280])
def test_the_button_for_favorites_moves_nothing(new_page: Pages, site_url: str, width: int) -> None:
    """Its place is there before its script runs."""
    heights = set()
    for runs in (True, False):
        page = new_page(width, 844)
        if not runs:
            page.route("**/favorites.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
        page.goto(site_url + "cards/inwo/the-mafia/")
        at_rest(page)
        assert runs == page.locator("button[data-favorite]").is_visible()
        heights.add(page.evaluate(HEIGHT))
    assert 1 == len(heights)


def test_the_search_of_the_first_page_fits(new_page: Pages, site_url: str) -> None:
    """The field and its button are equally high where they stand side by side; the example in the field is not cut on a
    phone.
    """
    wide = new_page()
    wide.goto(site_url)
    field, button = (wide.locator(f".find {part}").bounding_box() for part in ("input", "button"))
    assert field and button
    assert (field["y"], field["height"]) == (button["y"], button["height"])
    narrow = new_page(390, 844)
    narrow.goto(site_url)
    narrow.evaluate("document.querySelector('.find input').value = document.querySelector('.find input').placeholder")
    assert narrow.evaluate(
        "(({scrollWidth, clientWidth}) => scrollWidth <= clientWidth)(document.querySelector('.find input'))"
    )


def test_a_ruling_begins_with_its_answer(new_page: Pages, site_url: str) -> None:
    """Question, verdict, answer, picture, why; the plays, variations and checks are folded."""
    page = new_page(390, 844)
    page.goto(site_url + "rulings/no-hasty-dice/")
    tops = [
        page.locator(part).first.bounding_box()
        for part in (".question", ".verdict-word", ".answer", ".ruling-picture", ".why-box")
    ]
    found = [box["y"] for box in tops if box]
    assert 5 == len(found)
    assert found == sorted(found)
    assert "No" == page.inner_text(".verdict-word")
    assert 0 == page.locator("details.fold[open]").count()
    assert {"play", "counter", "checked"} == {each.get_attribute("id") for each in page.locator("details.fold").all()}
    page.get_by_text("How it plays out").click()
    expect(page.locator("ol.plays").first).to_be_visible()
    assert page.locator("#checked .expectations li").all_text_contents()


def test_a_chapter_begins_with_what_is_in_it(catalog: Catalog, new_page: Pages, site_url: str) -> None:
    """Contents and the whole sum first; rulings, conflicts and statements are folded behind each section."""
    page = new_page()
    page.goto(site_url + "rules/inwo/attacks/")
    assert [f"#{each}" for each in ("attack-kinds", "announcing", "calling-off")] == [
        each.get_attribute("href") for each in page.locator(".chapter-contents > li > a").all()[:3]
    ]
    whole = sum_of(catalog, "inwo")
    assert [len(whole.kinds)] * len(whole.rows) == page.evaluate(
        "[...document.querySelectorAll('table.whole tbody tr')].map((row) =>"
        " row.querySelectorAll('td:not([colspan])').length)"
    )
    assert 0 == page.locator(".section details[open]").count()
    assert 0 == page.locator(".section > .box, .section > .ledger").count()
    assert page.locator("#resolving + .section").is_visible()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("where", ["attacks/", "quick-reference/"])
def test_the_whole_sum_fits_on_a_phone(new_page: Pages, site_url: str, game: str, where: str) -> None:
    """No column is cut or pushed out."""
    page = new_page(360, 780)
    page.goto(f"{site_url}rules/{game}/{where}")
    at_rest(page)
    assert 0 == page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert page.evaluate(
        "(({scrollWidth, parentElement}) => scrollWidth <="
        " parentElement.clientWidth)(document.querySelector('table.whole'))"
    )


def test_a_chapter_lists_its_sections_once_and_sums_them_up(new_page: Pages, site_url: str) -> None:
    """Where a column beside the page lists them, the box has what they say and no titles; a phone has the titles, and
    the rest on demand.
    """
    titles, says = (
        "[...document.querySelectorAll('.chapter-contents .title')]",
        "[...document.querySelectorAll('.chapter-contents .gist')]",
    )
    shown = ".filter((each) => each.checkVisibility() && each.getBoundingClientRect().width > 2).length"
    wide = new_page()
    wide.goto(site_url + "rules/inwo/attacks/")
    assert wide.locator(".md-sidebar--secondary").is_visible()
    assert 0 == wide.evaluate(titles + shown)
    assert wide.evaluate(says + shown) > 15
    phone = new_page(390, 844)
    phone.goto(site_url + "rules/inwo/attacks/")
    button = phone.get_by_role("button", name="Show a summary")
    expect(button).to_have_attribute("aria-expanded", "false")
    assert (18, 0) == (phone.evaluate(titles + shown), phone.evaluate(says + shown))
    button.click()
    assert phone.evaluate(says + shown) > 15
    phone.get_by_role("button", name="Hide the summary").click()
    assert 0 == phone.evaluate(says + shown)


@pytest.mark.parametrize(("width", "height"), [(1280, 900), (390, 844)])
def test_an_old_address_leads_to_the_section(new_page: Pages, site_url: str, width: int, height: int) -> None:
    """What was linked as a section of another chapter is shown where it stands now, open on a phone too."""
    page = new_page(width, height)
    page.goto(site_url + "rules/inwo/links-and-surprises/#cancellations")
    page.wait_for_url("**/rules/inwo/timing/#cancellations")
    expect(page.locator("#cancellations + .section")).to_be_visible()
    page.goto(site_url + "rules/inwo/links-and-surprises/#links")
    expect(page.locator("#links + .section")).to_be_visible()
    assert page.url.endswith("links-and-surprises/#links")


def test_sections_fold_on_a_phone(new_page: Pages, site_url: str) -> None:
    """All are closed but the one that the address leads to; a heading opens its section, one button opens all."""
    page = new_page(390, 844)
    page.goto(site_url + "rules/inwo/attacks/#position")
    bodies = page.locator(".section[hidden]")
    expect(page.locator("#position + .section")).to_be_visible()
    closed = bodies.count()
    assert closed > 10
    top = page.locator("#position").bounding_box()
    assert top is not None and 0 <= top["y"] < 844
    page.locator("#announcing").click()
    expect(page.locator("#announcing + .section")).to_be_visible()
    page.get_by_role("button", name="Show or hide 8.3 Calling off an attack").press("Enter")
    assert closed - 2 == bodies.count()
    page.get_by_role("button", name="Open all sections").click()
    assert 0 == bodies.count()
    page.get_by_role("button", name="Close all sections").click()
    page.evaluate("location.hash = '#whoops'")
    expect(page.locator("#whoops + .section")).to_be_visible()
    page.goto(site_url + "rules/inwo/attacks/#%")  # names no place, and is no error
    page.evaluate(
        "new Promise((done) => { addEventListener('hashchange', done, { once: true }); location.hash = '#%E0%A4%A'; })"
    )


# --- the list of rulings --------------------------------------------------------------------------------------------


def listed(page: Page, url: str) -> Page:
    """The list of rulings at an address, ready."""
    page.goto(url)
    page.wait_for_selector(".rl-form")
    return page


def test_rulings_are_found_by_words_game_topic_and_card(new_page: Pages, site_url: str, catalog: Catalog) -> None:
    """Each narrows the list, says how many are left and stands in the address; nothing asked shows all topics."""
    page = listed(new_page(), site_url + "rulings/")
    assert f"{len(catalog.rulings):,} rulings" == page.inner_text(".rl-count")
    assert page.evaluate(HEIGHT) < 6000
    page.get_by_label("Search rulings").fill("hoax car bomb")
    expect(page.locator("#rulings-list .linked a").first).to_have_text("Hoax cancels a Car Bomb")
    page.get_by_label("Search rulings").fill("")
    page.get_by_label("Game", exact=True).select_option("deluxe")
    count = sum(ruling.game == "deluxe" for ruling in catalog.rulings)
    expect(page.locator(".rl-count")).to_have_text(f"{count} of {len(catalog.rulings):,} rulings")
    assert site_url + "rulings/?game=deluxe" == page.url
    assert 30 == page.locator("#rulings-list .linked li").count()
    page.get_by_role("button", name="Show 30 more").click()
    assert 60 == page.locator("#rulings-list .linked li").count()
    listed(page, site_url + "rulings/?card=deluxe/the-mafia&game=deluxe")
    mafia = sum(ruling.game == "deluxe" and "deluxe/the-mafia" in ruling.cards for ruling in catalog.rulings)
    assert f"{mafia} of {len(catalog.rulings):,} rulings" == page.inner_text(".rl-count")


def test_the_list_of_rulings_forgives_what_the_search_forgives(new_page: Pages, site_url: str) -> None:
    """A slip is mended, other words of players find what the search finds; nothing is fetched before the focus."""
    page = new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(site_url + "rulings/")
    count, first = page.locator(".rl-count"), page.locator("#rulings-list .linked a").first
    expect(count).to_contain_text("rulings")
    assert not [url for url in asked if "search.json" in url or "search-engine" in url]
    page.get_by_label("Search rulings").fill("hoax cancels car bomd")
    expect(first).to_have_text("Hoax cancels a Car Bomb")
    expect(count).to_contain_text("for “hoax cancels car bomb”")
    page.get_by_label("Search rulings").fill("who assasinates a personality")
    expect(count).to_have_text(re.compile(r"[1-9]\d* of .* rulings"))
    page.get_by_label("Search rulings").fill("zyxwvutsrq")
    expect(count).to_have_text(re.compile("0 of .* rulings"))


def test_the_list_of_rulings_needs_no_script(new_page: Pages, site_url: str, catalog: Catalog) -> None:
    """Every ruling is a link below its topic."""
    page = new_page(scripts=False)
    page.goto(site_url + "rulings/")
    assert len(catalog.rulings) == page.locator("ul.titles a").count()


# --- what is kept ---------------------------------------------------------------------------------------------------


def test_the_chosen_game_stays_until_all_are_chosen_again(new_page: Pages, site_url: str) -> None:
    """At the top and at the foot of every page; rulings, cards and calculators begin with it."""
    page = new_page()
    page.goto(site_url + "about/")
    page.locator(".tabs-row select.my-game").select_option("subgenius")
    expect(page.locator(".md-footer select.my-game")).to_have_value("subgenius")
    listed(page, site_url + "rulings/")
    assert "subgenius" == page.get_by_label("Game", exact=True).input_value()
    page.goto(site_url + "cards/")
    page.wait_for_selector("#card-browser.cb-ready")
    assert ["INWO SubGenius ×"] == page.locator(".cb-chip").all_inner_texts()
    page.goto(site_url + "calculator/")
    expect(page.get_by_role("radio", name="SubGenius", exact=True)).to_be_checked()
    page.locator(".md-footer select.my-game").select_option("")
    listed(page, site_url + "rulings/")
    assert "" == page.get_by_label("Game", exact=True).input_value()


def test_a_favorite_is_kept_and_listed(new_page: Pages, site_url: str) -> None:
    """The button on a card says whether it is one; the card browser lists them."""
    page = new_page()
    page.goto(site_url + "cards/inwo/the-mafia/")
    page.get_by_role("button", name="Add to favorites").click()
    page.reload()
    expect(page.get_by_role("button", name="Favorite")).to_have_attribute("aria-pressed", "true")
    page.goto(site_url + "cards/?kept=favorite")
    page.wait_for_selector("#card-browser.cb-ready")
    assert "1 of 739 cards" == page.inner_text(".cb-count")


def test_a_random_card_is_one_of_my_game(new_page: Pages, site_url: str) -> None:
    """The link leads to the page of a card, of the chosen game where there is one."""
    page = new_page()
    page.goto(site_url + "about/")
    page.locator(".md-footer select.my-game").select_option("deluxe")
    page.locator(".md-footer .random-card").click()
    page.wait_for_url(re.compile(r"/cards/deluxe/[^/]+/$"))


@pytest.mark.parametrize("width", [390, 1280])
def test_what_no_tab_leads_to_stands_at_the_foot_of_every_page(new_page: Pages, site_url: str, width: int) -> None:
    """Downloads, the quick reference of each game, glossary and errata; they are there without any script."""
    page = new_page(width, 844, scripts=False)
    page.goto(site_url + "cards/inwo/the-mafia/")
    shown = page.locator(".footer-links a").all()
    found = [(each.get_attribute("href") or "").removeprefix("../../../") for each in shown]
    assert {links.quick_url(game) for game in GAMES} == set(found[:3])
    assert [links.GLOSSARY, links.ERRATA, links.DOWNLOADS] == found[3:]
    assert all((box := each.bounding_box()) and box["x"] + box["width"] < width for each in shown)
    page.get_by_role("link", name="Downloads").click()
    page.wait_for_url(site_url + links.DOWNLOADS)


def test_disputes_are_folded_under_their_questions(new_page: Pages, site_url: str, catalog: Catalog) -> None:
    """Two or three lines a dispute on a phone, each game a jump away, and the address of a dispute opens it."""
    page = new_page(390, 844)
    page.goto(site_url + links.CONFLICTS)
    folds = page.locator(".conflict-entry > details")
    assert (len(catalog.conflicts), 0) == (folds.count(), page.locator(".conflict-entry > details[open]").count())
    assert page.evaluate(HEIGHT) < 110 * len(catalog.conflicts)
    assert {f"#{game}-conflicts" for game in GAMES} == {
        each.get_attribute("href") for each in page.locator(".lead a").all()
    }
    for dispute in ("agents-after-a-capture", catalog.conflicts[-1].id):
        page.evaluate("(id) => { location.hash = id; }", dispute)
        expect(page.locator(f"#{dispute} + .conflict-entry details[open] table.sides")).to_be_visible()
    assert 0 == page.evaluate("document.documentElement.scrollWidth - innerWidth")


def test_every_tool_is_one_click_away_on_a_desktop(new_page: Pages, site_url: str) -> None:
    """On any page the tabs show the calculator, Goals, structures and tokens, and where to start."""
    page = new_page()
    page.goto(site_url + "cards/inwo/the-mafia/")
    tabs = page.locator(".md-tabs__link")
    assert {"Learn", "Cards", "Rules", "FAQ", "Rulings", "Calculator", "Goals", "Structures", "Tokens"} <= set(
        tabs.all_inner_texts()
    )
    assert all((box := each.bounding_box()) and box["x"] + box["width"] < 1280 for each in tabs.all())
    tabs.get_by_text("Tokens").click()
    page.wait_for_url(site_url + links.TOKENS)


# --- on paper -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "most"),
    [
        ("cards/inwo/the-mafia/", 1),
        ("cards/inwo/bavarian-illuminati/", 1),
        ("cards/inwo/discordian-society/", 1),
        ("cards/inwo/weather-satellite/", 1),
        ("cards/assassins/antitrust-legislation/", 1),
        ("rulings/hoax-stops-the-car-bomb/", 2),
        ("rulings/mafia-against-loan-sharks/", 2),
        ("rules/inwo/attacks/", 12),
        ("rules/subgenius/attacks/", 12),
        ("start/first-game/", 2),
        ("start/first-game/subgenius/", 2),
        ("start/first-game/deluxe/", 2),
    ],
)
def test_a_page_takes_so_many_sheets(page: Page, site_url: str, address: str, most: int) -> None:
    """Of A4; what is folded is not printed."""
    page.goto(site_url + address)
    at_rest(page)
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) <= most


def test_the_pictures_of_folded_examples_are_printed(page: Page, site_url: str) -> None:
    """In a chapter: a fold that has a picture is open on paper, every other one is left out."""
    page.goto(site_url + "rules/inwo/groups/")
    at_rest(page)
    page.emulate_media(media="print")
    folds = page.locator(".section > details.fold").all()
    drawn = [fold.locator(".picture .structure") for fold in folds]
    assert {picture.count() > 0 for picture in drawn} == {True, False}
    for fold, picture in zip(folds, drawn, strict=True):
        assert fold.is_visible() == (picture.count() > 0)
        assert all(each.is_visible() for each in picture.all())


MOST_DRAWN = 40
"""So many rulings are printed: those that have most to draw before anything is unfolded."""


def test_a_ruling_takes_two_sheets_at_most(page: Page, site_url: str, built_site: Path) -> None:
    """Its pictures are smaller on paper and stand beside each other."""

    def drawn(path: Path) -> int:
        found = re.search(r'<section class="ruling-picture">.*?</section>', path.read_text(encoding="utf-8"), re.DOTALL)
        return len(found[0]) if found else 0

    largest = sorted((built_site / "rulings").glob("*/index.html"), key=drawn)[-MOST_DRAWN:]
    sheets = {}
    for path in largest:
        page.goto(f"{site_url}rulings/{path.parent.name}/")
        sheets[path.parent.name] = len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))
    assert {} == {name: count for name, count in sheets.items() if count > 2}


def test_a_verdict_at_work_is_said_once(built_site: Path) -> None:
    """In bold, and the answer goes on after it: `Yes. With that Plot`, `Yes, if you say so`, never `Yes. Yes, if you
    say so`.
    """
    pages = [path.read_text(encoding="utf-8") for path in built_site.glob("cards/*/*/index.html")]
    found = [
        said
        for page in pages
        for said in re.findall(r'class="short-answer"><strong>([^<]+)</strong>(.)\s*([^\s.,:;<]*)', page)
    ]
    assert 100 < len(found)
    assert [] == [said for said in found if said[1] not in " .,:;" or said[0] == said[2]]
