"""The attack sum: what each kind of sentence does to it, on cards made up for the purpose; the examples of the INWO
documents, on the real ones. Rulings test the real cards of Deluxe.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from generator.catalog.catalog import Catalog
from generator.engine.attack import explain
from generator.engine.cards import Card, Clause
from generator.engine.line import LineError
from generator.engine.position import attack_of, read_position
from generator.engine.situation import Attack, Line, Piece, Rule, Rules, ways_to_roll
from generator.language import parse
from generator.meaning import lower
from generator.structs import replace

OPPOSITES = {"Straight": "Weird", "Weird": "Straight", "Fanatic": "Fanatic"}


def rules(*sentences: str) -> Rules:
    """Rules with these terms and requirements only, named by their number."""
    made = [Rule(f"r{number}", say, parse(say), (), "a term") for number, say in enumerate(sentences, 1)]
    return Rules(
        "test",
        tuple(rule for rule in made if not rule.text.startswith("an attack")),
        tuple(rule for rule in made if rule.text.startswith("an attack")),
        OPPOSITES,
    )


def card(name: str, *sentences: str, power: int = 0, resistance: int = 0, alignments: tuple[str, ...] = ()) -> Card:
    """A Group with these numbers and abilities."""
    clauses = tuple(Clause(say, lower(parse(say))) for say in sentences)
    return Card(
        f"test/{name.lower()}", name, "test", "test", "group", power, 0, resistance, 0, alignments, clauses=clauses
    )


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
    lobby = card("Lobby", "this card has Resistance 10 against Weird Groups", resistance=3)
    guard = card("Guard", "your other Groups get +2 Resistance")
    weird = card("Weird", power=6, alignments=("Weird",))
    sums = rules("attack +Power of the attacker", "defense +Resistance of the target")
    ledger = explain(attack("control", weird, lobby, theirs=(guard,)), sums)
    assert [("Power of Weird", 6), ("Resistance of Lobby", -10), ("Guard", -2)] == amounts(ledger)


def test_your_in_a_sentence_means_the_owner_of_the_card_that_says_it() -> None:
    """A rival's `your other Groups` helps the rival's Groups; the attacker's own does not help the target."""
    guard = card("Guard", "your other Groups get +2 Resistance")
    target, attacker = card("Target", resistance=4), card("Attacker", power=5)
    sums = rules("defense +Resistance of the target")
    assert -6 == explain(attack("control", attacker, target, theirs=(guard,)), sums).strength
    assert -4 == explain(attack("control", attacker, target, yours=(guard,)), sums).strength


@pytest.mark.parametrize(
    ("sentence", "place", "line"),
    [
        ("+3 to direct control of any Group", "attacker", ("Speaker", 3)),
        ("+3 to direct control of any Group", "yours", None),
        ("+3 to direct control of any Group", "helper", None),
        ("+3 to any attempt to control", "attacker", ("Speaker", 3)),
        ("+3 to any attempt to control", "yours", ("Speaker", 3)),
        ("+3 to any attempt to control", "theirs", None),
        ("+3 to any attempt to destroy", "yours", None),
        ("+3 to this card's defense against attacks to control by Weird Groups", "target", ("Speaker", -3)),
        ("+3 to this card's defense against attacks to control by Straight Groups", "target", None),
        ("+3 to any attempt to control [Target]", "yours", ("Speaker", 3)),
        ("+3 to any attempt to control [Other]", "yours", None),
        ("+3 to any attempt to control uncontrolled Groups", "yours", ("Speaker", 3)),
        ("+3 to any attempt to control your rivals' Groups", "yours", None),
        ("+3 to any attempt to control Groups with Power 3 or more", "yours", None),
        ("+3 to any attempt to control Groups with Resistance 4 or less", "yours", ("Speaker", 3)),
    ],
)
def test_where_a_bonus_reaches(sentence: str, place: str, line: tuple[str, int] | None) -> None:
    """Direct, any attempt and defense bonuses each apply from their own place, to what they select, and nowhere
    else.
    """
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
    target = card(
        "Target", "+3 to this card's defense against attacks to control by Straight Groups", alignments=("Weird",)
    )
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
    guard = card(
        "Guard",
        "other Groups get +2 Power",
        "your Power Structure is immune to attacks made or aided by Straight Groups",
    )
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


@pytest.mark.parametrize(
    ("strength", "needed", "ways"),
    [
        (-3, None, 0),
        (1, None, 0),
        (2, 2, 1),
        (4, 4, 6),
        (7, 7, 21),
        (9, 9, 30),
        (10, 10, 33),
        (11, 10, 33),
        (25, 10, 33),
    ],
)
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
    sums = rules(
        "attack +1 for each MB from the attacker's treasury", "defense +2 for each MB from the target's treasury"
    )
    ledger = explain(attack("control", card("A"), card("B"), spent={"target": 3}), sums)
    assert (Line("defense", 6, "3 MB from the target's treasury", sums.terms[1].text, "r2", ()),) == ledger.lines


def test_immunity_bars_attackers_and_helpers_of_the_kinds_it_names() -> None:
    """The owner's whole structure is immune: a Straight attacker and a Straight helper are both barred, others are
    not.
    """
    shield = card("Shield", "your Power Structure is immune to attacks made or aided by Straight Groups")
    straight, weird = card("Straight", alignments=("Straight",)), card("Weird", alignments=("Weird",))
    ledger = explain(attack("control", weird, card("B"), helpers=(straight,), theirs=(shield,)), rules())
    assert [("test/weird", True), ("test/straight", False)] == [(reason.about, reason.ok) for reason in ledger.reasons]
    assert explain(attack("control", straight, card("B"), yours=(shield,)), rules()).legal


# --- what INWO adds ---------------------------------------------------------------------------------------------------


