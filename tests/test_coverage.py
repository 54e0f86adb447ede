"""The figures of `dossier coverage`: their shape, and that each counts what it says."""

from __future__ import annotations

import typing
from collections import Counter
from pathlib import Path
from typing import Any

import checkout
import pytest

from generator.catalog.catalog import Catalog
from generator.catalog.records import ClauseRecord, Edition, Erratum
from generator.database.abilities import SCORES, Abilities
from generator.database.coverage import (
    coverage,
    missing,
    runs,
    settled_by,
    stated_by,
    touches_attack,
)
from generator.engine.deluxe import reads as of_deluxe
from generator.engine.inwo import happenings
from generator.engine.inwo import reads as of_inwo
from generator.engine.inwo.effects import EFFECTS, cards, events, state
from generator.engine.ruleset import Ruleset
from generator.engine.tables import Game, apply, play_from_data, table_from_data
from generator.language import parse
from generator.language import tree as t
from generator.language.abilities import RiderWords
from generator.meaning import LOWERED, lexicon, lower
from generator.rulings import CheckedLine, Verdict
from generator.rulings.judged import Short
from generator.rulings.world import World
from generator.structs import replace
from tests.test_structure import literals

OTHER_PAGES = {"stated": 278, "settled": 165}
"""Of the 278 statements of the Card FAQ, errata, Pyramid articles, tournament rules and variants (179 can be checked):
today's figures.
"""
SETTLED_KINDS = ("example", "table", "goal", "card")


@pytest.fixture(scope="module")
def verdicts() -> list[Short]:
    """All rulings of the checkout as `dossier check` judges them."""
    return checkout.judged()


def line(*settles: str, ok: bool = True) -> CheckedLine:
    """An expected line that settles these statements."""
    return CheckedLine("Strength", settles, 1, 1 if ok else 2, ok)


def clause(say: str) -> ClauseRecord:
    """A clause that says this sentence."""
    return ClauseRecord(1, say, parse(say), None, (1,), ())


NOTE = ClauseRecord(1, "Hides under the table.", None, "The language has no table.", (1,), ())


def test_the_figures_have_the_promised_shape(catalog: Catalog, verdicts: list[Short]) -> None:
    """The keys are those that scripts rely on, in every part, and every figure is a number."""
    figures = coverage(catalog, verdicts)
    assert [
        "cards",
        "statements",
        "clauses",
        "clauses_by_type",
        "constructions",
        "rulings",
        "abilities",
        "abilities_commit",
    ] == list(figures)
    scores = Abilities("abc1234", {"deluxe": dict(zip(SCORES, (63, 63, 62, 147, 140), strict=True))})
    told = coverage(catalog, verdicts, scores)
    assert told["abilities"] == {
        "deluxe": {"clauses": 63, "silenced": 63, "silenced_noticed": 62, "changed": 147, "changed_noticed": 140}
    }
    assert told["abilities_commit"] == "abc1234"
    assert {"deluxe": 105, "inwo": 412, "assassins": 125, "subgenius": 97} == figures["cards"]
    assert {"deluxe", "faq", "net", "subgenius", "wdh"} == set(figures["statements"])
    for document in figures["statements"].values():
        assert {"rows", "stated", "checkable", "settled", "by_kind"} == set(document)
        for counts in document["by_kind"].values():
            assert {"checkable", "settled"} == set(counts)
        for name in ("checkable", "settled"):
            assert document[name] == sum(counts[name] for counts in document["by_kind"].values())
    clauses = figures["clauses"]["deluxe"]
    assert {"fragments", "accounted", "sentences", "notes", "run", "attack_sentences", "attack_clauses"} == set(clauses)
    assert {"count", "passed", "with_counter_case"} == set(figures["rulings"]["deluxe"])


def test_the_documents_are_whole(catalog: Catalog) -> None:
    """The ledgers have 370, 724, 172 and 431 statements, of which 319, 668, 161 and 399 can be checked; that of other
    pages has 278 and 179.
    """
    figures = coverage(catalog, ())["statements"]
    expected = {"deluxe": (370, 319), "wdh": (724, 668), "faq": (172, 161), "net": (278, 179), "subgenius": (431, 399)}
    assert expected == {name: (counts["rows"], counts["checkable"]) for name, counts in figures.items()}


