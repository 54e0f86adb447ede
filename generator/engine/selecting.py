"""What the cards of an attack are, which of them a sentence means, and whether its conditions hold.

Everything here is asked of an attack and of the card that speaks. What an attack does not hold (hands, decks, tokens)
is not known here: a selector or a condition that asks for it means nothing and does not hold. The twin in the browser
is site_templates/assets/selecting.js.
"""

from __future__ import annotations

import operator
import typing
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from generator.engine.cards import ANOTHER_MASTER, Card, Clause
from generator.engine.situation import TESTS_OF_SCENE, Attack, Piece, Rules
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace

QUALITIES = ("", "any", "not Instant", "not Disaster", "privileged")
POINTS = ("Power",)
_UNOPPOSED = ("Criminal",)
"""The alignment that has no opposite in any game. What else has none is an attribute: Communist in INWO."""
DEVASTATED = "Devastated"
"""What a Place is called that has been Devastated, as if it were one of its attributes."""
SECRET = c.Trait("Secret")


def standing(piece: Piece, kind: type) -> tuple[tuple[int, Clause, Any], ...]:
    """The clauses of a card whose sentence is of this class and holds as long as the card is in play: number, clause,
    sentence.
    """
    return piece.card.standing.get(kind, ())


# --- what the cards are -----------------------------------------------------------------------------------------------


def settled(attack: Attack, rules: Rules) -> Attack:
    """The attack with its cards as standing sentences make them: their alignments, their attributes, and which of them
    have a say.

    Sentences that select by alignments or attributes do so by what the other sentences have made of the cards, and
    apart from each other. The attacker's own `counts as` comes last.
    """
    found = attack = replace(attack, differs=rules.differs, opposites=rules.opposites, besides=rules.its.besides)
    found = _each(found, _working, t.NoEffect)
    found = _each(
        found, lambda piece, attack: _changed(piece, attack, rules.opposites, late=False), t.AlignmentsOf, t.Becomes
    )
    if any(_asks_traits(said) for speaker in found.speakers(t.Becomes) for _, _, said in standing(speaker, t.Becomes)):
        found = _each(found, lambda piece, attack: _changed(piece, attack, rules.opposites, late=True), t.Becomes)
    found = _each(_each(found, _loyal, t.AlignmentsOf), _counting, t.CountsAs)
    return _each(found, _heard) if "secrecy" in rules.differs and any(map(is_secret, _leading(found))) else found


CHANGING = (t.NoEffect, t.AlignmentsOf, t.Becomes, t.CountsAs)
"""The sentences that change what a card is."""


def _each(attack: Attack, change: Callable[[Piece, Attack], Piece], *kinds: type) -> Attack:
    """The attack with every piece changed, by sentences of these classes if any are named: itself, when none is."""
    if kinds and not attack.speakers(*kinds):
        return attack
    pieces = tuple(change(piece, attack) for piece in attack.pieces)
    unchanged = all(new is old for new, old in zip(pieces, attack.pieces, strict=True))
    return attack if unchanged else replace(attack, pieces=pieces)


def _working(piece: Piece, attack: Attack) -> Piece:
    """A card without what it says, where another says that it has no effect."""
    if any(True for speaker in attack.speakers(t.NoEffect) for _ in _said_to(piece, speaker, attack, t.NoEffect)):
        return replace(piece, card=piece.card.muted())
    return piece


_LIMITS = ("open side", "under Personality", "over Personalities", "no alignments for Goals")
"""Standing rules that bind their own card, or open it to attacks."""


def is_instruction(sentence: Any) -> bool:
    """Whether what a card says is no special ability: what its numbers and alignments are in place of what is printed,
    what binds its player or helps its attackers (`faq-instruction-text-defined`, `wdh-glos-benefit-vs-instruction`),
    and what it has made of its puppets for good (`wdh-paralyze-puppets-ok`).
    """
    match sentence:
        case t.NeedsFor() | t.NoGoal() | t.StatAgainst() | t.Treat(these="its master's Fanatic"):
            return True
        case t.StatSet(who=c.Speaker()) | t.AlignmentsOf(who=c.Speaker()):
            return True
        case t.BonusTo(amount=amount, what=t.Attacks(on=c.Speaker())):
            return amount > 0
        case t.Standing(rule=rule):
            return rule in _LIMITS
        case t.Becomes(until=until):
            return until == ANOTHER_MASTER
        case t.MayNot(who=who):
            return (
                who in (None, "you", "any player")
                if isinstance(who, str | None)
                else who == c.THIS or c.Belongs("you") in c.demands(who)
            )
    return False


