"""The machine of the effect language: one definition of a construction gives its sentence, its parser and its page.

A construction is a record with one or more forms:

    @construction("draw {count} card(s) [from {deck}]")
    class Draw(Struct, frozen=True):
        \"\"\"Cards from the top of a deck.\"\"\"
        count: int
        deck: Deck | None = None

In a form, words stand for themselves; `{field}` for the value of a field, read by its type: a number, a name in
brackets, a choice of words, another construction, a list of any of these. Then

    {field:+}      a number with its sign; `{field:2}`: of two or more; `{field:0}`: that may be 0
    {field:table}  words from a table (see `words`); {field:table/} its singular after 1, its plural else
    {field|or}     a list: `a, b or c`; `{field|, or}`: `a, b, or c`; `{field|and}`: `a and b and c`; `{field|,}`: `a,
                   b, c`; `{field| }`: `a b c`; `{field|or*2}`: two at least
    {field:one}    a construction that speaks of one thing: `Group`, not `Groups`; `{field:#}`: as the number before
                   says; `{field:a}`: with its article, or `one of your Groups`; `{field:each|or}`: each of a list
                   so; `{field:as}`: so where one thing is spoken of, else as many
    {field:do}     in the words of one who does it, after `you may`: forms with `_deed`, of constructions that have any
    {field|;}      a list: `a; b; c`
    [ … ]          left out when every field in it has its default
    [?field … ]    there when the field is true
    card(s)        singular after the number 1, as is(are) and copy(copies) are; has/have: as what stands before it;
                   its/their: as `who`
    a|b            either word; the first is the one that is written

The first form that fits a tree is its one canonical sentence; further forms are other ways to write the same. A form
may say a field twice.
"""

from __future__ import annotations

import difflib
import re
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Literal

from msgspec import Struct

from generator.structs import defaults, replace

_TOKEN = re.compile(r"\[[^\[\]\n]+\]|\ban(?=other\b)|\+(?=[A-Za-z])|[,:;“”]|[^\s,:;“”\[\]]+|[\[\]]")
_TEMPLATE = re.compile(r"\[\?\w+|\ban(?=other\b)|\[|\]|\{[^{}]*\}|[,:;“”]|\+(?=[A-Za-z{])|[^\s\[\]{},:;“”]+")
_MOST_LIKE = 0.76
MOST = 150
"""The largest number in a sentence: no card says more, and scripts and the database would round one of many digits."""


class LanguageError(ValueError):
    """A sentence that the language does not know.

    `column` counts from 1 within `sentence`; `expected` are the words that may stand there; `suggestion` is the
    nearest.
    """

    def __init__(self, sentence: str, column: int, found: str, expected: tuple[str, ...], suggestion: str | None):
        self.sentence, self.column, self.found = sentence, column, found
        self.expected, self.suggestion = expected, suggestion
        super().__init__(self.message)

    @property
    def message(self) -> str:
        """One line: what stands there, and the nearest thing that may, or else a few of the things that may."""
        if self.suggestion:
            return f"{self.found!r} makes no sense here (did you mean {self.suggestion!r}?)"
        some = ", ".join(self.expected[:6]) + (", …" if len(self.expected) > 6 else "")
        return f"{self.found!r} makes no sense here; it could be {some}"

    @property
    def picture(self) -> str:
        """The sentence with a caret below the place."""
        return f"{self.sentence}\n{' ' * (self.column - 1)}^"


class AmbiguousError(LanguageError):
    """A sentence with two meanings: the language is at fault, and the sentence must be said otherwise."""

    @property
    def message(self) -> str:
        """One line: that it has two meanings, and which."""
        return f"this can be understood in {len(self.expected)} ways: {'; '.join(self.expected[:2])}"


# --- what a form is made of -----------------------------------------------------------------------------------------


class Word(Struct, frozen=True):
    """Words any of which may stand; the first is written. `plural` is written unless the number before is 1."""

    spellings: tuple[str, ...]
    plural: str | None = None
    agrees: bool = False


