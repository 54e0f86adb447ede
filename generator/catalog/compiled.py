"""The compiled catalog: what `cards/` and `rules/` said when they were last read, kept for as long as they and our code
say the same.

`compiled(root, kept)` answers what is kept, or reads, checks and keeps. From it come the whole Catalog, whose records
are loaded when they are asked for, and a few answers that need no record at all: which card a name means, how a
statement is cited, what is said about a card. Nothing of the language and the engine is imported until a record is
asked for. `generator.kept` says why reading it is safe.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.catalog.names import CardName, Found, find_card, fold, nicknames
from generator.kept import Kept, digest, sources_key

if TYPE_CHECKING:
    from generator.catalog.catalog import Catalog
    from generator.catalog.records import CardRecord
    from generator.engine.cards import Card
    from generator.engine.ruleset import Ruleset


PARTS = ("names", "rulesets", "cites", "checkable", "said", "played")
"""What answers without a record."""


def compiled(root: Path, kept: Kept) -> Compiled:
    """The compiled catalog of a checkout. Raises CatalogError when its files hold problems."""
    key = sources_key(root)
    made = kept.get("catalog", key)
    if made is not None:
        return Compiled(root, kept, key, made)
    from generator.catalog.read import compile_catalog

    catalog, made = compile_catalog(root, kept)
    if sources_key(root) == key:  # Nobody has written meanwhile.
        kept.put("catalog", key, made)
        lots = {lot for lots in made["lots"].values() for lot in lots}
        kept.keep_only("catalog", {key})
        kept.keep_only("file", lots)
        kept.keep_only("records", {f"{lot}/{name}" for name, lots in made["lots"].items() for lot in lots})
        kept.keep_only("scenarios", made["lots"]["rulings"])
        kept.keep_only("card", {CardName.of(row).digest for row in kept.get("names", made["names"])})
        for part in PARTS:
            kept.keep_only(part, {made[part]})
        kept.keep_only("answer", ())
        kept.save()
    return Compiled(root, kept, key, made, catalog)


class Compiled:
    """What is kept of a checkout; `key` is another as soon as a file is."""

    def __init__(
        self, root: Path, kept: Kept, key: str, made: Mapping[str, Any], catalog: Catalog | None = None
    ) -> None:
        self.root, self.kept, self.key, self.made = root, kept, key, made
        self._catalog = catalog
        self.fresh = catalog is not None

    @cached_property
    def catalog(self) -> Catalog:
        """The whole catalog, its records loaded when they are asked for."""
        if self._catalog is None:
            from generator.catalog.read import kept_catalog

            self._catalog = kept_catalog(self.root, self.kept, self.made)
        return self._catalog

    @cached_property
    def names(self) -> tuple[CardName, ...]:
        """All cards, in the order of the files."""
        return tuple(CardName.of(row) for row in self._part("names"))

    def find(self, name: str, game: str | None = None) -> Found:
        """The card that a person means, of this game if one is named, as `Catalog.find` or by what players call it;
        `record` and `others` are of the class CardName.
        """
        names = [each for each in self.names if game in (None, each.game)]
        found = find_card(name, names)
        if found.record:
            return found
        known = self._nicknames
        called = find_card(
            name, [each._replace(aliases=(*each.aliases, *known.get(fold(each.slug), ()))) for each in names]
        )
        return called if called.record else found

    @cached_property
    def _nicknames(self) -> Mapping[str, tuple[str, ...]]:
        file = self.root / "rules/synonyms.yaml"
        return nicknames(file.read_text(encoding="utf-8")) if file.exists() else {}

    def name(self, card_id: str) -> CardName:
        """The card with this id. Raises KeyError."""
        return self._names_by_id[card_id]

    @cached_property
    def _names_by_id(self) -> Mapping[str, CardName]:
        return {name.id: name for name in self.names}

    def same_name(self, card: Card | CardName) -> tuple[CardName, ...]:
        """The cards of other games that have the name of this one, as `Catalog.same_name`."""
        wanted = fold(card.name)
        return tuple(name for name in self.names if name.game != card.game and fold(name.name) == wanted)

    def records(self, ids: Collection[str]) -> list[CardRecord]:
        """The records of these cards, in the order of the files; of their files alone is anything loaded."""
        from generator.catalog.codec import Unfit
        from generator.catalog.read import kept_records

        ids = frozenset(ids)
        lots = [lot for lot, cards in self._part("said")["cards"] if not ids.isdisjoint(cards)]
        try:
            return [
                record
                for lot in lots
                for record in kept_records(self.root, self.kept, lot, "cards")
                if record.id in ids
            ]
        except Unfit:  # Another command has thrown it away.
            return [record for record in self.catalog.cards if record.id in ids]

    def named_in(self, line: str) -> set[str]:
        """The ids of the cards of all games that a line names by their short ids."""
        words = set(re.findall(r"[a-z0-9-]+", line))
        return {name.id for name in self.names if name.slug in words}

    def source(self, statement: str) -> str:
        """How a citation of the statement prints, as `Catalog.source`. Raises UnknownStatement, a KeyError."""
        if statement not in self._cites:
            from generator.catalog.catalog import UnknownStatement

            raise UnknownStatement(statement)
        return self._cites[statement]

    @cached_property
    def _cites(self) -> Mapping[str, str]:
        found: Mapping[str, str] = self._part("cites")
        return found

    def ruleset(self, game: str) -> Ruleset:
        """What the file of a game says; nothing where it has none."""
        from generator.engine.ruleset import Ruleset

        return Ruleset(game, self._part("rulesets").get(game, {}))

    @cached_property
    def checkable(self) -> Mapping[str, list[str]]:
        """The statements that can be put to the test, by document."""
        found: Mapping[str, list[str]] = self._part("checkable")
        return found

    @cached_property
    def rulings(self) -> list[dict[str, Any]]:
        """Every ruling: `id`, `game`, `title`, and the ids that it had `formerly`."""
        found: list[dict[str, Any]] = self._part("played")
        return found

    @cached_property
    def scenarios(self) -> Mapping[str, str]:
        """The scenario of every ruling as text."""
        lots = self.made["lots"]["rulings"]
        kept = self.kept.get_all("scenarios", lots)
        found = {ruling: text for its in kept.values() for ruling, text in its.items()}
        if len(found) == self.count("rulings"):
            return found
        from generator.catalog.read import scenario_texts

        return scenario_texts(self.catalog.rulings)  # Another command has thrown some away.

    @property
    def rules_key(self) -> str:
        """Another as soon as a rule that is a sentence is, a game, or which statements can be put to the test."""
        return digest(
            *self.made["lots"]["terms"],
            *self.made["lots"]["rulesets"],
            *self.made["lots"]["games"],
            self.made["checkable"],
        )

    def count(self, name: str) -> int:
        """How many records of a kind there are."""
        return int(self.made["counts"][name])

    def rulings_about(self, card_id: str) -> dict[str, str]:
        """The titles of the rulings about a card, by id."""
        return {ruling: title for ruling, cards, title in self._part("said")["rulings"] if card_id in cards}

    def set_title(self, set_id: str) -> str:
        """What a set of cards is called."""
        return str(self._part("said")["sets"][set_id])

    @cached_property
    def cards_of_rulings(self) -> Mapping[str, list[str]]:
        """The cards that each ruling is about."""
        return {ruling: cards for ruling, cards, _ in self._part("said")["rulings"]}

    def errata_of(self, card_id: str) -> tuple[Mapping[str, Any], ...]:
        """The published changes of a card, in their order: `id`, `date` and `edition`, `title`, `says`, `states`,
        `not_known`.
        """
        return tuple(erratum for erratum in self._part("said")["errata"] if card_id in erratum["cards"])

    def _part(self, name: str) -> Any:
        found = self.kept.get(name, self.made[name])
        if found is None:  # Half of it is lost: it is made again.
            from generator.catalog.read import compile_catalog

            self._catalog, self.made = compile_catalog(self.root, self.kept)
            found = self.kept.get(name, self.made[name])
        return found