def test_every_statement_is_stated(catalog: Catalog) -> None:
    """All 1,697 of the four documents stand in a section, an answer, a glossary entry, a conflict record or a change,
    and of what other pages say so many as `OTHER_PAGES` tells, which may only become more.
    """
    lacking = {
        heading: rows
        for heading, rows in missing(catalog, ()).items()
        if heading.endswith(": not stated") and not heading.startswith("net")
    }
    assert {f"{document.id}: not stated": [] for document in catalog.documents if document.id != "net"} == lacking
    stated = {name: counts["stated"] for name, counts in coverage(catalog, ())["statements"].items()}
    assert 1697 == sum(count for name, count in stated.items() if name != "net")
    assert stated["net"] >= OTHER_PAGES["stated"]


def test_what_other_pages_say_is_settled_more_and_more(catalog: Catalog, verdicts: list[Short]) -> None:
    """Rulings put at least so many of their statements to the test, and none of those that no longer hold."""
    settled = settled_by(catalog, verdicts)
    rows = [row for row in catalog.statements if row.document == "net"]
    assert sum(row.id in settled for row in rows) >= OTHER_PAGES["settled"]
    assert [] == [row.id for row in rows if row.kind in ("history", "variant", "tournament") and row.checkable]
    assert {"official": 169, "community": 95, "net-rep": 14} == Counter(row.authority for row in rows)


@pytest.mark.parametrize("kind", SETTLED_KINDS)
def test_every_checkable_statement_of_these_kinds_is_settled(
    catalog: Catalog, verdicts: list[Short], kind: str
) -> None:
    """Each checkable example, table, goal and card of the Deluxe rules is put to the test by a ruling that passes."""
    assert [] == missing(catalog, verdicts)[f"deluxe: {kind} not settled"]


def test_cards_are_written_in_the_language(catalog: Catalog) -> None:
    """At least 95 in 100 clauses are sentences, all of those that touch attacks, and every fact is accounted for."""
    clauses = coverage(catalog, ())["clauses"]["deluxe"]
    assert clauses["sentences"] >= 0.95 * (clauses["sentences"] + clauses["notes"])
    assert clauses["attack_clauses"] == clauses["attack_sentences"]
    assert clauses["fragments"] == clauses["accounted"]


def test_nothing_is_stated_without_somebody_who_states_it(catalog: Catalog) -> None:
    """Without those who state things nothing counts as stated: cites of cards and terms are no statements."""
    bare = catalog.with_others(
        sections=(), glossary=(), conflicts=(), errata=(), editions=(), changes=(), faq=(), differences=()
    )
    assert {} == stated_by(bare)
    assert 0 == coverage(bare, ())["statements"]["deluxe"]["stated"]


def test_an_erratum_states(catalog: Catalog) -> None:
    """A statement that only an erratum makes counts as stated, and says by which."""
    erratum = Erratum("mafia-2001", "deluxe", ("deluxe/the-mafia",), "later", "Seven", "Power 7.", ("faq-new",))
    edition = Edition("later", "Later", "2001", states=("faq-newer",))
    none = dict.fromkeys(("sections", "glossary", "conflicts", "changes", "faq", "differences"), ())
    bare = catalog.with_others(errata=(erratum,), editions=(edition,), **none)
    assert {"faq-new": ("erratum deluxe/mafia-2001",), "faq-newer": ("edition later",)} == stated_by(bare)


def test_what_is_missing_can_be_supplied(catalog: Catalog) -> None:
    """Without any verdict every checkable statement is missing and no other."""
    lists = missing(catalog, ())
    unsettled = [row for heading, rows in lists.items() if heading.endswith(" not settled") for row in rows]
    assert sorted(row.id for row in catalog.statements if row.checkable) == sorted(unsettled)


@pytest.mark.parametrize(
    ("verdict", "expected"),
    [
        (Verdict("a", True, (line("dlx-card-mafia"),)), {"dlx-card-mafia": ("a",)}),
        (Verdict("a", False, (line("dlx-card-mafia"), line(ok=False))), {}),
        (Verdict("a", True, (line(),), counter=Verdict("a", True, (line("dlx-card-irs"),))), {"dlx-card-irs": ("a",)}),
        (Verdict("a", True, (line("dlx-front-credits"),)), {}),
    ],
    ids=["passed", "failed", "counter-case", "not checkable"],
)
def test_only_a_passing_ruling_settles(catalog: Catalog, verdict: Verdict, expected: dict) -> None:
    """A line of a ruling that passes settles its statements, in the counter-case too;
    a ruling that fails settles none.
    """
    assert expected == settled_by(catalog, [verdict])


