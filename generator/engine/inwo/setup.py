"""Making tables of INWO and SubGenius from plain data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec import Struct, field
from msgspec.structs import asdict

from generator.engine.cards import Card, enters
from generator.engine.inwo import goal_table, hands, opening, tokens
from generator.engine.inwo.table import SECOND_LINK, Held, Lasting, Options, Phase, Player, Table, Turn
from generator.engine.reading import (
    COPY,
    Arrangement,
    CardId,
    Game,
    IlluminatiId,
    PlayerName,
    Problem,
    Reader,
    TableError,
    cards_in,
)
from generator.engine.structure import LayoutError, Structure
from generator.structs import replace


class PlayerData(Struct, frozen=True, kw_only=True):
    """A player in the data of a table.

    `structure` lays Groups on named arrows, `{left: {canada: {top: {finland: {}}}}}`, or leaves the arrows to us,
    `{canada: {finland: {}}}`; a list puts all of them directly under the Illuminati. `plots` are hidden, `exposed` are
    not; `hand` has Groups and Resources. `destroyed` are the cards that this player is credited with, `killed` those of
    them that were killed.
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


class TurnData(Struct, frozen=True, kw_only=True):
    """The turn in the data of a table; the fields of `table.Turn`. By default the first player is in the main phase;
    the others are `plots`, `groups`, `takeover` and `tokens` before it, `end` and `claims` after it.
    """

    player: PlayerName | None = None
    phase: Phase = "main"
    done: tuple[str, ...] = ()
    benefited: tuple[CardId, ...] = ()
    captured: tuple[CardId, ...] = ()
    shown: tuple[CardId, ...] = ()


class TableData(Struct, frozen=True, kw_only=True):
    """A table as plain data: the keys of `table:` in a scenario.

    `tokens` are Action tokens by card; a card that is not named has as many as it gets each turn, none where something
    bars it from getting any, so `spent` names those without any. `links` says what lies beside what: Resources and
    Plots; a Resource that is not named lies beside its Illuminati, and what only `links` names belongs to who controls
    the card that it is linked to; a Group that only they name is used as a Plot. `second-links` names the other card of
    a Plot that is linked to two. `nwo` lie on the table in the order played, and have come when all other cards of the
    table lay there. `started` is the number of players at the beginning (by default those at the table).
    """

    players: Mapping[str, PlayerData]
    turn: TurnData = TurnData()
    tokens: Mapping[CardId, int] = field(default_factory=dict)
    spent: tuple[CardId, ...] = ()
    links: Mapping[CardId, CardId] = field(default_factory=dict)
    second_links: Mapping[CardId, CardId] = field(default_factory=dict)
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


class SeatData(Struct, frozen=True, kw_only=True):
    """A player of a new game in the data of a table. `plots` and `groups` are the top cards of the own decks; other
    cards of the catalogue fill them up to so many Plots and Group cards as `deck` says. In SubGenius everybody has a
    Church and no deck.
    """

    illuminati: IlluminatiId | None = None
    plots: tuple[CardId, ...] = ()
    groups: tuple[CardId, ...] = ()
    deck: tuple[int, int] = (24, 20)


class NewGameData(Struct, frozen=True, kw_only=True):
    """A game about to be set up: the keys of `table:` with `seats`; the decks are the top cards of the shared ones of
    SubGenius.
    """

    seats: Mapping[str, SeatData]
    plot_deck: tuple[CardId, ...] = ()
    group_deck: tuple[CardId, ...] = ()
    options: Options = Options()


