"""What is wrong with a ruling that has not passed, as problems at the places in its file."""

from __future__ import annotations

from collections.abc import Iterator

from generator.catalog.problems import Problem
from generator.catalog.records import RulingRecord
from generator.rulings.play import Verdict
from generator.rulings.wording import words

CODE = "wrong-ruling"


def complaints(ruling: RulingRecord, verdict: Verdict) -> tuple[Problem, ...]:
    """One problem for each expected value that the engine does not give, and one for a counter-case that flips
    nothing.
    """
    return tuple(_problems(ruling, verdict))


def _problems(ruling: RulingRecord, verdict: Verdict) -> Iterator[Problem]:
    for case in (verdict, verdict.counter):
        for line in case.lines if case else ():
            if not line.ok:
                said = line.why or f"the engine says {words(line.actual)}"
                message = f"{ruling.id}: {line.text}: expected {words(line.expected)}; {said}"
                yield Problem(ruling.file, *ruling.place(*line.path), CODE, message)
    if not verdict.flips:
        place = ruling.place("counter")
        yield Problem(ruling.file, *place, CODE, f"{ruling.id}: every expectation also holds in the counter-case")
