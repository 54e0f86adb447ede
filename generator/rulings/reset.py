"""Rewriting expected values in the files of rulings, so that a person can review the difference."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import yaml
from msgspec import Struct

from generator.files import write_whole
from generator.rulings.expectations import CheckedLine
from generator.rulings.play import Verdict

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Change(Struct, frozen=True):
    """One expected value rewritten: where (line from 1), in which ruling, and what it was and is now."""

    file: str
    line: int
    ruling: str
    text: str
    before: Any
    after: Any

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.ruling}: {self.text}: {self.before} is now {self.after}"


def reset(path: Path, verdicts: Iterable[Verdict]) -> tuple[Change, ...]:
    """Write what came out over what was expected, in every failing line of these rulings that stands in this file.

    Only those values change; comments and layout stay. Lines whose question had no answer are left alone.
    """
    text = path.read_text(encoding="utf-8")
    nodes = _rulings(yaml.compose(text, Loader=_LOADER))
    starts = _line_starts(text)
    edits: list[tuple[int, int, str]] = []
    changes: list[Change] = []
    for verdict in verdicts:
        if verdict.ruling not in nodes:
            continue
        for line in _failing(verdict):
            node = _follow(nodes[verdict.ruling], line.path)
            begin = starts[node.start_mark.line] + node.start_mark.column
            end = starts[node.end_mark.line] + node.end_mark.column
            value = line.actual[0] if _is_choice(line) else line.actual
            edits.append((begin, end, _flow(value)))
            changes.append(Change(str(path), node.start_mark.line + 1, verdict.ruling, line.text, line.expected, value))
    for begin, end, new in sorted(edits, reverse=True):
        text = text[:begin] + new + text[end:]
    if edits:
        write_whole(path, text)
    return tuple(sorted(changes, key=lambda change: change.line))


def _failing(verdict: Verdict) -> list[CheckedLine]:
    lines = [*verdict.lines, *(verdict.counter.lines if verdict.counter else ())]
    return [line for line in lines if not line.ok and not line.why and line.actual != []]


def _is_choice(line: CheckedLine) -> bool:
    """Whether the line asks for one thing among those that came out; then the first of them is written."""
    return isinstance(line.expected, str) and isinstance(line.actual, list)


def _rulings(document: yaml.Node | None) -> dict[str, yaml.Node]:
    assert isinstance(document, yaml.SequenceNode)
    return {_follow(node, ("id",)).value: node for node in document.value}


def _follow(node: yaml.Node, path: Iterable[str | int]) -> Any:
    for key in path:
        if isinstance(node, yaml.SequenceNode):
            node = node.value[key]
        else:
            node = next(value for name, value in node.value if name.value == str(key))
    return node


def _line_starts(text: str) -> list[int]:
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts


def _flow(value: Any) -> str:
    """A value on one line. Keys of digits are rolls, which files write as numbers."""
    if isinstance(value, dict):
        value = {int(key) if key.isdecimal() else key: item for key, item in value.items()}
    dumped: str = yaml.safe_dump(value, default_flow_style=True, width=10_000, allow_unicode=True, sort_keys=False)
    return dumped.removesuffix("\n").removesuffix("...").strip()
