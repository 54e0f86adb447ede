"""What passes between players: gifts, sales, trades, agreements and what binds them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from msgspec import Struct

from generator.engine.cards import Side
from generator.engine.deluxe import goals, holdings, moving
from generator.engine.deluxe.combat import is_privileged
from generator.engine.deluxe.plays import Agree, Deliver, Say, Trade
from generator.engine.deluxe.table import Deal, Goods, Held, Player, Table
from generator.engine.deluxe.turns import act, require_actions
from generator.engine.record import Record
from generator.engine.structure import Branch, Fit, LayoutError, Structure
from generator.structs import replace


class _Room(Struct, frozen=True):
    """The receivers' choices: where Groups go, which puppets are turned, what is given up to make room."""

    places: Mapping[str, tuple[str, Side]]
    sides: Mapping[str, Side]
    drops: tuple[str, ...]


def trade(table: Table, play: Trade, record: Record) -> Table:
    """Give, sell or trade at once, both ways together (`dlx-gifts-what`)."""
    giver, taker = table.player(play.player), table.player(play.to)
    _require_partners(giver, taker, record)
    record.require(bool(play.gives or play.gets), "something changes hands", "dlx-gifts-what")
    if play.gets or play.gives.groups:
        record.require(
            play.consent,
            f"{taker.name} agrees",
            "dlx-groups-transfer-consent",
            "dlx-groups-transfer-forms",
            "dlx-gifts-what",
        )
    for card, owner in ((play.money_from, giver), (play.money_to, taker)):
        if card is not None:
            record.require(
                card == owner.illuminati,
                "money passes between Illuminati treasuries only",
                "dlx-free-money-illuminati-only",
                "dlx-gifts-cash-illuminati",
                "dlx-strat-money-only-illuminati",
                about=card,
            )
    _require_goods(table, giver, play.gives, record)
    _require_goods(table, taker, play.gets, record)
    _require_moment(table, play.player, play.to, play.gives, play.gets, record)
    record.stop_if_illegal()
    room = _Room(play.places, play.sides, play.drops)
    after = _exchange(table, giver.name, taker.name, play.gives, play.gets, room, record)
    if not play.gets:
        _require_no_thrown_game(table, after, giver.name, taker.name, record)
    return after


def _require_partners(giver: Player, taker: Player, record: Record) -> None:
    record.require(
        giver.name != taker.name and not taker.out, "two players in the game deal with each other", "dlx-gifts-what"
    )


def _require_goods(table: Table, owner: Player, goods: Goods, record: Record) -> None:
    have = owner.money[owner.illuminati]
    record.require(
        0 <= goods.money <= have,
        f"{owner.name} has {have} MB in the Illuminati treasury",
        "dlx-gifts-cash-illuminati",
        "dlx-free-money-illuminati-only",
    )
    held = [one.card for one in owner.specials]
    for card in dict.fromkeys(goods.specials):
        record.require(
            held.count(card) >= goods.specials.count(card),
            f"{owner.name} holds {table.name(card)}",
            "dlx-gifts-what",
            about=card,
        )
    for card in goods.groups:
        record.require(
            card in owner.structure.groups,
            f"{table.name(card)} is a Group of {owner.name}",
            "dlx-gifts-what",
            about=card,
        )
    record.stop_if_illegal()
    below = {puppet for card in goods.groups for puppet in owner.structure.subtree(card)[1:]}
    record.require(
        not below & set(goods.groups) and len(set(goods.groups)) == len(goods.groups),
        "puppets go along with their master and are not given by themselves in the same exchange",
        "dlx-groups-transfer-with-puppets-money",
    )


def _require_moment(table: Table, player: str, to: str, gives: Goods, gets: Goods, record: Record) -> None:
    """Money and Specials change hands at any time but in a privileged attack; Groups in a turn of one of the two."""
    if (gives.money or gives.specials or gets.money or gets.specials) and is_privileged(table):
        record.require(
            table.options.gifts_in_privileged_attack == "allowed",
            "no privileged attack is under way",
            "dlx-gifts-cash-specials-any-time",
        )
    if table.turn.passed and _gives(table.turn.player, player, to, gives, gets):
        record.require(False, f"{table.turn.player} has passed and gives nothing this turn", "dlx-actions-pass-5mb")
    groups = _groups(table, gives.groups) + _groups(table, gets.groups)
    if not groups:
        return
    record.require(table.attack is None, "an action is completed before the next begins", "dlx-actions-three-types")
    active = table.turn.player
    record.insist(
        active in (player, to),
        f"Groups change hands in a turn of giver or receiver, and it is {active}'s",
        "dlx-groups-transfer-timing",
    )
    count = groups if table.options.action_kinds == "four" else 0
    require_actions(table, active, record, count)
    if count:
        record.require(
            table.turn.actions >= count,
            f"each Group that changes hands is an action: {count} needed",
            "dlx-groups-transfer-cost",
            "dlx-sum-regular-actions",
        )


