"""The calculator's arithmetic is the engine's: the same lines, reasons, odds and problems, in a real Chromium."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import serving
from playwright.sync_api import Page

from generator.catalog import read_catalog
from generator.engine.attack import Attack, Ledger, Rules, alignments_of, attacks_allowed, explain, is_privileged
from generator.engine.cards import Card
from generator.engine.position import MOST, Position, PositionError, attack_of, read_position
from generator.language import ALIGNMENTS, KINDS, PURSE_WORDS
from generator.language import tree as t
from generator.site.calculator import card_data, rule_data
from tests import strategies

ATTACKS = 5_600
BATCH = 400
NONSENSE = 300
RARE = (
    # The attacker has the alignment already that it counts as: it still counts once.
    "deluxe control chinese-campaign-donors>f-b-i align=chinese-campaign-donors:government+communist",
    # Two Specials set the roll; the last one governs.
    "deluxe control the-network>recyclers play=assassination,murphys-law",
    # A target of the attacker's own, under a master of the attacker's own.
    "deluxe destroy texas>hackers at=own under=big-media rival=the-network",
)
"""What hardly ever comes up by chance."""
ATTACK_SENTENCES = (t.Bonus, t.StatAgainst, t.StatChange, t.Immunity, t.CountsAs, t.Participation)

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
    const { position, problems } = readPosition(text, kept.cards, "deluxe");
    if (!position) return { text: null, problems, ledger: null };
    return {
      text: formatPosition(position), problems, ledger: explain(attackOf(position, kept.cards), kept.rules[rules]),
    };
  }));
}"""
READ_ALL = """async (texts) => {
  const { readPosition } = await import("./position.js");
  return JSON.stringify(JSON.parse(texts).map((text) => readPosition(text, kept.cards, "deluxe").problems));
}"""


@pytest.fixture(scope="module")
def deluxe_cards(root: Path) -> list[Card]:
    """All cards of Illuminati Deluxe."""
    return [record.card for record in read_catalog(root).cards if record.card.game == "deluxe"]


@pytest.fixture(scope="module")
def deluxe_rules(root: Path) -> Rules:
    """The rules of Illuminati Deluxe."""
    return read_catalog(root).rules("deluxe")


@pytest.fixture(scope="module")
def made_up_cards(deluxe_cards: list[Card]) -> list[Card]:
    """Cards that say what no card of the box says, about each other and about cards of the box."""
    names = [f"Made Up {i}" for i in range(0, 120, 12)] + [card.name for card in deluxe_cards[:90:9]]
    made = [strategies.examples(strategies.cards(number, names), 1, number)[0] for number in range(120)]
    return made + [strategies.examples(strategies.specials(number), 1, number)[0] for number in range(12)]


@pytest.fixture
def assets(root: Path, page: Page) -> Iterator[Page]:
    """A page beside the scripts, so that they can be imported by name."""
    with serving(root / "site_templates" / "assets") as url:
        page.goto(url)
        yield page


def rules_data(rules: Rules) -> dict[str, Any]:
    """Rules as the data file has them."""
    return {
        "game": rules.game, "opposites": dict(rules.opposites), "fails_from": rules.fails_from,
        "terms": [rule_data(rule) for rule in rules.terms],
        "requirements": [rule_data(rule) for rule in rules.requirements],
    }


def attack_data(attack: Attack) -> dict[str, Any]:
    """An attack as evaluate.js takes it, its cards by id."""
    return {
        "kind": attack.kind, "attacker": attack.attacker, "target": attack.target, "helpers": list(attack.helpers),
        "distance": attack.distance, "spent": dict(attack.spent), "privileged": attack.privileged,
        "played": [card.id for card in attack.played],
        "pieces": [
            {
                "card": piece.card.id, "owner": piece.owner, "alignments": list(piece.alignments),
                "openArrows": piece.open_arrows, "attacksMade": piece.attacks_made, "master": piece.master,
            }
            for piece in attack.pieces
        ],
    }


