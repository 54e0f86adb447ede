"""Effects on attacks, rolls and plays under way; effects made of others."""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import partial
from typing import Any

from msgspec import Struct

from generator.engine.inwo import board, combat, drawing, hands, happenings, holdings, immunity, instants, plays, relief
from generator.engine.inwo.effects import abilities, state
from generator.engine.inwo.effects.step import Effects, Step, run
from generator.engine.inwo.table import Attack, Entry, Happening, Played, Table
from generator.engine.record import Illegal, Record
from generator.engine.selecting import DEVASTATED
from generator.engine.situation import Line, LineSide
from generator.language import nodes
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace

Whose = Callable[[str], bool]

# --- cancellations ----------------------------------------------------------------------------------------------------

_LATE = (
    "faq-too-late-rule-of-thumb",
    "wdh-cancel-window",
    "wdh-glos-cancel",
    "wdh-glos-cancel-not-remove-token",
    "sg-glo-cancel-too-late",
    "sg-glo-cancel-not-token-removal",
)
_NO_STEP_BACK = (
    "faq-immunity-no-retroactive-self-legalization",
    "wdh-timing-illegal-announce",
    "wdh-timing-example-npc-2-too-late",
)


def _cancel(table: Table, effect: t.Cancel, step: Step) -> Table:
    """A Plot, an action or an ability has no effect; what it cost is lost (`wdh-glos-cancel`,
    `sg-glo-cancel-definition`).
    """
    named = step.play.cancels
    if effect.what is not None:
        if effect.what == "Plot":
            if named is None and step.event is not None:  # what follows speaks of the Plot that is canceled, too
                step.play = replace(step.play, cancels=step.event.card)
            return _cancel_plot(table, step.play.cancels, step)
        if effect.what == "hostile Plots":
            return _cancel_hostile(table, step)
        if isinstance(effect.what, c.Trait):
            return cancel_all(table, lambda card: step.fits(table, effect.what, card), step)
        if effect.what == "draw":
            return _cancel_draw(table, named, step)
        return cancel_action(table, named or _last_actor(table, step), lambda card: True, step)
    if effect.every:
        chosen = (named, *step.play.on) if isinstance(effect.whose, t.Some) and effect.whose.count == "any" else None
        return cancel_all(
            table, lambda card: (chosen is None or card in chosen) and _is_whose(table, effect.whose, card, step), step
        )
    if (
        named is None
        and effect.whose == c.Speaker()
        and any(not entry.void and step.play.card in plays.actors(entry.play) for entry in table.entries)
    ):
        named = step.play.card
    if named is None and isinstance(effect.whose, c.Cards):
        return table
    return cancel_action(
        table,
        named,
        lambda card: _is_whose(table, effect.whose, card, step),
        step,
        ability=effect.use,
        joint=effect.aided,
    )


def _cancel_draw(table: Table, named: str | None, step: Step) -> Table:
    """A draw just made by a player whom the card means: that of the turn, one that tokens have bought, or one by a
    card. Of a Plot that was bought and then chosen in place of a draw the purchase is canceled, and the choice has no
    draw any more. Of several cards drawn at once, and of one that a card had drawn beside what else it does, the last
    is not drawn.
    """
    own = step.event is not None and step.event.player == step.player
    drawn = [
        each
        for each in happenings.just(table, "draws")
        if (own or each.player != step.player) and each.card and table.holder(each.card)
    ]
    by_card = [each for each in drawn if each.by and named in (None, each.by) and not _took_a_draw(table, each.by)]
    drawn = by_card or (drawn if named is None and len(drawn) > 1 else [])
    if drawn:
        step.happen(f"{drawn[-1].player} does not draw {f'1 of {len(drawn)} cards' if drawn[1:] else 'that card'}")
        last = drawn[-1].card
        assert last is not None
        return holdings.to_deck(table, last, drawn[-1].player or "", 0)
    if step.record.again:
        canceled = [table.entries[number].play for number in (step.record.entry.cancels if step.record.entry else ())]
        return drawing.lost(table, canceled[0]) if canceled else table
    entries = [
        (number, entry.play)
        for number, entry in enumerate(table.entries)
        if entry.stands
        and (own or entry.play.player != step.player)
        and (
            named is None
            or named in plays.actors(entry.play)
            or (isinstance(entry.play, plays.Buy) and named in entry.play.by)
        )
    ]
    made = [
        (number, play)
        for number, play in entries
        if isinstance(play, plays.DrawPlot | plays.DrawGroup | plays.DrawOn | plays.Buy)
    ]
    found = (made or [each for each in entries if isinstance(each[1], plays.Use)])[-1:]
    step.require(bool(found), "what is canceled has just been done, and nothing else has begun since", *_LATE)
    return _mark(table, (drawing.purchase(table, found[0][0]),), step)


