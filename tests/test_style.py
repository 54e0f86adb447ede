"""How Dossier writes: patterns and words that a native reader stumbles over are in no text of the rules, of any game.

A machine finds only some of it: read a text aloud as well. `python tests/test_style.py [FILE ...]` lists what is
found.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

from tests import said

ROOT = Path(__file__).resolve().parent.parent

DOCUMENTS = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")
LONGEST_SENTENCE = 36
"""Words up to a semicolon. About 20 are usual; a machine can only say which sentence is surely too long."""
LONGEST_TITLE = 9
"""Words in the title of a ruling."""
MOST_SENTENCES = 2
"""Sentences in the question of a ruling."""


class Exempt(NamedTuple):
    """A place where a pattern is right as it stands."""

    file: str
    words: str
    """A part of the sentence in which it stands."""
    reason: str


EXEMPT: list[Exempt] = [
    Exempt("rules/deluxe/15-strategy.md", "claims a hidden plot", "a plot of history, in a list of books"),
    Exempt("rules/subgenius/12-playing-well.md", "plot against them", "a verb"),
    Exempt("generator/site/search_page.py", "how many groups with 5 players", "a question as players type it"),
    Exempt("generator/site/search_page.py", "violent groups with power 5", "a question as players type it"),
    Exempt("site_templates/assets/search-reading.js", "which group can", "words that players type"),
]

PATTERNS: list[tuple[str, str]] = [
    # What a machine can't tell: a passive that hides the player; a relative clause in the middle of a sentence without
    # its player ("and who has no rivals wins"); a sentence that begins with its object; `this` and `that` alone; `help`
    # (abilities and alignments help, Groups aid); whether a title is a riddle or a list should be a table; `otherwise`
    # and `out of` where they are right.
    # not our English
    (r"\bbe (?:it|they)\b(?=.*\bor\b)", "whether X or Y, in either case"),
    (
        r", for (?:it|they|you|there|that|this|no|nobody|nothing|each of them|both)\b(?! (?:round|turn|game|attack))",
        "because, as",
    ),
    (r"\bof (?:your|his|her|its|their|one's) own\b(?! \w+ ones)", "your, its, their"),
    (
        r", for (?:the|an?|your|my|its|their|each|every|any|some|§)\b(?! (?:round|turn|game|attack))"
        r"(?: §|(?: [A-Za-z'+-]+){0,5}?)"
        r" (?:is|are|isn't|aren't|has|have|was|were|can|can't|cannot|may|must|does|doesn't|do|don't|would)\b",
        "because, as",
    ),
    (r"\b(?:is|are|has|have|was|were) none\b(?! of)", "isn't one, has no ..."),
    (
        r"(?<![Tt]here )\b(?:is|are|was|were) no "
        r"(?!longer|more|one|roll|better|stronger|higher|lower|secret|exception|different)"
        r"(?!player's)(?:[A-Za-z]+|\{\})",
        "isn't a",
    ),
    (
        r"\bShould (?:it|you|they|an?|the|that|this|two|both|somebody|anyone|your|my|its|their|§)\b[^?]*(?:$|\.)",
        "If ...",
    ),
    (r"\b[Ww]h(?:o|om|at)soever\b|\b[Ww]hoever\b|\b[Ww]homever\b", "the player who, anyone who"),
    (r"^(?:Who|Whose) [^?]*\.", "The player who ..."),
    (r"\bno more\b(?! (?:than|\[\[|[A-Za-z]+s\b))", "no longer, not"),
    (r"\b(?:namely|thus|hence(?:forth)?|whereas|notwithstanding)\b", "say it plainly"),
    (r"\b(?:there|here|where)(?:by|in|of|from)\b", "say it plainly"),
    (r"(?:\b[Aa]nd|\b[Bb]ut|,) yet\b|^Yet\b", "still, but"),
    (r"\b(?:your|his|their|its|a rival's) leave\b|\bgives?(?: \w+){0,3} leave\b", "you allow it, a card allows it"),
    (r"\bfor the asking\b", "must still be rolled for"),
    (r"\bin vain\b", "fails, has no effect"),
    (r"(?<!same )(?<![Tt]hat )(?<![Tt]his )\b(?:goes|go|went|going) for\b", "attacks"),
    (r"\b[Ii]n all else\b", "Otherwise, in everything else"),
    (r"\b[Aa]s a rule\b(?! of thumb)", "usually"),
    (r"\bout of (?:(?:an?|your) )?(?:an?|the|your|his|her|its|their|\w+'s) (?:hand|deck|discard)", "from ... hand"),
    (r"\b(?:comes?|came|coming) out\b", "is the result, gives"),
    (r"\bstands? (?:on|in|at|behind|there|written|alone|open)\b", "is on, is in, is written"),
    (r"\b(?:lies?|lying) (?:beside|with|in|under|among|there|on|directly|before|openly|face)\b", "is, goes, put"),
    (r"\b(?:do|does|did) (?:the )?like\b", "say what it does"),
    (r"\bsuch (?:a |an )?(?:card|one|ones|Group|Plot)\b", "name the thing again"),
    (r"\b[Ww]hat (?:the )?§ says?\b", "§'s ability"),
    (r"\bthat (?:[\w'+-]+ ){0,6}that (?:[\w'+-]+ ){0,6}that\b", "nested that clauses: two sentences"),
    (r"\b(do(?:es)?|is|are|says?|means?) what (?:it|they) \1\b", "a riddle: say what it does"),
    (r"\bat its word\b|\bby the letter\b|\bto the letter\b", "read literally"),
    (r"\bsays of itself\b|\b(?:is|are|goes|counts?|works?) otherwise(?=[.,;:]|$)", "differently, another"),
    (r"\bbecomes? of\b|\bbecame of\b", "what happens to"),
    (r"\bsave (?:that|for|by)\b", "except"),
    (r"(?<!that )\bone's\b", "your, the player's"),
    (r"\b[Ii]t is (?:that|this|the) [^.]* that\b", "say it directly"),
    # words, always the same one
    (r"\bMain Phase\b", "main phase"),
    (r"(?<=[a-z,] )(?:Automatic Takeovers?|Setup)\b", "automatic takeover, setup"),
    (r"\bafterwards\b", "afterward"),
    (
        r"\b(?:cancell(?:ed|ing)|labelled|travelled|levelled|marvellous|fulfil|skilful|judgement|grey)\b",
        "American spelling",
    ),
    (r"\b(?:towards|whilst|amongst)\b", "American spelling"),
    (
        r"\b\w*(?:(?:col|hon|fav|neighb|behavi|lab|hum|rum)our|(?:def|off|lic)ence|centre|theatre)\w*\b",
        "American spelling",
    ),
    (r"\bprogrammes?\b", "American spelling"),
    (
        r"\b\w*(?:organis|recognis|realis|neutralis|paralys(?!is)|capitalis|summaris|emphasis(?!\b)|specialis)\w*\b",
        "American spelling",
    ),
    (r"\b(?:[Hh]e|him|[Hh]is|[Ss]he|hers|[Hh]er|himself|herself)\b", "they, their; a card is it"),
    (r"\bclose to (?:its|the|your|their) (?:own )?Illuminati\b|\bcloseness\b", "position bonus"),
    (r"\b(?:as|where) it stands\b", "current Power"),
    (
        r"\b(?:[Uu]s(?:e|es|ed|ing)|[Gg]iv(?:e|es|ing)) up (?:[\w']+ ){0,3}(?:tokens?|actions?)\b"
        r"|\b(?:tokens?|actions?) (?:is|are|was|were|has been|have been) used up\b",
        "spend",
    ),
    (r"\b(?:stands?|stood|standing) against\b", "oppose"),
    # (An Illuminati card that is played beside Resources *is* an agent.)
    (
        r"\bhidden agent\b|\bagent cards?\b"
        r"|\bagent (?:for|against|in) (?:the|an|your|my|this|that) (?:attack|target|defense)",
        "agents",
    ),
    (r"\brelief\b", "Relief"),
    (r"\b(?:inwo|assassins|subgenius|deluxe)/[a-z][a-z-]*|\b[a-z-]+[@~]\d\b", "a name, never an internal id"),
    (r"\bplots?\b", "Plot"),
    (r"\bresources?\b", "Resource"),
    (r"\bpersonalit(?:y|ies)\b|\b(?:place|organization) (?:cards?|Groups?)\b", "Personality, Place, Organization"),
    (
        r"\b(?:basic|special) [Gg]oals?\b|\bgoal cards?\b|\b(?:Basic|Special) goals?\b",
        "Basic Goal, Goal card",
    ),
    (r"\b(?:[Dd]evastated|[Cc]oastal|[Hh]uge|captures?|control|destroy(?:ed)?) (?:an? |the )?places?\b", "Place"),
    (
        r"\b(?:[Gg]lobal|[Tt]ransferable|[Pp]rinted|[Cc]urrent) power\b"
        r"|\b(?:printed|current|its|their) resistance\b",
        "Power, Resistance",
    ),
    (
        r"(?<=[a-z,] )(?:(?<!Secret )(?<!Corporate )Masters?|Puppets?|(?<!Volunteer )Aid|Oppose|Interfere)\b",
        "lower case",
    ),
    (r"\b(?:get|gets|getting|got|be|is|are) rid of\b", "discard, destroy, lose, remove: which?"),
    (r"\bmay not\b", "can't (a ban), or might not"),
    (r"\b(?:action|Action) Tokens?\b|\baction tokens?\b", "Action token"),
    (r"\bpower structures?\b|\bPower structures?\b", "Power Structure"),
    (r"\b(?:illuminati|devastated|paralyzed|instant attacks?|new world orders?)\b", "capital"),
    (r"(?<=[a-z,] )Privileged\b", "privileged"),
    (r"\bgroups?\b", "Group (of cards); say players, kind, set otherwise"),
    (r"\bor also\b", "or"),
    (r"[A-Z]\.\.(?!\.)", "the period of the name ends the sentence"),
    # an Illuminati is singular, and so is a card with a plural name
    (
        r"\b(?:[Yy]our|[Tt]he|[Ii]ts|[Tt]heir|[Tt]hat|[Tt]his|[Ss]ame|[Aa]n|[Mm]y|[Ww]hose|'s) (?:own )?Illuminati"
        r" (?:are|were|have|do|don't|aren't|haven't|attack|aid|oppose|spend|give|get|want|need|control|keep|lose)\b",
        "an Illuminati is singular",
    ),
    (
        r"(?:^|[,;:(] |\b(?i:if|when|because|but|that|unless|while|once|after|before) )"
        r"(?:(?:[Yy]our|[Tt]he|[Tt]heir|[Mm]y|[Aa] rival's|§'s) )?Illuminati (?:who |that )?"
        r"(?:win|play|use|act|lie|go|take|choose|count|defend|discard|destroy|draw|help|interfere|join|move|pay)\b",
        "an Illuminati is singular",
    ),
    (
        r"(?<!and )(?<!and the )(?<!or )(?<!or the )(?<!, )(?<!, the )(?<!of )(?<!of the )"
        r"§ (?:are|were|don't|haven't|aren't|weren't|have|themselves)\b",
        "a card takes a singular verb",
    ),
    (r"\b(?:[Aa]re|[Dd]o|Have|Were) (?:my |the |your )?§ (?!and|or)[a-z]+\b", "a card takes a singular verb"),
    # bonuses carry their sign
    (
        r"\b(?:has|have|gets?|gives?|adds?|is worth|are worth|takes?) (?:its |their |a |an extra |another )?\d+"
        r" (?:for|against|more|in defense|to (?:any|direct|control|destroy|attacks?|the|its|their|your|all|each))\b",
        "a bonus carries its sign: +4 for ...",
    ),
    (
        r"\b(?:[Gg]ets?|[Hh]as|[Hh]ave|[Aa]dds?|[Gg]ives?|[Kk]eeps?|[Ll]oses?)"
        r" (?:its|their|your|my|the|that) \d+(?=[.,;?!)]|$)",
        "a bonus carries its sign: its +4",
    ),
    (
        r"\b(?:bonus|penalty|modifier) of \d"
        r"|\b(?<![+-])\d+ (?:for|from) (?:its|the|an?|one|two|each|both) (?:identical|opposite|alignments?|bonus)",
        "+4, -4",
    ),
]
_COMPILED = [(re.compile(pattern), better) for pattern, better in PATTERNS]
_YES_OR_NO = re.compile(
    r"^(?:But |And |Then |So |If [^,?]*, |When [^,?]*, |After [^,?]*, )?"
    r"(?:can|can't|may|must|does|do|doesn't|don't|is|are|isn't|aren't|was|were|has|have|did|will|would|could|should)\b",
    re.IGNORECASE,
)
_VERDICT = re.compile(
    r"^(?:Yes|No|Only|Not|Never|Neither|Both|Nothing|Either|Nobody|Always|One|Two|Three|[+-]?\d+|It depends)\b"
)
_START = r"^(?:But |And |Then |So |(?:If|When|After) [^,?]*, )?"
_MANY = re.compile(
    _START + r"((?i:how (?:many|much|often|strong)|what (?:must|do) I (?:have to |need to )?roll"
    r"|what is the strength))\b"
)
_WHICH = re.compile(_START + r"((?i:which|who|whose|whom))\b")
_NUMBER = re.compile(
    r"\d|\b(?i:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|both|all|none|no|not|nothing|never"
    r"|once|twice|half|double|any|as (?:many|much|often|long|far)|enough|until|you choose)\b"
)
_NO_NAME = re.compile(
    r"^(?:Because|If|When|Since|After|Before|While|Although|There|First,|As we|It (?!depends|is your turn))\b"
)
_TEXT_KEYS = {
    *(
        "title",
        "question",
        "answer",
        "headline",
        "says",
        "why",
        "meaning",
        "was",
        "not-known",
        "note",
        "label",
        "topic",
    ),
    *("aside", "called", "no-power", "outranks", "what", "reason"),
}
"""The keys whose values are for people, where they are more than an id."""
_NOTE = re.compile(r"\b(?:CONFLICT|GAP|AT[OC]|OMCL|NWOs?|iff|vs|w/|Q:|A:)(?!\w)|->|[<>]=|[^.?!)\"]$")
"""What stands in the notes of somebody who reads a document, and in no sentence."""
_CODE = re.compile(r"^\s*(?:~|\{\{)")
_SENTENCES = re.compile(r"(?<=[.!?])[\"')]*\s+(?=[A-Z§\"(\d])")
_ABBREVIATED = re.compile(r"\b(?:U\.S|Dr|Drs|St|vs)\.(?=\s)")
"""A period that ends no sentence, whatever follows it."""


class Text(NamedTuple):
    """A text of the rules and where it stands."""

    file: str
    line: int
    kind: str
    """The key of the YAML, or `chapter`, `heading`, `row`, `statement`."""
    words: str


def plain(text: str) -> str:
    """A text as it is read: a card's name is §, a link its words. A name whose period meets the one of its sentence
    shows both.
    """
    text = re.sub(r"\[\[[^#\]|]*[^.#\]|]\.\]\]\.", "S..", text)
    text = re.sub(r"\[\[[^#\]|][^\]|]*\]\]", "§", text)
    text = re.sub(r"\[\[#([^\]|]*)\]\]", "section", text)
    text = re.sub(r"\[\[[^\]|]*\|([^\]]*)\]\]", r"\1", text)
    return re.sub(r"[*`]|\{#[^}]*\}", "", text.replace("’", "'"))


def _scalars(node: yaml.Node, key: str, of_rulings: bool) -> Iterator[tuple[str, yaml.ScalarNode]]:
    if isinstance(node, yaml.MappingNode):
        for name, value in node.value:
            if isinstance(value, yaml.ScalarNode) and name.value in _TEXT_KEYS and " " in value.value:
                yield f"ruling {name.value}" if of_rulings else name.value, value
            elif not isinstance(value, yaml.ScalarNode) and name.value not in {"table", "play", "changes"}:
                yield from _scalars(value, name.value, of_rulings)
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:
            yield from _scalars(value, key, of_rulings)


def _reader(name: str) -> tuple[str, Callable[[str], Iterator[said.Said]]] | None:
    """How a file that isn't of the rules is read, and the kind of its texts."""
    top, _, rest = name.partition("/")
    if top in DOCUMENTS:
        return "document", said.document
    if top == "site_templates":
        return ("template", said.template) if name.endswith(".j2") else ("message", said.script)
    if top == "generator":
        told = (
            "commands"
            if rest == "cli.py"
            else "classes"
            if rest.startswith("language/") and not rest.endswith("forms.py")
            else ""
        )
        return "message", partial(said.python, docstrings=told)
    return None


