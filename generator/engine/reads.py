"""What each evaluator reads of a sentence: the constructions that it knows and, of their fields, the words, where it does not know all.

What a module dispatches by is taken from there; terms of the core are judged or refused (`selecting`). Who says anything else is not run, and does
not load (`not-run`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from generator.engine.attack import BARS, JOIN_BARS, JOINS, SOURCES, SPARES
from generator.engine.cards import ANOTHER_MASTER, IN_DEFENSE, WHILE_LINKED
from generator.engine.deluxe import specials
from generator.engine.inwo import arrows
from generator.engine.inwo.effects import EFFECTS, FAMILIES, attacks, strikes
from generator.engine.selecting import POINTS, QUALITIES
from generator.engine.situation import TOLD_BY_SCENE
from generator.language import tree as t
from generator.meaning import core as c

Reads = Mapping[type, Mapping[str, Collection[Any]]]
"""By construction: of fields that hold words of which not all are known, those that are; what a field is without a word is always known."""


def _all(*kinds: type) -> Reads:
    return {kind: {} for kind in kinds}


_NUMBERS = ("Power", "Global Power", "Power and Global Power", "Power and Resistance", "Resistance", "printed Power", "printed Resistance")
_MONEY = ("Income", "Transferable Power")
_LASTING = (WHILE_LINKED, IN_DEFENSE, ANOTHER_MASTER)
_DONE = (*BARS, *JOIN_BARS["helper"], *JOIN_BARS["opponent"])
_JOINING = ("attack", *JOINS["helper"], *JOINS["opponent"])
_PLAYERS = ("you", "your rivals", "any player")
_PARTS = _all(t.Pick, t.Some, t.Each, t.EachOfTarget, t.TraitsOfTarget, t.EitherAttack)

SUM: Reads = {
    **_all(
        t.BonusTo, t.DefenseOf, t.StatAgainst, t.SurgePlot, t.PowerPlot, t.ConversionPlot, t.AlignmentWeight, t.CountsAs, t.Ignores, t.ImmunityOf,
    ),
    t.Bonus: {"included": ()}, t.StatChange: {"stat": (*_NUMBERS, *_MONEY), "alone": (), "least": (), "until": _LASTING},
    t.StatSet: {"stat": _NUMBERS, "until": _LASTING}, t.StatEqual: {"stat": _NUMBERS, "source": SOURCES, "until": _LASTING},
    t.Becomes: {"until": _LASTING}, t.AlignmentsOf: {"until": _LASTING}, t.NoEffect: {"until": ()},
    t.MayJoin: {"deed": _JOINING, "free": ()}, t.MayNot: {"deed": _DONE, "what": (), "who": _PLAYERS, "until": ()},
    t.Cannot: {"deed": SPARES, "until": ()}, t.Immunity: {"abilities": (), "until": ()},
    t.Treat: {"may": ("must",), "who": ("every player",), "these": ("Fanatic and Fanatic", "its Fanatic and its master's Fanatic"),
        "those": ("identical",), "attacks": ()},
}
"""What the attack sum reads of what cards say as long as they are in play."""
DELUXE: Reads = {
    **SUM, **_PARTS,
    t.Attacks: {"quality": QUALITIES, "included": ()}, t.Some: {"count": ("all",)}, t.Thing: {"what": POINTS},
    t.Ability: {"when": (), "also": (), "may": ()},
    **_all(*specials.EFFECTS),
    **_all(
        t.Pay, t.SpendAction, t.Collect, t.Upkeep, t.MakePrivileged, t.CancelSpecial, t.LoseTurn, t.AllowDestroy, t.Draw, t.ChangeAlignment,
        t.Participation, t.DrawStep, t.FreeTransfer, t.SpecialGoal, t.GoalSavesYou, t.ControlGroups, t.TotalStat, t.AllAlignments, t.TotalMoney, t.DestroyGroups,
        t.SecretChoice,
    ),
}
"""What the sum and the table of Deluxe read."""

_BARRED = (*_DONE, "gain puppets", "gain alignments", "gain alignments or attributes", "use special abilities", "receive Action tokens",
    "have Action tokens")
_SPARED = (*SPARES, "looked at", "affected", "lost", "hidden", "discarded", "given away", "killed", "taken over automatically", "moved", "unlinked",
    "stolen", "removed", "exposed", "Devastated", "revived", "revived once it is killed", "returned to play")
_TABLE: Reads = {**_PARTS, **_all(t.Attacks, t.PaysFor, t.OnRoll, t.OnAtMost, t.That, t.Cards)}
INWO: Reads = {
    **SUM, **_TABLE, **_all(*FAMILIES),
    **_all(
        t.TargetLike, t.NotHeld, t.Tokens, t.DrawEachTurn, t.HandLimit, t.Limit, t.Standing, t.Granted, t.InGame, t.PowerAgainst, t.SpecialGoal,
        t.GoalCard, t.Both, t.ControlGroups, t.AllAlignments, t.DestroyGroups, t.DestroyAndControl, t.Score, t.DestroyIlluminati, t.DestroyKind,
        t.OtherGoal, t.CountsFor, t.NeedsFor, t.NoGoal, t.Bonus, t.Immunity, t.Ability,
    ),
    t.Attacks: {"quality": (*QUALITIES, "Instant", "Assassination", "Disaster", "Assassination or Disaster")}, t.Thing: {"what": POINTS},
    t.StatChange: {"stat": _NUMBERS, "least": (), "until": _LASTING}, t.StatSet: {"stat": _NUMBERS, "until": (*_LASTING, "attack")},
    t.MayJoin: {"deed": (*_JOINING, "interfere in")},
    t.MayNot: {"deed": (*_BARRED, "use", "be given"), "what": ("their automatic takeover", "that attack"), "who": _PLAYERS, "until": ()},
    t.Cannot: {"deed": _SPARED}, t.Treat: {"these": ("Fanatic and Fanatic", "its Fanatic and its master's Fanatic", "its Fanatic and any other Fanatic")},
    t.Defenses: {"attacks": ("Assassinations",)}, t.TotalStat: {"stat": ("Power",)}, t.TotalInPlay: {"stat": ("Power",)},
}
"""What the sum and the tables of INWO and SubGenius read of what holds as long as a card is in play, of families of Plots, and of Goals."""
_USED: Reads = {
    **_TABLE, **_all(*EFFECTS), **_all(t.Thing),
    **{kind: {"stat": (*_NUMBERS, arrows.ARROWS)} for kind in (t.StatChange, t.StatSet, t.StatEqual)},
    t.MayNot: {
        "deed": (*_BARRED, "draw", "play", "aid the target of", "interfere in", "win by their Special Goals"),
        "what": ("Plots", "Plots or Groups", "that attack", "that Plot", "any duplicate of that Plot"), "who": (*_PLAYERS, "one rival", "that player"),
    },
    t.Cannot: {"deed": _SPARED},
    t.Treat: {"these": (
        "the alignment modifiers that hurt you", "all opposite alignments of the target", "any Corporate Group", "any Government Group",
    )},
}
_COSTS = _all(t.AnyCost, t.ActionsOf, t.DiscardCost, t.Cards, t.Price)
_PARTS_OF_INWO: Mapping[tuple[type, str], Reads] = {
    (t.Ability, "timing"): {**INWO, **_all(t.OnCard, t.OnAttack, t.OnDeed, t.Duplicate, t.AsSoonAs, t.With, t.Attacks)},
    (t.Ability, "costs"): _COSTS, (t.Freeze, "cost"): _COSTS,
    (t.Ability, "effects"): _USED, (t.Ability, "also"): _all(t.Rider),
    (t.Zap, "ban"): {**_PARTS, t.MayNot: {
        "deed": ("play", "take over", "take control of", "control"), "what": ("Assassinations or Disasters",), "who": ("the victim",),
    }},
}
"""The parts of a sentence that other code reads than the whole."""


ON_ATTACKS = frozenset({
    *SUM, *attacks.EFFECTS, *strikes.EFFECTS, *strikes.FAMILIES, t.NoMasterBonus, t.Participation, t.AllowDestroy, t.ChangeAlignment,
    t.ChangeAlignments, t.Paralysis, t.Freeze,
}) - {t.Cancel, t.RollFor, t.IfThen}
"""The constructions that change the strength of an attack, who may take part, or immunity."""
_OF_DELUXE = (c.Turn("you", "income"), c.Just("Special played"))
"""Moments that come on no table of INWO."""


def _told(node: Any, parent: Any) -> bool:
    """What must be so of a construction besides, on a table of INWO: a ban on use is one of the automatic takeover or of the use of Groups, one on
    playing and drawing binds the player who says so, and what somebody does with cards is told by what they are."""
    match node:
        case t.MayNot(what="that Plot" | "any duplicate of that Plot"):
            return True
        case t.MayNot(deed="use", what=what):
            return what == "their automatic takeover" or isinstance(what, c.Test)
        case t.MayNot(deed="draw") | t.MayNot(what="Plots"):
            return node.who == "you"
        case t.MayNot(deed="play"):
            return isinstance(parent, t.Zap)
        case t.NoGoal(who=who, how=how):
            return isinstance(who, c.Cards) or how in ("as not destroyed", "as destroyed with its changed alignments")
        case t.MayJoin(deed="interfere in"):
            return not node.free
        case t.Cards(what=what, place=place, state=state) if isinstance(parent, t.OnDeed):
            return (not place or what == c.PLOT) and (state is None or parent.deed in ("look at", "expose"))
    return True


def unread(sentence: Any, game: str) -> tuple[str, ...]:
    """What no code of a game reads of a sentence that has been lowered: constructions (`NotHeld`), words (`Standing.rule: …`) and terms."""
    return tuple(_unread(sentence, DELUXE if game == "deluxe" else INWO, None, game == "deluxe"))


def _unread(node: Any, reads: Reads, parent: Any, deluxe: bool) -> Iterator[str]:
    name = type(node).__name__
    if type(node).__module__ == c.__name__:
        if isinstance(node, TOLD_BY_SCENE) or node == c.Number("tokens") if deluxe else node in _OF_DELUXE:
            yield f"{name}: {node}"
    elif type(node) not in reads:
        yield name
        return
    elif not (deluxe or _told(node, parent)):
        yield f"{name}: {', '.join(_words(node))}"
    known = reads.get(type(node), {})
    for field in dataclasses.fields(node):
        value = getattr(node, field.name)
        inner = reads if deluxe else _PARTS_OF_INWO.get((type(node), field.name), reads)
        for each in value if isinstance(value, tuple) else (value,):
            if dataclasses.is_dataclass(each):
                yield from _unread(each, inner, node, deluxe)
            elif field.name in known and each not in known[field.name] and each != field.default:
                yield f"{name}.{field.name}: {each}"


def _words(node: Any) -> Iterator[str]:
    """The words of a construction itself."""
    for field in dataclasses.fields(node):
        value = getattr(node, field.name)
        yield from (each for each in (value if isinstance(value, tuple) else (value,)) if isinstance(each, str) and each)
