"""What the tables of INWO and SubGenius run of a sentence: the constructions that they know, with their words, by where in a sentence they stand.

A sentence runs when everything in it is read. Words come from the registries of the engine where it has some; those that it asks for one by one
are listed here, and a test looks for each of them in its code.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from generator.engine.attack import BARS, ELEVEN, JOIN_BARS, JOINS, NO_AGENTS, NO_AGENTS_AGAINST, SEVERAL, SOURCES, SPARES
from generator.engine.cards import (
    ANOTHER_MASTER,
    ANY_SIDE,
    ANY_SIDE_OF_YOURS,
    IN_DEFENSE,
    OPEN_SIDE,
    OVER_PERSONALITIES,
    UNDER_PERSONALITY,
    WHILE_LINKED,
)
from generator.engine.inwo import board, holdings, memory, tokens, turns
from generator.engine.inwo.arrows import ARROWS
from generator.engine.inwo.effects import EFFECTS, FAMILIES, cards, events, state
from generator.engine.inwo.effects.abilities import CONSOLES
from generator.engine.inwo.hands import AS_PLOT
from generator.engine.selecting import POINTS
from generator.language import tree as t
from generator.meaning import LOWERED, lexicon

Words = Mapping[str, Collection[Any]]
"""Of the fields of a construction that hold words, those of which not all are known, with the words that are."""
Reads = Mapping[type, Words]
"""The constructions that are known; of fields without an entry, whatever they say."""

_ALL: Words = {}
_NUMBERS = (
    "Power", "Global Power", "Resistance", "printed Power", "printed Resistance", "Power and Global Power", "Power and Resistance",
)
_PLOTS = ("hostile Plots", "Magic Plots", "Plots against it", "the tax of [I.R.S.]", board.PURGED)
_BANNED = (*BARS, *JOIN_BARS["helper"], *JOIN_BARS["opponent"], "gain puppets", "gain alignments",
    "gain alignments or attributes", "use special abilities", "receive Action tokens", "have Action tokens")
_SPARED = (
    *SPARES, "looked at", "affected", "lost", "hidden", "discarded", "given away", "killed", "taken over automatically", "moved", "unlinked",
    "stolen", "removed", "exposed", "Devastated", "revived", "revived once it is killed", "returned to play",
)
BY_RULE = (
    "but cannot spend both in one attack", "it cannot spend two tokens in one attack", "the Goals of the killer no longer count it", "each Group that interferes spends its own action",
    "played this way, this card is not an NWO and does nothing else", "this card then makes no attack of its own",
    "it stays in its Power Structure", "others cannot interfere", "that rival may look at it first", "name that rival now or when they try",
    "it does not change who else may join", "it stays linked", "as not destroyed", "as destroyed with its changed alignments", "just played", "looked at",
    "affected", "it must be legal, paid for and used at once", "you may copy a Goal only if it wins at once", "nothing can save the copy",
    "you choose the side of the new arrow", "the first player to claim that card gets it",
    "they come from the hand first if the hand paid, otherwise from the deck alone, and they pay for nothing",
)
"""Words that say what every table does anyway: a card takes part once in an attack, who is back in play counts for nobody, who interferes
spends an action, a Group that moves stays in its structure, a linked Plot lies with no New World Orders and stays linked, a Plot played with an
attack makes none itself, a revival is no attack, who loses a card sees it, an ability is used when its player likes, what is read otherwise changes the sum alone, what was discarded is not destroyed, Goals count what is so then,
and what is discarded untaken was played. A copy is a play of its own, which leaves no card behind. The side of an arrow is said with the play,
plays have an order, and what is of the type paid with is looked for where the payment came from."""
_FOR_NOW = (None, ANOTHER_MASTER, IN_DEFENSE, WHILE_LINKED)
_JOINING = ("attack", *JOINS["helper"], *JOINS["opponent"], "interfere in")

_EVERYWHERE: Reads = {
    **dict.fromkeys(LOWERED, _ALL), t.Pick: _ALL, t.Some: _ALL, t.Attacks: _ALL, t.EitherAttack: _ALL,
    t.Each: _ALL, t.EachOfTarget: _ALL, t.TraitsOfTarget: _ALL, t.Thing: {"what": POINTS},
}
"""Which cards and attacks are meant, and what is counted; what is LOWERED is a term of the core, which an evaluator runs or refuses."""

STANDING: Reads = {
    **_EVERYWHERE,
    t.Attacks: {"quality": ("", "privileged", "Instant", "not Instant", "Assassination", "Disaster", "Assassination or Disaster", "any")},
    t.Bonus: _ALL, t.BonusTo: _ALL, t.DefenseOf: _ALL, t.StatAgainst: _ALL,
    t.StatChange: {"stat": _NUMBERS, "least": (None,), "until": _FOR_NOW},
    t.StatSet: {"stat": _NUMBERS, "until": (*_FOR_NOW, "for that attack")}, t.StatEqual: {"stat": _NUMBERS, "source": SOURCES, "until": _FOR_NOW},
    t.Becomes: {"until": _FOR_NOW}, t.AlignmentsOf: {"until": _FOR_NOW}, t.NoEffect: {"until": (None,)},
    t.AlignmentWeight: _ALL, t.CountsAs: _ALL, t.TargetLike: _ALL, t.Ignores: _ALL, t.ImmunityOf: _ALL,
    t.MayJoin: {"deed": _JOINING, "what": ("that attack",)},
    t.MayNot: {
        "deed": (*_BANNED, "use", "be given"), "what": (None, "their automatic takeover", "that attack"),
        "who": (None, "you", "your rivals", "any player"),
    },
    t.Cannot: {"deed": _SPARED},
    t.Treat: {"these": ("Fanatic and Fanatic", "its Fanatic and its master's Fanatic", "its Fanatic and any other Fanatic")},
    t.NotHeld: _ALL,
    t.Immunity: {"attackers": _PLOTS},
    t.Tokens: {"limit": (None, SEVERAL, tokens.NO_DESTRUCTION, *BY_RULE)},
    t.DrawEachTurn: _ALL, t.HandLimit: _ALL, t.Limit: _ALL, t.Links: _ALL,
    t.Standing: {"rule": (
        "any number of copies may be in play", "any number of copies may be in play under different names", tokens.CARRY_OVER,
        turns.BACK_TO_HAND, turns.SHOWN_FIRST, NO_AGENTS_AGAINST, NO_AGENTS, ELEVEN,
        OVER_PERSONALITIES, UNDER_PERSONALITY, "its alignments count for no Goal", ANY_SIDE, OPEN_SIDE,
        ANY_SIDE_OF_YOURS, turns.WITH_RIVALS, AS_PLOT,
    )},
    t.Granted: _ALL, t.InGame: _ALL,
    t.Ability: {"timing": lexicon.MOMENTS.keys() - {"in your Income step", "after another Special is played"}},
    **dict.fromkeys(FAMILIES, _ALL), t.Defenses: {"attacks": ("Assassinations",)}, t.PowerAgainst: _ALL,
    t.Zap: {"rule": (None, board.NO_POSITION, holdings.PLOTS_INSTEAD, holdings.DRAWN_EXPOSED, CONSOLES)},
    t.SpecialGoal: _ALL, t.GoalCard: _ALL, t.Both: _ALL, t.ControlGroups: _ALL, t.TotalStat: {"stat": ("Power",)},
    t.TotalInPlay: {"stat": ("Power",)}, t.AllAlignments: _ALL, t.DestroyGroups: _ALL, t.DestroyAndControl: _ALL, t.Score: _ALL,
    t.DestroyIlluminati: _ALL, t.DestroyKind: _ALL, t.OtherGoal: _ALL, t.CountsFor: _ALL, t.NeedsFor: _ALL,
    t.NoGoal: {"how": ("for no Goal", "for no Goal when it is destroyed", "as not destroyed", memory.AS_THEN, *BY_RULE)},
}
"""What holds as long as a card is in play, the families of Plots, and Goals."""

ZAPPED: Reads = {
    **_EVERYWHERE,
    t.MayNot: {"deed": ("play", "take over", "take control of", "control"), "what": ("Assassinations or Disasters",), "who": ("the victim",)},
}
"""What a Zap forbids its victim."""

TIMING: Reads = {
    **_EVERYWHERE,
    t.OnCard: _ALL, t.OnAttack: _ALL, t.OnDeed: _ALL, t.Duplicate: _ALL, t.AsSoonAs: _ALL, t.With: _ALL,
    t.Cards: {"place": (None, "of yours", "from a rival's hand"), "quantity": (None, "any number", "several"), "state": (None, "hidden")},
}
"""The event that an ability waits for."""

PRICE: Reads = {
    **_EVERYWHERE,
    t.AnyCost: _ALL, t.ActionsOf: _ALL, t.DiscardCost: _ALL, t.Cards: _ALL, t.Price: _ALL,
}
"""What an ability costs."""

RIDER: Reads = {
    t.Rider: {"what": (
        "only 1 in play", "only 1 in play for each player", "only 1 for each Group", "not on an Illuminati", "not with Assassinations or Disasters",
        "not in a two-player game", "not a puppet of a rival's Illuminati", "not a Goal", "not for a killed Personality",
        "at least 1 Group that pays shares an alignment with that Group", "not opposite to its own alignments", "1 each turn", "once each attack",
        "each rival once each turn", "each rival once in the game", "at most 1 token for each Group", "it is linked to this card", "only 1 at a time",
        "other players' Groups may pay too", "it costs no action", "you have 10 seconds to look", "you have 30 seconds to search",
        "the owner of the linked card chooses the Personality", "only while it makes, aids or opposes an attack", *BY_RULE,
    )},
}
"""The limits that an ability sets itself."""

_UNTIL = (None, *state.UNTIL)
EFFECT: Reads = {
    **_EVERYWHERE,
    **dict.fromkeys(EFFECTS, _ALL), t.PaysFor: _ALL, t.OnRoll: _ALL, t.OnAtMost: _ALL, t.That: _ALL,
    t.Cards: _ALL,
    t.Thing: {"what": (
        *POINTS, "card discarded", "Plot discarded", "card removed from the game", "Action token spent",
        "point of printed Power of the discarded cards", "copy that you get",
    )},
    t.Do: {"verb": (*cards._VERBS, "shuffle")},
    t.They: {
        "verb": (
            *cards._THEIRS, "may shuffle", "picks", "may play", "must play at once or discard", "returns", "takes over",
            "gives you", "shows you",
        ),
        "who": (
            "rival", "each rival", "every player", "that player", "its owner", "any player", "the attacker", "the defender", "he", "the victim",
            "highest rival",
        ),
    },
    t.GiveTokens: {"when": (None, "at once")},
    t.StatChange: {"stat": (*_NUMBERS, ARROWS), "alone": (False,), "until": _UNTIL}, t.StatSet: {"stat": (*_NUMBERS, ARROWS), "until": _UNTIL},
    t.StatEqual: {"stat": _NUMBERS, "source": (*SOURCES, "2 dice minus 2", "the Power of the captured Group"), "until": _UNTIL},
    t.MayNot: {
        "deed": (*_BANNED, "draw", "play", "aid the target of", "interfere in", "win by their Special Goals"),
        "what": (None, "Plots", "Plots or Groups", "that attack", "that Plot", "any duplicate of that Plot"),
        "who": (None, "you", "your rivals", "any player", "one rival", "that player"),
    },
    t.MayJoin: {"deed": (*_JOINING, "aid its side in"), "what": ("that attack",)},
    t.Cannot: {"deed": _SPARED}, t.Immunity: {"attackers": _PLOTS},
    t.Treat: {"these": (
        "the alignment modifiers that hurt you", "all opposite alignments of the target", "any Corporate Group", "any Government Group",
    )},
    t.Cancel: {"what": (
        None, "that Plot", "that Assassination", "that Disaster", "that Zap", "that Attribute Freeze", "that action", "that ability",
        "that attempt", "that draw", "that takeover", "all attacks of Media Groups announced so far", "all hostile Plots just played on it",
    )},
    t.Outcome: {"outcome": (
        "fails", "succeeds", "is no longer privileged", "is Instant", "is not Instant", "is an Assassination", "can devastate but not destroy", "is lost",
        "cannot be changed again", "counts as Magic", "can become neither Instant nor privileged", "has no other result",
    )},
    t.Act: {"verb": (*state._DEEDS, "name", "attack", "attack to control")},
    t.Fate: {"fate": (
        "destroyed", "killed", "destroyed for good", "discarded", "lost", "Devastated", "only Devastated", "relieved", "out of the game for good",
        "captured", "uncontrolled", "not destroyed", "revived", "no longer counted as destroyed", "unlinked", "paralyzed", "exposed",
        "relieved at the start of its owner's next turn",
    )},
    t.Happens: {"event": (*events._EVENTS, "you stay in the game until the end of that turn", *events.FOR_PLAYERS)},
}
"""What happens when an ability is used."""


# --- what a single word does not tell ---------------------------------------------------------------------------------------


def _ban(node: t.MayNot, parent: Any) -> bool:
    """A ban on the automatic takeover is one on its use; on playing and drawing, one on the player who says so."""
    if node.deed == "use":
        return node.what == "their automatic takeover" or isinstance(node.what, t.Groups)
    if node.what in ("that Plot", "any duplicate of that Plot"):
        return True
    if node.deed == "draw" or node.what == "Plots":
        return node.who == "you"
    return node.deed != "play" or isinstance(parent, t.Zap)


_TOLD: Mapping[type, Callable[[Any, Any], bool]] = {
    t.MayNot: _ban,
    t.NoGoal: lambda node, parent: isinstance(node.who, t.Ref) or node.how in ("as not destroyed", "as destroyed with its changed alignments"),
    t.MayJoin: lambda node, parent: not node.free or node.deed != "interfere in",
    t.Cards: lambda node, parent: not isinstance(parent, t.OnDeed) or (
        (node.place is None or node.what == "Plot") and (node.state is None or parent.deed in ("look at", "expose"))
    ),
}
"""What must be so of a construction besides, of itself and of the one that it stands in."""
_PARTS: Mapping[tuple[type, str], Reads] = {
    (t.Ability, "timing"): TIMING, (t.Ability, "costs"): PRICE, (t.Ability, "effects"): EFFECT,
    (t.Ability, "also"): RIDER, (t.Zap, "ban"): ZAPPED, (t.Freeze, "cost"): PRICE,
}
"""The parts of a sentence that other code reads than the whole."""


def unread(node: Any, reads: Reads = STANDING, parent: Any = None) -> Iterator[str]:
    """What no code reads of a sentence: constructions (`NotHeld`) and words (`Standing.rule: may be placed on an open arrow of any rival`)."""
    name, words = type(node).__name__, reads.get(type(node))
    if words is None:
        yield name
        return
    if not _TOLD.get(type(node), lambda node, parent: True)(node, parent):
        yield f"{name}: {', '.join(_said(node))}"
    for field in dataclasses.fields(node):
        value, known = getattr(node, field.name), words.get(field.name)
        for each in value if isinstance(value, tuple) else (value,):
            if dataclasses.is_dataclass(each):
                yield from unread(each, _PARTS.get((type(node), field.name), reads), node)
            elif isinstance(each, tuple):
                continue
            elif known is not None and each not in known and each != field.default:
                yield f"{name}.{field.name}: {each}"


def _said(node: Any) -> Iterator[str]:
    """The words of a construction itself."""
    for field in dataclasses.fields(node):
        value = getattr(node, field.name)
        yield from (str(each) for each in (value if isinstance(value, tuple) else (value,)) if isinstance(each, str) and each)
