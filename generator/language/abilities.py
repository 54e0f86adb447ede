"""Abilities that are used.

When, at what price, with what effect; links; and the families of Plots that work alike.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Literal

from msgspec import Struct

from generator.language.attacks import About, Attacks, Condition, MayNot
from generator.language.effects import Cards, Effect, EitherEffect, RollFor, is_done
from generator.language.forms import Lowered, construction, form, is_deed, words
from generator.language.which import ByName, Chosen, Groups, Named, Pick, Selector, Such, Trait

Timing = Lowered[
    Literal[
        "any time",
        "on your turn",
        "in your income step",
        "at the start of your turn",
        "at the end of your turn",
        "at the start of a rival's turn",
        "when you announce an attack",
        "during a privileged attack",
        "after an attack is declared privileged",
        "right after an attack roll",
        "after another Special is played for any purpose",
        "any time except during an attack",
        "any time except during a privileged attack",
        "with one of your Plots",
        "right after you place Action tokens",
        "right after any die roll",
        "right after your own die roll",
        "right after a rival's die roll",
        "right after a rival's successful die roll",
        "right after another player plays a Plot",
        "right after any Plot is played",
        "right after you play a Plot",
        "when you may draw a Plot",
        "when you may draw a card",
        "when you place Action tokens",
        "as you place Action tokens",
        "when a rival places Action tokens",
        "on your turn after you place Action tokens",
        "any time except while a victory is contested",
        "when a Zap is played on you",
        "when you may take over a Resource",
        "instead of a Plot draw",
        "at the start of any turn",
        "at the end of any turn",
        "before your draws",
        "right after you agree to a sale or trade",
        "when a rival plays a Plot to look at your hidden Plots",
        "while this card is in a Power Structure",
        "each time its alignments matter",
    ]
]


Moment = Literal["when", "right after", "after", "each time"]


# --- events ----------------------------------------------------------------------------------------------------------


def _takes_effect(node: OnCard) -> bool:
    """Whether it is the moment at which a named card is played, before it does anything."""
    return isinstance(node.what, Named) and (node.moment, node.happens) == ("when", "is played")


@construction(
    form("{moment} {what:a} loses its last puppet to {by:a}", happens="loses its last puppet"),
    form(
        "before the roll of any player's attack to control {what:a} from their hand",
        moment="right after",
        happens="is first attacked",
        by="any player",
    ),
    form(
        "{moment} a rival discards a Group from their hand because an attack to control it failed",
        what=Groups(owner="rival", place="just played"),
        happens="is discarded untaken",
    ),
    form("before {what} takes effect", _takes_effect, strict_=True, moment="when", happens="is played"),
    form("{moment} {what:a} {happens} [by {by:a}]", lambda node: not _takes_effect(node), strict_=True),
)
class OnCard(Struct, frozen=True):
    """When something happens to a card. `after` is any time later in that turn, `right after` is at once."""

    moment: Moment
    what: Selector
    happens: Lowered[
        Literal[
            "is destroyed",
            "is captured",
            "is attacked",
            "is first attacked",
            "is killed",
            "is discarded",
            "is Devastated",
            "comes into play",
            "comes into play by automatic takeover",
            "is played",
            "is linked",
            "is destroyed or Devastated",
            "is captured or destroyed",
            "is killed or destroyed",
            "is given Relief",
            "is discarded untaken",
            "is lost",
            "loses its last puppet",
            "is destroyed or discarded",
            "would be killed",
            "would be destroyed or Devastated",
            "is used in an attack on you",
        ]
    ]
    by: Chosen | Who | None = None


Who = Literal["you", "a rival", "any player", "an attack"]


@construction(form("{moment} the roll of {what:a}", happens="is rolled"), "{moment} {what:a} {happens}")
class OnAttack(Struct, frozen=True):
    """When an attack ends in a certain way."""

    moment: Moment
    what: Attacks
    happens: Literal["succeeds", "fails", "is announced", "is rolled", "is played", "is over", "is attempted"]


@construction("as soon as {condition}")
class AsSoonAs(Struct, frozen=True):
    """Whenever the condition holds. What happens then isn't up to the player."""

    condition: Condition


