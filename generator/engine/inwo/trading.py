"""Gifts and trades, and what is only said."""

from __future__ import annotations

from generator.engine.inwo import board, combat, entering, hands, holdings, links, moving, tokens
from generator.engine.inwo.plays import Give, Say, Use
from generator.engine.inwo.table import BEGINNING, Table
from generator.engine.record import Record
from generator.language import tree as t
from generator.structs import replace


def give(table: Table, play: Give, record: Record) -> Table:
    """Cards pass from player to player, and at once back what was agreed on (`wdh-gift-hand-any-time`,
    `wdh-gift-group`, `wdh-gift-resource-unused`, `wdh-gift-trade-binding`, `sg-gift-hand-cards-any-time`). What is
    promised for later binds nobody (`wdh-gift-promise-nonbinding`, `sg-trade-future-not-binding`).
    """
    giver, taker = play.player, play.to
    if play.promise:
        record.happen("a promise, which binds nobody", "wdh-gift-promise-nonbinding", "sg-trade-future-not-binding")
        return table
    record.require(
        giver != taker, "a gift is for another player", "wdh-any-gifts", "wdh-gift-hand-any-time", "sg-free-give-card"
    )
    record.require(
        play.consent,
        f"{taker} agrees",
        "wdh-move-to-player",
        "wdh-any-gifts",
        "sg-move-own-turn",
        "sg-move-give-on-his-turn",
    )
    if play.owes:
        held = [each.card for each in table.player(taker).plots]
        has = held if play.owes == "plot" else table.player(taker).hand
        _require_handing(table, taker, giver, record)
        record.require(
            not all(hands.bound(table, card, "given away") for card in has),
            f"{taker} has a card of that kind to give in exchange",
            "wdh-gift-trade-binding",
            "sg-trade-binding-immediate",
        )
    for card in (*play.cards, *play.gets):
        zone = table.zone(card)[0]
        cites = ("wdh-gift-not-undrawn", "sg-gift-no-undrawn")
        record.require(
            zone not in ("plot deck", "group deck"), f"{table.name(card)} has been drawn", *cites, about=card
        )
    record.stop_if_illegal()
    for card in (*play.cards, *play.gets):
        _require_held(table, card, giver if card in play.cards else taker, record)
    record.stop_if_illegal()
    free = _who_need_not(table, play, record)
    for card in play.cards if free != giver else ():
        table = _pass(table, card, giver, taker, play, record)
    for card in play.gets if free != taker else ():
        table = _pass(table, card, taker, giver, play, record)
    if record.void:
        return table
    if play.gets:
        record.happen("the trade is binding", "wdh-gift-trade-binding", "sg-trade-binding-immediate")
    return _settled(
        table,
        replace(play, cards=play.cards if free != giver else (), owes=play.owes if free != taker else ""),
        giver,
        taker,
    )


def breaks_deals(table: Table, play: object) -> bool:
    """Whether a play is that of a Plot whose player need not keep a deal (I Lied)."""
    if not isinstance(play, Use):
        return False
    said = (clause.sentence for clause in table.book[play.card].sentences(t.Ability))
    return any(effect == t.Happens("deal broken") for ability in said for effect in ability.effects)


def _who_need_not(table: Table, deal: Give, record: Record) -> str | None:
    """Who need not keep a deal that is made again: the player of the last Plot on it that says so
    (`wdh-meta-last-plot`, `net-i-lied-stack`).
    """
    since = next((n for n, entry in enumerate(table.entries) if entry.play is deal and record.again), None)
    free = None
    for entry in table.entries[since + 1 :] if since is not None else ():
        if isinstance(entry.play, Give):
            break
        if breaks_deals(table, entry.play) and not (entry.void or entry.illegal):
            free = entry.play.player
    return free


def _settled(table: Table, play: Give, giver: str, taker: str) -> Table:
    """The debts of trades: one more, or one paid."""
    debts = list(table.debts)
    for card in play.cards:
        if (debt := (giver, taker, holdings.type_of(table, card))) in debts:
            debts.remove(debt)
    if play.owes:
        debts.append((taker, giver, play.owes))
    return replace(table, debts=tuple(debts))


