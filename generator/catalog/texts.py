"""Files that people write, read as text: only regular files of a size that makes sense, only UTF-8; what is wrong is a
problem like any other.
"""

from __future__ import annotations

import stat
from pathlib import Path

from generator.catalog.problems import CatalogError, Code, Problem
from generator.kept import LARGEST


def content_of(root: Path, file: str) -> bytes | Problem | None:
    """What is in a file of a checkout, or why it is not read; None where there is none."""
    try:
        return _refused(root, file) or (root / file).read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        return _no_file(file, f"this file cannot be read: {error.strerror}")


def unreadable(root: Path, file: str) -> Problem | None:
    """Why a file that must be there is not read, whatever it holds; None where it can be."""
    try:
        return _refused(root, file)
    except OSError as error:
        return _no_file(file, f"this file cannot be read: {error.strerror}")


def _refused(root: Path, file: str) -> Problem | None:
    if not file.isprintable():
        message = "the name of this file has a character that can't be printed, or is not UTF-8; rename it"
        return Problem(file, 1, 1, Code.BAD_CHARACTER.code, message)
    there = (root / file).stat()
    if not stat.S_ISREG(there.st_mode):  # A pipe would be waited for, without end.
        return _no_file(file, "this isn't a file that can be read")
    if there.st_size > LARGEST:
        return Problem(file, 1, 1, Code.TOO_LARGE.code, f"this file has {there.st_size} bytes; it may have {LARGEST}")
    return None


def _no_file(file: str, message: str) -> Problem:
    return Problem(file, 1, 1, Code.MISSING_FILE.code, message)


def text_of(content: bytes, file: str) -> str | Problem:
    """The text of a file with this content, or the place where it is none."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start]
        column = error.start - before.rfind(b"\n")
        return Problem(file, before.count(b"\n") + 1, column, Code.BAD_ENCODING.code, "this is not UTF-8 text")


def read_text(root: Path, file: str) -> str | None:
    """The text of a file of a checkout; None where there is none. Raises CatalogError."""
    content = content_of(root, file)
    found = text_of(content, file) if isinstance(content, bytes) else content
    if isinstance(found, Problem):
        raise CatalogError([found])
    return found
