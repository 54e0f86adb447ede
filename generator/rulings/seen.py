"""What a ruling shows to people: the table before and after, and each play as it went.

Frozen, plain data without the cards themselves, so that it can be stored and drawn: `asdict` and `restored` take it to
plain data and back. Cards are ids, places are those of `engine/geometry.py` in half units, money is in MB.
"""

from __future__ import annotations

import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from types import UnionType
from typing import Any

from generator.engine.attack import PURSES, Attack, Ledger, Reason, Rules, explain
from generator.engine.cards import Card, Side
from generator.engine.deluxe.combat import attack_of as attack_on_table
from generator.engine.deluxe.combat import explain as explain_on_table
from generator.engine.deluxe.table import Options, Player, Table
from generator.engine.position import Position, attack_of
from generator.engine.record import Event
from generator.rulings.play import Verdict

DECK_SHOWN = 6
"""So many cards of the deck are told, from the top."""


@dataclass(frozen=True)
class SeenCard:
    """A card of a Power Structure where it lies: its middle, half its extent, the money on it, its unused arrows.

    `side` is the arrow of the `master` that it hangs on; `open` and `blocked` are the arrows without a puppet, with and
    without room for one.
    """

    card: str
    master: str | None
    side: Side | None
    rotation: int
    x: int
    y: int
    half_width: int
    half_height: int
    money: int
    open: tuple[Side, ...]
    blocked: tuple[Side, ...]


@dataclass(frozen=True)
class SeenPlayer:
    """A player and the Power Structure, the Illuminati first. Each Special comes with whether it lies face up."""

    name: str
    illuminati: str
    cards: tuple[SeenCard, ...]
    specials: tuple[tuple[str, bool], ...] = ()
    turns: int = 0
    kills: int = 0
    knockouts: int = 0
    goal: str | None = None
    hidden: bool = False
    out: bool = False


@dataclass(frozen=True)
class SeenTable:
    """A table. `deck` has the top cards only, `deck_size` counts them all; `options` are those that are not usual, by
    name; `align` has the alignments that Groups have in place of the printed ones."""

    players: tuple[SeenPlayer, ...]
    turn: str
    step: str
    actions: int
    transfers: int
    uncontrolled: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    deck_size: int = 0
    dead: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    loose: Mapping[str, int] = field(default_factory=dict)
    align: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    options: Mapping[str, str | int | bool] = field(default_factory=dict)
    started: int = 0
    winners: tuple[str, ...] = ()


@dataclass(frozen=True)
class SeenAttack:
    """An attack on a table: who attacks what with what, its Ledger (of its requirements only the broken ones), and the
    position that gives the same sum, if one line can say it."""

    player: str
    kind: str
    attacker: str
    target: str
    ledger: Ledger
    position: str | None


@dataclass(frozen=True)
class SeenStep:
    """One play as it went: who played, legal or not with what was broken, what happened, and the attack under way after
    it. `attacking` is the player whose attack was under way before it."""

    player: str
    legal: bool
    broken: tuple[Reason, ...]
    events: tuple[Event, ...]
    attack: SeenAttack | None = None
    attacking: str | None = None


def see(table: Table) -> SeenTable:
    """A table as it shows to somebody who sees every card."""
    usual = Options()
    return SeenTable(
        players=tuple(_player(player) for player in table.players),
        turn=table.turn.player,
        step=table.turn.step,
        actions=table.turn.actions,
        transfers=table.turn.transfers,
        uncontrolled=table.uncontrolled,
        deck=table.deck[:DECK_SHOWN],
        deck_size=len(table.deck),
        dead=table.dead,
        discard=table.discard,
        loose=dict(table.loose),
        align={change.card: change.alignments for change in table.changes},
        options={
            each.name.replace("_", "-"): value
            for each in fields(Options)
            if (value := getattr(table.options, each.name)) != getattr(usual, each.name)
        },
        started=table.started,
        winners=table.winners,
    )


def _player(player: Player) -> SeenPlayer:
    structure = player.structure
    cards = []
    for card, place in structure.placements.items():
        outline, opened = structure.rectangle(card), structure.open_arrows(card)
        blocked = tuple(side for side in structure.free_arrows(card) if side not in opened)
        cards.append(
            SeenCard(
                card, place.master, place.side, place.rotation, place.x, place.y, outline.half_width,
                outline.half_height, player.money.get(card, 0), opened, blocked,
            )
        )  # fmt: skip
    return SeenPlayer(
        name=player.name,
        illuminati=player.illuminati,
        cards=tuple(cards),
        specials=tuple((held.card, held.face_up) for held in player.specials),
        turns=player.turns,
        kills=player.kills,
        knockouts=player.knockouts,
        goal=player.goal,
        hidden=player.hidden,
        out=player.out,
    )


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


def _attack(table: Table, cards: tuple[Card, ...]) -> SeenAttack | None:
    pending = table.attack
    if pending is None:
        return None
    attack, ledger = attack_on_table(table, pending), explain_on_table(table)
    position = position_of(attack, ledger, table.rules, cards)
    return SeenAttack(
        player=pending.player,
        kind=pending.kind,
        attacker=pending.attacker,
        target=pending.target,
        ledger=replace(ledger, reasons=_broken(ledger.reasons)),
        position=str(position) if position else None,
    )


def _broken(reasons: tuple[Reason, ...]) -> tuple[Reason, ...]:
    return tuple(reason for reason in reasons if not reason.ok)


def position_of(attack: Attack, ledger: Ledger, rules: Rules, cards: tuple[Card, ...]) -> Position | None:
    """The shortest position that says the same as an attack on a table; None when none gives this Ledger, such as for
    an attack with a Power that is merely claimed."""
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
    """Plain data, as `dataclasses.asdict` and JSON make it, back as the type it was made from."""
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if data is None:
        return None
    if origin in (typing.Union, UnionType):
        kinds = [each for each in args if each is not type(None)]
        return restored(kinds[0], data) if len(kinds) == 1 else data
    if origin is tuple:
        inner = args[:1] * len(data) if args[-1] is Ellipsis else args
        return tuple(restored(each, value) for each, value in zip(inner, data, strict=True))
    if origin is not None and isinstance(data, Mapping):
        return {key: restored(args[1], value) for key, value in data.items()}
    if is_dataclass(kind):
        hints = typing.get_type_hints(kind)
        return kind(**{key: restored(hints[key], value) for key, value in data.items()})
    return data
