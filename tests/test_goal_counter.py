"""The goal counter: what counts toward each Goal by the documents, the same in the engine and in the browser, and the
page that shows it.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import Pages
from msgspec.structs import asdict
from playwright.sync_api import Page, expect
from random_goals import Lines

from generator.catalog.catalog import Catalog
from generator.cli import main
from generator.engine import goal_line
from generator.engine.cards import Card, enters
from generator.engine.games import hooks
from generator.engine.goal_line import (
    CHOICES,
    FEWEST,
    ORDER,
    GoalLine,
    choices_of,
    chooses_in_secret,
    is_goal_card,
    read_goal_line,
)
from generator.engine.goals import Count, Standing
from generator.engine.inwo import victory
from generator.engine.inwo.goal_table import table_of
from generator.engine.line import LineError
from generator.engine.reading import Game
from generator.language import nodes
from generator.language import tree as t
from generator.rulings import World
from generator.site.calculator import calculator_data
from generator.structs import as_data

GAMES = ("deluxe", "inwo", "subgenius")
CASES = {"deluxe": 1_200, "inwo": 1_600, "subgenius": 1_000}
LINKED = {"inwo": 250, "subgenius": 100}
"""So many lines are counted in both languages."""
NONSENSE = 300
ROWS = ".calc-answer[data-goal='{}'] tbody tr"


@pytest.fixture(scope="module")
def cards(catalog: Catalog) -> list[Card]:
    """All cards."""
    return [record.card for record in catalog.cards]


@pytest.fixture(scope="module")
def games(catalog: Catalog) -> dict[str, Game]:
    """The three games as the engine plays them."""
    return {game: World(catalog, game).engine_game for game in GAMES}


@pytest.fixture
def stand(catalog: Catalog, cards: list[Card], games: dict[str, Game]):
    """How the player of a line stands, by Goal; of a Goal card that wins in two ways, both."""

    def stand_(text: str) -> dict[str, list[Standing]]:
        line = read_goal_line(text, cards, catalog.rulesets)
        found: dict[str, list[Standing]] = {}
        for standing in standings(line, games[line.game]):
            found.setdefault(standing.goal.rpartition("/")[2], []).append(standing)
        return found

    return stand_


def standings(line: GoalLine, game: Game) -> tuple[Standing, ...]:
    """How the player of a line stands with each Goal."""
    return hooks(game.rules.its).standings(line, game)


def share(count: Count, slug: str) -> tuple[int, str]:
    """As how much a card counts, and why."""
    return next((each.amount, each.why) for each in count.shares if each.card.rpartition("/")[2] == slug)


# --- by hand, from the documents --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "need"),
    [
        *((f"inwo goal shangri-la players={n}", need) for n, need in ((2, 12), (3, 12), (4, 11), (5, 10), (6, 10))),
        *((f"subgenius goal church-of-the-subgenius players={n}", need) for n, need in ((2, 12), (3, 10), (4, 10))),
        *(
            (f"deluxe goal the-network players={n}", need)
            for n, need in ((2, 13), (3, 13), (4, 12), (5, 10), (6, 9), (7, 8), (8, 8))
        ),
    ],
)
def test_the_basic_goal_depends_on_the_players_at_the_beginning(stand, line: str, need: int) -> None:
    """WDH p. 16, SubGenius p. 10, Deluxe p. 16; the Illuminati alone is 1 card."""
    (basic,) = stand(line)["basic"]
    assert (1, need, f"{need - 1} more Groups", False) == (*vars_of(basic.counts[0]), basic.ok)


def vars_of(count: Count) -> tuple[int, int, str]:
    """How much there is, how much is asked, and what is missing."""
    return count.have, count.need, count.missing


def test_three_groups_count_double_and_no_more(stand) -> None:
    """The example of WDH p. 16: five that might, six others and the Illuminati are 15. Each says why."""
    might = "cfl-aio,multinational-oil-companies,nuclear-power-companies,phone-company,tobacco-companies"
    found = stand(
        f"inwo goal gnomes-of-zurich players=2 groups={might},texas,russia,germany,templars,rosicrucians,pentagon"
    )
    (special,) = found["special"]
    assert (12, 15) == (found["basic"][0].counts[0].have, special.counts[0].have)
    assert [2, 2, 2, 1, 1] == [share(special.counts[0], slug)[0] for slug in might.split(",")]
    assert (1, "3 others count double already") == share(special.counts[0], "tobacco-companies")
    assert (1, "in your Power Structure, not double: it is not Corporate or Bank") == share(
        special.counts[0], "templars"
    )
    assert "wdh-double-max-three" in next(
        each.cites for each in special.counts[0].shares if each.card == "inwo/tobacco-companies"
    )


def test_a_group_counts_double_once_though_two_goals_say_so(stand) -> None:
    """The Corporate Masters and the Gnomes both double a Corporate Group with Power 4: it counts 2 (WDH p. 16)."""
    (goal,) = stand("inwo goal gnomes-of-zurich groups=phone-company goals=the-corporate-masters")[
        "the-corporate-masters"
    ]
    assert (3, 11) == (goal.counts[0].have, goal.counts[0].need)


def test_an_arm_of_devastation_counts_for_nothing(stand) -> None:
    """The check of WDH p. 12: of 12 cards a Devastated Place with 2 puppets leaves 9."""
    groups = "texas,templars,rosicrucians,pentagon,russia,germany,cfl-aio,phone-company,democrats,c-i-a,japan"
    line = f"inwo goal bavarian-illuminati players=2 groups={groups} under=templars+texas,rosicrucians+templars"
    assert (12, 12, "") == vars_of(stand(line)["basic"][0].counts[0])
    (count,) = stand(f"{line} devastated=texas")["basic"][0].counts
    assert (9, 12, "3 more Groups") == vars_of(count)
    assert (0, "it is Devastated") == share(count, "texas")
    assert (0, "it lies below a Place that is Devastated") == share(count, "rosicrucians")
    assert {("wdh-devastate-no-victory",)} == {each.cites for each in count.shares if not each.amount}


def test_a_paralyzed_group_does_not_count_but_its_puppets_do(stand) -> None:
    """The check of WDH p. 4: of 12 cards one that is paralyzed leaves 11."""
    groups = "texas,templars,rosicrucians,pentagon,russia,germany,cfl-aio,phone-company,democrats,c-i-a,japan"
    (count,) = stand(f"inwo goal bavarian-illuminati players=2 groups={groups} under=japan+c-i-a paralyzed=c-i-a")[
        "basic"
    ][0].counts
    assert (11, 12, "1 more Group") == vars_of(count)
    assert [(0, "it is Paralyzed"), (1, "in your Power Structure")] == [share(count, "c-i-a"), share(count, "japan")]


SPECIAL = [
    # line, have, need and what is missing, for each thing that the Goal counts
    (
        (
            "inwo goal adepts-of-hermes groups=texas,russia"
            " resources=crystal-skull,shroud-of-turin,orbital-mind-control-lasers"
        ),
        (5, 11, "6 more Groups"),
    ),
    # 10 + 6 + 6 + 6 + 6 + 6 + 6
    ("inwo goal bavarian-illuminati groups=cfl-aio,democrats,japan,texas,pentagon,c-i-a", (46, 50, "4 more Power")),
    ("inwo goal bavarian-illuminati groups=cfl-aio,democrats,japan,texas,pentagon,c-i-a,phone-company", (51, 50, "")),
    # 8 + 6 + 6 + 5 + 6 + 3 + 4; without the Hackers nobody is Weird or Fanatic
    (
        "inwo goal bermuda-triangle groups=japan,cfl-aio,republicans,hackers,tobacco-companies,the-mafia",
        (38, 35, ""),
        (10, 10, ""),
    ),
    (
        "inwo goal bermuda-triangle groups=japan,cfl-aio,republicans,tobacco-companies,the-mafia",
        (35, 35, ""),
        (8, 10, "Weird and Fanatic"),
    ),
    # three Weird Groups with Power 3 or more; the Wargamers have Power 1
    ("inwo goal discordian-society groups=hackers,w-i-t-c-h,california,wargamers", (8, 11, "3 more Groups")),
    # Bank or Corporate, with Power 4 or more: not the Bank of England with Power 3
    ("inwo goal gnomes-of-zurich groups=federal-reserve,bank-of-england,phone-company", (6, 11, "5 more Groups")),
    # the death of the Media Sensation counts for no Goal
    (
        "inwo goal servants-of-cthulhu destroyed=texas,russia,the-network,media-sensation",
        (3, 8, "5 more Groups to destroy"),
    ),
    # 6 + 3 of one's own, 4 + 3 of rivals; Texas is not Peaceful
    (
        "inwo goal shangri-la groups=japan,canada,texas rivals=vatican-city,supreme-court,pentagon",
        (16, 30, "14 more Power"),
    ),
    ("inwo goal the-network groups=phone-company,n-s-a,e-f-f,texas,pentagon", (8, 11, "3 more Groups")),
    ("inwo goal society-of-assassins groups=templars,rosicrucians,elders-of-zion", (7, 11, "4 more Groups")),
    # the N.S.A. of a rival are stronger than all three; Vampires with Power 2 only than the Rosicrucians
    (
        "inwo goal society-of-assassins groups=templars,rosicrucians,elders-of-zion rivals=n-s-a",
        (4, 11, "7 more Groups"),
    ),
    (
        "inwo goal society-of-assassins groups=templars,rosicrucians,elders-of-zion rivals=vampires",
        (6, 11, "5 more Groups"),
    ),
    # Magic Resources count for Goals as usual: 10, and 1 for the Book of Kells
    (
        "inwo goal bavarian-illuminati resources=book-of-kells nwo=the-magic-goes-away",
        (11, 50, "39 more Power"),
    ),
    ("inwo goal ufos destroyed=the-network,shangri-la goals=fratricide", (1, 1, "")),
    (
        "inwo goal ufos destroyed=the-network goals=fratricide",
        (0, 1, "meet any one of up to 3 different Goals that you have in play"),
    ),
    ("subgenius goal church-of-the-subgenius groups=dokstok slack=5", (5, 10, "5 more Groups")),
    # 10 + 7 + 7 + 7, and 5
    (
        "deluxe goal the-bavarian-illuminati groups=the-mafia,international-communist-conspiracy,new-york",
        (31, 35, "4 more Power"),
    ),
    (
        "deluxe goal the-bavarian-illuminati groups=the-mafia,international-communist-conspiracy,new-york,loan-sharks",
        (36, 35, ""),
    ),
    (
        "deluxe goal the-bermuda-triangle groups=hackers,texas",
        (5, 10, "Communist, Liberal, Peaceful, Straight and Criminal"),
    ),
    (
        "deluxe goal the-discordian-society groups=hackers,trekkies,california,comic-books,texas",
        (4, 5, "1 more Weird Group"),
    ),
    ("deluxe goal the-gnomes-of-zurich money=149", (149, 150, "1 more MB")),
    # 7 + 4 + 3 + 3 + 3 + 3, and 3
    (
        "deluxe goal the-network groups=c-i-a,big-media,federal-reserve,i-r-s,madison-avenue",
        (23, 25, "2 more Transferable Power"),
    ),
    ("deluxe goal the-network groups=c-i-a,big-media,federal-reserve,i-r-s,madison-avenue,post-office", (26, 25, "")),
    (
        "deluxe goal the-servants-of-cthulhu destroyed=texas,hackers eliminated=the-network",
        (3, 8, "5 more Groups to destroy"),
    ),
    ("deluxe goal the-society-of-assassins groups=c-i-a,kgb,kkk,new-york,pentagon,texas", (6, 6, "")),
    ("deluxe goal the-ufos written=the-gnomes-of-zurich money=150", (150, 150, "")),
]


@pytest.mark.parametrize(("line", "counts"), [(line, counts) for line, *counts in SPECIAL])
def test_special_goals_count_as_their_cards_say(stand, line: str, counts: list[tuple[int, int, str]]) -> None:
    """Each Illuminati's, worked out from its card; with 4 players INWO asks for 11 cards. Of two, the one that stands
    alone.
    """
    *_, special = stand(line)["special"]
    assert counts == [vars_of(count) for count in special.counts]
    assert special.ok == all(have >= need for have, need, _ in counts)


def test_special_goals_of_all_illuminati_are_worked_out(cards: list[Card]) -> None:
    """The list above has every Illuminati of the three games."""
    assert {(card.game, card.slug) for card in cards if card.kind == "illuminati"} == {
        tuple(line.split()[::2][:2]) for line, *_ in SPECIAL
    }


@pytest.mark.parametrize(
    ("line", "goal", "counts"),
    [
        # 4 destroyed and 4 controlled win; with 3 controlled one of either is missing
        (
            (
                "inwo goal ufos destroyed=texas,russia,pentagon,new-york groups=japan,canada,vatican-city,supreme-court"
                " goals=kill-for-peace"
            ),
            "kill-for-peace",
            [(1, 1, "")],
        ),
        (
            (
                "inwo goal ufos destroyed=texas,russia,pentagon,new-york groups=japan,canada,vatican-city"
                " goals=kill-for-peace"
            ),
            "kill-for-peace",
            [(0, 1, "1 more controlled")],
        ),
        # the Fred Birch Society counts as two Conservative Groups
        (
            (
                "inwo goal ufos destroyed=cfl-aio,democrats,california,canada groups=fred-birch-society,texas,germany"
                " goals=let-them-eat-cake"
            ),
            "let-them-eat-cake",
            [(1, 1, "")],
        ),
        ("inwo goal ufos destroyed=the-network helped=shangri-la goals=fratricide", "fratricide", [(2, 2, "")]),
        # 4 + 5 + 4 + 6 + 3 + 3 is 25: six Science Groups are too weak together
        (
            (
                "inwo goal ufos goals=blinded-by-science"
                " groups=nuclear-power-companies,phone-company,f-b-i,clone-arrangers,drug-companies,"
                "fiendish-fluoridators"
            ),
            "blinded-by-science",
            [(6, 6, ""), (25, 30, "5 more Power")],
        ),
        # 5 Science Groups with 4 + 9 + 4 + 6 + 9 and one that is none: enough Power, a Group too few; what is no
        # Science Group adds no Power
        (
            (
                "inwo goal ufos goals=blinded-by-science"
                " groups=nuclear-power-companies,phone-company,f-b-i,clone-arrangers,drug-companies,texas"
                " power=phone-company:9,drug-companies:9"
            ),
            "blinded-by-science",
            [(5, 6, "1 more Group"), (32, 30, "")],
        ),
        (
            (
                "inwo goal ufos goals=blinded-by-science"
                " groups=nuclear-power-companies,phone-company,f-b-i,clone-arrangers,drug-companies,fiendish-fluoridators"  # noqa: E501
                " power=f-b-i:9"
            ),
            "blinded-by-science",
            [(6, 6, ""), (30, 30, "")],
        ),
        # World War Three does not count for it
        (
            "inwo goal ufos goals=population-reduction destroyed=texas,russia,california,canada,china+world-war-three",
            "population-reduction",
            [(4, 5, "1 more Group to destroy"), (7, 11, "4 more Groups")],
        ),
        # Servants of Cthulhu need 1 Group fewer for each victim, and for each of two Huge Places another
        (
            "inwo goal servants-of-cthulhu goals=population-reduction destroyed=texas,russia,joggers",
            "population-reduction",
            [(2, 5, "3 more Groups to destroy"), (1, 7, "6 more Groups")],
        ),
        # of one's own SubGenius Groups and of the victims of rivals the third was nobody's
        (
            (
                "subgenius goal church-of-the-subgenius"
                " groups=drs-for-bob,s-l-a-k,jesus-b,dobbstown,dokstok,connie-dobbs goals=the-antibob"
                " destroyed=rogue-subgenii,speakers-in-tongues+nobody"
            ),
            "the-antibob",
            [(6, 6, ""), (1, 2, "1 more Group to destroy")],
        ),
        ("subgenius goal church-of-the-subgenius bereft goals=arise", "arise", [(1, 1, "")]),
        (
            "subgenius goal church-of-the-subgenius goals=cast-out-false-prophets eliminated=church-of-the-subgenius",
            "cast-out-false-prophets",
            [(1, 1, "")],
        ),
        (
            (
                "subgenius goal church-of-the-subgenius groups=jesus-b,dobbstown,drs-for-bob slack=3"
                " goals=brag-of-the-subgenius"
            ),
            "brag-of-the-subgenius",
            [(6, 10, "4 more Groups")],
        ),
    ],
)
def test_goal_cards_count_as_they_say(stand, line: str, goal: str, counts: list[tuple[int, int, str]]) -> None:
    """Worked out from the cards; Slack does not go together with a Goal card."""
    assert counts == [vars_of(count) for standing in stand(line)[goal] for count in standing.counts]


@pytest.mark.parametrize(
    ("more", "need"),
    [
        ("nwo=interesting-times+more", 13),
        ("nwo=interesting-times+basic", 11),
        ("agreed=8", 8),
        ("agreed=8 nwo=interesting-times+more", 10),
    ],
)
def test_cards_in_play_change_what_is_asked(stand, more: str, need: int) -> None:
    """Interesting Times asks for 2 Groups more, or lets the Basic Goal alone win."""
    found = stand(
        f"inwo goal bavarian-illuminati groups=cfl-aio,democrats,japan,texas,pentagon,c-i-a,phone-company {more}"
    )
    (basic,), (special,) = found["basic"], found["special"]
    assert need == basic.counts[0].need == sum(step.amount for step in basic.counts[0].steps)
    barred = more.endswith("+basic")
    assert (not barred, "only the Basic Goal can win now" if barred else "") == (special.ok, special.bar)


def test_what_is_nothing_to_goals_changes_no_goal(stand) -> None:
    """With the Military-Industrial Complex Corporate Groups are Government, but not for Goals; World Hunger and the
    like do change numbers.
    """
    line = "inwo goal gnomes-of-zurich groups=phone-company"
    assert stand(line) == stand(f"{line} nwo=military-industrial-complex")
    assert (1, "in your Power Structure, not double: it is not Corporate or Bank") == share(
        stand(f"{line} align=phone-company:government")["special"][0].counts[0], "phone-company"
    )


@pytest.mark.parametrize(
    ("line", "goal", "have"),
    [
        # "counting for no Goal" (`Sucked Dry and Cast Aside!`, `Comet Hail-Bob`, `You Are What You Eat`)
        ("inwo goal servants-of-cthulhu destroyed=hackers+sucked-dry-and-cast-aside", "special", 0),
        ("inwo goal servants-of-cthulhu destroyed=hackers+own+sucked-dry-and-cast-aside,russia", "special", 1),
        ("inwo goal servants-of-cthulhu destroyed=hackers+you-are-what-you-eat", "special", 0),
        # Groups that Upheaval! takes away are discarded, not destroyed (`wdh-card-upheaval-discards`)
        ("inwo goal servants-of-cthulhu destroyed=texas+upheaval", "special", 0),
        ("inwo goal servants-of-cthulhu goals=kill-for-peace destroyed=texas+upheaval", "kill-for-peace", 0),
        (
            "subgenius goal church-of-the-subgenius goals=the-antibob destroyed=s-p-u-t-u-m+comet-hail-bob",
            "the-antibob",
            0,
        ),
        # another Plot makes no difference
        ("inwo goal servants-of-cthulhu destroyed=hackers+car-bomb", "special", 1),
        ("subgenius goal church-of-the-subgenius goals=the-antibob destroyed=s-p-u-t-u-m", "the-antibob", 1),
    ],
)
def test_a_plot_that_says_so_kills_for_no_goal(stand, line: str, goal: str, have: int) -> None:
    """What the Plot says of its victim, for every Goal: neither are the Servants of Cthulhu asked for a Group fewer."""
    found = stand(line)
    (count,) = (each for standing in found[goal] for each in standing.counts if each.what != "Groups")
    assert have == sum(each.amount for each in count.shares)
    victims = line.partition("destroyed=")[2].count(",") + 1
    assert victims - have == [each.why for each in count.shares].count("its destruction counts for no Goal")
    if "cthulhu" in line:
        assert (11, 11 - have) == (found["basic"][0].counts[0].need, found["special"][0].counts[0].need)


@pytest.mark.parametrize(
    ("line", "numbers"),
    [
        # New York 7 - 2, and 10 of the Bavarians; Moonbase is no Coastal Place, and no Group without a Coast loses
        # anything
        ("groups=new-york nwo=global-warming", {"new-york": 5}),
        ("groups=moonbase,pentagon nwo=global-warming", {"moonbase": 3, "pentagon": 6}),
        # 1 is the least that is left; more than the 2 - 1 is not taken off, and nothing of a Place with Power 1
        # (`nwos-in-order`)
        ("groups=finland,hawaii nwo=global-warming", {"finland": 1, "hawaii": 1}),
        # the orders one by one: 2 - 1, + 3; 2 + 3 - 2 (`nwos-in-order`)
        ("groups=finland nwo=global-warming,political-correctness", {"finland": 4}),
        ("groups=finland nwo=political-correctness,global-warming", {"finland": 3}),
        # a later Blue order replaces it, and what it did ends (`until` it is in play)
        ("groups=new-york nwo=global-warming,interesting-times+more", {"new-york": 7}),
        # what the line says of a number comes before
        ("groups=new-york nwo=global-warming power=new-york:9", {"new-york": 7}),
    ],
)
def test_an_order_changes_what_it_finds_when_it_comes(stand, line: str, numbers: dict[str, int]) -> None:
    """Global Warming: Places that are Coastal when it enters play have -2 Power, minimum 1 (the fact of the card)."""
    (count,) = stand(f"inwo goal bavarian-illuminati {line}")["special"][0].counts
    assert numbers == {slug: share(count, slug)[0] for slug in numbers}
    assert 10 + sum(numbers.values()) == count.have


def test_orders_that_act_when_they_come_are_known(cards: list[Card]) -> None:
    """What a New World Order does when it is played is counted, or its player chooses it; there is no other."""
    acting = {
        card.slug
        for card in cards
        if card.nwo
        for clause in card.sentences(t.Ability)
        if "played" in getattr(clause.sentence.timing, "happens", ())
    }
    assert {card.slug for card in cards if card.nwo and (enters(card) or choices_of(card))} == acting
    assert {"global-warming", "interesting-times"} == acting


def test_too_many_goal_cards_bar_every_victory_that_shows_them(stand) -> None:
    """Whoever wins shows all Plots and proves that there is no Goal too many, whatever he wins by
    (`wdh-win-show-all-plots`, `wdh-win-goal-excess-out`). In SubGenius only who wins by a Goal card does
    (`sg-goal-card-expose-all-plots`).
    """
    four = "goals=hail-eris,fratricide,criminal-overlords,kill-for-peace"
    found = stand(f"inwo goal ufos {four} destroyed=the-network,adepts-of-hermes")
    assert {"a player may have 3 Goal cards"} == {each.bar for standings_ in found.values() for each in standings_}
    (special,), (fratricide,) = found["special"], found["fratricide"]
    assert (True, True) == (special.ok, fratricide.ok)
    found = stand(f"inwo goal ufos {four.rpartition(',')[0]} destroyed=the-network,adepts-of-hermes")
    assert {""} == {each.bar for standings_ in found.values() for each in standings_}
    found = stand("subgenius goal church-of-the-subgenius goals=the-antibob,arise")
    assert [
        ("basic", ""),
        ("special", ""),
        *((goal, "a player may have 1 Goal card") for goal in ("the-antibob", "arise")),
    ] == [(goal, each.bar) for goal, standings_ in found.items() for each in standings_]


def test_too_many_goal_cards_are_named(stand) -> None:
    """One Goal card is the limit, three for the UFOs, two with Alternate Goals (WDH p. 16)."""
    two = "goals=power-for-its-own-sake,fratricide"
    assert "a player may have 1 Goal card" == stand(f"inwo goal the-network {two}")["fratricide"][0].bar
    assert "" == stand(f"inwo goal ufos {two}")["fratricide"][0].bar
    assert "" == stand(f"inwo goal the-network {two},alternate-goals")["fratricide"][0].bar


# --- the line ---------------------------------------------------------------------------------------------------------


def test_a_line_has_one_canonical_form(catalog: Catalog, cards: list[Card]) -> None:
    """Words in any order, numbers that say nothing: one line."""
    written = "inwo goal  the-network goals=fratricide groups=texas,russia agreed=08 under=russia+texas power=texas:3"
    canonical = (
        "inwo goal the-network players=4 groups=texas,russia under=russia+texas goals=fratricide power=texas:3 agreed=8"
    )
    assert (
        canonical
        == str(read_goal_line(written, cards, catalog.rulesets))
        == str(read_goal_line(canonical, cards, catalog.rulesets))
    )


@pytest.mark.parametrize(
    ("line", "problems"),
    [
        ("inwo goal", [(10, "position-short", None)]),
        ("inwo gaol the-netwrk", [(6, "unknown-kind", "goal"), (11, "unknown-card", "the-network")]),
        ("inwo goal the-network players=9", [(31, "bad-number", None)]),
        # four Church cards are in the box (`sg-players-2-to-4`)
        ("subgenius goal church-of-the-subgenius players=5", [(48, "bad-number", None)]),
        # nobody attacks an Illuminati (`dlx-attack-illuminati`); who takes its last Group has eliminated it, once
        (
            "deluxe goal the-servants-of-cthulhu destroyed=the-network eliminated=the-network",
            [(47, "wrong-kind-of-card", None)],
        ),
        ("deluxe goal the-servants-of-cthulhu eliminated=the-servants-of-cthulhu", [(48, "card-twice", None)]),
        ("inwo goal the-network groups=texas,texas", [(36, "card-twice", None)]),
        ("inwo goal the-network groups=texas destroyed=texas", [(46, "card-twice", None)]),
        ("inwo goal the-network gruops=texas", [(23, "unknown-key", "groups")]),
        ("inwo goal the-network money=3", [(23, "not-counted", None)]),
        ("inwo goal the-network groups=texas,russia under=texas+russia,russia+texas", [(62, "under-itself", None)]),
        ("inwo goal the-network devastated=texas", [(34, "not-there", None)]),
        ("inwo goal the-network groups=c-i-a devastated=c-i-a", [(47, "wrong-kind-of-card", None)]),
        ("inwo goal the-network goals=car-bomb", [(29, "wrong-kind-of-card", None)]),
        ("inwo goal the-network nwo=interesting-times", [(44, "bad-choice", None)]),
        ("deluxe goal the-network written=the-ufos", [(33, "not-counted", None)]),
        ("deluxe goal the-ufos written=the-ufos", [(30, "wrong-kind-of-card", None)]),
    ],
)
def test_what_is_wrong_with_a_line_is_said_at_its_column(
    catalog: Catalog, cards: list[Card], line: str, problems: list[tuple[int, str, str | None]]
) -> None:
    """Every problem with its column, its code, and what may have been meant."""
    with pytest.raises(LineError) as caught:
        read_goal_line(line, cards, catalog.rulesets)
    assert problems == [(problem.column, problem.code, problem.suggestion) for problem in caught.value.problems]


def test_every_word_of_a_line_is_described(root: Path) -> None:
    """The documentation of the reader and the table in CONTRIBUTING have each word of a line."""
    documented = re.findall(r"^    ([a-z]+)(?:=| )", (goal_line.__doc__ or "").partition("any order:")[2], re.MULTILINE)
    table = (
        (root / "CONTRIBUTING.md")
        .read_text(encoding="utf-8")
        .partition("## What a player has, in one line")[2]
        .partition("\n## ")[0]
    )
    cells = "".join(re.findall(r"^\| (.*?) \|", table, re.MULTILINE))
    assert list(ORDER) == documented
    assert {*ORDER} == {*re.findall(r"`([a-z]+)[=`]", cells)}


def test_the_command_counts_a_line(read_once: None, capsys: pytest.CaptureFixture[str]) -> None:
    """As JSON with every share; in words with what is missing; a wrong line with a caret under each problem, and exit
    status 1.
    """
    with pytest.raises(SystemExit) as ended:
        main(["goal", "inwo goal the-network groups=texas devastated=texas", "--json"])
    said = json.loads(capsys.readouterr().out)
    assert (0, "inwo goal the-network players=4 groups=texas devastated=texas") == (ended.value.code, said["line"])
    assert [("basic", False), ("special", False)] == [(goal["goal"], goal["ok"]) for goal in said["goals"]]
    assert [("inwo/the-network", 1), ("inwo/texas", 0)] == [
        (each["card"], each["amount"]) for each in said["goals"][0]["counts"][0]["shares"]
    ]
    with pytest.raises(SystemExit) as ended:
        main(["goal", "inwo goal the-netwrk gruops=texas"])
    assert (
        1,
        [
            "  inwo goal the-netwrk gruops=texas",
            "            ^          ^",
            "column 11: no card 'the-netwrk'; did you mean 'the-network'? (unknown-card)",
            "column 22: 'gruops' is not a word that can follow here; did you mean 'groups'? (unknown-key)",
        ],
    ) == (ended.value.code, capsys.readouterr().err.splitlines())


# --- the same counting in the browser ---------------------------------------------------------------------------------

KEEP = "(given) => { globalThis.kept = JSON.parse(given); }"
COUNT_ALL = """async (texts) => {
  const { standings } = await import("./goals.js");
  const { formatGoalLine, readGoalLine } = await import("./goal-line.js");
  return JSON.stringify(texts.map((text) => {
    const { line, problems } = readGoalLine(text, kept);
    return line ? { text: formatGoalLine(line), problems, answer: standings(line, kept) } : { text: null, problems, answer: null };
  }));
}"""  # noqa: E501
KNOWN = """async () => {
  const { CHOICES, FEWEST, ORDER } = await import("./goal-line.js");
  return JSON.stringify([CHOICES, FEWEST, ORDER]);
}"""


def data_of(catalog: Catalog, game: str) -> dict[str, Any]:
    """What the page of a game is given; a citation is its id."""
    rules = [term.rule for term in catalog.terms if term.game == game and term.part == "goal"]
    citations = {statement.id: {"label": statement.id, "url": None} for statement in catalog.statements}
    return calculator_data(catalog.rules(game), [record.card for record in catalog.cards], citations, (), rules)


def plain(found: tuple[Standing, ...]) -> list[dict[str, Any]]:
    """Standings as goals.js answers them."""
    return json.loads(json.dumps([as_data(standing) for standing in found]))


@cache
def wins(card: Card) -> bool:
    """Whether a card has a Goal of its own to win by."""
    own = (
        card.sentences(t.GoalCard)
        or card.sentences(t.SpecialGoal)
        or [each for each in card.sentences(t.CountsFor) if each.sentence.title]
    )
    return bool(own)


@pytest.mark.parametrize("game", GAMES)
def test_the_browser_counts_as_the_engine_does(
    assets: Page, catalog: Catalog, cards: list[Card], games: dict[str, Game], game: str
) -> None:
    """On a thousand lines and more: every share with its reason, every step, all that is missing. Each Goal is met and
    missed in some, and every Group and Resource is controlled in one.
    """
    lines = list(islice(Lines(catalog.ruleset(game), cards, 1), CASES[game]))
    data = data_of(catalog, game)
    assets.evaluate(KEEP, json.dumps(data))
    answers = json.loads(assets.evaluate(COUNT_ALL, [str(line) for line in lines]))
    fired: Counter[tuple[str, bool]] = Counter()
    used: set[str] = set()
    for line, answer in zip(lines, answers, strict=True):
        found = standings(line, games[game])
        assert (str(line), [], plain(found)) == (answer["text"], answer["problems"], answer["answer"]), line
        assert read_goal_line(str(line), cards, catalog.rulesets) == line
        for standing in found:
            name = line.illuminati if standing.goal == "special" else standing.goal.rpartition("/")[2]
            fired[name, standing.ok] += 1
            cited = [
                *standing.cites,
                *(cite for count in standing.counts for each in (*count.shares, *count.steps) for cite in each.cites),
            ]
            assert not {*cited} - {*data["citations"]}, line
        used |= {*line.groups, *line.resources, *(slug for slug, _ in line.link)}
    wanted = [
        "basic",
        *(
            card.slug
            for card in cards
            if card.game == game and wins(card) and (card.kind == "illuminati" or card.subtype == "goal")
        ),
    ]
    print(f"\nhow many lines of {game} meet each Goal, and do not:")
    print("\n".join(f"{fired[name, True]:6} {fired[name, False]:6} {name}" for name in wanted))
    assert [] == [name for name in wanted if not (fired[name, True] and fired[name, False])]
    kinds = ("group",) if game == "deluxe" else ("group", "resource")
    assert [] == [card.slug for card in cards if card.game == game and card.kind in kinds and card.slug not in used]


ORDERS = (
    (
        "inwo goal bavarian-illuminati players=5 groups=cfl-aio,phone-company,wall-street goals=the-corporate-masters"
        " nwo=military-industrial-complex,energy-crisis"
    ),
    (
        "inwo goal bavarian-illuminati groups=church-of-violentology,wall-street"
        " nwo=gun-control,military-industrial-complex"
    ),
    (
        "inwo goal gnomes-of-zurich groups=loan-sharks,fast-food-chains,fraternal-orders,phone-company"
        " goals=criminal-overlords nwo=energy-crisis,military-industrial-complex,political-correctness"
    ),
    "inwo goal bavarian-illuminati groups=new-york,texas,phone-company nwo=military-industrial-complex,global-warming",
    "inwo goal bavarian-illuminati groups=china,al-gore link=watermelons+al-gore goals=earth-first",
)
"""An order that is nothing to Goals beside others that ask for alignments or numbers, and one that is linked."""


def test_the_browser_counts_orders_beside_each_other_as_the_engine_does(
    assets: Page,
    catalog: Catalog,
    cards: list[Card],
    games: dict[str, Game],
) -> None:
    """The alignments are those for Goals, the numbers those of the table."""
    lines = [read_goal_line(text, cards, catalog.rulesets) for text in ORDERS]
    assets.evaluate(KEEP, json.dumps(data_of(catalog, "inwo")))
    answers = json.loads(assets.evaluate(COUNT_ALL, [str(line) for line in lines]))
    assert [plain(standings(line, games["inwo"])) for line in lines] == [answer["answer"] for answer in answers]


@pytest.mark.parametrize("game", ["inwo", "subgenius"])
def test_the_browser_counts_many_links_as_the_engine_does(
    assets: Page, catalog: Catalog, cards: list[Card], games: dict[str, Game], game: str
) -> None:
    """Lines in which a few cards have many Resources and Plots on them; each Paralysis card is in some."""
    lines = list(islice(Lines(catalog.ruleset(game), cards, 2, links=True), LINKED[game]))
    assets.evaluate(KEEP, json.dumps(data_of(catalog, game)))
    answers = json.loads(assets.evaluate(COUNT_ALL, [str(line) for line in lines]))
    for line, answer in zip(lines, answers, strict=True):
        assert (str(line), [], plain(standings(line, games[game]))) == (
            answer["text"],
            answer["problems"],
            answer["answer"],
        ), line
    linked = {slug for line in lines for slug, _ in line.link}
    assert [] == [
        card.slug for card in cards if card.game == game and card.sentences(t.Paralysis) and card.slug not in linked
    ]


@pytest.mark.parametrize("game", ["inwo", "subgenius"])
def test_a_line_stands_as_its_table_does(
    catalog: Catalog, cards: list[Card], games: dict[str, Game], game: str
) -> None:
    """The explanation and the table engine say the same of each Goal: met or not, and the numbers."""
    for line in islice(Lines(catalog.ruleset(game), cards, 7), 60):
        table = table_of(line, games[game])
        reasons = victory.standing(table, "You")
        found = standings(line, games[game])
        assert [(each.source, each.ok) for each in reasons] == [(each.goal, each.ok) for each in found]
        for reason, standing in zip(reasons, found, strict=True):
            if len(standing.counts) == 1:
                (count,) = standing.counts
                assert reason.text == f"{count.have} of {count.need} {count.what}"
                if count.shares and not count.what.startswith("pair"):
                    assert count.have == sum(each.amount for each in count.shares), line
                assert bool(count.missing) == (count.have < count.need)


def nonsense(catalog: Catalog, game: str, cards: list[Card]) -> list[str]:
    """Lines with one thing wrong, or many."""
    chance = random.Random(5)
    valid = [str(line) for line in islice(Lines(catalog.ruleset(game), cards, 3), NONSENSE)]
    words = [
        "groups=texas,texas",
        "players=1",
        "players=x",
        "players=",
        "under=texas+russia,russia+texas",
        "devastated=texas",
        "money=3",
        "slack=-1",
        "bereft=1",
        "bereft",
        "goals=car-bomb",
        "nwo=interesting-times",
        "nwo=interesting-times+most",
        "nwo=solidarity+more",
        "written=ufos",
        "destroyed=texas+own+nobody",
        "destroyed=texas+car-bomb",
        "destroyed=texas+x",
        "link=texas+russia",
        "align=texas:purple",
        "power=texas:x",
        "agreed=0",
        "rivals=texas",
        "__proto__=1",
        "constructor",
        "🔺=🔺",
        "helped=the-network",
        "resources=texas",
        "=",
        "groups",
        "paralyzed=",
    ]
    own = next(card.slug for card in cards if card.game == game and card.kind == "group")
    words += [
        f"groups={own},{own}",
        f"groups={own} destroyed={own}",
        f"power={own}:3",
        f"groups={own} power={own}:1000",
    ]
    found = ["", " ", game, f"{game} goal", f"{game} goal constructor", "\x00", "poker goal the-network"]
    while len(found) < NONSENSE:
        text = chance.choice(valid)
        at = chance.randrange(len(text))
        found.append(
            chance.choice(
                [
                    text[:at] + chance.choice(" =,+:x9é🔺") + text[at:],
                    text[:at] + text[at + chance.randint(1, 3) :],
                    f"{text} {chance.choice(words)}",
                    (
                        f"{game} goal {chance.choice(('the-network', 'x', own))} {chance.choice(words)}"
                        f" {chance.choice(words)}"
                    ),
                ]
            )
        )
    return found


@pytest.mark.parametrize("game", GAMES)
def test_both_readers_find_the_same_wrong(assets: Page, catalog: Catalog, cards: list[Card], game: str) -> None:
    """Equal columns, codes, messages and suggestions for lines that are none."""
    own = [card for card in cards if card.game == game]
    assets.evaluate(KEEP, json.dumps(data_of(catalog, game)))
    texts = nonsense(catalog, game, cards)
    answers = json.loads(assets.evaluate(COUNT_ALL, texts))
    codes: Counter[str] = Counter()
    for text, answer in zip(texts, answers, strict=True):
        try:
            problems = []
            assert str(read_goal_line(text, own, [catalog.ruleset(game)])) == answer["text"]
        except LineError as error:
            problems = [asdict(problem) for problem in error.problems]
        codes.update(each["code"] for each in problems)
        keys = (
            ("column", "code", "suggestion", "message")
            if text.isascii() and text.isprintable()
            else ("column", "code", "suggestion")
        )
        assert [[each[key] for key in keys] for each in problems] == [
            [each[key] for key in keys] for each in answer["problems"]
        ], text
    assert {
        "position-short",
        "unknown-card",
        "unknown-key",
        "key-twice",
        "card-twice",
        "not-there",
        "bad-number",
        "not-counted",
    } <= {*codes}


def test_words_that_both_sides_know_are_equal(assets: Page) -> None:
    """Words, their order and choices are the same in both languages; those of a game are in its file."""
    known = json.loads(assets.evaluate(KNOWN))
    assert [list(CHOICES), FEWEST, list(ORDER)] == known


def test_no_game_is_begun_by_more_players_than_its_basic_goals_name(catalog: Catalog, games: dict[str, Game]) -> None:
    """SubGenius by 4 at most, Deluxe by 8 (`sg-players-2-to-4`, `dlx-players-best-4-6`).

    INWO has 10 for 5 or more (`wdh-win-basic-5plus`).
    """
    named = {
        game: max(clause.sentence.most for clause in found.goals) for game, found in games.items() if game != "inwo"
    }
    assert named == {its.game: its.most_players for its in catalog.rulesets if its.game != "inwo"}


def test_every_word_is_set_in_some_line(catalog: Catalog, cards: list[Card]) -> None:
    """The lines above say each word of their game, and each card that could be said in it leans on a rule: Goal cards,
    orders with a choice.
    """
    for game in GAMES:
        lines = list(islice(Lines(catalog.ruleset(game), cards, 1), 400))
        empty = GoalLine("", "")
        assert [] == [
            word
            for word in catalog.ruleset(game).of_goals("words")
            if word != "players" and all(getattr(line, word) == getattr(empty, word) for line in lines)
        ]
    assert 14 <= sum(is_goal_card(card) for card in cards if card.game == "inwo")
    assert ["interesting-times"] == [card.slug for card in cards if choices_of(card)]
    assert ["the-ufos"] == [card.slug for card in cards if chooses_in_secret(card)]
    assert any(
        isinstance(node, t.Links)
        for card in cards
        for clause in card.clauses
        if clause.sentence
        for node in nodes(clause.sentence)
    )


# --- the page ---------------------------------------------------------------------------------------------------------

LINE = "inwo goal the-network players=4 groups=phone-company,n-s-a,e-f-f,texas devastated=texas"


@pytest.fixture
def open_line(page: Page, site_url: str):
    """Opens the counter on a line, in a page of 1280 by 900 pixels."""

    def open_(line: str = "", on: Page = page) -> Page:
        on.goto(f"{site_url}calculator/goals/{'#' + quote(line, safe='') if line else ''}")
        expect(on.get_by_label("Your Illuminati", exact=True)).to_be_visible()
        return on

    return open_


def line_of(page: Page) -> str:
    """The line in the address, which ends with the version of the notation; empty where there is none."""
    return unquote(page.evaluate("location.hash.slice(1)")).removesuffix(" v=2")


def add(page: Page, field: str, typed: str) -> None:
    """Add a card to a list by keyboard alone."""
    page.get_by_role("combobox", name=field, exact=True).focus()
    page.keyboard.type(typed)
    page.keyboard.press("Enter")


def test_a_count_is_made_by_keyboard_alone(open_line) -> None:
    """The Network: two Computer Groups count double, the E.F.F.

    are too weak, Devastated Texas counts for nothing; 7 of 11.
    """
    page = open_line()
    page.get_by_label("Your Illuminati", exact=True).focus()
    page.keyboard.type("The Netw")
    for name in ("phone comp", "nsa", "eff", "texas"):
        add(page, "Add a Group you control", name)
    changes = page.locator("[data-card=texas] summary")
    changes.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert LINE == line_of(page)
    shown = {
        row.get_attribute("data-card"): row.get_attribute("data-amount")
        for row in page.locator(ROWS.format("special")).all()
    }
    assert {"the-network": "1", "phone-company": "2", "n-s-a": "2", "e-f-f": "1", "texas": "0"} == shown
    special = page.locator(".calc-answer[data-goal=special]")
    expect(special.locator(".calc-big")).to_have_text("6 of 11 missing: 5 more Groups")
    expect(page.locator(".calc-answer[data-goal=basic] .calc-big")).to_have_text("4 of 11 missing: 7 more Groups")
    expect(special.locator("tr[data-card=texas]")).to_contain_text("It is Devastated.")
    expect(page.locator("#goals-result [role=status]")).to_have_text(
        "Basic Goal: 4 of 11, missing: 7 more Groups. Special Goal: 6 of 11, missing: 5 more Groups."
    )


def test_every_share_names_its_source(open_line, site_url: str) -> None:
    """What a rule decides links the page that states it; what a card says, the card."""
    page = open_line(LINE)
    for row in page.locator(ROWS.format("special")).all():
        assert row.locator(".calc-from a").first.evaluate("link => link.href").startswith(f"{site_url}rules/inwo/")
    speaker = page.locator(f"{ROWS.format('special')}[data-card=n-s-a] .calc-facts a")
    assert f"{site_url}cards/inwo/the-network/" == speaker.evaluate("link => link.href")


def test_all_that_a_line_says_can_be_set_on_the_page(open_line) -> None:
    """Goal cards, New World Orders with a choice, linked Resources, victims and how they fell, rivals, agreed numbers:
    the line says each.
    """
    page = open_line("inwo goal servants-of-cthulhu groups=japan,texas")
    add(page, "Add a Goal card in your hand", "population")
    add(page, "Add a New World Order in play", "interesting")
    page.get_by_label("Interesting Times: its player chose").select_option("basic")
    add(page, "Add a Resource or a linked Plot", "necronomicon")
    page.get_by_label("Necronomicon is linked to").select_option("texas")
    add(page, "Add a card that you destroyed", "russia")
    page.get_by_label("Russia was").select_option("own")
    page.get_by_label("Russia fell to").select_option("world-war-three")
    add(page, "Add an Illuminati that you helped to destroy", "ufos")
    add(page, "Add a card of a rival", "pentagon")
    page.locator("[data-card=japan] summary").click()
    page.get_by_label("Master of Japan").select_option("texas")
    page.get_by_label("Power of Japan now", exact=True).fill("3")
    page.get_by_role("group", name="Alignments of Japan now").get_by_label("Peaceful").uncheck()
    page.get_by_label("Japan is Paralyzed").check()
    page.get_by_label("Players at the beginning", exact=True).fill("5")
    page.get_by_label("Basic Goal agreed before the game", exact=True).fill("9")
    assert (
        "inwo goal servants-of-cthulhu players=5 groups=japan,texas under=japan+texas link=necronomicon+texas"
        " paralyzed=japan destroyed=russia+own+world-war-three helped=ufos goals=population-reduction"
        " nwo=interesting-times+basic rivals=pentagon align=japan:government power=japan:3 agreed=9" == line_of(page)
    )
    page.get_by_role("button", name="Remove Texas").click()
    assert "under=" not in line_of(page)
    assert "resources=necronomicon" in line_of(page)


@pytest.mark.parametrize(
    "plot", ["secret-master", "charismatic-leader", "kinder-and-gentler", "supreme-court-nomination"]
)
def test_every_plot_that_lies_on_a_card_is_offered(open_line, plot: str) -> None:
    """One that says what it links to, a Power Plot, one that changes alignments, and one that links itself later."""
    page = open_line("inwo goal shangri-la groups=ronald-reagan")
    add(page, "Add a Resource or a linked Plot", plot)
    assert f"link={plot}+ronald-reagan" in line_of(page)


def test_each_game_has_its_own_words(open_line) -> None:
    """SubGenius has one Illuminati and Slack, Deluxe money and the written Goal of the UFOs."""
    page = open_line()
    page.locator("label").get_by_text("SubGenius", exact=True).first.click()
    page.get_by_label("Slack", exact=True).fill("2")
    assert "subgenius goal church-of-the-subgenius players=4 slack=2" == line_of(page)
    expect(page.locator(".calc-answer[data-goal=special] .calc-big")).to_have_text("3 of 10 missing: 7 more Groups")
    page.locator("label").get_by_text("Deluxe", exact=True).first.click()
    page.get_by_label("Your Illuminati", exact=True).select_option("the-ufos")
    expect(page.locator(".calc-goals")).to_contain_text("Choose the Special Goal that was written down")
    page.get_by_label("The Special Goal written down").select_option("the-gnomes-of-zurich")
    page.get_by_label("MB in all treasuries together", exact=True).fill("150")
    expect(page.locator(".calc-answer[data-goal=special] .calc-big")).to_have_text("150 of 150 met")
    assert "deluxe goal the-ufos players=4 money=150 written=the-gnomes-of-zurich" == line_of(page)


def test_the_bar_at_the_foot_names_a_goal_that_is_met(new_page: Pages, open_line) -> None:
    """On a phone: one that wins comes first, a Goal card too, and the bar is no wider than the window."""
    page = new_page(390, 844)
    open_line("inwo goal ufos destroyed=the-network helped=shangri-la goals=fratricide,power-for-its-own-sake", on=page)
    bar = page.locator(".calc-dock")
    expect(bar).to_have_text("Special Goal Met Fratricide 2 of 2 Card by card")
    assert page.evaluate("document.querySelector('.calc-dock').scrollWidth <= innerWidth")
    open_line("inwo goal the-network destroyed=ufos helped=shangri-la goals=fratricide", on=page)
    expect(bar).to_have_text("Fratricide 2 of 2 Basic Goal 1 of 11 Card by card")
    # a Goal card too many: none of them wins
    open_line("inwo goal the-network destroyed=ufos helped=shangri-la goals=fratricide,hail-eris", on=page)
    expect(bar).to_have_text("Basic Goal 1 of 11 Special Goal 1 of 11 Card by card")


def test_a_goal_that_cannot_win_misses_nothing(open_line) -> None:
    """Only why it cannot win is said: the Bavarians have Power enough while only the Basic Goal can win."""
    groups = "texas,pentagon,new-york,c-i-a,japan,cfl-aio,russia,california,the-mafia"
    page = open_line(f"inwo goal bavarian-illuminati players=3 nwo=interesting-times+basic groups={groups}")
    special = page.locator(".calc-answer[data-goal=special]")
    expect(special.locator(".calc-big")).to_have_text("63 of 50 cannot win")
    expect(special.locator(".calc-illegal")).to_have_text("Only the Basic Goal can win now.")
    assert "false" == special.get_attribute("data-ok")


def test_the_page_offers_what_a_line_may_say(open_line) -> None:
    """In Deluxe no Illuminati among what was destroyed; four players of SubGenius at most; Plots that kill for no
    Goal.
    """
    page = open_line("deluxe goal the-servants-of-cthulhu")
    add(page, "Add a card that you destroyed", "the network")
    assert "destroyed=the-network" not in line_of(page)
    page = open_line("subgenius goal church-of-the-subgenius destroyed=s-p-u-t-u-m")
    page.get_by_label("Players at the beginning", exact=True).fill("6")
    page.get_by_label("S.P.U.T.U.M. fell to").select_option("comet-hail-bob")
    assert "subgenius goal church-of-the-subgenius players=4 destroyed=s-p-u-t-u-m+comet-hail-bob" == line_of(page)


def test_lines_open_from_the_address_and_are_shared_again(catalog: Catalog, open_line, cards: list[Card]) -> None:
    """Lines of every game: the page shows the same line, in its field too, and the numbers of the engine."""
    for game in GAMES:
        for line in islice(Lines(catalog.ruleset(game), cards, 11), 5):
            page = open_line(str(line))
            expect(page.locator("#goals-line")).to_have_value(str(line))
            assert str(line) == line_of(page)


@pytest.mark.parametrize(
    "line", ["inwo goal", "inwo goal the-netwrk", "poker", "%E0%A4%A", "inwo goal the-network groups=<b>x</b>"]
)
def test_nonsense_gives_a_message_and_an_empty_counter(open_line, line: str) -> None:
    """What cannot be read is shown with what is wrong; nothing is counted."""
    page = open_line(line)
    expect(page.locator("#goals-line-problems")).to_contain_text("This line is not one about Goals")
    expect(page.locator(".calc-goals")).to_contain_text("The line in this link can't be read")
    assert (0, 0) == (page.locator(".calc-answer").count(), page.locator("#goals b").count())
    page.locator("#goals-line").fill(LINE)
    expect(page.locator(".calc-answer[data-goal=special] .calc-big strong")).to_have_text("6 of 11")


def test_link_and_text_are_copied(open_line, page: Page) -> None:
    """The text names every Goal, every card and its source, and ends with the link."""
    page.add_init_script("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    open_line(LINE)
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator(".calc-copied")).to_have_text("Copied the link.")
    assert page.url == page.evaluate("copied")
    page.get_by_role("button", name="Copy as text").click()
    page.wait_for_function("copied.includes('Basic Goal')")
    text = page.evaluate("copied").split("\n")
    assert "Basic Goal: 4 of 11, missing: 7 more Groups" == text[0]
    assert "  0  Texas: it is Devastated (WDH 1.2, p. 12)" in text
    assert page.url == text[-1]


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "light"), (1280, "dark")])
def test_axe_finds_nothing(new_page: Pages, open_line, width: int, scheme: str) -> None:
    """No violation with an answer, and with a list open, and nothing is wider than the window."""
    page = new_page(width, 844)
    page.emulate_media(color_scheme=scheme)
    open_line(LINE + " goals=power-for-its-own-sake nwo=interesting-times+more destroyed=russia", on=page)
    page.locator("[data-card=texas] summary").click()
    found = Axe().run(page).response["violations"]
    assert [] == [(each["id"], [node["target"] for node in each["nodes"]][:3]) for each in found]
    assert 0 == page.evaluate("Math.max(0, document.documentElement.scrollWidth - innerWidth)")


def test_the_page_reads_without_scripts(new_page: Pages, site_url: str) -> None:
    """Without scripts it says how Goals count, with sources, and what each game asks."""
    page = new_page(scripts=False)
    page.goto(f"{site_url}calculator/goals/")
    assert "The goal counter needs JavaScript" in page.content()
    expect(page.locator("article")).to_contain_text("no more than three of your Groups can")
    assert 3 == page.locator("article details").count()


def test_the_counter_is_kept_for_when_there_is_no_network(built_site: Path) -> None:
    """Page, scripts, styles and the data of all games are among what the worker keeps."""
    kept = (built_site / "sw.js").read_text(encoding="utf-8").partition("\n")[0]
    for path in (
        "calculator/goals/",
        "goals.js",
        "goal-line.js",
        "goals-page.js",
        "goals.css",
        *(f"data/{game}.json" for game in GAMES),
    ):
        assert path in kept


def test_the_answer_is_printed_alone(open_line) -> None:
    """On paper stands the answer, without the controls."""
    page = open_line(LINE)
    page.emulate_media(media="print")
    assert (True, False, False) == (
        page.locator(".calc-answer").first.is_visible(),
        page.locator(".calc-form").is_visible(),
        page.locator("#how").is_visible(),
    )
