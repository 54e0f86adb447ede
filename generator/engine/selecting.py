"""What the cards of an attack are, which of them a sentence means, and whether its conditions hold.

Everything here is asked of an attack and of the card that speaks. What an attack does not hold (hands, decks, tokens)
is not known here: a selector or a condition that asks for it means nothing and does not hold. The twin in the browser is
site_templates/assets/selecting.js.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from generator.engine.cards import Card, Clause
from generator.language import nodes
from generator.language import tree as t

if TYPE_CHECKING:
    from generator.engine.attack import Attack, Piece, Rules

KINDS: Mapping[str, tuple[str, ...]] = {
    "Group": ("group",), "Resource": ("resource",), "Illuminati": ("illuminati",), "Group or Resource": ("group", "resource"),
    "Group or Illuminati": ("group", "illuminati"), "card": ("group", "resource", "illuminati", "plot"),
}
SUBTYPES: Mapping[str, tuple[str, ...]] = {
    "Organization": ("organization",), "Personality": ("personality",), "Place": ("place",),
    "Place or Organization": ("place", "organization"),
}
CHOSEN = "of 1 alignment that you choose"
LINKED_HERE = "linked to this card"
OVER_CORPORATE = "with a Corporate puppet"
BESIDES_TARGET = "besides the target"
PARTIES = ("Republicans", "Democrats", "Libertarians", "The Green Party")
"""The Groups that are political parties."""
PLACES = (None, "in play", "in play or just played by a rival", "in a Power Structure", CHOSEN, LINKED_HERE, OVER_CORPORATE, BESIDES_TARGET)
OWNERS = ("any", "nobody", "you", "rival")
QUALITIES = ("", "any", "not Instant", "privileged")
POINTS = ("point of its Power",)
PLAYERS = ("you control", "you do not control", "its owner controls", "a rival controls", "any player controls", "no player controls")
_UNOPPOSED = ("Criminal",)
"""The alignment that has no opposite in any game. What else has none is an attribute: Communist in INWO."""
THIS = t.Ref("this card")
DEVASTATED = "Devastated"
"""What a Place is called that has been Devastated, as if it were one of its attributes."""


def standing(piece: Piece, kind: type) -> tuple[tuple[int, Clause, Any], ...]:
    """The clauses of a card whose sentence is of this class and holds as long as the card is in play: number, clause, sentence."""
    return piece.card.standing.get(kind, ())


# --- what the cards are -------------------------------------------------------------------------------------------------

def settled(attack: Attack, rules: Rules) -> Attack:
    """The attack with its cards as standing sentences make them: their alignments, their attributes, and which of them have a say.

    Those sentences select by what cards are apart from them. The attacker's own `counts as` comes last.
    """
    found = attack = replace(attack, differs=rules.differs)
    if any(kind in piece.card.standing for piece in attack.pieces for kind in CHANGING):
        found = _each(found, _working)
        found = _each(found, lambda piece, attack: _changed(piece, attack, rules.opposites))
        found = _each(_each(found, _loyal), _counting)
    return _each(found, _heard) if "secrecy" in rules.differs else found


CHANGING = (t.NoEffect, t.AlignmentsOf, t.Becomes, t.CountsAs)
"""The sentences that change what a card is."""


def _each(attack: Attack, change: Callable[[Piece, Attack], Piece]) -> Attack:
    """The attack with every piece changed: itself, when none is."""
    pieces = tuple(change(piece, attack) for piece in attack.pieces)
    unchanged = all(new is old for new, old in zip(pieces, attack.pieces, strict=True))
    return attack if unchanged else replace(attack, pieces=pieces)


def _working(piece: Piece, attack: Attack) -> Piece:
    """A card without what it says, where another says that it has no effect."""
    if any(True for speaker in attack.speakers(t.NoEffect) for _ in _said_to(piece, speaker, attack, t.NoEffect)):
        return replace(piece, card=piece.card.muted())
    return piece


def _changed(piece: Piece, attack: Attack, opposites: Mapping[str, str]) -> Piece:
    """A card with what standing sentences give it and take. A new alignment drives out its opposite; an Illuminati never has any
    (WDH pp. 5, 17).
    """
    if piece.card.kind == "illuminati":
        return piece
    alignments, attributes = piece.alignments, piece.card.attributes
    for speaker in attack.speakers(t.AlignmentsOf, t.Becomes):
        for _, _, sentence in _said_to(piece, speaker, attack, t.AlignmentsOf):
            alignments = _all_of(sentence.alignments, piece, opposites)
            if sentence.alignments == "no alignments and no attributes":
                attributes = ()
        for _, _, sentence in _said_to(piece, speaker, attack, t.Becomes):
            alignments = tuple(name for name in alignments if name not in sentence.lost)
            attributes = tuple(name for name in attributes if name not in sentence.lost)
            for name in sentence.traits:
                if name in (*alignments, *attributes):
                    continue
                if name in opposites or name in _UNOPPOSED:
                    alignments = (*(each for each in alignments if each != opposites.get(name)), name)
                else:
                    attributes = (*attributes, name)
    if attributes != piece.card.attributes:
        piece = replace(piece, card=replace(piece.card, attributes=attributes))
    return piece if alignments == piece.alignments else replace(piece, alignments=alignments)


def has_say(speaker: Piece, piece: Piece) -> bool:
    """Whether a card has a say about a card: one that nobody controls, about itself alone and what it is linked to."""
    return speaker.owner != "nobody" or speaker is piece or speaker.linked == piece.card.id


def reaches(speaker: Piece, piece: Piece, attack: Attack, sentence: Any = None) -> bool:
    """Whether what a card says can change a card: abilities of most Groups do nothing to Secret ones (WDH p. 11), nor to a Group that is
    immune to their Group.
    """
    return not is_hidden_from(piece, speaker, attack, sentence) and not is_immune(piece, speaker, attack)


def is_hidden_from(piece: Piece, speaker: Piece, attack: Attack, sentence: Any = None) -> bool:
    """Whether secrecy keeps the abilities of a card off another: neither its master nor its puppet, and the sentence is not about Secret
    Groups.
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
    """Whether a card that somebody controls is immune to a card of another player."""
    if "passive" not in attack.differs or speaker.card.kind not in ("group", "resource") or "nobody" in (piece.owner, speaker.owner):
        return False
    return piece.owner != speaker.owner and any(
        is_shielded(immunity, piece, shield, attack) and is_barred(immunity, speaker, shield, attack) and met(immunity.while_, attack, shield)
        for shield in attack.speakers(t.Immunity) if shield.owner == piece.owner
        for _, _, immunity in standing(shield, t.Immunity)
        if not isinstance(immunity.attackers, str | t.Attacks)
    )  # fmt: skip


