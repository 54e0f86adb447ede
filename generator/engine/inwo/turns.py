"""The course of a turn: draws, the automatic takeover, tokens, the knock, claims of victory, the next player."""

from __future__ import annotations

from generator.engine.inwo import board, entering, holdings, rounds, tokens, victory
from generator.engine.inwo.effects import abilities
from generator.engine.inwo.plays import (
    Buy,
    DrawGroup,
    DrawPlot,
    Finish,
    Knock,
    PlaceTokens,
    PlayResource,
    Proceed,
    TakeOver,
)
from generator.engine.inwo.table import BEGINNING, PHASES, Table
from generator.engine.record import Record
from generator.engine.selecting import count as per_each
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace


def reach(table: Table, phase: str, record: Record) -> Table:
    """The turn goes on to a phase of its beginning, which must not lie behind it (`wdh-turn-steps`,
    `faq-ato-forgotten-not-redone`).
    """
    record.insist(
        PHASES.index(table.turn.phase) <= PHASES.index(phase),
        f"the turn has not gone past {phase} (now: {table.turn.phase})",
        "wdh-turn-steps",
        "faq-ato-forgotten-not-redone",
        "sg-phase1-draw-plot",
        "sg-bot-token-restriction",
    )
    return _owed(_drawn(table, phase), phase, record).with_turn(phase=phase)


def _drawn(table: Table, phase: str) -> Table:
    """The table as the turn goes on to another phase: nobody must draw what is still to come of a draw
    (`wdh-plotget-optional`).
    """
    return (
        table
        if table.turn.phase == phase
        else replace(table, drawing=tuple(each for each in table.drawing if each[0] != table.turn.player))
    )


def _owed(table: Table, phase: str, record: Record) -> Table:
    """In SubGenius nobody goes past the draws of a turn without them (`sg-plot-draw-each-turn`,
    `sg-phase2-draw-group-if-under-8`).
    """
    if not table.shared:
        return table
    name = table.turn.player
    now, then = PHASES.index(table.turn.phase), PHASES.index(phase)
    if now <= PHASES.index("plots") < then and "plot" not in table.turn.done:
        table = _of_turn(table, DrawPlot(player=name), "plot", record)
    if (
        now <= PHASES.index("groups") < then
        and "group" not in table.turn.done
        and len(table.uncontrolled) < MOST_UNCONTROLLED
    ):
        table = _of_turn(table, DrawGroup(player=name), "group", record)
    return table


MOST_UNCONTROLLED = 8
"""With so many cards in the uncontrolled area nobody draws a Group card for nothing (`sg-diff-no-free-group-at-8`)."""


def draws(table: Table, name: str, what: str) -> int:
    """How many cards a player draws at the start of a turn: one, and what cards say (`wdh-plotget-by-card`,
    `wdh-grpget-by-card`).
    """
    attack = board.standing_attack(table, name)
    title = "INWO SubGenius" if table.shared else "INWO"
    here = [(speaker, said.sentence) for speaker, _, _, said in board.said(table, t.InGame, name) if said.game == title]
    count = 1
    for speaker, sentence in (
        *((speaker, sentence) for speaker, _, _, sentence in board.said(table, t.DrawEachTurn, name)),
        *here,
    ):
        if (
            isinstance(sentence, t.DrawEachTurn)
            and speaker.owner == "you"
            and sentence.what.startswith("Plot") == (what == "plot")
        ):
            amount = sentence.count * per_each(sentence.per, attack, speaker, speaker)
            count = count - 1 + amount if sentence.instead else count + amount
    return count


_DRAWN = {
    "plot": (
        "Plot",
        (
            "wdh-plotget-turn-draw",
            "faq-bot-draw-plot",
            "wdh-bot-1-draw-plot",
            "sg-plot-draw-each-turn",
            "sg-phase1-draw-plot",
        ),
    ),
    "group": (
        "Group card",
        ("wdh-grpget-turn-draw", "faq-bot-draw-group", "wdh-bot-2-draw-group", "sg-phase2-draw-group-if-under-8"),
    ),
}
"""What a turn begins with drawing: what it is called, and what says so."""


