"""The catalog of the checkout: what it holds, how it is looked up, and the schemas that stand beside the data."""

from __future__ import annotations

import json
import re
import typing
from collections import Counter
from itertools import product
from pathlib import Path

import jsonschema
import pytest
import yaml
from msgspec.structs import fields

from generator.catalog.catalog import Catalog, UnknownStatement, selected
from generator.catalog.chapters import chapter_name
from generator.catalog.layout import SCHEMAS, schema_text
from generator.database import abilities
from generator.engine.deluxe.table import Options
from generator.engine.inwo.table import Options as InwoOptions
from generator.language import phrase
from generator.language import tree as t

SCHEMA_LINE = re.compile(r"# yaml-language-server: \$schema=(\S+)")


def data_files(root: Path) -> list[Path]:
    """Every YAML file of cards and rules."""
    return sorted([*(root / "cards").rglob("*.yaml"), *(root / "rules").rglob("*.yaml")])


# --- what it holds --------------------------------------------------------------------------------------------------


def test_the_box_is_complete(catalog: Catalog) -> None:
    """Deluxe has 8 Illuminati, 83 Groups and 15 Specials, one of them twice (dlx-components-cards)."""
    kinds = Counter(record.card.kind for record in catalog.cards if record.card.game == "deluxe")
    assert {"illuminati": 8, "group": 83, "special": 14} == kinds
    assert 106 == sum(record.copies for record in catalog.cards if record.card.set == "deluxe")
    several = {record.id: record.copies for record in catalog.cards if record.copies > 1}
    assert {"deluxe/interference": 2, "subgenius/church-of-the-subgenius": 4} == several


def test_each_game_has_its_own_words(catalog: Catalog) -> None:
    """Each game has ten alignments: INWO has Corporate where Deluxe has Communist, and Communist as an attribute
    (wdh-align-ten, sg-alignments-ten).
    """
    games = {game.id: game for game in catalog.games}
    assert ["deluxe", "inwo", "subgenius"] == sorted(games)
    assert [10, 10, 10] == [len(game.alignments) for game in catalog.games]
    assert {"Communist"} == set(games["deluxe"].alignments) - set(games["inwo"].alignments)
    assert {"Corporate"} == set(games["inwo"].alignments) - set(games["deluxe"].alignments)
    assert "Communist" in games["inwo"].attributes
    assert "SubGenius" in games["subgenius"].attributes


def test_a_card_says_what_is_printed(catalog: Catalog) -> None:
    """The Mafia: Power 7, Resistance 7, Income 6, Violent and Criminal, +3 for control of Criminal Groups
    (dlx-card-mafia).
    """
    record = catalog.card("deluxe/the-mafia")
    card = record.card
    assert (7, 7, 6) == (card.power, card.resistance, card.income)
    assert {"Violent", "Criminal"} == set(card.alignments)
    assert ["+3 to direct control of Criminal Groups"] == [clause.text for clause in card.clauses]
    assert ("dlx-card-mafia",) == card.clauses[0].cites


def test_records_know_their_place(root: Path, catalog: Catalog) -> None:
    """File and line of a record lead to the text that defines it."""
    lines = {path: path.read_text(encoding="utf-8").splitlines() for path in (root / "rules").rglob("*.[ym]*")}
    lines |= {path: path.read_text(encoding="utf-8").splitlines() for path in (root / "cards").rglob("*.yaml")}
    records = [(record.card.slug, record) for record in catalog.cards]
    records += [
        (record.id, record) for record in (*catalog.rulings, *catalog.sections, *catalog.conflicts, *catalog.terms)
    ]
    wrong = [name for name, record in records if name not in lines[root / record.file][record.line - 1]]
    assert [] == wrong


def test_a_scenario_knows_its_place(root: Path, catalog: Catalog) -> None:
    """A part of a scenario leads to its line, and a part that does not exist to the nearest whole."""
    ruling = next(ruling for ruling in catalog.rulings if "position" in ruling.scenario)
    line, column = ruling.place("position")
    text = (root / ruling.file).read_text(encoding="utf-8").splitlines()[line - 1]
    assert text[column - 1 :].strip("\"'") == ruling.scenario["position"]
    assert ruling.place("position") == ruling.place("position", "nothing", 3)
    assert (ruling.line, 1) == ruling.place("nothing")


