"""Cards come into play: whether they may, and where they go."""

from __future__ import annotations

from typing import Final

from generator.engine.cards import Card, Side
from generator.engine.inwo import board, holdings
from generator.engine.inwo.table import Table
from generator.engine.reading import COPY
from generator.engine.record import Record
from generator.engine.situation import Reason
from generator.engine.structure import Branch
from generator.language import tree as t

NEVER_BACK: Final = ("revived", "returned")
"""What cannot be done to a destroyed card of which a card says that it never comes back."""


_GROUPS = (
    (
        "wdh-bot-3-group-no-duplicate",
        "faq-bot-ato-no-duplicate-group",
        "wdh-grpplay-no-second-copy",
        "wdh-dup-grp-no-play",
    ),
    ("wdh-dup-grp-destroyed", "sg-add-destroyed-groups"),
)
_UNIQUE = (
    (
        "wdh-bot-3-unique-no-duplicate",
        "faq-bot-ato-resource-placement",
        "wdh-restypes-unique-in-play",
        "wdh-dup-res-unique",
        "sg-add-unique-resources",
    ),
    ("wdh-restypes-unique-destroyed", "wdh-dup-res-unique", "sg-add-unique-destroyed"),
)
"""What says that there is one of a Group, or of a Unique Resource: while it is in play, and when it has been
destroyed.
"""


PLACED: Final = ("wdh-bot-3-group-placement", "faq-bot-ato-group-placement", "sg-phase3-group-placement")
"""What says where a Group goes that comes into play."""


def require_no_copy(table: Table, card: str, record: Record, taker: str | None = None) -> None:
    """No Group twice in play, no Unique Resource, unless the card itself allows it (`wdh-bot-3-group-no-duplicate`,
    `wdh-bot-3-unique-no-duplicate`). `taker` gets the card, by default the player whose turn it is."""
    printed, name = table.book[card], table.name(card)
    limits = printed.standing.get(t.Limit, ())
    own = table.options.janor_device_unique == "one-each" and any(limit.each == "player" for _, _, limit in limits)
    once = (printed.kind == "group" or "Unique" in printed.attributes) and not own and not printed.rules("any copies")
    in_play, in_pile = _GROUPS if printed.kind == "group" else _UNIQUE
    gone = (other for other in table.removed if other in table.fallen)
    lost = any(table.name(other) == name for other in (*board.destroyed(table), *gone))
    again = _may_return(printed) if lost else 0
    in_play_now = sum(table.name(other) == name for player in table.seated for other in player.controlled)
    cites = (*in_play, "sg-add-one-copy-in-structures", "sg-add-agents-no-attack")
    record.require(not once or in_play_now < max(again, 1), f"no other {name} is in play", *cites, about=card)
    _require_no_copy_left(table, card, record)
    for number, clause, limit in limits:
        taking = table.player(taker) if taker else table.active
        rows = (taking,) if limit.each == "player" else table.seated if limit.each is None else ()
        there = sum(table.name(other) == name for player in rows for other in player.controlled)
        record.note(Reason(there < limit.count, card, clause.text, f"{card.partition(COPY)[0]}#{number}", clause.cites))
    record.insist(not (once and lost) or again > 0, f"no {name} has been destroyed", *in_pile, about=card)


def _may_return(card: Card) -> int:
    """How many other copies may be played when a card is destroyed, by what it says itself."""
    counts = [
        each.cards.count or 0
        for clause in card.sentences(t.Ability)
        if isinstance(timing := clause.sentence.timing, t.OnCard) and "destroyed" in timing.happens
        for each in clause.sentence.effects
        if isinstance(each, t.They) and each.verb == "may play" and isinstance(each.cards, t.Cards)
    ]
    return max(counts, default=0)


def _require_no_copy_left(table: Table, card: str, record: Record) -> None:
    """Where the players have agreed on it, a Group that left its Power Structure and lies discarded, in SubGenius
    uncontrolled, bars its copies (the conflicts `copies-of-a-discarded-group` and `duplicate-set-free`).
    """
    bars = "uncontrolled" if table.shared else "discard pile"
    copies = [
        each
        for each in table.left
        if each != card and table.name(each) == table.name(card) and table.zone(each)[0] == bars
    ]
    cites = ("wdh-dup-grp-discarded-never-in-play", "sg-add-agents-unused")
    record.require(not copies, f"no {table.name(card)} that was in play is there", *cites, about=card)


def require_control(table: Table, name: str, card: str, record: Record) -> None:
    """A card that only those control who have exposed a certain Goal."""
    if (bar := board.awaits_goal(table, card, name)) is not None:
        number, clause = bar
        record.note(Reason(False, card, clause.text, f"{card.partition(COPY)[0]}#{number}", clause.cites))


