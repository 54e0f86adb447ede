"""No file of the code names a game: what makes one another is its data and one module of hooks. A fourth ruleset proves
it.
"""

from __future__ import annotations

import ast
import json
import re
import shutil
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page
from small_project import GOOD, ROOT
from test_goal_counter import COUNT_ALL, KEEP, data_of, plain
from test_parity import EXPLAIN_ALL, ledger_data, rules_data

from generator.catalog.catalog import Catalog
from generator.catalog.problems import CatalogError
from generator.catalog.read import read_catalog
from generator.engine import games
from generator.engine.attack import explain
from generator.engine.games import NoHooks, hooks
from generator.engine.goal_line import read_goal_line
from generator.engine.position import attack_of, read_position
from generator.engine.ruleset import Ruleset
from generator.engine.tables import TableError, apply, play_from_data, table_from_data
from generator.rulings import World, read_scenarios, run
from generator.search.index import ordered_documents
from generator.search.pack import for_browser
from generator.search.synonyms import read_synonyms
from generator.site import links
from generator.site.book import Book
from generator.site.findable import documents
from generator.site.made import Job
from generator.site.pages import plan_site
from generator.site.writer import Writer

FOURTH = Path(__file__).resolve().parent / "fourth"

# --- names ------------------------------------------------------------------------------------------------------------

NAMES = re.compile(r"(?<![a-z])(inwo|deluxe|subgenius)(?![a-z])", re.IGNORECASE)
ABOUT_A_GAME = (
    "generator/engine/games/",
    "generator/engine/inwo/",
    "generator/engine/deluxe/",
    "generator/site/games/",
)
"""The rooms of rulesets: their hooks, what these hooks are made of, and the words of their plays."""
WORDS_OF_CARDS = ("generator/language/", "generator/meaning/lexicon.py")
"""The language and its lexicon have words that cards print: the attribute SubGenius, the SubGenius Foundation, `in
INWO, …`.
"""


def names_in(path: Path) -> list[int]:
    """The lines of code of a module that name a game, once for each time: not its docstrings and comments, not the
    examples of commands.
    """
    text = path.read_text(encoding="utf-8")
    if not NAMES.search(text):
        return []
    tree = ast.parse(text)
    told = [node for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)]
    told += [
        node
        for each in ast.walk(tree)
        if isinstance(each, ast.FunctionDef)
        for node in each.decorator_list
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "_command"
    ]
    silent = {line for node in told for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)}
    with path.open("rb") as file:
        return [
            token.start[0]
            for token in tokenize.tokenize(file.readline)
            if token.type in (tokenize.NAME, tokenize.STRING) and token.start[0] not in silent
            for _ in NAMES.findall(token.string)
        ]


def names_in_text(path: Path) -> list[int]:
    """The lines of a template, script or style that name a game, without comments."""
    text = re.sub(
        r"/\*.*?\*/|<#.*?#>|<!--.*?-->|(?m:^\s*//[^\n]*$)",
        lambda found: "\n" * found[0].count("\n"),
        path.read_text(encoding="utf-8"),
        flags=re.DOTALL,
    )
    return [number for number, line in enumerate(text.split("\n"), 1) for _ in NAMES.findall(line)]


def test_no_code_names_a_game(root: Path) -> None:
    """Neither in Python nor in what the browser gets."""
    found: dict[str, int] = {}
    for path in sorted((root / "generator").rglob("*.py")):
        name = path.relative_to(root).as_posix()
        if not name.startswith((*ABOUT_A_GAME, *WORDS_OF_CARDS)) and (lines := names_in(path)):
            found[name] = len(lines)
    for path in sorted((root / "site_templates").rglob("*")):
        if (
            path.suffix in (".j2", ".html", ".js", ".css", ".webmanifest")
            and "vendor" not in path.parts
            and (lines := names_in_text(path))
        ):
            found[path.relative_to(root).as_posix()] = len(lines)
    print(f"\ngame names outside the rooms of rulesets: {sum(found.values())} {found}")
    assert found == {}


def test_a_name_is_seen(tmp_path: Path) -> None:
    """In an import, a name and a text; not in a docstring, a comment or another word."""
    code = (
        '"""Of inwo."""\nfrom a.inwo import b  # deluxe\nx = _INWO = "see deluxe/x"\ny ='
        ' "inwood"\n\n@_command("inwo")\ndef f():\n    pass\n'
    )
    (tmp_path / "a.py").write_text(code, encoding="utf-8")
    (tmp_path / "a.js").write_text('// inwo\n/* deluxe\n */ const a = "inwo control";\n', encoding="utf-8")
    assert [2, 3, 3] == names_in(tmp_path / "a.py")
    assert [3] == names_in_text(tmp_path / "a.js")