@construction(
    form("before the roll of {what:a}", lambda node: node.what.quality == "Disaster", strict_=True),
    form("with {what:a}", lambda node: node.what.quality != "Disaster", strict_=True),
)
class With(Struct, frozen=True):
    """While such an attack is being made, before the roll. What makes it privileged must be said as it is announced."""

    what: Attacks


@construction("when {who:a} makes or aids {what:a}")
class WithHelp(Struct, frozen=True):
    """While an attack of this kind is being made, and a Group of this kind makes or aids it, before the roll."""

    who: Such
    what: Attacks


words(
    "third person",
    {
        "take control of": "takes control of",
        "interfere in": "interferes in",
        "receive": "receives",
        "look at": "looks at",
        "aid the defense of": "aids the defense of",
        "pay with": "pays the cost of a Plot or of a Group's ability with",
        "destroy": "destroys",
        "capture": "captures",
        "attack": "attacks",
        "draw": "draws",
        "discard": "discards",
        "play": "plays",
        "help destroy": "helps destroy",
        "help to give Relief to": "helps to give Relief to",
        "take over": "takes over",
        "make or aid": "makes or aids",
        "make": "makes",
        "use its Power in": "uses its Power in",
        "expose": "exposes",
        "take part in": "takes part in",
        "take part in or be the target of": "takes part in or is the target of",
        "roll": "rolls",
    },
)


@construction(
    form("agents for or against {of:a}", lambda node: node.of == Groups(), strict_=True, agents=True),
    form("agents against {of:a}", agents=True),
    "a duplicate of {of:a}",
)
class Duplicate(Struct, frozen=True):
    """A card of the same name, played from the hand, as `agents` into an attack on the one in play."""

    of: Selector
    agents: bool = False


_LOST = ("among the destroyed", "among the killed")
_IN_ATTACKS = (
    "make or aid",
    "make",
    "use its Power in",
    "take part in",
    "take part in or be the target of",
    "interfere in",
)
"""What is done to attacks or in them."""


def _brings_back(node: OnDeed) -> bool:
    """Whether it is a duplicate of what is out of the game, played together with the card that brings it back."""
    of = node.what.of if isinstance(node.what, Duplicate) else None
    return isinstance(of, Groups) and of.place in _LOST and (node.moment, node.deed) == ("when", "play")


def _is_told(node: OnDeed) -> bool:
    """Whether no other words tell it, such as the moment `right after you play a Plot`. A Disaster that is discarded is
    a card, and one that is made is an attack.
    """
    return (
        not _brings_back(node)
        and (node.deed != "play" or not isinstance(node.what, Cards))
        and isinstance(node.what, Attacks) == (node.deed in _IN_ATTACKS)
    )


@construction(
    form("together with {what} from your hand", _brings_back, strict_=True, moment="when", who="you", deed="play"),
    form("{moment} you {deed} {what:a}", _is_told, strict_=True, who="you"),
    form("{moment} {who} {deed:third person} {what:a}", _is_told, strict_=True),
)
class OnDeed(Struct, frozen=True):
    """When a player or card does something."""

    moment: Moment
    who: Lowered[
        Literal[
            "you",
            "a rival",
            "any player",
            "another player",
            "the defender",
            "this card",
            "the linked card",
            "the linked card's side",
            "its master",
        ]
    ]
    deed: Lowered[
        Literal[
            "destroy",
            "capture",
            "attack",
            "draw",
            "discard",
            "play",
            "help destroy",
            "help to give Relief to",
            "take over",
            "make or aid",
            "make",
            "use its Power in",
            "expose",
            "take part in",
            "take part in or be the target of",
            "roll",
            "take control of",
            "receive",
            "look at",
            "interfere in",
            "aid the defense of",
            "pay with",
        ]
    ]
    what: Chosen | Attacks | Cards | Duplicate | Dice


Dice = Lowered[Literal["an 11 or 12", "a natural 11 or 12", "a 2"]]
Event = OnCard | OnAttack | OnDeed | AsSoonAs | With | WithHelp


# --- prices ----------------------------------------------------------------------------------------------------------


@construction("pay {amount} MB from {purse}")
class Pay(Struct, frozen=True):
    """A price in megabucks."""

    amount: int
    purse: Lowered[Literal["your Illuminati treasury", "this card's treasury"]]


