"""What can be found: one record for a card, a rule, a ruling, a word and all the rest."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import force_setattr

IS_FIELDS = ("type", "subtype", "alignment", "attribute")
"""What the field `is` asks about."""


class SearchDocument(Struct, frozen=True):
    """One thing that can be found. The fields are those of the query language (`query.py`).

    `id` is unique within its `kind`: `deluxe/the-mafia`, `position`. `url` is the page, relative to the site's root.
    `text` is plain text, without markup: snippets are cut from it. Title, text and aliases are one line each, wherever
    their files have line ends: the table of the browser has a line for each. A number is None where the thing has none;
    `global_power` is the field `global`. `aliases` are other titles, `cards` ids of cards it is about, `cites` ids of
    statements, `section` number and anchor of a section.
    """

    kind: str
    id: str
    title: str
    text: str
    url: str
    game: str = ""
    set: str = ""
    type: str = ""
    subtype: str = ""
    alignment: tuple[str, ...] = ()
    attribute: tuple[str, ...] = ()
    rarity: str = ""
    nwo: str = ""
    has: tuple[str, ...] = ()
    power: int | None = None
    transferable: int | None = None
    global_power: int | None = None
    resistance: int | None = None
    income: int | None = None
    arrows: int | None = None
    aliases: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    section: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        force_setattr(self, "title", _one_line(self.title))
        force_setattr(self, "text", _one_line(self.text))
        force_setattr(self, "aliases", tuple(map(_one_line, self.aliases)))

    @property
    def printed(self) -> str:
        """The numbers of a card: "Power 6/3, Resistance 8"; empty where it has none."""
        second = self.transferable if self.global_power is None else self.global_power
        power = f"{self.power}/{second}" if second and self.power is not None else self.power
        numbers = {"Power": power, "Resistance": self.resistance, "Income": self.income}
        return ", ".join(f"{name} {number}" for name, number in numbers.items() if number is not None)

    def value(self, field: str) -> str | int | tuple[str, ...] | None:
        """What it has in a field of the query language."""
        if field == "is":
            values = [value for name in IS_FIELDS for value in several(getattr(self, name))]
            return tuple(dict.fromkeys(filter(None, values)))
        found: str | int | tuple[str, ...] | None = getattr(self, "global_power" if field == "global" else field)
        return found


def _one_line(text: str) -> str:
    return " ".join(text.split())


def several(value: Any) -> tuple[str, ...]:
    """The values of a field that may have one or many."""
    return (value,) if isinstance(value, str) else tuple(value)
