"""What the sum of an attack is made of: the rules of a game, the cards as the sum sees them, what surrounds them, and
the Ledger that explains it. How it is worked out is in attack.py and the modules that this one uses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any, Generic, Literal, Protocol, TypeVar

from msgspec import Struct, field
from msgspec.structs import astuple

from generator.engine.cards import Card
from generator.engine.ruleset import Besides, Ruleset
from generator.language import nodes
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace

Owner = Literal["you", "rival", "nobody", "third"]
Side = Literal["for", "against"]
LineSide = Literal["attack", "defense"]
Nature = frozenset[str]
"""What an attack by a Plot is: `Instant`, `Assassination`, `Disaster`, or nothing of this."""
Tree = TypeVar("Tree", bound=t.Term | t.Requirement | t.BasicGoal, covariant=True)  # noqa: PLC0105


class Rule(Struct, Generic[Tree], frozen=True):
    """One term or requirement of a game: its id, sentence, tree and citations; `label` names a term's line."""

    id: str
    text: str
    tree: Tree
    cites: tuple[str, ...]
    label: str = ""


class Rules(Struct, frozen=True, dict=True):
    """What differs between games in an attack: `fails_from` is the lowest roll that always fails; `differs` are those
    of the DIFFERENCES that the game has, `its` is what else its file says.
    """

    game: str
    terms: tuple[Rule[t.Term], ...]
    requirements: tuple[Rule[t.Requirement], ...]
    opposites: Mapping[str, str]
    fails_from: int = 11
    differs: tuple[str, ...] = ()
    its: Ruleset = Ruleset()

    @property
    def all(self) -> tuple[Rule[Any], ...]:
        """Its terms and its requirements."""
        return (*self.terms, *self.requirements)

    @cached_property
    def parts(self) -> tuple[Any, ...]:
        """All nodes of the trees of its terms and requirements."""
        return tuple(node for rule in self.all for node in nodes(rule.tree))


class Piece(Struct, frozen=True):
    """A card in play, seen by the player who attacks: `you` is that player, `rival` the one who controls the target,
    `third` any other.

    `linked` is the card that a Resource or Plot is linked to, or that a Plot is played on. The alignments of a Plot are
    those that were chosen as it was played. `power` is the Power that the card has now in place of its printed one,
    `printed` the card before its attributes changed.
    """

    card: Card
    owner: Owner
    alignments: tuple[str, ...]
    open_arrows: int = 0
    attacks_made: int = 0
    master: str | None = None
    linked: str | None = None
    power: int | None = None
    printed: Card | None = None


def magic_on(attacker: Piece) -> Piece:
    """What lies on the attacker of an attack that counts as Magic by another card: the attack is Magic then, the
    attacker isn't.
    """
    return Piece(
        Card("#magic", "", attacker.card.game, "", "plot", attributes=("Magic",)),
        attacker.owner,
        (),
        linked=attacker.card.id,
    )


# --- what surrounds an attack -----------------------------------------------------------------------------------------


class Scene(Protocol):
    """What surrounds an attack: hands, decks, tokens, what a play names. Each method raises TypeError for a term that
    it does not know.
    """

    def cards(self, cards: c.Cards, attack: Attack, speaker: Piece) -> tuple[Piece, ...] | None:
        """The cards that a reference means here; None where the pieces tell."""

    def number(self, what: c.Quantity, piece: Piece) -> int:
        """A number of a card that its piece does not tell: Action tokens, open arrows."""

    def fits(self, such: c.Test, piece: Piece, attack: Attack, speaker: Piece) -> bool:
        """Whether a test holds that only the surroundings can judge."""

    def holds(self, condition: c.Condition, attack: Attack, speaker: Piece) -> bool:
        """Whether a condition holds that only the surroundings can judge."""

    def together(self, one: Piece, other: Piece) -> bool:
        """Whether two cards are of the same player."""


TESTS_OF_SCENE = (c.In, c.ImmuneTo, c.Weakest, c.Spared, c.Duplicate, c.UsesPower, c.Agreed, c.Homeless)
TOLD_BY_SCENE = (
    *TESTS_OF_SCENE,
    c.Spoken,
    c.Noted,
    c.Pair,
    c.FormerMasterOf,
    c.Ends,
    c.TurnOf,
    c.Seats,
    c.Opened,
    c.NoPlots,
    c.AfterHours,
    c.Zapped,
    c.Undecided,
    c.HasCopy,
    c.IsGoal,
    c.Displaced,
    c.Fell,
    c.Relieving,
    c.Exposed,
    c.About,
    c.Unrivaled,
)
"""The terms of which the pieces of an attack tell nothing; neither do they tell Action tokens."""
ASKED = (c.AfterHours, c.Exposed, c.Agreed)
"""What a position cannot show and its players know: a position says of which cards it is so, and who asks is asked
(`questions`).
"""


