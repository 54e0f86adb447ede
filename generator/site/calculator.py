"""The data of the attack calculator: what evaluate.js and position.js walk in the browser."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from generator.engine.attack import AGENTS
from generator.engine.cards import Card
from generator.engine.instant import ALIGNMENTS, SECRECY, TERMS
from generator.engine.ruleset import Ruleset
from generator.engine.situation import Rule, Rules
from generator.language import to_data
from generator.meaning import lower
from generator.site import links

RENAMED: Mapping[str, Mapping[str, str]] = {}
"""By game, the short ids that cards had in links of old, each with the one of today."""

Citation = Mapping[str, str | None]
"""A citation as the site shows it: `label`, and `url` from the root of the site without a leading slash, if it has
one.
"""


def calculator_data(
    rules: Rules,
    cards: Iterable[Card],
    citations: Mapping[str, Citation],
    arrows_unsure: Collection[str] = (),
    goals: Collection[Rule[Any]] = (),
) -> dict[str, Any]:
    """The JSON of `data/<game>.json`: all that evaluate.js and position.js ask of a game.

    `citations` are by statement id; those that no term and no card of the game cites are left out. `arrows_unsure` are
    the ids of cards on whose arrows the sources disagree, `goals` the Basic Goals of the game, for goals.js. Raises
    KeyError for a citation that is not among `citations`.
    """
    found = [card for card in cards if card.game == rules.game]
    of_goals = {*(rules.its.of_goals("cites") if goals else ()), *(cite for goal in goals for cite in goal.cites)}
    cited = sorted(
        {*_cited(rules), *of_goals, *(cite for card in found for clause in card.clauses for cite in clause.cites)}
    )
    return {
        "game": rules.game,
        "fails_from": rules.fails_from,
        "differs": list(rules.differs),
        "opposites": dict(rules.opposites),
        "terms": [rule_data(rule) for rule in rules.terms],
        "requirements": [rule_data(rule) for rule in rules.requirements],
        "goals": [rule_data(goal) for goal in goals],
        **besides_data(rules),
        "its": browser_data(rules.its),
        "renamed": dict(RENAMED.get(rules.game, {})),
        "cards": [card_data(card, card.id in arrows_unsure) for card in found],
        "citations": {cite: {key: citations[cite][key] for key in ("label", "url")} for cite in cited},
    }


FOR_BROWSER = ("goals", "statements", "illuminati-once", "shared-decks", "relief", "without-place")
"""What scripts ask of a game's file."""


def browser_data(its: Ruleset) -> dict[str, Any]:
    """What the file of a game says that scripts ask for, as JSON."""
    return {key: its.said[key] for key in FOR_BROWSER if key in its.said}


def besides_data(rules: Rules) -> dict[str, Any]:
    """What counts in an attack besides terms and requirements, as JSON."""
    besides = {source: {"text": text, "cites": list(cites)} for source, (text, cites) in rules.its.besides.items()}
    return {
        "agents": dict(AGENTS),
        "instant": {"terms": list(TERMS), "alignments": list(ALIGNMENTS), "lifted": list(SECRECY)},
        "besides": besides,
    }


def rule_data(rule: Rule[Any]) -> dict[str, Any]:
    """A term or requirement as JSON."""
    return {
        "id": rule.id,
        "text": rule.text,
        "tree": to_data(lower(rule.tree)),
        "label": rule.label,
        "cites": list(rule.cites),
    }


def card_data(card: Card, arrows_unsure: bool = False) -> dict[str, Any]:
    """A card as JSON; a note has no tree."""
    return {
        "id": card.id,
        "slug": card.slug,
        "name": card.name,
        "url": links.card_url(card.id),
        "kind": card.kind,
        "subtype": card.subtype,
        "set": card.set,
        "power": card.power,
        "variable_power": card.variable_power,
        "transferable": card.transferable,
        "global_power": card.global_power,
        "resistance": card.resistance,
        "income": card.income,
        "alignments": list(card.alignments),
        "attributes": list(card.attributes),
        "unprinted": list(card.unprinted),
        "nwo": card.nwo,
        "arrow_in": card.arrow_in,
        "arrows_out": list(card.arrows_out),
        "arrows_unsure": arrows_unsure,
        "clauses": [
            {
                "text": clause.text,
                "tree": to_data(clause.sentence) if clause.sentence else None,
                "cites": list(clause.cites),
            }
            for clause in card.clauses
        ],
    }


def _cited(rules: Rules) -> Iterator[str]:
    for rule in rules.all:
        yield from rule.cites
    for _, cites in rules.its.besides.values():
        yield from cites