def hushed(card: Card) -> Card:
    """The card without its special abilities; what it is instructed to be and to do stays."""
    clauses = (clause if is_instruction(clause.sentence) else replace(clause, sentence=None) for clause in card.clauses)
    return replace(card, clauses=tuple(clauses))


def _asks_traits(sentence: t.Becomes) -> bool:
    """Whether a sentence means cards of some alignment or attribute."""
    return any(isinstance(part, c.Trait) for part in c.asserted(sentence.who))


def _changed(piece: Piece, attack: Attack, opposites: Mapping[str, str], *, late: bool) -> Piece:
    """A card with what standing sentences give it and take: with `late` those that ask what it is, else the others. A
    new alignment drives out its opposite; an Illuminati never has any (WDH pp. 5, 17). What a card gives `late`, one
    that came after it still takes (`sg-timing-order-played`: Mediocretinism on a Weird puppet of OverMan Philo
    Drummond); whether a New World Order came before it is not known here.
    """
    if piece.card.kind == "illuminati":
        return piece
    alignments, attributes = piece.alignments, piece.card.attributes
    never: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    for speaker in attack.speakers(t.AlignmentsOf, t.Becomes):
        for _, _, sentence in () if late else _said_to(piece, speaker, attack, t.AlignmentsOf):
            alignments = ()
            if sentence.alignments == c.NoAlignments(attributes=True):
                attributes = ()
        for _, _, sentence in _said_to(piece, speaker, attack, t.Becomes):
            never += sentence.lost if sentence.never else ()
            is_now = _asks_traits(sentence) == late
            lost = sentence.lost if is_now else set(given).intersection(sentence.lost)
            alignments = tuple(name for name in alignments if name not in lost)
            attributes = tuple(name for name in attributes if name not in lost)
            for name in sentence.traits if is_now else ():
                if name in (*alignments, *attributes, *never) or _gains_none(
                    piece, attack, name in opposites or name in _UNOPPOSED
                ):
                    continue
                if name in opposites or name in _UNOPPOSED:
                    alignments = (*(each for each in alignments if each != opposites.get(name)), name)
                else:
                    attributes = (*attributes, name)
                given += (name,) if late and speaker.card.nwo is None else ()
    if attributes != piece.card.attributes:
        piece = replace(piece, card=replace(piece.card, attributes=attributes), printed=piece.printed or piece.card)
    return piece if alignments == piece.alignments else replace(piece, alignments=alignments)


def _gains_none(piece: Piece, attack: Attack, alignment: bool) -> bool:
    """Whether a sentence keeps a card from gaining attributes, or alignments."""
    deed = "gain alignments" if alignment else "gain attributes"
    return any(
        deed in ban.deed and matches(ban.who, piece, attack, speaker) and met(ban.while_, attack, speaker)
        for speaker in attack.speakers(t.MayNot)
        for _, _, ban in standing(speaker, t.MayNot)
    )


def has_say(speaker: Piece, piece: Piece) -> bool:
    """Whether a card has a say about a card: one that nobody controls, about itself alone and what it is linked to."""
    return speaker.owner != "nobody" or speaker is piece or speaker.linked == piece.card.id


def reaches(speaker: Piece, piece: Piece, attack: Attack, sentence: Any = None) -> bool:
    """Whether what a card says can change a card: not Secret ones, mostly (WDH p. 11), nor a Group that is immune to
    its Group.
    """
    return not is_hidden_from(piece, speaker, attack, sentence) and not is_immune(piece, speaker, attack)