def is_shielded(immunity: t.Immunity, piece: Piece, shield: Piece, attack: Attack) -> bool:
    """Whether an immunity that the card `shield` gives covers a card of the same player."""
    if immunity.who in (None, "you"):
        return True
    who = t.Ref(immunity.who) if isinstance(immunity.who, str) else immunity.who
    return matches(who, piece, attack, shield)


def is_barred(immunity: t.Immunity, piece: Piece, shield: Piece, attack: Attack) -> bool:
    """Whether an immunity to cards is one to this card."""
    return (
        matches(immunity.attackers, piece, attack, shield)
        and not matches(immunity.unless, piece, attack, shield)
        and not _ignores(piece, shield, attack)
    )


def _ignores(piece: Piece, shield: Piece, attack: Attack) -> bool:
    return any(
        isinstance(sentence.what, t.ImmunityOf) and matches(sentence.who, piece, attack, piece)
        and matches(sentence.what.whose, shield, attack, piece)
        for _, _, sentence in standing(piece, t.Ignores)
    )  # fmt: skip


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


def _all_of(words: str, piece: Piece, opposites: Mapping[str, str]) -> tuple[str, ...]:
    if words == "its printed alignments":
        return piece.card.alignments
    return (*opposites, *_UNOPPOSED) if words == "every alignment" else ()


def _loyal(piece: Piece, attack: Attack) -> Piece:
    """A card with the alignments of its master, and no others, where a card says so."""
    for speaker in attack.speakers(t.AlignmentsOf):
        for _, _, sentence in _said_to(piece, speaker, attack, t.AlignmentsOf):
            if sentence.alignments.startswith("the alignments of its master"):
                master = _master(piece, attack)
                found = master.alignments if master else ()
                more = ("Fanatic",) if sentence.alignments.endswith("Fanatic") and "Fanatic" not in found else ()
                return replace(piece, alignments=(*found, *more))
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
    """A card with those of its abilities that have a say in this attack. In an attack by or on a Secret Group, bonuses and
    immunities of other Groups, and of Resources linked to them, count for nothing, except those of its master and its puppets and
    those that speak of Secret Groups (WDH p. 11).
    """
    secret = [each for each in (attack.piece(attack.attacker), attack.piece(attack.target)) if is_secret(each)]
    if not secret or not _is_ordinary(piece, attack):
        return piece
    if any(piece.card.id == each.master or piece.master == each.card.id for each in secret):
        return piece
    names = {each.card.name for each in secret}
    clauses = (
        replace(clause, sentence=None) if isinstance(clause.sentence, _HUSHED) and not _names_secret(clause.sentence, names) else clause
        for clause in piece.card.clauses
    )
    return replace(piece, card=replace(piece.card, clauses=tuple(clauses)))


