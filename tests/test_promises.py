"""What is promised about safety, and where: every promise has tests that exist, and the page shows the figures that were written down."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from generator.catalog import CatalogError
from generator.site import promises
from generator.site.licenses import IN_BROWSER, licenses
from generator.site.promises import PROMISES, figures


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
    its = {"tried": 1_500, "of": 20_000, "good": 90, "wrong": 0, "slowest": {"Python": [0.125, "x"], "the browser": [0.5, "y"]}}
    ended = {"SIGKILL": 3, "done": 1}
    file.write_text(json.dumps({
        "fuzz": {"seed": 7, "day": "2026-11-23", "queries": its, "lines": {**its, "tried": 0}},
        "kills": {"day": "2026-11-22", "real": {"tried": 4, "of": 200, "wrong": 0, "seconds": 95.0, "ended": ended}},
    }), encoding="utf-8")
    inputs, builds = figures(file)
    assert [("Queries, in Python and in the browser", ["1,500", "20,000", "90", 0, "0.50"])] == inputs[1:]
    assert [("Builds of the whole site that were killed", [4, 200, 3, 0, 95.0])] == builds[1:]


@pytest.mark.parametrize("text", ["", "[]", "{}x", "[" * 100_000, '{"fuzz": {"lines": 7}}', '{"kills": []}', '{"marked": {"day": "x"}}'])
def test_figures_that_are_none_are_told(tmp_path: Path, text: str) -> None:
    """A file that holds anything else is a problem of one line."""
    (tmp_path / promises.FILE).write_text(text, encoding="utf-8")
    with pytest.raises(CatalogError, match=r"site_templates/soak.json:1:1: broken-json: these are no figures of a run"):
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
    """The metadata of every locked package that is installed name one, and the About page has them all, with what pages load."""
    found = list(licenses(root / "requirements.lock"))
    page = (built_site / "about/index.html").read_text(encoding="utf-8")
    assert len(found) > 50
    assert [] == [each.name for each in found if each.license == "not said in its metadata" or each.name not in page]
    assert [] == [what for what, _ in IN_BROWSER if what not in page]
    vendored = {path.name.partition(".")[0] for path in (root / "site_templates/assets/vendor").iterdir()}
    assert vendored == {path.name.partition(".")[0] for path in (root / "site_templates/assets/vendor").glob("*.LICENSE.txt")}
    assert [] == [name for name in vendored if name not in " ".join(what for what, _ in IN_BROWSER).lower()]


@pytest.mark.parametrize("needed", ["tests/soak.py", "tests/run_fuzz.py", "tests/kill_builds.py"])
def test_the_long_runs_are_part_of_make_soak(root: Path, needed: str) -> None:
    """Each by its own line."""
    assert f"python {needed}" in (root / "Makefile").read_text(encoding="utf-8")
