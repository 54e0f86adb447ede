"""Prices of Plots and abilities."""

from __future__ import annotations

import math
import re
from typing import Any

from generator.engine.cards import IN_ACTION
from generator.engine.inwo import board, destruction, drawing, holdings, tokens, turns
from generator.engine.inwo.effects import cards as effects
from generator.engine.inwo.effects.step import Step, run
from generator.engine.inwo.table import Lasting, Table
from generator.engine.record import Record
from generator.language import nodes
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace

_WHAT = ("wdh-plot-timing-cost", "wdh-glos-special-ability", "sg-plot-some-roll-some-powered")
_GIVEN_UP = {
    "no Plots": ("plot", (holdings.NO_PLOTS,)),
    "no Groups": ("group", ("group", holdings.NO_GROUPS)),
    "no takeover": ("takeover", ("takeover",)),
}
"""What a player goes without in this turn: what must not be done yet, and what stands in `turn.done` then."""
_ITSELF = t.DiscardCost("this card")
"""What a card costs that is discarded for its use."""


def pay(table: Table, costs: tuple[Any, ...], step: Step) -> Table:
    """The table after the player has paid: tokens of the cards in `by`, discards. Every card named must be part of the
    price. A card that is its own price goes last: it spends its token before.
    """
    for card in step.play.discard:
        step.require(
            table.zone(card)[0] != "discard pile",
            f"{table.name(card)} is not in the discard pile yet",
            *_WHAT,
            about=card,
        )
    surges = [card for card in step.play.by if table.book[card].sentences(t.SurgePlot)]
    drains = [card for card in step.play.by if _drains(table, card)]
    spending, before = [card for card in step.play.by if card not in (*surges, *drains)], table
    table = _surged(table, surges, spending, step)
    table, drained = _drained(table, drains, spending, step)
    last = [cost for cost in costs if cost == _ITSELF]
    for cost in costs:
        table = table if cost in last else _pay(table, cost, spending, step)
    joins = any(isinstance(effect, t.MayJoin) for effect in getattr(step.sentence, "effects", ()))
    later = ": it aids or opposes after this, in a separate play" if joins else ""
    cites = ("wdh-plot-timing-cost", "wdh-glos-free-move", "sg-plot-some-roll-some-powered")
    step.require(not spending, f"the price asks for no action of {', '.join(map(table.name, spending))}{later}", *cites)
    table = _spend(table, step)
    for cost in last:
        table = _pay(table, cost, spending, step)
    table = replace(table, lasting=tuple(each for each in table.lasting if each.source not in (*surges, *drains)))
    for card in step.play.discard:
        step.require(
            table.zone(card) != before.zone(card) or (bool(last) and card == step.play.card),
            f"discard names the price of {table.name(step.play.card)}; {table.name(card)} can't pay it, and what the"
            " effect discards is named in on",
            "wdh-glos-discard-cost-hand",
            "sg-glo-discard-from-hand",
            about=card,
        )
    for fate in drained:
        table = run(table, fate, step)
    for card in (*surges, *drains):
        table = holdings.to_discard(table, card, step.player)
    return table


def _drains(table: Table, card: str) -> tuple[Any, ...]:
    """What a Plot does that is played as a Group of its player takes an action, and makes it stronger for that."""
    said = (each.sentence for each in table.book[card].sentences(t.Ability))
    return next((each.effects for each in said if any(rider.means == "acting" for rider in each.also)), ())


def _drained(table: Table, drains: list[str], spending: list[str], step: Step) -> tuple[Table, list[t.Fate]]:
    """The table on which the first Group that pays is stronger for this action by such a Plot, and what becomes of the
    Group when it has paid (`wdh-any-play-plot`).
    """
    fates: list[t.Fate] = []
    for card in drains:
        name = table.name(card)
        held = any(each.card == card for each in table.player(step.player).plots)
        step.require(held, f"{name} is in your hand", "wdh-any-play-plot", about=card)
        groups = (each for each in spending if table.book[each].kind == "group")
        payer = step.given(next(groups, None), f"{name} is played on a Group that pays", "wdh-any-play-plot")
        for effect in _drains(table, card):
            if isinstance(effect, t.Fate):
                fates.append(replace(effect, who=c.Named((table.name(payer),)), afterward=False))
            else:
                said = replace(effect, who=c.LINKED, until=IN_ACTION)
                table = replace(table, lasting=(*table.lasting, Lasting(card, 1, step.player, said, payer, "action")))
                step.happen(f"{name} affects {table.name(payer)} for this action", "wdh-any-play-plot")
    return table, fates


