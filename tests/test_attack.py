"""The attack sum: what each kind of sentence does to it, on cards made up for the purpose. Rulings test the real cards."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from generator.engine.attack import Attack, Line, Piece, Rule, Rules, explain, ways_to_roll
from generator.engine.cards import Card, Clause
from generator.language import parse

OPPOSITES = {"Straight": "Weird", "Weird": "Straight", "Fanatic": "Fanatic"}


def rules(*sentences: str) -> Rules:
    """Rules with these terms and requirements only, named by their number."""
    made = [Rule(f"r{number}", say, parse(say), (), "a term") for number, say in enumerate(sentences, 1)]
    return Rules(
        "test", tuple(rule for rule in made if not rule.text.startswith("an attack")),
        tuple(rule for rule in made if rule.text.startswith("an attack")), OPPOSITES,
    )


def card(name: str, *sentences: str, power: int = 0, resistance: int = 0, alignments: tuple[str, ...] = ()) -> Card:
    """A Group with these numbers and abilities."""
    clauses = tuple(Clause(say, parse(say)) for say in sentences)
    return Card(f"test/{name.lower()}", name, "test", "test", "group", power, 0, resistance, 0, alignments, clauses=clauses)


def attack(kind: str, attacker: Card, target: Card, *, yours=(), theirs=(), helpers=(), **more) -> Attack:
    """`yours` and `theirs` are further cards of the two players; with `theirs` a rival controls the target."""
    owner = "rival" if theirs else "nobody"
    pieces = [Piece(c, "you", c.alignments, 1) for c in (attacker, *helpers, *yours)]
    pieces += [Piece(target, owner, target.alignments), *(Piece(c, "rival", c.alignments) for c in theirs)]
    return Attack(kind, attacker.id, target.id, tuple(pieces), tuple(c.id for c in helpers), **more)


def amounts(ledger) -> list[tuple[str, int]]:
    return [(line.label, line.amount if line.side == "attack" else -line.amount) for line in ledger.lines]


def test_a_set_value_comes_before_additions() -> None:
    """Resistance 10 against Weird Groups replaces the printed 3; +2 Resistance of another card is added to it."""
    lobby = card("Lobby", "Resistance 10 against Weird Groups", resistance=3)
    guard = card("Guard", "your other Groups have +2 Resistance")
    weird = card("Weird", power=6, alignments=("Weird",))
    sums = rules("attack +Power of the attacker", "defense +Resistance of the target")
    ledger = explain(attack("control", weird, lobby, theirs=(guard,)), sums)
    assert [("Power of Weird", 6), ("Resistance of Lobby", -10), ("Guard", -2)] == amounts(ledger)


def test_your_in_a_sentence_means_the_owner_of_the_card_that_says_it() -> None:
    """A rival's `your other Groups` helps the rival's Groups; the attacker's own does not help the target."""
    guard = card("Guard", "your other Groups have +2 Resistance")
    target, attacker = card("Target", resistance=4), card("Attacker", power=5)
    sums = rules("defense +Resistance of the target")
    assert -6 == explain(attack("control", attacker, target, theirs=(guard,)), sums).strength
    assert -4 == explain(attack("control", attacker, target, yours=(guard,)), sums).strength


@pytest.mark.parametrize(("sentence", "place", "line"), [
    ("+3 to direct control of any Group", "attacker", ("Speaker", 3)),
    ("+3 to direct control of any Group", "yours", None),
    ("+3 to direct control of any Group", "helper", None),
    ("+3 to any attempt to control", "attacker", ("Speaker", 3)),
    ("+3 to any attempt to control", "yours", ("Speaker", 3)),
    ("+3 to any attempt to control", "theirs", None),
    ("+3 to any attempt to destroy", "yours", None),
    ("+3 to its aid in attacks to control", "helper", ("Speaker", 3)),
    ("+3 to its aid in attacks to control", "yours", None),
    ("+3 to its defense against attacks to control by Weird Groups", "target", ("Speaker", -3)),
    ("+3 to its defense against attacks to control by Straight Groups", "target", None),
    ("+3 to any attempt to control [Target]", "yours", ("Speaker", 3)),
    ("+3 to any attempt to control [Other]", "yours", None),
    ("+3 to any attempt to control uncontrolled Groups", "yours", ("Speaker", 3)),
    ("+3 to any attempt to control rivals' Groups", "yours", None),
    ("+3 to any attempt to control Groups with Power 3 or more", "yours", None),
    ("+3 to any attempt to control Groups with Resistance 4 or less", "yours", ("Speaker", 3)),
])
def test_where_a_bonus_reaches(sentence: str, place: str, line: tuple[str, int] | None) -> None:
    """Direct, any attempt, aid and defense bonuses each apply from their own place, to what they select, and nowhere else."""
    speaker = card("Speaker", sentence, power=1, resistance=1, alignments=("Weird",))
    other = card("Target", power=2, resistance=4, alignments=("Weird",))
    weird = card("Plain", power=5, alignments=("Weird",))
    made = {
        "attacker": lambda: attack("control", speaker, other),
        "yours": lambda: attack("control", weird, other, yours=(speaker,)),
        "helper": lambda: attack("control", weird, other, helpers=(speaker,)),
        "theirs": lambda: attack("control", weird, other, theirs=(speaker,)),
        "target": lambda: attack("control", weird, speaker),
    }[place]()
    assert ([line] if line else []) == amounts(explain(made, rules()))