def texts(file: Path) -> Iterator[Text]:
    """What a reader of a chapter or of a file of data reads."""
    name = file.relative_to(ROOT).as_posix()
    content = file.read_text(encoding="utf-8")
    reader = _reader(name)
    if reader:
        kind, read = reader
        yield from (Text(name, line, kind, plain(words)) for line, words in read(content))
        return
    if file.suffix == ".yaml":
        node = yaml.compose(content, Loader=yaml.CSafeLoader)
        for kind, scalar in _scalars(node, "", file.parent.name == "rulings"):
            yield Text(name, scalar.start_mark.line + 1, kind, plain(scalar.value))
        return
    for number, line in enumerate(content.splitlines(), 1):
        if file.suffix == ".jsonl":
            yield Text(name, number, "statement", plain(json.loads(line)["gist"]))
        elif line.strip() and not _CODE.match(line):
            kind = "heading" if line.startswith("#") else "row" if line.startswith("|") else "chapter"
            yield Text(name, number, kind, plain(re.sub(r"^\s*(?:[-*#]+|\d+\.) +", "", line)))


def _count(sentence: str) -> int:
    return len(re.findall(r"[\w'§+-]*[\w§][\w'§]*", re.sub(r"\([^)]*\)", "", sentence)))


def sentences_in(text: str) -> int:
    """How many sentences a plain text has. A mark within a card's name (`I.R.S. aids`, `Arise! wins`) ends none."""
    return len(_SENTENCES.split(_ABBREVIATED.sub("", text)))


