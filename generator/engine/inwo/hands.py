"""What players may do with the cards in their hands, and how many they may hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import MappingProxyType
from typing import TYPE_CHECKING

from generator.engine.cards import Card
from generator.engine.inwo import board, holdings, plays, victory
from generator.engine.inwo.table import BEGINNING, Held, Table
from generator.engine.record import Play, Record
from generator.language import nodes
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace

if TYPE_CHECKING:
    from generator.engine.inwo.effects.step import Step


def as_plot(card: Card) -> Card | None:
    """The Plot that a Group is while it is used as one; None where it may not be."""
    if not card.rules("as a Plot"):
        return None
    return replace(
        card, kind="plot", subtype="plot", alignments=(), attributes=(), power=None, global_power=None, resistance=None
    )


def as_group(card: str) -> str:
    """The id under which the book keeps a Group that is used as a Plot."""
    return f"{card}~0"


def is_played_plot(table: Table, card: str) -> bool:
    """Whether a card that was used is a Plot, or was one for that use."""
    return table.book[card].kind == "plot" or as_group(card) in table.ever


def hands_itself_over(table: Table, play: plays.Use) -> bool:
    """Whether what a card was used for puts it into a hand by its own words."""
    said = nodes(table.clause(play.card, play.clause or 1).sentence)
    return any(
        isinstance(node, t.Put) and node.what == c.THIS and isinstance(node.where, c.Pile) and node.where.name == "hand"
        for node in said
    )


def bound(table: Table, card: str, deed: str) -> bool:
    """Whether what a card has said of itself for good keeps it from being hidden, discarded or the like."""
    return any(
        each.on == card and isinstance(each.sentence, t.Cannot) and deed in each.sentence.deed for each in table.lasting
    )


def _groups_again(table: Table) -> Table:
    """A Group that was used as a Plot is a Group again in a hand, in a deck and among the discards."""
    for original in table.ever:
        card = original.removesuffix("~0")
        if (
            original not in table.book
            or table.book[card].kind != "plot"
            or table.zone(card)[0] not in ("plots", "plot deck", "discard pile")
        ):
            continue
        zone, name = table.zone(card)
        table = replace(table, book=MappingProxyType({**table.book, card: table.book[original]}))
        table = holdings.to_hand(table, card, name) if zone == "plots" else table
    return table


# --- when cards may leave a hand --------------------------------------------------------------------------------------


def require_free(table: Table, name: str, record: Record, *cites: str) -> None:
    """A player's cards stay where they are in the middle of a draw, and right after somebody looked at them or took
    one, unless there are too many of them (`wdh-throw-no-dodge`, `wdh-disc-not-mid-draw`, `sg-free-discard`).
    """
    record.require(
        not any(each == name for each, *_ in table.drawing), f"{name} is not in the middle of a draw", *cites
    )
    open_to_rivals = name in table.accessed and not excess(table, name)
    record.require(
        not open_to_rivals, f"nobody is looking at the cards of {name} or taking one", "wdh-throw-no-dodge", *cites
    )


def require_counter(table: Table, step: Step) -> None:
    """No Plot is played only to save it from a rival who looks at it or takes it: its card must be able to cancel
    something (`wdh-plot-no-dump-play`, `wdh-plot-counter-ok`, `wdh-throw-counter-only`).
    """
    _require_no_dodge(table, any(isinstance(node, t.Cancel | t.Freeze) for node in nodes(step.sentence)), step)


def require_countered(before: Table, after: Table, step: Step) -> None:
    """The same of what the use has done: it has canceled what opened the cards."""
    _require_no_dodge(before, any(not before.entries[i].void and after.entries[i].void for i in _opening(before)), step)


def _require_no_dodge(table: Table, counters: bool, step: Step) -> None:
    open_to_rivals = step.player in table.accessed and not excess(table, step.player)
    name = table.name(step.play.card)
    step.require(
        counters or not open_to_rivals,
        f"nobody is looking at the cards of {step.player} or taking one, or {name} cancels just that",
        "wdh-plot-no-dump-play",
        "wdh-throw-no-dodge",
        "sg-free-discard",
    )


def _opening(table: Table) -> Iterator[int]:
    """The numbers of the plays to which the last access to somebody's cards is due: the last play, and what it has
    canceled so that a canceled one goes on.
    """
    made = [i for i, entry in enumerate(table.entries) if not isinstance(entry.play, _ALWAYS)][-1:]
    while made:
        number = made.pop()
        yield number
        made += table.entries[number].cancels


def bring_back(table: Table, card: str, step: Step, *, early: bool = False) -> Table:
    """A Plot lets a card be played from the hand although a copy is destroyed: the Plot is legal when the card can be
    played now, by an attack or, `early`, by an automatic takeover, and that comes next (`wdh-plot-timing-cost`).
    """
    now = table.turn.phase == "main" or (early and table.turn.phase in BEGINNING)
    now = now and table.turn.player == step.player and table.attack is None
    step.require(
        now,
        f"you can play {table.name(card)} from your hand now",
        "wdh-plot-timing-cost",
        "wdh-dup-grp-destroyed",
        about=card,
    )
    return table if step.record.void else replace(table, debts=(*table.debts, (step.player, BROUGHT_BACK, card)))


_ALWAYS = (plays.Say, plays.ShowTo, plays.Leave)


AT_ONCE = ""
"""In `debts`, in place of a creditor: the card is played or discarded before anything else."""
BROUGHT_BACK = "brought back"
"""The same of a card that a Plot lets be played as if no copy had been destroyed: the player takes it over, attacks it
or discards it.
"""


def require_settled(table: Table, play: Play, record: Record) -> None:
    """What is due comes before anything else: the other half of a trade, and cards above the limit of a hand, which are
    played, given away, discarded or returned (`wdh-gift-trade-binding`, `wdh-limit-shed-how`, `wdh-any-excess-forced`,
    `sg-plot-limit-5-else`).
    """
    if isinstance(play, _ALWAYS) or (isinstance(play, plays.Use) and (play.cancels or _changes_roll(table, play))):
        return
    for debtor, creditor, what in table.debts:
        if creditor == BROUGHT_BACK:
            played = getattr(play, "card", getattr(play, "target", None)) == what and isinstance(
                play, plays.TakeOver | plays.Announce
            )
            settled = played or play.player != debtor or (isinstance(play, plays.Discard) and what in play.cards)
            text = f"{debtor} plays {table.name(what)} now, or discards it"
            record.require(settled, text, "wdh-plot-timing-cost", "wdh-dup-grp-destroyed", about=what)
            continue
        if creditor == AT_ONCE:
            now = play.player == debtor and (
                getattr(play, "card", None) == what
                if isinstance(play, plays.Use)
                else what in getattr(play, "cards", ())
            )
            text = f"{debtor} plays {table.name(what)} at once, or discards it"
            record.require(
                now and isinstance(play, plays.Use | plays.Discard),
                text,
                "wdh-any-play-plot",
                "sg-plot-timing-on-card",
                about=what,
            )
            continue
        pays = (
            isinstance(play, plays.Give)
            and play.player == debtor
            and play.to == creditor
            and any(holdings.type_of(table, card) == what for card in play.cards)
        )
        cites = (
            "wdh-gift-trade-binding",
            "wdh-gift-example-boy-sprouts-now",
            "sg-trade-binding-immediate",
            "sg-trade-example-binding",
        )
        record.require(pays, f"{debtor} owes {creditor} a {'Plot' if what == 'plot' else 'Group card'} at once", *cites)
    for player in table.seated:
        if not excess(table, player.name) or any(each == player.name for each, *_ in table.drawing):
            continue
        if not _plots_over(table, player.name) and (play.player != player.name or isinstance(play, plays.ClaimVictory)):
            continue  # nobody else knows of a Goal too many before it is shown
        sheds = play.player == player.name and isinstance(play, plays.Discard | plays.Return | plays.Give | plays.Use)
        if isinstance(play, plays.Use):
            sheds = sheds and any(held.card == play.card for held in player.plots)
        record.require(
            sheds,
            f"{player.name} sheds the Plots or Goals above the limit first",
            "wdh-any-excess-forced",
            "wdh-limit-shed-how",
            "faq-anytime-excess-immediately",
            "sg-plot-limit-5-else",
        )


def _changes_roll(table: Table, play: plays.Use) -> bool:
    """Whether a use may change a roll: what has come of the roll is not settled before."""
    card = table.book[play.card]
    return any((*card.said(t.ChangeRoll), *card.said(t.SetRoll)))


# --- how many ---------------------------------------------------------------------------------------------------------


def limit(table: Table, name: str) -> int | None:
    """How many Plots a player may hold now: five outside his turn unless cards say otherwise, in his turn any number
    (None) (`wdh-limit-five`, `wdh-limit-own-turn-none`, `wdh-limit-card-modifiers`, `sg-plot-limit-5-else`).
    """
    if name == table.turn.player:
        return None
    most, more = table.options.plot_limit, 0
    for piece, _, _, sentence in board.said(table, t.HandLimit, name):
        if piece.owner != "you" or sentence.goals:
            continue
        if sentence.more:
            more += sentence.count
        else:
            most = max(most, sentence.count)
    return most + more


def excess(table: Table, name: str) -> int:
    """How many Plots or Goals in a hand are too many; hidden and exposed ones count, what lies on the table does not
    (`wdh-limit-both-kinds`, `wdh-limit-table-plots-free`, `sg-plot-limit-counts-hidden-and-exposed`,
    `sg-plot-limit-played-dont-count`).
    """
    goals = len(victory.goal_cards(table, name))
    return max(0, goals - victory.goal_limit(table, name) if goals > 1 else 0, _plots_over(table, name))


def _plots_over(table: Table, name: str) -> int:
    most, player = limit(table, name), table.player(name)
    held = [each.card for each in player.plots if not _is_free(table, each.card, player.controlled, name)]
    return 0 if most is None else max(0, len(held) + len(kept_under(table, name)) - most)


def kept_under(table: Table, name: str) -> tuple[str, ...]:
    """The Plots under a player's cards that count as hidden ones, as if they were in the hand: all but those of which
    the card says otherwise (`net-fidel-plot-counts`; the conflict `plot-under-fidel-castro`).
    """
    own = table.player(name).controlled
    return tuple(
        card
        for card, host in table.under.items()
        if host in own and table.book[card].kind == "plot" and not _is_free(table, card, (host,), name)
    )


def _is_free(table: Table, card: str, speakers: Iterable[str], name: str) -> bool:
    """Whether one of these cards says that a Plot does not count toward those that its player may hold."""
    return any(
        board.fits(table, said.who, card, speaker, name)
        for speaker in speakers
        for _, _, said in table.book[speaker].standing.get(t.NotHeld, ())
    )


# --- plays ------------------------------------------------------------------------------------------------------------


def discard(table: Table, play: plays.Discard, record: Record) -> Table:
    """Cards out of the hand go face up to the discard pile (`wdh-any-discard-return`, `wdh-disc-face-up`,
    `sg-free-discard`).
    """
    player = table.player(play.player)
    for card in play.cards:
        record.require(
            not bound(table, card, "discarded"),
            f"{table.name(card)} can be discarded",
            "sg-plot-timing-on-card",
            about=card,
        )
        cites = ("wdh-disc-any-time", "wdh-any-discard-return", "faq-anytime-discard-or-return", "sg-free-discard")
        record.require(player.holds(card), f"{table.name(card)} is in the hand of {player.name}", *cites, about=card)
    late = (
        "wdh-disc-not-mid-draw" if any(each == player.name for each, *_ in table.drawing) else "wdh-disc-not-after-peek"
    )
    require_free(table, player.name, record, late, "sg-free-discard")
    record.stop_if_illegal()
    for card in play.cards:
        record.happen(
            f"{player.name} discards {table.name(card)}",
            "wdh-disc-any-time",
            "wdh-disc-face-up",
            "sg-free-discard",
            "sg-discard-one-pile",
        )
        table = holdings.to_discard(table, card, player.name)
    return table


def put_back(table: Table, play: plays.Return, record: Record) -> Table:
    """A Plot goes back into its deck, as deep as the player likes; there are no other cards that do so, and in
    SubGenius none (`wdh-ret-where`, `wdh-ret-plots-only`, `faq-no-return-of-groups-to-deck`, `sg-plot-limit-5-else`).
    """
    player, card = table.player(play.player), play.card
    record.require(
        player.holds(card),
        f"{table.name(card)} is in the hand of {player.name}",
        "wdh-any-discard-return",
        "sg-free-discard",
        about=card,
    )
    record.require(
        not bound(table, card, "lost"), f"{table.name(card)} may leave its hand", "wdh-meta-cannot-beats", about=card
    )
    cites = ("wdh-ret-plots-only", "faq-no-return-of-groups-to-deck", "faq-anytime-discard-or-return")
    record.require(
        table.book[card].kind in ("plot", "illuminati"), "only Plots go back into a deck", *cites, about=card
    )
    record.require(not table.shared, "the deck is everybody's, and nothing goes back into it", "sg-plot-limit-5-else")
    require_free(table, player.name, record, "wdh-ret-when")
    deck = table.player(table.owners.get(card, player.name)).plot_deck
    record.insist(
        play.depth is None or 0 <= play.depth <= len(deck), f"the deck has {len(deck)} cards", "wdh-ret-where"
    )
    record.happen(
        f"{player.name} puts a Plot back", "wdh-ret-where", "wdh-any-discard-return", "faq-anytime-discard-or-return"
    )
    return holdings.to_deck(table, card, player.name, play.depth)


def expose(table: Table, play: plays.Expose, record: Record) -> Table:
    """A hidden Plot is laid face up (`wdh-expose-voluntary`, `sg-plot-self-expose`)."""
    name = play.player
    require_hidden(table, name, play.card, record, "wdh-expose-voluntary", "sg-plot-self-expose")
    record.happen(
        f"{name} exposes {table.name(play.card)}", "wdh-expose-voluntary", "wdh-exposed-position", "sg-plot-self-expose"
    )
    return flip(table, play.card, exposed=True)


def show(table: Table, play: plays.ShowTo, record: Record) -> Table:
    """A hidden Plot is shown and stays hidden (`wdh-hidden-show-selectively`, `sg-plot-show-privately`)."""
    name = play.player
    require_hidden(table, name, play.card, record, "wdh-hidden-show-selectively", "sg-plot-show-privately")
    record.happen(f"{name} shows a Plot to {play.whom}", "wdh-hidden-show-selectively", "sg-plot-show-privately")
    return reveal(table, (play.card,), play.whom)


def require_hidden(table: Table, name: str, card: str, record: Record, *cites: str) -> None:
    hidden = Held(card) in table.player(name).plots
    record.insist(hidden, f"{table.name(card)} is a hidden Plot of {name}", *cites, about=card)


def draw_on(table: Table, play: plays.DrawOn, record: Record) -> Table:
    """The next card of a draw of several (`wdh-disc-not-mid-draw`)."""
    own = [each for each in table.drawing if each[0] == play.player]
    record.insist(
        bool(own),
        f"{play.player} is in the middle of a draw",
        "wdh-disc-not-mid-draw",
        "wdh-plotget-turn-draw",
        "sg-plot-draw-each-turn",
    )
    left = list(table.drawing)
    left.remove(own[0])
    table, (drawer, kind, whose) = replace(table, drawing=tuple(left)), own[0]
    if record.void:
        return table
    if whose == drawer or table.shared:
        table, _ = holdings.draw(table, drawer, kind, 1, record)
    elif not holdings.draws_none(table, drawer, kind):
        for card in holdings.deck_of(table, whose, kind)[:1]:
            exposed = kind == "plot" and holdings.zapped(table, drawer, "exposed")
            table = reveal(holdings.to_hand(table, card, drawer, exposed=exposed), (card,), whose)
    record.happen(f"{play.player} draws on", "wdh-disc-not-mid-draw", "sg-plot-draw-each-turn")
    return table


def remove_tokens(table: Table, play: plays.RemoveTokens, record: Record) -> Table:
    """Action tokens are taken off one's own cards (`wdh-tok-voluntary-remove`)."""
    for card in dict.fromkeys(play.cards):
        owner = table.owner(card)
        mine = owner is not None and owner.name == play.player
        enough = table.tokens.get(card, 0) >= play.cards.count(card)
        record.require(mine, f"{play.player} controls {table.named(card)}", "wdh-tok-voluntary-remove", about=card)
        record.require(enough, f"{table.name(card)} has that many tokens", "wdh-tok-voluntary-remove", about=card)
    record.stop_if_illegal()
    record.happen(f"{play.player} takes tokens off", "wdh-tok-voluntary-remove")
    return table.with_tokens({card: table.tokens.get(card, 0) - play.cards.count(card) for card in play.cards})