def inwo(*sentences: str) -> Rules:
    """As `rules`, with what INWO does otherwise."""
    return replace(rules(*sentences), differs=("best-bonus", "secrecy", "own-cards"))


def test_a_number_is_set_then_multiplied_once_then_added_to() -> None:
    """Power 2 set to 6, doubled and tripled, +2: three times six and two (wdh-meta-calc-order,
    wdh-meta-multiplier-single).
    """
    england = card("England", power=2)
    said = (
        "the Power of other Groups is raised to 6",
        "other Groups have double Power",
        "other Groups have triple Power",
        "other Groups get +2 Power",
    )
    made = attack("destroy", england, card("B"), yours=[card(f"C{i}", say) for i, say in enumerate(said)])
    lines = amounts(explain(made, rules("attack +Power of the attacker")))
    assert [("Power of England", 6), ("C2", 12), ("C3", 2)] == lines


def test_what_is_raised_is_never_lowered() -> None:
    """A Plot that raises Power to 6 leaves Power 8 alone (wdh-powerinc-no-effect-high)."""
    made = attack(
        "destroy", card("A", power=8), card("B"), yours=[card("C", "the Power of other Groups is raised to 6")]
    )
    assert 8 == explain(made, rules("attack +Power of the attacker")).strength


def test_power_is_never_below_0() -> None:
    """Power 2 with -3 is 0, not -1 (wdh p. 5, sg-power-floor-zero)."""
    made = attack("destroy", card("A", power=6), card("B", power=2), yours=[card("C", "other Groups get -3 Power")])
    assert 6 == explain(made, rules("attack +6", "defense +Power of the target")).strength


@pytest.mark.parametrize(("differs", "strength"), [((), 8), (("best-bonus",), 6)])
def test_in_inwo_the_best_bonus_counts(differs: tuple[str, ...], strength: int) -> None:
    """+6 direct and +2 any attempt of one card make 6 (wdh-glos-direct-not-cumulative), in Deluxe 8."""
    finland = card("Finland", "+6 to direct control of any Group", "+2 to any attempt to control")
    assert strength == explain(attack("control", finland, card("B")), replace(rules(), differs=differs)).strength


def test_penalties_count_beside_the_best_bonus() -> None:
    """Only bonuses exclude each other."""
    mixed = card("A", "+6 to direct control of any Group", "-2 to any attempt to control")
    assert 4 == explain(attack("control", mixed, card("B")), inwo()).strength


def test_an_added_bonus_adds_and_one_in_place_of_others_stands_alone() -> None:
    """`in addition to this card's other bonuses` joins the best; `instead of this card's +9 to any attempt` drops even
    a larger one.
    """
    added = card(
        "A",
        "+4 to direct control of any Group, in addition to this card's other bonuses",
        "+2 to any attempt to control",
    )
    alone = card(
        "A",
        "+4 to direct control of any Group, instead of this card's +9 to any attempt",
        "+9 to any attempt to control",
    )
    assert [6, 4] == [explain(attack("control", each, card("B")), inwo()).strength for each in (added, alone)]


def test_a_bonus_in_place_of_a_penalty_replaces_only_that_alignment() -> None:
    """+4 against Weird Groups instead of the usual -4 for sharing that alignment: the Straight that both are still
    costs 4.
    """
    say = "+4 to direct attacks to destroy Weird Groups, instead of the usual -4 for sharing that alignment"
    ours, theirs = card("A", say, alignments=("Weird", "Fanatic")), card("B", alignments=("Weird",))
    sums = inwo("attack -4 for each identical alignment in an attack to destroy")
    assert [("A", 4)] == amounts(explain(attack("destroy", ours, theirs), sums))
    other = replace(ours, alignments=("Weird", "Straight")), replace(theirs, alignments=("Weird", "Straight"))
    assert [("identical: Straight", -4), ("A", 4)] == amounts(explain(attack("destroy", *other), sums))


def test_a_new_alignment_drives_out_its_opposite() -> None:
    """A Straight Group that is made Weird is Weird alone (wdh-align-no-opposites)."""
    sums = rules("attack +4 for each identical alignment", "attack -4 for each opposite alignment")
    ours, theirs = card("A", alignments=("Straight",)), card("B", alignments=("Weird",))
    made = attack("control", ours, theirs, yours=[card("C", "Straight Groups are also Weird")])
    assert [("identical: Weird", 4)] == amounts(explain(made, sums))


def test_in_inwo_nobody_is_immune_to_his_own_cards() -> None:
    """wdh-immune-not-own; in Deluxe the immunity makes no exception."""
    straight, target = card("Straight", alignments=("Straight",)), card("B")
    shield = card("Shield", "your Power Structure is immune to attacks made or aided by Straight Groups")
    made = attack("destroy", straight, target, yours=[shield])
    pieces = tuple(replace(piece, owner="you") for piece in made.pieces)
    assert [False, True] == [explain(replace(made, pieces=pieces), each).legal for each in (rules(), inwo())]


@pytest.mark.parametrize(
    ("sentence", "legal"),
    [
        ("this card cannot be destroyed", False),
        ("this card cannot be captured", True),
        ("this card cannot be destroyed by Weird Groups", False),
        ("this card cannot be destroyed by Straight Groups", True),
        ("this card cannot be destroyed except by attacks by Weird Groups", True),
        ("Weird Groups cannot attack this card", False),
        ("your rivals cannot destroy this card", False),
        ("Weird Groups cannot attack to control this card", True),
        ("this card is immune to attacks made or aided by Weird Groups except [Attacker]", True),
        ("this card is immune to attacks to destroy", False),
        ("this card is immune to Disasters", True),
    ],
)
def test_bans_and_immunities(sentence: str, legal: bool) -> None:
    """What a rival's card says of itself, when a Weird Group attacks to destroy it."""
    attacker, target = card("Attacker", alignments=("Weird",)), card("Target", sentence)
    made = attack("destroy", attacker, target, theirs=[card("C")])
    assert legal == explain(made, inwo()).legal


