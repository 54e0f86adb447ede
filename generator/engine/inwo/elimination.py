"""Leaving the game, of one's own will or without puppets."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from generator.engine.inwo import combat, holdings, rounds
from generator.engine.inwo.plays import Leave, Resolve, Use
from generator.engine.inwo.table import Table
from generator.engine.record import Play, Record
from generator.engine.structure import Structure
from generator.structs import replace

TURNS_OF_GRACE = 3
"""So many complete turns nobody needs puppets (`wdh-elim-condition`, `sg-eliminate-no-puppets-after-3`)."""
_PILES = ("resources", "agents", "hand", "plots", "plot_deck", "group_deck", "discard")
"""Where a player has cards besides the Power Structure."""


def leave(table: Table, play: Leave, record: Record) -> Table:
    """A player drops out as if eliminated (`wdh-elim-leave`); nobody inherits (`sg-quit-cards-discarded`)."""
    record.happen(f"{play.player} leaves the game", "wdh-elim-leave", "sg-quit-cards-discarded")
    return out(table, play.player, None, record)


def eliminate(before: Table, table: Table, play: Play, record: Record, helpers: Callable[[], Iterable[str]]) -> Table:
    """Take out every player who is to be eliminated now: who has no puppets after his third complete turn
    (`wdh-elim-condition`, `sg-eliminate-no-puppets-after-3`), unless he stays until this turn ends
    (`wdh-elim-cthulhu`). `helpers` answers who has helped the play.
    """
    for player in table.seated:
        name = player.name
        table = _remember(before, table, name, play)
        player = table.player(name)
        if len(player.structure) > 1 or player.turns < TURNS_OF_GRACE or name in (*table.turn.spared, *table.staying):
            continue
        old = next((each for each in before.players if each.name == name), player)
        if len(old.structure) > 1 and _may_roll_otherwise(table, play):
            continue
        cites = ("wdh-elim-condition", "faq-elimination-before-third-turn-no-credit", "sg-eliminate-no-puppets-after-3")
        record.happen(f"{name} has no puppets and is eliminated", *cites)
        taker = player.taken_by if player.taken_by and not table.player(player.taken_by).out else None
        late = table.options.last_group_of_a_faction == "when-out" and len(old.structure) == 1
        if taker is not None and not table.shared and not late:
            table = _credit(table, name, taker, helpers(), record)
        table = out(table, name, taker, record)
    return table


def _may_roll_otherwise(table: Table, play: Play) -> bool:
    """Whether dice have just been rolled for a card, or that roll changed: until something else is done the roll may
    still become another, and what it has destroyed comes back (`faq-roll-change-chain`).
    """
    return isinstance(play, Use) and bool(table.entries) and (bool(play.dice) or table.entries[-1].changes is not None)


def _remember(before: Table, table: Table, name: str, play: Play) -> Table:
    """Note who took a player's last puppet, not too early (`faq-elimination-before-third-turn-no-credit`)."""
    old = next((each for each in before.players if each.name == name), None)
    player = table.player(name)
    if len(player.structure) > 1:
        return table.with_player(name, taken_by=None) if player.taken_by else table
    if old is None or len(old.structure) == 1:
        return table
    attack = before.attack if isinstance(play, Resolve) else None
    by = attack.player if attack is not None else play.player
    if table.shared and all(table.zone(card)[0] == "discard pile" for card in old.structure.groups):
        by = name  # neither stolen nor destroyed (the conflict `last-puppet-lost-otherwise`)
    if by == name and table.shared and table.options.last_puppet_lost_otherwise == "last-receiver":
        owners = [table.owner(card) for card in old.structure.groups]
        by = next((owner.name for owner in owners if owner is not None), by)
    # A player of the same Illuminati waits for the Resources.
    waits = by is not None and table.options.last_group_of_a_faction == "when-out" and _is_faction(table, name, by)
    early = old.turns < TURNS_OF_GRACE
    if early and by is not None and not table.shared and table.options.last_group_of_a_faction == "at-once":
        table = _inherit(table, name, by) if _is_faction(table, name, by) else table
    forgotten = early and (table.options.last_puppet_lost_early == "nobody" if table.shared else not waits)
    return table.with_player(name, taken_by=None if by == name or forgotten else by)


