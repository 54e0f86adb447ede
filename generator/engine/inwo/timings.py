"""When an ability may be used."""

from __future__ import annotations

from typing import Any

from generator.engine.cards import Card
from generator.engine.inwo import board, combat, drawing, happenings
from generator.engine.inwo.effects.step import Step
from generator.engine.inwo.plays import Announce, RollOff, Use, said
from generator.engine.inwo.table import BEGINNING, Happening, Table
from generator.language import nodes
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace


def require(table: Table, timing: Any, step: Step) -> None:
    """Note whether this is the time for it, and which event it answers."""
    step.event = event(table, timing, step.play.card, step.player, step.number, step.play.on)
    # What was due then has been taken since.
    was = step.record.again and (isinstance(timing, c.Due) or _was_privileged(table, timing))
    # A loan comes before the aid that is legal only with it.
    lends = any(isinstance(node, t.Borrow) for node in nodes(step.sentence))
    first = lends and table.attack is not None and table.attack.roll is None
    now = was or first or is_now(table, timing, step.play.card, step.player)
    givers = (*table.nwos, *table.links) if step.number > len(table.book[step.play.card].clauses) else ()
    given = (each for each in givers if step.clause.text in (one.text for one in table.book[each].clauses))
    by = next((f", by {table.name(each)}" for each in given), "")
    text = f"it is the time for {table.name(step.play.card)}{by}: {step.head}"
    text += "" if now else _not_now(table, timing, step)
    plots = ("wdh-any-play-plot", "wdh-plot-timing-cost", "sg-plot-timing-on-card", "sg-surprises-mid-attack-cards")
    step.require(now, text, *plots)


def _not_now(table: Table, timing: Any, step: Step) -> str:
    """What there is instead of what a use waits for, and how it may still come."""
    rolled = table.attack is not None and table.attack.roll is not None
    if isinstance(timing, t.OnCard) and rolled:
        return " (what comes of the attack happens with resolve)"
    if _until_the_roll(timing) and rolled:
        return ", before the dice are rolled"
    joins = _ways_to_join(table, timing, step.play.card)
    other = "" if joins else _instead(table, timing, step)
    return _missed(table, timing, step) or (
        f"; {other} doesn't count" if other else f"; {joins} with it first" * bool(joins)
    )


def _missed(table: Table, timing: Any, step: Step) -> str:
    """What has come since in this turn, where a use answers something after which play has gone on."""
    play, since = step.play, next((e.play for e in reversed(table.entries) if not happenings.is_aside(e.play)), None)
    was = event(replace(table, recent=0), timing, play.card, step.player, step.number, play.on)
    if was is None or table.attack is not None or (play.cancels or was.card) != was.card:
        return ""
    match since:
        case Use(card=card) if card != was.card:
            return f"; since then {since.player} has used {table.name(card)}"
        case Announce(target=target):
            return f"; since then {since.player} has attacked {table.name(target)}"
    return "; play has gone on since then"


def _until_the_roll(timing: Any) -> bool:
    """Whether a timing means an attack before its roll, with which it is over (`wdh-priv-after-dice`)."""
    return isinstance(timing, t.With) or timing == c.DuringAttack(privileged=True)


def _ways_to_join(table: Table, timing: Any, card: str) -> str:
    """How a card may still come to do what its ability waits for: by joining the attack under way, unless it has a part
    in it already.
    """
    attack = table.attack
    if attack is None or attack.roll is not None or card in (*attack.acting, attack.target):
        return ""
    deeds = timing.deed if isinstance(timing, t.OnDeed) and timing.who == c.THIS else ()
    return " or ".join(each for each in ("aid", "oppose") if each in deeds or "interfere" in deeds)


def _instead(table: Table, timing: Any, step: Step) -> str:
    """What there is instead of what a use waits for: what it cancels, the attack, what just happened to a card."""
    if step.play.cancels:
        name, made = table.name(step.play.cancels), (entry.play for entry in table.entries)
        used = any(isinstance(each, Use) and each.card == step.play.cancels for each in made)
        is_plot = table.book[step.play.cancels].kind == "plot"
        return f"{name}, which was not just played," if is_plot and not used else f"what {name} does"
    attack = table.attack
    if attack is not None and isinstance(timing, t.With | t.OnAttack):
        by = table.name(attack.plot or attack.attacker or "")
        return f"{attack.player}'s {by} against {table.name(attack.target)}"
    if isinstance(timing, t.OnDeed) and isinstance(timing.what, t.Duplicate):
        return ""  # what was played instead may have paid with other cards, of which this would speak
    happened = (each.card for each in reversed(happenings.just(table)) if isinstance(timing, t.OnCard | t.OnDeed))
    meant = (card for card in happened if not step.play.on or card in step.play.on)
    card = next((card for card in meant if card is not None and table.holder(card) is None), None)
    return f"what happened to {table.name(card)}" if card else ""


