"""The families of Plots that work alike: +10, Reload, alignment changes, Power increases, Zaps, Paralysis, Freezes,
NWOs.
"""

from __future__ import annotations

from typing import Any

from generator.engine.cards import IN_DEFENSE
from generator.engine.inwo import board, combat, costs, entering, holdings, plays, shield, tokens
from generator.engine.inwo.effects import attacks, state
from generator.engine.inwo.effects.step import Effects, Step
from generator.engine.inwo.table import Played, Table
from generator.engine.record import Play, Record
from generator.language import nodes
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace

# --- time and price ---------------------------------------------------------------------------------------------------

_ANSWERED = ("wdh-plot-timing-cost", "wdh-plottypes-intro", "sg-plot-some-roll-some-powered")


def pay(table: Table, sentence: Any, step: Step) -> Table:
    """The table after the time of a family has been asked and its price been paid.

    Attacks by Plots ask for theirs themselves.
    """
    illuminati = t.Price("Illuminati")
    match sentence:
        case t.Zap() if step.play.card in table.links:
            return costs.pay(table, (), step)
        # A Group is freed at any time (`net-paralyze-removal-any-time`).
        case t.Zap() | t.Paralysis() if step.play.card not in table.links:
            cites = ("wdh-plot-timing-cost", "wdh-zap-scope", "sg-plot-timing-on-card")
            step.require(not combat.is_privileged(table), "not during a privileged attack", *cites)
        case t.ReplacesNwo():
            instant = (
                table.attack is not None
                and table.attack.instant
                and table.options.nwo_in_instant_attacks == "not-playable"
            )
            step.require(
                not instant and not combat.is_privileged(table),
                "not during an Instant or privileged attack",
                "wdh-nwo-when",
            )
    match sentence:
        case t.SurgePlot() | t.ReplacesNwo() | t.Links():
            return costs.pay(table, (), step)
        case t.ReloadPlot() | t.Zap():
            return costs.pay(table, (illuminati,), step)
        case t.PowerPlot():
            return costs.pay(table, (t.Price("own"),), step)
        case t.Freeze(cost=cost):
            return costs.pay(table, (cost,), step)
        case t.Paralysis() if step.play.card in table.links:
            return _free(table, step)
        case t.Paralysis(payers=payers):
            return _by_resistance(table, payers, _resistance(table, step), step)
        case t.ConversionPlot(payers=payers, loses=loses):
            needed = _resistance(table, step)
            twice = loses is not None and loses in board.alignments(table, step.play.on[0])
            return _by_resistance(table, payers, needed * (2 if twice else 1) + _distance(table, step), step)
    return table


def _resistance(table: Table, step: Step) -> int:
    step.ask(bool(step.play.on), "say which Group", *_ANSWERED)
    return board.number(table, step.play.on[0], "Resistance")


def _distance(table: Table, step: Step) -> int:
    """The bonus of a Group of a rival for its distance from his Illuminati (`wdh-rescon-position-10`,
    `wdh-rescon-position-5`).
    """
    owner = table.owner(step.play.on[0])
    if owner is None or owner.name == step.player or step.play.on[0] not in owner.structure:
        return 0
    return {1: 10, 2: 5}.get(board.distance(table, owner.name, step.play.on[0]), 0)


def _by_resistance(table: Table, payers: Any, needed: int, step: Step) -> Table:
    """An Illuminati action, or actions with so much Power together."""
    of_illuminati, of_groups = t.Price("Illuminati"), t.ActionsOf(payers, total=needed)
    if table.player(step.player).illuminati in step.play.by:
        return costs.pay(table, (of_illuminati,), step)
    return costs.pay(table, (of_groups if step.play.by else t.AnyCost((of_illuminati, of_groups)),), step)


# --- +10 --------------------------------------------------------------------------------------------------------------


