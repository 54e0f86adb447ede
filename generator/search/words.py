"""Words: how text is cut into terms, the same way when it is indexed and when it is asked for.

`I.R.S.`, `irs` and `IRS` are one term; so are `Bjørnë` and `bjorne`, `Murphy’s` and `murphys`, `Groups` and `group`.
`site_templates` holds the same rules in JavaScript for the card browser; `tests/cases/card-queries.json` keeps both
honest.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from generator.catalog.names import SPELLED

# An acronym with periods, a number with parts (4.3), a word with apostrophes, an ampersand, a fraction. JavaScript
# writes [\p{L}\p{N}] for [^\W_].
_FRACTIONS = "¼-¾⅐-⅞"
_WORD = re.compile(
    r"(?<![^\W_])[^\W\d_](?:\.[^\W\d_])+(?![^\W_])"
    r"|\d+(?:\.\d+)+"
    rf"|[^\W_{_FRACTIONS}]+(?:['’][^\W_]+)*"
    rf"|[&{_FRACTIONS}]"
)
_SLASH = "\N{FRACTION SLASH}"
JOINT = "-/"


class Occurrence(NamedTuple):
    """A word where it stands: `text[start:end]`; `surface` is folded, `term` is its singular too."""

    surface: str
    term: str
    start: int
    end: int


_BLANKS = dict.fromkeys((*range(0x1C, 0x20), 0x85, 0xFEFF), " ")


def normal(text: str) -> str:
    """The text with every accent in one character with its letter, and a space for what is one to Python or JavaScript
    alone; offsets in results refer to this form.
    """
    return unicodedata.normalize("NFC", text).translate(_BLANKS)


def fold(text: str) -> str:
    """Small letters without accents, apostrophes or the periods of an acronym; `&` is `and`."""
    letters = unicodedata.normalize("NFKD", text.casefold()).translate(SPELLED)
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter)).strip()
    return re.sub(r"['’]", "", plain) if plain[:1].isdigit() else re.sub(r"['’.]", "", plain)


@lru_cache(maxsize=50_000)
def singular(word: str) -> str:
    """One form for singular and plural of a folded word. Not always a word: `moonies` and `moonie` are both `moony`."""
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    if len(word) > 3 and word.endswith("ie"):
        return word[:-2] + "y"
    if len(word) > 3 and word.endswith(("xe", "che", "she", "sse")):
        return word[:-1]
    return word


def forms(text: str) -> Iterator[tuple[str, str]]:
    """The same words without their places: the surface and the term of each."""
    return chain.from_iterable(map(_forms, _WORD.findall(text)))


def occurrences(text: str) -> Iterator[Occurrence]:
    """Yield the words of `text` (in the form `normal` gives) in order; `½` is two words in one place, 1 and 2."""
    for match in _WORD.finditer(text):
        for surface, term in _forms(match.group()):
            yield Occurrence(surface, term, match.start(), match.end())


@lru_cache(maxsize=50_000)
def _forms(written: str) -> tuple[tuple[str, str], ...]:
    """The surfaces of a word as it is written, each with its singular.

    A site has hundreds of thousands of words and some ten thousand different ones.
    """
    return tuple((surface, singular(surface)) for surface in fold(written).split(_SLASH) if surface)


def terms(text: str) -> tuple[str, ...]:
    """The terms of `text` in order: what a word or a phrase of a query looks for."""
    return tuple(term for _, term in forms(normal(text)))


def compounds(text: str, words: list[Occurrence]) -> Iterator[tuple[int, str]]:
    """Yield index of the first part and the whole, for words joined by a hyphen or a slash: `L-4` is `l4` as well."""
    first = 0
    for here in range(1, len(words) + 1):
        joined = here < len(words) and text[words[here - 1].end : words[here].start] in tuple(JOINT)
        if not joined:
            if here - first > 1:
                yield first, "".join(word.surface for word in words[first:here])
            first = here


def keyword(text: str) -> str:
    """A value of a fixed list (a type, an alignment) in one word: `Secret Group` is `secret-group`."""
    return "-".join(surface for surface, _ in forms(normal(text)))


def sort_title(text: str) -> str:
    """The title by which a thing is known and sorted: folded, without a leading `The`."""
    words = terms(text)
    return " ".join(words[1:] if words[:1] == ("the",) and len(words) > 1 else words)
