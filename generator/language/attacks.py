"""Attacks.

Which ones are meant, what is added to them, who may take part, what is immune or forbidden, and the Plots that are
attacks.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Literal

from msgspec import Struct
from msgspec.structs import force_setattr

from generator.language.forms import Lowered, construction, form, words
from generator.language.which import (
    OWNED,
    ByName,
    Chosen,
    Comparison,
    Either,
    Groups,
    Pick,
    Ref,
    Reference,
    Selector,
    Stat,
    Such,
    Trait,
)

KINDS = ("control", "neutralize", "destroy")
Kind = Literal["control", "neutralize", "destroy"]
words(
    "attacks",
    {
        "": ("attack", "attacks"),
        "privileged": ("privileged attack", "privileged attacks"),
        "Instant": ("Instant Attack", "Instant Attacks"),
        "not Instant": ("non-Instant attack", "non-Instant attacks"),
        "Assassination": ("Assassination", "Assassinations"),
        "Disaster": ("Disaster", "Disasters"),
        "Assassination or Disaster": ("Assassination or Disaster", "Assassinations and Disasters"),
        "any": ("attack (Instant or not)", "attacks (Instant or not)"),
        "failed": ("failed attack", "failed attacks"),
        "successful": ("successful attack", "successful attacks"),
    },
)
words(
    "included",
    {
        "Assassinations": ("an Assassination", "Assassinations"),
        "Disasters": ("a Disaster", "Disasters"),
        "Assassinations and Disasters": "Assassinations and Disasters",
    },
)
Instants = Lowered[Literal["Assassinations", "Disasters", "Assassinations and Disasters"]]


_BY = "[by or on {either:as}] [, including {included:included/}]"
_JOINED = "[other than {not_by}] [made or aided by {joined:as}]"


_IGNORED = ("the alignment modifiers that hurt you", "all opposite alignments of the target")


words("attackers", {"a rival": "a rival's", "any player": "any player's"})


def _with(node: Attacks) -> bool:
    """Whether it is anybody's attack with some cards on others."""
    return node.by is not None and node.on is not None and not node.kinds


@construction(
    form("this Disaster", quality="Disaster", by=Ref("this card")),
    form("attacks, including Assassinations but not Disasters", quality="not Disaster", included="Assassinations"),
    form(f"{{owner}} {{quality:attacks/}} by {{by}} {_JOINED} on {{on}} {_BY}", _with, owner="any player"),
    form(f"your {{quality:attacks/}} [by {{by:as}}] {_JOINED} to {{kinds|or}} {{on:as}} {_BY}", owner="yours"),
    form(f"your {{quality:attacks/}} to {{kinds|or}} [by {{by:as}}] {_JOINED} {_BY}", on=None, owner="yours"),
    form(f"your {{quality:attacks/}} {_JOINED} [on {{on:as}}] [by {{by:as}}] {_BY}", owner="yours"),
    f"[{{owner}}] [?later later] {{quality:attacks/}} [by {{by:as}}] {_JOINED} to {{kinds|or}} {{on:as}} {_BY}",
    form(f"[{{owner}}] [?later later] {{quality:attacks/}} to {{kinds|or}} [by {{by:as}}] {_JOINED} {_BY}", on=None),
    f"[{{owner}}] [?later later] {{quality:attacks/}} {_JOINED} [on {{on:as}}] [by {{by:as}}] {_BY}",
)
class Attacks(Struct, frozen=True):
    """Attacks by their kind, target, attacker and helpers: `attacks to destroy Places made or aided by Magic Groups`,
    `attacks on your Places`. The Plot is what an Assassination or a Disaster is by: `a Disaster by [Tornado]`.

    Instant attacks are meant only where they are included or named, or the attack may be `(Instant or not)`. One that
    is made or aided by a Group is one to which it adds its Power because the Plot lets it. A later attack begins after
    the card that says so is linked.
    """

    quality: Lowered[
        Annotated[
            Literal[
                "",
                "privileged",
                "Instant",
                "not Instant",
                "not Disaster",
                "Assassination",
                "Disaster",
                "Assassination or Disaster",
                "any",
                "failed",
                "successful",
            ],
            "attacks",
        ]
    ] = ""
    kinds: tuple[Kind, ...] = ()
    on: Selector | None = None
    by: Selector | None = None
    joined: Selector | None = None
    owner: Annotated[Literal["yours", "a rival", "any player"], "attackers"] | None = None
    included: Instants | None = None
    either: Selector | None = None
    not_by: Selector | None = None
    later: bool = False

    @property
    def determiner(self) -> str | None:
        """What stands before it where one is meant: `an attack to control`, `one of your attacks`; nothing before `this
        Disaster`.
        """
        if self == Attacks("Disaster", by=Ref("this card")):
            return None
        return {"yours": "one of", None: "a"}.get(self.owner, "")