def _groups(table: Table, given: tuple[str, ...]) -> int:
    """How many Groups given count: their puppets only where the players agreed on it (the conflict
    `puppets-in-a-trade`).
    """
    if table.options.puppets_in_a_trade == "master-only":
        return len(given)
    owners = ((card, table.owner(card)) for card in given)
    return sum(len(owner.structure.subtree(card)) if owner else 1 for card, owner in owners)


def _exchange(table: Table, giver: str, taker: str, gives: Goods, gets: Goods, room: _Room, record: Record) -> Table:
    """Carry both parts over. All Groups leave before any is laid, so that a trade makes its own room."""
    before = table
    table, given = _lift_all(table, giver, gives.groups)
    table, got = _lift_all(table, taker, gets.groups)
    for drop in room.drops:
        owner = table.owner(drop)
        if owner is not None and owner.name in (giver, taker):
            table = _make_room(table, owner, drop, given if owner.name == taker else got, room, record)
    for name, parcels in ((taker, given), (giver, got)):
        for branch, money in parcels:
            table = _receive(table, name, branch, money, room, record)
    for source, to, goods in ((giver, taker, gives), (taker, giver, gets)):
        table = _hand_over(table, source, to, goods, record)
    groups = _groups(before, gives.groups) + _groups(before, gets.groups)
    if groups and table.options.action_kinds == "four":
        record.happen(f"{groups} of the actions used", "dlx-groups-transfer-cost")
        table = act(table, groups)
    if groups or _gives(table.turn.player, giver, taker, gives, gets):
        table = table.with_turn(busy=True)
    return table


def _gives(name: str, giver: str, taker: str, gives: Goods, gets: Goods) -> bool:
    """Whether that player hands something over, which is a free action at the least (`dlx-sum-free-actions`)."""
    return bool(gives) if name == giver else bool(gets) if name == taker else False


_Parcel = tuple[Branch, dict[str, int]]


def _lift_all(table: Table, name: str, groups: Iterable[str]) -> tuple[Table, list[_Parcel]]:
    parcels = []
    for card in groups:
        player = table.player(name)
        branch = player.structure.branch(card)
        parcels.append((branch, {puppet: player.money[puppet] for puppet in branch.cards()}))
        rest = player.structure.remove(card)
        money = MappingProxyType({other: player.money[other] for other in rest})
        table = table.with_player(name, structure=rest, money=money)
    return table, parcels


def _make_room(table: Table, owner: Player, drop: str, parcels: list[_Parcel], room: _Room, record: Record) -> Table:
    with record.laying("dlx-groups-transfer-fit"):
        fits = [_fit(owner.structure, branch, replace(room, places={}, sides={})) for branch, _ in parcels]
    crowded = any(fit is None or fit.lost for fit in fits)
    record.insist(
        crowded and drop in owner.structure.groups,
        "a card is given up only where Groups overlap",
        "dlx-groups-transfer-fit",
        about=drop,
    )
    record.happen(f"{owner.name} gives up {table.name(drop)} to make room", "dlx-groups-transfer-fit")
    return holdings.settle(table, owner.name, owner.structure.remove(drop))


def _fit(structure: Structure, branch: Branch, room: _Room) -> Fit | None:
    """The branch laid where the receiver says, else on the arrow that keeps most of it; None where no arrow is open.

    Raises LayoutError for sides on which its puppets fit nowhere.
    """
    if branch.card in room.places:
        arrows = [room.places[branch.card]]
    else:
        arrows = [(master, side) for master in structure for side in structure.open_arrows(master)]
    sides = {card: side for card, side in room.sides.items() if card in branch.cards()}
    fits: list[Fit] = []
    refused: list[LayoutError] = []
    for master, side in arrows:
        try:
            fits.append(structure.fit(branch, master, side, sides))
        except LayoutError as error:
            refused.append(error)
    if refused and not fits:
        raise refused[0]
    return min(fits, key=lambda fit: len(fit.lost), default=None)


def _receive(table: Table, name: str, branch: Branch, money: dict[str, int], room: _Room, record: Record) -> Table:
    """Lay a Group with its puppets; new cards named in `drops`, and those without a place, become uncontrolled."""
    cites = ("dlx-groups-transfer-fit", "dlx-groups-transfer-with-puppets-money")
    rest, given_up = _pruned(branch, room.drops)
    player = table.player(name)
    with record.laying(*cites):
        fit = _fit(player.structure, rest, room) if rest else None
    if fit is None:
        lost = (*given_up, *(rest.cards() if rest else ()))
        record.happen(f"{', '.join(map(table.name, lost))}: no room, uncontrolled", *cites)
        return holdings.uncontrol(table, lost, money)
    record.happen(f"{name} receives {table.name(branch.card)}", *cites)
    moving.tell(table, fit, record, cites[0], cites[0])
    lost = (*given_up, *fit.lost)
    kept = {card: mb for card, mb in money.items() if card not in lost}
    treasuries = MappingProxyType({**player.money, **kept})
    table = table.with_player(name, structure=fit.structure, money=treasuries)
    return holdings.uncontrol(table, lost, {card: money[card] for card in lost})


