"""What players ask is found: by the terminal and by the browser, which read a question in the same way."""

from __future__ import annotations

import gzip
import json
import operator
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import ROOT
from msgspec.structs import asdict
from playwright.sync_api import Page

from generator.catalog.catalog import Catalog
from generator.catalog.problems import CatalogError
from generator.search.asking import Asking
from generator.search.document import SearchDocument
from generator.search.index import build_index, ordered_documents
from generator.search.pack import FIELDS, called_of, fields_of, for_browser, length_of, pack, packed_postings, stem_of
from generator.search.reading import LONGEST, MOST, Reader
from generator.search.synonyms import FILE, read_synonyms
from generator.site.book import Book
from generator.site.card_index import card_index
from generator.site.findable import documents

QUESTIONS: dict[str, list[dict[str, Any]]] = yaml.safe_load((ROOT / "tests/questions.yaml").read_text(encoding="utf-8"))
READINGS: list[dict[str, Any]] = json.loads((ROOT / "tests/cases/readings.json").read_text(encoding="utf-8"))
FLOORS = {False: (0.9, 0.97), True: (0.85, 0.955), None: (0.88, 0.97)}
"""Right on first place and within three, at least: of the questions that the search was tuned with, of those set aside,
and of all.
"""
FOUND_FIRST = (
    "orbital mind control lasers",
    "orbitel mind controll lazers",
    "OMCL",
    "CIA",
    "what does orbital mind control lasers do",
    "errata vatican city",
    "violent weird power>=4",
    "zap",
    "secret groups",
    "paralysis",
    "assasination",
    "shroud of turn",
    "global power",
)
FOUND_SOON = (
    "agents against attack from hand",
    "how does a Disaster devastate",
    "what changed in handbook 1.2",
    "privileged attack",
    "how does privileged attack work",
    "how many groups to win 5 players",
    "link a resource",
    "attack bonuses deluxe vs inwo",
    "quick reference",
    "hand size",
)
"""The look-ups that the first search of the site failed: those that ask for a card or a term stand first, the others
within three.
"""
COMPARISONS = {">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt, "": operator.eq}

ASK_ALL = """async ([table, cards, questions]) => {
  const { Engine } = await import("./search-engine.js");
  const engine = new Engine(JSON.parse(table), async () => JSON.parse(cards));
  const found = {};
  for (const question of JSON.parse(questions)) {
    const { positions, hits, problems } = await engine.ask(question);
    found[question] = [...positions.map((position) => `calculator/#${position}`), ...hits.slice(0, 10).map(({ url }) => url)];
    if (problems.length) throw new Error(`${question}: ${problems[0].message}`);
  }
  return found;
}"""  # noqa: E501
ANSWER_ALL = """async ([table, cards, questions, mine]) => {
  const [{ Engine }, { answering }] = await Promise.all([import("./search-engine.js"), import("./search-answer.js")]);
  const engine = new Engine(JSON.parse(table), async () => JSON.parse(cards));
  const found = {};
  for (const question of questions) found[question] = answering(await engine.ask(question, Infinity, mine)).map(({ game, title }) => `${game}: ${title}`);
  return found;
}"""  # noqa: E501
ODDS = {
    "strength 1 odds": "Strength 1 or less: 0/36, 0%",
    "strength 0 odds": "Strength 1 or less: 0/36, 0%",
    "strength -3 odds": "Strength 1 or less: 0/36, 0%",
    "odds of strength −2": "Strength 1 or less: 0/36, 0%",
    "chance of rolling 1 or less": "Strength 1 or less: 0/36, 0%",
    "strength 2 odds": "Strength 2: 1/36, 3%",
    "strength 3 odds": "Strength 3: 3/36, 8%",
    "strength 10 odds": "Strength 10 or more: 33/36, 92%",
    "strength 11 odds": "Strength 10 or more: 33/36, 92%",
    "strength 12 odds": "Strength 10 or more: 33/36, 92%",
    "chance with power 6 against resistance 2": "Strength 4: 6/36, 17%",
    "odds of power 10 vs resistance 4": "Strength 6: 15/36, 42%",
    "12 power vs 5 resistance chance to control": "Strength 7: 21/36, 58%",
    "power 8 vs resistance 3 odds": "Strength 5: 10/36, 28%",
    "resistance 5 power 3 odds": "Strength 1 or less: 0/36, 0%",
}
"""The row that answers: of 36 rolls of two dice none shows less than 2, one shows 2, three show 3 at most, and three
show 11 or 12, which always fail.
"""
GROUPS = {
    "how many groups with 4 players": {"inwo": 11, "subgenius": 10, "deluxe": 12},
    "how many groups with 3 players": {"inwo": 12, "subgenius": 10, "deluxe": 13},
    "how many groups with 5 players": {"inwo": 10, "deluxe": 10},
    "how many groups with 8 players": {"deluxe": 8},
}
"""The Groups to control, in each game that so many may play."""
NO_CARDS_ASKED = (
    "when do I draw cards",
    "can I discard cards",
    "how do I get more cards",
    "do I draw plot cards",
    "what do goal cards do",
)
FILTERED = {
    "game:deluxe militia": ("cards/deluxe/militia/", "deluxe"),
    "game:inwo immunity": ("glossary/inwo/#immunity", "inwo"),
    "immunity game:deluxe": ("rulings/discordian-immunity/", "deluxe"),
    "Game:Deluxe transferable power": ("glossary/deluxe/#transferable-power", "deluxe"),
    "game:subgenius slack": ("glossary/subgenius/#slack", "subgenius"),
    "kind:erratum game:inwo volcano": ("errata/#volcano-power", "erratum/inwo"),
}
"""What is asked for within a game or a kind, with the best of it."""
TOOLS = {
    "random card": "cards/#random-card",
    "favourites": "cards/?kept=favorite",
    "my cards": "cards/?kept=favorite",
    "offline": "about/#offline",
    "install": "about/#offline",
    "dice calculator": "calculator/",
    "reload card": "cards/inwo/reload/",
}
"""Tools by their names, and a card that is no tool."""
NO_SUCH_CARD = (
    "violent weird power>=4",
    "liberal peaceful power<3 place",
    "magic weird resource",
    "conservative bank",
    "game:deluxe government media",
)
NO_LISTS = ("freeze banks", "zap no fanatic groups", "special goals deluxe", "what is the bank in deluxe")
TERMS = {
    "what does puppet mean": "puppet",
    "puppet definition": "puppet",
    "what does destroyed mean": "destroyed",
    "what does opposite mean": "opposite",
    "zapped": "Zap",
}
"""The word that is defined; none of these is that of another with the same meaning."""
OTHER_TERMS = ("minion", "murder", "cash", "same", "destroying a group")
"""What has no definition by that name."""
READ_ALL = """async ([table, questions]) => {
  const [{ fielded, Reader }, { unpacked }] = await Promise.all([import("./search-reading.js"), import("./search-table.js")]);
  const reader = new Reader(unpacked(JSON.parse(table)));
  return questions.map((question) => ({ ...reader.read(question), fielded: fielded(question) }));
}"""  # noqa: E501


UNPACK = """async (table) => {
  const { unpacked, standing } = await import("./search-table.js");
  const { documents, words, lengths, postings, asked } = unpacked(JSON.parse(table));
  const read = (stem, packed) => standing(packed, asked.get(stem)).map((here) => [...here]);
  documents.wanted = documents.wanted.map((phrases) => phrases.map((phrase) => phrase.join(" ")));
  return { documents, words: [...words], lengths, postings: [...postings].map(([stem, packed]) => [stem, read(stem, packed)]) };
}"""  # noqa: E501


@pytest.fixture(scope="module")
def findable(catalog: Catalog) -> list[SearchDocument]:
    """All that can be found, in the order of the index."""
    return ordered_documents(documents(Book(catalog)))


@pytest.fixture(scope="module")
def table(catalog: Catalog, findable: list[SearchDocument]) -> str:
    """What the site sends to the browser."""
    return json.dumps(for_browser(findable, read_synonyms(ROOT, catalog)), ensure_ascii=False, separators=(",", ":"))


@pytest.fixture(scope="module")
def asking(
    catalog: Catalog, findable: list[SearchDocument], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Asking]:
    """The terminal's search."""
    directory = tmp_path_factory.mktemp("questions") / "index"
    build_index(findable, directory, read_synonyms(ROOT, catalog))
    with Asking(directory) as opened:
        yield opened


def asked() -> list[str]:
    """All questions."""
    return [question["ask"] for questions in QUESTIONS.values() for question in questions]


def missing(card: SearchDocument, wanted: dict[str, Any]) -> int:
    """How much of what a question of fields asks for a card does not have."""
    count = 0
    for name, value in wanted.items():
        if name == "is":
            count += len({each.casefold() for each in value} - {str(each).casefold() for each in card.value("is")})
        elif name in ("game", "kind"):
            count += value != (card.game if name == "game" else card.subtype)
        else:
            match = re.fullmatch(r"(>=|<=|>|<|)(\d+)", str(value))
            assert match, value
            number = card.value(name)
            count += number is None or not COMPARISONS[match[1]](number, int(match[2]))
    return count


def right(question: dict[str, Any], cards: dict[str, SearchDocument]) -> Callable[[str], bool]:
    """Whether an address answers a question. Where no card has all that is asked for, those that have most do."""
    if "right" in question:
        return lambda url: url in question["right"]
    least = min(missing(card, question["cards"]) for card in cards.values())
    return lambda url: url in cards and missing(cards[url], question["cards"]) == least


def scored(found: dict[str, list[str]], findable: list[SearchDocument], aside: bool | None) -> tuple[float, float]:
    """Print how often each kind is right on first place and within three, and its mean reciprocal rank; answer the
    first two of all.
    """
    cards = {document.url: document for document in findable if document.kind == "card"}
    places: dict[str, list[int]] = defaultdict(list)
    for kind, questions in QUESTIONS.items():
        for question in questions:
            if aside is None or bool(question.get("aside")) == aside:
                answers = right(question, cards)
                place = next((at for at, url in enumerate(found[question["ask"]], 1) if answers(url)), 0)
                places[kind].append(place)
                places["all"].append(place)
    for kind, at in sorted(places.items(), key=lambda item: item[0] == "all"):
        first, three = (sum(1 <= place <= limit for place in at) / len(at) for limit in (1, 3))
        mean = sum(1 / place for place in at if place) / len(at)
        print(
            f"{kind:12}{len(at):4} questions   first {first:4.0%}   within three {three:4.0%}   mean reciprocal rank"
            f" {mean:.2f}"
        )
    return first, three


@pytest.fixture(scope="module")
def in_terminal(asking: Asking) -> dict[str, list[str]]:
    """The terminal's answers to all questions."""
    found = {}
    for question in asked():
        answer = asking.ask(question, 10)
        found[question] = [
            *(f"calculator/#{position}" for position in answer.positions),
            *(hit.url for hit in answer.hits),
        ]
    return found


@pytest.mark.parametrize("aside", FLOORS, ids=["tuned", "set-aside", "all"])
def test_the_terminal_finds_what_players_ask(
    in_terminal: dict[str, list[str]], findable: list[SearchDocument], aside: bool | None
) -> None:
    """`dossier search` has the page that answers on first place, or at least among the first three."""
    first, three = scored(in_terminal, findable, aside)
    assert first >= FLOORS[aside][0] and three >= FLOORS[aside][1]


@pytest.fixture(scope="module")
def in_browser() -> dict[str, dict[str, list[str]]]:
    """The browser's answers, asked once for both parts."""
    return {}


@pytest.mark.parametrize("aside", FLOORS, ids=["tuned", "set-aside", "all"])
def test_the_browser_finds_what_players_ask(
    assets: Page,
    table: str,
    catalog: Catalog,
    findable: list[SearchDocument],
    in_browser: dict[str, Any],
    aside: bool | None,
) -> None:
    """So does the search of the site."""
    if not in_browser:
        in_browser |= assets.evaluate(ASK_ALL, [table, json.dumps(card_index(catalog)), json.dumps(asked())])
    first, three = scored(in_browser, findable, aside)
    assert first >= FLOORS[aside][0] and three >= FLOORS[aside][1]


def test_both_answer_in_one_order(
    in_terminal: dict[str, list[str]],
    assets: Page,
    table: str,
    catalog: Catalog,
    in_browser: dict[str, Any],
) -> None:
    """The first three of each question are the same in both."""
    if not in_browser:
        in_browser |= assets.evaluate(ASK_ALL, [table, json.dumps(card_index(catalog)), json.dumps(asked())])
    assert {} == {
        question: (found[:3], in_browser[question][:3])
        for question, found in in_terminal.items()
        if found[:3] != in_browser[question][:3]
    }


def test_an_attack_is_suggested_in_words(assets: Page, table: str, catalog: Catalog) -> None:
    """Before its sum is known, with the names of the cards, those of Assassins too."""
    says = """async ([table, cards, question]) => {
      const { Engine } = await import("./search-engine.js");
      return (await new Engine(JSON.parse(table), async () => JSON.parse(cards)).ask(question)).attacks;
    }"""
    cards = json.dumps(card_index(catalog))
    assert ["The Mafia attacks I.R.S. to control it (INWO)", "The Mafia attacks I.R.S. to control it (Deluxe)"] == (
        assets.evaluate(says, [table, cards, "mafia attack irs"])
    )
    assert ["The Mafia attacks EPA to destroy it (INWO)"] == assets.evaluate(says, [table, cards, "mafia destroy epa"])


def places_of_look_ups(found: dict[str, list[str]], findable: list[SearchDocument]) -> dict[str, int]:
    """On which place each of the first look-ups is answered; 0: nowhere."""
    cards = {document.url: document for document in findable if document.kind == "card"}
    known = {question["ask"]: right(question, cards) for questions in QUESTIONS.values() for question in questions}
    return {
        ask: next((at for at, url in enumerate(found[ask], 1) if known[ask](url)), 0)
        for ask in (*FOUND_FIRST, *FOUND_SOON)
    }


def missed(places: dict[str, int]) -> dict[str, int]:
    """The look-ups that stand on a later place than they must."""
    return {ask: place for ask, place in places.items() if not 1 <= place <= (1 if ask in FOUND_FIRST else 3)}


def test_the_terminal_answers_the_first_look_ups(asking: Asking, findable: list[SearchDocument]) -> None:
    """All 23 that were tried when most found nothing."""
    found = {ask: [hit.url for hit in asking.ask(ask, 10).hits] for ask in (*FOUND_FIRST, *FOUND_SOON)}
    assert {} == missed(places_of_look_ups(found, findable))


def test_the_browser_answers_the_first_look_ups(
    assets: Page, table: str, catalog: Catalog, findable: list[SearchDocument]
) -> None:
    """So does the search of the site."""
    found = assets.evaluate(ASK_ALL, [table, json.dumps(card_index(catalog)), json.dumps([*FOUND_FIRST, *FOUND_SOON])])
    assert {} == missed(places_of_look_ups(found, findable))


def test_what_is_shown_of_a_document_ends_once(findable: list[SearchDocument]) -> None:
    """A text gets a period only where it ends without a mark."""
    assert [] == [
        (each.title, each.text[max(0, at - 60) : at + 3])
        for each in findable
        for at in [each.text.replace("...", "___").find("..")]
        if at >= 0
    ]
    assert [] == [each.title for each in findable if ":." in each.text]


def test_every_answer_of_the_questions_exists(findable: list[SearchDocument]) -> None:
    """The addresses in questions.yaml are those of things that can be found; no question stands there twice."""
    known = {document.url for document in findable}
    told = [url for questions in QUESTIONS.values() for question in questions for url in question.get("right", ())]
    assert [] == [url for url in told if url not in known and not url.startswith("calculator/#")]
    assert len(asked()) == len(set(asked())) >= 300
    aside = sum(bool(question.get("aside")) for questions in QUESTIONS.values() for question in questions)
    assert len(asked()) // 3 <= aside


def reading(asked: dict[str, Any]) -> dict[str, Any]:
    """A reading as readings.json writes it: without what is empty, each way of a concept as `stem stem*weight`."""
    made = {
        "concepts": [[f"{' '.join(stems)}*{weight:g}" for stems, weight in ways][:4] for ways in asked["concepts"]],
        **{
            name: asked[name]
            for name in (
                "kinds",
                "games",
                "together",
                "names",
                "cards",
                "fields",
                "attack",
                "sum",
                "corrected",
                "problems",
            )
        },
    }
    return {name: value for name, value in made.items() if value}


def read_here(reader: Reader, question: str) -> dict[str, Any]:
    """The terminal's reading."""
    found = reader.read(question)
    lists = {name: list(getattr(found, name)) for name in ("kinds", "games", "names", "cards", "sum")}
    return reading(
        {
            **asdict(found),
            **lists,
            "attack": list(found.attack or ()),
            "concepts": [concept.ways for concept in found.concepts],
            "problems": [str(problem) for problem in found.problems],
        }
    )


def read_there(page: Page, table: str, questions: list[str]) -> list[dict[str, Any]]:
    """The browser's readings."""
    return [
        reading(
            {
                **found,
                "concepts": [
                    [(way["stems"], way["weight"]) for way in concept["ways"]] for concept in found["concepts"]
                ],
                "problems": [
                    f"column {each['column']}: {each['code']}: {each['message']}" for each in found["problems"]
                ],
            }
        )
        for found in page.evaluate(READ_ALL, [table, questions])
    ]


@pytest.mark.parametrize("case", READINGS, ids=[case["question"][:40] for case in READINGS])
def test_the_terminal_reads_as_the_cases_say(asking: Asking, case: dict[str, Any]) -> None:
    """Each case is read as it says: what it names there must be so."""
    found = read_here(asking.reader, case["question"])
    assert case["reads"] == {name: found.get(name, type(value)()) for name, value in case["reads"].items()}


def test_the_browser_reads_as_the_terminal_does(assets: Page, table: str, asking: Asking) -> None:
    """All cases and all questions, hostile ones too, have one reading."""
    hostile = [
        "<img src=x onerror=alert(1)>",
        "a " * 250,
        "x" * 300,
        "__proto__ constructor toString",
        "İstanbul ß ﬁ ½",
        "zzzqqq xxyyzz",
        "?!",
        "",
    ]
    questions = [*(case["question"] for case in READINGS), *asked(), *hostile]
    there = read_there(assets, table, questions)
    here = [read_here(asking.reader, question) for question in questions]
    assert [] == [(question, a, b) for question, a, b in zip(questions, here, there, strict=True) if a != b]


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("a " * 90, "too-many-words"),
        ("a " * 250, "too-long"),
        ("x" * (LONGEST + 1), "too-long"),
        ("?!", "nothing-asked"),
    ],
)
def test_a_question_has_bounds(asking: Asking, question: str, code: str) -> None:
    """What is too long is said and not worked out."""
    answer = asking.ask(question)
    assert [code] == [problem.code for problem in answer.problems]
    assert () == answer.hits
    assert () == asking.ask("word " * MOST).problems