def late_verdict(question: str, answer: str) -> str:
    """What the answer to a question should begin with and doesn't; empty where it does.

    Of two questions in one, the first counts. A question with `or` may ask for a yes or for a choice: its answer begins
    with a verdict, a number, or words of the question.
    """
    beginning = " ".join(answer.split()[:5])
    if match := _MANY.match(question):
        return "" if _NUMBER.search(beginning) else f"a number, after {match[1]!r}"
    if match := _WHICH.match(question):
        return f"the name, after {match[1]!r}" if _NO_NAME.match(answer) else ""
    if not _YES_OR_NO.match(question) or _VERDICT.match(answer):
        return ""
    if " or " not in question:
        return "Yes or No"
    asked = set(re.findall(r"[\w§]{3,}|§", question.lower())) - {"the", "this", "that", "when", "with", "for", "and"}
    said_first = re.findall(r"[\w§]{3,}|§", beginning.lower())
    return "" if _NUMBER.search(beginning) or asked & set(said_first) else "Yes or No, or which of the two"


def found(file: Path) -> Iterator[str]:
    """What is to be said differently in a file, one line each."""
    asked = ""
    name = file.relative_to(ROOT).as_posix()
    excepted = [exception.words for exception in EXEMPT if exception.file == name]
    for text in texts(file):
        where = f"{text.file}:{text.line}"
        for sentence in _SENTENCES.split(text.words):
            if any(words in sentence for words in excepted):
                continue
            for pattern, better in _COMPILED:
                yield from (f"{where}: {match[0]!r}: {better}" for match in pattern.finditer(sentence))
            longest = max(map(_count, sentence.split(";")))
            if text.kind not in {"row", "heading", "message", "template"} and longest > LONGEST_SENTENCE:
                yield f"{where}: a sentence of {longest} words: {sentence[:60]!r}"
        if text.kind != "message" and re.fullmatch(r'"[^"]*"', text.words):
            yield f"{where}: a text all in quotation marks: {text.words[:60]}"
        if text.kind == "statement" and (note := _NOTE.search(text.words)):
            yield f"{where}: {note[0]!r}: a note, and no sentence for players"
        if text.kind == "ruling title" and len(text.words.split()) > LONGEST_TITLE:
            yield f"{where}: a title of {len(text.words.split())} words"
        if text.kind == "ruling question" and (many := sentences_in(text.words)) > MOST_SENTENCES:
            yield f"{where}: a question of {many} sentences: two at most"
        if text.kind.endswith("question") and re.match(r"And\b", text.words):
            yield f"{where}: a question that can't be read alone"
        if text.kind.endswith("answer") and (better := late_verdict(_SENTENCES.split(asked)[-1], text.words)):
            yield f"{where}: the verdict first: {better}: {text.words[:60]}"
        if text.kind.endswith("question"):
            asked = text.words