def _require_held(table: Table, card: str, name: str, record: Record) -> None:
    player = table.player(name)
    tokens_pass = any(
        isinstance(each.sentence, t.MoveTokens) and each.sentence.who is not None for each in table.lasting
    )
    record.require(
        player.holds(card) or (card in player.controlled and (card != player.illuminati or tokens_pass)),
        f"{name} has {table.name(card)} to give",
        "wdh-any-gifts",
        "wdh-gift-hand-any-time",
        "wdh-gift-group",
        "sg-gift-hand-cards-any-time",
        "sg-gift-structure-cards",
        about=card,
    )


def _pass(table: Table, card: str, giver: str, taker: str, play: Give, record: Record) -> Table:
    player = table.player(giver)
    if record.void and card not in player.structure:  # the action for a Group of the deal is canceled: the deal is off
        return table
    if card == player.illuminati:
        return _token(table, card, giver, taker, record)
    if player.holds(card):
        return _out_of_hand(table, card, giver, taker, record)
    if card in player.resources:
        return _resource(table, card, giver, taker, record)
    return _group(table, card, giver, taker, play, record)


def _token(table: Table, card: str, giver: str, taker: str, record: Record) -> Table:
    """An Action token of an Illuminati goes to the other's, where a card lets players give and trade them
    (Slackfusion): that spends none.
    """
    other = table.player(taker).illuminati
    record.insist(
        table.tokens.get(card, 0) > 0,
        f"{table.name(card)} has an Action token to give",
        "sg-plot-timing-on-card",
        about=card,
    )
    record.happen(f"{giver} gives {taker} an Action token of {table.name(card)}", "sg-plot-timing-on-card")
    return table.with_tokens({card: table.tokens[card] - 1, other: table.tokens.get(other, 0) + 1})


def _out_of_hand(table: Table, card: str, giver: str, taker: str, record: Record) -> Table:
    """A card from the hand goes to the other's hand, an exposed Plot exposed (`wdh-gift-hand-to-hand`,
    `sg-gift-exposed-stays`).
    """
    record.require(
        not hands.bound(table, card, "given away"),
        f"{table.name(card)} can be given away",
        "sg-plot-timing-on-card",
        about=card,
    )
    _require_handing(table, giver, taker, record)
    exposed = any(held.card == card and held.exposed for held in table.player(giver).plots)
    record.happen(
        f"{giver} gives {taker} a card from the hand",
        "wdh-gift-hand-any-time",
        "wdh-gift-hand-to-hand",
        "faq-anytime-gifts",
        "sg-gift-hand-cards-any-time",
        "sg-plot-gift-any-time",
    )
    return holdings.to_hand(table, card, taker, exposed=exposed)


def _require_handing(table: Table, giver: str, taker: str, record: Record) -> None:
    """A card passes from hand to hand now: not in the middle of a draw, nor to those of a privileged attack until it
    is over. What is owed for a gift is paid at once, so it must be able to pass too.
    """
    late = "wdh-gift-not-mid-draw" if any(name == giver for name, *_ in table.drawing) else "wdh-gift-not-after-peek"
    hands.require_free(table, giver, record, late, "sg-free-discard")
    attack = table.attack
    between = (
        attack is not None
        and table.options.trades_in_privileged_attacks == "allowed"
        and giver in (attack.player, attack.defender)
    )
    closed = attack is not None and attack.roll is None and combat.is_privileged(table)  # until it is over
    record.insist(
        attack is None or not closed or taker not in (attack.player, attack.defender) or between,
        f"{taker} takes no part in a privileged attack",
        "wdh-gift-not-privileged",
        "wdh-priv-no-gifts",
        "wdh-priv-only-two",
    )


