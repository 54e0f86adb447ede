"""The calculator's arithmetic is the engine's: the same lines, reasons, odds and problems, in a real Chromium."""

from __future__ import annotations

import hashlib
import itertools
import json
import random
import typing
from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import asdict, fields
from playwright.sync_api import Page

from generator.catalog.catalog import Catalog
from generator.engine import instant
from generator.engine.answers import may_answer, may_be_used
from generator.engine.attack import AGENTS, SPARES, explain, is_privileged
from generator.engine.cards import Card, Clause
from generator.engine.line import MOST, LineError
from generator.engine.position import Position, attack_of, read_position
from generator.engine.reads import SUM
from generator.engine.situation import TOLD_BY_SCENE, Attack, Ledger, Piece, Rule, Rules
from generator.language import ALIGNMENTS, KINDS, PURSE_WORDS, nodes, parse
from generator.language import tree as t
from generator.language.rules import TIES, RuleCondition
from generator.meaning import core as c
from generator.meaning import lower
from generator.site.calculator import besides_data, card_data, rule_data
from generator.structs import replace
from tests import bulk, strategies

ATTACKS = {"deluxe": (5_500, 300, 600), "inwo": (9_500, 100, 600), "subgenius": (5_000, 100, 100)}
"""By game: so many attacks of real cards by the thousand, so many odder ones, and so many of cards that are made up."""
BATCH = 400
UNTOLD = {
    "assassins/drug-companies#1": "attacks on own Groups, which no requirement forbids to destroy",
    "assassins/society-of-assassins#1": "a player's choice, which a table asks for",
    "assassins/partition#5": "a table knows which two Places it speaks of",
    "inwo/moonbase#3": "no Personality says that it links",
    "inwo/poison#2": "no sentence of an Instant Attack asks whether the Plot is Magic",
    "inwo/tabloids#1": (
        "its target is not Secret for the attack, which says as much; a table asks when the attack is announced"
    ),
    "inwo/secret-service#2": "its other bonus is as large, so that one is named",
    "subgenius/st-janor-hypercleats#3": "Secret Groups are like others in this game",
}
"""What cards say of attacks that no position brings up, and why."""
NONSENSE = 300
RARE = (
    # The attacker has the alignment already that it counts as: it still counts once.
    "deluxe control chinese-campaign-donors>f-b-i align=chinese-campaign-donors:government+communist",
    # Two Specials set the roll; the last one governs.
    "deluxe control the-network>recyclers play=assassination,murphys-law",
    # A target of the attacker's own, under a master of the attacker's own.
    "deluxe destroy texas>hackers at=own under=big-media rival=the-network",
    # What a card says of few others, or of a third player.
    "inwo control the-mafia>day-care-centers at=2 under=moonies",
    "inwo control libertarians>big-media at=2 under=russia",
    "inwo control the-mafia>japan aid=shock-jocks against=dentists at=2 third=shock-jocks",
    "inwo control the-mafia>l-4-society against=l-4-society at=2 under=south-american-nazis",
    "inwo control libertarians>congressional-wives aid=republicans at=2 under=pentagon",
    # A card that asks for its own Power as it is now.
    "inwo control texas>hillary-clinton aid=paranoids align=paranoids:liberal at=hand nwo=political-correctness",
    "inwo control the-mafia>loan-sharks aid=moonies at=2 third=moonies privileged",
    "inwo control the-mafia>moonies aid=israel third=israel privileged",
    "inwo control pentagon>moonies against=religious-reich at=2 third=religious-reich privileged",
    "inwo control the-mafia>moonies against=religious-reich at=2 third=religious-reich privileged",
    # Whether it aids the defense is asked of the card that the Plot speaks of; what is Magic, of the Plot and of what
    # lies on the attacker.
    "inwo destroy flesh-eating-bacteria>hawaii against=center-for-disease-control at=1",
    "inwo destroy withering-curse>gordo-remora at=3 rival=stonehenge",
    # Immunity to a card whose ability is used; Zaps on an Illuminati; a Group purged of agents.
    "inwo destroy volcano>las-vegas with=spear-of-longinus at=1 rival=stonehenge ability=spear-of-longinus",
    "inwo destroy sniper>bill-clinton at=1 link=secret-master+bill-clinton",
    "inwo control the-mafia>las-vegas at=1 rival=the-network link=sorry-wrong-number+the-network",
    "inwo destroy volcano>las-vegas with=the-network at=1 link=a-brief-attack-of-conscience+the-network",
    "inwo destroy c-i-a>elvis with=the-network at=1 link=a-brief-attack-of-conscience+the-network ability=c-i-a",
    "inwo control the-mafia>hawaii with=gnomes-of-zurich at=hand link=bait-and-switch+gnomes-of-zurich",
    "inwo control the-mafia>w-i-t-c-h with=discordian-society at=hand link=family-values+discordian-society",
    "inwo control the-mafia>militia at=3 link=purge+militia agents=for",
    "inwo control texas>china against=china,fidel-castro at=3 play=five-year-plan",
    "inwo control eco-guerrillas>hawaii at=3 nwo=world-hunger",
    "inwo control texas>ollie-north against=ollie-north at=3 nwo=peace-in-our-time",
    "inwo destroy texas>moonbase with=anti-nuclear-activists at=3 nwo=world-hunger",
    "inwo control phone-company>elvis with=hawaii at=hand under=hawaii+phone-company nwo=antitrust-legislation",
    "inwo control gordo-remora>dentists at=3 link=head-in-a-jar+gordo-remora",
    "inwo control fidel-castro>japan aid=eco-guerrillas at=3 nwo=watermelons play=five-year-plan",
    "inwo destroy plague-of-demons>hollywood aid=vampires at=1 rival=stonehenge",
    "inwo destroy the-mafia>count-dracula at=3 link=necronomicon+the-mafia",
    "inwo control count-dracula>vampires at=2",
    "inwo destroy supreme-court-nomination>bill-clinton aid=big-media at=2 privileged",
    # What a card says of arrows, of its master and of its puppets.
    "inwo control gordo-remora>dittoheads arrows=0",
    "inwo control pentagon>dittoheads",
    "subgenius control pinks>yetis",
    "subgenius control secret-fistemple>dokstok",
    # A card that takes part changes which rolls succeed.
    "subgenius control st-janor-hypercleats>local-clenches play=devival+st-janor-hypercleats",
    "subgenius control xists>local-clenches aid=st-janor-hypercleats",
    (
        "subgenius control church-of-the-subgenius>mwowm aid=dr-ktaden-legume with=church-of-middle-america "
        "under=church-of-middle-america+dr-ktaden-legume link=nental-ife+dr-ktaden-legume"
    ),
    # Agents of a Group that nobody controls.
    "inwo control the-mafia>f-b-i at=hand agents=for",
    "inwo control the-mafia>f-b-i at=hand agents=against",
    "inwo control international-communist-conspiracy>fidel-castro at=2 align=fidel-castro:fanatic",
    "inwo destroy the-mafia>the-thule-group at=2 link=hitlers-brain+the-thule-group",
    "inwo control f-b-i>hillary-clinton at=1 link=supreme-court-nomination+hillary-clinton",
    "inwo destroy eco-guerrillas>lyndon-larouche at=1 over=republicans",
    "inwo control the-mafia>dentists aid=shock-jocks at=2 third=shock-jocks",
    "inwo control the-mafia>big-media at=2 over=intellectuals",
    "inwo destroy earthquake>italy with=international-weather-organization at=2",
    "inwo destroy eco-guerrillas>tobacco-companies at=2",
    "inwo control the-mafia>pyramid-marketing-schemes at=2 rival=nephews-of-god",
    "inwo control tabloids>the-men-in-black aid=dentists at=2",
    # The attacker takes Secret off the target, so that what Groups add for agents counts.
    "inwo control tabloids>fiendish-fluoridators at=1 rival=convenience-stores ability=convenience-stores"
    " agents=against",
    "inwo control democrats>texas with=bill-clinton at=hand",
    "inwo control republicans>george-bush at=hand",
    "inwo destroy withering-curse>gordo-remora aid=voudonistas at=2 link=head-in-a-jar+gordo-remora",
    "inwo destroy gnomes-of-zurich>switzerland at=2",
    # A link that is illegal for now; a Plot that came too late; what is spared from everybody, and from some.
    "subgenius control connie-dobbs>glorps link=13013+connie-dobbs play=mediocretinism+connie-dobbs",
    "subgenius control connie-dobbs>glorps play=mediocretinism+connie-dobbs,13013+connie-dobbs",
    "inwo control red-cross>joggers link=nobel-peace-prize+red-cross align=red-cross:violent",
    "subgenius control xists>drs-for-bob at=1 play=fake-healing+drs-for-bob",
    "subgenius destroy xists>connie-dobbs at=1 play=schizm",
    "subgenius control xists>connie-dobbs at=1 rival=dr-ktaden-legume play=schizm",
    "subgenius control drs-for-bob>citizens-for-normalcy at=1 play=schizm",
    # Zaps: on a rival, on the attacker's player, on one who is immune.
    "inwo control texas>hackers at=1 play=sorry-wrong-number",
    "inwo control texas>hackers at=1 with=bavarian-illuminati link=sorry-wrong-number+bavarian-illuminati",
    "inwo destroy car-bomb>bill-clinton at=1 rival=the-network link=sorry-wrong-number+the-network",
    "inwo control texas>hackers at=hand with=bavarian-illuminati link=family-values+bavarian-illuminati",
    "inwo control texas>hackers at=hand with=discordian-society link=family-values+discordian-society",
    (
        "inwo destroy sniper>jimmy-hoffa at=1 with=servants-of-cthulhu "
        "link=a-brief-attack-of-conscience+servants-of-cthulhu"
    ),
    "inwo control bavarian-illuminati>dentists with=book-of-kells nwo=the-magic-goes-away",
    "inwo destroy nato>antiwar-activists aid=servants-of-cthulhu with=urban-gangs at=1 play=truck-bomb",
    "inwo destroy nato>antiwar-activists aid=democrats at=1 play=truck-bomb",
    "inwo destroy c-i-a>bill-clinton aid=nato against=bill-clinton at=2 ability=c-i-a agents=for",
    "inwo control comic-books>hackers at=2 under=w-i-t-c-h",
    "inwo destroy earthquake>california at=1 rival=druids link=druids+california",
    "inwo control elvis>dentists at=2 with=professional-sports link=professional-sports+elvis",
    "inwo destroy cfl-aio>phone-company at=2 with=science-fiction-fans,moonbase under=science-fiction-fans+cfl-aio",
    "inwo control germany>england aid=germany at=1 play=world-cup-victory+germany",
    "inwo control texas>england aid=germany*2 at=1 play=world-cup-victory+germany",
    # What makes an attack Magic is none of the attacker's Personalities.
    "inwo destroy general-disorder>dentists aid=cable-tv at=1 with=spear-of-longinus ability=spear-of-longinus",
    # Linked, a New World Order is none.
    "inwo control international-communist-conspiracy>canada at=2 link=watermelons+international-communist-conspiracy",
    "inwo control international-communist-conspiracy>canada with=eco-guerrillas at=2 link=watermelons+eco-guerrillas",
    "subgenius control mwowm>nhgh against=drs-for-bob at=2 under=secret-fistemple",
)
"""What hardly ever comes up by chance."""
SILENT = (
    t.Becomes,
    t.AlignmentsOf,
    t.AlignmentWeight,
    t.CountsAs,
    t.Participation,
    t.MayJoin,
    t.Ignores,
    t.Treat,
    t.NoEffect,
)
"""Sentences that no line and no reason names: what they do shows when they are taken away."""
SAID = (
    *(f"any Group has {how}" for how in ("Power 9", "double Power", "5 times its Power")),
    *(
        f"the Power of any Group is {how}"
        for how in ("raised to 9", "lowered to 1", "divided by 3", "halved", "halved, rounded up,")
    ),
    "any Group has Resistance equal to its printed Power",
    "any Group has Power 9 against attacks to destroy",
    "any Group gets +2 Power against attacks to destroy",
    "any Group has triple Power while you control a Weird Group",
    "any Group gets +2 Power for each of your Weird Groups",
    *(
        f"any Group has {which}"
        for which in (
            "no alignments",
            "no alignments and no attributes",
            "exactly the alignments of its master",
            "exactly the alignments of its master plus Fanatic",
        )
    ),
    "any Group becomes Straight and stops being Violent",
    "any Group is not Weird",
    "any Group is also Straight while a Weird Group is in play",
    *(
        f"+3 to any attempt while {when}"
        for when in (
            "you control a Group",
            "you do not control a Straight Group",
            "a rival controls a Weird Group",
            "a Straight Group is not in play",
            "the target is yours",
            "the attack is not privileged",
            "the target is not in Space",
            "this card makes or aids the attack",
            "this card is in a Power Structure",
            "the target is Weird",
            "the target is a Group",
            "the target has Power 1 or more",
            "a Weird Group takes part or is the target",
        )
    ),
    "+3 to attacks to destroy while this card is uncontrolled",
    "+3 to any attempt for each of Weird and Secret that the target has",
    "+3 to attacks by or on Weird Groups",
    "+3 to attacks other than Straight Groups",
    "+3 to attacks made or aided by Weird Groups",
    "+3 to your attacks",
    "+3 to a rival's attacks",
    "+3 to any player's attacks",
    "+3 to privileged attacks",
    "+3 to attacks, instead of this card's +2 to any attempt",
    "+3 to the defense of any Group",
    "+3 to the defense of any Group against attacks to destroy",
    *(
        f"+3 to any attempt against {which}"
        for which in (
            "Groups that are the master of [Puppet]",
            "Groups in the Power Structure of [Puppet]",
            "Groups directly controlled by [Master]",
            "your other Groups",
            "Groups in a Power Structure",
            "puppets",
            "Places",
            "Resources, or Groups",
        )
    ),
    *(
        f"Weird Groups cannot {deed} any Group"
        for deed in (
            "attack",
            "attack to control",
            "control",
            "destroy",
        )
    ),
    "this card cannot act",
    "Weird Groups cannot attack any Group except [Target]",
    *(f"any Group cannot be {deed}" for deed in ("captured", "controlled", "destroyed", "attacked to control")),
    "any Group cannot be controlled by your rivals",
    "any Group cannot be controlled except by Weird Groups",
    "any Group cannot be controlled, unless you allow it",
    "any Group cannot be destroyed by attacks to destroy",
    "any Group cannot be destroyed except by Assassinations or by attacks by Weird Groups",
    "this card is immune to attacks made or aided by Weird Groups",
    "your Power Structure is immune to attacks made or aided by Weird Groups except [Attacker]",
    "its master is immune to attacks made or aided by Weird Groups",
    "its puppets are immune to attacks to destroy",
    "this card ignores the immunity of [Shield] to Weird Groups",
    "this card may attack Secret Groups",
    "each opposite alignment counts for 8 instead of 4",
    "each identical alignment counts for 0 instead of 4",
    "two Fanatic alignments count as identical",
    "its Fanatic alignment and its master's count as identical",
    "this card counts as Straight instead of Weird in its attempts to control or destroy any Group",
    "[Puppet] has no effect",
    *(
        f"{deed} attacks on Secret Groups, whatever the alignments"
        for deed in ("this card may aid", "this card may oppose", "other Groups may aid or oppose")
    ),
    "any Group may aid the defense of the target, whatever the alignments",
    "this card may aid or oppose attacks, with +5 when it does so",
    "this card may aid or oppose any Group, even if Secret, whatever the alignments",
    "any Group may aid attacks while you control a Group",
    *(
        f"{who} {deed} attacks"
        for who in ("no Group or Illuminati can", "Weird Groups cannot")
        for deed in ("aid", "oppose", "aid or oppose")
    ),
    "Weird Groups cannot attack any Group or aid attacks on them",
    "no Group can aid attacks except Fanatic Groups",
    "any Group gets +2 Power while it aids the target's defense",
    "any Group has Global Power equal to its Power",
    "any Group has Global Power equal to its permanent Power",
    "any Group gets +9 Global Power",
    "any Group gets -5 Power",
    "the linked card has double Power",
    "the linked card gets +2 Power",
    "+3 to the defense of the linked card",
    "play any time: link this card to 1 Group; the Power of the linked card is raised to 9",
    (
        "play any time on one of your Weird Groups, and spend that Group's action: link this card to that Group, whose"
        " Power is raised to 9; each player may have only 1 copy of this card in play"
    ),
    (
        "play any time: link this card to 1 Group; the linked card gets +2 to both Power and Global Power; the linked"
        " card is also Straight"
    ),
    (
        "play any time on one of your Weird Groups, and choose 1: +10 Power for an action that you are declaring for"
        " that Group, +10 Power in defense until the turn ends, or +10 Resistance in defense until the turn ends; in"
        " each action or defense the +10 counts only once, however many tokens that Group spends; it never counts for"
        " Goals"
    ),
    (
        "play any time: all of your Groups with 1 alignment of your choice have triple Power and Resistance in defense"
        " until the start of your next turn"
    ),
)
"""What hardly ever counts by chance: each of these must change some attack, in whatever role the card stands that says
it.
"""
WORDS = (
    (t.Bonus, "reach"),
    (t.Bonus, "replaces"),
    (t.StatSet, "how"),
    (t.StatEqual, "source"),
    (t.AlignmentsOf, "alignments"),
    (t.AlignmentWeight, "relation"),
    (t.MayNot, "deed"),
    (t.Cannot, "deed"),
    (t.Controls, "player"),
    (t.Fact, "event"),
    (t.Attacks, "owner"),
    (t.Comparison, "operator"),
    (t.Treat, "these"),
)
"""Of these fields each word that the engine knows must come up."""

