"""What happens that concerns no single card: a turn ends or begins, a Power Structure is laid anew, a Goal changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from generator.engine.inwo import board, drawing, entering, happenings, holdings, rounds, trading, turns
from generator.engine.inwo.effects.step import Effects, Step
from generator.engine.inwo.plays import Give, Say, TakeOver
from generator.engine.inwo.table import Table
from generator.engine.structure import Structure
from generator.language import tree as t
from generator.structs import replace


def _left_to_players(table: Table, effect: t.Happens, step: Step) -> Table:
    """What the players do by their next play, or have said with this one; and what is looked up where it counts."""
    return table


def _turn_ends(table: Table, effect: t.Happens, step: Step) -> Table:
    """The turn under way ends at once; during an attack when that is over (`wdh-eot-immediate-end`)."""
    return table.with_turn(ending=True)


def _attackers_turn_ends(table: Table, effect: t.Happens, step: Step) -> Table:
    """The turn of who made the attack ends at once. An attack out of turn, such as a Disaster, is made in a turn that
    isn't the attacker's, and that turn goes on (`wdh-eot-immediate-end`, `wdh-any-play-plot`).
    """
    attack = step.attack(table)
    step.require(
        attack is not None and attack.player == table.turn.player,
        "it is the attacker's turn",
        "wdh-any-play-plot",
        "wdh-eot-immediate-end",
    )
    return _turn_ends(table, effect, step)


def _reorganize(table: Table, effect: t.Happens, step: Step) -> Table:
    """The Groups of a Power Structure are laid anew as their player likes; all of them must be there, and fit, and a
    Group with a new master is one that this master may have (`wdh-paralyze-no-new-puppets`).
    """
    player = table.player(step.player)
    arranged = step.play.arrange
    if arranged is None:
        return table
    with step.record.laying(*step.cites, "wdh-meta-no-overlap", "sg-move-no-overlap"):
        structure = Structure.build(player.structure.book, player.illuminati, arranged)
    step.require(set(structure.groups) == set(player.structure.groups), "the same Groups as before")
    for group in structure.groups:
        master = structure.master(group)
        if master is not None and master != player.structure.master(group):
            bound = board.spared(table, group, "moved", step.player)
            step.require_unbarred(bound, f"{table.name(group)} can be moved", group)
            entering.require_puppet(table, group, master, step.record, *step.cites)
    step.happen(f"{step.player} reorganizes", "wdh-eot-6-effects", "faq-eot-effects-first", *step.cites)
    return table.with_player(step.player, structure=structure)


def _takes_turn(table: Table, effect: t.Happens, step: Step) -> Table:
    """A turn out of the usual order; the player whose turn it interrupts takes it afterwards."""
    interrupted = table.turn.player
    return rounds.start(table, step.player, step.record).with_turn(extra=True, resume=interrupted)


def _without(what: str) -> Callable[[Table, t.Happens, Step], Table]:
    """The player whose turn it is does without a thing of which there is one a turn."""
    return lambda table, effect, step: table.with_turn(done=(*table.turn.done, what))


def _takeover_more(table: Table, effect: t.Happens, step: Step) -> Table:
    """One automatic takeover more, of the card that the player names (`take`), against which the same may be said as
    against the first.
    """
    for card in (*step.play.take, *step.play.on)[:1]:
        entering.require_automatic(table, step.player, step.record)
        turns.require_takeover(table, TakeOver(player=step.player, card=card, master=step.play.master), step.record)
        entering.require_no_copy(table, card, step.record, step.player)
        step.happen(f"{step.player} takes over {table.name(card)}")
        table = entering.enter(table, step.player, card, step.play.master, step.play.side, step.record)
    return table


def _lasts(table: Table, effect: Any, step: Step) -> Table:
    """What holds for Goals as long as the card is in play, or as long as it says."""
    return step.last(table, effect, None, getattr(effect, "until", None) or "in play")


def _rearrange(table: Table, effect: t.Rearrange, step: Step) -> Table:
    """Every Group goes to an arrow on which it may lie now; those without one are the Groups that fit no arrow."""
    player = table.player(step.player)
    fit = player.structure.resettled()
    step.found = fit.lost
    if fit.turned:
        step.happen(f"{', '.join(map(table.name, fit.turned))} turn to other arrows")
    return table.with_player(player.name, structure=fit.structure)


def _turned_back(table: Table, effect: t.Happens, step: Step) -> Table:
    """A Zap that has just been played on a player lies on who played it."""
    own = table.player(step.player).illuminati
    played = (
        (each.card, each.player) for each in reversed(happenings.just(table, "played")) if each.card and each.player
    )
    zap, name = step.given(
        next((one for one in played if table.links.get(one[0]) == own), None), "a Zap has just been played on you"
    )
    struck = table.player(name).illuminati
    if any(holdings.is_immune_to_zap(table, struck, each.sentence) for each in table.book[zap].sentences(t.Zap)):
        step.happen(f"{table.name(struck)} is immune", "wdh-glos-immunity")
        return holdings.to_discard(table, zap, name)
    step.happen(f"{table.name(zap)} strikes {name}")
    return table.with_link(zap, struck)


def _from_the_bottom(table: Table, effect: t.Happens, step: Step) -> Table:
    """The card that is drawn is the last of the deck."""
    deck = holdings.deck_of(
        table, step.player, holdings.drawn_from(table, step.player, drawing.deck(table, step.play, step.sentence))
    )
    step.require(bool(deck), "there is a card to draw")
    step.happen(f"{step.player} draws the last card of the deck")
    exposed = table.book[deck[-1]].kind == "plot" and holdings.zapped(table, step.player, "exposed")
    return holdings.to_hand(table, deck[-1], step.player, exposed=exposed)


def _no_relief(table: Table, effect: t.Happens, step: Step) -> Table:
    """The Place that has just been given Relief gets none until its enemy's next turn is over."""
    place = step.given(step.event.card if step.event else None, "a Place has been given Relief")
    return step.last(table, effect, place, "next own turn")


