"""Rulings: scenarios read from the catalog, played on the engine, and what came out compared with what must."""

from generator.engine.seen import SeenCard, SeenLasting, SeenPile, SeenPlayer, SeenResource, SeenTable
from generator.rulings.elsewhere import Answer, OtherLine, OtherPlay, TableAnswer, elsewhere, here, tables_elsewhere
from generator.rulings.expectations import SUBJECTS, CheckedLine, Subject
from generator.rulings.play import Step, Verdict, run, run_all
from generator.rulings.reset import Change, reset
from generator.rulings.scenario import Case, Expectation, Scenario, read_scenario, read_scenarios
from generator.rulings.seen import SeenAttack, SeenStep, restored, see, steps_of
from generator.rulings.world import World

__all__ = [
    "SUBJECTS",
    "Answer",
    "Case",
    "Change",
    "CheckedLine",
    "Expectation",
    "OtherLine",
    "OtherPlay",
    "Scenario",
    "SeenAttack",
    "SeenCard",
    "SeenLasting",
    "SeenPile",
    "SeenPlayer",
    "SeenResource",
    "SeenStep",
    "SeenTable",
    "Step",
    "Subject",
    "TableAnswer",
    "Verdict",
    "World",
    "elsewhere",
    "here",
    "read_scenario",
    "read_scenarios",
    "reset",
    "restored",
    "run",
    "run_all",
    "see",
    "steps_of",
    "tables_elsewhere",
]
