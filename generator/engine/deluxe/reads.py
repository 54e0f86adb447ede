"""What the sum and the tables of Deluxe read of a sentence."""

from __future__ import annotations

from generator.engine.deluxe import specials
from generator.engine.reads import PARTS, SUM, Reader, Reads, whole
from generator.engine.selecting import POINTS, QUALITIES
from generator.engine.situation import TOLD_BY_SCENE
from generator.language import tree as t
from generator.meaning import core as c

READS: Reads = {
    **SUM,
    **PARTS,
    t.Attacks: {"quality": QUALITIES, "included": ()},
    t.Some: {"count": ("all",)},
    t.Thing: {"what": POINTS},
    t.Ability: {"when": (), "also": ()},
    **whole(*specials.EFFECTS),
    t.TakeControl: {"count": (1,)},
    t.Revive: {"count": (1,)},
    t.ChangeAlignment: {"count": (1,), "until": ("your turn",)},
    **whole(
        t.Pay,
        t.SpendAction,
        t.Collect,
        t.Upkeep,
        t.MakePrivileged,
        t.CancelSpecial,
        t.LoseTurn,
        t.AllowDestroy,
        t.Draw,
        t.Participation,
        t.DrawStep,
        t.FreeTransfer,
        t.SpecialGoal,
        t.GoalSavesYou,
        t.ControlGroups,
        t.TotalStat,
        t.AllAlignments,
        t.TotalMoney,
        t.DestroyGroups,
        t.SecretChoice,
    ),
}
unread = Reader(READS, lambda term: isinstance(term, TOLD_BY_SCENE) or term == c.Number("tokens")).unread
