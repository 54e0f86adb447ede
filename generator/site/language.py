"""The reference of the effect language, made from its grammar file and from the sentences of real cards and rules."""

from __future__ import annotations

import dataclasses
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from generator.catalog import Catalog
from generator.language import ALIGNMENTS, grammar_text


@dataclass(frozen=True)
class Example:
    """A sentence that uses a construction, and where it comes from (None: a rule)."""

    text: str
    card: str | None
    name: str


@dataclass(frozen=True)
class Construction:
    """One rule of the grammar: its name, what it is for, each way to write it, and sentences that use it."""

    name: str
    purpose: str
    forms: tuple[str, ...]
    examples: tuple[Example, ...]


@dataclass(frozen=True)
class Part:
    """A part of the grammar under its heading."""

    id: str
    title: str
    constructions: tuple[Construction, ...]


@dataclass(frozen=True)
class Reference:
    """The whole language. `words` are the choices that stand for one word: name, and what it may be."""

    parts: tuple[Part, ...]
    words: tuple[tuple[str, tuple[str, ...]], ...]


_RULE = re.compile(r"^\??([a-z_]+): (.*)$")
_TERMINAL = re.compile(r"^([A-Z_]+): (.*)$")
MOST_EXAMPLES = 4


def reference(catalog: Catalog) -> Reference:
    """The language as the grammar file defines it."""
    examples = _examples(catalog)
    parts: list[tuple[str, list[Construction]]] = []
    words: list[tuple[str, tuple[str, ...]]] = []
    purpose: list[str] = []
    lines = _joined(grammar_text())
    for line in lines:
        if line.startswith("//:"):
            parts.append((line[3:].strip(), []))
        elif line.startswith("//="):
            purpose.append(line[3:].strip())
        elif (match := _RULE.match(line)) and parts:
            name, body = match.groups()
            parts[-1][1].append(
                Construction(
                    name.strip("_").replace("_", " "),
                    " ".join(purpose),
                    tuple(_forms(body)),
                    tuple(examples.get(_class_name(name), ())[:MOST_EXAMPLES]),
                )
            )
            purpose.clear()
        elif match := _TERMINAL.match(line):
            name, body = match.groups()
            if not name.startswith("_") and '"' in body and "/" not in body:
                words.append((_spoken(name), tuple(re.findall(r'"([^"]*)"', body))))
    return Reference(
        tuple(Part(re.sub(r"\W+", "-", title.lower()), title, tuple(rules)) for title, rules in parts), tuple(words)
    )


def _joined(text: str) -> Iterator[str]:
    """The lines of the grammar, each rule on one: a line that starts with a bar goes on with the one before."""
    held = ""
    for line in text.splitlines():
        if line.lstrip().startswith("|") and held:
            held += " " + line.strip()
            continue
        if held:
            yield held
        held = line.rstrip()
    if held:
        yield held


def _forms(body: str) -> Iterator[str]:
    """Each alternative of a rule as a reader sees it: words plain, what is to be filled in between angle quotes."""
    depth, start = 0, 0
    quoted = False
    for at, letter in enumerate([*body, "|"]):
        if letter == '"':
            quoted = not quoted
        elif not quoted and letter in "([":
            depth += 1
        elif not quoted and letter in ")]":
            depth -= 1
        elif letter == "|" and not quoted and depth == 0:
            yield _form(body[start:at])
            start = at + 1


def _form(alternative: str) -> str:
    alternative = re.sub(r"\s*->\s*\w+", "", alternative).strip()
    pieces = re.findall(r'"[^"]*"|[A-Za-z_]+|\S', alternative)
    shown = ""
    for piece in pieces:
        if piece.startswith('"'):
            text = piece[1:-1]
        elif re.fullmatch(r"[A-Za-z_]+", piece):
            text = f"‹{_spoken(piece)}›"
        else:
            text = {"*": "…", "+": "…", "?": ""}.get(piece, piece)
        glue = (
            ""
            if text in (")", "]", "…", ",") or shown.endswith(("(", "[")) or not shown or text.startswith(",")
            else " "
        )
        shown += glue + text
    return shown


def _spoken(name: str) -> str:
    special = {
        "INT": "number",
        "SIGNED": "+/− number",
        "NAME": "[card name]",
        "_GROUP": "Group",
        "_CARD": "card",
        "TRAIT": "alignment",
        "VERB": "verb",
        "NOUN": "noun",
        "USE": "use",
        "IS": "is",
    }
    return special.get(name, name.strip("_").replace("_", " ").lower())


def _class_name(rule: str) -> str:
    special = {"named": "Named", "groups": "Groups", "condition": "", "money": "Money", "look": "Look"}
    return special.get(rule, "".join(word.capitalize() for word in rule.strip("_").split("_")))


def _examples(catalog: Catalog) -> dict[str, list[Example]]:
    """Sentences by the names of the nodes in their trees, those of cards first."""
    found: dict[str, list[Example]] = defaultdict(list)

    def add(text: str, tree: object, card: str | None, name: str) -> None:
        for node in dict.fromkeys(_nodes(tree)):
            if all(_skeleton(example.text) != _skeleton(text) for example in found[node]):
                found[node].append(Example(text, card, name))

    for record in catalog.cards:
        for clause in record.clauses:
            if clause.sentence is not None:
                add(clause.text, clause.sentence, record.id, record.card.name)
    for term in catalog.terms:
        add(term.rule.text, term.rule.tree, None, term.id)
    return found


def _skeleton(text: str) -> str:
    """A sentence without what is filled in, so that examples differ in more than a number or a name."""
    return re.sub(rf"[+-]?\d+|\[[^\]]*\]|{'|'.join(ALIGNMENTS)}", "·", text)


def _nodes(tree: object) -> Iterable[str]:
    if dataclasses.is_dataclass(tree):
        yield type(tree).__name__
        for field in dataclasses.fields(tree):
            yield from _nodes(getattr(tree, field.name))
    elif isinstance(tree, tuple):
        for item in tree:
            yield from _nodes(item)
