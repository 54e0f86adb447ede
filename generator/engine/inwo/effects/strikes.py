"""Playing a Plot that attacks: Assassinations, Disasters, and what makes such an attack or unites two of them."""

from __future__ import annotations

from typing import Any

from generator.engine import attack as sums
from generator.engine.cards import Clause
from generator.engine.instant import PERSONALITY, attack_card, target_of
from generator.engine.inwo import instants, tokens
from generator.engine.inwo.effects.step import Effects, Step
from generator.engine.inwo.plays import Use
from generator.engine.inwo.table import Attack, Join, Played, Table
from generator.engine.selecting import matches, settled
from generator.language import nodes
from generator.language import tree as t
from generator.structs import replace


def _launch(
    table: Table,
    step: Step,
    targets: Any,
    helper: Any,
    *,
    instant: bool,
    family: Any,
    plot: str | None = None,
    power: int | None = None,
) -> Table:
    """A Plot attacks at any time, committed at once (`wdh-instant-any-time`, `wdh-calloff-plot-attack-never`)."""
    joins = table.attack is not None and table.attack.instant and step.play.on[:1] == (table.attack.target,)
    step.require(not joins, "Instant Attacks are not combined", "wdh-instant-not-combined", "sg-action-two-main-types")
    first = "the attack under way is completed first"
    step.require(table.attack is None, first, "wdh-attack-when", "sg-action-two-main-types")
    which = f"say which target {table.name(step.play.card)} has"
    step.ask(bool(step.play.on), which, "wdh-instant-definition", "wdh-announce-declare-three")
    target = step.play.on[0]
    owner = table.owner(target)
    there, name = owner is not None or (table.shared and target in table.uncontrolled), table.name(target)
    step.require(there, f"{name} is in play", "wdh-destroy-targets", "sg-attack-legal-targets", about=target)
    pending = Attack(
        player=step.player,
        kind="destroy",
        target=target,
        plot=plot or step.play.card,
        defender=owner.name if owner is not None and owner.name != step.player else None,
        instant=instant,
        family=family,
        power=power,
        committed=True,
    )
    _require_target(table, pending, targets, step)
    step.require_vulnerable(table, target, immune=step.immune(table, target))
    if helper is not None:
        pending = replace(pending, joined=tuple(Join(card, step.player) for card in step.play.by))
        if family == "Disaster":  # the action pays for the Plot all the same
            shut = _shut_out(table, pending)
            if pending.plot not in shut:  # with a Magic Group the Plot itself may be what the target is immune to
                pending = replace(pending, joined=tuple(join for join in pending.joined if join.card not in shut))
        pending = tokens.drained(table, pending, pending.helpers)
    if instant:
        pending = replace(pending, fixed=instants.defense(table, instants.attack_of(table, pending)))
    step.record.judge(instants.explain(table, pending))
    strikes = f"{table.name(pending.plot or '')} strikes at {name}"
    step.happen(strikes, "wdh-instant-definition", "wdh-instant-any-time")
    if family == "Disaster" and table.tokens.get(target):
        cites = ("wdh-disaster-token-loss", "faq-disaster-takes-token-at-once")
        step.happen(f"{name} loses an Action token", *cites)
        table = table.with_tokens({target: table.tokens[target] - 1})
    return replace(table, attack=pending)


def _shut_out(table: Table, pending: Attack) -> frozenset[str | None]:
    """The helpers that pay, but to whose Power the target is immune (`faq-immunity-vs-plot-powered-by-foo`)."""
    seen = settled(instants.attack_of(table, pending), table.rules)
    return frozenset(reason.about for reason in sums._shields(seen, table.rules) if not reason.ok)


def _require_target(table: Table, pending: Attack, targets: Any, step: Step) -> None:
    """Whether the card can strike this target at all."""
    seen = settled(instants.attack_of(table, pending), table.rules)
    cites = {
        "Assassination": "wdh-assassination-personality",
        "Disaster": "wdh-disaster-place",
        "": "wdh-any-play-plot",
    }
    fits = matches(targets, seen.piece(pending.target), seen, seen.piece(seen.attacker))
    says = table.book[pending.plot or step.play.card].clauses[0].text.partition(": ")[0]
    text = f"{table.name(pending.plot or '')} can strike {table.name(pending.target)}; it says: {says}"
    step.require(fits, text, cites[pending.family], about=pending.target)


