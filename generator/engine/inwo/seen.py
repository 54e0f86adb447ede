"""A table as it shows to somebody who sees every card."""

from __future__ import annotations

from generator.engine.inwo import board
from generator.engine.inwo.table import Player, Table
from generator.engine.reading import printed
from generator.engine.seen import SeenCard, SeenLasting, SeenPlayer, SeenResource, SeenTable, as_printed, lying, pile
from generator.engine.structure import Structure
from generator.language import tree as t
from generator.structs import replace


def see(table: Table) -> SeenTable:
    """A table as it shows to somebody who sees every card."""
    controlled = [card for player in table.seated for card in player.controlled]
    return SeenTable(
        players=tuple(_player(table, player) for player in table.players),
        turn=table.turn.player,
        step=table.turn.phase,
        uncontrolled=as_printed(table.uncontrolled),
        decks=(pile("Plot deck", table.plot_deck), pile("Group deck", table.group_deck)) if table.shared else (),
        discard=as_printed((*table.plot_discard, *table.group_discard)),
        nwos=as_printed(table.nwos),
        marks=as_printed(table.marks),
        attacking=as_printed(table.lying),
        lasting=tuple(
            SeenLasting(printed(each.source), each.clause, each.on and printed(each.on), each.until)
            for each in table.lasting
        ),
        under={printed(card): printed(host) for card, host in table.under.items()},
        leads={name: printed(card) for name, card in (table.setting.leads.items() if table.setting else ())},
        claims=tuple((claim.player, as_printed(claim.goals)) for claim in table.claims),
        removed=as_printed(table.removed),
        align={
            printed(card): now
            for card in dict.fromkeys((*controlled, *table.uncontrolled))
            if set(now := board.alignments(table, card)) != set(table.book[card].alignments)
        },
    )


def _player(table: Table, player: Player) -> SeenPlayer:
    return SeenPlayer(
        name=player.name,
        illuminati=printed(player.illuminati),
        cards=() if player.out else tuple(_card(table, player.structure, card) for card in lying(player.structure)),
        held=tuple((printed(held.card), held.exposed) for held in player.plots),
        hand=as_printed(player.hand),
        resources=tuple(
            SeenResource(
                printed(card), table.tokens.get(card, 0), printed(host) if (host := table.links.get(card)) else None
            )
            for card in player.resources
        ),
        agents=as_printed(player.agents),
        destroyed=as_printed(player.destroyed),
        discard=as_printed(player.discard),
        decks=() if table.shared else (pile("Plot deck", player.plot_deck), pile("Group deck", player.group_deck)),
        turns=player.turns,
        out=player.out,
    )


def _card(table: Table, structure: Structure, seen: SeenCard) -> SeenCard:
    """A card with its Action tokens, its state and its numbers now.

    What lies beside an Illuminati as its Resources usually do is not told again.
    """
    card = seen.card
    marks = {"Devastated": card in table.devastated, "paralyzed": board.paralyzed(table, card)}
    own = card == structure.root
    return replace(
        seen,
        card=printed(card),
        master=seen.master and printed(seen.master),
        tokens=table.tokens.get(card, 0),
        marks=tuple(word for word, is_so in marks.items() if is_so),
        linked=as_printed(each for each in table.linked_to(card) if not (own and table.book[each].kind == "resource")),
        now=_numbers_now(table, card),
    )


def _numbers_now(table: Table, card: str) -> dict[str, int]:
    """Power and Resistance where they are not as printed."""
    it = table.book[card]
    as_printed: dict[t.Stat, int | None] = {"Power": it.power, "Resistance": it.resistance}
    return {
        stat: now
        for stat, value in as_printed.items()
        if isinstance(value, int) and (now := board.number(table, card, stat)) != value
    }