class PositionScene:
    """The scene of an attack of which no table tells: its pieces are all that is in play, and what they do not show is
    not so.
    """

    def cards(self, cards: c.Cards, attack: Attack, speaker: Piece) -> tuple[Piece, ...] | None:
        """Nothing is spoken of, noted or paired beyond the attack."""
        return (
            ()
            if isinstance(cards, c.Spoken | c.Noted | c.Pair | c.FormerMasterOf)
            or cards == c.IlluminatiOf("that rival")
            else None
        )

    def number(self, what: c.Quantity, piece: Piece) -> int:
        """Open arrows are those that the position says; of Action tokens a card has the one that it spends."""
        return piece.open_arrows if what == "open arrows" else 1

    def fits(self, such: c.Test, piece: Piece, attack: Attack, speaker: Piece) -> bool:
        """Cards are in play, but for the target that comes from a hand."""
        match such:
            case c.In("play"):
                return not (attack.from_hand and piece.card.id == attack.target)
            case c.In("hand" | "your hand" | "just played" | "just played by a rival"):
                return attack.from_hand and piece.card.id == attack.target
        if isinstance(such, ASKED):
            return speaker.card.id in attack.told
        if isinstance(such, (*TESTS_OF_SCENE, c.Belongs, c.Chosen)):
            return False
        raise TypeError(such)

    def holds(self, condition: c.Condition, attack: Attack, speaker: Piece) -> bool:
        """What only a table tells is not so, but for what the position says that its cards wait for."""
        if isinstance(condition, c.Used):
            return speaker.card.id in attack.uses
        if isinstance(condition, ASKED):
            return speaker.card.id in attack.told
        if isinstance(condition, TOLD_BY_SCENE):
            return False
        raise TypeError(condition)

    def together(self, one: Piece, other: Piece) -> bool:
        """Of two players beside attacker and defender a position does not tell who has what."""
        return one.owner == other.owner


# --- an attack and its explanation ------------------------------------------------------------------------------------


class Line(Struct, frozen=True):
    """One line of the sum. `source` is a term's id, or `<card id>#<number of its clause>`; defense lines count
    against.
    """

    side: LineSide
    amount: int
    label: str
    text: str
    source: str
    cites: tuple[str, ...]


class Attack(Struct, frozen=True, dict=True):
    """All that a sum must know. Cards are named by id; `pieces` holds each of them once, in the order of the lines.

    `helpers` and `opponents` spend Action tokens for and against the attack; an opponent stands there once for each
    token.

    Those in `free` do so without an action, which is never doubled.

    `distance` counts cards from the rival's Illuminati to the target (1: controlled directly), None when no rival has
    it. `spent` is in MB by purse. `played` are the Specials in effect on this attack, in the order played.

    `agents` are the sides for which agents are played, `devastated` the cards that have half their Power in an attack
    to destroy.

    A table knows more than a position says: `added` are lines that it adds to the sum, `scene` is what surrounds the
    attack, `passing` are the pieces that lie here for a while only, `relieves` is the card that gives Relief just now.
    `differs`, `opposites` and `besides` come from the rules as the attack is settled.

    A position says in words what a table judges before an attack: `from_hand` that the target is in the hand of the
    attacker, `idle` why cards have no Action to spend (a source of `besides`), `nature` what the attack of a Plot is;
    and it stands `alone`: nothing has happened yet, what its cards do of themselves when an attack is made is still to
    be worked out. `uses` are the cards that players use with it, Plots and others, with AGAINST where one that may help
    either side is used for the defense; `told` are the cards of which the position says that what they wait for, and
    only the players know, is so.
    """

    kind: Literal["control", "neutralize", "destroy"]
    attacker: str
    target: str
    pieces: tuple[Piece, ...]
    helpers: tuple[str, ...] = ()
    opponents: tuple[str, ...] = ()
    free: frozenset[str] = frozenset()
    distance: int | None = None
    spent: Mapping[str, int] = field(default_factory=dict)
    played: tuple[Card, ...] = ()
    privileged: bool = False
    added: tuple[Line, ...] = ()
    scene: Scene = PositionScene()
    passing: frozenset[str] = frozenset()
    relieves: str | None = None
    differs: tuple[str, ...] = ()
    opposites: Mapping[str, str] = field(default_factory=dict)
    besides: Mapping[str, Besides] = field(default_factory=dict)
    agents: tuple[Side, ...] = ()
    devastated: tuple[str, ...] = ()
    from_hand: bool = False
    idle: Mapping[str, str] = field(default_factory=dict)
    nature: Nature | None = None
    alone: bool = False
    uses: Mapping[str, str] = field(default_factory=dict)
    told: frozenset[str] = frozenset()
    now: Callable[[Piece, Attack], int] | None = None
    """Who asks for the Power of the target, or its own, gets the present one, not the printed one
    (`wdh-power-change-all-purposes`).
    """

    def piece(self, card_id: str) -> Piece:
        """The piece of that card. Raises KeyError when it is not part of the attack."""
        return self.by_id[card_id]

    @cached_property
    def by_id(self) -> Mapping[str, Piece]:
        """Each piece by the id of its card."""
        return {piece.card.id: piece for piece in self.pieces}

    def speakers(self, *kinds: type) -> tuple[Piece, ...]:
        """The pieces that say a standing sentence of one of these classes, in their order."""
        if kinds not in self._speakers:
            self._speakers[kinds] = tuple(
                piece for piece in self.pieces if not piece.card.standing.keys().isdisjoint(kinds)
            )
        return self._speakers[kinds]

    @cached_property
    def _speakers(self) -> dict[tuple[type, ...], tuple[Piece, ...]]:
        return {}