def is_hidden_from(piece: Piece, speaker: Piece, attack: Attack, sentence: Any = None) -> bool:
    """Whether secrecy keeps the abilities of a card off another: neither its master nor its puppet, and the sentence is
    not about Secret Groups.
    """
    if "secrecy" not in attack.differs or not is_secret(piece) or speaker is piece or not _is_ordinary(speaker, attack):
        return False
    related = speaker.card.id == piece.master or speaker.master == piece.card.id
    return not related and not _names_secret(sentence, {piece.card.name})


def is_secret(piece: Piece) -> bool:
    """Whether a card is Secret now."""
    return "Secret" in piece.card.attributes


def _is_ordinary(piece: Piece, attack: Attack) -> bool:
    """Whether secrecy concerns a card: a Group that is not Secret, or a Resource linked to one (WDH p. 11)."""
    if piece.card.kind == "resource":
        return any(each.card.id == piece.linked and _is_ordinary(each, attack) for each in attack.pieces)
    return piece.card.kind == "group" and not is_secret(piece)


def is_immune(piece: Piece, speaker: Piece, attack: Attack) -> bool:
    """Whether a card is immune to a card of another player."""
    if "passive" not in attack.differs or speaker.card.kind not in ("group", "resource") or speaker.owner == "nobody":
        return False
    return piece.owner != speaker.owner and any(
        is_shielded(immunity, piece, shield, attack)
        and is_barred(immunity, speaker, shield, attack)
        and met(immunity.while_, attack, shield)
        for shield in attack.speakers(t.Immunity)
        for _, _, immunity in standing(shield, t.Immunity)
        if not isinstance(immunity.attackers, str | t.Attacks)
    )


def is_shielded(immunity: t.Immunity, piece: Piece, shield: Piece, attack: Attack) -> bool:
    """Whether an immunity that the card `shield` gives covers a card: of the same player where it names no others; an
    uncontrolled card has that which it gives itself, but not while it is attacked out of a hand, where it is not in
    play.
    """
    just_played = attack.from_hand and piece.card.id == attack.target
    if not has_say(shield, piece) or (piece.owner == "nobody" and just_played):
        return False
    if immunity.who in (None, "you"):
        return piece.owner != "nobody" and piece.owner == shield.owner
    return matches(immunity.who, piece, attack, shield)


def is_barred(immunity: t.Immunity, piece: Piece, shield: Piece, attack: Attack) -> bool:
    """Whether an immunity to cards is one to this card, all alignments for which the card ignores it left aside."""
    alignments = tuple(each for each in piece.alignments if each not in _ignored(piece, shield, attack))
    barred = piece if alignments == piece.alignments else replace(piece, alignments=alignments)
    return matches(immunity.attackers, barred, attack, shield) and not matches(immunity.unless, piece, attack, shield)


def _ignored(piece: Piece, shield: Piece, attack: Attack) -> frozenset[str]:
    """For which alignments a card ignores the immunity that another gives: its Government half still counts for
    Deprogrammers.
    """
    said = (sentence for _, _, sentence in standing(piece, t.Ignores) if isinstance(sentence.what, t.ImmunityOf))
    return frozenset(
        part.name
        for each in said
        if matches(each.who, piece, attack, piece) and matches(each.what.whose, shield, attack, piece)
        for part in c.asserted(each.what.attackers)
        if isinstance(part, c.Trait)
    )


def _said_to(piece: Piece, speaker: Piece, attack: Attack, kind: type) -> Iterator[tuple[int, Clause, Any]]:
    """What a card says about a card."""
    if has_say(speaker, piece):
        for number, clause, sentence in standing(speaker, kind):
            if (
                matches(sentence.who, piece, attack, speaker)
                and met(sentence.while_, attack, speaker)
                and reaches(speaker, piece, attack, sentence)
            ):
                yield number, clause, sentence


def _loyal(piece: Piece, attack: Attack) -> Piece:
    """A card with the alignments of its master, and no others, where a card says so."""
    for speaker in attack.speakers(t.AlignmentsOf):
        for _, _, sentence in _said_to(piece, speaker, attack, t.AlignmentsOf):
            if isinstance(sentence.alignments, c.AsMaster):
                master = _master(piece, attack)
                return replace(
                    piece,
                    alignments=tuple(
                        dict.fromkeys((*(master.alignments if master else ()), *sentence.alignments.besides))
                    ),
                )
    return piece


