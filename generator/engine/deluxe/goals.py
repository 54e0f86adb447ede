"""Goals: who has met one, and by how much; the score of a very long game."""

from __future__ import annotations

from generator.engine.attack import means
from generator.engine.cards import ClauseOf
from generator.engine.deluxe.table import Player, Table
from generator.engine.goals import Count, Share, Standing, Step, listed, some
from generator.engine.situation import Piece, Reason
from generator.language import tree as t
from generator.meaning import core as c

WHEN = ("dlx-win-end-of-turn",)


def basic_goal(table: Table) -> ClauseOf[t.BasicGoal] | None:
    """The Basic Goal for the number of players at the beginning, whoever has left since (`dlx-win-basic-fixed`)."""
    for clause in table.goals:
        if clause.sentence.fewest <= table.started <= (clause.sentence.most or clause.sentence.fewest):
            return clause
    return None


def special_goal(table: Table, player: Player) -> ClauseOf[t.SpecialGoal] | None:
    """The player's Special Goal: his Illuminati's own, or the one he wrote down; None while he has written none.

    The UFOs always write one down (`dlx-goal-ufos`), everybody does in a game with hidden goals
    (`dlx-adv-hidden-goals`).
    """
    own = _goal_of(table, player.illuminati)
    if own is None:
        return None
    if table.options.hidden_goals or isinstance(own.sentence.test, t.SecretChoice):
        return _goal_of(table, player.goal) if player.goal else None
    return own


def _goal_of(table: Table, illuminati: str) -> ClauseOf[t.SpecialGoal] | None:
    return next(iter(table.book[illuminati].sentences(t.SpecialGoal)), None)


def standing(table: Table, name: str) -> tuple[Reason, ...]:
    """How a player stands with each of his Goals: a Reason for each, `ok` when it is met now, with the numbers."""
    if table.options.very_long_game:
        return ()
    player, found = table.player(name), []
    basic = basic_goal(table)
    if basic is not None:
        needed = table.options.basic_goal or basic.sentence.count
        raised = ("dlx-adv-longer-raise-goal",) if table.options.basic_goal else ()
        have = len(player.structure)
        found.append(
            Reason(
                have >= needed, None, f"Basic Goal: {have} of {needed} cards", "basic", (*basic.cites, *raised, *WHEN)
            )
        )
    special = special_goal(table, player)
    if special is not None:
        have, needed, what = progress(table, player, special.sentence.test)
        found.append(
            Reason(
                have >= needed,
                player.illuminati,
                f"Special Goal: {have} of {needed} {what}",
                "special",
                (*special.cites, *WHEN),
            )
        )
    return tuple(found)


def meets(table: Table, name: str) -> bool:
    """Whether the player meets one of his Goals now."""
    return any(reason.ok for reason in standing(table, name))


def progress(table: Table, player: Player, test: t.GoalTest) -> tuple[int, int, str]:
    """How much of a goal the player has, how much it takes, and the unit it is counted in."""
    found = sum(share.amount for share in shares(table, player, test))
    match test:
        case t.ControlGroups(count, groups):
            return found, count, f"{_words(groups)} Groups".strip()
        case t.TotalStat(stat, value):
            return found, value, stat
        case t.AllAlignments(count):
            return found, count, "alignments"
        case t.TotalMoney(value):
            return player.total_money, value, "MB"
        case t.DestroyGroups(count, eliminated):
            counts = eliminated and table.options.eliminated_illuminati_count == "counts"
            return player.kills + (player.knockouts if counts else 0), count, "destroyed"
    raise TypeError(test)