def new_game(game: Game, data: Any) -> Table:
    """A game in which the players have sat down, to be set up with `opening.SETUP`.

    Raises TableError with all problems and places.
    """
    names = tuple(map(str, data["seats"])) if isinstance(data.get("seats"), dict) else ()
    reader = Reader(game, names, copies=True)
    read = reader.read(NewGameData, data, ())
    shared = game.rules.its.shared_decks
    for name, seat in read.seats.items():
        if seat.illuminati is None and not shared:
            reader.problem(("seats", name), "missing: `illuminati`")
        if shared and (seat.plots or seat.groups):
            reader.problem(("seats", name), "the decks are shared: their top cards are in `plot-deck` and `group-deck`")
    if reader.problems:
        raise TableError(*reader.problems)
    copies = (f"{CHURCH}{COPY}{number}" for number in range(2, max(len(names), CHURCHES) + 1))
    churches = [CHURCH, *copies] if shared else []
    named = (card for seat in read.seats.values() for card in (*seat.plots, *seat.groups))
    cards = [*named, *read.plot_deck, *read.group_deck]
    illuminati = {name: seat.illuminati or churches[at] for at, (name, seat) in enumerate(read.seats.items())}
    unused = tuple(card for card in churches if card not in illuminati.values())
    if len({*cards, *illuminati.values()}) < len(cards) + len(names):
        raise TableError(Problem(f"a card is in two places (a second copy has {COPY}2 after its id)", ("seats",)))
    more = _Filler(game, cards)
    decks = {
        name: (more.fill(seat.plots, "plots", seat.deck[0]), more.fill(seat.groups, "groups", seat.deck[1]))
        for name, seat in read.seats.items()
        if not shared
    }
    everything = [card for both in decks.values() for deck in both for card in deck]
    book = with_copies(game.book, (*cards, *everything, *illuminati.values(), *unused))
    players = tuple(
        Player(name=name, structure=Structure.of(book, illuminati[name]), plot_deck=plots, group_deck=groups)
        for name in names
        for plots, groups in [decks.get(name, ((), ()))]
    )
    table = Table(
        book=book,
        rules=game.rules,
        goals=game.goals,
        players=players,
        turn=Turn(player=names[0], phase="plots"),
        started=len(names),
        plot_deck=(*read.plot_deck, *more.rest("plots")) if shared else (),
        group_deck=(*read.group_deck, *more.rest("groups")) if shared else (),
        removed=unused,
        options=read.options,
    )
    owners = {card: name for _, name, cards in table.zones() if name for card in cards}
    return opening.new(replace(table, owners=MappingProxyType(owners)))


CHURCH = "subgenius/church-of-the-subgenius"
CHURCHES = 4
"""Copies of the Church in the box (`sg-setup-one-church-each`); there are more where more players sit down."""


class _Filler(Struct):
    """Fills decks with cards of the game that the data does not name, every card once before any comes twice."""

    game: Game
    named: Sequence[str]
    given: int = 0

    def rest(self, what: str) -> tuple[str, ...]:
        """The Plots or Group cards of the game that are not named, Goals last, for nobody may hold many of them."""
        kinds = ("plot",) if what == "plots" else ("group", "resource")
        taken = {card.partition(COPY)[0] for card in self.named}
        own = (card for card in self.game.book.values() if card.game == self.game.rules.game and card.kind in kinds)
        cards = (card for card in own if card.id not in taken)
        return tuple(card.id for card in sorted(cards, key=lambda card: card.subtype == "goal"))

    def fill(self, top: tuple[str, ...], what: str, count: int) -> tuple[str, ...]:
        """The top cards of a deck and as many others as it needs."""
        cards = self.rest(what)
        found = list(top)
        while len(found) < count:
            again, number = divmod(self.given, len(cards))
            found.append(cards[number] + (f"{COPY}{again + 1}" if again else ""))
            self.given += 1
        return tuple(found)


