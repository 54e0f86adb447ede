"""The same attack, and the same plays on the same table, in another game, worked out by hand from both rulebooks."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from generator.catalog.catalog import Catalog
from generator.catalog.problems import Problem
from generator.catalog.records import RulingRecord
from generator.rulings import Answer, TableAnswer, World, elsewhere, here, read_scenario, tables_elsewhere
from generator.structs import replace


def about(catalog: Catalog, position: str) -> RulingRecord:
    """A ruling about an attack."""
    return replace(catalog.rulings[0], game=position.partition(" ")[0], scenario={"position": position})


def answers(catalog: Catalog, position: str) -> dict[str, Answer]:
    """What an attack comes to in each game that can make it, its own first."""
    own = here(catalog, about(catalog, position))
    assert own is not None
    return {own.game: own} | {answer.game: answer for answer in elsewhere(catalog, own)}


def test_an_attack_is_made_with_the_cards_of_the_same_names(catalog: Catalog) -> None:
    """Deluxe: the Mafia have 7, share Criminal and Violent (8) and add 3, against 5: 13. INWO: they have 6, share
    Criminal and Violent (8) and add 2, against the same 5: 11.
    """
    found = answers(catalog, "deluxe control the-mafia>loan-sharks")
    assert {"deluxe": 13, "inwo": 11} == {game: answer.ledger.strength for game, answer in found.items()}
    assert found["inwo"].differs(found["deluxe"])
    assert not found["inwo"].differs(found["inwo"])
    assert [6, 2] == [line.amount for line in found["inwo"].own_lines(found["deluxe"])]


@pytest.mark.parametrize(
    "position",
    [
        "deluxe neutralize the-mafia>loan-sharks at=1",  # INWO has no such attack
        "deluxe control the-mafia>loan-sharks pay=3",  # nor money
        "deluxe control the-mafia>kgb",  # no such card
    ],
)
def test_what_another_game_does_not_have_is_left_out(catalog: Catalog, position: str) -> None:
    """No answer is better than one to another question."""
    assert ["deluxe"] == list(answers(catalog, position))


def test_a_ruling_about_no_attack_has_no_other_answer(catalog: Catalog) -> None:
    """Facts are about the cards of one game."""
    ruling = replace(catalog.rulings[0], scenario={"facts": True})
    assert here(catalog, ruling) is None


# --- tables ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def worlds(catalog: Catalog) -> dict[str, World]:
    """The games."""
    return {game.id: World(catalog, game.id) for game in catalog.games}


def played(worlds: dict[str, World], game: str, text: str) -> list[TableAnswer]:
    """What a table with plays comes to in the other games."""
    problems: list[Problem] = []
    ruling = replace(worlds[game].catalog.rulings[0], game=game, scenario=yaml.safe_load(text))
    scenario = read_scenario(ruling, worlds[game], problems)
    assert scenario is not None, problems
    return list(tables_elsewhere(scenario, worlds))


def differing(answer: TableAnswer) -> list[tuple[Any, Any]]:
    """The answers of the lines that differ, here and there."""
    return [(line.here, line.there) for line in answer.lines]


def test_puppets_of_the_destroyed_go_where_the_game_puts_them(worlds: dict[str, World]) -> None:
    """In INWO the puppets of a destroyed Group go back to the hand of their owner (WDH p. 12), in SubGenius they become
    uncontrolled (p. 8). The attack has 1 + 6 direct + 4 by the attacker's own card + 8 against Power 4 and 10 for the
    place next to the Illuminati: 5 in both.
    """
    (answer,) = played(
        worlds,
        "inwo",
        """
        table:
          players:
            Ann: {illuminati: the-network, structure: [eco-guerrillas]}
            Bob: {illuminati: bermuda-triangle, structure: {left: {tobacco-companies: {boy-sprouts: {}}}, right: {dentists: {}}}}
        play:
          - {do: attack, attacker: eco-guerrillas, target: tobacco-companies, kind: destroy}
          - {do: aid, cards: [the-network]}
          - {do: roll, dice: 5}
          - {do: resolve}
        expect:
          - {strength: 5, after: 2}
          - {destroyed: Ann, are: [tobacco-companies]}
          - {hand: Bob, are: [boy-sprouts]}
          - {uncontrolled: []}
          - {owner: dentists, is: Bob}
        """,  # noqa: E501
    )
    assert ("subgenius", ()) == (answer.game, answer.plays)
    assert [(["boy-sprouts"], []), ([], ["boy-sprouts"])] == differing(answer)


def test_secret_means_nothing_in_subgenius(worlds: dict[str, World]) -> None:
    """No ability changes a Secret Group in INWO (WDH p. 11); in SubGenius Secret has no meaning of its own (p. 15). The
    requirement that is broken rests on documents of INWO alone.
    """
    (answer,) = played(
        worlds,
        "inwo",
        """
        table:
          players:
            Ann: {illuminati: bavarian-illuminati, structure: [gay-activists]}
            Bob: {illuminati: the-network, structure: [templars]}
        play:
          - {do: use, card: gay-activists, "on": [templars], choose: [Conservative]}
        expect:
          - {legal: false}
          - {reason: wdh-secret-no-ability}
          - {trait: templars, what: Liberal, is: false}
        """,
    )
    assert [(1, True)] == [(play.number, play.legal) for play in answer.plays]
    assert "wdh-secret-no-ability" in answer.plays[0].broken[0].cites
    assert all(cite.startswith(("wdh-", "faq-")) for reason in answer.plays[0].broken for cite in reason.cites)
    assert [(False, True)] == differing(answer), "what is said of legality and its reasons stands among the plays"


CLAIM = """
    table:
      players:
        Ann:
          illuminati: church-of-the-subgenius
          structure:
            left: {yetis: {}}
        Bob: {illuminati: church-of-the-subgenius~2, structure: [pinks]}
        Cid: {illuminati: church-of-the-subgenius~3, structure: [glorps]}
      options: {basic-goal: 1}
    play:
      - {do: proceed, to: claims}
      - {do: claim, goals: [basic]}
      - {do: finish}
    expect:
      - {winners: [Ann]}
    """


def test_a_turn_is_ended_as_in_the_other_game(worlds: dict[str, World]) -> None:
    """Claims of victory come before the knock in SubGenius (p. 3) and after it in INWO (WDH p. 3), so the same claim is
    legal in both. Without an agreement three players need 10 Groups in SubGenius (p. 3) and 12 in INWO (WDH p. 16).
    """
    (agreed,) = played(worlds, "subgenius", CLAIM)
    assert not agreed.differs
    (usual,) = played(
        worlds,
        "subgenius",
        CLAIM.replace("options: {basic-goal: 1}", "options: {}").replace(
            "winners: [Ann]", "needs: Ann, goal: basic, is: 10"
        ),
    )
    assert [(10, 12)] == differing(usual)


@pytest.mark.parametrize(
    ("game", "key"),
    [
        ("inwo", "hand: [dentists]"),
        ("inwo", "plot-deck: [hoax]"),
        ("inwo", "group-deck: [dentists]"),
        ("inwo", "discard: [hoax]"),
    ],
)
def test_what_subgenius_has_no_place_for_stays_in_inwo(worlds: dict[str, World], game: str, key: str) -> None:
    """Nobody has Groups in the hand in SubGenius, or decks of his own (p. 15)."""
    text = (
        "table: {players: {Ann: {illuminati: ufos, structure: [pentagon], KEY}}}\nexpect: [{owner: pentagon, is: Ann}]"
    )
    assert not played(worlds, game, text.replace("KEY", key))
    assert played(worlds, game, text.replace(", KEY", ""))


def test_what_inwo_has_no_place_for_stays_in_subgenius(worlds: dict[str, World]) -> None:
    """No Group lies uncontrolled in INWO, and nobody shares a deck."""
    text = (
        "table: {players: {Ann: {illuminati: church-of-the-subgenius, structure: [yetis]}}KEY}\nexpect: [{owner: yetis,"
        " is: Ann}]"
    )
    for key in ("uncontrolled: [pinks]", "plot-deck: [devival]", "group-deck: [pinks]"):
        assert not played(worlds, "subgenius", text.replace("KEY", f", {key}"))
    assert played(worlds, "subgenius", text.replace("KEY", ""))
