"""The vocabulary of expectation lines: one subject, one question to what happened, one function.

A line of a scenario names one subject. Most subjects hold the expected value themselves (`needed: 4`); others say what
they are about and hold the value under a second key (`line: aid, amount: 4`; `owner: the-mafia, is: Ann`). Cards are
named by slug, players by name; MB, Power and so on are whole numbers.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct, field

from generator.catalog.catalog import selected
from generator.catalog.records import CardRecord
from generator.engine.cards import SIDES
from generator.engine.games import AnyPlayer, Unanswerable, hooks
from generator.engine.reading import PLAYABLE, printed
from generator.engine.record import Event
from generator.engine.situation import Ledger, Reason
from generator.engine.structure import Structure
from generator.engine.tables import AnyTable
from generator.language import ALIGNMENTS
from generator.language.which import ATTRIBUTES
from generator.rulings.world import World
from generator.structs import replace


class Scene(Struct, frozen=True):
    """What a subject is asked of: a position with its Ledger, a table after some plays, or the cards alone.

    `legal` and `reasons` belong to the attack of the position, or to the play after which the table is seen. `start` is
    the table before all plays.
    """

    world: World
    ledger: Ledger | None = None
    legal: bool | None = None
    reasons: tuple[Reason, ...] = ()
    table: AnyTable | None = None
    start: AnyTable | None = None
    events: tuple[Event, ...] = ()


class CheckedLine(Struct, frozen=True):
    """One expectation and what came out. `actual` is None and `why` says the reason where the question had no answer.

    `path` leads to the expected value in the scenario; `turn` is whose turn it is where the plays of `then` begin.
    """

    text: str
    settles: tuple[str, ...]
    expected: Any
    actual: Any
    ok: bool
    note: str = ""
    why: str = ""
    path: tuple[str | int, ...] = ()
    turn: str = ""


class Subject(Struct, frozen=True):
    """A question that a line can ask.

    `text` is the question for readers, with the other values of the line in braces. `ask` gets the scene, what the line
    is about, and the values of `also`. `key` holds the expected value, of type `answers`; empty when the subject itself
    does. `about` says what the subject names (card, player, source, reason, statement, alignment, count); `also` are
    further keys, each with the words it may have or what it names. `agree` compares expected and actual value.
    """

    name: str
    text: str
    ask: Callable[..., Any]
    answers: type | tuple[type, ...]
    key: str = ""
    about: str = ""
    also: Mapping[str, tuple[str, ...] | str] = field(default_factory=dict)
    agree: Callable[[Any, Any], bool] = operator.eq

    @property
    def keys(self) -> tuple[str, ...]:
        """All that a line with this subject says."""
        return (self.name, *self.also, *([self.key] if self.key else ()))


def same_things(expected: Any, actual: Any) -> bool:
    """Whether two lists hold the same, in any order; anything else must be equal."""
    if isinstance(expected, list) and isinstance(actual, list):
        return sorted(map(str, expected)) == sorted(map(str, actual))
    return bool(expected == actual)


def _among(expected: str, actual: list[str]) -> bool:
    return expected in actual


# --- attacks --------------------------------------------------------------------------------------------------------


def _ledger(scene: Scene) -> Ledger:
    if scene.ledger is None:
        raise Unanswerable("no attack has been announced")
    return scene.ledger


def _needed(scene: Scene) -> int | str:
    needed = _ledger(scene).needed
    return "never" if needed is None else needed


def _outcome(scene: Scene, name: str) -> int | str:
    """The highest roll with which a Plot's attack has this outcome: `killed`, `destroyed`, `devastates`, `destroys`."""
    ledger, table = _ledger(scene), scene.table
    known = table is not None and "limits" in hooks(table.rules.its).asked
    limits = _asked(scene, "limits", ledger) if known else None
    if limits is not None:
        if name not in limits:
            raise Unanswerable(f"this attack brings about {' or '.join(limits)}")
        limit = limits[name]
        return "never" if limit is None or limit < 2 else min(limit, ledger.fails_from - 1)
    needed = next((each.needed for each in ledger.outcomes if each.source == name), None)
    return "never" if needed is None else needed


def _legal(scene: Scene) -> bool:
    if scene.legal is None:
        raise Unanswerable("nothing was played")
    return scene.legal


def _reasons(scene: Scene) -> list[str]:
    """All that the broken requirements rest on."""
    broken = [reason for reason in scene.reasons if not reason.ok]
    return list(dict.fromkeys(short(name) for reason in broken for name in (reason.source, *reason.cites)))


