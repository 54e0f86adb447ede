"""Every play of INWO and SubGenius, one record each. Its fields are the keys of a play in a scenario.

In data a play is a mapping: `do` names the play (the name in `PLAYS`), the other keys are the fields below, with cards
by slug, name or id: `{do: attack, attacker: russia, target: w-i-t-c-h, kind: control}`. `player` may be left out for
the player whose turn it is. Cards that spend an Action token are named in `by`, once for each token.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeGuard

from msgspec import field

from generator.engine.cards import Side
from generator.engine.inwo.table import Phase, Table
from generator.engine.reading import Arrangement, CardId, PlayerName
from generator.engine.record import Play, plays_in
from generator.language import ALIGNMENTS, ATTRIBUTES
from generator.structs import replace

# --- setting up -----------------------------------------------------------------------------------------------------


class LayIlluminati(Play, frozen=True, kw_only=True):
    """`do: lay-illuminati`.

    Put the Illuminati of a new game on the table face down; with the last one all are turned up.
    """


class Lead(Play, frozen=True, kw_only=True):
    """`do: lead`. Put the lead on the table face down; with the last one all are turned up. `side` is the Illuminati's
    arrow for it.
    """

    card: CardId
    side: Side | None = None


class Begin(Play, frozen=True, kw_only=True):
    """`do: begin`. Roll for the first turn: the total of each player, or of each that was tied."""

    rolls: Mapping[PlayerName, int]


# --- the turn -------------------------------------------------------------------------------------------------------


class DrawPlot(Play, frozen=True, kw_only=True):
    """`do: draw-plot`. Draw the Plot of the turn, which nobody must; of several, those still to come. `amount`: draw
    only so many of several at first.
    """

    amount: int | None = None


class DrawGroup(Play, frozen=True, kw_only=True):
    """`do: draw-group`. Draw the Group card of the turn, which nobody must. `amount`: as for `draw-plot`."""

    amount: int | None = None


class TakeOver(Play, frozen=True, kw_only=True):
    """`do: take-over`. The automatic takeover of a Group or Resource. `master` and `side`: the arrow for a Group (by
    default the first open one). `allowed: true`: the rival whose card asks for that lets it happen.
    """

    card: CardId
    master: CardId | None = None
    side: Side | None = None
    allowed: bool = False


class PlaceTokens(Play, frozen=True, kw_only=True):
    """`do: place-tokens`. Place Action tokens; the main phase begins."""


class Proceed(Play, frozen=True, kw_only=True):
    """`do: proceed`. Go on to a later phase of the turn (`to`), leaving out what lies between."""

    to: Phase


class Knock(Play, frozen=True, kw_only=True):
    """`do: knock`. The turn is over but for claims; in SubGenius these come first (`proceed` to `claims`, `finish`),
    and it begins the next turn.
    """


class ClaimVictory(Play, frozen=True, kw_only=True):
    """`do: claim`. Declare victory by these Goals: `basic`, `special`, or Goal cards by name."""

    goals: tuple[str, ...]


class Finish(Play, frozen=True, kw_only=True):
    """`do: finish`. Nobody answers the claims any more: somebody has won, or the next turn begins; in SubGenius the
    knock is left.
    """


class Leave(Play, frozen=True, kw_only=True):
    """`do: leave`. Drop out of the game."""


# --- any time -------------------------------------------------------------------------------------------------------


class Buy(Play, frozen=True, kw_only=True):
    """`do: buy`. Action tokens for a card from the top of a deck: `what` is `plot` or `group`."""

    by: tuple[CardId, ...]
    what: Literal["plot", "group"] = "plot"


class Use(Play, frozen=True, kw_only=True):
    """`do: use`. Play a Plot from the hand, or use an ability of a card in play: `card` is that card, `clause` the
    number of the ability where there are several.

    `on`: the cards that it is used on. `by`: cards that spend an Action token for it, once for each token, and +10
    Plots played with these actions (in an attack, each +10 Plot is a use of its own). `discard`: cards discarded as its
    price, all of them where there is a choice. `choose`: alignments, attributes or names chosen (before an alignment,
    `add`, `remove` or `reverse`; without it, one that the Group has is reversed and another added), `top` or `bottom`
    of a deck where the card offers both, or the number that a +10 Plot raises in defense. `whom`: the player it is used
    on. `option`: which of several things it does, from 1. `dice`: what was rolled for it; who cancels it next answers
    before the roll. `cancels`: the card whose play or action is to be canceled; of several actions of one card the
    last, or with `amount` the first (1), second and so on. `take`: cards that are drawn, taken, found or shown; what
    Arms Dealers takes and then hides, twice. `master`, `side` and `sides`: where a card goes in the Power Structure.
    `arrange`: the new Power Structure. `amount`: a number that may be chosen. `seconds`: how long it took, where a card
    sets a limit. A Paralyzed Group is freed by a use of the card that Paralyzes it, with its master or an Illuminati in
    `by`.
    """

    card: CardId
    clause: int | None = None
    on: tuple[CardId, ...] = ()
    by: tuple[CardId, ...] = ()
    discard: tuple[CardId, ...] = ()
    choose: tuple[str, ...] = ()
    whom: PlayerName | None = None
    option: int = 1
    dice: tuple[int, ...] = ()
    cancels: CardId | None = None
    take: tuple[CardId, ...] = ()
    master: CardId | None = None
    side: Side | None = None
    sides: Mapping[CardId, Side] = field(default_factory=dict)
    arrange: Arrangement | None = None
    amount: int | None = None
    seconds: int | None = None

    def as_read(self) -> Use:
        """What is chosen as cards have it, however data writes it."""
        return replace(self, choose=tuple(_CHOSEN.get(word, word) for word in self.choose))


_CHOSEN = {name.lower(): name for name in (*ALIGNMENTS, *ATTRIBUTES, "Power", "Resistance")}
"""Alignments, attributes and numbers as they may be chosen in data, and as cards have them."""


def uses(play: Play, card: str | None) -> TypeGuard[Use]:
    """Whether a play is a use of this card."""
    return isinstance(play, Use) and play.card == card


def actors(play: Play) -> tuple[str, ...]:
    """The cards whose action or ability a play is."""
    match play:
        case Use():
            return (play.card, *play.by)
        case Announce():
            return (play.attacker,)
        case Aid() | Oppose():
            return play.cards
        case Move():
            return play.by or (play.group,)
        case PlayResource() | Unzap() | Relief() | Give():
            return play.by
    return ()


def said(table: Table, play: Use) -> list[Any]:
    """What a card says of which a use may be."""
    return [
        clause.sentence
        for number, clause in enumerate(table.book[play.card].clauses, 1)
        if play.clause in (None, number)
    ]


class Substitute(Play, frozen=True, kw_only=True):
    """`do: substitute`. Another action (`by`) in place of one that was canceled, of several that powered the Plot or
    ability `card`.
    """

    card: CardId
    by: tuple[CardId, ...]


class Discard(Play, frozen=True, kw_only=True):
    """`do: discard`. Discard cards from the hand."""

    cards: tuple[CardId, ...]


class Return(Play, frozen=True, kw_only=True):
    """`do: return`. Put a card from the hand back into its deck, so many cards below the top (`depth`; by default at
    the bottom).
    """

    card: CardId
    depth: int | None = None


class DrawOn(Play, frozen=True, kw_only=True):
    """`do: draw-on`. Draw the next card of a draw of several that has begun (with `amount` a `use` or a draw of the
    turn draws only so many at first).
    """


class Expose(Play, frozen=True, kw_only=True):
    """`do: expose`. Lay a hidden Plot face up."""

    card: CardId


class ShowTo(Play, frozen=True, kw_only=True):
    """`do: show`. Show a hidden Plot to somebody (`whom`); it stays hidden."""

    card: CardId
    whom: PlayerName


class RemoveTokens(Play, frozen=True, kw_only=True):
    """`do: remove-tokens`. Take Action tokens off one's own cards, once for each time that a card is named."""

    cards: tuple[CardId, ...]


