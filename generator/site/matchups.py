"""Who attacks whom best: computed by the engine for every pair of cards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from generator.engine.attack import Rules, explain
from generator.engine.cards import Card
from generator.engine.position import Position, attack_of

KINDS = ("control", "destroy")
"""The attacks that need no rival, so that two cards alone make a position."""


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
        attackers = [card for card in cards if card.kind in ("illuminati", "group") and card.power]
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