class Slot(Struct, frozen=True):
    """The place of a field's value. `how` is what stands behind the colon, `join` behind the bar."""

    field: str
    how: str = ""
    join: str = ""


class Part(Struct, frozen=True):
    """What may be left out; `flag` is the field that says whether it is there."""

    elements: tuple[Element, ...]
    flag: str | None = None

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields whose defaults leave it out."""
        return tuple(slot.field for slot in _slots(self.elements))


Element = Word | Slot | Part


class Form(Struct, frozen=True):
    """One way to write a construction: its elements, the values that other fields have in it, and when it is used."""

    text: str
    elements: tuple[Element, ...]
    fixed: Mapping[str, Any]
    only: Callable[[Any], bool] | None = None
    strict: bool = False
    """Whether it is not read either where it is not the canonical one."""


def form(text: str, only: Callable[[Any], bool] | None = None, /, *, strict_: bool = False, **fixed: Any) -> Form:
    """A form in which the fields named have these values (`...`: what the class makes of it); `only` says for which
    trees it is the canonical one, and with `strict_` the only ones that it can mean.
    """
    return Form(text, _compile(text), fixed, only, strict_)


_Node = typing.TypeVar("_Node", bound=Struct)
_FORMS: dict[type, tuple[Form, ...]] = {}
_TABLES: dict[str, dict[Any, tuple[str, ...]]] = {}


if typing.TYPE_CHECKING:
    from typing_extensions import TypeAliasType

    _Words = typing.TypeVar("_Words")
    Lowered = TypeAliasType("Lowered", Any, type_params=(_Words,))
else:

    class Lowered:
        """A field that is read as the words of this type, and that the engine sees as terms of the core, which this
        room does not know.
        """

        def __class_getitem__(cls, kind: Any) -> Any:
            return kind


def construction(*forms: str | Form) -> Callable[[type[_Node]], type[_Node]]:
    """Make a record a construction of the language, written in these forms."""

    def make(node: type[_Node]) -> type[_Node]:
        _FORMS[node] = tuple(each if isinstance(each, Form) else form(each) for each in forms)
        return node

    return make


def words(table: str, spellings: Mapping[Any, str | tuple[str, ...]]) -> None:
    """Name a table of how values are written; with several spellings the first is written and all are read."""
    _TABLES[table] = {value: (text,) if isinstance(text, str) else text for value, text in spellings.items()}


def spellings(table: str, value: Any) -> tuple[str, ...]:
    """How a value is written in a table of words, the spelling that is written first; none where the table has not the
    value.
    """
    return _TABLES[table].get(value, ())


def constructions() -> Mapping[type, tuple[Form, ...]]:
    """Every construction and its forms, in the order of their definition."""
    return types.MappingProxyType(_FORMS)


class Choices(Struct, frozen=True):
    """The words that a field may be: the name of the field as a reader sees it, and the words as they are written
    first.
    """

    name: str
    words: tuple[str, ...]


def choices(cls: type) -> tuple[Choices, ...]:
    """The fields of a construction that are a choice of words."""
    found: dict[str, Choices] = {}
    for each in _FORMS[cls]:
        for slot in _slots(each.elements):
            for kind in _within(kind_of(cls, slot)):
                if isinstance(kind, Choice):
                    name = slot.field.strip("_").replace("_", " ")
                    found.setdefault(name, Choices(name, tuple(texts[0] for _, texts in kind.spellings)))
    return tuple(found.values())


def _within(kind: Kind) -> Iterator[Kind]:
    """A kind and those that it is made of."""
    yield kind
    match kind:
        case Several(item) | Single(item):
            yield from _within(item)
        case AnyOf(kinds):
            for each in kinds:
                yield from _within(each)


def _slots(elements: tuple[Element, ...]) -> Iterator[Slot]:
    for element in elements:
        if isinstance(element, Slot):
            yield element
        elif isinstance(element, Part):
            yield from _slots(element.elements)


def _compile(text: str) -> tuple[Element, ...]:
    pieces = iter(_TEMPLATE.findall(text))

    def sequence() -> tuple[Element, ...]:
        found: list[Element] = []
        for piece in pieces:
            if piece == "]":
                break
            if piece.startswith("["):
                found.append(Part(sequence(), piece[2:] or None))
            elif piece.startswith("{"):
                body, _, join = piece[1:-1].partition("|")
                field, _, how = body.partition(":")
                found.append(Slot(field, how, join))
            elif piece.endswith("(s)"):
                found.append(Word((piece[:-3],), piece[:-3] + "s"))
            elif piece in ("is(are)", "copy(copies)"):
                found.append(Word((piece.partition("(")[0],), piece.partition("(")[2][:-1]))
            elif piece in (
                "has/have",
                "is/are",
                "does/do",
                "gets/get",
                "goes/go",
                "gains/gain",
                "loses/lose",
                "becomes/become",
                "stops/stop",
                "counts/count",
                "ignores/ignore",
                "its/their",
            ):
                found.append(Word((piece.partition("/")[0],), piece.partition("/")[2], agrees=True))
            else:
                found.append(Word(tuple(piece.split("|"))))
        return tuple(found)

    return sequence()


# --- what may stand in a slot ---------------------------------------------------------------------------------------


class Choice(Struct, frozen=True, eq=False):
    """Fixed words, by value."""

    spellings: tuple[tuple[Any, tuple[str, ...]], ...]


class Number(Struct, frozen=True, eq=False):
    """A whole number of a range, with its sign if `signed`."""

    signed: bool
    of: range


class Name(Struct, frozen=True, eq=False):
    """A card name in brackets."""


class Nodes(Struct, frozen=True, eq=False):
    """Any of these constructions; with `deed` in the words of one who does it."""

    classes: tuple[type, ...]
    deed: bool = False


class Several(Struct, frozen=True, eq=False):
    """One or more, joined."""

    item: Kind
    join: str
    fewest: int = 1


class AnyOf(Struct, frozen=True, eq=False):
    """Any of these kinds."""

    kinds: tuple[Kind, ...]


class Single(Struct, frozen=True, eq=False):
    """One thing of a kind, with its article or what else a node's `determiner` says."""

    kind: Kind


