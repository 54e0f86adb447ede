"""The attack sum: every line with its source, what must be rolled, and why the attack is or is not legal.

One small evaluator walks the sentences of cards and the terms of a game. The calculator in the browser has its twin
(site_templates/assets/evaluate.js); a test holds the two together line by line, so a change here needs one there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from generator.engine.cards import Card, Clause
from generator.language import PURSE_WORDS
from generator.language import tree as t

Owner = Literal["you", "rival", "nobody"]
PURSES: tuple[t.Purse, ...] = (
    "attacker", "attacker's Illuminati", "target", "target's Illuminati", "assisting", "opposing",
)


@dataclass(frozen=True)
class Rule:
    """One term or requirement of a game: its id, sentence, tree and citations; `label` names a term's line."""

    id: str
    text: str
    tree: t.Term | t.Requirement
    cites: tuple[str, ...]
    label: str = ""


@dataclass(frozen=True)
class Rules:
    """What differs between games in an attack: `fails_from` is the lowest roll that always fails."""

    game: str
    terms: tuple[Rule, ...]
    requirements: tuple[Rule, ...]
    opposites: Mapping[str, str]
    fails_from: int = 11


@dataclass(frozen=True)
class Piece:
    """A card in play, seen by the player who attacks: `you` is that player, `rival` the one who controls the target."""

    card: Card
    owner: Owner
    alignments: tuple[str, ...]
    open_arrows: int = 0
    attacks_made: int = 0
    master: str | None = None


@dataclass(frozen=True)
class Attack:
    """All that a sum must know. Cards are named by id; `pieces` holds each of them once, in the order of the lines.

    `distance` counts cards from the rival's Illuminati to the target (1: controlled directly), None when no rival has it.
    `spent` is in MB by purse. `played` are the Specials in effect on this attack, in the order played.
    """

    kind: Literal["control", "neutralize", "destroy"]
    attacker: str
    target: str
    pieces: tuple[Piece, ...]
    helpers: tuple[str, ...] = ()
    distance: int | None = None
    spent: Mapping[str, int] = field(default_factory=dict)
    played: tuple[Card, ...] = ()
    privileged: bool = False

    def piece(self, card_id: str) -> Piece:
        """The piece of that card. Raises KeyError when it is not part of the attack."""
        for piece in self.pieces:
            if piece.card.id == card_id:
                return piece
        raise KeyError(card_id)


@dataclass(frozen=True)
class Line:
    """One line of the sum. `source` is a term's id, or `<card id>#<number of its clause>`; defense lines count against."""

    side: Literal["attack", "defense"]
    amount: int
    label: str
    text: str
    source: str
    cites: tuple[str, ...]


@dataclass(frozen=True)
class Reason:
    """Whether one requirement holds, for the card that it is asked of (None: for the attack as a whole)."""

    ok: bool
    about: str | None
    text: str
    source: str
    cites: tuple[str, ...]


@dataclass(frozen=True)
class Ledger:
    """The explanation of an attack. `needed` is the highest roll that succeeds, None when no roll does.

    `fixed_roll` is the roll that a Special has set. `ways` counts the outcomes of two dice, of 36, that succeed.
    """

    lines: tuple[Line, ...]
    reasons: tuple[Reason, ...]
    legal: bool
    strength: int
    needed: int | None
    fixed_roll: int | None
    ways: int

    @property
    def odds(self) -> Fraction:
        """The exact chance of success, from 0 to 1."""
        return Fraction(self.ways, 36)

    def succeeds(self, roll: int) -> bool:
        """Whether the attack succeeds on this roll of two dice."""
        return self.needed is not None and roll <= self.needed


def explain(attack: Attack, rules: Rules) -> Ledger:
    """The Ledger of an attack under the rules of a game."""
    found = [*_term_lines(attack, rules), *_bonus_lines(attack)]
    lines = tuple(sorted(found, key=lambda line: line.side))
    reasons = tuple(_reasons(attack, rules))
    strength = sum(line.amount if line.side == "attack" else -line.amount for line in lines)
    needed = min(strength, rules.fails_from - 1) if strength >= 2 else None
    fixed_roll = _fixed_roll(attack)
    return Ledger(
        lines, reasons, all(reason.ok for reason in reasons), strength, needed, fixed_roll,
        _ways(needed, fixed_roll),
    )


def ways_to_roll(total: int) -> int:
    """How many of the 36 outcomes of two dice show this total."""
    return max(0, 6 - abs(total - 7))


def alignments_of(attack: Attack, piece: Piece) -> tuple[str, ...]:
    """Its alignments in this attack: those it has now, or another in place of one when its card says so."""
    if piece.card.id == attack.attacker:
        for clause in piece.card.sentences(t.CountsAs):
            sentence = clause.sentence
            target = attack.piece(attack.target)
            if attack.kind in sentence.kinds and _matches(sentence.target, target, target.alignments, attack, piece):
                kept = [name for name in piece.alignments if name not in (sentence.instead_of, sentence.alignment)]
                return tuple([*kept, sentence.alignment])
    return piece.alignments


