"""Whole builds that something stops: a full disk, folders that can't be written or are gone. What was there before
stays, whole.
"""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from kill_builds import DOSSIER, held, small_project

from generator.kept import LARGEST
from generator.site.last import LIST
from generator.site.settings import problems_of_settings


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small project with its site."""
    folder = small_project(tmp_path_factory.mktemp("built") / "project")
    subprocess.run([DOSSIER, "build", "--root", folder], check=True, capture_output=True)
    return folder


@contextmanager
def disk(place: Path, megabytes: int) -> Iterator[Path]:
    """A file system of this size, where this machine lets us mount one."""
    if shutil.which("mount") is None or os.geteuid() != 0:
        pytest.skip("only root may mount a small file system")
    place.mkdir()
    if subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "dossier-test", place], capture_output=True
    ).returncode:
        pytest.skip("this machine mounts no file system")
    try:
        yield place
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)


def build(
    folder: Path, *more: object, command: str = "build", before: Callable[[], None] | None = None
) -> tuple[int, str]:
    """Exit status and what is said; `before` is what the process does before it is ours."""
    done = subprocess.run(
        [DOSSIER, command, "--root", folder, *map(str, more)], capture_output=True, text=True, preexec_fn=before
    )
    return done.returncode, done.stderr


def without_privileges() -> None:
    """Let a process of root's read and write what its user may, as all others."""
    if os.geteuid() == 0:
        for capability in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH: what the next program may have at most
            if ctypes.CDLL(None).prctl(24, capability, 0, 0, 0):
                raise OSError("this machine takes no privileges away")


def left_over(*folders: Path) -> list[str]:
    """What a build that was stopped left behind."""
    return [path.name for folder in folders for path in folder.glob(".dossier-*")]


def fill(place: Path, but: int) -> Path:
    """A file that leaves so many bytes free."""
    filler, free = place / "filler", os.statvfs(place)
    with filler.open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, free.f_bavail * free.f_frsize - but)
    return filler


@pytest.mark.parametrize(
    "free", [0, 1_900_000, 4_000_000, 5_400_000], ids=["none", "for-the-database", "for-the-pages", "for-half-the-site"]
)
def test_a_full_disk(built: Path, tmp_path: Path, free: int) -> None:
    """Wherever the room ends, the build says so in one line that names the folder; the old things stay, and the next
    build goes through.
    """
    with disk(tmp_path / "disk", 40) as place:
        folder = place / "project"
        shutil.copytree(built, folder)
        before = held(folder)
        filler = fill(place, free)
        status, said = build(folder)
        where, _, why = said.partition(": ")
        assert (1, "no-space: the disk is full; the last good site and database are as they were\n") == (status, why)
        assert where in (str(folder), str(folder / "build"))
        assert before == held(folder)
        assert [] == left_over(folder, folder / "build")
        filler.unlink()
        assert (0, "") == build(folder)


@pytest.mark.parametrize("free", [0, 900_000])
def test_another_disk_that_is_full(built: Path, tmp_path: Path, free: int) -> None:
    """So it is where the site goes to another file system: database and index stay too."""
    folder = tmp_path / "project"
    shutil.copytree(built, folder)
    with disk(tmp_path / "disk", 20) as place:
        shutil.copytree(folder / "site", place / "site")
        before = held(folder, place / "site")
        fill(place, free)
        status, said = build(folder, "--site", place / "site")
        assert (1, f"{place}: no-space: the disk is full; the last good site and database are as they were\n") == (
            status,
            said,
        )
        assert before == held(folder, place / "site")
        assert [] == left_over(folder, folder / "build", place)


def test_a_disk_that_nobody_may_write(built: Path, tmp_path: Path) -> None:
    """A project on a read-only disk, and a site that would go to one: one line, and nothing has changed."""
    with disk(tmp_path / "disk", 40) as place:
        folder = place / "project"
        shutil.copytree(built, folder)
        before = held(folder)
        subprocess.run(["mount", "-o", "remount,ro", place], check=True)
        for project in (folder, built):
            status, said = build(project, *(["--site", folder / "site"] if project == built else []))
            assert (1, 1, True) == (status, said.count("\n"), said.endswith(": no-access: Read-only file system\n")), (
                said
            )
        assert before == held(folder)
        assert [] == left_over(built, built / "build", folder, folder / "build")
        subprocess.run(["mount", "-o", "remount,rw", place], check=True)


