"""What is kept of a checkout says what a first reading says, whatever was edited, and can be lost, broken or planted
without harm.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec import Struct

from generator import answers
from generator import kept as store
from generator.catalog import codec, read
from generator.catalog.catalog import PARTS, Catalog
from generator.catalog.compiled import Compiled, compiled
from generator.catalog.problems import CatalogError
from generator.catalog.read import read_catalog
from generator.kept import Kept, kept_of
from generator.rulings import run_all
from generator.rulings.judged import judged

TOY = Path("tests/bad/good")
STEPS = 60


@pytest.fixture
def toy(root: Path, tmp_path: Path) -> Path:
    """The checkout of a small game, with a folder for what is made of it."""
    shutil.copytree(root / TOY, tmp_path / "toy")
    (tmp_path / "toy" / "build").mkdir()
    return tmp_path / "toy"


@pytest.fixture
def files_read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The YAML files that are read, as they are."""
    found: list[str] = []
    plain = read.read_yaml
    monkeypatch.setattr(read, "read_yaml", lambda text, file, report: found.append(file) or plain(text, file, report))
    return found


def fields(catalog: Catalog) -> dict[str, object]:
    """Everything in a catalog, by field."""
    return {name: getattr(catalog, name) for name in PARTS}


def open_(root: Path) -> Compiled:
    """What a command sees that starts now."""
    with kept_of(root) as kept:
        return compiled(root, kept)


def both(root: Path) -> tuple[object, object]:
    """What a first reading says, and what is said with all that is kept: a catalog and its verdicts in short, or
    problems.
    """

    def first() -> object:
        catalog = read_catalog(root)
        return fields(catalog), {
            verdict.ruling: (verdict.passed, sorted(verdict.settles)) for verdict in run_all(catalog)
        }

    def again() -> object:
        with kept_of(root) as kept:
            found = compiled(root, kept)
            return fields(found.catalog), {
                ruling: (each["passed"], each["settles"]) for ruling, each in judged(found).items()
            }

    said = []
    for ask in (first, again):
        try:
            said.append(ask())
        except CatalogError as error:
            said.append(error.problems)
    return said[0], said[1]


# --- the same as a first reading --------------------------------------------------------------------------------------

EDITS = (
    ("cards/toy/groups.yaml", "power: 3", "power: 4"),
    ("cards/toy/groups.yaml", "Poets", "Bards"),
    ("cards/toy/groups.yaml", "id: poets", "id: bards"),
    ("cards/toy/groups.yaml", "alignments: [Straight]", "alignments: [Weird]"),
    ("cards/toy/groups.yaml", "[Straight]", "[Straigt]"),
    ("cards/toy/groups.yaml", "+2 to direct control of [Poets]", "+3 to direct control of [Poets]"),
    ("cards/toy/groups.yaml", "+2 to direct control of [Poets]", "+2 to direct control of Weird Groups"),
    ("cards/toy/groups.yaml", "id: poets", "id: bakers"),
    ("cards/toy/groups.yaml", "set: toy\n", "# a line more\nset: toy\n"),
    ("cards/sets.yaml", "Weird", "Weird, Fanatic"),
)


def edits(root: Path, of_cards: bool) -> list[tuple[Path, str, str]]:
    """The edits that make sense in a checkout as it is: those above or back, or a word more or less in any text."""
    found = (
        [(root / file, *pair) for file, one, other in EDITS for pair in ((one, other), (other, one))]
        if of_cards
        else []
    )
    for path in (
        ()
        if of_cards
        else sorted((*root.glob("rules/toy/**/*.yaml"), *root.glob("rules/toy/*.md"), *root.glob("rules/*.yaml")))
    ):
        found += [
            (path, "The ", "Now the "),
            (path, "Now the ", "The "),
            (path, "title: ", "title: Of "),
            (path, "title: Of ", "title: "),
        ]
        found += [
            (path, "strength: ", "strength: 1"),
            (path, "poets", "bards"),
            (path, "bards", "poets"),
            (path, "sources: [", "sources: [no-such, "),
        ]
    return [(path, old, new) for path, old, new in found if path.is_file() and old in path.read_text(encoding="utf-8")]