def test_the_browser_unpacks_what_was_packed(
    catalog: Catalog, assets: Page, table: str, findable: list[SearchDocument]
) -> None:
    """Words, columns, lengths and where each stem stands, how often: all as they were."""
    synonyms = read_synonyms(ROOT, catalog)
    plain = pack(findable, synonyms)
    stood = [
        fields_of(each, called, synonyms) for each, called in zip(findable, called_of(plain["documents"]), strict=True)
    ]
    there = assets.evaluate(UNPACK, table)
    assert {word: stem for stem, all_ in plain["words"].items() for word in all_.split()} == dict(there["words"])
    assert {name: column for name, column in plain["documents"].items() if name != "id"} == there["documents"]
    assert [[length_of(fields[name].total()) for fields in stood] for name in FIELDS] == there["lengths"]
    unpacked = {
        (stem, name, number): times
        for stem, fields in there["postings"]
        for name, here in zip(FIELDS, fields, strict=False)
        for number, times in here
    }
    assert {
        (stem, name, at): times
        for at, fields in enumerate(stood)
        for name in FIELDS
        for stem, times in fields[name].items()
    } == unpacked


def test_large_numbers_are_packed_too(assets: Page) -> None:
    """Gaps of one, two and three signs, and a word that stands somewhere 30 times."""
    here = {0: 1, 33: 2, 34 + 33: 10, 3_700: 30, 3_700 + 3_686: 1, 40_000: 19}
    read = "async (packed) => (await import('./search-table.js')).unpackedPostings(packed).map((each) => [...each])"
    assert [[], [list(each) for each in here.items()]] == assets.evaluate(read, packed_postings([{}, here, {}]))


