"""What scenarios of one game are played with: its cards, its rules, its statements."""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct

from generator.catalog.catalog import Catalog
from generator.catalog.records import CardRecord
from generator.engine.cards import Card, Clause, ClauseOf
from generator.engine.games import hooks
from generator.engine.reading import COPY, Game, numbered
from generator.engine.situation import Rules
from generator.language import nodes
from generator.language import tree as t
from generator.meaning import lower
from generator.structs import replace


class World(Struct, frozen=True, dict=True):
    """A game of the catalog, ready to play."""

    catalog: Catalog
    game: str

    @property
    def title(self) -> str:
        """What the game is called."""
        return next(game.title for game in self.catalog.games if game.id == self.game)

    @cached_property
    def cards(self) -> dict[str, CardRecord]:
        """The cards of the game by slug."""
        return {record.card.slug: record for record in self.catalog.cards if record.card.game == self.game}

    @cached_property
    def known(self) -> dict[str, CardRecord]:
        """The cards that may be on a table, by slug and id: of the game, and of those it shares cards with; its own
        come first.
        """
        shared = [record for record in self.catalog.cards if record.card.game in self.rules.its.shares]
        return {
            text: record for record in (*shared, *self.cards.values()) for text in (record.card.id, record.card.slug)
        }

    def card_id(self, text: str) -> str | None:
        """The id of a card as scenarios name it: by slug or id, a further copy with `~2` behind; None for no card."""
        name, copy, number = text.partition(COPY)
        record = self.known.get(text if copy and not hooks(self.rules.its).copies else name)
        return record.card.id + copy + number if record else None

    @cached_property
    def plain_cards(self) -> tuple[Card, ...]:
        """The cards as the engine knows them."""
        return tuple(record.card for record in self.cards.values())

    @cached_property
    def alignments(self) -> tuple[str, ...]:
        """The alignments of the game."""
        return next(game.alignments for game in self.catalog.games if game.id == self.game)

    @cached_property
    def rules(self) -> Rules:
        """The arithmetic of attacks and what they require."""
        return self.catalog.rules(self.game)

    @cached_property
    def engine_game(self) -> Game:
        """What the table engine needs to know of the game."""
        goals = tuple(
            ClauseOf[t.BasicGoal](term.rule.text, lower(term.rule.tree), term.rule.cites)
            for term in self.catalog.terms
            if term.game == self.game and term.part == "goal"
        )
        others = tuple(record.card for record in self.catalog.cards if record.card.game in self.rules.its.shares)
        return Game(
            {card.id: self._as_played(card) for card in (*others, *self.plain_cards)},
            self.rules,
            goals,
            {record.id: record.copies for record in self.cards.values() if record.copies != 1},
        )

    def _as_played(self, card: Card) -> Card:
        """A card whose standing sentences for one game alone are said plainly in that game, and not at all in the
        other; as are effects of its abilities.
        """
        title = self.rules.its.sentences_say

        def said(clause: Clause) -> Clause:
            sentence = clause.sentence
            if isinstance(sentence, t.Ability):
                effects = tuple(each for effect in sentence.effects for each in here(effect))
                return replace(clause, sentence=replace(sentence, effects=effects))
            if not isinstance(sentence, t.InGame):
                return clause
            if sentence.game == title and isinstance(sentence.sentence, t.Ability):
                return clause
            return replace(clause, sentence=sentence.sentence if sentence.game == title else None)

        def here(effect: t.Effect) -> tuple[t.Effect, ...]:
            if not isinstance(effect, t.OnlyIn):
                return (effect,)
            if effect.game != title:
                return ()
            return (effect.choice,) if effect.choice else effect.effects

        parted = any(isinstance(node, t.InGame | t.OnlyIn) for each in card.clauses for node in nodes(each.sentence))
        return replace(card, clauses=tuple(map(said, card.clauses))) if parted else card

    @cached_property
    def sources(self) -> frozenset[str]:
        """Everything a line of a sum or a reason can come from: ids of terms and requirements, `<slug>#<clause>`."""
        rules = {rule.id for rule in self.rules.all}
        clauses = {
            f"{card.slug}#{n}" for card in self.engine_game.book.values() for n in range(1, len(card.clauses) + 1)
        }
        added = hooks(self.rules.its).added if self.rules.its.hooks else ()
        return frozenset(rules | clauses | set(added) | set(self.rules.its.besides))

    def name(self, slug: str) -> str:
        """The printed name of a card, of a further copy with its number; what names no card as it is."""
        record = self.known.get(slug.partition(COPY)[0])
        return slug if record is None else numbered(record.name, slug)
