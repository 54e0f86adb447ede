"""The effect language: one definition, one tree, one sentence for each meaning, and errors that show the place."""

from __future__ import annotations

import json
from typing import Literal, get_args

import pytest
from hypothesis import given
from msgspec import Struct

from generator.language import AmbiguousError, LanguageError, forms, from_data, parse, parse_selector, phrase, to_data
from generator.language import tree as t
from generator.language.forms import construction, form, parse_as
from tests import strategies

MEANINGS = {
    "+3 to direct control of Criminal Groups": t.Bonus(3, "direct", ("control",), t.Groups((("Criminal",),))),
    "+2 to any attempt to destroy": t.Bonus(2, "any attempt", ("destroy",)),
    "+5 to any attempt to control [Big Media] or [Empty Vee]": t.Bonus(
        5, "any attempt", ("control",), t.Named(("Big Media", "Empty Vee"))
    ),
    "+4 to any attempt against [Orbital Mind Control Lasers]": t.Bonus(
        4, "any attempt", t.KINDS, t.Named(("Orbital Mind Control Lasers",))
    ),
    "+4 to direct attacks on [Orbital Mind Control Lasers]": t.Bonus(
        4, "direct", t.KINDS, t.Named(("Orbital Mind Control Lasers",))
    ),
    "+1 to this card's defense": t.Bonus(1, "defense", t.KINDS),
    "+4 to this card's defense against attacks to destroy by Straight Fanatic or Weird Groups": t.Bonus(
        4, "defense", ("destroy",), t.Groups((("Straight", "Fanatic"), ("Weird",)))
    ),
    "this card has Resistance 10 against Liberal, Communist or Weird Groups": t.StatAgainst(
        "Resistance", 10, t.Groups((("Liberal",), ("Communist",), ("Weird",)))
    ),
    "your other Groups get +2 Resistance": t.StatChange(t.Groups(owner="you", other=True), 2, "Resistance"),
    "play on your turn, as an action: take control of 1 uncontrolled Group without a roll": t.Ability(
        "on your turn", (t.TakeControl(1),), (t.SpendAction(),), "play"
    ),
    "play on your turn: return 2 destroyed Groups to the uncontrolled area": t.Ability(
        "on your turn", (t.Revive(2),), (), "play"
    ),
    "at the start of any turn, if no Personality is in play: this card is discarded": t.Ability(
        "at the start of any turn",
        (t.Fate(t.Ref("this card"), "discarded"),),
        when=(t.InPlay(t.Groups(kind="Personality"), holds=False),),
    ),
    "play any time, if [Nutrition Nazis] is not in play: draw 1 Plot": t.Ability(
        "any time",
        (t.Do("draw", t.Cards("Plot", 1)),),
        (),
        "play",
        when=(t.InPlay(t.Named(("Nutrition Nazis",)), holds=False),),
    ),
    "[I.R.S.] has this ability: at the start of your turn, you must draw 1 Plot": t.Granted(
        t.Named(("I.R.S.",)), t.Ability("at the start of your turn", (t.Do("draw", t.Cards("Plot", 1)),))
    ),
    "Special Goal: control 5 Weird Groups": t.SpecialGoal(t.ControlGroups(5, t.Groups((("Weird",),)))),
    "attack -4 for each identical alignment in an attack to destroy": t.Term(
        "attack", -4, t.SharedAlignments("identical"), ("destroy",)
    ),
    "an attack to destroy requires that the target has Power 1 or more unless [Whispering Campaign] is played": (
        t.Requirement(
            t.HasNumber("target", t.Comparison("Power", ">=", 1)),
            ("destroy",),
            unless=(t.Played("Whispering Campaign"),),
        )
    ),
}


@pytest.mark.parametrize("sentence", MEANINGS)
def test_a_sentence_means_its_tree(sentence: str) -> None:
    """Each construction has the one meaning that its words say."""
    assert parse(sentence) == MEANINGS[sentence]


@pytest.mark.parametrize("sentence", MEANINGS)
def test_a_canonical_sentence_is_what_its_tree_phrases(sentence: str) -> None:
    """A canonical sentence comes back unchanged."""
    assert phrase(parse(sentence)) == sentence


@given(strategies.sentences())
def test_every_tree_survives_its_sentence(tree: t.Sentence) -> None:
    """parse(phrase(tree)) == tree for every tree of the language, not only those that cards use."""
    assert parse(phrase(tree)) == tree


@given(strategies.sentences())
def test_every_tree_survives_json(tree: t.Sentence) -> None:
    """The JSON of a tree, as the database and the browser have it, makes the same tree again."""
    assert from_data(json.loads(json.dumps(to_data(tree)))) == tree


def test_singular_plural_and_signs_are_the_same_meaning() -> None:
    """`Group` for `Groups` and `Power >= 3` for `Power 3 or more` are accepted, and phrased in the one canonical
    way.
    """
    spelt = parse("+3 to direct control of Weird Group with Power >= 3")
    assert phrase(spelt) == "+3 to direct control of Weird Groups with Power 3 or more"


def test_a_selector_can_stand_alone() -> None:
    """Rulings attach themselves to cards by a selector."""
    assert parse_selector("[The Mafia]") == t.Named(("The Mafia",))


