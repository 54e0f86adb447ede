"""Writing dossier.db: the whole catalog and its verdicts in one transaction, in a new file that replaces the old
one.
"""

from __future__ import annotations

import errno
import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from sqlalchemy.dialects.sqlite import dialect
from sqlalchemy.schema import CreateIndex, CreateTable

from generator.catalog.catalog import Catalog
from generator.catalog.grouping import grouped
from generator.catalog.records import CardRecord, Section
from generator.database import tables as row
from generator.engine.cards import Card
from generator.files import Staging
from generator.language import to_data
from generator.rulings import Verdict, see, steps_of
from generator.structs import as_data

Row = tuple[type[row.Table], dict[str, Any]]
_OF_THE_DISK = {
    "SQLITE_FULL": errno.ENOSPC,
    "SQLITE_IOERR_WRITE": errno.ENOSPC,
    "SQLITE_CANTOPEN": errno.ENOENT,
    "SQLITE_READONLY": errno.EROFS,
    "SQLITE_IOERR": errno.EIO,
}
"""What SQLite calls errors that are not ours, by how their names begin, and what the system calls them."""
_AT_ONCE = 5_000
"""So many rows are written at a time."""
Rows = list[list[Any]]
"""Rows as JSON data: the name of the class of each, and its values by column."""
_CALLED: Mapping[str, Callable[[Any], Any]] = {
    "game_id": lambda record: record.game,
    "set_id": lambda record: record.set,
    "edition_id": lambda record: record.since,
    "slug": lambda record: record.id,
    "section_id": lambda record: f"{record.game}/{record.section}",
}
"""Columns that records call something else."""


def load(catalog: Catalog, verdicts: Iterable[Verdict | Rows], path: Path) -> None:
    """Write the database of `catalog` to `path`.

    `verdicts` are those of `generator.rulings.run_all`, or what `verdict_rows` made of them. The file at `path` is
    replaced only when all is well: whatever fails, the last good one stays as it was.
    """
    with Staging(path) as new:
        try:
            _write(catalog, verdicts, new[path])
        except sqlite3.OperationalError as error:
            raise disk_error(error, path) or error from error
        new.commit()


def disk_error(error: BaseException | None, path: Path) -> OSError | None:
    """What the disk did, where that is what SQLite complains of."""
    name = getattr(error, "sqlite_errorname", "")
    number = next((number for begin, number in _OF_THE_DISK.items() if name.startswith(begin)), None)
    return OSError(number, os.strerror(number), str(path)) if number is not None else None


def _write(catalog: Catalog, verdicts: Iterable[Verdict | Rows], path: Path) -> None:
    # Python's sqlite3 would commit each table as it is made; we begin and commit once.
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        # Nobody sees the file before it is whole.
        for pragma in ("foreign_keys = on", "journal_mode = off", "synchronous = off", "cache_size = -64000"):
            connection.execute(f"pragma {pragma}")
        connection.execute("begin")
        for table in row.Table.metadata.sorted_tables:
            connection.execute(str(CreateTable(table).compile(dialect=dialect())))
            # A set: it has another order in each process.
            for index in sorted(table.indexes, key=lambda index: str(index.name)):
                connection.execute(str(CreateIndex(index).compile(dialect=dialect())))
        for name, query in row.VIEWS.items():
            connection.execute(f"create view {name} as {query.strip()}")
        connection.execute("pragma defer_foreign_keys = on")  # Rows come in the order of the files.
        rows = _rows(catalog, verdicts)
        while some := list(islice(rows, _AT_ONCE)):
            for kind, its in grouped(some).items():
                columns = ", ".join(f'"{name}"' for name in its[0])
                values = ", ".join(f":{name}" for name in its[0])
                connection.executemany(f'insert into "{kind.__tablename__}" ({columns}) values ({values})', its)
        connection.execute("commit")