def _took_a_draw(table: Table, card: str) -> bool:
    """Whether the last use of a card took the place of a draw that was due (Rosicrucians)."""
    used = (entry.play for entry in reversed(table.entries) if entry.stands and plays.uses(entry.play, card))
    return any(map(drawing.replaces, plays.said(table, next(used, plays.Use(player="", card=card)))))


def _cancel_hostile(table: Table, step: Step) -> Table:
    """Every Plot that another player has just played on the card."""
    if step.record.again:
        return table
    numbers = tuple(
        i
        for i, entry in enumerate(table.entries)
        if isinstance(entry.play, plays.Use)
        and entry.stands
        and entry.play.player != step.player
        and set(entry.play.on) & set(step.play.on)
        and table.book[entry.play.card].kind == "plot"
    )
    return _mark(table, numbers, step) if numbers else table


def _is_whose(table: Table, whose: Any, card: str, step: Step) -> bool:
    """Whether a card is among those whose actions a sentence cancels; no longer, when what it speaks of is immune to
    the card that says so.
    """
    selector = whose.of if isinstance(whose, t.Pick | t.Some) else whose
    if c.UsesPower() in c.demands(selector):
        selector = c.without(selector, c.UsesPower())
        used = [entry.play for entry in table.entries if entry.stands and card in plays.actors(entry.play)]
        step.require(
            bool(used) and _uses_power(table, used[-1]), f"the action of {table.name(card)} uses its Power", about=card
        )
    hidden, barred = step.hidden(table, card), immunity.immune(table, card, step.play.card, step.player, step.clause)
    if card in (step.play.cancels, *step.play.on):
        step.require_visible(table, card, hidden=hidden)
        step.require_vulnerable(table, card, *_NO_STEP_BACK, immune=barred)
    return step.fits(table, selector, card) and not hidden and not barred


def _uses_power(table: Table, play: Any) -> bool:
    """Whether an action uses the Power of the card that makes it: an attack, a part in one, and what costs actions of
    so much Power.
    """
    if isinstance(play, plays.Announce | plays.Aid | plays.Oppose | plays.Relief):
        return True
    if not isinstance(play, plays.Use):
        return False
    card = table.book[play.card]
    return any((*card.said(t.ConversionPlot), *card.said(t.Paralysis))) or any(
        node.total or node.how for node in card.said(t.ActionsOf)
    )


def _last_actor(table: Table, step: Step) -> str | None:
    """The card of the last play that somebody else made."""
    for entry in reversed(table.entries):
        if not entry.void and entry.play.player != step.player and plays.actors(entry.play):
            return plays.actors(entry.play)[0]
    return None


def _mark(table: Table, numbers: tuple[int, ...], step: Step) -> Table:
    """The table on which these plays are canceled, unless it was too late for that."""
    rolled = max((i for i, entry in enumerate(table.entries) if isinstance(entry.play, plays.Roll)), default=-1)
    for number in numbers:
        early = number > rolled and all(each.changes != number or each.void for each in table.entries)
        step.require(early, "the dice have not been rolled", "faq-no-cancel-after-roll", *_LATE)
        late = ("wdh-timing-irreversible", "wdh-cancel-window", "sg-glo-cancel-too-late")
        rolled_since = any(_has_rolled(table, each) for each in table.entries[number + 1 :])
        step.require(not (rolled_since or _is_seen(table, number)), "its effects can still be undone", *late)
    for play in (table.entries[number].play for number in numbers):
        card = next(iter(plays.actors(play)), None)
        made = "it" if card is None else table.name(card)
        plot = card is not None and isinstance(play, plays.Use) and hands.is_played_plot(table, card)
        what = made if card is None or plot else f"what {made} does"
        step.happen(f"{what} is canceled", "wdh-glos-cancel", "wdh-cancel-effect", "sg-glo-cancel-definition")
    if step.record.again:
        return table
    return replace(
        table, entries=tuple(replace(entry, void=entry.void or i in numbers) for i, entry in enumerate(table.entries))
    )


def _is_seen(table: Table, number: int) -> bool:
    """Whether a play has shown cards, which cannot be undone (`wdh-timing-irreversible`): it lets somebody look at
    them, and its player has gone on since. What others play before that answers the announcement (`wdh-cancel-window`).
    """
    play = table.entries[number].play
    shows = isinstance(play, plays.Use) and any(
        node.verb in ("look at", "show") for node in table.book[play.card].said(t.Do)
    )
    return shows and any(
        entry.play.player == play.player and not (entry.void or entry.cancels or isinstance(entry.play, plays.Say))
        for entry in table.entries[number + 1 :]
    )


