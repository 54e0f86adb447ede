"""The course of a turn: drawing, actions left, passing, the end, and what belongs to hidden Goals and Illuminati."""

from __future__ import annotations

from generator.engine.deluxe import elimination, goals, holdings
from generator.engine.deluxe.plays import Accuse, ChooseGoal, Draw, EndTurn, Pass, RevealGoal
from generator.engine.deluxe.table import Table, Turn
from generator.engine.record import Record
from generator.language import tree as t
from generator.structs import replace

PASSING = 5
"""MB for a turn without any action (`dlx-actions-pass-5mb`)."""


def require_turn(table: Table, name: str, record: Record) -> None:
    """Only the player whose turn it is may do this."""
    record.require(name == table.turn.player, f"it is {table.turn.player}'s turn", "dlx-seq-turn-order-of-steps")


def require_action_part(table: Table, record: Record) -> None:
    """Actions and free actions belong to the part of the turn between the draw and the money transfers."""
    record.require(
        table.turn.step == "actions",
        f"actions come after income and draw and before money transfers (now: {table.turn.step})",
        "dlx-seq-turn-order-of-steps",
        "dlx-sum-seq-4",
    )


def require_actions(table: Table, name: str, record: Record, count: int = 1) -> None:
    """The player must have so many of his two actions left (`dlx-seq-3-two-actions`)."""
    require_turn(table, name, record)
    require_action_part(table, record)
    left = table.turn.actions
    record.require(left >= count, f"{count} of 2 actions needed, {left} left", "dlx-seq-3-two-actions", "dlx-sum-seq-3")


def act(table: Table, count: int = 1) -> Table:
    """The table with so many actions used up."""
    return table.with_turn(actions=table.turn.actions - count)


def draw(table: Table, play: Draw, record: Record) -> Table:
    """Step 2 (`dlx-sum-seq-2`); a card may let its owner draw more (`dlx-ill-network-ability`)."""
    require_turn(table, play.player, record)
    record.insist(
        table.turn.step == "draw",
        f"the draw follows the income (now: {table.turn.step})",
        "dlx-seq-turn-order-of-steps",
    )
    steps = [
        (clause.sentence.count, clause.cites)
        for card in table.active.structure
        for clause in table.book[card].sentences(t.DrawStep)
    ]
    count, cites = max(steps, default=(1, ()))
    if cites:
        record.happen(f"{play.player} draws {count} cards", *cites)
    table = holdings.draw(table, play.player, count, play.face_up, record)
    return table.with_turn(step="actions")


def pass_turn(table: Table, play: Pass, record: Record) -> Table:
    """No action of any sort this turn, 5 MB instead (`dlx-sum-passing`)."""
    require_turn(table, play.player, record)
    require_action_part(table, record)
    record.insist(
        not table.turn.busy,
        "passing leaves no room for actions, free actions, transfers or special powers in the same turn",
        "dlx-actions-pass-5mb",
        "dlx-sum-passing",
    )
    record.happen(f"{play.player} passes and takes {PASSING} MB", "dlx-actions-pass-5mb", "dlx-sum-passing")
    table = table.paying(play.player, table.active.illuminati, -PASSING)
    return table.with_turn(step="over", passed=True)


def end_turn(table: Table, play: EndTurn, record: Record) -> Table:
    """Check Goals, then hand the turn on."""
    require_turn(table, play.player, record)
    record.insist(
        table.turn.step not in ("income", "draw"),
        f"the turn has only come to its {table.turn.step} step",
        "dlx-seq-turn-order-of-steps",
    )
    return finish(table, record)


def finish(table: Table, record: Record) -> Table:
    """The end of a turn: Goals (`dlx-win-end-of-turn`), then what lasts until the end of the turn, then the next
    player.
    """
    won = goals.winners(table)
    if won:
        shared = ("dlx-win-shared",) if len(won) > 1 else ()
        cites = ("dlx-adv-very-long-score",) if table.options.very_long_game else ("dlx-win-end-of-turn",)
        record.happen(f"{' and '.join(won)} win{'' if shared else 's'}", *cites, *shared)
        return replace(table, winners=won).with_turn(step="over")
    active = table.active
    table = replace(table.with_player(active.name, turns=active.turns + 1), changes=())
    table = elimination.eliminate(table, record)
    return next_turn(table, record)


def next_turn(table: Table, record: Record) -> Table:
    """The turn of the next player still in the game, counter-clockwise (`dlx-seq-counterclockwise`)."""
    names = [player.name for player in table.players]
    start = names.index(table.turn.player) + 1
    for name in names[start:] + names[:start]:
        if not table.player(name).out:
            record.happen(f"{name}'s turn", "dlx-seq-counterclockwise", "dlx-sum-counterclockwise")
            return replace(table, turn=Turn(player=name), changes=())
    return table


def accuse(table: Table, play: Accuse, record: Record) -> Table:
    """Say which Illuminati somebody hides: an action of the player, not of a Group (`dlx-adv-accusation-cost`)."""
    accused = table.player(play.accused)
    require_actions(table, play.player, record)
    record.insist(
        accused.hidden and accused.name != play.player and not accused.out,
        f"{accused.name} is a rival whose Illuminati is hidden",
        "dlx-adv-accusation-cost",
        "dlx-adv-hidden-illuminati",
    )
    table = act(table)
    if accused.illuminati != play.illuminati:
        record.happen("a wrong accusation has no effect", "dlx-adv-accusation-result")
        return table
    record.happen(f"{accused.name} is {table.name(play.illuminati)} and plays face up", "dlx-adv-accusation-result")
    if not table.options.hidden_goals and accused.goal:
        record.happen("the Goal written down stays secret", "dlx-adv-ufo-goal-stays-hidden")
    return table.with_player(accused.name, hidden=False)


def choose_goal(table: Table, play: ChooseGoal, record: Record) -> Table:
    """Write down one of the Special Goals in secret, once, when the game begins (`dlx-ill-ufos-goal`)."""
    player = table.player(play.player)
    own = next(iter(table.book[player.illuminati].sentences(t.SpecialGoal)), None)
    secret = own is not None and isinstance(own.sentence.test, t.SecretChoice)
    record.require(
        secret or table.options.hidden_goals,
        "the UFOs write down a Goal, and everybody does with hidden Goals",
        "dlx-goal-ufos",
        "dlx-adv-hidden-goals",
    )
    record.require(player.goal is None, "a Goal once written down stays", "dlx-ill-ufos-goal")
    record.require(player.turns == 0, "the Goal is chosen at the beginning of the game", "dlx-goal-ufos")
    chosen = next(iter(table.book[play.goal].sentences(t.SpecialGoal)), None)
    record.insist(
        chosen is not None and not isinstance(chosen.sentence.test, t.SecretChoice),
        "the choice is one of the seven other Special Goals",
        "dlx-goal-ufos",
        "dlx-ill-ufos-goal",
        about=play.goal,
    )
    record.happen(f"{play.player} writes down a Goal in secret", "dlx-goal-ufos")
    return table.with_player(play.player, goal=play.goal)


def reveal_goal(table: Table, play: RevealGoal, record: Record) -> Table:
    """Show the Goal, at any time and of one's own will (`dlx-ill-ufos-goal`)."""
    player = table.player(play.player)
    record.insist(player.goal is not None, f"{play.player} has written down a Goal", "dlx-ill-ufos-goal")
    assert player.goal is not None
    record.happen(f"{play.player} aims for the Goal of {table.name(player.goal)}", "dlx-ill-ufos-goal")
    return table.with_player(play.player, goal_revealed=True)
