"""Every ruling is played on the engine; the runner itself notices what is wrong with a ruling or its file."""

from __future__ import annotations

import contextlib
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import checkout
import pytest
import yaml
from checkout import ROOT, catalog

from generator.catalog.problems import CatalogError
from generator.catalog.read import read_catalog
from generator.catalog.records import RulingRecord
from generator.engine.attack import explain
from generator.engine.inwo import unread
from generator.engine.position import attack_of, read_position
from generator.engine.tables import table_from_data
from generator.rulings import SUBJECTS, Verdict, World, read_scenario, read_scenarios, reset, run, run_all
from generator.rulings.expectations import SAID, Scene, Unanswerable
from generator.rulings.scenario import Case

MUST = ("example", "table", "goal", "card")


@cache
def verdicts() -> dict[str, Verdict]:
    """Every ruling, played once."""
    return {verdict.ruling: verdict for verdict in checkout.verdicts()}


def ruling_files() -> list[Path]:
    """The files that hold rulings."""
    return sorted(ROOT.glob("rules/*/rulings/*.yaml"))


def ids() -> list[str]:
    """The ids of all rulings, found without reading the rest, so that a broken file does not hide the tests."""
    lines = [line for file in ruling_files() for line in file.read_text(encoding="utf-8").splitlines()]
    return [line.removeprefix("- id: ").strip() for line in lines if line.startswith("- id: ")]


def invented(scenario: dict[str, Any], game: str = "deluxe") -> RulingRecord:
    """A ruling with this scenario and nothing else of interest."""
    return RulingRecord("invented", game, "", "", "", "direct", (), (), None, scenario, "invented.yaml", 1)


def played(scenario: dict[str, Any], game: str = "deluxe") -> Verdict:
    """The verdict on an invented scenario, which must be readable."""
    world, problems = World(catalog(), game), []
    ready = read_scenario(invented(scenario, game), world, problems)
    assert ready is not None, problems
    return run(ready, world)


def complaints(scenario: dict[str, Any], game: str = "deluxe") -> list[tuple[str, str, str | None]]:
    """Code, message and suggestion of everything wrong with an invented scenario."""
    problems: list = []
    assert read_scenario(invented(scenario, game), World(catalog(), game), problems) is None
    return [(problem.code, problem.message, problem.suggestion) for problem in problems]


@pytest.mark.parametrize("ruling", ids())
def test_ruling_passes(ruling: str) -> None:
    """What the engine answers is what the document says, and in the counter-case too."""
    verdict = verdicts()[ruling]
    both = (verdict, verdict.counter) if verdict.counter else (verdict,)
    assert [] == [
        f"{line.text}: expected {line.expected}, actual {line.actual} {line.why}"
        for one in both
        for line in one.lines
        if not line.ok
    ]
    assert verdict.flips, "the lines of the main case hold in the counter-case as well"
    assert verdict.passed


def test_every_ruling_has_a_counter_case() -> None:
    """Each ruling shows a case in which the answer is another, and says in words what is different."""
    without = [ruling.id for ruling in catalog().rulings if not ruling.scenario.get("counter", {}).get("says")]
    assert [] == without


def unasked(case: Case, verdict: Verdict) -> list[int]:
    """The numbers of the plays that are refused while no line asks whether they are legal, or why not."""
    last = len(verdict.steps)
    lines = [line for line in case.expect if not line.then and line.position is None]
    asked = {last if line.after is None else line.after for line in lines if line.subject.name in ("legal", "reason")}
    return [number for number, step in enumerate(verdict.steps, 1) if not step.legal and number not in asked]


def test_every_refused_play_is_asked_about() -> None:
    """A play that was meant to be legal can't be refused in silence, in the main case or in the counter-case."""
    found = []
    for scenario in read_scenarios(catalog()):
        verdict = verdicts()[scenario.ruling.id]
        found += [(scenario.ruling.id, "play", number) for number in unasked(scenario.case, verdict)]
        if scenario.counter is not None and verdict.counter is not None:
            found += [(scenario.ruling.id, "counter", number) for number in unasked(scenario.counter, verdict.counter)]
    assert [] == found


def test_settled_statements_can_be_checked() -> None:
    """Every statement that a line settles exists and is one that can be put to the test."""
    settled = {name for verdict in verdicts().values() for name in verdict.settles}
    assert [] == sorted(name for name in settled if not catalog().statement(name).checkable)


def test_examples_tables_goals_and_cards_are_settled() -> None:
    """All 133 checkable statements of the Deluxe rules of these kinds have a line in a passing ruling."""
    settled = {name for verdict in verdicts().values() if verdict.passed for name in verdict.settles}
    wanted = [
        statement.id
        for statement in catalog().statements
        if statement.document == "deluxe" and statement.checkable and statement.kind in MUST
    ]
    assert 133 == len(wanted)
    assert [] == sorted(set(wanted) - settled)


def test_counter_case_must_flip() -> None:
    """A ruling whose counter-case gives the same answer does not pass, although every line holds."""
    position = "deluxe control the-mafia>loan-sharks"
    expect = [{"strength": 13}]
    same = {"position": position, "expect": expect, "counter": {"position": position, "expect": expect}}
    verdict = played(same)
    assert (True, False, False) == (verdict.lines[0].ok, verdict.flips, verdict.passed)


WRONG_LINES = [
    {"strength": 12},
    {"needed": "never"},
    {"ways": 32},
    {"odds": "32/36"},
    {"line": "same-alignment", "amount": 4},
    {"line": "the-mafia#1", "amount": 0},
    {"lines": [[7, "Power of The Mafia"]]},
    {"succeeds": {"11": True}},
    {"legal": False},
    {"reason": "attacker-has-power"},
    {"card": "the-mafia", "field": "power", "is": 8},
    {"count": "Criminal Groups", "is": 1},
    {"opposite": "Weird", "is": "Fanatic"},
]


