"""What the tests draw at random: sentences of the language, cards, positions and attacks. Shared by all tests.

`examples(strategy, count)` is the same list every time: for tests that must look at thousands of cases in bulk.
"""

from __future__ import annotations

import typing
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, get_args

from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.control import BuildContext
from hypothesis.errors import StopTest, UnsatisfiedAssumption
from hypothesis.internal.conjecture.data import ConjectureData

from generator.engine.attack import DIFFERENCES, PURSES, means
from generator.engine.cards import SIDES, Card, Clause
from generator.engine.line import alignments_in
from generator.engine.position import Position, attack_of
from generator.engine.reads import SUM
from generator.engine.selecting import QUALITIES
from generator.engine.situation import Attack, Piece, Rule, Rules
from generator.language import ALIGNMENTS, KINDS, constructions, forms, phrase
from generator.language import tree as t
from generator.language.effects import is_done
from generator.language.rules import TIES
from generator.meaning import core as c
from generator.meaning import lexicon, lower
from generator.meaning.lexicon import CARDS, CONTROLS, FACTS, NOUNS, OWNERS, WHERE
from generator.structs import replace
from tests.test_structure import literals

STATS = ("Power", "Transferable Power", "Resistance", "Income")
ROLES = ("attacker", "target", "helper", "opponent")
ASKED = (*ROLES, "it")
ATTRIBUTES = ("Secret", "Computer", "Space", "Media")
WITH_ATTRIBUTES = (*ALIGNMENTS, *ATTRIBUTES)
ATTACK_SENTENCES = (
    t.Bonus,
    t.BonusTo,
    t.DefenseOf,
    t.StatAgainst,
    t.StatChange,
    t.StatSet,
    t.StatEqual,
    t.Becomes,
    t.AlignmentsOf,
    t.AlignmentWeight,
    t.CountsAs,
    t.Participation,
    t.MayJoin,
    t.MayNot,
    t.Cannot,
    t.Immunity,
    t.Ignores,
    t.Treat,
    t.NoEffect,
)
"""The sentences of cards that an attack sum or its legality looks at."""
WORDS = ("Eris", "Fnord", "Bob's", "O.M.C.L.", "23", "Ægir", "L-4", "Café", "Y/Z")


def examples(strategy: st.SearchStrategy, count: int, seed: int = 0) -> list[Any]:
    """`count` values of the strategy, each drawn anew, the same ones in every run.

    `@given` makes most of its examples by changing earlier ones a little, which is right for finding a failure and
    wrong for covering a space in bulk; so this goes to the engine below it.
    """
    found: list[Any] = []
    chance = Random(seed)
    while len(found) < count:
        data = ConjectureData(random=Random(chance.random()))
        try:
            with BuildContext(data, wrapped_test=examples):
                found.append(data.draw(strategy))
        except (StopTest, UnsatisfiedAssumption):  # a filter found nothing that fits
            continue
    return found


def known_words(construction: type, field: str) -> list[Any]:
    """The words of a field that the attack sum knows by what they mean; None where it may say nothing."""
    hint, known = typing.get_type_hints(construction)[field], SUM.get(construction, {}).get(field)
    means_ = lexicon.FIELDS.get(f"{construction.__name__}.{field}", {})

    def meant(word: str) -> tuple[Any, ...]:
        found = means_.get(word, word)
        return found if isinstance(found, tuple) else (found,)

    nothing = (None,) if type(None) in typing.get_args(hint) else ()
    return [
        *nothing,
        *sorted(word for word in literals(hint) if not known or all(each in known for each in meant(word))),
    ]


# --- sentences ------------------------------------------------------------------------------------------------------


def names() -> st.SearchStrategy[str]:
    """Names of cards, with the letters and signs that names have."""
    return st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)


def rarely(strategy: st.SearchStrategy) -> st.SearchStrategy:
    """None, but a value of the strategy once in four times."""
    return st.sampled_from((False, False, False, True)).flatmap(lambda wanted: strategy if wanted else st.none())


def some(items: Sequence[str], most: int = 3) -> st.SearchStrategy[tuple[str, ...]]:
    """One to `most` different items, in any order."""
    return st.lists(st.sampled_from(items), min_size=1, max_size=most, unique=True).map(tuple)


def kinds() -> st.SearchStrategy[tuple[str, ...]]:
    """One or more kinds of attack."""
    return some(KINDS)


def named(card_names: Sequence[str] = ()) -> st.SearchStrategy[t.Named]:
    """Cards by name: of `card_names`, else of any name."""
    choice = some(card_names) if card_names else st.lists(names(), min_size=1, max_size=3, unique=True).map(tuple)
    return st.builds(t.Named, choice)


def comparisons(most: int = 6) -> st.SearchStrategy[t.Comparison]:
    """A number on a card against a number from 0 to `most`."""
    return st.builds(t.Comparison, st.sampled_from(STATS), st.sampled_from((">=", "<=", "=")), st.integers(0, most))


