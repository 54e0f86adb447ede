"""What cards have to do with each other, computed from the selectors of their sentences.

A selector is taken for what it says about cards in print: whose they are, where they are and under which master changes
from turn to turn. So `your other Weird Groups` and `rivals' Weird Groups` are both Weird Groups here.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from typing import Any

from msgspec import Struct

from generator.catalog.catalog import selected
from generator.catalog.records import CardRecord, Game
from generator.engine.cards import Card
from generator.language import phrase
from generator.language import tree as t

RELATED: dict[str, dict[str, str]] = {
    "Cards that help it": {
        "BonusTo.what": "gives/give a bonus to attacks by {}",
        "BoostOne.what": "gives/give a bonus to attacks by {}",
        "With.what": "adds/add to attacks by {}",
        "WithHelp.who": "adds/add to attacks by {}",
        "DefenseOf.who": "helps/help to defend {}",
        "Immunity.who": "makes/make {} immune",
        "Granted.who": "gives/give an ability to {}",
        "Cannot.who": "protects/protect {}",
        "SurgePlot.who": "strengthens/strengthen {}",
        "PowerPlot.who": "strengthens/strengthen {}",
        "MayJoin.what>Attacks.by": "may join attacks by {}",
        "MayJoin.what>Attacks.joined": "may join attacks by {}",
        "MayJoin.who": "lets/let {} join attacks",
        "Assassination.helper": "can be helped by {}",
        "Disaster.helper": "can be helped by {}",
        "Links.what": "links/link to {}",
        "GiveTokens.who": "gives/give Action tokens to {}",
        "ReloadPlot.who": "gives/give Action tokens to {}",
        "Tokens.who": "gives/give Action tokens to {}",
        "ActionsOf.who": "can be paid for by {}",
        "ConversionPlot.payers": "can be paid for by {}",
        "Paralysis.payers": "can be paid for by {}",
        "PaysFor.who": "pays/pay for actions of {}",
    },
    "Cards that work against it": {
        "Bonus.target": "gives/give a bonus against {}",
        "Bonus.target of defense": "defends/defend better against {}",
        "CountsAs.target": "gives/give a bonus against {}",
        "BonusTo.what>Attacks.on": "gives/give a bonus to attacks on {}",
        "BoostOne.what>Attacks.on": "gives/give a bonus to attacks on {}",
        "With.what>Attacks.on": "adds/add to attacks on {}",
        "WithHelp.what>Attacks.on": "adds/add to attacks on {}",
        "DefenseOf.against": "defends/defend against {}",
        "StatAgainst.attackers": "resists/resist {}",
        "Immunity.attackers": "is/are immune to {}",
        "ImmunityOf.whose": "ignores/ignore the immunity of {}",
        "ImmunityOf.attackers": "ignores/ignore immunity to {}",
        "Cannot.by": "protects/protect from {}",
        "StatChange.against": "changes/change numbers while it faces {}",
        "StatSet.against": "changes/change numbers while it faces {}",
        "StatEqual.against": "changes/change numbers while it faces {}",
        "MayJoin.what>Attacks.on": "may join attacks on {}",
        "MayNot.who": "forbids/forbid {} something",
        "MayNot.what": "limits/limit what may be done to {}",
        "Disaster.target": "can strike {}",
        "PowerAgainst.target": "can strike {}",
        "InstantAttack.target": "can strike {}",
        "LoseTokens.who": "takes/take Action tokens from {}",
        "Paralysis.who": "paralyzes/paralyze {}",
        "Freeze.who": "freezes/freeze {}",
        "Freeze.canceled": "cancels/cancel actions of {}",
        "Cancel.whose": "cancels/cancel actions of {}",
        "OnAttack.what>Attacks.on": "acts/act on attacks on {}",
    },
    "Goals that count it": {
        "ControlGroups.groups": "counts/count {} toward a goal",
        "TotalInPlay.groups": "counts/count {} toward a goal",
        "DestroyAndControl.groups": "counts/count {} toward a goal",
        "CountsFor.what": "counts/count {} toward a goal",
        "NoGoal.who": "counts/count {} in another way toward goals",
        "DestroyAndControl.victims": "counts/count {}, destroyed, toward a goal",
        "DestroyKind.groups": "counts/count {}, destroyed, toward a goal",
        "CountsFor.groups": "counts/count as {} toward a goal",
        "Fate.goals": "counts/count toward the goal of {}",
    },
    "Cards that change or mention it": {
        "names": "names/name {}",
        "Ability.upon": "can be played on {}",
        "With.what>Attacks.not_by": "makes/make an exception for {}",
        "StatChange.who": "changes/change the numbers of {}",
        "StatSet.who": "changes/change the numbers of {}",
        "StatEqual.who": "changes/change the numbers of {}",
        "Each.of": "grows/grow with {}",
        "EachOfTarget.of": "grows/grow with {}",
        "OnAtMost.of": "grows/grow with {}",
        "Becomes.who": "changes/change the alignments or attributes of {}",
        "AlignmentsOf.who": "changes/change the alignments or attributes of {}",
        "ChangeAlignments.who": "changes/change the alignments or attributes of {}",
        "MayJoin.what": "may aid, oppose or attack {}",
        "MayNot.unless": "makes/make an exception for {}",
        "Cannot.unless": "makes/make an exception for {}",
        "Immunity.unless": "makes/make an exception for {}",
        "TargetLike.like": "counts/count as {} for Disasters",
        "Fate.who": "decides/decide what happens to {}",
        "Put.what": "moves/move {}",
        "Controls.what": "asks/ask whether somebody controls {}",
        "InPlay.who": "asks/ask whether {} is in play",
        "TakesPart.who": "asks/ask whether {} takes part",
        "About.what": "asks/ask for Plots about {}",
        "Note.what": "notes/note {} in secret",
        "OneOf.what": "asks/ask for {}",
        "OnCard.what": "acts/act when something happens to {}",
        "OnCard.by": "acts/act when {} do something",
        "OnDeed.what": "acts/act when something happens to {}",
        "OnAttack.what": "acts/act on attacks by {}",
        "Groups.master": "asks/ask for puppets of {}",
        "Attacks.on": "has/have to do with attacks on {}",
        "Attacks.either": "has/have to do with attacks by or on {}",
        "Attacks.by": "has/have to do with attacks by {}",
        "Attacks.joined": "has/have to do with attacks by {}",
    },
}
"""The headings of related cards, and what such a card does to those that its selector means, by its place:
singular/plural verb.
"""
WAYS = {place: way for ways in RELATED.values() for place, way in ways.items()}
HEADINGS = {way: heading for heading, ways in RELATED.items() for way in ways.values()}

OTHERWISE = "has/have to do with {}"
*_, _REST = RELATED
_ORDER = {way: at for at, way in enumerate(dict.fromkeys(WAYS.values()))}
NEARLY_ALL = 0.75
Mark = tuple[str, t.Named | t.Groups]
"""A way and a selector that says only what is in print."""


class Saying(Struct, frozen=True):
    """A clause of a card that has such a selector."""

    card: Card
    clause: int
    text: str


class Line(Struct, frozen=True):
    """One thing that some cards do to all that a selector means: `way` of WAYS, and the selector in words."""

    way: str
    whom: str
    by: tuple[Saying, ...]

    @property
    def heading(self) -> str:
        """Below which heading of RELATED it belongs."""
        return HEADINGS.get(self.way, _REST)

    def does(self, count: int) -> str:
        """The rest of the sentence after so many cards: `give a bonus against Computer Groups`."""
        verb, _, rest = self.way.partition(" ")
        one, _, many = verb.partition("/")
        return f"{one if count == 1 or not many else many} {rest.format(self.whom)}"


class Meant(Struct, frozen=True):
    """What a selector of a card means: in words, the cards, and the query that finds them (None where none can)."""

    words: str
    cards: tuple[Card, ...]
    query: str | None


class Interactions:
    """All that the sentences of these cards have to do with other cards of the same game.

    A selector that means nearly every Group of the game picks none: what is said of all says little of one.
    """

    def __init__(self, cards: Collection[CardRecord], games: Iterable[Game]) -> None:
        """`games` are those of the cards."""
        self._games = {game.id: game for game in games}
        self._cards: dict[str, list[Card]] = defaultdict(list)
        clauses = {record.card.id: record.clauses for record in cards}
        for record in cards:
            self._cards[record.card.game].append(record.card)
        self._picked: dict[tuple[str, t.Named | t.Groups], tuple[Card, ...]] = {}
        self._on: dict[str, list[Line]] = defaultdict(list)
        self._asked: dict[str, dict[t.Groups, None]] = defaultdict(dict)
        for game, those in self._cards.items():
            said: dict[Mark, dict[tuple[str, int], Saying]] = defaultdict(dict)
            for card in those:
                for clause in clauses[card.id]:
                    for way, core in marks(clause.sentence, clause.text):
                        said[way, core].setdefault((card.id, clause.number), Saying(card, clause.number, clause.text))
                        if isinstance(core, t.Groups):
                            self._asked[card.id][core] = None
            few = NEARLY_ALL * sum(card.kind == "group" for card in those)
            structural = [card for card in those if card.kind not in ("plot", "special")]
            named = {card.name: card for card in those}
            for core in {core for _, core in said}:
                if isinstance(core, t.Named):
                    self._picked[game, core] = tuple(named[name] for name in core.names if name in named)
                else:
                    meant = selected(core, structural)
                    self._picked[game, core] = meant if len(meant) <= few else ()
            for (way, core), sayings in sorted(said.items(), key=_by_way):
                line = Line(way, _in_words(core), tuple(sayings.values()))
                for card in self._picked[game, core]:
                    if any(saying.card.id != card.id for saying in line.by):
                        self._on[card.id].append(line)

    def on(self, card: Card) -> list[Line]:
        """What other cards do to this one, in the order of WAYS; in each way those first that name it."""
        return self._on.get(card.id, [])

    def of(self, card: Card) -> list[Meant]:
        """What the card's own selectors mean, apart from names, each once."""
        return [
            Meant(_in_words(core), meant, query_of(core, self._games[card.game]))
            for core in self._asked[card.id]
            if (meant := tuple(other for other in self._picked[card.game, core] if other.id != card.id))
        ]


