"""What is promised about safety, and where: every promise has tests that exist, and the page shows the figures that
were written down.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from generator.catalog.problems import CatalogError
from generator.site import promises
from generator.site.licenses import MATERIAL, in_browser, licenses
from generator.site.promises import PROMISES, figures

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

import audit

VENDOR = ROOT / "site_templates/assets/vendor"


def test_the_promises_are_the_same_everywhere(root: Path) -> None:
    """SECURITY.md has the table of the site, and `make soak` runs what the table names."""
    assert promises.table() in (root / "SECURITY.md").read_text(encoding="utf-8")
    soak = (root / "Makefile").read_text(encoding="utf-8").partition("\nsoak:")[2].partition("\n\n")[0]
    for each in PROMISES:
        assert each.test
        assert [] == [path for path in (*each.test, *each.soak) if not (root / path).is_file()]
        assert [] == [path for path in each.soak if path not in soak]


def test_figures_are_those_that_were_written_down(tmp_path: Path) -> None:
    """A table for each run; nothing where nothing was run."""
    file = tmp_path / promises.FILE
    assert [] == list(figures(file))
    its = {
        "tried": 1_500,
        "of": 20_000,
        "good": 90,
        "wrong": 0,
        "slowest": {"Python": [0.125, "x"], "the browser": [0.5, "y"]},
    }
    ended = {"SIGKILL": 2, "SIGINT": 1, "before it began": 1, "done": 1}
    file.write_text(
        json.dumps(
            {
                "fuzz": {"seed": 7, "day": "2026-11-23", "queries": its, "lines": {**its, "tried": 0}},
                "kills": {
                    "day": "2026-11-22",
                    "real": {"tried": 5, "of": 200, "wrong": 0, "seconds": 95.0, "ended": ended},
                },
                "marked": {"day": "2026-11-24", "fields": 70, "markers": 100, "pages": 34, "violations": 2},
            }
        ),
        encoding="utf-8",
    )
    inputs, builds, markers = figures(file)
    assert [("Queries, in Python and in the browser", ["1,500", "20,000", "90", 0, "0.50"])] == inputs[1:]
    assert [("Builds of the whole site that were killed", [5, 200, 3, 0, 95.0])] == builds[1:]
    assert [70, 34, 2] == [count for _, (count,) in markers[1:]]


@pytest.mark.parametrize(
    "text", ["", "[]", "{}x", "[" * 100_000, '{"fuzz": {"lines": 7}}', '{"kills": []}', '{"marked": {"day": "x"}}']
)
def test_figures_that_are_none_are_told(tmp_path: Path, text: str) -> None:
    """A file that holds anything else is a problem of one line."""
    (tmp_path / promises.FILE).write_text(text, encoding="utf-8")
    with pytest.raises(CatalogError, match=r"soak.json:1:1: broken-json: these aren't the figures of a run"):
        figures(tmp_path / promises.FILE)


def test_the_page_shows_promises_and_figures(built_site: Path, root: Path) -> None:
    """Every promise with its tests, and every figure."""
    page = (built_site / "promises/index.html").read_text(encoding="utf-8")
    for each in PROMISES:
        assert [] == [path for path in (*each.test, *each.soak) if path not in page]
        assert each.says.partition("`")[0] in page
    for rows in figures(root / "site_templates" / promises.FILE):
        assert [] == [name for name, _ in rows if name not in page]


def test_every_package_has_a_license(root: Path, built_site: Path) -> None:
    """The metadata of every locked package that is installed name one, and the About page has them all, with what pages
    load.
    """
    found = list(licenses(root / "requirements.lock"))
    page = (built_site / "about/index.html").read_text(encoding="utf-8")
    assert len(found) > 50
    assert [] == [each.name for each in found if each.license == "not said in its metadata" or each.name not in page]
    assert {path.stem for path in VENDOR.glob("*.js")} == {
        path.name.partition(".")[0] for path in VENDOR.glob("*.LICENSE.txt")
    }


def test_every_library_in_the_browser_has_a_license(built_site: Path) -> None:
    """Each script and style of others has a source map, and the About page has all libraries that it or a license
    comment names.
    """
    page = (built_site / "about/index.html").read_text(encoding="utf-8")
    files = [
        path
        for path in (built_site / "assets").rglob("*")
        if path.suffix in {".js", ".css"} and "dossier" not in path.parts
    ]
    assert len(files) > 2
    for path in files:
        sources = json.loads((MATERIAL / path.parent.name / f"{path.name}.map").read_text(encoding="utf-8"))["sources"]
        named = {match[1] for source in sources if (match := re.search(r"node_modules/((?:@[^/]+/)?[^/]+)", source))}
        named |= {
            re.findall(r"[a-z][a-z-]+", comment)[0]
            for comment in re.findall(r"/\*!(.*?)\*/", path.read_text(encoding="utf-8"), re.DOTALL)
        }
        assert (path.name, []) == (path.name, [name for name in sorted(named) if f" {name} (" not in page])
    assert [] == [
        f"{name} ({its})" for name, its in in_browser(VENDOR) if f" {name} ({its})" not in page or "not said" in its
    ]


def test_a_library_that_nobody_has_named_is_seen(tmp_path: Path) -> None:
    """One that comes with a file of Material, in the source of another too, or lies in our folder; nobody knows its
    license yet.
    """
    (tmp_path / "javascripts").mkdir()
    (tmp_path / "javascripts/x.min.js.map").write_text(
        json.dumps(
            {
                "sources": ["node_modules/left-pad/index.js", "node_modules/@a/b/c.js", "src/own.ts"],
                "sourcesContent": ["// ./node_modules/select/x.js"],
            }
        )
    )
    (tmp_path / "chart.js").touch()
    unknown = "not said in its metadata"
    assert (("@a/b", unknown), ("chart", unknown), ("left-pad", unknown), ("select", "MIT")) == in_browser(
        tmp_path, tmp_path
    )


def test_an_audit_tells_all_packages() -> None:
    """Behind a package of which nothing can be learned the others are told too; all must be known and without holes."""
    known, lost = {"name": "b", "version": "1", "vulns": []}, {"name": "a", "skip_reason": "not there"}
    hole = {
        "name": "c",
        "version": "2",
        "vulns": [{"id": "CVE-1", "fix_versions": ["2.1", "3"]}, {"id": "CVE-2", "fix_versions": []}],
    }
    assert (["make audit: 1 packages, 0 known holes, nothing learned of 0"], True) == audit.told(
        {"dependencies": [known]}
    )
    assert (
        [
            "a: nothing could be learned: not there",
            "c 2: CVE-1, mended in 2.1, 3",
            "c 2: CVE-2, not mended yet",
            "make audit: 3 packages, 2 known holes, nothing learned of 1",
        ],
        False,
    ) == audit.told({"dependencies": [lost, known, hole]})
    assert [False, False] == [audit.told({"dependencies": its})[1] for its in ([], [known, lost])]


def test_whatever_is_installed_is_locked(root: Path) -> None:
    """No command of make installs a package but by its hash; pip-audit too."""
    lines = [line for line in (root / "Makefile").read_text(encoding="utf-8").splitlines() if "pip install" in line]
    assert len(lines) == 3
    assert [] == [line for line in lines if "--require-hashes" not in line and "--no-deps" not in line]


@pytest.mark.parametrize("needed", ["tests/soak.py", "tests/run_fuzz.py", "tests/kill_builds.py"])
def test_the_long_runs_are_part_of_make_soak(root: Path, needed: str) -> None:
    """Each by its own line."""
    assert f"python {needed}" in (root / "Makefile").read_text(encoding="utf-8")
