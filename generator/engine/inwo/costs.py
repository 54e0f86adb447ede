"""Prices of Plots and abilities."""

from __future__ import annotations

from typing import Any

from generator.engine.inwo import board, hands, tokens
from generator.engine.inwo.effects.step import Step
from generator.engine.inwo.table import Table
from generator.language import tree as t


def pay(table: Table, costs: tuple[Any, ...], step: Step) -> Table:
    """The table after the player has paid: tokens of the cards in `by`, discards. Every card named must be part of the price."""
    spending = list(step.play.by)
    for cost in costs:
        table = _pay(table, cost, spending, step)
    step.require(not spending, f"the price asks for no action of {', '.join(map(table.name, spending))}")
    return tokens.spend(table, step.player, step.play.by, step.record)


def _pay(table: Table, cost: Any, spending: list[str], step: Step) -> Table:
    """Take from `spending` what a price asks for; stops the play where that is missing."""
    match cost:
        case t.AnyCost(costs):
            wanted = next((each for each in costs if _covers(table, each, spending, step)), None)
            step.require(wanted is not None, "one of the prices is paid")
            return _pay(table, wanted, spending, step)
        case t.Price("an Illuminati action" | "1 Slack"):
            _take(table, [table.player(step.player).illuminati], spending, step, "an Illuminati action")
        case t.Price("its action"):
            if step.play.card not in spending and table.owner(step.play.card):
                step.play = _by_itself(step)
                return table
            _take(table, [step.play.card], spending, step, "its action")
        case t.ActionsOf():
            return _actions(table, cost, spending, step)
        case t.DiscardCost(cards):
            return hands.discard_as_price(table, cards, step)
        case _:
            raise NotImplementedError(cost)
    return table


def _by_itself(step: Step) -> Any:
    from dataclasses import replace

    return replace(step.play, by=(*step.play.by, step.play.card))


def _covers(table: Table, cost: Any, spending: list[str], step: Step) -> bool:
    """Whether the cards named can pay this price of several."""
    match cost:
        case t.Price("an Illuminati action" | "1 Slack"):
            return table.player(step.player).illuminati in spending
        case t.Price("its action"):
            return step.play.card in spending
        case t.ActionsOf(who=who):
            return any(step.fits(table, who, card) for card in spending)
        case t.DiscardCost():
            return bool(step.play.discard)
    return False


def _take(table: Table, cards: list[str], spending: list[str], step: Step, what: str) -> None:
    for card in cards:
        step.require(card in spending, f"the price is {what}", "wdh-plot-timing-cost", "wdh-glos-special-ability", "sg-plot-some-roll-some-powered")
        spending.remove(card)


def _actions(table: Table, cost: t.ActionsOf, spending: list[str], step: Step) -> Table:
    meant = [card for card in spending if step.fits(table, cost.who, card)]
    if cost.total is not None or cost.how:
        needed = cost.total or 0
        if cost.how == "its Resistance":
            needed = board.number(table, step.play.on[0], "Resistance")
        elif cost.how:
            needed = board.number(table, step.play.on[0], "Power") + 1
        power = sum(board.number(table, card, "Power") for card in meant)
        step.require(power >= needed, f"actions with Power {needed} together; these have {power}")
    else:
        count = cost.count or 1
        step.require(len(meant) >= count, f"{count} such action{'s' if count > 1 else ''}")
        meant = meant[:count]
    for card in meant:
        spending.remove(card)
    return table