def _has_rolled(table: Table, entry: Entry) -> bool:
    """Whether a play is the roll of a die for what has come of those before it (`sg-glo-cancel-too-late`; MWOWM)."""
    rolls = isinstance(entry.play, plays.Use) and bool(entry.play.dice) and entry.stands and entry.changes is None
    said = plays.said(table, entry.play) if rolls else ()
    timings = (each.timing for each in said if isinstance(each, t.Ability))
    return any(isinstance(timing, t.OnDeed) and timing.moment == "right after" for timing in timings)


def _cancel_plot(table: Table, card: str | None, step: Step) -> Table:
    if step.record.again:
        return table
    number = next(
        (i for i, entry in reversed(list(enumerate(table.entries))) if plays.uses(entry.play, card) and entry.stands),
        None,
    )
    if number is None and _saves(table, card, step):
        return table
    made = number is not None and card is not None and hands.is_played_plot(table, card)
    step.require(made, "what is canceled has just been played, and nothing else has begun since", *_LATE)
    assert number is not None and card is not None
    taken = ("wdh-speed-same-effect", "sg-speed-play-exception-first-wins", *_LATE)
    there = table.holder(card) is None or hands.hands_itself_over(table, table.entries[number].play)
    step.require(there, f"nobody has taken {table.name(card)}", *taken)
    step.require(table.owner(card) is None, f"{table.name(card)} is a Plot just played", *_LATE)
    return _mark(table, (number,), step)


def _saves(table: Table, card: str | None, step: Step) -> bool:
    """Whether what puts the player's own Plot back into the hand is used on one that a rival has just canceled: there
    is only the card to save.
    """
    back = any(isinstance(effect, t.Put) for effect in getattr(step.sentence, "effects", ()))
    return back and any(
        plays.uses(entry.play, card) and entry.play.player == step.player and entry.void for entry in table.entries[-2:]
    )


_AN_ABILITY = "what is canceled is an ability, no instruction"
_INSTRUCTION = (
    "wdh-glos-limits-not-cancellable",
    "wdh-glos-benefit-vs-instruction",
    "faq-instruction-text-defined",
    "sg-glo-special-ability",
)


_OPTION = "; `option: 2` cancels the use of an ability, even one that costs no action"


def cancel_action(
    table: Table, card: str | None, whose: Whose, step: Step, *, ability: bool = False, joint: bool = False
) -> Table:
    """One action just made by a card is canceled: its attack or part in one, the Plot or ability that it powered.
    Nothing else is an action: not the purchase of a Plot (`wdh-any-buy-plot-not-action`), not a token that has not been
    spent (`wdh-glos-cancel-not-remove-token`). A use of a special ability may also be that of one that counts in the
    attack under way at no price (`wdh-glos-special-ability`), first of all the part in it that a Group has taken so.
    """
    free = {
        i for i, entry in enumerate(table.entries) if ability and entry.stands and _joins_freely(table, card, entry)
    }
    if step.record.again and step.record.entry is not None and step.record.entry.cancels:
        return table
    silenced = _silenced(table, card) if ability and not free and card is not None and whose(card) else ()
    if silenced:
        step.happen("it does not count in this attack", "wdh-glos-special-ability", "wdh-cancel-effect")
        return table.with_attack(forgotten=(*table.under_way.forgotten, *silenced))
    if step.record.again:
        return table
    entries = _done_by(table, card, step, free, ability=ability)
    effects = getattr(step.sentence, "effects", ())
    either = step.play.option == 1 and any(isinstance(each, t.EitherEffect) for each in effects)
    text = f"say in `cancels` whose action or ability is canceled{', or `option: 2` for the other effect' * either}"
    step.ask(card is not None, text, *_LATE)
    uses = not ability and any(isinstance(node, t.Cancel) and node.use for node in nodes(step.sentence))
    text = f"what is canceled has just been done, and nothing else has begun since{_OPTION * uses}"
    step.require(bool(entries), text, *_LATE)
    assert card is not None
    number, entry = _which(entries, step)
    step.require(ability or not _is_no_action(table, entry), "what is canceled is an action", *_LATE)
    helpers = table.attack.helpers if table.attack is not None and isinstance(entry.play, plays.Announce) else ()
    with_it = (*(each for _, one in entries for each in plays.actors(one.play)), *helpers)
    actors = (card,) if not joint else tuple(dict.fromkeys((card, *with_it)))
    may = step.may(table, f"cancel what {table.name(card)} does")
    step.require(any(whose(each) for each in actors), may, about=card)
    step.require_visible(table, card, hidden=step.hidden(table, card))
    barred = immunity.immune(table, card, step.play.card, step.player, step.clause)
    step.require_vulnerable(table, card, *_NO_STEP_BACK, immune=barred)
    if plays.uses(entry.play, card):
        clauses = dict(abilities.usable(table, card, entry.play.player, is_plot=False))
        clause = clauses.get(entry.play.clause or next(iter(clauses), 0))
        instructs = clause is not None and abilities.is_instruction(clause)
        step.require(not instructs, _AN_ABILITY, *_INSTRUCTION, about=card)
    return _mark(table, (number,), step)


