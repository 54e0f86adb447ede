"""The life of an ordinary attack: announced, aided and opposed, called off or rolled, carried out."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any

from generator.engine import attack as sums
from generator.engine.answers import AS_NOTHING
from generator.engine.inwo import board, destruction, holdings, instants, lapsing, parting, plays, tokens
from generator.engine.inwo.entering import require_control, require_ever, require_no_copy
from generator.engine.inwo.plays import Aid, Announce, CallOff, Oppose, PlayAgents, PointOut, Resolve, Roll, TakeBack
from generator.engine.inwo.rounds import require_phase
from generator.engine.inwo.table import Attack, Entry, Join, JoinSide, Lasting, Player, Table
from generator.engine.record import Play, Record
from generator.engine.selecting import lets_itself_in, settled, unheard_for
from generator.engine.situation import Attack as Sum
from generator.engine.situation import Ledger, Line, LineSide, Reason
from generator.engine.structure import Branch
from generator.language import nodes
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace

# --- the sum --------------------------------------------------------------------------------------------------------


def explain(table: Table, pending: Attack | None = None) -> Ledger:
    """The Ledger of the attack under way, or of one not announced yet."""
    return _explained(table, pending) if pending else table.once("ledger", lambda: _explained(table, table.under_way))


def _explained(table: Table, pending: Attack) -> Ledger:
    if _is_declared_assassination(table, pending):
        pending = replace(pending, instant=True, family="Assassination")
    if pending.instant or pending.attacker is None:
        ledger = instants.explain(table, pending)
    else:
        attack = board.attack_of(table, pending)
        ledger = sums.explain(replace(attack, added=(*attack.added, *board.added_lines(table, pending))), table.rules)
        ledger = _among_fanatics(table, pending, ledger)
        if pending.late or (not table.shared and table.options.targets_of_an_attack == "same-for-both"):
            ledger = _lifted(ledger, lambda each: each.source == "destroy-in-play")
        ledger = _lifted(ledger, lambda each: _came_before(table, pending, each))
        if table.attack is not None and pending.privileged:
            ledger = _lifted(ledger, lambda each: each.source in _PRIVILEGE and _owner_may_interfere(table, each.about))
    if _opens(table, pending):
        ledger = _lifted(ledger, lambda each: sums.spares(table.said_in(each.source)))
    ledger = _aiding_as_it_reads(table, pending, ledger)
    # Alignments that a card lends are judged with the roll.
    if table.attack is None and pending.playing is not None and pending.playing == _lender(table, pending.attacker):
        ledger = _lifted(ledger, lambda each: not each.ok and "#" in each.source)
    ledger = _without_result(table, pending, _only_some_bonuses(table, _as_treated(table, pending, ledger)))
    silent = (*pending.forgotten, *_of_another_illuminati(table, pending), *_of_later_attacks(table, ledger))
    return without(ledger, silent) if silent else ledger


def _is_declared_assassination(table: Table, pending: Attack) -> bool:
    """Whether an attack is announced together with its attacker's ability to make it an Assassination (C.I.A.)."""
    playing = pending.playing
    if table.attack is not None or playing is None or (playing, "destroy") != (pending.attacker, pending.kind):
        return False
    said = table.book[playing].said(t.Outcome) if board.has_abilities(table, playing) else ()
    return table.book[pending.target].subtype == "personality" and any(each.outcome == "Assassination" for each in said)


def _without_result(table: Table, pending: Attack, ledger: Ledger) -> Ledger:
    """The Ledger with the reason why an attack to control is illegal that can have no result any more: its attacker has
    been Paralyzed since (`wdh-paralyze-no-new-puppets`), or its target has lost what the attack was to take (the
    conflict `drug-companies-target-changes`).
    """
    if pending.kind != "control" or pending.attacker is None:
        return ledger
    why: list[tuple[str, str, tuple[str, ...]]] = [
        ("is Paralyzed and gets no puppets", pending.attacker, ("wdh-paralyze-no-new-puppets", "wdh-glos-paralyzed"))
    ] * board.paralyzed(table, pending.attacker)
    takes = (
        each
        for each in table.lasting
        if each.until == "attack"
        and isinstance(each.sentence, t.IfThen)
        and any(isinstance(one, t.ChangeAlignments) for one in each.sentence.effects)
    )
    why += [
        (f"is not {name}, which the attack is to take from it", pending.target, ("wdh-cancel-requirement-change",))
        for each in takes
        for name in each.choice
        if name not in ("remove", *board.alignments(table, pending.target))  # `choose` may say what is done
    ]
    reasons = tuple(
        Reason(False, about, f"{table.name(about)} {text}", "no-result", cites) for text, about, cites in why
    )
    return replace(ledger, reasons=(*ledger.reasons, *reasons), legal=ledger.legal and not reasons)


_PRIVILEGE = ("helper-and-privilege", "opponent-and-privilege")
"""What keeps others out of a privileged attack."""


def _lifted(ledger: Ledger, lifts: Callable[[Reason], bool]) -> Ledger:
    """The Ledger without the requirements that are lifted for this attack."""
    reasons = tuple(each for each in ledger.reasons if not lifts(each))
    return replace(ledger, reasons=reasons, legal=all(each.ok for each in reasons))


def _came_before(table: Table, pending: Attack, reason: Reason) -> bool:
    """Whether a card that bars others from the other side joined after one of them: that one stays (Ronald Reagan)."""
    source = reason.source.partition("#")[0]
    bars = not reason.ok and source in pending.helpers and isinstance(table.said_in(reason.source), t.MayNot)
    return bars and any(join.card == reason.about and source not in join.beside for join in pending.opposed)


def _opens(table: Table, pending: Attack) -> bool:
    """Whether a Plot on the attack, or played as it is announced, lets it be made against Groups that are spared."""
    said = [each.sentence for each in table.lasting if each.until == "attack"]
    if table.attack is None and pending.playing is not None:
        said += table.book[pending.playing].said(t.MayJoin)
    return sums.opens(said)


def _lender(table: Table, master: str | None) -> str | None:
    """The puppet of a Group that may lend it alignments for an attack (Manuel Noriega)."""
    owner = table.owner(master) if master is not None else None
    puppets = owner.structure.puppets(master).values() if owner is not None and master is not None else ()
    return next(
        (each for each in puppets if any(table.book[each].said(t.Borrow)) and board.has_abilities(table, each)), None
    )


def _as_treated(table: Table, pending: Attack, ledger: Ledger) -> Ledger:
    """The Ledger with the alignments of attacker and target read as a player may read them.

    That changes the sum, not who may join.
    """
    if pending.attacker is None or pending.instant:
        return ledger
    for each in table.lasting:
        if isinstance(each.sentence, t.Treat):
            ledger = _treated(table, pending, ledger, each)
    return ledger


