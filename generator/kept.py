"""What was made before, kept by what it was made from: one small store that every step uses.

A step has a name (`file`, `verdict`, `card`), a thing that it made has a key: a digest of everything that it was made
from. What has another key was made from something else, so nothing here is ever out of date: it is found, or it is made
again. Our own code, that of all rooms but the LATER ones, is a key of the whole: what other code made is not there. A
step of a later room has `code_key` in its keys.

It is safe to read. It holds JSON alone, so reading it runs no code, and it lies in a folder that only we can write:
unless the folder and the file are ours and closed to all others (mode 0700, no link), nothing is read from there and
nothing is written. Each value stands beside its digest; what is cut off, damaged, of another layout or no database at
all counts as not there, and is written anew. Who can write here as us can change our code as well, and is not guarded
against. Two commands at once are two transactions of SQLite: whoever comes second waits, or does without. To lose the
folder is to lose time, nothing else.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import sys
import time
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Self

LATER = ("workers", "database", "search", "site", "answers", "cli", "start")
"""The rooms whose code makes nothing that is read, judged or played."""
LARGEST = 1_000_000
"""So many bytes may a file have that is read: four times the largest of ours."""
_WAIT = 5.0
"""Seconds to wait for another command that is writing."""
_CODE = Path(__file__).resolve().parent
_SOURCES = (".yaml", ".md", ".jsonl")
_READ_AT_ONCE = 500
_ENCODED = json.JSONEncoder(separators=(",", ":")).encode
_SETTLED = 2_000_000_000
"""A file that was changed less than so many nanoseconds ago may change again without showing it."""
_DEEP = 4
"""So deep below their folder lie our files, and one folder less."""


def digest(*parts: object) -> str:
    """A short name for exactly these parts; two lists of parts with one name are not to be found."""
    data = [part if isinstance(part, bytes) else str(part).encode("utf-8", "surrogatepass") for part in parts]
    return hashlib.blake2b(b"".join([b"%d:%b" % (len(each), each) for each in data]), digest_size=16).hexdigest()


def as_text(value: Any) -> str:
    """A value as the store holds it."""
    return _ENCODED(value)


def _files(folder: str, deep: int = _DEEP) -> Iterator[str]:
    """All files below a folder, sorted; none where there is none. Links may lead in circles. Raises OSError where one
    cannot be read.
    """
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except (FileNotFoundError, NotADirectoryError):
        return
    for entry in entries:
        if entry.is_dir():
            if entry.name != "__pycache__" and deep:
                yield from _files(entry.path, deep - 1)
        else:
            yield entry.path


@cache
def _digest_read(path: str, *_as_it_is: int) -> str:
    with open(path, "rb", buffering=0) as file:
        return digest(file.read())


def file_key(path: str) -> str:
    """What is in a file, or that it is none that we read."""
    try:
        there = os.stat(path)
        if not stat.S_ISREG(there.st_mode) or there.st_size > LARGEST:
            return f"not read: {there.st_mode} {there.st_size}"
        is_settled = time.time_ns() - there.st_ctime_ns > _SETTLED
        read = _digest_read if is_settled else _digest_read.__wrapped__
        return read(path, there.st_ino, there.st_size, there.st_ctime_ns)
    except OSError as error:
        return f"not readable: {error.errno}"


@cache
def _code() -> tuple[tuple[str, str], ...]:
    """Each file of our code with its digest."""
    return tuple((os.path.relpath(path, _CODE), file_key(path)) for path in _files(str(_CODE)) if path.endswith(".py"))


@cache
def code_key(*, all_rooms: bool = True) -> str:
    """What our code is, with the Python that runs it; with all rooms, or without the LATER ones."""
    return digest(
        sys.version,
        sys.implementation.cache_tag,
        *(
            part
            for file in _code()
            if all_rooms or file[0].split(os.sep)[0].removesuffix(".py") not in LATER
            for part in file
        ),
    )


def sources_key(root: Path) -> str:
    """What the texts of a checkout are, `cards/` and `rules/`: which files there are, and what is in them."""
    return digest(
        *(
            part
            for name in ("cards", "rules")
            for path in _files(str(root / name))
            if path.endswith(_SOURCES)
            for part in (os.path.relpath(path, root), file_key(path))
        )
    )


class Kept:
    """The store in a folder; `with Kept(folder) as kept`.

    What is put is written at the end, all of it at once; after an error only what was saved before.

    Without a folder, or with one that is not ours alone, it forgets everything in the end; if it `forgets`, at once.
    """

    def __init__(self, folder: Path | None, *, forgets: bool = False) -> None:
        self.forgets = forgets
        self._file = folder / "kept.db" if folder is not None else None
        self._new: dict[tuple[str, str], str] = {}
        self._only: dict[str, Collection[str]] = {}
        self._most: dict[str, int] = {}
        self._open: Any = None
        self._shut = False
        self._left = False
        self._process = os.getpid()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, error: object, *_: object) -> None:
        if error is None:
            self.save()
        self._left = True
        self._close()

    def get(self, step: str, key: str) -> Any:
        """What the step made under this key; None when it is not kept."""
        return self.get_all(step, (key,)).get(key)

    def get_all(self, step: str, keys: Iterable[str]) -> dict[str, Any]:
        """What is kept of these keys."""
        keys = list(dict.fromkeys(keys))
        found = {key: json.loads(self._new[step, key]) for key in keys if (step, key) in self._new}
        missing = [key for key in keys if key not in found]
        for start in range(0, len(missing), _READ_AT_ONCE):
            some = missing[start : start + _READ_AT_ONCE]
            marks = ",".join("?" * len(some))
            found |= self._whole(step, f" and key in ({marks})", some)
        return found

    def all_of(self, step: str) -> dict[str, Any]:
        """All that was kept of the step when the store was opened."""
        return dict(self._whole(step))

    def _whole(self, step: str, where: str = "", values: Iterable[str] = ()) -> Iterator[tuple[str, Any]]:
        """Keys and values of a step, those `where` more is so of them, that are as they were written."""
        query = f"select key, value, digest from {self._table} where step = ?{where}"
        for key, value, check in self._ask(query, (step, *values)):
            if isinstance(value, str) and digest(step, key, value) == check:
                yield key, json.loads(value)

    def has(self, step: str, keys: Iterable[str]) -> set[str]:
        """Which of these keys are kept, unless their value turns out to be damaged."""
        wanted = set(keys)
        found = {key for key in wanted if (step, key) in self._new}
        return found | {
            key for (key,) in self._ask(f"select key from {self._table} where step = ?", (step,)) if key in wanted
        }

    def put(self, step: str, key: str, value: Any) -> None:
        """Keep what the step made under this key."""
        self.put_text(step, key, as_text(value))

    def put_text(self, step: str, key: str, text: str) -> None:
        """The same of a value that is text already (`as_text`)."""
        if not self.forgets:
            self._new[step, key] = text

    def keep_only(self, step: str, keys: Collection[str]) -> None:
        """Forget all else of this step."""
        self._only[step] = frozenset(keys)

    def at_most(self, step: str, number: int) -> None:
        """Forget all of this step once there is more than this."""
        self._most[step] = number

    def save(self, *, in_new_folder: bool = True) -> None:
        """Write what was put. Another command that is writing is waited for; where nothing can be written, nothing
        is.
        """
        rows = [(step, key, value, digest(step, key, value)) for (step, key), value in self._new.items()]
        if not (rows or self._only) or not (in_new_folder or (self._file and self._file.parent.parent.is_dir())):
            return
        for again in (True, False):
            base = self._base(make=True)
            if base is None:
                return
            try:
                base.execute("begin immediate")
                for step, keys in self._only.items():
                    gone = [
                        (step, key)
                        for (key,) in base.execute(f"select key from {self._table} where step = ?", (step,))
                        if key not in keys
                    ]
                    base.executemany(f"delete from {self._table} where step = ? and key = ?", gone)
                for step, number in self._most.items():
                    if (
                        base.execute(f"select count(*) from {self._table} where step = ?", (step,)).fetchone()[0]
                        > number
                    ):
                        base.execute(f"delete from {self._table} where step = ?", (step,))
                base.executemany(f"insert or replace into {self._table} values (?, ?, ?, ?)", rows)
                base.execute("commit")
                break
            except Exception as error:
                if not self._failed(error) or not again:
                    return
        self._new.clear()
        self._only.clear()

    # --- the file ---------------------------------------------------------------------------------------------------

    def _close(self) -> None:
        if self._open is not None:
            self._open.close()
        self._open = None

    def _ask(self, query: str, values: Iterable[Any]) -> list[Any]:
        base = self._base(make=False)
        if base is None:
            return []
        try:
            return list(base.execute(query, tuple(values)))
        except Exception as error:
            self._failed(error)
            return []
        finally:
            if self._left:  # Records are still loaded when the command has gone on.
                self._close()

    def _failed(self, error: Exception) -> bool:
        """What to do about an error of the database: a damaged one is thrown away, which is worth another try; of a
        busy one nothing is asked any more. Any other error is our own fault.
        """
        import sqlite3

        if not isinstance(error, sqlite3.Error):
            raise error
        self._close()
        if isinstance(error, sqlite3.OperationalError) and error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_ERROR:
            self._shut = True  # busy, read-only, a full disk
            return False
        self._throw_away()
        return True

    def _throw_away(self) -> None:
        for end in ("", "-journal"):
            try:
                os.unlink(f"{self._file}{end}")
            except FileNotFoundError:
                pass
            except OSError:
                self._shut = True

    def _base(self, make: bool) -> Any:
        """The open database; None when there is none that we may use."""
        # SQLite does not cross a fork; what is open belongs to the parent, which closes it.
        if self._process != os.getpid():
            self._process, self._parents, self._open = os.getpid(), self._open, None
        if self._open is not None or self._shut or self._file is None:
            return self._open
        folder = self._file.parent
        if make:
            try:
                folder.parent.mkdir(parents=True, exist_ok=True)
                folder.mkdir(mode=0o700, exist_ok=True)
            except OSError:
                return None
        if not _is_ours(folder, stat.S_ISDIR) or not (
            _is_ours(self._file, stat.S_ISREG) or (make and not os.path.lexists(self._file))
        ):
            return None
        import sqlite3

        try:
            base = self._open = sqlite3.connect(self._file, timeout=_WAIT, isolation_level=None)
            base.execute("pragma synchronous = off")
            if not self._is_there(base):
                if not make:
                    self._open = None
                    base.close()
                    return None
                base.execute("begin immediate")
                for (table,) in base.execute("select name from sqlite_schema where type = 'table'").fetchall():
                    if table != self._table:
                        base.execute(f'drop table "{table}"')
                base.execute(
                    f"create table if not exists {self._table} (step text, key text, value text, digest text, primary"
                    " key (step, key)) without rowid"
                )
                base.execute("commit")
                os.chmod(self._file, 0o600)
        except sqlite3.Error as error:
            if self._failed(error) and make:
                return self._base(make)
        return self._open

    @property
    def _table(self) -> str:
        """The one table, named for the code that fills it."""
        return f"kept_{code_key(all_rooms=False)}"

    def _is_there(self, base: Any) -> bool:
        return base.execute("select 1 from sqlite_schema where name = ?", (self._table,)).fetchone() is not None


def _is_ours(path: Path, is_kind: Any) -> bool:
    """Whether a folder or file is of this kind, no link, ours, and closed to all others."""
    try:
        found = os.lstat(path)
    except OSError:
        return False
    mine = not hasattr(os, "geteuid") or (found.st_uid == os.geteuid() and not found.st_mode & 0o077)
    return is_kind(found.st_mode) and mine


def kept_of(root: Path) -> Kept:
    """The store of a checkout: in its `build/`, which is made only where our own code lies. Elsewhere looking something
    up writes nothing.
    """
    build = root / "build"
    return Kept(build / "kept" if build.is_dir() or os.path.realpath(root) == str(_CODE.parent) else None)
