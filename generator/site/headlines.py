"""What the page of a ruling says first, in large type: the verdict in a word or a few."""

from __future__ import annotations

import re

from msgspec import Struct

from generator.catalog.prose import LINK
from generator.catalog.records import RulingRecord
from generator.site.views import LedgerView

_VERDICT = re.compile(r"([\w+\N{MINUS SIGN}-]+)(?:\.(?! [a-z])|[,:;]) ")
_LISTED = re.compile(r"\[\[|[A-Z\d+-]")
"""What follows a comma so is one more of a list, and the word before it alone is no answer."""
_GOES_ON = re.compile(
    r"(?:after|against|and|any|as|at|because|before|besides|but|by|each|even|exactly|except|for|from|half|if|in|including|its|just|like|"
    r"neither|no matter|not|of|on|once|one|only|or|right|since|so|to|twice|two|unless|until|usually|when|whenever|which|while|with|without)\b",  # noqa: E501
    re.IGNORECASE,
)
"""A rest that begins so goes on with the sentence of the verdict, and is none without it."""
_ASKS_FOR_ODDS = re.compile(
    r"what (?:do|does|must|roll)\b[^.?]*\b(?:roll|need)\b|how (?:strong|high is the strength)|"
    r"what is the (?:chance|strength)",
    re.IGNORECASE,
)
_TO_SEVERAL = re.compile(r"(Yes|No) (?:to|for|in)\b")
_SUM = re.compile(r"((?:[A-Z]\w+ )?)\d[^.=:;,]*= (\d+)\b")
_NUMBER = re.compile(
    r"(?:Still |To |A |You need an? |At most |At least |By |It is |It gets |They add )?"
    r"([+-]?\d+(?: or (?:less|more)| to \d+)?(?: MB\b)?)(?=[\s.,:;])(?!,? (?:and )?[+-]?\d)"
)
_LEAD = re.compile(
    r"(?:It is |It becomes |It costs |They are )?([^.,:;()]{2,26}?)"
    r"(?:[.](?=$| [^a-z])|; | because |,? as we read |,? by our reading|"
    r", (?:because|so|not|never|even|but|whatever|and (?:it|you|the|is|they|costs|that))\b)"
)
"""A first sentence, or part of one, that is short enough to be read at a glance."""


def answered(answer: str) -> tuple[str, str]:
    """An answer as its verdict in one word and what to read after that; without verdict where it begins with a
    sentence: `No`, `It stays …`.
    """
    found = _VERDICT.match(answer)
    if not found or (found[1] not in ("Yes", "No") and found[0][-2:] == ", " and _LISTED.match(answer, found.end())):
        return "", answer
    rest = answer[found.end() :]
    return found[1], answer if _GOES_ON.match(rest) else rest[:1].upper() + rest[1:]


class Headline(Struct, frozen=True):
    """The verdict in a word, if there is one, with what it counts; and the answer as it stands below it."""

    word: str
    unit: str
    answer: str


def headline(ruling: RulingRecord, attack: LedgerView | None) -> Headline:
    """What the page of a ruling, maybe on an attack, says first: what its file says; else the word that its answer
    begins with; else the odds of its attack where it asks for them; else the first words of the answer, where they can
    stand alone.
    """
    if ruling.headline:
        return Headline(ruling.headline, "", ruling.answer)
    word, answer = answered(ruling.answer)
    if not word and attack is not None and attack.legal and _ASKS_FOR_ODDS.search(ruling.question):
        return Headline(attack.odds.partition(" ")[0], attack.roll, answer)
    return Headline(word or lead(answer), "", answer)


def lead(answer: str) -> str:
    """The verdict of an answer that is longer than a word: yes and no to two questions, the number that it begins with
    or comes to, its first words; "" where the answer must be read.
    """
    text = LINK.sub(lambda found: found[3] or found[2], answer)
    if several := _TO_SEVERAL.match(text):
        other = "no" if several[1] == "Yes" else "yes"
        return f"{several[1]} and {other}" if re.search(rf"\b{other} (?:to|for)\b", text, re.IGNORECASE) else several[1]
    if total := _SUM.match(text):
        return f"{total[1]}{total[2]}"
    if number := _NUMBER.match(text):
        return number[1]
    found = _LEAD.match(text)
    return found[1][:1].upper() + found[1][1:] if found else ""
