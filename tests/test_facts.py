"""Our data against the source documents beside the checkout: the list of cards, the ledger of statements, our words."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from generator.catalog import Catalog, read_catalog

CITATION = re.compile(r"\b(?:dlx|wdh|faq|sg)-[a-z0-9]+(?:-[a-z0-9]+)*\b")


@pytest.fixture(scope="module")
def catalog(root: Path) -> Catalog:
    """The catalog of the checkout."""
    return read_catalog(root)


def rows(path: Path) -> list[dict[str, Any]]:
    """The JSON objects of a file, one a line."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


NUMBERS = {"power": "power", "transferable": "transferable_power", "resistance": "resistance", "income": "income"}


def test_every_card_has_the_facts(catalog: Catalog, shared: Path) -> None:
    """All 105 cards have the numbers, alignments, arrows, copies and count of fragments of the list of facts.

    The list writes `*` for a number printed with an asterisk.
    """
    expected = {
        row["name"]: {
            "kind": row["type"], **{ours: row.get(theirs) for ours, theirs in NUMBERS.items()},
            "alignments": [name.capitalize() for name in row.get("alignments", [])],
            "attributes": row.get("attributes", []),
            "arrow_in": row.get("arrow_in"), "arrows_out": set(row.get("arrows_out", [])),
            "arrows_unsure": not row.get("arrows_sure", True), "copies": row.get("copies", 1),
            "fragments": len(row["effect"]),
        }
        for row in rows(shared / "facts" / "deluxe.jsonl")
    }  # fmt: skip
    actual = {
        record.card.name: {
            "kind": record.card.kind,
            **{name: "*" if name in record.starred else getattr(record.card, name) for name in NUMBERS},
            "alignments": list(record.card.alignments), "attributes": list(record.card.attributes),
            "arrow_in": record.card.arrow_in, "arrows_out": set(record.card.arrows_out),
            "arrows_unsure": record.arrows_unsure, "copies": record.copies, "fragments": record.fragments,
        }
        for record in catalog.cards if record.card.set == "deluxe"
    }  # fmt: skip
    assert 105 == len(expected)
    assert expected == actual


def test_numbers_behind_an_asterisk(catalog: Catalog) -> None:
    """The Gun Lobby normally resists with 3 (dlx-card-gun-lobby); the I.R.S.

    have no Income but their tax (dlx-card-irs).
    """
    starred = {record.card.slug: record for record in catalog.cards if record.starred}
    assert {"gun-lobby", "i-r-s"} == set(starred)
    assert (3, 0) == (starred["gun-lobby"].card.resistance, starred["i-r-s"].card.income)


def test_every_fact_is_accounted_for(catalog: Catalog) -> None:
    """Each fact about what a card does is covered by a clause of it, each by one only."""
    for record in catalog.cards:
        facts = [fact for clause in record.clauses for fact in clause.facts]
        assert list(range(1, record.fragments + 1)) == sorted(facts), record.id


@pytest.mark.parametrize("document", ["deluxe", "faq", "subgenius", "wdh"])
def test_statements_are_those_of_the_documents(root: Path, shared: Path, document: str) -> None:
    """Our copy of each document's statements is the whole of it, unchanged."""
    assert rows(shared / "statements" / f"{document}.jsonl") == rows(
        root / "rules" / "statements" / f"{document}.jsonl"
    )


def cited_in(text: str) -> set[str]:
    """The statement ids that a text names."""
    return set(CITATION.findall(text))


def test_every_citation_in_the_code_resolves(root: Path, catalog: Catalog) -> None:
    """Each statement id that the code or a template names is one; those in cards and rules are checked on reading."""
    known = {statement.id for statement in catalog.statements}
    wrong = {}
    for folder in ("generator", "site_templates"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in {".py", ".js", ".j2", ".html", ".md"}:
                if unknown := cited_in(path.read_text(encoding="utf-8")) - known:
                    wrong[str(path.relative_to(root))] = unknown
    assert {} == wrong


def test_citations_are_seen() -> None:
    """The check sees an id in code and prose, and nothing in a word that only looks like one."""
    assert {"dlx-position-10-5-2", "wdh-index"} == cited_in("(`dlx-position-10-5-2`), wdh-index. dlx- x-dlxy-z")
