"""What pages ask of the data: where things stand, what belongs together, and how a citation prints."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cached_property
from typing import Any, Literal

from msgspec import Struct

from generator.catalog.catalog import Catalog
from generator.catalog.chapters import chapter_name
from generator.catalog.grouping import grouped
from generator.catalog.records import (
    Block,
    CardRecord,
    CardSet,
    Conflict,
    Difference,
    Erratum,
    FaqEntry,
    Game,
    GlossaryEntry,
    RuleChange,
    RulingRecord,
    Section,
)
from generator.engine.attack import explain
from generator.engine.cards import Card
from generator.engine.position import Position, attack_of, read_position
from generator.engine.ruleset import Ruleset
from generator.engine.situation import Attack, Ledger, Rules
from generator.site import links


class Citation(Struct, frozen=True):
    """How a source prints, and the page of ours that states it (None when none does)."""

    label: str
    url: str | None


class Words:
    """Finds the words of a glossary in a text. A word with a capital keeps it; any other may begin a sentence."""

    def __init__(self, entries: Iterable[GlossaryEntry]) -> None:
        self._entries: dict[str, GlossaryEntry] = {}
        for entry in entries:
            for word in (entry.term, entry.plural, *entry.also):
                self._entries.setdefault(word, entry)
                self._entries.setdefault(word[:1].upper() + word[1:], entry)
        longest = sorted(self._entries, key=len, reverse=True)
        self._pattern = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest)) or '(?!)'})(?![\w-])")

    def find(self, text: str) -> list[tuple[int, int, GlossaryEntry]]:
        """Where the words stand, longest first where they overlap: start, end, and what the word means."""
        return [(found.start(), found.end(), self._entries[found.group()]) for found in self._pattern.finditer(text)]


class Book:
    """A catalog, indexed for pages. Nothing that it answers ever changes."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog, self.plain = catalog, catalog.plain
        self.cards = {record.id: record for record in catalog.cards}
        self.by_id = {card.id: card for card in catalog.engine_cards}
        """Cards as the engine knows them: what a page that names a card asks for."""
        self.slugs = {(card.game, card.slug): card for card in catalog.engine_cards}
        self._card_ids = {(card.game, card.name): card.id for card in catalog.engine_cards}
        self.sections = {(section.game, section.id): section for section in catalog.sections}
        self.rulings = {ruling.id: ruling for ruling in catalog.rulings}
        self.conflicts = {conflict.id: conflict for conflict in catalog.conflicts}
        self.terms = {(term.game, term.id): term for term in catalog.terms}
        self.games = {game.id: game for game in catalog.games}
        self.engine_cards = catalog.engine_cards
        self._rules = {game.id: catalog.rules(game.id) for game in catalog.games if game.id in catalog.fails_from}
        self._words: dict[str, Words] = {}
        self._of_section: dict[str, dict[tuple[str, str], list[Any]]] = {}

    @cached_property
    def played(self) -> tuple[Game, ...]:
        """The games that can be played, those with rules; the one with most cards first."""
        size = Counter(record.card.game for record in self.catalog.cards)
        return tuple(
            sorted((game for game in self.games.values() if game.id in self.chapters), key=lambda game: -size[game.id])
        )

    # --- addresses --------------------------------------------------------------------------------------------------

    def card_id(self, game: str, name: str) -> str:
        """The card of this name in a game, else in another: cards of the later games name cards of the earlier ones.

        Raises KeyError when no card has the name.
        """
        for each in (game, *reversed(self.games)):
            if found := self._card_ids.get((each, name)):
                return found
        raise KeyError(name)

    def chapter_slug(self, section: Section) -> str:
        """The name of its chapter in addresses."""
        return chapter_name(section.file)

    def section_url(self, game: str, anchor: str) -> str:
        """Where a section stands. Raises KeyError."""
        section = self.sections[game, anchor]
        return links.section_url(game, self.chapter_slug(section), anchor)

    @staticmethod
    def faq_url(entry: FaqEntry) -> str:
        """Where a question stands."""
        return links.faq_url(entry.game, entry.topic, entry.id)

    def rule_url(self, game: str, rule_id: str) -> str | None:
        """The section that prints a term or requirement, or else the one that states what it rests on."""
        if (game, rule_id) in self._sections_of_terms:
            return self.section_url(game, self._sections_of_terms[game, rule_id])
        return next((url for cite in self.terms[game, rule_id].rule.cites if (url := self._stated_at.get(cite))), None)

    def line_url(self, game: str, source: str) -> str | None:
        """Where the source of a line of a sum stands: a term of the rules or a clause of a card; the card, where
        another one gives it the ability.
        """
        card_id, mark, number = source.partition("#")
        if not mark:
            return self.rule_url(game, source)
        own = int(number) <= len(self.by_id[card_id].clauses)
        return f"{links.card_url(card_id)}#ability-{number}" if own else links.card_url(card_id)

    def set(self, set_id: str) -> CardSet:
        """The set with this id. Raises KeyError."""
        return self._sets[set_id]

    @cached_property
    def _sets(self) -> dict[str, CardSet]:
        return {each.id: each for each in self.catalog.sets}

    # --- citations --------------------------------------------------------------------------------------------------

    def citations(self, cites: Iterable[str]) -> list[Citation]:
        """The sources of these statements, each place once, as they print."""
        found: dict[str, Citation] = {}
        for cite in cites:
            label = self.catalog.source(cite)
            found.setdefault(label, Citation(label, self._stated_at.get(cite)))
        return list(found.values())

    def sources(self, cites: Iterable[str]) -> str:
        """The same on one line, the name of the document once: `Deluxe rules, p. 3, p. 16`."""
        parts: dict[str, list[str]] = defaultdict(list)
        for citation in self.citations(cites):
            document, _, place = citation.label.partition(", ")
            parts[document].append(place)
        return "; ".join(", ".join((document, *places)) for document, places in parts.items())

    @cached_property
    def _stated_at(self) -> dict[str, str]:
        """The address that states each statement: a section, else the glossary, a question, a conflict, or a change."""
        found: dict[str, str] = {}
        for section in self.catalog.sections:
            for cite in section.states:
                found.setdefault(cite, self.section_url(section.game, section.id))
        for entry in self.catalog.glossary:
            for cite in entry.states:
                found.setdefault(cite, links.term_url(entry.game, entry.id))
        for asked in self.catalog.faq:
            for cite in asked.states:
                found.setdefault(cite, self.faq_url(asked))
        for conflict in self.catalog.conflicts:
            for cite in conflict.states:
                found.setdefault(cite, links.conflict_url(conflict.id))
        changes: tuple[RuleChange | Erratum, ...] = (*self.catalog.changes, *self.catalog.errata)
        for change in changes:
            for cite in change.states:
                found.setdefault(cite, links.erratum_url(change.id))
        for difference in self.catalog.differences:
            for cite in difference.states:
                found.setdefault(cite, links.difference_url(difference.id))
        return found

    @cached_property
    def _sections_of_terms(self) -> dict[tuple[str, str], str]:
        return {
            (section.game, term): section.id
            for section in reversed(self.catalog.sections)
            for block in section.blocks
            if block.kind == "terms"
            for term in block.markdown.split()
        }

    # --- what belongs together --------------------------------------------------------------------------------------

    @cached_property
    def chapters(self) -> dict[str, list[Section]]:
        """The chapters of each game, in order."""
        return grouped((section.game, section) for section in self.catalog.sections if section.level == 1)

    def sections_of(self, chapter: Section) -> list[Section]:
        """A chapter's sections, without itself."""
        return [
            section
            for section in self.catalog.sections
            if section.game == chapter.game and section.chapter == chapter.id and section.level == 2
        ]

    def moved_from(self, game: str, chapter: str) -> list[Section]:
        """The sections that stood in this chapter, as addresses name it, and stand in another now."""
        moved = (each for each in self.ruleset(game).said.get("moved", ()) if each["from"] == chapter)
        return [self.sections[game, anchor] for each in moved for anchor in each["sections"]]

    @cached_property
    def _rulings_by_card(self) -> dict[str, list[RulingRecord]]:
        return grouped(
            (card_id, ruling)
            for ruling in self.catalog.rulings
            for card_id in dict.fromkeys((*ruling.cards, *self._cards_in_scenario(ruling)))
        )

    def _cards_in_scenario(self, ruling: RulingRecord) -> list[str]:
        """Cards of the position of a ruling: they are in the sum, so the ruling touches them."""
        text = ruling.scenario.get("position")
        if not isinstance(text, str):
            return []
        position = read_position(text, self.engine_cards)
        against, laid = (slug for slug, _ in position.against), (slug for slug, _ in position.link)
        played = (item.partition("+")[0] for item in position.play)
        slugs = (position.attacker, position.target, *position.aid, *against, *laid, *position.nwo, *played)
        return [self.slugs[position.game, slug].id for slug in slugs]

    def rulings_of_card(self, card_id: str) -> list[RulingRecord]:
        """The rulings that a card is part of, those about it first."""
        return self._rulings_by_card.get(card_id, [])

    def longer_names(self, card: Card) -> list[str]:
        """The names of other cards in which that of this card stands: `Earthquake Projector`."""
        name = card.name.removeprefix("The ")
        return sorted({each.name for each in self.engine_cards if name in each.name} - {name, f"The {name}"})

    def of_section(self, kind: Literal["rulings", "faq", "changes", "conflicts"], section: Section) -> list[Any]:
        """The rulings or conflicts of a section, the questions that it answers, or what later editions changed in
        it.
        """
        if kind not in self._of_section:
            self._of_section[kind] = grouped(((each.game, each.section), each) for each in getattr(self.catalog, kind))
        return self._of_section[kind].get((section.game, section.id), [])

    def conflicts_of_section(self, section: Section) -> list[Conflict]:
        """The conflicts that belong to a section and are not printed in it."""
        printed = {block.markdown for block in section.blocks if block.kind == "conflict"}
        return [each for each in self.of_section("conflicts", section) if each.id not in printed]

    @cached_property
    def _played_outcomes(self) -> dict[tuple[str, str], list[RulingRecord]]:
        """The rulings that play an outcome on a table, by conflict and outcome; the other one in a counter-case is
        played as well.
        """
        found: dict[tuple[str, str], list[RulingRecord]] = defaultdict(list)
        for ruling in self.catalog.rulings:
            own = ruling.scenario.get("table") or {}
            other = (ruling.scenario.get("counter") or {}).get("table") or own
            agreed = [
                {str(name).replace("_", "-"): value for name, value in (each.get("options") or {}).items()}
                for each in (own, other)
            ]
            for name in dict.fromkeys(key for options in agreed for key in options if key in self.conflicts):
                for outcome in dict.fromkeys(options.get(name, self.conflicts[name].default) for options in agreed):
                    found[name, outcome].append(ruling)
        return found

    def rulings_of_outcome(self, conflict: Conflict, outcome: str) -> list[RulingRecord]:
        """The rulings in which an outcome of a conflict is played on a table."""
        return self._played_outcomes.get((conflict.id, outcome), [])

    @cached_property
    def _conflicts_about(self) -> dict[str, list[Conflict]]:
        """The disputes that name a card or state a statement, by its id."""
        found: dict[str, list[Conflict]] = defaultdict(list)
        for conflict in self.catalog.conflicts:
            says = (each.says for part in (conflict.sources, conflict.outcomes) for each in part)
            names = re.findall(r"\[\[([^#\]|][^\]|]*)", "\n".join((conflict.question, conflict.why, *says)))
            for name in dict.fromkeys((*(self.card_id(conflict.game, name) for name in names), *conflict.states)):
                found[name].append(conflict)
        return found

    def conflicts_of_card(self, card: CardRecord) -> list[Conflict]:
        """The disputes that name a card, and those on what its clauses rest on."""
        asked = (card.id, *((card.source,) if card.source and card.clauses else ()))
        return list({each.id: each for name in asked for each in self._conflicts_about.get(name, ())}.values())

    @cached_property
    def _faq_by_card(self) -> dict[str, list[FaqEntry]]:
        return grouped((card_id, entry) for entry in self.catalog.faq for card_id in entry.cards)

    def faq_of_card(self, card_id: str) -> list[FaqEntry]:
        """The questions that are about a card."""
        return self._faq_by_card.get(card_id, [])

    @cached_property
    def _rulings_of_statement(self) -> dict[str, list[int]]:
        """Which rulings settle a statement, by their number in the catalog."""
        return grouped(
            (statement, number) for number, ruling in enumerate(self.catalog.rulings) for statement in ruling.settles
        )

    def rulings_of_faq(self, entry: FaqEntry) -> list[RulingRecord]:
        """The rulings that put what the answer states to the test: the engine settles these questions."""
        at = {each for statement in entry.states for each in self._rulings_of_statement.get(statement, ())}
        return [self.catalog.rulings[each] for each in sorted(at)]

    def differences_of_section(self, section: Section) -> list[Difference]:
        """The points of a section on which the games differ."""
        here = section.game, section.id
        return [
            each
            for each in self.catalog.differences
            if any((point.game, point.section) == here for point in each.points)
        ]

    def sections_of_card(self, card: CardRecord) -> list[Section]:
        """The sections that mention a card or state what its clauses rest on."""
        asked = (card.id, *(card.cites if card.clauses else ()))
        found = {at for name in asked for at in self._sections_about.get((card.card.game, name), ())}
        return [self.catalog.sections[at] for at in sorted(found)]

    @cached_property
    def _sections_about(self) -> dict[tuple[str, str], list[int]]:
        """The places among all sections of those of a game that mention a card or make a statement, by its id."""
        return grouped(
            ((section.game, name), at)
            for at, section in enumerate(self.catalog.sections)
            for name in (*section.cards, *section.states)
        )

    @cached_property
    def _linked_from(self) -> dict[tuple[str, str], list[Section]]:
        return grouped(
            ((section.game, anchor), section)
            for section in self.catalog.sections
            for anchor in dict.fromkeys(anchors(section.blocks))
            if anchor != section.id
        )

    def see_also(self, section: Section) -> list[Section]:
        """The sections that send their reader here and that this one does not name itself."""
        named = set(anchors(section.blocks))
        return [other for other in self._linked_from.get((section.game, section.id), ()) if other.id not in named]

    def glossary_of(self, game: str) -> list[GlossaryEntry]:
        """The glossary of a game, by its words."""
        return sorted(
            (entry for entry in self.catalog.glossary if entry.game == game), key=lambda entry: entry.term.lower()
        )

    def words(self, game: str) -> Words:
        """The words of a game's glossary."""
        if game not in self._words:
            self._words[game] = Words(self.glossary_of(game))
        return self._words[game]

    @cached_property
    def _steps(self) -> dict[str, tuple[tuple[str, str, str], ...]]:
        found: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
        for section in self.catalog.sections:
            if step := re.fullmatch(r"Steps? (\d+(?: (?:and|to) \d+)?): (.+)", section.title):
                found[section.game].append((re.sub(" (and|to) ", "–", step[1]), step[2], section.id))
        return {game: tuple(steps) for game, steps in found.items()}

    def steps(self, game: str) -> tuple[tuple[str, str, str], ...]:
        """The sections that are steps of a turn: the number (3, or 3–4), what the step is called, the anchor."""
        return self._steps.get(game, ())

    # --- attacks ----------------------------------------------------------------------------------------------------

    def rules(self, game: str) -> Rules:
        """The rules of a game's attacks."""
        return self._rules[game]

    @property
    def first(self) -> str:
        """The first of the games."""
        return self.catalog.games[0].id

    def ruleset(self, game: str) -> Ruleset:
        """What the file of a game says."""
        return self.catalog.ruleset(game)

    def fighters(self, game: str) -> tuple[tuple[Card, ...], Rules | None]:
        """The cards of a game that attack or are attacked, and the rules of its attacks."""
        found = tuple(card for card in self.engine_cards if card.game == game and card.kind in ("illuminati", "group"))
        return found, self._rules.get(game)

    def named_in(self, line: str) -> tuple[tuple[Card, ...], Rules | None]:
        """The cards of all games that a line names by their short ids, in the order of the line, and the rules of its
        game: all that it can be about.
        """
        words = dict.fromkeys(re.findall(r"[a-z0-9-]+", line))
        found = (card for word in words for card in self._by_slug.get(word, ()))
        return tuple(found), self._rules.get(line.partition(" ")[0])

    @cached_property
    def _by_slug(self) -> dict[str, list[Card]]:
        return grouped((card.slug, card) for card in self.engine_cards)

    def position(self, text: str) -> Position:
        """A position in one line. Raises LineError."""
        return read_position(text, self.engine_cards)

    def has_calculator(self, game: str) -> bool:
        """Whether the calculators know the game: its attacks have rules, and the engine knows what else it asks for."""
        return game in self._rules and bool(self.ruleset(game).of_goals("words"))

    def read(self, text: str) -> tuple[Position, Attack, Ledger]:
        """A position in one line, the attack that it means and its explanation. Raises LineError."""
        position = read_position(text, self.engine_cards)
        attack = attack_of(position, self.engine_cards)
        return position, attack, explain(attack, self.rules(position.game))


def anchors(blocks: Iterable[Block]) -> list[str]:
    """The sections that the text of these blocks links to, in order."""
    return re.findall(r"\[\[#([^\]|]+)", "\n".join(block.markdown for block in blocks if block.kind == "text"))