def groups(card_names: Sequence[str] = ()) -> st.SearchStrategy[t.Groups]:
    """Cards by any mixture of what a selector can ask."""
    return st.builds(
        t.Groups,
        traits=st.just(()) | st.lists(some(WITH_ATTRIBUTES, 2), min_size=1, max_size=3, unique=True).map(tuple),
        owner=st.sampled_from(("any", "any", *OWNERS)),
        other=st.sampled_from((False, False, True)),
        numbers=st.lists(comparisons(), max_size=2).map(lambda numbers: tuple(numbers[1:])),
        master=rarely(named(card_names) | refs() | st.builds(t.Groups, st.just((("Weird",),)))),
        kind=st.sampled_from(("Group",) * 9 + tuple(NOUNS)),
        without=rarely(some(WITH_ATTRIBUTES, 2)).map(lambda found: found or ()),
        place=rarely(st.sampled_from(tuple(WHERE))),
        structure=rarely(rarely(named(card_names))),
        puppet=rarely(rarely(named(card_names))),
        unlinked=rarely(rarely(named(card_names))),
    )


def refs() -> st.SearchStrategy[t.Ref]:
    """A card by where it stands."""
    return st.builds(t.Ref, st.sampled_from(tuple(CARDS)))


def selectors(card_names: Sequence[str] = ()) -> st.SearchStrategy[t.Selector]:
    """Any selector."""
    broad = st.builds(
        t.Groups,
        owner=st.sampled_from(("any", "any", "you", "rival", "nobody")),
        kind=st.sampled_from(("Group", "Group", *NOUNS)),
    )
    narrow = st.sampled_from((named, groups, groups)).flatmap(lambda make: make(card_names))
    either = st.builds(t.Either, st.lists(narrow | refs(), min_size=2, max_size=3, unique=True).map(tuple))
    return st.sampled_from((broad, broad, broad, broad, refs(), either, narrow, narrow)).flatmap(lambda found: found)


def whiles(card_names: Sequence[str] = ()) -> st.SearchStrategy[tuple[t.Condition, ...]]:
    """No condition, or one or two of those that a standing sentence may have."""
    which, holds = selectors(card_names), st.sampled_from((True, True, False))
    one = st.one_of(
        st.builds(t.Controls, st.sampled_from(tuple(CONTROLS)), which | st.builds(t.Pick, st.just(2), which)),
        st.builds(t.InPlay, which, holds),
        st.builds(
            t.Is, refs(), st.lists(some(WITH_ATTRIBUTES, 2), min_size=1, max_size=3, unique=True).map(tuple), holds
        ),
        st.builds(t.OneOf, refs(), which, holds),
        st.builds(t.Has, refs(), comparisons()),
        st.builds(t.TakesPart, which, st.booleans()),
        st.builds(t.Fact, st.sampled_from(tuple(FACTS))),
        st.builds(t.About, which),
    )
    return st.just(()) | st.lists(one, min_size=1, max_size=2, unique=True).map(tuple)


def pers(card_names: Sequence[str] = ()) -> st.SearchStrategy[t.Per | None]:
    """Nothing, or something to count."""
    which = selectors(card_names)
    return rarely(
        st.one_of(
            st.builds(t.Each, which),
            st.builds(t.EachOfTarget, which),
            st.builds(t.TraitsOfTarget, some(WITH_ATTRIBUTES, 4)),
            st.builds(t.Thing, st.just("point of its Power")),
        )
    )


def named_attacks(card_names: Sequence[str] = ()) -> st.SearchStrategy[t.Attacks]:
    """Attacks by what they are, mostly of the kinds that Groups make."""
    which = rarely(selectors(card_names))
    return st.builds(
        t.Attacks,
        st.sampled_from(("", "", *QUALITIES, "Instant")),
        st.just(()) | kinds(),
        which,
        which,
        which,
        st.sampled_from((None, None, "yours", "a rival", "any player")),
        st.none(),
        which,
        which,
    )


def can_be_set(said: t.StatSet) -> bool:
    """Whether it makes sense: nothing is 0 times as much, or divided by 0."""
    return said.value > 0 or said.how not in ("times", "divided")


