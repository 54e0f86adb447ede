"""The built site, read with an HTML parser: links lead somewhere, everything is there, nothing is let in unescaped."""

from __future__ import annotations

import ast
import json
import re
import shutil
from collections import deque
from functools import cache
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest

from generator.catalog.catalog import Catalog
from generator.catalog.problems import CatalogError, Code
from generator.engine.position import read_position
from generator.site import codes, links
from generator.site.book import Book
from generator.site.build import build_site
from generator.site.last import LIST
from generator.site.prose import Prose
from generator.site.views import facts

BASE = "http://site/"
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


class Parsed(HTMLParser):
    """What a page holds: ids, links, everything it loads, inline scripts and handlers, headings, text."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.hrefs: list[str] = []
        self.loads: list[str] = []
        self.inline: list[str] = []
        self.headings: list[int] = []
        self.article: list[str] = []
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag says."""
        values = {name: value or "" for name, value in attrs}
        if tag not in VOID:
            self._open.append(tag)
        if "id" in values:
            self.ids.append(values["id"])
        if tag == "a" and "href" in values:
            self.hrefs.append(values["href"])
        if tag in ("img", "script") and values.get("src"):
            self.loads.append(values["src"])
        if tag == "link" and values.get("rel") in ("stylesheet", "icon", "manifest"):
            self.loads.append(values["href"])
        if "article" in self._open:
            if tag == "script":
                self.inline.append(tag)
            self.inline += [name for name in values if name.startswith("on") or name == "style"]
            if re.fullmatch(r"h[1-6]", tag):
                self.headings.append(int(tag[1]))

    def handle_endtag(self, tag: str) -> None:
        """Close a tag."""
        if tag in self._open:
            while self._open.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        """Keep the text of the article."""
        if "article" in self._open:
            self.article.append(data)


@cache
def parse(path: Path) -> Parsed:
    """A page, parsed once."""
    parsed = Parsed()
    parsed.feed(path.read_text(encoding="utf-8"))
    return parsed


def pages_of(site: Path) -> dict[str, Path]:
    """All pages by address, but for the one that is shown when there is none."""
    return {
        path.relative_to(site).as_posix().removesuffix("index.html"): path
        for path in sorted(site.rglob("*.html"))
        if path.name != "404.html"
    }


@pytest.fixture(scope="module")
def pages(built_site: Path) -> dict[str, Path]:
    """The pages of the built site."""
    return pages_of(built_site)


@pytest.fixture(scope="module")
def book(catalog: Catalog) -> Book:
    """The same, indexed for pages."""
    return Book(catalog)


def test_a_position_in_words(book: Book) -> None:
    """Who helps, what is linked and played, and for whom, is told in plain words."""
    said = read_position(
        "inwo control japan>b-a-t-f aid=canada against=hackers,b-a-t-f*2 at=2 under=the-mafia over=wargamers"
        " third=hackers link=necronomicon+b-a-t-f nwo=solidarity play=martial-law+japan,good-polls+violent",
        book.engine_cards,
    )
    assert [
        "target 1 Group away from a rival's Illuminati",
        "its master is The Mafia",
        "its puppets: Wargamers",
        "aid: Canada",
        "opposition: Hackers, B.A.T.F. with 2 tokens",
        "third players control Hackers",
        "Necronomicon is linked to B.A.T.F.",
        "New World Orders: Solidarity",
        "in effect: Martial Law for Japan, Good Polls for Violent Groups",
    ] == facts(book, said)


def text_of(path: Path) -> str:
    """The text of a page's article, on one line."""
    return " ".join(" ".join(parse(path).article).split())


# --- links ----------------------------------------------------------------------------------------------------------


def test_every_link_and_anchor_leads_somewhere(built_site: Path, pages: dict[str, Path]) -> None:
    """No link of any page is broken, neither its file nor its anchor; none leaves the site or runs a script."""
    broken = []
    for address, path in pages.items():
        for href in [*parse(path).hrefs, *parse(path).loads]:
            url = urlsplit(urljoin(BASE + address, href))
            if f"{url.scheme}://{url.netloc}/" != BASE:
                broken.append(f"{address}: {href} leaves the site")
                continue
            target = unquote(url.path[1:])
            file = built_site / target / "index.html" if not target or target.endswith("/") else built_site / target
            if not file.is_file():
                broken.append(f"{address}: {href}")
            elif url.fragment and target != links.CALCULATOR and unquote(url.fragment) not in parse(file).ids:
                broken.append(f"{address}: {href} has no such anchor")
    assert [] == broken