@pytest.mark.parametrize("line", WRONG_LINES, ids=lambda line: next(iter(line)))
def test_wrong_expectation_fails(line: dict[str, Any]) -> None:
    """A line that expects anything but what the engine answers fails, and with it the ruling."""
    verdict = played({"position": "deluxe control the-mafia>loan-sharks", "expect": [line]})
    assert (False, False) == (verdict.lines[0].ok, verdict.passed)


TABLE = {
    "players": {
        "Ann": {"illuminati": "the-network", "structure": ["texas"], "money": 3, "specials": ["slush-fund"]},
        "Ben": {"illuminati": "the-ufos", "structure": ["hackers"]},
    },
    "uncontrolled": ["recyclers"],
    "deck": ["kgb"],
    "dead": ["democrats"],
}
WRONG_TABLE_LINES = [
    {"under-way": True},
    {"owner": "texas", "is": "Ben"},
    {"master": "texas", "is": "none"},
    {"puppets": "the-network", "are": []},
    {"distance": "texas", "is": 2},
    {"side": "the-network", "is": "top"},
    {"free-arrows": "texas", "is": 1},
    {"open-arrows": "texas", "is": 1},
    {"zone": "democrats", "is": "deck"},
    {"uncontrolled": []},
    {"deck": 0},
    {"out-of-play": 5},
    {"treasury": "the-network", "is": 2},
    {"money": "Ann", "is": 2},
    {"bank": 1},
    {"income": "the-network", "is": 8},
    {"size": "Ann", "is": 1},
    {"specials": "Ann", "are": []},
    {"specials-seen": "Ann", "by": "Ben", "are": ["slush-fund"]},
    {"hidden": "Ann", "is": True},
    {"goal-written": "Ben", "is": "the-network"},
    {"goal-shown": "Ben", "is": True},
    {"progress": "Ann", "goal": "basic", "is": 3},
    {"progress": "Ben", "goal": "special", "is": 0},
    {"meets": "Ann", "goal": "special", "is": True},
    {"score": "Ann", "is": 14},
    {"out": "Ann", "is": True},
    {"winners": ["Ann"]},
    {"turn-of": "Ben"},
    {"step": "draw"},
    {"actions-left": 1},
    {"transfers-left": 1},
    {"privileged": False},
    {"legal": True},
    {"happens": "dlx-free-drop"},
]


@pytest.mark.parametrize("line", WRONG_TABLE_LINES, ids=lambda line: next(iter(line)))
def test_wrong_expectation_about_a_table_fails(line: dict[str, Any]) -> None:
    """The same holds for every question that can be asked of a table, and for those that have no answer there."""
    verdict = played({"table": TABLE, "expect": [line]})
    assert (False, False) == (verdict.lines[0].ok, verdict.passed)


def test_line_is_checked_after_its_play() -> None:
    """`after` counts plays from 1, 0 is the table before them, and without it the last table counts."""
    plays = [{"do": "use", "card": "slush-fund"}, {"do": "trade", "to": "Ben", "gives": {"money": 8}}]
    lines = [{"money": "Ann", "is": 0, **when} for when in ({"after": 0}, {"after": 1}, {})]
    verdict = played({"table": TABLE, "play": plays, "expect": lines})
    assert [3, 18, 10] == [line.actual for line in verdict.lines]


def test_line_is_checked_after_plays_that_nobody_has_made() -> None:
    """`then` goes on from the play that the line is about, for this line alone; without a player it is whose turn it is
    there.
    """
    draw = {"do": "use", "card": "slush-fund"}
    lines = [
        {"money": "Ann", "is": 18, "after": 0, "then": [draw]},
        {"money": "Ann", "is": 3},
        {"legal": False, "then": [{"player": "Ben", **draw}]},
        {"legal": False, "then": [draw, draw]},
    ]
    verdict = played({"table": TABLE, "expect": lines})
    assert [True] * 4 == [line.ok for line in verdict.lines]
    assert "MB of Ann in all (with Ann: use, card Slush Fund)" == verdict.lines[0].text
    assert not played({"table": TABLE, "expect": [{"money": "Ann", "is": 3, "then": [draw]}]}).passed
    later = played(
        {"table": TABLE, "play": [{"do": "end-turn"}], "expect": [{"legal": True, "then": [{"do": "income"}]}]}
    )
    assert ("Legal (with Ben: income)", True) == (later.lines[0].text, later.lines[0].ok)


def test_a_play_that_nobody_may_make_proves_nothing() -> None:
    """What would come of it can't be asked: only whether it is legal, and why not, and of the last play alone."""
    play = {"player": "Ben", "do": "use", "card": "slush-fund"}
    asked = [{"money": "Ann", "is": 3, "then": [play]}, {"legal": False, "then": [play, {"do": "draw"}]}]
    lines = played({"table": TABLE, "expect": asked}).lines
    assert all(not line.ok and line.why.startswith("the play is not legal: ") for line in lines)