def _surge(table: Table, sentence: t.SurgePlot, step: Step) -> Table:
    """A +10 Plot: for a Group's action in the attack, until that is carried out; or for its defense alone, until the
    turn ends, and then it lies on the table (`wdh-plus10-dual-use`, `wdh-plus10-offense-duration`,
    `wdh-plus10-defense-duration`).
    """
    (card,) = step.targets(table, sentence.who)
    attack, stat = table.attack, _in_defense(table, step.play)
    acting = attack is not None and card in attack.acting
    declared = acting and (step.record.again or _just_declared(table, card, step.player))
    early = attack is None or attack.roll is None or declared
    step.require(
        early, "the dice have not been rolled", "wdh-whoops-forgotten-bonus", "sg-whoops", "faq-no-cancel-after-roll"
    )
    step.require(
        attack is None or not attack.instant or card != attack.target,
        "a Plot to boost the target must come before an Instant Attack",
        "faq-instant-one-use-power-plots",
        "wdh-speed-instant-too-late",
        about=card,
    )
    if attack is not None and acting and card != attack.target and not is_for_resistance(table, step.play):
        text = (
            f"{table.name(step.play.card)} is played when {table.name(card)} declares its action, before anything else"
        )
        step.require(
            declared,
            text,
            "net-plus10-wording",
            "net-err-plus10-late",
            "wdh-plus10-dual-use",
            "sg-plot-timing-on-card",
            about=card,
        )
        played = Played(step.play.card, step.player, card)
        step.happen(
            f"{table.name(card)} has +{sentence.amount} Power for this action",
            "wdh-plus10-dual-use",
            "wdh-plus10-offense-duration",
        )
        table = table.with_attack(
            played=(*attack.played, played), committed=attack.committed or step.player == attack.player
        )
        step.record.ledger = combat.explain(table)
        step.record.note(
            *(reason for reason in step.record.ledger.reasons if reason.source.startswith(f"{step.play.card}#"))
        )
        return table
    step.ask(stat is not None, "choose Power or Resistance", "wdh-plus10-dual-use", about=card)
    assert stat is not None
    table = replace(table, marks=(*table.marks, step.play.card))
    which = f" {stat[0]}" if len(stat) == 1 else ""
    cites = ("wdh-plus10-dual-use", "wdh-plus10-defense-duration")
    step.happen(f"{table.name(card)} has +{sentence.amount}{which} in defense until the turn ends", *cites)
    raised = t.StatChange(c.LINKED, sentence.amount, stat, until=IN_DEFENSE)
    return replace(step, play=replace(step.play, choose=())).last(table, raised, card, "turn")


def is_for_resistance(table: Table, play: plays.Use) -> bool:
    """Whether a +10 Plot is played for the Resistance of a Group and so for its defense, even while the Group acts: an
    action has Power.
    """
    return _in_defense(table, play) == ("Resistance",) and "Resistance" in play.choose


def _in_defense(table: Table, play: plays.Use) -> tuple[str, ...] | None:
    """What a +10 Plot raises in defense: the number that its player chooses, or without a word about it the one with
    which the Group defends just then; None where that is open (the conflict `plus-ten-power-or-resistance`).
    """
    if table.options.plus_ten_power_or_resistance == "what-defends":
        return "Power", "Resistance"
    if play.choose:
        return play.choose if play.choose in (("Power",), ("Resistance",)) else None
    return (
        board.defending(table, table.attack)[:1]
        if table.attack is not None and table.attack.target in play.on
        else None
    )


def with_number(table: Table, play: plays.Use) -> plays.Use:
    """A play with the number that a +10 Plot raises, which stays as it is when the attack is canceled by which it was
    chosen.
    """
    stat = _in_defense(table, play) if not play.choose and table.book[play.card].sentences(t.SurgePlot) else None
    return replace(play, choose=stat) if stat is not None and len(stat) == 1 else play