@pytest.mark.parametrize("name", ["rules", "rules/toy/rulings", "cards/toy", "site_templates/assets", "site"])
def test_a_folder_that_nobody_may_read(built: Path, tmp_path: Path, name: str) -> None:
    """It is not taken for an empty one: one line says why there is no new site, and the old one stays."""
    folder = tmp_path / "project"
    shutil.copytree(built, folder)
    before = held(folder)
    for mode in (0o000, 0o111):  # nothing at all; what is in it, but not a list of that
        (folder / name).chmod(mode)
        for command in ("build", "check") if name.startswith(("cards", "rules")) else ("build",):
            status, said = build(folder, command=command, before=without_privileges)
            assert (1, 1) == (status, said.count("\n")), said
            assert said.startswith(f"{folder / name}") and said.endswith(": no-access: Permission denied\n"), said
    (folder / name).chmod(0o755)
    assert before == held(folder)


@pytest.mark.parametrize("gone", ["build", "site"])
def test_a_folder_that_vanishes_under_a_build(built: Path, tmp_path: Path, gone: str) -> None:
    """Somebody removes what is being made: one line, or a whole site all the same; the next build makes all of it."""
    folder, site = tmp_path / "project", tmp_path / "elsewhere" / "site"
    shutil.copytree(built, folder)
    watched = folder / "build" if gone == "build" else site.parent
    process = subprocess.Popen([DOSSIER, "build", "--root", folder, "--site", site], stderr=subprocess.PIPE, text=True)
    while not left_over(watched) and process.poll() is None:
        pass
    shutil.rmtree(watched, ignore_errors=True)
    shutil.rmtree(watched, ignore_errors=True)
    _, said = process.communicate(timeout=120)
    # A program that makes the folder again, as MkDocs does, is not hindered: then the site is whole.
    assert (process.returncode, said.count("\n")) in ((1, 1), (0, 0)), said
    assert "Traceback" not in said
    assert (0, "") == build(folder, "--site", site)
    assert (site / "index.html").exists()
    assert [] == left_over(folder, folder / "build", site.parent)


@pytest.mark.parametrize("name", ["docs", "dossier.db"])
def test_a_link_among_what_a_build_keeps(built: Path, tmp_path: Path, name: str) -> None:
    """A build replaces what lies in `build/`; where that leads elsewhere, what is there is not ours, and stays."""
    folder, kept = tmp_path / "project", tmp_path / "letters"
    shutil.copytree(built, folder)
    kept.mkdir()
    (kept / "letter.txt").write_text("Dear Fnord")
    link = folder / "build" / name
    shutil.rmtree(link) if link.is_dir() else link.unlink()
    link.symlink_to(kept if name == "docs" else kept / "letter.txt")
    assert (
        1,
        f"{link}: not-a-site: this is a link, and a build would replace what it leads to; take it away\n",
    ) == build(folder)
    assert ["Dear Fnord"] == [path.read_text() for path in kept.iterdir()]
    link.unlink()
    assert (0, "") == build(folder)


