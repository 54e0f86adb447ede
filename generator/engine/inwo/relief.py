"""Devastation and what ends it, and an action against Zaps."""

from __future__ import annotations

from generator.engine import attack as sums
from generator.engine.attack import number_of
from generator.engine.inwo import board, holdings, tokens
from generator.engine.inwo.plays import Relief, Unzap
from generator.engine.inwo.table import Table
from generator.engine.record import Record
from generator.engine.selecting import settled
from generator.engine.situation import Attack as Sum
from generator.language import tree as t
from generator.structs import replace

TIMES = 3
"""So many times the printed Power of a Place is the Power of the actions that give it Relief (`wdh-relief-cost`)."""


def devastate(table: Table, place: str, record: Record) -> Table:
    """A Place is marked as Devastated and loses its Action tokens with all below it (`wdh-devastate-marker`,
    `wdh-devastate-tokens`); a second time changes nothing (`wdh-devastate-again`).
    """
    if place in table.devastated:
        record.happen(f"{table.name(place)} is Devastated already", "wdh-devastate-again")
        return table
    shield = board.spared(table, place, "Devastated")
    if shield is not None:
        cites = shield.cites or ("wdh-devastate-marker",)
        record.happen(f"{table.name(place)} is not Devastated; {shield.text}", *cites)
        return table
    record.happen(f"{table.name(place)} is Devastated", "wdh-devastate-marker", "wdh-devastate-tokens")
    after = settle(replace(table, devastated=(*table.devastated, place)))
    if lost := [table.name(card) for card, count in table.tokens.items() if count > after.tokens.get(card, 0)]:
        record.happen(f"{' and '.join(lost)} lose{'s' * (len(lost) == 1)} all Action tokens", "wdh-devastate-tokens")
    return after


def restore(table: Table, place: str, record: Record) -> Table:
    """Relief: the Place and all below it count and get Action tokens again (`wdh-relief-effect`); for one that has it
    already, nothing.
    """
    if place not in table.devastated:
        return table
    record.happen(f"{table.name(place)} has Relief", "wdh-relief-effect")
    return replace(table, devastated=tuple(card for card in table.devastated if card != place))


def settle(table: Table) -> Table:
    """No Action tokens are on a Devastated Place, below it, or on a Group moved there (`wdh-devastate-tokens`,
    `wdh-devastate-move-in`).
    """
    if not table.devastated:
        return table
    kept = tuple(card for card in table.devastated if table.zone(card)[0] not in ("destroyed", "out of the game"))
    if kept != table.devastated:
        table = replace(table, devastated=kept)
    struck = [
        card
        for card in table.tokens
        if table.tokens[card] and table.owner(card) and board.in_arm_of_devastation(table, card)
    ]
    return table.with_tokens(dict.fromkeys(struck, 0)) if struck else table


def require_open(table: Table, place: str, record: Record) -> None:
    """No card keeps the Place Devastated for some time, whatever would give it Relief."""
    for each in table.lasting:
        if each.on == place and isinstance(each.sentence, t.Happens) and each.sentence.event == "no Relief":
            record.insist(False, f"{table.name(each.source)}: no Relief there now", "wdh-any-play-plot", about=place)