def matches(selector: t.Selector, piece: Piece, attack: Attack, speaker: Piece) -> bool:
    """Whether the selector, said by `speaker`, means this piece; `your` is said by the speaker's owner."""
    return _matches(selector, piece, alignments_of(attack, piece), attack, speaker)


def _matches(
    selector: t.Selector, piece: Piece, alignments: tuple[str, ...], attack: Attack, speaker: Piece
) -> bool:
    if isinstance(selector, t.Named):
        return piece.card.name in selector.names
    traits = {*alignments, *piece.card.attributes}
    return (
        piece.card.kind == "group"
        and (not selector.traits or any(traits.issuperset(combination) for combination in selector.traits))
        and _owned(selector.owner, piece, speaker)
        and not (selector.other and piece.card.id == speaker.card.id)
        and all(_compare(number, piece.card) for number in selector.numbers)
        and (selector.master is None or _has_master(piece, selector.master, attack))
    )


def _owned(owner: t.Owner, piece: Piece, speaker: Piece) -> bool:
    if owner == "any":
        return True
    if owner == "nobody":
        return piece.owner == "nobody"
    return piece.owner != "nobody" and (piece.owner == speaker.owner) == (owner == "you")


def _has_master(piece: Piece, master: t.Named, attack: Attack) -> bool:
    return any(other.card.id == piece.master and other.card.name in master.names for other in attack.pieces)


def _number(card: Card, stat: t.Stat) -> int:
    value = {
        "Power": card.power, "Transferable Power": card.transferable, "Resistance": card.resistance,
        "Income": card.income,
    }[stat]
    return value or 0


def _compare(number: t.Comparison, card: Card) -> bool:
    value = _number(card, number.stat)
    if number.operator == ">=":
        return value >= number.value
    return value <= number.value if number.operator == "<=" else value == number.value


def _role(attack: Attack, role: t.Role) -> tuple[Piece, ...]:
    ids = {"attacker": (attack.attacker,), "target": (attack.target,), "helper": attack.helpers}[role]
    return tuple(attack.piece(card_id) for card_id in ids)


# --- lines ----------------------------------------------------------------------------------------------------------

def _term_lines(attack: Attack, rules: Rules) -> Iterator[Line]:
    for rule in rules.terms:
        term = rule.tree
        if not _in_force(term, attack):
            continue
        if isinstance(term.amount, t.StatOf):
            for piece in _role(attack, term.amount.role):
                yield from _stat_lines(rule, term, piece, attack)
            continue
        count, label = _counted(term.per, attack, rules)
        if count:
            yield Line(term.side, term.amount * count, label or rule.label, rule.text, rule.id, rule.cites)


def _in_force(rule: t.Term | t.Requirement, attack: Attack) -> bool:
    return (
        (not rule.kinds or attack.kind in rule.kinds)
        and all(_holds(condition, attack, None) for condition in rule.when)
        and not any(_holds(condition, attack, None) for condition in rule.unless)
    )


def _stat_lines(rule: Rule, term: t.Term, piece: Piece, attack: Attack) -> Iterator[Line]:
    """First the value: what a set-to sentence of the card says, else the printed number. Then additions by other cards."""
    stat = term.amount.stat
    attacker = attack.piece(attack.attacker)
    base = Line(
        term.side, _number(piece.card, stat), f"{stat} of {piece.card.name}", rule.text, rule.id, rule.cites
    )
    for number, clause in enumerate(piece.card.clauses, 1):
        sentence = clause.sentence
        if isinstance(sentence, t.StatAgainst) and sentence.stat == stat:
            if matches(sentence.attackers, attacker, attack, piece):
                base = _clause_line(term.side, sentence.value, base.label, piece.card, number, clause)
    yield base
    for speaker in attack.pieces:
        for number, clause in enumerate(speaker.card.clauses, 1):
            sentence = clause.sentence
            if isinstance(sentence, t.StatChange) and sentence.stat == stat:
                if speaker.owner != "nobody" and matches(sentence.who, piece, attack, speaker):
                    yield _clause_line(term.side, sentence.amount, speaker.card.name, speaker.card, number, clause)


def _clause_line(side: str, amount: int, label: str, card: Card, number: int, clause: Clause) -> Line:
    return Line(side, amount, label, clause.text, f"{card.id}#{number}", clause.cites)


def _counted(per: t.SharedAlignments | t.Money | None, attack: Attack, rules: Rules) -> tuple[int, str]:
    if per is None:
        return 1, ""
    if isinstance(per, t.Money):
        spent = attack.spent.get(per.purse, 0)
        return spent, f"{spent} MB from {PURSE_WORDS[per.purse]}"
    attacker, target = attack.piece(attack.attacker), attack.piece(attack.target)
    pairs = _pairs(per.relation, alignments_of(attack, attacker), target.alignments, rules.opposites)
    return len(pairs), f"{per.relation}: {', '.join(pairs)}"


