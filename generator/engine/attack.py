"""The attack sum: every line with its source, what must be rolled, and why the attack is or is not legal.

One small evaluator walks the sentences of cards and the terms of a game; what they mean by their words is in
selecting.py. The calculator in the browser has its twin (site_templates/assets/evaluate.js and selecting.js); a test
holds the two together line by line, so a change here needs one there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from generator.engine import instant
from generator.engine.answers import Use, answered, boost_of, fails, made_instant, may_be_used, uses_in
from generator.engine.cards import IN_ACTION, IN_DEFENSE, IN_ITS_ATTACK, Card, Clause
from generator.engine.linking import links_of, without_forbidden, without_lapsed, without_paralyzed
from generator.engine.ruleset import Besides
from generator.engine.selecting import (
    allows_own,
    count,
    effects,
    has_say,
    is_barred,
    is_immune,
    is_meant,
    is_privileged,
    is_shielded,
    lifts_secrecy,
    matches,
    may_interfere,
    met,
    number_on,
    power_of,
    reaches,
    settled,
    standing,
    traits_of,
    unheard_for,
)
from generator.engine.situation import (
    Attack,
    Ledger,
    Line,
    LineSide,
    Piece,
    Reason,
    Result,
    Rule,
    Rules,
    Side,
    highest_roll,
    strength_of,
    ways_of,
)
from generator.language import PURSE_WORDS
from generator.language import tree as t
from generator.meaning import core as c
from generator.meaning import lower
from generator.structs import replace

PURSES: tuple[t.Purse, ...] = (
    "attacker",
    "attacker's Illuminati",
    "target",
    "target's Illuminati",
    "assisting",
    "opposing",
)


DIFFERENCES: Mapping[str, str] = {
    "best-bonus": "of several bonuses of one card to one attack only the best counts",
    "secrecy": "in an attack by or on a Secret Group, bonuses and immunities of most other Groups count for nothing",
    "own-cards": "nobody is immune to cards that they control",
    "passive": "a standing effect of a card does nothing to a Group that is immune to that card",
}
"""What a game may do otherwise than Illuminati Deluxe."""
AGENTS: Mapping[Side, int] = {"for": 10, "against": 6}
"""What a duplicate of the target is worth that is played as agents for an attack or against it."""
COUNTED_BESIDES = (
    "agents-for",
    "agents-against",
    "agents-once",
    "agents-barred",
    "agents-within",
    "hand",
    "instant-agents",
    "instant-joins",
    "instant-one",
    "instant-target",
    "instant-late",
    "assassination",
    "disaster",
    "plot-target",
    "killed",
    "destroyed",
    "devastates",
    "destroys",
    "devastated",
    "devastated-idle",
    "powerless-idle",
    "paralyzed-idle",
)
"""What may count in an attack besides the terms of its game: each game says which, in its words (`Ruleset.besides`)."""


def means(such: c.Test | None, piece: Piece) -> bool:
    """Whether a test holds for a card that is seen alone, by what is on it."""
    return matches(such, piece, Attack("control", "", "", (piece,)), piece)


def explain(attack: Attack, rules: Rules) -> Ledger:
    """The Ledger of an attack under the rules of a game."""
    laid, of_game = in_order(without_lapsed(without_paralyzed(attack), rules) if attack.alone else attack, rules), rules
    laid = without_forbidden(laid, rules) if attack.alone else laid
    attack, rules, nature, making = _prepared(laid, of_game)
    attack = _counting(attack, rules)
    seen = replace(settled(attack, rules), now=power_now)
    # Links are judged by the cards as they lie, not by what of them an attack by a Plot hears.
    linked = _link_reasons(laid, seen if nature is None else settled(laid, of_game), of_game) if attack.alone else ()
    by_card = {use.piece.card.id: use for use in making}
    uses = tuple(by_card.get(use.piece.card.id, use) for use in uses_in(seen))
    told = answered(attack, seen, uses) if attack.alone else attack
    attack = seen if told is attack else replace(settled(told, rules), now=power_now)
    lines = _lines(attack, rules, uses, seen)
    used = (
        Reason(use.fits, use.piece.card.id, use.clause.text, f"{use.piece.card.id}#{use.number}", use.clause.cites)
        for use in uses
    )
    own = tuple(_reasons(attack, rules))
    if opens(effect for use in uses for effect in use.effects):
        own = tuple(reason for reason in own if not spares(_said_in(reason.source, attack)))
    reasons = (*own, *used, *linked, *(_plot_reasons(attack, rules) if nature is not None else ()))
    strength = strength_of(lines)
    fails_from, into = _fails_from(attack, rules), _turned(attack)
    # The last one governs (Deluxe rules p. 8).
    fixed_roll = next((effect.value for effect in reversed(list(effects(attack, t.SetRoll)))), None)
    lost = any(fails(effect) for use in uses for effect in use.effects)
    needed = None if lost else highest_roll(strength, fails_from)
    limits = {} if lost or nature is None else _limits(attack, strength, uses)
    outcomes = tuple(
        Result(most, ways_of(most, fixed_roll, into), *_besides(rules.its.besides, source))
        for source, limit in limits.items()
        for most in [highest_roll(limit, fails_from)]
    )
    return Ledger(
        lines,
        reasons,
        all(reason.ok for reason in reasons),
        strength,
        needed,
        fixed_roll,
        ways_of(needed, fixed_roll, into),
        outcomes,
        fails_from,
        tuple(into.items()),
    )


def _prepared(attack: Attack, rules: Rules) -> tuple[Attack, Rules, frozenset[str] | None, tuple[Use, ...]]:
    """An attack by a Plot, or one that cards make Instant, as what it is has it: the attack, the rules that hold for
    it, its nature, and the uses that make it so. Any other attack stays as it is and has no nature.
    """
    nature = attack.nature
    if nature is None and not any(piece.card.id in attack.uses for piece in attack.pieces):
        return attack, rules, None, ()
    seen = settled(_counting(attack, rules), rules)
    if nature is not None:
        plot = attack.piece(attack.attacker)
        attack = instant.prepared(attack, nature, plot.card, plot.power, alone=True, seen=seen)
        return attack, instant.rules_of(rules, "Instant" in nature), nature, ()
    making = tuple(use for use in uses_in(seen) if use.nature)
    if not making:
        return attack, rules, None, ()
    nature, loud = frozenset(word for use in making for word in use.nature), frozenset(_loud(making, seen))
    return made_instant(attack, making, nature, loud), instant.rules_of(rules, True, loud=bool(loud)), nature, making


def _lines(attack: Attack, rules: Rules, uses: tuple[Use, ...], seen: Attack) -> tuple[Line, ...]:
    """The lines of a settled sum, by side, without those that count for nothing; `seen` is the attack before what its
    uses do to it.
    """
    found = (
        *_term_lines(attack, rules),
        *_bonus_lines(attack, rules),
        *_agents_lines(attack, rules),
        *_use_lines(uses, seen),
        *attack.added,
    )
    useless = _are_useless(attack)
    heard = (
        line
        for line in found
        if not (useless and line.side == "attack" and _comes_with_agents(line, attack))
        and not _is_unheard(line, attack)
    )
    lines = tuple(sorted(heard, key=lambda line: line.side))
    for use in uses:
        for these in use.as_nothing:
            lines = as_nothing(lines, these, use.piece.card.id in (attack.attacker, *attack.helpers), rules)
    return lines


def _loud(uses: Iterable[Use], attack: Attack) -> Iterator[str]:
    """The cards whose bonuses count in an Instant Attack because a card that is used says so."""
    for use in uses:
        for effect in use.effects:
            if isinstance(effect, t.OnlyBonuses):
                yield from (piece.card.id for piece in attack.pieces if matches(effect.whose, piece, attack, use.piece))


def _counting(attack: Attack, rules: Rules) -> Attack:
    """The attack without what does not count in the game."""
    said = rules.its.besides
    return replace(
        attack,
        agents=attack.agents if "agents-for" in said else (),
        devastated=attack.devastated if "devastated" in said else (),
        from_hand=attack.from_hand and "hand" in said,
        idle={card: why for card, why in attack.idle.items() if why in said},
    )


def _role(attack: Attack, role: t.Role) -> tuple[Piece, ...]:
    match role:
        case "attacker":
            return (attack.piece(attack.attacker),)
        case "target":
            return (attack.piece(attack.target),)
        case "helper":
            return tuple(attack.piece(card_id) for card_id in attack.helpers)
        case "opponent":
            return tuple(attack.piece(card_id) for card_id in attack.opponents)
    return ()


# --- lines ----------------------------------------------------------------------------------------------------------


def _term_lines(attack: Attack, rules: Rules) -> Iterator[Line]:
    for rule in rules.terms:
        term = rule.tree
        if isinstance(term.amount, t.StatOf):
            once: set[str] = {attack.attacker} if term.amount.role == "helper" else set()
            without_action = set(attack.free)
            for piece in _role(attack, term.amount.role):
                # Then its Power is neither doubled nor followed by the bonus of a token; its tokens come besides.
                free = piece.card.id in without_action
                without_action.discard(piece.card.id)
                if _in_force(term, attack, rules, piece) and not (free and term.amount.permanent):
                    surges = _surges(attack) if piece.card.id in once else ()
                    once.add(piece.card.id)
                    of = replace(term.amount, stepped=False) if free else term.amount
                    yield from (
                        line for line in _stat_lines(rule, term.side, of, piece, attack) if line.source not in surges
                    )
            continue
        if not _in_force(term, attack, rules):
            continue
        times, label = _counted(term, attack, rules)
        if times:
            yield Line(term.side, _weighed(term, attack) * times, label or rule.label, rule.text, rule.id, rule.cites)


def _surges(attack: Attack) -> frozenset[str]:
    """The sources of what +10 Plots add, which counts once however many Action tokens a card spends
    (`wdh-card-plus10`).
    """
    return frozenset(
        f"{speaker.card.id}#{number}"
        for speaker in attack.speakers(t.SurgePlot)
        for number, _, _ in standing(speaker, t.SurgePlot)
    )


def _weighed(term: t.Term, attack: Attack) -> int:
    """The amount of a term, or what a card in play lets each pair of alignments count instead."""
    assert isinstance(term.amount, int)
    amount = term.amount
    if isinstance(term.per, t.SharedAlignments):
        for speaker in attack.pieces:
            for _, _, weight in standing(speaker, t.AlignmentWeight):
                if speaker.owner != "nobody" and term.per.relation == weight.relation and abs(amount) == weight.instead:
                    amount = weight.value if amount > 0 else -weight.value
    return amount


def _in_force(rule: t.Term | t.Requirement, attack: Attack, rules: Rules, it: Piece | None = None) -> bool:
    """Whether a term or requirement counts, for the card that it speaks of just then."""
    return (
        (not rule.kinds or attack.kind in rule.kinds)
        and all(_holds(condition, attack, rules, it) for condition in rule.when)
        and not any(_holds(condition, attack, rules, it) for condition in rule.unless)
    )


def _stat_lines(rule: Rule[t.Term], side: LineSide, of: t.StatOf, piece: Piece, attack: Attack) -> Iterator[Line]:
    """What is printed, as some cards change it, and then what the others make of it (WDH p.

    9, `wdh-meta-calc-order`).
    """
    stat = of.stat
    label = f"{'permanent ' if of.permanent else ''}{stat} of {piece.card.name}"
    amount = piece.power if stat == "Power" and piece.power is not None else number_on(piece.card, stat)
    lines = [Line(side, amount, label, rule.text, rule.id, rule.cites)]
    if stat in PRINTED:
        lines = _changed(lines, replace(of, stat=PRINTED[stat], stepped=False), piece, attack)
    lines = _changed(lines, of, piece, attack, rule)
    yield lines[0]
    yield from (line for line in lines[1:] if line.amount)
    total = sum(line.amount for line in lines)
    if total < 0 and stat == "Power":
        yield Line(side, -total, "Power is never below 0", rule.text, rule.id, rule.cites)
    if stat == "Global Power":
        most = _number(t.StatOf("Power", of.role), piece, attack)
        if most < total:
            yield Line(side, most - total, "Global Power is never above Power", rule.text, rule.id, rule.cites)


PRINTED: Mapping[t.Stat, t.Stat] = {"Power": "printed Power", "Resistance": "printed Resistance"}
"""The numbers of which some cards change what is printed: that comes before all other changes, so it is doubled with
it.
"""


def _changed(
    lines: list[Line], of: t.StatOf, piece: Piece, attack: Attack, rule: Rule[t.Term] | None = None
) -> list[Line]:
    """The lines of a number and of its changes. First the value: what a set-to sentence says, else what there was. Then
    the largest multiplier, then additions (WDH p. 9).
    """
    stat, first = of.stat, lines[0]
    value = sum(line.amount for line in lines)
    for speaker, number, clause, sentence in _said_of(piece, attack, of, t.StatAgainst, t.StatSet, t.StatEqual):
        said = _value_set(sentence, stat, value, piece, speaker, attack)
        if said is not None:
            value, lines = said, [_clause_line(first.side, said, first.label, speaker.card, number, clause)]
    more = []
    factors = [
        (factor, -at, _clause_line(first.side, by - value, speaker.card.name, speaker.card, number, clause))
        for at, (speaker, number, clause, sentence) in enumerate(_said_of(piece, attack, of, t.StatSet))
        if stat in sentence.stat
        for factor, by in _multiplied(value, sentence)
        if factor > 1 or not of.stepped
    ]
    if factors:
        more.append(max(factors, key=lambda factor: factor[:2])[2])
    if (
        stat == "Power"
        and attack.kind == "destroy"
        and piece.card.id == attack.target in attack.devastated
        and not of.stepped
    ):
        power = value + sum(line.amount for line in more)
        more.append(Line(first.side, power // 2 - power, "Devastated", *_besides(attack.besides, "devastated")))
    if of.stepped and rule is not None:
        more.append(Line(first.side, value, rule.label or first.label, rule.text, rule.id, rule.cites))
    return [*lines, *more, *_additions(first.side, of, piece, attack)]


def _besides(said: Mapping[str, Besides], source: str) -> tuple[str, str, tuple[str, ...]]:
    """Text, source and statements of what counts besides the terms and requirements of a game."""
    text, cites = said[source]
    return text, source, cites


_NO_RULE = Rule("", "", t.Term("attack", 0), ())


def _number(of: t.StatOf, piece: Piece, attack: Attack) -> int:
    """A number of a card as it is in this attack."""
    return sum(line.amount for line in _stat_lines(_NO_RULE, "attack", of, piece, attack))


def number_of(stat: t.Stat, piece: Piece, attack: Attack, *, permanent: bool = False) -> int:
    """A number of a card as it is among the cards of an attack that is settled; `permanent` leaves out what changes it
    for a while.
    """
    return _number(t.StatOf(stat, "helper", permanent=permanent), piece, attack)


def in_order(attack: Attack, rules: Rules) -> Attack:
    """The attack with the Groups named that a New World Order makes something because of their Power: the Power that
    they have by all but itself and the New World Orders played after it (`wdh-nwo-order-ambiguity`,
    `wdh-card-political-correctness`).
    """
    for order in attack.pieces if any(piece.card.nwo for piece in attack.pieces) else ():
        asking = [
            at
            for at, clause in enumerate(order.card.clauses)
            if isinstance(clause.sentence, t.Becomes) and asks_power(clause.sentence.who)
        ]
        if order.card.nwo is None or "@" in order.card.id or not asking:
            continue
        nwos = [piece.card.id for piece in attack.pieces if piece.card.nwo and "@" not in piece.card.id]
        later = nwos[nwos.index(order.card.id) :]
        pieces = tuple(piece for piece in attack.pieces if piece.card.id.partition("@")[0] not in later)
        first = pieces[0].card.id
        apart = replace(
            attack,
            kind="control",
            attacker=first,
            target=first,
            pieces=pieces,
            helpers=(),
            opponents=(),
            played=(),
            devastated=(),
        )
        seen = settled(apart, rules)  # what the attack does to the cards is not asked
        now = [
            replace(piece, power=number_of("Power", piece, seen)) for piece in seen.pieces if piece.card.kind == "group"
        ]
        clauses = list(order.card.clauses)
        for at in asking:
            sentence = clauses[at].sentence
            assert isinstance(sentence, t.Becomes)
            names = tuple(piece.card.name for piece in now if matches(sentence.who, piece, seen, order))
            clauses[at] = replace(clauses[at], sentence=replace(sentence, who=c.Named(names)))
        named = replace(order, card=replace(order.card, clauses=tuple(clauses)))
        attack = replace(attack, pieces=tuple(named if piece is order else piece for piece in attack.pieces))
    return attack


def asks_power(such: Any) -> bool:
    """Whether a test asks for the Power of a card."""
    return any(
        isinstance(part, c.Compare) and isinstance(part.left, c.Number) and part.left.what == "Power"
        for part in c.demands(such)
    )


def power_now(piece: Piece, attack: Attack) -> int:
    """The Power of a card as it is in this attack."""
    return number_of("Power", piece, attack)


def _multiplied(value: int, sentence: t.StatSet) -> Iterator[tuple[float, int]]:
    """The factor of a sentence that multiplies or divides, and what it makes of a number."""
    if sentence.how == "times":
        yield sentence.value, value * sentence.value
    elif sentence.how == "divided" and sentence.value:
        yield 1 / sentence.value, -(-value // sentence.value) if sentence.rounded_up else value // sentence.value


def _additions(side: LineSide, of: t.StatOf, piece: Piece, attack: Attack) -> Iterator[Line]:
    """What cards add; where one has a bonus in place of its others, only that, and of Resources of which one says so
    only the best.
    """
    said = [each for each in _said_of(piece, attack, of, t.StatChange) if of.stat in each[3].stat]
    if of.stat == "Resistance" and any(
        matches(sentence.who, piece, attack, speaker)
        for speaker in attack.speakers(t.AddsNothing)
        for _, _, sentence in standing(speaker, t.AddsNothing)
    ):
        said = []
    if any(sentence.alone for _, _, _, sentence in said):
        together = [each for each in said if each[0].card.kind == "resource"]
        best = max(together, key=lambda each: each[3].amount, default=None)
        said = [each for each in said if each is best or each not in together]
    alone = {speaker.card.id for speaker, _, _, sentence in said if sentence.instead}
    for speaker, number, clause, sentence in said:
        if sentence.instead or sentence.amount < 0 or speaker.card.id not in alone:  # a penalty is no bonus, and stays
            amount = sentence.amount * count(sentence.per, attack, speaker, piece)
            yield _clause_line(side, amount, speaker.card.name, speaker.card, number, clause)
    is_target = of.role == "target" and "Instant" not in (attack.nature or ())  # it is too late then
    if (
        not of.permanent
        and of.stat not in PRINTED.values()
        and (is_target or (of.stat == "Power" and piece.card.id != attack.target))
    ):
        for speaker in attack.speakers(t.SurgePlot):
            if speaker.linked == piece.card.id:
                for number, clause, surge in standing(speaker, t.SurgePlot):
                    yield _clause_line(side, surge.amount, speaker.card.name, speaker.card, number, clause)


def _said_of(piece: Piece, attack: Attack, of: t.StatOf, *kinds: type) -> Iterator[tuple[Piece, int, Clause, Any]]:
    """Standing sentences of these classes that speak of a piece in this attack: speaker, number of the clause, clause,
    sentence. A number that is permanent is without those that hold for a while.
    """
    ending = attack.passing if of.permanent else ()
    for speaker in attack.speakers(*kinds):
        for kind in kinds if speaker.card.id not in ending else ():
            for number, clause, sentence in standing(speaker, kind):
                if isinstance(sentence, t.StatAgainst):
                    if speaker is piece and matches(sentence.attackers, attack.piece(attack.attacker), attack, piece):
                        yield speaker, number, clause, sentence
                elif (
                    has_say(speaker, piece)
                    and (sentence.until != IN_DEFENSE or (not of.permanent and _in_defense(piece, attack, of)))
                    and (sentence.until != IN_ACTION or of.role != "target")
                    and (sentence.until != IN_ITS_ATTACK or of.role == "attacker")
                    and matches(sentence.who, piece, attack, speaker)
                    and (
                        sentence.against is None
                        or (piece.card.id == attack.target and is_meant(sentence.against, attack, speaker))
                    )
                    and met(sentence.while_, attack, speaker, piece)
                    and reaches(speaker, piece, attack, sentence)
                ):
                    yield speaker, number, clause, sentence


def _in_defense(piece: Piece, attack: Attack, of: t.StatOf) -> bool:
    """Whether a number of a card is asked for in the defense of its own Power Structure (FAQ on defense)."""
    return of.role == "target" or (of.role == "opponent" and piece.owner == attack.piece(attack.target).owner)


def _value_set(sentence: Any, stat: str, value: int, piece: Piece, speaker: Piece, attack: Attack) -> int | None:
    """The value that a set-to sentence gives to a number that is `value` now; None when it leaves it alone."""
    if stat not in sentence.stat:
        return None
    match sentence:
        case t.StatAgainst():
            return sentence.value
        case t.StatSet(how="set"):
            return sentence.value
        case t.StatSet(how="raised"):
            return sentence.value if value < sentence.value else None
        case t.StatSet(how="lowered"):
            return sentence.value if value > sentence.value else None
        case t.StatEqual(source="Power" | "permanent Power") if stat == "Global Power":
            return _number(t.StatOf("Power", "helper", permanent=sentence.source == "permanent Power"), piece, attack)
        case t.StatEqual(source="Power" | "permanent Power"):
            return power_of(piece)
        case t.StatEqual(source="printed Power"):
            return number_of("printed Power", piece, attack)
        case t.StatEqual(source="strongest puppet"):
            such = [each.such for each in sentence.while_ if isinstance(each, c.Exists)]
            puppets = [each for each in attack.pieces if each.master == speaker.card.id]
            found = [each for each in puppets if all(matches(what, each, attack, speaker) for what in such)]
            return max((number_of("printed Power", each, attack) for each in found), default=None)
    return None


SOURCES = ("Power", "permanent Power", "printed Power", "strongest puppet")
"""The numbers of which another may be a copy: only Global Power is one of the Power that a card has now, others of what
is printed.
"""


def _clause_line(side: LineSide, amount: int, label: str, card: Card, number: int, clause: Clause) -> Line:
    return Line(side, amount, label, clause.text, f"{card.id}#{number}", clause.cites)


def _counted(term: t.Term, attack: Attack, rules: Rules) -> tuple[int, str]:
    """How often the amount of a term counts, and the label that says of what."""
    match term.per:
        case None:
            return 1, ""
        case t.Money(purse):
            spent = attack.spent.get(purse, 0)
            return spent, f"{spent} MB from {PURSE_WORDS[purse]}"
        case t.MasterAlignments():
            target = attack.piece(attack.target)
            master = next((each for each in attack.pieces if each.card.id == target.master), None)
            opposites = _opposites(attack, rules, attack.target)
            shared = _pairs("identical", target.alignments, master.alignments if master else (), opposites)
            shared = [name for name in shared if not _adds_nothing(name, target, attack)]
            return len(shared), f"shared with its master: {', '.join(shared)}"
    attacker, target = attack.piece(attack.attacker), attack.piece(attack.target)
    puppet = (
        attack.attacker
        if attacker.master == attack.target
        else attack.target
        if target.master == attack.attacker
        else None
    )
    opposites = _without_fanatic(rules) if _are_treated_as_identical(attack) else _opposites(attack, rules, puppet)
    pairs = _pairs(term.per.relation, attacker.alignments, target.alignments, opposites)
    pairs = [pair for pair in pairs if not _replaced(pair, term.per.relation, term.amount, attack)]
    return len(pairs), f"{term.per.relation}: {', '.join(pairs)}"


def _adds_nothing(name: str, target: Piece, attack: Attack) -> bool:
    """Whether a card in effect says that an alignment shared with the master adds nothing to the Resistance of the
    target.
    """
    return any(
        matches(sentence.who, target, attack, speaker)
        and (isinstance(sentence, t.AddsNothing) or name in sentence.traits)
        for speaker in attack.speakers(t.AddsNothing, t.NoMasterBonus)
        for kind in (t.AddsNothing, t.NoMasterBonus)
        for _, _, sentence in standing(speaker, kind)
    )


def _replaced(pair: str, relation: str, amount: int | t.StatOf, attack: Attack) -> bool:
    """Whether a bonus stands in place of what this pair of alignments gives: of a penalty for an alignment that the
    bonus asks for, or of all that such an alignment gives.
    """
    for piece in attack.pieces:
        for _, _, bonus in _bonuses(attack, piece):
            penalty = relation in bonus.replaces and isinstance(amount, int) and amount < 0
            if penalty or "alignments" in bonus.replaces:
                asked = {node.name for node in c.asserted(bonus.target) if isinstance(node, c.Trait)}
                if not asked or asked.intersection(pair.split(" and ")):
                    return True
    return False


def _opposites(attack: Attack, rules: Rules, puppet: str | None = None) -> Mapping[str, str]:
    """The opposites of the game, but for Fanatic where all must treat two Fanatics as identical, or those of a `puppet`
    and its master, if the two alignments compared are theirs.
    """
    for speaker in attack.pieces:
        for _, _, sentence in standing(speaker, t.Treat):
            all_of_them = sentence.these == "Fanatics" and speaker.owner != "nobody"
            meant = all_of_them or (sentence.these == "its master's Fanatic" and speaker.card.id == puppet)
            if meant and sentence.may == "must" and sentence.those == "identical" and sentence.attacks is None:
                return _without_fanatic(rules)
    return rules.opposites


def _without_fanatic(rules: Rules) -> Mapping[str, str]:
    return {name: other for name, other in rules.opposites.items() if name != "Fanatic"}


def _are_treated_as_identical(attack: Attack) -> bool:
    """Whether a player who may treat two Fanatics as identical does: the attacker to control, the defender against
    destruction by others (`any-fanatics-are-one`). That changes the sum, not who may join.
    """
    owner = attack.piece(attack.target).owner
    chooser = "you" if attack.kind == "control" else owner if owner != "you" else "nobody"
    return chooser != "nobody" and any(
        speaker.owner == chooser and sentence.these == "any Fanatic"
        for speaker in attack.speakers(t.Treat)
        for _, _, sentence in standing(speaker, t.Treat)
    )


def _pairs(relation: str, ours: tuple[str, ...], theirs: tuple[str, ...], opposites: Mapping[str, str]) -> list[str]:
    """Alignments in common, or opposite pairs. An alignment that is its own opposite (Fanatic) is never in common."""
    if relation == "identical":
        return [name for name in ours if name in theirs and opposites.get(name) != name]
    return [f"{name} and {opposites[name]}" for name in ours if opposites.get(name) in theirs]


def _bonuses(attack: Attack, piece: Piece) -> Iterator[tuple[int, Clause, t.Bonus]]:
    """The bonuses of a card that apply to this attack."""
    attacker, target = attack.piece(attack.attacker), attack.piece(attack.target)
    reaches = {
        "direct": piece.card.id == attack.attacker,
        "any attempt": piece.owner == "you",
        "defense": piece.card.id == attack.target,
    }
    for number, clause, bonus in standing(piece, t.Bonus):
        other = attacker if bonus.reach == "defense" else target
        if (
            reaches[bonus.reach]
            and attack.kind in bonus.kinds
            and (bonus.target is None or matches(bonus.target, other, attack, piece))
            and met(bonus.while_, attack, piece)
            and not (bonus.reach == "any attempt" and is_immune(target, piece, attack))
        ):
            yield number, clause, bonus


def _bonus_lines(attack: Attack, rules: Rules) -> Iterator[Line]:
    for piece in attack.pieces:
        found = _own_bonuses(attack, piece, rules)
        alone = any("others" in replaces for replaces, _ in found)
        yield from (line for replaces, line in found if line.amount and (not alone or "others" in replaces))
        for number, clause, sentence in standing(piece, t.DefenseOf):
            target = attack.piece(attack.target)
            meant = sentence.against is None or is_meant(sentence.against, attack, piece)
            may = meant and _may_speak(piece, sentence.who, sentence) and matches(sentence.who, target, attack, piece)
            amount = sentence.amount * count(sentence.per, attack, piece, target)
            if may and amount and met(sentence.while_, attack, piece):
                yield _clause_line("defense", amount, piece.card.name, piece.card, number, clause)
    sides: tuple[tuple[t.Role, LineSide], ...] = (("helper", "attack"), ("opponent", "defense"))
    for role, side in sides:
        for piece in _once(_role(attack, role)):
            for speaker, number, clause, sentence in _invitations(piece, attack):
                if sentence.bonus:
                    yield _clause_line(side, sentence.bonus, piece.card.name, speaker.card, number, clause)


def _agents_lines(attack: Attack, rules: Rules) -> Iterator[Line]:
    """What agents are worth; those for the attack nothing, where a card of the target's player says so."""
    target, useless = attack.piece(attack.target), _are_useless(attack)
    for side in attack.agents:
        if (side == "against" or not useless) and "Instant" not in (attack.nature or ()):
            text, cites = rules.its.besides[f"agents-{side}"]
            yield Line(
                "attack" if side == "for" else "defense",
                AGENTS[side],
                f"agents: {target.card.name}",
                text,
                "agents",
                cites,
            )


