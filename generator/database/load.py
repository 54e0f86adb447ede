"""Writing dossier.db: the whole catalog and its verdicts in one transaction, in a new file that replaces the old one."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, event, insert, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool
from sqlalchemy.schema import CreateIndex, CreateTable

from generator.catalog import CardRecord, Catalog, RulingRecord, Section
from generator.database import tables as row
from generator.engine.cards import Card
from generator.files import Staging
from generator.language import to_data
from generator.rulings import Verdict, see, steps_of

Row = tuple[type[row.Table], dict[str, Any]]
_OF_THE_DISK = {
    "SQLITE_FULL": errno.ENOSPC, "SQLITE_IOERR_WRITE": errno.ENOSPC, "SQLITE_CANTOPEN": errno.ENOENT, "SQLITE_READONLY": errno.EROFS,
    "SQLITE_IOERR": errno.EIO,
}
"""What SQLite calls errors that are not ours, by how their names begin, and what the system calls them."""
_AT_ONCE = 5_000
"""So many rows are written at a time."""
Rows = list[list[Any]]
"""Rows as JSON data: the name of the class of each, and its values by column."""


def load(catalog: Catalog, verdicts: Iterable[Verdict | Rows], path: Path) -> None:
    """Write the database of `catalog` to `path`.

    `verdicts` are those of `generator.rulings.run_all`, or what `verdict_rows` made of them. The file at `path` is replaced only when all is well: whatever
    fails, the last good one stays as it was.
    """
    with Staging(path) as new:
        try:
            _write(catalog, verdicts, new[path])
        except OperationalError as error:
            raise disk_error(error.orig, path) or error from error
        new.commit()


def disk_error(error: BaseException | None, path: Path) -> OSError | None:
    """What the disk did, where that is what SQLite complains of."""
    name = getattr(error, "sqlite_errorname", "")
    number = next((number for begin, number in _OF_THE_DISK.items() if name.startswith(begin)), None)
    return OSError(number, os.strerror(number), str(path)) if number is not None else None


def _write(catalog: Catalog, verdicts: Iterable[Verdict | Rows], path: Path) -> None:
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("begin"))
    try:
        with engine.begin() as connection:
            for table in row.Table.metadata.sorted_tables:
                connection.execute(CreateTable(table))
                for index in sorted(table.indexes, key=lambda index: str(index.name)):  # a set: it has another order in each process
                    connection.execute(CreateIndex(index))
            for name, query in row.VIEWS.items():
                connection.execute(text(f"create view {name} as {query.strip()}"))
            connection.exec_driver_sql("pragma defer_foreign_keys = on")  # Rows come in the order of the files.
            rows = _rows(catalog, verdicts)
            while some := list(islice(rows, _AT_ONCE)):
                gathered: dict[type[row.Table], list[dict[str, Any]]] = {}
                for kind, values in some:
                    gathered.setdefault(kind, []).append(values)
                for kind, its in gathered.items():
                    connection.execute(insert(row.Table.metadata.tables[str(kind.__tablename__)]), its)
    finally:
        engine.dispose()


def _prepare(connection: Any, _record: Any) -> None:
    connection.isolation_level = (
        None  # Python's sqlite3 would commit each table as it is made; we begin and commit once.
    )
    connection.execute("pragma foreign_keys = on")


def _rows(catalog: Catalog, verdicts: Iterable[Verdict | Rows]) -> Iterator[Row]:
    for game in catalog.games:
        yield row.Game, {
            "id": game.id, "title": game.title, "short": game.short, "fails_from": catalog.fails_from.get(game.id),
        }
        opposites = catalog.opposites.get(game.id, {})
        for name in game.alignments:
            yield row.Alignment, {"game_id": game.id, "name": name, "opposite": opposites.get(name)}
        yield from _numbered(row.GameAttribute, {"game_id": game.id}, "attribute", game.attributes)
        yield from _numbered(row.GameNumber, {"game_id": game.id}, "stat", game.numbers)
        yield from _numbered(
            row.GameDifference, {"game_id": game.id}, "difference", catalog.differs.get(game.id, ())
        )
    for each in catalog.sets:
        yield row.CardSet, {"id": each.id, "game_id": each.game, "title": each.title, "year": each.year}
    for document in catalog.documents:
        yield row.Document, dict(vars(document))
    for statement in catalog.statements:
        yield (
            row.Statement,
            {
                "id": statement.id,
                "document_id": statement.document,
                "kind": statement.kind,
                "section": statement.section,
                "page": statement.page,
                "line": statement.line,
                "gist": statement.gist,
                "checkable": statement.checkable,
                "how_to_check": statement.check,
                "authority": statement.authority,
                "to_card": statement.to_card,
            },
        )
        yield from _numbered(row.StatementCard, {"statement_id": statement.id}, "name", statement.cards)
    for record in catalog.cards:
        yield from _card(record)
    for section in catalog.sections:
        yield from _section(section)
    yield from _other_rules(catalog)
    yield from _beside_the_rules(catalog)
    for ruling in catalog.rulings:
        yield from _ruling(ruling)
    yield from _figures(catalog)
    for ruleset in catalog.rulesets:
        yield row.Ruleset, {"game_id": ruleset.game, "said": json.dumps(ruleset.said, ensure_ascii=False)}
    cards = tuple(record.card for record in catalog.cards)
    for verdict in verdicts:
        for name, values in verdict if isinstance(verdict, list) else verdict_rows(verdict, cards):
            yield getattr(row, name), values


def verdict_rows(verdict: Verdict, cards: tuple[Card, ...]) -> Rows:
    """The rows of a verdict and of that of its counter-case; `cards` are all cards of the catalog."""
    found = [*_verdict(verdict, cards, counter=False)]
    if verdict.counter:
        found += _verdict(verdict.counter, cards, counter=True)
    return [[table.__name__, values] for table, values in found]


def _figures(catalog: Catalog) -> Iterator[Row]:
    for figure in catalog.figures:
        key = f"{figure.game}/{figure.id}"
        yield row.Figure, {"id": key, "game_id": figure.game, "section_id": f"{figure.game}/{figure.section}", **{name: getattr(figure, name) for name in ("title", "made_from", "last", "apart")}}
        for number, box in enumerate(figure.boxes, 1):
            yield row.FigureBox, {"figure_id": key, "number": number, "section_id": f"{figure.game}/{box.section}", "title": box.title, "says": box.says, "aside": box.aside}
        yield from _numbered(row.FigureRuling, {"figure_id": key}, "ruling_id", figure.rulings)


def _numbered(table: type[row.Table], owner: dict[str, Any], column: str, values: Iterable[Any]) -> Iterator[Row]:
    for number, value in enumerate(values, 1):
        yield table, {**owner, "number": number, column: value}


def _references(relation: str, statements: Iterable[str], **owner: Any) -> Iterator[Row]:
    empty = dict.fromkeys(
        (
            "section_id", "glossary_id", "conflict_id", "erratum_id", "edition_id", "change_id", "faq_id", "difference_id",
            "term_id", "card_id", "ruling_id", "number",
        )
    )
    for statement in statements:
        yield row.Reference, {"statement_id": statement, "relation": relation, "counter": False, **empty, **owner}


def _card(record: CardRecord) -> Iterator[Row]:
    card = record.card
    yield (
        row.Card,
        {
            "id": card.id,
            "slug": card.slug,
            "name": card.name,
            "set_id": card.set,
            "kind": card.kind,
            "subtype": card.subtype,
            "nwo": card.nwo,
            "type_line": record.type_line,
            "power": card.power,
            "variable_power": card.variable_power,
            "transferable_power": card.transferable,
            "global_power": card.global_power,
            "resistance": card.resistance,
            "income": card.income,
            "arrow_in": card.arrow_in,
            "arrows_unsure": record.arrows_unsure,
            "fragments": record.fragments,
            "source_id": record.source,
            "remark": record.remark,
            "file": record.file,
            "line": record.line,
        },
    )
    owner = {"card_id": card.id}
    for number, printing in enumerate(record.printings, 1):
        yield (
            row.Printing,
            {**owner, "set_id": printing.set, "number": number, "copies": printing.copies, "rarity": printing.rarity},
        )
    for number, name in enumerate(card.alignments, 1):
        sometimes = name in record.sometimes
        yield row.CardAlignment, {**owner, "number": number, "alignment": name, "sometimes": sometimes}
    yield from _numbered(row.CardAttribute, owner, "attribute", card.attributes)
    yield from _numbered(row.UnprintedAttribute, owner, "attribute", card.unprinted)
    yield from _numbered(row.CardAlias, owner, "alias", record.aliases)
    yield from _numbered(row.StarredNumber, owner, "stat", record.starred)
    yield from _numbered(row.Arrow, owner, "side", card.arrows_out)
    for clause in record.clauses:
        tree = None if clause.sentence is None else _json(to_data(clause.sentence))
        yield (
            row.Clause,
            {
                **owner,
                "number": clause.number,
                "text": clause.text,
                "tree": tree,
                "reason": clause.reason,
                "attack": clause.attack,
            },
        )
        yield from _numbered(row.ClauseFact, {**owner, "clause_number": clause.number}, "fact", clause.facts)
        yield from _references("cites", clause.cites, card_id=card.id, number=clause.number)


def _section(section: Section) -> Iterator[Row]:
    key = f"{section.game}/{section.id}"
    yield (
        row.Section,
        {
            "id": key,
            "anchor": section.id,
            "game_id": section.game,
            "number": section.number,
            "title": section.title,
            "chapter_id": f"{section.game}/{section.chapter}",
            "level": section.level,
            "file": section.file,
            "line": section.line,
        },
    )
    for number, block in enumerate(section.blocks, 1):
        yield (
            row.SectionBlock,
            {"section_id": key, "number": number, "kind": block.kind, "markdown": block.markdown, "line": block.line},
        )
        yield from _references("states", block.states, section_id=key, number=number)
    yield from _numbered(row.SectionCard, {"section_id": key}, "card_id", section.cards)


def _other_rules(catalog: Catalog) -> Iterator[Row]:
    for entry in catalog.glossary:
        key = f"{entry.game}/{entry.id}"
        yield (
            row.GlossaryEntry,
            {
                "id": key,
                "slug": entry.id,
                "game_id": entry.game,
                "term": entry.term,
                "plural": entry.plural,
                "meaning": entry.meaning,
                "section_id": f"{entry.game}/{entry.section}",
                "file": entry.file,
                "line": entry.line,
            },
        )
        yield from _numbered(row.GlossaryWord, {"glossary_id": key}, "word", entry.also)
        yield from _references("states", entry.states, glossary_id=key)
    for conflict in catalog.conflicts:
        key = f"{conflict.game}/{conflict.id}"
        yield (
            row.Conflict,
            {
                "id": key,
                "slug": conflict.id,
                "game_id": conflict.game,
                "title": conflict.title,
                "question": conflict.question,
                "default_outcome": conflict.default,
                "why": conflict.why,
                "section_id": f"{conflict.game}/{conflict.section}",
                "file": conflict.file,
                "line": conflict.line,
            },
        )
        for number, source in enumerate(conflict.sources, 1):
            yield (
                row.ConflictSource,
                {"conflict_id": key, "number": number, "statement_id": source.cite, "says": source.says},
            )
        for number, outcome in enumerate(conflict.outcomes, 1):
            yield (
                row.ConflictOutcome,
                {
                    "conflict_id": key,
                    "number": number,
                    "slug": outcome.id,
                    "says": outcome.says,
                    "position": outcome.position,
                },
            )
        yield from _references("states", conflict.states, conflict_id=key)
    for number, term in enumerate(catalog.terms, 1):
        key, rule = f"{term.game}/{term.id}", term.rule
        yield (
            row.Term,
            {
                "id": key,
                "slug": rule.id,
                "game_id": term.game,
                "part": term.part,
                "number": number,
                "label": rule.label,
                "text": rule.text,
                "tree": _json(to_data(rule.tree)),
                "file": term.file,
                "line": term.line,
            },
        )
        yield from _references("cites", rule.cites, term_id=key)
    for edition in catalog.editions:
        yield (
            row.Edition,
            {
                "id": edition.id,
                "title": edition.title,
                "date": edition.date,
                "set_id": edition.set,
                "note": edition.note,
            },
        )
        yield from _references("states", edition.states, edition_id=edition.id)
    for erratum in catalog.errata:
        key = f"{erratum.game}/{erratum.id}"
        yield (
            row.Erratum,
            {
                "id": key,
                "slug": erratum.id,
                "game_id": erratum.game,
                "edition_id": erratum.since,
                "title": erratum.title,
                "says": erratum.says,
                "not_known": erratum.not_known,
                "file": erratum.file,
                "line": erratum.line,
            },
        )
        yield from _numbered(row.ErratumCard, {"erratum_id": key}, "card_id", erratum.cards)
        for number, change in enumerate(erratum.changes, 1):
            was = change.was
            yield (
                row.ErratumChange,
                {
                    "erratum_id": key,
                    "number": number,
                    "now": change.now,
                    "was": was and was.text,
                    "tree": _json(to_data(was.sentence)) if was and was.sentence else None,
                    "reason": was and was.reason,
                    "attack": bool(was and was.attack),
                },
            )
        yield from _references("states", erratum.states, erratum_id=key)


def _beside_the_rules(catalog: Catalog) -> Iterator[Row]:
    for change in catalog.changes:
        yield (
            row.RuleChange,
            {
                "id": change.id,
                "game_id": change.game,
                "edition_id": change.since,
                "title": change.title,
                "section_id": f"{change.game}/{change.section}",
                "says": change.says,
                "was": change.was,
                "not_known": change.not_known,
                "file": change.file,
                "line": change.line,
            },
        )
        yield from _references("states", change.states, change_id=change.id)
    for topic in catalog.faq_topics:
        yield row.FaqTopic, {"id": f"{topic.game}/{topic.id}", "slug": topic.id, "game_id": topic.game, "title": topic.title}
    for entry in catalog.faq:
        yield (
            row.FaqEntry,
            {
                "id": entry.id,
                "topic_id": f"{entry.game}/{entry.topic}",
                "question": entry.question,
                "answer": entry.answer,
                "section_id": f"{entry.game}/{entry.section}",
                "about": entry.about,
                "file": entry.file,
                "line": entry.line,
            },
        )
        yield from _numbered(row.FaqCard, {"faq_id": entry.id}, "card_id", entry.cards)
        yield from _references("states", entry.states, faq_id=entry.id)
    for at, part in enumerate(catalog.quick, 1):
        for number, (says, section) in enumerate(part.lines, 1):
            yield (
                row.QuickLine,
                {
                    "game_id": part.game,
                    "part": at,
                    "number": number,
                    "title": part.title,
                    "says": says,
                    "section_id": f"{part.game}/{section}",
                },
            )
    for difference in catalog.differences:
        names = ("id", "topic", "title", "file", "line")
        yield row.Difference, {name: getattr(difference, name) for name in names}
        for number, point in enumerate(difference.points, 1):
            yield (
                row.DifferencePoint,
                {
                    "difference_id": difference.id,
                    "number": number,
                    "game_id": point.game,
                    "says": point.says,
                    "section_id": f"{point.game}/{point.section}",
                },
            )
        yield from _references("states", difference.states, difference_id=difference.id)


def _ruling(ruling: RulingRecord) -> Iterator[Row]:
    yield (
        row.Ruling,
        {
            "id": ruling.id,
            "game_id": ruling.game,
            "title": ruling.title,
            "question": ruling.question,
            "answer": ruling.answer,
            "section_id": f"{ruling.game}/{ruling.section}",
            "about": ruling.about,
            "scenario": _json(ruling.scenario),
            "formerly": _json(ruling.formerly),
            "file": ruling.file,
            "line": ruling.line,
        },
    )
    yield from _numbered(row.RulingCard, {"ruling_id": ruling.id}, "card_id", ruling.cards)
    yield from _references("cites", ruling.sources, ruling_id=ruling.id)


def _verdict(verdict: Verdict, cards: tuple[Card, ...], *, counter: bool) -> Iterator[Row]:
    owner = {"ruling_id": verdict.ruling, "counter": counter}
    yield (
        row.Verdict,
        {
            **owner,
            "passed": verdict.passed,
            "events": _json([str(event) for event in verdict.events]),
            "table_before": _json(asdict(see(verdict.start))) if verdict.start else None,
            "table_after": _json(asdict(see(verdict.steps[-1].table))) if verdict.steps else None,
        },
    )
    for number, step in enumerate(steps_of(verdict, cards), 1):
        values = asdict(step)
        values |= {key: _json(value) for key, value in values.items() if isinstance(value, (dict, tuple))}
        yield row.Step, {**owner, "number": number, **values}
    for number, line in enumerate(verdict.lines, 1):
        yield (
            row.Expectation,
            {
                **owner,
                "number": number,
                "text": line.text,
                "expected": _shown(line.expected),
                "actual": _shown(line.actual),
                "ok": line.ok,
            },
        )
        yield from _references("settles", line.settles, ruling_id=verdict.ruling, number=number, counter=counter)
    for number, summed in enumerate(verdict.ledger.lines if verdict.ledger else (), 1):
        yield (
            row.LedgerLine,
            {
                **owner,
                "number": number,
                "side": summed.side,
                "amount": summed.amount,
                "label": summed.label,
                "text": summed.text,
                "source": summed.source,
            },
        )


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else _json(value)


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False)
