"""Tables from data and new games: what is laid out, and what bad data gets."""

from __future__ import annotations

import json
import re
from typing import get_args, get_type_hints

import pytest
import yaml
from checkout import ROOT
from engine_game import card, game, play, table
from random_deluxe import money_out

from generator.engine.deluxe.setup_table import new_game
from generator.engine.deluxe.table import Options
from generator.engine.record import Event
from generator.engine.tables import TableError, play_from_data, table_from_data

ILLUMINATI = ("the-network", "the-ufos", "the-gnomes-of-zurich", "the-bermuda-triangle")
DECK = ["pentagon", "slush-fund", "texas", "bribery", "hackers", "yuppies", "california"]


def begin(count=4, **changes):
    """A new game of the first so many Illuminati."""
    seats = dict(zip("ABCD", ILLUMINATI[:count], strict=False))
    data = {"seats": seats, "deck": DECK, "rolls": {name: 12 - i for i, name in enumerate(seats)}, **changes}
    return new_game(game(), **data)


def test_a_new_game():
    """Each Illuminati has its Income; four Groups lie open, Specials turned up on the way are at the bottom of the
    deck; the highest roll begins; unused Illuminati are aside."""
    at = begin()
    assert {"A": 9, "B": 8, "C": 12, "D": 9} == {player.name: player.total_money for player in at.players}
    assert tuple(map(card, ("pentagon", "texas", "hackers", "yuppies"))) == at.uncontrolled
    assert tuple(map(card, ("california", "slush-fund", "bribery"))) == at.deck
    assert ("A", "income", 4) == (at.turn.player, at.turn.step, len(at.aside))
    assert all(len(player.structure) == 1 for player in at.players)


def test_the_first_turn():
    """The Network has 9 MB, draws 9 more and then two cards."""
    at = begin(rolls={"A": 9, "B": 3, "C": 4, "D": 5})
    at = play(at, "income").table
    assert 18 == at.player("A").total_money
    at = play(at, "draw").table
    assert (card("california"), True) == (at.uncontrolled[-1], at.player("A").holds(card("slush-fund")))


def test_ties_for_the_first_turn_roll_again():
    """Nobody begins while the highest roll is tied."""
    with pytest.raises(TableError, match="A and C are tied for the first turn and roll again"):
        begin(rolls={"A": 9, "B": 3, "C": 9, "D": 5})


def test_numbers_of_players():
    """One player is too few; seven are too many where two to six was agreed on."""
    with pytest.raises(TableError, match="2 to 8 players, not 1"):
        begin(1)
    names = [one.slug for one in game().book.values() if one.kind == "illuminati"][:7]
    seven = {
        "seats": dict(zip("ABCDEFG", names, strict=True)),
        "rolls": {name: i + 2 for i, name in enumerate("ABCDEFG")},
    }
    assert 7 == begin(**seven).started
    with pytest.raises(TableError, match="2 to 6 players, not 7"):
        begin(**seven, options=Options(number_of_players="two-to-six"))


def test_each_player_has_another_illuminati():
    """The same Illuminati for two players is refused."""
    with pytest.raises(TableError, match="each player has another Illuminati"):
        begin(seats={"A": "the-ufos", "B": "the-ufos"}, rolls={"A": 9, "B": 3})


def test_the_bank_pays_the_starting_incomes():
    """Bank and treasuries together begin at 0, and stay there."""
    at = begin()
    assert 0 == at.bank + money_out(at)
    after = play(at, "income").table
    assert 0 == after.bank + money_out(after)


def test_illuminati_are_hidden_where_that_is_played():
    """All lie face down in the variant, none otherwise."""
    for asked in (True, False):
        assert {asked} == {player.hidden for player in begin(options=Options(hidden_illuminati=asked)).players}


def test_hidden_goals_give_the_ufos_one_power():
    """With hidden Goals the UFOs have 7/7, or 7/6 where only Power was agreed to rise."""
    ufos = begin(options=Options(hidden_goals=True)).book[card("the-ufos")]
    assert (7, 7) == (ufos.power, ufos.transferable)
    ufos = begin(options=Options(hidden_goals=True, ufo_transferable_power="power-only")).book[card("the-ufos")]
    assert (7, 6) == (ufos.power, ufos.transferable)
    assert 6 == begin().book[card("the-ufos")].power