def _are_useless(attack: Attack) -> bool:
    """Whether a card of the target's player takes the bonus from agents for the attack (Xanadu)."""
    target = attack.piece(attack.target)
    return target.owner != "nobody" and any(
        speaker.owner == target.owner and sentence.rule == "weak agents" and met(sentence.while_, attack, speaker)
        for speaker in attack.speakers(t.Standing)
        for _, _, sentence in standing(speaker, t.Standing)
    )


def _comes_with_agents(line: Line, attack: Attack) -> bool:
    """Whether a card other than a Plot adds a line because agents were played: it is part of their bonus (Convenience
    Stores).
    """
    _, said = _used(line, attack)
    return said is not None and isinstance(said.timing, t.OnDeed) and isinstance(said.timing.what, t.Duplicate)


def _is_unheard(line: Line, attack: Attack) -> bool:
    """Whether a Group adds a line by an ability that is used with an attack by or on a Secret Group (Convenience
    Stores).
    """
    piece, said = _used(line, attack)
    return piece is not None and said is not None and bool(unheard_for(piece, attack, said))


def _used(line: Line, attack: Attack) -> tuple[Piece | None, t.Ability | None]:
    """The card other than a Plot, and its ability, by whose use a line was added."""
    card, said = line.source.partition("#")[0], _said_in(line.source, attack)
    piece = next((each for each in attack.pieces if each.card.id == card and each.card.kind != "plot"), None)
    return piece, said if piece is not None and isinstance(said, t.Ability) else None