@construction("as an action")
class SpendAction(Struct, frozen=True):
    """A price of one regular action."""


@construction("{what}")
class Price(Struct, frozen=True):
    """Action tokens or other things that are given.

    All Illuminati actions are all that it has then, and at least one.
    """

    what: Lowered[
        Literal[
            "this card's action",
            "an Illuminati action",
            "all your Illuminati's actions (at least 1)",
            "1 Slack",
            "draw no Group cards this turn",
            "draw no Plots this turn",
            "all your Illuminati's actions but one",
            "an action of that Group or of its master",
            "give up your automatic takeover",
            "that Group's action",
            "no Illuminati tokens this turn except to buy Plots",
            "pay a real dollar to the SubGenius Foundation",
            "give up all draws now due from one deck",
        ]
    ]


@construction(
    form("an action of {who:a}", total=None, count=None),
    form("{count} action(s) of {who}", total=None),
    form("actions of all {who} (at least 1)", count=None, total=None, every=True),
    form(
        "actions of Groups or Illuminati with total Power {total} or more",
        who=Groups(kind="Group or Illuminati"),
        count=None,
    ),
    form("actions of {who:#} with total Power {total} or more", count=None),
    form(
        "actions of Groups or Illuminati with total Power above that of the card whose action or ability you cancel",
        who=Groups(kind="Group or Illuminati"),
        how="above its Power",
        count=None,
        total=None,
    ),
)
class ActionsOf(Struct, frozen=True):
    """Actions of cards that the price names. Those of all such cards are of one at least. What an action of the linked
    card pays for is done by the player who controls that card.
    """

    who: Selector
    count: int | None = None
    total: int | None = None
    how: Literal["", "above its Power"] = ""
    every: bool = False


@construction("discard {cards}", form("remove from the game {cards}", gone=True))
class DiscardCost(Struct, frozen=True):
    """Cards that are discarded as a price, or leave the game for it."""

    cards: Cards | Literal["this card"]
    gone: bool = False


def _mixed(node: AnyCost) -> bool:
    """Whether what is spent comes first and something that is no token after it: each then has its own verb."""
    return _spent(node.costs[0]) and not _spent(node.costs[-1])


@construction(
    form("either spend {costs|or*2}", _mixed, strict_=True),
    form("either {costs|or*2}", lambda node: not _mixed(node), strict_=True),
)
class AnyCost(Struct, frozen=True):
    """One price of several."""

    costs: tuple[Pay | SpendAction | Price | ActionsOf | DiscardCost, ...]


Cost = Pay | SpendAction | Price | ActionsOf | DiscardCost | AnyCost

words(
    "uses",
    {
        "once each turn": "once each turn,",
        "once on each of your turns": "once on each of your turns,",
        "once": "once per game,",
    },
)


def _spent(cost: Cost) -> bool:
    """Whether it is a token, or several: what is spent."""
    match cost:
        case AnyCost(costs):
            return all(map(_spent, costs))
        case Price(what):
            return not what.startswith(("draw ", "give up ", "pay "))
    return isinstance(cost, ActionsOf)


Uses = Literal[
    "at will", "once each turn", "once on each of your turns", "play", "once", "play once", "play once each turn"
]
Use = Lowered[Annotated[Uses, "uses"]]


def _at_a_time(node: Ability) -> bool:
    """Whether it can be played on a card: an attack that is its moment says for itself on what it is made."""
    return not node.upon or isinstance(node.timing, str)


_WHEN = "{timing} [on {upon}] [, if {when|and if}]"
_OWN_TURN = {"use": "once each turn", "timing": "on your turn"}
_HEADS: tuple[tuple[str, dict[str, Any]], ...] = (
    (f"[{{use}}] {_WHEN}", {}),
    ("once on each of your turns [, if {when|and if}]", _OWN_TURN),
)


def _is_own_turn(node: Ability) -> bool:
    """Whether the words for its limit say its moment, too."""
    return {"use": node.use, "timing": node.timing} == _OWN_TURN


