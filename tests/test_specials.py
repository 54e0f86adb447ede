"""Specials and abilities at the table, as their cards in the rulebook say."""

from __future__ import annotations

import pytest
from engine_game import card, play, plays, table

NETWORK = {"illuminati": "the-network", "structure": ["texas"], "money": 10}
UFOS = {"illuminati": "the-ufos", "structure": ["yuppies"], "money": 10}
GNOMES = {"illuminati": "the-gnomes-of-zurich", "structure": ["hackers"], "money": 10}


def seats(a=(), b=(), c=(), **data):
    """Three players, with these Specials."""
    return table(
        players={
            "A": {**NETWORK, "specials": list(a)},
            "B": {**UFOS, "specials": list(b)},
            "C": {**GNOMES, "specials": list(c)},
        },
        **{"uncontrolled": ["empty-vee", "trekkies"], **data},
    )


ATTACK = {"do": "announce", "attacker": "texas", "target": "empty-vee", "kind": "control"}
SECRETS = "secrets-man-was-not-meant-to-know"


@pytest.mark.parametrize(("special", "amount"), [("slush-fund", 15), ("swiss-bank-account", 25)])
def test_money_specials(special, amount):
    """15 or 25 MB to the Illuminati treasury, in anybody's turn, used once."""
    at = seats(b=[special])
    after = plays(at, {"do": "use", "player": "B", "card": special})
    assert 10 + amount == after.player("B").money[card("the-ufos")]
    assert (card(special),) == after.discard
    assert not play(after, "use", player="B", card=special).verdict.ok
    assert 2 == after.turn.actions


@pytest.mark.parametrize(
    ("specials", "roll", "needs_capture"),
    [
        (["assassination"], 11, True),
        (["murphys-law"], 2, False),
        (["assassination", "murphys-law"], 3, False),
        (["murphys-law", "assassination"], 11, True),
    ],
)
def test_specials_that_set_the_roll(specials, roll, needs_capture):
    """Assassination makes the roll 2, Murphy's Law 12; the last one played governs."""
    at = plays(seats(b=["assassination", "murphys-law"]), ATTACK, {"do": "roll", "dice": roll})
    for special in specials:
        at = plays(at, {"do": "use", "player": "B", "card": special})
    at = plays(at, {"do": "resolve"})
    assert needs_capture == (card("empty-vee") in at.player("A").structure)


def test_roll_setters_come_right_after_the_roll():
    """Before the roll and after the result it is too late or too early."""
    at = plays(seats(b=["assassination"]), ATTACK)
    assert not play(at, "use", player="B", card="assassination").verdict.ok
    at = plays(at, {"do": "roll", "dice": 12}, {"do": "resolve"})
    assert not play(at, "use", player="B", card="assassination").verdict.ok


def test_privilege_by_a_special():
    """Any Special makes the attack privileged: nobody else pays for or against it, the attacker still may."""
    at = plays(seats(a=["bribery"]), {**ATTACK, "privilege": "bribery"})
    for side in ("for", "against"):
        assert not play(at, "spend", player="C", amount=1, side=side).verdict.ok
    assert play(at, "spend", amount=1).verdict.ok
    assert (card("bribery"),) == at.discard
    assert not play(at, "trade", player="C", to="B", gives={"money": 1}).verdict.ok


def test_helping_may_be_agreed_to_be_no_interference():
    """Where only opposing is interference, privilege bars those who oppose and nobody who helps."""
    at = plays(
        seats(a=["bribery"], options={"interfere-either-side": "against-only"}), {**ATTACK, "privilege": "bribery"}
    )
    assert play(at, "spend", player="C", amount=1, side="for").verdict.ok
    assert not play(at, "spend", player="C", amount=1, side="against").verdict.ok


def test_gifts_may_be_agreed_on_in_privileged_attacks():
    """Where that was agreed, money changes hands in a privileged attack too."""
    at = plays(
        seats(a=["bribery"], options={"gifts-in-privileged-attack": "allowed"}), {**ATTACK, "privilege": "bribery"}
    )
    assert play(at, "trade", player="C", to="B", gives={"money": 1}).verdict.ok


def test_deep_agent_abolishes_privilege():
    """After Deep Agent everybody may interfere again."""
    at = plays(
        seats(a=["bribery"], b=["deep-agent"]),
        {**ATTACK, "privilege": "bribery"},
        {"do": "use", "player": "B", "card": "deep-agent"},
    )
    assert play(at, "spend", player="C", amount=1).verdict.ok
    assert not play(at, "privilege", special="bribery").verdict.ok


