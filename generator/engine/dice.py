"""What cards may do to a roll that has been made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class RollChange:
    """One card that may be used once: it makes the roll again (`again`, against a strength that is changed by `by`), sets it (`to`), or
    changes it by `by` either way. After the `last` one nobody changes the roll any more.
    """

    again: bool = False
    to: int | None = None
    by: int = 0
    last: bool = False


CHANGES: Mapping[str, RollChange] = {
    "is made again": RollChange(again=True), "is made again, with -4 to the attack": RollChange(again=True, by=-4),
    "goes up or down by 1": RollChange(by=1), "goes up or down by 2": RollChange(by=2),
}
