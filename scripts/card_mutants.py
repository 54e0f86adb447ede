"""Mutants of the cards: each clause silenced, and each changed in every way that `changes` knows; does a ruling notice?

    make mutants ARGS=cards                      all; what an earlier run answered and nothing has changed is not played
                                                 again
    make mutants ARGS='cards inwo/elvis nasa'    the cards whose id has one of these texts

Rulings are played that name the card in their table, position or plays, and the first that fails ends it. Each
answer is kept at once (build/card-mutants.jsonl), so that a run can be stopped and gone on with. A run of all cards
writes its scores to rules/abilities.json.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import re
import subprocess
import sys
import typing
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import yaml
from msgspec import Struct

from generator.catalog.catalog import Catalog
from generator.catalog.read import read_catalog
from generator.catalog.records import CardRecord
from generator.database.abilities import SCORES, Abilities, write_abilities
from generator.database.coverage import runs
from generator.engine.cards import Card
from generator.engine.inwo import triggers
from generator.engine.ruleset import Ruleset
from generator.language import LanguageError, nodes, parse, phrase
from generator.language import tree as t
from generator.meaning import NoMeaning, lexicon, lower
from generator.meaning import core as c
from generator.rulings import World, read_scenario, run
from generator.structs import replace

ROOT = Path(__file__).resolve().parent.parent
KEPT = Path("build") / "card-mutants.jsonl"
LEFT = ROOT / "tests" / "card_mutants.yaml"
"""Mutants that no ruling can notice: by key, why."""
AT_ONCE = 2
CODE = ("generator/language", "generator/meaning", "generator/engine", "generator/rulings", "cards")
"""What an answer depends on beside the rulings."""

Kind = Literal["silenced", "changed"]
KINDS: tuple[Kind, ...] = typing.get_args(Kind)


class Mutant(Struct, frozen=True):
    """A clause of a card that says something else, or with `sentence` None nothing; `what` tells people what was done
    to it.
    """

    card: str
    clause: int
    kind: Kind
    what: str
    sentence: Any = None

    @property
    def key(self) -> str:
        """What tells it from all others: the sentence that it says instead."""
        return f"{self.card}#{self.clause}: {phrase(self.sentence) if self.sentence is not None else ''}"

    def __str__(self) -> str:
        return f"{self.card}#{self.clause}: {self.what}" + (
            f": {phrase(self.sentence)}" if self.sentence is not None else ""
        )


# --- what can be done to a sentence -----------------------------------------------------------------------------------

_OWNERS: Mapping[str, tuple[str, ...]] = {
    "any": ("rival",),
    "you": ("any",),
    "rival": ("any",),
    "nobody": ("any",),
    "one rival": ("any",),
    "he": ("any",),
}
_WHOSE: Mapping[Any, tuple[Any, ...]] = {"yours": ("any player",), "a rival": ("any player",), "any player": ("yours",)}
_WHO: Mapping[str, tuple[str, ...]] = {
    "you": ("a rival",),
    "a rival": ("any player",),
    "any player": ("you",),
    "another player": ("you",),
}
_REACH: Mapping[str, tuple[str, ...]] = {"direct": ("any attempt",), "any attempt": ("direct",), "defense": ("direct",)}
_TIMINGS: Mapping[str, tuple[str, ...]] = {"any time": ("on your turn",), "on your turn": ("any time",)}
_MOMENTS: Mapping[str, tuple[str, ...]] = {
    "when": ("after",),
    "right after": ("after",),
    "after": ("right after",),
    "each time": ("after",),
}
_HAPPENS: Mapping[str, tuple[str, ...]] = {
    "is destroyed": ("is captured",),
    "is captured": ("is destroyed",),
    "is captured or destroyed": ("is captured", "is destroyed"),
    "is killed or destroyed": ("is killed",),
    "is destroyed or Devastated": ("is Devastated",),
    "succeeds": ("fails",),
    "fails": ("succeeds",),
}
_USES: Mapping[str, tuple[str, ...]] = {
    "once each turn": ("at will",),
    "once on each of your turns": ("once each turn", "at will"),
    "once": ("at will",),
    "play once": ("play",),
    "play once each turn": ("play",),
}
_UNTIL: Mapping[str, tuple[str, ...]] = {
    "until the turn ends": ("for good", "for that attack"),
    "until the end of your turn": ("for good",),
    "for that attack": ("until the turn ends",),
    "until the start of your next turn": ("until the turn ends",),
    "until the end of your next turn": ("until the turn ends",),
    "until the end of their next turn": ("until the turn ends",),
    "until the end of that phase": ("until the turn ends",),
    "for one action": ("until the turn ends",),
    "for its next action": ("until the turn ends",),
    "for good": ("until the turn ends",),
    "in defense until the start of your next turn": ("until the turn ends",),
    "for one defense": ("until the turn ends",),
    "for its next action or defense": ("until the turn ends",),
    "until they have another master": ("until the turn ends",),
}
_OTHERS: Mapping[str, tuple[str, ...]] = {
    "he": ("every player",),
    "each rival": ("every player",),
    "rival": ("every player",),
    "its owner": ("he",),
    "the defender": ("the attacker",),
    "the attacker": ("the defender",),
    "that player": ("every player",),
}
_WORDS: Mapping[tuple[type, str], tuple[str, Mapping[Any, tuple[Any, ...]]]] = {
    (t.Groups, "owner"): ("an owner changed", _OWNERS),
    (t.Attacks, "owner"): ("an owner changed", _WHOSE),
    (t.Bonus, "reach"): ("direct against any attempt", _REACH),
    (t.Ability, "timing"): ("the moment moved", _TIMINGS),
    (t.Ability, "use"): ("a limit dropped", _USES),
    (t.OnCard, "happens"): ("the event changed", _HAPPENS),
    (t.OnCard, "by"): ("the player changed", _WHO),
    (t.OnCard, "moment"): ("the moment moved", _MOMENTS),
    (t.OnAttack, "happens"): ("the event changed", _HAPPENS),
    (t.OnAttack, "moment"): ("the moment moved", _MOMENTS),
    (t.OnDeed, "who"): ("the player changed", _WHO),
    (t.OnDeed, "moment"): ("the moment moved", _MOMENTS),
    (t.Treat, "may"): ("may against must", {"may": ("must",), "must": ("may",)}),
    (t.They, "who"): ("the wrong player", _OTHERS),
    (t.Puts, "who"): ("the wrong player", _OTHERS),
    (t.Comparison, "operator"): ("at least against at most", {">=": ("<=",), "<=": (">=",)}),
}
"""By construction and field, what each word becomes."""
_FLAGS: Mapping[str, str] = {
    "other": "other dropped",
    "not_for_goals": "not for Goals dropped",
    "alone": "a limit dropped",
    "always": "a duty dropped",
    "stays": "a limit dropped",
    "secret": "Secret dropped",
    "any_alignment": "a permission dropped",
    "free": "a permission dropped",
    "added": "a permission dropped",
    "instead": "a limit dropped",
    "extra": "extra dropped",
    "allowed": "a choice dropped",
    "up_to": "up to dropped",
    "rounded_up": "rounding changed",
    "aided": "aided dropped",
    "or_target": "or the target dropped",
    "shared": "shared dropped",
    "eliminated": "a permission dropped",
    "help": "a permission dropped",
}
"""Words that are there or not: what it is to leave them out. `and their special abilities` is none: immunity always
covers them (`wdh-immune-ability`).
"""
_LIMITS = (
    "until",
    "unless",
    "against",
    "included",
    "per",
    "limit",
    "most",
    "least",
    "margin",
    "place",
    "master",
    "structure",
    "unlinked",
    "puppet",
    "helper",
    "joined",
    "by",
    "on",
    "either",
    "not_by",
    "power",
)
"""Parts of which a sentence may do without; `included` and `per` say how much, the others how far."""
_OPPOSITE_KIND = {"control": "destroy", "destroy": "control", "neutralize": "destroy"}


def changes(node: Any, used: bool = False) -> Iterator[tuple[str, Any]]:
    """Every sentence that is one step away from this one, with what the step is. Not each can be said or run:
    `mutants_of` asks. `used`: it is part of an ability, so that what it does has to last for some time.
    """
    used = used or isinstance(node, t.Ability | t.EachMay)
    if isinstance(node, t.Ability) and is_duty(node) != is_duty(replace(node, may=not node.may)):
        yield "may against must", replace(node, may=not node.may)
    for name in node.__struct_fields__:
        steps: Iterator[tuple[str, Any]]
        if (
            isinstance(node, t.Ability)
            and name == "timing"
            and hasattr(node.timing, "moment")
            and is_duty(node, alone=True)
        ):
            steps = _of_duty(node.timing)
        elif isinstance(node, t.CountsFor) and name == "what":
            steps = _of_count(node.what)
        elif isinstance(node, t.DiscardCost) and name == "cards":
            steps = _of_discard(node.cards, used)
        else:
            steps = _changed(node, name, getattr(node, name), used)
        for what, value in steps:
            if isinstance(node, t.PowerPlot) and what == "a number by one" and name == "who":
                continue  # one Group, which pays with its own action
            try:
                yield what, replace(node, **{name: value})
            except (TypeError, ValueError):
                continue


# Some steps lead to a sentence that no table can tell from the first one. They are not made, by kind, each for its
# reason.


def is_duty(said: t.Ability, alone: bool = False) -> bool:
    """Whether an ability works of itself. Where it does not, its player uses it or leaves it, and `if you choose` says
    nothing: an ability with a price or a limit of uses, a Plot that is played, one that only lets its player do
    something or brings cards from a deck, for nobody must draw (`wdh-plotget-optional`, `wdh-grpget-optional`). With
    `alone` also no one decides how it is done.
    """
    if said.may or said.costs or said.use != "at will":
        return False
    meant = lower(replace(said, may=False))
    effects = meant.effects
    if any(isinstance(getattr(rider, "means", None), c.Once) for rider in meant.also):
        return False
    if effects and all(map(_is_draw, effects)):
        return False
    if isinstance(said.timing, str):  # the start or the end of a turn, of which cards must do what they say
        return not alone and said.timing in (
            "at the start of your turn",
            "at the start of any turn",
            "at the end of your turn",
            "at the end of any turn",
        )
    return all(map(triggers._happens if alone else triggers._may_happen, effects))


def _is_draw(effect: Any) -> bool:
    """Whether an effect brings its player cards from a deck."""
    if not isinstance(effect, t.Do) or not isinstance(effect.cards, t.Cards):
        return False
    piles = effect.cards.place or ()
    top = effect.cards.state == "top" or (piles and all("deck" in pile.name for pile in piles))
    return effect.verb == "draw" or (effect.verb == "take" and bool(top))


def _of_duty(timing: Any) -> Iterator[tuple[str, Any]]:
    """What the event of an ability may be instead that works of itself and at once: `right after`, `after` and `each
    time` are then one moment, and so is `when` of what happens to a card, but that it is attacked, and of what somebody
    does outside of attacks: a position tells what holds in an attack, not what comes after it.
    """
    one = timing.moment != "when" or _is_apart(timing)
    for what, other in changes(timing, True):
        if other.moment == timing.moment or not one or getattr(timing, "deed", "") == "roll":
            yield what, other


def _is_apart(timing: Any) -> bool:
    """Whether an event is none that a position can tell."""
    if isinstance(timing, t.OnDeed):
        return timing.deed in (
            "capture",
            "take control of",
            "receive",
            "expose",
            "look at",
        ) or timing.what == t.Duplicate(t.Ref("this card"))
    return isinstance(timing, t.OnCard) and timing.happens != "is attacked"


def _of_count(what: Any) -> Iterator[tuple[str, Any]]:
    """What a card may count instead toward a Goal.

    Whose card it is need not be said: Goals count what their player has.
    """
    for step, other in _changed(what, "what", what):
        if not (
            step == "an owner changed"
            and isinstance(what, t.Groups)
            and what.owner == "you"
            and other == replace(what, owner="any")
        ):
            yield step, other


def _of_discard(cards: Any, used: bool) -> Iterator[tuple[str, Any]]:
    """What else may be discarded as a price.

    That the cards come from the hand need not be said (`wdh-glos-discard-cost-hand`, `sg-glo-discard-from-hand`).
    """
    for what, other in _changed(cards, "cards", cards, used):
        if not (
            what == "a limit dropped" and "from your hand" in _places(cards) and "from your hand" not in _places(other)
        ):
            yield what, other


def _places(node: Any) -> list[Any]:
    return [getattr(each, "place", None) for each in nodes(node)]


def _changed(node: Any, name: str, value: Any, used: bool = False) -> Iterator[tuple[str, Any]]:
    """What one field of a construction may be instead."""
    if word := _WORDS.get((type(node), name)):
        what, table = word
        for other in table.get(value, ()) if isinstance(value, str) else ():
            yield what, other
    if name == "until" and value in _UNTIL:
        for other in _UNTIL[value]:
            yield "the moment moved", other
    if name == "kinds" and value:
        if len(value) == 1:
            yield "control against destroy", (_OPPOSITE_KIND[value[0]],)
        else:
            for kind in ("control", "destroy"):
                if kind in value:
                    yield "control against destroy", (kind,)
        return
    if isinstance(node, t.StatChange) and name == "instead":
        if value:
            yield "a limit dropped", 0
        return
    if isinstance(value, bool):
        if (
            value and name in _FLAGS and not (isinstance(node, t.GoalCard) and name == "alone")
        ):  # what it asks, no other Goal changes
            yield _FLAGS[name], False
        return
    if isinstance(value, int) and not value == 0 == getattr(type(node), name, None):  # 0 that no sentence says
        yield "a number by one", value + 1
    if (
        value is not None
        and name in _LIMITS
        and not isinstance(value, tuple)
        and (name, value) != ("place", "in play")  # cards are, if nothing else is said
        and not (name == "place" and node == t.Groups(kind="card", place=value))  # all cards of the game
    ):
        yield (
            "a limit dropped",
            "for good" if name == "until" and used else None,
        )  # what is done and said to last for no time means nothing
    if isinstance(value, tuple):
        yield from _from_list(name, value, used)
    elif isinstance(value, Struct):
        yield from changes(value, used)


def _from_list(name: str, value: tuple[Any, ...], used: bool = False) -> Iterator[tuple[str, Any]]:
    """A list without one of its members, or with one of them changed."""
    what = (
        "a condition dropped"
        if name in ("when", "while_", "condition", "numbers", "without")
        else "a limit dropped"
        if name == "also"
        else "one of several dropped"
    )
    if any(isinstance(member, t.OwnBonus) for member in value):
        return  # only the best bonus of a card counts anyway
    if len(value) > 1 or name in ("when", "while_", "numbers", "without", "also", "against", "then"):
        for at, member in enumerate(value):
            if not (isinstance(member, t.Rider) and member.what in lexicon.BY_RULE):
                yield what, value[:at] + value[at + 1 :]
    for at, member in enumerate(value):
        inner = (
            changes(member, used)
            if isinstance(member, Struct)
            else _from_list(name, member, used)
            if isinstance(member, tuple)
            else ()
        )
        for what, other in inner:
            yield what, (*value[:at], other, *value[at + 1 :])


def mutants_of(record: CardRecord, its: Ruleset) -> Iterator[Mutant]:
    """All mutants of a card, clause by clause: silenced, then each change that the language can say and the engine
    runs.
    """
    for clause in record.clauses:
        if clause.note:
            continue
        yield Mutant(record.id, clause.number, "silenced", "silenced")
        seen = {phrase(clause.sentence)}
        for what, sentence in changes(clause.sentence):
            if what == "an owner changed" and _nobody_can_tell(record, clause.sentence, sentence):
                continue
            text = _sayable(sentence)
            if text is None or text in seen:
                continue
            seen.add(text)
            if runs(replace(clause, sentence=sentence, text=text), its):
                yield Mutant(record.id, clause.number, "changed", what, sentence)


def _nobody_can_tell(record: CardRecord, was: Any, sentence: Any) -> bool:
    """Whether it can't matter whose the cards are: of a New World Order that lies on the table, which is nobody's and
    has no rivals; of those that a Group or Resource links to, which are its player's (`wdh-link-when`); of one whose
    own action is the price, for nobody spends the action of a rival's card; of those to which something is immune, for
    in INWO nothing is immune to cards of its own player (`wdh-immune-not-own`); of those as which a card counts toward
    Goals.
    """
    if record.card.subtype == "nwo" and not (
        isinstance(sentence, t.Ability) and not isinstance(sentence.timing, t.OnAttack)
    ):
        return True
    if record.card.kind != "plot" and isinstance(sentence, t.Links):
        return True
    if isinstance(sentence, t.CountsFor):
        return bool(sentence.groups != was.groups)
    if (
        isinstance(sentence, t.PowerPlot) or t.Price("that Group's action") in getattr(sentence, "costs", ())
    ) and "rivals'" not in phrase(sentence):
        return True
    return isinstance(sentence, t.Immunity) and record.card.game != "deluxe" and sentence.attackers != was.attackers


def _sayable(sentence: Any) -> str | None:
    """The sentence in words, None where the language has none for it or it means nothing."""
    try:
        text = phrase(sentence)
        if parse(text) != sentence:
            return None
        lower(sentence)
    except (LanguageError, NoMeaning, ValueError, TypeError, KeyError, AttributeError):
        return None
    return text


# --- playing them -----------------------------------------------------------------------------------------------------


class Bench:
    """The rulings of a catalog, and which of them can notice what a card says."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self.worlds = {game.id: World(catalog, game.id) for game in catalog.games}
        self.rulings = {ruling.id: ruling for ruling in catalog.rulings}
        self.records = {record.id: record for record in catalog.cards}
        named: dict[str, set[str]] = {ruling.id: set(_tokens(ruling.scenario)) for ruling in catalog.rulings}
        self.digests = {ruling.id: _digest(ruling.scenario) for ruling in catalog.rulings}
        self.naming: dict[str, list[str]] = defaultdict(list)
        families = {game: ("inwo", "subgenius") if game != "deluxe" else ("deluxe",) for game in self.worlds}
        for record in catalog.cards:
            names = {record.card.slug, record.id}
            which = [
                ruling
                for ruling in catalog.rulings
                if ruling.game in families[record.card.game]
                and (named[ruling.id] & names or "new game" in named[ruling.id] and ruling.game == "deluxe")
            ]
            which.sort(
                key=lambda ruling: (
                    ruling.game != record.card.game,
                    record.id not in ruling.cards,
                    len(named[ruling.id]),
                    ruling.id,
                )
            )
            self.naming[record.id] = [ruling.id for ruling in which]

    def notices(self, mutant: Mutant, first: str = "") -> str:
        """The first ruling that fails when the card says this, "" where none does; `first` is played before the
        others.
        """
        record = self.records[mutant.card]
        card = mutated(record.card, mutant)
        worlds: dict[str, World] = {}
        for name in sorted(self.naming[mutant.card], key=lambda each: each != first):
            ruling = self.rulings[name]
            if ruling.game not in worlds:
                worlds[ruling.game] = _world(self.worlds[ruling.game], card)
            problems: list[Any] = []
            scenario = read_scenario(ruling, worlds[ruling.game], problems)
            if scenario is None or not run(scenario, worlds[ruling.game]).passed:
                return name
        return ""

    def digest(self, card: str) -> str:
        """What a survivor has been put to: it survives as long as no ruling that names its card is new or changed."""
        return _digest([self.digests[name] for name in self.naming[card]])