def test_deep_agent_needs_a_privilege():
    """Without privilege there is nothing to abolish."""
    at = plays(seats(b=["deep-agent"]), ATTACK)
    assert not play(at, "use", player="B", card="deep-agent").verdict.ok


def test_interference_lets_in_its_player_alone():
    """C plays Interference and may pay on either side; B still may not."""
    at = plays(
        seats(a=["bribery"], c=["interference"]),
        {**ATTACK, "privilege": "bribery"},
        {"do": "use", "player": "C", "card": "interference"},
    )
    assert play(at, "spend", player="C", amount=1, side="for").verdict.ok
    assert play(at, "spend", player="C", amount=1, side="against").verdict.ok
    assert not play(at, "spend", player="B", amount=1).verdict.ok


def test_interference_lets_in_nobody_else_where_helping_is_free():
    """Where only opposing is interference, C's card lets C oppose and B still help; B may not oppose."""
    at = plays(
        seats(a=["bribery"], c=["interference"], options={"interfere-either-side": "against-only"}),
        {**ATTACK, "privilege": "bribery"},
        {"do": "use", "player": "C", "card": "interference"},
    )
    assert play(at, "spend", player="C", amount=1, side="against").verdict.ok
    assert play(at, "spend", player="B", amount=1, side="for").verdict.ok
    assert not play(at, "spend", player="B", amount=1, side="against").verdict.ok


def test_after_the_roll_privilege_is_settled():
    """Once the dice show, neither Interference nor Deep Agent nor two discarded Specials come in time."""
    at = plays(
        seats(a=["bribery"], b=["slush-fund", "murphys-law"], c=["interference", "deep-agent"]),
        {**ATTACK, "privilege": "bribery"},
    )
    late = plays(at, {"do": "roll", "dice": 12})
    for step in (
        {"do": "use", "player": "C", "card": "interference"},
        {"do": "use", "player": "C", "card": "deep-agent"},
        {"do": "abolish", "player": "B", "specials": ["slush-fund", "murphys-law"]},
    ):
        assert play(at, **step).verdict.ok
        assert not play(late, **step).verdict.ok


def test_bavarian_privilege():
    """5 MB when the attack is announced, once a turn; the money commits the attack."""
    at = table(
        players={"A": {"illuminati": "the-bavarian-illuminati", "structure": ["texas"], "money": 12}, "B": UFOS},
        uncontrolled=["empty-vee"],
    )
    at = plays(at, {**ATTACK, "privilege": "the-bavarian-illuminati"})
    assert 7 == at.player("A").money[card("the-bavarian-illuminati")]
    assert not play(at, "spend", player="B", amount=1).verdict.ok
    assert not play(at, "call-off").verdict.ok
    at = plays(at, {"do": "roll", "dice": 12}, {"do": "resolve"})
    again = {**ATTACK, "attacker": "the-bavarian-illuminati", "privilege": "the-bavarian-illuminati"}
    assert not play(at, **again).verdict.ok


def test_privilege_that_was_paid_for_rules_out_passing():
    """The attack ends because its target's player leaves; the 5 MB are spent, so the turn cannot be passed."""
    bavaria = {"illuminati": "the-bavarian-illuminati", "structure": ["texas"], "money": 12}
    at = plays(
        table(players={"A": bavaria, "B": UFOS, "C": GNOMES}),
        {**ATTACK, "target": "yuppies", "privilege": "the-bavarian-illuminati"},
        {"do": "leave", "player": "B"},
    )
    assert (None, 7) == (at.attack, at.player("A").total_money)
    assert not play(at, "pass").verdict.ok


def test_privilege_costs_a_special_in_hand():
    """Neither a Group nor a Special that another player holds pays for privilege."""
    at = seats(b=["bribery"])
    for price in ("texas", "bribery"):
        assert not play(at, **ATTACK, privilege=price).verdict.ok


def test_two_specials_abolish_privilege():
    """Two Specials of one player do; one does not, and where only Deep Agent does, two do not either."""
    at = plays(
        seats(a=["bribery"], b=["slush-fund", "murphys-law"], c=["assassination"]), {**ATTACK, "privilege": "bribery"}
    )
    assert not play(at, "abolish", player="C", specials=["assassination"]).verdict.ok
    after = plays(at, {"do": "abolish", "player": "B", "specials": ["slush-fund", "murphys-law"]})
    assert play(after, "spend", player="C", amount=1).verdict.ok
    strict = plays(
        seats(a=["bribery"], b=["slush-fund", "murphys-law"], options={"privilege-two-specials": "deep-agent-only"}),
        {**ATTACK, "privilege": "bribery"},
    )
    assert not play(strict, "abolish", player="B", specials=["slush-fund", "murphys-law"]).verdict.ok


