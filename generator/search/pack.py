"""What the search knows, as one compact table: the site sends it to the browser, the terminal reads it beside its index.

    pack(documents, synonyms)   the table, ready for JSON
    stems_of(text)              the terms of a text by which things are found: attack for attacks, attacking and attacked

Documents stand in columns, in the order of `index.py`, and are called by their number. `words` has every word that stands in
one of them below the stem that it is indexed by, `games` and so on what `synonyms.py` read.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cache
from typing import Any

from whoosh.lang.porter import stem

from . import words
from .document import SearchDocument

SUMMARY = 80
OFTEN = 80
"""A stem in so many documents is looked up in the browser before somebody asks for it: it takes longest."""
FULL = ("glossary", "erratum", "table", "tool")
"""Kinds whose text is the answer."""
FIELDS = ("title", "names", "text")
"""The fields in which words are looked for, in the order of their numbers in the browser's index."""
LISTS = {
    "ruling": "rulings", "faq": "faq", "glossary": "glossary", "erratum": "errata", "conflict": "conflicts", "difference": "differences",
}  # fmt: skip
"""The tool that lists all things of a kind."""
_SMALL = {"the", "of", "and", "for", "a", "an", "to", "in", "on"}


@cache
def stem_of(surface: str) -> str:
    """The stem of a folded word."""
    if not (surface.isascii() and surface.isalpha()):
        return surface
    found = stem(words.singular(surface))
    if surface.endswith(("ed", "ing")):
        # Whoosh's stemmer forgets a step of Porter's: "devastated" is "devastate" first, and "zapped" has one p.
        if found.endswith(("at", "iz", "bl")):
            found = stem(found + "e")
        elif len(found) > 3 and found[-1] == found[-2] and found[-1] not in "aeiouslz":
            found = found[:-1]
    return found


def surfaces(text: str) -> list[str]:
    """The folded words of a text, and those that are written with a hyphen as one word too."""
    normal = words.normal(text)
    found = list(words.occurrences(normal))
    return [word.surface for word in found] + [whole for _, whole in words.compounds(normal, found)]


def stems_of(text: str) -> list[str]:
    """The stems of a text in order."""
    return [stem_of(surface) for surface in surfaces(text)]


def squeezed(text: str) -> str:
    """A name without spaces and a leading The: how names are compared."""
    return words.sort_title(text).replace(" ", "")


def initials(title: str) -> list[str]:
    """What a name of three words or more is called for short: OMCL."""
    found = [word.surface for word in words.occurrences(words.normal(title))]
    if len(found) < 3:
        return []
    short = "".join(word[0] for word in found if word not in _SMALL)
    return [name for name in dict.fromkeys(("".join(word[0] for word in found), short)) if len(name) > 2]


def summary(text: str, length: int = SUMMARY) -> str:
    """The beginning of a text, cut between words."""
    if len(text) <= length:
        return text
    return f"{text[:length].rsplit(' ', 1)[0].rstrip(' ,;:.')} …"


def names_of(documents: list[SearchDocument], called: dict[str, list[str]]) -> list[list[str]]:
    """Other names of each document: those of its file, of cards called so in other games, of rules/synonyms.yaml, and initials.

    Raises ValueError for a name of something that does not exist.
    """
    shared: dict[str, dict[str, None]] = defaultdict(dict)
    for document in documents:
        if document.kind == "card":
            shared[squeezed(document.title)] |= dict.fromkeys((*document.aliases, *called.get(f"card/{document.id}", ())))
    made, used = [], set()
    for document in documents:
        other = list(document.aliases)
        if document.kind == "card":
            other = [*shared[squeezed(document.title)], *initials(document.title)]
        key = f"{document.kind}/{document.id}"
        used.add(key)
        made.append(list(dict.fromkeys((*other, *called.get(key, ())))))
    if unknown := [key for key in called if key not in used]:
        raise ValueError(f"rules/synonyms.yaml names what does not exist: {', '.join(unknown)}")
    return made


def pack(documents: Iterable[SearchDocument], synonyms: dict[str, Any]) -> dict[str, Any]:
    """The table of `documents`, which stand in their order."""
    found = list(documents)
    names = names_of(found, synonyms["names"])
    stems: dict[str, set[str]] = defaultdict(set)
    for document, other in zip(found, names, strict=True):
        for surface in surfaces(" ".join((document.title, *other, document.text))):
            stems[stem_of(surface)].add(surface)
    traits = {}
    for document in found:
        for value in document.value("is") if document.kind == "card" else ():
            traits[" ".join(words.terms(value.replace("-", " ")))] = f"is:{words.keyword(value)}"
    columns = {
        "kind": [document.kind for document in found],
        "id": [document.id for document in found],
        "game": [document.game for document in found],
        "type": [document.type for document in found],
        "title": [document.title for document in found],
        "url": [document.url for document in found],
        "names": names,
        "text": [document.text if document.kind in FULL else summary(document.text) for document in found],
    }
    return {
        **{name: part for name, part in synonyms.items() if name != "names"},
        "traits": {**synonyms["traits"], **traits},
        "lists": {
            kind: number
            for kind, id in LISTS.items()
            for number, document in enumerate(found)
            if (document.kind, document.id) == ("tool", id)
        },
        "words": {stem: " ".join(sorted(each)) for stem, each in sorted(stems.items())},
        "documents": columns,
    }


def fields_of(document: SearchDocument, names: list[str], stop: set[str]) -> dict[str, Counter[str]]:
    """The stems of a document by field, with how often each stands there; stop words are found in titles only."""
    return {
        "title": Counter(stems_of(document.title)),
        "names": Counter(each for name in names for each in stems_of(name)),
        "text": Counter(stem_of(each) for each in surfaces(document.text) if words.singular(each) not in stop),
    }


def for_browser(documents: Iterable[SearchDocument], synonyms: dict[str, Any]) -> dict[str, Any]:
    """The table with the index in it, as the site sends it."""
    found = list(documents)
    table = pack(found, synonyms)
    columns = table["documents"]
    index = browser_index(found, columns["names"], set(synonyms["stop"]))
    times = {term: sum(map(len, fields.values())) for term, fields in index["index"]}
    return {
        **table,
        "documents": {name: column for name, column in columns.items() if name != "id"},
        "often": sorted((term for term in times if times[term] >= OFTEN), key=lambda term: (-times[term], term)),
        "index": index,
    }


def browser_index(documents: list[SearchDocument], names: list[list[str]], stop: set[str]) -> dict[str, Any]:
    """The index of the same documents as MiniSearch writes it (`MiniSearch.loadJS`), so that no browser has to make it."""
    postings: dict[str, dict[str, dict[str, int]]] = defaultdict(dict)
    lengths: dict[str, list[int]] = {}
    sums = [0] * len(FIELDS)
    for number, document in enumerate(documents):
        fields = fields_of(document, names[number], stop)
        lengths[str(number)] = []
        for at, name in enumerate(FIELDS):
            counted = fields[name]
            # As MiniSearch counts: the different words of a field.
            lengths[str(number)].append(len(counted))
            sums[at] += len(counted)
            for term, times in counted.items():
                postings[term].setdefault(str(at), {})[str(number)] = times
    count = len(documents)
    return {
        "documentCount": count,
        "nextId": count,
        "documentIds": {str(number): number for number in range(count)},
        "fieldIds": {name: at for at, name in enumerate(FIELDS)},
        "fieldLength": lengths,
        "averageFieldLength": [total / max(count, 1) for total in sums],
        "storedFields": {},
        "dirtCount": 0,
        "index": [[term, fields] for term, fields in sorted(postings.items())],
        "serializationVersion": 2,
    }


