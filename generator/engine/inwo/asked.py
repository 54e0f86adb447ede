"""What can be asked of a table: one function a question, by the name that lines of `expect` have for it. Cards are
given by id and answered by slug.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from generator.engine.games import Unanswerable
from generator.engine.inwo import board, combat, hands, instants, victory
from generator.engine.inwo.table import Table
from generator.engine.situation import Ledger
from generator.language import tree as t


def _slugs(table: Table, cards: Iterable[str]) -> list[str]:
    return [table.book[card].slug for card in cards]


def _slug(table: Table, card: str | None) -> str:
    return "none" if card is None else table.book[card].slug


def _of(key: str) -> Callable[[Table, str], list[str]]:
    """The cards in a pile of a player."""
    return lambda table, name: _slugs(table, getattr(table.player(name), key))


def _pile(key: str) -> Callable[[Table], list[str]]:
    """The cards in a pile of all."""
    return lambda table: _slugs(table, getattr(table, key))


def _limits(table: Table, ledger: Ledger) -> Mapping[str, int | None] | None:
    """What may come of an attack to destroy, with the highest roll that brings it about; None of another attack."""
    attack = table.attack
    return instants.limits(table, attack, ledger) if attack is not None and attack.kind == "destroy" else None


def _roll(table: Table) -> int:
    if table.attack is None or table.attack.roll is None:
        raise Unanswerable("no dice have been rolled")
    return table.attack.roll


def _may_hold(table: Table, name: str) -> int | str:
    most = hands.limit(table, name)
    return "any number" if most is None else most


def _noted(table: Table, card: str) -> str:
    found = (each.on for each in table.lasting if each.source == card and isinstance(each.sentence, t.Note))
    return _slug(table, next(found, None))


def _needs(table: Table, name: str, goal: str) -> int:
    if all(each.source != goal or each.test is not None for each in victory.goals_of(table, name)):
        raise Unanswerable(f"the Special Goal of {name} asks for no number of Groups")
    return victory.needed(table, name, goal)


ASKED: Mapping[str, Callable[..., Any]] = {
    "limits": _limits,
    "privileged": combat.is_privileged,
    "alignments": lambda table, card: list(board.alignments(table, card)),
    "zone": lambda table, card: table.zone(card)[0],
    "hidden": lambda table, player: not table.revealed,
    "progress": victory.progress,
    "standing": victory.standing,
    "tokens": lambda table, card: table.tokens.get(card, 0),
    "number": lambda table, card, stat: board.number(
        table, card, stat.removeprefix("permanent "), permanent=stat.startswith("permanent")
    ),
    "trait": lambda table, card, trait: trait in board.traits(table, card),
    "hand": _of("hand"),
    "plots": lambda table, name: _slugs(table, (held.card for held in table.player(name).plots)),
    "exposed": lambda table, name: _slugs(table, (held.card for held in table.player(name).plots if held.exposed)),
    "hidden-plots": lambda table, name: (
        sum(not held.exposed for held in table.player(name).plots) + len(hands.kept_under(table, name))
    ),
    "resources": _of("resources"),
    "agents-of": _of("agents"),
    "discards": _of("discard"),
    "destroyed": _of("destroyed"),
    "killed": _of("killed"),
    "plot-deck": _of("plot_deck"),
    "group-deck": _of("group_deck"),
    "shared-plots": _pile("plot_deck"),
    "shared-groups": _pile("group_deck"),
    "discarded-plots": _pile("plot_discard"),
    "discarded-groups": _pile("group_discard"),
    "slack": lambda table, name: table.tokens.get(table.player(name).illuminati, 0),
    # A linked Plot is of who controls the card that it lies on, which may be captured with it
    # (`wdh-illlink-example-monopoly`).
    "owner": lambda table, card: (
        owner.name if (owner := table.owner(card) or table.owner(table.links.get(card, card))) else "none"
    ),
    "linked-to": lambda table, card: _slug(table, table.links.get(card)),
    "links-of": lambda table, card: _slugs(table, table.linked_to(card)),
    "works": lambda table, card: board.in_force(table, card) and board.without_effect(table, card) is None,
    "devastated": lambda table, card: card in table.devastated,
    "paralyzed": board.paralyzed,
    "in-play": board.in_play,
    "just-played": lambda table, card: (
        table.attack is not None and table.attack.from_hand and table.attack.target == card
    ),
    "phase": lambda table: table.turn.phase,
    "roll": _roll,
    "nwos": _pile("nwos"),
    "counts": victory.weight,
    "needs": _needs,
    "may-hold": _may_hold,
    "sees": hands.sees,
    "lies-under": lambda table, card: _slug(table, table.under.get(card)),
    "noted": _noted,
    "drawing": lambda table, name: sum(each == name for each, *_ in table.drawing),
}
