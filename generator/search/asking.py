"""Answering a question in a player's words, from the index that `build_index` wrote.

`search-engine.js` is the twin in the browser.

Whoosh says how well the stems of a question fit each document; what the question is about (`reading.py`) decides the
rest: how much of it a document has, whether it is called so, and whether it is of the kind and the game asked for.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterable
from contextlib import AbstractContextManager
from itertools import combinations
from pathlib import Path
from typing import Any

from msgspec import Struct
from whoosh import query as whoosh
from whoosh import scoring

from generator.structs import replace

from . import words
from .index import schema
from .opening import NoIndex, open_index
from .pack import FIELDS
from .query import Problem
from .reading import Asked, Concept, Reader, fielded
from .searching import Hit, search

BOOSTS = {"title": 3.0, "names": 2.5, "wanted": 1.3, "text": 1.0}
"""How much a word counts in each field."""
PART, ALL, TITLE, CALLED, KIND, OTHER_KIND, OTHER_GAME, TOGETHER, TERM = 1.6, 1.6, 3.0, 50.0, 4.0, 0.45, 0.2, 4.0, 3.0
"""By how much counts: the part of the question that a document has (an exponent), and having all of several words;
being called much like the question; having its very name; being of the kind that is asked for, or of another; being of
another game; being about several games, where several are asked for; being a term, or a tool, of that very name.
"""
SENTENCE = {"faq": 2.3, "ruling": 1.4, "section": 1.4, "difference": 1.3, "tool": 1.3, "card": 0.65, "glossary": 0.8}
"""How much more, or less, kinds of things count in a whole sentence."""
BETWEEN_CARDS = {"ruling": 2.0, "faq": 1.3, "conflict": 1.3, "section": 0.7}
"""How much more, or less, kinds of things count in a question about two cards: it asks what one does to the other."""
WELL, KEPT, NEARLY, HAS_ALL = 0.55, 0.3, 0.85, 1.1
"""What the best document must have of a question, to stand before the list of all things of a kind; what any must have,
where one has; nearly all; and how much a card that has that counts in a whole sentence.
"""
BEGUN = 0.5
"""How much a name counts of which only the beginning was typed."""
NAMED, THE_CARD, FIRST_CARD, ABOUT_ONE, ABOUT_BOTH, OTHERS = 0.04, 1.5, 2.0, 0.5, 5.0, 0.5
"""Where two cards are named: how much a card counts for its name, and by how much that something is one of them, is the
one named first, is about one of them, or about both; and by how much less, where it is about others too (an exponent).
"""
WANTED, WHOLLY = 0.8, 1.2
"""How much of a name it is, how players ask for a card who forgot that, and where that is nearly all that is asked."""
VARIED, AMONG, LIKELY = 3, 8, 0.5
"""So many different answers stand first, taken from so many of the best that are at least so good as the first: a
section that three games have would fill the first places alone.
"""
EFFECT = {"card": 2.0, "glossary": 0.5, "section": 0.7, "conflict": 0.7, "change": 0.5}
"""How much more, or less, kinds of things count where the question begins with what a card does."""
OTHER_SORT, OTHER_TRAIT, IN_DISPUTE = 0.3, 0.5, 0.7
"""How much a card of another type counts than the one that is asked for, or one without a trait that it has, and what
is in dispute, where a rule is.
"""
NOT_ONLY = 0.7
"""How much counts what is of another game than the one that alone has what is asked about."""
TWINS = 0.87
"""What another game has as well stands first where it is in the game with the most cards and at least so good."""
OFTEN = 0.2
"""A word in more than this part of all documents finds none where two rarer ones stand beside it."""
COMPARED = {"=": "{}", ">=": "{} or more", "<=": "{} or less", ">": "more than {}", "<": "less than {}"}
"""What the signs of a comparison mean, in words."""
FACETS = {"type": "type", "subtype": "type", "alignment": "alignment", "attribute": "attribute"}
"""What `is` may mean, each as a reader calls it."""
ACRONYMS = {"nwo": "NWO"}
"""Values that are written in capitals."""
_SIGNS = re.compile("[<>=]")
_CLAUSE = re.compile("(?<! OR) (?!OR )")
"""Where a query for cards ends a part that must hold."""


class Answer(Struct, frozen=True):
    """The answer to `query`: the best `hits` of `total`, and how many of each kind and game there are.

    `corrected` is the question that was answered instead. `answer` is all that the best hit says; `positions` are
    attacks to work out, in one line. `nothing`: no card has all that was asked for; `nearest`: and the hits have most.
    `missing`: the card whose errata were asked for, where none are published. `understood` is what all of several cards
    have that answer, in words, where the question asks for that; `sum` is that of an attack with two numbers. With
    `problems` the question was not understood.
    """

    query: str
    hits: tuple[Hit, ...] = ()
    total: int = 0
    corrected: str | None = None
    answer: str = ""
    positions: tuple[str, ...] = ()
    nothing: bool = False
    nearest: bool = False
    kinds: tuple[tuple[str, int], ...] = ()
    games: tuple[tuple[str, int], ...] = ()
    missing: str = ""
    understood: str = ""
    sum: str = ""
    problems: tuple[Problem, ...] = ()


def read_table(directory: Path) -> dict[str, Any]:
    """The packed table beside the index. Raises NoIndex, for one that an older Dossier wrote too."""
    try:
        table: dict[str, Any] = json.loads((directory / "table.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise NoIndex(f"{directory}: no search index here") from error
    if not {"called", "spelled"} <= table.keys():
        raise NoIndex(f"{directory}: the search index is of an older Dossier")
    return table


class Asking(AbstractContextManager["Asking"]):
    """Answers questions from one index.

    `with Asking(directory) as asking: asking.ask("hand limit")`; raises NoIndex.
    """

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.index = open_index(directory, schema())
        self.table = read_table(directory)
        self.searcher = self.index.searcher(weighting=scoring.BM25F(B=0.7, K1=1.2))
        self.reader = Reader(self.table)
        self.documents = self.table["documents"]
        self.count = len(self.documents["title"])
        self.lists: dict[str, int] = self.table["lists"]
        self.places = {game: place for place, (game, _, _) in enumerate(self.table["played"])} | {"": 0}
        self._titles: dict[int, list[tuple[set[str], float]]] = {}
        self._scored: dict[str, dict[int, float]] = {}

    def __exit__(self, *error: object) -> None:
        self.searcher.close()
        self.index.close()

    def ask(self, question: str, limit: int = 12) -> Answer:
        """The best `limit` answers; whatever the question is, nothing raises."""
        asked = self.reader.read(question)
        if fielded(question) and not asked.within and (asked.problems or not asked.fields):
            return self._searched(question, question, limit)
        if asked.problems:
            return Answer(question, problems=asked.problems)
        if asked.sum and not (asked.fields and search(self.directory, f"kind:card {asked.fields}", 1).total):
            return self._strength(question, asked, limit)
        nothing, nearest, understood = False, False, ""
        called = [each for each in self._called(asked) if not asked.every or self.documents["kind"][each] == "tool"]
        first = self._before_cards(asked.fields, called)  # the list of Goals is a page
        if asked.fields:
            cards = search(self.directory, f"kind:card {asked.fields}", self.count)
            each = zip(self.documents["kind"], self.documents["id"], strict=True)
            places = {place: number for number, place in enumerate(each)}
            found = [places[hit.kind, hit.id] for hit in cards.hits]
            if not found and not called and self._only_cards(asked):
                found = self._nearly(_CLAUSE.split(asked.fields), places)
                nothing, nearest = True, bool(found)
            understood = self.understood(asked.fields) if len(found) > 1 and not nearest else ""
            cards_first = dict.fromkeys([*first, *found, *called] if found else ())
            numbers = self._inside(asked, cards_first) or self.ranked(asked)
        else:
            numbers = self.ranked(asked)
        hits = [self.hit(number) for number in numbers]
        missing = hits[0].title if "erratum" in asked.kinds and hits and hits[0].kind == "card" else ""
        # A word's meaning answers only who asks for that word.
        kind, called = self.documents["kind"], self._called(asked)
        best = [number for number in numbers[:1] if not nothing and (kind[number] != "glossary" or number in called)]
        answer = self._answer(question, hits, limit, asked, best)
        return replace(answer, nothing=nothing, nearest=nearest, missing=missing, understood=understood)

    def _strength(self, question: str, asked: Asked, limit: int) -> Answer:
        """The odds of an attack with a Power against a Resistance."""
        power, resistance = asked.sum[:2]
        strength = int(power) - int(resistance)
        row = "negative" if strength < 0 else str(min(strength, 12))
        found = self.ask(" ".join(("strength", row, "odds", *asked.games)), limit)
        says = f"Power {power} against Resistance {resistance}: strength {strength}"
        return replace(found, query=question, corrected=asked.corrected, sum=says)

    def _only_cards(self, asked: Asked) -> bool:
        """Whether fields ask for cards that aren't there: numbers do; traits may tell what a Plot or a rule says."""
        said = (clause.removeprefix("is:").replace("-", " ") for clause in _CLAUSE.split(asked.fields))
        plays = {"plot", "special"}.intersection(self.table["types"].get(each, "") for each in said)
        return bool(_SIGNS.search(asked.fields)) or not (plays or asked.sentence or asked.effect or asked.described)

    def _before_cards(self, fields: str, called: list[int]) -> list[int]:
        """What a word means stands before its cards, a term before what else is called so; but not before all of them,
        nor before those with a number.
        """
        if _SIGNS.search(fields):
            return []
        return [number for number in called if self.documents["kind"][number] == "glossary"] or called

    def understood(self, fields: str) -> str:
        """What a query for cards asks for, in words: `attribute Nation, Power 4 or more`."""
        return ", ".join(" or ".join(map(self._in_words, part.split(" OR "))) for part in _CLAUSE.split(fields))

    def _in_words(self, clause: str) -> str:
        name, _, value = clause.removeprefix("-").partition(":")
        name = "color" if name == "nwo" else name
        signs = value[: len(value) - len(value.lstrip("<>="))]
        value = COMPARED.get(signs, "{}").format(value.removeprefix(signs))
        if name == "is":
            facets = (each for each in FACETS if search(self.directory, f"kind:card {each}:{value}", 1).total)
            name = FACETS[next(facets, "type")]
        if not signs:
            short = {game: short for game, short, _ in self.table["played"]} | ACRONYMS
            value = short.get(value, value.title())
        return f"{'not ' * clause.startswith('-')}{name.capitalize() if signs else name} {value}"

    def _nearly(self, clauses: list[str], places: dict[tuple[str, str], int]) -> list[int]:
        """The cards that have most of what is asked for, two things at least, where none has all."""
        found = (hit for clause in clauses for hit in search(self.directory, f"kind:card {clause}", self.count).hits)
        times = Counter(places[hit.kind, hit.id] for hit in found)
        most = max(times.values(), default=0)
        return sorted(number for number, had in times.items() if had == most) if most > 1 else []

    def _searched(self, question: str, query: str, limit: int) -> Answer:
        found = search(self.directory, query, self.count)
        if found.problems:
            return Answer(question, problems=found.problems)
        return self._answer(question, list(found.hits), limit, Asked(corrected=found.corrected), [])

    def _answer(self, question: str, hits: list[Hit], limit: int, asked: Asked, best: list[int]) -> Answer:
        return Answer(
            question,
            tuple(hits[: max(limit, 0)]),
            len(hits),
            asked.corrected,
            self._says(best[0]) if best and limit > 0 else "",
            self.positions(asked),
            kinds=tuple(Counter(hit.kind for hit in hits).items()),
            games=tuple(Counter(hit.game for hit in hits if hit.game).items()),
        )

    def _says(self, number: int) -> str:
        """All that a document says; a card its numbers first."""
        stored = self.searcher.stored_fields(number)
        printed = stored["display"][-1]
        return f"{printed}. {stored['text']}" if printed else str(stored["text"])

    def hit(self, number: int) -> Hit:
        """A document as a hit."""
        kind, id, title, url, text, game = (
            self.documents[name][number] for name in ("kind", "id", "title", "url", "text", "game")
        )
        return Hit(kind, id, title, url, text, (), game)

    def _called(self, asked: Asked) -> list[int]:
        """What is not a card and has the very name that was typed."""
        kind, game = self.documents["kind"], self.documents["game"]
        found = dict.fromkeys(number for name in asked.names for number in self.reader.names.get(name, ()))
        asked_for = {"", *(asked.games or game)}
        return [number for number in found if kind[number] not in ("ruling", "card") and game[number] in asked_for]

    # --- attacks ------------------------------------------------------------------------------------------------------

    def positions(self, asked: Asked) -> tuple[str, ...]:
        """The attacks that are asked for, one for each game that has both cards."""
        if asked.attack is None:
            return ()
        kind, attacker, target = asked.attack
        found = []
        for game, _, attacks in self.table["played"]:
            if asked.games and game not in asked.games or kind not in attacks:
                continue
            ids = [
                self._fighter(name, game, kinds)
                for name, kinds in ((attacker, ("group", "illuminati")), (target, ("group",)))
            ]
            if all(ids) and ids[0] != ids[1]:
                found.append(f"{game} {kind} {ids[0]}>{ids[1]}{attacks[kind]}")
        return tuple(found)

    def _fighter(self, name: str, game: str, kinds: tuple[str, ...]) -> str | None:
        games, types = self.documents["game"], self.documents["type"]
        found = [at for at in self.reader.names.get(name, ()) if games[at] == game and types[at] in kinds]
        return str(self.documents["id"][found[0]]).rpartition("/")[2] if found else None

    # --- ranking ------------------------------------------------------------------------------------------------------

    def ranked(self, asked: Asked) -> list[int]:
        """The numbers of the documents that answer a question, best first."""
        concepts = asked.concepts
        terms: dict[str, float] = {}
        for concept in concepts:
            for stems, weight in concept.ways:
                for stem in stems:
                    terms[stem] = max(weight, terms.get(stem, 0.0))
        found = {stem: self._scores(stem) for stem in terms}
        worth = [self._worth(concept, found) for concept in concepts]
        total = sum(worth) or 1.0
        exact = self._exact(asked)
        candidates = {*self._inside(asked, self._candidates(concepts, found, worth) | exact.keys())}
        texts, had = dict.fromkeys(candidates, 0.0), dict.fromkeys(candidates, 0.0)
        for stem, weight in terms.items():
            for number in candidates & found[stem].keys():
                texts[number] += weight * found[stem][number]
        for concept, value in zip(concepts, worth, strict=True):
            best: dict[int, float] = {}
            for stems, weight in concept.ways:
                for number in candidates.intersection(*(found[stem] for stem in stems)):
                    best[number] = max(weight, best.get(number, 0.0))
            for number, weight in best.items():
                had[number] += value * weight
        scores: dict[int, float] = {}
        parts: dict[int, float] = {}
        named = [set(self.reader.names.get(name, ())) for name in dict.fromkeys(asked.cards)]
        for number in candidates:
            text, part = texts[number], had[number] / total
            parts[number] = part
            title = self._title(number, concepts, terms, worth, int(asked.described))
            score = (text + 1) * part**PART * (1 + TITLE * title * title)
            if part > NEARLY and len(concepts) > 1:
                score *= ALL
            if number in exact:
                # "Volcano errata" asks for errata of that name before the card.
                other = asked.kinds and exact[number] < CALLED and self.documents["kind"][number] not in asked.kinds
                score += exact[number] * (0.3 + part) * (OTHER_KIND if other else 1.0)
            if len(named) > 1:
                score *= self._by_cards(number, named, list(dict.fromkeys(asked.cards)))
            if asked.leads and self.documents["kind"][number] == "card":
                score *= OTHER_TRAIT ** sum(number not in self._scores(stem) for stem in asked.leads)
            if asked.against and self._names(number)[0][0].issuperset(asked.against):
                score *= OTHER_GAME
            scores[number] = score * self._fit(number, asked, exact.get(number) == CALLED, part)
        ordered = sorted(scores, key=lambda number: (-scores[number], number))
        enough = [number for number in ordered if parts[number] >= KEPT or number in exact] or ordered
        twins = self._twins(enough, scores, parts, asked.only)
        varied = enough if asked.games else self._varied(twins, scores)
        return self._with_lists(asked, varied, parts)

    def _inside(self, asked: Asked, numbers: Iterable[int]) -> list[int]:
        """The documents that have the values of the fields within which is asked."""
        return [at for at in numbers if all(self.documents[name][at] == value for name, value in asked.within)]

    def _by_cards(self, number: int, named: list[set[int]], names: list[str]) -> float:
        """By how much it counts which of the cards that are `named` a document is, or is about; the fewer others it is
        about, the more.
        """
        all_ = self.documents["about"][number]
        about = sum(not cards.isdisjoint(all_) for cards in named)
        if about:
            return ABOUT_BOTH * (about / len(all_)) ** OTHERS if about > 1 else ABOUT_ONE
        place = next((at for at, cards in enumerate(named) if number in cards), None)
        if place is not None and any(other != names[place] and other in names[place] for other in names):
            return ABOUT_ONE  # Clone Arrangers has both words of "Clone Arrangers and Clone"
        return 1.0 if place is None else THE_CARD if place else FIRST_CARD

    def _candidates(
        self, concepts: tuple[Concept, ...], found: dict[str, dict[int, float]], worth: list[float]
    ) -> set[int]:
        """The documents that have one of the rarer concepts, where there are several of those, else any."""
        often = (self._often(concept, found) <= OFTEN * self.count for concept in concepts)
        rare = [concept for concept, is_rare, value in zip(concepts, often, worth, strict=True) if is_rare and value]
        candidates: set[int] = set()
        for concept in rare if len(rare) > 1 else concepts:
            for stems, _ in concept.ways:
                having = [found[stem].keys() for stem in stems]
                candidates |= set(having[0]).intersection(*having[1:])
        return candidates

    def _exact(self, asked: Asked) -> dict[int, float]:
        """What documents are worth for having a name that is asked for."""
        exact: dict[int, float] = {}
        for place, name in enumerate(asked.names):
            # "What's a puppet" and "puppet definition" ask for the same as "puppet"; "how does aid work" doesn't.
            whole = asked.names[0]
            alone = (
                place == 0 or not (asked.kinds or asked.games or whole in self.reader.names) and whole.endswith(name)
            )
            for number in self.reader.names.get(name, ()):
                is_name = alone or self.documents["kind"][number] in asked.kinds
                exact.setdefault(number, CALLED if is_name else CALLED * 0.75)
        for number in self.reader.begun(asked.names[0]) if asked.names else ():
            exact.setdefault(number, CALLED * BEGUN)
        for name in asked.cards if len(set(asked.cards)) > 1 else ():
            for number in self.reader.names.get(name, ()):
                exact.setdefault(number, CALLED * NAMED)
        return exact

    def _varied(self, ordered: list[int], scores: dict[int, float]) -> list[int]:
        """The order with different answers first: the same section or word of another game comes behind them."""
        first: dict[tuple[str, str], int] = {}
        for number in [each for each in ordered[:AMONG] if scores[each] >= LIKELY * scores[ordered[0]]]:
            url = self.documents["url"][number]
            first.setdefault((self.documents["kind"][number], url.partition("#")[2] or url), number)
        chosen = list(first.values())[:VARIED]
        # A row of a table stands beside those of the other games that say something else: none answers for all.
        rows = {
            self.documents["text"][number]: number
            for number in reversed(ordered)
            if self._row(number) == self._row(ordered[0]) != ""
        }
        chosen = list(dict.fromkeys([*chosen[:1], *reversed(rows.values()), *chosen[1:]]))
        return [*chosen, *(number for number in ordered if number not in chosen)]

    def _twins(self, ordered: list[int], scores: dict[int, float], parts: dict[int, float], only: str) -> list[int]:
        """The order with the card, section or word of the `only` game that has what is asked, else of the one with the
        most cards, before the same of another.
        """
        found, games = list(ordered), self.documents["game"]
        places = {**self.places, only: -1} if only else self.places
        for at, then in combinations(range(min(AMONG, len(found))), 2):
            one, other = found[at], found[then]
            alike = scores[other] >= TWINS * scores[one] and parts[other] >= 0.97 * parts[one]
            if alike and self._twin(one) == self._twin(other) and places[games[other]] < places[games[one]]:
                found[at], found[then] = other, one
        return found

    def _twin(self, number: int) -> tuple[str, str]:
        """What a document has in common with those of other games."""
        kind, url = self.documents["kind"][number], self.documents["url"][number]
        page, _, anchor = url.rstrip("/").partition("#")
        own = self.documents["title"][number] if kind == "table" else ""
        return kind, own + (anchor or page.rpartition("/")[2].removeprefix("the-"))

    def _row(self, number: int) -> str:
        """What a row of a table says something about."""
        kind, title = self.documents["kind"][number], str(self.documents["title"][number])
        return title.partition(":")[0] if kind == "table" else ""

    def _with_lists(self, asked: Asked, ordered: list[int], parts: dict[int, float]) -> list[int]:
        """The list of all things of a kind that is asked for, first where none fits the question well, else behind the
        best two.
        """
        kinds = [kind for kind in asked.kinds if kind in self.lists and (kind != "glossary" or not asked.content)]
        lists = [self.lists[kind] for kind in kinds if self.lists[kind] not in ordered[:1]]
        if asked.together and (page := self.lists.get("difference")) is not None and page not in lists:
            lists.append(page)
        if not lists or asked.within:
            return ordered
        rest = [number for number in ordered if number not in lists]
        good = bool(rest) and parts[rest[0]] >= WELL and asked.content
        if good and asked.together:  # "attack bonuses" is no name of what is told about Secret Groups, among others
            stems = {stem for concept in asked.concepts for ways, _ in concept.ways for stem in ways}
            good = any(not stems.isdisjoint(name) for name, _ in self._names(rest[0]))
        return [*rest[:2], *lists, *rest[2:]] if good else [*lists, *rest]

    def _fit(self, number: int, asked: Asked, called: bool, part: float) -> float:
        """How well kind and game fit."""
        kind, game = self.documents["kind"][number], self.documents["game"][number]
        fit: float = self.table["weights"].get(kind, 1.0) * (TERM if called and kind in ("glossary", "tool") else 1.0)
        if asked.sort and kind == "card" and self._sort(self.documents["type"][number]) != self._sort(asked.sort):
            fit *= OTHER_SORT
        if asked.effect and not asked.described:
            fit *= EFFECT.get(kind, 1.0)
        elif asked.sentence and kind in SENTENCE and not asked.described:
            has_all = kind == "card" and part > NEARLY and len(asked.concepts) > 3 and not asked.cards
            fit *= HAS_ALL if has_all else SENTENCE[kind]
        if asked.rules and kind == "conflict":
            fit *= IN_DISPUTE
        if len(set(asked.cards)) > 1:
            fit *= BETWEEN_CARDS.get(kind, 1.0)
        if asked.kinds:
            same = kind in asked.kinds or kind == "change" and "erratum" in asked.kinds
            fit *= KIND if same else 1.0 if called else OTHER_KIND
        if asked.together:
            return fit * (TOGETHER if kind == "difference" else 1.0)
        if asked.only and game and game != asked.only and not asked.cards:
            fit *= NOT_ONLY
        if asked.games and game and game not in asked.games:
            fit *= OTHER_GAME
        return fit

    @staticmethod
    def _sort(type: str) -> str:
        """The type of a card, one for those that are played: Specials are the Plots of another game."""
        return "plot" if type == "special" else type

    def _scores(self, stem: str) -> dict[int, float]:
        """By document how well a stem fits it; kept, as many questions have the same words."""
        if stem in self._scored:
            return self._scored[stem]
        scores = self._scored[stem] = {}
        for name in FIELDS:
            asked = whoosh.Term(f"asked_{name}", stem, boost=BOOSTS[name])
            for searcher, first in self.searcher.leaf_searchers():
                matcher = asked.matcher(searcher)
                while matcher.is_active():
                    number = first + matcher.id()
                    scores[number] = scores.get(number, 0.0) + matcher.score()
                    matcher.next()
        return scores

    def _often(self, concept: Concept, found: dict[str, dict[int, float]]) -> int:
        return max((len(found[stems[0]]) for stems, weight in concept.ways if weight == 1.0), default=0)

    def _worth(self, concept: Concept, found: dict[str, dict[int, float]]) -> float:
        """How much a concept says: the rarer its word, the more; nothing, when no document has it."""
        here = [min(len(found[stem]) for stem in stems) for stems, weight in concept.ways if weight == 1.0]
        often = max(here, default=0) or max(
            (min(len(found[stem]) for stem in stems) for stems, _ in concept.ways), default=0
        )
        return math.log(1 + self.count / often) if often else 0.0

    def _title(
        self, number: int, concepts: tuple[Concept, ...], terms: dict[str, float], worth: list[float], first: int
    ) -> float:
        """How alike the question and the title, or another name, are: 1 when they have the same words. `first`: 1
        leaves out the title.
        """
        best = 0.0
        for title, weight in self._names(number)[first:]:
            if title.isdisjoint(terms):
                continue
            used: set[str] = set()
            had = 0.0
            for concept, value in zip(concepts, worth, strict=True):
                ways = [(each, stems) for stems, each in concept.ways if all(stem in title for stem in stems)]
                if ways:
                    most, stems = max(ways)
                    had += value * most
                    used.update(stems)
            if used:
                recall, precision = had / (sum(worth) or 1.0), len(used) / len(title)
                alike = 2 * recall * precision / (recall + precision)
                best = max(best, (WHOLLY if weight == WANTED and alike > NEARLY else weight) * alike)
        return best

    def _names(self, number: int) -> list[tuple[set[str], float]]:
        """The stems of the title and of all that a document is called or asked for as, without stop words where others
        are left, and how much of a name each is.
        """
        if number not in self._titles:
            made = []
            title, names, wanted = (self.documents[column][number] for column in ("title", "names", "wanted"))
            for name in (title, *names):
                found = [word.surface for word in words.occurrences(words.normal(name))]
                content = [each for each in found if words.singular(each) not in self.reader.stop] or found
                made.append(({self.reader.stems.get(each, each) for each in content}, 1.0))
            made += [(set(phrase.split()), WANTED) for phrase in wanted]
            self._titles[number] = [each for each in made if each[0]]
        return self._titles[number]


def ask(directory: Path, question: str, limit: int = 12) -> Answer:
    """Answer one question. Raises NoIndex, also where files of the index are cut off or damaged: then any error may
    come of them.
    """
    try:
        with Asking(directory) as asking:
            return asking.ask(question, limit)
    except NoIndex:
        raise
    except Exception as error:
        raise NoIndex(f"{directory}: this search index is damaged") from error