def within_reach(table: Table, costs: tuple[Any, ...], step: Step) -> bool:
    """Whether the player, or where others may pay too all together, has the Action tokens that prices ask for, or a
    Plot that pays in their place. What depends on the rest of a play, such as the Power of a Group still to be named,
    is not judged here.
    """
    player = table.player(step.player)
    payers = table.seated if step.says("all pay") else (player,)
    ready = [card for each in payers for card in each.controlled for _ in range(table.tokens.get(card, 0))]
    stand_ins = [_worth(table, held.card) for held in player.plots if _pays_for(table, held.card)]
    return all(_within_reach(table, cost, ready, stand_ins, step) for cost in costs)


def _within_reach(table: Table, cost: Any, ready: list[str], stand_ins: list[float], step: Step) -> bool:
    match cost:
        case t.AnyCost(costs):
            return any(_within_reach(table, each, ready, stand_ins, step) for each in costs)
        case t.ActionsOf(who=who, count=count):
            such = c.every(*(part for part in c.demands(who) if isinstance(part, c.Trait | c.Kind | c.Belongs)))
            fit = [card for card in ready if step.fits(table, such, card)]
            if cost.total is not None and (stand_ins or fit):
                return sum(stand_ins) + sum(board.number(table, card, "Power") for card in fit) >= cost.total
            return len(stand_ins) + len(fit) >= (count or 1)
        case t.Price("Illuminati" | "all Illuminati"):
            return table.player(step.player).illuminati in ready
    return True


def _surged(table: Table, surges: list[str], spending: list[str], step: Step) -> Table:
    """The table on which a +10 Plot among what pays counts for the action of a Group that pays: it is played as that
    action is declared, for its Power alone (`wdh-plus10-dual-use`, `wdh-plus10-offense-duration`).
    """
    for card in surges:
        held = any(each.card == card for each in table.player(step.player).plots)
        step.require(
            held, f"{table.name(card)} is in your hand", "wdh-any-play-plot", "sg-plot-timing-on-card", about=card
        )
        twice = sum(table.name(each) == table.name(card) for each in surges)
        step.require(
            twice == 1,
            f"{table.name(card)} counts once for an action",
            "wdh-card-plus10",
            "wdh-nodup-same-plot",
            about=card,
        )
        surge = table.book[card].sentences(t.SurgePlot)[0].sentence
        payer = next((each for each in spending if step.fits(table, surge.who.of, each)), None)
        step.require(
            payer is not None,
            f"{table.name(card)} can be played for a Group that pays",
            "wdh-plus10-dual-use",
            about=card,
        )
        said = t.StatChange(c.LINKED, surge.amount, ("Power",))
        table = replace(table, lasting=(*table.lasting, Lasting(card, 1, step.player, said, payer, "action")))
        step.happen(
            f"{table.name(card)}: {surge.amount:+} Power for this action",
            "wdh-plus10-dual-use",
            "wdh-plus10-offense-duration",
        )
    return table


def _spend(table: Table, step: Step) -> Table:
    """Take the tokens off the cards that pay.

    Where a card says so, other players pay too; a Plot may stand in for an action.
    """
    paying: list[str] = []
    stand_ins: list[str] = []
    for card in step.play.by:
        if table.book[card].sentences(t.SurgePlot) or _drains(table, card):
            continue
        (stand_ins if _pays_for(table, card) else paying).append(card)
    shared = step.says("all pay")
    by_player: dict[str, list[str]] = {}
    for card in paying:
        owner = table.owner(card)
        by_player.setdefault(owner.name if shared and owner else step.player, []).append(card)
    for name, cards in by_player.items():
        table = tokens.spend(table, name, tuple(cards), step.record)
    for card in stand_ins:
        table = _stand_in(table, card, step)
    return table


