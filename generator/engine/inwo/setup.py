"""Making tables of INWO and SubGenius from plain data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from generator.engine.cards import SIDES, Card
from generator.engine.inwo import tokens
from generator.engine.inwo.plays import PLAYS
from generator.engine.inwo.table import Held, Options, Phase, Player, Table, Turn
from generator.engine.reading import COPY, Arrangement, CardId, Game, IlluminatiId, PlayerName, Problem, Reader, TableError
from generator.engine.record import Play
from generator.engine.structure import LayoutError, Structure


@dataclass(frozen=True, kw_only=True)
class PlayerData:
    """A player in the data of a table.

    `structure` lays Groups on named arrows, `{left: {canada: {top: {finland: {}}}}}`, or leaves the arrows to us, `{canada: {finland:
    {}}}`; a list puts all of them directly under the Illuminati. `plots` are hidden, `exposed` are not; `hand` has Groups and Resources.
    `destroyed` are the cards that this player is credited with, `killed` those of them that were killed.
    """

    illuminati: IlluminatiId
    structure: Arrangement | None = None
    resources: tuple[CardId, ...] = ()
    agents: tuple[CardId, ...] = ()
    hand: tuple[CardId, ...] = ()
    plots: tuple[CardId, ...] = ()
    exposed: tuple[CardId, ...] = ()
    plot_deck: tuple[CardId, ...] = ()
    group_deck: tuple[CardId, ...] = ()
    discard: tuple[CardId, ...] = ()
    destroyed: tuple[CardId, ...] = ()
    killed: tuple[CardId, ...] = ()
    turns: int = 2


@dataclass(frozen=True, kw_only=True)
class TurnData:
    """The turn in the data of a table; the fields of `table.Turn`. By default the first player is in the Main Phase."""

    player: PlayerName | None = None
    phase: Phase = "main"
    done: tuple[str, ...] = ()
    benefited: tuple[CardId, ...] = ()
    captured: tuple[CardId, ...] = ()
    shown: tuple[CardId, ...] = ()


@dataclass(frozen=True, kw_only=True)
class TableData:
    """A table as plain data: the keys of `table:` in a scenario.

    `tokens` are Action tokens by card; a card that is not named has as many as it gets each turn, so `spent` names those without any.
    `links` says what lies beside what: Resources and Plots; a Resource that is not named lies beside its Illuminati. `nwo` lie on the
    table in the order played. `started` is the number of players at the beginning (by default those at the table).
    """

    players: Mapping[str, PlayerData]
    turn: TurnData = TurnData()
    tokens: Mapping[CardId, int] = field(default_factory=dict)
    spent: tuple[CardId, ...] = ()
    links: Mapping[CardId, CardId] = field(default_factory=dict)
    nwo: tuple[CardId, ...] = ()
    devastated: tuple[CardId, ...] = ()
    uncontrolled: tuple[CardId, ...] = ()
    plot_deck: tuple[CardId, ...] = ()
    group_deck: tuple[CardId, ...] = ()
    plot_discard: tuple[CardId, ...] = ()
    group_discard: tuple[CardId, ...] = ()
    removed: tuple[CardId, ...] = ()
    started: int | None = None
    options: Options = Options()


def table_from_data(game: Game, data: Any) -> Table:
    """The table that plain data describes (`TableData`). Raises TableError with all problems, each with its place."""
    names = tuple(map(str, data["players"])) if isinstance(data, dict) and isinstance(data.get("players"), dict) else ()
    reader = Reader(game, names)
    read = reader.read(TableData, data, ())
    if reader.problems:
        raise TableError(*reader.problems)
    if not read.players:
        raise TableError(Problem("a table has players", ("players",)))
    book = with_copies(game.book, (card for _, card in _places(read)))
    problems: list[Problem | str] = []
    players = tuple(_player(book, name, given, problems) for name, given in read.players.items())
    problems += [*_duplicates(book, read), *_wrong_kinds(book, read)]
    if problems:
        raise TableError(*problems)
    beside = {card: player.illuminati for player in players for card in player.resources}
    table = Table(
        book=book,
        rules=game.rules,
        goals=game.goals,
        players=players,
        turn=Turn(**{**vars(read.turn), "player": read.turn.player or players[0].name}),
        links=MappingProxyType({**beside, **read.links}),
        nwos=read.nwo,
        devastated=read.devastated,
        uncontrolled=read.uncontrolled,
        plot_deck=read.plot_deck,
        group_deck=read.group_deck,
        plot_discard=read.plot_discard,
        group_discard=read.group_discard,
        removed=read.removed,
        started=read.started or len(players),
        options=read.options,
    )
    table = replace(table, owners=MappingProxyType({card: name for zone, name, cards in table.zones() if name for card in cards}))
    usual = {card: tokens.each_turn(table, card) for player in players for card in player.controlled}
    return table.with_tokens({**usual, **dict.fromkeys(read.spent, 0), **read.tokens})


def with_copies(book: Mapping[str, Card], cards: Iterable[str]) -> Mapping[str, Card]:
    """The catalogue with the further copies among these cards, each a card of its own."""
    copies = {card: replace(book[card.partition(COPY)[0]], id=card) for card in cards if COPY in card}
    return MappingProxyType({**book, **copies}) if copies else book


def _player(book: Mapping[str, Card], name: str, given: PlayerData, problems: list[Problem | str]) -> Player:
    structure = Structure.of(book, given.illuminati)
    try:
        structure = Structure.build(book, given.illuminati, given.structure or {})
    except LayoutError as error:
        problems.append(Problem(str(error), ("players", name, "structure")))
    return Player(
        name=name,
        structure=structure,
        plots=(*(Held(card) for card in given.plots), *(Held(card, True) for card in given.exposed)),
        **{
            key: getattr(given, key)
            for key in ("resources", "agents", "hand", "plot_deck", "group_deck", "discard", "destroyed", "killed", "turns")
        },
    )


def _places(read: TableData) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every card of the data, and the key that holds it. Linked Plots lie where they are linked."""
    for name, given in read.players.items():
        yield ("players", name, "illuminati"), given.illuminati
        for card in _cards_in(given.structure or {}):
            yield ("players", name, "structure"), card
        for key in ("resources", "agents", "hand", "plots", "exposed", "plot_deck", "group_deck", "discard", "destroyed"):
            for card in getattr(given, key):
                yield ("players", name, key.replace("_", "-")), card
    for key in ("nwo", "uncontrolled", "plot_deck", "group_deck", "plot_discard", "group_discard", "removed"):
        for card in getattr(read, key):
            yield (key.replace("_", "-"),), card
    for card in read.links:
        yield ("links",), card