# A batch is one call. All goes over as text: Playwright takes its time with large objects.
KEEP = "(given) => { globalThis.kept = JSON.parse(given); }"
EXPLAIN_ALL = """async (cases) => {
  const { explain } = await import("./evaluate.js");
  const { readPosition, formatPosition, attackOf } = await import("./position.js");
  const cards = new Map(kept.cards.map((card) => [card.id, card]));
  return JSON.stringify(JSON.parse(cases).map(({ rules, text, attack }) => {
    if (attack) {
      attack.pieces.forEach((piece) => { piece.card = cards.get(piece.card); });
      attack.played = attack.played.map((id) => cards.get(id));
      return { text: null, problems: [], ledger: explain(attack, kept.rules[rules]) };
    }
    const { game } = kept.rules[rules];
    const { position, problems } = readPosition(text, kept.cards, game);
    if (!position) return { text: null, problems, ledger: null };
    return {
      text: formatPosition(position), problems, ledger: explain(attackOf(position, kept.cards), kept.rules[rules]),
    };
  }));
}"""
EXPLAIN_WHOLE = """async (attacks) => {
  const { explain } = await import("./evaluate.js");
  return JSON.stringify(JSON.parse(attacks).map((attack) => explain(attack, kept.rules[0])));
}"""
DIGEST_ALL = """async (cases) => {
  const { explain } = await import("./evaluate.js");
  const { readPosition, formatPosition, attackOf } = await import("./position.js");
  const told = ({ lines, reasons, outcomes, legal, strength, needed, fixedRoll, ways }) => [
    lines.map((line) => [line.side, line.amount, line.label, line.text, line.source, line.cites]),
    reasons.map((reason) => [reason.ok, reason.about, reason.text, reason.source, reason.cites]),
    outcomes.map((each) => [each.needed, each.ways, each.text, each.source, each.cites]), legal, strength, needed, fixedRoll, ways,
  ];
  const digests = JSON.parse(cases).map(async ({ rules, text }) => {
    const { position, problems } = readPosition(text, kept.cards, kept.rules[rules].game);
    const found = position ? [formatPosition(position), told(explain(attackOf(position, kept.cards), kept.rules[rules]))] : problems;
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(found)));
    return [...new Uint8Array(digest).slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  });
  return JSON.stringify(await Promise.all(digests));
}"""  # noqa: E501
READ_ALL = """async (texts) => {
  const { readPosition } = await import("./position.js");
  return JSON.stringify(JSON.parse(texts).map((text) => readPosition(text, kept.cards, kept.game, kept.rules).problems));
}"""  # noqa: E501


