"""`build_site`: everything from the files of cards and rules to the finished site, all or nothing.

A build takes from the last one what nothing has changed for: `Last` knows each file of it, and what it was made from.
With nothing changed at all, nothing is done, and nothing is imported that would do it. `clean` makes everything.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import sqlite3
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from generator.files import Staging, only_one, place, resolved
from generator.kept import Kept, code_key, digest, sources_key
from generator.site import links
from generator.site.last import Last, files_in, keep_others, made_here, not_ours, tree_digests, tree_key, write_list
from generator.site.settings import checked
from generator.workers import Numbers, cores, in_parallel

if TYPE_CHECKING:
    from generator.catalog.compiled import Compiled
    from generator.site.findable import Found
    from generator.site.made import Digests, Job, Questions
    from generator.site.writer import Writer

KEPT = ("dossier.db", "index", "downloads", "docs")
"""What a build puts into `build/` beside the site."""
SPARED, SPARE = ("docs", "site"), ".spare-"
"""Folders of so many files that the new one is made of the last but one, and how that is called in `build/`."""
LISTED = ("downloads", "docs", "site")
"""The folders in which somebody may put files of their own: those of the last are kept, others stop a build."""
SOURCES = ("cards", "rules", "generator", "site_templates", "tests", "scripts", ".git", ".venv")
_PACKAGES = ("jinja2", "markdown", "markupsafe", "mkdocs", "mkdocs-material", "sqlalchemy", "whoosh")
"""What writes the files of a site beside our own code."""


class BuildError(Exception):
    """The site could not be made; `problems` say why, one a line. The last good site is untouched."""

    def __init__(self, problems: list[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(problems))


class BuildReport(Struct, frozen=True):
    """What was built: where, how many pages, how many of them anew, and how long each step took, in seconds."""

    site: Path
    pages: int
    rendered: int
    seconds: tuple[tuple[str, float], ...]


class _Steps:
    """Announces each step and measures it."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self.tell, self.since = tell, time.perf_counter()
        self.seconds: list[tuple[str, float]] = []
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


def build_site(
    root: Path, site: Path | None = None, step: Callable[[str], None] = lambda name: None, *, clean: bool = False
) -> BuildReport:
    """Check everything, then write the database, the search index and the site; `step` is told the name of each step.

    `site` is where the site goes, `root/site` without it. With `clean` nothing is taken from the last build. Raises
    CatalogError for wrong data, BuildError for wrong rulings or pages, a place that is none for a site, and a full
    disk. Whatever is raised, and wherever the process is killed, the last good site, database and index are there, each
    whole: `generator.files` makes the new ones beside them. A second build of the same folder waits until the first is
    done.
    """
    site, build = resolved(site or root / "site"), resolved(root / "build")
    _check_place(site, resolved(root))
    _check_kept(build)
    steps = _Steps(step)
    steps("Reading cards and rules")
    with _room_on_disk(build), Kept(None if clean else build / "kept") as kept:
        found = checked(root, kept)
        with only_one(build, lambda: steps("Waiting for another build to end")):
            places = {**{name: build / name for name in KEPT}, "site": site}
            last = Last(kept, places)
            parts = _parts(root, found)
            if last.made_from == parts and last.is_whole():
                steps.finish()
                return BuildReport(site, last.pages, 0, tuple(steps.seconds))
            spares = {places[name]: build / f"{SPARE}{name}" for name in SPARED}
            if clean:
                for spare in spares.values():
                    _remove(spare)
            with Staging(*places.values(), spares={} if clean else spares) as new:
                made = _Build(root, found, parts, last, {name: new[place] for name, place in places.items()}, steps)
                made.make()
                files = {name: files_in(new[place]) for name, place in places.items()}
                for name in LISTED:
                    write_list(new[places[name]], files[name])
                others = not_ours(site)
                if taken := keep_others(site, new[site], others):
                    raise BuildError(
                        [
                            f"{site / path}: not-a-site: no build made this, and this one makes {path} too; take it"
                            " away"
                            for path in taken
                        ]
                    )
                new.commit()
                steps("Taking away the old ones")
                for path in (spares[site] / path for path in others if not clean):  # Nobody else's stay there.
                    _remove(path)
            if sources_key(root) == found.key and _parts(root, found) == parts:  # Nobody has written meanwhile.
                last.keep(parts, made.pages, made.record, files)
            kept.save()
    steps.finish()
    return BuildReport(site, made.pages, made.rendered, tuple(steps.seconds))