SENTENCES: list[tuple[str, str]] = [
    (r"\b(?:he|him|his)\b", "that rival, their"),
    (r"\bmay not\b(?! be\b)", "cannot"),
    (r"\bor also\b", "or"),
    (r"\b(?:Power|Resistance) times [234]\b", "double, triple, quadruple"),
    (r"\b1 of (?:other|uncontrolled|Personalities|Groups|Resources)\b", "1 other ..., 1 uncontrolled ..."),
    (r"\bmultiplied one step\b", "doubled (tripled if already doubled)"),
    (r"\bis not uncontrolled\b", "is controlled"),
    (r"\bby what it says\b|\bis let in\b", "has an ability that, needs no fitting alignment"),
    (r"\bas much to\b|\bis so no longer\b|\bno longer such\b|\bone that (?:has|is)\b", "say what is meant"),
    (r"\bno more\b|\b\d+ (?!or\b)\w+(?: (?!or\b)\w+)? more\b", "1 more Plot"),
    (r"\boutgoing arrows \d", "2 or fewer outgoing arrows"),
    (r"\bspeaks? of\b", "mentions"),
]
"""What the sentences of cards and rules, which the effect language writes, no longer say, and what they say now."""
NOT_OF_SENTENCES = {"nested that clauses: two sentences"}
"""Patterns that don't fit sentences, by what is better: in a sentence, `that rival` names the same one again."""


