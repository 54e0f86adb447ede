"""What the catalog holds: frozen records, each the one definition of a card, section, ruling and so on."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Literal, Self

from msgspec import Struct

from generator.engine.cards import Card, Clause
from generator.engine.situation import Rule
from generator.language import Sentence
from generator.meaning import lower


class Game(Struct, frozen=True):
    """A game: its cards, its rules, its arithmetic.

    `short` is its name where there is little room. `alignments` and `attributes` are the words that its cards can have,
    `numbers` those that they print.
    """

    id: str
    title: str
    short: str
    alignments: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()


class CardSet(Struct, frozen=True):
    """Cards that were published together."""

    id: str
    game: str
    title: str
    year: int


class Document(Struct, frozen=True):
    """A published document that statements are cited from; `short` is its name in a citation."""

    id: str
    title: str
    short: str
    edition: str
    year: int
    pages: int | None
    publisher: str
    note: str


class Statement(Struct, frozen=True):
    """One thing that a document says: `gist` says it in a sentence of our own, for players, that stands alone.

    `page` as printed, such as `5` or `5-6`; `line` in our copy; `check` says how a checkable one is put to the test,
    `authority` who says it
    (`layout.AUTHORITIES`). What is said `to_card` only sends its reader to the card, whose own sentence says more."""

    id: str
    document: str
    kind: str
    section: str
    page: str | None
    line: str
    gist: str
    cards: tuple[str, ...]
    checkable: bool
    check: str
    authority: str
    to_card: bool = False


class Printing(Struct, frozen=True):
    """A card as one set holds it: how many copies, how rare."""

    set: str
    copies: int
    rarity: str | None = None


class ClauseRecord(Struct, frozen=True):
    """One clause of a card: a sentence of the effect language, or a note (`reason`: why it is no sentence yet).

    `facts` are the numbers of the facts about the card that the clause accounts for, counted from 1. `attack` marks a
    note that touches attack strength, who may take part, or immunity.
    """

    number: int
    text: str
    sentence: Sentence | None
    reason: str | None
    facts: tuple[int, ...]
    cites: tuple[str, ...]
    attack: bool = False

    @property
    def note(self) -> bool:
        """Whether no engine runs it."""
        return self.sentence is None

    def lowered(self) -> Clause:
        """The clause as the engine knows it: what its sentence means. Raises NoMeaning."""
        return Clause(self.text, lower(self.sentence), self.cites)


class CardRecord(Struct, frozen=True):
    """A card with all that the engine need not know. `starred` names what is printed with an asterisk.

    `source` is the statement that prints the card, None where we have the card itself as printed in its set;
    `fragments` counts the facts there are about what the card does. `sometimes` are those of its alignments that do not
    always hold.
    """

    card: Card
    source: str | None
    clauses: tuple[ClauseRecord, ...]
    printings: tuple[Printing, ...]
    fragments: int
    aliases: tuple[str, ...] = ()
    starred: tuple[str, ...] = ()
    arrows_unsure: bool = False
    remark: str | None = None
    file: str = ""
    line: int = 0
    type_line: str | None = None
    sometimes: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """`<set>/<slug>`."""
        return self.card.id

    @property
    def name(self) -> str:
        """The name as printed."""
        return self.card.name

    @property
    def copies(self) -> int:
        """How many copies all its printings have together."""
        return sum(printing.copies for printing in self.printings)

    @property
    def rarity(self) -> str | None:
        """The rarity of its first printing."""
        return self.printings[0].rarity

    @property
    def collected(self) -> bool:
        """Whether a set has it as more or less rare than others."""
        return any(printing.rarity not in (None, "", "illuminati") for printing in self.printings)

    @property
    def cites(self) -> tuple[str, ...]:
        """The statements that the card and its clauses rest on, each once."""
        own = () if self.source is None else (self.source,)
        return tuple(dict.fromkeys([*own, *(cite for clause in self.clauses for cite in clause.cites)]))

    @property
    def accounted(self) -> int:
        """How many facts its clauses account for."""
        return len({fact for clause in self.clauses for fact in clause.facts})


BlockKind = Literal["text", "terms", "ruling", "example", "conflict"]


class Block(Struct, frozen=True):
    """A part of a section. Of kind text, `markdown` is a paragraph, list or table; else it is what the mark names: ids
    of terms, the id of a ruling or conflict, or a position. `states` are the statements that it states.
    """

    kind: BlockKind
    markdown: str
    states: tuple[str, ...] = ()
    line: int = 0


class Section(Struct, frozen=True):
    """A chapter (level 1) or section (level 2) of the rules; `id` is its anchor, `chapter` the anchor of its chapter.

    `cards` are the ids of the cards that it mentions.
    """

    id: str
    game: str
    number: str
    title: str
    chapter: str
    level: Literal[1, 2]
    blocks: tuple[Block, ...]
    cards: tuple[str, ...] = ()
    file: str = ""
    line: int = 0

    @property
    def states(self) -> tuple[str, ...]:
        """The statements that its blocks state, each once, in the order of the text."""
        return tuple(dict.fromkeys(statement for block in self.blocks for statement in block.states))


class GlossaryEntry(Struct, frozen=True):
    """A word of the game and what it means; `also` are other words for it."""

    id: str
    game: str
    term: str
    plural: str
    also: tuple[str, ...]
    meaning: str
    section: str
    states: tuple[str, ...]
    file: str = ""
    line: int = 0


class ConflictSource(Struct, frozen=True):
    """What one statement says about the question of a conflict."""

    cite: str
    says: str


class Outcome(Struct, frozen=True):
    """One way to settle a conflict; `position` is an attack that shows it."""

    id: str
    says: str
    position: str | None = None


class Conflict(Struct, frozen=True):
    """A point on which documents disagree or are silent, every outcome, the one in use and why."""

    id: str
    game: str
    title: str
    question: str
    sources: tuple[ConflictSource, ...]
    outcomes: tuple[Outcome, ...]
    default: str
    why: str
    section: str
    states: tuple[str, ...]
    file: str = ""
    line: int = 0


class FaqTopic(Struct, frozen=True):
    """A page of questions and answers."""

    id: str
    game: str
    title: str


class FaqEntry(Struct, frozen=True):
    """A question and its answer; `topic` is the id of its page, `section` the anchor of the section that it applies.

    `cards` are the ids of those that it names and of those that the selector `about` means.
    """

    id: str
    game: str
    topic: str
    question: str
    answer: str
    section: str
    states: tuple[str, ...]
    cards: tuple[str, ...] = ()
    about: str | None = None
    file: str = ""
    line: int = 0


class RuleChange(Struct, frozen=True):
    """What an edition of a rulebook changed: the present rule stands in `section`, and `was` says what held before.

    Without `was`, `not_known` says what of the earlier rule no document has.
    """

    id: str
    game: str
    since: str
    title: str
    section: str
    says: str
    was: str | None
    not_known: str | None
    states: tuple[str, ...]
    file: str = ""
    line: int = 0


class QuickPart(Struct, frozen=True):
    """A part of the quick reference of a game: lines for the table, each with the anchor of the section that says
    more.
    """

    game: str
    title: str
    lines: tuple[tuple[str, str], ...]


class Box(Struct, frozen=True):
    """A box of a chart: what it says first, what else, and the section that says more. `aside` hangs to its right: what
    it gives, or what follows where a question is answered with yes. A row of a table has its ruling besides.
    """

    title: str
    says: str
    section: str
    aside: str = ""
    ruling: str = ""


class Figure(Struct, frozen=True):
    """A chart at the beginning of a section: its boxes from top to bottom, and the rulings that show that it is
    true.
    """

    game: str
    id: str
    title: str
    section: str
    boxes: tuple[Box, ...] = ()
    made_from: str = ""
    """What its boxes are made from when the site is written, `steps` or `position`, where they are not written
    themselves.
    """
    last: str = ""
    """What holds when every question was answered with no."""
    apart: bool = False
    """Whether its boxes stand beside each other: none leads to the next."""
    columns: tuple[str, ...] = ()
    """Of a table, whose boxes are rows: the names of the columns of `title`, `aside` and `says`."""
    rulings: tuple[str, ...] = ()


class Point(Struct, frozen=True):
    """What holds in one game where games differ, and the anchor of the section that has it."""

    game: str
    says: str
    section: str


class Difference(Struct, frozen=True):
    """A point on which games differ; `topic` is the part of the table that it stands in."""

    id: str
    topic: str
    title: str
    points: tuple[Point, ...]
    states: tuple[str, ...] = ()
    file: str = ""
    line: int = 0


class TermRecord(Struct, frozen=True):
    """A rule of a game that is a sentence: a term of the attack sum, a requirement of an attack, or a goal of all
    players.
    """

    game: str
    part: Literal["term", "requirement", "goal"]
    rule: Rule[Any]
    file: str = ""
    line: int = 0

    @property
    def id(self) -> str:
        """The id of the rule, unique within its game."""
        return self.rule.id


class RulingRecord(Struct, frozen=True, dict=True):
    """A question, its answer, and the scenario that shows it.

    `cards` are ids; those that the selector `about` means are among them. `formerly` are the ids of rulings that became
    part of this one; their addresses still lead here. `headline` is the verdict where the answer doesn't begin with it.
    `scenario` holds the keys position, table, facts, play, expect and counter as they stand in the file; `place` finds
    them there again.
    """

    id: str
    game: str
    title: str
    question: str
    answer: str
    section: str
    sources: tuple[str, ...]
    cards: tuple[str, ...]
    about: str | None
    scenario: Mapping[str, Any]
    file: str = ""
    line: int = 0
    formerly: tuple[str, ...] = ()
    headline: str | None = None

    @cached_property
    def places(self) -> Mapping[tuple[str | int, ...], tuple[int, int]]:
        """Line and column of the parts of the scenario, which who reads the file knows. They make no ruling another."""
        return {}

    def placed(self, places: Mapping[tuple[str | int, ...], tuple[int, int]]) -> Self:
        """The same ruling, which knows its places now."""
        self.__dict__["places"] = places
        return self

    @property
    def settles(self) -> tuple[str, ...]:
        """The statements that its expectations put to the test, those of the counter-case too, each once."""
        counter = self.scenario.get("counter") or {}
        expectations = [*self.scenario.get("expect", ()), *counter.get("expect", ())]
        return tuple(dict.fromkeys(statement for line in expectations for statement in line.get("settles", ())))

    def place(self, *path: str | int) -> tuple[int, int]:
        """Line and column of a part of the scenario: `place("expect", 0, "strength")`; of the nearest whole it lies
        in.
        """
        for end in range(len(path), 0, -1):
            if path[:end] in self.places:
                return self.places[path[:end]]
        return self.line, 1


class Edition(Struct, frozen=True):
    """A time from which cards read in a new way: an edition of the set `set`, or (None) a document that changes cards.

    `date` is `1994` or `2002-01`, and `note` says what the date rests on. `states` are the statements about the edition
    as a whole.
    """

    id: str
    title: str
    date: str
    set: str | None = None
    note: str = ""
    states: tuple[str, ...] = ()


class Change(Struct, frozen=True):
    """What an erratum did to one clause: `was` stood where `now` stands.

    `now` is the text of the clause, None when the clause went; `was` is None when the clause is new.
    """

    now: str | None
    was: ClauseRecord | None


class Erratum(Struct, frozen=True):
    """A published change of cards, apart from their text, which is the present one.

    It holds from the edition `since` on. `not_known` says what of the earlier text no document has; without `changes`
    and `not_known`, it only made plain what the card did before.
    """

    id: str
    game: str
    cards: tuple[str, ...]
    since: str
    title: str
    says: str
    states: tuple[str, ...]
    changes: tuple[Change, ...] = ()
    not_known: str | None = None
    file: str = ""
    line: int = 0