def test_what_the_browser_loads_is_small(table: str) -> None:
    """The index with all that is shown of it has at most 370 KB as it is sent; the budget is 400."""
    assert len(gzip.compress(table.encode(), 9)) <= 370_000


def test_answers_come_first(asking: Asking) -> None:
    """A card says its text, a word its meaning, a table its row, an attack its position."""
    assert "At the start of your turn, you may take" in asking.ask("irs inwo").answer
    assert "21" not in asking.ask("irs inwo").answer
    assert asking.ask("SLA resistance deluxe").answer.startswith("Power 0, Resistance 8, Income 0. +1 to any attempt")
    assert asking.ask("green party").answer.startswith("Power 4/2, Resistance 5. ")
    assert ("inwo control the-mafia>i-r-s at=hand", "deluxe control the-mafia>i-r-s") == asking.ask(
        "mafia attack irs"
    ).positions
    assert "Control 10 Groups" in asking.ask("how many groups with 5 players").answer
    assert "26 of 36 rolls, 72%" in asking.ask("strength 8 odds").answer


@pytest.fixture
def in_boxes(assets: Page, table: str, catalog: Catalog) -> Callable[..., dict[str, list[str]]]:
    """What the browser answers at once, above the list: game and title of each."""
    cards = json.dumps(card_index(catalog))
    return lambda questions, mine="": assets.evaluate(ANSWER_ALL, [table, cards, list(questions), mine])


