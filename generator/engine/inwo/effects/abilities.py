"""What a card has to say that can be used now, and whether what an ability asks for holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from generator.engine.cards import Clause
from generator.engine.inwo import board, combat, parting
from generator.engine.inwo.effects import cards
from generator.engine.inwo.effects.step import FAMILIES, Step, carried_out
from generator.engine.inwo.plays import Use
from generator.engine.inwo.table import Table
from generator.language import nodes
from generator.language import tree as t

_GAMES = {"INWO": "inwo", "INWO SubGenius": "subgenius"}
CONSOLES = "he loses his automatic takeover and has +10 Power in 1 attack each turn"
"""What a Zap says that gives its victim something too."""


def said(table: Table, clause: Clause) -> Any:
    """What a clause says in the game that is played; nothing, if it speaks of the other game."""
    if isinstance(clause.sentence, t.InGame):
        return clause.sentence.sentence if _GAMES[clause.sentence.game] == table.game else None
    return clause.sentence


def usable(table: Table, card: str, player: str, *, is_plot: bool) -> Iterator[tuple[int, Clause]]:
    """The clauses of a card that its player can use, by their number: of a Plot in the hand those that are played, of a card in play the
    others, and after its own those that other cards give it."""
    clauses = table.book[card].clauses
    for number, clause in enumerate(clauses, 1):
        sentence = said(table, clause)
        played = isinstance(sentence, t.Ability) and sentence.use.startswith("play") and carried_out(sentence)
        if is_plot and (played or type(sentence) in FAMILIES or shows_itself(sentence)):
            yield number, clause
        if not is_plot and isinstance(sentence, t.Ability) and not sentence.use.startswith("play") and carried_out(sentence):
            yield number, clause
        if not is_plot and (isinstance(sentence, t.Paralysis) or (isinstance(sentence, t.Zap) and sentence.rule == CONSOLES)):
            yield number, clause
    if not is_plot:
        given = (clause for _, _, clause, said in board.said(table, t.Granted, player) if _is_given(table, said, card, clause, player))
        for number, clause in enumerate(given, len(clauses) + 1):
            yield number, replace(clause, sentence=clause.sentence.ability)  # type: ignore[union-attr]


def shows_itself(sentence: Any) -> bool:
    """Whether an ability is one of a card in the hand, that of being exposed."""
    return isinstance(sentence, t.Ability) and t.Fate(t.Ref("this card"), "exposed") in sentence.effects


def _is_given(table: Table, said: Any, card: str, clause: Clause, player: str) -> bool:
    speaker = next((piece.card.id for piece, _, each, _ in board.said(table, t.Granted, player) if each is clause), card)
    return board.fits(table, said.who, card, speaker, player) and carried_out(said.ability)


def is_instruction(clause: Clause) -> bool:
    """Whether what a clause says is no special ability, although it is used as one: numbers that stand for an asterisk, and what harms the
    owner (`faq-instruction-text-defined`, `wdh-glos-benefit-vs-instruction`)."""
    sentence = clause.sentence
    if isinstance(sentence, t.Ability):
        return all(isinstance(effect, t.StatEqual | t.Fate) and effect.who == t.Ref("this card") for effect in sentence.effects)
    return isinstance(sentence, t.MayNot | t.NeedsFor | t.NoGoal | t.StatEqual | t.StatSet)


def has_harmed(table: Table, card: str) -> bool:
    """Whether a card that was destroyed this turn has killed what was linked to it. That is bad for its owner as a rule, so it is no special
    ability even where he likes it (`faq-instruction-text-defined`, `faq-instruction-text-general-test`)."""
    says = (
        isinstance(effect, t.Fate) and effect.fate == "killed" and getattr(effect.who, "place", None) == "linked to this card"
        for clause in table.book[card].sentences(t.Ability) for effect in clause.sentence.effects
    )  # fmt: skip
    return any(says) and any(each.kind == "destroyed" and each.card == card for each in table.happened)


def holds(table: Table, condition: Any, step: Step) -> bool:
    """Whether a condition of an ability holds now."""
    known = cards.answer(table, condition, step)
    if known is not None:
        return known
    attack = step.attack(table)
    match condition:
        case t.Controls(player="the rival does not control" | "he has not exposed", what=what):
            rival = table.player(step.rival(table))
            return not any(board.fits(table, what, card, step.play.card, rival.name) for card in rival.controlled)
        case t.Controls(player="you have exposed", what=what):
            shown = (held.card for held in table.player(step.player).plots if held.exposed)
            return any(board.fits(table, what, card, step.play.card, step.player) for card in shown)
        case t.About(what):
            return _about(table, what, step)
        case t.OneOf(who=t.Ref("the rival's Illuminati"), what=what, holds=wanted):
            return board.fits(table, what, table.player(step.rival(table)).illuminati, step.play.card, step.player) == wanted
        case t.Is(who=who, traits=wanted, holds=positive) if isinstance(who, t.Ref) and who.which.startswith("that "):
            found = step.targets(table, who)
            return bool(found) and all(any(board.traits(table, card) >= set(each) for each in wanted) == positive for card in found)
        case t.InPlay(who=t.Groups(place="that is not immune to this card") as who, holds=positive):
            return any(step.fits(table, who, card) for player in table.seated for card in player.controlled) == positive
        case t.OneOf(who=t.Ref("either Place"), what=what):
            host = table.links.get(step.play.card)
            both = parting.places(table, host) if host is not None else ()
            return any(board.fits(table, what, card, step.play.card, step.player) for card in both)
        case t.OneOf(who=t.Ref() as who, what=t.Groups(place="as printed") as what, holds=positive):
            found = step.targets(table, who)
            return bool(found) and all(step.fits(table, what, card) == positive for card in found)
        case t.OneOf(who=who, what=what, holds=positive) if isinstance(who, t.Ref) and who.which.startswith("that "):
            found = step.targets(table, who)
            return bool(found) and all(step.fits(table, what, card) == positive for card in found)
        case t.Fact("the attack succeeds" | "the attack fails" as event) if attack is not None:
            won = combat.succeeds(table) if table.attack else attack.outcome == "succeeds"
            return won is (event == "the attack succeeds")
        case t.Fact("your side wins") if attack is not None:
            won = combat.succeeds(table) if table.attack else attack.outcome == "succeeds"
            return won is (step.player != attack.defender)
        case t.Fact("the Place is destroyed"):
            return any(step.event is not None and step.event.card in player.destroyed for player in table.players)
        case t.Fact("nobody has won"):
            return not table.winners
        case t.Fact("that Plot is a Goal"):
            found = (*step.play.take, *step.play.on, *((step.event.card,) if step.event and step.event.card else ()))
            return any(table.book[card].subtype == "goal" for card in found[:1])
        case t.Fact("more than one player has a Zap"):
            return sum(any(table.book[each].sentences(t.Zap) for each in table.linked_to(player.illuminati)) for player in table.seated) > 1
    return board.holds(table, (condition,), step.play.card, step.player, attack)


def _about(table: Table, what: Any, step: Step) -> bool:
    """Whether the Plot in question speaks of such cards, or was played on one."""
    plot = step.play.cancels or (step.event.card if step.event else None)
    if plot is None:
        return False
    entry = next((each for each in reversed(table.entries) if isinstance(each.play, Use) and each.play.card == plot), None)
    on = entry.play.on if entry else ()
    if any(step.fits(table, what, card) for card in on):
        return True
    said = (node for clause in table.book[plot].clauses if clause.sentence is not None for node in nodes(clause.sentence))
    wanted = {trait for node in nodes(what) if isinstance(node, t.Groups) for each in node.traits for trait in each}
    return any(isinstance(node, t.Groups) and bool(wanted.intersection(trait for each in node.traits for trait in each)) for node in said)
