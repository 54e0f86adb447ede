"""What happens on the table: worked out from the table before and after a play, and asked by the events of the
language.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from generator.engine.attack import power_now
from generator.engine.cards import Clause
from generator.engine.inwo import board, combat, holdings, plays
from generator.engine.inwo.table import SECOND_LINK, Attack, Happening, Lasting, Played, Player, Table
from generator.engine.record import Play
from generator.engine.selecting import is_meant, settled
from generator.language import nodes
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace

ANSWERS = (plays.Say, plays.ShowTo, plays.RollOff)
"""Plays that change nothing: what has just happened has still just happened after them."""
_DRAWS = (plays.DrawPlot, plays.DrawGroup, plays.DrawOn, plays.Buy, plays.Use)
"""Plays by which cards can come out of a deck."""
_OF_THEMSELVES = ("destroyed", "killed", "discarded", "untaken", "Devastated", "given Relief")
"""What cards do of themselves and other cards can answer."""


def noted(before: Table, after: Table, play: Play, *, void: bool = False) -> Table:
    """The table with what this play brought about among what has happened in the turn. An answer to what has just
    happened leaves room for further answers. Of a play that is `void`, because it was canceled, only that it was made,
    and what was discarded for it.
    """
    if isinstance(play, ANSWERS):
        return after
    if void:
        lost = (each for each in _of_cards(before, after, play, None) if each.kind in ("discarded", "discards"))
        new = tuple(replace(each, before=before) for each in (*_of_play(before, after, play), *lost))
    else:
        new = tuple(_all(before, after, play))
    if before.turn.player != after.turn.player or before.turn.extra != after.turn.extra:
        return replace(after, happened=new, recent=0)
    keeps = _keeps_open(before, after, play)
    # What is undone has not happened.
    past = after.happened if len(after.happened) == len(before.happened) else before.happened
    if not keeps:
        past = tuple(each for each in past if not _is_past(each, after))
    return replace(after, happened=(*past, *new), recent=before.recent if keeps else len(past))


def of_this_turn(table: Table, play: Play) -> Table:
    """The table before a play, without what came with the end of the last turn if the play doesn't answer that."""
    if not any(_is_past(each, table) for each in table.happened) or _keeps_open(table, table, play):
        return table
    past = tuple(each for each in table.happened if not _is_past(each, table))
    return replace(table, happened=past, recent=len(past))


def _is_past(happening: Happening, table: Table) -> bool:
    return happening.before is not None and happening.before.turn.player != table.turn.player


def is_aside(play: Play) -> bool:
    """Whether a play begins nothing new, so that nobody comes too late because of it: it is no action, no attack and no
    step of a turn, and no result follows from it (`faq-too-late-rule-of-thumb`, `faq-buying-plot-is-free-move`).
    Otherwise everybody could shut out the answers of others by buying first. Who gives a Group away acts.
    """
    return isinstance(play, _ASIDE) or (isinstance(play, plays.Give) and not play.by)


_ASIDE = (*ANSWERS, plays.Buy, plays.Discard, plays.Expose, plays.RemoveTokens)


def _keeps_open(before: Table, after: Table, play: Play) -> bool:
    """Whether what has just happened may be answered after a play as before it: the play is such an answer itself or
    is aside from it, or a copy of a Plot, which is one thing with its use.
    """
    copied = isinstance(play, plays.Use) and (play.card.endswith(holdings.COPIED) or _copies(after, play))
    answered = isinstance(play, plays.Use) and before.recent < len(before.happened) and answers(before, play)
    return copied or answered or isinstance(play, plays.LinkTo) or is_aside(play)


def followed(before: Table, after: Table, play: Play) -> Table:
    """The table with what cards did of themselves in answer to a play among what has just happened: a Personality
    killed with the Place that it was linked to can be saved as any other (`faq-killed-moonbase-clone-example`).
    """
    if after is before or isinstance(play, ANSWERS):
        return after
    became = (each for each in _of_cards(before, after, play, None) if each.kind in _OF_THEMSELVES)
    new = tuple(replace(each, before=before) for each in became)
    return replace(after, happened=(*after.happened, *new)) if new else after


