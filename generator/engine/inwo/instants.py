"""Instant Attacks and other attacks that a Plot makes: Assassinations, Disasters.

A Plot that attacks stands in the attack sum as the attacker, with the Power that its text gives it. In an Instant Attack most of what
cards say is silent: before the sum is made, every sentence that does not speak of such attacks is taken out (`_heard`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from generator.engine import attack as sums
from generator.engine.attack import Ledger, Line, Piece
from generator.engine.cards import Card, Clause
from generator.engine.inwo import board, destruction, relief, tokens
from generator.engine.inwo.table import Attack, Join, Table
from generator.engine.record import Record
from generator.engine.selecting import count, matches, settled
from generator.language import tree as t

# --- the sum --------------------------------------------------------------------------------------------------------

_TERMS = ("power", "aid-destroy", "destroy-power", "position-1", "position-2", "oppose")
"""The terms that an Instant Attack has (`wdh-instant-strength`, `wdh-instant-position`); the others are no part of it
(`wdh-instant-no-other-mods`, `faq-instant-no-rival-bonus`)."""
_SECRECY = ("secret", "helper-of-secret", "helper-against-secret", "opponent-for-secret")
"""What an attack by a Plot does not require: a Plot may affect Secret Groups."""


def explain(table: Table, pending: Attack) -> Ledger:
    """The Ledger of an attack by a Plot, or of an Instant Attack by a Group (`wdh-instant-strength`, `faq-disaster-which-bonuses`,
    `faq-non-instant-disaster-bonuses`)."""
    from generator.engine.inwo import combat

    attack = attack_of(table, pending)
    added = (*_united_lines(table, pending, attack), *_example_lines(table, pending))
    if not pending.instant:
        return sums.explain(replace(attack, added=(*added, *combat.added_lines(table, pending))), _rules(table.rules, False))
    fixed = pending.fixed or defense(table, attack)
    fixed = (*fixed, *_named_since(table, pending, attack, fixed))
    agents = combat.agents_line(table, pending) if table.options.agents_in_instant_attacks == "playable" else ()
    return sums.explain(replace(attack, added=(*added, *fixed, *agents, *pending.added)), _rules(table.rules, True))


def _rules(rules: sums.Rules, instant: bool) -> sums.Rules:
    """The rules of the game as they are for attacks by Plots. The Power of an Instant Attack's target is added by itself, as it was."""
    terms = tuple(rule for rule in rules.terms if not instant or (rule.id in _TERMS and rule.id != "destroy-power"))
    requirements = tuple(rule for rule in rules.requirements if rule.id not in _SECRECY)
    return replace(rules, terms=terms, requirements=requirements)


def defense(table: Table, attack: sums.Attack) -> tuple[Line, ...]:
    """The Power of the target as it is now, line by line."""
    rule = next(rule for rule in table.rules.terms if rule.id == "destroy-power")
    seen = settled(attack, table.rules)
    return tuple(sums._stat_lines(rule, "defense", t.StatOf("Power", "target"), seen.piece(attack.target), seen))


def _named_since(table: Table, pending: Attack, attack: sums.Attack, fixed: tuple[Line, ...]) -> Iterator[Line]:
    """What changes the Power of the target of an Instant Attack after its declaration: only what is played with such attacks by its own text
    (`wdh-instant-no-other-mods`)."""
    nature = _nature(pending)
    named = set()
    for number, each in enumerate(table.lasting):
        clauses = table.book[each.source].clauses
        said = clauses[each.clause - 1].sentence if 0 < each.clause <= len(clauses) else None
        if isinstance(said, t.Ability) and isinstance(said.timing, t.With) and _meant(said.timing.what, nature) is not None:
            named.add(f"{each.source}@{number}")
    if named:
        yield from (line for line in defense(table, attack) if line.source.partition("#")[0] in named and line not in fixed)


EXAMPLE = 10
"""What the handbook's example of the Car Bomb takes a Plot for that raises Power (`wdh-instant-carbomb-example-2-boost`)."""


