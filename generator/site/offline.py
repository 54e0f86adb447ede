"""What makes the finished site work without a network: a service worker with the list of all there is to keep, and
packs to fetch it in.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from mimetypes import MimeTypes
from pathlib import Path

from generator.site import packs
from generator.site.policy import HEADERS_FILE

WORKER = "sw.js"
PACKS = "packs/"
SIZE = "offline.json"
"""How much there is to keep, for who is asked whether to keep it."""
_NOT_KEPT = (WORKER, SIZE, HEADERS_FILE)
_LEFT_OUT = "downloads/"
"""They are for keeping elsewhere."""
_LEFT_OUT_KINDS = (".map", ".gz", ".db", ".xml")
_LEFT_OUT_NAMES = "share"
"""Pictures that only who reads a link elsewhere sees."""
# The faces come when all text is there.
_PICTURES = "face.svg"


@dataclass(frozen=True)
class Kept:
    """What a reader's browser keeps: how many files, how many of them pictures, and how many bytes; in how many packs
    it fetches them, and how many bytes these are before the host compresses them.
    """

    files: int
    pictures: int
    size: int
    packs: int
    fetched: int

    def __str__(self) -> str:
        return (
            f"{self.files} files, {self.pictures} of them pictures, {self.size / 1e6:.1f} MB; fetched in {self.packs}"
            f" packs of {self.fetched / 1e6:.1f} MB"
        )


def precache(
    site: Path,
    assets: Path,
    known: Callable[[Path, str], str | None] = lambda path, where: None,
    taken: Callable[[str, Path], bool] = lambda where, path: False,
) -> tuple[Kept, dict[str, str]]:
    """Write the packs and the service worker of a finished site: the one of `assets`, with the list of what to keep.

    The worker keeps every page, script, style, picture and data file under `site`, each with a hash of its content. The
    version is the hash of the list and of the worker, so an unchanged site has an unchanged worker. Call it last: what
    is written to the site later is not kept, or is kept as it was before. `known` may know the hash of a file, given it
    and its place in the site; `taken` may put the pack of a place in the site there, for a pack's name is a hash of
    what is in it. The hashes of the files are answered, by place.
    """
    shutil.rmtree(site / PACKS, ignore_errors=True)
    hashes: dict[str, str] = {}
    lists: dict[str, dict[str, tuple[Path, str]]] = {"packs": {}, "pictures": {}}
    for path in _worth_keeping(site):
        where = path.relative_to(site).as_posix()
        hashes[where] = known(path, where) or _digest(path.read_bytes())
        lists["pictures" if path.name == _PICTURES else "packs"][_address(path, site)] = path, hashes[where]
    kinds = MimeTypes()
    types = {path.suffix: _type(kinds, path) for files in lists.values() for path, _ in files.values()}
    written = {name: list(_write_packs(site, files, taken)) for name, files in lists.items()}
    source = (assets / WORKER).read_text(encoding="utf-8")
    kept = {"types": types, **written}
    version = _digest(f"{json.dumps(kept)}\n{source}".encode())
    head = json.dumps({"version": version, **kept}, ensure_ascii=False, separators=(",", ":"))
    (site / WORKER).write_text(f"self.KEPT = {head};\n{source}", encoding="utf-8")
    places = [path for files in lists.values() for path, _ in files.values()]
    sizes = [path.stat().st_size for path in (site / PACKS).iterdir()]
    found = Kept(
        len(places), len(lists["pictures"]), sum(path.stat().st_size for path in places), len(sizes), sum(sizes)
    )
    (site / SIZE).write_text(
        json.dumps({"files": found.files, "size": found.size, "fetched": found.fetched}) + "\n", encoding="utf-8"
    )
    return found, hashes


def _write_packs(
    site: Path, files: dict[str, tuple[Path, str]], taken: Callable[[str, Path], bool]
) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Write the packs of some files, given by address with their places and hashes; answer what the worker must know of
    each.
    """
    (site / PACKS).mkdir(exist_ok=True)
    form = _digest(Path(packs.__file__).read_bytes())
    for pack in packs.grouped({address: path.stat().st_size for address, (path, _) in files.items()}):
        listed = [(address, files[address][1]) for address in pack]
        name = _digest(json.dumps([form, *listed]).encode())
        place = f"{PACKS}{name}.json"
        if not taken(place, site / place):
            (site / place).write_text(
                packs.packed((address, files[address][0].read_bytes()) for address in pack), encoding="utf-8"
            )
        yield name, listed


def _type(kinds: MimeTypes, path: Path) -> str:
    """What a host calls a file."""
    found = kinds.guess_type(path.name)[0] or "application/octet-stream"
    return f"{found}; charset=utf-8" if found.startswith("text/") else found


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