def _by_way(item: tuple[Mark, object]) -> tuple[int, str, bool, str]:
    (way, core), _ = item
    return _ORDER.get(way, len(_ORDER)), way, isinstance(core, t.Groups), _in_words(core)


@cache
def _in_words(core: t.Named | t.Groups) -> str:
    return core.names[0] if isinstance(core, t.Named) else phrase(core)


# --- walking a sentence ---------------------------------------------------------------------------------------------


def marks(sentence: object, text: str) -> Iterator[Mark]:
    """Every selector of a sentence that picks out some cards, and what the sentence does to them.

    A name in brackets that no selector holds, in a note for instance, counts as named.
    """
    named: set[str] = set()
    for path, selector in _selectors(sentence, ()):
        if isinstance(selector, t.Named):
            named.update(selector.names)
        for core in () if _is_narrower(path, selector) else _cores(selector):
            yield _way(path), core
    for name in re.findall(r"\[([^\[\]]+)\]", text):
        if name not in named:
            yield WAYS["names"], t.Named((name,))


def _selectors(
    tree: object, path: tuple[tuple[object, str], ...]
) -> Iterator[tuple[tuple[tuple[object, str], ...], t.Named | t.Groups]]:
    if isinstance(tree, t.Named | t.Groups):
        yield path, tree
    if isinstance(tree, Struct):
        for name in tree.__struct_fields__:
            yield from _selectors(getattr(tree, name), (*path, (tree, name)))
    elif isinstance(tree, tuple):
        for item in tree:
            yield from _selectors(item, path)


