"""Setting up a game: Illuminati and leads face down, all turned up at once, the opening hands, the roll for the first
turn.

Decks come shuffled, their top card first; a card that goes back into one lies at its bottom then, since the engine
knows no chance.
"""

from __future__ import annotations

from types import MappingProxyType

from generator.engine.cards import Side
from generator.engine.inwo import holdings, rounds
from generator.engine.inwo.plays import Begin, LayIlluminati, Lead
from generator.engine.inwo.table import Setting, Table
from generator.engine.record import Play, Record
from generator.engine.structure import Branch
from generator.structs import replace

SETUP: tuple[type[Play], ...] = (LayIlluminati, Lead, Begin)
"""The plays of a game that has not begun."""
DECK = 45
"""Cards of a deck, the Illuminati card among them (`wdh-setup-1-deck-size`, `faq-start-illuminati-in-45`)."""
OPENING_PLOTS, OPENING_GROUPS = 3, 6
"""Opening hands of INWO (`wdh-setup-4-draw-3-plots`, `wdh-setup-6-draw-6-groups`)."""
DEALT = 3
"""Cards of each deck that SubGenius deals to everybody (`sg-setup-deal-3-3`)."""
MOST_PLAYERS = {"inwo": 6, "subgenius": 4}


def require_stage(table: Table, play: Play, record: Record) -> None:
    """Before the game begins there is nothing but its setup: no Plot is played and no card used
    (`wdh-setup-4-look-not-play`).
    """
    if table.setting is not None:
        record.require(
            isinstance(play, SETUP), "the game has not begun", "wdh-setup-4-look-not-play", "sg-setup-first-player"
        )
    else:
        record.require(not isinstance(play, SETUP), "the game has begun", "wdh-turn-steps", "sg-setup-first-player")


def _require_players(table: Table, record: Record) -> None:
    most = MOST_PLAYERS[table.game]
    record.require(2 <= len(table.players) <= most, f"2 to {most} play", "wdh-front-player-count", "sg-players-2-to-4")


def lay_illuminati(table: Table, play: LayIlluminati, record: Record) -> Table:
    """The Illuminati card goes on the table face down, the deck is sorted; when the last one lies there, all are turned
    up and everybody draws three Plots (`wdh-setup-2-split-decks`, `wdh-setup-3-illuminati-reveal`,
    `wdh-setup-4-draw-3-plots`).
    """
    player, setting = table.player(play.player), table.setting
    assert setting is not None
    _require_players(table, record)
    record.require(not table.shared, "everybody has a Church", "sg-setup-one-church-each")
    record.require(
        player.name not in setting.laid, f"{player.name} has an Illuminati card", "wdh-setup-3-illuminati-reveal"
    )
    size = len(player.plot_deck) + len(player.group_deck) + 1
    record.require(
        size == DECK,
        f"a deck has {DECK} cards, the Illuminati among them; this one has {size}",
        "wdh-setup-1-deck-size",
        "faq-start-illuminati-in-45",
    )
    for deck, kinds, cites in (
        (player.plot_deck, ("plot", "illuminati"), ("wdh-setup-2-plot-deck-contents", "wdh-setup-1-backs")),
        (player.group_deck, ("group", "resource"), ("wdh-setup-2-group-deck-contents", "wdh-setup-1-backs")),
    ):
        for card in deck:
            record.require(
                table.book[card].kind in kinds, f"{table.name(card)} belongs in that deck", *cites, about=card
            )
    record.stop_if_illegal()
    setting = replace(setting, laid=(*setting.laid, player.name))
    if len(setting.laid) < len(table.players):
        return replace(table, setting=setting)
    record.happen("all Illuminati are turned up", "wdh-setup-3-illuminati-reveal", "wdh-setup-3-same-illuminati")
    for each in table.players:
        table, _ = holdings.draw(table, each.name, "plot", OPENING_PLOTS, record)
    record.happen("everybody draws three Plots", "wdh-setup-4-draw-3-plots", "wdh-setup-4-hidden")
    return _led(replace(table, setting=replace(setting, shown=True)), record)


