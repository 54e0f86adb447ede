"""Who attacks whom best: worked out by the engine, without working out every attack of every card on every other.

For each pair there is a limit that the strength cannot exceed: the sum of the bare cards plus whatever their abilities may add.
Only attacks whose limit reaches the best ones found are explained by the engine, so the lists are those that explaining all of
them would give; a test compares.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

from generator.catalog import selected
from generator.engine.attack import Ledger, Rules, explain
from generator.engine.cards import Card
from generator.engine.position import Position, attack_of
from generator.language import tree as t

KINDS = ("control", "destroy")
"""The attacks that need no rival to be explained."""
MOST = 8
"""So many attacks of a kind are listed for a card."""
AFAR = 4
"""So many cards away from a rival's Illuminati no position bonus reaches."""


@dataclass(frozen=True)
class Match:
    """An attack of one card on another, without money or help, and what comes of it."""

    attacker: Card
    target: Card
    kind: str
    strength: int
    needed: int
    ways: int
    position: str


Pair = tuple[float, Card, Card]
"""The limit of an attack, its attacker and its target."""


class Matchups:
    """The attacks between the cards of a game that may succeed. Of those that are equally good the name decides.

    `where` says by kind where the target is: uncontrolled (None) or, when the game attacks no such card so, as many cards away
    from a rival's Illuminati. Kinds that it lacks are not possible at all.
    """

    def __init__(self, cards: Iterable[Card], rules: Rules) -> None:
        cards = list(cards)
        self._attackers = [card for card in cards if card.kind in ("illuminati", "group")]
        self._targets = [card for card in cards if card.kind == "group"]
        self._ledgers: dict[tuple[str, str, str], Ledger] = {}
        one, other, weak = (_bare(rules.game, *of) for of in (("one",), ("other",), ("weak", 0)))
        places = {kind: [at for at in (None, AFAR) if _explain(kind, one, other, at, rules).legal] for kind in KINDS}
        self.where: dict[str, int | None] = {kind: at[0] for kind, at in places.items() if at}
        if not any(_explain(kind, weak, other, at, rules).legal for kind, at in self.where.items()):
            self._attackers = [card for card in self._attackers if card.power]
        self._rules = {kind: _asked(rules, kind) for kind in self.where}
        meant = _Meant([*self._attackers, *(card for card in self._targets if card not in self._attackers)])
        self._limits = {kind: _Limits(kind, at, self._rules[kind], meant) for kind, at in self.where.items()}

    def best_attackers(self, card: Card, kind: str, most: int = MOST) -> list[Match]:
        """The attackers with the highest strength against a card, best odds first."""
        return self._best(kind, self._pairs[kind][1][card.id], 0, most) if kind in self.where else []

    def best_targets(self, card: Card, kind: str, most: int = MOST) -> list[Match]:
        """The targets that a card attacks with the highest strength, best odds first."""
        return self._best(kind, self._pairs[kind][0][card.id], 1, most) if kind in self.where else []

    def _best(self, kind: str, pairs: list[Pair], other: int, most: int) -> list[Match]:
        found: list[tuple[int, str, Card, Card]] = []
        for limit, *cards in sorted(pairs, key=lambda pair: -pair[0]):
            if limit < (-found[most - 1][0] if len(found) >= most else 2):
                break
            ledger = self._ledger(kind, *cards)
            if ledger.legal and ledger.needed is not None:
                found.append((-ledger.strength, cards[other].name, *cards))
                found.sort(key=lambda each: each[:2])
        return [self._match(kind, attacker, target) for _, _, attacker, target in found[:most]]

    def _match(self, kind: str, attacker: Card, target: Card) -> Match:
        ledger = self._ledger(kind, attacker, target)
        position = str(_position(kind, attacker, target, self.where[kind]))
        return Match(attacker, target, kind, ledger.strength, ledger.needed or 0, ledger.ways, position)

    @cached_property
    def _pairs(self) -> dict[str, tuple[dict[str, list[Pair]], dict[str, list[Pair]]]]:
        """By kind, the pairs of cards with their limits: by attacker, and by target."""
        found: dict[str, tuple[dict[str, list[Pair]], dict[str, list[Pair]]]] = {}
        for kind, limits in self._limits.items():
            rows, columns = found[kind] = (defaultdict(list), defaultdict(list))
            for attacker in self._attackers:
                for target in self._targets:
                    if attacker is not target:
                        pair = limits(attacker, target), attacker, target
                        rows[attacker.id].append(pair)
                        columns[target.id].append(pair)
        return found

    def _ledger(self, kind: str, attacker: Card, target: Card) -> Ledger:
        key = kind, attacker.id, target.id
        if key not in self._ledgers:
            self._ledgers[key] = _explain(kind, attacker, target, self.where[kind], self._rules[kind])
        return self._ledgers[key]


