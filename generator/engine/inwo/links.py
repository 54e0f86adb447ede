"""Links: what lies beside what, whether it may, and what becomes of it."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from generator.engine.inwo import board, destruction, holdings, lapsing
from generator.engine.inwo.plays import LinkTo, PlaceTokens, Proceed, Use
from generator.engine.inwo.table import FOR_GOOD, Lasting, Table
from generator.engine.linking import said_of_links
from generator.engine.record import Play, Record
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace


def may_be_legal(table: Table, card: str) -> bool:
    """Whether a link is legal, or will be of itself when what holds for a while is over (`wdh-illlink-temporary`)."""
    host = table.links.get(card)
    if host is None or board.in_force(table, card):
        return True
    away = any(
        not board.host_in_play(table, each) for each in (host, board.second_host(table, card)) if each is not None
    )
    return away or board.in_force(board.lasting_only(table), card)


# --- links that stay --------------------------------------------------------------------------------------------------


def is_permanent(table: Table, card: str) -> bool:
    """Whether nobody may move the link: every link of a Plot, and those that a card says stay
    (`wdh-mlink-plot-permanent`, `wdh-mlink-resource-permanent`, `faq-links-which-permanent`,
    `sg-link-permanent-when-plot-changes-stats`).
    """
    host = table.links.get(card)
    if table.book[card].kind == "plot":
        return True
    if host is None or table.book[host].kind == "illuminati":
        return False
    said = said_of_links(table.book[card])
    fast = board.spared(table, card, "moved") or board.spared(table, card, "unlinked")
    return (said is not None and said.stays) or fast is not None or _held_fast(table, card, host)


def _held_fast(table: Table, card: str, host: str) -> bool:
    """Whether a card in play says that what is linked so cannot be unlinked (Evil Geniuses for a Better Tomorrow, Count
    Dracula). What is linked to a Group is its player's (`wdh-link-when`).
    """
    for clause in table.book[host].clauses if board.has_abilities(table, host) else ():
        if isinstance(clause.sentence, t.Cannot) and {"unlinked", "moved"} & set(clause.sentence.deed):
            asked, ways = clause.sentence.who, c.demands(clause.sentence.who)
            own = c.LinkedTo(c.THIS) in ways and c.Belongs("rival") not in ways
            if own and board.means_host(table, asked, card, host):
                return True
    return False


# --- how many ---------------------------------------------------------------------------------------------------------


def require_limit(table: Table, card: str, host: str, record: Record) -> None:
    """So many copies for each player, card or game as the card says."""
    cites = ("wdh-illlink-example-monopoly", "sg-link-permanent-removed-if-illegal")
    for others, most in board.limits(table, card, host):
        text = f"no other {table.name(card)} is in play there" if most == 1 else f"fewer than {most} are in play there"
        record.require(len(others) < most, text, *cites, about=card)


# --- plays ------------------------------------------------------------------------------------------------------------


def attach(table: Table, card: str, host: str, record: Record) -> Table:
    """Link a card that a play links: a Plot to what it changes, a Resource by an ability (`wdh-link-ex-plot-group`,
    `sg-link-plot-to-group`).
    """
    require_limit(table, card, host, record)
    after = table.with_link(card, host)
    if (owner := table.owner(host)) is not None and table.shared:
        after = replace(after, owners=MappingProxyType({**table.owners, card: owner.name}))
    _require_in_force(after, card, host, record)
    record.stop_if_illegal()
    record.happen(
        f"{table.name(card)} is linked to {table.name(host)}",
        "wdh-link-ex-plot-group",
        "wdh-link-definition",
        "sg-link-plot-to-group",
    )
    return after


def _require_in_force(table: Table, card: str, host: str, record: Record, *more: str) -> None:
    text, cites = (
        f"{table.name(card)} may be linked to {table.name(host)}",
        ("faq-link-illegal-defined", "wdh-illlink-definition", *more),
    )
    record.require(board.in_force(table, card), text, *cites, "sg-resource-required-link-type", about=card)


def link(table: Table, play: LinkTo, record: Record) -> Table:
    """Link two cards of one's own, in the own Main Phase, once a turn (`wdh-link-when`, `wdh-mlink-temporary`,
    `wdh-mlink-once-per-turn`, `sg-link-other-move`). A card has one link at most: a new one takes the place of the old
    (`faq-links-how-many`, `sg-resource-single-link`). Linking to the own Illuminati ends a link
    (`wdh-link-ex-resource-group`).
    """
    card, host = play.card, play.to
    name, player = table.name(card), table.player(play.player)
    now = table.turn.player == play.player and (table.shared or table.turn.phase == "main")
    when = ("wdh-link-when", "wdh-mlink-temporary", "sg-link-other-move", "sg-link-resource-given")
    record.require(now, f"links are made and moved in your {'own turn' if table.shared else 'main phase'}", *when)
    stays = "wdh-mlink-plot-permanent" if table.book[card].kind == "plot" else "wdh-mlink-resource-permanent"
    fast = ("faq-links-which-permanent", stays, "sg-link-permanent-when-plot-changes-stats")
    loose = table.book[card].kind == "plot" and card not in table.links
    record.require(
        not loose, f"{name} is linked already: a Plot is linked, or put under a card, with `do: use`", *fast, about=card
    )
    record.require(loose or not is_permanent(table, card), f"the link of {name} is not permanent", *fast, about=card)
    for each in (card, host):
        mine = table.book[each].kind == "plot" or each in player.controlled
        record.require(
            mine, f"{play.player} controls {table.named(each)}", "wdh-link-when", "sg-link-other-move", about=each
        )
    moved, benefited = card in table.turn.moved, card in table.turn.benefited
    text = f"the link of {name} has not been moved this turn"
    record.require(not moved, text, "wdh-mlink-once-per-turn", "sg-link-other-move", about=card)
    text = f"{name} has not given its benefit this turn"
    record.require(not benefited, text, "wdh-mlink-after-benefit", "sg-link-benefit-locks", about=card)
    record.require(card != host, "two cards are linked", "wdh-link-definition", "sg-link-definition", about=card)
    record.require(
        table.links.get(card) != host, f"{name} is not linked there yet", "wdh-link-definition", "sg-link-definition"
    )
    for each in (card, host):
        alone = not _links_beside(table, each, card)
        record.require(
            alone, f"{table.name(each)} has no other link", "faq-links-how-many", "sg-resource-single-link", about=each
        )
    record.stop_if_illegal()
    after = table.with_link(card, host)
    to_own = host == player.illuminati and table.book[card].kind == "resource"
    if not to_own:
        _require_in_force(after, card, host, record, "wdh-link-ex-personality-place")
        require_limit(table, card, host, record)
    record.stop_if_illegal()
    cites = ("wdh-link-when", "wdh-link-definition", "sg-link-definition", "sg-link-resource-to-group")
    record.happen(f"{name} is linked to {table.name(host)}", *cites)
    return after.with_turn(moved=(*table.turn.moved, card))


def _links_beside(table: Table, card: str, moved: str) -> tuple[str, ...]:
    """What a Resource is linked to beside its Illuminati, the link of `moved` left out: one link is all that it has
    (`faq-links-how-many`).
    """
    if table.book[card].kind != "resource":
        return ()
    host = table.links.get(card)
    out = (host,) if host is not None and card != moved and table.book[host].kind != "illuminati" else ()
    return (*out, *(each for each in table.linked_to(card) if each != moved and table.book[each].kind != "plot"))


# --- what follows -----------------------------------------------------------------------------------------------------


def settle(before: Table, table: Table, play: Play, record: Record) -> Table:
    """What follows for links from whatever has been done: Resources go where their Group went
    (`wdh-res-captured-with-group`, `sg-resource-follows-group`), Plots that can never be legal again are discarded
    (`wdh-illlink-plot-permanent`), effects end with what made them. The `keep` of a play are the cards that its player
    keeps where only one may stay.
    """
    table = _forgotten(_wiped(before, _following(table)), record)
    table = _one_each(before, table, record, () if table.shared else getattr(play, "keep", ()))
    judged = None
    # What a card does while it is linked ends with its link, and another link may have rested on that.
    while judged is not table:
        judged = table
        for card in tuple(table.links):
            if card in table.links and not may_be_legal(table, card):
                table = _for_good(table, card, record)
    if before.turn.phase != table.turn.phase:
        table = lapsing.after_phase(table)
    return lapsing.swept(before, _ended(_without_bonuses(before, _benefited(before, _mastered(before, table), play))))


def _mastered(before: Table, table: Table) -> Table:
    """The table on which what a master makes of a puppet counts from when it got it, later than what was linked by then
    (`wdh-timing-order`).
    """
    found: list[Lasting] = []
    for player in table.seated:
        for card in player.structure.groups:
            master = table.master(card)
            if master is not None and master != before.master(card):
                found += destruction.made_by_master(table, card, tuple(table.links))
    return replace(table, lasting=(*table.lasting, *found)) if found else table


def _without_bonuses(before: Table, table: Table) -> Table:
    """The attack under way without what a Resource gave to it that has been lost since, bonuses and privilege; what it
    cost is lost (`faq-resource-duration-effect-ends-on-destruction`). A Resource that is the price of its bonus goes
    with the same play.
    """
    old, new = before.attack, table.attack
    if old is None or new is None:
        return table

    def lost(card: str) -> bool:
        return (
            card in table.book
            and table.book[card].kind == "resource"
            and before.owner(card) is not None
            and table.owner(card) is None
        )

    kept = tuple(line for line in new.added if line not in old.added or not lost(line.source.split("#")[0]))
    lent = any(isinstance(each.sentence, t.MakePrivileged) and lost(each.source) for each in before.lasting)
    return (
        table.with_attack(added=kept, privileged=new.privileged and not lent)
        if lent or len(kept) < len(new.added)
        else table
    )


def _benefited(before: Table, table: Table, play: Play) -> Table:
    """The table that knows which linked cards and Resources have given their benefit this turn: an Action token more,
    or what they were used for (`wdh-mlink-after-benefit`, `faq-resource-give-after-use`, `sg-link-benefit-locks`).
    """
    if before.turn.player != table.turn.player:
        return table
    uses = (play, *(each.play for each in table.entries if not each.void))
    found = [each.card for each in uses if isinstance(each, Use) and table.book[each.card].kind == "resource"]
    for card, host in table.links.items() if isinstance(play, PlaceTokens | Proceed) else ():
        if (
            table.book[card].kind != "plot"
            and table.book[card].standing.get(t.Tokens)
            and board.in_force(table, card)
            and table.tokens.get(host, 0) > before.tokens.get(host, 0)
        ):
            found.append(card)
    new = tuple(card for card in dict.fromkeys(found) if card not in table.turn.benefited)
    return table.with_turn(benefited=(*table.turn.benefited, *new)) if new else table


def _wiped(before: Table, table: Table) -> Table:
    """What was destroyed and is no longer among the destroyed has its printed values only
    (`wdh-remember-destroyed-wiped`, `sg-memory-destroyed-resets`).
    """
    still = {card for player in table.players for card in player.destroyed}
    back = {
        card
        for player in before.players
        for card in player.destroyed
        if card in table.fallen or card not in before.fallen
    } - still
    back = {card for card in back if not destruction.keeps_all(table, card)}
    if not back:
        return table
    kept = FOR_GOOD if table.options.alignments_of_destroyed_groups == "for-ever" else ()
    links = MappingProxyType({card: host for card, host in table.links.items() if host not in back})
    return replace(holdings.wiped(table, *back, but=kept), links=links)


def _forgotten(table: Table, record: Record) -> Table:
    """Where players agree so, a discarded Group of SubGenius forgets all, its Plots discarded (the conflict
    `memory-of-discarded-groups`).
    """
    gone = table.group_discard if table.shared and table.options.memory_of_discarded_groups == "forgets" else ()
    for card, host in tuple(table.links.items()) if gone else ():
        if host in gone:
            record.happen(f"{table.name(card)} is no longer linked", "sg-memory-general")
            owner = table.owner(card)
            is_plot = table.book[card].kind == "plot"
            table = (
                holdings.to_discard(table, card, "")
                if is_plot
                else table.with_link(card, owner.illuminati if owner else None)
            )
    return holdings.wiped(table, *(card for card in gone if card not in table.fallen))


def _following(table: Table) -> Table:
    for card, host in tuple(table.links.items()):
        if table.book[card].kind != "resource":
            continue
        owner, other = table.owner(card), table.owner(host)
        if table.book[host].kind == "illuminati":
            if owner is not None and owner.illuminati != host:
                table = table.with_link(card, owner.illuminati)
        elif other is not None and other != owner:
            table = holdings.to_resources(table, card, other.name)
        elif owner is not None and table.shared and host in table.uncontrolled:
            table = holdings.lift(table, card).with_tokens({card: 0})
            table = replace(table, uncontrolled=(*table.uncontrolled, card))
    return table


def _one_each(before: Table, table: Table, record: Record, keep: tuple[str, ...]) -> Table:
    """Of copies of a Plot of which there may be one, the others are discarded: those that the player does not keep,
    else the one that came with a Group from somebody else, else the later ones (`wdh-illlink-example-monopoly`,
    `sg-link-plot-permanently-illegal`).
    """

    def came(card: str) -> bool:
        host = table.links.get(card, "")
        had, has = before.owner(before.links.get(card, host)), table.owner(host)
        return had is None or has is None or had.name != has.name

    for card in tuple(table.links):
        if (
            table.book[card].kind != "plot"
            or card not in table.links
            or not board.host_in_play(table, table.links[card])
        ):
            continue
        for others, most in board.limits(table, card, table.links[card]):
            kept = sorted(sorted((card, *others), key=came), key=lambda each: each not in keep)[:most]
            for each in (card, *others):
                if each not in kept:
                    table = _discarded(table, each, record)
            if card not in table.links:
                break
    return table


def _for_good(table: Table, card: str, record: Record) -> Table:
    """A link that can never be legal again: a Plot is discarded; a Resource stays in play, of SubGenius without the
    link (`wdh-illlink-plot-permanent`, `wdh-illlink-resource-permanent-stays`, `sg-link-resource-permanently-illegal`).
    """
    if table.book[card].kind == "plot":
        return _discarded(table, card, record)
    owner = table.owner(card)
    if (
        table.shared
        and table.book[card].kind == "resource"
        and owner is not None
        and table.links[card] != owner.illuminati
    ):
        record.happen(f"the link of {table.name(card)} is lost", "sg-link-resource-permanently-illegal")
        return table.with_link(card, owner.illuminati).with_turn(moved=(*table.turn.moved, card))
    return table


def _discarded(table: Table, card: str, record: Record) -> Table:
    record.happen(
        f"the link of {table.numbered(card)} is illegal for good, so it is discarded",
        "wdh-illlink-plot-permanent",
        "faq-link-alignment-required-plots",
        "sg-link-plot-permanently-illegal",
        "sg-link-permanent-removed-if-illegal",
    )
    owner = table.owner(table.links[card])
    return holdings.to_discard(table, card, owner.name if owner else table.turn.player)


def _ended(table: Table) -> Table:
    """The table without effects whose card is gone: of a Plot that is no longer linked, of a Resource destroyed in the
    meantime (`faq-resource-duration-effect-ends-on-destruction`), of a master left.
    """

    def holds(each: Any) -> bool:
        match each.until:
            case "linked":
                return each.source in table.links
            case "in play":
                return board.in_play(table, each.source)
            case "master":
                return each.on is None or table.master(each.on) in (None, each.source)
            case "gone":
                return True
        return table.book[each.source].kind != "resource" or table.owner(each.source) is not None

    kept = tuple(each for each in table.lasting if holds(each))
    return table if len(kept) == len(table.lasting) else replace(table, lasting=kept)
