"""What the engine knows about a card. Numbers are those printed on it; `None` where the card prints none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Final, Generic, Literal, TypeVar, cast

from msgspec import Struct

from generator.language import Sentence, nodes
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace

Side = Literal["top", "right", "bottom", "left"]
CardKind = Literal["illuminati", "group", "resource", "plot", "special"]
SIDES: tuple[Side, ...] = ("top", "right", "bottom", "left")


Said = TypeVar("Said", bound=Sentence | None, covariant=True)  # noqa: PLC0105
Kind = TypeVar("Kind", bound=Sentence)
Node = TypeVar("Node")


class ClauseOf(Struct, Generic[Said], frozen=True):
    """One ability: its text, its tree (None for a note), its statements.

    `ClauseOf[t.Ability]` has a sentence of that class.
    """

    text: str
    sentence: Said
    cites: tuple[str, ...] = ()


Clause = ClauseOf[Sentence | None]


class Card(Struct, frozen=True, dict=True):
    """A card of any kind. `id` is `<set>/<slug>`; power, resistance in points, income in MB a turn.

    `arrow_in` is the side of the upright card that lies against its master; `arrows_out` the sides that may hold
    puppets. `nwo` is the colour of a New World Order. `variable_power` marks a Power that is printed as an asterisk
    alone, because dice or other cards make it; `power` is 0 then. `unprinted` are words that sentences of other cards
    ask for and the card does not print.
    """

    id: str
    name: str
    game: str
    set: str
    kind: CardKind
    power: int | None = None
    transferable: int | None = None
    resistance: int | None = None
    income: int | None = None
    alignments: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    arrow_in: Side | None = None
    arrows_out: tuple[Side, ...] = ()
    clauses: tuple[Clause, ...] = ()
    subtype: str | None = None
    global_power: int | None = None
    nwo: Literal["blue", "red", "yellow"] | None = None
    variable_power: bool = False
    unprinted: tuple[str, ...] = ()

    @cached_property
    def slug(self) -> str:
        """The part of the id behind the set, which positions use: `the-mafia`."""
        return self.id.partition("/")[2]

    @cached_property
    def standing(self) -> Mapping[type, tuple[tuple[int, Clause, Any], ...]]:
        """By the class of the sentence, the clauses that hold as long as the card is in play, of a Plot what it does as
        long as it is linked or in effect: number, clause, sentence.
        """
        found: dict[type, tuple[tuple[int, Clause, Any], ...]] = {}
        for number, clause in enumerate(self.clauses, 1):
            for sentence in lasting(clause.sentence) if self.kind == "plot" else (clause.sentence,):
                until = getattr(sentence, "until", None)
                if sentence is not None and (
                    until is None
                    or until in ((IN_DEFENSE, IN_ACTION, IN_ITS_ATTACK) if self.kind == "plot" else (ANOTHER_MASTER,))
                ):
                    kind = type(sentence)
                    found[kind] = (*found.get(kind, ()), (number, clause, sentence))
        return found

    def muted(self, *but: type[Node]) -> Card:
        """The card without all that it says, but for sentences of these classes."""
        return replace(
            self,
            clauses=tuple(
                clause if isinstance(clause.sentence, but) else replace(clause, sentence=None)
                for clause in self.clauses
            ),
        )

    def beside(self) -> Card:
        """The card as it counts linked: a New World Order says only what it says of its link then, and is no New World
        Order (Watermelons).
        """
        return self if self.nwo is None else replace(self.muted(t.Ability), nwo=None)

    def rules(self, *rules: str) -> bool:
        """Whether the card says one of these standing rules."""
        return any(sentence.rule in rules for _, _, sentence in self.standing.get(t.Standing, ()))

    def said(self, kind: type[Node]) -> Iterator[Node]:
        """Every construction of this class in what the card says."""
        return (node for node in self._nodes if isinstance(node, kind))

    @cached_property
    def _nodes(self) -> tuple[Node, ...]:
        return tuple(node for clause in self.clauses for node in nodes(clause.sentence))

    def sentences(self, kind: type[Kind]) -> tuple[ClauseOf[Kind], ...]:
        """The clauses whose sentence is of this class of the syntax tree."""
        return tuple(clause for _, clause in self.numbered(kind))

    def numbered(self, kind: type[Kind]) -> tuple[tuple[int, ClauseOf[Kind]], ...]:
        """The clauses whose sentence is of this class, each with its number on the card, from 1."""
        return tuple(
            (number, cast(ClauseOf[Kind], clause))
            for number, clause in enumerate(self.clauses, 1)
            if isinstance(clause.sentence, kind)
        )


WHILE_LINKED: Final = "linked"
IN_DEFENSE: Final = "defending"
IN_ACTION: Final = "next action"
"""What holds for an action of a card does nothing for the card that is attacked."""
IN_ITS_ATTACK: Final = "making"
"""What holds for an attack that a card makes does nothing for its aid, its opposition or a price that it pays."""
HOLDS_NOW: Final[Mapping[c.Duration | None, c.Duration | None]] = {
    WHILE_LINKED: None,
    "turn": None,
    "gone": None,
    "next": None,
    IN_DEFENSE: IN_DEFENSE,
    IN_ACTION: IN_ACTION,
    "action": IN_ACTION,
}
"""How long a Plot changes a card, and what is left of that for the attack that the Plot lies beside the card in, or is
played with.
"""
ANOTHER_MASTER: Final = "master"
"""What a master says of its puppets holds as long as they are its puppets."""
_CHANGES = (t.StatChange, t.StatSet, t.StatEqual, t.Becomes, t.AlignmentsOf, t.AddsNothing)


def lasting(sentence: Any) -> Iterator[Any]:
    """The sentences that hold as long as a Plot is linked to a card, or in effect on it: itself, or what playing it
    does. The one card that they speak of is then the linked one.
    """
    match sentence:
        case t.PowerPlot(_, value):
            yield t.StatSet(c.LINKED, ("Power",), value, "raised")
        case t.ConversionPlot(_, gains, loses):
            yield t.Becomes(c.LINKED, (gains,), (loses,) if loses else ())
        case t.Ability(effects=effects, use=c.Use(plays=True)):
            for effect in parts(effects):
                if isinstance(effect, _CHANGES) and effect.until in HOLDS_NOW:
                    who = effect.who.of if isinstance(effect.who, t.Some) and effect.who.count == "all" else c.LINKED
                    yield replace(effect, who=who, until=HOLDS_NOW[effect.until])
            yield sentence
        case t.Ability(t.OnDeed(who="you", what=t.Pick(1, of)), effects, may=False) if c.Belongs(
            "rival"
        ) not in c.demands(of):
            for effect in effects:
                if isinstance(effect, _CHANGES) and effect.who == c.Pair() and effect.until == "gone":
                    # Both Places of a Partition, that beside which it lies among them.
                    yield replace(effect, who=c.LINKED, until=None)
            yield sentence
        case _:
            yield sentence


def parts(effects: Iterable[Any]) -> Iterator[Any]:
    """Effects, each of those of which one is chosen by itself."""
    for effect in effects:
        yield from (*effect.first, *effect.second) if isinstance(effect, t.EitherEffect) else (effect,)


def enters(card: Card) -> list[tuple[int, t.StatChange]]:
    """What a New World Order does to numbers when it comes, as long as it is in play: number of the clause, and the
    change.
    """
    return [
        (number, effect)
        for number, clause in enumerate(card.clauses, 1)
        if isinstance(clause.sentence, t.Ability) and "played" in getattr(clause.sentence.timing, "happens", ())
        for effect in clause.sentence.effects
        if isinstance(effect, t.StatChange) and effect.until == "in play"
    ]
