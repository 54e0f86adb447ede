"""Printings and errata: what cards read at some time, worked out by hand from the Cards Update of the handbook (WDH p.
20).
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from generator import cli
from generator.catalog.catalog import Catalog
from generator.catalog.errata import NoSuchClause, NotPrintedYet, UnknownMoment, as_of, before, moment
from generator.catalog.names import find_card
from generator.catalog.read import read_catalog
from generator.catalog.records import Change, Edition, Erratum
from generator.language.tree import Disaster, ReloadPlot, SurgePlot
from generator.search.gather import catalog_documents
from generator.site.book import Book
from generator.site.reference import write_history
from generator.site.writer import Writer
from generator.structs import replace

BAD = Path(__file__).parent / "bad"


@pytest.fixture
def toy(tmp_path: Path) -> Catalog:
    """A game of four cards: in its Second Edition, of May 2003, the roll of Blackout became 12 instead of 11."""
    shutil.copytree(BAD / "good", tmp_path, dirs_exist_ok=True)
    return read_catalog(tmp_path)


def texts(catalog: Catalog, name: str, when: str = "now") -> list[str]:
    """The clauses of a card as they read at some time."""
    record = catalog.card(name)
    return [clause.text for clause in catalog.as_of(record, catalog.moment(when)).record.clauses]


def since(catalog: Catalog, name: str, when: str) -> list[str]:
    """The ids of the errata of a card that were published after some time."""
    return [erratum.id for erratum in catalog.as_of(catalog.card(name), catalog.moment(when)).since]


# --- times ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "published"),
    [
        ("now", ["limited", "unlimited", "handbook-1-1", "handbook-1-2"]),
        ("limited", ["limited"]),
        ("unlimited", ["limited", "unlimited"]),
        ("Unlimited  EDITION", ["limited", "unlimited"]),
        ("handbook-1-2", ["limited", "unlimited", "handbook-1-1", "handbook-1-2"]),
        ("1993", []),
        ("1994", ["limited"]),
        ("1994-06-30", ["limited"]),
        ("1995", ["limited", "unlimited", "handbook-1-1"]),
        ("2001-12", ["limited", "unlimited", "handbook-1-1"]),
        ("2001-12-31", ["limited", "unlimited", "handbook-1-1"]),
        ("2002", ["limited", "unlimited", "handbook-1-1", "handbook-1-2"]),
        ("2002-01", ["limited", "unlimited", "handbook-1-1", "handbook-1-2"]),
    ],
)
def test_a_time_is_an_edition_or_a_date(catalog: Catalog, asked: str, published: list[str]) -> None:
    """Limited comes before Unlimited, and the handbook is of January 2002; a date takes in what was published by
    then.
    """
    assert published == [edition.id for edition in catalog.moment(asked).published]


@pytest.mark.parametrize(
    ("asked", "suggestion"),
    [
        ("limted", "limited"),
        ("unlimitd", "unlimited"),
        ("handbook-12", "handbook-1-2"),
        ("20022", None),
        ("2002-13", None),
        ("yesterday", None),
        ("", None),
    ],
)
def test_what_is_no_time_is_said_with_what_may_be_meant(catalog: Catalog, asked: str, suggestion: str | None) -> None:
    """A name that no edition has is a problem that names all that can be asked for."""
    with pytest.raises(UnknownMoment, match="limited, unlimited, handbook-1-1, handbook-1-2") as problem:
        catalog.moment(asked)
    assert suggestion == problem.value.suggestion


@pytest.mark.parametrize(
    ("name", "when", "of"),
    [
        ("inwo/gnomes-of-zurich", "1993", "Limited Edition, 1994"),
        ("assassins/go-fish", "limited", "INWO Assassins, 1995"),
        ("subgenius/comet-hail-bob", "unlimited", "INWO SubGenius, 1998"),
        ("deluxe/the-mafia", "1999", "Illuminati Deluxe, 2001"),
    ],
)
def test_a_card_cannot_be_read_before_it_was_printed(catalog: Catalog, name: str, when: str, of: str) -> None:
    """Asked about a time before its set, a card is said to be younger, and of when it is."""
    with pytest.raises(NotPrintedYet, match=of):
        catalog.as_of(catalog.card(name), catalog.moment(when))


def test_a_card_that_never_changed_always_read_the_same(catalog: Catalog) -> None:
    """No erratum names Moonbase: it is the very same record at any time."""
    record = catalog.card("inwo/moonbase")
    for when in ("limited", "unlimited", "1999", "now"):
        reading = catalog.as_of(record, catalog.moment(when))
        assert (record, ()) == (reading.record, reading.since)


# --- taking changes back --------------------------------------------------------------------------------------------


def test_before_its_edition_a_card_reads_as_it_did(toy: Catalog) -> None:
    """Until May 2003 Blackout made the roll 11; the engine's card has the same clauses as its record."""
    old, new = ([f"play right after an attack roll: the roll becomes {roll}"] for roll in (11, 12))
    for when in ("first", "2001", "2003-04"):
        assert old == texts(toy, "toy/blackout", when)
    for when in ("second", "2003-05", "2003", "now"):
        assert new == texts(toy, "toy/blackout", when)
    record = toy.as_of(toy.card("toy/blackout"), toy.moment("first")).record
    assert old == [clause.text for clause in record.card.clauses]
    assert [1] == [clause.number for clause in record.clauses]


