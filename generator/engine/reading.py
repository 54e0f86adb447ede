"""Plain data into the engine's records, by their type hints; every problem noted with its place."""

from __future__ import annotations

import difflib
import types
import typing
from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from typing import Annotated, Any, Literal, get_args, get_origin

from msgspec import Struct, field

from generator.engine.cards import SIDES, Card, ClauseOf
from generator.engine.situation import Rules
from generator.language import ALIGNMENTS
from generator.language import tree as t
from generator.structs import defaults

Path = tuple[str | int, ...]

CardId = Annotated[str, "card"]
IlluminatiId = Annotated[str, "illuminati"]
GroupId = Annotated[str, "group"]
SpecialId = Annotated[str, "special"]
PlayerName = Annotated[str, "player"]
Alignment = Annotated[str, "alignment"]
Arrangement = Annotated[Mapping[str, Any], "arrangement"]
"""Fields of data that name a card, a player or an alignment; `Reader` asks whether there is one."""

COPY = "~"
"""What stands between the id of a card and the number of a further copy of it."""
MARKER = "@"
"""What stands between the id of a card and what tells apart the things that it says for a while."""
PLAYABLE = ("illuminati", "group", "special", "resource", "plot")


def printed(card: str) -> str:
    """The card of the catalogue that an id stands for, without the number of a copy; the same of the source of a line,
    `<card id>#2`.
    """
    name, mark, clause = card.partition("#")
    return name.partition(COPY)[0].partition(MARKER)[0] + mark + clause


def numbered(name: str, card: str) -> str:
    """What a card is called by its `name`; a further copy with its number."""
    _, copy, number = card.partition(COPY)
    return f"{name} (copy {number})" if copy else name


def cards_in(nested: Mapping[str, Any]) -> list[str]:
    """The cards of an `Arrangement`, masters before puppets."""
    return [card for key, below in nested.items() for card in (*([] if key in SIDES else [key]), *cards_in(below))]


class Problem(Struct, frozen=True):
    """One thing wrong with the data of a table or play: where, as the keys that lead there, and what."""

    message: str
    path: tuple[str | int, ...] = ()

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.path))}: {self.message}" if self.path else self.message


class TableError(ValueError):
    """A table or play that makes no sense, as opposed to an illegal one: `problems` lists everything wrong with it."""

    def __init__(self, *problems: Problem | str) -> None:
        self.problems = tuple(p if isinstance(p, Problem) else Problem(p) for p in problems)
        super().__init__("; ".join(map(str, self.problems)))


class Game(Struct, frozen=True, dict=True):
    """What a table needs to know of its game: the cards by id, the rules of attacks, the goals that all share."""

    book: Mapping[str, Card]
    rules: Rules
    goals: tuple[ClauseOf[t.BasicGoal], ...]
    copies: Mapping[str, int] = field(default_factory=dict)
    """Of how many copies of a card there is more than one, by id."""

    @cached_property
    def known(self) -> Mapping[str, Card]:
        """The cards by id, slug and exact name."""
        return {text: card for card in self.book.values() for text in (card.name, card.slug, card.id)}


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    """The fields of a record and what they hold."""
    return typing.get_type_hints(kind, include_extras=True)