def _rows(catalog: Catalog, verdicts: Iterable[Verdict | Rows]) -> Iterator[Row]:
    for game in catalog.games:
        yield _row(row.Game, game, fails_from=catalog.fails_from.get(game.id))
        opposites = catalog.opposites.get(game.id, {})
        for name in game.alignments:
            yield row.Alignment, {"game_id": game.id, "name": name, "opposite": opposites.get(name)}
        yield from _values(row.GameAttribute, game.attributes, game_id=game.id)
        yield from _values(row.GameNumber, game.numbers, game_id=game.id)
        yield from _values(row.GameDifference, catalog.differs.get(game.id, ()), game_id=game.id)
    for each in catalog.sets:
        yield _row(row.CardSet, each)
    for document in catalog.documents:
        yield _row(row.Document, document)
    for statement in catalog.statements:
        yield _row(row.Statement, statement, document_id=statement.document, how_to_check=statement.check)
        yield from _values(row.StatementCard, statement.cards, statement_id=statement.id)
    for record in catalog.cards:
        yield from _card(record)
    for section in catalog.sections:
        yield from _section(section)
    yield from _other_rules(catalog)
    yield from _beside_the_rules(catalog)
    for ruling in catalog.rulings:
        yield _row(row.Ruling, ruling, scenario=_json(ruling.scenario), formerly=_json(ruling.formerly))
        yield from _values(row.RulingCard, ruling.cards, ruling_id=ruling.id)
        yield from _references("cites", ruling.sources, ruling_id=ruling.id)
    for figure in catalog.figures:
        key = _key(figure)
        yield _row(row.Figure, figure, id=key, columns=_json(figure.columns))
        for number, box in enumerate(figure.boxes, 1):
            yield _row(row.FigureBox, box, figure_id=key, number=number, section_id=f"{figure.game}/{box.section}")
        yield from _values(row.FigureRuling, figure.rulings, figure_id=key)
    for ruleset in catalog.rulesets:
        yield row.Ruleset, {"game_id": ruleset.game, "said": _json(ruleset.said)}
    for verdict in verdicts:
        for name, values in verdict if isinstance(verdict, list) else verdict_rows(verdict, catalog.engine_cards):
            yield getattr(row, name), values


def verdict_rows(verdict: Verdict, cards: tuple[Card, ...]) -> Rows:
    """The rows of a verdict and of that of its counter-case; `cards` are all cards of the catalog."""
    found = [*_verdict(verdict, cards, counter=False)]
    if verdict.counter:
        found += _verdict(verdict.counter, cards, counter=True)
    return [[table.__name__, values] for table, values in found]


def _row(table: type[row.Table], record: Any, **given: Any) -> Row:
    """The row of a record: its columns have the names of fields, but for those that are `given` and those that records
    call something else.
    """
    return table, {
        name: given[name] if name in given else called(record) if called else getattr(record, name)
        for name, called in _columns(table)
    }


@cache
def _columns(table: type[row.Table]) -> tuple[tuple[str, Callable[[Any], Any] | None], ...]:
    """The columns of a table, each with what records call it instead, if they do."""
    return tuple((name, _CALLED.get(name)) for name in table.model_fields)


def _numbered(table: type[row.Table], some: Iterable[Any], **owner: Any) -> Iterator[Row]:
    """The rows of records that an owner has in an order."""
    for number, record in enumerate(some, 1):
        yield _row(table, record, number=number, **owner)


def _values(table: type[row.Table], values: Iterable[Any], **owner: Any) -> Iterator[Row]:
    """The rows of plain values that an owner has in an order: they are in the only column that says nothing of the
    owner.
    """
    (column,) = {name for name, _ in _columns(table)} - owner.keys() - {"number"}
    for number, value in enumerate(values, 1):
        yield table, {**owner, "number": number, column: value}


def _references(relation: str, statements: Iterable[str], **owner: Any) -> Iterator[Row]:
    empty = dict.fromkeys([*row.OWNERS, "number"])
    for statement in statements:
        yield row.Reference, {"statement_id": statement, "relation": relation, "counter": False, **empty, **owner}


def _key(record: Any) -> str:
    """The id of what belongs to one game."""
    return f"{record.game}/{record.id}"


def _card(record: CardRecord) -> Iterator[Row]:
    card = record.card
    beside = {
        name: getattr(record, name) for name in ("type_line", "arrows_unsure", "fragments", "remark", "file", "line")
    }
    yield _row(row.Card, card, slug=card.slug, transferable_power=card.transferable, source_id=record.source, **beside)
    yield from _numbered(row.Printing, record.printings, card_id=card.id)
    for number, name in enumerate(card.alignments, 1):
        yield (
            row.CardAlignment,
            {"card_id": card.id, "number": number, "alignment": name, "sometimes": name in record.sometimes},
        )
    yield from _values(row.CardAttribute, card.attributes, card_id=card.id)
    yield from _values(row.UnprintedAttribute, card.unprinted, card_id=card.id)
    yield from _values(row.CardAlias, record.aliases, card_id=card.id)
    yield from _values(row.StarredNumber, record.starred, card_id=card.id)
    yield from _values(row.Arrow, card.arrows_out, card_id=card.id)
    for clause in record.clauses:
        yield _row(row.Clause, clause, card_id=card.id, tree=_tree(clause.sentence))
        yield from _values(row.ClauseFact, clause.facts, card_id=card.id, clause_number=clause.number)
        yield from _references("cites", clause.cites, card_id=card.id, number=clause.number)


