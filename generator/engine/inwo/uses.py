"""Playing a Plot out of the hand, and using what a card in play says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from textwrap import shorten
from types import MappingProxyType
from typing import Any

from generator.engine.cards import Card, Clause
from generator.engine.instant import against, ignores_defenses
from generator.engine.inwo import (
    board,
    combat,
    costs,
    drawing,
    entering,
    hands,
    happenings,
    holdings,
    shield,
    timings,
    tokens,
    unread,
)
from generator.engine.inwo.effects import abilities, families, strikes
from generator.engine.inwo.effects.step import FAMILIES, LENT, Step, run
from generator.engine.inwo.immunity import immune
from generator.engine.inwo.plays import Announce, Give, Substitute, Use, actors, uses
from generator.engine.inwo.table import BEGINNING, Held, Table
from generator.engine.inwo.trading import breaks_deals
from generator.engine.record import Illegal, Record
from generator.language import nodes
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace

_TAKEOVER = c.Turn("you", "takeover")
_EVERY = (c.Kind(("illuminati",)),)


def use(table: Table, play: Use, record: Record) -> Table:
    """Play a Plot or use an ability (`wdh-any-play-plot`, `wdh-any-use-ability`); every word of the play must be one
    that it asks for.
    """
    after, step = _used(table, play, record)
    if not isinstance(step.sentence, t.SurgePlot):  # played with an action that a card lets in after the roll
        combat.require_as_rolled(table, after, record, getattr(step.sentence, "timing", None))
    if not (record.again or record.void):
        unread.require(table, after, play, step, lambda other: _tried(table, other, record))
    return after


def _tried(table: Table, play: Use, record: Record) -> Table | None:
    """The table after another use in place of the one that is made; None where it would not be legal."""
    tried = Record(own=table.rules.its.own, entry=record.entry)
    return tried.result(lambda: _used(table, play, tried)[0])


def _other_play(table: Table, card: Card) -> str:
    """Which play does what a card without an ability to use lets it do."""
    deeds = {deed for said in card.said(t.MayJoin) for deed in said.deed}.intersection(("aid", "oppose"))
    if deeds:
        return f"; what it may do in an attack is the play {' or '.join(sorted(deeds))}"
    if any(clause.sentence is None for clause in card.clauses):
        return _lent(table, card) or "; a note on it is for the players to carry out"
    if any(t.Fate(c.THIS, "exposed") in said.sentence.effects for said in card.sentences(t.Ability)):
        return "; it is exposed by itself when its time comes"
    host = table.links.get(card.id)
    there = (
        f"; it is in play already, beside {table.name(host)}"
        if host and card.kind == "plot"
        else "; what it says counts by itself"
    )
    return _lent(table, card) or (" where it is" if card.sentences(t.Ability) else there)


def _lent(table: Table, card: Card) -> str:
    """Where to find an ability that a card gives to others."""
    given, host = card.standing.get(t.Granted, ()), table.links.get(card.id)
    to = {c.demands(said.who) for _, _, said in given}
    every, rivals = (_EVERY in to, any({*_EVERY, c.Belongs("rival")} == {*demands} for demands in to))
    yours = every or rivals
    others = (
        f"{'every Illuminati' if every else 'the Illuminati of rivals'}: use yours"
        if yours
        else f"the card beside which it is: use {table.name(host)}"
        if host
        else "other cards: use one of those"
    )
    return (
        f"; {'it gives' if card.id in (*table.links, *table.nwos) or not yours else 'while in play it gives'} an"
        f" ability to {others}"
        if given
        else ""
    )


def _used(table: Table, play: Use, record: Record) -> tuple[Table, Step]:
    """The table after a use, and what the use knows of itself."""
    table = _as_plot(_from_under(_still_there(_not_yet_taken(table, play, record), play, record), play, record), play)
    player, card = table.player(play.player), table.book[play.card]
    is_plot = any(held.card == play.card for held in player.plots)
    if not is_plot:
        _require_own(table, play, record)
    found = _able(table, play, dict(abilities.usable(table, play.card, play.player, is_plot=is_plot)), is_plot, record)
    number, clause = _chosen(table, play, found, record)
    record.clause = number
    others = f"; `clause` can name {_told(found.items())}" if found else f" (it has {len(card.clauses)})"
    named = _other_play(table, card) if play.clause is None else f" in clause {play.clause}{others}"
    cites = ("wdh-any-use-ability", "wdh-glos-special-ability", "wdh-glos-hand", "sg-glo-hand")
    record.require(clause is not None, f"{card.name} has an ability for `use`{named}", *cites, about=play.card)
    families.require_thawed(table, replace(play, clause=number), record)
    record.stop_if_illegal()
    if clause is None:  # a requirement may be granted (`_stands` in referee.py), but there is nothing to do
        raise Illegal
    step = Step(play, number, clause, record, start=table)
    if is_plot and record.entry is None:
        _require_no_duplicate(table, step)
        hands.require_counter(table, step)
    if is_plot and abilities.shows_itself(step.sentence):
        hands.require_hidden(table, play.player, play.card, record, "wdh-expose-voluntary", "sg-plot-exposed-state")
    for require in (_require_moment, _require_not_ignored, _require_not_kept_away, _require_not_immune):
        require(table, step)
    _require_still_helping(table, step)
    sentence = step.sentence
    played_away = is_plot and not abilities.shows_itself(sentence)
    family = strikes if type(sentence) in strikes.FAMILIES else families
    table = (_paid if isinstance(sentence, t.Ability) else family.pay)(table, sentence, step)
    table = _spent(_spent_in_attack(table, step), step, played_away)
    table = combat.commit(table, step.play, is_plot=is_plot)
    if not record.again:
        another = f" (clause {number}; `clause` can name another)" if record.hint else ""
        whole = isinstance(sentence, t.ReplacesNwo)  # all that a New World Order says
        said = [each for each in card.clauses if whole and not isinstance(each.sentence, t.Ability)] or [clause]
        record.happen(f"{card.name}: {'; '.join(each.text for each in said)}{another}", *step.cites)
    for lost in record.entry.lost if record.entry is not None else ():
        table = table.with_tokens({lost: table.tokens.get(lost, 0) - 1})
    if record.void:
        return (_back(table, step) if is_plot and _goes_back(table, step) else _gone(table, step, is_plot)), step
    wasted = any(what == _SECOND_TRY and key in table.ever for what, key in _limits(table, step))
    due = tuple(due for due in table.turn.due if (due.card, due.clause) != (play.card, number))
    table = _counted(table, step).with_turn(due=due)
    if wasted:
        record.happen(f"{card.name} has no effect: {_SECOND_TRY}", *step.cites)
    elif isinstance(sentence, t.Ability):
        table = _in_place_of_a_draw(table, sentence, step)
        for effect in sentence.effects:
            table = run(table, effect, step)
    else:
        table = FAMILIES[type(sentence)](table, sentence, step)
    if is_plot and record.entry is None:
        assert step.start is not None
        hands.require_countered(step.start, table, step)
    _require_alone(table, step)
    _require_usable_copies(table, step)
    return (_gone(table, step, is_plot) if played_away else table), step


def _in_place_of_a_draw(table: Table, sentence: t.Ability, step: Step) -> Table:
    """The table without the draw in whose place an ability comes (`faq-plot-draw-prevented-rosicrucian-token-lost`); a
    price that asks for the draws has taken them already.
    """
    if not drawing.replaces(sentence) or any(
        isinstance(cost, t.Price) and cost.what == "due draws" for cost in sentence.costs
    ):
        return table
    entry = step.record.entry
    what = drawing.deck(table, step.play, sentence, entry)
    step.require(
        step.record.again or drawing.due(table, step.player, what, entry) > 0,
        f"{step.player} may draw a {'Plot' if what == 'plot' else 'Group card'} now",
        *step.cites,
    )
    return drawing.taken(table, step.player, what, entry)


# --- what may be used -------------------------------------------------------------------------------------------------


def _not_yet_taken(table: Table, play: Use, record: Record) -> Table:
    """A Plot that a rival is just taking may still be played when it cancels just that (`wdh-throw-counter-only`): it
    is in the hand as before, and so are the Plots that are its price. When the other play is canceled, all is made
    again from the table before it.
    """
    base = table.base
    if record.again or play.cancels is None or base is None or play.card not in table.book:
        return table
    before = {each.card: each for each in base.player(play.player).plots}
    taken = {
        card
        for entry in table.entries
        if entry.stands and play.cancels in actors(entry.play) and entry.play.player != play.player
        for card in entry.took
    }
    for card in (play.card, *play.discard):
        if (
            card in taken
            and card in before
            and not table.player(play.player).holds(card)
            and table.zone(card)[0] in _TAKEN_TO
        ):
            table = holdings.lift(table, card)
            table = table.with_player(play.player, plots=(*table.player(play.player).plots, before[card]))
    return table


def _still_there(table: Table, play: Use, record: Record) -> Table:
    """A Plot with which its player breaks a deal may be what he was to give in that very deal."""
    deal = next(
        (entry.play for entry in reversed(table.entries) if isinstance(entry.play, Give) and not entry.void), None
    )
    if record.again or deal is None or play.card not in table.book or not breaks_deals(table, play):
        return table
    agreed = deal.cards if play.player == deal.player else deal.gets if play.player == deal.to else ()
    return holdings.to_hand(table, play.card, play.player) if play.card in agreed else table


_TAKEN_TO = ("plots", "discard pile")
"""Where the Plots lie that a rival has just taken out of a hand, or had discarded."""


def _from_under(table: Table, play: Use, record: Record) -> Table:
    """A Plot under a card that lets it be played from there is played as if from the hand: under Texas only if it is
    about that card.
    """
    host = table.under.get(play.card)
    if host is None or host not in table.player(play.player).controlled or not board.has_abilities(table, host):
        return table
    said = [
        clause
        for clause in table.book[host].sentences(t.Ability)
        if all(isinstance(condition, c.About) for condition in clause.sentence.when)
        and timings.is_now(table, clause.sentence.timing, host, play.player)
    ]
    plays_it = any(
        isinstance(node, t.Do)
        and node.verb == "play"
        and isinstance(node.cards, t.Cards)
        and c.Pile("you", "under") in (node.cards.place or ())
        for clause in said
        for node in nodes(clause.sentence)
    )
    if not plays_it:
        return table
    about = record.again or not any(clause.sentence.when for clause in said) or _involves(table, play, host)
    record.require(about, f"{table.name(play.card)} is about {table.name(host)}", "wdh-any-play-plot", about=host)
    return holdings.to_hand(table, play.card, play.player)


def _involves(table: Table, play: Use, card: str) -> bool:
    """Whether a Plot is about this card: played on it, against a play on it, or with an attack that it takes part
    in.
    """
    canceled = next(
        (
            entry.play
            for entry in reversed(table.entries)
            if play.cancels and getattr(entry.play, "card", None) == play.cancels
        ),
        None,
    )
    taking = () if table.attack is None else (table.attack.target, *table.attack.acting)
    named = (*play.on, *play.by, *(canceled.on if isinstance(canceled, Use) else ()))
    return card in named or play.cancels == card or (not play.on and card in taking)


def _as_plot(table: Table, play: Use) -> Table:
    """A Group in the hand that may be used as a Plot is one for that use."""
    player, card = table.player(play.player), table.book[play.card]
    plot = hands.as_plot(card)
    if play.card not in player.hand or plot is None:
        return table
    book = MappingProxyType({**table.book, play.card: plot, hands.as_group(play.card): card})
    table = replace(holdings.lift(table, play.card), book=book, ever=(*table.ever, hands.as_group(play.card)))
    return table.with_player(player.name, plots=(*player.plots, Held(play.card)))


def _chosen(table: Table, play: Use, found: dict[int, Clause], record: Record) -> tuple[int, Clause | None]:
    """The clause that is meant: the one that the player names, else the first that can be used as the play says, else
    the first whose time it is.
    """
    if play.clause is not None:
        return play.clause, found.get(play.clause)
    timely = []
    for number, clause in found.items():
        sentence = abilities.said(table, clause)
        if not isinstance(sentence, t.Ability) or timings.is_now(table, sentence.timing, play.card, play.player):
            timely.append((number, clause))
    now = timely or list(found.items())
    if len(now) > 1:
        paid = [each for each in now if play.by and getattr(abilities.said(table, each[1]), "costs", ())]
        refused: dict[int, str] = {}
        tried = next(
            (
                each
                for each in now
                if not refused.setdefault(each[0], _refusal(table, replace(play, clause=each[0]), record))
            ),
            (*paid, *now)[0],
        )
        others = [each for each in now if each is not tried]
        record.hint = f"; clause {tried[0]} was tried, and `clause` can name {_told(others)}"
        record.hint += (
            f", where it requires: {refused[others[0][0]]}"
            if len(set(refused.values())) == len(now) == 2 and all(refused.values())
            else ""
        )
        return tried
    record.hint = _lent(table, table.book[play.card]) if now and not timely else ""
    return now[0] if now else (0, None)


def _told(clauses: Iterable[tuple[int, Clause]]) -> str:
    """The numbers of clauses, each with its first words."""
    texts = ((number, re.split(LENT, clause.text)[-1]) for number, clause in clauses)
    return " or ".join(f"{number} (“{shorten(text, 50, placeholder=' …')}”)" for number, text in texts)


def _refusal(table: Table, play: Use, record: Record) -> str:
    """Why a use of a clause would not be legal now, every word of it read; empty where it would."""
    tried = Record(own=table.rules.its.own, again=record.again, entry=record.entry)
    return (
        ""
        if tried.result(lambda: use(table, play, tried)) is not None
        else next(each.text for each in tried.reasons if not each.ok)
    )


# --- requirements -----------------------------------------------------------------------------------------------------


def _speaks_when_destroyed(table: Table, card: str) -> bool:
    """Whether a card lies among the destroyed and says what may be done with it there (General Disorder)."""
    conditions = (each for clause in table.book[card].sentences(t.Ability) for each in clause.sentence.when)
    there = any(c.In("destroyed") in c.asserted(each) for each in conditions)
    return there and any(card in player.destroyed for player in table.players)


def _require_own(table: Table, play: Use, record: Record) -> None:
    """A card in play is used by who controls it; a Paralysis card by anybody who frees the Group."""
    player, card = table.player(play.player), table.book[play.card]
    host = table.links.get(play.card)
    beside = host is not None and (host in player.controlled or bool(card.sentences(t.Paralysis)))
    fall = table.fallen.get(play.card)
    lost = fall is not None and fall.owner == play.player and _speaks_when_destroyed(table, play.card)
    due = next((due for due in table.turn.due if due.card == play.card), None)
    if due is not None:
        record.require(
            play.player == due.chooser,
            f"{due.chooser} chooses for {card.name}",
            "wdh-any-use-ability",
            "sg-glo-special-ability",
            about=play.card,
        )
    mine = (
        beside
        or lost
        or due is not None
        or play.card in player.controlled
        or play.card in table.nwos
        or _knows_its_alignments(table, play)
    )
    where = "in your hand or in play" if card.kind == "plot" else "and in play"
    mine = (
        mine
        or play.card in table.marks
        or _just_struck(table, play)
        or _pays_its_destroyer(table, play)
        or _lost_with_group(table, play)
    )
    cites = ("wdh-any-use-ability", "wdh-any-play-plot", "wdh-glos-hand", "sg-glo-hand")
    copy = f"{card.id}{holdings.COPIED}"
    lies = (
        f"; your copy of it is `card: {copy.partition('/')[2]}`"
        if player.holds(copy)
        else f"; it is linked to {table.name(host)}"
        if host
        else ""
    )
    text = f"{card.name} is yours, {where}{_lent(table, card) or lies}"
    spent = card.id.endswith(holdings.COPIED)
    record.insist(
        mine, f"the copy of {card.name} is used at once, and is lost now" if spent else text, *cites, about=play.card
    )


def _able(table: Table, play: Use, found: dict[int, Clause], is_plot: bool, record: Record) -> dict[int, Clause]:
    """Of the clauses that may be used, those that the card has now: without its special abilities only what it is
    instructed to do.
    """
    if is_plot:
        return found
    told = {number: clause for number, clause in found.items() if abilities.is_instruction(clause)}
    instructed = bool(told) and play.clause in (None, *told)
    able, ban = (
        board.has_abilities(table, play.card),
        board.without_effect(table, play.card) if instructed else board.silenced(table, play.card),
    )
    record.require(
        able or instructed,
        f"{table.name(play.card)} has its abilities",
        "wdh-paralyze-no-abilities",
        "wdh-glos-paralyzed",
        about=play.card,
    )
    record.require(
        ban is None,
        ban.text if ban else f"{table.name(play.card)} may use its abilities",
        "wdh-any-use-ability",
        about=play.card,
    )
    return told if instructed and not able else found


def _knows_its_alignments(table: Table, play: Use) -> bool:
    """Whether a Group that nobody controls settles its own alignments, which matter in an attack on it (Bill Clinton,
    George Bush).
    """
    attack = table.attack
    said = (clause.sentence for clause in table.book[play.card].sentences(t.Ability) if not clause.sentence.costs)
    free = (
        attack is not None
        and attack.target == play.card
        and attack.player == play.player
        and table.owner(play.card) is None
    )
    return free and any(isinstance(node, t.Becomes) for sentence in said for node in nodes(sentence))


def _pays_its_destroyer(table: Table, play: Use) -> bool:
    """Whether a card says what the player may do who has just destroyed it, and this player has."""
    said = (
        sentence
        for _, clause in abilities.usable(table, play.card, play.player, is_plot=False)
        for sentence in (clause.sentence,)
    )
    return any(
        isinstance(each, t.Ability)
        and isinstance(each.timing, t.OnCard)
        and each.timing.by == "any player"
        and any(isinstance(effect, t.They) and effect.who == "that player" for effect in each.effects)
        and (event := happenings.found(table, each.timing, play.card, play.player)) is not None
        and event.player == play.player
        for each in said
    )


def _lost_with_group(table: Table, play: Use) -> bool:
    """Whether a Resource of this player that answers such a loss has just been lost itself with its Group
    (`net-evil-geniuses-soulburner`).
    """
    when = [clause.sentence.timing for clause in table.book[play.card].sentences(t.Ability)]
    answers = bool(when) and all(
        isinstance(timing, t.OnDeed) and timing.deed in (("capture",), ("destroy",)) for timing in when
    )
    return (
        answers
        and table.book[play.card].kind == "resource"
        and any(
            each.card is not None
            and each.before.links.get(play.card) == each.card
            and each.card in each.before.player(play.player).controlled
            for each in happenings.just(table, "captured", "destroyed")
        )
    )


def _just_struck(table: Table, play: Use) -> bool:
    """Whether a Plot has just made this player's attack (`wdh-card-flesh-eating-bacteria`, `wdh-card-oil-spill`)."""
    return any(
        each.attack is not None and each.attack.plot == play.card and each.attack.player == play.player
        for each in happenings.just(table)
    )


