"""Effects.

What happens when an ability is used: one construction for each kind of effect.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Literal

from msgspec import Struct

from generator.language.attacks import (
    AlignmentsOf,
    Attacks,
    Becomes,
    Bonus,
    BonusTo,
    Borrow,
    Cannot,
    Condition,
    DefenseOf,
    Immunity,
    MayJoin,
    MayNot,
    NoEffect,
    NoMasterBonus,
    OnlyBonuses,
    Per,
    StatChange,
    StatEqual,
    StatSet,
    Treat,
    Until,
)
from generator.language.forms import Lowered, construction, form, is_deed, words
from generator.language.goals import NeedsFor
from generator.language.which import ALIGNMENTS, ByName, Chosen, Groups, Named, Pick, Ref, Reference, Selector

_CARD_WORDS = {
    "Plot": ("Plot", "Plots"),
    "Group card": ("Group card", "Group cards"),
    "Plot or Group card": ("Plot or Group card", "Plots or Group cards"),
    "Goal": ("Goal", "Goals"),
    "NWO": ("NWO", "NWOs"),
    "Zap": ("Zap", "Zaps"),
    "Disaster": ("Disaster", "Disasters"),
    "Assassination": ("Assassination", "Assassinations"),
    "Paralysis card": ("Paralysis card", "Paralysis cards"),
    "Attribute Freeze": ("Attribute Freeze", "Attribute Freezes"),
    "Agents card": ("Agents card", "Agents cards"),
    "copy": ("copy", "copies"),
    "Illuminati card": ("Illuminati card", "Illuminati cards"),
    "Group or Resource card": ("Group or Resource card", "Group or Resource cards"),
    "non-Resource Group card": ("non-Resource Group card", "non-Resource Group cards"),
}
words("card words", _CARD_WORDS)
words("cards", {word: plural for word, (_, plural) in _CARD_WORDS.items()})
words(
    "players",
    {
        "rival": "a rival",
        "each rival": "each rival",
        "every player": "every player",
        "that player": "that player",
        "its owner": "its owner",
        "any player": "any player",
        "the attacker": "the attacking player",
        "the defender": "the defender",
        "he": "that rival",
        "highest rival": "each rival rolls 2 dice, and the highest",
    },
)
WhatCard = Lowered[
    Literal[
        "Plot",
        "Group card",
        "Plot or Group card",
        "Goal",
        "NWO",
        "Zap",
        "Disaster",
        "Assassination",
        "Paralysis card",
        "Attribute Freeze",
        "Agents card",
        "copy",
        "Illuminati card",
        "Group or Resource card",
        "non-Resource Group card",
    ]
]
State = Literal[
    "hidden", "exposed", "random", "random hidden", "other", "extra", "top", "fewer", "other hidden", "unseen"
]
Place = Lowered[
    Literal[
        "from your hand",
        "from your hand or the top of your Group deck",
        "from your Plot deck",
        "from the top of your Plot deck",
        "from the top of your Group deck",
        "of your Plot or Group deck",
        "from the bottom of your Plot deck",
        "from your hand or the top of one of your decks",
        "from your hand or the top of your Plot deck",
        "from a rival's hand",
        "in a rival's hand",
        "from their hand",
        "from their Plot deck",
        "from the top of their Plot deck",
        "from the top of their Group deck",
        "from the top of a rival's Plot deck",
        "of yours",
        "of theirs",
        "of them",
        "of that player",
        "of any player",
        "of each rival",
        "of one rival",
        "in play",
        "that you choose",
        "affecting your Power Structure",
        "from any Illuminati",
        "from one player",
        "that duplicate your Illuminati",
        "from the uncontrolled area",
        "of any deck",
        "from the top of the Group deck",
        "from the top of another rival's Plot deck",
        "from that deck",
        "chosen among them",
        "from under this card",
        "in a rival's Group deck",
        "of any other deck",
        "that you took",
        "of the same type as the cost",
        "of each of 2 decks",
        "from the top or the bottom of any player's Plot deck",
    ]
]
Player = Annotated[
    Literal[
        "rival",
        "each rival",
        "every player",
        "that player",
        "its owner",
        "any player",
        "the attacker",
        "the defender",
        "he",
        "highest rival",
    ],
    "players",
]


_DECKS = (
    "your Plot deck",
    "their Plot deck",
    "a rival's Plot deck",
    "another rival's Plot deck",
    "your Group deck",
    "their Group deck",
    "the Group deck",
)
_HAND_OR_DECK = ("from your hand or the top of your Plot deck", "from your hand or the top of your Group deck")
_TOPS = ("of your Plot or Group deck", "of any deck", "of any other deck", "of each of 2 decks")


_OF_THEM = (None, "all", "any number of", "the same number of", "all but one of")


def _yours(many: str, node: Cards) -> bool:
    """Whether `your` can stand before them: `all your hidden Plots`, `2 of your exposed Plots`, or `one of`."""
    return (node.count == 1 and not node.up_to) == (many == "one of") and node.quantity in _OF_THEM


_WHOSE = {"your": "of yours", "their": "of theirs", "a rival's": "of one rival", "that rival's": "of that player"}
_MANY: Any = (
    ("all of", {"quantity": "all"}),
    ("one of", {"count": 1}),
    ("{count:2} of", {}),
    ("up to {count} of", {"up_to": True}),
    ("{quantity}", {"count": None}),
)


def _mixed(node: Cards) -> bool:
    """Whether they are several, and some may come from a hand and the others from a deck."""
    return node.count != 1 and node.place in _HAND_OR_DECK


@construction(
    form("half of their [{state}] {what:cards} , rounded up", count=None, place="of theirs", quantity="half"),
    form("half of the [{state}] {what:cards} [{place}] , rounded up", count=None, quantity="half"),
    *(
        form(f"{many} {whose} [{{state}}] {{what:cards}}", partial(_yours, many), strict_=True, place=place, **fixed)
        for whose, place in _WHOSE.items()
        for many, fixed in _MANY[place in ("of yours", "of theirs") :]
    ),
    form("one of them", what="Plot", count=1, place="of them"),
    form("{count:2} of them", what="Plot", place="of them"),
    *(
        form(
            f"[?up_to up to] {{count}} [{{state}}] {{what:card words/}} ({place.replace(' or', ',')}, or both)",
            _mixed,
            strict_=True,
            place=place,
        )
        for place in _HAND_OR_DECK
    ),
    form("[{state}] {what:card words} [{place}]", count=1, _article=True),
    form("the {what:card words} that you choose", count=1, place="chosen among them"),
    form("the others", what="Plot", quantity="the other"),
    form("as many {what:cards} as you rolled", quantity="as rolled", count=None),
    form("{count} fewer {what:card words/} than you put back", state="fewer"),
    form("{count} Plot(s) from the top of each rival's Plot deck", what="Plot", state="top", place="of each rival"),
    form("the top card {place}", lambda node: node.place in _TOPS, strict_=True, what="Plot or Group card", count=1),
    *(
        form(
            f"the top card of {deck}",
            what="Plot" if "Plot" in deck else "Group card",
            count=1,
            place=f"from the top of {deck}",
        )
        for deck in _DECKS
    ),
    form("the top {count} cards {place}", lambda node: node.place in _TOPS, strict_=True, what="Plot or Group card"),
    form(
        "every card {place}",
        lambda node: node.place == "in a rival's Group deck",
        strict_=True,
        what="Group card",
        quantity="all",
    ),
    form("[?up_to up to] {count} [{state}] {what:card words/} [{place}]", lambda node: not _mixed(node), strict_=True),
    form("{quantity} [{state}] {what:cards} [{place}]", count=None),
)
class Cards(Struct, frozen=True):
    """Cards that are not in play, and Plots: how many, which and from where. Nobody looks at `unseen` ones; half is
    rounded up.
    """

    what: WhatCard
    count: int | None = None
    quantity: (
        Lowered[
            Literal[
                "all",
                "any number of",
                "half",
                "the same number of",
                "that many",
                "the other",
                "all but one of",
                "several",
                "as rolled",
            ]
        ]
        | None
    ) = None
    state: State | None = None
    place: Place | None = None
    up_to: bool = False

    @property
    def determiner(self) -> str | None:
        """`right after another player draws a Plot`."""
        one = self.count == 1 and not self.up_to and (self.place is None or self.place.endswith("hand"))
        return "a" if one else None


@construction("{which}")
class That(Struct, frozen=True):
    """A card or event that was spoken of before."""

    which: Lowered[
        Literal[
            "that Plot",
            "that Goal",
            "the drawn card",
            "the Plot just drawn",
            "that deck",
            "any Agents card of yours that duplicates the new Illuminati",
        ]
    ]


@construction(
    form(
        "shuffle the rest of your Plot deck",
        verb="shuffle",
        cards=Cards("Plot", quantity="the other", place="from your Plot deck"),
    ),
    form(
        "{verb} {cards} [for each {per}] [, at most {most}]", lambda node: node.cards != Ref("this card"), strict_=True
    ),
)
class Do(Struct, frozen=True):
    """What you do with cards: draw, discard, expose, hide, look at, take. To copy a Plot is to use it right now as if
    it were yours, legally and at its price, without touching the card itself; the copy isn't a card, so nothing can
    save it or use it later, and what it would be linked to is marked in some other way. A Plot that changes hands stays
    hidden or exposed, as it was.
    """

    verb: Lowered[
        Literal[
            "draw",
            "discard",
            "expose",
            "hide",
            "look at",
            "take",
            "show everyone",
            "play",
            "copy",
            "remove",
            "give that rival",
            "shuffle",
            "search your Group deck for",
            "search your Plot deck for",
        ]
    ]
    cards: Cards | That | Reference | ByName
    per: Per | None = None
    most: int | None = None


@construction(
    form("{who} returns {cards} to their hand [for each {per}]", verb="returns"),
    form("{who} must play {cards} at once or discard it", verb="must play"),
    form("{who} may then shuffle {cards}", verb="may shuffle"),
    form("{who} may take over {cards}", verb="may take"),
    form("{who} may then play another copy of this card", verb="may play", cards=Cards("copy", 1)),
    form("{who} discards {cards} , as they choose", verb="loses"),
    form("the owner of the other copy {verb} it", who="its owner", cards=Ref("its duplicate")),
    "{who} {verb} {cards} [for each {per}]",
)
class They(Struct, frozen=True):
    """What another player does with cards."""

    who: Player
    verb: Literal[
        "draws",
        "discards",
        "exposes",
        "shows you",
        "gives you",
        "loses",
        "returns",
        "may draw",
        "may play",
        "takes over",
        "may take",
        "picks",
        "must play",
        "may shuffle",
    ]
    cards: Cards | That | Reference | Pick
    per: Per | None = None


@construction("note {what} in secret")
class Note(Struct, frozen=True):
    """The player writes a name down and lays it face down under the card that says so; from then on it is the noted
    card. It is shown when it is used, and a new note takes the place of the old.
    """

    what: Chosen


@construction(
    form("wager {fewest} to {most} {what:card words/} with a rival", lambda node: node.fewest < node.most, strict_=True)
)
class Wager(Struct, frozen=True):
    """The player says how many are at stake, `that many`, and with which other player; the winner takes them from the
    loser.
    """

    fewest: int
    most: int
    what: WhatCard


Destination = Lowered[
    Literal[
        "into your hand",
        "into its owner's hand",
        "into their hand",
        "into the hand of the target's owner",
        "on the bottom of its owner's Plot deck",
        "on the bottom of your Group deck",
        "on the bottom of their Group deck",
        "into play",
        "into the uncontrolled area",
        "under this card",
        "under this card, hidden",
        "on the bottom of the Group deck",
        "on top or on the bottom of your Plot deck",
        "on any open arrow of your Power Structure",
        "under another master, yours or a rival's",
        "in its place",
        "on top of the Plot deck they came from",
        "on any open arrow of its former master",
        "among your Resources",
        "back",
        "back into their deck",
        "in the attacker's place",
        "on an open arrow of a rival of the attacking player",
        "under that Personality",
        "into the hand of the player who destroyed it",
        "into the Group deck",
        "on any side of its master",
    ]
]


_ITSELF = (Ref("this card"), Ref("its puppets"))
_PUT = ("among your Resources", "into play")


@construction(
    form(
        "put {what} into their owners' hands",
        lambda node: isinstance(node.what, Ref) and not node.what.singular,
        strict_=True,
        where="into its owner's hand",
    ),
    form("{what} goes/go {where}", lambda node: not is_done(node), strict_=True),
    form("put {what} {where}", lambda node: is_done(node), strict_=True),
)
class Put(Struct, frozen=True):
    """A card goes somewhere else."""

    what: Cards | That | Chosen
    where: Destination


@construction("{who} puts {what} {where}")
class Puts(Struct, frozen=True):
    """What another player does with cards that go somewhere else; that player chooses which."""

    who: Player
    what: Cards | That | Chosen
    where: Destination


@construction(
    form(
        "discard {what} from play", lambda node: node.what != Ref("this card"), strict_=True, verb="discard from play"
    ),
    form("destroy and discard {what}", verb="destroy", discarded=True),
    form("{what} gets/get Relief", lambda node: not is_done(node), strict_=True, verb="give Relief to"),
    form("{verb} {what}", lambda node: is_done(node), strict_=True),
)
class Act(Struct, frozen=True):
    """What you do to cards in play, or just out of it. A card that is moved stays in its Power Structure. Of two cards
    that are united the puppet leaves the game, and its links go to the other; of links that exclude each other the
    player keeps the ones that they choose. What is destroyed and discarded is on its owner's discard pile and counts
    for nobody.
    """

    verb: Lowered[
        Literal[
            "destroy",
            "give Relief to",
            "take control of",
            "take over",
            "move",
            "revive",
            "attack",
            "attack to control",
            "link this card to",
            "discard from play",
            "name",
            "unite",
        ]
    ]
    what: Chosen
    discarded: bool = False


words(
    "credits",
    {
        "no Goal": "for no Goal",
        "your Goals": "as destroyed by you",
        "its attacker": "as destroyed by the attacking player",
        "the defender": "as destroyed by the defender",
    },
)


def _own(node: Fate) -> bool:
    """Whether a player does it with a card of their own."""
    return isinstance(node.who, Pick) or node.who == Ref("this card")


Credited = Annotated[Literal["no Goal", "your Goals", "its attacker", "the defender"], "credits"]


@construction(
    form("expose {who}", _own, strict_=True, fate="exposed", _deed=True),
    form("discard {who}", _own, strict_=True, fate="discarded", _deed=True),
    form("discard your Illuminati", who=Groups(owner="you", kind="Illuminati"), fate="discarded"),
    form("{who} becomes/become uncontrolled", fate="uncontrolled"),
    form("{who} is/are {fate} , counting as destroyed only by {goals}", lambda node: isinstance(node.goals, Named)),
    "{who} is/are {fate} [?afterward afterward] [, counting {goals:credits}]",
)
class Fate(Struct, frozen=True):
    """What happens to a card. What counts for one player counts for no other; where an Illuminati is named, it counts
    for the player of that Illuminati. What is destroyed and discarded goes to its owner's discard pile and counts for
    nobody. Afterward means: when the action for which the ability is used is over.
    """

    who: Chosen
    fate: Lowered[
        Literal[
            "destroyed",
            "destroyed and discarded",
            "killed",
            "discarded",
            "Devastated",
            "lost",
            "removed from the game",
            "captured",
            "uncontrolled",
            "not destroyed",
            "no longer counted as destroyed",
            "only Devastated",
            "exposed",
            "unlinked",
            "spared the Devastation",
            "given Relief at the start of its owner's next turn",
        ]
    ]
    goals: Credited | ByName | None = None
    afterward: bool = False


@construction(
    form(
        "{who} get {count} [?extra extra] Action token(s) each", lambda node: not getattr(node.who, "singular", False)
    ),
    "{who} gets/get {count} [?extra extra] Action token(s) [for each {per}] [{when}]",
    form("for each {per} , {who} gets/get {count} [?extra extra] Action token(s)", apart=True),
    form("{who} gets/get a full set of Action tokens", count=None),
    form(
        "give {count} [?extra extra] Action token(s) to each {who:one}",
        lambda node: getattr(node.who, "determiner", None) == "a",
        _deed=True,
    ),
    form("give {count} [?extra extra] Action token(s) to {who}", _deed=True),
)
class GiveTokens(Struct, frozen=True):
    """Action tokens for cards.

    A full set is what the card gets each turn. Where the count comes first, the player chooses cards for each.
    """

    who: Chosen
    count: int | None = None
    extra: bool = False
    per: Per | None = None
    when: Literal["at once"] | None = None
    apart: bool = False


@construction(
    form("{who} loses/lose {count} Action token(s)"),
    form("{who} loses/lose all its/their Action tokens", count=None),
    form("remove {count} Action token(s) from {who}", _deed=True),
)
class LoseTokens(Struct, frozen=True):
    """Action tokens taken from cards, without effect."""

    who: Chosen
    count: int | None = None


@construction(
    form("{who} gets/get no Action token the next time its owner places them"),
    form("{who} gets/get no regular Action token this turn", own=True),
)
class NoTokens(Struct, frozen=True):
    """The card is passed over once; if only its regular tokens are meant, it still gets extra ones."""

    who: Chosen
    own: bool = False


@construction(
    form("move {count} Action token(s) from {giver} to {taker}"),
    form("move all Action tokens from {giver} to {taker}", count=None),
    form("{who} may give or trade Action tokens from {giver} to {taker} [{until}]", count=None),
)
class MoveTokens(Struct, frozen=True):
    """Action tokens pass from card to card; with `who` they may do so whenever that player likes."""

    giver: Chosen
    taker: Chosen
    count: int | None = None
    who: Player | None = None
    until: Literal["until the turn ends"] | None = None


@construction("draw Plots until you hold {count}")
class DrawUpTo(Struct, frozen=True):
    """As many Plots as are missing, none if there are enough."""

    count: int


@construction(
    *(form(f"{side} gets an extra {{amount:+}}", attack=side) for side in ("your side", "that player's side")),
    "{amount:+} to {attack} [for each {per}]",
    form("add {amount:+} to {attack}", lambda node: node.attack != "that player's side", strict_=True, _deed=True),
    form("give that player's side an extra {amount:+}", attack="that player's side", _deed=True),
)
class Boost(Struct, frozen=True):
    """A change of the sum of the attack in question."""

    amount: int
    attack: Lowered[
        Literal[
            "that attack",
            "the defense against that attack",
            "the attack or the defense",
            "your side",
            "that player's side",
        ]
    ]
    per: Per | None = None


@construction(
    form("{amount:+} to {what:a}", lambda node: node.what.owner == "yours", strict_=True),
    "{amount:+} to 1 {what:one}",
)
class BoostOne(Struct, frozen=True):
    """A change of the sum of one such attack while it is being made, no matter who makes it."""

    amount: int
    what: Attacks


_AGAIN = ("dice rolled again", "dice rolled again, with -4 to the attack")


@construction(
    *(form(f"have the {change}", change=f"the {change.replace('dice', 'dice are')}", _deed=True) for change in _AGAIN),
    form("{change}", lambda node: not node.change.startswith("the dice"), strict_=True, _deed=True),
    "{change}",
)
class ChangeRoll(Struct, frozen=True):
    """A die roll that has been made is changed, or the player who made it rolls again."""

    change: Lowered[
        Literal[
            "the dice are rolled again",
            "raise or lower the roll by 1",
            "raise or lower the roll by 2",
            "the dice are rolled again, with -4 to the attack",
            "compare the roll with the new strength",
        ]
    ]


words("made", {"is an Assassination": "an Assassination", "is Instant": "Instant"})


@construction("{what} {outcome}", form("make {what} {outcome:made}", _deed=True))
class Outcome(Struct, frozen=True):
    """How an attack ends."""

    what: Literal["that attack", "that Assassination", "that Disaster", "the attack", "that Relief"]
    outcome: Lowered[
        Literal[
            "fails",
            "succeeds",
            "is no longer privileged",
            "is Instant",
            "counts as Magic",
            "is an Assassination",
            "is lost",
            "can Devastate but not destroy",
            "has no other result",
            "keeps this strength whatever happens",
            "can become neither Instant nor privileged",
        ]
    ]


@construction(
    form("cancel {what}"),
    form("cancel the action that it just took", what=None, whose=Ref("that Resource")),
    form("cancel an action just taken by {whose:a}", what=None),
    form("cancel all actions just taken by {whose:a}", what=None, every=True),
    form("cancel 1 use of a special ability of {whose:a}", what=None, use=True),
    form("cancel 1 action just made or aided by {whose:a}", what=None, aided=True),
)
class Cancel(Struct, frozen=True):
    """The Plot, action or ability in question has no effect; what was paid for it is lost. Of actions, the
    one just made by one card of that kind.
    """

    what: (
        Lowered[
            Literal[
                "the Plot just played",
                "that Disaster",
                "that attempt",
                "that draw",
                "all aid of Media Groups so far, and the attack itself if a Media Group makes it",
                "all hostile Plots just played on that Personality",
            ]
        ]
        | None
    ) = None
    whose: Chosen | None = None
    every: bool = False
    use: bool = False
    aided: bool = False


@construction(
    "make an Instant Attack with Power {power} to destroy {target:a}",
    form("make a non-Instant attack with Power {power} to destroy {target:a}", instant=False),
)
class InstantAttack(Struct, frozen=True):
    """An attack that is neither Assassination nor Disaster; the Power is that of the card, which needs no attacker."""

    power: int
    target: Selector
    instant: bool = True


@construction(
    "discard a Plot, but not a New World Order, that made exactly 1 change to the alignments, Power or Resistance of"
    " {whose}, and undo that change"
)
class Undo(Struct, frozen=True):
    """The Plot is unlinked and discarded, and what it changed is as it was before.

    What an NWO changes cannot be undone.
    """

    whose: Chosen


@construction(
    "{event}",
    *(
        form(event.removeprefix("you may "), event=event, _deed=True)
        for event in (
            "you may reorganize your Power Structure",
            "you may draw it from the bottom of the deck instead of the top",
        )
    ),
)
class Happens(Struct, frozen=True):
    """What happens that concerns no single card."""

    event: Lowered[
        Literal[
            "your turn ends",
            "in either case your turn ends",
            "you may reorganize your Power Structure",
            "you take a turn before that rival",
            "you stay in the game until the end of that turn",
            "you make that attack now, out of turn",
            "that Group may act this turn",
            "you need not keep your side of the deal, but the other player must keep theirs",
            "you may draw it from the bottom of the deck instead of the top",
            "the Zap strikes the player who played it",
            "that rival draws no Plots this turn",
            "you may make 1 more automatic takeover",
            "that Place gets no Relief until after your next turn",
            "that rival has no automatic takeover this turn",
            "you place Action tokens",
            "that rival may only draw cards and place Action tokens this turn",
            "you name a Plot",
            "the attacking player's turn ends",
            "only the Basic Goal can win while this card is in play",
            "you put each puppet of the attacker on its arrows, into your discard pile or into your hand",
        ]
    ]


def _until(first: bool, node: ChangeAlignments) -> bool:
    """Whether it comes first how long it lasts, lest it belong to what is said of the card."""
    return bool(node.until and node.until.startswith("until")) == first


@construction(
    *(
        form(text, partial(_until, bool(first)), strict_=True, how=how)
        for how in ("add, remove or reverse", "reverse")
        for first, text in (
            ("until", f"{{until}} , {how} {{count}} alignment(s) of {{who}}"),
            ("", f"{how} {{count}} alignment(s) of {{who}} [{{until}}]"),
        )
    ),
    form(
        "reverse any number of alignments of {who} [{until}] [?not_for_goals ; this does not count for Goals]",
        how="reverse",
        count=None,
    ),
    form("add {count} alignment(s) to {who} [{until}]", how="add"),
    form("remove {count} alignment(s) from {who} [{until}]", how="remove"),
)
class ChangeAlignments(Struct, frozen=True):
    """A change of alignments that the player chooses."""

    who: Chosen
    count: int | None = None
    how: Literal["add, remove or reverse", "reverse", "add", "remove"] = "add, remove or reverse"
    until: Until | None = None
    not_for_goals: bool = False


@construction("roll {dice:dice} : {outcomes|;}")
class RollFor(Struct, frozen=True):
    """Dice are rolled for what happens."""

    dice: Literal[1, 2]
    outcomes: tuple[OnRoll | OnAtMost, ...]


words("dice", {1: "1 die", 2: "2 dice"})
words("faces", {each: f"an {each}" if each in (8, 11) else f"a {each}" for each in range(1, 13)})


@construction(
    form("on {low:faces} , {effects|, and}", high=None),
    form("on {low} to {high} , {effects|, and}", lambda node: (node.high or 0) > node.low, strict_=True),
    form("on {low} or less , {effects|, and}", how="or less"),
    form("on {low} or more , {effects|, and}", how="or more"),
)
class OnRoll(Struct, frozen=True):
    """What happens on some results."""

    low: int
    effects: tuple[SimpleEffect, ...]
    high: int | None = None
    how: Literal["", "or less", "or more"] = ""


@construction("on a roll no higher than the number of {of} , {effects|, and}")
class OnAtMost(Struct, frozen=True):
    """What happens when the roll is no higher than a number of cards; then `that many` is the roll."""

    of: Selector
    effects: tuple[SimpleEffect, ...]


@construction("if {condition|and if} , {effects|, and} [, otherwise {otherwise|, and}]")
class IfThen(Struct, frozen=True):
    """What happens only under a condition."""

    condition: tuple[Condition, ...]
    effects: tuple[SimpleEffect, ...]
    otherwise: tuple[SimpleEffect, ...] = ()


_SUMS = (Boost, BoostOne, Cancel)


@construction(
    form(
        "{first|, and} , or else discard this card from play and put its puppets into your hand",
        second=(Fate(Ref("this card"), "discarded"), Put(Ref("its puppets"), "into your hand")),
        _deed=True,
    ),
    *(
        form(
            f"you choose whether this card is {each}",
            first=(Becomes(Ref("this card"), (each,)),),
            second=(Becomes(Ref("this card"), lost=(each,)),),
        )
        for each in ALIGNMENTS
    ),
    form("either {first|, and} , or {second|, and}", lambda node: _of_player(node, *_SUMS), strict_=True),
    form(
        "as you choose, either {first|, and} , or {second|, and}",
        lambda node: not _of_player(node, *_SUMS),
        strict_=True,
    ),
    form("as {chooser} chooses, either {first|, and} , or {second|, and}", lambda node: node.chooser, strict_=True),
    form("either {first:do|, and} , or {second:do|, and}", lambda node: _of_player(node), strict_=True, _deed=True),
)
class EitherEffect(Struct, frozen=True):
    """The player who uses the ability chooses, unless it names another."""

    first: tuple[SimpleEffect, ...]
    second: tuple[SimpleEffect, ...]
    chooser: Player | None = None


def _of_player(node: EitherEffect, *also: type) -> bool:
    """Whether both ways are of what its player does, so that nobody asks who chooses."""
    return all(is_done(each) or isinstance(each, also) for each in (*node.first[:1], *node.second[:1]))


@construction("in {game} , {effects|, and}", form("in {game} , {choice}", effects=()))
class OnlyIn(Struct, frozen=True):
    """What happens in that game only."""

    game: Literal["INWO", "INWO SubGenius"]
    effects: tuple[SimpleEffect, ...] = ()
    choice: IfThen | EitherEffect | None = None


# --- effects of the Specials of Illuminati Deluxe -------------------------------------------------------------------


@construction("put {amount} MB into {purse}")
class Gain(Struct, frozen=True):
    """Money from the bank."""

    amount: int
    purse: Lowered[Literal["your Illuminati treasury", "any of your treasuries"]]


_TAX = "tax each rival {amount} MB, or as much as they have, from any of their treasuries into this card's treasury"


@construction(f"you may {_TAX}", form(_TAX, _deed=True))
class Collect(Struct, frozen=True):
    """Money from every rival; a rival without money pays nothing."""

    amount: int


@construction("this card's master or your Illuminati pays {amount} MB")
class Upkeep(Struct, frozen=True):
    """Money to the bank, from the treasury of the card's master or of its Illuminati."""

    amount: int


