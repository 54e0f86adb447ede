"""The swallow audit: nothing that the facts say a card does may be swallowed on the way into the effect language."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from generator.catalog.catalog import Catalog

SETS = ("deluxe", "inwo", "assassins", "subgenius")


def fragments_of(shared: Path, card_set: str) -> dict[str, list[str]]:
    """What the facts say that each card of a set does, by name."""
    lines = (shared / "facts" / f"{card_set}.jsonl").read_text(encoding="utf-8").splitlines()
    return {row["name"]: row["effect"] for row in map(json.loads, filter(None, lines))}


@pytest.mark.parametrize("card_set", SETS)
def test_every_fragment_is_in_a_clause(catalog: Catalog, shared: Path, card_set: str) -> None:
    """Each fragment of each card is accounted for by a sentence or a note of that card."""
    said = {
        record.card.name: {fact for clause in record.clauses for fact in clause.facts}
        for record in catalog.cards
        if record.card.set == card_set
    }
    swallowed = [
        f"{name}: {number}. {text}"
        for name, fragments in fragments_of(shared, card_set).items()
        for number, text in enumerate(fragments, 1)
        if number not in said.get(name, ())
    ]
    assert [] == swallowed


@pytest.mark.parametrize("card_set", SETS)
def test_no_clause_accounts_for_a_fragment_that_is_not_there(catalog: Catalog, shared: Path, card_set: str) -> None:
    """A clause names only numbers of fragments that its card has."""
    fragments = fragments_of(shared, card_set)
    invented = [
        f"{record.id}#{clause.number}: fact {fact}"
        for record in catalog.cards
        if record.card.set == card_set
        for clause in record.clauses
        for fact in clause.facts
        if not 1 <= fact <= len(fragments.get(record.card.name, ()))
    ]
    assert [] == invented


def test_every_note_has_a_reason(catalog: Catalog) -> None:
    """What is no sentence says why not."""
    notes = [(record.id, clause) for record in catalog.cards for clause in record.clauses if clause.note]
    assert [] == [f"{card}#{clause.number}" for card, clause in notes if not (clause.reason or "").strip()]
