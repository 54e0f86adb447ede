"""The course of a turn: draws, the automatic takeover, tokens, the knock, claims of victory, the next player."""

from __future__ import annotations

from dataclasses import replace

from generator.engine.attack import Reason
from generator.engine.inwo import board, holdings, lapsing, tokens
from generator.engine.inwo.plays import Buy, DrawGroup, DrawPlot, Finish, Knock, PlaceTokens, PlayResource, Proceed, TakeOver
from generator.engine.inwo.table import BEGINNING, PHASES, Table, Turn
from generator.engine.reading import COPY
from generator.engine.record import Record
from generator.engine.selecting import count as per_each
from generator.engine.structure import Branch
from generator.language import tree as t


def require_turn(table: Table, name: str, record: Record) -> None:
    """Only the player whose turn it is may do this."""
    record.require(name == table.turn.player, f"it is {table.turn.player}'s turn", "wdh-turn-steps", "sg-counterclockwise")


def require_phase(table: Table, record: Record, phases: tuple[str, ...], text: str, *cites: str) -> None:
    """The turn must be in one of these phases."""
    record.require(table.turn.phase in phases, f"{text} (now: {table.turn.phase})", *cites)


def _reach(table: Table, phase: str, record: Record) -> Table:
    """The turn goes on to a phase of its beginning, which must not lie behind it (`wdh-turn-steps`, `faq-ato-forgotten-not-redone`)."""
    record.require(
        PHASES.index(table.turn.phase) <= PHASES.index(phase), f"the turn has not gone past it (now: {table.turn.phase})", "wdh-turn-steps",
        "faq-ato-forgotten-not-redone", "sg-phase1-draw-plot", "sg-bot-token-restriction",
    )  # fmt: skip
    record.stop_if_illegal()
    return _owed(table, phase, record).with_turn(phase=phase)


def _owed(table: Table, phase: str, record: Record) -> Table:
    """In SubGenius nobody goes past the draws of a turn without them (`sg-plot-draw-each-turn`, `sg-phase2-draw-group-if-under-8`)."""
    if not table.shared:
        return table
    name = table.turn.player
    now, then = PHASES.index(table.turn.phase), PHASES.index(phase)
    if now <= PHASES.index("plots") < then and "plot" not in table.turn.done:
        table = _plots_of_turn(table, name, record)
    if now <= PHASES.index("groups") < then and "group" not in table.turn.done and len(table.uncontrolled) < MOST_UNCONTROLLED:
        table = _groups_of_turn(table, name, record)
    return table


MOST_UNCONTROLLED = 8
"""With so many cards in the uncontrolled area nobody draws a Group card for nothing (`sg-diff-no-free-group-at-8`)."""


def draws(table: Table, name: str, what: str) -> int:
    """How many cards a player draws at the start of a turn: one, and what cards say (`wdh-plotget-by-card`, `wdh-grpget-by-card`)."""
    attack = board.standing_attack(table, name)
    title = "INWO SubGenius" if table.shared else "INWO"
    here = [(speaker, said.sentence) for speaker, _, _, said in board.said(table, t.InGame, name) if said.game == title]
    count = 1
    for speaker, sentence in (*((speaker, sentence) for speaker, _, _, sentence in board.said(table, t.DrawEachTurn, name)), *here):
        if isinstance(sentence, t.DrawEachTurn) and speaker.owner == "you" and sentence.what.startswith("Plot") == (what == "plot"):
            amount = sentence.count * per_each(sentence.per, attack, speaker, speaker)
            count = count - 1 + amount if sentence.instead else count + amount
    return count


def draw_plot(table: Table, play: DrawPlot, record: Record) -> Table:
    """Step 1: the Plot of the turn (`wdh-bot-1-draw-plot`, `sg-phase1-draw-plot`)."""
    require_turn(table, play.player, record)
    table = _reach(table, "plots", record)
    record.require("plot" not in table.turn.done, "the Plot of this turn is still to be drawn", "wdh-plotget-turn-draw", "faq-bot-draw-plot",
                   "wdh-bot-1-draw-plot", "sg-plot-draw-each-turn", "sg-phase1-draw-plot")  # fmt: skip
    record.stop_if_illegal()
    return _plots_of_turn(table, play.player, record)


