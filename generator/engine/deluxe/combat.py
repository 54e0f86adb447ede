"""The life of an attack: announced, aided, paid for and against, called off or rolled, carried out."""

from __future__ import annotations

from types import MappingProxyType

from generator.engine import attack as sums
from generator.engine import selecting
from generator.engine.cards import ClauseOf
from generator.engine.deluxe import holdings, moving
from generator.engine.deluxe.money import moved
from generator.engine.deluxe.plays import Aid, Announce, CallOff, Privilege, Resolve, Roll, Spend
from generator.engine.deluxe.table import LastSpecial, PendingAttack, Player, Table
from generator.engine.deluxe.turns import act, require_actions
from generator.engine.record import Record
from generator.engine.situation import Attack, Ledger, Piece, Reason
from generator.engine.structure import Branch, Structure
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace

WORD = {"control": "captured", "neutralize": "neutralized", "destroy": "destroyed"}


# --- the sum --------------------------------------------------------------------------------------------------------


def attack_of(table: Table, pending: PendingAttack) -> Attack:
    """The one way from a table to an attack sum: who attacks whom, whose cards stand by, how far away, what was spent.

    The pieces are the attacking player's cards, attacker and helpers first, then the target and its player's cards.
    """
    player, owner = table.player(pending.player), table.owner(pending.target)
    rival = owner if owner is not None and owner.name != pending.player else None
    order = [pending.attacker, *pending.aid, *player.structure, pending.target, *(rival.structure if rival else ())]
    pieces = tuple(_piece(table, pending, card) for card in dict.fromkeys(order))
    return Attack(
        kind=pending.kind,
        attacker=pending.attacker,
        target=pending.target,
        pieces=pieces,
        helpers=pending.aid,
        distance=rival.structure.distance(pending.target) if rival else None,
        spent=dict(pending.spent),
        played=tuple(table.book[card] for card in pending.played),
        privileged=pending.privileged,
    )


def _piece(table: Table, pending: PendingAttack, card_id: str) -> Piece:
    owner, card = table.owner(card_id), table.book[card_id]
    if card_id == pending.attacker and pending.claim is not None:
        card = replace(card, power=pending.claim)
    return Piece(
        card=card,
        owner="nobody" if owner is None else "you" if owner.name == pending.player else "rival",
        alignments=table.alignments(card_id),
        open_arrows=len(owner.structure.open_arrows(card_id)) if owner and card_id == pending.attacker else 0,
        attacks_made=table.turn.attacks.get(card_id, 0),
        master=owner.structure.master(card_id) if owner else None,
    )


def explain(table: Table, pending: PendingAttack | None = None) -> Ledger:
    """The Ledger of the attack under way, or of one not announced yet.

    Where the players agreed that helping the attacker is no interference, privilege does not bar it.
    """
    pending = pending or table.attack
    assert pending is not None
    rules = table.rules
    if table.options.interfere_either_side == "against-only":
        kept = tuple(rule for rule in rules.requirements if rule.tree.holds != t.NoMoney("assisting"))
        rules = replace(rules, requirements=kept)
    return sums.explain(attack_of(table, pending), rules)


def is_privileged(table: Table) -> bool:
    """Whether the attack under way is privileged now."""
    return table.attack is not None and selecting.is_privileged(attack_of(table, table.attack))


# --- before the roll ------------------------------------------------------------------------------------------------


def announce(table: Table, play: Announce, record: Record) -> Table:
    """Announce attacker, target, kind, all Transferable Power, and privilege (`dlx-control-announce`)."""
    player = table.player(play.player)
    require_actions(table, play.player, record)
    record.require(
        table.book[play.attacker].kind != "special" and table.book[play.target].kind != "special",
        "a card attacks a card",
        "dlx-control-announce",
        about=play.target,
    )
    owner = table.owner(play.target)
    record.require(
        owner is not None or play.target in table.uncontrolled,
        f"{table.name(play.target)} is in play",
        "dlx-control-targets",
        about=play.target,
    )
    record.require(len(set(play.aid)) == len(play.aid), "each helper is named once", "dlx-aid-one-attack-per-turn")
    _require_claim(table, play, record)
    clause = _privilege(table, play, record)
    for special in dict.fromkeys(play.specials):
        record.require(player.holds(special), f"you hold {table.name(special)}", "dlx-specials-once", about=special)
        record.require(
            any(
                clause.sentence.timing == c.Just("attack announced", "you")
                for clause in table.book[special].sentences(t.Ability)
            ),
            f"{table.name(special)} is played when an attack is announced",
            *_cites(table, special),
            about=special,
        )
    if play.privilege in play.specials:
        count = sum(held.card == play.privilege for held in player.specials)
        record.require(count > 1, "a Special has one use", "dlx-specials-once", about=play.privilege)
    pending = PendingAttack(
        player=play.player,
        kind=play.kind,
        attacker=play.attacker,
        target=play.target,
        aid=play.aid,
        defender=owner.name if owner is not None and owner.name != play.player else None,
        privileged=play.privilege is not None,
        played=play.specials,
        claim=play.claim,
    )
    record.judge(explain(table, pending))
    record.happen(
        f"{table.name(play.attacker)} attacks to {play.kind} {table.name(play.target)}", "dlx-control-announce"
    )
    announced = act(replace(table, attack=pending))
    if clause is not None:
        announced = _pay_for_privilege(announced, play, clause, record)
    return _play_announced(announced, play, clause, record)


