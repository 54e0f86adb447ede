"""What a ruling shows to people: the table before and after, and each play as it went.

One model for the tables of all games.

Frozen, plain data without the cards themselves, so that it can be stored and drawn: `as_data` of generator/structs.py
and `restored` take it to plain data and back. Cards are ids as printed (further copies of a card have its own), places
are those of `engine/geometry.py` in half units, money is in MB.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import UnionType
from typing import Any

from msgspec import Struct

from generator.engine.attack import PURSES, explain
from generator.engine.cards import Card
from generator.engine.games import hooks
from generator.engine.position import Position, attack_of
from generator.engine.reading import MARKER, printed
from generator.engine.record import Event
from generator.engine.seen import SeenTable
from generator.engine.situation import Attack, Ledger, Reason, Rules
from generator.engine.tables import AnyTable, attack_on, ledger_of
from generator.rulings.play import Verdict
from generator.structs import replace


class SeenAttack(Struct, frozen=True):
    """An attack on a table: who attacks what with what (a Group, an Illuminati or a Plot), its Ledger (of its
    requirements only the broken ones), and the position that gives the same sum, if one line can say it.
    """

    player: str
    kind: str
    attacker: str | None
    target: str
    ledger: Ledger
    position: str | None


class SeenStep(Struct, frozen=True):
    """One play as it went: who played, legal or not with what was broken, what happened, and the attack under way after
    it. `attacking` is the player whose attack was under way before it."""

    player: str
    legal: bool
    broken: tuple[Reason, ...]
    events: tuple[Event, ...]
    attack: SeenAttack | None = None
    attacking: str | None = None


def see(table: AnyTable) -> SeenTable:
    """A table as it shows to somebody who sees every card."""
    seen = hooks(table.rules.its).see(table)
    return replace(
        seen, turn=table.turn.player, options=_unusual(table.options), started=table.started, winners=table.winners
    )


def _unusual(options: Any) -> dict[str, str | int | bool | None]:
    """What the players agreed on that is not usual."""
    usual = type(options)()
    return {
        name.replace("_", "-"): value
        for name in options.__struct_fields__
        if (value := getattr(options, name)) != getattr(usual, name)
    }


# --- plays ----------------------------------------------------------------------------------------------------------


def steps_of(verdict: Verdict, cards: tuple[Card, ...]) -> Iterator[SeenStep]:
    """Every play of a verdict in order; `cards` are all cards as printed, which positions are about."""
    before = verdict.start
    for step in verdict.steps:
        assert before is not None
        yield SeenStep(
            player=step.play.player or before.turn.player,
            legal=step.legal,
            broken=_broken(step.reasons),
            events=step.events,
            attack=_attack(step.table, cards) if step.legal else None,
            attacking=before.attack.player if before.attack else None,
        )
        before = step.table


def _attack(table: AnyTable, cards: tuple[Card, ...]) -> SeenAttack | None:
    pending = table.attack
    if pending is None:
        return None
    ledger = ledger_of(table)
    game = hooks(table.rules.its)
    attack, attacker = attack_on(table) if game.in_one_line else None, game.attacks_with(table)
    position = attack and position_of(attack, ledger, table.rules, cards)
    return SeenAttack(
        player=pending.player,
        kind=pending.kind,
        attacker=attacker and printed(attacker),
        target=printed(pending.target),
        ledger=replace(
            ledger,
            reasons=_broken(ledger.reasons),
            lines=tuple(replace(line, source=_source(line.source)) for line in ledger.lines),
        ),
        position=str(position) if position else None,
    )


def _source(source: str) -> str:
    """The source of a line as it is in the catalogue: nothing for what no card says, such as devastation."""
    return "" if f"{MARKER}devastated" in source else printed(source)


def _broken(reasons: tuple[Reason, ...]) -> tuple[Reason, ...]:
    return tuple(
        replace(reason, about=reason.about and printed(reason.about), source=printed(reason.source))
        for reason in reasons
        if not reason.ok
    )


def position_of(attack: Attack, ledger: Ledger, rules: Rules, cards: tuple[Card, ...]) -> Position | None:
    """The shortest position that says the same as a table's attack; None when none gives this Ledger, as with a merely
    claimed Power.
    """
    attacker, target = attack.piece(attack.attacker), attack.piece(attack.target)
    named = {attack.attacker, attack.target, *attack.helpers}
    slug = {piece.card.id: piece.card.slug for piece in attack.pieces}
    at = attack.distance if attack.distance is not None else 0 if target.owner == "you" else None

    def others(owner: str) -> tuple[str, ...]:
        """Cards that stand by and may change the sum, for they say something."""
        return tuple(
            each.card.slug
            for each in attack.pieces
            if each.owner == owner and each.card.id not in named and each.card.clauses
        )

    position = Position(
        game=rules.game,
        kind=attack.kind,
        attacker=attacker.card.slug,
        target=target.card.slug,
        aid=tuple(slug[card] for card in attack.helpers),
        others=others("you"),
        at=at,
        under=slug.get(target.master) if target.master and at is not None else None,
        rival=others("rival"),
        spent=tuple((purse, attack.spent[purse]) for purse in PURSES if attack.spent.get(purse)),
        play=tuple(card.slug for card in attack.played),
        privileged=attack.privileged,
        arrows=attacker.open_arrows if attacker.open_arrows != len(attacker.card.arrows_out) else None,
        used=tuple((each.card.slug, each.attacks_made) for each in attack.pieces if each.attacks_made),
        align=tuple(
            (each.card.slug, each.alignments)
            for each in attack.pieces
            if set(each.alignments) != set(each.card.alignments)
        ),
    )
    for candidate in (replace(position, others=(), rival=()), position):
        if _sum(explain(attack_of(candidate, cards), rules)) == _sum(ledger):
            return candidate
    return None


def _sum(ledger: Ledger) -> tuple[Any, ...]:
    lines = [(line.side, line.amount, line.label, line.source) for line in ledger.lines]
    return lines, ledger.legal, ledger.needed, ledger.fixed_roll, ledger.ways


def restored(kind: Any, data: Any) -> Any:
    """Plain data, as `as_data` and JSON make it, back as the type it was made from."""
    restore = _restorer(kind)
    return data if restore is None else restore(data)


@cache
def _restorer(kind: Any) -> Callable[[Any], Any] | None:
    """What restores data of a type; None where it stays as it is. Made once for each type: a build restores a million
    values.
    """
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, UnionType):
        kinds = [each for each in args if each is not type(None)]
        return _restorer(kinds[0]) if len(kinds) == 1 else None
    if origin is tuple:
        if args[-1] is Ellipsis:
            return _tuple_of(_restorer(args[0]))
        parts = [_restorer(each) or _same for each in args]
        return lambda data: (
            None if data is None else tuple(part(value) for part, value in zip(parts, data, strict=True))
        )
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping_of(_restorer(args[1]))
    if isinstance(kind, type) and issubclass(kind, Struct):
        return _record_of(kind)
    return None


def _same(data: Any) -> Any:
    return data


def _tuple_of(restore: Callable[[Any], Any] | None) -> Callable[[Any], Any]:
    if restore is None:
        return lambda data: None if data is None else tuple(data)
    return lambda data: None if data is None else tuple(map(restore, data))


def _mapping_of(restore: Callable[[Any], Any] | None) -> Callable[[Any], Any] | None:
    if restore is None:
        return None
    return lambda data: None if data is None else {key: restore(value) for key, value in data.items()}


def _record_of(kind: type) -> Callable[[Any], Any]:
    hints = typing.get_type_hints(kind)
    parts = {key: part for key, part in ((key, _restorer(hint)) for key, hint in hints.items()) if part}

    def restore(data: Any) -> Any:
        if data is None:
            return None
        changed = {key: part(data[key]) for key, part in parts.items() if key in data}
        return kind(**{**data, **changed})

    return restore
