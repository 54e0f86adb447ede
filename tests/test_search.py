"""Search: the query language, what it finds, in which order, and how it forgives."""

from __future__ import annotations

import gc
import json
import os
import pickle
import struct
import sys
from collections import Counter
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from whoosh.filedb.filestore import FileStorage
from whoosh.index import TOC, open_dir, toc_loaders
from whoosh.qparser import QueryParser

from generator.catalog.catalog import Catalog
from generator.search.asking import ask
from generator.search.document import SearchDocument
from generator.search.gather import catalog_documents, plain
from generator.search.index import build_index
from generator.search.opening import NoIndex
from generator.search.pack import for_browser
from generator.search.query import FIELDS, And, Or, Prefix, Range, Value, Words, parse
from generator.search.searching import search
from generator.search.synonyms import read_synonyms
from generator.search.words import normal, sort_title, terms
from generator.structs import replace

CASES = json.loads((Path(__file__).parent / "cases" / "card-queries.json").read_text(encoding="utf-8"))


def card(slug: str, title: str, text: str = "", **fields: object) -> SearchDocument:
    """A Deluxe Group, or what `fields` say."""
    common = {"game": "deluxe", "set": "deluxe", "type": "group", "url": f"cards/deluxe/{slug}/"}
    return SearchDocument(kind="card", id=f"deluxe/{slug}", title=title, text=text, **{**common, **fields})


LONG_TEXT = (
    "When a Group is captured, it keeps the puppets it had, and they keep theirs. " * 6
    + "Only the privilege of an attack shuts out every rival. "
    + "Whoever pays for an attack does so before the dice are rolled. " * 6
)