def _require_moment(table: Table, step: Step) -> None:
    """Privilege keeps others out of an attack; in the Beginning of his turn a player spends Action tokens on few things
    (`wdh-bot-token-use-restricted`).
    """
    play, sentence = step.play, step.sentence
    if combat.is_privileged(table):
        attack = table.under_way
        removes = any(
            isinstance(node, t.EndPrivilege | t.MayInterfere)
            or (isinstance(node, t.Outcome) and node.outcome == "unprivileged")
            for node in nodes(sentence)
        )
        apart = removes or shield.is_over(attack, sentence)
        step.require(
            apart or step.player in (attack.player, attack.defender) or combat.may_interfere(table, step.player),
            combat.ONLY_TWO,
            "wdh-priv-only-two",
            "wdh-priv-no-cancel",
            "wdh-glos-any-time",
            "wdh-glos-interference",
        )
    tokens_spent = bool(play.by) or any(node == t.Price("own") for node in nodes(sentence))
    timing = getattr(sentence, "timing", c.Anytime())
    concerns = not isinstance(timing, c.Anytime | c.Turn) or timings.is_once_a_turn(timing) or timing == _TAKEOVER
    if tokens_spent and not concerns:
        tokens.require_not_early(table, step.player, step.record)


def _require_not_ignored(table: Table, step: Step) -> None:
    """No Plot counts against an Assassination that ignores such Plots."""
    attack = table.attack
    if (
        attack is None
        or attack.player == step.player
        or table.book[step.play.card].kind != "plot"
        or attack.family != "Assassination"
    ):
        return
    there = (table.book[card] for player in table.seated for card in player.controlled)
    trait = ignores_defenses(there, attack.makers, frozenset(("Assassination",)))
    magic = trait in table.book[step.play.card].attributes if trait else True
    step.require(magic or not against(step.sentence, trait or ""), "the attack ignores such Plots", "wdh-any-play-plot")


