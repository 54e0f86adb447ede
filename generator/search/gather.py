"""What of the catalog can be found, as documents of the search index."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

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
    numbers = {(section.game, section.id): section.number for section in catalog.sections}
    titles_of = {
        game.id: {each.id: each.title for each in catalog.sections if each.game == game.id} for game in catalog.games
    }
    games = {game.id: game.title for game in catalog.games}

    def place(game: str, anchor: str) -> tuple[str, ...]:
        return tuple(part for part in (numbers.get((game, anchor)), anchor) if part)

    for record in catalog.cards:
        card, titles = record.card, titles_of[record.card.game]
        says = [_opened(plain(clause.text, titles)) for clause in record.clauses]
        also = [f"Also: {', '.join(record.aliases)}"] if record.aliases else []
        traits = ", ".join((*card.alignments, *card.attributes))
        words = (word.casefold() for word in (card.nwo, card.subtype, card.kind) if word)
        what = " ".join(dict.fromkeys("NWO" if word == "nwo" else word for word in words))
        yield SearchDocument(
            kind="card",
            id=record.id,
            title=card.name,
            text=_sentences(*says, *also, record.remark or "", record.type_line or "", traits, _opened(what)),
            url=address(record),
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
    for section in catalog.sections:
        titles = titles_of[section.game]
        says = [plain(block.markdown, titles) for block in section.blocks if block.kind == "text"]
        yield SearchDocument(
            kind="section",
            id=f"{section.game}/{section.id}",
            title=section.title,
            text=_sentences(*says, f"Section {section.number}"),
            url=address(section),
            game=section.game,
            aliases=(section.number,) if section.number else (),
            cards=section.cards,
            cites=section.states,
            section=place(section.game, section.id),
        )
    for entry in catalog.glossary:
        titles = titles_of[entry.game]
        also = [f"Also: {', '.join(entry.also)}"] if entry.also else []
        yield SearchDocument(
            kind="glossary",
            id=f"{entry.game}/{entry.id}",
            title=entry.term,
            text=_sentences(plain(entry.meaning, titles), *also),
            url=address(entry),
            game=entry.game,
            aliases=entry.also,
            cites=entry.states,
            section=place(entry.game, entry.section),
        )
    records = {record.id: record for record in catalog.cards}
    for ruling in catalog.rulings:
        titles = titles_of[ruling.game]
        yield SearchDocument(
            kind="ruling",
            id=f"{ruling.game}/{ruling.id}",
            title=ruling.title,
            text=_sentences(plain(ruling.question, titles), plain(ruling.answer, titles)),
            url=address(ruling),
            game=ruling.game,
            aliases=tuple(_by_kind(ruling.title, [records[each] for each in ruling.cards if each in records])),
            cards=ruling.cards,
            cites=ruling.sources,
            section=place(ruling.game, ruling.section),
        )
    for asked in catalog.faq:
        titles = titles_of[asked.game]
        yield SearchDocument(
            kind="faq",
            id=f"{asked.game}/{asked.id}",
            title=plain(asked.question, titles),
            text=_sentences(plain(asked.answer, titles)),
            url=address(asked),
            game=asked.game,
            cards=asked.cards,
            cites=asked.states,
            section=place(asked.game, asked.section),
        )
    for difference in catalog.differences:
        says = [f"{games[point.game]}: {plain(point.says, titles_of[point.game])}" for point in difference.points]
        yield SearchDocument(
            kind="difference",
            id=difference.id,
            title=difference.title,
            text=_sentences(*says),
            url=address(difference),
            cites=difference.states,
        )
    for conflict in catalog.conflicts:
        titles = titles_of[conflict.game]
        says = [text for part in (conflict.sources, conflict.outcomes) for text in (item.says for item in part)]
        yield SearchDocument(
            kind="conflict",
            id=f"{conflict.game}/{conflict.id}",
            title=conflict.title,
            text=_sentences(*(plain(text, titles) for text in (conflict.question, *says, conflict.why))),
            url=address(conflict),
            game=conflict.game,
            cites=tuple(dict.fromkeys([*(source.cite for source in conflict.sources), *conflict.states])),
            section=place(conflict.game, conflict.section),
        )
    for change in catalog.changes:
        titles = titles_of[change.game]
        edition = catalog.edition(change.since)
        was = [f"Before: {plain(change.was, titles)}"] if change.was else []
        yield SearchDocument(
            kind="change",
            id=f"{change.game}/{change.id}",
            title=change.title,
            text=_sentences(plain(change.says, titles), *was, f"Changed in {edition.date}, {edition.title}"),
            url=address(change),
            game=change.game,
            cites=change.states,
            section=place(change.game, change.section),
        )
    for edition in catalog.editions:
        made = [change.title for change in catalog.changes if change.since == edition.id]
        made += [catalog.title_of(erratum) for erratum in catalog.errata if erratum.since == edition.id]
        if made:
            yield SearchDocument(
                kind="change",
                id=edition.id,
                title=f"Changes of {edition.title}",
                text=_sentences(f"What was changed in {edition.title}, {edition.date}: {'; '.join(made)}"),
                url=address(edition),
                aliases=(f"new in {edition.title}",),
                cites=edition.states,
            )
    for erratum in catalog.errata:
        titles = titles_of[erratum.game]
        names = [catalog.card(card_id).card.name for card_id in erratum.cards]
        was = [plain(change.was.text, titles) for change in erratum.changes if change.was]
        edition = catalog.edition(erratum.since)
        yield SearchDocument(
            kind="erratum",
            id=f"{erratum.game}/{erratum.id}",
            title=catalog.title_of(erratum),
            text=_sentences(
                plain(erratum.says, titles), *was, f"Changed in {edition.date}, {edition.title}: {', '.join(names)}"
            ),
            url=address(erratum),
            game=erratum.game,
            aliases=tuple(dict.fromkeys(names)),
            cards=erratum.cards,
            cites=erratum.states,
        )


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