_READ = ("Corporate", "Government")
"""The alignments that one Group may be read as if it had in place of the other."""


def _treated(table: Table, pending: Attack, ledger: Ledger, each: Lasting) -> Ledger:
    these = each.sentence.these
    if these in AS_NOTHING:
        return ledger.with_lines(sums.as_nothing(ledger.lines, these, pending.is_attacking(each.player), table.rules))
    return _with_alignment(table, pending, ledger, these, each.sentence.those, each.on) if these in _READ else ledger


def _with_alignment(table: Table, pending: Attack, ledger: Ledger, old: str, new: str, on: str | None) -> Ledger:
    """The Ledger with the lines of an attack in which one Group counts as if one of its alignments were another."""
    attack = board.attack_of(table, pending)
    pieces = tuple(
        replace(piece, alignments=tuple(dict.fromkeys(new if name == old else name for name in piece.alignments)))
        if piece.card.id == on
        else piece
        for piece in attack.pieces
    )
    added = (*attack.added, *board.added_lines(table, pending))
    other = sums.explain(replace(attack, pieces=pieces, added=added), table.rules)
    treating = {each.source for each in table.lasting if isinstance(each.sentence, t.Treat)}
    joining = {*pending.helpers, *pending.opponents} - treating
    as_ever = {
        f"{line.side} {table.name(card)}": line
        for line in ledger.lines
        for card in joining
        if _is_power_of(table, line, card)
    }
    lines = tuple(line for line in other.lines if not any(_is_power_of(table, line, card) for card in joining))
    return replace(other.with_lines((*lines, *as_ever.values())), reasons=ledger.reasons, legal=ledger.legal)


def _is_power_of(table: Table, line: Line, card: str) -> bool:
    """Whether a line is the Power with which a card takes part."""
    return line.label in (f"Power of {table.name(card)}", f"Global Power of {table.name(card)}")


def _only_some_bonuses(table: Table, ledger: Ledger) -> Ledger:
    """The Ledger without the bonuses of other cards than those that a card in effect names; Power is no bonus."""
    for each in table.lasting:
        if isinstance(each.sentence, t.OnlyBonuses):
            lines = (
                line
                for line in ledger.lines
                if line.side != "attack"
                or not isinstance(table.said_in(line.source), _BONUSES)
                or _is_named(table, each, line.source.partition("#")[0])
            )
            ledger = ledger.with_lines(tuple(lines))
    return ledger


def _is_named(table: Table, each: Lasting, card: str) -> bool:
    attack = table.attack
    whose = each.sentence.whose.members if isinstance(each.sentence.whose, c.AnyOf) else (each.sentence.whose,)
    attacks = attack is not None and card == attack.attacker and c.ATTACKER in whose
    return attacks or any(
        not isinstance(one, c.Cards) and board.fits(table, one, card, each.source, each.player) for one in whose
    )


_FITTING = ("helper-fits", "opponent-fits")
_BONUSES = (t.Bonus, t.BonusTo, t.Ability)
"""What a card says of attacks."""


def _among_fanatics(table: Table, pending: Attack, ledger: Ledger) -> Ledger:
    """The Ledger where Fanatics may join for or against each other (conflicts `fanatic-helpers`, `common-fanatic`)."""
    agreed = table.options.common_fanatic == "both" if table.shared else table.options.fanatic_helpers == "identical"
    if not agreed or pending.kind != "control" or "Fanatic" not in board.alignments(table, pending.target):
        return ledger
    cards = {card for card in (*pending.helpers, *pending.opponents) if "Fanatic" in board.alignments(table, card)}
    let_in = cards & {reason.about for reason in ledger.reasons if not reason.ok and reason.source in _FITTING}
    ledger = _lifted(ledger, lambda each: each.about in let_in and each.source in _FITTING)
    sides: dict[str, LineSide] = {card: "attack" if card in pending.helpers else "defense" for card in sorted(let_in)}
    return ledger.with_lines((*ledger.lines, *(_power_line(table, card, side) for card, side in sides.items())))


def _aiding_as_it_reads(table: Table, pending: Attack, ledger: Ledger) -> Ledger:
    """The Ledger where a Group aids with its Power by reading the target's alignment as a fitting one (Wall Street)."""

    def reads(card: str) -> bool:
        own, target = board.alignments(table, card), board.alignments(table, pending.target)
        fitting = own if pending.kind == "control" else tuple(table.rules.opposites.get(name) for name in own)
        said = (node for node in table.book[card].said(t.Treat) if node.these in _READ)
        so = any(node.these in target and node.those in fitting for node in said)
        whole = any(_is_power_of(table, line, card) and line.label.startswith("P") for line in ledger.lines)
        return so and board.has_abilities(table, card) and not whole

    reading = tuple(filter(reads, () if pending.instant else pending.helpers))
    if not reading:
        return ledger
    ledger = _lifted(ledger, lambda each: each.about in reading and each.source in (*_FITTING, "helper-fits-destroy"))
    kept = (line for line in ledger.lines if not any(_is_power_of(table, line, card) for card in reading))
    powers = (_power_line(table, card, "attack") for card in reading)
    read = (replace(line, text="the target read as this Group may", source="as-read") for line in powers)
    return ledger.with_lines((*kept, *read))


def _power_line(table: Table, card: str, side: LineSide) -> Line:
    power, cites = board.number(table, card, "Power"), ("wdh-aid-control-eligibility", "sg-aid-control-eligibility")
    return Line(side, power, f"Power of {table.name(card)}", "Fanatics among themselves", "fanatics", cites)


def _of_another_illuminati(table: Table, pending: Attack) -> tuple[str, ...]:
    """The bonus against a rival of another Illuminati does not count (`sg-add-rival-bonus-same-illuminati`)."""
    if not table.shared or pending.defender is None or table.options.rival_bonus == "every-rival":
        return ()
    own, other = (table.name(table.player(name).illuminati) for name in (pending.player, pending.defender))
    return ("rival-church",) if own != other else ()


def _of_later_attacks(table: Table, ledger: Ledger) -> tuple[str, ...]:
    """The bonuses against later attacks of cards that were linked during this one (Beach Party)."""
    begun = (each.before for each in reversed(table.happened) if each.kind in ("announced", "begun"))
    before = next(begun, None) if table.attack is not None else None
    return tuple(
        short(line.source)
        for line in ledger.lines
        if isinstance(said := table.said_in(line.source), t.DefenseOf)
        and said.against is not None
        and said.against.later
        and before is not None
        and line.source.partition("#")[0] not in before.links
    )


