"""Every page of the site, written as Markdown and data into one folder, from which MkDocs makes the site.

Pages are Jinja2 templates of site_templates/; what they are given is plain, and escaped for its place (`text`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from markupsafe import Markup

from generator.catalog.grouping import grouped
from generator.catalog.problems import Code
from generator.catalog.records import Game, RulingRecord, Section
from generator.database.abilities import read_abilities
from generator.database.coverage import coverage, missing
from generator.engine.goals import listed as joined
from generator.engine.situation import ways_to_roll
from generator.kept import digest
from generator.language import tree as t
from generator.site import assets, codes, links, promises
from generator.site.attack_sums import attack_sum
from generator.site.book import Book
from generator.site.calculators import CALCULATORS, write_calculators
from generator.site.card_index import card_index
from generator.site.card_pages import write_cards
from generator.site.downloads import write_card_files
from generator.site.faces import PLURALS, lies
from generator.site.figures import drawn, figures_of, goal_cards
from generator.site.headlines import headline
from generator.site.language import reference, spaced
from generator.site.licenses import License, in_browser, licenses
from generator.site.prose import Prose
from generator.site.reference import reference_pages, write_reference
from generator.site.rulings import case_views, other_game_view, why
from generator.site.search_page import write_search
from generator.site.start_pages import first_games, starts_of, write_starts
from generator.site.text import in_frame
from generator.site.writer import Writer


def plan_site(writer: Writer, root: Path) -> None:
    """Plan, or write, all pages and data but those of the downloads."""
    for job in assets.jobs(writer.templates):
        writer.later(job.name, job.make, *job.values)
    write_cards(writer)
    writer.later("data of cards", write_card_data, everything=True)
    writer.later("home", _home, everything=True)
    write_search(writer)
    write_starts(writer)
    writer.later("games", _games_page)
    for game in writer.book.played:
        _rules(writer, game)
    write_calculators(writer)
    _rulings(writer)
    write_reference(writer)
    _project(writer)
    write_card_files(writer)


def navigation(book: Book) -> list[Any]:
    """The navigation as MkDocs wants it: a few tabs, the chapters of each game below Rules, topics below FAQ. It has
    every name, so that no page must be read to write it on another.
    """
    rules = [
        {
            in_frame(game.short): [
                {"Contents": links.rules_url(game.id)},
                {"On one page": links.quick_url(game.id)},
                *(
                    {
                        in_frame(f"{chapter.number} {chapter.title}"): links.chapter_url(
                            game.id, book.chapter_slug(chapter)
                        )
                    }
                    for chapter in book.chapters[game.id]
                ),
            ]
        }
        for game in book.played
    ]
    topics = [{in_frame(topic.title): links.topic_url(topic.game, topic.id)} for topic in book.catalog.faq_topics]
    words = [{in_frame(game.short): links.glossary_url(game.id)} for game in book.played if book.glossary_of(game.id)]
    inside = {
        links.FAQ: [{"All questions": links.FAQ}, *topics],
        links.GLOSSARY: [{"All games": links.GLOSSARY}, *words],
    }
    pages = [{page.name: inside.get(page.url, page.url)} for page in reference_pages(book)]
    nav: list[Any] = _sources(
        [
            {"Home": links.HOME},
            *([{"Learn": [{name: url} for name, url in starts]}] if (starts := starts_of(book)) else ()),
            {"Cards": links.CARDS},
            {"Rules": [{"All games": links.RULES}, *rules]},
            *(page for page in pages if "FAQ" in page),
            {"Rulings": links.RULINGS},
            *({name: url} for name, url in CALCULATORS if any(map(book.has_calculator, book.games))),
            {"Reference": [{"Overview": links.REFERENCE}, *(page for page in pages if "FAQ" not in page)]},
            {
                "About": [
                    {"About": links.ABOUT},
                    {"Language": links.LANGUAGE},
                    {"Coverage": links.COVERAGE},
                    {"Promises": links.PROMISES},
                    {"Downloads": links.DOWNLOADS},
                ]
            },
        ]
    )
    return nav


def _sources(entries: Any) -> Any:
    """Navigation entries with the files of the pages in the place of their addresses."""
    if isinstance(entries, str):
        return links.source_of(entries)
    if isinstance(entries, list):
        return [_sources(each) for each in entries]
    return {name: _sources(inside) for name, inside in entries.items()}


def _home(writer: Writer) -> None:
    catalog = writer.book.catalog
    writer.page(
        links.HOME,
        "home.md.j2",
        title="Dossier",
        hide=("navigation", "toc"),
        description=(
            f"Card file, rulebook and rules lawyer for {joined([game.title for game in writer.book.played])}: an"
            " unofficial reference."
        ),
        starts=starts_of(writer.book),
        first_games=first_games(writer.book),
        calculator=any(map(writer.book.has_calculator, writer.book.games)),
        reference={page.url for page in reference_pages(writer.book)},
        sections=sum(section.level == 2 for section in catalog.sections),
        questions=len(catalog.faq),
        rulings=len(catalog.rulings),
        conflicts=len(catalog.conflicts),
        showcase=[
            (card, lies(card))
            for its in catalog.rulesets
            for slug in its.said.get("showcase", ())
            if (card := writer.book.by_id.get(f"{its.game}/{slug}"))
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
        first_games=first_games(book),
        reference=reference_pages(book),
        description="The complete rules of each game in our own words, with page citations.",
    )


def _rules(writer: Writer, played: Game) -> None:
    book, game, title = writer.book, played.id, played.title
    chapters = book.chapters[game]
    writer.later(f"rules {game}", _contents, game, title, tuple(chapters))
    for at, chapter in enumerate(chapters):
        before, after = chapters[at - 1] if at else None, chapters[at + 1] if at + 1 < len(chapters) else None
        writer.later(f"chapter {game} {chapter.id}", _chapter, title, chapter, before, after)
    for each in book.ruleset(game).said.get("moved", ()):
        if "now" in each:
            now = next(chapter for chapter in chapters if book.chapter_slug(chapter) == each["now"])
            writer.later(f"former chapter {game} {each['from']}", _former_chapter, now, each["from"])
    writer.later(f"quick {game}", _quick_reference, game, everything=True)


def _contents(writer: Writer, game: str, title: str, chapters: tuple[Section, ...]) -> None:
    writer.page(
        links.rules_url(game),
        "rules.md.j2",
        game,
        title=f"Rules of {title}",
        hide=("toc",),
        chapters=chapters,
        first=first_games(writer.book).get(game),
        description=f"The complete rules of {title} in our own words, with page citations.",
    )


def _chapter(writer: Writer, title: str, chapter: Section, before: Section | None, after: Section | None) -> None:
    book, game = writer.book, chapter.game
    sections = [chapter, *book.sections_of(chapter)]
    sums = any(book.section_url(game, each.id) == book.rule_url(game, "power") for each in sections)
    here = links.chapter_url(game, book.chapter_slug(chapter))
    outranks = book.ruleset(game).text("outranks")
    writer.page(
        here,
        "chapter.md.j2",
        game,
        title=f"{chapter.number} {chapter.title}",
        description=f"{title}, chapter {chapter.number}: {', '.join(section.title for section in sections[1:])}.",
        scripts=("chapter.js",),
        chapter=chapter,
        sections=sections,
        outranks="" if any(f"[[#{each.id}|" in outranks for each in sections) else outranks,
        moved=book.moved_from(game, book.chapter_slug(chapter)),
        figures_of=partial(figures_of, book, game),
        goal_cards=partial(goal_cards, book, game),
        drawn=lambda figure: drawn(figure, lambda anchor: links.relative(here, book.section_url(game, anchor))),
        gist_of=lambda section: _gist(book, section, here),
        attack_sum=attack_sum(book.ruleset(game)) if sums else None,
        fails_from=book.rules(game).fails_from,
        lines_of=lambda other: Prose(book, other, here, tooltips=False),
        terms=lambda ids: [book.terms[game, each] for each in ids.split()],
        previous=before,
        next=after,
    )


def _former_chapter(writer: Writer, chapter: Section, old: str) -> None:
    """The address of a chapter whose place another one took now leads there."""
    writer.page(
        links.chapter_url(chapter.game, old),
        "former_chapter.md.j2",
        chapter.game,
        title=f"{chapter.number} {chapter.title}",
        description=f"This chapter is now part of {chapter.number} {chapter.title}.",
        hide=("navigation", "toc"),
        scripts=("chapter.js",),
        chapter=chapter,
        old=old,
        moved=writer.book.moved_from(chapter.game, old),
    )


_GIST = re.compile(r"[A-Z\[].{10,170}?[.!?](?=\s|$)")


def _gist(book: Book, section: Section, here: str) -> Markup | None:
    """What a section says first, in one sentence."""
    text = next((block.markdown for block in section.blocks if block.kind == "text"), "")
    first = _GIST.match(text)
    return Prose(book, section.game, here, tooltips=False).line(first[0]) if first else None


def _quick_reference(writer: Writer, game: str) -> None:
    book = writer.book
    rules = book.rules(game)
    parts = grouped((term.part, term) for term in book.catalog.terms if term.game == game)
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
        turn=[
            (words[:1].upper() + words[1:], section.id)
            for section in steps
            for words in [section.title.partition(": ")[2]]
        ],
        sheet=[part for part in book.catalog.quick if part.game == game],
        attack_sum=attack_sum(book.ruleset(game)),
        requirements=parts["requirement"],
        goals=parts["goal"],
        opposites=opposites,
        special_goals=goals,
        fails_from=rules.fails_from,
        odds=_odds(rules.fails_from),
    )


def _odds(fails_from: int) -> list[tuple[str, int]]:
    needs = list(range(2, fails_from))
    rows = [(str(need), sum(ways_to_roll(total) for total in range(2, need + 1))) for need in needs]
    return [*rows[:-1], (f"{needs[-1]}+", rows[-1][1])]


# --- rulings --------------------------------------------------------------------------------------------------------


def _rulings(writer: Writer) -> None:
    writer.later("rulings", _all_rulings, everything=True)
    for ruling in writer.book.catalog.rulings:
        if ruling.id in writer.verdicts:
            writer.later(f"ruling {ruling.id}", _ruling, ruling, writer.played_with(ruling.id))
            for old in ruling.formerly:
                writer.later(f"ruling {old}", _former_ruling, ruling, old)


def _all_rulings(writer: Writer) -> None:
    book = writer.book
    verdicts = writer.verdicts
    groups = grouped(
        ((ruling.game, book.sections[ruling.game, ruling.section].chapter), ruling) for ruling in book.catalog.rulings
    )
    games = [
        (
            game,
            [
                (chapter, groups[game.id, chapter.id])
                for chapter in book.chapters[game.id]
                if (game.id, chapter.id) in groups
            ],
        )
        for game in book.played
    ]
    writer.page(
        links.RULINGS,
        "rulings.md.j2",
        title="Rulings",
        hide=("navigation",),
        scripts=("rulings.js",),
        styles=("rulings.css",),
        count=len(book.catalog.rulings),
        passed=len(verdicts) if verdicts else None,
        description="Questions and answers, each verified by the rules engine on every build.",
        games=[(game, chapters) for game, chapters in games if chapters],
    )
    topics = [
        [f"{game.id}-{chapter.id}", chapter.title, game.id] for game, chapters in games for chapter, _ in chapters
    ]
    writer.data("data/rulings.json", _rulings_index(book, topics))


def _rulings_index(book: Book, topics: list[list[str]]) -> dict[str, Any]:
    """What the script of the list searches: the games, topics and cards that rulings have, and the rulings in plain
    text.
    """
    rulings = book.catalog.rulings
    return {
        "games": {game.id: game.short for game in book.played},
        "topics": topics,
        "cards": {
            card.id: f"{card.name} ({book.games[card.game].short})"
            for card in map(book.by_id.__getitem__, dict.fromkeys(each for ruling in rulings for each in ruling.cards))
        },
        "rulings": [
            {
                "id": ruling.id,
                "title": ruling.title,
                "question": book.plain(ruling.game, ruling.question),
                "answer": book.plain(ruling.game, ruling.answer),
                "game": ruling.game,
                "topic": f"{ruling.game}-{book.sections[ruling.game, ruling.section].chapter}",
                "cards": ruling.cards,
            }
            for ruling in rulings
        ],
    }


def _ruling(writer: Writer, ruling: RulingRecord, _played_with: str) -> None:
    """It is another when anything is that the ruling is played with; its play in other games may be worked out with all
    of the catalog.
    """
    book, verdict, (scenario, answers, tables) = writer.book, writer.verdicts[ruling.id], writer.elsewhere(ruling)
    url = links.ruling_url(ruling.id)
    prose = Prose(book, ruling.game, url, tooltips=False)
    case, counter = case_views(book, scenario, verdict, prose)
    settled = dict.fromkeys(cite for line in verdict.lines for cite in line.settles)
    writer.page(
        url,
        "ruling.md.j2",
        ruling.game,
        title=ruling.title,
        description=book.plain(ruling.game, ruling.question),
        hide=("navigation", "toc"),
        ruling=ruling,
        headline=headline(ruling, case.sum),
        why=why(book, ruling, verdict, prose),
        verdict=verdict,
        case=case,
        counter=counter,
        settles=[book.catalog.statement(cite) for cite in settled],
        elsewhere=answers,
        tables_elsewhere=[other_game_view(book, scenario, answer, prose) for answer in tables],
        cards=[book.by_id[card_id] for card_id in ruling.cards],
    )


def _former_ruling(writer: Writer, ruling: RulingRecord, old: str) -> None:
    """The address of a ruling that is part of another now leads there."""
    writer.page(
        links.ruling_url(old),
        "former_ruling.md.j2",
        ruling.game,
        title=ruling.title,
        description=writer.book.plain(ruling.game, ruling.question),
        hide=("navigation", "toc"),
        ruling=ruling,
    )


# --- about the project ----------------------------------------------------------------------------------------------


def _project(writer: Writer) -> None:
    writer.later("language", _language, everything=True)
    writer.later("coverage", _coverage, everything=True)
    writer.later("error codes", _errors)
    figures = writer.templates / promises.FILE
    writer.later("promises", _promises, digest(figures.read_bytes()) if figures.is_file() else "")
    packages = tuple(licenses(lock)) if (lock := writer.root / "requirements.lock").is_file() else ()
    writer.later("about", _about, packages, in_browser(writer.templates / "assets" / "vendor"))


def _language(writer: Writer) -> None:
    writer.page(
        links.LANGUAGE,
        "language.md.j2",
        title="Language",
        hide=("navigation",),
        reference=reference(writer.book.catalog),
        slots=_slots,
        code=_code,
        description="Reference of the effect language, made from its grammar, with examples from real cards.",
    )


def _coverage(writer: Writer) -> None:
    book = writer.book
    judged = writer.judged()
    writer.page(
        links.COVERAGE,
        "coverage.md.j2",
        title="Coverage",
        hide=("navigation",),
        description="What this site covers, counted on every build.",
        tables=list(
            _coverage_tables(
                book,
                coverage(book.catalog, judged, read_abilities(writer.root, [each.id for each in book.catalog.sets])),
            )
        ),
        missing=[(heading, ids) for heading, ids in missing(book.catalog, judged).items() if ids],
        notes=[(record, clause) for record in book.catalog.cards for clause in record.clauses if clause.note],
    )


def _errors(writer: Writer) -> None:
    writer.page(
        links.ERRORS,
        "errors.md.j2",
        title="Error codes",
        hide=("navigation",),
        groups=list(_codes()),
        description="What each error code means.",
    )


def _promises(writer: Writer, _figures: str) -> None:
    writer.page(
        links.PROMISES,
        "promises.md.j2",
        title="Promises",
        hide=("navigation",),
        promises=promises.PROMISES,
        figures=list(promises.figures(writer.templates / promises.FILE)),
        code=_code,
        description=(
            "What this site promises about safety, how each promise is tested, and what the last long runs found."
        ),
    )


def _about(writer: Writer, packages: tuple[License, ...], libraries: tuple[tuple[str, str], ...]) -> None:
    writer.page(
        links.ABOUT,
        "about.md.j2",
        title="About",
        hide=("navigation",),
        documents=writer.book.catalog.documents,
        licenses=packages,
        in_browser=libraries,
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
    titles = {game.id: game.title for game in book.catalog.games}
    yield "Cards", [["Set", "Cards"], *([sets[name], count] for name, count in figures["cards"].items() if count)]
    covered = {documents[name]: row for name, row in figures["statements"].items() if row["stated"]}
    words = {"rows": "Statements", "stated": "Stated here", "checkable": "Checkable", "settled": "Settled by a ruling"}
    yield "Statements", _side_by_side(covered, words)
    for document, row in covered.items():
        kinds = ([kind, each["checkable"], each["settled"]] for kind, each in row["by_kind"].items())
        yield f"{document} by kind", [["Kind", "Checkable", "Settled"], *kinds]
    for name, types in figures["clauses_by_type"].items():
        columns = ["Type", "Clauses", "Sentences", "Notes", "Run by the engine", "Facts", "Accounted for"]
        yield f"Abilities: {sets[name]}", [columns, *(_of_type(kind, row) for kind, row in types.items())]
    if figures["abilities"]:
        columns = ["Set", "Clauses", "Silenced: a ruling notices", "Changed: a ruling notices"]
        rows = (_put_to_the_test(sets[name], row) for name, row in figures["abilities"].items())
        yield f"Abilities put to the test, as of {figures['abilities_commit']}", [columns, *rows]
    run = ([spaced(name), row["sentences"], row["run"]] for name, row in figures["constructions"].items())
    yield "Constructions", [["A sentence begins with", "Sentences", "Run by the engine"], *run]
    for heading, part in (("Abilities", "clauses"), ("Rulings", "rulings")):
        if its := {titles[game]: row for game, row in figures[part].items() if any(row.values())}:
            yield (
                heading,
                _side_by_side(its, {name: name.replace("_", " ").capitalize() for name in next(iter(its.values()))}),
            )


def _side_by_side(columns: Mapping[str, Mapping[str, Any]], words: Mapping[str, str]) -> list[list[Any]]:
    """A table of figures, a column for each thing that has them; `words` say what they are called, by key."""
    return [
        ["Counted", *columns],
        *([word, *(column[key] for column in columns.values())] for key, word in words.items()),
    ]


def _of_type(kind: str, row: Mapping[str, int]) -> list[Any]:
    clauses = row["sentences"] + row["notes"]
    return [
        PLURALS.get(kind, kind),
        clauses,
        row["sentences"],
        row["notes"],
        row["run"],
        row["fragments"],
        row["accounted"],
    ]


def _put_to_the_test(name: str, row: Mapping[str, int]) -> list[Any]:
    changed = f"{row['changed_noticed']} of {row['changed']}" if row["changed"] else "not run"
    return [name, row["clauses"], f"{row['silenced_noticed']} of {row['silenced']}", changed]


def _codes() -> Iterator[tuple[str, str, list[tuple[str, str]]]]:
    """Groups of codes: heading, what goes before their anchors, and each code with what it means."""
    yield "Cards and rules", "", [(code.code, code.explanation) for code in Code]
    yield "Positions", "position-", list(codes.POSITIONS.items())
    yield "Lines about Goals", "goal-", list(codes.GOAL_LINES.items())
    yield "Queries", "query-", list(codes.QUERIES.items())
    yield "Commands", "command-", list(codes.COMMANDS.items())


# --- data -----------------------------------------------------------------------------------------------------------


def write_card_data(writer: Writer) -> None:
    """What the card browser reads."""
    writer.data("data/card-index.json", card_index(writer.book.catalog))
