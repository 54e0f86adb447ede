"""The core: what words of the language mean, in a few typed terms that combine freely.

A sentence is read by `language/`, lowered by `lower.py`, and from then on nobody asks how it was written. The terms
here say which cards, how many, and whether something is so; `engine/selecting.py` judges them, in the browser
`selecting.js`. An evaluator that does not know a term raises: nothing is silently false.

`it` is the card that a test is asked of, the speaker the card that says the sentence, `you` the player of the speaker.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

# --- cards ------------------------------------------------------------------------------------------------------------

RoleName = Literal["attacker", "target", "attackers", "defenders", "either side"]
"""Cards by the part that they take in an attack: `attackers` make or aid it, `defenders` spend an action against it."""


class Speaker(Struct, frozen=True):
    """The card that says the sentence: `this card`."""


class Role(Struct, frozen=True):
    """The cards with a part in the attack: `the target` is Role("target")."""

    name: RoleName


class MasterOf(Struct, frozen=True):
    """The masters of some cards: `its master` is MasterOf(Speaker())."""

    cards: Cards


class FormerMasterOf(Struct, frozen=True):
    """The masters that cards had before they left play."""

    cards: Cards


class PuppetsOf(Struct, frozen=True):
    """The puppets directly under some cards: `its puppets` is PuppetsOf(Speaker())."""

    cards: Cards


class BelowOf(Struct, frozen=True):
    """Every Group below some cards, however far."""

    cards: Cards


class HostOf(Struct, frozen=True):
    """The cards to which some cards are linked: `the linked card` is HostOf(Speaker())."""

    cards: Cards


class TwinsOf(Struct, frozen=True):
    """Cards in play with the name of some cards, these included: `either Place` of Partition is
    TwinsOf(HostOf(Speaker())).
    """

    cards: Cards


class IlluminatiOf(Struct, frozen=True):
    """The Illuminati of a player: `that rival's Illuminati` is IlluminatiOf("that rival")."""

    player: Player


class Spoken(Struct, frozen=True):
    """The card of which the ability or its event has just spoken: `that Group` is Spoken("group")."""

    kind: Literal["card", "group", "place", "personality", "resource", "duplicate"]


class Noted(Struct, frozen=True):
    """The card whose name was written down in secret."""


class Pair(Struct, frozen=True):
    """The two cards that this card is used on, or this card and the one; the two halves of a Place that has been
    parted: `both cards`.
    """


class Together(Struct, frozen=True):
    """The cards of several references."""

    members: tuple[Cards, ...]


Cards = (
    Speaker
    | Role
    | MasterOf
    | FormerMasterOf
    | PuppetsOf
    | BelowOf
    | HostOf
    | TwinsOf
    | IlluminatiOf
    | Spoken
    | Noted
    | Pair
    | Together
)
"""Which cards, by where they stand beside the speaker or in the attack.

As a test, such a term asks whether it is one of them.
"""

# --- amounts ----------------------------------------------------------------------------------------------------------

Quantity = Literal[
    "Power",
    "Global Power",
    "Resistance",
    "Income",
    "Transferable Power",
    "printed Power",
    "printed Resistance",
    "tokens",
    "puppets",
    "arrows",
    "open arrows",
]
"""What can be counted on a card.