DOCUMENTS = (
    card(
        "the-mafia",
        "The Mafia",
        "+3 to direct control of Criminal Groups",
        alignment=("Criminal", "Violent"),
        power=7,
        transferable=0,
        resistance=7,
        income=6,
    ),
    card(
        "loan-sharks",
        "Loan Sharks",
        "",
        alignment=("Criminal", "Violent"),
        power=5,
        transferable=0,
        resistance=5,
        income=6,
    ),
    card("c-i-a", "C.I.A.", "", alignment=("Government", "Violent"), power=6, transferable=4, resistance=5, income=0),
    card("post-office", "Post Office", "", alignment=("Government",), power=4, transferable=3, resistance=3, income=-1),
    card(
        "bjorne",
        "Bjørnë",
        "18½ minutes. Also: Purple Dinosaur.",
        subtype="personality",
        alignment=("Weird",),
        attribute=("Huge", "Green"),
        rarity="ultra-rare",
        has=("ability",),
        power=1,
        global_power=3,
        arrows=2,
        aliases=("Purple Dinosaur",),
    ),
    card("moonies", "Moonies", "", alignment=("Peaceful", "Fanatic"), power=2, transferable=0, resistance=4, income=3),
    card(
        "the-gnomes-of-zurich",
        "The Gnomes of Zürich",
        "Special Goal: 150 MB",
        type="illuminati",
        power=7,
        transferable=7,
        income=12,
    ),
    card("gnome-watchers", "Watchers of Gnomes", "Gnomes, gnomes, gnomes of Zürich and other gnomes", power=0),
    card("interference", "Interference", "voids the privilege of an attack", type="special"),
    card("murphys-law", "Murphy’s Law", "any roll becomes 12", type="special"),
    SearchDocument(
        "section",
        "privilege",
        "Privilege",
        LONG_TEXT,
        "rules/deluxe/privilege/",
        game="deluxe",
        cites=("dlx-privileged-15-1",),
        section=("7.2", "privilege"),
    ),
    SearchDocument(
        "ruling",
        "mafia-against-loan-sharks",
        "The Mafia against Loan Sharks",
        "Both are Criminal and Violent.",
        "rulings/mafia-against-loan-sharks/",
        game="deluxe",
        cards=("deluxe/the-mafia", "deluxe/loan-sharks"),
        cites=("dlx-exn-1", "dlx-exn-2"),
    ),
    SearchDocument(
        "glossary",
        "privilege",
        "Privilege",
        "An attack with which no rival may interfere.",
        "glossary/",
        game="deluxe",
        section=("privilege",),
    ),
)


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An index of DOCUMENTS."""
    directory = tmp_path_factory.mktemp("search") / "index"
    build_index(DOCUMENTS, directory)
    return directory


def found(index: Path, query: str) -> list[str]:
    """Ids found as asked, without any correction, best first."""
    results = search(index, query)
    assert (None, False, ()) == (results.corrected, results.any_word, results.problems)
    return [hit.id for hit in results.hits]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("type:group alignment:violent power:[4 TO]", {"the-mafia", "loan-sharks", "c-i-a"}),
        ("alignment:violent power:>=6", {"the-mafia", "c-i-a"}),
        ("alignment:violent power:>6", {"the-mafia"}),
        ("income:<0", {"post-office"}),
        ("income:-1", {"post-office"}),
        ("power=0", {"gnome-watchers"}),
        ("kind:card NOT power:[0 TO]", {"interference", "murphys-law"}),
        ("alignment:(peaceful OR government) NOT type:special", {"moonies", "post-office", "c-i-a"}),
        ("alignment:gov*", {"post-office", "c-i-a"}),
        ("type:Specials", {"interference", "murphys-law"}),
        ("subtype:personality", {"bjorne"}),
        ("subtype:personalities rarity:ultra-rare has:ability", {"bjorne"}),
        ("is:personality is:huge is:weird is:groups", {"bjorne"}),
        ("is:(violent OR green)", {"the-mafia", "loan-sharks", "c-i-a", "bjorne"}),
        ("global:3", {"bjorne"}),
        ("global>3 OR arrows>=2", {"bjorne"}),
    ],
)
def test_fields_narrow(index: Path, query: str, expected: set[str]) -> None:
    """Fields, ranges, comparisons, NOT, OR and brackets find exactly the cards they describe."""
    assert {f"deluxe/{slug}" for slug in expected} == set(found(index, query))


@pytest.mark.parametrize("query", ["cia", "CIA", "C.I.A.", "c.i.a", "title:c.i.a.", '"C.I.A."', "name:cia"])
def test_periods_of_an_acronym_do_not_count(index: Path, query: str) -> None:
    """However an acronym is written, it finds the card."""
    assert ["deluxe/c-i-a"] == found(index, query)


@pytest.mark.parametrize("query", ["bjorne", "BJØRNË", "Bjornë", '"18 1/2"', "18½ minute", "purple dinosaur", '"18½"'])
def test_letters_and_fractions_are_written_as_one_can(index: Path, query: str) -> None:
    """What an ordinary keyboard lacks is found by what it has; another name of a card finds it too."""
    assert ["deluxe/bjorne"] == found(index, query)


def test_another_name_is_as_good_as_the_title(index: Path) -> None:
    """A card with the alias asked for comes before things that are full of its words."""
    documents = (*DOCUMENTS, card("prehistory", "Prehistory", "purple dinosaur and purple dinosaur, dinosaur"))
    build_index(documents, index.parent / "aliases")
    for query in ("Purple Dinosaur", "purple dino*"):
        assert "deluxe/bjorne" == search(index.parent / "aliases", query).hits[0].id


@pytest.mark.parametrize("query", ["moonie", "Moonies", "MOONIE", "murphy's", "murphys", "murphy’s"])
def test_number_and_apostrophe_do_not_count(index: Path, query: str) -> None:
    """Singular finds plural and the other way round; an apostrophe may be left out."""
    expected = "deluxe/moonies" if "moon" in query.lower() else "deluxe/murphys-law"
    assert [expected] == found(index, query)


@pytest.mark.parametrize("query", ["gnomes of zurich", "Gnomes of Zürich", '"gnomes of zürich"', "gnomes of zu*"])
def test_the_title_asked_for_comes_first(index: Path, query: str) -> None:
    """A title that is the query, without its The, beats a text that is full of the same words."""
    assert ["deluxe/the-gnomes-of-zurich", "deluxe/gnome-watchers"] == found(index, query)


def test_a_title_that_begins_with_the_query_comes_early(index: Path) -> None:
    """`the mafia` finds the card of that name before a ruling about it."""
    assert ["deluxe/the-mafia", "mafia-against-loan-sharks"] == found(index, "the mafia")


def test_equal_hits_stand_in_the_order_of_kind_and_title(index: Path) -> None:
    """Without words to weigh, cards come first, then glossary, sections, rulings; each by title without The."""
    expected = ["deluxe/c-i-a", "deluxe/the-gnomes-of-zurich", "deluxe/loan-sharks", "deluxe/the-mafia"]
    assert expected == found(index, "power:[5 TO] OR power:[6 TO]")
    kinds = [hit.kind for hit in search(index, "game:deluxe").hits]
    assert ["card"] * 10 + ["glossary", "section", "ruling"] == kinds


def test_ids_are_found_whole_and_by_their_end(index: Path) -> None:
    """`cards:` and `cites:` find what is about a card or rests on a statement; `section:` takes number and anchor."""
    for query in ("cards:the-mafia", "cards:deluxe/the-mafia", "cites:dlx-exn-2", "cites:dlx-exn*"):
        assert ["mafia-against-loan-sharks"] == found(index, query)
    assert ["deluxe/the-mafia"] == found(index, "id:the-mafia")
    assert [("section", "privilege")] == [(hit.kind, hit.id) for hit in search(index, "section:7.2").hits]


def test_phrases_keep_their_order(index: Path) -> None:
    """Quoted words must stand together, in order."""
    assert ["deluxe/interference"] == found(index, '"voids the privilege"')
    assert [] == found(index, '"privilege the voids"')


@pytest.mark.parametrize(
    ("query", "corrected", "first"),
    [
        ("mafai", "mafia", "deluxe/the-mafia"),
        ("moonis", "moonies", "deluxe/moonies"),
        ("zur", "zur*", "deluxe/the-gnomes-of-zurich"),
        ("z", "z*", "deluxe/the-gnomes-of-zurich"),
        ("post ofice", "post office", "deluxe/post-office"),
        ('"gnoms of zurich"', '"gnomes of zurich"', "deluxe/the-gnomes-of-zurich"),
        ("type:specail interfrence", "type:special interference", "deluxe/interference"),
    ],
)
def test_typos_are_forgiven_and_said(index: Path, query: str, corrected: str, first: str) -> None:
    """A word that stands nowhere is read as the nearest that does, or as its beginning; the answer says so."""
    results = search(index, query)
    assert (corrected, first) == (results.corrected, results.hits[0].id)


def test_a_question_finds_what_has_some_of_its_words(index: Path) -> None:
    """When nothing has all the words, the things with most of them are found, and the answer says so."""
    results = search(index, "privilege criminal")
    assert (True, None) == (results.any_word, results.corrected)
    assert {"privilege", "deluxe/interference", "deluxe/the-mafia", "mafia-against-loan-sharks"} == {
        hit.id for hit in results.hits
    }


def test_nonsense_finds_nothing(index: Path) -> None:
    """A word like no other is no error; it finds nothing."""
    assert [] == found(index, "qqqqqqqq")
    assert [] == found(index, "Россия")


def test_total_counts_what_the_limit_leaves_out(index: Path) -> None:
    """`total` is the number of things found, `hits` at most `limit` of them."""
    results = search(index, "kind:card", limit=2)
    assert (10, 2) == (results.total, len(results.hits))


def test_a_snippet_shows_the_words_where_they_stand(index: Path) -> None:
    """A snippet is plain text around the words asked for; the marks are their places in it."""
    hit = search(index, "kind:section privilege rivals").hits[0]
    assert ["privilege", "rival"] == [hit.snippet[start:end] for start, end in hit.marks]
    assert hit.snippet.startswith("… ") and hit.snippet.endswith(" …")
    assert hit.snippet[2:-2] in LONG_TEXT
    assert len(hit.snippet) < 240


def test_a_snippet_without_words_begins_at_the_beginning(index: Path) -> None:
    """A query of fields shows how the text begins, with nothing marked."""
    hit = search(index, "kind:ruling").hits[0]
    assert ("Both are Criminal and Violent.", ()) == (hit.snippet, hit.marks)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("aligment:weird", ["column 1: unknown-field: there is no field aligment (did you mean alignment:?)"]),
        ("pwr:>=4", ["column 1: unknown-field: there is no field pwr (did you mean power:?)"]),
        ("power:x", ["column 7: bad-number: power takes a number: 4, >=4 or [4 TO 6]"]),
        ("power:[a TO b]", ["column 7: bad-number: power takes a number: 4, >=4 or [4 TO 6]"]),
        ("power:[5 TO 3]", ["column 7: empty-range: no number is in [5 TO 3] (did you mean [3 TO 5]?)"]),
        (">=4", ["column 1: not-a-number: which number is this about? (did you mean power:>=4?)"]),
        ("type:>4", ["column 6: not-a-number: type is not a number"]),
        ('mafia "gnomes of', ['column 7: unclosed-quote: this " has no partner']),
        ("power:[4 TO", ["column 7: unclosed-range: this [ has no ]"]),
        ("(mafia", ["column 1: unclosed-bracket: this ( has no )"]),
        ("mafia)", ["column 6: unopened-bracket: this ) has no ("]),
        ("mafia OR", ["column 9: nothing-to-find: something to look for is missing beside OR"]),
        ("AND mafia", ["column 1: nothing-to-find: something to look for is missing beside AND"]),
        ("type:", ["column 1: no-value: type: has no value after it"]),
        ("m*a", ["column 1: stray-star: a * ends a word of which at least a letter is given"]),
        ("*", ["column 1: stray-star: a * ends a word of which at least a letter is given"]),
        ("?!", ["column 1: nothing-asked: there is no word to look for"]),
        ("", ["column 1: nothing-asked: there is no word to look for"]),
        ("(" * 21 + "a" + ")" * 21, ["column 21: too-deep: brackets can be at most 20 deep"]),
        (
            "a1 " * 30 + " ".join(f"b{n}" for n in range(24)),
            ["column 141: too-long: a query has at most 16 different words"],
        ),
        ("a* b* c* d* e* f*", ["column 13: too-long: a query has at most 4 words with a *"]),
        ("a" * 501, ["column 501: too-long: a query has at most 500 characters"]),
        (
            "type:banana",
            ["column 6: unknown-value: there is no type:banana; the values are: group, illuminati, special"],
        ),
        (
            "type:weird",
            [
                "column 6: unknown-value: there is no type:weird; the values are: group, illuminati, special"
                " (did you mean alignment:weird?)"
            ],
        ),
        (
            "alignment:groups",
            [
                "column 11: unknown-value: there is no alignment:groups; the values are: criminal, fanatic,"
                " government, peaceful, violent, weird (did you mean type:group?)"
            ],
        ),
        ('title:"', ['column 7: unclosed-quote: this " has no partner']),
        ("power:(pwr:(x))", ["column 8: unknown-field: there is no field pwr (did you mean power:?)"]),
        (
            "foo:x power:y",
            [
                "column 1: unknown-field: there is no field foo",
                "column 13: bad-number: power takes a number: 4, >=4 or [4 TO 6]",
            ],
        ),
    ],
)
def test_every_problem_of_a_query_is_said(index: Path, query: str, expected: list[str]) -> None:
    """A query that cannot be read finds nothing and names all its problems with their columns."""
    results = search(index, query)
    assert expected == [str(problem) for problem in results.problems]
    assert () == results.hits


def test_a_colon_before_a_space_is_punctuation() -> None:
    """`Illuminati: New World` is three words; after a known field the space does not count."""
    words = [Words(None, ("illuminati",), 0, 10), Words(None, ("new",), 12, 15), Words(None, ("world",), 16, 21)]
    assert And(tuple(words)) == parse("Illuminati: New World").tree
    assert Range("power", 4, 4) == parse("power: 4").tree


def test_the_longest_query_and_the_shortest_range_can_be_read() -> None:
    """500 letters are not too many, and a range may hold a single number."""
    assert Words(None, ("a" * 500,), 0, 500) == parse("a" * 500).tree
    assert Range("power", 4, 4) == parse("power:[4 TO 4]").tree


def test_only_the_last_word_before_a_star_is_unfinished() -> None:
    """`anti-nuc*` is the word anti, and any word that begins with nuc."""
    assert And((Words(None, ("anti",), 0, 9), Prefix(None, "nuc"))) == parse("anti-nuc*").tree


def test_or_binds_tighter_than_a_space() -> None:
    """As in Whoosh: `a b OR c` is a and (b or c), and AND binds tighter than OR."""
    a, b, c = (Value("type", letter, 5 + at, 6 + at) for letter, at in (("a", 0), ("b", 7), ("c", 17)))
    assert And((a, Or((b, c)))) == parse("type:a type:b OR type:c").tree
    assert (
        Or((Range("power", 1, 1), And((Range("power", 2, 2), Range("income", 3, 3)))))
        == parse("power:1 OR power:2 AND income:3").tree
    )


@pytest.mark.parametrize(
    "query",
    [
        "type:group alignment:violent power:[4 TO]",
        "type:special OR type:illuminati",
        "power:7 alignment:violent OR type:illuminati",
        "alignment:violent OR alignment:fanatic AND power:2",
        "type:group NOT alignment:violent",
        "NOT (type:group OR kind:section)",
        "title:mafia",
        "alignment:gov* OR income:-1",
        "resistance:[3 TO 5]",
    ],
)
def test_queries_mean_what_they_mean_to_whoosh(index: Path, query: str) -> None:
    """Where both languages have a construct, our tree and the one of Whoosh's own parser find the same things."""
    with closing(open_dir(index)) as opened, opened.searcher() as searcher:
        theirs = searcher.search(QueryParser("text", opened.schema).parse(query), limit=None)
        expected = {(hit["display"][0], hit["display"][1]) for hit in theirs}
    assert expected
    assert expected == {(hit.kind, hit.id) for hit in search(index, query).hits}