def sentences() -> Iterator[tuple[str, str]]:
    """Every sentence of a card, and of the terms of a game, with its file."""

    def said(node: object) -> Iterator[str]:
        if isinstance(node, dict):
            for key, value in node.items():
                if key == "clauses":
                    yield from (each if isinstance(each, str) else each.get("say", "") for each in value)
                elif key == "say" and isinstance(value, str):
                    yield value
                else:
                    yield from said(value)
        elif isinstance(node, list):
            for each in node:
                yield from said(each)

    for file in sorted([*ROOT.glob("cards/*/*.yaml"), *ROOT.glob("rules/*/terms.yaml")]):
        content = yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
        yield from ((file.relative_to(ROOT).as_posix(), sentence) for sentence in said(content))


def test_sentences_of_cards_read_well() -> None:
    """The effect language writes nothing that a player would stumble over."""
    found_there = [
        f"{file}: {match[0]!r}: {better}: {sentence}"
        for file, sentence in sentences()
        for pattern, better in (*SENTENCES, *(each for each in PATTERNS if each[1] not in NOT_OF_SENTENCES))
        for match in re.finditer(pattern, re.sub(r"\[[^\]]*\]", "§", sentence))
    ]
    assert [] == found_there


BAD_SENTENCES = [
    "any Group has Resistance times 2",
    "Straight Groups may not attack this card",
    "look at all hidden Plots of one rival and he discards 1 Plot",
    "1 of other Satellite Resources is destroyed",
    "an attack to destroy requires that the target is not uncontrolled",
    "this card or also its master",
    "its Power is multiplied one step",
    "any Group, by what it says",
    "a Group that is no longer such",
    "draw 2 Plots more",
    "a Group with outgoing arrows 2",
    "a card that speaks of it",
]


