"""Illuminati Deluxe played at random: tables some turns into the game, plays, and what holds on every table."""

from __future__ import annotations

import random
from collections import Counter

from engine_game import game
from random_games import Ruleset

from generator.engine.cards import SIDES
from generator.engine.deluxe import plays as p
from generator.engine.deluxe.setup_table import new_game
from generator.engine.deluxe.table import Goods, Held, Options, Table
from generator.engine.structure import Structure
from generator.language import ALIGNMENTS
from generator.structs import replace


def begin(dice: random.Random) -> Table:
    """A new game of two to six players with a shuffled deck."""
    book = game().book
    illuminati = [card.id for card in book.values() if card.kind == "illuminati"]
    deck = [card.id for card in book.values() if card.kind != "illuminati"] + ["deluxe/interference"]
    dice.shuffle(illuminati)
    dice.shuffle(deck)
    names = "ABCDEF"[: dice.randint(2, 6)]
    options = Options(
        hidden_goals=dice.random() < 0.2,
        hidden_illuminati=dice.random() < 0.2,
        money_of_dropped_groups=dice.choice(["to-the-bank", "stays"]),
        half_of_the_money=dice.choice(["each-treasury", "sum"]),
    )
    rolls = dict(zip(names, dice.sample(range(2, 13), len(names)), strict=True))
    return in_mid_game(new_game(game(), dict(zip(names, illuminati, strict=False)), deck, rolls, options), dice)


def in_mid_game(table: Table, dice: random.Random) -> Table:
    """The same players some turns later: Groups laid at random, money on all cards, Specials in hand."""
    for player in table.players:
        structure, specials, deck = player.structure, [], []
        for card in table.deck:
            arrows = [(master, side) for master in structure for side in structure.open_arrows(master)]
            if table.book[card].kind == "special":
                (specials if len(specials) < 4 else deck).append(card)
            elif len(structure) < 7 and arrows:
                structure = structure.lay(card, *dice.choice(arrows))
            else:
                deck.append(card)
        money = {card: dice.randint(0, 12) for card in structure}
        table = replace(table, deck=tuple(deck), bank=table.bank + player.total_money - sum(money.values()))
        table = table.with_player(
            player.name, structure=structure, money=money, turns=dice.randint(0, 4), specials=tuple(map(Held, specials))
        )
    return table