def ledger_data(ledger: Ledger) -> dict[str, Any]:
    """A Ledger as evaluate.js answers it."""
    return {
        "lines": [{**vars(line), "cites": list(line.cites)} for line in ledger.lines],
        "reasons": [{**vars(reason), "cites": list(reason.cites)} for reason in ledger.reasons],
        "legal": ledger.legal, "strength": ledger.strength, "needed": ledger.needed, "fixedRoll": ledger.fixed_roll,
        "ways": ledger.ways,
    }


# --- what came up -----------------------------------------------------------------------------------------------------

def selector_parts(selector: t.Selector | None) -> Iterator[str]:
    """The parts of a selector, by name."""
    if selector is None:
        yield "nobody named"
    elif isinstance(selector, t.Named):
        yield "cards by name"
    else:
        if any(len(combination) > 1 for combination in selector.traits):
            yield "two alignments together"
        elif selector.traits:
            yield "alignments"
        yield f"owner: {selector.owner}"
        yield from (f"number {number.operator}" for number in selector.numbers)
        yield from (part for part in ("other", "master") if getattr(selector, part))


def what_fired(attack: Attack, rules: Rules, ledger: Ledger) -> Iterator[str]:
    """Everything of rules and cards that took part in this attack, by name."""
    by_rule = {rule.id: rule for rule in (*rules.terms, *rules.requirements)}
    clauses = {
        f"{piece.card.id}#{number}": clause.sentence
        for piece in attack.pieces for number, clause in enumerate(piece.card.clauses, 1)
    }
    for source in [*(line.source for line in ledger.lines), *(f"{r.source} {r.ok}" for r in ledger.reasons)]:
        name, _, answer = source.partition(" ")
        if name in by_rule:
            yield f"rule {source}"
            for condition in (*by_rule[name].tree.when, *by_rule[name].tree.unless):
                yield f"proviso {type(condition).__name__}"
            holds = getattr(by_rule[name].tree, "holds", None)
            if holds:
                yield f"condition {type(holds).__name__} {answer}"
            continue
        yield f"clause {source}"
        sentence = clauses[name]
        kind = f"{type(sentence).__name__} {getattr(sentence, 'reach', getattr(sentence, 'stat', answer))}"
        yield f"sentence {kind}"
        selector = next(getattr(sentence, at) for at in ("target", "attackers", "who") if hasattr(sentence, at))
        if answer != "True":
            yield from (f"selector {part}" for part in selector_parts(selector))
    attacker = attack.piece(attack.attacker)
    if alignments_of(attack, attacker) != attacker.alignments:
        yield "sentence CountsAs"
        yield from (f"clause {source}" for source in clauses if isinstance(clauses[source], t.CountsAs))
    for card_id in {attack.attacker, *attack.helpers}:
        piece = attack.piece(card_id)
        if 0 < piece.attacks_made < attacks_allowed(piece.card):
            yield "sentence Participation"
            yield from (
                f"clause {source}" for source in clauses
                if isinstance(clauses[source], t.Participation) and source.startswith(f"{card_id}#")
            )
    if ledger.fixed_roll is not None:
        yield "effect SetRoll"
    if attack.privileged and not is_privileged(attack):
        yield "effect EndPrivilege"
    for card in attack.played:
        yield f"Special {card.id}"
    yield f"kind {attack.kind}"
    yield f"legal {ledger.legal}"
    yield "never rolled" if ledger.needed is None else "rolled"


def must_fire(cards: list[Card], rules: Rules) -> Iterator[str]:
    """What must come up: every term, requirement and attack clause of the game, and every construction of the language."""
    yield from (f"rule {rule.id}" for rule in rules.terms)
    yield from (f"rule {rule.id} {answer}" for rule in rules.requirements for answer in (True, False))
    for card in cards:
        for number, clause in enumerate(card.clauses, 1):
            if isinstance(clause.sentence, ATTACK_SENTENCES):
                immunity = isinstance(clause.sentence, t.Immunity)
                for answer in ("True", "False") if immunity else ("",):
                    yield f"clause {card.id}#{number} {answer}".rstrip()
        if card.kind == "special":
            yield f"Special {card.id}"
    for reach in ("direct", "any attempt", "aid", "defense"):
        yield f"sentence Bonus {reach}"
    for stat in strategies.STATS:
        yield f"sentence StatAgainst {stat}"
        yield f"sentence StatChange {stat}"
    yield from ("sentence Immunity True", "sentence Immunity False", "sentence CountsAs", "sentence Participation")
    yield from ("effect SetRoll", "effect EndPrivilege", "legal True", "legal False", "never rolled", "rolled")
    yield from (f"kind {kind}" for kind in KINDS)
    for owner in ("any", "you", "rival", "nobody"):
        yield f"selector owner: {owner}"
    for part in ("nobody named", "cards by name", "alignments", "two alignments together", "other", "master"):
        yield f"selector {part}"
    yield from (f"selector number {operator}" for operator in (">=", "<=", "="))
    for condition in t.Condition.__args__:
        yield f"proviso {condition.__name__}"
        yield from (f"condition {condition.__name__} {answer}" for answer in (True, False))


