"""Goals, shared victory, elimination, and the advanced rules about them."""

from __future__ import annotations

import pytest
from engine_game import card, play, plays, table

from generator.engine.deluxe import goals

OTHER = {"illuminati": "the-bermuda-triangle", "structure": ["boy-sprouts"]}


def standing(illuminati, structure=None, money=0, **data):
    """How a player of this Illuminati stands: the goals met, by kind."""
    keys = {key: data.pop(key) for key in ("kills", "knockouts", "goal") if key in data}
    at = table(players={"A": {"illuminati": illuminati, "structure": structure, "money": money, **keys}}, **data)
    return {reason.source: reason.ok for reason in goals.standing(at, "A")}


def chain(*slugs):
    """These cards in one line, as data."""
    return {slugs[0]: chain(*slugs[1:])} if slugs else {}


WIDE = (
    "multinational-oil-companies",
    "the-mafia",
    "pentagon",
    "c-i-a",
    "republicans",
    "big-media",
    "new-york",
    "cfl-aio",
    "international-communist-conspiracy",
)


def groups(count):
    """So many Groups in one structure: a line of the nine with three arrows, then some beside it."""
    beside = ["trekkies", "psychiatrists", "morticians"]
    return chain(*WIDE[:count]) | {name: {} for name in beside[: max(0, count - len(WIDE))]}


@pytest.mark.parametrize(("players", "needed"), [(2, 13), (3, 13), (4, 12), (5, 10), (6, 9), (7, 8), (8, 8)])
def test_the_basic_goal_counts_the_illuminati(players, needed):
    """So many cards with the Illuminati win; one fewer does not. Only the players at the beginning count."""
    for count, met in ((needed, True), (needed - 1, False)):
        at = table(
            players={"A": {"illuminati": "the-ufos", "structure": groups(count - 1)}, "B": OTHER}, started=players
        )
        assert (count, met) == (len(at.player("A").structure), goals.meets(at, "A"))


@pytest.mark.parametrize(
    ("illuminati", "structure", "met"),
    [
        # Power 10 + 7 + 7 + 6 + 5 = 35; with Texas' 6 replaced by Republicans' 4, 34 at most.
        ("the-bavarian-illuminati", ["the-mafia", "new-york", "pentagon", "loan-sharks"], True),
        ("the-bavarian-illuminati", ["the-mafia", "new-york", "pentagon", "republicans"], False),
        # Five Weird Groups and four.
        (
            "the-discordian-society",
            {"s-m-o-f": {"trekkies": {}, "punk-rockers": {}}, "psychiatrists": {}, "comic-books": {}},
            True,
        ),
        ("the-discordian-society", ["s-m-o-f", "trekkies", "punk-rockers", "psychiatrists"], False),
        # Transferable 7 + 4 + 3 + 3 + 3 + 3 + 2 = 25; without the F.B.I.'s 2, 23.
        (
            "the-network",
            {"c-i-a": {"federal-reserve": {}, "big-media": {}, "madison-avenue": {}}, "i-r-s": {}, "f-b-i": {}},
            True,
        ),
        ("the-network", {"c-i-a": {"federal-reserve": {}, "big-media": {}, "madison-avenue": {}}, "i-r-s": {}}, False),
        # Six Violent Groups and five.
        (
            "the-society-of-assassins",
            {"the-mafia": {"texas": {}, "pentagon": {}, "new-york": {}}, "loan-sharks": {}, "kkk": {}},
            True,
        ),
        (
            "the-society-of-assassins",
            {"the-mafia": {"texas": {}, "pentagon": {}, "new-york": {}}, "loan-sharks": {}},
            False,
        ),
        # The S.L.A. has five alignments, the P.T.A. three more, the I.R.S. Government, the Moonies Fanatic: ten.
        (
            "the-bermuda-triangle",
            ["semiconscious-liberation-army", "parent-teacher-agglomeration", "i-r-s", "moonies"],
            True,
        ),
        ("the-bermuda-triangle", ["semiconscious-liberation-army", "parent-teacher-agglomeration", "i-r-s"], False),
    ],
)
def test_special_goals_about_groups(illuminati, structure, met):
    """The number that wins and one that does not, for each Illuminati that collects Groups."""
    assert met == standing(illuminati, structure)["special"]