@pytest.mark.parametrize(
    ("sentence", "column", "suggestion"),
    [
        ("+3 to direct control of Crimnal Groups", 25, "Criminal"),
        ("+3 to any atempt to control", 11, "attempt to"),
        ("this card has Resistence 10 against Weird Groups", 15, "Resistance"),
        ("play any tme: draw 1 card", 10, "time"),
        ("attack +4 if the attacker has an open arow", 39, "arrow"),
        ("+3 to direct control of The Mafia", 25, "[The Mafia]"),
        ("play any time: link this card to 1 of your Groups", 34, "one of"),
        ("play any time: expose 1 of your hidden Plots", 23, "one of"),
    ],
)
def test_an_error_shows_the_place_and_the_nearest_words(sentence: str, column: int, suggestion: str) -> None:
    """A misspelt sentence is reported at the column where it goes wrong, with what was probably meant."""
    with pytest.raises(LanguageError) as caught:
        parse(sentence)
    assert (column, suggestion) == (caught.value.column, caught.value.suggestion)
    assert caught.value.picture == f"{sentence}\n{' ' * (column - 1)}^"


def test_an_unfinished_sentence_is_pointed_at_behind_its_end() -> None:
    """Where words are missing the caret stands where the first of them would."""
    with pytest.raises(LanguageError) as caught:
        parse("+3 to direct control of")
    assert (24, "the end") == (caught.value.column, caught.value.found)


def test_a_sentence_with_two_meanings_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader follows every way to read; a construction that makes two of them possible is caught, not guessed."""
    monkeypatch.setattr(forms, "_FORMS", dict(forms._FORMS))  # The language itself stays as it is.

    @construction("peace", form("peace", kind="loud"))
    class Peace(Struct, frozen=True):
        """A word that means two things."""

        kind: Literal["quiet", "loud"] = "quiet"

    with pytest.raises(AmbiguousError, match="in 2 ways"):
        parse_as("peace", (Peace,))


def test_one_of_them_is_not_an_article() -> None:
    """`one of` stands for no `a`: what it begins is read in one way, whoever the cards belong to."""
    assert parse("links to one of Personalities") == t.Links(t.Pick(1, t.Groups(kind="Personality")))
    with pytest.raises(LanguageError):
        parse("links to a your Personality")


def test_a_disaster_that_is_discarded_is_a_card() -> None:
    """A word that is a kind of attack and a kind of card means what the deed can be done to."""
    discarded = parse("play right after another player discards a Disaster: draw 1 Plot")
    made = parse("play right after another player makes a Disaster: draw 1 Plot")
    assert (discarded.timing.what, made.timing.what) == (t.Cards("Disaster", 1), t.Attacks("Disaster"))


@pytest.mark.parametrize(("count", "text"), [(1, "draw 1 card"), (2, "draw 2 cards")])
def test_words_agree_with_their_number(count: int, text: str) -> None:
    """One card, two cards."""
    assert phrase(t.Draw(count)) == text


@pytest.mark.parametrize(
    ("who", "text"),
    [
        (t.Groups((("Weird",),)), "links to a Weird Group"),
        (t.Groups((("Artifact",),), kind="Resource"), "links to an Artifact Resource"),
        (t.Groups((("Unique",),), kind="Resource"), "links to a Unique Resource"),
        (t.Groups(owner="you", kind="Personality"), "links to one of your Personalities"),
        (t.Named(("Elvis",)), "links to [Elvis]"),
    ],
)
def test_one_thing_has_its_article(who: t.Selector, text: str) -> None:
    """Where one card is meant, the selector is in the singular, with what belongs before it."""
    assert phrase(t.Links(who)) == text
    assert parse(text) == t.Links(who)


@pytest.mark.parametrize(
    ("sentence", "column"),
    [
        ("+151 to direct control of [Poets]", 1),
        ("-151 to direct control of [Poets]", 1),
        ("+9007199254740993 to direct control of [Poets]", 1),
        ("+\u0663 to direct control of [Poets]", 1),
        ("draw 0 cards", 6),
        ("this card may take part in 0 attacks each turn", 28),
        ("the Power of this card is divided by 0", 38),
        ("+2 to direct control of Groups with Power 151", 43),
        ("+2 to direct control of Groups with Power 3 to 3", 45),
        ("+2 to direct control of Groups with Power 3 to 2", 45),
        ("Special Goal: have 151 MB or more in all your treasuries combined", 20),
        ("Basic Goal: control 0 cards, Illuminati included, in a game begun by 4 players", 21),
        ("Basic Goal: control 9 cards, Illuminati included, in a game begun by 4 to 2 players", 72),
    ],
)
def test_a_number_has_bounds(sentence: str, column: int) -> None:
    """No card says more than 150; of nothing there are 0, and a range goes up."""
    with pytest.raises(LanguageError) as caught:
        parse_as(sentence, (*get_args(t.Sentence), t.Draw))
    assert column == caught.value.column


def test_the_largest_numbers_are_read() -> None:
    """And 0, of what can be nothing."""
    for sentence in (
        "Special Goal: have 150 MB or more in all your treasuries combined",
        "+150 to direct control of [Poets]",
        "-150 to direct control of [Poets]",
        "+2 to direct control of Groups with Power 0",
        "+2 to direct control of Groups with Power 0 to 150",
        "each opposite alignment counts for 0 instead of 4",
    ):
        assert sentence == phrase(parse(sentence))


@pytest.mark.parametrize("sentence", ["", "foo", "+3 to", "+3 to direct control of", "draw card", "[", "🜂"])
def test_nonsense_is_a_language_error(sentence: str) -> None:
    """Whatever stands there, the answer is a LanguageError that says what could stand there, never another
    exception.
    """
    with pytest.raises(LanguageError) as caught:
        parse(sentence)
    assert caught.value.suggestion or caught.value.expected
