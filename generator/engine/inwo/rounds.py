"""Whose turn it is: what may be done in it only, how it ends, and how the next one begins."""

from __future__ import annotations

from generator.engine.inwo import lapsing, relief
from generator.engine.inwo.table import Table, Turn
from generator.engine.record import Record
from generator.language import tree as t
from generator.structs import replace


def require_turn(table: Table, name: str, record: Record) -> None:
    """Only the player whose turn it is may do this."""
    record.require(
        name == table.turn.player, f"it is {table.turn.player}'s turn", "wdh-turn-steps", "sg-counterclockwise"
    )


def require_phase(table: Table, record: Record, phases: tuple[str, ...], text: str, *cites: str) -> None:
    """The turn must be in one of these phases."""
    barred = only_draws(table) if "main" in phases and table.turn.phase != "claims" else None
    record.require(table.turn.phase in phases, barred or f"{text} (now: {table.turn.phase})", *cites)


def only_draws(table: Table) -> str | None:
    """What keeps the player whose turn it is from all but draws and Action tokens, in words; None in a usual turn."""
    idle, name = table.turn.idle, table.turn.player
    return f"{table.name(idle)} lets {name} do more than draw cards and place Action tokens this turn" if idle else None


def end(table: Table, record: Record) -> Table:
    """The turn is over, and the next player begins (`wdh-eot-next-player`, `faq-eot-next-player-left`,
    `sg-next-player`, `sg-counterclockwise`).
    """
    active = table.active
    table = table.with_player(active.name, turns=active.turns + 1)
    table = replace(lapsing.after_turn(table), claims=())
    names = [player.name for player in table.players]
    if not table.shared and table.options.direction_of_play == "left":
        names.reverse()
    after = names.index(table.turn.player) + 1
    following = [table.turn.resume] if table.turn.resume else []
    for name in following + names[after:] + names[:after]:
        if not table.player(name).out:
            return start(table, name, record)
    return table


def relieved(table: Table, name: str, record: Record) -> Table:
    """The Places of a player that a card gives Relief at the start of his turn."""
    due = [each for each in table.lasting if isinstance(each.sentence, t.Fate) and each.on is not None]
    for each in due:
        owner = table.owner(each.on or "")
        if owner is not None and owner.name == name:
            table = replace(table, lasting=tuple(other for other in table.lasting if other is not each))
            table = relief.restore(table, each.on or "", record)
    return table


def start(table: Table, name: str, record: Record) -> Table:
    """A turn begins, the next one at once after the last (`faq-no-in-between-turns`). In SubGenius the two Group cards
    that a player has held go to the uncontrolled area at the start of the first (`sg-setup-two-groups-held`,
    `sg-phase2-first-turn-two-extra`).
    """
    record.happen(f"{name}'s turn", "wdh-eot-next-player", "faq-no-in-between-turns", "sg-next-player")
    table = replace(
        lapsing.at_start(table, name),
        turn=Turn(player=name, phase="plots"),
        happened=table.happened[table.recent :],
        recent=0,
    )
    held = table.player(name).hand
    if not table.shared or not held:
        return table
    record.happen(
        "the Group cards held go to the uncontrolled area", "sg-setup-two-groups-held", "sg-phase2-first-turn-two-extra"
    )
    table = replace(table.with_player(name, hand=()), uncontrolled=(*table.uncontrolled, *held))
    return table.with_turn(shown=held)
