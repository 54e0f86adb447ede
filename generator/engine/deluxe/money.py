"""Income, taxes and upkeep; transfers between treasuries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import cast

from generator.engine.attack import means
from generator.engine.cards import ClauseOf
from generator.engine.deluxe.plays import Income, Transfer
from generator.engine.deluxe.table import Player, Table
from generator.engine.deluxe.turns import act, require_actions, require_turn
from generator.engine.record import Record
from generator.engine.situation import Piece
from generator.language import tree as t
from generator.meaning import core as c

LARGER_GAMES = {7: (3, "dlx-adv-large-seven"), 8: (5, "dlx-adv-large-eight")}
"""By number of players at the beginning: MB added to the Income of each Illuminati, and the rule."""


def income(table: Table, play: Income, record: Record) -> Table:
    """Step 1 (`dlx-sum-seq-1`): printed Incomes, then taxes and upkeep of the cards that say so."""
    require_turn(table, play.player, record)
    record.require(
        table.turn.step == "income",
        f"income comes first, once a turn (now: {table.turn.step})",
        "dlx-seq-turn-order-of-steps",
        "dlx-sum-seq-1",
    )
    _require_claim(table, play, record)
    both = {*play.taxes} & {*play.forgo}
    record.require(not both, f"either `taxes` or `forgo` for {' and '.join(sorted(both))}", "dlx-income-irs")
    own = play.player in (*play.taxes, *play.forgo)
    record.require(not own, f"only rivals pay {play.player} a tax", "dlx-income-irs")
    record.stop_if_illegal()
    table = _printed_income(table, play, record)
    for card, ability in _income_abilities(table):
        for effect in ability.sentence.effects:
            if isinstance(effect, t.Collect):
                table = _tax(table, play, card, effect.amount, ability, record)
            elif isinstance(effect, t.Upkeep):
                table = _upkeep(table, play, card, effect.amount, ability, record)
    record.stop_if_illegal()
    return table.with_turn(step="draw", double_income=False)


def income_of(table: Table, card: str) -> int:
    """MB that a card draws each turn: what it prints, more for Illuminati in larger games; 0 for a cost."""
    printed = max(table.book[card].income or 0, 0)
    more = LARGER_GAMES.get(table.started, (0, ""))[0] if table.book[card].kind == "illuminati" else 0
    return printed + more


def _require_claim(table: Table, play: Income, record: Record) -> None:
    if play.claim is None:
        return
    player = table.player(play.player)
    record.require(player.hidden, "only a hidden Illuminati may name another Income", "dlx-adv-hidden-illuminati")
    most = income_of(table, player.illuminati) + (1 if table.options.overstatement else 0)
    record.require(
        0 <= play.claim <= most,
        f"a hidden Illuminati may draw up to {most} MB here",
        "dlx-adv-hidden-illuminati",
        "dlx-adv-overstate-alternative",
    )


def _printed_income(table: Table, play: Income, record: Record) -> Table:
    player, factor = table.player(play.player), 2 if table.turn.double_income else 1
    for card in player.structure:
        amount = income_of(table, card)
        if card == player.illuminati and play.claim is not None:
            amount = play.claim
        if amount:
            cites = ["dlx-seq-1-income", "dlx-income-collected"]
            if factor == 2:
                cites.append("dlx-card-market-manipulation")
            if card == player.illuminati and table.started in LARGER_GAMES:
                cites.append(LARGER_GAMES[table.started][1])
            table = table.paying(play.player, card, -amount * factor)
            record.happen(f"{table.name(card)}: +{amount * factor} MB", *cites)
    return table


def _income_abilities(table: Table) -> Iterator[tuple[str, ClauseOf[t.Ability]]]:
    for card in table.active.structure:
        for clause in table.book[card].sentences(t.Ability):
            if clause.sentence.timing == c.Turn("you", "income") and not clause.sentence.use.plays:
                yield card, clause


def _tax(table: Table, play: Income, card: str, amount: int, clause: ClauseOf[t.Ability], record: Record) -> Table:
    for rival in table.seated:
        if rival.name == play.player or rival.name in play.forgo:
            continue
        if table.options.discordian_tax == "exempt" and _shielded(table, rival, card):
            record.happen(f"{rival.name} owes {table.name(card)} nothing", "dlx-ill-discordian-not-affected")
            continue
        due = min(amount, rival.total_money)
        if due < amount and table.options.irs_one_megabuck == "pays-nothing":
            due = 0
        chosen = play.taxes.get(rival.name)
        paid = _default_payment(rival, due) if chosen is None else dict(chosen)
        fits = all(0 <= mb <= rival.money.get(source, 0) for source, mb in paid.items()) and sum(paid.values()) == due
        record.insist(
            fits,
            f"{rival.name} pays {due} MB from any of their treasuries",
            *clause.cites,
            "dlx-income-irs",
            about=card,
        )
        money = {source: mb - paid.get(source, 0) for source, mb in rival.money.items()}
        own = table.player(play.player).money
        table = table.with_player(rival.name, money=MappingProxyType(money))
        table = table.with_player(play.player, money=MappingProxyType({**own, card: own[card] + due}))
        record.happen(f"{rival.name} pays {due} MB to {table.name(card)}", *clause.cites, "dlx-income-irs")
    return table


def _shielded(table: Table, rival: Player, card: str) -> bool:
    piece = Piece(table.book[card], "you", tuple(table.alignments(card)))
    return any(
        means(cast(c.Test, clause.sentence.attackers), piece)
        for clause in table.book[rival.illuminati].sentences(t.Immunity)
    )


def _default_payment(player: Player, due: int) -> dict[str, int]:
    paid = {}
    for card in player.structure:
        paid[card] = min(due, player.money[card])
        due -= paid[card]
    return paid


def _upkeep(table: Table, play: Income, card: str, amount: int, clause: ClauseOf[t.Ability], record: Record) -> Table:
    player = table.player(play.player)
    master = player.structure.master(card) or player.illuminati
    payer = player.illuminati if play.upkeep == "illuminati" else master
    record.insist(
        player.money[payer] >= amount,
        f"{table.name(payer)} pays {amount} MB for {table.name(card)}",
        *clause.cites,
        "dlx-income-post-office",
        about=card,
    )
    record.happen(
        f"{table.name(payer)} pays {amount} MB for {table.name(card)}", *clause.cites, "dlx-income-post-office"
    )
    return table.paying(play.player, payer, amount)


def transfer(table: Table, play: Transfer, record: Record) -> Table:
    """Move money to an adjacent Group: as an action (`dlx-transfer-as-action`), or one of the two transfers that belong
    to the turn (`dlx-sum-seq-5`).
    """
    player = table.player(play.player)
    if play.action:
        require_actions(table, play.player, record)
    else:
        require_turn(table, play.player, record)
        record.require(
            table.turn.step in ("actions", "transfers"),
            f"transfers follow the actions (now: {table.turn.step})",
            "dlx-seq-turn-order-of-steps",
            "dlx-sum-seq-5",
        )
        record.require(
            table.turn.transfers > 0,
            f"1 of 2 transfers needed, {table.turn.transfers} left",
            "dlx-sum-seq-5",
            "dlx-transfer-two-plus-regular",
        )
    ours = play.card in player.structure and play.to in player.structure and play.card != play.to
    record.insist(
        ours, "both cards are in your Power Structure", "dlx-seq-5-transfer-money", "dlx-free-money-illuminati-only"
    )
    freely = table.book[play.card].sentences(t.FreeTransfer)
    cites = ("dlx-transfer-as-action", "dlx-seq-5-transfer-money")
    if freely:
        record.require(True, freely[0].text, *freely[0].cites, about=play.card)
    else:
        record.require(
            play.to in player.structure.adjacent(play.card),
            f"{table.name(play.to)} is the master or a puppet of {table.name(play.card)}",
            *cites,
            about=play.to,
        )
    record.insist(
        1 <= play.amount <= player.money[play.card],
        f"{table.name(play.card)} has {player.money[play.card]} MB to give",
        *cites,
        about=play.card,
    )
    record.happen(f"{play.amount} MB from {table.name(play.card)} to {table.name(play.to)}", *cites)
    table = table.with_player(play.player, money=moved(player.money, play.card, play.to, play.amount))
    if play.action:
        return act(table)
    return table.with_turn(step="transfers", transfers=table.turn.transfers - 1)


def moved(money: Mapping[str, int], source: str, to: str, amount: int) -> MappingProxyType[str, int]:
    """These treasuries after MB have gone from one to another of them."""
    changed = {**money, source: money[source] - amount}
    changed[to] += amount
    return MappingProxyType(changed)
