"""Making tables: a new game from shuffled cards, or any table from plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec import Struct, field

from generator.engine.deluxe.table import AlignmentChange, Held, Options, Player, Step, Table, Turn
from generator.engine.reading import (
    Alignment,
    Arrangement,
    CardId,
    Game,
    GroupId,
    IlluminatiId,
    PlayerName,
    Problem,
    Reader,
    SpecialId,
    TableError,
    cards_in,
)
from generator.engine.structure import LayoutError, Structure
from generator.language import tree as t
from generator.structs import replace

FACE_UP = 4
"""Uncontrolled Groups turned up at the beginning (`dlx-setup-four-uncontrolled`)."""


def new_game(
    game: Game, seats: Mapping[str, str], deck: Sequence[str], rolls: Mapping[str, int], options: Options = Options()
) -> Table:
    """A game about to begin. `seats` gives each player's Illuminati, counter-clockwise; `deck` is shuffled already, top
    card first; `rolls` is what each rolled for the first turn.

    Each Illuminati starts with its Income (`dlx-setup-starting-income`), four Groups are uncontrolled, Specials
    turned up on the way go to the bottom of the deck (`dlx-setup-specials-buried`), the highest roll begins. Raises
    TableError with all problems: too few or too many players, an Illuminati twice, a tie for the first turn, and so
    on.
    """
    problems: list[Problem | str] = []
    most = 8 if options.number_of_players == "two-to-eight" else 6
    if not 2 <= len(seats) <= most:
        problems.append(f"2 to {most} players, not {len(seats)}")
    reader = Reader(game, tuple(seats))
    ids = [reader.card(text, ("seats", name), ("illuminati",)) for name, text in seats.items()]
    if len(set(ids)) < len(ids):
        problems.append("each player has another Illuminati")
    cards = [reader.card(text, ("deck", i), ("group", "special")) for i, text in enumerate(deck)]
    problems += reader.problems
    if set(rolls) != set(seats):
        problems.append("each player rolls for the first turn")
    best = [name for name in seats if rolls.get(name) == max(rolls.values(), default=0)]
    if len(best) > 1:
        problems.append(f"{' and '.join(best)} are tied for the first turn and roll again")
    if problems:
        raise TableError(*problems)

    game = _with_hidden_goals(game, options)
    players = tuple(_newcomer(game, name, card, options) for name, card in zip(seats, ids, strict=True))
    up: list[str] = []
    buried: list[str] = []
    while cards and len(up) < FACE_UP:
        card = cards.pop(0)
        (up if game.book[card].kind == "group" else buried).append(card)
    return Table(
        book=game.book,
        rules=game.rules,
        goals=game.goals,
        players=players,
        turn=Turn(player=best[0]),
        uncontrolled=tuple(up),
        deck=(*cards, *buried),
        aside=tuple(card.id for card in game.book.values() if card.kind == "illuminati" and card.id not in ids),
        bank=-sum(player.total_money for player in players),
        started=len(seats),
        options=options,
    )


def _newcomer(game: Game, name: str, card: str, options: Options) -> Player:
    return Player(
        name=name,
        structure=Structure.of(game.book, card),
        money=MappingProxyType({card: game.book[card].income or 0}),
        hidden=options.hidden_illuminati,
    )


def _with_hidden_goals(game: Game, options: Options) -> Game:
    """With hidden Goals an Illuminati whose own Goal was secret anyway has 1 Power more
    (`dlx-adv-hidden-goals-ufo-power`).
    """
    if not options.hidden_goals:
        return game
    book = dict(game.book)
    for card in game.book.values():
        if any(isinstance(c.sentence.test, t.SecretChoice) for c in card.sentences(t.SpecialGoal)):
            both = options.ufo_transferable_power == "both"
            book[card.id] = replace(
                card, power=(card.power or 0) + 1, transferable=(card.transferable or 0) + (1 if both else 0)
            )
    return replace(game, book=MappingProxyType(book))


class PlayerData(Struct, frozen=True, kw_only=True):
    """A player in the data of a table.

    `structure` lays cards on named arrows, `{left: {the-mafia: {top: {loan-sharks: {}}}}}`, or leaves the arrows to
    us, `{the-mafia: {loan-sharks: {}}}`, or both mixed; a list of cards puts all of them directly under the
    Illuminati. `money` is the MB on each card, or one number for the Illuminati treasury. `specials` lie face down,
    `shown` face up.
    """

    illuminati: IlluminatiId
    structure: Arrangement | None = None
    money: int | Mapping[CardId, int] = 0
    specials: tuple[SpecialId, ...] = ()
    shown: tuple[SpecialId, ...] = ()
    turns: int = 0
    kills: int = 0
    knockouts: int = 0
    goal: IlluminatiId | None = None
    hidden: bool = False


class TurnData(Struct, frozen=True, kw_only=True):
    """The turn in the data of a table; the fields of `table.Turn`. By default the first player is in the action
    part.
    """

    player: PlayerName | None = None
    step: Step = "actions"
    actions: int = 2
    transfers: int = 2
    attacks: Mapping[CardId, int] = field(default_factory=dict)
    busy: bool = False


class TableData(Struct, frozen=True, kw_only=True):
    """A table as plain data: the keys of `table:` in a scenario. `align` gives Groups other alignments than printed,
    `started` is the number of players at the beginning (by default those at the table)."""

    players: Mapping[str, PlayerData]
    turn: TurnData = TurnData()
    uncontrolled: tuple[GroupId, ...] = ()
    deck: tuple[CardId, ...] = ()
    dead: tuple[GroupId, ...] = ()
    discard: tuple[SpecialId, ...] = ()
    align: Mapping[GroupId, tuple[Alignment, ...]] = field(default_factory=dict)
    started: int | None = None
    options: Options = Options()


class NewGame(Struct, frozen=True):
    """A game about to begin: the Illuminati and what was rolled, by player, and the top cards of the deck; the others
    lie below.
    """

    seats: Mapping[str, str]
    deck: tuple[str, ...] = ()
    rolls: Mapping[str, int] = field(default_factory=dict)
    options: Options = Options()


def _new_game(game: Game, data: Mapping[str, Any]) -> Table:
    reader = Reader(game, tuple(map(str, data["seats"])))
    read: NewGame = reader.read(NewGame, data, ())
    if reader.problems:
        raise TableError(*reader.problems)
    rest = [
        card.slug
        for card in game.book.values()
        if card.kind != "illuminati"
        for _ in range(game.copies.get(card.id, 1) - read.deck.count(card.slug))
    ]
    return new_game(game, read.seats, [*read.deck, *rest], read.rolls, read.options)


def table_from_data(game: Game, data: Any) -> Table:
    """The table that plain data describes (`TableData`, or `NewGame` where it has seats).

    Raises TableError with all problems, each with its place.
    """
    if isinstance(data, dict) and "seats" in data:
        return _new_game(game, data)
    names = tuple(map(str, data["players"])) if isinstance(data, dict) and isinstance(data.get("players"), dict) else ()
    reader = Reader(game, names)
    read = reader.read(TableData, data, ())
    if reader.problems:
        raise TableError(*reader.problems)
    game = _with_hidden_goals(game, read.options)
    problems: list[Problem | str] = []
    players = tuple(_player(game, name, given, problems) for name, given in read.players.items())
    problems += [*_duplicates(game, read), *_out_of_range(read)]
    if not players:
        problems.append(Problem("a table has players", ("players",)))
    if problems:
        raise TableError(*problems)
    at_table = {given.illuminati for given in read.players.values()}
    table = Table(
        book=game.book,
        rules=game.rules,
        goals=game.goals,
        players=players,
        turn=Turn(
            player=read.turn.player or players[0].name,
            step=read.turn.step,
            actions=read.turn.actions,
            transfers=read.turn.transfers,
            attacks=read.turn.attacks,
            busy=read.turn.busy,
        ),
        uncontrolled=read.uncontrolled,
        deck=read.deck,
        dead=read.dead,
        discard=read.discard,
        aside=tuple(c.id for c in game.book.values() if c.kind == "illuminati" and c.id not in at_table),
        bank=-sum(player.total_money for player in players),
        started=read.started or len(players),
        options=read.options,
        changes=tuple(AlignmentChange(card, names) for card, names in read.align.items()),
    )
    return table


def _player(game: Game, name: str, given: PlayerData, problems: list[Problem | str]) -> Player:
    where = ("players", name)
    structure = Structure.of(game.book, given.illuminati)
    try:
        structure = Structure.build(game.book, given.illuminati, given.structure or {})
    except LayoutError as error:
        problems.append(Problem(str(error), (*where, "structure")))
    money = {given.illuminati: given.money} if isinstance(given.money, int) else dict(given.money)
    for card in money:
        if card not in structure:
            problems.append(Problem(f"{game.book[card].name} is not in the Power Structure", (*where, "money")))
    held = (*(Held(card) for card in given.specials), *(Held(card, True) for card in given.shown))
    return Player(
        name=name,
        structure=structure,
        money=MappingProxyType({card: money.get(card, 0) for card in structure}),
        specials=held,
        turns=given.turns,
        kills=given.kills,
        knockouts=given.knockouts,
        goal=given.goal,
        hidden=given.hidden,
    )


def _duplicates(game: Game, read: TableData) -> list[Problem]:
    """Groups and Illuminati that lie in two places."""
    places = [("players." + name, given.illuminati) for name, given in read.players.items()]
    for name, given in read.players.items():
        places += [("players." + name, card) for card in cards_in(given.structure or {})]
    for zone in ("uncontrolled", "deck", "dead", "discard"):
        places += [(zone, card) for card in getattr(read, zone)]
    seen: dict[str, str] = {}
    found = []
    for place, card in places:
        if game.book[card].kind != "special" and card in seen:
            found.append(Problem(f"{game.book[card].name} is also in {seen[card]}", tuple(place.split("."))))
        seen[card] = place
    return found


def _out_of_range(read: TableData) -> list[Problem]:
    """Numbers that no table shows."""
    found = []
    for name, given in read.players.items():
        amounts = {"money": given.money} if isinstance(given.money, int) else given.money
        numbers = {**amounts, "turns": given.turns, "kills": given.kills, "knockouts": given.knockouts}
        found += [
            Problem(f"{number} is less than 0", ("players", name, key.partition("/")[2] or key))
            for key, number in numbers.items()
            if number < 0
        ]
    for key in ("actions", "transfers"):
        if not 0 <= getattr(read.turn, key) <= 2:
            found.append(Problem(f"0 to 2, not {getattr(read.turn, key)}", ("turn", key)))
    if read.started is not None and not 2 <= read.started <= 8:
        found.append(Problem(f"2 to 8 players begin, not {read.started}", ("started",)))
    return found
