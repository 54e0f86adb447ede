"""Every page of the site, written as Markdown and data into one folder, from which MkDocs makes the site.

Pages are Jinja2 templates of site_templates/ with escaping switched on; what they are given is plain.
"""

from __future__ import annotations

import json
import re
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from generator.catalog import CardRecord, Code, Conflict, Difference, Erratum, FaqEntry, Game, RuleChange, RulingRecord, Section
from generator.database import Database
from generator.database.coverage import coverage, missing
from generator.database.read import VerdictRecord
from generator.engine.attack import ways_to_roll
from generator.language import tree as t
from generator.rulings import Scenario, World, elsewhere, here, read_scenarios, tables_elsewhere
from generator.search import catalog_documents
from generator.site import codes, links
from generator.site.book import Book
from generator.site.calculators import CALCULATORS, write_calculators
from generator.site.card_index import card_index, titles
from generator.site.card_pages import write_cards
from generator.site.downloads import write_downloads
from generator.site.faces import PLURALS, badge_icon, lies
from generator.site.language import reference, spaced
from generator.site.matchups import Matchups
from generator.site.prose import Prose
from generator.site.reference import reference_pages, write_reference
from generator.site.rulings import SeatView, case_views, other_game_view, pictures
from generator.site.views import VERBS, LedgerView, ledger_view

CARD_STEPS = ("Comparing every card with every other", "Writing the cards")
"""The steps that make the pages of cards and their data."""


@dataclass
class Writer:
    """Writes pages below `folder`; `verdicts` are those of the rulings, `pages` the addresses written so far."""

    book: Book
    templates: Path
    folder: Path
    verdicts: Mapping[str, VerdictRecord] = field(default_factory=dict)
    pages: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._made: set[Path] = set()
        self._jinja = jinja2.Environment(
            loader=jinja2.FileSystemLoader(self.templates),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            auto_reload=False,
            comment_start_string="<#",
            comment_end_string="#>",  # {# begins the anchor of a heading
        )
        self._jinja.filters["heading"] = _heading
        self._jinja.globals.update(
            book=self.book,
            links=links,
            plain=_plain,
            verbs=VERBS,
            badge=lambda name: Markup(badge_icon(name)),
        )

    def page(
        self,
        url: str,
        template: str,
        game: str = "deluxe",
        *,
        title: str,
        description: str,
        hide: tuple[str, ...] = (),
        scripts: tuple[str, ...] = (),
        styles: tuple[str, ...] = (),
        **values: Any,
    ) -> None:
        """Write the page at `url` from a template, which also gets the tools bound to this page."""
        prose = Prose(self.book, game, url)
        sentences = Prose(self.book, game, url, tooltips=False)
        text = self._jinja.get_template(template).render(
            here=url,
            href=partial(links.relative, url),
            prose=prose,
            sentences=sentences,
            game=game,
            sum=lambda position: self.ledger(position, sentences),
            pictures=lambda ruling: self.pictures(ruling, sentences),
            new_section=lambda: prose.new_section() or "",
            section_of=lambda thing: self.book.sections[thing.game, thing.section],
            **values,
        )
        front = {
            "title": title,
            "description": description,
            "hide": list(hide),
            "scripts": list(scripts),
            "styles": list(styles),
        }
        head = "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in front.items() if value)
        self.write(links.source_of(url), f"---\n{head}---\n{text}")
        self.pages.append(url)

    def ledger(self, position: str, prose: Prose) -> LedgerView:
        """The explanation of a position."""
        return ledger_view(self.book, position, prose)

    def pictures(self, ruling: RulingRecord, prose: Prose) -> list[SeatView]:
        """The Power Structures that a ruling is about."""
        verdict = self.verdicts.get(ruling.id)
        return pictures(self.book, ruling, verdict, prose) if verdict else []

    def write(self, path: str, text: str) -> None:
        """Write a file of the site."""
        target = self.folder / path
        if target.parent not in self._made:
            target.parent.mkdir(parents=True, exist_ok=True)
            self._made.add(target.parent)
        target.write_text(text, encoding="utf-8")

    def data(self, path: str, data: Any) -> None:
        """Write data for scripts."""
        self.write(path, json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n")


def _heading(text: str) -> Markup:
    """Text for a Markdown heading: nothing in it is markup."""
    return Markup(re.sub(r"([\\`*_{}\[\]()#+.!>~-])", r"\\\1", text).replace("<", "&lt;"))


def _plain(text: str) -> str:
    """Our Markdown without its marks, for descriptions and tooltips."""
    return (
        re.sub(r"\[\[#?([^\]|]+?)(?:\|([^\]]+))?\]\]", lambda m: m[2] or m[1], text).replace("**", "").replace("`", "")
    )


def write_site(
    database: Database,
    book: Book,
    templates: Path,
    folder: Path,
    root: Path,
    downloads: Path,
    step: Callable[[str], None],
) -> list[str]:
    """Write all pages and data into a new `folder`; answer the addresses of the pages. `downloads` holds the files to keep.

    `step` is told the names of CARD_STEPS, then those of the others.
    """
    writer = Writer(book, templates, folder, database.verdicts)
    copy_assets(templates / "assets", folder / links.ASSETS)
    comparing, writing = CARD_STEPS
    step(comparing)
    matchups = all_matchups(book)
    step(writing)
    write_cards(writer, matchups)
    write_card_data(writer)
    step("Writing the other pages")
    _home(writer)
    _games_page(writer)
    for game in book.played:
        _rules(writer, game)
    write_calculators(writer)
    _rulings(writer, database)
    write_reference(writer)
    _project(writer, database)
    write_downloads(writer, root, downloads)
    return writer.pages


_COMMENT = re.compile(r"^[ \t]*(?:/\*\*?(?:[^*]|\*(?!/))*\*/|//[^\n]*)[ \t]*\n", re.MULTILINE)


def copy_assets(source: Path, target: Path) -> None:
    """Copy scripts, styles and pictures; the comments of scripts stay behind, which are a quarter of what a phone would load."""
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("sw.js", "*.d.ts"))
    for script in target.glob("*.js"):
        script.write_text(_COMMENT.sub("", script.read_text(encoding="utf-8")), encoding="utf-8")


