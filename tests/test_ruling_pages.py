"""Ruling pages: every play and expectation in plain words, tables drawn where the cards lie, nothing raw."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import get_args
from xml.etree import ElementTree

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import Pages
from msgspec.structs import fields

from generator.catalog.catalog import Catalog
from generator.catalog.prose import LINK
from generator.catalog.read import read_catalog
from generator.engine.deluxe import plays
from generator.engine.deluxe.plays import Play
from generator.engine.deluxe.table import Options, Table
from generator.engine.geometry import facing
from generator.engine.goal_line import read_goal_line
from generator.engine.inwo import plays as inwo_plays
from generator.engine.inwo import table as inwo_table
from generator.engine.position import read_position
from generator.engine.situation import Ledger
from generator.engine.structure import Structure
from generator.engine.tables import play_from_data, table_from_data
from generator.meaning.lexicon import LASTS
from generator.rulings import (
    SUBJECTS,
    Expectation,
    SeenStep,
    SeenTable,
    World,
    read_scenarios,
    restored,
    run_all,
    see,
    steps_of,
)
from generator.site import tables, words
from generator.site.book import Book
from generator.site.games import sentences as told_plays
from generator.site.headlines import answered, headline, lead
from generator.site.prose import Prose
from generator.site.views import ledger_view
from generator.site.voice import Voice
from generator.structs import as_data, replace

SVG = ""


@pytest.fixture(scope="module")
def catalog(root: Path) -> Catalog:
    """The checked data."""
    return read_catalog(root)


@pytest.fixture(scope="module")
def world(catalog: Catalog) -> World:
    """The game, ready to play."""
    return World(catalog, "deluxe")


@pytest.fixture(scope="module")
def voice(catalog: Catalog) -> Voice:
    """What speaks on the page of a ruling."""
    book = Book(catalog)
    return Voice(book, "deluxe", Prose(book, "deluxe", "rulings/figure-2/", tooltips=False))


@pytest.fixture(scope="module")
def inwo_voice(voice: Voice) -> Voice:
    """The same of INWO."""
    return Voice(voice.book, "inwo", Prose(voice.book, "inwo", "rulings/figure-2/", tooltips=False))


def plain(html: str) -> str:
    """The text of some HTML."""
    found: list[str] = []
    parser = HTMLParser()
    parser.handle_data = found.append  # type: ignore[method-assign]
    parser.feed(html)
    return "".join(found)


def table(world: World, **more: object) -> Table:
    """Ann's Bavarian Illuminati with Texas, Ben's UFOs with the Hackers."""
    players = {
        "Ann": {"illuminati": "the-bavarian-illuminati", "structure": ["texas"], "specials": ["deep-agent"]},
        "Ben": {"illuminati": "the-ufos", "structure": ["hackers"], "money": 5},
    }
    return table_from_data(world.engine_game, {"players": players, "uncontrolled": ["recyclers"], **more})


# --- plays ----------------------------------------------------------------------------------------------------------

SENTENCES = [
    (
        {
            "do": "announce",
            "attacker": "the-bavarian-illuminati",
            "target": "recyclers",
            "kind": "control",
            "aid": ["texas"],
            "privilege": "deep-agent",
        },
        (
            "Ann attacks to control Recyclers with The Bavarian Illuminati, aided by Texas; privileged by "
            "discarding Deep Agent."
        ),
    ),
    (
        {
            "do": "announce",
            "attacker": "texas",
            "target": "hackers",
            "kind": "destroy",
            "specials": ["deep-agent"],
            "privilege": "the-bavarian-illuminati",
            "claim": 3,
        },
        (
            "Ann attacks to destroy Hackers with Texas, with a claimed Power of 3, and plays Deep Agent; "
            "privileged by the ability of The Bavarian Illuminati."
        ),
    ),
    (
        {"do": "spend", "player": "Ben", "amount": 3},
        "Ben spends 3 MB from the treasury of The UFOs against the attack.",
    ),
    ({"do": "spend", "amount": 2, "card": "texas"}, "Ann spends 2 MB from the treasury of Texas on the attack."),
    ({"do": "roll", "dice": 7}, "The roll is 7."),
    ({"do": "resolve"}, "The attack is resolved."),
    (
        {"do": "resolve", "side": "top", "sides": {"texas": "left"}, "transfer": 3},
        (
            "The attack is resolved, and a captured Group goes to the top arrow, Texas on the left arrow of its master;"
            " 3 MB move to it at once."
        ),
    ),
    ({"do": "aid", "groups": ["texas", "hackers"]}, "Ann aids the attack with Texas and Hackers."),
    ({"do": "privilege", "special": "deep-agent"}, "Ann declares the attack privileged with Deep Agent."),
    ({"do": "call-off"}, "Ann calls the attack off."),
    ({"do": "income"}, "Ann collects Income."),
    (
        {"do": "income", "forgo": ["Ben"], "taxes": {"Ben": {"texas": 2}}, "upkeep": "master", "claim": 9},
        (
            "Ann collects Income; Ben pays no tax; Ben pays tax with 2 MB from Texas; the master of a Group that costs "
            "money pays for it; the hidden Illuminati are said to have Income 9."
        ),
    ),
    ({"do": "draw", "face_up": True}, "Ann draws and lays Specials face up."),
    ({"do": "pass"}, "Ann passes."),
    ({"do": "end-turn"}, "Ann ends the turn."),
    ({"do": "accuse", "accused": "Ben", "illuminati": "the-ufos"}, "Ann accuses Ben of hiding The UFOs."),
    ({"do": "choose-goal", "goal": "the-network"}, "Ann writes down the Goal of The Network."),
    ({"do": "reveal-goal"}, "Ann shows the Goal written down."),
    ({"do": "leave", "player": "Ben", "caught": True}, "Ben is thrown out for cheating."),
    ({"do": "leave"}, "Ann leaves the game."),
    ({"do": "use", "card": "deep-agent"}, "Ann plays Deep Agent."),
    (
        {"do": "use", "card": "bribery", "target": "recyclers", "master": "texas", "side": "top"},
        "Ann plays Bribery on Recyclers, which goes to the top arrow of Texas.",
    ),
    (
        {
            "do": "use",
            "card": "orbital-mind-control-lasers",
            "target": "texas",
            "change": "reverse",
            "alignment": "Violent",
        },
        "Ann uses Orbital Mind Control Lasers: Texas changes from Violent to its opposite.",
    ),
    (
        {"do": "use", "card": "computer-espionage", "whom": "Ben"},
        "Ann plays Computer Espionage to see the Specials of Ben.",
    ),
    (
        {"do": "use", "card": "the-bavarian-illuminati", "money": {"texas": 4}, "arrange": {"left": {"texas": {}}}},
        "Ann uses The Bavarian Illuminati to leave 4 MB on Texas: Texas (left) under The Bavarian Illuminati.",
    ),
    (
        {"do": "abolish", "specials": ["bribery", "deep-agent"]},
        "Ann discards Bribery and Deep Agent against the privilege.",
    ),
    ({"do": "show", "special": "deep-agent"}, "Ann lays Deep Agent face up."),
    ({"do": "show", "special": "deep-agent", "face-up": False}, "Ann lays Deep Agent face down."),
    (
        {"do": "transfer", "card": "texas", "to": "hackers", "amount": 2, "action": True},
        "Ann moves 2 MB from Texas to Hackers, as an action.",
    ),
    (
        {"do": "move", "group": "texas", "master": "hackers", "side": "top"},
        "Ann moves Texas to the top arrow of Hackers.",
    ),
    ({"do": "drop", "group": "texas"}, "Ann drops Texas."),
    (
        {"do": "trade", "to": "Ben", "gives": {"groups": ["texas"]}, "gets": {"money": 6, "specials": ["bribery"]}},
        "Ann gives Texas to Ben for 6 MB and Bribery.",
    ),
    (
        {"do": "trade", "to": "Ben", "gives": {"money": 1}, "consent": False, "money-from": "texas"},
        "Ann wants to give 1 MB to Ben, the money from Texas, but Ben does not agree.",
    ),
    (
        {"do": "agree", "to": "Ben", "gives": {"money": 10}, "gets": {"groups": ["hackers"]}},
        "Ann and Ben agree: 10 MB for Hackers, to be delivered at once.",
    ),
    (
        {"do": "agree", "to": "Ben", "gives": {"money": 10}, "later": True},
        "Ann promises 10 MB to Ben, to be delivered later.",
    ),
    (
        {"do": "deliver", "to": "Ben", "places": {"texas": ["hackers", "top"]}, "drops": ["recyclers"]},
        "Ann delivers to Ben what was agreed; Texas goes to the top arrow of Hackers; dropped for it: Recyclers.",
    ),
    ({"do": "say", "text": "<b>Beware</b>."}, "Ann says: “<b>Beware</b>”."),
]


@pytest.mark.parametrize(("data", "sentence"), SENTENCES, ids=[data["do"] for data, _ in SENTENCES])
def test_a_play_in_words(world: World, voice: Voice, data: dict, sentence: str) -> None:
    """A play is told as a sentence, with the names of cards."""
    start = table(world)
    play = play_from_data(world.engine_game, ["Ann", "Ben"], data)
    step = SeenStep(play.player or "Ann", True, (), (), attacking="Ann")
    assert sentence == plain(words.play_words(play, step, see(start), voice))


INWO_SENTENCES = [
    ({"do": "lay-illuminati"}, "Ann puts their Illuminati face down."),
    ({"do": "lead", "card": "russia", "side": "left"}, "Ann chooses Russia as the lead, which goes to the left arrow."),
    ({"do": "begin", "rolls": {"Ann": 9, "Ben": 4}}, "They roll for the first turn: Ann 9 and Ben 4."),
    ({"do": "draw-plot"}, "Ann draws a Plot."),
    ({"do": "draw-plot", "amount": 1}, "Ann draws 1 Plot at first."),
    ({"do": "draw-group", "player": "Ben"}, "Ben draws a Group card."),
    ({"do": "draw-group", "amount": 2}, "Ann draws 2 Group cards at first."),
    (
        {"do": "take-over", "card": "dentists", "master": "russia", "side": "top"},
        "Ann takes over Dentists without a roll, which goes to the top arrow of Russia.",
    ),
    (
        {"do": "take-over", "card": "dentists", "allowed": True},
        "Ann takes over Dentists without a roll, and the rival whose card forbids it lets it happen.",
    ),
    ({"do": "place-tokens"}, "Ann places Action tokens."),
    ({"do": "proceed", "to": "claims"}, "Ann moves on to the claims of victory."),
    ({"do": "knock"}, "Ann knocks."),
    (
        {"do": "claim", "goals": ["basic", "special", "up-against-the-wall"]},
        "Ann declares victory by the Basic Goal, the Special Goal and Up Against the Wall.",
    ),
    ({"do": "finish"}, "Nobody else claims victory or answers."),
    ({"do": "leave"}, "Ann leaves the game."),
    (
        {"do": "buy", "by": ["russia", "pentagon"]},
        "Ann buys a Plot, spending Action tokens of Russia and Pentagon.",
    ),
    (
        {"do": "buy", "by": ["bavarian-illuminati"], "what": "group"},
        "Ann buys a Group card, spending an Action token of Bavarian Illuminati.",
    ),
    (
        {"do": "use", "card": "hoax", "cancels": "car-bomb", "by": ["russia", "russia"], "player": "Ben"},
        "Ben plays Hoax to cancel Car Bomb, spending Action tokens of Russia (twice).",
    ),
    (
        {"do": "use", "card": "hoax", "cancels": "russia"},
        "Ann plays Hoax to cancel the action just taken by Russia.",
    ),
    (
        {
            "do": "use",
            "card": "cyborg-soldiers",
            "clause": 2,
            "on": ["russia"],
            "whom": "Ben",
            "option": 2,
            "choose": ["Violent", "dentists"],
            "amount": 3,
            "discard": ["hoax"],
            "dice": [3, 4],
            "take": ["sabotage"],
            "master": "pentagon",
            "side": "left",
            "sides": {"russia": "top"},
            "seconds": 30,
        },
        (
            "Ann uses ability 2 of Cyborg Soldiers on Russia; the player chosen is Ben, choosing option 2,"
            " choosing Violent and Dentists, naming the number 3, discarding Hoax, rolling 3 and 4; it"
            " finds Sabotage, which goes to the left arrow of Pentagon, Russia on the top arrow of its master, which"
            " takes 30 seconds."
        ),
    ),
    (
        {"do": "use", "card": "bermuda-triangle", "whom": "Ben", "arrange": {"left": {"russia": {}}}},
        "Ann uses Bermuda Triangle on Ben: Russia (left) under Bavarian Illuminati.",
    ),
    (
        {"do": "substitute", "card": "hoax", "by": ["russia"]},
        "Ann replaces the canceled action of Hoax, spending an Action token of Russia.",
    ),
    ({"do": "draw-on"}, "Ann draws the next card."),
    ({"do": "discard", "cards": ["hoax", "dentists"]}, "Ann discards Hoax and Dentists."),
    ({"do": "return", "card": "hoax"}, "Ann puts Hoax at the bottom of its deck."),
    ({"do": "return", "card": "hoax", "depth": 0}, "Ann puts Hoax on top of its deck."),
    ({"do": "return", "card": "hoax", "depth": 3}, "Ann puts Hoax under the top 3 cards of its deck."),
    ({"do": "expose", "card": "hoax~2"}, "Ann exposes Hoax."),
    ({"do": "show", "card": "hoax", "whom": "Ben"}, "Ann shows Hoax to Ben alone."),
    ({"do": "remove-tokens", "cards": ["russia"]}, "Ann removes an Action token from Russia."),
    (
        {"do": "relief", "place": "new-york", "by": ["russia"]},
        "Ann gives Relief to New York, spending an Action token of Russia.",
    ),
    ({"do": "unzap", "whom": "Ben"}, "Ann removes the Zaps from Ben with an Illuminati action."),
    ({"do": "unzap", "whom": "Ben", "by": ["ufos"]}, "Ann removes the Zaps from Ben with an Illuminati action."),
    (
        {
            "do": "give",
            "to": "Ben",
            "cards": ["pentagon"],
            "gets": ["hoax"],
            "by": ["russia"],
            "master": "new-york",
            "side": "top",
            "sides": {"russia": "left"},
            "keep": ["hoax"],
        },
        (
            "Ann gives Pentagon to Ben for Hoax, which goes to the top arrow of New York, Russia on the left arrow of"
            " its master, spending an Action token of Russia, and Hoax stays."
        ),
    ),
    (
        {"do": "give", "to": "Ben", "cards": ["hoax"], "owes": "plot"},
        "Ann gives Hoax to Ben for a Plot of the other’s choice.",
    ),
    (
        {"do": "give", "to": "Ben", "cards": ["hoax"], "consent": False},
        "Ann wants to give Hoax to Ben, but Ben does not agree.",
    ),
    ({"do": "give", "to": "Ben", "cards": ["hoax"], "promise": True}, "Ann promises Hoax to Ben."),
    ({"do": "roll-off", "card": "hoax", "dice": [3, 5]}, "Ann rolls 8 to go first with Hoax."),
    ({"do": "say", "text": "<b>Beware</b>."}, "Ann says: “<b>Beware</b>”."),
    (
        {
            "do": "move",
            "group": "russia",
            "master": "pentagon",
            "side": "top",
            "by": ["russia"],
            "sides": {"dentists": "left"},
        },
        (
            "Ann moves Russia to the top arrow of Pentagon, Dentists on the left arrow of its master, spending an"
            " Action token of Russia."
        ),
    ),
    ({"do": "link", "card": "cyborg-soldiers", "to": "russia"}, "Ann links Cyborg Soldiers to Russia."),
    (
        {"do": "play-resource", "card": "cyborg-soldiers", "by": ["bavarian-illuminati"]},
        "Ann plays Cyborg Soldiers, spending an Action token of Bavarian Illuminati.",
    ),
    (
        {"do": "attack", "attacker": "russia", "target": "new-york", "kind": "destroy", "aid": ["pentagon"]},
        "Ann attacks to destroy New York with Russia, aided by Pentagon.",
    ),
    (
        {
            "do": "attack",
            "attacker": "russia",
            "target": "new-york",
            "kind": "destroy",
            "agreed": True,
            "playing": "hoax",
        },
        (
            "Ann attacks to destroy New York with Russia; Hoax is played for it next, and all agree "
            "that it may be the target."
        ),
    ),
    ({"do": "aid", "cards": ["russia", "pentagon"]}, "Ann aids the attack with Russia and Pentagon."),
    (
        {"do": "oppose", "cards": ["new-york", "new-york"], "player": "Ben"},
        "Ben opposes the attack with New York (twice).",
    ),
    ({"do": "agents", "card": "russia~2", "side": "against"}, "Ann plays Russia as agents against the attack."),
    ({"do": "lay-agent", "card": "the-network~2"}, "Ann lays The Network down as an agent."),
    ({"do": "call-off"}, "Ann calls the attack off."),
    (
        {"do": "roll", "dice": 7, "rushed": True, "forgotten": ["russia#1"]},
        "The roll is 7, before the others could speak; nobody has named Ability of Russia.",
    ),
    ({"do": "point-out", "bonus": "Power of Russia"}, "Ann points out Power of Russia."),
    (
        {"do": "take-back", "card": "russia", "consent": True},
        "Ann takes back the action of Russia, which the attacker allows.",
    ),
    ({"do": "take-back", "card": "hoax"}, "Ann takes back Hoax."),
    ({"do": "resolve", "rushed": True}, "The attack is resolved, before the others could speak."),
    (
        {"do": "resolve", "side": "top", "sides": {"russia": "left"}, "keep": ["hoax"]},
        (
            "The attack is resolved, and a captured Group goes to the top arrow, Russia on the left arrow of its"
            " master, and Hoax stays."
        ),
    ),
    (
        {"do": "resolve", "master": "pentagon", "side": "top"},
        "The attack is resolved, and a captured Group goes to the top arrow of Pentagon.",
    ),
]


@pytest.fixture(scope="module")
def inwo(catalog: Catalog) -> World:
    """INWO, ready to play."""
    return World(catalog, "inwo")


def inwo_board(inwo: World, **more: object) -> inwo_table.Table:
    """Ann's Bavarian Illuminati with Russia and the Pentagon, Ben's Network with New York."""
    players = {
        "Ann": {
            "illuminati": "bavarian-illuminati",
            "structure": ["russia", "pentagon"],
            "resources": ["cyborg-soldiers"],
            "hand": ["dentists"],
            "plots": ["hoax"],
            "exposed": ["sabotage"],
            "plot_deck": ["hoax~2"],
        },
        "Ben": {"illuminati": "the-network", "structure": {"left": {"new-york": {}}}},
    }
    found = table_from_data(inwo.engine_game, {"players": players, **more})
    assert isinstance(found, inwo_table.Table)
    return found


@pytest.mark.parametrize(("data", "sentence"), INWO_SENTENCES, ids=[data["do"] for data, _ in INWO_SENTENCES])
def test_a_play_of_inwo_in_words(inwo: World, inwo_voice: Voice, data: dict, sentence: str) -> None:
    """The same of INWO and SubGenius."""
    play = play_from_data(inwo.engine_game, ["Ann", "Ben"], data)
    step = SeenStep(play.player or "Ann", True, (), (), attacking="Ann")
    assert sentence == plain(words.play_words(play, step, see(inwo_board(inwo)), inwo_voice))


def test_every_play_has_words() -> None:
    """The table of sentences is complete, and each of them is tried above."""
    assert {*plays.PLAYS.values(), *inwo_plays.PLAYS.values()} == set(told_plays())
    assert set(plays.PLAYS) == {data["do"] for data, _ in SENTENCES}
    assert set(inwo_plays.PLAYS) == {data["do"] for data, _ in INWO_SENTENCES}


@pytest.mark.parametrize(
    ("of", "sentences"), [(plays.PLAYS, SENTENCES), (inwo_plays.PLAYS, INWO_SENTENCES)], ids=["deluxe", "inwo"]
)
def test_every_field_of_a_play_is_told(of: dict, sentences: list) -> None:
    """What a play can say is said by some sentence above, except what only other plays share the words of."""
    tried = {(data["do"], key.replace("-", "_")) for data, _ in sentences for key in data if key != "do"}
    fields_of = {(name, each.name) for name, play in of.items() for each in fields(play)} - {
        (name, "player") for name in of
    }
    shared = {
        ("spend", "side"),
        ("use", "face_up"),
        ("transfer", "action"),
        ("move", "sides"),
        ("trade", "money_to"),
        ("trade", "places"),
        ("trade", "sides"),
        ("trade", "drops"),
        ("agree", "later"),
        ("deliver", "sides"),
    }
    assert set() == fields_of - tried - shared


def test_names_become_links_and_nothing_else_is_markup(world: World, voice: Voice) -> None:
    """Cards are linked; what a player says cannot let any HTML in."""
    start = see(table(world))
    step = SeenStep("Ann", True, (), ())

    def html(data: dict) -> str:
        play: Play = play_from_data(world.engine_game, ["Ann", "Ben"], data)
        return words.play_words(play, step, start, voice)

    assert '<a class="card-link" href="../../cards/deluxe/texas/">Texas</a>' in html({"do": "drop", "group": "texas"})
    assert "&lt;b&gt;" in html({"do": "say", "text": "<b>Beware</b>"})


# --- expectations ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("subject", "given", "expected", "question", "value"),
    [
        ("legal", (), False, "Play 2", "not legal"),
        ("needed", (), "never", "Needed on two dice, or less", "no roll succeeds"),
        ("ways", (), 33, "Rolls of 36 that succeed", "33 of 36"),
        ("succeeds", (), {"4": True, "5": False}, "Succeeds on a roll of", "4: yes, 5: no"),
        ("owner", ("texas",), "none", "Texas is controlled by", "nobody"),
        ("master", ("texas",), "the-network", "Master of Texas", "The Network"),
        ("puppets", ("texas",), [], "Puppets of Texas", "none"),
        ("zone", ("texas",), "dead pile", "Texas is in", "the pile of destroyed Groups"),
        ("specials", ("Ann",), ["slush-fund", "deep-agent"], "Specials of Ann", "Slush Fund, Deep Agent"),
        ("specials-seen", ("Ann", "Ben"), ["face down"], "Specials of Ann as Ben sees them", "face down"),
        ("hidden", ("Ann",), True, "The Illuminati of Ann is face down", "yes"),
        ("progress", ("Ann", "basic"), 13, "Ann toward the Basic Goal", "13"),
        ("card", ("texas", "arrows-out"), 2, "Outward arrows of Texas", "2"),
        ("winners", (), [], "Winners", "nobody"),
        ("step", (), "powers", "Step of the turn", "the special powers"),
        ("bank", (), -3, "MB that went to the bank, less those that came from it", "\N{MINUS SIGN}3"),
        ("line", ("the-mafia#1",), 3, "Ability of The Mafia", "3"),
        ("line", ("Power of Texas",), 6, "Power of Texas", "6"),
    ],
)
def test_an_expectation_in_words(
    voice: Voice, subject: str, given: tuple, expected: object, question: str, value: str
) -> None:
    """Question and expected value read as words: names of cards, yes and no, lists."""
    line = Expectation(SUBJECTS[subject], given, expected, ())
    assert question == plain(words.question_words(line, 2, None, voice))
    assert value == plain(words.value_words(line, (), voice))


def test_what_would_come_of_a_play_in_words(voice: Voice, world: World) -> None:
    """A line with plays that nobody has made says them, and a line about another position says which."""
    start = see(table(world))
    play = plays.Use(player="Ben", card="deluxe/slush-fund")
    line = Expectation(SUBJECTS["legal"], (), False, (), after=1, then=(play,))
    assert "Legal if then Ben plays Slush Fund after play 1" == plain(words.question_words(line, 2, start, voice))
    position = read_position("deluxe control the-mafia>loan-sharks", world.plain_cards, {"deluxe": world.rules})
    there = plain(
        words.question_words(Expectation(SUBJECTS["legal"], (), False, (), position=position), 2, start, voice)
    )
    assert there.startswith("The attack (The Mafia against Loan Sharks")
    goals = read_goal_line("deluxe goal the-network groups=texas,hackers", world.plain_cards, (world.rules.its,))
    line = Expectation(SUBJECTS["meets"], ("You", "special"), False, (), goals=goals)
    assert "Goal Special, met by You (controlled: Texas and Hackers; destroyed: nothing)" == plain(
        words.question_words(line, 0, None, voice)
    )
    goals = read_goal_line(
        "deluxe goal the-network players=3 groups=texas power=texas:7 align=texas:weird",
        world.plain_cards,
        (world.rules.its,),
    )
    told = plain(words.question_words(replace(line, goals=goals), 0, None, voice))
    assert told.endswith("(controlled: Texas; destroyed: nothing; Texas is Weird; Texas has Power 7; 3 players)")


def test_a_reason_is_told_as_its_sentence(voice: Voice) -> None:
    """The id of a requirement becomes its sentence, with the page that says so."""
    line = Expectation(SUBJECTS["reason"], (), "attacker-has-open-arrow", ())
    told = plain(words.value_words(line, (), voice))
    assert "An attack to control requires that the attacker has an open arrow. Deluxe rules, p. 4" == told


def test_the_whole_sum_is_a_table(catalog: Catalog, voice: Voice) -> None:
    """Each line of an expected sum is a row, and what stands against the attacker is negative."""
    verdict = next(verdict for verdict in run_all(catalog, ["deluxe"]) if verdict.ruling == "mafia-against-loan-sharks")
    assert isinstance(verdict.ledger, Ledger)
    line = Expectation(SUBJECTS["lines"], (), [[7, "Power of The Mafia"], [5, "Resistance of Loan Sharks"]], ())
    html = words.value_words(line, verdict.ledger.lines, voice)
    assert ["+7", "Power of The Mafia", "\N{MINUS SIGN}5", "Resistance of Loan Sharks"] == re.findall(
        r"<td[^>]*>([^<]*)</td>", html
    )


def test_every_value_and_option_has_words(catalog: Catalog) -> None:
    """Special values belong to subjects, and whatever players can agree on is an advanced rule or a conflict."""
    assert set() == set(words.VALUES) - set(SUBJECTS)
    conflicts = {conflict.id for conflict in catalog.conflicts}
    sections = {section.id for section in catalog.sections}
    for each in (*fields(Options), *fields(inwo_table.Options)):
        name = each.name.replace("_", "-")
        assert name in words.ADVANCED or name in conflicts
    assert {anchor for anchors, _ in words.ADVANCED.values() for anchor in anchors} <= sections
    assert set(get_args(inwo_table.Until)) <= set(LASTS)
    assert set(inwo_table.PHASES) <= set(words.STEPS)


# --- the table drawn ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def figure_5(catalog: Catalog) -> SeenTable:
    """The table of Figure 5 of the rules."""
    ruling = next(each for each in read_scenarios(catalog) if each.ruling.id == "figure-5")
    assert ruling.case.table is not None
    return see(ruling.case.table)


def drawing(player, catalog: Catalog) -> ElementTree.Element:
    """A Power Structure as it is drawn, parsed."""
    cards = {record.id: record.card for record in catalog.cards}
    return ElementTree.fromstring(tables.structure(player, cards, "key", lambda card: f"/{card}/"))


def test_cards_are_drawn_where_they_lie(catalog: Catalog, figure_5: SeenTable) -> None:
    """Every card of Figure 5 is drawn once, as a link; no two of the drawn cards overlap."""
    picture = drawing(figure_5.players[0], catalog)
    links = picture.findall(f"{SVG}a")
    assert {card.card for card in figure_5.players[0].cards} == {link.get("href", "").strip("/") for link in links}
    boxes = [tuple(float(link[0].get(key, "")) for key in ("x", "y", "width", "height")) for link in links]
    for i, (x, y, width, height) in enumerate(boxes):
        for u, v, other_width, other_height in boxes[i + 1 :]:
            apart_along = x + width <= u or u + other_width <= x
            assert apart_along or y + height <= v or v + other_height <= y


def test_arrows_show_what_the_rules_say_of_figure_5(catalog: Catalog, figure_5: SeenTable) -> None:
    """Six puppets, an arrow each; the Illuminati and the side of the Democrats are blocked (Deluxe rules p. 10)."""
    picture = drawing(figure_5.players[0], catalog)
    classes = [group.get("class", "").split() for group in picture.findall(f"{SVG}g")]
    kinds = [names[1] for names in classes if names[0] == "arrow"]
    assert (6, 2) == (kinds.count("used"), kinds.count("blocked"))


def test_an_arrow_lies_between_master_and_puppet(catalog: Catalog, figure_5: SeenTable) -> None:
    """Each used arrow stands where the edges of the two cards meet, and points at the puppet."""
    player = figure_5.players[0]
    picture = drawing(player, catalog)
    drawn = {group.get("transform") for group in picture.findall(f"{SVG}g") if group.get("class") == "arrow used"}
    left = min(card.x - card.half_width for card in player.cards) - 1
    top = min(card.y - card.half_height for card in player.cards) - 1
    seen = {card.card: card for card in player.cards}
    expected = set()
    for card in player.cards:
        if card.master:
            master = seen[card.master]
            direction = facing(card.side, master.rotation)
            x = master.x + (0, master.half_width, 0, -master.half_width)[direction]
            y = master.y + (-master.half_height, 0, master.half_height, 0)[direction]
            assert {abs(card.x - x), abs(card.y - y)} == {0, 7}
            expected.add(f"translate({(x - left) * 11:g} {(y - top) * 11:g}) rotate({direction * 90})")
    assert expected == drawn


def test_a_picture_says_the_same_in_words(catalog: Catalog, figure_5: SeenTable) -> None:
    """The description names puppets with their arrows, open and blocked arrows, for those who see no picture."""
    cards = {record.id: record.card for record in catalog.cards}
    said = tables.description(figure_5.players[0], cards)
    assert said.startswith(
        "The Bavarian Illuminati: puppets South American Nazis (right), Democrats (bottom) and Cycle Gangs (left), "
        "blocked arrow top."
    )
    assert "KGB: puppets Antiwar Activists (bottom)." in said


@pytest.mark.parametrize("rotation", range(4))
def test_names_fit_on_cards(catalog: Catalog, rotation: int) -> None:
    """Every name of a card whose game has pictures of Power Structures fits on it, lying or standing, in letters that
    can be read.
    """
    pictured = {ruling.game for ruling in catalog.rulings if "table" in ruling.scenario}
    for record in catalog.cards:
        if record.card.game in pictured and record.card.kind in ("illuminati", "group"):
            width, height = (146, 102) if rotation % 2 else (102, 146)
            size, lines = tables._fitted(record.card.name, width - 14, height - 48)
            assert size >= 9, record.card.name
            assert len(lines) * size * 1.14 <= height - 48


def test_a_table_is_seen_as_it_is(world: World) -> None:
    """Money, Specials, open arrows and the turn come from the table."""
    start = table(world, turn={"actions": 1})
    seen = see(start)
    structure: Structure = start.players[0].structure
    assert [5, 0] == [card.money for card in seen.players[1].cards]
    assert (("deluxe/deep-agent", False),) == seen.players[0].held
    assert {card.card: card.open for card in seen.players[0].cards} == {
        card: structure.open_arrows(card) for card in structure
    }
    assert ("Ann", "actions", 1) == (seen.turn, seen.step, seen.actions)


def test_a_table_of_inwo_is_seen_as_it_is(inwo: World) -> None:
    """Action tokens, links, states, numbers now, hands, decks, and what lies on the table; copies are the card that was
    printed.
    """
    start = inwo_board(
        inwo,
        links={"cyborg-soldiers": "russia"},
        devastated=["new-york"],
        nwo=["chicken-in-every-pot"],
        spent=["pentagon"],
        turn={"phase": "plots"},
    )
    seen = see(start)
    ann, ben = seen.players
    assert ("Ann", "plots", None, ("inwo/chicken-in-every-pot",)) == (seen.turn, seen.step, seen.actions, seen.nwos)
    assert {"inwo/bavarian-illuminati": 1, "inwo/russia": 1, "inwo/pentagon": 0} == {
        card.card: card.tokens for card in ann.cards
    }
    assert (("inwo/hoax", False), ("inwo/sabotage", True)) == ann.held
    assert (("inwo/dentists",), 1, ("inwo/hoax",)) == (ann.hand, ann.decks[0].size, ann.decks[0].top)
    assert [("inwo/cyborg-soldiers", "inwo/russia")] == [(each.card, each.linked_to) for each in ann.resources]
    assert ("inwo/cyborg-soldiers",) == ann.cards[1].linked
    assert {"Power": 9} == ann.cards[1].now  # twice 4, 2 more for a Coastal Place, 1 less for a Violent Group
    assert ("Devastated",) == ben.cards[1].marks
    assert seen == restored(SeenTable, json.loads(json.dumps(as_data(seen))))


def test_a_table_of_inwo_in_words(inwo: World, inwo_voice: Voice) -> None:
    """What lies before the players, and what lies on the table."""
    seen = see(
        inwo_board(
            inwo,
            links={"cyborg-soldiers": "russia"},
            nwo=["chicken-in-every-pot"],
            spent=["pentagon"],
            uncontrolled=["dentists~2"],
        )
    )
    assert [
        "Action tokens: Bavarian Illuminati, Russia",
        "Resources: Cyborg Soldiers (linked to Russia)",
        "Plots: Hoax, Sabotage (exposed)",
        "In the hand: Dentists",
        "Plot deck, from the top: Hoax",
    ] == [plain(fact) for fact in words.player_words(seen.players[0], "inwo", inwo_voice)]
    assert {
        "Turn": "Ann",
        "New World Orders": "Chicken in Every Pot",
        "Uncontrolled": "Dentists",
        "Players at the beginning": "2",
    }.items() >= {about: plain(fact) for about, fact in words.table_words(seen, "inwo", inwo_voice).items()}.items()


def test_a_picture_of_inwo_shows_what_lies_on_the_cards(inwo: World, catalog: Catalog) -> None:
    """Tokens, what lies beside a card, its state and its numbers now are drawn, and told to those who see no
    picture.
    """
    seen = see(inwo_board(inwo, links={"cyborg-soldiers": "russia"}, devastated=["new-york"], spent=["pentagon"]))
    picture = drawing(seen.players[0], catalog)
    assert 2 == sum(group.get("class") == "coin token" for group in picture.findall(f"{SVG}g"))
    assert "+ Cyborg Soldi…" in {text.text for text in picture.iter(f"{SVG}text")}
    assert "P 4→8 · R 5" in {text.text for text in picture.iter(f"{SVG}text")}
    cards = {record.id: record.card for record in catalog.cards}
    assert (
        "Russia: open arrows top, right and left, 1 Action token, Power 8 now, linked Cyborg Soldiers."
        in tables.description(seen.players[0], cards)
    )
    assert "lies group devastated" in {
        link.get("class") for link in drawing(seen.players[1], catalog).findall(f"{SVG}a")
    }


def test_every_place_of_a_card_has_words(inwo: World) -> None:
    """Wherever `zones` says that a card lies, the expectation that asks for it can be answered in words."""
    code = inspect.getsource(inwo_table.Table.zones)
    named = {*re.findall(r'yield "([^"]+)"', code), *inwo_table.PILES.values(), *inwo_table.SHARED_PILES.values()}
    assert len(named) > 10
    assert named <= set(words.ZONES)


def test_an_attack_on_a_table_has_a_position_with_the_same_sum(catalog: Catalog) -> None:
    """What opens in the calculator gives the sum of the table; only claimed Power, Power that an
    agreement adds and what it allows cannot be said."""
    book = Book(catalog)
    unsaid = set()
    for verdict in run_all(catalog, ["deluxe"]):
        for case in (verdict, verdict.counter):
            for step in steps_of(case, book.engine_cards) if case and case.start else ():
                if step.attack is None:
                    continue
                if step.attack.position is None:
                    unsaid.add(verdict.ruling)
                    continue
                ledger = book.read(step.attack.position)[2]
                told = [(line.amount, line.label) for line in ledger.lines]
                assert told == [(line.amount, line.label) for line in step.attack.ledger.lines]
                assert (ledger.needed, ledger.ways) == (step.attack.ledger.needed, step.attack.ledger.ways)
    assert {"overstating", "helping-is-interference-too", "hidden-illuminati", "ufo-transferable-power"} == unsaid


# --- pages ----------------------------------------------------------------------------------------------------------


class Text(HTMLParser):
    """The text of a page's article without code and without what is quoted."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.inside = self.code = 0

    def handle_starttag(self, tag: str, attrs: list) -> None:
        """Count where we are."""
        self.inside += tag == "article"
        self.code += tag == "code"

    def handle_endtag(self, tag: str) -> None:
        """Count where we are."""
        self.inside -= tag == "article"
        self.code -= tag == "code"

    def handle_data(self, data: str) -> None:
        """Keep the text."""
        if self.inside and not self.code:
            self.words.append(data)


