"""Which cards of an attack a sentence means, and whether its conditions hold.

Everything here is asked of an attack and of the card that speaks. What an attack does not hold (hands, decks, tokens, links)
is not known here: a selector or a condition that asks for it means nothing and does not hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from generator.engine.cards import Card, Clause
from generator.language import tree as t

if TYPE_CHECKING:
    from generator.engine.attack import Attack, Piece

_KINDS: dict[str, tuple[str, ...]] = {
    "Group": ("group",), "Resource": ("resource",), "Illuminati": ("illuminati",), "Group or Resource": ("group", "resource"),
    "card": ("group", "resource", "illuminati"),
}
_SUBTYPES: dict[str, tuple[str, ...]] = {
    "Organization": ("organization",), "Personality": ("personality",), "Place": ("place",), "Place or Organization": ("place", "organization"),
}
_KNOWN_PLACES = (None, "in play", "in a Power Structure")


def standing(piece: Piece, kind: type) -> Iterator[tuple[int, Clause, Any]]:
    """The clauses of a card whose sentence is of this class and holds as long as the card is in play: number, clause, sentence."""
    for number, clause in enumerate(piece.card.clauses, 1):
        if isinstance(clause.sentence, kind) and getattr(clause.sentence, "until", None) is None:
            yield number, clause, clause.sentence


# --- alignments and attributes ----------------------------------------------------------------------------------------

def printed_traits(piece: Piece) -> frozenset[str]:
    """What a card is apart from what other cards make of it."""
    satellite = {"Satellite"} if "Satellite" in piece.card.name else set()
    return frozenset({*piece.alignments, *piece.card.attributes, *satellite})


def alignments_of(attack: Attack, piece: Piece) -> tuple[str, ...]:
    """Its alignments in this attack: those it has now, with what standing sentences give and take, and another in place of one
    when its own text says so. What those sentences select by is what cards are apart from them.
    """
    found = list(piece.alignments)
    for speaker in attack.pieces:
        if speaker.owner == "nobody":
            continue
        for _, _, sentence in standing(speaker, t.AlignmentsOf):
            if means(sentence.who, piece, attack, speaker, printed_traits(piece)) and met(sentence.while_, attack, speaker):
                found = _all_of(sentence.alignments, piece, attack)
        for _, _, sentence in standing(speaker, t.Becomes):
            if means(sentence.who, piece, attack, speaker, printed_traits(piece)) and met(sentence.while_, attack, speaker):
                found = [name for name in found if name not in sentence.lost]
                found += [name for name in sentence.traits if name in t.ALIGNMENTS and name not in found and name != "Communist"]
    if piece.card.id == attack.attacker:
        target = attack.piece(attack.target)
        for _, _, sentence in standing(piece, t.CountsAs):
            if attack.kind in sentence.kinds and means(sentence.target, target, attack, piece, _traits(attack, target)):
                return (*(name for name in found if name not in (sentence.instead_of, sentence.alignment)), sentence.alignment)
    return tuple(found)


def _all_of(words: str, piece: Piece, attack: Attack) -> list[str]:
    if words == "its printed alignments":
        return list(piece.card.alignments)
    if words == "every alignment":
        return [name for name in t.ALIGNMENTS if name != "Communist"]
    if words.startswith("the alignments of its master"):
        master = _master(piece, attack)
        found = list(master.alignments) if master else []
        return [*found, "Fanatic"] if words.endswith("Fanatic") and "Fanatic" not in found else found
    return []


def _traits(attack: Attack, piece: Piece) -> frozenset[str]:
    """Alignments, attributes and other words that a selector may ask for, apart from `counts as`."""
    return frozenset({*piece.alignments, *attributes_of(attack, piece), *printed_traits(piece)})


def attributes_of(attack: Attack, piece: Piece) -> frozenset[str]:
    """Its attributes in this attack: the printed ones, with what standing sentences give and take."""
    found = set(piece.card.attributes)
    for speaker in attack.pieces:
        if speaker.owner != "nobody":
            for _, _, sentence in standing(speaker, t.Becomes):
                if means(sentence.who, piece, attack, speaker, printed_traits(piece)) and met(sentence.while_, attack, speaker):
                    found -= set(sentence.lost)
                    found |= {name for name in sentence.traits if name in t.ATTRIBUTES}
    return frozenset(found)


# --- selectors ----------------------------------------------------------------------------------------------------------

def matches(selector: Any, piece: Piece, attack: Attack, speaker: Piece) -> bool:
    """Whether the selector, said by `speaker`, means this piece; `your` is said by the speaker's owner."""
    found = {*alignments_of(attack, piece), *attributes_of(attack, piece), *(printed_traits(piece) - set(piece.alignments) - set(piece.card.attributes))}
    return means(selector, piece, attack, speaker, frozenset(found))


