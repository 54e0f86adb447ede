"""Card pages and the list of cards: what they say, what has to do with what, and who attacks whom best."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

import pytest

from generator.catalog.catalog import Catalog
from generator.catalog.records import CardRecord, ClauseRecord, Game
from generator.engine.attack import explain
from generator.engine.cards import Card, Clause
from generator.engine.position import Position, attack_of
from generator.language import parse
from generator.language import tree as t
from generator.search.gather import catalog_documents
from generator.search.index import build_index
from generator.search.searching import search
from generator.site.book import Book
from generator.site.card_pages import groups_of
from generator.site.interactions import RELATED, Interactions, query_of
from generator.site.matchups import MOST, Compared, Matchups, Where
from generator.site.related import Linked
from generator.structs import replace

GAME = Game("inwo", "INWO", "INWO", ("Weird", "Violent", "Criminal"), ("Computer", "Communist"))


@pytest.fixture(scope="module")
def book(catalog: Catalog) -> Book:
    """The same, indexed for pages."""
    return Book(catalog)


def a_card(name: str, *said: str, kind: str = "group", note: str | None = None, **values: object) -> Card:
    """A card of INWO made up for a test; `said` are its sentences."""
    clauses = [Clause(text, parse(text)) for text in said] + ([Clause(note, None)] if note else [])
    slug = re.sub(r"\W+", "-", name.lower())
    return Card(f"inwo/{slug}", name, "inwo", "inwo", kind, clauses=tuple(clauses), **values)  # type: ignore[arg-type]


def records(*cards: Card) -> list[CardRecord]:
    """Cards as the catalog keeps them, with their sentences as they are written."""
    return [
        CardRecord(
            card,
            None,
            tuple(ClauseRecord(at, each.text, each.sentence, None, (), ()) for at, each in enumerate(card.clauses, 1)),
            (),
            0,
            (),
            (),
            False,
            None,
            "",
            1,
            None,
            (),
        )
        for card in cards
    ]


# --- interactions ---------------------------------------------------------------------------------------------------

HACKERS = a_card(
    "Hackers", "+4 to direct control of Computer Groups", attributes=("Computer",), alignments=("Weird",), power=3
)
PHREAKS = a_card("Phreaks", "+3 to any attempt to control Computer Groups", attributes=("Computer",), power=1)
MODEM = a_card("Modem", "links to a Computer Group", kind="resource")
WATCH = a_card(
    "Watch", "+2 to any attempt to destroy [Hackers]", note="whoever shouts [Phreaks] first may look", power=2
)
SHARKS = a_card(
    "Sharks", "+1 to any attempt to control Groups that are not Communist", alignments=("Criminal",), power=5
)
QUIET = [a_card(f"Quiet {number}", power=1) for number in range(4)]
CARDS = [HACKERS, PHREAKS, MODEM, WATCH, SHARKS, *QUIET]


def done_to(card: Card) -> list[str]:
    """What others do to a card, as its page says it."""
    lines = Interactions(records(*CARDS), [GAME]).on(card)
    others = [(line, {saying.card.name for saying in line.by} - {card.name}) for line in lines]
    return [f"{len(names)}: {line.does(len(names))}" for line, names in others if names]


def test_what_others_do_to_a_card_is_said_once_for_all_that_do_it() -> None:
    """Hackers are meant as a Computer Group and by name; what they say themselves is not counted for them."""
    assert [
        "1: links to Computer Groups",
        "1: gives a bonus against Hackers",
        "1: gives a bonus against Computer Groups",
    ] == done_to(HACKERS)


def test_several_cards_that_do_the_same_are_counted_together() -> None:
    """A third Computer Group is met by two bonuses."""
    third = a_card("Third", attributes=("Computer",))
    lines = Interactions(records(*CARDS, third), [GAME]).on(third)
    assert "give a bonus against Computer Groups" == lines[-1].does(2)
    assert ["Hackers", "Phreaks"] == [saying.card.name for saying in lines[-1].by]


def test_related_cards_stand_below_a_few_headings() -> None:
    """What helps a card first, then what works against it; each card counts once below a heading, and the card itself
    never.
    """
    lines = Interactions(records(*CARDS), [GAME]).on(HACKERS)
    found = list(Linked(CARDS).related(lines, HACKERS))
    assert [("Cards that help it", 1), ("Cards that work against it", 2)] == [
        (each.heading, each.count) for each in found
    ]
    assert len(RELATED) < 5


def test_a_name_in_a_note_counts_as_named() -> None:
    """What no sentence says is found by its brackets."""
    assert "1: names Phreaks" in done_to(PHREAKS)


def test_what_means_nearly_everybody_says_nothing_of_anybody() -> None:
    """A bonus against all Groups but the Communist ones is no line of any page, nor listed among whom a card means."""
    assert [] == done_to(QUIET[0])
    assert [] == Interactions(records(*CARDS), [GAME]).of(SHARKS)


def test_whom_a_card_means_is_listed_without_itself() -> None:
    """With the query that finds them."""
    meant = Interactions(records(*CARDS), [GAME]).of(HACKERS)
    assert [("Computer Groups", ["Phreaks"], "game:inwo type:group attribute:computer")] == [
        (each.words, [card.name for card in each.cards], each.query) for each in meant
    ]


def test_cards_of_two_games_have_nothing_to_do_with_each_other() -> None:
    """The same name in another game is another card."""
    other = replace(HACKERS, id="deluxe/hackers", game="deluxe")
    assert [] == Interactions(records(*CARDS, other), [GAME, Game("deluxe", "Illuminati Deluxe", "Deluxe")]).on(other)


@pytest.mark.parametrize(
    ("selector", "query"),
    [
        (
            t.Groups(traits=(("Weird", "Computer"), ("Violent",))),
            "game:inwo type:group ((alignment:weird attribute:computer) OR alignment:violent)",
        ),
        (t.Groups(kind="Place", without=("Communist",)), "game:inwo subtype:place NOT attribute:communist"),
        (
            t.Groups(traits=(("Weird",),), numbers=(t.Comparison("Power", ">=", 3),)),
            "game:inwo type:group alignment:weird power>=3",
        ),
        (t.Groups(traits=(("Devastated",),)), None),
        (t.Groups(kind="political party"), None),
    ],
)
def test_a_selector_as_a_query(selector: t.Groups, query: str | None) -> None:
    """Traits, subtypes, exclusions and numbers; what no card prints cannot be asked for."""
    assert query == query_of(selector, GAME)


def test_queries_find_the_cards_that_selectors_mean(catalog: Catalog, book: Book, tmp_path: Path) -> None:
    """The link of every selector of every card leads to just the cards that are counted beside it."""
    build_index(
        (each for each in catalog_documents(catalog, lambda record: "") if each.kind == "card"), tmp_path / "index"
    )
    interactions = Interactions(book.catalog.cards, catalog.games)
    answers: dict[str, set[str]] = {}
    for card in book.engine_cards:
        for meant in interactions.of(card):
            if meant.query and meant.query not in answers:
                found = search(tmp_path / "index", meant.query, limit=1000)
                answers[meant.query] = {hit.id for hit in found.hits}
            if meant.query:
                assert (meant.query, {each.id for each in meant.cards}) == (
                    meant.query,
                    answers[meant.query] - {card.id},
                )
    assert len(answers) > 50


def test_every_line_of_the_catalog_has_words_of_its_own(catalog: Catalog, book: Book) -> None:
    """Hardly a selector stands where all that can be said is that it has to do with something."""
    interactions = Interactions(book.catalog.cards, catalog.games)
    lines = [line for card in book.engine_cards for line in interactions.on(card)]
    vague = [line for line in lines if line.way.startswith("has/have to do with")]
    assert len(lines) > 1000
    assert len(vague) < len(lines) / 30


# --- attacks --------------------------------------------------------------------------------------------------------


def of_game(book: Book, game: str) -> list[Card]:
    """The cards of a game."""
    return [card for card in book.engine_cards if card.game == game]


def test_best_targets_are_ranked_by_odds(book: Book) -> None:
    """The Mafia attack the Loan Sharks best: 7 + 8 + 3 - 5 = 13, that is 33 of 36; lists are short and sorted."""
    matchups = Matchups(of_game(book, "deluxe"), book.rules("deluxe"))
    best = matchups.best_targets(book.cards["deluxe/the-mafia"].card, "control")
    assert ("Loan Sharks", 13, 10, 33) == (best[0].target.name, best[0].strength, best[0].needed, best[0].ways)
    assert MOST == len(best)
    assert sorted((match.ways for match in best), reverse=True) == [match.ways for match in best]


def explained(book: Book, game: str, kind: str, at: Where, attacker: Card, target: Card) -> tuple[int, bool]:
    """The strength of an attack and whether it is legal and may succeed, by the engine alone."""
    position = Position(game, kind, attacker.slug, target.slug, at=at)
    ledger = explain(attack_of(position, (attacker, target)), book.rules(game))
    return ledger.strength, ledger.legal and ledger.needed is not None


@pytest.mark.parametrize(("game", "every"), [("deluxe", 1), ("subgenius", 1), ("inwo", 12)])
def test_the_lists_are_those_of_explaining_every_attack(book: Book, game: str, every: int) -> None:
    """Working out each pair of cards gives the same best eight, for all cards or every twelfth."""
    cards = of_game(book, game)
    matchups = Matchups(cards, book.rules(game))
    assert {"control", "destroy"} == set(matchups.where)
    groups = [card for card in cards if card.kind == "group"]
    attackers = [card for card in cards if card.kind in ("illuminati", "group")]
    for kind, at in matchups.where.items():
        for card in groups[::every]:
            sums = [(other, *explained(book, game, kind, at, other, card)) for other in attackers if other is not card]
            wanted = sorted((-strength, other.name) for other, strength, good in sums if good)[:MOST]
            assert wanted == [(-match.strength, match.attacker.name) for match in matchups.best_attackers(card, kind)]
        for card in attackers[::every]:
            sums = [(other, *explained(book, game, kind, at, card, other)) for other in groups if other is not card]
            wanted = sorted((-strength, other.name) for other, strength, good in sums if good)[:MOST]
            assert wanted == [(-match.strength, match.target.name) for match in matchups.best_targets(card, kind)]


def test_targets_are_where_a_game_has_them(book: Book) -> None:
    """In INWO you attack to control a Group from your hand, and destroy none that isn't in play (WDH p. 10), so its
    tables put that one far from a rival's Illuminati. The other games have uncontrolled Groups for both.
    """
    compared = Compared(book)
    where = {game: Matchups(of_game(book, game), book.rules(game)).where for game in ("inwo", "subgenius", "deluxe")}
    uncontrolled = {"control": None, "destroy": None}
    assert {"inwo": {"control": "hand", "destroy": 4}, "subgenius": uncontrolled, "deluxe": uncontrolled} == where
    assert (
        "To control, the target comes from your hand. To destroy, it is with a rival, far from their Illuminati. No"
        " money, no help." == compared.assumed("inwo")
    )
    assert "The target is uncontrolled. No money, no help." == compared.assumed("deluxe")


def test_the_calculator_opens_with_the_target_where_it_is(built_site: Path) -> None:
    """Each link of a card of INWO says that the target comes from the hand, or is a rival's."""
    html = (built_site / "cards/inwo/the-mafia/index.html").read_text(encoding="utf-8")
    lines = [unquote(line) for line in re.findall(r'href="[^"]*calculator/#([^"]*)"', html)]
    assert 30 < len(lines)
    assert {"at=hand", "at=4"} == {line.split()[-1] for line in lines}