def _which(entries: list[tuple[int, Entry]], step: Step) -> tuple[int, Entry]:
    """Of several actions of a card the one that is canceled: the last, or the one that `amount` counts to."""
    amount, most = step.play.amount, len(entries)
    text = f"{most} actions of it can be canceled: `amount` says which, from 1, and without it the last"
    step.require(amount is None or 0 < amount <= most, text, *_LATE)
    return entries[amount - 1 if amount is not None and 0 < amount <= most else -1]


def _done_by(
    table: Table, card: str | None, step: Step, free: Container[int], *, ability: bool
) -> list[tuple[int, Entry]]:
    """What a card has just done that may be canceled, by number of the entry: its abilities, else its actions; where
    players agree that it is one, also that it bought a Plot.
    """
    entries = [(i, entry) for i, entry in enumerate(table.entries) if entry.stands and card in plays.actors(entry.play)]
    if ability:
        found = [(i, entry) for i, entry in entries if i in free or plays.uses(entry.play, card)]
    else:
        lent = [i for i, entry in entries if _costs_nothing(table, entry) or _joins_freely(table, card, entry)]
        found = [(i, entry) for i, entry in entries if i not in lent]
    if found or card is None:
        return found
    draws = table.shared and table.options.drawing_as_an_action == "action"
    bought = [
        (i, one) for i, one in enumerate(table.entries) if isinstance(one.play, plays.Buy) and card in one.play.by
    ]
    groups = [one for _, one in bought if isinstance(one.play, plays.Buy) and one.play.what == "group"]
    drawn = "the Group card has been drawn, and nothing undoes that"
    step.require(table.shared or not groups, drawn, "wdh-timing-irreversible")
    cites = ("wdh-any-buy-plot-not-action", "faq-plot-draw-trade-not-cancelable")
    step.require(not bought or draws, "to buy a Plot is not an action", *cites)
    found = bought if draws else []
    if ability and not found:
        harm, cite = abilities.has_harmed(table, card), "faq-instruction-text-general-test"
        step.require(not harm, _AN_ABILITY, cite, *_INSTRUCTION, about=card)
    return found


def _silenced(table: Table, card: str) -> tuple[str, ...]:
    """The bonus that a card's ability gives in the attack before its roll, without a play; of several the largest."""
    attack = table.attack
    if attack is None or attack.roll is not None or any(plays.uses(entry.play, card) for entry in table.entries):
        return ()
    lines = [line for line in combat.explain(table).lines if line.source.partition("#")[0] == card and line.amount]
    own = {f"{card}#{number}": clause for number, clause in enumerate(table.book[card].clauses, 1)}
    lines = [line for line in lines if line.source not in own or not abilities.is_instruction(own[line.source])]
    best = max(lines, key=lambda line: abs(line.amount), default=None)
    return () if best is None else (combat.short(best.source),)


def _is_no_action(table: Table, entry: Entry) -> bool:
    """Whether a card says of what has been used that it is no action."""
    if not isinstance(entry.play, plays.Use):
        return False
    said = [clause.sentence for clause in table.book[entry.play.card].clauses if isinstance(clause.sentence, t.Ability)]
    return any(rider.means == "no action" for ability in said for rider in ability.also)


def _costs_nothing(table: Table, entry: Entry) -> bool:
    """Whether an ability was used for which nobody spends an action: what cancels actions does nothing to it."""
    play = entry.play
    if not isinstance(play, plays.Use) or play.by or table.book[play.card].kind == "plot":
        return False
    clauses = dict(abilities.usable(table, play.card, play.player, is_plot=False))
    said = [clauses[play.clause]] if play.clause in clauses else list(clauses.values())
    return bool(said) and not any(isinstance(node, t.Price) for clause in said for node in nodes(clause.sentence))


def _joins_freely(table: Table, card: str | None, entry: Entry) -> bool:
    """Whether a Group takes part in the attack under way without spending an action: there is none to cancel (Lama
    Ramadingdong).
    """
    attack = table.attack
    joins = (
        (*attack.joined, *attack.opposed)
        if attack is not None and isinstance(entry.play, plays.Aid | plays.Oppose)
        else ()
    )
    return any(join.card == card and join.free for join in joins)


