"""A turn in which a card leaves its player nothing but draws and Action tokens (Senate Investigating Committee), or
nothing but defense (. . . Or Kill Me!).
"""

from __future__ import annotations

from typing import Any

from generator.engine.inwo import plays, rounds, shield, turns
from generator.engine.inwo.effects import abilities
from generator.engine.inwo.table import Table
from generator.engine.record import Play, Record
from generator.language import tree as t
from generator.meaning import core as c

_TURN = (
    plays.DrawPlot,
    plays.DrawGroup,
    plays.DrawOn,
    plays.Buy,
    plays.TakeOver,
    plays.PlaceTokens,
    plays.Announce,
    plays.Proceed,
    plays.Knock,
    plays.ClaimVictory,
    plays.Finish,
)
"""Draws, tokens and the end of the turn; of what else a turn consists of each play says itself that it is not to be."""
_ALWAYS = (plays.Discard, plays.Return, plays.ShowTo, plays.RollOff, plays.Say, plays.Leave)
"""What puts a hand in order, and what is no deed in the game."""
_GOES_ON = (
    *_ALWAYS,
    plays.DrawPlot,
    plays.DrawGroup,
    plays.DrawOn,
    plays.PlaceTokens,
    plays.Proceed,
    plays.Knock,
    plays.ClaimVictory,
    plays.Finish,
    plays.Roll,
    plays.Resolve,
    plays.CallOff,
    plays.PointOut,
    plays.TakeBack,
)
"""What a turn or an attack needs to go on and to end."""


def require(table: Table, play: Play, record: Record) -> None:
    """The player of such a turn does nothing else in it, but for what must be done and what saves the turn itself."""
    _require_defense(table, play, record)
    barred = rounds.only_draws(table) if play.player == table.turn.player else None
    if barred is None or isinstance(play, _TURN + _ALWAYS):
        return
    free = isinstance(play, plays.Use) and (
        _saves_the_turn(table, play) or _is_due(table, play) or _only_draws(table, play)
    )
    record.require(free, barred, "wdh-any-play-plot", "wdh-any-use-ability", about=table.turn.idle)


def _require_defense(table: Table, play: Play, record: Record) -> None:
    """Who may only defend does nothing else, but for what must be done (the conflict `nothing-but-defend`)."""
    for each in table.lasting:
        ban = each.sentence
        bars = isinstance(ban, t.MayNot) and "all but defense" in ban.deed and each.player == play.player
        if bars and not _defends(table, play):
            text = f"{play.player} may only defend because of {table.name(each.source)}"
            record.require(False, text, "wdh-glos-defense", "sg-plot-timing-on-card", about=each.source)


def _defends(table: Table, play: Play) -> bool:
    """Whether a play belongs to the defense of the player's own Group against a rival, or must be made
    (`wdh-glos-defense`).
    """
    if isinstance(play, _GOES_ON) or (isinstance(play, plays.Use) and _is_due(table, play)):
        return True
    attack = table.attack
    if attack is None or attack.defender != play.player or isinstance(play, plays.Aid):
        return False
    against = not isinstance(play, plays.PlayAgents) or play.side == "against"
    return against and (getattr(play, "cancels", None) is not None or shield.takes_part(table, play, attack))


def _saves_the_turn(table: Table, play: plays.Use) -> bool:
    """Whether a use cancels something while what made the turn such a one can still be undone itself."""
    return play.cancels is not None and any(
        isinstance(each.play, plays.Use) and each.play.card == table.turn.idle for each in table.entries
    )


def _said(table: Table, play: plays.Use) -> list[tuple[int, Any]]:
    """What a use may mean of what the card says, each with the number of the clause."""
    held = any(each.card == play.card for each in table.player(play.player).plots)
    found = abilities.usable(table, play.card, play.player, is_plot=held)
    return [(number, abilities.said(table, clause)) for number, clause in found if play.clause in (None, number)]


def _is_due(table: Table, play: plays.Use) -> bool:
    """Whether a use is a duty: one of which is still to be said how it is done, a fee, or what a card must do as a turn
    starts or ends.
    """
    duties = {(due.card, due.clause) for due in table.turn.due} | set(turns.unrolled(table, play.player))
    clauses = table.book[play.card].clauses
    return any(
        (play.card, number) in duties or (number <= len(clauses) and abilities.is_upkeep(clauses[number - 1]))
        for number, _ in _said(table, play)
    )


def _only_draws(table: Table, play: plays.Use) -> bool:
    """Whether a use is of a card in play and does no more than draw."""
    said = [each for _, each in _said(table, play)] if table.book[play.card].kind != "plot" else []
    return bool(said) and all(isinstance(each, t.Ability) and _is_draw(each) for each in said)


def _is_draw(said: t.Ability) -> bool:
    verbs = ("draw", "take") if isinstance(said.timing, c.Due) else ("draw",)
    return all(isinstance(effect, t.Do) and effect.verb in verbs for effect in said.effects)