def _require_not_immune(table: Table, step: Step) -> None:
    """A Group or Resource does nothing in an attack on a target that is immune to it (Stonehenge and Magic
    Resources).
    """
    attack, card = table.attack, step.play.card
    if (
        attack is None
        or step.play.cancels
        or step.player == attack.defender
        or table.book[card].kind not in ("group", "resource")
    ):
        return
    if any(isinstance(effect, t.MayJoin) for effect in step.sentence.effects):
        # only who joins for the attack meets the immunity: opposing is free
        # (`faq-opposing-attack-regardless-of-immunity`)
        return
    step.require_vulnerable(table, attack.target, immune=immune(table, attack.target, card, step.player, step.clause))


def _require_not_kept_away(table: Table, step: Step) -> None:
    """No card keeps the player from affecting those named (Warehouse 23)."""
    speakers = [card for player in table.seated for card in player.controlled]
    rules = [rule for card in speakers for _, _, rule in table.book[card].standing.get(t.Cannot, ())]
    for card in step.play.on if any("affected" in rule.deed for rule in rules) else ():
        if card in table.book:
            spared = board.spared(table, card, "affected", step.player)
            step.require_unbarred(spared, f"{table.name(card)} can be affected", card)


def _require_no_duplicate(table: Table, step: Step) -> None:
    """Nobody plays a Plot of the same name twice in one attack (`wdh-dup-plot-free`); one that was canceled was never
    played (`wdh-dup-plot-cancelled`).
    """
    if table.attack is None:
        return
    name = table.name(step.play.card)
    own = (
        entry.play.card
        for entry in table.entries
        if isinstance(entry.play, Use) and entry.play.player == step.player and entry.stands
    )
    played = any(table.name(card) == name and table.book[card].kind == "plot" for card in own)
    cites = ("wdh-dup-plot-free", "wdh-nodup-same-plot", "sg-nodup-plots")
    step.require(not played, f"{name} is played once by the same player in one attack", *cites)


