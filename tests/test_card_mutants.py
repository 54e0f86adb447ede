"""The mutants that are made of the cards: that the maker makes each kind of change, and that the bench tells who is
noticed from who survives.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
import yaml

from generator.catalog.catalog import Catalog
from generator.catalog.problems import CatalogError
from generator.catalog.records import ClauseRecord
from generator.database.abilities import SCORES, Abilities, read_abilities, write_abilities
from generator.language import parse, phrase
from generator.structs import replace

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

import card_mutants

BIG_MEDIA = "inwo/big-media"


def clause(say: str, number: int = 1) -> ClauseRecord:
    """A clause that says this sentence."""
    return ClauseRecord(number, say, parse(say), None, (number,), ())


def saying(catalog: Catalog, *sentences: str, card: str = BIG_MEDIA):
    """A card that says these sentences and nothing else."""
    record = catalog.card(card)
    clauses = tuple(clause(say, n) for n, say in enumerate(sentences, 1))
    return replace(
        record, clauses=clauses, card=replace(record.card, clauses=tuple(each.lowered() for each in clauses))
    )


@pytest.mark.parametrize(
    ("say", "what", "becomes"),
    [
        ("+3 to direct control of Criminal Groups", "silenced", None),
        ("+3 to direct control of Criminal Groups", "a number by one", "+4 to direct control of Criminal Groups"),
        (
            "+3 to direct control of Criminal Groups",
            "direct against any attempt",
            "+3 to any attempt to control Criminal Groups",
        ),
        (
            "+3 to direct control of Criminal Groups",
            "control against destroy",
            "+3 to direct attacks to destroy Criminal Groups",
        ),
        (
            "+3 to direct control of Criminal Groups",
            "an owner changed",
            "+3 to direct control of your rivals' Criminal Groups",
        ),
        ("your other Groups get +1 Power", "other dropped", "your Groups get +1 Power"),
        ("your other Groups get +1 Power", "an owner changed", "other Groups get +1 Power"),
        (
            "+3 to direct control of Criminal or Weird Groups",
            "one of several dropped",
            "+3 to direct control of Weird Groups",
        ),
        (
            "this card cannot be destroyed by [Tornado] or [Earthquake]",
            "one of several dropped",
            "this card cannot be destroyed by [Earthquake]",
        ),
        ("once on each of your turns, you may draw 1 Plot", "a limit dropped", "on your turn, you may draw 1 Plot"),
        (
            "once on each of your turns, you may draw 1 Plot",
            "the moment moved",
            "once each turn, any time, you may draw 1 Plot",
        ),
        (
            "when this card is destroyed: this card is removed from the game",
            "may against must",
            "when this card is destroyed, if you choose: this card is removed from the game",
        ),
        (
            "Goal: each Huge Place that you destroyed counts as 2 Groups toward the Basic Goal, but at most 3 of them"
            " count",
            "a limit dropped",
            "Goal: each Huge Place that you destroyed counts as 2 Groups toward the Basic Goal",
        ),
        (
            "+3 to direct control of Criminal Groups while you control [Elvis]",
            "a condition dropped",
            "+3 to direct control of Criminal Groups",
        ),
        (
            "play any time: one of your Groups gets +10 Power until the turn ends",
            "the moment moved",
            "play any time: one of your Groups gets +10 Power for good",
        ),
        (
            "when the linked card makes an attack: that attack is privileged",
            "the moment moved",
            "after the linked card makes an attack: that attack is privileged",
        ),
    ],
)
def test_the_maker_makes_each_kind_of_change(catalog: Catalog, say: str, what: str, becomes: str | None):
    made = [
        (mutant.what, mutant.sentence and phrase(mutant.sentence))
        for mutant in card_mutants.mutants_of(saying(catalog, say), catalog.ruleset("inwo"))
    ]
    assert (what, becomes) in made


@pytest.mark.parametrize(
    ("say", "what"),
    [
        ("once on each of your turns, you may draw 1 Plot", "may against must"),
        ("any time, spend this card's action: draw 1 Plot", "may against must"),
        ("at the start of your turn, you may take the top card of a rival's Plot deck", "may against must"),
        ("at the start of your turn, you may take 1 Plot from the top of each rival's Plot deck", "may against must"),
        ("when this card is destroyed: this card is removed from the game", "the moment moved"),
        ("right after an attack to destroy this card fails: this card gets 1 Action token", "the moment moved"),
        ("when this card captures a Personality: this card gets 1 Action token", "the moment moved"),
        ("when any player plays a duplicate of this card: this card is discarded", "the moment moved"),
        ("links to a Science Group", "an owner changed"),
        ("Goal: destroy 2 other Illuminati; you cannot combine this Goal with others", "a limit dropped"),
        ("each of your Weird Groups counts as 2 Groups toward the Basic Goal", "an owner changed"),
        ("play any time: link this card to 1 Group in play", "a limit dropped"),
        (
            "this card counts as 2 Conservative Groups toward any Special Goal, but not toward the Basic Goal",
            "an owner changed",
        ),
        ("any time, you may discard 2 Plots from your hand: draw 1 Plot", "a limit dropped"),
    ],
)
def test_a_change_that_nothing_can_tell_is_not_made(catalog: Catalog, say: str, what: str):
    """A choice is a choice without `if you choose`; what happens of itself happens at once; Goals count what their
    player has; cards that a sentence names are in play; what is discarded as a price comes from the hand;
    nobody must draw.
    """
    assert what not in [
        mutant.what for mutant in card_mutants.mutants_of(saying(catalog, say), catalog.ruleset("inwo"))
    ]


@pytest.mark.parametrize(
    ("card", "say", "becomes", "expected"),
    [
        (
            BIG_MEDIA,
            "your Media Groups are immune to attacks made or aided by Straight Groups",
            "your Media Groups are immune to attacks made or aided by your rivals' Straight Groups",
            False,
        ),
        (
            BIG_MEDIA,
            "your Media Groups are immune to attacks made or aided by Straight Groups",
            "Media Groups are immune to attacks made or aided by Straight Groups",
            True,
        ),
        (
            "inwo/monopoly",
            (
                "play any time on one of your Corporate Groups, and spend that Group's action: link this card to that"
                " Group, whose Power is raised to 6; each player may have only 1 copy of this card in play"
            ),
            (
                "play any time on 1 Corporate Group, and spend that Group's action: link this card to that Group,"
                " whose Power is raised to 6; each player may have only 1 copy of this card in play"
            ),
            False,
        ),
        (
            "inwo/purge",
            "play on your turn on one of your Groups, and spend that Group's action: link this card to that Group",
            "play on your turn on 1 Group, and spend that Group's action: link this card to that Group",
            False,
        ),
        (
            "inwo/purge",
            (
                "play any time on 1 Group, and spend that Group's action: link this card to that Group; the linked card"
                " has Global Power equal to its permanent Power"
            ),
            (
                "play any time on one of your rivals' Groups, and spend that Group's action: link this card to that"
                " Group; the linked card has Global Power equal to its permanent Power"
            ),
            True,
        ),
        (
            "inwo/purge",
            "play on your turn, and spend an Illuminati action: link this card to one of your Groups",
            "play on your turn, and spend an Illuminati action: link this card to 1 Group",
            True,
        ),
        (
            BIG_MEDIA,
            "this card is immune to Straight Groups and their special abilities",
            "this card is immune to attacks made or aided by Straight Groups",
            False,
        ),
        (
            "deluxe/the-mafia",
            "this card is immune to attacks made or aided by Straight Groups",
            "this card is immune to attacks made or aided by your rivals' Straight Groups",
            True,
        ),
        (
            "inwo/world-war-three",
            "right after an attack by a Nation Group fails: the attacker is destroyed",
            "right after an attack by one of your rivals' Nation Groups fails: the attacker is destroyed",
            False,
        ),
        (
            "inwo/world-war-three",
            "when this card is played: Places in play get -2 Power as long as this card is in play",
            "when this card is played: your rivals' Places in play get -2 Power as long as this card is in play",
            True,
        ),
    ],
)
def test_whose_the_groups_are_is_changed_where_somebody_can_tell(
    catalog: Catalog, card: str, say: str, becomes: str, expected: bool
):
    """In INWO nothing is immune to cards of its own player, a New World Order in play has no rivals, and nobody spends
    the action of a rival's Group.
    """
    game = card.partition("/")[0]
    made = [
        mutant.sentence and phrase(mutant.sentence)
        for mutant in card_mutants.mutants_of(saying(catalog, say, card=card), catalog.ruleset(game))
    ]
    assert expected == (becomes in made)


def test_whose_card_a_resource_is_linked_to_is_not_changed(catalog: Catalog):
    """A Resource is linked to cards of its player; a Plot may be meant for anybody's."""
    for card, made in (("assassins/power-satellite", False), ("assassins/backmasquerade", True)):
        mutants = card_mutants.mutants_of(catalog.card(card), catalog.ruleset("inwo"))
        assert made == any(mutant.clause == 1 and mutant.what == "an owner changed" for mutant in mutants)