def pay(table: Table, sentence: t.Assassination | t.Disaster, step: Step) -> Table:
    """The token of the helper that the Plot asks for, or permits, is spent (`wdh-instant-no-actions`)."""
    for card in step.play.by:
        text = f"{table.name(card)} is played on its own, right after the action that it raises"
        step.require(not table.book[card].sentences(t.SurgePlot), text, "wdh-plus10-dual-use", about=card)
    must = sentence.helper is not None and isinstance(sentence, t.Disaster)
    count = len(step.play.by)
    one = count == 1 or (count == 0 and not must)
    step.require(one, "only 1 of these Groups adds its Power", "wdh-instant-no-actions", "wdh-plot-timing-cost")
    for card in step.play.by:
        fits = sentence.helper is not None and step.fits(table, sentence.helper, card)
        step.require(fits, f"{table.name(card)} may add its Power", "wdh-instant-no-actions", about=card)
    return tokens.spend(table, step.player, step.play.by, step.record)


def _combine(table: Table, effect: t.Combine, step: Step) -> Table:
    """Two attack cards of one kind make a single attack: the Power of both, the other rules of the first named. Both
    must be able to strike the target (`wdh-card-combined-disasters`, `wdh-instant-not-combined`).
    """
    family, cards = effect.cards.what.name.capitalize(), step.play.take
    wanted = effect.cards.count
    hand = [held.card for held in table.player(step.player).plots]
    kin = [card for card in hand if table.book[card].subtype == family.lower()]
    step.ask(
        bool(cards) or len(kin) < (wanted or 0),
        f"say which {wanted} {family}s from your hand: name them in `take`, first the one whose rules count, and the"
        " target in `on`; this play begins the attack",
    )
    named = len(cards) == wanted == len(set(cards))
    step.require(named, f"{wanted} {family}s are named in `take`", "wdh-instant-not-combined")
    for card in cards:
        fits = card in kin and attack_card(table.book[card]) is not None
        step.require(fits, f"{table.name(card)} is one of the {family}s in your hand", about=card)
    apart = len({table.name(card) for card in cards}) == len(cards)
    step.require(apart, "no two copies of a Plot in one attack", "wdh-dup-plot-free", "wdh-nodup-same-plot")
    first, *others = cards
    step.require(bool(step.play.on), "the target is named", "wdh-announce-declare-three")
    for card in cards:
        alone = Attack(player=step.player, kind="destroy", target=step.play.on[0], plot=card, family=family)
        _require_eligible(table, alone, target_of(_attacking(table, card)), step)
    player = table.player(step.player)
    table = table.with_player(player.name, plots=tuple(held for held in player.plots if held.card not in cards))
    sentence = _attacking(table, first)
    instant = not (isinstance(sentence, t.Disaster) and sentence.slow)
    united = (*(Played(card, step.player) for card in others), Played(step.play.card, step.player))
    targets = target_of(sentence)
    table = _launch(table, step, targets, sentence.helper, instant=instant, family=family, plot=first)
    table = table.with_attack(played=united)
    step.record.ledger = instants.explain(table, table.under_way)
    return table


def left_alone(table: Table, play: Use) -> Use | None:
    """The attack card that still strikes when the Plot that made it one with another is canceled: the first named; the
    other is back in the hand, as hidden as it was, as the Card FAQ has it. None for any other play.
    """
    said = (clause.sentence for clause in table.book[play.card].clauses) if isinstance(play, Use) else ()
    if not any(isinstance(node, t.Combine) for sentence in said if sentence is not None for node in nodes(sentence)):
        return None
    return replace(play, card=play.take[0], clause=None, take=())


def _attacking(table: Table, card: str) -> Any:
    _, clause = attack_card(table.book[card]) or (0, Clause("", None))
    return clause.sentence


def _require_eligible(table: Table, alone: Attack, targets: Any, step: Step) -> None:
    """One of two combined attack cards must be able to strike the target by itself."""
    seen = settled(instants.attack_of(table, alone), table.rules)
    fits = matches(targets, seen.piece(alone.target), seen, seen.piece(seen.attacker))
    barred = [reason for reason in sums._shields(seen, table.rules) if not reason.ok]
    text = f"{table.name(alone.plot or '')} can strike {table.name(alone.target)} by itself"
    step.require(fits and not barred, text, "wdh-card-combined-disasters", about=alone.target)


EFFECTS: Effects = {
    t.InstantAttack: lambda table, said, step: _launch(
        table, step, said.target, None, instant=said.instant, family="", power=said.power
    ),
    t.Combine: _combine,
}
FAMILIES: Effects = {
    t.Assassination: lambda table, said, step: _launch(
        table, step, PERSONALITY, said.helper, instant=True, family="Assassination"
    ),
    t.Disaster: lambda table, said, step: _launch(
        table, step, said.target, said.helper, instant=not said.slow, family="Disaster"
    ),
}
"""A Personality is assassinated, a Place struck (`wdh-assassination-personality`, `wdh-disaster-place`)."""