def let_go(before: Table, after: Table, play: Play) -> Table:
    """The table with the Plots that a play has had discarded in the end among what has just happened: their link can't
    be legal again, or they helped an action that is canceled (`faq-discard-when`).
    """
    told = {each.card for each in after.happened[after.recent :] if each.kind == "discards"}
    new = (each for each in _of_cards(before, after, play, None) if each.kind == "discards" and each.card not in told)
    plots = tuple(replace(each, before=before) for each in new if before.book[each.card or ""].kind == "plot")
    return replace(after, happened=(*after.happened, *plots)) if plots else after


def _copies(table: Table, play: plays.Use) -> bool:
    """Whether a use copies a Plot: the copy is used right then, as if nothing had come between."""
    return any(table.player(play.player).holds(f"{card}{holdings.COPIED}") for card in play.take)


def answers(table: Table, play: plays.Use) -> bool:
    """Whether a use answers what has just happened: a clause of its card waits for an event or such a moment."""
    for clause in table.book[play.card].clauses:
        said = clause.sentence.sentence if isinstance(clause.sentence, t.InGame) else clause.sentence
        cancels = isinstance(said, t.Ability) and any(isinstance(node, t.Cancel) for node in nodes(said))
        if cancels or (isinstance(said, t.Ability) and _is_answer(said.timing)):
            return True
    given = (said.ability.timing for each in table.nwos for _, _, said in table.book[each].standing.get(t.Granted, ()))
    kind = table.book[play.card].kind
    if kind == "illuminati" and any(map(_is_answer, given)):
        return True
    return kind != "plot" and any(True for _ in last_words(table))


def last_words(table: Table) -> Iterator[tuple[str, Clause, t.Granted]]:
    """What cards that have just been destroyed give to others for that: the card, the clause, what it says."""
    for each in just(table, "destroyed"):
        if each.card is not None and table.owner(each.card) is None:
            for _, clause, granted in table.book[each.card].standing.get(t.Granted, ()):
                if isinstance(granted.ability.timing, t.OnCard) and granted.ability.timing.happens == ("destroyed",):
                    yield each.card, clause, granted


def _is_answer(timing: Any) -> bool:
    """Whether what is used then answers what has just happened, or stands for what is due."""
    match timing:
        case c.Anytime() | c.Turn(part=None | "start" | "draws" | "main" | "end") | c.DuringAttack(rolled=False):
            return False
    return True


def just(table: Table, *kinds: str) -> tuple[Happening, ...]:
    """What has just happened, of these kinds; of all, when none is named."""
    return tuple(each for each in table.happened[table.recent :] if not kinds or each.kind in kinds)


def _all(before: Table, after: Table, play: Play) -> Iterator[Happening]:
    """Everything that a play brought about."""
    attack = before.attack or after.attack
    itself, cards = _of_play(before, after, play), _of_cards(before, after, play, attack)
    for each in (*itself, *cards, *_of_attack(before, after, play)):
        yield replace(each, attack=each.attack or attack, before=before)


_COMES = ("taken over", "enters")
_BY_TAKEOVER = ("taken automatically", *_COMES)
_OF_ITS_CARD: Mapping[type, tuple[str, ...]] = {
    plays.PlayAgents: ("duplicate",),
    plays.TakeOver: _BY_TAKEOVER,
    plays.PlayResource: _COMES,
    plays.LinkTo: ("linked",),
    plays.Expose: ("exposed",),
}
"""What happens to the one card of a play, by the class of the play."""


def _of_play(before: Table, after: Table, play: Play) -> Iterator[Happening]:
    """What the play itself is."""
    name = play.player
    match play:
        case plays.Use():
            yield from _of_use(before, after, play)
        case plays.Announce(attacker=attacker, target=target) if after.attack is not None:
            yield Happening("announced", target, name, attacker)
            if after.attack.from_hand:
                yield Happening(JUST_PLAYED, target, name)
            yield Happening("acts", attacker, name)
        case plays.Aid(cards=cards) | plays.Oppose(cards=cards):
            for card in cards:
                yield Happening("aids" if isinstance(play, plays.Aid) else "opposes", card, name, card)
                yield Happening("acts", card, name)
        case plays.Roll():
            yield Happening("rolled", None, name)
        case plays.Relief(place=place, by=by):
            for card in by:
                yield Happening("relief", place, name, card)
        case plays.Discard(cards=cards):
            for card in cards:
                yield Happening("discards", card, name)
        case plays.Give(to=to) if play.gets or play.owes or play.promise:  # a gift is no deal
            yield Happening("deal", None, to)
            yield Happening("deal", None, name)
        case (
            plays.PlayAgents(card=card)
            | plays.TakeOver(card=card)
            | plays.PlayResource(card=card)
            | plays.LinkTo(card=card)
            | plays.Expose(card=card)
        ):
            for kind in _OF_ITS_CARD[type(play)]:
                yield Happening(kind, card, name)


