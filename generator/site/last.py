"""What the last build of a place made: each file, what it was made from, and whether it is still as it was left.

It stands in the store (`generator.kept`), and so nobody else can write it. A file counts as it was left while its
number, its size and the time of its last change are the same; whatever is not is made again.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any

from generator.files import place, write_whole
from generator.kept import Kept, digest

LIST = ".dossier"
"""In a folder that a build made: what it made there, a line each. All else is somebody else's."""
_STEP, _RECORD = "build", "build record"
_MOST = 8
"""The builds of so many places are remembered."""
Mark = list[int]


def tree_key(folder: Path) -> str:
    """A digest of all files below a folder."""
    return digest(*(part for each in tree_digests(folder).items() for part in each))


def tree_digests(folder: Path) -> dict[str, str]:
    """A digest of each file below a folder."""
    return {name: digest((folder / name).read_bytes()) for name in sorted(files_in(folder))}


def files_in(place: Path) -> dict[str, Mark]:
    """The files below a folder, or a file alone as "", each with its mark."""
    found: dict[str, Mark] = {}

    def look(folder: str, prefix: str) -> None:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    look(entry.path, f"{prefix}{entry.name}/")
                else:
                    found[prefix + entry.name] = _mark(entry.stat(follow_symlinks=False))

    try:
        if place.is_dir():
            look(str(place), "")
        else:
            found[""] = _mark(os.lstat(place))
    except OSError as error:
        if error.errno not in (errno.ENOENT, errno.ENOTDIR):
            raise
    return found


def write_list(folder: Path, paths: Iterable[str]) -> None:
    """Note in a folder that a build has made these files in it."""
    write_whole(folder / LIST, "".join(f"{path}\n" for path in sorted(paths)))


def made_here(folder: Path) -> set[str]:
    """What is noted in a folder."""
    is_there = (folder / LIST).is_file()
    return {*(folder / LIST).read_text(encoding="utf-8", errors="replace").split("\n")} if is_there else set()


def not_ours(place: Path) -> list[str]:
    """What is at a place and no build made: files, links and whole folders; "" for all of it, where nothing says that a
    build made any.
    """
    if not (place / LIST).is_file():
        return [""] if os.path.lexists(place) and not (place.is_dir() and not any(place.iterdir())) else []
    listed = {LIST} | made_here(place)
    folders: set[str] = set()
    for path in listed:
        while (path := path.rpartition("/")[0]) and path not in folders:
            folders.add(path)
    found = []

    def look(folder: str, prefix: str) -> None:
        with os.scandir(folder) as entries:
            for entry in entries:
                path, is_folder = prefix + entry.name, entry.is_dir(follow_symlinks=False)
                if is_folder and path in folders:
                    look(entry.path, f"{path}/")
                elif is_folder or path not in listed:
                    found.append(path)

    look(str(place), "")
    return sorted(found)


def leave_only(folder: Path, wanted: Mapping[str, Mark]) -> set[str]:
    """Take away all below a folder but those wanted files that are there with their marks; answer which are."""
    there = files_in(folder)
    left = {path for path, mark in there.items() if wanted.get(path) == mark}
    for path in there.keys() - left:
        os.unlink(folder / path)
        with suppress(OSError):  # until there is something else in a folder
            while path := path.rpartition("/")[0]:
                os.rmdir(folder / path)
    return left


def keep_others(at: Path, new: Path, others: Iterable[str]) -> list[str]:
    """Let `others`, all that no build made at a place, be in what will take the place too; answer what cannot be,
    because the build has made its own.
    """
    taken = []
    for path in others:
        old, to = at / path, new / path
        try:
            to.parent.mkdir(parents=True, exist_ok=True)
            if old.is_dir() and not old.is_symlink():
                shutil.copytree(old, to, symlinks=True, copy_function=lambda one, other: place(Path(one), Path(other)))
            else:
                place(old, to)
        except (FileExistsError, NotADirectoryError):
            taken.append(path)
    return taken