TRUTH = re.compile(r"True\b|False\b")


class RawThings:
    """Finds ids and notations in a text that no reader should meet, where no card's name has them."""

    def __init__(self, catalog: Catalog) -> None:
        self.ids = {record.card.slug for record in catalog.cards if "-" in record.card.slug}
        self.ids |= {term.id for term in catalog.terms if "-" in term.id} - {"self-defense"}  # which is English, too
        named = {re.escape(record.card.name) for record in catalog.cards}
        named |= {name.removeprefix("The\\ ") for name in named if TRUTH.search(name)}  # "A second True Pipe"
        self.named = re.compile("|".join(sorted(named, key=len, reverse=True)), re.IGNORECASE)  # such as False Prophets

    def __call__(self, text: str) -> list[str]:
        text = " ".join(text.split())  # a name may have a link inside
        text = re.sub(r"\+ [\w ]+…", " ", text)  # names that do not fit on a drawn card
        # Most pages have nothing at all, which is seen much sooner than where each name stands.
        return list(self._in(text)) and list(self._in(self.named.sub(" ", text)))

    def _in(self, text: str) -> Iterator[str]:
        for word in re.findall(r"[\w-]+", text):
            if word in self.ids or (word.startswith(("dlx-", "wdh-", "faq-", "sg-", "net-")) and word != "net-rep"):
                yield word
        yield from re.findall(r"\[\[|\]\]|\{'|\[\"", text)
        yield from TRUTH.findall(text)