def _is_narrower(path: tuple[tuple[Any, str], ...], selector: t.Named | t.Groups) -> bool:
    """Whether it only tells apart the targets of a Disaster that strikes not every Place."""
    return isinstance(selector, t.Groups) and any(
        isinstance(node, t.Disaster) and field == "against" and getattr(node.target, "traits", ())
        for node, field in path
    )


def _cores(selector: t.Named | t.Groups) -> Iterator[t.Named | t.Groups]:
    """What it says about cards in print; nothing where it takes any Group."""
    if isinstance(selector, t.Named):
        yield from (t.Named((name,)) for name in selector.names)
        return
    if selector.kind == "Group or Gadget Resource":
        selector = t.Groups((("Gadget",),), kind="Resource")
    kind = "Group" if selector.kind == "puppet" else selector.kind
    core = t.Groups(traits=selector.traits, numbers=selector.numbers, kind=kind, without=selector.without)
    everything: tuple[t.Noun, ...] = (
        "card",
        "Group or Resource",
        "Group or Illuminati",
        "Group, Illuminati or Resource",
    )
    if core not in (t.Groups(), *(t.Groups(kind=every) for every in everything)):
        yield core


def _way(path: tuple[tuple[Any, str], ...]) -> str:
    """The words of the innermost place that has some."""
    keys = [_key(node, field) for node, field in path]
    for at in range(len(keys) - 1, -1, -1):
        if keys[at] == "Act.what":
            verb, _, rest = path[at][0].verb.partition(" ")
            return " ".join((f"{verb}s/{verb}", *rest.split(), "{}"))
        inner = f"{keys[at]}>{keys[at + 1]}" if at + 1 < len(keys) else ""
        if inner in WAYS or (keys[at] in WAYS and keys[at].partition(".")[0] != "Attacks"):
            return WAYS[inner if inner in WAYS else keys[at]]
    return next((WAYS[key] for key in keys if key in WAYS), OTHERWISE)