def _of_use(before: Table, after: Table, play: plays.Use) -> Iterator[Happening]:
    """What the use of a card is: a Plot is played, a Resource acts, cards pay and come into play."""
    card, name = play.card, play.player
    again = any(node.change.again for node in before.book[card].said(t.ChangeRoll))
    if again and after.attack is not None and after.attack.natural is not None:
        yield Happening("rolled", None, name)
    begun = after.attack.plot if after.attack is not None and before.attack is None else None
    if begun is not None and begun != card and before.player(name or "").holds(begun):
        yield Happening("played", begun, name)  # the attack card whose rules hold for two that are made one
    lying = before.zone(card)[0] in ("nwos", "on the table", "in the attack", "linked", "discard pile")
    if not lying and "plot" in (before.book[card].kind, after.book[card].kind):
        yield Happening("played", card, name)
    if after.attack is not None and begun is not None:
        yield Happening(BEGUN, after.attack.target, name, begun)
    if before.book[card].kind == "resource" and before.attack is not None:
        yield Happening("acts", card, name, card)
    for paid in _discarded_as_price(before, after, play) if before.book[card].kind != "resource" else ():
        yield Happening("pays", paid, name, card)
    yield from _entered(before, after, play)


def _entered(before: Table, after: Table, play: plays.Use) -> Iterator[Happening]:
    """The Groups and Resources that a card has brought into play from outside it, or out of an attack on them."""
    automatic = any(node.event == "takeover" for node in before.book[play.card].said(t.Happens))
    there = {card for player in before.players for card in player.controlled}
    for player in after.players:
        for card in player.controlled:
            if card not in there and before.zone(card)[0] in _OUTSIDE:
                for kind in _BY_TAKEOVER if automatic else _COMES:
                    yield Happening(kind, card, play.player)


_OUTSIDE = ("hand", "group deck", "uncontrolled", "in the attack")


def _discarded_as_price(before: Table, after: Table, play: plays.Use) -> Iterator[str]:
    """The cards, out of the hand or the decks of who uses a card, that its price has him discard."""
    # A Plot that stands in for an action costs what it says.
    paying = (play.card, *(card for card in play.by if before.book[card].kind == "plot"))
    said = (clause.sentence for card in paying for clause in before.book[card].clauses)
    costs = (cost for each in said if isinstance(each, t.Ability) for cost in each.costs)
    prices = (part for cost in costs for part in (cost.costs if isinstance(cost, t.AnyCost) else (cost,)))
    if not any(isinstance(cost, t.DiscardCost) and isinstance(cost.cards, t.Cards) for cost in prices):
        return
    old = before.player(play.player)
    decks = (*old.plot_deck, *old.group_deck, *before.plot_deck, *before.group_deck)
    for card in (*old.hand, *(each.card for each in old.plots), *decks):
        if card not in paying and after.zone(card)[0] in ("discard pile", "out of the game"):
            yield card


def _who_played(table: Table, card: str) -> str | None:
    """Whose Plot lies on the table, beside a Group or in the attack under way (`sg-glo-discard-played`)."""
    if table.book[card].kind != "plot":
        return None
    said: tuple[Played | Lasting, ...] = (*(table.attack.played if table.attack else ()), *table.lasting)
    beside = table.owner(table.links.get(card, card))
    names = (each.player for each in said if getattr(each, "card", getattr(each, "source", None)) == card)
    return next(names, beside.name if beside else None)


