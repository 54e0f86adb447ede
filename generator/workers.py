"""Both cores where there is work: `in_parallel` does several things at once, each in a process of its own, and answers
in their order.

A worker is forked, so it has all that was read before, and hands back plain JSON data, a line for each thing that it
made; files that it wrote are simply there. What goes wrong in a worker is not told by it: the work is done once more
here, where the error is raised as any other. A worker dies with its parent. Where nothing can be forked (one core,
several threads, another system) everything is done here, in order, with the same result.
"""

from __future__ import annotations

import ctypes
import fcntl
import gc
import json
import os
import re
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

_DIE_WITH_PARENT = 1
_LIVE: set[int] = set()


class NoNumber(Exception):
    """DOSSIER_CORES says no number."""

    def __init__(self, said: str) -> None:
        self.problems = (
            f"DOSSIER_CORES: bad-number: {said!r} isn't a number of processes; say 1 to 9999, or nothing for all cores",
        )


def cores() -> int:
    """How many processes can work at once, 8 at most; DOSSIER_CORES says another number. Raises NoNumber."""
    there = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    said = os.environ.get("DOSSIER_CORES") or str(there)
    if not re.fullmatch("[1-9][0-9]{0,3}", said):
        raise NoNumber(said)
    return 1 if not hasattr(os, "fork") or threading.active_count() > 1 else min(int(said), 8)


def in_parallel(work: Sequence[Callable[[], Iterable[Any]]]) -> Iterator[Iterable[Any]]:
    """What each of them yields, as JSON data, to be taken in this order; raises what the first of them raises that
    fails.
    """
    if len(work) < 2 or cores() < 2:
        yield from (each() for each in work)
        return
    files = [tempfile.TemporaryFile() for _ in work]
    try:
        begun = [_fork(each, file) for each, file in zip(work, files, strict=True)]
        ended = [os.waitpid(process, 0)[1] for process in begun]
        _LIVE.difference_update(begun)
        for each, file, status in zip(work, files, ended, strict=True):
            file.seek(0)
            yield each() if status else map(json.loads, file)
    finally:
        for file in files:
            file.close()


def _fork(work: Callable[[], Iterable[Any]], file: Any) -> int:
    sys.stdout.flush()
    sys.stderr.flush()
    parent = os.getpid()
    process = os.fork()
    if process:
        _LIVE.add(process)
        return process
    status = 1
    try:
        gc.freeze()  # What the parent had stays, and is not looked at: looking would copy it.
        gc.enable()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        if sys.platform == "linux":
            ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
        if os.getppid() == parent:
            for found in work():
                file.write(json.dumps(found).encode() + b"\n")
            file.flush()
            status = 0
    except BaseException:  # noqa: S110 - the parent does it again, and then sees what is wrong
        pass
    finally:
        os._exit(status)


def end_workers() -> None:
    """End those of this process, because it must end at once: for handlers of signals."""
    for process in list(_LIVE):
        try:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
        except OSError:
            pass


class Numbers:
    """The numbers below `count`, each given once, to whichever worker asks first: made before the workers are."""

    _file: Any = None

    def __init__(self, count: int) -> None:
        self._last, self._file = count, tempfile.TemporaryFile(buffering=0)

    def __del__(self) -> None:
        if self._file:
            self._file.close()

    def __iter__(self) -> Iterator[int]:
        while True:
            # One file is open in all of them, and its end is where the numbers are.
            fcntl.lockf(self._file, fcntl.LOCK_EX)
            try:
                number = os.fstat(self._file.fileno()).st_size
                os.ftruncate(self._file.fileno(), number + 1)
            finally:
                fcntl.lockf(self._file, fcntl.LOCK_UN)
            if number >= self._last:
                return
            yield number
