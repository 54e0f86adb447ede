"""What the sum and the tables of INWO and SubGenius read of a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.engine.cards import WHILE_LINKED
from generator.engine.inwo import arrows
from generator.engine.inwo.effects import EFFECTS, FAMILIES
from generator.engine.reads import BARRED, JOINING, LASTING, NUMBERS, PARTS, PLAYERS, SUM, Reader, Reads, whole
from generator.engine.selecting import POINTS, QUALITIES
from generator.language import tree as t
from generator.meaning import core as c

_FORBIDDEN = (
    *BARRED,
    "get puppets",
    "gain alignments",
    "gain attributes",
    "use abilities",
    "get tokens",
    "keep tokens",
)
_TABLE: Reads = {**PARTS, **whole(t.Attacks, t.PaysFor, t.OnRoll, t.OnAtMost, t.That, t.Cards)}
READS: Reads = {
    **SUM,
    **_TABLE,
    **whole(*FAMILIES),
    **whole(
        t.TargetLike,
        t.NotHeld,
        t.Tokens,
        t.DrawEachTurn,
        t.HandLimit,
        t.Limit,
        t.Standing,
        t.Granted,
        t.InGame,
        t.PowerAgainst,
        t.SpecialGoal,
        t.GoalCard,
        t.Both,
        t.ControlGroups,
        t.AllAlignments,
        t.DestroyGroups,
        t.DestroyAndControl,
        t.Score,
        t.DestroyIlluminati,
        t.DestroyKind,
        t.OtherGoal,
        t.CountsFor,
        t.NeedsFor,
        t.NoGoal,
        t.Bonus,
        t.Immunity,
        t.Ability,
    ),
    t.Attacks: {"quality": (*QUALITIES, "Instant", "Assassination", "Disaster")},
    t.Thing: {"what": POINTS},
    t.StatChange: {"stat": NUMBERS, "least": (), "until": LASTING},
    t.StatSet: {"stat": NUMBERS, "until": (*LASTING, "attack")},
    t.MayJoin: {"deed": (*JOINING, "interfere")},
    t.MayNot: {"deed": (*_FORBIDDEN, "use", "be given"), "what": ("takeover", "attack"), "who": PLAYERS, "until": ()},
    t.Cannot: {},
    t.Treat: {"these": ("Fanatics", "its master's Fanatic", "any Fanatic")},
    t.Defenses: {"attacks": ("Assassination",)},
    t.TotalStat: {"stat": ("Power",)},
    t.TotalInPlay: {"stat": ("Power",)},
}
"""What they read of what holds as long as a card is in play, of families of Plots, and of Goals."""
_USED: Reads = {
    **_TABLE,
    **whole(*EFFECTS),
    **whole(t.Thing, t.OnlyIn),
    **{kind: {"stat": (*NUMBERS, *arrows.ARROWS)} for kind in (t.StatChange, t.StatSet, t.StatEqual)},
    t.MayNot: {
        "deed": (*_FORBIDDEN, "draw", "play", "interfere", "win", "all but defense"),
        "what": ("Plots", "cards", "attack", "Plot", "duplicates"),
        "who": (*PLAYERS, "one rival", "that player"),
    },
    t.Cannot: {},
    t.Treat: {"may": ("may",), "these": ("harmful", "opposite", "Corporate", "Government")},
}
_COSTS = whole(t.AnyCost, t.ActionsOf, t.DiscardCost, t.Cards, t.Price)
_OTHERS: Mapping[tuple[type, str], Reads] = {
    (t.Ability, "timing"): {
        **READS,
        **whole(t.OnCard, t.OnAttack, t.OnDeed, t.Duplicate, t.AsSoonAs, t.With, t.Attacks),
    },
    (t.Ability, "costs"): _COSTS,
    (t.Freeze, "cost"): _COSTS,
    (t.Ability, "effects"): _USED,
    (t.Zap, "ban"): {
        **PARTS,
        t.MayNot: {
            "deed": ("play", "control", "take"),
            "what": ("strikes",),
            "who": ("that rival",),
        },
    },
}
"""The parts of a sentence that other code reads than the whole."""


_OF_DELUXE = (c.Turn("you", "income"), c.Just("Special played"), c.DuringAttack(rolled=True))
"""Moments that come on no table of INWO."""


def _told(node: Any, parent: Any) -> bool:
    """What must be so of a construction besides, on a table of INWO: a ban on use is one of the automatic takeover or
    of the use of Groups, one on playing and drawing binds the player who says so, and what somebody does with cards is
    told by what they are. Who attacks or defends reads two Fanatics as he likes, nobody else. A Plot adds to one
    Group's Power, one card takes the place of another, and what a Plot changes as long as it lies there and what it
    changes otherwise isn't told apart. Nobody pays with a rival's Group, and what lies under a card is captured only
    with it; whoever makes another discard cards chooses them, and says so.
    """
    match node:
        case t.Treat(may=may, these="any Fanatic", attacks=attacks):
            either = attacks.either if attacks is not None else None
            return may == "may" and either is not None and c.Belongs("you") in c.demands(either)
        case t.SurgePlot(who=who):
            return who.count == 1
        case t.Put(what=t.Cards(count=count), where=c.Arrow()):
            return count == 1
        case t.Ability(effects=effects, use=c.Use(plays=True)):
            long = {each.until for each in effects if hasattr(each, "until")}
            return WHILE_LINKED not in long or len(long) == 1
        case t.They(verb="discards", cards=t.Cards(place=(), state=None, quantity=None)):
            return False
        case t.PaysFor(who=who):
            return c.Belongs("rival") not in c.demands(who)
        case t.Ability(timing=t.OnCard(happens=happens), effects=effects):
            fates = (each for each in effects if isinstance(each, t.Fate) and c.In("under") in c.demands(each.who))
            return "captured" in happens or all(each.fate != "captured" for each in fates)
        case t.MayNot(what="Plot" | "duplicates"):
            return True
        case t.MayNot(deed=("use",), what=what):
            return what == "takeover" or (isinstance(what, c.All) and c.In("under") in what.members)
        case t.MayNot(deed=("draw",)) | t.MayNot(what="Plots"):
            return node.who == "you"
        case t.MayNot(deed=("play",)):
            return isinstance(parent, t.Zap)
        case t.NoGoal(who=who, how=how):
            return isinstance(who, c.Cards) or not {"never destroyed", "as changed"}.isdisjoint(how)
        case t.MayJoin(deed=deed):
            return not (node.free and deed == ("interfere",) or node.bonus and set(deed) & set(c.ATTACKS))
        case t.Cards(what=what, place=place, state=state) if isinstance(parent, t.OnDeed):
            return (not place or what == c.PLOT) and (state is None or parent.deed in (("look at",), ("expose",)))
    return True


unread = Reader(READS, _OF_DELUXE.__contains__, _OTHERS, _told).unread
