"""What a maintainer reads when a file is wrong: each folder of tests/bad changes a few files of tests/bad/good.

Its expected.txt is what must be printed, reviewed by a person.
`DOSSIER_RESET=1 pytest tests/test_bad_input.py` rewrites
them all; read the difference before you commit it.
"""

from __future__ import annotations

import difflib
import json
import os
import shutil
import time
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.catalog.items import Odd, read_json_lines, read_yaml
from generator.catalog.own_scenarios import own_scenarios
from generator.catalog.problems import INVISIBLE, SUGGESTED, CatalogError, Code, Problem, nearest, printable
from generator.catalog.read import read_catalog
from generator.catalog.shapes import unfit
from generator.kept import LARGEST
from generator.rulings import read_scenarios

BAD = Path(__file__).parent / "bad"
CASES = sorted(path.name for path in BAD.iterdir() if path.is_dir() and path.name != "good")


def problems_of(case: str, folder: Path) -> list[Problem]:
    """The problems that reading finds in the good files, with those of the case put over them."""
    shutil.copytree(BAD / "good", folder, dirs_exist_ok=True)
    if case != "good":
        shutil.copytree(BAD / case, folder, dirs_exist_ok=True)
    try:
        read_scenarios(read_catalog(folder))
    except CatalogError as error:
        return list(error.problems)
    return []


def test_the_good_files_have_no_problem(tmp_path: Path) -> None:
    """What the cases change is without a problem before they do."""
    assert [] == problems_of("good", tmp_path)


@pytest.mark.parametrize(("name", "found"), [("Poets", True), ("Poet", False)])
def test_a_card_may_name_a_card_of_another_game(name: str, found: bool, tmp_path: Path) -> None:
    """The cards of one game name those of another, as SubGenius cards name the Discordian Society; a name of no game is
    a problem.
    """
    shutil.copytree(BAD / "good", tmp_path, dirs_exist_ok=True)
    sets = tmp_path / "cards/sets.yaml"
    game = "  - {id: later, title: Later, short: Later, numbers: [power], alignments: [], attributes: []}\n"
    its_set = "  - {id: later, game: later, title: Later, year: 2002}\n"
    sets.write_text(sets.read_text(encoding="utf-8").replace("sets:\n", f"{game}sets:\n{its_set}"), encoding="utf-8")
    cards = tmp_path / "cards/later/illuminati.yaml"
    cards.parent.mkdir()
    cards.write_text(
        "set: later\nkind: illuminati\ncards:\n  - id: barons\n    name: Barons\n    power: 8\n    arrows: {out:"
        f" [top]}}\n    clauses:\n      - '+2 to direct control of [{name}]'\n",
        encoding="utf-8",
    )
    if found:
        assert "Barons" in {record.card.name for record in read_catalog(tmp_path).cards}
    else:
        with pytest.raises(CatalogError) as caught:
            read_catalog(tmp_path)
        assert [Code.UNKNOWN_CARD.value] == [problem.code for problem in caught.value.problems]


@pytest.mark.parametrize("case", CASES)
def test_bad_input(case: str, tmp_path: Path) -> None:
    """All problems are printed in one run, in the order of the files, exactly as a person has reviewed them."""
    printed = "".join(f"{problem}\n" for problem in problems_of(case, tmp_path))
    expected = BAD / case / "expected.txt"
    if os.environ.get("DOSSIER_RESET"):
        expected.write_text(printed, encoding="utf-8")
    assert expected.read_text(encoding="utf-8") == printed


def test_every_code_is_shown_by_a_case() -> None:
    """No code exists that no reviewed example prints, and none is printed that the table of codes does not explain."""
    printed = {
        line.split(" ")[1].rstrip(":")
        for case in CASES
        for line in (BAD / case / "expected.txt").read_text().splitlines()
    }
    assert {code.code for code in Code} == printed