def test_raw_things_are_seen(catalog: Catalog) -> None:
    """Ids, links and truth values are; what a card's name has of them is not."""
    raw_things = RawThings(catalog)
    assert ["wdh-roll", "[[", "True"] == raw_things("By wdh-roll the False Prophets of [[Arise are True.")
    assert [] == raw_things("The False Prophets roll.")


def test_ruling_pages_are_in_plain_words(built_site: Path, catalog: Catalog) -> None:
    """No page of a ruling shows an id, a slug or data as it stands in the file."""
    raw_things = RawThings(catalog)
    for ruling in catalog.rulings:
        page = Text()
        page.feed((built_site / "rulings" / ruling.id / "index.html").read_text(encoding="utf-8"))
        text = " ".join(page.words)
        assert text
        assert [] == raw_things(text), ruling.id


def test_plays_are_one_list_with_reasons_and_sums(built_site: Path) -> None:
    """A page numbers the plays and says of each what came of it: why it is not legal, what happened, the sum."""
    page = (built_site / "rulings" / "figure-5" / "index.html").read_text(encoding="utf-8")
    assert "Not legal." in page
    assert "An attack to control requires that the attacker has an open arrow." in plain(page)
    page = (built_site / "rulings" / "half-of-each-treasury" / "index.html").read_text(encoding="utf-8")
    case = page[page.index('id="play"') : page.index('id="counter"')]
    assert 1 == case.count('<ol class="plays">')
    assert 1 == case.count('class="ledger"')
    assert "3 MB come along, 5 MB go to the bank." in plain(case)
    assert "The table after that" in case


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("ruling", ["figure-5", "half-of-each-treasury"])
def test_axe_finds_nothing_on_a_drawn_table(new_page: Pages, site_url: str, ruling: str, scheme: str) -> None:
    """Pages with drawn tables are accessible, light and dark."""
    page = new_page(scheme=scheme)
    page.goto(f"{site_url}rulings/{ruling}/")
    found = Axe().run(page).response["violations"]
    assert [] == [f"{each['id']}: {[node['target'] for node in each['nodes']][:3]}" for each in found]