def _require_claim(table: Table, play: Announce, record: Record) -> None:
    if play.claim is None:
        return
    player = table.player(play.player)
    record.require(
        player.hidden and play.attacker == player.illuminati,
        "only a hidden Illuminati may use another Power",
        "dlx-adv-hidden-illuminati",
    )
    most = (table.book[play.attacker].power or 0) + (1 if table.options.overstatement else 0)
    record.require(
        0 <= play.claim <= most,
        f"a hidden Illuminati may use Power up to {most} here",
        "dlx-adv-hidden-illuminati",
        "dlx-adv-overstate-alternative",
        about=play.attacker,
    )


def _cites(table: Table, card: str) -> tuple[str, ...]:
    return tuple(cite for clause in table.book[card].clauses for cite in clause.cites) or ("dlx-specials-once",)


def _privilege(table: Table, play: Announce, record: Record) -> ClauseOf[t.Ability] | None:
    """Check the way in which privilege is declared; the clause of the Illuminati when it is their ability."""
    if play.privilege is None:
        return None
    player = table.player(play.player)
    if play.privilege == player.illuminati:
        for number, clause in table.book[play.privilege].numbered(t.Ability):
            if any(isinstance(e, t.MakePrivileged) for e in clause.sentence.effects):
                used = clause.sentence.use.once and f"{play.privilege}#{number}" in table.turn.used
                record.require(not used, clause.text, *clause.cites, "dlx-privilege-bavarian", about=play.privilege)
                price = sum(cost.amount for cost in clause.sentence.costs if isinstance(cost, t.Pay))
                have = player.money[play.privilege]
                record.require(
                    have >= price,
                    f"privilege costs {price} MB of the Illuminati treasury, which has {have}",
                    *clause.cites,
                    "dlx-privilege-bavarian",
                    about=play.privilege,
                )
                return clause
        record.require(
            False,
            f"{table.name(play.privilege)} cannot declare privilege",
            "dlx-privilege-by-special",
            "dlx-privilege-bavarian",
            about=play.privilege,
        )
        return None
    record.require(
        table.book[play.privilege].kind == "special" and player.holds(play.privilege),
        "privilege costs one of your Specials",
        "dlx-privilege-by-special",
        "dlx-specials-for-privilege",
        about=play.privilege,
    )
    return None


def _pay_for_privilege(table: Table, play: Announce, clause: ClauseOf[t.Ability], record: Record) -> Table:
    price = sum(cost.amount for cost in clause.sentence.costs if isinstance(cost, t.Pay))
    assert play.privilege is not None
    number = table.book[play.privilege].clauses.index(clause) + 1
    record.happen(
        f"{table.name(play.privilege)} pays {price} MB: the attack is privileged and committed",
        *clause.cites,
        "dlx-privilege-bavarian-timing",
        "dlx-calloff-until-money",
    )
    table = table.paying(play.player, play.privilege, price)
    table = table.with_turn(used=(*table.turn.used, f"{play.privilege}#{number}"), busy=True)
    return table.with_attack(committed=True)