@pytest.mark.parametrize("bad", BAD_SENTENCES)
def test_checker_finds_in_sentences(bad: str) -> None:
    """The patterns find what they are for in a sentence of the language."""
    assert any(re.search(pattern, bad) for pattern, _ in SENTENCES)


def files() -> list[Path]:
    """All texts of the rules, the documents, and what has texts for people among templates, scripts and code."""
    every = (file for file in (ROOT / "rules").rglob("*") if file.suffix in {".md", ".yaml", ".jsonl"})
    rules = sorted(file for file in every if file.name not in {"documents.yaml", "terms.yaml"})
    shown = [
        *ROOT.glob("site_templates/*.j2"),
        *ROOT.glob("site_templates/assets/*.js"),
        *ROOT.glob("generator/**/*.py"),
    ]
    return [*rules, *(ROOT / name for name in DOCUMENTS), *sorted(shown)]


@pytest.mark.parametrize("file", files(), ids=lambda file: file.relative_to(ROOT).as_posix())
def test_reads_well(file: Path) -> None:
    """No pattern that a reader stumbles over, no word for which there is another, no sentence too long to follow."""
    assert [] == list(found(file))


def test_exceptions_are_needed() -> None:
    """Each exception is a place that is there, with its reason."""
    for exception in EXEMPT:
        assert exception.reason
        assert any(exception.words in text.words for text in texts(ROOT / exception.file)), exception


