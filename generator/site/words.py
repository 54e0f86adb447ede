"""Rulings in words: what each play says, what each expectation asks and expects, how a table stands.

`games` has a sentence for every play of the engine, `VALUES` what is special about the value of a subject. Names of
cards become links, everything else is escaped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup, escape

from generator.engine.goal_line import PLAYERS, GoalLine
from generator.engine.record import Event
from generator.engine.situation import Line
from generator.engine.tables import Play
from generator.meaning.lexicon import LASTS
from generator.rulings import (
    Expectation,
    SeenLasting,
    SeenPile,
    SeenPlayer,
    SeenResource,
    SeenStep,
    SeenTable,
    Verdict,
    see,
    steps_of,
)
from generator.rulings.wording import words as in_short
from generator.site import games, links
from generator.site.book import Book
from generator.site.faces import number
from generator.site.prose import Prose
from generator.site.views import VERBS, facts, signed
from generator.site.voice import GOALS, Moment, Voice, listed, mb, series

STEPS = {
    **{phase: words for each in games.told() for phase, words in each.phases.items()},
    "income": "the income step",
    "draw": "the draw",
    "actions": "the actions",
    "transfers": "the transfers",
    "powers": "the special powers",
    "over": "the end",
}
ZONES = {
    "structure": "a Power Structure",
    "uncontrolled": "the uncontrolled area",
    "dead pile": "the pile of destroyed Groups",
    "specials": "the Specials of a player",
    "deck": "the deck",
    "discard pile": "the discard pile",
    "out of play": "none of these: out of play",
    "resources": "the Resources of a player",
    "agents": "the agents of a player",
    "hand": "the hand of a player",
    "plots": "the hand of a player, as a Plot",
    "plot deck": "a Plot deck",
    "group deck": "a Group deck",
    "destroyed": "what a player has destroyed",
    "nwos": "the New World Orders",
    "on the table": "the Plots that stay on the table until the turn ends",
    "out of the game": "none of these: out of the game",
    "in the attack": "the attack under way",
    "linked": "what it is linked to",
    "under a card": "under another card",
    "face down": "the leads, face down",
    "aside": "the leads that others chose too",
    "none": "none of the places on the table",
}
ADVANCED = {
    "basic-goal": (("game-length", "basic-goals"), "The Basic Goal takes {} cards"),
    "very-long-game": (("game-length",), "Very long game: no Goals, the score decides"),
    "hidden-goals": (("hidden-goals",), "Hidden Goals"),
    "hidden-illuminati": (("hidden-illuminati",), "Hidden Illuminati"),
    "overstatement": (("hidden-illuminati",), "Hidden Illuminati may overstate Power and Income by 1"),
    "two-player-rules": (("two-players",), "The rules of tournaments for two players"),
    "plot-limit": (("plot-limit",), "A player may hold {} Plots"),
    "after-hours": ((), "It is a weekend, a national holiday, or after 5 p.m."),
    "percentage-of-goal": (
        ("shared-victory",),
        "A tournament: who is nearest to a Goal, in percent, wins as this turn ends",
    ),
}
"""The advanced rules that players can agree on: their section, in one game or another, and what to call them."""
FIELDS = {
    "name": "Name",
    "kind": "Kind",
    "power": "Power",
    "transferable": "Transferable Power",
    "resistance": "Resistance",
    "income": "Income",
    "alignments": "Alignments",
    "arrows-in": "Inward arrows",
    "arrows-out": "Outward arrows",
    "abilities": "Abilities",
    "copies": "Copies",
}

_HELD = {
    "groups": "controlled",
    "destroyed": "destroyed",
    "resources": "Resources",
    "devastated": "Devastated",
    "paralyzed": "Paralyzed",
    "helped": "helped to destroy",
    "eliminated": "put out of the game",
    "nwo": "New World Orders",
    "rivals": "cards of rivals",
}
"""What a line of the goal counter lists, and what to call it; the Goals in the hand are those that are asked about."""


def play_words(play: Play, step: SeenStep, start: SeenTable, say: Voice) -> Markup:
    """A play as a sentence."""
    moment = Moment(step.player, start, step.attacking)
    return games.sentences()[type(play)](play, moment, say) + Markup(".")


def told_by(play: Play, told: Markup, events: Sequence[Event]) -> int:
    """How many of the first events the sentence of a play says already."""
    first, said = told.striptags().lower(), 0
    if events and (isinstance(play, games.of(lambda each: each.first)) or first.startswith(events[0].text.lower())):
        said = 1
    joins = isinstance(play, games.of(lambda each: each.joins))
    while joins and said < len(events) and events[said].text.endswith((" aids", " opposes")):
        said += 1
    return said


def plain_plays(verdict: Verdict, book: Book, game: str) -> Iterator[tuple[str, list[str]]]:
    """Each play of a case as a sentence without links, and what happened that the sentence doesn't say."""
    if verdict.start is None:
        return
    start, say = see(verdict.start), Voice(book, game, Prose(book, game, "", tooltips=False))
    for step, seen in zip(verdict.steps, steps_of(verdict, book.engine_cards), strict=True):
        told = play_words(step.play, seen, start, say)
        events = step.events[told_by(step.play, told, step.events) :]
        yield told.striptags(), [event.text for event in events]