def _of_cards(before: Table, after: Table, play: Play, attack: Attack | None) -> Iterator[Happening]:
    """What became of cards: who was destroyed, captured, discarded, drawn, exposed."""
    by = attack.attacker if attack else None
    zones = before.zones() if isinstance(play, _DRAWS) else ()
    decks = {card for zone, _, cards in zones if zone in ("plot deck", "group deck") for card in cards}
    for old, new in zip(before.players, after.players, strict=True):
        yield from _lost(before, play, old, new, by)
        yield from _in_hand(before, play, old, new, decks | _put_back(before, after, play, old.name))
        had = any(old.structure.master(card) == old.illuminati for card in old.structure)
        if had and not any(new.structure.master(card) == new.illuminati for card in new.structure):
            yield Happening("bereft", old.illuminati, play.player)
    for card in _taken_instead(before, after, play):
        for kind in _BY_TAKEOVER:
            yield Happening(kind, card, before.turn.player)
    fell = (card for card, fall in after.fallen.items() if fall is not before.fallen.get(card))
    for card in fell:  # a Group whose destruction counts for nobody
        if before.owner(card) is not None and after.zone(card)[0] == "discard pile":
            yield Happening("destroyed", card, play.player, by)
    for card in (*after.plot_discard, *after.group_discard):
        if card not in (*before.plot_discard, *before.group_discard):
            yield Happening("discarded", card, play.player, by)
            holder = before.holder(card)
            name = holder.name if holder else _who_played(before, card)
            if name is not None:
                yield Happening("discards", card, name)
    for card, viewer in after.seen[len(before.seen) :]:
        holder = before.holder(card) or before.owner(before.under.get(card, ""))
        unseen = holder is not None and (card in before.under or card in _plots(holder, exposed=False))
        if holder is not None and unseen and holder.name != viewer:
            yield Happening("looks", card, viewer)
    for card in before.turn.tried if isinstance(play, plays.Knock) or before.turn.ending else ():
        if before.active.holds(card) and after.zone(card)[0] == "discard pile":
            yield Happening("untaken", card, before.turn.player)
    yield from _of_places(before, after, play, by)
    captured = after.turn.captured if before.turn.player == after.turn.player else ()
    for card in reversed(captured[len(before.turn.captured) :]):  # last the target itself
        yield Happening("captured", card, attack.player if attack else play.player, by)
        if before.owner(card) is None:
            yield Happening("enters", card, play.player, by)


def _lost(before: Table, play: Play, old: Player, new: Player, by: str | None) -> Iterator[Happening]:
    """What a player has destroyed, and what lies in the discard pile now."""
    for card in new.destroyed[len(old.destroyed) :]:
        yield Happening("destroyed", card, new.name, by)
    for card in new.killed[len(old.killed) :]:
        yield Happening("killed", card, new.name, by)
    for card in new.discard:
        if card not in old.discard:
            yield Happening("discarded", card, before.owners.get(card, new.name), by)
            # Used or not, a Plot counts (`faq-discard-when`).
            plot = before.book[card].kind == "plot" and not isinstance(play, plays.Discard)
            if plot or (old.holds(card) and isinstance(play, plays.Use) and card != play.card):
                yield Happening("discards", card, new.name)


def _in_hand(before: Table, play: Play, old: Player, new: Player, decks: Collection[str]) -> Iterator[Happening]:
    """What a player has exposed, received and drawn from the `decks`."""
    for card in _plots(old, exposed=False) & _plots(new, exposed=True):
        yield Happening("exposed", card, play.player)
    for held in new.plots:
        giver = before.holder(held.card) or before.owner(before.under.get(held.card, ""))
        if giver is not None and giver.name != new.name:
            yield Happening("receives", held.card, new.name)
    for card in (*new.hand, *(held.card for held in new.plots)) if decks else ():
        if card in decks:
            yield Happening("draws", card, new.name, play.card if isinstance(play, plays.Use) else None)


def _put_back(before: Table, after: Table, play: Play, player: str) -> set[str]:
    """What a player has put from the hand into a deck and drawn from it then: fewer cards are drawn than were put back,
    so the deck has grown (State Lotteries).
    """
    said = before.book[play.card].said(t.Do) if isinstance(play, plays.Use) and play.player == player else ()
    if not any(isinstance(each.cards, t.Cards) and each.cards.state == "fewer" for each in said):
        return set()
    decks = {what: [len(holdings.deck_of(at, player, what)) for at in (before, after)] for what in ("plot", "group")}
    held = (*before.player(player).hand, *(each.card for each in before.player(player).plots))
    return {card for card in held for was, now in (decks[holdings.type_of(before, card)],) if now > was}


def _of_places(before: Table, after: Table, play: Play, by: str | None) -> Iterator[Happening]:
    """Which Places have been Devastated, and which given Relief."""
    for card in after.devastated:
        if card not in before.devastated:
            yield Happening("Devastated", card, play.player, by)
    for card in before.devastated:
        if card not in after.devastated and after.owner(card) is not None:
            yield Happening("given Relief", card, play.player)


