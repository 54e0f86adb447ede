"""What cards may do to a roll that has been made."""

from __future__ import annotations

from msgspec import Struct


class RollChange(Struct, frozen=True, order=True):
    """One card that may be used once: it makes the roll again (`again`, against a strength that is changed by `by`),
    sets it (`to`), or changes it by `by` either way. After the `last` one nobody changes the roll any more.
    """

    again: bool = False
    to: int | None = None
    by: int = 0
    last: bool = False
