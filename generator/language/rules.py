"""Terms and requirements.

The rules of an attack as sentences: terms of the sum, requirements, and the conditions that they ask.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from generator.language.attacks import Kind
from generator.language.forms import construction, form, words
from generator.language.which import Comparison, Stat, Trait

words(
    "roles",
    {
        "attacker": "the attacker",
        "target": "the target",
        "helper": "each helper",
        "opponent": "each opponent",
        "it": "it",
    },
)
PURSE_WORDS: dict[str, str] = {
    "attacker": "the attacker's treasury",
    "attacker's Illuminati": "the attacker's Illuminati",
    "target": "the target's treasury",
    "target's Illuminati": "the target's Illuminati",
    "assisting": "assisting players",
    "opposing": "opposing players",
}
words("purses", PURSE_WORDS)
Role = Annotated[Literal["attacker", "target", "helper", "opponent"], "roles"]
Asked = Annotated[Literal["attacker", "target", "helper", "opponent", "it"], "roles"]
"""Of whom a condition is asked: `it` is the card that the term or requirement speaks of just then."""
Purse = Annotated[
    Literal["attacker", "attacker's Illuminati", "target", "target's Illuminati", "assisting", "opposing"], "purses"
]


@construction(
    "{stat} of {role} [?stepped , doubled (tripled if already doubled) ,]",
    form("permanent {stat} of {role}", permanent=True),
)
class StatOf(Struct, frozen=True):
    """A number on a card; of `each helper` it stands for one line per helper, and of `each opponent` for one per Action
    token that is spent against the attack. One step more makes twice of once, and three times of twice. A permanent
    number is without what changes it for a while.
    """

    stat: Stat
    role: Role
    stepped: bool = False
    permanent: bool = False


@construction("{relation} alignment")
class SharedAlignments(Struct, frozen=True):
    """Alignments that attacker and target share, or that are opposite, counted in pairs."""

    relation: Literal["identical", "opposite"]


@construction("alignment that the target shares with its master")
class MasterAlignments(Struct, frozen=True):
    """Alignments of the target that its master has too; Fanatic is never shared."""


@construction("MB from {purse}")
class Money(Struct, frozen=True):
    """What one purse puts into the attack."""

    purse: Purse


words(
    "owners of roles",
    {
        "you": "yours",
        "rival": "controlled by a rival",
        "nobody": "uncontrolled",
        "third": "controlled by a third player",
    },
)


@construction(
    form("{role} is controlled", owner="nobody", holds=False),
    form("{role} is {owner:owners of roles}"),
    form("{role} is not {owner:owners of roles}", holds=False),
)
class Whose(Struct, frozen=True):
    """Which player controls a card of the attack."""

    role: Asked
    owner: Literal["you", "rival", "nobody", "third"]
    holds: bool = True


@construction(form("{role} is {other}"), form("{role} is not {other}", holds=False))
class SameCard(Struct, frozen=True):
    """Whether two roles are the same card."""

    role: Asked
    other: Annotated[Literal["attacker", "target"], "roles"]
    holds: bool = True


@construction(form("{role} is an Illuminati"), form("{role} is not an Illuminati", holds=False))
class IsIlluminati(Struct, frozen=True):
    """Whether a card of the attack is an Illuminati."""

    role: Asked
    holds: bool = True


@construction("{role} has {number}")
class HasNumber(Struct, frozen=True):
    """Whether a card of the attack has such a number."""

    role: Asked
    number: Comparison


@construction(form("{role} is {traits|or}"), form("{role} is not {traits|or}", holds=False))
class RoleIs(Struct, frozen=True):
    """Whether a card of the attack has such alignments or attributes."""

    role: Asked
    traits: tuple[tuple[Trait, ...], ...]
    holds: bool = True


@construction("{role} has an ability that lets it attack the target")
class MayAttack(Struct, frozen=True):
    """Whether the card itself lifts the rule that would forbid the attack."""

    role: Asked


TIES: dict[str, str] = {
    "identical": "shares an alignment with the target",
    "opposite": "has an alignment opposite to one of the target's",
    "master": "is the target's master",
    "puppet": "is the target's puppet",
    "self": "defends itself",
    "its master": "is the attacker's master",
    "its puppet": "is the attacker's puppet",
    "Illuminati": "needs no alignment as an Illuminati",
    "Global Power": "has Global Power",
    "allowed": "needs no fitting alignment",
    "allowed to Secret": "may join despite secrecy",
}
words("ties", TIES)
Tie = Annotated[
    Literal[
        "identical",
        "opposite",
        "master",
        "puppet",
        "self",
        "its master",
        "its puppet",
        "Illuminati",
        "Global Power",
        "allowed",
        "allowed to Secret",
    ],
    "ties",
]


@construction("{role} {ties|or}")
class Tied(Struct, frozen=True):
    """Whether a card may take part in the attack for any of these reasons. What cards say lets it in whatever its
    alignments, and even though attacker or target are Secret.
    """

    role: Asked
    ties: tuple[Tie, ...]


@construction("{role} takes part once")
class Once(Struct, frozen=True):
    """Whether a card spends no more than one Action token in the attack."""

    role: Asked


@construction("{role} has an open arrow")
class HasOpenArrow(Struct, frozen=True):
    """Whether a puppet fits."""

    role: Asked


@construction("{role} has an attack left this turn")
class HasAttackLeft(Struct, frozen=True):
    """Whether a card has not yet taken part in all its attacks."""

    role: Asked


@construction(
    form("the target is controlled directly by its Illuminati", cards=1),
    form("the target is 1 Group away from its Illuminati", cards=2),
    form("the target is 2 Groups away from its Illuminati", cards=3),
)
class Distance(Struct, frozen=True):
    """How many cards there are from a rival's Illuminati to the target: 1 is directly controlled."""

    cards: int


