"""What the search knows, as one compact table: the site sends it to the browser, the terminal reads it beside its
index.

    pack(documents, synonyms)   the table, ready for JSON
    stems_of(text)              the terms of a text by which things are found: attack for attacks, attacking and
                                attacked

Documents stand in columns, in the order of `index.py`, and are called by their number. `words` has every word that
stands in one of them below the stem that it is indexed by, `games` and so on what `synonyms.py` read.
"""

from __future__ import annotations

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from functools import cache
from itertools import groupby, pairwise
from os.path import commonprefix
from typing import Any

from whoosh.lang.porter import stem
from whoosh.util.numeric import byte_to_length, length_to_byte

from generator.catalog.grouping import grouped
from generator.catalog.problems import CatalogError, Code, Problem

from . import words
from .document import SearchDocument, several

SUMMARY = 60
FULL = ("glossary", "erratum", "table", "tool")
"""Kinds whose text is the answer."""
FIELDS = ("title", "names", "wanted", "text")
POSTED = ("title", "names", "text")
"""The fields in which words are looked for, in the order of their numbers in the browser's index."""
LISTS = {
    "ruling": "rulings",
    "faq": "faq",
    "glossary": "glossary",
    "erratum": "errata",
    "conflict": "conflicts",
    "difference": "differences",
}
"""The tool that lists all things of a kind."""
_SMALL = {"the", "of", "and", "for", "a", "an", "to", "in", "on"}
_WHOLE = {
    "controller",
    "direction",
    "liberation",
    "one",
    "opening",
    "opposition",
    "personality",
    "probably",
    "quite",
    "saving",
}
"""Words, in the singular, that mean something else than those with the same stem: the direction of play is not
direct.
"""
_LIKE = {
    "interfered": "interfere",
    "interfering": "interfere",
    "recycle": "recycling",
    "succeeded": "succeed",
    "succeeding": "succeed",
}
"""Words that Porter's steps would tear from the word of which they are a form."""


@cache
def stem_of(surface: str) -> str:
    """The stem of a folded word."""
    if not (surface.isascii() and surface.isalpha()):
        return surface
    surface = _LIKE.get(surface, surface)
    if surface.startswith(("neutraliz", "neutralis")):
        return "neutraliz"  # not "neutral", which is what nobody controls
    single = words.singular(surface)
    if single in _WHOLE:
        return single
    found: str = stem(single)
    if surface.endswith(("ed", "ing")):
        # Whoosh's stemmer forgets a step of Porter's: "devastated" is "devastate" first, and "zapped" has one p.
        if found.endswith(("at", "iz", "bl")):
            found = stem(found + "e")
        elif len(found) > 3 and found[-1] == found[-2] and found[-1] not in "aeiouslzf":
            found = found[:-1]
    return found


@cache
def surfaces(text: str) -> tuple[str, ...]:
    """The folded words of a text, and those that are written with a hyphen as one word too."""
    normal = words.normal(text)
    if not any(sign in normal for sign in words.JOINT):
        return tuple(surface for surface, _ in words.forms(normal))
    found = list(words.occurrences(normal))
    return (*(sys.intern(word.surface) for word in found), *(whole for _, whole in words.compounds(normal, found)))


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
    """Other names of each document: those of its file, of cards called so in other games, of rules/synonyms.yaml
    (`section/*/setup`: in every game that has it), and initials; of an erratum those of its cards.

    Raises CatalogError for a name of something that does not exist.
    """
    shared: dict[str, dict[str, None]] = defaultdict(dict)
    for document in documents:
        if document.kind == "card":
            shared[squeezed(document.title)] |= dict.fromkeys(
                (*document.aliases, *called.get(f"card/{document.id}", ()))
            )
    made: list[Any] = []
    used: set[str] = set()
    for document in documents:
        other = list(document.aliases)
        for name in {"card": [document.title], "erratum": other}.get(document.kind, ()):
            other = [*other, *shared[squeezed(name)], *initials(name)]
        keys = (f"{document.kind}/{document.id}", f"{document.kind}/*/{document.id.rpartition('/')[2]}")
        used.update(keys)
        made.append(list(dict.fromkeys((*other, *(name for key in keys for name in called.get(key, ()))))))
    _all_exist(called, used)
    return made


def wanted_of(documents: list[SearchDocument], wanted: dict[str, list[str]]) -> list[list[str]]:
    """How players who forgot the name ask for each document. Raises CatalogError for something that does not exist."""
    keys = [f"{document.kind}/{document.id}" for document in documents]
    _all_exist(wanted, set(keys))
    return [wanted.get(key, []) for key in keys]


def _all_exist(keys: Iterable[str], known: set[str]) -> None:
    """Raise CatalogError for keys of rules/synonyms.yaml that nothing has."""
    if unknown := [key for key in keys if key not in known]:
        message = f"this file names what does not exist: {', '.join(unknown)}"
        raise CatalogError([Problem("rules/synonyms.yaml", 1, 1, Code.UNKNOWN_VALUE.code, message)])