@construction("the roll becomes {value}")
class SetRoll(Struct, frozen=True):
    """The result of the dice is replaced."""

    value: int


@construction("take control of {count} uncontrolled Group(s) without a roll")
class TakeControl(Struct, frozen=True):
    """Uncontrolled Groups join the Power Structure."""

    count: int


@construction("look at the money in 1 treasury, or at all Specials of 1 player")
class Look(Struct, frozen=True):
    """A secret is shown to one player."""


@construction("that attack is privileged", form("make that attack privileged", _deed=True))
class MakePrivileged(Struct, frozen=True):
    """Nobody else may interfere."""


@construction("that attack loses its privilege for good")
class EndPrivilege(Struct, frozen=True):
    """Everybody may interfere again."""


@construction("you may interfere in that attack on either side, but this card lets in no other player")
class MayInterfere(Struct, frozen=True):
    """One player may interfere in spite of the privilege."""


@construction("the Income of your Groups is doubled, but not taxes or payments")
class DoubleIncome(Struct, frozen=True):
    """Printed Income counts twice; taxes and upkeep do not."""


@construction("return {count} destroyed Group(s) to the uncontrolled area")
class Revive(Struct, frozen=True):
    """Destroyed Groups come back."""

    count: int


@construction("cancel that Special")
class CancelSpecial(Struct, frozen=True):
    """The canceled card has no effect and is lost, like the card that cancels it."""


