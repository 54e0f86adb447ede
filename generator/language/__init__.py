"""The effect language: each construction defined once, one syntax tree, one canonical sentence for each meaning."""

import typing
from typing import Any

from generator.language.attacks import KINDS
from generator.language.forms import (
    AmbiguousError,
    Choices,
    LanguageError,
    choices,
    constructions,
    parse_as,
    phrase,
    spellings,
)
from generator.language.rules import PURSE_WORDS
from generator.language.tree import Selector, Sentence, from_data, nodes, to_data
from generator.language.which import ALIGNMENTS, ATTRIBUTES, UNPRINTED

__all__ = [
    "ALIGNMENTS",
    "ATTRIBUTES",
    "KINDS",
    "PURSE_WORDS",
    "UNPRINTED",
    "AmbiguousError",
    "Choices",
    "LanguageError",
    "Sentence",
    "choices",
    "constructions",
    "from_data",
    "nodes",
    "parse",
    "parse_selector",
    "phrase",
    "spellings",
    "to_data",
]


def parse(sentence: str) -> Any:
    """The tree of a sentence. Raises LanguageError."""
    return parse_as(sentence, typing.get_args(Sentence))


def parse_selector(text: str) -> Any:
    """The tree of a selector alone, such as `Criminal Groups` or `[The Mafia]`. Raises LanguageError."""
    return parse_as(text, typing.get_args(Selector))
