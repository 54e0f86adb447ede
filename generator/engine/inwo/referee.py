"""The two doors of the table: is a play legal, and what comes of it.

A play that was canceled, or that became illegal before it was carried out, is as if it had not happened, but for what
was paid (`wdh-cancel-effect`, `wdh-timing-cancel-effects`). So the table keeps the plays since the last thing that
began (`entries`) and the table before them (`base`); when one of them is canceled, the others are made again without
it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial, reduce
from math import inf
from typing import Any

from generator.engine.inwo import (
    arrows,
    board,
    combat,
    destruction,
    drawing,
    elimination,
    factions,
    hands,
    happenings,
    holdings,
    idle,
    lapsing,
    links,
    memory,
    moving,
    opening,
    plays,
    relief,
    shield,
    speed,
    tokens,
    trading,
    triggers,
    turns,
    upkeep,
    uses,
    victory,
)
from generator.engine.inwo.effects import abilities, families, strikes
from generator.engine.inwo.table import Attack, Entry, Table
from generator.engine.record import Illegal, Outcome, Play, Record, Verdict
from generator.language import nodes
from generator.language import tree as t
from generator.structs import replace


def _call_off(table: Table, play: plays.CallOff, record: Record) -> Table:
    """The table without the attack and what was for it. What else was played stays (`wdh-calloff-rivals-refund`, the
    conflict `used-to-interfere`).
    """
    combat.require_call_off(table, play, record)
    record.stop_if_illegal()
    assert table.base is not None
    apart = tuple(entry.play for entry, bears in zip(table.entries, _bearing(table), strict=True) if not bears)
    after = table.base
    for each in apart:
        found = apply(after, each)
        if not found.verdict.ok:  # some answers can be given to the attack alone
            announced = _from_base(table, (first := table.entries[0].play,))
            after = combat.withdrawn(table.base, announced, _from_base(table, (first, *apart)), record)
            break
        after = found.table
    return replace(after, base=None, entries=())


def _take_back(table: Table, play: plays.TakeBack, record: Record) -> Table:
    combat.under_way(table, record)
    record.stop_if_illegal()
    return _from_base(table, combat.take_back(table, play, _bearing(table), record))


def _bearing(table: Table) -> list[bool]:
    """Of each play since the attack was announced, whether it was for the attack or against it; what cancels or changes
    one of them was so too.
    """
    found: list[bool] = []
    assert table.base is not None
    then = table.base
    for entry in table.entries:
        after = then if entry.announced else apply(then, entry.play).table
        answers = (*entry.cancels, *(() if entry.changes is None else (entry.changes,)))
        bears = not isinstance(entry.play, combat.APART)
        if found and answers:
            bears = any(found[number] for number in answers)
        elif found and isinstance(entry.play, plays.Use):
            changed = combat.bears_on_attack(then, after) or _broken(then) != _broken(after)
            bears = changed and not combat.has_shown(table, entry)
        found.append(bears)
        then = after
    return found


def _from_base(table: Table, made: tuple[Play, ...]) -> Table:
    """The table before the attack with these plays made on it."""
    assert table.base is not None
    return reduce(lambda found, each: apply(found, each).table, made, table.base)


_HANDLERS: dict[type[Play], Callable[[Table, Any, Record], Table]] = {
    plays.LayIlluminati: opening.lay_illuminati,
    plays.Lead: opening.lead,
    plays.Begin: opening.begin,
    plays.DrawPlot: turns.draw,
    plays.DrawGroup: turns.draw,
    plays.TakeOver: turns.take_over,
    plays.PlaceTokens: turns.place_tokens,
    plays.Proceed: turns.proceed,
    plays.Knock: turns.knock,
    plays.ClaimVictory: victory.claim,
    plays.Finish: turns.finish,
    plays.Leave: elimination.leave,
    plays.Buy: turns.buy,
    plays.Use: uses.use,
    plays.Substitute: uses.substitute,
    plays.Discard: hands.discard,
    plays.Return: hands.put_back,
    plays.DrawOn: hands.draw_on,
    plays.Expose: hands.expose,
    plays.ShowTo: hands.show,
    plays.RemoveTokens: hands.remove_tokens,
    plays.Relief: relief.relieve,
    plays.Unzap: relief.unzap,
    plays.Give: trading.give,
    plays.RollOff: speed.roll_off,
    plays.Say: trading.say,
    plays.Move: moving.move,
    plays.LinkTo: links.link,
    plays.PlayResource: turns.play_resource,
    plays.Announce: combat.announce,
    plays.Aid: combat.aid,
    plays.Oppose: combat.oppose,
    plays.PlayAgents: combat.agents,
    plays.LayAgent: factions.lay_agent,
    plays.CallOff: _call_off,
    plays.Roll: combat.roll,
    plays.PointOut: combat.point_out,
    plays.TakeBack: _take_back,
    plays.Resolve: combat.resolve,
}
_BEGINS = (
    plays.Announce,
    plays.Move,
    plays.LinkTo,
    plays.PlayResource,
    plays.TakeOver,
    plays.DrawPlot,
    plays.DrawGroup,
    plays.Relief,
)
"""Plays with which something begins: what was before can no longer be undone (`faq-too-late-rule-of-thumb`)."""
_ENDS: tuple[type[Play], ...] = (
    *opening.SETUP,
    plays.PlaceTokens,
    plays.Proceed,
    plays.Knock,
    plays.Finish,
    plays.Resolve,
    plays.CallOff,
    plays.Leave,
)
"""Plays after which nothing before them can be undone, but for those that come during an attack which goes on."""
_DURING_ATTACKS: tuple[type[Play], ...] = (
    plays.Buy,
    plays.Use,
    plays.Substitute,
    plays.Discard,
    plays.Return,
    plays.DrawOn,
    plays.Expose,
    plays.ShowTo,
    plays.RemoveTokens,
    plays.Give,
    plays.Say,
    plays.RollOff,
    plays.Aid,
    plays.Oppose,
    plays.PlayAgents,
    plays.LayAgent,
    plays.CallOff,
    plays.Roll,
    plays.Resolve,
    plays.Leave,
    plays.Relief,
    plays.Unzap,
    plays.PointOut,
    plays.TakeBack,
)


def apply(table: Table, play: Play) -> Outcome:
    """Carry a play out. An illegal play answers the same table.

    Raises TableError when the play names a player that nobody is.
    """
    play = _meant(table, replace(play, player=play.player or table.turn.player))
    record = Record(own=table.rules.its.own)
    try:
        _require_moment(table, play, record)
        _require_dice(table, play, record)
        record.stop_if_illegal()
        after = _without_attack(table, play, record) or _made(table, play, record)
        if isinstance(play, plays.Relief | plays.Unzap):
            combat.require_as_rolled(table, after, record)
            combat.require_apart(table, after, play.player or "", record)
        record.stop_if_illegal()
    except Illegal:
        return Outcome(table, Verdict(False, tuple(record.reasons)), record.ledger)
    # Made again, a use is that of the same clause.
    same = replace(play, clause=record.clause or play.clause) if isinstance(play, plays.Use) else play
    after = _remembered(table, after, same)
    others = any(old != new for old, new in zip(table.entries, after.entries, strict=False))
    changes = others or any(entry.changes is not None for entry in after.entries[len(table.entries) :])
    if changes and after.base is table.base and not isinstance(play, plays.TakeBack):
        after = _made_again(after, record)
    if isinstance(play, plays.Use) and any(isinstance(each, plays.Buy) for each in record.fallen):
        text = "nobody has bought a card with a token that this takes back"
        record.require(False, text, "wdh-timing-irreversible", "sg-glo-cancel-too-late")
        return Outcome(table, Verdict(False, tuple(record.reasons)), record.ledger)
    fallen = [each.card for each in record.fallen if isinstance(each, plays.Use)]
    if isinstance(play, plays.Substitute) and play.card in fallen:
        text = f"what is spent now pays for {table.name(play.card)}"
        cites = ("wdh-cancel-multi-action-substitute", "sg-powering-action-canceled-several")
        record.require(False, text, *cites, about=play.card)
        return Outcome(table, Verdict(False, tuple(record.reasons)), record.ledger)
    after = _without_unfit(after, record)
    after = happenings.let_go(table, _afterwards(table, after, play, record), play)
    if isinstance(play, plays.Use) and (why := _broken(after)) and not _broken(table):
        text = f"the attack is illegal now ({why}); it is not made unless that changes before the roll"
        record.happen(text, "wdh-timing-thwart-announced", "sg-surprises-principle")
    return Outcome(after, Verdict(True, tuple(record.reasons)), record.ledger, tuple(record.events))


def _meant(table: Table, play: Play) -> Play:
    """The play; for a Plot that says what laying it face up does, the use of that while it is legal (The Anti"Bob").
    What an action pays for names the card that spends it, even where the player has not said so.
    """
    if isinstance(play, plays.Expose) and play.card in table.book:
        says = any(abilities.shows_itself(abilities.said(table, clause)) for clause in table.book[play.card].clauses)
        use = plays.Use(player=play.player, card=play.card)
        return use if says and apply(table, use).verdict.ok else play
    if isinstance(play, plays.Unzap | plays.PlayResource) and not play.by:
        return replace(play, by=(table.player(play.player).illuminati,))
    if isinstance(play, plays.Give) and not (play.by or play.promise):
        cards = (*play.cards, *play.gets)
        return replace(play, by=tuple(card for card in cards if table.owner(card) and table.book[card].kind == "group"))
    return play


def _made(table: Table, play: Play, record: Record) -> Table:
    """The table after one play, with what cards do of themselves in answer to it."""
    table = upkeep.in_effect(happenings.of_this_turn(table, play), play, record)
    ending = triggers.unpaid(table, record) if isinstance(play, plays.Knock) else table
    over = isinstance(play, plays.Knock if table.shared else plays.Finish)
    after = _HANDLERS[type(play)](triggers.returned(ending, record) if over else ending, play, record)
    record.stop_if_illegal()
    after = lapsing.after_action(table, after, (*getattr(play, "by", ()), getattr(play, "card", "")))
    if record.void:
        return happenings.noted(table, after, play, void=True)
    after = speed.settle(after, play)
    noted = drawing.shown_first(table, happenings.noted(table, after, play))
    return _answered(noted, triggers.answer(table, noted, record), play, record)


def _answered(noted: Table, after: Table, play: Play, record: Record) -> Table:
    """The table with what cards have done of themselves since it was `noted`, which is answered in its turn."""
    after = happenings.followed(noted, after, play)
    while len(after.happened) > len(noted.happened):
        since, noted = len(noted.happened), after
        after = happenings.followed(noted, triggers.answered(noted, noted.happened[since:], record), play)
    return after


def _require_moment(table: Table, play: Play, record: Record) -> None:
    """What holds for every play: the game goes on, its player is in it, and an attack is finished first."""
    player = table.player(play.player)
    opening.require_stage(table, play, record)
    record.require(not table.winners, "the game goes on", "wdh-eot-play-continues", "sg-phase6-unstopped-ends-game")
    out = ("wdh-elim-vanish", "sg-eliminate-no-puppets-after-3")
    record.require(not player.out, f"{play.player} is in the game", *out)
    if isinstance(play, plays.Use):
        record.insist(play.card in table.book, "a copy of a Plot is used only once it is made", "wdh-any-play-plot")
    families.require_free(table, play, record)
    speed.require_first(table, play, record)
    shield.require(table, play, record)
    if table.setting is None:
        hands.require_settled(table, play, record)
        victory.require_no_excess(table, play, record)
    text = "which copy of a Plot is discarded is not for the player to say: leave out `keep`"
    chooses = isinstance(play, plays.Give | plays.Resolve) and bool(play.keep)
    record.require(not (table.shared and chooses), text, "sg-link-plot-permanently-illegal")
    triggers.require_done(table, play, record)
    idle.require(table, play, record)
    victory.require_untouched(table, play, record)
    if table.attack is not None and not isinstance(play, _DURING_ATTACKS):
        why = _broken(table)  # never after the roll
        rolls = table.attack.roll is None and (bool(why) or combat.succeeds(table) is None)
        ends = f"roll (it is illegal now: {why})" if why else "roll" if rolls else "resolve"
        text = f"the attack under way is completed first, with {ends}"
        record.require(False, text, "wdh-attack-when", "sg-action-two-main-types")


def _require_dice(table: Table, play: Play, record: Record) -> None:
    """A die that says what a card is each time its alignments matter is rolled before an attack is whose sum depends on
    it, and before a Plot or ability that names the card and is legal for one result and not for another (Bill Clinton;
    `wdh-any-use-ability`).
    """
    target = [table.attack.target] if table.attack is not None and isinstance(play, plays.Roll) else []
    there = dict.fromkeys((*(card for player in table.seated for card in player.controlled), *target))
    named = (*play.on, *play.by) if isinstance(play, plays.Use) else there if isinstance(play, plays.Roll) else ()
    for card in there:
        for number, clause in enumerate(table.book[card].clauses if card in named else (), 1):
            if abilities.is_asked_die(clause.sentence) and card != getattr(play, "card", None):
                roller = (table.owner(card) or table.player(play.player)).name
                faces = (node.low for node in nodes(clause.sentence) if isinstance(node, t.OnRoll))
                die = plays.Use(player=roller, card=card, clause=number)
                rolled = (apply(table, replace(die, dice=(face,))) for face in faces)
                results = [apply(each.table, play) for each in rolled if each.verdict.ok]
                in_sum = isinstance(play, plays.Roll)
                sums = {(each.verdict.ok, in_sum and each.ledger and each.ledger.strength) for each in results}
                first = f"{roller} rolls a die for {table.name(card)} first"
                text = f"{first}, since its alignments matter here (use, with dice)"
                record.require(len(sums) < 2, text, "wdh-any-use-ability", "faq-instruction-text-defined", about=card)


def _remembered(before: Table, after: Table, play: Play) -> Table:
    """The table with the play among those that can still be undone."""
    if isinstance(play, plays.TakeBack):
        return after
    goes_on = isinstance(play, _DURING_ATTACKS) and before.attack is not None and after.attack is not None
    gone = before.attack is not None and before.attack.roll is None and after.attack is None
    if (gone and not isinstance(play, plays.Use)) or (isinstance(play, _ENDS) and not goes_on):
        return replace(after, base=None, entries=())
    if isinstance(play, plays.Substitute):
        return after
    begins = isinstance(play, _BEGINS) and before.attack is None and not _undoes(before, play)
    new = before.attack is None and (after.attack is not None or _is_new(before, play))
    if begins or new or before.base is None:
        return replace(after, base=before, entries=_entries(before, after, play))
    pairs = list(enumerate(zip(before.entries, after.entries, strict=True)))
    cancels = tuple(i for i, (old, new) in pairs if old.void != new.void)
    changes = next((i for i, (old, new) in pairs if old.result != new.result), None)
    result = after.entries[changes].result if changes is not None else ()
    kept = tuple(replace(entry, result=before.entries[i].result) for i, entry in enumerate(after.entries))
    made = (replace(entry, cancels=cancels, changes=changes, result=result) for entry in _entries(before, after, play))
    return replace(after, entries=(*kept, *made))


def _entries(before: Table, after: Table, play: Play) -> tuple[Entry, ...]:
    """A play as it is remembered: in parts where several Groups take part with it, each by an action that can be
    canceled alone.
    """
    match play:
        case plays.Use():
            numbered = families.with_number(before, play)
            others = (player for player in before.players if player.name != play.player)
            held = (
                each.card
                for player in others
                for each in player.plots
                if not after.player(player.name).holds(each.card)
            )
            return (Entry(numbered, helped=uses.helped(before, numbered), took=tuple(held)),)
        case plays.Aid(cards=cards) | plays.Oppose(cards=cards):
            return tuple(Entry(replace(play, cards=(card,)), part=part) for part, card in enumerate(cards))
        case plays.Announce(aid=cards):
            aided = (plays.Aid(player=play.player, cards=(card,)) for card in cards)
            return (Entry(play), *(Entry(each, part=part, announced=True) for part, each in enumerate(aided, 1)))
    return (Entry(play),)


def _made_as(
    table: Table, play: Play, entries: tuple[Entry, ...], number: int, record: Record, illegal: tuple[int, ...] = ()
) -> Table:
    """The table after a play is made once more. An announcement is made with the helpers that are left, and the others
    have spent their tokens for nothing; `illegal`: the numbers of plays that are so too.
    """
    if entries[number].announced:
        return table  # the announcement has made it
    if not isinstance(play, plays.Announce) or not play.aid:
        return _made(table, play, record)
    lost = (each for i, each in enumerate(entries) if each.void or each.illegal or i in illegal)
    gone = tuple(each.play.cards[0] for each in lost if each.announced)
    table = _made(table, replace(play, aid=tuple(card for card in play.aid if card not in gone)), record)
    return tokens.spend(table, play.player, gone, record) if gone else table


def _undoes(table: Table, play: Play) -> bool:
    """Whether a Resource comes into play as an answer: it duplicates one whose action is canceled by that (Blivit)."""
    if not isinstance(play, plays.PlayResource):
        return False
    said = (clause.sentence for clause in table.book[play.card].sentences(t.Ability))
    copying = (each for each in said if isinstance(each.timing, t.OnDeed) and isinstance(each.timing.what, t.Duplicate))
    cancels = any(isinstance(effect, t.Cancel) for each in copying for effect in each.effects)
    last = table.entries[-1].play if table.entries else None
    return cancels and isinstance(last, plays.Use) and table.name(last.card) == table.name(play.card)


def _is_new(table: Table, play: Play) -> bool:
    """Whether a use begins something new: too late to answer what was before (`faq-too-late-rule-of-thumb`)."""
    last = next((each.play for each in reversed(table.entries) if not happenings.is_aside(each.play)), None)
    mine = last is not None and last.player == play.player
    return mine and isinstance(play, plays.Use) and not happenings.answers(table, play)


def _void(entries: tuple[Entry, ...]) -> list[bool]:
    """Which plays are canceled.

    A canceled cancellation cancels nothing (`wdh-meta-nullify-chain`, `sg-meta-cancel-chain`).
    """
    void = [False] * len(entries)
    for number in reversed(range(len(entries))):
        for canceled in entries[number].cancels if not (void[number] or entries[number].illegal) else ():
            void[canceled] = True
    return void


def _made_again(table: Table, record: Record) -> Table:
    """The plays since `base` made once more: those that have been canceled, or have become illegal, without effect.
    What became illegal because of a play that is canceled now did not.
    """
    void = _void(table.entries)
    anew = partial(replace, illegal=False, unpaid=frozenset())
    entries = tuple(anew(each, void=now) for each, now in zip(table.entries, void, strict=True))
    was = [each.void or each.illegal for each in table.entries]
    restored = tuple(i for i, now in enumerate(void) if was[i] and not now)
    for _ in entries:
        table, unfit = _once_more(replace(table, entries=entries), record, restored=restored)
        if not unfit:
            break
        entries = _marked(entries, unfit)
    return table


def _marked(entries: tuple[Entry, ...], unfit: Mapping[int, frozenset[str]]) -> tuple[Entry, ...]:
    """The plays, those of these numbers being illegal now. What they have canceled is no longer canceled."""
    made = list(entries)
    for number, unpaid in unfit.items():
        made[number] = replace(made[number], illegal=True, unpaid=unpaid)
    void, freed = _void(tuple(made)), {each for number in unfit for each in entries[number].cancels}
    return tuple(replace(each, void=void[n] if n in freed else each.void) for n, each in enumerate(made))


def _once_more(
    table: Table, record: Record, illegal: tuple[int, ...] = (), restored: tuple[int, ...] = ()
) -> tuple[Table, Mapping[int, frozenset[str]]]:
    """The plays since `base` made once more as their entries say; also those that have become illegal meanwhile
    (`_unfit`). Of plays that go as before nothing is written down again; of those `restored`, that were canceled until
    now, it is.
    """
    assert table.base is not None
    entries, again, moot = table.entries, replace(table.base, entries=table.entries), set[int]()
    for number in _in_order(entries):
        entry = entries[number]
        void = entry.void or entry.illegal or number in illegal
        now = replace(entry, illegal=entry.illegal or number in illegal)
        made = Record(own=table.rules.its.own, void=void, again=True, entry=now)
        play = entry.play
        results = [each.result for each in entries if each.changes == number and not each.void]
        if results:
            play = replace(play, dice=results[-1])
        told = void or bool(results) or number in restored
        try:
            after = _made_as(again, play, entries, number, made, illegal)
            made.stop_if_illegal()
        except Illegal:
            stands = None if void else _stands(again, play, made, entries[number:]) or _kept(table, again, number)
            if stands is not None:
                after = stands
            else:  # there is nothing left that it could be made for, or it is illegal now
                aids = isinstance(play, plays.Aid | plays.Oppose) and again.attack is not None
                lost = _forfeited(table, again, number) if entry.void or aids else None
                if aids:
                    made.done(_illegal_now(again, play), "wdh-timing-thwart-announced", "sg-surprises-principle")
                after = lost or (_fallen(table, again, number, made) if isinstance(play, plays.Use) else again)
                told = entry.illegal or not isinstance(play, plays.Use) or table.zone(play.card)[0] not in _LEFT
                record.fallen.append(entry.play)
                moot |= set() if entry.cancels else {number}
        alone = strikes.left_alone(table, play) if entry.void and not entry.illegal else None
        if alone is not None:
            after = _made(after, alone, Record(own=table.rules.its.own, again=True))
        record.events += [event for event in made.events if event not in record.events and told]
        quiet = Record(own=table.rules.its.own, again=True)  # the next play finds the tokens as it found them at first
        after = combat.bound(after, entry.play)
        again = replace(upkeep.powerless(upkeep.barred(after, quiet), quiet), entries=entries)
        found = _unfit(again, entries[: number + 1])
        unfit = {each: unpaid for each, unpaid in found.items() if entries[each].stands}
        if unfit:
            return replace(again, base=table.base, entries=entries), unfit
    entries = tuple(replace(each, moot=number in moot) for number, each in enumerate(entries))
    return replace(again, base=table.base, entries=entries), {}


_LEFT = ("plots", "discard pile")
"""Where a Plot is that has left the attack before: what becomes of it then is no news."""


def _forfeited(table: Table, after: Table, number: int) -> Table | None:
    """The table on which a play that was canceled itself, and has nothing left to be made for, or aid that is illegal
    now, has cost what it cost at first (`wdh-cancel-effect`, `faq-aid-made-illegal-token-not-returned`); None where
    that is not known.
    """
    then = _as_then(table, number)
    paid = _paid(table, then, number)
    if paid is None:
        return None
    price = {card: count - paid.tokens.get(card, 0) for card, count in then.tokens.items()}
    after = after.with_tokens({card: max(0, after.tokens.get(card, 0) - each) for card, each in price.items()})
    return _discarded(after, then, paid, table.entries[number].play)


def _fallen(table: Table, after: Table, number: int, record: Record) -> Table:
    """The table after a use in whose place nothing is left to help: what was discarded for it stays so, whoever gets
    tokens back (`wdh-cancel-costs-lost`, the conflict `discarded-for-a-canceled-attack`). Where a Plot itself goes,
    `uses.fall` says.
    """
    play, then = table.entries[number].play, _as_then(table, number)
    paid, after = _paid(table, then, number), uses.fall(after, play, record)
    if paid is None:
        return after
    plot = {play.card} if table.book[play.card].kind == "plot" else set()
    return _discarded(after, then, paid, play, kept=plot)


def _paid(table: Table, then: Table, number: int) -> Table | None:
    """The table after a play that was made on that `then` has been paid for and no more; None where it is not known."""
    entry = table.entries[number]
    tried = Record(own=table.rules.its.own, void=True, again=True, entry=entry)
    return tried.result(lambda: _made_as(then, entry.play, table.entries, number, tried))


def _discarded(after: Table, then: Table, paid: Table, play: Play, kept: Collection[str] = ()) -> Table:
    """The table with what a play had discarded once it was paid for, but for what is `kept`, in the discard piles."""
    old, new = (
        {card for zone, _, cards in each.zones() if zone == "discard pile" for card in cards} for each in (then, paid)
    )
    lost = sorted(card for card in new - old if card not in kept and after.zone(card)[0] != "discard pile")
    return reduce(lambda found, card: holdings.to_discard(found, card, play.player or ""), lost, after)


def _as_then(table: Table, number: int) -> Table:
    """The table as it was when this play was made."""
    return _from_base(table, tuple(each.play for each in table.entries[:number] if not each.announced))


def _stands(table: Table, play: Play, made: Record, since: tuple[Entry, ...]) -> Table | None:
    """The table after a cancellation that has itself taken away what it asked for: that was so when it was made, so it
    stands and is paid for (Nuclear Power Companies, when the EPA gets back the token with which it silences it). None
    for any other play, and when something has been canceled since.
    """
    broken = frozenset(reason.source for reason in made.reasons if not reason.ok)
    if not since[0].cancels or broken & _PRICES or any(entry.cancels and not entry.void for entry in since[1:]):
        return None
    granted = Record(own=table.rules.its.own, again=True, entry=made.entry, granted=broken)
    return granted.result(lambda: _made(table, play, granted))


def _kept(table: Table, after: Table, number: int) -> Table | None:
    """The table after a Plot or an ability that was no help in the attack and can't be made once more, because helpers
    have their tokens back or what it answers has become of another play: it was legal and has had its effect, so it
    stays made and paid (`wdh-cancel-costs-lost`, `wdh-timing-irreversible`). None for what falls.
    """
    entry = table.entries[number]
    if not isinstance(entry.play, plays.Use) or entry.helped is not None:
        return None
    then = _as_then(table, number)
    found = apply(then, entry.play)
    lost = after.attack is None or any(happenings.just(then, "discards"))
    if then.attack is None or not found.verdict.ok or not lost or combat.changes_attack(then, found.table):
        return None
    happened = (*after.happened, *then.happened[then.recent :])
    lent = replace(after, tokens=then.tokens, happened=happened, recent=len(after.happened))
    made = Record(own=table.rules.its.own, again=True, entry=entry)
    kept = made.result(lambda: _made(lent, entry.play, made))
    if kept is None:
        return None
    back = {card: after.tokens.get(card, 0) - then.tokens.get(card, 0) for card in {*after.tokens, *then.tokens}}
    kept = kept.with_tokens({card: max(0, kept.tokens.get(card, 0) + more) for card, more in back.items()})
    return replace(kept, happened=(*after.happened, *kept.happened[len(happened) :]), recent=len(after.happened))


def _in_order(entries: tuple[Entry, ...]) -> list[int]:
    """The numbers of the plays in the order in which they take effect: a roll for an ability counts as its last change
    left it, so what comes of it comes after the plays that change it and what these cost (`faq-roll-change-chain`).
    """
    standing = ((number, each.changes) for number, each in enumerate(entries) if not each.void)
    last = {changed: number for number, changed in standing if changed is not None}
    order = [number for number in range(len(entries)) if number not in last]
    for roll, change in last.items():
        order.insert(order.index(change) + 1, roll)
    for number, saver in _saved(entries):
        order.remove(number)
        order.insert(order.index(saver) + 1, number)
    return order


def _saved(entries: tuple[Entry, ...]) -> Iterator[tuple[int, int]]:
    """Plots whose cancellation their own player has canceled for a discard, each with that play: the discard is paid
    before the Plot, held up until then, takes effect (Hoax on the Hoax against a Plot that draws).
    """
    for number, entry in enumerate(entries):
        if not isinstance(entry.play, plays.Use) or not entry.stands:
            continue
        lost = [each for each, other in enumerate(entries) if number in other.cancels and other.void]
        for saver, other in enumerate(entries):
            mine = isinstance(other.play, plays.Use) and other.play.discard and other.play.player == entry.play.player
            if mine and other.stands and not set(lost).isdisjoint(other.cancels):
                yield number, saver


def _unfit(table: Table, entries: tuple[Entry, ...]) -> Mapping[int, frozenset[str]]:
    """Which plays have become illegal, by their numbers, each with the cards whose actions power it no longer: what an
    answer has thwarted, and of plays for the attack under way Groups that may aid or oppose no longer, Plots that no
    longer fit the card that they were played on, or the attack, and what a Zap forbids (`wdh-timing-thwart-announced`,
    `faq-nwo-replaced-at-once-still-acted`).
    """
    attack = table.attack
    thwarted = _thwarted(table, entries)
    if thwarted or attack is None or attack.roll is not None:
        return thwarted
    zapped = [
        number
        for number, entry in enumerate(entries)
        if isinstance(entry.play, plays.Use) and entry.stands and families.banning(table, entry.play)
    ]
    if zapped:
        return dict.fromkeys(zapped, frozenset())
    reasons = (reason for reason in combat.explain(table).reasons if not reason.ok)
    broken = [(reason.source.partition("#")[0], reason.about) for reason in reasons]
    joined = {*attack.helpers, *attack.opponents} - {attack.attacker}
    barred = {about for source, about in broken if source not in _plots(attack) and about in joined}
    barred |= {*combat.no_longer_free(table)}

    def is_unfit(entry: Entry) -> bool:
        play = entry.play
        if isinstance(play, plays.Aid | plays.Oppose):
            return not barred.isdisjoint(play.cards)
        if not isinstance(play, plays.Use):
            return False
        bars = entry.helped is not None and any(source == play.card for source, _ in broken)
        apart = entry.helped in ("attacker", "defender") and not uses.still_meant(table, play)
        outgrown = any(board.surges_no_more(table, play.card, card, play.player) for card in play.on)
        return bars or apart or outgrown or uses.without_agents(table, play)

    return {number: frozenset() for number, entry in enumerate(entries) if entry.stands and is_unfit(entry)}


_ANNOUNCED = (
    plays.Use,
    plays.TakeOver,
    plays.PlayResource,
    plays.Move,
    plays.Give,
    plays.Relief,
    plays.Unzap,
)
"""What a rival may answer before it takes effect (`wdh-timing-thwart-announced`): all but attacks and what is part of
one, which are judged with the attack, and what nobody can take back, such as a draw.
"""


def _thwarted(table: Table, entries: tuple[Entry, ...]) -> Mapping[int, frozenset[str]]:
    """What has just been announced (`_ANNOUNCED`) and a rival's answer has made illegal before its effect: a New World
    Order, a Zap, or outside an attack a change of what cards are or a Paralysis; and what an answer leaves without
    the actions that power it, or without the exposed Plots that it is about (`wdh-timing-thwart-announced`,
    `wdh-cancel-requirement-change`, `wdh-cancel-powering-action`). What has been paid for it has been paid.
    """
    at = next((n for n in reversed(range(len(entries) - 1)) if not happenings.is_aside(entries[n].play)), None)
    if at is None or table.base is None:
        return {}
    first, answer = entries[at], entries[-1]
    last = answer.play
    if not first.stands or answer.void or first.play.player == last.player or not isinstance(last, plays.Use):
        return {}
    zap = bool(table.book[last.card].sentences(t.Zap)) and last.card in table.links
    changes = zap or last.card in table.nwos or (table.attack is None and _changes_cards(table, last))
    affects = changes and isinstance(first.play, _ANNOUNCED)
    payers = _payers(table, first.play, last)
    if not (affects or payers or _hides_from(table, first.play, last)):
        return {}
    then, again = _answered_alone(table, entries, at)
    if again is None:
        return {}  # an answer to what the first has done
    unpaid = frozenset(card for card in payers if board.traits(then, card) - board.traits(again, card))
    if not _would_be_legal(again, first.play, _PRICES):
        return {at: frozenset()}
    # The others who pay may be enough.
    others = (
        [replace(first.play, by=by)] if unpaid and (by := tuple(c for c in first.play.by if c not in unpaid)) else []
    )
    enough = not unpaid or any(_would_be_legal(again, each, _PRICES - _WHO_PAYS) for each in (first.play, *others))
    return {} if enough else {at: unpaid}


def _answered_alone(table: Table, entries: tuple[Entry, ...], at: int) -> tuple[Table, Table | None]:
    """The table before a play that the last one answers, and as the answer without it would have left that; None where
    there is no answer without it. It was an answer when it was given, and what it was allowed for that it still is.
    """
    first, answer, earlier = entries[at], entries[-1], [*entries[:at], *entries[at + 1 : -1]]
    earlier = [replace(entry, void=void) for entry, void in zip(earlier, _void(tuple(earlier)), strict=True)]
    assert table.base is not None
    then = again = replace(table.base, entries=(*earlier, first))
    try:
        for number, entry in enumerate((*earlier, answer)):
            made = Record(own=table.rules.its.own, void=entry.void or entry.illegal, again=True, entry=entry)
            then = again
            again = _made_as(again, entry.play, (*earlier, answer), number, made)
        made.stop_if_illegal()
    except Illegal:
        return then, None
    # What the first answers has just happened, as when it was played.
    return then, replace(again, happened=then.happened, recent=then.recent, entries=tuple(earlier))


def _would_be_legal(table: Table, play: Play, granted: frozenset[str]) -> bool:
    """Whether a play would be legal on this table if nobody asked about these rules."""
    tried = Record(own=table.rules.its.own, granted=granted)

    def attempt() -> Table:
        families.require_free(table, play, tried)
        tried.stop_if_illegal()
        return _made(table, play, tried)

    return tried.result(attempt) is not None


def _payers(table: Table, first: Play, last: plays.Use) -> frozenset[str]:
    """The Groups whose actions power the Plot or ability just used and of which an answer may have changed an alignment
    or attribute: those that it names, and all when it is a New World Order. A loss of Power comes too late (the
    conflict `power-of-a-price-that-falls`).
    """
    if not isinstance(first, plays.Use) or last.cancels:
        return frozenset()
    if table.attack is not None and table.attack.plot == first.card:
        return frozenset()
    return frozenset(first.by if last.card in table.nwos else set(last.on).intersection(first.by))


def _hides_from(table: Table, first: Play, last: plays.Use) -> bool:
    """Whether an answer hides exposed Plots, of which the card just used means one (MI-5 against the Templars)."""
    named = isinstance(first, plays.Use) and bool(first.take)
    return named and any(node.verb == "hide" for node in table.book[last.card].said(t.Do))


def _changes_cards(table: Table, play: plays.Use) -> bool:
    """Whether a play changes what cards are or may get, so that what was announced may be illegal
    (`sg-surprises-principle`, `wdh-paralyze-no-new-puppets`).
    """
    said = (clause.sentence for clause in table.book[play.card].clauses)
    own = (each for each in said if isinstance(each, t.Ability | t.ConversionPlot | t.Paralysis))
    kinds = t.Becomes | t.ChangeAlignments | t.ConversionPlot | t.Paralysis
    changes = any(isinstance(node, kinds) for each in own for node in nodes(each))
    return play.cancels is None and changes


_PRICES = frozenset(
    (
        "wdh-plot-timing-cost",
        "sg-plot-some-roll-some-powered",
        "wdh-plot-cost-payer",
        "sg-plot-powered-by-user-only",
        "wdh-glos-discard-cost-hand",
        "wdh-tok-spend-attack-aid-oppose",
        "sg-action-once-per-turn",
        "wdh-paralyze-no-tokens",
        "wdh-paralyze-no-abilities",
    )
)
"""The rules of prices: they are not asked again of what has been paid, nor whether a Group that has begun to use an
ability is Paralyzed since (the conflict `ability-answered-by-a-paralysis`).
"""
_WHO_PAYS = frozenset(("wdh-plot-timing-cost", "sg-plot-some-roll-some-powered"))
"""Those about the cards that pay: an action that becomes illegal powers nothing (`wdh-cancel-powering-action`)."""


def _plots(attack: Attack) -> tuple[str, ...]:
    return tuple(each.card for each in attack.played)


def _without_unfit(table: Table, record: Record) -> Table:
    """The table on which plays that have just become illegal had no effect."""
    for _ in table.entries:
        unfit = _unfit(table, table.entries)
        if not unfit or table.base is None:
            return table
        marked = _marked(table.entries, unfit)
        freed = (each for number in unfit for each in table.entries[number].cancels)
        restored = (*freed, len(table.entries) - 1)  # the answer, too, may do something else now
        so_far, record.events = record.events, [*record.events]
        after, _ = _once_more(replace(table, entries=marked), record, restored=restored)
        follows, record.events = record.events[len(so_far) :], so_far
        for number in unfit:
            text = _illegal_now(after, table.entries[number].play)
            record.happen(text, "wdh-timing-thwart-announced", "sg-surprises-principle")
        record.events += follows
        table = _as_destroyed(table, after, record)
    return table


def _illegal_now(table: Table, play: Play) -> str:
    """What has become illegal, and that its card is lost where it is."""
    if isinstance(play, plays.Aid | plays.Oppose):
        return f"{' and '.join(map(table.name, play.cards))} can take part no longer"
    if isinstance(play, plays.Use) and table.book[play.card].kind == "plot":
        lost = table.zone(play.card)[0] == "discard pile"
        return f"{table.name(play.card)} is illegal now{' and is discarded' * lost}"
    match play:
        case plays.Use():
            return f"what {table.name(play.card)} was to do is illegal now"
        case plays.TakeOver() | plays.PlayResource():
            return f"{table.name(play.card)} can't come into play now"
        case plays.Move():
            return f"{table.name(play.group)} can't move there now"
        case plays.Give():
            return "what was given can't change hands now"
    return "what was announced is illegal now"


def _broken(table: Table) -> str:
    """Why the attack under way is illegal before its roll; nothing while it may be made."""
    attack = table.attack
    if attack is None or attack.roll is not None or table.base is None:
        return ""
    for zap in families.banning(table, table.entries[0].play):
        return table.name(zap)
    of_attack = (None, attack.attacker, attack.plot, attack.target)
    for reason in combat.explain(table).reasons:
        card, clause, _ = reason.source.partition("#")
        if not reason.ok and reason.about in of_attack and card not in _plots(attack):
            return f"{table.name(card.partition('@')[0])}: {reason.text}" if clause else reason.text
    return ""


def _without_attack(table: Table, play: Play, record: Record) -> Table | None:
    """When an attack is illegal as it comes to the roll, the table on which it was not made: its attacker's token is
    spent, the helpers of both sides have theirs back (`wdh-cancel-attack-action-1-no-attack`,
    `sg-attacker-action-canceled`); else None.
    """
    why = _broken(table) if isinstance(play, plays.Roll | plays.Resolve) else ""
    if not why:
        return None
    record.happen(
        f"the attack is illegal now: {why}; it is not made, and who aided or opposed has the tokens back",
        "wdh-cancel-attack-action-1-no-attack",
        "wdh-cancel-attack-action-3-token-spent",
        "wdh-timing-thwart-announced",
        "sg-attacker-action-canceled",
        "sg-glo-cancel-definition",
    )
    after, _ = _once_more(table, record, (0,))
    return replace(_as_destroyed(table, after, record), base=None, entries=())


def _as_destroyed(table: Table, after: Table, record: Record) -> Table:
    """The table on which plays were made once more, without the cards that had been destroyed before: what falls
    because of a play that is not made any more had already happened (Imelda Marcos is destroyed in her own attack).
    """
    for player in table.players:
        for card in player.destroyed:
            if after.owner(card) is not None:
                after = destruction.destroy(after, card, player.name, record, killed=card in player.killed)
    return after


def _afterwards(before: Table, table: Table, play: Play, record: Record) -> Table:
    """What follows from any play: cards without room go, links that cannot be go, players without Groups are out."""
    if isinstance(play, plays.Say):
        return table
    table = upkeep.barred(relief.settle(links.settle(before, table, play, record)), record)
    table = memory.leaving(before, upkeep.powerless(arrows.settle(before, table, record), record))
    table = hands.aftermath(before, table)
    table = victory.afterwards(before, table, play, record)
    helpers = partial(_helpers, before) if isinstance(play, plays.Resolve) else tuple
    table = elimination.eliminate(before, table, play, record, helpers)
    table = victory.alone(before, table, record)
    ended = turns.settle(table, record)
    if ended is not table:
        ended = _answered(replace(table, happened=ended.happened, recent=ended.recent), ended, play, record)
    return _answered(ended, triggers.begun(before, ended, record), play, record)


def _helpers(table: Table) -> Iterator[str]:
    """Who makes the attack under way, and who helped with Power or by what it would go worse without."""
    assert table.attack is not None
    yield from (table.attack.player, *(join.player for join in table.attack.joined))
    for number, entry in enumerate(table.entries):
        if isinstance(entry.play, plays.Use) and entry.stands:
            without, _ = _once_more(table, Record(own=table.rules.its.own, again=True), illegal=(number,))
            if _margin(table) > _margin(without):
                yield entry.play.player


def _margin(table: Table) -> float:
    """By how much the attack under way succeeds on the dice as they show; endless where they don't matter."""
    attack = table.attack
    if attack is None or attack.outcome:
        return inf if attack is not None and attack.outcome == "succeeds" else -inf
    return combat.explain(table).strength - (attack.roll or 0)
