"""What a player may do now is listed, with what it costs, and why not where it isn't legal."""

from __future__ import annotations

import random

import pytest
import random_inwo
from engine_game import card as deluxe_card
from engine_game import table as deluxe_table
from random_games import rulesets, start

from generator.engine.choices import Choice, choices
from generator.engine.deluxe import plays as d
from generator.engine.inwo import plays as p
from generator.engine.tables import AnyTable, TableError, apply, legal, table_from_data
from generator.structs import replace

TABLE = {
    "players": {
        "Ann": {
            "illuminati": "bavarian-illuminati",
            "structure": {"texas": {"elvis": {}}},
            "hand": ["hackers", "x-ray-specs"],
            "plots": ["car-bomb", "martial-law", "hoax"],
        },
        "Bob": {"illuminati": "the-network", "structure": {"japan": {"big-media": {}}}},
    },
}


def of_ann(**turn: object) -> tuple[Choice, ...]:
    """Ann's choices on a table of INWO, by default in the main phase of her own turn."""
    return choices(table_from_data(random_inwo.game("inwo"), {**TABLE, "turn": turn}), "Ann")


def attacks(found: tuple[Choice, ...], kind: str) -> set[tuple[str, str]]:
    """Who may attack what, by the short names of cards."""
    return {
        (each.play.attacker.partition("/")[2], each.play.target.partition("/")[2])
        for each in found
        if isinstance(each.play, p.Announce) and each.play.kind == kind and each.legal
    }


def test_attacks_are_listed() -> None:
    """A Group from the hand or a rival's Group may be attacked to control, any Group in play but the attacker to
    destroy (WDH pp. 7, 10); each costs the attacker's token.
    """
    found = of_ann()
    attackers = {"bavarian-illuminati", "texas", "elvis"}
    assert {(each, target) for each in attackers for target in ("hackers", "japan", "big-media")} == attacks(
        found, "control"
    )
    assert {
        (each, target) for each in attackers for target in ("texas", "elvis", "japan", "big-media") if each != target
    } == attacks(found, "destroy")
    assert all(
        (each.play.attacker,) == each.spends for each in found if isinstance(each.play, p.Announce) and each.legal
    )


def test_what_is_not_legal_says_why() -> None:
    """In the main phase the draws of the turn are over (WDH p.

    2), and what is in the hand can't be destroyed (WDH p. 10).
    """
    found = of_ann()
    draw = next(each for each in found if isinstance(each.play, p.DrawPlot))
    assert "the turn has not gone past plots (now: main)" == draw.broken[0].text
    assert "wdh-turn-steps" in draw.broken[0].cites
    barred = next(
        each
        for each in found
        if isinstance(each.play, p.Announce) and (each.play.target, each.play.kind) == ("inwo/hackers", "destroy")
    )
    assert not barred.legal and barred.broken and not barred.asks


def test_costs_are_told() -> None:
    """A Plot costs the Illuminati's token or those of two Groups (WDH p. 4), a Resource the Illuminati's (WDH p. 5)."""
    found = of_ann()
    bought = {each.spends for each in found if isinstance(each.play, p.Buy) and each.play.what == "plot" and each.legal}
    assert {("inwo/bavarian-illuminati",), ("inwo/texas", "inwo/elvis")} == bought
    resource = next(each for each in found if isinstance(each.play, p.PlayResource))
    assert resource.legal and ("inwo/bavarian-illuminati",) == resource.spends


def test_what_a_play_must_name_is_asked() -> None:
    """Car Bomb needs a target, which is a Personality in play; nothing forbids it, so it is a choice that must say
    more.
    """
    use = next(each for each in of_ann() if isinstance(each.play, p.Use) and each.play.card == "inwo/car-bomb")
    assert not use.legal and not use.broken
    assert ["say which target Car Bomb has"] == [reason.text for reason in use.asks]
    assert "inwo/elvis" in use.among
    assert "inwo/texas" not in use.among and "inwo/japan" not in use.among


