"""From a tree back to its one canonical sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from generator.language import tree as t

_NOUNS = {"control": "control", "neutralize": "neutralization", "destroy": "destruction"}
_BOUNDS = {">=": " or more", "<=": " or less", "=": ""}
PURSE_WORDS: dict[str, str] = {
    "attacker": "the attacker's treasury",
    "attacker's Illuminati": "the attacker's Illuminati",
    "target": "the target's treasury",
    "target's Illuminati": "the target's Illuminati",
    "assisting": "assisting players",
    "opposing": "opposing players",
}
_OWNERS = {"any": "", "you": "your ", "rival": "rivals' ", "nobody": "uncontrolled "}


def phrase(tree: Any) -> str:
    """The canonical sentence of any node of the tree; `parse(phrase(tree)) == tree` for every sentence."""
    return _PHRASES[type(tree)](tree)


def _or(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _and(nodes: Sequence[Any]) -> str:
    return " and ".join(phrase(node) for node in nodes)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _role(role: str) -> str:
    return "each helper" if role == "helper" else f"the {role}"


def _groups(node: t.Groups) -> str:
    owner = _OWNERS[node.owner]
    traits = _or([" ".join(combination) for combination in node.traits]) + " " if node.traits else ""
    lead = f"{owner}{'other ' if node.other else ''}{traits}"
    text = f"{lead}Groups" if lead else "any Group"
    if node.numbers:
        text += f" with {_and(node.numbers)}"
    if node.master:
        text += f" directly controlled by {phrase(node.master)}"
    return text


_BONUS_FORMS = {
    # reach, and whether it means every kind of attack: the words before the selector, and what joins them to it.
    ("direct", True): ("to direct attacks", "on"),
    ("direct", False): ("to direct {nouns}", "of"),
    ("any attempt", True): ("to any attempt", "against"),
    ("any attempt", False): ("to any attempt to {verbs}", ""),
    ("aid", True): ("to its aid in attacks", "on"),
    ("aid", False): ("to its aid in attacks to {verbs}", ""),
    ("defense", True): ("to its defense", "against"),
    ("defense", False): ("to its defense against attacks to {verbs}", "by"),
}


def _bonus(node: t.Bonus) -> str:
    form, joint = _BONUS_FORMS[node.reach, node.kinds == t.KINDS]
    words = [f"{node.amount:+d}", form.format(verbs=_or(node.kinds), nouns=_or([_NOUNS[kind] for kind in node.kinds]))]
    target = phrase(node.target) if node.target else "any Group" if node.reach == "direct" else ""
    return " ".join(filter(None, [*words, *([joint, target] if target else [])]))


def _ability(node: t.Ability) -> str:
    use = {"at will": "", "once each turn": "once each turn, ", "play": "play "}[node.use]
    costs = "".join(f", {phrase(cost)}" for cost in node.costs)
    return f"{use}{node.timing}{costs}: {_and(node.effects)}"


def _term(node: t.Term) -> str:
    amount = f"{node.amount:+d}" if isinstance(node.amount, int) else f"+{phrase(node.amount)}"
    per = f" for each {phrase(node.per)}" if node.per else ""
    kinds = f" in an attack to {_or(node.kinds)}" if node.kinds else ""
    return f"{node.side} {amount}{per}{kinds}{_provisos(node)}"


def _requirement(node: t.Requirement) -> str:
    kinds = f" to {_or(node.kinds)}" if node.kinds else ""
    return f"an attack{kinds} requires that {phrase(node.holds)}{_provisos(node)}"


def _provisos(node: t.Term | t.Requirement) -> str:
    when = f" if {_and(node.when)}" if node.when else ""
    unless = f" unless {_and(node.unless)}" if node.unless else ""
    return when + unless


def _whose(node: t.Whose) -> str:
    words = {"you": "yours", "rival": "controlled by a rival", "nobody": "uncontrolled"}[node.owner]
    return f"{_role(node.role)} is {'' if node.holds else 'not '}{words}"


def _distance(node: t.Distance) -> str:
    if node.cards == 1:
        return "the target is controlled directly by its Illuminati"
    return f"the target is {_count(node.cards - 1, 'Group')} away from its Illuminati"


_PHRASES = {
    t.Comparison: lambda n: f"{n.stat} {n.value}{_BOUNDS[n.operator]}",
    t.Named: lambda n: _or([f"[{name}]" for name in n.names]),
    t.Groups: _groups,
    t.Bonus: _bonus,
    t.StatAgainst: lambda n: f"{n.stat} {n.value} against {phrase(n.attackers)}",
    t.StatChange: lambda n: f"{phrase(n.who)} have {n.amount:+d} {n.stat}",
    t.Immunity: lambda n: f"your Power Structure is immune to {phrase(n.attackers)}",
    t.CountsAs: lambda n: (
        f"counts as {n.alignment} instead of {n.instead_of} in its attempts to {_or(n.kinds)} {phrase(n.target)}"
    ),
    t.Participation: lambda n: f"may take part in {n.attacks} attacks each turn",
    t.Ability: _ability,
    t.Pay: lambda n: f"pay {n.amount} MB from {n.purse}",
    t.SpendAction: lambda n: "as an action",
    t.Gain: lambda n: f"{n.amount} MB to {n.purse}",
    t.Collect: lambda n: f"you may tax each rival {n.amount} MB for its treasury as far as he can pay",
    t.Upkeep: lambda n: f"its master or your Illuminati pays {n.amount} MB",
    t.SetRoll: lambda n: f"the roll becomes {n.value}",
    t.TakeControl: lambda n: f"take control of {n.count} uncontrolled {'Group' if n.count == 1 else 'Groups'} without a roll",
    t.Look: lambda n: "look into 1 treasury or at all Specials of 1 player",
    t.MakePrivileged: lambda n: "that attack is privileged",
    t.EndPrivilege: lambda n: "that attack loses its privilege for good",
    t.MayInterfere: lambda n: "you alone may interfere in it",
    t.DoubleIncome: lambda n: "the Income of your Groups is doubled",
    t.Revive: lambda n: f"return {n.count} destroyed {'Group' if n.count == 1 else 'Groups'} to the uncontrolled area",
    t.CancelSpecial: lambda n: "cancel that Special",
    t.LoseTurn: lambda n: "that rival loses the whole turn",
    t.AllowDestroy: lambda n: "make 1 attack to destroy a Group with Power 0, which defends with its Resistance",
    t.Redistribute: lambda n: "redistribute the money of your treasuries",
    t.Rearrange: lambda n: "rearrange your Power Structure",
    t.Draw: lambda n: f"draw {_count(n.count, 'card')}",
    t.ChangeAlignment: lambda n: f"add, remove or reverse {n.count} alignment of another Group in play {n.until}",
    t.DrawStep: lambda n: f"draw {_count(n.count, 'card')} each turn instead of 1",
    t.FreeTransfer: lambda n: "may transfer its money to any of your Groups",
    t.SpecialGoal: lambda n: f"Special Goal: {phrase(n.test)}",
    t.ControlGroups: lambda n: f"control {n.count} {phrase(n.groups)}",
    t.TotalStat: lambda n: f"total {n.stat} of {n.value} or more, Illuminati included",
    t.AllAlignments: lambda n: (
        f"control Groups of all {n.count} alignments, each Group counting for each of its alignments"
    ),
    t.TotalMoney: lambda n: f"{n.value} MB or more in your treasuries together",
    t.DestroyGroups: lambda n: (
        f"destroy {_count(n.count, 'Group')}{', counting Illuminati you eliminate' if n.eliminated else ''}"
    ),
    t.SecretChoice: lambda n: "one of the other Special Goals, chosen in secret when the game begins",
    t.GoalSavesYou: lambda n: (
        "destroying your own last Group does not eliminate you if it meets your Special Goal"
    ),
    t.BasicGoal: lambda n: (
        f"Basic Goal: control {n.count} cards, Illuminati included, in a game begun by "
        f"{n.fewest if n.fewest == n.most else f'{n.fewest} to {n.most}'} players"
    ),
    t.Term: _term,
    t.StatOf: lambda n: f"{n.stat} of {_role(n.role)}",
    t.SharedAlignments: lambda n: f"{n.relation} alignment",
    t.Money: lambda n: f"MB from {PURSE_WORDS[n.purse]}",
    t.Requirement: _requirement,
    t.Whose: _whose,
    t.SameCard: lambda n: f"{_role(n.role)} is {'' if n.holds else 'not '}{_role(n.other)}",
    t.IsIlluminati: lambda n: f"{_role(n.role)} is {'' if n.holds else 'not '}an Illuminati",
    t.HasNumber: lambda n: f"{_role(n.role)} has {phrase(n.number)}",
    t.HasOpenArrow: lambda n: f"{_role(n.role)} has an open arrow",
    t.HasAttackLeft: lambda n: f"{_role(n.role)} has an attack left this turn",
    t.Distance: _distance,
    t.Played: lambda n: f"[{n.name}] is played",
    t.Privileged: lambda n: f"the attack is {'' if n.holds else 'not '}privileged",
    t.NoMoney: lambda n: f"no MB comes from {PURSE_WORDS[n.purse]}",
}
