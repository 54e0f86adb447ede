"""The command line as a person or a script meets it: what is printed where, and the exit status."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
import yaml
from msgspec import Struct
from typer.main import get_command

from generator import cli
from generator.site.last import LIST, write_list

DOSSIER = Path(sys.executable).parent / "dossier"
MAFIA = "deluxe control the-mafia>loan-sharks"
TOY = Path("tests/bad/good")
BAKERS = "toy control bakers>poets"
RULINGS = "rules/toy/rulings/basic.yaml"
COMMANDS = ("build", "check", "serve", "card", "search", "attack", "goal", "ruling", "scenario", "coverage", "export")
# Options that name folders which tests change; without them the same line has the same answer and is run once.
CHANGING = {"--root", "--output", "--site"}
SLOW = {"sqlmodel", "sqlalchemy", "pydantic", "mkdocs", "whoosh", "jinja2"}
PROBLEM = re.compile(r"\S+:\d+:\d+: [a-z-]+: .+")


class Answer(Struct, frozen=True):
    """What a command printed, and its exit status."""

    status: int
    out: str
    err: str

    @property
    def data(self) -> object:
        """The printed JSON."""
        return json.loads(self.out)


Run = Callable[..., Answer]
ANSWERS: dict[tuple[str, ...], Answer] = {}


@pytest.fixture
def dossier(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, read_once: None) -> Run:
    """`dossier("card", "irs")` runs a command in this process, printing as into a file of 80 columns."""
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(cli.out, "width", 80)

    def run(*arguments: str | Path) -> Answer:
        line = tuple(map(str, arguments))
        if line not in ANSWERS:
            with pytest.raises(SystemExit) as left:
                cli.main([*line])
            printed = capsys.readouterr()
            answer = Answer(int(left.value.code or 0), printed.out, printed.err)
            if CHANGING & set(line):
                return answer
            ANSWERS[line] = answer
        return ANSWERS[line]

    return run


@pytest.fixture
def toy(root: Path, tmp_path: Path) -> Path:
    """A folder with the cards and rules of a small game, to be spoiled."""
    return shutil.copytree(root / TOY, tmp_path / "toy")


@pytest.fixture(scope="session")
def indexed(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the cards, the rules and, after the first search, their index."""
    folder = tmp_path_factory.mktemp("indexed")
    for name in ("cards", "rules"):
        shutil.copytree(root / name, folder / name)
    return folder


def replace(path: Path, old: str, new: str) -> int:
    """Change the first `old` in a file; answer its line."""
    before, found, after = path.read_text(encoding="utf-8").partition(old)
    assert found
    path.write_text(before + new + after, encoding="utf-8")
    return before.count("\n") + 1


# --- every command ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_help_shows_an_example(dossier: Run, command: str) -> None:
    """`--help` of every command shows a command line that uses it."""
    answer = dossier(command, "--help")
    assert 0 == answer.status
    assert re.search(rf"Example: +dossier {command}\b", answer.out)


def test_help_lists_every_command(dossier: Run) -> None:
    """`dossier --help` lists these commands and no others."""
    listed = re.findall(r"^│ ([a-z]+) ", dossier("--help").out, re.MULTILINE)
    assert list(COMMANDS) == listed


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["chek"],
        ["card"],
        ["attack", MAFIA, "--jsn"],
        ["search", "mafia", "--limit", "none"],
        ["serve", "--port", "70000"],
    ],
)
def test_wrong_usage_is_status_2(dossier: Run, arguments: list[str]) -> None:
    """A command line that makes no sense ends with status 2 and prints how it is used, and no answer."""
    answer = dossier(*arguments)
    assert 2 == answer.status
    assert "Usage: dossier" in answer.out + answer.err
    assert "Traceback" not in answer.err


HOSTILE = ("a" * 100_000, "a\n" * 50_000, "\x1b[31m\x1b]0;a\x07\r\u202e\u200b\x00", "[red]a[/red]" * 9_000, "[/" * 9)
"""What nobody types: endless, or what a terminal would obey, not show or take for its markup."""


@pytest.mark.parametrize("typed", HOSTILE, ids=["long", "lines", "control", "markup", "broken-markup"])
@pytest.mark.parametrize("command", [None, *get_command(cli.app).commands])
def test_wrong_usage_repeats_only_what_can_be_shown(dossier: Run, command: str | None, typed: str) -> None:
    """An unknown command or option, a value that is none of its kind: what was typed is cut, and shown as text."""
    before, options = ([], ()) if command is None else ([command], get_command(cli.app).commands[command].params)
    lines = [[*before, typed if command is None else f"--{typed}"], [*before, f"-{typed}"]]
    lines += [[*before, its.opts[0], typed] for its in options if "int" in its.type.name]
    for line in lines:
        answer = dossier(*line)
        assert 2 == answer.status
        assert len(answer.err) < 10_000
        assert not re.search(r"[^\n -~│╭╮╰╯─…]", answer.err)


@pytest.mark.parametrize(
    "arguments",
    [
        ["check"],
        ["card", "poets"],
        ["attack", BAKERS],
        ["ruling"],
        ["coverage"],
        ["export"],
        ["search", "poets"],
        ["build"],
    ],
    ids=" ".join,
)
def test_wrong_data_is_status_1_with_every_problem(dossier: Run, toy: Path, arguments: list[str]) -> None:
    """Two slips in two files: each command prints both places on stderr, nothing on stdout, and writes nothing."""
    groups, terms = toy / "cards" / "toy" / "groups.yaml", toy / "rules" / "toy" / "terms.yaml"
    first = replace(groups, "Straight", "Straigt")
    second = replace(terms, "opposites:", "oposites:")
    (toy / "site" / "assets" / "dossier").mkdir(parents=True)
    (toy / "site" / "index.html").write_text("the last good site")
    write_list(toy / "site", ["index.html"])
    where = [*arguments, "--root", toy, *(["--output", toy / "export"] if arguments == ["export"] else [])]
    answer = dossier(*where)
    assert (1, "") == (answer.status, answer.out)
    lines = answer.err.splitlines()
    assert all(PROBLEM.fullmatch(line) for line in lines[:-1])
    assert f"cards/toy/groups.yaml:{first}:" in answer.err
    assert "(did you mean 'Straight'?)" in answer.err
    assert f"rules/toy/terms.yaml:{second}:1: unknown-key:" in answer.err
    assert f"{len(lines) - 1} problems" == lines[-1]
    assert ["cards", "rules", "site"] == sorted(path.name for path in toy.iterdir())
    assert "the last good site" == (toy / "site" / "index.html").read_text()


def test_a_folder_without_cards(dossier: Run, tmp_path: Path) -> None:
    """A folder that holds no cards is a problem like any other."""
    answer = dossier("check", "--root", tmp_path)
    assert 1 == answer.status
    assert "cards/sets.yaml:1:1: missing-file: " in answer.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["check"],
        ["card", "the mafia"],
        ["card", "secrets man"],
        ["attack", MAFIA],
        ["ruling", "tv-preachers"],
        ["ruling"],
        ["coverage"],
    ],
    ids=" ".join,
)
def test_output_is_plain_and_fits_80_columns(dossier: Run, arguments: list[str]) -> None:
    """Into a file nothing is coloured, nothing wider than 80 columns, and no line ends in spaces; stderr is empty."""
    answer = dossier(*arguments)
    assert (0, "") == (answer.status, answer.err)
    assert "\x1b" not in answer.out
    positions = re.compile(r" *deluxe (control|neutralize|destroy) ")
    lines = [line for line in answer.out.splitlines() if not positions.match(line)]
    assert [] == [line for line in lines if len(line) > 80 or line != line.rstrip()]


def test_a_closed_pipe_is_no_error(toy: Path) -> None:
    """`dossier card bakers --json | head -0`: what reads has gone, and nothing is said about it, be it found while
    printing much or, of little, at the end.
    """
    much = f"      - {{note: {'much ' * 900}, reason: Long.}}\n" * 20
    replace(toy / "cards" / "toy" / "groups.yaml", "    clauses:\n", f"    clauses:\n{much}")
    for arguments in (["card", "bakers", "--json"], ["attack", BAKERS]):
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run([DOSSIER, *arguments, "--root", toy], stdout=writing, stderr=subprocess.PIPE, text=True)
        os.close(writing)
        assert "" == done.stderr