def test_sections_are_numbered_in_order(catalog: Catalog) -> None:
    """Chapters count from 1 without a gap, and sections within their chapter; a section knows its chapter."""
    for game in catalog.games:
        sections = [section for section in catalog.sections if section.game == game.id]
        chapters = [section for section in sections if section.level == 1]
        assert [str(number) for number in range(1, len(chapters) + 1)] == [chapter.number for chapter in chapters]
        for chapter in chapters:
            inside = [section.number for section in sections if section.chapter == chapter.id and section.level == 2]
            assert [f"{chapter.number}.{number}" for number in range(1, len(inside) + 1)] == inside


def test_every_address_that_a_section_had_leads_to_it(root: Path, catalog: Catalog) -> None:
    """Each page has the anchors that people may have written down: of its own sections and of those that moved."""
    has = {f"{each.game}/{chapter_name(each.file)}#{each.id}" for each in catalog.sections}
    for its in catalog.rulesets:
        for moved in its.said.get("moved", ()):
            also = [moved["from"]] if "now" in moved else []
            has |= {f"{its.game}/{moved['from']}#{anchor}" for anchor in (*moved["sections"], *also)}
    lines = (root / "tests/addresses.txt").read_text(encoding="utf-8").splitlines()
    pages = [line.split(": ") for line in lines if not line.startswith("#")]
    assert set() == {f"{page}#{anchor}" for page, anchors in pages for anchor in anchors.split()} - has


def test_a_direct_bonus_says_which_bonus_it_replaces(catalog: Catalog) -> None:
    """Of a direct bonus and one to any attempt only the direct one counts, where a card has both for the same Groups
    (wdh-glos-direct-not-cumulative, faq-bonus-any-plus-direct-same-card): the sentence says so, with the right number.
    """
    played = [record for record in catalog.cards if record.card.game != "deluxe"]
    cards = [record.card for record in played]
    for record in played:
        said = [clause.sentence for clause in record.clauses if isinstance(clause.sentence, t.Bonus | t.BonusTo)]
        bonuses = [each for each in said if isinstance(each, t.Bonus)]
        direct = [each for each in bonuses if each.reach == "direct" and each.amount and not each.added]
        for one, other in product(direct, [each for each in bonuses if each.reach == "any attempt"]):
            both = [set(selected(each.target or t.Groups(), cards)) for each in (one, other)]
            if set(one.kinds) & set(other.kinds) and both[0] & both[1]:
                assert t.OwnBonus(other.amount, "any attempt") in one.replaces, (record.id, phrase(one))
        for own in (own for each in said for own in each.replaces if isinstance(own, t.OwnBonus)):
            reach = "direct" if own.what == "direct control" else own.what
            assert (own.amount, reach) in [(each.amount, each.reach) for each in bonuses], (record.id, phrase(own))


def test_sentences_are_spelled_canonically(catalog: Catalog) -> None:
    """Every sentence in the files is the one spelling of its meaning."""
    sentences = [(clause.text, clause.sentence) for record in catalog.cards for clause in record.clauses]
    sentences += [(term.rule.text, term.rule.tree) for term in catalog.terms]
    assert [] == [text for text, tree in sentences if tree is not None and phrase(tree) != text]


@pytest.mark.parametrize(
    ("table", "games", "fewest"), [(Options, ("deluxe",), 10), (InwoOptions, ("inwo", "subgenius"), 45)]
)
def test_conflict_records_and_engine_agree(catalog: Catalog, table: type, games: tuple[str, ...], fewest: int) -> None:
    """Where the engine can play either outcome of a conflict, it knows the same outcomes and starts from the
    one in use; an option with named outcomes is a conflict.
    """
    conflicts = {conflict.id: conflict for conflict in catalog.conflicts if conflict.game in games}
    hints = typing.get_type_hints(table)
    options = {
        field.name.replace("_", "-"): (set(typing.get_args(hints[field.name])), field.default)
        for field in fields(table)
        if typing.get_origin(hints[field.name]) is typing.Literal
    }
    expected = {
        name: ({outcome.id for outcome in conflicts[name].outcomes}, conflicts[name].default)
        for name in options
        if name in conflicts
    }
    assert len(options) >= fewest
    assert expected == options


