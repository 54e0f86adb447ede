"""Our data against the source documents beside the checkout: the list of cards, the ledger of statements, our words."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from generator.catalog.catalog import Catalog
from generator.catalog.records import CardRecord

CITATION = re.compile(r"\b(?:dlx|wdh|faq|sg)-[a-z0-9]+(?:-[a-z0-9]+)*\b")


def rows(path: Path) -> list[dict[str, Any]]:
    """The JSON objects of a file, one a line."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


SETS = {"deluxe": 105, "inwo": 412, "assassins": 125, "subgenius": 97}
"""The number of cards of each set, as the notes on the facts have it."""
PRINTED_ONLY = ("Unique", "Gadget", "Artifact", "Magic")
"""Words of the type line of a Resource that cards ask for as attributes."""


def word(name: str) -> str:
    """An alignment or attribute of the facts as cards print it."""
    return "SubGenius" if name == "subgenius" else name.capitalize()


def expected_card(row: dict[str, Any]) -> dict[str, Any]:
    """What must be known of a card of the facts; `*` is a number printed as an asterisk, alone or in Deluxe."""
    attributes = [word(name) for name in row.get("attributes", [])]
    if row["type"] == "resource":
        attributes = [name for name in re.findall(r"[A-Z]\w+", row.get("type_line", "")) if name in PRINTED_ONLY]
    return {
        "name": row["name"],
        "kind": row["type"],
        "subtype": row.get("subtype"),
        "nwo": row.get("nwo_color"),
        "type_line": row.get("type_line"),
        "rarity": row.get("rarity"),
        "copies": row.get("copies", 1),
        "power": row.get("power"),
        "transferable": row.get("transferable_power"),
        "global": row.get("global_power"),
        "resistance": row.get("resistance"),
        "income": row.get("income"),
        "starred": set(row.get("starred", [])),
        "alignments": [word(name) for name in row.get("alignments", [])],
        "attributes": attributes,
        "arrow_in": row.get("arrow_in"),
        "arrows_out": row.get("arrows_out", []),
        "arrows_unsure": not row.get("arrows_sure", True),
        "fragments": len(row["effect"]),
    }


def actual_card(record: CardRecord) -> dict[str, Any]:
    """The same of a card of ours. Deluxe prints an asterisk in place of a number, so the facts have none."""
    card = record.card
    alone = set(record.starred) if card.set == "deluxe" else {"power"} if card.variable_power else set()
    numbers = {name: "*" if name in alone else getattr(card, name) for name in ("power", "resistance", "income")}
    return {
        "name": card.name,
        "kind": card.kind,
        "subtype": card.subtype,
        "nwo": card.nwo,
        "type_line": record.type_line,
        "rarity": record.rarity,
        "copies": record.copies,
        **numbers,
        "transferable": card.transferable,
        "global": card.global_power,
        "starred": set(record.starred) - alone,
        "alignments": list(card.alignments),
        "attributes": list(card.attributes),
        "arrow_in": card.arrow_in,
        "arrows_out": list(card.arrows_out),
        "arrows_unsure": record.arrows_unsure,
        "fragments": record.fragments,
    }


@pytest.mark.parametrize("card_set", SETS)
def test_every_card_has_the_facts(catalog: Catalog, shared: Path, card_set: str) -> None:
    """Each of the 739 cards has the names, numbers, alignments, attributes, arrows, rarity, colour, type line, copies
    and count of fragments of the list of facts, and there is no other.
    """
    facts = {row["name"]: expected_card(row) for row in rows(shared / "facts" / f"{card_set}.jsonl")}
    ours = {record.card.name: actual_card(record) for record in catalog.cards if record.card.set == card_set}
    assert SETS[card_set] == len(facts)
    assert set(facts) == set(ours)
    assert {} == {name: (facts[name], ours[name]) for name in facts if facts[name] != ours[name]}


def test_numbers_behind_an_asterisk(catalog: Catalog) -> None:
    """The Gun Lobby normally resists with 3 (dlx-card-gun-lobby); the I.R.S. have no Income but their tax
    (dlx-card-irs).
    """
    starred = {record.id: record.card for record in catalog.cards if record.starred and record.card.set == "deluxe"}
    assert {"deluxe/gun-lobby", "deluxe/i-r-s"} == set(starred)
    assert (3, 0) == (starred["deluxe/gun-lobby"].resistance, starred["deluxe/i-r-s"].income)
    assert ["inwo/opec"] == [record.id for record in catalog.cards if record.card.variable_power]


def test_alignments_that_hold_at_times(catalog: Catalog) -> None:
    """Two Personalities have an alignment that comes and goes, as their facts say in words."""
    sometimes = {record.id: record.sometimes for record in catalog.cards if record.sometimes}
    assert {"inwo/bill-clinton": ("Liberal",), "inwo/george-bush": ("Conservative",)} == sometimes


@pytest.mark.parametrize("document", ["deluxe", "faq", "subgenius", "wdh"])
def test_statements_are_those_of_the_documents(root: Path, shared: Path, document: str) -> None:
    """Our list of each document's statements is the whole of it: the same ids and facts, in the same order. The
    sentences are ours, and so is what sends its reader to the card.
    """
    ours = rows(root / "rules" / "statements" / f"{document}.jsonl")
    assert [facts_of(row) for row in rows(shared / "statements" / f"{document}.jsonl")] == [
        facts_of(row) for row in ours
    ]


def facts_of(statement: dict) -> dict:
    """What a list of statements says of one besides its sentence."""
    return {key: value for key, value in statement.items() if key not in ("gist", "to_card")}


def cited_in(text: str) -> set[str]:
    """The statement ids that a text names."""
    return set(CITATION.findall(text))


def test_every_citation_in_the_code_resolves(root: Path, catalog: Catalog) -> None:
    """Each statement id that the code or a template names is one, or that of a ruling; those in cards and rules are
    checked on reading.
    """
    known = {statement.id for statement in catalog.statements} | {ruling.id for ruling in catalog.rulings}
    wrong = {}
    for folder in ("generator", "site_templates"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in {".py", ".js", ".j2", ".html", ".md"}:
                continue
            if unknown := cited_in(path.read_text(encoding="utf-8")) - known:
                wrong[str(path.relative_to(root))] = unknown
    assert {} == wrong


def test_citations_are_seen() -> None:
    """The check sees an id in code and prose, and nothing in a word that only looks like one."""
    assert {"dlx-position-10-5-2", "wdh-index"} == cited_in("(`dlx-position-10-5-2`), wdh-index. dlx- x-dlxy-z")
