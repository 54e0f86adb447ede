"""The reference of the effect language, made from its constructions and from the sentences of real cards and rules."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping

from msgspec import Struct

from generator.catalog.catalog import Catalog
from generator.language import ALIGNMENTS, ATTRIBUTES, Choices, choices, constructions, nodes
from generator.language.tree import PARTS


class Example(Struct, frozen=True):
    """A sentence that uses a construction, and where it comes from (None: a rule)."""

    text: str
    card: str | None
    name: str
    game: str = ""


class Construction(Struct, frozen=True):
    """One construction: its name, what it is for, each way to write it, the words that only it chooses from, and
    sentences.
    """

    name: str
    purpose: str
    forms: tuple[str, ...]
    words: tuple[Choices, ...]
    examples: tuple[Example, ...]


class Part(Struct, frozen=True):
    """A part of the language under its heading."""

    id: str
    title: str
    constructions: tuple[Construction, ...]


class Reference(Struct, frozen=True):
    """The whole language. `words` are the choices that several constructions share."""

    parts: tuple[Part, ...]
    words: tuple[Choices, ...]


MOST_EXAMPLES = 4


def reference(catalog: Catalog) -> Reference:
    """The language as its constructions define it."""
    examples = _examples(catalog)
    shared = _shared()
    parts = []
    for module in PARTS:
        title, _, _ = (module.__doc__ or "").partition("\n")
        found = tuple(
            Construction(
                spaced(cls.__name__),
                " ".join((cls.__doc__ or "").split()),
                tuple(dict.fromkeys(_shown(form.text) for form in forms)),
                tuple(each for each in choices(cls) if each.words not in shared),
                tuple(examples.get(cls.__name__, ())[:MOST_EXAMPLES]),
            )
            for cls, forms in constructions().items()
            if cls.__module__ == module.__name__
        )
        parts.append(Part(module.__name__.rpartition(".")[2], title.rstrip("."), found))
    return Reference(tuple(parts), tuple(Choices(name, words) for words, name in shared.items()))


def _shared() -> Mapping[tuple[str, ...], str]:
    """The choices that several constructions share, and the name that the first of them gives to them."""
    names: dict[tuple[str, ...], dict[type, str]] = defaultdict(dict)
    for cls in constructions():
        for each in choices(cls):
            names[each.words][cls] = each.name
    return {words: next(iter(users.values())) for words, users in names.items() if len(users) > 1}


def _shown(text: str) -> str:
    """A form as a reader sees it: words plain, what is to be filled in between angle quotes."""
    text = re.sub(r"\[\?\w+ ?", "[", text)
    text = re.sub(
        r"\{(\w+)[^{}|]*(\|?)[^{}]*\}",
        lambda found: f"‹{found[1].strip('_').replace('_', ' ')}{'…' if found[2] else ''}›",
        text,
    )
    text = re.sub(r" ([,:;”])|(?<=“) ", r"\1", text)
    return re.sub(r"\[([,;]) ", r"[\1 ", text).replace("] [,", "][,").replace("] [;", "][;").strip()


def spaced(name: str) -> str:
    """The name of a construction as words."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()


def _examples(catalog: Catalog) -> dict[str, list[Example]]:
    """Sentences by the names of the nodes in their trees, those of cards first."""
    found: dict[str, list[Example]] = defaultdict(list)
    skeletons: dict[str, set[str]] = defaultdict(set)

    def add(text: str, tree: object, card: str | None, name: str, game: str) -> None:
        skeleton = _FILLED.sub("·", text)
        for node in dict.fromkeys(type(each).__name__ for each in nodes(tree)):
            if skeleton not in skeletons[node] and len(found[node]) < MOST_EXAMPLES:
                skeletons[node].add(skeleton)
                found[node].append(Example(text, card, name, game))

    for record in catalog.cards:
        for clause in record.clauses:
            if clause.sentence is not None:
                add(clause.text, clause.sentence, record.id, record.card.name, record.card.game)
    for term in catalog.terms:
        add(term.rule.text, term.rule.tree, None, term.id, term.game)
    return found


_FILLED = re.compile(rf"[+-]?\d+|\[[^\]]*\]|{'|'.join(sorted({*ALIGNMENTS, *ATTRIBUTES}, key=len, reverse=True))}")
"""What is filled into a sentence: examples differ in more than a number or a name."""
