"""The vocabulary of expectation lines: one subject, one question to what happened, one function.

A line of a scenario names one subject. Most subjects hold the expected value themselves (`needed: 4`); others say what
they are about and hold the value under a second key (`line: aid, amount: 4`; `owner: the-mafia, is: Ann`). Cards are
named by slug, players by name; MB, Power and so on are whole numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from generator.catalog import CardRecord, selected
from generator.engine.deluxe import combat, goals, money
from generator.engine.deluxe.table import Player, Table
from generator.engine.inwo import board, hands, instants, victory
from generator.engine.inwo import combat as inwo_combat
from generator.engine.inwo import table as inwo_table
from generator.engine.record import Event
from generator.engine.situation import Ledger, Reason
from generator.engine.tables import AnyTable
from generator.language import ALIGNMENTS, tree
from generator.language.which import ATTRIBUTES
from generator.rulings.world import World


class Unanswerable(Exception):
    """The question makes no sense for what happened, such as the roll needed where nobody attacks."""


@dataclass(frozen=True)
class Scene:
    """What a subject is asked of: a position with its Ledger, a table after some plays, or the cards alone.

    `legal` and `reasons` belong to the attack of the position, or to the play after which the table is seen. `start` is
    the table before all plays.
    """

    world: World
    ledger: Ledger | None = None
    legal: bool | None = None
    reasons: tuple[Reason, ...] = ()
    table: AnyTable | None = None
    start: AnyTable | None = None
    events: tuple[Event, ...] = ()

    @property
    def inwo(self) -> inwo_table.Table:
        """The table, of INWO or SubGenius. Raises Unanswerable where there is none."""
        if self.table is None:
            raise Unanswerable("there is no table")
        if not isinstance(self.table, inwo_table.Table):
            raise Unanswerable("only tables of INWO and SubGenius know this")
        return self.table


@dataclass(frozen=True)
class CheckedLine:
    """One expectation and what came out. `actual` is None and `why` says the reason where the question had no answer.

    `path` leads to the expected value in the scenario.
    """

    text: str
    settles: tuple[str, ...]
    expected: Any
    actual: Any
    ok: bool
    note: str = ""
    why: str = ""
    path: tuple[str | int, ...] = ()


@dataclass(frozen=True)
class Subject:
    """A question that a line can ask.

    `text` is the question for readers, with the other values of the line in braces. `ask` gets the scene, what the line
    is about, and the values of `also`. `key` holds the expected value, of type `answers`; empty when the subject itself
    does. `about` says what the subject names (card, player, source, reason, statement, alignment, count); `also` are
    further keys, each with the words it may have or what it names. `agree` compares expected and actual value.
    """

    name: str
    text: str
    ask: Callable[..., Any]
    answers: type | tuple[type, ...]
    key: str = ""
    about: str = ""
    also: Mapping[str, tuple[str, ...] | str] = field(default_factory=dict)
    agree: Callable[[Any, Any], bool] = lambda expected, actual: expected == actual


def same_things(expected: Any, actual: Any) -> bool:
    """Whether two lists hold the same, in any order; anything else must be equal."""
    if isinstance(expected, list) and isinstance(actual, list):
        return sorted(map(str, expected)) == sorted(map(str, actual))
    return bool(expected == actual)


def _among(expected: str, actual: list[str]) -> bool:
    return expected in actual


# --- attacks --------------------------------------------------------------------------------------------------------


def _ledger(scene: Scene) -> Ledger:
    if scene.ledger is None:
        raise Unanswerable("no attack has been announced")
    return scene.ledger


def _strength(scene: Scene) -> int:
    return _ledger(scene).strength


def _needed(scene: Scene) -> int | str:
    needed = _ledger(scene).needed
    return "never" if needed is None else needed


def _ways(scene: Scene) -> int:
    return _ledger(scene).ways


def _odds(scene: Scene) -> str:
    return f"{_ledger(scene).ways}/36"


def _outcome(scene: Scene, name: str) -> int | str:
    """The highest roll that brings about what comes of an attack by a Plot: `killed`, `destroyed`, `devastates` or `destroys`."""
    ledger, attack = _ledger(scene), getattr(scene.table, "attack", None)
    if isinstance(scene.table, inwo_table.Table) and attack is not None and attack.kind == "destroy":
        limits = instants.limits(scene.table, attack, ledger)
        if name not in limits:
            raise Unanswerable(f"this attack brings about {' or '.join(limits)}")
        limit = limits[name]
        return "never" if limit is None or limit < 2 else min(limit, ledger.fails_from - 1)
    needed = next((each.needed for each in ledger.outcomes if each.source == name), None)
    return "never" if needed is None else needed


def _line(scene: Scene, name: str) -> int:
    """All lines of that source or label together; 0 when there is none."""
    return sum(line.amount for line in _ledger(scene).lines if name in (short(line.source), line.label))


def _lines(scene: Scene) -> list[list[Any]]:
    return [[line.amount, line.label] for line in _ledger(scene).lines]


def _succeeds(scene: Scene, asked: Mapping[str, bool]) -> dict[str, bool]:
    return {roll: _ledger(scene).succeeds_on(int(roll)) for roll in asked}


def _legal(scene: Scene) -> bool:
    if scene.legal is None:
        raise Unanswerable("nothing was played")
    return scene.legal


def _reasons(scene: Scene) -> list[str]:
    """All that the broken requirements rest on."""
    broken = [reason for reason in scene.reasons if not reason.ok]
    return list(dict.fromkeys(short(name) for reason in broken for name in (reason.source, *reason.cites)))


_MARKER = re.compile(r"@\d+(?=#)")
"""What marks a sentence that holds for a while: `the-mafia@0#1`."""


def short(source: str) -> str:
    """A source as scenarios write it: the clause of a card without its set, `the-mafia#1`, also where it holds only for a while."""
    return _MARKER.sub("", source.partition("/")[2] or source)


def _happened(scene: Scene) -> list[str]:
    return list(dict.fromkeys(cite for event in scene.events for cite in event.cites))


def _under_way(scene: Scene) -> bool:
    return _table(scene).attack is not None


def _privileged(scene: Scene) -> bool:
    table = _table(scene)
    if table.attack is None:
        raise Unanswerable("no attack is under way")
    return inwo_combat.is_privileged(table) if isinstance(table, inwo_table.Table) else combat.is_privileged(table)


# --- Power Structures and cards on the table ------------------------------------------------------------------------


def _table(scene: Scene) -> AnyTable:
    if scene.table is None:
        raise Unanswerable("there is no table")
    return scene.table


def _deluxe(scene: Scene, subject: str) -> Table:
    if not isinstance(scene.table, Table):
        raise Unanswerable(f"{subject!r} can be asked only on a table of Illuminati Deluxe")
    return scene.table


def _id(scene: Scene, slug: str) -> str:
    found = scene.world.card_id(slug)
    assert found is not None
    return found


def _slugs(scene: Scene, cards: Any) -> list[str]:
    return [_table(scene).book[card].slug for card in cards]


def _held(scene: Scene, slug: str) -> tuple[Player | inwo_table.Player, str]:
    """The player who controls a card, and its id."""
    owner = _table(scene).owner(_id(scene, slug))
    if owner is None:
        raise Unanswerable(f"{scene.world.name(slug)} is in no Power Structure")
    return owner, _id(scene, slug)


def _owner(scene: Scene, slug: str) -> str:
    owner = _table(scene).owner(_id(scene, slug))
    return owner.name if owner else "none"


def _master(scene: Scene, slug: str) -> str:
    player, card = _held(scene, slug)
    master = player.structure.master(card)
    return "none" if master is None else _slugs(scene, [master])[0]


def _puppets(scene: Scene, slug: str) -> list[str]:
    player, card = _held(scene, slug)
    return _slugs(scene, player.structure.puppets(card).values())


def _distance(scene: Scene, slug: str) -> int:
    player, card = _held(scene, slug)
    return player.structure.distance(card)


def _side(scene: Scene, slug: str) -> str:
    player, card = _held(scene, slug)
    return player.structure.placements[card].side or "none"


def _free_arrows(scene: Scene, slug: str) -> int:
    player, card = _held(scene, slug)
    return len(player.structure.free_arrows(card))


def _open_arrows(scene: Scene, slug: str) -> int:
    player, card = _held(scene, slug)
    return len(player.structure.open_arrows(card))


def _zone(scene: Scene, slug: str) -> str:
    table, card = _table(scene), _id(scene, slug)
    if isinstance(table, inwo_table.Table):
        return table.zone(card)[0]
    zones = {
        "structure": [own for player in table.seated for own in player.structure],
        "uncontrolled": table.uncontrolled,
        "dead pile": table.dead,
        "specials": [held.card for player in table.players for held in player.specials],
        "deck": table.deck,
        "discard pile": table.discard,
        "out of play": table.aside,
    }
    return next((zone for zone, cards in zones.items() if card in cards), "none")


def _uncontrolled(scene: Scene) -> list[str]:
    return _slugs(scene, _table(scene).uncontrolled)


def _deck(scene: Scene) -> int:
    return len(_deluxe(scene, "deck").deck)


def _out_of_play(scene: Scene) -> int:
    return len(_deluxe(scene, "out-of-play").aside)


# --- money ----------------------------------------------------------------------------------------------------------


def _treasury(scene: Scene, slug: str) -> int:
    table = _deluxe(scene, "treasury")
    player, card = _held(scene, slug)
    return table.player(player.name).money[card]


def _money(scene: Scene, player: str) -> int:
    return _deluxe(scene, "money").player(player).total_money


def _bank(scene: Scene) -> int:
    table = _deluxe(scene, "bank")
    assert isinstance(scene.start, Table)
    return table.bank - scene.start.bank


def _income(scene: Scene, slug: str) -> int:
    return money.income_of(_deluxe(scene, "income"), _id(scene, slug))


# --- players and the turn -------------------------------------------------------------------------------------------


def _size(scene: Scene, player: str) -> int:
    return len(_table(scene).player(player).structure)


def _specials(scene: Scene, player: str) -> list[str]:
    return _slugs(scene, (held.card for held in _deluxe(scene, "specials").player(player).specials))


def _specials_seen(scene: Scene, player: str, viewer: str) -> list[str]:
    seen = _deluxe(scene, "specials-seen").player(player).specials_seen_by(viewer)
    return ["face down" if card is None else _slugs(scene, [card])[0] for card in seen]


def _hidden(scene: Scene, player: str) -> bool:
    table = _table(scene)
    if isinstance(table, inwo_table.Table):
        return table.setting is not None and not table.setting.shown
    return table.player(player).hidden


def _goal_written(scene: Scene, player: str) -> str:
    goal = _deluxe(scene, "goal-written").player(player).goal
    return "none" if goal is None else _slugs(scene, [goal])[0]


def _goal_shown(scene: Scene, player: str) -> bool:
    return _deluxe(scene, "goal-shown").player(player).goal_revealed


def _progress(scene: Scene, name: str, goal: str) -> int:
    table = _table(scene)
    if isinstance(table, inwo_table.Table):
        return victory.progress(table, name, goal)
    player = table.player(name)
    if goal == "basic":
        return len(player.structure)
    clause = goals.special_goal(table, player)
    if clause is None:
        raise Unanswerable(f"{name} has no Special Goal")
    return goals.progress(table, player, clause.sentence.test)[0]


def _meets(scene: Scene, player: str, goal: str) -> bool:
    table = _table(scene)
    reasons = victory.standing(table, player) if isinstance(table, inwo_table.Table) else goals.standing(table, player)
    return any(reason.ok for reason in reasons if short(reason.source) == goal)


def _score(scene: Scene, player: str) -> int:
    return goals.score(_deluxe(scene, "score"), player)


def _out(scene: Scene, player: str) -> bool:
    return _table(scene).player(player).out


def _winners(scene: Scene) -> list[str]:
    return list(_table(scene).winners)


def _turn_of(scene: Scene) -> str:
    return _table(scene).turn.player


def _step(scene: Scene) -> str:
    return _deluxe(scene, "step").turn.step


def _actions_left(scene: Scene) -> int:
    return _deluxe(scene, "actions-left").turn.actions


def _transfers_left(scene: Scene) -> int:
    return _deluxe(scene, "transfers-left").turn.transfers


# --- the cards themselves -------------------------------------------------------------------------------------------

FIELDS = (
    "name", "kind", "power", "transferable", "resistance", "income", "alignments", "arrows-in", "arrows-out",
    "abilities", "copies",
)


def _card(scene: Scene, slug: str, field: str) -> Any:
    """What a card says; on a table, what it says there and now."""
    record = scene.world.cards[slug]
    card, alignments = record.card, record.card.alignments
    if scene.table is not None:
        card = scene.table.book[card.id]
        alignments = scene.table.alignments(card.id) if isinstance(scene.table, Table) else board.alignments(scene.table, card.id)
    value = {
        "alignments": list(alignments), "arrows-in": int(card.arrow_in is not None), "arrows-out": len(card.arrows_out),
        "abilities": len(card.clauses), "copies": record.copies,
    }.get(field, getattr(card, field, None))
    return "none" if value is None else value


PILES: dict[str, Callable[[Any], bool]] = {
    "Illuminati": lambda card: card.kind == "illuminati",
    "Specials": lambda card: card.kind == "special",
    "Groups with special text": lambda card: card.kind == "group" and bool(card.clauses),
    "Groups with one inward arrow": lambda card: card.kind == "group" and card.arrow_in is not None,
    "Groups with 0 to 3 outward arrows": lambda card: card.kind == "group" and len(card.arrows_out) <= 3,
    "Groups without outward arrow": lambda card: card.kind == "group" and not card.arrows_out,
    "Groups with Power but no outward arrow": lambda card: bool(card.power) and not card.arrows_out,
}
"""What can be counted and no selector can say."""


def _says(*words: str) -> Callable[[CardRecord], bool]:
    return lambda record: any(word in clause.text for clause in record.card.clauses for word in words)


RECORDS: dict[str, Callable[[CardRecord], bool]] = {
    "cards of the first set of INWO but Illuminati": lambda record: record.card.set == "inwo" and record.card.kind != "illuminati",
    "Illuminati of the first set of INWO": lambda record: record.card.set == "inwo" and record.card.kind == "illuminati",
    "cards of Assassins": lambda record: record.card.set == "assassins",
    "cards of SubGenius": lambda record: record.card.set == "subgenius",
    "cards with more than one copy": lambda record: record.copies > 1,
    "cards with a rarity": lambda record: any(printing.rarity for printing in record.printings if printing.rarity != "illuminati"),
    "Disasters, Assassinations and New World Orders": lambda record: record.card.subtype in ("disaster", "assassination", "nwo"),
    "cards about privileged attacks": _says("privileged"),
    "cards of the Plot deck but Illuminati": lambda record: record.card.kind == "plot",
    "cards of the Group deck": lambda record: record.card.kind in ("group", "resource"),
}
"""What can be counted of the cards as they are printed and sold; every copy counts."""


def _count(scene: Scene, what: str) -> int:
    """How many cards a pile or a selector means, every copy counted."""
    records = scene.world.cards.values()
    if what in RECORDS:
        return sum(record.copies for record in records if RECORDS[what](record))
    if what in PILES:
        return sum(record.copies for record in records if PILES[what](record.card))
    return len(selected(what, scene.world.plain_cards))


def _alignments(scene: Scene) -> list[str]:
    return list(scene.world.alignments)


def _opposite(scene: Scene, alignment: str) -> str:
    return scene.world.rules.opposites.get(alignment, "none")


# --- tables of INWO and SubGenius -----------------------------------------------------------------------------------------


def _tokens(scene: Scene, slug: str) -> int:
    return scene.inwo.tokens.get(_id(scene, slug), 0)


def _number(scene: Scene, slug: str, stat: str) -> int:
    name = cast(tree.Stat, stat.removeprefix("permanent "))
    return board.number(scene.inwo, _id(scene, slug), name, permanent=stat.startswith("permanent"))


NUMBERS = ("Power", "Global Power", "Resistance", "permanent Power", "permanent Global Power", "permanent Resistance", "printed Power")


def _is(scene: Scene, slug: str, trait: str) -> bool:
    return trait in board.traits(scene.inwo, _id(scene, slug))


def _alignments_of(scene: Scene, slug: str) -> list[str]:
    return list(board.alignments(scene.inwo, _id(scene, slug)))


def _cards_of(key: str) -> Callable[[Scene, str], list[str]]:
    return lambda scene, name: _slugs(scene, getattr(scene.inwo.player(name), key))


def _plots(scene: Scene, name: str) -> list[str]:
    return _slugs(scene, (held.card for held in scene.inwo.player(name).plots))


def _exposed(scene: Scene, name: str) -> list[str]:
    return _slugs(scene, (held.card for held in scene.inwo.player(name).plots if held.exposed))


def _hidden_plots(scene: Scene, name: str) -> int:
    return sum(not held.exposed for held in scene.inwo.player(name).plots)


def _linked_to(scene: Scene, slug: str) -> str:
    host = scene.inwo.links.get(_id(scene, slug))
    return "none" if host is None else _slugs(scene, [host])[0]


def _links_of(scene: Scene, slug: str) -> list[str]:
    table = scene.inwo
    return _slugs(scene, table.linked_to(_id(scene, slug)))


def _works(scene: Scene, slug: str) -> bool:
    return board.in_force(scene.inwo, _id(scene, slug))


def _devastated(scene: Scene, slug: str) -> bool:
    return _id(scene, slug) in scene.inwo.devastated


def _paralyzed(scene: Scene, slug: str) -> bool:
    return board.paralyzed(scene.inwo, _id(scene, slug))


def _phase(scene: Scene) -> str:
    return scene.inwo.turn.phase


def _roll_now(scene: Scene) -> int:
    attack = scene.inwo.attack
    if attack is None or attack.roll is None:
        raise Unanswerable("no dice have been rolled")
    return attack.roll


def _nwos(scene: Scene) -> list[str]:
    return _slugs(scene, scene.inwo.nwos)


def _weight(scene: Scene, slug: str) -> int:
    return victory.weight(scene.inwo, _id(scene, slug))


def _needs(scene: Scene, name: str) -> int:
    return victory.needed(scene.inwo, name)


def _may_hold(scene: Scene, name: str) -> int | str:
    most = hands.limit(scene.inwo, name)
    return "any number" if most is None else most


def _sees(scene: Scene, viewer: str, slug: str) -> bool:
    return hands.sees(scene.inwo, viewer, _id(scene, slug))


def _lies_under(scene: Scene, slug: str) -> str:
    host = scene.inwo.under.get(_id(scene, slug))
    return "none" if host is None else _slugs(scene, [host])[0]


def _noted(scene: Scene, slug: str) -> str:
    table, card = scene.inwo, _id(scene, slug)
    found = [each.on for each in table.lasting if each.source == card and isinstance(each.sentence, tree.Note)]
    return _slugs(scene, found)[0] if found else "none"


def _drawing(scene: Scene, name: str) -> int:
    return sum(each == name for each, *_ in scene.inwo.drawing)


def _slack(scene: Scene, name: str) -> int:
    table = scene.inwo
    return table.tokens.get(table.player(name).illuminati, 0)


def _piles(key: str) -> Callable[[Scene], list[str]]:
    return lambda scene: _slugs(scene, getattr(scene.inwo, key))


def _in_play(scene: Scene, slug: str) -> bool:
    return board.in_play(scene.inwo, _id(scene, slug))


def _just_played(scene: Scene, slug: str) -> bool:
    attack = scene.inwo.attack
    return attack is not None and attack.from_hand and attack.target == _id(scene, slug)


_INWO = (
    Subject("tokens", "Action tokens on {tokens}", _tokens, int, key="is", about="card"),
    Subject("number", "{stat} of {number}", _number, int, key="is", about="card", also={"stat": NUMBERS}),
    Subject("trait", "{trait} is {what}", _is, bool, key="is", about="card", also={"what": (*ALIGNMENTS, *ATTRIBUTES)}),
    Subject("alignments-of", "Alignments of {alignments-of}", _alignments_of, list, key="are", about="card", agree=same_things),
    Subject("hand", "Groups and Resources in the hand of {hand}", _cards_of("hand"), list, key="are", about="player", agree=same_things),
    Subject("plots", "Plots in the hand of {plots}", _plots, list, key="are", about="player", agree=same_things),
    Subject("exposed", "Exposed Plots of {exposed}", _exposed, list, key="are", about="player", agree=same_things),
    Subject("hidden-plots", "Hidden Plots of {hidden-plots}", _hidden_plots, int, key="is", about="player"),
    Subject("resources", "Resources of {resources}", _cards_of("resources"), list, key="are", about="player", agree=same_things),
    Subject("agents-of", "Agents that {agents-of} has", _cards_of("agents"), list, key="are", about="player", agree=same_things),
    Subject("discards", "Discard pile of {discards}", _cards_of("discard"), list, key="are", about="player", agree=same_things),
    Subject("destroyed", "Destroyed by {destroyed}", _cards_of("destroyed"), list, key="are", about="player", agree=same_things),
    Subject("killed", "Killed by {killed}", _cards_of("killed"), list, key="are", about="player", agree=same_things),
    Subject("plot-deck", "Plot deck of {plot-deck}", _cards_of("plot_deck"), list, key="are", about="player"),
    Subject("group-deck", "Group deck of {group-deck}", _cards_of("group_deck"), list, key="are", about="player"),
    Subject("shared-plots", "The Plot deck of all", _piles("plot_deck"), list),
    Subject("shared-groups", "The Group deck of all", _piles("group_deck"), list),
    Subject("discarded-plots", "The discarded Plots of all", _piles("plot_discard"), list),
    Subject("discarded-groups", "The discarded Group cards of all", _piles("group_discard"), list),
    Subject("slack", "Action tokens on the Illuminati of {slack}", _slack, int, key="is", about="player"),
    Subject("linked-to", "{linked-to} is linked to", _linked_to, str, key="is", about="card"),
    Subject("links-of", "Linked to {links-of}", _links_of, list, key="are", about="card", agree=same_things),
    Subject("works", "The link of {works} has its effect", _works, bool, key="is", about="card"),
    Subject("devastated", "{devastated} is Devastated", _devastated, bool, key="is", about="card"),
    Subject("paralyzed", "{paralyzed} is paralyzed", _paralyzed, bool, key="is", about="card"),
    Subject("in-play", "{in-play} is in play", _in_play, bool, key="is", about="card"),
    Subject("just-played", "{just-played} has just been played", _just_played, bool, key="is", about="card"),
    Subject("phase", "Phase of the turn", _phase, str),
    Subject("roll", "The roll as it counts now", _roll_now, int),
    Subject("nwos", "New World Orders in the order played", _nwos, list),
    Subject("counts", "{counts} counts toward the Basic Goal as", _weight, int, key="is", about="card"),
    Subject("needs", "Cards that {needs} needs for the Basic Goal", _needs, int, key="is", about="player"),
    Subject("may-hold", "Plots that {may-hold} may hold now", _may_hold, (int, str), key="is", about="player"),
    Subject("sees", "{sees} knows which card {of} is", _sees, bool, key="is", about="player", also={"of": "card"}),
    Subject("lies-under", "{lies-under} is under", _lies_under, str, key="is", about="card"),
    Subject("noted", "What is noted under {noted}", _noted, str, key="is", about="card"),
    Subject("drawing", "Cards that {drawing} has still to draw", _drawing, int, key="is", about="player"),
)


_GOAL = {"goal": ("basic", "special")}
_ALL = (
    Subject("strength", "Strength of the attack", _strength, int),
    Subject("needed", "Needed on two dice, or less", _needed, (int, str)),
    Subject("ways", "Rolls of 36 that succeed", _ways, int),
    Subject("odds", "Odds", _odds, str),
    Subject("outcome", "Highest roll for which it {outcome}", _outcome, (int, str), key="needed", about="source"),
    Subject("line", "{line}", _line, int, key="amount", about="source"),
    Subject("lines", "The whole sum", _lines, list),
    Subject("succeeds", "Succeeds on a roll of", _succeeds, dict),
    Subject("legal", "Legal", _legal, bool),
    Subject("reason", "Because", _reasons, str, about="reason", agree=_among),
    Subject("happens", "By the rule", _happened, str, about="statement", agree=_among),
    Subject("under-way", "An attack is under way", _under_way, bool),
    Subject("privileged", "The attack is privileged", _privileged, bool),
    Subject("owner", "{owner} is controlled by", _owner, str, key="is", about="card"),
    Subject("master", "Master of {master}", _master, str, key="is", about="card"),
    Subject("puppets", "Puppets of {puppets}", _puppets, list, key="are", about="card", agree=same_things),
    Subject("distance", "Steps from {distance} to its Illuminati", _distance, int, key="is", about="card"),
    Subject("side", "{side} is on this arrow of its master", _side, str, key="is", about="card"),
    Subject("free-arrows", "Arrows of {free-arrows} without a puppet", _free_arrows, int, key="is", about="card"),
    Subject("open-arrows", "Open arrows of {open-arrows}", _open_arrows, int, key="is", about="card"),
    Subject("zone", "{zone} is in", _zone, str, key="is", about="card"),
    Subject("uncontrolled", "Uncontrolled Groups", _uncontrolled, list, agree=same_things),
    Subject("deck", "Cards in the deck", _deck, int),
    Subject("out-of-play", "Illuminati out of play", _out_of_play, int),
    Subject("treasury", "MB on {treasury}", _treasury, int, key="is", about="card"),
    Subject("money", "MB of {money} in all", _money, int, key="is", about="player"),
    Subject("bank", "MB that went to the bank, less those that came from it", _bank, int),
    Subject("income", "Income of {income}", _income, int, key="is", about="card"),
    Subject("size", "Cards in the Power Structure of {size}", _size, int, key="is", about="player"),
    Subject("specials", "Specials of {specials}", _specials, list, key="are", about="player", agree=same_things),
    Subject(
        "specials-seen", "Specials of {specials-seen} as {by} sees them", _specials_seen, list, key="are",
        about="player", also={"by": "player"}, agree=same_things,
    ),
    Subject("hidden", "The Illuminati of {hidden} is face down", _hidden, bool, key="is", about="player"),
    Subject("goal-written", "Goal that {goal-written} wrote down", _goal_written, str, key="is", about="player"),
    Subject("goal-shown", "{goal-shown} has shown the Goal", _goal_shown, bool, key="is", about="player"),
    Subject("progress", "{progress} toward the {goal} Goal", _progress, int, key="is", about="player", also=_GOAL),
    Subject("meets", "{meets} meets the Goal {goal}", _meets, bool, key="is", about="player", also={"goal": "goal"}),
    Subject("score", "Score of {score}", _score, int, key="is", about="player"),
    Subject("out", "{out} is out of the game", _out, bool, key="is", about="player"),
    Subject("winners", "Winners", _winners, list, agree=same_things),
    Subject("turn-of", "The turn belongs to", _turn_of, str, about="player"),
    Subject("step", "Step of the turn", _step, str),
    Subject("actions-left", "Actions left", _actions_left, int),
    Subject("transfers-left", "Transfers left", _transfers_left, int),
    Subject(
        "card", "{field} of {card}", _card, (int, str, list), key="is", about="card", also={"field": FIELDS},
        agree=same_things,
    ),
    Subject("count", "Number of {count}", _count, int, key="is", about="count"),
    Subject("alignments", "All alignments", _alignments, list, agree=same_things),
    Subject("opposite", "Opposite of {opposite}", _opposite, str, key="is", about="alignment"),
    *_INWO,
)
SUBJECTS: dict[str, Subject] = {subject.name: subject for subject in _ALL}
"""Every subject by name, in the order of the reference."""