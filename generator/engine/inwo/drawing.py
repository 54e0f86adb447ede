"""Which draws are due, and what takes their place: each card of a draw of several is a draw of its own."""

from __future__ import annotations

from typing import Any, TypeGuard

from generator.engine.inwo import board, hands, holdings, immunity, plays, turns
from generator.engine.inwo.table import Entry, Happening, Table
from generator.engine.record import Play
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace


def due(table: Table, player: str, what: str, before: Entry | None = None) -> int:
    """How many cards of that deck (`plot` or `group`) a player may draw now: those of the turn while its step lasts,
    Plots just bought for tokens, and those still to come of a draw of several. Of a play that is made `again`, as it
    was `before` that entry.
    """
    return (
        len(_bought(table, player, what, before))
        + table.drawing.count((player, what, player))
        + _of_turn(table, player, what)
    )


def kinds(table: Table, player: str, deck: str) -> tuple[str, ...]:
    """The draws whose cards come from that deck: a Zap makes each of a Group card, when its step has come, one of a
    Plot (`wdh-zap-scope`).
    """
    if not holdings.zapped(table, player, "Plots for Groups"):
        return (deck,)
    if deck == "group":
        return ()
    return ("plot",) if _of_turn(table, player, "plot") else ("plot", "group")


def due_from(table: Table, player: str, deck: str) -> int:
    """How many cards a player may draw from that deck now."""
    return sum(due(table, player, what) for what in kinds(table, player, deck))


def taken(table: Table, player: str, what: str, before: Entry | None = None, many: int = 1) -> Table:
    """The table on which so many draws that were due are not made, because an ability has taken their place: cards that
    were bought go back on top.
    """
    bought = _bought(table, player, what, before)[-many:]
    for entry in bought:
        if not entry.void:
            held = table.player(player)
            card = held.plots[-1].card if holdings.drawn_from(table, player, what) == "plot" else held.hand[-1]
            table = holdings.to_deck(table, card, player, 0, of_holder=True)
    for _ in range(many - len(bought)):
        if (player, what, player) in table.drawing:
            left = list(table.drawing)
            left.remove((player, what, player))
            table = replace(table, drawing=tuple(left))
        else:
            more = ((player, what, player),) * (_of_turn(table, player, what) - 1)
            table = replace(table, drawing=(*table.drawing, *more)).with_turn(done=(*table.turn.done, what))
    return table


def replaces(sentence: Any) -> TypeGuard[t.Ability]:
    """Whether an ability takes the place of a draw that is due; one that only looks at a card does not."""
    if not isinstance(sentence, t.Ability) or not isinstance(sentence.timing, c.Due):
        return False
    return any(
        isinstance(effect, t.Happens | t.EitherEffect) or (isinstance(effect, t.Do) and effect.verb in ("take", "draw"))
        for effect in sentence.effects
    )


def deck(table: Table, play: plays.Use, sentence: t.Ability, before: Entry | None = None) -> str:
    """Whose place an ability that replaces a draw takes: that of a Plot or of a Group card."""
    if sentence.timing == c.Due("card"):
        return "group" if "group" in play.choose else "plot"
    found = (what for what in kinds(table, play.player, "plot") if due(table, play.player, what, before))
    return next(found, "plot")


def lost(table: Table, play: Play) -> Table:
    """The table after a play whose draw a rival has canceled: where an ability was to replace the draw, the draw is
    gone too (`faq-plot-draw-prevented-rosicrucian-token-lost`).
    """
    if not isinstance(play, plays.Use):
        return table
    said = [each for each in plays.said(table, play) if replaces(each)]
    return next(
        (taken(table, play.player, what) for each in said if due(table, play.player, what := deck(table, play, each))),
        table,
    )


def purchase(table: Table, number: int) -> int:
    """The number of the purchase in whose place the card used with this play was chosen; of any other play its own."""
    entry = table.entries[number]
    play = entry.play
    said = [each for each in plays.said(table, play) if replaces(each)] if isinstance(play, plays.Use) else []
    bought = [one for each in said for one in _bought(table, play.player, deck(table, play, each, entry), entry)]
    return table.entries.index(bought[-1]) if bought else number


def _of_turn(table: Table, player: str, what: str) -> int:
    """The draws of the turn, while they have not been made and the turn has not gone past them."""
    ahead = table.turn.phase in ("plots", "groups")[: 2 if what == "group" else 1]
    if player != table.turn.player or what in table.turn.done or not ahead:
        return 0
    return 0 if holdings.draws_none(table, player, what) else turns.draws(table, player, what)


def _bought(table: Table, player: str, what: str, before: Entry | None) -> list[Entry]:
    """The Plots or Group cards that a player has just bought, for whose place nothing has been chosen yet: nothing else
    but answers came since.
    """
    entries = table.entries
    if before is not None:
        entries = entries[: next((i for i, each in enumerate(entries) if each.play is before.play), len(entries))]
    found: list[Entry] = []
    for entry in reversed(entries):
        play = entry.play
        if isinstance(play, plays.Buy) and play.player == player and play.what == what:
            found.append(entry)
        elif not isinstance(play, plays.Use) or (play.player == player and any(map(replaces, plays.said(table, play)))):
            break
    return found[::-1]


def shown_first(before: Table, table: Table) -> Table:
    """The table after a play on which the first Plot that a player has drawn in this turn, in whatever way, is shown to
    the rivals whose cards ask for it (The Great Pyramid).
    """
    known = len(before.happened) if len(table.happened) >= len(before.happened) else 0
    plots = [
        (number, each)
        for number, each in enumerate(table.happened)
        if each.kind == "draws" and each.card and holdings.type_of(table, each.card) == "plot"
    ]
    for name in dict.fromkeys(each.player for _, each in plots if each.player):
        number, first = next((number, each) for number, each in plots if each.player == name)
        for player in table.seated if number >= known and table.player(name).holds(first.card or "") else ():
            said = board.said(table, t.Standing, player.name) if player.name != name else ()
            asking = [
                speaker.card.id
                for speaker, _, _, sentence in said
                if speaker.owner == "you" and sentence.rule == "first Plots shown"
            ]
            if any(not immunity.whole_structure(table, name, card, player.name) for card in asking):
                seen = Happening("looks", first.card, player.name, before=table)
                table = replace(hands.reveal(table, (first.card or "",), player.name), happened=(*table.happened, seen))
    return table