def test_drawn_tables_fit_on_a_phone(new_page: Pages, site_url: str, catalog: Catalog) -> None:
    """At 360 pixels no ruling with a drawn table has to be pushed sideways."""
    page = new_page(360, 780)
    for ruling in ("figure-2", "figure-5", "making-room-for-a-gift", "moved-puppets-without-a-place"):
        page.goto(f"{site_url}rulings/{ruling}/")
        assert 0 == page.evaluate("Math.max(0, document.documentElement.scrollWidth - innerWidth)"), ruling


@pytest.mark.parametrize(
    ("answer", "word", "rest"),
    [
        ("No, it stays there.", "No", "It stays there."),
        ("No, because only one copy counts.", "No", "No, because only one copy counts."),
        ("13, including your Illuminati.", "13", "13, including your Illuminati."),
        ("6, twice its usual Power. It attacks.", "6", "6, twice its usual Power. It attacks."),
        ("-7: the card is doubled.", "-7", "The card is doubled."),
        ("Yes, and then ten are enough.", "Yes", "Yes, and then ten are enough."),
        ("It stays there.", "", "It stays there."),
        ("Tornado, Hurricane and Rain of Frogs.", "", "Tornado, Hurricane and Rain of Frogs."),
        ('Drs. for "Bob" costs nothing.', "", 'Drs. for "Bob" costs nothing.'),
    ],
)
def test_the_answer_below_its_verdict_is_a_sentence(answer: str, word: str, rest: str) -> None:
    """The verdict stands alone in large type; the answer begins behind it only where a sentence begins there."""
    assert (word, rest) == answered(answer)