def _plots_of_turn(table: Table, name: str, record: Record) -> Table:
    record.happen(
        f"{name} draws a Plot", "wdh-bot-1-draw-plot", "wdh-plotget-turn-draw", "faq-bot-draw-plot", "sg-phase1-draw-plot",
        "sg-plot-draw-each-turn",
    )  # fmt: skip
    table, drawn = holdings.draw(table, name, "plot", draws(table, name, "plot"), record)
    return _shown_first(table, name, drawn[:1]).with_turn(done=(*table.turn.done, "plot"))


SHOWN_FIRST = "each rival shows you the first Plot he draws each turn"
"""What a card says that lets its player see what others draw."""


def _shown_first(table: Table, name: str, cards: tuple[str, ...]) -> Table:
    """The first Plot of the turn is shown to the rivals whose cards ask for it."""
    from generator.engine.inwo import hands

    for player in table.seated if cards else ():
        said = board.said(table, t.Standing, player.name) if player.name != name else ()
        if any(speaker.owner == "you" and sentence.rule == SHOWN_FIRST for speaker, _, _, sentence in said):
            table = hands.reveal(table, cards, player.name)
    return table


def draw_group(table: Table, play: DrawGroup, record: Record) -> Table:
    """Step 2: the Group card of the turn (`wdh-bot-2-draw-group`, `sg-phase2-draw-group-if-under-8`)."""
    require_turn(table, play.player, record)
    table = _reach(table, "groups", record)
    record.require("group" not in table.turn.done, "the Group card of this turn is still to be drawn", "wdh-grpget-turn-draw", "faq-bot-draw-group",
                   "wdh-bot-2-draw-group", "sg-phase2-draw-group-if-under-8")  # fmt: skip
    if table.shared:
        record.require(len(table.uncontrolled) < MOST_UNCONTROLLED, "fewer than 8 cards are uncontrolled", "sg-phase2-draw-group-if-under-8",
                       "sg-diff-no-free-group-at-8")  # fmt: skip
    record.stop_if_illegal()
    return _groups_of_turn(table, play.player, record)


def _groups_of_turn(table: Table, name: str, record: Record) -> Table:
    record.happen(
        f"{name} draws a Group card", "wdh-bot-2-draw-group", "wdh-grpget-turn-draw", "faq-bot-draw-group", "sg-phase2-draw-group-if-under-8"
    )
    table, drawn = holdings.draw(table, name, "group", draws(table, name, "group"), record)
    return table.with_turn(done=(*table.turn.done, "group"), shown=(*table.turn.shown, *drawn))


def take_over(table: Table, play: TakeOver, record: Record) -> Table:
    """Step 3: one Group or Resource without a roll (`wdh-bot-3-auto-takeover-optional`, `sg-phase3-ato`)."""
    require_turn(table, play.player, record)
    table = _reach(table, "takeover", record)
    once = ("wdh-bot-3-auto-takeover-optional", "faq-bot-ato", "sg-phase3-ato", "sg-diff-ato")
    record.require("takeover" not in table.turn.done, "one automatic takeover a turn", *once)
    player = table.player(play.player)
    there = play.card in (table.turn.shown if table.shared else player.hand)
    record.require(there, f"{table.name(play.card)} can be taken over", *once, about=play.card)
    if table.shared and table.options.automatic_takeover_of_a_resource == "groups-only":
        record.require(table.book[play.card].kind == "group", "a Group is taken over", "sg-diff-ato", about=play.card)
    _require_takeover(table, play, record)
    require_no_copy(table, play.card, record)
    record.stop_if_illegal()
    done = f"{play.player} takes over {table.name(play.card)}"
    record.happen(done, "wdh-bot-3-auto-takeover-no-roll", "wdh-grpplay-auto", "faq-bot-ato", "sg-phase3-ato")
    if record.void:
        return table.with_turn(done=(*table.turn.done, "takeover"))
    table = enter(table, play.player, play.card, play.master, play.side, record)
    return table.with_turn(done=(*table.turn.done, "takeover"))