def test_closed_streams(toy: Path) -> None:
    """Without stdout nothing can be answered, and a line says so; without the others the answer and the exit status are
    the same, and no file gets what is said.
    """

    def run(closed: str, *arguments: str) -> tuple[int, str, str]:
        done = subprocess.run(
            ["sh", "-c", f'exec "$0" "$@" {closed}', DOSSIER, *arguments, "--root", toy], capture_output=True, text=True
        )
        return done.returncode, done.stdout, done.stderr

    assert (
        1,
        "",
        "stdout: no-access: it is closed, so no answer can be printed; send it to a file or to /dev/null\n",
    ) == run(">&-", "card", "bakers")
    answer = run("", "card", "bakers")
    assert 0 == answer[0] and "Toy · Group" in answer[1]
    for closed in ("2>&-", "<&-", "<&- 2>&-"):
        assert answer == run(closed, "card", "bakers")
    assert (1, "", "") == run("<&- 2>&-", "card", "nobody") == run("<&- >&- 2>&-", "card", "bakers")


@pytest.mark.parametrize("width", ["", "0", "1", "4", "19", "many", "\u00b2", "9" * 20])
def test_a_terminal_of_no_width(toy: Path, width: str) -> None:
    """What a text cannot be wrapped to is not asked; a terminal that is narrow itself cuts the lines."""
    environment = {**os.environ, "COLUMNS": width, "LINES": width, "TERMINAL_WIDTH": width}
    for arguments, shown in ((["card", "bakers", "--root", toy], "Toy · Group"), (["card", "--help"], "Usage")):
        done = subprocess.run([DOSSIER, *arguments], env=environment, capture_output=True, text=True)
        assert (0, "", True) == (done.returncode, done.stderr, shown in done.stdout)


def test_a_narrow_terminal(dossier: Run, monkeypatch: pytest.MonkeyPatch, toy: Path) -> None:
    """One of three columns has lines of twenty."""
    monkeypatch.setattr(cli.out, "width", 3)
    assert "Guild" in dossier("card", "bakers", "--root", toy).out


def test_signals_are_heeded_before_anything_is_imported() -> None:
    """The module that heeds them imports nothing that a console script has not."""
    code = (
        "import re, sys, enum; before = {*sys.modules}; import generator.start; print(*sorted({*sys.modules} - before))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert {"__future__", "generator", "generator.start", "signal"} >= set(done.stdout.split())


@pytest.mark.parametrize("said", ["x", "0", "-1", "1.5", "9" * 5000])
def test_a_number_of_cores_that_is_none(
    said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], root: Path, toy: Path
) -> None:
    """One line, before anything is made."""
    shutil.copyfile(root / "mkdocs.yml", toy / "mkdocs.yml")
    monkeypatch.setenv("DOSSIER_CORES", said)
    with pytest.raises(SystemExit):
        cli.main(["build", "--root", str(toy)])
    assert capsys.readouterr().err.startswith(f"DOSSIER_CORES: bad-number: '{said}' isn't a number of processes; ")


def test_a_terminal_without_unicode_gets_question_marks(root: Path) -> None:
    """Where the terminal cannot show a letter, another stands there instead of an error."""
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [DOSSIER, "card", "bakers", "--root", root / TOY], env=environment, capture_output=True, text=True
    )
    assert (0, "") == (done.returncode, done.stderr)
    assert "B?ckers? Guild  Toy ? Group" in done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["attack", BAKERS, "--root", TOY],
        ["attack", BAKERS, "--json", "--root", TOY],
        ["card", "bakers", "--root", TOY],
        ["card", "irs"],
        ["ruling", "tv-preachers"],
    ],
    ids=lambda arguments: " ".join(map(str, arguments)),
)
def test_quick_commands_load_no_slow_packages(root: Path, arguments: list[str | Path]) -> None:
    """What a player asks at the table does not wait for packages that only a build or a search needs."""
    code = """
import json, sys
from generator.cli import main
try:
    main(sys.argv[1:])
except SystemExit as left:
    print(json.dumps([left.code, *sorted({name.partition(".")[0] for name in sys.modules})]))
"""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], cwd=root, capture_output=True, text=True, check=True
    )
    status, *loaded = json.loads(done.stdout.splitlines()[-1])
    assert 0 == status
    assert "typer" in loaded
    assert set() == SLOW & set(loaded)
    assert "yaml" not in loaded or arguments != ["--help"]


# --- check and coverage -----------------------------------------------------------------------------------------------


def test_check_counts_and_finds_all_verdicts_good(dossier: Run, root: Path) -> None:
    """The number of cards is that of the sets (Deluxe 105, INWO 412, Assassins 125, SubGenius 97), of the rest that of
    the files.
    """
    chapters = [path.read_text(encoding="utf-8") for path in (root / "rules").glob("*/*.md")]
    sections = sum(len(re.findall(r"^##? \d", text, re.MULTILINE)) for text in chapters)
    games = ("deluxe", "inwo", "subgenius")
    rulings = {
        game: sum(
            len(yaml.safe_load(path.read_text(encoding="utf-8")))
            for path in (root / "rules" / game).glob("rulings/*.yaml")
        )
        for game in games
    }
    checkable = {
        name: sum(
            json.loads(line)["checkable"]
            for line in (root / f"rules/statements/{name}.jsonl").read_text(encoding="utf-8").splitlines()
        )
        for name in ("deluxe", "wdh", "faq", "subgenius", "net")
    }
    answer = dossier("check")
    assert (0, "") == (answer.status, answer.err)
    counts, held, settled = re.split(r"\n(?=Rulings that hold|Statements that they)", answer.out)
    assert (
        f"{105 + 412 + 125 + 97} cards, {sections} sections, {sum(rulings.values())} rulings: all verdicts good"
        == counts
    )
    assert "Rulings that hold: " + ", ".join(f"{game} {rulings[game]} of {rulings[game]}" for game in games) == held
    assert re.fullmatch(
        "Statements that they settle: " + ", ".join(rf"{name} \d+ of {count}" for name, count in checkable.items()),
        " ".join(settled.split()),
    )


def test_check_names_the_place_of_a_wrong_expectation(dossier: Run, toy: Path) -> None:
    """A ruling that expects what the engine does not give is a problem at the line of that expectation."""
    line = spoil(toy)
    answer = dossier("check", "--root", toy)
    assert 1 == answer.status
    assert answer.out.endswith(": 1 wrong\n")
    said = "bakers-take-poets: Strength of the attack: expected 99; the engine says 2"
    assert re.fullmatch(rf"{RULINGS}:{line}:\d+: wrong-ruling: {said}\n", answer.err)


def spoil(toy: Path) -> int:
    """Let the ruling on the Bakers and the Poets expect strength 99; answer its line."""
    return replace(toy / RULINGS, "strength: 2", "strength: 99")


def test_check_reads_how_a_question_is_read(dossier: Run, toy: Path) -> None:
    """What `build` would refuse, `check` refuses too."""
    (toy / "rules/synonyms.yaml").write_text("stop: the\n", encoding="utf-8")
    answer = dossier("check", "--root", toy)
    assert 1 == answer.status
    assert "rules/synonyms.yaml:1:1: missing-key: kinds is missing" in answer.err


def test_check_looks_at_the_settings_of_the_site(dossier: Run, root: Path, toy: Path) -> None:
    """What `build` would refuse of mkdocs.yml and of templates, with what is wrong with the cards, in the same
    words.
    """
    shutil.copyfile(root / "mkdocs.yml", toy / "mkdocs.yml")
    assert 0 == dossier("check", "--root", toy).status
    line = replace(toy / "mkdocs.yml", "site_name: ", "site_nam: ")
    replace(toy / "cards/toy/groups.yaml", "Straight", "Straigt")
    (toy / "site_templates").mkdir()
    os.mkfifo(toy / "site_templates/soak.json")
    checked, built = (dossier(command, "--root", toy) for command in ("check", "build"))
    assert (1, "", checked.err) == (checked.status, checked.out, built.err)
    assert f"mkdocs.yml:{line}:1: unknown-key: " in checked.err
    assert "site_templates/soak.json:1:1: missing-file: " in checked.err and "unknown-value" in checked.err


@pytest.mark.parametrize(("name", "shown"), [(b"\xff.js", "\\udcff.js"), (b"a\nb.js", "a\\nb.js")])
def test_a_name_that_cannot_be_printed_is_a_problem(
    dossier: Run, root: Path, toy: Path, name: bytes, shown: str
) -> None:
    """A file name that is not UTF-8, or has a line end, is a problem of `check` and `build`; nothing is written."""
    shutil.copyfile(root / "mkdocs.yml", toy / "mkdocs.yml")
    (toy / "site_templates/assets").mkdir(parents=True)
    Path(os.fsdecode(os.fsencode(toy / "site_templates/assets") + b"/" + name)).touch()
    for command in ("check", "build"):
        answer = dossier(command, "--root", toy)
        assert 1 == answer.status
        assert f"site_templates/assets/{shown}:1:1: bad-character: the name of this file has " in answer.err
        assert 1 == len(answer.err.splitlines())


