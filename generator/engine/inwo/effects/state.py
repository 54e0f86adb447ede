"""Effects on cards in play: tokens, numbers, alignments, links, what becomes of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, cast

from generator.engine.cards import IN_ACTION, IN_DEFENSE, IN_ITS_ATTACK, WHILE_LINKED
from generator.engine.inwo import (
    arrows,
    board,
    combat,
    destruction,
    entering,
    hands,
    happenings,
    holdings,
    links,
    moving,
    parting,
    relief,
    shield,
    tokens,
)
from generator.engine.inwo.effects.abilities import is_asked_die
from generator.engine.inwo.effects.step import Effects, Step, run
from generator.engine.inwo.plays import Say
from generator.engine.inwo.table import SECOND_LINK, Lasting, Table, Until
from generator.language import nodes
from generator.language import tree as t
from generator.meaning import core as c
from generator.meaning import lexicon
from generator.structs import replace

_LASTS: Mapping[c.Duration, Until] = {
    "your turn": "turn",
    IN_ITS_ATTACK: "action",
    "next": "next action",
    "defense": "attack",
    IN_DEFENSE: "own turn",
}
"""How long a marker lies for what ends with it."""


# --- which cards ------------------------------------------------------------------------------------------------------


def _chosen(table: Table, who: Any, step: Step) -> tuple[str, ...]:
    """The cards that one effect of several means: of those that the player names, the ones that fit it, first those
    that fit no other.
    """
    choosing = _choosing(step)
    counts: dict[type, Any] = {t.Pick: getattr(who, "count", 0), t.Some: getattr(who, "most", 0) or len(step.play.on)}
    most = counts.get(type(who))
    if most is None or len(choosing) <= 1:
        return step.targets(table, who)
    fits = {card: [each for each in choosing if step.fits(table, each.of, card)] for card in step.play.on}
    mine = sorted((card for card, those in fits.items() if who in those), key=lambda card: len(fits[card]))
    for card in (*(each for each in fits if not fits[each]), *(each for each in mine[most:] if fits[each] == [who])):
        step.require(False, step.may(table, f"be used on {table.name(card)}{' too' if fits[card] else ''}"), about=card)
    if isinstance(who, t.Some) and who.count == "all":
        return step.targets(table, who)
    step.ask(not isinstance(who, t.Pick) or len(mine) >= who.count, "say which card")
    return step.meant(table, who.of, tuple(mine[:most]))


def _choosing(step: Step) -> list[Any]:
    """The selectors of the ability by which cards are chosen."""
    effects = getattr(step.sentence, "effects", ())
    found = [getattr(effect, "who", None) or getattr(effect, "what", None) for effect in effects]
    return [each for each in found if isinstance(each, t.Pick | t.Some)]


def times(table: Table, per: Any, step: Step) -> int:
    """How many there are of what an effect counts. Raises TypeError for what none does."""
    match per:
        case None:
            return 1
        case t.Thing("discarded"):
            return len(step.play.discard)
        case t.Thing("removed"):
            return len(step.found) or len(step.play.discard) or len(step.play.take)
        case t.Thing("discarded Power"):
            return sum(table.book[each].power or 0 for each in step.play.discard)
    raise TypeError(per)


# --- tokens -----------------------------------------------------------------------------------------------------------


def _give_tokens(table: Table, effect: t.GiveTokens, step: Step) -> Table:
    """Action tokens, as many as it says or as the card gets each turn; none for a card that may have none, which nobody
    can choose for it (`wdh-tok-power-reduced-zero`, `wdh-devastate-no-new-tokens`).
    """
    if step.says("one token each"):
        return _spread_tokens(table, effect, step)
    for card in _chosen(table, effect.who, step):
        if not tokens.may_have(table, card) or (card in table.turn.captured and not _speaks_of_captures(step)):
            alone = len(getattr(step.sentence, "effects", ())) == 1  # who plays it for more gets the rest (Beach Party)
            # Nobody pays for a token that the card may not get.
            chosen = (*step.play.on, *((step.play.card,) if step.sentence.costs else ()))
            step.require(
                not alone or card not in chosen,
                f"{table.name(card)} may get a token{tokens.why_none(table, card)}",
                "wdh-results-success-tokens",
                *step.cites,
                about=card,
            )
            step.happen(f"{table.name(card)} may get no Action tokens")
            continue
        gets = tokens.each_turn(table, card) if effect.count is None else effect.count * times(table, effect.per, step)
        table = table.with_tokens({card: table.tokens.get(card, 0) + gets})
        if gets:
            step.happen(f"{table.name(card)} gets {gets} Action token{'s' if gets != 1 else ''}")
        if table.book[step.play.card].kind == "resource":
            table = benefited(table, step.play.card)
    return table


def _speaks_of_captures(step: Step) -> bool:
    """Whether a sentence gives tokens to what has just been captured or brought into play; no other does in the same
    turn (`wdh-results-success-tokens`).
    """
    timing = getattr(step.sentence, "timing", None)
    return isinstance(timing, t.OnCard | t.OnDeed)


def _spread_tokens(table: Table, effect: t.GiveTokens, step: Step) -> Table:
    """Each thing counted gives one token to one Group, and no Group gets two of them."""
    cards, of = step.play.on, getattr(effect.who, "of", effect.who)
    for_each = effect.who.count if isinstance(effect.who, t.Pick) else 1
    step.require(
        len(set(cards)) == len(cards) <= times(table, effect.per, step) * for_each,
        "one token for each Group, one for each card",
    )
    for card in cards:
        free = tokens.may_have(table, card) and card not in table.turn.captured
        text = f"{table.name(card)} may get a token{tokens.why_none(table, card)}"
        step.require(step.fits(table, of, card) and free, text, about=card)
        table = table.with_tokens({card: table.tokens.get(card, 0) + 1})
        step.happen(f"{table.name(card)} gets 1 Action token")
    return table


def benefited(table: Table, card: str) -> Table:
    """The table that knows that a card has given its benefit this turn (`wdh-mlink-after-benefit`,
    `sg-link-benefit-locks`).
    """
    return table if card in table.turn.benefited else table.with_turn(benefited=(*table.turn.benefited, card))


def _lose_tokens(table: Table, effect: t.LoseTokens, step: Step) -> Table:
    for card in _chosen(table, effect.who, step):
        have = table.tokens.get(card, 0)
        lost = have if effect.count is None else min(have, effect.count)
        table = table.with_tokens({card: have - lost})
        step.happen(f"{table.numbered(card)} loses {lost or 'no'} Action token{'s' if lost != 1 else ''}")
    return table


def _no_tokens(table: Table, effect: t.NoTokens, step: Step) -> Table:
    """A card is passed over once, when its player next places Action tokens, or is given only those that are extra."""
    for card in _chosen(table, effect.who, step):
        table = step.last(table, replace(effect, who=c.LINKED), card, "gone")
        step.happen(f"{table.name(card)} gets no {'regular ' * effect.own}Action token next time")
    return table


def _move_tokens(table: Table, effect: t.MoveTokens, step: Step) -> Table:
    """Action tokens pass from card to card.

    With a player, he may do so until the turn ends: what he uses for it is the same Plot.
    """
    if effect.who is not None:
        return step.last(table, effect, None, "turn")
    givers, takers = _chosen(table, effect.giver, step), _chosen(table, effect.taker, step)
    step.ask(bool(givers) and bool(takers), "say from which card to which")
    giver, taker = givers[0], next((card for card in takers if card != givers[0]), takers[0])
    have = table.tokens.get(giver, 0)
    count = have if effect.count is None else effect.count
    if effect.count is not None:
        free = tokens.may_have(table, taker) and (taker not in table.turn.captured or _speaks_of_captures(step))
        step.require(
            free,
            f"{table.name(taker)} may get a token{tokens.why_none(table, taker)}",
            "wdh-results-success-tokens",
            "sg-captured-token-only-explicit",
            about=taker,
        )
    step.require(have >= count, f"{table.name(giver)} has {count} Action token{'s' if count != 1 else ''}", about=giver)
    step.happen(f"{table.name(giver)} gives {count} Action token{'s' if count != 1 else ''} to {table.name(taker)}")
    return table.with_tokens({giver: have - count, taker: table.tokens.get(taker, 0) + count})


# --- numbers, alignments, attributes ----------------------------------------------------------------------------------


def _change(table: Table, effect: Any, step: Step) -> Table:
    """Numbers, alignments or attributes of cards change: for a while, for good, or while the Plot is linked."""
    if getattr(effect, "stat", None) == arrows.ARROWS:
        return _more_arrows(table, effect, step)
    if effect.until == WHILE_LINKED:
        return _linked(table, effect.who, step)
    if isinstance(effect, t.StatEqual) and effect.source == "2 dice":
        # Made again with a total that a card has changed.
        step.require(len(step.play.dice) == 2 or step.record.again, "two dice are rolled")
        effect = t.StatSet(effect.who, effect.stat, sum(step.play.dice) - 2, "set", until=effect.until)
    if isinstance(effect, t.StatEqual) and effect.source == "captured" and step.event and step.event.card:
        effect = t.StatSet(
            effect.who, effect.stat, board.inherited_power(table, step.event.card), "set", until=effect.until
        )
    until = how_long(table, effect, step)
    if effect.until == "defense" and table.attack is not None:
        step.require_defending(table)
    if effect.until == IN_DEFENSE and isinstance(effect.who, t.Some) and effect.who.count == "all":
        step.ask(bool(step.play.choose), "say which alignment")
        return _marked(step.last(table, replace(effect, who=effect.who.of), None, until), step)
    return hold(table, effect, _chosen(table, effect.who, step), until, step)


def _more_arrows(table: Table, effect: Any, step: Step) -> Table:
    """A Group has more outgoing arrows for a while, mostly as long as the Plot is linked to it, on the side that the
    player names (`side`).
    """
    linked = effect.until == WHILE_LINKED
    table = _linked(table, effect.who, step) if linked else table
    card = table.links[step.play.card] if linked else _chosen(table, effect.who, step)[0]
    gained = arrows.gains(table, card, effect, step.play.side)
    step.require(
        step.play.side is None or step.play.side in gained,
        f"{table.name(card)} has room for an arrow there",
        about=card,
    )
    step.play = replace(step.play, choose=gained)
    until = "linked" if linked else how_long(table, effect, step)
    table = step.last(arrows.give(table, card, gained), arrows.lasting(effect), card, until)
    return table if linked else _marked(table, step)


def how_long(table: Table, effect: Any, step: Step) -> Until:
    """How long an effect holds: as it says, else as long as the attack that it belongs to, else for good."""
    return lasts(getattr(effect, "until", None)) or (
        "attack" if table.attack else "turn" if is_asked_die(step.sentence) else "gone"
    )


def lasts(until: c.Duration | None) -> Until | None:
    """How long a marker lies that says something for this long."""
    return _LASTS.get(until, cast(Until, until)) if until else None


def hold(table: Table, effect: Any, cards: tuple[str, ...], until: Until, step: Step) -> Table:
    """The table with a sentence in effect about each of these cards."""
    if isinstance(effect, t.Becomes) and effect.traits:
        for card in cards:
            require_open(table, card, effect.traits, step)
    acting = IN_ACTION if isinstance(effect, t.StatSet) and effect.until in ("action", IN_ACTION) else None
    if getattr(effect, "until", None) == IN_ITS_ATTACK:
        acting = IN_ITS_ATTACK
        _require_attackers(table, cards, step)
    changes = {"who": c.LINKED} | ({"until": acting} if hasattr(effect, "until") else {})
    for card in cards:
        table = step.last(table, replace(_not_below(table, effect, card), **changes), card, until)
        step.happen(f"{table.name(step.play.card)} affects {table.name(card)} {lexicon.LASTS[acting or until]}")
    return _marked(table, step) if until != "gone" else table


def _require_attackers(table: Table, cards: tuple[str, ...], step: Step) -> None:
    """In an attack, what holds for one that a card makes is for its attacker alone; the target and those who aid or
    oppose are not making it.
    """
    attack = table.attack
    for card in cards if attack is not None else ():
        step.require(
            attack is not None and card == attack.attacker,
            f"{table.name(card)} makes the attack under way",
            "wdh-aid-basic",
            about=card,
        )


def require_open(table: Table, card: str, gains: Iterable[str], step: Step) -> None:
    """Nothing says that the card gains no alignments, or none of these, or always has its master's
    (`wdh-meta-cannot-beats`).
    """
    bound = next(
        (clause for _, clause, said in table.book[card].standing.get(t.AlignmentsOf, ()) if said.who == c.THIS), None
    )
    text = f"the alignments of {table.name(card)} may be other than its master's"
    step.require(bound is None, text, "wdh-meta-cannot-beats", "sg-plot-timing-on-card", about=card)
    ban = board.forbidden(table, card, "gain alignments") or board.never(table, card, gains)
    step.require_unbarred(ban, f"{table.name(card)} may gain alignments", card)


def _not_below(table: Table, effect: Any, card: str) -> Any:
    """A change that takes no more from a number than its sentence allows."""
    if not isinstance(effect, t.StatChange) or effect.least is None:
        return effect
    return replace(
        effect, amount=min(0, max(effect.amount, effect.least - board.number(table, card, effect.stat[0]))), least=None
    )


def _marked(table: Table, step: Step) -> Table:
    """A Plot lies on the table as long as its effect lasts (`faq-discard-when`, `wdh-plot-duration-discard`)."""
    card = step.play.card
    if table.book[card].kind != "plot" or table.zone(card)[0] != "none":
        return table
    return replace(table, marks=(*table.marks, card))


def _linked(table: Table, who: Any, step: Step) -> Table:
    """The Plot is linked to the card that it changes (`wdh-link-ex-plot-group`, `sg-link-plot-to-group`); the sum does
    the rest.
    """
    card = step.play.card
    if card in table.links:
        return table
    cards = _chosen(table, who, step)
    step.ask(bool(cards), "say which card")
    return links.attach(table, card, cards[0], step.record)


_WAYS = ("add", "remove", "reverse")
_Traits = tuple[t.Trait, ...]


def _change_alignments(table: Table, effect: t.ChangeAlignments, step: Step) -> Table:
    """Alignments that the player chooses are added, removed or reversed: `choose` has them, after `add`, `remove` or
    `reverse` where he may choose that too. What has no opposite cannot be reversed.
    """
    ways = [word for word in step.play.choose if word in _WAYS]
    named = tuple(word for word in step.play.choose if word not in _WAYS)
    way = ways[0] if ways else effect.how if effect.how in _WAYS else ""
    step.ask(way in effect.how and bool(way or effect.how), "say whether an alignment is added, removed or reversed")
    step.ask(bool(named) and (effect.count is None or len(named) == effect.count), "say which alignment")
    opposites = table.rules.opposites
    for card in _chosen(table, effect.who, step):
        now = board.alignments(table, card)
        gains: list[str] = []
        for name in named:
            if not way:
                way = "reverse" if name in now and name in opposites else "remove" if name in now else "add"
            step.require(
                name in opposites or name == "Criminal",
                f"{name} is an alignment{': write each word of `choose` by itself' * (' ' in name)}",
            )
            if way == "add":
                gains.append(name)
                continue
            step.require(name in now, f"{table.name(card)} is {name}", about=card)
            if way == "reverse":
                step.require(
                    opposites.get(name, name) != name,
                    f"{name} has an opposite to become"
                    + (
                        f"; to add or remove {name} itself, choose [add, {name}] or [remove, {name}]"
                        if "add" in effect.how
                        else ""
                    ),
                )
                gains.append(opposites[name])
        if step.says("not opposite"):
            step.require(
                not any(opposites.get(name) in now for name in gains),
                f"{table.name(card)} has no opposite alignment",
                about=card,
            )
        lost = named if way != "add" else ()
        if gains:
            require_open(table, card, gains, step)
        sentence = t.Becomes(
            c.LINKED, cast(_Traits, tuple(gains)), cast(_Traits, lost), not_for_goals=effect.not_for_goals
        )
        if effect.until == WHILE_LINKED:
            table = _linked(table, effect.who, step)
            table = step.last(table, sentence, card, "linked")
        else:
            table = hold(table, sentence, (card,), how_long(table, effect, step), step)
        step.happen(f"{table.name(card)} is {' '.join(board.alignments(table, card)) or 'without alignments'}")
    return table


def _borrow(table: Table, effect: t.Borrow, step: Step) -> Table:
    """Alignments of another card, those that the player chooses; the opposite ones of its own give way."""
    lender, takers = step.targets(table, effect.lender)[0], step.targets(table, effect.who)
    step.require(all(table.book[each].kind != "illuminati" for each in takers), "an Illuminati has no alignments")
    has = board.alignments(table, lender)
    step.ask(bool(step.play.choose), f"say in `choose` which alignments of {table.name(lender)}: {', '.join(has)}")
    for name in step.play.choose:
        step.require(name in has, f"{table.name(lender)} is {name}", about=lender)
    table = hold(
        table, t.Becomes(c.LINKED, cast(_Traits, step.play.choose)), takers, how_long(table, effect, step), step
    )
    for card in takers if table.attack is not None else ():
        why = combat.aid_refused(table, card, step.player)
        step.require(not why, why or f"{table.name(card)} may aid", "wdh-aid-control-eligibility", about=card)
    return table


def _undo(table: Table, effect: t.Undo, step: Step) -> Table:
    """A Plot that changed a Group is unlinked and discarded; what it changed is as it was before
    (`faq-link-earlier-resumes`). `take` names the Plot where there are several. What an NWO changes cannot be undone,
    nor a Plot that makes several changes.
    """
    (card,) = _chosen(table, effect.whose, step)
    marked = tuple(each.source for each in table.lasting if each.on == card and table.book[each.source].kind == "plot")
    there = (
        each
        for each in dict.fromkeys((*table.linked_to(card), *marked))
        if table.book[each].kind == "plot" and each not in table.nwos
    )
    found = [each for each in there if _changes(table, each)]
    wanted = [each for each in found if not step.play.take or each in step.play.take]
    step.require(bool(wanted), f"a Plot has changed {table.name(card)}", about=card)
    only = f"{table.name(wanted[-1])} makes a single change"
    wanted = [each for each in wanted if len(_changes(table, each)) == 1]
    step.require(bool(wanted), only, about=card)
    step.ask(len(wanted) == 1, f"say in `take` which Plot is undone: {' or '.join(map(table.name, wanted))}")
    step.happen(f"{table.name(wanted[-1])} is undone")
    return _undone(table, wanted[-1], card, step)


def _undone(table: Table, plot: str, card: str | None, step: Step) -> Table:
    """The table without a Plot and what it has done to a card, or to all."""
    table = replace(
        table, lasting=tuple(each for each in table.lasting if each.source != plot or card not in (None, each.on))
    )
    return holdings.to_discard(table, plot, table.owners.get(plot, step.player))


_CHANGES = (t.StatChange, t.StatSet, t.StatEqual, t.Becomes, t.AlignmentsOf)


def _changes(table: Table, plot: str) -> set[str]:
    """What a Plot changes of a card: its alignments, Power, Resistance; nothing else, such as arrows. One alignment in
    place of another is one change.
    """
    said = [sentence for kind in _CHANGES for _, _, sentence in table.book[plot].standing.get(kind, ())]
    said += [each.sentence for each in table.lasting if each.source == plot and isinstance(each.sentence, _CHANGES)]
    numbers = {stat.removeprefix("Global ") for each in said if hasattr(each, "stat") for stat in each.stat}
    return numbers & {"Power", "Resistance"} | (
        {"alignments"} if any(not hasattr(each, "stat") for each in said) else set()
    )


# --- rules for a while ------------------------------------------------------------------------------------------------


def _rule(table: Table, effect: Any, step: Step) -> Table:
    """A ban, an immunity or something else that holds for a while: about the cards that it names, or about a player."""
    if isinstance(effect, t.Treat):
        return _read(table, effect, step)
    who = getattr(effect, "who", None)
    if isinstance(effect, t.NoEffect) and who == c.THIS and table.attack is not None:
        table = table.with_attack(
            added=tuple(line for line in table.attack.added if line.source.partition("#")[0] != step.play.card)
        )
        return table
    until = how_long(table, effect, step)
    said = replace(effect, until=None) if getattr(effect, "until", None) else effect
    if isinstance(effect, t.MayNot) and effect.what == "attack":
        said = replace(said, what=t.Attacks(quality="any"))
    if isinstance(effect, t.MayNot) and effect.who == "one rival":
        return _kept_out(table, effect, step)
    if isinstance(effect, t.MayNot) and effect.what == "duplicates":
        return _banned_for_good(table, effect, step)
    holder = table.holder(step.play.cancels) if step.play.cancels else None
    if isinstance(effect, t.MayNot) and effect.what == "Plot" and step.play.cancels and holder is not None:
        kept = Lasting(
            step.play.card, step.number, holder.name, said, step.play.cancels, until, (holder.name,), tuple(table.links)
        )
        step.happen(f"{holder.name} can't play {table.name(step.play.cancels)} {lexicon.LASTS[until]}")
        return _marked(replace(table, lasting=(*table.lasting, kept)), step)
    if isinstance(who, t.Pick | t.Some | c.Cards):
        for card in _chosen(table, who, step):
            table = step.last(table, replace(said, who=c.LINKED), card, until)
    else:
        table = step.last(table, said, table.player(step.player).illuminati, until)
    return _marked(table, step) if until != "gone" else table


def _kept_out(table: Table, effect: t.MayNot, step: Step) -> Table:
    """One rival, who is named once for all, does not interfere in the attack under way."""
    name, attack = step.rival(table), step.attack(table)
    named = any(each.source == step.play.card and isinstance(each.sentence, t.MayNot) for each in table.lasting)
    step.require(not named, "one rival is named in each attack")
    step.require(attack is None or name != attack.defender, f"{name} is not the one attacked", "wdh-glos-interference")
    step.happen(f"{name} can't interfere in this attack", "wdh-glos-interference")
    barred = Lasting(step.play.card, step.number, step.player, effect, None, "attack", (name,))
    return _turned_away(replace(table, lasting=(*table.lasting, barred)), name, step)


def _turned_away(table: Table, name: str, step: Step) -> Table:
    """The table without the play by which a player has just tried to interfere; what it cost is lost
    (`faq-aid-made-illegal-token-not-returned`).
    """
    attack, entries = table.attack, list(table.entries)
    last = next((n for n, each in reversed([*enumerate(entries)]) if not isinstance(each.play, Say)), None)
    if step.record.again or attack is None or last is None:
        return table
    tried = entries[last]
    if tried.play.player == name and tried.stands and shield.takes_part(table, tried.play, attack):
        entries[last] = replace(tried, void=True)
        cites = ("wdh-glos-interference", "faq-aid-made-illegal-token-not-returned")
        step.happen(f"what {name} has just done in it has no effect", *cites)
    return replace(table, entries=tuple(entries))


def _banned_for_good(table: Table, effect: t.MayNot, step: Step) -> Table:
    """No copy of the Plot just played is played again; the card that says so first lies with the New World Orders."""
    plot = step.given(step.event.card if step.event else None, "a Plot has just been played")
    step.found = (plot,)
    step.happen(f"no other {table.name(plot)} is played in this game")
    table = replace(
        table,
        lasting=(
            *table.lasting,
            Lasting(
                step.play.card,
                step.number,
                step.player,
                effect,
                None,
                lasts(effect.until) or "gone",
                (table.name(plot),),
            ),
        ),
    )
    return table if table.book[step.play.card].kind != "plot" else replace(table, nwos=(*table.nwos, step.play.card))


def _read(table: Table, effect: t.Treat, step: Step) -> Table:
    """Alignments are read in another way for the attack under way; of one Group, which the player names, where it is
    about such a Group.
    """
    step.given(step.attack(table), "an attack is under way", "wdh-announce-declare-three")
    on = None
    if effect.these in ("Corporate", "Government"):
        step.ask(len(step.play.on) == 1, "say which Group")
        on, old = step.play.on[0], effect.these
        step.require(old in board.alignments(table, on), f"{table.name(on)} is {old}", about=on)
    step.happen("so the alignments are read in this attack")
    return step.last(table, effect, on, "attack")


# --- what becomes of cards --------------------------------------------------------------------------------------------


def _act(table: Table, effect: t.Act, step: Step) -> Table:
    """What is done to cards in play, or just out of it."""
    if effect.verb == "attack" or (effect.verb == "control" and parting.said(table, step.play.card) is not None):
        return _with_leave(table, effect, step)
    if effect.verb == "control":
        table = hands.bring_back(table, step.play.take[0], step) if step.play.take else table
        return _forgotten(table, _chosen(table, effect.what, step), step)
    if effect.verb == "name":
        named = _chosen(table, effect.what, step)
        step.require(bool(named) and {*step.play.on} <= {*named}, step.may(table, "be used on what you name"))
        step.play = replace(step.play, on=named)  # a card that is named by its name need not be said
        return table
    for card in _chosen(table, effect.what, step):
        table = (
            _destroyed(table, card, step, discarded=True) if effect.discarded else DEEDS[effect.verb](table, card, step)
        )
        step.record.stop_if_illegal()
        table = parting.divide(table, step.play.card, card, step.player)
    return table


def _with_leave(table: Table, effect: t.Act, step: Step) -> Table:
    """The player may attack a card that the rules would not let him attack, as his next play."""
    for card in _chosen(table, effect.what, step):
        step.happen(f"{step.player} may attack {table.name(card)}")
        table = step.last(table, effect, card, "turn")
    return _marked(table, step)


def _forgotten(table: Table, cards: tuple[str, ...], step: Step) -> Table:
    """A killed Personality no longer counts as that, so that its player may attack to control the duplicate in his
    hand.
    """
    names = {table.name(card) for card in cards}
    for player in table.players:
        for each in player.destroyed:
            if table.name(each) in names:
                for deed in entering.NEVER_BACK:
                    _require_not(table, each, deed, step)
                step.happen(
                    f"{table.name(each)} no longer counts as destroyed",
                    "wdh-remember-destroyed-wiped",
                    "sg-memory-destroyed-resets",
                )
                table = holdings.to_discard(holdings.wiped(table, each), each, player.name)
    return table


def _destroyed(table: Table, card: str, step: Step, *, discarded: bool = False) -> Table:
    if table.book[card].kind == "resource":  # what cannot be lost is no target (`wdh-meta-cannot-beats`)
        _require_not(table, card, "lost", step)
    return destruction.destroy(table, card, None if discarded else step.player, step.record, told="destroyed")


def _taken(table: Table, card: str, step: Step) -> Table:
    """A Resource or Group that nobody controls comes under control without a roll, from wherever it is
    (`wdh-resplay-by-card`). A Group goes to `master` and `side`.
    """
    name = step.player
    step.require(table.owner(card) is None, f"nobody controls {table.name(card)}", about=card)
    _require_not(table, card, "returned", step)
    entering.require_taking(table, name, card, step.record)
    step.record.stop_if_illegal()
    zone, whose = table.zone(card)
    step.require(
        zone not in ("hand", "group deck") or whose in ("", name), f"{table.name(card)} is yours to take", about=card
    )
    if (
        card in step.play.take
        and step.play.on
        and table.name(card) == table.name(step.play.on[0])
        and card != step.play.on[0]
    ):
        table = _forgotten(table, (card,), step)
    table = holdings.lift(table, card)
    # Forgery and Partition allow a copy.
    if not any(isinstance(node, c.Duplicate) for node in nodes(step.sentence)):
        entering.require_no_copy(table, card, step.record, name)
    step.happen(f"{name} gets {table.name(card)}", *step.cites, "wdh-resplay-by-card")
    table = entering.enter(table, name, card, step.play.master, step.play.side, step.record)
    attack = table.attack
    if attack is not None and attack.target == card and attack.from_hand:
        step.happen(f"nothing is left to attack: {table.name(card)} is {name}'s now", "wdh-justplayed-not-in-play")
        table = combat.unmade(table, attack, step.record)
    if not step.says("bound"):
        return table
    table = table.with_link(card, step.play.card)
    fits = links.may_be_legal(table, card)
    step.require(
        fits, f"{table.name(card)} may be linked to {table.name(step.play.card)}", "wdh-resplay-by-card", about=card
    )
    return table


def _require_not(table: Table, card: str, deed: str, step: Step) -> None:
    """No card says of this one that it cannot be stolen, returned to play or the like."""
    shield = board.spared(table, card, deed, step.player)
    if shield is None and deed == "revived" and any(card in player.killed for player in table.players):
        shield = board.spared(table, card, "revived if killed", step.player)
    step.require_unbarred(
        shield, f"{table.name(card)} can be {'brought back into play' if deed == 'returned' else deed}", card
    )


def _moved(table: Table, card: str, step: Step) -> Table:
    step.ask(step.play.master is not None, "say under which master", about=card)
    return moving.shift(table, card, step.play.master or "", step.play.side, step.play.sides, step.record)


def _link_this(table: Table, card: str, step: Step) -> Table:
    if table.zone(step.play.card)[0] == "discard pile":  # what it did before is over, and it lies on the table again
        table = holdings.lift(table, step.play.card)
    if step.start is not None and step.play.card in step.start.links and table.book[step.play.card].kind == "plot":
        return links.attach(table.with_link(step.play.card, None), step.play.card, card, step.record)
    if step.play.card in table.links and table.book[step.play.card].kind == "plot":
        step.happen(f"{table.name(step.play.card)} is for {table.name(card)} too")
        return step.last(table, SECOND_LINK, card, "linked")
    return links.attach(table, step.play.card, card, step.record)


def _unlinked(table: Table, card: str, step: Step) -> Table:
    """A link ends: a Plot is discarded, a Resource belongs to the Illuminati again."""
    _require_not(table, card, "unlinked", step)
    _require_not(table, card, "removed", step)
    owner = table.owner(card)
    beside = owner.illuminati if owner and table.book[card].kind == "resource" else None
    if table.links.get(card) != beside:
        step.happen(f"{table.name(card)} is unlinked", "wdh-link-definition", "sg-link-definition")
    is_plot = table.book[card].kind == "plot"
    return (
        holdings.to_discard(table, card, table.owners.get(card, step.player))
        if is_plot
        else table.with_link(card, beside)
    )


def _revived(table: Table, card: str, step: Step) -> Table:
    """A destroyed card comes back, with its printed values only (`wdh-remember-destroyed-wiped`,
    `sg-memory-destroyed-resets`).
    """
    step.require(
        table.zone(card)[0] in ("destroyed", "out of the game"), f"{table.name(card)} was destroyed", about=card
    )
    for deed in entering.NEVER_BACK:
        _require_not(table, card, deed, step)
    step.happen(f"{table.name(card)} is back", "wdh-remember-destroyed-wiped", "sg-memory-destroyed-resets")
    return holdings.wiped(holdings.lift(table, card), card)


def _discarded(table: Table, card: str, step: Step) -> Table:
    """A card leaves play without being destroyed; puppets go where puppets of a lost Group go."""
    owner = table.owner(card)
    if owner is not None and card == owner.illuminati:
        return (
            table  # another Illuminati card takes its place at once, and then it goes (`cards.py`, `_new_illuminati`)
        )
    table = destruction.out_of_structure(table, card, step.record)
    step.happen(f"{table.name(card)} is discarded", "wdh-glos-discard", "sg-glo-discard-face-up")
    table = table.with_link(card, None) if table.book[card].kind == "resource" else table
    return holdings.to_discard(table.with_tokens({card: 0}), card, owner.name if owner else step.player)


def _gone(table: Table, card: str, step: Step) -> Table:
    """Out of the game for good: nobody gets it back. Who has destroyed it, or is about to by the attack on it, still
    counts it.
    """
    pending = table.attack
    if table.zone(card)[0] == "destroyed" or (
        pending is not None and pending.kind == "destroy" and pending.target == card and table.owner(card)
    ):
        step.happen(f"{table.name(card)} can never return to play", "wdh-destroy-6-pile")
        return step.last(table, t.Cannot(c.LINKED, entering.NEVER_BACK), card, "gone")
    if table.owner(card) is not None:
        table = destruction.out_of_structure(table, card, step.record)
    fallen = table.fallen if card in board.destroyed(table) else None  # its copies stay barred
    table = holdings.wiped(holdings.lift(table, card), card)
    step.happen(f"{table.name(card)} is out of the game")
    return replace(table.with_tokens({card: 0}), removed=(*table.removed, card), fallen=fallen or table.fallen)


def _united(table: Table, card: str, step: Step) -> Table:
    """Two cards become one, as large as before: the puppet leaves the game, its links go to its master (the conflicts
    `partition-reunited` and `puppets-of-a-reunited-half`).
    """
    master = table.master(card)
    if master is None or table.name(master) != table.name(card):
        return table
    for each in table.linked_to(card):
        table = table.with_link(each, master)
    table = _gone(table, card, step)
    step.happen(f"both {table.name(master)} are one")
    return _undone(table, step.play.card, None, step)


def _relieved(table: Table, card: str, step: Step) -> Table:
    """Relief for a Place that is Devastated, unless a card keeps it so for some time."""
    if card not in table.devastated:
        return table
    relief.require_open(table, card, step.record)
    return relief.restore(table, card, step.record)


DEEDS: dict[str, Callable[[Table, str, Step], Table]] = {
    "destroy": _destroyed,
    "relieve": _relieved,
    "capture": _taken,
    "take over": _taken,
    "move": _moved,
    "revive": _revived,
    "link": _link_this,
    "discard": _discarded,
    "unite": _united,
}


def _fate(table: Table, effect: t.Fate, step: Step) -> Table:
    """What becomes of a card. Whose Goals count a destroyed one is said, or it is the player who uses the ability. What
    is destroyed afterward is destroyed when the attack is over.
    """
    if table.attack is not None and effect.afterward:
        names = tuple(table.name(card) for card in _chosen(table, effect.who, step))
        done = replace(effect, who=c.Named(names), afterward=False)
        return step.last(table, t.IfThen((), (done,)), None, "attack")
    for card in _chosen(table, effect.who, step):
        if effect.fate in DESTROYS:
            table = _struck(table, card, effect, step)
        elif effect.fate == "relieved later":
            table = step.last(table, replace(effect, who=c.LINKED), card, "gone")
        else:
            table = FATES[effect.fate](table, card, step)
    return table


DESTROYS = ("destroyed", "destroyed for none", "killed")


def _struck(table: Table, card: str, effect: t.Fate, step: Step) -> Table:
    """A card is destroyed or killed, unless it is spared."""
    deeds = ("destroyed", "killed") if effect.fate == "killed" else ("destroyed",)
    excepted = partial(_excepted, table, step)
    spares = (board.spared(table, card, deed, step.player, excepted) for deed in deeds)
    if table.book[card].kind == "group" and any(spares):
        step.happen(f"{table.name(card)} cannot be {deeds[-1]}", "wdh-meta-cannot-beats", "sg-meta-cannot-beats-can")
        return table
    if t.Fate(c.THIS, "unlinked") in getattr(step.sentence, "effects", ()) and step.play.card in table.links:
        table = _unlinked(table, step.play.card, step)
    if table.zone(card)[0] not in ("structure", "resources", "uncontrolled", "hand"):
        return table
    by = None if effect.fate == "destroyed for none" else credited(table, effect.goals, step)
    return destruction.destroy(table, card, by, step.record, killed=effect.fate == "killed", told=deeds[-1])


def _excepted(table: Table, step: Step, unless: Any, speaker: str) -> bool:
    """Whether what destroys a card without an attack on it is excepted by what spares it: the attack that destroyed
    another card with it, or one of the cards that were used (Count Dracula on the Moonbase).
    """
    event, owner = step.event, board.player_of(table, speaker)
    attack = event.attack if event is not None and event.kind == "destroyed" else None
    player, used = owner.name if owner is not None else step.player, (step.play.card, *step.play.by)
    if event is not None and attack is not None:
        used = (*used, *((attack.plot,) if attack.plot else ()), *attack.makers)
        table = event.before
    if not isinstance(unless, t.Attacks | t.EitherAttack):
        return any(board.fits(table, unless, card, speaker, player) for card in used)
    if attack is not None and happenings.meant(table, unless, attack, speaker, player):
        return True
    members = unless.members if isinstance(unless, t.EitherAttack) else (unless,)
    such = [each.joined for each in members if each.joined is not None]
    return any(board.fits(table, each, card, speaker, player) for each in such for card in used)


def _lost(table: Table, card: str, step: Step) -> Table:
    """A card leaves play, unless it was destroyed with what it was linked to; of a linked Plot the link ends."""
    if table.zone(card)[0] == "destroyed":
        return table
    linked = card in table.links and table.book[card].kind == "plot"
    return _unlinked(table, card, step) if linked else _discarded(table, card, step)


def _devastated(table: Table, card: str, step: Step) -> Table:
    """A Place is Devastated; one that has just been destroyed is only that."""
    if (
        step.event is not None
        and step.event.kind == "destroyed"
        and step.event.card == card
        and table.owner(card) is None
    ):
        # What comes back was never destroyed.
        kept = (
            each
            for each in table.lasting
            if each.on != card or each.sentence != t.Cannot(c.LINKED, entering.NEVER_BACK)
        )
        table = _as_before(replace(table, lasting=tuple(kept)), step.event.before, card, step)
    destroyed = table.zone(card)[0] == "destroyed"  # with what Devastates it (The Big Prawn)
    return table if destroyed else relief.devastate(table, card, step.record)


def _spared_devastation(table: Table, card: str, step: Step) -> Table:
    """A Place that has just been Devastated is not."""
    table = replace(table, devastated=tuple(each for each in table.devastated if each != card))
    table = _saved(table, (card,), "Devastated")
    step.happen(f"{table.name(card)} is not Devastated")
    return _tokens_kept(table, step.event.before, card) if step.event is not None else table


def _not_destroyed(table: Table, card: str, step: Step) -> Table:
    """A card that has just been destroyed stays where it was; one that was nowhere in play is only counted no more."""
    before = step.event.before if step.event is not None else None
    if before is None or before.owner(card) is None:
        return _uncounted(table, card, step, deeds=())
    dies = table.options.head_in_a_jar_and_the_count == "dies" or table.book[card].kind == "resource"
    for deed in entering.NEVER_BACK if dies else ():
        _require_not(table, card, deed, step)
    return _as_before(table, before, card, step)


def _uncounted(table: Table, card: str, step: Step, deeds: tuple[str, ...] = entering.NEVER_BACK) -> Table:
    """A card does not count as destroyed any more, if none of these deeds is forbidden."""
    if table.zone(card)[0] not in ("destroyed", "out of the game", "discard pile"):
        return table
    for deed in deeds:
        _require_not(table, card, deed, step)
    lies = table.zone(card)[0] == "discard pile" and card not in table.fallen
    kept = "is not discarded" if lies else "does not count as destroyed"
    by = next((player.name for player in table.players if card in player.destroyed), step.player)
    table = holdings.wiped(holdings.lift(table, card), card)
    step.happen(f"{table.name(card)} {kept}", "wdh-remember-destroyed-wiped", "sg-memory-destroyed-resets")
    if card not in step.play.on or not step.found:
        return table
    return holdings.to_discard(table, card, by)  # its duplicate is played in its place


def _let_go(table: Table, card: str, step: Step) -> Table:
    """A link ends, unless it has ended with its Group, or was to end with one that could not be destroyed."""
    kept = card not in table.links or (owner := table.owner(card)) is not None and table.links[card] == owner.illuminati
    return (
        table
        if kept or (card == step.play.card and _kept_its_group(table, card, step))
        else _unlinked(table, card, step)
    )


def _kept_its_group(table: Table, card: str, step: Step) -> bool:
    """Whether a card that would destroy the Group that it is linked to, and end the link, could not destroy it."""
    host = table.links.get(card)
    destroys = any(
        isinstance(each, t.Fate) and each.fate == "destroyed" and each.who == c.LINKED
        for each in getattr(step.sentence, "effects", ())
    )
    return (
        destroys
        and host is not None
        and table.book[host].kind == "group"
        and board.spared(table, host, "destroyed", step.player) is not None
    )


def _out_of_hiding(table: Table, card: str, step: Step) -> Table:
    """A Resource that lay hidden comes to light. A duplicate of a Unique one that somebody has just tried to play goes
    back, with all that it cost (`wdh-dup-res-warehouse-reveal`); where it was not shown then, the hidden copy is
    discarded (`wdh-dup-res-warehouse-fail`).
    """
    name = step.player
    copies = [each for player in table.seated for each in player.resources if table.name(each) == table.name(card)]
    if "Unique" not in table.book[card].attributes or not copies:
        step.happen(f"{table.name(card)} comes to light")
        return _beside(table, card, name)
    last = table.entries[-1].play if table.entries else None
    tried = (
        table.base is not None
        and len(table.entries) == 1
        and copies[0] in (getattr(last, "card", None), *getattr(last, "on", ()))
    )
    if not tried or step.record.again:
        step.happen(f"{table.name(card)} was not shown in time and is discarded", "wdh-dup-res-warehouse-fail")
        return holdings.to_discard(table, card, name)
    step.happen(f"{table.name(card)} is shown, and no duplicate can be played", "wdh-dup-res-warehouse-reveal")
    assert table.base is not None
    shown = _beside(table.base, card, name)
    return replace(shown, base=shown, entries=tuple(replace(each, void=True) for each in table.entries))


def _beside(table: Table, card: str, name: str) -> Table:
    """The table with a Resource beside the Power Structure of a player."""
    return holdings.to_resources(table, card, name).with_link(card, table.player(name).illuminati)


def _as_before(table: Table, before: Table, card: str, step: Step) -> Table:
    """A card that has just been destroyed stays where it was after all, with everything that hung on it and lay beside
    it.
    """
    owner = before.owner(card)
    assert owner is not None
    if card not in owner.structure:  # a Resource: what it was linked to may be gone all the same
        table = holdings.to_resources(table, card, owner.name).with_tokens({card: before.tokens.get(card, 0)})
        host = before.links.get(card)
        step.happen(f"{table.name(card)} is not destroyed")
        return table.with_link(card, host if host is not None and table.owner(host) is not None else owner.illuminati)
    back = owner.structure.subtree(card)
    beside = tuple(each for each, host in before.links.items() if host in back)
    for each in (*back, *beside):
        table = holdings.lift(table, each)
    table = table.with_player(owner.name, structure=owner.structure, resources=owner.resources)
    table = table.with_tokens({each: before.tokens.get(each, 0) for each in back})
    for each in (*back, *beside):
        table = table.with_link(each, before.links[each]) if each in before.links else table
    step.happen(f"{table.name(card)} is not destroyed")
    table = replace(
        table, fallen=MappingProxyType({each: fall for each, fall in table.fallen.items() if each not in back})
    )
    table = _saved(table, tuple(owner.structure), "destroyed", "killed")
    return replace(
        table,
        lasting=(*table.lasting, *(each for each in before.lasting if each.on == card and each not in table.lasting)),
    )


def _saved(table: Table, cards: tuple[str, ...], *kinds: str) -> Table:
    """The table on which what has just happened to cards did not happen after all, so that nothing answers it."""
    return replace(
        table,
        happened=tuple(
            replace(each, kind="saved") if each.kind in kinds and each.card in cards else each
            for each in table.happened
        ),
    )


def _tokens_kept(table: Table, before: Table, card: str) -> Table:
    """The table with the tokens back that a Place and all below it have just lost by a Devastation that is canceled."""
    owner = table.owner(card)
    arm = owner.structure.subtree(card) if owner is not None and card in owner.structure else ()
    return table.with_tokens({each: before.tokens.get(each, 0) for each in arm})


FATES: dict[str, Callable[[Table, str, Step], Table]] = {
    "discarded": _lost,
    "lost": _lost,
    "Devastated": _devastated,
    "spared": _spared_devastation,
    "removed": _gone,
    "captured": _taken,
    "uncontrolled": lambda table, card, step: destruction.freed(table, card, step.record, *step.cites),
    "exposed": lambda table, card, step: (
        _out_of_hiding(table, card, step) if card in table.under else hands.flip(table, card, exposed=True)
    ),
    "saved": _not_destroyed,
    "uncounted": _uncounted,
    "unlinked": _let_go,
}
"""What becomes of one card, by the word for it; but for what destroys and what comes later."""


def credited(table: Table, goals: Any, step: Step) -> str | None:
    """The player whose Goals count what is destroyed; None for nobody."""
    attack = step.attack(table)
    match goals:
        case None if step.event is not None and step.event.kind in ("destroyed", "killed"):
            return step.event.player
        case None | "your Goals":
            return step.player
        case "no Goal":
            return None
        case "its attacker":
            return attack.player if attack else step.player
        case "the defender":  # of a Group that is attacked by its own player, that player
            owner = table.owner(attack.target) if attack else None
            return attack.defender or (owner.name if owner else None) if attack else None
    return next((player.name for player in table.seated if table.name(player.illuminati) in goals.names), None)


# --- effects of effects -----------------------------------------------------------------------------------------------


def _cancels(effects: tuple[Any, ...]) -> bool:
    return any(isinstance(node, t.Cancel) for each in effects for node in nodes(each))


def _either(table: Table, effect: t.EitherEffect, step: Step) -> Table:
    """One of two, as `option` says."""
    step.ask(step.play.option in (1, 2), "say which of the two")
    chosen, other = (effect.first, effect.second) if step.play.option == 1 else (effect.second, effect.first)
    astray = step.play.cancels is not None and not _cancels(chosen) and _cancels(other)
    step.require(not astray, f"option {3 - step.play.option} is the one that cancels", *step.cites)
    for each in chosen:
        table = run(table, each, step)
    return table


def _laid(table: Table, sentence: t.Links, step: Step) -> Table:
    """A Plot that only says beside what it lies is linked by being played (`wdh-link-ex-plot-group`,
    `sg-link-plot-to-group`).
    """
    cards = step.targets(table, sentence.what)
    step.ask(len(cards) == 1 and cards[0] in step.play.on, "say which card")
    return links.attach(table, step.play.card, cards[0], step.record)


FAMILIES: Effects = {t.Links: _laid}
EFFECTS: Effects = {
    t.GiveTokens: _give_tokens,
    t.LoseTokens: _lose_tokens,
    t.NoTokens: _no_tokens,
    t.MoveTokens: _move_tokens,
    t.StatChange: _change,
    t.StatSet: _change,
    t.StatEqual: _change,
    t.Becomes: _change,
    t.AlignmentsOf: _change,
    t.ChangeAlignments: _change_alignments,
    t.Borrow: _borrow,
    t.Undo: _undo,
    t.Immunity: _rule,
    t.Cannot: _rule,
    t.NoEffect: _rule,
    t.NoMasterBonus: _rule,
    t.AddsNothing: _rule,
    t.MayNot: _rule,
    t.Treat: _rule,
    t.Act: _act,
    t.Fate: _fate,
    t.EitherEffect: _either,
}