def test_after_any_edits_it_says_what_a_first_reading_says(toy: Path) -> None:
    """Cards, rules and rulings edited, renamed, deleted and put back at random: the same records, verdicts and problems
    as without a store.
    """
    chance, whole = random.Random(14), {path: path.read_bytes() for path in toy.rglob("*.*") if path.is_file()}
    good = 0
    for step in range(STEPS):
        what = chance.random()
        if what < 0.1:
            chance.choice([path for path in whole if path.is_file()]).unlink()
        elif what < 0.35:
            path = chance.choice(list(whole))
            path.write_bytes(whole[path])
        else:
            path, old, new = chance.choice(edits(toy, of_cards=what < 0.7))
            path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
        if chance.random() < 0.3:
            for path, text in whole.items():
                path.write_bytes(text)
        expected, found = both(toy)
        assert expected == found, step
        good += isinstance(expected[0], dict)
    assert STEPS / 4 < good < STEPS


def test_the_checkout_is_compiled_to_itself(root: Path, catalog: Catalog) -> None:
    """Of the whole checkout, what is loaded of the store are the records that were read."""
    again = open_(root)
    assert fields(read_catalog(root)) == fields(again.catalog)
    names = ["mafia", "k.g.b.", "cia", "no such card", "gnomes", "the", "I.R.S"]
    for name in names:
        one, other = catalog.find(name), again.find(name)
        assert (one.record and one.record.id, one.suggestions, [each.id for each in one.others]) == (
            other.record and other.record.id,
            other.suggestions,
            [each.id for each in other.others],
        )
    assert {statement.id: catalog.source(statement.id) for statement in catalog.statements} == {
        statement.id: again.source(statement.id) for statement in catalog.statements
    }


def test_only_what_changed_is_read_again(toy: Path, files_read: list[str]) -> None:
    """Nothing twice; after an edit of a card that no erratum names, its file alone."""
    open_(toy)
    assert files_read
    files_read.clear()
    open_(toy)
    assert [] == files_read
    card = toy / "cards" / "toy" / "groups.yaml"
    card.write_text(card.read_text(encoding="utf-8").replace("power: 0", "power: 1", 1), encoding="utf-8")
    open_(toy)
    assert {"cards/toy/groups.yaml"} == set(files_read)


def test_an_edit_loses_no_card(toy: Path) -> None:
    """What is told of a card is kept of all cards, also of those in files that are not read again."""
    for power in (3, 5):
        groups = toy / "cards" / "toy" / "groups.yaml"
        groups.write_text(
            groups.read_text(encoding="utf-8").replace("power: 3", f"power: {power}", 1), encoding="utf-8"
        )
        with kept_of(toy) as kept:
            names = {name.digest for name in compiled(toy, kept).names}
    with kept_of(toy) as kept:
        assert names == kept.has("card", names)


def test_what_is_wrong_costs_no_other_file(toy: Path, files_read: list[str]) -> None:
    """A mistake in one file has that file read again, and no other; when it is mended, likewise."""
    open_(toy)
    path = next(path for path in sorted(toy.glob("rules/toy/rulings/*.yaml")))
    good, file = path.read_text(encoding="utf-8"), path.relative_to(toy).as_posix()
    for text, problems in (
        (good.replace("question: ", "questoin: ", 1), True),
        (good.replace("sources: [", "sources: [no-such, ", 1), True),
        (good + "# mended\n", False),
    ):
        files_read.clear()
        assert text != good
        path.write_text(text, encoding="utf-8")
        if problems:
            with pytest.raises(CatalogError, match=file):
                open_(toy)
        else:
            open_(toy)
        assert {file} == set(files_read)


def test_a_number_that_another_chapter_has_is_told_with_all_else(toy: Path) -> None:
    """The other chapter is kept, and sections that don't fit the new number are wrong at the same time: all is told, as
    by a first reading.
    """
    first = next(toy.glob("rules/toy/01-*.md"))
    text = first.read_text(encoding="utf-8")
    (first.parent / "02-more.md").write_text(
        "# 2 More {#more}\n\n## 2.1 Still more {#still-more}\n\nNothing.\n", encoding="utf-8"
    )
    for whole in (text, text.replace("# 1 ", "# 2 ", 1)):
        first.write_text(whole, encoding="utf-8")
        expected, found = both(toy)
        assert expected == found
    assert len(expected) > 1 and any("the chapter number 2 is taken" in problem.message for problem in expected)