@pytest.mark.parametrize(
    "words", ["ruling {}", "card {}", "card kgb --as-of {}", "diff-answers {} {}", "attack {}", "goal {}", "search {}"]
)
def test_what_was_typed_is_not_repeated_at_length(dossier: Run, words: str) -> None:
    """Of 120,000 letters a message shows the beginning: a line is 3,000 at most, and the place of what is wrong."""
    answer = dossier(*(word.format("a" * 120_000) for word in words.split()))
    assert 0 != answer.status
    assert 0 < len(answer.err) < 8_000
    assert len(answer.out) < 8_000


def test_coverage_has_the_shape_that_scripts_rely_on(dossier: Run) -> None:
    """Exactly the keys that are promised, all values whole numbers."""
    answer = dossier("coverage", "--json")
    data = answer.data
    assert (0, "") == (answer.status, answer.err)
    assert [
        "cards",
        "statements",
        "clauses",
        "clauses_by_type",
        "constructions",
        "rulings",
        "abilities",
        "abilities_commit",
    ] == list(data)
    assert {"deluxe": 105, "inwo": 412, "assassins": 125, "subgenius": 97} == data["cards"]
    assert ["deluxe", "wdh", "faq", "subgenius", "net"] == list(data["statements"])
    for document in data["statements"].values():
        assert ["rows", "stated", "checkable", "settled", "by_kind"] == list(document)
        assert all(["checkable", "settled"] == list(kind) for kind in document["by_kind"].values())
        for count in ("checkable", "settled"):
            assert document[count] == sum(kind[count] for kind in document["by_kind"].values())
    clauses = ["fragments", "accounted", "sentences", "notes", "run", "attack_sentences", "attack_clauses"]
    assert dict.fromkeys(("deluxe", "inwo", "subgenius"), clauses) == {
        game: list(counts) for game, counts in data["clauses"].items()
    }
    assert all(clauses == list(counts) for types in data["clauses_by_type"].values() for counts in types.values())
    assert all(["sentences", "run"] == list(counts) for counts in data["constructions"].values())
    rulings = ["count", "passed", "with_counter_case"]
    assert dict.fromkeys(("deluxe", "inwo", "subgenius"), rulings) == {
        game: list(counts) for game, counts in data["rulings"].items()
    }
    commit = data.pop("abilities_commit")
    assert isinstance(commit, str)
    leaves = [*flat(data)]
    assert leaves and all(type(leaf) is int for leaf in leaves)


def flat(data: dict) -> Iterator[object]:
    """The values at the ends of nested dictionaries."""
    for value in data.values():
        yield from flat(value) if isinstance(value, dict) else (value,)


def test_coverage_of_deluxe_is_complete(dossier: Run) -> None:
    """All 370 statements are stated, the 133 examples, tables, goals and cards are settled, nearly all is sentences."""
    data = dossier("coverage", "--json").data
    statements, clauses, rulings = (data[part]["deluxe"] for part in ("statements", "clauses", "rulings"))
    assert (370, 370, 319) == (statements["rows"], statements["stated"], statements["checkable"])
    kinds = [statements["by_kind"][kind] for kind in ("example", "table", "goal", "card")]
    assert 133 == sum(kind["checkable"] for kind in kinds)
    assert [kind["checkable"] for kind in kinds] == [kind["settled"] for kind in kinds]
    assert clauses["accounted"] == clauses["fragments"]
    assert clauses["sentences"] >= 0.95 * (clauses["sentences"] + clauses["notes"])
    assert clauses["attack_sentences"] == clauses["attack_clauses"]
    assert rulings["passed"] == rulings["count"]


def test_coverage_says_what_states_each_statement(dossier: Run) -> None:
    """All 1,697 of the rulebooks and the FAQ, each with the text that states it, and 278 from other pages; those that
    rulings settle name them too.
    """
    rows = dossier("coverage", "--map", "--json").data
    assert 1697 + 278 == len(rows)
    assert [] == [name for name, its in rows.items() if not its["stated"] and not name.startswith("net-")]
    assert "section inwo/aiding" in rows["wdh-aid-basic"]["stated"]
    assert rows["dlx-position-10-5-2"]["settled"]
    assert re.search(r"^wdh-aid-basic +.*section inwo/aiding", dossier("coverage", "--map").out, re.MULTILINE)


def test_coverage_lists_what_is_missing(dossier: Run, toy: Path) -> None:
    """A statement that nothing states any more is counted and named."""
    replace(toy / "rules" / "toy" / "errata.yaml", "toy-bakers, toy-owls", "toy-bakers")
    answer = dossier("coverage", "--root", toy)
    assert "toy: 4 of 5 statements stated" in answer.out
    assert "toy: not stated (1):\n  toy-owls\n" in answer.out


def test_attacks_are_compared_between_games(dossier: Run) -> None:
    """The Mafia against the Loan Sharks: 7 + 8 + 3 - 5 = 13 in Deluxe (rules p. 5), 6 + 8 + 2 - 5 = 11 in INWO (WDH p.
    8).
    """
    found = {row["ruling"]: row for row in dossier("diff-answers", "deluxe", "inwo", "--json").data}
    assert (13, 11) == tuple(found["mafia-against-loan-sharks"][game]["strength"] for game in ("deluxe", "inwo"))
    out = dossier("diff-answers", "deluxe", "inwo").out
    assert f"{len(found)} of " in out
    assert "inwo: strength 11, roll 10 or less" in " ".join(out.split())


def test_tables_are_compared_between_games(dossier: Run) -> None:
    """The puppets of a destroyed Group go to the hand in INWO (WDH p.

    12), and in SubGenius nobody holds Groups (p. 15).
    """
    found = {row["ruling"]: row for row in dossier("diff-answers", "inwo", "subgenius", "--json").data}
    lines = {line["text"]: line for line in found["destroyed-group-and-its-puppets"]["lines"]}
    hand = lines["Groups and Resources in the hand of Bob"]
    assert (["fast-food-chains", "boy-sprouts"], []) == (hand["inwo"], hand["subgenius"])
    secret = found["abilities-on-secret-groups"]["plays"][0]
    assert ((1, "subgenius"), True) == (
        (secret["play"], secret["legal_in"]),
        "wdh-secret-no-ability" in secret["broken"][0]["cites"],
    )
    out = " ".join(dossier("ruling", "destroyed-group-and-its-puppets").out.split())
    assert (
        "In subgenius: Groups and Resources in the hand of Bob: fast-food-chains, boy-sprouts; subgenius: none" in out
    )


def test_a_game_that_there_is_not(dossier: Run) -> None:
    """The nearest one is offered."""
    answer = dossier("diff-answers", "deluxe", "inwoo")
    assert answer.status != 0
    assert "no game is called 'inwoo'; did you mean 'inwo'? (unknown-game)" in answer.err


# --- cards ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "card"),
    [
        ("The Mafia", "The Mafia"),
        ("THE MÁFIA", "The Mafia"),
        ("deluxe/the-mafia", "The Mafia"),
        ("irs", "I.R.S."),
        ("i.r.s.", "I.R.S."),
        ("cia", "C.I.A."),
        ("sla", "Semiconscious Liberation Army"),
        ("boy scouts", "Boy Sprouts"),
        ("nra", "Gun Lobby"),
        ("ma bell", "The Phone Company"),
        ("murphys law", "Murphy's Law"),
        ("secrets man was not meant to know", "Secrets Man Was Not Meant to Know"),
    ],
)
def test_a_card_is_found_by_what_people_call_it(dossier: Run, name: str, card: str) -> None:
    """Case, accents, punctuation, initials and aliases do not matter."""
    answer = dossier("card", name)
    assert (0, card) == (answer.status, answer.out.split("  ")[0])


def test_a_card_shows_what_it_prints(dossier: Run) -> None:
    """Numbers, alignments, arrows and the ability with its source, as the card list of the rulebook has them."""
    lines = dossier("card", "the mafia").out.splitlines()
    assert [
        "The Mafia  Illuminati Deluxe · Group",
        "  Power 7   Resistance 7   Income 6",
        "  Criminal · Violent",
    ] == lines[:3]
    assert "  • +3 to direct control of Criminal Groups" in lines
    assert "    · Deluxe rules, Card list: Groups with special text" in lines
    assert "  • The Mafia against a Criminal Group  mafia-against-loan-sharks" in lines


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("irs", "  Power 5/3   Resistance 5   Income *"),
        ("gun lobby", "  Power 1   Resistance *   Income 1"),
        ("post office", "  Power 4/3   Resistance 3   Income -1"),
        ("the network", "  Power 7/7   Income 9"),
    ],
)
def test_a_card_prints_an_asterisk_where_a_sentence_says_more(dossier: Run, name: str, numbers: str) -> None:
    """The I.R.S. have no Income but their tax, the Gun Lobby a Resistance that depends on the attacker."""
    assert numbers == dossier("card", name).out.splitlines()[1]


