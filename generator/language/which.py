"""Which cards.

Cards by name, by what they are and whose they are, or by where they stand. A selector is said by a card: `your` means
the player who controls it, `other` leaves that card itself out.
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from msgspec import Struct
from msgspec.structs import force_setattr

from generator.language.forms import Lowered, construction, form, words

Alignment = Literal[
    "Government",
    "Communist",
    "Liberal",
    "Conservative",
    "Peaceful",
    "Violent",
    "Straight",
    "Weird",
    "Criminal",
    "Fanatic",
    "Corporate",
]
Attribute = Literal[
    "Bank",
    "Church",
    "Coastal",
    "Communist",
    "Computer",
    "Green",
    "Huge",
    "Magic",
    "Media",
    "Nation",
    "Science",
    "Secret",
    "Space",
    "SubGenius",
    "Unique",
    "Gadget",
    "Artifact",
    "Satellite",
    "Devastated",
    "U.S.",
    "U.S. State",
    "Male",
    "Female",
    "Dictatorship",
]
"""Attributes of Groups and Resources; Satellite, Devastated, Dictatorship and those that no card prints are words of
the language.
"""
Trait = Literal[Alignment, Attribute]
ALIGNMENTS: tuple[Trait, ...] = get_args(Alignment)
ATTRIBUTES: tuple[Trait, ...] = get_args(Attribute)
UNPRINTED = ("U.S.", "U.S. State", "Male", "Female")
"""What a card is by what everybody knows of whom or what it names: named after a certain place in the United States
(official card FAQ, on Bill Clinton), one of the States, a man, a woman. A Personality that is neither of the last two
is of no known sex.
"""

Stat = Literal[
    "Power",
    "Transferable Power",
    "Global Power",
    "Resistance",
    "Income",
    "Power and Global Power",
    "Power and Resistance",
    "outgoing arrows",
    "printed Power",
    "printed Resistance",
]
Compared = Literal[
    "Power",
    "Transferable Power",
    "Global Power",
    "Resistance",
    "Income",
    "outgoing arrows",
    "printed Power",
    "printed Resistance",
]
Operator = Literal[">=", "<=", "="]
Noun = Literal[
    "Group",
    "Organization",
    "Personality",
    "Place",
    "Resource",
    "Illuminati",
    "card",
    "Group or Resource",
    "Group or Gadget Resource",
    "Group or Illuminati",
    "Group, Illuminati or Resource",
    "Place or Organization",
    "puppet",
]
Owner = Annotated[Literal["any", "you", "rival", "nobody", "one rival", "he"], "owners"]
words(
    "owners",
    {"you": "your", "rival": "your rivals'", "nobody": "uncontrolled", "one rival": "one rival's", "he": "their"},
)
OWNED = ("you", "rival", "one rival", "he")
"""Owners after whom one thing is `one of your Groups`, not `a your Group`."""

words(
    "nouns",
    {
        "Group": ("Group", "Groups"),
        "Organization": ("Organization", "Organizations"),
        "Personality": ("Personality", "Personalities"),
        "Place": ("Place", "Places"),
        "Resource": ("Resource", "Resources"),
        "Illuminati": ("Illuminati", "Illuminati"),
        "card": ("card", "cards"),
        "Group or Illuminati": ("Group or Illuminati", "Groups and Illuminati"),
        "Group or Resource": ("Group or Resource", "Groups or Resources"),
        "Group or Gadget Resource": ("Group or Gadget Resource", "Groups or Gadget Resources"),
        "Group, Illuminati or Resource": ("Group, Illuminati or Resource", "Groups, Illuminati or Resources"),
        "Place or Organization": ("Place or Organization", "Places or Organizations"),
        "puppet": ("puppet", "puppets"),
    },
)


def _next(node: Comparison) -> bool:
    """Whether only two numbers are meant: `1 or 2`."""
    return node.most == node.value + 1


def _rising(node: Comparison) -> bool:
    """Whether the second number is larger."""
    return (node.most or 0) > node.value


@construction(
    form("{value:0} or {most} outgoing arrows", _next, strict_=True, stat="outgoing arrows", operator="="),
    form("{value:0} to {most} outgoing arrows", _rising, strict_=True, stat="outgoing arrows", operator="="),
    form("{value:0} or more outgoing arrows", stat="outgoing arrows", operator=">="),
    form("{value:0} or fewer outgoing arrows", stat="outgoing arrows", operator="<="),
    form("{stat} {value:0} or {most}", _next, strict_=True, operator="="),
    form("{stat} {value:0} to {most}", _rising, strict_=True, operator="="),
    form("{stat} {value:0} or more", operator=">="),
    form("{stat} {value:0} or less", operator="<="),
    form("{stat} {value:0}", operator="="),
    form("{stat} >= {value:0}", operator=">="),
    form("{stat} <= {value:0}", operator="<="),
    form("{stat} = {value:0}", operator="="),
)
class Comparison(Struct, frozen=True):
    """A number on the card against a number, or between two."""

    stat: Compared
    operator: Operator
    value: int
    most: int | None = None


@construction("{names|or}")
class Named(Struct, frozen=True):
    """Cards by their exact names."""

    names: tuple[str, ...]

    @property
    def singular(self) -> bool:
        """`[A] or [B] has`."""
        return True


words(
    "such",
    {
        **{each: each for each in get_args(Trait)},
        "Nation": ("a Nation", "Nations"),
        "Dictatorship": ("a Dictatorship", "Dictatorships"),
    },
)
words("participles", {"among the destroyed": "destroyed", "among the killed": "killed", "as printed": "printed"})
_UNLINKED = (
    "[that is(are) not linked to {unlinked}] [in the Power Structure of {structure}] [directly controlled by"
    " {master:as}]"
)
_WHICH = "[with {numbers|and}] [that is(are) not {without:such/|or}] [that is(are) the master of {puppet}]"


@construction(
    form("any Group", _uncounted=True),
    form("the master of {puppet}"),
    form("your other Groups or Illuminati", owner="you", other=True, kind="Group or Illuminati"),
    f"[{{owner}}] [?other other] [{{place:participles}}] [{{traits|or}}] {{kind:nouns/}} {_WHICH} [directly controlled"
    " by {master:as}]",
    f"[{{owner}}] [?other other] [{{traits|or}}] {{kind:nouns/}} {_WHICH} [{{place}}] {_UNLINKED}",
)
class Groups(Struct, frozen=True):
    """Cards by what they are, whose they are, their numbers, their master and where they are.

    `traits` is a choice of combinations: `Straight Fanatic or Weird Groups` is (("Straight", "Fanatic"), ("Weird",));
    empty means any. `other` leaves out the card with the sentence. `without` are alignments and attributes that it
    must lack. Illuminati are not Groups here: they are named where they are meant."""

    traits: tuple[tuple[Trait, ...], ...] = ()
    owner: Owner = "any"
    other: bool = False
    numbers: tuple[Comparison, ...] = ()
    master: Named | Ref | Groups | None = None
    kind: Noun = "Group"
    without: tuple[Trait, ...] = ()
    place: Where | None = None
    structure: Named | None = None
    unlinked: Named | None = None
    puppet: Named | None = None

    @property
    def determiner(self) -> str | None:
        """What stands before it where one is meant: `a Weird Group`, `one of your Weird Groups`; nothing before `your
        Illuminati`.
        """
        if (
            self == Groups(puppet=self.puppet) != Groups()
            or self.kind == "Illuminati"
            and self.owner in ("you", "one rival", "he")
        ):
            return None
        return "one of" if self.owner in OWNED else "a"

    @property
    def singular(self) -> bool:
        """`any Group has`, `your Illuminati has`, `your Groups have`."""
        return self == Groups() or (self.kind == "Illuminati" and self.owner in ("you", "one rival", "he"))


Where = Literal[
    "in play",
    "from your hand",
    "from their hand",
    "just played",
    "among the destroyed",
    "with an Action token",
    "without Action tokens",
    "with an open arrow",
    "without puppets",
    "linked to this card",
    "sharing an alignment with the target",
    "sharing an alignment with that Personality",
    "sharing an alignment other than Fanatic with the affected Group",
    "that is played as a duplicate",
    "that is not among the attackers",
    "sharing 1 alignment of your choice with the paying Group",
    "other than the target",
    "in play or just played by a rival",
    "with 1 alignment of your choice",
    "among the killed",
    "from your hand that duplicates one in play",
    ", with no alignment opposite to that Personality's",
    "using its Power",
    "on the attacking side",
    "that spend an action to defend",
    "on either side",
    "that all players agree should count",
    "as printed",
    "with as many puppets as outgoing arrows",
    "for which no arrow is left",
    "with 2 or more Action tokens",
    "of the players on the attacking side",
    "even if they cannot be controlled or destroyed",
    "with fewer Action tokens than your Illuminati",
    "in a Power Structure",
    "under this card",
    "hidden under this card",
    "from your hand or Group deck",
    "from your Group deck",
    "that you destroyed",
    "with the least Power on the attacking side (the dice break ties)",
    "whose special ability mentions Relief",
    "with a Corporate master or puppet",
    "that is not immune to this card",
]
"""Where a card is, or how it stands, when that matters. Two Fanatics share no alignment: they are opposite. On a side
of an attack are the Groups that spend an action for it. Among several with the least Power the dice choose.
"""


@construction("{which}")
class Ref(Struct, frozen=True):
    """One card, or a few, by where they stand beside the card that speaks."""

    which: Literal[
        "this card",
        "its master",
        "its puppets",
        "this card, its master and its puppets",
        "this card and its puppets",
        "this card and the Groups below it",
        "this card and its master",
        "the linked card",
        "either linked card",
        "that card",
        "the new card",
        "the target",
        "that Group's master",
        "the attacker",
        "that rival's Illuminati",
        "that Personality",
        "that Group",
        "those Groups",
        "that Place",
        "that Resource",
        "that duplicate",
        "either Place",
        "the other Place",
        "its former master",
        "both cards",
        "both Places",
        "the destroyed Group",
        "the noted card",
        "every Group below that Group",
        "the target's puppets",
        "its master and that master's puppets",
        "its duplicate",
    ]

    @property
    def singular(self) -> bool:
        """`its master has`, `its puppets have`."""
        return not self.which.endswith("s") and " and " not in self.which


def _plain(node: Either) -> bool:
    """Whether a plain `or` tells two kinds of cards apart: `Bank Groups or Coastal Places`."""
    *_, before, last = (None, *node.members)
    if all(isinstance(member, Named) for member in node.members) or not all(
        _bare(member, len(node.members)) for member in node.members
    ):
        return False
    if isinstance(last, Named | Ref):
        return True
    return (
        isinstance(last, Groups)
        and len(last.traits) <= 1
        and (
            not isinstance(before, Groups)
            or (
                before.owner in ("any", "nobody")
                and (last.owner != "any" or (before.kind, last.kind) not in _NOUNS_OF_TWO)
            )
        )
    )


_NOUNS_OF_TWO = (("Group", "Resource"), ("Group", "Illuminati"), ("Place", "Organization"))


_BARE_PLACES = (None, "in play", "from your hand", "from their hand", "other than the target")


def _bare(member: Selector, of: int) -> bool:
    """Whether it is said in so few words that nothing in it can be taken to belong to its neighbor; in a longer list
    commas part them.
    """
    if isinstance(member, Groups):
        bare = Groups(member.traits, member.owner, kind=member.kind, place=member.place)
        return (
            member != Groups()
            and len(member.traits) <= (1 if of == 2 else 2)
            and member.place in _BARE_PLACES
            and member == bare
        )
    return isinstance(member, Named) or " and " not in member.which


_TAKEN = get_args(Literal["Group", "Personality", "Resource"])


@construction(
    *(
        form(
            f"uncontrolled {kind} or one from their hand",
            members=(Groups(owner="nobody", kind=kind), Groups(kind=kind, place="from their hand")),
        )
        for kind in _TAKEN
    ),
    form("{members:#|or*2}", _plain, strict_=True),
    form("{members:each|, or*2}", lambda node: not _plain(node), strict_=True, _article=True),
    form("{members:#|, or*2}", lambda node: not _plain(node), strict_=True),
)
class Either(Struct, frozen=True):
    """Cards that any of several selectors means. Each name is one member."""

    members: tuple[Named | Groups | Ref, ...]

    def __post_init__(self) -> None:
        each = (
            tuple(Named((name,)) for name in member.names) if isinstance(member, Named) else (member,)
            for member in self.members
        )
        force_setattr(self, "members", tuple(member for part in each for member in part))

    @property
    def determiner(self) -> str | None:
        """`a Computer Group or [The Network]`: one article before all, or else before each."""
        first = self.members[0]
        alike = all(
            isinstance(member, Named) or (isinstance(member, Groups) and member.determiner == "a")
            for member in self.members
        )
        if not alike or not isinstance(first, Groups) or first == Groups():
            return None
        return "a" if _plain(self) else ""


@construction(
    form("all of {of}", count="all"),
    form("as many of {of} as you choose", lambda node: _among(node), count="any"),
    form("as many {of} as you choose", count="any"),
    form("1 {of:#}, if you choose,", count="most", most=1),
    form("up to {most:2} of {of}", lambda node: _among(node), count="most"),
    form("up to {most:2} {of:#}", count="most"),
)
class Some(Struct, frozen=True):
    """Several of the cards that a selector means, as the player chooses."""

    of: Selector
    count: Literal["all", "any", "most"] = "all"
    most: int = 0

    @property
    def singular(self) -> bool:
        """`1 Bank Group, if you choose, has`."""
        return self.most == 1


def _among(node: Some) -> bool:
    """Whether they are told apart by `of`: `up to 2 of your Groups`, but `up to 2 Bank Groups`."""
    return not isinstance(node.of, Groups) or node.of.owner in OWNED


def _counted(of: Selector) -> bool:
    """Whether a number stands right before it: `1 Group`, but `one of your Groups` and `one of its puppets`."""
    if isinstance(of, Either):
        return all(isinstance(member, Named) or _counted(member) for member in of.members) and isinstance(
            of.members[0], Groups
        )
    return isinstance(of, Groups) and of.owner not in OWNED


_EITHER_WAY = tuple(
    (Groups(owner="nobody", kind=kind, place="in play"), Groups(kind=kind, place="from your hand")) for kind in _TAKEN
)
_RICH: tuple[Where | None, ...] = (None, "with an Action token", "with 2 or more Action tokens")


@construction(
    *(
        form(f"a rival's Illuminati {place or ''}", count=1, of=Groups(owner="rival", kind="Illuminati", place=place))
        for place in _RICH
    ),
    *(form(f"1 uncontrolled {each[0].kind} or 1 from your hand", count=1, of=Either(each)) for each in _EITHER_WAY),
    form("your Illuminati or one of your Groups", count=1, of=Groups(owner="you", kind="Group or Illuminati")),
    form("one of {of}", lambda node: not _counted(node.of), count=1),
    form("{count:2} of {of}", lambda node: not _counted(node.of)),
    form("{count} {of:#}"),
)
class Pick(Struct, frozen=True):
    """A number of the cards that a selector means, as the player chooses."""

    count: int
    of: Selector

    @property
    def singular(self) -> bool:
        """`one of your Groups has`."""
        return self.count == 1

    @property
    def determiner(self) -> str | None:
        """Where one thing is meant anyway, `one of your Groups` is said by the selector alone."""
        return "one of" if self.count == 1 and not _counted(self.of) else None


Selector = Lowered[Named | Groups | Ref | Either]
Chosen = Lowered[Pick | Some | Named | Groups | Ref | Either]
Such = Lowered[Groups]
Reference = Lowered[Ref]
ByName = Lowered[Named]