def test_every_attack_has_the_same_ledger_in_python_and_in_the_browser(
    assets: Page, deluxe_cards: list[Card], deluxe_rules: Rules, made_up_cards: list[Card]
) -> None:
    """On thousands of attacks both evaluators give equal lines, reasons, strength and odds; nothing stays untried.

    A quarter each: real cards; real cards under made-up rules; made-up cards too; and cards that belong to anybody.
    """
    everything = [*deluxe_cards, *made_up_cards]
    names = [card.name for card in everything if card.kind == "special"]
    rules = [deluxe_rules, *strategies.examples(strategies.made_up_rules(deluxe_rules, names), 80)]
    chance = random.Random(2001)
    real = [read_position(text, deluxe_cards) for text in RARE]
    real += strategies.examples(strategies.positions(deluxe_cards), ATTACKS // 2)
    mixed = strategies.examples(strategies.positions(everything), ATTACKS // 4)
    anybody = strategies.examples(strategies.attacks(everything), ATTACKS - len(real) - len(mixed))
    cases: list[tuple[int, Position | None, Attack]] = []
    for number, position in enumerate([*real, *mixed]):
        which = 0 if number < len(real) // 2 else chance.randrange(len(rules))
        cases.append((which, position, attack_of(position, everything)))
    cases += [(chance.randrange(len(rules)), None, attack) for attack in anybody]

    assets.evaluate(KEEP, json.dumps({
        "cards": [card_data(card) for card in everything], "rules": [rules_data(each) for each in rules],
    }))
    fired: Counter[str] = Counter()
    for start in range(0, len(cases), BATCH):
        batch = cases[start:start + BATCH]
        answers = json.loads(assets.evaluate(EXPLAIN_ALL, json.dumps([
            {"rules": which, "text": str(position)} if position else {"rules": which, "attack": attack_data(attack)}
            for which, position, attack in batch
        ])))
        for (which, position, attack), answer in zip(batch, answers, strict=True):
            ledger = explain(attack, rules[which])
            told = str(position) if position else attack_data(attack)
            assert [] == answer["problems"], told
            assert (str(position) if position else None) == answer["text"]
            assert ledger_data(ledger) == answer["ledger"], told
            fired.update(set(what_fired(attack, rules[which], ledger)))
    wanted = list(dict.fromkeys(must_fire(deluxe_cards, deluxe_rules)))
    print(f"\n{len(cases)} attacks; how many each of these took part in:")
    print("\n".join(f"{fired[name]:6} {name}" for name in wanted))
    assert [] == [name for name in wanted if not fired[name]]


def test_a_line_written_in_another_way_becomes_the_same_canonical_line(
    assets: Page, deluxe_cards: list[Card], deluxe_rules: Rules
) -> None:
    """Keys in any order, zeros and spaces that say nothing, the largest number: both readers make the one canonical line of it."""
    written = {
        "deluxe control texas>hackers used=texas*0": "deluxe control texas>hackers",
        "deluxe control texas>hackers pay=0": "deluxe control texas>hackers",
        "deluxe  control texas>hackers pay=007 aid=c-i-a ": "deluxe control texas>hackers aid=c-i-a pay=7",
        "deluxe control texas>hackers used=texas*1": "deluxe control texas>hackers used=texas",
        "deluxe control texas>hackers pay=999": "deluxe control texas>hackers pay=999",
    }
    assets.evaluate(KEEP, json.dumps({
        "cards": [card_data(card) for card in deluxe_cards], "rules": [rules_data(deluxe_rules)],
    }))
    answers = json.loads(assets.evaluate(EXPLAIN_ALL, json.dumps([{"rules": 0, "text": text} for text in written])))
    assert list(written.values()) == [str(read_position(text, deluxe_cards)) for text in written]
    assert list(written.values()) == [answer["text"] for answer in answers]


# --- positions ----------------------------------------------------------------------------------------------------------

def nonsense(cards: list[Card]) -> list[str]:
    """Lines that are no positions: some with one thing wrong, some with many, some with nothing right."""
    chance = random.Random(23)
    signs = " =>,:*+'\"\\%#0123456789abcxyzé—🔺\t\n<&;"
    words = [
        "deluxe", "control", "destroy", "inwo", "the-mafia>loan-sharks", "kkk>kkk", "the-mafia", "aid=c-i-a,c-i-a", "at=0",
        "at=", "at=own", "at=-1", "at=1000", "pay=3", "pay=3", "pay=x", "pay=٣", f"pay={'9' * 5000}", "oppose=007", "defend",
        "align=kkk:weird+purple", "align=kkk", "align=the-ufos:weird", "used=kkk*", "used=kkk*0", "used=kkk*2,kkk",
        "under=", "under=bribery", "rival=the-ufos", "rival=the-mafia", "with=the-mafia", "play=bribery,kkk", "privileged",
        "privileged=yes", "arrows=²", "aid=", "=", "constructor=1", "__proto__=1", "toString", "align=__proto__:weird", "🔺=🔺",
        "with=🔺,kkk", "aid=the-mafya", "plai=bribery", "aid=KKK",
    ]
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
                    text = text[:at] + text[at + chance.randrange(1, 4):]
                case 2:
                    text = f"{text} {chance.choice(words)}"
                case _:
                    text = " ".join(chance.choices(words, k=chance.randrange(1, 9)))
                    text = f"deluxe control the-mafia>loan-sharks {text}" if chance.random() < 0.5 else text
        made[text] = None
    return list(made)


def problems_in(text: str, cards: list[Card]) -> list[dict[str, Any]]:
    """What the engine finds wrong."""
    try:
        read_position(text, cards)
    except PositionError as error:
        return [vars(problem) for problem in error.problems]
    return []


def test_wrong_positions_have_the_same_problems_in_python_and_in_the_browser(
    assets: Page, deluxe_cards: list[Card]
) -> None:
    """On hundreds of wrong lines both readers name equal codes, columns and suggestions, and neither ever throws."""
    texts = [text for text in nonsense(deluxe_cards) if problems_in(text, deluxe_cards)]
    assert NONSENSE <= len(texts)
    assets.evaluate(KEEP, json.dumps({"cards": [card_data(card) for card in deluxe_cards]}))
    answers = json.loads(assets.evaluate(READ_ALL, json.dumps(texts)))
    keys = ("column", "code", "suggestion")
    codes: Counter[str] = Counter()
    for text, answer in zip(texts, answers, strict=True):
        expected = problems_in(text, deluxe_cards)
        assert [[p[k] for k in keys] for p in expected] == [[p[k] for k in keys] for p in answer], text
        codes.update(p["code"] for p in expected)
        if text.isascii() and text.isprintable() and "\\" not in text:
            assert [p["message"] for p in expected] == [p["message"] for p in answer], text
    assert {
        "position-short", "unknown-game", "unknown-kind", "no-target", "unknown-card", "wrong-kind-of-card", "key-twice",
        "unknown-key", "bad-number", "card-twice", "unknown-alignment", "needs-at",
    } == set(codes)


def test_words_that_both_sides_know_are_equal(assets: Page) -> None:
    """Kinds of attack, alignments, purses and the largest number are the same lists in both languages."""
    known = assets.evaluate("""async () => {
      const { PURSE_WORDS } = await import("./evaluate.js");
      const { ALIGNMENTS, KINDS, MOST } = await import("./position.js");
      return JSON.stringify([PURSE_WORDS, ALIGNMENTS, KINDS, MOST]);
    }""")
    assert [dict(PURSE_WORDS), list(ALIGNMENTS), list(KINDS), MOST] == json.loads(known)