@construction(form("of {of}", lambda node: isinstance(node.of, Groups) and node.of.owner in OWNED), "{of:one}")
class Each(Struct, frozen=True):
    """What is counted: `for each of your Weird Groups`, `for each Frog God`."""

    of: Selector


@construction("of {traits|, and} that the target has")
class TraitsOfTarget(Struct, frozen=True):
    """Some alignments and attributes, counted as far as the target has them."""

    traits: tuple[Trait, ...]


@construction("{of:one} that the target's owner has in play")
class EachOfTarget(Struct, frozen=True):
    """What is counted among the cards of the player who is attacked."""

    of: Selector


@construction("{what}")
class Thing(Struct, frozen=True):
    """What is counted, other than cards."""

    what: Lowered[
        Literal[
            "card discarded",
            "card removed from the game",
            "point of its Power",
            "Plot discarded",
            "point of printed Power of the discarded cards",
            "copy that you get",
        ]
    ]


Per = Each | EachOfTarget | TraitsOfTarget | Thing


# --- conditions of standing sentences --------------------------------------------------------------------------------


@construction(
    form("who does not control {what:a}", player="that rival does not control", _deed=True),
    form("{player} 2 or more Groups", what=Pick(2, Groups())),
    form("you control a Group besides your Illuminati", player="you control", what=Groups()),
    "{player} {what:a}",
)
class Controls(Struct, frozen=True):
    """Whether a player controls some card, or has exposed a Goal."""

    player: Literal[
        "you have exposed",
        "they have not exposed",
        "that rival does not control",
        "you control",
        "you do not control",
        "a rival controls",
        "this card directly controls",
    ]
    what: Chosen


_NOT_IMMUNE = Groups(kind="Personality", place="that is not immune to this card")


@construction(
    form("every Personality in play is immune to this card", who=_NOT_IMMUNE, holds=False),
    form("that Resource was in play", who=Ref("that Resource")),
    form("{who:a} is in play"),
    form("no {who:one} is in play", lambda tree: getattr(tree.who, "determiner", None) == "a", holds=False),
    form("{who:a} is not in play", holds=False),
)
class InPlay(Struct, frozen=True):
    """Whether a card is in play, no matter who controls it."""

    who: Selector
    holds: bool = True


@construction(
    form("{who} is/are a Dictatorship", traits=(("Dictatorship",),)),
    form("{who} is/are both Straight and SubGenius", traits=(("Straight", "SubGenius"),)),
    form("{who} is/are {traits|or}"),
    form("{who} is/are not {traits|or}", holds=False),
)
class Is(Struct, frozen=True):
    """Whether a card has such alignments or attributes."""

    who: Reference
    traits: tuple[tuple[Trait, ...], ...]
    holds: bool = True


@construction(
    form("{who} is destroyed", what=Groups(place="among the destroyed")),
    form("{who} is on the attacking side", what=Groups(kind="Group or Illuminati", place="on the attacking side")),
    form("{who} has an open arrow", what=Groups(kind="card", place="with an open arrow")),
    form("{who} has an Action token", what=Groups(place="with an Action token")),
    form(
        "a rival's Illuminati has an Action token",
        who=Ref("that rival's Illuminati"),
        what=Groups(kind="Illuminati", place="with an Action token"),
    ),
    form("{who} is directly controlled by the other Place", what=Groups(kind="Place", master=Ref("the other Place"))),
    form("whose Illuminati is {what}", who=Ref("that rival's Illuminati"), _deed=True),
    form("a rival's Illuminati is {what}", who=Ref("that rival's Illuminati")),
    form("{who} is {what:a}"),
    form("{who} is not {what:a}", holds=False),
)
class OneOf(Struct, frozen=True):
    """Whether a card is among those that a selector means."""

    who: Reference
    what: Selector
    holds: bool = True