def _resource(table: Table, card: str, giver: str, taker: str, record: Record) -> Table:
    """A Resource not used this turn goes beside the other's Illuminati, in the Main Phase of one of the two.

    So one whose link is permanent is not given. A Zap that bars taking Resources bars this too (the conflict
    `gifts-under-a-zap`).
    """
    entering.require_taking(table, taker, card, record)
    cites = ("wdh-main-give-resource-phase", "sg-link-resource-given", "sg-gift-resource-in-play")
    if table.options.giving_resources == "main-phase":
        _require_their_turn(table, giver, taker, record, *cites)
    used = card in table.turn.benefited or any(each.startswith(f"{card}#") for each in table.turn.done)
    record.require(
        not used,
        f"{table.name(card)} has not been used this turn",
        "wdh-gift-resource-unused",
        "sg-link-benefit-locks",
        about=card,
    )
    record.insist(
        not links.is_permanent(table, card),
        f"the link of {table.name(card)} is not permanent",
        "wdh-mlink-resource-permanent",
        "wdh-gift-resource-link",
        about=card,
    )
    record.happen(
        f"{giver} gives {taker} {table.name(card)}",
        "wdh-gift-resource-unused",
        "wdh-gift-resource-link",
        "sg-gift-resource-in-play",
        "sg-link-resource-given",
    )
    return holdings.to_resources(table, card, taker).with_link(card, table.player(taker).illuminati)


def _group(table: Table, card: str, giver: str, taker: str, play: Give, record: Record) -> Table:
    """A Group moves with all below it into the other's Power Structure, at the price of one action."""
    _require_their_turn(
        table,
        giver,
        taker,
        record,
        "wdh-move-to-player",
        "wdh-gift-group",
        "sg-move-give-on-his-turn",
        "sg-gift-structure-cards",
    )
    record.insist(table.attack is None, "no attack is under way", "wdh-attack-when", "sg-action-two-main-types")
    structure, other = table.player(giver).structure, table.player(taker).structure
    masters = (each for each in other if other.open_sides(each, card) and board.may_be_under(table, card, each))
    master = play.master or next(masters, other.root)
    moving.require_receiver(table, card, taker, master, record)
    by = (_payer(table, play, card),) if len(play.by) > 1 else play.by or (card,)
    payers = (card, structure.master(card) or structure.root, master, structure.root, other.root)
    moving.require_payer(table, by, payers, record, "wdh-move-to-player-cost", "sg-move-cost")
    owner = table.owner(by[0])
    table = tokens.spend(table, owner.name if owner else giver, by, record)
    if record.void:
        return table
    table, fit = moving.hand_over(table, card, taker, master, play.side, play.sides, record)
    record.happen(
        f"{giver} gives {taker} {table.name(card)}",
        "wdh-move-to-player",
        "wdh-gift-group",
        "sg-move-give-on-his-turn",
        "sg-gift-structure-cards",
    )
    return moving.lost(table, fit, giver, record)


def _payer(table: Table, play: Give, card: str) -> str:
    """Which of several cards named pays for the move of this Group: they pay in the order in which the Groups are
    named.
    """
    groups = [each for each in (*play.cards, *play.gets) if table.owner(each) and table.book[each].kind == "group"]
    return dict(zip(groups, play.by, strict=False)).get(card, card)


def _require_their_turn(table: Table, giver: str, taker: str, record: Record, *cites: str) -> None:
    record.require(table.turn.player in (giver, taker), f"it is the turn of {giver} or {taker}", *cites)
    phase = table.turn.phase not in (*BEGINNING, "claims") if table.shared else table.turn.phase == "main"
    record.require(phase, f"it is the main phase (now: {table.turn.phase})", *cites)


def say(table: Table, play: Say, record: Record) -> Table:
    """Any promise, threat or agreement that breaks no rule (`wdh-threat-any-deal`, `sg-deals-any-agreement`)."""
    record.happen("so it is said", "wdh-threat-any-deal", "wdh-threat-open-secret", "sg-deals-any-agreement")
    return table