def pack(documents: Iterable[SearchDocument], synonyms: dict[str, Any]) -> dict[str, Any]:
    """The table of `documents`, which stand in their order."""
    found = list(documents)
    names, wanted = names_of(found, synonyms["names"]), wanted_of(found, synonyms["wanted"])
    stop = set(synonyms["stop"])
    spelled: set[str] = set()
    for document, other, asked in zip(found, names, wanted, strict=True):
        texts = (document.title, *other, *asked, document.text, *said_of(document, synonyms["said"]))
        spelled.update(*map(surfaces, texts))
    stems = grouped((stem_of(surface), surface) for surface in sorted(spelled))
    traits: dict[str, str] = {}
    types: dict[str, set[str]] = defaultdict(set)
    for document in found:
        for value in several(document.value("is")) if document.kind == "card" else ():
            phrase = " ".join(words.terms(value.replace("-", " ")))
            traits[phrase] = f"is:{words.keyword(value)}"
            if value in (document.type, document.subtype):
                types[phrase].add(document.type)
    cards = {document.id: number for number, document in enumerate(found) if document.kind == "card"}
    tools = {document.id: number for number, document in enumerate(found) if document.kind == "tool"}
    of_games = Counter(document.game for document in found if document.kind == "card")
    columns = {
        **{
            name: [getattr(document, name) for document in found]
            for name in ("kind", "id", "game", "type", "title", "url")
        },
        "names": names,
        "wanted": [[" ".join(asked_stems(phrase, stop)) for phrase in asked] for asked in wanted],
        "about": [
            [] if document.kind == "card" else [cards[card] for card in document.cards if card in cards]
            for document in found
        ],
        "text": [document.text if document.kind in FULL else summary(document.text) for document in found],
    }
    return {
        **{name: part for name, part in synonyms.items() if name not in ("names", "wanted", "said")},
        "played": sorted(synonyms["played"], key=lambda game: -of_games[game[0]]),
        "traits": {**synonyms["traits"], **traits},
        "types": {phrase: min(all_) for phrase, all_ in sorted(types.items()) if len(all_) == 1},
        "lists": {kind: tools[id] for kind, id in LISTS.items() if id in tools},
        "words": {stem: " ".join(each) for stem, each in sorted(stems.items())},
        "documents": columns,
        **_called(columns),
    }


def _called(columns: dict[str, Any]) -> dict[str, Any]:
    """What the terminal looks names up in, so that it need not work them out each time: `called` has the documents of
    each squeezed name, `spelled` the words of those names of cards that are several.
    """
    called: dict[str, dict[int, None]] = defaultdict(dict)
    spelled: dict[str, list[str]] = {}
    for number, (kind, title, others) in enumerate(
        zip(columns["kind"], columns["title"], columns["names"], strict=True)
    ):
        for name in (title, *others):
            short = squeezed(name)
            called[short][number] = None
            if kind == "card":
                found = [word.surface for word in words.occurrences(words.normal(name))]
                if len(found) > 1 and min(map(len, found)) > 1 and "".join(found) == short:
                    spelled[short] = found
    return {"called": {name: list(numbers) for name, numbers in called.items()}, "spelled": spelled}


def said_of(document: SearchDocument, said: dict[str, list[str]]) -> list[str]:
    """The words of players for what a card says."""
    text = document.text.casefold() if document.kind == "card" else ""
    return list(dict.fromkeys(word for phrase, all_ in said.items() if phrase in text for word in all_))


def asked_stems(phrase: str, stop: Collection[str]) -> list[str]:
    """The different stems of how somebody asks, without stop words where others are left."""
    found = surfaces(phrase)
    content = [each for each in found if words.singular(each) not in stop]
    return list(dict.fromkeys(map(stem_of, content or found)))


Called = tuple[list[str], list[str]]
"""What a thing is called, beside its title, and how players ask for it who forgot that: `asked_stems` of each."""


def called_of(columns: dict[str, Any]) -> list[Called]:
    """What each document is called and asked for as."""
    return list(zip(columns["names"], columns["wanted"], strict=True))


def fields_of(document: SearchDocument, called: Called, synonyms: dict[str, Any]) -> dict[str, Counter[str]]:
    """The stems of a document by field, with how often each stands there; stop words are found in titles only. The text
    of a card has the words of players for it as well.
    """
    names, wanted = called
    stop = set(synonyms["stop"])
    text = [stem_of(each) for each in surfaces(document.text) if words.singular(each) not in stop]
    more = {stem_of(each) for each in said_of(document, synonyms["said"])} - set(text)
    return {
        "title": Counter(stems_of(document.title)),
        "names": Counter(each for name in names for each in stems_of(name)),
        "wanted": Counter(stem for phrase in wanted for stem in phrase.split()),
        "text": Counter([*text, *sorted(more)]),
    }


