"""Action tokens: who gets how many, and who may spend them."""

from __future__ import annotations

from generator.engine.inwo import board
from generator.engine.inwo.table import Table
from generator.engine.record import Record
from generator.engine.selecting import matches
from generator.language import nodes
from generator.language import tree as t


def each_turn(table: Table, card: str) -> int:
    """How many Action tokens a card gets when its player places them and it has none (`wdh-tok-refresh`, `wdh-tok-resource`)."""
    kind = table.book[card].kind
    owner = table.owner(card)
    if owner is None or (kind == "resource" and not is_action_resource(table, card)):
        return 0
    count = 1
    for piece, _, _, sentence in board.said(table, t.Tokens, owner.name):
        attack = board.standing_attack(table, owner.name)
        if piece.owner == "you" and matches(sentence.who, board._seen(table, card)[1], attack, piece):
            count = count + sentence.count if sentence.extra else max(count, sentence.count)
    return count


def is_action_resource(table: Table, card: str) -> bool:
    """Whether an ability of a Resource is used for its own action, so that it gets Action tokens as Groups do (`wdh-bot-4-resource-tokens`)."""
    return any(
        isinstance(node, t.Price) and node.what in ("its action", "both its actions")
        for clause in table.book[card].clauses if clause.sentence for node in nodes(clause.sentence)
    )  # fmt: skip


def may_have(table: Table, card: str) -> bool:
    """Whether a card may get Action tokens: not with a Power that was reduced to 0, not below a Devastated Place
    (`wdh-tok-power-reduced-zero`, `wdh-devastate-no-new-tokens`)."""
    if table.book[card].kind == "group":
        if board.number(table, card, "Power") == 0 and (table.book[card].power or table.book[card].variable_power):
            return False
        return not board.in_arm_of_devastation(table, card)
    return True


def place(table: Table, name: str, record: Record) -> Table:
    """Action tokens for every card of a player that has none; in SubGenius Slack piles up (`wdh-bot-4-tokens`, `sg-phase4-slack-accumulates`)."""
    new = {}
    player = table.player(name)
    for card in player.controlled:
        count = each_turn(table, card)
        have = table.tokens.get(card, 0)
        if table.shared and card == player.illuminati:
            taken = "takeover" in table.turn.done
            new[card] = have + count - taken
        elif have < count and may_have(table, card):
            new[card] = count if have == 0 else have
    record.happen(f"{name} places Action tokens", "wdh-bot-4-tokens", "sg-phase4-other-groups")
    return table.with_tokens(new)


def may_spend(table: Table, card: str) -> bool:
    """Whether nothing keeps a card from spending Action tokens (`wdh-paralyze-no-tokens`)."""
    return not board.paralyzed(table, card)


def spend(table: Table, player: str, by: tuple[str, ...], record: Record) -> Table:
    """Take one Action token off each card, for each time that it is named; all of them belong to this player."""
    for card in dict.fromkeys(by):
        owner = table.owner(card)
        record.require(
            owner is not None and owner.name == player, f"{player} controls {table.name(card)}",
            "wdh-plot-cost-payer", "wdh-gabil-cost-owner", "sg-plot-powered-by-user-only", about=card,
        )  # fmt: skip
        count, have = by.count(card), table.tokens.get(card, 0)
        record.require(
            have >= count, f"{table.name(card)} spends {count} Action token{'s' if count > 1 else ''} and has {have}",
            "wdh-tok-spend-attack-aid-oppose", "wdh-tok-spend-ability-plot", "sg-action-once-per-turn", about=card,
        )  # fmt: skip
        record.require(
            may_spend(table, card), f"{table.name(card)} may spend Action tokens", "wdh-paralyze-no-tokens", about=card
        )
    record.stop_if_illegal()
    return table.with_tokens({card: table.tokens.get(card, 0) - by.count(card) for card in set(by)})


def is_purchase(table: Table, by: tuple[str, ...]) -> bool:
    """Whether these tokens buy a card: one of an Illuminati, or two of other Groups; those of Resources buy nothing
    (`wdh-any-buy-plot-illuminati`, `wdh-any-buy-plot-groups`, `wdh-tok-resource-no-plot-trade`)."""
    kinds = sorted(table.book[card].kind for card in by)
    return kinds in (["illuminati"], ["group", "group"])