def test_structures_from_data():
    """Arrows may be named, left open, or mixed; a list puts all cards directly under the Illuminati."""
    named = {"left": {"texas": {"top": {"yuppies": {}}}}}
    at = table(players={"A": {"illuminati": "the-ufos", "structure": named}})
    assert {"left": card("texas")} == at.player("A").structure.puppets(card("the-ufos"))
    at = table(
        players={"A": {"illuminati": "the-ufos", "structure": {"texas": {"top": {"yuppies": {}}}, "hackers": {}}}}
    )
    assert card("texas") == at.player("A").structure.master(card("yuppies"))
    at = table(players={"A": {"illuminati": "the-ufos", "structure": ["texas", "hackers"]}})
    assert 2 == len(at.player("A").structure.puppets(card("the-ufos")))


def test_every_problem_of_a_table_is_named_with_its_place():
    """Unknown keys, cards, players and values, wrong types and missing keys, all in one go, with suggestions."""
    with pytest.raises(TableError) as caught:
        table(
            players={"A": {"illuminati": "the-ufo", "monney": 3}, "B": {"structure": ["texsas"]}},
            turn={"player": "C", "step": "action", "actions": "two"},
            options={"half-of-the-money": "sums"},
        )
    assert [
        "players.A.illuminati: no card 'the-ufo' (did you mean 'the-ufos'?)",
        "players.A.monney: no key 'monney' (did you mean 'money'?)",
        "players.B.structure.texsas: no card 'texsas' (did you mean 'texas'?)",
        "players.B: missing: illuminati",
        "turn.player: no player 'C'",
        "turn.step: 'action' is not one of income, draw, actions, transfers, powers, over (did you mean 'actions'?)",
        "turn.actions: 'two' is not a whole number",
        "options.half-of-the-money: 'sums' is not one of each-treasury, sum (did you mean 'sum'?)",
    ] == [str(problem) for problem in caught.value.problems]


def test_a_card_lies_in_one_place():
    """A Group in a structure and in the uncontrolled area is a mistake, and so is money on a card that is not there."""
    with pytest.raises(TableError) as caught:
        table(
            players={"A": {"illuminati": "the-ufos", "structure": ["texas"], "money": {"hackers": 3}}},
            uncontrolled=["texas"],
        )
    assert [
        "players.A.money: Hackers is not in the Power Structure",
        "uncontrolled: Texas is also in players.A",
    ] == [str(problem) for problem in caught.value.problems]


def test_both_copies_of_a_special_may_lie_about():
    """The box has two Interference cards: one in the deck and one on the discard pile is no mistake."""
    at = table(players={"A": {"illuminati": "the-ufos"}}, deck=["interference"], discard=["interference"])
    assert ((card("interference"),), (card("interference"),)) == (at.deck, at.discard)