def _mark(found: os.stat_result) -> Mark:
    return [found.st_ino, found.st_size, found.st_mtime_ns]


class Last:
    """The last build of some places, by name; nothing of it where there was none, or it is not known."""

    def __init__(self, kept: Kept, places: Mapping[str, Path]) -> None:
        self._kept, self._places = kept, places
        self._key = digest(*(part for name, place in places.items() for part in (name, place)))
        found: dict[str, Any] = kept.get(_STEP, self._key) or {}
        self.made_from: dict[str, str] = found.get("made_from", {})
        self.pages: int = found.get("pages", 0)
        self._files: dict[str, dict[str, Mark]] = found.get("files", {})
        self._there: dict[str, dict[str, Mark]] = {}

    @cached_property
    def record(self) -> dict[str, Any]:
        """What the build noted for the next one; empty where nothing is known."""
        return (self._kept.get(_RECORD, self._key) if self.made_from else None) or {}

    def there(self, name: str) -> dict[str, Mark]:
        """The files that are at a place now."""
        if name not in self._there:
            self._there[name] = files_in(self._places[name])
        return self._there[name]

    def is_whole(self, *names: str) -> bool:
        """Whether all that the build made is as it was left, at some places or at all of them."""
        return bool(self._files) and all(self.has(name, self._files[name]) for name in names or self._places)

    def has(self, name: str, paths: Iterable[str]) -> bool:
        """Whether these files are as they were left."""
        was, there = self._files.get(name, {}), self.there(name)
        return all(path in was and there.get(path) == was[path] for path in paths)

    def take(self, name: str, path: str, to: Path) -> bool:
        """Let a file of a place be in the folder `to` too, if it is as it was left."""
        if not self.has(name, (path,)):
            return False
        self._take(name, (path,), to)
        return True

    def _take(self, name: str, paths: Iterable[str], to: Path) -> None:
        old, new, folders = os.fspath(self._places[name]), os.fspath(to), set[str]()
        for path in paths:
            if not path:
                place(old, new)
                continue
            if (folder := path.rpartition("/")[0]) not in folders:
                os.makedirs(f"{new}/{folder}", exist_ok=True)
                folders.add(folder)
            place(f"{old}/{path}", f"{new}/{path}")

    def path(self, name: str, path: str) -> Path:
        """Where a file of a place is."""
        return self._places[name] / path

    def take_all(
        self, name: str, to: Path, paths: Iterable[str] | None = None, but: Collection[str] = frozenset()
    ) -> None:
        """The same of all files that the build made at a place `but` for some, or of some that are as they were left; a
        place that is a file is then at `to`. If that is a folder, nothing else stays in it.
        """
        wanted = {path for path in (self._files[name] if paths is None else paths) if path not in but}
        there = leave_only(to, {path: self._files[name][path] for path in wanted}) if to.is_dir() else frozenset()
        self._take(name, wanted - there, to)

    def is_one(self, path: str, name: str, other: str) -> bool:
        """Whether a file is the same one at two places, as it was left."""
        return self.has(name, (path,)) and self._files[name][path] == self.there(other).get(path)

    def content(self, name: str, path: str, mark: Mark) -> str | None:
        """What was noted about the content of a file, if the one with this mark is the one that was at a place."""
        return self.record.get("content", {}).get(path) if self._files.get(name, {}).get(path) == mark else None

    def keep(
        self,
        made_from: Mapping[str, str],
        pages: int,
        record: Mapping[str, Any],
        files: Mapping[str, Mapping[str, Mark]],
    ) -> None:
        """Remember the build that has just been put in place: what it made, by place."""
        found = {"made_from": made_from, "pages": pages, "files": files}
        self._kept.put(_STEP, self._key, found)
        self._kept.put(_RECORD, self._key, record)
        self._kept.at_most(_STEP, _MOST)
        self._kept.at_most(_RECORD, _MOST)
