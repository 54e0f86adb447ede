"""What makes the finished site work without a network: a service worker with the list of all there is to keep, and
packs to fetch it in.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Iterable, Iterator
from mimetypes import MimeTypes
from os.path import splitext
from pathlib import Path

from msgspec import Struct

from generator.site import packs
from generator.site.last import Mark, files_in
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
_PAGE = "index.html"


class Kept(Struct, frozen=True):
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
    known: Callable[[str, Mark], str | None] = lambda where, mark: None,
    taken: Callable[[str, Path], bool] = lambda where, site: False,
) -> tuple[Kept, dict[str, str]]:
    """Write the packs and the service worker of a finished site: the one of `assets`, with the list of what to keep.

    The worker keeps every page, script, style, picture and data file under `site`, each with a hash of its content. The
    version is the hash of the list and of the worker, so an unchanged site has an unchanged worker. Call it last: what
    is written to the site later is not kept, or is kept as it was before. `known` may know the hash of a file, given
    its place in the site and its mark; `taken` may put the pack of a place in the site there, for a pack's name is a
    hash of what is in it. The hashes of the files are answered, by place.
    """
    shutil.rmtree(site / PACKS, ignore_errors=True)
    hashes: dict[str, str] = {}
    lists: dict[str, dict[str, tuple[str, str]]] = {"packs": {}, "pictures": {}}
    marks = files_in(site)
    for where in _worth_keeping(marks):
        hashes[where] = known(where, marks[where]) or _digest((site / where).read_bytes())
        name = where.rpartition("/")[2]
        lists["pictures" if name == _PICTURES else "packs"][_address(where)] = where, hashes[where]
    sizes = {where: size for where, (_, size, _) in marks.items()}
    kinds = MimeTypes()
    types = {splitext(where)[1]: _type(kinds, where) for files in lists.values() for where, _ in files.values()}
    written = {name: list(_write_packs(site, files, sizes, taken)) for name, files in lists.items()}
    source = (assets / WORKER).read_text(encoding="utf-8")
    kept = {"types": types, **written}
    version = _digest(f"{json.dumps(kept)}\n{source}".encode())
    head = json.dumps({"version": version, **kept}, ensure_ascii=False, separators=(",", ":"))
    (site / WORKER).write_text(f"self.KEPT = {head};\n{source}", encoding="utf-8")
    of_packs = [path.stat().st_size for path in (site / PACKS).iterdir()]
    found = Kept(len(hashes), len(lists["pictures"]), sum(map(sizes.__getitem__, hashes)), len(of_packs), sum(of_packs))
    (site / SIZE).write_text(
        json.dumps({"files": found.files, "size": found.size, "fetched": found.fetched}) + "\n", encoding="utf-8"
    )
    return found, hashes


def _write_packs(
    site: Path, files: dict[str, tuple[str, str]], sizes: dict[str, int], taken: Callable[[str, Path], bool]
) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Write the packs of some files, given by address with their places and hashes; answer what the worker must know of
    each.
    """
    (site / PACKS).mkdir(exist_ok=True)
    form = _digest(Path(packs.__file__).read_bytes())
    for pack in packs.grouped({address: sizes[where] for address, (where, _) in files.items()}):
        listed = [(address, files[address][1]) for address in pack]
        name = _digest(json.dumps([form, *listed]).encode())
        place = f"{PACKS}{name}.json"
        if not taken(place, site):
            (site / place).write_text(
                packs.packed((address, (site / files[address][0]).read_bytes()) for address in pack), encoding="utf-8"
            )
        yield name, listed


def _type(kinds: MimeTypes, where: str) -> str:
    """What a host calls a file."""
    found = kinds.guess_type(where.rpartition("/")[2])[0] or "application/octet-stream"
    return f"{found}; charset=utf-8" if found.startswith("text/") else found


def _worth_keeping(places: Iterable[str]) -> Iterator[str]:
    for where in sorted(places, key=lambda where: where.split("/")):
        name = where.rpartition("/")[2]
        kind = splitext(name)[1]
        left_out = kind in _LEFT_OUT_KINDS or (kind == ".png" and name.startswith(_LEFT_OUT_NAMES))
        left_out |= where.startswith(_LEFT_OUT) and name != _PAGE
        if where not in _NOT_KEPT and not left_out and not name.startswith("."):
            yield where


def _address(where: str) -> str:
    """The address of a file, relative to the root: a page is asked for by its folder."""
    return where.removesuffix(_PAGE) or "./" if where.rpartition("/")[2] == _PAGE else where


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]