def attack_abilities(card_names: Sequence[str] = ()) -> st.SearchStrategy[t.Sentence]:
    """Every kind of ability that an attack sum or its legality looks at."""
    which, while_, per = selectors(card_names), whiles(card_names), pers(card_names)
    which_attacks, stat, amount = named_attacks(card_names), st.sampled_from(STATS), st.integers(-9, 9)
    powers = st.sampled_from(
        (
            "Power",
            "Power",
            "Resistance",
            "Power and Resistance",
            "printed Power",
            "Global Power",
            "Power and Global Power",
        )
    )
    alignment = st.sampled_from(ALIGNMENTS)
    instead = st.sampled_from(
        (
            None,
            t.OwnBonus(4, "any attempt"),
            "the usual modifiers for those alignments",
            "the usual -4 for an opposite alignment",
            "the usual -4 for sharing that alignment",
        )
    )
    bonus = st.builds(
        t.Bonus,
        amount,
        st.sampled_from(("direct", "any attempt", "defense")),
        kinds(),
        st.none() | which,
        per,
        replaces=instead.map(lambda each: () if each is None else (each,)),
        while_=while_,
        added=st.sampled_from((False, False, True)),
    )
    deed = st.sampled_from((*known_words(t.MayNot, "deed"), "play"))
    joining = st.sampled_from((*("attack",) * 8, *known_words(t.MayJoin, "deed"), "interfere in"))
    return st.sampled_from(
        (
            bonus,
            bonus,
            bonus,
            st.builds(
                t.BonusTo,
                amount,
                which_attacks,
                per,
                st.sampled_from(((), (), (t.OwnBonus(2, "any attempt"),))),
                while_=while_,
            ),
            st.builds(t.DefenseOf, amount, which, rarely(which_attacks), per, while_=while_),
            st.builds(t.StatAgainst, stat, st.integers(0, 20), which),
            st.builds(
                t.StatChange,
                which,
                st.integers(-5, 5),
                stat | powers,
                per,
                rarely(which_attacks),
                instead=st.sampled_from((0, 1)),
                while_=while_,
            ),
            st.builds(
                t.StatSet,
                which,
                powers,
                st.integers(0, 9),
                st.sampled_from(("set", "raised", "lowered", "times", "divided")),
                rarely(which_attacks),
                rounded_up=st.booleans(),
                while_=while_,
            ).filter(can_be_set),
            st.builds(
                t.StatEqual,
                which,
                powers,
                st.sampled_from((*known_words(t.StatEqual, "source"), "your roll of 2 dice minus 2")),
                rarely(which_attacks),
                while_=while_,
            ).filter(lambda said: said.stat != "printed Power"),  # Power equal to itself has no end.
            st.builds(
                t.Becomes,
                which,
                some(WITH_ATTRIBUTES, 2),
                st.just(()) | some(WITH_ATTRIBUTES, 2),
                not_for_goals=st.booleans(),
                while_=while_,
            ),
            st.builds(
                t.AlignmentsOf,
                which,
                st.sampled_from(
                    (
                        "exactly the alignments of its master",
                        "exactly the alignments of its master plus Fanatic",
                        "no alignments",
                        "no alignments and no attributes",
                    )
                ),
                while_=while_,
            ),
            st.builds(t.AlignmentWeight, st.sampled_from(("identical", "opposite")), st.integers(0, 9), st.just(4)),
            st.builds(t.CountsAs, alignment, alignment, kinds(), which),
            st.builds(t.Participation, st.integers(1, 4)),
            st.builds(
                t.MayJoin,
                joining,
                which | which_attacks,
                rarely(which),
                st.booleans(),
                while_=while_,
                secret=st.booleans(),
                bonus=st.integers(-2, 5),
            ),
            st.builds(
                t.MayNot,
                deed,
                st.none() | which | rarely(which_attacks),
                st.sampled_from((None, "you", "your rivals", "any player", "one rival")) | which,
                rarely(which),
                while_=while_,
            ),
            st.builds(
                t.Cannot,
                which,
                some((*known_words(t.Cannot, "deed"), "moved"), 2),
                rarely(which | which_attacks | st.just("your rivals")),
                rarely(which | which_attacks | st.builds(t.EitherAttack, st.tuples(which_attacks, which_attacks))),
                allowed=st.booleans(),
                while_=while_,
            ),
            st.builds(
                t.Immunity,
                which | which_attacks,
                st.sampled_from((None, "you", "this card", "its puppets", "this card, its master and its puppets"))
                | which.filter(lambda found: not isinstance(found, t.Ref)),
                rarely(which | which_attacks),
                while_=while_,
            ),
            st.builds(t.Ignores, refs() | which, st.builds(t.ImmunityOf, which, which)),
            st.builds(
                t.Treat,
                st.just("every player"),
                st.sampled_from(("must", "must", "may")),
                st.sampled_from(("two Fanatic alignments", "its Fanatic alignment and its master's")),
                st.sampled_from(("identical", "identical", "nothing")),
            ),
            st.builds(t.NoEffect, named(card_names), st.booleans(), while_=while_),
        )
    ).flatmap(lambda found: found)


