"""Several players with the same Illuminati, and agents among the Illuminati of rivals."""

from __future__ import annotations

from collections.abc import Iterator

from generator.engine.inwo import holdings
from generator.engine.inwo.plays import LayAgent
from generator.engine.inwo.table import Attack, Table
from generator.engine.record import Record
from generator.engine.situation import Line, LineSide

FACTION = 5
"""More against Groups of a rival faction of the own Illuminati (`wdh-dup-ill-plus5`)."""
AGENT = 3
"""What an agent among the Illuminati of a rival is worth (`wdh-dup-ill-agent-plus3`)."""
_CHURCH = "Church of the SubGenius"


def lines(table: Table, pending: Attack) -> Iterator[Line]:
    """The lines of an attack on a rival: +5 against a faction of the own Illuminati (`wdh-dup-ill-factions`,
    `wdh-dup-ill-plus5`), and +3 for the side that has an agent among the Illuminati of the other
    (`wdh-dup-ill-agent-plus3`).
    """
    if pending.defender is None:
        return
    attacker, defender = table.player(pending.player), table.player(pending.defender)
    own, other = table.name(attacker.illuminati), table.name(defender.illuminati)
    if own == other and not (table.shared and own == _CHURCH):
        yield Line(
            "attack",
            FACTION,
            f"a rival faction of {own}",
            "+5 against a rival faction of the same Illuminati",
            "rival-faction",
            ("wdh-dup-ill-plus5", "wdh-dup-ill-factions", "sg-add-rival-bonus-same-illuminati"),
        )
    sides: tuple[tuple[LineSide, tuple[str, ...], str], ...] = (
        ("attack", attacker.agents, other),
        ("defense", defender.agents, own),
    )
    for side, agents, among in sides:
        text = "+3 against the whole Power Structure of an Illuminati"
        line = Line(side, AGENT, f"agent among {among}", text, "illuminati-agent", ("wdh-dup-ill-agent-plus3",))
        yield from (line for agent in agents if table.name(agent) == among)


def lay_agent(table: Table, play: LayAgent, record: Record) -> Table:
    """An Illuminati card drawn out of the Plot deck that duplicates a rival's is laid down at any time as an agent
    there, for the top cards of both decks (`wdh-dup-ill-deck`). It lies beside the Resources and is none
    (`wdh-dup-ill-agent-zone`).
    """
    player, name = table.player(play.player), table.name(play.card)
    held = table.book[play.card].kind == "illuminati" and player.holds(play.card)
    record.require(held, f"{name} is an Illuminati card in your hand", "wdh-dup-ill-deck", about=play.card)
    own = name == table.name(player.illuminati)
    record.require(not own, f"{name} is not your own Illuminati", "wdh-dup-ill-agent-not-own", about=play.card)
    played = any(table.name(other.illuminati) == name for other in table.seated if other.name != play.player)
    record.require(played, f"a rival plays {name}", "wdh-dup-ill-deck", about=play.card)
    first, text = (
        all(table.name(agent) != name for agent in player.agents),
        f"1 agent for each Illuminati; {name} has yours",
    )
    record.require(first, text, "wdh-dup-ill-agent-one-each", about=play.card)
    decks = [holdings.deck_of(table, play.player, what) for what in ("plot", "group")]
    record.insist(all(decks), "there is a Plot and a Group card on top of the decks to discard", "wdh-dup-ill-deck")
    for deck in decks:
        table = holdings.to_discard(table, deck[0], play.player)
    record.done(f"{name} becomes an agent of {play.player}", "wdh-dup-ill-deck", "wdh-dup-ill-agent-zone")
    if record.void:
        return holdings.to_discard(table, play.card, play.player)
    table = holdings.lift(table, play.card)
    return table.with_player(play.player, agents=(*table.player(play.player).agents, play.card))