_DEFAULT = "the table plays the default, and no option says otherwise"
NOT_PLAYED = {
    "helpers-of-an-assassination": _DEFAULT,
    "men-in-black-destroy-xists": _DEFAULT,
    "payoff-and-illuminati-agents": _DEFAULT,
    "resources-of-general-disorder": "the ruling on General Disorder plays the default, and no option says otherwise",
    "agents-after-payoff": _DEFAULT,
    "agents-of-your-own-group": _DEFAULT,
    "net-bonus-of-tv-preachers": _DEFAULT,
    "druids-linked-to-hidden-city": _DEFAULT,
    "deal-with-a-canceled-move": _DEFAULT,
    "church-of-elvis-in-the-hand": _DEFAULT,
    "gifts-and-schemes-after-a-privileged-roll": _DEFAULT,
    "near-miss-after-a-plot-was-drawn": _DEFAULT,
    "right-after-a-rivals-other-plot": _DEFAULT,
    "puppets-of-a-discarded-group": _DEFAULT,
    "two-copies-of-the-big-sellout": _DEFAULT,
    "opec-after-a-gift": _DEFAULT,
    "press-of-a-paralyzed-prince": _DEFAULT,
    "all-defenses-in-an-instant-attack": _DEFAULT,
    "ability-to-defend-against-a-secret-group": _DEFAULT,
    "agents-where-nobody-may-aid": _DEFAULT,
    "aid-that-was-illegal-for-a-while": _DEFAULT,
    "another-roll-for-a-secret-attacker": _DEFAULT,
    "answers-before-a-plot-takes-effect": _DEFAULT,
    "antitrust-how-long": _DEFAULT,
    "attacker-paralyzed-in-mid-attack": _DEFAULT,
    "blitzkrieg-after-a-gift": _DEFAULT,
    "bonus-that-a-card-may-give": _DEFAULT,
    "plots-while-a-group-deck-is-looked-at": _DEFAULT,
    "boy-sprouts": "nothing but a name depends on it",
    "bribery-without-an-arrow": "there is no play that lays a Group without an arrow",
    "calling-off-an-illegal-attack": _DEFAULT,
    "canceling-a-disaster-that-others-joined": _DEFAULT,
    "discarded-for-a-canceled-attack": _DEFAULT,
    "captured-with-a-master-all-the-same": _DEFAULT,
    "claiming-in-a-turn-that-a-card-ends": _DEFAULT,
    "clone-whose-attack-fails": _DEFAULT,
    "communists-against-a-fanatic-communist": _DEFAULT,
    "chinese-donors": "a Group takes one set of alignments into an attack",
    "deep-agent-answered-at-once": _DEFAULT,
    "dittoheads-in-hand": _DEFAULT,
    "drawing-abilities-in-the-beginning": _DEFAULT,
    "flu-of-a-killed-disorder": _DEFAULT,
    "drawn-for-an-attack-called-off": _DEFAULT,
    "drug-companies-target-changes": _DEFAULT,
    "earth-magic-by-other-players": _DEFAULT,
    "eff-and-help-from-other-players": _DEFAULT,
    "protection-against-immune-attackers": _DEFAULT,
    "immunity-to-an-ability-that-helps": _DEFAULT,
    "israel-in-a-discordian-attack": _DEFAULT,
    "stealing-an-unseen-discard": _DEFAULT,
    "extra-group-cards-at-eight": _DEFAULT,
    "fanatics-of-the-assassins": _DEFAULT,
    "buying-with-frozen-groups": _DEFAULT,
    "liberal-at-times-from-the-hand": _DEFAULT,
    "finger-and-the-attack-it-helps": _DEFAULT,
    "bronze-head-and-the-end-of-the-turn": _DEFAULT,
    "playing-a-plot-about-to-be-discarded": _DEFAULT,
    "duplicate-plots-after-the-roll": _DEFAULT,
    "substitute-that-pays-alone": _DEFAULT,
    "group-lost-to-the-ark": _DEFAULT,
    "sacred-jests-and-a-plot-taken-back": _DEFAULT,
    "playing-a-plot-in-danger": _DEFAULT,
    "first-player-ties": "a game of Deluxe is set up with a roll that has no tie",
    "free-defense-by-lama-ramadingdong": _DEFAULT,
    "go-fish-after-your-own": _DEFAULT,
    "mothers-march-and-the-roll": _DEFAULT,
    "liquor-companies-before-the-draw": _DEFAULT,
    "security-leak-and-chosen-plots": _DEFAULT,
    "men-in-black-in-a-rivals-attack": _DEFAULT,
    "mi-5-and-plots-exposed-as-drawn": _DEFAULT,
    "moved-token-made-illegal": _DEFAULT,
    "sputum-in-opposition": _DEFAULT,
    "comet-on-what-stays": _DEFAULT,
    "token-lost-to-a-forgotten-roll": _DEFAULT,
    "what-a-token-may-answer": _DEFAULT,
    "two-linked-copies-of-a-plot": _DEFAULT,
    "bodyguard-on-a-failed-assassination": _DEFAULT,
    "special-of-an-attack-called-off": _DEFAULT,
    "control-bonuses-in-attacks-to-neutralize": _DEFAULT,
    "voudonistas-and-general-defenses": _DEFAULT,
    "alien-abduction-and-bans-on-takeovers": _DEFAULT,
    "flying-saucer-without-a-takeover": _DEFAULT,
    "nwo-and-a-group-in-hand": _DEFAULT,
    "great-pyramid-on-other-turns": _DEFAULT,
    "hidden-city-and-coastal-disasters": _DEFAULT,
    "hidden-city-position": _DEFAULT,
    "instant-attack-within-an-attack": "a table has one attack under way",
    "just-played-by-automatic-takeover": _DEFAULT,
    "lasers-and-illuminati": "an Illuminati has no alignments in the attack sum",
    "libertarians-and-later-changes": _DEFAULT,
    "libertarians-as-the-target": _DEFAULT,
    "libertarians-double-before-additions": _DEFAULT,
    "libertarians-without-an-attack": _DEFAULT,
    "linked-plot-answered-at-once": _DEFAULT,
    "links-illegal-without-a-limit": _DEFAULT,
    "named-under-the-immunity-of-another": _DEFAULT,
    "nothing-but-defend": _DEFAULT,
    "number-of-players": "a table of seven players is refused before anything is played",
    "nutrition-nazis-twice": _DEFAULT,
    "other-payers-of-a-canceled-plot": _DEFAULT,
    "permanent-link-answered-at-once": _DEFAULT,
    "paralysis-answered-at-once": _DEFAULT,
    "partition-reunited": _DEFAULT,
    "plot-under-a-paralyzed-group": _DEFAULT,
    "plot-under-fidel-castro": _DEFAULT,
    "plots-about-computers": _DEFAULT,
    "power-of-a-destroyed-helper": _DEFAULT,
    "power-of-a-price-that-falls": _DEFAULT,
    "pstench-on-a-goal-that-stays": _DEFAULT,
    "pstench-without-a-goal": _DEFAULT,
    "puppets-of-a-reunited-half": _DEFAULT,
    "random-jesii-keeps-one-hidden": _DEFAULT,
    "resource-for-reverse-whammy": _DEFAULT,
    "reload-before-a-canceled-disaster": _DEFAULT,
    "plot-of-aid-that-becomes-illegal": _DEFAULT,
    "resource-in-a-canceled-disaster": _DEFAULT,
    "resource-on-the-master-of-a-secret-group": _DEFAULT,
    "robo-bob-below-a-captured-master": _DEFAULT,
    "robo-bob-on-a-place-of-nobody": _DEFAULT,
    "schizm-by-a-third-player": _DEFAULT,
    "second-ban-of-nevermore": _DEFAULT,
    "second-copy-after-a-canceled-helper": _DEFAULT,
    "space-places-and-warming": _DEFAULT,
    "smite-them-all-and-the-illuminati": _DEFAULT,
    "standing-bonus-and-its-link": _DEFAULT,
    "start-of-turn-and-a-new-card": _DEFAULT,
    "swingers-and-itself": _DEFAULT,
    "tokens-for-a-marked-group": _DEFAULT,
    "too-many-goals": "what players decide on then is no rule",
    "unique-resource-destroyed": "no card brings a destroyed Resource back",
    "unique-resource-in-play": "no card allows a second copy of a Unique Resource",
    "two-fingers-in-one-attack": _DEFAULT,
    "turn-of-the-relief-by-survivalists": _DEFAULT,
    "volunteer-aid-by-other-players": _DEFAULT,
    "used-to-interfere": _DEFAULT,
    "wall-street-reads-itself": _DEFAULT,
    "what-an-instant-attack-fixes": _DEFAULT,
    "what-makes-a-plot-magic": "no option says otherwise",
    "what-makes-an-attack-magic": "an attack is Magic by any card used in it, and no option says otherwise",
    "who-waits-for-a-goal-too-many": _DEFAULT,
    "whose-pile-a-destroyed-resource-joins": _DEFAULT,
    "action-after-a-canceled-whispering-campaign": _DEFAULT,
    "big-prawn-and-cover-of-darkness": _DEFAULT,
    "bonus-against-a-narrow-immunity": _DEFAULT,
    "canceling-aid-to-the-second-bullet": _DEFAULT,
    "copy-of-a-hidden-unique-resource": _DEFAULT,
    "deck-that-has-run-out": _DEFAULT,
    "direct-bonus-of-a-group-that-boosts-a-plot": _DEFAULT,
    "gifts-under-a-zap": _DEFAULT,
    "helper-of-a-canceled-assassination": _DEFAULT,
    "helper-that-loses-its-alignment": _DEFAULT,
    "illuminati-of-a-canceled-unmasked": _DEFAULT,
    "lasers-during-an-attack": _DEFAULT,
    "magic-goes-away-and-goals": _DEFAULT,
    "recyclers-how-often": _DEFAULT,
    "resources-in-the-rain-of-prairie-squid": _DEFAULT,
    "schizm-and-a-ban-on-control": _DEFAULT,
    "schizm-without-an-open-arrow": _DEFAULT,
    "target-that-changes-hands": _DEFAULT,
    "tokens-lost-to-a-nuclear-accident": _DEFAULT,
    "trade-of-the-last-group": _DEFAULT,
    "unmasked-in-an-attack-by-the-illuminati": _DEFAULT,
    "vacation-to-a-rival": _DEFAULT,
    "what-cthulhu-draws-for": _DEFAULT,
    "what-the-second-bullet-adds": _DEFAULT,
    "move-answered-at-once": _DEFAULT,
    "ability-answered-by-a-paralysis": _DEFAULT,
    "takeover-after-an-illegal-one": _DEFAULT,
}
"""Conflicts whose outcomes no ruling plays and no position shows, and why."""