def means(selector: Any, piece: Piece, attack: Attack, speaker: Piece, traits: frozenset[str]) -> bool:
    """As `matches`, for a piece that has these alignments, attributes and other words."""
    match selector:
        case t.Named(names):
            return piece.card.name in names
        case t.Ref(which):
            return piece.card.id in {each.card.id for each in _referred(which, attack, speaker)}
        case t.Either(members):
            return any(means(each, piece, attack, speaker, traits) for each in members)
        case t.Groups():
            return (
                _is_kind(selector.kind, piece)
                and (not selector.traits or any(traits.issuperset(each) for each in selector.traits))
                and not traits.intersection(selector.without)
                and _owned(selector.owner, piece, speaker)
                and not (selector.other and piece.card.id == speaker.card.id)
                and all(compare(number, piece.card) for number in selector.numbers)
                and (selector.master is None or _has_master(selector.master, piece, attack, speaker))
                and selector.place in _KNOWN_PLACES
                and (selector.place != "in a Power Structure" or piece.owner != "nobody")
                and (selector.structure is None or _in_structure(selector.structure, piece, attack))
            )
    return False


def _is_kind(kind: str, piece: Piece) -> bool:
    if kind == "puppet":
        return piece.master is not None
    if kind in _SUBTYPES:
        return piece.card.subtype in _SUBTYPES[kind]
    return piece.card.kind in _KINDS.get(kind, ())


def _owned(owner: str, piece: Piece, speaker: Piece) -> bool:
    if owner == "any":
        return True
    if owner == "nobody":
        return piece.owner == "nobody"
    return owner in ("you", "rival") and piece.owner != "nobody" and (piece.owner == speaker.owner) == (owner == "you")


def _master(piece: Piece, attack: Attack) -> Piece | None:
    return next((each for each in attack.pieces if each.card.id == piece.master), None)


def _has_master(selector: Any, piece: Piece, attack: Attack, speaker: Piece) -> bool:
    master = _master(piece, attack)
    return master is not None and means(selector, master, attack, speaker, printed_traits(master))


def _in_structure(named: t.Named, piece: Piece, attack: Attack) -> bool:
    return any(each.card.name in named.names and each.owner == piece.owner != "nobody" for each in attack.pieces)


def _referred(which: str, attack: Attack, speaker: Piece) -> Iterator[Piece]:
    target, attacker = attack.piece(attack.target), attack.piece(attack.attacker)
    parts = {
        "this card": (speaker,), "the target": (target,), "the attacker": (attacker,), "every card in the attack": (attacker, target, *(attack.piece(i) for i in attack.helpers)),
        "the target's master": (_master(target, attack),), "its master": (_master(speaker, attack),),
    }
    puppets = tuple(each for each in attack.pieces if each.master == speaker.card.id)
    words = {
        "its puppets": puppets, "its puppet": puppets, "its master and its puppets": (*parts["its master"], *puppets),
        "this card, its master and its puppets": (speaker, *parts["its master"], *puppets), "this card and its puppets": (speaker, *puppets),
        "this card and its master": (speaker, *parts["its master"]), **parts,
    }
    yield from (each for each in words.get(which, ()) if each is not None)


def number_on(card: Card, stat: str) -> int:
    """A number that the card prints; 0 where it prints none."""
    value = {
        "Power": card.power, "Transferable Power": card.transferable, "Global Power": card.global_power, "Resistance": card.resistance,
        "Income": card.income, "printed Power": card.power, "printed Resistance": card.resistance,
    }.get(stat)
    return value or 0


def compare(number: t.Comparison, card: Card) -> bool:
    """Whether the printed number of a card fits."""
    value = number_on(card, number.stat)
    if number.operator == ">=":
        return value >= number.value
    return value <= number.value if number.operator == "<=" else value == number.value


# --- attacks and conditions -------------------------------------------------------------------------------------------