@pytest.mark.parametrize(
    ("say", "expected"),
    [
        ("+3 to direct control of Criminal Groups", True),
        ("+3 to direct control of Criminal Groups while you control [Elvis]", True),
        ("+3 to direct control of Criminal Groups while this card has no Action token", False),
        ("+3 to any attempt to destroy Criminal Groups, including Assassinations", False),
        ("your Power Structure is immune to attacks made or aided by Government Groups", True),
        ("this card is immune to attacks made or aided by Government Groups", True),
        ("this card is immune to Government Groups and their special abilities", False),
        ("this card cannot attack", True),
        ("this card cannot oppose attacks", True),
        ("this card cannot interfere in attacks", False),
        ("the linked card gets +2 Power", True),
        ("that card gets +2 Power", False),
        ("play any time: link this card to one of your Groups; the Power of the linked card is raised to 6", True),
        ("play any time: the Power of one of your Groups is raised to 6 until the turn ends", False),
        ("any time, spend this card's action: draw 1 card", False),
        ("play any time: return 1 destroyed Group to the uncontrolled area", True),
        ("play any time: return 2 destroyed Groups to the uncontrolled area", False),
        ("play on your turn, as an action: take control of 2 uncontrolled Groups without a roll", False),
        (
            (
                "once on each of your turns, you may add, remove or reverse 1 alignment of another Group in play"
                " until the end of your turn"
            ),
            True,
        ),
        (
            (
                "once on each of your turns, you may add, remove or reverse 2 alignment of another Group in play"
                " until the end of your turn"
            ),
            False,
        ),
        (
            "once on each of your turns, you may add, remove or reverse 1 alignment of another Group in play for good",
            False,
        ),
    ],
)
def test_only_what_is_read_counts_as_run(say: str, expected: bool) -> None:
    """A sentence that says more than the engine reads is not run, however much of it is."""
    assert expected == runs(clause(say), Ruleset("deluxe", {"hooks": "deluxe"}))


@pytest.mark.parametrize(
    ("say", "lacking"),
    [
        ("+3 to direct control of Criminal Groups", []),
        ("+3 to any attempt to destroy Criminal Groups, including Assassinations", []),
        ("any time, spend this card's action: draw 1 Plot", []),
        ("play any time: the Power of one of your Groups is raised to 6 until the turn ends", []),
        ("Disaster with Power 12 against a Coastal Place: Devastates the target", []),
        ("this card gets 2 Action tokens each turn", []),
        ("this card gets 2 Action tokens each turn, but cannot spend both in one attack", []),
        ("its master must be a Personality", []),
        ("when you take over this card, you may place it on an open arrow of any rival", []),
        ("any time, spend this card's action: draw 1 Plot; you have 30 seconds to search", []),
        ("any time: put 15 MB into your Illuminati treasury", ["Gain"]),
        ("cards under this card do not count toward the Plots you may hold", []),
        ("play any time: 1 Place gets +2 Income until the turn ends", ["StatChange.stat: Income"]),
        ("this card may aid attacks to destroy Violent Groups, whatever the alignments, with +4 when it does so", []),
        ("this card may attack Secret Groups, with +1 when it does so", ["MayJoin: control, neutralize, destroy"]),
        (
            "when this card takes part in an attack: you must treat the alignment modifiers that hurt you as nothing",
            ["Treat.may: must"],
        ),
    ],
)
def test_what_a_table_of_inwo_does_not_read_is_named(say: str, lacking: list[str]) -> None:
    """Of a sentence of INWO or SubGenius the words that no code asks for are named; without any it runs."""
    assert lacking == list(of_inwo.unread(lower(parse(say))))
    assert runs(clause(say), Ruleset("inwo", {"hooks": "inwo"})) == (not lacking)


