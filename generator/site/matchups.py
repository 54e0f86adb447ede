"""Who attacks whom best, and which cards touch which: computed by the engine for every pair of cards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from generator.engine.attack import Attack, Owner, Piece, Rules, explain, matches
from generator.engine.cards import Card
from generator.engine.position import Position, attack_of
from generator.language import tree as t

KINDS = ("control", "destroy")
"""The attacks that need no rival, so that two cards alone make a position."""
OWNERS: tuple[Owner, ...] = ("nobody", "rival", "you")


@dataclass(frozen=True)
class Match:
    """An attack of one card on another, uncontrolled and without money or help, and what comes of it."""

    attacker: Card
    target: Card
    kind: str
    strength: int
    needed: int
    ways: int
    position: str


class Matchups:
    """All legal attacks between the cards of a game that may succeed."""

    def __init__(self, cards: Iterable[Card], rules: Rules) -> None:
        cards = list(cards)
        attackers = [card for card in cards if card.kind != "special" and card.power]
        targets = [card for card in cards if card.kind == "group"]
        self._by_attacker: dict[tuple[str, str], list[Match]] = defaultdict(list)
        self._by_target: dict[tuple[str, str], list[Match]] = defaultdict(list)
        for kind in KINDS:
            for attacker in attackers:
                for target in targets:
                    if attacker is not target and (match := _match(kind, attacker, target, rules)):
                        self._by_attacker[kind, attacker.id].append(match)
                        self._by_target[kind, target.id].append(match)

    def best_attackers(self, card: Card, kind: str, most: int = 8) -> list[Match]:
        """The attackers with the highest strength against a card, best odds first."""
        return sorted(self._by_target[kind, card.id], key=lambda match: _rank(match, match.attacker))[:most]

    def best_targets(self, card: Card, kind: str, most: int = 8) -> list[Match]:
        """The targets that a card attacks with the highest strength, best odds first."""
        return sorted(self._by_attacker[kind, card.id], key=lambda match: _rank(match, match.target))[:most]


def _rank(match: Match, card: Card) -> tuple[int, int, str]:
    return -match.ways, -match.strength, card.name


def _match(kind: str, attacker: Card, target: Card, rules: Rules) -> Match | None:
    position = Position(attacker.game, kind, attacker.slug, target.slug)
    ledger = explain(attack_of(position, (attacker, target)), rules)
    if not ledger.legal or ledger.needed is None:
        return None
    return Match(attacker, target, kind, ledger.strength, ledger.needed, ledger.ways, str(position))


Way = Literal[
    "bonus against it",
    "bonus against attacks by it",
    "resists it",
    "changes its numbers",
    "keeps it out",
    "counts toward its goal",
]


@dataclass(frozen=True)
class Touch:
    """Another card whose ability means this card: how, and the number of the ability on that card."""

    card: Card
    way: Way
    clause: int
    text: str


def touches(cards: Iterable[Card]) -> dict[str, list[Touch]]:
    """For each card, the abilities of other cards that pick it out. What means every Group alike picks out none."""
    everything = list(cards)
    found: dict[str, list[Touch]] = defaultdict(list)
    for speaker in everything:
        for number, clause in enumerate(speaker.clauses, 1):
            for way, selector in _selectors(clause.sentence):
                if not _picks(selector):
                    continue
                for card in everything:
                    if card.game == speaker.game and card is not speaker and _means(selector, card, speaker):
                        found[card.id].append(Touch(speaker, way, number, clause.text))
    return found


def _selectors(sentence: object) -> Iterator[tuple[Way, t.Selector]]:
    match sentence:
        case t.Bonus(reach="defense", target=selector) if selector:
            yield "bonus against attacks by it", selector
        case t.Bonus(target=selector) if selector:
            yield "bonus against it", selector
        case t.StatAgainst(attackers=selector):
            yield "resists it", selector
        case t.StatChange(who=selector):
            yield "changes its numbers", selector
        case t.Immunity(attackers=selector):
            yield "keeps it out", selector
        case t.CountsAs(target=selector):
            yield "bonus against it", selector
        case t.SpecialGoal(test=t.ControlGroups(groups=selector)):
            yield "counts toward its goal", selector


def _picks(selector: t.Selector) -> bool:
    return isinstance(selector, t.Named) or bool(selector.traits or selector.numbers or selector.master)


def _means(selector: t.Selector, card: Card, speaker: Card) -> bool:
    """Whether it may mean the card, whoever controls that."""
    voice = Piece(speaker, "you", speaker.alignments)
    for owner in OWNERS:
        piece = Piece(card, owner, card.alignments)
        if matches(selector, piece, Attack("control", speaker.id, card.id, (voice, piece)), voice):
            return True
    return False