def test_one_special_is_not_two():
    """The same Special named twice does not abolish a privilege when the player holds it once."""
    at = plays(seats(a=["bribery"], b=["interference"]), {**ATTACK, "privilege": "bribery"})
    assert not play(at, "abolish", player="B", specials=["interference", "interference"]).verdict.ok
    at = plays(seats(a=["bribery"], b=["interference", "interference"]), {**ATTACK, "privilege": "bribery"})
    assert play(at, "abolish", player="B", specials=["interference", "interference"]).verdict.ok


def test_a_cancelled_one_of_two_may_be_replaced():
    """Secrets Man cancels one of the two: privilege stays, both are lost; a third Special of the same player replaces
    it."""
    at = plays(
        seats(a=["bribery", SECRETS], b=["slush-fund", "murphys-law", "assassination"]),
        {**ATTACK, "privilege": "bribery"},
        {"do": "abolish", "player": "B", "specials": ["slush-fund", "murphys-law"]},
        {"do": "use", "player": "A", "card": SECRETS, "target": "slush-fund"},
    )
    assert not play(at, "spend", player="C", amount=1).verdict.ok
    assert [card("assassination")] == [held.card for held in at.player("B").specials]
    replaced = plays(at, {"do": "abolish", "player": "B", "specials": ["assassination"]})
    assert play(replaced, "spend", player="C", amount=1).verdict.ok
    late = plays(at, {"do": "spend", "amount": 1})
    assert not play(late, "abolish", player="B", specials=["assassination"]).verdict.ok


def test_secrets_man_cancels_a_special():
    """The Slush Fund has no effect; both cards are lost. Only right after the Special."""
    at = plays(seats(a=[SECRETS], b=["slush-fund"]), {"do": "use", "player": "B", "card": "slush-fund"})
    after = plays(at, {"do": "use", "player": "A", "card": SECRETS})
    assert 10 == after.player("B").money[card("the-ufos")]
    assert {card("slush-fund"), card(SECRETS)} == set(after.discard)
    late = plays(at, {"do": "drop", "group": "texas"})
    assert not play(late, "use", player="A", card=SECRETS).verdict.ok


def test_secrets_man_cancels_a_privilege():
    """A Special discarded for privilege is cancelled too: the attack goes on without privilege."""
    at = plays(
        seats(a=["bribery"], b=[SECRETS]),
        {**ATTACK, "privilege": "bribery"},
        {"do": "use", "player": "B", "card": SECRETS},
    )
    assert at.attack is not None
    assert play(at, "spend", player="C", amount=1).verdict.ok


def test_secrets_man_names_the_special_it_cancels():
    """Of Whispering Campaign and the Special paid for privilege either may be canceled; the other keeps its effect."""
    at = plays(
        seats(a=["whispering-campaign", "bribery"], b=[SECRETS]),
        {
            **ATTACK,
            "target": "trekkies",
            "kind": "destroy",
            "specials": ["whispering-campaign"],
            "privilege": "bribery",
        },
    )
    secrets = {"do": "use", "player": "B", "card": SECRETS}
    open_again = plays(at, {**secrets, "target": "bribery"})
    assert open_again.attack is not None
    assert (False, (card("whispering-campaign"),)) == (open_again.attack.privileged, open_again.attack.played)
    assert plays(at, {**secrets, "target": "whispering-campaign"}).attack is None


def test_bribery():
    """An uncontrolled Group joins without a roll for one action, in one's own turn."""
    at = seats(a=["bribery"], b=["bribery"])
    after = plays(at, {"do": "use", "card": "bribery", "target": "empty-vee", "master": "texas", "side": "top"})
    assert card("texas") == after.player("A").structure.master(card("empty-vee"))
    assert 1 == after.turn.actions
    assert not play(at, "use", player="B", card="bribery", target="empty-vee").verdict.ok
    assert not play(at, "use", card="bribery", target="yuppies").verdict.ok


def test_a_bribed_group_brings_half_of_the_money_on_it():
    """Texas was dropped with 7 MB that stay on it: 3 come along, 4 go to the bank."""
    at = table(
        players={"A": {**NETWORK, "specials": ["bribery"], "money": {"texas": 7}}, "B": UFOS},
        options={"money-of-dropped-groups": "stays"},
    )
    after = plays(at, {"do": "drop", "group": "texas"}, {"do": "use", "card": "bribery", "target": "texas"})
    assert (3, 4, {}) == (after.player("A").money[card("texas")], after.bank - at.bank, dict(after.loose))