def _just_declared(table: Table, card: str, player: str) -> bool:
    """Whether nothing has been done since a Group declared its action in the attack, but what its player plays with it
    and what is canceled.
    """
    for entry in reversed(table.entries):
        play = entry.play
        if isinstance(play, plays.Announce) and card == play.attacker:
            return True
        if isinstance(play, plays.Aid | plays.Oppose) and card in play.cards:
            return True
        if isinstance(play, plays.Use) and card in play.by and play.player == player:
            return True
        answer = isinstance(play, plays.Use) and (play.player == player or entry.cancels)
        if not (answer or entry.void or entry.part or isinstance(play, plays.Say | plays.ShowTo)):
            return False
    return False


# --- tokens, alignments, Power ----------------------------------------------------------------------------------------


def _kind(who: c.Test) -> str:
    """The Groups that a test means, by their alignments, attributes and kind: `a Violent Group`, `a Personality`."""
    parts = tuple(c.asserted(who))
    traits = [part.name for part in parts if isinstance(part, c.Trait)]
    kinds = [kind.capitalize() for part in parts if isinstance(part, c.Kind) for kind in part.kinds]
    named = [name for part in parts if isinstance(part, c.Named) for name in part.names]
    said = " or ".join([*traits, *named])
    said = f"{said} {' or '.join(kinds) or 'Group'}".strip() if traits or not named else said
    return f"{'an' if said[:1] in 'AEIOU' else 'a'} {said}"


def _reload(table: Table, sentence: t.ReloadPlot, step: Step) -> Table:
    """An Action token for one such Group, or for several that are weak together; for none that has one, or may have
    none.
    """
    named = step.play.on
    step.ask(bool(named), "say which Groups", *_ANSWERED)
    for card in named:
        step.require(
            step.fits(table, sentence.who, card),
            f"{table.name(card)} is {_kind(sentence.who)}",
            "wdh-card-reload",
            "sg-plot-timing-on-card",
            about=card,
        )
        step.require(not table.tokens.get(card), f"{table.name(card)} has no Action token", *_ANSWERED, about=card)
        captured, may = card in table.turn.captured, tokens.may_have(table, card)
        captive = f"{table.name(card)} was not captured this turn"
        step.require(not captured, captive, "wdh-card-reload", "sg-captured-token-only-explicit", about=card)
        cites = ("wdh-devastate-no-new-tokens", "wdh-tok-power-reduced-zero")
        step.require(may, f"{table.name(card)} may get Action tokens", *cites, about=card)
    power = sum(board.number(table, card, "Power") for card in named)
    step.require(
        len(named) == 1 or power <= sentence.total,
        f"Power {sentence.total} or less together; these have {power}",
        "wdh-card-reload",
        "sg-plot-timing-on-card",
    )
    step.happen("they get an Action token")
    return table.with_tokens(dict.fromkeys(named, 1))


def _convert(table: Table, sentence: t.ConversionPlot, step: Step) -> Table:
    """An alignment for good, marked by the card beside the Group (`wdh-change-permanent-counts`)."""
    (card,) = _one_group(table, step)
    state.require_open(table, card, (sentence.gains,), step)
    step.happen(f"{table.name(card)} is {sentence.gains} now")
    if sentence.ends and sentence.loses and step.fits(table, c.Trait(sentence.loses), card):
        for each in table.linked_to(card):
            made = any(sentence.ends in said.traits for _, _, said in table.book[each].standing.get(t.Becomes, ()))
            if made and table.book[each].kind == "plot":
                step.happen(f"{table.name(card)} is no longer {sentence.ends}", "wdh-illlink-plot-permanent")
                table = holdings.to_discard(table, each, table.owners.get(each, step.player))
    return table.with_link(step.play.card, card)


def _one_group(table: Table, step: Step) -> tuple[str]:
    named = step.play.on[:1]
    step.ask(bool(named) and table.book[named[0]].kind == "group", "say which Group", *_ANSWERED)
    controlled = table.owner(named[0]) is not None or (table.attack is not None and table.attack.target == named[0])
    there = controlled or named[0] in table.uncontrolled
    step.require(there, f"{table.name(named[0])} is in play or has just been played", *_ANSWERED, about=named[0])
    return (named[0],)