def test_special_goals_about_money_and_destruction():
    """150 MB in all treasuries for the Gnomes; eight destroyed for Cthulhu, Illuminati counting where that was
    agreed."""
    assert standing("the-gnomes-of-zurich", ["texas"], {"the-gnomes-of-zurich": 100, "texas": 50})["special"]
    assert not standing("the-gnomes-of-zurich", ["texas"], {"the-gnomes-of-zurich": 100, "texas": 49})["special"]
    cthulhu = "the-servants-of-cthulhu"
    assert standing(cthulhu, kills=8)["special"]
    assert not standing(cthulhu, kills=7)["special"]
    assert standing(cthulhu, kills=7, knockouts=1)["special"]
    assert not standing(cthulhu, kills=7, knockouts=1, options={"eliminated-illuminati-count": "groups-only"})[
        "special"
    ]


def test_the_ufos_write_down_a_goal():
    """They choose one of the seven others once, before their second turn, and it counts like their own."""
    at = table(players={"A": {"illuminati": "the-ufos", "kills": 8}, "B": OTHER}, turn={"step": "income"})
    assert not goals.meets(at, "A")
    assert not play(at, "choose-goal", goal="the-ufos").verdict.ok
    assert not play(at, "choose-goal", player="B", goal="the-network").verdict.ok
    after = plays(at, {"do": "choose-goal", "goal": "the-servants-of-cthulhu"})
    assert goals.meets(after, "A")
    assert not play(after, "choose-goal", goal="the-network").verdict.ok
    assert plays(after, {"do": "reveal-goal"}).player("A").goal_revealed


def test_hidden_goals_replace_the_printed_ones():
    """With hidden Goals the Gnomes do not win with 150 MB, but with the Goal they wrote down."""
    assert "special" not in standing("the-gnomes-of-zurich", money=150, options={"hidden-goals": True})
    assert standing("the-gnomes-of-zurich", kills=8, goal="the-servants-of-cthulhu", options={"hidden-goals": True})[
        "special"
    ]


def test_victory_comes_at_the_end_of_a_turn_and_is_shared():
    """In A's turn both A and B meet their Goals: nothing happens before the end of the turn, then both win."""
    at = table(
        players={
            "A": {"illuminati": "the-gnomes-of-zurich", "structure": ["texas"], "money": 150},
            "B": {"illuminati": "the-servants-of-cthulhu", "structure": ["yuppies"], "kills": 8},
            "C": OTHER,
        }
    )
    assert () == at.winners
    outcome = play(at, "end-turn")
    assert ("A", "B") == outcome.table.winners
    assert ("dlx-win-end-of-turn", "dlx-win-shared") == outcome.events[-1].cites
    assert not play(outcome.table, "end-turn").verdict.ok


def test_lasers_can_complete_bermudas_goal():
    """Nine alignments and a tenth by the Lasers, which counts at the end of the same turn."""
    structure = {"orbital-mind-control-lasers": {}, "parent-teacher-agglomeration": {}, "i-r-s": {}, "california": {}}
    at = table(
        players={
            "A": {"illuminati": "the-bermuda-triangle", "structure": structure},
            "B": {"illuminati": "the-ufos", "structure": ["moonies"]},
        }
    )
    # Communist; Peaceful, Conservative, Straight; Criminal, Government; Liberal, Weird: Violent and Fanatic are
    # missing.
    progress = next(reason.text for reason in goals.standing(at, "A") if reason.source == "special")
    assert "Special Goal: 8 of 10 alignments" == progress
    at = table(
        players={
            "A": {"illuminati": "the-bermuda-triangle", "structure": structure},
            "B": {"illuminati": "the-ufos", "structure": ["moonies"]},
        },
        align={"i-r-s": ["Criminal", "Government", "Fanatic"]},
    )
    use = {
        "do": "use",
        "card": "orbital-mind-control-lasers",
        "target": "california",
        "change": "add",
        "alignment": "Violent",
    }
    assert ("A",) == plays(at, use, {"do": "end-turn"}).winners


