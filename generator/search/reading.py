"""Reading a question: what the words that somebody types ask for. `search-reading.js` is its twin in the browser.

What is known of words comes from the packed table (`pack.py`), so both read with the same data;
`tests/cases/readings.json` holds questions with their reading, which both must give. In order:

1.  A question is cut into words as a text is (`words.py`). It has at most LONGEST letters and MOST words.
2.  A word that stands nowhere is read as two of ours, or as one with its neighbor; as the beginning of one, where it is
    the last or has another ending; or as one that it is likely to be a slip of, above all of a name. Any other is left
    out: another word would find something else; and where it alone told what is meant, nothing is found. A question
    that is a name but for one slip is that name. What belongs to a verb is put beside it: "take away all tokens".
3.  Names of cards are found, the longest first; then words that ask for a game, words at the beginning or end that ask
    for a kind of thing, and stop words leave the question. Where nothing would be left, all stays.
4.  Two cards with a word of attack between them ask for a sum; words that are all types, alignments, attributes and
    comparisons ask for cards that have them, in the language of `query.py`. So does one of them alone, or with words
    that ask for a list. What stands behind "not" or a minus is not had: `-is:violent`.
5.  Every word left is a concept: its stem, what means the same (to a word that stands nowhere, what that means without
    its ending: tossed), and as the last one what begins so.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from msgspec import Struct
from whoosh.support.levenshtein import damerau_levenshtein

from generator.structs import replace

from . import words
from .pack import squeezed
from .query import FIELDS, Problem

LONGEST = 200
MOST = 32
SYNONYM, BEGINNING = 0.95, 0.5
"""How much a word counts that was not typed: one that means the same, or that begins so."""
BEGINNINGS = 24
"""The most words that a beginning stands for."""
APART = 7
"""What belongs to a verb is at most so many words away."""
LONG_ENOUGH, FEW = 8, 12
"""So many letters make the beginning of a name, which at most so many things have."""
LONG_WORD, SHORT_NAME = 7, 5
"""In a word of so many letters one may be wrong; in the word of a name, of so many."""


class Concept(Struct, frozen=True):
    """One thing asked about: `ways` to say it, each some stems that must all be there, with how much it counts."""

    ways: tuple[tuple[tuple[str, ...], float], ...]


class Asked(Struct, frozen=True):
    """What a question asks for.

    `kinds` and `games` are what it names; `names` are what a thing may be called that is meant, squeezed; `concepts`
    are the words to look for. `fields` is a query for cards, `attack` the kind of attack with the names of attacker and
    target. `content` says that there is more in it than these; `sentence` that it is a whole question, not just names
    and words; `described` that a card is meant, told by what it does and not by its name; `effect` that perhaps one is,
    as the question begins with what it does: "destroy a Satellite"; `sort` is the type of that card, and `leads` are
    the stems of its traits. `rules` says that the question is put as one about the rules is, `every` that it asks for
    all of something, `only` which game alone has what it asks about. `within` are the fields `game` and `kind` with
    their values, where only what has those is asked for. `sum` is the Power and the Resistance of an attack whose
    strength is asked for. `corrected` is the question with its slips mended.
    """

    concepts: tuple[Concept, ...] = ()
    kinds: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    together: bool = False
    names: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    fields: str = ""
    attack: tuple[str, str, str] | None = None
    content: bool = True
    sentence: bool = False
    described: bool = False
    effect: bool = False
    rules: bool = False
    sort: str = ""
    leads: tuple[str, ...] = ()
    every: bool = False
    only: str = ""
    against: tuple[str, ...] = ()
    within: tuple[tuple[str, str], ...] = ()
    sum: tuple[str, ...] = ()
    corrected: str | None = None
    problems: tuple[Problem, ...] = ()


class Reader:
    """Reads questions with the words of one packed table."""

    def __init__(self, table: dict[str, Any]) -> None:
        self.table = table
        self.stems = {surface: stem for stem, all_ in table["words"].items() for surface in all_.split()}
        self.stop = set(table["stop"])
        self.sorted = sorted(self.stems)
        self.synonyms: dict[str, list[int]] = defaultdict(list)
        for number, group in enumerate(table["synonyms"]):
            for phrase in group:
                self.synonyms[phrase].append(number)
        self.by_root: dict[str, list[int]] = {}
        self.longest = max((phrase.count(" ") + 1 for phrase in self.synonyms), default=1)
        self.longest_instead = max(phrase.count(" ") + 1 for phrase in table["instead"])
        self.askers = {"what", "who", *table["types"]}
        self.effects, self.acting = set(table["effects"]), set(table["acting"])
        self.cues = {name: set(cue) for name, cue in table["cues"].items()}
        self.digits = {word: each for group in table["synonyms"] for each in group if each.isdigit() for word in group}
        documents = table["documents"]
        kinds = {**table["kinds"], **{kind: kind for kind in documents["kind"]}}
        self.fields_of_all: dict[str, dict[str, str]] = {"game": table["games"], "kind": kinds}
        self.names: dict[str, list[int]] = table["called"]
        self.spelled: dict[str, list[str]] = table["spelled"]
        self.sorted_names = sorted(self.names)
        kind = documents["kind"]
        self.of_cards = {name for name, all_ in self.names.items() if name and any(kind[at] == "card" for at in all_)}
        terms = {name: [at for at in all_ if kind[at] == "glossary"] for name, all_ in self.names.items()}
        self.games_of_terms = {name: {documents["game"][at] for at in all_} for name, all_ in terms.items()}
        self.endings = {"", "e", "y", *table["endings"]}
        self.in_names: dict[str, list[set[str]]] = defaultdict(list)
        for kind, title, others in zip(documents["kind"], documents["title"], documents["names"], strict=True):
            for name in (title, *others) if kind in ("card", "glossary") else ():
                said = [each.surface for each in words.occurrences(words.normal(name)) if each.term not in self.stop]
                for word in said:
                    self.in_names[word].append({self.stem(each) or each for each in said if each != word})
        parts = [table[part] for part in ("kinds", "games", "traits", "fields", "numbers", "attacks", "together")]
        self.own = {word for each in (*parts, *table["synonyms"]) for said in each for word in said.split()} | self.stop
        for phrase, numbers in self.synonyms.items():
            self.by_root.setdefault(self.root(phrase.split()), []).extend(numbers)
        for phrase in (each for part in ("kinds", "games", "traits", "fields") for each in table[part]):
            for word in phrase.split():
                self.in_names[word].append(set())
        self.phrases = {frozenset(each.split()) for phrases in documents["wanted"] for each in phrases if " " in each}
        self.masks = [(surface, _letters(surface)) for surface in self.sorted]

    def read(self, question: str) -> Asked:
        """What `question` asks for; with `problems` it is too long to be read."""
        if len(question) > LONGEST:
            return Asked(problems=(Problem(LONGEST + 1, "too-long", f"a question has at most {LONGEST} characters"),))
        text = words.normal(question)
        found = list(words.occurrences(text))
        if len(found) > MOST:
            message = f"a question has at most {MOST} words"
            return Asked(problems=(Problem(found[MOST].start + 1, "too-many-words", message),))
        rest, within = self.within(text)
        if within:
            asked, game = self.read(rest), "".join(f" game:{each}" for name, each in within.items() if name == "game")
            fields = asked.fields + game if asked.fields and within.get("kind", "card") == "card" else ""
            attack, games = None if "kind" in within else asked.attack, (within["game"],) if game else asked.games
            return replace(asked, within=tuple(within.items()), games=games, fields=fields, attack=attack)
        if not found:
            return Asked(problems=(Problem(1, "nothing-asked", "there is no word to look for"),))
        typed = self.typed(found, text)
        at_end = found[-1].end == len(text)
        mended = self.as_name(typed, at_end) or self.mended(typed, at_end)
        if len(mended) < len(typed) and not {*map(words.singular, mended)} - self.stop - {*self.table["games"], "card"}:
            mended = []  # "the card from SubGenius" is any, where the word that told which is unknown
        told = (at for at, word in enumerate(mended, 1) if word not in self.stop or len(mended) >= len(typed))
        shown = mended[: max(told, default=0)]  # not "skull and"
        corrected = " ".join(shown) if mended != typed and shown else None
        mended, forgot = self.instead(self.beside(mended))
        return self._asked(mended, [words.singular(word) for word in mended], corrected, text, forgot)

    def within(self, text: str) -> tuple[str, dict[str, str]]:
        """A question without its fields `game` and `kind`, and these: where each is there once with a value that there
        is, beside words and no other field.
        """
        found = [(name.casefold(), "".join(words.terms(value))) for name, value in _WITHIN.findall(text)]
        values = {name: self.fields_of_all[name][value] for name, value in found if value in self.fields_of_all[name]}
        rest = _WITHIN.sub(" ", text)
        no_query = len(values) == len(found) and not fielded(rest) and words.terms(rest)
        return (rest, values) if no_query else (text, {})

    def typed(self, found: list[words.Occurrence], text: str) -> list[str]:
        """The words as they stand there. Behind a minus, a number is below 0 where odds are asked for, a trait is not
        to be had, and another word is left out.
        """
        odds = any(self.table["kinds"].get(word.term) == "table" for word in found)
        typed: list[str] = []
        for word in found:
            minus = _MINUS.search(text[: word.start])
            if minus and odds:
                typed.append("negative")
            elif minus and not word.surface[0].isdigit():
                is_part = word.term in self.table["traits"] or text[word.end : word.end + 1] in tuple(":<>=")
                typed += ["not", word.surface] if is_part else []
            else:
                typed.append(word.surface)
        return typed or [word.surface for word in found]

    # --- slips --------------------------------------------------------------------------------------------------------

    def known(self, surface: str) -> bool:
        return bool(self.stem(surface) or surface.isdigit() or self.own & {surface, words.singular(surface)})

    def stem(self, surface: str) -> str | None:
        """The stem of a word that stands somewhere, if only in the other number: UFO, where all say UFOs."""
        forms = (surface, words.singular(surface), f"{surface}s")
        return next((self.stems[form] for form in forms if form in self.stems), None)

    def root(self, said: list[str]) -> str:
        """Words without their endings: synonyms are those of all forms of a word."""
        bases = (each if self.stem(each) else self.other_ending(each) or each for each in said)
        return " ".join(self.stem(each) or each for each in bases)

    def mended(self, typed: list[str], at_end: bool) -> list[str]:
        """The words typed with each that stands nowhere replaced; one that is like none is left out."""
        mended: list[str] = []
        at = 0
        while at < len(typed):
            word = typed[at]
            joined = word + typed[at + 1] if at + 1 < len(typed) else ""
            if word in self.spelled:  # shangrila
                mended += self.spelled[word]
            elif self.known(word) and (not joined or self.known(typed[at + 1]) or joined not in self.stems):
                mended.append(word)
            elif joined in self.stems:
                mended.append(joined)
                at += 1
            # "cancelled" is not "cancel led".
            elif at_end and at == len(typed) - 1 and self.begins(word) or self.other_ending(word) in self.stems:
                mended.append(word)
            elif parts := self.parts(word):
                mended += parts
            elif self.other_ending(word) or len(word) > 3 and self.begins(word) and not self.nearest(word, typed):
                mended.append(word)
            elif near := self.nearest(word, typed):
                mended.append(near)
            elif name := self.near_name(squeezed(word)):
                mended += name if len(word) >= SHORT_NAME or _mistyped(word, "".join(name)) else []
            at += 1
        return mended

    def as_name(self, typed: list[str], at_end: bool) -> list[str]:
        """The words of the name that the question is but for one slip, where it has a word that stands nowhere and is
        not only begun, or of the long name of a card.
        """
        short = squeezed(" ".join(typed))
        if short in self.names or at_end and self.begins(typed[-1]) and self.begins(typed[-1]) != typed[-1:]:
            return []
        if short.endswith("ss") and short[:-1] in self.names:  # as in "Elvis's"
            return self.words_of(short[:-1])
        if not all(map(self.known, typed)):
            return self.near_name(short)
        name = self.near_name(short) if len(typed) > 2 and len(short) >= LONG_ENOUGH else []
        return name if squeezed(" ".join(name)) in self.of_cards else []

    def near_name(self, short: str) -> list[str]:
        """The words of the name with one slip between; first one with two letters swapped, then one that ends alike.
        A name of three letters has two swapped or one doubled: there are too many of them for another slip.
        """
        if len(short) < 3:
            return []
        mask = _letters(short)
        near = [
            (sorted(name) != sorted(short), name not in self.of_cards, name[-1] != short[-1], name)
            for name in self.sorted_names
            if abs(len(name) - len(short)) < 2
            and len(name) > 2
            and (min(len(short), len(name)) > 3 or _mistyped(short, name) and (len(short) > 3 or len(name) == 3))
            and _begin_alike(short, name)
            and (mask ^ _letters(name)).bit_count() < 3
            and damerau_levenshtein(short, name, limit=1) == 1
        ]
        return self.words_of(min(near)[-1]) if near else []

    def words_of(self, name: str) -> list[str]:
        """The words of a squeezed name."""
        documents, number = self.table["documents"], self.names[name][0]
        called = (each for each in (documents["title"][number], *documents["names"][number]) if squeezed(each) == name)
        return [word.surface for word in words.occurrences(words.normal(next(called)))]

    def beside(self, mended: list[str]) -> list[str]:
        """The words with what belongs to a verb beside it, where both have synonyms: take all tokens away."""
        if squeezed(" ".join(mended)) in self.names:
            return mended
        for at, verb in enumerate(mended):
            for then in range(at + 2, min(len(mended), at + APART)):
                if mended[then] in self.cues["beside"] and f"{words.singular(verb)} {mended[then]}" in self.synonyms:
                    rest = mended[at + 1 : then] + mended[then + 1 :]
                    return [*mended[: at + 1], mended[then], *rest]
        return mended

    def instead(self, mended: list[str]) -> tuple[list[str], bool]:
        """The words as the rules say them; and whether some are about the asking, which fall away: what's it called."""
        terms, made, at = list(map(words.singular, mended)), list[str](), 0
        while at < len(terms):
            ends = range(min(len(terms), at + self.longest_instead), at, -1)
            end = next((each for each in ends if " ".join(terms[at:each]) in self.table["instead"]), at)
            made += self.table["instead"].get(" ".join(terms[at:end]), mended[at]).split()
            at = max(end, at + 1)
        said = [word for word in made if word != "asking"]
        if not said or squeezed(" ".join(mended)) in self.names:
            return mended, False
        found = self.becoming(said, list(map(words.singular, said)))
        return found, found != made

    def begins(self, start: str) -> list[str]:
        """The known words that begin so, at most BEGINNINGS, the shortest first."""
        return sorted(_starting_with(start, self.sorted), key=lambda word: (len(word), word))[:BEGINNINGS]

    def begun(self, typed: str) -> list[int]:
        """What has a name that begins with all that was typed, where those are few."""
        if len(typed) < LONG_ENOUGH:
            return []
        numbers = (number for name in _starting_with(typed, self.sorted_names) for number in self.names[name])
        found = list(dict.fromkeys(numbers))
        return found if len(found) <= FEW else []

    def parts(self, word: str) -> list[str]:
        """The two known words that are written as one here."""
        for at in range(3, len(word) - 2):
            both = [word[:at], word[at:]]
            if all(part in self.stems and (len(part) > 3 or part in self.in_names) for part in both):
                return both
        return []

    def other_ending(self, word: str) -> str:
        """What is left of a word without its ending, where that is a known word or one with another ending."""
        for ending in self.table["endings"]:
            left = word.removesuffix(ending)
            single = left[:-1] if left[-2:-1] == left[-1:] else left  # zapped: zap
            if left == word or len(left) < 4:
                continue
            for start in (single, left):
                if start in self.stems or start in self.own:
                    return start
            for start in (left, single):
                if any(known[len(start) :] in self.endings for known in self.begins(start)):
                    return start
        other = re.sub("^un(?=.*able$)", "", re.sub("men$", "man", word))  # unattackable, snowmen
        return other if other in self.stems else self.other_ending(other) if len(other) < len(word) else ""

    def nearest(self, word: str, typed: list[str]) -> str | None:
        """The known word that a word is a slip of: one near it, of a name of which another word was typed as well, or
        one that is likely to be meant (`_likely`). Where nothing else that was typed is known, any near one is.
        """
        beside = [each for each in typed if each != word and self.known(each)]
        others = {self.stem(each) or each for each in beside if words.singular(each) not in self.stop}
        for slips, known in self.near(word):
            names = self.in_names.get(known, ())
            if (
                not others
                or any(not name.isdisjoint(others) for name in names)
                or slips == 1
                and known in self.stop
                or _likely(word, known, slips, set() in names)
            ):
                return known
        return None

    def near(self, word: str) -> list[tuple[int, str]]:
        """The known words with few slips between, one in a short word and two in another, and how many; the nearest
        first, of equally near ones those that begin and end alike and say something.
        """
        allowed = 0 if len(word) < 4 or word.isdigit() else 1 if len(word) < 6 else 2
        mask = _letters(word)
        found = []
        for known, letters in self.masks if allowed else ():
            if (
                not _begin_alike(word, known)
                or abs(len(known) - len(word)) > allowed
                or (mask ^ letters).bit_count() > 2 * allowed
                or known.isdigit()
            ):
                continue
            slips = damerau_levenshtein(word, known, limit=allowed)
            if slips <= allowed:
                rank = (slips, known[0] != word[0], known[-1] != word[-1], known in self.stop, known)
                found.append(rank)
        return [(rank[0], rank[-1]) for rank in sorted(found)]

    # --- what is asked ------------------------------------------------------------------------------------------------

    def _asked(self, mended: list[str], terms: list[str], corrected: str | None, text: str, forgot: bool) -> Asked:
        named, spans = partial(_named, mended), self.spans(terms)
        inside = {at for start, end in spans if end - start > 1 for at in range(start, end)}
        kept = inside | self.who_gets(terms, text)
        games, left = self.take(self.table["games"], terms, list(range(len(terms))), kept)
        together, left = self.take(dict.fromkeys(self.table["together"], ""), terms, left, inside)
        described, effect, sort = self.told(mended, terms, text, spans)
        against = self.against(terms, spans, text)
        described |= forgot or bool(against)
        asking_for = self.kinds(mended, terms, described, bool(spans))
        # "Move it to a different arrow" does not ask what differs: a kind is asked for at the beginning or the end.
        told = [at for at in left if at in inside or terms[at] not in self.stop]
        does = self.does(terms, left, named)
        kept = inside.union(told[0 if effect else 1 : -1])  # "change a roll" asks for no errata
        kept |= {at for at in left if not spans and terms[at] in self.cues["of-cards"]}  # the text of a card is wrong
        before = left
        kinds, left = (["card"], does) if does else self.take(asking_for, terms, left, kept)
        left = [at for at in before if at in left or asking_for.get(terms[at]) == "table"]  # odds are no other table
        effect = effect and "difference" not in kinds  # draw or choose: what is the difference
        kinds = ["card", *kinds] if described else kinds
        if not games and not {"between", "or"}.isdisjoint(terms):  # words, not games
            kinds = [kind for kind in kinds if kind != "difference"]
        says = inside | self.phrased(terms)
        if effect or described:  # "make" says something there
            says |= {at for at, term in enumerate(terms) if term in self.acting}
        says_nothing = self.stop | (self.cues["against"] - {"bonus"} if against else set())
        content = [at for at in left if at in says or terms[at] not in says_nothing] or left or list(range(len(terms)))
        if described and len(content) > 2:  # what gives, which Plot makes
            content = [at for at in content if terms[at] not in ("give", "make") or terms[at - 1] not in self.askers]
        empty = self.stop | {"card"} if kinds else self.stop
        sentence = len(terms) - len(content) > 1 and len(content) > 1 and not does
        whole, stops = named(range(len(mended))), self.behind_stops(terms, left, named)
        listed = self.listed(mended, terms)
        names = () if against else (whole, named(left), stops, named(content), *listed)
        if listed and set.intersection(*(self.games_of_terms[name] for name in listed)):
            names, kinds = tuple(listed), ["glossary"]
        sum = self.sum(text, terms)
        return Asked(
            concepts=_apart(tuple(self.concepts(mended, terms, content))),
            kinds=tuple(dict.fromkeys(kinds)),
            games=tuple(dict.fromkeys(games)),
            together=bool(together) or len(dict.fromkeys(games)) > 1,
            names=tuple(dict.fromkeys(filter(None, names))),
            cards=tuple("".join(terms[start:end]) for start, end in spans),
            fields="" if inside or does or sum[2:] else self.fields(text, terms, mended),
            attack=self.attack(terms, spans),
            content=any(at in says or terms[at] not in empty for at in left),
            sentence=sentence,
            described=described,
            effect=effect,
            rules=not described and not self.cues["asks-rules"].isdisjoint(terms[:1]),
            sort=sort if described or effect else "",
            leads=self.leads(terms) if described or effect else (),
            every=not self.cues["every"].isdisjoint(terms),
            only=next((self.table["only"][term] for term in terms if term in self.table["only"]), ""),
            against=against,
            sum=sum,
            corrected=corrected,
        )

    def against(self, terms: list[str], spans: list[tuple[int, int]], text: str) -> tuple[str, ...]:
        """The stems of the card against which one with a bonus is asked for: who fights the KGB."""
        start, end = spans[0] if len(spans) == 1 else (0, 0)
        told = self.cues["against"].intersection(terms[:start]) or start and _BONUS.search(text)
        said = (self.table[name] for name in ("attacks", "types", "kinds", "games"))
        free = self.stop.union(self.cues["against"], *said)
        alone = told and all(term.isdigit() or term in free for term in (*terms[:start], *terms[end:]))
        return tuple(self.root([term]) for term in terms[start:end] if alone and term not in self.stop)

    def kinds(self, mended: list[str], terms: list[str], described: bool, named: bool) -> dict[str, str]:
        """The words that ask for a kind of thing: none where a question is how players ask who forgot a name."""
        if {
            self.root([word]) for word, term in zip(mended, terms, strict=True) if term not in self.stop
        } in self.phrases:
            return {}  # "change my Illuminati" asks for no errata
        # Neither "how many links can one card have" nor "when do I draw cards" asks for a card: the word does beside a
        # name, or behind one at the end. So does "a card that rerolls dice".
        ends = len(terms) > 1 and terms[-1] == "card" and self.stop.isdisjoint({terms[0]} - {"the"} | {terms[-2]})
        by_name = described or (terms[:1] == ["which"] or "cards" not in mended) and (ends or named)
        return {phrase: kind for phrase, kind in self.table["kinds"].items() if kind != "card" or by_name}

    def who_gets(self, terms: list[str], text: str) -> set[int]:
        """Where traits stand behind a bonus: those of the cards that get it, and no game: +10 for a SubGenius."""
        first = next((at for at, term in enumerate(terms) if term.isdigit()), 0) if _BONUS.search(text) else len(terms)
        return {at for at in range(first, len(terms)) if terms[at] in self.table["traits"]}

    def behind_stops(self, terms: list[str], left: list[int], named: Callable[[list[int]], str]) -> str:
        """The name that stands at the end behind stop words alone, which may begin with one itself: what is "in
        play".
        """
        for start in range(1, len(left)):
            if terms[left[start - 1]] not in self.stop:
                break
            if (name := named(left[start:])) in self.names:
                return name
        return ""

    def listed(self, mended: list[str], terms: list[str]) -> list[str]:
        """The names of which the question is a list: what's a master and a puppet, temporary or permanent change."""
        ends = [at for at, term in enumerate(terms) if term in ("and", "or", "vs", "versus")]
        whole = [mended[start + 1 : end] for start, end in pairwise((-1, *ends, len(terms)))]
        parts = [[word for word in part if words.singular(word) not in self.stop or word == "in"] for part in whole]
        ways = ((said, part, [*part, *parts[-1][-1:]]) for said, part in zip(whole, parts, strict=True))
        found = [next((name for way in each if (name := squeezed(" ".join(way))) in self.names), "") for each in ways]
        return found if ends and all(found) and squeezed(" ".join(mended)) not in self.names else []

    def does(self, terms: list[str], left: list[int], named: Callable[[list[int]], str]) -> list[int]:
        """Where the card stands whose effect is asked for: what does X do, what does the X card do."""
        names = [left[2:-1], left[2:-2] if [terms[at] for at in left[-2:]] == ["card", "do"] else []]
        asked = [terms[at] for at in (*left[:2], *left[-1:])] in (["what", "do", "do"], ["what", "doe", "do"])
        return next((name for name in names if asked and named(name) in self.of_cards), [])

    def told(
        self, mended: list[str], terms: list[str], text: str, spans: list[tuple[int, int]]
    ) -> tuple[bool, bool, str]:
        """Whether a card is described, whether perhaps what it does is told, and its type."""
        described = any(self.describes(mended[at:], terms[at:]) for at in self.tails(text, len(terms)))
        sort, begins = self.sort(mended, terms)
        # A name that is a word as well is none where a card is told by what it does: exposed.
        are_words = all(end - start == 1 and terms[start] in self.synonyms for start, end in spans)
        return described, are_words and (begins or self.effect(mended, terms, text)), sort

    def tails(self, text: str, all_: int) -> list[int]:
        """Where the parts of a question begin, of so many words: what is asked may stand behind a story."""
        starts = (all_ - len(list(words.occurrences(text[match.end() :]))) for match in _ENDS.finditer(text))
        return [0, *(start for start in starts if 0 < start < all_)]

    def describes(self, mended: list[str], terms: list[str]) -> bool:
        """Whether a card is meant whose name was forgotten: is there a card that rerolls dice, which Plot does, what
        lets me reroll, who protects my Places, the one where frogs fall.
        """
        if terms[:3] == ["can", "i", "make"]:
            return not {"a", "an"}.issuperset(terms[3:4]) or terms[4:5] != [] and terms[4] in self.table["traits"]
        doing = terms[:1] in (["what"], ["who"]) and not self.cues["doing"].isdisjoint(terms[1:2])
        if doing and mended[1] != terms[1] and "attack" not in terms[2:4]:
            return True  # what gives, who keeps
        if terms[:1] == ["who"] and not {"best", "good", "great"}.isdisjoint(terms[1:4]):
            return True
        for at in range(len(terms) - 1):
            said, then = mended[at], terms[at + 1]
            if any(not term.isdigit() and term not in {*self.stop, *self.table["traits"]} for term in terms[:at]):
                return False
            if not self.cues["asks-rules"].isdisjoint(terms[:at]):
                return False  # can a Plot that was canceled be played again
            if (
                terms[:2] == ["what", "let"]
                or said == "card"
                and (then in (*self.cues["which"], "to", "for", "with", "so") or terms[:at] in (["which"], ["what"]))
            ):
                return True
            trait = self.table["traits"].get(said, "").startswith("is:")
            asked = at and terms[0] in ("which", "what") and all(each in self.table["traits"] for each in terms[1:at])
            # "Which Plot makes a roll a 12" means a card; "which Groups may aid" is about the rules.
            if (
                then in self.cues["which"]
                and (said == "one" or trait)
                or trait
                and asked
                and then not in self.table["traits"]
                and (then not in self.cues["asks"] or then == "can" and terms[at] != "group")
                and said != "groups"
                or said in self.table["types"]
                and then in ("to", "you")
            ):
                return True
        return False

    def receives(self, terms: list[str]) -> bool:
        """Whether what is named first is given something by the card that is meant: violent Groups get +10."""
        at = next((at for at, term in enumerate(terms) if term in self.cues["gets"]), 0)
        return at > 0 and self.cues["asks"].isdisjoint(terms[:1]) and self.cues["which"].isdisjoint(terms[:at])

    def sort(self, mended: list[str], terms: list[str]) -> tuple[str, bool]:
        """The type of card that is named first, and whether the question begins with a sort of those that are played:
        disaster that hurts green Groups.
        """
        for at, said in enumerate([] if self.receives(terms) else mended):
            if terms[at] in self.table["types"]:
                plays = self.table["types"][terms[at]] not in ("group", "illuminati") and terms[at] != "plot"
                return self.table["types"][terms[at]], plays and at < len(terms) - 1 > 1 and self.plain(terms)
            if terms[at] in self.effects or terms[at] not in self.stop and self.table["traits"].get(said) is None:
                break
        return "", False

    def leads(self, terms: list[str]) -> tuple[str, ...]:
        """The stems of the traits that are named first, which the card has: Magic Group that is great at killing."""
        found: list[str] = []
        for term in () if self.receives(terms) else terms:
            trait = self.table["traits"].get(term, "")
            ends = term in self.effects or term in self.cues["not"] or found and term in self.cues["which"]
            if ends or term not in self.stop and not trait:
                break
            if trait.startswith("is:") and self.table["types"].get(term) != term and trait[3:] in self.stems:
                found.append(self.stems[trait[3:]])
        return tuple(found)

    def plain(self, terms: list[str]) -> bool:
        """Whether a question says nothing of the one who asks or of a moment, as one about the rules would."""
        return terms[0] not in self.cues["asks"] and self.cues["about-rules"].isdisjoint(terms)

    def effect(self, mended: list[str], terms: list[str], text: str) -> bool:
        """Whether the question begins with what a card does or has a bonus, and is not about the rules: "destroy a
        Satellite", but not "destroy my own Group".
        """
        if terms[:3] == ["what", "can", "i"] and terms[3:4] != ["do"] or mended[:3] == ["which", "group", "can"]:
            return True
        does = mended[:1] != terms[:1] and not self.cues["doing"].isdisjoint(terms[:1])  # protects my Places
        if len(terms) < 3 or not self.plain(terms) and terms[0] not in self.cues["deeds"] and not does:
            deed = len(terms) == 2 and terms[0] in self.cues["deeds"]  # freeze Banks, but not draw Plots
            return deed and terms[1] in self.table["traits"] and terms[1] not in self.table["types"]
        if _BONUS.search(text):
            return True
        starts = range(len(terms) if terms[0] in self.cues["begins"] else 1)
        return any(" ".join(terms[at : at + size]) in self.effects for at in starts for size in (1, 2, 3))

    def becoming(self, mended: list[str], terms: list[str]) -> list[str]:
        """The words with "convert" for a verb behind which a trait ends: what makes a Group Weird for good."""
        traits, types = self.table["traits"], self.table["types"]
        had = [at for at, term in enumerate(terms) if traits.get(term, "").startswith("is:") and term not in types]
        ends = (at for at in had if {*self.stop, "permanent", "permanently"}.issuperset(terms[at + 1 : at + 2]))
        last = max(ends, default=0) if terms[0] not in self.cues["asks-rules"] else 0
        turns = self.cues["turns"] - ({"become"} if terms[:1] != ["become"] else set())  # puppets become violent
        at = next((at for at in range(last) if terms[at] in turns), last)
        found = at < last and all(term in self.stop or term in traits for term in terms[at + 1 : last])
        return [*mended[:at], "convert", *mended[at + 1 :]] if found else mended

    def phrased(self, terms: list[str]) -> set[int]:
        """Where phrases stand that have synonyms and begin with a stop word: "out of the game" says something, though
        none of its words does.
        """
        found: set[int] = set()
        for at, term in enumerate(terms):
            if term in self.stop:
                for size in range(min(self.longest, len(terms) - at), 1, -1):
                    if " ".join(terms[at : at + size]) in self.synonyms:
                        found |= set(range(at, at + size))
                        break
        return found

    def spans(self, terms: list[str]) -> list[tuple[int, int]]:
        """Where names of cards stand, the longest first from the left."""
        found, at = [], 0
        while at < len(terms):
            for end in range(min(len(terms), at + 14), at, -1):
                if self._is_card(terms[at:end], len(terms)):
                    found.append((at, end))
                    at = end
                    break
            else:
                at += 1
        return found

    def _is_card(self, terms: list[str], all_: int) -> bool:
        """Whether these of so many words are a card's name; stop words alone seldom are: "to a" is not TOA."""
        return "".join(terms) in self.of_cards and (
            any(term not in self.stop for term in terms) or len(terms) == all_ > 1
        )

    @staticmethod
    def take(
        phrases: dict[str, str], terms: list[str], left: list[int], inside: set[int]
    ) -> tuple[list[str], list[int]]:
        """What the phrases among the words left stand for, and the words without them; names of several words are
        whole.
        """
        longest = max((phrase.count(" ") + 1 for phrase in phrases), default=0)
        found, rest, at = [], [], 0
        while at < len(left):
            for size in range(min(longest, len(left) - at), 0, -1):
                places = left[at : at + size]
                phrase = " ".join(terms[place] for place in places)
                if phrase in phrases and not inside.intersection(places):
                    found.append(phrases[phrase])
                    at += size
                    break
            else:
                rest.append(left[at])
                at += 1
        return found, rest

    def concepts(self, mended: list[str], terms: list[str], content: list[int]) -> Iterable[Concept]:
        """The concepts of the words at `content`, phrases that have synonyms first."""
        at = 0
        while at < len(content):
            for size in range(min(self.longest, len(content) - at), 0, -1):
                places = content[at : at + size]
                phrase = " ".join(terms[place] for place in places)
                # A phrase is one also where stop words of the question stand within it or end it.
                after = content[at + size] if at + size < len(content) else len(terms)
                wholes = (" ".join(terms[places[0] : end]) for end in range(after, places[-1], -1))
                group = next((each for each in (*wholes, phrase) if each in self.synonyms), None)
                said = [mended[place] for place in places]
                root = self.root(said) if group is None else ""
                if root in self.by_root and root not in self.table["words"]:
                    group = phrase
                if group is None and size == 2 and (joined := self.joined(mended, places)):
                    yield joined
                    at += size
                    break
                if group is not None or size == 1:
                    last = places[-1] == content[-1] and places[-1] == len(terms) - 1
                    yield self.concept([mended[place] for place in places], group, last and size == 1)
                    at += size
                    break

    def joined(self, mended: list[str], places: list[int]) -> Concept | None:
        """Two words beside each other that are one elsewhere: anti trust."""
        one, other = (mended[place] for place in places)
        stem = self.stems.get(one + other)
        if stem is None or places[1] != places[0] + 1 or not {one, other}.isdisjoint(self.stop):
            return None
        both = tuple(dict.fromkeys(self.stem(each) or each for each in (one, other)))
        return Concept(((both, 1.0), ((stem,), 1.0)))

    def concept(self, said: list[str], group: str | None, last: bool) -> Concept:
        ways: dict[tuple[str, ...], float] = {}

        def add(surfaces: Iterable[str], weight: float) -> None:
            stems = tuple(dict.fromkeys(self.root([each]) for each in surfaces))
            if stems:
                ways[stems] = max(weight, ways.get(stems, 0))

        # To be knocked out is not to knock, and how often "out of the game" stands somewhere does not say how much it
        # says.
        whole = group is None or group.count(" ") < len(said) and said[0] not in self.stop
        add(said, 1.0 if whole else SYNONYM)
        same = self.synonyms.get(group) or self.by_root.get(self.root(said)) if group is not None else None
        for number in same or ():
            for phrase in self.table["synonyms"][number]:
                every = phrase.split()
                content = [each for each in every if each not in self.stop]
                if phrase != group:  # "roll again" is more than a roll
                    add(content if len(content) > 1 else every, SYNONYM if whole else 1.0)
        if len(said) == 1:
            word = said[0]
            documents = self.table["documents"]
            for number in self.names.get(word, ()):  # OMCL
                if documents["kind"][number] != "card":
                    continue
                title = words.occurrences(words.normal(documents["title"][number]))
                add([each.surface for each in title if each.surface not in self.stop], SYNONYM)
            start = word if last or word not in self.stems else ""
            if word not in self.stems and not self.begins(word):
                start = self.other_ending(word)
            if start and len(start) > 1 and not start.isdigit():
                for other in self.begins(start):
                    add([other], BEGINNING)
        return Concept(tuple(ways.items()))

    def attack(self, terms: list[str], spans: list[tuple[int, int]]) -> tuple[str, str, str] | None:
        """The kind of attack, attacker and target, where the words between two cards ask for one and the others for
        nothing.
        """
        if len(spans) != 2:
            return None
        (start, end), (other, last) = spans
        between, rest = self.take(self.table["attacks"], terms, list(range(end, other)), set())
        outside, others = self.take(self.table["attacks"], terms, [*range(start), *range(last, len(terms))], set())
        free = self.stop | set(self.table["games"]) | set(self.table["kinds"])
        found = [*between, *outside]  # "the CIA attacks the KGB to destroy"
        if not found or any(terms[at] not in free for at in (*rest, *others)):
            return None
        kind = next((each for each in found if each != "control"), "control")
        return kind, "".join(terms[start:end]), "".join(terms[other:last])

    def sum(self, text: str, terms: list[str]) -> tuple[str, ...]:
        """The Power and the Resistance in a question that has a number for each and is about an attack, with a third
        part where it says so; without, cards may be meant that have both: Power 12 Resistance 5.
        """
        named = [term for term in terms if term in ("power", "resistance")]
        numbers = [each for at in range(len(terms)) if (each := self._digits(terms, at))]
        if (
            sorted(named) != ["power", "resistance"]
            or len(numbers) != 2
            or _SIGN.search(text)
            or max(map(len, numbers)) > 3
        ):
            return ()
        fights = {word for phrase in self.table["attacks"] for word in phrase.split()}.union(
            word for word, kind in self.table["kinds"].items() if kind in ("table", "difference")
        )
        others = [term for at, term in enumerate(terms) if term not in named and not self._digits(terms, at)]
        fought = tuple(term for term in others if term in fights)[:1]
        if any(self.table["kinds"].get(term) == "table" for term in others):
            others = []  # odds are of all that, whatever else is told
        free = self.stop.union(self.table["games"], fights if fought else (), self.cues["sums"] if fought else ())
        found = [number for _, number in sorted(zip(named, numbers, strict=True))]
        return (*found, *fought) if free.issuperset(others) else ()

    def fields(self, text: str, terms: list[str], mended: list[str]) -> str:
        """The question as a query for cards, where it has only traits and comparisons: two at least, or one with a
        game, alone or with words that ask for a list.
        """
        if _GROUPED.search(text) or _BONUS.search(text) or not self.cues["gives"].isdisjoint(terms):
            return ""  # only the language itself says it, and no card has what it gets
        if terms[:2] == ["how", "many"] and not self.cues["counted"].isdisjoint(terms):
            return ""  # a rule says how many
        number = next((at for at in range(len(terms)) if self._field(terms, at)), len(terms))
        plays = any(self.table["types"].get(term, "group") not in ("group", "illuminati") for term in terms)
        if number < len(terms) and (plays or "for" in terms[number:] or "my" in terms):
            return ""  # corporate Power 6 plot, Power 6 for my Group: no card that has it, but one that gives it
        clauses: list[str] = []
        traits = games = at = 0
        signs = _SIGN.findall(text)
        negative = either = False  # what stands behind "not", behind "or"
        run = 0  # so many traits stand just before, without an "or" between
        while at < len(terms):
            if found := self._number(terms, at, signs, negative):
                clause, at = found
                clauses.append(clause)
                traits += 2
                negative, either, run = False, False, 0
                continue
            term = terms[at]
            if trait := self._trait(terms, at, mended):
                clause, at = trait
                is_game = clause.startswith("game:")
                games, traits = games + is_game, traits + (not is_game)
                negative = negative and (either or not run)  # non-violent Groups
                if either and not negative:
                    clauses[-1] += f" OR {clause}"
                else:
                    clauses.append("-" * negative + clause)
                run, either = 1 if either else run + 1, False
                continue
            at += 1
            if term in ("or", "nor"):
                if run != 1 or not self.cues["whole"].isdisjoint(terms):  # violent Groups or banks: two lists
                    return ""
                either = True
                continue
            if term in self.cues["not"]:
                negative = True
            elif term not in self.stop and self.table["kinds"].get(term) != "card":
                # A card is not to be there: criminal Groups without the Mafia.
                if not negative or run or term not in self.of_cards or not self.cues["whole"].isdisjoint(terms):
                    return ""
                negative = False
            elif (negative or at > 1 and terms[at - 2] == "no") and term not in {*self.stop, "card"}:
                return ""  # Groups with no text: text is no trait
            elif run:
                negative = False
            run, either = 0, False
        return " ".join(clauses) if games < 2 and self._lists(terms, clauses, traits, games) else ""

    def _trait(self, terms: list[str], at: int, mended: list[str]) -> tuple[str, int] | None:
        """The clause of a trait or a game that begins at a word, the longest, and where it ends."""
        longest = max((phrase.count(" ") + 1 for phrase in self.table["traits"]), default=1)
        for size in range(min(longest, len(terms) - at), 0, -1):
            phrase = " ".join(terms[at : at + size])
            if phrase in self.table["games"]:
                return f"game:{self.table['games'][phrase]}", at + size
            if phrase in self.table["traits"] and (phrase, mended[at]) != ("assassin",) * 2:  # one is not the set
                return self.table["traits"][phrase], at + size
        return None

    def _lists(self, terms: list[str], clauses: list[str], traits: int, games: int) -> bool:
        """Whether the traits of a question ask for cards: nations, which cards are violent, all Zap cards."""
        if traits != 1:
            return traits > 1
        if games or len(terms) > 1 and (terms[0] == "all" or self.table["kinds"].get(terms[-1]) == "card"):
            return True
        others = [term for term in terms if term not in self.table["traits"]]
        alone = clauses[0].removeprefix("-").startswith("is:") and "".join(terms) not in self.of_cards
        asking = self.cues["lists"] | self.cues["not"] | (self.cues["lists-cards"] if "card" in others else set())
        return alone and asking.issuperset(others)

    def _number(self, terms: list[str], at: int, signs: list[str], negative: bool) -> tuple[str, int] | None:
        """A comparison that begins at a word, `power at least 4`, `at least 4 power` or `power 4 to 6`, as a clause or
        two, and where it ends.
        """
        phrase = self._field(terms, at)
        end = at + (phrase.count(" ") + 1 if phrase else 0)
        between = False
        while end < len(terms) and terms[end] in self.cues["leads"]:
            between |= terms[end] == "between"
            negative ^= terms[end] in ("no", "not")
            end += 1
        relation = None
        if words_ := self._relation(terms, end):
            relation, end = words_
        low = self._digits(terms, end)
        if low is None:
            return None
        end += 1
        high = None
        if relation is None:
            joint = end < len(terms) and (terms[end] == "to" or between and terms[end] == "and")
            high = self._digits(terms, end + joint)
            if high is not None and self._field(terms, end + joint + 1) and phrase:
                high = None  # power 6, 4 resistance
            end += 0 if high is None else joint + 1
        if relation is None and high is None and (words_ := self._relation(terms, end)):
            relation, end = words_
        if phrase is None:
            phrase = self._field(terms, end)
            if phrase is None:
                return None
            end += phrase.count(" ") + 1
        name = self.table["fields"][phrase]
        if high is not None:
            low, high = sorted((low, high), key=int)
            if negative:
                return None
            return f"{name}:>={low} {name}:<={high}", end
        sign = signs.pop(0) if signs else ""
        comparison = {"least": ">=", "more": ">", "most": "<=", "less": "<"}.get(relation or "", sign or "=")
        comparison = ">=" if comparison == "+" else comparison
        if negative and comparison in _OPPOSITE:
            return f"{name}:{_OPPOSITE[comparison]}{low}", end
        return f"{'-' * negative}{name}:{comparison}{low}", end

    def _digits(self, terms: list[str], at: int) -> str | None:
        """The number at a word."""
        word = terms[at] if at < len(terms) else ""
        return word if word.isdigit() else self.digits.get(word)

    def _field(self, terms: list[str], at: int) -> str | None:
        """The name of a number that begins at a word, the longest."""
        phrases = sorted(self.table["fields"], key=len, reverse=True)
        return next((phrase for phrase in phrases if " ".join(terms[at : at + phrase.count(" ") + 1]) == phrase), None)

    def _relation(self, terms: list[str], at: int) -> tuple[str, int] | None:
        for size in (2, 1):
            phrase = " ".join(terms[at : at + size])
            if len(terms) >= at + size and phrase in self.table["numbers"]:
                return self.table["numbers"][phrase], at + size
        return None