def _said_in(source: str, attack: Attack) -> Any:
    """What a clause says that is the source of a line or of a reason; None for any other source."""
    card, _, number = source.partition("#")
    clauses = attack.by_id[card].card.clauses if card in attack.by_id else ()
    return clauses[int(number) - 1].sentence if number.isdigit() and 0 < int(number) <= len(clauses) else None


def _use_lines(uses: tuple[Use, ...], attack: Attack) -> Iterator[Line]:
    """What is added by the Plots and abilities that players use with the attack."""
    for use in uses:
        for side, amount in filter(None, (boost_of(effect, use.piece, attack) for effect in use.effects)):
            yield _clause_line(side, amount, use.piece.card.name, use.piece.card, use.number, use.clause)


def _link_reasons(attack: Attack, seen: Attack, rules: Rules) -> tuple[Reason, ...]:
    """Whether what is linked may lie where it lies."""
    return tuple(
        Reason(legal, piece.linked, way.clause.text, f"{piece.card.id}#{way.number}", way.clause.cites)
        for piece, way, legal in links_of(attack, seen, rules)
    )


def as_nothing(lines: tuple[Line, ...], these: c.Reading, attacks: bool, rules: Rules) -> tuple[Line, ...]:
    """The lines without those about pairs of alignments that a player treats as nothing: all opposites, or those that
    hurt their side.
    """
    pairs = {rule.id: rule.tree.per.relation for rule in rules.terms if isinstance(rule.tree.per, t.SharedAlignments)}
    if these == "opposite":
        return tuple(line for line in lines if pairs.get(line.source) != "opposite")
    return tuple(
        line for line in lines if line.source not in pairs or ((line.side == "attack") == (line.amount > 0)) == attacks
    )


