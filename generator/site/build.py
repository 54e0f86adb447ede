"""`build_site`: everything from the files of cards and rules to the finished site, all or nothing."""

from __future__ import annotations

import errno
import gc
import logging
import os
import re
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.catalog import Catalog, read_catalog
from generator.database import open_database
from generator.database.exports import export
from generator.database.load import disk_error, load
from generator.files import Staging, only_one
from generator.rulings import Verdict, run_all
from generator.rulings.complaints import complaints
from generator.search import build_index
from generator.search.synonyms import read_synonyms
from generator.site import links
from generator.site.book import Book
from generator.site.findable import documents
from generator.site.offline import precache
from generator.site.pages import CARD_STEPS, navigation, write_site
from generator.site.policy import HEADERS_FILE, headers_file, with_policy
from generator.site.share import NoFonts, draw_pictures
from generator.site.text import settled

KEPT = ("dossier.db", "index", "downloads", "docs")
"""What a build puts into `build/` beside the site."""
SOURCES = ("cards", "rules", "generator", "site_templates", "tests", "scripts", ".git", ".venv")
READING, STORING, RENDERING = "Reading cards and rules", "Writing the database and the downloads", "Rendering with MkDocs"


class BuildError(Exception):
    """The site could not be made; `problems` say why, one a line. The last good site is untouched."""

    def __init__(self, problems: list[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(problems))


@dataclass(frozen=True)
class BuildReport:
    """What was built: where, how many pages, and how long each step took, in seconds.

    `cards` are the seconds in which all pages and data of cards were made, from the files that are read to the Markdown that
    is written. `make bench ARGS=cards` measures them against those of MkDocs for the same pages.
    """

    site: Path
    pages: int
    seconds: tuple[tuple[str, float], ...]
    cards: float


class _Steps:
    """Announces each step and measures it."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self.tell, self.seconds, self.since = tell, [], time.perf_counter()
        self.name = ""

    def __call__(self, name: str) -> None:
        self.finish()
        self.name = name
        self.tell(name)

    def finish(self) -> None:
        now = time.perf_counter()
        if self.name:
            self.seconds.append((self.name, now - self.since))
        self.name, self.since = "", now


@contextmanager
def keeping_everything() -> Iterator[None]:
    """Do not look for garbage: what a build reads and makes it needs to the end, and looking took a fifth of its time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@keeping_everything()
def build_site(root: Path, site: Path | None = None, step: Callable[[str], None] = lambda name: None) -> BuildReport:
    """Check everything, then write the database, the search index and the site; `step` is told the name of each step.

    `site` is where the site goes, `root/site` without it. Raises CatalogError for wrong data, BuildError for wrong rulings or
    pages, a place that is none for a site, and a full disk. Whatever is raised, and wherever the process is killed, the last
    good site, database and index are there, each whole: `generator.files` makes the new ones beside them. A second build of
    the same folder waits until the first is done.
    """
    site = (site or root / "site").resolve()
    build = (root / "build").resolve()
    _check_place(site, root.resolve())
    steps = _Steps(step)
    steps(READING)
    catalog = read_catalog(root)
    steps("Playing the rulings")
    verdicts = run_all(catalog)
    wrong = [verdict for verdict in verdicts if not verdict.passed]
    if wrong:
        raise BuildError([str(each) for verdict in wrong for each in complaints(catalog.ruling(verdict.ruling), verdict)])
    with _room_on_disk(), only_one(build, lambda: steps("Waiting for another build to end")):
        with Staging(*(build / name for name in KEPT), site) as new:
            pages = _make(root, catalog, verdicts, {name: new[build / name] for name in KEPT}, new[site], site, steps)
            new.commit()
            steps("Taking away the old ones")
    steps.finish()
    took = dict(steps.seconds)
    cards = sum(took[name] for name in (READING, STORING, *CARD_STEPS))
    return BuildReport(site, len(pages), tuple(steps.seconds), cards)


def _make(
    root: Path, catalog: Catalog, verdicts: Sequence[Verdict], new: dict[str, Path], site: Path, before: Path, steps: _Steps
) -> list[str]:
    """Make everything at the paths in `new`, and the site at `site`, which replaces the one at `before`; answer the addresses of its pages."""
    steps(STORING)
    load(catalog, verdicts, new["dossier.db"])
    export(catalog, ("json", "csv"), new["downloads"], verdicts)
    shutil.copyfile(new["dossier.db"], new["downloads"] / "dossier.db")
    with open_database(new["dossier.db"]) as database:
        book = Book(database.catalog)
        steps("Indexing")
        build_index(documents(book), new["index"], read_synonyms(root))
        pages = write_site(database, book, root / "site_templates", new["docs"], root, new["downloads"], steps)
    steps(RENDERING)
    render(root, new["docs"], site, navigation(book))
    steps("Finishing")
    _finish(site)
    try:
        draw_pictures(site, before)
    except NoFonts:
        raise BuildError(["mkdocs.yml:1:1: no-fonts: site_url asks for pictures of the cards, and this machine has no letters to draw: "
                          "install a font (fonts-dejavu), or leave site_url empty"]) from None
    kept = precache(site, root / "site_templates" / "assets")
    steps(f"Moving it into place; works without a network after one visit ({kept})")
    return pages


def _check_place(site: Path, root: Path) -> None:
    """Raise BuildError where a site would replace something else: sources, what a build keeps, a folder that is no site."""
    inside = site.relative_to(root).parts[:1] if site.is_relative_to(root) else ()
    if root.is_relative_to(site) or (inside and inside[0] in (*SOURCES, "build")):
        raise BuildError([f"{site}: not-a-site: the project keeps its own files here; name another folder"])
    if site.exists() and not (site / links.ASSETS).is_dir() and not (site.is_dir() and not any(site.iterdir())):
        raise BuildError([f"{site}: not-a-site: something else is there, and a build would replace it; name another folder"])


@contextmanager
def _room_on_disk() -> Iterator[None]:
    """Say in one line where there is none."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise disk_error(error, Path("build/dossier.db")) or error from error
    except OSError as error:
        errors = [(error.errno, error.filename2 or error.filename)]
        if isinstance(error, shutil.Error):  # of each file that a folder has
            errors = [(errno.ENOSPC if os.strerror(errno.ENOSPC) in str(why) else 0, to) for _, to, why in error.args[0]]
        where = next((str(to or "build") for number, to in errors if number in (errno.ENOSPC, errno.EDQUOT)), None)
        if where is None:
            raise
        where = where.partition("/.dossier-new-")[0]
        raise BuildError([f"{where}: no-space: the disk is full; the last good site and database are as they were"]) from error


@contextmanager
def _listening() -> Iterator[list[str]]:
    """Collect what MkDocs logs at warning level or above, and keep it off the terminal."""
    heard: list[str] = []

    class Ear(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            heard.append(record.getMessage())

    log, ear = logging.getLogger("mkdocs"), Ear(logging.WARNING)
    log.addHandler(ear)
    propagate, log.propagate = log.propagate, False
    try:
        yield heard
    finally:
        log.removeHandler(ear)
        log.propagate = propagate


def render(root: Path, docs: Path, site: Path, nav: list[Any]) -> None:
    """Let MkDocs make the site. Every warning is an error."""
    os.environ["NO_MKDOCS_2_WARNING"] = "1"
    from mkdocs.commands.build import build
    from mkdocs.config import load_config
    from mkdocs.exceptions import MkDocsException

    with _listening() as heard:
        try:
            config = load_config(str(root / "mkdocs.yml"), docs_dir=str(docs), site_dir=str(site), nav=nav)
            config.plugins.on_startup(command="build", dirty=False)
            build(config)
            config.plugins.on_shutdown()
        except MkDocsException as error:
            heard.append(str(error))
    if heard:
        raise BuildError([f"mkdocs.yml:1:1: broken-page: {message}" for message in dict.fromkeys(heard)])


def _finish(site: Path) -> None:
    """Take away what nobody asks for, and from the pages what all of them repeat.

    Site maps need an address, source maps are for Material's own developers. Material's settings go from the pages into the
    script that every page loads (assets/theme.js), which gives them back to Material. Each page says what may run on it.
    """
    for name in ("sitemap.xml", "sitemap.xml.gz"):
        (site / name).unlink(missing_ok=True)
    for source_map in site.rglob("*.map"):
        source_map.unlink()
    settings = _SETTINGS.findall((site / "index.html").read_text(encoding="utf-8"))
    if len(settings) != 1:
        raise BuildError([f"mkdocs.yml:1:1: broken-page: the home page has {len(settings)} settings of Material, not one"])
    script = site / links.ASSETS / "theme.js"
    script.write_text(f"self.SETTINGS = {settings[0]};\n{script.read_text(encoding='utf-8')}", encoding="utf-8")
    for page in site.rglob("*.html"):
        html = settled(_SETTINGS.sub("", page.read_text(encoding="utf-8")))
        page.write_text(with_policy(without_blanks(html)), encoding="utf-8")
    (site / HEADERS_FILE).write_text(headers_file(), encoding="utf-8")


_SETTINGS = re.compile(r'<script id="__config" type="application/json">(.*?)</script>')
_AS_WRITTEN = re.compile(r"(<(pre|textarea|script)\b.*?</\2>)", re.DOTALL)
_LINE_ENDS = re.compile(r"\s*\n\s*")


def without_blanks(html: str) -> str:
    """A page without blank lines and indentation, which templates leave everywhere; pre, textarea and script stay as written."""
    parts = _AS_WRITTEN.split(html)
    parts[::3] = [_LINE_ENDS.sub("\n", text) for text in parts[::3]]
    del parts[2::3]
    return "".join(parts)
