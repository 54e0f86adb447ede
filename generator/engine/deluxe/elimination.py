"""Leaving the game, of one's own will or without Groups."""

from __future__ import annotations

from types import MappingProxyType

from generator.engine.deluxe import goals
from generator.engine.deluxe.plays import Leave
from generator.engine.deluxe.table import Player, Table
from generator.engine.record import Record
from generator.engine.structure import Structure
from generator.language import tree as t
from generator.structs import replace

TURNS_OF_GRACE = 3
"""Turns a player completes before he can be eliminated (`dlx-eliminate-after-third`)."""


def leave(table: Table, play: Leave, record: Record) -> Table:
    """A player drops out, or is thrown out for cheating with a hidden Illuminati
    (`dlx-adv-hidden-illuminati-cheat`).
    """
    if play.caught:
        record.insist(
            table.options.hidden_illuminati,
            "only a player with a hidden Illuminati is thrown out for cheating",
            "dlx-adv-hidden-illuminati-cheat",
        )
    cites = ("dlx-adv-hidden-illuminati-cheat",) if play.caught else ()
    record.happen(
        f"{play.player} leaves: Groups uncontrolled, money to the bank, Illuminati out of play",
        "dlx-leave-groups-uncontrolled",
        *cites,
    )
    return remove(table, play.player)


def remove(table: Table, name: str) -> Table:
    """Take a player out of the game (`dlx-leave-groups-uncontrolled`); the Specials go to the discard pile, or under
    the deck where the players have agreed on it (the conflict `specials-of-a-player-who-is-out`).
    """
    player = table.player(name)
    specials = tuple(held.card for held in player.specials)
    back = table.options.specials_of_a_player_who_is_out == "back-to-the-deck"
    table = replace(
        table,
        deck=(*table.deck, *specials) if back else table.deck,
        uncontrolled=(*table.uncontrolled, *player.structure.groups),
        bank=table.bank + player.total_money,
        discard=table.discard if back else (*table.discard, *specials),
        aside=(*table.aside, player.illuminati),
        attack=None if table.attack and name in (table.attack.player, table.attack.defender) else table.attack,
        deals=tuple(deal for deal in table.deals if name not in (deal.player, deal.to)),
    )
    alone = Structure.of(player.structure.book, player.illuminati)
    return table.with_player(
        name, structure=alone, money=MappingProxyType({player.illuminati: 0}), specials=(), out=True
    )


def eliminate(table: Table, record: Record, credit: str | None = None) -> Table:
    """Take out every player who is to be eliminated now; `credit` is who took their last Group.

    After his third turn a player with nothing but his Illuminati is out (`dlx-eliminate-after-third`), unless he
    destroyed his own last Group, which meets the Goal of the card that saves him (`dlx-eliminate-cthulhu-exception`).
    """
    for player in table.seated:
        if player.turns < TURNS_OF_GRACE or player.structure.groups:
            continue
        if _saved(table, player):
            record.happen(
                f"{player.name} is not eliminated: the Special Goal is met", "dlx-eliminate-cthulhu-exception"
            )
            continue
        table = remove(table, player.name)
        record.happen(f"{player.name} is eliminated: money to the bank", "dlx-eliminate-after-third")
        if credit not in (None, player.name):
            by = table.player(credit)
            table = table.with_player(credit, knockouts=by.knockouts + 1)
            record.happen(
                f"{credit} has knocked out {table.name(player.illuminati)}", "dlx-ill-cthulhu-illuminati-count"
            )
    return table


def _saved(table: Table, player: Player) -> bool:
    goal = goals.special_goal(table, player)
    return (
        player.destroyed_own_last
        and bool(table.book[player.illuminati].sentences(t.GoalSavesYou))
        and goal is not None
        and isinstance(goal.sentence.test, t.DestroyGroups)
        and any(reason.ok for reason in goals.standing(table, player.name) if reason.source == "special")
    )
