"""The syntax tree of the effect language: frozen, plain data, one class per construction.

A card's ability, a term of the attack sum, a requirement and a goal are all sentences of this tree. `phrase` turns a tree
back into its one canonical sentence; `to_data` and `from_data` turn it into JSON, which is what the database stores and
what the calculator in the browser walks.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, Literal

ALIGNMENTS = (
    "Government", "Communist", "Liberal", "Conservative", "Peaceful",
    "Violent", "Straight", "Weird", "Criminal", "Fanatic",
)
KINDS = ("control", "neutralize", "destroy")

Stat = Literal["Power", "Transferable Power", "Resistance", "Income"]
Owner = Literal["any", "you", "rival", "nobody"]
Role = Literal["attacker", "target", "helper"]
Operator = Literal[">=", "<=", "="]
Purse = Literal["attacker", "attacker's Illuminati", "target", "target's Illuminati", "assisting", "opposing"]


# --- selectors: which cards -----------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Comparison:
    """A number on the card against a number: `Power 3 or more`."""

    stat: Stat
    operator: Operator
    value: int


@dataclass(frozen=True)
class Named:
    """Cards by their exact names: `[Big Media] or [Empty Vee]`."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class Groups:
    """Groups by what they are and whose they are.

    `traits` is a choice of combinations: `Straight Fanatic or Weird Groups` is (("Straight", "Fanatic"), ("Weird",));
    empty means any. `other` leaves out the card that speaks. `master` asks for Groups directly controlled by such a card.
    """

    traits: tuple[tuple[str, ...], ...] = ()
    owner: Owner = "any"
    other: bool = False
    numbers: tuple[Comparison, ...] = ()
    master: Named | None = None


Selector = Named | Groups


# --- abilities that change an attack --------------------------------------------------------------------------------

@dataclass(frozen=True)
class Bonus:
    """`+3 to direct control of Criminal Groups`; `+2 to any attempt to destroy`.

    reach: direct (this card leads the attack), any attempt (any card of the same player leads it), aid (this card helps),
    defense (this card is the target; `target` then selects the attackers).
    """

    amount: int
    reach: Literal["direct", "any attempt", "aid", "defense"]
    kinds: tuple[str, ...]
    target: Selector | None = None


@dataclass(frozen=True)
class StatAgainst:
    """`Resistance 10 against Liberal, Communist or Weird Groups`: a set-to value while such a Group attacks."""

    stat: Stat
    value: int
    attackers: Selector


@dataclass(frozen=True)
class StatChange:
    """`your other Groups have +2 Resistance`: an addition while the card that says so is in play."""

    who: Selector
    amount: int
    stat: Stat


@dataclass(frozen=True)
class Immunity:
    """`your Power Structure is immune to Government or Straight Groups`: they may neither attack it nor aid an attack on it."""

    attackers: Selector


@dataclass(frozen=True)
class CountsAs:
    """`counts as Government instead of Communist in its attempts to control Government Groups`."""

    alignment: str
    instead_of: str
    kinds: tuple[str, ...]
    target: Selector


@dataclass(frozen=True)
class Participation:
    """`may take part in 2 attacks each turn`, as attacker or as helper."""

    attacks: int


# --- abilities that are used: when, at what price, what happens -----------------------------------------------------

Timing = Literal[
    "any time", "on your turn", "in your Income step", "at the start of your turn", "at the end of your turn",
    "at the start of a rival's turn", "when you announce an attack", "during a privileged attack",
    "after an attack is declared privileged", "right after an attack roll", "after another Special is played",
]
TIMINGS: tuple[str, ...] = Timing.__args__  # type: ignore[attr-defined]


@dataclass(frozen=True)
class Pay:
    """A price in megabucks: `pay 5 MB from your Illuminati treasury`."""

    amount: int
    purse: Literal["your Illuminati treasury", "its treasury"]


@dataclass(frozen=True)
class SpendAction:
    """A price of one regular action: `as an action`."""


Cost = Pay | SpendAction


@dataclass(frozen=True)
class Gain:
    """`15 MB to your Illuminati treasury`, from the bank."""

    amount: int
    purse: Literal["your Illuminati treasury", "its treasury", "any of your treasuries"]


