"""The two doors of the table: is a play legal, and what comes of it.

A play that was canceled, or that became illegal before it was carried out, is as if it had not happened, but for what was paid
(`wdh-cancel-effect`, `wdh-timing-cancel-effects`). So the table keeps the plays since the last thing that began (`entries`) and the table
before them (`base`); when one of them is canceled, the others are made again without it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from generator.engine.inwo import combat, elimination, hands, links, moving, plays, relief, trading, turns, uses, victory
from generator.engine.inwo.table import Entry, Table
from generator.engine.record import Illegal, Outcome, Play, Record, Verdict

_HANDLERS: dict[type[Play], Callable[[Table, Any, Record], Table]] = {
    plays.DrawPlot: turns.draw_plot,
    plays.DrawGroup: turns.draw_group,
    plays.TakeOver: turns.take_over,
    plays.PlaceTokens: turns.place_tokens,
    plays.Proceed: turns.proceed,
    plays.Knock: turns.knock,
    plays.ClaimVictory: victory.claim,
    plays.Finish: turns.finish,
    plays.Leave: elimination.leave,
    plays.Buy: turns.buy,
    plays.Use: uses.use,
    plays.Discard: hands.discard,
    plays.Return: hands.put_back,
    plays.Expose: hands.expose,
    plays.ShowTo: hands.show,
    plays.RemoveTokens: hands.remove_tokens,
    plays.Relief: relief.relieve,
    plays.Unzap: relief.unzap,
    plays.Give: trading.give,
    plays.Say: trading.say,
    plays.Move: moving.move,
    plays.LinkTo: links.link,
    plays.PlayResource: turns.play_resource,
    plays.Announce: combat.announce,
    plays.Aid: combat.aid,
    plays.Oppose: combat.oppose,
    plays.PlayAgents: combat.agents,
    plays.LayAgent: combat.lay_agent,
    plays.CallOff: combat.call_off,
    plays.Roll: combat.roll,
    plays.Resolve: combat.resolve,
}
_BEGINS = (plays.Announce, plays.Move, plays.LinkTo, plays.PlayResource, plays.TakeOver)
"""Plays with which something begins: what was before can no longer be undone (`faq-too-late-rule-of-thumb`)."""
_ENDS = (
    plays.DrawPlot, plays.DrawGroup, plays.PlaceTokens, plays.Proceed, plays.Knock, plays.Finish, plays.Resolve, plays.CallOff, plays.Leave,
    plays.Relief,
)  # fmt: skip
"""Plays after which nothing before them can be undone."""
_DURING_ATTACKS = (
    plays.Buy, plays.Use, plays.Discard, plays.Return, plays.Expose, plays.ShowTo, plays.RemoveTokens, plays.Give, plays.Say, plays.Aid,
    plays.Oppose, plays.PlayAgents, plays.LayAgent, plays.CallOff, plays.Roll, plays.Resolve, plays.Leave, plays.Relief, plays.Unzap,
)  # fmt: skip


def legal(table: Table, play: Play) -> Verdict:
    """Whether the play is legal on this table, with every requirement that was asked and its rule.

    Raises TableError when the play names a player that nobody is.
    """
    return apply(table, play).verdict


def apply(table: Table, play: Play) -> Outcome:
    """Carry a play out. An illegal play answers the same table. Raises TableError as `legal` does."""
    play = replace(play, player=play.player or table.turn.player)
    record = Record(game=table.game)
    try:
        _require_moment(table, play, record)
        record.stop_if_illegal()
        after = _HANDLERS[type(play)](table, play, record)
        record.stop_if_illegal()
    except Illegal:
        return Outcome(table, Verdict(False, tuple(record.reasons)), record.ledger)
    after = _remembered(table, after, play)
    if any(old != new for old, new in zip(table.entries, after.entries, strict=False)) and after.base is table.base:
        after = _made_again(after, record)
    after = _afterwards(table, after, play, record)
    return Outcome(after, Verdict(True, tuple(record.reasons)), record.ledger, tuple(record.events))


def _require_moment(table: Table, play: Play, record: Record) -> None:
    """What holds for every play: the game goes on, the player is in it, an attack is finished before the next thing begins."""
    player = table.player(play.player)
    record.require(not table.winners, "the game goes on", "wdh-eot-play-continues", "sg-phase6-unstopped-ends-game")
    record.require(not player.out, f"{play.player} is in the game", "wdh-elim-vanish", "sg-eliminate-no-puppets-after-3")
    if table.attack is not None and not isinstance(play, _DURING_ATTACKS):
        record.require(False, "the attack under way is completed first", "wdh-attack-when", "sg-action-two-main-types")


def _remembered(before: Table, after: Table, play: Play) -> Table:
    """The table with the play among those that can still be undone."""
    if isinstance(play, _ENDS):
        return replace(after, base=None, entries=())
    if isinstance(play, _BEGINS) or before.base is None:
        return replace(after, base=before, entries=(Entry(play),))
    cancels = next((i for i, (old, new) in enumerate(zip(before.entries, after.entries, strict=True)) if old.void != new.void), None)
    return replace(after, entries=(*after.entries, Entry(play, cancels=cancels)))


def _made_again(table: Table, record: Record) -> Table:
    """The plays since `base` made once more, those that have been canceled without effect. A canceled cancellation has none."""
    assert table.base is not None
    void = [False] * len(table.entries)
    for number in reversed(range(len(table.entries))):
        entry = table.entries[number]
        if entry.cancels is not None and not void[number]:
            void[entry.cancels] = True
    entries = tuple(replace(entry, void=is_void) for entry, is_void in zip(table.entries, void, strict=True))
    again = table.base
    for entry in entries:
        made = Record(game=table.game, void=entry.void, again=True)
        try:
            after = _HANDLERS[type(entry.play)](again, entry.play, made)
            made.stop_if_illegal()
        except Illegal:
            after = _fallen(again, entry.play, made)
        record.events += [event for event in made.events if event not in record.events and entry.void]
        again = after
    return replace(again, base=table.base, entries=entries)


def _fallen(table: Table, play: Play, record: Record) -> Table:
    """What becomes of a play that has no longer anything to be made for, or is illegal now (`wdh-cancel-attack-action-4-helpers-refund`,
    `wdh-cancel-plot-illegal-back`)."""
    if isinstance(play, plays.Use):
        return uses.fall(table, play, record)
    return table


def _afterwards(before: Table, table: Table, play: Play, record: Record) -> Table:
    """What follows from any play: cards without room go, links that cannot be go, players without Groups are out."""
    if isinstance(play, plays.Say):
        return table
    table = links.settle(table, record)
    table = hands.settle(table, record)
    return elimination.eliminate(before, table, play, record)
