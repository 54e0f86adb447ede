"""The index: what is known of each thing that can be found, and how it is written to disk.

It is written in parts, segments of Whoosh, each named for what is in it, so that one that the last index has too is
taken from there. Where a part ends is decided by the last document in it: one that is new or another changes no part
but its own.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from whoosh import fields
from whoosh.analysis import SpaceSeparatedTokenizer, Token, Tokenizer
from whoosh.codec.whoosh3 import W3Codec, W3Segment
from whoosh.filedb.filestore import FileStorage
from whoosh.index import TOC, create_in

from generator.files import Staging, place
from generator.kept import digest

from . import words
from .document import SearchDocument, several
from .opening import NAME, segments
from .pack import FIELDS, Called, called_of, fields_of, pack
from .query import ID_FIELDS, LIST_FIELDS, NUMBER_FIELDS

_SIZE = 256
# In this order things of one title are listed.
KINDS = ("card", "glossary", "section", "table", "tool", "faq", "ruling", "difference", "conflict", "change", "erratum")


class FoldedWords(Tokenizer):  # type: ignore[misc]  # Whoosh has no types
    """Cuts text into the terms of `words.py`, each with its unfolded plural and the compound that begins with it.

    With `surfaces` only the words as they are spelled, folded: what a misspelt word may have been.
    """

    def __init__(self, surfaces: bool = False) -> None:
        self.surfaces = surfaces

    def __call__(
        self,
        value: str,
        positions: bool = False,
        chars: bool = False,
        start_pos: int = 0,
        start_char: int = 0,
        mode: str = "",
        **options: object,
    ) -> Iterator[Token]:
        """Yield Whoosh's tokens; alternatives of one word share its position, so that phrases may use any of them."""
        found = list(words.occurrences(value))
        whole = dict(words.compounds(value, found))
        token = Token(positions, chars, mode=mode, **options)
        for at, word in enumerate(found):
            token.pos = start_pos + at
            token.startchar, token.endchar = start_char + word.start, start_char + word.end
            token.boost, token.stopped = 1.0, False
            if self.surfaces:
                alternatives = {word.surface}
            else:
                alternatives = {word.term, word.surface} | ({whole[at]} if at in whole else set())
            for text in sorted(alternatives):
                token.text = token.original = text
                yield token


def schema() -> fields.Schema:
    """The fields of the index.

    `exact` has the title, and each alias, as one term; `spelling` knows how words are written.
    """
    columns: dict[str, fields.FieldType] = {
        "title": fields.TEXT(analyzer=FoldedWords(), phrase=True, stored=True),
        "text": fields.TEXT(analyzer=FoldedWords(), phrase=True, stored=True),
        "exact": fields.KEYWORD(commas=True, scorable=False),
        "spelling": fields.TEXT(analyzer=FoldedWords(surfaces=True), phrase=False),
        "display": fields.STORED(),
    }
    columns |= {f"asked_{name}": fields.TEXT(analyzer=SpaceSeparatedTokenizer(), phrase=False) for name in FIELDS}
    columns |= {name: fields.KEYWORD(scorable=False) for name in (*LIST_FIELDS, *ID_FIELDS)}
    columns |= {name: fields.NUMERIC(int, signed=True) for name in NUMBER_FIELDS}
    return fields.Schema(**columns)


def ordered_documents(documents: Iterable[SearchDocument]) -> list[SearchDocument]:
    """The documents in the order of the index: by kind and title."""
    return sorted(documents, key=_place)