def _require_takeover(table: Table, play: TakeOver, record: Record) -> None:
    """What cards say against automatic takeovers: of everybody, of a card that refuses. What a Zap says is asked of every play."""
    cite = ("wdh-bot-3-auto-takeover-optional", "sg-phase3-ato")
    for speaker, number, clause, sentence in board.said(table, t.MayNot, play.player):
        if sentence.what == "his automatic takeover" and sentence.deed == "use":
            record.require(False, clause.text, *(clause.cites or cite), about=speaker.card.id)
    takers = [table.player(play.player).illuminati, *([play.master] if play.master else [])]
    seats = [other.name for other in table.seated if other.name != play.player]
    for speaker, clause, sentence in (
        *((play.card, clause, sentence) for _, clause, sentence in table.book[play.card].standing.get(t.Cannot, ())),
        *((speaker.card.id, clause, sentence) for speaker, _, clause, sentence in board.said(table, t.Cannot, play.player)
          if speaker.owner != "you" and speaker.card.id != play.card),
    ):
        if "taken over automatically" not in sentence.deed:
            continue
        said_by = next((name for name in seats if speaker in table.player(name).controlled), play.player)
        if not board.fits(table, sentence.who, play.card, speaker, said_by):
            continue
        if sentence.by == "your rivals":
            banned = said_by != play.player
        else:
            banned = sentence.by is None or any(board.fits(table, sentence.by, taker, speaker, said_by) for taker in takers)
        allowed = sentence.allowed and play.allowed
        record.require(not banned or allowed, clause.text, *(clause.cites or cite), about=play.card)


def require_no_copy(table: Table, card: str, record: Record) -> None:
    """No Group twice in play, no Unique Resource, unless the card itself allows it (`wdh-bot-3-group-no-duplicate`,
    `wdh-bot-3-unique-no-duplicate`)."""
    is_group = table.book[card].kind == "group"
    once = is_group or "Unique" in table.book[card].attributes
    if table.options.janor_device_unique == "one-each" and any(limit.each == "player" for _, _, limit in table.book[card].standing.get(t.Limit, ())):
        once = False
    many = any(sentence.rule.startswith("any number of copies may be in play") for _, _, sentence in table.book[card].standing.get(t.Standing, ()))
    copy = any(table.name(other) == table.name(card) for player in table.seated for other in player.controlled)
    cites = (
        ("wdh-bot-3-group-no-duplicate", "faq-bot-ato-no-duplicate-group", "wdh-grpplay-no-second-copy") if is_group
        else ("wdh-bot-3-unique-no-duplicate", "faq-bot-ato-resource-placement")
    )  # fmt: skip
    cites = (*cites, "wdh-dup-grp-no-play") if is_group else (*cites, "wdh-restypes-unique-in-play", "wdh-dup-res-unique", "sg-add-unique-resources")
    record.require(
        many or not (once and copy), f"no other {table.name(card)} is in play", *cites, "sg-add-one-copy-in-structures", "sg-add-agents-no-attack",
        about=card,
    )  # fmt: skip
    _require_no_copy_left(table, card, record)
    for number, clause, limit in table.book[card].standing.get(t.Limit, ()):
        rows = (table.active,) if limit.each == "player" else table.seated if limit.each is None else ()
        there = sum(table.name(other) == table.name(card) for player in rows for other in player.controlled)
        record.note(Reason(there < limit.count, card, clause.text, f"{card.partition(COPY)[0]}#{number}", clause.cites))
    lost = any(table.name(other) == table.name(card) for player in table.players for other in player.destroyed)
    record.require(
        many or not (once and lost), f"no {table.name(card)} has been destroyed",
        *(("wdh-dup-grp-destroyed", "sg-add-destroyed-groups") if is_group
          else ("wdh-restypes-unique-destroyed", "wdh-dup-res-unique", "sg-add-unique-destroyed")),
        about=card,
    )  # fmt: skip


def _require_no_copy_left(table: Table, card: str, record: Record) -> None:
    """Where the players have agreed on it, a Group that left its Power Structure and lies discarded, in SubGenius uncontrolled, bars its
    copies (the conflicts `copies-of-a-discarded-group` and `duplicate-set-free`)."""
    bars = "uncontrolled" if table.shared else "discard pile"
    copies = [each for each in table.left if each != card and table.name(each) == table.name(card) and table.zone(each)[0] == bars]
    record.require(
        not copies, f"no {table.name(card)} that was in play lies there", "wdh-dup-grp-discarded-never-in-play", "sg-add-agents-unused", about=card
    )


