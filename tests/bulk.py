"""Positions by the thousand: legal or not, drawn by a plain seeded random and aimed at what hardly ever counts by
chance.

Each second position and more is led by something that a card says: the card stands where that counts, and around it
stand cards of which it speaks. `tests/strategies.py` draws fewer and odder ones.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from generator.engine import instant
from generator.engine.answers import AGAINST, helps_either, is_used, may_be_used
from generator.engine.attack import PURSES
from generator.engine.cards import Card
from generator.engine.line import alignments_in
from generator.engine.position import Position
from generator.language import KINDS, nodes
from generator.language import tree as t
from generator.meaning import core as c
from tests.strategies import ATTACK_SENTENCES, _masters, _may_mean, _stages, whose, without_opposites

MORE = 4_000


class Deck:
    """The cards of a game as positions need them, and what they say of attacks: for positions by the thousand."""

    def __init__(self, cards_: Sequence[Card]):
        self.cards = tuple(cards_)
        self.playable = [card for card in cards_ if card.kind in ("group", "illuminati")]
        self.groups = [card for card in self.playable if card.kind == "group"]
        self.lying = [card for card in cards_ if card.kind in ("resource", "plot")]
        self.resources = [card for card in cards_ if card.kind == "resource"]
        self.orders = [card for card in cards_ if card.nwo]
        self.specials = [card for card in cards_ if card.kind == "special"]
        self.strikers = [card for card in cards_ if instant.nature_of(card) is not None]
        self.places = [card for card in self.groups if card.subtype == "place"]
        self.persons = [card for card in self.groups if card.subtype == "personality"]
        self.by_name = {card.name: card for card in cards_}
        self.known = {card.slug: card for card in cards_}
        self.may_play = dict.fromkeys(card.slug for card in self.playable)
        self.may_strike = {card.slug for card in self.strikers}
        self.names = tuple(name.lower() for name in alignments_in(cards_))
        self.leads = [
            (card, clause.sentence, f"clause {card.id}#{number}{' True' if may_be_used(clause) else ''}")
            for card in cards_
            for number, clause in enumerate(card.clauses, 1)
            if isinstance(
                clause.sentence,
                (*ATTACK_SENTENCES, t.SurgePlot, t.PowerPlot, t.ConversionPlot, t.Ability, t.Standing, t.TargetLike),
            )
            and (not isinstance(clause.sentence, t.Ability) or card.kind in ("plot", "special") or may_be_used(clause))
            and (not isinstance(clause.sentence, t.Standing) or clause.sentence.rule in ("no agents", "weak agents"))
        ]
        self.meant = {
            id(sentence): [card for card in self.playable if _may_mean(sentence, card)] for _, sentence, _ in self.leads
        }

    def of_selector(self, selector: Any) -> list[Card]:
        """The cards that a selector may mean, as far as the cards alone can tell."""
        return (
            [card for card in self.playable if _may_mean(t.Immunity(selector), card)]
            if isinstance(selector, c.All | c.Kind | c.Named)
            else []
        )


def positions(
    cards_: Sequence[Card], count: int, seed: int, fired: Mapping[str, int], wanted: Collection[str]
) -> Iterator[Position]:
    """`count` positions over these cards, three of four led by something that a card says: half of them by what is
    `wanted` and has not `fired` up to now, by its name there, as long as there is such a thing; then up to MORE that
    are led by that alone.
    """
    deck, chance = Deck(cards_), Random(seed)
    missing: list[tuple[Card, Any, str]] = []
    for number in range(count + MORE):
        if number % 100 == 0:
            missing = [lead for lead in deck.leads if lead[2] in wanted and not fired.get(lead[2])]
        if number >= count and not missing:
            return
        aimed = number >= count or (missing and number % 2)
        lead = chance.choice(missing if aimed else deck.leads) if number % 4 or number >= count else None
        yield _drawn(chance, deck, lead[:2] if lead else None)


def _drawn(chance: Random, deck: Deck, lead: tuple[Card, Any] | None) -> Position:
    """A position around what a card says, or around nothing."""
    taken: set[str] = set()
    of: dict[str, list[str]] = {
        key: []
        for key in ("attacker", "target", "aid", "against", "with", "rival", "over", "third", "link", "play", "nwo")
    }
    kind, at = chance.choice(KINDS), chance.choice((None, "hand", 0, 1, 1, 2, 2, 3))

    def lay(role: str, card: Card | None) -> None:
        if card is not None and card.slug not in taken:
            taken.add(card.slug)
            of[role].append(card.slug)

    def some_of(cards_: Sequence[Card], most: int) -> list[Card]:
        return [chance.choice(cards_) for _ in range(chance.randint(0, most))] if cards_ else []

    on, under = "", None
    if lead is not None:
        speaker, sentence = lead
        meant, linked = deck.meant[id(sentence)] or deck.playable, any(node == c.LINKED for node in nodes(sentence))
        role, spoken_of = chance.choice(_stages(sentence))
        spoken = getattr(getattr(sentence, "timing", sentence), "what", sentence)
        kind = chance.choice((not isinstance(spoken, c.Kind) and getattr(spoken, "kinds", None)) or KINDS)
        families = _families(sentence) if deck.strikers else set()
        if isinstance(sentence, t.Standing | t.TargetLike):
            role, at = chance.choice(("target", "rival")) if isinstance(sentence, t.Standing) else "target", 2
            families = families if isinstance(sentence, t.Standing) else {"disaster"}
        if families and speaker.slug not in deck.may_strike:
            family = chance.choice(sorted(families))
            lay("attacker", chance.choice([card for card in deck.strikers if card.subtype == family]))
            role = role if role != "attacker" else "with"
            spoken_of = "target"
            fitting, kind_of_group = (
                (deck.persons, "personality") if family == "assassination" else (deck.places, "place")
            )
            meant = [card for card in meant if card.kind == "group" and card.subtype == kind_of_group] or fitting
        if whose(sentence) == "rival" or role == "rival":
            at = at if isinstance(at, int) and at else chance.choice((1, 2, 3))
        under_it = c.MasterOf(c.THIS) in nodes(sentence)
        over_it = any(
            node == c.HasMaster(c.THIS) or isinstance(node, c.PuppetsOf | c.HasPuppet) for node in nodes(sentence)
        )
        if over_it or under_it:
            at = at if isinstance(at, int) else chance.choice((0, 1, 2))
        if speaker.slug in deck.may_strike and not isinstance(getattr(sentence, "timing", None), t.With):
            lay("attacker", speaker)
            spoken_of = "target"
            meant = {"assassination": deck.persons, "disaster": meant}.get(speaker.subtype or "", meant)
        elif speaker.kind in ("plot", "special") or (speaker.kind == "resource" and linked and chance.randrange(8)):
            on = speaker.slug
            taken.add(on)
        elif speaker.kind == "resource" and not isinstance(sentence, t.TargetLike):
            lay(chance.choice(("with", "rival") if isinstance(at, int) else ("with",)), speaker)
        elif over_it and role != "attacker" and chance.randrange(4):
            under = speaker.slug
            taken.add(under)
        elif isinstance(at, int) and under_it and chance.randrange(4):
            lay("over", speaker)
        else:
            lay(role, speaker)
        for name in (
            dict.fromkeys(name for node in nodes(sentence) if isinstance(node, c.Named) for name in node.names)
            if chance.randrange(3)
            else ()
        ):
            found = deck.by_name.get(name)
            if found is not None and found.kind in ("group", "illuminati", "resource"):
                lay(chance.choice(("with", "rival") if isinstance(at, int) else ("with",)), found)
        for attacks in (node for node in nodes(sentence) if isinstance(node, t.Attacks)):
            if not of["attacker"] and (by := deck.of_selector(attacks.by)):
                lay("attacker", chance.choice(by))
            if not of["target"] and (struck := deck.of_selector(attacks.on)):
                lay("target", chance.choice(struck))
        if spoken_of in ("attacker", "target", "aid", "against") and not of[spoken_of]:
            lay(spoken_of, chance.choice(meant))
        elif meant:
            lay(chance.choice(("with", "aid", "rival" if isinstance(at, int) else "with")), chance.choice(meant))
    if not of["attacker"]:
        struck = deck.strikers and kind == "destroy" and not chance.randrange(4)
        lay("attacker", chance.choice(deck.strikers if struck else deck.playable))
    by_plot = bool(of["attacker"]) and of["attacker"][0] in deck.may_strike
    if not of["target"]:
        pool = deck.groups if chance.randrange(12) else deck.playable
        if by_plot and chance.randrange(4):
            pool = chance.choice((deck.persons, deck.places))
        lay("target", chance.choice(pool))
    if not of["attacker"] or not of["target"]:
        return _drawn(chance, deck, None)
    attacker, target = of["attacker"][0], of["target"][0]
    if not by_plot and not chance.randrange(40) and all(card.slug != target for card in deck.resources):
        target = attacker
    controlled = isinstance(at, int)
    for card in some_of(deck.playable, 2):
        lay("aid", card)
    for card in some_of([*deck.playable, *deck.resources], 2):
        lay("with", card)
    for card in some_of([*deck.playable, *deck.resources], 2) if controlled else ():
        lay("rival", card)
    for card in some_of(deck.playable, 1):
        lay("against", card)
        for other in some_of(deck.playable, 1) if controlled else ():
            lay("over", other)
        for other in some_of(deck.playable, 1):
            lay("third", other)
    if not controlled:
        of["with"] += of["rival"]
        of["rival"] = []
    play = deck.may_play
    if controlled and under is None and chance.randrange(3):
        masters = _masters(lead[1], deck.playable) if lead else []
        under = (
            chance.choice(masters)
            if masters
            else chance.choice([each for each in (*of["with"], *of["rival"]) if each in play] or [*play])
        )
        under = None if under == target else under
    for role, more in (("aid", ("rival", "third", "over")), ("against", ("with", "third", "over"))):
        for key in more:
            of[role] += [
                slug
                for slug in of[key]
                if slug in play and slug not in (*of["aid"], *of["against"]) and not chance.randrange(4)
            ]
    for role in ("aid", "against"):
        for slug in (attacker, target):
            if slug in play and slug not in (*of["aid"], *of["against"]) and not chance.randrange(8):
                of[role].append(slug)
    if under and under not in taken and not chance.randrange(2):
        of["against"].append(under)
        taken.add(under)
    around = tuple(slug for key in ("aid", "against", "with", "rival", "over", "third") for slug in of[key])
    there = [slug for slug in dict.fromkeys((attacker, target, under, *around)) if slug and slug in play]
    hosts = there or [*play]
    links, played, orders = [], [], []
    laid = [card for card in some_of(deck.lying, 2) if card.slug not in taken]
    for card in ([deck.known[on]] if on else []) + laid:
        if (
            card.slug in {slug for slug, _ in (*links, *played)} | set(orders)
            or (card.slug in taken and card.slug != on)
            or not hosts
        ):
            continue
        taken.add(card.slug)
        if card.kind == "special":
            played.append((card.slug, ""))
        elif card.kind == "plot" and is_used(card):
            played.append((card.slug, AGAINST if helps_either(card) and chance.randrange(2) else ""))
        elif card.nwo and chance.randrange(4):
            orders.append(card.slug)
        elif card.kind == "resource" or chance.randrange(2):
            links.append((card.slug, chance.choice(hosts)))
        else:
            played.append((card.slug, chance.choice((*hosts, *hosts, "", *deck.names))))
    for card in some_of(deck.specials, 2) if not chance.randrange(3) else ():
        if card.slug not in {slug for slug, _ in played}:
            played.append((card.slug, ""))
    orders += [card.slug for card in some_of(deck.orders, 2) if card.slug not in (*orders, *taken)]
    known = deck.known
    devastated = [slug for slug in there if known[slug].subtype == "place" and not chance.randrange(4)]
    changed = [slug for slug in there if known[slug].kind == "group"]
    rarely_ = not chance.randrange(4)
    lying = (attacker, target, *around, *(slug for slug, _ in links))
    usable = [slug for slug in dict.fromkeys(lying) if known[slug].kind != "plot" and is_used(known[slug])]
    often = (1,) if deck.cards[0].game == "deluxe" else (1, 1, 1, 2)
    return Position(
        known[attacker].game,
        "destroy" if by_plot else kind,
        attacker,
        target,
        aid=tuple(slug for slug in of["aid"] for _ in range(chance.choice(often))),
        against=tuple((slug, chance.choice((1, 1, 1, 2))) for slug in of["against"]),
        others=tuple(of["with"]),
        at=at,
        under=under,
        over=tuple(of["over"]),
        rival=tuple(of["rival"]),
        third=tuple(of["third"]),
        link=tuple(links),
        nwo=tuple(dict.fromkeys(orders)),
        spent=tuple((purse, chance.randint(1, 9)) for purse in PURSES if deck.specials and not chance.randrange(5)),
        play=tuple(f"{slug}+{host}" if host else slug for slug, host in played),
        ability=tuple(
            f"{slug}+{AGAINST}" if helps_either(known[slug]) and chance.randrange(2) else slug
            for slug in usable
            if chance.randrange(5)
        ),
        privileged=not chance.randrange(3),
        arrows=chance.choice((0, 1, 2)) if rarely_ else None,
        used=tuple((slug, 1) for slug in there if not chance.randrange(12)),
        align=tuple(
            (slug, without_opposites(name.capitalize() for name in deck.names if not chance.randrange(4)))
            for slug in changed
            if not chance.randrange(12)
        ),
        agents=chance.choice(((), (), (), (), ("for",), ("against",), ("for", "against"))),
        power=tuple(
            (slug, chance.choice((0, 2, 7))) for slug in dict.fromkeys((attacker, *there)) if not chance.randrange(12)
        ),
        devastated=tuple(devastated),
    )


def _families(sentence: Any) -> set[str]:
    """Of which kind the Plots are that attack, of which a sentence speaks."""
    said = " ".join(str(getattr(node, "included", None) or getattr(node, "quality", "")) for node in nodes(sentence))
    both = {"assassination", "disaster"}
    return both if "Instant" in said and "not" not in said else {each for each in both if each in said.lower()}