@pytest.fixture(scope="module")
def deluxe_cards(catalog: Catalog) -> list[Card]:
    """All cards of Illuminati Deluxe."""
    return [record.card for record in catalog.cards if record.card.game == "deluxe"]


@pytest.fixture(scope="module")
def deluxe_rules(catalog: Catalog) -> Rules:
    """The rules of Illuminati Deluxe."""
    return catalog.rules("deluxe")


def made_up_cards(cards: list[Card], number: int) -> list[Card]:
    """Cards that say what no card of the box says, about each other and about cards of the box."""
    game, seeds = cards[0].game, range(number)
    names = [f"Made Up {i}" for i in range(0, number, 6)] + [card.name for card in cards[:60:9]]
    made = [strategies.examples(strategies.cards(seed, names, game), 1, seed)[0] for seed in seeds]
    turns = {key: itertools.cycle(strategies.known_words(*key)) for key in WORDS}
    turns[t.Groups, ""] = itertools.cycle((t.Groups(), t.Groups(), t.Groups(), t.Groups(kind="Resource")))
    made = [
        replace(
            card,
            clauses=tuple(
                replace(clause, sentence=in_turn(clause.sentence, turns, at % 2 == 0))
                for at, clause in enumerate(card.clauses)
            ),
        )
        for card in made
    ]
    specials = [strategies.examples(strategies.specials(seed), 1, seed)[0] for seed in range(12)]
    return [strategies.lowered(card) for card in made] + (specials if game == "deluxe" else [])


