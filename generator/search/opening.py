"""Opening an index that somebody else may have written: it is data, and nothing in it runs.

Whoosh writes its files with pickle, which makes whatever a file names, and calls it. Here it gets another reader of
pickles, wherever it has one: that makes what we write ourselves and refuses the rest.
"""

from __future__ import annotations

import io
import pickle
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

from whoosh.codec.whoosh3 import W3Codec, W3Segment
from whoosh.fields import Schema
from whoosh.filedb.filestore import FileStorage
from whoosh.index import TOC, FileIndex, toc_loaders
from whoosh.index import IndexError as BrokenIndex

NAME = "MAIN"
"""What Whoosh calls the index that is opened without a name."""


class NoIndex(Exception):
    """There is no search index in the directory, or none that this version can read."""


def open_index(directory: Path, schema: Schema) -> FileIndex:
    """The index of a directory. Raises NoIndex, also where anything but files is in it: a pipe would never end."""
    try:
        if not all(file.is_file() for file in directory.iterdir()):
            raise NoIndex(f"{directory}: the search index is damaged")
        return FileIndex(FileStorage(str(directory)), schema, NAME)
    except (BrokenIndex, OSError, pickle.UnpicklingError) as error:
        raise NoIndex(f"{directory}: no search index here") from error


def segments(directory: Path, schema: Schema) -> list[W3Segment]:
    """The parts of an index. Raises an error of Whoosh, of pickle or of the system where there is none."""
    found: list[W3Segment] = TOC.read(FileStorage(str(directory)), NAME, schema=schema).segments
    return found


def _latin(text: str, _: str) -> bytes:
    return text.encode("latin-1")  # so pickle writes bytes


_MADE = {
    ("whoosh.codec.whoosh3", "W3Segment"): W3Segment,
    ("whoosh.codec.whoosh3", "W3Codec"): W3Codec,
    ("collections", "defaultdict"): defaultdict,
    ("builtins", "int"): int,
    ("_codecs", "encode"): _latin,
}
"""All that our own index names."""


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if made := _MADE.get((module, name)):
            return made
        raise pickle.UnpicklingError(f"not in an index of ours: {module}.{name}")


def _load(file: Any) -> Any:
    return _Reader(file).load()


def _loads(data: bytes) -> Any:
    return _load(io.BytesIO(data))


def _disarm() -> None:
    """Give the other reader to every module of Whoosh that is loaded, and through `compat` to those that come later."""
    safe = {id(pickle.load): _load, id(pickle.loads): _loads}
    for module in [module for name, module in sys.modules.items() if name.startswith("whoosh.")]:
        for name, value in list(vars(module).items()):
            if id(value) in safe:
                setattr(module, name, safe[id(value)])
    toc_loaders.clear()  # those of older indexes unpickle in their own way


_disarm()