# --- what plays and effects do ----------------------------------------------------------------------------------------


def flip(table: Table, card: str, *, exposed: bool) -> Table:
    """A Plot in a hand is exposed, or hidden again (`wdh-exposed-until`, `sg-plot-exposed-state`)."""
    holder = table.holder(card)
    if holder is None:
        return table
    plots = tuple(replace(held, exposed=exposed) if held.card == card else held for held in holder.plots)
    return table.with_player(holder.name, plots=plots)


def reveal(table: Table, cards: tuple[str, ...], viewer: str) -> Table:
    """Somebody has seen these cards, which stay hidden from the others."""
    return replace(table, seen=tuple(dict.fromkeys((*table.seen, *((card, viewer) for card in cards)))))


def sees(table: Table, viewer: str, card: str) -> bool:
    """Whether a player knows which card this is: his own, one that lies face up, or a hidden one that he was shown
    (`wdh-exposed-effect`, `wdh-hidden-default`, `wdh-disc-face-up`, `wdh-setup-3-illuminati-reveal`,
    `wdh-setup-5-lead-choose`).
    """
    if (card, viewer) in table.seen:
        return True
    holder, (zone, _) = table.holder(card) or table.owner(table.under.get(card, "")), table.zone(card)
    if holder is not None:
        return holder.name == viewer or Held(card, True) in holder.plots
    if table.setting is not None and zone == "face down":
        return card in (table.player(viewer).illuminati, table.setting.leads.get(viewer))
    return zone not in ("plot deck", "group deck", "under a card") and card not in table.face_down


