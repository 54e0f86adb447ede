"""A position and an attack in one line of text, the same in links, commands, rulings and error messages:

    deluxe control the-mafia>loan-sharks aid=c-i-a pay=3 at=1 rival=the-discordian-society

First the game, the kind of attack, and attacker>target; then any of these, in any order:

    aid=a,b                your helpers, which add Transferable Power
    with=a,b               other cards that you control
    at=N                   a rival controls the target, N cards from his Illuminati (1: directly); at=own: you do
    under=a                the target's master
    rival=a,b              other cards of the player who controls the target
    pay=N                  MB from the attacker's treasury; pay-illuminati=N from your Illuminati
    defend=N               MB from the target's treasury; defend-illuminati=N from its Illuminati
    assist=N, oppose=N     MB from other players for and against
    play=a,b               Specials in effect, in the order played; privileged: the attack was declared privileged
    arrows=N               open arrows of the attacker (else as many as it prints)
    used=a,b*2             cards that took part in attacks this turn, and how often
    align=a:weird+violent  the alignments that a card has now

In a game whose terms and requirements ask for no helpers, no money or no Specials, there are no such words.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from generator.engine.attack import Attack, Piece, Rules
from generator.engine.cards import Card
from generator.language import ALIGNMENTS, KINDS, nodes
from generator.language import tree as t

_LIST_KEYS = ("aid", "with", "rival", "play")
_PURSES = {
    "pay": "attacker", "pay-illuminati": "attacker's Illuminati", "defend": "target",
    "defend-illuminati": "target's Illuminati", "assist": "assisting", "oppose": "opposing",
}
_ORDER = (
    "aid", "with", "at", "under", "rival", *_PURSES, "play", "privileged", "arrows", "used", "align",
)
MOST = 999


@dataclass(frozen=True)
class Position:
    """A position as written, in slugs. `at` is a distance, 0 for your own target, None for an uncontrolled one."""

    game: str
    kind: str
    attacker: str
    target: str
    aid: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    at: int | None = None
    under: str | None = None
    rival: tuple[str, ...] = ()
    spent: tuple[tuple[str, int], ...] = ()
    play: tuple[str, ...] = ()
    privileged: bool = False
    arrows: int | None = None
    used: tuple[tuple[str, int], ...] = ()
    align: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def __str__(self) -> str:
        """The canonical line; reading it gives an equal position."""
        values: dict[str, str] = {
            "aid": ",".join(self.aid), "with": ",".join(self.others), "rival": ",".join(self.rival),
            "play": ",".join(self.play), "under": self.under or "",
            "at": "" if self.at is None else "own" if self.at == 0 else str(self.at),
            "arrows": "" if self.arrows is None else str(self.arrows),
            "used": ",".join(slug if times == 1 else f"{slug}*{times}" for slug, times in self.used),
            "align": ",".join(f"{slug}:{'+'.join(names).lower()}" for slug, names in self.align),
        }
        spent = dict(self.spent)
        words = [self.game, self.kind, f"{self.attacker}>{self.target}"]
        for key in _ORDER:
            if key == "privileged":
                words += [key] if self.privileged else []
                continue
            value = str(spent.get(_PURSES[key], "")) if key in _PURSES else values[key]
            words += [f"{key}={value}"] if value else []
        return " ".join(words)


@dataclass(frozen=True)
class PositionProblem:
    """What is wrong at a column (from 1) of the line, and what may have been meant."""

    column: int
    code: str
    message: str
    suggestion: str | None = None

    def __str__(self) -> str:
        hint = f" (did you mean {self.suggestion!r}?)" if self.suggestion else ""
        return f"{self.column}: {self.code}: {self.message}{hint}"


class PositionError(ValueError):
    """A line that is no position; `problems` are all that is wrong with it."""

    def __init__(self, text: str, problems: tuple[PositionProblem, ...]):
        self.text, self.problems = text, problems
        super().__init__("; ".join(map(str, problems)))


def read_position(text: str, cards: Iterable[Card], rules: Mapping[str, Rules] | None = None) -> Position:
    """The position that a line describes, every name checked against `cards`. With `rules`, by game, what they would not count
    is a problem too. Raises PositionError with all problems.
    """
    reader = _Reader(text, list(cards), rules or {})
    position = reader.read()
    if reader.problems:
        raise PositionError(text, tuple(sorted(reader.problems, key=lambda problem: problem.column)))
    return position


def alignments_in(cards: Iterable[Card]) -> tuple[str, ...]:
    """The alignments that any of these cards has, in the order of the language: those of a game."""
    found = {name for card in cards for name in card.alignments}
    return tuple(name for name in ALIGNMENTS if name in found)


def attack_of(position: Position, cards: Iterable[Card]) -> Attack:
    """The attack that a position describes. Raises KeyError for a card that is not among `cards`."""
    by_slug = {card.slug: card for card in cards if card.game == position.game}
    align, used = dict(position.align), dict(position.used)
    target_owner = "nobody" if position.at is None else "you" if position.at == 0 else "rival"
    pieces: dict[str, Piece] = {}

    def lay(slug: str, owner: str) -> None:
        card = by_slug[slug]
        arrows = len(card.arrows_out)
        if slug == position.attacker and position.arrows is not None:
            arrows = position.arrows
        master = by_slug[position.under].id if slug == position.target and position.under else None
        pieces.setdefault(slug, Piece(
            card, owner, align.get(slug, card.alignments), arrows, used.get(slug, 0), master
        ))

    if position.attacker != position.target:
        lay(position.attacker, "you")
    for slug in position.aid:
        if slug != position.target:
            lay(slug, "you")
    for slug in position.others:
        lay(slug, "you")
    lay(position.target, target_owner)
    for slug in (*([position.under] if position.under else ()), *position.rival):
        lay(slug, "you" if position.at == 0 else "rival")
    return Attack(
        kind=position.kind, attacker=by_slug[position.attacker].id, target=by_slug[position.target].id,
        pieces=tuple(pieces.values()), helpers=tuple(by_slug[slug].id for slug in position.aid),
        distance=position.at or None, spent=dict(position.spent),
        played=tuple(by_slug[slug] for slug in position.play), privileged=position.privileged,
    )


class _Reader:
    """Reads one line, collecting problems instead of stopping at the first."""

    def __init__(self, text: str, cards: list[Card], rules: Mapping[str, Rules]):
        self.text, self.cards, self.rules = text, cards, rules
        self.problems: list[PositionProblem] = []
        self.known: Mapping[str, Card] = {}

    def read(self) -> Position:
        words = list(self._words())
        if len(words) < 3:
            self._problem(len(self.text) + 1, "position-short", "a position starts with game, kind and attacker>target")
            return Position("", "", "", "")
        (game_at, game), (kind_at, kind), (pair_at, pair), *rest = words
        games = sorted({card.game for card in self.cards})
        if game not in games:
            self._problem(game_at, "unknown-game", f"no game {game!r}", game, games)
        self.known = {card.slug: card for card in self.cards if card.game == game}
        if kind not in KINDS:
            self._problem(kind_at, "unknown-kind", f"{kind!r} is no kind of attack", kind, KINDS)
        attacker, arrow, target = pair.partition(">")
        if not arrow:
            self._problem(pair_at, "no-target", "write attacker>target")
        else:
            self._card(pair_at, attacker, ("group", "illuminati"))
            self._card(pair_at + len(attacker) + 1, target, ("group", "illuminati"))
        values = self._values(rest)
        self._consistent(values, attacker, target)
        if game in self.rules:
            self._counted(self.rules[game], (kind_at, kind), rest)
        return Position(
            game, kind, attacker, target, aid=values.get("aid", ()), others=values.get("with", ()),
            at=values.get("at"), under=values.get("under"), rival=values.get("rival", ()),
            spent=tuple((purse, values[key]) for key, purse in _PURSES.items() if values.get(key)),
            play=values.get("play", ()), privileged=values.get("privileged", False), arrows=values.get("arrows"),
            used=values.get("used", ()), align=values.get("align", ()),
        )

    def _words(self) -> Iterator[tuple[int, str]]:
        column = 1
        for word in self.text.split(" "):
            if word:
                yield column, word
            column += len(word) + 1

    def _problem(
        self, column: int, code: str, message: str, found: str | None = None, choices: Iterable[str] = ()
    ) -> None:
        near = difflib.get_close_matches(found, list(choices), 1, 0.6) if found else []
        self.problems.append(PositionProblem(column, code, message, near[0] if near else None))

    def _card(self, column: int, slug: str, kinds: tuple[str, ...]) -> bool:
        card = self.known.get(slug)
        if card is None:
            if self.known:
                choices = [known.slug for known in self.known.values() if known.kind in kinds]
                self._problem(column, "unknown-card", f"no card {slug!r}", slug, choices)
            return False
        if card.kind not in kinds:
            self._problem(column, "wrong-kind-of-card", f"{card.name} is not a {' or '.join(kinds)} card")
            return False
        return True

    def _values(self, words: list[tuple[int, str]]) -> dict:
        values: dict = {}
        readers: dict[str, Callable[[int, str], object]] = {
            **{key: self._number for key in _PURSES}, "arrows": self._number, "at": self._at,
            **{key: self._list for key in _LIST_KEYS}, "under": self._one, "used": self._used, "align": self._align,
        }
        for column, word in words:
            key, equals, value = word.partition("=")
            if key in values:
                self._problem(column, "key-twice", f"{key} stands twice")
            elif key == "privileged" and not equals:
                values[key] = True
            elif key not in readers:
                self._problem(column, "unknown-key", f"no key {key!r}", key, _ORDER)
            elif key == "play":
                values[key] = self._cards(column + len(key) + 1, value, ("special",))
            else:
                values[key] = readers[key](column + len(key) + 1, value)
        return values

    def _counted(self, rules: Rules, kind: tuple[int, str], words: list[tuple[int, str]]) -> None:
        """Whether the rules of the game ask for what the words say."""
        asked = [node for rule in (*rules.terms, *rules.requirements) for node in nodes(rule.tree)]
        counted = {
            "aid": any(getattr(node, "role", None) == "helper" for node in asked),
            "play": any(isinstance(node, t.Played) for node in asked),
            "used": any(isinstance(node, t.HasAttackLeft) for node in asked),
            **{key: t.Money(purse) in asked for key, purse in _PURSES.items()},
        }
        for column, word in words:
            key = word.partition("=")[0]
            if not counted.get(key, True):
                self._problem(column, "not-counted", f"{key}= says nothing in {rules.game}: no term of its attack sum asks for it")
        kinds = {each for node in asked if isinstance(node, (t.Term, t.Requirement)) for each in node.kinds}
        if kinds and kind[1] in KINDS and kind[1] not in kinds:
            self._problem(kind[0], "not-counted", f"{rules.game} has no attack to {kind[1]}")

    def _number(self, column: int, value: str) -> int | None:
        if value.isascii() and value.isdigit() and len(value) < 10 and int(value) <= MOST:
            return int(value)
        self._problem(column, "bad-number", f"{value!r} is not a whole number from 0 to {MOST}")
        return None

    def _at(self, column: int, value: str) -> int | None:
        if value == "own":
            return 0
        if value == "0":
            self._problem(column, "bad-number", "at starts from 1, directly under the Illuminati; or write at=own")
            return None
        return self._number(column, value)

    def _one(self, column: int, value: str) -> str | None:
        return value if self._card(column, value, ("group", "illuminati")) else None

    def _list(self, column: int, value: str) -> tuple[str, ...]:
        return self._cards(column, value, ("group", "illuminati"))

    def _cards(self, column: int, value: str, kinds: tuple[str, ...]) -> tuple[str, ...]:
        found: list[str] = []
        for at, slug in _split(column, value):
            if self._card(at, slug, kinds):
                if slug in found:
                    self._problem(at, "card-twice", f"{slug} stands twice")
                else:
                    found.append(slug)
        return tuple(found)

    def _used(self, column: int, value: str) -> tuple[tuple[str, int], ...]:
        found: dict[str, int] = {}
        for at, item in _split(column, value):
            slug, star, times = item.partition("*")
            if self._card(at, slug, ("group", "illuminati")):
                count = self._number(at + len(slug) + 1, times) if star else 1
                if count:
                    found[slug] = count
        return tuple(found.items())

    def _align(self, column: int, value: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
        found: dict[str, tuple[str, ...]] = {}
        known = alignments_in(self.known.values())
        for at, item in _split(column, value):
            slug, _, words = item.partition(":")
            if not self._card(at, slug, ("group",)):
                continue
            names = [word.capitalize() for word in words.split("+") if word]
            for name in names:
                if name not in known:
                    self._problem(at + len(slug) + 1, "unknown-alignment", f"no alignment {name!r}", name, known)
            found[slug] = tuple(name for name in known if name in names)
        return tuple(found.items())

    def _consistent(self, values: dict, attacker: str, target: str) -> None:
        """Each card stands in one place; what belongs to a controlled target needs one."""
        place: dict[str, str] = {}
        taken = [("attacker", attacker), ("target", target)] if attacker != target else [("attacker", attacker)]
        taken += [("aid", slug) for slug in values.get("aid", ()) if slug not in (attacker, target)]
        taken += [(key, slug) for key in ("with", "rival") for slug in values.get(key, ())]
        for where, slug in taken:
            if slug in place and slug in self.known:
                column = self.text.rfind(slug) + 1
                self._problem(column, "card-twice", f"{slug} is both {place[slug]} and {where}")
            place.setdefault(slug, where)
        if values.get("at") is None:
            for key in ("rival", "under"):
                if values.get(key):
                    self._problem(self.text.find(f"{key}=") + 1, "needs-at", f"{key}= needs at=, the target's distance")


def _split(column: int, value: str) -> Iterator[tuple[int, str]]:
    for item in value.split(","):
        yield column, item
        column += len(item) + 1