def lasting(card_names: Sequence[str] = ()) -> st.SearchStrategy[t.Sentence]:
    """What a Plot does to the card that it is linked to or played on, or to all of an alignment."""
    one = st.builds(t.Pick, st.just(1), groups(card_names))
    all_ = st.just(t.Some(t.Groups(owner="you", place="with 1 alignment of your choice"))) | st.builds(
        t.Some, groups(card_names), st.sampled_from(("all", "any"))
    )
    until = st.sampled_from(("in defense until the start of your next turn", "until the turn ends"))
    linked = st.just(t.Ref("the linked card"))
    stat = st.sampled_from(("Power", "Power and Resistance", "Global Power", "Power and Global Power"))

    def effect(
        who: st.SearchStrategy[Any], many: st.SearchStrategy[Any], until_: st.SearchStrategy[Any]
    ) -> st.SearchStrategy[Any]:
        how = st.sampled_from(("set", "raised", "times", "divided"))
        source = st.sampled_from(known_words(t.StatEqual, "source"))
        return st.one_of(
            st.builds(t.StatSet, who | many, stat, st.integers(0, 9), how, until=until_).filter(can_be_set),
            st.builds(t.StatChange, who | many, st.integers(-5, 5), stat, until=until_),
            st.builds(t.StatEqual, who, stat, source, until=until_),
            st.builds(t.Becomes, who, some(WITH_ATTRIBUTES, 2), until=until_),
        )

    link = st.builds(t.Act, st.just("link this card to"), one).map(lambda act: (act,))
    held = st.lists(effect(linked, linked, st.none()), min_size=1, max_size=2).map(tuple)
    linking = st.tuples(link, held).map(lambda parts: (*parts[0], *parts[1]))
    use = st.sampled_from(("play", "play", "play once each turn", "at will"))
    surge = st.builds(t.Groups, st.just(()) | some(ALIGNMENTS, 4).map(lambda found: tuple((each,) for each in found)))
    return st.one_of(
        st.builds(t.PowerPlot, one, st.integers(1, 9)),
        st.builds(t.SurgePlot, st.builds(t.Pick, st.just(1), surge), st.just(10)),
        st.builds(
            lambda effects_, use_: t.Ability("any time", tuple(effects_), (), use_),
            linking | st.lists(effect(one, all_, until), min_size=1, max_size=2),
            use,
        ),
        st.builds(
            t.StatSet, st.just(t.Ref("the linked card")), stat, st.integers(0, 9), st.sampled_from(("set", "times"))
        ).filter(can_be_set),
        st.builds(t.StatChange, st.just(t.Ref("the linked card")), st.integers(-5, 5), stat),
    )


def effects() -> st.SearchStrategy[t.Effect]:
    """What a used ability does."""
    count = st.integers(1, 30)
    illuminati_or_its = st.sampled_from(("your Illuminati treasury", "any of your treasuries"))
    counted = (t.Collect, t.Upkeep, t.SetRoll, t.TakeControl, t.Revive, t.Draw)
    bare = (
        t.Look,
        t.MakePrivileged,
        t.EndPrivilege,
        t.MayInterfere,
        t.DoubleIncome,
        t.CancelSpecial,
        t.LoseTurn,
        t.AllowDestroy,
        t.Redistribute,
        t.Rearrange,
    )
    return st.one_of(
        *(st.builds(node, count) for node in counted),
        *(st.just(node()) for node in bare),
        st.builds(t.Gain, count, illuminati_or_its),
        st.builds(
            t.ChangeAlignment, count, st.sampled_from(("until the end of your turn", "for this attack", "for good"))
        ),
    )


def conditions(card_names: Sequence[str] = ()) -> st.SearchStrategy[t.RuleCondition]:
    """Every condition of terms and requirements."""
    role, either = st.sampled_from(ASKED), st.booleans()
    purse = st.sampled_from(PURSES)
    return st.one_of(
        st.builds(t.Whose, role, st.sampled_from(("you", "rival", "nobody", "third")), either),
        st.builds(t.SameCard, role, st.sampled_from(("attacker", "target")), either),
        st.builds(t.IsIlluminati, role, either),
        st.builds(t.HasNumber, role, comparisons()),
        st.builds(
            t.RoleIs, role, st.lists(some(WITH_ATTRIBUTES, 2), min_size=1, max_size=3, unique=True).map(tuple), either
        ),
        st.builds(t.MayAttack, st.sampled_from((*ASKED, "attacker", "attacker"))),
        st.builds(t.Tied, st.sampled_from(("helper", "opponent", "it")), some(tuple(TIES), 1)),
        st.builds(t.Tied, role, some(tuple(TIES), 2)),
        st.builds(t.Once, role),
        st.builds(t.HasOpenArrow, role),
        st.builds(t.HasAttackLeft, role),
        st.builds(t.Distance, st.integers(1, 3)),
        st.builds(t.Played, st.sampled_from(card_names) if card_names else names()),
        st.builds(t.Privileged, either),
        st.builds(t.NoMoney, purse),
    )


def terms(card_names: Sequence[str] = ()) -> st.SearchStrategy[t.Term]:
    """Terms of a sum: numbers, counted numbers, and numbers on cards."""
    counted = st.one_of(
        st.none(),
        st.builds(t.SharedAlignments, st.sampled_from(("identical", "opposite"))),
        st.just(t.MasterAlignments()),
        st.builds(t.Money, st.sampled_from(PURSES)),
    )
    side, asked = st.sampled_from(("attack", "defense")), st.just(()) | kinds()
    proviso = st.lists(conditions(card_names), max_size=2).map(tuple)
    stat_of = st.one_of(
        st.builds(t.StatOf, st.sampled_from((*STATS, "Power", "Global Power")), st.sampled_from(ROLES)),
        st.builds(t.StatOf, st.just("Power"), st.sampled_from(("helper", "opponent")), st.booleans()),
        st.builds(t.StatOf, st.just("Power"), st.sampled_from(ROLES), permanent=st.just(True)),
    )
    return st.one_of(
        st.builds(t.Term, side, st.integers(-9, 9), counted, asked, proviso, proviso),
        st.builds(t.Term, side, stat_of, st.none(), asked, proviso, proviso),
    )


