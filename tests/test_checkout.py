"""The checkout is the same for everybody: no machine's own paths, no registry's address, nothing made by `make`."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

REGISTRY = re.compile(r"\b(?:pypi|pythonhosted|npmjs|yarnpkg|debian|ubuntu|jsdelivr|unpkg)\.(?:org|com|io|net)\b")
MACHINE_PATH = re.compile(r"(?<![\w.)\]}-])/(?:work|root|home|Users)/\w")
MADE = ("site/", "build/", ".venv/")


def strange(text: str) -> list[str]:
    """Registry addresses and machine paths in `text`, in the order they stand there."""
    found = [*REGISTRY.finditer(text), *MACHINE_PATH.finditer(text)]
    return [match.group() for match in sorted(found, key=lambda match: match.start())]


@pytest.fixture(scope="module")
def files(root: Path) -> list[str]:
    """Paths of the files that are, or would be, committed."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=root, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("the list of committed files was not checked: this is not a git checkout")
    return [name for name in listed.stdout.split("\0") if name and (root / name).is_file()]


def test_no_file_names_a_registry_or_a_machine_path(root: Path, files: list[str]) -> None:
    """No committed text holds the address of a package registry or a path of one person's machine."""
    found = {}
    for name in files:
        try:
            text = (root / name).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        if matches := strange(text):
            found[name] = matches
    assert found == {}


def test_nothing_made_is_committed(files: list[str]) -> None:
    """The built site, the database and the environment stay out of the repository."""
    assert [name for name in files if name.startswith(MADE)] == []


def test_strange_text_is_seen() -> None:
    """The check sees an index URL and a home directory, and leaves the paths of the site alone."""
    text = f"--index-url https://files.{'pythonhosted'}.org/x; cd {'/home'}/ann/dossier; see /cards/work/ and ../root/x"
    assert [f"{'pythonhosted'}.org", f"{'/home'}/a"] == strange(text)


@pytest.mark.parametrize(("name", "least"), [("requirements.lock", 60), ("audit.lock", 20)])
def test_every_locked_package_has_hashes(root: Path, name: str, least: int) -> None:
    """Each package of a lock file is pinned to one version and to the hashes of its files."""
    lock = (root / name).read_text(encoding="utf-8").replace("\\\n", " ")
    entries = [line for line in lock.splitlines() if line and not line.lstrip().startswith("#")]
    pinned = re.compile(r"[a-z0-9-]+==\S+ .*--hash=sha256:[0-9a-f]{64}")
    loose = [line.split()[0] for line in entries if not pinned.match(line)]
    assert len(entries) > least
    assert loose == []


def test_the_lock_holds_what_the_project_asks_for(root: Path) -> None:
    """Every package named in pyproject.toml is in the lock file."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    names = {re.split(r"[=<>!~ ;\[]", requirement)[0] for requirement in asked}
    locked = set(re.findall(r"^([a-z0-9-]+)==", (root / "requirements.lock").read_text(encoding="utf-8"), re.MULTILINE))
    assert names - locked == set()