def test_every_outcome_of_a_conflict_is_played(catalog: Catalog) -> None:
    """Every outcome of a conflict has a position in the calculator or is played by a ruling, but for the conflicts that
    say why not.
    """
    played = set()
    for ruling in catalog.rulings:
        own = ruling.scenario.get("table") or {}
        other = (ruling.scenario.get("counter") or {}).get("table") or own
        agreed = [
            {name.replace("_", "-"): value for name, value in (each.get("options") or {}).items()}
            for each in (own, other)
        ]
        for conflict in catalog.conflicts:
            if conflict.game == ruling.game and any(conflict.id in options for options in agreed):
                played |= {(conflict.id, options.get(conflict.id, conflict.default)) for options in agreed}
    silent = {
        conflict.id
        for conflict in catalog.conflicts
        if any(not outcome.position and (conflict.id, outcome.id) not in played for outcome in conflict.outcomes)
    }
    assert sorted(NOT_PLAYED) == sorted(silent)


# --- looking things up ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("The Mafia", "The Mafia"),
        ("mafia", "The Mafia"),
        ("  THE MÁFIA! ", "The Mafia"),
        ("deluxe/the-mafia", "The Mafia"),
        ("cia", "C.I.A."),
        ("C I A", "C.I.A."),
        ("smof", "S.M.O.F."),
        ("SLA", "Semiconscious Liberation Army"),
        ("murphys law", "Murphy's Law"),
        ("Boy Scouts", "Boy Sprouts"),
        ("bavarian", "The Bavarian Illuminati"),
        ("society discordian", "The Discordian Society"),
        ("egfabt", "Evil Geniuses For a Better Tomorrow"),
    ],
)
def test_a_card_is_found_however_it_is_remembered(catalog: Catalog, name: str, expected: str) -> None:
    """Case, accents, punctuation and "the" do not matter; ids, other names, initials and telling words will do."""
    found = catalog.find(name)
    assert found.record is not None
    assert expected == found.record.card.name


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("IRS", ["deluxe/i-r-s", "inwo/i-r-s"]),
        ("i.r.s.", ["deluxe/i-r-s", "inwo/i-r-s"]),
        ("internal revenue service", ["deluxe/i-r-s", "inwo/i-r-s"]),
        ("inwo/i-r-s", ["deluxe/i-r-s", "inwo/i-r-s"]),
        (
            "secrets man was not meant to know",
            ["deluxe/secrets-man-was-not-meant-to-know", "inwo/secrets-man-was-not-meant-to-know"],
        ),
        ("convenience stores", ["assassins/convenience-stores", "deluxe/convenience-stores"]),
        ("bjorne", ["inwo/bjorne"]),
        ("BJØRNË", ["inwo/bjorne"]),
        ("18 1/2 minute gap", ["inwo/18-1-2-minute-gap"]),
        ("18½ minute gap", ["inwo/18-1-2-minute-gap"]),
        ("18.5-minute gap", ["inwo/18-1-2-minute-gap"]),
        ("savings and loan scam", ["inwo/savings-loan-scam"]),
        ("S & L scam", ["inwo/savings-loan-scam"]),
        ("savings & loans", ["inwo/savings-and-loans"]),
        ("reach out...", ["inwo/reach-out"]),
        ("lets kill all the lawyers", ["inwo/the-first-thing-we-do-lets-kill-all-the-lawyers"]),
        ("nice idea its mine now", ["inwo/nice-idea-its-mine-now"]),
        ("mi 5", ["inwo/mi-5"]),
        ("witch", ["inwo/w-i-t-c-h"]),
        ("registered trademark", ["assassins/regi-tered-trademark"]),
        ("tanstaafl", ["assassins/tanstaafl"]),
        ("bobbies", ["subgenius/bobbies"]),
        ("“Bobbies”", ["subgenius/bobbies"]),
        ("antibob", ["subgenius/the-antibob"]),
        ("the anti-bob", ["subgenius/the-antibob"]),
        ("frop farm", ["subgenius/frop-farm"]),
        ("or kill me", ["subgenius/or-kill-me"]),
        ("13013", ["subgenius/13013"]),
        ("k’taden legume", ["subgenius/dr-ktaden-legume"]),
        ("sputum", ["subgenius/s-p-u-t-u-m"]),
        ("subgenius.com", ["subgenius/www-subgenius-com"]),
    ],
)
def test_a_card_is_found_in_every_game_that_has_it(catalog: Catalog, name: str, expected: list[str]) -> None:
    """Initials, accents, quotes, fractions and ampersands do not matter; a name that games share finds the card of
    each.
    """
    found = catalog.find(name)
    assert found.record is not None, found.suggestions
    assert expected == sorted(record.id for record in (found.record, *found.others))