def test_a_longer_game():
    """With the Basic Goal raised to 14, 13 cards do not win with two players."""
    at = table(players={"A": {"illuminati": "the-ufos", "structure": groups(12)}, "B": OTHER})
    assert goals.meets(at, "A")
    at = table(
        players={"A": {"illuminati": "the-ufos", "structure": groups(12)}, "B": OTHER}, options={"basic-goal": 14}
    )
    assert not goals.meets(at, "A")


def test_a_very_long_game():
    """Goals do not count; when nothing is left uncontrolled the highest score wins: Power plus 1 for each card."""
    players = {
        "A": {"illuminati": "the-gnomes-of-zurich", "structure": ["pentagon", "yuppies"], "money": 150},
        "B": OTHER,
    }
    at = table(players=players, options={"very-long-game": True}, uncontrolled=["texas"])
    # 7 + 6 + 1 and 3 cards; 8 + 0 and 2 cards.
    assert (17, 10) == (goals.score(at, "A"), goals.score(at, "B"))
    assert () == plays(at, {"do": "end-turn"}).winners
    at = table(players=players, options={"very-long-game": True})
    assert ("A",) == plays(at, {"do": "end-turn"}).winners
    at = table(players=players, options={"very-long-game": True, "illuminati-in-long-game-score": "not-counted"})
    assert 9 == goals.score(at, "A")


# --- elimination ------------------------------------------------------------------------------------------------------


def last_group(turns, kind="neutralize", illuminati="the-servants-of-cthulhu", **a):
    """B has one Group left, which A attacks; the roll succeeds."""
    at = table(
        players={
            "A": {"illuminati": illuminati, "structure": ["the-mafia"], "money": 20, **a},
            "B": {
                "illuminati": "the-ufos",
                "structure": ["yuppies"],
                "turns": turns,
                "money": 7,
                "specials": ["slush-fund"],
            },
            "C": OTHER,
        }
    )
    return plays(
        at,
        {"do": "announce", "attacker": illuminati, "target": "yuppies", "kind": kind},
        {"do": "spend", "amount": 20},
        {"do": "roll", "dice": 2},
        {"do": "resolve"},
    )


def test_elimination_after_the_third_turn():
    """Without Groups after three turns: out, money to the bank. After two turns the player stays."""
    out = last_group(3).player("B")
    assert (True, 0, ()) == (out.out, out.total_money, out.specials)
    assert not last_group(2).player("B").out


def test_a_player_without_groups_is_out_when_his_third_turn_ends():
    """He may stay as long as the third turn lasts."""
    at = table(
        players={
            "A": {"illuminati": "the-ufos", "turns": 2},
            "B": OTHER,
            "C": {"illuminati": "the-network", "structure": ["texas"]},
        }
    )
    after = plays(at, {"do": "end-turn"})
    assert (True, "B") == (after.player("A").out, after.turn.player)


@pytest.mark.parametrize(("kind", "kills"), [("control", 0), ("neutralize", 0), ("destroy", 1)])
def test_knocking_out_counts_for_cthulhu(kind, kills):
    """Capturing, neutralizing or destroying the last Group knocks the Illuminati out: one more, besides the Group."""
    by = last_group(3, kind).player("A")
    assert (kills, 1) == (by.kills, by.knockouts)


def test_cthulhu_wins_by_destroying_its_own_last_group():
    """The eighth kill is the own last Group: not eliminated, and the winner at the end of the turn. The seventh is no
    good."""
    for kills, winners in ((7, ("A",)), (6, ())):
        at = table(
            players={
                "A": {"illuminati": "the-servants-of-cthulhu", "structure": ["yuppies"], "kills": kills, "turns": 4},
                "B": {"illuminati": "the-ufos", "structure": ["texas"]},
                "C": OTHER,
            }
        )
        at = plays(
            at,
            {"do": "announce", "attacker": "the-servants-of-cthulhu", "target": "yuppies", "kind": "destroy"},
            {"do": "roll", "dice": 2},
            {"do": "resolve"},
        )
        assert (not winners) == at.player("A").out
        if winners:
            assert winners == plays(at, {"do": "end-turn"}).winners
        else:
            assert "B" == at.turn.player


