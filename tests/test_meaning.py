"""Every word of the language has one meaning, and every term of the core is judged or refused."""

from __future__ import annotations

import typing
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from generator.engine.attack import means
from generator.engine.cards import Card
from generator.engine.selecting import TESTS, holds, matches
from generator.engine.situation import TOLD_BY_SCENE, Attack, Piece
from generator.language import nodes, parse, parse_selector
from generator.language import tree as t
from generator.language.abilities import RiderWords
from generator.language.attacks import Until
from generator.language.which import Noun, Owner, Where
from generator.meaning import LOWERED, NoMeaning, lexicon, lower
from generator.meaning import core as c
from tests import strategies
from tests.test_structure import literals


def words_of(kind: Any) -> tuple[str, ...]:
    """The words of a choice, without its note on how they are written."""
    return typing.get_args(typing.get_args(kind)[0] if typing.get_origin(kind) is typing.Annotated else kind)


@pytest.mark.parametrize(
    ("words", "table"),
    [
        (words_of(Where), {*lexicon.WHERE, lexicon.AS_PRINTED}),
        (words_of(Noun), lexicon.NOUNS),
        (words_of(Owner), lexicon.OWNERS),
        ({*words_of(Until), *words_of(typing.get_type_hints(t.ChangeAlignment)["until"])}, lexicon.UNTIL),
        (words_of(RiderWords), {*lexicon.RIDERS, *lexicon.BY_RULE}),
        (words_of(typing.get_type_hints(t.Ref)["which"]), lexicon.CARDS),
        (words_of(typing.get_type_hints(t.Fact)["event"]), lexicon.FACTS),
        (words_of(typing.get_type_hints(t.Controls)["player"]), {*lexicon.CONTROLS, *lexicon.EXPOSES}),
    ],
    ids=["places", "nouns", "owners", "durations", "limits", "cards", "facts", "players"],
)
def test_every_word_has_a_meaning_and_no_meaning_lacks_a_word(words: tuple[str, ...], table: Mapping[str, Any]) -> None:
    """The lexicon and the language know the same words."""
    assert set(words) == set(table)


@pytest.mark.parametrize("field", [field for field in lexicon.FIELDS if field != "until"])
def test_the_words_of_a_field_are_those_that_have_a_meaning(field: str) -> None:
    """The language writes no word there that means nothing, and the lexicon has none that nobody can write."""
    construction, _, name = field.partition(".")
    assert set(literals(typing.get_type_hints(getattr(t, construction))[name])) == set(lexicon.FIELDS[field])


def test_a_word_without_a_meaning_is_refused() -> None:
    """A sentence with a word that the lexicon lacks is not lowered."""
    with pytest.raises(NoMeaning, match="'on the moon' has no meaning as a place"):
        lower(t.Groups(place="on the moon"))  # type: ignore[arg-type]


def test_nothing_of_how_it_was_written_is_left(sentences: tuple[Any, ...]) -> None:
    """What is lowered holds no selector, reference or condition of the syntax any more."""
    left = {
        type(node).__name__ for sentence in lowered(sentences) for node in nodes(sentence) if isinstance(node, LOWERED)
    }
    assert set() == left


def lowered(sentences: tuple[Any, ...]) -> Iterator[Any]:
    """What the sentences mean, but for those in which somebody would have to choose a card for a condition, or a Plot
    does nothing to the Group that it is played on.
    """
    for sentence in sentences:
        try:
            yield lower(sentence)
        except NoMeaning as error:
            assert error.where in (
                "a test of a card: nobody chooses here",
                "what is done to the Group that it is played on",
            )


@pytest.fixture(scope="module")
def sentences() -> tuple[Any, ...]:
    """Random sentences of every construction."""
    return tuple(strategies.examples(strategies.sentences(), 400))


@pytest.mark.parametrize(
    ("say", "expected"),
    [
        ("Groups", c.Kind(("group",))),
        (
            "Weird Groups with 2 or more Action tokens",
            c.All((c.Kind(("group",)), c.Trait("Weird"), c.Compare(c.Number("tokens"), ">=", 2))),
        ),
        (
            "your other Violent or Magic Groups",
            c.All(
                (
                    c.Kind(("group",)),
                    c.AnyOf((c.Trait("Violent"), c.Trait("Magic"))),
                    c.Belongs("you"),
                    c.Not(c.THIS),
                )
            ),
        ),
        ("[The Mafia]", c.Named(("The Mafia",))),
        ("Groups directly controlled by this card", c.All((c.Kind(("group",)), c.HasMaster(c.THIS)))),
    ],
)
def test_words_are_composed(say: str, expected: c.Test) -> None:
    """A selector is the conjunction of what its words ask."""
    assert expected == lower(parse_selector(say))


def test_a_condition_is_composed() -> None:
    """`while the target is not in Space` asks the target for a trait."""
    (condition,) = lower(parse("+4 to any attempt to destroy while the target is not in Space")).while_
    assert c.Every(c.TARGET, c.Not(c.Trait("Space"))) == condition


ELVIS = Piece(
    Card("inwo/elvis", "Elvis", "inwo", "inwo", "group", 3, subtype="personality", alignments=("Weird",)),
    "you",
    ("Weird", "Fanatic"),
)


@pytest.mark.parametrize(
    ("such", "expected"),
    [
        (c.Kind(("personality",)), True),
        (c.Kind(("place",)), False),
        (c.Trait("Fanatic"), True),
        (c.Trait("Fanatic", printed=True), False),
        (c.Compare(c.Number("Power"), ">=", 3), True),
        (c.Compare(c.Number("Power"), "<", 3), False),
        (c.Named(("Elvis",)), True),
        (c.Not(c.Trait("Weird")), False),
        (c.AnyOf((c.Trait("Bank"), c.Trait("Weird"))), True),
        (c.Belongs("you"), True),
        (c.THIS, True),
    ],
)
def test_a_card_is_judged_by_what_it_is(such: c.Test, expected: bool) -> None:
    """Elvis, a Weird Personality with Power 3 who is Fanatic too by now."""
    assert expected == means(such, ELVIS)


def members(kind: Any) -> Iterator[type]:
    """The classes of a union."""
    for each in typing.get_args(kind):
        yield from members(each) if typing.get_args(each) else (each,)


def test_every_test_of_the_core_is_judged() -> None:
    """No test is without a judge."""
    assert set(members(c.Test)) == set(TESTS)


def test_what_is_no_term_raises() -> None:
    """An unknown test, reference or condition is an error, and never merely false."""

    class Unknown(Struct, frozen=True):
        """No term of the core."""

    attack = Attack("control", ELVIS.card.id, ELVIS.card.id, (ELVIS,))
    for judge in (lambda: matches(Unknown(), ELVIS, attack, ELVIS), lambda: holds(Unknown(), attack, ELVIS, ELVIS)):  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            judge()


def test_the_browser_judges_the_same_terms(root: Path) -> None:
    """Each test, reference and condition of the core has its case in selecting.js."""
    script = (root / "site_templates" / "assets" / "selecting.js").read_text(encoding="utf-8")
    terms = {each.__name__ for kind in (c.Test, c.Condition) for each in members(kind)}
    assert {name for name in terms if f'"{name}"' not in script} == set()


def test_what_only_a_scene_tells_is_a_term() -> None:
    """The list of what no piece tells names terms of the core."""
    assert set(TOLD_BY_SCENE) <= {*members(c.Test), *members(c.Condition)}