Kind = Choice | Number | Name | Nodes | Several | AnyOf | Single
_KINDS: dict[tuple[Any, ...], Kind] = {}


@cache
def kind_of(cls: type, slot: Slot) -> Kind:
    """What may stand in a slot of a form of `cls`."""
    kind = _kind_of(_hints(cls)[slot.field], slot)
    if slot.how == "as":
        return _one(AnyOf, (_one(Single, kind), kind))
    return _one(Single, kind) if slot.how == "a" else kind


def _one(cls: Callable[..., Kind], *values: Any) -> Kind:
    """The one kind with these values: kinds are compared by identity, which is what makes them quick to look up."""
    key = (cls, *values)
    if key not in _KINDS:
        _KINDS[key] = cls(*values)
    return _KINDS[key]


@cache
def _hints(cls: type) -> dict[str, Any]:
    return typing.get_type_hints(cls, include_extras=True)


def _kind_of(hint: Any, slot: Slot) -> Kind:
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin is tuple:
        inner = args[0]
        nested = typing.get_origin(inner) is tuple
        join, _, fewest = slot.join.partition("*")
        item = _kind_of(inner, replace(slot, join=" ") if nested else slot)
        item = _one(Single, item) if slot.how == "each" else item
        return _one(Several, item, join or " ", int(fewest or 1))
    if origin in (typing.Union, types.UnionType):
        signed = slot.how == "+"  # Only a number has a sign.
        kinds = [_kind_of(each, slot) for each in args if each is not type(None) and (each is int or not signed)]
        classes = tuple(cls for kind in kinds if isinstance(kind, Nodes) for cls in kind.classes)
        others = [kind for kind in kinds if not isinstance(kind, Nodes)]
        every = [*others, *([_one(Nodes, classes, slot.how == "do")] if classes else [])]
        return every[0] if len(every) == 1 else _one(AnyOf, tuple(every))
    if slot.how.rstrip("/") in _TABLES:
        return _one(Choice, tuple(_TABLES[slot.how.rstrip("/")].items()))
    if origin is Annotated:
        return _one(Choice, tuple(_TABLES[args[1]].items()))
    if origin is Literal:
        return _one(Choice, tuple((value, (value,)) for value in args))
    if hint is int:
        least = -MOST if slot.how == "+" else int(slot.how) if slot.how.isdecimal() else 1
        return _one(Number, least < 0, range(least, MOST + 1))
    if hint is str:
        return _one(Name)
    if hint in _FORMS:
        return _one(Nodes, (hint,), slot.how == "do")
    raise TypeError(f"no form for {hint!r}")