def test_illegal_play_changes_nothing_and_says_why() -> None:
    """A play that is not legal leaves the table as it was; its step has the reasons."""
    verdict = played({"table": TABLE, "play": [{"do": "draw"}], "expect": [{"deck": 1}, {"legal": False}]})
    assert verdict.passed
    assert [["dlx-seq-turn-order-of-steps"]] == [
        [reason.source for reason in step.reasons if not reason.ok] for step in verdict.steps
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ({"strenght": 13}, ("unknown-key", "no subject 'strenght'", "strength")),
        ({"strength": 13, "setles": []}, ("unknown-key", "'setles' does not belong to 'strength'", "settles")),
        ({"line": "aid"}, ("missing-key", "'line' needs 'amount'; write {line: source, amount: a whole number}", None)),
        ({"line": "same-aligment", "amount": 0}, ("unknown-term", "no source 'same-aligment'", "same-alignment")),
        ({"reason": "attacker-has-powr"}, ("unknown-term", "no reason 'attacker-has-powr'", "attacker-has-power")),
        ({"strength": "13"}, ("wrong-type", "this must be a whole number", None)),
        ({"legal": 1}, ("wrong-type", "this must be true or false", None)),
        (
            {"opposite": "Weird", "is": 0},
            ("wrong-type", "this must be text; the line asks: Opposite of {opposite}", None),
        ),
        ({"succeeds": {"13": True}}, ("unknown-value", "a roll is 2 to 12, with true or false", None)),
        ({"card": "the-mafa", "field": "power", "is": 7}, ("unknown-card", "no card 'the-mafa'", "the-mafia")),
        (
            {"card": "the-mafia", "field": "powr", "is": 7},
            (
                "unknown-value",
                (
                    "'powr' is not one of name, kind, power, transferable, resistance, income, alignments, "
                    "arrows-in, arrows-out, abilities, copies"
                ),
                "power",
            ),
        ),
        ({"opposite": "Wierd", "is": "Straight"}, ("unknown-value", "no alignment 'Wierd'", "Weird")),
        ({"strength": 13, "after": 2}, ("bad-number", "there are 0 plays, so after is 0 to 0", None)),
        (
            {"strength": 13, "in": "deluxe control the-mafia>lone-sharks"},
            ("bad-position", "no card 'lone-sharks'", "loan-sharks"),
        ),
        ({"meets": "You", "goal": "special", "is": True, "in": "deluxe goal the-network money=3"}, None),
        (
            {"meets": "You", "goal": "special", "is": True, "in": "deluxe goal the-network slack=3"},
            ("bad-position", "slack doesn't count in deluxe: no Goal asks for it", None),
        ),
        (
            {"meets": "You", "goal": "special", "is": True, "in": "deluxe goal the-netwrk"},
            ("bad-position", "no card 'the-netwrk'", "the-network"),
        ),
        ({"strength": 13, "then": [{"do": "draw"}]}, ("unknown-key", "plays need a table", None)),
        ({"strength": 13, "settles": ["dlx-strat-watch-goals"]}, None),
    ],
)
def test_bad_line_is_reported(line: dict[str, Any], expected: tuple[str, str, str | None] | None) -> None:
    """What is wrong with an expectation line comes with its code, in words, with what may have been meant."""
    scenario = {"position": "deluxe control the-mafia>loan-sharks", "expect": [line]}
    if expected is None:
        line["settles"] = [next(statement.id for statement in catalog().statements if not statement.checkable)]
        assert ["unknown-statement"] == [code for code, _, _ in complaints(scenario)]
        return
    assert [expected] == complaints(scenario)


@pytest.mark.parametrize(
    ("scenario", "code", "words"),
    [
        ({"expect": [{"strength": 1}]}, "missing-key", "one of position, table and facts"),
        ({"position": "deluxe control the-mafia>lone-sharks", "expect": []}, "bad-position", "no card 'lone-sharks'"),
        ({"facts": True, "play": [{"do": "draw"}], "expect": []}, "unknown-key", "plays need a table"),
        ({"table": {"players": {"Ann": {"illuminati": "the-netwrk"}}}, "expect": []}, "bad-table", "the-netwrk"),
        ({"table": TABLE, "play": [{"do": "drwa"}], "expect": []}, "bad-table", "drwa"),
        ({"table": TABLE, "play": [{"do": "drop", "group": "texs"}], "expect": []}, "bad-table", "texs"),
        ({"table": TABLE, "expect": [{"legal": True, "then": [{"do": "drwa"}]}]}, "bad-table", "drwa"),
        ({"table": TABLE, "expect": [{"legal": True, "then": {"do": "draw"}}]}, "wrong-type", "plays are a list"),
        ({"table": TABLE, "expect": [{"size": "Anne", "is": 1}]}, "unknown-value", "no player 'Anne'"),
        ({"table": {"seats": {"Ann": "the-network"}}, "expect": []}, "bad-table", "2 to 8 players"),
    ],
)
def test_bad_scenario_is_reported(scenario: dict[str, Any], code: str, words: str) -> None:
    """A position, table or play that cannot be is a problem with a code, never an exception of the engine."""
    found = complaints(scenario)
    assert [] != [message for found_code, message, _ in found if found_code == code and words in message], found


ANN_AND_BOB: dict[str, Any] = {
    "Ann": {"illuminati": "bavarian-illuminati", "structure": ["russia"]},
    "Bob": {"illuminati": "the-network", "structure": {"japan": {"california": {}}}},
}


def test_what_only_a_link_names_belongs_to_who_controls_its_host() -> None:
    """A Resource that no player names is its host's player's; one on a card that nobody controls is told."""
    table = {"players": ANN_AND_BOB, "links": {"eliza": "japan"}}
    assert played(
        {"table": table, "expect": [{"resources": "Bob", "are": ["eliza"]}, {"resources": "Ann", "are": []}]}, "inwo"
    ).passed
    nobodys = {**table, "links": {"eliza": "texas"}, "uncontrolled": ["texas"]}
    found = complaints({"table": nobodys, "expect": [{"resources": "Bob", "are": []}]}, "inwo")
    assert [("bad-table", "Eliza is linked to Texas, which nobody controls, and belongs to nobody", None)] == found


def test_a_bad_table_is_told_once() -> None:
    """Lines that ask about its players say nothing besides."""
    players = {**ANN_AND_BOB, "Ann": {"illuminati": "bavarian-iluminati"}}
    expect = [{"plots": "Ann", "are": []}, {"plots": "Bob", "are": []}]
    assert 1 == len(complaints({"table": {"players": players}, "expect": expect}, "inwo"))


