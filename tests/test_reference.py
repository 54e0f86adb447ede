"""What stands beside the rules: questions, words, differences, disputes, changes and quick references, as pages show
them.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

from generator.catalog.catalog import Catalog, citation
from generator.catalog.records import GlossaryEntry
from generator.engine.situation import ways_to_roll
from generator.site import links
from generator.site.book import Book, Words
from generator.site.prose import Prose
from generator.site.reference import reference_pages
from generator.structs import replace

GAMES = ("inwo", "subgenius", "deluxe")


@pytest.fixture(scope="module")
def book(catalog: Catalog) -> Book:
    """The same, indexed for pages."""
    return Book(catalog)


def article(site: Path, url: str, start: str = "", end: str = "</article>") -> str:
    """The HTML of a page, or of the part of it from an anchor to the next mark `end`."""
    html = (site / url / "index.html").read_text(encoding="utf-8")
    at = html.index(f'id="{start}"') if start else html.index("<article")
    return html[at : html.index(end, at)]


def part(site: Path, url: str, anchor: str) -> str:
    """The HTML of a page from the heading with that anchor to the next heading, or to the end."""
    return re.split(r"<h[23]", article(site, url, anchor), maxsplit=1)[0]


def text(html: str) -> str:
    """The words of HTML, on one line."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


# --- common mistakes ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_each_mistake_says_why_and_has_a_ruling_that_proves_it(catalog: Catalog, game: str) -> None:
    """Wrong, right, why; then the ruling, which settles one of the statements that the mistake cites."""
    rulings = {each.id: each for each in catalog.rulings}
    blocks = [
        block
        for section in catalog.sections
        if (section.game, section.chapter) == (game, "common-mistakes") and section.level == 2
        for block in section.blocks
        if block.kind == "ruling" or block.states
    ]
    assert len(blocks) > 40
    for mistake, ruling in zip(blocks[::2], blocks[1::2], strict=True):
        assert ["Wrong", "Right", "Why"] == re.findall(r"\*\*(\w+):\*\*", mistake.markdown)
        assert set(mistake.states) & {*rulings[ruling.markdown].settles}, ruling.markdown


@pytest.mark.parametrize("game", GAMES)
def test_each_mistake_links_its_ruling(built_site: Path, game: str) -> None:
    """Right below it, not folded at the end of the section."""
    html = article(built_site, f"rules/{game}/common-mistakes/")
    assert html.count("<strong>Why:") == len(re.findall(r'</p>\s*<p class="cite">Ruling: <a href="[^"]+">', html)) > 20


# --- questions ------------------------------------------------------------------------------------------------------


def test_every_question_of_the_faq_is_answered(catalog: Catalog) -> None:
    """Each of the 172 statements of the FAQ is in an answer, whatever else states it."""
    answered = {statement for entry in catalog.faq for statement in entry.states}
    assert set() == {row.id for row in catalog.statements if row.document == "faq"} - answered


def test_an_answer_shows_its_source_section_and_cards(built_site: Path, catalog: Catalog) -> None:
    """FAQ, 'Aiding Attacks': helpers earn no bonus for alignments."""
    entry = next(each for each in catalog.faq if "faq-aid-no-alignment-modifier-for-aiders" in each.states)
    html = article(built_site, links.topic_url("inwo", entry.topic), entry.id, "<h2")
    assert "INWO FAQ, Aiding Attacks" in text(html)
    assert 'href="../../../rules/inwo/attacks/#' in html


def test_no_citation_shows_a_remark_of_those_who_listed_the_statements(catalog: Catalog) -> None:
    """The FAQ's part on immunity has lost its heading in the text: readers are sent to `Immunity`, as to any other
    part.
    """
    labels = {citation("INWO FAQ", row) for row in catalog.statements if row.document == "faq"}
    assert {"INWO FAQ, Immunity", "INWO FAQ, Aiding Attacks"} <= labels
    assert [] == [label for label in labels if re.search(r"[\[\]]|missing", label)]


def test_cards_and_sections_lead_to_the_questions_about_them(built_site: Path, catalog: Catalog, book: Book) -> None:
    """Every question is linked from its section, and from each card that it is about."""
    for entry in catalog.faq[::7]:
        address = book.faq_url(entry)
        section = book.section_url(entry.game, entry.section).partition("#")[0]
        assert address in article(built_site, section)
        for card_id in entry.cards[:2]:
            assert address in article(built_site, links.card_url(card_id))


