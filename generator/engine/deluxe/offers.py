"""The plays that a moment of Illuminati Deluxe may offer a player, for `choices`.

Money is offered as 1 MB: how much more, the player says.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from generator.engine.deluxe import plays as p
from generator.engine.deluxe.table import Player, Table
from generator.engine.record import Play


def offers(table: Table, name: str) -> Iterator[Play]:
    """The plays that a player may think of, each once: those of the turn, of the attack under way, and of any time."""
    player = table.player(name)
    if table.attack is not None:
        yield from _of_attack(table, player)
    elif table.turn.player == name:
        yield from _of_turn(table, player)
    for held in player.specials:
        yield from (p.Use(player=name, card=held.card), p.Show(player=name, special=held.card))
    for card in player.structure:
        yield p.Use(player=name, card=card)


def costs(before: Table, after: Table, play: Play) -> dict[str, int]:
    """The MB that a play has taken from its player."""
    return {"money": max(before.player(play.player).total_money - after.player(play.player).total_money, 0)}


def _of_turn(table: Table, player: Player) -> Iterator[Play]:
    name, structure = player.name, player.structure
    yield from (p.Income(player=name), p.Draw(player=name))
    targets = (
        *table.uncontrolled,
        *(card for each in table.seated for card in each.structure if card != each.illuminati),
    )
    for attacker in structure:
        for target in targets:
            if target != attacker:
                yield from (
                    p.Announce(player=name, attacker=attacker, target=target, kind=kind)
                    for kind in ("control", "neutralize", "destroy")
                )
    for card in structure:
        for to in (structure.master(card), *structure.puppets(card).values()):
            if to is not None:
                yield p.Transfer(player=name, card=card, to=to, amount=1)
    for group in structure.groups:
        for master in structure:
            yield from (
                p.Move(player=name, group=group, master=master, side=side)
                for side in structure.open_arrows(master)
                if group != master
            )
        yield p.Drop(player=name, group=group)
    yield from (p.Pass(player=name), p.EndTurn(player=name))


def _of_attack(table: Table, player: Player) -> Iterator[Play]:
    attack, name = table.attack, player.name
    assert attack is not None
    if name == attack.player:
        yield from (p.Aid(player=name, groups=(card,)) for card in player.structure if table.book[card].transferable)
    for side in ("for", "against"):
        yield from (p.Spend(player=name, amount=1, card=card, side=side) for card in player.structure)
    specials = [held.card for held in player.specials]
    yield from (p.Privilege(player=name, special=card) for card in specials)
    yield from (p.Abolish(player=name, specials=pair) for pair in combinations(specials, 2))
    if name == attack.player:
        yield from (p.CallOff(player=name), p.Roll(player=name, dice=7), p.Resolve(player=name))