def test_only_the_destruction_of_the_last_group_saves_cthulhu():
    """The eighth kill is an own Group but not the last; the last one is dropped in the same turn: eliminated."""
    cthulhu = {"illuminati": "the-servants-of-cthulhu", "structure": ["yuppies", "texas"], "kills": 7, "turns": 4}
    at = table(players={"A": cthulhu, "B": {"illuminati": "the-ufos", "structure": ["pentagon"]}, "C": OTHER})
    attack = {"do": "announce", "attacker": "the-servants-of-cthulhu", "target": "yuppies", "kind": "destroy"}
    at = plays(at, attack, {"do": "roll", "dice": 2}, {"do": "resolve"})
    assert (8, False) == (at.player("A").kills, at.player("A").out)
    assert plays(at, {"do": "drop", "group": "texas"}).player("A").out


def test_nobody_knocks_himself_out():
    """The seventh kill is Cthulhu's own last Group: eliminated, and no Illuminati is counted as knocked out."""
    cthulhu = {"illuminati": "the-servants-of-cthulhu", "structure": ["yuppies"], "kills": 6, "turns": 4}
    at = table(players={"A": cthulhu, "B": {"illuminati": "the-ufos", "structure": ["texas"]}, "C": OTHER})
    attack = {"do": "announce", "attacker": "the-servants-of-cthulhu", "target": "yuppies", "kind": "destroy"}
    outcome = play(plays(at, attack, {"do": "roll", "dice": 2}), "resolve")
    assert outcome.table.player("A").out
    assert "dlx-ill-cthulhu-illuminati-count" not in {cite for event in outcome.events for cite in event.cites}


def test_leaving():
    """Groups uncontrolled, money to the bank, the Illuminati out of play; the Basic Goal stays the same."""
    at = table(
        players={
            "A": {"illuminati": "the-ufos", "structure": ["texas"], "money": 9},
            "B": OTHER,
            "C": {"illuminati": "the-network"},
        },
        started=6,
    )
    after = plays(at, {"do": "leave"})
    assert ((card("texas"),), 9, "B") == (after.uncontrolled, after.bank - at.bank, after.turn.player)
    assert card("the-ufos") in after.aside
    assert goals.basic_goal(at) == goals.basic_goal(after)
    assert not play(after, "say", player="A", text="still here").verdict.ok


def test_what_ends_when_a_player_leaves():
    """An attack on the player's Group and every agreement with the player; others attack and agree as before."""
    at = table(
        players={
            "A": {"illuminati": "the-network", "money": 9},
            "B": {"illuminati": "the-ufos", "structure": ["texas"], "money": {"the-ufos": 2, "texas": 5}},
            "C": {**OTHER, "money": 2},
        }
    )
    agree = {"do": "agree", "gives": {"money": 1}, "gets": {"money": 2}}
    attack = {"do": "announce", "attacker": "the-network", "target": "texas", "kind": "control"}
    at = plays(at, {**agree, "to": "B"}, {**agree, "to": "C"}, attack)
    after = plays(at, {"do": "leave", "player": "B"})
    assert (None, ["C"], 7) == (after.attack, [deal.to for deal in after.deals], after.bank - at.bank)
    elsewhere = plays(at, {"do": "leave", "player": "C"})
    assert (at.attack, ["B"]) == (elsewhere.attack, [deal.to for deal in elsewhere.deals])


# --- hidden Illuminati ------------------------------------------------------------------------------------------------


