"""Hundreds of short games of random plays, legal and not: whatever happens, the table stays in order. `soak.py` plays
thousands.
"""

from __future__ import annotations

from collections import Counter

import pytest
import random_inwo
from random_games import again, as_data, play_game, rulesets, shrunk, start

from generator.engine.tables import apply, play_from_data, table_from_data

TRIES = {"deluxe": 100, "inwo": 40, "subgenius": 40}
"""Plays tried in a game."""
GAMES = {"deluxe": 50, "inwo": 6, "subgenius": 6}
"""Games of one part of the tests; `soak.py` plays more."""
PLAYED = {
    "deluxe": {
        "Income",
        "Draw",
        "Announce",
        "Spend",
        "Roll",
        "Resolve",
        "Use",
        "Transfer",
        "Move",
        "Drop",
        "Trade",
        "EndTurn",
    },
    "inwo": {"Announce", "Knock"},
    "subgenius": {"Announce", "Knock"},
}
"""Plays that must come, legal, in every part."""


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("name", GAMES)
def test_random_games_keep_the_table_in_order(name: str, part: int) -> None:
    """Every card stays in exactly one place, cards never overlap, money and Action tokens are never negative, an
    illegal play answers the same table with a broken requirement, every reason and event cites its rule, `legal` says
    what `apply` says, and the same plays once more give the same table. Nothing but a TableError is raised.
    """
    ruleset, played = rulesets()[name], Counter()
    for seed in range(part * GAMES[name], (part + 1) * GAMES[name]):
        game = play_game(ruleset, seed, TRIES[name])
        assert game.failure is None, str(shrunk(ruleset, game.failure))
        played += game.played
    assert PLAYED[name] <= {play for play, ok in played if ok}
    assert {"Announce", "Use"} <= {play for play, ok in played if not ok}


@pytest.mark.parametrize("name", GAMES)
def test_a_failure_is_found_and_made_short(name: str) -> None:
    """A rule that is broken on purpose is told with the seed and few plays, the last of which breaks it."""
    ruleset = rulesets()[name]

    def never_so(before: object, table: object, play: object) -> None:
        assert type(play).__name__ not in ("Resolve", "Lead"), "an attack was carried out"

    broken = type(ruleset)(ruleset.name, ruleset.plays, ruleset.begin, ruleset.some_play, never_so, ruleset.places)
    failure = next(game.failure for seed in range(40) if (game := play_game(broken, seed, TRIES[name])).failure)
    short = shrunk(broken, failure)
    assert len(short.plays) <= len(failure.plays)
    assert type(short.plays[-1]).__name__ in ("Resolve", "Lead")
    assert len(short.plays) <= 7
    without = [[*short.plays[:at], *short.plays[at + 1 :]] for at in range(len(short.plays))]
    assert [] == [plays for plays in without if again(broken, short, plays)], "one of the plays may be left out"
    assert f"{name}, seed {failure.seed}: AssertionError: an attack was carried out" in str(short)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_made_of_its_seed(name: str) -> None:
    """The same seed gives the same table and plays, another seed others."""
    ruleset = rulesets()[name]
    games = [start(ruleset, seed) for seed in (1, 1, 2)]
    plays = [[as_data(ruleset.some_play(table, dice)) for _ in range(5)] for table, dice in games]
    assert games[0][0] == games[1][0] != games[2][0]
    assert plays[0] == plays[1] != plays[2]


def test_a_plot_among_the_resources_lies_in_one_place() -> None:
    """A Plot that its player puts among his Resources is linked to one of his Groups too; it is one card all the
    same.
    """
    game, card = random_inwo.game("inwo"), "assassins/sufficiently-advanced-technology"
    ann = {"illuminati": "bavarian-illuminati", "structure": ["fiendish-fluoridators"], "plots": [card]}
    table = table_from_data(game, {"players": {"Ann": ann, "Ben": {"illuminati": "the-network"}}})
    played = apply(
        table,
        play_from_data(game, ["Ann", "Ben"], {"do": "use", "card": card, "clause": 1, "on": ["fiendish-fluoridators"]}),
    ).table
    assert played.player("Ann").resources == (card,)
    assert played.links[card] == "inwo/fiendish-fluoridators"
    assert random_inwo.places(played)[card] == 1