@construction("{who} has/have {number}")
class Has(Struct, frozen=True):
    """Whether a card has such a number."""

    who: Reference
    number: Comparison


@construction("{event}")
class Fact(Struct, frozen=True):
    """Something about the attack, the roll or the table."""

    event: Literal[
        "the attack succeeds",
        "the attack fails",
        "this card has no Action token",
        "this card is uncontrolled",
        "this card is in a Power Structure",
        "the target is not in Space",
        "more than one player is Zapped",
        "at least 3 players play",
        "your Illuminati has no Action token",
        "you have no Plots in your hand",
        "all players have had their first turn",
        "this card is not linked to a Group",
        "this card makes or aids the attack",
        "the target is yours",
        "the Place was destroyed",
        "it gives Relief",
        "the attack is to remove an alignment",
        "the attack is not privileged",
        "the linked card spent its extra Action token in that attack",
        "no rival controls a Secret Group with more Power",
        "that Plot is a Goal",
        "the new card cannot legally be placed there",
        "nobody has won",
        "its master was Devastated this turn",
        "it aids the target's defense",
        "your side wins",
        "that rival has a hidden copy of the named Plot",
        "the game is played on a weekend, on a national holiday or after 5 p.m.",
        "the game is played on a working day before 5 p.m.",
    ]


@construction(
    form("the Plot is about Computers or played on a Computer Group", what=Groups((("Computer",),))),
    "the Plot involves {what:a}",
)
class About(Struct, frozen=True):
    """Whether a Plot speaks of such cards, or is played on one."""

    what: Selector


@construction("{who:a} takes part [?or_target or is the target]")
class TakesPart(Struct, frozen=True):
    """Whether a card of this kind makes or aids the attack, or spends its action against it."""

    who: Chosen
    or_target: bool = False


@construction("{what} is linked to {to}")
class Linked(Struct, frozen=True):
    """Whether a card is linked to another."""

    what: ByName
    to: Reference


Condition = Lowered[Controls | InPlay | Is | OneOf | Has | TakesPart | Linked | Fact | About]


# --- bonuses ----------------------------------------------------------------------------------------------------------


@construction("this card's {amount:+} to {what}")
class OwnBonus(Struct, frozen=True):
    """Another bonus of the same card, which does not count beside the one that names it."""

    amount: int
    what: Literal["any attempt", "direct control"]


Replaced = Lowered[
    OwnBonus
    | Literal[
        "the usual -4 for an opposite alignment",
        "the usual -4 for sharing that alignment",
        "the usual modifiers for those alignments",
    ]
]
_ALL: dict[str, Any] = {"kinds": KINDS}
_MORE = (
    "[for each {per}] [while {while_|and while}] [, including {included}] [, instead of {replaces|and}] [?added ,"
    " in addition to this card's other bonuses]"
)


def _some_kinds(node: Bonus) -> bool:
    return node.kinds != KINDS


@construction(
    form(
        "direct attacks to {kinds|or} {target} have no -4 for sharing that alignment",
        reach="direct",
        amount=0,
        replaces=("the usual -4 for sharing that alignment",),
    ),
    form(f"{{amount:+}} to direct control of {{target}} {_MORE}", reach="direct", kinds=("control",)),
    form(f"{{amount:+}} to direct attacks to {{kinds|or}} {{target}} {_MORE}", _some_kinds, reach="direct"),
    form(f"{{amount:+}} to direct attacks on {{target}} {_MORE}", reach="direct", **_ALL),
    form(
        "{amount:+} to any attempt to {kinds|or} {target} , including {included} , while {while_|and while}",
        lambda node: bool(node.kinds != KINDS and node.included and node.while_),
        strict_=True,
        reach="any attempt",
    ),
    form(f"{{amount:+}} to any attempt to {{kinds|or}} [{{target}}] {_MORE}", _some_kinds, reach="any attempt"),
    form(f"{{amount:+}} to any attempt [against {{target}}] {_MORE}", reach="any attempt", **_ALL),
    form(
        f"{{amount:+}} to this card's defense against attacks to {{kinds|or}} [by {{target}}] {_MORE}",
        _some_kinds,
        reach="defense",
    ),
    form(f"{{amount:+}} to this card's defense [against {{target}}] {_MORE}", reach="defense", **_ALL),
)
class Bonus(Struct, frozen=True):
    """A bonus to the attack sum. Direct: only when this card leads the attack. Any attempt: whichever of your cards
    leads it. Defense: when this card is attacked, and the selector then means the attackers.

    `replaces` says which bonus this one replaces. Of several bonuses of one card only the best counts, unless it
    is `added`. Instant attacks count only where they are included.
    """

    amount: int
    reach: Literal["direct", "any attempt", "defense"]
    kinds: tuple[Kind, ...]
    target: Selector | None = None
    per: Per | None = None
    included: Instants | None = None
    replaces: tuple[Replaced, ...] = ()
    while_: tuple[Condition, ...] = ()
    added: bool = False