# --- the examples of the documents ------------------------------------------------------------------------------------


def worked(catalog: Catalog, text: str):
    """The Ledger of a position."""
    cards = [record.card for record in catalog.cards]
    return explain(attack_of(read_position(text, cards), cards), catalog.rules(text.partition(" ")[0]))


@pytest.mark.parametrize(
    ("position", "lines"),
    [
        # wdh-attack-control-witch-example-1-base: 4 + 4 for Violent - 6 = 2
        ("inwo control russia>w-i-t-c-h", [4, 4, -6]),
        # wdh-glos-direct-ex-finland: +6 to control a Computer Group, not +8; the Hackers have Resistance 4
        ("inwo control finland>hackers", [2, 6, -4]),
        # F.B.I. on Criminal Groups: +10 directly, not 10 + 4; The Mafia (Power 6) are three cards from their Illuminati
        ("inwo destroy f-b-i>the-mafia at=3", [4, 10, -6]),
        # C.I.A. on another Government Group: +4 in place of -4 (c-i-a), closeness 10 (wdh-destroy-1-position)
        ("inwo destroy c-i-a>f-b-i at=1", [6, 4, -4, -10]),
        # Their own Group: no closeness (wdh-destroy-2-own)
        ("inwo destroy c-i-a>f-b-i at=own", [6, 4, -4]),
        # wdh-attack-control-batf-example-2-defense: Resistance 2, Violent like The Mafia 4, one Group away 5; Japan
        # (Power 6) has Government 4, Peaceful against Violent -4
        ("inwo control japan>b-a-t-f at=2 under=the-mafia", [6, 4, -4, -2, -4, -5]),
        # wdh-destroy-1-master-alignment: what it shares with its master is no help; Power 3 defends; identical -4,
        # opposite +4
        ("inwo destroy japan>b-a-t-f at=2 under=the-mafia", [6, 4, -4, -3, -5]),
        # wdh-agents-aid-plus10, wdh-agents-oppose-minus6, sg-add-agents-plus10
        ("inwo control russia>w-i-t-c-h at=4 agents=for", [4, 4, -6, 10]),
        ("inwo control russia>w-i-t-c-h at=hand agents=against", [4, 4, -6, -6]),
        # wdh-power-change-all-purposes: the Power that Russia has now
        ("inwo control russia>w-i-t-c-h power=russia:7", [7, 4, -6]),
        # wdh-devastate-half-power: half of Japan's 6; half of Italy's 3, rounded down; the Mafia are Violent, Japan is
        # Peaceful
        ("inwo destroy the-mafia>japan at=2 devastated=japan", [6, 4, -6, 3, -5]),
        ("inwo destroy earthquake>italy at=3 devastated=italy", [16, -3, 2]),
        # wdh-instant-carbomb-example-3-strength: 24 against 11
        (
            (
                "inwo destroy car-bomb>gordo-remora at=2 link=self-esteem+gordo-remora aid=the-mafia"
                " play=terrorist-nuke+the-mafia"
            ),
            [8, 6, 10, -6, -5],
        ),
        # wdh-instant-position: its owner launches the attack; wdh-instant-no-other-mods: the bonus of Cycle Gangs to
        # destroy does not count, that to Disasters does
        ("inwo destroy earthquake>italy at=own with=cycle-gangs", [16, 4, -3]),
    ],
)
def test_examples_of_the_handbook(catalog: Catalog, position: str, lines: list[int]) -> None:
    """Each line of the sum, as the handbook works it out."""
    ledger = worked(catalog, position)
    assert sorted(lines) == sorted(amount for _, amount in amounts(ledger))
    assert (sum(lines), True) == (ledger.strength, ledger.legal)


def test_two_opposites_of_weird_fanatics_and_straight_fanatics(catalog: Catalog) -> None:
    """wdh-control-alignment-example-fanatic: Weird Fanatic against Straight Fanatic is -8."""
    ours, theirs = card("A", alignments=("Weird", "Fanatic")), card("B", alignments=("Straight", "Fanatic"))
    ledger = explain(attack("control", ours, theirs), catalog.rules("inwo"))
    assert ("opposite: Weird and Straight, Fanatic and Fanatic", -8) in amounts(ledger)


BATF = "at=2 under=the-mafia"
JAPANS = "play=martial-law+japan,martyrs+japan"
LINKED = "link=commitment+b-a-t-f,necronomicon+b-a-t-f nwo=solidarity"


