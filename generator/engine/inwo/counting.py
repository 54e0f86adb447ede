"""How a player stands with each Goal, card by card: what each counts as and why, and what is missing. What counts is
decided in `victory.py`; here it is only put into words. The twin in the browser is site_templates/assets/goals.js.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from generator.engine.cards import Clause
from generator.engine.goals import Count, Share, Standing, listed, some
from generator.engine.inwo import board, victory
from generator.engine.inwo.table import Table
from generator.engine.inwo.victory import Goal, Measure, Part
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace

DOUBLE = ("wdh-double-max-three", "faq-counts-double-at-most", "sg-goal-card-double-three-groups")
TWICE = ("wdh-double-only-double", "sg-goal-card-double-cap")
NO_VICTIM = "its destruction counts for no Goal"
WORDS = {
    "Groups": ("Group", "Groups"),
    "Power": ("Power", "Power"),
    "destroyed": ("Group to destroy", "Groups to destroy"),
    "Illuminati destroyed": ("rival Illuminati to destroy", "rival Illuminati to destroy"),
}
"""What is missing of a thing that is counted: of one, of more."""


def explained(table: Table, name: str) -> tuple[Standing, ...]:
    """How a player stands with each of his Goals; `ok` as `victory.standing` has it."""
    return tuple(
        _standing(table, name, goal, reason.ok)
        for goal, reason in zip(victory.goals_of(table, name), victory.standing(table, name), strict=True)
    )


def _standing(table: Table, name: str, goal: Goal, ok: bool) -> Standing:
    counts = (
        _basic(table, name, goal)
        if goal.test is None
        else [_count(table, name, *each) for each in victory.demands(table, name, goal.test)]
    )
    text = "; ".join(clause.text for clause in goal.clauses) or counts[0].steps[0].why
    bar = victory.barred(table, name, goal.source)
    # who wins shows all Plots (`wdh-win-show-all-plots`); of SubGenius only who wins by a Goal card
    # (`sg-goal-card-expose-all-plots`)
    if (
        not bar
        and (goal.source not in (victory.BASIC, victory.SPECIAL) or not table.shared)
        and victory.is_cheat(table, name)
    ):
        bar = f"a player may have {some(victory.goal_limit(table, name), 'Goal card')}"
    cites = (*(cite for each in goal.clauses for cite in each.cites), *goal.cites)
    return Standing(goal.source, ok, text, tuple(counts), goal.about, bar, _own(table, cites))


def _own(table: Table, cites: Iterable[str]) -> tuple[str, ...]:
    """Of these statements those about the game that is played; all, where none is."""
    found = tuple(dict.fromkeys(cites))
    return tuple(cite for cite in found if cite.startswith(table.rules.its.own)) or found


# --- the Basic Goal ---------------------------------------------------------------------------------------------------


def _basic(table: Table, name: str, goal: Goal) -> list[Count]:
    found, steps = victory._sum(table, name, goal.rules), victory.needs(table, name, goal.source)
    said = _clauses(table, name, goal)
    shares = [_share(table, name, goal, found, card, said) for card in _considered(table, name, goal)]
    if found.slack:
        slack = next(rule for rule in goal.rules if rule.what == "each Slack")
        by, clause = said[id(slack)]
        shares.append(
            Share(by, found.slack, f"{found.slack} Slack: {_untitled(clause)}", by, _own(table, clause.cites))
        )
    need = sum(step.amount for step in steps)
    missing = some(need - found.total, "more Group") if need > found.total else ""
    return [
        Count(
            found.total,
            need,
            "Groups",
            missing,
            tuple(shares),
            tuple(replace(step, cites=_own(table, step.cites)) for step in steps),
        )
    ]


def _untitled(clause: Clause) -> str:
    """What a clause says, without the words that tell whose Goal it is."""
    return clause.text.removeprefix("Special ").removeprefix("Goal: ")


def _clauses(table: Table, name: str, goal: Goal) -> dict[int, tuple[str, Clause]]:
    """Card and clause of each rule of a Goal: those of the Goal card, and those of the Special Goal that goes with
    it.
    """
    cards = (table.player(name).illuminati, *((goal.about,) if goal.about else ()))
    return {id(clause.sentence): (card, clause) for card in cards for clause in table.book[card].sentences(t.CountsFor)}


def _considered(table: Table, name: str, goal: Goal) -> tuple[str, ...]:
    """The cards of which somebody may ask whether they count: all that the player controls, and the destroyed ones
    where a rule speaks of such.
    """
    player = table.player(name)
    dead = player.destroyed if any(victory._of_victims(rule) for rule in goal.rules) else ()
    return (*player.structure, *player.resources, *dead)


def _share(table: Table, name: str, goal: Goal, found: Any, card: str, said: dict[int, tuple[str, Clause]]) -> Share:
    player, weight = table.player(name), found.weight(card)
    alive = card in player.structure
    out = victory.kept_out(table, card) if alive else None
    if out is not None:
        return replace(out, cites=_own(table, out.cites))
    rule = found.wanted.get(card)
    if rule is not None and (weight == 2 or rule.value != 2):
        by, clause = said[id(rule)]
        return Share(card, weight, _untitled(clause), by, _own(table, (*clause.cites, *(TWICE if weight == 2 else ()))))
    if rule is not None:
        return Share(card, weight, f"{victory.MOST_DOUBLE} others count double already", None, _own(table, DOUBLE))
    cites = victory.usual_goal(table).cites
    if card == player.illuminati:
        return Share(card, weight, "your Illuminati counts too", None, cites)
    misses = listed(dict.fromkeys(filter(None, (_miss_of(table, name, each, card, alive) for each in goal.rules))))
    if alive:
        return Share(card, weight, f"in your Power Structure{f', not double: {misses}' if misses else ''}", None, cites)
    if card in player.resources:
        return Share(card, weight, misses or "a Resource isn't a Group", None, cites)
    return Share(card, weight, NO_VICTIM if victory.is_no_victim(table, card) else misses, None, cites)


def _miss_of(table: Table, name: str, rule: t.CountsFor, card: str, alive: bool) -> str:
    """Why a rule that lets cards count more does not mean this one; nothing, where it speaks of others."""
    dead, destroyed = victory._of_victims(rule), card not in table.player(name).controlled
    of_resources = not isinstance(rule.what, str) and c.Kind(("resource",)) in c.demands(rule.what)
    if rule.what == "each Slack" or not rule.value or dead != destroyed or (not dead and of_resources == alive):
        return ""
    if victory.means(table, rule.what, card, name, dead=dead):
        return "it wasn't a rival's" if dead else "a rival controls a stronger Group of that kind"
    return miss(table, rule.what, card, name, dead=dead)


# --- other Goals ------------------------------------------------------------------------------------------------------


def _count(table: Table, name: str, test: Any, found: Measure) -> Count:
    own = table.player(name)
    by_card = {(part.card, part.dead): part for part in found.parts}
    shares = []
    if any(not part.dead for part in found.parts):
        rivals = [
            part.card
            for part in found.parts
            if not part.dead and part.card not in own.structure and table.book[part.card].kind != "illuminati"
        ]
        shares += [
            _part_share(table, name, found.what, card, by_card.get((card, False))) for card in (*own.structure, *rivals)
        ]
    if isinstance(test, t.DestroyGroups | t.DestroyAndControl | t.DestroyIlluminati | t.DestroyKind):
        helped = [part.card for part in found.parts if part.dead and part.card not in own.destroyed]
        shares += [
            _dead_share(table, name, test, card, by_card.get((card, True))) for card in (*own.destroyed, *helped)
        ]
    return Count(found.have, found.need, found.what, _missing(table, test, found), tuple(shares))


def _part_share(table: Table, name: str, what: str, card: str, part: Part | None) -> Share:
    out = victory.kept_out(table, card)
    if part is None:
        assert out is not None, card
        return replace(out, cites=_own(table, out.cites))
    match what:
        case "Power":
            fits = part.asked is None or victory.means(table, part.asked, card, name)
            why = f"Power {part.amount}" if fits else miss(table, part.asked, card, name)
        case "alignments":
            why = listed(board.alignments(victory.for_goals(table), card)) or "it has no alignments"
            why = "no Goal counts its alignments" if victory._is_unaligned(table, card) else why
        case _ if part.amount > 1:
            clause = next(each for each in table.book[card].sentences(t.CountsFor))
            return Share(card, part.amount, clause.text, card, _own(table, clause.cites))
        case _:
            why = fit(part.asked) if part.amount else miss(table, part.asked, card, name)
    return Share(card, part.amount, why)


def _dead_share(table: Table, name: str, test: Any, card: str, part: Part | None) -> Share:
    if part is None:
        illuminati_only = isinstance(test, t.DestroyIlluminati) and table.book[card].kind != "illuminati"
        return Share(card, 0, "it isn't an Illuminati" if illuminati_only else NO_VICTIM)
    if part.amount:
        return Share(
            card, part.amount, "destroyed" if card in table.player(name).destroyed else "you helped to destroy it"
        )
    if not victory.means(table, part.asked, card, name, dead=True):
        return Share(card, 0, miss(table, part.asked, card, name, dead=True))
    way = victory._way(table, card)
    barred = isinstance(test, t.DestroyKind) and isinstance(test.unless, c.Named) and way in test.unless.names
    return Share(card, 0, f"it was destroyed by way of {way}" if barred else "it wasn't a rival's")


def _missing(table: Table, test: Any, found: Measure) -> str:
    """What a player lacks, in words."""
    lacks = found.need - found.have
    if lacks <= 0:
        return ""
    match test:
        case t.AllAlignments():
            held = {
                each
                for part in found.parts
                if not victory._is_unaligned(table, part.card)
                for each in board.alignments(victory.for_goals(table), part.card)
            }
            return listed(each for each in (*table.rules.opposites, "Criminal") if each not in held)
        case t.DestroyAndControl():
            dead, alive = (sum(part.amount for part in found.parts if part.dead == which) for which in (True, False))
            nearest = min(
                test.scores, key=lambda score: max(score.destroyed - dead, 0) + max(score.controlled - alive, 0)
            )
            kill, take = max(nearest.destroyed - dead, 0), max(nearest.controlled - alive, 0)
            return listed(([f"{kill} more destroyed"] if kill else []) + ([f"{take} more controlled"] if take else []))
        case t.OtherGoal(what):
            return str(what.says)
    return f"{lacks} more {WORDS[found.what][lacks != 1]}"


# --- why a selector means a card, and why not -------------------------------------------------------------------------


def fit(selector: c.Test) -> str:
    """What a card is that the test asks for."""
    return listed((" ".join(each) for each in c.combinations(selector)), "or") or "a Group"


def miss(table: Table, selector: c.Test, card: str, name: str, *, dead: bool = False) -> str:
    """Why a test does not hold for a card: its number, what it is, or which card it is at all."""
    parts = c.demands(selector)
    if isinstance(selector, c.Named | c.AnyOf | c.Cards):
        return "it is not meant"
    plain = c.without(selector, c.Compare)
    if victory.means(table, plain, card, name, dead=dead):
        wrong = next(part for part in parts if isinstance(part, c.Compare) and not victory._compares(table, part, card))
        assert isinstance(wrong.left, c.Number)
        return f"its {wrong.left.what} is {victory.value_of(table, wrong.left, card)}"
    traits = tuple(
        part
        for part in parts
        if any(isinstance(node, c.Trait) for node in (part, *getattr(part, "members", ()), getattr(part, "such", None)))
    )
    if victory.means(
        table,
        c.every(*(part for part in parts if part not in traits and not isinstance(part, c.Compare))),
        card,
        name,
        dead=dead,
    ):
        if victory._is_unaligned(table, card):
            return "no Goal counts its alignments"
        barred = [part.such.name for part in parts if isinstance(part, c.Not) and isinstance(part.such, c.Trait)]
        return f"it is not {fit(selector)}" if c.combinations(selector) else f"it is {listed(barred, 'or')}"
    kind = next((part.kinds[0] for part in parts if isinstance(part, c.Kind)), "card")
    return f"it isn't {'an' if kind[0] in 'aeio' else 'a'} {kind.capitalize()}"