def _require_still_helping(table: Table, step: Step) -> None:
    """A Plot that was played to help a card in an attack is worth nothing when that card takes part no more."""
    entry = step.record.entry
    if entry is not None and entry.helped is not None:
        taking = ("attacker", "defender", table.attack.target, *table.attack.acting) if table.attack is not None else ()
        step.require(
            entry.helped in taking,
            "what it was played to help takes part in the attack",
            "wdh-cancel-attack-action-2-plots-discarded",
            "wdh-cancel-attack-action-5-helper-plots",
            "wdh-cancel-helper-action-2-plots",
            "sg-attacker-action-canceled",
        )


def _require_alone(table: Table, step: Step) -> None:
    """What makes an attack Instant is not used when a helper or Plot has been chosen for the attack that can't be part
    of it then.
    """
    attack = table.attack
    if (
        attack is None
        or not attack.instant
        or attack.attacker is None
        or step.start is None
        or step.start.attack is None
        or step.start.attack.instant
    ):
        return
    announced = {card for entry in table.entries if entry.announced and not entry.void for card in entry.play.cards}
    for reason in combat.explain(table).reasons if announced else ():
        step.require(
            reason.ok or reason.about not in announced, reason.text, "wdh-instant-no-actions", about=reason.about
        )
    for entry in table.entries:
        if (
            isinstance(entry.play, Use)
            and entry.play.player == step.player
            and entry.helped
            and not (entry.void or entry.illegal)
        ):
            meant = still_meant(table, entry.play)
            step.require(
                meant,
                f"{table.name(entry.play.card)} can be played with such an attack",
                "wdh-any-play-plot",
                about=entry.play.card,
            )