def without(ledger: Ledger, forgotten: tuple[str, ...]) -> Ledger:
    """The Ledger without the lines of some bonuses, named by their sources."""
    return ledger.with_lines(tuple(line for line in ledger.lines if short(line.source) not in forgotten))


def short(source: str) -> str:
    """The source of a line as plays name it: the clause of a card without its set, `lawyers#1`."""
    return source.partition("/")[2] or source


ADDED = ("agents", "rival-faction", "illuminati-agent", "resistance-to-destroy", "fanatics", "devastated")
"""Where the lines come from that only a table adds to a sum."""


# --- before the roll ------------------------------------------------------------------------------------------------


def announce(table: Table, play: Announce, record: Record) -> Table:
    """Name attacker, target and kind, and spend a token (`wdh-announce-declare-three`, `wdh-main-attack-cost`)."""
    leave = _leave(table, play)
    late = leave is not None and leave.sentence.verb == "attack"
    owner, from_hand = table.owner(play.target), late or play.target in table.player(play.player).hand
    _require_announceable(table, play, leave, record)
    record.stop_if_illegal()
    before = table.tokens.get(play.attacker)
    table = tokens.attack(table, play.player, play.attacker, play.target, record)
    pending = Attack(
        by_plot=table.tokens.get(play.attacker) == before,
        player=play.player,
        kind=play.kind,
        target=play.target,
        attacker=play.attacker,
        defender=owner.name if owner is not None and owner.name != play.player else None,
        from_hand=from_hand,
        joined=tuple(Join(card, play.player) for card in play.aid),
        committed=bool(play.aid),
        agreed=play.agreed,
        playing=play.playing,
        late=late,
        added=_given_with(table, leave) if late and leave is not None else (),
    )
    ledger = explain(table, pending)
    record.judge(replace(ledger, reasons=tuple(_with_loan(table, reason) for reason in ledger.reasons)))
    text = f"{table.name(play.attacker)} attacks to {play.kind} {table.name(play.target)}"
    record.done(text, "wdh-announce-declare-three", "sg-attack-definition")
    if record.void:
        return table
    table = tokens.spend(table, play.player, play.aid, record)
    acting = play.aid if pending.by_plot else (play.attacker, *play.aid)
    pending = tokens.drained(table, pending, acting)
    if from_hand:
        table = holdings.lift(table, play.target)
    if late:
        table = replace(table, lasting=tuple(each for each in table.lasting if each is not leave))
    return replace(table, attack=pending)


def _require_announceable(table: Table, play: Announce, leave: Lasting | None, record: Record) -> None:
    """What is asked of an announcement: its time, its target, its attacker, what is played with it. A Plot may give
    `leave` for the attack.
    """
    late = leave is not None and leave.sentence.verb == "attack"
    if not late:
        turn = f"it is {table.turn.player}'s turn"
        record.require(play.player == table.turn.player, turn, "wdh-attack-when", "sg-attack-timing")
        times = ("wdh-attack-when", "wdh-eot-declare-no-attacks", "faq-eot-no-attack", "sg-attack-timing")
        require_phase(table, record, ("main",), "attacks are made in the main phase", *times)
    player, target, owner = table.player(play.player), table.name(play.target), table.owner(play.target)
    from_hand, area = late or play.target in player.hand, table.shared and play.target in table.uncontrolled
    same = not table.shared and table.options.targets_of_an_attack == "same-for-both"
    kinds = ("control", "destroy") if same or late else ("control",)
    there = (owner is not None and not (same and owner == player)) or (play.kind in kinds and from_hand) or area
    text = f"{target} is in play, or is attacked from your hand to control it"
    cites: tuple[str, ...] = ("wdh-announce-target-source", "wdh-destroy-targets", "sg-attack-legal-targets")
    record.require(there, text, *cites, about=play.target)
    attackable = table.book[play.target].kind != "resource"
    cites = ("wdh-attack-resource-none", "sg-resource-not-attackable")
    record.require(attackable, "Resources are not attacked", *cites, about=play.target)
    attacking = table.book[play.attacker].kind in ("group", "illuminati")
    record.require(attacking, "a Group or an Illuminati attacks", "wdh-announce-any-group", about=play.attacker)
    if play.kind == "control":
        _require_puppet(table, play, record)
        (require_ever if area else require_control)(table, play.player, play.target, record)
    if play.playing is not None:
        _require_played_with(table, player, play.playing, record)
    if (from_hand or area) and leave is None:
        require_no_copy(table, play.target, record)
    if play.kind == "destroy":
        _require_may_destroy(table, play, record)


def _require_puppet(table: Table, play: Announce, record: Record) -> None:
    """The target of an attack to control may be a puppet of the attacker."""
    # A Paralyzed Group has no token to attack with.
    may = board.paralyzed(table, play.attacker) or board.may_be_under(table, play.target, play.attacker)
    ban = None if may else board.forbidden(table, play.attacker, "get puppets")
    text = f"{table.name(play.target)} may be a puppet of {table.name(play.attacker)}"
    own = (each.text for _, each, one in table.book[play.target].standing.get(t.MayNot, ()) if "be given" in one.deed)
    said = ban.text if ban else next(own, None)
    arrow = ("wdh-control-needs-token-arrow", "sg-control-needs-open-arrow")
    barred = ("wdh-meta-cannot-beats", "sg-meta-cannot-beats-can")
    record.require(may, f"{text}; barred by {said}" if said else text, *(barred if ban else arrow), about=play.target)


def _require_played_with(table: Table, player: Player, card: str, record: Record) -> None:
    """What is played with an announcement is there, and doesn't bring back the target or give the attack: that is used
    first.
    """
    name, cites = table.name(card), ("wdh-any-play-plot", "sg-plot-timing-on-card")
    held = any(each.card == card for each in player.plots) or card in player.controlled
    record.require(held, f"{name} is in your hand or in play", *cites, about=card)
    said = [clause.sentence for clause in table.book[card].sentences(t.Ability)]
    first = any(isinstance(each.timing, t.OnDeed) and isinstance(each.timing.what, t.Duplicate) for each in said)
    gives = any(isinstance(one, t.Act) and one.verb in ("attack", "control") for each in said for one in each.effects)
    text = f"{name} is used first, and the attack is announced after it"
    record.insist(not (first or gives), text, *cites, about=card)