def _play_announced(table: Table, play: Announce, clause: ClauseOf[t.Ability] | None, record: Record) -> Table:
    """Use up the Specials of the announcement, keeping for each the table as it would be without its effect."""
    spent = [*play.specials, *([play.privilege] if play.privilege and clause is None else [])]
    for special in spent:
        table = holdings.discard(table, play.player, special)
    if not spent:
        return table
    table = table.with_turn(busy=True)
    without: dict[str, Table] = {}
    for special in play.specials:
        assert table.attack is not None
        less = replace(table.attack, played=tuple(card for card in table.attack.played if card != special))
        undone = replace(table, attack=less)
        if not explain(undone).legal:
            undone = replace(act(undone, -1), attack=None)
        without[special] = undone
        record.happen(f"{play.player} plays {table.name(special)}", *_cites(table, special))
    if play.privilege and clause is None:
        without[play.privilege] = table.with_attack(privileged=False)
        record.happen(
            f"{play.player} discards {table.name(play.privilege)}: the attack is privileged",
            "dlx-privilege-by-special",
            "dlx-specials-for-privilege",
        )
    return replace(table, last_special=LastSpecial(play.player, tuple(spent), without))


def _under_way(table: Table, record: Record, *, rolled: bool = False) -> PendingAttack:
    """The attack under way, before or after its roll; stops the play when there is none at that stage."""
    attack = table.attack
    if attack is None:
        record.require(False, "no attack is under way", "dlx-control-announce")
    elif rolled:
        record.require(attack.roll is not None, "the dice have been rolled", "dlx-control-roll")
    else:
        record.require(attack.roll is None, "the dice have not been rolled yet", "dlx-spending-alternates")
    record.stop_if_illegal()
    assert attack is not None
    return attack


def aid(table: Table, play: Aid, record: Record) -> Table:
    """Add helpers while no money has been spent on the attack (`dlx-aid-announce-before-money`)."""
    attack = _under_way(table, record)
    record.require(
        play.player == attack.player, "aid comes from the attacker's own Power Structure", "dlx-sum-control-base"
    )
    record.require(
        not any(attack.spent.values()),
        "Transferable Power is announced before any money is spent",
        "dlx-aid-announce-before-money",
        "dlx-money-attack-after-transferable",
    )
    record.insist(
        not set(play.groups) & set(attack.aid) and len(set(play.groups)) == len(play.groups),
        "each helper is named once",
        "dlx-aid-one-attack-per-turn",
    )
    helped = replace(attack, aid=(*attack.aid, *play.groups))
    record.judge(explain(table, helped))
    for card in play.groups:
        record.happen(f"{table.name(card)} aids", "dlx-free-aid")
    return replace(table, attack=helped)


def privilege(table: Table, play: Privilege, record: Record) -> Table:
    """Privilege after the announcement: never legal, and the reason says why."""
    _under_way(table, record)
    record.require(
        False,
        "privilege is declared and paid for when the attack is first announced, and never again after it was abolished",
        "dlx-privilege-by-special",
        "dlx-privilege-bavarian-timing",
        "dlx-privilege-not-reinstated",
        about=play.special,
    )
    return table


def spend(table: Table, play: Spend, record: Record) -> Table:
    """Put money into the attack: attacker, defender, or another player (`dlx-spending-alternates`). It goes to the
    bank.
    """
    attack = _under_way(table, record)
    player = table.player(play.player)
    source = play.card or player.illuminati
    purse = _purse(table, attack, player, source, play, record)
    have = player.money.get(source, 0)
    record.require(
        source in player.structure,
        f"{table.name(source)} is yours",
        "dlx-money-attack-sources",
        "dlx-money-defend-others-none",
    )
    record.require(1 <= play.amount <= have, f"{table.name(source)} has {have} MB", "dlx-money-to-bank", about=source)
    spent = {**attack.spent, purse: attack.spent.get(purse, 0) + play.amount}
    paid_for = replace(attack, spent=MappingProxyType(spent), committed=True)
    record.ledger = explain(table, paid_for)
    record.note(*_about_money(table, record.ledger))
    record.stop_if_illegal()
    record.happen(f"{play.player} spends {play.amount} MB from {table.name(source)}", "dlx-money-to-bank")
    if not attack.committed:
        cite = "dlx-calloff-until-money" if play.player == attack.player else "dlx-calloff-other-commit"
        record.happen("the attack is committed", cite)
    return replace(table.paying(play.player, source, play.amount), attack=paid_for)


def _about_money(table: Table, ledger: Ledger) -> tuple[Reason, ...]:
    ids = {rule.id for rule in table.rules.requirements if isinstance(rule.tree.holds, t.NoMoney)}
    return tuple(reason for reason in ledger.reasons if reason.source in ids)