def _require_usable_copies(table: Table, step: Step) -> None:
    """A Plot is copied only when it could be used right then: it is the time for it, and its player has the Action
    tokens that it costs (`wdh-any-play-plot`, `wdh-plot-timing-cost`).
    """
    before = step.start or table
    for held in table.player(step.player).plots:
        if held.card.endswith(holdings.COPIED) and not before.player(step.player).holds(held.card):
            text = (
                f"{table.name(held.card.removesuffix(holdings.COPIED))} can be used right now, and {step.player} has"
                " the Action tokens that it costs"
            )
            step.require(
                _could_be_used(table, held.card, step.player),
                text,
                "wdh-any-play-plot",
                "wdh-plot-timing-cost",
                about=held.card,
            )


def _could_be_used(table: Table, plot: str, player: str) -> bool:
    """Whether it is the time for some use of a Plot, and its Action tokens are there.

    What isn't played as a Plot is not judged here.
    """
    found = tuple(abilities.usable(table, plot, player, is_plot=True))
    for number, clause in found:
        sentence = abilities.said(table, clause)
        if not isinstance(sentence, t.Ability):
            return True
        own = Step(Use(player=player, card=plot), number, clause, Record(own=table.rules.its.own))
        if timings.is_now(table, sentence.timing, plot, player) and (
            own.says("all pay") or costs.within_reach(table, sentence.costs, own)
        ):
            return True
    return not found


def helped(table: Table, play: Use) -> str | None:
    """What a Plot helps that is played in an attack: one of the cards that take part with their actions, or a side."""
    attack = table.attack
    if attack is None or attack.roll is not None or table.book[play.card].kind != "plot":
        return None
    found = next((card for card in play.on if card in attack.acting and card != attack.target), None)
    if (
        found is not None
        and table.book[play.card].sentences(t.SurgePlot)
        and not families.is_for_resistance(table, play)
    ):
        return found
    bound = any(isinstance(said.timing, t.With) for said in _said(table, play))
    return ("attacker" if play.player != attack.defender else "defender") if bound else None


def _said(table: Table, play: Use) -> list[t.Ability]:
    """The abilities of what is used in the game that is played."""
    return [
        each for clause in table.book[play.card].clauses if isinstance(each := abilities.said(table, clause), t.Ability)
    ]


def without_agents(table: Table, play: Use) -> bool:
    """Whether a Plot that is played with agents has none any more in the attack (Faction Fight after Payoff)."""
    times = [each.timing for each in _said(table, play) if isinstance(each.timing, t.OnDeed)]
    bound = any(isinstance(timing.what, t.Duplicate) and timing.what.agents for timing in times)
    return bound and table.book[play.card].kind == "plot" and table.attack is not None and not table.attack.agents


def still_meant(table: Table, play: Use) -> bool:
    """Whether the attack under way is still one with which a Plot may be played."""
    timed = [each for each in _said(table, play) if isinstance(each.timing, t.With)]
    made = any(
        isinstance(effect, t.Outcome) and effect.outcome == "Instant" for each in timed for effect in each.effects
    )
    table = table.with_attack(instant=False) if made and table.attack is not None else table
    return not timed or any(timings.is_now(table, each.timing, play.card, play.player) for each in timed)


# --- prices and limits ------------------------------------------------------------------------------------------------