def shares(table: Table, player: Player, test: t.GoalTest) -> tuple[Share, ...]:
    """As how much each card of the Power Structure counts toward a goal, and why; none where no card does."""
    match test:
        case t.ControlGroups(_, groups):
            words = _words(groups) or "a Group"
            fits = {card: card != player.illuminati and _fits(table, card, groups) for card in player.structure}
            misses = {
                card: f"it is not {words}" if table.book[card].kind == "group" else "it isn't a Group" for card in fits
            }
            return tuple(Share(card, int(one), words if one else misses[card]) for card, one in fits.items())
        case t.TotalStat("Power" | "Transferable Power" as stat):
            numbers = {
                card: (table.book[card].power if stat == "Power" else table.book[card].transferable) or 0
                for card in player.structure
            }
            return tuple(Share(card, number, f"{stat} {number}") for card, number in numbers.items())
        case t.AllAlignments():
            found: list[Share] = []
            held: set[str] = set()
            for card in player.structure:
                names = table.alignments(card) if card != player.illuminati else ()
                found.append(Share(card, len({*names} - held), listed(names) or "it has no alignments"))
                held |= {*names}
            return tuple(found)
    return ()


def _words(groups: c.Test) -> str:
    return " or ".join(" ".join(combination) for combination in c.combinations(groups))


def explained(table: Table, name: str) -> tuple[Standing, ...]:
    """How a player stands with each of his Goals, card by card; `ok` as `standing` has it."""
    player, found = table.player(name), []
    for reason in standing(table, name):
        if reason.source == "basic":
            basic = basic_goal(table)
            assert basic is not None
            step = Step(basic.sentence.count, basic.text, None, basic.cites)
            if table.options.basic_goal:
                step = Step(table.options.basic_goal, "agreed before the game", None, ("dlx-adv-longer-raise-goal",))
            have = len(player.structure)
            each = tuple(
                Share(
                    card,
                    1,
                    "your Illuminati counts too" if card == player.illuminati else "in your Power Structure",
                    None,
                    basic.cites,
                )
                for card in player.structure
            )
            missing = some(step.amount - have, "more Group") if have < step.amount else ""
            found.append(
                Standing(
                    "basic",
                    reason.ok,
                    step.why,
                    (Count(have, step.amount, "Groups", missing, each, (step,)),),
                    None,
                    "",
                    WHEN,
                )
            )
            continue
        special = special_goal(table, player)
        assert special is not None
        test = special.sentence.test
        have, need, what = progress(table, player, test)
        count = Count(have, need, what, _missing(table, player, test), shares(table, player, test))
        found.append(
            Standing("special", reason.ok, special.text, (count,), player.illuminati, "", (*special.cites, *WHEN))
        )
    return tuple(found)


def _missing(table: Table, player: Player, test: t.GoalTest) -> str:
    have, need, what = progress(table, player, test)
    if have >= need:
        return ""
    if isinstance(test, t.AllAlignments):
        held = {name for card in player.structure.groups for name in table.alignments(card)}
        return listed(each for each in (*table.rules.opposites, "Criminal") if each not in held)
    if isinstance(test, t.DestroyGroups):
        what = "Groups to destroy"
    if isinstance(test, t.ControlGroups | t.DestroyGroups) and need - have == 1:
        what = what.replace("Groups", "Group")
    return f"{need - have} more {what}"


def _fits(table: Table, card: str, groups: c.Test) -> bool:
    return means(groups, Piece(table.book[card], "you", tuple(table.alignments(card))))


def score(table: Table, name: str) -> int:
    """The score in a very long game: Power of all one's cards, plus 1 for each (`dlx-adv-very-long-score`)."""
    player = table.player(name)
    counted = table.options.illuminati_in_long_game_score == "counted"
    cards = tuple(player.structure) if counted else player.structure.groups
    return sum(table.book[card].power or 0 for card in cards) + len(cards)


def winners(table: Table) -> tuple[str, ...]:
    """Who wins if the turn ends now: all who meet a Goal share the victory (`dlx-win-shared`).

    A very long game ends when neither the uncontrolled area nor the deck holds a Group any more.
    """
    names = [player.name for player in table.seated]
    if not table.options.very_long_game:
        if table.options.last_player == "wins" and len(names) == 1:
            return tuple(names)
        return tuple(name for name in names if meets(table, name))
    in_deck = table.options.end_of_a_very_long_game == "deck-too" and any(
        table.book[card].kind == "group" for card in table.deck
    )
    if table.uncontrolled or in_deck:
        return ()
    best = max(score(table, name) for name in names)
    return tuple(name for name in names if score(table, name) == best)