def for_browser(documents: Iterable[SearchDocument], synonyms: dict[str, Any]) -> dict[str, Any]:
    """The table with the index in it, as the site sends it: `search-table.js` unpacks it.

    `words` has the stems in order, with a space between. Each begins with a capital for the letters that it shares with
    the one before (A: none) and goes on with its other letters; behind commas stand its words, each with a capital for
    the letters of the stem that it lacks (none: it has all) and what follows them. `postings` has a line for each stem,
    `packed_postings` of all fields but `wanted`; `lengths` how many stems each document has, by field, as
    Whoosh remembers that, and `averages` how many all have; `about` for each document how many cards it is about, and
    their numbers.

    Where a stem stands in `wanted` follows from the phrases themselves. They have a line for each document, with `!`
    between phrases, and name their stems by place in `asked`, the stems' numbers, most frequent first.
    """
    found = list(documents)
    table = pack(found, synonyms)
    columns = table.pop("documents")
    del table["called"], table["spelled"]  # which the browser makes, once a visit
    fields = [fields_of(document, called, synonyms) for document, called in zip(found, called_of(columns), strict=True)]
    totals = {name: [counted[name].total() for counted in fields] for name in FIELDS}
    postings: dict[str, list[dict[int, int]]] = defaultdict(lambda: [{} for _ in POSTED])
    for number, counted in enumerate(fields):
        for at, name in enumerate(POSTED):
            for term, times in counted[name].items():
                postings[term][at][number] = times
    order = {term: number for number, term in enumerate(table["words"])}
    often = Counter(stem for phrases in columns["wanted"] for phrase in phrases for stem in phrase.split())
    asked = {stem: place for place, (stem, _) in enumerate(sorted(often.items(), key=lambda one: (-one[1], one[0])))}
    return {
        **table,
        "words": _packed_words(table["words"]),
        "postings": "\n".join(packed_postings(postings[term]) if term in postings else "" for term in table["words"]),
        "lengths": {name: "".join(map(_packed, map(length_of, lengths))) for name, lengths in totals.items()},
        "averages": [sum(lengths) / max(len(found), 1) for lengths in totals.values()],
        "asked": "".join(_packed(order[stem]) for stem in asked),
        "documents": {
            # What often stands there at a stretch: each name, and how many times.
            **{
                name: [[each, len(list(group))] for each, group in groupby(columns[name])]
                for name in ("kind", "game", "type")
            },
            **{name: "\n".join(columns[name]) for name in ("title", "text")},
            "url": "\n".join(map(_short, columns["url"], columns["title"])),
            "names": "\n".join("\t".join(all_) for all_ in columns["names"]),
            "wanted": "\n".join(
                "!".join("".join(_packed(asked[stem]) for stem in phrase.split()) for phrase in phrases)
                for phrases in columns["wanted"]
            ),
            "about": "".join(_packed(number) for cards in columns["about"] for number in (len(cards), *cards)),
        },
    }


_DIGITS = "".join(chr(code) for code in range(0x20, 0x7F) if chr(code) not in '"\\!123456789')
"""The signs of packed numbers: all that JSON writes as they are, but those that postings need beside them."""
_SHORT, _LONG = 34, 44
"""So many signs stand for a number alone, and so many begin one of two signs; the rest begin one of three."""


def _packed(number: int) -> str:
    """A number in one sign where it is small, in three at most (up to 38,130)."""
    base = len(_DIGITS)
    if number < _SHORT:
        return _DIGITS[number]
    high, low = divmod(number - _SHORT, base)
    if high < _LONG:
        return _DIGITS[_SHORT + high] + _DIGITS[low]
    highest, high = divmod(high - _LONG, base)
    return _DIGITS[_SHORT + _LONG + highest] + _DIGITS[high] + _DIGITS[low]


def packed_postings(fields: list[dict[int, int]]) -> str:
    """Where a stem stands, by field with `!` between: how many documents are passed over to the next one, and how often
    more than once it stands there, as digits that are added up.
    """
    return "!".join(
        "".join(
            _packed(number - before - 1) + "9" * ((here[number] - 1) // 9) + str((here[number] - 1) % 9 or "")
            for before, number in pairwise((-1, *sorted(here)))
        )
        for here in fields
    ).rstrip("!")


def length_of(stems: int) -> int:
    """How long Whoosh takes a field with so many stems to be: it keeps one byte of that."""
    length: int = byte_to_length(length_to_byte(stems))
    return length


def _packed_words(words_of: dict[str, str]) -> str:
    """The stems in their order, each with the words below it."""
    made, before = [], ""
    for term, surfaces in words_of.items():
        same = min(len(commonprefix((before, term))), 25)
        endings = []
        for surface in surfaces.split(" "):
            shared = len(commonprefix((term, surface)))
            endings.append((chr(ord("@") + len(term) - shared) if shared < len(term) else "") + surface[shared:])
        made.append(",".join((chr(ord("A") + same) + term[same:], *(endings if endings != [""] else ()))))
        before = term
    return " ".join(made)


def _short(url: str, title: str) -> str:
    """An address, with `~` for an end that says the title in its letters and digits: that of most cards."""
    end = re.sub("[^a-z0-9]+", "-", title.lower().replace("'", "")) + "/"
    return f"{url.removesuffix(end)}~" if url.endswith(f"/{end}") else url
