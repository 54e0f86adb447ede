"""Whose work the site is made with: the packages that the lock names, and their licenses, read from their own metadata."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, metadata
from importlib.metadata import files as files_of
from pathlib import Path

_LOCKED = re.compile(r"^([A-Za-z0-9._-]+)==([^ ;\\]+)", re.MULTILINE)
IN_BROWSER = (
    ("MiniSearch, in the search", "MIT"), ("Material for MkDocs: scripts, styles and signs", "MIT"),
    ("lunr, in the search of Material for MkDocs", "MIT"),
    ("RxJS, in the scripts of Material for MkDocs", "Apache-2.0"),
)
"""What pages load that is not ours: MiniSearch lies in `site_templates/assets/vendor/`, the rest comes with the package mkdocs-material."""


@dataclass(frozen=True)
class License:
    """A package that is installed here, and what its metadata say of its license."""

    name: str
    version: str
    license: str


def licenses(lock: Path) -> Iterator[License]:
    """Of each package that the lock names and that is installed here, by name."""
    for name, version in sorted(_LOCKED.findall(lock.read_text(encoding="utf-8")), key=lambda found: found[0].lower()):
        try:
            about = metadata(name)
        except PackageNotFoundError:
            continue  # for another system
        named = [each.rpartition(" :: ")[2] for each in about.get_all("Classifier") or () if each.startswith("License :: ")]
        expression, own = (next(iter(about.get_all(field) or ()), "") for field in ("License-Expression", "License"))
        text = expression or ", ".join(named) or own.strip().partition("\n")[0]
        yield License(name, version, text or _of_its_file(name) or "not said in its metadata")


def _of_its_file(name: str) -> str:
    """What the license that comes with a package calls itself, in its first line: `MIT License`."""
    files = [path for path in files_of(name) or () if "dist-info" in path.parts[0] and "license" in path.name.lower()]
    return files[0].read_text(encoding="utf-8").strip().partition("\n")[0].strip() if files else ""