class Relief(Play, frozen=True, kw_only=True):
    """`do: relief`. Give Relief to a Devastated Place: the cards of `by` spend Action tokens, those of other players
    among them with their consent; +10 Plots for them are named there too.
    """

    place: CardId
    by: tuple[CardId, ...]


class Unzap(Play, frozen=True, kw_only=True):
    """`do: unzap`. An action of your Illuminati (`by`, which may be left out) removes every Zap from one player
    (`whom`).
    """

    whom: PlayerName
    by: tuple[CardId, ...] = ()


class Give(Play, frozen=True, kw_only=True):
    """`do: give`. Give cards to another player: from the hand, Resources, or Groups with all their puppets. An
    Illuminati, named once for each, stands for its Action tokens, where a card lets players give them.

    `gets` is what the other gives at once in exchange: the trade is binding; `owes` is what they give for it right
    then, as they choose, a `plot` or `group` card. A Group goes to `master` and `side` of the taker and costs the token
    of one card (`by`; of several Groups, one each in their order). `keep` are the linked Plots that stay where a player
    may have only one of them. `promise: true` is talk about later, which binds nobody.
    """

    to: PlayerName
    cards: tuple[CardId, ...] = ()
    gets: tuple[CardId, ...] = ()
    by: tuple[CardId, ...] = ()
    master: CardId | None = None
    side: Side | None = None
    sides: Mapping[CardId, Side] = field(default_factory=dict)
    keep: tuple[CardId, ...] = ()
    owes: Literal["", "plot", "group"] = ""
    consent: bool = True
    promise: bool = False


