"""How a goal is counted, as an explanation: what each card adds and why, what is asked and why, what is missing. The
games fill it in (`inwo/victory.py`, `deluxe/goals.py`); `goal_line.py` asks them about one line of text.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct


class Share(Struct, frozen=True):
    """As how much one card counts, and why.

    `cites` are statements; `by` is the card whose sentence says so, if one does.
    """

    card: str
    amount: int
    why: str
    by: str | None = None
    cites: tuple[str, ...] = ()


class Step(Struct, frozen=True):
    """What makes the number that is asked: the number itself, or what a card adds to it."""

    amount: int
    why: str
    by: str | None = None
    cites: tuple[str, ...] = ()


class Count(Struct, frozen=True):
    """One thing that is counted: how much there is of it, how much is asked, what it is, and in words what is
    missing.
    """

    have: int
    need: int
    what: str
    missing: str
    shares: tuple[Share, ...] = ()
    steps: tuple[Step, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether there is enough."""
        return self.have >= self.need


class Standing(Struct, frozen=True):
    """How a player stands with one goal: `goal` is `basic`, `special` or the id of a Goal card; `text` the sentence
    that makes it; `bar` what keeps it from winning although it is met.
    """

    goal: str
    ok: bool
    text: str
    counts: tuple[Count, ...]
    by: str | None = None
    bar: str = ""
    cites: tuple[str, ...] = ()


def some(number: int, one: str, many: str = "") -> str:
    """So many of something, in words: `1 Group`, `2 Groups`, `3 MB`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def listed(words: Iterable[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    found = list(words)
    return f" {last} ".join([", ".join(found[:-1]), found[-1]] if len(found) > 1 else found)
