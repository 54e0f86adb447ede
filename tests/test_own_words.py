"""The rights: facts carry over, sentences do not. No text of ours shares a run of words with a source document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from generator.catalog.catalog import Catalog

RUN = 8
"""So many words in a row are somebody's sentence."""
OURS = ("cards", "rules", "site_templates", "README.md", "CONTRIBUTING.md", "CHANGELOG.md")
ENDINGS = {".md", ".yaml", ".j2", ".jsonl"}
_PLAIN = re.compile(r"<[^>]*>|\[\[#[^\]|]*\|?|[\[\]]")
_NAME = "§"
Word = tuple[str, int]
"""A word, and its line."""


def words(text: str, names: re.Pattern[str]) -> Iterator[Word]:
    """The words of a text in small letters with their lines; the name of a card is one word."""
    for line, content in enumerate(text.lower().replace("’", "'").splitlines(), 1):
        plain = names.sub(f" {_NAME} ", _PLAIN.sub(" ", content))
        yield from ((word, line) for word in re.findall(rf"[a-z0-9']+|{_NAME}", plain))


def runs(found: Iterable[Word]) -> Iterator[tuple[tuple[str, ...], int]]:
    """Each run of words that are not mostly names and numbers, with the line of its first word."""
    stream = list(found)
    for at in range(len(stream) - RUN + 1):
        run = tuple(word for word, _ in stream[at : at + RUN])
        if sum(word != _NAME and not word.isdigit() for word in run) >= RUN - 2:
            yield run, stream[at][1]


def pattern(names: Iterable[str]) -> re.Pattern[str]:
    """Finds names of more than one word, such as The Mafia or B.A.T.F., the longest first."""
    several = sorted({name.lower() for name in names if len(re.findall(r"\w+", name)) > 1}, key=len, reverse=True)
    return re.compile("|".join(map(re.escape, several)) or "(?!)")


def test_no_run_of_words_is_theirs(root: Path, shared: Path, catalog: Catalog) -> None:
    """Eight words in a row that stand in a source document too, names and numbers apart, are none of ours."""
    names = pattern(record.card.name for record in catalog.cards)
    sources = list((shared / "sources").glob("*.txt"))
    assert len(sources) >= 4
    theirs = {run for file in sources for run, _ in runs(words(file.read_text(encoding="utf-8"), names))}
    files = [
        file for path in OURS for file in ([root / path] if path.endswith(".md") else sorted((root / path).rglob("*")))
    ]
    taken = [
        f"{file.relative_to(root)}:{line}: {' '.join(run)}"
        for file in files
        if file.suffix in ENDINGS
        for run, line in runs(words(file.read_text(encoding="utf-8"), names))
        if run in theirs
    ]
    assert [] == taken


@pytest.mark.parametrize(
    ("ours", "taken"),
    [
        ("Roll two dice and add them; that or less is enough.", False),
        ("You may not attack a Group that <b>you control already</b> at all.", True),
        ("You may not attack a [[The Mafia]] that you control already.", True),
        ("You may not attack a Group which you control already.", False),
        ("You may not attack the B.A.T.F. that you own.", False),
        ("12 [[The Mafia]] 14 [[The Mafia]] 16 you control already 3", False),
    ],
)
def test_a_run_is_seen(ours: str, taken: bool) -> None:
    """Marks and markup hide nothing; one other word ends a run, and names and numbers alone are none."""
    names = pattern(["The Mafia", "B.A.T.F."])
    source = (
        "You may not attack a Group that you control already. You may not attack a The Mafia that you control already."
        " Attack the B.A.T.F. now."
    )
    theirs = {run for run, _ in runs(words(source, names))}
    assert taken == any(run in theirs for run, _ in runs(words(ours, names)))
