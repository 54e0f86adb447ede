"""`dossier serve` while somebody edits: the open page shows the edit, or what is wrong with it."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import Pages
from edited_builds import make_project
from playwright.sync_api import expect

from generator.site.server import SiteServer
from generator.site.watching import Watcher, with_places


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[tuple[Path, str, Watcher]]:
    """A small project that is watched and served: its folder, its URL, and who watches."""
    folder = tmp_path / "project"
    make_project(folder)
    said: list[str] = []
    watcher = Watcher(folder, folder / "site", said.append)
    assert watcher.build(), said
    with SiteServer(folder / "site", 0, watcher) as server:
        threads = [threading.Thread(target=work, daemon=True) for work in (watcher.run, server.serve_forever)]
        for thread in threads:
            thread.start()
        try:
            yield folder, server.url, watcher
        finally:
            watcher.stop()
            server.shutdown()
            for thread in threads:
                thread.join()


def test_links_that_lead_round_in_circles_have_an_end(tmp_path: Path) -> None:
    """Two links to their own folder make a tree of forty stories with two doors on each; nobody looks that deep."""
    (tmp_path / "cards/toy").mkdir(parents=True)
    (tmp_path / "cards/toy/groups.yaml").write_text("x")
    for name in ("one", "other"):
        (tmp_path / "cards" / name).symlink_to(".")
    found = Watcher(tmp_path, tmp_path / "site", print).look()
    assert str(tmp_path / "cards/toy/groups.yaml") in found and len(found) < 100


def edit(path: Path, old: str, new: str) -> None:
    """Replace something in a file."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_an_edit_shows_itself_and_so_does_a_mistake(watched: tuple[Path, str, Watcher], new_page: Pages) -> None:
    """The open page has the new number; then a broken card is told with its line and a caret, over the last good page;
    mended, it goes.
    """
    folder, url, _ = watched
    card = folder / "cards/toy/groups.yaml"
    page = new_page()
    page.goto(f"{url}cards/toy/bakers/")
    expect(page.locator("article")).to_contain_text("Income")
    edit(card, "income: 2", "income: 7")
    expect(page.locator("article")).to_contain_text("7 MB a turn", timeout=240_000)
    edit(card, "income: 7", "income: seven")
    box = page.locator(".dossier-problems")
    expect(box).to_contain_text("cards/toy/groups.yaml:9:13: bad-number", timeout=240_000)
    expect(box).to_contain_text("    income: seven\n              ^")
    expect(page.locator("article")).to_contain_text("7 MB a turn")
    edit(card, "income: seven", "income: 8")
    expect(page.locator("article")).to_contain_text("8 MB a turn", timeout=240_000)
    expect(box).to_have_count(0)


def test_a_page_is_sent_again_only_when_it_has_changed(watched: tuple[Path, str, Watcher]) -> None:
    """The script is in what is sent and not in the site; who has a page already is told so."""
    folder, url, _ = watched
    connection = http.client.HTTPConnection(url.removeprefix("http://").rstrip("/"), timeout=30)
    connection.request("GET", "/about/")
    first = connection.getresponse()
    assert b"/-/watch.js" in first.read()
    assert "/-/watch.js" not in (folder / "site/about/index.html").read_text(encoding="utf-8")
    connection.request("GET", "/about/", headers={"If-None-Match": first.headers["ETag"]})
    again = connection.getresponse()
    assert (304, b"") == (again.status, again.read())
    connection.close()


def test_problems_show_their_place(tmp_path: Path) -> None:
    """The line of the file and a caret below the column; a place that is none shows nothing, nor does a file
    elsewhere.
    """
    (tmp_path / "a.yaml").write_text("one\n  two: x\n", encoding="utf-8")
    assert "a.yaml:2:8: bad: no\n    two: x\n         ^" == with_places("a.yaml:2:8: bad: no", tmp_path)
    for problem in ("a.yaml:9:1: bad: no", "../etc:1:1: bad: no", "3 problems"):
        assert problem == with_places(problem, tmp_path)