def test_odds_are_those_of_the_number_asked_for(asking: Asking, in_boxes: Callable[..., dict[str, list[str]]]) -> None:
    """Also of one that has no row of its own: under 2 no roll succeeds, and over 10 none is better. A row that says the
    same stands there once.
    """
    assert {question: asking.ask(question, 1).hits[0].title for question in ODDS} == ODDS
    assert {question: [each.partition(": ")[2] for each in boxes] for question, boxes in in_boxes(ODDS).items()} == {
        question: [row] for question, row in ODDS.items()
    }


def test_no_game_answers_for_the_others(asking: Asking, in_boxes: Callable[..., dict[str, list[str]]]) -> None:
    """Where no game is named or chosen, the row of each game stands first."""
    boxes = in_boxes(GROUPS)
    for question, groups in GROUPS.items():
        players = question.split()[4]
        rows = {f"{game}: Basic Goal with {players} players: {count} Groups" for game, count in groups.items()}
        assert rows == {f"{hit.game}: {hit.title}" for hit in asking.ask(question, len(rows)).hits}
        assert sorted(rows) == sorted(boxes[question])
    question = "how many groups with 4 players"
    assert ["inwo: Basic Goal with 4 players: 11 Groups"] == in_boxes([question], "inwo")[question]
    assert "Control 11 Groups" in asking.ask(f"{question} inwo").answer


