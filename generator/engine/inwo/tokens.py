"""Action tokens: who gets how many, and who may spend them."""

from __future__ import annotations

from collections.abc import Iterator

from generator.engine.attack import power_now, spends_together
from generator.engine.inwo import board, plays
from generator.engine.inwo.table import BEGINNING, Attack, Table
from generator.engine.record import Record
from generator.engine.selecting import count as per_each
from generator.engine.selecting import matches, met
from generator.engine.situation import Piece
from generator.language import nodes
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace

"""How a card says that it may not spend two tokens in one attack, and what it may not do in the turn in which
it gets one more."""
ONLY_BUYS = "Illuminati tokens only buy Plots"
SPENT = "an Illuminati token was spent, and not to buy a Plot"
"""In `turn.done`: what the Illuminati of the player whose turn it is may spend its tokens on, and that it has spent
one.
"""


def each_turn(table: Table, card: str) -> int:
    """How many Action tokens a card gets when its player places them and it has none (`wdh-tok-refresh`,
    `wdh-tok-resource`, `wdh-tok-extra-by-card`).
    """
    kind = table.book[card].kind
    owner = table.owner(card)
    if owner is None or (kind == "resource" and not is_action_resource(table, card)):
        return 0
    count = 1
    attack, seen = board.standing_attack(table, owner.name), board._seen(table, card)[1]
    for speaker, sentence in said_of(table, owner.name, card):
        amount = sentence.count * per_each(sentence.per, attack, speaker, seen)
        count = count + amount if sentence.extra else max(count, amount)
    return count


def said_of(table: Table, name: str, card: str) -> Iterator[tuple[Piece, t.Tokens]]:
    """What the player's cards say about the tokens that a card of his gets each turn."""
    attack = board.standing_attack(table, name)
    for speaker, _, _, sentence in board.said(table, t.Tokens, name):
        if speaker.owner == "you" and matches(sentence.who, board._seen(table, card)[1], attack, speaker):
            yield speaker, sentence


def pile_up(table: Table, card: str) -> bool:
    """Whether a card gets its tokens although it has some left: what a card says so, and the Slack of a Church
    (`sg-phase4-slack-accumulates`).
    """
    owner = table.owner(card)
    if owner is None:
        return False
    slack = any(sentence.rule == "tokens stay" for _, _, sentence in table.book[card].standing.get(t.Standing, ()))
    return slack or any(sentence.limit == "together" for _, sentence in said_of(table, owner.name, card))


def is_action_resource(table: Table, card: str) -> bool:
    """Whether an ability of a Resource is used for its own action, so that it gets Action tokens as Groups do
    (`wdh-bot-4-resource-tokens`).
    """
    return any(
        node == t.Price("own")
        for clause in table.book[card].clauses
        if not isinstance(clause.sentence, t.Granted)
        for node in nodes(clause.sentence)
    )


def may_have(table: Table, card: str) -> bool:
    """Whether a card may get Action tokens."""
    return not why_none(table, card)


def why_none(table: Table, card: str) -> str:
    """Why a card may get no Action tokens: with a Power that was reduced to 0, below a Devastated Place, against a ban
    (`wdh-tok-power-reduced-zero`, `wdh-tok-power-printed-zero`, `wdh-devastate-no-new-tokens`); "" where it may.
    """
    if board.is_powerless(table, card):
        return "; its Power is reduced to 0"
    if table.book[card].kind == "group" and board.in_arm_of_devastation(table, card):
        return "; it is Devastated" if card in table.devastated else "; a Group above it is Devastated"
    return "; a card forbids it" if banned(table, card, "get tokens") else ""


def banned(table: Table, card: str, deed: c.DeedName) -> bool:
    """Whether something says that this card may not do this, as the cards are now (`wdh-power-change-all-purposes`)."""
    owner = table.owner(card)
    if owner is None:
        return False
    attack = table.once(("now", owner.name), lambda: replace(board.standing_attack(table, owner.name), now=power_now))
    seen = board._seen(table, card)[1]
    for speaker in attack.speakers(t.MayNot):
        for _, _, sentence in speaker.card.standing.get(t.MayNot, ()):
            if deed not in sentence.deed or not met(sentence.while_, attack, speaker):
                continue
            if speaker.linked == card if sentence.who is None else matches(sentence.who, seen, attack, speaker):
                return True
    return False


def place(table: Table, name: str, record: Record) -> Table:
    """Action tokens for every card of a player that lacks them (`wdh-bot-4-tokens`, `wdh-bot-4-resource-tokens`,
    `sg-phase4-other-groups`).

    A card that gets several is given those that it lacks (`sg-action-reload-phase4`); Slack piles up
    (`sg-phase4-slack-accumulates`). An automatic takeover costs the Illuminati one, in SubGenius and under the rules
    for two (`sg-phase3-ato-costs-illuminati-token`, `faq-ato-subgenius-costs-one-token`, `wdh-two-auto-takeover-cost`).
    """
    new = {}
    player = table.player(name)
    passed = {each.on: each.sentence for each in table.lasting if isinstance(each.sentence, t.NoTokens)}
    priced = table.shared or (table.options.two_player_rules and table.started == 2)
    for card in player.controlled:
        have = table.tokens.get(card, 0)
        gets = each_turn(table, card) - (card in passed and passed[card].own)
        gain = gets if pile_up(table, card) else max(0, gets - have)
        if priced and card == player.illuminati and "takeover" in table.turn.done:
            gain = max(0, gain - 1)
        if gain and may_have(table, card) and not (card in passed and not passed[card].own):
            new[card] = have + gain
    if passed:
        kept = tuple(
            each
            for each in table.lasting
            if not (isinstance(each.sentence, t.NoTokens) and each.on in player.controlled)
        )
        table = replace(table, lasting=kept)
    record.happen(
        f"{name} places Action tokens",
        "wdh-bot-4-tokens",
        "wdh-bot-4-resource-tokens",
        "faq-bot-place-tokens",
        "sg-phase4-other-groups",
        "sg-phase4-illuminati-token",
    )
    return table.with_tokens(new)