_MARKER = re.compile(r"@\d+(?=#)")
"""What marks a sentence that holds for a while: `the-mafia@0#1`."""


def short(source: str) -> str:
    """A source as scenarios write it: the clause of a card without its set, `the-mafia#1`, for a while or not."""
    return _MARKER.sub("", source.partition("/")[2] or source)


def _privileged(scene: Scene) -> bool:
    table = _table(scene)
    if table.attack is None:
        raise Unanswerable("no attack is under way")
    found: bool = _asked(scene, "privileged")
    return found


# --- Power Structures and cards on the table ------------------------------------------------------------------------


def _table(scene: Scene) -> AnyTable:
    if scene.table is None:
        raise Unanswerable("there is no table")
    return scene.table


def _asked(scene: Scene, question: str, *given: Any) -> Any:
    """What the game of the table answers; cards are given by id. Raises Unanswerable where it knows nothing of it."""
    table = _table(scene)
    answer = hooks(table.rules.its).asked.get(question)
    if answer is None:
        raise Unanswerable(f"{question!r} cannot be asked on a table of {scene.world.title}")
    return answer(table, *given)


def _id(scene: Scene, slug: str) -> str:
    found = scene.world.card_id(slug)
    assert found is not None
    return found


def _slugs(scene: Scene, cards: Any) -> list[str]:
    return [_table(scene).book[card].slug for card in cards]


def _held(scene: Scene, slug: str) -> tuple[AnyPlayer, str]:
    """The player who controls a card, and its id."""
    owner = _table(scene).owner(_id(scene, slug))
    if owner is None:
        raise Unanswerable(f"{scene.world.name(slug)} is in no Power Structure")
    return owner, _id(scene, slug)


def _master(scene: Scene, slug: str) -> str:
    player, card = _held(scene, slug)
    master = player.structure.master(card)
    return "none" if master is None else _slugs(scene, [master])[0]


def _puppets(scene: Scene, slug: str) -> list[str]:
    player, card = _held(scene, slug)
    return _slugs(scene, player.structure.puppets(card).values())


def _in_structure(ask: Callable[[Structure, str], Any]) -> Callable[[Scene, str], Any]:
    """What is asked of the Power Structure in which a card lies."""

    def asked(scene: Scene, slug: str) -> Any:
        player, card = _held(scene, slug)
        return ask(player.structure, card)

    return asked


# --- players and the turn -------------------------------------------------------------------------------------------


def _bank(scene: Scene) -> int:
    found: int = _asked(scene, "bank") - _asked(replace(scene, table=scene.start), "bank")
    return found


# --- the cards themselves -------------------------------------------------------------------------------------------

FIELDS = (
    "name",
    "kind",
    "power",
    "transferable",
    "resistance",
    "income",
    "alignments",
    "arrows-in",
    "arrows-out",
    "abilities",
    "copies",
)


def _card(scene: Scene, slug: str, field: str) -> Any:
    """What a card says; on a table, what it says there and now."""
    record = scene.world.known[printed(slug)]
    card, alignments = record.card, record.card.alignments
    if scene.table is not None:
        card = scene.table.book[_id(scene, slug)]
        alignments = _asked(scene, "alignments", card.id)
    value = {
        "alignments": list(alignments),
        "arrows-in": int(card.arrow_in is not None),
        "arrows-out": len(card.arrows_out),
        "abilities": len(card.clauses),
        "copies": record.copies,
    }.get(field, getattr(card, field, None))
    return "none" if value is None else value


PILES: dict[str, Callable[[Any], bool]] = {
    "Illuminati": lambda card: card.kind == "illuminati",
    "Specials": lambda card: card.kind == "special",
    "Groups with special text": lambda card: card.kind == "group" and bool(card.clauses),
    "Groups with one inward arrow": lambda card: card.kind == "group" and card.arrow_in is not None,
    "Groups with 0 to 3 outward arrows": lambda card: card.kind == "group" and len(card.arrows_out) <= 3,
    "Groups without outward arrow": lambda card: card.kind == "group" and not card.arrows_out,
    "Groups with Power but no outward arrow": lambda card: bool(card.power) and not card.arrows_out,
}
"""What can be counted and no selector can say."""


def _says(*words: str) -> Callable[[CardRecord], bool]:
    return lambda record: any(word in clause.text for clause in record.card.clauses for word in words)