@pytest.mark.parametrize(
    ("answer", "word"),
    [
        ("No to both. The link stays.", "No"),
        ("Yes to the first, no to the second. It counts.", "Yes and no"),
        ("You need a 10 or less. The strength is 22.", "10 or less"),
        ("Power 1 + 3 = 4. The card is gone.", "Power 4"),
        ("15 MB for your treasury, at any time.", "15 MB"),
        ("It is discarded. [[The Mafia]] stays.", "Discarded"),
        ("Only Ann and Bob, by our reading. They roll.", "Only Ann and Bob"),
        ("The Flying Saucer and Soulburner, and nothing else that you have.", ""),
        ("1, 6 and 16. The printed Power is 1.", ""),
        ("The two puppets of the Group return to your hand without their tokens.", ""),
    ],
)
def test_the_verdict_of_a_longer_answer(answer: str, word: str) -> None:
    """A number with its unit, yes and no to two questions, a first sentence that is short; else there is none."""
    assert word == lead(answer)


SMALL = frozenset(
    "a all and any as but by for from if in it no none not of on only or out that the then these they those "
    "to until where with without yes one two three four".split()
)
"""Words of a verdict that its answer need not have."""
LISTS = 41
"""So many rulings have no verdict: their answers say of several cards what each does, or give both cases of an if."""