@construction("{amount:+} to {what} [for each {per}] [while {while_|and while}] [, instead of {replaces|and}]")
class BonusTo(Struct, frozen=True):
    """A bonus to attacks that are named: Assassinations, Disasters, attacks of whole families."""

    amount: int
    what: Attacks
    per: Per | None = None
    replaces: tuple[OwnBonus, ...] = ()
    while_: tuple[Condition, ...] = ()


@construction(
    "{amount:+} to the defense of {who} [against {against}] [for each {per}] [while {while_|and while}]",
)
class DefenseOf(Struct, frozen=True):
    """A bonus that counts for the defender: `+4 to the defense of your Groups against attacks made or aided by Liberal
    Groups`.
    """

    amount: int
    who: Selector
    against: Attacks | None = None
    per: Per | None = None
    while_: tuple[Condition, ...] = ()


# --- numbers of cards -------------------------------------------------------------------------------------------------

Until = Lowered[
    Literal[
        "until the turn ends",
        "during that turn",
        "until the end of your turn",
        "until the start of your next turn",
        "until the end of your next turn",
        "for one action",
        "for that attack",
        "for good",
        "in defense until the start of your next turn",
        "for its next action",
        "for one attack that it makes",
        "for its next action or defense",
        "for one defense",
        "for that defense",
        "until they have another master",
        "as long as this card is in play",
        "until the end of that phase",
        "until the end of their next turn",
    ]
]


@construction("this card has {stat} {value:0} against {attackers}")
class StatAgainst(Struct, frozen=True):
    """A number that replaces the printed one while a card of this kind attacks."""

    stat: Lowered[Stat]
    value: int
    attackers: Selector


_PROVISO = "[against {against}] [while {while_|and while}] [{until}]"


words("both", {each: f"to both {each}" for each in ("Power and Global Power", "Power and Resistance")})
_ADDED = (
    "[for each {per}] [against {against}] [while {while_|and while}] [, instead of this card's {instead:+}]"
    " [?alone , not added to a bonus of another Resource] [{until}] [, but not below {least}]"
)


@construction(
    form(
        "{who} gets/get {amount:+} outgoing arrow [while {while_|and while}] [{until}]",
        lambda node: abs(node.amount) == 1,
        strict_=True,
        stat="outgoing arrows",
    ),
    form(f"{{who}} gets/get {{amount:+}} {{stat:both}} {_ADDED}", lambda node: " and " in node.stat, strict_=True),
    form(f"{{who}} gets/get {{amount:+}} {{stat}} {_ADDED}", lambda node: " and " not in node.stat, strict_=True),
)
class StatChange(Struct, frozen=True):
    """An addition to a number of cards, as long as the card that says so is in play, or as long as it says. With
    `against` it counts only while they are attacked so.
    """

    who: Chosen
    amount: int
    stat: Lowered[Stat]
    per: Per | None = None
    against: Attacks | None = None
    instead: int = 0
    alone: bool = False
    while_: tuple[Condition, ...] = ()
    until: Until | None = None
    least: int | None = None


