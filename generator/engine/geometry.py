"""Where cards lie: rectangles on a grid, the sides of a card, and arrows that meet.

A card is 5 by 7. The inward arrow of a Group is in the middle of a short edge, so a puppet always reaches 7 away from
its master and 5 along its master's edge: only so can Figures 2 and 5 of the rulebook be laid with the arrows of the
real cards (`dlx-fig2-structure-example`, `dlx-fig5-democrats-side-blocked`). An Illuminati card lies on its side, 7
wide and 5 tall, with an arrow in the middle of each edge. Coordinates count halves of the unit, so that every middle
is a whole number; x grows to the right and y grows downward. Sides are named as printed on the card, clockwise from
the top; the place of a side in `SIDES` is also the direction it faces before any turn. Rotation counts quarter turns
clockwise.
"""

from __future__ import annotations

from msgspec import Struct

from generator.engine.cards import SIDES, Side

SHORT, LONG = 5, 7
"""The edges of a card in units. As coordinates count halves, these are also half an edge in coordinates."""

_STEP = ((0, -1), (1, 0), (0, 1), (-1, 0))


class Rectangle(Struct, frozen=True):
    """A card's outline: its middle and half its extent along x and y, all in half units."""

    x: int
    y: int
    half_width: int
    half_height: int

    def overlaps(self, other: Rectangle) -> bool:
        """Whether the interiors share a point; cards may touch along an edge or a corner."""
        return (
            abs(self.x - other.x) < self.half_width + other.half_width
            and abs(self.y - other.y) < self.half_height + other.half_height
        )

    def edge(self, direction: int) -> tuple[int, int]:
        """The middle of the edge that faces `direction` (an index into `SIDES`)."""
        dx, dy = _STEP[direction]
        return self.x + dx * self.half_width, self.y + dy * self.half_height

    def puppet(self, direction: int) -> Rectangle:
        """Where a puppet lies on the arrow in that edge: flush against it, middle to middle, its long way outward."""
        x, y = self.edge(direction)
        dx, dy = _STEP[direction]
        return Rectangle(x + dx * LONG, y + dy * LONG, *(outline(along_x=dx != 0)))


def facing(side: Side, rotation: int) -> int:
    """The direction in which a side faces after so many quarter turns clockwise."""
    return (SIDES.index(side) + rotation) % 4


def opposite(direction: int) -> int:
    """The direction straight back."""
    return (direction + 2) % 4


def rotation_to_face(side: Side, direction: int) -> int:
    """The quarter turns that make `side` face `direction`."""
    return (direction - SIDES.index(side)) % 4


def outline(*, along_x: bool) -> tuple[int, int]:
    """Half the width and half the height of a card, in half units, by the way its long edges run."""
    return (LONG, SHORT) if along_x else (SHORT, LONG)
