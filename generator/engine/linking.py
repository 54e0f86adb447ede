"""What cards say of the cards that they are linked to, and whether a card of an attack may lie where a position says
that it lies.

On a table links are made, moved and lost (generator/engine/inwo/links.py). The twin in the browser is
site_templates/assets/linking.js.
"""

from __future__ import annotations

import typing
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from generator.engine.cards import HOLDS_NOW, WHILE_LINKED, Card, Clause, parts
from generator.engine.selecting import CHANGING, hushed, matches, met, settled, standing
from generator.engine.situation import Attack, Piece, Rules
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace


class Way(Struct, frozen=True):
    """A way in which a card may come to lie beside another: the clause that says so, and the selectors which that card
    must fit.
    """

    number: int
    clause: Clause
    selectors: tuple[Any, ...]


def said_of_links(card: Card) -> t.Links | None:
    """What a card says about its links, if it says so."""
    return next((clause.sentence for clause in card.clauses if isinstance(clause.sentence, t.Links)), None)


def needs_link(card: Card) -> bool:
    """Whether a Resource does nothing without the link that it asks for (`faq-resource-required-link-missing`)."""
    said = said_of_links(card)
    return card.kind == "resource" and said is not None and not said.free


def ways_to_link(card: Card) -> Iterator[Way]:
    """How a card may have come to where it lies: what its text says of links, and of a Plot what it may be played on
    (`faq-link-illegal-defined`, `faq-link-alignment-required-plots`)."""
    for number, clause in enumerate(card.clauses, 1):
        match clause.sentence:
            case t.Links(what):
                yield Way(number, clause, (what,))
            case t.PowerPlot(who) | t.Paralysis(who):
                yield Way(number, clause, (who,))
            case t.Ability(effects=effects, use=c.Use(plays=True)):
                found = tuple(filter(None, map(_host, parts(effects))))
                if found:
                    yield Way(number, clause, found[:1])


def _host(effect: Any) -> Any:
    """The card that an effect links its own to, or beside which that lies for a while."""
    match effect:
        case t.Act(verb="link", what=what):
            return what
    return effect.who if isinstance(effect, _LASTS) and effect.until in HOLDS_NOW else None


def _divided(card: Card) -> Iterator[Way]:
    """Where a Plot may lie that divides the card beside which it lies (Partition): that asks what the card was
    before.
    """
    for number, clause in enumerate(card.clauses, 1):
        match clause.sentence:
            case t.Ability(timing=t.OnDeed(what=t.Pick(of=of))) if c.Duplicate(played=True) in c.demands(of):
                yield Way(number, clause, (of,))


def at_all_times(chosen: Any, *now: c.Test) -> c.Test:
    """What a selector asks of a linked card at all times: not how many are chosen, whose it is, its numbers, and where
    it was when it was linked, unless that is among what it asks `now`.
    """
    match chosen:
        case t.Pick(_, of) | t.Some(of):
            return at_all_times(of, *now)
        case c.AnyOf(members):
            return c.AnyOf(tuple(at_all_times(each, *now) for each in members))
    parts = (at_all_times(part, *now) if isinstance(part, c.AnyOf) else part for part in c.demands(chosen))
    return c.every(
        *(
            part
            for part in parts
            if part in now
            or isinstance(part, _LASTING)
            or (isinstance(part, c.Not) and isinstance(part.such, _LASTING))
        )
    )


_LASTS = (
    t.StatChange,
    t.StatSet,
    t.StatEqual,
    t.Becomes,
    t.AlignmentsOf,
    t.ChangeAlignments,
    t.MoveTokens,
    t.MayNot,
    t.Immunity,
    t.Cannot,
    t.NoEffect,
    t.NoMasterBonus,
    t.AddsNothing,
    t.Borrow,
)
"""Effects that last for a while, for a card that they name."""
_LASTING = (c.Kind, c.Named, c.Trait, c.AnyOf, c.HasMaster, c.HasPuppet, c.SameStructure, *typing.get_args(c.Cards))
"""What a card is, and not where it is just now."""
_ON_NOBODYS: tuple[c.Test, ...] = (c.Belongs("nobody"), c.In("your hand"))
"""Where a target is that no player controls, which a position tells of a Plot that is played on it just now."""


def links_of(attack: Attack, seen: Attack, rules: Rules) -> Iterator[tuple[Piece, Way, bool]]:
    """The links of an attack of which no table tells, each with a way in which it may have come about and whether it
    may be: of several ways one that fits. A link of which the card says nothing is legal, and not told. `seen` is the
    attack as its cards make it.
    """
    for piece in attack.pieces:
        ways = (*ways_to_link(piece.card), *_divided(piece.card)) if piece.linked else ()
        if ways:
            before = seen
            if any(kind in piece.card.standing for kind in CHANGING):
                before = settled(
                    replace(
                        attack,
                        pieces=tuple(
                            replace(each, card=each.card.muted()) if each is piece else each for each in attack.pieces
                        ),
                    ),
                    rules,
                )
            now = _ON_NOBODYS if piece.card in attack.played else ()
            fitting = next((way for way in ways if _fits(way, piece, before, now)), None)
            yield piece, fitting or ways[0], fitting is not None