def test_what_a_ruling_settles_is_marked(built_site: Path, catalog: Catalog, book: Book) -> None:
    """The rulings that put a statement of an answer to the test settle the question, and the page of its topic links
    them there; a question without such a ruling has no mark.
    """
    entry = catalog.faq[0]
    settling = next(ruling for ruling in catalog.rulings if ruling.settles)
    assert settling in book.rulings_of_faq(replace(entry, states=settling.settles[:1]))
    assert [] == book.rulings_of_faq(replace(entry, states=("wdh-front-credits",)))
    settled = {
        row: {each.id for each in catalog.rulings if row in each.settles} for each in catalog.faq for row in each.states
    }
    assert any(settled.values())
    for entry in catalog.faq:
        html = part(built_site, links.topic_url(entry.game, entry.topic), entry.id)
        rulings = set().union(*(settled[row] for row in entry.states))
        assert (entry.id, bool(rulings)) == (entry.id, "Verified by the rules engine" in html)
        assert [] == [each for each in rulings if f'href="../../../{links.ruling_url(each)}"' not in html]


# --- words ----------------------------------------------------------------------------------------------------------


def test_each_game_has_its_own_glossary(built_site: Path, catalog: Catalog) -> None:
    """A word of several games is listed once, with a link to each of them."""
    shared = {entry.term for entry in catalog.glossary if entry.game == "inwo"} & {
        entry.term for entry in catalog.glossary if entry.game == "deluxe"
    }
    assert {"aid", "alignment", "puppet"} <= shared
    html = article(built_site, links.GLOSSARY)
    for game in ("inwo", "deluxe"):
        entry = next(each for each in catalog.glossary if (each.game, each.term) == (game, "puppet"))
        assert 1 == html.count(f'href="{game}/#{entry.id}"')


@pytest.mark.parametrize("game", GAMES)
def test_words_lead_to_the_glossary_of_the_game(book: Book, game: str) -> None:
    """A word in a text is linked to what it means in that game, in the plural too, and not within other words."""
    prose = Prose(book, game, links.rules_url(game))
    html = str(prose.blocks("Two puppets, one puppet-master and a puppeteer."))
    assert [f"../../glossary/{game}/#puppet"] == re.findall(r'href="([^"]+)"', html)


def test_words_of_an_ability_are_explained_on_the_page_of_its_card(built_site: Path) -> None:
    """Each word once, and what it means can be loaded; names of cards stay links to cards."""
    html = article(built_site, "cards/inwo/hackers")
    found = re.findall(r'<a class="term" href="[./]+/glossary/inwo/#([^"]+)"[^>]*>([^<]+)</a>', html)
    assert {"direct control", "any attempt", "Groups"} <= {word for _, word in found}
    assert len(found) == len(set(found))
    words = json.loads((built_site / "data" / "words-inwo.json").read_text(encoding="utf-8"))
    assert [] == [word for word, _ in found if not words.get(word)]


def test_a_word_with_a_capital_is_not_the_common_word() -> None:
    """Plot is a card; plot is a plan. A small word may begin a sentence."""
    entries = [
        GlossaryEntry(
            id=term.lower(), game="inwo", term=term, plural=plural, also=(), meaning="", section="", states=()
        )
        for term, plural in (("Plot", "Plots"), ("puppet", "puppets"))
    ]
    found = [entry.term for _, _, entry in Words(entries).find("A plot of Puppets. Puppets plot; Plots are cards.")]
    assert ["puppet", "puppet", "Plot"] == found


def test_no_heading_has_a_tooltip(built_site: Path, catalog: Catalog) -> None:
    """No page explains a word of its own headings."""
    pages = {
        links.chapter_url(section.game, Path(section.file).stem[3:])
        for section in catalog.sections
        if section.level == 1
    }
    headings = [
        heading for url in pages for heading in re.findall(r"<h[1-3].*?</h[1-3]>", article(built_site, url), re.DOTALL)
    ]
    assert len(headings) > 300
    assert [] == [heading for heading in headings if 'class="term"' in heading]


# --- between games --------------------------------------------------------------------------------------------------


def test_the_table_of_differences_has_every_cell(built_site: Path, catalog: Catalog, book: Book) -> None:
    """Each point has a row, with what holds in each game and a link to the section; a game without it says so."""
    for difference in catalog.differences:
        row = article(built_site, links.DIFFERENCES, difference.id, "</tr>")
        cells = re.findall(r'<td[^>]*data-game="([^"]+)"[^>]*>(.*?)</td>', row, re.DOTALL)
        assert [game.short for game in book.played] == [game for game, _ in cells]
        points = {book.games[point.game].short: point for point in difference.points}
        for game, cell in cells:
            point = points.get(game)
            assert ("no such rule" in cell) == (point is None)
            assert point is None or f'href="../{book.section_url(point.game, point.section)}"' in cell