@construction("that rival loses the whole turn")
class LoseTurn(Struct, frozen=True):
    """A turn is skipped."""


@construction("that attack may be to destroy a Group with Power 0, and the target defends with its Resistance")
class AllowDestroy(Struct, frozen=True):
    """The one way to destroy a Group that has no Power."""


@construction(
    "you may redistribute the money among your treasuries",
    form("redistribute the money among your treasuries", _deed=True),
)
class Redistribute(Struct, frozen=True):
    """Money moves freely between the treasuries of a player."""


@construction("rearrange your Power Structure")
class Rearrange(Struct, frozen=True):
    """Groups move freely within the Power Structure of a player."""


@construction("draw {count} card(s)")
class Draw(Struct, frozen=True):
    """Cards from the top of the deck."""

    count: int


@construction("add, remove or reverse {count} alignment of another Group in play {until}")
class ChangeAlignment(Struct, frozen=True):
    """Alignments change for a while."""

    count: int
    until: Literal["until the end of your turn", "for this attack", "for good"]


@construction(
    "this card counts as 1 action that the Plot needs, of {who:a} and any alignments and attributes, but never as an"
    " Illuminati action or an action of a named Group"
)
class PaysFor(Struct, frozen=True):
    """It is spent in place of one action that a price asks for, whatever alignments and attributes the price asks for,
    but never in place of an Illuminati action.
    """

    who: Selector


