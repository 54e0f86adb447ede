"""The browser the tests drive: find one, install one when there is none, start it.

`python tests/browser.py` makes sure that a Chromium can be started, installing one if it must, and exits with 1 and
the reasons when none can be had. `make test` runs it first, so that a missing browser is one clear message and not a
hundred failing tests.

Chromium without its window ("headless shell") shows the same pages with a third of the processor's time: it comes
first.
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
SHELL = "chromium-headless-shell"
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
    """Yield paths of browsers on this machine, best first; None is the one that Playwright downloads for itself.

    A browser named in $DOSSIER_CHROMIUM is the only candidate: who names one wants that one tested.
    """
    if named := os.environ.get(ENVIRONMENT):
        yield named
        return
    yield from filter(None, [shutil.which(SHELL)])
    yield None
    yield from (path for command in COMMANDS if (path := shutil.which(command)))
    yield from (path for path in APPLICATIONS if Path(path).exists())


def start(playwright: Playwright) -> tuple[Browser, bool]:
    """Start the first browser that starts; say too whether it will do as well as any: it is a shell, or the one that
    was asked for. Raise NoBrowser with the reasons when none starts.
    """
    refusals = []
    for path in candidates():
        try:
            browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS), headless=True)
            return browser, path is None or path.endswith(SHELL) or ENVIRONMENT in os.environ
        except Error as error:
            refusals.append(f"{path or 'the browser of Playwright'}: {str(error).strip().splitlines()[0]}")
    raise NoBrowser("\n".join(refusals))


def launch(playwright: Playwright) -> Browser:
    """Start the first browser that starts. Raise NoBrowser with the reasons when none does."""
    return start(playwright)[0]


def lacking() -> str | None:
    """Start a browser and close it again. Answer None when it is as good as any, "" when it is a slow one, or why
    none started.
    """
    with sync_playwright() as playwright:
        try:
            browser, good = start(playwright)
        except NoBrowser as error:
            return str(error)
        browser.close()
    return None if good else ""


def installers() -> Iterator[tuple[str, list[list[str]]]]:
    """Yield the ways to install a browser here: what to tell the reader, and the commands."""
    yield "Playwright's own Chromium", [[sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"]]
    if shutil.which("apt-get"):
        root = [] if os.geteuid() == 0 else ["sudo", "-n"] if shutil.which("sudo") else None
        if root is not None:
            apt = [*root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"]
            yield (
                "the system's Chromium",
                [
                    [*apt, "update"],
                    [*apt, "install", "--yes", "--no-install-recommends", SHELL, "fonts-dejavu-core"],
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
    """Make sure a browser can be started, a fast one where it can be had; print nothing when one is there already."""
    lacks = lacking()
    if lacks is None:
        return 0
    reasons = [lacks]
    for name, commands in () if os.environ.get(ENVIRONMENT) else installers():
        print(f"No {'browser' if lacks else 'fast browser'} for the tests yet: installing {name}", flush=True)
        failure = run(commands) or lacking()
        if failure is None:
            return 0
        reasons.append(f"installing {name}: {failure}")
    if not lacks:
        print("The tests take longer: they use the whole browser that is here")
        return 0
    print("The tests need Chromium or Chrome, and none could be started:", file=sys.stderr)
    for reason in reasons:
        print("  " + reason.replace("\n", "\n  "), file=sys.stderr)
    print(f"Install one, or name one: {ENVIRONMENT}=/path/to/chromium make test", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