def _pruned(branch: Branch, drops: tuple[str, ...]) -> tuple[Branch | None, tuple[str, ...]]:
    """The branch without the new cards given up, and all that go with them."""
    if branch.card in drops:
        return None, branch.cards()
    kept: list[tuple[Side, Branch]] = []
    gone: list[str] = []
    for side, puppet in branch.puppets:
        rest, lost = _pruned(puppet, drops)
        gone += lost
        kept += [(side, rest)] if rest else []
    return Branch(branch.card, tuple(kept)), tuple(gone)


def _hand_over(table: Table, source: str, to: str, goods: Goods, record: Record) -> Table:
    giver, taker = table.player(source), table.player(to)
    if goods.money:
        record.happen(f"{source} pays {to} {goods.money} MB", "dlx-gifts-cash-illuminati")
        own, other = giver.illuminati, taker.illuminati
        table = table.with_player(source, money=MappingProxyType({**giver.money, own: giver.money[own] - goods.money}))
        table = table.with_player(to, money=MappingProxyType({**taker.money, other: taker.money[other] + goods.money}))
    for card in goods.specials:
        record.happen(f"{source} hands {to} a Special", "dlx-specials-tradeable")
        table = table.with_player(source, specials=holdings.without_special(table.player(source).specials, card))
        table = table.with_player(to, specials=(*table.player(to).specials, Held(card)))
    return table


def _require_no_thrown_game(before: Table, after: Table, giver: str, taker: str, record: Record) -> None:
    """A gift that makes the other player win, and not the giver, throws the game (`dlx-throwing-banned`)."""
    if goals.meets(before, taker) or not goals.meets(after, taker):
        return
    record.require(
        goals.meets(after, giver),
        f"the gift does not simply hand {taker} the victory",
        "dlx-throwing-banned",
        "dlx-throwing-both-win-ok",
    )


# --- agreements -----------------------------------------------------------------------------------------------------


def agree(table: Table, play: Agree, record: Record) -> Table:
    """Agree on an exchange; nothing moves yet (`dlx-threats-agreements`)."""
    giver, taker = table.player(play.player), table.player(play.to)
    _require_partners(giver, taker, record)
    if not play.later:
        _require_kept(table, giver, taker, play.gives, play.gets, record)
    record.stop_if_illegal()
    cite = "dlx-deal-future-not-binding" if play.later else "dlx-deal-immediate-binding"
    record.happen(f"{play.player} and {play.to} agree", "dlx-threats-agreements", cite)
    return replace(table, deals=(*table.deals, Deal(play.player, play.to, play.gives, play.gets, play.later)))


def _require_kept(table: Table, giver: Player, taker: Player, gives: Goods, gets: Goods, record: Record) -> None:
    """What passes now is what both can give now, as in a trade (`dlx-deal-immediate-binding`)."""
    _require_goods(table, giver, gives, record)
    _require_goods(table, taker, gets, record)
    _require_moment(table, giver.name, taker.name, gives, gets, record)


def debt(table: Table) -> tuple[str, str] | None:
    """Who must deliver now, and to whom: the other side of an immediate exchange has delivered
    (`dlx-deal-immediate-binding`).
    """
    for deal in table.deals:
        if not deal.later and len(deal.delivered) == 1:
            other = deal.to if deal.delivered[0] == deal.player else deal.player
            return other, deal.delivered[0]
    return None


def deliver(table: Table, play: Deliver, record: Record) -> Table:
    """Hand over one's own part of the agreement that is half kept, or of the latest one with that player; both parts
    together are one exchange.
    """
    mine = [
        deal
        for deal in sorted(table.deals, key=lambda deal: bool(deal.delivered) and not deal.later)
        if {deal.player, deal.to} == {play.player, play.to} and play.player not in deal.delivered
    ]
    record.insist(bool(mine), f"{play.player} has agreed to give {play.to} something", "dlx-deal-immediate-binding")
    deal = mine[-1]
    giver, taker = table.player(play.player), table.player(play.to)
    goods, back = (deal.gives, deal.gets) if deal.player == play.player else (deal.gets, deal.gives)
    _require_kept(table, giver, taker, goods, Goods() if deal.later or deal.delivered else back, record)
    record.stop_if_illegal()
    room = _Room(play.places, play.sides, play.drops)
    after = _exchange(table, play.player, play.to, goods, Goods(), room, record)
    if not back:
        _require_no_thrown_game(table, after, play.player, play.to, record)
    done = replace(deal, delivered=(*deal.delivered, play.player))
    rest = tuple(each for each in table.deals if each is not deal)
    return replace(after, deals=rest if len(done.delivered) == 2 or not back else (*rest, done))


def say(table: Table, play: Say, record: Record) -> Table:
    """Promises and threats are free (`dlx-threats-change-mind`)."""
    record.require(
        True, "any promise, threat or agreement is allowed", "dlx-threats-change-mind", "dlx-threats-agreements"
    )
    return table