@given(st.text(st.sampled_from('ab*"()[]<>=:-. \n4ORANDT') | st.characters(), max_size=40))
def test_reading_a_query_never_fails(query: str) -> None:
    """Any text is either a query or has problems, each with a column inside it or just behind."""
    parsed = parse(query)
    assert (parsed.tree is None) == bool(parsed.problems)
    assert all(1 <= problem.column <= len(normal(query)) + 1 for problem in parsed.problems)


PIECES = st.sampled_from(
    ["mafia", "the", "gnome", "zürich", "mafai", "go*", '"post office"', "type:group", "alignment:violent", "power>=4"]
    + ["income:[TO 3]", "NOT", "OR", "AND", "(", ")", "foo:x", "type:grp", "c.i.a", "-", "l-4", "cites:dlx*", "Ω", "*"]
    + [f"{field}:7" for field in FIELDS]
)


@given(st.lists(PIECES, max_size=7).map(" ".join))
def test_asking_never_fails(index: Path, query: str) -> None:
    """Whatever pieces are put together, an answer comes back, and every mark lies inside its snippet."""
    results = search(index, query, limit=3)
    assert len(results.hits) == min(3, results.total)
    for hit in results.hits:
        assert all(0 <= start < end <= len(hit.snippet) for start, end in hit.marks)