def test_what_is_done_lasts_for_good_where_its_limit_is_dropped(catalog: Catalog):
    say = "play any time: one of your Groups is also Weird until the end of your next turn"
    made = [
        mutant.sentence and phrase(mutant.sentence)
        for mutant in card_mutants.mutants_of(saying(catalog, say), catalog.ruleset("inwo"))
    ]
    assert "play any time: one of your Groups is also Weird for good" in made
    assert "play any time: one of your Groups is also Weird" not in made


def test_what_is_left_on_purpose_is_a_mutant_with_a_reason(catalog: Catalog):
    """Each key of the list is one of a mutant that is made, so that a card that changes takes its reason along."""
    left = yaml.safe_load(card_mutants.LEFT.read_text(encoding="utf-8"))
    records = [catalog.card(card) for card in sorted({key.partition("#")[0] for key in left})]
    made = {
        mutant.key
        for record in records
        for mutant in card_mutants.mutants_of(record, catalog.ruleset(record.card.game))
    }
    assert set(left) <= made and all(reason.endswith(".") for reason in left.values())


def test_a_mutant_says_something_else_that_the_engine_runs(catalog: Catalog):
    for record in catalog.cards[::40]:
        mutants = list(card_mutants.mutants_of(record, catalog.ruleset(record.card.game)))
        assert sum(mutant.kind == "silenced" for mutant in mutants) == sum(not each.note for each in record.clauses)
        assert len({mutant.key for mutant in mutants}) == len(mutants)
        for mutant in mutants:
            own = record.clauses[mutant.clause - 1].sentence
            assert mutant.sentence != own and (
                mutant.sentence is None or parse(phrase(mutant.sentence)) == mutant.sentence
            )