def _remove(path: Path) -> None:
    """Take away what is there, if anything is; of a link the link alone."""
    path.unlink(missing_ok=True) if path.is_symlink() or not path.is_dir() else shutil.rmtree(path)


def _parts(root: Path, compiled: Compiled) -> dict[str, str]:
    """What a site is made from, each part with a digest."""
    from importlib.metadata import version

    from generator.site.assets import is_plain

    templates = tree_digests(root / "site_templates")
    lock, config = root / "requirements.lock", root / "mkdocs.yml"
    beside = sorted((*root.glob("cards/*.json"), *root.glob("rules/*.json")))
    return {
        "code": digest(code_key(), *(version(name) for name in _PACKAGES)),
        "sources": digest(compiled.key, *(part for path in beside for part in (path.name, path.read_bytes()))),
        "templates": digest(*(part for path, its in templates.items() for part in (path, is_plain(path) or its))),
        "assets": digest(*(its for path, its in templates.items() if is_plain(path))),
        "config": digest(*(path.read_bytes() if path.is_file() else "" for path in (config, lock))),
    }


class _Build:
    """One build: `new` are the places where things are made, by name.

    `record` is what the next build must know of this one.
    """

    def __init__(
        self,
        root: Path,
        compiled: Compiled,
        parts: Mapping[str, str],
        last: Last,
        new: Mapping[str, Path],
        steps: _Steps,
    ) -> None:
        self.root, self.compiled, self.parts, self.last, self.new, self.steps = root, compiled, parts, last, new, steps
        self.templates = root / "site_templates"
        self.record: dict[str, Any] = {}
        self.pages = self.rendered = 0
        was = last.made_from if last.made_from.get("code") == parts["code"] else {}
        self.same = {name: was.get(name) == its for name, its in parts.items()}

    def make(self) -> None:
        """Make everything at its new place."""
        others_same = all(same for name, same in self.same.items() if name != "assets")
        if others_same and self.last.record and self.last.is_whole():
            self._restyle()
            return
        from generator.site.book import Book
        from generator.site.played import Played

        played = Played(self.compiled)
        if played.new:
            self.steps(f"Playing {len(played.new)} rulings")
            played.play()
        if played.complaints:
            raise BuildError(played.complaints)
        self.compiled.kept.save()  # for the workers
        book = Book(self.compiled.catalog)
        self._write(book, played)
        self._render(book)
        self._finish()

    def _restyle(self) -> None:
        """Make what scripts and styles are in; nothing else is different from the last build."""
        from generator.site import assets
        from generator.site.made import Digests
        from generator.site.offline import SIZE, WORKER

        self.steps("Writing scripts and styles")
        record = self.record = {**self.last.record, "jobs": {**self.last.record["jobs"]}}
        new: dict[str, bytes] = {}
        for job in assets.jobs(self.templates):
            path, content = links.ASSETS + job.values[0], assets.content(self.templates, job.values[0])
            if record["jobs"][job.name][2] != (files := {path: digest(content)}):
                new[path] = content
            record["jobs"][job.name] = [self._given(job, Digests()), [], files]
        for name, at in self.new.items():
            self.last.take_all(name, at, but={*new, WORKER, SIZE})
        for path, content in new.items():
            (self.new["docs"] / path).write_bytes(content)
            place(self.new["docs"] / path, self.new["site"] / path)
        self.pages = self.last.pages
        self._list()

    # --- the database, the index, and the pages as Markdown -----------------------------------------------------------

    def _write(self, book: Any, played: Any) -> None:
        from generator.site.downloads import write_downloads
        from generator.site.pages import plan_site

        self.steps("Asking what is different")
        questions, writer = self._writer(book, played)
        jobs: list[Job] = []
        writer.plan = jobs
        plan_site(writer, self.root)
        writer.plan = None
        given = {job.name: self._given(job, questions.digests) for job in jobs}
        asked = self.last.record.get("asked", {}) if self.same["code"] else {}
        done = self._staying(given, asked, questions)
        todo = [job for job in jobs if job.name not in done]
        others, also = self._beside_the_pages(played, questions, writer.found, asked)
        self.steps(f"Writing {len(todo)} of {len(jobs)} pages and files{also}")
        docs = self.new["docs"]
        self.last.take_all("docs", docs, (path for _, _, files in done.values() for path in files))
        numbers, shared = Numbers(len(todo)), self._shared(others, len(todo))
        for found in in_parallel([partial(self._work, own, numbers, todo, questions, writer) for own in shared]):
            names: list[str] = []
            for at, answers, noted, files in found:
                names += answers
                questions.answers.update(answers)
                done[todo[at].name] = [given[todo[at].name], [names[each] for each in noted], files]
        for job in todo:
            if job.name not in done:  # A worker failed with it: here its error is seen.
                done[job.name] = [given[job.name], *_make(job, questions, writer)]
        questions.noted, writer.wrote = None, {}
        write_downloads(writer, self.root, self.new["downloads"])
        self.anew = {path for job in todo for path in done[job.name][2]} | writer.wrote.keys()
        self.written = {path: its for _, _, files in done.values() for path, its in files.items()} | writer.wrote
        noted = dict.fromkeys(name for _, names, _ in done.values() for name in names)
        numbered = {question: at for at, question in enumerate(noted)}
        self.record["asked"] = {question: questions.answers.get(question) or asked[question] for question in numbered}
        self.record["jobs"] = {
            name: [key, [numbered[each] for each in names], files] for name, (key, names, files) in done.items()
        }

    def _given(self, job: Job, digests: Digests) -> str:
        """What is given to a job."""
        return digest(job.make.__qualname__, digests.of(job.values), self.parts["sources"] if job.everything else "")

    def _beside_the_pages(
        self, played: Any, questions: Questions, found: Found, asked: Mapping[str, str]
    ) -> tuple[list[Callable[[], object]], str]:
        """What is to be made of the database and the index, and how that is called; the rest comes from the last
        build.
        """
        same = self.same["sources"] and self.same["code"]
        made: list[Callable[[], object]] = []
        names = []
        asks = '["found.all"]'
        if not (same or questions.answer(asks) == asked.get(asks)) or not self._take("index"):
            names.append("the index")
            made.append(lambda: self._index(found))
        if not same or not self._take("dossier.db", "downloads"):
            names.append("the database")
            made += [lambda: self._load(played), lambda: self._export(played)]
        return made, "".join(f" and {name}" for name in names)

    def _staying(
        self, given: Mapping[str, str], asked: Mapping[str, str], questions: Questions
    ) -> dict[str, list[Any]]:
        """What is noted of the jobs that need not be done again: what was `given` to a job, the questions that it
        asked, and its files. `asked` are the answers of the last build.
        """
        old = self.last.record.get("jobs", {}) if self.same["code"] else {}
        # A root that is made of the same answers the same.
        roots = {name for name, its in questions.keys.items() if self.last.record.get("roots", {}).get(name) == its}
        self.record["roots"] = questions.keys
        # With the same sources only what is asked of templates may have another answer.
        data_is_same = self.same["code"] and self.same["sources"] and self.same["config"]

        def is_same(question: str) -> bool:
            told = data_is_same and not question.startswith('["templates.')
            told = told or question.split('"')[1].split(".")[0] in roots
            return told or questions.answer(question) == asked[question]

        names, done = list(asked), {}
        different = {at for at, question in enumerate(names) if not is_same(question)}
        for job, its in given.items():
            was, noted, files = old.get(job, ("", (), {}))
            if was == its and different.isdisjoint(noted) and self.last.has("docs", files):
                done[job] = [its, [names[at] for at in noted], files]
        return done

    def _take(self, *names: str) -> bool:
        """Take things from the last build as they are, if they are."""
        if not all(self.last.is_whole(name) for name in names):
            return False
        for name in names:
            self.last.take_all(name, self.new[name])
        return True

    def _shared(self, others: Sequence[Callable[[], object]], pages: int) -> list[Sequence[Callable[[], object]]]:
        """What each worker does before it writes pages."""
        count = min(cores(), max(len(others), 2 if pages > 20 else 1))
        return [others[at::count] for at in range(count)]

    @staticmethod
    def _work(
        others: Sequence[Callable[[], object]],
        numbers: Numbers,
        todo: Sequence[Any],
        questions: Questions,
        writer: Writer,
    ) -> Iterator[list[Any]]:
        """Of each job of a worker: its number, the questions that it answered first, all that it asked by number, and
        its files.
        """
        for other in others:
            other()
        asked: dict[str, int] = {}
        for at in numbers:
            noted, files = _make(todo[at], questions, writer)
            answers = {question: questions.answers[question] for question in noted if question not in asked}
            yield [at, answers, [asked.setdefault(question, len(asked)) for question in noted], files]

    def _writer(self, book: Any, played: Any) -> tuple[Questions, Writer]:
        from generator.catalog.catalog import RECORDS
        from generator.catalog.read import record_digests
        from generator.site.findable import Found
        from generator.site.interactions import Interactions
        from generator.site.made import Digests, Later, Questions
        from generator.site.matchups import Compared
        from generator.site.related import Linked
        from generator.site.writer import Elsewhere, Templates, Writer

        catalog, digests = book.catalog, Digests()
        for kind in RECORDS:
            records = getattr(catalog, kind)
            for at, (record, its) in enumerate(
                zip(records, record_digests(self.compiled.kept, self.compiled.made, kind, records), strict=True)
            ):
                name = getattr(record, "id", None) or (record.rule.id if kind == "terms" else at)
                digests.know(f"{kind} {getattr(record, 'game', '')} {name}", record, its)
        for record, its in zip(
            catalog.cards,
            record_digests(self.compiled.kept, self.compiled.made, "cards", catalog.cards, "card"),
            strict=True,
        ):
            digests.know(f"card {record.id}", record.card, its)
        roots = {
            "book": book,
            "verdicts": played,
            "proven": played.proven(),
            "templates": Templates(self.templates),
            "interactions": Later(lambda: Interactions(catalog.cards, catalog.games)),
            "compared": Compared(book),
            "found": Found(book, self.root, self.compiled.kept),
        }
        cards, verdicts = digests.of((catalog.engine_cards, catalog.games)), digest(*map(played.digest, played))
        questions = Questions(roots, digests, {"interactions": cards, "verdicts": verdicts, "proven": verdicts})
        writer = Writer(
            questions.watched("book"),
            self.templates,
            self.new["docs"],
            questions.watched_items("verdicts"),
            questions.watched("interactions"),
            questions.watched("compared"),
            Later(lambda: Linked(book.engine_cards)),
            questions.watched_items("proven"),
            Elsewhere(catalog, played.elsewhere),
            played.digest,
            questions.watched("templates"),
            judged=played.in_short,
            found=questions.watched("found"),
        )
        return questions, writer

    def _index(self, found: Found) -> None:
        from generator.search.index import build_index

        last = self.last.path("index", "") if self.same["code"] and self.last.is_whole("index") else None
        documents, synonyms = found.all
        build_index(documents, self.new["index"], synonyms, last)

    def _export(self, played: Any) -> None:
        from generator.database.exports import export

        export(self.compiled.catalog, ("json", "csv"), self.new["downloads"], played.in_short())

    def _load(self, played: Any) -> None:
        from generator.database.load import load

        load(self.compiled.catalog, played.rows(), self.new["dossier.db"])
        self.new["downloads"].mkdir(exist_ok=True)
        shutil.copyfile(self.new["dossier.db"], self.new["downloads"] / "dossier.db")

    # --- the site -----------------------------------------------------------------------------------------------------

    def _render(self, book: Any) -> None:
        """Render the pages whose source or frame is another, and take all other files as they are."""
        from generator.site.pages import navigation

        nav, docs, site = navigation(book), self.new["docs"], self.new["site"]
        frame = digest(str(nav), self.parts["config"], self.parts["code"], tree_key(self.templates / "theme"))
        record = self.last.record
        old = record.get("rendered", {}) if record.get("frame") == frame else {}
        self.record["frame"], self.record["rendered"] = frame, {}
        pages = {path: its for path, its in self.written.items() if path.endswith(".md")}
        self.pages = len(pages)
        new = []
        for path, its in pages.items():
            if (
                path in old
                and old[path][0] == its
                and self.last.has("docs", (path,))
                and self.last.has("site", (_page_of(path),))
            ):
                # Written again, and the same: a page is newer than its source.
                if path in self.anew:
                    (docs / path).unlink()
                    self.last.take("docs", path, docs)
                self.record["rendered"][path] = old[path]
            else:
                new.append(path)
        beside = self.written.keys() - pages.keys()
        taken = {path for path in beside - self.anew if self.last.is_one(path, "docs", "site")}
        self.last.take_all("site", site, {*map(_page_of, self.record["rendered"]), *taken})
        for path in beside - taken:
            place(f"{docs}/{path}", f"{site}/{path}")
        self.rendered = len(new)
        self.steps(f"Rendering {len(new)} of {len(pages)} pages with MkDocs")
        self.settings = record.get("settings", "")
        count = cores() if len(new) > 50 else 1
        slices = [new[at::count] for at in range(count)]
        others = [f"{site}-{at}" for at in range(1, count)]
        work = [
            partial(self._render_some, nav, new, own, Path(where))
            for own, where in zip(slices, [str(site), *others], strict=True)
        ]
        for at, found in enumerate(in_parallel(work)):
            for path, ids, targets, settings in found:
                self.record["rendered"][path] = [self.written[path], ids, targets]
                if path == "index.md":
                    self.settings = settings
            if at:
                for path in slices[at]:
                    (site / _page_of(path)).parent.mkdir(parents=True, exist_ok=True)
                    os.replace(Path(others[at - 1]) / _page_of(path), site / _page_of(path))
                shutil.rmtree(others[at - 1])

    def _render_some(self, nav: list[Any], new: Sequence[str], own: Sequence[str], site: Path) -> Iterator[list[str]]:
        """Render some of the new pages to a site in which all other files are already, or stand for them. Yields of
        each page its anchors, the addresses that it links and the settings of Material that it had.
        """
        docs, mine = self.new["docs"], set(own)
        stands = [path for path in (new if site == self.new["site"] else self.written) if path not in mine]
        for path in stands:
            there = site / _page_of(path)
            there.parent.mkdir(parents=True, exist_ok=True)
            there.touch()
        if own or site == self.new["site"]:
            render(self.root, docs, site, nav, dirty=True)
        if site == self.new["site"]:
            for path in stands:
                (site / _page_of(path)).unlink()
        for path in own:
            html, settings = finished((site / _page_of(path)).read_text(encoding="utf-8"))
            (site / _page_of(path)).write_text(html, encoding="utf-8")
            yield [
                path,
                " ".join(dict.fromkeys(_IDS.findall(html))),
                " ".join(_targets(_address(path), html)),
                settings,
            ]

    def _finish(self) -> None:
        self.steps("Checking links")
        site = self.new["site"]
        if not self.settings:
            raise BuildError(["mkdocs.yml:1:1: broken-page: the home page has no settings of Material"])
        finish_frame(site, self.settings)
        self.record["settings"] = self.settings
        self._draw_pictures(site)
        if problems := self._broken(site):
            raise BuildError(problems)
        self._list()

    def _list(self) -> None:
        from generator.site.offline import precache

        site = self.new["site"]
        self.steps("Listing what works without a network")
        packs = [partial(self.last.take, "site")] if self.same["code"] else []
        size, self.record["content"] = precache(
            site, self.templates / "assets", partial(self.last.content, "site"), *packs
        )
        self.steps(f"Moving it into place; works without a network after one visit ({size})")

    def _draw_pictures(self, site: Path) -> None:
        """What shared links show; as in the last site, where the cards are the same."""
        from generator.site.share import NoFonts, draw_pictures

        try:
            draw_pictures(site, self.last.path("site", ""))
        except NoFonts:
            raise BuildError(
                [
                    "mkdocs.yml:1:1: no-fonts: site_url asks for pictures of the cards, and this machine has no letters"
                    " to draw: install a font (fonts-dejavu), or leave site_url empty"
                ]
            ) from None

    def _broken(self, site: Path) -> list[str]:
        """What links lead nowhere, on any page."""
        pages = self.record["rendered"]
        ids = {_address(path): frozenset(its[1].split(" ")) for path, its in pages.items()}
        good: dict[str, bool] = {}
        found = []
        for path, (_, _, targets) in pages.items():
            for target in targets.split(" "):
                if target and target not in good:
                    address, _, anchor = target.partition("#")
                    there = address in ids or (site / address).is_file()
                    good[target] = there and (not anchor or address not in ids or anchor in ids[address])
                if target and not good[target]:
                    found.append(f"{path}:1:1: broken-page: the page links {target!r}, which is not there")
        return found


