"""A table as it shows to somebody who sees every card."""

from __future__ import annotations

from generator.engine.deluxe.table import Player, Table
from generator.engine.seen import SeenPlayer, SeenTable, lying, pile
from generator.structs import replace


def see(table: Table) -> SeenTable:
    """A table as it shows to somebody who sees every card."""
    return SeenTable(
        players=tuple(_player(player) for player in table.players),
        turn=table.turn.player,
        step=table.turn.step,
        actions=table.turn.actions,
        transfers=table.turn.transfers,
        uncontrolled=table.uncontrolled,
        decks=(pile("deck", table.deck),),
        dead=table.dead,
        discard=table.discard,
        loose=dict(table.loose),
        align={change.card: change.alignments for change in table.changes},
    )


def _player(player: Player) -> SeenPlayer:
    return SeenPlayer(
        name=player.name,
        illuminati=player.illuminati,
        cards=tuple(replace(card, money=player.money.get(card.card, 0)) for card in lying(player.structure)),
        held=tuple((held.card, held.face_up) for held in player.specials),
        turns=player.turns,
        kills=player.kills,
        knockouts=player.knockouts,
        goal=player.goal,
        hidden=player.hidden,
        out=player.out,
    )