def _example_lines(table: Table, pending: Attack) -> Iterator[Line]:
    """More for a helper with a Plot that raises Power, where the players have agreed on it."""
    if pending.instant and table.options.new_blood_bonus == "as-in-the-example":
        for join in pending.joined:
            for each in table.linked_to(join.card):
                for number, clause in enumerate(table.book[each].clauses, 1):
                    if isinstance(clause.sentence, t.PowerPlot):
                        yield Line("attack", EXAMPLE, table.name(each), clause.text, f"{each}#{number}", ("wdh-instant-carbomb-example-2-boost",))


def _united_lines(table: Table, pending: Attack, attack: sums.Attack) -> Iterator[Line]:
    """The Power of further attack cards that a card makes one with this (`wdh-instant-not-combined`)."""
    for each in pending.played:
        found = attack_card(table.book[each.card])
        if found is not None:
            number, clause = found
            power = _power(clause.sentence, attack, attack.piece(attack.attacker))
            yield Line("attack", power, f"Power of {table.name(each.card)}", clause.text, f"{each.card}#{number}", clause.cites)


def attack_card(card: Card) -> tuple[int, Clause] | None:
    """The clause with which a Plot attacks, and its number; None for all other cards."""
    return next(
        ((number, clause) for number, clause in enumerate(card.clauses, 1) if isinstance(clause.sentence, t.Assassination | t.Disaster)), None
    )


def attack_of(table: Table, pending: Attack) -> sums.Attack:
    """An attack by a Plot as the attack sum asks for it, with those sentences alone that count in it."""
    owner = table.owner(pending.target)
    rival = owner if owner is not None and owner.name != pending.player else None
    attacker = pending.attacker or pending.plot
    assert attacker is not None
    first = (attacker, *(join.card for join in pending.joined))
    pieces = board.pieces(table, pending.player, rival.name if rival else None, first, pending)
    nature = _nature(pending)
    pieces = tuple(_heard(piece, nature) for piece in pieces)
    in_structure = rival is not None and pending.target in rival.structure
    attack = sums.Attack(
        kind="destroy",
        attacker=attacker,
        target=pending.target,
        pieces=pieces,
        helpers=tuple(join.card for join in pending.joined),
        opponents=tuple(join.card for join in pending.opposed),
        distance=board.distance(table, rival.name, pending.target) if rival and in_structure else None,
        played=tuple(table.book[each.card] for each in pending.played),
        privileged=pending.privileged,
        places=board.places(table),
        facts=board.facts(table),
    )
    attack = _with_piece(attack, _target_piece(attack, nature))
    return attack if pending.attacker else _with_piece(attack, _plot_piece(table, pending, attack))


def _with_piece(attack: sums.Attack, piece: Piece) -> sums.Attack:
    return replace(attack, pieces=tuple(piece if each.card.id == piece.card.id else each for each in attack.pieces))


def _target_piece(attack: sums.Attack, nature: frozenset[str]) -> Piece:
    """The target; a card that may be struck as if it were such a Place is one here."""
    piece = attack.piece(attack.target)
    for clause in piece.card.sentences(t.TargetLike):
        if _of_quality(clause.sentence.attacks, nature):
            like = clause.sentence.like
            power = next((number.value for number in like.numbers if number.stat == "Power"), piece.card.power)
            return replace(piece, card=replace(piece.card, kind="group", subtype=like.kind.lower(), power=power))
    return piece


def _plot_piece(table: Table, pending: Attack, attack: sums.Attack) -> Piece:
    """The Plot as the attacker, with the Power that it has against this target and the leave that it gives to helpers."""
    piece = attack.piece(attack.attacker)
    assert pending.plot is not None
    number, clause = attacking(table.book[pending.plot])
    sentence = clause.sentence
    clauses = list(piece.card.clauses)
    helper = getattr(sentence, "helper", None)
    if helper is not None:
        leave = t.MayJoin("aid", t.Attacks(quality="any"), who=helper, any_alignment=True, secret=True)
        clauses.append(Clause(clause.text, leave, clause.cites))
    card = replace(piece.card, power=0, clauses=tuple(clauses))
    own = replace(piece, card=card, owner="you")
    power = _power(sentence, attack, own) if pending.power is None else pending.power
    return replace(own, card=replace(card, power=power))


def attacking(card: Card) -> tuple[int, Clause]:
    """The clause with which a Plot attacks: what it is, or what playing it does."""
    found = attack_card(card)
    if found is None:
        found = next((number, clause) for number, clause in enumerate(card.clauses, 1) if isinstance(clause.sentence, t.Ability))
    return found


