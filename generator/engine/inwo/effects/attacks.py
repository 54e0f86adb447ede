"""Effects on attacks, rolls and plays under way."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from generator.engine.inwo import plays
from generator.engine.inwo.effects.step import Effects, Step
from generator.engine.inwo.table import Entry, Table
from generator.language import tree as t


def _cancel(table: Table, effect: t.Cancel, step: Step) -> Table:
    """A Plot, an action or an ability has no effect; what it cost is lost (`wdh-glos-cancel`, `sg-glo-cancel-definition`)."""
    if step.record.again:
        return table
    number = _entry(table, step.play.cancels)
    step.require(
        number is not None, "what is canceled has just been played, and nothing else has begun since", "faq-too-late-rule-of-thumb",
        "wdh-cancel-window", "sg-glo-cancel-too-late",
    )  # fmt: skip
    assert number is not None
    play = table.entries[number].play
    step.require(
        table.attack is None or table.attack.roll is None, "the dice have not been rolled", "faq-no-cancel-after-roll", "wdh-cancel-window",
        "sg-glo-cancel-too-late",
    )  # fmt: skip
    step.require(
        not isinstance(play, plays.Buy), "buying a Plot is no action", "wdh-any-buy-plot-not-action", "faq-plot-draw-trade-not-cancelable"
    )
    step.happen("it is canceled", "wdh-glos-cancel", "wdh-cancel-effect", "sg-glo-cancel-definition")
    entries = tuple(replace(entry, void=entry.void or i == number) for i, entry in enumerate(table.entries))
    return replace(table, entries=entries)


def _entry(table: Table, card: str | None) -> int | None:
    """The last play of a card that has not been canceled: the Plot, the ability, or the action of a Group that it needed."""
    found = [i for i, entry in enumerate(table.entries) if not entry.void and card in _actors(entry)]
    return found[-1] if found else None


def _actors(entry: Entry) -> tuple[Any, ...]:
    play = entry.play
    match play:
        case plays.Use():
            return (play.card, *play.by)
        case plays.Announce():
            return (play.attacker,)
        case plays.Aid() | plays.Oppose():
            return play.cards
        case plays.PlayAgents():
            return (play.card,)
        case plays.Buy():
            return play.by
        case plays.Move():
            return play.by or (play.group,)
        case plays.PlayResource():
            return play.by
    return ()


EFFECTS: Effects = {t.Cancel: _cancel}