def test_what_is_not_known_is_shown_as_it_was_changed(toy: Catalog) -> None:
    """Of the Bakers no document has the earlier text: they read as now, and the erratum says what is not known."""
    reading = toy.as_of(toy.card("toy/bakers"), toy.moment("first"))
    assert toy.card("toy/bakers") == reading.record
    assert ["how large they were."] == [erratum.not_known for erratum in reading.since]


def test_clauses_come_back_in_their_places(toy: Catalog) -> None:
    """Taken back, a new clause goes, a changed one has its old words where it stood, and one that went stands at the
    end.
    """
    one, two, three = (
        toy.card("toy/blackout").clauses[0],
        toy.card("toy/bakers").clauses[0],
        toy.card("toy/the-owls").clauses[0],
    )
    changes = (Change(one.text, None), Change(two.text, three), Change(None, one))
    assert [(1, three.text), (2, one.text)] == [(clause.number, clause.text) for clause in before((one, two), changes)]
    assert [three.text, one.text] == [clause.text for clause in before((two, one), [Change(two.text, three)])]


def test_the_latest_change_is_taken_back_first(toy: Catalog) -> None:
    """A clause that was changed twice reads as it did first, next and last, in whatever order the records stand."""
    record = toy.card("toy/poets")
    first, second, third = (
        replace(toy.card("toy/blackout").clauses[0], text=text) for text in ("first", "second", "third")
    )
    record = replace(record, clauses=(third,))
    errata = [
        Erratum(change.now or "", "toy", (record.id,), edition, "", "", (), (change,))
        for edition, change in (("c", Change("third", second)), ("b", Change("second", first)))
    ]
    editions = tuple(Edition(name, name, date) for name, date in (("a", "2001"), ("b", "2002"), ("c", "2003")))
    for asked, text in (("a", "first"), ("b", "second"), ("c", "third")):
        found = as_of(record, moment(asked, editions), toy.sets[0], editions, errata)
        assert [text] == [clause.text for clause in found.record.clauses]
    assert ["second", "third"] == [
        each.id for each in as_of(record, moment("a", editions), toy.sets[0], editions, errata).since
    ]


def test_a_change_of_no_clause_is_a_problem(toy: Catalog) -> None:
    """A clause that the card does not have cannot be taken back."""
    with pytest.raises(NoSuchClause):
        before(toy.card("toy/blackout").clauses, [Change("no such clause", None)])


# --- the Cards Update -----------------------------------------------------------------------------------------------