@pytest.mark.parametrize(
    ("position", "attack", "defense"),
    [
        # WDH p. 9, batf-example-1 to 3: Power 6, two Plots of 10, the N.S.A. 5 and Canada 3; Resistance 2, + 4 for the
        # master, + 5
        (f"inwo control japan>b-a-t-f aid=n-s-a,canada {BATF} {JAPANS}", [6, 10, 10, 5, 3, 4, -4], [2, 4, 5]),
        # batf-example-4 and 5: Resistance set to 8, doubled, + 4 + 5 = 25; 34 - 25 = 9
        (
            f"inwo control japan>b-a-t-f aid=n-s-a,canada {BATF} link=commitment+b-a-t-f nwo=solidarity {JAPANS}",
            [6, 10, 10, 5, 3, 4, -4],
            [8, 8, 4, 5],
        ),
        # batf-example-6 and 7: the action of the B.A.T.F. has 3 * 3 + 2 = 11: -2
        (
            f"inwo control japan>b-a-t-f aid=n-s-a,canada against=b-a-t-f {BATF} rival=clipper-chip {LINKED} {JAPANS}",
            [6, 10, 10, 5, 3, 4, -4],
            [8, 8, 4, 5, 3, 3, 3, 2],
        ),
        # batf-example-9: that action is canceled; the Hackers of a fourth player have nothing in common, so Global
        # Power 2: 7
        (
            (
                f"inwo control japan>b-a-t-f aid=n-s-a,canada against=hackers {BATF} rival=clipper-chip third=hackers"
                f" {LINKED} {JAPANS}"
            ),
            [6, 10, 10, 5, 3, 4, -4],
            [8, 8, 4, 5, 2],
        ),
        # batf-example-10: nor have the Wargamers, but they are its puppet: 6
        (
            (
                f"inwo control japan>b-a-t-f aid=n-s-a,canada against=hackers,wargamers {BATF} over=wargamers"
                f" rival=clipper-chip third=hackers {LINKED} {JAPANS}"
            ),
            [6, 10, 10, 5, 3, 4, -4],
            [8, 8, 4, 5, 2, 1],
        ),
        # WDH p. 8, witch-example-2: 2 + 6 + 1 + 1 = 10, and the Straight of the Pentagon against Weird costs nothing
        (
            "inwo control russia>w-i-t-c-h aid=pentagon,semiconscious-liberation-army,american-autoduel-association",
            [4, 4, 6, 1, 1],
            [6],
        ),
        # WDH p. 8, global-example-clone: 6 on a Violent target, 2 on one that is neither Violent nor Criminal
        ("inwo control russia>w-i-t-c-h aid=clone-arrangers", [4, 4, 6], [6]),
        ("inwo control russia>finland aid=clone-arrangers", [4, 4, 2], [5]),
        # WDH p. 17, england-example: set to 6, doubled, + 2 = 14, once something has made it Straight
        (
            (
                "inwo destroy england>finland at=4 link=grassroots-support+england,the-big-prawn+england"
                " nwo=law-and-order align=england:government+straight"
            ),
            [6, 6, 2, -4],
            [2],
        ),
        # WDH p. 17, newyork-example: 7, tripled by Good Polls and not doubled by the Soldiers, is 21; its own action is
        # quadrupled: 28
        ("inwo destroy hackers>new-york at=4 link=cyborg-soldiers+new-york play=good-polls+criminal", [3], [7, 14]),
        (
            (
                "inwo destroy hackers>new-york against=new-york at=4 link=cyborg-soldiers+new-york"
                " play=good-polls+criminal"
            ),
            [3],
            [7, 14, 7, 14, 7],
        ),
        # wdh-oppose-self-double and -multi-token: Power 3 with two tokens is 6 and 6
        ("inwo control japan>b-a-t-f against=b-a-t-f*2 at=4", [6, 4, -4], [2, 3, 3, 3, 3]),
        # wdh-glos-defense-note-self: Power 1 of the Wargamers, who defend their master, is not doubled
        ("inwo control japan>b-a-t-f against=wargamers at=4 over=wargamers", [6, 4, -4], [2, 1]),
        # new-blood-bonus, as printed: Power 6 is left alone; with a Plot that gives a Violent Group 10, as in the
        # example, it has 16
        ("inwo destroy the-mafia>finland at=4 link=new-blood+the-mafia", [6], [2]),
        ("inwo destroy the-mafia>finland at=4 play=terrorist-nuke+the-mafia", [6, 10], [2]),
        # wdh-plus10-dual-use: in defense the 10 count once, however many tokens the Group spends
        ("inwo control japan>b-a-t-f against=b-a-t-f at=4 play=martial-law+b-a-t-f", [6, 4, -4], [2, 10, 3, 3]),
        ("inwo destroy hackers>b-a-t-f at=4 play=martial-law+b-a-t-f", [3], [3, 10]),
    ],
)
def test_examples_with_all_who_take_part(
    catalog: Catalog, position: str, attack: list[int], defense: list[int]
) -> None:
    """Each line of the sum, as the handbook works it out."""
    ledger = worked(catalog, position)
    found = [sorted(line.amount for line in ledger.lines if line.side == side) for side in ("attack", "defense")]
    assert [sorted(attack), sorted(defense)] == found
    assert (sum(attack) - sum(defense), True) == (ledger.strength, ledger.legal)


@pytest.mark.parametrize(
    ("position", "broken"),
    [
        # wdh-aid-control-eligibility: the Wargamers are Weird, Finland is not, and they have no Global Power
        ("inwo control russia>finland aid=wargamers", ["helper-fits"]),
        # wdh-destroy-4-aid: to destroy W.I.T.C.H. what they share with it is no help
        ("inwo destroy russia>w-i-t-c-h aid=wargamers at=4", ["helper-fits-destroy"]),
        # wdh-oppose-control-eligibility: they oppose as its puppet, not as anybody
        ("inwo control japan>b-a-t-f against=wargamers at=4", ["opponent-fits"]),
        ("inwo control japan>b-a-t-f against=b-a-t-f", ["opponent-in-play"]),
        ("inwo control japan>b-a-t-f against=russia*2 at=4", ["opponent-once"]),
        ("inwo destroy russia>w-i-t-c-h aid=w-i-t-c-h at=4", ["helper-not-target"]),
        # wdh-priv-only-two: a third player's Groups stay out of it, those of the two do not
        (
            "inwo control japan>b-a-t-f aid=canada against=russia at=4 third=russia privileged",
            ["opponent-and-privilege"],
        ),
        ("inwo control japan>b-a-t-f aid=canada against=russia at=4 third=canada privileged", ["helper-and-privilege"]),
        # wdh-secret-no-aid-by, wdh-secret-no-aid-oppose: Canada is not Secret, the N.S.A. are
        ("inwo control n-s-a>b-a-t-f aid=canada at=4", ["helper-of-secret"]),
        ("inwo control n-s-a>b-a-t-f aid=clone-arrangers at=4", []),
        ("inwo control clone-arrangers>n-s-a against=canada at=4", ["opponent-for-secret"]),
        # wdh-secret-exc-master-puppet-defend
        ("inwo control clone-arrangers>n-s-a against=canada at=4 under=canada", []),
        # fanatic-helpers: Fanatic is never identical, but opposite to itself
        ("inwo control russia>hackers aid=dittoheads", ["helper-fits"]),
        # Martial Law is for Government Groups
        ("inwo control hackers>finland play=martial-law+hackers", ["inwo/martial-law#1"]),
        # wdh-immune-aid: Discordians are immune to Government Groups, who may not aid either, but may defend
        # (wdh-immune-not-reverse)
        (
            "inwo control hackers>w-i-t-c-h aid=russia against=pentagon at=1 rival=discordian-society third=pentagon",
            ["inwo/discordian-society#2"],
        ),
        # Apathy: nobody may aid attacks
        ("inwo control japan>b-a-t-f aid=canada against=russia nwo=apathy", ["assassins/apathy#1"]),
        # a later New World Order of the same colour replaces the earlier
        ("subgenius control xists>mwowm against=mwowm*2 at=4", []),
    ],
)
def test_who_may_take_part(catalog: Catalog, position: str, broken: list[str]) -> None:
    """The reasons why an attack is illegal."""
    reasons = worked(catalog, position).reasons
    assert broken == [reason.source for reason in reasons if not reason.ok]
    assert all(reason.cites or "#" in reason.source for reason in reasons)


