"""The course of a turn: income, draw, actions, transfers, moving, passing, the end."""

from __future__ import annotations

import pytest
from engine_game import card, play, plays, table

A = {
    "illuminati": "the-gnomes-of-zurich",
    "structure": {"texas": {"yuppies": {}, "the-mafia": {}}},
    "money": {"texas": 6, "the-gnomes-of-zurich": 4},
}
B = {"illuminati": "the-ufos", "structure": ["hackers"], "money": 5}
C = {"illuminati": "the-discordian-society", "structure": ["trekkies"], "money": {"trekkies": 9}}


def seats(a=A, b=B, c=C, **data):
    """Three players; A is in the action part of his turn."""
    return table(players={"A": a, "B": b, "C": c}, **data)


def test_steps_come_in_their_order():
    """Income, draw, actions, transfers, end: each is refused before its turn and after it."""
    at = seats(turn={"step": "income"}, deck=["pentagon", "slush-fund"])
    for early in ({"do": "draw"}, {"do": "drop", "group": "texas"}, {"do": "end-turn"}):
        assert not play(at, **early).verdict.ok
    at = plays(at, {"do": "income"})
    for wrong in ("income", "end-turn"):
        assert not play(at, wrong).verdict.ok
    at = plays(at, {"do": "draw"})
    assert not play(at, "draw").verdict.ok
    at = plays(at, {"do": "transfer", "card": "texas", "to": "yuppies", "amount": 1})
    assert not play(at, "drop", group="texas").verdict.ok
    turn = plays(at, {"do": "end-turn"}).turn
    assert ("B", "income", 2, 2) == (turn.player, turn.step, turn.actions, turn.transfers)


def test_income_lands_on_each_card():
    """Gnomes 12, Texas 4, Yuppies 5, the Mafia 6, on top of what lies there."""
    at = plays(seats(turn={"step": "income"}), {"do": "income"})
    money = {
        slug: at.player("A").money[card(slug)] for slug in ("the-gnomes-of-zurich", "texas", "yuppies", "the-mafia")
    }
    assert {"the-gnomes-of-zurich": 16, "texas": 10, "yuppies": 5, "the-mafia": 6} == money
    assert 5 == at.player("B").total_money


def test_only_the_player_whose_turn_it_is_plays_the_turn():
    """B may not take A's steps or act."""
    for step in ("income", "draw", "end-turn", "pass"):
        assert not play(seats(turn={"step": "actions"}), step, player="B").verdict.ok


@pytest.mark.parametrize(("players", "income"), [(6, 12), (7, 15), (8, 17)])
def test_larger_games(players, income):
    """Seven players: 3 MB more for each Illuminati; eight: 5 MB more."""
    at = plays(
        seats(a={"illuminati": "the-gnomes-of-zurich"}, turn={"step": "income"}, started=players), {"do": "income"}
    )
    assert income == at.player("A").total_money


TAXING = {"illuminati": "the-network", "structure": ["i-r-s"]}


def test_the_irs_tax():
    """Rivals with 5, 0 and 9 MB pay 2, 0 and 2; the payer chooses the treasury, the owner may forgo."""
    at = table(
        players={"A": TAXING, "B": B, "C": C, "D": {"illuminati": "the-bermuda-triangle"}}, turn={"step": "income"}
    )
    after = plays(at, {"do": "income"})
    assert (4, 3, 7, 0) == tuple(
        after.player(name).total_money if name != "A" else after.player("A").money[card("i-r-s")] for name in "ABCD"
    )
    chosen = plays(at, {"do": "income", "forgo": ["B"], "taxes": {"C": {"trekkies": 2}}})
    assert (2, 5) == (chosen.player("A").money[card("i-r-s")], chosen.player("B").total_money)
    assert not play(at, "income", taxes={"C": {"the-discordian-society": 2}}).verdict.ok
    assert not play(at, "income", taxes={"C": {"trekkies": 1}}).verdict.ok


def test_the_irs_and_one_megabuck():
    """Who has 1 MB pays it, or nothing where that was agreed."""
    poor = {**B, "money": 1}
    after = plays(table(players={"A": TAXING, "B": poor}, turn={"step": "income"}), {"do": "income"})
    assert 0 == after.player("B").total_money
    after = plays(
        table(players={"A": TAXING, "B": poor}, turn={"step": "income"}, options={"irs-one-megabuck": "pays-nothing"}),
        {"do": "income"},
    )
    assert 1 == after.player("B").total_money


def test_the_discordian_immunity_and_the_tax():
    """The tax is no attack, so the Discordians pay, unless the wider reading was agreed on."""
    at = table(players={"A": TAXING, "C": C}, turn={"step": "income"})
    assert 7 == plays(at, {"do": "income"}).player("C").total_money
    at = table(players={"A": TAXING, "C": C}, turn={"step": "income"}, options={"discordian-tax": "exempt"})
    assert 9 == plays(at, {"do": "income"}).player("C").total_money


