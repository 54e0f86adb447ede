"""What of the catalog can be found, as documents of the search index."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from generator.catalog.catalog import Catalog
from generator.catalog.prose import unlinked
from generator.catalog.records import (
    CardRecord,
    Conflict,
    Difference,
    Edition,
    Erratum,
    FaqEntry,
    GlossaryEntry,
    RuleChange,
    RulingRecord,
    Section,
)
from generator.language import tree as t

from .document import SearchDocument

Findable = (
    CardRecord
    | Section
    | GlossaryEntry
    | FaqEntry
    | RulingRecord
    | Difference
    | Conflict
    | RuleChange
    | Erratum
    | Edition
)

_USED = (
    t.Ability,
    t.SurgePlot,
    t.ReloadPlot,
    t.ConversionPlot,
    t.PowerPlot,
    t.Zap,
    t.Paralysis,
    t.Freeze,
    t.Assassination,
    t.Disaster,
)
"""Abilities that somebody uses, and the families of Plots that are played; other sentences just hold."""

_KINDS = {"assassination": "Assassination", "zap": "Zap"}
"""What players call the Plots of a kind."""
_TABLE_RULE = re.compile(r"^[\s|:-]+$", re.MULTILINE)
_LINE_MARK = re.compile(r"^\s*(?:[-*+>|]|\d+\.)\s+", re.MULTILINE)
_EMPHASIS = re.compile(r"(\*\*|__|[*`])(?=\S)(.+?)(?<=\S)\1")


def catalog_documents(catalog: Catalog, address: Callable[[Findable], str]) -> Iterator[SearchDocument]:
    """Yield everything that can be found; `address` is the URL of a thing on the site.

    The id of a card is its own, that of anything else `<game>/<its id>`. The text is plain, its markup taken off.
    """
    found = _Gatherer(catalog, address)
    yield from map(found.card, catalog.cards)
    yield from map(found.section, catalog.sections)
    yield from map(found.word, catalog.glossary)
    yield from map(found.ruling, catalog.rulings)
    yield from map(found.question, catalog.faq)
    yield from map(found.difference, catalog.differences)
    yield from map(found.conflict, catalog.conflicts)
    yield from map(found.change, catalog.changes)
    yield from (each for edition in catalog.editions for each in found.edition(edition))
    yield from map(found.erratum, catalog.errata)


class _Gatherer:
    """Makes the documents of a catalog, one method a kind."""

    def __init__(self, catalog: Catalog, address: Callable[[Findable], str]) -> None:
        self.catalog, self.address = catalog, address
        self.numbers = {(section.game, section.id): section.number for section in catalog.sections}
        self.titles: dict[str, dict[str, str]] = {game.id: {} for game in catalog.games}
        for section in catalog.sections:
            self.titles[section.game][section.id] = section.title
        self.games = {game.id: game.title for game in catalog.games}
        self.records = {record.id: record for record in catalog.cards}

    def _plain(self, thing: Any, *texts: str) -> list[str]:
        """Texts of a thing, in which links are titles of its game."""
        return [plain(text, self.titles[thing.game]) for text in texts]

    def _one(self, kind: str, thing: Any, title: str, *says: str, anchor: str = "", **more: Any) -> SearchDocument:
        """The document of a thing of a game; `says` are its sentences, `anchor` is that of its section."""
        section = tuple(part for part in (self.numbers.get((thing.game, anchor)), anchor) if part)
        its_id, text, url = f"{thing.game}/{thing.id}", _sentences(*says), self.address(thing)
        return SearchDocument(kind, its_id, title, text, url, thing.game, section=section, **more)

    def card(self, record: CardRecord) -> SearchDocument:
        card, titles = record.card, self.titles[record.card.game]
        says = [_opened(plain(clause.text, titles)) for clause in record.clauses]
        also = [f"Also: {', '.join(record.aliases)}"] if record.aliases else []
        traits = ", ".join((*card.alignments, *card.attributes))
        words = (word.casefold() for word in (card.nwo, card.subtype, card.kind) if word)
        what = " ".join(dict.fromkeys("NWO" if word == "nwo" else word for word in words))
        return SearchDocument(
            kind="card",
            id=record.id,
            title=card.name,
            text=_sentences(*says, *also, record.remark or "", record.type_line or "", traits, _opened(what)),
            url=self.address(record),
            game=card.game,
            set=card.set,
            type=card.kind,
            subtype=card.subtype or "",
            alignment=card.alignments,
            attribute=card.attributes,
            rarity=record.rarity or "",
            nwo=card.nwo or "",
            has=tuple(_features(record)),
            power=None if card.variable_power else card.power,
            transferable=card.transferable,
            global_power=card.global_power,
            resistance=card.resistance,
            income=card.income,
            arrows=len(card.arrows_out) if card.arrows_out or card.kind in ("illuminati", "group") else None,
            aliases=record.aliases,
            cards=(record.id,),
            cites=record.cites,
        )

    def section(self, each: Section) -> SearchDocument:
        says = self._plain(each, *(block.markdown for block in each.blocks if block.kind == "text"))
        more = {"aliases": (each.number,) if each.number else (), "cards": each.cards, "cites": each.states}
        return self._one("section", each, each.title, *says, f"Section {each.number}", anchor=each.id, **more)

    def word(self, entry: GlossaryEntry) -> SearchDocument:
        says = self._plain(entry, entry.meaning) + ([f"Also: {', '.join(entry.also)}"] if entry.also else [])
        more = {"aliases": entry.also, "cites": entry.states}
        return self._one("glossary", entry, entry.term, *says, anchor=entry.section, **more)

    def ruling(self, each: RulingRecord) -> SearchDocument:
        cards = [self.records[card] for card in each.cards if card in self.records]
        says = self._plain(each, each.question, each.answer)
        more = {"aliases": tuple(_by_kind(each.title, cards)), "cards": each.cards, "cites": each.sources}
        return self._one("ruling", each, each.title, *says, anchor=each.section, **more)

    def question(self, each: FaqEntry) -> SearchDocument:
        title, answer = self._plain(each, each.question, each.answer)
        return self._one("faq", each, title, answer, anchor=each.section, cards=each.cards, cites=each.states)

    def difference(self, each: Difference) -> SearchDocument:
        text = _sentences(*(f"{self.games[point.game]}: {self._plain(point, point.says)[0]}" for point in each.points))
        return SearchDocument("difference", each.id, each.title, text, self.address(each), cites=each.states)

    def conflict(self, each: Conflict) -> SearchDocument:
        sides = [item.says for part in (each.sources, each.outcomes) for item in part]
        cites = tuple(dict.fromkeys([*(source.cite for source in each.sources), *each.states]))
        says = self._plain(each, each.question, *sides, each.why)
        return self._one("conflict", each, each.title, *says, cites=cites, anchor=each.section)

    def change(self, each: RuleChange) -> SearchDocument:
        edition = self.catalog.edition(each.since)
        was = [f"Before: {text}" for text in self._plain(each, each.was or "") if text]
        when = f"Changed in {edition.date}, {edition.title}"
        says = (*self._plain(each, each.says), *was, when)
        return self._one("change", each, each.title, *says, cites=each.states, anchor=each.section)

    def edition(self, edition: Edition) -> Iterator[SearchDocument]:
        """What changed in an edition, if anything did."""
        made = [change.title for change in self.catalog.changes if change.since == edition.id]
        made += [self.catalog.title_of(each) for each in self.catalog.errata if each.since == edition.id]
        if made:
            title, aliases = f"Changes of {edition.title}", (f"new in {edition.title}",)
            text = _sentences(f"What was changed in {edition.title}, {edition.date}: {'; '.join(made)}")
            url, cites = self.address(edition), edition.states
            yield SearchDocument("change", edition.id, title, text, url, aliases=aliases, cites=cites)

    def erratum(self, each: Erratum) -> SearchDocument:
        names = [self.catalog.card(card).card.name for card in each.cards]
        edition = self.catalog.edition(each.since)
        was = self._plain(each, *(change.was.text for change in each.changes if change.was))
        says = [*self._plain(each, each.says), *(f"Before: {_opened(text)}" for text in was)]
        says.append(f"Changed in {edition.date}, {edition.title}: {', '.join(names)}")
        more: dict[str, Any] = {"aliases": tuple(dict.fromkeys(names)), "cards": each.cards, "cites": each.states}
        return self._one("erratum", each, self.catalog.title_of(each), *says, **more)


def _by_kind(title: str, records: list[CardRecord]) -> Iterator[str]:
    """The title of a ruling as somebody asks who thinks of the kind of a card and not of its name: Hoax cancels an
    Assassination.
    """
    for card in (record.card for record in records):
        kind = _KINDS.get(card.subtype or "")
        if kind and card.name in title and kind not in title:
            yield title.replace(card.name, kind)


def _features(record: CardRecord) -> Iterator[str]:
    """What the field `has` says of a card. `action`: an ability that is used, or a Resource that prints "Action"."""
    if record.clauses:
        yield "ability"
    used = any(isinstance(node, _USED) for clause in record.clauses for node in t.nodes(clause.sentence))
    if used or (record.card.kind == "resource" and "Action" in (record.type_line or "")):
        yield "action"


def plain(markdown: str, titles: dict[str, str]) -> str:
    """Our Markdown as running text: `[[#anchor]]` becomes the title of that section, `[[Card]]` its name.

    `titles` are the titles of sections by anchor.
    """

    text = unlinked(markdown, lambda anchor: titles.get(anchor, anchor))
    text = re.sub(r"\[([^\[\]]+)\](?:\([^)]*\))?", r"\1", text)
    text = _LINE_MARK.sub("", _TABLE_RULE.sub("", text))
    text = _EMPHASIS.sub(r"\2", _EMPHASIS.sub(r"\2", text))
    return " ".join(text.replace("|", " ").split())


def _opened(text: str) -> str:
    """Words as a sentence begins."""
    return text[:1].upper() + text[1:]


def _sentences(*texts: str) -> str:
    """The texts one after the other, each ending like a sentence."""
    return " ".join(text if text.endswith((".", "!", "?", ":")) else f"{text}." for text in texts if text)