@pytest.mark.parametrize(
    ("construction", "field", "known"),
    [
        (t.Happens, "event", events.EVENTS),
        (t.Fate, "fate", {*state.FATES, *state.DESTROYS, "relieved later"}),
        (t.Act, "verb", {*state.DEEDS, "attack", "control", "name"}),
        (t.Do, "verb", {*cards.VERBS, "shuffle"}),
        (t.OnAttack, "happens", happenings.BECOMES),
        (t.OnDeed, "deed", happenings.DEEDS),
    ],
)
def test_every_word_of_the_language_has_its_code(construction: type, field: str, known: Any) -> None:
    """What a module dispatches by has an entry for what each word that the language can write means, and no other."""
    words = literals(typing.get_type_hints(construction)[field])
    means = lexicon.FIELDS.get(f"{construction.__name__}.{field}", {})
    found = [means.get(word, word) for word in words]
    assert {each for word in found for each in (word if isinstance(word, tuple) else (word,))} == set(known)


def test_what_every_table_does_rests_on_a_statement(catalog: Catalog) -> None:
    """A limit that means nothing of its own is one that the language has, and a document says why."""
    assert set() == lexicon.BY_RULE.keys() - set(typing.get_args(RiderWords))
    assert set() == set(lexicon.BY_RULE.values()) - {row.id for row in catalog.statements}


ANN, BOB = {"illuminati": "inwo/bavarian-illuminati"}, {"illuminati": "inwo/the-network"}
MAIN = {"turn": {"phase": "main"}}
SAMPLES = {
    "each rival shows you the first Plot they draw each turn": (
        "inwo/the-great-pyramid",
        {
            "players": {
                "Ann": {**ANN, "structure": {"inwo/the-great-pyramid": {}}},
                "Bob": {**BOB, "plot_deck": ["inwo/hoax"]},
            },
            "turn": {"player": "Bob", "phase": "plots"},
        },
        [{"do": "draw-plot", "player": "Bob"}],
        lambda end, legal: ("inwo/hoax", "Ann") in end.seen,
    ),
    "this card may aid the defense of your Liberal Groups, whatever the alignments, without spending an action": (
        "inwo/france",
        {
            "players": {
                "Ann": {**ANN, "structure": {"inwo/france": {}, "inwo/democrats": {}}},
                "Bob": {**BOB, "structure": {"inwo/pentagon": {}}},
            },
            "turn": {"player": "Bob", "phase": "main"},
        },
        [
            {
                "do": "attack",
                "player": "Bob",
                "attacker": "inwo/pentagon",
                "target": "inwo/democrats",
                "kind": "destroy",
            },
            {"do": "oppose", "player": "Ann", "cards": ["inwo/france"]},
        ],
        lambda end, legal: end.tokens.get("inwo/france") == 1,
    ),
    "this card cannot be stolen, moved or unlinked": (
        "assassins/screaming-meme",
        {
            "players": {
                "Ann": {**ANN, "structure": {"inwo/democrats": {}}, "resources": ["assassins/screaming-meme"]},
                "Bob": BOB,
            },
            "links": {"assassins/screaming-meme": "inwo/democrats"},
            **MAIN,
        },
        [{"do": "link", "player": "Ann", "card": "assassins/screaming-meme", "to": "inwo/bavarian-illuminati"}],
        lambda end, legal: not legal,
    ),
}
"""A card that says a sentence, a table with it, plays, and what is so afterwards, but not when it does not say it."""


@pytest.mark.parametrize("say", SAMPLES)
def test_what_counts_as_run_does_something(catalog: Catalog, say: str) -> None:
    """What counts as run makes a difference on a table: without the sentence the same plays end otherwise."""
    card, data, plays, holds = SAMPLES[say]
    game = World(catalog, "inwo").engine_game
    silent = tuple(replace(each, sentence=None) if each.text == say else each for each in game.book[card].clauses)
    mute = replace(game, book={**game.book, card: replace(game.book[card], clauses=silent)})
    assert runs(clause(say), Ruleset("inwo", {"hooks": "inwo"}))
    assert silent != game.book[card].clauses
    assert (True, False) == tuple(holds(*played(each, data, plays)) for each in (game, mute))


def played(game: Game, data: dict, plays: list[dict]) -> tuple[Any, bool]:
    """The table after these plays, and whether the last of them was legal."""
    table, legal = table_from_data(game, data), True
    for each in plays:
        outcome = apply(table, play_from_data(game, [player.name for player in table.players], each))
        table, legal = outcome.table, outcome.verdict.ok
    return table, legal


