"""When an ability may be used."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from generator.engine.cards import Card
from generator.engine.inwo import board, combat, happenings, plays
from generator.engine.inwo.effects.step import Step
from generator.engine.inwo.plays import RollOff, Use
from generator.engine.inwo.table import BEGINNING, Happening, Table
from generator.language import tree as t
from generator.language import nodes
from generator.meaning import core as c

Moment = Callable[[Table, str], bool]


def require(table: Table, timing: Any, step: Step) -> None:
    """Note whether this is the time for it, and which event it answers."""
    text = step.clause.text or "this is its time"
    step.event = event(table, timing, step.play.card, step.player, step.number)
    now = is_now(table, timing, step.play.card, step.player)
    step.require(now, text, "wdh-any-play-plot", "wdh-plot-timing-cost", "sg-plot-timing-on-card", "sg-surprises-mid-attack-cards")


def event(table: Table, timing: Any, card: str, player: str, clause: int) -> Happening | None:
    """What has happened that the timing of a clause waits for."""
    if isinstance(timing, t.OnCard | t.OnAttack | t.OnDeed):
        return happenings.found(table, timing, card, player, clause)
    if isinstance(timing, str) and "Plot" in timing and ("is played" in timing or "plays" in timing or "you play" in timing):
        return next(iter(reversed(happenings.just(table, "played"))), None)
    return None


def is_now(table: Table, timing: Any, card: str, player: str) -> bool:
    """Whether a timing of the language, said by a card of this player, means this moment."""
    match timing:
        case str():
            return MOMENTS[timing](table, player)
        case t.With(what):
            attack = table.attack
            return attack is not None and attack.roll is None and happenings.meant(table, what, attack, card, player)
        case t.OnDeed(who="you", deed="play", what=t.Duplicate(of=of)) if happenings.found(table, timing, card, player) is None:
            return _holds_duplicate(table, of, card, player)
        case t.AsSoonAs(condition):
            return board.holds(table, (condition,), card, player, table.attack)
    return happenings.found(table, timing, card, player) is not None


def _holds_duplicate(table: Table, of: Any, card: str, player: str) -> bool:
    """Whether a player has in his hand what duplicates a card that is destroyed: the Plot that brings it back is played together with it."""
    names = {table.name(each) for each in table.player(player).hand}
    lost = (each for other in table.players for each in other.destroyed)
    return any(table.name(each) in names and board.fits(table, of, each, card, player) for each in lost)


def _mine(table: Table, player: str) -> bool:
    return table.turn.player == player


def _rolled(table: Table, player: str, *, mine: bool | None = None, won: bool | None = None) -> bool:
    """Whether dice have just been rolled, for an attack that is not carried out yet or for an ability."""
    attack = table.attack
    if attack is not None and attack.roll is not None:
        return (mine is None or mine == (attack.player == player)) and (won is None or combat.succeeds(table) == won)
    by = last_dice(table)
    return won is None and by is not None and (mine is None or mine == (by == player))


def last_dice(table: Table) -> str | None:
    """Who has just rolled dice for a Plot or an ability, or to settle who was first."""
    rolled = (each.play for each in reversed(table.entries) if not each.void and isinstance(each.play, RollOff | Use) and each.play.dice)
    return next((play.player for play in rolled), None)


def _plot_played(table: Table, player: str, whose: Callable[[str | None], bool]) -> bool:
    return any(whose(each.player) for each in happenings.just(table, "played"))


def _looks_at_plots(table: Table, player: str) -> bool:
    """Whether a rival has just played a Plot with which he looks at this player's hidden Plots."""
    played = (entry.play for entry in table.entries if isinstance(entry.play, Use))
    return any(
        play.whom == player and play.player != player and table.book[play.card].kind == "plot" and _looks(table.book[play.card])
        for play in played
    )


def _looks(plot: Card) -> bool:
    """Whether a Plot says that one looks at Plots."""
    return any(
        isinstance(node, t.Do) and node.verb == "look at" and isinstance(node.cards, t.Cards) and node.cards.what == c.PLOT
        for clause in plot.clauses if clause.sentence for node in nodes(clause.sentence)
    )  # fmt: skip


def _start(table: Table) -> bool:
    """Whether the turn has just begun: nothing of it has been done."""
    return table.turn.phase == "plots" and not {"plot", "group", "takeover"}.intersection(table.turn.done)