def test_files_without_problems_are_kept(toy: Path, files_read: list[str]) -> None:
    """The first reading of a checkout finds a mistake: the next one reads that file alone."""
    path = next(path for path in sorted(toy.glob("rules/toy/rulings/*.yaml")))
    path.write_text(path.read_text(encoding="utf-8").replace("question: ", "questoin: ", 1), encoding="utf-8")
    for number in range(2):
        files_read.clear()
        with pytest.raises(CatalogError):
            open_(toy)
        assert (number == 0) == (len(set(files_read)) > 1)


def test_what_another_command_throws_away_is_read_again(toy: Path) -> None:
    """Records that were kept when the files were read, and are asked for when they are gone."""
    open_(toy)
    card = next((toy / "cards").glob("*/*.yaml"))
    card.write_text(card.read_text(encoding="utf-8") + "# edited\n", encoding="utf-8")
    with kept_of(toy) as kept:
        catalog = compiled(toy, kept).catalog
        with closing(sqlite3.connect(next((toy / "build").rglob("kept.db")))) as stranger:
            for (table,) in stranger.execute("select name from sqlite_master where type = 'table'").fetchall():
                stranger.execute(f'delete from "{table}"')
            stranger.commit()
        assert fields(catalog) == fields(read_catalog(toy))


def test_records_are_told_apart_when_another_command_has_thrown_them_away(toy: Path) -> None:
    """A build that is under way while somebody edits a card and looks it up."""
    open_(toy)
    with kept_of(toy) as kept:
        found = compiled(toy, kept)
        cards = found.catalog.cards
        before = read.record_digests(kept, found.made, "cards", cards, "card")
        (toy / EDITS[0][0]).write_text((toy / EDITS[0][0]).read_text().replace(*EDITS[0][1:], 1))
        open_(toy)
        assert kept.get("records", f"{found.made['lots']['cards'][0]}/cards") is None
        kept._new.clear()
        assert read.record_digests(kept, found.made, "cards", cards, "card") == before


def test_scenarios_that_another_command_has_thrown_away_are_read_again(toy: Path) -> None:
    """Every ruling has the scenario that it was compiled with, word for word, so no verdict is asked for anew."""
    before = open_(toy)
    assert {row["id"] for row in before.rulings} == set(before.scenarios)
    with kept_of(toy) as kept:
        found = compiled(toy, kept)
        with closing(sqlite3.connect(next((toy / "build").rglob("kept.db")))) as stranger:
            (table,) = stranger.execute("select name from sqlite_master where type = 'table'").fetchone()
            assert stranger.execute(f"delete from \"{table}\" where step = 'scenarios'").rowcount
            stranger.commit()
        assert dict(before.scenarios) == dict(found.scenarios)