@construction(
    form(f"{{who}} has/have {{value:0}} outgoing arrows {_PROVISO}", stat="outgoing arrows", how="set"),
    form(f"{{who}} has/have {{stat}} {{value:0}} {_PROVISO}", how="set"),
    form(f"the {{stat}} of {{who}} is raised to {{value:0}} {_PROVISO}", how="raised"),
    form(f"the {{stat}} of {{who}} is lowered to {{value:0}} {_PROVISO}", how="lowered"),
    form(f"every Group has double {{stat}} {_PROVISO}", who=Groups(), how="times", value=2),
    *(
        form(f"{{who}} has/have {times} {{stat}} {_PROVISO}", how="times", value=value)
        for value, times in ((2, "double"), (3, "triple"), (4, "quadruple"))
    ),
    form(f"{{who}} has/have {{value}} times its/their {{stat}} {_PROVISO}", how="times"),
    form(f"the {{stat}} of {{who}} is halved [?rounded_up , rounded up,] {_PROVISO}", how="divided", value=2),
    form(f"the {{stat}} of {{who}} is divided by {{value}} [?rounded_up , rounded up,] {_PROVISO}", how="divided"),
)
class StatSet(Struct, frozen=True):
    """A number that is set, raised to a value when it is lower, or multiplied."""

    who: Chosen
    stat: Lowered[Stat]
    value: int
    how: Literal["set", "raised", "lowered", "times", "divided"]
    against: Attacks | None = None
    while_: tuple[Condition, ...] = ()
    until: Until | None = None
    rounded_up: bool = False


@construction(
    form(f"{{who}} has/have {{stat}} equal to its/their Power {_PROVISO}", source="its Power"),
    form(
        "while {while_|and while} , {who} has/have {stat} equal to the printed Power of the strongest of them [against"
        " {against}] [{until}]",
        lambda node: bool(node.while_),
        strict_=True,
        source="its strongest puppet",
    ),
    form(f"{{who}} has/have {{stat}} equal to {{source}} {_PROVISO}"),
)
class StatEqual(Struct, frozen=True):
    """A number that is that of something else."""

    who: Chosen
    stat: Lowered[Stat]
    source: Lowered[
        Literal[
            "its Power",
            "its printed Power",
            "its permanent Power",
            "the Power of the captured Group",
            "its strongest puppet",
            "your roll of 2 dice minus 2",
        ]
    ]
    against: Attacks | None = None
    while_: tuple[Condition, ...] = ()
    until: Until | None = None


# --- alignments and attributes ----------------------------------------------------------------------------------------


_UNCOUNTED = "[while {while_|and while}] [{until}] [?not_for_goals ; this does not count for Goals]"


@construction(
    f"{{who}} becomes/become {{traits:such|, and}} and stops/stop being {{lost:such|or}} {_UNCOUNTED}",
    f"{{who}} is/are also {{traits:such|, and}} {_UNCOUNTED}",
    form(
        "{who} is/are also {traits:such|, and} and never {lost:such|or} [while {while_|and while}] [{until}]",
        never=True,
    ),
    form("{who} is/are no longer {lost:such|or} [while {while_|and while}]", until="for good"),
    form("{who} is/are not {lost:such|or} [while {while_|and while}] [{until}]"),
)
class Becomes(Struct, frozen=True):
    """Alignments and attributes that cards have besides their own, and those that they lose; nothing else gives them
    back what they `never` have.
    """

    who: Chosen
    traits: tuple[Trait, ...] = ()
    lost: tuple[Trait, ...] = ()
    not_for_goals: bool = False
    while_: tuple[Condition, ...] = ()
    until: Until | None = None
    never: bool = False


@construction("{who} has/have {alignments} [while {while_|and while}] [{until}]")
class AlignmentsOf(Struct, frozen=True):
    """All alignments of a card at once.

    As long as they are those of its master, they are exactly those, and nothing else changes them.
    """

    who: Chosen
    alignments: Lowered[
        Literal[
            "exactly the alignments of its master",
            "exactly the alignments of its master plus Fanatic",
            "no alignments",
            "no alignments and no attributes",
        ]
    ]
    while_: tuple[Condition, ...] = ()
    until: Until | None = None


@construction("this card counts as {alignment} instead of {instead_of} in its attempts to {kinds|or} {target}")
class CountsAs(Struct, frozen=True):
    """For those attacks only, one alignment counts as another."""

    alignment: Trait
    instead_of: Trait
    kinds: tuple[Kind, ...]
    target: Selector


