"""What a ruling shows to people: the table before and after, and each play as it went. One model for the tables of all games.

Frozen, plain data without the cards themselves, so that it can be stored and drawn: `asdict` and `restored` take it to
plain data and back. Cards are ids as printed (further copies of a card have its own), places are those of `engine/geometry.py`
in half units, money is in MB.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache
from types import UnionType
from typing import Any

from generator.engine.attack import PURSES, explain
from generator.engine.cards import Card, Side
from generator.engine.deluxe.combat import attack_of as attack_on_table
from generator.engine.deluxe.table import Player, Table
from generator.engine.inwo import board
from generator.engine.inwo import table as inwo_table
from generator.engine.position import Position, attack_of
from generator.engine.reading import MARKER, printed
from generator.engine.record import Event
from generator.engine.situation import Attack, Ledger, Reason, Rules
from generator.engine.structure import Structure
from generator.engine.tables import AnyTable, ledger_of
from generator.language import tree as t
from generator.rulings.play import Verdict

DECK_SHOWN = 6
"""So many cards of a deck are told, from the top."""


@dataclass(frozen=True)
class SeenCard:
    """A card of a Power Structure where it lies: its middle, half its extent, what lies on it, its unused arrows.

    `side` is the arrow of the `master` that it hangs on; `open` and `blocked` are the arrows without a puppet, with and
    without room for one. `money` lies on cards of Deluxe, `tokens` are the Action tokens of the other games. `marks` are words for
    its state, such as `Devastated`; `linked` are the cards that lie beside it. `now` has the numbers that are not as printed.
    """

    card: str
    master: str | None
    side: Side | None
    rotation: int
    x: int
    y: int
    half_width: int
    half_height: int
    open: tuple[Side, ...]
    blocked: tuple[Side, ...]
    money: int = 0
    tokens: int = 0
    marks: tuple[str, ...] = ()
    linked: tuple[str, ...] = ()
    now: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class SeenPile:
    """A deck: what it is called, its top cards, and how many it has in all."""

    name: str
    top: tuple[str, ...]
    size: int


@dataclass(frozen=True)
class SeenResource:
    """A Resource of a player: its Action tokens, and the card that it is linked to."""

    card: str
    tokens: int
    linked_to: str | None


@dataclass(frozen=True)
class SeenPlayer:
    """A player and the Power Structure, the Illuminati first. `held` are the Specials or Plots, each with whether it lies face up; `hand`
    are the Groups and Resources that nobody else sees."""

    name: str
    illuminati: str
    cards: tuple[SeenCard, ...]
    held: tuple[tuple[str, bool], ...] = ()
    hand: tuple[str, ...] = ()
    resources: tuple[SeenResource, ...] = ()
    agents: tuple[str, ...] = ()
    destroyed: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    decks: tuple[SeenPile, ...] = ()
    turns: int = 0
    kills: int = 0
    knockouts: int = 0
    goal: str | None = None
    hidden: bool = False
    out: bool = False


@dataclass(frozen=True)
class SeenLasting:
    """What a card said and what holds for a while or for good: which clause of which card, about which card, and until when."""

    card: str
    clause: int
    on: str | None
    until: str


@dataclass(frozen=True)
class SeenTable:
    """A table. `step` is the step or phase of the turn. `decks` are those of all players; `attacking` are the cards that lie in an attack,
    `under` those that lie under another, `leads` those of a new game that lie face down, by player, `claims` the victories declared, each
    with its Goals. `options` are those that are not usual, by name; `align` has the alignments that Groups have in place of the printed
    ones."""

    players: tuple[SeenPlayer, ...]
    turn: str
    step: str
    actions: int | None = None
    transfers: int | None = None
    uncontrolled: tuple[str, ...] = ()
    decks: tuple[SeenPile, ...] = ()
    dead: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    nwos: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    attacking: tuple[str, ...] = ()
    lasting: tuple[SeenLasting, ...] = ()
    under: Mapping[str, str] = field(default_factory=dict)
    leads: Mapping[str, str] = field(default_factory=dict)
    claims: tuple[tuple[str, tuple[str, ...]], ...] = ()
    removed: tuple[str, ...] = ()
    loose: Mapping[str, int] = field(default_factory=dict)
    align: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    options: Mapping[str, str | int | bool | None] = field(default_factory=dict)
    started: int = 0
    winners: tuple[str, ...] = ()


@dataclass(frozen=True)
class SeenAttack:
    """An attack on a table: who attacks what with what (a Group, an Illuminati or a Plot), its Ledger (of its requirements only the broken
    ones), and the position that gives the same sum, if one line can say it."""

    player: str
    kind: str
    attacker: str | None
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


def see(table: AnyTable) -> SeenTable:
    """A table as it shows to somebody who sees every card."""
    seen = _see_deluxe(table) if isinstance(table, Table) else _see_inwo(table)
    return replace(seen, turn=table.turn.player, options=_unusual(table.options), started=table.started, winners=table.winners)


def _unusual(options: Any) -> dict[str, str | int | bool | None]:
    """What the players agreed on that is not usual."""
    usual = type(options)()
    return {
        each.name.replace("_", "-"): value
        for each in fields(options)
        if (value := getattr(options, each.name)) != getattr(usual, each.name)
    }


def _pile(name: str, cards: tuple[str, ...]) -> SeenPile:
    return SeenPile(name, _printed(cards[:DECK_SHOWN]), len(cards))


def _printed(cards: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(printed, cards))


def _lying(structure: Structure) -> Iterator[SeenCard]:
    """The cards of a Power Structure as they lie, with nothing on them."""
    for card, place in structure.placements.items():
        outline, opened = structure.rectangle(card), structure.open_arrows(card)
        blocked = tuple(side for side in structure.free_arrows(card) if side not in opened)
        yield SeenCard(
            card, place.master, place.side, place.rotation, place.x, place.y, outline.half_width, outline.half_height, opened, blocked
        )


# --- Deluxe ---------------------------------------------------------------------------------------------------------


def _see_deluxe(table: Table) -> SeenTable:
    return SeenTable(
        players=tuple(_deluxe_player(player) for player in table.players),
        turn=table.turn.player,
        step=table.turn.step,
        actions=table.turn.actions,
        transfers=table.turn.transfers,
        uncontrolled=table.uncontrolled,
        decks=(_pile("deck", table.deck),),
        dead=table.dead,
        discard=table.discard,
        loose=dict(table.loose),
        align={change.card: change.alignments for change in table.changes},
    )


def _deluxe_player(player: Player) -> SeenPlayer:
    return SeenPlayer(
        name=player.name,
        illuminati=player.illuminati,
        cards=tuple(replace(card, money=player.money.get(card.card, 0)) for card in _lying(player.structure)),
        held=tuple((held.card, held.face_up) for held in player.specials),
        turns=player.turns,
        kills=player.kills,
        knockouts=player.knockouts,
        goal=player.goal,
        hidden=player.hidden,
        out=player.out,
    )


# --- INWO and SubGenius -----------------------------------------------------------------------------------------------


def _see_inwo(table: inwo_table.Table) -> SeenTable:
    controlled = [card for player in table.seated for card in player.controlled]
    return SeenTable(
        players=tuple(_inwo_player(table, player) for player in table.players),
        turn=table.turn.player,
        step=table.turn.phase,
        uncontrolled=_printed(table.uncontrolled),
        decks=(_pile("Plot deck", table.plot_deck), _pile("Group deck", table.group_deck)) if table.shared else (),
        discard=_printed((*table.plot_discard, *table.group_discard)),
        nwos=_printed(table.nwos),
        marks=_printed(table.marks),
        attacking=_printed(table.lying),
        lasting=tuple(
            SeenLasting(printed(each.source), each.clause, each.on and printed(each.on), each.until) for each in table.lasting
        ),
        under={printed(card): printed(host) for card, host in table.under.items()},
        leads={name: printed(card) for name, card in (table.setting.leads.items() if table.setting else ())},
        claims=tuple((claim.player, _printed(claim.goals)) for claim in table.claims),
        removed=_printed(table.removed),
        align={
            printed(card): now
            for card in dict.fromkeys((*controlled, *table.uncontrolled))
            if set(now := board.alignments(table, card)) != set(table.book[card].alignments)
        },
    )


def _inwo_player(table: inwo_table.Table, player: inwo_table.Player) -> SeenPlayer:
    return SeenPlayer(
        name=player.name,
        illuminati=printed(player.illuminati),
        cards=() if player.out else tuple(_inwo_card(table, player.structure, card) for card in _lying(player.structure)),
        held=tuple((printed(held.card), held.exposed) for held in player.plots),
        hand=_printed(player.hand),
        resources=tuple(
            SeenResource(printed(card), table.tokens.get(card, 0), printed(host) if (host := table.links.get(card)) else None)
            for card in player.resources
        ),
        agents=_printed(player.agents),
        destroyed=_printed(player.destroyed),
        discard=_printed(player.discard),
        decks=() if table.shared else (_pile("Plot deck", player.plot_deck), _pile("Group deck", player.group_deck)),
        turns=player.turns,
        out=player.out,
    )


def _inwo_card(table: inwo_table.Table, structure: Structure, seen: SeenCard) -> SeenCard:
    """A card with its Action tokens, its state and its numbers now. What lies beside an Illuminati as its Resources usually do is not
    told again."""
    card = seen.card
    marks = {"Devastated": card in table.devastated, "paralyzed": board.paralyzed(table, card)}
    own = card == structure.root
    return replace(
        seen,
        card=printed(card),
        master=seen.master and printed(seen.master),
        tokens=table.tokens.get(card, 0),
        marks=tuple(word for word, is_so in marks.items() if is_so),
        linked=_printed(each for each in table.linked_to(card) if not (own and table.book[each].kind == "resource")),
        now=_numbers_now(table, card),
    )


def _numbers_now(table: inwo_table.Table, card: str) -> dict[str, int]:
    """Power and Resistance where they are not as printed."""
    it = table.book[card]
    as_printed: dict[t.Stat, int | None] = {"Power": it.power, "Resistance": it.resistance}
    return {stat: now for stat, value in as_printed.items() if isinstance(value, int) and (now := board.number(table, card, stat)) != value}


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
    position, attacker = None, pending.attacker
    if isinstance(table, Table) and table.attack:
        position = position_of(attack_on_table(table, table.attack), ledger, table.rules, cards)
    elif isinstance(table, inwo_table.Table) and table.attack:
        attacker = table.attack.attacker or table.attack.plot
    return SeenAttack(
        player=pending.player,
        kind=pending.kind,
        attacker=attacker and printed(attacker),
        target=printed(pending.target),
        ledger=replace(
            ledger, reasons=_broken(ledger.reasons), lines=tuple(replace(line, source=_source(line.source)) for line in ledger.lines)
        ),
        position=str(position) if position else None,
    )


def _source(source: str) -> str:
    """The source of a line as it is in the catalogue: nothing for what no card says, such as devastation."""
    return "" if f"{MARKER}devastated" in source else printed(source)


def _broken(reasons: tuple[Reason, ...]) -> tuple[Reason, ...]:
    return tuple(
        replace(reason, about=reason.about and printed(reason.about), source=printed(reason.source)) for reason in reasons if not reason.ok
    )


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
    restore = _restorer(kind)
    return data if restore is None else restore(data)


@cache
def _restorer(kind: Any) -> Callable[[Any], Any] | None:
    """What restores data of a type; None where it stays as it is. Made once for each type: a build restores a million values."""
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, UnionType):
        kinds = [each for each in args if each is not type(None)]
        return _restorer(kinds[0]) if len(kinds) == 1 else None
    if origin is tuple:
        if args[-1] is Ellipsis:
            return _tuple_of(_restorer(args[0]))
        parts = [_restorer(each) or _same for each in args]
        return lambda data: None if data is None else tuple(part(value) for part, value in zip(parts, data, strict=True))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping_of(_restorer(args[1]))
    if isinstance(kind, type) and is_dataclass(kind):
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