def require_taking(table: Table, name: str, card: str, record: Record) -> None:
    """What keeps a player from taking control of a card, in whatever way: his own cards (Hitler's Brain), the Zaps on
    him (`wdh-zap-scope`), and what lets nobody else ever control it (Robo "Bob").
    """
    for speaker, number, clause, ban in board.said(table, t.MayNot, name):
        if "take" in ban.deed and ban.who == "you" and speaker.owner == "you":
            ok = not board.fits(table, ban.what, card, speaker.card.id, name)
            record.note(Reason(ok, card, clause.text, f"{speaker.card.id}#{number}", clause.cites))
    for zap, said in holdings.zaps_on(table, name):
        barred = said.ban is not None and forbids(table, said.ban, card, zap, name)
        record.require(
            not barred,
            f"{name} may take control of {table.name(card)}; {holdings.barred_by(table, zap)}",
            "wdh-zap-scope",
            about=zap,
        )
    require_ever(table, name, card, record)


def require_ever(table: Table, name: str, card: str, record: Record) -> None:
    """No card says of this one that its player's rivals cannot control it (the conflict
    `robo-bob-on-a-place-of-nobody`), or that this player cannot.
    """
    require_control(table, name, card, record)
    if (shield := board.spared(table, card, "controlled", name)) is not None:
        record.require(
            False,
            f"{name} may take control of {table.name(card)}; barred by {shield.text}",
            "wdh-meta-cannot-beats",
            "sg-meta-cannot-beats-can",
            about=card,
        )


def enter(table: Table, name: str, card: str, master: str | None, side: Side | None, record: Record) -> Table:
    """A card comes into play: a Group onto an arrow, a Resource beside the structure, linked to the Illuminati
    (`wdh-bot-3-group-placement`, `wdh-bot-3-resource-placement`, `wdh-res-default-link`)."""
    require_taking(table, name, card, record)
    table = holdings.lift(table, card)
    player = table.player(name)
    if table.book[card].kind == "resource":
        table = table.with_player(name, resources=(*player.resources, card))
        return table.with_link(card, player.illuminati) if card not in table.links else table
    arrow = arrow_for(table, name, card, master, side, record, *PLACED)
    with record.laying(*PLACED, "wdh-meta-no-overlap"):
        fit = player.structure.fit(Branch(card), *arrow)
    return table.with_player(name, structure=fit.structure)


def arrow_for(
    table: Table, name: str, card: str, master: str | None, side: Side | None, record: Record, *cites: str
) -> tuple[str, Side]:
    """The arrow of a player's Power Structure onto which a Group goes: the one named, else the first that can be."""
    structure = table.player(name).structure
    if master is not None:
        text = f"{table.name(master)} is in the Power Structure of {name}"
        record.insist(master in structure, text, *cites, about=card)
        require_puppet(table, card, master, record, *cites)
    masters = (each for each in structure if master in (None, each) and board.may_be_under(table, card, each))
    arrows = ((each, at) for each in masters for at in structure.open_sides(each, card) if side in (None, at))
    arrow = next(arrows, None)
    record.insist(arrow is not None, f"an open arrow for {table.name(card)}", *cites, about=card)
    assert arrow is not None
    return arrow


def require_puppet(table: Table, card: str, master: str, record: Record, *cites: str) -> None:
    """A Group may be the puppet of another, which is not Paralyzed."""
    still = board.paralyzed(table, master)
    text = f"{table.name(card)} may be a puppet of {table.name(master)}"
    text = f"{table.name(master)} is Paralyzed and gets no puppets" if still else text
    cites = ("wdh-paralyze-no-new-puppets", "wdh-glos-paralyzed") if still else cites
    record.insist(board.may_be_under(table, card, master), text, *cites, about=master if still else card)


def require_automatic(table: Table, name: str, record: Record) -> None:
    """No Zap on a player and no card in play bars the automatic takeovers of that player (`wdh-zap-scope`)."""
    for zap, said in holdings.zaps_on(table, name):
        record.require(
            said.rule != "no takeover",
            f"{name} has an automatic takeover; {holdings.barred_by(table, zap)}",
            "wdh-zap-scope",
            about=zap,
        )
    for speaker, _, clause, ban in board.said(table, t.MayNot, name):
        if ban.what == "takeover" and ban.deed == ("use",):
            record.require(
                False,
                f"{name} has an automatic takeover; barred by {speaker.card.name}: {clause.text}",
                *(clause.cites or ("wdh-bot-3-auto-takeover-optional", "sg-phase3-ato")),
                about=speaker.card.id,
            )


def forbids(table: Table, ban: t.MayNot, card: str, zap: str, player: str) -> bool:
    """Whether what a Zap says of its victim keeps that player from taking control of a card, in whatever way
    (`wdh-zap-scope`).
    """
    return "take" in ban.deed and board.fits(table, ban.what, card, zap, player, entering=True)
