"""The syntax tree of the effect language: frozen, plain data, one class per construction, all in one place to import.

A card's ability, a term of the attack sum, a requirement and a goal are all sentences of this tree. `phrase` turns a
tree back into its one canonical sentence; `to_data` and `from_data` turn it into JSON, which is what the database
stores and what the calculator in the browser walks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from generator.language import abilities, attacks, effects, goals, rules, standing, which
from generator.language.abilities import *
from generator.language.attacks import *
from generator.language.effects import *
from generator.language.forms import constructions
from generator.language.goals import *
from generator.language.rules import *
from generator.language.standing import *
from generator.language.which import *

PARTS = (attacks, abilities, effects, standing, goals, rules, which)
"""The modules that define constructions, in the order of the reference; the first line of each is its title."""

Sentence = (
    attacks.Bonus
    | attacks.BonusTo
    | attacks.DefenseOf
    | attacks.StatAgainst
    | attacks.StatChange
    | attacks.StatSet
    | attacks.StatEqual
    | attacks.Becomes
    | attacks.AlignmentsOf
    | attacks.CountsAs
    | attacks.Treat
    | attacks.Participation
    | attacks.MayJoin
    | attacks.MayNot
    | attacks.Cannot
    | attacks.Immunity
    | attacks.Ignores
    | attacks.NoMasterBonus
    | attacks.NoEffect
    | attacks.Assassination
    | attacks.Disaster
    | attacks.TargetLike
    | attacks.AlignmentWeight
    | abilities.Ability
    | abilities.Granted
    | abilities.EachMay
    | abilities.Links
    | abilities.Limit
    | abilities.SurgePlot
    | abilities.ReloadPlot
    | abilities.ConversionPlot
    | abilities.PowerPlot
    | abilities.Zap
    | abilities.Paralysis
    | abilities.Freeze
    | abilities.ReplacesNwo
    | standing.DrawStep
    | standing.FreeTransfer
    | standing.DrawEachTurn
    | standing.Tokens
    | standing.HandLimit
    | standing.NotHeld
    | standing.Standing
    | standing.InGame
    | goals.SpecialGoal
    | goals.GoalCard
    | goals.CountsFor
    | goals.NeedsFor
    | goals.NoGoal
    | goals.GoalSavesYou
    | goals.BasicGoal
    | rules.Term
    | rules.Requirement
)


def to_data(tree: Any) -> Any:
    """A tree as JSON data: each node a dict whose key `is` names its class, tuples as lists."""
    if isinstance(tree, Struct):
        return {"is": type(tree).__name__, **{name: to_data(getattr(tree, name)) for name in tree.__struct_fields__}}
    if isinstance(tree, tuple):
        return [to_data(item) for item in tree]
    return tree


def nodes(tree: Any) -> Iterator[Any]:
    """Every construction in a tree, the tree itself first."""
    waiting = [tree]
    while waiting:
        each = waiting.pop()
        if isinstance(each, tuple):
            waiting += reversed(each)
        elif isinstance(each, Struct):
            yield each
            waiting += [getattr(each, name) for name in reversed(each.__struct_fields__)]


_NODES = {node.__name__: node for node in constructions()}


def from_data(data: Any) -> Any:
    """The tree that `to_data` made `data` from. Raises KeyError or TypeError when no such tree exists."""
    if isinstance(data, dict):
        return _NODES[data["is"]](**{key: from_data(value) for key, value in data.items() if key != "is"})
    if isinstance(data, list):
        return tuple(from_data(item) for item in data)
    return data
