"""A Power Structure: which card controls which, through which arrow, and where the cards lie.

A structure never changes: laying, moving or removing answers a new one. Every card of it lies so that its inward arrow
meets the arrow of its master (`dlx-result-capture`), and no two cards overlap (`dlx-move-overlap`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from generator.engine.cards import SIDES, Card, Side
from generator.engine.geometry import Rectangle, facing, opposite, outline, rotation_to_face
from generator.structs import replace

Nested = Mapping[str, Any]
"""A structure as plain data: `{"left": {"democrats": {"bottom": {"antiwar-activists": {}}}}}`, under each card the
sides of it that hold a puppet. A puppet may also stand without a side: `{"democrats": {"antiwar-activists": {}}}`."""


class LayoutError(ValueError):
    """These cards cannot lie like this. The message says which card, where, and what is in the way."""


class Placement(Struct, frozen=True):
    """Where one card lies: its master's id and the master's side it hangs on, quarter turns, middle in half units."""

    master: str | None
    side: Side | None
    rotation: int
    x: int
    y: int


class Branch(Struct, frozen=True):
    """A Group with its puppets, taken out of any structure: for each puppet the side of its master that it hangs on."""

    card: str
    puppets: tuple[tuple[Side, Branch], ...] = ()

    def cards(self) -> tuple[str, ...]:
        """This Group and all below it, each master before its puppets."""
        return (self.card, *(card for _, puppet in self.puppets for card in puppet.cards()))


class Fit(Struct, frozen=True):
    """A branch laid as well as it goes: the structure, the Groups turned to another arrow, the Groups that had no
    place.
    """

    structure: Structure
    turned: tuple[str, ...]
    lost: tuple[str, ...]


class Structure(Struct, frozen=True, dict=True):
    """One player's Power Structure.

    `book` is the catalogue (card id to Card); `placements` has the root first, each master before its puppets.
    """

    book: Mapping[str, Card]
    root: str
    placements: Mapping[str, Placement]
    loose: bool = False
    """Whether a card that is still to be laid, or is just being moved, lets Groups lie on sides without an arrow."""

    # --- making one -----------------------------------------------------------------------------------------------

    @classmethod
    def of(cls, book: Mapping[str, Card], root: str) -> Structure:
        """The Illuminati alone, in the middle of the grid (`dlx-object-start`)."""
        return cls(book, root, MappingProxyType({root: Placement(None, None, 0, 0, 0)}))

    @classmethod
    def build(cls, book: Mapping[str, Card], root: str, nested: Nested) -> Structure:
        """A whole structure from plain data. Cards without a side go to the first arrows on which everything fits.

        Raises LayoutError naming what cannot lie there, or what is left without a place.
        """
        start = cls.of(book, root)
        links, sides = _links_of(start, nested)
        start = replace(
            start, loose=any(book[link.card].rules("all on any side") for link in links if link.card in book)
        )
        if len(sides) == len(links):
            structure = start
            for link in links:
                structure = structure.lay(link.card, link.master, sides[link.card])
            return replace(structure, loose=False)
        found = _search(start, links, sides)
        if found is None:
            raise LayoutError(f"these cards do not fit on the arrows named{start._crowded(links)}")
        if lost := [start._name(link.card) for link in links if link.card not in found]:
            raise LayoutError(
                f"these cards do not fit all together; no place for {', '.join(lost)}{start._crowded(links)}"
            )
        return replace(found, loose=False)

    # --- asking ---------------------------------------------------------------------------------------------------

    def __contains__(self, card: object) -> bool:
        return card in self.placements

    def __len__(self) -> int:
        """All cards, Illuminati included, as the Basic Goal counts them (`dlx-goal-basic-includes-illuminati`)."""
        return len(self.placements)

    def __iter__(self) -> Iterator[str]:
        return iter(self.placements)

    @property
    def groups(self) -> tuple[str, ...]:
        """Every card but the Illuminati, each master before its puppets."""
        return tuple(card for card in self.placements if card != self.root)

    def master(self, card: str) -> str | None:
        """The card that directly controls this one; None for the Illuminati."""
        return self.placements[card].master

    def puppets(self, card: str) -> dict[Side, str]:
        """The cards directly controlled by this one, by the side they hang on, clockwise from the top."""
        below = {place.side: puppet for puppet, place in self.placements.items() if place.master == card}
        return {side: below[side] for side in SIDES if side in below}

    def subtree(self, card: str) -> tuple[str, ...]:
        """This card and everything below it, each master before its puppets."""
        return self.branch(card).cards()

    def branch(self, card: str) -> Branch:
        """This card and everything below it with the arrows they hang on."""
        return Branch(card, tuple((side, self.branch(puppet)) for side, puppet in self.puppets(card).items()))

    def nested(self) -> Nested:
        """The structure as plain data; `build` reads it back."""

        def below(branch: Branch) -> Nested:
            return {side: {puppet.card: below(puppet)} for side, puppet in branch.puppets}

        return below(self.branch(self.root))

    def distance(self, card: str) -> int:
        """Steps to the Illuminati: 0 for the Illuminati, 1 for a card directly controlled by it
        (`dlx-position-10-5-2`).
        """
        steps = 0
        while (master := self.placements[card].master) is not None:
            card, steps = master, steps + 1
        return steps

    def adjacent(self, card: str) -> tuple[str, ...]:
        """Master and puppets: the cards to which money may be transferred (`dlx-transfer-as-action`)."""
        master = self.master(card)
        return (*(() if master is None else (master,)), *self.puppets(card).values())

    def rectangle(self, card: str) -> Rectangle:
        """The outline of a card where it lies."""
        return self._rectangles[card]

    @cached_property
    def _rectangles(self) -> dict[str, Rectangle]:
        found = {}
        for card, place in self.placements.items():
            arrow_in = self.book[card].arrow_in
            direction = 1 if arrow_in is None else facing(arrow_in, place.rotation)
            found[card] = Rectangle(place.x, place.y, *outline(along_x=direction % 2 == 1))
        return found

    def arrow(self, card: str, side: Side) -> tuple[int, int]:
        """The point, in half units, where the arrow on that side of the card ends."""
        return self.rectangle(card).edge(facing(side, self.placements[card].rotation))

    # --- arrows ---------------------------------------------------------------------------------------------------

    def free_arrows(self, card: str) -> tuple[Side, ...]:
        """Outward arrows without a puppet, blocked or not, clockwise from the top; none where puppets lie on other
        sides in their place.
        """
        used, arrows = self.puppets(card), self.book[card].arrows_out
        return (
            ()
            if self._is_loose and len(used) >= len(arrows)
            else tuple(side for side in SIDES if side in arrows and side not in used)
        )

    def free_sides(self, card: str, puppet: str) -> tuple[Side, ...]:
        """The sides of a card on which that puppet may lie, blocked or not: its free arrows, or all sides without a
        puppet where what the puppet says lets it lie without an arrow, or another card of the structure does, which
        allows no more puppets than there are arrows.
        """
        used, arrows = self.puppets(card), self.book[card].arrows_out
        if self._is_loose and len(used) >= len(arrows):
            return ()
        sides = SIDES if self._is_loose or self.book[puppet].rules("any side") else arrows
        return tuple(side for side in SIDES if side in sides and side not in used)

    @cached_property
    def _is_loose(self) -> bool:
        return self.loose or any(self.book[card].rules("all on any side") for card in self.placements)

    def open_sides(self, card: str, puppet: str) -> tuple[Side, ...]:
        """The sides of a card on which that puppet may lie and nothing is in the way, clockwise from the top."""
        return tuple(side for side in self.free_sides(card, puppet) if not self.blockers(card, side))

    def blockers(self, card: str, side: Side) -> tuple[str, ...]:
        """The cards that lie where a puppet on this arrow would lie; every puppet takes the same place. Empty if it
        fits.
        """
        place = self.rectangle(card).puppet(facing(side, self.placements[card].rotation))
        return tuple(other for other, there in self._rectangles.items() if there.overlaps(place))

    def open_arrows(self, card: str) -> tuple[Side, ...]:
        """Outward arrows neither used nor blocked (`dlx-control-open-arrow`), clockwise from the top."""
        if card not in self._open:
            self._open[card] = tuple(side for side in self.free_arrows(card) if not self.blockers(card, side))
        return self._open[card]

    @cached_property
    def _open(self) -> dict[str, tuple[Side, ...]]:
        """The open arrows that have been asked for, by card."""
        return {}

    # --- changing -------------------------------------------------------------------------------------------------

    def lay(self, card: str, master: str, side: Side) -> Structure:
        """The structure with one more Group, its inward arrow against that arrow of its master.

        Raises LayoutError when the master has no such free arrow or the card would overlap another.
        """
        if card in self.placements:
            raise LayoutError(f"{self._name(card)} is in this Power Structure already")
        if master not in self.placements:
            raise LayoutError(f"{self._name(master)} is not in this Power Structure")
        free = self.free_sides(master, card)
        if side not in free and side not in self.book[master].arrows_out:
            has = ", ".join(self.book[master].arrows_out) or "none"
            raise LayoutError(f"{self._name(master)} has no arrow on its {side} side (arrows: {has})")
        if side not in free and side in self.puppets(master):
            raise LayoutError(
                f"the {side} arrow of {self._name(master)} is in use by {self._name(self.puppets(master)[side])}"
            )
        if side not in free:
            raise LayoutError(f"{self._name(master)} has as many puppets as arrows already")
        if blockers := self.blockers(master, side):
            names = " and ".join(self._name(other) for other in blockers)
            raise LayoutError(
                f"{self._name(card)} does not fit on the {side} arrow of {self._name(master)}: {names} in the way"
            )
        return self._laid(card, master, side)

    def remove(self, card: str) -> Structure:
        """The structure without this Group and its puppets (`dlx-free-drop`)."""
        gone = set(self.subtree(card))
        return replace(self, placements=MappingProxyType({k: v for k, v in self.placements.items() if k not in gone}))

    def resettled(self) -> Fit:
        """The structure with every Group on an arrow on which it may lie now: as many as possible are kept, as many as
        possible where they are. A card that lets Groups lie without an arrow does so for those laid before it, too.
        """
        start = replace(
            self, loose=self._is_loose, placements=MappingProxyType({self.root: self.placements[self.root]})
        )
        links = tuple(
            _Link(parent, at, puppet.card, len(puppet.cards())) for parent, at, puppet in _walk(self.branch(self.root))
        )
        found = _search(start, links, {})
        assert found is not None  # nothing is asked for that could be missing
        turned = tuple(
            link.card for link in links if link.card in found and found.placements[link.card].side != link.side
        )
        return Fit(
            replace(found, loose=self.loose), turned, tuple(link.card for link in links if link.card not in found)
        )

    def fit(self, branch: Branch, master: str, side: Side, sides: Mapping[str, Side] | None = None) -> Fit:
        """Lay a captured, given or moved Group with its puppets on an arrow.

        Puppets keep the side of their master that they hung on; where that would overlap, some are turned to other
        free arrows of the same master, and what still has no place is lost with its puppets
        (`dlx-result-overlap-rearrange`, `dlx-result-overlap-uncontrolled`, `dlx-move-overlap-lost`). As many Groups
        as possible are kept, then as many as possible on their old side, then earlier sides first, so that the answer
        is always the same. `sides` chooses the arrow for some puppets and counts only where something overlaps.
        Raises LayoutError when the first Group itself does not fit or a chosen arrow cannot be used.
        """
        start = self.lay(branch.card, master, side)
        # A card of the branch speaks for the puppets laid before it, too, but for no Group that is not its owner's yet.
        start = replace(
            start, loose=self.loose or any(self.book[each].rules("all on any side") for each in branch.cards())
        )
        kept = _keep_all(start, branch)
        if kept is not None:
            if any((sides or {}).get(puppet.card, at) != at for _, at, puppet in _walk(branch)):
                raise LayoutError("every puppet fits where it was, so none may be turned to another arrow")
            return self._closed(Fit(kept, (), ()))
        links = tuple(_Link(parent, at, puppet.card, len(puppet.cards())) for parent, at, puppet in _walk(branch))
        found = _search(start, links, dict(sides or {}))
        if found is None:
            chosen = ", ".join(f"{self._name(card)} on the {at} arrow" for card, at in (sides or {}).items())
            raise LayoutError(f"not possible: {chosen}")
        old = {link.card: link.side for link in links}
        turned = tuple(card for card, at in old.items() if card in found and found.placements[card].side != at)
        return self._closed(Fit(found, turned, tuple(card for card in old if card not in found)))

    def roomiest(
        self, branch: Branch, master: str, sides: Mapping[str, Side] | None = None, but: Side | None = None
    ) -> Side | None:
        """The open arrow of a card, `but` one, on which most of a Group with its puppets finds a place; the first where
        the player says the `sides` of puppets. None if no arrow is open.
        """
        opened = (side for side in self.open_sides(master, branch.card) if side != but)
        return min(opened, key=lambda side: 0 if sides else len(self.fit(branch, master, side).lost), default=None)

    def move(self, card: str, master: str, side: Side, sides: Mapping[str, Side] | None = None) -> Fit:
        """Move a Group with its puppets to another arrow of this structure (`dlx-move-action`, `dlx-move-subtree`).

        It is in the structure all the while, and so is what it says of sides without an arrow. Raises LayoutError when
        the arrow is not vacant, the card does not fit, or the new master moves along.
        """
        if card == self.root or card not in self.placements:
            raise LayoutError(f"{self._name(card)} is not a Group of this Power Structure")
        branch = self.branch(card)
        if master in branch.cards():
            raise LayoutError(f"{self._name(master)} moves along, so it cannot be the new master of {self._name(card)}")
        place = self.placements[card]
        if (place.master, place.side) == (master, side):
            raise LayoutError(f"{self._name(card)} is on the {side} arrow of {self._name(master)} already")
        return self._closed(self.lifted(card).fit(branch, master, side, sides))

    def lifted(self, card: str) -> Structure:
        """The structure without a Group that is being moved, and its puppets: what they say of sides without an arrow
        still holds.
        """
        return replace(self.remove(card), loose=self._is_loose)

    def rearrange(self, nested: Nested) -> Structure:
        """The same cards in any other legal arrangement (`dlx-seq-6-bermuda`). Raises LayoutError otherwise."""
        other = Structure.build(self.book, self.root, nested)
        if set(other) != set(self):
            missing = [self._name(card) for card in self if card not in other]
            extra = [self._name(card) for card in other if card not in self]
            raise LayoutError(
                "the same Groups must stay"
                + (f"; missing: {', '.join(missing)}" if missing else "")
                + (f"; not yours: {', '.join(extra)}" if extra else "")
            )
        return other

    def problems(self) -> tuple[str, ...]:
        """What is wrong with the layout as it stands; empty for every structure made by the functions above."""
        found = []
        cards = list(self.placements)
        for card in self.groups:
            place = self.placements[card]
            anywhere = self._is_loose or self.book[card].rules("any side")
            if (
                place.master is None
                or place.side is None
                or (place.side not in self.book[place.master].arrows_out and not anywhere)
            ):
                found.append(f"{self._name(card)} hangs on no arrow")
            elif self.arrow(card, self._arrow_in(card)) != self.arrow(place.master, place.side) or opposite(
                facing(self._arrow_in(card), place.rotation)
            ) != facing(place.side, self.placements[place.master].rotation):
                found.append(f"the arrows of {self._name(card)} and {self._name(place.master)} do not meet")
        used = [(place.master, place.side) for place in self.placements.values()]
        found += [
            f"two puppets on the {side} arrow of {m}"
            for m, side in sorted({u for u in used if used.count(u) > 1}, key=str)
        ]
        for i, card in enumerate(cards):
            for other in cards[i + 1 :]:
                if self.rectangle(card).overlaps(self.rectangle(other)):
                    found.append(f"{self._name(card)} and {self._name(other)} overlap")
        return tuple(found)

    # --- private --------------------------------------------------------------------------------------------------

    def _name(self, card: str) -> str:
        return self.book[card].name if card in self.book else card

    def _crowded(self, links: tuple[_Link, ...]) -> str:
        """The end of a message about cards that do not fit: which master has fewer arrows than puppets, or that cards
        lie over others.
        """
        puppets = {
            master: [link.card for link in links if link.master == master]
            for master in dict.fromkeys(link.master for link in links)
        }
        few = [
            f"{self._name(master)} has {len(arrows)} arrow{'s' * (len(arrows) != 1)} for {len(below)}"
            f" Group{'s' * (len(below) != 1)}"
            for master, below in puppets.items()
            if master in self.book and len(below) > len(arrows := self.book[master].arrows_out)
        ]
        return f": {' and '.join(few)}" if few else ": there are arrows enough, but cards would overlap"

    def _closed(self, fit: Fit) -> Fit:
        """This fit with all cards laid that are going to be.

        If the card that let Groups lie without an arrow is lost, they are resettled.
        """
        structure = replace(fit.structure, loose=self.loose)
        if structure._is_loose == fit.structure._is_loose:
            return replace(fit, structure=structure)
        again = structure.resettled()
        turned = tuple(card for card in dict.fromkeys((*fit.turned, *again.turned)) if card in again.structure)
        return Fit(again.structure, turned, (*fit.lost, *again.lost))

    def _arrow_in(self, card: str) -> Side:
        arrow = self.book[card].arrow_in
        if arrow is None:
            raise LayoutError(f"{self._name(card)} has no inward arrow and cannot be a puppet")
        return arrow

    def _laid(self, card: str, master: str, side: Side) -> Structure:
        direction = facing(side, self.placements[master].rotation)
        place = self.rectangle(master).puppet(direction)
        rotation = rotation_to_face(self._arrow_in(card), opposite(direction))
        new = Placement(master, side, rotation, place.x, place.y)
        return replace(self, placements=MappingProxyType({**self.placements, card: new}))


class _Link(Struct, frozen=True):
    """A puppet to be laid: under which master, on which side until now (None: any), and how many cards hang
    together.
    """

    master: str
    side: Side | None
    card: str
    size: int


def _links_of(start: Structure, nested: Nested) -> tuple[tuple[_Link, ...], dict[str, Side]]:
    """The links of nested data, masters first, and the sides that it names."""
    links: list[_Link] = []
    sides: dict[str, Side] = {}
    seen = {start.root}

    def walk(master: str, below: Nested) -> None:
        for key, value in below.items():
            for card, rest in (value if key in SIDES else {key: value}).items():
                if card in seen:
                    raise LayoutError(f"{start._name(card)} is in this Power Structure already")
                seen.add(card)
                start._arrow_in(card)
                if key in SIDES:
                    sides[card] = key
                place = len(links)
                links.append(_Link(master, None, card, 1))
                walk(card, rest)
                links[place] = _Link(master, None, card, len(links) - place)

    walk(start.root, nested)
    return tuple(links), sides


def _walk(branch: Branch) -> Iterator[tuple[str, Side, Branch]]:
    """Every link below a branch: master, its side, the puppet's branch; masters first."""
    for side, puppet in branch.puppets:
        yield branch.card, side, puppet
        yield from _walk(puppet)