@dataclass(frozen=True)
class Collect:
    """`you may tax each rival 2 MB for its treasury as far as he can pay`, from any of his treasuries."""

    amount: int


@dataclass(frozen=True)
class Upkeep:
    """`its master or your Illuminati pays 1 MB` to the bank."""

    amount: int


@dataclass(frozen=True)
class SetRoll:
    """`the roll becomes 2`."""

    value: int


@dataclass(frozen=True)
class TakeControl:
    """`take control of 1 uncontrolled Group without a roll`."""

    count: int


@dataclass(frozen=True)
class Look:
    """`look into 1 treasury or at all Specials of 1 player`."""


@dataclass(frozen=True)
class MakePrivileged:
    """`that attack is privileged`."""


@dataclass(frozen=True)
class EndPrivilege:
    """`that attack loses its privilege for good`."""


@dataclass(frozen=True)
class MayInterfere:
    """`you alone may interfere in it`."""


@dataclass(frozen=True)
class DoubleIncome:
    """`the Income of your Groups is doubled`: printed Income only, so neither taxes nor upkeep."""


@dataclass(frozen=True)
class Revive:
    """`return 1 destroyed Group to the uncontrolled area`."""

    count: int


@dataclass(frozen=True)
class CancelSpecial:
    """`cancel that Special`: it has no effect and is lost like this one."""


@dataclass(frozen=True)
class LoseTurn:
    """`that rival loses the whole turn`."""


@dataclass(frozen=True)
class AllowDestroy:
    """`make 1 attack to destroy a Group with Power 0, which defends with its Resistance`."""


@dataclass(frozen=True)
class Redistribute:
    """`redistribute the money of your treasuries`."""


@dataclass(frozen=True)
class Rearrange:
    """`rearrange your Power Structure`."""


@dataclass(frozen=True)
class Draw:
    """`draw 1 card`."""

    count: int


@dataclass(frozen=True)
class ChangeAlignment:
    """`add, remove or reverse 1 alignment of another Group in play until the end of your turn`."""

    count: int
    until: Literal["until the end of your turn", "for this attack", "for good"]


Effect = (
    Gain | Collect | Upkeep | SetRoll | TakeControl | Look | MakePrivileged | EndPrivilege | MayInterfere | DoubleIncome
    | Revive | CancelSpecial | LoseTurn | AllowDestroy | Redistribute | Rearrange | Draw | ChangeAlignment
)


@dataclass(frozen=True)
class Ability:
    """`once each turn, on your turn, pay 5 MB from its treasury: draw 1 card`.

    `play` marks a Special: the card is used up. An ability that costs no action is a free action.
    """

    timing: Timing
    effects: tuple[Effect, ...]
    costs: tuple[Cost, ...] = ()
    use: Literal["at will", "once each turn", "play"] = "at will"


# --- standing abilities outside attacks ----------------------------------------------------------------------------

@dataclass(frozen=True)
class DrawStep:
    """`draw 2 cards each turn instead of 1`."""

    count: int


@dataclass(frozen=True)
class FreeTransfer:
    """`may transfer its money to any of your Groups`, adjacent or not."""


# --- goals ----------------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class ControlGroups:
    """`control 5 Weird Groups`."""

    count: int
    groups: Groups


@dataclass(frozen=True)
class TotalStat:
    """`total Power of 35 or more, Illuminati included`."""

    stat: Stat
    value: int


@dataclass(frozen=True)
class AllAlignments:
    """`control Groups of all 10 alignments, each Group counting for each of its alignments`."""

    count: int


@dataclass(frozen=True)
class TotalMoney:
    """`150 MB or more in your treasuries together`."""

    value: int


@dataclass(frozen=True)
class DestroyGroups:
    """`destroy 8 Groups, counting Illuminati you eliminate`."""

    count: int
    eliminated: bool


@dataclass(frozen=True)
class SecretChoice:
    """`one of the other Special Goals, chosen in secret when the game begins`."""


GoalTest = ControlGroups | TotalStat | AllAlignments | TotalMoney | DestroyGroups | SecretChoice


@dataclass(frozen=True)
class SpecialGoal:
    """`Special Goal: control 5 Weird Groups`, checked at the end of every turn."""

    test: GoalTest


@dataclass(frozen=True)
class GoalSavesYou:
    """`destroying your own last Group does not eliminate you if it meets your Special Goal`."""