def hidden(**options):
    """A and B hide their Illuminati."""
    return table(
        players={
            "A": {"illuminati": "the-gnomes-of-zurich", "structure": ["texas"], "hidden": True, "money": 5},
            "B": {"illuminati": "the-ufos", "structure": ["yuppies"], "hidden": True, "goal": "the-network"},
        },
        options={"hidden-illuminati": True, **options},
        uncontrolled=["hackers"],
    )


def test_accusations():
    """An action whether right or wrong, charged to no Group; right: the accused plays face up, the written Goal stays
    secret."""
    wrong = plays(hidden(), {"do": "accuse", "accused": "B", "illuminati": "the-network"})
    assert (1, True, {}) == (wrong.turn.actions, wrong.player("B").hidden, dict(wrong.turn.attacks))
    right = plays(hidden(), {"do": "accuse", "accused": "B", "illuminati": "the-ufos"})
    assert (False, False) == (right.player("B").hidden, right.player("B").goal_revealed)
    assert not play(right, "accuse", accused="B", illuminati="the-ufos").verdict.ok
    assert not play(hidden(), "accuse", accused="A", illuminati="the-gnomes-of-zurich").verdict.ok


@pytest.mark.parametrize(
    ("claim", "plain", "overstating"), [(5, True, True), (7, True, True), (8, False, True), (9, False, False)]
)
def test_a_hidden_illuminati_may_use_less_power(claim, plain, overstating):
    """The Gnomes' Power is 7: less is fine, 8 only where overstatement was agreed on."""
    attack = {
        "do": "announce",
        "attacker": "the-gnomes-of-zurich",
        "target": "hackers",
        "kind": "control",
        "claim": claim,
    }
    assert plain == play(hidden(), **attack).verdict.ok
    outcome = play(hidden(overstatement=True), **attack)
    assert overstating == outcome.verdict.ok
    assert (
        claim - 4 == play(hidden(overstatement=True), **{**attack, "claim": min(claim, 8)}).ledger.strength or claim > 8
    )
    open_ = plays(hidden(overstatement=True)).with_player("A", hidden=False)
    assert not play(open_, **attack).verdict.ok


@pytest.mark.parametrize(
    ("claim", "plain", "overstating"), [(10, True, True), (12, True, True), (13, False, True), (14, False, False)]
)
def test_a_hidden_illuminati_may_draw_less_income(claim, plain, overstating):
    """The Gnomes' Income is 12: less is fine, 13 only where overstatement was agreed on."""
    for options, ok in (({}, plain), ({"overstatement": True}, overstating)):
        at = hidden(**options).with_turn(step="income")
        outcome = play(at, "income", claim=claim)
        assert ok == outcome.verdict.ok
        if ok:
            assert 5 + claim == outcome.table.player("A").money[card("the-gnomes-of-zurich")]


def test_only_a_hidden_illuminati_claims_other_numbers():
    """A face-up Illuminati claims neither Power nor Income, and no Group of a hidden one claims Power."""
    at = hidden(overstatement=True)
    group = {"attacker": "texas", "target": "yuppies", "kind": "neutralize"}
    assert play(at, "announce", **group).verdict.ok == play(hidden(), "announce", **group).verdict.ok
    sources = [reason.source for reason in play(at, "announce", **group, claim=5).verdict.broken]
    assert "dlx-adv-hidden-illuminati" in sources
    shown = at.with_player("A", hidden=False)
    attack = {"attacker": "the-gnomes-of-zurich", "target": "yuppies", "kind": "control", "claim": 5}
    assert "dlx-adv-hidden-illuminati" in [r.source for r in play(shown, "announce", **attack).verdict.broken]
    income = shown.with_turn(step="income")
    assert not play(income, "income", claim=5).verdict.ok
    assert play(income.with_player("A", hidden=True), "income", claim=5).verdict.ok


def test_cheating_with_a_hidden_illuminati():
    """Caught: out of the game. Nobody is thrown out in a game with open Illuminati."""
    assert plays(hidden(), {"do": "leave", "player": "B", "caught": True}).player("B").out
    at = table(players={"A": {"illuminati": "the-ufos"}, "B": OTHER})
    assert not play(at, "leave", player="B", caught=True).verdict.ok
