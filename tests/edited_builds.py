"""Edits a small project at random and builds it after each edit: what the last build left must change nothing of the
result.

`compare(folder, steps, seed)` is what `make test` does a few times and `make soak` often.
"""

from __future__ import annotations

import random
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from small_project import GOOD, make_buildable
from whoosh.index import open_dir

from generator.catalog.problems import CatalogError
from generator.site.build import BuildError, build_site
from generator.site.last import LIST

_CARD = """  - id: {id}
    name: {name}
    power: {power}
    transferable: 0
    resistance: {resistance}
    income: 1
    alignments: [{alignment}]
    arrows: {{in: left, out: [right, top]}}
    source: toy-poets
    clauses:
      - "{says}"
"""
_RULING = """- id: {id}
  title: {title}
  question: How strong are the [[Bäckers’ Guild]] against Poets, asked {title}?
  answer: Power 3 and their bonus of 2 against Resistance 3 make 2.
  section: roll
  sources: [toy-roll]
  cards: [{card}]
  position: toy control bakers>poets
  expect:
    - {{strength: 2, settles: [toy-roll]}}
"""
_SECTION = """
## 2.{number} {title} {{#{id}}}

{title} says something of [[{name}]] and of [[#roll]], and of strength.
~ toy-roll
"""
_SAYINGS = (
    "+2 to direct control of Weird Groups",
    "+3 to direct control of [Poets]",
    "+1 to any attempt to control Straight Groups",
    "this card has Resistance 6 against Straight Groups",
)
_NAMES = ("Cooks", "Drummers", "Elders", "Farmers", "Gardeners", "Hikers")
Edit = Callable[[random.Random, Path], str]


def make_project(folder: Path) -> None:
    """A project of some ten cards, two chapters and four rulings, which can be built."""
    shutil.copytree(GOOD, folder)
    make_buildable(folder)
    chance = random.Random(1)
    cards = "".join(_card(chance, name) for name in _NAMES)
    (folder / "cards/toy/more.yaml").write_text(f"set: toy\nkind: group\ncards:\n{cards}", encoding="utf-8")
    sections = "".join(_section(number, name) for number, name in enumerate(_NAMES[:4], 1))
    (folder / "rules/toy/02-more.md").write_text(
        f"# 2 More {{#more}}\n\nMore of [[Poets]].\n{sections}", encoding="utf-8"
    )
    (folder / "rules/toy/rulings/more.yaml").write_text(
        "".join(_ruling(word) for word in ("one", "two", "three")), encoding="utf-8"
    )


def _card(chance: random.Random, name: str) -> str:
    return _CARD.format(
        id=name.lower(),
        name=name,
        power=chance.randint(1, 6),
        resistance=chance.randint(1, 6),
        alignment=chance.choice(("Weird", "Straight", "Violent")),
        says=chance.choice(_SAYINGS),
    )


def _section(number: int, name: str) -> str:
    return _SECTION.format(number=number, title=f"On {name}", id=f"on-{name.lower()}", name=name)


def _ruling(word: str, card: str = "bakers") -> str:
    return _RULING.format(id=f"case-{word}", title=f"Case {word}", card=card)


def _replaced(path: Path, old: str, new: str, times: int = 1) -> None:
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(old, lambda match: new, text, count=times), encoding="utf-8")


# --- edits ------------------------------------------------------------------------------------------------------------


def _number_of_a_card(chance: random.Random, folder: Path) -> str:
    path, key = folder / "cards/toy/more.yaml", chance.choice(("power", "resistance", "income"))
    places = list(re.finditer(rf"{key}: \d+", text := path.read_text(encoding="utf-8")))
    place = chance.choice(places)
    path.write_text(text[: place.start()] + f"{key}: {chance.randint(0, 9)}" + text[place.end() :], encoding="utf-8")
    return f"{key} of a card"


def _sentence_of_a_card(chance: random.Random, folder: Path) -> str:
    path = folder / "cards/toy/more.yaml"
    place = chance.choice(list(re.finditer(r'- "(.*)"', text := path.read_text(encoding="utf-8"))))
    path.write_text(text[: place.start(1)] + chance.choice(_SAYINGS) + text[place.end(1) :], encoding="utf-8")
    return "sentence of a card"


def _new_card(chance: random.Random, folder: Path) -> str:
    path, name = folder / "cards/toy/more.yaml", f"Newcomers{chance.randrange(1000)}"
    head, mark, rest = path.read_text(encoding="utf-8").partition("cards:\n")
    path.write_text(head + mark + _card(chance, name) + rest, encoding="utf-8")
    return f"card {name}"