def _require_may_destroy(table: Table, play: Announce, record: Record) -> None:
    """An attacker with an extra token that isn't for destruction has none of it this turn."""
    said = tokens.said_of(table, play.player, play.attacker)
    given = any(sentence.limit == "no destruction" for _, sentence in said)
    more = [table.name(card) for card in table.turn.benefited if table.links.get(card) == play.attacker]
    extra = f"{table.name(play.attacker)} has no extra token of {' or '.join(more)} this turn"
    text = f"{extra}: with one it can't attack to destroy"
    record.require(not (given and more), text, "wdh-tok-extra-by-card")


def _leave(table: Table, play: Announce) -> Lasting | None:
    """What a Plot has said that lets its player attack this very card although the rules would not."""
    given = (each for each in table.lasting if isinstance(each.sentence, t.Act) and each.on == play.target)
    return next((each for each in given if each.player == play.player), None)


def _given_with(table: Table, leave: Lasting) -> tuple[Line, ...]:
    """What the Plot that lets an attack be made adds to it."""
    clause = table.book[leave.source].clauses[leave.clause - 1]
    boosts = [node for node in nodes(clause.sentence) if isinstance(node, t.Boost)]
    source = f"{leave.source}#{leave.clause}"
    return tuple(
        Line("attack", each.amount, table.name(leave.source), clause.text, source, clause.cites) for each in boosts
    )


def under_way(table: Table, record: Record, *, late: bool = False) -> Attack:
    """The attack under way, before its roll, or after it too for a `late` play; without one the play stops."""
    attack = table.attack
    if attack is None:
        record.require(False, "an attack is under way", "wdh-announce-declare-three", "sg-attack-definition")
    elif not late:
        cites = ("wdh-whoops-forgotten-bonus", "faq-reroll-not-new-attack", "sg-whoops")
        record.require(attack.roll is None, "the dice have not been rolled yet", *cites)
    record.stop_if_illegal()
    assert attack is not None
    return attack


ONLY_TWO = "in a privileged attack only attacker and defender take part"


def require_part(table: Table, player: str, record: Record, cards: tuple[str, ...] = ()) -> None:
    """A privileged attack is between attacker and defender, but for those whom a card lets in (`wdh-priv-only-two`)."""
    attack = table.under_way
    if is_privileged(table):
        let_in = bool(cards) and all(_is_let_in(table, card) for card in cards)
        part = player in (attack.player, attack.defender) or may_interfere(table, player) or let_in
        record.require(part, ONLY_TWO, "wdh-priv-only-two", "wdh-priv-hand")


def _is_let_in(table: Table, card: str) -> bool:
    """Whether what a card or another says lets it, or its player, interfere in the privileged attack under way."""
    attack = table.attack
    if attack is None or attack.attacker is None or table.owner(card) is None:
        return False
    found = settled(board.attack_of(table, attack), table.rules)
    return _owner_may_interfere(table, card) or lets_itself_in(found.piece(card), found) or _is_called_in(table, card)


def _is_called_in(table: Table, card: str) -> bool:
    """Whether what was played with the attack lets this card interfere in it (Bimbo at Eleven)."""
    return any(
        isinstance(said := each.sentence, t.MayJoin)
        and "interfere" in said.deed
        and said.who is not None
        and board.fits(table, said.who, card, each.source, each.player)
        for each in table.lasting
    )


def _owner_may_interfere(table: Table, card: str | None) -> bool:
    owner = table.owner(card) if card is not None else None
    return owner is not None and may_interfere(table, owner.name)


def may_interfere(table: Table, player: str) -> bool:
    """Whether a card lets this player interfere in spite of the privilege."""
    return any(isinstance(each.sentence, t.MayInterfere) and each.player == player for each in table.lasting)


def is_privileged(table: Table) -> bool:
    """Whether the attack under way is privileged now."""
    return table.attack is not None and table.attack.privileged and not table.attack.negated


def aid(table: Table, play: Aid, record: Record) -> Table:
    """Spend Action tokens for the attack (`wdh-aid-basic`, `wdh-aid-cost`)."""
    return _join(table, play, "joined", record)


def aid_refused(table: Table, card: str, player: str) -> str:
    """Why a card that takes no part in the attack under way may not aid it; nothing where it may, or takes part."""
    tried, attack = Record(own=table.rules.its.own), table.under_way
    if card not in (attack.attacker, *attack.helpers):
        tried.result(lambda: aid(table, Aid(player=player, cards=(card,)), tried))
    return next((reason.text for reason in tried.reasons if not reason.ok), "")


def oppose(table: Table, play: Oppose, record: Record) -> Table:
    """Spend Action tokens against the attack (`wdh-aid-basic`, `wdh-oppose-self`)."""
    return _join(table, play, "opposed", record)


def may_come_late(table: Table, cards: tuple[str, ...], deed: str) -> bool:
    """Whether a card in effect lets these join after the roll, which is then compared with the new strength."""
    late = (each for each in table.lasting if each.until == "attack")
    lets = [(each, part) for each in late for part in instants.late_leaves(table, each) if deed in part.deed]
    return bool(cards) and all(
        any(board.fits(table, part.who, card, each.source, each.player) for each, part in lets) for card in cards
    )


def require_as_rolled(before: Table, after: Table, record: Record, timing: Any = None) -> None:
    """The sum of an attack is settled with its roll: afterward only a card about such a moment changes it, and not what
    may be used any time (`faq-reroll-not-new-attack`, `net-ufaq-attack-ends-with-roll`).
    """
    if before.attack is None or before.attack.roll is None or after.attack is None or record.again:
        return
    if timing is None or isinstance(timing, c.Anytime | c.Turn | t.AsSoonAs):
        as_rolled = explain(after).strength == (strength := explain(before).strength)
        text = f"the dice have been rolled for a strength of {strength}, which this would change: resolve first"
        record.require(as_rolled, text, "faq-reroll-not-new-attack", "wdh-whoops-forgotten-bonus", "sg-whoops")


def require_apart(before: Table, after: Table, player: str, record: Record) -> None:
    """What may be done at any time is interference when it changes the sum of an attack: a third player doesn't do it
    in a privileged one (`wdh-priv-no-cancel`, `wdh-glos-interference`).
    """
    attack = before.attack
    if attack is None or after.attack is None or player in (attack.player, attack.defender) or record.again:
        return
    if is_privileged(before) and attack.roll is None and not may_interfere(before, player):
        text = f"{ONLY_TWO}, and this would change its strength"
        same = explain(after).strength == explain(before).strength
        record.require(same, text, "wdh-priv-no-cancel", "wdh-priv-only-two", "wdh-glos-interference")