@given(st.text("abcdisxyzäéñøü.'’-&/ 47", max_size=30))
def test_terms_do_not_depend_on_case(text: str) -> None:
    """Capitals never matter."""
    assert terms(text) == terms(text.upper())


@given(st.text("abcdisxyzäéñøü.'’-&/ 47", max_size=30))
def test_terms_find_themselves(text: str) -> None:
    """A term typed into the search box is that term: folding twice changes nothing that matters."""
    assert all(terms(term) == (term,) for term in terms(text) if not term.endswith("s"))


def test_a_new_index_replaces_the_old(tmp_path: Path) -> None:
    """After building again only the new documents are found, and nothing else is left in the folder."""
    directory = tmp_path / "build" / "index"
    build_index(DOCUMENTS[:2], directory)
    build_index(DOCUMENTS[2:3], directory)
    assert ["deluxe/c-i-a"] == [hit.id for hit in search(directory, "kind:card").hits]
    assert [directory] == list(directory.parent.iterdir())


def test_parts_of_the_last_index_are_taken(tmp_path: Path) -> None:
    """Of 3,000 things one has other words: all parts but the one with it are the files of the last index, and the new
    index is that which is written from nothing.
    """
    many = [
        SearchDocument("ruling", f"toy/r{n}", f"Case {n:05}", f"Groups and {n} Plots", f"rulings/r{n}/")
        for n in range(3_000)
    ]
    edited = [replace(each, text="Fnord") if each.id == "toy/r1500" else each for each in many]
    build_index(many, tmp_path / "last")
    build_index(edited, tmp_path / "new", last=tmp_path / "last")
    build_index(edited, tmp_path / "anew")
    last, new, anew = (
        {path.name: path.stat().st_ino for path in (tmp_path / name).glob("*.seg")} for name in ("last", "new", "anew")
    )
    assert len(last) > 3
    assert (new.keys(), 1) == (anew.keys(), len(new.items() - last.items()))
    for query in ("fnord", "1500", "1501", "plot"):
        assert search(tmp_path / "anew", query) == search(tmp_path / "new", query)
    assert ["toy/r1500"] == found(tmp_path / "new", "fnord")


