"""What a build replaces is there, whole, wherever its process dies and whatever the file system refuses."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from generator.files import Staging, only_one, staging, write_whole

FAR = Path("/dev/shm")
"""Another file system, where there is one."""


class Killed(BaseException):
    """A process that dies: nothing after it runs."""


@pytest.fixture(params=["here", "far"])
def places(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Path, Path]]:
    """A file and a folder, each with what was there; the folder on this file system and on another."""
    far = tmp_path / "far"
    if request.param == "far":
        if not FAR.is_dir() or FAR.stat().st_dev == tmp_path.stat().st_dev:
            pytest.skip(f"{FAR} is no other file system here")
        far = FAR / f"dossier-{os.getpid()}-{tmp_path.name}"
    file, folder = tmp_path / "build" / "dossier.db", far / "site"
    file.parent.mkdir()
    folder.mkdir(parents=True)
    file.write_text("old")
    for name in ("a", "b"):
        (folder / name).write_text("old")
    yield file, folder
    shutil.rmtree(far)


def held(file: Path, folder: Path) -> tuple[str, ...]:
    """What a reader finds in both places."""
    return (file.read_text(), *(path.read_text() for path in sorted(folder.iterdir())))


def replace(file: Path, folder: Path) -> None:
    """Put new things in both places."""
    with Staging(file, folder) as new:
        new[file].write_text("new")
        new[folder].mkdir()
        for name in ("a", "b", "c"):
            (new[folder] / name).write_text("new")
        new.commit()


def left_over(*places: Path) -> list[str]:
    """What lies beside the places that no reader asked for."""
    return [path.name for place in places for path in place.parent.iterdir() if path not in places]


def no_exchange(one: Path, other: Path) -> bool:
    """A file system that can't exchange two names."""
    return False