def enter(table: Table, name: str, card: str, master: str | None, side: str | None, record: Record) -> Table:
    """A card comes into play: a Group onto an arrow, a Resource beside the structure, linked to the Illuminati
    (`wdh-bot-3-group-placement`, `wdh-bot-3-resource-placement`, `wdh-res-default-link`)."""
    table = holdings.lift(table, card)
    player = table.player(name)
    if table.book[card].kind == "resource":
        table = table.with_player(name, resources=(*player.resources, card))
        return table.with_link(card, player.illuminati) if card not in table.links else table
    cites = ("wdh-bot-3-group-placement", "faq-bot-ato-group-placement", "sg-phase3-group-placement")
    arrows = [(each, at) for each in player.structure for at in player.structure.open_arrows(each) if board.may_be_under(table, card, each)]
    wanted = [arrow for arrow in arrows if master in (None, arrow[0]) and side in (None, arrow[1])]
    record.require(bool(wanted), f"an open arrow for {table.name(card)}", *cites, about=card)
    record.stop_if_illegal()
    with record.laying(*cites, "wdh-meta-no-overlap"):
        fit = player.structure.fit(Branch(card), *wanted[0])
    return table.with_player(name, structure=fit.structure)


def place_tokens(table: Table, play: PlaceTokens, record: Record) -> Table:
    """Step 4: Action tokens; then the Main Phase begins (`wdh-bot-4-tokens`, `sg-phase4-other-groups`)."""
    require_turn(table, play.player, record)
    table = _reach(table, "tokens", record)
    return placed(table, play.player, record).with_turn(phase="tokens" if table.turn.idle else "main")


def placed(table: Table, name: str, record: Record) -> Table:
    """Tokens are placed once in a turn; `tokens` among the things done says so."""
    if "tokens" in table.turn.done:
        return table
    return tokens.place(table, name, record).with_turn(done=(*table.turn.done, "tokens"))


def proceed(table: Table, play: Proceed, record: Record) -> Table:
    """Go on to a later phase. Nothing that is left out must be done, but tokens are placed (`wdh-plotget-optional`, `wdh-grpget-optional`,
    `faq-ato-optional`); in SubGenius cards are drawn."""
    require_turn(table, play.player, record)
    record.require(
        _lies_ahead(table, play.to), f"{play.to} comes after {table.turn.phase}",
        "wdh-turn-steps", "faq-ato-forgotten-not-redone", "sg-phase1-draw-plot", "sg-phase3-ato",
    )  # fmt: skip
    record.stop_if_illegal()
    table = _owed(table, play.to, record)
    if table.turn.phase in BEGINNING and play.to not in BEGINNING:
        table = placed(table, play.player, record)
    return table.with_turn(phase=play.to)


def _lies_ahead(table: Table, phase: str) -> bool:
    """Whether a turn can go on to a phase. Claims come after the knock, but in SubGenius before the end of the turn and the knock
    (`wdh-upd11-victory-after-knock`, `sg-phase6-claim`, `sg-phase7-knock`)."""
    now, then = PHASES.index(table.turn.phase), PHASES.index(phase)
    if phase == "main" and table.turn.idle:
        return False
    if not table.shared:
        return phase != "claims" and now < then
    return table.turn.phase not in ("end", "claims") and now < then