def _pairs(
    relation: str, ours: tuple[str, ...], theirs: tuple[str, ...], opposites: Mapping[str, str]
) -> list[str]:
    """Alignments in common, or opposite pairs. An alignment that is its own opposite (Fanatic) is never in common."""
    if relation == "identical":
        return [name for name in ours if name in theirs and opposites.get(name) != name]
    return [f"{name} and {opposites[name]}" for name in ours if opposites.get(name) in theirs]


def _bonus_lines(attack: Attack) -> Iterator[Line]:
    attacker, target = attack.piece(attack.attacker), attack.piece(attack.target)
    for piece in attack.pieces:
        reaches = {
            "direct": piece.card.id == attack.attacker,
            "any attempt": piece.owner == "you",
            "aid": piece.card.id in attack.helpers,
            "defense": piece.card.id == attack.target,
        }
        for number, clause in enumerate(piece.card.clauses, 1):
            bonus = clause.sentence
            if not isinstance(bonus, t.Bonus) or not reaches[bonus.reach] or attack.kind not in bonus.kinds:
                continue
            defense = bonus.reach == "defense"
            if bonus.target is None or matches(bonus.target, attacker if defense else target, attack, piece):
                side = "defense" if defense else "attack"
                yield _clause_line(side, bonus.amount, piece.card.name, piece.card, number, clause)


# --- legality -------------------------------------------------------------------------------------------------------

def _reasons(attack: Attack, rules: Rules) -> Iterator[Reason]:
    for rule in rules.requirements:
        requirement = rule.tree
        if not _in_force(requirement, attack):
            continue
        role = getattr(requirement.holds, "role", None)
        for piece in _role(attack, role) if role else (None,):
            holds = _holds(requirement.holds, attack, piece)
            yield Reason(holds, piece.card.id if piece else None, rule.text, rule.id, rule.cites)
    target = attack.piece(attack.target)
    if target.owner == "nobody":
        return
    for shield in attack.pieces:
        for number, clause in enumerate(shield.card.clauses, 1):
            if isinstance(clause.sentence, t.Immunity) and shield.owner == target.owner:
                for card_id in (attack.attacker, *attack.helpers):
                    barred = matches(clause.sentence.attackers, attack.piece(card_id), attack, shield)
                    yield Reason(not barred, card_id, clause.text, f"{shield.card.id}#{number}", clause.cites)


def _holds(condition: t.Condition, attack: Attack, asked: Piece | None) -> bool:
    """Whether a condition holds; about each helper, it is asked of `asked`, or else of all of them."""
    role = getattr(condition, "role", None)
    if role:
        pieces = (asked,) if asked else _role(attack, role)
        return all(_holds_of(condition, piece, attack) for piece in pieces)
    match condition:
        case t.Distance(cards):
            return attack.distance == cards
        case t.Played(name):
            return any(card.name == name for card in attack.played)
        case t.Privileged(holds):
            return is_privileged(attack) == holds
        case t.NoMoney(purse):
            return attack.spent.get(purse, 0) == 0
    raise TypeError(condition)


def _holds_of(condition: t.Condition, piece: Piece, attack: Attack) -> bool:
    match condition:
        case t.Whose(_, owner, holds):
            return (piece.owner == owner) == holds
        case t.SameCard(_, other, holds):
            return (piece.card.id == {"attacker": attack.attacker, "target": attack.target}[other]) == holds
        case t.IsIlluminati(_, holds):
            return (piece.card.kind == "illuminati") == holds
        case t.HasNumber(_, number):
            return _compare(number, piece.card)
        case t.HasOpenArrow():
            return piece.open_arrows > 0
        case t.HasAttackLeft():
            return piece.attacks_made < attacks_allowed(piece.card)
    raise TypeError(condition)


def attacks_allowed(card: Card) -> int:
    """In how many attacks the card may take part each turn: what it says, else one."""
    return max((clause.sentence.attacks for clause in card.sentences(t.Participation)), default=1)


def is_privileged(attack: Attack) -> bool:
    """Whether the attack still has its privilege: it was declared and no Special in effect has ended it."""
    return attack.privileged and not any(True for _ in _effects(attack, t.EndPrivilege))


def _effects(attack: Attack, kind: type) -> Iterator[t.Effect]:
    for card in attack.played:
        for clause in card.sentences(t.Ability):
            yield from (effect for effect in clause.sentence.effects if isinstance(effect, kind))


def _fixed_roll(attack: Attack) -> int | None:
    """The roll that Specials have set; the last one played governs (Deluxe rules p. 8)."""
    return next((effect.value for effect in reversed(list(_effects(attack, t.SetRoll)))), None)


def _ways(needed: int | None, fixed_roll: int | None) -> int:
    if needed is None:
        return 0
    if fixed_roll is not None:
        return 36 if fixed_roll <= needed else 0
    return sum(ways_to_roll(total) for total in range(2, needed + 1))