def _own_bonuses(attack: Attack, piece: Piece, rules: Rules) -> list[tuple[tuple[t.Replaced, ...], Line]]:
    """The lines of a card's bonuses, each with what it replaces.

    Where only the best counts, penalties and additions to it count too. A bonus to attacks that are named counts beside
    one on any attempt, but not beside a direct one (`faq-bonus-any-plus-direct-same-card`).
    """
    target = attack.piece(attack.target)
    found: list[tuple[tuple[t.Replaced, ...], Line]] = []
    leading: list[tuple[tuple[t.Replaced, ...], Line]] = []
    named, direct = list(_named_bonuses(attack, piece)), False
    for number, clause, bonus in _bonuses(attack, piece):
        side: LineSide = "defense" if bonus.reach == "defense" else "attack"
        amount = bonus.amount * count(bonus.per, attack, piece, target)
        each = bonus.replaces, _clause_line(side, amount, piece.card.name, piece.card, number, clause)
        found.append(each)
        if "best-bonus" in rules.differs and side == "attack" and not bonus.added and amount > 0:
            leading.append(each)
            direct = direct or bonus.reach == "direct"
    leading += (each for each in named if direct and each[1].amount > 0)
    found += named
    if not any("others" in replaces for replaces, _ in leading):
        best = max(leading, key=lambda each: each[1].amount, default=None)
        found = [each for each in found if each not in leading or each is best]
    return found


