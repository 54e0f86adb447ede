"""When an ability may be used."""

from __future__ import annotations

from typing import Any

from generator.engine.inwo import combat
from generator.engine.inwo.effects.step import Step
from generator.engine.inwo.table import BEGINNING, Table
from generator.language import tree as t


def require(table: Table, timing: Any, step: Step) -> None:
    """Note whether this is the time for it."""
    step.require(is_now(table, timing, step), step.clause.text or "this is its time", "wdh-any-play-plot", "wdh-any-use-ability", "wdh-plot-timing-cost")


def is_now(table: Table, timing: Any, step: Step) -> bool:
    """Whether a timing of the language means this moment."""
    mine, attack = table.turn.player == step.player, table.attack
    match timing:
        case "any time":
            return True
        case "on your turn":
            return mine
        case "any time except during an attack":
            return attack is None
        case "any time except during a privileged attack":
            return not combat.is_privileged(table)
        case "during any attack":
            return attack is not None and attack.roll is None
        case "right after any die roll":
            return attack is not None and attack.roll is not None
        case "at the end of your turn":
            return mine and table.turn.phase == "end"
        case "at the start of your turn":
            return mine and table.turn.phase in BEGINNING
        case t.With() | t.OnAttack() | t.OnCard() | t.OnDeed() | t.AsSoonAs():
            return True
    return True