@pytest.mark.parametrize(
    ("card", "lines"),
    [
        ("inwo/opec", ["OPEC  Illuminati: New World Order · Organization · Common", "  Power *   Resistance 4"]),
        (
            "imelda marcos",
            ["Imelda Marcos  Illuminati: New World Order · Personality · Common", "  Power 1*   Resistance 1"],
        ),
        ("inwo/pentagon", ["Pentagon  Illuminati: New World Order · Place · Common", "  Power 6   Resistance 6"]),
        ("bill clinton", [None, None, "  Straight · Liberal (at times) · Government"]),
        ("apathy", ["Apathy  INWO Assassins · New World Order · Red · Rare"]),
        ("13013", ["13013  INWO SubGenius · Plot", "  Requires Action"]),
        ("lets get organized", [None, "  Requires Action", "  arrows out left, right, bottom"]),
    ],
)
def test_a_card_of_inwo_shows_what_it_prints(dossier: Run, card: str, lines: list[str | None]) -> None:
    """Subtype, colour, rarity and type line; an asterisk alone or behind a number; alignments that come and go."""
    shown = dossier("card", card).out.splitlines()
    assert [] == [(line, seen) for line, seen in zip(lines, shown, strict=False) if line not in (None, seen)]


@pytest.mark.parametrize(
    ("name", "cards"),
    [
        ("IRS", ["deluxe/i-r-s", "inwo/i-r-s"]),
        ("inwo/i-r-s", ["inwo/i-r-s", "deluxe/i-r-s"]),
        (
            "secrets man was not meant to know",
            ["deluxe/secrets-man-was-not-meant-to-know", "inwo/secrets-man-was-not-meant-to-know"],
        ),
        ("bjorne", ["inwo/bjorne"]),
    ],
)
def test_a_name_of_two_games_shows_both_cards(dossier: Run, name: str, cards: list[str]) -> None:
    """Each card of the name is shown with its set; an id puts its own card first; JSON is that card and names the
    other.
    """
    answer = dossier("card", name)
    assert 0 == answer.status
    titles = {"deluxe": "Illuminati Deluxe", "inwo": "Illuminati: New World Order"}
    heads = re.findall(r"^\S.*?  (Illuminati[\w: ]+) ·", answer.out, re.MULTILINE)
    assert [titles[card.partition("/")[0]] for card in cards] == heads
    data = dossier("card", name, "--json").data
    assert [data["id"], *data["same_name"]] == cards


def test_a_special_has_neither_numbers_nor_arrows(dossier: Run) -> None:
    """Of a Special only its sentence is shown, without empty lines."""
    lines = dossier("card", "swiss bank account").out.splitlines()
    assert "  • play any time: put 25 MB into your Illuminati treasury" == lines[1]


def test_card_json_is_that_of_the_export(dossier: Run, tmp_path: Path) -> None:
    """A script gets the same data for one card as for all; abilities come as sentence and as tree."""
    card = dossier("card", "gun lobby", "--json").data
    assert ("deluxe/gun-lobby", 1, 1) == (card["id"], card["power"], card["income"])
    assert ["resistance"] == card["starred"]
    assert card["clauses"][0]["tree"]
    dossier("export", "--json", "--output", tmp_path)
    assert card in json.loads((tmp_path / "cards.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("the mafai", "no card is called 'the mafai'; did you mean 'The Mafia'? (unknown-card)"),
        ("goldfish fancier", None),
        ("xyzzy", "no card is called 'xyzzy' (unknown-card)"),
        ("", "no card is called '' (unknown-card)"),
        ("[/xyz]", "no card is called '[/xyz]' (unknown-card)"),
    ],
)
def test_an_unknown_card(dossier: Run, name: str, problem: str | None) -> None:
    """A name that no card has is a problem with a suggestion where one is near."""
    answer = dossier("card", name)
    if problem is None:
        assert "; did you mean 'Goldfish Fanciers'? (" in answer.err
    else:
        assert Answer(1, "", problem + "\n") == answer


# --- attacks ----------------------------------------------------------------------------------------------------------


def test_an_attack_in_a_game_without_rules(dossier: Run, toy: Path) -> None:
    """A game whose rules are not written has cards but no sums: one clear line, no traceback."""
    shutil.rmtree(toy / "rules" / "toy")
    answer = dossier("attack", BAKERS, "--root", toy)
    assert (1, "") == (answer.status, answer.out)
    assert "the rules of toy are not written yet, so no attack can be worked out (no-rules)\n" == answer.err


def test_attack_prints_the_sum_the_roll_and_the_odds(dossier: Run) -> None:
    """The Mafia (Power 7, two alignments shared, 3 for their ability) against the Loan Sharks (Resistance 5)."""
    answer = dossier("attack", MAFIA)
    assert (0, "") == (answer.status, answer.err)
    assert [
        " +7  Power of The Mafia",
        " +8  identical: Criminal, Violent",
        " +3  The Mafia",
        " -5  Resistance of Loan Sharks",
    ] == re.findall(r"^ [+-]\d .*", answer.out, re.MULTILINE)
    assert "     attack +Power of the attacker · Deluxe rules, p. 4, p. 16\n" in answer.out
    assert "\nstrength 13   roll 10 or less   33/36 (92%)\nlegal (all " in answer.out
    assert "  ✓ The Mafia: the attacker has an open arrow · Deluxe rules, p. 4\n" in answer.out
    assert "✗" not in answer.out


def test_attack_json_has_every_line_with_its_source(dossier: Run) -> None:
    """A script gets the position, lines, reasons and result; citations as ids and as they print."""
    data = dossier("attack", MAFIA, "--json").data
    assert [
        "position",
        "lines",
        "reasons",
        "legal",
        "strength",
        "needed",
        "fixed_roll",
        "ways",
        "outcomes",
        "fails_from",
        "turned",
        "odds",
        "changes_nothing",
        "not_counted",
        "questions",
    ] == list(data)
    assert MAFIA == data["position"]
    assert [("attack", 7), ("attack", 8), ("attack", 3), ("defense", 5)] == [
        (line["side"], line["amount"]) for line in data["lines"]
    ]
    for line in data["lines"]:
        assert {"side", "amount", "label", "text", "source", "cites", "sources"} == set(line)
        assert line["cites"] and line["sources"]
    assert "deluxe/the-mafia#1" == data["lines"][2]["source"]
    assert ["Deluxe rules, p. 4", "Deluxe rules, p. 16"] == data["lines"][0]["sources"]
    assert all({"ok", "about", "text", "source", "cites", "sources"} == set(reason) for reason in data["reasons"])
    result = {key: data[key] for key in ("legal", "strength", "needed", "fixed_roll", "ways", "odds")}
    assert {"legal": True, "strength": 13, "needed": 10, "fixed_roll": None, "ways": 33, "odds": "33/36"} == result


def test_what_is_played_and_changes_nothing_is_told(dossier: Run) -> None:
    """A Plot without effect on the sum is named; one that counts is not."""
    answer = dossier("attack", "inwo destroy texas>big-media at=1 play=hoax,martial-law+texas")
    assert "\nHoax changes nothing here\nstrength 6 " in answer.out
    assert "Martial Law changes nothing" not in answer.out


def test_what_an_order_does_as_it_comes_is_told(dossier: Run) -> None:
    """Global Warming takes from the Places that it finds, and a position does not say which those are."""
    answer = dossier("attack", "inwo destroy tidal-wave>texas at=1 nwo=global-warming power=texas:4")
    assert "Global Warming changes nothing" not in answer.out
    assert "what Global Warming does as it enters play is not counted here" in answer.out
    assert "as it enters play" not in dossier("attack", "inwo destroy tidal-wave>texas at=1 nwo=energy-crisis").out


def test_who_is_named_and_changes_nothing_is_told(dossier: Run) -> None:
    """A card that only lies there and says nothing about the attack is named; one that counts is not."""
    answer = dossier("attack", "inwo destroy texas>hackers at=2 rival=druids,comic-books with=servants-of-cthulhu")
    assert "\nDruids changes nothing here\nComic Books changes nothing here\nstrength 2 " in answer.out
    assert "Servants of Cthulhu changes nothing" not in answer.out


