"""What makes the finished site work without a network: a service worker with the list of all there is to keep."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from generator.site.policy import HEADERS_FILE

WORKER = "sw.js"
SIZE = "offline.json"
"""How much there is to keep, for who is asked whether to keep it."""
_NOT_KEPT = (WORKER, SIZE, HEADERS_FILE)
# Downloads are for keeping elsewhere. Material brings stemmers for thirty languages; our pages are in English.
_LEFT_OUT = ("downloads/", "assets/javascripts/lunr/")
_LEFT_OUT_KINDS = (".map", ".gz", ".db", ".xml")
_LEFT_OUT_NAMES = "share"
"""Pictures that only who reads a link elsewhere sees."""
# Two of five requests and none of the text: the faces come when the rest is there.
_PICTURES = "face.svg"


@dataclass(frozen=True)
class Kept:
    """What a reader's browser keeps: how many files, how many of them pictures, and how many bytes before compression."""

    files: int
    pictures: int
    size: int

    def __str__(self) -> str:
        return f"{self.files} files, {self.pictures} of them pictures, {self.size / 1e6:.1f} MB"


def precache(site: Path, assets: Path, known: Callable[[Path, str], str | None] = lambda path, where: None) -> tuple[Kept, dict[str, str]]:
    """Write the service worker to the root of a finished site: the one of `assets`, with the list of what to keep.

    The worker keeps every page, script, style, picture and data file under `site`, each with a hash of its content; the
    version is the hash of them all, so an unchanged site has an unchanged worker. Call it last: what is written to the
    site later is not kept, or is kept as it was before. `known` may know the hash of a file, given it and its place in the site. The hashes
    are answered, by place.
    """
    paths = list(_worth_keeping(site))
    lists: dict[str, list[tuple[str, str]]] = {"files": [], "pictures": []}
    hashes: dict[str, str] = {}
    for path in paths:
        where = path.relative_to(site).as_posix()
        hashes[where] = known(path, where) or _digest(path.read_bytes())
        lists["pictures" if path.name == _PICTURES else "files"].append((_address(path, site), hashes[where]))
    version = _digest(json.dumps(lists).encode())
    kept = json.dumps({"version": version, **lists}, ensure_ascii=False, separators=(",", ":"))
    source = (assets / WORKER).read_text(encoding="utf-8")
    (site / WORKER).write_text(f"self.KEPT = {kept};\n{source}", encoding="utf-8")
    found = Kept(len(paths), len(lists["pictures"]), sum(path.stat().st_size for path in paths))
    (site / SIZE).write_text(json.dumps({"files": found.files, "size": found.size}) + "\n", encoding="utf-8")
    return found, hashes


def _worth_keeping(site: Path) -> Iterator[Path]:
    for path in sorted(site.rglob("*")):
        place = path.relative_to(site).as_posix()
        page = path.name == "index.html"
        left_out = path.suffix in _LEFT_OUT_KINDS or (path.suffix == ".png" and path.name.startswith(_LEFT_OUT_NAMES))
        left_out |= place.startswith(_LEFT_OUT) and not page
        if path.is_file() and place not in _NOT_KEPT and not left_out and not path.name.startswith("."):
            yield path


def _address(path: Path, site: Path) -> str:
    """The address of a file, relative to the root: a page is asked for by its folder."""
    place = path.relative_to(site).as_posix()
    if path.name == "index.html":
        return place.removesuffix("index.html") or "./"
    return place


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]
