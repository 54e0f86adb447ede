"""The plays of every game in words. Each module of this package is about the plays of one kind of game and has them as
`TOLD`; games that are played with the same plays need no other.
"""

from __future__ import annotations

import pkgutil
import string
import typing
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from markupsafe import Markup
from msgspec import Struct, field

from generator.engine.reading import PLAYABLE
from generator.engine.record import Play
from generator.site.voice import Moment, Voice, series

Sentence = Callable[[Any, Moment, Voice], Markup]
"""A play of one kind as a sentence without its full stop."""


class Told(Struct, frozen=True, kw_only=True):
    """The plays of games in words."""

    plays: Mapping[type[Play], Sentence]
    """The sentence of every play."""
    first: tuple[type[Play], ...]
    """Plays whose first event says the same as their sentence in other words."""
    announces: tuple[type[Play], ...]
    """Plays that announce an attack."""
    joins: tuple[type[Play], ...] = ()
    """Plays of which each event says who joins an attack, as their sentence does."""
    phases: Mapping[str, str] = field(default_factory=dict)
    """What the phases of a turn are called, where their id does not say."""


@cache
def told() -> tuple[Told, ...]:
    """What every module of this package has."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return tuple(import_module(f"{__name__}.{name}").TOLD for name in names)


@cache
def sentences() -> Mapping[type[Play], Sentence]:
    """The sentence of every play of every game."""
    return {kind: sentence for each in told() for kind, sentence in each.plays.items()}


def of(what: Callable[[Told], tuple[type[Play], ...]]) -> tuple[type[Play], ...]:
    """Plays of all games: `of(lambda each: each.first)`."""
    return tuple(kind for each in told() for kind in what(each))


def plainly(words: str, **more: Callable[[Any, Moment, Voice], Any]) -> Sentence:
    """The sentence of a play from its words: in the place of `{who}` who makes it, of a name in `more` what that says,
    of another name what the play has under it, cards as links.
    """
    named = [name for _, name, _, _ in string.Formatter().parse(words) if name and name != "who"]

    def said(play: Any, at: Moment, say: Voice) -> Markup:
        values = {name: more[name](play, at, say) if name in more else _value(play, name, say) for name in named}
        return Markup(words).format(who=at.who, **values)

    return said


def _value(play: Any, name: str, say: Voice) -> Any:
    kind: Any = type(play)
    value, is_card = getattr(play, name), _names_cards(kind, name)
    if isinstance(value, tuple):
        return series(say.cards(value) if is_card else value)
    return say.card(value) if is_card else value


@cache
def _names_cards(kind: Any, name: str) -> bool:
    hint = typing.get_type_hints(kind, include_extras=True)[name]
    return any(
        getattr(each, "__metadata__", ("",))[0] in ("card", *PLAYABLE) for each in (hint, *typing.get_args(hint))
    )


def said_aloud(play: Any, at: Moment, say: Voice) -> Markup:
    """What somebody says at the table."""
    return Markup("{} says: “{}”").format(at.who, play.text.rstrip("."))
