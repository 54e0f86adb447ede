"""The course of a turn: draws, the automatic takeover, tokens, the knock, claims of victory, the next player."""

from __future__ import annotations

from dataclasses import replace

from generator.engine.inwo import holdings, tokens
from generator.engine.inwo.plays import Buy, DrawGroup, DrawPlot, Finish, Knock, PlaceTokens, PlayResource, Proceed, TakeOver
from generator.engine.inwo.table import BEGINNING, PHASES, Table, Turn
from generator.engine.record import Record
from generator.engine.structure import Branch


def require_turn(table: Table, name: str, record: Record) -> None:
    """Only the player whose turn it is may do this."""
    record.require(name == table.turn.player, f"it is {table.turn.player}'s turn", "wdh-turn-steps", "sg-counterclockwise")


def require_phase(table: Table, record: Record, phases: tuple[str, ...], text: str, *cites: str) -> None:
    """The turn must be in one of these phases."""
    record.require(table.turn.phase in phases, f"{text} (now: {table.turn.phase})", *cites)


def _reach(table: Table, phase: str, record: Record) -> Table:
    """The turn goes on to a phase of its beginning, which must not lie behind it (`wdh-turn-steps`)."""
    record.require(
        PHASES.index(table.turn.phase) <= PHASES.index(phase), f"the turn has not gone past it (now: {table.turn.phase})", "wdh-turn-steps",
        "faq-ato-forgotten-not-redone", "sg-phase1-draw-plot",
    )  # fmt: skip
    record.stop_if_illegal()
    return table.with_turn(phase=phase)


def draw_plot(table: Table, play: DrawPlot, record: Record) -> Table:
    """Step 1: the Plot of the turn (`wdh-bot-1-draw-plot`, `sg-phase1-draw-plot`)."""
    require_turn(table, play.player, record)
    table = _reach(table, "plots", record)
    record.require("plot" not in table.turn.done, "one Plot at the start of a turn", "wdh-plotget-turn-draw", "sg-plot-draw-each-turn")
    record.stop_if_illegal()
    record.happen(f"{play.player} draws a Plot", "wdh-bot-1-draw-plot", "sg-phase1-draw-plot")
    table, _ = holdings.draw(table, play.player, "plot", 1, record)
    return table.with_turn(done=(*table.turn.done, "plot"))


def draw_group(table: Table, play: DrawGroup, record: Record) -> Table:
    """Step 2: the Group card of the turn (`wdh-bot-2-draw-group`, `sg-phase2-draw-group-if-under-8`)."""
    require_turn(table, play.player, record)
    table = _reach(table, "groups", record)
    record.require("group" not in table.turn.done, "one Group card at the start of a turn", "wdh-grpget-turn-draw", "sg-phase2-draw-group-if-under-8")
    if table.shared:
        record.require(len(table.uncontrolled) < MOST_UNCONTROLLED, "fewer than 8 cards are uncontrolled", "sg-phase2-draw-group-if-under-8", "sg-diff-no-free-group-at-8")
    record.stop_if_illegal()
    record.happen(f"{play.player} draws a Group card", "wdh-bot-2-draw-group", "sg-phase2-draw-group-if-under-8")
    table, drawn = holdings.draw(table, play.player, "group", 1, record)
    return table.with_turn(done=(*table.turn.done, "group"), shown=(*table.turn.shown, *drawn))


MOST_UNCONTROLLED = 8


def take_over(table: Table, play: TakeOver, record: Record) -> Table:
    """Step 3: one Group or Resource without a roll (`wdh-bot-3-auto-takeover-optional`, `sg-phase3-ato`)."""
    require_turn(table, play.player, record)
    table = _reach(table, "takeover", record)
    record.require("takeover" not in table.turn.done, "one automatic takeover a turn", "wdh-bot-3-auto-takeover-optional", "sg-phase3-ato")
    player = table.player(play.player)
    there = play.card in (table.turn.shown if table.shared else player.hand)
    record.require(there, f"{table.name(play.card)} can be taken over", "wdh-bot-3-auto-takeover-optional", "sg-phase3-ato", about=play.card)
    require_no_copy(table, play.card, record)
    record.stop_if_illegal()
    record.happen(f"{play.player} takes over {table.name(play.card)}", "wdh-bot-3-auto-takeover-no-roll", "sg-phase3-ato")
    table = enter(table, play.player, play.card, play.master, play.side, record)
    return table.with_turn(done=(*table.turn.done, "takeover"))