Power, Global Power, Resistance and Income are printed numbers, or the Power that a position says.
"""


class Number(Struct, frozen=True):
    """A number of a card: of `it`, or of the one card that `of` names.

    Number("tokens") at least 2 is `with 2 or more Action tokens`.
    """

    what: Quantity
    of: Cards | None = None


Amount = int | Number

# --- tests of a card --------------------------------------------------------------------------------------------------

KindName = Literal["group", "resource", "illuminati", "plot", "organization", "personality", "place"]
Player = Literal["you", "rival", "nobody", "somebody", "that rival", "attacking players"]
"""Whose: yours, any rival's, nobody's, somebody's; `that rival` is the one that an ability is used on; attacking
players make or aid the attack.
"""
Zone = Literal[
    "play",
    "hand",
    "your hand",
    "group deck",
    "under",
    "destroyed",
    "killed",
    "victims",
    "just played",
    "just played by a rival",
    "Devastated this turn",
    "extra token spent",
]
"""Where a card can be. `your hand` is that of the speaker's player, `under` is beneath the speaker, `victims` are the
cards that a player is credited with; `Devastated this turn` is where a Place is in the turn in which that happened to
it, `extra token spent` a card that the speaker gave a token more which went into the attack."""


class Anything(Struct, frozen=True):
    """True of every card."""


class Kind(Struct, frozen=True):
    """It is of one of these kinds: Kind(("place", "organization"))."""

    kinds: tuple[KindName, ...]


class Named(Struct, frozen=True):
    """It has one of these names."""

    names: tuple[str, ...]


class Trait(Struct, frozen=True):
    """It has an alignment or attribute now, or had it `printed`."""

    name: str
    printed: bool = False


class Compare(Struct, frozen=True):
    """One amount against another: Compare(Number("Power"), ">=", 4)."""

    left: Amount
    sign: Literal[">=", "<=", "=", "<", ">"]
    right: Amount


class Belongs(Struct, frozen=True):
    """It is controlled by, or in the hand of, this player."""

    player: Player


class In(Struct, frozen=True):
    """It is in this zone."""

    zone: Zone


class HasMaster(Struct, frozen=True):
    """Its master fits."""

    such: Test


class HasPuppet(Struct, frozen=True):
    """One of its puppets fits."""

    such: Test


class HasLink(Struct, frozen=True):
    """A card that fits is linked to it."""

    such: Test


class SameStructure(Struct, frozen=True):
    """Its player controls a card that fits."""

    such: Test


class LinkedTo(Struct, frozen=True):
    """It is linked to one of these cards."""

    cards: Cards


class Shares(Struct, frozen=True):
    """It has an alignment in common with one of these cards; two Fanatics have not."""

    cards: Cards


class Opposes(Struct, frozen=True):
    """One of its alignments is the opposite of one that these cards have."""

    cards: Cards


class Chosen(Struct, frozen=True):
    """It has an alignment that the player chose: when the card was played, or, `of_payer`, among those of the Group
    that pays.
    """

    of_payer: bool = False


class ImmuneTo(Struct, frozen=True):
    """It is immune to these cards."""

    cards: Cards


class Weakest(Struct, frozen=True):
    """No Group among these has less Power; among equals the dice choose."""

    cards: Cards


class Spared(Struct, frozen=True):
    """A card says that none of this can be done to it."""

    deeds: tuple[str, ...]


class Relieves(Struct, frozen=True):
    """One of its abilities speaks of Relief."""


class Duplicate(Struct, frozen=True):
    """A card in play has its name; `played`: it has just come into play beside that one."""

    played: bool = False


class UsesPower(Struct, frozen=True):
    """The action of it that is in question uses its Power: it attacks, aids, opposes or pays with it."""


class Agreed(Struct, frozen=True):
    """All players agree on it."""


class Homeless(Struct, frozen=True):
    """It has lost its arrow and fits no other."""


class All(Struct, frozen=True):
    """Every one of these holds."""

    members: tuple[Test, ...]


class AnyOf(Struct, frozen=True):
    """At least one of these holds."""

    members: tuple[Test, ...]


class Not(Struct, frozen=True):
    """This does not hold."""

    such: Test


Test = (
    Anything
    | Kind
    | Named
    | Trait
    | Compare
    | Belongs
    | In
    | HasMaster
    | HasPuppet
    | HasLink
    | SameStructure
    | LinkedTo
    | Shares
    | Opposes
    | Chosen
    | ImmuneTo
    | Weakest
    | Spared
    | Relieves
    | Duplicate
    | UsesPower
    | Agreed
    | Homeless
    | All
    | AnyOf
    | Not
    | Cards
)
"""What is asked of one card."""

# --- cards that are not in play ---------------------------------------------------------------------------------------

FamilyName = Literal["goal", "nwo", "zap", "paralysis", "freeze", "disaster", "assassination", "agents"]


class Family(Struct, frozen=True):
    """It is a Plot of this family, or lies with a player as agents."""

    name: FamilyName


class Copy(Struct, frozen=True):
    """It has the name that was spoken, or that of the card that the ability is used on."""


CardWord = Anything | Kind | Family | Copy
"""What is asked of a card that is not in play, by what is printed on it."""

Holder = Literal[
    "you",
    "they",
    "that rival",
    "another rival",
    "each rival",
    "any player",
    "every player",
    "nobody",
    "its owner",
    "its attacker",
]
"""Whose hand or deck: `they` are the players who do what the sentence says, your rival where that is you; `any player`
is the one who is named, else everybody; `its owner` is who controls or holds the card, or did last.
"""
PileName = Literal[
    "hand",
    "deck",
    "plot deck",
    "group deck",
    "table",
    "uncontrolled",
    "under",
    "found",
    "type paid with",
    "resources",
    "play",
    "back",
]
"""What cards lie in that are not in play. `deck` is the one for such a card, or that the player chooses; `table` are
the Plots that lie on cards in play, `found` the cards that an effect has just found, `type paid with` what is left of
the cards like those that a price took, `back` where they came from.
"""
End = Literal["top", "bottom", "either"]


class Pile(Struct, frozen=True):
    """Where cards come from or go to: Pile("you", "plot deck", "top") is `the top of your Plot deck`; without an end
    anywhere in it.
    """

    holder: Holder
    name: PileName
    end: End | None = None


class Arrow(Struct, frozen=True):
    """A place under a master: any of yours, another than before, the same or the one before, a rival of the attacker,
    that Personality, or the arrow that a card has just left (`vacated`).
    """

    master: Literal["yours", "another", "the same", "the former", "a rival", "that Personality", "vacated"]


Destination = Pile | Arrow
"""Where a card is put."""

# --- moments ----------------------------------------------------------------------------------------------------------

Who = Literal["you", "rival", "anybody"]


class Anytime(Struct, frozen=True):
    """At any time, but not during what is named; `asked`: each time the alignments of the card matter."""

    but: Literal["attack", "privileged attack", "contested victory"] | None = None
    asked: bool = False


class Turn(Struct, frozen=True):
    """In a turn of that player: all of it, or a part. `draws` is before its draws, `tokens` as they are placed, `main`
    after that.
    """

    of: Who
    part: Literal["start", "draws", "income", "takeover", "tokens", "main", "end"] | None = None


class DuringAttack(Struct, frozen=True):
    """While an attack is made: before its dice are rolled, or right after."""

    rolled: bool = False
    privileged: bool = False


class Just(Struct, frozen=True):
    """Right after a player has done something: Just("Plot played", "rival")."""

    what: Literal[
        "attack announced",
        "dice rolled",
        "dice rolled with success",
        "Plot played",
        "Plot played to look at yours",
        "Zap played on you",
        "tokens placed",
        "deal made",
        "Special played",
    ]
    by: Who = "anybody"


class Due(Struct, frozen=True):
    """When the player may draw a Plot, or a card of either deck; with `instead` that draw is not made, and neither is
    one just paid for.
    """

    what: Literal["Plot", "card"]
    instead: bool = False


Moment = Anytime | Turn | DuringAttack | Just | Due
"""When an ability may be used, where it waits for nothing that happens to a card."""

Duration = Literal[
    "turn",
    "your turn",
    "own turn",
    "next own turn",
    "their next turn",
    "phase",
    "attack",
    "defense",
    "action",
    "making",
    "next action",
    "next",
    "defending",
    "gone",
    "linked",
    "master",
    "in play",
]
"""How long something holds: `until the turn ends` is "turn". Until the start of its player's next turn (`own turn`,
`defending` in defense alone), until the end of that one, or of that of who it is about; for one attack, one `defense`,
or one attack that it is `making`; for one action, the next or the `next` action or defense; for good (`gone`), while
this card is linked to it, until it has another master, as long as this card is in play.
"""

# --- limits of abilities ----------------------------------------------------------------------------------------------


class Copies(Struct, frozen=True):
    """One copy of the card may be in play: in all, of each player, or beside each card: `only 1 copy for each Group` is
    Copies("host").
    """

    of: Literal["game", "player", "host"]


class Once(Struct, frozen=True):
    """It may be used once in each attack, against each rival in a turn, or against each rival in the game."""

    each: Literal["attack", "rival each turn", "rival"]


class Use(Struct, frozen=True):
    """What becomes of the card that is used, which `plays` it away, and how often that may be: once each turn or once
    per game; else at will.
    """

    plays: bool = False
    once: Literal["turn", "game"] | None = None


class Within(Struct, frozen=True):
    """Its player has so many seconds."""

    seconds: int


PriceName = Literal[
    "own",
    "Illuminati",
    "all Illuminati",
    "all Illuminati but one",
    "affected",
    "target or master",
    "no Plots",
    "no Groups",
    "no takeover",
    "due draws",
    "only buys",
    "a dollar",
]
"""What is given for an ability besides actions of cards that a selector means and discards: an action of the card
itself, of the Illuminati (all of them are one at least, or as many as it has but one), of the Group affected, of the
target or of its master; in this turn no Plot draws, no Group draws or no automatic takeover; all draws that are due
from one deck; Illuminati tokens in this turn for nothing but Plots.
"""
Proviso = Literal[
    "no Illuminati",
    "no Goal",
    "no killed",
    "no rival puppet",
    "no Instant",
    "acting",
    "like payer",
    "one token each",
    "not opposite",
    "one at a time",
    "bound",
    "no action",
    "all pay",
    "host chooses",
]
"""What is asked besides of an ability: which cards it is not used on, that these make, aid or oppose an attack
(`acting`), that one who pays shares an alignment with them, that each gets one token or one card lies there at a time,
that what it brings is linked to it (`bound`), that it is no action, that Groups of other players may pay, that the
owner of the linked card chooses.
"""


class Rider(Struct, frozen=True):
    """A limit of an ability: how it is said to who breaks it, and what it means."""

    says: str
    means: Copies | Once | Within | Proviso


# --- what holds, and what happens -------------------------------------------------------------------------------------


class NoAlignments(Struct, frozen=True):
    """It has no alignments; nor attributes, if they go `too`."""

    attributes: bool = False


class AsMaster(Struct, frozen=True):
    """It has the alignments of its master and no others, but for these `besides`."""

    besides: tuple[str, ...] = ()


DeedName = Literal[
    "control",
    "neutralize",
    "destroy",
    "aid",
    "oppose",
    "aid side",
    "aid target",
    "interfere",
    "make",
    "attack",
    "be target",
    "use Power",
    "help destroy",
    "help relieve",
    "take",
    "capture",
    "take over",
    "get puppets",
    "be given",
    "gain alignments",
    "gain attributes",
    "use abilities",
    "get tokens",
    "keep tokens",
    "spend tokens",
    "draw",
    "discard",
    "play",
    "use",
    "expose",
    "roll",
    "receive",
    "look at",
    "pay",
    "win",
    "all but defense",
]
"""What a card or player does, or what is forbidden or allowed: of the words of a sentence one or several. To control,
neutralize or destroy is to attack so, and where something happens to destroy is more than the attempt; `aid side` is
for or against, as the card itself does, `aid target` what others do for the target; `take` is to bring under control in
whatever way, `keep tokens` to have them, `win` to win by a Special Goal.
"""
ATTACKS: tuple[DeedName, ...] = ("control", "neutralize", "destroy")
HarmName = Literal[
    "destroyed",
    "killed",
    "captured",
    "controlled",
    "moved",
    "stolen",
    "unlinked",
    "lost",
    "returned",
    "exposed",
    "Devastated",
    "removed",
    "revived",
    "revived if killed",
    "taken over",
    "looked at",
    "affected",
    "hidden",
    "discarded",
    "given away",
]
"""What cannot be done to a card; `returned` is into play, `taken over` automatically."""
Happened = Literal[
    "destroyed",
    "killed",
    "captured",
    "announced",
    "discarded",
    "Devastated",
    "enters",
    "taken automatically",
    "taken over",
    "played",
    "just played",
    "linked",
    "given Relief",
    "untaken",
    "bereft",
    "acts",
]
"""What has happened to a card; of several, one. `announced` is an attack on it, it `enters` play, or is discarded
`untaken`; who is `bereft` has lost the last puppet.
"""
RuleName = Literal[
    "any side",
    "all on any side",
    "open side",
    "under rivals",
    "under Personality",
    "over Personalities",
    "any copies",
    "no agents",
    "weak agents",
    "11 is safe",
    "tokens stay",
    "no alignments for Goals",
    "first Plots shown",
    "as a Plot",
    "back to hand",
]
"""What a card says as long as it is in play. Of its place: it, or each of its player's Groups, lies on any side of its
master without an arrow, any Group attacks it from an open side, it lies under rivals, its master or its puppets are
Personalities. Copies of it may be in play. It is no agents, and agents are worth nothing against its player's Groups. A
roll of 11 is no failure, its tokens stay, Goals don't count its alignments, rivals show its player the first Plot of
each draw, it is used out of the hand as a Plot, and a Group that its player fails to take goes back to the hand.
"""
OutcomeName = Literal[
    "fails",
    "succeeds",
    "lost",
    "Instant",
    "Assassination",
    "Magic",
    "unprivileged",
    "only devastates",
    "never Instant or privileged",
    "only that",
    "final",
]
"""What becomes of an attack: it is lost (Relief is), made Instant or an Assassination, counts as Magic, has lost its
privilege or can never have any, can devastate but destroys nothing, does `only that` when it succeeds, or nothing
changes it any more.
"""
Reading = Literal["Fanatics", "its master's Fanatic", "any Fanatic", "opposite", "harmful", "Corporate", "Government"]
"""Alignments that are read in another way: any two Fanatics, its own and its master's, or those of attacker and target;
all pairs of opposites, or all that are to the player's harm; that alignment of one Group.
"""
ActName = Literal[
    "destroy",
    "relieve",
    "capture",
    "take over",
    "move",
    "revive",
    "attack",
    "control",
    "link",
    "discard",
    "name",
    "unite",
]
"""What is done to a card; of attacks those to `control`, or any; `capture` is to take control of it in whatever way."""
FateName = Literal[
    "destroyed",
    "destroyed for none",
    "killed",
    "discarded",
    "Devastated",
    "lost",
    "removed",
    "captured",
    "uncontrolled",
    "saved",
    "uncounted",
    "exposed",
    "unlinked",
    "spared",
    "relieved later",
]
"""What becomes of a card.