# --- the list -------------------------------------------------------------------------------------------------------


def test_the_list_has_every_card_once_below_its_set_and_type(catalog: Catalog) -> None:
    """By name in each type, and no list of hundreds."""
    listed = [(each.id, group) for each in catalog.sets for group in groups_of(each, catalog.cards)]
    ids = [entry.card.id for _, group in listed for entry in group.entries]
    assert sorted(record.id for record in catalog.cards) == sorted(ids)
    assert all(entry.card.set == set_id for set_id, group in listed for entry in group.entries)
    assert max(len(group.entries) for _, group in listed) < 200
    plots = next(group for set_id, group in listed if set_id == "inwo" and group.title == "Goals")
    assert 10 == len(plots.entries)


# --- the built site -------------------------------------------------------------------------------------------------


def article(site: Path, address: str) -> str:
    """The text of a page."""
    html = (site / address / "index.html").read_text(encoding="utf-8")
    return " ".join(re.sub(r"<[^>]+>", " ", html[html.index("<article") : html.index("</article")]).split())


@pytest.mark.parametrize(
    ("card", "said"),
    [
        (
            "inwo/hackers",
            (
                "Group · Organization · uncommon",
                "Power 3/2",
                "Global Power 2",
                "Attributes Computer",
                "In other games Illuminati Deluxe",
                "cards give a bonus against Computer Groups",
                "Best attackers",
                "with a rival, far from their Illuminati",
            ),
        ),
        ("inwo/bill-clinton", ("Group · Personality", "Liberal at times")),
        ("inwo/opec", ("Power *",)),
        (
            "assassins/cat-juggling",
            ("Plot · Paralysis · common · INWO Assassins", "Requires Illuminati or Violent Action(s)"),
        ),
        ("assassins/antitrust-legislation", ("Plot · New World Order", "Color yellow")),
        ("inwo/warehouse-23", ("Resource · ", "Unique")),
        ("subgenius/church-of-the-subgenius", ("Illuminati · INWO SubGenius", "4 copies")),
    ],
)
def test_a_card_page_says_what_kind_of_card_it_is(built_site: Path, card: str, said: tuple[str, ...]) -> None:
    """Types, rarity and set, what it prints, its namesakes, and what has to do with it."""
    text = article(built_site, f"cards/{card}")
    assert [] == [words for words in said if words not in text]


def test_the_list_can_be_read_without_scripts(built_site: Path) -> None:
    """A heading for each set and type, faces that load when they come into view, and contents that lead to each
    heading.
    """
    html = (built_site / "cards/index.html").read_text(encoding="utf-8")
    assert 739 == len(re.findall(r"<li data-card=", html))
    assert 739 == len(re.findall(r'<img class="(?:standing|lying)"[^>]*loading="lazy"', html))
    anchors = set(re.findall(r'<h[23] id="([^"]+)"', html))
    assert {"set-deluxe", "set-inwo", "set-assassins", "set-subgenius", "inwo-place", "assassins-zap"} <= anchors
    assert [] == [anchor for anchor in anchors if f'href="#{anchor}"' not in html]
