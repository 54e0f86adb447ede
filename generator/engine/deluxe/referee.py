"""The two doors of the table engine: is a play legal, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from generator.engine.deluxe import combat, deals, elimination, money, moving, plays, specials, turns
from generator.engine.deluxe.table import Table
from generator.engine.record import Illegal, Outcome, Play, Record, Verdict
from generator.structs import replace

_HANDLERS: dict[type[Play], Callable[[Table, Any, Record], Table]] = {
    plays.Income: money.income,
    plays.Draw: turns.draw,
    plays.Pass: turns.pass_turn,
    plays.EndTurn: turns.end_turn,
    plays.Accuse: turns.accuse,
    plays.ChooseGoal: turns.choose_goal,
    plays.RevealGoal: turns.reveal_goal,
    plays.Leave: elimination.leave,
    plays.Announce: combat.announce,
    plays.Aid: combat.aid,
    plays.Privilege: combat.privilege,
    plays.Spend: combat.spend,
    plays.CallOff: combat.call_off,
    plays.Roll: combat.roll,
    plays.Resolve: combat.resolve,
    plays.Use: specials.use,
    plays.Abolish: specials.abolish,
    plays.Show: specials.show,
    plays.Transfer: money.transfer,
    plays.Move: moving.move,
    plays.Drop: moving.drop,
    plays.Trade: deals.trade,
    plays.Agree: deals.agree,
    plays.Deliver: deals.deliver,
    plays.Say: deals.say,
}

_DURING_ATTACKS = (
    plays.Aid,
    plays.Privilege,
    plays.Spend,
    plays.CallOff,
    plays.Roll,
    plays.Resolve,
    plays.Use,
    plays.Abolish,
    plays.Show,
    plays.Trade,
    plays.Agree,
    plays.Deliver,
    plays.Say,
    plays.Leave,
    plays.RevealGoal,
)
_NO_ACTION = (
    plays.Income,
    plays.Draw,
    plays.Pass,
    plays.EndTurn,
    plays.ChooseGoal,
    plays.RevealGoal,
    plays.Announce,
    plays.CallOff,
    plays.Show,
    plays.Agree,
    plays.Say,
    plays.Leave,
)
"""Plays that leave it open to pass. An announcement counts when its attack is committed."""
_TALK = (plays.Say, plays.Agree)


def apply(table: Table, play: Play) -> Outcome:
    """Carry a play out. An illegal play answers the same table.

    Raises TableError when the play names a player that nobody is.
    """
    play = replace(play, player=play.player or table.turn.player)
    record = Record()
    try:
        _require_moment(table, play, record)
        record.stop_if_illegal()
        after = _HANDLERS[type(play)](table, play, record)
        record.stop_if_illegal()
    except Illegal:
        return Outcome(table, Verdict(False, tuple(record.reasons)), record.ledger)
    after = _afterwards(table, after, play, record)
    return Outcome(after, Verdict(True, tuple(record.reasons)), record.ledger, tuple(record.events))


def _require_moment(table: Table, play: Play, record: Record) -> None:
    """What holds for every play: the game goes on, the player is in it, nothing else must come first."""
    player = table.player(play.player)
    record.require(not table.winners, "the game goes on", "dlx-win-end-of-turn")
    record.require(
        not player.out, f"{play.player} is in the game", "dlx-eliminate-after-third", "dlx-leave-groups-uncontrolled"
    )
    if table.attack is not None and not isinstance(play, _DURING_ATTACKS):
        record.require(False, "the attack under way is completed first", "dlx-actions-three-types")
    if table.turn.passed and play.player == table.turn.player and not isinstance(play, _NO_ACTION):
        record.require(False, f"{play.player} has passed and does nothing more this turn", "dlx-actions-pass-5mb")
    owed = deals.debt(table)
    if owed is not None and not isinstance(play, _TALK):
        paying = isinstance(play, plays.Deliver) and (play.player, play.to) == owed
        record.require(paying, f"{owed[0]} delivers to {owed[1]} first", "dlx-deal-immediate-binding")


def _afterwards(before: Table, table: Table, play: Play, record: Record) -> Table:
    """What follows from any play: windows close, players without Groups are out, a turn without its player ends."""
    if isinstance(play, _TALK):
        return table
    if table.last_special is before.last_special:
        table = replace(table, last_special=None)
    if before.attack and table.attack and before.attack.replace_by and table.attack.replace_by:
        table = table.with_attack(replace_by=None)
    if table.turn.player == before.turn.player == play.player and not isinstance(play, _NO_ACTION):
        table = table.with_turn(busy=True)
    credit = play.player if isinstance(play, plays.Resolve) else None
    if deals.debt(table) is None:  # both parts of an exchange are one
        table = elimination.eliminate(table, record, credit)
    if table.active.out and not table.winners and any(not player.out for player in table.players):
        table = turns.finish(table, record)
    return table
