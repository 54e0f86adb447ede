"""Games with Plots and Action tokens."""

from __future__ import annotations

from generator.engine.games import Hooks
from generator.engine.inwo import (
    asked,
    board,
    combat,
    elsewhere,
    goal_table,
    offers,
    plays,
    reads,
    referee,
    relief,
    seen,
    setup,
)

HOOKS = Hooks(
    table_from_data=setup.table_from_data,
    plays=plays.PLAYS,
    apply=referee.apply,
    ledger=combat.explain,
    attack=lambda table, attack: (
        board.attack_of(table, attack) if attack.attacker else None
    ),  # what a Plot attacks by itself the sum does not know
    goal_table=goal_table.table_of,
    standings=goal_table.standings,
    asked=asked.ASKED,
    see=seen.see,
    relief=relief.TIMES,
    copies=True,
    added=tuple(combat.ADDED),
    made_here=elsewhere.made_here,
    unread=reads.unread,
    offers=offers.offers,
    named=offers.named,
    costs=offers.costs,
    in_attack=(
        plays.Aid,
        plays.Oppose,
        plays.PlayAgents,
        plays.CallOff,
        plays.Roll,
        plays.PointOut,
        plays.TakeBack,
        plays.Resolve,
    ),
    attacks_with=lambda table: table.attack.attacker or table.attack.plot,
)
