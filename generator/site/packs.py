"""Packs: files that a browser fetches together, because they are much the same.

A pack is JSON: `{"between": "</", "parts": […], "files": {"cards/inwo/texas/": [0, 12, 40, 41], …}}`. Each text is cut
at every `between`, and each part is said once. A file is runs of parts, from one number to before another: parts 0 to
11 and part 40, with `between` between all of them. What is no text is written as base64 in place of the runs.

Hosts compress JSON, but gzip looks back 32 kB only, which is one page of ours; what pages share is often further away.
Measured with the whole site: 11.9 MB when each file is compressed by itself, 6.9 MB as packs of whole texts, 5.2 MB as
parts.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping

_BETWEEN = "</"
_MANY = 48
"""So many files are in a pack, more or less."""
_LARGE = 100_000
"""A file of more bytes is a pack alone: nobody fetches the index of the search again because a page beside it is
new.
"""


def grouped(sizes: Mapping[str, int]) -> Iterator[list[str]]:
    """The addresses of each pack; `sizes` has those of all files, neighbors beside each other.

    A pack ends behind an address whose hash says so, so where packs begin and end depends on no other file. A page that
    is new, gone or different changes the pack that it is in; only one whose own address ends a pack divides one or
    joins two.
    """
    pack = []
    for address, size in sizes.items():
        if size > _LARGE:
            yield [address]
            continue
        pack.append(address)
        if int.from_bytes(hashlib.sha256(address.encode()).digest()[:4], "big") % _MANY == 0:
            yield pack
            pack = []
    if pack:
        yield pack


def packed(files: Iterable[tuple[str, bytes]]) -> str:
    """The pack of some files, given as their addresses and contents."""
    numbers: dict[str, int] = {}
    found: dict[str, list[int] | str] = {}
    for address, content in files:
        try:
            text = content.decode()
        except UnicodeDecodeError:
            found[address] = base64.b64encode(content).decode()
            continue
        runs: list[int] = []
        end = -1
        for part in text.split(_BETWEEN):
            number = numbers.setdefault(part, len(numbers))
            if number != end:
                runs += [number] if end < 0 else [end, number]
            end = number + 1
        found[address] = [*runs, end]
    return json.dumps(
        {"between": _BETWEEN, "parts": list(numbers), "files": found}, ensure_ascii=False, separators=(",", ":")
    )