# --- expectations ---------------------------------------------------------------------------------------------------


def question_words(line: Expectation, plays_made: int, start: SeenTable | None, say: Voice, turn: str = "") -> Markup:
    """What an expectation asks; `plays_made` is how many plays its case has, `start` the table before them, `turn`
    whose turn it is by then.
    """
    subject = line.subject
    kinds = {subject.name: subject.about, **subject.also}
    words = escape(subject.text)
    if subject.name == "legal" and not line.then:
        if line.position is None:
            return escape(f"Play {plays_made if line.after is None else line.after}" if plays_made else "The attack")
        words = escape("The attack")
    for name, value in zip(kinds, line.given, strict=False):
        words = words.replace("{" + name + "}", _asked(kinds[name], value, say))
    if line.then and start is not None:
        supposed = (
            games.sentences()[type(play)](play, Moment(play.player or turn or start.turn, start, None), say)
            for play in line.then
        )
        words = Markup("{} if then {}").format(words, Markup(" and ").join(supposed))
    if line.position is not None:
        words = Markup("{} ({})").format(words, _position(line, say))
    if line.goals is not None:
        words = Markup("{} ({})").format(words, Markup("; ").join(_had(line.goals, say)))
    if line.after is not None and line.after < plays_made:
        words += Markup(" after play {}").format(line.after) if line.after else Markup(" at the start")
    return words


def _had(line: GoalLine, say: Voice) -> Iterator[Markup]:
    """What a player has, as a line of the goal counter says it."""
    for key, label in _HELD.items():
        cards = [item.partition("+")[0] for item in getattr(line, key)]
        if cards or key in ("groups", "destroyed"):
            yield Markup("{}: {}").format(label, series(say.cards(cards)))
    for pairs, text in ((line.under, "{} is a puppet of {}"), (line.link, "{} is linked to {}")):
        yield from (Markup(text).format(say.card(one), say.card(other)) for one, other in pairs)
    yield from (
        Markup("{} is {}").format(say.card(card), " ".join(names) or "without alignments") for card, names in line.align
    )
    yield from (Markup("{} has Power {}").format(say.card(card), power) for card, power in line.power)
    if line.written:
        yield Markup("chosen in secret: the Special Goal of {}").format(say.card(line.written))
    if line.bereft:
        yield Markup("a rival took the last Group this turn")
    if line.players != PLAYERS:
        yield Markup("{} players").format(line.players)
    for value, text in (
        (line.slack, "{} Slack"),
        (line.money, "{} MB in all treasuries"),
        (line.agreed, "the Basic Goal takes {} cards"),
    ):
        if value:
            yield Markup(text).format(value)