def test_every_module_of_hooks_is_named_by_a_game(catalog: Catalog) -> None:
    """And every game that has a table has hooks."""
    there = {path.stem for path in (ROOT / "generator/engine/games").glob("*.py")} - {"__init__"}
    assert there == {its.hooks for its in catalog.rulesets}
    for its in catalog.rulesets:
        assert hooks(its).plays


def test_a_game_without_hooks_says_so() -> None:
    """With the name of the game, or of the module that is not there."""
    for its, said in (
        (Ruleset("toy"), "toy has no table"),
        (Ruleset("toy", {"hooks": "nothing"}), "no hooks 'nothing'"),
        (Ruleset("toy", {"hooks": "../x"}), "no table"),
    ):
        with pytest.raises(NoHooks, match=said):
            hooks(its)


# --- a fourth ruleset -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def fourth() -> Iterator[None]:
    """The module of hooks of Toy is among the others."""
    games.__path__.append(str(FOURTH / "games"))
    yield
    games.__path__.remove(str(FOURTH / "games"))


def make_project(folder: Path) -> None:
    """The checkout with Toy beside its games: its cards, rules and documents, and a line for it in the lists of games
    and documents.
    """
    for name in ("cards", "rules"):
        shutil.copytree(ROOT / name, folder / name)
    for name in ("cards/toy", "rules/toy"):
        shutil.copytree(GOOD / name, folder / name)
    shutil.copyfile(FOURTH / "game.yaml", folder / "rules/toy/game.yaml")
    shutil.copyfile(GOOD / "rules/statements/toy.jsonl", folder / "rules/statements/toy.jsonl")
    for path in ("rules/documents.yaml", "cards/sets.yaml"):
        own, whole = ((place / path).read_text(encoding="utf-8") for place in (GOOD, folder))
        if path == "cards/sets.yaml":
            for key in ("games", "sets", "editions"):
                part = re.search(rf"(?ms)^{key}:\n(.*?)(?=^\w|\Z)", own)
                assert part
                own_part = part[1].replace("date: 2001", "date: 2003-01")  # of all editions, in the order of time
                whole = re.sub(rf"(?ms)^{key}:\n.*?(?=^\w|\Z)", lambda found, its=own_part: found[0] + its, whole)
        else:
            whole += own
        (folder / path).write_text(whole, encoding="utf-8")