def said(text: str) -> set[str]:
    """The words and numbers of a text, small."""
    found = re.findall(r"[+-]?\d+|[\w.']+", LINK.sub(lambda link: link[3] or link[2], text).lower())
    return {form for word in found for form in (word, word.strip(".'"), word.removesuffix("'s"))}


def test_a_verdict_has_only_words_of_its_answer(catalog: Catalog) -> None:
    """What a file has as verdict is short, is said by the answer or the question, and is no other than the yes, no or
    number that the answer begins with.
    """
    for ruling in catalog.rulings:
        if ruling.headline is None:
            continue
        assert len(ruling.headline) <= 33, ruling.id
        assert said(ruling.headline) <= said(ruling.answer) | said(ruling.question) | SMALL, ruling.id
        word = answered(ruling.answer)[0]
        assert not re.fullmatch(r"Yes|No|[+-]?\d+", word) or ruling.headline.split()[0] == word, ruling.id
        assert ruling.headline != lead(ruling.answer), ruling.id


def test_every_ruling_says_its_verdict_first(catalog: Catalog) -> None:
    """In a word or a few; where its answer begins with yes or no, that."""
    book = Book(catalog)
    none = []
    for ruling in catalog.rulings:
        position = ruling.scenario.get("position")
        prose = Prose(book, ruling.game, f"rulings/{ruling.id}/", tooltips=False)
        word = headline(ruling, ledger_view(book, position, prose) if position else None).word
        begins = re.match(r"(Yes|No)(?= (?:to|for|in)\b|[.,:;])", ruling.answer)
        assert not begins or re.match(rf"{begins[1]}\b", word), ruling.id
        none += [] if word else [ruling.id]
    assert len(none) <= LISTS, none


