"""Moving a Group inside one's Power Structure, and dropping one."""

from __future__ import annotations

from generator.engine.deluxe import holdings
from generator.engine.deluxe.plays import Drop, Move
from generator.engine.deluxe.table import Table
from generator.engine.deluxe.turns import act, require_action_part, require_actions, require_turn
from generator.engine.record import Record
from generator.engine.structure import Fit


def move(table: Table, play: Move, record: Record) -> Table:
    """Move a Group and its puppets to a vacant arrow (`dlx-move-action`)."""
    player = table.player(play.player)
    require_actions(table, play.player, record)
    record.insist(
        play.group in player.structure.groups and play.master in player.structure,
        "the Group and its new master are in your Power Structure",
        "dlx-move-action",
        about=play.group,
    )
    with record.laying("dlx-move-action", "dlx-move-overlap"):
        fit = player.structure.move(play.group, play.master, play.side, play.sides)
    record.happen(f"{table.name(play.group)} moves to {table.name(play.master)}", "dlx-move-action", "dlx-move-subtree")
    tell(table, fit, record, "dlx-move-overlap", "dlx-move-overlap-lost")
    return act(holdings.settle(table, play.player, fit.structure))


def tell(table: Table, fit: Fit, record: Record, turned: str, lost: str) -> None:
    """Note the Groups turned to another arrow of their master and those that found no place."""
    for card in fit.turned:
        record.happen(f"{table.name(card)} goes to another arrow of its master", turned)
    for card in fit.lost:
        record.happen(f"{table.name(card)} does not fit and becomes uncontrolled", lost)


def drop(table: Table, play: Drop, record: Record) -> Table:
    """A free action: a Group and its puppets become uncontrolled (`dlx-free-drop`)."""
    player = table.player(play.player)
    require_turn(table, play.player, record)
    require_action_part(table, record)
    record.insist(
        play.group in player.structure.groups, "you can drop only your Groups", "dlx-free-drop", about=play.group
    )
    for card in player.structure.subtree(play.group):
        record.happen(f"{table.name(card)} becomes uncontrolled", "dlx-free-drop", "dlx-sum-free-actions")
    return holdings.settle(table, play.player, player.structure.remove(play.group))
