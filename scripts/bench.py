"""Times the commands a person waits for: median and worst of some runs each, on this machine, as it is now.

    make bench                    every command, 5 runs, and `ratios`, `builds`, `rulings`, `calculator` and `find`
    make bench ARGS='-n 20 search attack'
    make bench ARGS=ratios        what a person waits for, as ratios to the start of a command
    make bench ARGS=builds        what builds take, as ratios to MkDocs alone

`ratios` measures in a copy of `cards/` and `rules/`, in turns with *start*, which is `python -c 'import typer, rich,
yaml'`; a figure is the median of the runs, and the whole line is printed again and again as it is measured. Ratios of a
busy machine say little: it tells how busy it was.

`builds` builds a copy of this checkout, after edits of each kind, as ratios to *bare*, which is MkDocs alone with the
same pages, clean, in one process; `rulings` compares how long the engine takes for all rulings with how long MkDocs
takes for the whole site, and counts attack sums and rulings a second. `calculator` tells what that page loads and how
long a change in it takes in Chromium; `find` how large the index of the search is, when it is ready, and when a
letter's suggestions are there on a processor four times slower; `scripts/bench_browser.py` times more in the browser.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOSSIER = Path(sys.executable).parent / "dossier"
COMMANDS = {
    "help": ["--help"],
    "build": ["build"],
    "check": ["check"],
    "card": ["card", "The Mafia"],
    "search": ["search", "type:group alignment:violent power:[4 TO]"],
    "typo": ["search", "mafai"],
    "attack": ["attack", "deluxe control the-mafia>loan-sharks"],
    "coverage": ["coverage", "--json"],
}


def seconds(arguments: list[str]) -> float:
    """Run the command once; answer how long it took. Exit with its output when it fails."""
    start = time.perf_counter()
    done = subprocess.run([DOSSIER, *arguments], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    elapsed = time.perf_counter() - start
    if done.returncode:
        sys.exit(f"dossier {' '.join(arguments)}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return elapsed


START = [sys.executable, "-c", "import typer, rich, yaml"]
AGAIN = {
    "card": ["card", "mafia"],
    "attack": ["attack", "deluxe control the-mafia>loan-sharks"],
    "goal": ["goal", "inwo goal the-network groups=phone-company,e-f-f,texas devastated=texas"],
    "ruling": ["ruling", "mafia-against-loan-sharks"],
    "check": ["check"],
}
"""What is asked a second time."""
NEW = {
    "another card": lambda number: [
        "card",
        ("irs", "texas", "kgb", "pentagon", "cia", "eff", "punk rockers", "big media")[number % 8],
    ],
    "a new attack": lambda number: ["attack", f"deluxe control the-mafia>loan-sharks pay={number + 1}"],
}
"""What has not been asked yet, by the number of the run."""


def ratios(runs: int) -> Iterator[str]:
    """A line for each thing that a person waits for: the ratio to *start*, and what it must be."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name in ("cards", "rules"):
            shutil.copytree(ROOT / name, root / name)
        (root / "build").mkdir()
        card, ruling = root / "cards" / "deluxe" / "groups.yaml", min(root.glob("rules/deluxe/rulings/*.yaml"))

        def timed(line: list[str]) -> float:
            began = time.perf_counter()
            done = subprocess.run(line, cwd=root, stdin=subprocess.DEVNULL, capture_output=True, text=True)
            if done.returncode:
                sys.exit(f"{' '.join(line)}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
            return time.perf_counter() - began

        def line(
            name: str,
            must: str,
            arguments: Callable[[int], list[str]],
            before: Callable[[int], object] = lambda number: None,
        ) -> str:
            ours, starts = [], []
            for number in range(runs):
                before(number)
                starts.append(timed(START))
                ours.append(timed([str(DOSSIER), *arguments(number), "--root", str(root)]))
            own, start = statistics.median(ours), statistics.median(starts)
            return (
                f"{name:42} {own / start:6.1f}   must {must:>4}   {own:6.2f} s   start {start:.2f} s   load"
                f" {os.getloadavg()[0]:.1f}"
            )

        def always(arguments: list[str]) -> Callable[[int], list[str]]:
            return lambda number: arguments

        def edit(path: Path, old: str, new: str) -> Callable[[int], object]:
            text = path.read_text(encoding="utf-8")
            return lambda number: path.write_text(text.replace(old, f"{new}{number % 9 + 1}", 1), encoding="utf-8")

        first = timed([str(DOSSIER), "check", "--root", str(root)])
        yield (
            f"{'check, everything read and played':42}"
            f" {first / statistics.median(timed(START) for _ in range(runs)):6.1f}"
        )
        for name, arguments in AGAIN.items():
            timed([str(DOSSIER), *arguments, "--root", str(root)])
            yield line(f"{name}, nothing changed", "3", always(arguments))
        for name, asked in NEW.items():
            yield line(f"{name}, nothing changed", "3", asked)
        as_it_was, another_power = card.read_text(encoding="utf-8"), edit(card, "power: ", "power: ")
        for name in ("card", "attack"):
            yield line(f"{name}, one card edited", "6", always(AGAIN[name]), another_power)
        card.write_text(as_it_was, encoding="utf-8")
        timed([str(DOSSIER), "check", "--root", str(root)])
        yield line(
            "check, one ruling edited", "10", lambda number: ["check"], edit(ruling, "    says: ", "    says: Case ")
        )


BARE = """import sys, time
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from generator.catalog.read import read_catalog
from generator.site.book import Book
from generator.site.pages import navigation
root = Path(sys.argv[2])
nav = navigation(Book(read_catalog(root)))
began = time.perf_counter()
from mkdocs.commands.build import build
from mkdocs.config import load_config
build(load_config(str(root / "mkdocs.yml"), docs_dir=str(root / "build" / "docs"), site_dir=sys.argv[3], nav=nav))
print(time.perf_counter() - began)
"""
"""What MkDocs alone takes for the pages that a build has written."""
EDITED = {
    "one card changed": (
        "cards/inwo/*.yaml",
        r"(?m)^    rarity: ",
        "    remark: Edited {} times.\n    rarity: ",
        "0.12",
    ),
    "one ruling changed": ("rules/inwo/rulings/*.yaml", r"(?m)^  title: ", "  title: {} ", "0.12"),
    "one section changed": ("rules/inwo/*.md", r"(?m)^~ ", "Edited {} times.\n~ ", "0.12"),
    "one FAQ answer changed": ("rules/inwo/faq/*.yaml", r"(?m)^    answer: (?=[A-Z])", "    answer: {} ", "0.12"),
    "a template changed": ("site_templates/card.md.j2", r"\Z", "\n\nEdited {} times.\n", "0.6"),
    "the style sheet changed": ("site_templates/assets/dossier.css", r"\Z", "/* edited {} times */\n", "0.04"),
}
"""By what a person does: a file, what is edited in it, how, and what the ratio to *bare* must be."""


def builds(runs: int) -> Iterator[str]:
    """A line for each kind of build: the ratio to *bare*, which is MkDocs alone with all the pages, clean, in one
    process.
    """
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name in ("cards", "rules", "site_templates"):
            shutil.copytree(ROOT / name, root / name)
        for name in ("mkdocs.yml", "requirements.lock"):
            shutil.copyfile(ROOT / name, root / name)
        command = [str(DOSSIER), "build", "--root", str(root), "--site", str(root / "site")]

        def timed(*more: str) -> float:
            began = time.perf_counter()
            done = subprocess.run([*command, *more], stdin=subprocess.DEVNULL, capture_output=True, text=True)
            if done.returncode:
                sys.exit(f"{' '.join(command)}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
            return time.perf_counter() - began

        def bare() -> float:
            there = root / "bare"
            done = subprocess.run(
                [sys.executable, "-c", BARE, str(ROOT), str(root), str(there)],
                capture_output=True,
                text=True,
                check=True,
            )
            shutil.rmtree(there)
            return float(done.stdout)

        def line(name: str, must: str, ours: list[float]) -> str:
            own = statistics.median(ours)
            return (
                f"{name:42} {own / alone:6.3f}   must {must:>4}   {own:6.2f} s   bare {alone:.2f} s   load"
                f" {os.getloadavg()[0]:.1f}"
            )

        first = timed()
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1e3  # before MkDocs alone, which needs more
        alone = statistics.median(bare() for _ in range(min(runs, 3)))
        yield line("full build, a fresh clone", "1.2", [first])
        yield line("full build, --clean", "1.2", [timed("--clean") for _ in range(min(runs, 3))])
        yield f"{'peak memory, the largest process':42} {peak:6.0f}   must  400 MB"
        timed()
        yield line("nothing changed", "0.04", [timed() for _ in range(runs)])
        for name, (pattern, old, new, must) in EDITED.items():
            path = min(path for path in root.glob(pattern) if re.search(old, path.read_text(encoding="utf-8")))
            text, ours = path.read_text(encoding="utf-8"), []
            for number in range(runs):
                path.write_text(re.sub(old, new.format(number + 1), text, count=1), encoding="utf-8")
                ours.append(timed())
            path.write_text(text, encoding="utf-8")
            timed()
            yield line(name, must, ours)


def rulings() -> str:
    """How fast the engine is: attack sums a second (the positions of all rulings), rulings a second, and the ratio of
    the time for all rulings to that of MkDocs for the site as it was built last.
    """
    from generator.catalog.read import read_catalog
    from generator.engine.attack import explain
    from generator.engine.position import attack_of
    from generator.rulings import run_all
    from generator.rulings.scenario import read_scenarios
    from generator.site.book import Book
    from generator.site.build import render
    from generator.site.pages import navigation

    docs = ROOT / "build" / "docs"
    if not docs.is_dir():
        sys.exit("rulings: no pages in build/docs; run 'dossier build' first")
    catalog = read_catalog(ROOT)
    start = time.perf_counter()
    verdicts = run_all(catalog)
    ours = time.perf_counter() - start
    positions = [scenario.case.position for scenario in read_scenarios(catalog) if scenario.case.position]
    cards = [record.card for record in catalog.cards]
    attacks = [(attack_of(position, cards), catalog.rules(position.game)) for position in positions]
    start = time.perf_counter()
    for attack, rules in attacks:
        explain(attack, rules)
    sums = len(attacks) / (time.perf_counter() - start)
    with tempfile.TemporaryDirectory() as folder:
        pages = navigation(Book(catalog))
        start = time.perf_counter()
        render(ROOT, docs, Path(folder) / "site", pages)
        theirs = time.perf_counter() - start
    return (
        f"{sums:.0f} attack sums a second, {len(verdicts) / ours:.0f} rulings a second; all rulings {ours:.2f} s, "
        f"MkDocs {theirs:.2f} s, ratio {ours / theirs:.2f}"
    )


def main() -> None:
    """Print one line for each command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("-n", "--runs", type=int, default=5, help="runs of each command (default 5)")
    every = (*COMMANDS, "ratios", "builds", "rulings", "calculator", "find")
    parser.add_argument("commands", nargs="*", metavar="command", help=", ".join(every))
    options = parser.parse_args()
    if unknown := set(options.commands) - set(every):
        parser.error(f"no such command: {', '.join(sorted(unknown))}; there are {', '.join(every)}")
    for name in options.commands or every:
        if name in ("ratios", "builds"):
            for measured in (ratios if name == "ratios" else builds)(max(1, options.runs)):
                print(measured, flush=True)
            continue
        if name == "calculator":
            from bench_browser import calculator_line

            print(f"{name:10} {calculator_line(ROOT / 'site')}", flush=True)
            continue
        if name == "find":
            from bench_browser import search_lines

            for line in search_lines(ROOT / "site"):
                print(f"{name:10} {line}", flush=True)
            continue
        if name == "rulings":
            print(f"{name:10} {rulings()}", flush=True)
            continue
        times = [seconds(COMMANDS[name]) for _ in range(max(1, options.runs))]
        print(f"{name:10} median {statistics.median(times):7.2f} s   worst {max(times):7.2f} s", flush=True)


if __name__ == "__main__":
    main()