@construction(
    form("{these} count as {those} [in {attacks}]", who="every player", may="must"),
    form("{who} may ignore {these} [in {attacks}]", lambda node: node.these in _IGNORED, may="may", those="nothing"),
    form("ignore {these}", lambda node: node.these in _IGNORED, who="you", may="may", those="nothing", _deed=True),
    form("treat {these} as {those}", lambda node: node.those != "nothing", who="you", may="may", _deed=True),
    "{who} {may} treat {these} as {those} [in {attacks}]",
)
class Treat(Struct, frozen=True):
    """A reading of alignments that a player may choose, or that holds for all."""

    who: Literal["you", "every player", "the attacker", "its owner"]
    may: Literal["may", "must"]
    these: Lowered[
        Literal[
            "the Fanatic alignments of attacker and target",
            "its Fanatic alignment and its master's",
            "two Fanatic alignments",
            "any Corporate Group",
            "any Government Group",
            "the alignment modifiers that hurt you",
            "all opposite alignments of the target",
        ]
    ]
    those: Literal["identical", "Government", "Corporate", "nothing"]
    attacks: Attacks | None = None


# --- who may take part ------------------------------------------------------------------------------------------------

ThatAttack = Lowered[Literal["that attack"]]
_JOINING = "[, with {bonus:+} when it does so] [?free , without spending an action]"


@construction("this card may take part in {attacks} attacks each turn")
class Participation(Struct, frozen=True):
    """How often a card may attack or aid in one turn; every other card may do so once."""

    attacks: int


@construction(
    form(
        "this card may attack {what} if the attack is to remove an alignment",
        deed="attack",
        while_=(Fact("the attack is to remove an alignment"),),
    ),
    *(
        form(
            f"{who} may {{deed}} {{what}} {them} [while {{while_|and while}}] {proviso} {_JOINING}",
            any_alignment=bool(proviso),
        )
        for who, them in (("this card", "[?secret , even if Secret]"), ("{who} [?secret , even if Secret,]", ""))
        for proviso in ("", ", whatever the alignments")
    ),
)
class MayJoin(Struct, frozen=True):
    """A permission to attack, aid, oppose or interfere that the rules would not give; `with +4 when it does so` adds
    that to the card's side when it does so.

    Only `whatever the alignments` lets a card join that has no fitting alignment, and only `even if Secret`, of those
    who join or of those whom `this card` joins, or a selector that names Secret, lifts the rule that Secret Groups are
    for Secret Groups.
    """

    deed: Lowered[
        Literal["attack", "aid", "oppose", "aid or oppose", "interfere in", "aid the defense of", "aid its side in"]
    ]
    what: Attacks | Selector | Pick | ThatAttack
    who: Selector | None = None
    any_alignment: bool = False
    free: bool = False
    while_: tuple[Condition, ...] = ()
    secret: bool = False
    bonus: int = 0

    def __post_init__(self) -> None:
        if self.who == Ref("this card"):
            force_setattr(self, "who", None)


_ANYBODY = Groups(kind="Group or Illuminati")
_FULL = Groups(owner="you", place="with as many puppets as outgoing arrows")
_EVER = "{deed} [{what}] [except {unless}] [while {while_|and while}]"
_BAN = f"{_EVER} [{{until}}]"
_HELPED = Attacks(joined=Ref("this card"))


def _late(node: MayNot) -> bool:
    """Whether it begins within an attack and leaves alone who has joined before."""
    return node == MayNot(node.deed, _HELPED, node.who) and node.who is not None


