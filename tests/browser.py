"""The browser the tests drive: find one, install one when there is none, start it.

`python tests/browser.py` makes sure that a Chromium can be started, installing one if it must, and exits with 1 and
the reasons when none can be had. `make test` runs it first, so that a missing browser is one clear message and not a
hundred failing tests.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Error, Playwright, sync_playwright

ENVIRONMENT = "DOSSIER_CHROMIUM"
COMMANDS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
APPLICATIONS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
# Nothing but the pages under test may use the network: a browser that phones home is slow where it cannot.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
INSTALL_SECONDS = 600


class NoBrowser(Exception):
    """No browser could be started; the message has one line for each that was tried."""


def candidates() -> Iterator[str | None]:
    """Yield paths of browsers on this machine, best first, then None: the one Playwright downloads for itself.

    A browser named in $DOSSIER_CHROMIUM is the only candidate: who names one wants that one tested.
    """
    if named := os.environ.get(ENVIRONMENT):
        yield named
        return
    yield from (path for command in COMMANDS if (path := shutil.which(command)))
    yield from (path for path in APPLICATIONS if Path(path).exists())
    yield None


def launch(playwright: Playwright) -> Browser:
    """Start the first browser that starts. Raise NoBrowser with the reasons when none does."""
    refusals = []
    for path in candidates():
        try:
            return playwright.chromium.launch(executable_path=path, args=list(FLAGS), headless=True)
        except Error as error:
            refusals.append(f"{path or 'the browser of Playwright'}: {str(error).strip().splitlines()[0]}")
    raise NoBrowser("\n".join(refusals))


def refusal() -> str | None:
    """Start a browser and close it again; answer why that failed, or None."""
    with sync_playwright() as playwright:
        try:
            launch(playwright).close()
        except NoBrowser as error:
            return str(error)
    return None


def installers() -> Iterator[tuple[str, list[list[str]]]]:
    """Yield the ways to install a browser here: what to tell the reader, and the commands."""
    yield "Playwright's own Chromium", [[sys.executable, "-m", "playwright", "install", "chromium"]]
    if shutil.which("apt-get"):
        root = [] if os.geteuid() == 0 else ["sudo", "-n"] if shutil.which("sudo") else None
        if root is not None:
            apt = [*root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"]
            yield (
                "the system's Chromium",
                [
                    [*apt, "update"],
                    [*apt, "install", "--yes", "--no-install-recommends", "chromium", "fonts-dejavu-core"],
                ],
            )


def run(commands: list[list[str]]) -> str | None:
    """Run the commands in order; answer the last complaint of the one that failed, or None."""
    for command in commands:
        try:
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=INSTALL_SECONDS
            )
        except subprocess.TimeoutExpired:
            return f"no answer after {INSTALL_SECONDS} seconds"
        if done.returncode:
            said = [line.strip() for line in (done.stdout + done.stderr).splitlines() if line.strip()]
            complaints = [line for line in said if line.startswith(("E:", "Error", "error", "Failed", "sudo:"))]
            return (complaints or said or [f"exit status {done.returncode}"])[-1]
    return None


def main() -> int:
    """Make sure a browser can be started; print nothing when one is there already."""
    reason = refusal()
    if reason is None:
        return 0
    reasons = [reason]
    for name, commands in () if os.environ.get(ENVIRONMENT) else installers():
        print(f"No browser for the tests yet: installing {name}", flush=True)
        failure = run(commands) or refusal()
        if failure is None:
            return 0
        reasons.append(f"installing {name}: {failure}")
    print("The tests need Chromium or Chrome, and none could be started:", file=sys.stderr)
    for reason in reasons:
        print("  " + reason.replace("\n", "\n  "), file=sys.stderr)
    print(f"Install one, or name one: {ENVIRONMENT}=/path/to/chromium make test", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