def _taken_instead(before: Table, after: Table, play: Play) -> Iterator[str]:
    """What a player takes over automatically in place of a card that a rival has sent back (Botched Contact)."""
    if isinstance(play, plays.Use) and any(node.verb == "may take" for node in before.book[play.card].said(t.They)):
        yield from (card for card in before.active.hand if card in after.active.controlled)


def _plots(player: Player, *, exposed: bool) -> set[str]:
    return {held.card for held in player.plots if held.exposed is exposed}


def _of_attack(before: Table, after: Table, play: Play) -> Iterator[Happening]:
    """How an attack went, and the steps of the turn that cards wait for."""
    ends: tuple[str, ...] = ("called off",) if isinstance(play, plays.CallOff) else ()
    if isinstance(play, plays.Resolve) and before.attack is not None and after.attack is None:
        ends = ("succeeds" if combat.succeeds(before) else "fails", "over")
    if before.attack is not None and before.attack.roll is not None and after.attack is not None:
        same = combat.explain(before).strength == combat.explain(after).strength
        ends = () if same else ("compared",)
    for kind in ends if before.attack is not None else ():
        yield Happening(kind, before.under_way.target, before.under_way.player, before.under_way.attacker)
    used = before.book[play.card].said(t.Outcome) if isinstance(play, plays.Use) and before.attack is None else ()
    if any(node.outcome == "fails" for node in used):
        yield from [replace(each, kind="fails") for each in just(before, "succeeds") if each.attack is not None][:1]
    if before.turn.phase != "claims" and after.turn.phase == "claims":
        yield Happening("turn ends", None, before.turn.player)
    was, now = (each.turn.phase in ("main", "end") for each in (before, after))
    if isinstance(play, plays.PlaceTokens) or (isinstance(play, plays.Proceed) and now and not was):
        yield Happening("tokens", None, before.turn.player)


# --- what sentences ask -----------------------------------------------------------------------------------------------

JUST_PLAYED = "just played"
"""What has happened to a card as long as it is attacked to control it out of a hand (`wdh-glos-just-played`)."""
_USED = ("played", "acts")
BEGUN = "begun"
"""What has happened when a Plot makes an attack."""
BECOMES: dict[str, tuple[str, ...]] = {
    "succeeds": ("succeeds", "rolled", "compared"),
    "fails": ("fails", "rolled", "compared"),
    "is announced": ("announced", BEGUN),
    "is rolled": ("rolled",),
    "is played": ("announced", "played"),
    "is over": ("over",),
    "is attempted": ("announced", "played"),
}
DEEDS: Mapping[c.DeedName, tuple[str, ...]] = {
    "destroy": ("destroyed",),
    "capture": ("captured",),
    "attack": ("announced",),
    "make": ("announced", BEGUN),
    "aid": ("aids",),
    "oppose": ("opposes",),
    "interfere": ("aids", "opposes"),
    "use Power": ("announced", "aids", "opposes"),
    "be target": (),
    "help destroy": ("destroyed",),
    "help relieve": ("relief",),
    "draw": ("draws",),
    "discard": ("discards",),
    "play": ("played", "duplicate", "taken over", "announced"),
    "take over": ("taken over",),
    "expose": ("exposed",),
    "roll": ("rolled",),
    "receive": ("receives",),
    "look at": ("looks",),
    "pay": ("pays",),
}


_ENDED = {"successful": "succeeds", "failed": "fails"}
"""What becomes of attacks that are meant by how they end."""


def found(
    table: Table, event: Any, speaker: str, player: str, clause: int | None = None, named: tuple[str, ...] = ()
) -> Happening | None:
    """The last thing that an event of the language means, as a card of this player says it; None when there is none.
    With the number of a `clause`, one to which that has not answered yet, if there is one; of several cards to which it
    happened, one that the play has `named`.
    """
    every = tuple(_found(table, event, speaker, player))
    every = (names_one(event) and tuple(each for each in every if each.card in named)) or every
    done, key = table.turn.done, f"{speaker}#{clause}"
    new = (each for each in every if clause is None or answer_to(table, event, each, key) not in done)
    return next(new, next(iter(every), None))


def names_one(event: Any) -> bool:
    """Whether what a card waits for happens to single cards, so that its use may name which."""
    single = (("draw",), ("discard",), ("capture", "take over"))
    return isinstance(event, t.OnCard) or (isinstance(event, t.OnDeed) and event.deed in single)