def draw(table: Table, play: DrawPlot | DrawGroup, record: Record) -> Table:
    """Steps 1 and 2: the Plot and the Group card of the turn (`wdh-bot-1-draw-plot`, `wdh-bot-2-draw-group`)."""
    what = "plot" if isinstance(play, DrawPlot) else "group"
    rounds.require_turn(table, play.player, record)
    table = reach(table, f"{what}s", record)
    called, cites = _DRAWN[what]
    if what == "plot":
        _require_draws(table, play.player, what, record)
    record.require(_to_draw(table, play, what) > 0, f"the {called} of this turn is still to be drawn", *cites)
    if what == "group" and table.shared:
        few = len(table.uncontrolled) < MOST_UNCONTROLLED
        record.require(
            few, "fewer than 8 cards are uncontrolled", "sg-phase2-draw-group-if-under-8", "sg-diff-no-free-group-at-8"
        )
    record.stop_if_illegal()
    return _left(table, play, what) if record.void else _of_turn(table, play, what, record)


def _to_draw(table: Table, play: DrawPlot | DrawGroup, what: str) -> int:
    """How many cards a draw of the turn takes: all of it, so many as the player says, or those whose place no ability
    has taken (`wdh-any-use-ability`).
    """
    due = (
        table.drawing.count((play.player, what, play.player))
        if what in table.turn.done
        else draws(table, play.player, what)
    )
    return due if play.amount is None else min(due, play.amount)


def _left(table: Table, play: DrawPlot | DrawGroup, what: str) -> Table:
    """The table after a draw of the turn, on which the others of several are still to come."""
    card = (play.player, what, play.player)
    begun = what in table.turn.done
    left = (table.drawing.count(card) if begun else draws(table, play.player, what)) - _to_draw(table, play, what)
    others = tuple(each for each in table.drawing if not (begun and each == card))
    return replace(table, drawing=(*others, *(card,) * left)).with_turn(
        done=table.turn.done if begun else (*table.turn.done, what)
    )


def _require_draws(table: Table, name: str, what: str, record: Record) -> None:
    kind = "Plots" if what == "plot" else "Group cards"
    cites = ("wdh-any-play-plot", "wdh-plotget-by-card", "sg-plot-timing-on-card")
    record.require(not holdings.draws_none(table, name, what), f"{name} may draw {kind} this turn", *cites)


def _of_turn(table: Table, play: DrawPlot | DrawGroup, what: str, record: Record) -> Table:
    """A draw of the turn."""
    name, (called, cites) = play.player, _DRAWN[what]
    instead = holdings.drawn_from(table, name, what) != what
    record.happen(f"{name} draws a {'Plot in place of a Group card' if instead else called}", *cites)
    table, drawn = holdings.draw(_left(table, play, what), name, what, _to_draw(table, play, what), record)
    return table.with_turn(shown=(*table.turn.shown, *drawn)) if what == "group" else table


def take_over(table: Table, play: TakeOver, record: Record) -> Table:
    """Step 3: one Group or Resource without a roll (`wdh-bot-3-auto-takeover-optional`, `sg-phase3-ato`)."""
    rounds.require_turn(table, play.player, record)
    table = reach(table, "takeover", record)
    once = ("wdh-bot-3-auto-takeover-optional", "faq-bot-ato", "sg-phase3-ato", "sg-diff-ato")
    record.require(
        "takeover" not in table.turn.done, rounds.only_draws(table) or "one automatic takeover a turn", *once
    )
    if table.shared and table.options.automatic_takeover_of_a_resource == "groups-only":
        record.require(table.book[play.card].kind == "group", "a Group is taken over", "sg-diff-ato", about=play.card)
    require_takeover(table, play, record)
    entering.require_no_copy(table, play.card, record)
    done = f"{play.player} takes over {table.name(play.card)}"
    record.done(done, "wdh-bot-3-auto-takeover-no-roll", "wdh-grpplay-auto", "faq-bot-ato", "sg-phase3-ato")
    if record.void:
        return table.with_turn(done=(*table.turn.done, "takeover"))
    host = table.owner(play.master) if play.master and table.book[play.card].rules("under rivals") else None
    table = entering.enter(table, host.name if host else play.player, play.card, play.master, play.side, record)
    return table.with_turn(done=(*table.turn.done, "takeover"))


