"""What a player may do now: every play that the moment of a table may offer, what it costs, and why it is not legal
where it isn't.

    for choice in choices(table, "Ann"):
        choice.play, choice.legal, choice.asks, choice.spends

Each is judged as any play is (`tables.apply`), so nothing is legal here and not there. What a play must name (a target,
a card that pays) is named where only one can be meant or the game lists them all (attacks, arrows); otherwise the
choice says what to name, and `among` has the single cards that it can be, or the players. What needs another player's
consent, such as gifts and trades, is not listed: it has no end.
"""

from __future__ import annotations

from msgspec import Struct

from generator.engine.games import hooks
from generator.engine.record import Play
from generator.engine.situation import Reason
from generator.engine.tables import AnyTable, apply


class Choice(Struct, frozen=True):
    """A play that a player may think of.

    `broken` are the rules that forbid it, `asks` what it must still say: it is `legal` when there is neither. `among`
    are the cards, or the players, of which one may be named for what it asks. `spends` are the cards that spend an
    Action token, once for each token, `discards` those that leave the hand for it, beside the card that is played, and
    `money` the MB that it costs.
    """

    play: Play
    broken: tuple[Reason, ...] = ()
    asks: tuple[Reason, ...] = ()
    among: tuple[str, ...] = ()
    spends: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    money: int = 0

    @property
    def legal(self) -> bool:
        """Whether it can be made as it is."""
        return not self.broken and not self.asks


def choices(table: AnyTable, player: str) -> tuple[Choice, ...]:
    """All choices of a player at this moment, in the order of the turn, those of one card side by side.

    Raises TableError for a player whom nobody is.
    """
    return tuple(_choice(table, play) for play in hooks(table.rules.its).offers(table, player))


def _choice(table: AnyTable, play: Play) -> Choice:
    """What the judge says of one play."""
    outcome, its = apply(table, play), hooks(table.rules.its)
    if outcome.verdict.ok:
        return Choice(play, **its.costs(table, outcome.table, play))
    if not outcome.verdict.open:
        return Choice(play, tuple(reason for reason in outcome.verdict.broken if not reason.asks))
    asked = outcome.verdict.broken
    fit = [
        each
        for each in its.named(table, play)
        for verdict in [apply(table, each).verdict]
        if verdict.ok
        or (verdict.open and verdict.broken != asked)  # else what it names answers nothing of what is asked
    ]
    players = tuple(getattr(each, "whom", "") for each in fit if not getattr(each, "on", ()))
    return Choice(
        play,
        asks=asked,
        among=players or tuple(card for each in fit for card in getattr(each, "on", ())),
        spends=tuple(getattr(play, "by", ())),
    )