def test_codes_are_explained() -> None:
    """Each code is spelled the one way, has an explanation of one sentence, and is found by its name."""
    for code in Code:
        assert code is Code(code.code)
        assert code.code == code.name.lower().replace("_", "-")
        assert code.explanation.endswith(".")


def test_a_sentence_keeps_its_caret(tmp_path: Path) -> None:
    """A sentence that does not parse comes with a picture for the terminal:
    the sentence, and a caret below the place.
    """
    pictures = [problem.picture for problem in problems_of("bad-sentence", tmp_path) if problem.picture]
    assert "+4 to any attemt to control Weird Groups\n          ^" in pictures


def test_names_in_any_script_are_fine(tmp_path: Path) -> None:
    """A card may be called anything that Unicode can write, and sentences and chapters can name it."""
    shutil.copytree(BAD / "good", tmp_path, dirs_exist_ok=True)
    for path in (*tmp_path.rglob("*.yaml"), *tmp_path.rglob("*.md")):
        text = path.read_text(encoding="utf-8")
        path.write_text(
            text.replace("name: Poets", "name: Поэты 詩人 🖋").replace("[Poets]", "[Поэты 詩人 🖋]"), encoding="utf-8"
        )
    catalog = read_catalog(tmp_path)
    assert "Поэты 詩人 🖋" == catalog.card("toy/poets").card.name
    assert ("toy/poets",) == next(section.cards for section in catalog.sections if section.id == "roll")


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? "])
@pytest.mark.parametrize("depth", [45, 1_000, 100_000])
def test_deep_nesting_is_a_problem_not_a_crash(opening: str, depth: int) -> None:
    """A file that nests lists or keys without end gets a problem like any other; YAML's own composer would end the
    process.
    """
    found: list[Problem] = []
    assert read_yaml(opening * depth, "deep.yaml", found.append) is None
    assert [Code.BROKEN_YAML.code] == [problem.code for problem in found]
    assert "nested more than 40 deep" in found[0].message


@pytest.mark.parametrize(("deep", "expected"), [(40, []), (41, ["nested more than 40 deep"])])
def test_how_deep_a_file_may_be(deep: int, expected: list[str]) -> None:
    """A word in 40 lists, or 40 keys, is read, and one more is a problem; in JSON as in YAML."""
    for opening, closing in (("[", "]"), ('{"a": ', "}")):
        found: list[Problem] = []
        text = opening * deep + '"x"' + closing * deep
        read_yaml(text, "deep.yaml", found.append)
        list(read_json_lines(text, "deep.jsonl", found.append))
        assert expected * 2 == [problem.message[-24:] for problem in found]


@pytest.mark.parametrize(
    "line", ["- " * 490, "1. " * 1_600, "> " * 2_000, " " * 90 + "- x", "[" * 4_000, "[a " * 1_600]
)
@pytest.mark.parametrize(
    ("file", "after"), [("rules/toy/01-attacks.md", "Add and subtract, "), ("rules/toy/rulings/basic.yaml", "answer: ")]
)
def test_deep_lists_in_markdown_are_a_problem_not_a_crash(tmp_path: Path, file: str, after: str, line: str) -> None:
    """A text that opens lists and quotes without end is a problem; what renders Markdown would end the build."""
    shutil.copytree(BAD / "good", tmp_path, dirs_exist_ok=True)
    path = next(tmp_path.glob(file))
    text = path.read_text(encoding="utf-8")
    assert after in text
    path.write_text(
        text.replace(after, f"{line}\n\n{after}" if path.suffix == ".md" else f"{after}{json.dumps(line)} #", 1),
        encoding="utf-8",
    )
    with pytest.raises(CatalogError) as caught:
        read_catalog(tmp_path)
    assert any("nested more than 19 deep" in problem.message for problem in caught.value.problems)


WIDE = "|a" * 400 + "|\n" + "|-" * 400 + "|\n" + "|\n" * 400