def is_meant(attacks: t.Attacks, attack: Attack, speaker: Piece) -> bool:
    """Whether this attack, which is none by a Plot, is among those that a sentence of `speaker` speaks of."""
    attacker, target = attack.piece(attack.attacker), attack.piece(attack.target)
    involved = (attacker, *(attack.piece(each) for each in attack.helpers))
    return (
        (attacks.quality in ("", "any", "not Instant") or (attacks.quality == "privileged" and is_privileged(attack)))
        and (not attacks.kinds or attack.kind in attacks.kinds)
        and (attacks.owner in (None, "any player") or (attacks.owner == "yours") == (speaker.owner == attacker.owner))
        and (attacks.on is None or matches(attacks.on, target, attack, speaker))
        and (attacks.by is None or matches(attacks.by, attacker, attack, speaker))
        and (attacks.not_by is None or not matches(attacks.not_by, attacker, attack, speaker))
        and (attacks.either is None or any(matches(attacks.either, each, attack, speaker) for each in (attacker, target)))
        and (attacks.joined is None or any(matches(attacks.joined, each, attack, speaker) for each in involved))
    )


def is_privileged(attack: Attack) -> bool:
    """Whether the attack still has its privilege: it was declared and no card in effect has ended it."""
    return attack.privileged and not any(True for _ in effects(attack, t.EndPrivilege))


def effects(attack: Attack, kind: type) -> Iterator[Any]:
    """The effects of this class of the cards that were played on the attack, in their order."""
    for card in attack.played:
        for clause in card.sentences(t.Ability):
            yield from (effect for effect in clause.sentence.effects if isinstance(effect, kind))


def met(conditions: tuple[Any, ...], attack: Attack, speaker: Piece) -> bool:
    """Whether all conditions of a sentence of `speaker` hold."""
    return all(_met(each, attack, speaker) for each in conditions)


def _met(condition: Any, attack: Attack, speaker: Piece) -> bool:
    match condition:
        case t.Controls(player, what):
            count, selector = (what.count, what.of) if isinstance(what, t.Pick) else (1, what)
            owners = {
                "you control": (speaker.owner,), "its owner controls": (speaker.owner,), "you do not control": (speaker.owner,),
                "a rival controls": tuple({"you", "rival"} - {speaker.owner}),
            }.get(player, ("you", "rival"))
            found = sum(each.owner in owners and _base(selector, each, attack, speaker) for each in attack.pieces)
            return (found >= count) != (player in ("you do not control", "no player controls"))
        case t.InPlay(who, holds):
            return any(each.owner != "nobody" and _base(who, each, attack, speaker) for each in attack.pieces) == holds
        case t.Is(who, traits, holds):
            found = tuple(_referred(who.which, attack, speaker))
            return bool(found) and all(any(printed_traits(each).issuperset(some) for some in traits) == holds for each in found)
        case t.OneOf(who, what, holds):
            found = tuple(_referred(who.which, attack, speaker))
            return bool(found) and all(_base(what, each, attack, speaker) == holds for each in found)
        case t.Has(who, number):
            found = tuple(_referred(who.which, attack, speaker))
            return bool(found) and all(compare(number, each.card) for each in found)
        case t.TakesPart(who):
            return any(_base(who, attack.piece(each), attack, speaker) for each in (attack.attacker, *attack.helpers))
        case t.Fact(event):
            return _fact(event, attack, speaker)
    return False


def _base(selector: Any, piece: Piece, attack: Attack, speaker: Piece) -> bool:
    """Conditions look at what cards are apart from standing sentences, which may themselves have conditions."""
    return means(selector, piece, attack, speaker, printed_traits(piece))


def _fact(event: str, attack: Attack, speaker: Piece) -> bool:
    leads, aids = speaker.card.id == attack.attacker, speaker.card.id in attack.helpers
    target = attack.piece(attack.target)
    return {
        "the attack is privileged": is_privileged(attack), "the attack is not privileged": not is_privileged(attack), "it leads the attack": leads,
        "it aids the attack": aids, "it makes or aids the attack": leads or aids, "its own Power makes or aids the attack": leads or aids,
        "the target is yours": target.owner == speaker.owner != "nobody", "the target is in Space": "Space" in target.card.attributes,
        "the target is not in Space": "Space" not in target.card.attributes, "it is controlled": speaker.owner != "nobody",
        "it is uncontrolled": speaker.owner == "nobody", "the attacker is an Illuminati": attack.piece(attack.attacker).card.kind == "illuminati",
    }.get(event, False)


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
            return len({*alignments_of(attack, target), *attributes_of(attack, target)}.intersection(traits))
        case t.Thing("point of its Power"):
            return number_on(piece.card, "Power")
        case t.Thing("point of its Resistance"):
            return number_on(piece.card, "Resistance")
    return 0