def require_takeover(table: Table, play: TakeOver, record: Record) -> None:
    """What cards say against automatic takeovers of a card, and what it says itself.

    What they say of a player is asked of every play.
    """
    cite = ("wdh-bot-3-auto-takeover-optional", "sg-phase3-ato")
    where = (
        f"one that {play.player} has put into the uncontrolled area this turn"
        if table.shared
        else f"in the hand of {play.player}"
    )
    there = play.card in (table.turn.shown if table.shared else table.player(play.player).hand)
    record.require(there, f"{table.name(play.card)} is {where}", *cite, about=play.card)
    # The card that takes it is the one under which it comes to lie.
    taker = play.master or table.player(play.player).illuminati
    seats = [other.name for other in table.seated if other.name != play.player]
    for sayer, clause, sentence in (
        *((play.card, clause, sentence) for _, clause, sentence in table.book[play.card].standing.get(t.Cannot, ())),
        *(
            (speaker.card.id, clause, sentence)
            for speaker, _, clause, sentence in board.said(table, t.Cannot, play.player)
            if speaker.owner != "you" and speaker.card.id != play.card
        ),
    ):
        if "taken over" not in sentence.deed:
            continue
        said_by = next((name for name in seats if sayer in table.player(name).controlled), play.player)
        if not board.fits(table, sentence.who, play.card, sayer, said_by, entering=True):
            continue
        if board.hidden_from(table, play.card, sayer, said_by, sentence):
            continue  # no ability of a Group that is not Secret touches a Secret one (`wdh-secret-no-ability`)
        if sentence.by == "your rivals":
            banned = said_by != play.player
        else:
            banned = sentence.by is None or board.fits(table, sentence.by, taker, sayer, said_by)
        allowed = sentence.allowed and play.allowed
        record.require(
            not banned or allowed,
            f"{table.name(play.card)} may be taken over; barred by {table.name(sayer)}: {clause.text}",
            *(clause.cites or cite),
            about=play.card,
        )


def place_tokens(table: Table, play: PlaceTokens, record: Record) -> Table:
    """Step 4: Action tokens; then the Main Phase begins (`wdh-bot-4-tokens`, `sg-phase4-other-groups`)."""
    rounds.require_turn(table, play.player, record)
    table = reach(table, "tokens", record)
    return placed(table, play.player, record).with_turn(phase="tokens" if table.turn.idle else "main")


def placed(table: Table, name: str, record: Record) -> Table:
    """Tokens are placed once in a turn; `tokens` among the things done says so."""
    if "tokens" in table.turn.done:
        return table
    for card, number in unrolled(table, name):
        text = f"{table.name(card)} rolls at the start of the turn: {table.book[card].clauses[number - 1].text}"
        record.require(False, text, "wdh-any-use-ability", "sg-glo-special-ability", about=card)
    record.stop_if_illegal()
    return tokens.place(table, name, record).with_turn(done=(*table.turn.done, "tokens"))


def unrolled(table: Table, name: str) -> tuple[tuple[str, int], ...]:
    """The cards of a player for which dice must be rolled at the start of the turn and have not been, each with the
    number of the clause.
    """
    return tuple(
        (card, number)
        for card in table.player(name).controlled
        for number, clause in enumerate(table.book[card].clauses, 1)
        if isinstance(said := clause.sentence, t.Ability)
        and said.timing == c.Turn("you", "start")
        and not said.may
        and (board.has_abilities(table, card) or abilities.is_instruction(clause))
        and any(
            isinstance(each, t.RollFor) or (isinstance(each, t.StatEqual) and "dice" in each.source)
            for each in said.effects
        )
        and not {f"{card}#{number}", abilities.rolled_by(name, card)}.intersection(table.turn.done)
    )