RECORDS: dict[str, Callable[[CardRecord], bool]] = {
    "cards with more than one copy": lambda record: record.copies > 1,
    "cards with a rarity": lambda record: record.collected,
    "Disasters, Assassinations and New World Orders": lambda record: (
        record.card.subtype in ("disaster", "assassination", "nwo")
    ),
    "cards about privileged attacks": _says("privileged"),
    "cards of the Plot deck but Illuminati": lambda record: record.card.kind == "plot",
    "cards of the Group deck": lambda record: record.card.kind in ("group", "resource"),
}
"""What can be counted of the cards as they are printed and sold; every copy counts."""


def records(world: World) -> Mapping[str, Callable[[CardRecord], bool]]:
    """The same, with the cards of each set."""
    found = dict(RECORDS)
    for each in world.catalog.sets:
        found |= _of_set(each.id, world.catalog.ruleset(each.game).called(each.id) or each.title)
    return found


def _of_set(name: str, called: str) -> Mapping[str, Callable[[CardRecord], bool]]:
    return {
        f"cards of {called}": lambda record: record.card.set == name,
        f"cards of {called} but Illuminati": lambda record: (
            record.card.set == name and record.card.kind != "illuminati"
        ),
        f"Illuminati of {called}": lambda record: record.card.set == name and record.card.kind == "illuminati",
    }


def _count(scene: Scene, what: str) -> int:
    """How many cards a pile or a selector means, every copy counted."""
    cards = scene.world.cards.values()
    printed = records(scene.world).get(what)
    if printed:
        return sum(record.copies for record in cards if printed(record))
    if what in PILES:
        return sum(record.copies for record in cards if PILES[what](record.card))
    return len(selected(what, scene.world.plain_cards))


# --- what the tables of some games know -------------------------------------------------------------------------------


def _of_game(
    name: str,
    text: str,
    answers: type | tuple[type, ...],
    *,
    key: str = "",
    about: str = "",
    also: Mapping[str, tuple[str, ...] | str] | None = None,
    agree: Callable[[Any, Any], bool] = operator.eq,
    question: str = "",
) -> Subject:
    """A subject that the hooks of a game answer, those that have a `question` of this name."""
    kinds = (about, *(also or {}).values())

    def ask(scene: Scene, *given: Any) -> Any:
        ids = [_id(scene, value) if kind == "card" else value for kind, value in zip(kinds, given, strict=False)]
        return _asked(scene, question or name, *ids)

    return Subject(name, text, ask, answers, key=key, about=about, also=also or {}, agree=agree)


NUMBERS = (
    "Power",
    "Global Power",
    "Resistance",
    "permanent Power",
    "permanent Global Power",
    "permanent Resistance",
    "printed Power",
)

_GOAL = {"goal": ("basic", "special")}
_BY_TABLE = (
    _of_game("tokens", "Action tokens on {tokens}", int, key="is", about="card"),
    _of_game("number", "{stat} of {number}", int, key="is", about="card", also={"stat": NUMBERS}),
    _of_game("trait", "{trait} is {what}", bool, key="is", about="card", also={"what": (*ALIGNMENTS, *ATTRIBUTES)}),
    _of_game(
        "alignments-of",
        "Alignments of {alignments-of}",
        list,
        key="are",
        about="card",
        agree=same_things,
        question="alignments",
    ),
    _of_game("hand", "Groups and Resources in the hand of {hand}", list, key="are", about="player", agree=same_things),
    _of_game("plots", "Plots in the hand of {plots}", list, key="are", about="player", agree=same_things),
    _of_game("exposed", "Exposed Plots of {exposed}", list, key="are", about="player", agree=same_things),
    _of_game("hidden-plots", "Hidden Plots of {hidden-plots}", int, key="is", about="player"),
    _of_game("resources", "Resources of {resources}", list, key="are", about="player", agree=same_things),
    _of_game("agents-of", "Agents that {agents-of} has", list, key="are", about="player", agree=same_things),
    _of_game("discards", "Discard pile of {discards}", list, key="are", about="player", agree=same_things),
    _of_game("destroyed", "Destroyed by {destroyed}", list, key="are", about="player", agree=same_things),
    _of_game("killed", "Killed by {killed}", list, key="are", about="player", agree=same_things),
    _of_game("plot-deck", "Plot deck of {plot-deck}", list, key="are", about="player"),
    _of_game("group-deck", "Group deck of {group-deck}", list, key="are", about="player"),
    _of_game("shared-plots", "The Plot deck of all", list),
    _of_game("shared-groups", "The Group deck of all", list),
    _of_game("discarded-plots", "The discarded Plots of all", list),
    _of_game("discarded-groups", "The discarded Group cards of all", list),
    _of_game("slack", "Action tokens on the Illuminati of {slack}", int, key="is", about="player"),
    _of_game("linked-to", "{linked-to} is linked to", str, key="is", about="card"),
    _of_game("links-of", "Linked to {links-of}", list, key="are", about="card", agree=same_things),
    _of_game("works", "The link of {works} has its effect", bool, key="is", about="card"),
    _of_game("devastated", "{devastated} is Devastated", bool, key="is", about="card"),
    _of_game("paralyzed", "{paralyzed} is Paralyzed", bool, key="is", about="card"),
    _of_game("in-play", "{in-play} is in play", bool, key="is", about="card"),
    _of_game("just-played", "{just-played} has just been played", bool, key="is", about="card"),
    _of_game("phase", "Phase of the turn", str),
    _of_game("roll", "The roll as it counts now", int),
    _of_game("nwos", "New World Orders in the order played", list),
    _of_game("counts", "{counts} counts toward the Basic Goal as", int, key="is", about="card"),
    _of_game("needs", "Cards that {needs} needs for the {goal} Goal", int, key="is", about="player", also=_GOAL),
    _of_game("may-hold", "Plots that {may-hold} may hold now", (int, str), key="is", about="player"),
    _of_game("sees", "{sees} knows which card {of} is", bool, key="is", about="player", also={"of": "card"}),
    _of_game("lies-under", "{lies-under} is under", str, key="is", about="card"),
    _of_game("noted", "What is noted under {noted}", str, key="is", about="card"),
    _of_game("drawing", "Cards that {drawing} has still to draw", int, key="is", about="player"),
)