def buy(table: Table, play: Buy, record: Record) -> Table:
    """Action tokens for a card: any time for a Plot, which is no action; in the own Main Phase, once a turn, for a Group card
    (`wdh-any-buy-plot-illuminati`, `wdh-any-buy-plot-groups`, `wdh-main-buy-group-card`, `sg-group-buy-any-time-no-cap`)."""
    price = (
        "wdh-any-buy-plot-illuminati", "wdh-any-buy-plot-groups", "wdh-plotget-buy", "wdh-tok-resource-no-plot-trade", "faq-anytime-buy-plot",
        "sg-plot-buy-any-time" if play.what == "plot" else "sg-group-buy-draw", "sg-phase2-buy-draws", "sg-diff-tokens-for-groups",
    )  # fmt: skip
    record.require(tokens.is_purchase(table, play.by), "one token of an Illuminati or two of other Groups buy a card", *price)
    apart = table.options.two_tokens_of_one_group == "one-group" or table.shared or len(set(play.by)) == len(play.by)
    record.require(apart, "two tokens are those of two Groups", "wdh-any-buy-plot-groups")
    if play.what == "group" and not table.shared:
        once = ("wdh-main-buy-group-card", "wdh-grpget-buy", "wdh-itok-main-uses", "faq-main-group-draw-for-illuminati-action")
        require_turn(table, play.player, record)
        require_phase(table, record, ("main",), "Group cards are bought in the own Main Phase", *once)
        record.require(play.player == table.turn.player, "Group cards are bought in the own turn", *once)
        record.require("group card" not in table.turn.done, "one Group card is bought a turn", *once[:3])
        record.require(len(play.by) == 1, "a Group card costs an Illuminati action", *once)
    record.stop_if_illegal()
    table = tokens.spend(table, play.player, play.by, record)
    if record.void:
        return table
    record.happen(f"{play.player} buys a {'Plot' if play.what == 'plot' else 'Group card'}", *price)
    table, drawn = holdings.draw(table, play.player, play.what, 1, record)
    if play.what == "group":
        mine = drawn if play.player == table.turn.player else ()
        table = table.with_turn(done=(*table.turn.done, "group card"), shown=(*table.turn.shown, *mine))
    return table


def play_resource(table: Table, play: PlayResource, record: Record) -> Table:
    """Once in a Main Phase an Illuminati action brings a Resource into play (`wdh-main-play-resource`, `sg-resource-takeover-one-slack`)."""
    cites = ("wdh-main-play-resource", "wdh-itok-main-uses", "faq-main-phase-list", "sg-resource-takeover-one-slack")
    require_turn(table, play.player, record)
    require_phase(table, record, ("main",), "Resources are played in the Main Phase", *cites)
    player = table.player(play.player)
    record.require("resource" not in table.turn.done, "one Resource a turn", "wdh-main-play-resource", "wdh-itok-main-uses",
                   "faq-main-one-resource-by-illuminati-action", "sg-resource-one-per-turn")  # fmt: skip
    record.require(table.book[play.card].kind == "resource", "it is a Resource", *cites, about=play.card)
    there = play.card in (table.uncontrolled if table.shared else player.hand)
    record.require(there, f"{table.name(play.card)} is there to be played", *cites, about=play.card)
    require_no_copy(table, play.card, record)
    by = play.by or (player.illuminati,)
    record.require(by == (player.illuminati,), "an Illuminati action brings it", *cites, about=play.card)
    record.stop_if_illegal()
    table = tokens.spend(table, play.player, by, record)
    table = table.with_turn(done=(*table.turn.done, "resource"))
    record.happen(f"{play.player} plays {table.name(play.card)}", *cites)
    return table if record.void else enter(table, play.player, play.card, None, None, record)


def knock(table: Table, play: Knock, record: Record) -> Table:
    """Step 7: the turn is over but for claims; in SubGenius these came before, and the next player begins (`wdh-eot-7-knock`,
    `faq-knock-defined`, `wdh-upd11-victory-after-knock`, `sg-phase7-knock`). Groups that were tried in vain are discarded
    (`wdh-results-fail-hand-discard`)."""
    require_turn(table, play.player, record)
    require_phase(
        table, record, ("main", "end"), "the Main Phase comes before the end", "wdh-eot-7-knock", "faq-knock-defined", "wdh-turn-steps",
        "sg-phase7-knock", "sg-phase1-draw-plot",
    )  # fmt: skip
    record.stop_if_illegal()
    table = _discard_tried(table, record)
    record.happen(f"{play.player} knocks", "wdh-eot-7-knock", "faq-knock-defined", "sg-phase7-knock")
    return end(table, record) if table.shared else table.with_turn(phase="claims")


BACK_TO_HAND = "a Group from your hand that you fail to control returns to your hand"
"""What a card says that saves Groups which were attacked in vain."""


