"""Lowering: a sentence as it is written becomes one that means: each selector a test, each reference cards, each
condition a term of the core.

What a sentence does (its constructions of effects, bonuses and so on) stays as it is read.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cache
from itertools import pairwise
from typing import Any, TypeVar

from msgspec import Struct

from generator.language import phrase
from generator.language import tree as t
from generator.meaning import core as c
from generator.meaning import lexicon
from generator.structs import replace

T = TypeVar("T")


class NoMeaning(ValueError):
    """Words that the language can write and that mean nothing where they stand: which words, and as what."""

    def __init__(self, word: object, where: str) -> None:
        self.word, self.where = word, where
        super().__init__(f"{word!r} has no meaning as {where}")


@cache
def lower(sentence: Any) -> Any:
    """The sentence, or any part of one, with its selectors, references and conditions as terms of the core.

    Raises NoMeaning.
    """
    match sentence:
        case t.Named() | t.Groups() | t.Either() | t.Ref():
            return test(sentence)
        case t.Comparison():
            return number(sentence)
        case t.OwnBonus():
            return "others"
        case t.Immunity(who=str() as who) if who != "you":
            return _parts(replace(sentence, who=_meaning(lexicon.CARDS, who, "what is immune")))
        case t.Cards(place=None):
            return replace(_parts(sentence), place=())
        case t.Cancel(whose=t.Named() | t.Groups() | t.Either() as whose, aided=False):
            return _parts(replace(sentence, whose=t.Pick(1, whose)))
        case t.Ability(also=also) if any(rider.what in lexicon.BY_RULE for rider in also):
            return lower(replace(sentence, also=tuple(rider for rider in also if rider.what not in lexicon.BY_RULE)))
        case t.Ability(then=then) if then:
            return lower(replace(sentence, effects=(*sentence.effects, *then), then=()))
        case t.Ability(costs=(t.ActionsOf(who=t.Ref("the linked card")), *_)):
            return lower(t.Granted(t.Ref("the linked card"), _its_own(sentence)))
        case t.EachMay(who, timing, effects, spends):
            costs = (t.Price("this card's action"),) if spends else ()
            there = isinstance(who, t.Groups) and who.place == "on the attacking side"
            when = (t.OneOf(t.Ref("this card"), who),) if there else ()
            ability = t.Ability(timing, effects, costs, when=when, may=not spends)
            return lower(t.Granted(replace(who, place=None) if there else who, ability))
        case t.Ability(effects=(first, *more), upon=t.Pick() as upon):
            return lower(replace(sentence, effects=(_chosen(first, upon), *more), upon=None))
        case t.Ability(use="once on each of your turns", timing=timing) if timing != "on your turn":
            meant = _parts(sentence)
            return replace(meant, when=(*meant.when, c.TurnOf("you")))
        case t.Ability():
            meant = _parts(sentence)
            return replace(meant, effects=_linking(meant.effects))
        case t.WithHelp(who, what):
            return lower(t.With(replace(what, joined=who)))
        case t.Rider(what=what):
            return c.Rider(what, _meaning(lexicon.RIDERS, what, "a limit of an ability"))
        case t.Pick() | t.Some() | t.Each() | t.EachOfTarget():
            return _parts(sentence)
        case _ if type(sentence) in _CONDITIONS:
            return condition(sentence)
        case tuple():
            return tuple(lower(each) for each in sentence)
    return _parts(sentence)


def _parts(node: Any) -> Any:
    """A construction with its parts lowered, and words by what they mean in that field; anything else as it is."""
    if not isinstance(node, Struct):
        return node
    changed = {}
    for name in node.__struct_fields__:
        value: Hashable = getattr(node, name)
        where = f"{type(node).__name__}.{name}"
        words = lexicon.FIELDS.get(name) or lexicon.FIELDS.get(where)
        if words is not None and isinstance(value, str):
            changed[name] = _meaning(words, value, where)
        elif words is not None and isinstance(value, tuple):
            changed[name] = tuple(
                _meaning(words, each, where) if isinstance(each, str) else lower(each) for each in value
            )
        elif isinstance(value, Struct | tuple):
            changed[name] = lower(value)
    return replace(node, **changed) if changed else node  # type: ignore[type-var]


def _chosen(effect: Any, on: t.Pick) -> Any:
    """The effect with the Group that is chosen in the place of `that Group`. Raises NoMeaning."""
    if isinstance(effect, t.EitherEffect):
        (first, *more), (second, *others) = effect.first, effect.second
        return replace(effect, first=(_chosen(first, on), *more), second=(_chosen(second, on), *others))
    for name in effect.__struct_fields__:
        if getattr(effect, name) == t.Ref("that Group"):
            return replace(effect, **{name: on})
    raise NoMeaning(phrase(effect), "what is done to the Group that it is played on")


def _its_own(ability: t.Ability) -> Any:
    """An ability for which the linked card spends its action, as that card says it itself."""

    def said(part: Any) -> Any:
        if part == t.Ref("the linked card"):
            return t.Ref("this card")
        if isinstance(part, Struct):
            changed = {name: said(getattr(part, name)) for name in part.__struct_fields__}
            return replace(part, **changed)  # type: ignore[type-var]
        return tuple(map(said, part)) if isinstance(part, tuple) else part

    return said(replace(ability, costs=(t.Price("this card's action"), *ability.costs[1:])))


def _linking(effects: tuple[Any, ...]) -> tuple[Any, ...]:
    """The effects, lowered; what is said of the linked card right after the link holds as long as the link does, and
    the first of it makes the link.
    """
    for at, (link, effect) in enumerate(pairwise(effects)):
        if isinstance(link, t.Act) and link.verb == "link" and _of_linked(effect):
            first, *more = (replace(each, until="linked") if _of_linked(each) else each for each in effects[at + 1 :])
            return (*effects[:at], replace(first, who=link.what), *more)
    return effects


def _of_linked(effect: Any) -> bool:
    """Whether it does something for a while, and does not say how long, to the linked card."""
    return getattr(effect, "who", None) == c.LINKED and getattr(effect, "until", "never") is None


def _meaning(table: Mapping[str, T], word: str, where: str) -> T:
    if word not in table:
        raise NoMeaning(word, where)
    return table[word]


# --- cards and tests of them ------------------------------------------------------------------------------------------


def test(selector: t.Chosen) -> c.Test:
    """What a selector asks of a card. Raises NoMeaning."""
    match selector:
        case t.Pick() | t.Some():
            raise NoMeaning(phrase(selector), "a test of a card: nobody chooses here")
        case t.Named(names):
            return c.Named(names)
        case t.Ref(which):
            return _meaning(lexicon.CARDS, which, "cards")
        case t.Either(members):
            return c.AnyOf(tuple(test(each) for each in members))
    printed = selector.place == lexicon.AS_PRINTED
    place = c.ANY if printed or selector.place is None else _meaning(lexicon.WHERE, selector.place, "a place")
    return c.every(
        _meaning(lexicon.NOUNS, selector.kind, "a noun"),
        traits(selector.traits, printed=printed),
        *(c.Not(c.Trait(name)) for name in selector.without),
        _meaning(lexicon.OWNERS, selector.owner, "an owner"),
        c.Not(c.THIS) if selector.other else c.ANY,
        *(number(each) for each in selector.numbers),
        c.ANY if selector.master is None else c.HasMaster(test(selector.master)),
        place,
        c.ANY if selector.structure is None else c.SameStructure(test(selector.structure)),
        c.ANY if selector.puppet is None else c.HasPuppet(test(selector.puppet)),
        c.ANY if selector.unlinked is None else c.Not(c.HasLink(test(selector.unlinked))),
    )


def traits(combinations: tuple[tuple[str, ...], ...], *, printed: bool = False) -> c.Test:
    """Any of these combinations of alignments and attributes: (("Straight", "Fanatic"), ("Weird",)); anything, where
    there are none.
    """
    if not combinations:
        return c.ANY
    return c.either(*(c.every(*(c.Trait(name, printed) for name in each)) for each in combinations))


def number(comparison: t.Comparison) -> c.Test:
    """A comparison of a number of the card; between two numbers it is two comparisons."""
    stat = c.Number("arrows" if comparison.stat == "outgoing arrows" else comparison.stat)
    if comparison.most is not None:
        return c.every(c.Compare(stat, ">=", comparison.value), c.Compare(stat, "<=", comparison.most))
    return c.Compare(stat, comparison.operator, comparison.value)


# --- conditions -------------------------------------------------------------------------------------------------------

_CONDITIONS = (t.Controls, t.InPlay, t.Is, t.OneOf, t.Has, t.TakesPart, t.Linked, t.Fact, t.About)
LOWERED = (t.Named, t.Groups, t.Either, t.Ref, t.Comparison, t.OwnBonus, *_CONDITIONS)
"""The constructions of which nothing is left when a sentence is lowered: each is a term of the core."""


def condition(said: Any) -> c.Condition:
    """What a condition asks. Raises NoMeaning."""
    match said:
        case t.Fact(event):
            return _meaning(lexicon.FACTS, event, "a fact")
        case t.Controls(player, what):
            least, of = (what.count, what.of) if isinstance(what, t.Pick) else (1, what)
            if player in lexicon.EXPOSES:
                who, holds = lexicon.EXPOSES[player]
                return _so(c.Exposed(who, test(of)), holds)
            whose, holds = _meaning(lexicon.CONTROLS, player, "who controls")
            return _so(c.Exists(c.every(whose, test(of)), least), holds)
        case t.InPlay(who, holds):
            return _so(c.Exists(test(who)), holds)
        case t.Is(who, combinations, holds):
            such = traits(combinations)
            return c.Every(_cards(who), such if holds else c.Not(such))
        case t.OneOf(who, what, holds):
            such = test(what) if holds else c.Not(test(what))
            return c.Among(_cards(who), such) if who.which in lexicon.EITHER else c.Every(_cards(who), such)
        case t.Has(who, comparison):
            return c.Every(_cards(who), number(comparison))
        case t.Linked(what, to):
            return c.Among(_cards(to), c.HasLink(test(what)))
        case t.TakesPart(who, or_target):
            sides = c.Role("either side")
            return c.Among(c.Together((sides, c.TARGET)) if or_target else sides, test(who))
        case t.About(what):
            return c.About(test(what))
    raise NoMeaning(said, "a condition")


def _cards(ref: t.Ref) -> c.Cards:
    return _meaning(lexicon.CARDS, ref.which, "cards")


def _so(found: c.Condition, holds: bool) -> c.Condition:
    return found if holds else c.Fails(found)