def _was_privileged(table: Table, timing: Any) -> bool:
    """Whether a use met a privileged attack, though the Plot that made it so is illegal now (`wdh-timing-order`)."""
    lost = (entry.play for entry in table.entries if entry.illegal and isinstance(entry.play, Use))
    effects = (node for play in lost for node in nodes(tuple(said(table, play))))
    return timing == c.DuringAttack(privileged=True) and any(isinstance(node, t.MakePrivileged) for node in effects)


def event(
    table: Table, timing: Any, card: str, player: str, clause: int, named: tuple[str, ...] = ()
) -> Happening | None:
    """What has happened that the timing of a clause waits for; of several, to a card that the play has `named`."""
    if isinstance(timing, t.OnCard | t.OnAttack | t.OnDeed):
        return happenings.found(table, timing, card, player, clause, named)
    if isinstance(timing, c.Just) and timing.what in ("Plot played", "Plot played to look at yours"):
        played = [*reversed(_spent_in_attack(table, player)), *reversed(happenings.just(table, "played"))]
        own = [each for each in played if timing.by != "you" or each.player == player]
        return next((each for each in own if each.card in named), next(iter(own), None))
    return None


def _spent_in_attack(table: Table, player: str) -> tuple[Happening, ...]:
    """A player's Plots in the attack that has just ended: they are discarded only now (`faq-discard-when`)."""
    for each in happenings.just(table, "over"):
        attack = each.attack
        if attack is not None:
            made = (attack.plot,) if attack.plot and attack.player == player else ()
            cards = (*(each.card for each in attack.played if each.player == player), *made)
            return tuple(
                Happening("played", card, player, attack=attack, before=each.before)
                for card in dict.fromkeys(cards)
                if table.holder(card) is None
            )
    return ()


def is_now(table: Table, timing: Any, card: str, player: str) -> bool:
    """Whether a timing of the language, said by a card of this player, means this moment."""
    match timing:
        case _ if isinstance(timing, c.Moment):
            return is_moment(table, timing, player)
        case t.With(what):
            attack = table.attack
            return attack is not None and attack.roll is None and happenings.meant(table, what, attack, card, player)
        case t.OnDeed(who="you", deed=("play",), what=t.Duplicate(of=of)) if (
            happenings.found(table, timing, card, player) is None
        ):
            return _holds_duplicate(table, of, card, player)
        case t.AsSoonAs(condition):
            return board.holds(table, (condition,), card, player, table.attack)
    return happenings.found(table, timing, card, player) is not None


def _holds_duplicate(table: Table, of: Any, card: str, player: str) -> bool:
    """Whether a hand has a duplicate of a destroyed card, to be played together with what brings it back."""
    names = {table.name(each) for each in table.player(player).hand}
    copied = (each for each in board.destroyed(table) if table.name(each) in names)
    return any(board.fits(table, of, each, card, player) for each in copied)


def _rolled(table: Table, player: str, *, mine: bool | None = None, won: bool | None = None) -> bool:
    """Whether dice have just been rolled, for an attack that is not carried out yet or for an ability."""
    attack = table.attack
    if attack is not None and attack.roll is not None:
        return (mine is None or mine == (attack.player == player)) and (won is None or combat.succeeds(table) == won)
    by = last_dice(table)
    return won is None and by is not None and (mine is None or mine == (by == player))


def last_dice(table: Table) -> str | None:
    """Who has just rolled dice for a Plot or an ability, or to settle who was first."""
    made = (each.play for each in reversed(table.entries) if not each.void)
    return next((play.player for play in made if isinstance(play, RollOff | Use) and play.dice), None)