def aftermath(before: Table, table: Table) -> Table:
    """The table after any play: it remembers whose cards were just looked at or taken, and what lay under a card that
    is gone is lost.
    """
    table = _groups_again(_without_copies(before, table))
    for card, host in table.under.items():
        if table.zone(host)[0] in ("destroyed", "discard pile", "out of the game") or _stays_behind(
            before, table, card, host
        ):
            table = holdings.to_discard(table, card, table.owners.get(card, table.turn.player))
            table = replace(table, face_down=(*table.face_down, card))
    again = len(table.accessed) > len(before.accessed) and table.accessed[: len(before.accessed)] == before.accessed
    accessed = table.accessed[len(before.accessed) :] if again else ()
    debts = tuple(
        debt for debt in table.debts if debt[1] not in (AT_ONCE, BROUGHT_BACK) or table.player(debt[0]).holds(debt[2])
    )
    return replace(table, accessed=accessed, debts=debts)


def _stays_behind(before: Table, table: Table, card: str, host: str) -> bool:
    """Whether the card under which this one lies has just changed hands and says that it loses it then."""
    old, new = before.owner(host), table.owner(host)
    if old is None or new is None or old.name == new.name:
        return False
    said = [clause.sentence for clause in table.book[host].clauses if isinstance(clause.sentence, t.Ability)]
    return any(
        isinstance(ability.timing, t.OnCard)
        and "captured" in ability.timing.happens
        and isinstance(effect, t.Fate)
        and effect.fate in ("lost", "destroyed")
        and not ability.may
        and board.fits(before, effect.who, card, host, old.name)
        for ability in said
        for effect in ability.effects
    )


def _without_copies(before: Table, table: Table) -> Table:
    """A copy of a Plot is used right away or not at all, and is no card afterwards."""
    held = [each.card for player in before.players for each in player.plots if each.card.endswith(holdings.COPIED)]
    gone = [
        card
        for zone, _, cards in table.zones()
        if zone == "discard pile"
        for card in cards
        if card.endswith(holdings.COPIED)
    ]
    for card in (*held, *gone):
        if table.zone(card)[0] in ("plots", "discard pile"):
            table = holdings.lift(table, card)
    return table