class Reason(Struct, frozen=True):
    """Whether one requirement holds, for the card that it is asked of (None: for the attack as a whole)."""

    ok: bool
    about: str | None
    text: str
    source: str
    cites: tuple[str, ...]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reason) and astuple(self) == astuple(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(astuple(self))

    @property
    def asks(self) -> bool:
        """Whether it is no rule that may be broken, but what the play must say."""
        return False


class Ask(Reason, frozen=True):
    """Whether a play says what it must, such as which Group is meant. Written down, it is a reason like any other."""

    @property
    def asks(self) -> bool:
        """It is."""
        return True


class Result(Struct, frozen=True):
    """A result of a Plot's attack, the highest roll that brings it about (None when no roll does) and how many of the
    36 outcomes do.
    """

    needed: int | None
    ways: int
    text: str
    source: str
    cites: tuple[str, ...]


class Ledger(Struct, frozen=True):
    """The explanation of an attack. `needed` is the highest roll that succeeds, None when no roll does. `outcomes` are
    those of an attack by a Plot, the better one last.

    `ways` counts the outcomes of two dice, of 36, that succeed. `fixed_roll` is the roll that a Special has set,
    `fails_from` the lowest roll that always fails in this attack, `turned` the rolls that cards turn into others of
    themselves, and into which.
    """

    lines: tuple[Line, ...]
    reasons: tuple[Reason, ...]
    legal: bool
    strength: int
    needed: int | None
    fixed_roll: int | None
    ways: int
    outcomes: tuple[Result, ...]
    fails_from: int
    turned: tuple[tuple[int, int], ...]

    @property
    def odds(self) -> Fraction:
        """The exact chance of success, from 0 to 1."""
        return Fraction(self.ways, 36)

    def succeeds(self, roll: int) -> bool:
        """Whether the attack succeeds with this roll as it stands, from 2 to 12."""
        return self.needed is not None and roll <= self.needed

    def succeeds_on(self, dice: int) -> bool:
        """Whether the attack succeeds when two dice show this total, from 2 to 12."""
        return self.succeeds(dict(self.turned).get(dice, dice))

    def with_lines(self, lines: tuple[Line, ...]) -> Ledger:
        """The Ledger with these lines in place of its own, its sum made anew."""
        strength = strength_of(lines)
        needed = highest_roll(strength, self.fails_from)
        return replace(
            self,
            lines=lines,
            strength=strength,
            needed=needed,
            ways=ways_of(needed, self.fixed_roll, dict(self.turned)),
        )


def strength_of(lines: Iterable[Line]) -> int:
    return sum(line.amount if line.side == "attack" else -line.amount for line in lines)


def ways_to_roll(total: int) -> int:
    """How many of the 36 outcomes of two dice show this total."""
    return max(0, 6 - abs(total - 7))


def highest_roll(strength: int, fails_from: int) -> int | None:
    """The highest roll with which an attack of this strength succeeds."""
    return min(strength, fails_from - 1) if strength >= 2 else None


def ways_of(needed: int | None, fixed_roll: int | None, into: Mapping[int, int]) -> int:
    """How many outcomes of two dice, of 36, succeed where `needed` is the highest roll that does."""
    if needed is None:
        return 0
    if fixed_roll is not None:
        return 36 if fixed_roll <= needed else 0
    return sum(ways_to_roll(total) for total in range(2, 13) if into.get(total, total) <= needed)