@pytest.mark.parametrize("table", [WIDE, "> " + WIDE.replace("\n", "\n> "), "- " + WIDE.replace("\n", "\n  ")])
def test_a_table_has_no_more_cells_than_letters(tmp_path: Path, table: str) -> None:
    """Markdown gives each row as many cells as the head has: a small text would be a page of megabytes."""
    shutil.copytree(BAD / "good", tmp_path, dirs_exist_ok=True)
    chapter, rulings = tmp_path / "rules/toy/01-attacks.md", tmp_path / "rules/toy/rulings/basic.yaml"
    chapter.write_text(f"{chapter.read_text(encoding='utf-8')}\n{table}", encoding="utf-8")
    rulings.write_text(
        rulings.read_text(encoding="utf-8").replace("answer: ", f"answer: {json.dumps(table)} #"), encoding="utf-8"
    )
    with pytest.raises(CatalogError) as caught:
        read_catalog(tmp_path)
    wrong = [
        (problem.file, problem.line)
        for problem in caught.value.problems
        if "give each row as many cells as its head" in problem.message
    ]
    assert [("rules/toy/01-attacks.md", 16), ("rules/toy/rulings/basic.yaml", 4)] == wrong


def test_an_honest_table_is_none_too_wide() -> None:
    """One whose rows have the cells of its head, with and without lines at the sides, however short the cells; and our
    own.
    """
    for table in (
        "|a|\n|-|\n" + "|x|\n" * 300,
        "a|b|c\n-|-|-\n" + "||\n" * 300,
        "|a" * 100 + "\n" + ("|-" * 100 + "\n") + ("|b" * 100 + "\n") * 20,
    ):
        assert "" == unfit(table, 5_000)


