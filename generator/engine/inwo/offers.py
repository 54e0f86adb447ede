"""The plays that a moment of INWO or SubGenius may offer a player, for `choices`: of each kind those that are not
plainly out of place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import accumulate, combinations
from typing import Any

from generator.engine.inwo import board, timings, tokens, upkeep, victory
from generator.engine.inwo import plays as p
from generator.engine.inwo.effects import abilities
from generator.engine.inwo.table import PHASES, Player, Table
from generator.engine.record import Play, Record
from generator.language import tree as t
from generator.structs import replace


def offers(table: Table, name: str) -> Iterator[Play]:
    """The plays that a player may think of, each once: those of the turn, of the attack under way, and of any time."""
    player = table.player(name)
    if table.setting is not None:
        yield p.LayIlluminati(player=name)
        yield from (p.Lead(player=name, card=card) for card in (player.hand if table.shared else player.group_deck))
        return
    if table.attack is not None:
        yield from _of_attack(table, player)
    elif table.turn.player == name:
        yield from _of_turn(table, player)
    yield from _of_any_time(table, player)
    yield from _uses(table, player)


def named(table: Table, play: Play) -> tuple[Play, ...]:
    """The same use of a card on each rival and on each single card that it may mean, where it names none."""
    if not isinstance(play, p.Use) or play.on:
        return ()
    rivals = () if play.whom else (replace(play, whom=each.name) for each in table.seated if each.name != play.player)
    shown = (
        card
        for each in table.seated
        for card in (*each.controlled, *(held.card for held in each.plots if held.exposed), *each.discard)
    )
    there = dict.fromkeys((*shown, *table.player(play.player).hand, *table.links, *table.nwos, *table.uncontrolled))
    return (*rivals, *(replace(play, on=(card,)) for card in there))


def costs(before: Table, after: Table, play: Play) -> dict[str, tuple[str, ...]]:
    """What a play has taken from its player: cards, once for each token that they spent, and the other discards."""
    before, player = upkeep.in_effect(before, play, Record(own=before.rules.its.own)), before.player(play.player)
    spent = Counter({card: before.tokens.get(card, 0) - after.tokens.get(card, 0) for card in player.controlled})
    hand = (*(held.card for held in player.plots), *player.hand)
    others = (card for card in hand if card != getattr(play, "card", None))
    gone = (card for card in others if after.zone(card)[0].endswith("discard pile"))
    return {"spends": tuple((+spent).elements()), "discards": tuple(gone)}


def _of_turn(table: Table, player: Player) -> Iterator[Play]:
    """What the player whose turn it is does without an attack."""
    name, structure = player.name, player.structure
    yield p.DrawPlot(player=name)
    yield p.DrawGroup(player=name)
    there = tuple(dict.fromkeys((*player.hand, *table.turn.shown, *table.uncontrolled)))
    for card in there:
        yield p.TakeOver(player=name, card=card)
    yield p.PlaceTokens(player=name)
    ready = _ready(table, player)
    targets = (*there, *(card for each in table.seated for card in each.structure if card != each.illuminati))
    for attacker in ready:
        for target in targets:
            if target != attacker and table.book[target].kind == "group":
                for kind in ("control", "destroy"):
                    yield p.Announce(player=name, attacker=attacker, target=target, kind=kind)
    for card in player.hand:
        if table.book[card].kind == "resource":
            yield p.PlayResource(player=name, card=card)
    for group in structure.groups:
        for master in structure:
            for side in structure.open_arrows(master):
                if group != master:
                    yield p.Move(player=name, group=group, master=master, side=side)
    for card in player.resources:
        yield from (p.LinkTo(player=name, card=card, to=to) for to in structure if table.links.get(card) != to)
    yield from (p.Proceed(player=name, to=phase) for phase in PHASES[PHASES.index(table.turn.phase) + 1 :])
    yield p.Knock(player=name)
    yield p.Finish(player=name)


def _of_attack(table: Table, player: Player) -> Iterator[Play]:
    """What there is to do in an attack, for its player or another."""
    attack, name = table.under_way, player.name
    for card in player.controlled:
        if card not in attack.acting:
            yield from (p.Aid(player=name, cards=(card,)), p.Oppose(player=name, cards=(card,)))
    for card in (*player.hand, *table.turn.shown):
        if card != attack.target and table.name(card) == table.name(attack.target):
            yield p.PlayAgents(player=name, card=card, side="for")
            yield p.PlayAgents(player=name, card=card, side="against")
    if name == attack.player:
        yield from (p.CallOff(player=name), p.Roll(player=name, dice=7), p.Resolve(player=name))


def _of_any_time(table: Table, player: Player) -> Iterator[Play]:
    """What can be done in another's turn too."""
    name, ready = player.name, _ready(table, player)
    yield p.DrawOn(player=name)
    for what in ("plot", "group"):
        yield p.Buy(player=name, by=(player.illuminati,), what=what)
    for pair in list(combinations([card for card in ready if card != player.illuminati], 2))[:1]:
        yield p.Buy(player=name, by=pair)
    for held in player.plots:
        if table.book[held.card].kind == "illuminati":
            yield p.LayAgent(player=name, card=held.card)
        if not held.exposed:
            yield p.Expose(player=name, card=held.card)
    for other in table.seated:
        if any(table.book[card].sentences(t.Zap) for card in table.linked_to(other.illuminati)):
            yield p.Unzap(player=name, whom=other.name)
    for place in table.devastated:
        strongest = sorted(ready, key=lambda card: -board.number(table, card, "Power"))
        for by in accumulate((card,) for card in strongest):
            if sum(board.number(table, card, "Power") for card in by) >= 3 * (table.book[place].power or 0):
                yield p.Relief(player=name, place=place, by=by)
                break
    if table.turn.phase == "claims":
        yield from (p.ClaimVictory(player=name, goals=(goal,)) for goal in victory.met(table, name))


def _uses(table: Table, player: Player) -> Iterator[Play]:
    """Each Plot of the hand, and each ability of what the player controls, with the cards that can pay for it."""
    held = [each.card for each in player.plots]
    linked = (card for card, host in table.links.items() if host in player.controlled and card not in player.controlled)
    for card in dict.fromkeys((*player.controlled, *linked, *table.nwos, *held)):
        for number, clause in abilities.usable(table, card, player.name, is_plot=card in held):
            sentence = abilities.said(table, clause)
            if number > len(table.book[card].clauses) and not timings.is_now(table, sentence.timing, card, player.name):
                continue  # another card gives it this ability for what happens
            by = _payers(table, player, card, getattr(sentence, "costs", ()))
            either = any(isinstance(effect, t.EitherEffect) for effect in getattr(sentence, "effects", ()))
            for option in (1, 2) if either else (1,):
                yield p.Use(player=player.name, card=card, clause=number, by=by, option=option)


def _ready(table: Table, player: Player) -> list[str]:
    """The cards of a player that have an Action token."""
    return [card for card in player.controlled if table.tokens.get(card) and tokens.may_have(table, card)]


def _payers(table: Table, player: Player, card: str, costs: tuple[Any, ...]) -> tuple[str, ...]:
    """The cards whose tokens pay for a card, where just so many fit; none where the play decides what it costs."""
    paying: list[str] = []
    for cost in costs:
        match cost:
            case t.Price("Illuminati"):
                paying.append(player.illuminati)
            case t.ActionsOf(who=who, total=None, how="", every=False):
                others = (each for each in _ready(table, player) if each not in paying)
                fit = [each for each in others if board.fits(table, who, each, card, player.name)]
                if len(fit) == (cost.count or 1):
                    paying += fit
    return tuple(paying)