def all_matchups(book: Book) -> dict[str, Matchups]:
    """Who attacks whom best in each game whose attacks have rules."""
    return {
        game: Matchups((card for card in book.engine_cards if card.game == game), book.rules(game))
        for game in book.catalog.fails_from
    }


def navigation(book: Book) -> list[Any]:
    """The navigation as MkDocs wants it: a few tabs, the chapters of each game below Rules, topics below FAQ."""
    rules = [
        {
            game.short: [
                {"Contents": links.rules_url(game.id)},
                links.quick_url(game.id),
                *(links.chapter_url(game.id, book.chapter_slug(chapter)) for chapter in book.chapters[game.id]),
            ]
        }
        for game in book.played
    ]
    topics = [{topic.title: links.topic_url(topic.game, topic.id)} for topic in book.catalog.faq_topics]
    words = [{game.short: links.glossary_url(game.id)} for game in book.played if book.glossary_of(game.id)]
    inside = {links.FAQ: [{"All questions": links.FAQ}, *topics], links.GLOSSARY: [{"All games": links.GLOSSARY}, *words]}
    pages = [{page.name: inside.get(page.url, page.url)} for page in reference_pages(book)]
    return _sources([
        {"Home": links.HOME},
        {"Cards": links.CARDS},
        {"Rules": [{"All games": links.RULES}, *rules]},
        *(page for page in pages if "FAQ" in page),
        {"Rulings": links.RULINGS},
        {"Calculators": [{name: url} for name, url in CALCULATORS]},
        {"Reference": [{"Overview": links.REFERENCE}, *(page for page in pages if "FAQ" not in page)]},
        {"About": [links.ABOUT, links.LANGUAGE, links.COVERAGE, links.DOWNLOADS]},
    ])


def _sources(entries: Any) -> Any:
    """Navigation entries with the files of the pages in the place of their addresses."""
    if isinstance(entries, str):
        return links.source_of(entries)
    if isinstance(entries, list):
        return [_sources(each) for each in entries]
    return {name: _sources(inside) for name, inside in entries.items()}