def test_only_the_first_of_many_unknown_names_are_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The prefix of a document may have changed in a thousand places; each is told, and a nearest name is sought for
    the first of them.
    """
    shutil.copytree(BAD / "good", tmp_path, dirs_exist_ok=True)
    sought: list[str] = []
    monkeypatch.setattr(difflib, "get_close_matches", lambda word, *_, **__: sought.append(word) or [])
    file = tmp_path / "rules/toy/rulings/basic.yaml"
    good = file.read_text(encoding="utf-8")
    for key in ("sources: [toy-roll", "cards: [bakers"):
        more = ", ".join(f"toy-rool-{number}" for number in range(SUGGESTED + 50))
        file.write_text(good.replace(key, f"{key}, {more}"), encoding="utf-8")
        with pytest.raises(CatalogError) as caught:
            read_catalog(tmp_path)
        assert (SUGGESTED + 50, SUGGESTED) == (len(caught.value.problems), len(sought))
        sought.clear()
    lines = "".join(f"    - {{card: pooets-{number}, field: power, is: 3}}\n" for number in range(SUGGESTED // 2 + 20))
    facts = "".join(
        f"- id: f-{name}\n  title: a\n  question: a\n  answer: a\n  section: roll\n  sources: [toy-roll]\n  facts:"
        f" true\n  expect:\n{lines}"
        for name in "ab"
    )
    file.write_text(good + facts, encoding="utf-8")
    catalog = read_catalog(tmp_path)
    sought.clear()
    with pytest.raises(CatalogError) as caught:
        read_scenarios(catalog)
    assert (SUGGESTED + 40, SUGGESTED) == (len(caught.value.problems), len(sought))
    sought.clear()
    with pytest.raises(CatalogError) as caught:
        own_scenarios(
            f"game: toy\nfacts: true\nexpect:\n  - {{card: bakers, field: power, is: 3, settles: [{more}]}}\n",
            "own.yaml",
            catalog,
        )
    assert (SUGGESTED + 50, SUGGESTED) == (len(caught.value.problems), len(sought))


@pytest.mark.parametrize("digits", [19, 5_000])
def test_a_number_of_many_digits_is_a_problem_not_a_crash(digits: int) -> None:
    """Python refuses to read a number of more than 4,300 digits; to us none of more than 18 is one."""
    item = read_yaml("9" * digits, "big.yaml", pytest.fail)
    assert item and isinstance(item.value, Odd)
    (item,) = read_json_lines('{"page": %s}' % ("9" * digits), "big.jsonl", pytest.fail)
    assert isinstance(item.value["page"].value, Odd)


def test_a_pipe_is_no_file(tmp_path: Path) -> None:
    """A named pipe among the files is a problem at once: reading it would wait for ever."""
    shutil.copytree(BAD / "good", tmp_path, dirs_exist_ok=True)
    os.mkfifo(tmp_path / "cards/toy/more.yaml")
    with pytest.raises(CatalogError) as caught:
        read_catalog(tmp_path)
    assert ["cards/toy/more.yaml:1:1: missing-file: this isn't a file that can be read"] == list(
        map(str, caught.value.problems)
    )


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    """A file of more than four million bytes is refused by its size."""
    shutil.copytree(BAD / "good", tmp_path, dirs_exist_ok=True)
    with (tmp_path / "cards/toy/more.yaml").open("wb") as file:
        file.truncate(LARGEST + 1)
    with pytest.raises(CatalogError) as caught:
        read_catalog(tmp_path)
    assert ["too-large"] == [problem.code for problem in caught.value.problems]


@pytest.mark.parametrize(
    "sentence", ["x" * 12_800, ", ".join(["Weird"] * 1_000) + " or Weird Groups"], ids=["word", "list"]
)
def test_a_sentence_has_an_end(tmp_path: Path, sentence: str) -> None:
    """A word of thousands of letters and a list of a thousand items are problems at once, and no error of Python."""
    shutil.copytree(BAD / "good", tmp_path, dirs_exist_ok=True)
    cards = tmp_path / "cards/toy/groups.yaml"
    text = cards.read_text(encoding="utf-8")
    cards.write_text(
        text.replace("+2 to direct control of [Poets]", f"+2 to direct control of {sentence}"), encoding="utf-8"
    )
    began = time.perf_counter()
    with pytest.raises(CatalogError) as caught:
        read_catalog(tmp_path)
    assert {"too-large"} == {problem.code for problem in caught.value.problems}
    assert time.perf_counter() - began < 10


IGNORABLE = (
    "AD 34F 61C 115F-1160 17B4-17B5 180B-180F 200B-200F 202A-202E 2060-206F 3164 FE00-FE0F FEFF FFA0 FFF0-FFF8"
    " 1BCA0-1BCA3 1D173-1D17A E0000-E0FFF"
)
"""Default_Ignorable_Code_Point of Unicode (DerivedCoreProperties.txt): what shows nothing."""
NO_CHARACTERS = f"FDD0-FDEF {' '.join(f'{plane:X}FFFE-{plane:X}FFFF' for plane in range(17))}"
"""Noncharacter_Code_Point (PropList.txt): what will never be one."""


def test_every_invisible_character_is_known() -> None:
    """What Unicode calls a control, a format, a private or half character, a separator of lines, ignorable or no
    character, is refused, and is told by its number; nothing else is.
    """
    ranges = [[int(end, 16) for end in each.split("-")] for each in f"{IGNORABLE} {NO_CHARACTERS}".split()]
    listed = {number for ends in ranges for number in range(ends[0], ends[-1] + 1)}
    for number in range(0x110000):
        letter = chr(number)
        unseen = number in listed or (
            unicodedata.category(letter) in {"Cc", "Cf", "Co", "Cs", "Zl", "Zp"} and letter not in "\t\n"
        )
        if unseen or unicodedata.category(letter) != "Cn":
            assert unseen == bool(INVISIBLE.search(letter)), hex(number)
            assert not unseen or printable(letter).startswith("\\"), hex(number)


@pytest.mark.parametrize(
    ("word", "expected"),
    [("Wierd", "Weird"), ("WEIRD", "Weird"), ("Communists", "Communist"), ("xyzzy", None), ("", None)],
)
def test_suggestions_are_near(word: str, expected: str | None) -> None:
    """A suggestion is offered for a likely slip, and none for a word that resembles nothing."""
    assert expected == nearest(word, ("Weird", "Communist", "Peaceful"))


FILES = sorted(
    path.relative_to(BAD / "good").as_posix()
    for path in (BAD / "good").rglob("*")
    if path.suffix in {".yaml", ".md", ".jsonl"}
)
FRAGMENTS = (
    "",
    "\n",
    " ",
    "- ",
    ": ",
    "[]",
    "{}",
    "[",
    "}",
    "null",
    "~",
    "yes",
    "-1",
    "1.5",
    "'",
    '"',
    "#",
    "# ",
    "|",
    ">",
    "&a ",
    "*a",
    "!!x ",
    "%",
    "\t",
    "\x00",
    "\ufeff",
    "é",
    "🖋",
    "{a: b}",
    "[[",
    "]]",
    "{{",
    "}}",
    "[1]",
    "? ",
    "<<: ",
    "---\n",
    "...\n",
    "\x85",
    "\\",
)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the good files to spoil and mend."""
    folder = tmp_path_factory.mktemp("fuzz")
    shutil.copytree(BAD / "good", folder, dirs_exist_ok=True)
    return folder