@pytest.mark.parametrize(
    ("line", "words", "suggestion"),
    [
        ({"owner": "japan", "is": "Bo"}, "no player 'Bo'", "Bob"),
        ({"owner": "japan", "is": "nobody"}, "no player 'nobody'", None),
        ({"puppets": "ufos", "are": ["Japan"]}, "no card 'Japan'", "japan"),
        ({"linked-to": "eliza", "is": "jappan"}, "no card 'jappan'", "japan"),
        ({"alignments-of": "japan", "are": ["government"]}, "no alignment 'government'", "Government"),
        ({"card": "japan", "field": "alignments", "is": ["government"]}, "no alignment 'government'", "Government"),
        (
            {"card": "japan", "field": "kind", "is": "groups"},
            "'groups' is not one of illuminati, group, special, resource, plot",
            "group",
        ),
        ({"phase": "mian"}, "'mian' is not one of plots, groups, takeover, tokens, main, end, claims", "main"),
        ({"needed": "nevr"}, "'nevr' is not never", "never"),
        ({"hand": "Bob", "are": ["card"]}, "no card 'card'", "canada"),
    ],
)
def test_a_word_that_cannot_come_out_is_told(line: dict[str, Any], words: str, suggestion: str | None) -> None:
    """An expected value names players, cards, alignments and places that there are."""
    found = complaints({"table": {"players": ANN_AND_BOB}, "expect": [line]}, "inwo")
    assert [(words, suggestion)] == [each[1:] for each in found]


def test_every_question_says_its_words() -> None:
    """But those whose answer is a statement, a sum, or what a card prints."""
    free = {"reason", "happens", "lines", "odds", "turn-of", "card"}
    kinds = {
        name: subject.answers if isinstance(subject.answers, tuple) else (subject.answers,)
        for name, subject in SUBJECTS.items()
    }
    assert free | set(SAID) - {"kind"} == {name for name, answers in kinds.items() if {str, list}.intersection(answers)}


def test_a_card_of_the_other_game_is_asked_by_its_short_id() -> None:
    """As it lies on the table: SubGenius cards in INWO, and the other way round; a further copy too."""
    players = {**ANN_AND_BOB, "Ann": {**ANN_AND_BOB["Ann"], "structure": {"mwowm": {}}, "plots": ["hoax~2"]}}
    expect = [
        {"owner": "mwowm", "is": "Ann"},
        {"tokens": "subgenius/mwowm", "is": 1},
        {"number": "mwowm", "stat": "Power", "is": 2},
        {"puppets": "bavarian-illuminati", "are": ["mwowm"]},
        {"card": "mwowm", "field": "power", "is": 2},
        {"card": "hoax~2", "field": "kind", "is": "plot"},
    ]
    assert played({"table": {"players": players}, "expect": expect}, "inwo").passed
    church = {"illuminati": "church-of-the-subgenius", "structure": {"big-media": {}}}
    table = {"players": {"Ann": church, "Bob": {"illuminati": "church-of-the-subgenius~2", "structure": {"pinks": {}}}}}
    assert played({"table": table, "expect": [{"owner": "big-media", "is": "Ann"}]}, "subgenius").passed


def test_alignments_may_be_chosen_in_small_letters() -> None:
    """`violent` is the alignment Violent."""
    players = {**ANN_AND_BOB, "Ann": {**ANN_AND_BOB["Ann"], "resources": ["orbital-mind-control-lasers"]}}
    use = {"do": "use", "card": "orbital-mind-control-lasers", "on": ["japan"], "choose": ["violent"]}
    expect = [{"legal": True}, {"alignments-of": "japan", "are": ["Government", "Violent"]}]
    assert played({"table": {"players": players}, "play": [use], "expect": expect}, "inwo").passed


def test_a_table_says_which_rolls_bring_about_what() -> None:
    """An attack to destroy on a table has outcomes, and a question about one that it can't have is refused."""
    players = {**ANN_AND_BOB, "Ann": {**ANN_AND_BOB["Ann"], "plots": ["earthquake"]}}
    strikes = {"table": {"players": players}, "play": [{"do": "use", "card": "earthquake", "on": ["california"]}]}
    assert played(
        {**strikes, "expect": [{"outcome": "devastates", "needed": 2}, {"outcome": "destroys", "needed": "never"}]},
        "inwo",
    ).passed
    (line,) = played({**strikes, "expect": [{"outcome": "killed", "needed": 2}]}, "inwo").lines
    assert (False, "this attack brings about devastates or destroys") == (line.ok, line.why)


def test_a_reason_names_the_kind_of_group() -> None:
    """Not "such a Group": the reason says which Groups a Plot is for."""
    players = {**ANN_AND_BOB, "Ann": {**ANN_AND_BOB["Ann"], "plots": ["flower-power"]}}
    use = {"do": "use", "card": "flower-power", "on": ["russia"], "by": ["bavarian-illuminati"]}
    (step,) = played({"table": {"players": players}, "play": [use], "expect": [{"legal": False}]}, "inwo").steps
    assert ["Russia is a Peaceful Group"] == [
        reason.text for reason in step.reasons if not reason.ok and reason.about == "inwo/russia"
    ][:1]


GUESSES = {"card": "texas", "player": "Ann", "alignment": "Weird", "count": "Groups"}