Destroyed `for none`, it is discarded; `saved` from destruction, `spared` Devastation, `uncounted` as destroyed.
"""
GoalReading = Literal["not in play", "not destroyed", "never destroyed", "as changed", "as then"]
"""How Goals look at a card: it counts for none as long as it is in play, for none of what has been destroyed, is no
such thing for anybody, or counts there with its alignments as they are now, or as they were then.
"""


class OwnGoal(Struct, frozen=True):
    """A Goal of one card alone: how it is said to who counts, and what is asked."""

    says: str
    means: Literal["bereft", "alone of its name", "one of 3", "either of 2"]


class RollChange(Struct, frozen=True):
    """What is done to a roll: it is made `again`, against a strength changed by `by`, goes up or down by that, or is
    held `anew` against the strength.
    """

    again: bool = False
    by: int = 0
    anew: bool = False


ReplacedName = Literal["opposite", "identical", "others", "alignments"]
"""What a bonus stands in place of: the penalty for an alignment, opposite or identical, other bonuses of the card, all
that alignments count.
"""
SourceName = Literal["Power", "permanent Power", "printed Power", "strongest puppet", "captured", "2 dice"]
"""Of what a number is a copy: the Power of the card itself, of a puppet, of the Group just captured; or it is what 2
dice show, less 2.
"""
ThingName = Literal["discarded", "removed", "Power", "discarded Power", "copies"]
"""What is counted that is no card in play: cards discarded or removed from the game, points of Power of the card or
(printed) of those, copies gained.
"""
SideName = Literal["attack", "defense", "either", "own", "other"]
"""Which side of an attack gets something: as its player chooses, that of the player, or that of the other one of whom
it speaks.
"""
CanceledName = Literal["Plot", "attempt", "draw", "hostile Plots"]
"""What is canceled: the Plot in question or all hostile ones just played on the card, the attack, the draw."""
BannedName = Literal["attack", "Plot", "duplicates", "Plots", "cards", "strikes", "takeover"]
"""With what something is forbidden, or allowed: the attack in question, the Plot in question or its `duplicates`, Plots
or all cards, Assassinations and Disasters, automatic takeovers.
"""
ImmuneName = Literal["hostile", "Magic", "duplicates", "I.R.S."]
"""To what a card or player is immune besides cards and attacks: to such Plots, to duplicates of it that rivals play, to
the tax of that card.
"""
QuantityName = Literal["all", "any", "half", "as many", "that many", "rest", "but one", "several"]
ThatName = Literal["Plot", "found", "deck", "agents"]
"""Of what was spoken: the Plot in question, what was just found, a deck, the player's Agents card of the new
Illuminati.
"""
ZapName = Literal["Plots for Groups", "exposed", "no position", "no takeover"]
"""What a Zap makes of its victim: each draw is one of a Plot, Plots come exposed, Groups have no bonus for their
position, or there is no automatic takeover and for that more Power in one attack of each turn.
"""
TokenLimit = Literal["apart", "together", "no destruction"]
"""Extra tokens are not spent in one attack, may be spent together and pile up, or come without leave to attack to
destroy.
"""
PurseName = Literal["Illuminati", "own", "any"]


class Shown(Struct, frozen=True):
    """What dice show: one of these numbers, `natural` if nothing has changed it."""

    rolls: tuple[int, ...]
    natural: bool = False


EventName = Literal[
    "turn ends",
    "attacker's turn ends",
    "turn before",
    "only draws",
    "no Plots",
    "no takeover",
    "takeover",
    "tokens",
    "reorganize",
    "puppets placed",
    "only Basic Goal",
    "Zap returned",
    "from the bottom",
    "no Relief",
    "deal broken",
    "may act",
    "name Plot",
    "attack now",
    "stays",
]
"""What happens that concerns no single card. The turn ends, that of who attacks ends, its player takes one before, or
does nothing in it but draw and place tokens; draws no Plots or takes nothing over; takes over one card more, places
tokens, lays the Power Structure anew or the attacker's puppets elsewhere. Only the Basic Goal wins, a Zap strikes who
played it, a draw is from the bottom of the deck, the Place gets no Relief, a deal is not kept, a Group acts in the turn
in which it came, a Plot is named, an attack made at once, and who has lost stays until the turn is over.
"""

# --- conditions -------------------------------------------------------------------------------------------------------


class Exists(Struct, frozen=True):
    """At least so many cards that somebody controls fit: `while you control a Bank` is Exists(All((Belongs("you"),
    Trait("Bank")))).
    """

    such: Test
    least: int = 1


class Every(Struct, frozen=True):
    """There are such cards, and each of them fits: `the target is Weird` is Every(Role("target"), Trait("Weird"))."""

    cards: Cards
    such: Test


class Among(Struct, frozen=True):
    """One of these cards fits: `a Magic Group takes part` is Among(Role("either side"), ...)."""

    cards: Cards
    such: Test


class It(Struct, frozen=True):
    """The card that the sentence speaks of fits: `while it aids the target's defense` is It(Role("defenders"))."""

    such: Test


class Privileged(Struct, frozen=True):
    """The attack is privileged still."""


class Ends(Struct, frozen=True):
    """How the attack comes out: it succeeds, it fails, or the player's `side` wins."""

    how: Literal["succeeds", "fails", "side"]