@construction(
    form(f"no player can ever {_EVER}", who="any player", until="for good"),
    form(f"[{{who}}] can never {_EVER}", until="for good"),
    form("only {unless} can {deed} [{what}] [while {while_|and while}] [{until}]", who=_ANYBODY),
    form(f"no Group can {_BAN}", who=Groups()),
    form(f"no Group or Illuminati can {_BAN}", who=_ANYBODY),
    form(f"no player can {_BAN}", who="any player"),
    form(
        "[{who}] cannot attack {what} or aid attacks on them [except {unless}] [while {while_|and while}] [{until}]",
        deed="attack or aid",
    ),
    form("{who} cannot get {what} as a puppet by a move or a gift", deed="get"),
    form("your Groups cannot have more puppets than outgoing arrows", who=_FULL, deed="gain puppets"),
    form("{who} cannot {deed} an attack once this card makes or aids it", _late, strict_=True, what=_HELPED),
    form(f"[{{who}}] cannot {_BAN}", lambda node: not _late(node), strict_=True),
)
class MayNot(Struct, frozen=True):
    """A ban: `Straight Groups cannot attack your Groups`, `no Group can aid attacks`; without `who`, on the player or
    card that it speaks of. A card that cannot have Action tokens loses those that it has and gets none.
    """

    deed: Lowered[
        Literal[
            "attack",
            "attack to control",
            "aid",
            "oppose",
            "aid or oppose",
            "interfere in",
            "attack or aid",
            "take control of",
            "control",
            "destroy",
            "use special abilities",
            "have Action tokens or use special abilities",
            "gain puppets",
            "receive Action tokens",
            "act",
            "play",
            "use",
            "aid the target of",
            "draw",
            "gain alignments",
            "gain alignments or attributes",
            "have Action tokens",
            "get",
            "do anything but defend",
            "win by their Special Goals",
        ]
    ]
    what: Attacks | Selector | ThatAttack | CardWords | None = None
    who: Chosen | Player | None = None
    unless: Attacks | Selector | None = None
    while_: tuple[Condition, ...] = ()
    until: Until | None = None


Player = Literal["you", "one rival", "your rivals", "that rival", "that player", "any player"]
CardWords = Lowered[
    Literal[
        "Assassinations or Disasters",
        "Plots",
        "any duplicate of that Plot",
        "Plots or Groups",
        "that Plot",
        "their automatic takeover",
    ]
]


@construction("{members|or by*2}")
class EitherAttack(Struct, frozen=True):
    """Attacks that any of several descriptions means."""

    members: tuple[Attacks, ...]


@construction(
    form(
        "{who} can never be {deed|or} [by {by}] [except by {unless}] [?allowed , unless you allow it] [while"
        " {while_|and while}]",
        until="for good",
    ),
    "{who} cannot be {deed|or} [by {by}] [except by {unless}] [?allowed , unless you allow it] [while {while_|and"
    " while}] [{until}]",
)
class Cannot(Struct, frozen=True):
    """What cannot happen to a card."""

    who: Chosen
    deed: Lowered[
        tuple[
            Literal[
                "destroyed",
                "killed",
                "captured",
                "controlled",
                "moved",
                "stolen",
                "unlinked",
                "lost",
                "returned to play",
                "exposed",
                "Devastated",
                "removed",
                "revived",
                "revived once it is killed",
                "attacked to control",
                "taken over automatically",
                "looked at",
                "affected",
                "hidden",
                "discarded",
                "given away",
            ],
            ...,
        ]
    ]
    by: Attacks | Selector | Rivals | None = None
    unless: Attacks | EitherAttack | Selector | None = None
    while_: tuple[Condition, ...] = ()
    until: Until | None = None
    allowed: bool = False


Rivals = Literal["your rivals"]


_IMMUNE = "[except {unless}] [?abilities and their special abilities] [while {while_|and while}] [{until}]"


def _is_barred(by: bool, node: Immunity) -> bool:
    """Whether Groups are meant that may still use their abilities, if `by` says so."""
    barred = isinstance(node.attackers, Groups | Either) and not node.abilities
    attacks = node.attackers
    return barred == by and not (isinstance(attacks, Attacks) and attacks.joined and not attacks.kinds)


@construction(
    *(
        form(f"{who} immune to {by} {{attackers}} {_IMMUNE}", partial(_is_barred, bool(by)), strict_=True, **fixed)
        for by in ("attacks made or aided by", "")
        for who, fixed in (("your Power Structure is", {"who": None}), ("{who} is/are", {}))
    ),
)
class Immunity(Struct, frozen=True):
    """Such Groups may neither attack those cards nor aid an attack on them, and with `and their special abilities` use
    none on them; named Plots and attacks have no effect on them. An immunity of the Power Structure is one of all your
    cards, hand and decks; `you` are immune to what is done to a player.
    """

    attackers: Selector | Attacks | Effects
    who: ByName | Such | Either | Self | None = None
    unless: Selector | Attacks | None = None
    abilities: bool = False
    while_: tuple[Condition, ...] = ()
    until: Until | None = None