def _join(table: Table, play: Aid | Oppose, side: JoinSide, record: Record) -> Table:
    """Cards take part on a side of the attack under way, for a token each or as what they say lets them."""
    player, cards = play.player, play.cards
    late = may_come_late(table, cards, "aid" if side == "joined" else "oppose")
    if not late and table.attack is not None and table.attack.roll is not None:
        record.hint = _told_of_masks(table, cards) or _told_of_latecomers(table) or record.hint
    attack = under_way(table, record, late=late)
    require_part(table, player, record, cards)
    tokens.require_one_each(table, cards, attack.spent, record)
    for card in cards:
        if side == "opposed" and _has_borrowed(table, card):
            text = f"{table.name(card)} has borrowed alignments to aid the attack, not to oppose it"
            record.require(False, text, "wdh-any-use-ability", about=card)
    if attack.instant:
        return instants.join(table, attack, player, cards, side, record)
    committed = attack.committed or player == attack.player
    new = tuple(Join(card, player, beside=(*attack.helpers, *attack.opponents)) for card in cards)
    seen = _seen(table, replace(attack.joined_by(side, new), committed=committed))
    paying = tuple(
        card
        for card in cards
        if table.owner(card) is None
        or not _joins_free(card, seen)
        or (card == attack.target and table.tokens.get(card))  # doubled by its action
    )
    new = tuple(replace(join, free=join.card not in paying) for join in new)
    again = {join.card for join in new if join.free} & {attack.target}
    for join in (*attack.joined, *attack.opposed):
        text = f"{table.name(join.card)} takes part once without an action"
        once = not (join.free and join.card in again)
        record.require(once, text, "wdh-nodup-one-token", "sg-nodup-tokens", about=join.card)
    helped = replace(attack.joined_by(side, new), committed=committed)
    record.hint = _told_of_price(table, paying, seen) or record.hint
    table = tokens.spend(table, player, paying, record)
    before = {(reason.about, reason.source) for reason in explain(table, attack).reasons if not reason.ok}
    record.ledger = explain(table, helped)
    reasons = (reason for reason in record.ledger.reasons if (reason.about, reason.source) not in before)
    record.note(*(_with_loan(table, reason) for reason in reasons))
    record.stop_if_illegal()
    for card in cards:
        record.done(f"{table.name(card)} {'aids' if side == 'joined' else 'opposes'}", "wdh-aid-basic", "sg-aid-action")
    return table if record.void else replace(table, attack=tokens.drained(table, helped, paying))


def _told_of_masks(table: Table, cards: tuple[str, ...]) -> str:
    """Which card beside one of these must be used first, so that it may join after the roll; "" where none can be."""
    masks = (each for card in cards for each in table.linked_to(card))
    anew = (each for each in masks if any(said.change.anew for said in table.book[each].said(t.ChangeRoll)))
    return next((f"; {table.name(each)} lets it join after the roll: use that first" for each in anew), "")


def _told_of_latecomers(table: Table) -> str:
    """Which others a card in effect lets join after the roll; "" where none does."""
    late = (each for each in table.lasting if each.until == "attack" and instants.late_leaves(table, each))
    said = ((each, table.clause(each.source, each.clause).text.rpartition(": ")[2]) for each in late)
    return next((f", and {table.name(each.source)} says who may join now: {text}" for each, text in said), "")


def _told_of_price(table: Table, paying: tuple[str, ...], seen: Sum) -> str:
    """What a card that must pay says of joining free, and what keeps that from counting; "" where none says so."""
    told = ""
    for card in filter(table.owner, paying):
        for said in table.book[card].sentences(t.MayJoin):
            if said.sentence.free:
                secret = " and ".join(unheard_for(seen.piece(card), seen, said.sentence))
                unheard = f", but that counts for nothing with the Secret {secret}" if secret else ""
                told = f"; it says: {said.text}{unheard}"
    return told


def _with_loan(table: Table, reason: Reason) -> Reason:
    """A requirement; one that is broken while a puppet can still lend an alignment says that the loan comes first."""
    lender = _lender(table, reason.about) if not reason.ok and reason.source.startswith("helper-fits") else None
    if lender is None or _has_borrowed(table, reason.about):
        return reason
    loan = f"{table.name(lender)} can lend it one: use that after the attack is announced, then aid"
    return replace(reason, text=f"{reason.text}; {loan}")


def _has_borrowed(table: Table, card: str | None) -> bool:
    return any(each.on == card and any(table.book[each.source].said(t.Borrow)) for each in table.lasting)


def _seen(table: Table, attack: Attack) -> Sum:
    """An attack of a Group or of a Plot as the sum sees it, settled."""
    return settled((board if attack.attacker else instants).attack_of(table, attack), table.rules)


def _joins_free(card: str, seen: Sum) -> bool:
    """Whether a card says that this one takes part without spending an action."""
    return any(said.free for _, _, _, said in sums._invitations(seen.piece(card), seen))


def no_longer_free(table: Table) -> tuple[str, ...]:
    """The cards that have joined the attack under way without an action and could not do so now."""
    attack = table.attack
    free = [join.card for join in (*attack.joined, *attack.opposed) if join.free] if attack is not None else []
    seen = _seen(table, table.under_way) if free else None
    return tuple(card for card in free if seen is not None and not _joins_free(card, seen))


def agents(table: Table, play: PlayAgents, record: Record) -> Table:
    """A duplicate of the target out of the hand, as agents (`wdh-agents-when`)."""
    cites = ("wdh-agents-when", "wdh-agents-not-auto-takeover", "sg-add-agents-use")
    record.require(table.attack is not None, "the Group is being attacked", *cites, about=play.card)
    attack = under_way(table, record)
    player = table.player(play.player)
    require_part(table, play.player, record)
    other = play.card in table.uncontrolled and play.card != attack.target
    turned = table.shared and other and play.card in table.turn.shown and play.player == table.turn.player
    name, says_so = table.name(play.card), ("wdh-agents-definition", "wdh-agents-when", "sg-add-agents-use")
    there = turned if table.shared else play.card in player.hand
    where = f"{play.player} has turned {name} over this turn" if table.shared else f"{name} is in your hand"
    record.require(there, where, *says_so, about=play.card)
    alike = name == table.name(attack.target)
    record.require(alike, "agents are of the same name as the target", *says_so, about=play.card)
    counts = not attack.instant or table.options.agents_in_instant_attacks == "playable"
    text = "agents don't count in an Instant Attack"
    record.require(counts, text, "wdh-instant-no-other-mods", "faq-instant-no-rival-bonus")
    record.require(not table.book[play.card].rules("no agents"), f"{name} may be agents", *says_so, about=play.card)
    owner = table.owner(attack.target)
    open_to_it = owner is None or owner.name == play.player or not board.is_purged(table, attack.target)
    text = f"{table.name(attack.target)} is not immune to duplicates of it"
    record.require(open_to_it, text, "wdh-glos-immunity", about=attack.target)
    one = ("wdh-agents-one-per-attack", "sg-add-agents-one-per-attack")
    record.require(not attack.agents, "one agents card in each attack", *one)
    own = ("wdh-agents-owner-barred", "sg-add-agents-not-owner")
    apart = attack.defender != play.player or play.player == attack.player
    record.insist(apart, "the owner of the real Group plays no agents", *own)
    join = Join(play.card, play.player, free=play.side == "for")
    table = holdings.lift(table, play.card)
    record.done(f"{play.player} plays agents", "wdh-agents-when", "sg-add-agents-use")
    if record.void:
        return holdings.to_discard(table, play.card, play.player)
    return table.with_attack(agents=(join,), committed=attack.committed or play.player == attack.player)


