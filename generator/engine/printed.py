"""Which cards a selector means by what is printed on them, wherever they are and whoever controls them."""

from __future__ import annotations

from generator.engine.cards import Card
from generator.language import tree as t

NOUNS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "Group": (("group",), ()),
    "Organization": (("group",), ("organization",)),
    "Personality": (("group",), ("personality",)),
    "Place": (("group",), ("place",)),
    "Place or Organization": (("group",), ("place", "organization")),
    "Resource": (("resource",), ()),
    "Group or Resource": (("group", "resource"), ()),
    "Illuminati": (("illuminati",), ()),
    "card": (("group", "resource", "illuminati"), ()),
    "puppet": (("group",), ()),
}
"""The kinds and, where it matters, the subtypes of the cards that a noun means."""


def prints(selector: t.Named | t.Groups, card: Card) -> bool:
    """Whether the card prints all that the selector asks of it; owner, place and master are not asked.

    A noun or trait that no card prints, such as `political party` or `Devastated`, means none.
    """
    if isinstance(selector, t.Named):
        return card.name in selector.names
    kinds, subtypes = NOUNS.get(selector.kind, ((), ()))
    traits = {*card.alignments, *card.attributes}
    return (
        card.kind in kinds
        and (not subtypes or card.subtype in subtypes)
        and (not selector.traits or any(traits.issuperset(combination) for combination in selector.traits))
        and not traits.intersection(selector.without)
        and all(_compare(number, card) for number in selector.numbers)
    )


def _compare(number: t.Comparison, card: Card) -> bool:
    return all(
        value >= number.value if number.operator == ">=" else value <= number.value if number.operator == "<=" else value == number.value
        for value in _numbers(number.stat, card)
    )


def _numbers(stat: str, card: Card) -> list[int]:
    """The numbers that a stat speaks of; what a card does not print is 0."""
    known = {
        "Power": card.power, "Transferable Power": card.transferable, "Global Power": card.global_power,
        "Resistance": card.resistance, "Income": card.income, "outgoing arrows": len(card.arrows_out),
    }
    return [known[name] or 0 for name in stat.removeprefix("printed ").split(" and ")]
