"""What a position leaves open and its sum depends on: whose puppet a Group is, where a card speaks of its master or its puppets.

A table knows it; a position says it with `under=`. What it does not say counts as not so, and is asked here, with the sum that the other
answer gives. The twin is site_templates/assets/questions.js.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from generator.engine.attack import Attack, Ledger, Piece, Rules, explain
from generator.engine.cards import OVER_PERSONALITIES, UNDER_PERSONALITY, Card
from generator.engine.position import is_below
from generator.language import nodes
from generator.language import tree as t
from generator.meaning import core as c

_FAMILY = (c.MasterOf, c.PuppetsOf, c.HasMaster, c.HasPuppet)


@dataclass(frozen=True)
class Question:
    """Whether `puppet` is a puppet of `master`, both ids of cards; `ledger` is the explanation if it is."""

    puppet: str
    master: str
    ledger: Ledger


def questions(attack: Attack, rules: Rules, ledger: Ledger) -> tuple[Question, ...]:
    """What an attack of a position, with this Ledger, does not say of masters and puppets, and which would change strength, odds or legality.

    Asked is of Groups of one player of which no master is said, each with the cards of that player that take part or, if it takes part
    itself, with all of them; in the order of the pieces.
    """
    found = []
    for puppet, master in _open(attack):
        pieces = tuple(replace(piece, master=master.card.id) if piece is puppet else piece for piece in attack.pieces)
        other = explain(replace(attack, pieces=pieces), rules)
        if _result(other) != _result(ledger):
            found.append(Question(puppet.card.id, master.card.id, other))
    return tuple(found)


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
                master.owner == puppet.owner and master.card.kind in ("group", "illuminati") and not part.isdisjoint((puppet.card.id, master.card.id))
                and (speaks_of_family(puppet.card) or speaks_of_family(master.card)) and not is_below(master.card.id, puppet.card.id, masters)
                and _may_be(puppet.card, master.card)
            ):  # fmt: skip
                yield puppet, master


def _may_be(puppet: Card, master: Card) -> bool:
    """Whether what the cards say of Personalities lets one be a puppet of the other."""
    return (master.subtype == "personality" or not puppet.rules(UNDER_PERSONALITY)) and (
        puppet.subtype == "personality" or not master.rules(OVER_PERSONALITIES)
    )


def speaks_of_family(card: Card) -> bool:
    """Whether a card says something of its master or its puppets that an attack may ask for."""
    return any(
        isinstance(node, _FAMILY) or (isinstance(node, t.AlignmentsOf) and "master" in node.alignments)
        for clause in card.clauses for node in nodes(clause.sentence)
    )  # fmt: skip
