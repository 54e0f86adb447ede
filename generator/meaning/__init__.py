"""What sentences mean: the core, the lexicon, and the lowering of what is written to what is meant."""

from generator.meaning.lower import LOWERED, NoMeaning, lower

__all__ = ["LOWERED", "NoMeaning", "lower"]