def test_an_id_finds_the_card_of_that_game(catalog: Catalog) -> None:
    """Where games share a name, the id says which card comes first."""
    for card_id in ("inwo/i-r-s", "deluxe/i-r-s"):
        found = catalog.find(card_id)
        assert found.record is not None
        assert card_id == found.record.id


def test_every_name_finds_its_card(catalog: Catalog) -> None:
    """Each name and alias, as printed, without its punctuation, and each id finds the card; the same name is in no card
    of its own game.
    """
    for record in catalog.cards:
        plain = re.sub(r"[^\w\s]", "", record.card.name)
        for spelling in (record.card.name, record.card.name.upper(), plain, record.id, *record.aliases):
            found = catalog.find(spelling)
            assert found.record is not None, (spelling, found.suggestions)
            assert record.id in [each.id for each in (found.record, *found.others)], spelling
        games = [record.card.game, *(other.card.game for other in catalog.same_name(record.card))]
        assert len(games) == len(set(games)), record.id


def test_the_same_name_in_other_games(catalog: Catalog) -> None:
    """A card knows the cards of its name in other games, whatever their kind and a leading "the"."""
    names = {
        card: [other.id for other in catalog.same_name(catalog.card(card).card)]
        for card in ("inwo/orbital-mind-control-lasers", "deluxe/the-ufos", "inwo/bjorne")
    }
    assert {
        "inwo/orbital-mind-control-lasers": ["deluxe/orbital-mind-control-lasers"],
        "deluxe/the-ufos": ["inwo/ufos"],
        "inwo/bjorne": [],
    } == names


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Mafai", "The Mafia"),
        ("Discordain Society", "The Discordian Society"),
        ("scout", "Boy Sprouts"),
        ("Boy Scoots", "Boy Sprouts"),
    ],
)
def test_a_misspelled_card_is_suggested(catalog: Catalog, name: str, expected: str) -> None:
    """A name that no card has is answered with the cards that may have been meant."""
    found = catalog.find(name)
    assert found.record is None
    assert expected in found.suggestions