def box(site: Path, ruling: str, part: str) -> str:
    """The text of one part of the page of a ruling, "" where it has none."""
    page = (site / "rulings" / ruling / "index.html").read_text(encoding="utf-8")
    found = re.search(part, page, re.DOTALL)
    return plain(found[1]) if found else ""


WHY, WORD = r'<section class="why-box">(.*?)</section>', r'<p class="verdict-word">(.*?)</p>'


def test_why_says_what_decides(built_site: Path) -> None:
    """What the play lacked is said to be required: alone, it would be said to be so. Where the sources only send their
    reader to the card, the sentence of the card stands there. A play that nobody asked about decides nothing.
    """
    assert "Required: Yetis is one that Ann has put into the uncontrolled area this turn." in box(
        built_site, "sg-card-bought-by-another-player", WHY
    )
    assert (
        box(built_site, "beach-party-and-the-next-disaster", WHY).count("Beach Party: Play any time: give Relief") == 1
    )
    assert "Go, Lemmings, Go!: " in box(built_site, "lemmings-follow", WHY)
    assert "Required" not in box(built_site, "fred-birch-society-in-a-claim", WHY)


def test_odds_are_a_verdict_only_where_they_are_asked_for(built_site: Path) -> None:
    """The chance of an attack stands in large type where the question asks for it, and nowhere else."""
    assert "42% roll 6 or less" == " ".join(box(built_site, "censorship-by-the-government", WORD).split())
    assert "" == box(built_site, "disasters-with-their-own-tables", WORD)
