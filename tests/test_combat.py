"""The life of an attack at the table; every number is worked out from the rulebook."""

from __future__ import annotations

import pytest
from engine_game import card, play, plays, table

# A chain of four puts Empty Vee (Resistance 3, no alignment) where position gives no bonus.
DEEP = {"texas": {"california": {"new-york": {"empty-vee": {}}}}}
# Oil (Power 6, no alignment) and the C.I.A. (transferable 4) stand for the numbers of the rulebook's running example.
MINE = {"illuminati": "the-network", "structure": ["multinational-oil-companies", "c-i-a"]}


def example(**changes):
    """A (Network, Oil, C.I.A.) against B (UFOs, a chain down to Empty Vee)."""
    data = {
        "players": {
            "A": {**MINE, "money": {"the-network": 10, "multinational-oil-companies": 5}},
            "B": {
                "illuminati": "the-ufos",
                "structure": DEEP,
                "money": {"the-ufos": 20, "empty-vee": 3, "new-york": 9},
            },
            "C": {
                "illuminati": "the-gnomes-of-zurich",
                "structure": ["hackers"],
                "money": {"the-gnomes-of-zurich": 9, "hackers": 9},
            },
        },
        "uncontrolled": ["tabloids", "trekkies"],
    }
    return table(**{**data, **changes})


ANNOUNCE = {
    "do": "announce",
    "attacker": "multinational-oil-companies",
    "target": "empty-vee",
    "kind": "control",
    "aid": ["c-i-a"],
}


def test_the_running_example():
    """Power 6 aided by 4 against Resistance 3: 7 or less. 3 MB: 10. 3 MB on the target: 4. 2 MB more: 6."""
    at = example()
    outcome = play(at, **ANNOUNCE)
    assert (7, 7) == (outcome.ledger.strength, outcome.ledger.needed)
    at = outcome.table
    for step, needed in (
        ({"do": "spend", "amount": 3}, 10),
        ({"do": "spend", "player": "B", "card": "empty-vee", "amount": 3}, 4),
        ({"do": "spend", "card": "multinational-oil-companies", "amount": 2}, 6),
        ({"do": "spend", "player": "B", "amount": 1}, 5),
        ({"do": "spend", "player": "C", "amount": 2, "side": "for"}, 7),
        ({"do": "spend", "player": "C", "amount": 3}, 4),
    ):
        outcome = play(at, **step)
        assert needed == outcome.ledger.needed, step
        at = outcome.table
    assert 14 == at.bank - example().bank


@pytest.mark.parametrize(
    ("step", "cite"),
    [
        ({"do": "spend", "card": "c-i-a", "amount": 1}, "dlx-money-attack-sources"),
        ({"do": "spend", "player": "B", "card": "new-york", "amount": 1}, "dlx-money-defend-others-none"),
        ({"do": "spend", "player": "C", "card": "hackers", "amount": 1}, "dlx-interfere-money-only"),
        ({"do": "spend", "amount": 11}, "dlx-money-to-bank"),
        ({"do": "move", "group": "c-i-a", "master": "the-network", "side": "bottom"}, "dlx-actions-three-types"),
        ({"do": "privilege", "special": "slush-fund"}, "dlx-privilege-by-special"),
    ],
)
def test_what_may_not_be_done_during_an_attack(step, cite):
    """Money from the wrong treasury, more than there is, another action, privilege too late: each refused by its
    rule."""
    at = plays(example(), ANNOUNCE)
    outcome = play(at, **step)
    assert at is outcome.table
    assert any(cite in reason.cites for reason in outcome.verdict.broken)


def test_aid_is_announced_before_money():
    """Transferable Power may be added until money is spent, and not after."""
    at = plays(example(), {**ANNOUNCE, "aid": []})
    assert 7 == play(at, "aid", groups=["c-i-a"]).ledger.needed
    at = plays(at, {"do": "spend", "amount": 1})
    broken = play(at, "aid", groups=["c-i-a"]).verdict.broken
    assert ["dlx-aid-announce-before-money"] == [reason.source for reason in broken]


def test_each_helper_is_named_once():
    """The C.I.A. aid with 4 once, whether they are named twice when the attack is announced, or again later."""
    twice = play(example(), **{**ANNOUNCE, "aid": ["c-i-a", "c-i-a"]})
    assert "dlx-aid-one-attack-per-turn" in [reason.source for reason in twice.verdict.broken]
    again = play(plays(example(), ANNOUNCE), "aid", groups=["c-i-a"])
    assert "dlx-aid-one-attack-per-turn" in [reason.source for reason in again.verdict.broken]
    alone = plays(example(), {**ANNOUNCE, "aid": []})
    assert not play(alone, "aid", groups=["c-i-a", "c-i-a"]).verdict.ok