def without_lapsed(attack: Attack, rules: Rules) -> Attack:
    """The attack without what linked cards say whose link was legal and is illegal now by what came after it and holds
    for a while, or by the alignments that a position gives a card: such a link has no effect (`wdh-illlink-temporary`,
    `sg-link-permanent-temporarily-illegal`). Itself where there is none.
    """
    if not any(piece.linked for piece in attack.pieces) or not any(map(_is_changed, attack.pieces)):
        return attack
    for piece, _, legal in links_of(attack, settled(attack, rules), rules):
        before = attack if legal else _as_linked(piece, attack)
        if before is not attack and any(
            each.card.id == piece.card.id and was_legal
            for each, _, was_legal in links_of(before, settled(before, rules), rules)
        ):
            muted = replace(piece, card=piece.card.muted())
            left = tuple(muted if each is piece else each for each in attack.pieces)
            return without_lapsed(replace(attack, pieces=left), rules)
    return attack


def _is_changed(piece: Piece) -> bool:
    """Whether a position gives a Group other alignments, or a Plot changes a card until some time, and not for good
    (`sg-glo-temporary-change`).
    """
    if piece.card.kind == "group":
        return piece.alignments != piece.card.alignments
    return any(
        isinstance(effect, _LASTS) and effect.until in HOLDS_NOW and effect.until not in (WHILE_LINKED, "gone")
        for clause in piece.card.clauses
        if isinstance(clause.sentence, t.Ability) and clause.sentence.use.plays
        for effect in parts(clause.sentence.effects)
    )


def _as_linked(linked: Piece, attack: Attack) -> Attack:
    """The attack as its cards were when one of them was linked: without what came later and holds for a while."""

    def then(at: int, piece: Piece) -> Piece:
        if piece.card.kind == "group":
            return piece if linked.card in attack.played else replace(piece, alignments=piece.card.alignments)
        later = at > attack.pieces.index(linked) and _is_changed(piece)
        return replace(piece, card=piece.card.muted()) if later else piece

    return replace(attack, pieces=tuple(then(at, piece) for at, piece in enumerate(attack.pieces)))


def paralyzed(pieces: Iterable[Piece]) -> frozenset[str]:
    """The Groups on which a Paralysis card lies (`wdh-paralyze-no-tokens`)."""
    return frozenset(piece.linked for piece in pieces if piece.linked and piece.card.sentences(t.Paralysis))


def without_paralyzed(attack: Attack) -> Attack:
    """The attack without the abilities of paralyzed Groups, which keep what they are instructed to be, and without what
    Resources linked to them say (`wdh-paralyze-no-abilities`, `wdh-rabil-linked-nullify`); itself where none is.
    """
    struck = paralyzed(attack.pieces)

    def left(piece: Piece) -> Piece:
        if piece.card.id in struck:
            return replace(piece, card=hushed(piece.card))
        return (
            replace(piece, card=piece.card.muted())
            if piece.card.kind == "resource" and piece.linked in struck
            else piece
        )

    return replace(attack, pieces=tuple(map(left, attack.pieces))) if struck else attack


def without_forbidden(attack: Attack, rules: Rules) -> Attack:
    """The attack without the abilities of cards of which another card says that they cannot use any (World Hunger and
    Green Groups), as the cards are now; itself where none says so.
    """
    if not any(True for _ in _bans_on_abilities(attack)):
        return attack
    seen = settled(attack, rules)
    bans = tuple(_bans_on_abilities(seen))

    def left(piece: Piece, now: Piece) -> Piece:
        struck = any(matches(ban.who, now, seen, speaker) and met(ban.while_, seen, speaker) for speaker, ban in bans)
        return replace(piece, card=hushed(piece.card)) if struck else piece

    return replace(attack, pieces=tuple(map(left, attack.pieces, seen.pieces)))


def _bans_on_abilities(attack: Attack) -> Iterator[tuple[Piece, t.MayNot]]:
    for speaker in attack.speakers(t.MayNot):
        for _, _, ban in standing(speaker, t.MayNot):
            if "use abilities" in ban.deed and not isinstance(ban.who, str | None):
                yield speaker, ban


def _fits(way: Way, piece: Piece, before: Attack, now: tuple[c.Test, ...]) -> bool:
    """Whether the card beside which one lies is as that asks at all times, and `now`, as everything but the card itself
    makes it (`wdh-illlink-definition`).
    """
    assert piece.linked is not None
    host = before.piece(piece.linked)
    if piece.card.kind == "resource" and host.card.kind == "illuminati" and not needs_link(piece.card):
        return True
    selectors = (at_all_times(each, *now) for each in way.selectors)
    return all(
        isinstance(each, c.Cards) or matches(each, host, before, before.piece(piece.card.id)) for each in selectors
    )
