"""What other cards do to a card, as its page lists it: links below a few headings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from markupsafe import Markup
from msgspec import Struct

from generator.engine.cards import Card
from generator.search.words import sort_title
from generator.site.interactions import RELATED, Line


class Part(Struct, frozen=True):
    """So many cards do one thing to all that a selector means: `5`, `give a bonus against Computer Groups`, which
    cards.
    """

    count: int
    does: str
    names: Markup


class Related(Struct, frozen=True):
    """The cards below one heading: how many there are, and what they do."""

    heading: str
    count: int
    parts: tuple[Part, ...]


class Linked:
    """Lists of links to cards, as pages of cards write them: each list is made once, for all pages that have it."""

    def __init__(self, cards: Iterable[Card]) -> None:
        link = Markup('<a class="card-link" href="../../{}/">{}</a>')
        ordered = sorted(cards, key=lambda card: sort_title(card.name))
        self._link = {card.id: link.format(card.id, card.name) for card in ordered}
        self._rank = {card.id: rank for rank, card in enumerate(ordered)}
        self._made: dict[frozenset[str], Markup] = {}

    def __call__(self, cards: Iterable[str]) -> Markup:
        """These cards, given by id, as links in the order of their names."""
        key = frozenset(cards)
        if key not in self._made:
            self._made[key] = Markup(" · ").join(self._link[card] for card in sorted(key, key=self._rank.__getitem__))
        return self._made[key]

    def related(self, lines: Iterable[Line], card: Card) -> Iterator[Related]:
        """What other cards do to this one, below the headings of RELATED."""
        below: dict[str, list[Line]] = {heading: [] for heading in RELATED}
        for line in lines:
            below[line.heading].append(line)
        for heading, together in below.items():
            others = [(line, {saying.card.id for saying in line.by} - {card.id}) for line in together]
            if others:
                parts = tuple(Part(len(ids), line.does(len(ids)), self(ids)) for line, ids in others)
                yield Related(heading, len(set().union(*(ids for _, ids in others))), parts)