def test_computer_espionage():
    """One treasury or all Specials of one player, not both."""
    at = seats(a=["computer-espionage"], b=["slush-fund"])
    assert "B holds Slush Fund" in [e.text for e in play(at, "use", card="computer-espionage", whom="B").events]
    assert "The UFOs holds 10 MB" in [
        e.text for e in play(at, "use", card="computer-espionage", target="the-ufos").events
    ]
    assert not play(at, "use", card="computer-espionage", target="the-ufos", whom="B").verdict.ok


def test_media_campaign():
    """A dead Group returns uncontrolled; the kill still counts, and killing it again counts again."""
    at = seats(a=["media-campaign"], dead=["pentagon"])
    at = at.with_player("A", kills=5)
    at = plays(at, {"do": "use", "card": "media-campaign", "target": "pentagon"})
    assert (card("pentagon") in at.uncontrolled, (), 5) == (True, at.dead, at.player("A").kills)


def test_senate_committee_takes_a_turn():
    """At the start of B's turn A plays the committee: B misses income, draw and actions."""
    at = seats(a=["senate-investigating-committee"], turn={"player": "B", "step": "income"})
    after = plays(at, {"do": "use", "player": "A", "card": "senate-investigating-committee"})
    assert ("C", 10, 0) == (after.turn.player, after.player("B").total_money, after.player("B").turns)
    begun = plays(at, {"do": "income"})
    assert not play(begun, "use", player="A", card="senate-investigating-committee").verdict.ok
    assert not play(at, "use", player="B", card="slush-fund").verdict.ok


def test_the_senate_committee_comes_before_anything_else():
    """B has used a Special in the income step: the turn has begun, and it is too late."""
    at = seats(a=["senate-investigating-committee"], b=["slush-fund"], turn={"player": "B", "step": "income"})
    begun = plays(at, {"do": "use", "card": "slush-fund"})
    assert not play(begun, "use", player="A", card="senate-investigating-committee").verdict.ok


def test_white_collar_crime():
    """All money anywhere among one's own cards and 5 MB more."""
    at = seats(a=["white-collar-crime"])
    after = plays(at, {"do": "use", "card": "white-collar-crime", "money": {"texas": 12, "the-network": 3}})
    assert {card("the-network"): 3, card("texas"): 12} == dict(after.player("A").money)
    assert -5 == after.bank - at.bank
    for money in ({"texas": 16}, {"yuppies": 15}, {"texas": 16, "the-network": -1}):
        assert not play(at, "use", card="white-collar-crime", money=money).verdict.ok


def test_whispering_campaign():
    """Texas (Power 6, Conservative, Government and Violent) against the Trekkies (no Power, Resistance 4): 2."""
    at = seats(a=["whispering-campaign"])
    announce = {**ATTACK, "target": "trekkies", "kind": "destroy"}
    assert ["destroy-needs-power"] == [r.source for r in play(at, **announce).verdict.broken]
    outcome = play(at, **announce, specials=["whispering-campaign"])
    assert 2 == outcome.ledger.needed
    after = plays(outcome.table, {"do": "roll", "dice": 2}, {"do": "resolve"})
    assert (card("trekkies"),) == after.dead
    assert 1 == after.turn.actions
    assert not play(at, **{**announce, "target": "yuppies"}, specials=["whispering-campaign"]).verdict.ok


def test_a_cancelled_whispering_campaign_ends_the_attack():
    """Without it a Group without Power cannot be destroyed, so the attack is void and costs no action."""
    at = plays(
        seats(a=["whispering-campaign"], b=[SECRETS]),
        {**ATTACK, "target": "trekkies", "kind": "destroy", "specials": ["whispering-campaign"]},
        {"do": "use", "player": "B", "card": SECRETS},
    )
    assert (None, 2) == (at.attack, at.turn.actions)


def test_recyclers_draw_for_5_mb():
    """5 MB of their own treasury: one more card, no action, as often as they can pay."""
    at = table(
        players={"A": {"illuminati": "the-network", "structure": ["recyclers"], "money": {"recyclers": 11}}, "B": UFOS},
        deck=["pentagon", "slush-fund", "texas"],
    )
    at = plays(at, {"do": "use", "card": "recyclers"}, {"do": "use", "card": "recyclers"})
    assert (card("pentagon"),) == at.uncontrolled
    assert at.player("A").holds(card("slush-fund"))
    assert (2, 1) == (at.turn.actions, at.player("A").money[card("recyclers")])
    assert not play(at, "use", card="recyclers").verdict.ok