SHOWCASE = ("inwo/bavarian-illuminati", "inwo/the-mafia", "inwo/solidarity")
"""The cards on the home page, of three kinds."""


def _home(writer: Writer) -> None:
    catalog = writer.book.catalog
    writer.page(
        links.HOME,
        "home.md.j2",
        title="Dossier",
        hide=("navigation", "toc"),
        scripts=("home.js",),
        description=(
            "Card file, rulebook and rules lawyer for Illuminati: New World Order, SubGenius and Illuminati Deluxe: "
            "an unofficial reference."
        ),
        sections=sum(section.level == 2 for section in catalog.sections),
        questions=len(catalog.faq),
        rulings=len(catalog.rulings),
        conflicts=len(catalog.conflicts),
        showcase=[
            (record.card, lies(record.card)) for card_id in SHOWCASE if (record := writer.book.cards.get(card_id))
        ],
    )


# --- rules ----------------------------------------------------------------------------------------------------------


def _games_page(writer: Writer) -> None:
    book = writer.book
    games = [(game, book.chapters[game.id]) for game in book.played]
    writer.page(
        links.RULES,
        "games.md.j2",
        title="Rules",
        hide=("toc",),
        games=games,
        reference=reference_pages(book),
        description="The complete rules of each game in our own words, with page citations.",
    )


def _rules(writer: Writer, played: Game) -> None:
    book, game, title = writer.book, played.id, played.title
    chapters = book.chapters[game]
    writer.page(
        links.rules_url(game),
        "rules.md.j2",
        game,
        title=f"Rules of {title}",
        hide=("toc",),
        chapters=chapters,
        description=f"The complete rules of {title} in our own words, with page citations.",
    )
    for at, chapter in enumerate(chapters):
        sections = [chapter, *book.sections_of(chapter)]
        writer.page(
            links.chapter_url(game, book.chapter_slug(chapter)),
            "chapter.md.j2",
            game,
            title=f"{chapter.number} {chapter.title}",
            description=f"{title}, chapter {chapter.number}: {', '.join(section.title for section in sections[1:])}.",
            chapter=chapter,
            sections=sections,
            lines_of=lambda other, here=links.chapter_url(game, book.chapter_slug(chapter)): Prose(
                book, other, here, tooltips=False
            ),
            terms=lambda ids: [book.terms[game, each] for each in ids.split()],
            previous=chapters[at - 1] if at else None,
            next=chapters[at + 1] if at + 1 < len(chapters) else None,
        )
    _quick_reference(writer, game)


def _quick_reference(writer: Writer, game: str) -> None:
    book = writer.book
    rules = book.rules(game)
    parts: dict[str, list] = defaultdict(list)
    for term in book.catalog.terms:
        if term.game == game:
            parts[term.part].append(term)
    opposites = []
    for one, other in rules.opposites.items():
        if (other, one) not in opposites:
            opposites.append((one, other))
    goals = [
        (record.card, clause.text)
        for record in book.catalog.cards
        if record.card.game == game
        for clause in record.clauses
        if isinstance(clause.sentence, t.SpecialGoal)
    ]
    steps = [
        section for section in book.catalog.sections if section.game == game and re.match(r"Steps? \d", section.title)
    ]
    writer.page(
        links.quick_url(game),
        "quick.md.j2",
        game,
        title="On one page",
        hide=("toc",),
        description="Turn sequence, attack sum, requirements, odds, opposites and goals on one page.",
        turn=[(words[:1].upper() + words[1:], section.id) for section in steps for words in [section.title.partition(": ")[2]]],
        sheet=[part for part in book.catalog.quick if part.game == game],
        terms=parts["term"],
        requirements=parts["requirement"],
        goals=parts["goal"],
        opposites=opposites,
        special_goals=goals,
        fails_from=rules.fails_from,
        odds=_odds(rules.fails_from),
        anchor_of=lambda term: (
            url.partition("#")[2] if (url := book.rule_url(game, term)) and url.startswith("rules/") else None
        ),
    )


def _odds(fails_from: int) -> list[tuple[str, int]]:
    needs = list(range(2, fails_from))
    rows = [(str(need), sum(ways_to_roll(total) for total in range(2, need + 1))) for need in needs]
    return [*rows[:-1], (f"{needs[-1]}+", rows[-1][1])]