class Reader:
    """Reads data for one game and its players.

    Problems are collected, and what cannot be read becomes a harmless value.
    """

    def __init__(self, game: Game, players: tuple[str, ...], *, copies: bool = False) -> None:
        self.players = players
        self._copies = copies
        self.problems: list[Problem] = []
        self._known = game.known

    def hint(self, text: Any, choices: Iterable[str]) -> str:
        """The end of a message that suggests what was meant; empty when nothing is near."""
        near = difflib.get_close_matches(str(text), [str(choice) for choice in choices], 1, 0.6)
        return f" (did you mean {near[0]!r}?)" if near else ""

    def problem(self, path: Path, message: str) -> None:
        """Note a problem."""
        self.problems.append(Problem(message, path))

    def card(self, text: Any, path: Path, kinds: tuple[str, ...] = PLAYABLE) -> str:
        """The id of a card given by id, slug or exact name; of a further copy of it where the table has `copies`, with
        `~2`, `~3` behind.
        """
        name, copy, number = text.partition(COPY) if isinstance(text, str) else (text, "", "")
        card = self._known.get(name) if isinstance(name, str) else None
        if card is None or (
            copy and not (self._copies and all(each.isdigit() and int(each) > 1 for each in number.split(COPY)))
        ):
            again = "; a second copy is named like the first" if card is not None and not self._copies else ""
            self.problem(path, f"no card {text!r}{self.hint(text, self._known)}{again}")
            return ""
        if card.kind not in kinds:
            self.problem(path, f"{card.name} isn't a card of the kind {' or '.join(kinds)}")
        return card.id + copy + number

    def play(self, plays: Mapping[str, Any], data: Any) -> Any:
        """The play that data describes: `do` names it among `plays`, the other keys are its fields. None with a
        problem.
        """
        if not isinstance(data, dict) or "do" not in data:
            self.problem((), "a play is a mapping with the key 'do'")
            return None
        kind = plays.get(data["do"]) if isinstance(data["do"], str) else None
        if kind is None:
            self.problem(
                ("do",),
                f"no play {data['do']!r}" + (self.hint(data["do"], plays) or f"; the plays are {', '.join(plays)}"),
            )
            return None
        return self.read(kind, {key: value for key, value in data.items() if key != "do"}, ())

    def read(self, hint: Any, value: Any, path: Path) -> Any:
        """The value as what the type hint says."""
        origin, args = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self._named(args[1], value, path)
        if origin in (typing.Union, types.UnionType):
            return self._one_of(args, value, path)
        if origin is Literal:
            if value not in args or isinstance(value, bool):
                self.problem(path, f"{value!r} is not one of {', '.join(map(str, args))}{self.hint(value, args)}")
                return args[0]
            return value
        if origin is tuple:
            return self._sequence(args, value, path)
        if origin is not None and issubclass(origin, Mapping):
            return self._mapping(args, value, path)
        if issubclass(hint, Struct):
            return self._record(hint, value, path)
        if not isinstance(value, hint) or (hint is int and isinstance(value, bool)):
            words = {int: "a whole number", bool: "true or false", str: "text"}
            self.problem(path, f"{value!r} is not {words.get(hint, hint)}")
            return hint()
        return value

    def _named(self, what: str, value: Any, path: Path) -> Any:
        if isinstance(value, list) and value and what != "arrangement":
            self.problem(path, f"one {what} belongs here, not a list: write {value[0]}")
            return ""
        if what == "card":
            return self.card(value, path)
        if what in PLAYABLE:
            return self.card(value, path, (what,))
        if what == "alignment":
            if value not in ALIGNMENTS:
                self.problem(path, f"{value!r} isn't an alignment{self.hint(value, ALIGNMENTS)}")
            return value
        if what == "player":
            if value not in self.players:
                self.problem(path, f"no player {value!r}{self.hint(value, self.players)}")
            return value
        return self._arrangement(value, path)

    def _arrangement(self, value: Any, path: Path) -> dict[str, Any]:
        """Cards under sides or under cards; a list is cards without puppets."""
        if isinstance(value, list) and all(isinstance(card, str) for card in value):
            value = {card: {} for card in value}
        if value is None:
            value = {}
        if not isinstance(value, dict):
            self.problem(path, f"{value!r} is not a Power Structure: sides or cards, each with what hangs on it")
            return {}
        found = {}
        for key, below in value.items():
            name = key if key in SIDES else self.card(key, (*path, key), ("group",))
            found[name] = self._arrangement(below, (*path, key))
        return found

    def _one_of(self, args: tuple[Any, ...], value: Any, path: Path) -> Any:
        if value is None and type(None) in args:
            return None
        rest = [arg for arg in args if arg is not type(None)]
        if len(rest) > 1 and isinstance(value, dict):
            rest = [arg for arg in rest if get_origin(arg) is not None]
        return self.read(rest[0], value, path)

    def _sequence(self, args: tuple[Any, ...], value: Any, path: Path) -> tuple[Any, ...]:
        if not isinstance(value, (list, tuple)):
            key = next((f"`{each}` is" for each in reversed(path) if isinstance(each, str)), "this is")
            self.problem(path, f"{key} a list here: write [{value}]")
            return ()
        if len(args) == 2 and args[1] is Ellipsis:
            return tuple(self.read(args[0], item, (*path, i)) for i, item in enumerate(value))
        if len(value) != len(args):
            self.problem(path, f"{len(args)} things belong here, not {len(value)}")
            return ()
        return tuple(self.read(arg, item, (*path, i)) for i, (arg, item) in enumerate(zip(args, value, strict=True)))

    def _mapping(self, args: tuple[Any, ...], value: Any, path: Path) -> types.MappingProxyType[Any, Any]:
        if not isinstance(value, dict):
            self.problem(path, f"{value!r} is not a mapping")
            value = {}
        return types.MappingProxyType(
            {
                self.read(args[0], key, (*path, key)): self.read(args[1], item, (*path, key))
                for key, item in value.items()
            }
        )

    def _record(self, kind: Any, value: Any, path: Path) -> Any:
        if not isinstance(value, dict):
            self.problem(path, f"{value!r} is not a mapping")
            value = {}
        hints = _hints(kind)
        given, missing = {}, []
        for key, item in value.items():
            name = str(key).replace("-", "_")
            if name not in hints:
                known = f"; the keys here are {', '.join(each.replace('_', '-') for each in hints)}"
                self.problem((*path, key), f"no key {key!r}{self.hint(key, hints) or known}")
            else:
                given[name] = self.read(hints[name], item, (*path, key))
        for name in kind.__struct_fields__:
            if name not in given and name not in defaults(kind):
                missing.append(name)
                given[name] = self._placeholder(hints[name])
        if missing:
            self.problem(path, f"missing: {', '.join(missing)}")
        return kind(**given)

    def _placeholder(self, hint: Any) -> Any:
        origin = get_origin(hint)
        if origin is Annotated:
            return ""
        return {tuple: (), Literal: get_args(hint)[0] if get_args(hint) else ""}.get(origin, 0 if hint is int else {})