def requirements(card_names: Sequence[str] = ()) -> st.SearchStrategy[t.Requirement]:
    """Requirements of any condition."""
    proviso = st.lists(conditions(card_names), max_size=1).map(tuple)
    return st.builds(t.Requirement, conditions(card_names), st.just(()) | kinds(), proviso, proviso)


# --- any sentence ----------------------------------------------------------------------------------------------------


@st.composite
def trees(draw: st.DrawFn, *classes: type, depth: int = 0) -> Any:
    """A tree of one of these constructions, in any of its forms, with anything that may stand in its fields."""
    cls = draw(st.sampled_from(classes))
    form = draw(st.sampled_from(constructions()[cls]))
    values: dict[str, Any] = {}

    def fill(elements: Sequence[forms.Element]) -> None:
        for element in elements:
            if isinstance(element, forms.Slot):
                found = of_kind(forms.kind_of(cls, element), depth)
                done = element.how == "do"  # no other effects are said after `you may`
                if done and element.field == "when":  # after `choose a rival`
                    found = st.tuples(trees(t.Controls, t.OneOf, depth=depth + 1))
                values[element.field] = draw(found.filter(lambda each: all(map(is_done, each))) if done else found)
            elif isinstance(element, forms.Part) and draw(st.integers(0, 2 if depth < 3 else 9)) == 0:
                if element.flag:
                    values[element.flag] = True
                fill(element.elements)

    fill(form.elements)
    if cls is t.Ability and not isinstance(values.get("timing", ""), str):
        values.pop("upon", None)  # An event says for itself what it is about.
    tree = forms.made(cls, form, values)
    assume(not (form.strict and form.only and not form.only(tree)))  # Said by another form, or by none.
    return tree


def of_kind(kind: forms.Kind, depth: int) -> st.SearchStrategy[Any]:
    """What may stand in a slot."""
    match kind:
        case forms.Choice(spellings):
            return st.sampled_from([value for value, _ in spellings])
        case forms.Number(signed, of):
            return st.integers(-9, 9) if signed else st.integers(of[0], 30)
        case forms.Name():
            return names()
        case forms.Nodes(classes):
            return trees(*classes, depth=depth + 1)
        case forms.Single(one):  # `one of your Groups` is a selector there, not a number of them.
            return of_kind(one, depth).filter(lambda each: not (isinstance(each, t.Pick) and each.determiner))
        case forms.AnyOf(kinds_):
            return st.one_of(*(of_kind(each, depth) for each in kinds_))
        case forms.Several(item, _, fewest):
            most = max(fewest, 3 if depth < 3 else 1)
            return st.lists(of_kind(item, depth), min_size=fewest, max_size=most, unique=True).map(tuple)
    raise TypeError(kind)


def sentences() -> st.SearchStrategy[t.Sentence]:
    """Every sentence of the language."""
    return trees(*get_args(t.Sentence))


# --- cards and rules that no box holds --------------------------------------------------------------------------------


@st.composite
def cards(draw: st.DrawFn, number: int, card_names: Sequence[str] = (), game: str = "deluxe") -> Card:
    """A made-up card, `<game>/made-up-<number>`, with attack abilities about `card_names`: a Group mostly."""
    kind = draw(st.sampled_from(("group",) * 8 + ("illuminati", "illuminati", "resource", "plot")))
    points, group = st.none() | st.integers(0, 12), kind == "group"
    found = draw(st.lists(attack_abilities(card_names), min_size=3, max_size=7))
    if kind in ("resource", "plot"):
        found = [*found[:2], *draw(st.lists(lasting(card_names), min_size=2, max_size=4))]
    return Card(
        id=f"{game}/made-up-{number}",
        name=f"Made Up {number}{' Satellite' * (number % 7 == 0)}",
        game=game,
        set=game,
        kind=kind,
        power=draw(points),
        transferable=draw(points),
        resistance=draw(points) if group else None,
        income=draw(points),
        alignments=draw(st.just(()) | some(ALIGNMENTS, 4)) if group else (),
        attributes=draw(some(ATTRIBUTES, 2)) if group else (),
        arrows_out=draw(st.lists(st.sampled_from(SIDES), unique=True).map(tuple)),
        clauses=tuple(Clause(f"{type(tree).__name__} {i}", tree, (f"made-{number}",)) for i, tree in enumerate(found)),
        subtype=draw(st.sampled_from(("organization", "personality", "place"))) if group else None,
        global_power=draw(points),
        variable_power=number % 5 == 0,
        nwo=("red", "blue")[number % 2] if kind == "plot" and number % 3 else None,
    )