def last_roll(table: Table) -> str:
    """A name for the roll that has just been made; the same dice rolled again are another roll."""
    if table.attack is not None and table.attack.roll is not None:
        return f"{sum(each.kind == 'rolled' for each in table.happened)} of attacks"
    before = len(table.base.happened) if table.base is not None else 0
    rolls = sum(isinstance(each.play, RollOff | Use) and bool(each.play.dice) for each in table.entries)
    return f"{rolls} since {before}"


def _looks_at_plots(table: Table, player: str) -> bool:
    """Whether a rival has just played a Plot with which he looks at this player's hidden Plots."""
    uses = (entry.play for entry in table.entries if isinstance(entry.play, Use))
    used = (table.book[play.card] for play in uses if play.whom == player != play.player)
    return any(card.kind == "plot" and _looks(card) for card in used)


def _looks(plot: Card) -> bool:
    """Whether a Plot says that one looks at Plots, or that they are shown."""
    said: tuple[t.Do | t.They, ...] = (*plot.said(t.Do), *plot.said(t.They))
    seen = (node.cards for node in said if node.verb in ("look at", "shows you"))
    return any(isinstance(cards, t.Cards) and cards.what == c.PLOT for cards in seen)


def _start(table: Table) -> bool:
    """Whether nothing of the turn has been done, though a card may have taken the automatic takeover from it."""
    return table.turn.phase == "plots" and not {"plot", "group"}.intersection(table.turn.done)


def is_moment(table: Table, moment: c.Moment, player: str) -> bool:
    """Whether a moment of the language is now, for this player.

    Raises TypeError for one that this table lacks: three are of Deluxe alone.
    """
    match moment:
        case c.Anytime(None):
            return True
        case c.Anytime("attack"):
            return table.attack is None
        case c.Anytime("privileged attack"):
            return not combat.is_privileged(table)
        case c.Anytime("contested victory"):
            return not table.claims
        case c.Turn("rival", "start"):
            return table.turn.player != player and _start(table)
        case c.Turn(of, part):
            return (of == "anybody" or table.turn.player == player) and _is_part(table, of, part)
        case c.DuringAttack(privileged=True):
            return combat.is_privileged(table) and table.under_way.roll is None
        case c.Just(what, by):
            return _has_just(table, what, by, player)
        case c.Due("Plot"):
            return drawing.due_from(table, player, "plot") > 0
        case c.Due("card"):
            return drawing.due(table, player, "plot") + drawing.due(table, player, "group") > 0
    raise TypeError(moment)


def _has_just(table: Table, what: str, by: str, player: str) -> bool:
    """Whether that has just happened, by this player or a rival or anybody."""
    mine = None if by == "anybody" else by == "you"
    match what:
        case "dice rolled":
            return _rolled(table, player, mine=mine)
        case "dice rolled with success":
            return _rolled(table, player, mine=mine, won=True)
        case "Plot played to look at yours":
            return _looks_at_plots(table, player)
        case "Zap played on you":
            played = (each.card or "" for each in happenings.just(table, "played") if each.player != player)
            on_you = (card for card in played if table.links.get(card) == table.player(player).illuminati)
            return any(table.book[card].sentences(t.Zap) for card in on_you)
        case "Plot played" if by == "you" and _spent_in_attack(table, player):
            return True
        case _ if what in _KINDS:
            return any(mine is None or (each.player == player) == mine for each in happenings.just(table, _KINDS[what]))
    raise TypeError(what)


_KINDS = {"attack announced": "announced", "Plot played": "played", "tokens placed": "tokens", "deal made": "deal"}
"""What the table calls the events that a moment waits for."""


def _is_part(table: Table, of: str, part: str | None) -> bool:
    """Whether the turn is in that part: the end of your own is over when players claim victory."""
    phase = table.turn.phase
    match part:
        case None:
            return True
        case "start":
            return phase in BEGINNING
        case "draws":
            drawing = (each.player for each in table.happened if each.kind == "draws")
            return _start(table) and table.turn.player not in drawing
        case "takeover":
            return phase in ("takeover", "main")
        case "tokens" | "main":
            return phase == part
        case "end":
            return phase == "end" or (of == "anybody" and phase == "claims")
    raise TypeError(part)


def is_once_a_turn(timing: Any) -> bool:
    """Whether a turn has that moment once."""
    match timing:
        case c.Turn(part="start" | "draws" | "end") | c.Just("tokens placed"):
            return True
    return False
