"""Our Markdown to safe HTML: links to cards and sections, tooltips for the words of the game, and no raw HTML."""

from __future__ import annotations

import re
import xml.etree.ElementTree as etree
from collections.abc import Iterator
from functools import cached_property

import markdown
from markdown.extensions.tables import TableExtension
from markdown.inlinepatterns import InlineProcessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString
from markupsafe import Markup

from generator.catalog.prose import LINK
from generator.catalog.records import GlossaryEntry
from generator.site import links
from generator.site.book import Book
from generator.site.faces import stopped

_PLACE = "\ue000{}\ue001"
_UNWANTED_INLINE = (
    "html",
    "link",
    "image_link",
    "image_reference",
    "reference",
    "short_reference",
    "short_image_ref",
    "autolink",
    "automail",
)
_UNTOUCHED = {"a", "code", "pre", "th", "h1", "h2", "h3", "h4"}


class Prose:
    """Renders text for one page."""

    def __init__(self, book: Book, game: str, here: str, *, tooltips: bool = True) -> None:
        self.book, self.game, self.here = book, game, here
        self.in_section: set[str] = set()
        self._marks: list[tuple[str, str, str]] = []
        self._words = book.words(game) if tooltips else None

    def new_section(self) -> str:
        """From here on, the first occurrence of each word is marked again.

        Answers the empty text that a template writes.
        """
        self.in_section.clear()
        return ""

    def blocks(self, text: str) -> Markup:
        """Paragraphs, lists and tables."""
        self._markdown.reset()
        return Markup(self._markdown.convert(LINK.sub(self._keep, text)))

    def line(self, text: str) -> Markup:
        """A text within a line: no paragraph around it."""
        if not text:
            return Markup("")
        html = str(self.blocks(text))
        return Markup(html.removeprefix("<p>").removesuffix("</p>")) if html.count("<p>") == 1 else Markup(html)

    def sentence(self, text: str, game: str = "") -> Markup:
        """A sentence of the effect language: names in brackets become links, and it starts and ends like one.

        `game` is that of the card that says it, if not the page's.
        """
        text = re.sub(r"(?<![\w-])-(?=\d)", "\N{MINUS SIGN}", text)
        text = stopped(text)
        parts = re.split(r"\[([^\[\]]+)\]", text)
        return Markup("").join(
            self._named(part, game) if at % 2 else self._explained(part) for at, part in enumerate(parts)
        )

    def _named(self, name: str, game: str) -> Markup:
        """The link of a name in brackets; in a note, what stands in brackets may be none."""
        try:
            return Markup('<a class="card-link" href="{}">{}</a>').format(self._card(name, game), name)
        except KeyError:
            return Markup("[{}]").format(name)

    def _explained(self, text: str) -> Markup:
        """A text with its words linked; without tooltips, the text."""
        html, end = Markup(""), 0
        for start, stop, entry in self.words_in(text):
            html += text[end:start] + Markup(etree.tostring(self.term(entry, text[start:stop]), encoding="unicode"))
            end = stop
        return html + text[end:]

    def term(self, entry: GlossaryEntry, words: str) -> etree.Element:
        """The link of a word of the game to what it means."""
        attributes = {"class": "term", "href": self.href(links.term_url(entry.game, entry.id))}
        element = etree.Element("a", attributes)
        element.text = words
        return element

    def words_in(self, text: str) -> Iterator[tuple[int, int, GlossaryEntry]]:
        """The words of the game in a text that are to be linked, those that the section does not have yet: start, end,
        meaning.
        """
        for start, stop, entry in self._words.find(text) if self._words else ():
            if entry.id not in self.in_section:
                self.in_section.add(entry.id)
                yield start, stop, entry

    def _card(self, name: str, game: str = "") -> str:
        return self.href(links.card_url(self.book.card_id(game or self.game, name)))

    def _keep(self, match: re.Match[str]) -> str:
        self._marks.append((match[1], match[2], match[3] or ""))
        return _PLACE.format(len(self._marks) - 1)

    @cached_property
    def _markdown(self) -> markdown.Markdown:
        converter = markdown.Markdown(extensions=[TableExtension()], output_format="html")
        converter.preprocessors.deregister("html_block")
        for name in _UNWANTED_INLINE:
            converter.inlinePatterns.deregister(name, strict=False)
        for name in ("code", "hashheader", "setextheader", "hr", "reference"):
            converter.parser.blockprocessors.deregister(name, strict=False)
        converter.inlinePatterns.register(_Links(_PLACE.format(r"(\d+)"), self), "dossier", 300)
        if self._words:
            converter.treeprocessors.register(_Tooltips(self), "dossier", 12)
        return converter

    def link(self, number: int) -> etree.Element:
        """The element of a link mark."""
        section, name, words = self._marks[number]
        element = etree.Element("a")
        if section:
            target = self.book.sections[self.game, name]
            element.set("href", self.href(self.book.section_url(self.game, name)))
            element.text = words or AtomicString(f"{target.number} {target.title}")
        else:
            element.set("href", self._card(name))
            element.set("class", "card-link")
            element.text = words or AtomicString(name)
        return element

    def href(self, url: str) -> str:
        """An address of the site as this page writes it."""
        return links.relative(self.here, url)


class _Links(InlineProcessor):
    def __init__(self, pattern: str, prose: Prose) -> None:
        super().__init__(pattern)
        self.prose = prose

    def handleMatch(self, m: re.Match[str], data: str) -> tuple[etree.Element, int, int]:  # type: ignore[override]  # its base class breaks with its own
        return self.prose.link(int(m[1])), m.start(0), m.end(0)


class _Tooltips(Treeprocessor):
    """Links the first occurrence of each glossary word in a section."""

    def __init__(self, prose: Prose) -> None:
        super().__init__()
        self.prose = prose

    def run(self, root: etree.Element) -> None:
        self._walk(root)

    def _walk(self, element: etree.Element) -> None:
        if element.tag in _UNTOUCHED:
            return
        for child in list(element):
            self._walk(child)
        for child in reversed(list(element)):
            self._insert(element, list(element).index(child) + 1, child, "tail")
        self._insert(element, 0, element, "text")

    def _insert(self, parent: etree.Element, at: int, holder: etree.Element, part: str) -> None:
        text = getattr(holder, part) or ""
        links_: list[etree.Element] = []
        end = 0
        for start, stop, entry in self.prose.words_in(text):
            element = self.prose.term(entry, text[start:stop])
            before = text[end:start]
            if links_:
                links_[-1].tail = before
            else:
                setattr(holder, part, before)
            links_.append(element)
            end = stop
        if links_:
            links_[-1].tail = text[end:]
            for offset, element in enumerate(links_):
                parent.insert(at + offset, element)
