"""The same scenario in another game: what the answer of a ruling would be there.

An attack in one line is made with the cards of the same names. A table and its plays go to the games whose cards may be
played with its own (`Ruleset.shares`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from generator.catalog.catalog import Catalog
from generator.catalog.codec import decode, encode
from generator.catalog.records import RulingRecord
from generator.engine.attack import explain
from generator.engine.games import hooks
from generator.engine.line import LineError
from generator.engine.position import Position, attack_of, read_position
from generator.engine.ruleset import Ruleset
from generator.engine.situation import Ledger, Line, Reason
from generator.engine.tables import AnyTable, Play, TableError, play_from_data, table_from_data
from generator.rulings.expectations import Scene
from generator.rulings.play import after, check, scenes_of
from generator.rulings.scenario import Case, Expectation, Scenario
from generator.rulings.world import World
from generator.structs import replace


class Answer(Struct, frozen=True):
    """An attack in a game, and what comes of it."""

    position: Position
    ledger: Ledger

    @property
    def game(self) -> str:
        """The game in which it is made."""
        return self.position.game

    def differs(self, other: Answer) -> bool:
        """Whether the attack is legal in one game alone, or has another strength or other odds."""
        return _outcome(self.ledger) != _outcome(other.ledger)

    def own_lines(self, other: Answer) -> tuple[Line, ...]:
        """The lines of this sum that the other does not have: why the two differ."""
        theirs = {(line.side, line.amount, line.label) for line in other.ledger.lines}
        return tuple(line for line in self.ledger.lines if (line.side, line.amount, line.label) not in theirs)


def _outcome(ledger: Ledger) -> tuple[bool, int, int]:
    return ledger.legal, ledger.strength, ledger.ways


def here(catalog: Catalog, ruling: RulingRecord) -> Answer | None:
    """The attack of a ruling in its own game; None when it is about no single attack."""
    text = ruling.scenario.get("position")
    return _answer(catalog, text) if isinstance(text, str) else None


def elsewhere(catalog: Catalog, own: Answer) -> Iterator[Answer]:
    """The same attack in each other game that has cards of the same names, and words for all that is in it."""
    for game in catalog.games:
        if game.id != own.game and game.id in catalog.fails_from:
            moved = _moved(own.position, _namesakes(catalog, own.game, game.id))
            answer = _answer(catalog, str(replace(moved, game=game.id))) if moved else None
            if answer:
                yield answer


def _answer(catalog: Catalog, text: str) -> Answer | None:
    try:
        position = read_position(text, catalog.engine_cards, {game: catalog.rules(game) for game in catalog.fails_from})
    except LineError:
        return None
    return Answer(position, explain(attack_of(position, catalog.engine_cards), catalog.rules(position.game)))


def _namesakes(catalog: Catalog, one: str, other: str) -> Mapping[str, str | None]:
    """The cards of a game by slug, each with the slug of the card of the same name in another game, or None."""
    there = {record.card.name: record.card.slug for record in catalog.cards if record.card.game == other}
    return {record.card.slug: there.get(record.card.name) for record in catalog.cards if record.card.game == one}


def _moved(position: Position, slugs: Mapping[str, str | None]) -> Position | None:
    """The position with other cards; None when one of its cards has no namesake."""
    lacking: list[str] = []

    def move(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(move, value))
        if not isinstance(value, str):
            return value
        parts = value.split("+")
        lacking.extend(part for part in parts if part in slugs and slugs[part] is None)
        return "+".join(slugs.get(part) or part for part in parts)

    moved = replace(position, **{name: move(getattr(position, name)) for name in position.__struct_fields__})
    return None if lacking else moved


# --- tables ---------------------------------------------------------------------------------------------------------


class OtherLine(Struct, frozen=True):
    """An expectation line (its question in `text`) with another answer in another game; `why` says there why there is
    none.
    """

    line: Expectation
    text: str
    here: Any
    there: Any
    why: str = ""


class OtherPlay(Struct, frozen=True):
    """A play (`number` from 1) that is legal in one game alone, in the other if `legal`; `broken` are the requirements
    of the one in which it is not.
    """

    number: int
    play: Play
    legal: bool
    broken: tuple[Reason, ...]


class TableAnswer(Struct, frozen=True):
    """The plays of a ruling on the same table in another game (`game`): the lines and the plays that come out
    otherwise.
    """

    game: str
    lines: tuple[OtherLine, ...]
    plays: tuple[OtherPlay, ...]

    @property
    def differs(self) -> bool:
        """Whether anything comes out otherwise."""
        return bool(self.lines or self.plays)


def kept_answer(answer: TableAnswer, case: Case) -> list[Any]:
    """An answer about the plays of a case as JSON data: lines and plays by their number in it."""
    lines = [
        [case.expect.index(each.line), each.text, encode({"here": each.here, "there": each.there}), each.why]
        for each in answer.lines
    ]
    return [answer.game, lines, [[each.number, each.legal, encode(each.broken)] for each in answer.plays]]


def answer_of(data: list[Any], case: Case) -> TableAnswer:
    """The answer of which this is the data."""
    game, lines, plays = data
    return TableAnswer(
        game,
        tuple(
            OtherLine(case.expect[at], text, values["here"], values["there"], why)
            for at, text, its, why in lines
            for values in [decode(its)]
        ),
        tuple(OtherPlay(number, case.plays[number - 1], legal, decode(broken)) for number, legal, broken in plays),
    )


_NOT_ASKED = frozenset(
    "legal reason happens phase discards plot-deck group-deck shared-plots shared-groups discarded-plots"
    " discarded-groups card count alignments opposite".split()
)
"""Subjects that say nothing of the other game: what stands among the plays already, statements, the order of claims and
knock, piles that one game alone has, cards as they are printed.
"""


def tables_elsewhere(
    scenario: Scenario, worlds: Mapping[str, World], seen: tuple[Scene, ...] = ()
) -> Iterator[TableAnswer]:
    """The main case of a ruling in each of the other games (`worlds`, by id) that has a place for all that lies on its
    table; `seen` is what there is to see in its own, where that is known.
    """
    ruling, case = scenario.ruling, scenario.case
    if case.table is None:
        return
    for game in worlds:
        its = worlds[game].rules.its if game in worlds[ruling.game].rules.its.shares else None
        if its and _has_places(ruling.scenario["table"], its):
            try:
                played = _table_there(scenario, worlds[game])
            except TableError:
                continue
            seen = seen or scenes_of(case, worlds[ruling.game])[0]
            yield _compared(scenario, seen, worlds[game], *played)


def _has_places(table: Mapping[str, Any], its: Ruleset) -> bool:
    """Whether a game has a place for everything in the data of a table; games that are only set up differ too much."""
    given = (table, *table.get("players", {}).values())
    return "seats" not in table and not any(
        key.replace("_", "-") in its.no_place for part in given for key in part if part[key]
    )


def _table_there(scenario: Scenario, world: World) -> tuple[AnyTable, tuple[Play, ...]]:
    """The table and the plays in another game.

    Data names a card by its slug, which means the card of that game where both have one.
    """
    data = scenario.ruling.scenario
    table = table_from_data(world.engine_game, data["table"])
    names = [player.name for player in table.players]
    return table, tuple(play_from_data(world.engine_game, names, play) for play in data.get("play", ()))


def _compared(
    scenario: Scenario, own: tuple[Scene, ...], world: World, table: AnyTable, there: tuple[Play, ...]
) -> TableAnswer:
    case, in_attack = scenario.case, hooks(own[0].world.rules.its).in_attack
    other = [Scene(world, table=table, start=table)]
    differing: list[OtherPlay] = []
    for number, (play, moved) in enumerate(zip(case.plays, there, strict=True), 1):
        before, here = own[number - 1 : number + 1]
        assert before.table is not None
        other.append(_played(other[-1], moved, before.table, there[number : number + 1]))
        if here.legal != other[-1].legal and not (
            isinstance(play, in_attack) and _attacks(before) != _attacks(other[-2])
        ):
            broken = (here if other[-1].legal else other[-1]).reasons
            differing.append(
                OtherPlay(number, play, bool(other[-1].legal), tuple(reason for reason in broken if not reason.ok))
            )
    # A position is of its own game.
    asked = (
        line
        for line in case.expect
        if line.subject.name not in _NOT_ASKED and line.position is None and line.goals is None and not line.then
    )
    lines = (_other_line(line, own, tuple(other)) for line in asked)
    return TableAnswer(world.game, tuple(line for line in lines if line), tuple(differing))


def _attacks(scene: Scene) -> bool:
    return scene.table is not None and scene.table.attack is not None


def _played(scene: Scene, play: Play, home: AnyTable, following: tuple[Play, ...]) -> Scene:
    """What there is to see after a play of the other game, whose table before it is `home`: of what takes its place
    here.
    """
    table = scene.table
    assert table is not None
    making = hooks(table.rules.its).made_here(play, table, home, following)
    seen = replace(scene, legal=True, reasons=(), events=())
    try:
        made = next(making)
        while True:
            seen = after(seen, made)[0]
            made = making.send((seen.table, bool(seen.legal)))
    except StopIteration:
        return seen


def _other_line(line: Expectation, own: tuple[Scene, ...], other: tuple[Scene, ...]) -> OtherLine | None:
    """A line whose answer is another in the other game."""
    home, world = own[0].world, other[0].world
    kinds = (line.subject.about, *line.subject.also.values())
    moved = tuple(
        home.card_id(value) if kind == "card" and not world.card_id(value) else value
        for kind, value in zip(kinds, line.given, strict=False)
    )
    here, there = check(line, own, home), check(replace(line, given=moved), other, world)
    if (
        (here.why or there.why)
        and here.why == there.why
        or not (here.why or there.why)
        and line.subject.agree(here.actual, there.actual)
    ):
        return None
    return OtherLine(line, here.text, here.actual, there.actual, there.why)