def _paid(table: Table, sentence: t.Ability, step: Step) -> Table:
    """Time, conditions, limits and the price of an ability."""
    has_canceled = step.record.again and any(isinstance(node, t.Cancel) for node in nodes(sentence))
    if has_canceled:  # what it has canceled has not happened
        step.event = timings.event(table, sentence.timing, step.play.card, step.player, step.number)
    else:
        timings.require(table, sentence.timing, step)
    if any(isinstance(each, t.Undo) for each in sentence.effects):
        step.ask(
            all(table.book[card].kind != "plot" for card in step.play.on),
            "name the changed Group in `on`, and the Plot that is undone in `take`",
        )
    if sentence.timing == _TAKEOVER:
        table = _entitled(table, step)
    if isinstance(sentence.timing, t.OnDeed) and step.event is None:
        table = _pair(table, sentence.timing, step)
    table_now = step.event.before if step.event and step.event.before is not None and table.attack is None else table
    cites = ("wdh-any-play-plot", "wdh-plot-timing-cost", "sg-plot-timing-on-card")
    asked = _conditions(step)
    for number, condition in enumerate(sentence.when):
        said = asked[number] if len(asked) == len(sentence.when) else step.head
        step.require(
            has_canceled or _holds(table, table_now, condition, step), f"{table.name(step.play.card)}: {said}", *cites
        )
    for what, key in _limits(table, step):
        used = key in (*table.turn.done, *table.ever) and what != _SECOND_TRY
        more = (
            abilities.usable(table, step.play.card, step.player, is_plot=False)
            if used and step.play.clause is None
            else ()
        )
        others = [f"clause {number}: {each.text}" for number, each in more if number != step.number]
        what += f" ({'; '.join(('for another ability, say which', *others))})" if others else ""
        step.require(
            not used, what, "wdh-glos-each-turn", "wdh-cancel-once-per", "sg-glo-turn-each", "sg-plot-timing-on-card"
        )
    if abilities.is_asked_die(sentence) and table.attack is None and table.entries and not step.record.again:
        text = f"{table.name(step.play.card)} has just rolled, and its alignments matter only once"
        step.require(not uses(table.entries[-1].play, step.play.card), text, "wdh-any-use-ability")
    for rider in sentence.also:
        _require_rider(table, rider, step)
    return costs.pay(table, sentence.costs, step)


def _entitled(table: Table, step: Step) -> Table:
    """A player may take over a Resource by the automatic takeover of the turn, or in the main phase by an Illuminati
    action, and a Plot that brings one takes the place of just that (`wdh-bot-3-auto-takeover-optional`,
    `wdh-main-play-resource`).
    """
    own = table.player(step.player).illuminati
    for card in step.play.on:
        entering.require_taking(table, step.player, card, step.record)
        step.record.stop_if_illegal()
    if table.turn.phase in BEGINNING:
        entering.require_automatic(table, step.player, step.record)
        step.require(
            "takeover" not in table.turn.done,
            "one automatic takeover a turn",
            "wdh-bot-3-auto-takeover-optional",
            "faq-bot-ato",
        )
        return table if step.record.void else table.with_turn(done=(*table.turn.done, "takeover"))
    step.require(
        "resource" not in table.turn.done,
        "one Resource a turn",
        "wdh-main-play-resource",
        "faq-main-one-resource-by-illuminati-action",
    )
    step.play = replace(step.play, by=tuple(card for card in step.play.by if card != own))
    table = tokens.spend(table, step.player, (own,), step.record)
    step.record.stop_if_illegal()
    return table if step.record.void else table.with_turn(done=(*table.turn.done, "resource"))


def _conditions(step: Step) -> list[str]:
    """What a clause asks for before it can be used, in its words: what follows `if`, or the rival whom it chooses."""
    chosen = re.search(r"\bchoose a rival (who[^;]+)", step.clause.text)
    if chosen is not None:
        return [f"a rival {each}" for each in re.split(" and (?=who)", chosen[1])]
    return re.findall(r"\bif (.+?)(?= and if |, |$)", step.head)


def _pair(table: Table, timing: t.OnDeed, step: Step) -> Table:
    """A Plot with which a player plays a duplicate of what is destroyed: the duplicate is a card of the hand, `that
    card`; the use is on the one that is destroyed, whichever of the two the player names. A Plot that does not itself
    bring the duplicate into play is played with an automatic takeover or an attack that follows at once (Media Blitz).
    """
    if not isinstance(timing.what, t.Duplicate):
        return table
    lost = {
        table.name(each): each
        for each in board.destroyed(table)
        if board.fits(table, timing.what.of, each, step.play.card, step.player)
    }
    named = (*step.play.take, *step.play.on)
    names = {table.name(each) for each in named}
    others = [table.name(each) for each in named if table.name(each) not in lost]
    step.require(
        not others,
        f"it is the time for {table.name(step.play.card)}: {step.head}; {', '.join(others)} doesn't count",
        "wdh-dup-grp-destroyed",
        "wdh-any-play-plot",
    )
    copies = [
        each
        for each in table.player(step.player).hand
        if table.name(each) in lost and (not names or table.name(each) in names)
    ]
    step.require(bool(copies), "a duplicate of that card is in your hand", "wdh-dup-grp-destroyed", "wdh-any-play-plot")
    copy = next((each for each in copies if each in named), copies[0])
    step.found = (copy,)
    step.play = replace(step.play, on=(lost[table.name(copy)],), take=(copy,))
    if all(isinstance(effect, t.Fate) and effect.fate == "uncounted" for effect in step.sentence.effects):
        return hands.bring_back(table, copy, step, early="takeover" not in table.turn.done)
    return table


def _spent_in_attack(table: Table, step: Step) -> Table:
    """The table with what has paid for a Plot or an ability that is part of the attack under way, each card once in an
    attack.
    """
    attack = table.attack
    if attack is None or not shield.takes_part(table, step.play, attack):
        return table
    if not step.record.again:
        tokens.require_one_each(table, step.play.by, (*attack.acting, *attack.spent), step.record)
        step.record.stop_if_illegal()
    return table.with_attack(spent=(*attack.spent, *step.play.by))


