"""Scenarios that a player has written in a file of their own: read and checked as rulings are, belonging to no
checkout.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from generator.catalog import layout
from generator.catalog.catalog import Catalog
from generator.catalog.items import Item, read_yaml
from generator.catalog.problems import CatalogError, Code, Problem, nearest
from generator.catalog.records import RulingRecord
from generator.catalog.shapes import BAD

_PLAYED = ("position", "table", "facts", "play", "expect", "counter")


def own_scenarios(text: str, file: str, catalog: Catalog) -> tuple[RulingRecord, ...]:
    """The scenarios of a YAML file with this text: one set of keys, or a list of them. Each is a ruling that needs no
    id, no sources and nothing to expect, and has the key `game` where no position names the game. Raises CatalogError
    with all problems.
    """
    reader = _Reader()
    item = read_yaml(text, file, reader.report)
    if item is None and not reader.problems:
        reader.report(Problem(file, 1, 1, Code.MISSING_KEY.code, "this file holds no scenario"))
    entries = () if item is None else item.value if isinstance(item.value, tuple) else (item,)
    found = [record for number, entry in enumerate(entries, 1) for record in _record(entry, number, catalog, reader)]
    statements = {statement.id: statement for statement in catalog.statements}
    for kind, named in reader.names:
        if kind == "statement" and named.value not in statements:
            near = nearest(named.value, statements, len(reader.problems))
            reader.report(named.problem(Code.UNKNOWN_STATEMENT, f"no document has the statement {named.value!r}", near))
    if reader.problems:
        raise CatalogError(reader.problems)
    return tuple(found)


class _Reader:
    """What shapes need: a place for problems, and for names."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.names: list[tuple[str, Item]] = []

    def report(self, problem: Problem) -> None:
        self.problems.append(problem)

    def refer(self, kind: str, item: Item) -> None:
        self.names.append((kind, item))


def _record(entry: Item, number: int, catalog: Catalog, reader: _Reader) -> Iterator[RulingRecord]:
    before = len(reader.problems)
    read = layout.SCENARIO.check(entry, reader)
    if read is BAD or len(reader.problems) > before:
        return
    games = [game.id for game in catalog.games]
    game = read.game or (read.position.partition(" ")[0] if read.position else None)
    if game not in games:
        wrong = f"no game is called {game!r}" if game else "'game' is missing"
        at = entry.value.get("game") or entry.value.get("position") or entry
        code = Code.UNKNOWN_SET if game else Code.MISSING_KEY
        reader.report(at.problem(code, f"{wrong}; it can be {', '.join(games)}", game and nearest(game, games)))
        return
    scenario: dict[str, Any] = {key: entry.value[key].plain() for key in _PLAYED if key in entry.value}
    places = {path: place for key in scenario for path, place in entry.value[key].places(key)}
    title = read.title or f"Scenario {number}"
    name = read.id if isinstance(read.id, str) else f"scenario-{number}"
    ruling = RulingRecord(
        name,
        game,
        title,
        read.question or "",
        read.answer or "",
        "",
        (),
        (),
        None,
        scenario,
        entry.file,
        entry.line,
    )
    yield ruling.placed(places)