def _keep_all(start: Structure, branch: Branch) -> Structure | None:
    """The branch laid with every puppet on its old side, or None when something overlaps."""
    structure = start
    for master, side, puppet in _walk(branch):
        if structure.blockers(master, side) or side not in structure.free_sides(master, puppet.card):
            return None
        structure = structure._laid(puppet.card, master, side)
    return structure


def _search(start: Structure, links: tuple[_Link, ...], sides: Mapping[str, Side]) -> Structure | None:
    """The best layout of the links: most cards kept, then most on their old side, then earlier sides first.

    A card in `sides` takes that arrow or the layout does not count.
    """
    best: Structure | None = None
    best_score = (-1, -1)

    def place(structure: Structure, index: int, kept: int, unturned: int) -> None:
        nonlocal best, best_score
        left = len(links) - index
        if (kept + left, unturned + left) <= best_score:
            return
        if index == len(links):
            best, best_score = structure, (kept, unturned)
            return
        link = links[index]
        free = structure.free_sides(link.master, link.card)
        chosen = sides.get(link.card)
        for side in [chosen] if chosen else sorted(free, key=lambda side: side != link.side):
            if side in free and not structure.blockers(link.master, side):
                as_before = link.side in (None, side)
                place(structure._laid(link.card, link.master, side), index + 1, kept + 1, unturned + as_before)
        if not chosen:
            place(structure, index + link.size, kept, unturned)

    place(start, 0, 0, 0)
    return best