def test_what_others_put_into_the_site_stays(built: Path, tmp_path: Path) -> None:
    """What a host needs, and all else that no build made, is in the next site too, be it made anew or of the last one;
    a build that has a file of the same name stops.
    """
    folder = tmp_path / "project"
    shutil.copytree(built, folder)
    site = folder / "site"
    others = {
        "CNAME": "fnord.example\n",
        ".git": "gitdir: x\n",
        ".nojekyll": "",
        "mine/deep/notes.txt": "mine",
        "cards/mine.map": "{}",
    }
    for name, text in others.items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text(text)
    (site / "mine/refs/tags").mkdir(parents=True)
    (site / "mine/link").symlink_to("/nowhere")
    chapter = next(folder.glob("rules/toy/*.md"))
    for more in (["--clean"], [], [], ["--clean"]):
        chapter.write_text(f"{chapter.read_text(encoding='utf-8')}\nMore.\n", encoding="utf-8")
        assert (0, "") == build(folder, *more)
        assert others == {name: (site / name).read_text() for name in others}
        assert (True, "/nowhere") == ((site / "mine/refs/tags").is_dir(), os.readlink(site / "mine/link"))
    for name in others:  # The rest is what a build makes where nobody has put anything.
        (site / name).unlink()
    shutil.rmtree(site / "mine")
    other = tmp_path / "other"
    shutil.copytree(folder, other, ignore=shutil.ignore_patterns("build", "site"))
    assert (0, "") == build(other)
    assert held(other)["site"] == held(folder)["site"]
    shutil.rmtree(site / "about")
    (site / "about").write_text("mine")
    assert (1, f"{site}/about: not-a-site: no build made this, and this one makes about too; take it away\n") == build(
        folder, "--clean"
    )
    assert "mine" == (site / "about").read_text()
    assert [] == left_over(folder, folder / "build")


def test_a_clean_build_leaves_nothing_of_earlier_ones(built: Path, tmp_path: Path) -> None:
    """What earlier builds keep for the next one to be made of goes: `build/` is that of a first build."""
    folder = tmp_path / "project"
    shutil.copytree(built, folder)
    first = {path.name for path in (folder / "build").iterdir()}
    chapter = next(folder.glob("rules/toy/*.md"))
    chapter.write_text(f"{chapter.read_text(encoding='utf-8')}\nMore.\n", encoding="utf-8")
    assert (0, "") == build(folder)
    assert first < {path.name for path in (folder / "build").iterdir()}
    assert (0, "") == build(folder, "--clean")
    assert first == {path.name for path in (folder / "build").iterdir()}


@pytest.mark.parametrize("name", ["docs", "docs/thesis.txt", "downloads", "downloads/mine"])
def test_what_no_build_made_stops_a_build(built: Path, tmp_path: Path, name: str) -> None:
    """Folders beside the site that somebody else made, and what lies among ours there."""
    folder, own = tmp_path / "project", tmp_path / "project/build" / name
    shutil.copytree(built, folder, ignore=None if "/" in name else shutil.ignore_patterns("build", "site"))
    file = own if own.suffix else own / "thesis.txt"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("precious")
    for more in ([], ["--clean"]):
        said = f"{own}: not-a-site: nothing says that a build made this, and a build would replace it; take it away\n"
        assert (1, said) == build(folder, *more)
    assert "precious" == file.read_text()
    file.rename(tmp_path / "thesis.txt")
    if own.is_dir():
        own.rmdir()
    assert (0, "") == build(folder)


def test_a_site_without_the_list_of_what_a_build_made(built: Path, tmp_path: Path) -> None:
    """Nobody knows what in it is whose, so it stays."""
    folder = tmp_path / "project"
    shutil.copytree(built, folder)
    (folder / "site" / LIST).unlink()
    said = "something else is there, and a build would replace it; name another folder, or take it away"
    assert (1, f"{folder / 'site'}: not-a-site: {said}\n") == build(folder)
    assert (folder / "site/index.html").is_file()


@pytest.mark.parametrize(
    ("file", "more", "said"),
    [
        ("site_templates/card.md.j2", "{% if x %\n", "unexpected 'end of template'; mend this template"),
        ("site_templates/parts.html.j2", "{{ nothing.at_all }}\n", "'nothing' is undefined; mend this template"),
        ("site_templates/theme/main.html", "{% if x %\n", "unexpected 'end of template'; mend this template"),
    ],
    ids=["syntax", "name", "theme"],
)
def test_what_is_wrong_with_a_template_or_a_setting(
    built: Path, tmp_path: Path, file: str, more: str, said: str
) -> None:
    """It is told with its file and line, like all that is wrong, and the last good site stays."""
    project = tmp_path / "project"
    shutil.copytree(built, project, symlinks=True)
    before = held(project)
    with (project / file).open("a", encoding="utf-8") as end:
        end.write(more)
    line = len((project / file).read_text(encoding="utf-8").splitlines())
    assert (1, f"{file}:{line}:1: broken-page: {said}\n") == build(project)
    assert before == held(project)