def test_a_duty_is_done_whatever_else_its_card_says(catalog: Catalog):
    """The Irish Flu passes on by itself, and nobody is killed: that it is discarded with a card that is killed is
    nothing to that.
    """
    rulings = tuple(ruling for ruling in catalog.rulings if ruling.id == "flu-passes-on-by-itself")
    bench = card_mutants.Bench(catalog.with_others(rulings=rulings))
    flu = card_mutants.mutants_of(catalog.card("assassins/the-irish-flu"), catalog.ruleset("inwo"))
    assert [bench.notices(mutant) for mutant in flu if mutant.kind == "silenced"][1:3] == [
        "",
        "flu-passes-on-by-itself",
    ]


def test_the_bench_tells_noticed_from_survived(catalog: Catalog, tmp_path: Path):
    """Of two clauses of the Mafia of Deluxe the first is its own, which rulings prove; the other was invented here, and
    none can know it.
    """
    own = catalog.card("deluxe/the-mafia").clauses[0].text
    record = saying(
        catalog,
        own,
        "+2 to direct control of Communist Groups while a rival controls [Yuppies]",
        card="deluxe/the-mafia",
    )
    rulings = tuple(ruling for ruling in catalog.rulings if ruling.id == "mafia-against-loan-sharks")
    other = catalog.with_others(
        cards=tuple(record if each.id == record.id else each for each in catalog.cards), rulings=rulings
    )
    said: list[str] = []
    answers = card_mutants.run_all(other, [record], tmp_path / "kept.jsonl", "one", said.append, ("silenced",))
    (first, noticed), (second, survived) = answers
    assert (first.clause, noticed, second.clause, survived) == (1, "mafia-against-loan-sharks", 2, "")
    table = card_mutants.scores(other, answers)
    assert table["deluxe"] == dict(zip(SCORES, (2, 2, 1, 0, 0), strict=True))
    assert next(card_mutants.report(answers, table)) == "SURVIVED  deluxe/the-mafia#2: silenced"
    assert said == ["2 mutants of 1 cards, 0 answered before", "2 of 2"]


