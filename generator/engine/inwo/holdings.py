"""What a player holds changes: cards are drawn, discarded, captured with what is linked to them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from types import MappingProxyType
from typing import Any

from generator.engine.inwo.table import PILES, SHARED_PILES, Held, Player, Table, Until
from generator.engine.record import Record
from generator.engine.structure import Fit
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace


def without(cards: tuple[str, ...], *gone: str) -> tuple[str, ...]:
    """These cards less others."""
    return tuple(card for card in cards if card not in gone)


def type_of(table: Table, card: str) -> str:
    """To which of the two decks a card belongs, `plot` or `group`: Illuminati are drawn as Plots are."""
    return "plot" if table.book[card].kind in ("plot", "illuminati") else "group"


def lift(table: Table, card: str) -> Table:
    """Take a card away from wherever it lies but a Power Structure; its links stay with it."""
    for player in table.players:
        fields = _less(player, (*PILES, "killed"), card)
        if any(held.card == card for held in player.plots):
            fields["plots"] = tuple(held for held in player.plots if held.card != card)
        if fields:
            table = table.with_player(player.name, **fields)
    shared = _less(table, (*SHARED_PILES, "face_down"), card)
    if card in table.under:
        shared["under"] = MappingProxyType({each: host for each, host in table.under.items() if each != card})
    if any(pair[0] == card for pair in table.seen):
        shared["seen"] = tuple(pair for pair in table.seen if pair[0] != card)
    return replace(table, **shared) if shared else table


def _less(owner: Player | Table, keys: Iterable[str], card: str) -> dict[str, Any]:
    """Those of these fields that hold a card, without it."""
    return {key: without(getattr(owner, key), card) for key in keys if card in getattr(owner, key)}


def to_resources(table: Table, card: str, player: str) -> Table:
    """A card goes among a player's Resources; its links stay with it."""
    table = lift(table, card)
    return table.with_player(player, resources=(*table.player(player).resources, card))


def wiped(table: Table, *cards: str, but: tuple[Until, ...] = ()) -> Table:
    """The table that remembers nothing of these cards, but for what holds so long (`wdh-remember-destroyed-wiped`)."""
    lasting = tuple(each for each in table.lasting if each.on not in cards or each.until in but)
    devastated = without(table.devastated, *cards)
    fallen = MappingProxyType({card: fall for card, fall in table.fallen.items() if card not in cards})
    same = (lasting, devastated, fallen) == (table.lasting, table.devastated, table.fallen)
    return table if same else replace(table, lasting=lasting, devastated=devastated, fallen=fallen)


def to_discard(table: Table, card: str, player: str) -> Table:
    """A card goes face up to its owner's discard pile, of SubGenius to that of all (`wdh-glos-discard`,
    `sg-setup-discard-piles`).

    A Plot comes off what it was linked to; Groups and Resources keep what is linked to them
    (`wdh-remember-hand-discard`).
    """
    table = lift(table, card)
    is_plot = table.book[card].kind == "plot"
    if is_plot:
        table = table.with_link(card, None)
    if table.shared:
        pile = "plot_discard" if is_plot else "group_discard"
        return replace(table, **{pile: (*getattr(table, pile), card)})  # type: ignore[arg-type]
    if table.book[card].kind == "group" and table.options.links_of_a_discarded_group == "gone":
        for each in table.linked_to(card):
            table = to_discard(table, each, player) if table.book[each].kind == "plot" else table.with_link(each, None)
    name = table.owners.get(card, player)
    return table.with_player(name, discard=(*table.player(name).discard, card))


def to_hand(table: Table, card: str, player: str, *, exposed: bool = False) -> Table:
    """A card goes to a player's hand; of SubGenius, Groups and Resources go to the uncontrolled area
    (`sg-hand-no-groups`).
    """
    table = lift(table, card)
    taker = table.player(player)
    if type_of(table, card) == "plot":
        table = table.with_link(card, None)
        return table.with_player(player, plots=(*taker.plots, Held(card, exposed)))
    if table.shared:
        return replace(table, uncontrolled=(*table.uncontrolled, card))
    return table.with_player(player, hand=(*taker.hand, card))


def goes(table: Table, player: str) -> str:
    """Where a Group of this player goes that loses its place, in words."""
    return "is uncontrolled" if table.shared else f"goes to the hand of {player}"


def to_deck(table: Table, card: str, player: str, depth: int | None = None, *, of_holder: bool = False) -> Table:
    """A card goes into its owner's deck, of SubGenius into that of all, so many cards below the top; without `depth` at
    the bottom. It is hidden from then on (`wdh-ret-where`, `wdh-exposed-until`). Where a card speaks of its owner, the
    deck is that of its holder (`faq-owner-means-controller`).
    """
    table = lift(table, card).with_tokens({card: 0})
    key = f"{type_of(table, card)}_deck"
    if key == "plot_deck":
        table = table.with_link(card, None)
    name = player if of_holder else table.owners.get(card, player)
    deck = getattr(table if table.shared else table.player(name), key)
    depth = len(deck) if depth is None else depth
    changed: dict[str, Any] = {key: (*deck[:depth], card, *deck[depth:])}
    return replace(table, **changed) if table.shared else table.with_player(name, **changed)


