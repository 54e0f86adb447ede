"""The life of an ordinary attack: announced, aided and opposed, called off or rolled, carried out."""

from __future__ import annotations

from dataclasses import replace

from generator.engine import attack as sums
from generator.engine.attack import Ledger
from generator.engine.inwo import board, destruction, holdings, instants, tokens
from generator.engine.inwo.plays import Aid, Announce, CallOff, LayAgent, Oppose, PlayAgents, Resolve, Roll
from generator.engine.inwo.table import Attack, Join, Table
from generator.engine.inwo.turns import require_phase, require_turn
from generator.engine.record import Record
from generator.engine.structure import Branch

# --- the sum --------------------------------------------------------------------------------------------------------


def explain(table: Table, pending: Attack | None = None) -> Ledger:
    """The Ledger of the attack under way, or of one not announced yet."""
    pending = pending or table.attack
    assert pending is not None
    if pending.instant or pending.attacker is None:
        return instants.explain(table, pending)
    attack = board.attack_of(table, pending)
    return sums.explain(replace(attack, added=(*attack.added, *added_lines(table, pending))), table.rules)


def added_lines(table: Table, pending: Attack) -> tuple[sums.Line, ...]:
    """What only a table can add to a sum: agents, the bonus against a faction of the own Illuminati."""
    return (*_agents_line(table, pending), *_faction_line(table, pending))


AGENTS = {"for": 10, "against": 6}
"""What a duplicate in the hand is worth (`wdh-agents-aid-plus10`, `wdh-agents-oppose-minus6`)."""
FACTION = 5
"""More against Groups of a rival faction of the own Illuminati (`wdh-dup-ill-plus5`)."""


def _agents_line(table: Table, pending: Attack) -> tuple[sums.Line, ...]:
    lines = []
    for agents in pending.agents:
        helps = agents.free
        lines.append(sums.Line(
            "attack" if helps else "defense", AGENTS["for" if helps else "against"], f"agents: {table.name(agents.card)}",
            f"agents {'for' if helps else 'against'} the attack", "agents",
            ("wdh-agents-aid-plus10", "sg-add-agents-plus10") if helps else ("wdh-agents-oppose-minus6", "sg-add-agents-minus6"),
        ))  # fmt: skip
    return tuple(lines)


def _faction_line(table: Table, pending: Attack) -> tuple[sums.Line, ...]:
    if pending.defender is None:
        return ()
    own, other = (table.name(table.player(name).illuminati) for name in (pending.player, pending.defender))
    if own != other or table.shared and own == "Church of the SubGenius":
        return ()
    return (sums.Line("attack", FACTION, f"a rival faction of {own}", "+5 against a rival faction of the same Illuminati", "rival-faction",
                      ("wdh-dup-ill-plus5", "sg-add-rival-bonus-same-illuminati")),)  # fmt: skip


# --- before the roll ------------------------------------------------------------------------------------------------


def announce(table: Table, play: Announce, record: Record) -> Table:
    """Announce attacker, target and kind: the attacker spends an Action token (`wdh-announce-declare-three`, `wdh-main-attack-cost`)."""
    player = table.player(play.player)
    require_turn(table, play.player, record)
    require_phase(table, record, ("main",), "attacks are made in the Main Phase", "wdh-attack-when", "sg-attack-timing")
    owner = table.owner(play.target)
    from_hand = play.target in player.hand
    area = table.shared and play.target in table.uncontrolled
    record.require(
        owner is not None or (play.kind == "control" and from_hand) or area,
        f"{table.name(play.target)} is in play, or is attacked out of your own hand to control it",
        "wdh-announce-target-source", "wdh-destroy-targets", "sg-attack-targets", about=play.target,
    )  # fmt: skip
    record.require(
        table.book[play.target].kind != "resource", "Resources are not attacked", "wdh-attack-resource-none", "sg-resource-not-attackable",
        about=play.target,
    )  # fmt: skip
    record.require(
        table.book[play.attacker].kind in ("group", "illuminati"), "a Group or an Illuminati attacks", "wdh-announce-any-group",
        about=play.attacker,
    )  # fmt: skip
    record.stop_if_illegal()
    table = tokens.spend(table, play.player, (play.attacker,), record)
    pending = Attack(
        player=play.player,
        kind=play.kind,
        target=play.target,
        attacker=play.attacker,
        defender=owner.name if owner is not None and owner.name != play.player else None,
        from_hand=from_hand,
    )
    record.ledger = explain(table, pending)
    record.note(*record.ledger.reasons)
    record.stop_if_illegal()
    record.happen(f"{table.name(play.attacker)} attacks to {play.kind} {table.name(play.target)}", "wdh-announce-declare-three", "sg-attack-definition")
    if record.void:
        return table
    if from_hand:
        table = table.with_player(play.player, hand=tuple(card for card in player.hand if card != play.target))
    return replace(table, attack=pending)