def _lost_card(chance: random.Random, folder: Path) -> str:
    path = folder / "cards/toy/more.yaml"
    head, *cards = re.split(r"(?m)^(?=  - id)", path.read_text(encoding="utf-8"))
    gone = chance.choice(cards)
    if len(cards) > 2:
        path.write_text(head + "".join(card for card in cards if card != gone), encoding="utf-8")
    return "a card less"  # which fails where a section names it


def _renamed_card(chance: random.Random, folder: Path) -> str:
    name = chance.choice(re.findall(r"name: (\w+)", (folder / "cards/toy/more.yaml").read_text(encoding="utf-8")))
    new = f"{name[:5]}{chance.randrange(1000)}"
    for path in (*folder.glob("cards/**/*.yaml"), *folder.glob("rules/**/*.yaml"), *folder.glob("rules/**/*.md")):
        _replaced(path, rf"\b{name}\b", new, 0)
    return f"{name} is now {new}"


def _word_of_a_section(chance: random.Random, folder: Path) -> str:
    path = chance.choice((folder / "rules/toy/02-more.md", folder / "rules/toy/01-attacks.md"))
    _replaced(path, r"(?m)^~ toy-roll", f"And {chance.randrange(1000)} strengths of [[Poets]].\n~ toy-roll")
    return f"a sentence of {path.name}"


def _title_of_a_section(chance: random.Random, folder: Path) -> str:
    _replaced(folder / "rules/toy/02-more.md", r"On \w+(?: \d+)? \{", f"On something {chance.randrange(1000)} {{")
    return "title of a section"


def _title_of_a_chapter(chance: random.Random, folder: Path) -> str:
    _replaced(folder / "rules/toy/02-more.md", r"# 2 \w+(?: \d+)? \{", f"# 2 More {chance.randrange(1000)} {{")
    return "title of a chapter"


def _renamed_chapter(chance: random.Random, folder: Path) -> str:
    folder = folder / "rules/toy"
    old, new = next(folder.glob("02-*.md")), folder / f"02-more{chance.choice(('', '-again'))}.md"
    old.rename(new)
    return f"{old.name} is now {new.name}"


def _words_of_a_ruling(chance: random.Random, folder: Path) -> str:
    path = folder / "rules/toy/rulings" / chance.choice(("basic.yaml", "more.yaml"))
    key = chance.choice(("title: ", "question: ", "answer: "))
    _replaced(path, key, f"{key}{chance.randrange(1000)} ")
    return f"{key}of a ruling"


def _new_ruling(chance: random.Random, folder: Path) -> str:
    path, word = folder / "rules/toy/rulings/more.yaml", f"n{chance.randrange(10_000)}"
    text = path.read_text(encoding="utf-8")
    path.write_text(_ruling(word, chance.choice(("bakers", "poets"))) + text, encoding="utf-8")
    return f"ruling {word}"


def _lost_ruling(chance: random.Random, folder: Path) -> str:
    path = folder / "rules/toy/rulings/more.yaml"
    rulings = re.split(r"(?m)^(?=- id)", path.read_text(encoding="utf-8"))
    if len(rulings) > 2:
        path.write_text("".join(rulings[:1] + rulings[2:]), encoding="utf-8")
    return "a ruling less"


def _wrong_ruling(chance: random.Random, folder: Path) -> str:
    _replaced(folder / "rules/toy/rulings/basic.yaml", "strength: 2", "strength: 3")
    return "a wrong ruling"


def _broken_card(chance: random.Random, folder: Path) -> str:
    _replaced(folder / "cards/toy/groups.yaml", "power: 3", "power: three")
    return "a broken card"


def _words_elsewhere(chance: random.Random, folder: Path) -> str:
    name, key = chance.choice(
        (
            ("faq/01-attacks", "answer: "),
            ("changes", "says: "),
            ("conflicts", "why: "),
            ("errata", "says: "),
            ("glossary", 'meaning: "'),
        )
    )
    _replaced(
        folder / f"rules/toy/{name}.yaml", re.escape(key), f"{key}{chance.choice('ABC')}{chance.randrange(1000)} "
    )
    return f"{key}of {name}"


def _template(chance: random.Random, folder: Path) -> str:
    path = chance.choice(sorted(folder.glob("site_templates/*.md.j2")))
    path.write_text(
        f"{path.read_text(encoding='utf-8')}\n\nThe {chance.randrange(1000)}th edition.\n", encoding="utf-8"
    )
    return path.name


def _part(chance: random.Random, folder: Path) -> str:
    _replaced(folder / "site_templates/parts.html.j2", "<li>", f'<li class="n{chance.randrange(1000)}">')
    return "parts.html.j2"


def _frame(chance: random.Random, folder: Path) -> str:
    _replaced(
        folder / "site_templates/theme/partials/footer.html", "<footer", f'<footer data-n="{chance.randrange(1000)}"'
    )
    return "footer.html"


