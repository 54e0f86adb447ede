"""What holds for a while comes to its end: with an attack, a phase, a turn. A Plot that lies on the table as long as
its effect lasts is discarded with it (`faq-discard-when`, `sg-glo-discard-played`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from generator.engine.cards import IN_ACTION, IN_ITS_ATTACK
from generator.engine.inwo import holdings
from generator.engine.inwo.table import Attack, Lasting, Table
from generator.structs import replace


def _without(table: Table, is_over: Callable[[Lasting], bool]) -> Table:
    """The table without the sentences that are over."""
    kept = tuple(each for each in table.lasting if not is_over(each))
    return table if len(kept) == len(table.lasting) else swept(table, replace(table, lasting=kept))


def swept(before: Table, table: Table) -> Table:
    """The table without Plots that marked an effect which is over."""
    ended = {each.source for each in before.lasting} - {each.source for each in table.lasting}
    return _discarded(table, tuple(card for card in table.marks if card in ended))


def _discarded(table: Table, cards: tuple[str, ...]) -> Table:
    for card in cards:
        table = holdings.to_discard(table, card, table.owners.get(card, table.turn.player))
    return table


def after_attack(table: Table, attack: Attack) -> Table:
    """An attack is over: so is what was for it, and what was for one action or defense of a card that took part."""
    acted = {attack.attacker, *attack.acting}
    parts = {IN_ITS_ATTACK: {attack.attacker}, IN_ACTION: acted}

    def is_over(each: Lasting) -> bool:
        took_part = parts.get(getattr(each.sentence, "until", None) or "", {*acted, attack.target})
        return each.until == "attack" or (
            each.until in ("action", "next action") and (each.on is None or each.on in took_part)
        )

    return _without(table, is_over)


def after_action(before: Table, table: Table, by: Iterable[str]) -> Table:
    """Cards have spent an action on a Plot, an ability or anything else but an attack: what was for one action of
    theirs is over (`wdh-tok-spend-ability-plot`), unless it is for the attack in which they take part.
    """
    if not any(each.until in ("action", "next action") for each in before.lasting):
        return table
    attack = table.attack
    busy = {attack.attacker, attack.target, *attack.acting} if attack is not None else set()
    paid = {card for card in by if table.tokens.get(card, 0) < before.tokens.get(card, 0)} - busy

    def is_over(each: Lasting) -> bool:
        ends = each.until in ("action", "next action") and each.on in paid and each in before.lasting
        return ends and getattr(each.sentence, "until", None) != IN_ITS_ATTACK

    return _without(table, is_over)


def after_phase(table: Table) -> Table:
    """A phase of the turn is over."""
    return _without(table, lambda each: each.until == "phase")


def after_turn(table: Table) -> Table:
    """The turn is over, and what marked something for this turn is discarded (`wdh-eot-next-player`,
    `sg-next-player`).
    """
    table = _without(table, lambda each: each.until in ("turn", "attack", "action", "phase"))
    lasting = {each.source for each in table.lasting}
    return _discarded(table, tuple(card for card in table.marks if card not in lasting))


def at_start(table: Table, name: str) -> Table:
    """A player's turn begins: what held until then is over, and what holds to its end holds as long as this turn."""
    table = _without(table, lambda each: each.until == "own turn" and each.player == name)
    mine: dict[str, Callable[[Lasting], bool]] = {
        "next own turn": lambda each: each.player == name,
        "their next turn": lambda each: name in each.choice,
    }
    changed = tuple(
        replace(each, until="turn") if each.until in mine and mine[each.until](each) else each for each in table.lasting
    )
    return table if changed == table.lasting else replace(table, lasting=changed)