def test_an_illegal_attack_names_what_forbids_it(dossier: Run) -> None:
    """Discordia is immune to Government Groups: the C.I.A. may not even help. Failing requirements stand first."""
    answer = dossier("attack", "deluxe control the-mafia>punk-rockers aid=c-i-a at=4 rival=the-discordian-society")
    assert 0 == answer.status
    after = answer.out.partition("not legal (1 of ")[2].splitlines()
    assert "  ✗ C.I.A.: barred by The Discordian Society: your Power Structure is immune to" == after[1]
    assert "    attacks made or aided by Government or Straight Groups · Deluxe rules, Card" == after[2]
    assert "    list: Illuminati" == after[3]
    assert ["✓"] * 13 == re.findall("[✓✗]", "\n".join(after[2:]))


def test_a_hopeless_attack(dossier: Run) -> None:
    """A strength under 2 is never rolled."""
    answer = dossier("attack", "deluxe control copy-shops>the-mafia")
    assert "no roll succeeds   0/36 (0%)\n" in answer.out
    assert dossier("attack", "deluxe control copy-shops>the-mafia", "--json").data["needed"] is None


def test_every_slip_in_a_position_gets_its_caret(dossier: Run) -> None:
    """All problems of a line at once, each with column and, where one is near, a suggestion."""
    answer = dossier("attack", "deluxe control the-mafia>loan-shark ad=c-i-a pay=-1")
    assert (
        Answer(
            1,
            "",
            """\
  deluxe control the-mafia>loan-shark ad=c-i-a pay=-1
                           ^          ^            ^
column 26: no card 'loan-shark'; did you mean 'loan-sharks'? (unknown-card)
column 37: 'ad' is not a word that can follow here; did you mean 'aid'? (unknown-key)
column 50: '-1' is not a whole number from 0 to 999 (bad-number)
""",
        )
        == answer
    )


@pytest.mark.parametrize(
    ("command", "typed", "read"),
    [
        ("attack", "deluxe control mafia>loan sharks", "deluxe control the-mafia>loan-sharks"),
        ("attack", "INWO control CIA > Big Media aid=F.B.I., texas", "inwo control c-i-a>big-media aid=f-b-i,texas"),
        ("attack", "inwo control nra>italy privileged", "inwo control gun-lobby>italy privileged"),
        ("goal", "inwo goal network groups=phone company", "inwo goal the-network players=4 groups=phone-company"),
    ],
)
def test_a_line_may_name_cards_as_players_do(dossier: Run, command: str, typed: str, read: str) -> None:
    """Initials, nicknames, capitals and spaces, as `dossier card` takes them."""
    answer = dossier(command, typed)
    assert (0, read, "") == (answer.status, answer.out.splitlines()[0], answer.err)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("nazis>italy", "no card 'nazis'; did you mean 'Nutrition Nazis' or 'South American Nazis'? (unknown-card)"),
        ("cia>itly", "column 14: no card 'cia'; did you mean 'C.I.A.'? (unknown-card)"),
        ("texas>", "a card is missing here (unknown-card)"),
        ("texas>italy aid=hoax", "Hoax is not a Group or an Illuminati (wrong-kind-of-card)"),
        ("texas>italy nwos", "'nwos' is not a word that can follow here"),
        ("texas>italy privileged=1", "privileged takes no value"),
    ],
)
def test_a_slip_in_a_line_is_told_in_words(dossier: Run, line: str, says: str) -> None:
    """What is wrong in the words of the line, the cards that may be meant, and the code last."""
    assert says in dossier("attack", f"inwo control {line}").err


@pytest.mark.parametrize(
    "position", ["", " ", "deluxe", "a\nb\x1b[31m c>d", "deluxe control >", "[red] [/red] x>y", "\udcff"]
)
def test_nonsense_instead_of_a_position(dossier: Run, position: str) -> None:
    """Whatever stands there, there are problems with their codes, and no control characters come back."""
    answer = dossier("attack", position)
    assert (1, "") == (answer.status, answer.out)
    assert re.search(r"^ +\^.*\n(column \d+: )?.* \([a-z-]+\)$", answer.err, re.MULTILINE)
    assert "\x1b" not in answer.err


# --- search -----------------------------------------------------------------------------------------------------------


def titles(answer: Answer, kind: str = "card") -> list[str]:
    """Titles of the hits of a kind, in JSON."""
    return [hit["title"] for hit in answer.data["hits"] if hit["kind"] == kind]


def test_search_by_fields(dossier: Run, indexed: Path) -> None:
    """Violent Groups with Power 4 or more, as the card list has them; without an index, one is made."""
    answer = dossier("search", "game:deluxe type:group alignment:violent power:[4 TO]", "--json", "--root", indexed)
    assert [
        "C.I.A.",
        "Clone Arrangers",
        "Loan Sharks",
        "The Mafia",
        "New York",
        "Pentagon",
        "South American Nazis",
        "Texas",
    ] == titles(answer)


@pytest.mark.parametrize("letter", ["\x9b", "\u202e", "\u200b", "\u2028", "\U000e0041", "\x7f"])
def test_json_holds_nothing_that_a_terminal_obeys(dossier: Run, indexed: Path, letter: str) -> None:
    """What was typed comes back as it was, and each letter that a terminal would obey, or not show, as its number."""
    answer = dossier("search", f"mafia{letter}31m é", "--json", "--root", indexed)
    assert f"mafia{letter}31m é" == answer.data["query"]
    assert answer.out.replace("\n", "").isprintable() and "é" in answer.out


@pytest.mark.parametrize("query", ["mafia", "mafai", "máfia", "MAFIA"])
def test_search_forgives_typos_and_accents(dossier: Run, indexed: Path, query: str) -> None:
    """However the word is spelled, the card with that name comes first."""
    answer = dossier("search", query, "--root", indexed)
    assert (0, "") == (answer.status, answer.err)
    lines = answer.out.splitlines()
    assert ("Showing results for the mafia" == lines[0]) == (query == "mafai")
    assert "The Mafia  inwo · card · cards/inwo/the-mafia/" in lines[:2]


def test_search_says_how_much_it_does_not_show(dossier: Run, indexed: Path) -> None:
    """`--limit` shortens the list, not the count."""
    answer = dossier("search", "type:group game:deluxe", "--limit", "2", "--root", indexed)
    assert "83 found, the first 2 shown" == answer.out.splitlines()[-1]
    assert "0 found\n" == dossier("search", "zyxwvutsrq", "--root", indexed).out


def test_search_says_how_it_took_the_words_of_a_list(dossier: Run, indexed: Path) -> None:
    """How many cards there are and what they have; each of them in short, and JSON as for any question."""
    answer = dossier("search", "green groups", "--root", indexed)
    assert re.fullmatch(r"\d+ cards with attribute Green, type Group", answer.out.splitlines()[0])
    assert f"{answer.out.split(' ', 1)[0]} found" in answer.out.splitlines()[-1]
    lists, cards = (dossier("search", query, "--json", "--root", indexed).data for query in ("green groups", "mafia"))
    assert cards.keys() == lists.keys()
    assert "with" not in dossier("search", "the mafia", "--root", indexed).out.splitlines()[0]


def test_every_slip_in_a_query_gets_its_caret(dossier: Run, indexed: Path) -> None:
    """Unknown fields and open brackets, each with its column; the same with --json."""
    answer = dossier("search", "tipe:group power:[4 TO", "--root", indexed)
    assert (1, "") == (answer.status, answer.out)
    assert ["  tipe:group power:[4 TO", "  ^                ^"] == answer.err.splitlines()[:2]
    assert re.search(r"^column 1: .*; did you mean 'type:'\? \(unknown-field\)$", answer.err, re.MULTILINE)
    assert re.search(r"^column 18: .* \(unclosed-range\)$", answer.err, re.MULTILINE)
    assert answer == dossier("search", "tipe:group power:[4 TO", "--json", "--root", indexed)


# --- rulings ----------------------------------------------------------------------------------------------------------


def test_a_ruling_explains_itself(dossier: Run) -> None:
    """Title, question, answer with sources, expectations with what came out, and the counter-case."""
    answer = dossier("ruling", "mafia-against-loan-sharks")
    assert (0, "") == (answer.status, answer.err)
    for part in (
        "The Mafia against a Criminal Group  mafia-against-loan-sharks\n",
        "What do I have\nto roll?\n",
        "\nVerified by the rules engine.\n",
        f"\n  {MAFIA}\n",
        "  ✓ Strength of the attack: 13\n",
        "  ✓ Odds: 33/36\n",
        "\nBut: ",
    ):
        assert part in answer.out


