"""The chance of an attack when cards change the roll that has been made, as a reader of the rules works it out: what
the calculator must say.

A roll may be changed as often as somebody can: a changed roll counts as if the dice had shown the new number, and may
be changed at once by the next card (INWO FAQ, Changing a Die Roll, `faq-roll-change-chain`). So whoever dislikes the
result acts, or it stands. Both sides know all the cards and play as well as they can. The calculator's own is
site_templates/assets/dice.js.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, Literal

from generator.engine.cards import Card
from generator.engine.dice import RollChange
from generator.engine.selecting import is_meant, matches, met
from generator.engine.situation import Attack, Owner, Piece
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace

LOWEST, HIGHEST = 2, 12
"""What two dice can show; a roll that is changed beyond becomes the nearest of them (`wdh-meta-die-clamp`)."""
OUTCOMES = {total: 6 - abs(total - 7) for total in range(LOWEST, HIGHEST + 1)}
"""How many of the 36 outcomes show each total."""

Side = Literal["attack", "defense"]
_OWNERS: Mapping[Side, tuple[Owner, ...]] = {"attack": ("you", "third"), "defense": ("rival", "third")}
"""Whose cards serve a side. What nobody controls serves none."""
_ROLLED_BY: Mapping[c.Who, tuple[Side, ...]] = {
    "anybody": ("attack", "defense"),
    "you": ("attack",),
    "rival": ("defense",),
}
"""Which side may use what is used after dice of these players: the roll is the attacker's own."""
_DISLIKES: Mapping[str, Side] = {"succeeds": "defense", "fails": "attack"}


# --- what cards say ---------------------------------------------------------------------------------------------------


def change_of(card: Card, side: Side, attack: Attack) -> RollChange | None:
    """How a card that this side has may change the roll of this attack, whose cards are settled; None when it may
    not.
    """
    speaker = _speaker(card, side, attack)
    if speaker is None:
        return None
    abilities = (clause.sentence for clause in speaker.card.sentences(t.Ability))
    found = (
        _change(tuple(_effects(said, attack, speaker)))
        for said in abilities
        if _is_time(said.timing, side, attack, speaker) and met(said.when, attack, speaker)
    )
    return next((change for change in found if change is not None), None)


def _speaker(card: Card, side: Side, attack: Attack) -> Piece | None:
    """The card as one of this side.

    What must be linked is linked to the card that the side attacks with or defends, if it may be.
    """
    for piece in attack.pieces:
        if piece.card.id == card.id:
            return piece if piece.owner in _OWNERS[side] else None
    speaker = Piece(card, _OWNERS[side][0], card.alignments)
    host = attack.piece(attack.attacker if side == "attack" else attack.target)
    fits = any(matches(clause.sentence.what, host, attack, speaker) for clause in card.sentences(t.Links))
    return replace(speaker, linked=host.card.id) if fits else speaker


def _is_time(timing: Any, side: Side, attack: Attack, speaker: Piece) -> bool:
    match timing:
        case c.DuringAttack(rolled=True):
            return True
        case c.Just("dice rolled" | "dice rolled with success", by):
            return side in _ROLLED_BY[by]
        case t.OnAttack(_, what, happens):
            is_heard = "Instant" not in (attack.nature or ()) or what.quality == "any"
            return _DISLIKES.get(happens) == side and is_heard and is_meant(what, attack, speaker)
    return False


def _effects(said: t.Ability, attack: Attack, speaker: Piece) -> Iterator[Any]:
    for effect in said.effects:
        if isinstance(effect, t.IfThen):
            yield from effect.effects if met(effect.condition, attack, speaker) else effect.otherwise
        else:
            yield effect


def _change(effects: tuple[Any, ...]) -> RollChange | None:
    last = any(isinstance(effect, t.Outcome) and effect.outcome == "final" for effect in effects)
    for effect in effects:
        change = RollChange(to=effect.value) if isinstance(effect, t.SetRoll) else None
        if isinstance(effect, t.ChangeRoll):
            change = None if effect.change.anew else RollChange(again=effect.change.again, by=effect.change.by)
        if change is not None:
            return replace(change, last=last)
    return None


# --- odds -------------------------------------------------------------------------------------------------------------


def chance(
    needed: int | None,
    attacking: tuple[RollChange, ...] = (),
    defending: tuple[RollChange, ...] = (),
    *,
    strength: int | None = None,
    natural: Mapping[int, int] | None = None,
) -> Fraction:
    """The exact chance that a roll which must be `needed` or less succeeds in the end (0 when `needed` is None: no roll
    succeeds).

    `attacking` and `defending` are the cards of those who want it to succeed and to fail, in any order; each is used
    once at most. `strength` is that of the attack, which can be more than is `needed`; `natural` says what totals of
    the dice count as.
    """
    if needed is None:
        return Fraction(0)

    @cache
    def after(roll: int, strength: int, ours: tuple[RollChange, ...], theirs: tuple[RollChange, ...]) -> Fraction:
        stands = Fraction(roll <= min(needed, strength))
        acting = theirs if stands else ours
        values = [stands]
        for index, change in enumerate(acting):
            rest = acting[:index] + acting[index + 1 :]
            sides = ((), ()) if change.last else (ours, rest) if stands else (rest, theirs)
            if change.again:
                values.append(thrown(strength + change.by, *sides))
            else:
                values += [after(new, strength, *sides) for new in results(roll, change)]
        return min(values) if stands else max(values)

    def thrown(strength: int, ours: tuple[RollChange, ...], theirs: tuple[RollChange, ...]) -> Fraction:
        counts = natural or {}
        return sum(
            (
                Fraction(ways, 36) * after(counts.get(total, total), strength, ours, theirs)
                for total, ways in OUTCOMES.items()
            ),
            Fraction(0),
        )

    return thrown(
        needed if strength is None else strength, tuple(sorted(attacking, key=_key)), tuple(sorted(defending, key=_key))
    )


def results(roll: int, change: RollChange) -> tuple[int, ...]:
    """What a card can make of a roll without new dice."""
    return (change.to,) if change.to is not None else (_clamped(roll - change.by), _clamped(roll + change.by))


def _key(change: RollChange) -> tuple[bool, int, int, bool]:
    return change.again, change.to or 0, change.by, change.last


def _clamped(roll: int) -> int:
    return max(LOWEST, min(HIGHEST, roll))