def cancel_all(table: Table, whose: Whose, step: Step) -> Table:
    """Every action just made by such cards is canceled; there may be none, unless the play says whose."""
    if step.record.again:
        return table
    numbers = tuple(
        i
        for i, entry in enumerate(table.entries)
        if entry.stands
        and not _costs_nothing(table, entry)
        and any(
            whose(card)
            for card in plays.actors(entry.play)
            if table.book[card].kind != "plot" and not _joins_freely(table, card, entry)
        )
    )
    step.require(
        bool(numbers) or step.play.cancels is None,
        "what is canceled has just been done, and nothing else has begun since",
        *_LATE,
    )
    return _mark(table, numbers, step) if numbers else table


# --- rolls ------------------------------------------------------------------------------------------------------------


def _change_roll(table: Table, effect: t.ChangeRoll, step: Step) -> Table:
    """A roll is changed, or made again. It is then as if the dice had shown the new number, so that it can be changed
    once more (`faq-roll-change-chain`); a number that dice cannot show becomes the nearest that they can
    (`wdh-meta-die-clamp`).
    """
    old, dice = _roll_now(table, step)
    low, high = (2, 12) if dice != 1 else (1, 6)
    amount = step.play.amount or 0
    change = effect.change
    if change.anew:
        _require_joiner(table, step)
        return table
    if change.again:
        if table.attack is not None and change.by:
            source = f"{step.play.card}#{step.number}"
            name, cites = table.name(step.play.card), step.clause.cites
            weaker = Line("attack", change.by, name, step.clause.text, source, cites)
            table = table.with_attack(added=(*table.attack.added, weaker))
            if combat.explain(table).needed is None:
                step.happen("no roll is low enough now: none is made", "wdh-resolve-below-2")
                return table
        step.ask(bool(step.play.dice), "say what the dice show now", "sg-glo-natural-reroll", "faq-roll-change-chain")
        new = sum(step.play.dice)
        step.happen(f"the dice are rolled again: {new}", "faq-roll-change-chain", "sg-glo-natural-reroll")
        return _rolled(table, max(low, min(high, new)), step, natural=new)
    step.ask(
        step.play.amount is not None,
        f"say whether the roll is raised or lowered: amount {change.by} or -{change.by}",
        *step.cites,
    )
    step.require(abs(amount) == change.by, f"the roll is raised or lowered by {change.by}", *step.cites)
    return _rolled(table, max(low, min(high, old + amount)), step)


def _require_joiner(table: Table, step: Step) -> None:
    """One of the cards that may join a rolled attack can do so: it has its Action token, and the attack is open to it
    (`wdh-priv-only-two`).
    """
    ways: tuple[tuple[str, Callable[[str, Record], Table]], ...] = (
        ("aid", lambda card, tried: combat.aid(table, plays.Aid(player=step.player, cards=(card,)), tried)),
        ("oppose", lambda card, tried: combat.oppose(table, plays.Oppose(player=step.player, cards=(card,)), tried)),
    )
    refused: list[str] = []
    for card in table.player(step.player).controlled:
        for deed, join in ways:
            if combat.may_come_late(table, (card,), deed):
                tried = Record(own=step.record.own)
                if tried.result(partial(join, card, tried)) is not None:
                    return
                refused += [reason.text for reason in tried.reasons if not reason.ok][:1]
    step.require(
        False,
        f"a card can join the attack now{': ' if refused else ''}{'; '.join(dict.fromkeys(refused))}",
        *step.cites,
        "wdh-priv-only-two",
    )


def _set_roll(table: Table, effect: t.SetRoll, step: Step) -> Table:
    """A roll counts as another (`faq-roll-change-chain`)."""
    _, dice = _roll_now(table, step)
    return _rolled(table, min(effect.value, 6) if dice == 1 else effect.value, step)


def _roll_now(table: Table, step: Step) -> tuple[int, int]:
    """What the roll counts as now, and how many dice were rolled."""
    attack = table.attack
    if attack is not None and attack.roll is not None:
        return attack.roll, 2
    number = step.given(_dice_entry(table), "dice have just been rolled", *_LATE)
    play = table.entries[number].play
    results = [each.result for each in table.entries if each.changes == number and not each.void]
    return sum(results[-1] if results else play.dice), next(
        (node.dice for node in table.book[play.card].said(t.RollFor)), 2
    )


def _dice_entry(table: Table) -> int | None:
    """The last play that rolled dice for an ability."""
    found = (
        i
        for i, entry in reversed(list(enumerate(table.entries)))
        if isinstance(entry.play, plays.Use | plays.RollOff)
        and entry.play.dice
        and not entry.void
        and entry.changes is None
    )
    return next(found, None)