def test_market_manipulation_doubles_printed_income():
    """9 + 3 doubled, Post Office -1 once, I.R.S. 4 from two rivals once: 24 - 1 + 4."""
    a = {
        "illuminati": "the-network",
        "structure": ["fast-food-chains", "post-office", "i-r-s"],
        "specials": ["market-manipulation"],
    }
    at = seats(a=a, turn={"step": "income"})
    after = plays(at, {"do": "use", "card": "market-manipulation"}, {"do": "income"})
    assert 24 - 1 + 4 == after.player("A").total_money
    assert not play(plays(at, {"do": "income"}), "use", card="market-manipulation").verdict.ok


def test_the_post_office_is_paid_by_its_master_or_the_illuminati():
    """1 MB from the one or the other, which must have it."""
    a = {"illuminati": "the-network", "structure": {"c-i-a": {"post-office": {}}}, "money": {"c-i-a": 1}}
    at = seats(a=a, turn={"step": "income"})
    after = plays(at, {"do": "income", "upkeep": "master"})
    assert (0, 9) == (after.player("A").money[card("c-i-a")], after.player("A").money[card("the-network")])
    assert 8 == plays(at, {"do": "income"}).player("A").money[card("the-network")]
    broke = seats(a={**a, "money": 0}, turn={"step": "income"})
    assert not play(broke, "income", upkeep="master").verdict.ok


def test_drawing():
    """One card; a Group lies open for all, a Special stays with its player. The Network draws two."""
    at = seats(turn={"step": "draw"}, deck=["pentagon", "slush-fund"])
    after = plays(at, {"do": "draw"})
    assert ((card("pentagon"),), (card("slush-fund"),)) == (after.uncontrolled, after.deck)
    at = seats(a={"illuminati": "the-network"}, turn={"step": "draw"}, deck=["pentagon", "slush-fund", "bribery"])
    after = plays(at, {"do": "draw", "face_up": True})
    assert ((card("bribery"),), [(card("slush-fund"), True)]) == (
        after.deck,
        [(held.card, held.face_up) for held in after.player("A").specials],
    )


def test_four_transfers_in_a_turn():
    """Two as actions and two after them; money may travel several steps; a third after them is refused."""
    at = seats()
    at = plays(
        at,
        {"do": "transfer", "card": "texas", "to": "the-gnomes-of-zurich", "amount": 6, "action": True},
        {"do": "transfer", "card": "the-gnomes-of-zurich", "to": "texas", "amount": 10, "action": True},
        {"do": "transfer", "card": "texas", "to": "yuppies", "amount": 5},
        {"do": "transfer", "card": "texas", "to": "the-mafia", "amount": 5},
    )
    assert {card("the-gnomes-of-zurich"): 0, card("texas"): 0, card("yuppies"): 5, card("the-mafia"): 5} == dict(
        at.player("A").money
    )
    broken = play(at, "transfer", card="yuppies", to="texas", amount=1).verdict.broken
    assert ["dlx-sum-seq-5"] == [reason.source for reason in broken]
    assert not play(at, "transfer", card="yuppies", to="texas", amount=1, action=True).verdict.ok


@pytest.mark.parametrize(
    "fields",
    [
        {"card": "the-gnomes-of-zurich", "to": "yuppies", "amount": 1},
        {"card": "texas", "to": "yuppies", "amount": 7},
        {"card": "texas", "to": "yuppies", "amount": 0},
        {"card": "texas", "to": "the-ufos", "amount": 1},
    ],
)
def test_transfers_that_are_refused(fields):
    """Not to a Group two steps away, not more than there is, not nothing, not to a rival."""
    assert not play(seats(), "transfer", **fields).verdict.ok


def test_the_federal_reserve_transfers_anywhere():
    """Its money reaches any Group of its structure; money to it still needs to be adjacent."""
    a = {
        "illuminati": "the-network",
        "structure": {"texas": {"yuppies": {}}, "federal-reserve": {}},
        "money": {"federal-reserve": 5, "yuppies": 5},
    }
    at = seats(a=a)
    after = plays(at, {"do": "transfer", "card": "federal-reserve", "to": "yuppies", "amount": 5})
    assert 10 == after.player("A").money[card("yuppies")]
    assert not play(at, "transfer", card="yuppies", to="federal-reserve", amount=1).verdict.ok