def _raise(table: Table, sentence: t.PowerPlot, step: Step) -> Table:
    """A Power-increasing Plot lies beside its Group (`wdh-powerinc-no-effect-high`); a player has one copy of it in
    play.
    """
    (card,) = step.targets(table, sentence.who)
    name = table.name(step.play.card)
    twice = any(
        table.name(each) == name for mine in table.player(step.player).controlled for each in table.linked_to(mine)
    )
    step.require(
        not twice, f"{name} is in play once for each player", "wdh-plottypes-intro", "sg-link-plot-permanently-illegal"
    )
    step.happen(f"{name} stays beside {table.name(card)}", "wdh-plottypes-intro", "sg-glo-discard-played")
    return table.with_link(step.play.card, card)


# --- Zaps, Paralysis, Freezes -----------------------------------------------------------------------------------------


def _zap(table: Table, sentence: t.Zap, step: Step) -> Table:
    """A Zap lies beside a rival's Illuminati and strikes his whole Power Structure until it is removed
    (`wdh-zap-scope`).
    """
    if step.play.card in table.links:
        return _consoled(table, step)
    rival = table.player(step.rival(table))
    if isinstance(sentence.rider, c.Seats):
        step.require(
            table.started >= sentence.rider.least,
            f"at least {sentence.rider.least} players have begun the game",
            "wdh-plot-timing-cost",
        )
    immune = holdings.is_immune_to_zap(table, rival.illuminati, sentence)
    step.require(not immune, f"{table.name(rival.illuminati)} is immune", "wdh-glos-immunity", about=rival.illuminati)
    step.happen(f"{rival.name} is Zapped", "wdh-zap-scope")
    if table.attack is not None and table.attack.roll is not None and table.attack.player == rival.name:
        step.happen("too late for the attack, whose dice have been rolled", "faq-reroll-not-new-attack")
    return table.with_link(step.play.card, rival.illuminati)


def _consoled(table: Table, step: Step) -> Table:
    """The Illuminati of a victim have more Power, and no more Global Power (`wdh-global-power-change-separate`), in one
    attack in each of their own turns (`wdh-glos-each-turn`).
    """
    own = table.player(step.player).illuminati
    taking = table.attack is not None and own in table.attack.makers
    step.require(taking, f"{table.name(own)} takes part in the attack", about=own)
    step.require(table.turn.player == step.player, f"the turn is that of {step.player}", "wdh-glos-each-turn")
    step.require(step.play.card not in table.turn.done, "once in a turn", "wdh-glos-each-turn")
    counts = not taking or any(line.label == f"Power of {table.name(own)}" for line in combat.explain(table).lines)
    text = f"{table.name(own)} takes part with its Power, not with its Global Power"
    step.require(counts, text, "wdh-global-power-change-separate", "faq-power-increase-not-global", about=own)
    name = table.name(step.play.card)
    copied = any(line.label == name for line in table.under_way.added) if taking else False
    step.require(not copied, f"one {name} counts in one attack", "wdh-nodup-same-plot", "wdh-dup-plot-free")
    return step.add(table.with_turn(done=(*table.turn.done, step.play.card)), "attack", 10)


def _paralyze(table: Table, sentence: t.Paralysis, step: Step) -> Table:
    """A Paralysis card lies beside the Group until it is free (`wdh-glos-paralyzed`)."""
    if step.play.card in table.links:
        step.happen(f"{table.name(table.links[step.play.card])} is free", "wdh-glos-paralyzed")
        return holdings.to_discard(table, step.play.card, table.owners.get(step.play.card, step.player))
    (card,) = _one_group(table, step)
    step.require(
        step.fits(table, sentence.who, card),
        f"{table.name(card)} is {_kind(sentence.who)}",
        "wdh-glos-paralyzed",
        about=card,
    )
    step.happen(f"{table.name(card)} is Paralyzed", "wdh-glos-paralyzed")
    return table.with_link(step.play.card, card)