def _asked(kind: Any, value: Any, say: Voice) -> Markup:
    if kind == "card":
        return say.card(value)
    if kind == "source":
        return say.line(value)
    if kind == "goal":
        return escape(value.capitalize()) if value in ("basic", "special") else say.card(value)
    if isinstance(kind, tuple):
        return escape(FIELDS.get(value) or f"{value[:1].upper()}{value[1:]}")
    return escape(value)


def _position(line: Expectation, say: Voice) -> Markup:
    assert line.position is not None
    position = line.position
    cards = (say.card(position.attacker), say.card(position.target))
    attack = Markup("{} against {}, {}").format(*cards, VERBS[position.kind])
    words = Markup("; ").join((attack, *facts(say.book, position)))
    if not say.book.has_calculator(position.game):
        return words
    return Markup("{}; {}").format(words, say.link(links.calculator_url(str(position)), "calculator"))


def value_words(line: Expectation, ledger: tuple[Line, ...], say: Voice) -> Markup:
    """What an expectation expects; `ledger` is the sum of its case."""
    special = VALUES.get(line.subject.name)
    if special is not None:
        return special(line.expected, ledger, say)
    return _value(line.expected, say)


def _value(value: Any, say: Voice) -> Markup:
    """Any value by its type: yes or no, a number, a list, a name."""
    if isinstance(value, bool):
        return escape("yes" if value else "no")
    if isinstance(value, int):
        return escape(number(value))
    if isinstance(value, list):
        return listed(_value(each, say) for each in value)
    return say.named(str(value))


def _whole_sum(value: list[list[Any]], ledger: tuple[Line, ...], say: Voice) -> Markup:
    """A small table, amounts as they count for the attacker."""
    against = {line.label for line in ledger if line.side == "defense"}
    rows = Markup("").join(
        Markup('<tr><td class="amount">{}</td><td>{}</td></tr>').format(
            signed(-amount if label in against else amount), label
        )
        for amount, label in value
    )
    return Markup('<table class="small-sum"><tbody>{}</tbody></table>').format(rows)


def _rule_words(value: str, ledger: Any, say: Voice) -> Markup:
    text, source = say.rule(value)
    return Markup('<span class="rule">{}</span> <span class="cite">{}</span>').format(text, source)


VALUES: dict[str, Callable[[Any, tuple[Line, ...], Voice], Markup]] = {
    "legal": lambda value, ledger, say: escape("legal" if value else "not legal"),
    "needed": lambda value, ledger, say: escape("no roll succeeds" if value == "never" else value),
    "line": lambda value, ledger, say: escape(number(value)),
    "lines": _whole_sum,
    "ways": lambda value, ledger, say: escape(f"{value} of 36"),
    "succeeds": lambda value, ledger, say: listed(
        f"{roll}: {'yes' if works else 'no'}" for roll, works in value.items()
    ),
    "reason": _rule_words,
    "happens": _rule_words,
    "owner": lambda value, ledger, say: escape("nobody" if value == "none" else value),
    "winners": lambda value, ledger, say: listed(value, "nobody"),
    "zone": lambda value, ledger, say: escape(ZONES[value]),
    "step": lambda value, ledger, say: escape(STEPS[value]),
    "phase": lambda value, ledger, say: escape(STEPS[value]),
}
"""Values that their type alone does not explain, by subject."""


def plain_lines(verdict: Verdict, expect: Sequence[Expectation], book: Book, game: str) -> Iterator[tuple[str, str]]:
    """What each line of a case asks and expects, without links and citations."""
    start, say = see(verdict.start) if verdict.start else None, Voice(book, game, Prose(book, game, "", tooltips=False))
    lines = verdict.ledger.lines if verdict.ledger else ()
    for line, found in zip(expect, verdict.lines, strict=True):
        asked = question_words(line, len(verdict.steps), start, say, found.turn)
        if line.subject.name in ("reason", "happens"):
            value = say.rule(line.expected)[0].striptags()
        elif line.subject.name == "lines":
            value = in_short(line.expected)
        else:
            value = value_words(line, lines, say).striptags()
        yield asked.striptags(), value


