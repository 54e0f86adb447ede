"""What can be asked of a table: one function a question, by the name that lines of `expect` have for it. Cards are
given by id and answered by slug.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from generator.engine.deluxe import combat, goals, money
from generator.engine.deluxe.table import Table
from generator.engine.games import Unanswerable


def _zone(table: Table, card: str) -> str:
    zones = {
        "structure": [own for player in table.seated for own in player.structure],
        "uncontrolled": table.uncontrolled,
        "dead pile": table.dead,
        "specials": [held.card for player in table.players for held in player.specials],
        "deck": table.deck,
        "discard pile": table.discard,
        "out of play": table.aside,
    }
    return next((zone for zone, cards in zones.items() if card in cards), "none")


def _treasury(table: Table, card: str) -> int:
    owner = table.owner(card)
    if owner is None:
        raise Unanswerable(f"{table.book[card].name} is in no Power Structure")
    return table.player(owner.name).money[card]


def _specials_seen(table: Table, player: str, viewer: str) -> list[str]:
    seen = table.player(player).specials_seen_by(viewer)
    return ["face down" if card is None else table.book[card].slug for card in seen]


def _goal_written(table: Table, player: str) -> str:
    goal = table.player(player).goal
    return "none" if goal is None else table.book[goal].slug


def _progress(table: Table, name: str, goal: str) -> int:
    player = table.player(name)
    if goal == "basic":
        return len(player.structure)
    clause = goals.special_goal(table, player)
    if clause is None:
        raise Unanswerable(f"{name} has no Special Goal")
    return goals.progress(table, player, clause.sentence.test)[0]


ASKED: Mapping[str, Callable[..., Any]] = {
    "privileged": combat.is_privileged,
    "alignments": lambda table, card: list(table.alignments(card)),
    "owner": lambda table, card: owner.name if (owner := table.owner(card)) else "none",
    "zone": _zone,
    "deck": lambda table: len(table.deck),
    "out-of-play": lambda table: len(table.aside),
    "treasury": _treasury,
    "money": lambda table, player: table.player(player).total_money,
    "bank": lambda table: table.bank,
    "income": money.income_of,
    "specials": lambda table, player: [table.book[held.card].slug for held in table.player(player).specials],
    "specials-seen": _specials_seen,
    "hidden": lambda table, player: table.player(player).hidden,
    "goal-written": _goal_written,
    "goal-shown": lambda table, player: table.player(player).goal_revealed,
    "progress": _progress,
    "standing": goals.standing,
    "score": goals.score,
    "step": lambda table: table.turn.step,
    "actions-left": lambda table: table.turn.actions,
    "transfers-left": lambda table: table.turn.transfers,
}