def attack(table: Table, player: str, attacker: str, target: str, record: Record) -> Table:
    """The attacker spends a token, unless something played earlier this turn gives it an attack without one, which is
    used up then (`wdh-main-attack-cost`, `sg-phase5-plot-extra-actions`).
    """
    for each in table.lasting:
        said = each.sentence
        if not (
            isinstance(said, t.MayJoin)
            and said.free
            and said.deed == c.ATTACKS
            and each.player == player
            and each.until == "turn"
        ):
            continue
        meant = said.what.of if isinstance(said.what, t.Pick) else said.what
        if board.fits(table, said.who, attacker, each.source, player) and board.fits(
            table, meant, target, each.source, player
        ):
            record.happen(
                f"{table.name(attacker)} attacks without a token", "wdh-any-play-plot", "sg-phase5-plot-extra-actions"
            )
            left = replace(said.what, count=said.what.count - 1) if isinstance(said.what, t.Pick) else None
            more = (replace(each, sentence=replace(said, what=left)),) if left is not None and left.count else ()
            return replace(table, lasting=(*(other for other in table.lasting if other is not each), *more))
    return spend(table, player, (attacker,), record)


def spend(table: Table, player: str, by: tuple[str, ...], record: Record, buys: str = "") -> Table:
    """Take one Action token off each card, for each time that it is named; all of them belong to this player. `buys`:
    the kind of card that they buy. In its own turn an Illuminati that spends for anything but a Plot may not be barred
    from that, now or later in the turn.
    """
    if table.player(player).illuminati in by and player == table.turn.player and buys != "plot":
        record.require(
            ONLY_BUYS not in table.turn.done,
            "Illuminati tokens may be spent",
            "wdh-any-play-plot",
            "sg-plot-some-roll-some-powered",
        )
        table = table.with_turn(done=(*table.turn.done, SPENT))
    for card in dict.fromkeys(by):
        owner, name = table.owner(card), table.name(card)
        mine, cites = (
            owner is not None and owner.name == player,
            ("wdh-plot-cost-payer", "wdh-gabil-cost-owner", "sg-plot-powered-by-user-only"),
        )
        record.require(mine, f"{player} controls {table.named(card)}", *cites, about=card)
        count, have = by.count(card), table.tokens.get(card, 0)
        record.require(
            have >= count,
            f"{name} spends {count} Action token{'s' if count > 1 else ''} and has {have}",
            "wdh-tok-spend-attack-aid-oppose",
            "wdh-tok-spend-ability-plot",
            "sg-action-once-per-turn",
            about=card,
        )
        record.require(
            not board.paralyzed(table, card), f"{name} may spend Action tokens", "wdh-paralyze-no-tokens", about=card
        )
        struck = table.attack is not None and table.attack.instant and table.attack.target == card
        text = "the target of an Instant Attack spends no Action tokens"
        record.require(
            not struck, text, "wdh-instant-target-no-tokens", "faq-instant-buy-plots-with-tokens", about=card
        )
    record.stop_if_illegal()
    return table.with_tokens({card: table.tokens.get(card, 0) - by.count(card) for card in set(by)})


def drained(table: Table, attack: Attack, spent: tuple[str, ...]) -> Attack:
    """The attack that knows which of these, having spent a token for it, have none left: the extra token of a card is
    the last that it spends.
    """
    return replace(attack, drained=(*attack.drained, *(card for card in spent if not table.tokens.get(card))))


def require_not_early(table: Table, name: str, record: Record) -> None:
    """In the Beginning of their turn players spend tokens on few things, answers to a rival's Plot, ability or action
    among them (`wdh-bot-token-use-restricted`, `faq-bot-token-restriction`, `wdh-glos-any-time`).
    """
    rivals = (entry.play for entry in table.entries if entry.play.player != name)
    answers = any(plays.actors(play) or isinstance(play, plays.Unzap) for play in rivals)
    record.require(
        answers or name != table.turn.player or table.turn.phase not in BEGINNING,
        "in the Beginning of Turn tokens buy Plots, answer others, or power what concerns that phase",
        "wdh-bot-token-use-restricted",
        "faq-bot-token-restriction",
        "wdh-glos-any-time",
        "sg-bot-token-restriction",
        "sg-glo-any-time",
    )


def require_one_each(table: Table, by: tuple[str, ...], used: tuple[str | None, ...], record: Record) -> None:
    """A Group with several Action tokens uses one of them in an attack, unless it defends itself or its card says
    otherwise; a Resource may be barred by its card (`wdh-nodup-one-token`, `sg-nodup-tokens`). `used` are those that
    have spent one.
    """
    for card in dict.fromkeys(by):
        bound = table.book[card].kind in ("group", "illuminati") or any(
            sentence.limit == "apart" for _, _, sentence in table.book[card].standing.get(t.Tokens, ())
        )
        if bound and card != table.under_way.target and not spends_together(table.book[card]):
            text = f"{table.name(card)} spends 1 Action token in this attack"
            record.require(card not in used, text, "wdh-nodup-one-token", "sg-nodup-tokens", about=card)
