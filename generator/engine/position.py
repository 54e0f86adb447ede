"""A position and an attack in one line of text, the same in links, commands, rulings and error messages:

    deluxe control the-mafia>loan-sharks aid=c-i-a pay=3 at=1 rival=the-discordian-society

First the game, the kind of attack, and attacker>target, the attacker a Group, an Illuminati or a Plot that attacks;
then any of these, in any order:

    aid=a,b*2              helpers of the attack, yours where no other word says whose they are, and with how many
                           Action tokens
    against=a,b*2          Groups that oppose it, and with how many Action tokens: of the player who controls the
                           target, or else of a third player
    with=a,b               other cards that you control
    at=N                   a rival controls the target, N cards from his Illuminati (1: directly); at=own: you do;
                           at=hand: it comes from your own hand
    under=a                the target's master; a+b: Group a is directly under b, of the same player
    over=a,b               puppets of the target
    rival=a,b              other cards of the player who controls the target, helpers of his among them
    third=a,b              cards of third players, helpers and opponents of theirs among them
    link=a+b,c+b           Resources, Plots and Groups that link, each with the card that it is linked to, in the order
                           played
    nwo=a,b                New World Orders, in the order played
    pay=N                  MB from the attacker's treasury; pay-illuminati=N from your Illuminati
    defend=N               MB from the target's treasury; defend-illuminati=N from its Illuminati
    assist=N, oppose=N     MB from other players for and against
    play=a,b               Specials and Plots in effect, in the order played; a Plot with the card that it is played on,
                           or the alignment that it is played for in defense: play=a+b,c+violent; play=a+against: a Plot
                           that may help either side, for the defense
    ability=a,b            cards of which another word says that they are there, and of which an ability is used with
                           the attack; a+against as with play
    agents=for,against     agents that are played, for the attack or against it
    privileged             the attack was declared privileged
    arrows=N               open arrows of the attacker (else as many as it prints)
    used=a,b*2             cards that took part in attacks this turn, and how often
    align=a:weird+violent  the alignments that a card has now
    power=a:7,b:0          the Power that a card has now in place of its printed one, by what no other word says
    devastated=a,b         Places that are Devastated
    holds=a,b              cards of which what they wait for, and only the players know, is so: the time of day, what
                           all agree on, a Plot that is exposed

In a game whose terms and requirements ask for no helpers, opponents, money or Specials, there are no such words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any, Literal, TypeVar, cast

from msgspec import Struct

from generator.engine import instant
from generator.engine.answers import AGAINST, helps_either, is_used
from generator.engine.attack import AGENTS, explain
from generator.engine.cards import SIDES, Card
from generator.engine.line import MOST, MOST_TIMES, TAKING_PART, LineReader, alignments_in, capitalized, split
from generator.engine.linking import paralyzed, said_of_links
from generator.engine.selecting import DEVASTATED
from generator.engine.situation import Attack, Ledger, Owner, Piece, Rules, Side
from generator.language import KINDS, nodes
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace

T = TypeVar("T")
_PURSES: Mapping[str, t.Purse] = {
    "pay": "attacker",
    "pay-illuminati": "attacker's Illuminati",
    "defend": "target",
    "defend-illuminati": "target's Illuminati",
    "assist": "assisting",
    "oppose": "opposing",
}
_ORDER = (
    "aid",
    "against",
    "with",
    "at",
    "under",
    "over",
    "rival",
    "third",
    "link",
    "nwo",
    *_PURSES,
    "play",
    "ability",
    "agents",
    "privileged",
    "arrows",
    "used",
    "align",
    "power",
    "devastated",
    "holds",
)
_BESIDES = {"agents": "agents-for", "devastated": "devastated-idle", "at=hand": "hand"}
"""What words say that no term or requirement asks for, by source."""


class Position(Struct, frozen=True):
    """A position as written, in slugs. `under` is the target's master, `masters` are other Groups with theirs. `at` is
    a distance, 0 for your own target, "hand", None for an uncontrolled one; `holds` are cards of which what they wait
    for, and only the players know, is so. An item of `play` may have `+` and what the Plot is played on, one of `play`
    or `ability` `+against`.
    """

    game: str
    kind: str
    attacker: str
    target: str
    aid: tuple[str, ...] = ()
    against: tuple[tuple[str, int], ...] = ()
    others: tuple[str, ...] = ()
    at: int | Literal["hand"] | None = None
    under: str | None = None
    masters: tuple[tuple[str, str], ...] = ()
    over: tuple[str, ...] = ()
    rival: tuple[str, ...] = ()
    third: tuple[str, ...] = ()
    link: tuple[tuple[str, str], ...] = ()
    nwo: tuple[str, ...] = ()
    spent: tuple[tuple[str, int], ...] = ()
    play: tuple[str, ...] = ()
    ability: tuple[str, ...] = ()
    privileged: bool = False
    arrows: int | None = None
    used: tuple[tuple[str, int], ...] = ()
    align: tuple[tuple[str, tuple[str, ...]], ...] = ()
    agents: tuple[Side, ...] = ()
    power: tuple[tuple[str, int], ...] = ()
    devastated: tuple[str, ...] = ()
    holds: tuple[str, ...] = ()

    def __str__(self) -> str:
        """The canonical line; reading it gives an equal position."""
        values: dict[str, str] = {
            "aid": _times(tuple(Counter(self.aid).items())),
            "against": _times(self.against),
            "with": ",".join(self.others),
            "under": ",".join(
                (*((self.under,) if self.under else ()), *(f"{slug}+{master}" for slug, master in self.masters))
            ),
            "over": ",".join(self.over),
            "rival": ",".join(self.rival),
            "third": ",".join(self.third),
            "link": ",".join(f"{slug}+{to}" for slug, to in self.link),
            "nwo": ",".join(self.nwo),
            "play": ",".join(self.play),
            "ability": ",".join(self.ability),
            "at": "" if self.at is None else "own" if self.at == 0 else str(self.at),
            "arrows": "" if self.arrows is None else str(self.arrows),
            "used": _times(self.used),
            "align": ",".join(f"{slug}:{'+'.join(names).lower()}" for slug, names in self.align),
            "agents": ",".join(self.agents),
            "power": ",".join(f"{slug}:{power}" for slug, power in self.power),
            "devastated": ",".join(self.devastated),
            "holds": ",".join(self.holds),
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


def _times(found: tuple[tuple[str, int], ...]) -> str:
    return ",".join(slug if times == 1 else f"{slug}*{times}" for slug, times in found)


def read_position(text: str, cards: Iterable[Card], rules: Mapping[str, Rules] | None = None) -> Position:
    """The position that a line describes, every name checked against `cards`. With `rules`, by game, what they would
    not count is a problem too. Raises LineError with all problems.
    """
    reader = _Reader(text, list(cards), rules or {})
    position = reader.read()
    reader.raise_problems()
    return position


def answered(position: Position, slug: str, master: str | None) -> Position:
    """The position that says too that one card is directly under another, or, without a master, that what it waits for
    is so.
    """
    if master is None:
        return replace(position, holds=(*position.holds, slug))
    if slug == position.target:
        return replace(position, under=master)
    return replace(position, masters=(*position.masters, (slug, master)))


def waits(card: Card) -> str | None:
    """What a card waits for that only the players know, in words; None where there is no such thing."""
    for clause in card.clauses:
        for node in nodes(clause.sentence):
            match node:
                case c.AfterHours():
                    return "the game is played after 5 p.m., on a weekend or on a national holiday"
                case c.Agreed():
                    return "all players agree on it"
                case c.Exposed(player, c.Named(names)):
                    return f"{'you have' if player == 'you' else 'that player has'} exposed {' or '.join(names)}"
    return None


def attack_of(position: Position, cards: Iterable[Card]) -> Attack:
    """The attack that a position describes. Raises KeyError for a card that is not among `cards`."""
    by_slug = {card.slug: card for card in cards if card.game == position.game}
    pieces = _pieces(position, by_slug)
    played, abilities = _with_on(position.play), _with_on(position.ability)
    return Attack(
        kind=cast(t.Kind, position.kind),  # the reader lets no other pass
        attacker=by_slug[position.attacker].id,
        target=by_slug[position.target].id,
        pieces=tuple(pieces.values()),
        helpers=tuple(by_slug[slug].id for slug in position.aid),
        opponents=tuple(by_slug[slug].id for slug, times in position.against for _ in range(times)),
        distance=(
            position.at
            if isinstance(position.at, int) and position.at and by_slug[position.target].kind != "resource"
            else None
        ),
        spent=dict(position.spent),
        played=tuple(by_slug[slug] for slug, _ in played),
        privileged=position.privileged,
        agents=position.agents,
        devastated=tuple(by_slug[slug].id for slug in position.devastated),
        from_hand=position.at == "hand",
        idle=_idle(pieces),
        nature=instant.nature_of(by_slug[position.attacker]),
        alone=True,
        told=frozenset(by_slug[slug].id for slug in position.holds),
        uses={by_slug[slug].id: on for slug, on in (*played, *abilities) if is_used(by_slug[slug])},
    )


def _with_on(items: tuple[str, ...]) -> list[tuple[str, str]]:
    """Cards that are played or used, each with what stands behind its `+`."""
    return [(slug, on) for slug, _, on in (item.partition("+") for item in items)]


def _target_owner(position: Position) -> Owner:
    return "nobody" if position.at in (None, "hand") else "you" if position.at == 0 else "rival"


def _pieces(position: Position, by_slug: Mapping[str, Card]) -> dict[str, Piece]:
    """The cards that a position names, by slug, in the order in which they count.

    Where two words name one, the first says whose it is.
    """
    pieces: dict[str, Piece] = {}

    def lay(slug: str, owner: Owner, linked: str | None = None, alignments: tuple[str, ...] | None = None) -> None:
        if slug not in pieces:
            pieces[slug] = _piece(position, by_slug, slug, owner, linked, alignments)

    for slug, owner in _owned(position):
        lay(slug, owner)
    target_owner = _target_owner(position)
    for slug, on in (*position.link, *_with_on(position.play)):
        if on == AGAINST:
            lay(slug, "rival" if target_owner == "rival" else "third")
        elif not on and (is_used(by_slug[slug]) or by_slug[slug].sentences(t.SurgePlot)):
            lay(slug, "you")  # a +10 Plot that names no card helps none, and the Ledger says so
        elif on in pieces:
            lay(slug, pieces[on].owner, linked=on)
        elif on:
            lay(slug, "third" if target_owner == "nobody" else target_owner, alignments=(capitalized(on),))
    lying = {by_slug[slug].nwo: slug for slug in position.nwo}  # of each color the last one
    for slug in position.nwo:
        if slug in lying.values():
            lay(slug, "third")
    return pieces


def _owned(position: Position) -> Iterator[tuple[str, Owner]]:
    """The cards that players control, and who does; they may be named twice."""
    side: Owner = "you" if position.at == 0 else "rival"
    above_and_below = (*((position.under,) if position.under else ()), *position.over)
    whose: dict[str, Owner] = {
        **dict.fromkeys(position.others, "you"),
        **dict.fromkeys((*above_and_below, *position.rival), side),
        **dict.fromkeys(position.third, "third"),
    }
    if position.attacker != position.target:
        yield position.attacker, "you"
    yield from ((slug, whose.get(slug, "you")) for slug in position.aid if slug != position.target)
    yield from ((slug, "you") for slug in position.others)
    yield position.target, _target_owner(position)
    yield from ((slug, side) for slug in (position.under, *position.rival, *position.over) if slug)
    yield from (
        (slug, whose.get(slug, "rival" if _target_owner(position) == "rival" else "third"))
        for slug, _ in position.against
    )
    yield from ((slug, "third") for slug in position.third)


def _piece(
    position: Position,
    by_slug: Mapping[str, Card],
    slug: str,
    owner: Owner,
    linked: str | None,
    alignments: tuple[str, ...] | None,
) -> Piece:
    """A card as the position has it; `alignments` are those that count in place of its own."""
    card = by_slug[slug].beside() if linked else by_slug[slug]
    arrows = len(card.arrows_out)
    if slug == position.attacker:
        arrows = arrows if position.arrows is None else position.arrows
        if by_slug[position.target].rules("any side", "open side"):
            arrows += sum(side not in (*card.arrows_out, card.arrow_in) for side in SIDES)
    if alignments is None:
        alignments = dict(position.align).get(slug, card.alignments)
    if card.kind == "group":
        linked = dict(position.link).get(slug, linked)
    masters = {
        **dict(position.masters),
        **dict.fromkeys(position.over, position.target),
        position.target: position.under,
    }
    master = masters.get(slug)
    if slug in position.devastated:
        card = replace(card, attributes=(*card.attributes, DEVASTATED))
    return Piece(
        card,
        owner,
        alignments,
        arrows,
        dict(position.used).get(slug, 0),
        by_slug[master].id if master else None,
        by_slug[linked].id if linked else None,
        dict(position.power).get(slug),
    )


def without_effect(position: Position, cards: Iterable[Card], rules: Rules) -> tuple[Card, ...]:
    """The cards that a position plays, links or uses, or names as lying there and nowhere else, and without which the
    attack would come out the same.
    """
    cards = tuple(cards)
    by_slug = {card.slug: card for card in cards if card.game == position.game}
    found = _told(explain(attack_of(position, cards), rules))
    less = [
        *((item.partition("+")[0], replace(position, play=_but(position.play, item))) for item in position.play),
        *(
            (item.partition("+")[0], replace(position, ability=_but(position.ability, item)))
            for item in position.ability
        ),
        *((item[0], replace(position, link=_but(position.link, item))) for item in position.link),
    ]
    words = re.findall(r"[a-z0-9-]+", str(position))
    for lying in ("others", "rival", "third", "nwo"):
        items = getattr(position, lying)
        for item in items:
            without: dict[str, Any] = {lying: _but(items, item)}
            if words.count(item) == 1:
                less.append((item, replace(position, **without)))
    return tuple(by_slug[slug] for slug, rest in less if _told(explain(attack_of(rest, cards), rules)) == found)


def _but(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    return tuple(each for each in items if each != item)


def _told(ledger: Ledger) -> tuple[Any, ...]:
    """What a Ledger comes to, to be compared."""
    return (
        ledger.lines,
        [reason for reason in ledger.reasons if not reason.ok],
        ledger.ways,
        ledger.fixed_roll,
        ledger.outcomes,
    )


def _idle(pieces: Mapping[str, Piece]) -> dict[str, str]:
    """Why cards have no Action to spend."""
    by_id = {piece.card.id: piece for piece in pieces.values()}
    found = dict.fromkeys(paralyzed(pieces.values()), "paralyzed-idle")
    for piece in pieces.values():
        if piece.card.kind == "group" and piece.card.power and piece.power == 0:
            found[piece.card.id] = "powerless-idle"
        above: list[Piece] = []
        at: Piece | None = piece
        while at is not None and at not in above:
            above.append(at)
            at = by_id.get(at.master or "")
        if any(DEVASTATED in each.card.attributes for each in above):
            found[piece.card.id] = "devastated-idle"
    return found


class _Reader(LineReader):
    """Reads a position."""

    def read(self) -> Position:
        words = list(self._words())
        if len(words) < 3:
            self._short("an attack begins with the game, its kind and attacker>target")
            return Position("", "", "", "")
        (game_at, game), (kind_at, kind), (pair_at, pair), *rest = words
        games = sorted({card.game for card in self.cards})
        if game not in games:
            self._problem(game_at, "unknown-game", f"no game {game!r}", game, games)
        self.game = game
        self.known = {card.slug: card for card in self.cards if card.game == game}
        if kind not in KINDS:
            self._problem(kind_at, "unknown-kind", f"write control, neutralize or destroy, not {kind!r}", kind, KINDS)
        attacker, target = self._pair(pair_at, pair, (kind_at, kind))
        readers = {
            **dict.fromkeys((*_PURSES, "arrows"), self._number),
            "at": self._at,
            "aid": self._joining,
            "under": self._under,
            "over": self._several,
            **dict.fromkeys(("with", "rival", "third"), self._list),
            "against": lambda column, value: self._used(column, value, MOST_TIMES),
            "link": self._linked,
            "nwo": self._orders,
            "play": self._played,
            "ability": self._abilities,
            "used": self._used,
            "align": self._align,
            "agents": self._agents,
            "power": self._power,
            "devastated": self._places,
            "holds": self._holding,
        }
        said = self._values(rest, readers, _ORDER, "privileged")
        masters = said.pop("under", ())
        spent = {purse: said.pop(key, None) for key, purse in _PURSES.items()}
        position = Position(
            game,
            kind,
            attacker,
            target,
            others=said.pop("with", ()),
            under=next((slug for slug, on in masters if not on), None),
            masters=tuple((slug, on) for slug, on in masters if on),
            spent=tuple((purse, amount) for purse, amount in spent.items() if amount),
            **said,
        )
        self._consistent(position)
        if game in self.rules:
            self._counted(self.rules[game], (kind_at, kind), rest)
        return position

    def _pair(self, column: int, pair: str, kind: tuple[int, str]) -> tuple[str, str]:
        """Attacker and target, checked by what each may be in an attack of that kind."""
        attacker, arrow, target = pair.partition(">")
        if not arrow:
            self._problem(column, "no-target", "write attacker>target")
            return attacker, target
        there, plot = self._card(column, attacker, (*TAKING_PART, "plot")), self.known.get(attacker)
        by_plot = plot is not None and plot.kind == "plot"
        if there and by_plot:
            self._by_plot(column, self.known[attacker], kind)
        struck = self.known.get(target)
        like = by_plot and struck is not None and bool(struck.sentences(t.TargetLike))
        self._card(column + len(attacker) + 1, target, (*TAKING_PART, "resource") if like else TAKING_PART)
        return attacker, target

    def _by_plot(self, column: int, card: Card, kind: tuple[int, str]) -> None:
        if instant.nature_of(card) is None:
            self._problem(column, "wrong-kind-of-card", f"{card.name} does not attack")
        elif kind[1] != "destroy":
            self._problem(kind[0], "plot-destroys", f"{card.name} makes attacks to destroy", kind[1], ("destroy",))

    def _counted(self, rules: Rules, kind: tuple[int, str], words: list[tuple[int, str]]) -> None:
        """Whether the rules of the game ask for what the words say."""
        asked = rules.parts
        roles = {getattr(node, "role", None) for node in asked}
        counted = {
            "aid": "helper" in roles,
            **dict.fromkeys(("against", "over", "third", "link", "nwo", "ability"), "opponent" in roles),
            "play": "opponent" in roles or any(isinstance(node, t.Played) for node in asked),
            "used": any(isinstance(node, t.HasAttackLeft) for node in asked),
            **{key: t.Money(purse) in asked for key, purse in _PURSES.items()},
            **{word: source in rules.its.besides for word, source in _BESIDES.items()},
        }
        for column, word in words:
            key = word.partition("=")[0]
            if word in counted:
                key = word
            if not counted.get(key, True):
                said = f"{key if '=' in key else f'{key}='} doesn't count in {rules.game}"
                self._problem(column, "not-counted", f"{said}: nothing in an attack uses it")
        kinds = {each for node in asked if isinstance(node, (t.Term, t.Requirement)) for each in node.kinds}
        if kinds and kind[1] in KINDS and kind[1] not in kinds:
            self._problem(kind[0], "not-counted", f"{rules.game} has no attack to {kind[1]}")

    def _at(self, column: int, value: str) -> int | str | None:
        if value in ("own", "hand"):
            return 0 if value == "own" else value
        if value == "0":
            self._problem(column, "bad-number", "at starts from 1, directly under the Illuminati; or write at=own")
            return None
        return self._number(column, value)

    def _under(self, column: int, value: str) -> tuple[tuple[str, str], ...]:
        """Masters: the target's alone, those of other Groups behind them."""
        found: dict[str, tuple[str, str]] = {}
        for at, item in split(column, value):
            slug, plus, on = item.partition("+")
            if not self._card(at, slug, ("group",) if plus else TAKING_PART) or (
                plus and not self._card(at + len(slug) + 1, on, TAKING_PART)
            ):
                continue
            key = slug if plus else ""
            if key in found:
                self._problem(at, "card-twice", f"{slug} comes twice" if plus else "the target has one master")
            found.setdefault(key, (slug, on))
        return tuple(found.values())

    def _may_link(self, card: Card) -> bool:
        return super()._may_link(card) or (card.kind == "group" and said_of_links(card) is not None)

    def _several(self, column: int, value: str) -> tuple[str, ...]:
        return self._cards(column, value, TAKING_PART)

    def _joining(self, column: int, value: str) -> tuple[str, ...]:
        """Helpers, each once for each Action token; several where a rule of the game asks how many."""
        found: dict[str, int] = {}
        asked = self.game not in self.rules or t.Once("helper") in self.rules[self.game].parts
        for at, item in split(column, value):
            slug, star, times = item.partition("*")
            if self._card(at, slug, TAKING_PART):
                if slug in found:
                    self._problem(
                        at,
                        "card-twice",
                        (
                            f"{slug} comes twice; write {slug}*2 for two Action tokens"
                            if asked
                            else f"{slug} comes twice"
                        ),
                    )
                elif star and not asked:
                    self._problem(at + len(slug), "not-counted", f"a helper takes part once in {self.game}")
                found[slug] = (self._number(at + len(slug) + 1, times, MOST_TIMES) if star else 1) or 1
        return tuple(slug for slug, number in found.items() for _ in range(number))

    def _list(self, column: int, value: str) -> tuple[str, ...]:
        return self._cards(column, value, (*TAKING_PART, "resource"))

    def _orders(self, column: int, value: str) -> tuple[str, ...]:
        found = self._cards(column, value, ("plot",))
        for at, slug in split(column, value):
            if slug in found and self.known[slug].nwo is None:
                self._problem(at, "wrong-kind-of-card", f"{self.known[slug].name} is not a New World Order")
        return found

    def _played(self, column: int, value: str) -> tuple[str, ...]:
        """Specials alone; Plots alone, or with the card or the alignment that they are played for."""
        found: dict[str, str] = {}
        for at, item in split(column, value):
            slug, plus, on = item.partition("+")
            if not self._card(at, slug, ("special", "plot")):
                continue
            if slug in found:
                self._problem(at, "card-twice", f"{slug} comes twice")
            elif plus and self.known[slug].kind == "special":
                self._problem(at + len(slug) + 1, "wrong-kind-of-card", f"{self.known[slug].name} isn't put on cards")
            elif on == AGAINST:
                if self._for_either(at + len(slug) + 1, self.known[slug]):
                    found[slug] = item
            elif (
                not plus
                or capitalized(on) in alignments_in(self.known.values())
                or self._card(at + len(slug) + 1, on, TAKING_PART)
            ):
                found[slug] = item
        return tuple(found.values())

    def _abilities(self, column: int, value: str) -> tuple[str, ...]:
        """Cards of which an ability is used, where they have one."""
        found: dict[str, str] = {}
        for at, item in split(column, value):
            slug, plus, on = item.partition("+")
            if not self._card(at, slug, (*TAKING_PART, "resource")):
                continue
            card = self.known[slug]
            if slug in found:
                self._problem(at, "card-twice", f"{slug} comes twice")
            elif not is_used(card):
                self._problem(
                    at,
                    "no-ability",
                    f"{card.name} has no ability for ability=; alignments or Power that it gives are written"
                    " with align= or power=",
                )
            elif plus and on != AGAINST:
                self._problem(at + len(slug) + 1, "unknown-side", f"write {slug} or {slug}+{AGAINST}", on, (AGAINST,))
            elif not plus or self._for_either(at + len(slug) + 1, card):
                found[slug] = item
        return tuple(found.values())

    def _holding(self, column: int, value: str) -> tuple[str, ...]:
        """Cards that wait for something that only the players know."""
        found = self._cards(column, value, (*TAKING_PART, "resource", "plot"))
        for at, slug in split(column, value):
            if slug in found and waits(self.known[slug]) is None:
                self._problem(
                    at, "no-question", f"{self.known[slug].name} waits for nothing that only the players know"
                )
        return found

    def _for_either(self, column: int, card: Card) -> bool:
        if not helps_either(card):
            self._problem(column, "unknown-side", f"{card.name} doesn't let its player choose the side")
        return helps_either(card)

    def _used(self, column: int, value: str, most: int = MOST) -> tuple[tuple[str, int], ...]:
        found: dict[str, int] = {}
        for at, item in split(column, value):
            slug, star, times = item.partition("*")
            if self._card(at, slug, TAKING_PART):
                self._twice(at, slug, found)
                count = self._number(at + len(slug) + 1, times, most) if star else 1
                if count:
                    found[slug] = count
        return tuple(found.items())

    def _agents(self, column: int, value: str) -> tuple[str, ...]:
        found: list[str] = []
        for at, side in split(column, value):
            if side in AGENTS:
                self._twice(at, side, found)
                found.append(side)
            else:
                self._problem(
                    at, "unknown-side", f"agents are played for or against the attack, not {side!r}", side, AGENTS
                )
        return tuple(found)

    def _consistent(self, position: Position) -> None:
        """Each card stands in one place; what belongs to a controlled target needs one, and what is linked, a card that
        is there.
        """
        there = {*self._placed(position), position.under}
        if position.at in (None, "hand"):
            for key in ("rival", "under", "over"):
                if getattr(position, key):
                    self._problem(self.text.find(f"{key}=") + 1, "needs-at", f"{key}= needs at=, the target's distance")
        self._mastered(position, there)
        for key, slug, on in _laid(position):
            if on and on not in there and not (key == "play" and (on == AGAINST or on not in self.known)):
                self._problem(
                    self.text.rfind(f"+{on}") + 2, "not-there", f"{slug} is on {on}, but no word puts {on} in play"
                )
        said = {
            "ability": [slug for slug, _ in _with_on(position.ability)],
            "devastated": position.devastated,
            "holds": position.holds,
            "power": [slug for slug, _ in position.power],
        }
        for key, slugs in said.items():
            for slug in slugs:
                self._require_there(slug, key, there)

    def _placed(self, position: Position) -> Iterable[str]:
        """The cards that a word puts somewhere, each in one place.

        Helpers and opponents may be said to belong to others, and Groups link where they are.
        """
        place: dict[str, str] = {}
        for where, slug in _placing(position):
            group = where == "link" and slug in self.known and self.known[slug].kind == "group"
            if slug in place and slug in self.known and (place[slug], where) not in _TOGETHER and not group:
                self._problem(self.text.rfind(slug) + 1, "card-twice", f"{slug} is both {place[slug]} and {where}")
            place.setdefault(slug, where)
        return place

    def _mastered(self, position: Position, there: Container[str | None]) -> None:
        """Groups have one master each, that is not below them; both are there."""
        above = {**dict.fromkeys(position.over, position.target), position.target: position.under}
        for slug, on in position.masters:
            at = self.text.rfind(f"{slug}+{on}") + 1
            if slug == position.target:
                self._problem(at, "card-twice", f"{slug} is the target; write under={on}")
            elif slug in above:
                self._problem(at, "card-twice", f"{slug} is a puppet of {above[slug]} already")
            elif is_below(on, slug, above):
                self._problem(at, "under-itself", f"{slug} cannot be under {on}, which is {slug} itself or below it")
            else:
                above[slug] = on
            for each in (slug, on):
                self._require_there(each, "under", there)

    def _require_there(self, slug: str, key: str, there: Container[str | None]) -> None:
        if slug not in there:
            self._problem(
                self.text.rfind(slug) + 1,
                "not-there",
                f"{slug} is in {key}=, but no other word puts it in play",
            )


