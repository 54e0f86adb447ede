"""Reading `cards/` and `rules/`: files in, a checked Catalog out, or every problem in them at once.

What a file says is kept (`generator.kept`), and so a file that has not changed is not read again: its records are
loaded when somebody asks for them. What one file has to do with others is checked each time: the names that it gives
and uses, the positions in it, the cards that its selectors mean. When something is wrong whose place was not kept, or
does not fit what was kept, all files are read anew, so that the problems are those of a first reading. Files without
problems are kept even if others have some.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property, partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal

from msgspec import Struct, field

from generator import kept as store
from generator.catalog import codec, layout
from generator.catalog import records as r
from generator.catalog.card_data import card_data
from generator.catalog.catalog import RECORDS, Catalog, citation, rules_of, selected
from generator.catalog.chapters import DraftSection, chapter_name, read_chapter
from generator.catalog.errata import NoSuchClause, before, in_order
from generator.catalog.grouping import grouped
from generator.catalog.items import Item, read_json_lines, read_yaml
from generator.catalog.names import CardName, find_card, fold
from generator.catalog.problems import SUGGESTED, CatalogError, Code, Problem, nearest
from generator.catalog.prose import links
from generator.catalog.shapes import BAD, Shape, good
from generator.catalog.texts import content_of, text_of
from generator.engine.cards import Card, CardKind
from generator.engine.games import NoHooks, hooks
from generator.engine.line import LineError
from generator.engine.position import read_position
from generator.engine.ruleset import Ruleset
from generator.engine.situation import Rule, Rules
from generator.language import KINDS, LanguageError, parse, phrase
from generator.language import tree as t
from generator.meaning import NoMeaning, lower
from generator.structs import replace

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
    "chapter": (Code.UNKNOWN_VALUE, "no chapter has the address {!r}"),
    "difference": (Code.UNKNOWN_VALUE, "no difference is called {!r}"),
    "counted": (Code.UNKNOWN_VALUE, "nothing that counts besides the terms of this game is called {!r}"),
}
_EVERYWHERE = {
    "statement",
    "ruling",
    "former ruling",
    "set",
    "game",
    "edition",
    "erratum",
    "conflict",
    "faq",
    "difference",
}
"""Kinds of thing whose ids are unique over all games; the others belong to one game each."""


_SHORT_ID = re.compile(r"[a-z0-9-]+")
LONGEST_SENTENCE = 1_000
"""So many characters may a sentence of the effect language have; the time that reading takes grows with them."""


def read_catalog(root: Path) -> Catalog:
    """The catalog of the checkout at `root`, nothing of it kept. Raises CatalogError, which carries all problems."""
    with store.Kept(None, forgets=True) as kept:
        return compile_catalog(root, kept)[0]


def compile_catalog(root: Path, kept: store.Kept) -> tuple[Catalog, dict[str, Any]]:
    """The same, with what finds its parts again; what `kept` has of its files is not read again, all others are kept
    there.
    """
    for anew in (False, True):
        reader = _Reader(root, kept, anew)
        try:
            found = reader.read()
        except _Unfit:
            continue
        if all(problem.file for problem in reader.problems):
            break
    if reader.problems:
        kept.save(in_new_folder=False)
        raise CatalogError(reader.problems)
    return found, {} if kept.forgets else reader.made()


def kept_catalog(root: Path, kept: store.Kept, made: Mapping[str, Any]) -> Catalog:
    """The catalog that `compile_catalog` kept."""

    def load(name: str) -> tuple[Any, ...]:
        try:
            return tuple(record for lot in made["lots"][name] for record in kept_records(root, kept, lot, name))
        except codec.Unfit:  # Another command has thrown it away.
            return tuple(getattr(read_catalog(root), name))

    return Catalog(
        load,
        opposites=made["opposites"],
        fails_from=made["fails_from"],
        differs={game: tuple(its) for game, its in made["differs"].items()},
    )


def kept_records(root: Path, kept: store.Kept, lot: str, name: str) -> tuple[Any, ...]:
    """The records of a field of the catalog that a file had. Raises Unfit when they are no longer kept."""
    records: tuple[Any, ...] = codec.decode(kept.get("records", f"{lot}/{name}"))
    for record in records if name == "rulings" else ():
        record.placed(_Places(root, record.file, record.id))
    return records


def scenario_texts(rulings: Iterable[r.RulingRecord]) -> dict[str, str]:
    """The scenarios of rulings as text, by the id of the ruling."""
    return {each.id: json.dumps(each.scenario, ensure_ascii=False) for each in rulings}


def record_digests(
    kept: store.Kept, made: Mapping[str, Any], name: str, records: Iterable[Any], part: str = ""
) -> list[str]:
    """Of each of the records of a field of the catalog a digest of what it says, or of what one field of it does,
    wherever in its file.
    """
    found: list[str] = []
    try:
        for lot in made["lots"][name]:
            key = f"{lot}/{name}"
            own: dict[str, list[str]] = kept.get("digests", key) or {}
            if part not in own:
                own[part] = codec.digests(kept.get("records", key), _is_place, part)
                kept.put("digests", key, own)
            found += own[part]
    except codec.Unfit:  # Another command has thrown it away.
        return codec.digests(codec.encode(tuple(records)), _is_place, part)
    kept.keep_only("digests", {f"{lot}/{field}" for field, lots in made["lots"].items() for lot in lots})
    return found


def _is_place(kind: str, field: str) -> bool:
    return field == "line" and kind != "Statement"


class _Places(Mapping[tuple[str | int, ...], tuple[int, int]]):
    """The places of the parts of a scenario that was kept: looked up in its file when somebody asks."""

    def __init__(self, root: Path, file: str, ruling: str) -> None:
        self._where = root, file, ruling

    @cached_property
    def _found(self) -> Mapping[tuple[str | int, ...], tuple[int, int]]:
        root, file, ruling = self._where
        item = read_yaml((root / file).read_bytes().decode("utf-8-sig"), file, lambda problem: None)
        for entry in item.value if item else ():
            if entry.value["id"].value == ruling:
                return _places(entry)
        return {}

    def __getitem__(self, path: tuple[str | int, ...]) -> tuple[int, int]:
        return self._found[path]

    def __iter__(self) -> Iterator[tuple[str | int, ...]]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


def _places(entry: Item) -> dict[tuple[str | int, ...], tuple[int, int]]:
    return {path: place for key in _SCENARIO if key in entry.value for path, place in entry.value[key].places(key)}


class _Unfit(Exception):
    """What was kept of a file does not fit what the others say now."""


class _Use(Struct, frozen=True):
    """A name that must exist: `item` holds it, `kind` says of what, `game` where."""

    kind: str
    game: str
    item: Item


class _Lot(Struct):
    """What one file holds: records by the field of the catalog that they belong to, and `more` that is no record.

    Of a file that was kept, records are loaded when they are asked for; `names` say which cards it has, `counts` how
    many records. What it has to do with other files is noted as it is read: the names that it `gives` and `uses`, and
    what cards the selectors are `about`.
    """

    key: str
    fields: tuple[str, ...]
    records: dict[str, list[Any]] = field(default_factory=dict)
    more: Any = None
    counts: dict[str, int] = field(default_factory=dict)
    names: tuple[CardName, ...] = ()
    gives: dict[tuple[str, str, str], None] = field(default_factory=dict)
    uses: dict[tuple[str, str, str], None] = field(default_factory=dict)
    about: list[list[Any]] = field(default_factory=list)


def _card_name(record: r.CardRecord) -> CardName:
    card, anywhere = record.card, replace(record, file="", line=0)
    return CardName(
        card.id,
        card.name,
        card.game,
        record.aliases,
        card.alignments,
        card.kind,
        record.copies,
        tuple(dict.fromkeys(name for clause in record.clauses for name in _names(clause.sentence))),
        store.digest(json.dumps(codec.encode(anywhere))),
        store.digest(json.dumps(codec.encode(card)), record.copies, record.collected),
    )


class _Reader:
    """Reads one checkout. Collects problems, and names to resolve when every file has been read."""

    def __init__(self, root: Path, kept: store.Kept, anew: bool = False) -> None:
        self.root = root
        self.kept, self.anew = kept, anew
        self.lots: list[_Lot] = []
        self.lot: _Lot | None = None
        self.problems: list[Problem] = []
        self.uses: list[_Use] = []
        self.known: dict[tuple[str, str], dict[str, str]] = {}
        # Kinds of things that a broken file would have defined: looking them up could only report what is not wrong.
        self.incomplete: set[str] = set()
        self.texts: dict[str, bytes | Problem | None] = {}
        self._meant: dict[tuple[str, str], tuple[str, ...]] = {}
        self.game = ""
        self.rulesets: dict[str, Ruleset] = {}

    # --- what shapes need -------------------------------------------------------------------------------------------

    def report(self, problem: Problem) -> None:
        self.problems.append(problem)

    def refer(self, kind: str, item: Item) -> None:
        if kind == "prose":
            for found, name in links(item, self.report):
                self.refer(found, name)
            return
        self.uses.append(_Use(kind, self.game, item))
        if self.lot:
            self.lot.uses[kind, self.game, item.value] = None

    # --- files ------------------------------------------------------------------------------------------------------

    def read(self) -> Catalog:
        published = self._lot("cards/sets.yaml", "", ("games", "sets", "editions"), self._published)
        games, sets, editions = (self._records(published, name) for name in published.fields)
        documents = self._lot("rules/documents.yaml", "", ("documents",), lambda: (self._documents(),))
        for document in self._records(documents, "documents"):
            self._lot(
                f"rules/statements/{document.id}.jsonl",
                document.short,
                ("statements",),
                partial(self._statements, document),
            )
        by_id = {game.id: game for game in games}
        game_of = {each.id: by_id[each.game] for each in sets if each.game in by_id}
        for game in games:
            self.game, file = game.id, f"rules/{game.id}/game.yaml"
            found = self._lot(file, (), ("rulesets",), lambda file=file: (list(self._ruleset(file)),))  # type: ignore[misc]
            self.rulesets.update((its.game, its) for its in self._records(found, "rulesets"))
        self.game = ""
        played = [its.hooks for its in self.rulesets.values()]
        for file in self._files("cards/*/*.yaml"):
            self._lot(file, (published.key, played), ("cards",), partial(self._cards, file, game_of))
        for game in games:
            self.game = game.id
            self._read_rules(f"rules/{game.id}", published.key, editions)
        self.game = ""
        self._lot(
            "rules/differences.yaml",
            published.key,
            ("differences",),
            lambda: (list(self._differences("rules/differences.yaml", games)),),
        )
        self._resolve()
        return self._catalog()

    def _read_rules(self, folder: str, published: str, editions: list[r.Edition]) -> None:
        # A game whose rules are not written yet has cards all the same.
        written = any((self.root / folder).glob("*.md"))
        # The records of a game name its cards by id: those are made anew when a card comes, goes or has another name.
        cards = store.digest(*(part for name in self.names for part in (name.id, name.name)))

        def one(name: str, field: str, read: Callable[[str], Iterable[Any]], context: Any = written) -> None:
            file = f"{folder}/{name}.yaml"
            self._lot(file, context, (field,), lambda: (list(read(file)),))

        terms = f"{folder}/terms.yaml"
        self._lot(terms, written, ("terms",), lambda: self._terms(terms, written))
        one("glossary", "glossary", lambda file: self._glossary(file, written))
        one("conflicts", "conflicts", lambda file: self._conflicts(file, written))
        one(
            "errata",
            "errata",
            lambda file: self._errata(file, editions),
            (published, cards, self._named_in(f"{folder}/errata.yaml")),
        )
        one("quick", "quick", self._quick)
        one("figures", "figures", self._figures)
        one("changes", "changes", self._rule_changes)
        numbers: dict[str, str] = {}
        for file in self._files(f"{folder}/*.md"):
            chapter = self._lot(file, cards, ("sections",), partial(self._chapter, file, numbers))
            if chapter.more in numbers and not chapter.records:
                raise _Unfit(f"chapter {chapter.more}")
            numbers.setdefault(chapter.more, file)
        for file in self._files(f"{folder}/faq/*.yaml"):
            self._lot(file, cards, ("faq_topics", "faq"), partial(self._faq, file))
        for file in self._files(f"{folder}/rulings/*.yaml"):
            self._lot(file, cards, ("rulings",), partial(self._rulings, file))

    # --- what is kept -----------------------------------------------------------------------------------------------

    def _files(self, pattern: str) -> list[str]:
        return sorted(path.relative_to(self.root).as_posix() for path in self.root.glob(pattern))

    def _lot(self, file: str, context: Any, fields: tuple[str, ...], read: Callable[[], tuple[Any, ...]]) -> _Lot:
        """What a file holds: what is kept of it, or what `read` makes of it, the records of each field and then, if it
        likes, what is more.

        `context` is what `read` takes from other files; what is `asked` of them need not be in it.
        """
        key = store.digest(file, self.game, context, self._bytes(file))
        lot = None if self.anew else self._kept_lot(key, fields)
        if lot is None:
            lot = self.lot = _Lot(key, fields)
            before = len(self.problems)
            *records, more = (*read(), None)[: len(fields) + 1]
            self.lot = None
            lot.records, lot.more = dict(zip(fields, records, strict=True)), more
            lot.counts = {name: len(found) for name, found in lot.records.items()}
            lot.names = tuple(map(_card_name, lot.records.get("cards", ())))
            if len(self.problems) == before and not self.kept.forgets:
                self._keep(lot)
        self.lots.append(lot)
        return lot

    def _kept_lot(self, key: str, fields: tuple[str, ...]) -> _Lot | None:
        """What is kept of a file, if its selectors still mean what they meant: its names are given and used as when it
        was read.
        """
        found = self._kept_files.get(key)
        if found is None or any(
            self._ids_meant(selector, game) != tuple(ids) for game, selector, ids in found["about"]
        ):
            return None
        for kind, game, name in found["gives"]:
            names = self.known.setdefault((kind, game), {})
            if name in names:
                raise _Unfit(name)
            names[name] = ""
        self.uses += [_Use(kind, game, Item(name, "", 0, 0)) for kind, game, name in found["uses"]]
        return _Lot(key, fields, {}, found["more"], found["counts"], tuple(map(CardName.of, found["names"])))

    @cached_property
    def _kept_files(self) -> dict[str, Any]:
        """What was kept of all files: one question of the store is quicker than one for each file."""
        return self.kept.all_of("file")

    def _keep(self, lot: _Lot) -> None:
        for name, records in lot.records.items():
            self.kept.put("records", f"{lot.key}/{name}", codec.encode(tuple(records)))
            self.kept.put("digests", f"{lot.key}/{name}", {})  # A selector may mean other cards now.
        if rulings := lot.records.get("rulings"):
            self.kept.put("scenarios", lot.key, scenario_texts(rulings))
        for record, its in zip(lot.records.get("cards", ()), lot.names, strict=True):
            self.kept.put("card", its.digest, card_data(record))
        names = [name.row for name in lot.names]
        gives, uses = list(lot.gives), list(lot.uses)
        self.kept.put(
            "file",
            lot.key,
            {"gives": gives, "uses": uses, "about": lot.about, "more": lot.more, "counts": lot.counts, "names": names},
        )

    def _records(self, lot: _Lot, name: str) -> list[Any]:
        """The records of a field of a lot."""
        if name not in lot.records:
            try:
                lot.records[name] = list(kept_records(self.root, self.kept, lot.key, name))
            except codec.Unfit as error:
                raise _Unfit(str(error)) from error
        return lot.records[name]

    @property
    def names(self) -> Iterator[CardName]:
        """All cards read so far."""
        return (name for lot in self.lots for name in lot.names)

    def _card_records(self, ids: Collection[str] | None = None) -> list[r.CardRecord]:
        """The records of these cards, or of all."""
        lots = [
            lot
            for lot in self.lots
            if ids is None and lot.fields == ("cards",) or ids and any(name.id in ids for name in lot.names)
        ]
        return [record for lot in lots for record in self._records(lot, "cards") if ids is None or record.id in ids]

    def _named_in(self, file: str) -> str:
        """What the cards are that a file names by their short ids."""
        text = self._bytes(file)
        return self._named(text.decode("utf-8", "replace")) if isinstance(text, bytes) else ""

    def _named(self, text: str) -> str:
        words = dict.fromkeys(_SHORT_ID.findall(text))
        return store.digest(*(found for word in words for found in self._digests.get(word, ())))

    def _cards_in(self, line: str) -> list[Card]:
        """The cards that a line names by their short ids."""
        words = set(_SHORT_ID.findall(line))
        return [record.card for record in self._card_records({name.id for name in self.names if name.slug in words})]

    @cached_property
    def _digests(self) -> dict[str, list[str]]:
        """What the cards are that have a short id. Asked for when all cards have been read."""
        return grouped((name.slug, name.digest) for name in self.names)

    @cached_property
    def _rules(self) -> dict[str, Rules]:
        """The rules of the games that have some."""
        found = {}
        for lot in self.lots:
            if lot.fields == ("terms",) and lot.more:
                game, opposites, fails_from, differs = lot.more
                found[game] = rules_of(
                    game,
                    self._records(lot, "terms"),
                    opposites,
                    fails_from,
                    tuple(differs),
                    self.rulesets.get(game) or Ruleset(game),
                )
        return found

    def _catalog(self) -> Catalog:
        """The catalog of what was read: records that were kept are loaded when somebody asks for them."""
        rules = [lot.more for lot in self.lots if lot.fields == ("terms",) and lot.more]
        order = {
            game.id: game.alignments
            for lot in self.lots
            if "games" in lot.fields
            for game in self._records(lot, "games")
        }
        given: dict[str, Any] = {
            "opposites": {
                game: {
                    name: opposites[name]
                    for name in dict.fromkeys((*order.get(game, ()), *opposites))
                    if name in opposites
                }
                for game, opposites, _, _ in rules
            },
            "fails_from": {game: fails_from for game, _, fails_from, _ in rules},
            "differs": {game: tuple(differs) for game, _, _, differs in rules},
        }

        def load(name: str) -> tuple[Any, ...]:
            try:
                return tuple(record for lot in self.lots if name in lot.fields for record in self._records(lot, name))
            except _Unfit:  # Another command has thrown it away.
                return tuple(getattr(read_catalog(self.root), name))

        is_loaded = all(len(lot.records) == len(lot.fields) for lot in self.lots)
        return Catalog(**given | {name: load(name) for name in RECORDS}) if is_loaded else Catalog(load, **given)

    def made(self) -> dict[str, Any]:
        """What finds the parts of the catalog again, as JSON data; the parts that look things up are kept."""
        lots = {name: [lot for lot in self.lots if name in lot.fields] for name in RECORDS}
        catalog = self._catalog()
        errata = [
            {
                "id": erratum.id,
                "cards": erratum.cards,
                "edition": catalog.edition(erratum.since).title,
                "date": catalog.edition(erratum.since).date,
                "title": erratum.title,
                "says": catalog.plain(erratum.game, erratum.says),
                "states": erratum.states,
                "not_known": erratum.not_known,
            }
            for erratum in in_order(catalog.errata, catalog.editions)
        ]
        played = [row for lot in lots["rulings"] for row in lot.more]
        parts = {
            "names": [name.row for name in self.names],
            "rulesets": {its.game: its.said for its in catalog.rulesets},
            "cites": {statement: printed for lot in lots["statements"] for statement, printed, _ in lot.more},
            "checkable": {
                document.id: [statement for statement, _, checkable in lot.more if checkable]
                for document, lot in zip(catalog.documents, lots["statements"], strict=True)
            },
            "said": {
                "errata": errata,
                "rulings": [[row["id"], row["cards"], row["title"]] for row in played],
                "sets": {each.id: each.title for each in catalog.sets},
                "cards": [[lot.key, [name.id for name in lot.names]] for lot in lots["cards"]],
            },
            "played": [{name: value for name, value in row.items() if name != "cards"} for row in played],
        }
        found: dict[str, Any] = {}
        for name, value in parts.items():
            found[name] = store.digest(json.dumps(value))
            self.kept.put(name, found[name], value)
        return {
            **found,
            "lots": {name: [lot.key for lot in its] for name, its in lots.items()},
            "counts": {name: sum(lot.counts[name] for lot in its) for name, its in lots.items()},
            "opposites": catalog.opposites,
            "fails_from": catalog.fails_from,
            "differs": catalog.differs,
        }

    # --- files ------------------------------------------------------------------------------------------------------

    def _bytes(self, file: str) -> bytes | Problem | None:
        """What is in a file, read once, or why it is not read; None where there is none."""
        if file not in self.texts:
            self.texts[file] = content_of(self.root, file)
        return self.texts[file]

    def _text(self, file: str, *defines: str, needed: bool = True) -> str | None:
        """The text of a file; `defines` are the kinds of things that are incomplete when it cannot be read."""
        content = self._bytes(file)
        if content is None and needed:
            content = Problem(file, 1, 1, Code.MISSING_FILE.code, "this file is needed and not there")
        found = text_of(content, file) if isinstance(content, bytes) else content
        if isinstance(found, Problem):
            self.report(found)
            self.incomplete.update(defines)
            return None
        return found

    def _checked(self, file: str, shape: Shape | Callable[[Item], Shape], *defines: str, needed: bool = True) -> Any:
        """What a YAML file holds, checked; BAD when that makes no sense, None when the file is empty or need not
        exist.
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
        scope = "" if kind in _EVERYWHERE else self.game
        names = self.known.setdefault((kind, scope), {})
        if self.lot:
            self.lot.gives[kind, scope, name] = None
        if name in names:
            if not names[name]:
                raise _Unfit(name)  # What is kept of a file does not say where in it a name is given.
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

    def _good(self, entries: Any, kind: str) -> Iterator[SimpleNamespace]:
        """Those of them that are good in all."""
        return (entry for entry in self._each(entries, kind) if good(entry))

    # --- sets, editions, documents, statements ------------------------------------------------------------------------

    def _published(self) -> tuple[list[r.Game], list[r.CardSet], list[r.Edition]]:
        found = self._checked("cards/sets.yaml", layout.SETS, "game", "set", "edition")
        if not isinstance(found, SimpleNamespace):
            return [], [], []
        games = [_record(r.Game, each) for each in self._good(found.games, "game")]
        sets = [_record(r.CardSet, each) for each in self._good(found.sets, "set")]
        return games, sets, list(self._editions(found.editions))

    def _editions(self, entries: Any) -> Iterator[r.Edition]:
        if not good(entries):
            self.incomplete.add("edition")
        last = ""
        for each in self._good(entries, "edition"):
            if each.date < last[: len(each.date)]:
                item = each.item.value["date"]
                self.report(item.problem(Code.BAD_DATE, f"the edition above this one is of {last}: put them in order"))
            last = each.date
            yield _record(r.Edition, each)

    def _documents(self) -> list[r.Document]:
        found = self._checked("rules/documents.yaml", layout.DOCUMENTS, "statement")
        if not good(found):
            self.incomplete.add("statement")
        return [_record(r.Document, each) for each in self._good(found, "document")]

    def _statements(self, document: r.Document) -> tuple[list[r.Statement], list[Any]]:
        """The statements of a document; and of each its id, how its citation prints, and whether it can be put to the
        test.
        """
        file = f"rules/statements/{document.id}.jsonl"
        text = self._text(file, "statement")
        before = len(self.problems)
        statements = []
        for item in read_json_lines(text or "", file, self.report):
            row = layout.STATEMENT.check(item, self)
            if row is BAD or row.id is BAD or not self._define("statement", row.id, item.value["id"]):
                continue
            if good(row):
                where = row.line or row.lines or ""
                authority = row.authority or layout.AUTHORITIES[0]
                statements.append(
                    _record(
                        r.Statement,
                        row,
                        document=document.id,
                        section=_part(row.section),
                        line=where,
                        authority=authority,
                    )
                )
        if len(self.problems) > before:
            self.incomplete.add("statement")
        return statements, [[each.id, citation(document.short, each), each.checkable] for each in statements]

    # --- cards ------------------------------------------------------------------------------------------------------

    def _cards(self, file: str, game_of: dict[str, r.Game]) -> tuple[list[r.CardRecord]]:
        records: list[r.CardRecord] = []
        found = self._checked(file, lambda item: self._card_file(item, game_of))
        subtype = getattr(found, "subtype", None)
        if not isinstance(found, SimpleNamespace) or BAD in (found.set, found.kind, subtype, found.cards):
            self.incomplete.update(("card", "card-name", "card-slug"))
            return (records,)
        if found.set not in game_of:
            self.incomplete.update(("card", "card-name", "card-slug"))
        self.game = game_of[found.set].id if found.set in game_of else ""
        for entry in found.cards:
            record = None if entry is BAD else self._card(entry, found.set, found.kind, subtype)
            if record:
                records.append(record)
            else:
                self.incomplete.add("card")
        self.game = ""
        return (records,)

    @staticmethod
    def _card_file(item: Item, game_of: dict[str, r.Game]) -> Shape:
        keys = item.value if isinstance(item.value, dict) else {}
        kind, subtype, card_set = (
            keys[key].value if key in keys and isinstance(keys[key].value, str) else None
            for key in ("kind", "subtype", "set")
        )
        return layout.card_file(kind, subtype, game_of.get(card_set or ""))

    def _card(self, entry: SimpleNamespace, card_set: str, kind: CardKind, subtype: str | None) -> r.CardRecord | None:
        """A card of a file; None where something of it is bad, or another card has its id."""
        new = self._identified(entry)
        clauses = list(self._clauses(entry))
        if not new or not good(entry) or BAD in clauses:
            return None
        items = entry.item.value
        for index, alias in enumerate(entry.aliases or ()):
            self._define("card-alias", fold(alias), items["aliases"].value[index], "other name")
        fragments = max((fact for clause in clauses for fact in clause.facts), default=0)
        if entry.fragments is not None and entry.fragments < fragments:
            text = f"a clause accounts for fact {fragments}, so there are more than {entry.fragments}"
            self.report(items["fragments"].problem(Code.BAD_NUMBER, text))
        alignments, sometimes = (tuple(getattr(entry, name, None) or ()) for name in ("alignments", "sometimes"))
        for index, name in enumerate(sometimes):
            if name not in alignments:
                text, near = f"{name!r} is not among the alignments of the card", nearest(name, alignments)
                self.report(items["sometimes"].value[index].problem(Code.UNKNOWN_VALUE, text, near))
        arrows = getattr(entry, "arrows", None)
        if (inward := getattr(arrows, "in", None)) in getattr(arrows, "out", ()):
            text = f"the side {inward!r} lies against the master, and can't hold a puppet too"
            self.report(items["arrows"].problem(Code.REPEATED_VALUE, text))
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
            arrow_in=inward,
            arrows_out=tuple(getattr(arrows, "out", ())),
            clauses=tuple(clause.lowered() for clause in clauses),
            subtype=subtype,
            global_power=number["global"],
            nwo=getattr(entry, "nwo", None),
            variable_power=variable,
            unprinted=tuple(getattr(entry, "unprinted", None) or ()),
        )
        return r.CardRecord(
            card,
            entry.source,
            tuple(clauses),
            (r.Printing(card_set, entry.copies or 1, entry.rarity),),
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

    def _identified(self, entry: SimpleNamespace) -> bool:
        """Define the id and the name of a card; whether it has an id that no other card has."""
        self.incomplete |= {f"card-{key}" for key, its in (("slug", entry.id), ("name", entry.name)) if its is BAD}
        new = entry.id is not BAD and self._define("card-slug", entry.id, entry.item.value["id"])
        if entry.name is not BAD:
            self._define("card-name", entry.name, entry.item.value["name"], "name")
        return new

    def _clauses(self, entry: SimpleNamespace) -> Iterator[r.ClauseRecord | Any]:
        """The clauses of a card, BAD in the place of a bad one."""
        source = () if entry.source is None else (entry.source,)
        for number, clause in enumerate(entry.clauses if isinstance(entry.clauses, list) else (), 1):
            yield self._clause(clause, entry.item.value["clauses"].value[number - 1], number, (number,), source)

    def _clause(
        self, clause: Any, item: Item, number: int, facts: tuple[int, ...], source: tuple[str, ...]
    ) -> r.ClauseRecord | Any:
        """One checked clause, or BAD; `facts` and `source` are what it accounts for and rests on unless it says so."""
        plain = isinstance(clause, str)
        say = item if plain else item.value.get("say") if isinstance(item.value, dict) else None
        tree = None
        if say is not None and isinstance(say.value, str):
            tree = self._sentence(say, _ON_CARDS, "on a card")
        if tree is BAD or not good(clause) or (tree is not None and say is not None and not self._runs(tree, say)):
            return BAD
        if plain:
            return r.ClauseRecord(number, clause, tree, None, facts, source)
        text, reason = (clause.say, None) if say else (clause.note, clause.reason)
        own_facts, cites, attack = (getattr(clause, name, None) for name in ("facts", "cites", "attack"))
        facts = facts if own_facts is None else tuple(own_facts)
        return r.ClauseRecord(
            number, text, tree, reason, facts, source if cites is None else tuple(cites), bool(attack)
        )

    def _runs(self, tree: Any, item: Item) -> bool:
        """Whether the engine runs a sentence; what it does not read is reported."""
        its = self.rulesets.get(self.game) or Ruleset(self.game)
        key = store.digest(item.value, its.hooks)
        if self.kept.get("runs", key):
            return True
        try:
            lacking = hooks(its).unread(lower(tree))
        except NoHooks:
            return True  # a game without a table
        for each in lacking[:1]:
            word = each.partition(": ")[2]
            self.report(
                item.problem(
                    Code.NOT_RUN,
                    f"nothing in this game reads {each!r}",
                    at=max(item.value.find(word), 0) if word else 0,
                )
            )
        if not lacking:
            self.kept.put("runs", key, True)
        return not lacking

    def _sentence(self, item: Item, allowed: tuple[type, ...], where: str) -> Any:
        """The tree of a sentence that parses, is spelled canonically and is of an allowed class; else BAD."""
        text = item.value
        if len(text) > LONGEST_SENTENCE:
            message = f"this sentence has {len(text)} characters; it may have {LONGEST_SENTENCE}"
            self.report(item.problem(Code.TOO_LARGE, message))
            return BAD
        key = store.digest(text)
        said = self.kept.get("sentence", key)
        try:
            tree, canonical = codec.decode(said) if said else (parse(text), "")
        except LanguageError as error:
            self._bad_sentence(item, error)
            return BAD
        canonical = canonical or phrase(tree)
        if not isinstance(tree, allowed):
            self.report(
                item.problem(Code.WRONG_SENTENCE, f"a sentence of kind {type(tree).__name__} has no place {where}")
            )
            return BAD
        if canonical != text:
            first = next((i for i, (a, b) in enumerate(zip(text, canonical)) if a != b), min(len(text), len(canonical)))
            self.report(item.problem(Code.NOT_CANONICAL, "this meaning is spelled another way", canonical, at=first))
        try:
            if not said:
                lower(tree)
        except NoMeaning as error:
            at = max(text.find(str(error.word)), 0)
            self.report(
                item.problem(Code.NO_MEANING, f"nothing says what {str(error.word)!r} means as {error.where}", at=at)
            )
            return BAD
        if not said and not self.kept.forgets:
            self.kept.put("sentence", key, codec.encode((tree, canonical)))
        for name in dict.fromkeys(_names(tree)):
            at = text.find(f"[{name}]") + 1
            self.refer("card-name", Item(name, item.file, item.line, item.column + at * item.exact, item.exact))
        return tree

    # --- rules of one game ------------------------------------------------------------------------------------------

    def _terms(self, file: str, needed: bool) -> tuple[list[r.TermRecord], list[Any] | None]:
        """The rules that are sentences; and the game, its opposites, the lowest roll that fails, what its attacks do
        otherwise.
        """
        found = self._checked(file, layout.TERMS, "term", needed=needed)
        if not isinstance(found, SimpleNamespace):
            return [], None
        opposites: dict[str, str] = {}
        if good(found.opposites):
            pairs = {name: other for name, other in vars(found.opposites.pairs).items() if isinstance(other, str)}
            for name, count in Counter(name for pair in pairs.items() for name in {*pair}).items():
                if count > 1:  # One may be opposite to itself, as Fanatic is.
                    text = f"{name!r} is in {count} pairs"
                    self.report(found.opposites.item.value["pairs"].problem(Code.REPEATED_VALUE, text))
            opposites = {**{other: name for name, other in pairs.items()}, **pairs}
        records: list[r.TermRecord] = []
        parts: tuple[tuple[Literal["term", "requirement", "goal"], Any, type], ...] = (
            ("term", found.terms, t.Term),
            ("requirement", found.requirements, t.Requirement),
            ("goal", found.goals, t.BasicGoal),
        )
        for part, entries, allowed in parts:
            for entry in self._each(entries, "term"):
                say = entry.item.value.get("say")
                tree: Any = self._sentence(say, (allowed,), f"among the {part}s") if isinstance(entry.say, str) else BAD
                if tree is BAD or not good(entry):
                    continue
                label = getattr(entry, "label", None) or ""
                if part == "term" and isinstance(tree.amount, int) and tree.per is None and not label:
                    self.report(
                        entry.item.problem(Code.MISSING_KEY, "'label' is missing: nothing else names this line")
                    )
                rule = Rule(entry.id, entry.say, tree, tuple(entry.cites), label)
                records.append(r.TermRecord(self.game, part, rule, entry.item.file, entry.item.line))
        differs = [each.what for each in found.differs or () if good(each)]
        return records, [self.game, opposites, found.fails_from, differs]

    def _glossary(self, file: str, needed: bool) -> Iterator[r.GlossaryEntry]:
        for entry in self._good(self._checked(file, layout.GLOSSARY, needed=needed), "glossary"):
            items = [entry.item.value["term"], *(entry.item.value["also"].value if entry.also else ())]
            for item in items:
                self._define("word", item.value.casefold(), item, "word")
            yield _record(r.GlossaryEntry, entry, game=self.game)

    def _conflicts(self, file: str, needed: bool) -> Iterator[r.Conflict]:
        for entry in self._good(self._checked(file, layout.CONFLICTS, "conflict", needed=needed), "conflict"):
            outcomes = [outcome.id for outcome in entry.outcomes]
            for index, outcome in enumerate(entry.outcomes):
                if outcome.id in outcomes[:index]:
                    self.report(
                        outcome.item.value["id"].problem(Code.DUPLICATE_ID, f"the outcome {outcome.id!r} comes twice")
                    )
            if entry.default not in outcomes:
                message, near = f"this record has no outcome {entry.default!r}", nearest(entry.default, outcomes)
                self.report(entry.item.value["default"].problem(Code.UNKNOWN_OUTCOME, message, near))
            sources = tuple(_record(r.ConflictSource, source) for source in entry.sources)
            yield _record(
                r.Conflict,
                entry,
                game=self.game,
                sources=sources,
                outcomes=tuple(_record(r.Outcome, each) for each in entry.outcomes),
            )

    def _errata(self, file: str, editions: list[r.Edition]) -> list[r.Erratum]:
        ids, known = self._slugs(), {edition.id for edition in editions}
        errata: list[r.Erratum] = []
        items: dict[str, Item] = {}
        for entry in self._good(self._checked(file, layout.ERRATA, needed=False), "erratum"):
            changes = list(self._changes(entry))
            if BAD in changes or entry.since not in known or not ids.keys() >= set(entry.cards):
                continue
            items[entry.id] = entry.item
            errata.append(
                _record(
                    r.Erratum,
                    entry,
                    game=self.game,
                    cards=tuple(ids[slug] for slug in entry.cards),
                    changes=tuple(changes),
                )
            )
        if errata:
            self._take_back(
                in_order(errata, editions),
                items,
                {record.id: record.clauses for record in self._card_records(set(ids.values()))},
            )
        return errata

    def _changes(self, entry: SimpleNamespace) -> Iterator[r.Change | Any]:
        """The changes of an erratum, BAD in the place of a bad one."""
        if entry.changes and len(entry.cards) > 1:
            item = entry.item.value["cards"]
            self.report(
                item.problem(Code.WRONG_TYPE, "clauses can be changed of one card only: give each its own erratum")
            )
            yield BAD
        for index, change in enumerate(entry.changes or ()):
            if change.now is None and change.was is None:
                self.report(change.item.problem(Code.MISSING_KEY, "'now' or 'was' is missing"))
                yield BAD
            elif change.was is None:
                yield r.Change(change.now, None)
            else:
                was = self._clause(change.was, change.item.value["was"], index + 1, (), ())
                yield BAD if was is BAD else r.Change(change.now, was)

    def _take_back(
        self, errata: list[r.Erratum], items: dict[str, Item], clauses: dict[str, tuple[r.ClauseRecord, ...]]
    ) -> None:
        """Report each `now` that its card does not have; `errata` are in the order of time, `clauses` the present
        ones.
        """
        for erratum in reversed(errata):
            for index, change in enumerate(erratum.changes):
                card_id = erratum.cards[0]
                try:
                    clauses[card_id] = before(clauses[card_id], [change])
                except NoSuchClause:
                    item = items[erratum.id].value["changes"].value[index].value["now"]
                    near = nearest(change.now or "", [clause.text for clause in clauses[card_id]])
                    self.report(
                        item.problem(Code.UNKNOWN_CLAUSE, "after this change the card had no such clause", near)
                    )

    def _rule_changes(self, file: str) -> Iterator[r.RuleChange]:
        for entry in self._good(self._checked(file, layout.CHANGES, needed=False), "erratum"):
            if (entry.was is None) == (entry.not_known is None):
                self.report(
                    entry.item.problem(Code.MISSING_KEY, "one of 'was' and 'not-known' must stand here, not both")
                )
            yield _record(r.RuleChange, entry, game=self.game)

    def _ruleset(self, file: str) -> Iterator[Ruleset]:
        found = self._checked(file, layout.GAME, needed=False)
        if not (good(found) and isinstance(found, SimpleNamespace)):
            return
        its, said = Ruleset(self.game, found.item.plain()), found.item.value
        try:
            if its.hooks:
                hooks(its)
        except NoHooks as error:
            self.report(said["hooks"].problem(Code.UNKNOWN_VALUE, str(error)))
        for line in said["searched-attacks"].value if found.searched_attacks else ():
            if line.value.partition(" ")[0] not in KINDS:
                self.report(line.problem(Code.UNKNOWN_VALUE, f"{line.value!r} begins with no kind of attack"))
        for each in said["besides"].value if found.besides else ():
            self._define("counted", each.value["id"].value, each.value["id"])
        if found.attack_sum:
            its_sum = said["attack-sum"].value
            for row in its_sum["rows"].value:
                cells, kinds = row.value["cells"], its_sum["kinds"].value
                if len(cells.value) != len(kinds):
                    self.report(
                        cells.problem(
                            Code.WRONG_TYPE,
                            f"there must be one for each kind of attack: {len(kinds)}, not {len(cells.value)}",
                        )
                    )
        for each in said["moved"].value if found.moved else ():
            old = each.value["from"]
            if "now" in each.value:
                self._define("chapter", old.value, old, "address")
                self._define("address", f"{old.value}#{old.value}", old, "address")
            else:
                self.refer("chapter", old)
            for item in each.value["sections"].value:
                self._define("address", f"{old.value}#{item.value}", item, "address")
        yield its

    def _quick(self, file: str) -> Iterator[r.QuickPart]:
        found = self._checked(file, layout.QUICK, needed=False)
        for part in found if isinstance(found, list) else ():
            if good(part):
                yield r.QuickPart(self.game, part.title, tuple((line.says, line.section) for line in part.lines))

    def _figures(self, file: str) -> Iterator[r.Figure]:
        for figure in self._good(self._checked(file, layout.FIGURES, "figure", needed=False), "figure"):
            if (figure.boxes is None) == (figure.made_from is None):
                self.report(
                    figure.item.problem(Code.MISSING_KEY, "one of 'boxes' and 'made-from' must stand here, not both")
                )
            yield _record(
                r.Figure, figure, game=self.game, boxes=tuple(_record(r.Box, box) for box in figure.boxes or ())
            )

    def _faq(self, file: str) -> tuple[list[r.FaqTopic], list[r.FaqEntry]]:
        ids = self._slugs()
        by_name = {name.name: name.id for name in self.names} | {
            name.name: name.id for name in self.names if name.game == self.game
        }
        page = self._checked(file, layout.FAQ)
        if not isinstance(page, SimpleNamespace) or BAD in (page.topic, page.title, page.entries):
            return [], []
        if not self._define("topic", page.topic, page.item.value["topic"], "topic"):
            return [], []
        entries = []
        for entry in self._each(page.entries, "faq"):
            about = self._meant_by(entry)
            if not good(entry):
                continue
            texts = [entry.item.value["question"], entry.item.value["answer"]]
            named = [
                by_name.get(name.value)
                for text in texts
                for kind, name in links(text, self.report)
                if kind == "card-name"
            ]
            listed = [ids.get(slug) for slug in entry.cards or ()]
            cards = tuple(dict.fromkeys(filter(None, (*named, *listed, *about))))
            entries.append(_record(r.FaqEntry, entry, game=self.game, topic=page.topic, cards=cards))
        return [r.FaqTopic(page.topic, self.game, page.title)], entries

    def _differences(self, file: str, games: list[r.Game]) -> Iterator[r.Difference]:
        known = [game.id for game in games]
        self.game = ""
        for entry in self._good(self._checked(file, layout.DIFFERENCES, needed=False), "difference"):
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
                    points.append(_record(r.Point, point, game=game))
            self.game = ""
            if len(item.value) < 2:
                self.report(item.problem(Code.MISSING_KEY, "a difference needs at least two games"))
            yield _record(r.Difference, entry, points=tuple(points))

    def _chapter(self, file: str, numbers: dict[str, str]) -> tuple[list[r.Section], str | None]:
        """The sections of a chapter, and its number; `numbers` are those of the chapters before it, with their
        files.
        """
        by_name = {name.name: name.id for name in self.names if name.game == self.game}
        text = self._text(file, "section")
        if text is None:
            return [], None
        before = len(self.problems)
        drafts = read_chapter(text, file, self.report)
        if len(self.problems) > before:
            self.incomplete.add("section")
        sections, address = [], chapter_name(file)
        for draft in drafts:
            if draft.level == 1 and draft.number in numbers:
                message = f"the chapter number {draft.number} is taken by {numbers[draft.number]}"
                self.report(draft.anchor.problem(Code.DUPLICATE_ID, message))
            if self._define("section", draft.anchor.value, draft.anchor, "anchor"):
                self._define("address", f"{address}#{draft.anchor.value}", draft.anchor, "address")
            if draft.level == 1:
                self._define("chapter", address, draft.anchor, "address")
            for kind, item in draft.uses:
                self.refer(kind, item)
            for block in draft.blocks:
                for item in block.states:
                    self.refer("statement", item)
            sections.append(self._section(draft, by_name))
        return sections, next((draft.number for draft in drafts if draft.level == 1), None)

    def _section(self, draft: DraftSection, by_name: dict[str, str]) -> r.Section:
        named = (item.value for kind, item in draft.uses if kind == "card-name")
        blocks = tuple(
            r.Block(block.kind, block.markdown, tuple(item.value for item in block.states), block.line)
            for block in draft.blocks
        )
        cards = tuple(dict.fromkeys(by_name[name] for name in named if name in by_name))
        its = draft.anchor
        return r.Section(
            its.value,
            self.game,
            draft.number,
            draft.title,
            draft.chapter,
            draft.level,
            blocks,
            cards,
            its.file,
            its.line,
        )

    def _meant_by(self, entry: SimpleNamespace) -> tuple[str, ...]:
        """The ids of the cards that the selector `about` of an entry means; none without it, and none when it is
        wrong.
        """
        if not isinstance(entry.about, str):
            return ()
        try:
            ids = self._ids_meant(entry.about, self.game)
        except LanguageError as error:
            self._bad_sentence(entry.item.value["about"], error)
            return ()
        if self.lot:
            self.lot.about.append([self.game, entry.about, list(ids)])
        return ids

    def _ids_meant(self, selector: str, game: str) -> tuple[str, ...]:
        """The ids of the cards of a game that a selector means.

        Only cards that it was never asked of are asked. Raises LanguageError.
        """
        if (selector, game) not in self._meant:
            key = store.digest(selector, game)
            known = self.kept.get("about", key) or {}
            mine = [name for name in self.names if name.game == game]
            if new := {name.id for name in mine if name.played not in known}:
                meant = {card.id for card in selected(selector, [record.card for record in self._card_records(new)])}
                known = {name.played: name.id in meant if name.id in new else known[name.played] for name in mine}
                self.kept.put("about", key, known)
            self._meant[selector, game] = tuple(name.id for name in mine if known[name.played])
        return self._meant[selector, game]

    def _bad_sentence(self, item: Item, error: LanguageError) -> None:
        message = f"{error.found!r} makes no sense here" if error.suggestion else error.message
        place = _place(item.value, error.column)
        self.report(item.problem(Code.BAD_SENTENCE, message, error.suggestion, at=place, picture=error.picture))

    def _slugs(self) -> dict[str, str]:
        """The ids of the cards of this game, by slug."""
        return {name.slug: name.id for name in self.names if name.game == self.game}

    def _rulings(self, file: str) -> tuple[list[r.RulingRecord], list[Any]]:
        """The rulings of a file; and of each what is looked up without it."""
        ids, rulings = self._slugs(), []
        for entry in self._each(self._checked(file, layout.RULINGS, "ruling"), "ruling"):
            about = self._meant_by(entry)
            if not good(entry):
                continue
            named = (ids[slug] for slug in entry.cards or () if slug in ids)
            for old in entry.formerly or ():
                self._define("former ruling", old, entry.item, "former id")
            scenario = {key: entry.item.value[key].plain() for key in _SCENARIO if key in entry.item.value}
            cards = tuple(dict.fromkeys([*named, *about]))
            ruling = _record(r.RulingRecord, entry, game=self.game, cards=cards, scenario=scenario)
            rulings.append(ruling.placed(_places(entry.item)))
        return rulings, [
            {
                "id": each.id,
                "game": each.game,
                "title": each.title,
                "cards": each.cards,
                "formerly": each.formerly,
            }
            for each in rulings
        ]

    # --- names ------------------------------------------------------------------------------------------------------

    def _resolve(self) -> None:
        """Report each name that nothing has, and each position that cannot be read."""
        for use in self.uses:
            if use.kind == "position":
                continue
            known = self.known.get((use.kind, "" if use.kind in _EVERYWHERE else use.game), {})
            if use.item.value in known or use.kind in self.incomplete:
                continue
            if use.kind == "card-name" and any(
                use.item.value in names for (kind, _), names in self.known.items() if kind == use.kind
            ):
                continue  # The cards of a game may name those of another: Book.card_id finds them likewise.
            if not use.item.file:
                raise _Unfit(use.item.value)
            code, message = _UNKNOWN[use.kind]
            self.report(use.item.problem(code, message.format(use.item.value), self._meant_name(use, known)))
        if not self.incomplete & {"card", "card-slug", "game", "set"}:
            self._positions([use.item for use in self.uses if use.kind == "position"])

    def _meant_name(self, use: _Use, known: Iterable[str]) -> str | None:
        if use.kind == "card-name" and len(self.problems) < SUGGESTED:
            found = find_card(use.item.value, [name for name in self.names if name.game == use.game])
            return found.record.name if found.record else next(iter(found.suggestions), None)
        return nearest(use.item.value, known, len(self.problems))

    def _positions(self, items: list[Item]) -> None:
        """Report what is wrong with positions.

        One that was right is right as long as the rules and the cards that it names are the same.
        """
        rules = store.digest(
            *(lot.key for lot in self.lots if lot.fields in (("terms",), ("rulesets",))),
            *sorted({word for name in self.names for word in name.alignments}),
        )
        keys = {
            text: store.digest(text, rules, self._named(text)) for text in dict.fromkeys(item.value for item in items)
        }
        right = self.kept.get_all("position", keys.values())
        for item in items:
            if keys[item.value] in right:
                continue
            try:
                try:
                    read_position(item.value, self._cards_in(item.value), self._rules)
                except LineError:  # What was meant instead may be any card.
                    if len(self.problems) >= SUGGESTED:
                        raise
                    read_position(item.value, [record.card for record in self._card_records()], self._rules)
            except LineError as error:
                for problem in error.problems:
                    self.report(
                        item.problem(Code.BAD_POSITION, problem.message, problem.suggestion, at=problem.column - 1)
                    )
            else:
                self.kept.put("position", keys[item.value], True)


def _record(kind: Any, entry: SimpleNamespace, **given: Any) -> Any:
    """The record that a good entry says: its fields are the keys of their names, but for those that are `given`. What
    an entry leaves out is empty, false or None, as the field has it.
    """
    values = {"file": entry.item.file, "line": entry.item.line, **vars(entry), **given}
    return kind(**{name: _value(said, values[name]) for name, said in kind.__annotations__.items()})


def _value(kind: str, value: Any) -> Any:
    """What a field of a kind holds for a value of an entry."""
    if value is None and "None" not in kind:
        return {"str": "", "bool": False}[kind] if kind in ("str", "bool") else ()
    return tuple(value) if isinstance(value, list) else value


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
    """The name of a part of a document.

    One whose heading is missing in the text is listed in brackets, with a remark that no reader needs.
    """
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
    elif isinstance(tree, Struct):
        for name in tree.__struct_fields__:
            yield from _names(getattr(tree, name))