def _section(section: Section) -> Iterator[Row]:
    key = _key(section)
    yield _row(row.Section, section, id=key, anchor=section.id, chapter_id=f"{section.game}/{section.chapter}")
    for number, block in enumerate(section.blocks, 1):
        yield _row(row.SectionBlock, block, section_id=key, number=number)
        yield from _references("states", block.states, section_id=key, number=number)
    yield from _values(row.SectionCard, section.cards, section_id=key)


def _other_rules(catalog: Catalog) -> Iterator[Row]:
    for entry in catalog.glossary:
        key = _key(entry)
        yield _row(row.GlossaryEntry, entry, id=key)
        yield from _values(row.GlossaryWord, entry.also, glossary_id=key)
        yield from _references("states", entry.states, glossary_id=key)
    for conflict in catalog.conflicts:
        key = _key(conflict)
        yield _row(row.Conflict, conflict, id=key, default_outcome=conflict.default)
        for number, source in enumerate(conflict.sources, 1):
            yield _row(row.ConflictSource, source, conflict_id=key, number=number, statement_id=source.cite)
        yield from _numbered(row.ConflictOutcome, conflict.outcomes, conflict_id=key)
        yield from _references("states", conflict.states, conflict_id=key)
    for number, term in enumerate(catalog.terms, 1):
        key, rule = _key(term), term.rule
        yield _row(row.Term, term, id=key, number=number, label=rule.label, text=rule.text, tree=_tree(rule.tree))
        yield from _references("cites", rule.cites, term_id=key)
    for edition in catalog.editions:
        yield _row(row.Edition, edition)
        yield from _references("states", edition.states, edition_id=edition.id)
    for erratum in catalog.errata:
        key = _key(erratum)
        yield _row(row.Erratum, erratum, id=key)
        yield from _values(row.ErratumCard, erratum.cards, erratum_id=key)
        for number, change in enumerate(erratum.changes, 1):
            was = change.was
            yield (
                row.ErratumChange,
                {
                    "erratum_id": key,
                    "number": number,
                    "now": change.now,
                    "was": was and was.text,
                    "tree": was and _tree(was.sentence),
                    "reason": was and was.reason,
                    "attack": bool(was and was.attack),
                },
            )
        yield from _references("states", erratum.states, erratum_id=key)


def _beside_the_rules(catalog: Catalog) -> Iterator[Row]:
    for change in catalog.changes:
        yield _row(row.RuleChange, change)
        yield from _references("states", change.states, change_id=change.id)
    for topic in catalog.faq_topics:
        yield _row(row.FaqTopic, topic, id=_key(topic))
    for entry in catalog.faq:
        yield _row(row.FaqEntry, entry, topic_id=f"{entry.game}/{entry.topic}")
        yield from _values(row.FaqCard, entry.cards, faq_id=entry.id)
        yield from _references("states", entry.states, faq_id=entry.id)
    for at, part in enumerate(catalog.quick, 1):
        for number, (says, section) in enumerate(part.lines, 1):
            yield _row(row.QuickLine, part, part=at, number=number, says=says, section_id=f"{part.game}/{section}")
    for difference in catalog.differences:
        yield _row(row.Difference, difference)
        yield from _numbered(row.DifferencePoint, difference.points, difference_id=difference.id)
        yield from _references("states", difference.states, difference_id=difference.id)


def _verdict(verdict: Verdict, cards: tuple[Card, ...], *, counter: bool) -> Iterator[Row]:
    owner = {"ruling_id": verdict.ruling, "counter": counter}
    yield (
        row.Verdict,
        {
            **owner,
            "passed": verdict.passed,
            "events": _json([str(event) for event in verdict.events]),
            "table_before": _json(as_data(see(verdict.start))) if verdict.start else None,
            "table_after": _json(as_data(see(verdict.steps[-1].table))) if verdict.steps else None,
        },
    )
    for number, step in enumerate(steps_of(verdict, cards), 1):
        values = as_data(step)
        values |= {key: _json(value) for key, value in values.items() if isinstance(value, (dict, tuple))}
        yield row.Step, {**owner, "number": number, **values}
    for number, line in enumerate(verdict.lines, 1):
        yield _row(
            row.Expectation, line, number=number, expected=_shown(line.expected), actual=_shown(line.actual), **owner
        )
        yield from _references("settles", line.settles, ruling_id=verdict.ruling, number=number, counter=counter)
    yield from _numbered(row.LedgerLine, verdict.ledger.lines if verdict.ledger else (), **owner)


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else _json(value)


def _tree(sentence: Any) -> str | None:
    return None if sentence is None else _json(to_data(sentence))


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False)