@pytest.mark.parametrize("name", ["", "!!!", "qqqqqqqq"])
def test_nonsense_finds_nothing(catalog: Catalog, name: str) -> None:
    """A name without letters, or like no card's, finds nothing and suggests nothing."""
    found = catalog.find(name)
    assert (None, ()) == (found.record, found.suggestions)


def test_a_name_of_several_cards_finds_none(catalog: Catalog) -> None:
    """Words that several cards share are answered with all of them."""
    found = catalog.find("activists")
    assert found.record is None
    assert ["Anti-Nuclear Activists", "Antiwar Activists", "Black Activists", "Gay Activists"] == sorted(
        found.suggestions
    )


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("dlx-position-10-5-2", "Deluxe rules, p. 5"),
        ("dlx-aid-transferable", "Deluxe rules, pp. 4–5"),
        ("dlx-card-bavarian", "Deluxe rules, Card list: Illuminati"),
    ],
)
def test_a_citation_prints_document_and_page(catalog: Catalog, statement: str, expected: str) -> None:
    """A citation is the short name of the document and the page, or the part where there are no page numbers."""
    assert expected == catalog.source(statement)


def test_opposites_work_both_ways(catalog: Catalog) -> None:
    """Government and Communist, and so on, are each other's opposite; Fanatic is its own;
    Criminal has none (dlx-sum-alignments).
    """
    opposites = catalog.rules("deluxe").opposites
    assert {name: other for other, name in opposites.items()} == opposites
    assert ("Communist", "Government", "Fanatic", None) == tuple(
        opposites.get(name) for name in ("Government", "Communist", "Fanatic", "Criminal")
    )