def _make(job: Job, questions: Questions, writer: Writer) -> tuple[list[str], dict[str, str]]:
    """Make what a job makes; answer what it asked, and the files with the digest of each."""
    questions.noted, questions.everything, writer.wrote = {}, job.everything, {}
    try:
        job.make(writer, *job.values)
        return list(questions.noted), writer.wrote
    finally:
        questions.noted = None


def _page_of(path: str) -> str:
    """The file that MkDocs makes of a file of the docs."""
    return path.removesuffix(".md") + ".html" if path.endswith(".md") else path


def _address(path: str) -> str:
    return path.removesuffix("index.md")


_IDS = re.compile(r'id="(?<!\wid=")([^"]+)"')  # Begun with what must be there, it takes a tenth of the time.
_LINKS = re.compile(r'<(?:a|img|script|link)\b[^>]*?\s(?:href|src)="([^"]*)"')


def _targets(here: str, html: str) -> Iterator[str]:
    """The addresses of the site that a page links, each once; what stands behind the # of the calculator is a
    position.
    """
    from html import unescape
    from posixpath import normpath
    from urllib.parse import unquote, urlsplit

    for link in dict.fromkeys(_LINKS.findall(html)):
        url = urlsplit(unescape(link))
        if url.scheme or url.netloc:
            continue
        path = url.path[1:] if url.path.startswith("/") else normpath(here + url.path).removeprefix(".")
        path = path.removeprefix("/") if url.path else here
        if url.path and (url.path.endswith(("/", "..")) or url.path == ".") and path:
            path += "/"
        anchor = "" if path == links.CALCULATOR else unquote(url.fragment)
        yield (unquote(path) + (f"#{anchor}" if anchor else "")).replace(" ", "%20")