@pytest.mark.parametrize("game", ["inwo", "subgenius", "deluxe", "position", "facts"])
def test_no_question_ends_in_an_error(game: str) -> None:
    """Every subject, asked on a table of each game, in a position and of cards alone, answers or says that it can't be
    asked there.
    """
    own = {"inwo": "bavarian-illuminati", "subgenius": "church-of-the-subgenius", "deluxe": "the-network"}
    card = "xists" if game == "subgenius" else "texas"
    world = World(catalog(), game if game in own else "inwo")
    scene = Scene(world)
    if game in own:
        table = table_from_data(
            world.engine_game, {"players": {"Ann": {"illuminati": own[game], "structure": {card: {}}}}}
        )
        scene = Scene(world, table=table, start=table)
    elif game == "position":
        attack = attack_of(
            read_position("inwo control texas>hackers at=1", world.plain_cards, {"inwo": world.rules}),
            world.plain_cards,
        )
        scene = Scene(world, explain(attack, world.rules), legal=False)
    for subject in SUBJECTS.values():
        guesses = {**GUESSES, "card": card}
        others = [guesses.get(each, "x") if isinstance(each, str) else each[0] for each in subject.also.values()]
        given = (
            [{2: True}]
            if subject.answers is dict
            else [guesses.get(subject.about, "x"), *others]
            if subject.key
            else others
        )
        with contextlib.suppress(Unanswerable):
            subject.ask(scene, *given)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the data of the checkout, to be spoiled."""
    for folder in ("cards", "rules"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    return tmp_path


def test_problems_have_a_place(copy: Path) -> None:
    """All problems of a file come at once, each with file, line and column."""
    file = copy / "rules/deluxe/rulings/attack-sum.yaml"
    text = file.read_text(encoding="utf-8")
    spoiled = text.replace("{needed: 4}", "{neded: 4}", 1).replace("{odds: 6/36}", "{odds: 6}", 1)
    file.write_text(spoiled, encoding="utf-8")
    with pytest.raises(CatalogError) as caught:
        read_scenarios(read_catalog(copy))
    lines = file.read_text(encoding="utf-8").splitlines()
    first = next(n for n, line in enumerate(lines, 1) if "neded" in line)
    second = next(n for n, line in enumerate(lines, 1) if "odds: 6}" in line)
    assert [
        f"rules/deluxe/rulings/attack-sum.yaml:{first}:15: unknown-key: no subject 'neded' (did you mean 'needed'?)",
        f"rules/deluxe/rulings/attack-sum.yaml:{second}:14: wrong-type: this must be text",
    ] == [str(problem) for problem in caught.value.problems]


def test_reset_writes_what_came_out(copy: Path) -> None:
    """Spoiled expectations are put right again, letter by letter, and nothing else in the file changes."""
    file = copy / "rules/deluxe/rulings/attack-sum.yaml"
    good = file.read_text(encoding="utf-8")
    spoiled = (
        good.replace("{needed: 4}", "{needed: never}", 1)
        .replace("{odds: 6/36}", "{odds: 7/36}", 1)
        .replace("{line: aid, amount: 4, settles", "{line: aid, amount: 44, settles", 1)
        .replace("{succeeds: {5: true, 8: true, 9: false}", "{succeeds: {5: true, 8: true, 9: true}", 1)
        .replace("{legal: false}", "{legal: true}", 1)
    )
    assert spoiled != good
    file.write_text(spoiled, encoding="utf-8")
    failed = [verdict for verdict in run_all(read_catalog(copy), ["deluxe"]) if not verdict.passed]
    changes = reset(file, failed)
    assert good == file.read_text(encoding="utf-8")
    assert ["never", "7/36", {"5": True, "8": True, "9": True}, 44, True] == [change.before for change in changes]
    assert (4, "power-minus-resistance") == (changes[0].after, changes[0].ruling)


def test_reset_leaves_other_rulings_alone(copy: Path) -> None:
    """Only the rulings that are named are rewritten; a file in which all is well is not touched."""
    file = copy / "rules/deluxe/rulings/position.yaml"
    before = file.stat().st_mtime_ns
    assert () == reset(file, checkout.verdicts())
    assert before == file.stat().st_mtime_ns


@pytest.mark.parametrize("game", ["inwo", "subgenius"])
def test_a_ruling_stands_in_the_file_of_its_section(game: str) -> None:
    """Who knows the section of a ruling knows its file."""
    where = {
        file.stem: yaml.safe_load(file.read_text(encoding="utf-8"))
        for file in (ROOT / "rules" / game / "rulings").glob("*.yaml")
    }
    assert {} == {
        ruling["id"]: name for name, rulings in where.items() for ruling in rulings if ruling["section"] != name
    }


def test_every_ruling_proves_something() -> None:
    """A ruling puts a statement to the test, plays an outcome of a conflict, or shows what a card does that it
    names.
    """

    def proves(ruling: RulingRecord) -> bool:
        tables = (ruling.scenario.get("table") or {}, (ruling.scenario.get("counter") or {}).get("table") or {})
        played = any(table.get("options") for table in tables)
        return bool(ruling.settles or played or ruling.cards or "[[" in f"{ruling.title}{ruling.question}")

    assert [] == [ruling.id for ruling in catalog().rulings if not proves(ruling)]


def test_no_key_of_a_play_goes_unread() -> None:
    """No play of a ruling is refused because it names what its card does not ask for: such a refusal hides what the
    ruling is about.
    """
    says = (unread.NO_CARD, unread.OTHER_CARD, unread.NO_CHOICE, unread.NO_PLAYER, unread.NO_OPTION, unread.NO_WORD)
    found = [
        (verdict.ruling, number, reason.text)
        for main in verdicts().values()
        for verdict in (main, main.counter)
        if verdict is not None
        for number, step in enumerate(verdict.steps, 1)
        for reason in step.reasons
        if not reason.ok and any(words in reason.text for words in says)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("play", "words"),
    [
        ({"card": "feminists", "whom": "Bob", "take": ["democrats"]}, None),
        ({"card": "feminists", "whom": "Bob", "take": ["democrats", "dentists"]}, unread.NO_CARD),
        ({"card": "feminists", "whom": "Bob", "take": ["democrats"], "on": ["texas"]}, unread.NO_CARD),
        ({"card": "feminists", "whom": "Bob", "take": ["democrats"], "choose": ["Weird"]}, unread.NO_CHOICE),
        ({"card": "feminists", "whom": "Bob", "take": ["democrats"], "option": 2}, unread.NO_OPTION),
        ({"card": "feminists", "whom": "Bob", "take": ["democrats"], "side": "top"}, unread.NO_WORD),
        ({"card": "feminists", "whom": "Bob", "take": ["democrats"], "master": "texas"}, unread.NO_WORD),
        ({"card": "feminists", "whom": "Bob", "take": ["democrats"], "cancels": "joggers"}, unread.NO_WORD),
        ({"card": "feminists", "whom": "Bob", "take": ["democrats"], "seconds": 5}, unread.NO_WORD),
        ({"card": "feminists", "whom": "Bob", "take": ["democrats"], "amount": 9}, unread.NO_WORD),
        ({"card": "feminists", "whom": "Bob", "take": ["democrats"], "dice": [6]}, unread.NO_WORD),
        ({"card": "savings-loan-scam", "by": ["feminists"], "amount": 0}, None),
        ({"card": "savings-loan-scam", "by": ["feminists"], "amount": 0, "whom": "Ann"}, unread.NO_PLAYER),
        ({"card": "flat-earthers", "dice": [1, 1]}, None),
        ({"card": "flat-earthers", "dice": [6, 1], "on": ["post-office"]}, unread.NO_CARD),
        ({"card": "flat-earthers", "dice": [1, 1], "whom": "Cid"}, unread.NO_PLAYER),
        ({"card": "savings-loan-scam", "by": ["feminists"], "amount": 0, "whom": "Bob"}, unread.NO_PLAYER),
    ],
)
def test_what_a_play_names_is_used_or_refused(play: dict[str, Any], words: str | None) -> None:
    """A use that names a card, a player, a choice or an option that its card does not ask for is refused, and the
    reason says which.
    """
    table = {
        "players": {
            "Ann": {
                "illuminati": "bavarian-illuminati",
                "structure": ["feminists", "texas", "japan", "flat-earthers"],
                "plots": ["savings-loan-scam"],
                "plot-deck": ["hoax", "purge", "foiled"],
            },
            "Bob": {"illuminati": "the-network", "structure": ["post-office"], "hand": ["democrats", "dentists"]},
            "Cid": {"illuminati": "ufos", "structure": ["joggers"]},
        }
    }
    verdict = played({"table": table, "play": [{"do": "use", **play}], "expect": [{"legal": words is None}]}, "inwo")
    (step,) = verdict.steps
    broken = [reason.text for reason in step.reasons if not reason.ok]
    assert (step.legal, [text for text in broken if words is None or words not in text]) == (words is None, []), broken


def test_the_rival_whose_turn_begins_need_not_be_named() -> None:
    """Of two rivals, what is played at the start of a rival's turn can only mean the one whose turn it is."""
    table = {
        "players": {
            "Ann": {"illuminati": "ufos", "structure": ["texas"], "plots": ["senate-investigating-committee"]},
            "Bob": {"illuminati": "the-network", "structure": ["japan"]},
            "Cid": {"illuminati": "shangri-la", "structure": ["elvis"]},
        },
        "turn": {"player": "Cid", "phase": "plots"},
    }
    use = {"do": "use", "player": "Ann", "card": "senate-investigating-committee", "by": ["texas"]}
    verdict = played(
        {
            "table": table,
            "play": [use, {"do": "proceed", "to": "main"}],
            "expect": [{"legal": True, "after": 1}, {"legal": False}],
        },
        "inwo",
    )
    assert [True, False] == [step.legal for step in verdict.steps]