def _names_secret(said: Any, names: set[str]) -> bool:
    return any(
        (isinstance(node, t.Groups) and any("Secret" in each for each in node.traits))
        or (isinstance(node, t.Named) and not names.isdisjoint(node.names))
        for node in nodes(said)
    )  # fmt: skip


def lifts_secrecy(sentence: t.MayJoin, target: Piece) -> bool:
    """Whether a permission holds for a Secret target too: one that says so, or names it."""
    return not is_secret(target) or sentence.secret or _names_secret(sentence.what, {target.card.name})


# --- selectors ----------------------------------------------------------------------------------------------------------

def matches(selector: Any, piece: Piece, attack: Attack, speaker: Piece) -> bool:
    """Whether the selector, said by `speaker`, means this piece; `your` is said by the speaker's owner. What is no selector
    means none.
    """
    match selector:
        case t.Named(names):
            return piece.card.name in names
        case t.Ref(which):
            return piece.card.id in {each.card.id for each in _referred(which, attack, speaker)}
        case t.Either(members):
            return any(matches(each, piece, attack, speaker) for each in members)
        case t.Groups():
            return (
                _is_kind(selector.kind, piece)
                and (not selector.traits or _is_any_of(piece, selector.traits))
                and traits_of(piece).isdisjoint(selector.without)
                and _owned(selector.owner, piece, speaker)
                and not (selector.other and piece.card.id == speaker.card.id)
                and all(compare(number, piece.card, piece.power) for number in selector.numbers)
                and (selector.master is None or _has_master(selector.master, piece, attack, speaker))
                and (selector.place in PLACES or piece.card.id in attack.places.get(selector.place, ()))
                and (selector.place != "in a Power Structure" or piece.owner != "nobody")
                and (selector.place != CHOSEN or not set(speaker.alignments).isdisjoint(piece.alignments))
                and (selector.place != LINKED_HERE or piece.linked == speaker.card.id)
                and (selector.place != OVER_CORPORATE or any("Corporate" in each.alignments for each in _puppets(piece, attack)))
                and (selector.place != BESIDES_TARGET or piece.card.id != attack.target)
                and (selector.structure is None or _in_structure(selector.structure, piece, attack))
                and (selector.puppet is None or any(each.card.name in selector.puppet.names for each in _puppets(piece, attack)))
                and selector.unlinked is None
            )
    return False


def traits_of(piece: Piece) -> frozenset[str]:
    """The alignments, attributes and other words of a card that a selector may ask for. No card prints who is male, which one Plot asks:
    the players see it, so no Personality is ruled out here."""
    satellite = {"Satellite"} if "Satellite" in piece.card.name else set()
    male = {"Male"} if piece.card.subtype == "personality" else set()
    return frozenset({*piece.alignments, *piece.card.attributes, *satellite, *male})


def _is_any_of(piece: Piece, traits: tuple[tuple[str, ...], ...]) -> bool:
    found = traits_of(piece)
    return any(found.issuperset(each) for each in traits)


def _is_kind(kind: str, piece: Piece) -> bool:
    if kind == "puppet":
        return piece.master is not None
    if kind == "political party":
        return piece.card.name in PARTIES
    if kind in SUBTYPES:
        return piece.card.subtype in SUBTYPES[kind]
    return piece.card.kind in KINDS.get(kind, ())


def _owned(owner: str, piece: Piece, speaker: Piece) -> bool:
    if owner == "any":
        return True
    if owner == "nobody":
        return piece.owner == "nobody"
    return owner in OWNERS and piece.owner != "nobody" and (piece.owner == speaker.owner) == (owner == "you")


def _master(piece: Piece, attack: Attack) -> Piece | None:
    return next((each for each in attack.pieces if each.card.id == piece.master), None)


def _has_master(selector: Any, piece: Piece, attack: Attack, speaker: Piece) -> bool:
    master = _master(piece, attack)
    return master is not None and matches(selector, master, attack, speaker)


def _in_structure(named: t.Named, piece: Piece, attack: Attack) -> bool:
    return any(each.card.name in named.names and each.owner == piece.owner != "nobody" for each in attack.pieces)


