"""Rule chapters: Markdown with permanent numbers and anchors, marks, and `~` lines that say what a block states."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Literal

from msgspec import Struct, field

from generator.catalog.items import Item, Report, visible
from generator.catalog.problems import Code, Problem, nearest
from generator.catalog.prose import links
from generator.catalog.records import BlockKind
from generator.catalog.shapes import Text, unfit

MARKS: Mapping[BlockKind, str] = {"terms": "term", "ruling": "ruling", "example": "position", "conflict": "conflict"}
"""The marks that stand alone on a line, and what their words must be."""

_HEADING = re.compile(r"(#{1,2}) (\d+(?:\.\d+)?) (.+?) \{#([a-z0-9]+(?:-[a-z0-9]+)*)\}")
_MARK = re.compile(r"\{\{ *([a-z]+) *:(.*)\}\}")
_HTML = re.compile(r"<[A-Za-z/!]")


class DraftBlock(Struct):
    """A block as read: its text, what it states, and where."""

    kind: BlockKind
    markdown: str
    line: int
    states: list[Item] = field(default_factory=list)


class DraftSection(Struct):
    """A heading and the blocks below it. `uses` are the names in it, with the kind of thing that each must name."""

    level: Literal[1, 2]
    number: str
    title: str
    anchor: Item
    chapter: str
    blocks: list[DraftBlock] = field(default_factory=list)
    uses: list[tuple[str, Item]] = field(default_factory=list)


def chapter_name(file: str) -> str:
    """What addresses call the chapter in a file: the name of the file, without the number."""
    return re.sub(r"^\d+-", "", PurePosixPath(file).stem)


def read_chapter(text: str, file: str, report: Report) -> list[DraftSection]:
    """The chapter and its sections, in their order; what is wrong with their form is reported."""
    return _Chapter(file, report).read(text)


class _Chapter:
    """Reads one chapter line by line."""

    def __init__(self, file: str, report: Report) -> None:
        self.file, self.report = file, report
        self.sections: list[DraftSection] = []
        self.open: DraftBlock | None = None

    def read(self, text: str) -> list[DraftSection]:
        if not visible(text, self.file, self.report):
            return []
        for number, line in enumerate(text.split("\n"), 1):
            self._line(number, line.rstrip())
        for block in (block for section in self.sections for block in section.blocks if block.kind == "text"):
            if wrong := unfit(block.markdown, Text.most):
                self.report(Problem(self.file, block.line, 1, Code.TOO_LARGE.code, wrong))
        if not self.sections:
            self._problem(1, 1, "a chapter starts with a heading such as `# 4 Attacks {#attacks}`")
        return self.sections

    def _problem(self, line: int, column: int, message: str) -> None:
        self.report(Problem(self.file, line, column, Code.BROKEN_CHAPTER.code, message))

    def _item(self, text: str, line: int, column: int) -> Item:
        return Item(text, self.file, line, column, exact=True)

    def _line(self, number: int, line: str) -> None:
        if not line:
            self.open = None
        elif line.startswith("#"):
            self._heading(number, line)
        elif not self.sections:
            self._problem(number, 1, "nothing may stand above the heading of the chapter")
        elif line.startswith("~"):
            self._states(number, line)
        elif line.startswith("{{"):
            self._mark(number, line)
        else:
            self._text(number, line)

    def _heading(self, number: int, line: str) -> None:
        self.open = None
        match = _HEADING.fullmatch(line)
        if not match:
            self._problem(number, 1, "a heading looks like `# 4 Attacks {#attacks}` or `## 4.3 Position {#position}`")
            return
        hashes, printed, title, anchor = match.groups()
        level: Literal[1, 2] = 1 if hashes == "#" else 2
        chapter = self.sections[0] if self.sections else None
        if (level == 1) != (chapter is None):
            self._problem(number, 1, "a file holds one chapter: one heading with #, then those with ##")
            return
        if chapter and not printed.startswith(f"{chapter.number}."):
            self._problem(number, match.start(2) + 1, f"section {printed} is in chapter {chapter.number}")
        elif level == 1 and "." in printed:
            self._problem(number, match.start(2) + 1, f"the number of a chapter has no dot: {printed}")
        elif any(section.number == printed for section in self.sections):
            self._problem(number, match.start(2) + 1, f"the number {printed} comes twice")
        self.sections.append(
            DraftSection(
                level,
                printed,
                title,
                self._item(anchor, number, match.start(4) + 1),
                chapter.anchor.value if chapter else anchor,
            )
        )

    def _states(self, number: int, line: str) -> None:
        words = [self._item(match.group(), number, match.start() + 1) for match in re.finditer(r"[^\s~]\S*", line)]
        if self.open is None or not words:
            self._problem(number, 1, "`~` and the ids of statements stand directly below the block that states them")
            return
        self.open.states.extend(words)
        self.open = None

    def _mark(self, number: int, line: str) -> None:
        self.open = None
        match = _MARK.fullmatch(line)
        if not match:
            self._problem(number, 1, "a mark looks like `{{terms: position-1 position-2}}`, alone on its line")
            return
        name, words = match.group(1), match.group(2).strip(" ")
        kind = next((mark for mark in MARKS if mark == name), None)
        if kind is None:
            self.report(
                Problem(
                    self.file,
                    number,
                    match.start(1) + 1,
                    Code.UNKNOWN_MARK.code,
                    f"there is no mark {name!r}",
                    nearest(name, MARKS),
                )
            )
            return
        section = self.sections[-1]
        section.blocks.append(DraftBlock(kind, words, number))
        start = match.end(2) - len(match.group(2).lstrip(" ")) + 1
        if kind == "terms":
            self.open = section.blocks[-1]
            section.uses += [
                ("term", self._item(word.group(), number, start + word.start())) for word in re.finditer(r"\S+", words)
            ]
        else:
            section.uses.append((MARKS[kind], self._item(words, number, start)))

    def _text(self, number: int, line: str) -> None:
        section = self.sections[-1]
        if self.open is None or self.open.kind != "text":
            self.open = DraftBlock("text", line, number)
            section.blocks.append(self.open)
        elif len(self.open.markdown) > Text.most:
            return
        else:
            self.open.markdown += f"\n{line}"
        if match := _HTML.search(line):
            self._problem(number, match.start() + 1, "no HTML in chapters: Markdown says it all")
        if "{{" in line:
            self._problem(number, line.find("{{") + 1, "a mark must be alone on its line")
        section.uses += links(self._item(line, number, 1), self.report)