def require_call_off(table: Table, play: CallOff, record: Record) -> None:
    """An attack may be withdrawn before anything binds its player to it (`wdh-calloff-until-commit`)."""
    attack = under_way(table, record)
    cites = ("wdh-calloff-until-commit", "sg-attack-call-off")
    record.require(play.player == attack.player, "the attack is yours", *cites)
    cites = ("wdh-calloff-plot-attack-never", "sg-attack-by-plot-no-call-off")
    record.require(attack.plot is None and not attack.by_plot, "an attack by a Plot cannot be withdrawn", *cites)
    record.insist(
        not attack.committed,
        "nothing has been played and no token spent for the attack",
        "wdh-calloff-until-commit",
        "wdh-calloff-committed-use",
        "faq-agents-commit-attack",
        "sg-attack-call-off",
        "sg-attack-committed-must-roll",
    )
    record.happen(
        "the attack is withdrawn",
        "wdh-calloff-until-commit",
        "wdh-calloff-rivals-refund",
        "sg-attack-call-off",
        "sg-attack-called-off-rivals-refunded",
    )


def bears_on_attack(before: Table, after: Table) -> bool:
    """Whether a play has changed the attack under way: who takes part, its sum, what is required of it, or what holds
    for it alone (the conflict `used-to-interfere`).
    """
    old, new = before.attack, after.attack
    if old is None or new is None:
        return (old is None) != (new is None)
    if old != replace(new, committed=old.committed):
        return True
    return _as_it_is(before) != _as_it_is(after)


def changes_attack(before: Table, after: Table) -> bool:
    """Whether a play has changed the attack under way: more than its price, or which Plots lie there for it."""
    old, new = before.attack, after.attack
    if old is None or new is None:
        return True
    paid = replace(old, committed=new.committed, spent=new.spent, played=new.played, added=new.added)
    (lines, *others), (now, *rest) = _as_it_is(before), _as_it_is(after)
    return paid != new or (sorted(lines), others) != (sorted(now), rest)


def _as_it_is(table: Table) -> tuple[tuple[tuple[str, int, str], ...], object, object]:
    ledger = explain(table)
    lines = tuple((line.side, line.amount, line.label) for line in ledger.lines)
    broken = tuple(reason for reason in ledger.reasons if not reason.ok)
    return lines, broken, tuple(each for each in table.lasting if each.until == "attack")


def has_shown(table: Table, entry: Entry) -> bool:
    """Whether a Plot or an ability that helps no side has let somebody see cards, which nothing undoes
    (`wdh-timing-irreversible`).
    """
    play = entry.play
    if not isinstance(play, plays.Use) or entry.void or entry.illegal or entry.cancels or entry.helped is not None:
        return False
    return any(
        isinstance(node, t.Do | t.They) and node.verb in _SHOWING
        for said in plays.said(table, play)
        for node in nodes(said)
    )


_SHOWING = ("draw", "look at", "show", "expose", "draws", "may draw", "exposes", "shows you")


def withdrawn(before: Table, announced: Table, after: Table, record: Record) -> Table:
    """The table after an attack that was called off though cards were seen: the attacker's tokens are back."""
    attack = after.attack
    if attack is None or attack.attacker is None:
        return after
    spent = before.tokens.get(attack.attacker, 0) - announced.tokens.get(attack.attacker, 0)
    after = after.with_tokens({attack.attacker: after.tokens.get(attack.attacker, 0) + spent})
    if attack.from_hand:
        after = holdings.to_hand(after, attack.target, attack.player)
    return clear(replace(after, attack=None), attack, record)


def unmade(table: Table, attack: Attack, record: Record) -> Table:
    """The table after an attack that a play has just made impossible: the attacker's token and what helped the attacker
    are spent, the others have theirs back (`wdh-cancel-attack-action-1-no-attack`, `sg-attacker-action-canceled`).
    """
    record.happen(
        "the attack is not made, and who aided or opposed has the tokens back",
        "wdh-cancel-attack-action-1-no-attack",
        "wdh-cancel-attack-action-4-helpers-refund",
        "sg-attacker-action-canceled",
    )
    for join in (*attack.joined, *attack.opposed):
        if not join.free:
            table = table.with_tokens({join.card: table.tokens.get(join.card, 0) + 1})
    table = clear(replace(table, attack=None), replace(attack, agents=()), record)
    for each in attack.agents:
        table = holdings.to_hand(table, each.card, each.player)
    for entry in table.entries:
        if not entry.stands or entry.helped is None or entry.play.card in table.links:
            continue
        if entry.helped not in ("attacker", attack.attacker) or keeps_its_plots(table):
            text = f"{table.name(entry.play.card)} goes back to the hand, exposed"
            record.happen(text, "wdh-cancel-attack-action-5-helper-plots", "sg-attacker-canceled-aiders-refunded")
            table = holdings.to_hand(table, entry.play.card, entry.play.player, exposed=True)
    return table


def keeps_its_plots(table: Table) -> bool:
    """Whether the players have agreed that the Plots of an attack that is not made go back to the hand."""
    if table.shared:
        return table.options.plots_when_the_attack_is_lost == "back-to-hand"
    return table.options.plots_of_an_illegal_attacker == "always-back"


APART = (
    plays.Buy,
    plays.Discard,
    plays.Return,
    plays.Expose,
    plays.ShowTo,
    plays.RemoveTokens,
    plays.Give,
    plays.Say,
    plays.Relief,
    plays.Unzap,
    plays.Leave,
)
"""Plays that may come between and have nothing to do with an attack."""


