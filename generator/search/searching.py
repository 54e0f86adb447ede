"""Asking the index: a query goes in, hits with snippets come out, typos forgiven."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct
from whoosh import query as whoosh
from whoosh.matching import ListMatcher, NullMatcher
from whoosh.reading import IndexReader
from whoosh.support.levenshtein import damerau_levenshtein

from generator.structs import replace

from . import words
from .index import schema
from .opening import open_index
from .query import LIST_FIELDS, WORD_FIELDS, And, Node, Not, Or, Prefix, Problem, Range, Value, Words, different, parse

TITLE_WEIGHT = 4.0
# Above any sum of word weights: a title that is the query, then one that begins with it.
EXACT_TITLE, TITLE_START = 10_000.0, 1_000.0
SNIPPET = 220


class Hit(Struct, frozen=True):
    """One thing found. `marks` are (start, end) of the words asked for in `snippet`, which is plain text."""

    kind: str
    id: str
    title: str
    url: str
    snippet: str
    marks: tuple[tuple[int, int], ...]
    game: str = ""


class SearchResults(Struct, frozen=True):
    """The answer to `query`: the best `hits` of `total`.

    `corrected` is the query that was answered instead, when words were misspelt or unfinished. `any_word` says that
    nothing has all the words and the hits have some. With `problems` the query was not understood: there are no hits.
    """

    query: str
    hits: tuple[Hit, ...] = ()
    total: int = 0
    corrected: str | None = None
    any_word: bool = False
    problems: tuple[Problem, ...] = ()


def search(directory: Path, query: str, limit: int = 20) -> SearchResults:
    """Answer `query` (the language of `query.py`) from the index in `directory` with at most `limit` hits.

    Raises NoIndex when there is no index; whatever stands in `query` never raises.
    """
    parsed = parse(query)
    if parsed.tree is None:
        return SearchResults(query, problems=parsed.problems)
    index = open_index(directory, schema())
    with closing(index), index.searcher() as searcher:
        reader = searcher.reader()
        correction = _Correction(reader)
        tree = correction.apply(parsed.tree)
        if correction.problems:
            return SearchResults(query, problems=tuple(correction.problems))
        corrected = correction.write(words.normal(query))
        found = [] if _nowhere(tree, reader) else _found(searcher, tree)
        looser = None if found else _any_word(tree)
        if looser is not None:
            tree, found = looser, _found(searcher, looser)
        hits = tuple(_hit(searcher.stored_fields(number), tree) for number in found[: max(limit, 0)])
    return SearchResults(query, hits, len(found), corrected, looser is not None and bool(found))


def _found(searcher: object, tree: Node) -> list[int]:
    """Numbers of the documents that `tree` finds, best first; equally good ones in the order of the index."""
    asked = compiled(tree)
    if title := _title(tree):
        text, unfinished = title
        best = [_Begins("exact", text, TITLE_START)]
        if not unfinished:
            best.append(whoosh.ConstantScoreQuery(whoosh.Term("exact", text), EXACT_TITLE))
        asked = whoosh.AndMaybe(asked, whoosh.Or(best))
    results = searcher.search(asked, limit=None)  # type: ignore[attr-defined]

    # Among things with the title asked for the card comes first, however often the others say the words.
    def rank(found: tuple[float, int]) -> tuple[float, int]:
        score, number = found
        return -next((tier for tier in (EXACT_TITLE, TITLE_START) if score >= tier), score), number

    return [number for _, number in sorted(results.top_n, key=rank)]


def _nowhere(tree: Node, reader: IndexReader) -> bool:
    """Whether `tree` asks for a word that stands nowhere, so that nothing need be sought."""
    match tree:
        case Words(field, terms):
            return any(
                all((each, term) not in reader for each in ((field,) if field else WORD_FIELDS)) for term in terms
            )
        case And(parts):
            return any(_nowhere(part, reader) for part in parts)
    return False


def compiled(tree: Node) -> whoosh.Query:
    """The tree as a query of Whoosh. Only words weigh; everything else is true or not."""
    match tree:
        case Words(None, terms):
            return whoosh.Or([_words("title", terms), _words("text", terms)])
        case Words(str(field), terms):
            return _words(field, terms)
        case Prefix(None, text):
            return whoosh.Or([_Begins("title", text, TITLE_WEIGHT), _Begins("text", text)])
        case Prefix(field, text):
            return _Begins(field, text)
        case Value(field, text):
            return whoosh.ConstantScoreQuery(whoosh.Term(field, text))
        case Range(field, low, high):
            return whoosh.NumericRange(field, low, high)
        case Not(part):
            return whoosh.ConstantScoreQuery(whoosh.AndNot(whoosh.Every(), compiled(part)))
        case And(parts):
            return whoosh.And([compiled(part) for part in different(parts)])
        case Or(parts):
            either = whoosh.Or([compiled(part) for part in different(parts)])
            return either if any(map(_weighs, parts)) else whoosh.ConstantScoreQuery(either)


class _Begins(whoosh.Prefix):  # type: ignore[misc]  # Whoosh has no types
    """What has a word that begins with `text`, each worth `boost`: Whoosh's own would weigh and join the postings of
    each such word.
    """

    def matcher(self, searcher: Any, context: object = None) -> Any:
        """The documents of one part of the index."""
        reader = searcher.reader()
        found = {number for text in self._btexts(reader) for number in reader.postings(self.fieldname, text).all_ids()}
        return ListMatcher(sorted(found), all_weights=self.boost) if found else NullMatcher()

    def estimate_size(self, reader: Any) -> int:
        """So many at most, without a look at each word."""
        return int(reader.doc_count_all())


def _weighs(tree: Node) -> bool:
    """Whether words in `tree` make some hits better than others."""
    match tree:
        case Words() | Prefix(None):
            return True
        case And(parts) | Or(parts):
            return any(map(_weighs, parts))
    return False


def _words(field: str, terms: tuple[str, ...]) -> whoosh.Query:
    boost = TITLE_WEIGHT if field == "title" else 1.0
    return whoosh.Term(field, terms[0], boost) if len(terms) == 1 else whoosh.Phrase(field, list(terms), boost=boost)


def _title(tree: Node) -> tuple[str, bool] | None:
    """What title the query may be, and whether its last word is unfinished; None when it is more than words."""
    parts = tree.parts if isinstance(tree, And) else (tree,)
    found: list[str] = []
    for place, part in enumerate(parts):
        match part:
            case Words(None | "title", terms):
                found += terms
            case Prefix(None | "title", text) if place == len(parts) - 1:
                found.append(text)
            case _:
                return None
    if found[0] == "the" and len(found) > 1:
        found = found[1:]
    return " ".join(found), isinstance(parts[-1], Prefix)


def _any_word(tree: Node) -> Node | None:
    """The same query asking for any of its plain words, where it asked for all; None when that is no difference."""
    if not isinstance(tree, And):
        return None
    plain = [part for part in tree.parts if isinstance(part, Words | Prefix) and part.field is None]
    if len(plain) < 2:
        return None
    rest = tuple(part for part in tree.parts if part not in plain)
    return And((Or(tuple(plain)), *rest)) if rest else Or(tuple(plain))


class _Correction:
    """Replaces words that stand nowhere in the index by the nearest that do, and remembers what it did."""

    def __init__(self, reader: IndexReader) -> None:
        self.reader = reader
        self.problems: list[Problem] = []
        self.replaced: dict[tuple[int, int], str] = {}
        self._spellings: dict[str, int] | None = None
        self._nearest = cache(self._nearest_word)
        self._near_value = cache(self._nearest_value)

    def apply(self, tree: Node) -> Node:
        """The tree with known words. A value that its list does not have, nor one like it, becomes a problem."""
        match tree:
            case And(parts):
                return And(tuple(map(self.apply, parts)))
            case Or(parts):
                return Or(tuple(map(self.apply, parts)))
            case Not(part):
                return Not(self.apply(part))
            case Words():
                return self._words(tree)
            case Value(field, text) if field in LIST_FIELDS and (field, text) not in self.reader:
                return self._value(tree)
        return tree

    def write(self, source: str) -> str | None:
        """The query with the replacements in it, or None when there are none."""
        if not self.replaced:
            return None
        for (start, end), text in sorted(self.replaced.items(), reverse=True):
            source = source[:start] + text + source[end:]
        return source

    def _words(self, tree: Words) -> Node:
        known = {term for term in tree.terms for field in WORD_FIELDS if (field, term) in self.reader}
        unknown = set(tree.terms) - known
        if unknown and len(tree.terms) == 1 and self._begins(tree.terms[0]):
            self.replaced[tree.start, tree.end] = tree.terms[0] + "*"
            return Prefix(tree.field, tree.terms[0])
        nearest = {term: near for term in unknown if (near := self._nearest(term))}
        if not nearest:
            return tree
        spelled = " ".join(nearest.get(term, term) for term in tree.terms)
        self.replaced[tree.start, tree.end] = f'"{spelled}"' if len(tree.terms) > 1 else spelled
        return replace(tree, terms=tuple(words.singular(nearest.get(term, term)) for term in tree.terms))

    def _value(self, tree: Value) -> Node:
        known = self._values_of(tree.field)
        if same := self._same(tree.text, known):
            return replace(tree, text=same)
        if near := self._near_value(tree.field, tree.text):
            self.replaced[tree.start, tree.end] = near
            return replace(tree, text=near)
        message = f"there is no {tree.field}:{tree.text}; the values are: {', '.join(known) or 'none'}"
        others = ((field, self._same(tree.text, self._values_of(field))) for field in LIST_FIELDS)
        suggestion = next((f"{field}:{value}" for field, value in others if value), None)
        self.problems.append(Problem(tree.start + 1, "unknown-value", message, suggestion))
        return tree

    def _nearest_value(self, field: str, text: str) -> str | None:
        return next(iter(difflib.get_close_matches(text, self._values_of(field), n=1, cutoff=0.7)), None)

    def _values_of(self, field: str) -> list[str]:
        return sorted(text.decode() for text in self.reader.lexicon(field))

    @staticmethod
    def _same(value: str, known: Iterable[str]) -> str | None:
        return next((each for each in known if words.singular(each) == words.singular(value)), None)

    @property
    def spellings(self) -> dict[str, int]:
        """Every word of the index as it is spelled, and in how many things it stands."""
        if self._spellings is None:
            # Part by part: the reader of all parts looks each word up in each.
            times: Counter[str] = Counter()
            for part, _ in self.reader.leaf_readers():
                times.update({text.decode(): info.doc_frequency() for text, info in part.iter_field("spelling")})
            self._spellings = dict(times)
        return self._spellings

    def _nearest_word(self, word: str) -> str | None:
        """The known word with the fewest slips (a letter wrong, missing, too many, or two swapped) between them."""
        allowed = 0 if len(word) < 3 or word.isdigit() else 1 if len(word) < 6 else 2
        near = []
        for known, times in self.spellings.items():
            for form in {known, words.singular(known)}:
                if allowed and abs(len(form) - len(word)) <= allowed and not form.isdigit():
                    slips = damerau_levenshtein(word, form, limit=allowed)
                    if slips <= allowed:
                        near.append((slips, form[0] != word[0], -times, known))
        return min(near)[3] if near else None

    def _begins(self, word: str) -> bool:
        return any(known.startswith(word) for known in self.spellings)


def _hit(stored: dict[str, Any], tree: Node) -> Hit:
    kind, id, url, game, _ = stored["display"]
    snippet, marks = snippet_of(stored["text"], tree)
    return Hit(kind, id, stored["title"], url, snippet, marks, game)


def _asked(tree: Node) -> Iterator[Words | Prefix]:
    """The words that a hit has because the query asked for them."""
    match tree:
        case Words(None | "text") | Prefix(None | "text"):
            yield tree
        case And(parts) | Or(parts):
            for part in parts:
                yield from _asked(part)


def snippet_of(text: str, tree: Node) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The part of `text` with most of the words asked for, cut between words, and where in it they stand."""
    asked = list(_asked(tree))
    terms = {term for part in asked if isinstance(part, Words) for term in part.terms}
    starts = tuple(part.text for part in asked if isinstance(part, Prefix))
    found = list(words.occurrences(text))
    marked = [
        word for word in found if word.term in terms or word.surface.startswith(starts) or word.term.startswith(starts)
    ]
    begin, end = _window(text, marked)
    before, after = ("… " if begin else ""), (" …" if end < len(text) else "")
    shift = len(before) - begin
    marks = tuple((word.start + shift, word.end + shift) for word in marked if begin <= word.start and word.end <= end)
    return f"{before}{text[begin:end]}{after}", marks


def _window(text: str, marked: Iterable[words.Occurrence]) -> tuple[int, int]:
    """Start and end of about SNIPPET characters of `text` with the most different marked words, the earliest such."""
    marked = list(marked)
    if len(text) <= SNIPPET:
        return 0, len(text)
    best, most = 0, 0
    for first in marked:
        last = first.start + SNIPPET * 3 // 4
        inside = {word.term for word in marked if first.start <= word.start and word.end <= last}
        if len(inside) > most:
            best, most = first.start, len(inside)
    begin = max(0, min(best - SNIPPET // 4, len(text) - SNIPPET))
    if begin and (space := text.find(" ", begin, best)) >= 0:
        begin = space + 1
    end = min(len(text), begin + SNIPPET)
    if end < len(text) and (space := text.rfind(" ", begin, end)) > begin:
        end = space
    return begin, end
