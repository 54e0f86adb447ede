"""The list of broken rules holds together, and the runner tells a mutant that a ruling notices from one that none does.

`make mutants` plays them all.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import asdict

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

import mutants

ALL = mutants.read_mutants()
STATEMENTS = {
    json.loads(line)["id"]
    for file in (ROOT / "rules/statements").glob("*.jsonl")
    for line in file.read_text(encoding="utf-8").splitlines()
}
KILLED = mutants.Mutant(
    "rules/deluxe/terms.yaml",
    "attack +6 in an attack to neutralize",
    "attack +5 in an attack to neutralize",
    "dlx-sum-neutralize",
)
TURNS = "generator/engine/deluxe/turns.py"
HARMLESS = mutants.Mutant(TURNS, '"""The course of a turn: ', '"""How a turn goes: ', "a docstring is no rule")
BROKEN = mutants.Mutant(TURNS, "PASSING = 5", "PASSING = five", "no such name")
WRONG = """
- id: ten-less-two-is-one
  title: Wrong
  question: What is the strength of Power 10 against Resistance 2?
  answer: It is not 1.
  section: attack-roll
  sources: [dlx-control-roll]
  cards: [the-bavarian-illuminati, recyclers]
  position: deluxe control the-bavarian-illuminati>recyclers
  expect:
    - {strength: 1}
"""


def test_there_are_mutants_of_the_data_and_of_the_engine():
    data = [mutant for mutant in ALL if mutant.file.endswith(".yaml")]
    assert len(ALL) >= 60 and len(data) >= 15 and len(set(ALL)) == len(ALL)


@pytest.mark.parametrize("mutant", ALL, ids=str)
def test_a_mutant_changes_one_place_and_names_the_rule(mutant: mutants.Mutant):
    text = (ROOT / mutant.file).read_text(encoding="utf-8")
    assert text.count(mutant.was) == 1 and mutant.was != mutant.now
    names, _, rule = mutant.why.partition(": ")
    assert rule and set(names.split(", ")) <= STATEMENTS


@pytest.mark.parametrize(
    ("file", "games"),
    [
        ("rules/deluxe/terms.yaml", ("deluxe",)),
        ("cards/assassins/places.yaml", ("inwo",)),
        ("cards/subgenius/plots.yaml", ("subgenius",)),
        ("generator/engine/inwo/links.py", ("inwo", "subgenius")),
        ("generator/engine/attack.py", ("deluxe", "inwo", "subgenius")),
    ],
)
def test_a_mutant_is_put_to_the_rulings_of_the_games_whose_rule_it_breaks(file: str, games: tuple[str, ...]):
    assert games == mutants.Mutant(file, "", "", "").games


def test_the_runner_tells_killed_survived_and_broken(capsys: pytest.CaptureFixture[str]):
    assert not mutants.run([KILLED, HARMLESS, BROKEN])
    killed, survived, broken, total = capsys.readouterr().out.splitlines()
    assert killed == f"killed by neutralize-gets-six  [{KILLED}]", "rulings about the broken rule come first"
    assert (survived, total) == (f"SURVIVED  [{HARMLESS}]", "killed 1 of 3")
    assert broken == f"BROKEN, NameError: name 'five' is not defined  [{BROKEN}]"


@pytest.mark.parametrize(("mutant", "said", "status"), [(KILLED, "killed by ", 0), (HARMLESS, "SURVIVED  ", 1)])
def test_the_command_succeeds_where_all_are_killed(tmp_path: Path, mutant: mutants.Mutant, said: str, status: int):
    """The command, in a copy whose list has that mutant and one with other words."""
    script = mutants.snapshot(ROOT, tmp_path) / "scripts" / "mutants.py"
    script.parent.mkdir()
    shutil.copy(mutants.__file__, script)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "mutants.yaml").write_text(json.dumps([asdict(mutant), asdict(BROKEN)]), encoding="utf-8")
    done = subprocess.run([sys.executable, script, mutant.now], capture_output=True, text=True)
    line, total = done.stdout.splitlines()
    assert line.startswith(said) and line.endswith(f"[{mutant}]")
    assert (total, done.returncode) == (f"killed {1 - status} of 1", status)


def test_a_tree_that_is_wrong_as_it_is_is_not_mutated(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (mutants.snapshot(ROOT, tmp_path) / "rules/deluxe/rulings/wrong.yaml").write_text(WRONG, encoding="utf-8")
    assert not mutants.run([KILLED], tmp_path)
    assert capsys.readouterr().out == "wrong as it is: ten-less-two-is-one\n"


def test_a_tree_that_does_not_load_is_not_mutated(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (mutants.snapshot(ROOT, tmp_path) / "rules/deluxe/rulings/wrong.yaml").write_text("- wrong", encoding="utf-8")
    assert not mutants.run([KILLED], tmp_path)
    assert capsys.readouterr().out.startswith("the tree as it is does not load: ")