@given(
    file=st.sampled_from(FILES),
    start=st.floats(0, 1),
    length=st.integers(0, 12),
    fragment=st.one_of(st.sampled_from(FRAGMENTS), st.text(max_size=5)),
)
@settings(max_examples=200)
def test_no_file_however_spoiled_is_a_crash(copy: Path, file: str, start: float, length: int, fragment: str) -> None:
    """Whatever stands in a file, reading answers a catalog or problems, each with a place in a file and a
    known code.
    """
    good = (BAD / "good" / file).read_text(encoding="utf-8")
    at = int(start * len(good))
    spoiled = good[:at] + fragment + good[at + length :]
    (copy / file).write_bytes(spoiled.encode("utf-8", "surrogatepass"))
    try:
        read_scenarios(read_catalog(copy))
    except CatalogError as error:
        assert error.problems
        for problem in error.problems:
            assert problem.line >= 1 and problem.column >= 1
            assert Code(problem.code)
            assert (copy / problem.file).suffix
    finally:
        (copy / file).write_text(good, encoding="utf-8")


VALUES = (
    "null",
    "~",
    "true",
    "7",
    "-1",
    "1.5",
    "2001-01-01",
    "x",
    "''",
    "[]",
    "{}",
    "[x]",
    "[[x]]",
    "{a: b}",
    "[7, null]",
    "[{id: x}]",
)


@given(
    file=st.sampled_from([file for file in FILES if file.endswith(".yaml")]),
    which=st.floats(0, 0.999),
    value=st.sampled_from(VALUES),
)
@settings(max_examples=300)
def test_no_value_of_any_kind_is_a_crash(copy: Path, file: str, which: float, value: str) -> None:
    """Any value replaced by one of another kind, with all that stands below it, is a catalog or problems."""
    good = (BAD / "good" / file).read_text(encoding="utf-8")
    nodes = [node for node in walk(yaml.compose(good)) if node.end_mark.index > node.start_mark.index]
    node = nodes[int(which * len(nodes))]
    before, after = good[: node.start_mark.index], good[node.end_mark.index :]
    line_end = "\n" if node.end_mark.column == 0 else ""
    (copy / file).write_text(before + value + line_end + after, encoding="utf-8")
    try:
        read_scenarios(read_catalog(copy))
    except CatalogError as error:
        assert error.problems
    finally:
        (copy / file).write_text(good, encoding="utf-8")


def walk(node: yaml.Node) -> Iterator[yaml.Node]:
    """A node and all below it."""
    yield node
    for child in node.value if not isinstance(node, yaml.ScalarNode) else ():
        for each in child if isinstance(child, tuple) else (child,):
            yield from walk(each)
