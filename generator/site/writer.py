"""Writes the sources of pages: Markdown from templates, data for scripts, files."""

from __future__ import annotations

import json
import re
import traceback
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup
from msgspec import Struct, field

from generator.catalog.catalog import Catalog
from generator.catalog.problems import CatalogError, Problem
from generator.catalog.records import RulingRecord
from generator.database.read import VerdictRecord
from generator.kept import digest
from generator.rulings import Answer, Case, Scenario, TableAnswer, World, elsewhere, here, read_scenario
from generator.site import links
from generator.site.book import Book
from generator.site.faces import badge_icon
from generator.site.interactions import Interactions
from generator.site.made import Job, Later
from generator.site.matchups import Compared
from generator.site.prose import Prose
from generator.site.related import Linked
from generator.site.rulings import Proofs, pictures
from generator.site.text import anchor, in_frame, in_page
from generator.site.views import VERBS, ledger_view, percent


def broken_template(error: jinja2.TemplateError, root: Path) -> CatalogError:
    """What is wrong with a template of the checkout at `root`, at the innermost of the lines that Jinja was at."""
    file, line = "site_templates", 1
    for frame in traceback.extract_tb(error.__traceback__):
        if Path(frame.filename).is_relative_to(root / "site_templates"):
            file, line = Path(frame.filename).relative_to(root).as_posix(), frame.lineno or 1
    return CatalogError([Problem(file, line, 1, "broken-page", f"{error.message}; mend this template")])