def test_what_a_card_does_is_on_the_card(
    asking: Asking, assets: Page, table: str, catalog: Catalog, findable: list[SearchDocument]
) -> None:
    """Every card is the answer to what it does, before its errata and the sections about it."""
    cards: dict[str, list[str]] = defaultdict(list)
    for each in findable:
        if each.kind == "card":
            cards[f"what does {each.title.removeprefix('The ')} do".casefold()].append(each.url)
    assert [] == [question for question, urls in cards.items() if asking.ask(question, 1).hits[0].url not in urls]
    found = assets.evaluate(ASK_ALL, [table, json.dumps(card_index(catalog)), json.dumps([*cards])])
    assert [] == [question for question, urls in cards.items() if found[question][0] not in urls]


def test_cards_in_a_question_are_no_kind(asking: Asking) -> None:
    """Who asks when to draw cards asks about the rules; "Which cards" asks for cards."""
    assert [] == [question for question in NO_CARDS_ASKED if "card" in asking.reader.read(question).kinds]
    assert [] == [question for question in NO_CARDS_ASKED if asking.ask(question, 1).hits[0].kind == "card"]
    assert (
        ("card",)
        == asking.reader.read("which cards stop an assassination").kinds
        == asking.reader.read("earthquake card").kinds
    )


def test_a_meaning_answers_who_asks_for_the_word(asking: Asking, in_boxes: Callable[..., dict[str, list[str]]]) -> None:
    """By its name or another that it has, and not by what means much the same."""
    boxes = in_boxes([*TERMS, *OTHER_TERMS])
    for question, term in TERMS.items():
        [hit] = asking.ask(question, 1).hits
        assert (hit.kind, hit.title) == ("glossary", term)
        assert [term] == [each.partition(": ")[2] for each in boxes[question]]
    terms = {f"{each.game}: {each.title}" for each in map(asking.hit, range(asking.count)) if each.kind == "glossary"}
    for question in OTHER_TERMS:
        answer = asking.ask(question, 1)
        assert answer.hits[0].kind != "glossary" or not answer.answer
        assert terms.isdisjoint(boxes[question])


