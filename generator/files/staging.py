"""Making new files and folders beside their places, and putting them there in one step each.

The door for everything that writes what others read:

    with only_one(root / "build", waiting):                  # a second build of the same folder waits
        with Staging(root / "build/dossier.db", site) as new:    # sweeps what dead processes left
            write(new[site])                                     # on the file system of the place, wherever that is
            new.commit()                                         # without it, nothing changes

A process may be killed at any moment, and the disk may fill: each place then holds what it held before or what is
new, whole. What was being made lies in a folder `.dossier-new-…` beside the place, on which its process holds a
lock. The lock dies with the process; the next Staging with a place in that folder takes away what has none.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

_PREFIX = ".dossier-new-"
_OLD = "old-"
_LIVE: dict[Path, int] = {}
"""The workshops in use, each with the process that made it."""


class Staging:
    """New files and folders for `places`; `new[place]` is where to make one, and `commit` puts them all in place.

    What a folder held before is kept as its spare, if `spares` has a name for that: the next new one is made of it.
    Raises OSError where a place can't be written, or can't be replaced because a file system is mounted on it.
    """

    def __init__(self, *places: Path, spares: Mapping[Path, Path] | None = None) -> None:
        self._workshops: dict[Path, _Workshop] = {}
        self._new: dict[Path, Path] = {}
        self._places, self._spares = tuple(dict.fromkeys(places)), spares or {}

    def __enter__(self) -> Self:
        try:
            for place in self._places:
                target = resolved(place)
                if os.path.ismount(target):
                    raise OSError(errno.EBUSY, "a file system is mounted here; name a folder in it", str(place))
                if target.parent not in self._workshops:
                    target.parent.mkdir(parents=True, exist_ok=True)
                    sweep(target.parent)
                    self._workshops[target.parent] = _Workshop(target.parent)
                self._new[place] = self._workshops[target.parent].path / target.name
                if (spare := self._spares.get(place)) and not spare.is_symlink():
                    with suppress(OSError):
                        spare.rename(self._new[place])
        except BaseException:
            self._close()
            raise
        return self

    def __getitem__(self, place: Path) -> Path:
        return self._new[place]

    def commit(self) -> None:
        """Put everything in place, in the order of the places, one step each; SIGINT and SIGTERM wait until all are
        there.
        """
        before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM))
        try:
            for place, new in self._new.items():
                _put(new, resolved(place))
            for place, spare in self._spares.items():
                with suppress(OSError):  # there was none, or it is on another file system
                    self._new[place].rename(spare)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def _close(self) -> None:
        for workshop in self._workshops.values():
            workshop.close()


class _Workshop:
    """A folder of ours, locked while we live."""

    def __init__(self, parent: Path) -> None:
        while True:
            self.path = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=parent))
            with suppress(FileNotFoundError):  # a sweep came between the two lines
                self._lock = os.open(self.path, os.O_RDONLY)
                fcntl.flock(self._lock, fcntl.LOCK_EX)
                if self.path.exists():
                    break
                os.close(self._lock)
        _LIVE[self.path] = os.getpid()

    def close(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)
        os.close(self._lock)
        _LIVE.pop(self.path, None)


def resolved(path: Path) -> Path:
    """Where a path leads, whether or not something is there. Raises OSError where its links lead in circles."""
    try:
        return path.resolve()
    except RuntimeError:
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path)) from None


def sweep(parent: Path) -> None:
    """Take away what dead processes left in a folder; a place that one of them had emptied gets back what it held."""
    for left in parent.glob(f"{_PREFIX}*"):
        try:
            lock = os.open(left, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        except OSError:
            continue  # a link, a pipe: not ours
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            continue  # its process lives
        else:
            for old in left.glob(f"{_OLD}*"):
                place = parent / old.name.removeprefix(_OLD)
                if not os.path.lexists(place):
                    old.rename(place)
            shutil.rmtree(left, ignore_errors=True)
        finally:
            os.close(lock)


def abandon() -> None:
    """Take away what this process is making, because it must end at once: for handlers of signals."""
    for path, process in list(_LIVE.items()):
        if process == os.getpid():
            shutil.rmtree(path, ignore_errors=True)


def write_whole(path: Path, text: str) -> None:
    """Write a text file in one step: whoever reads it finds the old text or the new one."""
    with Staging(path) as new:
        new[path].write_text(text, encoding="utf-8", newline="")
        if path.exists():
            shutil.copymode(path, new[path])
        new.commit()


def place(one: Path | str, other: Path | str) -> None:
    """Let a file or link be at another place too: the same one where the file system can, else a copy. Nobody may write
    into either.
    """
    try:
        os.link(one, other, follow_symlinks=False)
    except OSError as error:
        if error.errno == errno.ENOENT and not Path(other).parent.is_dir():
            Path(other).parent.mkdir(parents=True)
            place(one, other)
        elif error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EEXIST, errno.ENOENT):
            raise
        else:
            shutil.copyfile(one, other, follow_symlinks=False)


@contextmanager
def only_one(folder: Path, waiting: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Hold the lock of a folder; while another process has it, call `waiting` once and wait."""
    folder.mkdir(parents=True, exist_ok=True)
    lock = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            waiting()
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def _put(new: Path, place: Path) -> None:
    """Put `new` where `place` is, on the same file system; what was there before is then where `new` was, or gone."""
    if new.is_file() and not place.is_dir():
        os.replace(new, place)
    elif not place.exists():
        new.rename(place)
    elif not _exchange(new, place):
        # Where the file system can't exchange two names, a moment remains in which nothing is there; `sweep` mends it.
        old = new.with_name(_OLD + new.name)
        place.rename(old)
        new.rename(place)


_EXCHANGES = {"linux": ("renameat2", 1 << 1), "darwin": ("renameatx_np", 1 << 1)}
_HERE = {"linux": -100, "darwin": -2}
"""What the systems call the folder that a process is in."""
_CANNOT = {errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}


def _exchange(one: Path, other: Path) -> bool:
    """Let two names change places in one step; False where the system or the file system can't. Raises OSError."""
    name, flag = _EXCHANGES.get(sys.platform, ("", 0))
    call = getattr(ctypes.CDLL(None, use_errno=True), name, None) if name else None
    if call is None:
        return False
    here = _HERE[sys.platform]
    call.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint)
    if call(here, os.fsencode(one), here, os.fsencode(other), flag) == 0:
        return True
    if (number := ctypes.get_errno()) in _CANNOT:
        return False
    raise OSError(number, os.strerror(number), str(other))