def _counting(piece: Piece, attack: Attack) -> Piece:
    """The attacker with the alignment as which it counts in this attack."""
    if piece.card.id == attack.attacker:
        for _, _, sentence in standing(piece, t.CountsAs):
            if attack.kind in sentence.kinds and matches(sentence.target, attack.piece(attack.target), attack, piece):
                kept = (name for name in piece.alignments if name not in (sentence.instead_of, sentence.alignment))
                return replace(piece, alignments=(*kept, sentence.alignment))
    return piece


_HUSHED = (t.Bonus, t.BonusTo, t.DefenseOf, t.Immunity)


def _heard(piece: Piece, attack: Attack) -> Piece:
    """A card with those of its abilities that have a say in this attack."""
    if not _is_ordinary(piece, attack):
        return piece
    clauses = (
        replace(clause, sentence=None)
        if _is_hushed(clause.sentence) and unheard_for(piece, attack, clause.sentence)
        else clause
        for clause in piece.card.clauses
    )
    return replace(piece, card=replace(piece.card, clauses=tuple(clauses)))


def unheard_for(piece: Piece, attack: Attack, said: Any) -> tuple[str, ...]:
    """The Secret Groups for which a bonus, immunity or permission that a card gives counts for nothing: in an attack by
    or on a Secret Group so do those of other Groups, and of Resources linked to them, except of its master and its
    puppets and those that speak of Secret Groups (WDH p. 11).
    """
    secret = [each for each in _leading(attack) if is_secret(each)] if "secrecy" in attack.differs else []
    related = any(piece.card.id == each.master or piece.master == each.card.id for each in secret)
    names = tuple(each.card.name for each in secret)
    return () if not secret or related or not _is_ordinary(piece, attack) or _names_secret(said, set(names)) else names


def _leading(attack: Attack) -> tuple[Piece, Piece]:
    return attack.piece(attack.attacker), attack.piece(attack.target)


def _is_hushed(said: Any) -> bool:
    """Whether a sentence gives a bonus or an immunity in an attack; a number that is another against such attacks is a
    bonus, too.
    """
    return isinstance(said, _HUSHED) or (isinstance(said, t.StatChange) and said.against is not None)


def _names_secret(said: Any, names: set[str]) -> bool:
    """Whether a sentence speaks of Secret Groups or one of these cards, or makes cards that are Secret so no longer."""
    return any(
        node == SECRET
        or (isinstance(node, c.Named) and not names.isdisjoint(node.names))
        or (isinstance(node, t.Becomes) and SECRET.name in node.lost)
        for node in c.asserted(said)
    )


def lifts_secrecy(sentence: t.MayJoin, target: Piece) -> bool:
    """Whether a permission holds for a Secret target too: one that says so, or names it."""
    return not is_secret(target) or sentence.secret or _names_secret(sentence.what, {target.card.name})


def allows_own(sentence: t.MayJoin, attack: Attack) -> bool:
    """Whether leave to attack holds for the target's player: for one's own only where it says `your`
    (`wdh-announce-target-source`).
    """
    return (
        attack.kind != "control"
        or attack.piece(attack.target).owner != "you"
        or any(isinstance(node, c.Belongs) and node.player == "you" for node in c.asserted(sentence.what))
    )


# --- which cards ------------------------------------------------------------------------------------------------------


def matches(such: Any, piece: Piece, attack: Attack, speaker: Piece) -> bool:
    """Whether a test of a sentence of `speaker` holds for this piece. What speaks of attacks or players, and what a
    play chooses (Pick, Some), means no card by itself. Raises TypeError for a term that is none of the core's.
    """
    judge = TESTS.get(type(such))
    if judge is None:
        if such is None or isinstance(such, str | t.Attacks | t.EitherAttack | t.Pick | t.Some):
            return False
        raise TypeError(such)
    return judge(such, piece, attack, speaker)