def _pays_for(table: Table, card: str) -> t.PaysFor | None:
    """What a Plot says that pays for an action in place of a Group; None for any other card."""
    return next(table.book[card].said(t.PaysFor), None) if table.book[card].kind == "plot" else None


def _worth(table: Table, card: str) -> float:
    """The Power for which a Plot counts that pays for an action: the most that it says the action may have."""
    says = _pays_for(table, card)
    asked = c.demands(says.who) if says is not None else ()
    most = (part.right for part in asked if isinstance(part, c.Compare) and part.sign == "<=")
    return next((right for right in most if isinstance(right, int)), math.inf)


def _stand_in(table: Table, card: str, step: Step) -> Table:
    """A Plot that pays for an action: it is discarded, with what it costs itself."""
    player = table.player(step.player)
    held = any(each.card == card for each in player.plots)
    step.require(held, f"{table.name(card)} is in your hand", "wdh-any-play-plot", "sg-plot-timing-on-card", about=card)
    key, sentence = f"{step.player}:{table.name(card)}", table.book[card].clauses[0].sentence
    step.require(
        key not in table.turn.done or getattr(sentence, "use", c.Use()).once != "turn",
        f"{table.name(card)} is played once each turn",
        "wdh-glos-each-turn",
        "sg-glo-turn-each",
        about=card,
    )
    table = table.with_turn(done=(*table.turn.done, key))
    own = Step(replace(step.play, card=card, by=(), discard=()), 1, table.book[card].clauses[0], step.record)
    for cost in sentence.costs if isinstance(sentence, t.Ability) else ():
        if isinstance(cost, t.DiscardCost):
            table = effects.pay_with(table, cost.cards, own)
    return holdings.to_discard(table, card, step.player)


def _pay(table: Table, cost: Any, spending: list[str], step: Step) -> Table:
    """Take from `spending` what a price asks for; stops the play where that is missing."""
    match cost:
        case t.AnyCost(costs):
            ways = [each for each in costs if _covers(table, each, spending, step)]
            if not (step.play.by or step.play.discard):
                ways = [each for each in ways if _pays_all(table, each, spending, step)]
            wanted = next(
                (each for each in ways if len(ways) == 1 or _pays_all(table, each, spending, step)),
                ways[0] if ways else None,
            )
            _owe(table, cost, wanted is not None, f"one of the prices is paid: {_asked(step)}", step)
            return table if wanted is None else _pay(table, wanted, spending, step)  # paid before
        case t.ActionsOf():
            return _actions(table, cost, spending, step)
        case t.DiscardCost("this card"):
            return _discard_itself(table, step)
        case t.DiscardCost(cards, gone):
            return effects.pay_with(table, cards, step, gone=gone)
        case t.Price(what):
            return _price(table, what, spending, step)
    raise TypeError(cost)


def _price(table: Table, what: c.PriceName, spending: list[str], step: Step) -> Table:
    """Pay one price."""
    own = table.player(step.player).illuminati
    match what:
        case _ if what in _GIVEN_UP:
            return _given_up(table, what, step)
        case "due draws":
            return _due_draws(table, step)
        case "only buys":
            step.require(
                tokens.SPENT not in table.turn.done,
                "no Illuminati token has been spent this turn but to buy Plots",
                *_WHAT,
            )
            return table if step.record.void else table.with_turn(done=(*table.turn.done, tokens.ONLY_BUYS))
        case "Illuminati":
            _take(table, [own], spending, step, "the action of your Illuminati")
        case "all Illuminati" | "all Illuminati but one":
            _all_actions(table, own, what == "all Illuminati but one", spending, step)
        case "own":
            its = _subject(table, step)
            if its in spending:
                _take(table, [its], spending, step, "its action")
            else:
                step.play = replace(step.play, by=(*step.play.by, its))
        case "affected" | "target or master":
            step.ask(bool(step.play.on), "say which Group", *_WHAT)
            target = step.play.on[0]
            allowed = (target,) if what == "affected" else (target, table.master(target))
            found = (card for card in spending if card in allowed or (len(allowed) > 1 and _pays_for(table, card)))
            _take(
                table,
                [next(found, target)],
                spending,
                step,
                f"an action of the {'Group affected' if what == 'affected' else 'target or of its master'}",
            )
        case _:
            assert what == "a dollar", what
    return table