def in_turn(tree: Any, turns: dict[tuple[type, str], Iterator[Any]], plain: bool) -> Any:
    """The tree with other words, so that each word has its turn.

    A plain one speaks of any attack and mostly of any Group.
    """
    if isinstance(tree, tuple):
        return tuple(in_turn(each, turns, plain) for each in tree)
    if not isinstance(tree, Struct) or (plain and isinstance(tree, t.Ref)):
        return tree
    if plain and isinstance(tree, t.Named | t.Groups | t.Either):
        return next(turns[t.Groups, ""])
    if plain and isinstance(tree, t.Attacks):
        tree = replace(tree, quality="", kinds=())
    changed = {}
    for name in tree.__struct_fields__:
        key, value = (type(tree), name), getattr(tree, name)
        if key in turns and isinstance(value, str | tuple):
            changed[name] = (next(turns[key]),) if isinstance(value, tuple) else next(turns[key])
        else:
            changed[name] = in_turn(value, turns, plain)
    return replace(tree, **changed)


def rules_data(rules: Rules) -> dict[str, Any]:
    """Rules as the data file has them."""
    return {
        "game": rules.game,
        "opposites": dict(rules.opposites),
        "fails_from": rules.fails_from,
        "differs": list(rules.differs),
        "terms": [rule_data(rule) for rule in rules.terms],
        "requirements": [rule_data(rule) for rule in rules.requirements],
        **besides_data(rules),
    }


def attack_data(attack: Attack) -> dict[str, Any]:
    """An attack as evaluate.js takes it, its cards by id."""
    return {
        "kind": attack.kind,
        "attacker": attack.attacker,
        "target": attack.target,
        "helpers": list(attack.helpers),
        "opponents": list(attack.opponents),
        "distance": attack.distance,
        "spent": dict(attack.spent),
        "privileged": attack.privileged,
        "played": [card.id for card in attack.played],
        "agents": list(attack.agents),
        "uses": dict(attack.uses),
        "told": sorted(attack.told),
        "devastated": list(attack.devastated),
        "fromHand": attack.from_hand,
        "idle": dict(attack.idle),
        "alone": attack.alone,
        "nature": None if attack.nature is None else sorted(attack.nature),
        "pieces": [
            {
                "card": piece.card.id,
                "owner": piece.owner,
                "alignments": list(piece.alignments),
                "openArrows": piece.open_arrows,
                "attacksMade": piece.attacks_made,
                "master": piece.master,
                "linked": piece.linked,
                "power": piece.power,
            }
            for piece in attack.pieces
        ],
    }


def ledger_data(ledger: Ledger) -> dict[str, Any]:
    """A Ledger as evaluate.js answers it. No requirement of an attack `asks` what a play has to say."""
    assert not any(reason.asks for reason in ledger.reasons)
    return {
        "lines": [{**asdict(line), "cites": list(line.cites)} for line in ledger.lines],
        "reasons": [{**asdict(reason), "cites": list(reason.cites)} for reason in ledger.reasons],
        "legal": ledger.legal,
        "strength": ledger.strength,
        "needed": ledger.needed,
        "fixedRoll": ledger.fixed_roll,
        "ways": ledger.ways,
        "outcomes": [{**asdict(each), "cites": list(each.cites)} for each in ledger.outcomes],
        "failsFrom": ledger.fails_from,
        "turned": [list(each) for each in ledger.turned],
    }