def test_the_last_new_world_order_of_a_colour_is_in_play(catalog: Catalog) -> None:
    """Solidarity is Red: Political Correctness, if Red too, would take its place; the last one counts
    (wdh-nwo-one-per-colour).
    """
    red = [record.card for record in catalog.cards if record.card.game == "inwo" and record.card.nwo == "red"]
    other = next(card for card in red if card.slug != "solidarity").slug
    last, first = (
        worked(catalog, f"inwo control russia>w-i-t-c-h nwo={nwo}")
        for nwo in (f"{other},solidarity", f"solidarity,{other}")
    )
    solidarity = ["Solidarity" in [line.label for line in ledger.lines] for ledger in (last, first)]
    assert [True, False] == solidarity


def test_global_power_is_never_above_power(catalog: Catalog) -> None:
    """wdh-global-cap: 6/4 reduced to Power 3 is 3/3."""
    helper = replace(card("Helper", power=6), global_power=4)
    weak = card("Weak", "[Helper] gets -3 Power")
    made = attack("control", card("A"), card("B"), helpers=[helper], yours=[weak])
    lines = [
        (line.label, line.amount) for line in explain(made, catalog.rules("inwo")).lines if line.source == "aid-global"
    ]
    assert [("Global Power of Helper", 4), ("Global Power is never above Power", -1)] == lines


def test_what_raises_power_leaves_global_power_alone(catalog: Catalog) -> None:
    """wdh-global-power-change-separate: 6/2 with 10 more Power is 16/2."""
    plot = replace(catalog.card("inwo/terrorist-nuke").card, id="test/nuke")
    helper = replace(card("Helper", power=6, alignments=("Violent",)), global_power=2)
    for target, power in ((card("B", alignments=("Violent",)), [6, 10]), (card("C"), [2])):
        made = attack("control", card("A"), target, helpers=[helper])
        made = replace(made, pieces=(*made.pieces, Piece(plot, "you", (), linked="test/helper")))
        lines = explain(made, catalog.rules("inwo")).lines
        assert power == [line.amount for line in lines if line.side == "attack" and line.source != "power"]


# The examples of INWO SubGenius leave out the 5 for a Group of a rival Church: their Groups have no owners.


def subgenius(catalog: Catalog) -> Rules:
    found = catalog.rules("subgenius")
    return replace(found, terms=tuple(rule for rule in found.terms if rule.id != "rival-church"))


def test_three_groups_have_power_14(catalog: Catalog) -> None:
    """sg-aid-example-6-4-4 (SubGenius rules p. 7): 6 + 4 + 4."""
    helpers = [card(name, power=4, alignments=("Weird",)) for name in ("C", "D")]
    ledger = explain(
        attack("control", card("A", power=6), card("B", alignments=("Weird",)), helpers=helpers), subgenius(catalog)
    )
    assert (14, True) == (ledger.strength, ledger.legal)


def test_a_target_of_subgenius_defends_itself(catalog: Catalog) -> None:
    """sg-defend-example (SubGenius rules pp. 7-8): 6 + 9 - 4 = 11; its own token is worth 4: 7; its master has 5: 2."""
    helper = card("C", power=9, alignments=("Weird",))
    target = card("Target", power=2, resistance=4, alignments=("Weird",))
    made = attack("control", card("A", power=6), target, helpers=[helper], theirs=[card("Master", power=5)])
    pieces = tuple(replace(piece, master="test/master") if piece.card is target else piece for piece in made.pieces)
    rules_, found = subgenius(catalog), []
    for opponents in ((), ("test/target",), ("test/target", "test/master")):
        ledger = explain(replace(made, pieces=pieces, opponents=opponents), rules_)
        assert all(reason.ok or reason.source == "attacker-has-open-arrow" for reason in ledger.reasons)
        found.append(ledger.strength)
    assert [11, 7, 2] == found


