"""Specials and the abilities that cards print: when they may be used, at what price, what they do.

All of it is read from the sentences of the card; nothing here knows a card by its name.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from generator.engine.cards import ClauseOf
from generator.engine.deluxe import holdings, turns
from generator.engine.deluxe.combat import is_privileged
from generator.engine.deluxe.plays import Abolish, Show, Use
from generator.engine.deluxe.table import AlignmentChange, Held, LastSpecial, Player, Table
from generator.engine.record import Record
from generator.engine.structure import Branch
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace


def use(table: Table, play: Use, record: Record) -> Table:
    """Play a Special or use an ability (`dlx-free-use-special`, `dlx-special-oddball`)."""
    player, card = table.player(play.player), table.book[play.card]
    special = card.kind == "special"
    if special:
        record.require(player.holds(play.card), f"you hold {card.name}", "dlx-specials-once", about=play.card)
    else:
        record.require(
            play.card in player.structure, f"you control {card.name}", "dlx-special-two-kinds", about=play.card
        )
    number, clause = _ability(table, play.card, special)
    record.insist(clause is not None, f"{card.name} says something to use", "dlx-special-oddball", about=play.card)
    assert clause is not None
    ability: t.Ability = clause.sentence
    cites = clause.cites or ("dlx-special-oddball",)
    mine = table.turn.player == play.player
    barred = not _is_moment(table, ability.timing, mine)
    waits = barred and _is_moment(replace(table, attack=None), ability.timing, mine)
    text = f"{clause.text}{', not during an attack' * waits}"
    record.require(not barred, text, *cites, about=play.card)
    key = f"{play.card}#{number}"
    if ability.use.once:
        record.require(key not in table.turn.used, "once in a turn", *cites, about=play.card)
    table = _pay(table, play, ability, cites, record)
    record.stop_if_illegal()
    unused = table
    if special:
        unused = table = holdings.discard(table, play.player, play.card)
    if ability.use.once:
        table = table.with_turn(used=(*table.turn.used, key))
    record.happen(f"{play.player} uses {card.name}: {clause.text}", *cites)
    pot = sum(each.amount for each in ability.effects if isinstance(each, t.Gain) and each.purse == "any")
    step = _Step(play, clause, cites, record, pot=pot)
    for effect in sorted(ability.effects, key=lambda effect: isinstance(effect, t.Redistribute)):
        table = EFFECTS[type(effect)](table, effect, step)
        record.stop_if_illegal()
    if special:
        table = replace(table, last_special=LastSpecial(play.player, (play.card,), {play.card: unused}))
    return table


def _ability(table: Table, card: str, special: bool) -> tuple[int, ClauseOf[t.Ability] | None]:
    for number, clause in table.book[card].numbered(t.Ability):
        if clause.sentence.use.plays == special and any(type(e) in EFFECTS for e in clause.sentence.effects):
            return number, clause
    return 0, None


def _is_moment(table: Table, moment: c.Moment | t.Event, mine: bool) -> bool:
    """Whether a moment of the language is now, in a turn that is `mine` or not.

    Raises TypeError for one that this table lacks.
    """
    turn, attack = table.turn, table.attack
    match moment:
        case c.Anytime(None):
            return True
        case c.Turn("you", None):
            return mine and attack is None and turn.step != "over"
        case c.Turn("you", "income" | "start"):
            return mine and turn.step == "income"
        case c.Turn("you", "end"):
            return mine and attack is None and turn.step in ("actions", "transfers", "powers")
        case c.Turn("rival", "start"):
            return not mine and turn.step == "income" and not turn.busy
        case c.DuringAttack(rolled=True):
            return attack is not None and attack.roll is not None
        case c.DuringAttack(privileged=True):
            return attack is not None and attack.roll is None and is_privileged(table)
        case c.Just("Special played"):
            return table.last_special is not None
    raise TypeError(moment)


def _pay(table: Table, play: Use, ability: t.Ability, cites: tuple[str, ...], record: Record) -> Table:
    for cost in ability.costs:
        if isinstance(cost, t.SpendAction):
            turns.require_actions(table, play.player, record)
            table = turns.act(table)
        elif isinstance(cost, t.Pay):
            player = table.player(play.player)
            source = play.card if cost.purse == "own" else player.illuminati
            have = player.money.get(source, 0)
            if record.require(
                have >= cost.amount, f"{table.name(source)} pays {cost.amount} MB and has {have}", *cites, about=source
            ):
                table = table.paying(play.player, source, cost.amount)
        else:
            raise TypeError(cost)
    return table


class _Step(Struct):
    """What an effect needs to know; `pot` is money of this ability that may go to any own treasury."""

    play: Use
    clause: ClauseOf[t.Ability]
    cites: tuple[str, ...]
    record: Record
    pot: int

    def require(self, ok: bool, text: str, about: str | None = None) -> None:
        """Note a requirement of this ability and stop where it is broken."""
        self.record.insist(ok, text, *self.cites, about=about)

    def ask(self, said: bool, text: str) -> None:
        """Note what the play must say, and stop where it doesn't."""
        self.record.ask(said, text, *self.cites)
        self.record.stop_if_illegal()

    def happen(self, text: str, *cites: str) -> None:
        """Note something that this ability did."""
        self.record.happen(text, *self.cites, *cites)


