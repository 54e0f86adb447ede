"""What a position leaves open and its sum depends on: whose puppet a Group is, where a card speaks of its master or its
puppets; and what only the players know, where a card waits for it, such as the time of day.

A table knows the one, a position says it with `under=` and `holds=`. What it does not say counts as not so, and is
asked here, with the sum that the other answer gives. The twin is site_templates/assets/questions.js.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from generator.engine.attack import explain
from generator.engine.cards import Card
from generator.engine.position import is_below, waits
from generator.engine.situation import Attack, Ledger, Piece, Rules
from generator.language import nodes
from generator.meaning import core as c
from generator.structs import replace

_FAMILY = (c.MasterOf, c.PuppetsOf, c.BelowOf, c.HasMaster, c.HasPuppet, c.AsMaster)


class Question(Struct, frozen=True):
    """Whether `card` is a puppet of `master`, or, without one, whether what it waits for is so (`waits`, in words);
    both are ids of cards. `ledger` is the explanation if it is.
    """

    card: str
    master: str | None
    waits: str | None
    ledger: Ledger


def questions(attack: Attack, rules: Rules, ledger: Ledger) -> tuple[Question, ...]:
    """What an attack of a position, with this Ledger, does not say, and which would change strength, odds or legality.

    Asked is of Groups of one player of which no master is said, each with the cards of that player that take part or,
    if it takes part itself, with all of them; then of cards that wait for what only the players know; each in the order
    of the pieces.
    """
    return tuple(each for each in _answered_otherwise(attack, rules) if _result(each.ledger) != _result(ledger))


def _answered_otherwise(attack: Attack, rules: Rules) -> Iterator[Question]:
    for puppet, master in _open(attack):
        pieces = tuple(replace(piece, master=master.card.id) if piece is puppet else piece for piece in attack.pieces)
        yield Question(puppet.card.id, master.card.id, None, explain(replace(attack, pieces=pieces), rules))
    for piece in attack.pieces:
        asked = None if piece.card.id in attack.told else waits(piece.card)
        if asked is not None:
            yield Question(
                piece.card.id, None, asked, explain(replace(attack, told=attack.told | {piece.card.id}), rules)
            )


def _result(ledger: Ledger) -> tuple[object, ...]:
    return ledger.strength, ledger.legal, ledger.needed, ledger.ways, ledger.turned


def _open(attack: Attack) -> Iterator[tuple[Piece, Piece]]:
    """Each Group without a master and each card that may be its master, where one of the two speaks of that."""
    part = {attack.attacker, attack.target, *attack.helpers, *attack.opponents}
    masters = {piece.card.id: piece.master for piece in attack.pieces}
    for puppet in attack.pieces:
        if puppet.card.kind != "group" or puppet.master is not None or puppet.owner == "nobody":
            continue
        if puppet.card.id == attack.target and attack.distance == 1:  # its master is the Illuminati
            continue
        for master in attack.pieces:
            if (
                master.owner == puppet.owner
                and master.card.kind in ("group", "illuminati")
                and not part.isdisjoint((puppet.card.id, master.card.id))
                and (speaks_of_family(puppet.card) or speaks_of_family(master.card))
                and not is_below(master.card.id, puppet.card.id, masters)
                and _may_be(puppet.card, master.card)
            ):
                yield puppet, master


def _may_be(puppet: Card, master: Card) -> bool:
    """Whether what the cards say of Personalities lets one be a puppet of the other."""
    return (master.subtype == "personality" or not puppet.rules("under Personality")) and (
        puppet.subtype == "personality" or not master.rules("over Personalities")
    )


def speaks_of_family(card: Card) -> bool:
    """Whether a card says something of its master or its puppets that an attack may ask for."""
    return any(isinstance(node, _FAMILY) for clause in card.clauses for node in nodes(clause.sentence))