def answer_to(table: Table, event: Any, each: Happening, clause: str) -> str:
    """The key under which a clause has answered what happened: an attack counts once, with its roll and result."""
    number = next((i for i, other in enumerate(table.happened) if other is each), len(table.happened))
    if isinstance(event, t.OnAttack) or (isinstance(event, t.OnDeed) and event.deed == ("make", "aid")):
        return f"attack {sum(other.kind in ('over', 'called off') for other in table.happened[:number])} {clause}"
    return f"event {number} {clause}"


def _found(table: Table, event: Any, speaker: str, player: str) -> Iterator[Happening]:
    since = 0 if getattr(event, "moment", "") == "after" else table.recent
    over = max((n for n, each in enumerate(table.happened) if each.kind in ("over", "called off")), default=0)
    attack, of_attack = table.attack, table.happened[over:since] if table.attack is not None else ()
    state = [each for each in of_attack if attack and each.card == attack.target and _goes_on(attack, each)]
    used = _at_work(table) if getattr(event, "happens", "") == _USED else ()
    joins = attack is not None and attack.roll is None and getattr(event, "deed", ()) == ("make", "aid")
    helpers = [join.card for join in attack.joined] if attack is not None and joins else []
    aids = (each for each in of_attack if each.kind == "aids" and each.card in helpers)
    for each in (*reversed(table.happened[since:]), *state, *used, *aids):
        if means(table, event, each, speaker, player):
            yield each


def _at_work(table: Table) -> Iterator[Happening]:
    """The Resources that the attack under way counts on the attacker's side, though nobody uses them by a play: a
    linked Necronomicon. And those that have been used in it, whatever has been done since.
    """
    attack = table.attack
    if attack is None or attack.roll is not None:
        return
    for each in table.happened:
        made = each.attack
        same = made is not None and (made.attacker, made.target) == (attack.attacker, attack.target)
        acts = each.card if same and each.kind == "acts" and each.player != attack.defender else None
        if acts is not None and table.book[acts].kind == "resource" and table.owner(acts) is not None:
            yield Happening("acts", acts, each.player, acts, attack, table)
    for line in combat.explain(table).lines:
        card = line.source.partition("#")[0]
        owner = board.player_of(table, card) if card in table.book and table.book[card].kind == "resource" else None
        if owner is not None and owner.name != attack.defender and line.side == "attack":
            yield Happening("acts", card, owner.name, card, attack, table)


def _goes_on(attack: Attack, each: Happening) -> bool:
    """Whether what has happened to the target lasts as long as the attack: it has just been played from a hand, and it
    is attacked until the dice are rolled (`wdh-cancel-window`).
    """
    return (each.kind == JUST_PLAYED and attack.from_hand) or (
        each.kind in ("announced", BEGUN) and attack.roll is None
    )


def means(table: Table, event: Any, each: Happening, speaker: str, player: str) -> bool:
    """Whether what happened is what an event of the language means."""
    fallen = each.card if each.kind in ("destroyed", "killed") else None
    if fallen is not None and fallen != speaker and _is_never_destroyed(table, fallen):
        return False
    match event:
        case t.OnCard():
            return _is_on_card(table, event, each, speaker, player)
        case t.OnAttack():
            return _is_on_attack(table, event, each, speaker, player)
        case t.OnDeed():
            return _is_deed(table, event, each, speaker, player)
    return False


def _is_on_card(table: Table, event: t.OnCard, each: Happening, speaker: str, player: str) -> bool:
    """Whether it happened to such a card."""
    happens = event.happens
    if happens == ("untaken",) and each.card is not None:
        theirs = each.player != player or c.Belongs("rival") not in c.demands(event.what)
        return each.kind == "untaken" and theirs and table.zone(each.card)[0] == "discard pile"
    lying = ("destroyed", "discard pile", "out of the game")
    if happens == ("destroyed", "discarded") and table.zone(each.card or "")[0] not in lying:
        return False  # it lies there no more
    if happens == ("taken automatically",) and each.card is not None and table.owner(each.card) is None:
        return False  # it has been sent back: there is nothing to follow
    if happens == _USED and (each.attack is None or each.attack.defender != player):
        return False
    hit = each.kind in happens and each.card is not None
    return hit and _fits(table, event.what, each, speaker, player) and _by(table, event.by, each, speaker, player)


