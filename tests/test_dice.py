"""The odds when cards change a roll: worked out by hand, and the same in the browser as in the engine."""

from __future__ import annotations

import json
import random
from fractions import Fraction

import pytest
from msgspec.structs import asdict
from playwright.sync_api import Page
from roll_chances import Side, chance, change_of

from generator.catalog.catalog import Catalog
from generator.engine.attack import explain
from generator.engine.cards import Card
from generator.engine.dice import RollChange
from generator.engine.position import attack_of, read_position
from generator.engine.selecting import settled
from generator.engine.situation import Attack, Rules
from generator.language import nodes
from generator.language import tree as t
from generator.meaning import core as c
from generator.site.calculator import calculator_data

SIDES: tuple[Side, ...] = ("attack", "defense")
AGAIN, AGAIN_LESS_4, MARCH = (
    RollChange(again=True),
    RollChange(again=True, by=-4),
    RollChange(again=True, by=-4, last=True),
)
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
    # With a strength that is 4 less only 3 or less is good: 3 of 36. Strength 4 leaves nothing.
    (7, (), (AGAIN_LESS_4,), Fraction(21, 36) * Fraction(3, 36)),
    (4, (), (AGAIN_LESS_4,), Fraction(0)),
    # The second roll of the attacker is a success of strength 7, and is rolled again against 3; after that nobody rolls
    # any more.
    (7, (AGAIN,), (MARCH,), Fraction(21, 36) * Fraction(3, 36) * (1 + Fraction(15, 36))),
    # 3 made lower by 2 is 2, which is as low as dice show.
    (2, (BY_2,), (), Fraction(6, 36)),
]


@pytest.mark.parametrize(("needed", "attacking", "defending", "expected"), WORKED_OUT)
def test_odds_worked_out_by_hand(needed, attacking, defending, expected):
    assert chance(needed, attacking, defending) == expected


def test_a_strength_beyond_what_dice_show_is_not_lost_at_once():
    """Strength 14 and 4 less is 10, which is what was needed before: 33 of 36, twice. What a roll becomes of itself
    holds for both rolls.
    """
    assert chance(10, (), (MARCH,), strength=14) == Fraction(33, 36) ** 2
    assert chance(10, (), (MARCH,), strength=14, natural={2: 12}) == Fraction(32, 36) ** 2