def _done(may: bool, node: Ability, own_turn: bool | None = None) -> bool:
    """Whether all is done by its player, who may do it or must; the dice come last. What is discarded before a colon is
    a price.
    """
    return (
        node.may == may
        and own_turn in (None, _is_own_turn(node))
        and _at_a_time(node)
        and not node.use.startswith("play")
        and not node.costs
        and all(map(is_done, node.effects))
        and not (node.then and "discard" in getattr(node.effects[-1], "verb", getattr(node.effects[-1], "fate", "")))
        and (may or not all(is_deed(each) and not isinstance(each, EitherEffect) for each in node.effects))
        and not any(isinstance(each, RollFor) for each in node.effects[:-1])
    )


def _of_its_plot(node: Ability) -> bool:
    """Whether it asks of a Plot that it speaks of first."""
    return bool(node.when) and all(isinstance(each, About) for each in node.when) and _done(True, node, False)


def _shaped(again: bool, spends: bool, picks: bool, own_turn: bool, node: Ability) -> bool:
    """Whether its moment speaks of playing a card, too, its price begins with what is spent, and all that it asks is
    asked of a rival; never one that is all `you may` or `you must`.
    """
    timing = node.timing if isinstance(node.timing, str) else getattr(node.timing, "deed", "")
    played = node.use == "play" and "play" in timing
    rival = node.use == "play" and not (played or node.upon) and bool(node.when) and all(map(is_deed, node.when))
    found = played, bool(node.costs) and _spent(node.costs[0]), rival, _is_own_turn(node)
    return (
        found == (again, spends, picks, own_turn)
        and _at_a_time(node)
        and not _done(True, node)
        and not _done(False, node)
    )


_REGULAR = (SpendAction(),)
_LIMITS = (
    ("play", ""),
    ("play once", "; you may play this card only once per game"),
    ("play once each turn", "; you may play this card only once each turn"),
)


@construction(
    form("{timing} , you may {effects:do|, and} , if {when|and if} [; {also|;}]", _of_its_plot, strict_=True, may=True),
    *(
        form(
            f"{head} , you {verb} {{effects:do|, and}} [: {{then|;}}] [; {{also|;}}]",
            partial(_done, may, own_turn=bool(fixed)),
            strict_=True,
            may=may,
            **fixed,
        )
        for verb, may in (("may", True), ("must", False))
        for head, fixed in _HEADS
    ),
    form(f"play {_WHEN} , as an action: {{effects|;}} [; {{also|;}}]", strict_=True, use="play", costs=_REGULAR),
    *(
        form(
            f"{head} {price} [?may , if you choose] : {rival} {{effects|;}} [; {{also|;}}] {limit}",
            partial(_shaped, again, "spend" in price, bool(rival), fixed is _OWN_TURN),
            strict_=True,
            **fixed,
        )
        for head, and_, rival, again, limit, fixed in (
            (f"play this card {_WHEN}", "and", "", True, "", {"use": "play"}),
            ("play {timing}", "and", "choose a rival {when:do|and} ;", False, "", {"use": "play"}),
            *((f"play {_WHEN}", "and", "", False, limit, {"use": use}) for use, limit in _LIMITS),
            *((head, "you may", "", False, "", fixed) for head, fixed in _HEADS),
        )
        for price in (f", {and_.removeprefix('you may')} spend {{costs|, and}}", f"[, {and_} {{costs|, and}}]")
    ),
)
class Ability(Struct, frozen=True):
    """When it may be used, at what price, and what it does. `play` uses up a Special or Plot; `once each turn` limits
    the others. Without an action among its prices it is a free action. `you may` is a choice, `then` what comes of
    that deed; what else it says happens. The Group that it is played `upon` is `that Group`.
    """

    timing: Timing | Event
    effects: tuple[Effect, ...]
    costs: tuple[Cost, ...] = ()
    use: Use = "at will"
    when: tuple[Condition, ...] = ()
    also: tuple[Riders, ...] = ()
    may: bool = False
    then: tuple[Effect, ...] = ()
    upon: Pick | None = None