@pytest.mark.parametrize(
    ("question", "titles"),
    [
        ("master and puppet", {"master", "puppet"}),
        ("hail eris or discordian society", {"Hail Eris!", "Discordian Society"}),
    ],
)
def test_a_list_of_names_asks_for_each(asking: Asking, question: str, titles: set[str]) -> None:
    """Each of the things named is among the first five."""
    assert titles <= {hit.title for hit in asking.ask(question, 5).hits}


@pytest.mark.parametrize("question", ["ufo goal", "ufo power", "moonie power"])
def test_one_of_what_is_always_several_is_known(asking: Asking, question: str) -> None:
    """UFO is a word, though all that is written says UFOs: it is not left out beside another."""
    assert asking.reader.read(question).corrected is None
    assert re.search("ufos|moonies", asking.ask(question, 1).hits[0].url)


def test_errata_are_found_by_other_names_of_the_card(asking: Asking) -> None:
    """Nicknames and initials too; and what is no name is no slip of initials."""
    assert "errata/#weather-satellite-storms" == asking.ask("weather sat errata", 1).hits[0].url
    assert "skull" == asking.reader.read("skull and bones").corrected
    assert "cia" == asking.reader.read("ciaa").corrected


def test_a_kind_of_plot_is_no_bonus(asking: Asking) -> None:
    """Who asks about +10 Plots asks about the rules; +10 for a Group is what a card gives."""
    assert "faq/inwo/single-cards/#plus-ten-how-often" == asking.ask("+10 plots on the same attack", 1).hits[0].url
    assert "card" == asking.ask("+10 for a violent group", 1).hits[0].kind


@pytest.mark.parametrize(
    "question", ["misprints", "misprinted cards", "reprinted cards", "card corrections", "reprint"]
)
def test_misprints_are_errata(asking: Asking, question: str) -> None:
    """However somebody calls them."""
    assert "errata/" == asking.ask(question, 1).hits[0].url


@pytest.mark.parametrize(
    ("question", "fields"),
    [
        ("yellow new world order", "nwo:yellow is:nwo"),
        ("blue plots", "nwo:blue is:plot"),
        ("assassins personality weird", "set:assassins is:personality is:weird"),
        ("assassins", ""),
        ("society of assassins", ""),
    ],
)
def test_colors_and_sets_ask_for_their_cards(asking: Asking, question: str, fields: str) -> None:
    """Beside another trait; alone they are words as others are."""
    assert fields == asking.reader.read(question).fields


def test_a_term_asked_by_name_stands_first(asking: Asking) -> None:
    """Before the sections of that name, as the definition is the answer."""
    assert ["glossary"] == [hit.kind for hit in asking.ask("global power", 1).hits]
    assert ["glossary"] == [hit.kind for hit in asking.ask("assasination", 1).hits]


def test_different_answers_stand_first(asking: Asking) -> None:
    """The section of another game comes behind other answers, where others are nearly as good, unless a game is asked
    for.
    """
    places = [hit.url.partition("#")[2] for hit in asking.ask("how does aid work", 2).hits]
    assert ["aiding", "aid"] == places
    assert {"setup"} == {hit.url.partition("#")[2] for hit in asking.ask("setting up", 3).hits}


def test_what_a_card_does_finds_it(asking: Asking) -> None:
    """For those who forgot its name; the words of its title say nothing then."""
    assert "cards/inwo/seize-the-time/" == asking.ask("card that gives you an extra turn", 1).hits[0].url
    assert "cards/inwo/foiled/" in [hit.url for hit in asking.ask("card to discard a goal", 3).hits]


def test_a_card_is_asked_for_behind_a_story(asking: Asking) -> None:
    """By what it gives or keeps, in whichever sentence that stands; what makes an attack privileged is a rule."""
    for question in (
        "A rival blew an attack from his hand. Which plot gives me that group?",
        "who makes my other SubGenius people unattackable",
        "they took my group, can I make the attack fail?",
    ):
        assert asking.reader.read(question).described, question
        assert asking.ask(question, 1).hits[0].kind == "card", question
    for question in ("what makes an attack privileged", "can I make a deal", "who gets the cards of a loser"):
        assert not asking.reader.read(question).described, question


