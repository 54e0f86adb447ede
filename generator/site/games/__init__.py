"""The plays of every game in words. Each module of this package is about the plays of one kind of game and has them as `TOLD`; games that are
played with the same plays need no other.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any

from markupsafe import Markup

from generator.engine.record import Play
from generator.site.voice import Moment, Voice


@dataclass(frozen=True, kw_only=True)
class Told:
    """The plays of games in words."""

    plays: Mapping[type[Play], Callable[[Any, Moment, Voice], Markup]]
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
def sentences() -> Mapping[type[Play], Callable[[Any, Moment, Voice], Markup]]:
    """The sentence of every play of every game."""
    return {kind: sentence for each in told() for kind, sentence in each.plays.items()}


def of(what: Callable[[Told], tuple[type[Play], ...]]) -> tuple[type[Play], ...]:
    """Plays of all games: `of(lambda each: each.first)`."""
    return tuple(kind for each in told() for kind in what(each))