def _puppets(piece: Piece, attack: Attack) -> tuple[Piece, ...]:
    return tuple(each for each in attack.pieces if each.master == piece.card.id)


def _parted(speaker: Piece, attack: Attack) -> tuple[Piece, ...]:
    """The card that the speaker is linked to, and the others of its name."""
    names = {each.card.name for each in attack.pieces if each.card.id == speaker.linked}
    return tuple(each for each in attack.pieces if each.card.name in names and each.card.kind != "plot")


def _target(attack: Attack) -> Piece:
    return attack.piece(attack.target)


def _attacker(attack: Attack) -> Piece:
    return attack.piece(attack.attacker)


REFS: Mapping[str, Callable[[Attack, Piece], tuple[Piece | None, ...]]] = {
    "this card": lambda attack, speaker: (speaker,),
    "the linked card": lambda attack, speaker: tuple(each for each in attack.pieces if each.card.id == speaker.linked),
    "the target": lambda attack, speaker: (_target(attack),),
    "the attacker": lambda attack, speaker: (_attacker(attack),),
    "the target's puppets": lambda attack, speaker: _puppets(_target(attack), attack),
    "the target's master": lambda attack, speaker: (_master(_target(attack), attack),),
    "its master": lambda attack, speaker: (_master(speaker, attack),),
    "either Place": lambda attack, speaker: _parted(speaker, attack),
    "the other Place": lambda attack, speaker: _parted(speaker, attack),
    "its puppets": lambda attack, speaker: _puppets(speaker, attack),
    "its puppet": lambda attack, speaker: _puppets(speaker, attack),
    "its master and its puppets": lambda attack, speaker: (_master(speaker, attack), *_puppets(speaker, attack)),
    "this card, its master and its puppets": lambda attack, speaker: (speaker, _master(speaker, attack), *_puppets(speaker, attack)),
    "this card and its puppets": lambda attack, speaker: (speaker, *_puppets(speaker, attack)),
    "this card and its master": lambda attack, speaker: (speaker, _master(speaker, attack)),
}
"""The cards that an attack holds of those that stand in some way to the card that speaks."""


def _referred(which: str, attack: Attack, speaker: Piece) -> tuple[Piece, ...]:
    return tuple(each for each in REFS[which](attack, speaker) if each is not None) if which in REFS else ()


def number_on(card: Card, stat: str) -> int:
    """A number that the card prints; 0 where it prints none."""
    value = {
        "Power": card.power, "Transferable Power": card.transferable, "Global Power": card.global_power, "Resistance": card.resistance,
        "Income": card.income, "printed Power": card.power, "printed Resistance": card.resistance,
    }.get(stat)
    return value or 0


def power_of(piece: Piece) -> int:
    """The Power that a card has before what cards say of it."""
    return number_on(piece.card, "Power") if piece.power is None else piece.power


def compare(number: t.Comparison, card: Card, power: int | None = None) -> bool:
    """Whether the printed number of a card fits, or the Power that it has now instead. A Power printed as an asterisk fits none: the
    table knows it, the card does not."""
    now = power is not None and number.stat == "Power"
    if card.variable_power and number.stat in ("Power", "printed Power") and not now:
        return False
    value = power if now else number_on(card, number.stat)
    if number.operator == ">=":
        return value >= number.value
    return value <= number.value if number.operator == "<=" else value == number.value


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
        and (attacks.either is None or any(matches(attacks.either, each, attack, speaker) for each in (attacker, target)))
        and (attacks.joined is None or any(matches(attacks.joined, each, attack, speaker) for each in _involved(attack)))
    )


def _involved(attack: Attack) -> tuple[Piece, ...]:
    """The cards that make or aid an attack, and what lies on them: with a Magic Resource an attack is Magic (`wdh-restypes-magic`)."""
    first = (attack.attacker, *attack.helpers)
    return (*(attack.piece(each) for each in first), *(each for each in attack.pieces if each.linked in first))


def is_privileged(attack: Attack) -> bool:
    """Whether the attack still has its privilege: it was declared, and neither a card in effect has ended it nor one that interferes."""
    if not attack.privileged or any(True for _ in effects(attack, t.EndPrivilege)):
        return False
    return not any(_has_ended_privilege(attack.piece(each), attack) for each in (*attack.helpers, *attack.opponents))