class TurnOf(Struct, frozen=True):
    """It is this player's turn."""

    player: Player


class Seats(Struct, frozen=True):
    """At least so many players play."""

    least: int


class Opened(Struct, frozen=True):
    """All players have had their first turn."""


class NoPlots(Struct, frozen=True):
    """The player has no Plots in hand."""


class AfterHours(Struct, frozen=True):
    """It is a weekend, a national holiday or after 5 p.m. where the players are."""


class Zapped(Struct, frozen=True):
    """At least so many players have a Zap."""

    least: int


class Undecided(Struct, frozen=True):
    """Nobody has won."""


class HasCopy(Struct, frozen=True):
    """The rival holds a copy of the Plot that was named."""


class IsGoal(Struct, frozen=True):
    """The Plot in question is a Goal."""


class Displaced(Struct, frozen=True):
    """The card in question has found no place."""


class Fell(Struct, frozen=True):
    """The card to which it happened has been destroyed."""


class Relieving(Struct, frozen=True):
    """It gives Relief just now."""


class Used(Struct, frozen=True):
    """Its player uses it with the attack."""


class Exposed(Struct, frozen=True):
    """A player has exposed a card that fits."""

    player: Player
    such: Test


class About(Struct, frozen=True):
    """The Plot in question speaks of such cards, or was played on one."""

    such: Test


