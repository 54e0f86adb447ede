"""A table as it shows to somebody who sees every card: one model for the tables of all games, which fill it in.

Frozen, plain data without the cards themselves, so that it can be stored and drawn. Cards are ids as printed (further
copies of a card have its own), places are those of `geometry.py` in half units, money is in MB.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct, field

from generator.engine.cards import Side
from generator.engine.reading import printed
from generator.engine.structure import Structure

DECK_SHOWN = 6
"""So many cards of a deck are told, from the top."""


class SeenCard(Struct, frozen=True):
    """A card of a Power Structure where it lies: its middle, half its extent, what lies on it, its unused arrows.

    `side` is the arrow of the `master` that it hangs on; `open` and `blocked` are the arrows without a puppet, with and
    without room for one. `money` lies on it where there is some, `tokens` are Action tokens. `marks` are words for its
    state, such as `Devastated`; `linked` are the cards that lie beside it. `now` has the numbers that are not as
    printed.
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


class SeenPile(Struct, frozen=True):
    """A deck: what it is called, its top cards, and how many it has in all."""

    name: str
    top: tuple[str, ...]
    size: int


class SeenResource(Struct, frozen=True):
    """A Resource of a player: its Action tokens, and the card that it is linked to."""

    card: str
    tokens: int
    linked_to: str | None


class SeenPlayer(Struct, frozen=True):
    """A player and the Power Structure, the Illuminati first. `held` are the Specials or Plots, each with whether it
    lies face up; `hand` are the Groups and Resources that nobody else sees.
    """

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


class SeenLasting(Struct, frozen=True):
    """What a card said and what holds for a while or for good: which clause of which card, about which card, and until
    when.
    """

    card: str
    clause: int
    on: str | None
    until: str


class SeenTable(Struct, frozen=True):
    """A table. `step` is the step or phase of the turn. `decks` are those of all players; `attacking` are the cards
    that lie in an attack, `under` those that lie under another, `leads` those of a new game that lie face down, by
    player, `claims` the victories declared, each with its Goals. `options` are those that are not usual, by name;
    `align` has the alignments that Groups have in place of the printed ones.
    """

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


def pile(name: str, cards: tuple[str, ...]) -> SeenPile:
    """A deck as it shows: its top cards."""
    return SeenPile(name, as_printed(cards[:DECK_SHOWN]), len(cards))


def as_printed(cards: Iterable[str]) -> tuple[str, ...]:
    """The cards of the catalogue that these ids stand for."""
    return tuple(map(printed, cards))


def lying(structure: Structure) -> Iterator[SeenCard]:
    """The cards of a Power Structure as they lie, with nothing on them."""
    for card, place in structure.placements.items():
        outline, opened = structure.rectangle(card), structure.open_arrows(card)
        blocked = tuple(side for side in structure.free_arrows(card) if side not in opened)
        yield SeenCard(
            card,
            place.master,
            place.side,
            place.rotation,
            place.x,
            place.y,
            outline.half_width,
            outline.half_height,
            opened,
            blocked,
        )