def proceed(table: Table, play: Proceed, record: Record) -> Table:
    """Go on to a later phase. Nothing that is left out must be done, but tokens are placed (`wdh-plotget-optional`,
    `wdh-grpget-optional`, `faq-ato-optional`); in SubGenius cards are drawn.
    """
    rounds.require_turn(table, play.player, record)
    barred = rounds.only_draws(table) if play.to == "main" else None
    cites = ("wdh-turn-steps", "faq-ato-forgotten-not-redone", "sg-phase1-draw-plot", "sg-phase3-ato")
    record.insist(
        _lies_ahead(table, play.to),
        barred
        or (
            "claims are made after `do: knock`" if play.to == "claims" else f"{play.to} comes after {table.turn.phase}"
        ),
        *cites,
    )
    table = _owed(_drawn(table, play.to), play.to, record)
    if table.turn.phase in BEGINNING and play.to not in BEGINNING:
        table = placed(table, play.player, record)
    return table.with_turn(phase=play.to)


def _lies_ahead(table: Table, phase: str) -> bool:
    """Whether a turn can go on to a phase. Claims come after the knock, but in SubGenius before the end of the turn and
    the knock (`wdh-upd11-victory-after-knock`, `sg-phase6-claim`, `sg-phase7-knock`).
    """
    now, then = PHASES.index(table.turn.phase), PHASES.index(phase)
    if phase == "main" and table.turn.idle:
        return False
    if not table.shared:
        return phase != "claims" and now < then
    return table.turn.phase not in ("end", "claims") and now < then


def buy(table: Table, play: Buy, record: Record) -> Table:
    """Action tokens for a card: any time for a Plot, which is no action; in the own Main Phase, once a turn, for a
    Group card (`wdh-any-buy-plot-illuminati`, `wdh-any-buy-plot-groups`, `wdh-main-buy-group-card`,
    `sg-group-buy-any-time-no-cap`).
    """
    price = (
        "wdh-any-buy-plot-illuminati",
        "wdh-any-buy-plot-groups",
        "wdh-plotget-buy",
        "wdh-tok-resource-no-plot-trade",
        "faq-anytime-buy-plot",
        "sg-plot-buy-any-time" if play.what == "plot" else "sg-group-buy-draw",
        "sg-phase2-buy-draws",
        "sg-diff-tokens-for-groups",
    )
    # Those of Resources buy nothing.
    enough = [table.book[card].kind for card in play.by] in (["illuminati"], ["group", "group"])
    record.require(enough, "one token of an Illuminati or two of other Groups buy a card", *price)
    apart = table.options.two_tokens_of_one_group == "one-group" or table.shared or len(set(play.by)) == len(play.by)
    record.require(apart, "two tokens are those of two Groups", "wdh-any-buy-plot-groups")
    _require_draws(table, play.player, play.what, record)
    if play.what == "group" and not table.shared:
        once = (
            "wdh-main-buy-group-card",
            "wdh-grpget-buy",
            "wdh-itok-main-uses",
            "faq-main-group-draw-for-illuminati-action",
        )
        rounds.require_turn(table, play.player, record)
        rounds.require_phase(table, record, ("main",), "Group cards are bought in your main phase", *once)
        record.require(play.player == table.turn.player, "Group cards are bought in the own turn", *once)
        record.require("group card" not in table.turn.done, "one Group card is bought a turn", *once[:3])
        record.require(len(play.by) == 1, "a Group card costs an Illuminati action", *once)
    record.stop_if_illegal()
    table = tokens.spend(table, play.player, play.by, record, buys=play.what)
    if record.void:
        return table
    record.happen(f"{play.player} buys a {'Plot' if play.what == 'plot' else 'Group card'}", *price)
    table, drawn = holdings.draw(table, play.player, play.what, 1, record)
    if play.what == "group":
        mine = drawn if play.player == table.turn.player else ()
        table = table.with_turn(done=(*table.turn.done, "group card"), shown=(*table.turn.shown, *mine))
    return table