# Strengths: 6 + 4 - 6, 6 - 2, 5 (Xists), 9 - 4 (opposite), 9 - 2, 12 - 4 - 4.
CONTROL, DESTROY = "inwo control the-mafia>texas at=3", "inwo destroy the-mafia>fast-food-chains at=3"
XISTS, JANOR = (
    "subgenius control xists>pinks at=2",
    "subgenius control st-janor-hypercleats>pinks at=2 power=st-janor-hypercleats:9",
)
BY_FNORD = "inwo control fnord-motor-company>dentists power=fnord-motor-company:9"
ON_FNORD = "inwo control the-mafia>fnord-motor-company at=3 power=the-mafia:12"
OF_CARDS = [
    # position, for the attack, against it, and the chance
    (CONTROL, "", "", Fraction(6, 36)),
    # Mothers' March: any attack to destroy; strength 4 - 4 = 0.
    (DESTROY, "", "", Fraction(6, 36)),
    (DESTROY, "", "mothers-march", Fraction(0)),
    (DESTROY, "mothers-march", "", Fraction(6, 36)),
    (CONTROL, "", "mothers-march", Fraction(6, 36)),
    # Fnord Motor Company: a failed attack by another Group of yours.
    (CONTROL, "", "fnord-motor-company", Fraction(6, 36)),
    (CONTROL, "fnord-motor-company", "", 1 - Fraction(30, 36) ** 2),
    (BY_FNORD, "fnord-motor-company", "", Fraction(21, 36)),
    # Fnord!: a roll that you make.
    (CONTROL, "", "fnord", Fraction(6, 36)),
    (CONTROL, "fnord", "", 1 - Fraction(30, 36) ** 2),
    # Time Warp: a successful roll of another player.
    (CONTROL, "time-warp", "", Fraction(6, 36)),
    (CONTROL, "", "time-warp", Fraction(6, 36) ** 2),
    # Angel's Feather: a failed attack to control by the Peaceful Group that it is linked to; a successful one on a
    # Peaceful Group of yours.
    (CONTROL, "", "angels-feather", Fraction(6, 36)),
    (CONTROL, "angels-feather", "", Fraction(6, 36)),
    (BY_FNORD, "angels-feather", "", 1 - Fraction(15, 36) ** 2),
    (f"{BY_FNORD} link=angels-feather+dentists", "angels-feather", "", Fraction(21, 36)),
    (ON_FNORD, "", "angels-feather", Fraction(6, 36) ** 2),
    (ON_FNORD.replace(" at=3", ""), "", "angels-feather", Fraction(6, 36)),
    # W.I.T.C.H.: by 2 with a Magic Group, as she is, otherwise by 1; not for those whose she is not.
    (CONTROL, "w-i-t-c-h", "", Fraction(10, 36)),
    (f"{CONTROL} aid=w-i-t-c-h", "w-i-t-c-h", "", Fraction(30, 36)),
    (f"{CONTROL} rival=w-i-t-c-h", "w-i-t-c-h", "", Fraction(6, 36)),
    # S.C.A.M.: a roll of a rival. Shordurpersav: your own.
    (XISTS, "", "", Fraction(10, 36)),
    (XISTS, "s-c-a-m", "", Fraction(10, 36)),
    (XISTS, "", "s-c-a-m", Fraction(10, 36) ** 2),
    (XISTS, "", "shordurpersav", Fraction(10, 36)),
    (XISTS, "shordurpersav", "", 1 - Fraction(26, 36) ** 2),
    # St. Janor Hypercleats: a natural 2 when he makes or aids the attack, and then without anybody's choice.
    (XISTS, "", "st-janor-hypercleats", Fraction(10, 36)),
    (JANOR, "", "", Fraction(9, 36)),
    (JANOR, "shordurpersav", "", 1 - Fraction(27, 36) ** 2),
    # Computer Virus and Murphy's Law: any roll, of any player.
    (CONTROL, "computer-virus", "", Fraction(15, 36)),
    (CONTROL, "", "murphys-law", Fraction(0)),
    # A Disaster is Instant: only what says `(Instant or not)`, or speaks of rolls, speaks of its roll. 9 + 3 of Magic:
    # 10 or less, then 8.
    (
        "inwo destroy plague-of-demons>hawaii at=3 aid=w-i-t-c-h",
        "fnord-motor-company",
        "mothers-march",
        Fraction(33 * 26, 36 * 36),
    ),
]


@pytest.mark.parametrize(("text", "rolls", "counters", "expected"), OF_CARDS)
def test_a_card_changes_the_rolls_that_it_speaks_of(
    catalog: Catalog, all_cards: dict[str, Card], text: str, rolls: str, counters: str, expected: Fraction
):
    attack, rules = attack_at(catalog, text)
    ledger, seen = explain(attack, rules), settled(attack, rules)
    game = text.split()[0]

    def changes(slug: str, side: Side) -> tuple[RollChange, ...]:
        change = change_of(all_cards[f"{game}/{slug}"], side, seen) if slug else None
        return (change,) if change else ()

    ours, theirs = changes(rolls, "attack"), changes(counters, "defense")
    assert chance(ledger.needed, ours, theirs, strength=ledger.strength, natural=dict(ledger.turned)) == expected


def attack_at(catalog: Catalog, text: str) -> tuple[Attack, Rules]:
    """The attack of a position and the rules of its game."""
    cards = [record.card for record in catalog.cards]
    position = read_position(text, cards)
    return attack_of(position, cards), catalog.rules(position.game)