def relieve(table: Table, play: Relief, record: Record) -> Table:
    """Actions with three times the printed Power of a Place together, spent at one time by one or more players, end its
    Devastation (`wdh-relief-cost`, `wdh-relief-who-when`, `faq-relief-cost-printed-power`). A +10 Plot may boost one of
    these actions (`wdh-plus10-dual-use`).
    """
    place = play.place
    surges = tuple(card for card in play.by if table.book[card].sentences(t.SurgePlot))
    more = _boosted(table, surges, play.by, record)
    play = replace(play, by=tuple(card for card in play.by if card not in surges))
    record.require(place in table.devastated, f"{table.name(place)} is Devastated", "wdh-relief-effect", about=place)
    require_open(table, place, record)
    for card in dict.fromkeys(play.by):
        text = f"{table.name(place)} is not immune to {table.name(card)}"
        record.require(_may_help(table, card, place), text, "faq-immune-no-relief-from-foo", about=card)
    record.stop_if_illegal()
    price = TIMES * board.number(table, place, "printed Power")
    together = more + sum(_power(table, card) for card in play.by)
    text = f"Relief costs actions with Power {price} together, all at the same time; these have {together}"
    cites = ("wdh-relief-cost", "wdh-relief-who-when", "faq-relief-cost-printed-power")
    record.require(together >= price, text, *cites, about=place)
    for name in dict.fromkeys(owner.name for card in play.by if (owner := table.owner(card))):
        theirs = tuple(card for card in play.by if card in table.player(name).controlled)
        tokens.require_not_early(table, name, record)
        table = tokens.spend(table, name, theirs, record)
    record.insist(
        all(table.owner(card) for card in play.by), "the cards that give Relief are in play", "wdh-relief-who-when"
    )
    record.done(f"{together} Power gives Relief to {table.name(place)}", "wdh-relief-cost", "wdh-relief-who-when")
    for card in surges:
        table = holdings.to_discard(table, card, table.owners.get(card, play.player))
    return table if record.void else restore(table, place, record)


def _boosted(table: Table, surges: tuple[str, ...], by: tuple[str, ...], record: Record) -> int:
    """What +10 Plots add to the actions of Groups that give Relief, each from the hand of who controls the Group, and
    no two of one name for it.
    """
    boosts: set[tuple[str, str]] = set()
    more = 0
    for plot in surges:
        surge, name = table.book[plot].sentences(t.SurgePlot)[0].sentence, table.name(plot)
        fits = (
            card
            for card in by
            if (owner := table.owner(card))
            and owner.holds(plot)
            and (name, card) not in boosts
            and board.fits(table, surge.who.of, card, plot, owner.name)
        )
        card = next(fits, None)
        record.require(
            card is not None, f"{name} can be played for a Group that pays", "wdh-plus10-dual-use", about=plot
        )
        boosts.add((name, card or ""))
        more += surge.amount
    record.stop_if_illegal()
    return more


def _power(table: Table, card: str) -> int:
    """The Power of a card that gives Relief."""
    owner = table.owner(card)
    if owner is None:
        return 0
    attack = board.standing_attack(table, owner.name)
    return number_of("Power", attack.piece(card), replace(attack, relieves=card))


def _may_help(table: Table, card: str, place: str) -> bool:
    """Whether no immunity of the Place keeps a rival's card from helping it."""
    owner, other = table.owner(place), table.owner(card)
    if owner is None or other is None or owner is other:
        return True
    pieces = board.pieces(table, other.name, owner.name, (card, place))
    attack = Sum("destroy", card, place, pieces, scene=board.scene(table))
    return all(reason.ok for reason in sums._shields(settled(attack, table.rules), table.rules))


def unzap(table: Table, play: Unzap, record: Record) -> Table:
    """An Illuminati action removes all Zaps of a player (`wdh-zap-remove`), but not in an Instant Attack
    (`faq-instant-no-zap-removal`).
    """
    zaps = [card for card in table.linked_to(table.player(play.whom).illuminati) if table.book[card].sentences(t.Zap)]
    record.require(bool(zaps), f"{play.whom} has a Zap", "wdh-zap-remove")
    cites = ("faq-instant-no-zap-removal", "wdh-instant-no-actions")
    record.insist(table.attack is None or not table.attack.instant, "no Zap is removed in an Instant Attack", *cites)
    tokens.require_not_early(table, play.player, record)
    own = (table.player(play.player).illuminati,)
    record.insist(play.by == own, "an action of your Illuminati removes them", "wdh-zap-remove")
    table = tokens.spend(table, play.player, own, record)
    record.done(f"all Zaps of {play.whom} are removed", "wdh-zap-remove")
    if record.void:
        return table
    for card in zaps:
        table = holdings.to_discard(table, card, table.owners.get(card, play.whom))
    return table
