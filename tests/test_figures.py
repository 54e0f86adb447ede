"""The pictures of the rules: their numbers are those of the terms, their boxes lead to sections, their claims to
rulings.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as etree
from pathlib import Path

import pytest

from generator.catalog.catalog import Catalog
from generator.catalog.records import Box, Figure, RulingRecord
from generator.engine.games import hooks
from generator.site.book import Book
from generator.site.figures import GOALS, WIDTH, description, drawn, figures, goal_cards

GAMES = ("deluxe", "inwo", "subgenius")
EVERYWHERE = {"turn", "attack", "aid", "position"}
OWN = {"deluxe": {"money"}, "inwo": {"tokens", "instant-attack", "relief", "links", "fun"}, "subgenius": {"tokens"}}
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def book(catalog: Catalog) -> Book:
    """The cards and rules, indexed for pages."""
    return Book(catalog)


def named(book: Book, game: str, name: str) -> Figure:
    """A figure of a game."""
    return next(each for each in figures(book, game) if each.id == name)


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_its_figures(book: Book, game: str) -> None:
    """Each game has the four that all have and one of what comes in each turn; INWO has more, such as one of Instant
    Attacks, which no other game has.
    """
    assert {each.id for each in figures(book, game)} == EVERYWHERE | OWN[game]


@pytest.mark.parametrize("game", GAMES)
def test_what_a_figure_names_is_there(book: Book, game: str) -> None:
    """A figure stands in a section of its game, and its boxes and rulings are of that game too."""
    for figure in figures(book, game):
        for anchor in (figure.section, *(box.section for box in figure.boxes)):
            assert (game, anchor) in book.sections, (figure.id, anchor)
        assert all(book.rulings[ruling].game == game for ruling in figure.rulings), figure.id
        assert figure.rulings or figure.columns or figure.id == "turn"


@pytest.mark.parametrize(
    ("game", "bonuses"), [("deluxe", ["+10", "+5", "+2"]), ("inwo", ["+10", "+5"]), ("subgenius", ["+10", "+5"])]
)
def test_the_position_bonus_is_that_of_the_terms(book: Book, game: str, bonuses: list[str]) -> None:
    """The numbers of the picture are those of the rulebook, and those that the sentences of the terms say."""
    shown = [box.aside for box in named(book, game, "position").boxes if box.aside]
    said = [re.search(r"[+]\d+", rule.text) for rule in book.rules(game).terms if rule.id.startswith("position-")]
    assert shown == [*bonuses, "no bonus"]
    assert bonuses == [match[0] for match in said if match]


@pytest.mark.parametrize("game", GAMES)
def test_the_roll_fails_from_the_number_of_the_rules(book: Book, game: str) -> None:
    """Which rolls always fail is taken from the rules."""
    says = [box.says for box in named(book, game, "attack").boxes]
    assert sum(f"{book.rules(game).fails_from} or more always fails" in each for each in says) == 1


@pytest.mark.parametrize("game", GAMES)
def test_the_turn_has_every_step(book: Book, game: str) -> None:
    """Each section that is a step of the turn is a box, in its order."""
    steps = [each.id for each in book.catalog.sections if each.game == game and re.match(r"Steps? \d", each.title)]
    assert steps
    assert steps == [box.section for box in named(book, game, "turn").boxes]
    numbers = [
        number for box in named(book, game, "turn").boxes for number in re.findall(r"\d+", box.title.split("  ")[0])
    ]
    assert numbers == [str(each) for each in range(1, len(numbers) + 1)]


@pytest.mark.parametrize("game", GAMES)
def test_a_figure_fits_and_can_be_heard(book: Book, game: str) -> None:
    """The picture is well formed, nothing stands outside of it, and its description says every word of its boxes."""
    for figure in figures(book, game):
        if figure.columns:
            continue
        assert "[[" not in figure.title + description(figure), figure.id
        picture = etree.fromstring(str(drawn(figure, lambda anchor: f"#{anchor}")))
        height = float(picture.get("viewBox", "").split()[3])
        assert picture.findtext(f"{SVG}desc") == description(figure)
        boxes = list(picture.iter(f"{SVG}rect"))
        assert len(boxes) == len(figure.boxes)
        for box in boxes:
            assert float(box.get("x", "")) + float(box.get("width", "")) <= WIDTH
            assert float(box.get("y", "")) + float(box.get("height", "")) <= height
        for box in figure.boxes:
            assert box.says in description(figure) and box.aside in description(figure)
        for link in picture.iter(f"{SVG}a"):
            room = float(link.find(f"{SVG}rect").get("width"))  # type: ignore[union-attr,arg-type]
            assert all(len(text.text or "") * 7.0 <= room - 8 for text in link.iter(f"{SVG}text")), figure.id


def test_a_figure_is_escaped() -> None:
    """What a figure says is text, never markup."""
    made = Figure("inwo", "x", "<b>", "s", (Box("<script>", "a & b", "s"),))
    picture = str(drawn(made, lambda anchor: '#"><script>'))
    assert "<script>" not in picture and "<b>" not in picture


def test_goal_cards_combine_as_they_say(book: Book) -> None:
    """Every Goal card of a game is in one row: those that say so stand alone, those that only count Groups double do
    not win by themselves.
    """
    doubles, wins, alone = GOALS
    rows = {row: {card.name for card in cards} for row, cards in goal_cards(book, "inwo").items()}
    assert {"Criminal Overlords", "Hail Eris!", "The Corporate Masters"} == rows[doubles]
    assert {"Power for Its Own Sake", "Population Reduction"} == rows[wins]
    assert {"Fratricide", "Kill for Peace", "Blinded by Science", "Earth First"} <= rows[alone]
    goals = [
        record.card.name
        for record in book.catalog.cards
        if record.card.game == "inwo" and record.card.subtype == "goal"
    ]
    assert sorted(goals) == sorted(name for names in rows.values() for name in names)
    assert goal_cards(book, "deluxe") == {}


def test_boxes_that_stand_apart_have_no_arrows(book: Book) -> None:
    """In a chart of what each card gets, no box leads to the next; in the course of an attack each but the last
    does.
    """
    for game, kind in (("inwo", "tokens"), ("subgenius", "tokens"), ("deluxe", "money")):
        apart, course = named(book, game, kind), named(book, game, "attack")
        assert apart.apart and 'class="tip"' not in drawn(apart, str)
        assert drawn(course, str).count('class="tip"') == len(course.boxes) - 1


@pytest.mark.parametrize(
    ("card", "amount"), [("slush-fund", 15), ("swiss-bank-account", 25), ("white-collar-crime", 5)]
)
def test_the_money_of_a_special_is_that_of_its_card(book: Book, card: str, amount: int) -> None:
    """What the chart of money says of a Special is what its card gives."""
    record = book.cards[f"deluxe/{card}"]
    box = next(box for box in named(book, "deluxe", "money").boxes if box.title == record.card.name)
    assert box.aside == f"{amount} MB"
    assert any(f"{amount} MB into " in clause.text for clause in record.clauses)


def test_the_rules_alone_know_the_games() -> None:
    """Which charts a game has is written beside its chapters: no line of the drawing names a game."""
    source = Path(figures.__code__.co_filename).read_text(encoding="utf-8")
    assert not re.search("deluxe|inwo|subgenius", source.casefold())


@pytest.mark.parametrize("game", ["inwo", "subgenius"])
def test_the_target_is_asked_for_before_its_alignments(book: Book, game: str) -> None:
    """A target shares all alignments with itself: asked first for those, it would never come to what it adds more."""
    (figure,) = (each for each in figures(book, game) if each.id == "aid")
    titles = [box.title for box in figure.boxes]
    itself = titles.index("Is it the target, defending itself?")
    assert itself < min(at for at, title in enumerate(titles) if "alignment" in title)


@pytest.mark.parametrize("game", GAMES)
def test_each_row_of_a_table_has_its_ruling(book: Book, game: str) -> None:
    """A table has three columns, and each row says something in each and links a ruling of its game; a chart has
    neither.
    """
    for figure in figures(book, game):
        if not figure.columns:
            assert not any(box.ruling for box in figure.boxes), figure.id
            continue
        assert len(figure.columns) == 3
        for row in figure.boxes:
            assert row.title and row.aside and row.says
            assert book.rulings[row.ruling].game == game, row.title


def test_relief_costs_what_the_rules_take(book: Book) -> None:
    """The factor in the chart of Relief is the one by which the rules multiply the printed Power."""
    (cost,) = (box.aside for box in named(book, "inwo", "relief").boxes if box.section == "relief" and "×" in box.aside)
    assert cost == f"{hooks(book.catalog.ruleset('inwo')).relief} × the printed Power"


FUN = "are-we-having-fun-yet"


def tried(ruling: RulingRecord) -> set[bool]:
    """What comes of the uses of this Plot in a ruling: whether they are legal."""
    found: set[bool] = set()
    for case in (ruling.scenario, ruling.scenario.get("counter", {})):
        plays, lines = case.get("play", ruling.scenario["play"]), case.get("expect", ())
        refused = {line.get("after", len(plays)) for line in lines if line.get("legal") is False and "then" not in line}
        uses = [(play, number not in refused) for number, play in enumerate(plays, 1)]
        uses += [(line["then"][-1], line.get("legal", True)) for line in lines if "then" in line]
        found |= {legal for play, legal in uses if play.get("card", "").partition("~")[0] == FUN}
    return found


def test_what_can_be_canceled_is_canceled_in_a_ruling(book: Book) -> None:
    """Where the table says yes, its ruling has the Plot played; where it says no, its ruling has it refused."""
    rows = named(book, "inwo", "fun").boxes
    assert {row.aside for row in rows} == {"Yes", "No"}
    for row in rows:
        assert (row.aside == "Yes") in tried(book.rulings[row.ruling]), row.title