def test_each_row_of_the_cards_update_is_a_record(catalog: Catalog) -> None:
    """Each statement of kind errata is stated by an erratum of the card that it names first, or by an edition."""
    stated: dict[str, list[Erratum]] = {}
    for erratum in catalog.errata:
        for statement in erratum.states:
            stated.setdefault(statement, []).append(erratum)
    whole = {statement for edition in catalog.editions for statement in edition.states}
    rows = [row for row in catalog.statements if row.kind == "errata"]
    assert 30 == len(rows)
    assert [] == [row.id for row in rows if row.id not in stated and row.id not in whole]
    for row in rows:
        for erratum in stated.get(row.id, ()):
            of_the_game = [record for record in catalog.cards if record.card.game == erratum.game]
            named = find_card(row.cards[0], of_the_game).record
            assert named and named.id in erratum.cards, row.id


def test_the_unlimited_edition_and_the_handbook_change_what_they_say_they_do(catalog: Catalog) -> None:
    """Rows above the heading Other Card Errata hold from the Unlimited Edition on, those below it from the handbook on;
    but the margins of The Oregon Crud and Volcano, which the printed cards have otherwise, are the handbook's.
    """
    other_errata = 1281  # the line of the heading in our copy of the handbook
    margins = {"oregon-crud-margin", "volcano-margin"}
    for erratum in catalog.errata:
        lines = [
            int(row.line.partition("-")[0]) for row in map(catalog.statement, erratum.states) if row.document == "wdh"
        ]
        late = erratum.id in margins or min(lines) > other_errata
        assert ("handbook-1-2" if late else "unlimited") == erratum.since, erratum.id


@pytest.mark.parametrize(
    ("name", "sentence", "when", "holds"),
    [
        # The bonus of the Gnomes is against Banks only; in the Limited Edition it was for Corporate Groups too.
        ("inwo/gnomes-of-zurich", "+4 to any attempt to control Bank Groups", "now", True),
        ("inwo/gnomes-of-zurich", "+4 to any attempt to control Bank Groups", "unlimited", True),
        ("inwo/gnomes-of-zurich", "+4 to any attempt to control Bank or Corporate Groups", "limited", True),
        ("inwo/gnomes-of-zurich", "+4 to any attempt to control Bank Groups", "limited", False),
        # One Eliza for a Group, one Clipper Chip for a player: new in the Unlimited Edition.
        ("inwo/eliza", "each Group may have only 1 copy of this card", "unlimited", True),
        ("inwo/eliza", "each Group may have only 1 copy of this card", "limited", False),
        ("inwo/clipper-chip", "each player may have only 1 copy of this card in play", "1995", True),
        ("inwo/clipper-chip", "each player may have only 1 copy of this card in play", "1994", False),
        # Video Games counted themselves in the Limited Edition.
        ("inwo/video-games", "your other Computer Groups get +1 Power", "now", True),
        ("inwo/video-games", "your Computer Groups get +1 Power", "limited", True),
        # Six Science Groups were enough until the handbook asked for 30 Power.
        (
            "assassins/blinded-by-science",
            "Goal: control 6 Science Groups; you cannot combine this Goal with others",
            "2001-12",
            True,
        ),
        (
            "assassins/blinded-by-science",
            "Goal: control 6 Science Groups; you cannot combine this Goal with others",
            "2002-01",
            False,
        ),
    ],
)
def test_a_card_reads_as_the_cards_update_says(
    catalog: Catalog, name: str, sentence: str, when: str, holds: bool
) -> None:
    """What a card says at a time, and what it does not say, by the rows of the Cards Update."""
    assert holds == (sentence in texts(catalog, name, when))