def test_a_defense_bonus_asks_about_the_attacker() -> None:
    """A Weird target that defends itself better against Straight Groups does so when a Straight Group attacks."""
    target = card("Target", "+3 to its defense against attacks to control by Straight Groups", alignments=("Weird",))
    straight = card("Straight", alignments=("Straight",))
    assert [("Target", -3)] == amounts(explain(attack("control", straight, target), rules()))


@pytest.mark.parametrize(("master", "lines"), [("Boss", [("Speaker", 3)]), ("Straight", [])])
def test_a_selector_may_ask_for_the_master(master: str, lines: list[tuple[str, int]]) -> None:
    """A bonus against Groups directly controlled by a card needs that very card as the master of the target."""
    speaker = card("Speaker", "+3 to any attempt to control Groups directly controlled by [Boss]")
    made = attack("control", card("Plain"), card("Target"), yours=(speaker,), theirs=(card("Boss"), card("Straight")))
    pieces = tuple(replace(p, master=f"test/{master.lower()}") if p.card.name == "Target" else p for p in made.pieces)
    assert lines == amounts(explain(replace(made, pieces=pieces), rules()))


def test_an_uncontrolled_target_uses_no_abilities_on_others() -> None:
    """What an uncontrolled Group says of other Groups changes none of them, and its immunity shields nobody."""
    guard = card("Guard", "other Groups have +2 Power", "your Power Structure is immune to Straight Groups")
    straight = card("Straight", power=5, alignments=("Straight",))
    ledger = explain(attack("control", straight, guard), rules("attack +Power of the attacker"))
    assert (5, ()) == (ledger.strength, ledger.reasons)


def test_alignments_count_in_pairs_and_fanatic_is_its_own_opposite() -> None:
    """Two Weird Groups share an alignment; two Fanatic Groups are opposed and share nothing (Deluxe rules p. 3)."""
    ours = card("Ours", alignments=("Weird", "Fanatic"))
    theirs = card("Theirs", alignments=("Weird", "Fanatic", "Straight"))
    sums = rules("attack +4 for each identical alignment", "attack -4 for each opposite alignment")
    lines = amounts(explain(attack("control", ours, theirs), sums))
    assert [("identical: Weird", 4), ("opposite: Weird and Straight, Fanatic and Fanatic", -8)] == lines


@pytest.mark.parametrize(("strength", "needed", "ways"), [
    (-3, None, 0), (1, None, 0), (2, 2, 1), (4, 4, 6), (7, 7, 21), (9, 9, 30), (10, 10, 33), (11, 10, 33), (25, 10, 33),
])
def test_the_roll_and_its_odds(strength: int, needed: int | None, ways: int) -> None:
    """Two dice must show the strength or less; 11 and 12 always fail, so 33 of 36 outcomes are the most."""
    ledger = explain(attack("control", card("A", power=strength), card("B")), rules("attack +Power of the attacker"))
    assert (needed, ways, Fraction(ways, 36)) == (ledger.needed, ledger.ways, ledger.odds)


def test_two_dice_have_36_outcomes() -> None:
    """Seven comes six ways, two and twelve one each, and together they are 36."""
    assert [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1] == [ways_to_roll(total) for total in range(2, 13)]


def test_the_last_special_that_sets_the_roll_governs() -> None:
    """Assassination then Murphy's Law fails the attack, the other way round saves it (Deluxe rules p. 8)."""
    two = card("Two", "play right after an attack roll: the roll becomes 2")
    twelve = card("Twelve", "play right after an attack roll: the roll becomes 12")
    sums = rules("attack +Power of the attacker")
    fails = explain(attack("control", card("A", power=9), card("B"), played=(two, twelve)), sums)
    holds = explain(attack("control", card("A", power=9), card("B"), played=(twelve, two)), sums)
    assert ((12, 0), (2, 36)) == ((fails.fixed_roll, fails.ways), (holds.fixed_roll, holds.ways))


def test_each_helper_is_asked_each_requirement() -> None:
    """Every helper gets its own reason, yes or no, and one no makes the attack illegal."""
    sums = rules("an attack requires that each helper has Power 1 or more")
    ledger = explain(attack("control", card("A"), card("B"), helpers=(card("C", power=1), card("D"))), sums)
    assert [("test/c", True), ("test/d", False)] == [(reason.about, reason.ok) for reason in ledger.reasons]
    assert not ledger.legal


def test_money_is_counted_by_purse() -> None:
    """Each purse has its own term; a purse that gave nothing has no line."""
    sums = rules("attack +1 for each MB from the attacker's treasury", "defense +2 for each MB from the target's treasury")
    ledger = explain(attack("control", card("A"), card("B"), spent={"target": 3}), sums)
    assert (Line("defense", 6, "3 MB from the target's treasury", sums.terms[1].text, "r2", ()),) == ledger.lines


def test_immunity_bars_attackers_and_helpers_of_the_kinds_it_names() -> None:
    """The owner's whole structure is immune: a Straight attacker and a Straight helper are both barred, others are not."""
    shield = card("Shield", "your Power Structure is immune to Straight Groups")
    straight, weird = card("Straight", alignments=("Straight",)), card("Weird", alignments=("Weird",))
    ledger = explain(attack("control", weird, card("B"), helpers=(straight,), theirs=(shield,)), rules())
    assert [("test/weird", True), ("test/straight", False)] == [(reason.about, reason.ok) for reason in ledger.reasons]
    assert explain(attack("control", straight, card("B"), yours=(shield,)), rules()).legal