def test_rules_hold_every_term_and_requirement(catalog: Catalog) -> None:
    """What the engine gets are all terms and requirements of the game, in the order of the file;
    11 and 12 always fail.
    """
    rules = catalog.rules("deluxe")
    expected = [term.id for term in catalog.terms if term.game == "deluxe" and term.part != "goal"]
    assert expected == [rule.id for rule in (*rules.terms, *rules.requirements)]
    assert 11 == rules.fails_from


def test_a_selector_finds_cards_by_what_is_printed(catalog: Catalog) -> None:
    """`Communist Groups` are those with that alignment, `[…]` the cards of that name, numbers are compared."""
    cards = [record.card for record in catalog.cards if record.card.game == "deluxe"]
    assert {card.name for card in cards if "Communist" in card.alignments} == {
        card.name for card in selected("Communist Groups", cards)
    }
    assert ["The Mafia"] == [card.name for card in selected("[The Mafia]", cards)]
    assert {card.name for card in cards if card.kind == "group" and card.power >= 6} == {
        card.name for card in selected("Groups with Power 6 or more", cards)
    }


# --- schemas --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(SCHEMAS))
def test_schema_files_are_up_to_date(root: Path, path: str) -> None:
    """Each schema file is what the one definition makes; `python -m generator.catalog` writes them anew."""
    assert schema_text(path) == (root / path).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted(SCHEMAS))
def test_schemas_are_schemas(path: str) -> None:
    """Each schema is valid itself."""
    jsonschema.Draft202012Validator.check_schema(json.loads(schema_text(path)))