MOMENTS: dict[str, Moment] = {
    "any time": lambda table, player: True,
    "in any turn": lambda table, player: True,
    "while it is controlled": lambda table, player: True,
    "each time its alignments matter": lambda table, player: True,
    "on your turn": _mine,
    "each turn": _mine,
    "at the start of your turn": lambda table, player: _mine(table, player) and table.turn.phase in BEGINNING,
    "at the end of your turn": lambda table, player: _mine(table, player) and table.turn.phase == "end",
    "at the start of a rival's turn": lambda table, player: not _mine(table, player) and _start(table),
    "at the start of any turn": lambda table, player: table.turn.phase in BEGINNING,
    "at the end of any turn": lambda table, player: table.turn.phase in ("end", "claims"),
    "when you announce an attack": lambda table, player: any(each.player == player for each in happenings.just(table, "announced")),
    "during a privileged attack": lambda table, player: combat.is_privileged(table),
    "after an attack is declared privileged": lambda table, player: combat.is_privileged(table),
    "during any attack": lambda table, player: table.attack is not None and table.attack.roll is None,
    "any time except during an attack": lambda table, player: table.attack is None,
    "any time except during a privileged attack": lambda table, player: not combat.is_privileged(table),
    "right after an attack roll": lambda table, player: table.attack is not None and table.attack.roll is not None,
    "right after any die roll": lambda table, player: _rolled(table, player),
    "right after your own die roll": lambda table, player: _rolled(table, player, mine=True),
    "right after a rival's die roll": lambda table, player: _rolled(table, player, mine=False),
    "right after a rival's successful die roll": lambda table, player: _rolled(table, player, mine=False, won=True),
    "right after any Plot is played": lambda table, player: _plot_played(table, player, lambda who: True),
    "right after another player plays a Plot": lambda table, player: _plot_played(table, player, lambda who: who != player),
    "right after you play a Plot": lambda table, player: _plot_played(table, player, lambda who: who == player),
    "with a Plot of yours": lambda table, player: _plot_played(table, player, lambda who: who == player),
    "when a rival plays a Plot to look at your hidden Plots": _looks_at_plots,
    "when a Zap is played on you": lambda table, player: any(
        table.links.get(each.card or "") == table.player(player).illuminati and bool(table.book[each.card or ""].sentences(t.Zap))
        for each in happenings.just(table, "played")
    ),
    "right after you place Action tokens": lambda table, player: any(each.player == player for each in happenings.just(table, "tokens")),
    "when you place Action tokens": lambda table, player: any(each.player == player for each in happenings.just(table, "tokens")),
    "when a rival places Action tokens": lambda table, player: any(each.player != player for each in happenings.just(table, "tokens")),
    "on your turn after you place Action tokens": lambda table, player: _mine(table, player) and table.turn.phase == "main",
    "any time except while a victory is contested": lambda table, player: not table.claims,
    "when you may draw a Plot": lambda table, player: _may_draw(table, player, "plot"),
    "when you may draw a card": lambda table, player: _may_draw(table, player, "plot") or _may_draw(table, player, "group"),
    "instead of a Plot draw": lambda table, player: _may_draw(table, player, "plot") or _has_bought(table, player),
    "before your draws": lambda table, player: _mine(table, player) and _start(table),
    "when you may take over a Resource": lambda table, player: _mine(table, player) and table.turn.phase in ("takeover", "main"),
    "when you make a deal": lambda table, player: any(each.player == player for each in happenings.just(table, "deal")),
    "in your Income step": lambda table, player: False,
    "after another Special is played": lambda table, player: False,
}
"""For each timing in words, whether it means this moment for a player. Two are of Deluxe alone."""


ONCE_A_TURN = (
    "at the start of your turn", "at the end of your turn", "at the start of a rival's turn", "at the start of any turn", "at the end of any turn",
    "before your draws", "right after you place Action tokens", "when you place Action tokens", "when a rival places Action tokens",
)  # fmt: skip
"""Timings of a moment that a turn has once."""


def _has_bought(table: Table, player: str) -> bool:
    """Whether the last thing done, but for answers to it, is that this player bought a Plot; it may be another card then."""
    last = next((entry.play for entry in reversed(table.entries) if not isinstance(entry.play, plays.Use)), None)
    return isinstance(last, plays.Buy) and last.player == player and last.what == "plot"


def _may_draw(table: Table, player: str, what: str) -> bool:
    """Whether a card is due: the draw of the turn has not been made, and the turn has not gone past it."""
    return _mine(table, player) and what not in table.turn.done and table.turn.phase in ("plots", "groups")[: 2 if what == "group" else 1]