def lasers(**data):
    """A controls the Orbital Mind Control Lasers."""
    return table(
        players={"A": {"illuminati": "the-network", "structure": ["orbital-mind-control-lasers"]}, "B": UFOS}, **data
    )


@pytest.mark.parametrize(
    ("change", "alignment", "expected"),
    [
        ("add", "Weird", ("Conservative", "Weird")),
        ("remove", "Conservative", ()),
        ("reverse", "Conservative", ("Liberal",)),
    ],
)
def test_lasers_change_one_alignment_until_the_end_of_the_turn(change, alignment, expected):
    """The Yuppies are Conservative: add, remove or reverse one; then it is over."""
    use = {
        "do": "use",
        "card": "orbital-mind-control-lasers",
        "target": "yuppies",
        "change": change,
        "alignment": alignment,
    }
    at = plays(lasers(), use)
    assert expected == at.alignments(card("yuppies"))
    assert not play(at, **use).verdict.ok
    assert ("Conservative",) == plays(at, {"do": "end-turn"}).alignments(card("yuppies"))


def test_lasers_do_not_give_an_alignment_twice():
    """A Group that is Conservative and Liberal already is only Liberal when Conservative is reversed."""
    use = {"card": "orbital-mind-control-lasers", "target": "yuppies", "change": "reverse", "alignment": "Conservative"}
    at = plays(lasers(align={"yuppies": ["Conservative", "Liberal"]}), {"do": "use", **use})
    assert ("Liberal",) == at.alignments(card("yuppies"))


@pytest.mark.parametrize(
    ("target", "change", "alignment"),
    [
        ("orbital-mind-control-lasers", "add", "Weird"),
        ("yuppies", "add", "Conservative"),
        ("yuppies", "remove", "Weird"),
        ("hackers", "reverse", "Fanatic"),
        ("texas", "add", "Weird"),
    ],
)
def test_what_lasers_cannot_do(target, change, alignment):
    """Not on themselves, not what is there already or is not there, no reversal without an opposite, only Groups in
    play."""
    at = lasers(uncontrolled=["hackers"])
    assert not play(
        at, "use", card="orbital-mind-control-lasers", target=target, change=change, alignment=alignment
    ).verdict.ok


def test_gnomes_redistribute_at_the_end_of_the_turn():
    """Any distribution with the same total; afterwards no more actions."""
    at = table(
        players={"A": {**GNOMES, "money": {"the-gnomes-of-zurich": 7, "hackers": 3}}, "B": UFOS}, uncontrolled=["texas"]
    )
    after = plays(at, {"do": "use", "card": "the-gnomes-of-zurich", "money": {"hackers": 10}})
    assert {card("the-gnomes-of-zurich"): 0, card("hackers"): 10} == dict(after.player("A").money)
    assert not play(after, "drop", group="hackers").verdict.ok
    assert not play(at, "use", card="the-gnomes-of-zurich", money={"hackers": 11}).verdict.ok


def test_gnomes_redistribute_at_the_end_of_their_own_turn():
    """At the end of a rival's turn their money stays where it is."""
    at = table(players={"A": UFOS, "B": {**GNOMES, "money": {"hackers": 3}}})
    assert not play(at, "use", player="B", card="the-gnomes-of-zurich", money={"the-gnomes-of-zurich": 3}).verdict.ok


def test_bermuda_rearranges_at_the_end_of_the_turn():
    """The same Groups in another arrangement, at no cost; another player cannot."""
    at = table(players={"A": {"illuminati": "the-bermuda-triangle", "structure": ["texas", "pentagon"]}, "B": UFOS})
    after = plays(
        at, {"do": "use", "card": "the-bermuda-triangle", "arrange": {"left": {"texas": {"top": {"pentagon": {}}}}}}
    )
    assert card("texas") == after.player("A").structure.master(card("pentagon"))
    assert 2 == after.turn.actions
    assert not play(at, "use", card="the-bermuda-triangle", arrange={"left": {"texas": {}}}).verdict.ok


def test_specials_lie_face_down_but_are_counted():
    """A rival sees how many Specials there are, and those that lie face up."""
    at = seats(b=["slush-fund", "bribery"])
    at = plays(at, {"do": "show", "player": "B", "special": "slush-fund"})
    assert {None, card("slush-fund")} == set(at.player("B").specials_seen_by("A"))
    assert {card("bribery"), card("slush-fund")} == set(at.player("B").specials_seen_by("B"))
