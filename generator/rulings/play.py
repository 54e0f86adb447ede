"""Playing a scenario on the engine and comparing what comes out."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from msgspec import Struct

from generator.catalog.catalog import Catalog
from generator.engine.attack import explain
from generator.engine.games import Unanswerable, hooks
from generator.engine.position import Position, attack_of
from generator.engine.record import Event, Outcome
from generator.engine.situation import Attack, Ledger, Reason
from generator.engine.tables import AnyTable, Play, apply, attack_on, ledger_of
from generator.rulings.expectations import CheckedLine, Scene
from generator.rulings.scenario import Case, Expectation, Scenario, read_scenarios
from generator.rulings.wording import play_words
from generator.rulings.world import World
from generator.structs import replace


class Step(Struct, frozen=True):
    """One play as it went: legal or not with all reasons asked, what happened, the table afterwards, the sum if any."""

    play: Play
    legal: bool
    reasons: tuple[Reason, ...]
    events: tuple[Event, ...]
    table: AnyTable
    ledger: Ledger | None


class Verdict(Struct, frozen=True):
    """What came of a ruling. It has passed when every line holds, those of its counter-case hold too, and it flips.

    `flips` says that the lines of the main case would not all hold in the counter-case: the ruling could fail. `ledger`
    and `attack` belong to the position or to the last attack on the table; `start` is the table before the plays.
    """

    ruling: str
    passed: bool
    lines: tuple[CheckedLine, ...]
    ledger: Ledger | None = None
    events: tuple[Event, ...] = ()
    counter: Verdict | None = None
    flips: bool = True
    says: str = ""
    position: str | None = None
    attack: Attack | None = None
    start: AnyTable | None = None
    steps: tuple[Step, ...] = ()

    @property
    def settles(self) -> frozenset[str]:
        """The statements that its lines and those of its counter-case put to the test."""
        own = frozenset(name for line in self.lines for name in line.settles)
        return own | self.counter.settles if self.counter else own


_OF_PLAYS = ("legal", "reason")
"""What is asked of a play that may be illegal; all else is asked of the table after plays that took place."""


def run_all(catalog: Catalog, games: Collection[str] = ()) -> tuple[Verdict, ...]:
    """Every ruling of the catalog, or of some games, played. Raises CatalogError when scenarios cannot be read."""
    worlds = {game.id: World(catalog, game.id) for game in catalog.games}
    return tuple(run(scenario, worlds[scenario.ruling.game]) for scenario in read_scenarios(catalog, games))


def run(scenario: Scenario, world: World) -> Verdict:
    """Play a scenario and its counter-case."""
    return run_seen(scenario, world)[0]


def run_seen(scenario: Scenario, world: World) -> tuple[Verdict, tuple[Scene, ...]]:
    """The same, and what there is to see in the main case."""
    verdict, seen = _run(scenario.ruling.id, scenario.case, world)
    if scenario.counter is None:
        return verdict, seen
    counter, scenes = _run(scenario.ruling.id, scenario.counter, world)
    flips = _flips(scenario.case, scenario.counter, scenes, world)
    return replace(verdict, passed=verdict.passed and counter.passed and flips, counter=counter, flips=flips), seen


def _run(ruling: str, case: Case, world: World) -> tuple[Verdict, tuple[Scene, ...]]:
    scenes, steps = scenes_of(case, world)
    last = scenes[-1]
    lines = tuple(check(line, scenes, world) for line in case.expect)
    attack = None
    if case.position is not None:
        attack = attack_of(case.position, world.plain_cards)
    elif last.table is not None and last.table.attack is not None:
        attack = attack_on(last.table)
    return Verdict(
        ruling=ruling,
        passed=all(line.ok for line in lines),
        lines=lines,
        ledger=last.ledger,
        events=tuple(event for step in steps for event in step.events),
        says=case.says,
        position=str(case.position) if case.position else None,
        attack=attack,
        start=case.table,
        steps=steps,
    ), scenes


def scenes_of(case: Case, world: World) -> tuple[tuple[Scene, ...], tuple[Step, ...]]:
    """What there is to see: before the plays and after each of them, or the one thing there is."""
    if case.position is not None:
        return (_seen(case.position, world),), ()
    if case.table is None:
        return (Scene(world),), ()
    scenes, steps = [Scene(world, table=case.table, start=case.table)], []
    for play in case.plays:
        scene, outcome = after(scenes[-1], play)
        verdict = outcome.verdict
        steps.append(Step(play, verdict.ok, verdict.reasons, outcome.events, outcome.table, outcome.ledger))
        scenes.append(scene)
    return tuple(scenes), tuple(steps)


def after(scene: Scene, play: Play) -> tuple[Scene, Outcome]:
    """What there is to see after one more play, and what came of it."""
    assert scene.table is not None
    outcome = apply(scene.table, play)
    table, verdict = outcome.table, outcome.verdict
    ledger = ledger_of(table) if table.attack else outcome.ledger or scene.ledger
    return Scene(scene.world, ledger, verdict.ok, verdict.reasons, table, scene.start, outcome.events), outcome


def _seen(position: Position, world: World) -> Scene:
    ledger = explain(attack_of(position, world.plain_cards), world.rules)
    return Scene(world, ledger, ledger.legal, ledger.reasons)


def check(line: Expectation, scenes: tuple[Scene, ...], world: World) -> CheckedLine:
    """A line asked of what was seen before and after each play. Of plays of its own, all but the last must be legal."""
    if line.position is not None:
        scene = _seen(line.position, world)
    elif line.goals is not None:
        scene = Scene(world, table=hooks(world.rules.its).goal_table(line.goals, world.engine_game))
    else:
        scene = scenes[-1 if line.after is None else line.after]
    text = line.text(world)
    turn, barred = scene.table.turn.player if scene.table else "", ""
    for number, play in enumerate(line.then, 1):
        assert scene.table is not None
        text += f" (with {play_words(play, scene.table)})"
        scene, _ = after(scene, play)
        if not scene.legal and (number < len(line.then) or line.subject.name not in _OF_PLAYS):
            barred = "the play is not legal: " + "; ".join(reason.text for reason in scene.reasons if not reason.ok)
    actual, ok, why = (None, False, barred) if barred else _ask(line, scene)
    if line.after is not None and line.after < len(scenes) - 1:
        text += f" (after play {line.after})" if line.after else " (at the beginning)"
    return CheckedLine(text, line.settles, line.expected, actual, ok, line.note, why, line.path, turn)


def _ask(line: Expectation, scene: Scene) -> tuple[Any, bool, str]:
    subject = line.subject
    given = (line.expected,) if subject.answers is dict else line.given
    try:
        actual = subject.ask(scene, *given)
    except Unanswerable as reason:
        return None, False, str(reason)
    return actual, subject.agree(line.expected, actual), ""


def _flips(main: Case, counter: Case, scenes: tuple[Scene, ...], world: World) -> bool:
    """Whether some line of the main case fails on what is seen in the counter-case.

    Where both are about cards alone, the world is the same; then the same question must have another answer about
    another card.
    """
    if main.position is None and main.table is None:
        return any(
            ours.subject == theirs.subject and ours.given[1:] == theirs.given[1:] and ours.expected != theirs.expected
            for ours in main.expect
            for theirs in counter.expect
        )
    return any(
        not check(line, scenes, world).ok
        for line in main.expect
        if line.position is None and line.goals is None and (line.after is None or line.after < len(scenes))
    )