def _position(kind: str, attacker: Card, target: Card, at: int | None) -> Position:
    return Position(attacker.game, kind, attacker.slug, target.slug, at=at)


def _explain(kind: str, attacker: Card, target: Card, at: int | None, rules: Rules) -> Ledger:
    return explain(attack_of(_position(kind, attacker, target, at), (attacker, target)), rules)


def _asked(rules: Rules, kind: str) -> Rules:
    """What of the rules can count in such an attack: no money is spent in it, the target has no master, and no Illuminati is near."""
    terms = (
        rule
        for rule in rules.terms
        if kind in (rule.tree.kinds or KINDS)
        and not isinstance(rule.tree.per, t.Money | t.MasterAlignments)
        and not any(isinstance(condition, t.Distance) for condition in rule.tree.when)
    )
    requirements = (rule for rule in rules.requirements if kind in (rule.tree.kinds or KINDS))
    return replace(rules, terms=tuple(terms), requirements=tuple(requirements))


# --- limits ---------------------------------------------------------------------------------------------------------

def _bare(game: str, slug: str, power: int = 1, resistance: int = 1, alignments: tuple[str, ...] = ()) -> Card:
    """A Group that says nothing."""
    return Card(
        f"{game}/{slug}", slug, game, game, "group", power, 0, resistance, alignments=alignments, arrow_in="left", arrows_out=("right",),
    )


class _Meant:
    """Which of the cards a selector may mean, whoever controls them: their ids, None for any."""

    def __init__(self, cards: list[Card]) -> None:
        self.cards = cards
        self._known: dict[t.Groups, frozenset[str]] = {}

    def __call__(self, selector: Any) -> frozenset[str] | None:
        if isinstance(selector, t.Named):
            return frozenset(card.id for card in self.cards if card.name in selector.names)
        if not isinstance(selector, t.Groups) or selector.kind == "puppet":
            return None
        printed = t.Groups(traits=selector.traits, numbers=selector.numbers, without=selector.without, kind=selector.kind)
        if printed not in self._known:
            self._known[printed] = frozenset(card.id for card in selected(printed, self.cards))
        return self._known[printed]


Gain = tuple[float, frozenset[str] | None]
"""What a sentence may add to the strength at most, and the cards that the other one must be among for it (None: any card)."""


class _Limits:
    """How strong an attack of one kind can be at most."""

    def __init__(self, kind: str, at: int | None, rules: Rules, meant: _Meant) -> None:
        self._kind, self._at, self._rules = kind, at, rules
        self._base = self._sum()
        self._gains = {
            (card.id, leads): tuple(_gains(card, leads, kind, meant)) for card in meant.cards for leads in (True, False)
        }
        self._part = cache(lambda **values: self._sum(**values) - self._base)
        """What these values change in the sum of two bare cards."""
        self._pairs = cache(
            lambda ours, theirs: sum(self._part(alignments=(one,), its_alignments=(other,)) for one in ours for other in theirs)
        )

    def __call__(self, attacker: Card, target: Card) -> float:
        """The limit of one attack: the sum of the bare cards, whose parts add up, and all that they may say for the attacker."""
        limit: float = self._base + self._part(power=attacker.power or 0) + self._pairs(attacker.alignments, target.alignments)
        limit += self._part(its_power=target.power or 0) + self._part(its_resistance=target.resistance or 0)
        for gain, meant in self._gains[attacker.id, True]:
            if meant is None or target.id in meant:
                limit += gain
        for gain, meant in self._gains[target.id, False]:
            if meant is None or attacker.id in meant:
                limit += gain
        return limit

    def _sum(self, its_power: int = 1, its_resistance: int = 1, its_alignments: tuple[str, ...] = (), **of_attacker: Any) -> int:
        one = _bare(self._rules.game, "one", **of_attacker)
        other = _bare(self._rules.game, "other", its_power, its_resistance, its_alignments)
        return _explain(self._kind, one, other, self._at, replace(self._rules, requirements=())).strength