# --- rulings --------------------------------------------------------------------------------------------------------


def _rulings(writer: Writer, database: Database) -> None:
    book = writer.book
    verdicts = database.verdicts
    groups: dict[tuple[str, str], list[RulingRecord]] = defaultdict(list)
    for ruling in book.catalog.rulings:
        groups[ruling.game, book.sections[ruling.game, ruling.section].chapter].append(ruling)
    by_chapter = (
        (game, [(chapter, groups[game.id, chapter.id]) for chapter in book.chapters[game.id] if (game.id, chapter.id) in groups])
        for game in book.played
    )
    passed = sum(
        verdict.passed and (verdict.counter is None or verdict.counter.passed) for verdict in verdicts.values()
    )
    writer.page(
        links.RULINGS,
        "rulings.md.j2",
        title="Rulings",
        hide=("navigation",),
        count=len(book.catalog.rulings),
        passed=passed if verdicts else None,
        description="Questions and answers, each replayed by the engine on every build.",
        games=[(game, chapters) for game, chapters in by_chapter if chapters],
    )
    worlds = {game.id: World(book.catalog, game.id) for game in book.catalog.games}
    for scenario in read_scenarios(book.catalog):
        if verdict := verdicts.get(scenario.ruling.id):
            _ruling(writer, scenario, verdict, worlds)


def _ruling(writer: Writer, scenario: Scenario, verdict: VerdictRecord, worlds: Mapping[str, World]) -> None:
    book, ruling = writer.book, scenario.ruling
    url = links.ruling_url(ruling.id)
    prose = Prose(book, ruling.game, url, tooltips=False)
    case, counter = case_views(book, scenario, verdict, prose)
    settled = dict.fromkeys(cite for line in verdict.lines for cite in line.settles)
    own = here(book.catalog, ruling)
    writer.page(
        url,
        "ruling.md.j2",
        ruling.game,
        title=ruling.title,
        description=_plain(ruling.question),
        hide=("navigation",),
        ruling=ruling,
        verdict=verdict,
        case=case,
        counter=counter,
        settles=[book.catalog.statement(cite) for cite in settled],
        elsewhere=[(answer, answer.differs(own)) for answer in elsewhere(book.catalog, own)] if own else [],
        tables_elsewhere=[other_game_view(book, scenario, answer, prose) for answer in tables_elsewhere(scenario, worlds)],
        cards=[book.cards[card_id] for card_id in ruling.cards],
    )


# --- about the project ----------------------------------------------------------------------------------------------


def _project(writer: Writer, database: Database) -> None:
    book = writer.book
    writer.page(
        links.LANGUAGE,
        "language.md.j2",
        title="Language",
        hide=("navigation",),
        reference=reference(book.catalog),
        slots=_slots,
        code=_code,
        description="Reference of the effect language, made from its grammar, with examples from real cards.",
    )
    verdicts = tuple(database.verdicts.values())
    writer.page(
        links.COVERAGE,
        "coverage.md.j2",
        title="Coverage",
        hide=("navigation",),
        description="What this site covers, counted on every build.",
        tables=list(_coverage_tables(book, coverage(book.catalog, verdicts))),
        missing=[(heading, ids) for heading, ids in missing(book.catalog, verdicts).items() if ids],
        notes=[(record, clause) for record in book.catalog.cards for clause in record.clauses if clause.note],
    )
    writer.page(
        links.ERRORS,
        "errors.md.j2",
        title="Error codes",
        hide=("navigation",),
        groups=list(_codes()),
        description="What each error code means.",
    )
    writer.page(
        links.ABOUT,
        "about.md.j2",
        title="About",
        hide=("navigation",),
        documents=book.catalog.documents,
        description="What this site is, whose names it uses, and how its rulings are checked.",
    )


def _code(text: str) -> Markup:
    """A docstring as a reader sees it: what stands between backticks is code."""
    parts = text.split("`")
    return Markup("").join(Markup("<code>{}</code>").format(part) if at % 2 else part for at, part in enumerate(parts))