def traits_of(piece: Piece) -> frozenset[str]:
    """The alignments, attributes and other words of a card that a selector may ask for."""
    satellite = {"Satellite"} if "Satellite" in piece.card.name else set()
    return frozenset({*piece.alignments, *piece.card.attributes, *piece.card.unprinted, *satellite})


def _has_trait(such: c.Trait, piece: Piece, attack: Attack, speaker: Piece) -> bool:
    card = piece.printed or piece.card
    return such.name in ((*card.alignments, *card.attributes) if such.printed else traits_of(piece))


def _belongs(such: c.Belongs, piece: Piece, attack: Attack, speaker: Piece) -> bool:
    match such.player:
        case "you":
            return piece.owner != "nobody" and piece.owner == speaker.owner
        case "rival":
            return piece.owner != "nobody" and piece.owner != speaker.owner
        case "nobody":
            return piece.owner == "nobody"
        case "somebody":
            return piece.owner != "nobody"
    return attack.scene.fits(such, piece, attack, speaker)


def _compares(such: c.Compare, piece: Piece, attack: Attack, speaker: Piece) -> bool:
    left, right = _amount(such.left, piece, attack, speaker), _amount(such.right, piece, attack, speaker)
    return left is not None and right is not None and SIGNS[such.sign](left, right)


SIGNS: Mapping[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "=": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
}


def _amount(amount: c.Amount, piece: Piece, attack: Attack, speaker: Piece) -> int | None:
    """The value of an amount, about this piece; None for a Power that is printed as an asterisk: the table knows it,
    the card does not.
    """
    if isinstance(amount, int):
        return amount
    if amount.of is not None:
        found = cards_of(amount.of, attack, speaker)
        return _amount(c.Number(amount.what), found[0], attack, speaker) if found else None
    match amount.what:
        case "arrows":
            return len(piece.card.arrows_out)
        case "puppets":
            return len(_puppets(piece, attack))
        case "tokens" | "open arrows":
            return attack.scene.number(amount.what, piece)
        case "Power" if (
            attack.now
            and piece.card.id in (attack.target, speaker.card.id)
            and (piece.power is not None or not piece.card.variable_power)
        ):
            return attack.now(piece, replace(attack, now=None))
        case "Power" if piece.power is not None:
            return piece.power
        case "Power" | "printed Power" if piece.card.variable_power:
            return None
        # Nental Ife makes it the Power.
        case "Global Power" if any(
            amount.what in said.stat
            for speaker in attack.speakers(t.StatEqual)
            for _, _, said in _said_to(piece, speaker, attack, t.StatEqual)
        ):
            return number_on(piece.card, "Power")
    return number_on(piece.card, amount.what)


def _has_master(such: c.HasMaster, piece: Piece, attack: Attack, speaker: Piece) -> bool:
    if such.such == c.ANY:
        return piece.master is not None
    master = _master(piece, attack) or _unnamed_illuminati(piece, attack)
    return master is not None and matches(such.such, master, attack, speaker)


def _unnamed_illuminati(piece: Piece, attack: Attack) -> Piece | None:
    """The master of a target that is directly under its Illuminati, of which a position says no more."""
    if piece.card.id != attack.target or attack.distance != 1 or piece.master is not None:
        return None
    card = Card("#illuminati", "", piece.card.game, "", "illuminati")
    return next(
        (each for each in attack.pieces if each.card.kind == "illuminati" and each.owner == piece.owner),
        Piece(card, piece.owner, ()),
    )


def _same_structure(such: c.SameStructure, piece: Piece, attack: Attack, speaker: Piece) -> bool:
    if piece.owner == "nobody":
        return False
    return any(
        attack.scene.together(each, piece) and matches(such.such, each, attack, speaker) for each in attack.pieces
    )


def _shares(such: c.Shares, piece: Piece, attack: Attack, speaker: Piece) -> bool:
    theirs = {
        name
        for each in cards_of(such.cards, attack, speaker)
        for name in each.alignments
        if attack.opposites.get(name) != name
    }
    return not theirs.isdisjoint(piece.alignments)