def test_permanent_power_leaves_out_what_lasts_a_while(catalog: Catalog) -> None:
    """sg-defend-self-bonus: permanent Power 2 and Power 5 for this turn take 7 from the strength."""
    polls = replace(
        card(
            "Polls",
            "play any time: 1 Group gets +3 Power in defense until the start of your next turn",
        ),
        kind="plot",
    )
    target = card("Target", power=2)
    made = attack("control", card("A", power=9), target, theirs=[card("C")])
    pieces = (*made.pieces, Piece(polls, "rival", (), linked="test/target"))
    ledger = explain(replace(made, pieces=pieces, opponents=("test/target",)), subgenius(catalog))
    assert [("Power of Target", -2), ("Polls", -3), ("permanent Power of Target", -2)] == amounts(ledger)[2:]


def test_local_clenches(catalog: Catalog) -> None:
    """sg-meta-modifier-example (SubGenius rules p. 12): raised to 6, doubled, + 2 = 14."""
    clenches = catalog.card("subgenius/local-clenches").card
    plots = [
        replace(card(f"P{i}", f"play any time: link this card to 1 Group; {says}"), kind="plot")
        for i, says in enumerate(
            (
                "the linked card gets +2 Power",
                "the linked card has double Power",
                "the Power of the linked card is raised to 6",
            )
        )
    ]
    made = attack("control", clenches, card("B"))
    pieces = (*made.pieces, *(Piece(plot, "you", (), linked=clenches.id) for plot in plots))
    assert [("Power of Local Clenches", 6), ("P1", 6), ("P0", 2)] == amounts(
        explain(replace(made, pieces=pieces), subgenius(catalog))
    )[:3]


def test_discordia_is_immune(catalog: Catalog) -> None:
    """wdh-immune-example-discordia-2-irs-attack: the I.R.S., a Government Group, cannot attack a Group of the
    Discordian Society.
    """
    irs, hackers = (
        worked(catalog, f"inwo control {by}>cycle-gangs at=1 rival=discordian-society") for by in ("i-r-s", "hackers")
    )
    barred = [reason.source.partition("#")[0] for reason in irs.reasons if not reason.ok]
    assert (["inwo/discordian-society"], True) == (barred, hackers.legal)


@pytest.mark.parametrize(
    ("attacker", "legal"),
    [
        ("russia", False),  # wdh-secret-no-attack
        ("bavarian-illuminati", True),  # wdh-secret-exc-illuminati-secret
        ("n-s-a", True),  # a Secret Group
        ("junk-mail", True),  # wdh-secret-exc-abilities: may attack Secret Groups by what it says
    ],
)
def test_who_may_attack_a_secret_group(catalog: Catalog, attacker: str, legal: bool) -> None:
    """The Cattle Mutilators are Secret; Groups that are not attack them only by what they say themselves."""
    assert legal == worked(catalog, f"inwo control {attacker}>cattle-mutilators at=3").legal


@pytest.mark.parametrize(
    ("speaker", "line"),
    [
        ("+4 to any attempt to control", []),
        ("+4 to any attempt to control Secret Groups", [("C", 4)]),
        ("+4 to any attempt to control [Target]", [("C", 4)]),
    ],
)
def test_a_secret_group_keeps_out_what_other_groups_say(speaker: str, line: list[tuple[str, int]]) -> None:
    """wdh-secret-bonuses-off, except for abilities that speak of Secret Groups (wdh-secret-exc-abilities) or name the
    card.
    """
    target = replace(card("Target"), attributes=("Secret",))
    made = attack("control", replace(card("A"), kind="illuminati"), target, yours=[card("C", speaker)])
    assert line == amounts(explain(made, inwo()))
    assert [("C", 4)] == amounts(explain(made, rules()))


def test_a_secret_group_lets_in_its_master_and_what_is_no_group() -> None:
    """Its own master and puppets, Illuminati, other Secret Groups and Resources have their say (wdh-secret-exc-…)."""
    target = replace(card("Target"), attributes=("Secret",))
    say = "+4 to the defense of your Groups"
    made = attack(
        "destroy",
        replace(card("A"), kind="illuminati"),
        target,
        theirs=[
            card("Master", say),
            card("Other", say),
            replace(card("Secret", say), attributes=("Secret",)),
            replace(card("Box", say), kind="resource"),
        ],
    )
    pieces = tuple(replace(each, master="test/master") if each.card is target else each for each in made.pieces)
    assert ["Master", "Secret", "Box"] == [label for label, _ in amounts(explain(replace(made, pieces=pieces), inwo()))]


def test_what_an_uncontrolled_group_says_of_itself_counts() -> None:
    """A Group that Media Groups take over more easily is so in hand too; what it says of others waits until somebody
    controls it.
    """
    said = (
        "+4 to attacks by Weird Groups to control this card",
        "-9 to attacks on Groups",
        "this card has double Resistance",
    )
    made = attack("control", card("A", alignments=("Weird",)), card("Target", *said, resistance=3))
    lines = amounts(explain(made, rules("defense +Resistance of the target")))
    assert [("Target", 4), ("Resistance of Target", -3), ("Target", -3)] == lines