class Unrivaled(Struct, frozen=True):
    """No rival controls a stronger Group of those that a Goal counts."""


class Fails(Struct, frozen=True):
    """This condition does not hold."""

    condition: Condition


Condition = (
    Exists
    | Every
    | Among
    | It
    | Privileged
    | Ends
    | TurnOf
    | Seats
    | Opened
    | NoPlots
    | AfterHours
    | Zapped
    | Undecided
    | HasCopy
    | IsGoal
    | Displaced
    | Fell
    | Relieving
    | Used
    | Exposed
    | About
    | Unrivaled
    | Fails
)
"""Whether something is so now."""

THIS = Speaker()
LINKED = HostOf(THIS)
TARGET = Role("target")
ATTACKER = Role("attacker")
ANY = Anything()
PLOT = Kind(("plot", "illuminati"))
"""A card of the Plot deck, where Illuminati cards are too."""


def asserted(tree: object) -> Iterator[object]:
    """Every construction and term in a tree, the tree itself first, but for what a Not or Fails denies."""
    if isinstance(tree, tuple):
        for item in tree:
            yield from asserted(item)
    elif isinstance(tree, Struct) and not isinstance(tree, Not | Fails):
        yield tree
        for name in tree.__struct_fields__:
            yield from asserted(getattr(tree, name))