def _free(table: Table, step: Step) -> Table:
    """An action of the master of a paralyzed Group, or of any Illuminati, frees it."""
    allowed = {table.master(table.links[step.play.card]), *(player.illuminati for player in table.seated)}
    paid = len(step.play.by) == 1 and step.play.by[0] in allowed
    step.require(paid, "an action of its master or of an Illuminati", "wdh-glos-paralyzed")
    return tokens.spend(table, step.player, step.play.by, step.record)


def _freeze(table: Table, sentence: t.Freeze, step: Step) -> Table:
    """Such cards spend no tokens this turn but to defend themselves, or one action just made is canceled
    (`wdh-freeze-all`, `wdh-freeze-cancel-one`).
    """
    agreed = table.options.school_prayer_freeze
    if step.play.cancels is not None:
        canceled = sentence.who if agreed == "all-three" else sentence.canceled
        return attacks.cancel_action(table, step.play.cancels, lambda card: step.fits(table, canceled, card), step)
    step.happen("this turn they act only to defend themselves", "wdh-freeze-all")
    table = replace(table, marks=(*table.marks, step.play.card))
    frozen = sentence.canceled.of if isinstance(sentence.canceled, t.Pick | t.Some) else sentence.canceled
    return step.last(
        table, t.MayNot(("spend tokens",), who=frozen if agreed == "church-only" else sentence.who), None, "turn"
    )


def settle(table: Table, record: Record) -> Table:
    """A Paralysis card whose Group is no longer such a Group is discarded."""
    for card, host in table.links.items():
        for clause in table.book[card].sentences(t.Paralysis):
            name = (table.owner(host) or table.active).name
            if not board.fits(table, clause.sentence.who, host, card, name):
                record.happen(f"{table.name(host)} is free", "wdh-glos-paralyzed")
                table = holdings.to_discard(table, card, table.owners.get(card, name))
    return table


# --- NWOs -------------------------------------------------------------------------------------------------------------


def _nwo(table: Table, sentence: t.ReplacesNwo, step: Step) -> Table:
    """An NWO lies in the middle, the last in the order played; that of the same colour is discarded, even an identical
    one (`wdh-nwo-max-three`, `wdh-nwo-identical-replace`).
    """
    for card in table.nwos:
        if table.book[card].nwo == sentence.color.lower():
            step.happen(
                f"{table.name(card)} is replaced", "wdh-nwo-max-three", "wdh-nwo-identical-replace", "wdh-nwo-stays"
            )
            table = holdings.to_discard(table, card, table.owners.get(card, step.player))
            table = replace(
                table, lasting=tuple(each for each in table.lasting if each.source != card or each.until != "in play")
            )
    return replace(table, nwos=(*table.nwos, step.play.card))


FAMILIES: Effects = {
    t.SurgePlot: _surge,
    t.ReloadPlot: _reload,
    t.ConversionPlot: _convert,
    t.PowerPlot: _raise,
    t.Zap: _zap,
    t.Paralysis: _paralyze,
    t.Freeze: _freeze,
    t.ReplacesNwo: _nwo,
}


# --- what Zaps, Freezes and Paralysis forbid --------------------------------------------------------------------------


def spending(table: Table, play: Play) -> tuple[str, ...]:
    """The cards whose Action tokens a play spends for something else than their own defense."""
    match play:
        case plays.Announce():
            return (play.attacker,)
        case plays.Aid():
            return play.cards
        case plays.Oppose():
            return tuple(card for card in play.cards if table.attack is None or card != table.attack.target)
        case plays.Use():
            said = [each for each in plays.said(table, play) if isinstance(each, t.Ability)]
            own = [any(node == t.Price("own") for node in nodes(each)) for each in said]
            return (*play.by, *((play.card,) if own and all(own) and table.owner(play.card) else ()))
        case plays.Buy() | plays.Move() | plays.PlayResource() | plays.Relief():
            return play.by
    return ()


def require_thawed(table: Table, play: Play, record: Record) -> None:
    """Frozen Groups spend no token but to defend themselves.

    What they may do without one they may go on doing (`wdh-freeze-all`).
    """
    for card in spending(table, play):
        if _frozen(table, card):
            record.require(
                False, f"{table.name(card)} may spend Action tokens only to defend itself", "wdh-freeze-all", about=card
            )


