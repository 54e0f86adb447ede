"""A project of a few cards that builds in seconds: for tests that build, and spoil what they build."""

from __future__ import annotations

import shutil
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
GOOD = ROOT / "tests" / "bad" / "good"


def make_buildable(folder: Path) -> None:
    """Give a folder with the cards and rules of a small game what a build needs beside them."""
    shutil.copytree(ROOT / "site_templates", folder / "site_templates")
    shutil.copyfile(ROOT / "mkdocs.yml", folder / "mkdocs.yml")
    synonyms = yaml.safe_load((ROOT / "rules/synonyms.yaml").read_text(encoding="utf-8"))
    synonyms |= {"names": {}, "wanted": {}}  # of pages and cards that a small game has not
    (folder / "rules/synonyms.yaml").write_text(yaml.safe_dump(synonyms), encoding="utf-8")