def _duplicates(book: Mapping[str, Card], read: TableData) -> Iterator[Problem]:
    """Cards that lie in two places; a link may name a card that lies elsewhere."""
    seen: dict[str, tuple[str, ...]] = {}
    for place, card in _places(read):
        if card in seen and place != ("links",):
            yield Problem(f"{book[card].name} lies in {'.'.join(seen[card])} too (a second copy is {book[card].slug}{COPY}2)", place)
        seen.setdefault(card, place)


_KINDS = {
    "structure": ("group",), "resources": ("resource",), "agents": ("illuminati",), "hand": ("group", "resource"), "nwo": ("plot",),
    "plots": ("plot", "illuminati"), "exposed": ("plot", "illuminati"), "plot-deck": ("plot", "illuminati"), "group-deck": ("group", "resource"),
    "uncontrolled": ("group", "resource"), "plot-discard": ("plot",), "group-discard": ("group", "resource"),
}  # fmt: skip


def _wrong_kinds(book: Mapping[str, Card], read: TableData) -> Iterator[Problem]:
    """Cards that cannot lie where they are said to lie."""
    for place, card in _places(read):
        kinds = _KINDS.get(place[-1])
        if kinds and book[card].kind not in kinds:
            yield Problem(f"{book[card].name} is no {' or '.join(kinds)}", place)


def _cards_in(nested: Mapping[str, Any]) -> list[str]:
    return [card for key, below in nested.items() for card in (*([] if key in SIDES else [key]), *_cards_in(below))]


def play_from_data(game: Game, players: Sequence[str], data: Any) -> Play:
    """The play that plain data describes (see `plays.py`). Raises TableError with all problems, each with its place."""
    reader = Reader(game, tuple(players))
    play = reader.play(PLAYS, data)
    if reader.problems:
        raise TableError(*reader.problems)
    return play
