"""A play of one game of this kind in another whose cards are shared.

Claims of victory come after the knock where each player has decks of their own; where all share them they come before
it, and before what happens at the end of the turn (`wdh-upd11-victory-after-knock`, `sg-phase6-claim`,
`sg-phase7-knock`). So a turn is ended as in the game that it is played in.
"""

from __future__ import annotations

from collections.abc import Generator

from generator.engine.inwo import plays
from generator.engine.inwo.table import Table
from generator.engine.record import Play


def made_here(
    play: Play, table: Table, home: Table, following: tuple[Play, ...]
) -> Generator[Play, tuple[Table, bool]]:
    """The plays in place of one, on the `table` here, at `home` in its own game; each is sent the table after it and if
    it was legal.
    """
    over = home.turn.player != table.turn.player
    match play:
        case plays.Proceed(to="end") if table.shared and any(isinstance(each, plays.Knock) for each in following):
            return
        case plays.Knock() if table.shared and table.turn.phase != "end":
            yield plays.Proceed(player=play.player, to="claims")
        case plays.Finish() if table.shared and over:
            return
        case plays.Finish() if table.shared:
            after, _ = yield play
            if after.turn.phase == "end":
                yield plays.Knock()
        case plays.Proceed(to="claims") if home.shared:
            yield plays.Knock(player=play.player)
        case plays.Knock() if home.shared and over:
            return
        case plays.Knock() if home.shared:
            _, legal = yield play
            if legal:
                yield plays.Finish()
        case _:
            yield play
