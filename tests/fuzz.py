"""What the fuzzers try, and how each case is judged: lines, sentences, YAML files, queries and chapters, drawn at
random from a seed.

`tests/run_fuzz.py` runs them by the hundred thousand (`make soak`), `tests/test_fuzz.py` a few of each (`make test`).
Whatever is read, the answer is a thing or problems, never another error; it comes within LIMIT seconds; and where the
browser reads it too, both give the same answer, letter for letter.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
import string
import tempfile
import traceback
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, pairwise
from pathlib import Path
from time import thread_time
from typing import Any

import markdown
import yaml
from checkout import ROOT, catalog
from msgspec import Struct, field
from msgspec.structs import asdict
from playwright.sync_api import Page
from random_goals import Lines as GoalLines
from test_goal_counter import data_of, plain
from test_markers import Shown, project
from test_parity import ledger_data

from generator.catalog.problems import CatalogError, Code
from generator.catalog.read import read_catalog
from generator.engine.attack import explain
from generator.engine.games import hooks
from generator.engine.goal_line import read_goal_line
from generator.engine.line import LineError
from generator.engine.position import attack_of, read_position
from generator.language import AmbiguousError, LanguageError, from_data, parse, phrase, to_data
from generator.language.forms import MOST
from generator.meaning import lower
from generator.meaning.lower import NoMeaning
from generator.rulings import World, read_scenarios, run_all
from generator.search.asking import Asking
from generator.search.index import build_index, ordered_documents
from generator.search.pack import for_browser
from generator.search.synonyms import read_synonyms
from generator.site.book import Book
from generator.site.card_index import card_index
from generator.site.findable import documents
from generator.site.prose import Prose
from generator.site.text import in_page, settled
from tests import bulk

LIMIT = 1.0
"""So many seconds may one input take, in Python and in the browser."""
AGAIN = 3
"""So often a slow one is tried again before it counts as slow: other programs run on this machine too."""
ODD = (
    "\x00",
    "\x07",
    "\x1b[31m",
    "\x7f",
    "\x85",
    "\u00a0",
    "\u200b",
    "\u202e",
    "\u2028",
    "\ufeff",
    "\ue000",
    "\ufffd",
    "é",
    "İ",
    "ß",
    "ﬁ",
    "½",
    "٣",
    "²",
    "🖋",
    "👨‍👩‍👧",
    "<",
    ">",
    "&",
    '"',
    "'",
    "`",
    "\\",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    "{{",
    "}}",
    "%",
    "#",
    "=",
    ":",
    ",",
    "+",
    "*",
    "-",
    "~",
    "|",
    "__proto__",
    "constructor",
    "null",
    "NaN",
    "-1",
    "0",
    "007",
    "1e9",
    "999",
    "1000",
    "9" * 30,
    " ",
    "  ",
    "\t",
    "\n",
    "",
)


class Found(Struct):
    """What came of some cases: how many were tried, and how many of them were no nonsense; the slowest; and what went
    wrong.
    """

    tried: int = 0
    good: int = 0
    slowest: dict[str, tuple[float, str]] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    def timed(self, where: str, seconds: float, case: str) -> None:
        """Remember the slowest; one over the limit is wrong."""
        if seconds > self.slowest.get(where, (0.0, ""))[0]:
            self.slowest[where] = seconds, case[:300]
        if seconds > LIMIT:
            self.wrong.append(f"{seconds:.1f} s in {where}: {case[:2000]!r}")

    def add(self, other: Found) -> None:
        """Take in what came of more cases."""
        self.tried += other.tried
        self.good += other.good
        self.wrong += other.wrong
        for where, (seconds, case) in other.slowest.items():
            if seconds > self.slowest.get(where, (0.0, ""))[0]:
                self.slowest[where] = seconds, case


def in_time(found: Found, case: str, judge: Callable[[], Any]) -> Any:
    """What a case comes to here; an error that it raises is told, and how long it took. None after an error."""
    seconds, answer = LIMIT + 1, None
    for _ in range(AGAIN):
        if seconds > LIMIT:
            begun = thread_time()
            try:
                answer = judge()
            except Exception:
                found.wrong.append(f"{case[:2000]!r}\n{''.join(traceback.format_exc(limit=-4))}")
                return None
            seconds = thread_time() - begun
    found.timed("Python", seconds, case)
    return answer


def spoiled(chance: random.Random, text: str, words: Iterable[str]) -> str:
    """A text with something in it that was not there, or without something that was."""
    words = list(words)
    for _ in range(chance.choice((1, 1, 1, 2, 5))):
        at = chance.randrange(len(text) + 1)
        match chance.randrange(7):
            case 0:
                text = text[:at] + chance.choice(ODD) + text[at:]
            case 1:
                text = text[:at] + text[at + chance.randint(1, 4) :]
            case 2:
                text = f"{text[:at]}{chance.choice(words)}{text[at:]}"
            case 3:
                text = f"{text} {chance.choice(words)}"
            case 4:
                parts = text.split(" ")
                where = chance.randrange(len(parts))
                parts[where : where + chance.randint(0, 1)] = [chance.choice(words)]
                text = " ".join(parts)
            case 5:
                end = min(len(text), at + chance.randint(1, 30))
                text = text[:at] + text[at:end] * chance.choice((2, 2, 3, 20)) + text[end:]
            case _:
                text = text[:at] + chance.choice(string.ascii_letters + string.digits) + text[at + 1 :]
    return text


class Fuzzer:
    """Draws cases and judges them.

    `page` stands beside the scripts of the site, for those that the browser answers too.
    """

    browser = False

    def __init__(self, page: Page | None = None) -> None:
        self.page = page

    def run(self, chance: random.Random, count: int) -> Found:
        """What comes of so many cases."""
        raise NotImplementedError

    def close(self) -> None:
        """Put away what it needed."""


# --- positions and lines about Goals ----------------------------------------------------------------------------------

ANSWER_LINES = """async (cases) => {
  const { explain } = await import("./evaluate.js");
  const { readPosition, formatPosition, attackOf } = await import("./position.js");
  const { standings } = await import("./goals.js");
  const { formatGoalLine, readGoalLine } = await import("./goal-line.js");
  const answer = (game, what, text) => {
    const data = lines[game];
    if (what === "goal") {
      const { line, problems } = readGoalLine(text, data);
      return line ? [formatGoalLine(line), standings(line, data)] : problems;
    }
    const { position, problems } = readPosition(text, data.cards, game, data);
    return position ? [formatPosition(position), explain(attackOf(position, data.cards), data)] : problems;
  };
  const sorted = (value) => (
    Array.isArray(value) ? value.map(sorted)
      : value && typeof value === "object" ? Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])])) : value
  );
  const found = [];
  for (const [game, what, text] of JSON.parse(cases)) {
    let said, seconds = Infinity;
    for (let again = 0; again < AGAIN && seconds > LIMIT; again += 1) {
      const begun = performance.now();
      try {
        said = answer(game, what, text);
      } catch (error) {
        said = `thrown: ${error.stack}`;
      }
      seconds = (performance.now() - begun) / 1000;
    }
    const whole = JSON.stringify(sorted(said));
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(whole));
    found.push([[...new Uint8Array(digest).slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join(""), seconds, WHOLE ? whole : ""]);
  }
  return JSON.stringify(found);
}""".replace("AGAIN", str(AGAIN)).replace("LIMIT", str(LIMIT))  # noqa: E501
ONE_BY_ONE = ANSWER_LINES.replace("WHOLE", "true")
IN_BULK = ANSWER_LINES.replace("WHOLE", "false")
ROUND = 400
"""So many lines go to the browser at once."""


class LinesFuzzer(Fuzzer):
    """Positions and lines about Goals, good and spoiled: the same sum or the same problems here and in the browser."""

    browser = True

    def __init__(self, page: Page | None = None) -> None:
        super().__init__(page)
        found = catalog()
        self.cards = {
            game: [record.card for record in found.cards if record.card.game == game]
            for game in ("deluxe", "inwo", "subgenius")
        }
        self.rules = {game: found.rules(game) for game in self.cards}
        self.games = {game: World(found, game).engine_game for game in self.cards}
        self.decks = {game: bulk.Deck(cards) for game, cards in self.cards.items()}
        self.slugs = {game: [card.slug for card in cards] for game, cards in self.cards.items()}
        self.goals: dict[tuple[str, bool], GoalLines] = {}
        if page:
            data = json.dumps({game: data_of(found, game) for game in self.cards})
            page.evaluate("(data) => { globalThis.lines = JSON.parse(data); }", data)

    def run(self, chance: random.Random, count: int) -> Found:
        found = Found()
        self.goals = {
            (game, links): GoalLines(self.rules[game].its, self.cards[game], chance.randrange(10**9), links=links)
            for game in self.cards
            for links in (False, True)
        }
        while found.tried < count:
            cases = list(self._cases(chance, min(ROUND, count - found.tried)))
            here = [self._here(found, chance, case) for case in cases]
            found.tried += len(cases)
            if self.page:
                self._compare(found, cases, here)
        return found

    def _cases(self, chance: random.Random, count: int) -> Iterator[tuple[str, str, str]]:
        """Good lines; the same with other cards, other numbers or without a word; and spoiled ones."""
        while count > 0:
            game = chance.choices(tuple(self.cards), (4, 3, 3))[0]
            what = chance.choices(("position", "goal"), (4, 1))[0]
            text = self._goal(chance, game) if what == "goal" else self._position(chance, game)
            words = [
                *chance.sample(self.slugs[game], 12),
                *text.split(" "),
                *re.split("[ =,+:>*]", text),
                "aid=",
                "link=",
                "at=2",
                "groups=",
                "play=",
            ]
            made = [
                text,
                self._changed(chance, game, text),
                self._changed(chance, game, text),
                spoiled(chance, text, words),
            ]
            for each in made[:count]:
                yield game, what, each
            count -= len(made)

    def _position(self, chance: random.Random, game: str) -> str:
        deck = self.decks[game]
        lead = chance.choice(deck.leads)[:2] if chance.randrange(4) else None
        said = str(bulk._drawn(chance, deck, lead)).split(" ")
        # What no rule of the game asks for would be a problem each time.
        unasked = (
            {"against", "over", "third", "link", "nwo", "ability", "agents", "devastated"}
            if game == "deluxe"
            else set(bulk.PURSES)
        )
        unasked = {
            *unasked,
            *(("pay", "pay-illuminati", "defend", "defend-illuminati", "assist", "oppose") if game != "deluxe" else ()),
        }
        return " ".join(word for word in said if word.partition("=")[0] not in unasked or not chance.randrange(200))

    def _goal(self, chance: random.Random, game: str) -> str:
        return str(self.goals[game, chance.random() < 0.5].line())

    def _changed(self, chance: random.Random, game: str, text: str) -> str:
        """A line with another card, another number, without a word or with its words in another order: often as
        good.
        """
        words = text.split(" ")
        match chance.randrange(5):
            case 0 if len(words) > 3:
                del words[chance.randrange(3, len(words))]
            case 1:
                rest = words[3:]
                chance.shuffle(rest)
                words[3:] = rest
            case 2 if re.search(r"\d", text):
                return re.sub(r"(?<=[=:*])\d+", lambda _: str(chance.choice((0, 1, 2, 3, 7, 10, 30, 999))), text)
            case _:
                found = re.findall(r"(?<=[ =,+>])[a-z][a-z0-9-]+(?=[ ,+:*>]|$)", text)
                if found:
                    return re.sub(
                        rf"(?<=[ =,+>]){re.escape(chance.choice(found))}(?=[ ,+:*>]|$)",
                        chance.choice(self.slugs[game]),
                        text,
                    )
        return " ".join(words)

    def _here(self, found: Found, chance: random.Random, case: tuple[str, str, str]) -> str:
        """What Python says, as JSON; "" after an error."""
        game, what, text = case
        answer = in_time(found, " ".join(case), lambda: self._answer(game, what, text))
        if answer is None:
            return ""
        good, said = answer
        found.good += good
        if good and not chance.randrange(8):
            again = in_time(found, said[0], lambda: self._answer(game, what, said[0]))
            if again and again[1] != said:
                found.wrong.append(f"{text!r} and its canonical line {said[0]!r} are not the same")
        return json.dumps(said, ensure_ascii=False, separators=(",", ":"), sort_keys=True)

    def _answer(self, game: str, what: str, text: str) -> tuple[bool, list[Any]]:
        cards = self.cards[game]
        try:
            if what == "goal":
                line = read_goal_line(text, cards, [self.rules[game].its])
                return True, [str(line), plain(hooks(self.rules[game].its).standings(line, self.games[game]))]
            position = read_position(text, cards, {game: self.rules[game]})
            return True, [str(position), ledger_data(explain(attack_of(position, cards), self.rules[game]))]
        except LineError as error:
            return False, [asdict(problem) for problem in error.problems]

    def _compare(self, found: Found, cases: list[tuple[str, str, str]], here: list[str]) -> None:
        assert self.page
        there = json.loads(self.page.evaluate(IN_BULK, json.dumps(cases)))
        for case, mine, (digest, seconds, _) in zip(cases, here, there, strict=True):
            found.timed("the browser", seconds, " ".join(case))
            if mine and hashlib.sha256(mine.encode("utf-8", "replace")).hexdigest()[:16] != digest:
                ((_, _, whole),) = json.loads(self.page.evaluate(ONE_BY_ONE, json.dumps([case])))
                found.wrong.append(f"{' | '.join(case)!r}: not the same\n{differing(mine, whole)}")


def differing(mine: str, theirs: str) -> str:
    """Where two texts begin to differ."""
    at = next(
        (at for at, pair in enumerate(zip(mine, theirs, strict=False)) if pair[0] != pair[1]),
        min(len(mine), len(theirs)),
    )
    start = max(0, at - 120)
    return f"  Python:  … {mine[start : at + 200]}\n  browser: … {theirs[start : at + 200]}"


# --- sentences --------------------------------------------------------------------------------------------------------


NUMBERS_IN_SENTENCES = ("0", "+0", "-1", "150", "151", "+151", "-9007199254740993", "9007199254740993", "007", "1.5")


class SentencesFuzzer(Fuzzer):
    """Sentences of the cards and terms, spoiled and put together anew: each has one meaning, or is none, and says
    where.
    """

    def __init__(self, page: Page | None = None) -> None:
        super().__init__(page)
        found = catalog()
        said = [clause.text for record in found.cards for clause in record.clauses if clause.sentence is not None]
        self.said = sorted({*said, *(term.rule.text for term in found.terms)})
        self.words = sorted({word for text in self.said for word in text.split(" ")} | {*NUMBERS_IN_SENTENCES})
        self.behind: dict[str, list[str]] = {}
        for before, word in (pair for text in self.said for pair in pairwise(text.split(" "))):
            self.behind.setdefault(before, []).append(word)
        self.ends = sorted({part for text in self.said for part in re.split(r"[:;,.] ", text)})

    def run(self, chance: random.Random, count: int) -> Found:
        found = Found()
        for _ in range(count):
            text = self._sentence(chance)[:1_000]
            found.tried += 1
            found.good += bool(in_time(found, text, lambda text=text: self._judge(text)))
        return found

    def _sentence(self, chance: random.Random) -> str:
        one = chance.choice(self.said)
        match chance.randrange(8):
            case 0:
                other = chance.choice(self.said).split(" ")
                mine = one.split(" ")
                return " ".join(mine[: chance.randrange(len(mine) + 1)] + other[chance.randrange(len(other)) :])
            case 1:
                return chance.choice((", ", "; ", ": ", " and ", " or ", " while ", " ")).join(
                    chance.choices(self.ends, k=chance.randint(2, 12))
                )
            case 2:
                return " ".join(chance.choices(self.words, k=chance.randint(1, 30)))
            case 4 | 5:
                # Another word that some sentence has behind the same one: often as good.
                words = one.split(" ")
                for at in chance.sample(range(1, len(words)), min(chance.randint(1, 3), len(words) - 1)):
                    words[at] = chance.choice(self.behind.get(words[at - 1], self.words))
                return " ".join(words)
            case 3:
                words = one.split(" ")
                at = chance.randrange(len(words))
                return " ".join(
                    words[:at] + words[at : at + chance.randint(1, 4)] * chance.choice((2, 10, 100)) + words[at:]
                )
            case _:
                return spoiled(chance, one, chance.sample(self.words, 8))

    @staticmethod
    def _judge(text: str) -> bool:
        """Whether it is a sentence."""
        try:
            tree = parse(text)
        except AmbiguousError:
            raise
        except LanguageError as error:
            assert 1 <= error.column <= len(text) + 1 and error.message and (error.suggestion or error.expected), (
                error.column
            )
            return False
        said = phrase(tree)
        assert parse(said) == tree, f"{said!r} means something else"
        assert from_data(json.loads(json.dumps(to_data(tree)))) == tree
        assert all(abs(int(number)) <= MOST for number in re.findall(r"[+-]?\b\d+\b", re.sub(r"\[.*?\]", "", said)))
        try:
            lower(tree)
        except NoMeaning:
            return False
        return True


# --- files ------------------------------------------------------------------------------------------------------------

VALUES = (
    "",
    "null",
    "~",
    "true",
    "no",
    "7",
    "-1",
    "1.5",
    "1e99",
    "0x10",
    "0o7",
    "2001-01-01",
    "2001-13-45",
    "x",
    "''",
    "[]",
    "{}",
    "[x]",
    "[[x]]",
    "{a: b}",
    "{a: {b: {c: d}}}",
    "[7, null]",
    "[{id: x}]",
    "&a x",
    "*a",
    "!!python/object:os.system x",
    "!!binary aGk=",
    "|",
    ">",
    "? x",
    "- x",
    "---",
    "...",
    "<<: {a: b}",
    "[" * 60,
    "{a: " * 60,
    "- " * 60,
    "9" * 30,
    "9" * 5_000,
    "x" * 9_000,
    "[" + "x, " * 3_000 + "x]",
    "'a\n\n\n b'",
    '"\\x00"',
    '"\\ud800"',
    '"\\n"',
    "\u202ex",
)


class FilesFuzzer(Fuzzer):
    """A small project with one of everything, in which one file or two are spoiled: it is read and its rulings are
    played, or it has problems.
    """

    def __init__(self, page: Page | None = None) -> None:
        super().__init__(page)
        self._place = tempfile.TemporaryDirectory()
        self.folder = Path(self._place.name)
        project(self.folder)
        self.good = {
            path.relative_to(self.folder).as_posix(): path.read_text(encoding="utf-8")
            for path in sorted(self.folder.rglob("*"))
            if path.suffix in (".yaml", ".md", ".jsonl")
        }
        self.files = [name for name in self.good if name.endswith(".yaml")]
        self.nodes = {name: list(walked(yaml.compose(self.good[name]))) for name in self.files}
        self.lines = {name: self.good[name].splitlines(keepends=True) for name in self.files}
        real = [
            path.read_text(encoding="utf-8")
            for path in sorted((*ROOT.glob("cards/*/*.yaml"), *ROOT.glob("rules/**/*.yaml")))
        ]
        self.real = [part for text in real for part in re.split(r"\n(?=- |  - )", text)]

    def close(self) -> None:
        self._place.cleanup()

    def run(self, chance: random.Random, count: int) -> Found:
        found = Found()
        for _ in range(count):
            changed = {
                name: self._file(chance, name) for name in chance.sample(self.files, chance.choice((1, 1, 1, 2)))
            }
            found.tried += 1
            found.good += bool(self._tried(found, changed))
        return found

    def _tried(self, found: Found, changed: dict[str, str]) -> Any:
        """Whether the project with these files has no problem."""
        for name, text in changed.items():
            (self.folder / name).write_bytes(text.encode("utf-8", "surrogatepass"))
        try:
            return in_time(found, json.dumps(changed), self._judge)
        finally:
            for name in changed:
                (self.folder / name).write_text(self.good[name], encoding="utf-8")

    def _judge(self) -> bool:
        try:
            found = read_catalog(self.folder)
            read_scenarios(found)
        except CatalogError as error:
            assert error.problems
            for problem in error.problems:
                assert (
                    problem.line >= 1
                    and problem.column >= 1
                    and Code(problem.code)
                    and (self.folder / problem.file).suffix
                )
                assert str(problem).isprintable(), repr(str(problem))
            return False
        run_all(found)
        return True

    def _file(self, chance: random.Random, name: str) -> str:
        text, lines = self.good[name], list(self.lines[name])
        match chance.randrange(7):
            case 0 | 1:
                node = chance.choice(self.nodes[name])
                end = "\n" if node.end_mark.column == 0 else ""
                value = (
                    chance.choice(VALUES)
                    if chance.randrange(3)
                    else json.dumps(spoiled(chance, str(getattr(node, "value", "x"))[:200], ("x", "kgb")))
                )
                return text[: node.start_mark.index] + value + end + text[node.end_mark.index :]
            case 2:
                at, to = chance.randrange(len(lines)), chance.randrange(len(lines))
                lines.insert(to, lines.pop(at) if chance.randrange(2) else lines[at])
            case 3:
                at = chance.randrange(len(lines))
                del lines[at : at + chance.randint(1, 3)]
            case 4:
                lines.insert(chance.randrange(len(lines) + 1), chance.choice(self.real) + "\n")
            case 5:
                at = chance.randrange(len(lines))
                lines[at] = spoiled(chance, lines[at], chance.sample(VALUES, 8))
            case _:
                return spoiled(chance, text, chance.sample(VALUES, 8))
        return "".join(lines)


def walked(node: yaml.Node) -> Iterator[yaml.Node]:
    """A node of YAML and all below it, those that stand somewhere."""
    if node.end_mark.index > node.start_mark.index:
        yield node
    for child in node.value if not isinstance(node, yaml.ScalarNode) else ():
        for each in child if isinstance(child, tuple) else (child,):
            yield from walked(each)


class ChaptersFuzzer(FilesFuzzer):
    """The chapter of the small project with words of real ones, spoiled: what is read makes a page without anything
    that is not ours.
    """

    FILE = "rules/toy/01-attacks.md"

    def __init__(self, page: Page | None = None) -> None:
        super().__init__(page)
        real = "\n\n".join(path.read_text(encoding="utf-8") for path in sorted(ROOT.glob("rules/*/*.md")))
        # Of their links, marks and sources the small project has none.
        real = re.sub(
            r"(?m)^(~|\{\{|#).*$",
            "",
            re.sub(r"\[\[#[^\]]*\]\]", "[[#roll]]", re.sub(r"\[\[[^#\]][^\]]*\]\]", "[[Poets]]", real)),
        )
        self.blocks = [block.strip() for block in real.split("\n\n") if block.strip()]
        self.evil = (
            "<script>fnord()</script>",
            "<img src=x onerror=fnord()>",
            "[a](javascript:fnord())",
            "![a](//evil.example/x)",
            "<javascript:fnord()>",
            "[a]: javascript:x",
            "{: onclick=fnord() }",
            "# x {: #y }",
            "    code",
            "```\n<b>\n```",
            "~~~",
            "> > > x",
            "* * *",
            "1. x\n    - y",
            "|a|b|\n|-|-|\n|c|d|",
            "&lt;b&gt;",
            "&#60;b&#62;",
            "[[#roll|<b>]]",
            "[[Poets|[[Poets]]]]",
            "\\[[Poets]]",
            "`[[Poets]]`",
            "**[[Poets]]",
            "{{terms: power}}",
            "{{x: y}}",
            "~ toy-roll",
            "## 1.2 More {#more}",
            "## 1.2 <b> {#x}",
            "# 2 Two {#two}",
            "\ue0000\ue001",
            "\x02wzxhzdk:0\x03",
            "\x02",
            "[" * 300,
            "*" * 300,
            "_" * 300,
            "`" * 300,
            "> " * 300,
            "- " * 300,
            "- " * 3_000,
            "1. " * 1_600,
            "{{a:" + " " * 2_000 + "x",
            "![" * 300,
            "&" * 300,
            "\\" * 300,
            "**a " * 300,
            "[a](" * 300,
            "| " * 300,
            "|a" * 300 + "\n" + "|-" * 300 + "\n" + "|\n" * 300,
        )

    def run(self, chance: random.Random, count: int) -> Found:
        found = Found()
        for _ in range(count):
            blocks = self.good[self.FILE].split("\n\n")
            for _ in range(chance.randint(1, 4)):
                block = chance.choice(self.blocks)
                if chance.randrange(2):
                    block = spoiled(chance, block, chance.sample(self.evil, 6))
                blocks.insert(chance.randrange(2, len(blocks) + 1), block)
            text = "\n\n".join(blocks)
            if not chance.randrange(3):
                text = spoiled(chance, text, chance.sample(self.evil, 6))
            found.tried += 1
            found.good += bool(self._tried(found, {self.FILE: text}))
        return found

    def _judge(self) -> bool:
        if not super()._judge():
            return False
        prose = Prose(Book(read_catalog(self.folder)), "toy", "rules/toy/attacks/")
        for section in prose.book.catalog.sections:
            for block in section.blocks:
                if block.kind == "text":
                    source = str(in_page(prose.blocks(block.markdown)))
                    html = settled(
                        markdown.markdown(f'<div class="section">\n{source}\n</div>', extensions=["attr_list", "toc"])
                    )
                    shown = Shown()
                    shown.feed(html)
                    assert not shown.wrong, (block.markdown, shown.wrong)
        return True


# --- queries ----------------------------------------------------------------------------------------------------------

ASK = """async (questions) => {
  const found = [];
  for (const question of JSON.parse(questions)) {
    let said, seconds = Infinity;
    for (let again = 0; again < AGAIN && seconds > LIMIT; again += 1) {
      const begun = performance.now();
      try {
        const { positions, problems, hits, nearest } = await engine.ask(question);
        said = [problems.map(({ column, code, message, suggestion }) => [column, code, message, suggestion]), positions, hits.length > 0, nearest];
      } catch (error) {
        said = `thrown: ${error.stack}`;
      }
      seconds = (performance.now() - begun) / 1000;
    }
    found.push([said, seconds]);
  }
  return JSON.stringify(found);
}""".replace("AGAIN", str(AGAIN)).replace("LIMIT", str(LIMIT))  # noqa: E501
START = """async ([table, cards]) => {
  const { Engine } = await import("./search-engine.js");
  globalThis.engine = new Engine(JSON.parse(table), async () => JSON.parse(cards));
  await engine.ask("power:1");
}"""
BEYOND_CARDS = re.compile("kind|cites|cards|section")
CLAUSES = (
    "type:group",
    "type:groups",
    "type:grp",
    "kind:card",
    "kind:ruling",
    "alignment:violent",
    "alignment:(weird OR fanatic)",
    "is:place",
    "has:ability",
    "power:>=4",
    "power>4",
    "power=0",
    "power:[2 TO]",
    "power:[9 TO 1]",
    "power:[TO]",
    "income:-1",
    "power:",
    "power:x",
    "foo:x",
    "cites:dlx*",
    "id:kgb",
    "section:4.3",
    "title:mafia",
    'text:"post office"',
    "NOT",
    "OR",
    "AND",
    "(",
    ")",
    '"',
    "*",
    "a*",
    "b*",
    "-",
    ">=",
    "[",
    "[TO",
    "to",
    "rarity:rare",
    "nwo:red",
    "game:inwo",
    "set:assassins",
    "arrows>=3",
    "global:1",
    "c.i.a",
)


class QueriesFuzzer(Fuzzer):
    """Questions and queries, good and spoiled: an answer or the same problems, here and in the browser."""

    browser = True

    def __init__(self, page: Page | None = None) -> None:
        super().__init__(page)
        found, synonyms = documents(Book(catalog())), read_synonyms(ROOT, catalog())
        found = ordered_documents(found)
        self._place = tempfile.TemporaryDirectory()
        build_index(found, Path(self._place.name) / "index", synonyms)
        self.asking = Asking(Path(self._place.name) / "index")
        self.asked = [
            each["ask"]
            for each in chain(*yaml.safe_load((ROOT / "tests/questions.yaml").read_text(encoding="utf-8")).values())
        ]
        self.names = [document.title for document in found]
        self.words = sorted(
            {word for document in found for word in re.findall(r"\w+", f"{document.title} {document.text[:300]}")}
        )
        if page:
            table = json.dumps(for_browser(found, synonyms), ensure_ascii=False)
            page.evaluate(START, [table, json.dumps(card_index(catalog()))])

    def close(self) -> None:
        self.asking.__exit__()
        self._place.cleanup()

    def run(self, chance: random.Random, count: int) -> Found:
        found = Found()
        while found.tried < count:
            questions = [self._question(chance) for _ in range(min(50, count - found.tried))]
            found.tried += len(questions)
            here = [
                in_time(found, question, lambda question=question: self._answer(question)) for question in questions
            ]
            found.good += sum(bool(answer) and not answer[0] for answer in here)
            there = json.loads(self.page.evaluate(ASK, json.dumps(questions))) if self.page else []
            for question, mine, (said, seconds) in zip(questions, here, there, strict=bool(there)):
                found.timed("the browser", seconds, question)
                thrown = isinstance(said, str)
                # Asked by fields, the browser knows the cards alone.
                if thrown or (mine is not None and said[: len(mine)] != mine and not BEYOND_CARDS.search(question)):
                    found.wrong.append(f"{question!r}: not the same\n  Python:  {mine}\n  browser: {said}")
        return found

    def _question(self, chance: random.Random) -> str:
        match chance.randrange(8):
            case 0:
                return chance.choice(self.asked)
            case 1:
                return spoiled(chance, chance.choice(self.asked), chance.sample(self.words, 6))
            case 2:
                return spoiled(chance, chance.choice(self.names), chance.sample(self.words, 6))
            case 3:
                return " ".join(chance.choices(self.words, k=chance.randint(1, 40)))
            case 4:
                return " ".join(chance.choices(CLAUSES, k=chance.randint(1, 9)))
            case 5:
                return spoiled(
                    chance, " ".join(chance.choices((*CLAUSES, *self.words[:2000:40]), k=chance.randint(1, 9))), CLAUSES
                )
            case 6:
                return chance.choice((" ", "", " OR ", "-", "*")).join(
                    [chance.choice((*self.words, *CLAUSES, *ODD))] * chance.choice((2, 9, 40, 200))
                )
            case _:
                return "".join(chance.choices((*ODD, *string.ascii_letters), k=chance.choice((1, 5, 30, 300, 20_000))))

    def _answer(self, question: str) -> list[Any]:
        answer = self.asking.ask(question)
        assert len(answer.hits) <= 12 and (not answer.problems or not answer.hits)
        return [
            [[each.column, each.code, each.message, each.suggestion] for each in answer.problems],
            list(answer.positions),
        ]


FUZZERS: dict[str, type[Fuzzer]] = {
    "lines": LinesFuzzer,
    "sentences": SentencesFuzzer,
    "files": FilesFuzzer,
    "queries": QueriesFuzzer,
    "chapters": ChaptersFuzzer,
}
NUMBERS = {"lines": 1_000_000, "sentences": 200_000, "files": 20_000, "queries": 20_000, "chapters": 5_000}
"""So many of each `make soak` tries."""