def is_immune_to_zap(table: Table, illuminati: str, sentence: t.Zap) -> bool:
    """Whether a Zap does nothing to this Illuminati: whoever becomes the Discordian Society is free of what it is
    immune to.
    """
    return sentence.rider == c.Named((table.name(illuminati),))


def zaps_on(table: Table, name: str) -> tuple[tuple[str, t.Zap], ...]:
    """The Zaps that lie on a player and have a hold on him, each with what it says."""
    own = table.player(name).illuminati
    found = ((card, clause.sentence) for card in table.linked_to(own) for clause in table.book[card].sentences(t.Zap))
    return tuple(
        (card, said) for card, said in found if isinstance(said, t.Zap) and not is_immune_to_zap(table, own, said)
    )


def barred_by(table: Table, zap: str) -> str:
    """What a refusal says of a Zap: its name, and what it does to its victim."""
    return (
        f"barred by {table.name(zap)}: {re.sub('^.*?(?=that rival)|,? until .*', '', table.book[zap].clauses[0].text)}"
    )


def zapped(table: Table, name: str, rule: c.ZapName) -> bool:
    """Whether a Zap lies on a player's Illuminati that says this of him (`wdh-zap-scope`)."""
    beside = table.linked_to(table.player(name).illuminati)
    return any(clause.sentence.rule == rule for card in beside for clause in table.book[card].sentences(t.Zap))


COPIED = "~99"
"""What stands behind the id of a Plot that is copied without being a card of its own."""


NO_PLOTS, NO_GROUPS = "no plots", "no groups"
"""In `turn.done`: the player whose turn it is draws no Plots, or no Group cards, in it for any reason."""


def draws_none(table: Table, player: str, what: str) -> bool:
    """Whether a card keeps a player from drawing Plots or Group cards for the rest of the turn (Unlucky 13, An Offer
    You Can't Refuse, Seize the Time).
    """
    banned = any(
        isinstance(each.sentence, t.MayNot) and each.sentence.deed == ("draw",) and each.player == player
        for each in table.lasting
    )
    return banned or ((NO_PLOTS if what == "plot" else NO_GROUPS) in table.turn.done and player == table.turn.player)


def draw(table: Table, player: str, what: str, count: int, record: Record) -> tuple[Table, tuple[str, ...]]:
    """Draw cards from the top of a deck (`plot` or `group`), as many as there are; also which they were."""
    drawn: list[str] = []
    what = drawn_from(table, player, what)
    exposed = what == "plot" and zapped(table, player, "exposed")
    count = 0 if draws_none(table, player, what) else count
    for _ in range(count):
        table = _reshuffled(table, what)
        deck = deck_of(table, player, what)
        if not deck:
            record.happen("the deck is empty", "wdh-plotget-empty-deck", "sg-setup-reshuffle")
            break
        drawn.append(deck[0])
        table = to_hand(table, deck[0], player, exposed=exposed)
    return table, tuple(drawn)


def drawn_from(table: Table, player: str, what: str) -> str:
    """From which deck (`plot` or `group`) the draw of such a card comes: a Zap makes every draw one of a Plot."""
    return "plot" if zapped(table, player, "Plots for Groups") else what


def deck_of(table: Table, player: str, what: str) -> tuple[str, ...]:
    """The deck that a player draws from, its top card first."""
    source = table if table.shared else table.player(player)
    return source.plot_deck if what == "plot" else source.group_deck


def _reshuffled(table: Table, what: str) -> Table:
    """An empty shared deck is made anew of its discards, which lie shuffled already (`sg-setup-reshuffle`)."""
    deck, pile = ("plot_deck", "plot_discard") if what == "plot" else ("group_deck", "group_discard")
    if table.shared and not getattr(table, deck) and getattr(table, pile):
        return replace(table, **{deck: getattr(table, pile), pile: ()})
    return table


def captured(table: Table, cards: tuple[str, ...], fit: Fit, loser: str | None, taker: str, record: Record) -> Table:
    """Groups change hands: they lose their tokens, what is linked to them goes along, what does not fit is discarded
    (`wdh-results-success-tokens`, `wdh-res-captured-with-group`, `wdh-results-success-overlap-discard`)."""
    if loser is not None:
        table = table.with_player(loser, structure=table.player(loser).structure.remove(cards[0]))
    table = table.with_player(taker, structure=fit.structure).with_tokens(dict.fromkeys(cards, 0))
    table = table.with_turn(captured=(*table.turn.captured, *cards))
    for card in cards:
        for each in table.linked_to(card):
            if table.book[each].kind == "resource" and loser is not None:
                table = to_resources(table, each, taker)
    for card in fit.lost:
        agreed = (
            table.options.cards_that_overlap == "always-uncontrolled"
            if table.shared
            else table.options.groups_that_do_not_fit == "always-hand"
        )
        if agreed:
            told = f"{table.name(card)} finds no place and {goes(table, loser or taker)}"
            record.happen(told, "wdh-move-overlap-lost", "sg-move-overlap-lost")
            table = to_hand(table, card, loser or taker)
            continue
        record.happen(
            f"{table.name(card)} finds no place and is discarded",
            "wdh-results-success-overlap-discard",
            "sg-success-overlap-discard",
        )
        table = to_discard(table, card, taker)
    return table
