"""Tries a million lines and hundreds of thousands of other inputs, in Python and in Chromium: `make soak`.

`python tests/run_fuzz.py`                      all that is left of the run; a new one when the last is done
`python tests/run_fuzz.py lines queries`        only these
`python tests/run_fuzz.py lines --only 17`      batch 17 of the lines once more, to look at a failure
`python tests/run_fuzz.py --new --seed 5`       from the beginning, with this seed

Ctrl+C ends it after the batches that are under way; the next run goes on there. What was tried so far is in FIGURES,
which the site shows, and what went wrong in `build/fuzz-wrong.txt`. The exit status is 1 when anything did.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parent.parent)]

from figures import read_figures, write_figures

BATCH = {"lines": 1_000, "sentences": 500, "files": 50, "queries": 50, "chapters": 25}
ROOT = Path(__file__).resolve().parent.parent
WRONG = ROOT / "build" / "fuzz-wrong.txt"
TOLD = 40
"""Failures told; the rest is in WRONG."""
EVERY = 20
"""Seconds from telling how far it is to telling it again."""
_fuzzers: dict[str, Any] = {}


def start() -> None:
    """In each process: leave it to the first one to end, and let that one have a machine that others use too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def batch(name: str, seed: int, number: int, count: int) -> Any:
    """What comes of a batch; the same for the same seed and number."""
    from fuzz import FUZZERS

    if name not in _fuzzers:
        _fuzzers[name] = FUZZERS[name](_page() if FUZZERS[name].browser else None)
    return _fuzzers[name].run(random.Random(f"{name} {seed} {number}"), count)


def _page() -> Any:
    """A page beside the scripts of the site, in a Chromium of this process."""
    import threading

    from browser import launch
    from playwright.sync_api import sync_playwright

    from generator.site.server import SiteServer

    if "page" not in _fuzzers:
        server = SiteServer(ROOT / "site_templates" / "assets", 0)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        _fuzzers["page"] = page = launch(sync_playwright().start()).new_page()
        page.route(
            server.url,
            lambda route: route.fulfill(body="<!doctype html><title>Scripts</title>", content_type="text/html"),
        )
        page.goto(server.url)
    return _fuzzers["page"]


def left(figures: dict[str, Any], kinds: list[str]) -> list[tuple[str, int]]:
    """The batches that are not done, of all kinds by turns, so that a run that is stopped has done as much of each."""
    from fuzz import NUMBERS

    found = []
    for name in kinds:
        batches, done = NUMBERS[name] // BATCH[name], figures[name]["tried"] // BATCH[name]
        found += [((number + 0.5) / batches, name, number) for number in range(done, batches)]
    return [(name, number) for _, name, number in sorted(found)]


def fuzz(figures: dict[str, Any], kinds: list[str], workers: int) -> None:
    """Try what is left, and write down after each batch how far it is."""
    from fuzz import NUMBERS

    for name in kinds:
        figures.setdefault(name, {"of": NUMBERS[name], "tried": 0, "good": 0, "wrong": 0, "slowest": {}})
    told = told_at = 0
    begun = time.monotonic()
    with ProcessPoolExecutor(workers, initializer=start) as pool:
        waiting = [
            (name, number, pool.submit(batch, name, figures["seed"], number, BATCH[name]))
            for name, number in left(figures, kinds)
        ]
        try:
            for name, number, future in waiting:
                its, found = figures[name], future.result()
                its["tried"] += found.tried
                its["good"] += found.good
                its["wrong"] += len(found.wrong)
                for where, (seconds, case) in found.slowest.items():
                    if seconds > its["slowest"].get(where, (0, ""))[0]:
                        its["slowest"][where] = round(seconds, 3), case
                if found.wrong:
                    WRONG.parent.mkdir(exist_ok=True)
                    with WRONG.open("a", encoding="utf-8", errors="backslashreplace") as file:
                        file.writelines(
                            f"{name} seed {figures['seed']} batch {number}: {each}\n\n" for each in found.wrong
                        )
                    for each in found.wrong[: max(0, TOLD - told)]:
                        print(
                            f"{name} batch {number}: {each[:1500]}".encode("ascii", "backslashreplace").decode(),
                            flush=True,
                        )
                    told += len(found.wrong)
                figures["day"] = date.today().isoformat()
                write_figures("fuzz", figures)
                if time.monotonic() - told_at > EVERY:
                    told_at = time.monotonic()
                    tell(figures, kinds, told_at - begun)
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            tell(figures, kinds, time.monotonic() - begun)
            print("stopped; the next run goes on from here", flush=True)
            raise
    tell(figures, kinds, time.monotonic() - begun)


def tell(figures: dict[str, Any], kinds: list[str], seconds: float) -> None:
    """How far a run is."""
    parts = []
    for name in kinds:
        its = figures[name]
        slowest = max((slow for slow, _ in its["slowest"].values()), default=0)
        parts.append(f"{name} {its['tried']} of {its['of']} ({its['wrong']} wrong, at most {slowest:.2f} s)")
    print(f"{seconds:6.0f} s: {'; '.join(parts)}", flush=True)


def main() -> None:
    """Fuzz what the command line names."""
    from fuzz import NUMBERS

    parser = argparse.ArgumentParser(description="Try hundreds of thousands of inputs.")
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"all without: {', '.join(NUMBERS)}")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--new", action="store_true", help="do not go on where the last run stopped")
    parser.add_argument(
        "--only", type=int, metavar="BATCH", help="one batch of the last run, which is not written down"
    )
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    kinds, figures = asked.kinds or list(NUMBERS), read_figures().get("fuzz", {})
    if asked.only is not None:
        found = batch(asked.kinds[0], figures.get("seed", asked.seed), asked.only, BATCH[asked.kinds[0]])
        print(
            "\n\n".join(
                [*found.wrong, f"{found.tried} tried, {found.good} good, {len(found.wrong)} wrong, {found.slowest}"]
            )
        )
        sys.exit(bool(found.wrong))
    done = all(figures.get(name, {}).get("tried") == number for name, number in NUMBERS.items())
    if asked.new or done or not figures:
        figures = {"seed": asked.seed}
        WRONG.unlink(missing_ok=True)
    for number in (signal.SIGINT, signal.SIGTERM):  # what a shell starts in the background ignores the first
        signal.signal(number, signal.default_int_handler)
    try:
        print(f"seed {figures['seed']}", flush=True)
        fuzz(figures, kinds, asked.workers)
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(any(figures[name]["wrong"] for name in kinds))


if __name__ == "__main__":
    main()