def _placing(position: Position) -> Iterator[tuple[str, str]]:
    """Which words put which cards somewhere, in the order in which they are taken."""
    pair = (position.attacker, position.target)
    yield "attacker", position.attacker
    if position.attacker != position.target:
        yield "target", position.target
    yield from (("aid", slug) for slug in dict.fromkeys(position.aid) if slug not in pair)
    yield from (("against", slug) for slug, _ in position.against if slug not in pair)
    for key, slugs in (
        ("with", position.others),
        ("over", position.over),
        ("rival", position.rival),
        ("third", position.third),
    ):
        yield from ((key, slug) for slug in slugs)
    yield from ((key, slug) for key, slug, _ in _laid(position))
    yield from (("nwo", slug) for slug in position.nwo)


def _laid(position: Position) -> list[tuple[str, str, str]]:
    """What may lie on another card: the word that says so, the card, and what it lies on."""
    return [
        *(("link", slug, on) for slug, on in position.link),
        *(("play", slug, on) for slug, on in _with_on(position.play)),
    ]


def is_below(card: str, other: str, above: Mapping[str, str | None]) -> bool:
    """Whether a card is another, or below it; `above` are masters. Ends for one that is below itself, too."""
    at: str | None = card
    for _ in above:
        at = at if at == other else above.get(at or "")
    return at == other


_TOGETHER = (
    ("aid", "rival"),
    ("aid", "third"),
    ("aid", "over"),
    ("against", "with"),
    ("against", "third"),
    ("against", "over"),
)
"""A role, and the word that says whose the card is that has it."""