def test_a_copy_with_a_number_is_no_card_of_this_game():
    """`hoax~2` is for games whose copies are cards of their own.

    Here no place of a table and no play takes one, so none crashes later.
    """
    again = "; a second copy is named like the first"
    special, group = (f"no card '{name}~2' (did you mean '{name}'?){again}" for name in ("interference", "texas"))
    ufos = f"no card 'the-ufos~2' (did you mean 'the-ufos'?){again}"
    player = {
        "illuminati": "the-ufos~2",
        "structure": ["texas~2"],
        "money": {"texas~2": 1},
        "specials": ["interference~2"],
        "shown": ["interference~2"],
        "goal": "the-ufos~2",
    }
    piles = {
        "uncontrolled": ["texas~2"],
        "deck": ["interference~2"],
        "dead": ["texas~2"],
        "discard": ["interference~2"],
    }
    with pytest.raises(TableError) as caught:
        table(players={"A": player}, turn={"attacks": {"texas~2": 1}}, align={"texas~2": []}, **piles)
    assert sorted([ufos] * 2 + [group] * 6 + [special] * 4) == sorted(
        problem.message for problem in caught.value.problems
    )
    with pytest.raises(TableError) as caught:
        table(seats={"A": "the-ufos~2", "B": "the-network"}, deck=["interference~2"], rolls={"A": 6, "B": 5})
    assert [ufos, special] == [problem.message for problem in caught.value.problems]
    with pytest.raises(TableError, match="no card 'interference~2'"):
        play_from_data(game(), ["A", "B"], {"do": "use", "card": "interference~2"})


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "a play is a mapping with the key 'do'"),
        ({"do": "anounce"}, "do: no play 'anounce' (did you mean 'announce'?)"),
        (
            {"do": "attack"},
            (
                "do: no play 'attack'; the plays are income, draw, pass, end-turn, accuse, choose-goal, reveal-goal,"
                " leave, announce, aid, privilege, spend, call-off, roll, resolve, use, abolish, show, transfer, move,"
                " drop, trade, agree, deliver, say"
            ),
        ),
        (
            {"do": "announce", "attacker": "texas", "target": "the-mafia", "kind": "control", "privilege": ["bribery"]},
            "privilege: one card belongs here, not a list: write bribery",
        ),
        ({"do": "roll", "dice": "six"}, "dice: 'six' is not a whole number"),
        ({"do": "announce", "attacker": "texas", "kind": "control"}, "missing: target"),
        ({"do": "drop", "group": "the-mafa"}, "group: no card 'the-mafa' (did you mean 'the-mafia'?)"),
        ({"do": "trade", "to": "Z"}, "to: no player 'Z'"),
        ({"do": "spend", "amount": True}, "amount: True is not a whole number"),
        ({"do": ["roll"]}, "do: no play ['roll'] (did you mean 'roll'?)"),
        ({"do": "abolish", "specials": ["texas"]}, "specials.0: Texas isn't a card of the kind special"),
    ],
)
def test_bad_plays_say_what_is_wrong(data, message):
    """A play that makes no sense is refused before it is judged."""
    with pytest.raises(TableError) as caught:
        play_from_data(game(), ["A", "B"], data)
    assert [message] == [str(problem) for problem in caught.value.problems]


def test_a_table_made_of_an_unknown_shape():
    """Lists, numbers and text where a table should be are problems, not crashes."""
    ufos = {"illuminati": "the-ufos"}
    for data in (
        [],
        3,
        "table",
        None,
        {"players": []},
        {"players": {"A": 3}},
        {"players": {"A": {"illuminati": "texas"}}},
        {"players": {"A": {**ufos, "structure": [{}]}}},
        {"players": {"A": {**ufos, "structure": {"left": 3}}}},
        {"players": {"A": {**ufos, "money": -1}}},
        {"players": {"A": {**ufos, "money": []}}},
        {"players": {"A": ufos}, "uncontrolled": ["bribery"]},
        {"players": {"A": ufos}, "turn": {"actions": 3}},
        {"players": {"A": ufos}, "align": {"texas": ["weird"]}},
        {"players": {"A": ufos}, "started": 0},
        {"players": {"A": ufos}, "options": []},
        {"players": {3: ufos}, "deck": [[]]},
    ):
        with pytest.raises(TableError):
            table_from_data(game(), data)


def test_options_offer_the_outcomes_of_the_conflict_records():
    """Every option named like a conflict record has its outcomes and its default."""
    records = {row["id"]: row for row in yaml.safe_load((ROOT / "rules" / "deluxe" / "conflicts.yaml").read_text())}
    hints = get_type_hints(Options)
    named = {name.replace("_", "-"): name for name in hints if name.replace("_", "-") in records}
    assert 17 == len(named)
    for conflict, name in named.items():
        assert {row["id"] for row in records[conflict]["outcomes"]} == set(get_args(hints[name]))
        assert records[conflict]["default"] == getattr(Options(), name)


def test_every_citation_in_the_engine_exists():
    """The statement ids written in the engine's code are ids of statements."""
    ids = {
        json.loads(row)["id"]
        for file in (ROOT / "rules" / "statements").glob("*.jsonl")
        for row in file.read_text().splitlines()
    }
    written = r"""["`]((?:dlx|wdh|faq|sg)-[a-z0-9-]*[a-z0-9])["`]"""
    for path in (ROOT / "generator" / "engine").rglob("*.py"):
        assert set() == set(re.findall(written, path.read_text())) - ids, path.name


def test_events_are_plain_sentences_with_citations():
    """An event can be printed as it is."""
    at = table(players={"A": {"illuminati": "the-ufos"}, "B": {"illuminati": "the-network"}}, turn={"step": "income"})
    assert (Event("The UFOs: +8 MB", ("dlx-seq-1-income", "dlx-income-collected")),) == play(at, "income").events