def _slots(form: str) -> Markup:
    """A form of the grammar, what is to be filled in slanted."""
    return Markup("").join(
        Markup('<i class="slot">{}</i>').format(part[1:-1]) if part.startswith("‹") else part
        for part in re.split(r"(‹[^›]*›)", form)
    )


def _coverage_tables(book: Book, figures: Mapping[str, Any]) -> Iterator[tuple[str, list[list[Any]]]]:
    """The figures as tables: heading, then rows, the first of them the names of the columns."""
    documents = {document.id: document.short for document in book.catalog.documents}
    sets = {each.id: each.title for each in book.catalog.sets}
    covered = {name: row for name, row in figures["statements"].items() if row["stated"]}
    yield "Cards", [["Set", "Cards"], *([sets[name], count] for name, count in figures["cards"].items() if count)]
    words = {"rows": "Statements", "stated": "Stated here", "checkable": "Checkable", "settled": "Settled by a ruling"}
    yield (
        "Statements",
        [
            ["Counted", *(documents[name] for name in covered)],
            *([word, *(row[key] for row in covered.values())] for key, word in words.items()),
        ],
    )
    for name, row in covered.items():
        yield (
            f"{documents[name]} by kind",
            [
                ["Kind", "Checkable", "Settled"],
                *([kind, each["checkable"], each["settled"]] for kind, each in row["by_kind"].items()),
            ],
        )
    for name, types in figures["clauses_by_type"].items():
        yield (
            f"Abilities: {sets[name]}",
            [
                ["Type", "Clauses", "Sentences", "Notes", "Run by the engine", "Facts", "Accounted for"],
                *(
                    [
                        PLURALS.get(kind, kind), row["sentences"] + row["notes"], row["sentences"], row["notes"], row["run"],
                        row["fragments"], row["accounted"],
                    ]
                    for kind, row in types.items()
                ),
            ],
        )
    yield (
        "Constructions",
        [
            ["A sentence begins with", "Sentences", "Run by the engine"],
            *([spaced(name), row["sentences"], row["run"]] for name, row in figures["constructions"].items()),
        ],
    )
    titles = {game.id: game.title for game in book.catalog.games}
    for heading, part in (("Abilities", "clauses"), ("Rulings", "rulings")):
        rows = {name: row for name, row in figures[part].items() if any(row.values())}
        if rows:
            yield (
                heading,
                [
                    ["Counted", *(titles[game] for game in rows)],
                    *(
                        [name.replace("_", " ").capitalize(), *(row[name] for row in rows.values())]
                        for name in next(iter(rows.values()))
                    ),
                ],
            )


def _codes() -> Iterator[tuple[str, str, list[tuple[str, str]]]]:
    """Groups of codes: heading, what goes before their anchors, and each code with what it means."""
    yield "Cards and rules", "", [(code.code, code.explanation) for code in Code]
    yield "Positions", "position-", list(codes.POSITIONS.items())
    yield "Lines about Goals", "goal-", list(codes.GOAL_LINES.items())
    yield "Queries", "query-", list(codes.QUERIES.items())
    yield "Commands", "command-", list(codes.COMMANDS.items())


# --- data -----------------------------------------------------------------------------------------------------------


def write_card_data(writer: Writer) -> None:
    """What the scripts of the card browser and of the home page read."""
    writer.data("data/card-index.json", card_index(writer.book.catalog))
    writer.data("data/titles.json", titles(writer.book.catalog, documents(writer.book)))


def documents(book: Book) -> Iterable[Any]:
    """Everything that can be found, as documents of the search index with addresses of this site."""
    return catalog_documents(book.catalog, partial(_address, book))


def _address(book: Book, thing: Any) -> str:
    if isinstance(thing, CardRecord):
        return links.card_url(thing.id)
    if isinstance(thing, Section):
        return book.section_url(thing.game, thing.id)
    if isinstance(thing, RulingRecord):
        return links.ruling_url(thing.id)
    if isinstance(thing, Erratum | RuleChange):
        return links.erratum_url(thing.id)
    if isinstance(thing, FaqEntry):
        return book.faq_url(thing)
    if isinstance(thing, Difference):
        return links.difference_url(thing.id)
    return links.conflict_url(thing.id) if isinstance(thing, Conflict) else links.term_url(thing.game, thing.id)