def test_a_ruling_calls_the_lines_of_a_sum_by_words(dossier: Run) -> None:
    """The card of an ability and the words of a rule, and not the ids in the file."""
    lines = dossier("ruling", "bonuses-in-two-kinds-of-disaster").out.splitlines()
    assert any(line.startswith("  ✓ Ability of Cycle Gangs: 4") for line in lines)
    answer = dossier("ruling", "loan-sharks-as-helpers")
    assert "  ✓ Attack +4 for each identical alignment in an attack to control: 0" in answer.out
    assert not re.search(r"✓ [a-z0-9-]+#", "\n".join(lines) + answer.out)


def test_all_rulings_in_a_list(dossier: Run) -> None:
    """Without an id, every ruling has a line with its verdict."""
    lines = dossier("ruling").out.splitlines()
    assert "✓ mafia-against-loan-sharks  The Mafia against a Criminal Group" in lines
    assert {"✓"} == {line[0] for line in lines if not line.startswith(" ")}


def test_an_unknown_ruling(dossier: Run) -> None:
    """The nearest id is suggested."""
    expected = (
        "no ruling is called 'mafia-against-loan-shark'; did you mean 'mafia-against-loan-sharks'? (unknown-ruling)\n"
    )
    assert Answer(1, "", expected) == dossier("ruling", "mafia-against-loan-shark")


def test_reset_rewrites_only_the_wrong_expectation(dossier: Run, toy: Path) -> None:
    """A wrong ruling says so; `--reset` writes what the engine says, leaves the rest as it was, and then it is right.
    Another ruling of the same file stays as it is, though it is wrong, too.
    """
    its = (toy / RULINGS).read_text(encoding="utf-8")
    other = its.replace("bakers-take-poets", "bakers-take-poets-again").replace("strength: 2", "strength:   7")
    (toy / RULINGS).write_text(f"{its}# And once more, not worked out yet:\n{other}", encoding="utf-8")
    before = {path: path.read_text(encoding="utf-8") for path in toy.rglob("*.yaml")}
    line = spoil(toy)
    wrong = dossier("ruling", "bakers-take-poets", "--root", toy)
    assert 1 == wrong.status
    assert "The rules engine disagrees." in wrong.out
    assert "  ✗ Strength of the attack: 99; the engine says 2 · Toy rules, p. 1\n" in wrong.out
    reset = dossier("ruling", "bakers-take-poets", "--reset", "--root", toy)
    assert 0 == reset.status
    assert f"{RULINGS}:{line}: " in reset.out
    assert "99 is now 2" in " ".join(reset.out.split())
    assert "1 expected values rewritten; review them with git diff\n" in reset.out
    assert before == {path: path.read_text(encoding="utf-8") for path in before}
    again = dossier("ruling", "bakers-take-poets", "--reset", "--root", toy)
    assert Answer(0, "0 expected values rewritten\n", "") == again


# --- scenarios of one's own -------------------------------------------------------------------------------------------

PENTAGON = """\
game: inwo
table:
  players:
    Ann: {illuminati: bavarian-illuminati, structure: {texas: {elvis: {}}}}
    Bob: {illuminati: the-network, structure: {japan: {big-media: {}}}}
play:
  - {do: attack, attacker: texas, target: big-media, kind: destroy}
  - {do: oppose, player: Bob, cards: [dentists]}
  - {do: aid, cards: [bavarian-illuminati]}
expect:
  - {strength: 11}
"""


def test_a_scenario_of_ones_own(dossier: Run, tmp_path: Path) -> None:
    """Every play, what came of it or why it is not legal, the sum of the attack, and whether the expected holds: 6 + 10
    + 4 - 4 - 5.
    """
    file = tmp_path / "mine.yaml"
    file.write_text(PENTAGON, encoding="utf-8")
    answer = dossier("scenario", file)
    assert 0 == answer.status
    assert "  1. Ann attacks to destroy Big Media with Texas.\n" in answer.out
    assert "  2. Bob opposes the attack with Dentists.\n  ✗ not legal: it requires: " in answer.out
    assert "  3. Ann aids the attack with Bavarian Illuminati.\n" in answer.out
    assert "  strength 11   roll 10 or less   33/36 (92%)\nWhat you expect holds.\n" in answer.out
    data = dossier("scenario", file, "--json").data
    assert [True, False, True] == [step["legal"] for step in data[0]["case"]["steps"]]
    assert 11 == data[0]["ledger"]["strength"]
    file.write_text(PENTAGON.replace("strength: 11", "strength: 12"), encoding="utf-8")
    wrong = dossier("scenario", file, "--root", ".")
    assert 1 == wrong.status
    assert "✗ Strength of the attack: 12; the engine says 11\n" in wrong.out
    assert wrong.out.endswith("What you expect does not hold.\n")


def test_scenarios_without_expectations(dossier: Run, tmp_path: Path) -> None:
    """A list of scenarios; nothing need be expected; a position names its game."""
    file = tmp_path / "two.yaml"
    file.write_text(
        f"- position: {MAFIA}\n- game: inwo\n  table: {{players: {{Ann: {{illuminati: ufos}}}}}}\n", encoding="utf-8"
    )
    answer = dossier("scenario", file)
    assert 0 == answer.status
    assert answer.out.startswith(f"Scenario 1  deluxe\n  {MAFIA}\n")
    assert "strength 13   roll 10 or less" in answer.out
    assert answer.out.endswith("Scenario 2  inwo\n")


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("", [(1, 1, "missing-key: this file holds no scenario")]),
        ("table: [", [(2, 1, "broken-yaml")]),
        ("table: {}", [(1, 1, "missing-key: 'game' is missing; it can be deluxe, inwo, subgenius")]),
        ("game: inwoo\ntable: {}", [(1, 7, "unknown-set: no game is called 'inwoo'")]),
        ("position: deluxe control the-mafai>loan-sharks", [(1, 11, "bad-position")]),
        ("game: inwo\ntabel: {}", [(2, 1, "unknown-key: no key 'tabel' belongs here (did you mean 'table'?)")]),
        ("game: inwo\nfacts: true\nexpect: [{strength: 3, settles: [wdh-nonsense]}]", [(3, 34, "unknown-statement")]),
        ("game: inwo\ntable: {players: {Ann: {illuminati: ufos}}}\nplay: 7", [(3, 7, "wrong-type: plays are a list")]),
        (
            PENTAGON.replace("the-network", "the-netwrok").replace("strength: 11", "plots: Cid, are: []"),
            [(5, 23, "bad-table: no card 'the-netwrok' (did you mean 'the-network'?)")],
        ),
        (
            "game: inwo\ntable: {players: {Ann: {illuminati: ufos}}}\nexpect: [{hidden-plots: Ann}]",
            [(3, 10, "missing-key: 'hidden-plots' needs 'is'; write {hidden-plots: player, is: a whole number}")],
        ),
        (
            "game: inwo\nfacts: true\nexpect: [{number: texas, is: 3}]",
            [(3, 10, "missing-key: 'number' needs 'stat'; write {number: card, stat: Power, is: a whole number}")],
        ),
        (
            "game: inwo\nposition: inwo control texas>xists",
            [
                (
                    2,
                    11,
                    (
                        "bad-position: Xists is a card of subgenius, and a line of inwo can name only cards of inwo;"
                        " a table of inwo takes it"
                    ),
                )
            ],
        ),
        (
            (
                "game: inwo\nposition: inwo control texas>hackers\nexpect: [{strength: 1, in: subgenius control"
                " xists>glorps}]"
            ),
            [
                (
                    3,
                    28,
                    (
                        "bad-position: this line is about subgenius, and every line of a scenario of inwo is about"
                        " inwo; ask it in a scenario with `game: subgenius`"
                    ),
                )
            ],
        ),
        (
            "game: inwo\ntable: {players: {Ann: {illuminati: ufos}}}\nexpect: [{succeeds: false}]",
            [
                (
                    3,
                    21,
                    (
                        "wrong-type: this must be rolls, each with true or false, such as {12: false}; which roll was"
                        " made, `roll` asks"
                    ),
                )
            ],
        ),
        (
            "game: inwo\ntable: {players: {Ann: {illuminati: ufos}}}\nexpect: [{discards: Ann, are: [Near Miss]}]",
            [(3, 32, "unknown-card: no card 'Near Miss' (did you mean 'near-miss'?)")],
        ),
        (
            "game: inwo\ntable: {players: {Ann: {illuminati: ufos}}}\nplay: [{do: unzap, whom: Ann, on: [ufos]}]",
            [(3, 35, "bad-table: no key 'on'; the keys here are player, whom, by")],
        ),
        (
            "game: inwo\ntable: {players: {Ann: {illuminati: ufos}}}\nplay: [{do: use, card: ufos, dice: 3}]",
            [(3, 36, "bad-table: `dice` is a list here: write [3]")],
        ),
        (
            PENTAGON.replace("cards: [dentists]", "cards: [dentist]"),
            [(8, 39, "bad-table: no card 'dentist' (did you mean 'dentists'?)")],
        ),
    ],
)
def test_a_bad_scenario_says_where(
    dossier: Run, tmp_path: Path, text: str, problems: list[tuple[int, int, str]]
) -> None:
    """Each problem has its place in the file; one bad player does not make the lines about other players complain."""
    file = tmp_path / "bad.yaml"
    file.write_text(text, encoding="utf-8")
    answer = dossier("scenario", file)
    assert (1, "") == (answer.status, answer.out)
    lines = answer.err.splitlines()
    assert len(problems) == len(lines), answer.err
    for (line, column, said), printed in zip(problems, lines, strict=True):
        assert printed.startswith(f"{file}:{line}:{column}: {said}")