# --- the table ------------------------------------------------------------------------------------------------------


def player_words(player: SeenPlayer, game: str, say: Voice) -> list[Markup]:
    """What lies before a player besides the Power Structure, one fact each."""
    if player.out:
        return [Markup("Out of the game")]
    return [*(_with_tokens(player, say) if say.book.ruleset(game).has_tokens else _with_money(player, say))]


def _with_money(player: SeenPlayer, say: Voice) -> Iterator[Markup]:
    money = [(card.card, card.money) for card in player.cards if card.money]
    alone = len(player.cards) == 1
    if alone:
        yield Markup("No Groups")
    if money:
        amounts = (
            [escape(mb(sum(amount for _, amount in money)))]
            if alone
            else [Markup("{} {}").format(say.card(card), mb(amount)) for card, amount in money]
        )
        yield Markup("Treasury: {}" if alone or len(money) == 1 else "Treasuries: {}").format(listed(amounts))
    else:
        yield Markup("No money")
    if player.held:
        yield Markup("Specials: {}").format(_held(player, "face up", say))
    if player.hidden:
        yield Markup("The Illuminati is face down")
    if player.goal:
        yield Markup("Goal written down: {}").format(say.card(player.goal))
    counts = [
        ("Turns completed", player.turns),
        ("Groups destroyed", player.kills),
        ("Illuminati knocked out", player.knockouts),
    ]
    for word, count in counts:
        if count:
            yield Markup("{}: {}").format(word, count)


def _with_tokens(player: SeenPlayer, say: Voice) -> Iterator[Markup]:
    if len(player.cards) == 1:
        yield Markup("No Groups")
    if tokens := [(card.card, card.tokens) for card in player.cards if card.tokens]:
        yield Markup("Action tokens: {}").format(
            listed(Markup("{}{}").format(say.card(card), f" {count}" if count > 1 else "") for card, count in tokens)
        )
    else:
        yield Markup("No Action tokens")
    resources = {each.card for each in player.resources}
    for card in player.cards:
        if plots := [each for each in card.linked if each not in resources]:
            yield Markup("{} with {}").format(say.card(card.card), series(say.cards(plots)))
    if player.resources:
        yield Markup("Resources: {}").format(listed(_resource(each, player, say) for each in player.resources))
    if player.agents:
        yield Markup("Agents: {}").format(listed(say.cards(player.agents)))
    if player.held:
        yield Markup("Plots: {}").format(_held(player, "exposed", say))
    if player.hand:
        yield Markup("In the hand: {}").format(listed(say.cards(player.hand)))
    yield from (Markup("{}, from the top: {}").format(pile.name, _pile(pile, say)) for pile in player.decks if pile.top)
    for what, cards in (("Destroyed", player.destroyed), ("Discard pile", player.discard)):
        if cards:
            yield Markup("{}: {}").format(what, listed(say.cards(cards)))
    if not player.turns:
        yield Markup("No turn completed yet")


def _held(player: SeenPlayer, up: str, say: Voice) -> Markup:
    """Specials or Plots, and which of them everybody sees."""
    return listed(Markup("{}{}").format(say.card(card), f" ({up})" if is_up else "") for card, is_up in player.held)


def _resource(each: SeenResource, player: SeenPlayer, say: Voice) -> Markup:
    tokens = "" if not each.tokens else "an Action token" if each.tokens == 1 else f"{each.tokens} Action tokens"
    beside = each.linked_to if each.linked_to != player.illuminati else None
    said = [
        *([escape(tokens)] if tokens else []),
        *([Markup("linked to {}").format(say.card(beside))] if beside else []),
    ]
    return Markup("{}{}").format(say.card(each.card), Markup(" ({})").format(listed(said)) if said else "")


