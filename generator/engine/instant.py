"""Attacks that a Plot makes: Assassinations, Disasters and others. Most of them are Instant.

A Plot that attacks stands in the attack sum as the attacker, with the Power that its text gives it. In an Instant
Attack most of what cards say is silent: before the sum is made, every sentence that does not speak of such attacks is
taken out. The twin in the browser is site_templates/assets/instant.js.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import cache
from typing import Any

from generator.engine.cards import Card, Clause
from generator.engine.selecting import count, matches
from generator.engine.situation import Attack, Nature, Piece, Rules
from generator.language import nodes
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace

TERMS = ("power", "aid-destroy", "destroy-power", "position-1", "position-2", "oppose")
"""The terms that an Instant Attack has (`wdh-instant-strength`, `wdh-instant-position`); the others are no part of it
(`wdh-instant-no-other-mods`, `faq-instant-no-rival-bonus`)."""
ALIGNMENTS = ("destroy-opposite-alignment", "destroy-same-alignment")
"""The terms for alignments, which count in an Instant Attack only where a card says so."""
SECRECY = ("secret", "helper-of-secret", "helper-against-secret", "opponent-for-secret")
"""What an attack by a Plot does not require: a Plot may affect Secret Groups."""
PERSONALITY = c.Kind(("personality",))
"""What an Assassination strikes (`wdh-assassination-personality`)."""

# --- the Plot ---------------------------------------------------------------------------------------------------------


def attack_card(card: Card) -> tuple[int, Clause] | None:
    """The clause with which a Plot attacks, and its number; None for all other cards."""
    return next(
        (
            (number, clause)
            for number, clause in enumerate(card.clauses, 1)
            if isinstance(clause.sentence, t.Assassination | t.Disaster)
        ),
        None,
    )


def attacking(card: Card) -> tuple[int, Clause] | None:
    """The clause with which a Plot attacks, and its number: what it is, or what playing it does; None for all other
    cards.
    """
    abilities = (
        (number, clause) for number, clause in enumerate(card.clauses, 1) if isinstance(clause.sentence, t.Ability)
    )
    return attack_card(card) or next((each for each in abilities if strike(each[1].sentence) is not None), None)


def strike(sentence: Any) -> Any:
    """What attacks in a sentence with which a Plot attacks: itself, or the effect that does."""
    if isinstance(sentence, t.Ability):
        return next((node for node in nodes(sentence) if isinstance(node, t.InstantAttack)), None)
    return sentence


def nature_of(card: Card) -> Nature | None:
    """What the attack is that a Plot makes; None for all other cards."""
    found = attacking(card) if card.kind == "plot" else None
    match strike(found[1].sentence) if found else None:
        case t.Assassination():
            return frozenset(("Instant", "Assassination"))
        case t.Disaster(slow=slow):
            return frozenset(("Disaster",) if slow else ("Instant", "Disaster"))
        case t.InstantAttack(instant=instant):
            return frozenset(("Instant",) if instant else ())
    return None


def target_of(sentence: Any) -> Any:
    """The cards that a Plot can strike, by what attacks."""
    return PERSONALITY if isinstance(sentence, t.Assassination) else sentence.target


# --- the attack -------------------------------------------------------------------------------------------------------


def prepared(
    attack: Attack,
    nature: Nature,
    plot: Card | None,
    power: int | None = None,
    *,
    alone: bool = False,
    seen: Attack | None = None,
) -> Attack:
    """An attack with those sentences alone that count in it. With a `plot` that makes it, this stands as the attacker,
    with its own Power or `power`; what its effects say of the attack it says itself when it is `alone`, without a table
    where that is written down. `seen` is the attack with its cards as standing sentences make them: a Plot is as strong
    as it says against what its target is now.
    """
    first = (attack.attacker, *attack.helpers)
    attack = replace(attack, pieces=tuple(heard(piece, nature) for piece in _ignored(attack.pieces, first, nature)))
    attack = _with_piece(attack, as_struck(attack.piece(attack.target), nature))
    return (
        attack
        if plot is None
        else _with_piece(attack, _plot_piece(attack, plot, power, _said_by(plot, nature) if alone else (), seen))
    )


def rules_of(rules: Rules, instant: bool, *, without: tuple[str, ...] = (), loud: bool = False) -> Rules:
    """The rules of the game as they are for attacks by Plots, `without` some terms besides; `loud` with alignments,
    which count in an Instant Attack only where a card says so.
    """
    counting = (*TERMS, *ALIGNMENTS) if loud else TERMS
    terms = tuple(rule for rule in rules.terms if not instant or (rule.id in counting and rule.id not in without))
    requirements = tuple(rule for rule in rules.requirements if rule.id not in SECRECY)
    return replace(rules, terms=terms, requirements=requirements)


def ignores_defenses(cards: Iterable[Card], first: Container[str], nature: Nature) -> str | None:
    """What a defense must name to count against an attack of this nature by what these cards say, of whom the `first`
    make or aid it; None where all count.
    """
    for card in cards if "Assassination" in nature else ():
        for _, _, said in card.standing.get(t.Ignores, ()):
            if (
                isinstance(said.what, t.Defenses)
                and "Assassination" in said.what.attacks
                and (said.who.joined is None or card.id in first)
            ):
                return said.what.trait
    return None


def against(sentence: Any, trait: str) -> bool:
    """Whether a sentence speaks of Assassinations, and not of what has a trait."""
    parts = tuple(nodes(sentence)) if sentence is not None else ()
    attacks = (each for each in parts if isinstance(each, t.Attacks))
    named = any("Assassination" in each.quality or "Assassination" in (each.included or ()) for each in attacks)
    return named and not c.Trait(trait) in c.asserted(sentence)


def _ignored(pieces: tuple[Piece, ...], first: tuple[str, ...], nature: Nature) -> tuple[Piece, ...]:
    """The pieces without the defenses that one who makes or aids the attack ignores."""
    trait = ignores_defenses((piece.card for piece in pieces), first, nature)
    if trait is None:
        return pieces
    return tuple(
        piece
        if piece.owner == "you" or trait in piece.card.attributes
        else replace(
            piece,
            card=replace(
                piece.card,
                clauses=tuple(
                    replace(clause, sentence=None) if against(clause.sentence, trait) else clause
                    for clause in piece.card.clauses
                ),
            ),
        )
        for piece in pieces
    )


def _with_piece(attack: Attack, piece: Piece) -> Attack:
    return replace(attack, pieces=tuple(piece if each.card.id == piece.card.id else each for each in attack.pieces))


def as_struck(piece: Piece, nature: Nature) -> Piece:
    """The target; a card that may be struck as if it were such a Place is one here."""
    for clause in piece.card.sentences(t.TargetLike):
        if _of_quality(clause.sentence.attacks, nature):
            like = clause.sentence.like
            power = next(
                (
                    part.right
                    for part in c.demands(like)
                    if isinstance(part, c.Compare) and part.left == c.Number("Power") and isinstance(part.right, int)
                ),
                piece.card.power,
            )
            subtype = next(part.kinds[0] for part in c.demands(like) if isinstance(part, c.Kind))
            return replace(piece, card=replace(piece.card, kind="group", subtype=subtype, power=power))
    return piece


def _said_by(plot: Card, nature: Nature) -> tuple[Clause, ...]:
    """What the effects of a Plot say of who may take part in its attack."""
    found = attacking(plot)
    return said_for(found[1], nature) if found else ()


def said_for(clause: Clause, nature: Nature) -> tuple[Clause, ...]:
    """What the effects of an ability say of who may take part in the attack that it is used for."""
    effects = clause.sentence.effects if isinstance(clause.sentence, t.Ability) else ()
    spoken = (_spoken(effect, nature) for effect in effects if isinstance(effect, t.MayJoin | t.MayNot))
    return tuple(replace(clause, sentence=each) for each in spoken if each is not None)


def _plot_piece(attack: Attack, plot: Card, power: int | None, more: tuple[Clause, ...], seen: Attack | None) -> Piece:
    """The Plot as the attacker, with the Power that it has against this target and the leave that it gives to
    helpers.
    """
    piece, found = for_that_attack(attack.piece(attack.attacker)), attacking(plot)
    sentence = strike(found[1].sentence) if found else None
    clauses = [*piece.card.clauses, *more]
    helper = getattr(sentence, "helper", None)
    if found and helper is not None:
        who = c.All((c.Belongs("you"), helper))
        leave = t.MayJoin(("aid",), t.Attacks(quality="any"), who=who, any_alignment=True, secret=True)
        clauses.append(Clause(found[1].text, leave, found[1].cites))
    own = replace(piece, card=replace(piece.card, power=0, clauses=tuple(clauses)), owner="you")
    power = (
        power_of(sentence, seen and _with_piece(seen, _of_now(attack, seen)) or attack, own) if power is None else power
    )
    return replace(own, card=replace(own.card, power=power))


def _of_now(attack: Attack, seen: Attack) -> Piece:
    """The target as it is now: what it was already made for this attack, with the attributes that standing sentences
    leave it.
    """
    target, now = attack.piece(attack.target), seen.piece(attack.target)
    return replace(
        target,
        alignments=now.alignments,
        card=replace(target.card, attributes=now.card.attributes),
        printed=now.printed,
    )


def for_that_attack(plot: Piece) -> Piece:
    """A Plot that makes an attack: what it says for that attack holds now."""
    clauses = tuple(
        replace(clause, sentence=replace(clause.sentence, until=None))  # type: ignore[type-var]
        if getattr(clause.sentence, "until", None) == "attack"
        else clause
        for clause in plot.card.clauses
    )
    return replace(plot, card=replace(plot.card, clauses=clauses))


def power_of(sentence: Any, attack: Attack, plot: Piece) -> int:
    """The Power of an attack card against this target: the first that fits, else its own, and what it counts
    besides.
    """
    target = attack.piece(attack.target)
    power: int = next(
        (each.value for each in getattr(sentence, "against", ()) if matches(each.target, target, attack, plot)),
        sentence.power,
    )
    if isinstance(sentence, t.Disaster) and sentence.per is not None and sentence.per_amount:
        power += sentence.per_amount * count(sentence.per, attack, plot, target)
    return power


# --- what counts ------------------------------------------------------------------------------------------------------


def _of_quality(attacks: t.Attacks, nature: Nature) -> bool:
    """Whether attacks of this nature are among those that a sentence names. Instant Attacks are where they are named
    only (`wdh-instant-no-other-mods`, `wdh-glos-any-attempt-note-instant`, `wdh-glos-direct-note-instant`).
    """
    match attacks.quality:
        case "any":
            return True
        case tuple(named):
            return not nature.isdisjoint(named)
        case "not Instant" | "not Disaster" as other if other.removeprefix("not ") in nature:
            return False
    return "Instant" not in nature or not nature.isdisjoint(attacks.included or ())


def meant(attacks: Any, nature: Nature) -> Any:
    """The attacks of a sentence as those that are under way, or None when it does not speak of them."""
    if attacks == "attack":
        return t.Attacks(quality="any")
    if isinstance(attacks, t.EitherAttack):
        members = tuple(each for each in (meant(one, nature) for one in attacks.members) if each is not None)
        return replace(attacks, members=members) if members else None
    if not isinstance(attacks, t.Attacks):
        return attacks
    if not _of_quality(attacks, nature):
        return None
    return replace(attacks, quality=attacks.quality if attacks.quality == "privileged" else "any", included=None)


def heard(piece: Piece, nature: Nature) -> Piece:
    """A card with those of its sentences alone that speak of attacks of this nature."""
    clauses = tuple(replace(clause, sentence=_spoken(clause.sentence, nature)) for clause in piece.card.clauses)
    return replace(piece, card=replace(piece.card, clauses=clauses))


@cache
def _spoken(sentence: Any, nature: Nature) -> Any:
    """A sentence as it counts in attacks of this nature; None when it does not."""
    instant = "Instant" in nature
    match sentence:
        case t.InGame():
            return sentence
        case t.Bonus():
            named = nature.intersection(sentence.included or ())
            return sentence if named or not instant else None
        case t.BonusTo():
            what = meant(sentence.what, nature)
            return None if what is None else replace(sentence, what=what)
        case t.DefenseOf():
            against = meant(sentence.against, nature)
            silent = against is None and (instant or sentence.against is not None)
            return None if silent else replace(sentence, against=against)
        case t.StatChange() | t.StatSet() | t.StatEqual() if sentence.against is not None:
            against = meant(sentence.against, nature)
            return None if against is None else replace(sentence, against=against)
        case t.MayJoin():
            asked = not instant or isinstance(sentence.what, t.Attacks | t.EitherAttack) or sentence.what == "attack"
            what = meant(sentence.what, nature) if asked else None
            return None if what is None else replace(sentence, what=what)
        case t.MayNot() if isinstance(sentence.what, t.Attacks) or sentence.what == "attack":
            what = meant(sentence.what, nature)
            return None if what is None else replace(sentence, what=what)
        case t.Cannot():
            return _spared(sentence, nature)
        case t.Immunity() if isinstance(sentence.attackers, t.Attacks):
            attackers = meant(sentence.attackers, nature)
            if attackers is None:
                return None
            if isinstance(sentence.unless, t.Attacks | t.EitherAttack):
                return replace(sentence, attackers=attackers, unless=meant(sentence.unless, nature))
            return replace(
                sentence, attackers=replace(attackers, not_by=sentence.unless or attackers.not_by), unless=None
            )
        case t.Ability():
            effects = tuple(_spoken(effect, nature) for effect in sentence.effects)
            return (
                sentence
                if effects == sentence.effects
                else replace(sentence, effects=tuple(each for each in effects if each is not None))
            )
    return sentence


def _spared(sentence: t.Cannot, nature: Nature) -> t.Cannot | None:
    by = meant(sentence.by, nature)
    if by is None and sentence.by is not None:
        return None
    deed = tuple("destroyed" if each == "killed" and "Assassination" in nature else each for each in sentence.deed)
    return replace(sentence, deed=deed, by=by, unless=meant(sentence.unless, nature))
