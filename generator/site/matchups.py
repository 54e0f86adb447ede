"""Who attacks whom best: worked out by the engine, without working out every attack of every card on every other.

For each pair there is a limit that the strength cannot exceed. Only attacks whose limit reaches the best ones found are
explained by the engine, so the lists are those that explaining all of them would give.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from generator.catalog.catalog import selected
from generator.engine.answers import may_answer
from generator.engine.attack import explain
from generator.engine.cards import Card
from generator.engine.position import Position, attack_of
from generator.engine.situation import Ledger, Rules
from generator.language import ALIGNMENTS, nodes
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace

if TYPE_CHECKING:
    from generator.site.book import Book

FIGHTERS = ("illuminati", "group")
"""The kinds of cards that attack or are attacked."""
KINDS = ("control", "destroy")
"""The attacks that need no rival to be explained."""
MOST = 8
"""So many attacks of a kind are listed for a card."""
HAND: Literal["hand"] = "hand"
AFAR = 4
"""So many cards away from a rival's Illuminati no position bonus reaches."""

Where = Literal["hand"] | int | None
"""Where a target is: in the attacker's hand, so many cards away from a rival's Illuminati, or uncontrolled."""


class Match(Struct, frozen=True):
    """An attack of one card on another, without money or help, and what comes of it."""

    attacker: Card
    target: Card
    kind: str
    strength: int
    needed: int
    ways: int
    position: str


Tables = list[tuple[str, list["Match"]]]
"""The best attacks of each kind."""