@pytest.mark.parametrize(
    ("position", "broken"),
    [
        ("inwo control russia>w-i-t-c-h at=1 agents=for,against", {"agents-once"}),  # wdh-agents-one-per-attack
        (
            "inwo control russia>dittoheads at=1 agents=for",
            {"agents-barred", "assassins/dittoheads#1"},
        ),  # what the card says
        ("inwo control russia>w-i-t-c-h agents=for", {"agents-within"}),  # wdh-agents-definition
        ("inwo control russia>w-i-t-c-h at=hand agents=for", {"agents-within"}),
        ("inwo control russia>w-i-t-c-h at=hand agents=against", set()),
        ("inwo control gordo-remora>dittoheads arrows=0", set()),
        ("inwo control pentagon>dittoheads", {"assassins/dittoheads#1"}),
        ("inwo destroy russia>w-i-t-c-h at=hand", {"hand", "destroy-in-play"}),  # wdh-destroy-targets
        (
            "inwo destroy the-mafia>dentists at=2 under=japan devastated=japan against=japan,dentists",
            {"devastated-idle"},
        ),  # wdh-devastate-tokens
        ("inwo control the-mafia>dentists at=2 power=the-mafia:0", {"powerless-idle"}),  # wdh-power-zero-loses-tokens
        # a Peaceful Group is paralyzed, and a Violent one cannot be by that card (wdh-paralyze-no-tokens,
        # wdh-illlink-definition)
        ("inwo destroy car-bomb>bjorne at=2 play=martyrs+bjorne", {"instant-late"}),  # faq-instant-one-use-power-plots
        ("inwo control canada>dentists at=2 link=cat-juggling+canada", {"paralyzed-idle"}),
        ("inwo control russia>dentists at=2 link=cat-juggling+russia", {"paralyzed-idle", "assassins/cat-juggling#1"}),
        ("inwo control c-i-a>russia link=black-helicopters+c-i-a", set()),  # to a Secret or Government Group
        (
            "inwo control c-i-a>russia with=the-mafia link=black-helicopters+the-mafia",
            {"assassins/black-helicopters#1"},
        ),
        # an alignment that another card brings is enough; one that the linked card would bring itself is not
        # (wdh-illlink-definition)
        ("inwo control the-mafia>russia link=black-helicopters+the-mafia align=the-mafia:government+criminal", set()),
        ("inwo destroy car-bomb>italy at=2", {"assassination"}),
        ("inwo destroy earthquake>gordo-remora at=2", {"disaster"}),
        ("inwo destroy earthquake>italy at=2 agents=for", {"instant-agents"}),  # faq-instant-no-rival-bonus
        ("inwo destroy car-bomb>gordo-remora at=2 aid=the-mafia,loan-sharks", {"instant-one"}),
        ("inwo destroy plague-of-demons>italy at=2", {"instant-one"}),  # a Magic Group must help
        (
            "inwo destroy car-bomb>gordo-remora at=2 against=gordo-remora",
            {"instant-joins", "instant-target"},
        ),  # wdh-instant-target-no-tokens
    ],
)
def test_what_a_position_says_of_a_table_makes_attacks_illegal(
    catalog: Catalog, position: str, broken: set[str]
) -> None:
    """The sources of the requirements that are not kept, and no others."""
    assert broken == {reason.source for reason in worked(catalog, position).reasons if not reason.ok}


@pytest.mark.parametrize(
    ("position", "outcomes"),
    [
        ("inwo destroy car-bomb>gordo-remora at=2", [("killed", 2)]),  # 8 against 1 + 5
        # 16 against 3 + 5 is 8; more than 5 with a 2 (wdh-disaster-devastation-or-destroy)
        ("inwo destroy earthquake>italy at=2", [("devastates", 8), ("destroys", 2)]),
        # 20 against 3: 11 and 12 always fail, and it never destroys
        ("inwo destroy hurricane>italy at=3", [("devastates", 10)]),
        # 12 against 10, which the Hidden City has against Disasters; it cannot be Devastated, and 2 is not more than 4
        ("inwo destroy tornado>hidden-city at=3", [("destroys", None)]),
        ("inwo control russia>w-i-t-c-h", []),
    ],
)
def test_attacks_of_plots_tell_what_comes_of_which_roll(
    catalog: Catalog, position: str, outcomes: list[tuple[str, int | None]]
) -> None:
    """The highest rolls that kill, devastate and destroy."""
    assert outcomes == [(each.source, each.needed) for each in worked(catalog, position).outcomes]