def _default(cls: type, field: str) -> Any:
    if field in defaults(cls):
        return defaults(cls)[field]
    return () if typing.get_origin(_hints(cls)[field]) is tuple else None


# --- writing --------------------------------------------------------------------------------------------------------


class _DoesNotFit(Exception):
    pass


_One = bool | Literal["a"] | None


def phrase(tree: Any) -> str:
    """The canonical sentence of any construction; `parse(phrase(tree)) == tree` for every sentence."""
    return _joined(_write(tree, None))


def _joined(tokens: list[str]) -> str:
    text = ""
    for token in tokens:
        close = (
            not text
            or token in (",", ":", ";", "”")
            or text.endswith("“")
            or (token == "other" and text.split(" ")[-1] == "an")
            or (text.endswith("+") and text[-2:-1] in ("", " "))
        )
        text += token if close else f" {token}"
    return text


@cache
def _said(cls: type, deed: bool) -> tuple[Form, ...]:
    """The forms of a construction in the words of one who does it, if it has any, or in its other words."""
    found = tuple(each for each in _FORMS[cls] if each.fixed.get("_deed", False) == deed)
    return found or _FORMS[cls]


def _write(node: Any, one: _One, deed: bool = False) -> list[str]:
    """The words of a node. `one` is True or False where it is counted, `a` with an article, None elsewhere."""
    cls: Any = type(node)
    for each in _said(cls, deed):
        if one is not None and each.fixed.get("_uncounted") or one != "a" and each.fixed.get("_article"):
            continue
        try:
            return _write_form(node, each, one)
        except _DoesNotFit:
            continue
    raise TypeError(f"{node!r} cannot be said")


def is_deed(node: Any) -> bool:
    """Whether a construction has words of its own for one who does this."""
    if any(each.fixed.get("_deed") for each in _FORMS[type(node)]):
        try:
            return bool(_write(node, None, True))
        except TypeError:
            return False
    return False


def _write_form(node: Any, each: Form, one: _One) -> list[str]:
    if each.only and not each.only(node):
        raise _DoesNotFit
    written = {slot.field for slot in _slots(each.elements)} | _flags(each.elements)
    for name in node.__struct_fields__:
        value = getattr(node, name)
        if name in each.fixed:
            if each.fixed[name] not in (value, ...):
                raise _DoesNotFit
        elif name not in written and value != _default(type(node), name):
            raise _DoesNotFit
    out: list[str] = []
    _write_elements(node, each.elements, out, one)
    return out


def _flags(elements: tuple[Element, ...]) -> set[str]:
    found: set[str] = set()
    for element in elements:
        if isinstance(element, Part):
            found |= _flags(element.elements) | ({element.flag} if element.flag else set())
    return found