REFUSED = """
game: inwo
table:
  players:
    Ann: {illuminati: bavarian-illuminati, structure: {lama-ramadingdong: {}, illuminati-university: {}}, plots: [hoax, atomic-monster, sniper, privileged-attack], resources: [orbital-mind-control-lasers]}
    Bob: {illuminati: the-network, structure: {evil-geniuses-for-a-better-tomorrow: {}, nephews-of-god: {}}, plots: [near-miss, foiled]}
    Cid: {illuminati: ufos, structure: {big-media: {england: {}}, nuclear-power-companies: {}, liquor-companies: {manuel-noriega: {}}}, plots: [a-brief-attack-of-conscience]}
play:
  - PLAY
"""  # noqa: E501


@pytest.mark.parametrize(
    ("play", "says"),
    [
        (
            "{do: use, card: lama-ramadingdong}",
            "Lama Ramadingdong has an ability for `use`; what it may do in an attack is the play oppose",
        ),
        (
            "{do: proceed, to: end}\n  - {do: use, card: illuminati-university, discard: [hoax]}",
            (
                "discard names the price of Illuminati University; Hoax can't pay it, and what the effect discards is"
                " named in on"
            ),
        ),
        ("{do: use, player: Bob, card: evil-geniuses-for-a-better-tomorrow}", "name the card in on"),
        (
            "{do: use, player: Bob, card: evil-geniuses-for-a-better-tomorrow, take: [big-media]}",
            "name the card in on, not in take",
        ),
        (
            "{do: attack, attacker: lama-ramadingdong, target: bavarian-illuminati, kind: control}",
            "Bavarian Illuminati: the target is not an Illuminati",
        ),
        (
            "{do: use, card: orbital-mind-control-lasers, on: [nephews-of-god], choose: [reverse, Fanatic]}",
            (
                "Fanatic has an opposite to become; to add or remove Fanatic itself, choose [add, Fanatic] or [remove,"
                " Fanatic]"
            ),
        ),
        (
            "{do: attack, attacker: bavarian-illuminati, target: big-media, kind: control}\n  - {do: knock}",
            "the attack under way is completed first, with resolve",
        ),
        (
            (
                "{do: attack, attacker: bavarian-illuminati, target: england, kind: destroy}\n  - {do: roll, dice: 2}\n"
                "  - {do: use, player: Bob, card: near-miss, on: [england]}\n  - {do: knock}"
            ),
            "(what comes of the attack happens with resolve)",
        ),
        (
            (
                "{do: attack, attacker: bavarian-illuminati, target: england, kind: destroy}\n  - {do: roll, dice: 2,"
                " forgotten: [England]}"
            ),
            (
                "England is a bonus that counts in this sum without a price; such bonuses are: position-2 (1 Group away"
                " from its Illuminati)"
            ),
        ),
        (
            (
                "{do: attack, attacker: bavarian-illuminati, target: nuclear-power-companies, kind: destroy}\n  - {do:"
                " use, card: atomic-monster, option: 2}"
            ),
            "the attack under way is completed first; clause 1 was tried, and `clause` can name 2",
        ),
        (
            "{do: use, player: Bob, card: foiled, by: [nephews-of-god]}",
            (
                "1 Action token of a card that Foiled! asks for, not of Nephews of God (Power 1): an action of a Media"
                " Group"
            ),
        ),
        ("{do: use, player: Cid, card: england}", "England has an ability for `use`; what it says counts by itself"),
        (
            (
                "{do: use, player: Cid, card: a-brief-attack-of-conscience, whom: Ann, by: [ufos]}\n  - {do: use, card:"
                " sniper, on: [england]}"
            ),
            (
                "it requires: Ann may do this; barred by A Brief Attack of Conscience: that rival cannot play"
                " Assassinations or Disasters "
            ),
        ),
        (
            (
                "{do: attack, attacker: lama-ramadingdong, target: england, kind: control}\n  - {do: aid, player: Cid,"
                " cards: [liquor-companies]}"
            ),
            "Manuel Noriega can lend it one: use that after the attack is announced, then aid",
        ),
        (
            (
                "{do: attack, attacker: lama-ramadingdong, target: england, kind: control}\n  - {do: oppose, player:"
                " Cid, cards: [england]}\n  - {do: use, card: privileged-attack, by: [bavarian-illuminati]}"
            ),
            "clause 3 was tried, and `clause` can name 1 (",
        ),
    ],
)
def test_a_play_that_is_refused_says_what_to_type(dossier: Run, tmp_path: Path, play: str, says: str) -> None:
    """Which play or key is meant instead, when it comes, and what is missing."""
    file = tmp_path / "refused.yaml"
    file.write_text(REFUSED.replace("PLAY", play), encoding="utf-8")
    assert says in " ".join(dossier("scenario", file).out.split())


BARRED = """
game: inwo
table:
  players:
    Ann:
      illuminati: bavarian-illuminati
      structure: {w-i-t-c-h: {}, mossad: {clone-arrangers: {}}, texas: {}}
      resources: [hallucinations, warehouse-23, book-of-kells]
      plots: [crop-circles]
      hand: [wargamers, necronomicon]
      plot-deck: [hoax, jihad]
    Bob: {illuminati: the-network, structure: [elvis, stonehenge], resources: [mercenaries]}
    Cid: {illuminati: ufos, structure: {dentists: {}, count-dracula: {}, italy: {trekkies: {}}}, plots: [family-values]}
  links: {book-of-kells: w-i-t-c-h}
  spent: [w-i-t-c-h, italy]
  turn: {phase: plots}
play:
  - PLAY
"""


@pytest.mark.parametrize(
    ("play", "says"),
    [
        (
            "{do: use, card: mossad, clause: 2, choose: [bottom]}",
            "Mossad does not offer that choice: bottom (leave it out of `choose`) ·",
        ),
        (
            "{do: use, card: crop-circles, by: [texas], choose: [plot], take: [hoax]}",
            "not of Texas (Power 6): an action of a Magic Group ·",
        ),
        (
            (
                "{do: use, player: Cid, card: family-values, whom: Ann, by: [ufos]}\n  - {do: proceed, to: takeover}\n "
                " - {do: take-over, card: wargamers}"
            ),
            (
                "it requires: Ann may take control of Wargamers; barred by Family Values: that rival cannot take"
                " control of Weird Groups ·"
            ),
        ),
        (
            "{do: place-tokens}\n  - {do: attack, attacker: w-i-t-c-h, target: dentists, kind: destroy}",
            "W.I.T.C.H. has no extra token of Book of Kells this turn: with one it can't attack to destroy ·",
        ),
        (
            "{do: place-tokens}\n  - {do: attack, attacker: w-i-t-c-h, target: elvis, kind: control}",
            "W.I.T.C.H. is not barred by Stonehenge: your Power Structure is immune to Magic Groups",
        ),
        (
            "{do: place-tokens}\n  - {do: attack, attacker: texas, target: count-dracula, kind: destroy}",
            (
                "it requires: Count Dracula: this card cannot be destroyed or killed except by attacks (Instant or not)"
                " made or aided by Magic cards"
            ),
        ),
        (
            (
                "{do: take-over, card: necronomicon}\n  - {do: use, card: warehouse-23, clause: 2, on:"
                " [necronomicon]}\n  - {do: place-tokens}\n  - {do: link, card: necronomicon, to: texas}"
            ),
            "Ann controls Necronomicon (under Warehouse 23) ·",
        ),
        (
            (
                "{do: place-tokens}\n  - {do: attack, attacker: texas, target: elvis, kind: destroy}\n  - {do: use,"
                " card: hallucinations}"
            ),
            "say in `cancels` whose action or ability is canceled, or `option: 2` for the other effect ·",
        ),
        (
            (
                "{do: place-tokens}\n  - {do: attack, attacker: texas, target: dentists, kind: destroy}\n  - {do: use,"
                " player: Bob, card: mercenaries}"
            ),
            "or +1 to one of your attacks to control; Ann's attack doesn't count ·",
        ),
        (
            (
                "{do: place-tokens}\n  - {do: attack, attacker: clone-arrangers, target: trekkies, kind: control}\n"
                "  - {do: oppose, player: Cid, cards: [italy]}"
            ),
            "but that counts for nothing with the Secret Clone Arrangers",
        ),
    ],
)
def test_a_play_that_is_barred_names_what_bars_it(dossier: Run, tmp_path: Path, play: str, says: str) -> None:
    """The card that bars it or the place where a card lies, whom it bars, and nothing that has no part in it."""
    file = tmp_path / "barred.yaml"
    file.write_text(BARRED.replace("PLAY", play), encoding="utf-8")
    assert says in " ".join(dossier("scenario", file).out.split())


