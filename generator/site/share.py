"""The pictures that a link shows where it is shared: of each card its face, of other pages our sign.

Those who read a link elsewhere see PNG alone, and only at a whole address, so they are made when mkdocs.yml gives the
site one (`site_url`). A picture has the digest of what it was drawn from in its name: whoever has it has the present
one, and a build takes those of the site before it that are still right. Drawing all takes half a minute, the next build
draws those of the faces that changed.
"""

from __future__ import annotations

import hashlib
import re
import shutil
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

HEIGHT = 480
"""How high a face is that stands, in pixels; one that lies is as wide. Enough to read its text, in some 25 kB."""
SIGN = Path("assets/dossier/icon.svg")
PICTURE_OF_SIGN = SIGN.with_name("share.png")
FAMILIES = {
    "serif_family": (
        "Georgia",
        "Palatino Linotype",
        "Palatino",
        "DejaVu Serif",
        "Noto Serif",
        "Liberation Serif",
        "Times New Roman",
    ),
    "sans_serif_family": ("Segoe UI", "Roboto", "DejaVu Sans", "Noto Sans", "Liberation Sans", "Helvetica", "Arial"),
}
"""Fonts for our serif and sans serif letters: what a machine calls so is not known to the program that draws."""
_ASKED = re.compile(r'<meta property="og:image" content="[^"]*?/(cards/[\w/-]+/share-\w+\.png)">')
_LETTER = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text x="1" y="8" font-size="9"'
    ' font-family="{}">M</text></svg>'
)


class NoFonts(Exception):
    """No letters can be drawn on this machine."""


def picture_name(drawing: str) -> str:
    """The name of the file with the picture of this SVG."""
    return f"share-{hashlib.sha256(f'{HEIGHT} {_drawn_by()} {drawing}'.encode()).hexdigest()[:12]}.png"


def draw_pictures(site: Path, before: Path) -> int:
    """Put the pictures that the pages of a finished site ask for beside the drawings that they are of; answer how many
    were drawn anew.

    `before` is the site that this one replaces, if there is one. Raises NoFonts.
    """
    if 'property="og:image"' not in (site / "index.html").read_text(encoding="utf-8"):
        return 0
    (site / PICTURE_OF_SIGN).write_bytes(_png((site / SIGN).read_text(encoding="utf-8")))
    drawn = 1
    for page in sorted(site.glob("cards/*/*/index.html")):
        found = _ASKED.search(page.read_text(encoding="utf-8"))
        if found is None:
            continue
        old, new = before / found[1], site / found[1]
        if old.is_file():
            shutil.copyfile(old, new)
        else:
            new.write_bytes(_png((page.parent / "face.svg").read_text(encoding="utf-8")))
            drawn += 1
    return drawn


@cache
def _drawn_by() -> str:
    return version("resvg-py")


@cache
def _families() -> dict[str, str]:
    """The fonts of this machine for our letters. Raises NoFonts."""
    nothing = _drawn(_LETTER.format("Dossier has no such font"))
    found = {
        kind: next((family for family in families if _drawn(_LETTER.format(family)) != nothing), "")
        for kind, families in FAMILIES.items()
    }
    if not all(found.values()):
        raise NoFonts
    return found


def _png(drawing: str) -> bytes:
    """The picture of an SVG, as high as HEIGHT, or as wide if it lies."""
    size = re.search(r'viewBox="0 0 (\d+) (\d+)"', drawing)
    wide = size is not None and int(size[1]) > int(size[2])
    return _drawn(drawing, **{"width" if wide else "height": HEIGHT}, **_families())


def _drawn(drawing: str, **how: Any) -> bytes:
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=drawing, **how))