def _rolled(table: Table, new: int, step: Step, *, natural: int | None = None) -> Table:
    """The table with another roll."""
    step.happen(f"the roll counts as {new}", "faq-roll-change-chain", "wdh-meta-die-clamp", "sg-meta-impossible-rolls")
    attack = table.attack
    if attack is not None and attack.roll is not None:
        return table.with_attack(roll=new, natural=attack.natural if natural is None else natural)
    if step.record.again:
        return table
    number = _dice_entry(table)
    return replace(
        table,
        entries=tuple(replace(entry, result=(new,)) if i == number else entry for i, entry in enumerate(table.entries)),
    )


# --- what becomes of an attack ----------------------------------------------------------------------------------------


def _outcome(table: Table, effect: t.Outcome, step: Step) -> Table:
    """An attack fails or succeeds whatever the dice say, or is no longer what it was."""
    if effect.outcome == "only that":
        return table
    if effect.outcome == "lost":
        return _relief_lost(table, step)
    if (
        effect.outcome == "fails"
        and table.attack is None
        and step.event is not None
        and step.event.before.attack is not None
    ):
        return _failed_after_all(table, step)
    attack = step.under_attack(table)
    match effect.outcome:
        case "fails" | "succeeds":
            step.happen(f"the attack {effect.outcome}", "wdh-glos-automatic-failure", "sg-glo-automatic-failure")
            return table.with_attack(outcome=effect.outcome, committed=True)
        case "unprivileged":
            return _end_privilege(table, effect, step)
        case "Instant" | "Assassination":
            _require_announcement(
                table, attack, "an Instant Attack", step, "wdh-instant-strength", "wdh-instant-no-actions"
            )
            return instants.become(table, "" if effect.outcome == "Instant" else effect.outcome)
        case "only devastates":
            return table.with_attack(devastates=True)
        case "Magic":
            return step.last(table, effect, None, "attack")
    final = effect.outcome == "final"
    step.happen("the attack keeps this strength" if final else "the attack can become neither Instant nor privileged")
    return step.last(table, effect, None, "attack")


def _failed_after_all(table: Table, step: Step) -> Table:
    """An attack that has just succeeded fails: everything is as it was before its result, and it has none."""
    assert step.event is not None
    before = step.event.before
    step.happen("the attack has failed", "wdh-glos-automatic-failure", "sg-glo-automatic-failure")
    failed = combat.resolve(
        before.with_attack(outcome="fails"), plays.Resolve(player=before.attack.player), step.record
    )
    if failed.player(step.player).holds(step.play.card):
        failed = holdings.to_discard(failed, step.play.card, step.player)
    lost = replace(
        step.event, kind="fails", card=before.attack.target, player=before.attack.player, by=before.attack.attacker
    )
    failed = replace(
        failed, happened=(*table.happened, lost), recent=table.recent, base=table.base, entries=table.entries
    )
    return said_of_the_end(failed, before, lost, step.record)


def said_of_the_end(table: Table, before: Table, result: Happening, record: Record) -> Table:
    """What Plots and abilities made depend on the result of an attack that has just been carried out; `before` that it
    was under way.
    """
    assert before.attack is not None
    for each in before.lasting:
        if isinstance(each.sentence, t.IfThen) and each.until == "attack":
            clause = table.clause(each.source, each.clause)
            on = (result.card,) if result.card else ()
            play = plays.Use(player=each.player, card=each.source, clause=each.clause, on=on, choose=each.choice)
            step = Step(play, each.clause, clause, Record(own=table.rules.its.own))
            step.event = replace(result, attack=replace(before.attack, outcome=result.kind))  # type: ignore[arg-type]
            try:
                table = _if_then(table, each.sentence, step)
            except Illegal:
                continue
            record.events += step.record.events
    return table


def _relief_lost(table: Table, step: Step) -> Table:
    """Relief that was given has no effect: the Place is Devastated as before."""
    place = step.given(step.event.card if step.event else None, "a Place has been given Relief", *_LATE)
    return relief.devastate(table, place, step.record)


def said_of_attack(table: Table, outcome: c.OutcomeName) -> bool:
    """Whether a card has said this of the attack under way."""
    return any(isinstance(each.sentence, t.Outcome) and each.sentence.outcome == outcome for each in table.lasting)