def test_a_scenario_file_that_cannot_be_read(dossier: Run, tmp_path: Path) -> None:
    """A file that is not there, one that is not UTF-8, and one without end."""
    assert Answer(1, "", "/dev/zero:1:1: too-large: this file has more than 1000000 bytes\n") == dossier(
        "scenario", "/dev/zero"
    )
    missing = tmp_path / "none.yaml"
    assert Answer(1, "", f"{missing}: no-access: No such file or directory\n") == dossier("scenario", missing)
    file = tmp_path / "latin.yaml"
    file.write_bytes("game: inwo\ntitle: Bjørnë".encode("latin-1"))
    assert Answer(1, "", f"{file}:2:10: bad-encoding: this is not UTF-8 text\n") == dossier("scenario", file)


# --- export, build, database, serve -----------------------------------------------------------------------------------


def test_export_writes_what_is_asked_for(dossier: Run, tmp_path: Path) -> None:
    """`--json --csv`, or neither, writes both formats; the paths are the answer."""
    names = ["cards.json", "cards.schema.json", "rulings.json", "statements.json", "cards.csv"]
    for arguments, expected in (
        (["--json", "--csv"], names),
        ([], names),
        (["--json"], names[:4]),
        (["--csv"], names[4:]),
    ):
        folder = tmp_path / "-".join(["x", *arguments])
        answer = dossier("export", *arguments, "--output", folder)
        assert Answer(0, "".join(f"{folder / name}\n" for name in expected), "") == answer
        assert sorted([LIST, *expected]) == sorted(path.name for path in folder.iterdir())
    with (tmp_path / "x---csv" / "cards.csv").open(encoding="utf-8", newline="") as file:
        assert 739 == len(list(csv.DictReader(file)))
    assert 739 == len(json.loads((tmp_path / "x---json" / "cards.json").read_text(encoding="utf-8")))


def test_export_into_what_is_no_folder(dossier: Run, tmp_path: Path) -> None:
    """A file where the folder should be is a problem, not a traceback."""
    (tmp_path / "notes.txt").write_text("mine")
    answer = dossier("export", "--output", tmp_path / "notes.txt")
    assert Answer(1, "", f"{tmp_path / 'notes.txt'}: no-access: File exists\n") == answer
    assert "mine" == (tmp_path / "notes.txt").read_text()


def test_export_replaces_its_own_files_alone(dossier: Run, toy: Path, tmp_path: Path) -> None:
    """What an export made is made anew, what others put beside it stays, and what they put in its place is refused."""
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "notes.txt").write_text("mine")
    export = ("export", "--root", toy, "--output", folder)
    assert 0 == dossier(*export, "--json").status == dossier(*export, "--json").status
    (folder / "cards.csv").write_text("mine")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    answer = dossier(*export)
    assert (1, "") == (answer.status, answer.out)
    assert answer.err.startswith(f"{folder / 'cards.csv'}: not-an-export: ")
    assert before == {path.name: path.read_bytes() for path in folder.iterdir()}
    (folder / "cards.csv").unlink()
    assert 0 == dossier(*export).status
    assert "mine" == (folder / "notes.txt").read_text()


@pytest.mark.parametrize("name", [".", "..", "cards", "rules/toy", "build/docs"])
def test_export_never_writes_between_sources(dossier: Run, toy: Path, name: str) -> None:
    """`--output` with a folder of the project's own, or with one that holds the project."""
    before = sorted(toy.rglob("*"))
    answer = dossier("export", "--root", toy, "--output", toy / name)
    assert (1, "") == (answer.status, answer.out)
    assert answer.err.startswith(f"{toy / name}: not-an-export: ")
    assert before == sorted(toy.rglob("*"))


@pytest.mark.parametrize("name", ["notes.txt", "folder"])
def test_build_never_replaces_what_is_no_site(dossier: Run, tmp_path: Path, name: str) -> None:
    """`--site` with somebody's file or folder is refused before anything is read."""
    (tmp_path / "folder").mkdir()
    for file in ("notes.txt", "folder/notes.txt"):
        (tmp_path / file).write_text("mine")
    answer = dossier("build", "--site", tmp_path / name)
    assert (1, "") == (answer.status, answer.out)
    assert answer.err.startswith(f"{tmp_path / name}: not-a-site: ")
    assert ["mine", "mine"] == [(tmp_path / file).read_text() for file in ("notes.txt", "folder/notes.txt")]


@pytest.mark.parametrize("name", [".", "..", "build/docs", "build", "cards/inwo", "site_templates"])
def test_build_never_replaces_the_project(dossier: Run, toy: Path, name: str) -> None:
    """`--site` with a folder of the project's own, also one that looks like a site, or with one that holds the
    project.
    """
    (toy / "build" / "docs" / "assets" / "dossier").mkdir(parents=True)
    before = sorted(toy.rglob("*"))
    answer = dossier("build", "--root", toy, "--site", toy / name)
    assert (1, "") == (answer.status, answer.out)
    assert answer.err.startswith(f"{(toy / name).resolve()}: not-a-site: ")
    assert before == sorted(toy.rglob("*"))


def test_build_stops_at_a_wrong_ruling(dossier: Run, root: Path, toy: Path) -> None:
    """Nothing is published that the engine does not confirm."""
    spoil(toy)
    shutil.copyfile(root / "mkdocs.yml", toy / "mkdocs.yml")
    answer = dossier("build", "--root", toy)
    assert (1, "") == (answer.status, answer.out)
    assert ": wrong-ruling: bakers-take-poets: " in answer.err
    assert not (toy / "site").exists()
    assert ["kept"] == [path.name for path in (toy / "build").iterdir() if not path.name.startswith(".")]


def test_the_database_answers_sqlite(built_site: Path, root: Path) -> None:
    """`sqlite3 build/dossier.db 'select count(*) from card'` prints 739."""
    assert (built_site / "index.html").is_file()
    with closing(sqlite3.connect(root / "build" / "dossier.db")) as database:
        assert [(739,)] == database.execute("select count(*) from card").fetchall()


@pytest.fixture
def small_site(tmp_path: Path) -> Path:
    """A folder with one page."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text("<h1>Fnord</h1>")
    return tmp_path / "site"


def test_serve_answers_until_interrupted(small_site: Path) -> None:
    """The first line is the address; pages come fresh each time; Ctrl+C ends it quietly."""
    command = [DOSSIER, "serve", "--port", "0", "--site", small_site]
    heeding = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # a shell lets what runs behind it ignore Ctrl+C
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heeding,  # noqa: PLW1509
    ) as server:
        try:
            url = server.stdout.readline().split()[0]
            with urllib.request.urlopen(url) as page:
                assert ("<h1>Fnord</h1>", "no-cache") == (page.read().decode(), page.headers["Cache-Control"])
            server.send_signal(signal.SIGINT)
            assert ("", "") == server.communicate(timeout=30)
            assert 0 == server.returncode
        finally:
            server.kill()


def test_serve_on_a_taken_port(dossier: Run, small_site: Path) -> None:
    """Another program has the port: say so."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        answer = dossier("serve", "--port", str(port), "--site", small_site)
    assert (1, "") == (answer.status, answer.out)
    assert answer.err.startswith(f"port {port}: port-in-use: ")


def test_serve_without_a_site(dossier: Run, tmp_path: Path) -> None:
    """Before the first build there is nothing to show."""
    assert Answer(
        1, "", f"{tmp_path}: no-site: no site has been built here yet; run 'dossier build' first\n"
    ) == dossier("serve", "--site", tmp_path)