def _check_place(site: Path, root: Path) -> None:
    """Raise BuildError where a site would replace something else: sources, what a build keeps, a folder that is no
    site.
    """
    if _holds_sources(site, root):
        raise BuildError([f"{site}: not-a-site: the project keeps its own files here; name another folder"])
    if "" in not_ours(site):
        raise BuildError(
            [
                f"{site}: not-a-site: something else is there, and a build would replace it; name another folder, or"
                " take it away"
            ]
        )


def _holds_sources(place: Path, root: Path) -> bool:
    inside = place.relative_to(root).parts[:1] if place.is_relative_to(root) else ()
    return root.is_relative_to(place) or bool(inside and inside[0] in (*SOURCES, "build"))


def claim_export(output: Path, root: Path, names: Collection[str]) -> None:
    """Note in a folder that an export makes these files in it, as a build does. Raises BuildError where it holds
    sources, or where nothing says that an export has made what is there.
    """
    folder = resolved(output)
    if _holds_sources(folder, resolved(root)):
        raise BuildError([f"{output}: not-an-export: the project keeps its own files here; name another folder"])
    ours = made_here(folder)
    why = "not-an-export: nothing says that an export made this, and this one would replace it; take it away"
    if found := [f"{output / name}: {why}" for name in names if name not in ours and os.path.lexists(folder / name)]:
        raise BuildError(found)
    folder.mkdir(parents=True, exist_ok=True)
    write_list(folder, ours | {*names})


