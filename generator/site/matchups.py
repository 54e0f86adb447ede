"""Who attacks whom best: computed by the engine for every pair of cards.

Of all pairs only the sum is worked out, half of the work; whether an attack is legal is asked of the best ones alone,
until there are enough.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from generator.engine.attack import Attack, Rules, explain
from generator.engine.cards import Card
from generator.engine.position import Position, attack_of

KINDS = ("control", "destroy")
"""The attacks that need no rival, so that two cards alone make a position."""
MOST = 8
"""So many attacks of a kind are listed for a card."""


@dataclass(frozen=True)
class Match:
    """An attack of one card on another, uncontrolled and without money or help, and what comes of it."""

    attacker: Card
    target: Card
    kind: str
    strength: int
    needed: int
    ways: int

    @property
    def position(self) -> str:
        """The attack in one line."""
        return str(_position(self.kind, self.attacker, self.target))


class Matchups:
    """The attacks between the cards of a game that may succeed. Of those that are equally good the name decides."""

    def __init__(self, cards: Iterable[Card], rules: Rules) -> None:
        cards = list(cards)
        self._requirements = dataclasses.replace(rules, terms=())
        sums = dataclasses.replace(rules, requirements=())
        attackers = [card for card in cards if card.kind in ("illuminati", "group") and card.power]
        targets = [card for card in cards if card.kind == "group"]
        self._by_attacker: dict[tuple[str, str], list[Match]] = defaultdict(list)
        self._by_target: dict[tuple[str, str], list[Match]] = defaultdict(list)
        for attacker in attackers:
            for target in targets:
                if attacker is target:
                    continue
                for kind in KINDS:
                    ledger = explain(_attack(kind, attacker, target), sums)
                    if ledger.needed is not None:
                        match = Match(attacker, target, kind, ledger.strength, ledger.needed, ledger.ways)
                        self._by_attacker[kind, attacker.id].append(match)
                        self._by_target[kind, target.id].append(match)
        self._legal: dict[tuple[str, str, str], bool] = {}

    def best_attackers(self, card: Card, kind: str, most: int = MOST) -> list[Match]:
        """The attackers with the highest strength against a card, best odds first."""
        ranked = sorted(self._by_target[kind, card.id], key=lambda match: (-match.ways, -match.strength, match.attacker.name))
        return self._first_legal(ranked, most)

    def best_targets(self, card: Card, kind: str, most: int = MOST) -> list[Match]:
        """The targets that a card attacks with the highest strength, best odds first."""
        ranked = sorted(self._by_attacker[kind, card.id], key=lambda match: (-match.ways, -match.strength, match.target.name))
        return self._first_legal(ranked, most)

    def _first_legal(self, ranked: list[Match], most: int) -> list[Match]:
        found: list[Match] = []
        for match in ranked:
            if len(found) == most:
                break
            if self._is_legal(match):
                found.append(match)
        return found

    def _is_legal(self, match: Match) -> bool:
        key = match.kind, match.attacker.id, match.target.id
        if key not in self._legal:
            self._legal[key] = explain(_attack(match.kind, match.attacker, match.target), self._requirements).legal
        return self._legal[key]


def _position(kind: str, attacker: Card, target: Card) -> Position:
    return Position(attacker.game, kind, attacker.slug, target.slug)


def _attack(kind: str, attacker: Card, target: Card) -> Attack:
    return attack_of(_position(kind, attacker, target), (attacker, target))
