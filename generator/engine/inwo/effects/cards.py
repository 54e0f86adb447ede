"""Effects on cards that are not in play: draws, discards, what is shown, taken and put somewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import Any

from generator.engine.inwo import (
    board,
    combat,
    destruction,
    entering,
    hands,
    happenings,
    holdings,
    immunity,
    moving,
    victory,
)
from generator.engine.inwo.effects.step import Effects, Step, former_master
from generator.engine.inwo.plays import Buy, PlayAgents
from generator.engine.inwo.table import Entry, Held, Player, Table
from generator.engine.record import Record
from generator.engine.structure import Structure
from generator.language import nodes
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace

_ATTACKERS = c.Role("attackers")
_HIS = c.Belongs("that rival")
_INSTEAD = c.Due("Plot", instead=True)
_LYING = (c.Family("nwo"), c.Family("zap"), c.Family("paralysis"), c.Family("freeze"), c.Family("agents"))
"""Plots that lie on the table and in no hand, unless a sentence speaks of a hand."""
_FAMILIES: dict[str, type] = {
    "zap": t.Zap,
    "paralysis": t.Paralysis,
    "freeze": t.Freeze,
    "disaster": t.Disaster,
    "assassination": t.Assassination,
}
"""Families of Plots by what their cards say."""


# --- which cards ------------------------------------------------------------------------------------------------------


def rival(table: Table, step: Step) -> str:
    """The rival that a use is about: the one named, the one whose card is named, or the only one."""
    if step.play.whom is None:
        owners = (board.player_of(table, card) for card in (*step.play.take, *step.play.on))
        found = next((owner.name for owner in owners if owner is not None and owner.name != step.player), None)
        step.play = replace(step.play, whom=found)
    return step.rival(table)


def is_such(table: Table, card: str, such: c.CardWord | c.Test, step: Step) -> bool:
    """Whether a card that is not in play is what a sentence calls it, by what is printed on it.

    Raises TypeError for what is asked of cards in play.
    """
    printed = table.book[card]
    match such:
        case c.Anything():
            return True
        case c.Kind(kinds):
            return printed.kind in kinds
        case c.Family("agents"):
            return printed.kind == "illuminati"
        case c.Family("goal"):
            return printed.subtype == "goal"
        case c.Family("nwo"):
            return printed.nwo is not None
        case c.Family(name):
            return bool(printed.sentences(_FAMILIES[name]))
        case c.Copy():
            return table.name(card) in (step.play.choose or [*map(table.name, step.play.on)])
    raise TypeError(such)


def _hand(player: Player, state: str | None) -> tuple[str, ...]:
    """The cards in a hand, of the Plots those that are hidden or exposed, as asked."""
    plots = [held.card for held in player.plots if state is None or held.exposed == (state == "exposed")]
    return (*plots, *player.hand)


def _state(cards: t.Cards) -> str | None:
    return next((word for word in ("hidden", "exposed") if word in (cards.state or "")), None)


def _lying(table: Table, cards: t.Cards, step: Step) -> tuple[str, ...]:
    """Plots that lie on the table: New World Orders, Zaps and Paralysis cards by where they lie, Freezes, agents."""
    me = table.player(step.player)
    match cards.what:
        case c.Family("nwo"):
            return table.nwos
        case c.Family("agents"):
            name = table.name(me.illuminati)
            lying = tuple(card for player in table.seated for card in player.agents)
            return tuple(card for card in lying if table.name(card) == name) if cards.place else lying
        case c.Family("freeze"):
            frozen = [each for each in table.lasting if table.book[each.source].sentences(t.Freeze)]
            strikes = [
                each
                for each in frozen
                if any(board.fits(table, each.sentence.who, card, each.source, each.player) for card in me.controlled)
            ]
            return tuple(dict.fromkeys(each.source for each in (strikes if cards.place else frozen)))
    found = [card for card in table.links if is_such(table, card, cards.what, step)]
    match cards.place:
        case (c.Pile("you" | "any player" as whose, "table"),):
            owner = me if whose == "you" else table.player(step.play.whom or step.player)
            found = [card for card in found if table.links[card] in owner.controlled]
    return tuple(found)


def _holders(table: Table, holder: c.Holder, step: Step, actor: str) -> tuple[str, ...]:
    """The players whose hands are meant."""
    everybody = tuple(player.name for player in table.seated)
    match holder:
        case "you":
            return (step.player,)
        case "they":
            return (rival(table, step) if actor == step.player else actor,)
        case "that rival":
            return (rival(table, step),)
        case "each rival":
            return step.rivals(table)
        case "any player":
            if step.play.whom not in (None, step.player):
                step.require_open(table, step.play.whom)
            return (step.play.whom,) if step.play.whom else everybody
    raise TypeError(holder)


def _deck_owner(table: Table, pile: c.Pile, kind: str, step: Step, actor: str) -> str:
    if pile.holder == "another rival":
        others = (player.name for player in table.seated if player.name not in (step.player, rival(table, step)))
        return next(others, step.player)
    names = _holders(table, pile.holder, step, actor)
    step.ask(len(names) == 1, "name in `whom` the player whose deck it is")
    return names[0]


def _deck_kind(such: c.CardWord, pile: c.Pile | None, step: Step) -> str:
    """Which deck: the one that the pile or the kind of card says, else the one that the player chooses."""
    if pile is not None and pile.name != "deck":
        return pile.name.removesuffix(" deck")
    named = step.start is not None and any(
        step.start.zone(card)[0] == "group deck" for card in (*step.play.discard, *step.play.take)
    )
    any_plot = such == c.ANY and not named and "group" not in step.play.choose
    return "plot" if any_plot or such in (c.PLOT, c.Family("goal")) else "group"


def _deck(cards: t.Cards) -> c.Pile | None:
    """The one deck from which a sentence takes cards."""
    match cards.place:
        case (c.Pile(name="deck" | "plot deck" | "group deck") as pile,):
            return pile
    return None


def _in_order(cards: t.Cards) -> bool:
    """Whether the cards come off a deck in its order: nobody chooses among them."""
    pile = _deck(cards)
    return pile is not None and pile.end is not None


def _in_deck(table: Table, cards: t.Cards, step: Step, actor: str) -> tuple[str, ...]:
    """The cards of a deck from the end at which they are taken; where they are chosen, those that the sentence
    means.
    """
    pile = _deck(cards)
    kind = _deck_kind(cards.what, pile, step)
    if pile == _ANY_DECK:
        return _next_deck(table, step)
    found = holdings.deck_of(table, actor if pile is None else _deck_owner(table, pile, kind, step, actor), kind)
    end = "top" if pile is None else pile.end
    if end == "bottom" or (end == "either" and "bottom" in step.play.choose):
        found = tuple(reversed(found))
    return tuple(card for card in found if end is not None or is_such(table, card, cards.what, step))


def _decks_beside(table: Table, cards: t.Cards, step: Step) -> Iterator[tuple[str, ...]]:
    """The own decks from the top of which cards may come instead of from the hand."""
    for pile in (cards.place or ())[1:]:
        for kind in (
            ("plot", "group") if pile.name == "deck" and cards.what == c.ANY else (_deck_kind(cards.what, pile, step),)
        ):
            yield holdings.deck_of(table, step.player, kind)


_ANY_DECK = c.Pile("any player", "deck", "top")


def _next_deck(table: Table, step: Step) -> tuple[str, ...]:
    """The deck at which an ability looks next, of those whose top cards the play names (`take`): each once (X-Ray
    Specs).
    """
    named = [
        deck
        for card in step.play.take
        for deck in _decks(table)
        if card in deck and not set(step.looked).intersection(deck)
    ]
    step.ask(
        bool(named), "name in `take` the top cards of the deck, or of each of two different decks, at which you look"
    )
    return _open(table, named[0], step) if named else ()


def _open(table: Table, cards: tuple[str, ...], step: Step) -> tuple[str, ...]:
    """These cards; stops the play where one is in the hand, a deck or the discard pile of a rival who is immune to the
    card that is used (EPA with X-Ray Specs, Wargamers made Straight, Discordian Society).
    """
    for zone, name, there in table.zones():
        if zone in _HELD and name not in ("", step.player) and not set(there).isdisjoint(cards):
            step.require_open(table, name)
    return cards


_HELD = ("plots", "hand", "plot deck", "group deck", "discard pile")


def _decks(table: Table) -> list[tuple[str, ...]]:
    """All decks with cards left."""
    decks = [deck for player in table.seated for deck in (player.plot_deck, player.group_deck)]
    return [deck for deck in (*decks, table.plot_deck, table.group_deck) if deck]


def pool(table: Table, cards: t.Cards, step: Step, actor: str) -> tuple[str, ...]:
    """The cards among which a sentence chooses, those of a deck from its top."""
    hand = bool(cards.place and cards.place[0] == c.Pile("you", "hand"))
    if cards.what in _LYING and not hand:
        return _lying(table, cards, step)
    if _deck(cards) is not None:
        return _in_deck(table, cards, step, actor)
    pile = cards.place[0] if cards.place else None
    match pile:
        case c.Pile(name="uncontrolled"):
            return table.uncontrolled
        case c.Pile(name="under"):
            return tuple(card for card, host in table.under.items() if host == step.play.card)
        case c.Pile("you", "found"):
            return tuple(
                card
                for card in step.play.take
                if table.player(step.player).holds(card)
                and step.start
                and not step.start.player(step.player).holds(card)
            )
        case c.Pile("they", "found"):
            return tuple(card for card in step.found or step.looked if is_such(table, card, cards.what, step))
        case c.Pile(name="type paid with"):
            return _same_type(table, step, actor)
        case None if cards.state == "exposed" and actor == step.player:
            owners = tuple(player.name for player in table.seated)
        case None:
            owners = (actor,)
        case _:
            owners = _holders(table, pile.holder, step, actor)
    found = [card for name in owners for card in _hand(table.player(name), _state(cards))]
    if pile != c.Pile("you", "hand") and _state(cards) == "hidden":
        found += [card for name in owners for card in hands.kept_under(table, name)]
    left = (
        step.play.card,
        *((step.event.card,) if step.event and isinstance(getattr(step.sentence, "timing", None), t.OnCard) else ()),
    )
    such = tuple(
        card
        for card in found
        if is_such(table, card, cards.what, step) and not (cards.state == "other" and card in left)
    )
    there = tuple(card for card in such if card not in victory.shown(table, step.player))
    if cards.count and not there:
        victory.require_untouched(table, step.play, step.record, such)
        step.record.stop_if_illegal()
    return there


def _same_type(table: Table, step: Step, actor: str) -> tuple[str, ...]:
    """The cards of a player that are of the type of those with which he has just paid: where those came out of the
    hand, first what is left there, then his deck; where they came off a deck, that deck alone.
    """
    paid = [each for each in happenings.just(table, "pays") if each.card is not None]
    step.many = len(paid)
    found: list[str] = []
    for each in paid:
        kind = holdings.type_of(table, each.card or "")
        if each.before.player(actor).holds(each.card):
            found += [card for card in _hand(table.player(actor), None) if holdings.type_of(table, card) == kind]
        found += holdings.deck_of(table, actor, kind)
    return tuple(dict.fromkeys(found))


def _as_paid(table: Table, found: list[str], count: int) -> tuple[str, ...]:
    """The first so many of these cards; where a rival has paid with several, as many of each type as he paid with. His
    hand loses no more than for what came out of it.
    """
    paid = [each for each in happenings.just(table, "pays") if each.card is not None]
    types = [(holdings.type_of(table, each.card or ""), each.before.holder(each.card) is not None) for each in paid]
    chosen: tuple[str, ...] = ()
    for kind in dict.fromkeys(kind for kind, _ in types):
        many, own = (sum(each in kinds for each in types) for kinds in (((kind, True), (kind, False)), ((kind, True),)))
        many, own = (many, own) if len(types) > 1 else (count, own * count)
        such = [card for card in found if holdings.type_of(table, card) == kind]
        held = [card for card in such if table.holder(card) is not None][:own]
        chosen += (*held, *[card for card in such if table.holder(card) is None][: many - len(held)])
    return chosen


def _number(cards: t.Cards, there: tuple[str, ...], step: Step, times: int) -> int | None:
    """How many cards; None for as many as the player names."""
    match cards.quantity:
        case None if cards.state == "fewer":
            return max(0, step.many - (cards.count or 0))
        case None:
            return None if cards.up_to else (cards.count or 0) * times
        case "all" | "rest":
            return len(there)
        case "half":
            return -(-len(there) // 2)
        case "as many" | "that many":
            return step.many
        case "but one":
            return len(there) - 1
    return None


def select(
    table: Table, cards: t.Cards, there: tuple[str, ...], step: Step, times: int = 1, *, free: bool = False
) -> tuple[str, ...]:
    """The cards that are meant among those that are there: those that the play names, chance and decks in their order
    for the rest.
    """
    if step.says("no Goal"):
        there = tuple(card for card in there if table.book[card].subtype != "goal")
    count = _number(cards, there, step, times)
    for card in step.play.take if cards.state == "exposed" else ():
        holder = table.holder(card)
        step.require(
            holder is None or holder.name == step.player or Held(card) not in holder.plots,
            f"{table.name(card)} is exposed",
            about=card,
        )
    again = cards.place == (c.Pile("you", "found"),)  # of what one took those that are named once more
    first = step.play.on if step.looked else ()  # what is done after a look, with which cards
    mine = dict.fromkeys((*first, *step.play.take, *step.play.on, *step.play.discard))
    named = [
        card for card in mine if card in there and (step.play.take.count(card) > 1 if again else card not in step.used)
    ]
    many = step.play.amount if _in_order(cards) and step.play.amount is not None else len(named)
    if count is None and cards.count is not None:
        step.require(many <= cards.count, f"at most {cards.count} of them")
    if count is None and _in_order(cards):
        step.require(many <= len(there), f"`amount` is no more than there are cards: {len(there)}")
        chosen = there[:many]
        step.require(set(named) <= set(chosen), "the top cards of the deck")
    elif count is None:
        others = [] if named or again else _strangers(table, cards, there, step)
        step.require(not others, step.may(table, f"take {', '.join(map(table.name, others))}"))
        chosen = tuple(named)
    elif cards.place and cards.place[0].name == "type paid with":
        chosen = _as_paid(table, [*named, *(card for card in there if card not in named)], count)
    elif _in_order(cards):
        chosen = there[:count]
    else:
        left = [card for card in there if card not in named and card not in step.used]
        strangers = _strangers(table, cards, there, step)
        alone = sum(isinstance(node, t.Cards) for node in nodes(step.sentence)) == 1
        random = "random" in (cards.state or "")
        missing = strangers and (random or (alone and len(named) < count))
        step.require(not missing, step.may(table, f"take {', '.join(map(table.name, strangers))}"))
        by_chance = free or random or len(left) + len(named) <= count
        text = f"say in `take` which card{'s' * (count > 1)}"
        text = f"say which {count} cards; you name {len(named)}" if named else text
        text = step.may(table, f"take {', '.join(map(table.name, strangers))}") if strangers else text
        step.ask(by_chance or len(named) >= count, text)
        chosen = tuple([*named, *left][:count])
    if cards.quantity == "as many" and cards.place == (c.Pile("you", "hand"),):
        step.require(len(chosen) == count, f"{count} cards are asked for; there are {len(chosen)}")
    if cards.quantity != "all":  # of all, one may be meant once more
        step.used.update(chosen)
    step.found, step.many, step.sought = chosen, len(chosen), True
    return _open(table, chosen, step)


def _strangers(table: Table, cards: t.Cards, there: tuple[str, ...], step: Step) -> list[str]:
    """The cards that a play names for a sentence and that are not among those that it may mean: a Plot that is named is
    meant for Plots.
    """
    of_plots = cards.what == c.PLOT or isinstance(cards.what, c.Family)
    plots = [card for card in step.play.on if table.book[card].kind == "plot"] if of_plots else []
    return [card for card in (*step.play.take, *plots) if card not in there and card not in step.used]


def _chosen_decks(table: Table, step: Step, many: int) -> tuple[tuple[str, ...], ...]:
    """So many decks: those of which the play names cards (`take`), or all where there are no more."""
    decks = _decks(table)
    named = [deck for deck in decks if set(step.play.take).intersection(deck)]
    chosen = named if len(decks) > many else decks
    step.ask(len(chosen) == min(many, len(decks)), f"name the top cards of {many} decks in `take`")
    _open(table, tuple(card for deck in chosen for card in deck), step)
    return tuple(chosen)


def meant(table: Table, what: Any, step: Step, actor: str, times: int = 1) -> tuple[str, ...]:
    """The cards that a sentence means, wherever they are."""
    match what:
        case t.Cards(place=(c.Pile("each rival", "hand"),), state="top"):
            step.require(
                not (step.play.take or step.play.on),
                "you name no card of a deck; from one rival alone you take with `whom`",
            )
            decks = [
                holdings.deck_of(table, name, _deck_kind(what.what, None, step))
                for name in (step.rivals(table) if step.play.whom is None else (step.rival(table),))
                if not immunity.whole_structure(table, name, step.play.card, step.player)
            ]
            step.found = tuple(dict.fromkeys(card for deck in decks for card in deck[: what.count]))
            step.many = len(step.found)
            return step.found
        case t.Cards(place=(c.Pile(name="deck"), c.Pile(name="deck")), count=int() as count):
            step.found = tuple(card for deck in _chosen_decks(table, step, 2) for card in deck[:count])
            step.many = len(step.found)
            return step.found
        case t.Cards():
            there = (
                *pool(table, what, step, actor),
                *(card for deck in _decks_beside(table, what, step) for card in deck[: what.count]),
            )
            if not what.place and what.quantity == "rest":
                there = step.looked
            return select(table, what, there, step, times)
        case t.That("found"):
            return step.found
        case t.That("agents"):
            names = {table.name(card) for card in (*step.found, *step.play.take, *step.play.on)}
            return tuple(card for card in table.player(step.player).agents if table.name(card) in names)
        case t.That() | c.Spoken("card" | "group" | "resource" | "personality"):
            return _open(table, _that(table, what, step), step)
        case c.Named(names):
            named = tuple(card for card in (*step.play.take, *step.play.on) if table.name(card) in names)
            return named or tuple(card for card in table.book if table.name(card) in names)[:1]
        case t.Pick(count, of) if _HIS in c.demands(of):
            such = c.without(of, _HIS)
            theirs = [card for card in table.player(actor).controlled if step.fits(table, such, card)]
            chosen = tuple(card for card in step.play.on if card in theirs)[:count]
            alone = step.play.whom == actor or len(step.rivals(table)) == 1
            others = [table.name(card) for card in step.play.on if alone and not chosen]
            step.require(not others, step.may(table, f"be used on {', '.join(others)} of {actor}"))
            step.ask(len(chosen) == min(count, len(theirs)), f"say which of {actor}'s cards")
            return chosen
    return step.targets(table, what)


def _that(table: Table, what: Any, step: Step) -> tuple[str, ...]:
    """The card that was spoken of: the one that is canceled, that an effect just found, or to which happened what the
    use answers.
    """
    if step.play.cancels and any(isinstance(node, t.Cancel) for node in nodes(step.sentence)):
        return (step.play.cancels,)
    named = (*step.play.on[:1], *step.play.take[:1])
    if step.found and what != c.Spoken("group"):
        return step.found[:1]
    if step.event is not None and step.event.card is not None and step.event.kind != "tokens":
        since = table.recent if step.event.kind == "draws" else 0  # what is drawn is taken at once or not at all
        happened = (each for each in table.happened[since:] if each.kind == step.event.kind)
        there = {
            each.card
            for each in happened
            if happenings.means(table, step.sentence.timing, each, step.play.card, step.player)
        } | {step.event.card}
        # What was taken up again is not there.
        there -= {each for each in there if each and step.event.kind in ("discards", "played") and table.holder(each)}
        text = f"{table.name(step.play.card)} can be used on {table.name(named[0])}" if named else ""
        step.require(not named or named[0] in there, text)
        return named[:1] or (step.event.card,)
    if step.sought and not step.found and (not named or isinstance(what, t.That)):
        return ()
    step.ask(bool(named or step.found), "say which card")
    return (*named, *step.found)[:1]


def _taken_out(table: Table, card: str, step: Step) -> Table:
    """A card leaves the place where it lies, in play or not; an Illuminati card in play stays."""
    owner, attack = table.owner(card), table.attack
    step.require(owner is None or card != owner.illuminati, f"{table.name(card)} can be taken away", about=card)
    if attack is not None and any(each.card == card for each in attack.played):
        table = table.with_attack(played=tuple(each for each in attack.played if each.card != card))
    table = destruction.out_of_structure(table, card, step.record)
    return holdings.lift(table.with_tokens({card: 0}) if card in table.tokens else table, card)


def _times(table: Table, per: Any, most: int | None, step: Step) -> int:
    """How often something happens that happens for each of some things."""
    match per:
        case None:
            return 1
        case t.Each(of):
            side, ways = step.attack(table), c.demands(of)
            if _ATTACKERS in ways and side is not None:  # who fell with the attack took part in it
                then, such = (
                    step.event.before if step.event else table,
                    c.every(*(part for part in ways if part != _ATTACKERS)),
                )
                count = sum(
                    board.fits(then, such, card, step.play.card, step.player)
                    for card in {side.attacker, *(join.card for join in side.joined)}
                    if card
                )
            else:
                count = len(
                    [card for player in table.seated for card in player.controlled if step.fits(table, of, card)]
                )
        case t.Thing("Power"):
            spoken = step.play.on[0] if step.play.on else step.play.card
            ended = step.event is not None and step.event.card == spoken  # it had its Power while it was in play
            count = board.number(step.event.before if step.event is not None and ended else table, spoken, "Power")
        case _:
            count = step.many
    return count if most is None else min(count, most)


# --- what becomes of them ---------------------------------------------------------------------------------------------


def access(table: Table, cards: tuple[str, ...], step: Step) -> Table:
    """Rivals whose cards are looked at or taken keep them where they are (`wdh-throw-no-dodge`)."""
    names = []
    for card in cards:
        holder = table.holder(card)
        zone, name = table.zone(card)
        names.append(holder.name if holder else name if zone in ("plot deck", "group deck") else "")
    found = tuple(dict.fromkeys(name for name in names if name and name != step.player))
    return replace(table, accessed=(*table.accessed, *found))


def _draw(table: Table, cards: tuple[str, ...], player: str, step: Step) -> Table:
    """Cards come to a hand; with `amount` only the first of them, and the others follow (`wdh-disc-not-mid-draw`)."""
    cards = tuple(card for card in cards if not holdings.draws_none(table, player, holdings.type_of(table, card)))
    now = cards if step.play.amount is None or step.many != len(cards) else cards[: step.play.amount]
    for card in cards[len(now) :]:
        table = replace(
            table, drawing=(*table.drawing, (player, holdings.type_of(table, card), table.zone(card)[1] or player))
        )
    for card in now:
        zone, loser = table.zone(card)
        table = holdings.to_hand(
            table, card, player, exposed=zone == "plot deck" and holdings.zapped(table, player, "exposed")
        )
        if loser not in ("", player):
            table = hands.reveal(table, (card,), loser)
        if table.shared and holdings.type_of(table, card) == "group" and player == table.turn.player:
            table = table.with_turn(shown=(*table.turn.shown, card))
    step.happen(f"{player} draws {len(now)} card{'s' if len(now) != 1 else ''}")
    return table


def _discard(table: Table, cards: tuple[str, ...], player: str, step: Step, *, unseen: bool = False) -> Table:
    kept = {
        card: "removed"
        for card in cards
        if card in table.nwos and board.spared(table, card, "removed", player) is not None
    }
    kept |= {card: "discarded" for card in cards if hands.bound(table, card, "discarded")}
    for card, deed in kept.items():
        step.happen(f"{table.name(card)} cannot be {deed}", "wdh-meta-cannot-beats", "sg-meta-cannot-beats-can")
    named, cards = cards, tuple(card for card in cards if card not in kept)
    step.many = max(0, step.many - len(named) + len(cards))  # what stays is not counted as discarded
    if not named:
        step.happen(f"{player} need not discard anything")
    for card in cards:
        owner = board.player_of(table, card)
        step.happen(f"{'A card' if unseen else table.name(card)} is discarded")
        table = holdings.to_discard(
            _taken_out(table, card, step), card, owner.name if owner else table.owners.get(card, player)
        )
        table = table.with_link(card, None) if table.book[card].kind == "resource" else table
        if unseen and table.options.discards_face_down == "card-decides":
            table = replace(table, face_down=(*table.face_down, card))
    return table


def _expose(table: Table, cards: tuple[str, ...], player: str, step: Step) -> Table:
    table = access(table, cards, step)
    if not cards:
        step.happen("no hidden Plot is there to be exposed")
    for card in cards:
        # The conflict `plot-under-a-paralyzed-group`.
        spared = card in table.under or board.spared(table, card, "exposed", player) is not None
        step.happen("a Plot can't be exposed" if spared else f"{table.name(card)} is exposed")
        table = table if spared else hands.flip(table, card, exposed=True)
    return table


def _hide(table: Table, cards: tuple[str, ...], player: str, step: Step) -> Table:
    cards = tuple(card for card in cards if not hands.bound(table, card, "hidden"))
    for card in cards:
        table = hands.flip(table, card, exposed=False)
    if cards:
        step.happen(f"{len(cards)} Plot{'s are' if len(cards) != 1 else ' is'} hidden")
    return table


def _look(table: Table, cards: tuple[str, ...], player: str, step: Step) -> Table:
    step.looked = cards
    step.used.difference_update(cards)
    step.happen(f"{step.player} looks at {len(cards)} card{'s' if len(cards) != 1 else ''}")
    return hands.reveal(access(table, cards, step), cards, step.player)


def _show(table: Table, cards: tuple[str, ...], player: str, step: Step) -> Table:
    step.used.difference_update(cards)
    table = access(table, cards, step)
    step.happen(f"{', '.join(map(table.name, cards))} shown to all")
    for each in table.seated:
        table = hands.reveal(table, cards, each.name)
    return table


def _take(table: Table, cards: tuple[str, ...], player: str, step: Step, deed: str = "stolen") -> Table:
    """Cards change hands, hidden or exposed as before. One that stays in its hand for good can't be chosen.

    The loser may see them (`wdh-meta-see-stolen`, `faq-stolen-undrawn-cards-shown`).
    """
    table = access(table, cards, step)
    for card in (*step.play.take, *step.play.on):
        chosen = card in cards and hands.bound(table, card, deed)
        step.require(not chosen, f"{table.name(card)} can be {deed}", "wdh-meta-cannot-beats", about=card)
    cards = tuple(card for card in cards if not hands.bound(table, card, deed))
    for card in cards:
        holder, loser = table.holder(card), table.zone(card)[1]
        exposed = holder is not None and any(held.card == card and held.exposed for held in holder.plots)
        step.happen(f"{player} takes {table.name(card) if exposed else 'a card'}")
        table = holdings.to_hand(_taken_out(table, card, step), card, player, exposed=exposed)
        if loser not in ("", player):
            table = hands.reveal(table, (card,), loser)
    return table


def _remove(table: Table, cards: tuple[str, ...], player: str, step: Step) -> Table:
    """Zaps, Paralysis cards and Freezes go, and with them what they did; a card that says so cannot be removed, and no
    Zap while an Instant Attack is made (`faq-instant-no-zap-removal`).
    """
    zaps = any(table.book[card].sentences(t.Zap) for card in cards)
    late = zaps and table.attack is not None and table.attack.instant
    step.require(not late, "no Zap is removed in an Instant Attack", "faq-instant-no-zap-removal")
    cards = tuple(card for card in cards if board.spared(table, card, "removed", player) is None)
    table = replace(table, lasting=tuple(each for each in table.lasting if each.source not in cards))
    return _discard(table, cards, player, step)


def _out_of_game(table: Table, cards: tuple[str, ...], player: str, step: Step) -> Table:
    for card in cards:
        table = _taken_out(table, card, step).with_link(card, None)
        table = replace(table, removed=(*table.removed, card))
    step.happen(f"{len(cards)} cards leave the game")
    return table


def _search(table: Table, cards: tuple[str, ...], player: str, step: Step) -> Table:
    me = table.player(step.player)
    deck = (*holdings.deck_of(table, me.name, "plot"), *holdings.deck_of(table, me.name, "group"))
    step.require(all(card in deck for card in cards), "it is in that deck")
    step.found = cards
    return table


def _into_play(table: Table, cards: tuple[str, ...], player: str, step: Step) -> Table:
    """Groups onto an arrow, Resources beside the structure; a Plot stays on the table beside the player's
    Illuminati.
    """
    for card in cards:
        if table.book[card].kind in ("group", "resource"):
            if table.owner(card) is None:
                entering.require_no_copy(table, card, step.record, player)
            table = entering.enter(table, player, card, step.play.master, step.play.side, step.record)
        else:
            table = _taken_out(table, card, step).with_link(card, table.player(player).illuminati)
        step.happen(f"{table.name(card)} comes into play")
    return table


def _played(table: Table, cards: tuple[str, ...], player: str, step: Step) -> Table:
    """A card that is played as if from the hand is what its player uses: it does not come to the hand first."""
    step.require(False, "the card under it is used, not the card that keeps it")
    return table


def _copy(table: Table, cards: tuple[str, ...], player: str, step: Step) -> Table:
    """A Plot of a rival may be used right now as if it were one's own: it is one more card for this moment, and may
    answer what has just happened.
    """
    for card in (*step.play.take, *step.play.on):
        step.require(card in cards, f"{table.name(card)} is an exposed Plot of a rival", about=card)
    step.ask(bool(cards), "say which exposed Plot of a rival")
    book = {
        **table.book,
        **{f"{card}{holdings.COPIED}": replace(table.book[card], id=f"{card}{holdings.COPIED}") for card in cards},
    }
    known = MappingProxyType(book)
    happened = tuple(
        each if each.before is None else replace(each, before=replace(each.before, book=known))
        for each in table.happened
    )
    # Nobody looks at a hand: what is copied lies face up, and stays there.
    table = replace(table, book=known, happened=happened)
    for card in cards:
        step.happen(f"{step.player} copies {table.name(card)}, to be used at once")
        table = holdings.to_hand(table, f"{card}{holdings.COPIED}", step.player, exposed=True)
    return table


VERBS: dict[str, Callable[[Table, tuple[str, ...], str, Step], Table]] = {
    "draw": _draw,
    "discard": _discard,
    "expose": _expose,
    "hide": _hide,
    "look at": _look,
    "take": _take,
    "show": _show,
    "play": _played,
    "copy": _copy,
    "remove": _remove,
    "search": _search,
    "give": lambda table, cards, player, step: _take(table, cards, rival(table, step), step, "given away"),
}


def _bought(table: Table, step: Step) -> Entry | None:
    """The purchase of a Plot for which an ability chooses the card."""
    if getattr(step.sentence, "timing", None) != _INSTEAD:
        return None
    own = [
        entry
        for entry in table.entries
        if isinstance(entry.play, Buy) and entry.play.player == step.player and entry.play.what == "plot"
    ]
    return own[-1] if own else None


def _do(table: Table, effect: t.Do, step: Step) -> Table:
    """What the player does with cards."""
    bought = _bought(table, step)
    if bought is not None and bought.void:
        return table
    times = _times(table, effect.per, effect.most, step)
    if effect.verb == "shuffle":
        step.shuffled = True  # the order of the cards in a deck is chance, and chance is told by the play
        return table
    if effect.verb == "search" and not isinstance(effect.cards, t.Cards):
        cards = step.play.take or meant(table, effect.cards, step, step.player)
    elif effect.verb == "search" and isinstance(effect.cards, t.Cards) and not effect.cards.place:
        decks = (*holdings.deck_of(table, step.player, "plot"), *holdings.deck_of(table, step.player, "group"))
        cards = select(
            table,
            effect.cards,
            tuple(card for card in decks if is_such(table, card, effect.cards.what, step)),
            step,
            times,
        )
    elif (
        effect.verb in ("take", "draw") and isinstance(effect.cards, t.Cards) and not effect.cards.place and step.looked
    ):
        kept = tuple(card for card in step.looked if is_such(table, card, effect.cards.what, step))
        cards = select(table, effect.cards, kept, step, times)
        step.looked = tuple(card for card in step.looked if card not in cards)
    elif (
        effect.verb == "draw" and isinstance(effect.cards, t.Cards) and (not effect.cards.place or _deck(effect.cards))
    ):
        count = _number(effect.cards, (), step, times) or 0
        if table.shared and not effect.cards.place:
            kind = _deck_kind(effect.cards.what, None, step)
            _require_draws(table, (kind,), step)
            table = _drawn(table, kind, count, step.player, step)
            step.many = len(step.found)
            return table
        deck = _in_deck(table, effect.cards, step, step.player)
        # What chance brings, `take` says.
        if step.shuffled:
            named = tuple(card for card in dict.fromkeys(step.play.take) if card in deck)
            step.require(len(named) <= count, f"{table.name(step.play.card)} draws {count}; take names {len(named)}")
            deck = tuple(dict.fromkeys((*named, *deck)))
        cards = _plots_instead(table, deck[:count], step.player)
        _require_draws(table, tuple(holdings.type_of(table, card) for card in cards), step)
        step.found, step.many = cards, len(cards)
    else:
        cards = meant(table, effect.cards, step, step.player, times)
    if effect.verb == "discard" and isinstance(effect.cards, t.Cards) and effect.cards.state == "unseen":
        return _discard(table, cards, step.player, step, unseen=True)
    return VERBS[effect.verb](table, cards, step.player, step)


def _require_draws(table: Table, kinds: tuple[str, ...], step: Step) -> None:
    """What does nothing but draw is not used while a card keeps the player from all these draws (Unlucky 13, Seize the
    Time).
    """
    only = all(isinstance(each, t.Do) and each.verb == "draw" for each in getattr(step.sentence, "effects", ()))
    barred = bool(kinds) and all(holdings.draws_none(table, step.player, kind) for kind in kinds)
    step.require(
        step.record.again or not (only and barred),
        f"{step.player} may draw these cards this turn",
        "wdh-any-play-plot",
        "wdh-plotget-by-card",
        "sg-plot-timing-on-card",
    )


def _plots_instead(table: Table, cards: tuple[str, ...], player: str) -> tuple[str, ...]:
    """The cards that a player draws: where a Zap turns each draw of a Group card into that of a Plot, the top Plots
    (`wdh-zap-scope`).
    """
    groups = sum(table.zone(card) == ("group deck", player) for card in cards)
    if not groups or not holdings.zapped(table, player, "Plots for Groups"):
        return cards
    return holdings.deck_of(table, player, "plot")[:groups]


def _drawn(table: Table, deck: str, count: int, player: str, step: Step) -> Table:
    """A player draws from the deck to which that belongs; Group cards of SubGenius come into the uncontrolled area
    (`sg-phase3-ato`).
    """
    table, step.found = holdings.draw(table, player, deck, count, step.record)
    step.happen(f"{player} draws {len(step.found)}")
    shown = table.shared and deck == "group" and player == table.turn.player
    return table.with_turn(shown=(*table.turn.shown, *step.found)) if shown else table


def _draw_up_to(table: Table, effect: t.DrawUpTo, step: Step) -> Table:
    """As many Plots as are missing."""
    table = _drawn(table, "plot", max(0, effect.count - len(table.player(step.player).plots)), step.player, step)
    step.many = len(step.found)
    return table


def _who(table: Table, who: str, step: Step) -> tuple[str, ...]:
    """The players that a sentence means."""
    everybody, attack = tuple(player.name for player in table.seated), step.attack(table)
    match who:
        case "its owner" if attack is not None and not step.play.on:
            return (attack.player,)
        case "each rival":
            return step.rivals(table)
        case "every player":
            return tuple(name for name in everybody if name == step.player or name in step.rivals(table))
        case "the attacker":
            return (attack.player,) if attack else (rival(table, step),)
        case "the defender":
            return (attack.defender,) if attack and attack.defender else (rival(table, step),)
        case "highest rival":
            step.ask(step.play.whom not in (None, step.player), "say which rival rolled highest")
        case "that player" if (
            step.event is not None
            and step.event.player is not None
            and step.event.kind in ("destroyed", "killed", "rolled")
        ):
            return (step.event.player,)
        case "that player" if roller := step.roller(table):
            step.require(step.play.whom in (None, roller), f"{step.play.whom} has rolled the dice")
            return (roller,)
        case "any player" | "its owner" | "that player":
            owner = next((board.player_of(table, card) for card in step.play.on), None)
            return (step.play.whom or (owner.name if owner else rival(table, step)),)
    return (rival(table, step),)


THEIRS = {"draws": "draw", "may draw": "draw", "discards": "discard", "loses": "discard", "exposes": "expose"}


def _they(table: Table, effect: t.They, step: Step) -> Table:
    """What other players do with cards."""
    if effect.cards == c.Spoken("duplicate") and effect.verb == "discards" and step.event is None:
        return _discard(table, _in_play_already(table, step), step.player, step)
    for name in _who(table, effect.who, step):
        table = _they_do(table, effect, name, step)
    return table


def _in_play_already(table: Table, step: Step) -> tuple[str, ...]:
    """The cards in play of which the card just played is a duplicate, if they can be lost."""
    names = {table.name(card) for card in step.play.on}
    found = tuple(
        card
        for player in table.seated
        for card in player.controlled
        if table.name(card) in names and card not in step.play.on
    )
    for card in found:
        step.require_unbarred(board.spared(table, card, "lost"), f"{table.name(card)} can be lost", card)
    return found


def _agents_discarded(table: Table, card: str, step: Step) -> Table:
    """A duplicate that has just been played into an attack is discarded; the attack goes on as if it had not been
    played (Payoff).
    """
    step.happen(f"{table.name(card)} is discarded")
    if step.record.again:
        return table
    played = [
        i for i, entry in enumerate(table.entries) if isinstance(entry.play, PlayAgents) and entry.play.card == card
    ]
    return replace(
        table, entries=tuple(replace(entry, void=entry.void or i in played) for i, entry in enumerate(table.entries))
    )


def _lets_copies_come(table: Table, card: str) -> bool:
    """Whether a Plot speaks of a duplicate of a Group in play that comes into play (Partition)."""
    said = (node for clause in table.book[card].clauses for node in nodes(clause.sentence))
    return table.book[card].kind == "plot" and any(isinstance(node, c.Duplicate) for node in said)


def _second_discarded(table: Table, card: str, step: Step) -> Table:
    """A duplicate that has just been played to bring it into play is discarded, and so is the Plot that let it come,
    with all that this did; an attack on it has no target any more (Payoff against Partition).
    """
    attack = table.attack
    owner = board.player_of(table, card) or table.player(attack.player if attack is not None else step.player)
    by = {each.source for each in table.lasting if each.on == card and _lets_copies_come(table, each.source)}
    table = (_out_of_play if table.owner(card) else _discard)(table, (card,), owner.name, step)
    table = replace(table, lasting=tuple(each for each in table.lasting if each.source not in by))
    for plot in sorted(by):
        table = holdings.to_discard(table, plot, owner.name)
    if attack is None or attack.target != card:
        return table
    step.happen(f"nothing is left to attack: {table.name(card)} is discarded", "wdh-justplayed-not-in-play")
    return combat.unmade(table, attack, step.record)


def _they_do(table: Table, effect: t.They, name: str, step: Step) -> Table:
    if effect.cards == c.Spoken("duplicate") and step.event is not None and step.event.card is not None:
        is_agents = step.event.kind == "duplicate"
        return (_agents_discarded if is_agents else _second_discarded)(table, step.event.card, step)
    times = _times(table, effect.per, None, step)
    cards = effect.cards
    if effect.verb in ("draws", "may draw") and isinstance(cards, t.Cards):
        many = step.many if cards.quantity in ("that many", "as many") else (cards.count or 0) * times
        if not cards.place:
            return _drawn(table, _deck_kind(cards.what, None, step), many, name, step)
        step.found = _in_deck(table, cards, step, name)[:many]
        return _draw(table, step.found, name, step)
    if effect.verb == "picks" and isinstance(cards, t.Cards) and not pool(table, cards, step, name):
        step.happen(f"{name} has no card of that kind")
        step.sought = True
        return table
    if effect.verb == "must play" and not (step.found or step.play.take or step.play.on):
        return table  # nothing was picked
    if effect.verb == "may take" and not step.play.take:
        step.happen(f"{name} takes over no other card", "wdh-bot-3-auto-takeover-optional")
        return table
    chosen = meant(table, cards, step, name, times)
    match effect.verb:
        case "may shuffle" | "may play":
            return table
        case "picks":
            step.found = chosen
            return table
        case "must play":
            return replace(table, debts=(*table.debts, *((name, hands.AT_ONCE, card) for card in chosen)))
        case "returns":
            return _to_hand(table, chosen, name, step)
        case "takes over" | "may take":
            return _into_play(table, chosen, name, step)
        case "gives you":
            return _take(table, chosen, step.player, step)
        case "shows you":
            return _look(table, chosen, step.player, step)
    if effect.verb in ("loses", "discards") and any(card in table.player(name).structure for card in chosen):
        return _out_of_play(table, chosen, name, step)
    return VERBS[THEIRS[effect.verb]](table, chosen, name, step)


def _out_of_play(table: Table, cards: tuple[str, ...], name: str, step: Step) -> Table:
    """Cards in play are discarded; the puppets of a Group go to the hand of its player."""
    for card in cards:
        table = destruction.out_of_structure(table, card, step.record).with_tokens({card: 0}).with_link(card, None)
        step.happen(f"{table.name(card)} is discarded")
        table = holdings.to_discard(table, card, name)
    return table


def _to_hand(table: Table, cards: tuple[str, ...], name: str, step: Step) -> Table:
    """Cards go to a hand, those in play out of play. A Plot that its player takes back right after using it is one that
    would be discarded: none that stays on the table (`faq-discard-when`).
    """
    back = isinstance(getattr(step.sentence, "timing", None), c.Just) and not any(
        isinstance(node, t.Cancel) for node in nodes(step.sentence)
    )
    for card in cards:
        stays = back and (card in table.links or card in table.nwos)
        step.require(not stays, f"{table.name(card)} is discarded after use", "faq-discard-when", about=card)
        shield = (
            board.spared(table, card, "moved") if card in table.links and table.book[card].kind == "resource" else None
        )
        step.require_unbarred(shield, f"{table.name(card)} can be moved", card)
        if back and table.attack is not None:
            table = _with_its_lines(table, card)
        table = _taken_out(table, card, step)
        if table.book[card].kind == "resource":
            table = table.with_link(card, None)
        step.happen(f"{name} gets {table.name(card)} into the hand")
        table = holdings.to_hand(table, card, name)
    return table


def _with_its_lines(table: Table, card: str) -> Table:
    """The table on which a Plot used in the attack counts there after it is taken back: it was one copy of it
    (`wdh-nodup-same-plot`).
    """
    attack = table.attack
    if attack is None or attack.attacker is None or not any(each.card == card for each in attack.played):
        return table
    lines = tuple(line for line in combat.explain(table).lines if line.source.partition("#")[0] == card)
    return table.with_attack(added=(*attack.added, *lines))


# --- putting cards somewhere ------------------------------------------------------------------------------------------


def _put(table: Table, effect: t.Put, step: Step) -> Table:
    """Cards go somewhere else."""
    cards = meant(table, effect.what, step, step.player)
    if effect.where == c.Arrow("vacated") and isinstance(effect.what, t.Cards) and _in_order(effect.what):
        step.require(bool(cards), "a card in that deck, which is empty")
    return _go(table, cards, effect.where, step.player, step)


def _puts(table: Table, effect: t.Puts, step: Step) -> Table:
    """Other players put cards of theirs somewhere else."""
    for name in _who(table, effect.who, step):
        table = _go(table, meant(table, effect.what, step, name), effect.where, name, step)
    return table


def _former(table: Table, card: str, step: Step) -> str:
    """Who controls or holds a card, or did last: that is what cards call its owner, whoever brought it
    (`faq-owner-means-controller`).
    """
    owner = board.player_of(table, card) or (board.player_of(step.start, card) if step.start else None)
    if owner is None and step.event is not None:
        owner = board.player_of(step.event.before, card)
    return owner.name if owner else table.owners.get(card, step.player)


def _go(table: Table, cards: tuple[str, ...], where: c.Destination, name: str, step: Step) -> Table:
    """Cards go where a sentence says. Raises TypeError for a place that no table has."""
    cards = _free_to_go(table, cards, step)
    match where:
        case c.Arrow("vacated"):
            return _in_its_place(table, cards, step)
        case c.Arrow():
            return _to_arrow(table, cards, where, step)
        case c.Pile("its owner", "hand"):
            for card in cards:
                table = _to_hand(table, (card,), _former(table, card, step), step)
            return table
        case c.Pile("you", "hand"):
            return _to_hand(table, cards, name, step)
        case c.Pile("they" | "its attacker" as who, "hand"):
            attack = table.attack
            if attack is None:
                return _to_hand(table, cards, rival(table, step), step)
            return _to_hand(
                table, cards, who == "they" and attack.player == step.player and attack.defender or attack.player, step
            )
        case c.Pile(name="play"):
            return _into_play(table, cards, name, step)
        case c.Pile(name="under"):
            return _beneath(table, cards, step)
        case c.Pile(name="resources"):
            return _among_resources(table, cards, step)
        case c.Pile(name="uncontrolled"):
            return _to_nobody(table, cards, step)
        case c.Pile(name="back" | "deck"):
            return _to_decks(table, cards, where, name, step)
    raise TypeError(where)


def _free_to_go(table: Table, cards: tuple[str, ...], step: Step) -> tuple[str, ...]:
    """The cards without those that say of themselves that they are never lost; a play that names one is illegal."""
    kept = [card for card in cards if hands.bound(table, card, "lost")]
    for card in kept:
        step.require(
            card not in step.play.on,
            f"{table.name(card)} may leave its hand",
            "wdh-meta-cannot-beats",
            "sg-meta-cannot-beats-can",
            about=card,
        )
    return tuple(card for card in cards if card not in kept)


def _to_nobody(table: Table, cards: tuple[str, ...], step: Step) -> Table:
    """Cards go to the uncontrolled area."""
    for card in cards:
        table = _taken_out(table, card, step)
        table = replace(table, uncontrolled=(*table.uncontrolled, card))
        step.happen(f"{table.name(card)} is uncontrolled")
    return table


def _to_decks(table: Table, cards: tuple[str, ...], where: c.Pile, name: str, step: Step) -> Table:
    """Cards go into a deck, or back where they were: to the bottom out of a hand, and those only looked at lie there
    still.
    """
    if where.name == "back":
        held = bool(cards) and all(table.zone(card)[0] in ("hand", "plots") for card in cards)
        return _to_deck(table, cards, name, None, step) if held and cards != step.looked else table
    on_top = where.end == "top" or (where.end == "either" and "bottom" not in step.play.choose)
    return _to_deck(table, cards, name, 0 if on_top else None, step)


def _to_deck(table: Table, cards: tuple[str, ...], name: str, depth: int | None, step: Step) -> Table:
    """Cards go into their decks; on top the first named lies uppermost. No ability puts a player's own cards there to
    save them from a rival who is looking at them or has just taken one (`wdh-throw-no-dodge`).
    """
    if step.start is not None and any(step.start.player(step.player).holds(card) for card in cards):
        hands.require_free(step.start, step.player, step.record, "wdh-ret-when")
        step.record.stop_if_illegal()
    for card in reversed(cards) if depth == 0 else cards:
        name = _former(table, card, step)
        table = holdings.to_deck(_taken_out(table, card, step), card, name, depth, of_holder=True)
    step.happen(f"{len(cards)} cards go into a deck" if len(cards) != 1 else "1 card goes into a deck")
    return table


def _beneath(table: Table, cards: tuple[str, ...], step: Step) -> Table:
    """Cards lie under the card that says so, in no hand and without effect; of a Plot that stays on the table only the
    name does.
    """
    full = any(host == step.play.card for host in table.under.values())
    step.require(
        not (full and step.says("one at a time")), f"no card is under {table.name(step.play.card)}: one card at a time"
    )
    for card in cards:
        if table.book[card].kind == "plot" and table.zone(card)[0] in (
            "nwos",
            "on the table",
            "in the attack",
            "linked",
        ):
            step.happen(
                f"{table.name(card)} stays where it is, and its name is noted under {table.name(step.play.card)}"
            )
            continue
        table = _taken_out(table, card, step).with_link(card, None)
        table = replace(table, under=MappingProxyType({**table.under, card: step.play.card}))
        step.happen(f"a card goes under {table.name(step.play.card)}")
    return table


def _among_resources(table: Table, cards: tuple[str, ...], step: Step) -> Table:
    for card in cards:
        entering.require_taking(table, step.player, card, step.record)
        step.record.stop_if_illegal()
        table = _taken_out(table, card, step)
        player = table.player(step.player)
        if "Unique" in table.book[card].attributes and any(
            table.name(each) == table.name(card) for other in table.seated for each in other.controlled
        ):
            table = holdings.to_hand(table, card, player.name)  # its duplicate is in play
            step.happen(
                f"{player.name} gets {table.name(card)} into the hand", "wdh-dup-res-unique", "sg-add-unique-resources"
            )
            continue
        table = table.with_player(player.name, resources=(*player.resources, card))
        host = table.owner(table.links[card]) if card in table.links else None
        if table.book[card].kind == "resource" and (host is None or host.name != step.player):
            table = table.with_link(card, player.illuminati)
        step.happen(f"{table.name(card)} is now among the Resources of {player.name}")
    return table


def _to_another(table: Table, card: str, master: str, taker: str, step: Step) -> Table:
    """A Group moves with its puppets into another player's Power Structure. An attack on it, or on one of them, is an
    attack on that player now.
    """
    bound = board.spared(table, card, "moved", step.player)
    step.require_unbarred(bound, f"{table.name(card)} can be moved", card)
    moving.require_receiver(table, card, taker, master, step.record)
    step.record.stop_if_illegal()
    former = step.player
    table, fit = moving.hand_over(table, card, taker, master, step.play.side, step.play.sides, step.record)
    step.happen(f"{table.name(card)} moves to {table.name(master)}; {taker} controls it now")
    attack, owner = table.attack, table.owner(table.attack.target) if table.attack is not None else None
    if attack is not None and owner is not None:
        table = table.with_attack(defender=owner.name if owner.name != attack.player else None)
    return moving.lost(table, fit, former, step.record)


def _to_arrow(table: Table, cards: tuple[str, ...], where: c.Arrow, step: Step) -> Table:
    """A Group goes to an arrow: in its own structure it moves with its puppets, from elsewhere it comes alone."""
    for card in cards:
        owner = table.owner(card)
        if owner is not None and where.master in ("another", "the same"):
            above = step.play.master or owner.structure.master(card) or owner.illuminati
            other = where.master != "another" or above != owner.structure.master(card)
            step.require(other, f"{table.name(card)} goes under another master than {table.name(above)}", about=card)
            taker = table.owner(above) or owner
            if taker == owner:
                table = moving.shift(table, card, above, step.play.side, step.play.sides, step.record)
            else:
                table = _to_another(table, card, above, taker.name, step)
            continue
        name, master = step.player, step.play.master
        match where.master:
            case "that Personality":
                named = (*step.play.by, *step.play.on)
                fitting = [each for each in named if table.owner(each) and table.book[each].subtype == "personality"]
                step.require(
                    not fitting or master in (None, *fitting),
                    f"{table.name(card)} goes under {' or '.join(map(table.name, fitting))}",
                    about=card,
                )
                master = master or next(iter(fitting), None)
            case "the former" if step.start is not None:
                master = master or step.start.master(card) or former_master(step.start, card)
            case "a rival":
                name = rival(table, step)
                if owner is not None and owner.name not in (name, step.player):
                    stolen = board.spared(table, card, "stolen", step.player)
                    step.require_unbarred(stolen, f"{table.name(card)} can be taken from {owner.name}", card)
                    step.record.stop_if_illegal()
        table = destruction.out_of_structure(table, card, step.record)
        table = entering.enter(table, name, card, master, step.play.side, step.record)
        step.happen(f"{table.name(card)} comes to {name}")
    return table


def _in_its_place(table: Table, cards: tuple[str, ...], step: Step) -> Table:
    """A card takes the place in a Power Structure that another has just left."""
    start, me = step.start or table, table.player(step.player)
    attack = step.attack(table)
    attacker = (attack.attacker,) if attack and attack.attacker else ()
    former = start.player(step.player).structure
    left = (
        each
        for each in (step.play.card, *step.play.on, *attacker, me.illuminati)
        if each in former and table.owner(each) is None
    )
    step.ask(bool(cards), "say which card")
    card = cards[0]
    step.found = cards
    if table.book[card].kind == "illuminati":
        return _new_illuminati(table, card, step)
    if table.book[card].kind != "group":
        return table  # it never lies in a Power Structure
    gone = step.given(next(left, None), "a card has left its place")
    if table.zone(card)[0] == "hand":
        entering.require_no_copy(table, card, step.record, step.player)
    for deed in entering.NEVER_BACK if table.zone(card)[0] in ("destroyed", "out of the game") else ():
        step.require_unbarred(board.spared(table, card, deed, step.player), f"{table.name(card)} can be {deed}", card)
    place = start.player(step.player).structure.placements[gone]
    assert place.master is not None  # only an Illuminati has none
    provided = any(isinstance(node, c.Displaced) for node in nodes(step.sentence))
    taking = Record(own=step.record.own) if provided else step.record
    entering.require_taking(table, step.player, card, taking)
    if not all(reason.ok for reason in taking.reasons) or not board.may_be_under(table, card, place.master):
        step.record.stop_if_illegal()
        text = f"{table.name(card)} may be a puppet of {table.name(place.master)}"
        step.require(
            provided, text, "wdh-paralyze-no-new-puppets", "sg-phase3-group-placement", *step.cites, about=card
        )
        return table
    table = _taken_out(table, card, step)
    with step.record.laying("wdh-meta-no-overlap", "sg-phase3-group-placement"):
        structure = table.player(step.player).structure.lay(card, place.master, place.side or "top")
    step.happen(f"{table.name(card)} takes the place of {table.name(gone)}")
    table = table.with_player(step.player, structure=structure)
    passes_on = any(isinstance(effect, t.MoveTokens) for effect in getattr(step.sentence, "effects", ()))
    step.play = replace(step.play, on=tuple(dict.fromkeys((gone, *step.play.on, card))))  # `that Group` from now on
    return table.with_tokens({gone: start.tokens.get(gone, 0)}) if passes_on else table


def _new_illuminati(table: Table, card: str, step: Step) -> Table:
    """Another Illuminati takes the place of the player's, with all that hangs on it
    (`faq-plot-limit-raise-immediate`).
    """
    player = table.player(step.player)
    old = player.illuminati
    table = holdings.lift(table, card)
    with step.record.laying("wdh-meta-no-overlap"):
        structure = Structure.build(table.book, card, player.structure.nested())
    table = table.with_player(step.player, structure=structure)
    links = {each: card if host == old else host for each, host in table.links.items()}
    tokens = {old: 0, card: table.tokens.get(old, 0)}
    table = replace(table, links=MappingProxyType(links)).with_tokens(tokens)
    step.happen(f"{step.player} plays {table.name(card)} from now on")
    return holdings.to_discard(table, old, step.player)


# --- prices, links, notes ---------------------------------------------------------------------------------------------


def pay_with(table: Table, cards: Any, step: Step, *, gone: bool = False) -> Table:
    """Discard what a price asks for: of the cards in `discard` those that fit, of decks the top cards; all of them must
    be there. What leaves the game for the price (`gone`) may be named in `take` too.
    """
    if gone and not step.play.discard:
        step.play = replace(step.play, discard=step.play.take)
    there = pool(table, cards, step, step.player)
    if not cards.place:
        there = tuple(
            card
            for card in _hand(table.player(step.player), _state(cards))
            if is_such(table, card, cards.what, step) and card != step.play.card
        )
    named = len(set(step.play.discard).intersection(there) - step.used)
    if len(cards.place) > 1:
        hand = [card for card in there if card in step.play.discard and card not in step.used]
        there = (
            *hand,
            *(
                card
                for deck in _decks_beside(table, cards, step)
                for card in deck
                if is_such(table, card, cards.what, step)
            ),
        )
        wanted = len(step.play.discard) if cards.up_to or cards.count is None else cards.count
        chosen = there[: min(wanted, cards.count or wanted)]
        step.used.update(chosen)
        step.found, step.many = chosen, len(chosen)
    else:
        # The effect is about these, they pay nothing.
        meant = (step.play.card, *((*step.play.on, *step.play.take) if step.play.discard else ()))
        there = tuple(card for card in there if card not in meant or card in step.play.discard)
        chosen = select(table, cards, there, step)
    step.found = ()
    complete = cards.up_to or cards.count is None or len(chosen) == cards.count
    step.require(
        complete,
        f"{cards.count} discards that it asks for; you have {len(chosen)}",
        "wdh-glos-discard-cost-hand",
        *step.cites,
    )
    short = not cards.up_to and len(cards.place) < 2 and 0 < named < (cards.count or 0)
    step.ask(
        not short, f"name all {cards.count} cards in `discard`, or none where there is no choice; you name {named}"
    )
    step.play = replace(step.play, discard=tuple(dict.fromkeys((*step.play.discard, *chosen))))
    return (
        _out_of_game(table, chosen, step.player, step)
        if gone
        else _discard(table, chosen, step.player, step, unseen=cards.state == "unseen")
    )


def _note(table: Table, effect: t.Note, step: Step) -> Table:
    """A name is written down; a new note takes the place of the old."""
    noted = step.targets(table, effect.what)
    step.ask(len(noted) == 1, "say which card")
    step.happen(f"{step.player} writes a name down")
    kept = tuple(
        each for each in table.lasting if each.source != step.play.card or not isinstance(each.sentence, t.Note)
    )
    return step.last(replace(table, lasting=kept), effect, noted[0], "gone")


def _wager(table: Table, effect: t.Wager, step: Step) -> Table:
    """How many are at stake, and with whom."""
    stake = effect.fewest if step.play.amount is None else step.play.amount
    step.require(effect.fewest <= stake <= effect.most, f"{effect.fewest} to {effect.most} are at stake")
    step.many = stake
    step.happen(f"{step.player} wagers {stake} with {rival(table, step)}")
    return table


EFFECTS: Effects = {
    t.Do: _do,
    t.They: _they,
    t.Put: _put,
    t.Puts: _puts,
    t.DrawUpTo: _draw_up_to,
    t.Note: _note,
    t.Wager: _wager,
}