def test_who_pays_is_asked() -> None:
    """Rivals may remove Frankenfood with Science Groups of total Power 6, of several players together, and may answer a
    Plot with Nevermore! in either of two ways: both can be done, so each only has to say who pays. With Power 3 it
    can't be done.
    """

    def lent(*structure: str) -> Choice:
        there = table_from_data(
            random_inwo.game("inwo"),
            {
                "players": {
                    "Ann": {"illuminati": "bavarian-illuminati", "structure": ["brazil"], "plots": ["beach-party"]},
                    "Bob": {"illuminati": "bermuda-triangle", "structure": list(structure)},
                },
                "links": {"frankenfood": "brazil"},
            },
        )
        return next(
            each
            for each in choices(there, "Bob")
            if isinstance(each.play, p.Use) and each.play.card == "inwo/bermuda-triangle" and each.play.clause == 3
        )

    assert not lent("epa", "a-m-a").broken and lent("epa", "a-m-a").asks and not lent("epa", "a-m-a").among
    assert lent("epa").broken


def test_the_beginning_of_a_turn() -> None:
    """The draws, the takeover of one card from the hand and the tokens come first (WDH p. 2); an attack must wait."""
    found = of_ann(phase="plots")
    open_now = {type(each.play) for each in found if each.legal}
    assert {p.DrawPlot, p.DrawGroup, p.TakeOver, p.PlaceTokens} <= open_now
    assert p.Announce not in open_now


def test_another_players_turn() -> None:
    """In Bob's turn Ann doesn't attack, draw or move; she may buy a Plot at any time (WDH p. 4)."""
    found = of_ann(player="Bob")
    assert {p.Announce, p.DrawPlot, p.Move, p.Knock}.isdisjoint(type(each.play) for each in found)
    assert any(isinstance(each.play, p.Buy) and each.legal for each in found)


def test_deluxe_too() -> None:
    """The Mafia may attack an uncontrolled Group to control it, and not to neutralize what nobody controls (Deluxe,
    Attacks).
    """
    table = deluxe_table(
        players={
            "Ann": {"illuminati": "the-network", "structure": {"the-mafia": {}}},
            "Bob": {"illuminati": "the-ufos"},
        },
        uncontrolled=["loan-sharks"],
    )
    found = {
        each.play.kind: each
        for each in choices(table, "Ann")
        if isinstance(each.play, d.Announce) and each.play.attacker == deluxe_card("the-mafia")
    }
    assert found["control"].legal
    assert not found["neutralize"].legal and found["neutralize"].broken


def test_nobody_of_that_name() -> None:
    """A player who doesn't sit there is an error."""
    with pytest.raises(TableError, match="no player is called 'Eve'"):
        choices(table_from_data(random_inwo.game("inwo"), TABLE), "Eve")


PLAIN = (
    p.DrawPlot,
    p.DrawGroup,
    p.PlaceTokens,
    p.Knock,
    p.CallOff,
    p.Resolve,
    d.Income,
    d.Draw,
    d.EndTurn,
    d.Pass,
    d.Drop,
)
"""Plays that are told whole by their kind and their card."""
TABLES = {"deluxe": 2, "inwo": 2, "subgenius": 1}


@pytest.mark.parametrize("name", TABLES)
def test_the_list_is_that_of_the_judge(name: str) -> None:
    """On random tables: each choice stands once; it is legal if the judge says so, else it says which rule forbids it
    or what it must name; a random play that is legal and of a plain kind is in the list. What it costs, its player has.
    """
    ruleset = rulesets()[name]
    seen: set[type] = set()
    for seed in range(TABLES[name]):
        table, dice = start(ruleset, seed)
        for _ in range(8):
            played = _legal_play(ruleset.some_play, table, dice)
            if played is None:
                break
            _check(table, replace(played, player=played.player or table.turn.player), seen)
            table = apply(table, played).table
    assert seen


def _legal_play(some_play, table: AnyTable, dice: random.Random):
    for _ in range(40):
        play = some_play(table, dice)
        try:
            if legal(table, play).ok:
                return play
        except TableError:
            continue
    return None


def _check(table: AnyTable, played, seen: set[type]) -> None:
    if not isinstance(played, PLAIN):
        return
    seen.add(type(played))
    found = choices(table, played.player)
    said = [each.play for each in found]
    assert len(said) == len({repr(each) for each in said})
    for each in found:
        assert legal(table, each.play).ok == each.legal
        assert each.legal or each.broken or each.asks
        assert all(reason.cites for reason in (*each.broken, *each.asks))
    mine = table.player(played.player)
    if hasattr(mine, "controlled"):
        assert all(table.tokens.get(card) for each in found for card in each.spends if card in mine.controlled)
    assert any(type(each.play) is type(played) and each.legal for each in found), f"{played} is legal and not listed"