def _check_kept(build: Path) -> None:
    """Raise BuildError where a build would replace what a link leads to, or what no build made."""
    found = [
        f"{build / name}: not-a-site: this is a link, and a build would replace what it leads to; take it away"
        for name in KEPT
        if (build / name).is_symlink()
    ]
    found = found or [
        f"{build / name / path}: not-a-site: nothing says that a build made this, and a build would replace it; take it"
        " away"
        for name in LISTED[:2]
        for path in not_ours(build / name)
    ]
    if found:
        raise BuildError(found)


@contextmanager
def _room_on_disk(build: Path) -> Iterator[None]:
    """Say in one line where there is none."""
    try:
        yield
    except sqlite3.OperationalError as error:
        from generator.database.load import disk_error

        raise disk_error(error, build / "dossier.db") or error from error
    except OSError as error:
        errors = [(error.errno, error.filename2 or error.filename)]
        if isinstance(error, shutil.Error):  # of each file that a folder has
            errors = [
                (errno.ENOSPC if os.strerror(errno.ENOSPC) in str(why) else 0, to) for _, to, why in error.args[0]
            ]
        where = next((str(to or build) for number, to in errors if number in (errno.ENOSPC, errno.EDQUOT)), None)
        if where is None:
            raise
        where = where.partition("/.dossier-new-")[0]
        raise BuildError(
            [f"{where}: no-space: the disk is full; the last good site and database are as they were"]
        ) from error