def test_moving_takes_puppets_along_for_one_action():
    """Texas with both puppets goes to another Illuminati arrow."""
    at = seats(a={**A, "structure": {"left": {"texas": {"top": {"yuppies": {}}, "right": {"the-mafia": {}}}}}})
    after = plays(at, {"do": "move", "group": "texas", "master": "the-gnomes-of-zurich", "side": "bottom"})
    assert {"top": card("yuppies"), "right": card("the-mafia")} == after.player("A").structure.puppets(card("texas"))
    assert 1 == after.turn.actions
    for fields in (
        {"group": "texas", "master": "the-mafia", "side": "top"},
        {"group": "yuppies", "master": "texas", "side": "right"},
        {"group": "hackers", "master": "texas", "side": "right"},
    ):
        assert not play(at, "move", **fields).verdict.ok


def test_dropping_frees_the_branch_and_costs_nothing():
    """Texas and its puppets become uncontrolled, the 6 MB on it go to the bank, both actions are left."""
    at = seats()
    after = plays(at, {"do": "drop", "group": "texas"})
    assert {card("texas"), card("yuppies"), card("the-mafia")} == set(after.uncontrolled)
    assert (6, 2) == (after.bank - at.bank, after.turn.actions)
    for fields in ({"player": "B", "group": "hackers"}, {"group": "hackers"}):
        assert not play(at, "drop", **fields).verdict.ok


def test_money_may_stay_on_dropped_groups():
    """Where that was agreed the 6 MB stay on Texas, and half of them go to whoever takes it."""
    at = plays(seats(options={"money-of-dropped-groups": "stays"}), {"do": "drop", "group": "texas"})
    assert {card("texas"): 6} == dict(at.loose)
    at = plays(
        at,
        {"do": "announce", "attacker": "the-gnomes-of-zurich", "target": "texas", "kind": "control"},
        {"do": "spend", "amount": 4},
        {"do": "roll", "dice": 5},
        {"do": "resolve"},
    )
    assert ({}, 3) == (dict(at.loose), at.player("A").money[card("texas")])


def test_money_stays_on_every_dropped_group():
    """A second Group dropped with money leaves that on the first where it is."""
    at = seats(a={**A, "money": {"yuppies": 2, "the-mafia": 5}}, options={"money-of-dropped-groups": "stays"})
    at = plays(at, {"do": "drop", "group": "yuppies"}, {"do": "drop", "group": "the-mafia"})
    assert {card("yuppies"): 2, card("the-mafia"): 5} == dict(at.loose)


def test_passing():
    """5 MB for a turn without any action; afterwards nothing but the end of the turn."""
    after = plays(seats(), {"do": "pass"})
    assert 9 == after.player("A").money[card("the-gnomes-of-zurich")]
    for step in (
        {"do": "drop", "group": "texas"},
        {"do": "transfer", "card": "texas", "to": "yuppies", "amount": 1},
        {"do": "pass"},
    ):
        assert not play(after, **step).verdict.ok
    assert "B" == plays(after, {"do": "end-turn"}).turn.player


@pytest.mark.parametrize(
    "step",
    [
        {"do": "drop", "group": "yuppies"},
        {"do": "trade", "to": "B", "gives": {"money": 1}},
        {"do": "transfer", "card": "texas", "to": "yuppies", "amount": 1, "action": True},
    ],
)
def test_whoever_does_anything_cannot_pass(step):
    """A free action, a gift or a transfer rules out passing."""
    assert not play(plays(seats(), step), "pass").verdict.ok


def test_a_special_in_the_income_step_rules_out_passing():
    """A Special is a free action in any part of the turn."""
    at = seats(a={**A, "specials": ["slush-fund"]}, turn={"step": "income"}, deck=["pentagon"])
    at = plays(at, {"do": "use", "card": "slush-fund"}, {"do": "income"}, {"do": "draw"})
    assert not play(at, "pass").verdict.ok


def test_actions_are_not_saved():
    """After an unused turn the next one has two actions again."""
    at = seats()
    for _ in range(3):
        at = plays(at, {"do": "end-turn"}, {"do": "income"}, {"do": "draw"})
    assert ("A", 2) == (at.turn.player, at.turn.actions)


def test_play_goes_round_counter_clockwise_past_those_who_left():
    """A, B, C in seating order; when B has left C follows A."""
    at = plays(seats(), {"do": "leave", "player": "B"}, {"do": "end-turn"})
    assert "C" == at.turn.player


def test_nobody_who_left_is_given_a_turn():
    """B and C have left: after A comes D at once, and nobody else's turn is told."""
    d = {"illuminati": "the-network", "structure": ["pentagon"]}
    at = table(players={"A": A, "B": B, "C": C, "D": d})
    outcome = play(plays(at, {"do": "leave", "player": "B"}, {"do": "leave", "player": "C"}), "end-turn")
    assert ("D", ["D's turn"]) == (outcome.table.turn.player, [str(event) for event in outcome.events])