def _named_bonuses(attack: Attack, piece: Piece) -> Iterator[tuple[tuple[t.Replaced, ...], Line]]:
    target = attack.piece(attack.target)
    for number, clause, sentence in standing(piece, t.BonusTo):
        if is_immune(target, piece, attack):
            continue
        if (
            _may_speak(piece, sentence.what.on, sentence)
            and is_meant(sentence.what, attack, piece)
            and met(sentence.while_, attack, piece)
        ):
            amount = sentence.amount * count(sentence.per, attack, piece, target)
            yield sentence.replaces, _clause_line("attack", amount, piece.card.name, piece.card, number, clause)


def _may_speak(piece: Piece, of: Any, sentence: Any) -> bool:
    """Whether a card has a say about what a sentence names: one of nobody's, about itself or what it is linked to,
    unless it speaks of that.
    """
    return piece.owner != "nobody" or of in (c.THIS, c.LINKED) or c.It(c.Belongs("nobody")) in sentence.while_


# --- legality -------------------------------------------------------------------------------------------------------


def _reasons(attack: Attack, rules: Rules) -> Iterator[Reason]:
    for rule in rules.requirements:
        requirement = rule.tree
        role = getattr(requirement.holds, "role", None)
        asks_privilege = any(isinstance(condition, t.Privileged) for condition in requirement.when)
        for piece in _once(_role(attack, role)) if role else (None,):
            if _in_force(requirement, attack, rules, piece) and not (
                piece and asks_privilege and may_interfere(piece, attack)
            ):
                holds = (
                    _holds_of(requirement.holds, piece, attack, rules)
                    if piece
                    else _holds(requirement.holds, attack, rules)
                )
                yield Reason(holds, piece.card.id if piece else None, rule.text, rule.id, rule.cites)
    yield from _shields(attack, rules)
    yield from _bans(attack)
    yield from _plays(attack)
    yield from _masters(attack)
    yield from _before(attack, rules)


def _before(attack: Attack, rules: Rules) -> Iterator[Reason]:
    """What is judged before an attack: where its target is, what agents there are, and who has no Action to spend."""
    if attack.from_hand:
        yield Reason(attack.kind == "control", attack.target, *_besides(rules.its.besides, "hand"))
    if attack.agents:
        yield Reason(len(attack.agents) == 1, None, *_besides(rules.its.besides, "agents-once"))
        barred = any(
            sentence.rule == "no agents" for _, _, sentence in standing(attack.piece(attack.target), t.Standing)
        )
        yield Reason(not barred, attack.target, *_besides(rules.its.besides, "agents-barred"))
        for shield in attack.speakers(t.Immunity):
            for number, clause, immunity in standing(shield, t.Immunity):
                if immunity.attackers == "duplicates" and is_shielded(
                    immunity, attack.piece(attack.target), shield, attack
                ):
                    yield Reason(False, attack.target, clause.text, f"{shield.card.id}#{number}", clause.cites)
        if attack.alone:
            within = attack.piece(attack.target).owner != "nobody" or (attack.from_hand and "for" not in attack.agents)
            yield Reason(within, attack.target, *_besides(rules.its.besides, "agents-within"))
    frozen = dict((*_frozen(attack), *_without_tokens(attack)))
    for card_id in dict.fromkeys((attack.attacker, *attack.helpers, *attack.opponents)):
        idle = attack.idle.get(card_id) or _powerless(attack.piece(card_id), attack, rules)
        if idle or card_id in frozen:
            free = card_id != attack.attacker and any(
                sentence.free for _, _, _, sentence in _invitations(attack.piece(card_id), attack)
            )
            if idle:
                yield Reason(free, card_id, *_besides(rules.its.besides, idle))
            if card_id in frozen:
                yield Reason(free, card_id, *frozen[card_id])


def _powerless(piece: Piece, attack: Attack, rules: Rules) -> str | None:
    """Why a Group of a position spends no Action token whose Power other cards reduce to 0
    (`wdh-power-zero-loses-tokens`).
    """
    source = "powerless-idle"
    if not attack.alone or piece.card.kind != "group" or not piece.card.power or source not in rules.its.besides:
        return None
    return source if power_now(piece, attack) == 0 else None


