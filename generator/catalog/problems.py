"""What is wrong with the files that people write: one table of codes, one way to print a problem."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple, Self

LONGEST = 500
"""The longest message that is printed whole, and the longest word for which a nearest one is sought."""
SUGGESTED = 100
"""For so many problems of a run a nearest word is sought: among thousands of names that takes 20 ms, and a prefix may
be wrong in all of them.
"""
INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ud800-\uf8ff\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\U000110bd\U000110cd"
    "\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff\U000f0000-\U0010ffff"
    f"{''.join(chr(plane << 16 | last) for plane in range(1, 15) for last in (0xFFFE, 0xFFFF))}]"
)
"""Characters that nobody sees on a page or in an editor: controls, marks of direction, of no width or blank, private
and half ones, and those that Unicode says are none. A text with one says something else than it shows.
"""


class Code(Enum):
    """The kinds of problem. The code is permanent; the explanation is what the site prints for it."""

    code: str
    explanation: str

    MISSING_FILE = "missing-file", "A file that every checkout needs is missing."
    BAD_ENCODING = "bad-encoding", "The file is not UTF-8 text."
    TOO_LARGE = (
        "too-large",
        "A file, a text or a list is larger than any of ours; the message says how large it may be.",
    )
    BAD_CHARACTER = (
        "bad-character",
        (
            "A character that can't be seen: a control character, or one of no width, of direction, of private use or"
            " of no use."
        ),
    )
    BROKEN_YAML = (
        "broken-yaml",
        "The file is not YAML that we read: plain values, lists and keys, without tags or aliases.",
    )
    BROKEN_JSON = "broken-json", "A line of the file is not one JSON object."
    BROKEN_CHAPTER = "broken-chapter", "A rule chapter has a heading, a `~` line or raw HTML where none may stand."
    BROKEN_LINK = (
        "broken-link",
        (
            "What looks like a link in our own words isn't one: two brackets that are not closed, or that hold a third"
            " one or nothing."
        ),
    )
    DUPLICATE_KEY = "duplicate-key", "The same key is there twice in one place."
    UNKNOWN_KEY = "unknown-key", "No such key belongs there."
    MISSING_KEY = "missing-key", "A key that must be there is not."
    WRONG_TYPE = "wrong-type", "The value is not of the kind that the key needs: text, number, list or keys."
    BAD_NUMBER = "bad-number", "The value is not a whole number, or is outside its limits."
    BAD_DATE = "bad-date", "The value is not a date such as 2002, 2002-01 or 2002-01-31."
    BAD_ID = "bad-id", "An id has characters other than small letters, digits and hyphens."
    UNKNOWN_VALUE = (
        "unknown-value",
        "The value is not one of those that the key can have, such as an alignment or a side.",
    )
    REPEATED_VALUE = "repeated-value", "A list names the same thing twice."
    DUPLICATE_ID = "duplicate-id", "Two things have the same id or name."
    BAD_SENTENCE = "bad-sentence", "The sentence is not part of the effect language."
    NO_MEANING = (
        "no-meaning",
        (
            "The sentence can be written, but the lexicon (generator/meaning/lexicon.py) does not say what this word"
            " means. Add its meaning."
        ),
    )
    NOT_RUN = (
        "not-run",
        (
            "The sentence means something, but no code of its game reads this construction or word of it"
            " (generator/engine/reads.py). Write a note, or the code."
        ),
    )
    NOT_CANONICAL = (
        "not-canonical",
        "The sentence means something, but is not spelled the one way that this meaning is spelled.",
    )
    WRONG_SENTENCE = "wrong-sentence", "The sentence is of a kind that does not belong there, such as a term on a card."
    UNKNOWN_STATEMENT = "unknown-statement", "A citation names a statement that no document has."
    UNKNOWN_CARD = "unknown-card", "No card has this name or id."
    UNKNOWN_SECTION = "unknown-section", "No section of this game has this anchor."
    UNKNOWN_TERM = "unknown-term", "No term, requirement or goal of this game has this id."
    UNKNOWN_RULING = "unknown-ruling", "No ruling has this id."
    UNKNOWN_CONFLICT = "unknown-conflict", "No conflict record of this game has this id."
    UNKNOWN_OUTCOME = "unknown-outcome", "The conflict record has no such outcome."
    UNKNOWN_SET = "unknown-set", "No set or game has this id."
    UNKNOWN_EDITION = "unknown-edition", "No edition in cards/sets.yaml has this id."
    UNKNOWN_CLAUSE = "unknown-clause", "An erratum names a clause that the card does not have, or did not have then."
    BAD_POSITION = "bad-position", "A position cannot be read, or names a card that does not exist."
    BAD_TABLE = "bad-table", "The table or a play of a scenario makes no sense, such as two cards in one place."
    UNKNOWN_MARK = (
        "unknown-mark",
        "The page has no mark of this kind: {{terms}}, {{ruling}}, {{example}} and {{conflict}} exist.",
    )

    def __new__(cls, code: str, explanation: str) -> Self:
        """Let `Code("unknown-key")` find its member."""
        member = object.__new__(cls)
        member._value_ = member.code = code
        member.explanation = explanation
        return member


class Problem(NamedTuple):
    """One thing wrong at one place; line and column count from 1. `picture` shows the words with a caret, if there is
    one.
    """

    file: str
    line: int
    column: int
    code: str
    message: str
    suggestion: str | None = None
    picture: str = ""

    def __str__(self) -> str:
        """`file:line:column: code: message (did you mean …?)`."""
        hint = f" (did you mean {self.suggestion!r}?)" if self.suggestion else ""
        message = self.message if len(self.message) <= LONGEST else f"{self.message[:LONGEST]} …"
        return printable(f"{self.file}:{self.line}:{self.column}: {self.code}: {message}{hint}")


class CatalogError(ValueError):
    """The files hold problems: all of them, sorted by place."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(set(problems), key=lambda p: (p.file, p.line, p.column, p.code, p.message)))
        super().__init__("\n".join(map(str, self.problems)))


def printable(text: str) -> str:
    """A text on one line, with every character that a terminal would obey, or not show, written as its number."""
    return "".join(
        letter if letter.isprintable() and not INVISIBLE.match(letter) else letter.encode("unicode_escape").decode()
        for letter in text
    )


def nearest(word: str, choices: Iterable[str], told: int = 0) -> str | None:
    """The choice that looks most like `word`, whatever its case; None when none does, or after many problems that were
    `told` in this run.
    """
    if len(word) > LONGEST or told >= SUGGESTED:
        return None
    folded: dict[str, str] = {}
    for choice in choices:
        folded.setdefault(choice.casefold(), choice)
    found = difflib.get_close_matches(word.casefold(), folded, n=1, cutoff=0.6)
    return folded[found[0]] if found else None
