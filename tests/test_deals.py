"""Gifts, trades and agreements."""

from __future__ import annotations

import pytest
from engine_game import card, play, plays, table

A = {
    "illuminati": "the-gnomes-of-zurich",
    "structure": {"texas": {"yuppies": {}, "hackers": {}}},
    "specials": ["slush-fund"],
    "money": {"the-gnomes-of-zurich": 10, "texas": 3, "yuppies": 1, "hackers": 2},
}
B = {"illuminati": "the-ufos", "structure": ["boy-sprouts", "tabloids"], "money": 10, "specials": ["bribery"]}
C = {"illuminati": "the-network", "structure": ["trekkies"], "money": 10}


def seats(**data):
    """Three players; it is A's turn."""
    return table(players={"A": A, "B": B, "C": C}, **data)


def test_money_passes_between_illuminati_at_any_time():
    """B pays C in A's turn; no action; no other treasury takes part."""
    at = plays(seats(), {"do": "trade", "player": "B", "to": "C", "gives": {"money": 4}})
    assert (6, 14, 2) == (at.player("B").total_money, at.player("C").total_money, at.turn.actions)
    for fields in (
        {"gives": {"money": 11}},
        {"gives": {"money": 1}, "money_from": "tabloids"},
        {"gives": {"money": 1}, "money_to": "trekkies"},
        {"gives": {"money": -1}},
        {},
    ):
        assert not play(seats(), "trade", player="B", to="C", **fields).verdict.ok


def test_specials_pass_at_any_time():
    """B gives C a Special in A's turn; what B does not hold B cannot give."""
    at = plays(seats(), {"do": "trade", "player": "B", "to": "C", "gives": {"specials": ["bribery"]}})
    assert at.player("C").holds(card("bribery"))
    assert not play(seats(), "trade", player="B", to="C", gives={"specials": ["slush-fund"]}).verdict.ok


def test_a_group_goes_with_its_puppets_and_all_their_money():
    """Texas with two puppets and 3 + 1 + 2 MB: three Groups and 6 MB change hands, nothing goes to the bank, one
    action."""
    at = seats()
    after = plays(at, {"do": "trade", "to": "B", "gives": {"groups": ["texas"]}})
    assert {card("texas"), card("yuppies"), card("hackers")} <= set(after.player("B").structure)
    assert (16, 10, 0, 1) == (
        after.player("B").total_money,
        after.player("A").total_money,
        after.bank - at.bank,
        after.turn.actions,
    )
    assert card("texas") == after.player("B").structure.master(card("yuppies"))


def test_a_group_for_a_group_is_two_actions():
    """With one action left the trade is refused."""
    swap = {"do": "trade", "to": "B", "gives": {"groups": ["texas"]}, "gets": {"groups": ["tabloids"]}}
    after = plays(seats(), swap)
    assert (0, True) == (after.turn.actions, card("tabloids") in after.player("A").structure)
    assert not play(seats(turn={"actions": 1}), **swap).verdict.ok
    assert not play(seats(), **swap, consent=False).verdict.ok
    free = plays(seats(options={"action-kinds": "three"}), swap)
    assert 2 == free.turn.actions


def test_a_group_is_given_without_an_action_where_that_was_agreed():
    """Where giving a Group is no action it is legal with no action left, and not otherwise."""
    gift = {"do": "trade", "to": "B", "gives": {"groups": ["texas"]}}
    assert play(seats(turn={"actions": 0}, options={"action-kinds": "three"}), **gift).verdict.ok
    assert not play(seats(turn={"actions": 0}), **gift).verdict.ok


def test_what_cannot_be_handed_over():
    """One Special twice, a Group in the middle of an attack, anything to a player who has left."""
    for goods in ({"specials": ["slush-fund", "slush-fund"]}, {"groups": ["texas", "texas"]}):
        assert not play(seats(), "trade", to="B", gives=goods).verdict.ok
    gift = {"do": "trade", "to": "B", "gives": {"groups": ["hackers"]}}
    attack = {"do": "announce", "attacker": "the-gnomes-of-zurich", "target": "tabloids", "kind": "control"}
    assert play(seats(), **gift).verdict.ok
    assert not play(plays(seats(), attack), **gift).verdict.ok
    money = {"do": "trade", "to": "C", "gives": {"money": 1}}
    assert play(seats(), **money).verdict.ok
    assert not play(plays(seats(), {"do": "leave", "player": "C"}), **money).verdict.ok


@pytest.mark.parametrize(
    ("player", "to", "groups", "ok"),
    [
        ("A", "B", ["hackers"], True),
        ("B", "A", ["tabloids"], True),
        ("B", "C", ["tabloids"], False),
        ("A", "B", ["texas", "hackers"], False),
    ],
)
def test_groups_change_hands_in_a_turn_of_one_of_the_two(player, to, groups, ok):
    """It is A's turn: not from B to C. A puppet is not given beside its master."""
    assert ok == play(seats(), "trade", player=player, to=to, gives={"groups": groups}).verdict.ok


def test_a_group_is_given_only_with_permission():
    """Money may be pressed on somebody, a Group may not."""
    assert not play(seats(), "trade", to="B", gives={"groups": ["texas"]}, consent=False).verdict.ok
    assert play(seats(), "trade", to="B", gives={"money": 1}, consent=False).verdict.ok


def full(**more):
    """B has no open arrow but one under the Tabloids."""
    b = {"illuminati": "the-ufos", "structure": ["boy-sprouts", "trekkies", "psychiatrists", "tabloids"], **more}
    return table(players={"A": A, "B": b})