def test_only_the_attacker_leads_the_attack():
    """No other player adds helpers, calls the attack off, rolls the dice or carries out the result."""
    at = plays(example(), {**ANNOUNCE, "aid": []})
    for step in ({"do": "aid", "groups": ["c-i-a"]}, {"do": "call-off"}, {"do": "roll", "dice": 7}):
        assert play(at, **step).verdict.ok
        assert not play(at, **step, player="B").verdict.ok
    rolled = plays(at, {"do": "roll", "dice": 12})
    assert not play(rolled, "resolve", player="B").verdict.ok


def test_calling_off():
    """Nobody has paid: the attack is called off and costs no action. Anybody has paid: it must be played."""
    at = plays(example(), ANNOUNCE)
    off = plays(at, {"do": "call-off"})
    assert (2, None) == (off.turn.actions, off.attack)
    for spender in ({}, {"player": "C"}, {"player": "B"}):
        committed = plays(at, {"do": "spend", "amount": 1, **spender})
        assert not play(committed, "call-off").verdict.ok
    rolled = plays(at, {"do": "roll", "dice": 7})
    assert not play(rolled, "call-off").verdict.ok


def test_a_failed_attack_leaves_the_target_and_uses_up_the_attackers():
    """8 is more than 7: nothing moves, one action is gone, attacker and helper are done for this turn."""
    at = plays(example(), ANNOUNCE, {"do": "roll", "dice": 8}, {"do": "resolve"})
    assert card("empty-vee") in at.player("B").structure
    assert 1 == at.turn.actions
    for attacker in ("multinational-oil-companies", "c-i-a"):
        broken = play(at, **{**ANNOUNCE, "attacker": attacker, "aid": []}).verdict.broken
        assert ["attacker-has-attack-left"] == [reason.source for reason in broken]
    assert play(at, **{**ANNOUNCE, "attacker": "the-network", "aid": []}).verdict.ok


@pytest.mark.parametrize("dice", [11, 12])
def test_eleven_and_twelve_fail_whatever_the_strength(dice):
    """With 10 MB the strength is 17; the roll still must be 10 or less."""
    at = plays(example(), ANNOUNCE, {"do": "spend", "amount": 10})
    outcome = play(plays(at, {"do": "roll", "dice": dice}), "resolve")
    assert "dlx-auto-fail-11-12" in outcome.events[0].cites
    assert card("empty-vee") in outcome.table.player("B").structure


def test_capture_takes_puppets_and_half_of_each_treasury():
    """New York (7 MB) with Empty Vee (3 MB) is captured: 3 + 1 MB come along, 4 + 2 MB go to the bank."""
    at = example(
        players={
            "A": {"illuminati": "the-bavarian-illuminati", "structure": ["the-mafia"], "money": {"the-mafia": 6}},
            "B": {"illuminati": "the-ufos", "structure": DEEP, "money": {"new-york": 7, "empty-vee": 3}},
        }
    )
    # Power 7 + 10, +8 for Violent and Criminal in common, +3 against Criminal, - Resistance 8 - 2 for two Groups
    # away: 18.
    outcome = play(
        at, "announce", attacker="the-mafia", target="new-york", kind="control", aid=["the-bavarian-illuminati"]
    )
    assert 18 == outcome.ledger.strength
    at = plays(outcome.table, {"do": "roll", "dice": 10}, {"do": "resolve", "side": "left", "transfer": 6})
    mine = at.player("A")
    assert card("new-york") == mine.structure.puppets(card("the-mafia"))["left"]
    assert card("new-york") == mine.structure.master(card("empty-vee"))
    assert {
        card("the-bavarian-illuminati"): 0,
        card("the-mafia"): 0,
        card("new-york"): 9,
        card("empty-vee"): 1,
    } == dict(mine.money)
    assert 6 == at.bank + at.player("A").total_money + at.player("B").total_money + 6
    assert [card("texas"), card("california")] == list(at.player("B").structure.groups)


def test_half_of_the_sum_is_the_other_outcome():
    """7 and 3 MB together are 10: 5 come along where half of the sum was agreed on."""
    at = example(
        players={
            "A": {"illuminati": "the-bavarian-illuminati", "structure": ["the-mafia"]},
            "B": {"illuminati": "the-ufos", "structure": DEEP, "money": {"new-york": 7, "empty-vee": 3}},
        },
        options={"half-of-the-money": "sum"},
    )
    at = plays(
        at,
        {"do": "announce", "attacker": "the-mafia", "target": "new-york", "kind": "control"},
        {"do": "roll", "dice": 2},
        {"do": "resolve"},
    )
    assert 5 == at.player("A").total_money