@pytest.mark.parametrize(
    ("name", "power", "printed", "now"),
    [
        ("inwo/the-oregon-crud", 24, 11, 10),
        ("inwo/volcano", 18, 3, 2),
    ],
)
def test_margins_of_two_disasters(catalog: Catalog, name: str, power: int, printed: int, now: int) -> None:
    """The printed card destroys when it succeeds by more than 10 (2), the Cards Update says 10 (2) or more; the Power
    is that of the Unlimited Edition, and what stood there in the Limited one is not known.
    """
    for when, least in (("unlimited", printed), ("2001-12", printed), ("2002-01", now), ("now", now)):
        (clause,) = catalog.as_of(catalog.card(name), catalog.moment(when)).record.card.sentences(Disaster)
        assert (power, least) == (clause.sentence.power, clause.sentence.margin), when
    assert texts(catalog, name, "unlimited") == texts(catalog, name, "limited")
    unknown = [erratum.not_known for erratum in catalog.as_of(catalog.card(name), catalog.moment("limited")).since]
    assert ["the Power and the margin before.", None] == unknown


def test_weather_satellite_lost_the_tidal_wave(catalog: Catalog) -> None:
    """+8 for four Disasters in the Limited Edition, +10 for three of them since."""
    for when, bonus, count in (("limited", 8, 4), ("unlimited", 10, 3)):
        record = catalog.as_of(catalog.card("inwo/weather-satellite"), catalog.moment(when)).record
        ability = record.clauses[0].sentence
        assert count == len(ability.timing.what.by.names)
        assert ("Tidal Wave" in ability.timing.what.by.names) == (count == 4)
        assert bonus == ability.effects[0].first[0].amount


def test_comet_hail_bob_was_no_single_event(catalog: Catalog) -> None:
    """In SubGenius as it came out it had no limit; the handbook lets each player use it once in a game."""
    for when, use in (("1998", "play"), ("2001-12", "play"), ("now", "play once")):
        record = catalog.as_of(catalog.card("subgenius/comet-hail-bob"), catalog.moment(when)).record
        assert [use] == [clause.sentence.use for clause in record.clauses]
    assert ["comet-hail-bob-once"] == since(catalog, "subgenius/comet-hail-bob", "1998")


def test_antitrust_legislation_is_another_card(catalog: Catalog) -> None:
    """Of its printed clauses the handbook left one: it replaces the Yellow New World Order."""
    name = "assassins/antitrust-legislation"
    assert ["replaces the Yellow NWO in play"] == [
        text for text in texts(catalog, name) if text in texts(catalog, name, "2001")
    ]


def test_families_are_whole(catalog: Catalog) -> None:
    """Every Plot of INWO that gives 10 for an action or a defense counts but once, and every Plot of the first set that
    reloads Groups with 5 Power together costs an Illuminati action since the Unlimited Edition.
    """

    def cards_with(sentence: type, game_set: str | None) -> set[str]:
        return {
            record.id
            for record in catalog.cards
            if record.card.game == "inwo" and game_set in (None, record.card.set) and record.card.sentences(sentence)
        }

    errata = {erratum.id: set(erratum.cards) for erratum in catalog.errata}
    assert errata["plus-ten-once"] == cards_with(SurgePlot, None)
    assert errata["reload-limits"] == cards_with(ReloadPlot, "inwo")


# --- how it is shown ------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("read_once")
def test_the_command_reads_a_card_as_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    """`--as-of` says which time it shows and what was published since; without it, all that was ever published."""
    now, limited = run(capsys, "card", "inwo/volcano"), run(capsys, "card", "inwo/volcano", "--as-of", "limited")
    printed = run(capsys, "card", "inwo/volcano", "--as-of", "1996")
    assert "as it read" not in now and "Changed:" in now
    assert "as it read in the Limited Edition, 1994" in limited and "Changed since:" in limited
    assert [True, True] == ["1995 Unlimited Edition: Power 18" in text for text in (now, limited)]
    assert "Not known, so shown as it was changed: the Power and the margin before." in limited
    assert "Power 18" not in printed.partition("Changed since:")[2]
    assert "Destroys by 2 or more" in printed


