"""The tests' own browser: what goes wrong in a page is seen, and pages stay on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import Pages, serving


@pytest.fixture
def folder_url(tmp_path: Path) -> Iterator[str]:
    """A served folder with one page."""
    (tmp_path / "index.html").write_text("<!doctype html><html lang=en><title>Fnord</title><h1>Fnord</h1>")
    with serving(tmp_path) as url:
        yield url


def test_a_page_is_served_and_rendered(new_page: Pages, folder_url: str) -> None:
    """A page of the size and colour scheme asked for shows what the folder holds."""
    page = new_page(390, 844, scheme="dark")
    page.goto(folder_url)
    assert "Fnord" == page.inner_text("h1")
    assert [390, True] == page.evaluate("[innerWidth, matchMedia('(prefers-color-scheme: dark)').matches]")


def test_console_errors_and_exceptions_are_problems(new_page: Pages, folder_url: str) -> None:
    """Both a logged error and an exception that nobody catches are collected, in order."""
    page = new_page()
    page.goto(folder_url)
    page.evaluate("console.error('hail'); setTimeout(() => { throw new Error('eris') })")
    page.wait_for_timeout(50)
    assert ["console: hail", "uncaught: eris"] == new_page.problems
    new_page.problems.clear()


def test_a_missing_file_is_a_problem(new_page: Pages, folder_url: str) -> None:
    """A page that loads a file which is not there does not pass unnoticed."""
    page = new_page()
    page.goto(folder_url)
    page.evaluate("fetch('missing.json').then(answer => answer.status)")
    assert 1 == len(new_page.problems)
    assert "404" in new_page.problems[0]
    new_page.problems.clear()


def test_a_page_cannot_leave_this_machine(new_page: Pages) -> None:
    """A request to another host is stopped and collected."""
    page = new_page()
    page.goto("about:blank")  # a page of ours has a policy that would stop it first
    assert "stopped" == page.evaluate("fetch('https://example.com/x').catch(() => 'stopped')")
    assert "request to another host: https://example.com/x" == new_page.problems[0]
    new_page.problems.clear()