def require_no_copy(table: Table, card: str, record: Record) -> None:
    """No Group twice in play, no Unique Resource (`wdh-bot-3-group-no-duplicate`, `wdh-bot-3-unique-no-duplicate`)."""
    once = table.book[card].kind == "group" or "Unique" in table.book[card].attributes
    copy = any(table.name(other) == table.name(card) for player in table.seated for other in player.controlled)
    record.require(
        not (once and copy), f"no other {table.name(card)} is in play", "wdh-bot-3-group-no-duplicate", "wdh-bot-3-unique-no-duplicate",
        "sg-add-one-copy-in-structures", about=card,
    )  # fmt: skip


def enter(table: Table, name: str, card: str, master: str | None, side: str | None, record: Record) -> Table:
    """A card comes into play: a Group onto an arrow, a Resource beside the structure, linked to the Illuminati
    (`wdh-bot-3-group-placement`, `wdh-bot-3-resource-placement`, `wdh-res-default-link`)."""
    table = holdings.lift(table, card)
    player = table.player(name)
    if table.book[card].kind == "resource":
        table = table.with_player(name, resources=(*player.resources, card))
        return table.with_link(card, player.illuminati) if card not in table.links else table
    arrows = [(each, at) for each in player.structure for at in player.structure.open_arrows(each)]
    wanted = [arrow for arrow in arrows if master in (None, arrow[0]) and side in (None, arrow[1])]
    record.require(bool(wanted), f"an open arrow for {table.name(card)}", "wdh-bot-3-group-placement", "sg-phase3-group-placement", about=card)
    record.stop_if_illegal()
    with record.laying("wdh-bot-3-group-placement", "wdh-meta-no-overlap", "sg-phase3-group-placement"):
        fit = player.structure.fit(Branch(card), *wanted[0])
    return table.with_player(name, structure=fit.structure)


def place_tokens(table: Table, play: PlaceTokens, record: Record) -> Table:
    """Step 4: Action tokens; then the Main Phase begins (`wdh-bot-4-tokens`, `sg-phase4-other-groups`)."""
    require_turn(table, play.player, record)
    table = _reach(table, "tokens", record)
    return tokens.place(table, play.player, record).with_turn(phase="main")


def proceed(table: Table, play: Proceed, record: Record) -> Table:
    """Go on to a later phase. Nothing that is left out must be done, but tokens are placed (`wdh-plotget-optional`, `wdh-grpget-optional`)."""
    require_turn(table, play.player, record)
    record.require(
        play.to not in ("claims",) and PHASES.index(table.turn.phase) < PHASES.index(play.to), f"{play.to} comes after {table.turn.phase}",
        "wdh-turn-steps", "sg-phase1-draw-plot",
    )  # fmt: skip
    record.stop_if_illegal()
    if table.turn.phase in BEGINNING and play.to not in BEGINNING:
        table = tokens.place(table, play.player, record)
    return table.with_turn(phase=play.to)


def buy(table: Table, play: Buy, record: Record) -> Table:
    """Action tokens for a card: any time for a Plot, which is no action; in the own Main Phase, once a turn, for a Group card
    (`wdh-any-buy-plot-illuminati`, `wdh-any-buy-plot-groups`, `wdh-main-buy-group-card`, `sg-group-buy-any-time-no-cap`)."""
    record.require(
        tokens.is_purchase(table, play.by), "one token of an Illuminati or two of other Groups buy a card", "wdh-any-buy-plot-illuminati",
        "wdh-any-buy-plot-groups", "wdh-tok-resource-no-plot-trade", "sg-plot-buy-any-time", "sg-group-buy-draw",
    )  # fmt: skip
    if play.what == "group" and not table.shared:
        require_turn(table, play.player, record)
        require_phase(table, record, ("main",), "Group cards are bought in the Main Phase", "wdh-main-buy-group-card", "faq-main-group-draw-for-illuminati-action")
        record.require("group card" not in table.turn.done, "one Group card is bought a turn", "wdh-grpget-buy")
        record.require(len(play.by) == 1, "a Group card costs an Illuminati action", "wdh-main-buy-group-card", "faq-main-group-draw-for-illuminati-action")
    record.stop_if_illegal()
    table = tokens.spend(table, play.player, play.by, record)
    record.happen(f"{play.player} buys a {'Plot' if play.what == 'plot' else 'Group card'}", "wdh-any-buy-plot-illuminati", "sg-plot-buy-any-time")
    table, drawn = holdings.draw(table, play.player, play.what, 1, record)
    if play.what == "group":
        table = table.with_turn(done=(*table.turn.done, "group card"), shown=(*table.turn.shown, *(drawn if play.player == table.turn.player else ())))
    return table


