"""What cards do of themselves when an attack is made, aided or opposed, for an attack of which no table tells: `when this card makes or
aids an attack to destroy Peaceful Groups: Violent Groups on either side have Power times 2 for that attack`.

On a table that is done as it happens (generator/engine/inwo/triggers.py). A position shows an attack at once, so here such a sentence is
taken for what it brings about. The twin in the browser is site_templates/assets/answers.js.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from generator.engine.selecting import is_meant, matches, met
from generator.language import tree as t

if TYPE_CHECKING:
    from generator.engine.attack import Attack, Piece
    from generator.engine.cards import Clause

_FOR_NOW = "for that attack"
_ANY_ATTACK = t.Attacks(quality="any")


def answered(attack: Attack, seen: Attack) -> Attack:
    """The attack with what its cards do of themselves, judged by the cards as they are in it (`seen`); itself where they do nothing."""
    said = {piece.card.id: dict(_answers(piece, seen)) for piece in seen.pieces}
    if not any(said.values()):
        return attack
    pieces = tuple(_with_answers(piece, said[piece.card.id]) for piece in attack.pieces)
    declares = any(isinstance(effect, t.MakePrivileged) for effects in said.values() for effect in effects.values())
    return replace(attack, pieces=pieces, privileged=attack.privileged or declares, places={**attack.places, **sides((attack.attacker, *attack.helpers), attack.opponents)})


def sides(attackers: Iterable[str], defenders: Iterable[str]) -> Mapping[str, frozenset[str]]:
    """Words of the language about the side of an attack that a card is on, and the cards that spend an action for it there."""
    attacking, defending = frozenset(attackers), frozenset(defenders)
    return {"on the attacking side": attacking, "on the defending side": defending, "on either side": attacking | defending}


def _with_answers(piece: Piece, said: Mapping[int, Any]) -> Piece:
    """A card whose sentences that are answers now are what they bring about."""
    if not said:
        return piece
    clauses = tuple(
        replace(clause, sentence=said[number]) if number in said else clause for number, clause in enumerate(piece.card.clauses, 1)
    )
    return replace(piece, card=replace(piece.card, clauses=clauses))


def _answers(piece: Piece, attack: Attack) -> Iterator[tuple[int, Any]]:
    """What a card brings about of itself: the number of its clause, and the sentence that holds."""
    for number, clause in enumerate(piece.card.clauses, 1):
        said = clause.sentence
        if may_answer(clause) and _is_called(said.timing, piece, attack) and met(said.when, attack, piece):
            for effect in _chosen(said.effects, piece, attack):
                if _holds(effect):
                    yield number, _standing(effect, piece, attack)


def may_answer(clause: Clause) -> bool:
    """Whether a clause is an ability that works of itself, at no price, and holds for the attack that it waits for."""
    said = clause.sentence
    return (
        isinstance(said, t.Ability) and said.use == "at will" and not said.costs and isinstance(said.timing, t.OnAttack | t.OnCard | t.OnDeed)
        and said.timing.moment == "when" and any(_holds(each) for effect in said.effects for each in _either(effect))
    )  # fmt: skip


def _either(effect: Any) -> tuple[Any, ...]:
    return (*effect.effects, *effect.otherwise) if isinstance(effect, t.IfThen) else (effect,)


def _holds(effect: Any) -> bool:
    """Whether an effect holds for the attack under way: it changes its sum, or lets cards in or out."""
    match effect:
        case t.StatSet() | t.StatChange() | t.NoMasterBonus() | t.Becomes():
            return effect.until == _FOR_NOW
        case t.MayJoin(deed="aid its side in", what="that attack") | t.MayNot(deed="aid the target of", what="that attack"):
            return True
    return isinstance(effect, t.MakePrivileged)


def _chosen(effects: tuple[Any, ...], piece: Piece, attack: Attack) -> Iterator[Any]:
    for effect in effects:
        if isinstance(effect, t.IfThen):
            yield from effect.effects if met(effect.condition, attack, piece) else effect.otherwise
        else:
            yield effect


def _standing(effect: Any, piece: Piece, attack: Attack) -> Any:
    """An effect as the standing sentence that it is for this attack."""
    match effect:
        case t.MayJoin():
            return replace(effect, deed="oppose" if piece.card.id in attack.opponents else "aid", what=_ANY_ATTACK)
        case t.MayNot():
            return replace(effect, deed="oppose", what=_ANY_ATTACK)
        case t.MakePrivileged():
            return effect
    return replace(effect, until=None)


def _is_called(timing: Any, piece: Piece, attack: Attack) -> bool:
    """Whether this attack is what an ability of a card waits for."""
    match timing:
        case t.OnAttack(moment="when", what=what, happens="is announced"):
            return is_meant(what, attack, piece)
        case t.OnCard(moment="when", what=what, happens="is attacked"):
            return matches(what, attack.piece(attack.target), attack, piece)
        case t.OnDeed(moment="when", who="this card" | "the linked card", deed=deed, what=what):
            doer = piece.card.id if timing.who == "this card" else piece.linked
            if not _does(deed, doer, attack):
                return False
            if isinstance(what, t.Attacks | t.EitherAttack):
                return is_meant(what, attack, piece)
            return matches(what, attack.piece(attack.target), attack, piece)
    return False


def _does(deed: str, card: str | None, attack: Attack) -> bool:
    """Whether a card does that in the attack."""
    makes, aids, opposes = card == attack.attacker, card in attack.helpers, card in attack.opponents
    return {
        "make": makes, "attack": makes, "aid": aids, "make or aid": makes or aids, "aid the defense of": opposes,
        "take part in": makes or aids or opposes, "use its Power in": makes or aids or opposes,
    }.get(deed, False)  # fmt: skip