def test_a_failed_build_leaves_the_old_index(tmp_path: Path) -> None:
    """Two documents of one name stop the build; the index that was there still answers."""
    directory = tmp_path / "index"
    build_index(DOCUMENTS[:2], directory)
    with pytest.raises(ValueError, match="twice: card deluxe/c-i-a"):
        build_index([DOCUMENTS[2], replace(DOCUMENTS[2], title="again")], directory)
    with pytest.raises(ValueError, match="broken"):
        build_index([DOCUMENTS[2], replace(DOCUMENTS[2], id="x", power="broken")], directory)
    assert ["deluxe/loan-sharks", "deluxe/the-mafia"] == found(directory, "kind:card")
    assert [directory] == list(tmp_path.iterdir())


@pytest.mark.parametrize("end", ["\n", "\n\n- ", "\r\n", "\t", "\x0b"])
def test_line_ends_in_a_name_move_nothing(catalog: Catalog, end: str) -> None:
    """The table of the browser has a line for each document: a line end in a title, a text or another name must not
    give it two.
    """
    synonyms = toy_synonyms(catalog)
    odd = [
        replace(each, title=f"{each.title}{end}x", text=f"{each.text}{end}x", aliases=(f"a{end}x",))
        for each in DOCUMENTS
    ]
    columns = for_browser(odd, synonyms)["documents"]
    for name in ("title", "url", "text", "names"):
        assert len(DOCUMENTS) == len(columns[name].split("\n")), name
    assert [" ".join(f"{each.title}{end}x".split()) for each in DOCUMENTS] == columns["title"].split("\n")
    assert all("a" not in names.split("\t") for names in columns["names"].split("\n"))


