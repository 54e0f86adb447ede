"""The same attack in another game, worked out by hand from both rulebooks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from generator.catalog import Catalog, RulingRecord, read_catalog
from generator.rulings import Answer, elsewhere, here


@pytest.fixture(scope="module")
def catalog(root: Path) -> Catalog:
    """The checked data."""
    return read_catalog(root)


def about(catalog: Catalog, position: str) -> RulingRecord:
    """A ruling about an attack."""
    return replace(catalog.rulings[0], game=position.partition(" ")[0], scenario={"position": position})


def answers(catalog: Catalog, position: str) -> dict[str, Answer]:
    """What an attack comes to in each game that can make it, its own first."""
    own = here(catalog, about(catalog, position))
    assert own is not None
    return {own.game: own} | {answer.game: answer for answer in elsewhere(catalog, own)}


def test_an_attack_is_made_with_the_cards_of_the_same_names(catalog: Catalog) -> None:
    """Deluxe: the Mafia have 7, share Criminal and Violent (8) and add 3, against 5: 13. INWO: they have 6, share Criminal and
    Violent (8) and add 2, against the same 5: 11.
    """
    found = answers(catalog, "deluxe control the-mafia>loan-sharks")
    assert {"deluxe": 13, "inwo": 11} == {game: answer.ledger.strength for game, answer in found.items()}
    assert found["inwo"].differs(found["deluxe"])
    assert not found["inwo"].differs(found["inwo"])
    assert [6, 2] == [line.amount for line in found["inwo"].own_lines(found["deluxe"])]


@pytest.mark.parametrize("position", [
    "deluxe neutralize the-mafia>loan-sharks at=1",  # INWO has no such attack
    "deluxe control the-mafia>loan-sharks pay=3",  # nor money
    "deluxe control the-mafia>kgb",  # no such card
])
def test_what_another_game_does_not_have_is_left_out(catalog: Catalog, position: str) -> None:
    """No answer is better than one to another question."""
    assert ["deluxe"] == list(answers(catalog, position))


def test_a_ruling_about_no_attack_has_no_other_answer(catalog: Catalog) -> None:
    """Facts and plays on a table stay in their game."""
    ruling = replace(catalog.rulings[0], scenario={"facts": True})
    assert here(catalog, ruling) is None