def _is_faction(table: Table, name: str, by: str) -> bool:
    return by != name and table.name(table.player(name).illuminati) == table.name(table.player(by).illuminati)


def _credit(table: Table, name: str, taker: str, helpers: Iterable[str], record: Record) -> Table:
    """It counts for the taker (`faq-elimination-credit`) and for helpers (`faq-fratricide-counts-helped-kills`)."""
    illuminati = table.player(name).illuminati
    text = f"{taker} is credited with {table.name(illuminati)}"
    record.happen(text, "faq-elimination-credit", "faq-kill-then-unmask-cthulhu")
    table = table.with_player(taker, destroyed=(*table.player(taker).destroyed, illuminati))
    for each in dict.fromkeys(helpers):
        if each not in (name, taker):
            table = table.with_player(each, helped=(*table.player(each).helped, illuminati))
    return table


def out(table: Table, name: str, taker: str | None, record: Record) -> Table:
    """A player is out of the game. In INWO hand, decks and Resources vanish (`wdh-elim-vanish`), but who eliminated his
    own Illuminati's faction gets the Resources (`wdh-elim-same-illuminati`, `wdh-dup-ill-resources`); in SubGenius that
    player gets Plots and Resources whichever they are (`sg-eliminate-spoils`, `sg-diff-eliminate-plots-and-resources`),
    and with nobody to get them they are discarded.
    """
    attack = table.attack
    if attack is not None and name in (attack.player, attack.defender):
        table = combat.unmade(table, attack, record)
        table = holdings.to_hand(table, attack.target, attack.player) if attack.from_hand else table
    if taker is not None and (table.shared or _is_faction(table, name, taker)):
        cites = ("wdh-elim-same-illuminati", "wdh-dup-ill-resources", "sg-eliminate-spoils")
        record.happen(f"{taker} gets the Resources", *cites)
        table = _inherit(table, name, taker)
    table = _without_links(table, name)
    player = table.player(name)
    credited = any(player.illuminati in each.destroyed for each in table.players)
    own = (
        *player.structure.groups,
        *player.resources,
        *player.agents,
        *player.hand,
        *(held.card for held in player.plots),
    )
    decks = (*player.plot_deck, *player.group_deck, *player.discard)
    for card in (*own, *decks):
        table = table.with_link(card, None)
    if table.shared:
        plots = tuple(card for card in own if table.book[card].kind == "plot")
        others = tuple(card for card in own if table.book[card].kind in ("group", "resource"))
        table = replace(
            table, plot_discard=(*table.plot_discard, *plots), group_discard=(*table.group_discard, *others)
        )
        gone: tuple[str, ...] = (player.illuminati, *(card for card in own if table.book[card].kind == "illuminati"))
    else:
        gone = (*(() if credited else (player.illuminati,)), *own, *decks)
        record.happen(f"the hand, decks and Resources of {name} vanish", "wdh-elim-vanish")
    table = replace(table.with_tokens(dict.fromkeys((player.illuminati, *own), 0)), removed=(*table.removed, *gone))
    alone = Structure.of(player.structure.book, player.illuminati)
    table = table.with_player(name, structure=alone, out=True, taken_by=None, **dict.fromkeys(_PILES, ()))
    return rounds.end(table, record) if table.turn.player == name and len(table.seated) > 1 else table


def _without_links(table: Table, name: str) -> Table:
    """The table without the Plots that are linked to cards of a player: they are discarded."""
    player = table.player(name)
    for card in (*player.structure, *player.resources):
        for each in table.linked_to(card):
            if table.book[each].kind == "plot":
                table = holdings.to_discard(table, each, table.owners.get(each, name))
    return table


def _inherit(table: Table, name: str, taker: str) -> Table:
    """The Resources, in SubGenius the Plots too, pass to another player. Plots stay hidden or exposed, as they were."""
    player, heir = table.player(name), table.player(taker)
    plots = player.plots if table.shared else ()
    table = table.with_player(name, resources=(), plots=() if table.shared else player.plots)
    table = table.with_player(taker, resources=(*heir.resources, *player.resources), plots=(*heir.plots, *plots))
    for card in player.resources:
        table = table.with_link(card, heir.illuminati)
    return table