def _gain(table: Table, effect: t.Gain, step: _Step) -> Table:
    player = table.player(step.play.player)
    if effect.purse == "any":
        return table
    to = player.illuminati if effect.purse == "Illuminati" else step.play.card
    step.happen(f"{table.name(to)}: +{effect.amount} MB")
    return table.paying(player.name, to, -effect.amount)


def _redistribute(table: Table, effect: t.Redistribute, step: _Step) -> Table:
    player, money = table.player(step.play.player), step.play.money
    total = player.total_money + step.pot
    step.ask(money is not None, f"say how {total} MB are spread over your cards")
    assert money is not None
    step.require(
        all(card in player.structure and mb >= 0 for card, mb in money.items()), "all money goes to your own cards"
    )
    step.require(sum(money.values()) == total, f"the new treasuries hold {total} MB, not {sum(money.values())}")
    if not step.clause.sentence.use.plays:
        step.happen("the money is moved around", "dlx-seq-6-gnomes")
        table = table.with_turn(step="powers")
    new = MappingProxyType({card: money.get(card, 0) for card in player.structure})
    return replace(table.with_player(player.name, money=new), bank=table.bank - step.pot)


def _rearrange(table: Table, effect: t.Rearrange, step: _Step) -> Table:
    player, arrange = table.player(step.play.player), step.play.arrange
    step.ask(arrange is not None, "say how the cards lie")
    assert arrange is not None
    with step.record.laying(*step.cites, "dlx-move-overlap"):
        structure = player.structure.rearrange(arrange)
    step.happen("the Power Structure is rearranged", "dlx-seq-6-bermuda")
    return table.with_player(player.name, structure=structure).with_turn(step="powers")


def _takes_part(table: Table, effect: t.Effect, step: _Step) -> Table:
    """The Special stays with the attack, whose sum reads it."""
    attack = table.attack
    assert attack is not None
    interferers = attack.interferers
    if isinstance(effect, t.MayInterfere):
        interferers = (*interferers, step.play.player)
    return table.with_attack(played=(*attack.played, step.play.card), interferers=interferers)


