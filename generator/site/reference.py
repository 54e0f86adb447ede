"""What people look up beside the rules: questions, words of the game, differences between games, disputes and
changes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from generator.catalog.grouping import grouped
from generator.catalog.records import FaqEntry, FaqTopic, Game, GlossaryEntry
from generator.engine.goals import listed as joined
from generator.site import links
from generator.site.attack_sums import attack_sum, compared
from generator.site.prose import Prose
from generator.structs import replace

if TYPE_CHECKING:
    from generator.site.book import Book
    from generator.site.writer import Writer


class Page(Struct, frozen=True):
    """One of these pages: its name in the navigation, and what is on it."""

    url: str
    name: str
    says: str
    write: Callable[[Writer], None]


def write_reference(writer: Writer) -> None:
    """Write all of these pages, and the list of them."""
    writer.later("reference", _overview)
    for page in reference_pages(writer.book):
        page.write(writer)


def _overview(writer: Writer) -> None:
    writer.page(
        links.REFERENCE,
        "reference.md.j2",
        title="Reference",
        pages=[page for page in reference_pages(writer.book) if page.url != links.FAQ],
        description="Words, differences between the games, points in dispute, and what changed when.",
    )


def reference_pages(book: Book) -> list[Page]:
    """These pages, without those that would have nothing to say."""
    catalog = book.catalog
    changes = (*catalog.errata, *catalog.changes)
    there = (
        (catalog.faq, Page(links.FAQ, "FAQ", "questions with their answers", _faq)),
        (catalog.glossary, Page(links.GLOSSARY, "Glossary", "words of the games and what they mean", _glossary)),
        (
            catalog.differences,
            Page(
                links.DIFFERENCES,
                "Differences",
                "points on which the games differ, side by side",
                lambda writer: writer.later("differences", _differences),
            ),
        ),
        (
            catalog.conflicts,
            Page(
                links.CONFLICTS,
                "Conflicts",
                "points on which rulebooks disagree or are silent",
                lambda writer: writer.later("conflicts", _conflicts, everything=True),
            ),
        ),
        (
            changes,
            Page(
                links.ERRATA,
                "Errata",
                "changes of rules and cards, in the order of time",
                lambda writer: writer.later("errata", write_history, everything=True),
            ),
        ),
    )
    return [replace(page, says=f"{len(records)} {page.says}") for records, page in there if records]


# --- questions ------------------------------------------------------------------------------------------------------


def _faq(writer: Writer) -> None:
    book = writer.book
    writer.later("faq", _all_questions, everything=True)
    topics = book.catalog.faq_topics
    for at, topic in enumerate(topics):
        entries = tuple(_entries(book, topic.game, topic.id))
        before, after = topics[at - 1] if at else None, topics[at + 1] if at + 1 < len(topics) else None
        writer.later(f"faq {topic.game} {topic.id}", _topic, topic, entries, before, after)


def _all_questions(writer: Writer) -> None:
    book = writer.book
    writer.page(
        links.FAQ,
        "faq.md.j2",
        title="FAQ",
        topics=[(topic, _entries(book, topic.game, topic.id)) for topic in book.catalog.faq_topics],
        count=len(book.catalog.faq),
        description="Every question of the published FAQ with its answer, by topic.",
    )


def _topic(
    writer: Writer, topic: FaqTopic, entries: tuple[FaqEntry, ...], before: FaqTopic | None, after: FaqTopic | None
) -> None:
    writer.page(
        links.topic_url(topic.game, topic.id),
        "faq_topic.md.j2",
        topic.game,
        title=f"FAQ: {topic.title}",
        topic=topic,
        entries=entries,
        previous=before,
        next=after,
        description=(
            f"{writer.book.games[topic.game].title}: {len(entries)} questions on {topic.title.lower()}, with sources."
        ),
    )


def _entries(book: Book, game: str, topic: str) -> list[Any]:
    return [entry for entry in book.catalog.faq if (entry.game, entry.topic) == (game, topic)]


# --- words ----------------------------------------------------------------------------------------------------------


def _glossary(writer: Writer) -> None:
    """The words of all games in one list, and those of each game with what they mean."""
    writer.later("glossary", _all_words, everything=True)
    for game in _with_words(writer.book):
        writer.later(f"glossary {game.id}", _words, game)


def _with_words(book: Book) -> list[Game]:
    return [game for game in book.played if book.glossary_of(game.id)]


def _all_words(writer: Writer) -> None:
    book, games = writer.book, _with_words(writer.book)
    words: dict[str, dict[str, GlossaryEntry]] = defaultdict(dict)
    for game in games:
        for entry in book.glossary_of(game.id):
            words[entry.term][game.id] = entry
    writer.page(
        links.GLOSSARY,
        "glossary_index.md.j2",
        title="Glossary",
        games=games,
        grouped=_by_letter(words.items(), lambda item: item[0]),
        description="The words of three games, and which game has which.",
    )


def _words(writer: Writer, game: Game) -> None:
    entries = writer.book.glossary_of(game.id)
    writer.data(
        f"data/words-{game.id}.json", {entry.id: writer.book.plain(game.id, entry.meaning) for entry in entries}
    )
    writer.page(
        links.glossary_url(game.id),
        "glossary.md.j2",
        game.id,
        title=f"Glossary of {game.title}",
        hide=("toc",),
        entries=entries,
        others=[other for other in _with_words(writer.book) if other != game],
        grouped=_by_letter(entries, lambda entry: entry.term),
        description=f"The words of {game.title} and what they mean.",
    )


def _by_letter(things: Iterable[Any], word: Callable[[Any], str]) -> list[tuple[str, list[Any]]]:
    """The things below the first letter of their words: `+10 Plot` is below P."""
    ordered = sorted(things, key=lambda each: word(each).casefold())
    return sorted(
        grouped(
            (next(letter for letter in word(thing) if letter.isalpha()).upper(), thing) for thing in ordered
        ).items()
    )


# --- between games --------------------------------------------------------------------------------------------------


def _differences(writer: Writer) -> None:
    book = writer.book
    topics = grouped((difference.topic, difference) for difference in book.catalog.differences)
    having = {point.game for difference in book.catalog.differences for point in difference.points}
    writer.page(
        links.DIFFERENCES,
        "differences.md.j2",
        title="Differences",
        hide=("toc",),
        topics=topics,
        games=[game for game in book.played if game.id in having],
        prose_of=partial(_lines, book, links.DIFFERENCES),
        sums=compared([(game, its) for game in book.played if (its := attack_sum(book.ruleset(game.id)))]),
        description=(
            f"What {joined([game.title for game in book.played])} do differently, side by side, each point with its"
            " sections."
        ),
    )


def _conflicts(writer: Writer) -> None:
    book = writer.book
    games = [(game, [each for each in book.catalog.conflicts if each.game == game.id]) for game in book.played]
    writer.page(
        links.CONFLICTS,
        "conflicts.md.j2",
        title="Conflicts",
        scripts=("conflicts.js",),
        games=[(game, conflicts) for game, conflicts in games if conflicts],
        count=len(book.catalog.conflicts),
        prose_of=partial(_lines, book, links.CONFLICTS),
        description="Points on which rulebooks contradict themselves or are silent, both readings, and the one in use.",
    )


# --- in time --------------------------------------------------------------------------------------------------------


def write_history(writer: Writer) -> None:
    """The changes of rules and cards by the editions that made them."""
    catalog = writer.book.catalog
    writer.page(
        links.ERRATA,
        "errata.md.j2",
        title="Errata",
        description="What was changed on cards and in the rules after they were printed, with dates and sources.",
        timeline=[
            (
                edition,
                [change for change in catalog.changes if change.since == edition.id],
                [erratum for erratum in catalog.errata if erratum.since == edition.id],
            )
            for edition in catalog.editions
        ],
        prose_of=partial(_lines, writer.book, links.ERRATA),
    )


def _lines(book: Book, here: str, game: str) -> Prose:
    """What renders texts of a game on a page of several games, where no word has a tooltip."""
    return Prose(book, game, here, tooltips=False)