def test_every_data_file_names_its_schema_and_obeys_it(root: Path) -> None:
    """Each YAML file begins with the line that tells editors its schema, and is valid by it."""
    wrong = {}
    for path in data_files(root):
        text = path.read_text(encoding="utf-8")
        line = SCHEMA_LINE.match(text)
        schema = (path.parent / line.group(1)).resolve() if line else None
        if schema is None or schema.relative_to(root).as_posix() not in SCHEMAS:
            wrong[path.relative_to(root).as_posix()] = ["no schema"]
            continue
        validator = jsonschema.Draft202012Validator(json.loads(schema.read_text(encoding="utf-8")))
        errors = [error.message for error in validator.iter_errors(yaml.safe_load(text))]
        if errors:
            wrong[path.relative_to(root).as_posix()] = errors
    assert {} == wrong


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("power: 7", "power: seven"),
        ("alignments: [", "alignments: [Silly, "),
        ("resistance:", "resistence:"),
        ("kind: group", "kind: groop"),
    ],
)
def test_the_schema_of_cards_sees_mistakes(root: Path, before: str, after: str) -> None:
    """A word for a number, an unknown alignment, key or kind does not obey the schema."""
    schema = json.loads(schema_text("cards/card.schema.json"))
    text = (root / "cards/deluxe/groups.yaml").read_text(encoding="utf-8")
    assert jsonschema.Draft202012Validator(schema).is_valid(yaml.safe_load(text))
    assert not jsonschema.Draft202012Validator(schema).is_valid(yaml.safe_load(text.replace(before, after, 1)))


def test_no_file_is_passed_over(root: Path, catalog: Catalog) -> None:
    """Cards and rules hold no file that reading would silently leave out."""
    known = {*SCHEMAS, "cards/sets.yaml", "rules/documents.yaml", "rules/synonyms.yaml"}
    known |= {f"rules/{part.game}/quick.yaml" for part in catalog.quick} | {
        f"rules/{each.game}/figures.yaml" for each in catalog.figures
    }
    known |= {f"rules/statements/{document.id}.jsonl" for document in catalog.documents}
    for records in (
        catalog.cards,
        catalog.sections,
        catalog.glossary,
        catalog.conflicts,
        catalog.terms,
        catalog.rulings,
        catalog.errata,
        catalog.changes,
        catalog.faq,
        catalog.differences,
    ):
        known |= {record.file for record in records}
    known |= {f"rules/{game.id}/game.yaml" for game in catalog.games}
    files = {
        path.relative_to(root).as_posix()
        for folder in ("cards", "rules")
        for path in (root / folder).rglob("*")
        if path.is_file()
    }
    assert set() == files - known - {abilities.FILE}


def test_every_card_named_in_a_text_is_linked(catalog: Catalog) -> None:
    """A name of several words stands in brackets at least once in each paragraph, answer or record that has it."""
    texts: list[tuple[str, str, str]] = []
    for section in catalog.sections:
        texts += [
            (section.game, f"{section.file}:{block.line}", block.markdown)
            for block in section.blocks
            if block.kind == "text"
        ]
    texts += [(entry.game, entry.id, text) for entry in catalog.faq for text in (entry.question, entry.answer)]
    texts += [(entry.game, entry.id, entry.meaning) for entry in catalog.glossary]
    texts += [(change.game, change.id, text) for change in catalog.changes for text in (change.says, change.was or "")]
    for conflict in catalog.conflicts:
        says = [each.says for part in (conflict.sources, conflict.outcomes) for each in part]
        texts += [(conflict.game, conflict.id, text) for text in (conflict.question, conflict.why, *says)]
    unlinked = []
    for game in catalog.games:
        names = sorted(
            (record.card.name for record in catalog.cards if record.card.game == game.id), key=len, reverse=True
        )
        several = re.compile(rf"(?<!\w)(?:{'|'.join(re.escape(name) for name in names if ' ' in name)})(?!\w)")
        for place, text in ((place, text) for of, place, text in texts if of == game.id):
            plain = re.sub(r"\[\[.*?\]\]", " ", text)
            unlinked += [(place, name) for name in several.findall(plain) if f"[[{name}" not in text]
    assert [] == unlinked


def test_a_statement_that_the_program_cites_and_nobody_has(catalog: Catalog) -> None:
    """It is told as a problem with a place, and not as an error of Python."""
    with pytest.raises(UnknownStatement) as caught:
        catalog.source("wdh-no-such")
    assert [
        "rules/statements:1:1: unknown-statement: the program cites 'wdh-no-such', which no document has; put it back"
    ] == list(map(str, caught.value.problems))