def _pile(pile: SeenPile, say: Voice) -> Markup:
    more = pile.size - len(pile.top)
    return listed([*say.cards(pile.top), *([f"{more} more"] if more else [])])


def table_words(table: SeenTable, game: str, say: Voice) -> dict[str, Markup]:
    """What else there is to know of a table, by what it is about."""
    found: dict[str, Markup] = {}
    turn = escape(table.turn)
    if table.step not in ("actions", "main"):
        turn += Markup(", at {}").format(STEPS[table.step])
    for step, left in (("actions", table.actions), ("transfers", table.transfers)):
        if table.step == step and left != 2:
            turn += Markup(", {} {} left").format(left or "no", step if left != 1 else step[:-1])
    found["Turn"] = turn
    cards = {
        "New World Orders": table.nwos,
        "In the attack": table.attacking,
        "On the table until the turn ends": table.marks,
        "Uncontrolled": table.uncontrolled,
        "Destroyed": table.dead,
        "Discarded": table.discard,
        "Out of the game": table.removed,
    }
    found |= {what: listed(say.cards(some)) for what, some in cards.items() if some}
    found |= {
        f"{pile.name[:1].upper()}{pile.name[1:]}, from the top": _pile(pile, say) for pile in table.decks if pile.top
    }
    if table.loose:
        found["Money on uncontrolled Groups"] = listed(
            Markup("{} {}").format(say.card(card), mb(amount)) for card, amount in table.loose.items() if amount
        )
    if table.align:
        found["Alignments now"] = listed(
            Markup("{}: {}").format(say.card(card), ", ".join(names) or "none") for card, names in table.align.items()
        )
    if table.under:
        found["Under another card"] = listed(
            Markup("{} under {}").format(*say.cards(pair)) for pair in table.under.items()
        )
    if table.leads:
        found["Leads, face down"] = listed(
            Markup("{} of {}").format(say.card(card), name) for name, card in table.leads.items()
        )
    if table.claims:
        found["Victory declared"] = Markup("; ").join(
            Markup("{} by {}").format(name, series(GOALS.get(goal) or say.named(goal) for goal in goals))
            for name, goals in table.claims
        )
    if table.lasting:
        found["In effect"] = Markup("; ").join(_lasting(each, say) for each in table.lasting)
    if table.started != len(table.players):
        found["Players at the beginning"] = escape(table.started)
    if table.options:
        found["Agreed before the game"] = Markup("; ").join(
            _option(name, value, game, say) for name, value in table.options.items()
        )
    if table.winners:
        found["Winners"] = listed(table.winners)
    return found


def _lasting(each: SeenLasting, say: Voice) -> Markup:
    on = Markup(" on {}").format(say.card(each.on)) if each.on and each.on != each.card else Markup("")
    return Markup("{}{}, {}").format(say.card(each.card), on, LASTS[each.until])


def _option(name: str, value: Any, game: str, say: Voice) -> Markup:
    if name in ADVANCED:
        anchors, words = ADVANCED[name]
        anchor = next((each for each in anchors if (game, each) in say.book.sections), None)
        text = words.format(value)
        return say.link(say.book.section_url(game, anchor), text) if anchor else escape(text)
    conflict = say.book.conflicts[name]
    outcome = next(outcome for outcome in conflict.outcomes if outcome.id == value)
    return Markup("{} ({})").format(
        say.prose.line(outcome.says), say.link(links.conflict_url(conflict.id), conflict.title)
    )


def rolls_words(scenario: Mapping[str, Any]) -> Markup | None:
    """What the players rolled for the first turn, where a game begins."""
    table = scenario.get("table")
    rolls = table.get("rolls") if isinstance(table, Mapping) else None
    return listed(f"{name} {roll}" for name, roll in rolls.items()) if rolls else None