def lead(table: Table, play: Lead, record: Record) -> Table:
    """A lead goes on the table face down: a Group of one's own deck that nobody has led with, in SubGenius one of three
    cards dealt (`wdh-setup-5-lead-choose`, `wdh-setup-5-lead-repick-constraint`, `sg-setup-choose-lead`,
    `sg-setup-resource-lead`).
    """
    player, setting = table.player(play.player), table.setting
    assert setting is not None
    if table.shared:
        _require_players(table, record)
    record.require(setting.shown, "all Illuminati are face up", "wdh-setup-3-illuminati-reveal")
    record.require(
        player.name in _due(table),
        f"{player.name} is to choose a lead",
        "wdh-setup-5-lead-choose",
        "sg-setup-choose-lead",
    )
    record.require(
        play.card in (player.hand if table.shared else player.group_deck),
        f"{table.name(play.card)} can be chosen",
        "wdh-setup-5-lead-choose",
        "sg-setup-choose-lead",
        about=play.card,
    )
    if not table.shared:
        record.require(
            table.book[play.card].kind == "group", "a Group leads", "wdh-setup-5-lead-no-resource", about=play.card
        )
        new = table.name(play.card) not in setting.named
        record.require(
            new, f"nobody has led with {table.name(play.card)}", "wdh-setup-5-lead-repick-constraint", about=play.card
        )
    record.stop_if_illegal()
    table = holdings.lift(table, play.card)
    sides = {**setting.sides, player.name: play.side} if play.side else setting.sides
    setting = replace(
        setting, leads=MappingProxyType({**setting.leads, player.name: play.card}), sides=MappingProxyType({**sides})
    )
    table = replace(table, setting=setting)
    return table if _due(table) else _turned_up(table, record)


def _due(table: Table) -> tuple[str, ...]:
    """The players who are to choose a lead; nobody who has run out of Groups to choose
    (`wdh-setup-5-lead-repick-constraint`).
    """
    setting = table.setting
    assert setting is not None
    due = []
    for player in table.players:
        cards = player.hand if table.shared else player.group_deck
        free = [
            card
            for card in cards
            if table.shared or (table.book[card].kind == "group" and table.name(card) not in setting.named)
        ]
        if player.name not in setting.leads and len(player.structure) == 1 and not player.resources and free:
            due.append(player.name)
    return tuple(due)


def _turned_up(table: Table, record: Record) -> Table:
    """All leads are turned up. A lead that several have chosen is put aside by all of them
    (`wdh-setup-5-lead-duplicates-aside`), who in SubGenius draw another card (`sg-add-bounced-leads`); the others
    become puppets of their Illuminati, a Resource lies beside it (`wdh-setup-5-lead-placed`, `sg-setup-resource-lead`).
    """
    setting = table.setting
    assert setting is not None
    record.happen("all leads are turned up", "wdh-setup-5-lead-choose", "sg-setup-leads-simultaneous")
    names = [table.name(card) for card in setting.leads.values()]
    aside = dict(setting.aside)
    for name, card in setting.leads.items():
        if names.count(table.name(card)) > 1:
            record.happen(
                f"{name} puts {table.name(card)} aside", "wdh-setup-5-lead-duplicates-aside", "sg-add-bounced-leads"
            )
            aside[name] = (*aside.get(name, ()), card)
            if table.shared:
                table = _dealt(table, name, 1)
        else:
            table = _placed(table, name, card, setting.sides.get(name), record)
    named = tuple(dict.fromkeys((*setting.named, *names)))
    setting = replace(
        setting, leads=MappingProxyType({}), sides=MappingProxyType({}), aside=MappingProxyType(aside), named=named
    )
    return _led(replace(table, setting=setting), record)


