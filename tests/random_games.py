"""Games of random plays, legal and not: what holds on every table, and the shortest log of plays that breaks it.

A game of a ruleset is made of its seed alone. `play_game` plays it and answers what was played and, if something broke,
a `Failure` whose plays `shrunk` makes fewer. `soak.py` plays many.
"""

from __future__ import annotations

import random
import traceback
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from pathlib import Path
from typing import Any

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from generator.engine.record import Outcome, Play
from generator.engine.tables import AnyTable, TableError, apply, legal

AGAIN = 5
"""One play of so many is judged twice: `legal` must say what `apply` said."""


class Ruleset(Struct, frozen=True):
    """How a game is played at random. `begin` makes a table, `some_play` mostly a sensible play for the moment; `check`
    asserts what holds on a table, given the one before it and the cards there were at the start; `places` counts where
    each card lies.
    """

    name: str
    plays: Mapping[str, type[Play]]
    begin: Callable[[random.Random], AnyTable]
    some_play: Callable[[AnyTable, random.Random], Play]
    check: Callable[[AnyTable, AnyTable, Play], None]
    places: Callable[[AnyTable], Counter[str]]


class Failure(Struct, frozen=True):
    """What broke, where (`at`), and the plays that lead to it from the beginning of the game."""

    ruleset: str
    seed: int
    message: str
    at: str
    plays: tuple[Play, ...]

    def __str__(self) -> str:
        log = "\n".join(f"  - {as_data(play)}" for play in self.plays)
        return f"{self.ruleset}, seed {self.seed}: {self.message}\n  at {self.at}\n{log}"


class Game(Struct, frozen=True):
    """A game played: how often each play was made, by its name and whether it was legal, and what broke, if
    anything.
    """

    played: Counter[tuple[str, bool]]
    failure: Failure | None = None


def start(ruleset: Ruleset, seed: int) -> tuple[AnyTable, random.Random]:
    """The table on which the game of this seed begins."""
    dice = random.Random(f"{ruleset.name} {seed}")
    return ruleset.begin(dice), dice


def play_game(ruleset: Ruleset, seed: int, tries: int) -> Game:
    """The game of a seed with so many plays tried."""
    played: Counter[tuple[str, bool]] = Counter()
    made: list[Play] = []
    play: Play | None = None
    try:
        first, dice = start(ruleset, seed)
        table, cards = first, ruleset.places(first)
        for number in range(tries):
            if table.winners or len(table.seated) < 2:
                break
            play = None
            play = ruleset.some_play(table, dice)
            outcome = attempt(ruleset, table, play, cards, twice=number % AGAIN == 0)
            if outcome is None:
                continue
            played[type(play).__name__, outcome.verdict.ok] += 1
            if outcome.verdict.ok:
                made.append(play)
                table = outcome.table
        play = None
        assert table == reduce(lambda at, each: apply(at, each).table, made, first), (
            "the same plays once more give another table"
        )
    except Exception as error:
        return Game(played, _failure(ruleset, seed, error, (*made, play) if play else tuple(made)))
    return Game(played)


def attempt(ruleset: Ruleset, table: AnyTable, play: Play, cards: Counter[str], *, twice: bool) -> Outcome | None:
    """What comes of a play, every invariant asserted; None for one that makes no sense on this table."""
    try:
        outcome = apply(table, play)
    except TableError:
        return None
    for reason in outcome.verdict.reasons:
        assert reason.cites or "#" in reason.source, f"a reason without a rule: {reason.text}"
    for event in outcome.events:
        assert event.cites, f"an event without a rule: {event.text}"
    if twice:
        assert legal(table, play) == outcome.verdict, "judged again, the play is judged otherwise"
    if not outcome.verdict.ok:
        assert outcome.table is table, "an illegal play changed the table"
        assert outcome.verdict.broken, "not legal, and no requirement is broken"
        assert not outcome.events, "an illegal play made something happen"
        return outcome
    assert not outcome.verdict.broken, "legal, and a requirement is broken"
    now = ruleset.places(outcome.table)
    assert now == cards, f"cards gone: {dict(cards - now)}, cards too many: {dict(now - cards)}"
    ruleset.check(table, outcome.table, play)
    return outcome


def _failure(ruleset: Ruleset, seed: int, error: Exception, plays: Sequence[Play]) -> Failure:
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if "/generator/" in frame.filename or "/tests/" in frame.filename
    ]
    last = frames[-1]
    told = [frame for frame in frames if Path(frame.filename) != Path(__file__)] or frames[-1:]
    where = " < ".join(f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in told[:-4:-1])
    message = f"{type(error).__name__}: {error}" if str(error) else f"{type(error).__name__}: {last.line}"
    return Failure(ruleset.name, seed, message, where, tuple(plays))


def shrunk(ruleset: Ruleset, failure: Failure, trials: int = 400) -> Failure:
    """The failure with as few plays as can be found in so many trials."""
    left, plays = trials, list(failure.plays)
    best = failure
    size = max(len(plays) // 2, 1)
    while size and left > 0:
        at = 0
        while at < len(plays) and left > 0:
            left -= 1
            found = again(ruleset, failure, [*plays[:at], *plays[at + size :]])
            if found is None:
                at += size
            else:
                best, plays = found, list(found.plays)
        size //= 2
    return best


def again(ruleset: Ruleset, failure: Failure, plays: Sequence[Play]) -> Failure | None:
    """The same failure after these plays, those that are illegal now left out; None when it does not come."""
    first, _ = start(ruleset, failure.seed)
    table, cards, made = first, ruleset.places(first), []
    try:
        for play in plays:
            outcome = attempt(ruleset, table, play, cards, twice=True)
            if outcome is not None and outcome.verdict.ok:
                made.append(play)
                table = outcome.table
        play = None
        assert table == reduce(lambda at, each: apply(at, each).table, made, first), (
            "the same plays once more give another table"
        )
    except Exception as error:
        found = _failure(ruleset, failure.seed, error, (*made, play) if play else made)
        return found if (found.at, found.message[:40]) == (failure.at, failure.message[:40]) else None
    return None


def as_data(play: Play) -> dict[str, Any]:
    """A play as a scenario writes it, with the ids of cards."""
    from generator.engine.deluxe.plays import PLAYS as DELUXE
    from generator.engine.inwo.plays import PLAYS as INWO

    name = next(name for plays in (DELUXE, INWO) for name, kind in plays.items() if kind is type(play))
    said: dict[str, Any] = {"do": name}
    for each in fields(play):
        value = getattr(play, each.name)
        default = each.default if each.default_factory is NODEFAULT else each.default_factory()
        if value != default:
            said[each.name] = (
                list(value) if isinstance(value, tuple) else dict(value) if isinstance(value, Mapping) else value
            )
    return said


def rulesets() -> dict[str, Ruleset]:
    """Every ruleset by its name."""
    import random_deluxe
    import random_inwo

    return {ruleset.name: ruleset for ruleset in (random_deluxe.DELUXE, random_inwo.INWO, random_inwo.SUBGENIUS)}