def _discard_tried(table: Table, record: Record) -> Table:
    said = board.said(table, t.Standing, table.active.name)
    if any(speaker.owner == "you" and sentence.rule == BACK_TO_HAND for speaker, _, _, sentence in said):
        return table
    for card in table.turn.tried:
        if card in table.active.hand:
            record.happen(f"{table.name(card)} is discarded", "wdh-results-fail-hand-discard")
            table = holdings.to_discard(table, card, table.active.name)
    return table


def finish(table: Table, play: Finish, record: Record) -> Table:
    """Nobody claims victory any more, or nobody can stop who does. Without a winner the next player begins, in SubGenius after the knock
    (`wdh-eot-single-winner`, `wdh-eot-next-player`, `faq-thwarted-claim-ends-turn`, `sg-phase6-unstopped-ends-game`)."""
    from generator.engine.inwo import victory

    require_phase(
        table, record, ("claims",), "this is the time for claims", "wdh-eot-7-knock", "faq-knock-defined", "sg-phase6-claim", "sg-win-end-of-any-turn"
    )  # fmt: skip
    record.stop_if_illegal()
    active = table.turn.player
    table = victory.settle(table, record)
    if table.winners or table.turn.player != active:
        return table
    return table.with_turn(phase="end") if table.shared else end(table, record)


def end_at_once(table: Table, record: Record) -> Table:
    """A card ends the turn: all that is left of it is skipped, and nobody can claim victory (`wdh-eot-immediate-end`,
    `wdh-eot-immediate-end-no-win`)."""
    from generator.engine.inwo import victory

    record.happen(f"the turn of {table.turn.player} ends at once", "wdh-eot-immediate-end", "wdh-eot-immediate-end-no-win", "sg-next-player")
    table = victory.cut_short(_discard_tried(table, record), record)
    return table if table.winners else end(table, record)


def settle(table: Table, record: Record) -> Table:
    """A turn that a card has ended is over as soon as no attack is under way."""
    return end_at_once(table, record) if table.turn.ending and table.attack is None and not table.winners else table


def end(table: Table, record: Record) -> Table:
    """What lasts until the end of the turn is over, and the next player begins (`wdh-eot-next-player`, `faq-eot-next-player-left`,
    `sg-next-player`, `sg-counterclockwise`)."""
    active = table.active
    table = table.with_player(active.name, turns=active.turns + 1)
    table = replace(lapsing.after_turn(table), claims=())
    names = [player.name for player in table.players]
    if not table.shared and table.options.direction_of_play == "right":
        names.reverse()
    after = names.index(table.turn.player) + 1
    following = [table.turn.resume] if table.turn.resume else []
    for name in following + names[after:] + names[:after]:
        if not table.player(name).out:
            return start(table, name, record)
    return table


def _relieved(table: Table, name: str, record: Record) -> Table:
    """The Places of a player that a card gives Relief at the start of his turn."""
    from generator.engine.inwo import relief

    due = [each for each in table.lasting if isinstance(each.sentence, t.Fate) and each.sentence.fate == "relieved" and each.on is not None]
    for each in due:
        owner = table.owner(each.on or "")
        if owner is not None and owner.name == name:
            table = replace(table, lasting=tuple(other for other in table.lasting if other is not each))
            table = relief.restore(table, each.on or "", record)
    return table


def start(table: Table, name: str, record: Record) -> Table:
    """A turn begins, the next one at once after the last (`faq-no-in-between-turns`). In SubGenius the two Group cards that a player has
    held go to the uncontrolled area at the start of the first (`sg-setup-two-groups-held`, `sg-phase2-first-turn-two-extra`)."""
    record.happen(f"{name}'s turn", "wdh-eot-next-player", "faq-no-in-between-turns", "sg-next-player")
    table = _relieved(replace(lapsing.at_start(table, name), turn=Turn(player=name, phase="plots")), name, record)
    held = table.player(name).hand
    if not table.shared or not held:
        return table
    record.happen("the Group cards held go to the uncontrolled area", "sg-setup-two-groups-held", "sg-phase2-first-turn-two-extra")
    table = replace(table.with_player(name, hand=()), uncontrolled=(*table.uncontrolled, *held))
    return table.with_turn(shown=held)