def test_a_colon_in_a_sentence_is_no_field(asking: Asking, assets: Page, table: str, catalog: Catalog) -> None:
    """Behind it stands the question; one before a value is a field still."""
    question = "the old game: who is good at killing communists?"
    found = assets.evaluate(ASK_ALL, [table, json.dumps(card_index(catalog)), json.dumps([question, *FILTERED])])
    for urls in (found[question], [hit.url for hit in asking.ask(question, 10).hits]):
        assert "cards/deluxe/militia/" in urls[:3]
    kinds = {each.url: (each.kind, each.game) for each in map(asking.hit, range(asking.count))}
    for question, (first, of) in FILTERED.items():
        for urls in (found[question], [hit.url for hit in asking.ask(question, 10).hits]):
            assert first == urls[0], question
            assert all({*of.split("/")} <= {*kinds[url]} for url in urls), question
            assert "kind" in question or len({kinds[url][0] for url in urls}) > 1, question


@pytest.mark.parametrize("question", ["game:banana immunity", "-game:inwo immunity", "game:inwo game:deluxe immunity"])
def test_other_fields_are_not_filters(asking: Asking, question: str) -> None:
    """What isn't a game is said, and what must not be, or is there twice, is the language of queries."""
    assert not asking.reader.read(question).within


@pytest.mark.parametrize(("question", "url"), TOOLS.items())
def test_a_tool_asked_by_name_stands_first(asking: Asking, question: str, url: str) -> None:
    """Also where its words are those of cards and rules."""
    assert url == asking.ask(question, 1).hits[0].url


def test_a_card_that_is_not_there_is_said_to_be_none(
    asking: Asking, in_boxes: Callable[..., dict[str, list[str]]]
) -> None:
    """No other card is shown as if it were the answer; what a Plot or a rule says in such words is one."""
    boxes = in_boxes([*NO_SUCH_CARD, *NO_LISTS])
    for question in NO_SUCH_CARD:
        answer = asking.ask(question, 3)
        assert (answer.nothing, answer.answer, boxes[question]) == (True, "", []), question
    for question in NO_LISTS:
        answer = asking.ask(question, 3)
        assert not answer.nothing and answer.answer, question


def test_a_list_is_a_page(asking: Asking) -> None:
    """Of Goals and of cards, before what the words mean; odds stand before the Basic Goal with so many players."""
    assert {"goals list": "tool:goals", "all cards": "tool:cards", "odds for 8": "table:inwo/odds-8"} == {
        question: f"{hit.kind}:{hit.id}"
        for question in ("goals list", "all cards", "odds for 8")
        for hit in asking.ask(question, 1).hits
    }


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("directions", "direct"),
        ("controller", "control"),
        ("personalities", "persons"),
        ("one", "on"),
        ("savings", "save"),
    ],
)
def test_words_that_only_look_alike_are_apart(word: str, other: str) -> None:
    """The direction of play is not found by what is direct, nor Savings and Loans by what saves a Group."""
    assert stem_of(word) != stem_of(other)


@pytest.mark.parametrize(
    ("word", "other"), [("interfering", "interference"), ("succeeded", "succeeds"), ("stuffed", "stuff")]
)
def test_forms_of_a_word_are_one(word: str, other: str) -> None:
    """Where the stemmer alone would tear them apart."""
    assert stem_of(word) == stem_of(other)


def test_what_one_game_alone_has_is_asked_of_that_game(asking: Asking) -> None:
    """Nobody transfers money in INWO; a card that is named comes before what is told of all money."""
    assert "deluxe" == asking.ask("transfer money between groups", 1).hits[0].game
    assert "cards/deluxe/hollywood/" == asking.ask("hollywood income", 1).hits[0].url


def test_a_card_says_once_what_it_is(findable: list[SearchDocument]) -> None:
    """A Plot is a Plot, and a Goal a Goal plot."""
    said = {each.text.rpartition(". ")[2] for each in findable if each.kind == "card" and each.type == "plot"}
    assert {"Plot.", "Goal plot.", "Red NWO plot."} <= said
    assert "Plot plot." not in said


def test_a_star_names_a_thing_in_every_game(catalog: Catalog, findable: list[SearchDocument]) -> None:
    """`section/*/setup` is the setup of each game that has one; no such section is an error."""
    synonyms = read_synonyms(ROOT, catalog)
    columns = pack(findable, {**synonyms, "names": {"section/*/setup": ["unpack it"]}})["documents"]
    called = [id for id, names in zip(columns["id"], columns["names"], strict=True) if "unpack it" in names]
    assert ["deluxe/setup", "inwo/setup", "subgenius/setup"] == sorted(called)
    with pytest.raises(ValueError, match=r"what does not exist: section/\*/no-such-section"):
        pack(findable, {**synonyms, "names": {"section/*/no-such-section": ["x"]}})


def test_nearest_cards_are_called_so(asking: Asking) -> None:
    """Where no card has all that is asked for, the answer says that its cards have only most."""
    assert asking.ask("violent weird power>=4").nearest
    assert not asking.ask("violent power>=4").nearest