Self = Literal[
    "this card",
    "you",
    "its master",
    "its puppets",
    "this card, its master and its puppets",
    "this card and its puppets",
    "the linked card",
    "that Personality",
]
Effects = Lowered[Literal["the tax of [I.R.S.]", "hostile Plots", "Magic Plots", "duplicates of it played by rivals"]]


@construction("the immunity of {whose} to {attackers}")
class ImmunityOf(Struct, frozen=True):
    """An immunity that another card gives."""

    whose: Selector
    attackers: Selector


@construction("Plots and special defenses against {attacks} [, except those that name {trait}]")
class Defenses(Struct, frozen=True):
    """What protects the target of such attacks."""

    attacks: Instants
    trait: Trait | None = None


@construction("{who} ignores/ignore {what}")
class Ignores(Struct, frozen=True):
    """Cards or attacks against which such a protection has no effect."""

    who: Selector | Attacks
    what: ImmunityOf | Defenses


@construction(
    "{who} has/have no effect [while {while_|and while}] [{until}] [?not_for_goals , but still count for Goals]"
)
class NoEffect(Struct, frozen=True):
    """A card is in play, but nothing that it says counts."""

    who: Chosen
    not_for_goals: bool = False
    while_: tuple[Condition, ...] = ()
    until: Until | None = None


@construction("only the bonuses for alignments and those of {whose} count in that attack")
class OnlyBonuses(Struct, frozen=True):
    """Of the bonuses for the attacker, those for alignments and those that these cards give count, although the attack
    is Instant, and no others.
    """

    whose: Selector


@construction("{who} has/have no Resistance bonus for sharing {traits|or} with its master [{until}]")
class NoMasterBonus(Struct, frozen=True):
    """The addition to Resistance for an alignment that a Group shares with its master does not count."""

    who: Chosen
    traits: tuple[Trait, ...]
    until: Until | None = None


# --- attacks that are cards -------------------------------------------------------------------------------------------


@construction("{value} if the target is {target:a}")
class PowerAgainst(Struct, frozen=True):
    """The Power of an attack card against such targets."""

    value: int
    target: Selector


@construction(
    "Assassination with Power {power} [, but {against|, and}] [; one of your {helper} may spend its action to add its"
    " Power]",
)
class Assassination(Struct, frozen=True):
    """An Instant attack to destroy a Personality, at any time and without an action.

    Success kills. `helper`: one Group of this kind may help.
    """

    power: int
    against: tuple[PowerAgainst, ...] = ()
    helper: Selector | None = None


@construction(
    "Disaster [?slow , not Instant,] with Power {power} against {target:a} [, but {against|, and}] [, plus {per_amount}"
    " for each {per}] [, plus the Power of one of your {helper} , which must spend its action] : Devastates the target"
    " [, and destroys it if the attack succeeds by {margin} or more]",
)
class Disaster(Struct, frozen=True):
    """An attack to destroy a Place, Instant unless it says otherwise, that needs no action but that of the `helper`, if
    it asks for one. Success devastates the Place. Of the Powers `against` some Places the first that fits counts.
    """

    power: int
    target: Selector
    against: tuple[PowerAgainst, ...] = ()
    margin: int | None = None
    slow: bool = False
    per_amount: int | None = None
    per: Per | None = None
    helper: Selector | None = None


@construction("{attacks} may be played on {who} as on {like:a}")
class TargetLike(Struct, frozen=True):
    """A card that these attack cards may target although they couldn't otherwise; for them it counts as what `like`
    names.
    """

    attacks: Attacks
    who: Reference
    like: Such


@construction("each {relation} alignment counts for {value:0} instead of {instead}")
class AlignmentWeight(Struct, frozen=True):
    """How much each identical or opposite alignment counts for or against an attack, with the sign that the rules give
    it.
    """

    relation: Literal["identical", "opposite"]
    value: int
    instead: int


@construction(
    "{who} may borrow any alignments of {lender} [{until}] [?instead ; a borrowed alignment replaces its opposite]"
)
class Borrow(Struct, frozen=True):
    """Alignments of another card, chosen by the player; with `instead` the borrower's own give way to the opposite ones
    that it takes.
    """

    who: Reference
    lender: Reference
    instead: bool = False
    until: Until | None = None