def _write_elements(node: Any, elements: tuple[Element, ...], out: list[str], one: _One) -> None:
    singular_before: bool | None = None
    for element in elements:
        if isinstance(element, Word):
            if element.plural is None:
                out.append(element.spellings[0])
            else:
                before = _is_one(node.who) if element.plural in ("their", "stop") else singular_before
                # `1 Place with Power 10 that is not Huge`: the 10 counts no Places.
                counts = [] if element.plural == "are" else out
                single = before if element.agrees else _after_one(counts, one)
                out.append(element.spellings[0] if single else element.plural)
        elif isinstance(element, Slot):
            value = getattr(node, element.field)
            single = _after_one(out, one)
            counted = (
                True
                if element.how in ("one", "a")
                else single
                if element.how in ("#",) or element.how.endswith("/")
                else None
            )
            kind = kind_of(node.__class__, element)
            if element.how == "as" and isinstance(kind, AnyOf):
                kind = kind.kinds[1 if one is None else 0]
            out.extend(_write_value(value, kind, element, counted))
            singular_before = _is_one(value)
        elif element.flag:
            if getattr(node, element.flag):
                _write_elements(node, element.elements, out, one)
        elif any(getattr(node, field) != _default(type(node), field) for field in element.fields):
            _write_elements(node, element.elements, out, one)


def _is_one(value: Any) -> bool:
    """Whether a verb after it is singular: `this card has`, `you have`, `this card and its puppets have`."""
    if isinstance(value, str):
        return value != "you" and " and " not in value and not value.endswith("s")
    return bool(getattr(value, "singular", False))


def _after_one(out: list[str], one: _One) -> bool:
    for token in reversed(out):
        if token.isdigit():
            return token == "1"
    return bool(one)


def _write_value(value: Any, kind: Kind, slot: Slot, counted: _One) -> list[str]:
    match kind:
        case Several(item, join, fewest) if isinstance(value, tuple) and len(value) >= fewest:
            return _listed([_write_value(each, item, slot, counted) for each in value], join)
        case AnyOf(kinds):
            for each in kinds:
                try:
                    return _write_value(value, each, slot, counted)
                except _DoesNotFit:
                    continue
        case Choice(spellings):
            for each, texts in spellings:
                if type(each) is type(value) and each == value:
                    return _TOKEN.findall(texts[-1] if counted is False and len(texts) > 1 else texts[0])
        case Number(signed, of) if type(value) is int and value in of:
            return [f"{value:+d}" if signed else str(value)]
        case Name() if isinstance(value, str):
            return [f"[{value}]"]
        case Nodes(classes, deed) if type(value) in classes:
            return _write(value, counted, deed)
        case Single(one):
            return _write_single(value, one, slot)
    raise _DoesNotFit


def _write_single(value: Any, kind: Kind, slot: Slot) -> list[str]:
    """One thing with its article, or one of several."""
    match getattr(value, "determiner", None):
        case "one of":
            return ["one", "of", *_write_value(value, kind, slot, False)]
        case "a" | "" as article:
            tokens = _write_value(value, kind, slot, "a")
            first = "an" if tokens[0][0].lower() in "aeio" or tokens[0].startswith("un") else "a"
            return [first, *tokens] if article else tokens
    return _write_value(value, kind, slot, None)


def _listed(pieces: list[list[str]], join: str) -> list[str]:
    out = list(pieces[0])
    for number, piece in enumerate(pieces[1:], 2):
        last = number == len(pieces)
        glue = {
            "or": ["or"] if last else [","],
            "and": ["and"],
            ",": [","],
            " ": [],
            ", and": ["and"] if last else [","],
            ", or": [",", "or"] if last else [","],
        }.get(join)
        out += (_TOKEN.findall(join) if glue is None else glue) + piece
    return out


# --- reading --------------------------------------------------------------------------------------------------------


class _Token(Struct, frozen=True):
    text: str
    column: int