def mutated(card: Card, mutant: Mutant) -> Card:
    """The card with the clause of the mutant."""
    sentence = None if mutant.sentence is None else lower(mutant.sentence)
    return replace(
        card,
        clauses=tuple(
            replace(clause, sentence=sentence) if n == mutant.clause else clause
            for n, clause in enumerate(card.clauses, 1)
        ),
    )


def _world(world: World, card: Card) -> World:
    """A game in which one card is another."""
    other = World(world.catalog, world.game)
    game, book = world.engine_game, dict(world.engine_game.book)
    book[card.id] = world._as_played(card)
    records = dict(world.cards)
    if card.slug in records and records[card.slug].id == card.id:
        records[card.slug] = replace(records[card.slug], card=card)
    other.__dict__.update(
        engine_game=replace(game, book=book), rules=world.rules, alignments=world.alignments, cards=records
    )
    return other


def _tokens(data: Any) -> Iterator[str]:
    """The words of a scenario that can be ids of cards, and `new game` where it begins one."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            if key == "seats":
                yield "new game"
            yield from _tokens(key)
            yield from _tokens(value)
    elif isinstance(data, list | tuple):
        for each in data:
            yield from _tokens(each)
    elif isinstance(data, str):
        yield from re.findall(r"[a-z0-9/-]+", data)


def _digest(data: Any) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True, default=str).encode()).hexdigest()[:16]


def code_digest(root: Path = ROOT) -> str:
    """What changes when the code or a card does."""
    found = hashlib.sha256()
    for folder in CODE:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".py", ".yaml"):
                found.update(path.read_bytes())
    return found.hexdigest()[:16]


# --- a run ------------------------------------------------------------------------------------------------------------

BROKEN = "!"
"""What stands before the error where an answer is that the engine broke: that tells nothing about the rulings."""
_bench: Bench


def _start(catalog: Catalog) -> None:
    global _bench
    _bench = Bench(catalog)


def _play(job: tuple[str, tuple[Mutant, ...], Mapping[str, str]]) -> tuple[str, list[tuple[Mutant, str]]]:
    """What becomes of mutants of one card; the ruling that noticed it in an earlier run is asked first, else the one
    that noticed the one before.
    """
    card, mutants, before = job
    found, first = [], ""
    for mutant in mutants:
        try:
            answer = _bench.notices(mutant, before.get(mutant.key) or first)
        except Exception as error:
            answer = f"{BROKEN}{type(error).__name__}: {error}"
        found.append((mutant, answer))
        first = answer if answer and not answer.startswith(BROKEN) else first
    return card, found


def run_all(
    catalog: Catalog,
    records: Sequence[CardRecord],
    kept: Path | None,
    code: str,
    say: Any = print,
    kinds: Collection[Kind] = KINDS,
) -> list[tuple[Mutant, str]]:
    """Every mutant of these cards with the ruling that notices it, "" for none.

    What `kept` answers still is not played.
    """
    bench = Bench(catalog)
    log = list(_kept(kept)) if kept else []
    known = {key: (answer, depends) for when, key, answer, depends in log if when == code}
    before = {key: answer for _, key, answer, _ in log if answer in bench.rulings}
    answers: dict[str, str] = {}
    jobs: list[tuple[str, tuple[Mutant, ...], Mapping[str, str]]] = []
    everything: list[Mutant] = []
    for record in records:
        mutants = tuple(
            mutant for mutant in mutants_of(record, catalog.ruleset(record.card.game)) if mutant.kind in kinds
        )
        everything += mutants
        left = []
        for mutant in mutants:
            was = known.get(mutant.key)
            if was and (
                was[1] == bench.digest(record.id)
                if not was[0] or was[0].startswith(BROKEN)
                else was[1] == bench.digests.get(was[0])
            ):
                answers[mutant.key] = was[0]
            else:
                left.append(mutant)
        if left:
            jobs.append(
                (record.id, tuple(left), {mutant.key: before[mutant.key] for mutant in left if mutant.key in before})
            )
    total, done = len(everything), len(answers)
    say(f"{total} mutants of {len(records)} cards, {done} answered before")
    global _bench
    _bench = bench  # The workers are forked: what is read is theirs.
    if jobs:
        keep = kept.open("a", encoding="utf-8") if kept else open("/dev/null", "w")
        with multiprocessing.get_context("fork").Pool(AT_ONCE) as pool, keep as written:
            for at, (card, found) in enumerate(pool.imap_unordered(_play, jobs), 1):
                for mutant, answer in found:
                    answers[mutant.key] = answer
                    depends = bench.digest(card) if not answer or answer.startswith(BROKEN) else bench.digests[answer]
                    written.write(json.dumps([code, mutant.key, answer, depends]) + "\n")
                written.flush()
                done += len(found)
                if at % 25 == 0 or at == len(jobs):
                    say(f"{done} of {total}")
    return [(mutant, answers[mutant.key]) for mutant in everything]


def _kept(path: Path) -> Iterator[tuple[str, str, str, str]]:
    """What was answered: with which code, of which mutant, the answer and what it depends on."""
    path.parent.mkdir(parents=True, exist_ok=True)
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            when, key, answer, depends = json.loads(line)
        except ValueError:  # The last run was stopped in the middle of a line.
            continue
        yield when, key, answer, depends


def scores(catalog: Catalog, answers: Iterable[tuple[Mutant, str]]) -> dict[str, dict[str, int]]:
    """By set: the clauses, and of the mutants of each kind how many there are and how many are noticed.

    Broken ones do not count.
    """
    sets = {record.id: record.card.set for record in catalog.cards}
    found = {each.id: dict.fromkeys(SCORES, 0) for each in catalog.sets}
    for mutant, answer in answers:
        if not answer.startswith(BROKEN):
            row = found[sets[mutant.card]]
            row[mutant.kind] += 1
            row[f"{mutant.kind}_noticed"] += bool(answer)
            row["clauses"] += mutant.kind == "silenced"
    return found


def report(answers: Sequence[tuple[Mutant, str]], table: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    """What to tell people: who survives, silenced ones first, then those that nothing can tell from the card, each with
    the reason, what broke the engine, and the scores by set and by what was changed.
    """
    left: Mapping[str, str] = yaml.safe_load(LEFT.read_text(encoding="utf-8"))
    for kind in KINDS:
        yield from (
            f"SURVIVED  {mutant}"
            for mutant, answer in answers
            if mutant.kind == kind and not answer and mutant.key not in left
        )
    yield from (
        f"EQUAL  {mutant}  {left[mutant.key]}" for mutant, answer in answers if not answer and mutant.key in left
    )
    yield from (
        f"NOTICED, though {LEFT.name} says that it can't be  {mutant}"
        for mutant, answer in answers
        if answer and mutant.key in left
    )
    yield from (f"BROKEN  {mutant}  {answer}" for mutant, answer in answers if answer.startswith(BROKEN))
    for name, row in table.items():
        silenced, changed = (f"{kind} {row[f'{kind}_noticed']} of {row[kind]} noticed" for kind in KINDS)
        yield f"{name}: {row['clauses']} clauses, {silenced}, {changed}"
    kinds: dict[str, Counter[str]] = defaultdict(Counter)
    for mutant, answer in answers:
        if not answer.startswith(BROKEN):
            kinds[mutant.what]["of"] += 1
            kinds[mutant.what]["noticed"] += bool(answer)
    yield from (f"  {what}: {count['noticed']} of {count['of']}" for what, count in sorted(kinds.items()))


def main(words: Sequence[str] = ()) -> int:
    """Run them, print survivors and scores; answers the exit status: 1 unless all that are silenced are noticed."""
    parser = argparse.ArgumentParser(prog="make mutants ARGS='cards ...'", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("texts", nargs="*", metavar="text", help="only cards whose id has one of these")
    parser.add_argument("--only", choices=KINDS, help="only mutants of this kind")
    options = parser.parse_args(words)
    texts, chosen = options.texts, (options.only,) if options.only else KINDS
    catalog = read_catalog(ROOT)
    records = [record for record in catalog.cards if not texts or any(text in record.id for text in texts)]
    if not records:
        print("no card has that text")
        return 2
    answers = run_all(catalog, records, ROOT / KEPT, code_digest(), lambda text: print(text, flush=True), chosen)
    table = scores(catalog, answers)
    for line in report(answers, table):
        print(line)
    if not texts and chosen == KINDS:
        commit = subprocess.run(
            ["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True
        ).stdout.strip()
        write_abilities(ROOT, Abilities(commit, table))
    return int(any(row["silenced_noticed"] < row["silenced"] for row in table.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
