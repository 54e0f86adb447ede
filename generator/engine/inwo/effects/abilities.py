"""What a card has to say that can be used now, and whether what an ability asks for holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from generator.engine.cards import Clause
from generator.engine.inwo import board, happenings
from generator.engine.inwo.effects.step import FAMILIES, Step, UseScene, carried_out
from generator.engine.inwo.table import Table
from generator.engine.selecting import is_instruction as instructs
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace

_GAMES = {"INWO": "inwo", "INWO SubGenius": "subgenius"}


def said(table: Table, clause: Clause) -> Any:
    """What a clause says in the game that is played; nothing, if it speaks of the other game."""
    if isinstance(clause.sentence, t.InGame):
        return clause.sentence.sentence if _GAMES[clause.sentence.game] == table.game else None
    return clause.sentence


def usable(table: Table, card: str, player: str, *, is_plot: bool) -> Iterator[tuple[int, Clause]]:
    """The clauses of a card that its player can use, by their number: of a Plot in the hand those that are played, of a
    card in play the others, and after its own those that other cards give it.
    """
    clauses = table.book[card].clauses
    for number, clause in enumerate(clauses, 1):
        sentence = said(table, clause)
        played = isinstance(sentence, t.Ability) and sentence.use.plays and carried_out(sentence)
        if is_plot and (played or type(sentence) in FAMILIES or shows_itself(sentence)):
            yield number, clause
        if not is_plot and isinstance(sentence, t.Ability) and not sentence.use.plays and carried_out(sentence):
            yield number, clause
        if not is_plot and (
            isinstance(sentence, t.Paralysis) or (isinstance(sentence, t.Zap) and sentence.rule == "no takeover")
        ):
            yield number, clause
    if not is_plot:
        given = [
            clause
            for piece, _, clause, said in board.said(table, t.Granted, player)
            if carried_out(said.ability) and board.fits(table, said.who, card, piece.card.id, player)
        ]
        given += [
            clause
            for speaker, clause, said in happenings.last_words(table)
            if board.fits(table, said.who, card, speaker, player)
        ]
        given += [
            clause
            for speaker, clause, said in _of_the_attack(table)
            if board.fits(table, said.who, card, speaker, player)
        ]
        for number, clause in enumerate(given, len(clauses) + 1):
            yield number, replace(clause, sentence=clause.sentence.ability)  # type: ignore[union-attr]


def shows_itself(sentence: Any) -> bool:
    """Whether an ability is that of a card in the hand which its player may lay face up (The Anti"Bob")."""
    return (
        isinstance(sentence, t.Ability)
        and isinstance(sentence.timing, c.Anytime)
        and t.Fate(c.THIS, "exposed") in sentence.effects
    )


def _of_the_attack(table: Table) -> Iterator[tuple[str, Clause, t.Granted]]:
    """What the Plot that makes the attack under way gives to cards: the Plot, the clause, what it says (No Beer!)."""
    plot = table.attack.plot if table.attack is not None else None
    if plot is not None:
        for _, clause, granted in table.book[plot].standing.get(t.Granted, ()):
            if carried_out(granted.ability):
                yield plot, clause, granted


def is_instruction(clause: Clause) -> bool:
    """Whether what a clause says is no special ability, although it is used as one: numbers that stand for an asterisk,
    and what harms the owner (`faq-instruction-text-defined`, `wdh-glos-benefit-vs-instruction`).
    """
    sentence = clause.sentence.sentence if isinstance(clause.sentence, t.InGame) else clause.sentence
    if isinstance(sentence, t.Ability) and any(map(_is_upkeep, sentence.effects)):
        return True
    if isinstance(sentence, t.Ability):
        fixed = all(isinstance(effect, t.StatEqual | t.Fate) and effect.who == c.THIS for effect in sentence.effects)
        harms = not sentence.may and all(map(_harms, sentence.effects))
        return fixed or harms or sentence.timing == c.Anytime(asked=True)
    return instructs(sentence)


def _harms(effect: Any) -> bool:
    """Whether an effect takes something from its card: tokens, Power, what is linked to it or under it, or the card."""
    match effect:
        case t.RollFor(outcomes=outcomes):
            return all(_harms(each) for outcome in outcomes for each in outcome.effects)
        case t.StatChange(who=c.Speaker(), amount=amount):
            return amount < 0
        case t.Fate(who=who):
            beside = c.LinkedTo(c.THIS) in c.demands(who) or c.In("under") in c.demands(who)
            return who == c.THIS or beside
        case t.NoTokens(who=c.Speaker()):
            return True
    return False


def is_rolled(said: t.Ability) -> bool:
    """Whether a number is rolled for, so that somebody must say what the dice show."""
    return any(isinstance(effect, t.StatEqual) and effect.source == "2 dice" for effect in said.effects)


def rolled_by(player: str, card: str) -> str:
    """What a turn keeps of a player's roll for a card: who has just taken control has rolled for this turn
    (`net-opec-first-roll`).
    """
    return f"{player}:{card} rolls"


def is_asked_die(sentence: Any) -> bool:
    """Whether an ability is a die that is rolled each time the alignments of the card matter (Bill Clinton)."""
    asked = isinstance(sentence, t.Ability) and sentence.timing == c.Anytime(asked=True)
    return asked and any(isinstance(effect, t.RollFor) for effect in sentence.effects)


def is_upkeep(clause: Clause) -> bool:
    """Whether a clause asks for a fee without which the card is discarded: that is an instruction, and due while it is
    paralyzed, too.
    """
    return isinstance(clause.sentence, t.Ability) and any(map(_is_upkeep, clause.sentence.effects))


def _is_upkeep(effect: Any) -> bool:
    """Whether an effect is a fee without which the card itself is discarded."""
    fates = (each for each in effect.second if isinstance(each, t.Fate)) if isinstance(effect, t.EitherEffect) else ()
    return any(each.who == c.THIS and each.fate == "discarded" for each in fates)


def has_harmed(table: Table, card: str) -> bool:
    """Whether a card that was destroyed this turn has killed what was linked to it. That is bad for its owner as a
    rule, so it is no special ability even where he likes it (`faq-instruction-text-defined`,
    `faq-instruction-text-general-test`).
    """
    says = (
        isinstance(effect, t.Fate) and effect.fate == "killed" and c.LinkedTo(c.THIS) in c.demands(effect.who)
        for clause in table.book[card].sentences(t.Ability)
        for effect in clause.sentence.effects
    )
    return any(says) and any(each.kind == "destroyed" and each.card == card for each in table.happened)


def holds(table: Table, condition: c.Condition, step: Step) -> bool:
    """Whether a condition of an ability holds now."""
    attack = step.attack(table)
    return board.holds(table, (condition,), step.play.card, step.player, attack, UseScene(table, attack, step))