@dataclass(frozen=True)
class BasicGoal:
    """`Basic Goal: control 13 cards, Illuminati included, in a game begun by 2 to 3 players`."""

    count: int
    fewest: int
    most: int


# --- rules as terms -------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class StatOf:
    """`the Power of the attacker`; of `each helper` it stands for one line per helper."""

    stat: Stat
    role: Role


@dataclass(frozen=True)
class SharedAlignments:
    """`identical alignment` or `opposite alignment` of attacker and target, counted in pairs."""

    relation: Literal["identical", "opposite"]


@dataclass(frozen=True)
class Money:
    """`MB spent from …`: what one purse puts into the attack."""

    purse: Purse


@dataclass(frozen=True)
class Whose:
    """`the target is controlled by a rival`, `each helper is yours`, `the target is uncontrolled`."""

    role: Role
    owner: Literal["you", "rival", "nobody"]
    holds: bool = True


@dataclass(frozen=True)
class SameCard:
    """`each helper is not the target`."""

    role: Role
    other: Role
    holds: bool = True


@dataclass(frozen=True)
class IsIlluminati:
    """`the target is not an Illuminati`."""

    role: Role
    holds: bool = True


@dataclass(frozen=True)
class HasNumber:
    """`the target has Power 1 or more`."""

    role: Role
    number: Comparison


@dataclass(frozen=True)
class HasOpenArrow:
    """`the attacker has an open arrow`."""

    role: Role


@dataclass(frozen=True)
class HasAttackLeft:
    """`each helper has not yet taken part in all its attacks this turn`."""

    role: Role


@dataclass(frozen=True)
class Distance:
    """`the target is 1 card away from a rival's Illuminati`: 1 is directly controlled."""

    cards: int


@dataclass(frozen=True)
class Played:
    """`[Whispering Campaign] is played`."""

    name: str


@dataclass(frozen=True)
class Privileged:
    """`the attack is privileged`."""

    holds: bool = True


@dataclass(frozen=True)
class NoMoney:
    """`no MB is spent by assisting players`."""

    purse: Purse


Condition = (
    Whose | SameCard | IsIlluminati | HasNumber | HasOpenArrow | HasAttackLeft | Distance | Played | Privileged | NoMoney
)


@dataclass(frozen=True)
class Term:
    """One line of the attack sum: `attack +4 for each identical alignment in an attack to control or neutralize`.

    `amount` is a number, multiplied by what `per` counts, or a number on a card (`StatOf`). No `kinds` means every kind.
    """

    side: Literal["attack", "defense"]
    amount: int | StatOf
    per: SharedAlignments | Money | None = None
    kinds: tuple[str, ...] = ()
    when: tuple[Condition, ...] = ()
    unless: tuple[Condition, ...] = ()


@dataclass(frozen=True)
class Requirement:
    """`an attack to control requires that the attacker has an open arrow`. All of `when`, none of `unless` switch it on."""

    holds: Condition
    kinds: tuple[str, ...] = ()
    when: tuple[Condition, ...] = ()
    unless: tuple[Condition, ...] = ()


Sentence = (
    Bonus | StatAgainst | StatChange | Immunity | CountsAs | Participation | Ability | DrawStep | FreeTransfer
    | SpecialGoal | GoalSavesYou | BasicGoal | Term | Requirement
)

_NODES = {
    node.__name__: node
    for node in list(globals().values())
    if isinstance(node, type) and dataclasses.is_dataclass(node)
}


def to_data(tree: Any) -> Any:
    """A tree as JSON data: each node a dict whose key `is` names its class, tuples as lists."""
    if dataclasses.is_dataclass(tree):
        fields = {field.name: to_data(getattr(tree, field.name)) for field in dataclasses.fields(tree)}
        return {"is": type(tree).__name__, **fields}
    if isinstance(tree, tuple):
        return [to_data(item) for item in tree]
    return tree


def from_data(data: Any) -> Any:
    """The tree that `to_data` made `data` from. Raises KeyError or TypeError when no such tree exists."""
    if isinstance(data, dict):
        return _NODES[data["is"]](**{key: from_data(value) for key, value in data.items() if key != "is"})
    if isinstance(data, list):
        return tuple(from_data(item) for item in data)
    return data