def _opposes(such: c.Opposes, piece: Piece, attack: Attack, speaker: Piece) -> bool:
    theirs = {attack.opposites.get(name) for each in cards_of(such.cards, attack, speaker) for name in each.alignments}
    return not theirs.isdisjoint(piece.alignments)


def _is_chosen(such: c.Chosen, piece: Piece, attack: Attack, speaker: Piece) -> bool:
    if such.of_payer:
        return attack.scene.fits(such, piece, attack, speaker)
    return not set(speaker.alignments).isdisjoint(piece.alignments)


TESTS: Mapping[type, Callable[[Any, Piece, Attack, Piece], bool]] = {
    c.Anything: lambda such, piece, attack, speaker: True,
    c.All: lambda such, piece, attack, speaker: all(matches(each, piece, attack, speaker) for each in such.members),
    c.AnyOf: lambda such, piece, attack, speaker: any(matches(each, piece, attack, speaker) for each in such.members),
    c.Not: lambda such, piece, attack, speaker: not matches(such.such, piece, attack, speaker),
    c.Kind: lambda such, piece, attack, speaker: piece.card.kind in such.kinds or piece.card.subtype in such.kinds,
    c.Named: lambda such, piece, attack, speaker: piece.card.name in such.names,
    c.Trait: _has_trait,
    c.Belongs: _belongs,
    c.Compare: _compares,
    c.HasMaster: _has_master,
    c.HasPuppet: lambda such, piece, attack, speaker: any(
        matches(such.such, each, attack, speaker) for each in _puppets(piece, attack)
    ),
    c.HasLink: lambda such, piece, attack, speaker: any(
        each.linked == piece.card.id and matches(such.such, each, attack, speaker) for each in attack.pieces
    ),
    c.SameStructure: _same_structure,
    c.LinkedTo: lambda such, piece, attack, speaker: (
        piece.linked is not None and any(each.card.id == piece.linked for each in cards_of(such.cards, attack, speaker))
    ),
    c.Shares: _shares,
    c.Opposes: _opposes,
    c.Chosen: _is_chosen,
    c.Relieves: lambda such, piece, attack, speaker: any("Relief" in clause.text for clause in piece.card.clauses),
    **dict.fromkeys(
        TESTS_OF_SCENE, lambda such, piece, attack, speaker: attack.scene.fits(such, piece, attack, speaker)
    ),
    **dict.fromkeys(
        typing.get_args(c.Cards),
        lambda such, piece, attack, speaker: any(
            each.card.id == piece.card.id for each in cards_of(such, attack, speaker)
        ),
    ),
}
"""How each test of the core is judged: by the pieces, or where they do not tell by the scene."""


def cards_of(cards: c.Cards, attack: Attack, speaker: Piece) -> tuple[Piece, ...]:
    """The cards that a reference of a sentence of `speaker` means.

    Raises TypeError for one that neither scene nor pieces know.
    """
    found = attack.scene.cards(cards, attack, speaker)
    if found is not None:
        return found
    match cards:
        case c.Speaker():
            return (speaker,)
        case c.Role(name):
            return tuple(attack.piece(card) for card in _in_role(name, attack))
        case c.MasterOf(of):
            masters = (_master(each, attack) for each in cards_of(of, attack, speaker))
            return tuple(each for each in masters if each is not None)
        case c.PuppetsOf(of):
            return tuple(puppet for each in cards_of(of, attack, speaker) for puppet in _puppets(each, attack))
        case c.BelowOf(of):
            return tuple(below for each in cards_of(of, attack, speaker) for below in _below(each, attack))
        case c.HostOf(of):
            hosts = {each.linked for each in cards_of(of, attack, speaker)}
            return tuple(each for each in attack.pieces if each.card.id in hosts)
        case c.TwinsOf(of):
            names = {each.card.name for each in cards_of(of, attack, speaker)}
            return tuple(each for each in attack.pieces if each.card.name in names and each.card.kind != "plot")
        case c.IlluminatiOf("you"):
            return tuple(
                each for each in attack.pieces if each.card.kind == "illuminati" and each.owner == speaker.owner
            )
        case c.Together(members):
            return tuple(each for member in members for each in cards_of(member, attack, speaker))
    raise TypeError(cards)