def play_resource(table: Table, play: PlayResource, record: Record) -> Table:
    """Once in a Main Phase an Illuminati action brings a Resource into play (`wdh-main-play-resource`,
    `sg-resource-takeover-one-slack`).
    """
    cites = ("wdh-main-play-resource", "wdh-itok-main-uses", "faq-main-phase-list", "sg-resource-takeover-one-slack")
    rounds.require_turn(table, play.player, record)
    rounds.require_phase(table, record, ("main",), "Resources are played in the main phase", *cites)
    player = table.player(play.player)
    record.require(
        "resource" not in table.turn.done,
        "one Resource a turn",
        "wdh-main-play-resource",
        "wdh-itok-main-uses",
        "faq-main-one-resource-by-illuminati-action",
        "sg-resource-one-per-turn",
    )
    record.require(table.book[play.card].kind == "resource", "it is a Resource", *cites, about=play.card)
    there = play.card in (table.uncontrolled if table.shared else player.hand)
    record.require(there, f"{table.name(play.card)} is there to be played", *cites, about=play.card)
    entering.require_no_copy(table, play.card, record)
    by = play.by or (player.illuminati,)
    record.insist(by == (player.illuminati,), "an Illuminati action brings it", *cites, about=play.card)
    table = tokens.spend(table, play.player, by, record)
    record.done(f"{play.player} plays {table.name(play.card)}", *cites)
    if record.void:
        return table
    table = table.with_turn(done=(*table.turn.done, "resource"))
    return entering.enter(table, play.player, play.card, None, None, record)


def knock(table: Table, play: Knock, record: Record) -> Table:
    """Step 7: the turn is over but for claims; in SubGenius these came before, and the next player begins
    (`wdh-eot-7-knock`, `faq-knock-defined`, `wdh-upd11-victory-after-knock`, `sg-phase7-knock`). Groups that were tried
    in vain are discarded (`wdh-results-fail-hand-discard`).
    """
    rounds.require_turn(table, play.player, record)
    if table.turn.idle and table.turn.phase in BEGINNING:  # there is no main phase to come before the end
        table = proceed(table, Proceed(player=play.player, to="end"), record)
    rounds.require_phase(
        table,
        record,
        ("main", "end"),
        "the main phase comes before the end",
        "wdh-eot-7-knock",
        "faq-knock-defined",
        "wdh-turn-steps",
        "sg-phase7-knock",
        "sg-phase1-draw-plot",
    )
    record.stop_if_illegal()
    table = _discard_tried(table, record)
    record.happen(f"{play.player} knocks", "wdh-eot-7-knock", "faq-knock-defined", "sg-phase7-knock")
    return rounds.end(table, record) if table.shared else table.with_turn(phase="claims")


def _discard_tried(table: Table, record: Record) -> Table:
    for card in table.turn.tried:
        if card in table.active.hand:
            record.happen(f"{table.name(card)} is discarded", "wdh-results-fail-hand-discard")
            table = holdings.to_discard(table, card, table.active.name)
    return table


def finish(table: Table, play: Finish, record: Record) -> Table:
    """Nobody claims victory any more, or nobody can stop who does. Without a winner the next player begins, in
    SubGenius after the knock (`wdh-eot-single-winner`, `wdh-eot-next-player`, `faq-thwarted-claim-ends-turn`,
    `sg-phase6-unstopped-ends-game`).
    """
    rounds.require_phase(
        table,
        record,
        ("claims",),
        "this is the time for claims",
        "wdh-eot-7-knock",
        "faq-knock-defined",
        "sg-phase6-claim",
        "sg-win-end-of-any-turn",
    )
    record.stop_if_illegal()
    active = table.turn.player
    table = victory.settle(table, record)
    if table.winners or table.turn.player != active:
        return table
    return table.with_turn(phase="end") if table.shared else rounds.end(table, record)


def settle(table: Table, record: Record) -> Table:
    """A turn that a card has ended is over as soon as no attack is under way: all that is left of it is skipped, and
    nobody can claim victory (`wdh-eot-immediate-end`, `wdh-eot-immediate-end-no-win`).
    """
    if not table.turn.ending or table.attack is not None or table.winners:
        return table
    record.happen(
        f"the turn of {table.turn.player} ends at once",
        "wdh-eot-immediate-end",
        "wdh-eot-immediate-end-no-win",
        "sg-next-player",
    )
    table = victory.cut_short(_discard_tried(table, record), record)
    return table if table.winners else rounds.end(table, record)