@contextmanager
def _listening() -> Iterator[list[str]]:
    """Collect what MkDocs logs at warning level or above, and keep it off the terminal."""
    import logging

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


def render(root: Path, docs: Path, site: Path, nav: list[Any], *, dirty: bool = False) -> None:
    """Let MkDocs make the site; with `dirty`, those pages and files that are not there. Every warning is an error."""
    os.environ["NO_MKDOCS_2_WARNING"] = "1"
    from jinja2 import TemplateError
    from markupsafe import escape
    from mkdocs.commands.build import build
    from mkdocs.config import load_config
    from mkdocs.exceptions import MkDocsException

    from generator.site.blocks import WholeBlocks
    from generator.site.writer import broken_template

    def look(markdown: str, *, page: Any, **_: Any) -> None:
        if markdown.startswith("---\n"):
            heard.append(f"the title and description of {page.file.src_uri} can't be read")

    with _listening() as heard:
        try:
            config = load_config(str(root / "mkdocs.yml"), docs_dir=str(docs), site_dir=str(site), nav=nav)
            for name in ("site_name", "site_description", "site_author", "copyright"):  # Themes print them as they are.
                config[name] = escape(config[name] or "")
            config["markdown_extensions"].append(WholeBlocks())
            config.plugins._register_event("page_markdown", look)
            config.plugins.on_startup(command="build", dirty=dirty)
            build(config, dirty=dirty)
            config.plugins.on_shutdown()
        except MkDocsException as error:
            heard.append(str(error))
        except TemplateError as error:
            raise broken_template(error, root) from None
        except RecursionError:
            heard.append("something is nested too deeply")
    heard = [message for message in heard if not message.startswith("A 'dirty' build")]  # we say which
    if heard:
        raise BuildError([f"mkdocs.yml:1:1: broken-page: {message}" for message in dict.fromkeys(heard)])


