"""Plays thousands of random games of every ruleset and tells what was played: `make soak`.

`python tests/soak.py`                      2,000 games a ruleset
`python tests/soak.py --games 200 inwo`     so many games of some rulesets
`python tests/soak.py inwo --seed 17`       one game

A failure is told with its seed and the shortest log of plays that was found; then the exit status is 1.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from time import perf_counter

from random_games import Failure, play_game, rulesets, shrunk

TRIES = 120
"""Plays tried in a game."""
TOLD = 10
"""Failures told of a ruleset, each place in the code once."""


def one(name: str, seed: int) -> tuple[Counter[tuple[str, bool]], Failure | None]:
    """A game of a ruleset; its failure comes with the whole log."""
    game = play_game(rulesets()[name], seed, TRIES)
    return game.played, game.failure


def soak(name: str, seeds: range, workers: int) -> bool:
    """Play a game for each seed, and tell; whether nothing broke."""
    begun, played, failures = perf_counter(), Counter(), []
    with ProcessPoolExecutor(workers) as pool:
        for made, failure in pool.map(partial(one, name), seeds, chunksize=4):
            played += made
            if failure:
                failures.append(failure)
    legal = sum(count for (_, ok), count in played.items() if ok)
    print(
        f"{name}: seeds {seeds.start} to {seeds.stop - 1}, {len(seeds)} games, {played.total()} plays, {legal} of them"
        f" legal, {len(failures)} failures, {perf_counter() - begun:.0f} s"
    )
    for play in sorted({play for play, _ in played}):
        print(f"  {play:<16} {played[play, True]:>7} legal {played[play, False]:>7} not")
    told = {}
    for failure in failures:
        told.setdefault((failure.at, failure.message[:40]), []).append(failure)
    for same in list(told.values())[:TOLD]:
        seeds_of = ", ".join(str(failure.seed) for failure in same[:12])
        print(f"{len(same)} times (seeds {seeds_of}):\n{shrunk(rulesets()[name], same[0])}", flush=True)
    return not failures


def main() -> None:
    """Soak what the command line names."""
    parser = argparse.ArgumentParser(description="Play random games.")
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="all without")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, help="only this game")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    seeds = range(asked.games) if asked.seed is None else range(asked.seed, asked.seed + 1)
    fine = [soak(name, seeds, asked.workers) for name in asked.rulesets or rulesets()]
    sys.exit(not all(fine))


if __name__ == "__main__":
    main()