def test_a_new_group_acts_in_the_same_turn():
    """Captured as the first action, the Tabloids attack as the second."""
    at = plays(
        example(),
        {**ANNOUNCE, "target": "tabloids"},
        {"do": "roll", "dice": 2},
        {"do": "resolve"},
        {"do": "announce", "attacker": "tabloids", "target": "trekkies", "kind": "control"},
    )
    assert card("tabloids") == at.attack.attacker


def test_a_third_attack_is_one_too_many():
    """Two actions a turn: after two attacks not even a Group that has not attacked may attack."""
    at = example()
    for attacker in ("multinational-oil-companies", "c-i-a"):
        at = plays(at, {**ANNOUNCE, "attacker": attacker, "aid": []}, {"do": "roll", "dice": 12}, {"do": "resolve"})
    broken = play(at, **{**ANNOUNCE, "attacker": "the-network", "aid": []}).verdict.broken
    assert ["dlx-seq-3-two-actions"] == [reason.source for reason in broken]


def test_an_attack_to_control_needs_an_open_arrow():
    """Loan Sharks have one arrow; once it is used they may neutralize and destroy, not control."""
    at = example(
        players={
            "A": {"illuminati": "the-network", "structure": {"loan-sharks": {"tabloids": {}}}},
            "B": {"illuminati": "the-ufos", "structure": ["yuppies"]},
        },
        uncontrolled=[],
    )
    announce = {"do": "announce", "attacker": "loan-sharks", "target": "yuppies"}
    broken = play(at, **announce, kind="control").verdict.broken
    assert ["attacker-has-open-arrow"] == [reason.source for reason in broken]
    assert play(at, **announce, kind="neutralize").verdict.ok
    assert play(at, **announce, kind="destroy").verdict.ok


def test_neutralizing_frees_the_whole_branch():
    """Treasuries of 3, 1 and 2 MB: three Groups uncontrolled, 6 MB to the bank, nothing for the attacker."""
    at = example(
        players={
            "A": {"illuminati": "the-society-of-assassins"},
            "B": {
                "illuminati": "the-ufos",
                "structure": {"texas": {"yuppies": {}, "hackers": {}}},
                "money": {"texas": 3, "yuppies": 1, "hackers": 2},
            },
        }
    )
    # Power 8 + 6 + 4 - Resistance 6 - 10: 2.
    outcome = play(at, "announce", attacker="the-society-of-assassins", target="texas", kind="neutralize")
    assert 2 == outcome.ledger.needed
    after = plays(outcome.table, {"do": "roll", "dice": 2}, {"do": "resolve"})
    assert {card("texas"), card("yuppies"), card("hackers")} <= set(after.uncontrolled)
    assert 6 == after.bank - at.bank
    assert (0, 0) == (after.player("B").total_money, after.player("A").kills)


def test_the_money_of_neutralized_groups_never_stays():
    """Even where money stays on dropped Groups, that of neutralized ones goes to the bank: the rules say so."""
    at = example(
        players={
            "A": {"illuminati": "the-society-of-assassins"},
            "B": {"illuminati": "the-ufos", "structure": ["texas"], "money": {"texas": 3}},
        },
        options={"money-of-dropped-groups": "stays"},
    )
    announce = {"do": "announce", "attacker": "the-society-of-assassins", "target": "texas", "kind": "neutralize"}
    after = plays(at, announce, {"do": "roll", "dice": 2}, {"do": "resolve"})
    assert (3, {}) == (after.bank - at.bank, dict(after.loose))


def test_destroying_kills_the_target_and_frees_its_puppets():
    """Texas goes to the dead pile, its puppets become uncontrolled, the attacker has destroyed one Group."""
    at = example(
        players={
            "A": {"illuminati": "the-bavarian-illuminati", "money": 5},
            "B": {"illuminati": "the-ufos", "structure": {"texas": {"yuppies": {}}}},
        }
    )
    after = plays(
        at,
        {"do": "announce", "attacker": "the-bavarian-illuminati", "target": "texas", "kind": "destroy"},
        # Power 10 - Power 6 - 10, + 5 MB: -1; so Assassination could not save it and neither could a roll of 2.
        {"do": "spend", "amount": 5},
        {"do": "roll", "dice": 2},
        {"do": "resolve"},
    )
    assert card("texas") in after.player("B").structure
    at = example(
        players={"A": {"illuminati": "the-bavarian-illuminati"}, "B": {"illuminati": "the-ufos"}},
        uncontrolled=["texas"],
    )
    after = plays(
        at,
        {"do": "announce", "attacker": "the-bavarian-illuminati", "target": "texas", "kind": "destroy"},
        {"do": "roll", "dice": 4},
        {"do": "resolve"},
    )
    assert ((card("texas"),), 1) == (after.dead, after.player("A").kills)


