"""How pages speak of a game: names become links, everything else is escaped; lists, amounts, citations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from markupsafe import Markup, escape
from msgspec import Struct

from generator.engine.cards import Card
from generator.engine.reading import printed
from generator.rulings import SeenTable
from generator.site import links
from generator.site.book import Book
from generator.site.faces import number
from generator.site.prose import Prose
from generator.site.text import html


def mb(amount: int) -> str:
    """An amount of money."""
    return f"{number(amount)} MB"


def series(things: Iterable[Any]) -> Markup:
    """Things in a sentence: `A`, `A and B`, `A, B and C`."""
    *first, last = [escape(thing) for thing in things] or [Markup("nothing")]
    return Markup(" and ").join((Markup(", ").join(first), last)) if first else last


def listed(things: Iterable[Any], none: str = "none") -> Markup:
    """Things in a list: `A, B, C`."""
    return Markup(", ").join(escape(thing) for thing in things) or escape(none)


GOALS = {"basic": "the Basic Goal", "special": "the Special Goal"}
"""What the Goals that are no cards are called."""


class Voice(Struct, frozen=True):
    """Says things of one game on one page."""

    book: Book
    game: str
    prose: Prose

    def card(self, name: str) -> Markup:
        """The linked name of a card, given by id or slug. Raises KeyError."""
        card = self._card(name)
        return self.link(links.card_url(card.id), card.name, "card-link")

    def _card(self, name: str) -> Card:
        """The card with this id, or with this slug in the game or in one whose cards may be played with its own.

        Raises KeyError.
        """
        name = printed(name)
        if name in self.book.by_id:
            return self.book.by_id[name]
        games = (self.game, *sorted(self.book.ruleset(self.game).shares))
        game = next((game for game in games if (game, name) in self.book.slugs), self.game)
        return self.book.slugs[game, name]

    def kind(self, name: str) -> str:
        """The kind of a card, given by id or slug. Raises KeyError."""
        return self._card(name).kind

    def cards(self, names: Iterable[str]) -> list[Markup]:
        """Several of them."""
        return [self.card(name) for name in names]

    def named(self, value: str) -> Markup:
        """The linked name of a card, or the text itself where it is none."""
        try:
            return self.card(value)
        except KeyError:
            return escape(value)

    def link(self, url: str, words: str, kind: str = "") -> Markup:
        """A link of this page."""
        extra = html(' class="{}"', kind) if kind else ""
        return html('<a{} href="{}">{}</a>', extra, self.prose.href(url), words)

    def sources(self, cites: Iterable[str]) -> Markup:
        """Citations, each with a link to the section of ours that states it."""
        found = self.book.citations(cites)
        return Markup("; ").join(self.link(each.url, each.label) if each.url else escape(each.label) for each in found)

    def rule(self, source: str) -> tuple[Markup, Markup]:
        """The sentence that a source stands for, and its citations: a statement, a rule of the game, a clause."""
        slug, mark, place = source.partition("#")
        if mark:
            card = self._card(slug)
            if int(place) > len(card.clauses):
                return Markup("Ability that another card gives to {}").format(self.card(card.id)), Markup()
            clause = card.clauses[int(place) - 1]
            said = Markup("{}: {}").format(self.card(card.id), self.prose.sentence(clause.text))
            return said, self.sources(clause.cites)
        if (self.game, source) in self.book.terms:
            rule = self.book.terms[self.game, source].rule
            return self.prose.sentence(rule.text), self.sources(rule.cites)
        besides = self.book.ruleset(self.game).besides
        if source in besides:
            text, cites = besides[source]
            return escape(f"{text[:1].upper()}{text[1:]}."), self.sources(cites)
        statement = self.book.catalog.statement(source)
        return escape(statement.gist), self.sources([source])

    def line(self, source: str) -> Markup:
        """What a line of a sum is called, by its source or its label."""
        slug, mark, _ = source.partition("#")
        if mark:
            return Markup("Ability of {}").format(self.card(slug))
        if (self.game, source) in self.book.terms:
            rule = self.book.terms[self.game, source].rule
            return Markup(self.prose.sentence(rule.text).removesuffix("."))
        return escape(source)


class Moment(Struct, frozen=True):
    """Who makes a play, on which table (as it was at the start), and whose attack is under way."""

    who: str
    table: SeenTable
    attacking: str | None

    def illuminati(self, name: str) -> str:
        """The Illuminati of a player."""
        return next(player.illuminati for player in self.table.players if player.name == name)


# --- places in a Power Structure, which plays of all games name -------------------------------------------------------


def turned(sides: Mapping[str, str], say: Voice) -> Markup:
    """Puppets that are turned to other arrows, to stand behind a sentence."""
    return Markup("").join(
        Markup(", {} on the {} arrow of its master").format(say.card(card), side) for card, side in sides.items()
    )


def arranged(master: str, below: Mapping[str, Any], say: Voice) -> Markup:
    """A Power Structure in words, each master with its puppets and their arrows."""
    hung: list[tuple[str, str, Mapping[str, Any]]] = []
    for key, inner in below.items():
        side = key if key in ("top", "right", "bottom", "left") else ""
        hung += [(side, card, rest) for card, rest in (inner.items() if side else ((key, inner),))]
    own = series(Markup("{}{}").format(say.card(card), f" ({side})" if side else "") for side, card, _ in hung)
    parts = [Markup("{} under {}").format(own, say.card(master))] if hung else []
    parts += [arranged(card, rest, say) for _, card, rest in hung if rest]
    return Markup("; ").join(parts)
