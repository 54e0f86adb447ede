"""A few of the inputs that `make soak` tries by the hundred thousand (`tests/run_fuzz.py`)."""

from __future__ import annotations

import random
from contextlib import closing

import pytest
from fuzz import FUZZERS, NUMBERS
from playwright.sync_api import Page

SOME = {"lines": 1_200, "sentences": 600, "files": 60, "queries": 150, "chapters": 40}


def test_every_fuzzer_runs() -> None:
    """Here, and in the long run."""
    assert set(FUZZERS) == set(SOME) == set(NUMBERS)


@pytest.mark.parametrize("name", FUZZERS)
def test_whatever_is_read_has_an_answer(name: str, request: pytest.FixtureRequest) -> None:
    """No error, none that takes a second, and the same in the browser where it reads the same."""
    page: Page | None = request.getfixturevalue("assets") if FUZZERS[name].browser else None
    with closing(FUZZERS[name](page)) as fuzzer:
        found = fuzzer.run(random.Random(f"{name} 1"), SOME[name])
    print(f"\n{found.tried} {name}, {found.good} of them good; slowest: {found.slowest}")
    assert not found.wrong, "\n".join(found.wrong)
    assert found.tried == SOME[name]
    assert found.tried / 50 < found.good < found.tried
