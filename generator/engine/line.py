"""A line of text about the cards of a game, as positions and lines about Goals are: words with a key and a value, items
between commas. All problems of a line are told at once, each with its column.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from generator.engine.cards import Card
from generator.engine.ruleset import Ruleset
from generator.engine.situation import Rules
from generator.language import ALIGNMENTS

TAKING_PART = ("group", "illuminati")
_LYING = ("resource", "plot")
MOST = 999
"""The highest number that a line may name."""
MOST_TIMES = 9
"""So often may a card take part."""
LONGEST = 3_000
"""So many characters may a line have: with every one of them wrong, it is still read within a second."""


class LineProblem(Struct, frozen=True):
    """What is wrong at a column (from 1) of the line, and what may have been meant."""

    column: int
    code: str
    message: str
    suggestion: str | None = None

    def __str__(self) -> str:
        hint = f" (did you mean {self.suggestion!r}?)" if self.suggestion else ""
        return f"{self.column}: {self.code}: {self.message}{hint}"


class LineError(ValueError):
    """A line that cannot be read; `problems` are all that is wrong with it."""

    def __init__(self, text: str, problems: tuple[LineProblem, ...]):
        self.text, self.problems = text, problems
        super().__init__("; ".join(map(str, problems)))


def alignments_in(cards: Iterable[Card]) -> tuple[str, ...]:
    """The alignments that any of these cards has, in the order of the language: those of a game."""
    found = {name for card in cards for name in card.alignments}
    return tuple(name for name in ALIGNMENTS if name in found)


class LineReader:
    """Reads one line, collecting problems instead of stopping at the first."""

    def __init__(self, text: str, cards: list[Card], rules: Mapping[str, Rules]):
        self.text, self.cards, self.rules = text, cards, rules
        self.problems: list[LineProblem] = []
        self.game = ""
        self.known: Mapping[str, Card] = {}

    @property
    def its(self) -> Ruleset:
        """What the game of the line says; nothing of one whose rules were not given."""
        return self.rules[self.game].its if self.game in self.rules else Ruleset()

    def raise_problems(self) -> None:
        """Raise LineError with all problems, in the order of the line; nothing where there are none."""
        if self.problems:
            raise LineError(self.text, tuple(sorted(self.problems, key=lambda problem: problem.column)))

    def _short(self, message: str) -> None:
        """There are too few words to begin with, or too many letters."""
        if len(self.text) > LONGEST:
            self._problem(LONGEST + 1, "too-long", f"a line has at most {LONGEST} characters")
        else:
            self._problem(len(self.text) + 1, "position-short", message)

    def _words(self) -> Iterator[tuple[int, str]]:
        """The words with their columns; none of a line that is too long."""
        if len(self.text) > LONGEST:
            return
        column = 1
        for word in self.text.split(" "):
            if word:
                yield column, word
            column += len(word) + 1

    def _problem(
        self, column: int, code: str, message: str, found: str | None = None, choices: Iterable[str] = ()
    ) -> None:
        near = difflib.get_close_matches(found, list(choices), 1, 0.6) if found else []
        self.problems.append(LineProblem(column, code, message, near[0] if near else None))

    def _card(self, column: int, slug: str, kinds: tuple[str, ...]) -> bool:
        card = self.known.get(slug)
        if card is None:
            other = next((each for each in self.cards if each.slug == slug), None) if self.known else None
            if other is not None:
                table = f"; a table of {self.game} takes it" if other.game in self.its.shares else ""
                self._problem(
                    column,
                    "unknown-card",
                    f"{other.name} is a card of {other.game}, and a line of {self.game} can name only cards of"
                    f" {self.game}{table}",
                )
            elif self.known:
                self._problem(
                    column,
                    "unknown-card",
                    f"no card {slug!r}" if slug else "a card is missing here",
                    slug,
                    [known.slug for known in self.known.values() if known.kind in kinds],
                )
            return False
        if card.kind not in kinds:
            self._problem(column, "wrong-kind-of-card", f"{card.name} is not {' or '.join(map(a_kind, kinds))}")
            return False
        return True

    def _values(
        self,
        words: list[tuple[int, str]],
        readers: Mapping[str, Callable[[int, str], Any]],
        order: tuple[str, ...],
        flag: str,
    ) -> dict[str, Any]:
        """What the words after the first three say, by key; `flag` is the one that has no value. `order` are all
        keys.
        """
        values: dict[str, Any] = {}
        for column, word in words:
            key, equals, value = word.partition("=")
            if key in values:
                self._problem(column, "key-twice", f"{key} comes twice")
            elif not self._is_asked(column, key):
                continue
            elif key == flag and not equals:
                values[key] = True
            elif key not in readers:
                said = f"{key} takes no value" if key == flag else f"{key!r} is not a word that can follow here"
                self._problem(column, "unknown-key", said, key, order)
            else:
                values[key] = readers[key](column + len(key) + 1, value)
        return values

    def _is_asked(self, column: int, key: str) -> bool:
        """Whether the game asks for what a key says; that it does not is a problem."""
        return True

    def _number(self, column: int, value: str, most: int = MOST) -> int | None:
        if value.isascii() and value.isdigit() and len(value) < 10 and int(value) <= most:
            return int(value)
        self._problem(column, "bad-number", f"{value!r} is not a whole number from 0 to {most}")
        return None

    def _twice(self, column: int, name: str, found: Container[str]) -> None:
        """One who is named already is named again."""
        if name in found:
            self._problem(column, "card-twice", f"{name} comes twice")

    def _cards(self, column: int, value: str, kinds: tuple[str, ...]) -> tuple[str, ...]:
        found: list[str] = []
        for at, slug in split(column, value):
            if self._card(at, slug, kinds):
                if slug in found:
                    self._problem(at, "card-twice", f"{slug} comes twice")
                else:
                    found.append(slug)
        return tuple(found)

    def _linked(self, column: int, value: str) -> tuple[tuple[str, str], ...]:
        found: dict[str, str] = {}
        for at, item in split(column, value):
            slug, _, on = item.partition("+")
            as_plot = slug in self.known and self.known[slug].rules("as a Plot")
            if as_plot:
                self._problem(
                    at,
                    "wrong-kind-of-card",
                    f"{self.known[slug].name} can be linked as a Plot only on a table: links: {{{slug}: {on}}}",
                )
            known = not as_plot and (
                (slug in self.known and self._may_link(self.known[slug])) or self._card(at, slug, _LYING)
            )
            if self._card(at + len(slug) + 1, on, TAKING_PART) and known:
                self._twice(at, slug, found)
                found[slug] = on
        return tuple(found.items())

    def _may_link(self, card: Card) -> bool:
        return card.kind in _LYING

    def _align(self, column: int, value: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
        found: dict[str, tuple[str, ...]] = {}
        known, opposites = (
            alignments_in(self.known.values()),
            self.rules[self.game].opposites if self.game in self.rules else {},
        )
        for at, item in split(column, value):
            slug, _, words = item.partition(":")
            if not self._card(at, slug, ("group",)):
                continue
            self._twice(at, slug, found)
            names = [capitalized(word) for word in words.split("+") if word]
            for name in names:
                if name not in known:
                    self._problem(at + len(slug) + 1, "unknown-alignment", f"no alignment {name!r}", name, known)
            found[slug] = tuple(name for name in known if name in names)
            for name in found[slug]:
                other = opposites.get(name, name)
                if other in found[slug] and known.index(name) < known.index(other):
                    self._problem(at + len(slug) + 1, "opposites", f"no card is {name} and {other} at once")
        return tuple(found.items())

    def _power(self, column: int, value: str) -> tuple[tuple[str, int], ...]:
        found: dict[str, int] = {}
        for at, item in split(column, value):
            slug, _, number = item.partition(":")
            if self._card(at, slug, (*TAKING_PART, "plot")):
                self._twice(at, slug, found)
                power = self._number(at + len(slug) + 1, number)
                if power is not None:
                    found[slug] = power
        return tuple(found.items())

    def _places(self, column: int, value: str) -> tuple[str, ...]:
        found = self._cards(column, value, ("group",))
        for at, slug in split(column, value):
            if slug in found and self.known[slug].subtype != "place":
                self._problem(at, "wrong-kind-of-card", f"{self.known[slug].name} is not a Place")
        return found


def a_kind(kind: str) -> str:
    """A kind of card with its article: `an Illuminati`."""
    return f"a{'n' * kind.startswith('i')} {kind.capitalize()}"


def capitalized(word: str) -> str:
    """A word of a line as an alignment is written; of letters that have several capital forms the one that browsers
    take too.
    """
    return word[:1].upper() + word[1:].lower()


def split(column: int, value: str) -> Iterator[tuple[int, str]]:
    for item in value.split(","):
        yield column, item
        column += len(item) + 1