def take_back(table: Table, play: TakeBack, bearing: list[bool], record: Record) -> tuple[Play, ...]:
    """A rival takes back what he has committed: freely as long as the attacker is not committed, then with the
    attacker's consent (`wdh-calloff-rivals-committed`, `sg-attack-rivals-committed`). `bearing`: which plays were for
    or against the attack. Answers the plays that stay made.
    """
    attack = under_way(table, record)
    found = [
        number
        for number, entry in enumerate(table.entries)
        if entry.play.player == play.player
        and not entry.void
        and bearing[number]
        and play.card in _committed_by(entry.play)
    ]
    name, cites = table.name(play.card), ("wdh-calloff-committed-use", "sg-attack-committed-must-roll")
    used = bool(found) and play.player != attack.player
    record.require(used, f"{play.player} has used {name} in another's attack", *cites, about=play.card)
    free, cites = play.consent or not attack.committed, ("wdh-calloff-rivals-committed", "sg-attack-rivals-committed")
    record.insist(free, f"{attack.player} is not committed yet, or allows it", *cites, about=play.card)
    record.happen(f"{play.player} takes {name} back", *cites)
    kept = (entry for number, entry in enumerate(table.entries) if number != found[-1])
    return tuple(entry.play for entry in kept if not entry.announced)


def _committed_by(play: Play) -> tuple[str, ...]:
    match play:
        case Aid() | Oppose():
            return play.cards
        case PlayAgents() | plays.Use():
            return (play.card,)
    return ()


def bound(table: Table, play: Play) -> Table:
    """What has been spent or played for the attacker stays so when it is canceled or illegal now: the attack must go
    on (`wdh-calloff-until-commit`, `faq-agents-commit-attack`).
    """
    own = isinstance(play, Aid | PlayAgents) and table.attack is not None and table.attack.player == play.player
    return table if not own else table.with_attack(committed=True)


def commit(table: Table, play: plays.Use, *, is_plot: bool) -> Table:
    """After the attacker has played a Plot or spent a token the attack must go on (`wdh-calloff-until-commit`)."""
    attack = table.attack
    if attack is None or attack.player != play.player or not (is_plot or play.by):
        return table
    return table.with_attack(committed=True)


def point_out(table: Table, play: PointOut, record: Record) -> Table:
    """Name a bonus before the roll: it counts (`wdh-whoops-forced-bonus`, `faq-must-use-bonuses-pointed-out`). One with
    a price is nobody forced to use (`wdh-whoops-costed-exempt`).
    """
    attack = under_way(table, record)
    called = _bonus(table, play.bonus, record, "wdh-whoops-costed-exempt", "sg-whoops")
    record.stop_if_illegal()
    cites = ("wdh-whoops-forced-bonus", "faq-must-use-bonuses-pointed-out", "sg-whoops")
    record.happen(f"the bonus is named: {called}", *cites)
    return table.with_attack(pointed=(*attack.pointed, play.bonus))


def _bonus(table: Table, name: str, record: Record, *cites: str) -> str:
    """The bonus of the sum under way that a play names, in words; Power and Resistance are none. Who names no line and
    no ability is told which.
    """
    terms = {short(rule.id) for rule in table.rules.terms if isinstance(rule.tree.amount, t.StatOf)}
    labels = {short(line.source): line.label for line in explain(table).lines}
    called = labels.get(name, "this ability" if "#" in name else name)
    such = ", ".join(f"{each} ({its})" for each, its in labels.items() if each not in terms) or "none"
    more = f"; such bonuses are: {such}" if called == name else ""
    text = f"{called} is a bonus that counts in this sum without a price{more}"
    record.require(name in labels and name not in terms, text, *cites)
    return called


def _require_forgotten(table: Table, attack: Attack, forgotten: tuple[str, ...], record: Record) -> None:
    """What nobody has named may be left out of the sum: bonuses, not Power and Resistance, nor what somebody has
    pointed out (`wdh-whoops-forgotten-bonus`, `faq-must-use-bonuses-pointed-out`,
    `faq-bonus-must-be-announced-before-roll`).
    """
    unwanted = "faq-closeness-applies-vs-rival-even-if-unwanted"
    named = ("faq-must-use-bonuses-pointed-out", "wdh-whoops-forced-bonus", unwanted, "sg-whoops")
    left_out = ("wdh-whoops-forgotten-bonus", "faq-bonus-must-be-announced-before-roll", "sg-whoops")
    for name in forgotten:
        called = _bonus(table, name, record, "faq-must-use-bonuses-pointed-out", "sg-whoops")
        text = f"nobody has named the bonus: {called}"
        record.require(name not in attack.pointed, text, *named)
        record.happen(text, *left_out)


def roll(table: Table, play: Roll, record: Record) -> Table:
    """Roll two dice when nobody changes the strength any more (`wdh-resolve-roll`)."""
    attack = under_way(table, record)
    record.require(play.player == attack.player, "the attacker rolls", "wdh-resolve-roll", "sg-attack-definition")
    text = f"the dice decide (the attack {attack.outcome} anyway: resolve it)"
    record.require(not attack.outcome, text, "wdh-resolve-below-2", "sg-glo-failed")
    cites = ("wdh-speed-no-preempt", "faq-rushing-past-bonus-is-speed-play", "sg-speed-play-banned")
    record.require(not play.rushed, "others have had the chance to speak", *cites)
    record.require(2 <= play.dice <= 12, "two dice show 2 to 12", "wdh-meta-die-clamp")
    _require_forgotten(table, attack, play.forgotten, record)
    record.stop_if_illegal()
    table = table.with_attack(forgotten=(*attack.forgotten, *play.forgotten))
    record.ledger = ledger = explain(table)
    text = f"a strength of {ledger.strength} is rolled for only when it is 2 or more"
    cites = ("wdh-resolve-below-2", "faq-attack-strength-below-2-no-roll", "sg-control-min-2")
    record.insist(ledger.needed is not None, text, *cites)
    record.happen(f"the dice show {play.dice}", "wdh-resolve-roll", "sg-attack-definition")
    return table.with_attack(natural=play.dice, roll=play.dice, committed=True)


def succeeds(table: Table) -> bool | None:
    """Whether the attack has succeeded as things stand; None while no roll decides it."""
    attack = table.attack
    if attack is None:
        return None
    if attack.outcome:
        return attack.outcome == "succeeds"
    ledger = explain(table)
    if ledger.needed is None:
        return False
    return None if attack.roll is None else ledger.succeeds(attack.roll)


