"""Games with money."""

from __future__ import annotations

from generator.engine.deluxe import asked, combat, goal_table, offers, plays, reads, referee, seen, setup_table
from generator.engine.games import Hooks, as_it_is

HOOKS = Hooks(
    table_from_data=setup_table.table_from_data,
    plays=plays.PLAYS,
    apply=referee.apply,
    ledger=combat.explain,
    attack=combat.attack_of,
    goal_table=goal_table.table_of,
    standings=goal_table.standings,
    asked=asked.ASKED,
    see=seen.see,
    attacks_with=lambda table: table.attack.attacker,
    made_here=as_it_is,
    unread=reads.unread,
    offers=offers.offers,
    costs=offers.costs,
    in_one_line=True,
)