def _in_role(name: c.RoleName, attack: Attack) -> tuple[str, ...]:
    match name:
        case "attacker":
            return (attack.attacker,)
        case "target":
            return (attack.target,)
        case "attackers":
            return (attack.attacker, *attack.helpers)
        case "defenders":
            return tuple(dict.fromkeys(attack.opponents))
        case "either side":
            return (attack.attacker, *attack.helpers, *dict.fromkeys(attack.opponents))
    raise TypeError(name)


def _master(piece: Piece, attack: Attack) -> Piece | None:
    return next((each for each in attack.pieces if each.card.id == piece.master), None)


def _puppets(piece: Piece, attack: Attack) -> tuple[Piece, ...]:
    return tuple(each for each in attack.pieces if each.master == piece.card.id)


def _below(piece: Piece, attack: Attack) -> tuple[Piece, ...]:
    """All cards below a card, each once, also where a position names two as masters of each other."""
    found = [piece]
    for each in found:
        found += [puppet for puppet in _puppets(each, attack) if puppet not in found]
    return tuple(found[1:])


def number_on(card: Card, stat: str) -> int:
    """A number that the card prints; 0 where it prints none."""
    value = {
        "Power": card.power,
        "Transferable Power": card.transferable,
        "Global Power": card.global_power,
        "Resistance": card.resistance,
        "Income": card.income,
        "printed Power": card.power,
        "printed Resistance": card.resistance,
    }.get(stat)
    return value or 0


def power_of(piece: Piece) -> int:
    """The Power that a card has before what cards say of it."""
    return number_on(piece.card, "Power") if piece.power is None else piece.power


# --- attacks and conditions -------------------------------------------------------------------------------------------


def is_meant(attacks: t.Attacks | t.EitherAttack, attack: Attack, speaker: Piece) -> bool:
    """Whether this attack, which is none by a Plot, is among those that a sentence of `speaker` speaks of."""
    if isinstance(attacks, t.EitherAttack):
        return any(is_meant(each, attack, speaker) for each in attacks.members)
    attacker, target = attack.piece(attack.attacker), attack.piece(attack.target)
    return (
        attacks.quality in QUALITIES
        and (attacks.quality != "privileged" or is_privileged(attack) or _has_ended_privilege(speaker, attack))
        and (not attacks.kinds or attack.kind in attacks.kinds)
        and (attacks.owner in (None, "any player") or (attacks.owner == "yours") == (speaker.owner == attacker.owner))
        and (attacks.on is None or matches(attacks.on, target, attack, speaker))
        and (attacks.by is None or matches(attacks.by, attacker, attack, speaker))
        and (attacks.not_by is None or not matches(attacks.not_by, attacker, attack, speaker))
        and (
            attacks.either is None or any(matches(attacks.either, each, attack, speaker) for each in (attacker, target))
        )
        and (
            attacks.joined is None or any(matches(attacks.joined, each, attack, speaker) for each in _involved(attack))
        )
    )


def _involved(attack: Attack) -> tuple[Piece, ...]:
    """The cards that make or aid an attack, and what lies on them: with a Magic Resource an attack is Magic
    (`wdh-restypes-magic`).
    """
    first = (attack.attacker, *attack.helpers)
    return (*(attack.piece(each) for each in first), *(each for each in attack.pieces if each.linked in first))


def is_privileged(attack: Attack) -> bool:
    """Whether the attack still has its privilege: it was declared, and neither a card in effect has ended it nor one
    that interferes.
    """
    if not attack.privileged or any(True for _ in effects(attack, t.EndPrivilege)):
        return False
    return not any(_has_ended_privilege(attack.piece(each), attack) for each in (*attack.helpers, *attack.opponents))


def _has_ended_privilege(piece: Piece, attack: Attack) -> bool:
    """Whether a card of a third player takes part that may interfere in spite of the privilege, and says that this ends
    it.
    """
    if not attack.privileged or piece.owner != "third" or piece.card.id not in (*attack.helpers, *attack.opponents):
        return False
    ends = any(
        isinstance(said.timing, t.OnDeed)
        and (said.timing.who, said.timing.deed) == (c.THIS, ("interfere",))
        and any(isinstance(effect, t.Outcome) and effect.outcome == "unprivileged" for effect in said.effects)
        for _, _, said in standing(piece, t.Ability)
    )
    return ends and lets_itself_in(piece, attack)