@pytest.fixture(scope="module")
def four(fourth: None, tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """The catalog of a project with four games. It loads: every name, citation and position is known."""
    folder = tmp_path_factory.mktemp("four") / "project"
    make_project(folder)
    return read_catalog(folder)


def test_a_fourth_ruleset_loads_and_its_rulings_hold(four: Catalog) -> None:
    """Its file is read, its rulings are played."""
    assert ["toy"] == [its.game for its in four.rulesets if its.hooks == "toy"]
    world = World(four, "toy")
    played = [run(scenario, world) for scenario in read_scenarios(four, ["toy"])]
    assert played
    assert all(verdict.passed for verdict in played)


def test_its_table_does_what_its_hook_says(four: Catalog) -> None:
    """A Group is attacked as in the game whose table it has; nobody moves money, as they may there."""
    game = World(four, "toy").engine_game
    data = {
        "players": {"Ann": {"illuminati": "the-owls", "structure": {"right": {"bakers": {}}}}},
        "uncontrolled": ["poets"],
    }
    table = table_from_data(game, {**data, "turn": {"step": "actions"}})
    attack = play_from_data(
        game, ["Ann"], {"do": "announce", "attacker": "bakers", "target": "poets", "kind": "control"}
    )
    outcome = apply(table, attack)
    assert outcome.verdict.ok, outcome.verdict.broken
    assert outcome.table.attack.target == "toy/poets"
    with pytest.raises(TableError, match="no play 'transfer'"):
        play_from_data(game, ["Ann"], {"do": "transfer"})


def test_both_evaluators_calculate_it(assets: Page, four: Catalog) -> None:
    """Attacks and Goals of Toy, here and in the browser, line by line: Bakers are Straight, Poets Weird, so nothing is
    shared (3 + 2 - 3).
    """
    cards = [record.card for record in four.cards if record.card.game == "toy"]
    rules = four.rules("toy")
    texts = ["toy control bakers>poets", "toy control the-owls>poets", "toy control the-owls>bakers at=1"]
    assets.evaluate(KEEP_RULES, json.dumps(packed(cards, rules)))
    answers = json.loads(assets.evaluate(EXPLAIN_ALL, json.dumps([{"rules": 0, "text": text} for text in texts])))
    strengths = []
    for text, answer in zip(texts, answers, strict=True):
        ledger = explain(attack_of(read_position(text, cards, {"toy": rules}), cards), rules)
        assert json.loads(json.dumps(ledger_data(ledger))) == answer["ledger"], text
        strengths.append(ledger.strength)
    assert [2, 9, 4] == strengths
    lines = ["toy goal the-owls players=3 groups=bakers,poets", "toy goal the-owls players=2 groups=bakers agreed=2"]
    assets.evaluate(KEEP, json.dumps(data_of(four, "toy")))
    for line, answer in zip(lines, json.loads(assets.evaluate(COUNT_ALL, lines)), strict=True):
        found = hooks(rules.its).standings(read_goal_line(line, cards, four.rulesets), World(four, "toy").engine_game)
        assert (line, [], plain(found)) == (answer["text"], answer["problems"], answer["answer"])
        assert [line == lines[1]] == [standing.ok for standing in found]


def test_its_pages_are_written(four: Catalog, tmp_path: Path) -> None:
    """Cards with their faces, rules, rulings, the calculators' data and pages: all that names Toy, from the templates
    that are there.
    """
    writer = Writer(Book(four), ROOT / "site_templates", tmp_path)
    jobs: list[Job] = []
    writer.plan = jobs
    plan_site(writer, ROOT)
    writer.plan = None
    mine = [
        job
        for job in jobs
        if "toy" in repr(job.values)[:400] or "calculator " in job.name or job.name in ("home", "games")
    ]
    for job in mine:
        job.make(writer, *job.values)
    there = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    wanted = [
        links.card_url("toy/bakers"),
        links.rules_url("toy"),
        links.quick_url("toy"),
        links.CALCULATOR,
        links.GOALS,
        links.SKETCHER,
    ]
    assert [] == [url for url in wanted if links.source_of(url) not in there]
    assert {"data/toy.json", links.face_url("toy/bakers")} <= there
    assert "#123456" in (tmp_path / links.face_url("toy/bakers")).read_text(encoding="utf-8")
    assert "toy control bakers&gt;poets" in (tmp_path / links.source_of(links.CALCULATOR)).read_text(encoding="utf-8")


def test_the_search_knows_it(four: Catalog) -> None:
    """Its cards are found, and the attacks that its file names are worked out."""
    table = for_browser(ordered_documents(documents(Book(four))), read_synonyms(ROOT, four))
    assert ["toy", "Toy", {"control": ""}] in table["played"]
    assert "Poets" in table["documents"]["title"].split("\n")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("players: 3", "players: many", "bad-number"),
        ("words: [players, groups, agreed]", "words: [players, grops]", "unknown-value"),
        ("cites: [toy-roll]", "cites: [toy-rolls]", "unknown-statement"),
        ("terms: [power]", "terms: [pover]", "unknown-term"),
        ("example: toy control bakers>poets", "example: toy control bakers>poet", "bad-position"),
        ("illuminati-once:", "illuminati-onse:", "unknown-key"),
        ("hooks: toy", "hooks: toys", "unknown-value"),
        ("searched-attacks: [control]", "searched-attacks: [contrl]", "unknown-value"),
        ('    group: {paper: "#ffffff"', '    group: {paper: "url(x)"', "unknown-value"),
    ],
)
def test_what_is_wrong_with_its_file_is_said(fourth: None, tmp_path: Path, old: str, new: str, said: str) -> None:
    """At its line, with its code."""
    shutil.copytree(GOOD, tmp_path / "project")
    text = (FOURTH / "game.yaml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "project/rules/toy/game.yaml").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(CatalogError) as caught:
        read_catalog(tmp_path / "project")
    line = text[: text.index(old)].count("\n") + 1
    assert [("rules/toy/game.yaml", line, said)] == [
        (each.file, each.line, each.code) for each in caught.value.problems
    ]


KEEP_RULES = "(given) => { globalThis.kept = JSON.parse(given); }"


def packed(cards: list[Any], rules: Any) -> dict[str, Any]:
    """Cards and rules as the scripts of test_parity keep them."""
    from generator.site.calculator import card_data

    return {"cards": [card_data(card) for card in cards], "rules": [rules_data(rules)]}
