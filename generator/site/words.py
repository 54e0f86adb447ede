"""Rulings in words: what each play says, what each expectation asks and expects, how a table stands.

`PLAYS` has a sentence for every play of the engine, `VALUES` what is special about the value of a subject. Names of
cards become links, everything else is escaped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape

from generator.catalog import CardRecord
from generator.database.read import LedgerLine
from generator.engine.deluxe import plays
from generator.engine.deluxe.table import Goods
from generator.rulings import Expectation, SeenPlayer, SeenStep, SeenTable
from generator.site import links
from generator.site.book import Book
from generator.site.faces import number
from generator.site.prose import Prose
from generator.site.views import VERBS, facts, signed

STEPS = {
    "income": "the Income step",
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
    "none": "none of the places on the table",
}
ADVANCED = {
    "basic-goal": ("game-length", "The Basic Goal takes {} cards"),
    "very-long-game": ("game-length", "Very long game: no Goals, the score decides"),
    "hidden-goals": ("hidden-goals", "Hidden Goals"),
    "hidden-illuminati": ("hidden-illuminati", "Hidden Illuminati"),
    "overstatement": ("hidden-illuminati", "Hidden Illuminati may overstate Power and Income by 1"),
}
"""The advanced rules that players can agree on: their section, and what to call them."""
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


def mb(amount: int) -> str:
    """An amount of money."""
    return f"{number(amount)} MB"


def series(things: Iterable[Any]) -> Markup:
    """Things in a sentence: `A`, `A and B`, `A, B and C`."""
    *first, last = [escape(thing) for thing in things] or [Markup("nothing")]
    return Markup(" and ").join((Markup(", ").join(first), last)) if first else last


def listed(things: Iterable[Any], none: str = "none") -> Markup:
    """Things in a list: `A, B, C`."""
    return Markup(", ").join(escape(thing) for thing in things) or escape(none)


@dataclass(frozen=True)
class Voice:
    """Says things of one game on one page."""

    book: Book
    game: str
    prose: Prose

    def card(self, name: str) -> Markup:
        """The linked name of a card, given by id or slug. Raises KeyError."""
        card = self._record(name).card
        return self.link(links.card_url(card.id), card.name, "card-link")

    def _record(self, name: str) -> CardRecord:
        """The card with this id, or with this slug in the game. Raises KeyError."""
        return self.book.cards[name] if name in self.book.cards else self.book.slugs[self.game, name]

    def cards(self, names: Iterable[str]) -> list[Markup]:
        """Several of them."""
        return [self.card(name) for name in names]

    def named(self, value: str) -> Markup:
        """The linked name of a card, or the text itself where it is none."""
        known = value in self.book.cards or (self.game, value) in self.book.slugs
        return self.card(value) if known else escape(value)

    def link(self, url: str, words: str, kind: str = "") -> Markup:
        """A link of this page."""
        extra = Markup(' class="{}"').format(kind) if kind else ""
        return Markup('<a{} href="{}">{}</a>').format(extra, self.prose.href(url), words)

    def sources(self, cites: Iterable[str]) -> Markup:
        """Citations, each with a link to the section of ours that states it."""
        found = self.book.citations(cites)
        return Markup("; ").join(self.link(each.url, each.label) if each.url else escape(each.label) for each in found)

    def rule(self, source: str) -> tuple[Markup, Markup]:
        """The sentence that a source stands for, and its citations: a statement, a rule of the game, a clause."""
        slug, mark, place = source.partition("#")
        if mark:
            record = self._record(slug)
            clause = record.card.clauses[int(place) - 1]
            said = Markup("{}: {}").format(self.card(record.id), self.prose.sentence(clause.text))
            return said, self.sources(clause.cites)
        if (self.game, source) in self.book.terms:
            rule = self.book.terms[self.game, source].rule
            return self.prose.sentence(rule.text), self.sources(rule.cites)
        statement = self.book.catalog.statement(source)
        return escape(statement.gist), self.sources([source])

    def line(self, source: str) -> Markup:
        """What a line of a sum is called, by its source or its label."""
        slug, mark, _ = source.partition("#")
        if mark:
            return Markup("Ability of {}").format(self.card(slug))
        if (self.game, source) in self.book.terms:
            rule = self.book.terms[self.game, source].rule
            return self.prose.sentence(rule.text)
        return escape(source)


# --- plays ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Moment:
    """Who makes a play, on which table (as it was at the start), and whose attack is under way."""

    who: str
    table: SeenTable
    attacking: str | None

    def illuminati(self, name: str) -> str:
        """The Illuminati of a player."""
        return next(player.illuminati for player in self.table.players if player.name == name)


def play_words(play: plays.Play, step: SeenStep, start: SeenTable, say: Voice) -> Markup:
    """A play as a sentence."""
    moment = Moment(step.player, start, step.attacking)
    return PLAYS[type(play)](play, moment, say) + Markup(".")


def _income(play: plays.Income, at: Moment, say: Voice) -> Markup:
    parts = [Markup("{} collects Income").format(at.who)]
    if play.forgo:
        parts.append(Markup("{} pays no tax").format(series(play.forgo)))
    for player, paid in play.taxes.items():
        amounts = series(Markup("{} from {}").format(mb(amount), say.card(card)) for card, amount in paid.items())
        parts.append(Markup("{} pays tax with {}").format(player, amounts))
    if play.upkeep == "master":
        parts.append(Markup("the master of a Group that costs money pays for it"))
    if play.claim is not None:
        parts.append(Markup("the hidden Illuminati are said to have Income {}").format(play.claim))
    return Markup("; ").join(parts)


def _draw(play: plays.Draw, at: Moment, say: Voice) -> Markup:
    return Markup("{} draws{}").format(at.who, " and lays Specials face up" if play.face_up else "")


def _pass(play: plays.Pass, at: Moment, say: Voice) -> Markup:
    return Markup("{} passes").format(at.who)


def _end_turn(play: plays.EndTurn, at: Moment, say: Voice) -> Markup:
    return Markup("{} ends the turn").format(at.who)


def _accuse(play: plays.Accuse, at: Moment, say: Voice) -> Markup:
    return Markup("{} accuses {} of hiding {}").format(at.who, play.accused, say.card(play.illuminati))


def _choose_goal(play: plays.ChooseGoal, at: Moment, say: Voice) -> Markup:
    return Markup("{} writes down the Goal of {}").format(at.who, say.card(play.goal))


def _reveal_goal(play: plays.RevealGoal, at: Moment, say: Voice) -> Markup:
    return Markup("{} shows the Goal written down").format(at.who)


def _leave(play: plays.Leave, at: Moment, say: Voice) -> Markup:
    return Markup("{} is thrown out for cheating" if play.caught else "{} leaves the game").format(at.who)


def _announce(play: plays.Announce, at: Moment, say: Voice) -> Markup:
    said = Markup("{} announces an attack {} {} by {}").format(
        at.who, VERBS[play.kind], say.card(play.target), say.card(play.attacker)
    )
    if play.aid:
        said += Markup(", aided by {}").format(series(say.cards(play.aid)))
    if play.claim is not None:
        said += Markup(", with a claimed Power of {}").format(play.claim)
    if play.specials:
        said += Markup(", and plays {}").format(series(say.cards(play.specials)))
    if play.privilege is not None:
        own = play.privilege == at.illuminati(at.who)
        said += Markup("; privileged by {} {}").format(
            "the ability of" if own else "discarding", say.card(play.privilege)
        )
    return said


def _aid(play: plays.Aid, at: Moment, say: Voice) -> Markup:
    return Markup("{} adds the aid of {}").format(at.who, series(say.cards(play.groups)))


def _privilege(play: plays.Privilege, at: Moment, say: Voice) -> Markup:
    return Markup("{} declares the attack privileged with {}").format(at.who, say.card(play.special))


def _spend(play: plays.Spend, at: Moment, say: Voice) -> Markup:
    own = at.who == at.attacking
    return Markup("{} spends {} from the treasury of {} {} the attack").format(
        at.who, mb(play.amount), say.card(play.card or at.illuminati(at.who)), "on" if own else play.side
    )


def _call_off(play: plays.CallOff, at: Moment, say: Voice) -> Markup:
    return Markup("{} calls the attack off").format(at.who)


def _roll(play: plays.Roll, at: Moment, say: Voice) -> Markup:
    return Markup("The dice show {}").format(play.dice)


def _turned(sides: Mapping[str, str], say: Voice) -> Markup:
    return Markup("").join(
        Markup(", {} on the {} arrow of its master").format(say.card(card), side) for card, side in sides.items()
    )


def _resolve(play: plays.Resolve, at: Moment, say: Voice) -> Markup:
    said = Markup("The result is carried out")
    if play.side:
        said += Markup(", a captured Group going to the {} arrow").format(play.side)
    said += _turned(play.sides, say)
    if play.transfer:
        said += Markup("; {} move to it at once").format(mb(play.transfer))
    return said


CHANGES = {
    "add": Markup("{} becomes {} as well"),
    "remove": Markup("{} is no longer {}"),
    "reverse": Markup("{} changes from {} to its opposite"),
}


def _use(play: plays.Use, at: Moment, say: Voice) -> Markup:
    special = say.book.cards[play.card].card.kind == "special"
    said = Markup("{} {} {}").format(at.who, "plays" if special else "uses", say.card(play.card))
    if play.whom is not None:
        said += Markup(" to see the Specials of {}").format(play.whom)
    if play.change is not None and play.target is not None:
        said += Markup(": ") + CHANGES[play.change].format(say.card(play.target), play.alignment)
    elif play.target is not None:
        said += Markup("{} on {}").format(" and" if play.whom else "", say.card(play.target))
    if play.master is not None:
        arrow = f"the {play.side} arrow of " if play.side else ""
        said += Markup(", which goes to {}{}").format(arrow, say.card(play.master))
    if play.money is not None:
        amounts = series(Markup("{} on {}").format(mb(amount), say.card(card)) for card, amount in play.money.items())
        said += Markup(" to leave {}").format(amounts)
    if play.arrange is not None:
        said += Markup(": {}").format(_arranged(at.illuminati(at.who), play.arrange, say))
    if play.face_up:
        said += Markup(", laying Specials face up")
    return said


def _arranged(master: str, below: Mapping[str, Any], say: Voice) -> Markup:
    """A Power Structure in words, each master with its puppets and their arrows."""
    hung: list[tuple[str, str, Mapping[str, Any]]] = []
    for key, inner in below.items():
        side = key if key in ("top", "right", "bottom", "left") else ""
        hung += [(side, card, rest) for card, rest in (inner.items() if side else ((key, inner),))]
    own = series(Markup("{}{}").format(say.card(card), f" ({side})" if side else "") for side, card, _ in hung)
    parts = [Markup("{} under {}").format(own, say.card(master))] if hung else []
    parts += [_arranged(card, rest, say) for _, card, rest in hung if rest]
    return Markup("; ").join(parts)


def _abolish(play: plays.Abolish, at: Moment, say: Voice) -> Markup:
    return Markup("{} discards {} against the privilege").format(at.who, series(say.cards(play.specials)))


def _show(play: plays.Show, at: Moment, say: Voice) -> Markup:
    return Markup("{} lays {} face {}").format(at.who, say.card(play.special), "up" if play.face_up else "down")


def _transfer(play: plays.Transfer, at: Moment, say: Voice) -> Markup:
    return Markup("{} moves {} from {} to {}{}").format(
        at.who, mb(play.amount), say.card(play.card), say.card(play.to),
        ", as an action" if play.action else ", as a transfer after the actions",
    )  # fmt: skip


def _move(play: plays.Move, at: Moment, say: Voice) -> Markup:
    return Markup("{} moves {} to the {} arrow of {}{}").format(
        at.who, say.card(play.group), play.side, say.card(play.master), _turned(play.sides, say)
    )


def _drop(play: plays.Drop, at: Moment, say: Voice) -> Markup:
    return Markup("{} drops {}").format(at.who, say.card(play.group))


def _goods(goods: Goods, say: Voice) -> Markup:
    money = [escape(mb(goods.money))] if goods.money else []
    return series([*money, *say.cards(goods.specials), *say.cards(goods.groups)])


def _places(play: plays.Trade | plays.Deliver, say: Voice) -> Markup:
    said = Markup("").join(
        Markup("; {} goes to the {} arrow of {}").format(say.card(card), side, say.card(master))
        for card, (master, side) in play.places.items()
    ) + _turned(play.sides, say)
    return said + (Markup("; dropped for it: {}").format(series(say.cards(play.drops))) if play.drops else Markup(""))


def _trade(play: plays.Trade, at: Moment, say: Voice) -> Markup:
    gift = Markup("{} gives {} to {}") if play.consent else Markup("{} wants to give {} to {}")
    said = gift.format(at.who, _goods(play.gives, say), play.to)
    if play.gets:
        said += Markup(" for {}").format(_goods(play.gets, say))
    if play.money_from or play.money_to:
        ends = [("from", play.money_from), ("to", play.money_to)]
        said += Markup(", the money {}").format(
            Markup(" ").join(Markup("{} {}").format(word, say.card(card)) for word, card in ends if card)
        )
    said += _places(play, say)
    return said if play.consent else said + Markup(", but {} does not agree").format(play.to)


def _agree(play: plays.Agree, at: Moment, say: Voice) -> Markup:
    said = Markup("{} promises {} to {}" if play.later else "{} and {} agree: {}")
    order = (at.who, _goods(play.gives, say), play.to) if play.later else (at.who, play.to, _goods(play.gives, say))
    said = said.format(*order)
    if play.gets:
        said += Markup(" for {}").format(_goods(play.gets, say))
    return said + Markup(", to be delivered {}").format("later" if play.later else "at once")


def _deliver(play: plays.Deliver, at: Moment, say: Voice) -> Markup:
    return Markup("{} delivers to {} what was agreed{}").format(at.who, play.to, _places(play, say))


def _say(play: plays.Say, at: Moment, say: Voice) -> Markup:
    return Markup("{} says: “{}”").format(at.who, play.text.rstrip("."))


PLAYS: dict[type[plays.Play], Callable[[Any, Moment, Voice], Markup]] = {
    plays.Income: _income,
    plays.Draw: _draw,
    plays.Pass: _pass,
    plays.EndTurn: _end_turn,
    plays.Accuse: _accuse,
    plays.ChooseGoal: _choose_goal,
    plays.RevealGoal: _reveal_goal,
    plays.Leave: _leave,
    plays.Announce: _announce,
    plays.Aid: _aid,
    plays.Privilege: _privilege,
    plays.Spend: _spend,
    plays.CallOff: _call_off,
    plays.Roll: _roll,
    plays.Resolve: _resolve,
    plays.Use: _use,
    plays.Abolish: _abolish,
    plays.Show: _show,
    plays.Transfer: _transfer,
    plays.Move: _move,
    plays.Drop: _drop,
    plays.Trade: _trade,
    plays.Agree: _agree,
    plays.Deliver: _deliver,
    plays.Say: _say,
}
"""The sentence of every play."""
TOLD = (plays.Announce, plays.Spend, plays.Roll, plays.Transfer, plays.Move)
"""Plays whose first event says the same as their sentence."""


# --- expectations ---------------------------------------------------------------------------------------------------


def question_words(line: Expectation, plays_made: int, say: Voice) -> Markup:
    """What an expectation asks; `plays_made` is how many plays its case has."""
    subject = line.subject
    kinds = {subject.name: subject.about, **subject.also}
    if subject.name == "legal" and plays_made:
        return escape(f"Play {plays_made if line.after is None else line.after} is legal")
    words = escape(subject.text)
    for name, value in zip(kinds, line.given, strict=False):
        words = words.replace("{" + name + "}", _asked(kinds[name], value, say))
    if line.position is not None:
        words = Markup("{} ({})").format(words, _position(line, say))
    if line.after is not None and line.after < plays_made:
        words += Markup(" after play {}").format(line.after) if line.after else Markup(" at the start")
    return words


def _asked(kind: Any, value: Any, say: Voice) -> Markup:
    if kind == "card":
        return say.card(value)
    if kind == "source":
        return say.line(value)
    if isinstance(kind, tuple) and value in FIELDS:
        return escape(FIELDS[value])
    return escape(str(value).capitalize() if isinstance(kind, tuple) else value)


def _position(line: Expectation, say: Voice) -> Markup:
    assert line.position is not None
    position = line.position
    cards = (say.card(position.attacker), say.card(position.target))
    attack = Markup("{} against {}, {}").format(*cards, VERBS[position.kind])
    words = Markup("; ").join((attack, *facts(say.book, position)))
    if not say.book.has_calculator(position.game):
        return words
    return Markup("{}; {}").format(words, say.link(links.calculator_url(str(position)), "calculator"))


def value_words(line: Expectation, ledger: tuple[LedgerLine, ...], say: Voice) -> Markup:
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


def _needed_words(value: Any, ledger: Any, say: Voice) -> Markup:
    return escape("no roll succeeds" if value == "never" else value)


def _line_amount(value: int, ledger: Any, say: Voice) -> Markup:
    return escape(number(value))


def _whole_sum(value: list[list[Any]], ledger: tuple[LedgerLine, ...], say: Voice) -> Markup:
    """A small table, amounts as they count for the attacker."""
    against = {line.label for line in ledger if line.side == "defense"}
    rows = Markup("").join(
        Markup('<tr><td class="amount">{}</td><td>{}</td></tr>').format(
            signed(-amount if label in against else amount), label
        )
        for amount, label in value
    )
    return Markup('<table class="small-sum"><tbody>{}</tbody></table>').format(rows)


def _rolls(value: Mapping[str, bool], ledger: Any, say: Voice) -> Markup:
    return listed(f"{roll}: {'yes' if works else 'no'}" for roll, works in value.items())


def _rule_words(value: str, ledger: Any, say: Voice) -> Markup:
    text, source = say.rule(value)
    return Markup('<span class="rule">{}</span> <span class="cite">{}</span>').format(text, source)


def _nobody(value: str, ledger: Any, say: Voice) -> Markup:
    return escape("nobody" if value == "none" else value)


def _players(value: list[str], ledger: Any, say: Voice) -> Markup:
    return listed(value, "nobody")


def _zone(value: str, ledger: Any, say: Voice) -> Markup:
    return escape(ZONES[value])


def _step(value: str, ledger: Any, say: Voice) -> Markup:
    return escape(STEPS[value])


def _ways(value: int, ledger: Any, say: Voice) -> Markup:
    return escape(f"{value} of 36")


VALUES: dict[str, Callable[[Any, tuple[LedgerLine, ...], Voice], Markup]] = {
    "needed": _needed_words,
    "line": _line_amount,
    "lines": _whole_sum,
    "ways": _ways,
    "succeeds": _rolls,
    "reason": _rule_words,
    "happens": _rule_words,
    "owner": _nobody,
    "winners": _players,
    "zone": _zone,
    "step": _step,
}
"""Values that their type alone does not explain, by subject."""


# --- the table ------------------------------------------------------------------------------------------------------


def player_words(player: SeenPlayer, say: Voice) -> list[Markup]:
    """What lies before a player besides the Power Structure, one fact each."""
    if player.out:
        return [Markup("Out of the game")]
    money = [(card.card, card.money) for card in player.cards if card.money]
    alone = len(player.cards) == 1
    found = []
    if alone:
        found.append(Markup("No Groups"))
    if money:
        amounts = [escape(mb(sum(amount for _, amount in money)))] if alone else [
            Markup("{} {}").format(say.card(card), mb(amount)) for card, amount in money
        ]
        found.append(Markup("Treasury: {}" if alone or len(money) == 1 else "Treasuries: {}").format(listed(amounts)))
    else:
        found.append(Markup("No money"))
    if player.specials:
        held = [Markup("{}{}").format(say.card(card), " (face up)" if up else "") for card, up in player.specials]
        found.append(Markup("Specials: {}").format(listed(held)))
    if player.hidden:
        found.append(Markup("The Illuminati lie face down"))
    if player.goal:
        found.append(Markup("Goal written down: {}").format(say.card(player.goal)))
    counts = [
        ("Turns completed", player.turns),
        ("Groups destroyed", player.kills),
        ("Illuminati knocked out", player.knockouts),
    ]
    return found + [Markup("{}: {}").format(word, count) for word, count in counts if count]


def table_words(table: SeenTable, game: str, say: Voice) -> dict[str, Markup]:
    """What else there is to know of a table, by what it is about."""
    found: dict[str, Markup] = {}
    turn = escape(table.turn)
    if table.step != "actions":
        turn += Markup(", at {}").format(STEPS[table.step])
    for step, left in (("actions", table.actions), ("transfers", table.transfers)):
        if table.step == step and left != 2:
            turn += Markup(", {} {} left").format(left or "no", step if left != 1 else step[:-1])
    found["Turn"] = turn
    if table.uncontrolled:
        found["Uncontrolled"] = listed(say.cards(table.uncontrolled))
    if table.dead:
        found["Destroyed"] = listed(say.cards(table.dead))
    if table.discard:
        found["Discarded"] = listed(say.cards(table.discard))
    if table.deck:
        more = table.deck_size - len(table.deck)
        found["Deck, from the top"] = listed([*say.cards(table.deck), *([f"{more} more"] if more else [])])
    if table.loose:
        found["Money on uncontrolled Groups"] = listed(
            Markup("{} {}").format(say.card(card), mb(amount)) for card, amount in table.loose.items() if amount
        )
    if table.align:
        found["Alignments now"] = listed(
            Markup("{}: {}").format(say.card(card), ", ".join(names) or "none") for card, names in table.align.items()
        )
    if table.started != len(table.players):
        found["Players at the beginning"] = escape(table.started)
    if table.options:
        found["Agreed before the game"] = Markup("; ").join(
            _option(name, value, game, say) for name, value in table.options.items()
        )
    if table.winners:
        found["Winners"] = listed(table.winners)
    return found


def _option(name: str, value: Any, game: str, say: Voice) -> Markup:
    if name in ADVANCED:
        anchor, words = ADVANCED[name]
        text = words.format(value)
        known = (game, anchor) in say.book.sections
        return say.link(say.book.section_url(game, anchor), text) if known else escape(text)
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