def test_the_goals_differ_as_the_documents_say(catalog: Catalog) -> None:
    """Cards for the Basic Goal with two players: 12 in INWO (WDH p. 16) and SubGenius (p. 10), 13 in Deluxe (p. 2)."""
    goal = next(difference for difference in catalog.differences if difference.title == "Basic Goal")
    says = {point.game: point.says for point in goal.points}
    assert ("12" in says["inwo"], "12" in says["subgenius"], "13" in says["deluxe"]) == (True, True, True)


def test_a_section_shows_what_the_other_games_do(built_site: Path, catalog: Catalog) -> None:
    """The box of a section links the sections of the other games, and not its own."""
    difference = next(
        each for each in catalog.differences if {"inwo", "deluxe"} <= {point.game for point in each.points}
    )
    points = {point.game: point for point in difference.points}
    section = next(each for each in catalog.sections if (each.game, each.id) == ("inwo", points["inwo"].section))
    page = article(built_site, links.chapter_url("inwo", Path(section.file).stem[3:]), section.id)
    box = page[page.index('aria-label="In the other games: ') :].partition("</aside>")[0]
    assert difference.title in text(box)
    assert "../../deluxe/" in box
    assert "../../inwo/" not in box


# --- in time --------------------------------------------------------------------------------------------------------


def test_every_change_of_the_rules_says_what_was_or_that_nobody_knows(
    built_site: Path, catalog: Catalog, book: Book
) -> None:
    """The timeline has each change with the section of the present rule and what held before."""
    assert 22 <= len(catalog.changes)
    for change in catalog.changes:
        html = part(built_site, links.ERRATA, change.id)
        known = change.was is not None
        assert (change.id, known, not known) == (change.id, "<dt>Before</dt>" in html, "Not in our documents" in html)
        assert f'href="../{book.section_url(change.game, change.section)}"' in html


# --- odds -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_table_of_odds_counts_the_throws(root: Path, catalog: Catalog, game: str) -> None:
    """Each row of the chapters is the number of throws of two dice that are not above what one needs: 2 to the highest
    roll that does not always fail, which stands for more too.
    """
    chapters = "".join(path.read_text(encoding="utf-8") for path in sorted((root / "rules" / game).glob("*.md")))
    highest = catalog.fails_from[game] - 1
    throws = {need: sum(ways_to_roll(total) for total in range(2, need + 1)) for need in range(2, highest + 1)}
    rows = [f"| {need}{' or more' if need == highest else ''} | {count}/36 |" for need, count in throws.items()]
    assert rows == re.findall(r"^\|.*/36.*$", chapters, re.MULTILINE)


# --- on one page ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_quick_reference_prints_on_one_page(page: Page, site_url: str, game: str) -> None:
    """One sheet, of A4 or of Letter."""
    page.goto(site_url + links.quick_url(game))
    for paper in ("A4", "Letter"):
        assert (paper, 1) == (paper, len(re.findall(rb"/Type\s*/Page[^s]", page.pdf(format=paper))))


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("inwo", ("Draw a Plot", "Government ↔ Corporate", "12 cards", "11 or more always fails")),
        ("subgenius", ("Straight ↔ Weird", "10 cards")),
        ("deluxe", ("Government ↔ Communist", "13 cards")),
    ],
)
def test_a_quick_reference_has_what_the_table_asks(built_site: Path, game: str, said: tuple[str, ...]) -> None:
    """Opposites and Basic Goals of each game (WDH pp. 5, 16; SubGenius rules pp. 4, 10; Deluxe rules pp. 2, 3)."""
    words = text(article(built_site, links.quick_url(game)))
    assert [] == [each for each in said if each not in words]


def test_every_reference_page_is_listed(built_site: Path, book: Book) -> None:
    """The page of reference leads to each of them but the FAQ, which has a tab of its own."""
    html = article(built_site, links.REFERENCE)
    assert {"FAQ", "Glossary", "Differences", "Conflicts", "Errata"} == {page.name for page in reference_pages(book)}
    assert [] == [
        page.url for page in reference_pages(book) if page.name != "FAQ" and f'href="../{page.url}"' not in html
    ]