def _key(node: object, field: str) -> str:
    name = f"{type(node).__name__}.{field}"
    return f"{name} of defense" if getattr(node, "reach", "") == "defense" and field == "target" else name


# --- the query of a selector ----------------------------------------------------------------------------------------

_KINDS = {
    "Group": "type:group",
    "Organization": "subtype:organization",
    "Personality": "subtype:personality",
    "Place": "subtype:place",
    "Place or Organization": "subtype:(place OR organization)",
    "Resource": "type:resource",
    "Group or Resource": "type:(group OR resource)",
    "Illuminati": "type:illuminati",
    "Group or Illuminati": "type:(group OR illuminati)",
    "Group, Illuminati or Resource": "type:(group OR illuminati OR resource)",
    "card": "type:(group OR resource OR illuminati)",
}
_STATS = {
    "Power": "power",
    "Transferable Power": "transferable",
    "Global Power": "global",
    "Resistance": "resistance",
    "Income": "income",
    "outgoing arrows": "arrows",
}


def query_of(core: t.Groups, game: Game) -> str | None:
    """The query of the card browser that finds what a selector means; None where the query language cannot say it."""
    traits = {name: "attribute" for name in game.attributes} | {name: "alignment" for name in game.alignments}
    stats = [_STATS.get(number.stat.removeprefix("printed ")) for number in core.numbers]
    asked = {*core.without, *(name for combination in core.traits for name in combination)}
    if core.kind not in _KINDS or not all(stats) or not asked <= traits.keys():
        return None

    def trait(name: str) -> str:
        return f"{traits[name]}:{name.lower()}"

    either = ["(" + " ".join(map(trait, each)) + ")" if len(each) > 1 else trait(each[0]) for each in core.traits]
    parts = [f"game:{game.id}", _KINDS[core.kind]]
    parts.append(f"({' OR '.join(either)})" if len(either) > 1 else "".join(either))
    parts += [f"NOT {trait(name)}" for name in core.without]
    for stat, number in zip(stats, core.numbers, strict=True):
        parts += (
            [f"{stat}{number.operator}{number.value}"]
            if number.most is None
            else [f"{stat}>={number.value}", f"{stat}<={number.most}"]
        )
    return " ".join(part for part in parts if part)