def test_every_calculator_link_is_a_position(pages: dict[str, Path], catalog: Catalog) -> None:
    """What stands behind the # of a link to the calculator can be read, and is written the one way."""
    cards = [record.card for record in catalog.cards]
    found = {
        unquote(urlsplit(href).fragment)
        for path in pages.values()
        for href in parse(path).hrefs
        if "calculator/#" in href
    } - {"attack-calculator", "how", "requirements", "example"}
    assert found
    assert sorted(found) == sorted(str(read_position(position, cards)) for position in found)


def test_every_page_is_three_clicks_away(pages: dict[str, Path]) -> None:
    """From the home page any page is reached with three clicks or fewer; but for addresses that rulings and chapters
    once had, which lead on.
    """
    clicks, queue = {"": 0}, deque([""])
    while queue:
        address = queue.popleft()
        for href in parse(pages[address]).hrefs:
            other = urlsplit(urljoin(BASE + address, href)).path[1:]
            if other in pages and other not in clicks:
                clicks[other] = clicks[address] + 1
                queue.append(other)
    far = {address for address in pages if clicks.get(address, 99) > 3}
    led_on = re.compile(r"This (ruling|chapter) has moved\.")
    assert set() == {address for address in far if not led_on.search(pages[address].read_text(encoding="utf-8"))}


def test_ids_are_unique_and_headings_in_order(pages: dict[str, Path]) -> None:
    """On no page does an id stand twice; each has one first heading and skips no level."""
    wrong = []
    for address, path in pages.items():
        page = parse(path)
        wrong += [f"{address}: #{name} twice" for name in {name for name in page.ids if page.ids.count(name) > 1}]
        levels = page.headings
        if levels[:1] != [1] or levels.count(1) != 1 or any(b > a + 1 for a, b in pairwise(levels)):
            wrong.append(f"{address}: headings {levels}")
    assert [] == wrong


def test_no_script_or_style_within_the_text(pages: dict[str, Path]) -> None:
    """Articles hold no script, no handler and no style of their own."""
    assert {} == {address: parse(path).inline for address, path in pages.items() if parse(path).inline}


def test_links_are_relative_to_the_page() -> None:
    """Addresses are written so that the site works in any folder; queries and anchors are kept."""
    here = "cards/deluxe/the-mafia/"
    assert "../../../rules/deluxe/attacks/#position" == links.relative(here, "rules/deluxe/attacks/#position")
    assert "../loan-sharks/" == links.relative(here, "cards/deluxe/loan-sharks/")
    assert "../../?find=type%3Agroup" == links.relative(here, links.cards_url("type:group"))
    assert "../../../" == links.relative(here, "")
    assert "#x" == links.relative("glossary/", "glossary/#x")
    assert "calculator/#deluxe%20control%20a%3Eb" == links.relative("", links.calculator_url("deluxe control a>b"))


# --- everything is there --------------------------------------------------------------------------------------------


def test_everything_has_its_page(built_site: Path, pages: dict[str, Path], book: Book) -> None:
    """Everything that can be looked up stands on the site, at its own address."""
    catalog = book.catalog
    wanted = [
        *(links.card_url(record.id) for record in catalog.cards),
        *(book.section_url(section.game, section.id) for section in catalog.sections),
        *(
            f"{links.chapter_url(its.game, each['from'])}#{anchor}"
            for its in catalog.rulesets
            for each in its.said.get("moved", ())
            for anchor in each["sections"]
        ),
        *(links.ruling_url(ruling.id) for ruling in catalog.rulings),
        *(links.term_url(entry.game, entry.id) for entry in catalog.glossary),
        *(book.faq_url(entry) for entry in catalog.faq),
        *(links.difference_url(difference.id) for difference in catalog.differences),
        *(links.erratum_url(change.id) for change in (*catalog.errata, *catalog.changes)),
        *(links.conflict_url(conflict.id) for conflict in catalog.conflicts),
        *(f"{links.ERRORS}#{code.code}" for code in Code),
    ]
    absent = []
    for url in wanted:
        address, _, anchor = url.partition("#")
        if address not in pages or (anchor and anchor not in parse(pages[address]).ids):
            absent.append(url)
    assert [] == absent
    assert [] == [record.id for record in catalog.cards if not (built_site / links.face_url(record.id)).is_file()]