def test_what_the_words_of_players_stand_for_is_said(catalog: Catalog, findable: list[SearchDocument]) -> None:
    """Each part of a sentence that has such words stands on a card."""
    texts = [each.text.casefold() for each in findable if each.kind == "card"]
    assert [] == [part for part in read_synonyms(ROOT, catalog)["said"] if not any(part in text for text in texts)]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (("stop: >-", "stops: >-"), "unknown-key: no key stops"),
        (("  beside: ", "  besides: "), "unknown-key: no key besides"),
        (("  leads: ", "  # leads: "), "missing-key: leads is missing"),
        (("  card: 1.6", "  card: much"), "wrong-type: a number belongs here"),
        (("faq: [faq,", "faq: [card,"), "duplicate-id: card stands for card already"),
        (("synonyms:\n", "synonyms: {\n"), "broken-yaml"),
        (("synonyms:\n", f"synonyms: {'[' * 30_000}\n"), "broken-yaml: lists or keys are nested more than 40 deep"),
        (("synonyms:\n", "? [a]\n: b\nsynonyms:\n"), "broken-yaml: a key must be plain text"),
        (("synonyms:\n", "synonyms: # \u202e\n"), "bad-character"),
        (("synonyms:\n", "synonyms:\n  - &a [x]\n  - *a\n"), "broken-yaml: an alias"),
        (("  card: [card,", "  cart: [card,"), "unknown-key: no key cart; the keys are card, glossary"),
        (("  card: 1.6", "  card: .inf"), "wrong-type: a number belongs here"),
        (("  card: 1.6", "  cart: 1.6"), "unknown-key: no key cart"),
        (("stop: >-", f"stop: >-\n  {'x ' * 600_000}"), "too-large"),
    ],
)
def test_what_is_wrong_with_the_synonyms_is_said(
    catalog: Catalog, tmp_path: Path, change: tuple[str, str], problem: str
) -> None:
    """Each problem has its place and its code."""
    text = (ROOT / FILE).read_text(encoding="utf-8")
    assert change[0] in text
    (tmp_path / "rules").mkdir()
    (tmp_path / FILE).write_text(text.replace(*change, 1), encoding="utf-8")
    with pytest.raises(CatalogError, match=rf"rules/synonyms.yaml:\d+:\d+: {re.escape(problem)}"):
        read_synonyms(tmp_path, catalog)


def test_synonyms_that_say_nothing_are_an_error(catalog: Catalog, tmp_path: Path) -> None:
    """A file without a word in it has a problem, as every other has."""
    (tmp_path / "rules").mkdir()
    (tmp_path / FILE).write_text("# nothing\n", encoding="utf-8")
    with pytest.raises(CatalogError, match=r"rules/synonyms.yaml:1:1: wrong-type: keys with values belong here"):
        read_synonyms(tmp_path, catalog)


def test_a_name_of_nothing_is_an_error(catalog: Catalog, findable: list[SearchDocument]) -> None:
    """rules/synonyms.yaml names only what exists."""
    synonyms = read_synonyms(ROOT, catalog)
    with pytest.raises(
        ValueError,
        match=r"rules/synonyms.yaml:1:1: unknown-value: this file names what does not exist: tool/no-such-tool",
    ):
        for_browser(findable, {**synonyms, "names": {**synonyms["names"], "tool/no-such-tool": ["x"]}})


def test_who_forgot_the_name_finds_the_card(asking: Asking, catalog: Catalog, findable: list[SearchDocument]) -> None:
    """By how players ask for it, which is no name; what is asked for so must exist."""
    synonyms = read_synonyms(ROOT, catalog)
    assert {"inwo/w-i-t-c-h", "subgenius/janor-device"} <= {hit.id for hit in asking.ask("nudge the dice").hits[:3]}
    wanted = {"card/inwo/time-warp": ["turn back the clock"]}
    there = pack(findable, {**synonyms, "wanted": wanted})
    assert "turnbacktheclock" not in there["called"]
    at = there["documents"]["id"].index("inwo/time-warp")
    assert there["documents"]["wanted"][at] == ["turn back clock"]
    with pytest.raises(ValueError, match="this file names what does not exist: card/inwo/no-such-card"):
        pack(findable, {**synonyms, "wanted": {"card/inwo/no-such-card": ["x"]}})


def test_initials_find_what_spells_the_name_out(asking: Asking) -> None:
    """OMCL is on two cards only, Orbital Mind Control Lasers in many rulings."""
    hits = [(hit.kind, hit.id) for hit in asking.ask("OMCL on a group from the hand").hits]
    assert ("ruling", "inwo/lasers-and-a-group-from-the-hand") in hits


def test_two_cards_stand_before_what_is_about_one(asking: Asking) -> None:
    """What is about both stands first; then the cards, where the question has not more of something else."""
    both = [hit.id for hit in asking.ask("spear of longinus and stonehenge").hits[:2]]
    assert both == ["inwo/magic-of-the-spear", "inwo/stonehenge-and-its-players-own-spear"]
    found = [(hit.kind, hit.id) for hit in asking.ask("volunteer aid oil spill").hits[:3]]
    assert {("card", "inwo/volunteer-aid"), ("card", "assassins/oil-spill")} <= set(found)