def _breaks_deal(table: Table, effect: t.Happens, step: Step) -> Table:
    """The deal just made is made again: one side stands, the other is given as agreed (`trading.give`). Who was immune
    then still is.
    """
    if step.record.again:
        return table
    entries = list(table.entries)
    deals = [n for n, each in enumerate(entries) if isinstance(each.play, Give) and not each.void][-1:]
    step.require(
        any(step.player in (entries[n].play.player, entries[n].play.to) for n in deals), "you have just made a deal"
    )
    at = deals[0]
    deal = entries[at].play
    since = [
        entry
        for entry in entries[at + 1 :]
        if not (entry.cancels or isinstance(entry.play, Say) or trading.breaks_deals(table, entry.play))
    ]
    step.require(not since, "nothing else has been done since the deal")
    step.require_open(
        table.base if at == 0 and table.base is not None else table,
        deal.to if step.player == deal.player else deal.player,
    )
    entries[at] = replace(entries[at], topped=entries[at].topped + 1)
    step.happen(f"{step.player} does not keep the deal")
    return replace(table, entries=tuple(entries))


def _settles_puppets(table: Table, effect: t.Happens, step: Step) -> Table:
    """The puppets of a Group whose place another has just taken: on the arrows of the new one that the player names
    (`sides`), the others in the hand, where they have gone with their master and from which they may be discarded.
    """
    start = step.start or table
    gone = step.play.on[0]
    step.require(bool(step.found), f"another Group takes the place of {table.name(gone)}", about=gone)
    card = step.found[0]
    puppets = tuple(start.player(step.player).structure.puppets(gone).values())
    for puppet in step.play.sides:
        mine = puppet in puppets and table.player(step.player).holds(puppet)
        step.require(mine, f"{table.name(puppet)} was a puppet of {table.name(gone)}", about=puppet)
    for puppet, side in step.play.sides.items():
        structure = table.player(step.player).structure
        step.require(
            side in structure.open_sides(card, puppet), f"{table.name(card)} has an open arrow there", about=puppet
        )
        table = holdings.lift(table, puppet)
        with step.record.laying("wdh-meta-no-overlap"):
            structure = structure.lay(puppet, card, side)
        table = table.with_player(step.player, structure=structure)
        step.happen(f"{table.name(puppet)} is a puppet of {table.name(card)} now")
    return table


def _names_plot(table: Table, effect: t.Happens, step: Step) -> Table:
    """The player says the name of a Plot of the game."""
    known = {card.name for card in table.book.values() if card.kind == "plot"}
    step.ask(
        len(step.play.choose) == 1 and step.play.choose[0] in known,
        "name one Plot in `choose` by its printed name, such as Hoax",
    )
    return table


EVENTS: dict[str, Callable[[Table, t.Happens, Step], Table]] = {
    "turn ends": _turn_ends,
    "attacker's turn ends": _attackers_turn_ends,
    "reorganize": _reorganize,
    "turn before": _takes_turn,
    "only draws": lambda table, effect, step: table.with_turn(
        idle=step.play.card, done=(*table.turn.done, "takeover")
    ),  # and no main phase
    "no Plots": _without(holdings.NO_PLOTS),
    "no takeover": _without("takeover"),
    "takeover": _takeover_more,
    "tokens": lambda table, effect, step: turns.placed(table, step.player, step.record),
    "only Basic Goal": _lasts,
    "Zap returned": _turned_back,
    "from the bottom": _from_the_bottom,
    "no Relief": _no_relief,
    "deal broken": _breaks_deal,
    "may act": _left_to_players,
    "name Plot": _names_plot,
    "attack now": _left_to_players,
    "stays": _left_to_players,
    "puppets placed": _settles_puppets,
}
EFFECTS: Effects = {
    t.Happens: lambda table, effect, step: EVENTS[effect.event](table, effect, step),
    t.NeedsFor: _lasts,
    t.Rearrange: _rearrange,
}
