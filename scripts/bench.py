"""Times the commands a person waits for: median and worst of some runs each, on this machine, as it is now.

    make bench                    every command, 5 runs
    make bench ARGS='-n 20 search attack'
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
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


def main() -> None:
    """Print one line for each command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("-n", "--runs", type=int, default=5, help="runs of each command (default 5)")
    parser.add_argument("commands", nargs="*", metavar="command", help=", ".join(COMMANDS))
    options = parser.parse_args()
    if unknown := set(options.commands) - set(COMMANDS):
        parser.error(f"no such command: {', '.join(sorted(unknown))}; there are {', '.join(COMMANDS)}")
    for name in options.commands or COMMANDS:
        times = [seconds(COMMANDS[name]) for _ in range(max(1, options.runs))]
        print(f"{name:10} median {statistics.median(times):7.2f} s   worst {max(times):7.2f} s", flush=True)


if __name__ == "__main__":
    main()