def _purse(table: Table, attack: PendingAttack, player: Player, source: str, play: Spend, record: Record) -> t.Purse:
    """Which purse of the sum the money counts in, after checking that this player may spend from this card."""
    own = player.illuminati
    if player.name == attack.player:
        record.require(
            source in (attack.attacker, own),
            "the attacking Group and its Illuminati pay for an attack, no other Group",
            "dlx-money-attack-sources",
            about=source,
        )
        return "attacker" if source == attack.attacker else "attacker's Illuminati"
    if player.name == attack.defender:
        record.require(
            source in (attack.target, own),
            "the defending Group and its Illuminati pay for the defense, no other Group",
            "dlx-money-defend-others-none",
            about=source,
        )
        return "target" if source == attack.target else "target's Illuminati"
    record.require(
        source == own, "other players pay from their Illuminati treasury only", "dlx-interfere-money-only", about=source
    )
    helping = play.side == "for"
    barred = is_privileged(table) and not (helping and table.options.interfere_either_side == "against-only")
    if barred:
        record.require(
            player.name in attack.interferers,
            "only the player of an Interference card interferes in a privileged attack",
            "dlx-privilege-effect",
            "dlx-card-interference",
        )
    return "assisting" if helping else "opposing"


def call_off(table: Table, play: CallOff, record: Record) -> Table:
    """Withdraw the attack before anybody has put money down (`dlx-calloff-until-money`)."""
    attack = _under_way(table, record)
    record.require(play.player == attack.player, "only the attacker calls an attack off", "dlx-calloff-until-money")
    record.insist(
        not attack.committed, "nobody has put money down yet", "dlx-calloff-until-money", "dlx-calloff-other-commit"
    )
    record.happen("the attack is called off and takes no action", "dlx-calloff-until-money")
    return replace(act(table, -1), attack=None)


def roll(table: Table, play: Roll, record: Record) -> Table:
    """The dice, when nobody wants to spend more (`dlx-spending-alternates`)."""
    attack = _under_way(table, record)
    record.require(play.player == attack.player, "the attacker rolls", "dlx-calloff-other-commit", "dlx-control-roll")
    record.insist(2 <= play.dice <= 12, "two dice show 2 to 12", "dlx-control-roll")
    record.happen(f"{play.player} rolls {play.dice}", "dlx-control-roll", "dlx-calloff-other-commit")
    rolled = replace(attack, roll=play.dice, committed=True)
    record.ledger = explain(table, rolled)
    return replace(table, attack=rolled)


# --- the result -----------------------------------------------------------------------------------------------------


def resolve(table: Table, play: Resolve, record: Record) -> Table:
    """What the roll, or the Special that replaced it, brings about."""
    attack = _under_way(table, record, rolled=True)
    record.insist(play.player == attack.player, "the attacker carries out the result", "dlx-result-capture")
    ledger = record.ledger = explain(table)
    rolled = attack.roll if ledger.fixed_roll is None else ledger.fixed_roll
    assert rolled is not None
    attacks = dict(table.turn.attacks)
    for card in (attack.attacker, *attack.aid):
        attacks[card] = attacks.get(card, 0) + 1
    table = replace(table.with_turn(attacks=MappingProxyType(attacks)), attack=None)
    if not ledger.succeeds(rolled):
        always = ("dlx-auto-fail-11-12",) if rolled >= table.rules.fails_from else ()
        record.happen(f"{rolled}: the attack fails, {table.name(attack.target)} stays", "dlx-result-fail", *always)
        record.require(play.transfer == 0, "money follows a capture only", "dlx-result-transfer-after-capture")
        return table
    record.happen(f"{rolled}: {table.name(attack.target)} is {WORD[attack.kind]}", "dlx-control-roll")
    if attack.kind == "control":
        return _capture(table, attack, play, record)
    record.require(play.transfer == 0, "money follows a capture only", "dlx-result-transfer-after-capture")
    return _neutralize(table, attack, record) if attack.kind == "neutralize" else _destroy(table, attack, record)