def under_way(table: Table, record: Record, *, rolled: bool = False) -> Attack:
    """The attack under way, before or after its roll; stops the play when there is none at that stage."""
    attack = table.attack
    if attack is None:
        record.require(False, "an attack is under way", "wdh-announce-declare-three", "sg-attack-definition")
    elif rolled:
        record.require(attack.roll is not None, "the dice have been rolled", "wdh-resolve-roll", "sg-attack-definition")
    else:
        record.require(attack.roll is None, "the dice have not been rolled yet", "wdh-whoops-forgotten-bonus", "sg-whoops")
    record.stop_if_illegal()
    assert attack is not None
    return attack


def require_part(table: Table, player: str, record: Record) -> None:
    """A privileged attack is between attacker and defender (`wdh-priv-only-two`)."""
    attack = table.attack
    assert attack is not None
    if is_privileged(table):
        record.require(
            player in (attack.player, attack.defender), "in a privileged attack only attacker and defender take part", "wdh-priv-only-two",
            "wdh-priv-hand",
        )  # fmt: skip


def is_privileged(table: Table) -> bool:
    """Whether the attack under way is privileged now."""
    return table.attack is not None and table.attack.privileged and not table.attack.negated


def aid(table: Table, play: Aid, record: Record) -> Table:
    """Spend Action tokens for the attack (`wdh-aid-basic`, `wdh-aid-cost`)."""
    attack = under_way(table, record)
    return _join(table, attack, play.player, play.cards, "joined", record)


def oppose(table: Table, play: Oppose, record: Record) -> Table:
    """Spend Action tokens against the attack (`wdh-aid-basic`, `wdh-oppose-self`)."""
    attack = under_way(table, record)
    return _join(table, attack, play.player, play.cards, "opposed", record)


def _join(table: Table, attack: Attack, player: str, cards: tuple[str, ...], side: str, record: Record) -> Table:
    require_part(table, player, record)
    if attack.instant:
        return instants.join(table, attack, player, cards, side, record)
    table = tokens.spend(table, player, cards, record)
    joined = (*getattr(attack, side), *(Join(card, player) for card in cards))
    helped = replace(attack, **{side: joined}, committed=attack.committed or player == attack.player)
    before = {(reason.about, reason.source) for reason in explain(table, attack).reasons if not reason.ok}
    record.ledger = explain(table, helped)
    record.note(*(reason for reason in record.ledger.reasons if (reason.about, reason.source) not in before))
    record.stop_if_illegal()
    for card in cards:
        cite = ("wdh-aid-basic", "sg-aid-action")
        record.happen(f"{table.name(card)} {'aids' if side == 'joined' else 'opposes'}", *cite)
    return table if record.void else replace(table, attack=helped)


def agents(table: Table, play: PlayAgents, record: Record) -> Table:
    """A duplicate of the target out of the hand, as agents (`wdh-agents-when`)."""
    attack = under_way(table, record)
    player = table.player(play.player)
    require_part(table, play.player, record)
    record.require(play.card in player.hand, f"{table.name(play.card)} is in your hand", "wdh-agents-definition", about=play.card)
    record.require(
        table.name(play.card) == table.name(attack.target), "agents are of the same name as the target", "wdh-agents-definition",
        "wdh-agents-when", "sg-add-agents-use", about=play.card,
    )  # fmt: skip
    record.require(not attack.agents, "one agents card in each attack", "wdh-agents-one-per-attack", "sg-add-agents-one-per-attack")
    record.require(
        attack.defender != play.player or play.player == attack.player, "the owner of the real Group plays no agents", "wdh-agents-owner-barred",
        "sg-add-agents-not-owner",
    )  # fmt: skip
    record.stop_if_illegal()
    join = Join(play.card, play.player, free=play.side == "for")
    table = table.with_player(play.player, hand=tuple(card for card in player.hand if card != play.card))
    record.happen(f"{play.player} plays agents", "wdh-agents-when", "sg-add-agents-use")
    return table.with_attack(agents=(join,), committed=attack.committed or play.player == attack.player)


def call_off(table: Table, play: CallOff, record: Record) -> Table:
    """Withdraw an attack before anything binds its player to it (`wdh-calloff-until-commit`)."""
    attack = under_way(table, record)
    record.require(play.player == attack.player, "the attack is yours", "wdh-calloff-until-commit", "sg-attack-call-off")
    record.require(
        attack.plot is None, "an attack by a Plot cannot be withdrawn", "wdh-calloff-plot-attack-never", "sg-attack-by-plot-no-call-off"
    )
    record.require(
        not attack.committed, "nothing has been played and no token spent for the attack", "wdh-calloff-until-commit", "wdh-calloff-committed-use",
        "faq-agents-commit-attack", "sg-attack-committed-must-roll",
    )  # fmt: skip
    record.stop_if_illegal()
    assert table.base is not None
    record.happen("the attack is withdrawn", "wdh-calloff-until-commit", "wdh-calloff-rivals-refund", "sg-attack-call-off")
    return replace(table.base, base=None, entries=())