def lets_itself_in(piece: Piece, attack: Attack) -> bool:
    """Whether what a card says lets it interfere in a privileged attack: in the one that was made before third players
    took part, but those who may whatever privilege it has.
    """

    def before(cards: tuple[str, ...]) -> tuple[str, ...]:
        found = (attack.piece(each) for each in cards if each != piece.card.id)
        return tuple(each.card.id for each in found if each.owner != "third" or may_interfere(each, attack))

    attack = replace(attack, helpers=before(attack.helpers), opponents=before(attack.opponents))
    return any(
        "interfere" in said.deed
        and said.who is None
        and getattr(said.what, "quality", "") == "privileged"
        and is_meant(said.what, attack, piece)
        for _, _, said in standing(piece, t.MayJoin)
    )


def may_interfere(piece: Piece, attack: Attack) -> bool:
    """Whether a card says that this one of a third player may interfere, whatever privilege the attack has."""
    return piece.owner == "third" and any(
        "interfere" in said.deed
        and getattr(said.what, "quality", "") == "any"
        and (
            speaker is piece
            if said.who is None
            else has_say(speaker, piece) and matches(said.who, piece, attack, speaker)
        )
        and is_meant(said.what, attack, speaker)
        and met(said.while_, attack, speaker)
        and (said.secret or not unheard_for(speaker, attack, said))
        for speaker in attack.speakers(t.MayJoin)
        for _, _, said in standing(speaker, t.MayJoin)
    )


def effects(attack: Attack, kind: type) -> Iterator[Any]:
    """The effects of this class of the cards that were played on the attack, in their order."""
    for card in attack.played:
        for clause in card.sentences(t.Ability):
            yield from (effect for effect in clause.sentence.effects if isinstance(effect, kind))


def met(conditions: tuple[Any, ...], attack: Attack, speaker: Piece, it: Piece | None = None) -> bool:
    """Whether all conditions of a sentence of `speaker` hold, `it` in them being the card that the sentence speaks of
    (None: the speaker).
    """
    return all(holds(each, attack, speaker, it or speaker) for each in conditions)


def holds(condition: c.Condition, attack: Attack, speaker: Piece, it: Piece) -> bool:
    """Whether a condition of a sentence of `speaker` about `it` holds.

    Raises TypeError for a term that neither pieces nor scene know.
    """
    match condition:
        case c.Exists(such, least):
            return (
                sum(each.owner != "nobody" and matches(such, each, attack, speaker) for each in attack.pieces) >= least
            )
        case c.Every(cards, such):
            found = cards_of(cards, attack, speaker)
            return bool(found) and all(matches(such, each, attack, speaker) for each in found)
        case c.Among(cards, such):
            return any(matches(such, each, attack, speaker) for each in cards_of(cards, attack, speaker))
        case c.It(such):
            return matches(such, it, attack, speaker)
        case c.Privileged():
            return is_privileged(attack)
        case c.Relieving():
            return speaker.card.id == attack.relieves
        case c.Fails(other):
            return not holds(other, attack, speaker, it)
    return attack.scene.holds(condition, attack, speaker)


def count(per: Any, attack: Attack, speaker: Piece, piece: Piece) -> int:
    """How many there are of what a sentence of `speaker` about `piece` counts."""
    match per:
        case None:
            return 1
        case t.Each(of):
            return sum(each.owner != "nobody" and matches(of, each, attack, speaker) for each in attack.pieces)
        case t.EachOfTarget(of):
            owner = attack.piece(attack.target).owner
            return sum(each.owner == owner != "nobody" and matches(of, each, attack, speaker) for each in attack.pieces)
        case t.TraitsOfTarget(traits):
            target = attack.piece(attack.target)
            return len(traits_of(target).intersection(traits))
        case t.Thing("Power"):
            return power_of(piece)
    return 0
