"""The documents cannot lie: what they name exists, and what they show of a command is what it prints."""

from __future__ import annotations

import ast
import re
import shlex
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import typer
from msgspec import Struct

from generator import cli
from generator.catalog.problems import Code
from generator.engine import position
from generator.rulings import SUBJECTS
from generator.site import codes

DOCUMENTS = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
COMMANDS = typer.main.get_command(cli.app).commands


def read(root: Path, name: str) -> str:
    """The text of a file of the checkout."""
    return (root / name).read_text(encoding="utf-8")


def code_lines(text: str) -> list[str]:
    """The lines of indented blocks, without their indentation, a prompt and a comment behind the command."""
    lines = [line[4:] for line in text.splitlines() if line.startswith("    ") and not line.startswith("     ")]
    return [re.sub(r"\s+# .*", "", line.removeprefix("$ ")) for line in lines]


def inline(text: str) -> list[str]:
    """What stands in backticks in running text."""
    return re.findall(r"`([^`\n]+)`", text)


class Shown(Struct, frozen=True):
    """A command of an indented block, and the output shown below it, if any."""

    command: str
    output: str


def shown(text: str) -> list[Shown]:
    """Every command after a prompt `$`, with the lines up to the next prompt or the end of the block."""
    found: list[Shown] = []
    for block in re.findall(r"(?:^    .*\n)+", text, re.MULTILINE):
        lines = [line[4:] for line in block.splitlines()]
        if not lines[0].startswith("$ "):
            continue
        for line in lines:
            if line.startswith("$ "):
                found.append(Shown(re.sub(r"\s+# .*", "", line[2:]), ""))
            else:
                found[-1] = Shown(found[-1].command, f"{found[-1].output}{line}\n")
    return found


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, read_once: None):
    """`printed("dossier card irs")`: what a command prints into a file of 80 columns; it must succeed."""
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.setattr(cli.out, "width", 80)
    monkeypatch.chdir(tmp_path)

    def run(command: str) -> str:
        with pytest.raises(SystemExit) as left:
            cli.main(shlex.split(command)[1:])
        result = capsys.readouterr()
        assert (0, "") == (left.value.code, result.err), command
        return result.out

    return run


# --- commands ---------------------------------------------------------------------------------------------------------


def commands_named(text: str) -> list[list[str]]:
    """The command lines of Dossier that stand in a text, in blocks and in running text, as words."""
    lines = [line for line in (*code_lines(text), *inline(text)) if re.match(r"(\.venv/bin/)?dossier( |$)", line)]
    return [shlex.split(line)[1:] for line in lines]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_command_and_option_exists(root: Path, name: str) -> None:
    """Each `dossier …` of a document names a command that there is, and options of it."""
    unknown = []
    for words in commands_named(read(root, name)):
        if not words:
            continue
        options = (
            {option for parameter in COMMANDS[words[0]].params for option in parameter.opts} | {"--help"}
            if (words[0] in COMMANDS)
            else set()
        )
        if words[0] not in COMMANDS or not {word for word in words if word.startswith("--")} <= options:
            unknown.append(words)
    assert [] == unknown


def test_readme_has_every_command(root: Path) -> None:
    """Who reads the README has seen every command once."""
    named = {words[0] for words in commands_named(read(root, "README.md")) if words}
    assert set(COMMANDS) == named


def test_readme_says_which_commands_print_json(root: Path) -> None:
    """The sentence on `--json` names the commands that print it, and only those."""
    sentence = re.search(r"and ([^.]*) have `--json`", read(root, "README.md").replace("\n", " "))
    assert sentence
    with_json = {
        name
        for name, command in COMMANDS.items()
        for parameter in command.params
        if parameter.opts == ["--json"] and "scripts" in (parameter.help or "")
    }
    assert with_json == set(re.findall(r"`([a-z][a-z-]*)`", sentence[1]))


def test_readme_shows_what_is_printed(root: Path, printed) -> None:
    """Each output in the README is, letter for letter, that of its command at 80 columns; commands without output
    run.
    """
    examples = [each for each in shown(read(root, "README.md")) if each.command.startswith("dossier ")]
    assert len(examples) > 5
    for example in examples:
        output = printed(example.command)
        if example.output:
            assert example.output == output


def test_readme_queries_the_database_as_it_is(root: Path, built_site: Path) -> None:
    """The query that the README gives to sqlite3 answers."""
    assert (built_site / "index.html").is_file()
    queries = [
        shlex.split(each.command) for each in shown(read(root, "README.md")) if each.command.startswith("sqlite3 ")
    ]
    assert queries
    for _, file, query in queries:
        with closing(sqlite3.connect(root / file)) as database:
            assert database.execute(query).fetchall()


# --- make -------------------------------------------------------------------------------------------------------------


def targets(root: Path) -> set[str]:
    """The targets of the Makefile that `make help` lists."""
    return set(re.findall(r"^([a-z]+):.*## ", read(root, "Makefile"), re.MULTILINE))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_make_target_exists(root: Path, name: str) -> None:
    """Each `make …` of a document is one that `make help` lists."""
    text = read(root, name)
    lines = [line for line in (*code_lines(text), *inline(text)) if line.startswith("make ")]
    assert {line.split()[1] for line in lines} <= targets(root)