@st.composite
def specials(draw: st.DrawFn, number: int) -> Card:
    """A made-up Special, `deluxe/made-up-special-<number>`, that sets rolls, ends privilege or does something else."""
    told = st.builds(t.SetRoll, st.integers(2, 12)) | st.just(t.EndPrivilege()) | effects()
    tree = t.Ability("any time", tuple(draw(st.lists(told, min_size=1, max_size=3))), (), "play")
    name = f"Made Up Special {number}"
    return Card(
        f"deluxe/made-up-special-{number}",
        name,
        "deluxe",
        "deluxe",
        "special",
        clauses=(
            Clause(phrase(tree), tree),
            Clause("a note that nothing runs", None),
        ),
    )


@st.composite
def made_up_rules(draw: st.DrawFn, real: Rules, card_names: Sequence[str] = ()) -> Rules:
    """Rules of no game: the opposites of `real`, with other terms, requirements and automatic failures."""
    term, requirement = terms(card_names), requirements(card_names)
    return replace(
        real,
        terms=tuple(
            Rule(f"term-{i}", phrase(tree), tree, (f"cite-{i}",), draw(st.sampled_from(("", f"label {i}"))))
            for i, tree in enumerate(draw(st.lists(term, min_size=3, max_size=9)))
        ),
        requirements=tuple(
            Rule(f"requirement-{i}", phrase(tree), tree, ())
            for i, tree in enumerate(draw(st.lists(requirement, min_size=2, max_size=8)))
        ),
        fails_from=draw(st.integers(9, 13)),
        differs=draw(st.just(real.differs) | st.lists(st.sampled_from(tuple(DIFFERENCES)), unique=True).map(tuple)),
    )


# --- positions and attacks --------------------------------------------------------------------------------------------


def one(draw: st.DrawFn, items: Sequence[Any]) -> Any:
    """One of many items. `sampled_from` would look at each of them in every draw."""
    return items[draw(st.integers(0, len(items) - 1))]


@st.composite
def positions(draw: st.DrawFn, pool: Sequence[Card]) -> Position:
    """A position over the cards of `pool`, legal or not, that reads back from its own text.

    Half of them are led by an ability: a card that has one is taken in, and the other roles are filled with cards that
    it speaks of, so that rare sentences come up often.
    """
    playable = [card for card in pool if card.kind in ("group", "illuminati")]
    groups_ = [card for card in playable if card.kind == "group"]
    places: list[str] = []

    def pick(cards_: Sequence[Card], count: int) -> tuple[str, ...]:
        found = (one(draw, cards_).slug for _ in range(draw(st.integers(0, count))))
        taken = tuple(slug for slug in dict.fromkeys(found) if slug not in places)
        places.extend(taken)
        return taken

    kind, at = draw(st.sampled_from(KINDS)), draw(st.sampled_from((None, None, 0, 1, 1, 2, 3, 4, 9)))
    roles = {"attacker": "", "target": "", "aid": "", "against": "", "with": "", "rival": "", "third": ""}
    speaker = one(draw, [card for card in playable if _attack_sentences(card)])
    if draw(st.booleans()):
        speaker = None
    else:
        sentence = draw(st.sampled_from(_attack_sentences(speaker)))
        role, spoken_of = draw(st.sampled_from(_stages(sentence)))
        roles[role] = speaker.slug
        candidates = [card for card in playable if card is not speaker and _may_mean(sentence, card)]
        if spoken_of and candidates:
            roles[spoken_of] = one(draw, candidates).slug
        if getattr(sentence, "kinds", None) and draw(st.integers(0, 4)):
            kind = draw(st.sampled_from(sentence.kinds))
        owner = whose(sentence)
        controlled = owner == "rival" or bool(_masters(sentence, playable))
        if "rival" in (role, spoken_of) and not at or (spoken_of == "target" and controlled):
            at = draw(st.sampled_from((1, 2, 3)))
        elif spoken_of == "target" and owner == "nobody":
            at = None
    attacker = roles["attacker"] or one(draw, playable).slug
    targets = (
        groups_ if draw(st.integers(0, 9)) else [card for card in playable if card.kind == "illuminati"] or groups_
    )
    target = roles["target"] or (attacker if not draw(st.integers(0, 15)) else one(draw, targets).slug)
    places += [
        attacker,
        target,
        *filter(None, (roles["aid"], roles["against"], roles["with"], roles["rival"], roles["third"])),
    ]
    aid = tuple(
        dict.fromkeys(
            (
                *filter(None, [roles["aid"]]),
                *pick(playable, draw(st.integers(0, 3))),
                *((attacker,) if not draw(st.integers(0, 9)) else ()),
                *((target,) if not draw(st.integers(0, 9)) else ()),
            )
        )
    )
    aid = tuple(draw(st.permutations(aid))) if len(aid) > 1 else aid
    others = (*filter(None, [roles["with"]]), *pick(playable, draw(st.integers(0, 2))))
    rival = () if at is None else (*filter(None, [roles["rival"]]), *pick(playable, draw(st.integers(0, 2))))
    others = tuple(slug for slug in others if slug not in (attacker, target, *aid))
    rival = tuple(slug for slug in rival if slug not in (attacker, target, *aid, *others))
    under = None
    if speaker and at is not None and (masters := _masters(sentence, playable)):
        under = one(draw, masters)
    elif at is not None and draw(st.booleans()):
        under = one(draw, rival) if rival and draw(st.booleans()) else one(draw, playable).slug
    over = () if at is None else pick(playable, draw(st.integers(0, 2)))
    opposing = [slug for slug in (*over, under, attacker, target, *others) if slug and not draw(st.integers(0, 2))]
    opposing += [*filter(None, [roles["against"]]), *pick(playable, draw(st.integers(0, 1)))]
    against = tuple(
        (slug, draw(st.sampled_from((1, 1, 2)))) for slug in dict.fromkeys(opposing) if slug not in (*aid, *rival)
    )
    named = (attacker, target, under, *others, *over, *rival)
    third = [
        slug for slug in (*aid, *(slug for slug, _ in against)) if slug not in named and not draw(st.integers(0, 2))
    ]
    third = tuple(dict.fromkeys((*third, *filter(None, [roles["third"]]), *pick(playable, draw(st.integers(0, 1))))))
    everyone = list(
        dict.fromkeys((attacker, target, *aid, *(slug for slug, _ in against), *others, *rival, *over, *third))
    )
    laid = _laid(draw, pool, everyone)
    return Position(
        pool[0].game,
        kind,
        attacker,
        target,
        aid=aid,
        against=against,
        others=others,
        at=at,
        under=under,
        over=over,
        rival=rival,
        third=third,
        link=tuple(laid["link"].items()),
        nwo=tuple(laid["nwo"]),
        spent=tuple((purse, draw(st.integers(1, 15))) for purse in PURSES if not draw(st.integers(0, 4))),
        play=(*_play(draw, pool), *(f"{slug}+{on}" if on else slug for slug, on in laid["play"].items())),
        privileged=not draw(st.integers(0, 2)),
        arrows=draw(st.none() | st.integers(0, 3)),
        used=tuple((slug, draw(st.integers(1, 2))) for slug in dict.fromkeys(everyone) if not draw(st.integers(0, 5))),
        align=_changed_alignments(draw, pool, everyone),
    )