def _privilege(table: Table, effect: t.MakePrivileged, step: Step) -> Table:
    """An attack is declared privileged, if no card has taken its privilege for good (`wdh-priv-declare`)."""
    attack = step.under_attack(table)
    barred = attack.negated or said_of_attack(table, "never Instant or privileged")
    step.require(not barred, "the attack has not lost its privilege", "wdh-priv-not-regained")
    _require_announcement(table, attack, "privilege", step, "wdh-priv-declare")
    step.happen("the attack is privileged", "wdh-priv-declare", "wdh-priv-only-two")
    if step.start is not None and not step.record.again:
        before = {(reason.about, reason.source) for reason in combat.explain(table).reasons if not reason.ok}
        step.record.note(
            *(
                reason
                for reason in combat.explain(table.with_attack(privileged=True)).reasons
                if (reason.about, reason.source) not in before
            )
        )
        step.record.stop_if_illegal()
    bound = step.player == attack.player and table.book[step.play.card].kind == "plot"
    if table.book[step.play.card].kind != "resource":
        table = replace(
            table, lasting=tuple(each for each in table.lasting if not isinstance(each.sentence, t.MakePrivileged))
        )
    elif not attack.privileged:
        table = step.last(table, effect, None, "attack")  # it ends with the Resource
    return table.with_attack(privileged=True, committed=attack.committed or bound)


def _require_announcement(table: Table, attack: Attack, what: str, step: Step, *cites: str) -> None:
    """What belongs to the announcement of an attack is declared before anybody else does something about it."""
    alone = all(entry.play.player == attack.player for entry in _since_announced(table, attack))
    step.require(step.record.again or alone, f"{what} is declared as the attack is announced", *cites)


def _since_announced(table: Table, attack: Attack) -> tuple[Entry, ...]:
    """The plays since a Group announced the attack; what was played before is none of them, and a Plot's own attack
    begins with it.
    """
    if attack.attacker is None:
        return table.entries
    start = next(
        (number for number, entry in reversed((*enumerate(table.entries),)) if isinstance(entry.play, plays.Announce)),
        None,
    )
    return () if start is None else table.entries[start:]


def _end_privilege(table: Table, effect: Any, step: Step) -> Table:
    """An attack loses its privilege for good."""
    step.under_attack(table)
    step.happen("the attack is no longer privileged", "wdh-priv-negate", "wdh-priv-not-regained")
    return table.with_attack(negated=True)


def _interfere(table: Table, effect: t.MayInterfere, step: Step) -> Table:
    """One player may interfere in spite of the privilege."""
    step.under_attack(table)
    step.happen(f"{step.player} may interfere")
    return step.last(table, effect, None, "attack")


def _boost(table: Table, effect: t.Boost, step: Step) -> Table:
    """A line of the sum of the attack, which it commits; it comes with the attack that the same Plot lets its player
    make next.
    """
    if table.attack is None and any(
        isinstance(each, t.Act) and each.verb == "attack" for each in getattr(step.sentence, "effects", ())
    ):
        return table
    attack = step.under_attack(table)
    timing = getattr(step.sentence, "timing", None)
    early = isinstance(timing, t.OnAttack) and timing.happens in ("is played", "is announced", "is attempted")
    step.require(attack.roll is None or not early, "the dice have not been rolled", "wdh-resolve-roll", *_LATE)
    if effect.attack == "defense":
        step.require_defending(table)
    helps = {
        "defense": False,
        "either": step.player != attack.defender,
        "own": step.player != attack.defender,
        "other": step.player == attack.defender,
    }.get(effect.attack, True)
    if effect.attack in ("own", "other") and step.event is not None and step.event.kind == "duplicate":
        helps = any(each.card == step.event.card and each.free for each in attack.agents)
    amount = effect.amount * state.times(table, effect.per, step)
    side: LineSide = "attack" if helps else "defense"
    step.happen(f"{amount:+} to the {side}")
    return _lying(step.add(table, side, amount), step)


def _lying(table: Table, step: Step) -> Table:
    """A Plot that changes an attack lies on the table until it is over (`wdh-plot-attack-discard`)."""
    played = table.under_way.played
    if table.book[step.play.card].kind != "plot" or any(each.card == step.play.card for each in played):
        return table
    return table.with_attack(played=(*played, Played(step.play.card, step.player, None)))


def _boost_one(table: Table, effect: t.BoostOne, step: Step) -> Table:
    """A change of the sum of one such attack, whoever makes it."""
    attack = table.attack
    meant = attack is not None and happenings.meant(table, effect.what, attack, step.play.card, step.player)
    under_way = f"{attack.player}'s attack doesn't count" if attack is not None else "no attack is under way"
    step.require(meant, f"it is the time for {table.name(step.play.card)}: {step.clause.text}; {under_way}")
    return _boost(table, t.Boost(effect.amount, "attack"), step)


# --- sentences for the time of an attack ------------------------------------------------------------------------------