def some_play(table: Table, dice: random.Random) -> p.Play:
    """Mostly a sensible play for the moment, sometimes nonsense."""
    me, attack = table.active, table.attack
    other = dice.choice(table.players)
    anyone = dice.choice(table.players)
    mine, theirs = dice.choice(list(me.structure)), dice.choice(list(other.structure))
    cards = [*table.uncontrolled, *(card for player in table.seated for card in player.structure)]
    target = dice.choice(cards)
    special = dice.choice([held.card for held in anyone.specials] or ["deluxe/slush-fund"])
    use = p.Use(
        player=anyone.name,
        card=dice.choice([special, mine]),
        target=dice.choice([target, *table.dead]),
        change=dice.choice(["add", "remove", "reverse"]),
        alignment=dice.choice(ALIGNMENTS),
        money={anyone.illuminati: anyone.total_money + dice.choice([0, 5])},
        arrange=anyone.structure.nested(),
    )
    if dice.random() < 0.1:
        return use
    if attack is not None:
        if attack.roll is not None:
            transfer = dice.choice([0, 0, 1])
            return dice.choice([p.Resolve(player=attack.player, transfer=transfer)] * 3 + [p.Resolve(), use])
        return dice.choice(
            [
                p.Spend(player=anyone.name, amount=dice.randint(0, 9), side=dice.choice(["for", "against"])),
                p.Spend(player=other.name, amount=dice.randint(1, 9), card=theirs),
                p.Aid(groups=(mine,)),
                p.CallOff(player=anyone.name),
                p.Privilege(special=special),
                p.Abolish(player=anyone.name, specials=tuple(held.card for held in anyone.specials[:2])),
                p.Roll(player=attack.player, dice=dice.randint(1, 6) + dice.randint(1, 6)),
                p.Spend(player=attack.player, amount=table.player(attack.player).money[me.illuminati]),
            ]
        )
    if table.turn.step == "income":
        return p.Income(upkeep=dice.choice(["master", "illuminati"]))
    if table.turn.step == "draw":
        return p.Draw()
    moves = [
        p.Move(group=group, master=master, side=side)
        for group in me.structure.groups
        for master in me.structure
        for side in me.structure.open_arrows(master)
        if group != master
    ]
    groups = dice.sample(me.structure.groups, min(1, len(me.structure.groups)))
    back = dice.sample(other.structure.groups, min(1, len(other.structure.groups)))
    strong = [card for card in me.structure if table.book[card].power and me.structure.open_arrows(card)]
    attacking = p.Announce(
        attacker=dice.choice(strong or [mine]),
        target=target,
        kind=dice.choice(["control", "control", "control", "neutralize", "destroy"]),
        aid=tuple(card for card in me.structure if table.book[card].transferable and dice.random() < 0.2),
        privilege=dice.choice([None, None, None, me.illuminati, special]),
    )
    return dice.choice(
        [
            attacking,
            attacking,
            attacking,
            attacking,
            attacking,
            attacking,
            p.EndTurn(),
            p.Pass(),
            p.Transfer(card=mine, to=theirs, amount=dice.randint(0, 5), action=dice.random() < 0.5),
            p.Transfer(
                card=mine, to=dice.choice(list(me.structure)), amount=dice.randint(0, 5), action=dice.random() < 0.5
            ),
            p.Move(group=mine, master=dice.choice(list(me.structure)), side=dice.choice(SIDES)),
            dice.choice(moves or [p.Draw()]),
            p.Drop(group=mine),
            p.Show(special=special),
            p.Say(text="…"),
            p.Leave() if dice.random() < 0.05 else p.Draw(),
            p.Trade(
                to=other.name,
                gives=Goods(money=dice.randint(0, 3), groups=tuple(groups)),
                gets=Goods(groups=tuple(back)),
                consent=dice.random() < 0.9,
                drops=(mine,) if dice.random() < 0.2 else (),
                places={card: (theirs, dice.choice(SIDES)) for card in groups if dice.random() < 0.3},
            ),
            p.Agree(to=other.name, gives=Goods(money=1), gets=Goods(money=1), later=dice.random() < 0.5),
            p.Deliver(to=other.name),
            p.Deliver(player=other.name, to=me.name),
            p.Accuse(accused=other.name, illuminati=anyone.illuminati),
            p.ChooseGoal(player=anyone.name, goal=other.illuminati),
        ]
    )


def places(table: Table) -> Counter[str]:
    """How often each card lies on the table."""
    found = Counter([*table.uncontrolled, *table.deck, *table.dead, *table.discard, *table.aside])
    for player in table.seated:
        found.update(player.structure)
        found.update(held.card for held in player.specials)
    return found


def money_out(table: Table) -> int:
    """All MB on the table outside the bank."""
    return sum(player.total_money for player in table.seated) + sum(table.loose.values())


def check(before: Table, table: Table, play: p.Play) -> None:
    """What holds on every table."""
    assert 0 == table.bank + money_out(table)
    for player in table.seated:
        assert () == player.structure.problems()
        assert set(player.structure) == set(player.money)
        assert all(mb >= 0 for mb in player.money.values())
        assert isinstance(player.structure, Structure)
    assert set(table.loose) <= set(table.uncontrolled)
    assert 0 <= table.turn.actions <= 2
    assert 0 <= table.turn.transfers <= 2
    assert table.winners or len(table.seated) == 0 or not table.active.out
    if table.attack is not None:
        assert table.attack.attacker in table.active.structure


DELUXE = Ruleset("deluxe", p.PLAYS, begin, some_play, check, places)