def require_free(table: Table, play: Play, record: Record) -> None:
    """Frozen Groups do nothing but defend themselves; a Zap keeps its victim from some things."""
    require_thawed(table, play, record)
    for zap in banning(table, play):
        record.require(
            False, f"{play.player} may do this; {holdings.barred_by(table, zap)}", "wdh-zap-scope", about=zap
        )
    if isinstance(play, plays.TakeOver):
        entering.require_automatic(table, play.player, record)
    for each in table.lasting:
        if isinstance(each.sentence, t.MayNot) and each.sentence.what == "duplicates" and isinstance(play, plays.Use):
            banned = (
                table.name(play.card) in each.choice
                and table.book[play.card].kind == "plot"
                and table.player(play.player).holds(play.card)
            )
            record.require(
                not banned, f"{table.name(play.card)} may still be played", "wdh-any-play-plot", about=play.card
            )
        if (
            isinstance(each.sentence, t.MayNot)
            and "interfere" in each.sentence.deed
            and play.player in each.choice
            and table.attack is not None
        ):
            meddles = shield.takes_part(table, play, table.attack)
            record.require(
                not meddles, f"{play.player} may interfere in this attack", "wdh-glos-interference", about=each.source
            )
        kept_back = isinstance(each.sentence, t.MayNot) and each.sentence.what == "Plot" and plays.uses(play, each.on)
        if each.player == play.player and (kept_back or _forbidden(table, each.sentence, play)):
            clause = table.clause(each.source, each.clause)
            record.require(
                False,
                f"{play.player} may do this; barred by {table.name(each.source)}: {clause.text}",
                *(clause.cites or ("wdh-any-play-plot",)),
                about=each.source,
            )


def _forbidden(table: Table, ban: Any, play: Play) -> bool:
    """Whether a play is what its player may not do for a while: draw cards, play Plots (`wdh-card-seize-the-time`)."""
    if not isinstance(ban, t.MayNot) or ban.who != "you":
        return False
    if ban.deed == ("draw",):
        return isinstance(play, plays.DrawPlot | plays.DrawGroup | plays.Buy)
    if not isinstance(play, plays.Use) or ban.deed != ("play",) or ban.what != "Plots":
        return False
    return table.player(play.player).holds(play.card) and table.book[play.card].kind == "plot"


def _frozen(table: Table, card: str) -> bool:
    return any(
        isinstance(each.sentence, t.MayNot)
        and each.sentence.deed == ("spend tokens",)
        and table.book[each.source].sentences(t.Freeze)
        and board.fits(table, each.sentence.who, card, each.source, each.player)
        for each in table.lasting
    )


def banning(table: Table, play: Play) -> tuple[str, ...]:
    """The Zaps on the player of a play that forbid it, be it made already or not (`wdh-zap-scope`)."""
    on_player = holdings.zaps_on(table, play.player or table.turn.player)
    return tuple(
        zap for zap, sentence in on_player if sentence.ban is not None and _breaks(table, sentence.ban, play, zap)
    )


def _breaks(table: Table, ban: t.MayNot, play: Play, zap: str) -> bool:
    """Whether a play is what a Zap forbids its victim: among Plots also an ability that makes an attack an
    Assassination.
    """
    if ban.deed == ("play",) and isinstance(play, plays.Use):
        makes_one = any(
            node == t.Outcome("that attack", "Assassination")
            for said in plays.said(table, play)
            for node in nodes(said)
        )
        return table.book[play.card].subtype in ("assassination", "disaster") or makes_one
    if isinstance(play, plays.Use):
        return any(node.verb == "take over" for node in table.book[play.card].said(t.Act)) and any(
            entering.forbids(table, ban, card, zap, play.player) for card in (*play.on, *play.take)
        )
    return (
        isinstance(play, plays.Announce)
        and play.kind == "control"
        and entering.forbids(table, ban, play.target, zap, play.player)
    )
