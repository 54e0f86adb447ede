"""A table and a position judge alike: each ordinary attack of random tables, written as a line, has the sum and the
legality that it has there.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from checkout import catalog
from playwright.sync_api import Page
from random_inwo import begin_inwo, begin_subgenius

from generator.engine.attack import explain
from generator.engine.inwo import board, plays, tokens
from generator.engine.inwo.table import Options, Table
from generator.engine.position import Position, answered, attack_of, read_position
from generator.engine.questions import questions
from generator.engine.situation import Attack as Sum
from generator.engine.situation import Ledger
from generator.engine.tables import TableError, apply, ledger_of
from generator.site.calculator import card_data
from generator.structs import replace
from tests.test_parity import rules_data

BEGIN = {"inwo": begin_inwo, "subgenius": begin_subgenius}
TABLES, ANNOUNCED = 40, 10
"""So many tables of a game, and so many attacks tried on each."""
ONLY_A_TABLE_TELLS = frozenset(
    (
        "rival-faction",  # another copy of your own Illuminati, which a position names once
        "subgenius/nhgh#3",  # an uncontrolled Group that lies by
        "assassins/australia#1",
        "assassins/australia#2",  # the time of day
    )
)


def slug(card: str) -> str:
    """The short name of a card; its copies have the same."""
    return card.partition("/")[2].partition("~")[0]


def said(attack: Sum, table: Table, game: str) -> Position | None:
    """The position of an attack on a table; None where it cannot be said: two copies take part, or cards of another
    set.
    """
    part = {attack.attacker, attack.target, *attack.helpers, *attack.opponents}
    if len({slug(card) for card in part}) < len(part):
        return None
    there, names = [], {slug(card) for card in part}
    for piece in attack.pieces:
        if piece.card.id in part or (slug(piece.card.id) not in names and "@" not in piece.card.id):
            there.append(piece)
            names.add(slug(piece.card.id))
        elif game == "inwo" or "@" in piece.card.id:  # a copy, or a Plot that has become a link of its own name
            return None
    by_id = {piece.card.id: piece for piece in there}
    if any(piece.card.game != game for piece in there):
        return None
    target = by_id[attack.target]
    at: Any = {"you": 0, "rival": attack.distance, "nobody": None}[target.owner]
    if attack.target in table.active.hand:
        at = "hand"
    placed = at not in (None, "hand")
    over = (
        tuple(
            slug(piece.card.id) for piece in there if piece.master == attack.target and piece.card.id != attack.attacker
        )
        if placed
        else ()
    )
    under = slug(target.master) if placed and target.master in by_id else None
    links = tuple(
        (slug(piece.card.id), slug(piece.linked))
        for piece in there
        if piece.linked in by_id and by_id[piece.linked].card.kind == "group"
    )
    against = Counter(map(slug, attack.opponents))
    taken = {
        slug(attack.attacker),
        slug(attack.target),
        under,
        *over,
        *map(slug, attack.helpers),
        *(link for link, _ in links),
    }

    def beside(owner: str) -> tuple[str, ...]:
        return tuple(
            slug(piece.card.id)
            for piece in there
            if piece.owner == owner
            and piece.card.kind != "plot"
            and slug(piece.card.id) not in taken
            and not (owner == "rival" and slug(piece.card.id) in against)
        )

    attacker = by_id[attack.attacker]
    return Position(
        game,
        attack.kind,
        slug(attack.attacker),
        slug(attack.target),
        aid=tuple(map(slug, attack.helpers)),
        against=tuple(against.items()),
        others=beside("you"),
        at=at,
        under=under,
        over=over,
        rival=beside("rival"),
        third=beside("third"),
        masters=tuple(
            (slug(piece.card.id), slug(piece.master))
            for piece in there
            if piece.card.kind == "group"
            and piece.master in by_id
            and piece is not target
            and slug(piece.card.id) not in over
        ),
        link=links,
        nwo=tuple(slug(piece.card.id) for piece in there if piece.card.nwo is not None),
        privileged=attack.privileged,
        arrows=attacker.open_arrows if attacker.open_arrows != len(attacker.card.arrows_out) else None,
        align=tuple(
            (slug(piece.card.id), piece.alignments)
            for piece in there
            if set(piece.alignments) != set(piece.card.alignments)
        ),
        devastated=tuple(slug(card) for card in table.devastated if card in by_id),
    )


def attacks(game: str, seed: int) -> Iterator[Table]:
    """Random tables on which an attack is under way, aided and opposed as the rules let."""
    dice = random.Random(seed)
    table = BEGIN[game](dice)
    if table.setting is not None:
        return
    table = replace(table, turn=replace(table.turn, phase="main"), options=Options())
    controlled = [card for player in table.players for card in player.controlled if tokens.may_have(table, card)]
    table = table.with_tokens({card: max(1, table.tokens.get(card, 0)) for card in controlled})
    me = table.active
    groups = [(player.name, card) for player in table.players for card in player.structure.groups]
    targets = [card for _, card in groups] + [
        card for card in (*me.hand, *table.uncontrolled) if table.book[card].kind == "group"
    ]
    for _ in range(ANNOUNCED if targets else 0):
        target, kind = dice.choice(targets), dice.choice(("control", "destroy"))
        attacker = dice.choice([me.illuminati, *me.structure.groups])
        wanted: list[plays.Play] = [plays.Announce(player=me.name, attacker=attacker, target=target, kind=kind)]
        for player, card in dice.sample(groups, min(len(groups), 6)):
            if card not in (attacker, target):
                wanted.append((plays.Aid if player == me.name else plays.Oppose)(player=player, cards=(card,)))
        now = table
        for play in wanted:
            try:
                now = apply(now, play).table
            except TableError:
                continue
        if now.attack is not None and now.attack.attacker == attacker:
            yield now


def result(ledger: Ledger) -> Any:
    """The lines that count and what is broken, without the numbers of copies; the roll."""

    def bare(text: str | None) -> str:
        return re.sub(r"~\d+", "", text or "")

    return (
        sorted((line.side, line.amount, bare(line.source)) for line in ledger.lines if line.amount),
        sorted((bare(each.source), bare(each.about)) for each in ledger.reasons if not each.ok),
        ledger.needed,
        ledger.turned,
    )


@pytest.mark.parametrize("game", BEGIN)
def test_a_table_and_a_position_judge_alike(game: str) -> None:
    """Line by line, and what is not legal: nothing counts on the one that the other leaves out, but for what
    ONLY_A_TABLE_TELLS.
    """
    cards = [record.card for record in catalog().cards if record.card.game == game]
    compared, different = 0, []
    for seed in range(TABLES):
        for table in attacks(game, seed):
            assert table.attack is not None
            there = ledger_of(table)
            position = said(board.attack_of(table, table.attack), table, game)
            if position is None or any(line.source in ONLY_A_TABLE_TELLS for line in there.lines if line.amount):
                continue
            compared += 1
            here = explain(attack_of(read_position(str(position), cards, {game: table.rules}), cards), table.rules)
            if result(there) != result(here):
                different.append((seed, str(position), result(there), result(here)))
    print(f"{game}: {compared} attacks compared")
    assert compared > 100
    assert [] == different


ASKED = (
    ("inwo control the-network>orbit-one with=science-fiction-fans", [("science-fiction-fans", "the-network", 9)]),
    ("inwo control the-network>orbit-one with=science-fiction-fans under=science-fiction-fans+the-network", []),
    (
        "inwo control black-activists>libertarians with=local-police-departments",
        [("local-police-departments", "black-activists", 0)],
    ),
    ("inwo control the-mafia>loan-sharks at=1", []),
    ("inwo control f-b-i>dentists aid=dittoheads", []),
)
"""What is asked of a position, with the strength if it is so (WDH p.

8): 8 and +6 in place of +2 against 5; 3 + 1 against 4.
"""


WAITS = (
    (
        "inwo control pentagon>australia at=1",
        [("australia", "the game is played after 5 p.m., on a weekend or on a national holiday", -24)],
    ),
    ("inwo control pentagon>australia at=1 holds=australia", []),
    (
        "inwo control international-cocaine-smugglers>elvis at=1",
        [("international-cocaine-smugglers", "all players agree on it", -7)],
    ),
    ("inwo control international-cocaine-smugglers>hackers at=1", []),
    ("subgenius control church-of-middle-america>nhgh", [("nhgh", 'that player has exposed The Anti"Bob"', 1)]),
)
"""What only the players know, with the strength if it is so: Resistance 24 in place of 12; +4 against a Personality;
legal, at 3 - 2.
"""


@pytest.mark.parametrize(("line", "wanted"), WAITS)
def test_a_position_asks_what_only_the_players_know(line: str, wanted: list[tuple[str, str, int]]) -> None:
    """Where a card waits for it and the sum, or whether the attack is legal, depends on it; with the answer nothing is
    open.
    """
    game = line.partition(" ")[0]
    cards, rules = [record.card for record in catalog().cards if record.card.game == game], catalog().rules(game)
    read = read_position(line, cards, {game: rules})
    attack = attack_of(read, cards)
    found = [each for each in questions(attack, rules, explain(attack, rules)) if each.waits]
    assert wanted == [(slug(each.card), each.waits, each.ledger.strength) for each in found]
    for each in found:
        told = attack_of(answered(read, slug(each.card), None), cards)
        assert each.ledger == explain(told, rules)
        assert not [other for other in questions(told, rules, each.ledger) if other.waits]


@pytest.mark.parametrize(("line", "wanted"), ASKED)
def test_a_position_asks_whose_puppet_a_group_is(line: str, wanted: list[tuple[str, str, int]]) -> None:
    """Where a card speaks of its master or its puppets, and the sum depends on it."""
    cards = [record.card for record in catalog().cards if record.card.game == "inwo"]
    rules = catalog().rules("inwo")
    attack = attack_of(read_position(line, cards, {"inwo": rules}), cards)
    found = questions(attack, rules, explain(attack, rules))
    assert wanted == [(slug(each.card), slug(each.master), each.ledger.strength) for each in found if each.master]


IN_BROWSER = """async (given) => {
  const { explain } = await import("./evaluate.js");
  const { attackOf, readPosition } = await import("./position.js");
  const { questions } = await import("./questions.js");
  const { cards, game, rules, lines } = JSON.parse(given);
  return JSON.stringify(lines.map((line) => {
    const attack = attackOf(readPosition(line, cards, game, rules).position, cards);
    return questions(attack, rules, explain(attack, rules)).map((each) => [each.card, each.master, each.ledger.strength, each.ledger.legal]);
  }));
}"""  # noqa: E501


@pytest.mark.parametrize("game", BEGIN)
def test_the_browser_asks_the_same(assets: Page, game: str) -> None:
    """Of positions of random tables from which some masters have been left out, and of those above."""
    cards, rules = [record.card for record in catalog().cards if record.card.game == game], catalog().rules(game)
    lines = [line for line, _ in (*ASKED, *WAITS) if line.startswith(game)]
    for seed in range(TABLES // 2):
        for table in attacks(game, seed):
            assert table.attack is not None
            position = said(board.attack_of(table, table.attack), table, game)
            if position is not None:
                lines.append(str(replace(position, masters=position.masters[::3])))
    wanted = []
    for line in lines:
        attack = attack_of(read_position(line, cards, {game: rules}), cards)
        found = questions(attack, rules, explain(attack, rules))
        wanted.append([[each.card, each.master, each.ledger.strength, each.ledger.legal] for each in found])
    given = {"cards": [card_data(card) for card in cards], "game": game, "rules": rules_data(rules), "lines": lines}
    assert wanted == json.loads(assets.evaluate(IN_BROWSER, json.dumps(given)))
    assert any(wanted)