def parse_as(text: str, classes: tuple[type, ...]) -> Any:
    """The tree of a sentence that is one of these constructions. Raises LanguageError."""
    sentence = " ".join(text.split())
    tokens = tuple(_Token(found.group(), found.start() + 1) for found in _TOKEN.finditer(sentence))
    whole = _one(Nodes, classes)
    trees = list(dict.fromkeys(tree for end, tree in _Reading(tokens).kind(whole, 0) if end == len(tokens)))
    if len(trees) == 1:
        return trees[0]
    if trees:
        raise AmbiguousError(sentence, 1, sentence, tuple(repr(tree) for tree in trees), None)
    slow = _Reading(tokens, every=True)
    slow.kind(whole, 0)
    raise slow.error(sentence)


class _Reading:
    """All the ways to read the tokens of one sentence, each part read once.

    It tries only what can begin with the token at hand. With `every` it tries all, and remembers how far any of them
    came.
    """

    def __init__(self, tokens: tuple[_Token, ...], every: bool = False):
        self.tokens, self.every = tokens, every
        self.known: dict[tuple[Kind, int], list[tuple[int, Any]]] = {}
        self.furthest = 0
        self.expected: set[str] = set()

    def kind(self, kind: Kind, at: int) -> list[tuple[int, Any]]:
        """Each end and value of this kind that begins at a token."""
        key = (kind, at)
        if key not in self.known:
            self.known[key] = []  # A construction that began with itself would never end.
            self.known[key] = list(dict.fromkeys(self._kind(kind, at)))
        return self.known[key]

    def _kind(self, kind: Kind, at: int) -> Iterator[tuple[int, Any]]:
        match kind:
            case Choice():
                return self._choice(kind, at)
            case Number(signed, of):
                wanted = f"a bonus from {of[0]} to +{of[-1]}" if signed else f"a number from {of[0]} to {of[-1]}"
                pattern = "[+-][0-9]{1,4}" if signed else "[0-9]{1,4}"
                return self._token(at, pattern, wanted, lambda text: number if (number := int(text)) in of else None)
            case Name():
                return self._token(
                    at, r"\[.+", "a card name in brackets such as [The Mafia]", lambda text: text[1:-1].strip()
                )
            case Nodes(classes, deed):
                return self._nodes(classes, deed, at)
            case AnyOf(kinds):
                return (found for each in kinds for found in self.kind(each, at))
            case Single(one):
                return self._single(one, at)
            case Several(item, join, fewest):
                return (found for found in self._several(item, join, at) if len(found[1]) >= fewest)
        raise TypeError(kind)

    def _choice(self, kind: Choice, at: int) -> Iterator[tuple[int, Any]]:
        for value, wanted in _texts(kind) if self.every else _by_first_word(kind).get(self._text(at), ()):
            end = self._words(wanted, at)
            if end is not None:
                yield end, value

    def _token(self, at: int, pattern: str, expected: str, value: Callable[[str], Any]) -> Iterator[tuple[int, Any]]:
        """What is a single token with a value."""
        text = self._text(at)
        if re.fullmatch(pattern, text) and (found := value(text)) is not None:
            yield at + 1, found
        else:
            self._expect(at, expected)

    def _nodes(self, classes: tuple[type, ...], deed: bool, at: int) -> Iterator[tuple[int, Any]]:
        for cls in classes:
            for each in _said(cls, deed) if self.every else _forms_that_begin(cls, deed, _begins(self._text(at))):
                for end, values in self._elements(cls, each.elements, 0, at, ()):
                    node = made(cls, each, dict(values))
                    same = len(set(values)) == len(dict(values))  # A field that is said twice is the same both times.
                    if same and (not each.strict or each.only is None or each.only(node)):
                        yield end, node

    def _single(self, kind: Kind, at: int) -> Iterator[tuple[int, Any]]:
        """What needs no article, or one thing with its article."""
        yield from ((end, value) for end, value in self.kind(kind, at) if not getattr(value, "determiner", None))
        for article, determiner in ((("a",), "a"), (("an",), "a"), (("one", "of"), "one of")):
            after = self._words(article, at)
            if after is not None:
                yield from (
                    (end, value)
                    for end, value in self.kind(kind, after)
                    if getattr(value, "determiner", None) == determiner
                )

    def _several(self, item: Kind, join: str, at: int) -> Iterator[tuple[int, Any]]:
        between = {"or": (",",), ", or": (",",), ", and": (",",), ",": (",",), "and": ("and",), " ": ()}.get(join)
        between = tuple(_TOKEN.findall(join)) if between is None else between
        last = {"or": ("or",), ", or": (",", "or"), ", and": ("and",)}.get(join)

        def more(at: int, found: tuple[Any, ...]) -> Iterator[tuple[int, Any]]:
            if last is None:
                yield at, found
            else:
                after = self._words(last, at)
                if after is not None:
                    for end, value in self.kind(item, after):
                        yield end, (*found, value)
            after = self._words(between, at)
            if after is not None:
                for end, value in self.kind(item, after):
                    yield from more(end, (*found, value))

        for end, value in self.kind(item, at):
            if last is None:
                yield from more(end, (value,))
            else:
                yield end, (value,)
                yield from (result for result in more(end, (value,)) if len(result[1]) > 1)

    def _elements(
        self, cls: type, elements: tuple[Element, ...], number: int, at: int, values: tuple[tuple[str, Any], ...]
    ) -> Iterator[tuple[int, tuple[tuple[str, Any], ...]]]:
        if number == len(elements):
            yield at, values
            return
        element = elements[number]
        if isinstance(element, Word):
            text = self._text(at)
            if text in element.spellings or text == element.plural:
                yield from self._elements(cls, elements, number + 1, at + 1, values)
            elif self.every and at >= self.furthest:
                self._expect(at, _run(elements[number:]))
        elif isinstance(element, Slot):
            for end, value in self.kind(kind_of(cls, element), at):
                yield from self._elements(cls, elements, number + 1, end, (*values, (element.field, value)))
        else:
            flag = ((element.flag, True),) if element.flag else ()
            for end, more in self._elements(cls, element.elements, 0, at, (*values, *flag)):
                if end > at:
                    yield from self._elements(cls, elements, number + 1, end, more)
            yield from self._elements(cls, elements, number + 1, at, values)

    def _text(self, at: int) -> str:
        return self.tokens[at].text if at < len(self.tokens) else ""

    def _words(self, wanted: tuple[str, ...], at: int) -> int | None:
        for number, word in enumerate(wanted):
            if self._text(at + number) != word:
                if self.every and at + number >= self.furthest:
                    self._expect(at + number, _joined(list(wanted[number:])))
                return None
        return at + len(wanted)

    def _expect(self, at: int, text: str) -> None:
        if not self.every:
            return
        if at > self.furthest:
            self.furthest = at
            self.expected.clear()
        if at == self.furthest:
            self.expected.add(text)

    def error(self, sentence: str) -> LanguageError:
        """Where every reading stopped, and what could have stood there."""
        if self.furthest < len(self.tokens):
            column = self.tokens[self.furthest].column
        else:
            column = len(sentence) + 1
        if self.furthest and self._text(self.furthest - 1) == "1" and self._text(self.furthest) == "of":
            before = self.tokens[self.furthest - 1].column
            return LanguageError(sentence, before, "1 of", ("'one of'",), "one of")
        rest = sentence[column - 1 :]
        numbers = ("a number", "a bonus") if re.match("[+-]?[0-9]", rest) else ()
        wanted = sorted(self.expected, key=lambda text: (not text.startswith(numbers), text.startswith("a "), text))
        suggestion = _nearest(rest, wanted)
        if suggestion is None and rest[:1].isupper() and any("brackets" in text for text in wanted):
            suggestion = f"[{re.split(r',| or ', rest)[0]}]"
        expected = tuple(text if text.startswith("a ") else repr(text) for text in wanted) or (
            "the end of the sentence",
        )
        return LanguageError(sentence, column, " ".join(rest.split()[:3]) or "the end", expected, suggestion)


