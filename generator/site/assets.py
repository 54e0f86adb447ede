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
_PLAIN = r"""(?:[^`'/"\n]|"(?:[^"\\\n]|\\.)*")"""
"""Code without a template, a regular expression, a comment or a division: its only texts are in double quotes."""
_PLAIN_LINE = re.compile(rf"^{_PLAIN}+$", re.MULTILINE)
_OPEN_LINE = re.compile(rf"^({_PLAIN}*[{{,;(])\n", re.MULTILINE)
_AROUND_SIGN = re.compile(r'("(?:[^"\\]|\\.)*")| ?(=>|[=!]==|&&|\|\||\?\?|[<>]=|[,:?={}<>]) ?| ([-+*]) (?=[\w(])')


def shortened(script: str) -> str:
    """A script without indentation, blank lines, the comments that have lines of their own, types, and what parts
    signs in plain lines. No text of ours goes over lines but within `${}`, and none has a type in it; a test holds the
    scripts to that.
    """
    bare = _INDENTATION.sub("", _TYPE.sub("", _COMMENT.sub("", script)))
    tight = _PLAIN_LINE.sub(
        lambda line: _AROUND_SIGN.sub(lambda found: found[1] or found[2] or found[3], line[0]), bare
    )
    return _OPEN_LINE.sub(r"\1", tight)


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
    """What the site has of one; comments and spaces of scripts stay behind, which are a quarter of what a phone would
    load.
    """
    path = templates / "assets" / name
    if path.suffix == ".js" and "/" not in name:
        return shortened(path.read_text(encoding="utf-8")).encode()
    return path.read_bytes()


def _write(writer: Writer, name: str, _digest: str) -> None:
    writer.write_bytes(links.ASSETS + name, content(writer.templates, name))