def test_every_card_that_changes_an_attack_roll_is_offered_somewhere(catalog: Catalog, all_cards: dict[str, Card]):
    """None gets lost by words that nobody reads, but for what a natural roll becomes; where the roll stands, the
    strength changes instead.
    """
    said = {
        card_id
        for card_id, card in all_cards.items()
        if any(
            isinstance(node, t.ChangeRoll | t.SetRoll) and node != t.ChangeRoll(c.RollChange(anew=True))
            for clause in card.clauses
            if clause.sentence
            for node in nodes(clause.sentence)
        )
    }
    found = {"subgenius/st-janor-hypercleats"}
    for text in (CONTROL, DESTROY, BY_FNORD, XISTS, "deluxe control the-mafia>c-i-a at=2"):
        attack, rules = attack_at(catalog, text)
        seen = settled(attack, rules)
        found |= {
            card.id
            for card in all_cards.values()
            for side in SIDES
            if card.game == text.split()[0] and change_of(card, side, seen)
        }
    assert found == said


@pytest.fixture(scope="module")
def all_cards(catalog: Catalog) -> dict[str, Card]:
    """Every card of every game."""
    return {record.card.id: record.card for record in catalog.cards}


IN_BROWSER = """async (cases) => {
  const { chance } = await import("./dice.js");
  return JSON.stringify(JSON.parse(cases).map(([needed, attacking, defending, strength, natural]) => {
    const { ways, of } = chance(needed, attacking, defending, strength, new Map(natural));
    return [Number(ways), Number(of)];
  }));
}"""
CHANGES_OF = """async (given) => {
  const { changeOf } = await import("./dice.js");
  const { attackOf, readPosition } = await import("./position.js");
  const { settled } = await import("./selecting.js");
  const { data, texts } = JSON.parse(given);
  return JSON.stringify(texts.map((text) => {
    const attack = settled(attackOf(readPosition(text, data.cards, data.game).position, data.cards), data);
    return ["attack", "defense"].map((side) => data.cards.map((card) => changeOf(card, side, attack)));
  }));
}"""


def test_the_browser_has_the_same_odds(assets: Page):
    dice = random.Random(36)
    kinds = (AGAIN, AGAIN_LESS_4, MARCH, TWO, TWELVE, BY_1, BY_2)
    cases = []
    for _ in range(300):
        ours, theirs = (tuple(dice.choices(kinds, k=dice.randint(0, 3))) for _ in SIDES)
        strength = dice.randint(1, 16)
        cases.append((min(strength, 10) if strength > 1 else None, ours, theirs, strength, dice.choice(({}, {2: 12}))))
    given = json.dumps(
        [
            (needed, [*map(asdict, ours)], [*map(asdict, theirs)], strength, [*natural.items()])
            for needed, ours, theirs, strength, natural in cases
        ]
    )
    found = [Fraction(*each) for each in json.loads(assets.evaluate(IN_BROWSER, given))]
    assert [chance(*case[:3], strength=case[3], natural=case[4]) for case in cases] == found
    assert len(set(found)) > 60


class _Anything(dict[str, dict[str, None]]):
    """Citations that are not looked at."""

    def __missing__(self, key: str) -> dict[str, None]:
        return {"label": None, "url": None}


@pytest.mark.parametrize("game", ["inwo", "subgenius", "deluxe"])
def test_the_browser_knows_the_same_cards(assets: Page, catalog: Catalog, game: str):
    cards = [record.card for record in catalog.cards]
    data = calculator_data(catalog.rules(game), cards, _Anything())
    texts = [text for text, *_ in OF_CARDS if text.startswith(game)] or ["deluxe control the-mafia>c-i-a at=2"]
    by_id = {card.id: card for card in cards}
    found = json.loads(assets.evaluate(CHANGES_OF, json.dumps({"data": data, "texts": texts})))
    for text, sides in zip(texts, found, strict=True):
        attack, rules = attack_at(catalog, text)
        seen = settled(attack, rules)
        changes = [[change_of(by_id[each["id"]], side, seen) for each in data["cards"]] for side in SIDES]
        assert [[change and asdict(change) for change in each] for each in changes] == sides, text
