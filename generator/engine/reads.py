"""What evaluators read of a sentence: the constructions that they know and, of their fields, the words, where they do
not know all.

What a module dispatches by is taken from there; terms of the core are judged or refused (`selecting`). Who says
anything else is not run, and does not load (`not-run`). What the tables of a game read besides the sum stands in
`reads` of its room.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from msgspec import Struct, field

from generator.engine.attack import SOURCES, SPARES
from generator.engine.cards import ANOTHER_MASTER, IN_DEFENSE, WHILE_LINKED
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import defaults

Reads = Mapping[type, Mapping[str, Collection[Any]]]
"""By construction: of fields that hold words of which not all are known, those that are; what a field is without a word
is always known.
"""


def whole(*kinds: type) -> Reads:
    """Constructions of which every word is known."""
    return {kind: {} for kind in kinds}


NUMBERS = ("Power", "Global Power", "Resistance", "printed Power", "printed Resistance")
MONEY = ("Income", "Transferable Power")
LASTING = (WHILE_LINKED, IN_DEFENSE, ANOTHER_MASTER)
JOINING = (*c.ATTACKS, "aid", "oppose")
BARRED = (*JOINING, "aid target", "take")
PLAYERS = ("you", "your rivals", "any player")
PARTS = whole(t.Pick, t.Some, t.Each, t.EachOfTarget, t.TraitsOfTarget, t.EitherAttack)

SUM: Reads = {
    **whole(
        t.BonusTo,
        t.DefenseOf,
        t.StatAgainst,
        t.SurgePlot,
        t.PowerPlot,
        t.ConversionPlot,
        t.AlignmentWeight,
        t.CountsAs,
        t.Ignores,
        t.ImmunityOf,
    ),
    t.Bonus: {"included": ()},
    t.StatChange: {"stat": (*NUMBERS, *MONEY), "alone": (), "least": (), "until": LASTING},
    t.StatSet: {"stat": NUMBERS, "until": LASTING},
    t.StatEqual: {"stat": NUMBERS, "source": SOURCES, "until": LASTING},
    t.Becomes: {"until": LASTING},
    t.AlignmentsOf: {"until": LASTING},
    t.NoEffect: {"until": ()},
    t.MayJoin: {"deed": JOINING, "free": ()},
    t.MayNot: {"deed": BARRED, "what": (), "who": PLAYERS, "until": ()},
    t.Cannot: {"deed": SPARES, "until": ()},
    t.Immunity: {"abilities": (), "until": ()},
    t.Treat: {
        "may": ("must",),
        "who": ("every player",),
        "these": ("Fanatics", "its master's Fanatic"),
        "those": ("identical",),
        "attacks": (),
    },
}
"""What the attack sum reads of what cards say as long as they are in play."""
ON_ATTACKS = frozenset(
    {
        *SUM,
        t.NoMasterBonus,
        t.Participation,
        t.AllowDestroy,
        t.ChangeAlignment,
        t.ChangeAlignments,
        t.Paralysis,
        t.Freeze,
        t.Assassination,
        t.Disaster,
        t.InstantAttack,
        t.Combine,
        t.Boost,
        t.BoostOne,
        t.OnlyBonuses,
        t.SetRoll,
        t.ChangeRoll,
        t.Outcome,
        t.MakePrivileged,
        t.EndPrivilege,
        t.MayInterfere,
    }
)
"""The constructions that change the strength of an attack, who may take part, or immunity."""


class Reader(Struct, frozen=True):
    """What the tables of a game read: constructions, other ones in some parts of a sentence, what must be `told` of a
    construction and the one that it stands in, and which terms of the core it `lacks`.
    """

    reads: Reads
    lacks: Callable[[Any], bool]
    others: Mapping[tuple[type, str], Reads] = field(default_factory=dict)
    told: Callable[[Any, Any], bool] = lambda node, parent: True

    def unread(self, sentence: Any) -> tuple[str, ...]:
        """What it does not read of a sentence that has been lowered: constructions (`NotHeld`), words (`Standing.rule:
        …`) and terms.
        """
        return tuple(self._unread(sentence, self.reads, None))

    def _unread(self, node: Any, reads: Reads, parent: Any) -> Iterator[str]:
        name = type(node).__name__
        if type(node).__module__ == c.__name__:
            if self.lacks(node):
                yield f"{name}: {node}"
        elif type(node) not in reads:
            yield name
            return
        elif not self.told(node, parent):
            yield f"{name}: {', '.join(_words(node))}"
        known, usual = reads.get(type(node), {}), defaults(node.__class__)
        for part in node.__struct_fields__:
            value = getattr(node, part)
            for each in value if isinstance(value, tuple) else (value,):
                if isinstance(each, Struct):
                    yield from self._unread(each, self.others.get((type(node), part), reads), node)
                elif part in known and each not in known[part] and (part, each) not in usual.items():
                    yield f"{name}.{part}: {each}"


def _words(node: Any) -> Iterator[str]:
    """The words of a construction itself."""
    for part in node.__struct_fields__:
        value = getattr(node, part)
        yield from (
            each for each in (value if isinstance(value, tuple) else (value,)) if isinstance(each, str) and each
        )