def test_an_own_group_may_be_destroyed_without_position_bonus():
    """Power 10 against Texas' 6 under the attacker's own Illuminati: 4. Texas may not attack itself."""
    at = example(
        players={
            "A": {"illuminati": "the-bavarian-illuminati", "structure": {"texas": {"yuppies": {}}}},
            "B": {"illuminati": "the-ufos"},
        }
    )
    announce = {"do": "announce", "target": "texas", "kind": "destroy"}
    outcome = play(at, **announce, attacker="the-bavarian-illuminati")
    assert 4 == outcome.ledger.needed
    assert not play(at, **announce, attacker="texas").verdict.ok
    assert not play(at, **announce, attacker="the-bavarian-illuminati", aid=["texas"]).verdict.ok
    after = plays(outcome.table, {"do": "roll", "dice": 4}, {"do": "resolve"})
    assert () == after.player("A").structure.groups
    assert card("yuppies") in after.uncontrolled


def test_ufos_take_part_twice():
    """The UFOs attack, then aid; a third part in the same turn is refused."""
    at = example(
        players={"A": {"illuminati": "the-ufos", "structure": ["texas"]}, "B": {"illuminati": "the-network"}},
        uncontrolled=["yuppies", "hackers"],
    )
    at = plays(
        at,
        {"do": "announce", "attacker": "the-ufos", "target": "yuppies", "kind": "control"},
        {"do": "roll", "dice": 12},
        {"do": "resolve"},
        {"do": "announce", "attacker": "texas", "target": "hackers", "kind": "control", "aid": ["the-ufos"]},
        {"do": "roll", "dice": 12},
        {"do": "resolve"},
    )
    assert 2 == at.turn.attacks[card("the-ufos")]
    at = at.with_turn(actions=1)
    broken = play(at, "announce", attacker="the-ufos", target="yuppies", kind="control").verdict.broken
    assert ["attacker-has-attack-left"] == [reason.source for reason in broken]


def test_discordians_are_immune_to_straight_and_government():
    """The Pentagon may not attack the Discordian structure, nor the F.B.I. aid; the Mafia may."""
    at = example(
        players={
            "A": {"illuminati": "the-network", "structure": ["pentagon", "the-mafia", "f-b-i"]},
            "B": {"illuminati": "the-discordian-society", "structure": ["trekkies"]},
        },
        uncontrolled=[],
    )
    announce = {"do": "announce", "target": "trekkies", "kind": "neutralize"}
    assert not play(at, **announce, attacker="pentagon").verdict.ok
    assert not play(at, **announce, attacker="the-mafia", aid=["f-b-i"]).verdict.ok
    assert play(at, **announce, attacker="the-mafia", aid=["the-network"]).verdict.ok


def test_survivalists_defend_the_other_groups():
    """Yuppies (Resistance 4) have 6 beside the Survivalists; the Survivalists keep their own 6."""
    at = example(
        players={
            "A": {"illuminati": "the-bavarian-illuminati"},
            "B": {"illuminati": "the-ufos", "structure": ["survivalists", "yuppies"]},
        }
    )
    for target, strength in (("yuppies", 10 - 6 - 10), ("survivalists", 10 - 6 - 10)):
        ledger = play(at, "announce", attacker="the-bavarian-illuminati", target=target, kind="control").ledger
        assert strength == ledger.strength
    assert "Survivalists" in [
        line.label
        for line in play(
            at, "announce", attacker="the-bavarian-illuminati", target="yuppies", kind="control"
        ).ledger.lines
    ]


def test_an_uncontrolled_target_has_no_defender():
    """Nobody pays as the owner of an uncontrolled Group; others may interfere from the Illuminati."""
    at = plays(example(), {**ANNOUNCE, "target": "tabloids"})
    assert not play(at, "spend", player="B", card="new-york", amount=1).verdict.ok
    outcome = play(at, "spend", player="B", amount=2)
    assert {"opposing": 2} == dict(outcome.table.attack.spent)
