"""From the raw scenario of a ruling to a Scenario that can be played, or to everything that is wrong with it.

What a scenario needs to play (position, table, plays) is read here, once; so a Scenario always can be played.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from msgspec import Struct

from generator.catalog.catalog import Catalog
from generator.catalog.problems import CatalogError, Code, Problem, nearest
from generator.catalog.records import RulingRecord
from generator.engine.cards import Card
from generator.engine.games import hooks
from generator.engine.goal_line import GoalLine, read_goal_line
from generator.engine.line import LineError
from generator.engine.position import Position, read_position
from generator.engine.tables import AnyTable, Play, TableError, play_from_data, table_from_data
from generator.language import LanguageError, parse_selector
from generator.rulings.expectations import PILES, SAID, SUBJECTS, Subject, records
from generator.rulings.world import World

Path = tuple[str | int, ...]
Read = TypeVar("Read")
COMMON = ("settles", "note", "after", "then", "in")
"""Keys that every expectation line may have: statements settled, a remark, the play after which it is checked (from 1;
0 is before all), plays that nobody has made and that it is checked after (who makes them: by default the player whose
turn it is at the
beginning), another position or line of the goal counter that it is checked on."""
_BODIES = ("position", "table", "facts")
_WORDS = {
    int: "a whole number",
    str: "text",
    bool: "true or false",
    list: "a list",
    dict: "rolls, each with true or false, such as {12: false}; which roll was made, `roll` asks",
}
_ROLLS = {str(roll) for roll in range(2, 13)}
_LABELS = re.compile(r"(Power|Transferable Power|Resistance) of |(identical|opposite): |\d+ MB from ")


class Expectation(Struct, frozen=True):
    """One expected line. `given` holds what the question is about, in the order in which the subject asks for it.

    `path` leads to the expected value in the scenario, such as ("expect", 0, "is").
    """

    subject: Subject
    given: tuple[Any, ...]
    expected: Any
    path: Path
    settles: tuple[str, ...] = ()
    note: str = ""
    after: int | None = None
    then: tuple[Play, ...] = ()
    position: Position | None = None
    goals: GoalLine | None = None

    def text(self, world: World) -> str:
        """The question in words."""
        names = (self.subject.name, *self.subject.also)
        values = [world.name(value) if isinstance(value, str) else value for value in self.given]
        words = self.subject.text
        for name, value in zip(names, values, strict=False):
            words = words.replace("{" + name + "}", str(value))
        if there := self.position or self.goals:
            words += f" ({there})"
        return words


class Case(Struct, frozen=True):
    """One thing to play and what must come of it: a position, a table with plays, or neither: then cards are asked."""

    expect: tuple[Expectation, ...]
    position: Position | None = None
    table: AnyTable | None = None
    plays: tuple[Play, ...] = ()
    says: str = ""


class Scenario(Struct, frozen=True):
    """A ruling ready to be played. The counter-case is the one in which the answer is another."""

    ruling: RulingRecord
    case: Case
    counter: Case | None = None


def read_scenarios(
    catalog: Catalog, games: Collection[str] = (), rulings: Collection[str] = ()
) -> tuple[Scenario, ...]:
    """The scenario of every ruling, or of those of some games, or of these.

    Raises CatalogError with the problems of all.
    """
    worlds = {game.id: World(catalog, game.id) for game in catalog.games}
    problems: list[Problem] = []
    wanted = [
        each for each in catalog.rulings if (not games or each.game in games) and (not rulings or each.id in rulings)
    ]
    found = [read_scenario(ruling, worlds[ruling.game], problems) for ruling in wanted]
    if problems:
        raise CatalogError(problems)
    return tuple(scenario for scenario in found if scenario is not None)


def read_scenario(ruling: RulingRecord, world: World, problems: list[Problem]) -> Scenario | None:
    """The scenario of a ruling; what is wrong with it goes to `problems`, and then the answer is None."""
    before = len(problems)
    reader = _Reader(ruling, world, problems)
    case = reader.case(ruling.scenario, ())
    counter_data = ruling.scenario.get("counter")
    counter = None
    if isinstance(counter_data, Mapping):
        taken_over = _taken_over(ruling.scenario, counter_data)
        counter = reader.case({**taken_over, **counter_data}, ("counter",), case, taken_over)
    if len(problems) > before:
        return None
    assert case is not None
    return Scenario(ruling, case, counter)


def _in_words(subject: Subject) -> str:
    """What the answer to a question is."""
    return " or ".join(
        _WORDS[kind] for kind in (subject.answers if isinstance(subject.answers, tuple) else (subject.answers,))
    )


_RESULTS = ("killed", "destroyed", "devastates", "destroys")
"""What can come of an attack by a Plot, as a line names it."""


def _written(subject: Subject) -> str:
    """A line that asks such a question: `{number: card, stat: Power, is: a whole number}`."""
    also = {name: choices if isinstance(choices, str) else choices[0] for name, choices in subject.also.items()}
    said = {
        subject.name: " or ".join(_RESULTS) if subject.about == "result" else subject.about,
        **also,
        **({subject.key: _in_words(subject)} if subject.key else {}),
    }
    return f"{{{', '.join(f'{key}: {value}' for key, value in said.items())}}}"


def _taken_over(main: Mapping[str, Any], counter: Mapping[str, Any]) -> dict[str, Any]:
    """What a counter-case need not repeat: position, table or plays of the main case where it has none of its own."""
    keys: tuple[str, ...] = (*_BODIES, "play")
    if any(key in counter for key in _BODIES):
        keys = ("play",) if "table" in counter else ()
    return {key: main[key] for key in keys if key in main and key not in counter}


class _Reader(Struct):
    """Reads one ruling, and tells `problems` after those of other rulings."""

    ruling: RulingRecord
    world: World
    problems: list[Problem]
    unread: bool = False
    """Whether the table of the case cannot be read: then nobody asks who sits at it."""

    def problem(self, path: Path, code: Code, message: str, suggestion: str | None = None) -> None:
        line, column = self.ruling.place(*path)
        self.problems.append(Problem(self.ruling.file, line, column, code.code, message, suggestion))

    def case(
        self, data: Mapping[str, Any], at: Path, main: Case | None = None, taken: Collection[str] = ()
    ) -> Case | None:
        """The main case or the counter-case, `at` being where it stands; what it has `taken` from the `main` case is
        not read again.
        """
        if sum(key in data for key in _BODIES) != 1:
            self.problem(at, Code.MISSING_KEY, "a scenario has one of position, table and facts")
            return None
        position = (
            main.position
            if main and "position" in taken
            else self._position(data["position"], (*at, "position"))
            if "position" in data
            else None
        )
        table = (
            main.table
            if main and "table" in taken
            else self._table(data["table"], (*at, "table"))
            if "table" in data
            else None
        )
        self.unread = "table" in data and table is None
        plays: tuple[Play, ...] = ()
        if "play" in data:
            if "table" not in data:
                self.problem((*at, "play"), Code.UNKNOWN_KEY, "plays need a table")
            elif table is not None:
                plays = tuple(self._plays(data["play"], table, ("play",) if "play" in taken else (*at, "play")))
        count = len(data["play"]) if isinstance(data.get("play"), list | tuple) else 0
        expect = tuple(self._expectations(data.get("expect"), table, count, (*at, "expect")))
        return Case(expect, position, table, plays, str(data.get("says", "")))

    # --- what is played ---------------------------------------------------------------------------------------------

    def _position(self, text: Any, at: Path) -> Position | None:
        if not isinstance(text, str) or text.split()[1:2] == ["goal"]:
            self.problem(
                at,
                Code.WRONG_TYPE,
                "a position is one line about an attack; a line about a Goal is asked about with `in`, beside `facts:"
                " true`",
            )
            return None
        return self._line(at, text, lambda cards: read_position(text, cards, {self.world.game: self.world.rules}))

    def _goals(self, text: str, at: Path) -> GoalLine | None:
        """What a player has, as the goal counter writes it."""
        return self._line(at, text, lambda cards: read_goal_line(text, cards, (self.world.rules.its,)))

    def _line(self, at: Path, text: str, read: Callable[[tuple[Card, ...]], Read]) -> Read | None:
        game, ours = text.partition(" ")[0], self.world.game
        if game != ours and any(game == each.id for each in self.world.catalog.games):
            self.problem(
                at,
                Code.BAD_POSITION,
                f"this line is about {game}, and every line of a scenario of {ours} is about {ours}; ask it in a"
                f" scenario with `game: {game}`",
            )
            return None
        try:
            return read(self.world.catalog.engine_cards)
        except LineError as error:
            for problem in error.problems:
                self.problem(at, Code.BAD_POSITION, problem.message, problem.suggestion)
        return None

    def _table(self, data: Any, at: Path) -> AnyTable | None:
        game = self.world.engine_game
        try:
            return table_from_data(game, data)
        except TableError as error:
            self._engine_problems(error, at)
            return None

    def _plays(self, data: Any, table: AnyTable, at: Path) -> Iterator[Play]:
        if not isinstance(data, list):
            self.problem(at, Code.WRONG_TYPE, "plays are a list")
            return
        names = [player.name for player in table.players]
        for number, play in enumerate(data):
            try:
                yield play_from_data(self.world.engine_game, names, play)
            except TableError as error:
                self._engine_problems(error, (*at, number))

    def _engine_problems(self, error: TableError, at: Path) -> None:
        for problem in error.problems:
            self.problem((*at, *problem.path), Code.BAD_TABLE, problem.message)

    # --- what is expected -------------------------------------------------------------------------------------------

    def _expectations(self, data: Any, table: AnyTable | None, plays: int, at: Path) -> Iterator[Expectation]:
        for number, line in enumerate(data if isinstance(data, list) else ()):
            path = (*at, number)
            if not isinstance(line, Mapping):
                self.problem(path, Code.WRONG_TYPE, "an expectation is a set of keys")
                continue
            expectation = self._expectation(line, table, plays, path)
            if expectation is not None:
                yield expectation

    def _expectation(
        self, line: Mapping[str, Any], table: AnyTable | None, plays: int, path: Path
    ) -> Expectation | None:
        before = len(self.problems)
        subject = self._subject(line, path)
        if subject is None:
            return None
        value_key, inside = subject.key or subject.name, (*path, "in")
        given = tuple(line.get(key) for key in subject.keys if key != value_key)
        about_goals = " goal " in str(line.get("in"))
        goals = self._goals(line["in"], inside) if about_goals else None
        if goals is not None:
            table = hooks(self.world.rules.its).goal_table(goals, self.world.engine_game)
        if len(self.problems) == before:
            self._of_subject(line, subject, table, path)
        settles = tuple(self._settles(line.get("settles", ()), path))
        after = line.get("after")
        if after is not None and not (isinstance(after, int) and 0 <= after <= plays):
            self.problem((*path, "after"), Code.BAD_NUMBER, f"there are {plays} plays, so after is 0 to {plays}")
        then = self._then(line["then"], table, (*path, "then")) if "then" in line else ()
        position = self._position(line["in"], inside) if "in" in line and not about_goals else None
        if len(self.problems) > before:
            return None
        value, note = line[value_key], str(line.get("note", ""))
        return Expectation(subject, given, value, (*path, value_key), settles, note, after, then, position, goals)

    def _subject(self, line: Mapping[str, Any], path: Path) -> Subject | None:
        """What a line is about, which asks for its keys and no others; None where it names no subject."""
        keys = [str(key) for key in line if key not in COMMON]
        subject = next((SUBJECTS[key] for key in keys if key in SUBJECTS), None)
        if subject is None:
            wrong = keys[0] if keys else ""
            where = (*path, wrong) if wrong else path
            self.problem(where, Code.UNKNOWN_KEY, f"no subject {wrong!r}", nearest(wrong, SUBJECTS, len(self.problems)))
            return None
        for key in keys:
            if key not in subject.keys:
                text = f"{key!r} does not belong to {subject.name!r}"
                near = nearest(key, (*subject.keys, *COMMON), len(self.problems))
                self.problem((*path, key), Code.UNKNOWN_KEY, text, near)
        for key in subject.keys:
            if key not in line:
                self.problem(path, Code.MISSING_KEY, f"{subject.name!r} needs {key!r}; write {_written(subject)}")
        return subject

    def _of_subject(self, line: Mapping[str, Any], subject: Subject, table: AnyTable | None, path: Path) -> None:
        """The values of a line whose keys are right: what is expected, and of what."""
        value_key = subject.key or subject.name
        said = str(line["field"]) if subject.name == "card" else subject.name
        self._expected(subject, said, line[value_key], table, (*path, value_key))
        self._about(subject.about, line[subject.name], table, line[value_key], (*path, subject.name))
        for key, choices in subject.also.items():
            if isinstance(choices, str):
                self._about(choices, line[key], table, None, (*path, key))
            elif line[key] not in choices:
                text, near = f"{line[key]!r} is not one of", nearest(str(line[key]), choices, len(self.problems))
                self.problem((*path, key), Code.UNKNOWN_VALUE, f"{text} {', '.join(choices)}", near)

    def _then(self, data: Any, table: AnyTable | None, path: Path) -> tuple[Play, ...]:
        """Plays of a line alone."""
        if table is None:
            if not self.unread:
                self.problem(path, Code.UNKNOWN_KEY, "plays need a table")
            return ()
        return tuple(self._plays(data, table, path))

    def _expected(self, subject: Subject, said: str, value: Any, table: AnyTable | None, path: Path) -> None:
        """Check the expected value; `said` is what its words are looked up by."""
        words = _in_words(subject)
        if (isinstance(value, bool) and _WORDS[bool] not in words) or not isinstance(value, subject.answers):
            self.problem(
                path, Code.WRONG_TYPE, f"this must be {words}{f'; the line asks: {subject.text}' * bool(subject.key)}"
            )
        elif isinstance(value, Mapping):
            for roll, succeeds in value.items():
                if str(roll) not in _ROLLS or not isinstance(succeeds, bool):
                    self.problem((*path, roll), Code.UNKNOWN_VALUE, "a roll is 2 to 12, with true or false")
        elif isinstance(value, list):
            for number, each in enumerate(value):
                self._said(SAID.get(said, ()), str(each), table, (*path, number))
        elif isinstance(value, str):
            self._said(SAID.get(said, ()), value, table, path)

    def _said(self, words: tuple[str, ...], value: str, table: AnyTable | None, path: Path) -> None:
        """Check that a word of an expected value is one that can come out."""
        kind, *others = words if words[:1] in (("card",), ("player",), ("alignment",)) else ("", *words)
        if kind and value not in others:
            self._about(kind, value, table, None, path)
        elif words and value not in others:
            self.problem(
                path,
                Code.UNKNOWN_VALUE,
                f"{value!r} is not {'one of ' * bool(others[1:])}{', '.join(others)}",
                nearest(value, others, len(self.problems)),
            )

    def _settles(self, statements: Any, path: Path) -> Iterator[str]:
        for number, name in enumerate(statements or ()):
            if not self.world.catalog.statement(name).checkable:
                self.problem((*path, "settles", number), Code.UNKNOWN_STATEMENT, f"{name} cannot be put to the test")
            yield name

    def _about(self, kind: str, value: Any, table: AnyTable | None, expected: Any, path: Path) -> None:
        """Check that what a line names exists."""
        known: Iterable[str]
        code = Code.UNKNOWN_VALUE
        if kind == "card":
            if isinstance(value, str) and self.world.card_id(value):
                return
            known, code = self.world.known, Code.UNKNOWN_CARD
        elif kind == "player" and self.unread:
            return
        elif kind == "player":
            known = [player.name for player in table.players] if table else []
        elif kind == "alignment":
            known = self.world.alignments
        elif kind == "source":
            if isinstance(value, str) and expected and _LABELS.match(value):
                return
            known, code = self.world.sources, Code.UNKNOWN_TERM
        elif kind == "result":
            known = _RESULTS
        elif kind in ("reason", "statement"):
            statements = [statement.id for statement in self.world.catalog.statements]
            known = [*statements, *(self.world.sources if kind == "reason" else ())]
            code = Code.UNKNOWN_TERM if kind == "reason" else Code.UNKNOWN_STATEMENT
        elif kind == "goal":
            known = [
                "basic",
                "special",
                *(slug for slug, record in self.world.known.items() if record.card.subtype == "goal"),
            ]
        elif kind == "count":
            self._countable(value, path)
            return
        else:
            return
        if value not in known:
            self.problem(path, code, f"no {kind} {value!r}", nearest(str(value), known, len(self.problems)))

    def _countable(self, value: Any, path: Path) -> None:
        if value in PILES or value in records(self.world):
            return
        try:
            parse_selector(str(value))
        except LanguageError as error:
            self.problem(
                path,
                Code.BAD_SENTENCE,
                error.message,
                error.suggestion or nearest(str(value), (*PILES, *records(self.world)), len(self.problems)),
            )