@pytest.mark.parametrize(
    ("play", "says"),
    [
        (
            {"card": "arms-dealers", "on": ["hoax", "jihad"], "take": ["car-bomb", "good-polls"]},
            "Good Polls is exposed",
        ),
        ({"card": "arms-dealers", "on": ["hoax"], "take": ["car-bomb", "hail-eris"]}, "say which 2 cards; you name 1"),
        (
            {"card": "arms-dealers", "on": ["hoax", "hoax"], "take": ["car-bomb"]},
            "Arms Dealers has no use for Hoax a second time",
        ),
        ({"card": "arms-dealers", "on": ["hoax", "jihad"], "take": ["car-bomb", "hail-eris", "car-bomb"]}, None),
        ({"card": "fidel-castro", "on": ["hoax"]}, None),
        (
            {"do": "link", "card": "hoax", "to": "fidel-castro"},
            "Hoax is linked already: a Plot is linked, or put under a card, with `do: use`",
        ),
    ],
)
def test_a_refusal_says_what_is_wrong_with_what_is_named(play: dict[str, Any], says: str | None) -> None:
    """In the state of a Plot, in the number of cards, in a card that is named twice."""
    table = {
        "players": {
            "Ann": {
                "illuminati": "bavarian-illuminati",
                "structure": ["arms-dealers", "fidel-castro"],
                "plots": ["hoax", "jihad", "purge"],
                "exposed": ["martyrs"],
            },
            "Bob": {
                "illuminati": "the-network",
                "structure": ["post-office"],
                "plots": ["good-polls"],
                "exposed": ["car-bomb", "hail-eris"],
            },
        }
    }
    (step,) = played({"table": table, "play": [{"do": "use", **play}], "expect": []}, "inwo").steps
    assert [reason.text for reason in step.reasons if not reason.ok] == ([says] if says else [])
    assert not [reason.text for reason in step.reasons if "None" in reason.text]


@pytest.mark.parametrize(
    ("play", "says"),
    [
        ({"card": "rogue-subgenii", "discard": ["devival"]}, "Rogue SubGenii: this card has no Action token"),
        (
            {"card": "inherently-bogus", "whom": "Bob"},
            "Inherently Bogus: a rival who does not control a SubGenius Group",
        ),
        ({"card": "arise"}, "Arise! has an ability for `use`; it is exposed by itself when its time comes"),
        ({"card": "rant", "by": ["dr-ktaden-legume"], "on": ["glorps"]}, "Dr. K'Taden Legume has an open arrow"),
        (
            {"card": "rogue-subgenii", "clause": 3},
            (
                "Rogue SubGenii has an ability for `use` in clause 3; `clause` can name 1 (“once each turn, any time,"
                " if this card has no …”)"
            ),
        ),
    ],
)
def test_a_refusal_says_which_condition_or_clause_is_missing(play: dict[str, Any], says: str) -> None:
    """Of several conditions of a card, the one that does not hold; of a clause, which can be named."""
    table = {
        "players": {
            "Ann": {
                "illuminati": "church-of-the-subgenius",
                "structure": {"rogue-subgenii": {}, "dr-ktaden-legume": {"pinks": {}}},
                "plots": ["devival", "inherently-bogus", "arise", "rant"],
            },
            "Bob": {"illuminati": "church-of-the-subgenius~2", "structure": ["dokstok"]},
        }
    }
    (step,) = played({"table": table, "play": [{"do": "use", **play}], "expect": [{"legal": False}]}, "subgenius").steps
    assert says in [reason.text for reason in step.reasons if not reason.ok]