def build_index(
    documents: Iterable[SearchDocument],
    directory: Path,
    synonyms: dict[str, Any] | None = None,
    last: Path | None = None,
) -> None:
    """Write the index of `documents` to `directory`, replacing what was there; on an error the old one stays.

    `synonyms` are those of `synonyms.py`: without them the index answers queries (`searching.py`), but no questions
    (`asking.py`). `last` is where this code wrote an index before, from which parts may be taken. Raises ValueError
    when two documents share kind and id.
    """
    ordered = ordered_documents(documents)
    table = pack(ordered, synonyms) if synonyms else None
    times = Counter((document.kind, document.id) for document in ordered)
    if twice := sorted(name for name, count in times.items() if count > 1):
        raise ValueError("in the search index twice: " + ", ".join(" ".join(name) for name in twice))
    reading = (*sorted(synonyms["stop"]), repr(synonyms["said"])) if synonyms else ()
    called: Iterable[Called | None] = called_of(table["documents"]) if table else [None] * len(ordered)
    with Staging(directory) as new:
        new[directory].mkdir()
        old = {segment.segid: segment for segment in segments(last, schema())} if last else {}
        parts = []
        for part in _parts(zip(ordered, called, strict=True)):
            key = digest(*reading, *(repr(each) for each in part))
            if last and key in old:
                parts.append(old[key])
                place(last / _file(old[key]), new[directory] / _file(old[key]))
            else:
                parts.append(_write(part, key, synonyms, new[directory]))
        TOC(schema(), parts, 1).write(FileStorage(str(new[directory])), NAME)
        if table:
            (new[directory] / "table.json").write_text(
                json.dumps(table, ensure_ascii=False, separators=(",", ":")), encoding="utf-8"
            )
        new.commit()


Part = list[tuple[SearchDocument, Called | None]]
"""Some documents, each with what it is called and asked for as (`pack.called_of`); None where nobody asks questions."""


def _parts(documents: Iterable[tuple[SearchDocument, Called | None]]) -> Iterator[Part]:
    """The documents in their order, in parts of about _SIZE."""
    part: Part = []
    for document, called in documents:
        part.append((document, called))
        if int(digest(document.kind, document.id)[:8], 16) % _SIZE == 0:
            yield part
            part = []
    if part:
        yield part


def _file(segment: W3Segment) -> str:
    name: str = segment.make_filename(segment.COMPOUND_EXT)
    return name


def _write(part: Part, key: str, synonyms: dict[str, Any] | None, directory: Path) -> W3Segment:
    """Write the segment of a part."""
    with TemporaryDirectory(dir=directory) as folder:
        index = create_in(folder, schema(), NAME)
        writer = index.writer(codec=_Named(key))
        try:
            for document, called in part:
                row = _row(document)
                if called is not None and synonyms:
                    row |= {
                        f"asked_{field}": " ".join(counted.elements())
                        for field, counted in fields_of(document, called, synonyms).items()
                    }
                writer.add_document(**row)
        except BaseException:
            writer.cancel()
            raise
        writer.commit()
        index.close()
        (segment,) = segments(Path(folder), schema())
        (Path(folder) / _file(segment)).rename(directory / _file(segment))
    return segment


class _Named(W3Codec):  # type: ignore[misc]  # Whoosh has no types
    """Writes a segment that is called as we say."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self._key = key

    def new_segment(self, storage: object, indexname: str) -> W3Segment:
        return W3Segment(W3Codec(), indexname, segid=self._key)


def _place(document: SearchDocument) -> tuple[int, str, str, str]:
    """Sorts by kind and title: the order in which equally good hits are listed."""
    kind = KINDS.index(document.kind) if document.kind in KINDS else len(KINDS)
    return kind, document.kind, words.sort_title(document.title), document.id


def _row(document: SearchDocument) -> dict[str, object]:
    """What Whoosh is given for a document."""
    title, text = words.normal(document.title), words.normal(document.text)
    row: dict[str, object] = {
        "title": title,
        "text": text,
        "exact": ",".join(dict.fromkeys(map(words.sort_title, (title, *document.aliases)))),
        "spelling": f"{title}\n{text}",
        "display": (document.kind, document.id, document.url, document.game, document.printed),
    }
    for name in LIST_FIELDS:
        row[name] = " ".join(filter(None, map(words.keyword, several(document.value(name)))))
    for name in ID_FIELDS:
        ids = [value.casefold() for value in several(document.value(name))]
        row[name] = " ".join(dict.fromkeys([*ids, *(value.rsplit("/", 1)[-1] for value in ids)]))
    for name in NUMBER_FIELDS:
        if (number := document.value(name)) is not None:
            row[name] = number
    return row
