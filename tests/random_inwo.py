"""INWO and INWO SubGenius played at random with all their cards: new games and tables some turns into one, plays, and
what holds on every table.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import accumulate
from types import MappingProxyType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from checkout import catalog
from random_games import Ruleset

from generator.engine.cards import SIDES
from generator.engine.inwo import board, combat, hands, holdings, setup, tokens, turns, victory
from generator.engine.inwo import plays as p
from generator.engine.inwo.effects import abilities
from generator.engine.inwo.table import PHASES, Held, Options, Player, Table, Turn
from generator.engine.tables import Game, TableError, apply, ledger_of, legal
from generator.language import ALIGNMENTS
from generator.language import tree as t
from generator.rulings.world import World
from generator.structs import replace


@cache
def game(name: str) -> Game:
    """All cards of both games, and the rules of the one that is played."""
    return World(catalog(), name).engine_game


# --- tables ---------------------------------------------------------------------------------------------------------


def begin_inwo(dice: random.Random) -> Table:
    """Two to six players with decks of their own, here and there with a second copy of a card or the same
    Illuminati.
    """
    book = list(game("inwo").book.values())
    sets = ("inwo", "subgenius") if dice.random() < 0.3 else ("inwo",)
    illuminati = [card.id for card in book if card.kind == "illuminati" and card.game == "inwo"]
    plots = [card.id for card in book if card.kind == "plot" and card.game in sets]
    groups = [card.id for card in book if card.kind in ("group", "resource") and card.game in sets]
    plots += [f"{card}~2" for card in dice.sample(plots, 25)]
    groups += [f"{card}~2" for card in dice.sample(groups, 25)]
    names = "ABCDEF"[: dice.randint(2, 6)]
    own = dice.sample(illuminati, len(names))
    plots += [f"{card}~3" for card in own]
    dice.shuffle(plots)
    dice.shuffle(groups)
    if dice.random() < 0.15:
        own[1] = f"{own[0]}~2"
    seats = {
        name: {"illuminati": own[at], "plots": plots[24 * at : 24 * at + 24], "groups": groups[20 * at : 20 * at + 20]}
        for at, name in enumerate(names)
    }
    table = replace(setup.new_game(game("inwo"), {"seats": seats}), options=_agreed(dice))
    return table if dice.random() < 0.2 else in_mid_game(table, dice)


def begin_subgenius(dice: random.Random) -> Table:
    """Two to four players with shared decks, at times with cards of INWO among them."""
    sets = ("inwo", "subgenius") if dice.random() < 0.3 else ("subgenius",)
    book = [card for card in game("subgenius").book.values() if card.game in sets]
    plots = [card.id for card in book if card.kind == "plot"]
    groups = [card.id for card in book if card.kind in ("group", "resource")]
    groups += [f"{card}~2" for card in dice.sample(groups, dice.choice((0, 0, 25)))]
    dice.shuffle(plots)
    dice.shuffle(groups)
    data = {"seats": {name: {} for name in "ABCD"[: dice.randint(2, 4)]}, "plot_deck": plots, "group_deck": groups}
    table = replace(setup.new_game(game("subgenius"), data), options=_agreed(dice))
    return table if dice.random() < 0.2 else in_mid_game(table, dice)


def _agreed(dice: random.Random) -> Options:
    """What the players have agreed on: at times a low Basic Goal, at times another outcome for a few disagreements in
    the documents.
    """
    agreed: dict[str, Any] = {"basic_goal": dice.choice((None, None, 3, 5))}
    choices = {name: get_args(kind) for name, kind in get_type_hints(Options).items() if get_origin(kind) is Literal}
    for name in dice.sample(sorted(choices), dice.choice((0, 0, 4, len(choices)))):
        agreed[name] = dice.choice(choices[name])
    return Options(**agreed)


def in_mid_game(table: Table, dice: random.Random) -> Table:
    """The same players some turns later: Groups laid at random, Resources beside them, hands, New World Orders,
    Devastated Places.
    """
    active = dice.choice(table.players).name
    table = replace(
        table, setting=None, turn=Turn(player=active, phase=dice.choice(("plots", "main", "main", "main", "end")))
    )
    links = {}
    for player in table.players:
        plots = list(player.plot_deck) + [held.card for held in player.plots]
        groups = [*player.group_deck, *player.hand]
        if table.shared:
            plots += table.plot_deck
            groups += table.group_deck
            table = replace(table, plot_deck=(), group_deck=())
        structure, resources, left = player.structure, [], []
        size = dice.randint(1, 7)
        held = {table.name(card) for other in table.players for card in other.controlled}
        for card in groups:
            arrows = [(master, side) for master in structure for side in structure.open_arrows(master)]
            if table.name(card) in held:
                left.append(card)
            elif table.book[card].kind == "resource" and len(resources) < 2:
                resources.append(card)
                held.add(table.name(card))
                links[card] = (
                    dice.choice([player.illuminati, *structure.groups]) if dice.random() < 0.3 else player.illuminati
                )
            elif table.book[card].kind == "group" and len(structure) <= size and arrows:
                structure = structure.lay(card, *dice.choice(arrows))
                held.add(table.name(card))
            else:
                left.append(card)
        many = 0 if table.shared else dice.randint(0, 5)
        goals = [card for card in plots if table.book[card].subtype == "goal"]
        zaps = [card for card in plots if table.book[card].sentences(t.Zap)][: dice.random() < 0.2]
        links |= dict.fromkeys(zaps, player.illuminati)
        others = [card for card in plots if card not in (*goals, *zaps)]
        mine = [*others[: dice.randint(0, 4)], *goals[:1]]
        table = table.with_player(
            player.name,
            structure=structure,
            resources=tuple(resources),
            hand=tuple(left[:many]),
            turns=dice.randint(1, 4),
            plots=tuple(Held(card, dice.random() < 0.3) for card in mine),
        )
        rest, deck = tuple(card for card in plots if card not in (*mine, *zaps)), tuple(left[many:])
        if table.shared:
            table = replace(table, plot_deck=rest, group_deck=deck)
        else:
            table = table.with_player(player.name, plot_deck=rest, group_deck=deck)
    if table.shared:
        shown = dice.randint(0, 6)
        table = replace(table, uncontrolled=table.group_deck[:shown], group_deck=table.group_deck[shown:])
    table = _with_copies(replace(table, links=MappingProxyType(links)), dice)
    places = [
        card for player in table.players for card in player.structure.groups if "Place" in board.traits(table, card)
    ]
    if places and dice.random() < 0.3:
        table = replace(table, devastated=(dice.choice(places),))
    controlled = [card for player in table.players for card in player.controlled]
    return table.with_tokens(
        {
            card: tokens.each_turn(table, card) * (dice.random() < 0.8)
            for card in controlled
            if tokens.may_have(table, card)
        }
    )


def _with_copies(table: Table, dice: random.Random) -> Table:
    """At times a player has a second copy of what another controls: in the hand, in SubGenius among what the turn has
    shown.
    """
    for player in table.players:
        rivals = {table.name(card) for other in table.players if other is not player for card in other.structure}
        deck = table.group_deck if table.shared else player.group_deck
        copies = tuple(card for card in deck if table.name(card) in rivals)[:2]
        if not copies or dice.random() < 0.5 or (table.shared and player is not table.active):
            continue
        rest = tuple(card for card in deck if card not in copies)
        if table.shared:
            table = replace(table, group_deck=rest, uncontrolled=(*table.uncontrolled, *copies)).with_turn(shown=copies)
        else:
            table = table.with_player(player.name, group_deck=rest, hand=(*player.hand, *copies))
    return table


# --- plays ----------------------------------------------------------------------------------------------------------


def some_play(table: Table, dice: random.Random) -> p.Play:
    """Mostly a sensible play for the moment, sometimes nonsense."""
    if table.setting is not None:
        return _setting_up(table, dice)
    over = [player for player in table.seated if hands.excess(table, player.name)]
    if over and dice.random() < 0.8:
        return _shed(table, dice.choice(over), dice)
    if table.debts and dice.random() < 0.8:
        debtor, creditor, what = dice.choice(table.debts)
        player = table.player(debtor)
        cards = [held.card for held in player.plots] if what == "plot" else list(player.hand)
        if cards:
            return p.Give(player=debtor, to=creditor, cards=(dice.choice(cards),))
    rare = _occasions(table, dice)
    if rare and dice.random() < 0.3:
        return dice.choice(rare)
    chance = dice.random()
    if chance < 0.3:
        return _use(table, dice)
    if chance < 0.4:
        return _any_time(table, dice)
    return _in_attack(table, dice) if table.attack else _in_turn(table, dice)


def _occasions(table: Table, dice: random.Random) -> list[p.Play]:
    """Plays for which the occasion is rare, if it is there."""
    moves: list[p.Play] = [p.DrawOn(player=name) for name, _ in table.drawing]
    attack = table.attack
    for player in table.seated:
        ready = sorted(table.tokens.keys() & set(player.controlled))
        held = [held.card for held in player.plots]
        moves += [p.LayAgent(player=player.name, card=card) for card in held if table.book[card].kind == "illuminati"]
        if table.turn.phase == "claims":
            moves += [p.ClaimVictory(player=player.name, goals=(goal,)) for goal in victory.met(table, player.name)]
        if any(table.book[card].sentences(t.Zap) for card in table.linked_to(player.illuminati)):
            moves.append(p.Unzap(player=dice.choice(table.seated).name, whom=player.name))
        if attack is not None and attack.roll is None:
            there = (*player.hand, *table.turn.shown)
            copies = [card for card in there if card != attack.target and table.name(card) == table.name(attack.target)]
            moves += [
                p.PlayAgents(player=player.name, card=card, side=dice.choice(("for", "against"))) for card in copies
            ]
        for entry in table.entries:
            if (
                entry.void
                and isinstance(entry.play, p.Use)
                and entry.play.player == player.name
                and len(entry.play.by) > 1
                and ready
            ):
                moves.append(p.Substitute(player=player.name, card=entry.play.card, by=(dice.choice(ready),)))
        for place in table.devastated:
            enough = (
                by
                for by in accumulate([(card,) for card in dice.sample(ready, len(ready))])
                if _relieves(table, by, place)
            )
            moves += [p.Relief(player=player.name, place=place, by=by) for by in (next(enough, None),) if by]
    return moves


def _relieves(table: Table, by: tuple[str, ...], place: str) -> bool:
    return sum(board.number(table, card, "Power") for card in by) >= 3 * (table.book[place].power or 0)


def _setting_up(table: Table, dice: random.Random) -> p.Play:
    player = dice.choice(table.players)
    setting = table.setting
    assert setting is not None
    if dice.random() < 0.1:
        return _in_turn(table, dice)
    if not setting.shown:
        return p.LayIlluminati(player=player.name)
    if setting.led:
        rolling = setting.tied or tuple(each.name for each in table.players)
        return p.Begin(rolls={name: dice.randint(2, 12) for name in rolling})
    cards = player.hand if table.shared else player.group_deck
    return p.Lead(
        player=player.name,
        card=dice.choice(cards or player.group_deck or table.group_deck),
        side=dice.choice((None, *SIDES)),
    )


def _shed(table: Table, player: Player, dice: random.Random) -> p.Play:
    card = dice.choice([held.card for held in player.plots])
    return dice.choice(
        [
            p.Discard(player=player.name, cards=(card,)),
            p.Return(player=player.name, card=card, depth=dice.choice((None, 0, 2))),
        ]
    )


def _mine(table: Table, player: Player, dice: random.Random, *, ready: bool = False) -> str:
    """A card that this player controls, one with an Action token where there is one."""
    cards = [card for card in player.controlled if not ready or table.tokens.get(card)]
    return dice.choice(cards or list(player.controlled))


def _somewhere(table: Table, player: Player, dice: random.Random) -> str:
    """Any card that a play may be about."""
    everything = [card for each in table.seated for card in each.controlled]
    pools = [
        everything,
        everything,
        list(player.controlled),
        list(player.hand),
        [held.card for held in player.plots],
        list(table.links),
        list(table.nwos),
        list(table.uncontrolled),
        [card for each in table.seated for card in each.discard[-3:]],
        [card for each in table.seated for card in each.destroyed],
        [*table.plot_discard[-3:], *table.group_discard[-3:]],
    ]
    if table.attack:
        attack = table.attack
        pools += [
            [
                attack.target,
                *([attack.attacker] if attack.attacker else []),
                *(join.card for join in (*attack.joined, *attack.opposed)),
            ]
        ] * 4
    return dice.choice(dice.choice([pool for pool in pools if pool]))


def _payers(table: Table, player: Player, card: str, clause: Any, dice: random.Random) -> tuple[str, ...]:
    """Cards that may spend their tokens for a Plot or an ability: what its price asks for, most of the time."""
    ready = [each for each in player.controlled if table.tokens.get(each)]
    own = [each for each in ready if each != player.illuminati]
    if dice.random() < 0.1:
        return tuple(dice.choice([[], [player.illuminati], [card], dice.sample(own, min(2, len(own)))]))
    costs = list(getattr(clause.sentence, "costs", ()))
    paying: list[str] = []
    for cost in costs:
        if isinstance(cost, t.AnyCost):
            cost = dice.choice(cost.costs)
        if isinstance(cost, t.Price) and cost.what == "Illuminati":
            paying.append(player.illuminati)
        elif isinstance(cost, t.Price) and cost.what in ("affected", "target or master"):
            paying += dice.sample(own, min(1, len(own)))
        elif isinstance(cost, t.ActionsOf):
            fitting = [each for each in ready if board.fits(table, cost.who, each, card, player.name)]
            paying += dice.sample(fitting, min(len(fitting), cost.count or dice.randint(1, 4)))
    return tuple(paying)


def _use(table: Table, dice: random.Random) -> p.Play:
    """A card that can be used, and of some ways to use it the first that is legal."""
    player = dice.choice(table.seated)
    held = [held.card for held in player.plots]
    lying = [
        *player.controlled,
        *table.nwos,
        *(card for card, host in table.links.items() if host in player.controlled),
    ]
    answers = [
        card
        for card in held
        if any(isinstance(effect, t.Cancel) for clause in table.book[card].clauses for effect in _effects(clause))
    ]
    some = dice.sample([*held, *lying, *held], 2 * len(held) + len(lying))
    for card in [*(answers if table.entries and dice.random() < 0.7 else ()), *some]:
        if found := list(abilities.usable(table, card, player.name, is_plot=card in held)):
            number, clause = dice.choice(found)
            break
    else:
        return p.Say(player=player.name, text="…")
    play = _one_use(table, player, card, number, clause, dice)
    for _ in range(WAYS):
        try:
            if legal(table, play).ok:
                break
        except TableError:
            pass
        except Exception:
            break  # for the game to tell
        play = _one_use(table, player, card, number, clause, dice)
    return play


def _effects(clause: Any) -> tuple[Any, ...]:
    return getattr(clause.sentence, "effects", ())


WAYS = 8
"""So many ways to use a card are tried at most."""


def _one_use(table: Table, player: Player, card: str, number: int, clause: Any, dice: random.Random) -> p.Use:
    held = [held.card for held in player.plots if held.card != card]
    other = dice.choice(table.seated)
    found = [
        *other.plot_deck[:3],
        *other.discard[-3:],
        *other.hand,
        *(each.card for each in other.plots),
        *table.plot_deck[:2],
        *table.plot_discard[-2:],
        *table.group_discard[-2:],
        *other.group_deck[:3],
    ]
    recent = [
        who
        for entry in table.entries
        for who in (
            getattr(entry.play, "card", None),
            getattr(entry.play, "attacker", None),
            *getattr(entry.play, "cards", ()),
            *getattr(entry.play, "by", ()),
        )
        if who
    ]
    sometimes = dice.random() < 0.3
    return p.Use(
        player=player.name,
        card=card,
        clause=number,
        on=tuple(_somewhere(table, player, dice) for _ in range(dice.choice((0, 1, 1, 1, 1, 2)))),
        by=_payers(table, player, card, clause, dice),
        discard=tuple(dice.sample(held, min(len(held), dice.choice((0, 0, 1, 1, 2))))),
        choose=tuple(
            dice.choice([*ALIGNMENTS, table.book[_somewhere(table, player, dice)].slug])
            for _ in range(dice.choice((0, 0, 1, 2)))
        ),
        whom=dice.choice((None, other.name)),
        option=dice.choice((1, 1, 1, 2)),
        dice=(tuple(dice.randint(1, 6) for _ in range(dice.choice((0, 1, 2)))), (dice.randint(2, 12),))[
            dice.random() < 0.2
        ],
        cancels=dice.choice((None, *recent)) if recent else None,
        take=tuple(dice.sample(found, min(len(found), dice.choice((0, 0, 1, 2))))),
        master=dice.choice(list(player.structure)) if sometimes else None,
        side=dice.choice(SIDES) if sometimes else None,
        arrange=player.structure.nested() if dice.random() < 0.1 else None,
        amount=dice.choice((1, 2)) if dice.random() < 0.2 else None,
    )


def _any_time(table: Table, dice: random.Random) -> p.Play:
    player, other = dice.choice(table.seated), dice.choice(table.seated)
    plots = [held.card for held in player.plots] or [player.illuminati]
    card = dice.choice([*plots, *player.hand])
    groups = player.structure.groups or (player.illuminati,)
    give = dice.choice([card, card, dice.choice(groups), dice.choice(player.resources or (card,))])
    taken = [*other.hand, *(held.card for held in other.plots), *other.structure.groups]
    own = [each for each in player.controlled if table.tokens.get(each)]
    moves: list[p.Play] = [
        p.Buy(player=player.name, by=(player.illuminati,), what=dice.choice(("plot", "plot", "group"))),
        p.Buy(player=player.name, by=tuple(dice.sample(own, min(2, len(own))))),
        p.Discard(player=player.name, cards=(card,)),
        p.Return(player=player.name, card=card, depth=dice.choice((None, 0, 1))),
        p.Expose(player=player.name, card=card),
        p.ShowTo(player=player.name, card=card, whom=other.name),
        p.RemoveTokens(player=player.name, cards=(_mine(table, player, dice, ready=True),)),
        p.Relief(player=player.name, place=dice.choice(table.devastated or tuple(player.structure)), by=tuple(own)),
        p.Unzap(player=player.name, whom=dice.choice((player, other)).name),
        p.Say(player=player.name, text="…"),
        p.LayAgent(player=player.name, card=card),
        p.Substitute(player=player.name, card=card, by=(_mine(table, player, dice),)),
        p.DrawOn(player=player.name),
        p.Give(
            player=player.name,
            to=other.name,
            cards=(give,),
            gets=(dice.choice(taken),) if taken and dice.random() < 0.3 else (),
            by=dice.choice([(), (_mine(table, player, dice, ready=True),)]),
            consent=dice.random() < 0.9,
            promise=dice.random() < 0.1,
            owes=dice.choice(("", "", "", "plot", "group")),
            master=dice.choice((None, dice.choice(list(other.structure)))),
        ),
        p.Leave(player=player.name) if dice.random() < 0.05 else p.Say(player=player.name, text="…"),
    ]
    return dice.choice(moves)


def _in_attack(table: Table, dice: random.Random) -> p.Play:
    attack = table.attack
    assert attack is not None
    attacker, anyone = table.player(attack.player), dice.choice(table.seated)
    if attack.roll is not None and dice.random() < 0.85:
        return p.Resolve(player=attack.player, side=dice.choice((None, None, None, *SIDES)))
    ledger = ledger_of(table)
    sources = [combat.short(line.source) for line in ledger.lines] or ["identical"]
    if ledger.needed is None and dice.random() < 0.5:
        return p.CallOff(player=attack.player)
    copies = [card for card in anyone.hand if table.name(card) == table.name(attack.target)]
    moves: list[p.Play] = [
        p.Aid(player=attack.player, cards=(_mine(table, attacker, dice, ready=True),)),
        p.Aid(player=anyone.name, cards=(_mine(table, anyone, dice, ready=True),)),
        p.Oppose(player=anyone.name, cards=(_mine(table, anyone, dice, ready=True),)),
        p.PlayAgents(
            player=anyone.name, card=dice.choice(copies or [attack.target]), side=dice.choice(("for", "against"))
        ),
        p.TakeBack(player=anyone.name, card=_somewhere(table, anyone, dice), consent=dice.random() < 0.5),
        p.PointOut(player=anyone.name, bonus=dice.choice((*sources, "opposite"))),
        p.CallOff(player=attack.player),
        p.Resolve(player=attack.player),
        *[p.Roll(player=attack.player, dice=dice.randint(1, 6) + dice.randint(1, 6), rushed=dice.random() < 0.05)] * 5,
    ]
    return dice.choice(moves)


def _in_turn(table: Table, dice: random.Random) -> p.Play:
    me, anyone = table.active, dice.choice(table.seated)
    phase = table.turn.phase
    arrow = dice.choice(
        [(master, side) for master in me.structure for side in me.structure.open_arrows(master)]
        or [(me.illuminati, "top")]
    )
    there = (*me.hand, *table.turn.shown, *table.uncontrolled) or tuple(me.structure)
    due = turns.unrolled(table, me.name)
    if phase in ("plots", "groups", "takeover", "tokens") and due and dice.random() < 0.5:
        return p.Use(
            card=due[0][0], clause=due[0][1], dice=tuple(dice.randint(1, 6) for _ in range(dice.choice((1, 2))))
        )
    if phase in ("plots", "groups", "takeover", "tokens") and dice.random() < 0.8:
        return dice.choice(
            [
                p.DrawPlot(),
                p.DrawGroup(),
                p.PlaceTokens(),
                p.Proceed(to=dice.choice(PHASES)),
                p.TakeOver(
                    card=dice.choice(there), master=dice.choice((None, arrow[0])), side=dice.choice((None, arrow[1]))
                ),
            ]
        )
    if phase in ("end", "claims") and dice.random() < 0.8:
        goals = [held.card for held in anyone.plots if table.book[held.card].subtype == "goal"]
        named = tuple(dice.sample(["basic", "special", *goals], dice.choice((1, 1, 2))))
        return dice.choice(
            [
                p.ClaimVictory(player=anyone.name, goals=named),
                p.Knock(),
                p.Finish(),
                p.Finish(),
                p.Proceed(to=dice.choice(PHASES)),
            ]
        )
    targets = [card for each in table.seated if each is not me for card in each.structure] + [
        *me.hand,
        *table.uncontrolled,
    ]
    copied = {table.name(card) for card in (*me.hand, *table.turn.shown)}
    targets += [card for card in targets if table.name(card) in copied and table.owner(card)] * 5
    announce = _announce(table, me, targets or list(me.structure), dice)
    resources = [card for card in there if table.book[card].kind == "resource"]
    group = dice.choice(me.structure.groups or (me.illuminati,))
    return dice.choice(
        [
            *[announce] * 8,
            p.Move(group=group, master=arrow[0], side=arrow[1], by=(_mine(table, me, dice, ready=True),)),
            p.LinkTo(card=dice.choice(me.resources or tuple(me.structure)), to=_mine(table, me, dice)),
            p.PlayResource(card=dice.choice(resources or there), by=dice.choice(((), (me.illuminati,)))),
            p.Knock(),
            p.Proceed(to=dice.choice(PHASES)),
            p.Knock() if dice.random() < 0.5 else p.DrawPlot(),
        ]
    )


def _announce(table: Table, me: Player, targets: list[str], dice: random.Random) -> p.Announce:
    """The attack that is most likely to succeed of a few."""
    best, strength = None, -99
    for _ in range(dice.choice((1, 5))):
        play = p.Announce(
            attacker=_mine(table, me, dice, ready=True),
            target=dice.choice(targets),
            kind=dice.choice(("control", "control", "destroy")),
        )
        try:
            outcome = apply(table, play)
        except Exception:
            return play  # for the game to tell
        if best is None or (
            outcome.verdict.ok and outcome.table.attack and (found := ledger_of(outcome.table).strength) > strength
        ):
            best, strength = play, found if best is not None else -99
    assert best is not None
    return best


# --- what holds -----------------------------------------------------------------------------------------------------


def places(table: Table) -> Counter[str]:
    """How often each card lies on the table; what Copy Shops copy is no card of the box."""
    return Counter(card for _, _, cards in table.zones() for card in cards if not card.endswith(holdings.COPIED))


def check(before: Table, table: Table, play: p.Play) -> None:
    """What holds on every table of INWO and SubGenius."""
    for player in table.seated:
        assert not player.structure.problems(), f"{player.name}: {player.structure.problems()}"
    assert all(isinstance(count, int) and count > 0 for count in table.tokens.values()), f"tokens: {dict(table.tokens)}"
    controlled = {card for player in table.seated for card in player.controlled}
    assert set(table.tokens) <= controlled, f"tokens on what nobody controls: {set(table.tokens) - controlled}"
    lost = set(table.devastated) - controlled - set(table.uncontrolled)
    assert not lost, f"devastated and out of play: {lost}"
    colours = Counter(table.book[card].nwo for card in table.nwos if table.book[card].nwo)
    assert all(count == 1 for count in colours.values()), f"New World Orders of one colour: {dict(colours)}"
    for player in before.seated:
        over = hands.excess(before, player.name)
        if (
            over
            and not isinstance(play, p.Say | p.ShowTo | p.Leave)
            and not before.drawing
            and not getattr(play, "cancels", None)
        ):
            mine = (play.player or before.turn.player) == player.name
            many = hands.limit(before, player.name)
            known = many is not None and len(player.plots) > many
            assert mine or not known, f"{player.name} holds too many Plots, and another plays"
    assert table.winners or not table.active.out, "the turn of a player who is out"
    attack = table.attack
    assert attack is None or any(player.name == attack.player for player in table.seated), (
        "an attack of a player who is out"
    )


def _ruleset(name: str, begin: Any) -> Ruleset:
    return Ruleset(name, p.PLAYS, begin, some_play, check, places)


INWO = _ruleset("inwo", begin_inwo)
SUBGENIUS = _ruleset("subgenius", begin_subgenius)