@pytest.mark.parametrize(
    ("address", "is_one"),
    [
        *((each, True) for each in ("", "https://a.b", "http://a.b:80/c?d#e", "mailto:a@b.example?subject=c")),
        *((each, False) for each in ("ftp://a.b/", "data:text/html,a", "vbscript:a", "blob:https://a.b/", "tel:1")),
        *((each, False) for each in ("mailto:", "mailto://a.b", "mailto:/a", "https:a.b", "https:///a", "https://-a/")),
        *((each, False) for each in (" javascript:a", "x https://a.b", "/a", "a@b.example", "HTTPS://a.b")),
    ],
)
def test_where_readers_may_write_to(tmp_path: Path, address: str, is_one: bool) -> None:
    """A page of the web or a mailbox, and no other kind of address: it stands in a link of every page."""
    settings = {"site_name": "A", "theme": {"name": "b", "custom_dir": "c", "font": False}}
    (tmp_path / "mkdocs.yml").write_text(json.dumps({**settings, "extra": {"report": address}}), encoding="utf-8")
    assert is_one == (problems_of_settings(tmp_path) == [])


MANY_ALIASES = "".join(f"a{at}: &a{at} [{', '.join([f'*a{at - 1}'] * 9 if at else ['x'])}]\n" for at in range(9))
"""The billion laughs: nine levels of nine aliases each."""


@pytest.mark.parametrize(
    ("was", "written", "column", "said"),
    [
        ("", f"site_author: {'[' * 3_000}\n", 54, "broken-yaml: lists or keys are nested more than 40 deep"),
        (
            "",
            "site_author: !!python/object/apply:os.system [touch ran]\n",
            14,
            "broken-yaml: the tag !!python/object/apply:os.sy",
        ),
        ("", "site_author: !ENV [HOME]\n", 14, "broken-yaml: the tag !ENV: our files hold plain values"),
        ("", "INHERIT: /etc/passwd\n", 1, "unknown-key: no key 'INHERIT' belongs here"),
        ("", "nav: 7\n", 1, "unknown-key: no key 'nav' belongs here"),
        ("site_name: ", "site_name: 7\n", 12, "wrong-type: this must be text, not a number"),
        ("site_name: ", 'site_name: "a\\u202eb"\n', 12, "bad-character: the character '\\u202e' can't be seen"),
        ("site_name: ", 'site_name: "a\\0b"\n', 12, "bad-character: the character '\\x00' can't be seen"),
        ("site_name: ", "site_name: a\u200bb\n", 13, "bad-character: the character '\\u200b' can't be seen"),
        ("site_url: ", "site_url: http://[\n", 11, "unknown-value: 'http://[' is not an address such as"),
        ("site_url: ", "site_url: https://a.b/<img>\n", 11, "unknown-value: 'https://a.b/<img>' is not an address"),
        ("site_url: ", "site_url: javascript:x\n", 11, "unknown-value: 'javascript:x' is not an address such as"),
        ("  report: ", "  report: javascript:x\n", 11, "unknown-value: 'javascript:x' is not an address that begins"),
        ("  report: ", "  report: //a.b/\n", 11, "unknown-value: '//a.b/' is not an address that begins with https"),
        ("  report: ", "  social: []\n", 3, "unknown-key: no key 'social' belongs here"),
        ("  font: ", "  font: true\n", 9, "unknown-value: this must be false: pages load their letters from no other"),
        ("  favicon: ", "  favicon: //a.b/x.svg\n", 12, "unknown-value: '//a.b/x.svg' is not a file of ours, such"),
        ("  - assets/dossier/search.css", "  - https://a.b/x.css\n", 5, "unknown-value: 'https://a.b/x.css' is not a"),
        (
            "plugins: ",
            "plugins: []\nextra_javascript: [../x.js]\n",
            20,
            "unknown-value: '../x.js' is not a file of ours",
        ),
    ],
)
def test_a_setting_is_looked_at_like_other_files(
    built: Path, tmp_path: Path, was: str, written: str, column: int, said: str
) -> None:
    """What no setting may say is told with its line and column, before anything runs or is built."""
    lines = (built / "mkdocs.yml").read_text(encoding="utf-8").splitlines(keepends=True)
    at = next(at for at, line in enumerate(lines) if line.startswith(was)) if was else len(lines)
    number = at + written.count("\n")
    lines[at : at + 1] = [written]
    (tmp_path / "mkdocs.yml").write_text("".join(lines), encoding="utf-8", errors="surrogatepass")
    (told,) = map(str, problems_of_settings(tmp_path))
    assert told.startswith(f"mkdocs.yml:{number}:{column}: {said}")


