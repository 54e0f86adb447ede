"""The shield of the first turn: nobody does anything to a rival who has not completed a first turn
(`wdh-first-turn-shield`, `sg-first-turn-protection`); and the truce of two players (`wdh-two-first-attack`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from generator.engine.inwo import plays
from generator.engine.inwo.table import Attack, Table
from generator.engine.record import Play, Record
from generator.language import nodes
from generator.language import tree as t
from generator.meaning import core as c

JOINING = (plays.Aid, plays.Oppose, plays.PlayAgents)


def is_shielded(table: Table, name: str) -> bool:
    """Whether a player has not completed a first turn."""
    return not table.player(name).turns


def may_answer(table: Table, player: str, rival: str) -> bool:
    """Whether a player answers a shielded rival who has begun it: who is attacked may respond to the attacker
    (`wdh-first-turn-shield-exception`; the conflict `answering-an-early-attack`), in SubGenius also who is the object
    of a Plot or ability
    (`sg-first-turn-protection-exception`)."""
    attack, everybody = table.attack, table.options.answering_an_early_attack == "everybody"
    if attack is not None and attack.player == rival and (attack.defender == player or everybody):
        return True
    return table.shared and any(
        isinstance(entry.play, plays.Use) and entry.play.player == rival and player in touched(table, entry.play)
        for entry in table.entries
    )


def require(table: Table, play: Play, record: Record) -> None:
    """Note whether a play leaves alone those who are shielded."""
    if table.setting is not None or all(player.turns for player in table.players):
        return
    assert play.player is not None
    _require_truce(table, play, record)
    attack = table.attack
    attacker = attack.player if attack is not None and is_interference(table, play, attack) else play.player
    if attacker != play.player and is_shielded(table, attacker):
        text = f"nobody interferes in the attacks of {attacker}, whose first turn is not over"
        meddling = ("wdh-first-turn-shield-no-interfere", "wdh-first-turn-shield", "sg-first-turn-protection")
        record.require(may_answer(table, play.player, attacker), text, *meddling)
        return
    cites = _TARGET[1:] if isinstance(play, plays.Announce) else _TARGET
    for name in dict.fromkeys(touched(table, play)):
        if name != play.player and is_shielded(table, name):
            record.require(may_answer(table, play.player, name), f"{name} has completed a first turn", *cites)


def touched(table: Table, play: Play) -> Iterator[str]:
    """The players whose Group a play attacks, or on whom or whose cards a Plot or ability is used."""
    match play:
        case plays.Announce():
            cards: tuple[str, ...] = (play.target,)
        case plays.Use():
            cards = (*play.on, *play.take)
            if play.whom:
                yield play.whom
            # The play in which the canceled card was played, acted or paid.
            for made in (entry.play for entry in reversed(table.entries)):
                acting = (*getattr(made, "by", ()), *getattr(made, "cards", ()))
                acting = (*acting, getattr(made, "card", ""), getattr(made, "attacker", ""))
                if play.cancels and play.cancels in acting:
                    yield made.player
        case _:
            return
    for card in cards:
        zone, name = table.zone(card)
        owner = table.owner(card)
        if owner is not None or (name and zone not in ("destroyed", "linked")):
            yield owner.name if owner is not None else name


def is_interference(table: Table, play: Play, attack: Attack) -> bool:
    """Whether a play meddles in an attack (`wdh-first-turn-shield-no-interfere`)."""
    if isinstance(play, JOINING):
        return True
    if not isinstance(play, plays.Use):
        return False
    part = {attack.target, attack.plot, *attack.acting} - {None}
    if part.intersection((*play.on, play.cancels)):
        return True
    said = (clause.sentence for clause in table.book[play.card].clauses)
    sentences = (each.sentence if isinstance(each, t.InGame) else each for each in said)
    return any(_is_into_attacks(each.timing) for each in sentences if isinstance(each, t.Ability))


def takes_part(table: Table, play: Play, attack: Attack) -> bool:
    """Whether a play meddles in an attack before it is over."""
    over = isinstance(play, plays.Use) and is_over(attack, *(each.sentence for each in table.book[play.card].clauses))
    return not over and is_interference(table, play, attack)


def is_over(attack: Attack, *said: Any) -> bool:
    """Whether an attack is over for an ability that says this: since the roll, for all that doesn't decide the result
    itself. Who changes the roll no longer interferes (`wdh-priv-after-dice`, `wdh-glos-interference`,
    `faq-reroll-not-new-attack`).
    """
    outcomes = (node.outcome for each in filter(None, said) for node in nodes(each) if isinstance(node, t.Outcome))
    return attack.roll is not None and {"fails", "succeeds"}.isdisjoint(outcomes)


def _is_into_attacks(timing: Any) -> bool:
    """Whether an ability that is used then has to do with the attack under way."""
    match timing:
        case (
            t.With()
            | t.OnAttack()
            | c.DuringAttack()
            | c.Just("dice rolled" | "dice rolled with success", "rival" | "anybody")
        ):
            return True
    return False


def _require_truce(table: Table, play: Play, record: Record) -> None:
    """Under the rules for two, neither attacks the other before both have had a full turn (`wdh-two-first-attack`)."""
    if not (table.options.two_player_rules and table.started == 2):
        return
    attacks = isinstance(play, plays.Announce) or (
        isinstance(play, plays.Use) and table.book[play.card].subtype in ("assassination", "disaster")
    )
    if attacks and any(name != play.player for name in touched(table, play)):
        record.require(False, "both players have had a full turn", "wdh-two-first-attack", "wdh-two-official")


def silences(table: Table, viewer: str, owner: str | None, attack: Attack | None) -> bool:
    """Whether what a card of `owner` says leaves the cards of `viewer` alone: abilities of others do not touch who is
    shielded, but those of a player whom he attacks do (`wdh-first-turn-shield-abilities-off`,
    `wdh-first-turn-shield-exception`).
    """
    if owner is None or owner == viewer or not is_shielded(table, viewer):
        return False
    return not (attack is not None and attack.player == viewer and attack.defender == owner)


def spares(table: Table, speaker: str, player: str, card: str) -> bool:
    """Whether an ability that means all such cards leaves this one alone (`wdh-first-turn-shield-abilities-off`)."""
    owner = table.owner(card)
    return owner is not None and spares_player(table, speaker, player, owner.name)


def spares_player(table: Table, speaker: str, player: str, rival: str) -> bool:
    """Whether an ability of a Group or Resource that means all rivals leaves this one alone
    (`wdh-first-turn-shield-abilities-off`); Plots that concern everybody do not (`wdh-first-turn-shield-global-ok`).
    """
    if rival == player or table.book[speaker].kind == "plot" or not is_shielded(table, rival):
        return False
    return not may_answer(table, player, rival)


def require_open(table: Table, player: str, rival: str, record: Record) -> None:
    """Note whether something may be done to a rival whom nobody has named, since he is the only one."""
    if rival != player and not record.again and is_shielded(table, rival):
        record.require(may_answer(table, player, rival), f"{rival} has completed a first turn", *_TARGET)


_TARGET = ("wdh-first-turn-shield-no-target", "wdh-first-turn-shield", "sg-first-turn-protection")