# What a part of a sentence can begin with: a word, or one of these.
_NUMBER, _SIGNED, _NAME, _ANYTHING = "a number", "a signed number", "a name", "anything"


@cache
def _begins(token: str) -> frozenset[str]:
    """What begins with this token."""
    kind = (
        _NUMBER
        if token.isdigit()
        else _SIGNED
        if re.fullmatch(r"[+-]\d+", token)
        else _NAME
        if token[:1] == "["
        else ""
    )
    return frozenset((token, kind, _ANYTHING))


def _texts(kind: Choice) -> Iterator[tuple[Any, tuple[str, ...]]]:
    """Every value with each way to write it."""
    return ((value, _tokens_of(text)) for value, texts in kind.spellings for text in texts)


@cache
def _by_first_word(kind: Choice) -> dict[str, list[tuple[Any, tuple[str, ...]]]]:
    found: dict[str, list[tuple[Any, tuple[str, ...]]]] = {}
    for value, wanted in _texts(kind):
        found.setdefault(wanted[0], []).append((value, wanted))
    return found


def _forms_that_begin(cls: type, deed: bool, begins: frozenset[str]) -> list[Form]:
    """The forms of a class that can begin so."""
    return [each for each, first in _firsts(cls, deed) if not begins.isdisjoint(first)]


