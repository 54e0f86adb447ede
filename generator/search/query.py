"""The query language: what a player types into a search box, read into a small tree.

The same language is spoken by `dossier search` and, for cards, by the card browser in JavaScript;
`tests/cases/card-queries.json` holds queries with the cards both must find.

    query      = either { either }                    all must hold; a space means "and"
    either     = both { "OR" both }                   binds tighter than a space, so
    both       = not { "AND" not }                    `a b OR c` is a and (b or c)
    not        = { "NOT" | "-" } atom                 the minus touches what follows; "not" does before a field
    atom       = "(" query ")" | clause
    clause     = [ FIELD ":" ] value                  without a field: in the title or in the text
               | FIELD comparison                     `power>=4` is `power:>=4`
    value      = WORD | WORD "*" | '"' words '"' | comparison | range | "(" query ")"
    comparison = ( ">=" | ">" | "<=" | "<" | "=" ) INTEGER
    range      = "[" [ INTEGER ] "TO" [ INTEGER ] "]"   both ends included; either may be left out

OR, AND, NOT and TO are written in capitals. Spaces may follow the colon of a known field; the colon of anything else
is only punctuation when a space follows it, and an error when none does.

**Words.** Case, accents and punctuation do not count, nor does singular or plural: see `words.py`. A word that falls
into several (`anti-nuclear`) is a phrase: the words in this order, next to each other. `gnom*` is any word that begins
so. A hyphenated word is also found written as one: `l4` finds L-4.

**Fields.**

    title (or name), text          words
    kind game set type subtype     one of a fixed list: kind:card, game:deluxe, type:group, subtype:place
    rarity nwo                     likewise: rarity:rare; nwo: the colour of a New World Order, nwo:blue
    alignment attribute            likewise; true when one of several is the one asked for: alignment:violent
    has                            likewise: has:ability; has:action, an ability that is used and not only there
    is                             any type, subtype, alignment or attribute: is:place, is:secret, is:unique
    power transferable global      whole numbers; arrows: how many point outward. A thing without such a number matches
    resistance income arrows          no number: `NOT power:[0 TO]` finds what has no Power
    id cards cites section         ids, whole or after their last slash: cards:the-mafia is cards:deluxe/the-mafia;
                                   cites: the statements cited; section: number or anchor, 4.3 or position

A value of a fixed list is compared like a word: `type:Groups` is type:group. In a field of a fixed list or of ids,
`viol*` is any value that begins so. After a field, brackets give it several
values: `alignment:(violent OR weird)`.

**Order.** By how well the words fit, a thing with exactly the title or alias asked for first; without words by kind and
title.

**Errors** are collected, all of them, as `Problem`s with the column (from 1) where they stand. Nothing raises.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

from generator.structs import replace

from . import words

WORD_FIELDS = ("title", "text")
LIST_FIELDS = ("kind", "game", "set", "type", "subtype", "alignment", "attribute", "rarity", "nwo", "has", "is")
ID_FIELDS = ("id", "cards", "cites", "section")
NUMBER_FIELDS = ("power", "transferable", "global", "resistance", "income", "arrows")
FIELDS = (*WORD_FIELDS, *LIST_FIELDS, *ID_FIELDS, *NUMBER_FIELDS)
ALIASES = {"name": "title"}

LONGEST = 500
DEEPEST = 20
MOST, MOST_STARS = 16, 4
"""So many words may a query have, and so many of them a star: each costs time. A word that is repeated counts once."""


class Problem(Struct, frozen=True):
    """Why a query cannot be answered: `column` counts from 1; `suggestion` is what was perhaps meant."""

    column: int
    code: str
    message: str
    suggestion: str | None = None

    def __str__(self) -> str:
        hint = f" (did you mean {self.suggestion}?)" if self.suggestion else ""
        return f"column {self.column}: {self.code}: {self.message}{hint}"


class Words(Struct, frozen=True):
    """These terms next to each other, in title or text when `field` is None; `source[start:end]` is what was typed."""

    field: str | None
    terms: tuple[str, ...]
    start: int
    end: int


class Prefix(Struct, frozen=True):
    """A word, a value of a list or an id that begins with `text`."""

    field: str | None
    text: str


class Value(Struct, frozen=True):
    """A value of a list field or an id field, normalised."""

    field: str
    text: str
    start: int
    end: int


class Range(Struct, frozen=True):
    """A number from `low` to `high`, both included; None is no limit."""

    field: str
    low: int | None
    high: int | None


class Not(Struct, frozen=True):
    """What `part` does not find."""

    part: Node


class And(Struct, frozen=True):
    """What every one of `parts` finds."""

    parts: tuple[Node, ...]


class Or(Struct, frozen=True):
    """What at least one of `parts` finds."""

    parts: tuple[Node, ...]


Node = Words | Prefix | Value | Range | Not | And | Or


class Parsed(Struct, frozen=True):
    """The tree of a query, or None with the problems that prevent one."""

    tree: Node | None
    problems: tuple[Problem, ...]


def parse(source: str) -> Parsed:
    """Read a query. `tree` is None exactly when there are problems; columns refer to `words.normal(source)`."""
    if len(source) > LONGEST:
        return Parsed(None, (Problem(LONGEST + 1, "too-long", f"a query has at most {LONGEST} characters"),))
    parser = _Parser(words.normal(source))
    tree = parser.whole()
    parser.count()
    if tree is None and not parser.problems:
        parser.problem(0, "nothing-asked", "there is no word to look for")
    problems = tuple(sorted(parser.problems, key=lambda problem: problem.column))
    return Parsed(None if problems else tree, problems)


class _Token(Struct, frozen=True):
    """`kind` is one of OR AND NOT ( ) field quoted range comparison bare end."""

    kind: str
    text: str
    start: int
    end: int


_TOKEN = re.compile(
    r"""(?P<open>\() | (?P<close>\))
      | (?P<operator>(?:OR|AND|NOT)(?![^\s()"\[]))
      | (?P<minus>(?<![^\s(])-(?=[^\W\d_]|["(])|(?<![^\s(])not(?=\s+(?:FIELDS)[:<>=]))
      | "(?P<quoted>[^"]*)(?P<quote>"?)
      | \[(?P<range>[^\]]*)(?P<bracket>\]?)
      | (?P<comparison>[<>]=?|=)\s*(?P<number>[^\s()"\[\]]*)
      | (?P<field>[^\W\d_]+)(?P<colon>:\s*|(?=[<>=]))
      | (?P<bare>[^\s()"\[\]]+)
    """.replace("FIELDS", "|".join((*FIELDS, *ALIASES))),
    re.VERBOSE,
)
_RANGE = re.compile(r"\s*([+-]?\d{1,4})?\s*\bTO\b\s*([+-]?\d{1,4})?\s*")
_INTEGER = re.compile(r"[+-]?\d{1,4}")


class _Parser:
    """Recursive descent over the tokens of one query; goes on after an error, to find the others."""

    def __init__(self, source: str) -> None:
        self.problems: list[Problem] = []
        self.tokens = [*self._tokens(source), _Token("end", "", len(source), len(source))]
        self.at = 0

    def problem(self, at: int, code: str, message: str, suggestion: str | None = None) -> None:
        if not any(problem.column == at + 1 for problem in self.problems):
            self.problems.append(Problem(at + 1, code, message, suggestion))

    def count(self) -> None:
        """Say it when there are more words, or more stars, than may be."""
        seen: set[tuple[str, str]] = set()
        stars = 0
        for token in self.tokens:
            if token.kind in ("bare", "quoted", "range", "comparison") and (token.kind, token.text) not in seen:
                seen.add((token.kind, token.text))
                stars += token.kind == "bare" and token.text.endswith("*")
                if len(seen) > MOST:
                    return self.problem(token.start, "too-long", f"a query has at most {MOST} different words")
                if stars > MOST_STARS:
                    return self.problem(token.start, "too-long", f"a query has at most {MOST_STARS} words with a *")

    def _tokens(self, source: str) -> Iterator[_Token]:
        at = 0
        while at < len(source):
            match = _TOKEN.match(source, at)
            if match is None:
                at += 1
                continue
            end = match.end()
            match match.lastgroup:
                case "open" | "close":
                    yield _Token(match.group(), match.group(), at, end)
                case "minus":
                    yield _Token("NOT", match.group(), at, end)
                case "operator":
                    yield _Token(match.group(), match.group(), at, end)
                case "quote":
                    if not match["quote"]:
                        self.problem(at, "unclosed-quote", 'this " has no partner')
                    yield _Token("quoted", match["quoted"], at, end)
                case "bracket":
                    if not match["bracket"]:
                        self.problem(at, "unclosed-range", "this [ has no ]")
                    yield _Token("range", match["range"], at, end)
                case "number":
                    yield _Token("comparison", match.group(), at, end)
                case "colon":
                    name = match["field"].lower()
                    name = ALIASES.get(name, name)
                    if name in FIELDS:
                        yield _Token("field", name, at, end)
                    elif match["colon"] == ":" and source[end : end + 1].strip():
                        self.problem(at, "unknown-field", f"there is no field {match['field']}", _nearest_field(name))
                        yield _Token("field", "", at, end)
                    else:
                        yield _Token("bare", match["field"], at, match.end("field"))
                case "bare":
                    yield _Token("bare", match["bare"], at, end)
            at = end

    @property
    def next(self) -> _Token:
        return self.tokens[self.at]

    def take(self) -> _Token:
        token = self.tokens[self.at]
        self.at = min(self.at + 1, len(self.tokens) - 1)
        return token

    def whole(self) -> Node | None:
        parts = [self.query(None, 0)]
        while self.next.kind != "end":
            self.problem(self.take().start, "unopened-bracket", "this ) has no (")
            parts.append(self.query(None, 0))
        return _joined(And, parts)

    def query(self, field: str | None, depth: int) -> Node | None:
        parts = []
        while self.next.kind not in (")", "end"):
            parts.append(self.either(field, depth))
        return _joined(And, parts)

    def either(self, field: str | None, depth: int) -> Node | None:
        parts = [self.both(field, depth)]
        while self.next.kind == "OR":
            self.take()
            parts.append(self.both(field, depth))
        return _joined(Or, parts)

    def both(self, field: str | None, depth: int) -> Node | None:
        parts = [self.negation(field, depth)]
        while self.next.kind == "AND":
            self.take()
            parts.append(self.negation(field, depth))
        return _joined(And, parts)

    def negation(self, field: str | None, depth: int) -> Node | None:
        negative = False
        while self.next.kind == "NOT":
            self.take()
            negative = not negative
        part = self.atom(field, depth)
        return Not(part) if negative and part is not None else part

    def atom(self, field: str | None, depth: int) -> Node | None:
        token = self.next
        match token.kind:
            case "OR" | "AND" | ")" | "end":
                before = self.tokens[self.at - 1].text if self.at and token.kind in (")", "end") else token.text
                self.problem(token.start, "nothing-to-find", f"something to look for is missing beside {before}")
                return None
            case "(":
                return self.bracket(field, depth)
            case "field":
                self.take()
                if self.next.kind in ("(", "quoted", "range", "comparison", "bare"):
                    if token.text or self.next.kind == "(":
                        return self.atom(token.text or None, depth)
                    self.take()
                    return None
                self.problem(token.start, "no-value", f"{token.text}: has no value after it")
                return None
        self.take()
        if field in NUMBER_FIELDS:
            return self.number(field, token)
        if token.kind in ("range", "comparison"):
            what = f"{field} is not a number" if field else "which number is this about?"
            self.problem(token.start, "not-a-number", what, None if field else f"power:{token.text}")
            return None
        return self.value(field, token)

    def bracket(self, field: str | None, depth: int) -> Node | None:
        opening = self.take()
        if depth == DEEPEST:
            self.problem(opening.start, "too-deep", f"brackets can be at most {DEEPEST} deep")
            self.at = len(self.tokens) - 1
            return None
        part = self.query(field, depth + 1)
        if self.next.kind == ")":
            self.take()
            if part is None and not self.problems:
                self.problem(opening.start, "nothing-to-find", "these brackets are empty")
        elif depth < DEEPEST and not any(problem.code == "too-deep" for problem in self.problems):
            self.problem(opening.start, "unclosed-bracket", "this ( has no )")
        return part

    def number(self, field: str, token: _Token) -> Node | None:
        if token.kind == "range" and (match := _RANGE.fullmatch(token.text)):
            low, high = (int(limit) if limit else None for limit in match.groups())
            if low is not None and high is not None and low > high:
                self.problem(token.start, "empty-range", f"no number is in [{token.text}]", f"[{high} TO {low}]")
            return Range(field, low, high)
        sign, digits = ("=", token.text)
        if token.kind == "comparison":
            sign = token.text.rstrip("+-0123456789 ")
            digits = token.text[len(sign) :].strip()
        if token.kind in ("comparison", "bare") and _INTEGER.fullmatch(digits):
            number = int(digits)
            low = {"=": number, ">=": number, ">": number + 1}.get(sign)
            high = {"=": number, "<=": number, "<": number - 1}.get(sign)
            if low is not None or high is not None:
                return Range(field, low, high)
        self.problem(token.start, "bad-number", f"{field} takes a number: 4, >=4 or [4 TO 6]")
        return None

    def value(self, field: str | None, token: _Token) -> Node | None:
        text, prefix = token.text, False
        if token.kind == "bare":
            text, prefix = text.rstrip("*"), text.endswith("*")
            if "*" in text or (prefix and not text):
                self.problem(token.start, "stray-star", "a * ends a word of which at least a letter is given")
                return None
        if field in ID_FIELDS:
            return Prefix(field, text.casefold()) if prefix else Value(field, text.casefold(), token.start, token.end)
        found = list(words.occurrences(text))
        if not found:
            if field:
                self.problem(token.start, "no-value", f"{field}: has no value after it")
            return None
        if field in LIST_FIELDS:
            if prefix:
                return Prefix(field, words.keyword(text))
            return Value(field, words.keyword(text), token.start, token.end)
        whole = tuple(word.term for word in found)
        if not prefix:
            return Words(field, whole, token.start, token.end)
        last = Prefix(field, found[-1].surface)
        return And((Words(field, whole[:-1], token.start, token.end), last)) if whole[:-1] else last


def _joined(kind: type[And | Or], parts: list[Node | None]) -> Node | None:
    """One node for the parts that are there; nested nodes of the same kind become one."""
    flat: list[Node] = []
    for part in parts:
        flat += part.parts if isinstance(part, kind) else [] if part is None else [part]
    return flat[0] if len(flat) == 1 else kind(tuple(flat)) if flat else None


def different(parts: Iterable[Node]) -> list[Node]:
    """What is said twice, once: at its first place."""
    found: dict[Node, Node] = {}
    for part in parts:
        found.setdefault(replace(part, start=0, end=0) if isinstance(part, Words | Value) else part, part)
    return list(found.values())


def _nearest_field(name: str) -> str | None:
    near = difflib.get_close_matches(name, [*FIELDS, *ALIASES], n=1, cutoff=0.6)
    return near[0] + ":" if near else None