def fielded(question: str) -> bool:
    """Whether a question is written in the query language: with fields, comparisons, quotes, brackets, stars, OR, AND
    or NOT.
    """
    text = words.normal(question)
    if any(mark in text for mark in "()[]*"):
        return True
    found = text.split()
    if {"OR", "AND", "NOT"} & set(found) and len(found) > 1 and not text.isupper():
        return True
    return any(name in (*FIELDS, "name") for name in _before_colons(text))


def _before_colons(text: str) -> list[str]:
    """The words that stand directly before a comparison, or a colon that ends no part of a sentence ("the old game:
    who hates Communists?").
    """
    return [match.group(1).casefold() for match in _WORD.finditer(text) if match.group(2)]


_WORD = re.compile(r"([^\W\d_]+)([<>=]|:(?!\s))?")  # any word, so that a long one is read once
_WITHIN = re.compile(r"(?<!\S)(?<!\bnot )(game|kind)[:=]\s?(\w+)(?!\S)", re.IGNORECASE)
_MINUS = re.compile(r"(?<!\S)[-−–]$")
_ENDS = re.compile(r"[.?!,;:]\s")
_BONUS = re.compile(r"(?<!\S)\+\s?[0-9](?![0-9]*\s+plots\b)", re.IGNORECASE)  # +10 Plots are a kind of card
_SIGN = re.compile(r"[<>]=?|=|(?<=[0-9])\+")
_GROUPED = re.compile(r"\[|(?:NOT\s*|-)\(")
_OPPOSITE = {">=": "<", ">": "<=", "<=": ">", "<": ">="}


