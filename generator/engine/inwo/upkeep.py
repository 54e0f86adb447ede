"""Action tokens that cards lose of themselves."""

from __future__ import annotations

from generator.engine.inwo import board, happenings, plays, timings, tokens
from generator.engine.inwo.effects import abilities
from generator.engine.inwo.table import Table
from generator.engine.record import Play, Record
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace


def barred(table: Table, record: Record) -> Table:
    """The table without the tokens of cards that may not have any: of those that nobody controls
    (`wdh-destroy-7-puppets-hand`, `sg-phase4-other-groups`), and of those of which a card says so.
    """
    for card in board.awaited(table):
        record.happen(
            f"players may move their Groups now (use, with their Illuminati); {table.name(card)} goes into effect with"
            " the next other play",
            "wdh-card-antitrust-legislation",
        )
    gone = [card for card, count in table.tokens.items() if count and table.owner(card) is None]
    table = table.with_tokens(dict.fromkeys(gone, 0)) if gone else table
    if all("keep tokens" not in sentence.deed for _, _, _, sentence in board.said(table, t.MayNot, table.turn.player)):
        return table
    lost = [card for card, count in table.tokens.items() if count and tokens.banned(table, card, "keep tokens")]
    for card in lost:
        record.happen(f"{table.name(card)} loses its Action tokens", "wdh-tok-refresh", "sg-phase4-other-groups")
    return table.with_tokens(dict.fromkeys(lost, 0)) if lost else table


def in_effect(table: Table, play: Play, record: Record) -> Table:
    """The table on which a New World Order just played goes into effect, unless this play is one that comes before
    that.
    """
    if isinstance(play, happenings.ANSWERS) or not board.awaited(table):
        return table
    return table if _answers(table, play) else barred(replace(table, recent=len(table.happened)), record)


def _answers(table: Table, play: Play) -> bool:
    """Whether a play answers what has just been played, such as a waiting New World Order, and not the attack under way
    (`wdh-card-antitrust-legislation`).
    """
    if not isinstance(play, plays.Use):
        return False
    if play.cancels is not None:
        return play.cancels in (each.card for each in happenings.just(table, "played"))
    alone = replace(table, happened=table.happened[table.recent :], recent=0, attack=None)
    is_plot = any(held.card == play.card for held in table.player(play.player).plots)
    for number, clause in abilities.usable(alone, play.card, play.player, is_plot=is_plot):
        timing = getattr(abilities.said(table, clause), "timing", None)
        waits = play.clause in (None, number) and isinstance(timing, t.OnCard | t.OnDeed | c.Just)
        if waits and timings.is_now(alone, timing, play.card, play.player):
            return True
    return False


def powerless(table: Table, record: Record) -> Table:
    """The table without tokens on Groups whose Power has been reduced to 0 (`wdh-power-zero-loses-tokens`,
    `wdh-tok-power-reduced-zero`, `sg-power-reduced-to-zero-loses-token`).
    """
    for card in tuple(table.tokens):
        if table.owner(card) is not None and board.is_powerless(table, card):
            record.happen(
                f"{table.name(card)} has no Power left and loses its tokens",
                "wdh-power-zero-loses-tokens",
                "wdh-tok-power-reduced-zero",
                "sg-power-reduced-to-zero-loses-token",
            )
            table = table.with_tokens({card: 0})
    return table