def _power(sentence: Any, attack: sums.Attack, plot: Piece) -> int:
    """The Power of an attack card against this target: the first that fits, else its own, and what it counts besides."""
    target = attack.piece(attack.target)
    power = next((each.value for each in sentence.against if matches(each.target, target, attack, plot)), sentence.power)
    if isinstance(sentence, t.Disaster) and sentence.per is not None and sentence.per_amount:
        power += sentence.per_amount * count(sentence.per, attack, plot, target)
    return power


# --- what counts ------------------------------------------------------------------------------------------------------

_NAMED = {"Assassinations": {"Assassination"}, "Disasters": {"Disaster"}, "Assassinations and Disasters": {"Assassination", "Disaster"}}


def _nature(pending: Attack) -> frozenset[str]:
    words = {pending.family} if pending.family else set()
    return frozenset(words | {"Instant"} if pending.instant else words)


def _of_quality(attacks: t.Attacks, nature: frozenset[str]) -> bool:
    """Whether attacks of this nature are among those that a sentence names. Instant Attacks are where they are named only
    (`wdh-instant-no-other-mods`, `wdh-glos-any-attempt-note-instant`, `wdh-glos-direct-note-instant`)."""
    match attacks.quality:
        case "any":
            return True
        case "Instant" | "Assassination" | "Disaster":
            return attacks.quality in nature
        case "Assassination or Disaster":
            return not nature.isdisjoint(("Assassination", "Disaster"))
        case "not Instant":
            return "Instant" not in nature
    return "Instant" not in nature or not nature.isdisjoint(_NAMED.get(attacks.included or "", ()))


def _meant(attacks: Any, nature: frozenset[str]) -> Any:
    """The attacks of a sentence as those that are under way, or None when it does not speak of them."""
    if attacks == "that attack":
        return t.Attacks(quality="any")
    if isinstance(attacks, t.EitherAttack):
        members = tuple(each for each in (_meant(one, nature) for one in attacks.members) if each is not None)
        return replace(attacks, members=members) if members else None
    if not isinstance(attacks, t.Attacks):
        return attacks
    if not _of_quality(attacks, nature):
        return None
    return replace(attacks, quality=attacks.quality if attacks.quality == "privileged" else "any", included=None)


def _heard(piece: Piece, nature: frozenset[str]) -> Piece:
    """A card with those of its sentences alone that speak of attacks of this nature."""
    clauses = tuple(replace(clause, sentence=_spoken(clause.sentence, nature)) for clause in piece.card.clauses)
    return replace(piece, card=replace(piece.card, clauses=clauses))


@lru_cache(maxsize=None)
def _spoken(sentence: Any, nature: frozenset[str]) -> Any:
    """A sentence as it counts in attacks of this nature; None when it does not."""
    instant = "Instant" in nature
    match sentence:
        case t.InGame():
            return sentence
        case t.Bonus():
            named = nature.intersection(_NAMED.get(sentence.included or "", ()))
            return sentence if named or not instant else None
        case t.BonusTo():
            what = _meant(sentence.what, nature)
            return None if what is None else replace(sentence, what=what)
        case t.DefenseOf():
            against = _meant(sentence.against, nature)
            silent = against is None and (instant or sentence.against is not None)
            return None if silent else replace(sentence, against=against)
        case t.StatChange() | t.StatSet() | t.StatEqual() if sentence.against is not None:
            against = _meant(sentence.against, nature)
            return None if against is None else replace(sentence, against=against)
        case t.MayJoin():
            named = not instant or isinstance(sentence.what, t.Attacks | t.EitherAttack) or sentence.what == "that attack"
            what = _meant(sentence.what, nature) if named else None
            return None if what is None else replace(sentence, what=what)
        case t.MayNot() if isinstance(sentence.what, t.Attacks) or sentence.what == "that attack":
            what = _meant(sentence.what, nature)
            return None if what is None else replace(sentence, what=what)
        case t.Cannot():
            return _spared(sentence, nature)
        case t.Immunity() if isinstance(sentence.attackers, t.Attacks):
            attackers = _meant(sentence.attackers, nature)
            if attackers is None:
                return None
            if isinstance(sentence.unless, t.Attacks | t.EitherAttack):
                return replace(sentence, attackers=attackers, unless=_meant(sentence.unless, nature))
            return replace(sentence, attackers=replace(attackers, not_by=sentence.unless or attackers.not_by), unless=None)
        case t.Ability():
            effects = tuple(_spoken(effect, nature) for effect in sentence.effects)
            return sentence if effects == sentence.effects else replace(sentence, effects=tuple(each for each in effects if each is not None))
    return sentence


