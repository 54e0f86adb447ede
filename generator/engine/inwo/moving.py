"""Moving a Group inside one's own Power Structure."""

from __future__ import annotations

from collections.abc import Mapping

from generator.engine.cards import Side
from generator.engine.inwo import board, entering, holdings, tokens
from generator.engine.inwo.plays import Move
from generator.engine.inwo.rounds import require_phase
from generator.engine.inwo.table import Table
from generator.engine.record import Record
from generator.engine.structure import Fit


def move(table: Table, play: Move, record: Record) -> Table:
    """Move a Group with its puppets to an open arrow in one's own main phase (`wdh-move-own-main`,
    `wdh-move-puppets-along`, `sg-move-own-turn`, `sg-move-puppets-follow`).
    """
    name = play.player
    record.require(
        name == table.turn.player, f"it is {table.turn.player}'s turn", "wdh-move-own-main", "sg-move-own-turn"
    )
    require_phase(
        table, record, ("main",), "Groups are moved in the main phase", "wdh-move-own-main", "sg-move-own-turn"
    )
    structure = table.player(name).structure
    for card in (play.group, play.master):
        there = f"{table.name(card)} is in the Power Structure of {name}"
        record.require(card in structure, there, "wdh-move-own-main", "sg-move-own-turn", about=card)
    record.insist(
        play.group != structure.root,
        "an Illuminati stays where it is",
        "wdh-move-own-main",
        "sg-move-own-turn",
        about=play.group,
    )
    old = structure.master(play.group) or structure.root
    by = play.by or (play.group,)
    require_payer(table, by, (play.group, old, play.master, structure.root), record, "wdh-move-cost", "sg-move-cost")
    table = tokens.spend(table, name, by, record)
    return table if record.void else shift(table, play.group, play.master, play.side, play.sides, record)


def shift(table: Table, group: str, master: str, side: Side | None, sides: Mapping[str, Side], record: Record) -> Table:
    """A Group with its puppets goes to another arrow of the Power Structure that it is in."""
    owner = table.owner(group)
    there = owner is not None and group in owner.structure
    record.insist(
        there, f"{table.name(group)} is in a Power Structure", "wdh-move-own-main", "sg-move-own-turn", about=group
    )
    assert owner is not None
    bound = board.spared(table, group, "moved", owner.name)
    cites = bound.cites if bound is not None and bound.cites else ("wdh-move-own-main", "sg-move-own-turn")
    record.insist(bound is None, bound.text if bound else f"{table.name(group)} can be moved", *cites, about=group)
    structure = owner.structure
    whose = f"{table.name(master)} is in the Power Structure of {owner.name}"
    record.insist(master in structure, whose, "wdh-move-own-main", "sg-move-own-turn", about=group)
    rest = structure.lifted(group)
    old = structure.master(group)
    if master != old:
        entering.require_puppet(table, group, master, record, "wdh-move-own-main", "sg-move-own-turn")
    opened = rest.open_sides(master, group) if master in rest else ()
    if side is None and opened:
        here = structure.placements[group].side if master == old else None
        side = rest.roomiest(structure.branch(group), master, sides, here) or opened[0]
    record.insist(
        side in opened,
        f"{table.name(master)} has an open arrow there",
        "wdh-move-own-main",
        "wdh-move-overlap-rearrange",
        "sg-move-own-turn",
        "sg-move-no-overlap",
        about=master,
    )
    assert side is not None
    with record.laying("wdh-move-overlap-rearrange", "sg-move-no-overlap"):
        fit = structure.move(group, master, side, sides)
    record.happen(
        f"{table.name(group)} moves to {table.name(master)}",
        "wdh-move-own-main",
        "wdh-move-puppets-along",
        "sg-move-own-turn",
        "sg-move-puppets-follow",
    )
    return lost(table.with_player(owner.name, structure=fit.structure), fit, owner.name, record)


def require_receiver(table: Table, card: str, taker: str, master: str, record: Record) -> None:
    """Another player may get a Group with its puppets, and a card of that player may be its master."""
    owner = table.owner(card)
    entering.require_taking(table, taker, card, record)
    for each in owner.structure.subtree(card)[1:] if owner is not None else ():
        entering.require_ever(table, taker, each, record)
    entering.require_puppet(table, card, master, record, "wdh-move-to-player", "sg-move-give-on-his-turn")


def hand_over(
    table: Table, card: str, taker: str, master: str, side: Side | None, sides: Mapping[str, Side], record: Record
) -> tuple[Table, Fit]:
    """A Group with its puppets, and the Resources linked to them, goes from one player to another; also tells what has
    found no place there.
    """
    owner, other = table.owner(card), table.player(taker).structure
    assert owner is not None
    opened = other.open_sides(master, card) if master in other else ()
    branch = owner.structure.branch(card)
    side = side or (other.roomiest(branch, master, sides) if opened else None)
    cites = ("wdh-move-own-main", "wdh-move-to-player", "sg-move-own-turn")
    record.insist(side in opened, f"{table.name(master)} has an open arrow there", *cites, about=master)
    assert side is not None
    with record.laying("wdh-move-overlap-rearrange", "sg-move-no-overlap"):
        fit = other.fit(branch, master, side, sides)
    cards = owner.structure.subtree(card)
    table = table.with_player(owner.name, structure=owner.structure.remove(card))
    table = table.with_player(taker, structure=fit.structure)
    for each in cards:
        for beside in table.linked_to(each):
            if beside in table.player(owner.name).resources and each not in fit.lost:
                table = holdings.to_resources(table, beside, taker)
    return table, fit


def require_payer(table: Table, by: tuple[str, ...], payers: tuple[str, ...], record: Record, *cites: str) -> None:
    """One token, of one of these cards (`wdh-move-cost`, `sg-move-cost`)."""
    names = ", ".join(dict.fromkeys(map(table.name, payers)))
    record.insist(len(by) == 1 and by[0] in payers, f"one token, of one of {names}", *cites)


def lost(table: Table, fit: Fit, former: str, record: Record) -> Table:
    """Groups that find no place go back to the hand of who controlled them before, of SubGenius to the uncontrolled
    area (`wdh-move-overlap-lost`, `sg-move-overlap-lost`).
    """
    for card in fit.turned:
        record.happen(f"{table.name(card)} turns to another arrow", "wdh-move-overlap-rearrange", "sg-move-no-overlap")
    for card in fit.lost:
        discarded = not table.shared and table.options.groups_that_do_not_fit == "always-discarded"
        told = "is discarded" if discarded else holdings.goes(table, former)
        record.happen(f"{table.name(card)} finds no place and {told}", "wdh-move-overlap-lost", "sg-move-overlap-lost")
        table = table.with_tokens({card: 0})
        table = holdings.to_discard(table, card, former) if discarded else holdings.to_hand(table, card, former)
    return table