def _asset(chance: random.Random, folder: Path) -> str:
    path = chance.choice([*folder.glob("site_templates/assets/*.css"), *folder.glob("site_templates/assets/*.js")])
    path.write_text(f"{path.read_text(encoding='utf-8')}\n/* {chance.randrange(1000)} */\n", encoding="utf-8")
    return path.name


def _config(chance: random.Random, folder: Path) -> str:
    _replaced(folder / "mkdocs.yml", "site_name: .*", f"site_name: Dossier {chance.randrange(1000)}")
    return "mkdocs.yml"


def _synonyms(chance: random.Random, folder: Path) -> str:
    path = folder / "rules/synonyms.yaml"
    _replaced(path, "(?m)^stop:$", f"stop:\n- word{chance.randrange(1000)}")
    return "synonyms.yaml"


def _spoiled_site(chance: random.Random, folder: Path) -> str:
    path = chance.choice(
        sorted(
            path
            for place in ("site", "build/docs")
            for path in (folder / place).rglob("*")
            if path.is_file() and path.name != LIST
        )
    )
    if chance.random() < 0.5:
        path.unlink()
    else:
        content = path.read_bytes()
        path.unlink()
        path.write_bytes(content[1:] + b"spoiled")
    return f"spoiled {path.relative_to(folder)}"


def _touched(chance: random.Random, folder: Path) -> str:
    for path in chance.sample(sorted(folder.glob("cards/toy/*.yaml")), 2):
        path.touch()
    return "nothing but times"


EDITS: tuple[Edit, ...] = (
    _number_of_a_card,
    _sentence_of_a_card,
    _new_card,
    _lost_card,
    _renamed_card,
    _word_of_a_section,
    _title_of_a_section,
    _title_of_a_chapter,
    _renamed_chapter,
    _words_of_a_ruling,
    _new_ruling,
    _lost_ruling,
    _wrong_ruling,
    _broken_card,
    _words_elsewhere,
    _template,
    _part,
    _frame,
    _asset,
    _config,
    _synonyms,
    _spoiled_site,
    _touched,
)


# --- what a build made ------------------------------------------------------------------------------------------------


def made(folder: Path) -> dict[str, object]:
    """Everything that a build left: each file of the site and of its sources, what the database holds, what the index
    knows.
    """
    found: dict[str, object] = {}
    for name in ("site", "build/docs", "build/downloads"):
        found |= {
            str(path.relative_to(folder)): path.read_bytes() for path in (folder / name).rglob("*") if path.is_file()
        }
    with closing(sqlite3.connect(folder / "build/dossier.db")) as database:
        found["database"] = list(database.iterdump())
    found["table of the index"] = (folder / "build/index/table.json").read_bytes()
    with closing(open_dir(folder / "build/index")) as index, closing(index.reader()) as reader:
        found["documents"] = list(reader.all_stored_fields())
        found["terms"] = [
            (term, reader.frequency(*term), list(reader.postings(*term).all_ids())) for term in reader.all_terms()
        ]
    return found


def _built(folder: Path, clean: bool) -> list[str]:
    """Build; answer the problems."""
    try:
        build_site(folder, clean=clean)
    except (BuildError, CatalogError) as error:
        return [str(problem) for problem in error.problems]
    return []


def compare(place: Path, edits: Iterator[Edit], chance: random.Random) -> list[str]:
    """Edit, build, and compare with a clean build of the same project, once for each of the edits; what was done and
    what differs, a line each.
    """
    folder, other = place / "edited", place / "clean"
    make_project(folder)
    assert [] == _built(folder, clean=False)
    said = []
    for edit in edits:
        before = place / "before"
        shutil.rmtree(before, ignore_errors=True)
        shutil.copytree(folder, before, ignore=shutil.ignore_patterns("build", "site"))
        what = edit(chance, folder)
        had = made(folder) if edit is not _spoiled_site else {}
        shutil.rmtree(other, ignore_errors=True)
        shutil.copytree(folder, other, ignore=shutil.ignore_patterns("build", "site"))
        problems, wanted = _built(folder, clean=False), _built(other, clean=True)
        if problems != wanted:
            said.append(f"{what}: WRONG: {problems} is not {wanted}")
        if wanted:
            said.append(f"{what}: {wanted[0]}")
            if had != made(folder):
                said.append(f"{what}: WRONG: a build that failed changed something")
            for name in ("cards", "rules", "site_templates", "mkdocs.yml"):  # go on from before
                shutil.rmtree(folder / name) if (folder / name).is_dir() else (folder / name).unlink()
                (shutil.copytree if (before / name).is_dir() else shutil.copyfile)(before / name, folder / name)
            continue
        one, two = made(folder), made(other)
        wrong = sorted(name for name in one.keys() | two.keys() if one.get(name) != two.get(name))
        said.append(f"{what}: WRONG: {len(wrong)} differ: {wrong[:5]}" if wrong else what)
    return said