@pytest.mark.parametrize(
    ("plots", "discard", "says"),
    [
        (
            ["x-day", "jhvh-1", "devival"],
            ["x-day", "jhvh-1"],
            "name all 3 cards in `discard`, or none where there is no choice; you name 2",
        ),
        (["x-day", "jhvh-1"], [], "3 discards that it asks for; you have 2"),
        (["x-day", "jhvh-1", "devival"], [], None),
    ],
)
def test_discards_are_named_all_or_not_at_all(plots: list[str], discard: list[str], says: str | None) -> None:
    """A Plot that nobody named is not discarded beside others that somebody named."""
    table = {
        "uncontrolled": ["dokstok"],
        "players": {
            "Ann": {"illuminati": "church-of-the-subgenius", "structure": ["yetis"], "plots": ["luck-plane", *plots]},
            "Bob": {"illuminati": "church-of-the-subgenius~2", "structure": ["pinks"]},
        },
    }
    attack = [
        {"do": "attack", "attacker": "yetis", "target": "dokstok", "kind": "control"},
        {"do": "aid", "cards": ["church-of-the-subgenius"]},
        {"do": "roll", "dice": 12},
    ]
    steps = played(
        {"table": table, "play": [*attack, {"do": "use", "card": "luck-plane", "discard": discard}], "expect": []},
        "subgenius",
    ).steps
    assert [reason.text for reason in steps[-1].reasons if not reason.ok] == ([says] if says else [])


@pytest.mark.parametrize(
    ("plays", "hint"),
    [
        ([{"do": "attack", "attacker": "texas", "target": "i-r-s", "kind": "control"}], "; aid with it first"),
        ([{"do": "attack", "attacker": "imelda-marcos", "target": "elvis", "kind": "control"}], ""),
        ([], ""),
    ],
)
def test_a_refusal_advises_to_join_only_who_can(plays: list[dict[str, Any]], hint: str) -> None:
    """A card that makes the attack can't join it, and without an attack there is nothing to join."""
    table = {
        "players": {
            "Ann": {
                "illuminati": "ufos",
                "structure": {"texas": {}, "the-mafia": {"imelda-marcos": {}}},
                "hand": ["i-r-s", "elvis"],
            },
            "Bob": {"illuminati": "the-network", "structure": ["japan"]},
        }
    }
    use = {"do": "use", "card": "imelda-marcos", "dice": [3]}
    steps = played({"table": table, "play": [*plays, use], "expect": [{"legal": False}]}, "inwo").steps
    (broken,) = [reason.text for reason in steps[-1].reasons if not reason.ok]
    assert ("with it first" in broken, broken.endswith(hint)) == (bool(hint), True), broken


def test_a_refusal_says_what_the_other_clause_asks_for() -> None:
    """Two Gadgets cost two actions of Space Groups."""
    table = {
        "players": {
            "Ann": {
                "illuminati": "bavarian-illuminati",
                "structure": ["moonbase"],
                "plots": ["supernova"],
                "hand": ["weather-satellite", "orbital-mind-control-lasers"],
            },
            "Bob": {"illuminati": "the-network", "structure": ["russia"]},
        }
    }
    play = {
        "do": "use",
        "card": "supernova",
        "by": ["moonbase"],
        "on": ["weather-satellite", "orbital-mind-control-lasers"],
    }
    (step,) = played({"table": table, "play": [play], "expect": []}, "inwo").steps
    (broken,) = [reason.text for reason in step.reasons if not reason.ok]
    assert broken.endswith(
        "`clause` can name 2 (“play on your turn, and spend 2 actions of Space …”), where it requires: 2 Action tokens"
        " of cards that Supernova asks for"
    )