BAD = [
    "The bonus is lost, be it to control or to destroy.",
    "It can't act, for it is Paralyzed.",
    "It can't act, for the Group is Paralyzed.",
    "You need a deck of your own.",
    "It is with your Resources but is none.",
    "An automatic takeover is no attack.",
    "Should your Group be destroyed, you lose the token.",
    "Whoever plays it pays.",
    "Who has no rivals left has won.",
    "You may attack no more.",
    "The attack has thus failed.",
    "The attack thereby fails.",
    "You aid, and yet the attack fails.",
    "You need your rival's leave; a card gives you leave.",
    "It isn't yours for the asking.",
    "The attack is made in vain.",
    "The Mafia goes for another Group.",
    "In all else it is the same.",
    "As a rule, you draw one card.",
    "You play it out of your hand.",
    "The sum comes out the same.",
    "It stands in the rulebook.",
    "It lies beside the deck.",
    "Other cards do the like.",
    "You may play such a card.",
    "You do what § says.",
    "A card that says that the Group that attacks wins is a Goal.",
    "The card does what it does.",
    "Taken at its word, it counts.",
    "In Deluxe it is otherwise.",
    "The card says what becomes of the Group.",
    "All attack, save that player.",
    "You play it in one's turn.",
    "It is the master that pays.",
    "You play it in the Main Phase.",
    "You use the Automatic Takeover.",
    "You draw afterwards.",
    "The attack is cancelled.",
    "You move towards the Illuminati.",
    "The colour is red.",
    "The programme ends.",
    "The Group is neutralised.",
    "He plays a card.",
    "It is close to its Illuminati.",
    "Its Power as it stands is 4.",
    "You use up an Action token.",
    "It stands against the attack.",
    "You play an agent for the attack.",
    "Give the Place relief.",
    "The attacker is inwo/rivals.",
    "Discard a plot.",
    "Your resources can't attack.",
    "Destroy a personality.",
    "You show a goal card.",
    "It Devastates each Group and a destroyed place.",
    "Its global power is 4.",
    "It has two Puppets.",
    "You get rid of a card.",
    "You may not aid.",
    "It spends an action token.",
    "It is in your power structure.",
    "The Place is devastated.",
    "The attack is Privileged.",
    "You control two groups.",
    "You pay or also draw.",
    "It is linked to the [[F.B.I.]]. Bob attacks.",
    "Your Illuminati are Secret.",
    "If your Illuminati win, the game ends.",
    "§ are Weird.",
    "Do § get +4?",
    "It has 4 for each identical alignment.",
    "It gets 4 against Nations.",
    "The Discordian Society gets its 4.",
    "A bonus of 10 counts.",
]
"""A sample for each pattern that only it finds, in the order of the patterns where that could be."""


def patterns_of(text: str) -> list[str]:
    """The patterns that find something in a text."""
    return [pattern.pattern for pattern, _ in _COMPILED if pattern.search(plain(text))]


@pytest.mark.parametrize("bad", BAD)
def test_checker_finds(bad: str) -> None:
    """The patterns find what they are for."""
    assert patterns_of(bad)


@pytest.mark.parametrize("pattern", [pattern for pattern, _ in PATTERNS])
def test_every_pattern_has_its_own_sample(pattern: str) -> None:
    """Each pattern finds a sample that no other one finds: without it, something would pass."""
    assert [pattern] in [patterns_of(bad) for bad in BAD]


@pytest.mark.parametrize("pattern", [pattern for pattern, _ in SENTENCES])
def test_every_pattern_of_sentences_has_its_own_sample(pattern: str) -> None:
    """The same for the patterns of card sentences."""
    found_in = [[each for each, _ in SENTENCES if re.search(each, bad)] for bad in BAD_SENTENCES]
    assert [pattern] in found_in


@pytest.mark.parametrize(
    "good",
    [
        "Your Illuminati attacks; it spends a token.",
        "§ gets its +4 to control Weird Groups.",
        "You control no more than 3 Groups.",
        "All Illuminati are Groups.",
        "§ and § are Weird.",
        "You can't aid a privileged attack.",
        "You need +4, for example from a Plot.",
        "Each rival draws, for two rounds in all.",
        "Should I attack with my strongest Group?",
        "Does your Illuminati count as a Group?",
        "Only the attacking Group and your Illuminati pay.",
        "There is no roll, and a strength of 12 is no better than 10.",
        "Secret Master and Volunteer Aid are Plots.",
        "An Illuminati card beside your Resources is an agent inside that Illuminati.",
        "Your goal is to rule the world.",
        "Identical alignments help the attack.",
        "It uses its token up to three times.",
        "Choose one of them; only that one's other rules count.",
        "It takes alignments in place of its own opposite ones.",
        "What the card says about Power applies.",
        "Who wins when two players reach their Goals?",
        "It keeps its 4 Action tokens.",
        "The Place gets Relief.",
        "The rule that the attacker rolls is old.",
    ],
)
def test_checker_lets_through(good: str) -> None:
    """The patterns let through what is said well."""
    assert [] == patterns_of(good)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Does it count?", "The card counts."),
        ("How many Groups do I need?", "You need the usual number."),
        ("How much harder is it to control?", "Each point of Resistance makes it harder."),
        ("If I attack first, what must I roll?", "The attack still fails."),
        ("Which bonuses count?", "If The Mafia leads the attack, its bonus counts."),
        ("Who gets what back?", "There is no attack."),
        ("Does it go to my hand, or do I lose it?", "Cards such as Hoax behave oddly."),
    ],
)
def test_checker_finds_late_verdicts(question: str, answer: str) -> None:
    """An answer that comes to its verdict too late is found, whatever the question asks for."""
    assert late_verdict(question, answer)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Does it count?", "Yes. It counts."),
        ("How many Groups do I need?", "Still nine."),
        ("How many may aid?", "Any number, each with its Power."),
        ("How much harder is it to control?", "By 4, if a Government Group attacks."),
        ("What must I roll?", "No roll is low enough."),
        ("Which bonuses count?", "The +8 of §, because it leads the attack."),
        ("Who pays?", "Nobody, as we read it."),
        ("Do I keep it, or does it go back?", "It goes back to your hand."),
        ("Is it Straight or Weird?", "Straight."),
        ("Does it count as three or four?", "As two."),
        ("Why does the attack fail?", "The roll was too high."),
    ],
)
def test_checker_lets_early_verdicts_through(question: str, answer: str) -> None:
    """An answer that begins with what is asked for passes, also one that takes a word of the question."""
    assert not late_verdict(question, answer)


