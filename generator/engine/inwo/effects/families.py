"""The families of Plots that work alike: +10, Reload, alignment changes, Power increases, Zaps, Paralysis, Freezes, NWOs."""

from __future__ import annotations

from dataclasses import replace

from generator.engine.inwo.effects.step import Families, Step
from generator.engine.inwo.table import Played, Table
from generator.language import tree as t


def _surge(table: Table, sentence: t.SurgePlot, step: Step) -> Table:
    """A +10 Plot: for a Group's action in the attack, or for its defense until the turn ends (`wdh-plus10-dual-use`)."""
    (card,) = step.targets(table, sentence.who)
    if table.attack is not None:
        played = Played(step.play.card, step.player, card)
        table = table.with_attack(played=(*table.attack.played, played))
    else:
        table = replace(table, marks=(*table.marks, step.play.card))
        table = step.last(table, t.StatChange(t.Ref("the linked card"), sentence.amount, "Power and Resistance", until=None), card, "turn")
    step.happen(f"{table.name(card)} has +{sentence.amount}", "wdh-plus10-dual-use")
    return table


FAMILIES: Families = {t.SurgePlot: _surge}
