"""Our own words: the one notation of their links, `[[The Mafia]]`, `[[The Mafia|words]]`, `[[#anchor]]` and
`[[#anchor|words]]`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from generator.catalog.items import Item, Report
from generator.catalog.problems import Code

LINK = re.compile(r"\[\[(#?)([^\[\]|]+)(?:\|([^\[\]|]+))?\]\]")
"""`#` for a section, what is named, and the words, if there are some."""
_LEFT = re.compile(r"\[\[|\]\]")
_MARKED = re.compile(r"(\*\*|`)(?=\S)(.+?)(?<=\S)\1|(?<!\w)\*(?=\w)(.+?)(?<=\w)\*(?!\w)")


def links(item: Item, report: Report) -> Iterator[tuple[str, Item]]:
    """The links in a text: (`section` or `card-name`, what it names). What looks like one and is none is reported."""
    if wrong := _LEFT.search(LINK.sub(lambda link: "." * len(link[0]), item.value)):
        report(
            item.problem(
                Code.BROKEN_LINK, "a link looks like [[The Mafia]], [[#anchor]] or [[#anchor|words]]", at=wrong.start()
            )
        )
    for match in LINK.finditer(item.value):
        column = item.column + match.start(2) if item.exact else item.column
        yield "section" if match[1] else "card-name", Item(match[2], item.file, item.line, column, item.exact)


def unlinked(text: str, titled: Callable[[str], str]) -> str:
    """The text with the words of its links alone; `titled` says them for the anchor of a section."""
    return LINK.sub(lambda link: link[3] or (titled(link[2]) if link[1] else link[2]), text)


def plain(text: str, titled: Callable[[str], str]) -> str:
    """The same without the signs of what is strong, stressed or code."""
    return _MARKED.sub(r"\2\3", _MARKED.sub(r"\2\3", unlinked(text, titled)))
