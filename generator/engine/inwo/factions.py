"""Several players with the same Illuminati, and agents among the Illuminati of rivals."""

from __future__ import annotations

from collections.abc import Iterator

from generator.engine.inwo import holdings
from generator.engine.inwo.plays import LayAgent
from generator.engine.inwo.table import Attack, Table
from generator.engine.record import Record
from generator.engine.situation import Line

FACTION = 5
"""More against Groups of a rival faction of the own Illuminati (`wdh-dup-ill-plus5`)."""
AGENT = 3
"""What an agent among the Illuminati of a rival is worth (`wdh-dup-ill-agent-plus3`)."""
_CHURCH = "Church of the SubGenius"


def lines(table: Table, pending: Attack) -> Iterator[Line]:
    """The lines of an attack on a rival: +5 against a faction of the own Illuminati (`wdh-dup-ill-factions`, `wdh-dup-ill-plus5`), and +3
    for the side that has an agent among the Illuminati of the other (`wdh-dup-ill-agent-plus3`)."""
    if pending.defender is None:
        return
    attacker, defender = table.player(pending.player), table.player(pending.defender)
    own, other = table.name(attacker.illuminati), table.name(defender.illuminati)
    if own == other and not (table.shared and own == _CHURCH):
        yield Line(
            "attack", FACTION, f"a rival faction of {own}", "+5 against a rival faction of the same Illuminati", "rival-faction",
            ("wdh-dup-ill-plus5", "wdh-dup-ill-factions", "sg-add-rival-bonus-same-illuminati"),
        )
    for agent in attacker.agents:
        if table.name(agent) == other:
            yield _agent(table, agent, "attack", other)
    for agent in defender.agents:
        if table.name(agent) == own:
            yield _agent(table, agent, "defense", own)


def _agent(table: Table, agent: str, side: str, among: str) -> Line:
    return Line(
        "attack" if side == "attack" else "defense", AGENT, f"agent among {among}", "+3 against the whole Power Structure of an Illuminati",
        "illuminati-agent", ("wdh-dup-ill-agent-plus3",),
    )


def lay_agent(table: Table, play: LayAgent, record: Record) -> Table:
    """An Illuminati card drawn out of the Plot deck that duplicates a rival's is laid down at any time as an agent there, for the top cards
    of both decks (`wdh-dup-ill-deck`). It lies beside the Resources and is none (`wdh-dup-ill-agent-zone`)."""
    player, name = table.player(play.player), table.name(play.card)
    record.require(
        table.book[play.card].kind == "illuminati" and player.holds(play.card), f"{name} is an Illuminati card in your hand", "wdh-dup-ill-deck",
        about=play.card,
    )
    record.require(
        name != table.name(player.illuminati), f"{name} is not your own Illuminati", "wdh-dup-ill-agent-not-own", about=play.card
    )
    rivals = [other for other in table.seated if other.name != play.player]
    record.require(
        any(table.name(other.illuminati) == name for other in rivals), f"a rival plays {name}", "wdh-dup-ill-deck", about=play.card
    )
    record.require(
        all(table.name(agent) != name for agent in player.agents), f"1 agent for each Illuminati; {name} has yours", "wdh-dup-ill-agent-one-each",
        about=play.card,
    )
    decks = [holdings.deck_of(table, play.player, what) for what in ("plot", "group")]
    record.require(all(decks), "there is a Plot and a Group card on top of the decks to discard", "wdh-dup-ill-deck")
    record.stop_if_illegal()
    for deck in decks:
        table = holdings.to_discard(table, deck[0], play.player)
    record.done(f"{name} becomes an agent of {play.player}", "wdh-dup-ill-deck", "wdh-dup-ill-agent-zone")
    if record.void:
        return holdings.to_discard(table, play.card, play.player)
    table = holdings.lift(table, play.card)
    return table.with_player(play.player, agents=(*table.player(play.player).agents, play.card))