class RollOff(Play, frozen=True, kw_only=True):
    """`do: roll-off`. Roll two dice (`dice` is their total) for a card played at the same moment as another's; the high
    roll goes first.
    """

    card: CardId
    dice: tuple[int, ...]


class Say(Play, frozen=True, kw_only=True):
    """`do: say`. A promise, threat or agreement: always legal, changes nothing on the table."""

    text: str


# --- the Main Phase -------------------------------------------------------------------------------------------------


class Move(Play, frozen=True, kw_only=True):
    """`do: move`. Move a Group with its puppets to another arrow; one card spends its token (`by`)."""

    group: CardId
    master: CardId
    side: Side | None = None
    by: tuple[CardId, ...] = ()
    sides: Mapping[CardId, Side] = field(default_factory=dict)


class LinkTo(Play, frozen=True, kw_only=True):
    """`do: link`. Link a card to another, or to the own Illuminati, which ends a link."""

    card: CardId
    to: CardId


class PlayResource(Play, frozen=True, kw_only=True):
    """`do: play-resource`. An Illuminati action brings a Resource into play."""

    card: CardId
    by: tuple[CardId, ...] = ()


# --- attacks --------------------------------------------------------------------------------------------------------


class Announce(Play, frozen=True, kw_only=True):
    """`do: attack`. Announce an attack by a Group or Illuminati. `aid`: helpers that are announced with it. `agreed`:
    all players agree that the target is one of which a card leaves that to them. `playing`: a Plot or an ability
    without which the attack would be illegal; it is used next. One that gives the attack or brings back its target is
    used before, in a play of its own.
    """

    attacker: CardId
    target: CardId
    kind: Literal["control", "destroy"]
    aid: tuple[CardId, ...] = ()
    agreed: bool = False
    playing: CardId | None = None


class Aid(Play, frozen=True, kw_only=True):
    """`do: aid`. Cards spend one Action token each for the attack."""

    cards: tuple[CardId, ...]


class Oppose(Play, frozen=True, kw_only=True):
    """`do: oppose`. Cards spend Action tokens against the attack, once for each time that a card is named."""

    cards: tuple[CardId, ...]


class PlayAgents(Play, frozen=True, kw_only=True):
    """`do: agents`. Play a duplicate of the target from the hand as agents, `for` or `against` the attack."""

    card: CardId
    side: Literal["for", "against"] = "for"


class LayAgent(Play, frozen=True, kw_only=True):
    """`do: lay-agent`. Lay a duplicate Illuminati card beside one's own Resources as an agent among that rival
    Illuminati.
    """

    card: CardId


class CallOff(Play, frozen=True, kw_only=True):
    """`do: call-off`. Withdraw the attack before anything binds its player to it."""


class Roll(Play, frozen=True, kw_only=True):
    """`do: roll`. Roll for the attack: `dice` is the total, 2 to 12. `rushed`: before the others could speak.
    `forgotten`: bonuses for or against the attack that nobody has named until now, each by the id of its line
    (`cycle-gangs#1`); a refusal lists them.
    """

    dice: int
    rushed: bool = False
    forgotten: tuple[str, ...] = ()


class PointOut(Play, frozen=True, kw_only=True):
    """`do: point-out`. Name a bonus of the attack, so that it counts whether its player likes it or not; `bonus` as in
    `forgotten`.
    """

    bonus: str


class TakeBack(Play, frozen=True, kw_only=True):
    """`do: take-back`. Take back what one has spent or played in another's attack: the action of a card, or a Plot.
    `consent`: the attacker allows it.
    """

    card: CardId
    consent: bool = False


class Resolve(Play, frozen=True, kw_only=True):
    """`do: resolve`. Carry out the result. After a capture: `side` is the attacker's arrow (by default the first open
    one), `sides` the arrows for puppets that would overlap, `keep` the linked Plots that stay where the player may have
    only one of them (not in SubGenius). `rushed`: before the others could speak. `master` is another card than the
    attacker to take the Group, where the players have agreed on that.
    """

    side: Side | None = None
    master: CardId | None = None
    sides: Mapping[CardId, Side] = field(default_factory=dict)
    keep: tuple[CardId, ...] = ()
    rushed: bool = False


_CALLED = {
    "claim-victory": "claim",
    "show-to": "show",
    "link-to": "link",
    "announce": "attack",
    "play-agents": "agents",
}
PLAYS = {_CALLED.get(name, name): kind for name, kind in plays_in(__name__).items()}
"""The value of `do` in data, and its play."""
