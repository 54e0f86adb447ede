"""Playing a Plot out of the hand, and using what a card in play says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from generator.engine.cards import Clause
from generator.engine.inwo import board, combat, costs, holdings, timings
from generator.engine.inwo.effects import EFFECTS, FAMILIES
from generator.engine.inwo.effects.step import Step
from generator.engine.inwo.plays import Use
from generator.engine.inwo.table import BEGINNING, Table
from generator.engine.record import Record
from generator.language import tree as t


def use(table: Table, play: Use, record: Record) -> Table:
    """Play a Plot or use an ability (`wdh-any-play-plot`, `wdh-any-use-ability`)."""
    player, card = table.player(play.player), table.book[play.card]
    is_plot = any(held.card == play.card for held in player.plots)
    if not is_plot:
        record.require(
            play.card in player.controlled or play.card in table.links, f"{card.name} is yours, in your hand or in play", "wdh-any-use-ability",
            "wdh-any-play-plot", about=play.card,
        )  # fmt: skip
        record.require(board.has_abilities(table, play.card), f"{card.name} has its abilities", "wdh-paralyze-no-abilities", about=play.card)
    number, clause = _clause(table, play)
    record.require(clause is not None, f"{card.name} says something to use", "wdh-any-use-ability", "wdh-glos-special-ability", about=play.card)
    record.stop_if_illegal()
    assert clause is not None
    step = Step(play, number, clause, record)
    _require_moment(table, step)
    sentence = clause.sentence
    if isinstance(sentence, t.InGame):
        sentence = sentence.sentence
    if isinstance(sentence, t.Ability):
        timings.require(table, sentence.timing, step)
        step.require(board.holds(table, sentence.when, play.card, step.player, table.attack), f"{card.name}: what it asks for holds")
        key = f"{play.card}#{number}"
        if sentence.use in ("once each turn", "play once each turn"):
            step.require(key not in table.turn.done, f"{card.name} is used once each turn", "wdh-glos-each-turn")
        table = costs.pay(table, sentence.costs, step)
    table = _spent(table, step, is_plot)
    if isinstance(sentence, t.Ability) and sentence.use in ("once each turn", "play once each turn"):
        table = table.with_turn(done=(*table.turn.done, key))
    record.happen(f"{step.player} uses {card.name}: {clause.text}", *step.cites)
    if record.void:
        return _gone(table, step, is_plot)
    if not isinstance(sentence, t.Ability):
        table = FAMILIES[type(sentence)](table, sentence, step)
    else:
        for effect in sentence.effects:
            table = run(table, effect, step)
    return _gone(table, step, is_plot) if is_plot else table


def run(table: Table, effect: Any, step: Step) -> Table:
    """Carry out one effect."""
    table = EFFECTS[type(effect)](table, effect, step)
    step.record.stop_if_illegal()
    return table


def _usable(table: Table, card: str) -> Iterator[tuple[int, Clause]]:
    """The clauses of a card that can be used, by their number."""
    for number, clause in enumerate(table.book[card].clauses, 1):
        sentence = clause.sentence.sentence if isinstance(clause.sentence, t.InGame) else clause.sentence
        if type(sentence) in FAMILIES or (isinstance(sentence, t.Ability) and all(type(effect) in EFFECTS for effect in sentence.effects)):
            yield number, clause


def _clause(table: Table, play: Use) -> tuple[int, Clause | None]:
    found = dict(_usable(table, play.card))
    number = play.clause or next(iter(found), 0)
    return number, found.get(number)


def _require_moment(table: Table, step: Step) -> None:
    """Privilege keeps others out of an attack; in the Beginning of his turn a player spends Action tokens on few things
    (`wdh-bot-token-use-restricted`)."""
    play = step.play
    if combat.is_privileged(table):
        attack = table.attack
        assert attack is not None
        removes = any(isinstance(effect, t.Outcome) and effect.outcome == "is no longer privileged" for effect in getattr(step.clause.sentence, "effects", ()))
        step.require(
            removes or step.player in (attack.player, attack.defender) or attack.roll is not None,
            "in a privileged attack only attacker and defender take part", "wdh-priv-only-two", "wdh-priv-no-cancel",
        )  # fmt: skip
    if play.by and step.player == table.turn.player and table.turn.phase in BEGINNING and not table.entries:
        step.require(
            False, "in the Beginning of Turn tokens buy Plots, answer others, or power what concerns that phase", "wdh-bot-token-use-restricted",
            "faq-bot-token-restriction", "sg-bot-token-restriction",
        )  # fmt: skip


def _spent(table: Table, step: Step, is_plot: bool) -> Table:
    """A Plot leaves the hand as it is played; it lies on the table while it has an effect (`wdh-plot-duration-discard`)."""
    if not is_plot:
        return table
    player = table.player(step.player)
    return table.with_player(player.name, plots=tuple(held for held in player.plots if held.card != step.play.card))


def _gone(table: Table, step: Step, is_plot: bool) -> Table:
    """A Plot that lies nowhere on the table is discarded at once (`faq-discard-when`, `sg-glo-discard-played`)."""
    if is_plot and table.zone(step.play.card)[0] == "none":
        return holdings.to_discard(table, step.play.card, step.player)
    return table


def fall(table: Table, play: Use, record: Record) -> Table:
    """A Plot that became illegal before it was carried out goes back to the hand, exposed; those that helped an attacker whose attack is
    gone are discarded (`wdh-cancel-plot-illegal-back`, `wdh-cancel-attack-action-2-plots-discarded`)."""
    player = table.player(play.player)
    if not any(held.card == play.card for held in player.plots):
        return table
    base = table.base.attack if table.base else None
    if base is None and table.attack is None and play.player == table.turn.player:
        return holdings.to_discard(table, play.card, player.name)
    plots = tuple(replace(held, exposed=held.exposed or held.card == play.card) for held in player.plots)
    return table.with_player(player.name, plots=plots)