@construction("{name} is played")
class Played(Struct, frozen=True):
    """Whether a card has been played on the attack."""

    name: str


@construction(form("the attack is privileged"), form("the attack is not privileged", holds=False))
class Privileged(Struct, frozen=True):
    """Whether others may interfere."""

    holds: bool = True


@construction("no MB comes from {purse}")
class NoMoney(Struct, frozen=True):
    """Whether a purse puts nothing into the attack."""

    purse: Purse


RuleCondition = (
    Whose
    | SameCard
    | IsIlluminati
    | HasNumber
    | RoleIs
    | MayAttack
    | Tied
    | Once
    | HasOpenArrow
    | HasAttackLeft
    | Distance
    | Played
    | Privileged
    | NoMoney
)
_PROVISOS = "[if {when|and}] [unless {unless|or}]"


@construction(
    f"{{side}} {{amount:+}} [for each {{per}}] [in an attack to {{kinds|or}}] {_PROVISOS}",
    f"{{side}} +{{amount}} [for each {{per}}] [in an attack to {{kinds|or}}] {_PROVISOS}",
)
class Term(Struct, frozen=True):
    """One line of the sum: a number, or a number for each thing counted, or a number on a card.

    No `kinds` means every kind.
    """

    side: Literal["attack", "defense"]
    amount: int | StatOf
    per: SharedAlignments | MasterAlignments | Money | None = None
    kinds: tuple[Kind, ...] = ()
    when: tuple[RuleCondition, ...] = ()
    unless: tuple[RuleCondition, ...] = ()


@construction(f"an attack [to {{kinds|or}}] requires that {{holds}} {_PROVISOS}")
class Requirement(Struct, frozen=True):
    """What must hold for an attack of that kind to be legal. `each helper` is asked of every helper, and `it` is that
    one. All of `when`, none of `unless` switch it on.
    """

    holds: RuleCondition
    kinds: tuple[Kind, ...] = ()
    when: tuple[RuleCondition, ...] = ()
    unless: tuple[RuleCondition, ...] = ()
