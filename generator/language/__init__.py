"""The effect language: one grammar, one syntax tree, one canonical sentence for each meaning."""

from generator.language.parsing import LanguageError, grammar_text, parse, parse_selector
from generator.language.phrasing import PURSE_WORDS, phrase
from generator.language.tree import ALIGNMENTS, KINDS, Sentence, from_data, to_data

__all__ = [
    "ALIGNMENTS", "KINDS", "LanguageError", "PURSE_WORDS", "Sentence", "from_data", "grammar_text", "parse", "parse_selector", "phrase",
    "to_data",
]