def _given_up(table: Table, what: c.PriceName, step: Step) -> Table:
    """The player goes without something that this turn would bring."""
    thing, done = _GIVEN_UP[what]
    text = (
        "the automatic takeover has not been made" if thing == "takeover" else "that card has not been drawn this turn"
    )
    step.require(thing not in table.turn.done, text, *_WHAT)
    table = turns.reach(table, thing, step.record) if thing == "takeover" else table
    return table.with_turn(done=(*table.turn.done, *done))


def _due_draws(table: Table, step: Step) -> Table:
    """The player draws nothing of what is due now from one deck, that of the cards in `take`."""
    named = [table.zone(card)[0].removesuffix(" deck") for card in step.play.take]
    deck = next((each for each in named if each in ("plot", "group")), "plot")
    entry = step.record.entry
    due = {what: drawing.due(table, step.player, what, entry) for what in drawing.kinds(table, step.player, deck)}
    step.many = sum(due.values())
    step.require(step.many > 0, f"{step.player} may draw {'Plots' if deck == 'plot' else 'Group cards'} now", *_WHAT)
    for what, many in due.items() if not step.record.void else ():
        table = drawing.taken(table, step.player, what, entry, many)
    return table


def _all_actions(table: Table, own: str, but_one: bool, spending: list[str], step: Step) -> None:
    """The Illuminati spends every Action token that it has, one at least; or all but one, and then the one may be all
    that it has.
    """
    have = table.tokens.get(own, 0) - but_one
    step.require(
        have >= (0 if but_one else 1),
        f"the Illuminati has an Action token to {'keep' if but_one else 'spend'}",
        *_WHAT,
        about=own,
    )
    spending[:] = [card for card in spending if card != own]
    step.play = replace(step.play, by=(*(card for card in step.play.by if card != own), *(own,) * have))


def _subject(table: Table, step: Step) -> str:
    """Whose `own` action it is: of a Plot, that of the card that it is played on."""
    if table.book[step.play.card].kind == "plot":
        step.ask(bool(step.play.on), "say which Group", *_WHAT)
        return step.play.on[0]
    return step.play.card


def _discard_itself(table: Table, step: Step) -> Table:
    owner = table.owner(step.play.card)
    if owner is not None and step.play.card in owner.structure:
        table = destruction.out_of_structure(table, step.play.card, step.record)
    return holdings.to_discard(table, step.play.card, step.player)


def _covers(table: Table, cost: Any, spending: list[str], step: Step) -> bool:
    """Whether what the player names can pay this price of several."""
    match cost:
        case t.Price("Illuminati" | "all Illuminati" | "all Illuminati but one"):
            return table.player(step.player).illuminati in spending
        case t.ActionsOf(who=who):
            return any(_pays(table, who, card, step) for card in spending)
        case t.DiscardCost():
            return bool(step.play.discard) or (not spending and not any(card for card in step.play.by))
    return _pays_all(table, cost, spending, step)


def _pays_all(table: Table, cost: Any, spending: list[str], step: Step) -> bool:
    """Whether one price of several can be paid and takes every card that the player discards."""
    tried = replace(step, record=Record(own=table.rules.its.own), used=set(step.used))
    after = tried.record.result(lambda: _pay(table, cost, list(spending), tried))
    return after is not None and all(after.zone(card) != table.zone(card) for card in step.play.discard)