def resolve(table: Table, play: Resolve, record: Record) -> Table:
    """Carry out the result: a capture, a destruction, or nothing (`wdh-results-fail-rival-target`,
    `wdh-results-success-place`).
    """
    attack = under_way(table, record, late=True)
    won = succeeds(table)
    cites = ("faq-too-late-subject-to-speed-play", "wdh-speed-no-preempt", "sg-speed-play-banned")
    record.require(not play.rushed, "others have had the chance to speak", *cites)
    record.insist(won is not None, "the dice have been rolled", "wdh-resolve-roll", "sg-attack-definition")
    record.ledger = explain(table)
    owner = table.owner(attack.target)  # of one's own Group there is nothing to capture
    yours = attack.kind == "control" and owner == table.player(attack.player) and attack.attacker is not None
    otherwise = won and (yours or _has_no_other_result(table))
    if won and attack.kind == "control" and not otherwise:
        table, attack = _own_copy(table, attack, record)
    table = clear(replace(table, attack=None), attack, record)
    if not won:
        return _fail(table, attack, record)
    if otherwise:
        text = "the attack succeeds and has no other result than what is said of it"
        record.happen(text, "wdh-any-play-plot", "sg-plot-timing-on-card")
        return table
    if attack.instant or attack.plot:
        return instants.succeed(table, attack, record.ledger, record)
    if attack.kind == "destroy":
        record.happen(f"{table.name(attack.target)} is destroyed", "wdh-destroy-6-pile", "sg-destroy-goes-to-own-pile")
        return destruction.destroy(table, attack.target, attack.player, record)
    return capture(table, attack, play, record)


def _has_no_other_result(table: Table) -> bool:
    """Whether what was played, or the target itself, says that a success brings about what it says and no more."""
    target = table.under_way.target
    own = (clause.sentence for clause in table.book[target].sentences(t.Ability))
    return any(
        isinstance(said.timing, t.OnAttack)
        and said.timing.happens == "succeeds"
        and t.Outcome("that attack", "only that") in said.effects
        and board.has_abilities(table, target)
        for said in own
    ) or any(
        isinstance(each.sentence, t.IfThen)
        and each.until == "attack"
        and any(isinstance(part, t.Outcome) and part.outcome == "only that" for part in each.sentence.effects)
        for each in table.lasting
    )


def clear(table: Table, attack: Attack, record: Record) -> Table:
    """Its Plots and agents are discarded, what is linked stays (`wdh-plot-attack-discard`, `wdh-agents-discarded`)."""
    for played in attack.played:
        if played.card not in table.links:
            table = holdings.to_discard(table, played.card, played.player)
    for each in attack.agents:
        table = holdings.to_discard(table, each.card, each.player)
    if attack.plot and attack.plot not in table.links:
        table = holdings.to_discard(table, attack.plot, attack.player)
    return lapsing.after_attack(table, attack)


def _fail(table: Table, attack: Attack, record: Record) -> Table:
    cites = ("wdh-results-fail-rival-target", "faq-attack-failure-defined", "sg-glo-failed")
    record.happen("the attack has failed", *cites)
    if attack.late:
        return holdings.to_discard(table, attack.target, table.turn.player)
    if attack.from_hand:
        player = table.player(attack.player)
        said = board.said(table, t.Standing, player.name)
        kept = any(speaker.owner == "you" and sentence.rule == "back to hand" for speaker, _, _, sentence in said)
        text = f"{table.name(attack.target)} {'returns to the hand and ' * kept}may be tried again this turn"
        record.happen(text, "wdh-results-fail-hand-retry")
        table = table.with_player(player.name, hand=(*player.hand, attack.target))
        tried = tuple(card for card in table.turn.tried if card != attack.target)  # the last failure decides
        return table.with_turn(tried=tried if kept else (*tried, attack.target))
    return table


def _own_copy(table: Table, attack: Attack, record: Record) -> tuple[Table, Attack]:
    """Who captures a rival's Group with the help of a duplicate gets the own copy; the rival's card is discarded
    (`wdh-meta-duplicate-capture`; the conflict `agents-after-a-capture`)."""
    own = next((each for each in attack.agents if each.player == attack.player and each.free), None)
    victim = table.owner(attack.target)
    if own is None or victim is None or table.shared or table.options.agents_after_a_capture == "discarded":
        return table, attack

    target, copy = attack.target, own.card

    def named(card: str) -> str:
        return copy if card == target else card

    laid = victim.structure.placements.items()
    placements = {named(card): replace(place, master=place.master and named(place.master)) for card, place in laid}
    structure = replace(victim.structure, placements=MappingProxyType(placements))
    table = table.with_player(victim.name, structure=structure)
    table = replace(
        table,
        links=MappingProxyType({card: named(host) for card, host in table.links.items()}),
        lasting=tuple(replace(each, on=each.on and named(each.on)) for each in table.lasting),
        devastated=tuple(named(card) for card in table.devastated),
    )
    record.happen(f"{attack.player}'s own {table.name(copy)} takes its place", "wdh-meta-duplicate-capture")
    agents = tuple(each for each in attack.agents if each is not own)
    return holdings.to_discard(table, target, victim.name), replace(attack, target=copy, agents=agents)


def capture(table: Table, attack: Attack, play: Resolve, record: Record) -> Table:
    """Target and puppets join the attacker (`wdh-results-success-place`, `wdh-results-success-puppets`)."""
    player = table.player(attack.player)
    assert attack.attacker is not None
    table = destruction.left_behind(table, attack.target, player.name, record)
    victim = table.owner(attack.target)
    branch = victim.structure.branch(attack.target) if victim else Branch(attack.target)
    master = play.master or attack.attacker
    anywhere = table.shared and table.options.placing_a_capture == "any-arrow" and master in player.structure
    text = f"the Group goes on an arrow of {table.name(attack.attacker)}"
    placed = ("wdh-results-success-place", "sg-success-captured")
    record.insist(master == attack.attacker or anywhere, text, *placed, about=attack.target)
    opened = player.structure.open_sides(master, attack.target)
    side = play.side or player.structure.roomiest(branch, master, play.sides)
    cites = ("wdh-control-needs-token-arrow", "sg-control-needs-open-arrow")
    record.insist(side in opened, f"{table.name(master)} has an open arrow there", *cites, about=master)
    assert side is not None
    with record.laying("wdh-results-success-overlap", "sg-success-overlap-rearrange"):
        fit = player.structure.fit(branch, master, side, play.sides)
    record.happen(
        f"{table.name(attack.target)} is captured",
        "wdh-results-success-place",
        "wdh-results-success-puppets",
        "wdh-results-success-tokens",
        "sg-success-captured",
    )
    table = replace(table, uncontrolled=tuple(card for card in table.uncontrolled if card != attack.target))
    table = holdings.captured(table, branch.cards(), fit, victim.name if victim else None, player.name, record)
    made = Announce(player=attack.player, attacker=attack.attacker, target=attack.target, kind="control")
    leave = _leave(table, made)
    return parting.divide(table, leave.source, attack.target, player.name) if leave is not None else table