def _gains(card: Card, leads: bool, kind: str, meant: _Meant) -> Iterator[Gain]:
    """The gains from what a card says as the attacker, or else as the target. In doubt there is no limit to them."""
    power = card.power or 0
    for clause in card.clauses:
        match clause.sentence:
            case t.Bonus(reach=reach, kinds=kinds) if kind not in kinds or (reach in ("direct", "any attempt")) != leads:
                pass
            case t.Bonus(amount=amount, target=target, per=per, replaces=replaces):
                yield math.inf if per or replaces else _for(leads, amount), meant(target)
            case t.BonusTo(what=t.Attacks(by=t.Ref(who))) if "this card" not in who:
                pass
            case t.BonusTo(what=t.Attacks(quality=quality)) | t.DefenseOf(against=t.Attacks(quality=quality)) if quality in _INSTANT:
                pass
            case t.BonusTo(amount=amount, what=t.Attacks(on=t.Ref("this card"), by=by), per=None, replaces=None):
                yield 0 if leads else max(0, amount), meant(by)
            case t.BonusTo(amount=amount, what=t.Attacks(on=on), per=None, replaces=None):
                yield max(0, amount), meant(on) if leads else None
            case t.DefenseOf(amount=amount, per=None):
                yield max(0, -amount), None
            case t.StatAgainst(attackers=attackers):
                yield 0 if leads else max(power, card.resistance or 0), meant(attackers)
            case t.StatChange(who=t.Ref(who)) | t.StatSet(who=t.Ref(who)) | t.Becomes(who=t.Ref(who)) if "this card" not in who:
                pass
            case t.StatChange(who=t.Ref(), amount=amount, per=None | t.Each() | t.EachOfTarget() as per):
                yield _for(leads, amount) * (2 if per else 1), None  # There are two cards to count.
            case t.StatChange(amount=amount, stat=stat, per=None):
                yield _for(leads, amount) if "Power" in stat or not leads else abs(min(0, amount)), None
            case t.StatSet(who=t.Ref(), how="set" | "raised", value=value) if leads and _all_set(card):
                yield max(0, value - power), None
            case t.StatSet(who=t.Ref(), how="times", value=value) if leads and len(card.sentences(t.StatSet)) == 1:
                yield power * (value - 1), None
            case t.StatSet(who=t.Ref(), how="raised" | "times") if not leads:
                pass
            case t.CountsAs(target=target):
                yield math.inf if leads else 0, meant(target)
            case sentence if isinstance(sentence, _UNLIMITED):
                yield math.inf, None


_INSTANT = ("Instant", "Assassination", "Disaster", "Assassination or Disaster")
"""Attacks that no Group leads."""
_UNLIMITED = (
    t.AlignmentsOf, t.AlignmentWeight, t.Becomes, t.BonusTo, t.DefenseOf, t.NoEffect, t.StatChange, t.StatEqual, t.StatSet, t.Treat,
)
"""What changes a sum in ways that would take the engine to foresee."""


def _for(leads: bool, amount: int) -> int:
    """How much of an addition to a card's own number helps the attacker."""
    return max(0, amount if leads else -amount)


def _all_set(card: Card) -> bool:
    return all(clause.sentence.how in ("set", "raised") for clause in card.sentences(t.StatSet))