def _play(draw: st.DrawFn, pool: Sequence[Card]) -> tuple[str, ...]:
    cards_ = [card.slug for card in pool if card.kind == "special"]
    if not cards_ or draw(st.integers(0, 2)):
        return ()
    telling = [slug for slug in cards_ if slug in ("whispering-campaign", "interference", "deep-agent")] or cards_
    choice = st.sampled_from(telling) | st.sampled_from(cards_)
    return tuple(draw(st.lists(choice, min_size=1, max_size=3, unique=True)))


def _laid(draw: st.DrawFn, pool: Sequence[Card], there: Sequence[str]) -> dict[str, dict[str, str]]:
    """Resources and Plots, mostly on those who take part: linked, New World Orders, and played on a card or for an
    alignment.
    """
    found: dict[str, dict[str, str]] = {"link": {}, "nwo": {}, "play": {}}
    cards_ = [card for card in pool if card.kind in ("resource", "plot")]
    telling = [card for card in cards_ if any(_on_a_card(clause.sentence) for clause in card.clauses)]
    for _ in range(draw(st.integers(0, 3)) if cards_ else 0):
        card = one(draw, telling if telling and draw(st.booleans()) else cards_)
        if any(card.slug in each for each in found.values()):
            continue
        word = "link" if card.kind == "resource" else draw(st.sampled_from(("link", "play", "play")))
        if card.nwo and draw(st.booleans()):
            word = "nwo"
        on = draw(st.sampled_from(there))
        if word == "play" and not draw(st.integers(0, 2)):
            on = draw(st.sampled_from(("", *(name.lower() for name in alignments_in(pool)))))
        found[word][card.slug] = on
    return found


def _on_a_card(sentence: t.Sentence | None) -> bool:
    return isinstance(sentence, t.PowerPlot | t.SurgePlot) or getattr(sentence, "who", None) == c.LINKED


