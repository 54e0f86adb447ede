"""Cards leave play: destroyed, killed, discarded; what hangs on them goes back to a hand."""

from __future__ import annotations

from collections.abc import Iterator

from generator.engine.cards import ANOTHER_MASTER
from generator.engine.inwo import board, holdings, memory
from generator.engine.inwo.table import Lasting, Table
from generator.engine.record import Record
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace


def destroy(table: Table, card: str, by: str | None, record: Record, *, killed: bool = False, told: str = "") -> Table:
    """A Group goes to the pile of the player who destroyed it (`wdh-destroy-6-pile`, `sg-destroy-goes-to-own-pile`). It
    forgets all that was done to it (`wdh-remember-destroyed-wiped`); linked Resources are destroyed with it
    (`wdh-res-destroyed-with-group`), and its puppets go to the hand of the player who controlled it
    (`wdh-destroy-7-puppets-hand`), of SubGenius to the uncontrolled area (`sg-destroy-puppets-uncontrolled`).
    """
    if table.book[card].kind == "illuminati":
        cites = ("wdh-attack-illuminati-destroyed-how", "sg-attack-illuminati-immune")
        record.happen(f"{table.name(card)} stays: Illuminati fall only with the last of their Groups", *cites)
        return table
    if table.book[card].kind == "resource" and board.spared(table, card, "lost") is not None:
        record.happen(
            f"{table.name(card)} cannot be lost", "wdh-res-destroyed-with-group", "sg-resource-destroyed-with-group"
        )
        return table
    if told:  # what has happened to it, where nothing else says so
        record.happen(f"{table.name(card)} is {told}", "wdh-destroy-6-pile", "sg-destroy-goes-to-own-pile")
    table = memory.remember(table, card)
    if table.options.alignments_of_destroyed_groups == "wiped-at-once":
        table = replace(
            table,
            lasting=tuple(each for each in table.lasting if each.on != card or isinstance(each.sentence, t.Cannot)),
        )
    else:
        table = _remembering(table, card)
    table = out_of_structure(table, card, record)
    for each in () if keeps_all(table, card) else table.linked_to(card):
        if table.book[each].kind == "resource":
            record.happen(
                f"{table.name(each)} is destroyed with it",
                "wdh-res-destroyed-with-group",
                "sg-resource-destroyed-with-group",
            )
            table = _to_pile(holdings.lift(table.with_link(each, None), each), each, by, killed=False)
        elif table.book[each].kind == "group":
            table = table.with_link(each, None)
        else:
            table = holdings.to_discard(table, each, table.owners.get(each, by or table.turn.player))
    return _to_pile(holdings.lift(table.with_link(card, None), card), card, by, killed=killed)


def keeps_all(table: Table, card: str) -> bool:
    """Whether a card says that it keeps what is linked to it, and all that was changed about it, while it lies among
    the destroyed.
    """
    return any(
        "lost" in said.deed
        and c.LinkedTo(c.THIS) in c.demands(said.who)
        and c.In("destroyed") in c.asserted(said.while_)
        and not any(isinstance(part, c.Belongs) for part in c.asserted((said.who, said.while_)))
        for _, _, said in table.book[card].standing.get(t.Cannot, ())
    )


def _remembering(table: Table, card: str) -> Table:
    """The alignments that linked Plots gave a Group for good stay with it among the destroyed, those of a while as long
    as they would (`wdh-align-change-survives-destruction`, `faq-destroyed-group-keeps-changed-alignment`).
    """
    changes = []
    for each in table.linked_to(card):
        for kind in (
            (t.Becomes, t.AlignmentsOf) if table.book[each].kind == "plot" and board.in_force(table, each) else ()
        ):
            for number, _, sentence in table.book[each].standing.get(kind, ()):
                changes.append(Lasting(each, number, table.owners.get(each, table.turn.player), sentence, card, "gone"))
    return replace(table, lasting=(*table.lasting, *changes)) if changes else table


def _to_pile(table: Table, card: str, by: str | None, *, killed: bool) -> Table:
    if by is None:
        return holdings.to_discard(table, card, table.turn.player)
    pile = table.player(by)
    more = {"killed": (*pile.killed, card)} if killed else {}
    return table.with_player(by, destroyed=(*pile.destroyed, card), **more)


def left_behind(table: Table, card: str, taker: str, record: Record) -> Table:
    """Somebody else gets a Group: a puppet below it that he cannot control does not come along, nor do its own puppets.

    They go where the puppets of a destroyed Group go (the conflict `robo-bob-below-a-captured-master`).
    """
    owner = table.owner(card)
    for each in owner.structure.subtree(card)[1:] if owner is not None and card in owner.structure else ():
        awaited = board.awaits_goal(table, each, taker)
        shield = board.spared(table, each, "controlled", taker) or (awaited and awaited[1])
        if shield is not None and owner is not None and table.owner(each) is not None:
            record.happen(
                f"{table.name(each)} does not come along: {shield.text}",
                "wdh-meta-cannot-beats",
                "sg-meta-cannot-beats-can",
            )
            table = freed(table, each, record, "wdh-meta-cannot-beats", "sg-meta-cannot-beats-can")
    return table


def freed(table: Table, card: str, record: Record, *cites: str) -> Table:
    """A Group is nobody's: in SubGenius it lies in the uncontrolled area, of INWO in the hand of who controlled it."""
    owner = table.owner(card)
    if owner is None:
        return table
    table = out_of_structure(table, card, record)
    record.happen(f"nobody controls {table.name(card)} any more", *cites)
    return holdings.to_hand(table.with_tokens({card: 0}), card, owner.name)


def out_of_structure(table: Table, card: str, record: Record) -> Table:
    """Take a Group out of its Power Structure; its puppets go to the hand of who controlled it, without tokens."""
    owner = table.owner(card)
    if owner is None or card not in owner.structure:
        return table
    below = owner.structure.subtree(card)[1:]
    kept = tuple(each for puppet in below for each in made_by_master(table, puppet))
    table = table.with_player(owner.name, structure=owner.structure.remove(card)).with_tokens(
        dict.fromkeys((card, *below), 0)
    )
    for puppet in below:
        record.happen(
            f"{table.name(puppet)} {holdings.goes(table, owner.name)}",
            "wdh-destroy-7-puppets-hand",
            "sg-destroy-puppets-uncontrolled",
        )
        table = holdings.to_hand(table, puppet, owner.name)
    return replace(table, lasting=(*table.lasting, *kept))


def made_by_master(table: Table, puppet: str, seen: tuple[str, ...] | None = None) -> Iterator[Lasting]:
    """What the master of a Group, Paralyzed or not, makes of it until it has another: in a hand it stays so
    (`wdh-remember-status`, `wdh-paralyze-puppets-ok`). It counts after the links that are `seen`; what is known of
    already counts as it did.
    """
    master, owner = table.master(puppet), table.owner(puppet)
    if master is None or owner is None:
        return
    known = {each.clause for each in table.lasting if (each.source, each.on) == (master, puppet)}
    for number, _, said in table.book[master].standing.get(t.Becomes, ()):
        its = said.until == ANOTHER_MASTER and board.fits(table, said.who, puppet, master, owner.name)
        if its and number not in known:
            made = replace(said, who=c.LINKED, until=None)
            yield Lasting(master, number, owner.name, made, puppet, ANOTHER_MASTER, (), seen)
