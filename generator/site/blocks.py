"""Pages are blocks of HTML below headings of Markdown. Python-Markdown and MkDocs would each read every tag of a block,
which takes longer than all else that they do; here each is set aside whole. What links lead to is seen when the pages
are finished.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from markdown import Extension, Markdown
from markdown.preprocessors import Preprocessor

_BEGINS = re.compile(r"^<([a-z][a-z0-9]*)(?=[ >])", re.MULTILINE)
_BEFORE_HTML_IS_READ = 25


class WholeBlocks(Extension):
    """Keeps Markdown from reading blocks of HTML, which it would leave as they are."""

    def extendMarkdown(self, md: Markdown) -> None:
        """Called by Markdown."""
        md.preprocessors.register(_Aside(md), "dossier_blocks", _BEFORE_HTML_IS_READ)


class _Aside(Preprocessor):
    def run(self, lines: list[str]) -> list[str]:
        return "".join(self._parts("\n".join(lines))).split("\n")

    def _parts(self, text: str) -> Iterator[str]:
        """The text, and what stands for each block; the text alone from one on that ends nowhere, or within a line."""
        done = 0
        while begins := _BEGINS.search(text, done):
            deep, end = 1, 0
            for found in re.compile(rf"<(/?){begins[1]}(?=[ >\n])").finditer(text, begins.end()):
                deep += -1 if found[1] else 1
                if not deep:
                    end = found.end() + 1
                    break
            if not (self.md.is_block_level(begins[1]) and text[end - 1 : end + 1] in (">", ">\n")):
                break
            yield f"{text[done : begins.start()]}\n{self.md.htmlStash.store(text[begins.start() : end])}\n\n"
            done = end
        yield text[done:]