@construction(
    "play {cards} as one attack on a target that both can strike, with their total Power; choose one of them, and only"
    " that one's other rules count"
)
class Combine(Struct, frozen=True):
    """Attack cards, each eligible against the one target, that make a single attack."""

    cards: Cards


@construction("neither {what} add to the Resistance of {who} [{until}] , but its position bonus still counts")
class AddsNothing(Struct, frozen=True):
    """What no longer adds to a number; everything else still does."""

    what: Literal["special abilities nor the alignments of its master"]
    who: Reference
    until: Until | None = None


SimpleEffect = (
    Gain
    | Collect
    | Upkeep
    | SetRoll
    | TakeControl
    | Look
    | MakePrivileged
    | EndPrivilege
    | MayInterfere
    | DoubleIncome
    | Revive
    | CancelSpecial
    | LoseTurn
    | AllowDestroy
    | Redistribute
    | Rearrange
    | Draw
    | ChangeAlignment
    | Do
    | They
    | Put
    | Puts
    | NoTokens
    | MoveTokens
    | DrawUpTo
    | Act
    | Fate
    | GiveTokens
    | LoseTokens
    | Boost
    | ChangeRoll
    | Outcome
    | Cancel
    | InstantAttack
    | Undo
    | Happens
    | ChangeAlignments
    | StatChange
    | StatSet
    | StatEqual
    | Becomes
    | AlignmentsOf
    | Treat
    | Immunity
    | MayNot
    | MayJoin
    | Cannot
    | Bonus
    | BonusTo
    | Borrow
    | Note
    | Wager
    | BoostOne
    | DefenseOf
    | NoMasterBonus
    | NoEffect
    | OnlyBonuses
    | NeedsFor
    | PaysFor
    | Combine
    | AddsNothing
)
Effect = SimpleEffect | RollFor | IfThen | EitherEffect | OnlyIn


def is_done(effect: Effect) -> bool:
    """Whether an effect is said of what its player does, so that `you may` or `you must` can stand before it."""
    match effect:
        case Put():
            return effect.what not in _ITSELF or effect.where in _PUT
        case Act(verb="give Relief to", what=Ref()) | MoveTokens(who=str()):
            return False
    return is_deed(effect) or isinstance(
        effect, RollFor | ChangeRoll | ChangeAlignments | ChangeAlignment | Act | Do | Note | MoveTokens | Rearrange
    )