def _is_on_attack(table: Table, event: t.OnAttack, each: Happening, speaker: str, player: str) -> bool:
    """Whether it happened to such an attack."""
    what, happens = event.what, event.happens
    if happens == "is played" and each.kind == "played" and each.attack is None and each.card is not None:
        # One that has been canceled makes no attack any more.
        return any(table.book[each.card].subtype == family.lower() for family in what.quality)
    if each.kind not in BECOMES[happens] or each.attack is None:
        return False
    if each.kind in ("rolled", "compared") and happens in ("succeeds", "fails"):
        if table.attack is None or combat.succeeds(table) != (happens == "succeeds"):
            return False
        if happens == "fails" and table.attack.outcome == "fails" and table.attack.player == player:
            return False  # a card failed it, no roll of its player
    now = table.attack if each.kind == "announced" else None
    made = now if now is not None and now.target == each.card else each.attack
    return meant(each.before if each.before.attack is not None else table, what, made, speaker, player)


def _is_deed(table: Table, event: t.OnDeed, each: Happening, speaker: str, player: str) -> bool:
    """Whether somebody did that."""
    deed, what = event.deed, event.what
    kinds: tuple[str, ...] = tuple(kind for act in deed for kind in DEEDS[act])
    if deed == ("discard",) and each.card is not None and table.holder(each.card) is not None:
        return False  # somebody has taken it up already
    # Only third players interfere (`wdh-glos-interference`).
    if deed == ("interfere",) and each.attack and each.player in (each.attack.player, each.attack.defender):
        return False
    # How an attack ends is known when it is over, not when it is joined.
    if isinstance(what, t.Attacks) and what.quality in _ENDED:
        kinds, what = (_ENDED[what.quality],), replace(what, quality="")
    kinds = ("rolled", "over") if isinstance(what, c.Shown) else kinds
    return (
        each.kind in kinds
        and _did(table, event.who, deed, each, speaker, player)
        and _done_to(table, what, deed, each, speaker, player)
    )


def _is_never_destroyed(table: Table, card: str) -> bool:
    """Whether a card says of itself that it counts as not destroyed: then no other card takes notice."""
    said = table.book[card].standing.get(t.NoGoal, ())
    return any(sentence.who == c.THIS and "never destroyed" in sentence.how for _, _, sentence in said)


def _fits(table: Table, selector: Any, each: Happening, speaker: str, player: str) -> bool:
    """Whether a selector means the card to which it happened, as it was then or is now."""
    assert each.card is not None
    if selector == c.THIS:
        return each.card == speaker
    if selector == c.TARGET:
        return each.attack is not None and each.attack.target == each.card
    if selector == c.LINKED:
        said = (one for one in (*table.lasting, *each.before.lasting) if one.source == speaker and one.on == each.card)
        second = any(one.sentence == SECOND_LINK for one in said)
        return second or each.card in (table.links.get(speaker), each.before.links.get(speaker))
    return any(board.fits(at, selector, each.card, speaker, player) for at in (each.before, table))


def _by(table: Table, by: Any, each: Happening, speaker: str, player: str) -> bool:
    match by:
        case None | "any player":
            return True
        case "you":
            return each.player == player
        case "a rival" | "another player":
            return each.player != player
        case "an attack":
            return each.attack is not None
    return each.by is not None and board.fits(each.before, by, each.by, speaker, player)


def _did(table: Table, who: Any, deed: tuple[c.DeedName, ...], each: Happening, speaker: str, player: str) -> bool:
    """Whether it was done by whom a sentence names."""
    cards = (each.by,) if each.by else ()
    if deed == ("roll",) and each.attack is not None and each.attack.attacker:
        cards = (*cards, each.attack.attacker)
    if each.attack is not None and (deed in (("help destroy",), ("use Power",)) or "aid" in deed):
        cards = (*cards, each.attack.target) if "be target" in deed else cards
        cards = (*cards, *each.attack.makers, *(each.attack.opponents if "oppose" in deed else ()))
    match who:
        case "you" | "any player" | "a rival" | "another player":
            return _by(table, who, each, speaker, player)
        case "the defender":
            return each.attack is not None and each.player == each.attack.defender
        case c.Speaker():
            return speaker in cards
        case c.HostOf():
            return table.links.get(speaker) in cards
        case "its side":
            return each.attack is not None and table.links.get(speaker) in each.attack.makers
        case c.MasterOf():
            return table.master(speaker) in cards
    return False


def _together(table: Table, each: Happening) -> int:
    """To how many cards a player did the same at once."""
    return sum(
        other.kind == each.kind and other.player == each.player and other.before is each.before
        for other in table.happened
    )


