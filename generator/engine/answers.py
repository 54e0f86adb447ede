"""What cards do when an attack is made, for an attack of which no table tells: of themselves (`when this card makes or
aids an attack to destroy Peaceful Groups: Violent Groups on either side have Power times 2 for that attack`), and where
a player uses an ability or plays a Plot with the attack (`with a Disaster, its action: +4 to that attack`).

On a table that is done as it happens (generator/engine/inwo/triggers.py). A position shows an attack at once, so here
such a sentence is taken for what it brings about. The twin in the browser is site_templates/assets/answers.js.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any, Literal, TypeGuard

from msgspec import Struct

from generator.engine import instant
from generator.engine.cards import Card, Clause, ClauseOf
from generator.engine.selecting import is_meant, matches, met
from generator.engine.situation import Attack, Nature, Piece, magic_on
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace

AGAINST = "against"
"""What a line says of a Plot or an ability that may help either side and is used for the defense."""
AS_NOTHING = ("opposite", "harmful")
"""What a card lets its player treat as nothing."""
MADE_INTO: Mapping[str, Nature] = {
    "Instant": frozenset(("Instant",)),
    "Assassination": frozenset(("Instant", "Assassination")),
}
"""What a card that is used makes of an attack by a Group."""
_FOR_NOW = ("attack", "defense")
_ANY_ATTACK = t.Attacks(quality="any")


class Use(Struct, frozen=True):
    """A clause of a card that a player uses with the attack: whether it may be, and what it brings about then."""

    piece: Piece
    number: int
    clause: Clause
    fits: bool
    effects: tuple[Any, ...]

    @property
    def only_devastates(self) -> bool:
        """Whether the Disaster that it is used with destroys nothing."""
        return any(isinstance(effect, t.Outcome) and effect.outcome == "only devastates" for effect in self.effects)

    @property
    def nature(self) -> Nature:
        """What it makes of the attack, which is by a Group."""
        return frozenset(word for effect in self.effects for word in _nature(effect))

    @property
    def as_nothing(self) -> tuple[c.Reading, ...]:
        """What its player treats as nothing."""
        return tuple(effect.these for effect in self.effects if _treats(effect))


def answered(attack: Attack, seen: Attack, uses: tuple[Use, ...]) -> Attack:
    """The attack with what its cards do of themselves, judged by the cards as they are in it (`seen`), and with what is
    used; itself where nothing is done. Of themselves cards do nothing in Instant Attacks, of which they do not speak.
    """
    found = (
        []
        if "Instant" in (attack.nature or ())
        else [(piece.card.id, number, effect) for piece in seen.pieces for number, effect in _answers(piece, seen)]
    )
    found += [
        (use.piece.card.id, use.number, _standing(effect, use.piece, seen))
        for use in uses
        for effect in use.effects
        if _holds(effect)
    ]
    magic = any(isinstance(effect, t.Outcome) and effect.outcome == "Magic" for use in uses for effect in use.effects)
    if not found and not magic:
        return attack
    pieces = tuple(
        _with_answers(piece, {number: effect for card, number, effect in found if card == piece.card.id})
        for piece in attack.pieces
    )
    if magic:
        pieces = (*pieces, magic_on(attack.piece(attack.attacker)))
    declares = any(isinstance(effect, t.MakePrivileged) for _, _, effect in found)
    return replace(attack, pieces=pieces, privileged=attack.privileged or declares)


def _with_answers(piece: Piece, said: Mapping[int, Any]) -> Piece:
    """A card whose sentences that are answers now are what they bring about."""
    if not said:
        return piece
    clauses = tuple(
        replace(clause, sentence=said[number]) if number in said else clause
        for number, clause in enumerate(piece.card.clauses, 1)
    )
    return replace(piece, card=replace(piece.card, clauses=clauses))


# --- of themselves --------------------------------------------------------------------------------------------------


def _answers(piece: Piece, attack: Attack) -> Iterator[tuple[int, Any]]:
    """What a card brings about of itself: the number of its clause, and the sentence that holds."""
    for number, clause in enumerate(piece.card.clauses, 1):
        if (
            may_answer(clause)
            and _is_called(clause.sentence.timing, piece, attack)
            and met(clause.sentence.when, attack, piece)
        ):
            for effect in _chosen(clause.sentence.effects, piece, attack):
                if _holds(effect):
                    yield number, _standing(effect, piece, attack)


def may_answer(clause: Clause) -> TypeGuard[ClauseOf[t.Ability]]:
    """Whether a clause is an ability that works of itself, at no price, and holds for the attack that it waits for."""
    said = clause.sentence
    return (
        isinstance(said, t.Ability)
        and said.use == c.Use()
        and not said.costs
        and isinstance(said.timing, t.OnAttack | t.OnCard | t.OnDeed)
        and said.timing.moment == "when"
        and any(_holds(each) for effect in said.effects for each in _either(effect))
    )


def _either(effect: Any) -> tuple[Any, ...]:
    return (*effect.effects, *effect.otherwise) if isinstance(effect, t.IfThen) else (effect,)


def _holds(effect: Any) -> bool:
    """Whether an effect holds for the attack under way: it changes its sum, or lets cards in or out."""
    match effect:
        case t.StatSet() | t.StatChange() | t.NoMasterBonus() | t.Becomes():
            return effect.until in _FOR_NOW
        case t.MayJoin(what="attack"):
            return bool(effect.deed in (("aid side",), ("aid", "oppose"), ("interfere",)))
        case t.MayNot(what="attack"):
            return bool(effect.deed == ("aid target",))
    return isinstance(effect, t.MakePrivileged)


# --- used by players ------------------------------------------------------------------------------------------------


def may_be_used(clause: Clause) -> TypeGuard[ClauseOf[t.Ability]]:
    """Whether a clause may be used with another card's attack, or its own, and changes it by no more than a position
    says.
    """
    said = clause.sentence
    if not isinstance(said, t.Ability):
        return False
    effects = [each for effect in said.effects for each in _parts(effect)]
    adds = any(isinstance(each, t.BoostOne) or (isinstance(each, t.Boost) and each.per is None) for each in effects)
    match said.timing:
        case t.With():
            return adds or any(_holds(each) or fails(each) or _nature(each) for each in effects)
        case t.OnAttack(moment="after", happens="is played"):
            return adds
        case t.OnDeed(moment="when", who=c.Speaker()):
            return adds or any(_treats(each) or _nature(each) for each in effects)
        case t.OnDeed(moment="when", deed=("play",), what=t.Duplicate()):
            return adds
    return any(isinstance(each, t.BoostOne) for each in effects)


def fails(effect: Any) -> bool:
    """Whether an effect lets the attack fail, whatever the dice show."""
    return isinstance(effect, t.Outcome) and effect.outcome == "fails"


def _nature(effect: Any) -> Nature:
    """What an effect makes of an attack by a Group; nothing for all others."""
    return MADE_INTO.get(effect.outcome, frozenset()) if isinstance(effect, t.Outcome) else frozenset()


def _treats(effect: Any) -> bool:
    return isinstance(effect, t.Treat) and effect.these in AS_NOTHING


def is_used(card: Card) -> bool:
    """Whether a player may use the card with an attack."""
    return any(may_be_used(clause) for clause in card.clauses)


def helps_either(card: Card) -> bool:
    """Whether the player who uses a card may do it for the attack or against it."""
    for clause in card.clauses:
        for effect in clause.sentence.effects if may_be_used(clause) else ():
            parts = _parts(effect)
            if any(isinstance(each, t.Boost) and each.attack == "either" for each in parts):
                return True
            if (
                isinstance(effect, t.EitherEffect)
                and len({each.amount > 0 for each in parts if isinstance(each, t.Boost)}) == 2
            ):
                return True
    return False


def uses_in(attack: Attack) -> tuple[Use, ...]:
    """What players use with the attack, each with whether it may be.

    Of several ways to use a card the one that adds most to its side.
    """
    return tuple(
        max(
            found,
            key=lambda use: (
                use.fits,
                abs(sum(boost[1] for effect in use.effects if (boost := boost_of(effect, use.piece, attack)))),
            ),
        )
        for piece in attack.pieces
        if piece.card.id in attack.uses and (found := tuple(_uses(piece, attack)))
    )


def made_instant(attack: Attack, uses: Iterable[Use], nature: Nature, loud: Container[str]) -> Attack:
    """An attack by a Group that cards make Instant: they let some take part, and of some (`loud`) the bonuses count as
    in any attack.
    """
    silent = instant.prepared(attack, nature, None)
    leave = {use.piece.card.id: instant.said_for(use.clause, nature) for use in uses}

    def as_used(heard: Piece, plain: Piece) -> Piece:
        clauses = tuple(
            old if heard.card.id in loud and isinstance(old.sentence, t.Bonus | t.BonusTo) else new
            for old, new in zip(plain.card.clauses, heard.card.clauses, strict=True)
        )
        return replace(heard, card=replace(heard.card, clauses=(*clauses, *leave.get(heard.card.id, ()))))

    return replace(silent, nature=nature, pieces=tuple(map(as_used, silent.pieces, attack.pieces)))


def _uses(piece: Piece, attack: Attack) -> Iterator[Use]:
    for number, clause in enumerate(piece.card.clauses, 1):
        if may_be_used(clause):
            said = clause.sentence
            effects = tuple(each for effect in said.effects for each in _taken(effect, piece, attack))
            counts = any(
                _holds(each) or _treats(each) or fails(each) or _nature(each) or boost_of(each, piece, attack)
                for each in effects
            )
            fits = counts and _is_called(said.timing, piece, attack) and met(said.when, attack, piece)
            yield Use(piece, number, clause, fits, effects if fits else ())


def boost_of(effect: Any, piece: Piece, attack: Attack) -> tuple[Literal["attack", "defense"], int] | None:
    """What an effect adds, and to which side; None where it adds nothing."""
    match effect:
        case t.BoostOne(amount=amount):
            return "attack", amount
        case t.Boost(amount=amount, attack=which, per=None):
            own = _side_of(piece, attack)
            against = {
                "defense": True,
                "either": attack.uses[piece.card.id] == AGAINST,
                "own": own == AGAINST,
                "other": own != AGAINST,
            }.get(which, False)
            return "defense" if against else "attack", amount
    return None


def _side_of(piece: Piece, attack: Attack) -> Literal["for", "against"]:
    """The side of the player of a card."""
    return "for" if piece.owner == attack.piece(attack.attacker).owner else "against"


def _taken(effect: Any, piece: Piece, attack: Attack) -> Iterator[Any]:
    """What a player who uses an ability with the attack chooses of an effect, and what of it comes about."""
    match effect:
        case t.IfThen():
            yield from _chosen((effect,), piece, attack)
        case t.EitherEffect():
            for each in _parts(effect):
                if isinstance(each, t.Boost) and (each.amount < 0) != (attack.uses[piece.card.id] == AGAINST):
                    continue
                yield from _taken(each, piece, attack)
        case t.BoostOne():
            if _means(effect.what, attack, piece):
                yield effect
        case _:
            yield effect


def _parts(effect: Any) -> tuple[Any, ...]:
    return (*effect.first, *effect.second) if isinstance(effect, t.EitherEffect) else _either(effect)


def _means(what: Any, attack: Attack, piece: Piece) -> bool:
    """Whether a sentence of a card means the attack, which may be by a Plot."""
    if attack.nature is not None:
        what = instant.meant(what, attack.nature)
    return what is not None and is_meant(what, attack, piece)


# --- when -----------------------------------------------------------------------------------------------------------


def _chosen(effects: tuple[Any, ...], piece: Piece, attack: Attack) -> Iterator[Any]:
    for effect in effects:
        if isinstance(effect, t.IfThen):
            yield from effect.effects if met(effect.condition, attack, piece) else effect.otherwise
        else:
            yield effect


def _standing(effect: Any, piece: Piece, attack: Attack) -> Any:
    """An effect as the standing sentence that it is for this attack."""
    match effect:
        case t.MayJoin(deed=("aid side",)):
            return replace(effect, deed=("oppose" if piece.card.id in attack.opponents else "aid",), what=_ANY_ATTACK)
        case t.MayJoin() | t.MayNot():
            return replace(effect, what=_ANY_ATTACK)
        case t.MakePrivileged():
            return effect
        case t.StatSet(until="defense"):
            return replace(effect, who=c.Role("target"), until=None)
    return replace(effect, until=None)


def _is_called(timing: Any, piece: Piece, attack: Attack) -> bool:
    """Whether this attack is what an ability of a card waits for."""
    match timing:
        case t.With(what) | t.OnAttack(moment="after", what=what, happens="is played"):
            return _means(what, attack, piece)
        case t.OnDeed(who=who, deed=("play",), what=t.Duplicate(of=of)) if matches(
            of, attack.piece(attack.target), attack, piece
        ):
            return any((side == _side_of(piece, attack)) == (who == "you") for side in attack.agents)
        case _ if isinstance(timing, c.Moment):
            return True
        case t.OnAttack(moment="when", what=what, happens="is announced"):
            return is_meant(what, attack, piece)
        case t.OnCard(moment="when", what=what, happens=("announced",)):
            return matches(what, attack.piece(attack.target), attack, piece)
        case t.OnDeed(moment="when", who=c.Speaker() | c.HostOf() as who, deed=deed, what=what):
            doer = piece.card.id if who == c.THIS else piece.linked
            if not any(_does(each, doer, attack) for each in deed):
                return False
            if isinstance(what, t.Attacks | t.EitherAttack):
                return is_meant(what, attack, piece)
            return matches(what, attack.piece(attack.target), attack, piece)
    return False


def _does(deed: c.DeedName, card: str | None, attack: Attack) -> bool:
    """Whether a card does that in the attack."""
    makes, aids, opposes = card == attack.attacker, card in attack.helpers, card in attack.opponents
    return {
        "make": makes,
        "attack": makes,
        "aid": aids,
        "oppose": opposes,
        "be target": card == attack.target,
        "use Power": makes or aids or opposes,
    }.get(deed, False)
