"""The list of broken rules holds together, and the runner tells a mutant that a ruling notices from one that none does.

`make mutants` plays them all.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

import mutants  # noqa: E402

ALL = mutants.read_mutants()
STATEMENTS = {json.loads(line)["id"] for line in (ROOT / "rules/statements/deluxe.jsonl").read_text(encoding="utf-8").splitlines()}
KILLED = mutants.Mutant(
    "rules/deluxe/terms.yaml", "attack +6 in an attack to neutralize", "attack +5 in an attack to neutralize", "dlx-sum-neutralize"
)
HARMLESS = mutants.Mutant("generator/engine/turns.py", '"""The course of a turn: ', '"""How a turn goes: ', "a docstring is no rule")
BROKEN = mutants.Mutant("generator/engine/turns.py", "PASSING = 5", "PASSING = five", "no such name")


def test_there_are_mutants_of_the_data_and_of_the_engine():
    data = [mutant for mutant in ALL if mutant.file.endswith(".yaml")]
    assert len(ALL) >= 60 and len(data) >= 15 and len(set(ALL)) == len(ALL)


@pytest.mark.parametrize("mutant", ALL, ids=str)
def test_a_mutant_changes_one_place_and_names_the_rule(mutant: mutants.Mutant):
    text = (ROOT / mutant.file).read_text(encoding="utf-8")
    assert text.count(mutant.was) == 1 and mutant.was != mutant.now
    names, _, rule = mutant.why.partition(": ")
    assert rule and set(names.split(", ")) <= STATEMENTS


def test_no_mutant_is_of_a_game_that_the_copies_leave_out():
    assert not [mutant for mutant in ALL if set(mutants.LEFT_OUT) & set(Path(mutant.file).parts)]


def test_the_runner_tells_killed_survived_and_broken(capsys: pytest.CaptureFixture[str]):
    assert not mutants.run([KILLED, HARMLESS, BROKEN])
    killed, survived, broken, total = capsys.readouterr().out.splitlines()
    assert killed.startswith("killed by ") and killed.endswith(f"[{KILLED}]")
    assert (survived, broken, total) == (f"SURVIVED  [{HARMLESS}]", f"BROKEN  [{BROKEN}]", "killed 1 of 3")


def test_all_killed_is_good(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    answers = iter([(), ("the-mafia",)])
    monkeypatch.setattr(mutants, "failing", lambda copy: next(answers))
    assert mutants.run([KILLED])
    assert capsys.readouterr().out.splitlines() == [f"killed by 1: the-mafia  [{KILLED}]", "killed 1 of 1"]


def test_a_tree_that_is_wrong_as_it_is_is_not_mutated(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setattr(mutants, "failing", lambda copy: ("the-mafia",))
    assert not mutants.run([KILLED])
    assert capsys.readouterr().out == "wrong as it is: the-mafia\n"