def _capture(table: Table, attack: PendingAttack, play: Resolve, record: Record) -> Table:
    """The target joins the attacker with its puppets and half of their money (`dlx-result-capture`)."""
    captor = table.player(attack.player)
    open_arrows = captor.structure.open_arrows(attack.attacker)
    branch = _branch(table, attack.target)
    side = play.side or captor.structure.roomiest(branch, attack.attacker, play.sides)
    record.insist(
        side in open_arrows,
        f"an open arrow of {table.name(attack.attacker)}: {', '.join(open_arrows) or 'none'}",
        "dlx-result-capture",
        "dlx-control-open-arrow",
        about=attack.attacker,
    )
    assert side is not None
    with record.laying("dlx-result-puppets-captured", "dlx-result-overlap-rearrange"):
        fit = captor.structure.fit(branch, attack.attacker, side, play.sides)
    table, money = _lift(table, branch)
    taken = tuple(card for card in branch.cards() if card in fit.structure)
    moving.tell(table, fit, record, "dlx-result-overlap-rearrange", "dlx-result-overlap-uncontrolled")
    table = holdings.uncontrol(table, fit.lost, {card: money.pop(card) for card in fit.lost})
    kept = _half(table, money, attack.target)
    to_bank = sum(money.values()) - sum(kept.values())
    if len(taken) > 1:
        record.happen(f"its puppets come along: {', '.join(map(table.name, taken[1:]))}", "dlx-result-puppets-captured")
    if any(money.values()):
        record.happen(f"{sum(kept.values())} MB come along, {to_bank} MB go to the bank", "dlx-result-money-half")
    treasuries = MappingProxyType({**captor.money, **kept})
    table = table.with_player(attack.player, structure=fit.structure, money=treasuries)
    table = replace(table, bank=table.bank + to_bank)
    if play.transfer:
        have = treasuries[attack.attacker]
        record.insist(
            0 <= play.transfer <= have,
            f"{table.name(attack.attacker)} has {have} MB to hand over",
            "dlx-result-transfer-after-capture",
            about=attack.attacker,
        )
        record.happen(f"{play.transfer} MB go to {table.name(attack.target)}", "dlx-result-transfer-after-capture")
        changed = moved(treasuries, attack.attacker, attack.target, play.transfer)
        table = table.with_player(attack.player, money=changed)
    return table


def _branch(table: Table, card: str) -> Branch:
    owner = table.owner(card)
    return owner.structure.branch(card) if owner else Branch(card)


def _lift(table: Table, branch: Branch) -> tuple[Table, dict[str, int]]:
    """Take a Group with its puppets from wherever it is; also the MB on each of them."""
    owner = table.owner(branch.card)
    if owner is None:
        table, loose = holdings.take_up(table, branch.card)
        return table, {branch.card: loose}
    money = {card: owner.money[card] for card in branch.cards()}
    rest: Structure = owner.structure.remove(branch.card)
    left = MappingProxyType({card: owner.money[card] for card in rest})
    return table.with_player(owner.name, structure=rest, money=left), money


def _half(table: Table, money: dict[str, int], target: str) -> dict[str, int]:
    """The half of captured money that is kept, by treasury (`dlx-result-money-half`)."""
    kept = {card: amount // 2 for card, amount in money.items()}
    if table.options.half_of_the_money == "sum":
        kept[target] += sum(money.values()) // 2 - sum(kept.values())
    return kept


def _neutralize(table: Table, attack: PendingAttack, record: Record) -> Table:
    """Target and subordinates become uncontrolled, their money goes to the bank (`dlx-neutralize-result`)."""
    assert attack.defender is not None
    structure = table.player(attack.defender).structure
    for card in structure.subtree(attack.target):
        record.happen(f"{table.name(card)} becomes uncontrolled, its money goes to the bank", "dlx-neutralize-result")
    return holdings.settle(table, attack.defender, structure.remove(attack.target), to_bank=True)


def _destroy(table: Table, attack: PendingAttack, record: Record) -> Table:
    """The target goes to the dead pile, its subordinates become uncontrolled (`dlx-destroy-dead-pile`)."""
    owner = table.owner(attack.target)
    if owner is not None:
        structure = owner.structure
        for card in structure.subtree(attack.target)[1:]:
            record.happen(f"{table.name(card)} becomes uncontrolled", "dlx-destroy-subordinates-uncontrolled")
        table = holdings.settle(table, owner.name, structure.remove(attack.target))
    table, loose = holdings.take_up(table, attack.target)
    record.happen(f"{table.name(attack.target)} goes to the dead pile", "dlx-destroy-dead-pile")
    table = replace(table, dead=(*table.dead, attack.target), bank=table.bank + loose)
    by = table.player(attack.player)
    own_last = owner is not None and owner.name == by.name and not by.structure.groups
    return table.with_player(attack.player, kills=by.kills + 1, destroyed_own_last=own_last)