def _pays(table: Table, who: Any, card: str, step: Step) -> bool:
    """Whether a card is among those whose action a price asks for, or a Plot that pays in their place: never in that of
    an Illuminati or of a Group that the price names (`net-march-limits`).
    """
    stand_in = _pays_for(table, card)
    if stand_in is not None:
        return not isinstance(who, c.Named) and c.Kind(("illuminati",)) not in c.demands(who)
    return step.fits(table, who, card)


def _take(table: Table, cards: list[str], spending: list[str], step: Step, what: str) -> None:
    for card in cards:
        _owe(table, t.ActionsOf(c.Named((table.name(card),))), card in spending, f"the price is {what}", step)
        spending.remove(card)


def _owe(table: Table, cost: Any, paid: bool, text: str, step: Step) -> None:
    """Note a price: where the player could pay it and names nothing that does, the play only has to say with what."""
    could = not paid and not step.play.by and not step.play.discard and within_reach(table, (cost,), step)
    keys = "`by` or `discard`" if any(isinstance(node, t.DiscardCost) for node in nodes(cost)) else "`by`"
    (step.ask if could else step.require)(paid, text + f"; say in {keys} what pays" * could, *_WHAT)


def _target(step: Step) -> str:
    """The Group that a price is measured by: the one named, or the one whose play is canceled."""
    found = step.play.on[0] if step.play.on else step.play.cancels
    step.ask(found is not None, "say which Group", *_WHAT)
    return found or ""


def _actions(table: Table, cost: t.ActionsOf, spending: list[str], step: Step) -> Table:
    meant = [card for card in spending if _pays(table, cost.who, card, step)]
    if cost.every:
        owner = table.player(step.player)
        everyone = [card for card in owner.controlled if step.fits(table, cost.who, card)]
        step.require(bool(everyone) and set(everyone) == set(meant), "actions of all of them", *_WHAT)
    elif cost.total is not None or cost.how:
        needed = board.number(table, _target(step), "Power") + 1 if cost.how else cost.total or 0
        if not meant:
            _owe(table, replace(cost, total=needed), False, f"actions with Power {needed} together", step)
        power(table, meant, needed, step)
    else:
        count = cost.count or 1
        if table.shared and table.options.two_actions_of_one_group == "different-groups":
            meant = list(dict.fromkeys(meant))
        spent = "1 Action token of a card" if count == 1 else f"{count} Action tokens of cards"
        arrow = c.Compare(c.Number("open arrows"), ">=", 1)
        full = [card for card in spending if arrow in c.demands(cost.who) and not step.fits(table, arrow, card)]
        if full and not meant:
            step.require(False, f"{' and '.join(map(table.name, full))} has an open arrow", *_WHAT)
        wrong = (
            [
                f"{table.name(card)} (Power {board.number(table, card, 'Power')})"
                for card in spending
                if table.book[card].kind == "group"
            ]
            if not meant
            else []
        )
        text = f", not of {', '.join(dict.fromkeys(wrong))}: {_asked(step)}" if wrong else ""
        _owe(table, cost, len(meant) >= count, f"{spent} that {table.name(step.play.card)} asks for{text}", step)
        meant = meant[:count]
    for card in meant:
        spending.remove(card)
    return table


def _asked(step: Step) -> str:
    """What the clause asks for, in its words."""
    return re.split(": | and give up", step.clause.text)[0].partition("spend ")[2] or step.clause.text


def power(table: Table, cards: list[str], needed: int, step: Step) -> None:
    """The cards that pay have so much Power together, each counted once for each token (the conflict
    `two-actions-of-one-group`).
    """
    if table.shared and table.options.two_actions_of_one_group == "different-groups":
        step.require(len(set(cards)) == len(cards), "each action is one of another Group", *_WHAT)
    total = sum(_worth(table, card) if _pays_for(table, card) else board.number(table, card, "Power") for card in cards)
    step.require(bool(cards) and total >= needed, f"actions with Power {needed} together; these have {total}", *_WHAT)