def finish_frame(site: Path, settings: str) -> None:
    """Take away what nobody asks for; finish the page for what is missing, and the script with the settings of
    Material.

    Site maps need an address, source maps are for Material's own developers, and its search is not ours. Material's
    settings go from the pages into the script that every page loads (assets/theme.js), which gives them back to
    Material.
    """
    from generator.site.policy import HEADERS_FILE, headers_file

    for unused in (*site.glob("sitemap.xml*"), *site.rglob("*.map")):
        unused.unlink()
    for folder in site.glob("assets/javascripts/*/"):
        shutil.rmtree(folder)
    script = site / links.ASSETS / "theme.js"
    text = script.read_text(encoding="utf-8")
    script.unlink()  # It may be the same file as that of the docs.
    script.write_text(f"self.SETTINGS = {settings};\n{text}", encoding="utf-8")
    missing = site / "404.html"
    if (html := missing.read_text(encoding="utf-8")) != (done := finished(html)[0]) and _SETTINGS.search(html):
        missing.write_text(done, encoding="utf-8")
    (site / HEADERS_FILE).write_text(headers_file(), encoding="utf-8")


def finished(page: str) -> tuple[str, str]:
    """A page of MkDocs without what all pages repeat, which says what may run on it; and the settings of Material that
    it had.
    """
    from generator.site.policy import with_policy
    from generator.site.text import settled

    settings = _SETTINGS.findall(page)
    return with_policy(without_blanks(settled(_SETTINGS.sub("", page)))), settings[0] if settings else ""


_SETTINGS = re.compile(r'<script id="__config" type="application/json">(.*?)</script>')
_AS_WRITTEN = re.compile(r"(<(pre|textarea|script)\b.*?</\2>)", re.DOTALL)
_BLOCK = (
    r"/?(?:article|details|div|dl|dt|dd|figcaption|figure|footer|h[1-6]|head|header|li|main|meta|nav|ol|p|section|summary|"
    r"table|tbody|td|th|thead|tr|ul)\b"
)
_BETWEEN = re.compile(rf"(<{_BLOCK}[^<>]*>)\n(?=<{_BLOCK})")


def without_blanks(html: str) -> str:
    """A page without blank lines and indentation, which templates leave everywhere, and without line ends where a
    browser sees nothing of them, between blocks; pre, textarea and script stay as written.
    """
    parts = _AS_WRITTEN.split(html)
    for at in range(0, len(parts), 3):
        first, *lines = parts[at].split("\n")
        if lines:
            lines = [first.rstrip(), *filter(None, map(str.strip, lines[:-1])), lines[-1].lstrip()]
            parts[at] = _BETWEEN.sub(r"\1", "\n".join(lines))
    del parts[2::3]
    return "".join(parts)