RiderWords = Literal[
    "each player may have only 1 copy of this card in play",
    "only 1 copy of this card may be in play",
    "it stays linked",
    "using this card costs no action",
    "not with Assassinations or Disasters",
    "once per attack",
    "only 1 copy for each Group",
    "not on an Illuminati",
    "even Groups that already have a token get one, but not Groups that cannot get one or were captured this turn",
    "each Group that interferes spends its own action",
    "no other Group can interfere with this",
    "the killed Personality no longer counts for the killer's Goals",
    "each player can be hit by only 1 copy of this card each turn",
    "at most 1 token for each Group",
    "once per game against each player, and a second try has no effect",
    "not for a killed Personality",
    "other players' Groups may pay too",
    "if Groups pay, at least one of them must share an alignment with that Group",
    "that rival may look at it first",
    "if they have only 1, they discard it",
    "you may wait to name that rival until one tries, and your choice is final",
    "you cannot move a puppet of a rival's Illuminati",
    "it stays in its Power Structure",
    "it is linked to this card",
    "this does not change which other Groups may aid or oppose",
    "you have 30 seconds to search",
    "you have 10 seconds to look, keep the cards in order and show them to nobody",
    "the owner of the Personality that had this card chooses the next one",
    "played this way, this card is not an NWO and does nothing else",
    "this card then makes no separate attack",
    "not opposite to its own alignments",
    "only 1 at a time",
    "as often as you like",
    "it cannot be a Goal",
    "it cannot spend a second token in the same attack",
    "only the player who controls both may do this; the puppet leaves the game, and what was linked to it goes to the"
    " other Place; of links that cannot stay together, you choose which to discard",
    "it stays exposed",
    "it is played as if from your hand",
    "you may play the duplicate as if that Group had never been destroyed",
    "for Goals it still counts as destroyed, and counts again if it is destroyed again",
    "this does not affect Places that only this card makes Coastal",
    "the copy must be legal, paid for and used at once",
    "you may copy a Goal only if it wins at once",
    "if the copy is canceled, nobody can save it",
    "only as that Group takes the action",
    "a new note replaces the old",
    "this note cannot be changed",
    "only in the turn of the discard",
    "you choose the side of the new arrow",
    "no card can join that could not have joined before the roll",
    "if several players want to save it, the first to say so does",
    "they pay for nothing, and come from where the cost came from; after the last card of a hand, from the deck",
]


@construction("{what}")
class Rider(Struct, frozen=True):
    """A limit or consequence of an ability."""

    what: RiderWords


Riders = Lowered[Rider]


@construction(
    form("for each player, {ability}", who=Groups(kind="Illuminati")),
    form("for each rival, {ability}", who=Groups(owner="rival", kind="Illuminati")),
    "{who} has/have this ability: {ability}",
)
class Granted(Struct, frozen=True):
    """A card may be used as if it said this itself: `you` is then its owner, and `its action` its own."""

    who: Selector
    ability: Ability


@construction(
    form("{who} may spend its action {timing} : {effects|;}", spends=True),
    "{timing} , the owner of each {who:one} may {effects:do|, and} for it",
)
class EachMay(Struct, frozen=True):
    """What cards may do as if they said it themselves, one by one; those on the attacking side, if they are on it when
    that happens.
    """

    who: Such | ByName
    timing: Event
    effects: tuple[Effect, ...]
    spends: bool = False


# --- links ------------------------------------------------------------------------------------------------------------


@construction(
    form("this card may link [?stays permanently] to {what:a} [?always at once]", free=True),
    "links [?stays permanently] to {what:a} [?always at once]",
)
class Links(Struct, frozen=True):
    """What a card is laid beside; one that `may link` can stay unlinked. It moves, is captured and is lost with the
    card that it is linked to. What a Plot does to `the linked card` when it is played holds as long as the link.
    """

    what: Chosen
    always: bool = False
    stays: bool = False
    free: bool = False


@construction(
    form("each player may have only {count} copy(copies) of this card in play", each="player"),
    form("only {count} copy(copies) of this card may be in play", each=None),
    "each {each} may have only {count} copy(copies) of this card",
)
class Limit(Struct, frozen=True):
    """How many copies may be in play."""

    count: int
    each: Literal["player", "Group", "Place", "Personality"] | None = None


# --- families of Plots ------------------------------------------------------------------------------------------------