class Writer(Struct, dict=True):
    """Writes pages below `folder`; `verdicts` are those of the rulings, `interactions`, `compared` and `proven` what
    pages of cards say of other cards and rulings, `judged` answers the verdicts in short, `found` has what the search
    finds. What is not given is made; where it is noted what pages ask, it is watched (`Watched`). With a `plan`,
    nothing is written yet: it gets the jobs. `wrote` are the files written so far, with digests.
    """

    book: Book
    templates: Path
    folder: Path
    verdicts: Mapping[str, VerdictRecord] = field(default_factory=dict)
    interactions: Any = None
    compared: Any = None
    linked: Any = None
    proven: Proofs = field(default_factory=dict)
    elsewhere: Any = None
    played_with: Callable[[str], str] = str
    sources: Any = None
    judged: Any = None
    found: Any = None
    plan: list[Job] | None = None
    wrote: dict[str, str] = field(default_factory=dict)

    @property
    def root(self) -> Path:
        """The checkout."""
        return self.templates.parent

    def __post_init__(self) -> None:
        self.interactions = self.interactions or Later(
            lambda: Interactions(self.book.catalog.cards, self.book.catalog.games)
        )
        self.linked = self.linked or Later(lambda: Linked(self.book.engine_cards))
        self.compared = self.compared or Compared(self.book)
        self.sources = self.sources or Templates(self.templates)
        self.judged = self.judged or (lambda: tuple(self.verdicts.values()))
        self._made: set[Path] = set()
        self._jinja = jinja2.Environment(
            loader=jinja2.FileSystemLoader(self.templates),
            autoescape=True,
            finalize=in_page,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            auto_reload=False,
            comment_start_string="<#",
            comment_end_string="#>",  # {# begins the anchor of a heading
        )
        self._jinja.filters["anchor"] = anchor
        self._jinja.globals.update(
            book=self.book,
            links=links,
            percent=percent,
            verbs=VERBS,
            badge=lambda name: Markup(badge_icon(name)),
        )

    def later(self, name: str, make: Callable[..., None], *values: Any, everything: bool = False) -> None:
        """Call `make` with this writer and the values: now, or when its turn in the plan comes. It writes files and
        does nothing else, and may ask the writer and use the values; with `everything` it asks for so much that it is
        called again when anything at all is different.
        """
        if self.plan is None:
            make(self, *values)
        else:
            self.plan.append(Job(name, make, values, everything))

    def page(
        self,
        url: str,
        template: str,
        game: str = "",
        *,
        title: str,
        description: str,
        image: str = "",
        hide: tuple[str, ...] = (),
        scripts: tuple[str, ...] = (),
        styles: tuple[str, ...] = (),
        **values: Any,
    ) -> None:
        """Write the page at `url` from a template, which also gets the tools bound to this page; `image` is what a
        shared link shows. A page about no `game` names cards of the first one before those of others.
        """
        self.sources.key(template)
        game = game or self.book.first
        prose = Prose(self.book, game, url)
        sentences = Prose(self.book, game, url, tooltips=False)
        text = self._text(
            template,
            here=url,
            href=partial(links.relative, url),
            prose=prose,
            sentences=sentences,
            game=game,
            sum=lambda position: ledger_view(self.book, position, sentences),
            new_section=prose.new_section,
            pictures=lambda ruling: pictures(self.book, ruling, self.verdicts.get(ruling.id), sentences),
            section_of=lambda thing: self.book.sections[thing.game, thing.section],
            **values,
        )
        front = {
            "title": in_frame(title),
            "description": in_frame(description),
            "image": image,
            "hide": list(hide),
            "scripts": list(scripts),
            "styles": list(styles),
            "games": [[game.id, game.short] for game in self.book.played],
        }
        head = "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in front.items() if value)
        # YAML refuses to read some characters as they are.
        head = re.sub("[^ -~\n]", lambda far: f"\\U{ord(far[0]):08x}", head)
        self.write(links.source_of(url), f"---\n{head}---\n{text}")

    def _text(self, template: str, **values: Any) -> str:
        """What a template makes of the values. Raises CatalogError where the template is wrong."""
        try:
            return self._jinja.get_template(template).render(**values)
        except jinja2.TemplateError as error:
            raise broken_template(error, self.root) from None

    def write(self, path: str, text: str) -> None:
        """Write a text of the site."""
        self.write_bytes(path, text.encode())

    def write_bytes(self, path: str, content: bytes) -> None:
        """Write a file of the site."""
        target = self.folder / path
        if target.parent not in self._made:
            target.parent.mkdir(parents=True, exist_ok=True)
            self._made.add(target.parent)
        target.write_bytes(content)
        self.wrote[path] = digest(content)

    def data(self, path: str, data: Any) -> None:
        """Write data for scripts."""
        self.write(path, json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n")


class Elsewhere:
    """What comes of a ruling in other games; `tables` knows what comes of its plays there."""

    def __init__(self, catalog: Catalog, tables: Callable[[str, Case], list[TableAnswer]]) -> None:
        self._catalog, self._tables = catalog, tables

    @cached_property
    def _worlds(self) -> dict[str, World]:
        return {game.id: World(self._catalog, game.id) for game in self._catalog.games}

    def __call__(self, ruling: RulingRecord) -> tuple[Scenario, list[tuple[Answer, bool]], list[TableAnswer]]:
        """The scenario, the same attack in other games, each with whether it differs, and the same table there."""
        scenario = read_scenario(ruling, self._worlds[ruling.game], [])
        assert scenario is not None  # it has been played
        own = here(self._catalog, ruling)
        answers = [(answer, answer.differs(own)) for answer in elsewhere(self._catalog, own)] if own else []
        return scenario, answers, self._tables(ruling.id, scenario.case)


class Templates:
    """The templates of pages, as files."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._keys: dict[str, str] = {}

    def key(self, name: str) -> str:
        """A digest of a template and all that it includes."""
        if name not in self._keys:
            names = [name]
            for each in names:
                names += [
                    other
                    for other in _NAMED.findall((self._folder / each).read_text(encoding="utf-8"))
                    if other not in names
                ]
            self._keys[name] = digest(*names, *((self._folder / each).read_bytes() for each in names))
        return self._keys[name]


_NAMED = re.compile(r"""['"]([\w.-]+\.j2)['"]""")