def test_a_run_goes_on_where_it_was_stopped(catalog: Catalog, tmp_path: Path):
    """What was answered is not played again, unless the code has changed, or for a survivor a ruling that names its
    card.
    """
    record = catalog.card("deluxe/the-mafia")
    kept, said = tmp_path / "kept.jsonl", []
    answers = card_mutants.run_all(catalog, [record], kept, "one", said.append, ("silenced",))
    with kept.open("a") as log:
        log.write('["one", "half a li')
    assert card_mutants.run_all(catalog, [record], kept, "one", said.append, ("silenced",)) == answers
    few = catalog.with_others(rulings=catalog.rulings[:1])
    card_mutants.run_all(few, [record], kept, "one", said.append, ("silenced",))
    card_mutants.run_all(catalog, [record], kept, "two", said.append, ("silenced",))
    assert [line for line in said if "answered" in line] == [
        f"1 mutants of 1 cards, {n} answered before" for n in (0, 1, 0, 0)
    ]


def test_scores_are_read_as_they_were_written(tmp_path: Path):
    (tmp_path / "rules").mkdir()
    assert read_abilities(tmp_path, ["deluxe"]) == Abilities()
    scores = Abilities("abc1234", {"deluxe": dict(zip(SCORES, (63, 63, 63, 147, 140), strict=True))})
    write_abilities(tmp_path, scores)
    assert read_abilities(tmp_path, ["deluxe"]) == scores


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}x",
        '{"commit": 1, "sets": {}}',
        '{"commit": "a", "sets": {"inwo": {"clauses": 1}}}',
        '{"sets": 3}',
        "[" * 100_000,
        '{"commit": "\\u001b[31m", "sets": {}}',
        (
            '{"commit": "a", "sets": {"gone": {"clauses": 1, "silenced": 1, "silenced_noticed": 1, "changed": 1,'
            ' "changed_noticed": 1}}}'
        ),
        (
            '{"commit": "a", "sets": {"deluxe": {"clauses": 1, "silenced": 1, "silenced_noticed": 1, "changed": 1,'
            ' "changed_noticed": -1}}}'
        ),
    ],
)
def test_scores_that_are_none_are_told(tmp_path: Path, text: str):
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules/abilities.json").write_text(text)
    with pytest.raises(CatalogError, match="aren't the scores of a run"):
        read_abilities(tmp_path, ["deluxe"])


def test_the_scores_in_the_tree_are_of_its_sets(catalog: Catalog):
    scores = json.loads((ROOT / "rules/abilities.json").read_text(encoding="utf-8"))
    assert [each.id for each in catalog.sets] == list(scores["sets"]) and scores["commit"]
    assert all(row["clauses"] == row["silenced"] >= row["silenced_noticed"] for row in scores["sets"].values())