@cache
def _firsts(cls: type, deed: bool) -> list[tuple[Form, set[str]]]:
    return [(each, _first(cls, each.elements, frozenset((cls,)))) for each in _said(cls, deed)]


def _first(cls: type, elements: tuple[Element, ...], within: frozenset[type]) -> set[str]:
    """What these elements can begin with; what begins with a construction that is being looked at adds nothing new."""
    found: set[str] = set()
    for element in elements:
        if isinstance(element, Word):
            return found | {*element.spellings, *([element.plural] if element.plural else [])}
        if isinstance(element, Slot):
            return found | _first_of(kind_of(cls, element), within)
        found |= _first(cls, element.elements, within)
    return found | {_ANYTHING}


def _first_of(kind: Kind, within: frozenset[type]) -> set[str]:
    match kind:
        case Choice(spellings):
            return {_tokens_of(text)[0] for _, texts in spellings for text in texts}
        case Number(signed):
            return {_SIGNED if signed else _NUMBER}
        case Name():
            return {_NAME}
        case Nodes(classes):
            new = [each for each in classes if each not in within]
            return {
                word for each in new for form in _FORMS[each] for word in _first(each, form.elements, within | {each})
            }
        case AnyOf(kinds):
            return {word for each in kinds for word in _first_of(each, within)}
        case Single(one):
            return {"a", "an", "one", *_first_of(one, within)}
        case Several(item, _, _):
            return _first_of(item, within)
    raise TypeError(kind)


@cache
def _tokens_of(text: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(text))


@cache
def _run(elements: tuple[Element, ...]) -> str:
    """The words that stand together from here on."""
    run: list[str] = []
    for element in elements:
        if not isinstance(element, Word):
            break
        run.append(element.plural or element.spellings[0])
    return _joined(run)


def made(cls: type, each: Form, values: Mapping[str, Any]) -> Any:
    """The tree that a form says when its fields have these values."""
    defaults = _defaults(cls)
    return cls(
        **{
            **defaults,
            **{key: value for key, value in each.fixed.items() if key in defaults and value is not ...},
            **values,
        }
    )


@cache
def _defaults(cls: Any) -> dict[str, Any]:
    return {name: _default(cls, name) for name in cls.__struct_fields__}


def _nearest(rest: str, wanted: list[str]) -> str | None:
    best, best_ratio = None, _MOST_LIKE
    words = _TOKEN.findall(rest)
    for text in wanted:
        wanted_words = _tokens_of(text)
        for size in sorted({len(wanted_words), 1}, reverse=True):
            mine, theirs = _joined(words[:size]), _joined(list(wanted_words[:size]))
            ratio = difflib.SequenceMatcher(None, mine, theirs).ratio()
            if ratio > best_ratio:
                best, best_ratio = theirs, ratio
    return best