def test_a_verdict_is_kept_until_a_card_of_its_table_changes(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Words of a ruling, a remark on a card and its rarity play nothing again; a number on a card plays those that name
    it, and those that count cards.
    """
    from generator.rulings import play

    played: list[str] = []
    plain = play.run
    monkeypatch.setattr(
        play, "run", lambda scenario, world: played.append(scenario.ruling.id) or plain(scenario, world)
    )

    def check() -> list[str]:
        played.clear()
        with kept_of(toy) as kept:
            judged(compiled(toy, kept))
        return sorted(played)

    counting = toy / "rules" / "toy" / "rulings" / "counting.yaml"
    counting.write_text(
        "- {id: counted, title: Few, question: How many?, answer: Two., section: roll, sources: [toy-roll], cards: [],"
        ' facts: true, expect: [{count: "Groups with Power 2 or more", is: 1, settles: [toy-roll]}]}\n',
        encoding="utf-8",
    )
    every = check()
    assert "counted" in every
    assert [] == check()
    rulings = next(toy.glob("rules/toy/rulings/*.yaml"))
    rulings.write_text(rulings.read_text(encoding="utf-8").replace("question: ", "question: So, ", 1), encoding="utf-8")
    assert [] == check()
    groups = toy / "cards" / "toy" / "groups.yaml"

    def change(old: str, new: str) -> list[str]:
        groups.write_text(groups.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
        return check()

    assert [] == change("source: toy-bakers", "remark: Much liked.\n    source: toy-bakers")
    change("remark", "rarity: rare\n    remark")  # A card has a rarity now, which is counted.
    assert [] == change("rarity: rare", "rarity: common")
    assert "counted" in change("resistance: 4", "resistance: 5")
    terms = toy / "rules" / "toy" / "terms.yaml"
    terms.write_text(terms.read_text(encoding="utf-8") + "\n# a remark\n", encoding="utf-8")
    assert every == check()


def test_an_answer_is_that_of_the_cards_as_they_are(toy: Path) -> None:
    """The same question after an edit has another answer."""

    def ask() -> int:
        with kept_of(toy) as kept:
            return answers.attack(compiled(toy, kept), "toy control bakers>poets")["strength"]

    first = ask()
    assert first == ask()
    groups = toy / "cards" / "toy" / "groups.yaml"
    groups.write_text(groups.read_text(encoding="utf-8").replace("power: 3", "power: 5", 1), encoding="utf-8")
    assert first + 2 == ask()


@pytest.mark.parametrize(
    "arguments",
    [["card", "bakers"], ["attack", "toy control bakers>poets"], ["ruling", "bakers-take-poets"], ["check"]],
    ids=" ".join,
)
def test_what_was_asked_before_loads_no_engine(root: Path, toy: Path, arguments: list[str]) -> None:
    """In a new process, the same question has the same answer, and nothing that reads, judges or plays is imported for
    it.
    """
    code = """
import sys
from generator.cli import main
try:
    main(sys.argv[1:])
except SystemExit as left:
    rooms = {"language", "engine", "rulings", "database", "search", "site"}
    others = {"yaml", "msgspec"} & set(sys.modules)
    loaded = {name.split(".")[1] for name in sys.modules if name.startswith("generator.")} | others
    print(left.code, sorted((rooms | others) & loaded))
"""
    first, again = (
        subprocess.run(
            [sys.executable, "-c", code, *arguments, "--root", toy],
            cwd=root,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for _ in range(2)
    )
    *answer, loaded = again.splitlines()
    assert "0 []" == loaded
    assert first.splitlines()[:-1] == answer


# --- the store --------------------------------------------------------------------------------------------------------


def put(folder: Path, **values: object) -> None:
    with Kept(folder) as kept:
        for key, value in values.items():
            kept.put("step", key, value)


def got(folder: Path, key: str) -> object:
    with Kept(folder) as kept:
        return kept.get("step", key)


def test_what_is_put_is_found(tmp_path: Path) -> None:
    """Under its step and key, in the next command too, unless the first ended with an error."""
    put(tmp_path / "kept", one={"a": [1, None, "\ud800ü"]})
    assert {"a": [1, None, "\ud800ü"]} == got(tmp_path / "kept", "one")
    assert got(tmp_path / "kept", "two") is None
    with pytest.raises(ZeroDivisionError), Kept(tmp_path / "kept") as kept:
        kept.put("step", "two", 1 // 0 or kept)
    assert got(tmp_path / "kept", "two") is None


@pytest.mark.parametrize("damage", [b"", b"no database at all" * 500, None], ids=["empty", "nonsense", "cut off"])
def test_a_damaged_store_is_made_anew(tmp_path: Path, damage: bytes | None) -> None:
    """It counts as empty, without a word, and keeps again what is put."""
    put(tmp_path / "kept", **{f"k{n}": "x" * 1000 for n in range(100)})
    file = tmp_path / "kept" / "kept.db"
    file.write_bytes(file.read_bytes()[:9000] if damage is None else damage)
    assert got(tmp_path / "kept", "k99") is None
    put(tmp_path / "kept", k99=2)
    assert 2 == got(tmp_path / "kept", "k99")


def test_a_changed_value_counts_as_lost(tmp_path: Path) -> None:
    """A value that is not what was put is not read, though the database is sound."""
    put(tmp_path / "kept", one=1, two=2)
    with closing(sqlite3.connect(tmp_path / "kept" / "kept.db")) as base:
        (table,) = base.execute("select name from sqlite_schema where type = 'table'").fetchone()
        base.execute(f"update {table} set value = '7' where key = 'one'")
        base.commit()
    assert (None, 2) == (got(tmp_path / "kept", "one"), got(tmp_path / "kept", "two"))


@pytest.mark.parametrize("open_to", [0o755, 0o770, 0o701])
def test_a_folder_that_others_may_enter_is_not_read(tmp_path: Path, open_to: int) -> None:
    """Nor written to."""
    put(tmp_path / "kept", one=1)
    (tmp_path / "kept").chmod(open_to)
    before = (tmp_path / "kept" / "kept.db").read_bytes()
    assert got(tmp_path / "kept", "one") is None
    put(tmp_path / "kept", one=2)
    assert before == (tmp_path / "kept" / "kept.db").read_bytes()


def test_a_link_or_a_stranger_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A link to a store in place of its folder or file, and a store of another user."""
    put(tmp_path / "kept", one=1)
    (tmp_path / "linked").symlink_to(tmp_path / "kept")
    assert got(tmp_path / "linked", "one") is None
    (tmp_path / "holding").mkdir(mode=0o700)
    (tmp_path / "holding" / "kept.db").symlink_to(tmp_path / "kept" / "kept.db")
    assert got(tmp_path / "holding", "one") is None
    assert 1 == got(tmp_path / "kept", "one")
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert got(tmp_path / "kept", "one") is None


def test_what_other_code_kept_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And goes as soon as this code keeps something."""
    put(tmp_path / "kept", one=1)
    monkeypatch.setattr(store, "code_key", lambda *, all_rooms=True: "0" * 32)
    assert got(tmp_path / "kept", "one") is None
    put(tmp_path / "kept", two=2)
    assert (None, 2) == (got(tmp_path / "kept", "one"), got(tmp_path / "kept", "two"))


def _many(folder: Path, who: int) -> None:
    for number in range(20):
        put(folder, **{f"{who}-{number}": number, "all": "x" * 5000})


def test_two_commands_at_once_lose_nothing(tmp_path: Path) -> None:
    """Three processes that keep things at the same time: everything is there in the end."""
    put(tmp_path / "kept", first=0)
    processes = [
        multiprocessing.get_context("spawn").Process(target=_many, args=(tmp_path / "kept", who)) for who in range(3)
    ]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [number for _ in range(3) for number in range(20)] == [
        got(tmp_path / "kept", f"{who}-{n}") for who in range(3) for n in range(20)
    ]


def test_looking_up_in_somebody_elses_folder_writes_nothing(root: Path, tmp_path: Path) -> None:
    """Without a `build/`, nothing is kept."""
    shutil.copytree(root / TOY, tmp_path / "toy")
    assert open_(tmp_path / "toy").find("bakers").record
    assert ["cards", "rules"] == sorted(path.name for path in (tmp_path / "toy").iterdir())


# --- records as data --------------------------------------------------------------------------------------------------


class NotOurs(Struct, frozen=True):
    """A record of no room."""

    text: str


@pytest.mark.parametrize("value", [NotOurs("a"), [1], {"a": (1,)}, {1: 2}, b"a", codec.encode])
def test_what_is_no_record_has_no_data(value: object) -> None:
    """Only frozen records of ours, tuples, frozensets, plain values and plain JSON."""
    with pytest.raises(codec.Unfit):
        codec.encode(value)


@pytest.mark.parametrize(
    "names",
    [
        ["kept", "Kept"],
        ["catalog.items", "os"],
        ["..os", "system"],
        ["catalog.records", "Game"],
        ["catalog.nowhere", "Game"],
        ["language.forms", "Choice"],
    ],
)
def test_data_makes_nothing_but_records(names: list[str]) -> None:
    """A class that is no frozen record, a module or function, a record with other fields."""
    with pytest.raises(codec.Unfit):
        codec.decode({"classes": [names], "value": [2, "x"]})


@pytest.fixture(autouse=True)
def _unchanged(root: Path) -> Iterator[None]:
    """The toy in the checkout is read, never written to."""
    yield
    assert ["cards", "rules"] == sorted(path.name for path in (root / TOY).iterdir())