def about_linked(node: Any) -> Any:
    """A sentence with the linked card in place of the one that speaks: so a card says it by a marker that lies beside
    it.
    """
    if node == c.THIS:
        return c.LINKED
    if isinstance(node, Struct):
        changes = {name: about_linked(getattr(node, name)) for name in node.__struct_fields__}
        same = all(changes[name] is getattr(node, name) for name in changes)
        return node if same else replace(node, **changes)  # type: ignore[type-var]
    return tuple(about_linked(each) for each in node) if isinstance(node, tuple) else node


def _for_attack(table: Table, effect: Any, step: Step) -> Table:
    """A sentence that holds as long as it says, or until the attack is over."""
    step.require(not said_of_attack(table, "final"), "the strength of the attack can still change", *_LATE)
    until = getattr(effect, "until", None)
    said = about_linked(replace(effect, until=None) if until is not None else effect)
    if getattr(said, "deed", None) == ("aid side",) and table.attack is not None:
        said = replace(said, deed=("aid" if step.play.card in table.attack.makers else "oppose",))
    if getattr(said, "what", None) == "attack":
        said = replace(said, what=t.Attacks(quality="any"))
    in_play = table.owner(step.play.card) is not None
    lasts = state.lasts(until) or ("attack" if table.attack is not None else "turn")
    table = step.last(table, said, step.play.card if in_play else None, lasts)
    return _lying(table, step) if table.attack is not None and lasts == "attack" else table


# --- effects made of effects ------------------------------------------------------------------------------------------


def _all(table: Table, effects: tuple[Any, ...], step: Step) -> Table:
    for effect in effects:
        table = run(table, effect, step)
    return table


def _roll_for(table: Table, effect: t.RollFor, step: Step) -> Table:
    """What happens on what the dice show. Impossible numbers do not occur (`wdh-meta-suicide-squad-example`)."""
    low, high = effect.dice, 6 * effect.dice
    step.ask(bool(step.play.dice), "say what the dice show", *step.cites)
    shown = len(step.play.dice) in (1, effect.dice) and low <= sum(step.play.dice) <= high
    step.require(
        shown or step.record.again,
        f"{('one die shows', 'two dice show')[effect.dice - 1]} {low} to {high}",
        "wdh-meta-die-clamp",
    )
    roll = max(low, min(high, sum(step.play.dice)))
    step.happen(
        f"the dice show {roll}", "wdh-meta-die-clamp", "wdh-meta-suicide-squad-example", "sg-meta-impossible-rolls"
    )
    for outcome in effect.outcomes:
        if isinstance(outcome, t.OnAtMost):
            number = sum(
                board.fits(table, outcome.of, card, step.play.card, step.player)
                for player in table.seated
                for card in player.controlled
            )
            if roll <= number:
                step.many = roll
                table = _all(table, outcome.effects, step)
        elif _on(outcome, roll):
            table = _all(table, outcome.effects, step)
    return table


def _on(outcome: t.OnRoll, roll: int) -> bool:
    if outcome.how == "or less":
        return roll <= outcome.low
    return roll >= outcome.low if outcome.how == "or more" else outcome.low <= roll <= (outcome.high or outcome.low)


def _if_then(table: Table, effect: t.IfThen, step: Step) -> Table:
    """What happens only under a condition. Of an attack that has not been rolled for it is written down for its end."""
    attack = table.attack
    waits = any(isinstance(each, c.Ends) for each in effect.condition)
    waits = waits or any(isinstance(each, c.Every) and each.such == c.Trait(DEVASTATED) for each in effect.condition)
    if waits and attack is not None:
        for each in effect.effects:
            if isinstance(each, t.ChangeAlignments):  # what it is to change must be there when the attack is announced
                run(table, each, replace(step, record=Record(own=step.record.own, reasons=step.record.reasons)))
        return step.last(table, effect, None, "attack")
    holds = all(abilities.holds(table, each, step) for each in effect.condition)
    if not (holds or effect.otherwise) and step.sentence.effects == (effect,):
        step.happen(f"{table.name(step.play.card)} has no effect: its condition is not met")
    return _all(table, effect.effects if holds else effect.otherwise, step)


EFFECTS: Effects = {
    t.Cancel: _cancel,
    t.ChangeRoll: _change_roll,
    t.SetRoll: _set_roll,
    t.Outcome: _outcome,
    t.MakePrivileged: _privilege,
    t.EndPrivilege: _end_privilege,
    t.MayInterfere: _interfere,
    t.Boost: _boost,
    t.BoostOne: _boost_one,
    t.MayJoin: _for_attack,
    t.OnlyBonuses: _for_attack,
    t.DefenseOf: _for_attack,
    t.Bonus: _for_attack,
    t.BonusTo: _for_attack,
    t.RollFor: _roll_for,
    t.IfThen: _if_then,
}