def dies_at(point: int, monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Let the process die right before its step number `point` of those that change a folder; answer how many it
    made.
    """
    made = 0

    def dying(real: Callable[..., object]) -> Callable[..., object]:
        def step(*arguments: object, **options: object) -> object:
            nonlocal made
            made += 1
            if made > point:
                raise Killed
            return real(*arguments, **options)

        return step

    monkeypatch.setattr(Path, "rename", dying(Path.rename))
    monkeypatch.setattr(Path, "write_text", dying(Path.write_text))
    monkeypatch.setattr(os, "replace", dying(os.replace))
    monkeypatch.setattr(staging, "_exchange", dying(staging._exchange))
    monkeypatch.setattr(staging.shutil, "rmtree", dying(shutil.rmtree))
    return lambda: made


def test_new_things_take_the_place_of_old_ones(places: tuple[Path, Path]) -> None:
    """Both are new, and nothing lies beside them."""
    replace(*places)
    assert ("new", "new", "new", "new") == held(*places)
    assert [] == left_over(*places)


def test_without_commit_nothing_changes(places: tuple[Path, Path]) -> None:
    """An error, or no commit at all, leaves the old things and takes away the new ones."""
    with pytest.raises(ValueError, match="wrong"), Staging(*places) as new:
        new[places[0]].write_text("new")
        raise ValueError("wrong")
    with Staging(*places) as new:
        new[places[1]].mkdir()
    assert ("old", "old", "old") == held(*places)
    assert [] == left_over(*places)


@pytest.mark.parametrize("exchanges", [True, False])
@pytest.mark.parametrize("point", range(12))
def test_killed_at_every_point(
    places: tuple[Path, Path], point: int, exchanges: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever the process dies, each place holds the old or the new, whole (where names can't be exchanged: after the
    next sweep); the next build puts the new there and sweeps everything.
    """
    with monkeypatch.context() as patch:
        if not exchanges:
            patch.setattr(staging, "_exchange", no_exchange)
        made = dies_at(point, patch)
        # A dead process closes its files and does nothing else.
        patch.setattr(Staging, "_close", lambda new: [os.close(each._lock) for each in new._workshops.values()])
        try:
            replace(*places)
        except Killed:
            assert made() == point + 1
    if not exchanges:
        for place in places:
            staging.sweep(place.parent)
    file, *folder = held(*places)
    assert file in ("old", "new")
    assert folder in (["old"] * 2, ["new"] * 3)
    replace(*places)
    assert ("new", "new", "new", "new") == held(*places)
    assert [] == left_over(*places)


def test_a_living_process_is_not_swept(places: tuple[Path, Path]) -> None:
    """Two that make the same thing do not take away each other's work."""
    with Staging(*places) as new:
        new[places[0]].write_text("slow")
        new[places[1]].mkdir()
        replace(*places)
        assert "slow" == new[places[0]].read_text()
        new.commit()
    assert ("slow",) == held(*places)
    assert [] == left_over(*places)


def test_what_only_has_such_a_name_is_not_swept(tmp_path: Path) -> None:
    """A link that is called like what a dead process left is not followed, and a pipe is not waited for."""
    elsewhere, here = tmp_path / "elsewhere", tmp_path / "here"
    (elsewhere / "old-letters").mkdir(parents=True)
    here.mkdir()
    (here / ".dossier-new-link").symlink_to(elsewhere)
    os.mkfifo(here / ".dossier-new-pipe")
    (here / ".dossier-new-file").write_text("kept")
    staging.sweep(here)
    assert (elsewhere / "old-letters").is_dir()
    assert 3 == len(list(here.iterdir()))


def test_a_killed_process_is_swept(tmp_path: Path) -> None:
    """What a real process was making when it was killed goes with the next one; its lock died with it."""
    code = (
        "import sys, time; from pathlib import Path; from generator.files import Staging\n"
        "place = Path(sys.argv[1])\n"
        "with Staging(place) as new:\n"
        "    new[place].write_text('half'); print('ready', flush=True); time.sleep(60)\n"
    )
    place = tmp_path / "place"
    place.write_text("old")
    with subprocess.Popen([sys.executable, "-c", code, str(place)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout and "ready\n" == process.stdout.readline()
        staging.sweep(tmp_path)
        assert 2 == len(list(tmp_path.iterdir()))
        process.kill()
    staging.sweep(tmp_path)
    assert [place] == list(tmp_path.iterdir())
    assert "old" == place.read_text()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_process_says_so_in_one_line(number: signal.Signals, tmp_path: Path) -> None:
    """Old output stays, new output goes, and the exit status is that of the signal."""
    code = (
        "import sys, time, signal; from pathlib import Path; from generator import cli, start\n"
        "def run():\n"
        "    place = Path(sys.argv[1])\n"
        "    from generator.files import Staging\n"
        "    with Staging(place) as new:\n"
        "        new[place].write_text('half'); print('ready', flush=True); time.sleep(60)\n"
        "cli.main = run\n"
        # a suite in the background ignores it, and so would this process
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "start.main()\n"
    )
    place = tmp_path / "place"
    place.write_text("old")
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, "-c", code, str(place)], **pipes) as process:
        assert process.stdout and "ready\n" == process.stdout.readline()
        process.send_signal(number)
        out, err = process.communicate(timeout=30)
    assert (128 + number, "", f"dossier: stopped: by {number.name}; no file is half written\n") == (
        process.returncode,
        out,
        err,
    )
    assert [place] == list(tmp_path.iterdir())
    assert "old" == place.read_text()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("fails", [False, True])
def test_a_signal_waits_until_all_are_in_place(
    places: tuple[Path, Path], number: signal.Signals, fails: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that is stopped while it puts several things in place does so when all of them are there, so that
    they are of one build; it is stopped, too, when something went wrong with that.
    """
    found: list[tuple[str, ...]] = []
    put = staging._put

    def stopped(new: Path, place: Path) -> None:
        signal.pthread_kill(threading.get_ident(), number)  # a signal of the process may come to another thread
        put(new, place)
        if fails:
            raise OSError("no more")

    monkeypatch.setattr(staging, "_put", stopped)
    before = signal.signal(number, lambda *_: found.append(held(*places)))
    try:
        with contextlib.suppress(OSError):
            replace(*places)
        assert [("new", "old", "old") if fails else ("new", "new", "new", "new")] == found
    finally:
        signal.signal(number, before)


@pytest.mark.parametrize("module", ["generator.files", "generator.workers"])
def test_a_process_is_stopped_while_it_imports(module: str) -> None:
    """What is half imported has nothing to take away, and is not in the way of the line."""
    code = (
        "import signal, sys, types; from generator import start\n"
        f"sys.modules[{module!r}] = types.ModuleType({module!r})\n"
        "start.stop(signal.SIGTERM, None)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30)
    assert (143, "dossier: stopped: by SIGTERM; no file is half written\n") == (done.returncode, done.stderr)


def test_a_process_is_stopped_before_it_begins() -> None:
    """The first thing that a command does is to see to that: nothing comes before it that a signal would interrupt."""
    code = (
        "import os, signal, sys; from generator import start\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "os.open = lambda *_: os.kill(os.getpid(), signal.SIGINT)\n"
        "start.main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30)
    assert (130, "dossier: stopped: by SIGINT; no file is half written\n") == (done.returncode, done.stderr)


def test_two_builds_wait_for_each_other(tmp_path: Path) -> None:
    """The second one says that it waits, and goes on when the first is done."""
    code = (
        "import sys; from pathlib import Path; from generator.files import only_one\n"
        "with only_one(Path(sys.argv[1]), lambda: print('waiting', flush=True)): print('in', flush=True)\n"
    )
    with only_one(tmp_path):
        process = subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE, text=True)
        assert process.stdout and "waiting\n" == process.stdout.readline()
    with process:
        assert "in\n" == process.communicate(timeout=30)[0]
    assert [] == list(tmp_path.iterdir())


def test_a_file_that_cannot_be_written_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that fills while a text is written leaves the old text and nothing else."""
    place = tmp_path / "rulings.yaml"
    place.write_text("old")
    place.chmod(0o600)

    def full(path: Path, *_: object, **__: object) -> int:
        with path.open("w") as file:
            file.write("ne")
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_text", full)
        with pytest.raises(OSError, match="No space"):
            write_whole(place, "new")
    assert "old" == place.read_text()
    assert [place] == list(tmp_path.iterdir())
    write_whole(place, "new\n")
    assert ("new\n", 0o600) == (place.read_text(), place.stat().st_mode & 0o777)


def test_a_disk_without_room(tmp_path: Path) -> None:
    """A file system of one megabyte, full: the old site stays whole, and what was begun goes."""
    if shutil.which("mount") is None or os.geteuid() != 0:
        pytest.skip("only root may mount a small file system")
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "dossier-test", disk], capture_output=True).returncode:
        pytest.skip("this machine mounts no file system")
    try:
        site = disk / "site"
        site.mkdir()
        (site / "index.html").write_text("old")
        with pytest.raises(OSError, match="No space left"), Staging(site) as new:
            new[site].mkdir()
            for number in range(100):
                (new[site] / str(number)).write_bytes(bytes(100_000))
            new.commit()
        assert [site] == list(disk.iterdir())
        assert "old" == (site / "index.html").read_text()
        with pytest.raises(OSError, match="mounted here"), Staging(disk):
            pass
    finally:
        subprocess.run(["umount", disk], check=True)


def test_a_folder_that_vanishes(tmp_path: Path) -> None:
    """When somebody removes the folder while a site is made, that is an error and not half a site."""
    site = tmp_path / "somewhere" / "site"
    with pytest.raises(OSError, match="No such file"), Staging(site) as new:
        shutil.rmtree(site.parent)
        (new[site] / "index.html").write_text("new")
    assert [] == list(tmp_path.iterdir())


def test_a_folder_that_nobody_may_write(tmp_path: Path) -> None:
    """A read-only folder is an error before anything is made."""
    if os.geteuid() == 0:
        folder = Path("/proc/self")
    else:
        folder = tmp_path / "folder"
        folder.mkdir(mode=0o500)
    with pytest.raises(OSError), Staging(folder / "site"):
        pytest.fail("nothing can be made here")
