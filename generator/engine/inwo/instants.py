"""Instant Attacks and other attacks that a Plot makes: Assassinations, Disasters.

What counts in such an attack, and what the Plot that makes it is worth, is in engine/instant.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from generator.engine import attack as sums
from generator.engine import instant
from generator.engine.inwo import board, destruction, relief, tokens
from generator.engine.inwo.table import Attack, Join, JoinSide, Lasting, Table
from generator.engine.record import Record
from generator.engine.selecting import matches, settled
from generator.engine.situation import Attack as Sum
from generator.engine.situation import Ledger, Line, Piece, Reason
from generator.language import tree as t
from generator.structs import replace

# --- the sum --------------------------------------------------------------------------------------------------------


def explain(table: Table, pending: Attack) -> Ledger:
    """The Ledger of an attack by a Plot, or Instant (`wdh-instant-strength`, `faq-disaster-which-bonuses`,
    `faq-non-instant-disaster-bonuses`).
    """
    attack = attack_of(table, pending)
    added = (*_united_lines(table, pending, attack), *_example_lines(table, pending))
    if not pending.instant:
        return sums.explain(
            replace(attack, added=(*added, *board.added_lines(table, pending))), instant.rules_of(table.rules, False)
        )
    fixed = pending.fixed or defense(table, attack)
    since = tuple(_named_since(table, pending, attack, fixed))
    # Only the largest multiplier counts (`wdh-meta-multiplier-single`).
    if any(_multiplies(table, line) for line in since):
        fixed = tuple(line for line in fixed if not _multiplies(table, line))
    fixed = (*fixed, *since)
    agents = attack.agents if table.options.agents_in_instant_attacks == "playable" else ()
    loud = _loud(table, pending)
    rules = instant.rules_of(table.rules, True, without=("destroy-power",), loud=bool(loud))
    attack = _with_bonuses(table, pending, attack, loud) if loud else attack
    ledger = sums.explain(
        replace(attack, agents=agents, added=(*added, *fixed, *board.played_lines(table, pending))), rules
    )
    return _with_leave(table, pending, ledger)


_FITTING = ("helper-fits-destroy", "opponent-fits")
"""What lets Groups take part in ordinary attacks by their alignments or Global Power."""


def _with_leave(table: Table, pending: Attack, ledger: Ledger) -> Ledger:
    """The Ledger of an Instant Attack by a Plot, in which Groups take part only as a card lets them, whatever their
    alignments (`wdh-instant-no-actions`).
    """
    joined = {join.card for join in (*pending.joined, *pending.opposed)}
    if pending.attacker is not None or not joined:
        return ledger
    seen, cite = settled(attack_of(table, pending), table.rules), "wdh-instant-no-actions"
    kept = (each for each in ledger.reasons if each.about not in joined or each.source not in _FITTING)
    leaves = (
        Reason(any(sums._invitations(seen.piece(card), seen)), card, _leave(table, card), cite, (cite,))
        for card in sorted(joined)
    )
    reasons = (*kept, *leaves)
    return replace(ledger, reasons=reasons, legal=all(each.ok for each in reasons))


def _leave(table: Table, card: str) -> str:
    return f"a card lets {table.name(card)} take part in an Instant Attack"


def _loud(table: Table, pending: Attack) -> tuple[str, ...]:
    """The cards whose bonuses count in an Instant Attack by a Group because a Plot in effect says so; none without such
    a Plot.
    """
    pieces = board.attack_of(table, pending).pieces if pending.attacker else ()
    found = []
    for number, each in enumerate(table.lasting):
        if isinstance(each.sentence, t.OnlyBonuses) and pieces:
            attack = board.attack_of(table, pending)
            speaker = attack.by_id.get(f"{each.source}@{number}", pieces[0])
            found += [piece.card.id for piece in pieces if matches(each.sentence.whose, piece, attack, speaker)]
    return tuple(found)


def _with_bonuses(table: Table, pending: Attack, attack: Sum, loud: tuple[str, ...]) -> Sum:
    """The Instant Attack in which the bonuses of some cards are heard as in any attack."""
    said = {piece.card.id: piece.card for piece in board.attack_of(table, pending).pieces if piece.card.id in loud}

    def heard(piece: Piece) -> Piece:
        if piece.card.id not in said:
            return piece
        clauses = tuple(
            old if isinstance(old.sentence, t.Bonus | t.BonusTo) else new
            for old, new in zip(said[piece.card.id].clauses, piece.card.clauses, strict=True)
        )
        return replace(piece, card=replace(piece.card, clauses=clauses))

    return replace(attack, pieces=tuple(map(heard, attack.pieces)))


def defense(table: Table, attack: Sum) -> tuple[Line, ...]:
    """The Power of the target as it is now, line by line."""
    rule = next(rule for rule in table.rules.terms if rule.id == "destroy-power")
    seen = settled(attack, table.rules)
    return tuple(sums._stat_lines(rule, "defense", t.StatOf("Power", "target"), seen.piece(attack.target), seen))


def _named_since(table: Table, pending: Attack, attack: Sum, fixed: tuple[Line, ...]) -> Iterator[Line]:
    """What changes the target's Power after an Instant Attack is declared: only Plots for such attacks
    (`wdh-instant-no-other-mods`).
    """
    nature = board.nature(pending)
    named = set()
    for number, each in enumerate(table.lasting):
        said = table.clause(each.source, each.clause).sentence
        if (
            isinstance(said, t.Ability)
            and isinstance(said.timing, t.With)
            and instant.meant(said.timing.what, nature) is not None
        ):
            named.add(f"{each.source}@{number}")
    if named:
        yield from (
            line for line in defense(table, attack) if line.source.partition("#")[0] in named and line not in fixed
        )


def _multiplies(table: Table, line: Line) -> bool:
    """Whether a line of the sum comes from what multiplies a number: a card, or what holds for a while."""
    at = line.source.partition("#")[0].partition("@")[2]
    said = table.lasting[int(at)].sentence if at else table.said_in(line.source)
    return isinstance(said, t.StatSet) and said.how == "times"


EXAMPLE = 10
"""What the handbook's example of the Car Bomb takes a Plot for that raises Power
(`wdh-instant-carbomb-example-2-boost`).
"""


def _example_lines(table: Table, pending: Attack) -> Iterator[Line]:
    """More for a helper with a Plot that raises Power, where the players have agreed on it."""
    if pending.instant and table.options.new_blood_bonus == "as-in-the-example":
        for join in pending.joined:
            for each in table.linked_to(join.card):
                for number, clause in enumerate(table.book[each].clauses, 1):
                    if isinstance(clause.sentence, t.PowerPlot):
                        yield Line(
                            "attack",
                            EXAMPLE,
                            table.name(each),
                            clause.text,
                            f"{each}#{number}",
                            ("wdh-instant-carbomb-example-2-boost",),
                        )


def _united_lines(table: Table, pending: Attack, attack: Sum) -> Iterator[Line]:
    """The Power of further attack cards that a card makes one with this (`wdh-instant-not-combined`)."""
    for each in pending.played:
        found = instant.attack_card(table.book[each.card])
        if found is not None:
            number, clause = found
            power = instant.power_of(clause.sentence, attack, attack.piece(attack.attacker))
            yield Line(
                "attack", power, f"Power of {table.name(each.card)}", clause.text, f"{each.card}#{number}", clause.cites
            )


def attack_of(table: Table, pending: Attack) -> Sum:
    """An attack by a Plot as the attack sum asks for it, with those sentences alone that count in it."""
    attack = board.attack_of(table, replace(pending, attacker=pending.attacker or pending.plot))
    pieces = tuple(
        instant.for_that_attack(piece) if piece.card.id == pending.plot else piece for piece in attack.pieces
    )
    attack = replace(attack, kind="destroy", pieces=pieces, free=frozenset(), scene=board.scene(table, pending))
    plot = table.book[pending.plot] if pending.plot and not pending.attacker else None
    return instant.prepared(
        attack, board.nature(pending), plot, pending.power, seen=settled(attack, table.rules) if plot else None
    )


# --- while it is being made -------------------------------------------------------------------------------------------


def join(table: Table, attack: Attack, player: str, cards: tuple[str, ...], side: JoinSide, record: Record) -> Table:
    """A Group adds its action to an Instant Attack, which only cards permit (`wdh-instant-no-actions`)."""
    table = tokens.spend(table, player, cards, record)
    helped = attack.joined_by(side, (Join(card, player) for card in cards))
    seen = settled(attack_of(table, helped), table.rules)
    for card in cards:
        leave = bool(_leaves(table, seen, card))
        record.require(
            leave,
            _leave(table, card),
            "wdh-instant-no-actions",
            about=card,
        )
    by_plot = [card for card in helped.helpers if _leaves(table, seen, card) == [attack.plot]]
    record.insist(len(by_plot) <= 1, "only 1 of these Groups adds its Power", "wdh-instant-no-actions")
    record.judge(explain(table, helped))
    for card in cards:
        record.done(
            f"{table.name(card)} {'aids' if side == 'joined' else 'opposes'}",
            "wdh-instant-no-actions",
            "wdh-instant-allowed-action-boost",
        )
    return table if record.void else replace(table, attack=tokens.drained(table, helped, cards))


def _leaves(table: Table, seen: Sum, card: str) -> list[str]:
    """The cards that let a Group take part, not those that only let it do so after the roll (The Second Bullet)."""
    late = {f"{each.source}@{number}" for number, each in enumerate(table.lasting) if late_leaves(table, each)}
    leaves = (speaker.card.id for speaker, _, _, _ in sums._invitations(seen.piece(card), seen))
    return [each for each in leaves if each not in late]


def late_leaves(table: Table, each: Lasting) -> tuple[t.MayJoin, ...]:
    """What lets cards join after the roll, which is then compared with the new strength, in what holds."""
    said = table.clause(each.source, each.clause).sentence
    effects = said.effects if isinstance(said, t.Ability) else ()
    late = any(isinstance(part, t.ChangeRoll) and part.change.anew for part in effects)
    return tuple(part for part in effects if isinstance(part, t.MayJoin)) if late else ()


def become(table: Table, family: Any = "") -> Table:
    """The attack under way as an Instant Attack, which its Group makes: the Power that the target has now is the one
    that counts.
    """
    assert table.attack is not None
    attack = replace(table.attack, instant=True, family=family or table.attack.family, fixed=())
    return replace(table, attack=replace(attack, fixed=defense(table, attack_of(table, attack))))


# --- what comes of it -------------------------------------------------------------------------------------------------


def succeed(table: Table, attack: Attack, ledger: Ledger, record: Record) -> Table:
    """What comes of an attack by a Plot that has succeeded: an Assassination kills (`wdh-assassination-killed`), a
    Disaster devastates, or destroys with a roll that is good enough (`wdh-disaster-devastation-or-destroy`).
    """
    if attack.family == "Disaster":
        enough = _enough(table, attack)
        if enough is None or (attack.roll or 0) > ledger.strength - enough:
            return relief.devastate(table, attack.target, record)
        margin = ledger.strength - (attack.roll or 0)
        record.happen(f"it succeeds by {margin}, and {enough} is enough", "wdh-disaster-devastation-or-destroy")
    killed = attack.family == "Assassination"
    name = table.name(attack.target)
    cites = (*(("wdh-assassination-killed",) if killed else ()), "wdh-destroy-6-pile", "sg-destroy-goes-to-own-pile")
    record.happen(f"{name} is {'killed' if killed else 'destroyed'}", *cites)
    return destruction.destroy(table, attack.target, attack.player, record, killed=killed)


def _enough(table: Table, attack: Attack) -> int | None:
    """By how much a Disaster must succeed to destroy; None for one that only devastates."""
    _, clause = instant.attack_card(table.book[attack.plot or ""]) or (0, None)
    said = clause.sentence if clause is not None else None
    enough = said.margin if isinstance(said, t.Disaster) else None
    if table.options.volcano_success == "more-than-two" and enough == 2:
        enough = 3
    return None if attack.devastates else enough


def limits(table: Table, attack: Attack, ledger: Ledger) -> dict[str, int | None]:
    """What a success of an attack to destroy may bring about, each with the strength that counts for it; None for what
    no roll brings about.
    """
    if attack.family == "Disaster":
        enough = _enough(table, attack)
        return {
            "devastates": ledger.strength,
            "destroys": None if enough is None else ledger.strength - enough,
        }
    return {"killed" if attack.family == "Assassination" else "destroyed": ledger.strength}