def play_resource(table: Table, play: PlayResource, record: Record) -> Table:
    """Once in a Main Phase an Illuminati action brings a Resource into play (`wdh-main-play-resource`, `sg-resource-takeover-one-slack`)."""
    require_turn(table, play.player, record)
    require_phase(table, record, ("main",), "Resources are played in the Main Phase", "wdh-main-play-resource", "sg-resource-takeover-one-slack")
    player = table.player(play.player)
    record.require("resource" not in table.turn.done, "one Resource a turn", "wdh-main-play-resource", "faq-main-one-resource-by-illuminati-action", "sg-resource-one-per-turn")
    record.require(table.book[play.card].kind == "resource", "it is a Resource", "wdh-main-play-resource", about=play.card)
    there = play.card in (table.uncontrolled if table.shared else player.hand)
    record.require(there, f"{table.name(play.card)} is there to be played", "wdh-main-play-resource", "sg-resource-takeover-one-slack", about=play.card)
    require_no_copy(table, play.card, record)
    record.stop_if_illegal()
    table = tokens.spend(table, play.player, play.by or (player.illuminati,), record)
    record.happen(f"{play.player} plays {table.name(play.card)}", "wdh-main-play-resource", "sg-resource-takeover-one-slack")
    table = enter(table, play.player, play.card, None, None, record)
    return table.with_turn(done=(*table.turn.done, "resource"))


def knock(table: Table, play: Knock, record: Record) -> Table:
    """Step 7: the turn is over but for claims (`wdh-eot-7-knock`, `sg-phase7-knock`). Groups that were tried in vain are discarded
    (`wdh-results-fail-hand-discard`)."""
    require_turn(table, play.player, record)
    require_phase(table, record, ("main", "end"), "the Main Phase comes before the end", "wdh-eot-7-knock", "sg-phase7-knock")
    record.stop_if_illegal()
    for card in table.turn.tried:
        if card in table.active.hand:
            record.happen(f"{table.name(card)} is discarded", "wdh-results-fail-hand-discard")
            table = holdings.to_discard(table, card, play.player)
    record.happen(f"{play.player} knocks", "wdh-eot-7-knock", "sg-phase7-knock")
    return table.with_turn(phase="claims")


def finish(table: Table, play: Finish, record: Record) -> Table:
    """Nobody claims victory any more, or nobody can stop who does (`wdh-eot-single-winner`, `wdh-eot-next-player`)."""
    from generator.engine.inwo import victory

    require_phase(table, record, ("claims",), "the player has knocked", "wdh-eot-7-knock", "sg-phase7-knock")
    record.stop_if_illegal()
    won = victory.settle(table, record)
    if won.winners:
        return won
    return end(won, record)


def end(table: Table, record: Record) -> Table:
    """What lasts until the end of the turn is over, and the next player begins (`wdh-eot-next-player`, `sg-next-player`)."""
    active = table.active
    table = table.with_player(active.name, turns=active.turns + 1)
    for card in table.marks:
        table = holdings.to_discard(table, card, table.owners.get(card, active.name))
    kept = tuple(each for each in table.lasting if each.until not in ("turn", "attack", "action", "phase"))
    table = replace(table, lasting=kept, claims=())
    names = [player.name for player in table.players]
    start = names.index(table.turn.player) + 1
    for name in names[start:] + names[:start]:
        if not table.player(name).out:
            record.happen(f"{name}'s turn", "wdh-eot-next-player", "sg-next-player")
            kept = tuple(each for each in table.lasting if not (each.until == "own turn" and each.player == name))
            return replace(table, turn=Turn(player=name, phase="plots"), lasting=kept)
    return table