def test_abilities_that_count_as_run_can_be_used(catalog: Catalog) -> None:
    """Every effect of an ability that runs has code that carries it out, but for what stands in for an action or
    answers by itself.
    """
    elsewhere = (t.PaysFor,)
    for record in catalog.cards:
        for each in record.clauses if record.card.game != "deluxe" else ():
            said = each.sentence.sentence if isinstance(each.sentence, t.InGame) else each.sentence
            if isinstance(said, t.Ability) and runs(each, catalog.ruleset(record.card.game)):
                lacking = [
                    type(effect)
                    for each_said in said.effects
                    for effect in (
                        each_said.effects or (each_said.choice,) if isinstance(each_said, t.OnlyIn) else (each_said,)
                    )
                    if type(effect) not in EFFECTS and not isinstance(effect, elsewhere)
                ]
                assert not lacking, (record.id, each.number)


def test_types_add_up_to_games(catalog: Catalog) -> None:
    """The figures by set and type are those by game, split."""
    figures = coverage(catalog, ())
    for game in ("deluxe", "inwo", "subgenius"):
        sets = [each.id for each in catalog.sets if each.game == game]
        for key, total in figures["clauses"][game].items():
            assert total == sum(row[key] for name in sets for row in figures["clauses_by_type"][name].values())


def test_rulings_are_counted(catalog: Catalog) -> None:
    """Passed and with a counter-case count verdicts; a ruling without a verdict counts as a ruling only."""
    first, second, third = (ruling.id for ruling in catalog.rulings[:3])
    verdicts = [
        Verdict(first, True, (line(),), counter=Verdict(first, True, (line(),))),
        Verdict(second, False, (line(ok=False),)),
    ]
    few = catalog.with_others(rulings=catalog.rulings[:3])
    assert third not in {verdict.ruling for verdict in verdicts}
    assert {"count": 3, "passed": 1, "with_counter_case": 1} == coverage(few, verdicts)["rulings"]["deluxe"]


@pytest.mark.parametrize(
    ("say", "expected"),
    [
        ("+3 to direct control of Criminal Groups", True),
        ("your Power Structure is immune to attacks made or aided by Government Groups", True),
        ("play right after an attack roll: the roll becomes 2", True),
        ("this card may take part in 2 attacks each turn", True),
        ("play any time: put 15 MB into your Illuminati treasury", False),
        ("draw 2 cards each turn instead of 1", False),
        ("Special Goal: control 5 Weird Groups", False),
    ],
)
def test_clauses_that_touch_attacks(say: str, expected: bool) -> None:
    """Bonuses, immunity, rolls and who may take part touch attacks; money, cards and goals do not."""
    assert expected == touches_attack(clause(say))


def test_a_note_is_counted_and_not_run(catalog: Catalog) -> None:
    """A note runs nowhere, and touches attacks only when it says so;
    the figures and the list of what is missing show it.
    """
    assert not runs(NOTE, catalog.ruleset("deluxe"))
    assert (False, True) == (touches_attack(NOTE), touches_attack(replace(NOTE, attack=True)))
    card = replace(catalog.card("deluxe/the-mafia"), clauses=(replace(NOTE, attack=True),), fragments=2)
    one = catalog.with_others(cards=(card,))
    assert {
        "fragments": 2,
        "accounted": 1,
        "sentences": 0,
        "notes": 1,
        "run": 0,
        "attack_sentences": 0,
        "attack_clauses": 1,
    } == coverage(one, ())["clauses"]["deluxe"]
    lists = missing(one, ())
    assert [f"{card.id}#1"] == lists["deluxe: notes"]
    assert [card.id] == lists["deluxe: cards with facts that no clause accounts for"]


def test_what_runs_is_named_by_the_engine(root: Path) -> None:
    """Every class that counts as run stands in the code of the engine, but for what terms of Deluxe do and for a part
    that goes without its name.
    """
    engine = "\n".join(
        path.read_text(encoding="utf-8")
        for path in sorted((root / "generator" / "engine").rglob("*.py"))
        if path.name != "reads.py"
    )
    terms = (root / "rules" / "deluxe" / "terms.yaml").read_text(encoding="utf-8")
    assert {t.AllowDestroy, t.PowerAgainst, t.Score} == {
        part for part in {*of_deluxe.READS, *of_inwo.READS} - set(LOWERED) if f"t.{part.__name__}" not in engine
    }
    assert "[Whispering Campaign] is played" in terms