def test_the_receiver_fits_groups_in_or_gives_cards_up():
    """Texas goes under the Tabloids; or the receiver gives up a card for it only where something does not fit."""
    after = plays(
        full(), {"do": "trade", "to": "B", "gives": {"groups": ["texas"]}, "places": {"texas": ["tabloids", "top"]}}
    )
    assert card("tabloids") == after.player("B").structure.master(card("texas"))
    assert not play(full(), "trade", to="B", gives={"groups": ["texas"]}, drops=["trekkies"]).verdict.ok
    crowded = table(
        players={
            "A": A,
            "B": {"illuminati": "the-ufos", "structure": ["boy-sprouts", "trekkies", "psychiatrists", "morticians"]},
        }
    )
    lost = plays(crowded, {"do": "trade", "to": "B", "gives": {"groups": ["texas"]}})
    assert {card("texas"), card("yuppies"), card("hackers")} == set(lost.uncontrolled)
    kept = plays(crowded, {"do": "trade", "to": "B", "gives": {"groups": ["texas"]}, "drops": ["trekkies"]})
    assert ((card("trekkies"),), True) == (kept.uncontrolled, card("hackers") in kept.player("B").structure)


def winning(**b):
    """Five Weird Groups win for B; he has four, A can give the fifth."""
    return table(
        players={
            "A": {"illuminati": "the-gnomes-of-zurich", "structure": ["trekkies"], "money": 10},
            "B": {
                "illuminati": "the-discordian-society",
                "structure": ["punk-rockers", "psychiatrists", "s-m-o-f", "comic-books"],
                "money": 5,
                **b,
            },
        },
        started=4,
    )


def test_nobody_throws_the_game():
    """The fifth Weird Group for nothing is refused; sold for money, or when the giver wins as well, it is legal."""
    gift = {"do": "trade", "to": "B", "gives": {"groups": ["trekkies"]}}
    broken = play(winning(), **gift).verdict.broken
    assert ["dlx-throwing-banned"] == [reason.source for reason in broken]
    assert play(winning(), **gift, gets={"money": 5}).verdict.ok
    rich = winning().with_player("A", money={card("the-gnomes-of-zurich"): 150, card("trekkies"): 0})
    assert play(rich, **gift).verdict.ok


def test_a_gift_to_a_player_who_wins_anyway_is_no_thrown_game():
    """B has five Weird Groups already; a sixth decides nothing."""
    five = {"s-m-o-f": {"intellectuals": {}}, "punk-rockers": {}, "psychiatrists": {}, "comic-books": {}}
    assert play(winning(structure=five), "trade", to="B", gives={"groups": ["trekkies"]}).verdict.ok


SALE = {"do": "agree", "player": "A", "to": "B", "gives": {"money": 10}, "gets": {"groups": ["boy-sprouts"]}}


def test_an_immediate_exchange_binds():
    """B hands over the Boy Sprouts: A must pay the 10 MB before anything else happens."""
    at = plays(seats(), SALE, {"do": "deliver", "player": "B", "to": "A"})
    assert card("boy-sprouts") in at.player("A").structure
    broken = play(at, "end-turn").verdict.broken
    assert ["dlx-deal-immediate-binding"] == [reason.source for reason in broken]
    after = plays(at, {"do": "deliver", "to": "B"})
    assert (20, ()) == (after.player("B").total_money, after.deals)


def test_a_debt_is_paid_to_the_player_it_is_owed_to():
    """A owes B 10 MB: what A agreed with C does not come first."""
    with_c = {"do": "agree", "player": "A", "to": "C", "gives": {"specials": ["slush-fund"]}, "gets": {"money": 2}}
    at = plays(seats(), with_c, SALE, {"do": "deliver", "player": "B", "to": "A"})
    assert not play(at, "deliver", to="C").verdict.ok
    assert play(plays(at, {"do": "deliver", "to": "B"}), "deliver", to="C").verdict.ok


def test_the_latest_agreement_is_delivered_first():
    """Two agreements with B: the one made last is carried out."""
    last = {**SALE, "gives": {"money": 3}, "gets": {"groups": ["tabloids"]}}
    at = plays(seats(), SALE, last, {"do": "deliver", "player": "B", "to": "A"}, {"do": "deliver", "to": "B"})
    assert {card("tabloids")} == {card("tabloids"), card("boy-sprouts")} & set(at.player("A").structure)
    assert 13 == at.player("B").total_money
    assert 1 == len(at.deals)


def test_a_promise_for_the_future_does_not_bind():
    """The same for next turn: B delivers, A need not pay."""
    at = plays(seats(), {**SALE, "later": True}, {"do": "deliver", "player": "B", "to": "A"})
    assert play(at, "end-turn").verdict.ok


def test_talk_is_free():
    """Threats and promises are legal at any time and change nothing."""
    at = seats()
    outcome = play(at, "say", player="C", text="Attack me and you will regret it")
    assert outcome.verdict.ok
    assert at is outcome.table


def test_a_trade_then_an_attack_on_the_partner():
    """A trade does not protect the partner in the same turn."""
    at = plays(seats(), {"do": "trade", "to": "B", "gives": {"money": 1}, "gets": {"specials": ["bribery"]}})
    assert play(at, "announce", attacker="the-gnomes-of-zurich", target="tabloids", kind="control").verdict.ok