def codes_given(module: Path) -> set[str]:
    """The second argument, where it is a text, of every call in a module of something named problem."""
    calls = [node for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    return {
        call.args[1].value
        for call in calls
        if getattr(call.func, "attr", getattr(call.func, "id", "")).strip("_").lower() == "problem"
        and len(call.args) > 1
        and isinstance(call.args[1], ast.Constant)
    }


def test_every_code_of_positions_and_queries_is_explained(root: Path) -> None:
    """The codes that the two readers give are those that the page of error codes explains, no more and no fewer."""
    engine = root / "generator" / "engine"
    lines = codes_given(engine / "line.py")
    assert set(codes.POSITIONS) == codes_given(engine / "position.py") | lines
    assert set(codes.GOAL_LINES) == codes_given(engine / "goal_line.py") | lines - {
        "opposites"
    }  # which rules alone know
    search = root / "generator" / "search"
    readers = ("query.py", "searching.py", "reading.py")
    assert set(codes.QUERIES) == set().union(*(codes_given(search / name) for name in readers))


def test_explanations_of_codes_show_no_markup(pages: dict[str, Path]) -> None:
    """What an explanation quotes is set as code, without its backticks."""
    assert "`" not in text_of(pages["errors/"])
    assert "<code>~</code> line" in pages["errors/"].read_text(encoding="utf-8")


def test_a_card_page_says_what_the_card_says(pages: dict[str, Path]) -> None:
    """The page of the Mafia has its numbers, its ability, its best target and the ruling about it."""
    text = text_of(pages["cards/deluxe/the-mafia/"])
    for expected in (
        "Power 7",
        "Resistance 7",
        "Income 6 MB a turn",
        "Criminal",
        "Violent",
        "+3 to direct control of Criminal Groups",
        "Loan Sharks 92% 33/36 ≤ 10 13",
        "The Mafia against a Criminal Group",
    ):
        assert expected in text


def test_a_ruling_page_shows_its_sum(pages: dict[str, Path]) -> None:
    """Question, answer, source, each line of the sum, strength and odds, and that it was verified: 7 + 8 + 3 - 5 = 13,
    33 of 36.
    """
    text = text_of(pages["rulings/mafia-against-loan-sharks/"])
    for expected in (
        "What do I have to roll?",
        "Deluxe rules",
        "Verified by the rules engine",
        "+7",
        "+8",
        "+3",
        "−5",
        "13",
        "10 or less: 92% (33/36)",
    ):
        assert expected in text


def test_a_chapter_cites_its_pages(pages: dict[str, Path]) -> None:
    """The section on position names its page, prints its terms and works out its example."""
    text = text_of(pages["rules/deluxe/attacks/"])
    for expected in (
        "5.9 Position in the Power Structure",
        "Deluxe rules, p. 5",
        "Defense +10 if the target",
        "1 Group away from its Illuminati",
    ):
        assert expected in text


def test_the_page_of_the_language_has_every_construction(pages: dict[str, Path]) -> None:
    """Each construction stands on the reference page with what it means."""
    from generator.language import constructions

    def squeezed(text: str) -> str:
        return re.sub(r"[\s`]", "", text)

    text = squeezed(text_of(pages[links.LANGUAGE]))
    assert [] == [cls.__name__ for cls in constructions() if squeezed(cls.__doc__ or "undocumented") not in text]


def test_downloads_are_there_and_whole(built_site: Path) -> None:
    """The database has 739 cards, the JSON file as many; schemas are JSON."""
    import sqlite3
    from contextlib import closing

    folder = built_site / "downloads"
    with closing(sqlite3.connect(folder / "dossier.db")) as database:
        assert (739,) == database.execute("select count(*) from card").fetchone()
    assert 739 == len(json.loads((folder / "cards.json").read_text(encoding="utf-8")))
    assert all("$schema" in json.loads(path.read_text(encoding="utf-8")) for path in (folder / "schemas").iterdir())


def test_every_page_carries_the_notice(pages: dict[str, Path]) -> None:
    """The footer of each page says that this is unofficial and whose the names are."""
    missing = [
        address
        for address, path in pages.items()
        if not re.search(r"unofficial reference.*Steve Jackson Games", path.read_text(encoding="utf-8"), re.DOTALL)
    ]
    assert [] == missing


# --- prose ----------------------------------------------------------------------------------------------------------


def test_prose_lets_no_markup_in(book: Book) -> None:
    """Tags, script addresses and images in our Markdown come out as text."""
    prose = Prose(book, "deluxe", "about/", tooltips=False)
    html = str(prose.blocks("<script>x</script> <b onclick=x>y</b> [z](javascript:x) ![i](http://x/y.png) &lt;i>"))
    assert not re.search(r"<(?!/?p>)", html)


def test_prose_links_cards_and_sections(book: Book) -> None:
    """Double brackets link a card by its name and a section by its anchor, with its number or with words given."""
    prose = Prose(book, "deluxe", "about/", tooltips=False)
    assert '<a class="card-link" href="../cards/deluxe/the-mafia/">The Mafia</a>' == prose.line("[[The Mafia]]")
    assert '<a href="../rules/deluxe/groups/#open-arrow">4.3 Open arrows</a>' == prose.line("[[#open-arrow]]")
    assert '<a href="../rules/deluxe/groups/#open-arrow">room</a>' == prose.line("[[#open-arrow|room]]")
    assert "The Mafia has 4.3 Open arrows, and room" == book.plain(
        "deluxe", "[[The Mafia]] has [[#open-arrow]], **and** [[#open-arrow|room]]"
    )


@pytest.mark.parametrize("game", ["deluxe", "inwo", "subgenius"])
def test_a_page_and_a_terminal_show_the_same_words(book: Book, game: str) -> None:
    """Of each question and answer that has marks, of each counter-case, and of each change of a card."""
    prose, catalog = Prose(book, game, "about/", tooltips=False), book.catalog
    said = [
        text
        for each in catalog.rulings
        if each.game == game
        for text in (each.question, each.answer, each.scenario.get("counter", {}).get("says", ""))
    ]
    said += [each.says for each in (*catalog.errata, *catalog.changes) if each.game == game]
    marked = [text for text in said if re.search(r"\[\[|[*`_]", text)]
    assert marked
    for text in marked:
        words = unescape(re.sub("<[^>]*>", "", str(prose.line(text))))
        begins = re.match(r"\d+\. |", catalog.plain(game, text))
        assert (
            begins and words.split() == catalog.plain(game, text)[begins.end() :].split()
        )  # a number in front is that of a list on the page


def test_words_of_the_game_are_explained_once_in_a_section(book: Book) -> None:
    """The first puppet of a section is linked, singular or plural; not the second, nor one in a link."""
    prose = Prose(book, "deluxe", "about/")
    first = str(prose.blocks("Puppets and a puppet."))
    assert 1 == first.count('class="term"')
    assert 'href="../glossary/deluxe/#puppet">Puppets</a>' in first
    assert 0 == str(prose.blocks("A puppet.")).count('class="term"')
    prose.new_section()
    assert 1 == str(prose.blocks("A puppet.")).count('class="term"')


def test_a_sentence_is_printed_like_one(book: Book) -> None:
    """A sentence of the language gets a capital, a full stop, a real minus and links for the names in brackets."""
    prose = Prose(book, "deluxe", "about/", tooltips=False)
    assert "Attack −4 for each opposite alignment." == prose.sentence("attack -4 for each opposite alignment")
    assert ">Hackers</a>." in prose.sentence("+2 to any attempt to destroy [Hackers]")


# --- building -------------------------------------------------------------------------------------------------------


def test_wrong_data_leaves_the_last_good_site(root: Path, tmp_path: Path) -> None:
    """A broken card stops the build with its place, and the site and database that were there stay as they were."""
    for name in ("cards", "rules", "site_templates"):
        shutil.copytree(root / name, tmp_path / name)
    shutil.copyfile(root / "mkdocs.yml", tmp_path / "mkdocs.yml")
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / LIST).write_text("index.html\n", encoding="utf-8")
    (tmp_path / "site" / "index.html").write_text("the last good site", encoding="utf-8")
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "dossier.db").write_text("the last good database", encoding="utf-8")
    cards = tmp_path / "cards" / "deluxe" / "groups.yaml"
    cards.write_text(cards.read_text(encoding="utf-8").replace("power: 7", "power: seven", 1), encoding="utf-8")
    with pytest.raises(CatalogError) as error:
        build_site(tmp_path)
    assert 1 == len(error.value.problems)
    assert "cards/deluxe/groups.yaml" == error.value.problems[0].file
    assert "the last good site" == (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert "the last good database" == (tmp_path / "build" / "dossier.db").read_text(encoding="utf-8")
    assert ["dossier.db", "kept"] == sorted(
        path.name for path in (tmp_path / "build").iterdir()
    )  # what is kept of the good files