def test_every_make_target_is_described(root: Path) -> None:
    """README and CONTRIBUTING together name every target."""
    text = read(root, "README.md") + read(root, "CONTRIBUTING.md")
    lines = [line for line in (*code_lines(text), *inline(text)) if line.startswith("make ")]
    assert targets(root) - {"help"} == {line.split()[1] for line in lines}


# --- files and links --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_file_named_exists(root: Path, name: str) -> None:
    """Paths in backticks, in `make test ARGS=…` and in links lead to files; links to headings lead to headings. What a
    search prints are addresses of pages.
    """
    text = read(root, name)
    paths = re.compile(r"(?:cards|rules|generator|site_templates|tests|scripts)/[\w./*-]*")
    lines = [line for line in code_lines(text) if "─" not in line and " · " not in line]
    named = {path for part in (*inline(text), *lines) for path in paths.findall(part)}
    links = re.findall(r"\]\(([^)\s]+)\)", text)
    assert [] == [path for path in sorted(named) if not any(root.glob(path.rstrip("/")))]
    for link in links:
        file, _, heading = link.partition("#")
        assert (root / file).is_file(), link
        headings = (
            [
                re.sub(r"[^\w -]", "", line).strip().lower().replace(" ", "-")
                for line in re.findall(r"^#+ (.*)$", read(root, file), re.MULTILINE)
            ]
            if heading
            else []
        )
        assert not heading or heading in headings, link


def test_the_picture_is_small(root: Path) -> None:
    """The picture of the README is a PNG of less than 200 kB, so that the page opens at once."""
    picture = (root / "site_templates" / "picture.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) < 200_000


# --- words of the formats ---------------------------------------------------------------------------------------------


def test_every_word_of_a_position_is_described(root: Path) -> None:
    """The table in CONTRIBUTING has the words that the reader of positions knows, as its own documentation lists
    them.
    """
    documented = set(re.findall(r"([a-z-]+)=", position.__doc__.partition("any order:")[2])) | {"privileged"}
    table = read(root, "CONTRIBUTING.md").partition("## A position in one line")[2].partition("\n## ")[0]
    cells = re.findall(r"^\| (.*?) \|", table, re.MULTILINE)
    described = {word.partition("=")[0] for cell in cells for word in inline(cell)}
    assert set(position._ORDER) == documented == described


def test_every_question_of_a_ruling_is_described(root: Path) -> None:
    """CONTRIBUTING lists everything that an expectation line can ask."""
    text = (
        read(root, "CONTRIBUTING.md").partition("A line can ask about")[2].partition("The answer is in the same key")[0]
    )
    assert sorted(SUBJECTS) == sorted(inline(text))


def test_the_example_of_a_ruling_stands_in_the_data(root: Path) -> None:
    """The ruling that CONTRIBUTING explains is a real one, with that title, question, position and strength."""
    text = read(root, "CONTRIBUTING.md").partition("- id: mafia-against-loan-sharks")[2]
    files = sorted((root / "rules" / "deluxe" / "rulings").glob("*.yaml"))
    data = next(
        part
        for file in files
        if (part := file.read_text(encoding="utf-8").partition("- id: mafia-against-loan-sharks\n")[2])
    )
    for key in ("title", "question", "position"):
        line = re.search(rf"^ *{key}: (.*)$", text, re.MULTILINE)
        assert line and f"  {key}: {line[1]}\n" in data.partition("\n- id: ")[0]
    assert "- {strength: 13" in data


# --- codes ------------------------------------------------------------------------------------------------------------


def codes_of(path: Path) -> set[str]:
    """The codes of problems that a module writes itself, in texts such as `port-in-use: another program …` or `no card
    is called 'x' (unknown-card)`.
    """
    texts = [
        node.value
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    code = "([a-z]+(?:-[a-z]+)+)"
    return {"".join(found) for text in texts for found in re.findall(rf"(?:^|:\d+)?: {code}: | \({code}\)$", text)}


def test_every_code_of_a_command_is_explained(root: Path) -> None:
    """What a command may print as a code stands on the page of error codes, and nothing there is invented."""
    rooms = (root / "generator" / "cli.py", root / "generator" / "answers.py", root / "generator" / "site" / "build.py")
    printed = {code for room in rooms for code in codes_of(room)} | {"wrong-ruling"}
    assert set(codes.COMMANDS) == printed


def test_every_code_is_on_the_page(built_site: Path) -> None:
    """The page of error codes has an entry for each code of the files, of positions, queries and commands."""
    page = (built_site / "errors" / "index.html").read_text(encoding="utf-8")
    explained = (
        {code.code for code in Code}
        | set(codes.POSITIONS)
        | set(codes.GOAL_LINES)
        | set(codes.QUERIES)
        | set(codes.COMMANDS)
    )
    assert [] == sorted(code for code in explained if f"<code>{code}</code>" not in page)


# --- changes ----------------------------------------------------------------------------------------------------------


def test_changelog_lists_every_command(root: Path) -> None:
    """The list of commands in the changelog is the list of commands."""
    line = re.search(r"`dossier` on the command line: ([^.]*)\.", read(root, "CHANGELOG.md").replace("\n  ", " "))
    assert line
    assert list(COMMANDS) == line[1].split(", ")
