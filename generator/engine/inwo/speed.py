"""Who was first when several cards are played at the very same moment: dice decide."""

from __future__ import annotations

from generator.engine.inwo.plays import RollOff, Use
from generator.engine.inwo.table import Table
from generator.engine.record import Play, Record


def roll_off(table: Table, play: RollOff, record: Record) -> Table:
    """A player rolls two dice for the card that he wants to play at the same moment as somebody else
    (`wdh-speed-tie-roll`, `sg-speed-play-tie-roll`). Whatever changes a die roll can change this one; what only makes
    an attack stronger is no help (`faq-speed-play-rolloff-cards`).
    """
    player, total = table.player(play.player), sum(play.dice)
    record.require(
        player.holds(play.card) or play.card in player.controlled,
        f"{table.name(play.card)} is yours",
        "wdh-speed-same-effect",
        "sg-speed-play-exception-first-wins",
        about=play.card,
    )
    record.insist(2 <= total <= 12, "two dice show 2 to 12", "wdh-meta-die-clamp", "sg-meta-impossible-rolls")
    record.happen(
        f"{play.player} rolls {total} for {table.name(play.card)}", "wdh-speed-tie-roll", "sg-speed-play-tie-roll"
    )
    others = tuple(each for each in table.turn.tied if each[0] != play.player)
    return table.with_turn(tied=(*others, (play.player, play.card, total)))


def require_first(table: Table, play: Play, record: Record) -> None:
    """The highest roll is first (`wdh-speed-tie-roll`), then the others, if their cards still do anything
    (`wdh-speed-same-effect`).
    """
    tied = table.turn.tied
    if not isinstance(play, Use) or len(tied) < 2 or all((play.player, play.card) != each[:2] for each in tied):
        return
    best = max(roll for _, _, roll in tied)
    first = [name for name, _, roll in tied if roll == best]
    cites = ("wdh-speed-tie-roll", "wdh-speed-same-effect", "sg-speed-play-tie-roll")
    record.require(first == [play.player], f"{' and '.join(first)} rolled highest ({best})", *cites, about=play.card)


def settle(table: Table, play: Play) -> Table:
    """Who has played the card that he rolled for waits no longer."""
    if isinstance(play, Use) and table.turn.tied:
        return table.with_turn(tied=tuple(each for each in table.turn.tied if each[:2] != (play.player, play.card)))
    return table
