"""From a sentence to its tree, or to a `LanguageError` that shows where it stops making sense and what would."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

import lark

from generator.language import tree as t
from generator.language.phrasing import PURSE_WORDS

_PURSE_OF = {words: purse for purse, words in PURSE_WORDS.items()}
_KIND_OF = {"control": "control", "neutralization": "neutralize", "destruction": "destroy"}
_DESCRIPTIONS = {
    "INT": "a number", "SIGNED": "a bonus such as +3", "NAME": "a card name in brackets such as [The Mafia]",
    "TRAIT": "an alignment", "$END": "the end of the sentence",
}


class LanguageError(ValueError):
    """A sentence that the grammar does not know.

    `column` counts from 1 within `sentence`; `expected` are the words that may stand there; `suggestion` is the nearest.
    """

    def __init__(self, sentence: str, column: int, found: str, expected: tuple[str, ...], suggestion: str | None):
        self.sentence, self.column, self.found = sentence, column, found
        self.expected, self.suggestion = expected, suggestion
        super().__init__(self.message)

    @property
    def message(self) -> str:
        """One line: what stands there, and the nearest thing that may, or else a few of the things that may."""
        if self.suggestion:
            return f"{self.found!r} makes no sense here (did you mean {self.suggestion!r}?)"
        some = ", ".join(self.expected[:6]) + (", …" if len(self.expected) > 6 else "")
        return f"{self.found!r} makes no sense here; it could be {some}"

    @property
    def picture(self) -> str:
        """The sentence with a caret below the place."""
        return f"{self.sentence}\n{' ' * (self.column - 1)}^"


def parse(sentence: str) -> t.Sentence:
    """The tree of a sentence. Raises LanguageError."""
    return _parse(sentence, "start")


def parse_selector(text: str) -> t.Selector:
    """The tree of a selector alone, such as `Criminal Groups` or `[The Mafia]`. Raises LanguageError."""
    return _parse(text, "selector")


def grammar_text() -> str:
    """The grammar file, from which the reference page is made."""
    return files("generator.language").joinpath("grammar.lark").read_text(encoding="utf-8")


@cache
def _parser() -> lark.Lark:
    return lark.Lark(grammar_text(), parser="lalr", start=["start", "selector"], maybe_placeholders=True)


def _parse(text: str, start: str) -> Any:
    sentence = " ".join(text.split())
    try:
        return _ToTree().transform(_parser().parse(sentence, start=start))
    except lark.exceptions.UnexpectedInput as error:
        raise _explain(sentence, error) from None
    except lark.exceptions.VisitError as error:
        if isinstance(error.orig_exc, LanguageError):
            raise error.orig_exc from None
        raise


def _explain(sentence: str, error: lark.exceptions.UnexpectedInput) -> LanguageError:
    at_end = isinstance(error, lark.exceptions.UnexpectedToken) and error.token.type == "$END"
    column = len(sentence) + 1 if at_end or error.column is None or error.column < 1 else error.column
    rest = sentence[column - 1:]
    names = sorted(getattr(error, "accepts", None) or getattr(error, "allowed", None) or getattr(error, "expected", ()))
    literals = {word for name in names for word in _literals(name)}
    suggestion = _nearest(rest, literals)
    before = error.token_history[-1] if error.token_history else None
    if suggestion is None and before is not None:
        # A misspelt phrase may begin with a shorter phrase that was taken for the whole: `has an open arow`.
        phrases = {word for word in _all_literals() if word.startswith(f"{before} ")}
        suggestion = _nearest(sentence[before.column - 1:], phrases)
        if suggestion:
            column, rest = before.column, sentence[before.column - 1:]
    if suggestion is None and "NAME" in names and rest[:1].isupper():
        suggestion = f"[{re.split(r',| or ', rest)[0]}]"
    expected = tuple(sorted({_DESCRIPTIONS.get(name) or repr(next(iter(_literals(name)), name)) for name in names}))
    return LanguageError(sentence, column, _excerpt(rest), expected, suggestion)


@cache
def _all_literals() -> frozenset[str]:
    return frozenset(word for terminal in _parser().terminals for word in _literals(terminal.name))


def _excerpt(rest: str) -> str:
    return " ".join(rest.split()[:3]) or "the end"


@cache
def _literals(name: str) -> tuple[str, ...]:
    """The fixed words that a terminal of the grammar can be."""
    if name == "$END":
        return ()
    pattern = _parser().get_terminal(name).pattern
    if pattern.type == "str":
        return (pattern.value,)
    if name in ("INT", "SIGNED", "NAME"):
        return ()
    return tuple(part.replace("\\", "") for part in pattern.value.removeprefix("(?:").removesuffix(")").split("|"))


def _nearest(rest: str, literals: set[str]) -> str | None:
    best, best_ratio = None, 0.76
    words = rest.split()
    for literal in sorted(literals):
        head = " ".join(words[: len(literal.split())])
        ratio = difflib.SequenceMatcher(None, head.lower(), literal.lower()).ratio()
        if ratio > best_ratio:
            best, best_ratio = literal, ratio
    return best


def _only(items: Iterable[Any], node: Any) -> Any:
    return next((item for item in items if isinstance(item, node)), None)


class _When(tuple):
    pass


class _Unless(tuple):
    pass


class _Kinds(tuple):
    pass


@lark.v_args(inline=True)
class _ToTree(lark.Transformer):
    """Each method makes the node of the rule that it is named after."""

    def INT(self, token: lark.Token) -> int:
        return int(token)

    SIGNED = INT

    def start(self, sentence: t.Sentence) -> t.Sentence:
        return sentence

    def selector(self, node: t.Selector) -> t.Selector:
        return node

    def verbs(self, *verbs: str) -> _Kinds:
        return _Kinds(str(verb) for verb in verbs)

    def nouns(self, *nouns: str) -> _Kinds:
        return _Kinds(_KIND_OF[noun] for noun in nouns)

    def named(self, *names: str) -> t.Named:
        return t.Named(tuple(name[1:-1].strip() for name in names))

    def combination(self, *traits: str) -> tuple[str, ...]:
        return tuple(str(trait) for trait in traits)

    def traits(self, *combinations: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        return combinations

    def comparison(self, stat: str, *rest: Any) -> t.Comparison:
        if len(rest) == 2 and isinstance(rest[0], lark.Token):
            return t.Comparison(str(stat), str(rest[0]), rest[1])
        value, bound = rest
        return t.Comparison(str(stat), {"or more": ">=", "or less": "<="}.get(bound, "="), value)

    def groups(self, owner: Any, other: Any, traits: Any, *rest: Any) -> t.Groups:
        owners = {"your": "you", "rivals'": "rival", "uncontrolled": "nobody"}
        return t.Groups(
            traits or (), owners.get(owner, "any"), other is not None,
            tuple(item for item in rest if isinstance(item, t.Comparison)), _only(rest, t.Named),
        )

    def bonus_direct(self, amount: int, *rest: Any) -> t.Bonus:
        return self._bonus(amount, "direct", rest)

    def bonus_any_attempt(self, amount: int, *rest: Any) -> t.Bonus:
        return self._bonus(amount, "any attempt", rest)

    def bonus_aid(self, amount: int, *rest: Any) -> t.Bonus:
        return self._bonus(amount, "aid", rest)

    def bonus_defense(self, amount: int, *rest: Any) -> t.Bonus:
        return self._bonus(amount, "defense", rest)

    def _bonus(self, amount: int, reach: Any, rest: Any) -> t.Bonus:
        kinds = _only(rest, _Kinds) or t.KINDS
        target = _only(rest, t.Selector)
        return t.Bonus(amount, reach, tuple(kinds), None if target == t.Groups() else target)

    def stat_against(self, stat: str, value: int, attackers: t.Selector) -> t.StatAgainst:
        return t.StatAgainst(str(stat), value, attackers)

    def stat_change(self, who: t.Selector, amount: int, stat: str) -> t.StatChange:
        return t.StatChange(who, amount, str(stat))

    def immunity(self, attackers: t.Selector) -> t.Immunity:
        return t.Immunity(attackers)

    def counts_as(self, alignment: str, instead_of: str, kinds: _Kinds, target: t.Selector) -> t.CountsAs:
        return t.CountsAs(str(alignment), str(instead_of), tuple(kinds), target)

    def participation(self, attacks: int) -> t.Participation:
        return t.Participation(attacks)

    def ability(self, use: Any, timing: str, *parts: Any) -> t.Ability:
        costs = tuple(part for part in parts if isinstance(part, t.Cost))
        effects = tuple(part for part in parts if not isinstance(part, t.Cost))
        return t.Ability(str(timing), effects, costs, str(use).removesuffix(",") if use else "at will")

    def pay(self, amount: int, purse: str) -> t.Pay:
        return t.Pay(amount, str(purse))

    def gain(self, amount: int, purse: str) -> t.Gain:
        return t.Gain(amount, str(purse))

    def change_alignment(self, count: int, until: str) -> t.ChangeAlignment:
        return t.ChangeAlignment(count, str(until))

    def control_groups(self, count: int, groups: t.Groups) -> t.ControlGroups:
        return t.ControlGroups(count, groups)

    def total_stat(self, stat: str, value: int) -> t.TotalStat:
        return t.TotalStat(str(stat), value)

    def destroy_groups(self, count: int, eliminated: Any) -> t.DestroyGroups:
        return t.DestroyGroups(count, eliminated is not None)

    def basic_goal(self, count: int, fewest: int, most: int | None) -> t.BasicGoal:
        return t.BasicGoal(count, fewest, fewest if most is None else most)

    def term(self, side: str, amount: Any, *rest: Any) -> t.Term:
        return t.Term(
            str(side), amount, _only(rest, t.SharedAlignments) or _only(rest, t.Money), *self._provisos(rest)
        )

    def requirement(self, *parts: Any) -> t.Requirement:
        holds = next(part for part in parts if isinstance(part, t.Condition))
        return t.Requirement(holds, *self._provisos(parts))

    def _provisos(self, parts: Any) -> tuple[tuple, tuple, tuple]:
        return tuple(tuple(_only(parts, node) or ()) for node in (_Kinds, _When, _Unless))

    def when(self, *conditions: t.Condition) -> _When:
        return _When(conditions)

    def unless(self, *conditions: t.Condition) -> _Unless:
        return _Unless(conditions)

    def stat_of(self, stat: str, role: str) -> t.StatOf:
        return t.StatOf(str(stat), _role(role))

    def shared_alignments(self, relation: str) -> t.SharedAlignments:
        return t.SharedAlignments(str(relation))

    def money(self, purse: str) -> t.Money:
        return t.Money(_PURSE_OF[purse])

    def whose(self, role: str, words: str) -> t.Whose:
        holds = not words.startswith("is not ")
        owner = {"yours": "you", "controlled by a rival": "rival", "uncontrolled": "nobody"}
        return t.Whose(_role(role), owner[words.removeprefix("is not ").removeprefix("is ")], holds)

    def same_card(self, role: str, holds: bool, other: str) -> t.SameCard:
        return t.SameCard(_role(role), _role(other), holds)

    def is_illuminati(self, role: str, holds: bool) -> t.IsIlluminati:
        return t.IsIlluminati(_role(role), holds)

    def has_number(self, role: str, number: t.Comparison) -> t.HasNumber:
        return t.HasNumber(_role(role), number)

    def has_open_arrow(self, role: str) -> t.HasOpenArrow:
        return t.HasOpenArrow(_role(role))

    def has_attack_left(self, role: str) -> t.HasAttackLeft:
        return t.HasAttackLeft(_role(role))

    def directly(self, role: str) -> t.Distance:
        return t.Distance(1)

    def away(self, role: str, groups: int) -> t.Distance:
        return t.Distance(groups + 1)

    def played(self, name: str) -> t.Played:
        return t.Played(name[1:-1].strip())

    def privileged(self, holds: bool) -> t.Privileged:
        return t.Privileged(holds)

    def holds(self) -> bool:
        return True

    def fails(self) -> bool:
        return False

    def no_money(self, purse: str) -> t.NoMoney:
        return t.NoMoney(_PURSE_OF[purse])

    # Rules whose only content is a count or nothing at all.
    spend_action = staticmethod(lambda: t.SpendAction())
    collect, upkeep, set_roll, take_control = t.Collect, t.Upkeep, t.SetRoll, t.TakeControl
    look, make_privileged, end_privilege, may_interfere = t.Look, t.MakePrivileged, t.EndPrivilege, t.MayInterfere
    double_income, revive, cancel_special, lose_turn = t.DoubleIncome, t.Revive, t.CancelSpecial, t.LoseTurn
    allow_destroy, redistribute, rearrange, draw = t.AllowDestroy, t.Redistribute, t.Rearrange, t.Draw
    draw_step, free_transfer = t.DrawStep, t.FreeTransfer
    special_goal, all_alignments, total_money = t.SpecialGoal, t.AllAlignments, t.TotalMoney
    secret_choice, goal_saves_you = t.SecretChoice, t.GoalSavesYou


def _role(words: str) -> str:
    return words.split()[-1]