@pytest.mark.parametrize(
    ("position", "strength", "legal"),
    [
        ("inwo destroy i-r-s>big-media at=1 play=censorship", 5 + 15 - 4 - 10, True),
        ("inwo control i-r-s>big-media at=4 play=censorship", 5 + 15 - 6, True),
        (
            "inwo control the-mafia>big-media at=4 play=censorship",
            6 - 6,
            False,
        ),  # neither Straight, Conservative nor Government
        # identical: Government counts 4 for control and against destroying
        ("inwo control i-r-s>japan at=4 play=revolution", 5 + 4 + 10 - 8, True),
        ("inwo destroy earthquake>japan at=4 play=revolution", 16 - 6, False),  # it does not speak of Disasters
        ("inwo control i-r-s>japan at=4 play=back-to-the-salt-mines", 5 + 4 + 10 - 8, True),
        ("inwo control i-r-s>japan at=4 play=back-to-the-salt-mines+against", 5 + 4 - 8 - 10, True),
        ("inwo destroy earthquake>japan at=4 play=volunteer-aid", 16 - 6 - 6, True),
        ("inwo destroy earthquake>japan at=4 play=early-warning", 16 - 6 - 10, True),
        ("inwo control i-r-s>japan at=4 play=early-warning", 5 + 4 - 8, False),
        ("inwo control bavarian-illuminati>japan at=4 play=swiss-bank-account", 10 + 10 - 8, True),
        ("inwo control i-r-s>japan at=4 play=swiss-bank-account", 5 + 4 - 8, False),
        ("inwo control i-r-s>big-media at=4 agents=for play=faction-fight", 5 + 10 + 5 - 6, True),
        ("inwo control i-r-s>big-media at=4 play=faction-fight", 5 - 6, False),
        # 5 more for the side of him who plays agents, whoever he is
        (
            "inwo control i-r-s>big-media at=4 with=convenience-stores agents=for ability=convenience-stores",
            5 + 10 + 5 - 6,
            True,
        ),
        (
            "inwo control i-r-s>big-media at=4 with=convenience-stores agents=against ability=convenience-stores",
            5 - 6 - 6 - 5,
            True,
        ),
        (
            "inwo control i-r-s>big-media at=4 rival=convenience-stores agents=for ability=convenience-stores",
            5 + 10 + 5 - 6,
            True,
        ),
        ("inwo destroy i-r-s>japan at=4 with=mercenaries ability=mercenaries", 5 + 4 - 4 - 6, True),
        ("inwo control i-r-s>japan at=4 with=mercenaries ability=mercenaries", 5 + 4 + 1 - 8, True),
        (
            "inwo destroy i-r-s>japan at=4 with=hallucinations ability=hallucinations",
            5 - 4 - 6,
            False,
        ),  # it helps against Personalities
        ("inwo destroy hurricane>japan at=4 with=weather-satellite ability=weather-satellite", 20 + 10 - 6, True),
        (
            "inwo destroy hurricane>japan at=4 rival=weather-satellite ability=weather-satellite+against",
            20 - 4 - 6,
            True,
        ),
        ("inwo destroy earthquake>japan at=4 with=weather-satellite ability=weather-satellite", 16 + 4 - 6, True),
        (
            (
                "inwo destroy earthquake>japan at=4 with=dinosaur-park,general-disorder"
                " ability=dinosaur-park,general-disorder"
            ),
            16 + 4 + 10 - 6,
            True,
        ),
        # identical: Government and Peaceful
        ("inwo destroy center-for-disease-control>japan at=4 ability=center-for-disease-control", 1 + 15 - 8 - 6, True),
        # what hurts is left out: Peaceful against Violent for the attack, Government twice for the defense
        ("inwo control canada>cycle-gangs at=4 aid=pollsters ability=pollsters", 3 + 2 - 4, True),
        ("inwo control i-r-s>japan at=4 against=pollsters ability=pollsters", 5 - 8 - 2, True),
        (
            "inwo control pale-people-in-black>big-media at=4 arrows=1 ability=pale-people-in-black",
            1 - 6,
            True,
        ),  # Weird against Straight
        # of two ways the one that adds more: 15, and the card is discarded, or 5
        ("inwo destroy i-r-s>moonbase at=4 with=killer-satellite ability=killer-satellite", 5 + 15 - 3, True),
        ("inwo control i-r-s>moonbase at=4 with=killer-satellite ability=killer-satellite", 5 + 5 - 6, True),
        (
            "inwo destroy i-r-s>japan at=4 with=center-for-disease-control ability=center-for-disease-control",
            5 - 4 - 6,
            False,
        ),
    ],
)
def test_plots_and_abilities_are_used_with_an_attack(
    catalog: Catalog, position: str, strength: int, legal: bool
) -> None:
    """What the cards say: those that speak of this attack add to it, and with others it is not legal."""
    ledger = worked(catalog, position)
    assert (strength, legal) == (ledger.strength, ledger.legal)


@pytest.mark.parametrize(
    ("play", "broken"),
    [
        ("play=privileged-attack", {"opponent-and-privilege"}),
        ("", set()),
        ("play=ketchup-is-a-vegetable", {"opponent-and-privilege"}),
    ],
)
def test_a_plot_makes_an_attack_privileged(catalog: Catalog, play: str, broken: set[str]) -> None:
    position = f"inwo destroy bavarian-illuminati>japan at=4 against=canada third=canada {play}".rstrip()
    assert broken == {reason.source for reason in worked(catalog, position).reasons if not reason.ok}


def test_media_groups_may_interfere_after_bimbo_at_eleven(catalog: Catalog) -> None:
    """The Plot makes the attack privileged and lets them in, and no others."""
    for helper, broken in (("tabloids", set()), ("i-r-s", {"helper-and-privilege"})):
        ledger = worked(catalog, f"inwo destroy big-media>bjorne at=4 aid={helper} third={helper} play=bimbo-at-eleven")
        assert broken == {reason.source for reason in ledger.reasons if not reason.ok}


def test_a_disaster_of_general_disorder_only_devastates(catalog: Catalog) -> None:
    """16 and 10 against 6 is 20, which without him would destroy as well."""
    told = worked(catalog, "inwo destroy earthquake>japan at=4 with=general-disorder ability=general-disorder").outcomes
    assert [("devastates", 10)] == [(each.source, each.needed) for each in told]


@pytest.mark.parametrize(
    ("ability", "legal"), [("", False), (" with=spear-of-longinus ability=spear-of-longinus", True)]
)
def test_the_spear_makes_an_attack_magic(catalog: Catalog, ability: str, legal: bool) -> None:
    """Without Magic the target cannot be destroyed."""
    assert legal == worked(catalog, f"inwo destroy the-mafia>count-dracula at=4{ability}").legal


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("inwo control russia>w-i-t-c-h aid=pentagon pay=3", [44]),
        ("inwo neutralize russia>w-i-t-c-h", [6]),
        ("subgenius control xists>nhgh used=xists", [30]),
        ("inwo control russia>w-i-t-c-h against=hackers privileged arrows=1", []),
        ("deluxe control the-mafia>loan-sharks against=kkk third=kkk", [38, 50]),
        ("deluxe control the-mafia>loan-sharks at=hand agents=for", [38, 46]),
        ("deluxe destroy the-mafia>loan-sharks power=the-mafia:3", []),
        ("subgenius control xists>nhgh at=hand agents=for power=nhgh:2", [30]),
        ("inwo destroy the-mafia>japan at=1 devastated=japan agents=for", []),
    ],
)
def test_words_that_a_game_does_not_count_are_refused(catalog: Catalog, text: str, columns: list[int]) -> None:
    """Nobody pays in INWO, where there is no attack to neutralize; without rules the notation does not ask."""
    cards = [record.card for record in catalog.cards]
    read_position(text, cards)
    try:
        read_position(text, cards, {game: catalog.rules(game) for game in catalog.fails_from})
    except LineError as error:
        assert [("not-counted", column) for column in columns] == [(each.code, each.column) for each in error.problems]
    else:
        assert not columns