@pytest.mark.usefixtures("read_once")
def test_the_command_as_json_says_what_was_changed_since(capsys: pytest.CaptureFixture[str]) -> None:
    """JSON has the card as it was, with the date asked for and the errata since; as of now it has neither."""
    then = json.loads(run(capsys, "card", "inwo/volcano", "--as-of", "limited", "--json"))
    assert "1994" == then["as_of"]
    assert ["unlimited", "handbook-1-2"] == [change["since"] for change in then["changed_since"]]
    assert not {"as_of", "changed_since"} & set(json.loads(run(capsys, "card", "inwo/volcano", "--json")))


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("inwo/volcano", "--as-of", "limted"), "unknown-edition"),
        (("inwo/volcano", "--as-of", "2001-02-30"), "unknown-edition"),
        (("inwo/volcano", "--as-of", "2001-13"), "unknown-edition"),
        (("inwo/volcano", "--as-of", "1993"), "not-printed-yet"),
        (("go fish", "--as-of", "limited"), "not-printed-yet"),
    ],
)
@pytest.mark.usefixtures("read_once")
def test_the_command_says_what_it_cannot_read(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], code: str
) -> None:
    """An unknown time and a card that is younger are one line each on stderr, and nothing is printed."""
    assert re.fullmatch(rf"[^:]+.+ \({code}\)\n", run(capsys, "card", *arguments, status=1))


@pytest.mark.usefixtures("read_once")
def test_a_name_of_two_games_shows_the_one_that_was_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """In 1996 there were Gnomes of Zurich in INWO and none in Deluxe yet; today there are both."""

    def sets(*more: str) -> list[str]:
        return re.findall(
            r"^(?:The )?Gnomes of Zurich  (.+?) ·", run(capsys, "card", "gnomes of zurich", *more), re.MULTILINE
        )

    assert ["Illuminati: New World Order"] == sets("--as-of", "1996")
    assert ["Illuminati Deluxe", "Illuminati: New World Order"] == sets()


def run(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    """What a command prints: on stdout when it succeeds, on stderr when it does not; nothing on the other."""
    with pytest.raises(SystemExit) as left:
        cli.main(list(arguments))
    printed = capsys.readouterr()
    assert (status, "") == (left.value.code, printed.out if status else printed.err)
    return printed.err if status else printed.out


@pytest.fixture(scope="module")
def pages(catalog: Catalog, root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of errata, as Markdown."""
    folder = tmp_path_factory.mktemp("pages")
    write_history(Writer(Book(catalog), root / "site_templates", folder))
    return folder


def test_the_page_has_each_erratum_with_its_cards(catalog: Catalog, pages: Path) -> None:
    """Below its edition, in the order of time, each erratum has its heading, links to all its cards, and its source."""
    text = (pages / "errata/index.md").read_text(encoding="utf-8")
    anchors = re.findall(r"^###? .*\{#([a-z0-9-]+)\}$", text, re.MULTILINE)
    expected = []
    for edition in catalog.editions:
        changes = (*catalog.changes, *catalog.errata)
        expected += [edition.id, *(change.id for change in changes if change.since == edition.id)]
    assert expected == anchors
    for erratum in catalog.errata:
        part = text.partition(f"{{#{erratum.id}}}")[2].partition("\n##")[0]
        assert all(f'href="../cards/{card_id}/"' in part for card_id in erratum.cards)
        assert "WDH 1.2, p. 20" in part


def test_errata_are_found(catalog: Catalog) -> None:
    """Each erratum is a document of the search index, with its cards and what they said before."""
    found = {each.id: each for each in catalog_documents(catalog, lambda thing: "") if each.kind == "erratum"}
    assert {f"{erratum.game}/{erratum.id}" for erratum in catalog.errata} == set(found)
    assert "Volcano: Power 18" == found["inwo/volcano-power"].title
    family = found["inwo/reload-limits"]
    assert "Reload! and 9 more" in family.title and "Tax Breaks" in family.text and "inwo/tax-breaks" in family.cards
