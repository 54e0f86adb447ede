"""What the tests share: the built site, a server for it, a browser, and the source documents where they exist."""

from __future__ import annotations

import fcntl
import gc
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, Page, Route, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).parent))

import checkout
from browser import launch

from generator.catalog import compiled as compiled_room
from generator.catalog import read as catalog_room
from generator.catalog.catalog import Catalog
from generator.catalog.compiled import Compiled, compiled
from generator.catalog.read import read_catalog
from generator.kept import Kept
from generator.rulings import Verdict
from generator.site.server import SiteServer

ROOT = checkout.ROOT
SOURCES = ("cards", "rules", "generator", "site_templates", "mkdocs.yml")
NEEDS_BROWSER = {"browser", "new_page", "page"}
LONGEST = (
    "test_accessibility.py",
    "test_parity.py",
    "test_random_play.py",
    "test_cli.py",
    "test_ruling_pages.py",
    "test_cards_browser.py",
    "test_mutants.py",
    "test_edited_builds.py",
    "test_offline.py",
    "test_watching.py",
    "test_calculator.py",
    "test_calculator_page.py",
    "test_site.py",
    "test_database.py",
    "test_rulings.py",
)
"""The files that take longest come first, so that no process has one of them left when the others are done. The first
of all needs the site at once, and the next ones are busy while it is built.
"""