def demands(such: Test) -> tuple[Test, ...]:
    """The tests that all must hold for a test to hold: the members of an All, at any depth, else the test itself;
    nothing for Anything.
    """
    match such:
        case All(members):
            return tuple(part for member in members for part in demands(member))
        case Anything():
            return ()
    return (such,)


def every(*tests: Test) -> Test:
    """A test that holds where all of these do, as flat as it can be."""
    parts = demands(All(tests))
    return parts[0] if len(parts) == 1 else All(parts) if parts else ANY


def either(*tests: Test) -> Test:
    """A test that holds where one of these does."""
    return tests[0] if len(tests) == 1 else AnyOf(tests)


def without(such: Test, *parts: Test | type) -> Test:
    """A test without those of its demands that are these, or of these classes."""
    kinds = tuple(part for part in parts if isinstance(part, type))
    return every(*(part for part in demands(such) if part not in parts and not isinstance(part, kinds)))


def combinations(such: Test) -> tuple[tuple[str, ...], ...]:
    """The combinations of alignments and attributes of which a test asks for one: (("Straight", "Fanatic"),
    ("Weird",)).
    """
    plain = tuple(part.name for part in demands(such) if isinstance(part, Trait))
    several = next((part.members for part in demands(such) if isinstance(part, AnyOf)), ())
    found = tuple(tuple(trait.name for trait in demands(each) if isinstance(trait, Trait)) for each in several)
    return tuple((*plain, *each) for each in found if each) or ((plain,) if plain else ())