def test_no_index_is_its_own_error(tmp_path: Path) -> None:
    """Where no index is, no folder or a folder of something else, the error names the folder."""
    (tmp_path / "other").mkdir()
    for name in ("nowhere", "other"):
        with pytest.raises(NoIndex, match=f"{name}: no search index here"):
            search(tmp_path / name, "mafia")


def toy_synonyms(catalog: Catalog) -> dict[str, Any]:
    """The synonyms, without the names of cards that are not there."""
    return {**read_synonyms(Path(__file__).resolve().parent.parent, catalog), "names": {}, "wanted": {}}


@pytest.mark.filterwarnings(
    "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)  # Whoosh leaves such a file open
@pytest.mark.parametrize("keep", [0, 1, 100, 1_000])
def test_a_damaged_index_is_no_index(catalog: Catalog, tmp_path: Path, keep: int) -> None:
    """Of any file that is cut off, or has other bytes, comes an answer or NoIndex, never another error: then the index
    is made anew.
    """
    whole = tmp_path / "whole"
    build_index(DOCUMENTS, whole, toy_synonyms(catalog))
    answer = ask(whole, "gnomes of zurich")
    assert answer.hits
    for file in sorted(whole.iterdir()):
        content = file.read_bytes()
        for spoiled in (
            content[:keep],
            content[:-1],
            b"\xff" * keep + content[keep:],
            content[:keep] + b"\x00" * (len(content) - keep),
        ):
            file.write_bytes(spoiled)
            with suppress(NoIndex):
                ask(whole, "gnomes of zurich")
        file.write_bytes(content)
    assert answer == ask(whole, "gnomes of zurich")
    gc.collect()  # so that it is here that Python finds those files


class Call:
    """What a pickle calls when it is read."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[object, ...]:
        return os.mkdir, (str(self.mark),)


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("place", ["schema", "segments", "part"])
def test_what_stands_in_an_index_does_not_run(catalog: Catalog, tmp_path: Path, place: str) -> None:
    """An index from elsewhere is data: what its pickles call is not called, by a search or by the next build."""
    folder, mark = tmp_path / "index", tmp_path / "ran"
    build_index(DOCUMENTS, folder, toy_synonyms(catalog))
    whole = TOC.read(FileStorage(str(folder)), "MAIN")
    if place == "part":
        segment = whole.segments[0]
        file = folder / segment.make_filename(segment.COMPOUND_EXT)
        content = bytearray(file.read_bytes())
        content[:8] = struct.pack("!q", len(content))
        file.write_bytes(bytes(content) + pickle.dumps(Call(mark)))
    else:
        setattr(whole, place, Call(mark))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("whoosh.index.ensure_schema", lambda schema: schema)
            patch.setattr(Call, "clean", lambda _: None, raising=False)
            whole.generation = 2
            whole.write(FileStorage(str(folder)), "MAIN")
    assert b"mkdir" in b"".join(file.read_bytes() for file in folder.iterdir())
    for use in (partial(ask, folder, "mafia"), partial(search, folder, "mafia")):
        with suppress(NoIndex, pickle.UnpicklingError):
            use()
    with suppress(pickle.UnpicklingError):
        build_index(DOCUMENTS, tmp_path / "next", last=folder)
    assert not mark.exists()
    gc.collect()


def test_no_module_of_whoosh_reads_pickles_in_its_own_way() -> None:
    """All that it reads them with is ours, but for the schema, which it doesn't read when it is given one."""
    theirs = {
        f"{name}.{each}"
        for name, module in sys.modules.items()
        if name.startswith("whoosh.")
        for each, value in vars(module).items()
        if value in (pickle.load, pickle.loads)
    }
    assert theirs == set()
    assert not toc_loaders


def test_a_pipe_in_an_index_is_not_waited_for(catalog: Catalog, tmp_path: Path) -> None:
    """Whoever reads a pipe waits until somebody writes."""
    for name in ("table.json", "MAIN_0.seg", "_MAIN_2.toc"):
        folder = tmp_path / name / "index"
        build_index(DOCUMENTS, folder, toy_synonyms(catalog))
        (folder / name).unlink(missing_ok=True)
        os.mkfifo(folder / name)
        with pytest.raises(NoIndex):
            ask(folder, "mafia")


@pytest.fixture(scope="module")
def real_index(catalog: Catalog, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The index of everything there is."""
    directory = tmp_path_factory.mktemp("real") / "index"
    build_index(catalog_documents(catalog, lambda record: f"{type(record).__name__}/{record.id}/"), directory)
    return directory


@pytest.mark.parametrize("case", CASES, ids=[case["query"] for case in CASES])
def test_card_queries_shared_with_the_browser(real_index: Path, case: dict) -> None:
    """Each query finds exactly the cards that the facts about them say, uncorrected; JavaScript agrees."""
    results = search(real_index, f"kind:card ({case['query']})", limit=200)
    assert (None, ()) == (results.corrected, results.problems)
    assert case["ids"] == sorted(hit.id for hit in results.hits)


def test_every_card_is_found_first_by_its_name(catalog: Catalog, real_index: Path) -> None:
    """The exact name of a card, quoted or not, has the card as its first hit, beside those of other games called so."""
    called = Counter(sort_title(record.card.name) for record in catalog.cards)
    for at, record in enumerate(catalog.cards):
        name = record.card.name
        query = f'"{name}"' if at % 2 and '"' not in name else name
        hits = search(real_index, query).hits[: called[sort_title(name)]]
        assert (query, record.id) in [(query, hit.id) for hit in hits]


def test_everything_in_the_catalog_can_be_found(catalog: Catalog, real_index: Path) -> None:
    """All kinds of things are in the index, each in full; an edition stands among the changes, where it changed
    something.
    """
    made = {each.since for each in (*catalog.changes, *catalog.errata)}
    editions = [edition for edition in catalog.editions if edition.id in made]
    expected = {
        "card": len(catalog.cards),
        "section": len(catalog.sections),
        "glossary": len(catalog.glossary),
        "ruling": len(catalog.rulings),
        "conflict": len(catalog.conflicts),
        "faq": len(catalog.faq),
        "difference": len(catalog.differences),
        "change": len(catalog.changes) + len(editions),
        "erratum": len(catalog.errata),
    }
    assert expected == {kind: search(real_index, f"kind:{kind}", limit=0).total for kind in expected}


@pytest.mark.parametrize(
    ("query", "kind", "id"),
    [
        ("gnomes", "card", "deluxe/the-gnomes-of-zurich"),
        ("mafai", "card", "deluxe/the-mafia"),
        ("game:deluxe 7.2", "section", "deluxe/privilege"),
        ("kind:section privlege", "section", "deluxe/privilege"),
    ],
)
def test_what_a_player_types_first(real_index: Path, query: str, kind: str, id: str) -> None:
    """The beginning of a card's name, a slip of the finger and the number of a section find what was meant."""
    hit = search(real_index, query).hits[0]
    assert (kind, id) == (hit.kind, hit.id)


def test_markup_is_not_searched(catalog: Catalog) -> None:
    """Links, emphasis, lists and tables become running text before they are indexed and shown."""
    markdown = (
        "- **Pay** [[The Mafia]] by [[#privilege]]\n- see [[#goals|your goal]], *now*\n\n"
        "| a | b |\n| --- | --: |\n| 1 | 2 |"
    )
    assert "Pay The Mafia by Privilege see your goal, now a b 1 2" == plain(markdown, {"privilege": "Privilege"})
    left = [d.id for d in catalog_documents(catalog, lambda record: "") if {"[", "]", "|", "`"} & set(d.text)]
    assert left == []