# `make test` answers the same today and tomorrow; `make soak` looks for what it has not tried yet.
settings.register_profile(
    "dossier", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile(
    "soak", deadline=None, max_examples=5_000, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("dossier")
# What the tests share is large and stays: looking through it for garbage took a fifth of the time of what is played.
gc.set_threshold(100_000, 20, 20)
expect.set_options(
    timeout=60_000
)  # as for all else that a page is waited for: on a busy machine a script may come late


def pytest_addoption(parser: pytest.Parser) -> None:
    """What `make quick` asks for."""
    parser.addoption("--at-most", type=float, default=0, help="begin no test after so many seconds")
    parser.addoption("--given-order", action="store_true", help="run the files in the order in which they are named")


BEGAN = time.monotonic()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave out what there is no time for."""
    most = item.config.getoption("--at-most")
    if most and time.monotonic() - BEGAN > most:
        pytest.skip("left out: the minute is over; make test runs it")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests that drive a browser, so that `-m 'not browser'` leaves them out; put the longest files first."""
    if not config.getoption("--given-order"):
        items.sort(key=lambda item: LONGEST.index(item.path.name) if item.path.name in LONGEST else len(LONGEST))
    for item in items:
        if NEEDS_BROWSER & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    """The catalog of the checkout."""
    return checkout.catalog()


@pytest.fixture(scope="session")
def verdicts() -> tuple[Verdict, ...]:
    """All rulings of the checkout, played."""
    return checkout.verdicts()


@pytest.fixture
def read_once(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Commands that run in this process do not read the checkout each anew; of every other folder they do. What they
    judge is kept for whoever asks next, in any process.
    """

    def compile_(root: Path, kept: Kept) -> Compiled:
        return checkout.compiled() if root.resolve() == ROOT else compiled(root, kept)

    def read(root: Path) -> Catalog:
        return checkout.catalog() if root.resolve() == ROOT else read_catalog(root)

    monkeypatch.setattr(compiled_room, "compiled", compile_)
    monkeypatch.setattr(catalog_room, "read_catalog", read)
    yield
    checkout.compiled().kept.save()


@pytest.fixture
def shared(request: pytest.FixtureRequest) -> Path:
    """The folder with the source documents beside the checkout; without it the test is skipped, by name."""
    path = ROOT.parent / "shared"
    if not path.is_dir():
        pytest.skip(f"{request.node.name} compares with the source documents in ../shared, which is not here")
    return path


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock file at `path`: one process at a time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def newest(paths: Iterator[Path]) -> float:
    """The latest time of change among files and the files in folders, in seconds; caches do not count."""
    times = [0.0]
    for path in paths:
        files = path.rglob("*") if path.is_dir() else [path]
        times += [f.stat().st_mtime for f in files if f.is_file() and "__pycache__" not in f.parts]
    return max(times)


@pytest.fixture(scope="session")
def built_site() -> Path:
    """The directory of the site built from the sources as they are now; built at most once, whoever asks first, and
    without what earlier builds left but in `make quick`.

    Set DOSSIER_SITE to a directory to test that one as it stands, while writing a test for instance.
    """
    if given := os.environ.get("DOSSIER_SITE"):
        return Path(given).resolve()
    index = ROOT / "site" / "index.html"
    with locked(ROOT / ".pytest_cache" / "site.lock"):
        if not index.exists() or index.stat().st_mtime < newest(ROOT / source for source in SOURCES):
            done = subprocess.run(
                [
                    Path(sys.executable).parent / "dossier",
                    "build",
                    *([] if os.environ.get("DOSSIER_QUICK") else ["--clean"]),
                ],
                cwd=ROOT,
                env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
            if done.returncode or not index.exists():
                pytest.fail(f"dossier build: exit status {done.returncode}\n{done.stdout}", pytrace=False)
    return index.parent


@contextmanager
def serving(directory: Path) -> Iterator[str]:
    """Serve `directory` on a free port of this machine; yield the URL, ending in a slash."""
    with SiteServer(directory, 0) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield server.url
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture(scope="session")
def site_url(built_site: Path) -> Iterator[str]:
    """Where the built site is served, ending in a slash: `page.goto(site_url + 'cards/')`."""
    with serving(built_site) as url:
        yield url


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of this process; tests use `page` or `new_page`."""
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()


class Pages:
    """Opens pages of a chosen size and colour scheme, each in a fresh profile, and collects what goes wrong in them.

    `problems` lists console errors, uncaught exceptions and requests that would leave this machine, as text; the test
    fails when any is left at its end. A test that provokes one on purpose compares the list and clears it.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: list = []
        self.problems: list[str] = []

    def __call__(
        self,
        width: int = 1280,
        height: int = 900,
        *,
        scheme: str = "light",
        scripts: bool = True,
        worker: bool = False,
        touch: bool = False,
    ) -> Page:
        """Open an empty page of `width` by `height` CSS pixels; `scheme` is light or dark; with `touch` it is a
        phone's, without a mouse. Without `worker` no service worker fetches the whole site, which takes longer than
        most tests.
        """
        context = self._browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            java_script_enabled=scripts,
            reduced_motion="reduce",
            service_workers="allow" if worker else "block",
            has_touch=touch,
            is_mobile=touch,
        )
        context.set_default_timeout(60_000)  # so long that only what never comes is missed, on a busy machine too
        context.route("**/*", self._stay_here)
        self._contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.problems.append(f"uncaught: {error}"))
        page.on("console", lambda message: message.type == "error" and self.problems.append(f"console: {message.text}"))
        return page

    def _stay_here(self, route: Route) -> None:
        url = urlsplit(route.request.url)
        if url.hostname in ("127.0.0.1", "localhost") or url.scheme in ("data", "blob", "about", "file"):
            route.continue_()
        else:
            self.problems.append(f"request to another host: {route.request.url}")
            route.abort()

    def close(self) -> None:
        """Close every page."""
        for context in self._contexts:
            context.close()
        self._contexts.clear()

    def forgive(self) -> None:
        """At the end of a test that provokes problems without counting them: close every page, so that none is told
        late, and forget them.
        """
        self.close()
        self.problems.clear()


def at_rest(page: Page) -> None:
    """Wait until the page is loaded and half a second has gone by in which nothing that it asked for came.

    The page says so itself: the count of Playwright's `networkidle` loses a request now and then on a busy machine, and
    never ends.
    """
    page.wait_for_function(
        """() => document.readyState === "complete" &&
      performance.now() - Math.max(0, ...performance.getEntriesByType("resource").map((each) => each.responseEnd)) > 500"""  # noqa: E501
    )


@pytest.fixture
def new_page(browser: Browser) -> Iterator[Pages]:
    """`new_page(390, 844, scheme='dark')` opens a page; the test fails on anything that goes wrong in one."""
    pages = Pages(browser)
    yield pages
    pages.close()
    assert pages.problems == []


@pytest.fixture
def page(new_page: Pages) -> Page:
    """A page of 1280 by 900 pixels, light."""
    return new_page()


@pytest.fixture
def assets(page: Page) -> Iterator[Page]:
    """A page beside the scripts, so that they can be imported by name."""
    with serving(ROOT / "site_templates" / "assets") as url:
        # The server lists no folder, so the page itself comes from here.
        page.route(
            url, lambda route: route.fulfill(body="<!doctype html><title>Scripts</title>", content_type="text/html")
        )
        page.goto(url)
        yield page