_ALL = (
    Subject("strength", "Strength of the attack", lambda scene: _ledger(scene).strength, int),
    Subject("needed", "Needed on two dice, or less", _needed, (int, str)),
    Subject("ways", "Rolls of 36 that succeed", lambda scene: _ledger(scene).ways, int),
    Subject("odds", "Odds", lambda scene: f"{_ledger(scene).ways}/36", str),
    Subject("outcome", "Highest roll for which it {outcome}", _outcome, (int, str), key="needed", about="result"),
    Subject(
        "line",
        "{line}",
        lambda scene, name: sum(
            each.amount for each in _ledger(scene).lines if name in (short(each.source), each.label)
        ),
        int,
        key="amount",
        about="source",
    ),
    Subject("lines", "The whole sum", lambda scene: [[line.amount, line.label] for line in _ledger(scene).lines], list),
    Subject(
        "succeeds",
        "Succeeds on a roll of",
        lambda scene, asked: {roll: _ledger(scene).succeeds_on(int(roll)) for roll in asked},
        dict,
    ),
    Subject("legal", "Legal", _legal, bool),
    Subject("reason", "Because", _reasons, str, about="reason", agree=_among),
    Subject(
        "happens",
        "By the rule",
        lambda scene: list(dict.fromkeys(cite for event in scene.events for cite in event.cites)),
        str,
        about="statement",
        agree=_among,
    ),
    Subject("under-way", "An attack is under way", lambda scene: _table(scene).attack is not None, bool),
    Subject("privileged", "The attack is privileged", _privileged, bool),
    _of_game("owner", "{owner} is controlled by", str, key="is", about="card"),
    Subject("master", "Master of {master}", _master, str, key="is", about="card"),
    Subject("puppets", "Puppets of {puppets}", _puppets, list, key="are", about="card", agree=same_things),
    Subject(
        "distance",
        "Steps from {distance} to its Illuminati",
        _in_structure(Structure.distance),
        int,
        key="is",
        about="card",
    ),
    Subject(
        "side",
        "{side} is on this arrow of its master",
        _in_structure(lambda structure, card: structure.placements[card].side or "none"),
        str,
        key="is",
        about="card",
    ),
    Subject(
        "free-arrows",
        "Arrows of {free-arrows} without a puppet",
        _in_structure(lambda structure, card: len(structure.free_arrows(card))),
        int,
        key="is",
        about="card",
    ),
    Subject(
        "open-arrows",
        "Open arrows of {open-arrows}",
        _in_structure(lambda structure, card: len(structure.open_arrows(card))),
        int,
        key="is",
        about="card",
    ),
    _of_game("zone", "{zone} is in", str, key="is", about="card"),
    Subject(
        "uncontrolled",
        "Uncontrolled Groups",
        lambda scene: _slugs(scene, _table(scene).uncontrolled),
        list,
        agree=same_things,
    ),
    _of_game("deck", "Cards in the deck", int),
    _of_game("out-of-play", "Illuminati out of play", int),
    _of_game("treasury", "MB on {treasury}", int, key="is", about="card"),
    _of_game("money", "MB of {money} in all", int, key="is", about="player"),
    Subject("bank", "MB that went to the bank, less those that came from it", _bank, int),
    _of_game("income", "Income of {income}", int, key="is", about="card"),
    Subject(
        "size",
        "Cards in the Power Structure of {size}",
        lambda scene, player: len(_table(scene).player(player).structure),
        int,
        key="is",
        about="player",
    ),
    _of_game("specials", "Specials of {specials}", list, key="are", about="player", agree=same_things),
    _of_game(
        "specials-seen",
        "Specials of {specials-seen} as {by} sees them",
        list,
        key="are",
        about="player",
        also={"by": "player"},
        agree=same_things,
    ),
    _of_game("hidden", "The Illuminati of {hidden} is face down", bool, key="is", about="player"),
    _of_game("goal-written", "Goal that {goal-written} wrote down", str, key="is", about="player"),
    _of_game("goal-shown", "{goal-shown} has shown the Goal", bool, key="is", about="player"),
    _of_game("progress", "{progress} toward the {goal} Goal", int, key="is", about="player", also=_GOAL),
    Subject(
        "meets",
        "Goal {goal}, met by {meets}",
        lambda scene, player, goal: any(
            each.ok for each in _asked(scene, "standing", player) if short(each.source) == goal
        ),
        bool,
        key="is",
        about="player",
        also={"goal": "goal"},
    ),
    _of_game("score", "Score of {score}", int, key="is", about="player"),
    Subject(
        "out",
        "{out} is out of the game",
        lambda scene, player: _table(scene).player(player).out,
        bool,
        key="is",
        about="player",
    ),
    Subject("winners", "Winners", lambda scene: list(_table(scene).winners), list, agree=same_things),
    Subject("turn-of", "The turn belongs to", lambda scene: _table(scene).turn.player, str, about="player"),
    _of_game("step", "Step of the turn", str),
    _of_game("actions-left", "Actions left", int),
    _of_game("transfers-left", "Transfers left", int),
    Subject(
        "card",
        "{field} of {card}",
        _card,
        (int, str, list),
        key="is",
        about="card",
        also={"field": FIELDS},
        agree=same_things,
    ),
    Subject("count", "Number of {count}", _count, int, key="is", about="count"),
    Subject("alignments", "All alignments", lambda scene: list(scene.world.alignments), list, agree=same_things),
    Subject(
        "opposite",
        "Opposite of {opposite}",
        lambda scene, alignment: scene.world.rules.opposites.get(alignment, "none"),
        str,
        key="is",
        about="alignment",
    ),
    *_BY_TABLE,
)
_CARDS = (
    "puppets uncontrolled specials hand plots exposed resources agents-of discards destroyed killed plot-deck"
    " group-deck shared-plots shared-groups discarded-plots discarded-groups links-of nwos"
).split()
SAID: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(_CARDS, ("card",)),
    **dict.fromkeys(("master", "linked-to", "lies-under", "noted", "goal-written"), ("card", "none")),
    "owner": ("player", "none"),
    "winners": ("player",),
    "specials-seen": ("card", "face down"),
    "side": (*SIDES, "none"),
    "kind": PLAYABLE,
    "alignments": ("alignment",),
    "alignments-of": ("alignment",),
    "opposite": ("alignment", "none"),
    "needed": ("never",),
    "outcome": ("never",),
    "may-hold": ("any number",),
    "step": ("income", "draw", "actions", "transfers", "powers", "over"),
    "phase": ("plots", "groups", "takeover", "tokens", "main", "end", "claims"),
    "zone": (
        "structure",
        "uncontrolled",
        "resources",
        "hand",
        "plots",
        "specials",
        "agents",
        "plot deck",
        "group deck",
        "deck",
        "discard pile",
        "destroyed",
        "dead pile",
        "out of the game",
        "out of play",
        "nwos",
        "on the table",
        "linked",
        "under a card",
        "in the attack",
        "face down",
        "aside",
        "none",
    ),
}
"""The words that can come out, by subject or field of a card: `card`, `player`, `alignment` mean every name of one."""
SUBJECTS: dict[str, Subject] = {subject.name: subject for subject in _ALL}
"""Every subject by name, in the order of the reference."""