def _changed_alignments(
    draw: st.DrawFn, pool: Sequence[Card], slugs: Sequence[str]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    kinds_, known = {card.slug: card.kind for card in pool}, alignments_in(pool)
    found = []
    for slug in dict.fromkeys(slugs):
        if kinds_[slug] == "group" and not draw(st.integers(0, 7)):
            names_ = draw(st.lists(st.sampled_from(known), max_size=4, unique=True))
            found.append((slug, without_opposites(name for name in known if name in names_)))
    return tuple(found)


OPPOSED = (
    ("Government", "Communist", "Corporate"),
    ("Liberal", "Conservative"),
    ("Peaceful", "Violent"),
    ("Straight", "Weird"),
)
"""Alignments of which no card of any game has two."""


def without_opposites(names: Iterable[str]) -> tuple[str, ...]:
    """These alignments without those that are opposite to an earlier one."""
    found: list[str] = []
    for name in names:
        if not any(name in each and not set(each).isdisjoint(found) for each in OPPOSED):
            found.append(name)
    return tuple(found)


def _attack_sentences(card: Card) -> list[t.Sentence]:
    return [clause.sentence for clause in card.clauses if isinstance(clause.sentence, ATTACK_SENTENCES)]


def _stages(sentence: t.Sentence) -> list[tuple[str, str]]:
    """Where a card must stand for its sentence to count, and where those stand of whom it speaks."""
    match sentence:
        case t.Bonus(reach="direct") | t.CountsAs():
            return [("attacker", "target")]
        case t.Bonus(reach="any attempt"):
            return [("attacker", "target"), ("aid", "target"), ("with", "target")]
        case t.Bonus(reach="defense"):
            return [("target", "attacker")]
        case t.StatAgainst():
            return [("target", "attacker"), ("aid", "attacker"), ("attacker", "")]
        case t.StatChange() | t.StatSet() | t.StatEqual() | t.Becomes() | t.AlignmentsOf():
            return [("with", "attacker"), ("rival", "target"), ("with", "aid"), ("attacker", "target")]
        case t.Immunity():
            return [("rival", "attacker"), ("rival", "aid")]
        case t.BonusTo():
            return [("attacker", "target"), ("with", "target"), ("target", "attacker")]
        case t.DefenseOf() | t.Cannot():
            return [("target", ""), ("rival", "target")]
        case t.MayNot():
            return [("attacker", "target"), ("rival", "attacker"), ("target", "attacker")]
        case t.MayJoin(deed=("interfere",)):
            return [("third", "target"), ("third", "attacker")]
        case t.MayJoin(deed=deed):
            return [("aid" if "aid" in deed else "against" if "oppose" in deed else "attacker", "target")]
    return [("attacker", ""), ("aid", "")]


def _selector(sentence: t.Sentence) -> c.Test | None:
    fields = (getattr(sentence, name, None) for name in ("target", "attackers", "who"))
    return next((value for value in fields if isinstance(value, get_args(c.Test))), None)


def whose(sentence: t.Sentence) -> str:
    """Whose cards the sentence speaks of."""
    selector = _selector(sentence)
    return (
        next((part.player for part in c.demands(selector) if isinstance(part, c.Belongs)), "any") if selector else "any"
    )


def _may_mean(sentence: t.Sentence, card: Card) -> bool:
    """Whether the sentence may speak of this card, as far as the card alone can tell."""
    selector = _selector(sentence)
    if selector is None:
        return True
    told = (
        part
        for part in c.demands(selector)
        if isinstance(part.such if isinstance(part, c.Not) else part, _TOLD_BY_CARD)
    )
    return means(c.every(*told), Piece(card, "you", card.alignments))


_TOLD_BY_CARD = (c.Named, c.Trait, c.Compare)


def _masters(sentence: t.Sentence, cards_: Sequence[Card]) -> list[str]:
    """The cards that the sentence asks for by name as masters of those it speaks of."""
    selector = _selector(sentence)
    named = (
        [part.such for part in c.demands(selector) if isinstance(part, c.HasMaster) and isinstance(part.such, c.Named)]
        if selector
        else []
    )
    return [card.slug for card in cards_ if any(card.name in each.names for each in named)]


def lowered(card: Card) -> Card:
    """A made-up card as the engine knows it."""
    return replace(card, clauses=tuple(replace(each, sentence=lower(each.sentence)) for each in card.clauses))


@st.composite
def attacks(draw: st.DrawFn, pool: Sequence[Card]) -> Attack:
    """An attack over the cards of `pool`; its cards may have any owner and master, and Resources and Plots may lie
    beside them, which a position cannot say.
    """
    attack = attack_of(draw(positions(pool)), pool)
    laid = {piece.card.id for piece in attack.pieces}
    owner = st.sampled_from(("you", "rival", "nobody", "third"))
    beside = [card for card in pool if card.kind in ("resource", "plot") and _attack_sentences(card)]
    extra = {
        card.id: card
        for card in (one(draw, beside) for _ in range(draw(st.integers(0, 3)) if beside else 0))
        if card.id not in laid
    }
    on = st.sampled_from([None, *laid])
    pieces = (*attack.pieces, *(Piece(card, draw(owner), (), linked=draw(on)) for card in extra.values()))
    master = st.sampled_from([piece.card.id for piece in pieces])
    pieces = tuple(
        replace(piece, owner=draw(owner), master=draw(master)) if not draw(st.integers(0, 2)) else piece
        for piece in pieces
    )
    return replace(attack, pieces=pieces, distance=draw(st.none() | st.integers(1, 5)))
