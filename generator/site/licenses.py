"""Whose work the site is made with: the packages that the lock names, and their licenses, read from their own
metadata.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution, metadata
from importlib.metadata import files as files_of
from pathlib import Path

from msgspec import Struct

MATERIAL = Path(str(distribution("mkdocs-material").locate_file("material/templates/assets")))
_LOCKED = re.compile(r"^([A-Za-z0-9._-]+)==([^ ;\\]+)", re.MULTILINE)
_BUNDLED = re.compile(r"node_modules/((?:@[\w.-]+/)?[\w.-]+)")
_LICENSES = {"focus-visible": "W3C", "rxjs": "Apache-2.0", "tslib": "0BSD"} | dict.fromkeys(
    ("clipboard", "escape-html", "good-listener", "material-design-color", "minisearch", "select", "tiny-emitter"),
    "MIT",
)
"""Of the libraries that come as a part of a file, without what says their license."""
_NOT_SAID = "not said in its metadata"


class License(Struct, frozen=True):
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
        named = [
            each.rpartition(" :: ")[2] for each in about.get_all("Classifier") or () if each.startswith("License :: ")
        ]
        expression, own = (next(iter(about.get_all(field) or ()), "") for field in ("License-Expression", "License"))
        text = expression or ", ".join(named) or own.strip().partition("\n")[0]
        yield License(name, version, text or _of_its_file(name) or _NOT_SAID)


def in_browser(vendor: Path, material: Path = MATERIAL) -> tuple[tuple[str, str], ...]:
    """The libraries in what pages load, and their licenses: those in the folder `vendor`, and those that the source
    maps of Material name.
    """
    texts = (
        path.read_text(encoding="utf-8")
        for kind in ("javascripts", "stylesheets")
        for path in material.glob(f"{kind}/*.map")
    )
    names = {name for text in texts for name in _BUNDLED.findall(text)} | {path.stem for path in vendor.glob("*.js")}
    return tuple((name, _LICENSES.get(name, _NOT_SAID)) for name in sorted(names))


def _of_its_file(name: str) -> str:
    """What the license that comes with a package calls itself, in its first line: `MIT License`."""
    files = [path for path in files_of(name) or () if "dist-info" in path.parts[0] and "license" in path.name.lower()]
    return files[0].read_text(encoding="utf-8").strip().partition("\n")[0].strip() if files else ""
