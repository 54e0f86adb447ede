"""Text is text: what data says reaches each kind of place as the characters that it is, never as markup.

One function for each kind of place. Templates call none of them: `in_page` is what Jinja does with every value, so a
value is safe wherever a template puts it, in a paragraph, a heading, an attribute or a block of HTML. A macro makes
HTML, not Markdown. Where a field *is* Markdown, `Prose` makes HTML of it, and its links go nowhere but to our own
pages. Drawings and JSON have their own escaping (`faces`, `tables`, `json`).
"""

from __future__ import annotations

import re
from typing import Any

from markupsafe import Markup, escape

# What begins a construction of Markdown or of its attribute lists; line ends, which begin a block; and what does so at
# the start of a line. An & right before # is always that of a reference, because every other one is written &amp;.
_ANYWHERE = {mark: f"&#{ord(mark)};" for mark in "\\`*_[]{}|~"}
_HASH = re.compile("(?<!&)#")
_AT_START = re.compile(r"[ \t]*[-+=:]|[ \t]*\d+[.)](?=\s|\Z)|[ ]{4}|\t")
_REFERENCES = re.compile(
    rf"&#({'|'.join(str(ord(mark)) for mark in '`*_[]{}|~#-+=:.) ' + chr(92) + chr(9) + chr(10) + chr(13))});"
)


def in_page(value: Any) -> Markup:
    """A value for the source of a page, which Markdown reads: neither HTML nor Markdown finds anything in it.

    What is marked as HTML keeps its tags, and Markdown finds nothing in it either.
    """
    if isinstance(value, Markup):
        return Markup(_referred(str(value)))
    return Markup(_referred(str(escape(value))).replace("\r", "&#13;").replace("\n", "&#10;"))


def _referred(text: str) -> str:
    if start := _AT_START.match(text):
        text = f"{start[0][:-1]}&#{ord(start[0][-1])};{text[start.end() :]}"
    for mark, its in _ANYWHERE.items():
        text = text.replace(mark, its)
    return _HASH.sub("&#35;", text) if "#" in text else text


def html(text: str, *values: Any) -> Markup:
    """HTML with escaped values in the place of its braces: `Markup.format`, which takes ten times as long."""
    return Markup(text.format(*map(escape, values)))


def anchor(text: str) -> str:
    """A text as the anchor of a heading: small letters, digits and hyphens."""
    return "-".join(re.findall(r"[a-z0-9]+", text.lower()))


def in_frame(text: str) -> str:
    """A text for what MkDocs and its theme print as they get it: titles, descriptions, the navigation."""
    return str(escape(text))


def settled(html: str) -> str:
    """A finished page, in which the characters that meant something to Markdown alone are written as themselves."""
    return _REFERENCES.sub(lambda match: chr(int(match[1])), html)
