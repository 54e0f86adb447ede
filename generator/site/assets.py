"""The scripts, styles and pictures that pages load, as the site has them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from generator.kept import digest
from generator.site import links
from generator.site.made import Job

if TYPE_CHECKING:
    from generator.site.writer import Writer

_COMMENT = re.compile(r"^[ \t]*(?:/\*\*?(?:[^*]|\*(?!/))*\*/|//[^\n]*)[ \t]*\n", re.MULTILINE)
_TYPE = re.compile(r"/\*\* @[^*]*\*/ ?")
_INDENTATION = re.compile(r"^[ \t]+|^\n", re.MULTILINE)


def without_comments(script: str) -> str:
    """A script without indentation, blank lines, the comments that have lines of their own, and types. No text of ours
    goes over lines but within `${}`, and none has a type in it; a test holds the scripts to that.
    """
    return _INDENTATION.sub("", _TYPE.sub("", _COMMENT.sub("", script)))


def is_plain(path: str) -> bool:
    """Whether a file of the templates is a script or a style that the site has as it is, and no page shows anything
    of: not theme.js, which gets the settings of Material.
    """
    folder, _, name = path.rpartition("/")
    return folder == "assets" and name.endswith((".js", ".css")) and name != "theme.js"


def jobs(templates: Path) -> Iterator[Job]:
    """A job for each that pages load."""
    for asset in sorted((templates / "assets").rglob("*")):
        name = asset.relative_to(templates / "assets").as_posix()
        if asset.is_file() and asset.name != "sw.js" and not asset.name.endswith(".d.ts"):
            yield Job(f"asset {name}", _write, (name, digest(asset.read_bytes())), everything=False)


def content(templates: Path, name: str) -> bytes:
    """What the site has of one; the comments of scripts stay behind, which are a quarter of what a phone would load."""
    path = templates / "assets" / name
    if path.suffix == ".js" and "/" not in name:
        return without_comments(path.read_text(encoding="utf-8")).encode()
    return path.read_bytes()


def _write(writer: Writer, name: str, _digest: str) -> None:
    writer.write_bytes(links.ASSETS + name, content(writer.templates, name))
