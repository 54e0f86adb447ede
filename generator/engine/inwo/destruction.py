"""Cards leave play: destroyed, killed, discarded; what hangs on them goes back to a hand."""

from __future__ import annotations

from generator.engine.inwo import holdings
from generator.engine.inwo.table import Table
from generator.engine.record import Record


def destroy(table: Table, card: str, by: str | None, record: Record, *, killed: bool = False) -> Table:
    """A Group goes to the pile of the player who destroyed it (`wdh-destroy-6-pile`, `sg-destroy-goes-to-own-pile`). It forgets all that
    was done to it (`wdh-remember-destroyed-wiped`); linked Resources are destroyed with it (`wdh-res-destroyed-with-group`), and its puppets
    go to the hand of the player who controlled it (`wdh-destroy-7-puppets-hand`), of SubGenius to the uncontrolled area
    (`sg-destroy-puppets-uncontrolled`)."""
    table = out_of_structure(table, card, record)
    for each in table.linked_to(card):
        if table.book[each].kind == "resource":
            record.happen(f"{table.name(each)} is destroyed with it", "wdh-res-destroyed-with-group", "sg-resource-destroyed-with-group")
            table = _to_pile(holdings.lift(table.with_link(each, None), each), each, by, killed=False)
        else:
            table = holdings.to_discard(table, each, table.owners.get(each, by or table.turn.player))
    return _to_pile(holdings.lift(table, card), card, by, killed=killed)


def _to_pile(table: Table, card: str, by: str | None, *, killed: bool) -> Table:
    if by is None:
        return holdings.to_discard(table, card, table.turn.player)
    pile = table.player(by)
    more = {"killed": (*pile.killed, card)} if killed else {}
    return table.with_player(by, destroyed=(*pile.destroyed, card), **more)


def out_of_structure(table: Table, card: str, record: Record) -> Table:
    """Take a Group out of its Power Structure; its puppets go to the hand of who controlled it, without tokens."""
    owner = table.owner(card)
    if owner is None or card not in owner.structure:
        return table
    below = owner.structure.subtree(card)[1:]
    table = table.with_player(owner.name, structure=owner.structure.remove(card)).with_tokens(dict.fromkeys((card, *below), 0))
    for puppet in below:
        record.happen(f"{table.name(puppet)} loses its place", "wdh-destroy-7-puppets-hand", "sg-destroy-puppets-uncontrolled")
        table = holdings.to_hand(table, puppet, owner.name)
    return table
