"""The language says what the cards and rules say and no more: what nothing uses is not kept."""

from __future__ import annotations

import pytest

from generator.catalog.catalog import Catalog
from generator.language import choices, constructions, nodes, spellings


@pytest.fixture(scope="module")
def said(catalog: Catalog) -> dict[str, object]:
    """Every sentence of cards, of what they once said, and of rules: text and tree."""
    found = {clause.text: clause.sentence for record in catalog.cards for clause in record.clauses if clause.sentence}
    found |= {term.rule.text: term.rule.tree for term in catalog.terms}
    for erratum in catalog.errata:
        found |= {
            change.was.text: change.was.sentence for change in erratum.changes if change.was and change.was.sentence
        }
    return found


def test_every_construction_is_used(said: dict[str, object]) -> None:
    """Each construction stands in a sentence of a card or rule."""
    used = {type(node) for tree in said.values() for node in nodes(tree)}
    assert [] == [cls.__name__ for cls in constructions() if cls not in used]


def test_every_phrase_is_used(said: dict[str, object]) -> None:
    """Each choice of four words or more stands in a sentence; shorter ones are the stock of words that all share."""
    text = "\n".join(said)

    def stands(
        words: str,
        # `use its Power` is said of others as `uses its Power`, a noun of several, one card `from the top of` as `the
        # top card of`, what is asked of a rival after `a rival who`.
    ) -> bool:
        one = words.replace("from the top of", "the top card of")
        whose = words.replace("that rival", "a rival who")
        return any(
            each in text for each in (words, one, whose, *spellings("third person", words), *spellings("nouns", words))
        )

    phrases = {
        (cls.__name__, words)
        for cls in constructions()
        for each in choices(cls)
        for words in each.words
        if len(words.split()) > 3
    }
    assert [] == sorted((name, words) for name, words in phrases if not stands(words))