def words_of(read: Callable[[str], Iterator[said.Said]], content: str) -> list[tuple[int, str]]:
    """The texts that a reader finds, with their lines."""
    return list(read(content))


def test_documents_are_read() -> None:
    """Paragraphs are joined, code is a word, blocks of code are left out but for the comments in them."""
    content = (
        "# The title\n\nOne `code` and\n[a link](x.md).\n\n    make site   # writes the site\n\n- An item\n- Another\n"
    )
    assert [
        (1, "The title"),
        (3, "One Code and a link."),
        (6, "writes the site"),
        (8, "An item"),
        (9, "Another"),
    ] == words_of(said.document, content)


def test_modules_are_read() -> None:
    """Messages and the help of commands are read; docstrings, patterns, keys, queries and forms aren't."""
    content = """
@_command("dossier card irs")
def card(name):
    \'\'\'Show a card
    by name.\'\'\'
    fail(f"no card is called {name!r}, not even {other}")
    re.compile("some words here")
    keys = "plot deck", "one two three".split()
    execute("select all of it")


class Part:
    \'\'\'For readers of code.\'\'\'
"""
    assert [(3, "Show a card by name."), (6, "no card is called {}, not even {}")] == words_of(
        partial(said.python, docstrings="commands"), content.replace("\\'", "'")
    )


def test_scripts_are_read() -> None:
    """Strings and templates of scripts are read, strings within their values too; comments and patterns aren't."""
    content = """
// a comment, 'with words in it'
const pattern = /it's "words" here/;
say("No card fits", `${count} cards of ${many ? "all the games" : ""} here`, 'plot-deck');
"""
    assert [(4, "No card fits"), (4, "all the games"), (4, "{} cards of {} here")] == words_of(said.script, content)


def test_templates_are_read() -> None:
    """Text between tags, labels and strings of expressions are read."""
    content = (
        '<p>One <b>short</b> text\u00a0of {{ book }}.</p>\n<a aria-label="Close the box">x</a>\n'
        '{{ "same as here" if x }}\n<# a comment of ours #>'
    )
    assert {"One short text\u00a0of {}.", "Close the box", "same as here"} == {
        words for _, words in words_of(said.template, content)
    }


def test_everything_is_read() -> None:
    """The checker reads rules, documents, templates, scripts and code, and finds texts in each kind."""
    kinds = {text.kind for file in files() if not file.is_relative_to(ROOT / "rules") for text in texts(file)}
    assert {"document", "template", "message"} == kinds
    assert {"rules", "site_templates", "generator", *DOCUMENTS} == {file.relative_to(ROOT).parts[0] for file in files()}


@pytest.mark.parametrize(
    ("question", "many"),
    [
        ("I play [[Revolution!]]. Bob plays [[Privatization]]. Do I keep the +20?", 3),
        ("Bob attacks! Does it count? May I oppose?", 3),
        ("Who pays?", 1),
        ("May my B.A.T.F. oppose, and does INWO's Upheaval! help? I hold it.", 2),
        ("My [[Are We Having Fun Yet?]] and [[Kill for Peace]] are paid for. Do I get the +3 for U.S. Groups?", 2),
        ("Dr. K'Taden Legume attacks St. Janor. What do I roll?", 2),
    ],
)
def test_checker_counts_sentences(question: str, many: int) -> None:
    """A question of three sentences is found; marks in names and abbreviations aren't taken for ends."""
    assert sentences_in(plain(question)) == many


if __name__ == "__main__":
    chosen = [Path(argument).resolve() for argument in sys.argv[1:]] or files()
    lines = [line for file in chosen for line in found(file)]
    print("\n".join([*lines, f"{len(lines)} found in {len(chosen)} files"]))
    sys.exit(bool(lines))