def _without_tokens(attack: Attack) -> Iterator[tuple[str, tuple[str, str, tuple[str, ...]]]]:
    """The cards that take part and of which a card in play says that they cannot have Action tokens; a table judges the
    tokens with the plays.
    """
    for speaker in attack.speakers(t.MayNot) if attack.alone else ():
        for number, clause, ban in standing(speaker, t.MayNot):
            if "keep tokens" in ban.deed and met(ban.while_, attack, speaker):
                for piece in (*_role(attack, "attacker"), *_role(attack, "helper"), *_role(attack, "opponent")):
                    if matches(ban.who, piece, attack, speaker):
                        yield piece.card.id, (clause.text, f"{speaker.card.id}#{number}", clause.cites)


def _frozen(attack: Attack) -> Iterator[tuple[str, tuple[str, str, tuple[str, ...]]]]:
    """The cards that spend no Action token because of an Attribute Freeze that a position says is in effect, each with
    what says so; the target still defends itself (`wdh-freeze-all`). A table judges the tokens with the plays.
    """
    for card in attack.played if attack.alone else ():
        for number, clause in enumerate(card.clauses, 1):
            if isinstance(clause.sentence, t.Freeze):
                for piece in (*_role(attack, "attacker"), *_role(attack, "helper"), *_role(attack, "opponent")):
                    if piece.card.id != attack.target and matches(clause.sentence.who, piece, attack, piece):
                        yield piece.card.id, (clause.text, f"{card.id}#{number}", clause.cites)


def _plot_reasons(attack: Attack, rules: Rules) -> Iterator[Reason]:
    """Whether a Plot may strike its target, and who may take part in an Instant Attack."""
    target, attacker = attack.piece(attack.target), attack.piece(attack.attacker)
    sentence = _strike(attacker.card)
    if sentence is not None:
        sources: dict[type, str] = {t.Assassination: "assassination", t.Disaster: "disaster"}
        source = sources.get(type(sentence), "plot-target")
        yield Reason(
            matches(instant.target_of(sentence), target, attack, attacker),
            attack.target,
            *_besides(rules.its.besides, source),
        )
    for number, clause, said in standing(attacker, t.Ability):
        if attack.privileged and any(
            isinstance(each, t.Outcome) and each.outcome == "never Instant or privileged" for each in said.effects
        ):
            yield Reason(False, attack.attacker, clause.text, f"{attack.attacker}#{number}", clause.cites)
    if "Instant" not in (attack.nature or ()):
        return
    if attack.agents:
        yield Reason(False, None, *_besides(rules.its.besides, "instant-agents"))
    leave = {
        card: [speaker.card.id for speaker, *_ in _invitations(attack.piece(card), attack)]
        for card in (*attack.helpers, *attack.opponents)
    }
    for card, speakers in leave.items():
        yield Reason(bool(speakers), card, *_besides(rules.its.besides, "instant-joins"))
    by_plot = sum(leave[card] == [attack.attacker] for card in dict.fromkeys(attack.helpers))
    if getattr(sentence, "helper", None) is not None and (by_plot or isinstance(sentence, t.Disaster)):
        yield Reason(by_plot == 1, None, *_besides(rules.its.besides, "instant-one"))
    if attack.target in attack.opponents:
        yield Reason(False, attack.target, *_besides(rules.its.besides, "instant-target"))
    for _ in (speaker for speaker in attack.speakers(t.SurgePlot) if speaker.linked == attack.target):
        yield Reason(False, attack.target, *_besides(rules.its.besides, "instant-late"))


def _strike(plot: Card) -> Any:
    """What attacks in what a Plot says; None for a Group, whose attack another card makes Instant."""
    found = instant.attacking(plot)
    return instant.strike(found[1].sentence) if found and plot.kind == "plot" else None


def _limits(attack: Attack, strength: int, uses: tuple[Use, ...]) -> dict[str, int]:
    """What may come of the attack of a Plot, and up to which roll."""
    sentence = _strike(attack.piece(attack.attacker).card)
    limits = {"killed": strength} if "Assassination" in (attack.nature or ()) else {"destroyed": strength}
    if isinstance(sentence, t.Disaster):
        spared = any(
            "Devastated" in said.deed
            and matches(said.who, attack.piece(attack.target), attack, speaker)
            and met(said.while_, attack, speaker)
            for speaker in attack.speakers(t.Cannot)
            for _, _, said in standing(speaker, t.Cannot)
        )
        limits = {} if spared else {"devastates": strength}
        if sentence.margin is not None and not any(use.only_devastates for use in uses):
            limits["destroys"] = strength - sentence.margin
    return limits