def table_from_data(game: Game, data: Any) -> Table:
    """The table of a game under way, or of a new one, that data describes. Raises TableError with all problems."""
    if isinstance(data, dict) and "seats" in data:
        return new_game(game, data)
    names = tuple(map(str, data["players"])) if isinstance(data, dict) and isinstance(data.get("players"), dict) else ()
    reader = Reader(game, names, copies=True)
    read = reader.read(TableData, data, ())
    if reader.problems:
        raise TableError(*reader.problems)
    if not read.players:
        raise TableError(Problem("a table has players", ("players",)))
    book = with_copies(game.book, (card for _, card in _places(read)))
    lying = {card for place, card in _places(read) if place != ("links",)}
    linked = {card: plot for card in read.links if card not in lying and (plot := hands.as_plot(book[card]))}
    groups = {hands.as_group(card): book[card] for card in linked}
    book = MappingProxyType({**book, **linked, **groups}) if linked else book
    problems: list[Problem | str] = []
    players = tuple(_player(book, name, given, problems) for name, given in read.players.items())
    problems += [*_duplicates(book, read), *_wrong_kinds(book, read)]
    players = tuple(_with_linked(book, player, read) for player in players)
    beside = {card: player.illuminati for player in players for card in player.resources}
    for card, host in read.links.items():
        if book[card].kind == "resource" and card not in beside and card not in lying:
            text = f"{book[card].name} is linked to {book[host].name}, which nobody controls, and belongs to nobody"
            problems.append(Problem(text, ("links",)))
    if problems:
        raise TableError(*problems)
    table = Table(
        book=book,
        rules=game.rules,
        goals=game.goals,
        players=players,
        turn=Turn(**{**asdict(read.turn), "player": read.turn.player or players[0].name}),
        links=MappingProxyType({**beside, **read.links}),
        nwos=read.nwo,
        started=read.started or len(players),
        **{key: getattr(read, key) for key in (*_PILES, "devastated", "options")},
    )
    seconds = tuple(
        Lasting(card, 1, owner.name, SECOND_LINK, on, "linked", (), tuple(table.links))
        for card, on in read.second_links.items()
        if card in read.links
        for owner in [table.owner(read.links[card]) or players[0]]
    )
    lent = {card: owner.name for card, host in table.links.items() if (owner := table.owner(host))}
    owners = MappingProxyType({**lent, **{card: name for _, name, cards in table.zones() if name for card in cards}})
    table = replace(table, lasting=seconds, ever=(*table.ever, *groups), owners=owners)
    for at, order in enumerate(read.nwo):
        if enters(book[order]):
            came = goal_table.found(replace(table, nwos=read.nwo[:at]), book[order], players[0].name)
            table = replace(table, lasting=(*table.lasting, *came))
    usual = {
        card: tokens.each_turn(table, card) if tokens.may_have(table, card) else 0
        for player in players
        for card in player.controlled
    }
    return table.with_tokens({**usual, **dict.fromkeys(read.spent, 0), **read.tokens})


_PILES = ("uncontrolled", "plot_deck", "group_deck", "plot_discard", "group_discard", "removed")
"""The keys that a table has under the same names."""


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
            for key in (
                "resources",
                "agents",
                "hand",
                "plot_deck",
                "group_deck",
                "discard",
                "destroyed",
                "killed",
                "turns",
            )
        },
    )


def _with_linked(book: Mapping[str, Card], player: Player, read: TableData) -> Player:
    """The player with the Resources that only the links name: each belongs to who controls the card that it is linked
    to.
    """
    lying = {card for place, card in _places(read) if place != ("links",)}
    more = (
        card
        for card, host in read.links.items()
        if book[card].kind == "resource" and card not in lying and host in player.controlled
    )
    return replace(player, resources=(*player.resources, *more))


def _places(read: TableData) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every card of the data, and the key that holds it. Linked Plots lie where they are linked."""
    for name, given in read.players.items():
        yield ("players", name, "illuminati"), given.illuminati
        for card in cards_in(given.structure or {}):
            yield ("players", name, "structure"), card
        for key in (
            "resources",
            "agents",
            "hand",
            "plots",
            "exposed",
            "plot_deck",
            "group_deck",
            "discard",
            "destroyed",
        ):
            for card in getattr(given, key):
                yield ("players", name, key.replace("_", "-")), card
    for key in ("nwo", *_PILES):
        for card in getattr(read, key):
            yield (key.replace("_", "-"),), card
    for card in read.links:
        yield ("links",), card


def _duplicates(book: Mapping[str, Card], read: TableData) -> Iterator[Problem]:
    """Cards that lie in two places; a link may name a card that lies elsewhere."""
    seen: dict[str, tuple[str, ...]] = {}
    for place, card in _places(read):
        if card in seen and place != ("links",):
            yield Problem(
                f"{book[card].name} is also in {'.'.join(seen[card])} (a second copy is {book[card].slug}{COPY}2)",
                place,
            )
        seen.setdefault(card, place)


_KINDS = {
    "structure": ("group",),
    "resources": ("resource",),
    "agents": ("illuminati",),
    "hand": ("group", "resource"),
    "nwo": ("plot",),
    "plots": ("plot", "illuminati"),
    "exposed": ("plot", "illuminati"),
    "plot-deck": ("plot", "illuminati"),
    "group-deck": ("group", "resource"),
    "uncontrolled": ("group", "resource"),
    "plot-discard": ("plot",),
    "group-discard": ("group", "resource"),
}


def _wrong_kinds(book: Mapping[str, Card], read: TableData) -> Iterator[Problem]:
    """Cards that cannot lie where they are said to lie."""
    for place, card in _places(read):
        kinds = _KINDS.get(place[-1])
        if kinds and book[card].kind not in kinds:
            yield Problem(f"{book[card].name} isn't a card of the kind {' or '.join(kinds)}", place)