def _done_to(table: Table, what: Any, deed: tuple[c.DeedName, ...], each: Happening, speaker: str, player: str) -> bool:
    """Whether it was done to what a sentence names; who opposes an attack does that to its target."""
    if deed == ("oppose",) and each.attack is not None:
        each = replace(each, card=each.attack.target)
    match what:
        case t.Attacks():
            at = table if table.attack else each.before
            return each.attack is not None and meant(at, what, each.attack, speaker, player)
        case t.Duplicate(of, agents):
            controlled = any(isinstance(part, c.Belongs) for part in c.demands(of))  # a Group in a hand is nobody's yet
            in_play = each.kind == "announced" and (each.attack is None or not each.attack.from_hand)
            if each.card is None or in_play or (agents and each.kind != "duplicate"):
                return False
            name, others = table.name(each.card), (card for _, _, cards in each.before.zones() for card in cards)
            copies = (card for card in others if card != each.card and table.name(card) == name)
            there = (card for card in copies if not controlled or each.before.owner(card) is not None)
            return any(board.fits(each.before, of, card, speaker, player) for card in there)
        case t.Cards(what=c.Anything(), quantity=many, count=count) if deed == ("pay",):
            return _together(table, each) > 1 if many == "several" else _together(table, each) == count
        case t.Cards(count=int() as count) if count > _together(table, each):
            return False
        case t.Cards(place=(c.Pile("you", "hand"),)) if each.card is not None:
            holder = each.before.holder(each.card)
            return holder is not None and holder.name == player
        case t.Cards(what=c.Kind(kinds)):
            return each.card is not None and table.book[each.card].kind in kinds
        case t.Cards(what=c.Anything()):
            return each.card is not None
        case c.Shown(rolls, is_natural):
            over = each.attack if each.kind == "over" else None
            natural = over.natural if over else table.attack.natural if table.attack else None
            return (over.roll if over and not is_natural else natural) in rolls
        case t.Pick(_, of) | t.Some(of, _, _):
            return each.card is not None and _fits(table, of, each, speaker, player)
    return each.card is not None and _fits(table, what, each, speaker, player)


def meant(table: Table, attacks: Any, attack: Attack, speaker: str, player: str) -> bool:
    """Whether an attack, by a Group or by a Plot, is among those that a sentence of `speaker` speaks of."""
    if isinstance(attacks, t.EitherAttack):
        return any(meant(table, each, attack, speaker, player) for each in attacks.members)
    quality = attacks.quality
    if isinstance(quality, tuple):
        if attack.family not in quality and not (attack.instant and "Instant" in quality):
            return False
    elif attack.instant and quality != "any" and attack.family not in (attacks.included or ()):
        return False
    elif quality == "not Disaster" and attack.family == "Disaster":
        return False
    elif quality == "privileged" and not (attack.privileged and not attack.negated):
        return False
    if quality in ("failed", "successful") and attack.outcome != _ENDED[quality]:
        return False
    if attack.attacker is not None:
        # Cards are what they are now, not what they print.
        seen = replace(settled(board.attack_of(table, attack), table.rules), now=power_now)
        says = board.speaking(table, seen, speaker, board.side_of(attack, player))
        return is_meant(replace(attacks, quality=""), seen, says)
    helpers = attack.helpers
    return (
        (not attacks.kinds or attack.kind in attacks.kinds)
        and (attacks.owner in (None, "any player") or (attacks.owner == "yours") == (player == attack.player))
        and (attacks.on is None or board.fits(table, attacks.on, attack.target, speaker, player))
        and (attacks.by is None or _by_plot(table, attacks.by, attack, speaker))
        and (attacks.not_by is None or not _by_plot(table, attacks.not_by, attack, speaker))
        and (attacks.either is None or board.fits(table, attacks.either, attack.target, speaker, player))
        and (
            attacks.joined is None or any(board.fits(table, attacks.joined, each, speaker, player) for each in helpers)
        )
    )


def _by_plot(table: Table, by: Any, attack: Attack, speaker: str) -> bool:
    """Whether the Plot that makes an attack is among the cards named."""
    members = by.members if isinstance(by, c.AnyOf) else (by,)
    names = {name for each in members if isinstance(each, c.Named) for name in each.names}
    return attack.plot is not None and (table.name(attack.plot) in names or (by == c.THIS and attack.plot == speaker))
