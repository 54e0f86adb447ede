"""Standing abilities outside attacks.

What a card does as long as it is in play.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from generator.language.abilities import Ability
from generator.language.attacks import Condition, DefenseOf, Per
from generator.language.forms import Lowered, construction, form
from generator.language.which import Chosen, Selector


@construction("draw {count} card(s) each turn instead of 1")
class DrawStep(Struct, frozen=True):
    """How many cards a player draws at the start of a turn."""

    count: int


@construction("this card may transfer its money to any of your Groups")
class FreeTransfer(Struct, frozen=True):
    """Adjacency does not matter for money that this card transfers."""


@construction(
    form("you may draw {count} {what} at the start of your turn instead of 1", instead=True),
    "you may draw {count} extra {what} each turn [for each {per}]",
)
class DrawEachTurn(Struct, frozen=True):
    """More cards at the start of a turn."""

    count: int
    what: Literal["Plot", "Plots", "Group card", "Group cards"]
    per: Per | None = None
    instead: bool = False


@construction(
    "{who} gets/get {count} Action token(s) each turn [while {while_|and while}] [, {limit}]",
    form(
        "{who} gets/get {count} extra Action token(s) each turn [for each {per}] [while {while_|and while}] [,"
        " {limit}]",
        extra=True,
    ),
)
class Tokens(Struct, frozen=True):
    """How many Action tokens a card receives each turn; others receive one."""

    who: Chosen
    count: int
    extra: bool = False
    per: Per | None = None
    limit: (
        Lowered[
            Literal[
                "but cannot spend both in one attack",
                "even when it has some left, and may spend several in one attack",
                "but cannot attack to destroy in a turn in which it gets that token",
            ]
        ]
        | None
    ) = None
    while_: tuple[Condition, ...] = ()


@construction(
    "you may hold {count} Plots",
    form("you may hold {count} more Plot(s)", more=True),
    form("with this card in your hand or in play, you may hold {count} Goals", goals=True),
)
class HandLimit(Struct, frozen=True):
    """How many Plots a player may hold at the end of their turn; or how many Goals at any time, instead of 1."""

    count: int
    more: bool = False
    goals: bool = False


@construction("{who} does/do not count toward the Plots you may hold")
class NotHeld(Struct, frozen=True):
    """Cards beside the hand, which the limit of the hand does not touch."""

    who: Selector


@construction("{rule} [while {while_|and while}]")
class Standing(Struct, frozen=True):
    """A permission, duty or peculiarity that lasts as long as the card is in play."""

    rule: Lowered[
        Literal[
            "this card keeps any number of unspent Action tokens (Slack) for later turns",
            "this card may be placed on any open side of its master, even one without an arrow",
            "any Group with an open side may attack to control this card",
            "when you take over this card, you may place it on an open arrow of any rival",
            "this card may control only Personalities",
            "its master must be a Personality",
            "any number of copies may be in play",
            "any number of copies may be in play under different names",
            "this card cannot be played as an Agents card",
            "a roll of 11 does not fail automatically",
            "your Groups may be placed on any side of their masters, even one without an arrow",
            "its alignments count for no Goal",
            "each rival shows you the first Plot they draw each turn",
            "its owner may use it from their hand as a Plot",
            "a Group from your hand that you fail to control returns to your hand",
            "a duplicate that is played against your Groups gives no bonus",
        ]
    ]
    while_: tuple[Condition, ...] = ()


@construction("in {game}: {sentence}")
class InGame(Struct, frozen=True):
    """What the card says in that game only: sentences without it hold in every game that the card is played in."""

    game: Literal["INWO", "INWO SubGenius"]
    sentence: Ability | DefenseOf | DrawEachTurn | Standing