def _holds(table: Table, then: Table, condition: Any, step: Step) -> bool:
    held = then is not table and board.holds(then, (condition,), step.play.card, step.player, None)
    return held or abilities.holds(table, condition, step)


def _limits(table: Table, step: Step) -> Iterator[tuple[str, str]]:
    """What may be done a limited number of times: in words, and the key under which it is written down."""
    sentence = step.sentence
    if not isinstance(sentence, t.Ability):
        return
    own = f"{step.play.card}#{step.number}"
    if any(
        isinstance(effect, t.Do) and effect.verb == "take" for effect in sentence.effects
    ) and timings.is_once_a_turn(sentence.timing):
        # another card may give it more of the same, and not once more (the tax of the I.R.S.)
        own = f"{step.play.card} takes"
    name = f"{step.player}:{table.name(step.play.card)}"
    once = {rider.means.each for rider in sentence.also if isinstance(rider.means, c.Once)}
    if table.attack is not None and abilities.is_asked_die(sentence):
        once.add("attack")
    plays = sentence.use.plays
    if sentence.use.once == "turn":
        yield "once in a turn", name if plays else own
    if sentence.use.once == "game":
        yield "once in the game", f"ever {name if plays or table.book[step.play.card].kind == 'plot' else own}"
    if not sentence.costs and sentence.use == c.Use():
        if isinstance(sentence.timing, t.OnCard | t.OnAttack | t.OnDeed) and step.event is not None:
            yield "once for each event", happenings.answer_to(table, sentence.timing, step.event, own)
        elif timings.is_once_a_turn(sentence.timing):
            yield "once in a turn", own
        elif isinstance(sentence.timing, c.Just) and sentence.timing.what == "dice rolled":
            yield "once for each roll", f"roll {timings.last_roll(table)} {own}"
    if step.says("host chooses"):
        yield "once in a turn", own
    if abilities.is_rolled(sentence):
        yield "once in a turn", abilities.rolled_by(step.player, step.play.card)
    last = (each.attack for each in reversed(table.happened) if each.attack is not None)
    attack = (step.attack(table) or next(last, None)) if "attack" in once else None
    if (
        attack is not None
        # when the attack is over, the copies of a Plot count together: one does not answer what another has brought
        # about
    ):
        own = own if table.attack is not None else table.name(step.play.card)
        yield (
            "once in an attack",
            f"attack {len(table.turn.captured)} {attack.attacker or attack.plot}>{attack.target} {own}",
        )
    if "rival each turn" in once:  # whoever plays it
        yield "each rival once in a turn", f"{table.name(step.play.card)}>{step.rival(table)}"
    if "rival" in once:
        yield _SECOND_TRY, f"ever {table.name(step.play.card)}>{step.rival(table)}"


_SECOND_TRY = "once in the game against each player"
"""The limit of which a breach is legal and does nothing (Senate Investigating Committee)."""


def _counted(table: Table, step: Step) -> Table:
    """What may be done a limited number of times has been done once more.

    What is canceled was not (`wdh-cancel-once-per`).
    """
    for _, key in _limits(table, step):
        table = (
            replace(table, ever=(*table.ever, key))
            if key.startswith("ever ")
            else table.with_turn(done=(*table.turn.done, key))
        )
    if step.number <= len(table.book[step.play.card].clauses):
        return table
    givers = (card for card in table.linked_to(step.play.card) if table.book[card].standing.get(t.Granted))
    # What a linked card lets another do is its benefit.
    return table.with_turn(benefited=tuple(dict.fromkeys((*table.turn.benefited, *givers))))


def _require_rider(table: Table, rider: c.Rider, step: Step) -> None:
    """A limit that an ability sets itself."""
    name, named = table.name(step.play.card), step.play.on
    there = (*(card for player in table.seated for card in player.controlled), *table.links)
    copies = [card for card in there if table.name(card) == name and card != step.play.card]
    ok = True
    match rider.means:
        case c.Copies("game"):
            ok = not copies
        case c.Copies("player"):
            owners = (table.owner(table.links.get(card, card)) for card in copies)
            ok = all(owner is None or owner.name != step.player for owner in owners)
        case c.Copies("host"):
            ok = not any(table.name(each) == name for card in named for each in table.linked_to(card))
        # An attack counts one copy of a Plot; the defender's takes the place of the attacker's.
        case c.Once("attack") if table.attack is not None:
            others = (
                each.player
                for each in table.attack.played
                if table.name(each.card) == name and each.card != step.play.card
            )
            ok = all(step.player == table.attack.defender != other for other in others)
        case "no Illuminati":
            ok = not any(table.book[card].kind == "illuminati" for card in named)
        case "acting":
            ok = bool(named) and table.attack is not None and set(named) <= set(table.attack.acting)
        case "no Instant":
            attack = step.attack(table)
            ok = (
                attack is None
                or attack.plot is None
                or table.book[attack.plot].subtype not in ("assassination", "disaster")
            )
        case "no rival puppet":
            ok = not any(
                (owner := table.owner(card)) and owner.name != step.player and table.master(card) == owner.illuminati
                for card in named
            )
        case "no Goal":
            ok = not any(table.book[card].subtype == "goal" for card in (*named, *step.play.take))
        case "no killed":
            ok = not any(card in player.killed for player in table.players for card in named)
        case "like payer":
            meant = step.targets(table, c.Spoken("group"))
            shared = {each for card in meant for each in board.alignments(table, card)}
            ok = table.player(step.player).illuminati in step.play.by or any(
                shared.intersection(board.alignments(table, card)) for card in step.play.by
            )
        case c.Within(seconds):
            ok = step.play.seconds is None or step.play.seconds <= seconds
        case "not opposite":
            opposites = table.rules.opposites
            ok = not any(
                opposites.get(each) in board.alignments(table, card) for card in named for each in step.play.choose
            )
    step.require(ok, rider.says, "wdh-plot-timing-cost", "wdh-any-play-plot", "sg-plot-timing-on-card")