@construction(
    "play any time on {who}, and choose 1: {amount:+} Power for an action that you are declaring for that Group,"
    " {amount:+} Power in defense until the turn ends, or {amount:+} Resistance in defense until the turn ends; in each"
    " action or defense the {amount:+} counts only once, however many tokens that Group spends; it never counts for"
    " Goals",
)
class SurgePlot(Struct, frozen=True):
    """A Group gets Power for an action that is being declared; or until the turn ends it is harder to destroy or harder
    to control, by the number that its player chooses. However many Action tokens the Group spends, the Plot counts
    once.
    """

    who: Pick
    amount: int


@construction(
    "play any time, and spend an Illuminati action: give 1 Action token to {who:a}, or to each of several {who} whose"
    " total Power is {total} or less; none to a Group that already has a token, cannot get one or was captured this"
    " turn",
)
class ReloadPlot(Struct, frozen=True):
    """One Group of this kind gets an Action token, whatever its Power, or several do if their total Power is small
    enough.
    """

    who: Such
    total: int


@construction(
    "play any time on a Group, and spend either an Illuminati action or actions of {payers} with enough total Power:"
    " link this card to that Group, which becomes {gains} for good [and stops being {loses} [or a {ends}]]; the Power"
    " needed is that Group's Resistance [, or twice its Resistance if it is {loses}]; add its position bonus if a rival"
    " controls it",
)
class ConversionPlot(Struct, frozen=True):
    """An alignment for good, of a Group in play or just played, marked by this card. The position bonus is that for its
    distance from a rival's Illuminati, and is not doubled.
    """

    payers: Such
    gains: Trait
    loses: Trait | None = None
    ends: Trait | None = None


@construction(
    "play any time on {who}, and spend that Group's action: link this card to that Group, whose Power is raised to"
    " {value}; each player may have only 1 copy of this card in play"
)
class PowerPlot(Struct, frozen=True):
    """A Group is strong at once and as long as this card is linked to it."""

    who: Pick
    value: int


_ZAP = "play any time except during a privileged attack, and spend an Illuminati action: Zap a rival;"
_ZAPPED = "until any player spends an Illuminati action to remove all Zaps on that rival [; {rider}]"


@construction(f"{_ZAP} {{ban}} {_ZAPPED}", f"{_ZAP} {{rule}} , {_ZAPPED}")
class Zap(Struct, frozen=True):
    """A Plot that stays with a rival's Illuminati.

    Any player's Illuminati may at any time spend an action to remove all Zaps on one player.
    """

    ban: MayNot | None = None
    rule: (
        Lowered[
            Literal[
                "that rival draws a Plot whenever they would draw a Group card",
                "that rival exposes each Plot that they draw",
                "that rival's Groups have no position bonus",
                "that rival has no automatic takeover but their Illuminati gets +10 Power in 1 attack on each of their turns",  # noqa: E501
            ]
        ]
        | None
    ) = None
    rider: Lowered[Literal["not in a two-player game", "[Discordian Society] is immune"]] | None = None


@construction(
    "play on {who:a} any time except during a privileged attack, and spend either an Illuminati action or actions of"
    " {payers} with total Power of at least that Group's Resistance: that Group is Paralyzed until it is no longer"
    " {who:a} , or until its master or any Illuminati spends an action to free it; a Paralyzed Group cannot spend"
    " Action tokens, use special abilities or linked Resources, gain puppets or count for Goals; its puppets are not"
    " affected",
)
class Paralysis(Struct, frozen=True):
    """The card stays on the Group until the Group is free."""

    who: Such
    payers: Such


@construction(
    "play any time, and spend {cost}: as you choose, either cancel an action just taken by {canceled:a}, or until the"
    " turn ends no {who:one} can spend Action tokens except to defend itself"
)
class Freeze(Struct, frozen=True):
    """Until the turn ends, no card of this kind spends Action tokens except to defend itself, no matter who controls
    it; or an action just made is canceled.
    """

    who: Selector
    cost: Cost
    canceled: Selector


@construction("replaces the {color} NWO in play")
class ReplacesNwo(Struct, frozen=True):
    """At most one New World Order of each color is in play."""

    color: Literal["Blue", "Red", "Yellow"]
