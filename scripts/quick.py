"""Runs what a change can affect, in a minute: `make quick`. `make test` runs everything.

What has changed is what git says, against the last commit; without such a change, what the last commit changed. Of the
tests those come first that have changed themselves, then those that import a module that has, or name a template, a
script or a data file that has, then those that import what imports it. When cards or rules have changed, they are
checked and their rulings played first. After 60 seconds no further test begins; it says how many are left out.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 60
BIN = Path(sys.executable).parent


def changed() -> list[str]:
    """The paths that have changed."""

    def git(*words: str) -> list[str]:
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()

    return [*git("diff", "--name-only", "HEAD"), *git("ls-files", "--others", "--exclude-standard")] or git(
        "diff", "--name-only", "HEAD~1", "HEAD"
    )


def imports(path: Path) -> set[str]:
    """The modules and names that a file imports, by their dotted names, and the packages that they are in."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
        base = f"{node.module}." if isinstance(node, ast.ImportFrom) and node.module else ""
        found |= {base + name for name in names} | ({base[:-1]} if base else set())
    return found


def module(path: str) -> str:
    """The name under which a file of ours is imported; "" for one that cannot be."""
    return (
        path.removesuffix(".py").removesuffix("/__init__").removeprefix("tests/").replace("/", ".")
        if path.endswith(".py")
        else ""
    )


def chosen(paths: list[str], tests: dict[str, Path]) -> list[str]:
    """The tests to run, those first that a change of these paths affects most."""
    modules = {name for name in map(module, paths) if name}
    near = {
        module(str(path.relative_to(ROOT)))
        for path in (*ROOT.glob("generator/**/*.py"), *ROOT.glob("tests/*.py"))
        if imports(path) & modules
    }
    named = [
        re.escape(Path(path).name.removesuffix(".j2").removesuffix(".md"))
        for path in paths
        if path.startswith(("site_templates/", "cards/", "rules/"))
    ]
    words = re.compile("|".join(rf"(?<![\w-]){name}(?![\w-])" for name in named) or "(?!)")
    kinds = {path.split("/")[0] for path in paths}
    about = {
        "cards": ("test_style.py", "test_catalog.py", "test_facts.py"),
        "rules": ("test_style.py", "test_reference.py", "test_own_words.py"),
        "site_templates": ("test_page_contents.py",),
        "Makefile": ("test_checkout.py",),
        "README.md": ("test_docs.py",),
        "CONTRIBUTING.md": ("test_docs.py",),
    }
    rank: dict[str, int] = {}
    for name, path in tests.items():
        asked = imports(path)
        if f"tests/{name}" in paths:
            rank[name] = 0
        elif asked & modules or words.search(path.read_text(encoding="utf-8")):
            rank[name] = 1
        elif any(name in about.get(kind, ()) for kind in kinds):
            rank[name] = 2
        elif asked & near:
            rank[name] = 3
    return sorted(rank, key=lambda name: (rank[name], name))


def main() -> None:
    """Run them."""
    began = time.monotonic()
    paths = changed()
    print(f"{len(paths)} changed: {' '.join(paths[:8])}{' …' if len(paths) > 8 else ''}", flush=True)
    if (
        any(path.startswith(("cards/", "rules/")) for path in paths)
        and subprocess.run([BIN / "dossier", "check"], cwd=ROOT).returncode
    ):
        sys.exit(1)
    tests = chosen(paths, {path.name: path for path in sorted(ROOT.glob("tests/test_*.py"))})
    if not tests:
        print("no test is about that; make test runs them all")
        return
    print(f"{len(tests)} files of tests: {' '.join(tests)}", flush=True)
    left = max(5, SECONDS - (time.monotonic() - began))
    command = [
        sys.executable,
        "-m",
        "pytest",
        "--quiet",
        "-n0",
        "--given-order",
        f"--at-most={left:.0f}",
        *(f"tests/{name}" for name in tests),
    ]
    sys.exit(subprocess.run(command, cwd=ROOT, env={**os.environ, "DOSSIER_QUICK": "1"}).returncode)


if __name__ == "__main__":
    main()