def _named(words: list[str], places: Sequence[int]) -> str:
    """The words at some places as names are compared."""
    return squeezed(" ".join(words[at] for at in places))


def _apart(concepts: tuple[Concept, ...]) -> tuple[Concept, ...]:
    """The concepts, none said by the very words of another: killed is not assassinated where both are asked about."""
    own = [concept.ways[0][0] for concept in concepts]
    return tuple(
        Concept((concept.ways[0], *(way for way in concept.ways[1:] if way[0] == mine or way[0] not in own)))
        for concept, mine in zip(concepts, own, strict=True)
    )


def _starting_with(start: str, all_: list[str]) -> list[str]:
    """Those that begin so, of a sorted list."""
    return all_[bisect_left(all_, start) : bisect_left(all_, f"{start}\U0010ffff")]


def _begin_alike(word: str, known: str) -> bool:
    """Whether the first letters are the same, or changed places: few slips are made there, and other words would be
    found.
    """
    return word[0] == known[0] or known[:2] == word[1::-1]


def _likely(word: str, known: str, slips: int, is_name: bool) -> bool:
    """Whether a word with so many slips is likely to be a known one, which is a name or not: in a long word one letter
    is wrong, in the longer ones of a name two are, in a short one two changed places or one stands there once more.
    """
    wrong = len(word) >= (SHORT_NAME if is_name else LONG_WORD)
    return slips == 1 and (wrong or _mistyped(word, known)) or is_name and len(word) >= LONG_ENOUGH


def _mistyped(word: str, known: str) -> bool:
    """Whether two letters changed places between two words, one stands there once more, or a vowel was left out."""
    if len(word) == len(known):
        return sorted(word) == sorted(known)
    short, long = sorted((word, known), key=len)
    return any(
        (long[at] == long[at - 1] or long == known and long[at] in "aeiou") and long[:at] + long[at + 1 :] == short
        for at in range(1, len(long))
    )


def _letters(word: str) -> int:
    """The letters of a word as bits: words that share few have many slips between them."""
    mask = 0
    for letter in word:
        mask |= 1 << (ord(letter) % 31)
    return mask
