"""The chance of an attack when cards change the roll that has been made.

A roll may be changed as often as somebody can: a changed roll counts as if the dice had shown the new number, and may be changed at once
by the next card (INWO FAQ, Changing a Die Roll, `faq-roll-change-chain`). So whoever dislikes the result acts, or it stands. Both
sides know all the cards and play as well as they can. The browser has its twin (site_templates/assets/dice.js).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from generator.engine.cards import Card
from generator.language import nodes
from generator.language import tree as t

LOWEST, HIGHEST = 2, 12
"""What two dice can show; a roll that is changed beyond becomes the nearest of them (`wdh-meta-die-clamp`)."""
OUTCOMES = {total: 6 - abs(total - 7) for total in range(LOWEST, HIGHEST + 1)}
"""How many of the 36 outcomes show each total."""


@dataclass(frozen=True, order=True)
class RollChange:
    """One card that may be used once: it makes the roll again (`again`, with `by` added), sets it (`to`), or changes it by `by` either way."""

    again: bool = False
    to: int | None = None
    by: int = 0


def changes_of(card: Card) -> tuple[RollChange, ...]:
    """The ways in which the sentences of a card change a roll of two dice, each once."""
    found: dict[RollChange, None] = {}
    for clause in card.clauses:
        for node in nodes(clause.sentence) if clause.sentence else ():
            match node:
                case t.SetRoll(value):
                    found[RollChange(to=value)] = None
                case t.ChangeRoll("is made again"):
                    found[RollChange(again=True)] = None
                case t.ChangeRoll("is made again at -4"):
                    found[RollChange(again=True, by=-4)] = None
                case t.ChangeRoll("changes by 1 either way"):
                    found[RollChange(by=1)] = None
                case t.ChangeRoll("changes by 2 either way"):
                    found[RollChange(by=2)] = None
    return tuple(found)


def chance(needed: int | None, attacking: tuple[RollChange, ...] = (), defending: tuple[RollChange, ...] = ()) -> Fraction:
    """The exact chance that a roll which must be `needed` or less succeeds in the end (0 when `needed` is None: no roll succeeds).

    `attacking` and `defending` are the cards of those who want it to succeed and to fail, in any order; each is used once at most.
    """
    if needed is None:
        return Fraction(0)

    @lru_cache(maxsize=None)
    def after(roll: int, ours: tuple[RollChange, ...], theirs: tuple[RollChange, ...]) -> Fraction:
        stands = Fraction(roll <= needed)
        acting = theirs if stands else ours
        values = [stands]
        for index, change in enumerate(acting):
            rest = acting[:index] + acting[index + 1 :]
            sides = (ours, rest) if stands else (rest, theirs)
            values += [outcome(change, new, *sides) for new in results(roll, change)]
        return min(values) if stands else max(values)

    def outcome(change: RollChange, new: int | None, ours: tuple[RollChange, ...], theirs: tuple[RollChange, ...]) -> Fraction:
        if new is not None:
            return after(new, ours, theirs)
        return sum((Fraction(ways, 36) * after(_clamped(total + change.by), ours, theirs) for total, ways in OUTCOMES.items()), Fraction(0))

    ours, theirs = tuple(sorted(attacking, key=_key)), tuple(sorted(defending, key=_key))
    return outcome(RollChange(again=True), None, ours, theirs)


def results(roll: int, change: RollChange) -> tuple[int | None, ...]:
    """What a card can make of a roll: new rolls, or None for dice that are rolled again."""
    if change.again:
        return (None,)
    if change.to is not None:
        return (change.to,)
    return (_clamped(roll - change.by), _clamped(roll + change.by))


def _key(change: RollChange) -> tuple[bool, int, int]:
    return change.again, change.to or 0, change.by


def _clamped(roll: int) -> int:
    return max(LOWEST, min(HIGHEST, roll))