def _take_control(table: Table, effect: t.TakeControl, step: _Step) -> Table:
    player, target = table.player(step.play.player), step.play.target
    step.require(target in table.uncontrolled, "the Group taken is uncontrolled", target)
    assert target is not None
    arrows = [(master, side) for master in player.structure for side in player.structure.open_arrows(master)]
    wanted = [arrow for arrow in arrows if step.play.master in (None, arrow[0]) and step.play.side in (None, arrow[1])]
    step.require(bool(wanted), "an open arrow for the Group", target)
    with step.record.laying("dlx-result-capture"):
        structure = player.structure.fit(Branch(target), *wanted[0]).structure
    table, loose = holdings.take_up(table, target)
    step.happen(f"{table.name(target)} joins {table.name(wanted[0][0])}")
    money = MappingProxyType({**player.money, target: loose // 2})
    table = replace(table, bank=table.bank + loose - loose // 2)
    return table.with_player(player.name, structure=structure, money=money)


def _look(table: Table, effect: t.Look, step: _Step) -> Table:
    """One treasury or all Specials of a player, never both."""
    target, whom = step.play.target, step.play.whom
    step.require((target is None) != (whom is None), "either one treasury or the Specials of one player")
    if whom is not None:
        rival = table.player(whom)
        step.happen(f"{whom} holds {', '.join(table.name(held.card) for held in rival.specials) or 'no Special'}")
        return table
    owner = table.owner(target) if target else None
    step.require(owner is not None, "the treasury of a card in play", target)
    assert owner is not None and target is not None
    step.happen(f"{table.name(target)} holds {owner.money[target]} MB")
    return table


def _revive(table: Table, effect: t.Revive, step: _Step) -> Table:
    target = step.play.target
    step.require(target in table.dead, "the Group is on the dead pile", target)
    assert target is not None
    step.happen(f"{table.name(target)} returns to the uncontrolled area")
    dead = tuple(card for card in table.dead if card != target)
    return replace(table, dead=dead, uncontrolled=(*table.uncontrolled, target))


def _cancel(table: Table, effect: t.CancelSpecial, step: _Step) -> Table:
    """Go back to the table on which the other Special had no effect; both cards are lost."""
    last = table.last_special
    assert last is not None
    target = step.play.target or last.cards[0]
    step.require(target in last.cards, "the Special that was just played", target)
    step.happen(f"{table.name(target)} has no effect")
    return holdings.discard(last.without[target], step.play.player, step.play.card)


def _lose_turn(table: Table, effect: t.LoseTurn, step: _Step) -> Table:
    step.happen(f"{table.turn.player} misses the whole turn")
    if table.options.missed_turn == "counts":
        table = table.with_player(table.turn.player, turns=table.active.turns + 1)
    return turns.next_turn(table, step.record)


def _change_alignment(table: Table, effect: t.ChangeAlignment, step: _Step) -> Table:
    target, change, name = step.play.target, step.play.change, step.play.alignment
    step.require(
        target is not None
        and table.book[target].kind == "group"
        and (table.owner(target) is not None or target in table.uncontrolled),
        "the Group is in play",
        target,
    )
    assert target is not None
    step.require(target != step.play.card, "another Group than this one", target)
    step.require(
        change is not None and name is not None, "say `change` (add, remove or reverse) and `alignment`", target
    )
    assert name is not None
    step.require(name in t.ALIGNMENTS, f"{name} is one of the ten alignments ({', '.join(t.ALIGNMENTS)})", target)
    now = table.alignments(target)
    opposite = table.rules.opposites.get(name)
    if change == "add":
        step.require(name not in now, f"{table.name(target)} is not {name} yet", target)
        new = (*now, name)
    else:
        step.require(name in now, f"{table.name(target)} is {name}", target)
        new = tuple(other for other in now if other != name)
    if change == "reverse":
        step.require(opposite not in (None, name), f"{name} has an opposite to turn into", target)
        assert opposite is not None
        new = (*new, opposite) if opposite not in new else new
    step.happen(f"{table.name(target)} is now {', '.join(new) or 'without alignment'} until the end of the turn")
    return replace(table, changes=(*table.changes, AlignmentChange(target, new)))


EFFECTS: dict[type, Callable[[Table, Any, _Step], Table]] = {
    t.Gain: _gain,
    t.Redistribute: _redistribute,
    t.Rearrange: _rearrange,
    t.SetRoll: _takes_part,
    t.EndPrivilege: _takes_part,
    t.MayInterfere: _takes_part,
    t.TakeControl: _take_control,
    t.Look: _look,
    t.DoubleIncome: lambda table, effect, step: table.with_turn(double_income=True),
    t.Revive: _revive,
    t.CancelSpecial: _cancel,
    t.LoseTurn: _lose_turn,
    t.Draw: lambda table, effect, step: holdings.draw(
        table, step.play.player, effect.count, step.play.face_up, step.record
    ),
    t.ChangeAlignment: _change_alignment,
}
"""Effects that a play of its own brings about. Others belong to income and announcements."""


def abolish(table: Table, play: Abolish, record: Record) -> Table:
    """Two Specials of one player, discarded together, abolish somebody else's privilege
    (`dlx-specials-two-abolish`).
    """
    player, attack = table.player(play.player), table.attack
    record.require(
        table.options.privilege_two_specials == "two-specials-or-deep-agent",
        "two Specials may abolish a privilege",
        "dlx-specials-two-abolish",
        "dlx-privilege-abolish-deep-agent-only",
    )
    record.insist(
        attack is not None and attack.roll is None and is_privileged(table),
        "a privileged attack is under way",
        "dlx-specials-two-abolish",
    )
    assert attack is not None
    record.require(attack.player != play.player, "the privilege is somebody else's", "dlx-specials-two-abolish")
    replacing = attack.replace_by == play.player
    needed = 1 if replacing else 2
    record.insist(
        len(play.specials) == needed and _holds_all(player, play.specials),
        f"{needed} of your Specials" if needed == 2 else "one more of your Specials",
        "dlx-specials-two-abolish",
        "dlx-specials-two-abolish-canceled",
    )
    for card in play.specials:
        table = holdings.discard(table, play.player, card)
    record.happen(
        f"{play.player} discards {' and '.join(map(table.name, play.specials))}: the privilege is abolished",
        "dlx-specials-two-abolish",
        *(("dlx-specials-two-abolish-canceled",) if replacing else ()),
    )
    stays = table.with_attack(replace_by=play.player)
    after = table.with_attack(privileged=False, replace_by=None)
    without = dict.fromkeys(play.specials, stays)
    return replace(after, last_special=LastSpecial(play.player, play.specials, without))


def _holds_all(player: Player, specials: tuple[str, ...]) -> bool:
    held = [one.card for one in player.specials]
    return all(held.count(card) >= specials.count(card) for card in specials)


def show(table: Table, play: Show, record: Record) -> Table:
    """Turn one's own Special over (`dlx-specials-face`)."""
    player = table.player(play.player)
    record.insist(player.holds(play.special), "one of your Specials", "dlx-specials-face", about=play.special)
    rest = holdings.without_special(player.specials, play.special)
    return table.with_player(play.player, specials=(*rest, Held(play.special, play.face_up)))