def _has_ended_privilege(piece: Piece, attack: Attack) -> bool:
    """Whether a card of a third player takes part that may interfere in spite of the privilege, and says that this ends it."""
    if not attack.privileged or piece.owner != "third" or piece.card.id not in (*attack.helpers, *attack.opponents):
        return False
    ends = any(
        isinstance(said.timing, t.OnDeed) and (said.timing.who, said.timing.deed) == ("this card", "interfere in")
        and any(isinstance(effect, t.Outcome) and effect.outcome == "is no longer privileged" for effect in said.effects)
        for _, _, said in standing(piece, t.Ability)
    )  # fmt: skip
    return ends and lets_itself_in(piece, attack)


def lets_itself_in(piece: Piece, attack: Attack) -> bool:
    """Whether what a card says lets it interfere in a privileged attack: in the one that was made before third players took part."""
    def before(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(each for each in cards if attack.piece(each).owner != "third")

    attack = replace(attack, helpers=before(attack.helpers), opponents=before(attack.opponents))
    return any(
        said.deed == "interfere in" and said.who is None and getattr(said.what, "quality", "") == "privileged" and is_meant(said.what, attack, piece)
        for _, _, said in standing(piece, t.MayJoin)
    )


def effects(attack: Attack, kind: type) -> Iterator[Any]:
    """The effects of this class of the cards that were played on the attack, in their order."""
    for card in attack.played:
        for clause in card.sentences(t.Ability):
            yield from (effect for effect in clause.sentence.effects if isinstance(effect, kind))


def met(conditions: tuple[Any, ...], attack: Attack, speaker: Piece, it: Piece | None = None) -> bool:
    """Whether all conditions of a sentence of `speaker` hold, `it` in them being the card that the sentence speaks of (None: the speaker)."""
    return all(_met(each, attack, speaker, it or speaker) for each in conditions)


def _met(condition: Any, attack: Attack, speaker: Piece, it: Piece) -> bool:
    match condition:
        case t.Controls(player, what):
            least, selector = (what.count, what.of) if isinstance(what, t.Pick) else (1, what)
            owners = {
                "you control": (speaker.owner,), "its owner controls": (speaker.owner,), "you do not control": (speaker.owner,),
                "a rival controls": tuple({"you", "rival", "third"} - {speaker.owner}),
            }.get(player, ("you", "rival", "third"))
            found = [each for each in attack.pieces if each.owner != "nobody" and each.owner in owners]
            found = sum(matches(selector, each, attack, speaker) for each in found)
            return (found >= least) != (player in ("you do not control", "no player controls"))
        case t.InPlay(who, holds):
            return any(each.owner != "nobody" and matches(who, each, attack, speaker) for each in attack.pieces) == holds
        case t.Is(who, traits, holds):
            found = tuple(_referred(who.which, attack, speaker))
            return bool(found) and all(_is_any_of(each, traits) == holds for each in found)
        case t.OneOf(who, what, holds):
            found = tuple(_referred(who.which, attack, speaker))
            return bool(found) and all(matches(what, each, attack, speaker) == holds for each in found)
        case t.Has(who, number):
            found = tuple(_referred(who.which, attack, speaker))
            return bool(found) and all(compare(number, each.card, each.power) for each in found)
        case t.Linked(what, to):
            hosts = {each.card.id for each in _referred(to.which, attack, speaker)}
            return any(each.card.name in what.names and each.linked in hosts for each in attack.pieces)
        case t.TakesPart(who, or_target):
            asked = (attack.attacker, *attack.helpers, *attack.opponents, *((attack.target,) if or_target else ()))
            return any(matches(who, attack.piece(each), attack, speaker) for each in asked)
        case t.Fact(event):
            if event in FACTS:
                return FACTS[event](attack, it if event.startswith("it") else speaker)
            return speaker.card.id in attack.facts.get(event, ())
    return False


FACTS: Mapping[str, Callable[[Attack, Piece], bool]] = {
    "the attack is privileged": lambda attack, speaker: is_privileged(attack),
    "the attack is not privileged": lambda attack, speaker: not is_privileged(attack),
    "it makes or aids the attack": lambda attack, speaker: speaker.card.id in (attack.attacker, *attack.helpers),
    "its own Power makes or aids the attack": lambda attack, speaker: speaker.card.id in (attack.attacker, *attack.helpers),
    "it aids the defense": lambda attack, speaker: speaker.card.id in attack.opponents,
    "the target is yours": lambda attack, speaker: _target(attack).owner == speaker.owner != "nobody",
    "the target is not in Space": lambda attack, speaker: "Space" not in _target(attack).card.attributes,
    "it is controlled": lambda attack, speaker: speaker.owner != "nobody",
    "it is uncontrolled": lambda attack, speaker: speaker.owner == "nobody",
}
"""What an attack tells of itself."""


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
        case t.Thing("point of its Power"):
            return power_of(piece)
    return 0