def test_what_is_wrong_with_settings_comes_before_a_build(built: Path, tmp_path: Path) -> None:
    """One line for each; no code of a tag runs, and aliases of aliases take no time."""
    project = tmp_path / "project"
    shutil.copytree(built, project, symlinks=True)
    before = held(project)
    ran = tmp_path / "ran"
    for more in (MANY_ALIASES, f'x: !!python/object/apply:os.system ["touch {ran}"]\n', 'site_name: "a\\ud800b"\n'):
        shutil.copyfile(built / "mkdocs.yml", project / "mkdocs.yml")
        with (project / "mkdocs.yml").open("a", encoding="utf-8") as end:
            end.write(more)
        status, said = build(project)
        assert 1 == status and "Traceback" not in said and said.startswith("mkdocs.yml:"), said
        assert before == held(project)
    assert not ran.exists()
    (project / "mkdocs.yml").unlink()
    assert (1, "mkdocs.yml:1:1: missing-file: this file is not there\n") == build(project)


@pytest.mark.parametrize(
    "file", ["mkdocs.yml", "site_templates/card.md.j2", "site_templates/soak.json", "cards/x.json"]
)
def test_what_has_no_end_is_not_read(built: Path, tmp_path: Path, file: str) -> None:
    """A pipe, a link to /dev/zero, a file of a gigabyte: nothing waits for them."""
    project = tmp_path / "project"
    shutil.copytree(built, project, symlinks=True)
    path = project / file
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    assert (1, f"{file}:1:1: missing-file: this isn't a file that can be read\n") == build(project)
    path.unlink()
    path.symlink_to("/dev/zero")
    assert (1, f"{file}:1:1: missing-file: this isn't a file that can be read\n") == build(project)
    path.unlink()
    path.symlink_to(path.name)
    assert (1, f"{file}:1:1: missing-file: this file cannot be read: Too many levels of symbolic links\n") == build(
        project
    )
    path.unlink()
    with path.open("wb") as end:
        end.truncate(1 << 30)
    assert (1, f"{file}:1:1: too-large: this file has {1 << 30} bytes; it may have {LARGEST}\n") == build(project)


@pytest.mark.parametrize(
    "line",
    [
        ["check", "--root", "loop"],
        ["card", "bakers", "--root", "loop"],
        ["build", "--root", "loop"],
        ["build", "--root", "project"],
        ["build", "--root", "good", "--site", "loop"],
        ["export", "--root", "good", "--output", "loop"],
        ["serve", "--root", "loop"],
    ],
    ids=" ".join,
)
def test_links_that_lead_in_circles(built: Path, tmp_path: Path, line: list[str]) -> None:
    """As the project, the site, its `build/` or the folder of an export: a problem, no error of Python."""
    (tmp_path / "loop").symlink_to("loop")
    small_project(tmp_path / "project")
    small_project(tmp_path / "good")
    (tmp_path / "project/build").symlink_to("build")
    done = subprocess.run([DOSSIER, *line], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert 1 == done.returncode and "Traceback" not in done.stderr, done.stderr
    assert "Too many levels of symbolic links" in done.stderr or "missing-file" in done.stderr


def test_two_builds_at_once(built: Path, tmp_path: Path) -> None:
    """One waits for the other; both end well."""
    folder = tmp_path / "project"
    shutil.copytree(built, folder)
    both = [
        subprocess.Popen(
            [DOSSIER, "build", "--root", folder], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        for _ in "ab"
    ]
    assert [("", 0), ("", 0)] == [(process.communicate(timeout=300)[1], process.returncode) for process in both]
    assert held(built) == held(folder)
    assert [] == left_over(folder, folder / "build")