def _placed(table: Table, name: str, card: str, side: Side | None, record: Record) -> Table:
    player = table.player(name)
    record.happen(
        f"{name} leads with {table.name(card)}",
        "wdh-setup-5-lead-placed",
        "faq-start-lead-vs-first-ato",
        "sg-setup-choose-lead",
    )
    if table.book[card].kind == "resource":
        return table.with_player(name, resources=(card,)).with_link(card, player.illuminati)
    with record.laying("wdh-setup-5-lead-placed", "sg-setup-choose-lead"):
        fit = player.structure.fit(
            Branch(card), player.illuminati, side or player.structure.open_arrows(player.illuminati)[0]
        )
    return table.with_player(name, structure=fit.structure)


def _led(table: Table, record: Record) -> Table:
    """When nobody has a lead to choose any more, everybody draws six cards, and the leads put aside go back into their
    decks after that (`wdh-setup-6-draw-6-groups`, `wdh-setup-6-duplicates-return-after`,
    `faq-bounced-lead-seven-card-deck`).
    """
    setting = table.setting
    assert setting is not None
    if _due(table):
        return table
    if not table.shared:
        for player in table.players:
            table, _ = holdings.draw(table, player.name, "group", OPENING_GROUPS, record)
            back = setting.aside.get(player.name, ())
            table = table.with_player(player.name, group_deck=(*table.player(player.name).group_deck, *back))
        record.happen(
            "everybody draws six Group cards", "wdh-setup-6-draw-6-groups", "wdh-setup-6-duplicates-return-after"
        )
    else:
        table = replace(
            table, group_deck=(*table.group_deck, *(card for cards in setting.aside.values() for card in cards))
        )
    return replace(table, setting=replace(setting, aside=MappingProxyType({}), led=True))


def begin(table: Table, play: Begin, record: Record) -> Table:
    """The highest roll begins; those who are tied roll again (`wdh-setup-7-first-player`, `sg-setup-first-player`)."""
    setting = table.setting
    assert setting is not None
    rolling = setting.tied or tuple(player.name for player in table.players)
    cites = ("wdh-setup-7-first-player", "sg-setup-first-player")
    record.require(setting.led, "everybody has a lead", "wdh-setup-5-lead-choose", "sg-setup-choose-lead")
    record.require(set(play.rolls) == set(rolling), f"{' and '.join(rolling)} roll", *cites)
    record.insist(
        all(2 <= roll <= 12 for roll in play.rolls.values()),
        "two dice show 2 to 12",
        "wdh-front-components-dice",
        *cites,
    )
    best = tuple(name for name in rolling if play.rolls[name] == max(play.rolls.values()))
    if len(best) > 1:
        options = table.options
        if (options.tied_first_roll if table.shared else options.tie_for_the_first_turn) == "all-roll-again":
            record.happen("all roll again", *cites)
            return table
        record.happen(f"{' and '.join(best)} are tied and roll again", *cites)
        return replace(table, setting=replace(setting, tied=best))
    record.happen(f"{best[0]} begins", *cites)
    return rounds.start(replace(table, setting=None), best[0], record)


def _dealt(table: Table, name: str, count: int) -> Table:
    """Group cards from the shared deck go to the hand, where they lie only before a player's first turn
    (`sg-setup-two-groups-held`).
    """
    table = table.with_player(name, hand=(*table.player(name).hand, *table.group_deck[:count]))
    return replace(table, group_deck=table.group_deck[count:])


def deal(table: Table, record: Record) -> Table:
    """What SubGenius deals to everybody from the shared decks (`sg-setup-deal-3-3`)."""
    for player in table.players:
        table, _ = holdings.draw(table, player.name, "plot", DEALT, record)
        table = _dealt(table, player.name, DEALT)
    return table


def new(table: Table) -> Table:
    """A table where the players have sat down: in SubGenius each has a Church and the cards are dealt."""
    table = replace(table, setting=Setting(shown=table.shared))
    return deal(table, Record(own=table.rules.its.own)) if table.shared else table
