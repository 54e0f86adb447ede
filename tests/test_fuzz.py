"""A few of the inputs that `make soak` tries by the hundred thousand (`tests/run_fuzz.py`)."""

from __future__ import annotations

import json
import random
from contextlib import closing

import pytest
from fuzz import FUZZERS, NUMBERS, ONE_BY_ONE, LinesFuzzer
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


FOUND = [
    ("position", "inwo control pentagon>texas power=pentagon:1,pentagon:9", 46, "card-twice", "pentagon comes twice"),
    ("position", "inwo control pentagon>texas align=texas:weird,texas:violent", 47, "card-twice", "texas comes twice"),
    ("position", "inwo control pentagon>texas align=texas:\ufb01ne", 41, "unknown-alignment", "no alignment 'FIne'"),
    ("position", "inwo control pentagon>texas agents=for,for", 40, "card-twice", "for comes twice"),
    ("goal", "inwo goal the-network groups=texas power=texas:1,texas:2", 50, "card-twice", "texas comes twice"),
    (
        "position",
        "inwo control pentagon>texas aid=c-i-a*10",
        39,
        "bad-number",
        "'10' is not a whole number from 0 to 9",
    ),
    (
        "position",
        "inwo control pentagon>texas at=2 against=c-i-a*999",
        48,
        "bad-number",
        "'999' is not a whole number from 0 to 9",
    ),
    (
        "position",
        f"inwo control pentagon>texas aid={'a,' * 2_000}",
        3_001,
        "too-long",
        "a line has at most 3000 characters",
    ),
    ("goal", f"inwo goal the-network groups={'a,' * 2_000}", 3_001, "too-long", "a line has at most 3000 characters"),
    ("position", "inwo control pentagon>te\x07xas", 23, "unknown-card", "no card 'te\\x07xas'"),
    ("position", "inwo control pentagon>te\u202exa\\s", 23, "unknown-card", "no card 'te\\u202exa\\\\s'"),
    ("goal", "inwo goal the-\u2028network", 11, "unknown-card", "no card 'the-\\u2028network'"),
    ("position", "inwo control pentagon>it's\U000e0001", 23, "unknown-card", 'no card "it\'s\\U000e0001"'),
]
"""Lines in which something was wrong: the problem, which Python and the browser name alike."""


def test_lines_that_were_found(assets: Page) -> None:
    """Who is named twice, who takes part a thousand times, lines without an end, and characters that can't be seen."""
    fuzzer = LinesFuzzer(assets)
    there = json.loads(assets.evaluate(ONE_BY_ONE, json.dumps([["inwo", what, text] for what, text, *_ in FOUND])))
    for (what, text, *expected), (_, _, whole) in zip(FOUND, there, strict=True):
        _, here = fuzzer._answer("inwo", what, text)
        assert [expected] == [[each["column"], each["code"], each["message"]] for each in here], text[:80]
        assert here == json.loads(whole), text[:80]