# --- where the card goes ----------------------------------------------------------------------------------------------


def _spent(table: Table, step: Step, is_plot: bool) -> Table:
    """A Plot leaves the hand as it is played; it lies on the table while it has an effect
    (`wdh-plot-duration-discard`).
    """
    plots = table.player(step.player).plots
    return (
        table.with_player(step.player, plots=tuple(held for held in plots if held.card != step.play.card))
        if is_plot
        else table
    )


def _gone(table: Table, step: Step, is_plot: bool) -> Table:
    """A Plot that lies nowhere on the table is discarded at once (`faq-discard-when`, `sg-glo-discard-played`)."""
    return (
        holdings.to_discard(table, step.play.card, step.player)
        if is_plot and table.zone(step.play.card)[0] == "none"
        else table
    )


def _goes_back(table: Table, step: Step) -> bool:
    """Whether a Plot without effect goes back to the hand: it has itself become illegal, or the players have agreed on
    it where the action that powers it is canceled or illegal (the conflict `plot-without-its-action`).
    """
    entry = step.record.entry
    if entry is None or (entry.illegal and not entry.unpaid):
        return entry is not None
    if table.shared or table.options.plot_without_its_action == "discarded":
        return False
    if entry.illegal:
        return True
    canceled = {each.play.cancels for each in table.entries if isinstance(each.play, Use) and not each.void}
    return step.play.card not in canceled and bool(canceled.intersection(step.play.by))


def _back(table: Table, step: Step) -> Table:
    """A Plot that became illegal before it was carried out goes back to the hand, exposed
    (`wdh-cancel-plot-illegal-back`).
    """
    cites = ("wdh-cancel-plot-illegal-back", "wdh-cancel-ex-2-nuke", "sg-announced-plot-becomes-illegal")
    step.happen(f"{table.name(step.play.card)} goes back to the hand, exposed", *cites)
    return table.with_player(step.player, plots=(*table.player(step.player).plots, Held(step.play.card, exposed=True)))


def fall(table: Table, play: Use, record: Record) -> Table:
    """A Plot in whose place nothing is left to help. What helped the attacker, or a Group whose own action was
    canceled, is discarded; what helped those who get their tokens back, because the attack is no more, returns to the
    hand and is exposed (`wdh-cancel-attack-action-2-plots-discarded`, `wdh-cancel-attack-action-5-helper-plots`,
    `wdh-cancel-helper-action-2-plots`, `wdh-cancel-plot-illegal-back`).
    """
    player, entry = table.player(play.player), record.entry
    if not any(held.card == play.card for held in player.plots):
        return table
    lost = (
        entry is not None
        and entry.helped is not None
        and (table.attack is not None or entry.helped == "attacker" or _led(table, entry.helped))
    )
    if lost and not combat.keeps_its_plots(table):
        cite = (
            "wdh-cancel-attack-action-2-plots-discarded" if table.attack is None else "wdh-cancel-helper-action-2-plots"
        )
        record.happen(f"{table.name(play.card)} is discarded", cite, "sg-attacker-action-canceled")
        return holdings.to_discard(table, play.card, player.name)
    cites = (
        "wdh-cancel-attack-action-5-helper-plots",
        "wdh-cancel-plot-illegal-back",
        "sg-attacker-canceled-aiders-refunded",
    )
    record.happen(f"{table.name(play.card)} goes back to the hand, exposed", *cites)
    return hands.flip(table, play.card, exposed=True)


def _led(table: Table, card: str) -> bool:
    """Whether this card led the attack that was made since the plays began that can be undone, or lost its own action
    for the Plot that made it.
    """
    return any(
        (isinstance(entry.play, Announce) and entry.play.attacker == card)
        or (isinstance(entry.play, Use) and entry.play.cancels == card and entry.stands)
        for entry in table.entries
    )


def substitute(table: Table, play: Substitute, record: Record) -> Table:
    """Another action in place of one that was canceled or made illegal, of several that powered a Plot or ability
    together (`wdh-cancel-multi-action-substitute`, `sg-powering-action-canceled-several`).
    """
    cites = ("wdh-cancel-multi-action-substitute", "sg-powering-action-canceled-several")
    made = [(number, entry) for number, entry in enumerate(table.entries) if uses(entry.play, play.card)][-1:]
    lost = any(not entry.stands and entry.play.player == play.player and len(entry.play.by) > 1 for _, entry in made)
    record.insist(lost, "one of several actions for it has just been canceled", *cites, about=play.card)
    number, entry = made[0]
    canceled = next((each.play.cancels for each in table.entries if number in each.cancels and not each.void), None)
    if entry.illegal:
        canceled = next((card for card in entry.play.by if card in entry.unpaid), None)
    record.insist(canceled in entry.play.by, "an action was canceled, not the Plot", *cites, about=play.card)
    assert canceled is not None
    record.happen("another action takes its place", *cites)
    kept = list(entry.play.by)
    kept.remove(canceled)
    mended = replace(
        entry,
        play=replace(entry.play, by=(*kept, *play.by)),
        lost=(*entry.lost, canceled),
        void=False,
        illegal=False,
        unpaid=frozenset(),
    )
    others = [
        replace(each, cancels=tuple(other for other in each.cancels if other != number)) for each in table.entries
    ]
    return replace(table, entries=(*others[:number], mended, *others[number + 1 :]))