def roll(table: Table, play: Roll, record: Record) -> Table:
    """Roll two dice when nobody changes the strength any more (`wdh-resolve-roll`)."""
    attack = under_way(table, record)
    record.require(play.player == attack.player, "the attacker rolls", "wdh-resolve-roll", "sg-attack-definition")
    record.require(
        not play.rushed, "others have had the chance to speak", "wdh-speed-no-preempt", "faq-rushing-past-bonus-is-speed-play", "sg-speed-play-banned"
    )
    record.require(2 <= play.dice <= 12, "two dice show 2 to 12", "wdh-meta-die-clamp")
    record.ledger = ledger = explain(table)
    record.require(
        ledger.needed is not None, f"a strength of {ledger.strength} is rolled for only when it is 2 or more", "wdh-resolve-below-2",
        "faq-attack-strength-below-2-no-roll", "sg-strength-below-2",
    )  # fmt: skip
    record.stop_if_illegal()
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
    """Carry out the result: a capture, a destruction, or nothing (`wdh-results-fail-rival-target`, `wdh-results-success-place`)."""
    attack = table.attack
    if attack is None:
        under_way(table, record)
    assert attack is not None
    won = succeeds(table)
    record.require(won is not None, "the dice have been rolled", "wdh-resolve-roll", "sg-attack-definition")
    record.stop_if_illegal()
    record.ledger = explain(table)
    table = clear(replace(table, attack=None), attack, record)
    if not won:
        return _fail(table, attack, record)
    if attack.instant or attack.plot:
        return instants.succeed(table, attack, record.ledger, record)
    if attack.kind == "destroy":
        record.happen(f"{table.name(attack.target)} is destroyed", "wdh-destroy-6-pile", "sg-destroy-goes-to-own-pile")
        return destruction.destroy(table, attack.target, attack.player, record)
    return capture(table, attack, play, record)


def clear(table: Table, attack: Attack, record: Record) -> Table:
    """Plots of the attack, and agents, are discarded; what is linked stays (`wdh-plot-attack-discard`, `wdh-agents-discarded`)."""
    for played in attack.played:
        if played.card not in table.links:
            table = holdings.to_discard(table, played.card, played.player)
    for each in attack.agents:
        table = holdings.to_discard(table, each.card, each.player)
    if attack.plot and attack.plot not in table.links:
        table = holdings.to_discard(table, attack.plot, attack.player)
    return replace(table, lasting=tuple(each for each in table.lasting if each.until not in ("attack", "action")))


def _fail(table: Table, attack: Attack, record: Record) -> Table:
    record.happen("the attack fails", "wdh-results-fail-rival-target", "faq-attack-failure-defined", "sg-glo-failed")
    if attack.from_hand:
        player = table.player(attack.player)
        record.happen(f"{table.name(attack.target)} may be tried again this turn", "wdh-results-fail-hand-retry")
        return table.with_player(player.name, hand=(*player.hand, attack.target)).with_turn(tried=(*table.turn.tried, attack.target))
    return table


def capture(table: Table, attack: Attack, play: Resolve, record: Record) -> Table:
    """The target with all its puppets joins the attacker (`wdh-results-success-place`, `wdh-results-success-puppets`)."""
    player = table.player(attack.player)
    assert attack.attacker is not None
    victim = table.owner(attack.target)
    branch = victim.structure.branch(attack.target) if victim else Branch(attack.target)
    opened = player.structure.open_arrows(attack.attacker)
    side = play.side or next(iter(opened), None)
    record.require(side in opened, f"{table.name(attack.attacker)} has an open arrow there", "wdh-control-needs-token-arrow", about=attack.attacker)
    record.stop_if_illegal()
    with record.laying("wdh-results-success-overlap", "sg-success-overlap-rearrange"):
        fit = player.structure.fit(branch, attack.attacker, side, play.sides)
    record.happen(
        f"{table.name(attack.target)} is captured", "wdh-results-success-place", "wdh-results-success-puppets", "wdh-results-success-tokens",
        "sg-success-captured",
    )  # fmt: skip
    table = replace(table, uncontrolled=tuple(card for card in table.uncontrolled if card != attack.target))
    return holdings.captured(table, branch.cards(), fit, victim.name if victim else None, player.name, record)


def lay_agent(table: Table, play: LayAgent, record: Record) -> Table:
    """A duplicate of a rival's Illuminati card, drawn out of the Plot deck, becomes an agent there (`wdh-dup-ill-deck`)."""
    raise NotImplementedError