class Compared:
    """Every card compared with every other of its game, where attacks have rules."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._made: dict[str, Matchups | None] = {}

    def _of(self, game: str) -> Matchups | None:
        if game not in self._made:
            with_rules = game in self._book.catalog.fails_from
            self._made[game] = Matchups(self._book.fighters(game)[0], self._book.rules(game)) if with_rules else None
        return self._made[game]

    def attacks(self, game: str, card: Card) -> tuple[Tables, Tables]:
        """The best attacks of each kind against a Group, and those of a card; both empty where there is nothing to
        say.
        """
        matches = self._of(game)
        if not matches or card.kind not in FIGHTERS:
            return [], []
        attackers = (
            [(kind, matches.best_attackers(card, kind)) for kind in matches.where] if card.kind == "group" else []
        )
        targets = [(kind, matches.best_targets(card, kind)) for kind in matches.where]
        return attackers, targets if card.power or any(found for _, found in targets) else []

    def assumed(self, game: str) -> str:
        """What the tables of attacks assume."""
        matches = self._of(game)
        where = matches.where if matches else {}
        if set(where.values()) <= {None}:
            return "The target is uncontrolled. No money, no help."
        return " ".join([*(f"To {kind}, {_PLACES[type(at)]}." for kind, at in where.items()), "No money, no help."])


_PLACES = {
    str: "the target comes from your hand",
    int: "it is with a rival, far from their Illuminati",
    type(None): "the target is uncontrolled",
}

Pair = tuple[float, Card, Card]
"""The limit of an attack, its attacker and its target."""


class Matchups:
    """The attacks between the cards of a game that may succeed. Of those that are equally good the name decides.

    `where` says by kind where the target is: in the hand where the game has such attacks, else uncontrolled (None) or,
    when the game attacks no such card so, as many cards away from a rival's Illuminati. Kinds that it lacks are not
    possible at all.
    """

    def __init__(self, cards: Iterable[Card], rules: Rules) -> None:
        cards = list(cards)
        self._attackers = [card for card in cards if card.kind in FIGHTERS]
        self._targets = [card for card in cards if card.kind == "group"]
        self._ledgers: dict[tuple[str, str, str], Ledger] = {}
        one, other, weak = (_bare(rules.game, *of) for of in (("one",), ("other",), ("weak", 0)))
        asked: tuple[Where, ...] = (HAND, None, AFAR) if HAND in rules.its.besides else (None, AFAR)
        places = {kind: [at for at in asked if _explain(kind, one, other, at, rules).legal] for kind in KINDS}
        self.where: dict[str, Where] = {kind: at[0] for kind, at in places.items() if at}
        if not any(_explain(kind, weak, other, at, rules).legal for kind, at in self.where.items()):
            self._attackers = [card for card in self._attackers if card.power]
        self._rules = {kind: _asked(rules, kind) for kind in self.where}

    def best_attackers(self, card: Card, kind: str, most: int = MOST) -> list[Match]:
        """The attackers with the highest strength against a card, best odds first."""
        return self._best(kind, self._pairs[kind][1][card.id], 0, most) if kind in self.where else []

    def best_targets(self, card: Card, kind: str, most: int = MOST) -> list[Match]:
        """The targets that a card attacks with the highest strength, best odds first."""
        return self._best(kind, self._pairs[kind][0][card.id], 1, most) if kind in self.where else []

    def _best(self, kind: str, pairs: list[Pair], other: int, most: int) -> list[Match]:
        found: list[tuple[int, str, Card, Card]] = []
        for limit, attacker, target in sorted(pairs, key=lambda pair: (-pair[0], pair[1:][other].name)):
            name = (attacker, target)[other].name
            if limit < 2 or (len(found) >= most and (-limit, name) > found[most - 1][:2]):
                break
            ledger = self._ledger(kind, attacker, target)
            if ledger.legal and ledger.needed is not None:
                found.append((-ledger.strength, name, attacker, target))
                found.sort(key=lambda each: each[:2])
        return [self._match(kind, attacker, target) for _, _, attacker, target in found[:most]]

    def _match(self, kind: str, attacker: Card, target: Card) -> Match:
        ledger = self._ledger(kind, attacker, target)
        position = str(_position(kind, attacker, target, self.where[kind]))
        return Match(attacker, target, kind, ledger.strength, ledger.needed or 0, ledger.ways, position)

    @cached_property
    def _limits(self) -> dict[str, _Limits]:
        everyone = list({card.id: card for card in (*self._attackers, *self._targets)}.values())
        return {kind: _Limits(kind, at, self._rules[kind], everyone) for kind, at in self.where.items()}

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


def _position(kind: str, attacker: Card, target: Card, at: Where) -> Position:
    return Position(attacker.game, kind, attacker.slug, target.slug, at=at)


def _explain(kind: str, attacker: Card, target: Card, at: Where, rules: Rules) -> Ledger:
    return explain(attack_of(_position(kind, attacker, target, at), (attacker, target)), rules)


_JOINING = ("helper", "opponent")


def _asked(rules: Rules, kind: str) -> Rules:
    """What of the rules can count in such an attack: nobody joins it and no money is spent in it, the target has no
    master, and no Illuminati is near.
    """
    terms = (
        rule
        for rule in rules.terms
        if kind in (rule.tree.kinds or KINDS)
        and getattr(rule.tree.amount, "role", None) not in _JOINING
        and not isinstance(rule.tree.per, t.Money | t.MasterAlignments)
        and not any(isinstance(condition, t.Distance) for condition in rule.tree.when)
    )
    requirements = (
        rule
        for rule in rules.requirements
        if kind in (rule.tree.kinds or KINDS) and getattr(rule.tree.holds, "role", None) not in _JOINING
    )
    return replace(rules, terms=tuple(terms), requirements=tuple(requirements))


# --- limits ---------------------------------------------------------------------------------------------------------

Gain = tuple[float, frozenset[str] | None]
"""What a sentence may change at most, and the cards that the other one must be among for it (None: any card)."""


def _bare(game: str, slug: str, power: int = 1, alignments: tuple[str, ...] = ()) -> Card:
    """A Group that says nothing."""
    return Card(
        f"{game}/{slug}",
        slug,
        game,
        game,
        "group",
        power,
        0,
        1,
        alignments=alignments,
        arrow_in="left",
        arrows_out=("right",),
    )


class _Limits:
    """How strong an attack of one kind can be at most.

    The engine says what each card is worth against a bare one. To that come the alignments of both, and whatever a
    sentence may do because the other card is one that it asks for, and the bare one is not, or the other way round.
    """

    def __init__(self, kind: str, at: Where, rules: Rules, cards: list[Card]) -> None:
        self._kind, self._at, self._rules, self._cards = kind, at, replace(rules, requirements=()), cards
        self._base = self._sum(None, None)
        self._worth = {
            (card.id, leads): self._sum(*((card, None) if leads else (None, card))) - self._base
            for card in cards
            for leads in (True, False)
        }
        self._asked: dict[c.Test, frozenset[str]] = {}
        self._gains = {
            (card.id, leads): tuple(self._gains_of(card, leads)) for card in cards for leads in (True, False)
        }
        self._pairs = cache(lambda one, other: self._sum(None, None, (one,), (other,)) - self._base)
        self._of_odd = cache(self._odd)
        self._answering = {card.id for card in cards if any(may_answer(clause) for clause in card.clauses)}
        self._odds = {card.id: card for card in cards if any(kind in card.standing for kind in _ODD)}

    def __call__(self, attacker: Card, target: Card) -> float:
        """The limit of one attack."""
        if attacker.id in self._answering or target.id in self._answering:
            return math.inf
        limit = (
            self._base
            + self._worth[attacker.id, True]
            + self._worth[target.id, False]
            + self._aligned(attacker, target)
        )
        for gain, asked in self._gains[attacker.id, True]:
            if asked is None or target.id in asked:
                limit += gain
        for gain, asked in self._gains[target.id, False]:
            if asked is None or attacker.id in asked:
                limit += gain
        return limit

    def _sum(
        self,
        attacker: Card | None,
        target: Card | None,
        alignments: tuple[str, ...] = (),
        its_alignments: tuple[str, ...] = (),
    ) -> int:
        """The strength of a card, or else of a bare one with these alignments, against another."""
        attacker = attacker or _bare(self._rules.game, "one", alignments=alignments)
        target = target or _bare(self._rules.game, "other", alignments=its_alignments)
        return _explain(self._kind, attacker, target, self._at, self._rules).strength

    def _aligned(self, attacker: Card, target: Card) -> float:
        """What the alignments of two cards give. They add up, except where both cards change what alignments are."""
        if attacker.id in self._odds and target.id in self._odds:
            return math.inf
        if attacker.id in self._odds:
            return sum(self._of_odd(attacker.id, True, name) for name in target.alignments)
        if target.id in self._odds:
            return sum(self._of_odd(target.id, False, name) for name in attacker.alignments)
        return sum(self._pairs(one, other) for one in attacker.alignments for other in target.alignments)

    def _odd(self, card_id: str, leads: bool, name: str) -> int:
        card = self._odds[card_id]
        total = self._sum(card, None, (), (name,)) if leads else self._sum(None, card, (name,), ())
        return total - self._base - self._worth[card_id, leads]

    def _gains_of(self, card: Card, leads: bool) -> Iterator[Gain]:
        """The gains from what a card says as the attacker, or else as the target."""
        for _, _, sentence in (each for kind in _COUNTING for each in card.standing.get(kind, ())):
            if isinstance(sentence, t.Bonus) and (
                self._kind not in sentence.kinds or (sentence.reach in _LEADING) != leads
            ):
                continue
            if isinstance(getattr(sentence, "what", None), t.Attacks) and isinstance(sentence.what.quality, tuple):
                continue
            parts = list(nodes(sentence))
            asked = [
                part for part in parts if isinstance(part, c.All | c.AnyOf | c.Kind | c.Named | c.Trait | c.Compare)
            ]
            if "secrecy" in self._rules.differs:
                asked.append(_SECRET)
            dynamic = any(isinstance(part, _ABOUT_THE_OTHER) for part in parts)
            unlimited = any(getattr(sentence, name, None) for name in ("replaces", "instead")) or not hasattr(
                sentence, "amount"
            )
            if dynamic or asked:
                gain = math.inf if unlimited else abs(sentence.amount) * (len(ALIGNMENTS) if dynamic else 1)
                yield gain, None if dynamic else frozenset().union(*map(self._unlike_the_bare, asked))

    def _unlike_the_bare(self, selector: c.Test) -> frozenset[str]:
        """The cards that a selector means if it does not mean a bare one, or else those that it does not mean."""
        if selector not in self._asked:
            printed = c.every(
                *(part for part in c.demands(selector) if all(isinstance(node, _IN_PRINT) for node in nodes(part)))
            )
            meant = frozenset(card.id for card in selected(printed, self._cards))
            bare = selected(printed, [_bare(self._rules.game, "other")])
            self._asked[selector] = frozenset(card.id for card in self._cards) - meant if bare else meant
        return self._asked[selector]


_COUNTING = (
    t.Bonus,
    t.BonusTo,
    t.CountsAs,
    t.DefenseOf,
    t.NoEffect,
    t.StatAgainst,
    t.StatChange,
    t.StatEqual,
    t.StatSet,
)
"""What changes a sum by itself."""
_LEADING = ("direct", "any attempt")
"""The bonuses that a card has for its own attacks."""
_ODD = (t.AlignmentsOf, t.AlignmentWeight, t.Becomes, t.CountsAs, t.Treat)
"""What changes what alignments give."""
_ABOUT_THE_OTHER = (c.Every, c.Among, t.TraitsOfTarget)
"""What asks for things of a card that the cards a selector means do not tell."""
_SECRET = c.Trait("Secret")
_IN_PRINT = (c.Kind, c.Named, c.Trait, c.Compare, c.Number, c.All, c.AnyOf, c.Not)
"""Terms that what is printed on a card tells."""
