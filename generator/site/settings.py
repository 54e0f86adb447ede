"""The settings of the site, mkdocs.yml, and all else that a build reads beside cards and rules: looked at before it
begins.

What a setting says is text, as in our other files, or an address, or the name of a file of ours. The form of pages, the
extensions and the hooks are a part of the program, as templates are: MkDocs runs what they name, and looks at them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from generator.catalog.compiled import Compiled, compiled
from generator.catalog.items import Item, read_yaml
from generator.catalog.problems import CatalogError, Code, Problem
from generator.catalog.shapes import Flag, Id, Keys, Many, Reader, Text
from generator.catalog.texts import read_text, unreadable
from generator.kept import Kept
from generator.site.last import files_in

FILE = "mkdocs.yml"
_HOST = r"https?://[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?"


class _Matching(Text, frozen=True):
    """A text that has one form, or is empty where `may_lack`; it `must_be` something else where it has not."""

    pattern = ""
    must_be = ""
    may_lack = False
    most = 2_000

    def check(self, item: Item, reader: Reader) -> Any:
        if self.may_lack and item.value == "":
            return ""
        found = super().check(item, reader)
        if isinstance(found, str) and not re.fullmatch(self.pattern, found):
            reader.report(item.problem(Code.UNKNOWN_VALUE, f"{found!r} is not {self.must_be}"))
        return found


class OwnFile(_Matching, frozen=True):
    """A file of the site or the project, by its path."""

    pattern = r"(?!.*//)(?!(.*/)?\.\.?(/|$))[\w.-][\w./-]*"
    must_be = "a file of ours, such as assets/dossier/icon.svg"


class SiteAddress(_Matching, frozen=True):
    """Where the site is."""

    pattern = rf"{_HOST}(/[A-Za-z0-9._~%-]+)*/?"
    must_be = "an address such as https://dossier.example.org/"
    may_lack = True


class Contact(_Matching, frozen=True):
    """Where readers write to."""

    pattern = rf"({_HOST}([/?#].*)?|mailto:[^:/].*)"
    must_be = "an address that begins with https://, http:// or mailto:"
    may_lack = True


class NoFont(Flag, frozen=True):
    """Material would load its letters from another host."""

    def check(self, item: Item, reader: Reader) -> Any:
        if item.value is not False:
            reader.report(
                item.problem(Code.UNKNOWN_VALUE, "this must be false: pages load their letters from no other host")
            )
        return item.value


class OfTheProgram:
    """What decides which code runs, and how: MkDocs looks at it."""

    doc = "A part of the program."

    def check(self, item: Item, reader: Reader) -> Any:
        return item.plain()

    def schema(self) -> dict[str, Any]:
        return {"description": self.doc}


SETTINGS = Keys(
    {
        "site_name": Text("The name of the site."),
        "theme": Keys(
            {"name": Id(), "custom_dir": OwnFile(), "font": NoFont()},
            {
                "language": Id(),
                "favicon": OwnFile(),
                "features": Many(Text()),
                "palette": Keys({}, {"scheme": Id(), "primary": Id(), "accent": Id()}),
            },
        ),
    },
    {
        "site_description": Text("What a shared link and a search engine show."),
        "site_author": Text(),
        "site_url": SiteAddress(),
        "copyright": Text("Text below every page."),
        "docs_dir": OwnFile(),
        "site_dir": OwnFile(),
        "use_directory_urls": Flag(),
        "extra": Keys({}, {"report": Contact(), "generator": Flag()}),
        "extra_css": Many(OwnFile()),
        "extra_javascript": Many(OwnFile()),
        "hooks": Many(OwnFile()),
        **dict.fromkeys(("markdown_extensions", "not_in_nav", "plugins", "validation"), OfTheProgram()),
    },
)
"""What mkdocs.yml may say. What is not here has no place in our pages, or would load something from elsewhere."""


class _Reader:
    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def report(self, problem: Problem) -> None:
        self.problems.append(problem)

    def refer(self, kind: str, item: Item) -> None:
        """No setting is the name of a thing."""


def checked(root: Path, kept: Kept) -> Compiled:
    """The compiled catalog. Raises CatalogError with all that is wrong with it, with mkdocs.yml and with templates."""
    problems = [*problems_of_settings(root), *problems_of_templates(root)]
    try:
        found = compiled(root, kept)
    except CatalogError as error:
        problems = [*error.problems, *problems]
    except OSError:  # which one of these problems says better, if there is any
        if not problems:
            raise
    if problems:
        raise CatalogError(problems)
    return found


def problems_of_settings(root: Path) -> list[Problem]:
    """All that is wrong with mkdocs.yml of the checkout at `root`."""
    reader = _Reader()
    try:
        text = read_text(root, FILE)
    except CatalogError as error:
        return list(error.problems)
    if text is None:
        return [Problem(FILE, 1, 1, Code.MISSING_FILE.code, "this file is not there")]
    item = read_yaml(text, FILE, reader.report)
    if item is None and not reader.problems:
        item = Item({}, FILE, 1, 1)
    if item:
        SETTINGS.check(item, reader)
    return reader.problems


def problems_of_templates(root: Path) -> list[Problem]:
    """What is no file, or too large, among templates, scripts and schemas."""
    return [found for file in _others(root) if (found := unreadable(root, file))]


def _others(root: Path) -> Iterator[str]:
    yield from (f"site_templates/{name}" for name in sorted(files_in(root / "site_templates")) if name)
    for path in sorted((*root.glob("cards/*.json"), *root.glob("rules/*.json"))):
        yield path.relative_to(root).as_posix()
