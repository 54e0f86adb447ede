"""Lines about Goals, made at random: each leans toward one Goal, so that Goals are met too, and cards come up in turn,
so that each does.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import cycle
from typing import Any

from generator.engine.cards import Card
from generator.engine.goal_line import CHOICES, FEWEST, GoalLine, choices_of, chooses_in_secret, is_goal_card
from generator.engine.inwo.victory import kills_for_no_goal
from generator.engine.line import alignments_in
from generator.engine.ruleset import Ruleset
from generator.language import nodes
from generator.language import tree as t
from generator.meaning.core import combinations


def traits_asked(card: Card, dead: bool) -> set[str]:
    """The alignments and attributes that the Goals of a card ask of controlled Groups, or of destroyed ones."""
    found: set[str] = set()
    for clause in card.clauses:
        for node in (
            nodes(clause.sentence) if isinstance(clause.sentence, t.GoalCard | t.SpecialGoal | t.CountsFor) else ()
        ):
            parts = (
                [node.victims]
                if isinstance(node, t.DestroyAndControl) and dead
                else [node.groups]
                if isinstance(node, t.DestroyAndControl | t.ControlGroups | t.TotalInPlay) and not dead
                else [node.groups]
                if isinstance(node, t.DestroyKind) and dead
                else [node.what]
                if isinstance(node, t.CountsFor) and not isinstance(node.what, str)
                else []
            )
            found |= {name for part in parts for each in combinations(part) for name in each}
    return found


class Lines:
    """Lines of one game; the same for the same seed. `links` are lines in which many cards lie linked to few."""

    def __init__(self, its: Ruleset, cards: list[Card], seed: int, *, links: bool = False) -> None:
        self.its, self.links, game = its, links, its.game
        self.game, self.cards, self.chance = (
            game,
            [card for card in cards if card.game == game],
            random.Random(f"{game} {seed}"),
        )
        self.alignments = alignments_in(self.cards)
        self.killers = [
            each.slug for each in self.cards if each.slug in ("world-war-three", "car-bomb") or kills_for_no_goal(each)
        ]
        self.turns = {
            "illuminati": cycle(self.of("illuminati")),
            "group": cycle(self.of("group")),
            "dead": cycle(self.of("group")),
            "resource": cycle(self.of("resource") or [None]),
            "goal": cycle([card for card in self.of("plot") if is_goal_card(card)] or [None]),
            "link": cycle(
                [card for card in self.of("resource") + [each for each in self.of("plot") if self.lies(each)]] or [None]
            ),
            "nwo": cycle([card for card in self.of("plot") if card.nwo] or [None]),
            "rival": cycle(self.of("group")),
        }

    def of(self, kind: str) -> list[Card]:
        """The cards of a kind, shuffled."""
        found = [card for card in self.cards if card.kind == kind]
        self.chance.shuffle(found)
        return found

    @staticmethod
    def lies(card: Card) -> bool:
        """Whether a Plot is one that lies linked to a card."""
        return any(
            isinstance(node, t.PowerPlot | t.ConversionPlot | t.Paralysis)
            or (isinstance(node, t.Act) and node.verb == "link this card to")
            for clause in card.clauses
            if clause.sentence
            for node in nodes(clause.sentence)
        )

    def some(
        self, what: str, count: int, taken: set[str], wanted: set[str] = frozenset(), strong: bool = False
    ) -> list[Card]:
        """So many cards that lie nowhere yet, more of those with one of these traits, or with much Transferable
        Power.
        """
        found: list[Card] = []
        for _ in range(count * 15):
            if len(found) == count:
                break
            card = next(self.turns[what])
            fits = card is not None and (
                not wanted or wanted & {*card.alignments, *card.attributes} or self.chance.random() < 0.04
            )
            fits = fits and (not strong or (card.transferable or 9) > 2 and card.transferable != 0)
            if fits and card.slug not in taken:
                taken.add(card.slug)
                found.append(card)
        return found

    def __iter__(self) -> Iterator[GoalLine]:
        while True:
            yield self.line()

    def line(self) -> GoalLine:
        """One line."""
        chance, words = self.chance, self.its.of_goals("words")
        own = next(self.turns["illuminati"])
        taken = {own.slug}
        values: dict[str, Any] = {"players": chance.randint(FEWEST, self.its.most_players)}
        goals = self.some("goal", chance.choice((0, 1, 1, 1, 2, 3)), taken) if "goals" in words else []
        leading = chance.choice([own, *goals])
        if "written" in words and chooses_in_secret(own):
            leading = chance.choice([card for card in self.of("illuminati") if not chooses_in_secret(card)])
            values["written"] = leading.slug
        strong = chance.random() < 0.3
        groups = self.some("group", chance.choice((0, 1, 3, 6, 9, 12, 15)), taken, traits_asked(leading, False), strong)
        dead = self.some("dead", chance.choice((0, 0, 2, 4, 6, 9)), taken, traits_asked(leading, True))
        if chance.random() < 0.4 and "illuminati" in self.its.of_goals("victims"):
            dead += self.some("illuminati", chance.randint(1, 3), taken)
        values["goals"] = tuple(card.slug for card in goals)
        values["destroyed"] = tuple(self.destroyed(card) for card in dead)
        if "rivals" in words:
            values["rivals"] = tuple(
                card.slug
                for card in self.some("rival", chance.choice((0, 0, 2, 5)), taken, traits_asked(leading, False))
            )
            values["resources"] = tuple(card.slug for card in self.some("resource", chance.choice((0, 0, 1, 3)), taken))
            values["under"] = tuple(
                (card.slug, chance.choice(groups[:at]).slug)
                for at, card in enumerate(groups)
                if at and chance.random() < 0.4
            )
            hosts = [*(card.slug for card in groups), *values["rivals"], own.slug]
            if self.links:
                hosts = chance.sample(hosts, min(len(hosts), 4))
            count = chance.choice((3, 6, 9, 12) if self.links else (0, 1, 2, 4))
            values["link"] = tuple((card.slug, chance.choice(hosts)) for card in self.some("link", count, taken))
        if "nwo" in words:
            orders = self.some("nwo", chance.choice((0, 0, 1, 3)), taken)
            values["nwo"] = tuple(
                f"{card.slug}+{chance.choice(CHOICES)}" if choices_of(card) else card.slug for card in orders
            )
            values["devastated"] = tuple(
                card.slug for card in groups if card.subtype == "place" and chance.random() < 0.1
            )
            values["paralyzed"] = tuple(card.slug for card in groups if chance.random() < 0.05)
            values["helped"] = tuple(card.slug for card in self.some("illuminati", chance.choice((0, 0, 1)), taken))
        if "bereft" in words:
            values["bereft"] = chance.random() < 0.3
            if values["bereft"] and chance.random() < 0.7:
                groups, values["under"], values["link"] = [], (), ()
            values["slack"] = chance.choice((0, 1, 2, 3, 5))
        if "eliminated" in words:
            found = self.some("illuminati", chance.choice((0, 1)), taken) or (
                self.of("illuminati")[:1] if self.game == "subgenius" else []
            )
            values["eliminated"] = tuple(card.slug for card in found if chance.random() < 0.5)
        if "money" in words:
            values["money"] = chance.choice((0, 20, 149, 150, 300))
        values["groups"] = tuple(card.slug for card in groups)
        changed = [card for card in (*groups, *dead) if card.kind == "group" and chance.random() < 0.15]
        values["align"] = tuple(
            (card.slug, tuple(name for name in self.alignments if chance.random() < 0.25)) for card in changed
        )
        values["power"] = tuple(
            (card.slug, chance.randint(5 if strong else 0, 12))
            for card in groups
            if chance.random() < (0.6 if strong else 0.1)
        )
        values["agreed"] = chance.choice((None, None, None, None, 3, 8, 15))
        return GoalLine(self.game, own.slug, **{key: value for key, value in values.items() if key in words})

    def destroyed(self, card: Card) -> str:
        """A destroyed card, and at times whose it was and what did it."""
        parts = [card.slug]
        if self.game != "deluxe":
            parts += [self.chance.choice(("own", "nobody"))] if self.chance.random() < 0.2 else []
            parts += [self.chance.choice(self.killers)] if self.chance.random() < 0.2 else []
        return "+".join(parts)
