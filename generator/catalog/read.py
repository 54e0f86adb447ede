"""Reading `cards/` and `rules/`: files in, a checked Catalog out, or every problem in them at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from generator.catalog import layout
from generator.catalog.catalog import Catalog, find_card, fold, rules_of, selected
from generator.catalog.chapters import DraftSection, links, read_chapter
from generator.catalog.errata import NoSuchClause, before, in_order
from generator.catalog.items import Item, read_json_lines, read_yaml
from generator.catalog.problems import CatalogError, Code, Problem, nearest
from generator.catalog.records import (
    Block,
    CardRecord,
    CardSet,
    Change,
    ClauseRecord,
    Conflict,
    ConflictSource,
    Difference,
    Document,
    Edition,
    Erratum,
    FaqEntry,
    FaqTopic,
    Game,
    GlossaryEntry,
    Outcome,
    Point,
    Printing,
    QuickPart,
    RuleChange,
    RulingRecord,
    Section,
    Statement,
    TermRecord,
)
from generator.catalog.shapes import BAD, Shape, good
from generator.engine.attack import Rule, Rules
from generator.engine.cards import Card, Clause
from generator.engine.line import LineError
from generator.engine.position import read_position
from generator.language import LanguageError, parse, phrase
from generator.language import tree as t

_SCENARIO = ("position", "table", "facts", "play", "expect", "counter")
_ON_CARDS = tuple(kind for kind in t.Sentence.__args__ if kind not in (t.Term, t.Requirement, t.BasicGoal))
_UNKNOWN = {
    "statement": (Code.UNKNOWN_STATEMENT, "no document has the statement {!r}"),
    "section": (Code.UNKNOWN_SECTION, "no section has the anchor {!r}"),
    "term": (Code.UNKNOWN_TERM, "no term, requirement or goal is called {!r}"),
    "ruling": (Code.UNKNOWN_RULING, "no ruling is called {!r}"),
    "conflict": (Code.UNKNOWN_CONFLICT, "no conflict record is called {!r}"),
    "card-name": (Code.UNKNOWN_CARD, "no card is called {!r}"),
    "card-slug": (Code.UNKNOWN_CARD, "no card has the id {!r}"),
    "set": (Code.UNKNOWN_SET, "no set is called {!r}"),
    "game": (Code.UNKNOWN_SET, "no game is called {!r}"),
    "edition": (Code.UNKNOWN_EDITION, "no edition is called {!r}"),
}
_EVERYWHERE = {
    "statement", "ruling", "set", "game", "edition", "erratum", "conflict", "faq", "difference",
}  # fmt: skip
"""Kinds of thing whose ids are unique over all games; the others belong to one game each."""


def read_catalog(root: Path) -> Catalog:
    """The catalog of the checkout at `root`. Raises CatalogError, which carries all problems."""
    reader = _Reader(root)
    catalog = reader.read()
    if reader.problems:
        raise CatalogError(reader.problems)
    return catalog


@dataclass(frozen=True)
class _Use:
    """A name that must exist: `item` holds it, `kind` says of what, `game` where."""

    kind: str
    game: str
    item: Item


class _Reader:
    """Reads one checkout. Collects problems, and names to resolve when every file has been read."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.problems: list[Problem] = []
        self.uses: list[_Use] = []
        self.known: dict[tuple[str, str], dict[str, str]] = {}
        # Kinds of things that a broken file would have defined: looking them up could only report what is not wrong.
        self.incomplete: set[str] = set()
        self.rules: dict[str, Rules] = {}
        self.game = ""

    # --- what shapes need -------------------------------------------------------------------------------------------

    def report(self, problem: Problem) -> None:
        self.problems.append(problem)

    def refer(self, kind: str, item: Item) -> None:
        if kind == "prose":
            for found, name in links(item):
                self.refer(found, name)
        else:
            self.uses.append(_Use(kind, self.game, item))

    # --- files ------------------------------------------------------------------------------------------------------

    def read(self) -> Catalog:
        games, sets, editions = self._published()
        documents = self._documents()
        statements = [statement for document in documents for statement in self._statements(document.id)]
        by_id = {game.id: game for game in games}
        cards = list(self._cards({each.id: by_id[each.game] for each in sets if each.game in by_id}))
        by_game: dict[str, list[Any]] = {
            kind: [] for kind in ("sections", "glossary", "conflicts", "terms", "errata", "changes", "faq_topics", "faq", "quick")
        }
        rulings: list[RulingRecord] = []
        opposites, fails_from, differs = {}, {}, {}
        for game in games:
            self.game = game.id
            folder = f"rules/{game.id}"
            # A game whose rules are not written yet has cards all the same.
            written = any((self.root / folder).glob("*.md"))
            terms = self._terms(f"{folder}/terms.yaml", written)
            if terms:
                opposites[game.id], fails_from[game.id], differs[game.id] = terms[:3]
                by_game["terms"] += terms[3]
                self.rules[game.id] = rules_of(game.id, terms[3], *terms[:3])
            by_game["glossary"] += self._glossary(f"{folder}/glossary.yaml", written)
            by_game["conflicts"] += self._conflicts(f"{folder}/conflicts.yaml", written)
            by_game["errata"] += self._errata(f"{folder}/errata.yaml", cards, editions)
            by_game["quick"] += self._quick(f"{folder}/quick.yaml")
            by_game["changes"] += self._rule_changes(f"{folder}/changes.yaml")
            by_game["sections"] += self._chapters(folder, cards)
            for topic, entries in self._faq(folder, cards):
                by_game["faq_topics"].append(topic)
                by_game["faq"] += entries
            rulings += self._rulings(folder, cards)
        differences = list(self._differences("rules/differences.yaml", games))
        self._resolve(cards)
        return Catalog(
            documents=tuple(documents),
            statements=tuple(statements),
            games=tuple(games),
            sets=tuple(sets),
            editions=tuple(editions),
            cards=tuple(cards),
            rulings=tuple(rulings),
            differences=tuple(differences),
            opposites=opposites,
            fails_from=fails_from,
            differs=differs,
            **{kind: tuple(records) for kind, records in by_game.items()},
        )

    def _text(self, file: str, *defines: str, needed: bool = True) -> str | None:
        """The text of a file; `defines` are the kinds of things that are incomplete when it cannot be read."""
        try:
            return (self.root / file).read_bytes().decode("utf-8-sig")
        except (FileNotFoundError, NotADirectoryError):
            if needed:
                self.report(Problem(file, 1, 1, Code.MISSING_FILE.code, "this file is needed and not there"))
        except OSError as error:
            self.report(Problem(file, 1, 1, Code.MISSING_FILE.code, f"this file cannot be read: {error.strerror}"))
        except UnicodeDecodeError as error:
            before = error.object[: error.start]
            column = error.start - before.rfind(b"\n")
            self.report(
                Problem(file, before.count(b"\n") + 1, column, Code.BAD_ENCODING.code, "this is not UTF-8 text")
            )
        if needed:
            self.incomplete.update(defines)
        return None

    def _checked(self, file: str, shape: Shape | Callable[[Item], Shape], *defines: str, needed: bool = True) -> Any:
        """What a YAML file holds, checked; BAD when that makes no sense, None when the file is empty or need
        not exist.
        """
        text = self._text(file, *defines, needed=needed)
        if text is None:
            return None
        before = len(self.problems)
        item = read_yaml(text, file, self.report)
        if item is None:
            if len(self.problems) > before:
                self.incomplete.update(defines)
            return None
        value = (shape(item) if callable(shape) else shape).check(item, self)
        if value is BAD:
            self.incomplete.update(defines)
        return value

    def _define(self, kind: str, name: str, item: Item, what: str = "id") -> bool:
        """Remember that a thing exists, unless another has the name, which is reported."""
        names = self.known.setdefault((kind, "" if kind in _EVERYWHERE else self.game), {})
        if name in names:
            self.report(item.problem(Code.DUPLICATE_ID, f"the {what} {name!r} is taken by {names[name]}"))
            return False
        names[name] = f"{item.file}:{item.line}"
        return True

    def _each(self, entries: Any, kind: str) -> Iterator[SimpleNamespace]:
        """The entries of a checked list whose id is good and new."""
        for entry in entries if isinstance(entries, list) else ():
            if entry is BAD or entry.id is BAD:
                self.incomplete.add(kind)
            elif self._define(kind, entry.id, entry.item.value["id"]):
                yield entry

    # --- sets, editions, documents, statements --------------------------------------------------------------------------------

    def _published(self) -> tuple[list[Game], list[CardSet], list[Edition]]:
        found = self._checked("cards/sets.yaml", layout.SETS, "game", "set", "edition")
        if not isinstance(found, SimpleNamespace):
            return [], [], []
        games = [
            Game(each.id, each.title, each.short, tuple(each.alignments), tuple(each.attributes), tuple(each.numbers))
            for each in self._each(found.games, "game")
            if good(each)
        ]
        sets = [
            CardSet(each.id, each.game, each.title, each.year) for each in self._each(found.sets, "set") if good(each)
        ]
        return games, sets, list(self._editions(found.editions))

    def _editions(self, entries: Any) -> Iterator[Edition]:
        if not good(entries):
            self.incomplete.add("edition")
        last = ""
        for each in self._each(entries, "edition"):
            if not good(each):
                continue
            if each.date < last[: len(each.date)]:
                item = each.item.value["date"]
                self.report(item.problem(Code.BAD_DATE, f"the edition above this one is of {last}: put them in order"))
            last = each.date
            yield Edition(each.id, each.title, each.date, each.set, each.note or "", tuple(each.states or ()))

    def _documents(self) -> list[Document]:
        found = self._checked("rules/documents.yaml", layout.DOCUMENTS, "statement")
        if not good(found):
            self.incomplete.add("statement")
        return [
            Document(
                each.id,
                each.title,
                each.short,
                each.edition or "",
                each.year,
                each.pages,
                each.publisher or "",
                each.note or "",
            )
            for each in self._each(found, "document")
            if good(each)
        ]

    def _statements(self, document: str) -> Iterator[Statement]:
        file = f"rules/statements/{document}.jsonl"
        text = self._text(file, "statement")
        before = len(self.problems)
        for item in read_json_lines(text or "", file, self.report):
            row = layout.STATEMENT.check(item, self)
            if row is BAD or row.id is BAD or not self._define("statement", row.id, item.value["id"]):
                continue
            if good(row):
                yield Statement(
                    row.id,
                    document,
                    row.kind,
                    _part(row.section),
                    row.page,
                    row.line or row.lines or "",
                    row.gist,
                    tuple(row.cards),
                    row.checkable,
                    row.check or "",
                )
        if len(self.problems) > before:
            self.incomplete.add("statement")

    # --- cards ------------------------------------------------------------------------------------------------------

    def _cards(self, game_of: dict[str, Game]) -> Iterator[CardRecord]:
        files = sorted(path.relative_to(self.root).as_posix() for path in self.root.glob("cards/*/*.yaml"))
        for file in files:
            found = self._checked(file, lambda item: self._card_file(item, game_of))
            subtype = getattr(found, "subtype", None)
            if not isinstance(found, SimpleNamespace) or BAD in (found.set, found.kind, subtype, found.cards):
                self.incomplete.update(("card", "card-name", "card-slug"))
                continue
            if found.set not in game_of:
                self.incomplete.update(("card", "card-name", "card-slug"))
            self.game = game_of[found.set].id if found.set in game_of else ""
            for entry in found.cards:
                record = None if entry is BAD else self._card(entry, found.set, found.kind, subtype)
                if record:
                    yield record
                else:
                    self.incomplete.add("card")

    @staticmethod
    def _card_file(item: Item, game_of: dict[str, Game]) -> Shape:
        keys = item.value if isinstance(item.value, dict) else {}
        kind, subtype, card_set = (
            keys[key].value if key in keys and isinstance(keys[key].value, str) else None
            for key in ("kind", "subtype", "set")
        )
        return layout.card_file(kind, subtype, game_of.get(card_set))

    def _card(self, entry: SimpleNamespace, card_set: str, kind: str, subtype: str | None) -> CardRecord | None:
        new = False
        if entry.id is BAD:
            self.incomplete.add("card-slug")
        else:
            new = self._define("card-slug", entry.id, entry.item.value["id"])
        if entry.name is BAD:
            self.incomplete.add("card-name")
        else:
            self._define("card-name", entry.name, entry.item.value["name"], "name")
        clauses = list(self._clauses(entry))
        if not new or not good(entry) or BAD in clauses:
            return None
        arrows = getattr(entry, "arrows", None)
        for index, alias in enumerate(entry.aliases or ()):
            self._define("card-alias", fold(alias), entry.item.value["aliases"].value[index], "other name")
        fragments = max((fact for clause in clauses for fact in clause.facts), default=0)
        if entry.fragments is not None and entry.fragments < fragments:
            self.report(
                entry.item.value["fragments"].problem(
                    Code.BAD_NUMBER, f"a clause accounts for fact {fragments}, so there are more than {entry.fragments}"
                )
            )
        alignments, sometimes = (
            tuple(getattr(entry, name, None) or ()) for name in ("alignments", "sometimes")
        )
        for index, name in enumerate(sometimes):
            if name not in alignments:
                self.report(
                    entry.item.value["sometimes"].value[index].problem(
                        Code.UNKNOWN_VALUE, f"{name!r} is not among the alignments of the card", nearest(name, alignments)
                    )
                )
        number = {name: getattr(entry, name, None) for name in layout.NUMBERS}
        variable = number["power"] == layout.VARIABLE
        card = Card(
            f"{card_set}/{entry.id}",
            entry.name,
            self.game,
            card_set,
            kind,
            power=0 if variable else number["power"],
            transferable=number["transferable"],
            resistance=number["resistance"],
            income=number["income"],
            alignments=alignments,
            attributes=tuple(entry.attributes or ()),
            arrow_in=getattr(arrows, "in", None),
            arrows_out=tuple(getattr(arrows, "out", ())),
            clauses=tuple(Clause(clause.text, clause.sentence, clause.cites) for clause in clauses),
            subtype=subtype,
            global_power=number["global"],
            nwo=getattr(entry, "nwo", None),
            variable_power=variable,
        )
        return CardRecord(
            card,
            entry.source,
            tuple(clauses),
            (Printing(card_set, entry.copies or 1, entry.rarity),),
            max(fragments, entry.fragments or 0),
            tuple(entry.aliases or ()),
            tuple(getattr(entry, "starred", None) or ()),
            bool(getattr(arrows, "unsure", False)),
            entry.remark,
            entry.item.file,
            entry.item.line,
            entry.type_line,
            sometimes,
        )

    def _clauses(self, entry: SimpleNamespace) -> Iterator[ClauseRecord | Any]:
        """The clauses of a card, BAD in the place of a bad one."""
        source = () if entry.source is None else (entry.source,)
        for number, clause in enumerate(entry.clauses if isinstance(entry.clauses, list) else (), 1):
            yield self._clause(clause, entry.item.value["clauses"].value[number - 1], number, (number,), source)

    def _clause(
        self, clause: Any, item: Item, number: int, facts: tuple[int, ...], source: tuple[str, ...]
    ) -> ClauseRecord | Any:
        """One checked clause, or BAD; `facts` and `source` are what it accounts for and rests on unless it says so."""
        plain = isinstance(clause, str)
        say = item if plain else item.value.get("say") if isinstance(item.value, dict) else None
        tree = None
        if say is not None and isinstance(say.value, str):
            tree = self._sentence(say, _ON_CARDS, "on a card")
        if tree is BAD or not good(clause):
            return BAD
        if plain:
            return ClauseRecord(number, clause, tree, None, facts, source)
        text, reason = (clause.say, None) if say else (clause.note, clause.reason)
        own_facts, cites, attack = (getattr(clause, name, None) for name in ("facts", "cites", "attack"))
        facts = facts if own_facts is None else tuple(own_facts)
        return ClauseRecord(number, text, tree, reason, facts, source if cites is None else tuple(cites), bool(attack))

    def _sentence(self, item: Item, allowed: tuple[type, ...], where: str) -> Any:
        """The tree of a sentence that parses, is spelled canonically and is of an allowed class; else BAD."""
        text = item.value
        try:
            tree = parse(text)
        except LanguageError as error:
            self._bad_sentence(item, error)
            return BAD
        if not isinstance(tree, allowed):
            self.report(
                item.problem(Code.WRONG_SENTENCE, f"a sentence of kind {type(tree).__name__} has no place {where}")
            )
            return BAD
        if (canonical := phrase(tree)) != text:
            first = next((i for i, (a, b) in enumerate(zip(text, canonical)) if a != b), min(len(text), len(canonical)))
            self.report(item.problem(Code.NOT_CANONICAL, "this meaning is spelled another way", canonical, at=first))
        for name in dict.fromkeys(_names(tree)):
            at = text.find(f"[{name}]") + 1
            self.refer("card-name", Item(name, item.file, item.line, item.column + at * item.exact, item.exact))
        return tree

    # --- rules of one game ------------------------------------------------------------------------------------------

    def _terms(
        self, file: str, needed: bool
    ) -> tuple[dict[str, str], int, tuple[str, ...], list[TermRecord]] | None:
        found = self._checked(file, layout.TERMS, "term", needed=needed)
        if not isinstance(found, SimpleNamespace):
            return None
        opposites: dict[str, str] = {}
        if good(found.opposites):
            pairs = {name: other for name, other in vars(found.opposites.pairs).items() if isinstance(other, str)}
            opposites = {**{other: name for name, other in pairs.items()}, **pairs}
        records: list[TermRecord] = []
        for part, entries, allowed in (
            ("term", found.terms, t.Term),
            ("requirement", found.requirements, t.Requirement),
            ("goal", found.goals, t.BasicGoal),
        ):
            for entry in self._each(entries, "term"):
                say = entry.item.value.get("say")
                tree = self._sentence(say, (allowed,), f"among the {part}s") if isinstance(entry.say, str) else BAD
                if tree is BAD or not good(entry):
                    continue
                label = getattr(entry, "label", None) or ""
                if part == "term" and isinstance(tree.amount, int) and tree.per is None and not label:
                    self.report(
                        entry.item.problem(Code.MISSING_KEY, "'label' is missing: nothing else names this line")
                    )
                rule = Rule(entry.id, entry.say, tree, tuple(entry.cites), label)
                records.append(TermRecord(self.game, part, rule, entry.item.file, entry.item.line))
        differs = tuple(each.what for each in found.differs or () if good(each))
        return opposites, found.fails_from, differs, records

    def _glossary(self, file: str, needed: bool) -> Iterator[GlossaryEntry]:
        for entry in self._each(self._checked(file, layout.GLOSSARY, needed=needed), "glossary"):
            if not good(entry):
                continue
            items = [entry.item.value["term"], *(entry.item.value["also"].value if entry.also else ())]
            for item in items:
                self._define("word", item.value.casefold(), item, "word")
            yield GlossaryEntry(
                entry.id,
                self.game,
                entry.term,
                entry.plural,
                tuple(entry.also or ()),
                entry.meaning,
                entry.section,
                tuple(entry.states or ()),
                entry.item.file,
                entry.item.line,
            )

    def _conflicts(self, file: str, needed: bool) -> Iterator[Conflict]:
        for entry in self._each(self._checked(file, layout.CONFLICTS, "conflict", needed=needed), "conflict"):
            if not good(entry):
                continue
            outcomes = [outcome.id for outcome in entry.outcomes]
            for index, outcome in enumerate(entry.outcomes):
                if outcome.id in outcomes[:index]:
                    self.report(
                        outcome.item.value["id"].problem(Code.DUPLICATE_ID, f"the outcome {outcome.id!r} stands twice")
                    )
            if entry.default not in outcomes:
                self.report(
                    entry.item.value["default"].problem(
                        Code.UNKNOWN_OUTCOME,
                        f"this record has no outcome {entry.default!r}",
                        nearest(entry.default, outcomes),
                    )
                )
            yield Conflict(
                entry.id,
                self.game,
                entry.title,
                entry.question,
                tuple(ConflictSource(source.cite, source.says) for source in entry.sources),
                tuple(Outcome(outcome.id, outcome.says, outcome.position) for outcome in entry.outcomes),
                entry.default,
                entry.why,
                entry.section,
                tuple(entry.states or ()),
                entry.item.file,
                entry.item.line,
            )

    def _errata(self, file: str, cards: list[CardRecord], editions: list[Edition]) -> list[Erratum]:
        ids, known = self._slugs(cards), {edition.id for edition in editions}
        errata: list[Erratum] = []
        items: dict[str, Item] = {}
        for entry in self._each(self._checked(file, layout.ERRATA, needed=False), "erratum"):
            if not good(entry):
                continue
            changes = list(self._changes(entry))
            if BAD in changes or entry.since not in known or not ids.keys() >= set(entry.cards):
                continue
            items[entry.id] = entry.item
            errata.append(
                Erratum(
                    entry.id,
                    self.game,
                    tuple(ids[slug] for slug in entry.cards),
                    entry.since,
                    entry.title,
                    entry.says,
                    tuple(entry.states),
                    tuple(changes),
                    entry.not_known,
                    entry.item.file,
                    entry.item.line,
                )
            )
        self._take_back(in_order(errata, editions), items, {record.id: record.clauses for record in cards})
        return errata

    def _changes(self, entry: SimpleNamespace) -> Iterator[Change | Any]:
        """The changes of an erratum, BAD in the place of a bad one."""
        if entry.changes and len(entry.cards) > 1:
            item = entry.item.value["cards"]
            self.report(item.problem(Code.WRONG_TYPE, "clauses can be changed of one card only: give each its own erratum"))
            yield BAD
        for index, change in enumerate(entry.changes or ()):
            if change.now is None and change.was is None:
                self.report(change.item.problem(Code.MISSING_KEY, "'now' or 'was' is missing"))
                yield BAD
            elif change.was is None:
                yield Change(change.now, None)
            else:
                was = self._clause(change.was, change.item.value["was"], index + 1, (), ())
                yield BAD if was is BAD else Change(change.now, was)

    def _take_back(
        self, errata: list[Erratum], items: dict[str, Item], clauses: dict[str, tuple[ClauseRecord, ...]]
    ) -> None:
        """Report each `now` that its card does not have; `errata` are in the order of time, `clauses` the present ones."""
        for erratum in reversed(errata):
            for index, change in enumerate(erratum.changes):
                card_id = erratum.cards[0]
                try:
                    clauses[card_id] = before(clauses[card_id], [change])
                except NoSuchClause:
                    item = items[erratum.id].value["changes"].value[index].value["now"]
                    texts = [clause.text for clause in clauses[card_id]]
                    self.report(
                        item.problem(Code.UNKNOWN_CLAUSE, "after this change the card had no such clause", nearest(change.now or "", texts))
                    )

    def _rule_changes(self, file: str) -> Iterator[RuleChange]:
        for entry in self._each(self._checked(file, layout.CHANGES, needed=False), "erratum"):
            if not good(entry):
                continue
            if (entry.was is None) == (entry.not_known is None):
                self.report(entry.item.problem(Code.MISSING_KEY, "one of 'was' and 'not-known' must stand here, not both"))
            yield RuleChange(
                entry.id,
                self.game,
                entry.since,
                entry.title,
                entry.section,
                entry.says,
                entry.was,
                entry.not_known,
                tuple(entry.states),
                entry.item.file,
                entry.item.line,
            )

    def _quick(self, file: str) -> Iterator[QuickPart]:
        found = self._checked(file, layout.QUICK, needed=False)
        for part in found if isinstance(found, list) else ():
            if good(part):
                yield QuickPart(self.game, part.title, tuple((line.says, line.section) for line in part.lines))

    def _faq(self, folder: str, cards: list[CardRecord]) -> Iterator[tuple[FaqTopic, list[FaqEntry]]]:
        mine, ids = [record.card for record in cards if record.card.game == self.game], self._slugs(cards)
        by_name = {record.card.name: record.id for record in cards} | {card.name: card.id for card in mine}
        for path in sorted((self.root / folder).glob("faq/*.yaml")):
            file = path.relative_to(self.root).as_posix()
            page = self._checked(file, layout.FAQ)
            if not isinstance(page, SimpleNamespace) or BAD in (page.topic, page.title, page.entries):
                continue
            if not self._define("topic", page.topic, page.item.value["topic"], "topic"):
                continue
            entries = []
            for entry in self._each(page.entries, "faq"):
                about = self._meant_by(entry, mine)
                if not good(entry):
                    continue
                texts = [entry.item.value["question"], entry.item.value["answer"]]
                named = [by_name.get(name.value) for text in texts for kind, name in links(text) if kind == "card-name"]
                listed = [ids.get(slug) for slug in entry.cards or ()]
                entries.append(
                    FaqEntry(
                        entry.id,
                        self.game,
                        page.topic,
                        entry.question,
                        entry.answer,
                        entry.section,
                        tuple(entry.states),
                        tuple(dict.fromkeys(filter(None, (*named, *listed, *(card.id for card in about))))),
                        entry.about,
                        file,
                        entry.item.line,
                    )
                )
            yield FaqTopic(page.topic, self.game, page.title), entries

    def _differences(self, file: str, games: list[Game]) -> Iterator[Difference]:
        known = [game.id for game in games]
        self.game = ""
        for entry in self._each(self._checked(file, layout.DIFFERENCES, needed=False), "difference"):
            if not good(entry):
                continue
            points = []
            item = entry.item.value["games"]
            for game, child in item.value.items():
                if game not in known:
                    code, message = _UNKNOWN["game"]
                    line, column = item.keys[game]
                    self.report(Problem(item.file, line, column, code.code, message.format(game), nearest(game, known)))
                    continue
                self.game = game
                point = layout.POINT.check(child, self)
                if good(point):
                    points.append(Point(game, point.says, point.section))
            self.game = ""
            if len(item.value) < 2:
                self.report(item.problem(Code.MISSING_KEY, "a difference needs at least two games"))
            yield Difference(
                entry.id, entry.topic, entry.title, tuple(points), tuple(entry.states or ()), entry.item.file, entry.item.line
            )

    def _chapters(self, folder: str, cards: list[CardRecord]) -> Iterator[Section]:
        by_name = {record.card.name: record.id for record in cards if record.card.game == self.game}
        numbers: dict[str, str] = {}
        for path in sorted((self.root / folder).glob("*.md")):
            file = path.relative_to(self.root).as_posix()
            text = self._text(file, "section")
            if text is None:
                continue
            before = len(self.problems)
            drafts = read_chapter(text, file, self.report)
            if len(self.problems) > before:
                self.incomplete.add("section")
            for draft in drafts:
                if draft.level == 1 and draft.number in numbers:
                    self.report(
                        draft.anchor.problem(
                            Code.DUPLICATE_ID, f"the chapter number {draft.number} is taken by {numbers[draft.number]}"
                        )
                    )
                numbers.setdefault(draft.number, file)
                self._define("section", draft.anchor.value, draft.anchor, "anchor")
                for kind, item in draft.uses:
                    self.refer(kind, item)
                for block in draft.blocks:
                    for item in block.states:
                        self.refer("statement", item)
                yield self._section(draft, by_name)

    def _section(self, draft: DraftSection, by_name: dict[str, str]) -> Section:
        named = (item.value for kind, item in draft.uses if kind == "card-name")
        return Section(
            draft.anchor.value,
            self.game,
            draft.number,
            draft.title,
            draft.chapter,
            draft.level,  # type: ignore[arg-type]
            tuple(
                Block(block.kind, block.markdown, tuple(item.value for item in block.states), block.line)
                for block in draft.blocks
            ),
            tuple(dict.fromkeys(by_name[name] for name in named if name in by_name)),
            draft.anchor.file,
            draft.anchor.line,
        )

    def _meant_by(self, entry: SimpleNamespace, cards: list[Card]) -> tuple[Card, ...]:
        """The cards that the selector `about` of an entry means; none without it, and none when it is wrong."""
        if not isinstance(entry.about, str):
            return ()
        try:
            return selected(entry.about, cards)
        except LanguageError as error:
            self._bad_sentence(entry.item.value["about"], error)
            return ()

    def _bad_sentence(self, item: Item, error: LanguageError) -> None:
        message = f"{error.found!r} makes no sense here" if error.suggestion else error.message
        place = _place(item.value, error.column)
        self.report(item.problem(Code.BAD_SENTENCE, message, error.suggestion, at=place, picture=error.picture))

    def _slugs(self, cards: list[CardRecord]) -> dict[str, str]:
        """The ids of the cards of this game, by slug."""
        return {record.card.slug: record.id for record in cards if record.card.game == self.game}

    def _rulings(self, folder: str, cards: list[CardRecord]) -> Iterator[RulingRecord]:
        mine, ids = [record.card for record in cards if record.card.game == self.game], self._slugs(cards)
        for path in sorted((self.root / folder).glob("rulings/*.yaml")):
            file = path.relative_to(self.root).as_posix()
            for entry in self._each(self._checked(file, layout.RULINGS, "ruling"), "ruling"):
                about = self._meant_by(entry, mine)
                if not good(entry):
                    continue
                named = (ids[slug] for slug in entry.cards or () if slug in ids)
                scenario = {key: entry.item.value[key] for key in _SCENARIO if key in entry.item.value}
                yield RulingRecord(
                    entry.id,
                    self.game,
                    entry.title,
                    entry.question,
                    entry.answer,
                    entry.section,
                    tuple(entry.sources),
                    tuple(dict.fromkeys([*named, *(card.id for card in about)])),
                    entry.about,
                    {key: item.plain() for key, item in scenario.items()},
                    file,
                    entry.item.line,
                    {path: place for key, item in scenario.items() for path, place in item.places(key)},
                )

    # --- names ------------------------------------------------------------------------------------------------------

    def _resolve(self, cards: list[CardRecord]) -> None:
        for use in self.uses:
            if use.kind == "position":
                self._position(use.item, cards)
                continue
            known = self.known.get((use.kind, "" if use.kind in _EVERYWHERE else use.game), {})
            if use.item.value in known or use.kind in self.incomplete:
                continue
            if use.kind == "card-name" and any(use.item.value in names for (kind, _), names in self.known.items() if kind == use.kind):
                continue  # The cards of a game may name those of another: Book.card_id finds them likewise.
            code, message = _UNKNOWN[use.kind]
            self.report(use.item.problem(code, message.format(use.item.value), self._meant(use, known, cards)))

    def _meant(self, use: _Use, known: Iterable[str], cards: list[CardRecord]) -> str | None:
        if use.kind == "card-name":
            mine = [record for record in cards if record.card.game == use.game]
            found = find_card(use.item.value, mine)
            return found.record.card.name if found.record else next(iter(found.suggestions), None)
        return nearest(use.item.value, known)

    def _position(self, item: Item, cards: list[CardRecord]) -> None:
        if self.incomplete & {"card", "card-slug", "game", "set"}:
            return
        try:
            read_position(item.value, [record.card for record in cards], self.rules)
        except LineError as error:
            for problem in error.problems:
                self.report(item.problem(Code.BAD_POSITION, problem.message, problem.suggestion, at=problem.column - 1))


def _place(text: str, column: int) -> int:
    """The index in `text` of a column (from 1) of the same text with its spaces joined into one each."""
    joined = 0
    for index, letter in enumerate(text):
        if letter.isspace() and (index == 0 or text[index - 1].isspace()):
            continue
        joined += 1
        if joined == column:
            return index
    return len(text)


def _part(section: str) -> str:
    """The name of a part of a document. One whose heading is missing in the text is listed in brackets, with a remark that no reader needs."""
    found = re.match(r"\[([^]]+)\]", section)
    return found[1] if found else section


def _names(tree: Any) -> Iterator[str]:
    """The card names in a tree."""
    if isinstance(tree, t.Named):
        yield from tree.names
    elif isinstance(tree, t.Played):
        yield tree.name
    elif isinstance(tree, tuple):
        for item in tree:
            yield from _names(item)
    elif hasattr(tree, "__dataclass_fields__"):
        for name in tree.__dataclass_fields__:
            yield from _names(getattr(tree, name))