def _spared(sentence: t.Cannot, nature: frozenset[str]) -> t.Cannot | None:
    by = _meant(sentence.by, nature)
    if by is None and sentence.by is not None:
        return None
    deed = tuple("destroyed" if each == "killed" and "Assassination" in nature else each for each in sentence.deed)
    return replace(sentence, deed=deed, by=by, unless=_meant(sentence.unless, nature))


# --- while it is being made -------------------------------------------------------------------------------------------------


def join(table: Table, attack: Attack, player: str, cards: tuple[str, ...], side: str, record: Record) -> Table:
    """A Group adds its action to an Instant Attack, which only cards permit (`wdh-instant-no-actions`)."""
    table = tokens.spend(table, player, cards, record)
    helped = replace(attack, **{side: (*getattr(attack, side), *(Join(card, player) for card in cards))})
    seen = settled(attack_of(table, helped), table.rules)
    leave = {card: [speaker.card.id for speaker, _, _, _ in sums._invitations(seen.piece(card), seen)] for card in cards}
    for card in cards:
        record.require(bool(leave[card]), f"a card lets {table.name(card)} take part in an Instant Attack", "wdh-instant-no-actions", about=card)
    by_plot = [each for each in helped.joined if [*_leaves(seen, each.card)] == [attack.plot]]
    record.require(len(by_plot) <= 1, "1 such Group adds its Power", "wdh-instant-no-actions")
    record.stop_if_illegal()
    record.ledger = explain(table, helped)
    record.note(*record.ledger.reasons)
    record.stop_if_illegal()
    for card in cards:
        record.happen(f"{table.name(card)} {'aids' if side == 'joined' else 'opposes'}", "wdh-instant-no-actions", "wdh-instant-allowed-action-boost")
    return table if record.void else replace(table, attack=helped)


def _leaves(seen: sums.Attack, card: str) -> Iterator[str]:
    """The cards that let a Group take part."""
    for speaker, _, _, _ in sums._invitations(seen.piece(card), seen):
        yield speaker.card.id


def become(table: Table, family: Any = "") -> Table:
    """The attack under way as an Instant Attack, which its Group makes: the Power that the target has now is the one that counts."""
    assert table.attack is not None
    attack = replace(table.attack, instant=True, family=family or table.attack.family, fixed=())
    return replace(table, attack=replace(attack, fixed=defense(table, attack_of(table, attack))))


# --- what comes of it ---------------------------------------------------------------------------------------------------------


def succeed(table: Table, attack: Attack, ledger: Ledger, record: Record) -> Table:
    """What comes of an attack by a Plot that has succeeded: an Assassination kills (`wdh-assassination-killed`), a Disaster devastates, or
    destroys with a roll that is good enough (`wdh-disaster-devastation-or-destroy`)."""
    if attack.family == "Disaster":
        assert attack.plot is not None
        sentence = attacking(table.book[attack.plot])[1].sentence
        margin = ledger.strength - (attack.roll or 0)
        enough = sentence.margin
        if table.options.volcano_success == "more-than-two" and enough == 1:
            enough = 2
        if enough is None or margin <= enough or attack.devastates:
            return relief.devastate(table, attack.target, record)
        record.happen(f"it succeeds by {margin}, more than {enough}", "wdh-disaster-devastation-or-destroy")
    killed = attack.family == "Assassination"
    name = table.name(attack.target)
    record.happen(
        f"{name} is {'killed' if killed else 'destroyed'}", *(("wdh-assassination-killed",) if killed else ()), "wdh-destroy-6-pile",
        "sg-destroy-goes-to-own-pile",
    )  # fmt: skip
    return destruction.destroy(table, attack.target, attack.player, record, killed=killed)