def digest(position: Position, ledger: Ledger) -> str:
    """What DIGEST_ALL answers for a position with this Ledger."""
    told = [
        [[line.side, line.amount, line.label, line.text, line.source, line.cites] for line in ledger.lines],
        [[reason.ok, reason.about, reason.text, reason.source, reason.cites] for reason in ledger.reasons],
        [[each.needed, each.ways, each.text, each.source, each.cites] for each in ledger.outcomes],
        ledger.legal,
        ledger.strength,
        ledger.needed,
        ledger.fixed_roll,
        ledger.ways,
    ]
    text = json.dumps([str(position), told], ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


# --- what came up -----------------------------------------------------------------------------------------------------


def parts(tree: Any) -> Iterator[str]:
    """The constructions in a sentence, which fields of theirs say anything, and what words stand there."""
    for node in nodes(tree):
        name = type(node).__name__
        yield name
        for field in fields(node):
            value = getattr(node, field.name)
            if value != field.default:
                yield f"{name}.{field.name}"
            if (type(node), field.name) in WORDS:
                yield from (
                    f"{name}.{field.name}: {each}" for each in (value if isinstance(value, tuple) else (value,))
                )


KNOWN_PARTS: dict[int, tuple[Any, tuple[str, ...]]] = {}


def parts_of(tree: Any) -> tuple[str, ...]:
    """The `parts` of a tree, worked out once."""
    if id(tree) not in KNOWN_PARTS:
        KNOWN_PARTS[id(tree)] = tree, tuple(parts(tree))
    return KNOWN_PARTS[id(tree)][1]


def without(attack: Attack, piece: Piece, number: int) -> Attack:
    """The attack, had this card not this clause."""
    clauses = tuple(
        replace(clause, sentence=None) if at == number else clause for at, clause in enumerate(piece.card.clauses, 1)
    )
    changed = replace(piece, card=replace(piece.card, clauses=clauses))
    return replace(attack, pieces=tuple(changed if each is piece else each for each in attack.pieces))


def what_fired(attack: Attack, rules: Rules, ledger: Ledger, seen: Collection[str]) -> Iterator[str]:
    """Everything of rules and cards that took part in this attack, by name. What shows only when it is taken away is
    looked for until it is `seen`.
    """
    by_rule = {rule.id: rule for rule in rules.all}
    clauses = {
        f"{piece.card.id}#{number}": clause.sentence
        for piece in attack.pieces
        for number, clause in enumerate(piece.card.clauses, 1)
    }
    for source in [*(line.source for line in ledger.lines), *(f"{r.source} {r.ok}" for r in ledger.reasons)]:
        name, _, answer = source.partition(" ")
        if name in by_rule:
            yield f"rule {source}"
            yield from (f"rule {part}" for part in parts_of(by_rule[name].tree))
            for condition in (*by_rule[name].tree.when, *by_rule[name].tree.unless):
                yield f"proviso {type(condition).__name__}"
            holds = getattr(by_rule[name].tree, "holds", None)
            if holds:
                yield f"condition {type(holds).__name__} {answer}"
            continue
        yield f"clause {source}"
        if answer:
            yield f"clause {name}"
        if name not in clauses:  # what counts besides, or the leave that a Plot gives by one of its effects
            continue
        yield f"sentence {type(clauses[name]).__name__} {answer}".rstrip()
        if answer != "True" or not isinstance(clauses[name], t.Immunity):
            yield from parts_of(clauses[name])
    for piece in attack.pieces:
        for number, clause in enumerate(piece.card.clauses, 1):
            if isinstance(clause.sentence, SILENT) or may_answer(clause):
                names = {f"clause {piece.card.id}#{number}", *parts_of(clause.sentence)}
                if not names.issubset(seen) and explain(without(attack, piece, number), rules) != ledger:
                    yield from names
    yield from _besides(attack, ledger)


def _besides(attack: Attack, ledger: Ledger) -> Iterator[str]:
    """What came of the attack, and what took part in it beside terms and clauses."""
    if any(line.label == "Power is never below 0" for line in ledger.lines):
        yield "floor"
    if ledger.fixed_roll is not None:
        yield "effect SetRoll"
    if attack.privileged and not is_privileged(attack):
        yield "effect EndPrivilege"
    for card in attack.played:
        yield f"Special {card.id}"
    for each in ledger.outcomes:
        yield f"outcome {each.source}"
    if attack.nature is not None:
        yield f"attack by {attack.attacker}"
    yield f"kind {attack.kind}"
    yield f"legal {ledger.legal}"
    yield "never rolled" if ledger.needed is None else "rolled"


def must_fire(cards: list[Card], rules: Rules) -> Iterator[str]:
    """What must come up in the attacks of a game: every term, requirement and clause that an attack reads, and what
    counts besides.
    """
    yield from (f"rule {rule.id}" for rule in rules.terms)
    yield from (f"rule {rule.id} {answer}" for rule in rules.requirements for answer in (True, False))
    for card in cards:
        for number, clause in enumerate(card.clauses, 1):
            if (reads(clause.sentence) or may_answer(clause)) and f"{card.id}#{number}" not in UNTOLD:
                immunity = isinstance(clause.sentence, t.Immunity) and card.game == "deluxe"
                for answer in ("True", "False") if immunity else ("",):
                    yield f"clause {card.id}#{number} {answer}".rstrip()
            if may_be_used(clause) and f"{card.id}#{number}" not in UNTOLD:
                yield f"clause {card.id}#{number} True"
            if isinstance(clause.sentence, t.Links) and card.kind != "group":
                yield f"clause {card.id}#{number}"
        if card.kind == "special":
            yield f"Special {card.id}"
        if instant.nature_of(card) is not None:
            yield f"attack by {card.id}"
    besides = rules.its.besides
    for source in besides:
        if source in ("killed", "destroyed", "devastates", "destroys"):
            yield f"outcome {source}"
        elif source.startswith("agents-") and source not in ("agents-once", "agents-barred", "agents-within"):
            yield "clause agents"
        else:
            yield f"clause {source}"
    yield from ("legal True", "legal False", "never rolled", "rolled")
    yield from (f"kind {kind}" for kind in KINDS)


TOKENS = c.Number("tokens")


def reads(sentence: t.Sentence | None) -> bool:
    """Whether an attack reads a sentence, and a position says all that it asks for."""
    if not isinstance(sentence, strategies.ATTACK_SENTENCES) or getattr(sentence, "until", None) is not None:
        return False
    if isinstance(sentence, t.MayNot):
        found = any(deed in SUM[t.MayNot]["deed"] for deed in sentence.deed)
    elif isinstance(sentence, t.Cannot):
        found = any(deed in SPARES for deed in sentence.deed)
    elif isinstance(sentence, t.Immunity):
        found = not isinstance(sentence.attackers, str | c.Speaker)
    else:
        found = True
    return found and not any(isinstance(node, TOLD_BY_SCENE) or node == TOKENS for node in nodes(sentence))


def constructions_fire() -> Iterator[str]:
    """What must come up in the attacks of all games together: every construction that an attack reads. What hardly ever
    does is in SAID.
    """
    for construction in (*strategies.ATTACK_SENTENCES, t.Attacks, c.All, c.Named, c.AnyOf):
        if construction is not t.Ignores:  # needs an immunity that it lifts: SAID has one
            yield construction.__name__
    yield from (f"Bonus.{field}" for field in ("target", "per", "replaces", "while_", "added"))
    yield from (f"Bonus.reach: {reach}" for reach in ("direct", "any attempt", "defense"))
    yield from ("floor", "effect SetRoll", "effect EndPrivilege")
    yield from (
        "rule MasterAlignments",
        "rule StatOf.stepped",
        "rule StatOf.permanent",
        "SurgePlot",
        "PowerPlot",
        "MayJoin.bonus",
    )
    for condition in typing.get_args(RuleCondition):
        yield f"proviso {condition.__name__}"
        yield from (
            f"condition {condition.__name__} {answer}"
            for answer in ((False,) if condition is t.MayAttack else (True, False))
        )


@pytest.fixture(scope="module")
def fired() -> Counter[str]:
    """What came up in all attacks."""
    return Counter()


@pytest.mark.parametrize("game", ATTACKS)
def test_every_attack_has_the_same_ledger_in_python_and_in_the_browser(
    assets: Page, catalog: Catalog, game: str, fired: Counter[str]
) -> None:
    """On thousands of attacks both evaluators give equal lines, reasons, strength and odds: of real cards, half of them
    under made-up rules, and of made-up cards, half of which belong to anybody.
    """
    in_bulk, of_real, of_made_up = ATTACKS[game]
    real_cards, real_rules = [record.card for record in catalog.cards if record.card.game == game], catalog.rules(game)
    made_up = made_up_cards(real_cards, 60 if of_made_up > 100 else 12)
    everything = [*real_cards, *made_up]
    names = [card.name for card in everything if card.kind == "special"]
    rules = [
        real_rules,
        *strategies.examples(strategies.made_up_rules(real_rules, names), 40 if of_made_up > 100 else 4),
    ]
    chance = random.Random(2001)
    real = [read_position(text, real_cards) for text in RARE if text.startswith(f"{game} ")]
    real += strategies.examples(strategies.positions(real_cards), of_real - len(real))
    mixed = strategies.examples(strategies.positions([*made_up, *real_cards[:60:6]]), of_made_up // 2)
    anybody = strategies.examples(strategies.attacks([*made_up, *real_cards[:60:6]]), of_made_up // 2)
    cases: list[tuple[int, Position | None, Attack]] = []
    for number, position in enumerate([*real, *mixed]):
        which = 0 if number < len(real) // 2 else chance.randrange(len(rules))
        cases.append((which, position, attack_of(position, everything)))
    cases += [(chance.randrange(len(rules)), None, attack) for attack in anybody]

    assets.evaluate(
        KEEP,
        json.dumps(
            {
                "cards": [card_data(card) for card in everything],
                "rules": [rules_data(each) for each in rules],
            }
        ),
    )
    came_up: Counter[str] = Counter()
    ruled = [
        read_position(text, real_cards)
        for text in dict.fromkeys(positions_in([ruling.scenario for ruling in catalog.rulings], game))
    ]
    wanted = list(dict.fromkeys(must_fire(real_cards, real_rules)))
    drawn = itertools.chain(ruled, bulk.positions(real_cards, in_bulk, 2001, came_up, set(wanted)))
    while batch := list(itertools.islice(drawn, BATCH)):
        asked = [(0 if at % 5 else chance.randrange(len(rules)), position) for at, position in enumerate(batch)]
        answers = json.loads(
            assets.evaluate(
                DIGEST_ALL, json.dumps([{"rules": which, "text": str(position)} for which, position in asked])
            )
        )
        for (which, position), answer in zip(asked, answers, strict=True):
            attack = attack_of(position, everything)
            ledger = explain(attack, rules[which])
            if digest(position, ledger) != answer:
                compare(assets, [(which, position, attack)], rules)
                raise AssertionError(f"{position}: equal Ledgers in another order of their parts")
            came_up.update(set(what_fired(attack, rules[which], ledger, came_up)))
    for start in range(0, len(cases), BATCH):
        for (which, _, attack), ledger in zip(
            cases[start : start + BATCH], compare(assets, cases[start : start + BATCH], rules), strict=True
        ):
            came_up.update(set(what_fired(attack, rules[which], ledger, came_up)))
    fired.update(came_up)
    print(f"\n{game}: {in_bulk + len(ruled) + len(cases)} attacks; how many of them each of these took part in:")
    print("\n".join(f"{came_up[name]:6} {name}" for name in wanted))
    assert [] == [name for name in wanted if not came_up[name]]


def compare(page: Page, cases: list[tuple[int, Position | None, Attack]], rules: list[Rules]) -> list[Ledger]:
    """The Ledgers of attacks, with rules by number, which must be equal to those in the browser."""
    answers = json.loads(
        page.evaluate(
            EXPLAIN_ALL,
            json.dumps(
                [
                    (
                        {"rules": which, "text": str(position)}
                        if position
                        else {"rules": which, "attack": attack_data(attack)}
                    )
                    for which, position, attack in cases
                ]
            ),
        )
    )
    ledgers = []
    for (which, position, attack), answer in zip(cases, answers, strict=True):
        ledger = explain(attack, rules[which])
        told = str(position) if position else attack_data(attack)
        assert [] == answer["problems"], told
        assert (str(position) if position else None) == answer["text"]
        assert ledger_data(ledger) == answer["ledger"], told
        ledgers.append(ledger)
    return ledgers


def positions_in(said: Any, game: str) -> Iterator[str]:
    """The positions of a game that stand anywhere in scenarios, also those in which single lines of `expect` ask; not
    what a player has, the line of the goal counter.
    """
    if isinstance(said, dict):
        for key, value in said.items():
            if key in ("position", "in") and isinstance(value, str):
                yield from (value,) if value.startswith(f"{game} ") and not value.startswith(f"{game} goal ") else ()
            else:
                yield from positions_in(value, game)
    elif isinstance(said, list | tuple):
        for value in said:
            yield from positions_in(value, game)


def staged(said: t.Sentence) -> Iterator[Attack]:
    """Attacks in which a sentence is said by the attacker, the target, its master, its puppet and others, or by a Plot
    on one of them. The attacker's master and an Illuminati aid, and all the others oppose.
    """
    clause = (Clause("said", lower(said)),)
    own, shield = (
        (Clause("own", lower(parse("+1 to any attempt"))),),
        (Clause("shield", lower(parse("your Power Structure is immune to attacks made or aided by Weird Groups"))),),
    )

    def group(name: str, *alignments: str, clauses: tuple[Clause, ...] = (), attributes: tuple[str, ...] = ()) -> Card:
        return Card(
            f"inwo/{name.lower()}",
            name,
            "inwo",
            "inwo",
            "group",
            5,
            0,
            3,
            alignments=alignments,
            attributes=attributes,
            subtype="place",
            arrow_in="top",
            arrows_out=("left",),
            clauses=clauses,
        )

    for speaker, kind, owner, privileged in itertools.product(
        ("Attacker", "Target", "Master", "Puppet", "Ally", "Plot"),
        ("control", "destroy"),
        ("rival", "nobody", "you"),
        (True, False),
    ):
        secret = not privileged
        said_by = {speaker: clause}
        cards = {
            "Attacker": (
                "you",
                "inwo/ally",
                group("Attacker", "Weird", "Fanatic", clauses=said_by.get("Attacker", ())),
            ),
            "Ally": ("you", None, group("Ally", "Weird", "Violent", clauses=said_by.get("Ally", ()))),
            "Target": (
                owner,
                "inwo/master",
                group(
                    "Target",
                    "Weird",
                    "Violent",
                    "Fanatic",
                    attributes=("Secret",) if secret else (),
                    clauses=said_by.get("Target", ()),
                ),
            ),
            "Master": (owner, None, group("Master", "Weird", "Fanatic", clauses=said_by.get("Master", ()))),
            "Puppet": (owner, "inwo/target", group("Puppet", "Weird", clauses=(*own, *said_by.get("Puppet", ())))),
            "Shield": (owner, "inwo/attacker", group("Shield", clauses=shield if privileged else ())),
            "Boss": ("third", None, replace(group("Boss"), kind="illuminati", power=6, global_power=4)),
        }
        pieces = [Piece(card, by, card.alignments, 1, 0, master) for by, master, card in cards.values()]
        if speaker == "Plot":
            plot, on = replace(group("Plot", clauses=clause), kind="plot"), "target" if secret else "ally"
            pieces.append(Piece(plot, owner if secret else "you", ("Weird",), linked=f"inwo/{on}"))
        opponents = ("inwo/master", "inwo/puppet", "inwo/target", "inwo/target", "inwo/shield")
        yield Attack(
            kind,
            "inwo/attacker",
            "inwo/target",
            tuple(pieces),
            ("inwo/ally", "inwo/boss"),
            opponents,
            distance=2,
            privileged=privileged,
        )


def test_what_hardly_ever_comes_up(assets: Page, catalog: Catalog) -> None:
    """Each sentence of SAID changes an attack, and the same one in both evaluators."""
    rules = catalog.rules("inwo")
    asked = [
        f"an attack requires that {who} {tie}" for tie in TIES.values() for who in ("each helper", "each opponent")
    ]
    asked += ["an attack requires that the attacker has an ability that lets it attack the target"]
    made = tuple(Rule(f"asked-{at}", say, parse(say), ()) for at, say in enumerate(asked))
    rules = replace(rules, requirements=(*rules.requirements, *made))
    answers_to: dict[str, set[bool]] = {rule.id: set() for rule in made}
    attacks = [(said, attack) for said in SAID for attack in staged(parse(said))]
    assets.evaluate(KEEP, json.dumps({"cards": [], "rules": [rules_data(rules)]}))
    answers = []
    for start in range(0, len(attacks), BATCH):
        batch = [
            {
                **attack_data(attack),
                "pieces": [
                    {**piece, "card": card_data(each.card)}
                    for piece, each in zip(attack_data(attack)["pieces"], attack.pieces, strict=True)
                ],
            }
            for _, attack in attacks[start : start + BATCH]
        ]
        answers += json.loads(assets.evaluate(EXPLAIN_WHOLE, json.dumps(batch)))
    counted = set()
    for (said, attack), answer in zip(attacks, answers, strict=True):
        ledger = explain(attack, rules)
        assert ledger_data(ledger) == answer, said
        for reason in ledger.reasons:
            answers_to.get(reason.source, set()).add(reason.ok)
        speaker = next(piece for piece in attack.pieces if piece.card.clauses and piece.card.clauses[-1].text == "said")
        if said not in counted and explain(without(attack, speaker, len(speaker.card.clauses)), rules) != ledger:
            counted.add(said)
    assert [] == [said for said in SAID if said not in counted]
    never = {
        asked[at // 2 * 2]
        for at in range(0, len(TIES) * 2, 2)
        if len(answers_to[f"asked-{at}"] | answers_to[f"asked-{at + 1}"]) < 2
    }
    assert (set(), {True, False}) == (never, answers_to[made[-1].id])


def test_nothing_stays_untried(fired: Counter[str]) -> None:
    """In the attacks above every construction came up, with each field and word that counts."""
    if not fired:
        pytest.skip("the attacks did not run in this process")
    wanted = list(dict.fromkeys(constructions_fire()))
    print("\nhow many attacks each of these took part in:")
    print("\n".join(f"{fired[name]:6} {name}" for name in wanted))
    assert [] == [name for name in wanted if not fired[name]]


def test_a_line_written_in_another_way_becomes_the_same_canonical_line(
    assets: Page, deluxe_cards: list[Card], deluxe_rules: Rules
) -> None:
    """Keys in any order, zeros and spaces that say nothing, the largest number: both readers make the one canonical
    line of it.
    """
    written = {
        "deluxe control texas>hackers used=texas*0": "deluxe control texas>hackers",
        "deluxe control texas>hackers pay=0": "deluxe control texas>hackers",
        "deluxe  control texas>hackers pay=007 aid=c-i-a ": "deluxe control texas>hackers aid=c-i-a pay=7",
        "deluxe control texas>hackers used=texas*1": "deluxe control texas>hackers used=texas",
        "deluxe control texas>hackers pay=999": "deluxe control texas>hackers pay=999",
    }
    assets.evaluate(
        KEEP,
        json.dumps(
            {
                "cards": [card_data(card) for card in deluxe_cards],
                "rules": [rules_data(deluxe_rules)],
            }
        ),
    )
    answers = json.loads(assets.evaluate(EXPLAIN_ALL, json.dumps([{"rules": 0, "text": text} for text in written])))
    assert list(written.values()) == [str(read_position(text, deluxe_cards)) for text in written]
    assert list(written.values()) == [answer["text"] for answer in answers]


# --- positions --------------------------------------------------------------------------------------------------------


def nonsense(cards: list[Card]) -> list[str]:
    """Lines that are no positions: some with one thing wrong, some with many, some with nothing right."""
    chance = random.Random(23)
    signs = " =>,:*+'\"\\%#0123456789abcxyzé—🔺\t\n<&;"
    words = [
        "deluxe",
        "control",
        "destroy",
        "inwo",
        "the-mafia>loan-sharks",
        "kkk>kkk",
        "the-mafia",
        "aid=c-i-a,c-i-a",
        "at=0",
        "holds=kkk",
        "at=",
        "at=own",
        "at=-1",
        "at=1000",
        "pay=3",
        "pay=3",
        "pay=x",
        "pay=٣",
        f"pay={'9' * 5000}",
        "oppose=007",
        "defend",
        "align=kkk:weird+purple",
        "align=kkk:straight+weird",
        "align=kkk",
        "align=the-ufos:weird",
        "used=kkk*",
        "used=kkk*0",
        "used=kkk*2,kkk",
        "under=",
        "under=bribery",
        "aid=kkk under=kkk+kkk",
        "with=kkk,texas under=kkk+texas,texas+kkk",
        "with=kkk,texas,c-i-a under=kkk+texas,kkk+c-i-a",
        "rival=the-ufos",
        "rival=the-mafia",
        "with=the-mafia",
        "play=bribery,kkk",
        "privileged",
        "privileged=yes",
        "arrows=²",
        "aid=",
        "=",
        "constructor=1",
        "__proto__=1",
        "toString",
        "align=__proto__:weird",
        "🔺=🔺",
        "with=🔺,kkk",
        "against=kkk*2,c-i-a",
        "over=kkk,kkk",
        "third=the-mafia,c-i-a",
        "link=bribery+kkk",
        "link=kkk",
        "nwo=bribery",
        "play=bribery+kkk",
        "play=bribery+",
        "play=x+weird",
        "against=c-i-a third=c-i-a",
        "over=the-mafia",
        "aid=the-mafya",
        "plai=bribery",
        "aid=KKK",
        "agents=for",
        "agents=fro",
        "agents=",
        "agents=against,for,x",
        "at=hand",
        "power=kkk:3",
        "power=kkk",
        "power=kkk:x,texas:2",
        "power=the-mafia:1000",
        "devastated=texas",
        "devastated=kkk",
        "devastated=",
        "devastated=bribery,kkk",
    ]
    words += (
        [
            "link=necronomicon+kkk",
            "link=necronomicon",
            "link=commitment+japan,commitment+kkk",
            "nwo=commitment",
            "nwo=solidarity,solidarity",
            "devastated=japan",
            "with=japan,italy devastated=japan,italy,italy",
            "power=car-bomb:3",
            "aid=car-bomb",
            "play=martial-law+japan",
            "play=good-polls+purple",
            "play=good-polls+violent",
            "rival=necronomicon",
            "aid=necronomicon",
            "link=druids+japan",
            "link=kkk+japan",
            "link=nutrition-nazis+japan",
            "under=japan+kkk",
            "under=kkk,japan",
            "under=japan+",
            "with=japan under=japan+kkk",
        ]
        if cards[0].game == "inwo"
        else []
    )
    valid = [str(position) for position in strategies.examples(strategies.positions(cards), NONSENSE)]
    made: dict[str, None] = dict.fromkeys(["", " ", "deluxe", "deluxe control", "\x00", "#" * 1000])
    while len(made) < NONSENSE * 2:
        text = chance.choice(valid)
        for _ in range(chance.choice((1, 1, 2, 6))):
            at = chance.randrange(len(text) + 1)
            match chance.randrange(4):
                case 0:
                    text = text[:at] + chance.choice(signs) + text[at:]
                case 1:
                    text = text[:at] + text[at + chance.randrange(1, 4) :]
                case 2:
                    text = f"{text} {chance.choice(words)}"
                case _:
                    text = " ".join(chance.choices(words, k=chance.randrange(1, 9)))
                    pair = chance.choice(
                        ("the-mafia>kkk", "the-mafia>kkk", "car-bomb>kkk", "bribery>kkk", "tornado>hidden-city")
                    )
                    text = f"{cards[0].game} control {pair} {text}" if chance.random() < 0.5 else text
        made[text] = None
    return list(made)


def problems_in(text: str, cards: list[Card], rules: Rules) -> list[dict[str, Any]]:
    """What the engine finds wrong."""
    try:
        read_position(text, cards, {rules.game: rules})
    except LineError as error:
        return [asdict(problem) for problem in error.problems]
    return []


@pytest.mark.parametrize("game", ["deluxe", "inwo"])
def test_wrong_positions_have_the_same_problems_in_python_and_in_the_browser(
    assets: Page, catalog: Catalog, game: str
) -> None:
    """On hundreds of wrong lines both readers name equal codes, columns and suggestions, and neither ever throws."""
    cards = [record.card for record in catalog.cards if record.card.game == game]
    rules = catalog.rules(game)
    texts = [text for text in nonsense(cards) if problems_in(text, cards, rules)]
    assert NONSENSE <= len(texts)
    assets.evaluate(
        KEEP, json.dumps({"game": game, "cards": [card_data(card) for card in cards], "rules": rules_data(rules)})
    )
    answers = json.loads(assets.evaluate(READ_ALL, json.dumps(texts)))
    keys = ("column", "code", "suggestion")
    codes: Counter[str] = Counter()
    for text, answer in zip(texts, answers, strict=True):
        expected = problems_in(text, cards, rules)
        assert [[p[k] for k in keys] for p in expected] == [[p[k] for k in keys] for p in answer], text
        codes.update(p["code"] for p in expected)
        if text.isascii() and text.isprintable() and "\\" not in text:
            assert [p["message"] for p in expected] == [p["message"] for p in answer], text
    assert {
        "position-short",
        "too-long",
        "unknown-game",
        "unknown-kind",
        "no-target",
        "unknown-card",
        "wrong-kind-of-card",
        "key-twice",
        "unknown-key",
        "bad-number",
        "card-twice",
        "unknown-alignment",
        "opposites",
        "needs-at",
        "not-there",
        "under-itself",
        "unknown-side",
        "not-counted",
        "no-question",
        *(("plot-destroys",) if game == "inwo" else ()),
    } == set(codes)


def test_words_that_both_sides_know_are_equal(assets: Page) -> None:
    """Kinds of attack, alignments, purses and the largest number are the same lists in both languages."""
    known = assets.evaluate("""async () => {
      const { PURSE_WORDS } = await import("./evaluate.js");
      const { AGENTS, ALIGNMENTS, KINDS, MOST } = await import("./position.js");
      return JSON.stringify([PURSE_WORDS, ALIGNMENTS, KINDS, MOST, AGENTS]);
    }""")
    assert [dict(PURSE_WORDS), list(ALIGNMENTS), list(KINDS), MOST, list(AGENTS)] == json.loads(known)
