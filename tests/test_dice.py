"""The odds when cards change a roll: worked out by hand, and the same in the browser as in the engine."""

from __future__ import annotations

import json
import random
from dataclasses import asdict
from fractions import Fraction

import pytest
from playwright.sync_api import Page

from generator.catalog import Catalog
from generator.engine.cards import Card
from generator.engine.dice import RollChange, chance, changes_of
from generator.site.calculator import card_data

AGAIN, AGAIN_LESS_4 = RollChange(again=True), RollChange(again=True, by=-4)
TWO, TWELVE = RollChange(to=2), RollChange(to=12)
BY_1, BY_2 = RollChange(by=1), RollChange(by=2)

# Of the 36 outcomes 15 show 6 or less, 21 show 7 or less, 30 show 9 or less, 35 show 11 or less.
WORKED_OUT = [
    (7, (), (), Fraction(21, 36)),
    (None, (TWO,), (), Fraction(0)),
    # One more try: it fails only when both do.
    (7, (AGAIN,), (), 1 - Fraction(15, 36) ** 2),
    # The defense makes every success roll again: both must succeed.
    (7, (), (AGAIN,), Fraction(21, 36) ** 2),
    # A failure is rolled again, and then a success (of either roll) is rolled again by the defense.
    #   first succeeds: the defense rolls again; then fails: the attacker does.
    (7, (AGAIN,), (AGAIN,), Fraction(21, 36) * (1 - Fraction(15, 36) ** 2) + Fraction(15, 36) * Fraction(21, 36) ** 2),
    (7, (BY_2,), (), Fraction(30, 36)),
    (7, (), (BY_1,), Fraction(15, 36)),
    # The 8 becomes 7, which the defense makes 8 again; the 7 becomes 8, which the attacker makes 7 again.
    (7, (BY_1,), (BY_1,), Fraction(21, 36)),
    (10, (), (TWELVE,), Fraction(0)),
    (2, (TWO,), (), Fraction(1)),
    # Whoever likes the roll waits: the 12 against a success is answered by the 2, the 2 against a failure by the 12.
    (7, (TWO,), (TWELVE,), Fraction(21, 36)),
    # With 4 less, 11 counts as 7; only 12 is too much.
    (7, (AGAIN_LESS_4,), (), 1 - Fraction(15, 36) * Fraction(1, 36)),
    # 3 made lower by 2 is 2, which is as low as dice show.
    (2, (BY_2,), (), Fraction(6, 36)),
]


@pytest.mark.parametrize(("needed", "attacking", "defending", "expected"), WORKED_OUT)
def test_odds_worked_out_by_hand(needed, attacking, defending, expected):
    assert chance(needed, attacking, defending) == expected


def test_what_cards_do_to_a_roll(all_cards: dict[str, Card]):
    found = {card_id: changes_of(card) for card_id, card in all_cards.items() if changes_of(card)}
    assert found["deluxe/murphys-law"] == found["inwo/murphys-law"] == (TWELVE,)
    assert found["inwo/computer-virus"] == (BY_2,)
    assert len(found) >= 15 and "inwo/pentagon" not in found


@pytest.fixture(scope="module")
def all_cards(catalog: Catalog) -> dict[str, Card]:
    """Every card of every game."""
    return {record.card.id: record.card for record in catalog.cards}


IN_BROWSER = """async (cases) => {
  const { chance } = await import("./dice.js");
  return JSON.stringify(JSON.parse(cases).map(([needed, attacking, defending]) => {
    const { ways, of } = chance(needed, attacking, defending);
    return [Number(ways), Number(of)];
  }));
}"""
CHANGES_OF = """async (cards) => {
  const { changesOf } = await import("./dice.js");
  return JSON.stringify(JSON.parse(cards).map(changesOf));
}"""


def test_the_browser_has_the_same_odds(assets: Page):
    dice = random.Random(36)
    kinds = (AGAIN, AGAIN_LESS_4, TWO, TWELVE, BY_1, BY_2)
    cases = [
        (dice.choice((None, *range(2, 11))), tuple(dice.choices(kinds, k=dice.randint(0, 3))), tuple(dice.choices(kinds, k=dice.randint(0, 3))))
        for _ in range(300)
    ]  # fmt: skip
    given = json.dumps([(needed, [*map(asdict, ours)], [*map(asdict, theirs)]) for needed, ours, theirs in cases])
    found = [Fraction(*each) for each in json.loads(assets.evaluate(IN_BROWSER, given))]
    assert [chance(*case) for case in cases] == found
    assert len(set(found)) > 60


def test_the_browser_knows_the_same_cards(assets: Page, all_cards: dict[str, Card]):
    found = json.loads(assets.evaluate(CHANGES_OF, json.dumps([card_data(card) for card in all_cards.values()])))
    assert [[asdict(change) for change in changes_of(card)] for card in all_cards.values()] == found