def _once(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Each card once, however many Action tokens it spends."""
    return pieces if len(pieces) < 2 else tuple({piece.card.id: piece for piece in pieces}.values())


def _shields(attack: Attack, rules: Rules) -> Iterator[Reason]:
    """Immunities of the target, asked of everyone who takes part, of the cards whose abilities are used with the attack
    (`wdh-immune-ability`), and those to Plots of the Plots that are played.
    """
    target = attack.piece(attack.target)
    played = (*attack.uses,) or tuple(card.id for card in attack.played if card.id in attack.by_id)
    used = tuple(_used_from_outside(attack, target))
    for shield in attack.pieces:
        for number, clause, immunity in standing(shield, t.Immunity):
            if not is_shielded(immunity, target, shield, attack) or not met(immunity.while_, attack, shield):
                continue
            besides = (
                played
                if isinstance(immunity.attackers, str)
                else ()
                if isinstance(immunity.attackers, t.Attacks)
                else used
            )
            for card_id in (attack.attacker, *attack.helpers, *besides):
                piece = attack.piece(card_id)
                barred = _barred(immunity, piece, shield, attack)
                if barred is not None:
                    own = "own-cards" in rules.differs and piece.owner == target.owner
                    named = shield is target and _is_named(target, piece, attack)
                    yield Reason(
                        own or not barred or named, card_id, clause.text, f"{shield.card.id}#{number}", clause.cites
                    )


def _used_from_outside(attack: Attack, target: Piece) -> Iterator[str]:
    """The Groups and Resources of others than the target's player of which an ability is used with the attack, and that
    neither make nor aid it, except one that lets it join (`faq-opposing-attack-regardless-of-immunity`). What a
    Resource does that is linked to a Group, this Group does (`wdh-rabil-linked-group-gets`).
    """
    for piece in attack.pieces:
        if piece.card.id in attack.uses and piece.owner != target.owner and piece.card.kind in ("group", "resource"):
            said = (clause.sentence for clause in piece.card.clauses if may_be_used(clause))
            if any(isinstance(effect, t.MayJoin) for each in said for effect in each.effects):
                continue
            for card_id in (piece.card.id, piece.linked if piece.card.kind == "resource" else None):
                if card_id and card_id in attack.by_id and card_id not in (attack.attacker, *attack.helpers):
                    yield card_id


def _is_named(target: Piece, piece: Piece, attack: Attack) -> bool:
    """Whether a bonus of a card for what it does in this attack names the target: then no immunity that the target's
    own text gives counts against it (`wdh-meta-named-exception`, `net-dracula-attacks-vampires`).
    """
    return "passive" in attack.differs and any(
        bonus.reach == "direct"
        and any(isinstance(node, c.Named) and target.card.name in node.names for node in c.asserted(bonus.target))
        for _, _, bonus in _bonuses(attack, piece)
    )


def _barred(immunity: t.Immunity, piece: Piece, shield: Piece, attack: Attack) -> bool | None:
    """Whether an immunity bars a card from this attack; None when it is no immunity to cards or attacks such as
    this.
    """
    if isinstance(immunity.attackers, str):
        return (
            True
            if immunity.attackers == "Magic" and piece.card.kind == "plot" and "Magic" in piece.card.attributes
            else None
        )
    if isinstance(immunity.attackers, t.Attacks):
        if piece.card.id != attack.attacker:
            return _barred_from_aid(immunity.attackers, immunity, piece, shield, attack)
        if not is_meant(immunity.attackers, attack, shield):
            return None
        return not (isinstance(immunity.unless, t.Attacks) and is_meant(immunity.unless, attack, shield))
    return is_barred(immunity, piece, shield, attack)


def _barred_from_aid(
    attacks: t.Attacks, immunity: t.Immunity, piece: Piece, shield: Piece, attack: Attack
) -> bool | None:
    """Whether an immunity to attacks by some cards bars this one, which aids: who may not attack may not aid either
    (`wdh-immune-aid`).
    """
    if attacks.by is None or not is_meant(replace(attacks, by=None), attack, shield):
        return None
    spares = isinstance(immunity.unless, t.Attacks) and is_meant(immunity.unless, attack, shield)
    return matches(attacks.by, piece, attack, shield) and not spares


JOINS: Mapping[t.Role, c.DeedName] = {"helper": "aid", "opponent": "oppose"}
"""What a card does, by the role in which it then takes part.

Who is neither attacker nor defender interferes besides.
"""
SPARES: Mapping[c.HarmName, t.Kind] = {"destroyed": "destroy", "captured": "control", "controlled": "control"}


def _bans(attack: Attack) -> Iterator[Reason]:
    """What cards in play forbid: attacks by some cards or players, and attacks on some cards."""
    attacker, target = attack.piece(attack.attacker), attack.piece(attack.target)
    for zap, number, clause, said in _zaps(attack, attacker.owner):
        if _is_zapped(zap, said.ban, attack):
            yield Reason(False, attack.attacker, clause.text, f"{zap.card.id}#{number}", clause.cites)
    for speaker in attack.pieces:
        if speaker.owner == "nobody" and speaker is not target:
            continue
        for number, clause, ban in standing(speaker, t.MayNot):
            if attack.alone and attack.kind == "control" and "get puppets" in ban.deed:
                if _banned(ban.who, attacker, speaker, attack):
                    yield Reason(False, attack.attacker, clause.text, f"{speaker.card.id}#{number}", clause.cites)
                continue
            if attack.kind not in ban.deed or not (ban.what is None or matches(ban.what, target, attack, speaker)):
                continue
            if _banned(ban.who, attacker, speaker, attack) and met(ban.while_, attack, speaker):
                spared = matches(ban.unless, target, attack, speaker)
                yield Reason(spared, attack.attacker, clause.text, f"{speaker.card.id}#{number}", clause.cites)
        if attack.helpers or attack.opponents:
            yield from _bans_on_joining(speaker, attack)
        for number, clause, shield in standing(speaker, t.Cannot):
            if not any(attack.kind == SPARES.get(deed) for deed in shield.deed):
                continue
            meant = matches(shield.who, target, attack, speaker) and met(shield.while_, attack, speaker)
            if meant and (_of(shield.by, attack, speaker, True) or _launches(shield.by, attack)):
                spared = _of(shield.unless, attack, speaker, False) or (
                    shield.allowed and attacker.owner == speaker.owner
                )
                yield Reason(spared, attack.target, clause.text, f"{speaker.card.id}#{number}", clause.cites)


def _zaps(attack: Attack, owner: str) -> Iterator[tuple[Piece, int, Clause, t.Zap]]:
    """The Zaps that a position lays on the Illuminati of a player and that have a hold on it (`wdh-zap-scope`); a table
    judges them with the plays.
    """
    for piece in attack.pieces if attack.alone else ():
        host = attack.by_id.get(piece.linked or "")
        if host is not None and host.card.kind == "illuminati" and host.owner == owner:
            for number, clause in enumerate(piece.card.clauses, 1):
                said = clause.sentence
                if isinstance(said, t.Zap) and said.rider != c.Named((host.card.name,)):
                    yield piece, number, clause, said


def _is_zapped(zap: Piece, ban: t.MayNot | None, attack: Attack) -> bool:
    """Whether the attack is what a Zap on the attacker's player forbids: a strike, or an attack to control such a
    Group.
    """
    if ban is None:
        return False
    if ban.deed == ("play",):
        return not {"Assassination", "Disaster"}.isdisjoint(attack.nature or ())
    return attack.kind == "control" and matches(ban.what, attack.piece(attack.target), attack, zap)


def _bans_on_joining(speaker: Piece, attack: Attack) -> Iterator[Reason]:
    """What a card forbids to helpers and opponents; a target that others may not aid may still oppose
    (`wdh-oppose-target-self-note`), and so may who is immune to the card (`faq-immune-not-affected-by-abilities`).
    """
    for role, deed in JOINS.items():
        for piece in _once(_role(attack, role)):
            for number, clause, ban in standing(speaker, t.MayNot):
                named = deed in ban.deed or (
                    "aid target" in ban.deed and role == "opponent" and piece.card.id != attack.target
                )
                meant = named and (ban.what is None or _concerns(ban.what, attack, speaker))
                if meant and _banned(ban.who, piece, speaker, attack) and met(ban.while_, attack, speaker):
                    immune = role == "opponent" and is_immune(piece, speaker, attack)
                    spared = immune or matches(ban.unless, piece, attack, speaker)
                    yield Reason(spared, piece.card.id, clause.text, f"{speaker.card.id}#{number}", clause.cites)


def _plays(attack: Attack) -> Iterator[Reason]:
    """Whether a +10 Plot may be played on the card that it is played on, which must take part."""
    taking = (attack.attacker, attack.target, *attack.helpers, *attack.opponents)
    for speaker in attack.pieces:
        for number, clause, surge in standing(speaker, t.SurgePlot):
            on = next((each for each in attack.pieces if each.card.id == speaker.linked), None)
            may = on is not None and on.card.id in taking and matches(surge.who.of, on, attack, speaker)
            yield Reason(may, speaker.linked, clause.text, f"{speaker.card.id}#{number}", clause.cites)


def _masters(attack: Attack) -> Iterator[Reason]:
    """What target and attacker say of their masters and puppets, where one is to be the other's."""
    target, attacker = attack.piece(attack.target), attack.piece(attack.attacker)
    for speaker, other, rule in ((target, attacker, "under Personality"), (attacker, target, "over Personalities")):
        for number, clause, sentence in standing(speaker, t.Standing):
            if attack.kind == "control" and sentence.rule == rule:
                yield Reason(
                    other.card.subtype == "personality",
                    other.card.id,
                    clause.text,
                    f"{speaker.card.id}#{number}",
                    clause.cites,
                )


def _banned(who: Any, attacker: Piece, speaker: Piece, attack: Attack) -> bool:
    """Whether a ban speaks of the attacker: of the card itself, of its player, of rivals or of cards."""
    if who is None:
        return attacker is speaker
    if isinstance(who, str):
        same = attacker.owner == speaker.owner
        return {"you": same, "your rivals": not same, "any player": True}.get(who, False)
    return matches(who, attacker, attack, speaker)


def _of(what: Any, attack: Attack, speaker: Piece, otherwise: bool) -> bool:
    """Whether the attack is, or its attacker is among, what a sentence names; `otherwise` when it names nothing."""
    attacker = attack.piece(attack.attacker)
    if what is None:
        return otherwise
    if what == "your rivals":
        return attacker.owner != speaker.owner
    named = isinstance(what, t.Attacks | t.EitherAttack)
    return is_meant(what, attack, speaker) if named else matches(what, attacker, attack, speaker)


def opens(said: Iterable[Any]) -> bool:
    """Whether something said with an attack lets it be made against Groups that are spared (Schizm)."""
    return any(
        isinstance(each, t.MayJoin) and any(isinstance(part, c.Spared) for part in c.demands(cast(c.Test, each.what)))
        for each in said
    )


def spares(said: Any) -> bool:
    """Whether a sentence spares a Group whoever attacks (the conflict `schizm-and-a-ban-on-control`)."""
    immune = isinstance(said, t.Immunity) and isinstance(said.attackers, t.Attacks) and said.attackers.by is None
    return immune or isinstance(said, t.Cannot)


def _launches(by: Any, attack: Attack) -> bool:
    """Whether an attack by a Plot is one of a player whose Illuminati a sentence names: what forbids an attack
    altogether forbids an Instant Attack too (`wdh-instant-forbid-works`).
    """
    attacker = attack.piece(attack.attacker)
    return (
        attacker.card.kind == "plot"
        and isinstance(by, c.Named)
        and any(
            each.card.kind == "illuminati" and each.owner == attacker.owner and each.card.name in by.names
            for each in attack.pieces
        )
    )


def _holds(condition: t.Condition, attack: Attack, rules: Rules, it: Piece | None = None) -> bool:
    """Whether a condition holds; about each helper or opponent, for all of them, and about `it`, for that card."""
    role = getattr(condition, "role", None)
    if role:
        pieces = ((it,) if it else ()) if role == "it" else _role(attack, role)
        return all(_holds_of(condition, piece, attack, rules) for piece in pieces)
    match condition:
        case t.Distance(cards):
            zaps = _zaps(attack, attack.piece(attack.target).owner) if attack.distance == cards else ()
            return attack.distance == cards and not any(said.rule == "no position" for *_, said in zaps)
        case t.Played(name):
            return any(card.name == name for card in attack.played)
        case t.Privileged(holds):
            return is_privileged(attack) == holds
        case t.NoMoney(purse):
            return attack.spent.get(purse, 0) == 0
    raise TypeError(condition)


def _holds_of(condition: t.Condition, piece: Piece, attack: Attack, rules: Rules) -> bool:
    match condition:
        case t.Whose(_, owner, holds):
            return (piece.owner == owner) == holds
        case t.SameCard(role, other, holds):
            again = (role, other) == ("helper", "attacker") and spends_together(piece.card)
            return again or (piece.card.id == {"attacker": attack.attacker, "target": attack.target}[other]) == holds
        case t.IsIlluminati(_, holds):
            return (piece.card.kind == "illuminati") == holds
        case t.HasNumber(_, number):
            return matches(lower(number), piece, attack, piece)
        case t.RoleIs(_, traits, holds):
            return any(traits_of(piece).issuperset(each) for each in traits) == holds
        case t.MayAttack():
            return _may_attack(piece, attack)
        case t.Tied(_, ties):
            return any(_tied(tie, piece, attack, rules) for tie in ties)
        case t.Once():
            return (*attack.helpers, *attack.opponents).count(piece.card.id) < 2 or spends_together(piece.card)
        case t.HasOpenArrow():
            return piece.open_arrows > 0
        case t.HasAttackLeft():
            return piece.attacks_made < max(
                (clause.sentence.attacks for clause in piece.card.sentences(t.Participation)), default=1
            )
    raise TypeError(condition)


def spends_together(card: Card) -> bool:
    """Whether a card says that it may spend several Action tokens in one attack (Germany)."""
    return any(sentence.limit == "together" for _, _, sentence in card.standing.get(t.Tokens, ()))


def _tied(tie: str, piece: Piece, attack: Attack, rules: Rules) -> bool:
    """Whether a card has such a reason to take part."""
    attacker, target = attack.piece(attack.attacker), attack.piece(attack.target)
    match tie:
        case "identical" | "opposite" if piece is attacker:
            return True  # one that spends several Action tokens together
        case "identical" | "opposite":
            return bool(_pairs(tie, piece.alignments, target.alignments, _opposites(attack, rules)))
        case "master":
            return piece.card.id == target.master
        case "puppet":
            return piece.master == target.card.id
        case "self":
            return piece is target
        case "its master":
            return piece.card.id == attacker.master
        case "its puppet":
            return piece.master == attacker.card.id
        case "Illuminati":
            return piece.card.kind == "illuminati"
        case "Global Power":
            return _number(t.StatOf("Global Power", "helper"), piece, attack) > 0
    said = [sentence for _, _, _, sentence in _invitations(piece, attack)]
    if tie == "allowed":
        return any(sentence.any_alignment for sentence in said)
    return any(lifts_secrecy(sentence, attacker) and lifts_secrecy(sentence, target) for sentence in said)


def _invitations(piece: Piece, attack: Attack) -> Iterator[tuple[Piece, int, Clause, t.MayJoin]]:
    """What cards say that lets a helper or opponent take part: speaker, number of the clause, clause, sentence. In an
    attack by or on a Secret Group secrecy takes it as it takes bonuses (`wdh-secret-bonuses-off`).
    """
    deed = JOINS["helper" if piece.card.id in attack.helpers else "opponent"]
    for speaker in attack.pieces:
        for number, clause, sentence in standing(speaker, t.MayJoin):
            if (
                (deed in sentence.deed or (piece.owner == "third" and "interfere" in sentence.deed))
                and (sentence.who is not None or speaker is piece)
                and (
                    sentence.who is None or (has_say(speaker, piece) and matches(sentence.who, piece, attack, speaker))
                )
                and _concerns(sentence.what, attack, speaker)
                and met(sentence.while_, attack, speaker)
                and (sentence.secret or not unheard_for(speaker, attack, sentence))
            ):
                yield speaker, number, clause, sentence


def _concerns(what: Any, attack: Attack, speaker: Piece) -> bool:
    """Whether a sentence of `speaker` speaks of this attack, or of its target."""
    if isinstance(what, t.Attacks | t.EitherAttack):
        return is_meant(what, attack, speaker)
    return matches(what, attack.piece(attack.target), attack, speaker)


def _may_attack(piece: Piece, attack: Attack) -> bool:
    """Whether what a card says lets it attack this target although a rule would not."""
    target = attack.piece(attack.target)
    return any(
        attack.kind in sentence.deed
        and sentence.who is None
        and matches(sentence.what, target, attack, piece)
        and lifts_secrecy(sentence, target)
        and allows_own(sentence, attack)
        and met(sentence.while_, attack, piece)
        for _, _, sentence in standing(piece, t.MayJoin)
    )


def _fails_from(attack: Attack, rules: Rules) -> int:
    """The lowest roll that always fails: 12 where a card that takes part says that 11 does not."""
    eleven = any(
        said.rule == "11 is safe" and met(said.while_, attack, speaker)
        for speaker in attack.speakers(t.Standing)
        for _, _, said in standing(speaker, t.Standing)
    )
    return max(rules.fails_from, 12) if eleven else rules.fails_from


def _turned(attack: Attack) -> dict[int, int]:
    """The rolls that cards turn into others of themselves, and into which (St.

    Janor Hypercleats); those made again too (`sg-glo-natural-reroll`).
    """
    return {
        roll: effect.value
        for speaker in attack.speakers(t.Ability)
        for _, _, said in standing(speaker, t.Ability)
        if isinstance(said.timing, t.OnDeed)
        and said.timing.deed == ("roll",)
        and not said.costs
        and met(said.when, attack, speaker)
        for roll in getattr(said.timing.what, "rolls", ())
        for effect in said.effects
        if isinstance(effect, t.SetRoll)
    }