@pytest.mark.parametrize(
    ("plays", "says"),
    [
        (
            [{"card": "the-auditor-from-hell", "whom": "Bob", "by": ["bank-of-england"], "take": ["purge"]}],
            "The Auditor from Hell can take Purge; it says: ",
        ),
        ([{"card": "i-r-s", "whom": "Bob"}] * 2, "once in a turn (for another ability, say which; clause 2: "),
        (
            [{"card": "hoax", "player": "Bob", "by": ["big-media"], "cancels": "i-r-s"}],
            "it is the time for Hoax: right after any Plot is played; what I.R.S. does doesn't count",
        ),
        (
            [{"card": "hoax", "player": "Bob", "by": ["big-media"], "cancels": "purge"}],
            "it is the time for Hoax: right after any Plot is played; Purge, which was not just played, doesn't count",
        ),
        ([{"card": "purge"}], "Purge is yours, in your hand or in play"),
        (
            [{"card": "tax-reform"}],
            "Tax Reform has an ability for `use`; it gives an ability to other cards: use one of those",
        ),
        (
            [{"card": "nevermore"}],
            "Nevermore! has an ability for `use`; it gives an ability to every Illuminati: use yours",
        ),
        (
            [{"card": "backmasquerade"}],
            "a duplicate of this card; it gives an ability to the card beside which it is: use Bank of England",
        ),
        (
            [{"card": "watermelons", "clause": 2}],
            (
                "`clause` can name 3 (“replaces the Blue NWO in play”) or 4 (“play any time: link this card to"
                " 1 Green or …”)"
            ),
        ),
        (
            [{"card": "watermelons", "clause": 3, "on": ["big-media"]}],
            "Watermelons does not ask for that card: Big Media; clause 3 says: replaces the Blue NWO in play",
        ),
        (
            [{"card": "watermelons", "clause": 3, "on": ["jihad"]}],
            "Watermelons does not ask for that card: Jihad; clause 3 says",
        ),
        (
            [{"card": "watermelons", "clause": 3, "on": ["backlash"]}],
            "Watermelons does not ask for that card: Backlash, which is hidden; clause 3 says",
        ),
        ([{"card": "the-auditor-from-hell", "whom": "Bob"}], "; say in `by` what pays"),
        (
            [{"card": "bavarian-illuminati", "clause": 3}],
            "it is the time for Bavarian Illuminati, by Nevermore!: right after any Plot is played",
        ),
        (
            [{"card": "tidal-wave", "on": ["bank-of-england"]}],
            "Tidal Wave can strike Bank of England; it says: Disaster with Power 24 against a Coastal Place",
        ),
        (
            [{"card": "backlash", "on": ["backmasquerade"]}],
            "name the changed Group in `on`, and the Plot that is undone in `take`",
        ),
        (
            [{"card": "regi-tered-trademark", "on": ["i-r-s"]}, {"card": "regi-tered-trademark", "whom": "Bob"}],
            "Regi$tered Trademark has an ability for `use`; a note on it is for the players to carry out",
        ),
    ],
)
def test_a_refusal_says_what_the_card_can_do(plays: list[dict[str, Any]], says: str) -> None:
    """What a card can take, be used on, wait for or lend is told where a use asks for something else."""
    table: dict[str, Any] = {
        "nwo": ["tax-reform", "nevermore"],
        "links": {"backmasquerade": "bank-of-england"},
        "players": {
            "Ann": {
                "illuminati": "bavarian-illuminati",
                "structure": ["bank-of-england", "i-r-s"],
                "plots": ["the-auditor-from-hell", "regi-tered-trademark", "watermelons", "tidal-wave", "backlash"],
            },
            "Bob": {
                "illuminati": "the-network",
                "structure": ["big-media"],
                "plots": ["hoax", "jihad"],
                "exposed": ["purge"],
            },
        },
    }
    table["turn"] = {"phase": "main" if plays[0]["card"] == "the-auditor-from-hell" else "plots"}
    steps = played(
        {"table": table, "play": [{"do": "use", **play} for play in plays], "expect": [{"legal": False}]}, "inwo"
    ).steps
    assert any(says in reason.text for reason in steps[-1].reasons if not reason.ok), [
        reason.text for reason in steps[-1].reasons if not reason.ok
    ]


@pytest.mark.parametrize(
    ("play", "says"),
    [
        (
            [{"do": "use", "card": "copy-shops", "on": ["savings-loan-scam"], "discard": ["hoax"]}],
            "Ann copies Savings & Loan Scam, to be used at once",
        ),
        ([{"do": "use", "card": "f-b-i", "whom": "Bob", "take": ["jihad"]}], "(clause 4; `clause` can name another)"),
        (
            [
                {"do": "use", "card": "back-to-the-drawing-board", "whom": "Bob", "by": ["bavarian-illuminati"]},
                {"do": "knock"},
                {"do": "finish"},
                {"do": "draw-plot"},
                {"do": "draw-group"},
            ],
            "Bob draws a Plot in place of a Group card",
        ),
    ],
)
def test_the_log_says_what_happens(play: list[dict[str, Any]], says: str) -> None:
    """How a copy is named, which of several clauses was used, from which deck a card came."""
    table = {
        "links": {"x-ray-specs": "f-b-i"},
        "players": {
            "Ann": {
                "illuminati": "bavarian-illuminati",
                "structure": ["copy-shops", "f-b-i"],
                "plots": ["hoax", "back-to-the-drawing-board"],
            },
            "Bob": {
                "illuminati": "ufos",
                "exposed": ["savings-loan-scam"],
                "plot-deck": ["jihad", "bribery", "purge"],
                "group-deck": ["texas"],
            },
        },
    }
    steps = played({"table": table, "play": play, "expect": [{"legal": True}]}, "inwo").steps
    assert any(says in str(event) for event in steps[-1].events), [str(event) for event in steps[-1].events]


def test_an_alignment_that_is_none_is_no_expectation() -> None:
    """What a line about alignments expects is written as a card prints it."""
    table = {
        "players": {"Ann": {"illuminati": "ufos", "structure": ["big-media"]}, "Bob": {"illuminati": "the-network"}}
    }
    with pytest.raises(AssertionError, match="no alignment 'straight'"):
        played(
            {
                "table": table,
                "play": [{"do": "say", "text": "x"}],
                "expect": [{"alignments-of": "big-media", "are": ["straight"]}],
            },
            "inwo",
        )


def test_what_nobody_has_used_is_not_taken_back() -> None:
    """Without an attack there is nothing to take back, and the play says so."""
    table = {
        "players": {
            "Ann": {"illuminati": "bavarian-illuminati", "structure": ["texas"]},
            "Bob": {"illuminati": "the-network", "structure": ["japan"]},
        }
    }
    play = [{"do": "take-back", "player": "Bob", "card": "japan"}]
    (step,) = played({"table": table, "play": play, "expect": [{"legal": False}]}, "inwo").steps
    assert ["an attack is under way"] == [reason.text for reason in step.reasons if not reason.ok]


def test_who_may_only_defend_draws_as_ever() -> None:
    """Draws are steps of the turn, no acts of cards (the conflict `nothing-but-defend`)."""
    table = {
        "players": {
            "Ann": {
                "illuminati": "church-of-the-subgenius",
                "structure": ["yetis"],
                "plots": ["or-kill-me"],
                "turns": 1,
            },
            "Bob": {"illuminati": "church-of-the-subgenius~2", "structure": ["xists"], "turns": 1},
        },
        "plot-deck": ["bulldada"],
        "turn": {"player": "Ann", "phase": "plots"},
        "spent": ["church-of-the-subgenius"],
    }
    play = [{"do": "use", "card": "or-kill-me", "option": 1, "whom": "Bob"}, {"do": "draw-plot"}]
    verdict = played({"table": table, "play": play, "expect": [{"plots": "Ann", "are": ["bulldada"]}]}, "subgenius")
    assert verdict.lines[0].ok and all(step.legal for step in verdict.steps)
