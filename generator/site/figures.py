"""Pictures of the rules, drawn from the rules: the turn, the course of an attack, who may aid, the position bonus, an Instant Attack.

A figure belongs to a section and is drawn at its beginning. Its words are written here, each box with the section that says more; its numbers
come from the terms of the game, and what it claims is shown by the rulings below it. All of them are SVG of one width, which fits a phone;
the colors are those of the page (`.chart` in dossier.css).
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from dataclasses import dataclass

from markupsafe import Markup

from generator.engine.cards import Card
from generator.language import tree as t
from generator.site.book import Book

WIDTH = 340
_GAP = 22
_LINE = 16
_PAD = 10
_LETTER = 7.0
"""The width of a letter of the text, on average, in units of the picture; titles are a little wider."""


@dataclass(frozen=True)
class Box:
    """A box of a chart: what it says first, what else, and the section that says more. `aside` hangs to its right, where a question is
    answered with yes."""

    title: str
    says: str
    section: str
    aside: str = ""


@dataclass(frozen=True)
class Figure:
    """A chart: its boxes from top to bottom, and the rulings that show that it is true."""

    name: str
    title: str
    section: str
    boxes: tuple[Box, ...]
    rulings: tuple[str, ...] = ()
    last: str = ""
    """What holds when every question was answered with no."""


def figures(book: Book, game: str) -> tuple[Figure, ...]:
    """The figures of a game."""
    made = (_turn(book, game), _position(book, game), *_COURSES.get(game, ()), *_AID.get(game, ()))
    fails = str(book.rules(game).fails_from)
    return tuple(_filled(each, fails) for each in made if each.boxes)


def figures_of(book: Book, game: str, section: str) -> list[Figure]:
    """The figures that stand at the beginning of a section."""
    return [each for each in figures(book, game) if each.section == section]


def _filled(figure: Figure, fails: str) -> Figure:
    """A figure with the lowest roll that always fails in the place of its mark."""
    boxes = tuple(Box(box.title, box.says.replace("FAILS", fails), box.section, box.aside) for box in figure.boxes)
    return Figure(figure.name, figure.title, figure.section, boxes, figure.rulings, figure.last)


# --- which figures there are ----------------------------------------------------------------------------------------

def _turn(book: Book, game: str) -> Figure:
    """The steps of a turn: the sections that are steps."""
    found = [Box(f"{number.split()[-1]}  {title[:1].upper()}{title[1:]}", "", anchor) for number, title, anchor in book.steps(game)]
    return Figure("turn", "Your turn, step by step", "turn-sequence", tuple(found))


def _position(book: Book, game: str) -> Figure:
    """The position bonus, from the terms of the game."""
    amounts = {}
    for rule in book.rules(game).terms:
        if isinstance(rule.tree, t.Term) and isinstance(rule.tree.amount, int):
            amounts |= {node.cards: rule.tree.amount for node in rule.tree.when if isinstance(node, t.Distance)}
    where = ("directly under the Illuminati", "1 Group in between", "2 Groups in between")
    boxes = [Box("The defender’s Illuminati", "", "position")]
    boxes += [Box("Group", where[cards - 1], "position", f"+{amount}") for cards, amount in sorted(amounts.items())]
    boxes.append(Box("Group", "farther away", "position", "no bonus"))
    return Figure("position", "The position bonus of a rival’s Group", "position", tuple(boxes), _POSITION_RULINGS.get(game, ()))


_POSITION_RULINGS = {
    "deluxe": ("next-to-its-illuminati", "own-position-is-no-defense"),
    "inwo": ("close-to-the-illuminati", "position-against-destruction-in-inwo"),
    "subgenius": ("ten-five-and-nothing", "closeness-against-destruction"),
}
_ROLL = "Two dice: the strength or less succeeds. FAILS and more always fail."
_COURSES: dict[str, tuple[Figure, ...]] = {
    "deluxe": (
        Figure(
            "attack", "The course of an attack", "announcing",
            (
                Box("1  Announce", "Attacker, target, kind of attack. Privileged? Say so and pay for it now.", "announcing"),
                Box("2  Name the helpers", "Your Groups, with their Transferable Power, before anyone pays.", "aiding"),
                Box("3  Pay", "You, the defender, and rivals who interfere. Go on until nobody adds more.", "spending"),
                Box("4  Roll", _ROLL, "attack-roll"),
                Box("5  Change the roll", "At once: Assassination makes it 2, Murphy’s Law 12. The last one counts.", "special-assassination"),
                Box("6  Result", "The target changes hands, becomes uncontrolled, is destroyed, or stays.", "attack-results"),
            ),
            ("announcing-an-attack", "aid-before-money", "attacker-may-answer", "dice-commit-the-attack", "three-specials-on-one-roll"),
        ),
    ),
    "inwo": (
        Figure(
            "attack", "The course of an attack", "announcing",
            (
                Box("1  Announce", "Attacker, kind of attack, target. Privileged? Say so now.", "announcing"),
                Box("2  Aid and oppose", "Anyone may spend tokens, play Plots and use abilities, unless it is privileged. "
                    "Your first token or Plot commits you.", "aiding"),
                Box("3  Go back and forth", "Until nobody can or wants to change the strength. Name every bonus.", "resolving"),
                Box("4  Less than 2?", "The attack fails without a roll.", "automatic-failure"),
                Box("5  Roll", _ROLL, "attack-roll"),
                Box("6  Change the roll", "Only cards that change or repeat rolls. Canceling is too late.", "die-rolls"),
                Box("7  Result", "The target is captured or destroyed, or it stays.", "attack-results"),
            ),
            (
                "privilege-is-declared-at-once", "calling-off-gives-all-back", "back-and-forth", "strength-of-one",
                "no-cancel-after-the-dice", "forgotten-bonus-is-lost",
            ),
        ),
        Figure(
            "instant-attack", "An Instant Attack", "instant-attack",
            (
                Box("1  Play the Plot", "At any time, in anyone’s turn, but not during another attack. You can’t call it off.", "instant-attack"),
                Box("2  Take its Power", "Add the one Group that the card lets help, if any.", "instant-attack"),
                Box("3  Subtract the target’s Power", "As it is now: later changes come too late.", "instant-attack"),
                Box("4  Subtract the position bonus", "Unless the target is your own Group.", "position"),
                Box("5  Add what names it", "Only cards that mention Instant Attacks, Assassinations or Disasters. No alignments, no agents, no "
                    "tokens of the target.", "instant-attack"),
                Box("6  Roll", _ROLL, "attack-roll"),
            ),
            (
                "hit-and-run-in-anyones-turn", "car-bomb-while-others-attack", "closeness-in-an-instant-attack", "concert-after-the-bomb",
                "who-may-help-a-car-bomb", "no-agents-for-assassins",
            ),
        ),
    ),
    "subgenius": (
        Figure(
            "attack", "The course of an attack", "announcing",
            (
                Box("1  Announce", "Attacker, kind of attack, target.", "announcing"),
                Box("2  Aid and oppose", "Anyone may spend tokens, play Plots and use abilities. Your first token or Plot commits you.", "aiding"),
                Box("3  Go back and forth", "Until nobody wants to add anything. Name every bonus.", "attack-roll"),
                Box("4  Less than 2?", "The attack fails without a roll.", "automatic-failure"),
                Box("5  Roll", _ROLL, "attack-roll"),
                Box("6  Change the roll", "Only cards that change or repeat rolls. Canceling is too late.", "die-rolls"),
                Box("7  Result", "The target is captured or destroyed, or it stays.", "attack-results"),
            ),
            ("sg-calling-off-gives-all-back", "sg-helping-and-hindering", "strength-one-is-no-roll", "too-late-sg", "sg-forgotten-bonus"),
        ),
    ),
}
_GLOBAL = Box("Does it have Global Power?", "", "global-power", "adds Global Power")
_AID: dict[str, tuple[Figure, ...]] = {
    "deluxe": (
        Figure(
            "aid", "May this Group aid my attack?", "aiding",
            (
                Box("Is it a rival’s Group?", "", "aiding", "can’t"),
                Box("Has it taken part in an attack this turn?", "Only the UFOs may do so twice.", "aiding", "can’t"),
                Box("Does it have Transferable Power?", "Its alignments don’t matter.", "aiding", "adds that much"),
            ),
            ("only-your-own-groups-aid", "one-attack-each-turn", "aid-adds-transferable-power", "helpers-alignment-does-not-matter"),
            "can’t",
        ),
    ),
    "inwo": (
        Figure(
            "aid", "May this Group aid or oppose?", "aiding",
            (
                Box("Does it lack an Action token?", "", "action-tokens", "can’t"),
                Box("Is the attack privileged, and is this a third player’s Group?", "A card may let it in.", "privilege", "can’t"),
                Box("To aid control: does it share an alignment with the target?", "", "aiding", "adds Power"),
                Box("To aid destruction: is an alignment opposite to one of the target’s?", "", "destroy-sum", "adds Power"),
                Box("To oppose: does it share an alignment, or is it the target’s master or puppet?", "", "aiding", "adds Power"),
                Box("Is it the target, defending itself?", "", "self-defense", "double Power"),
                _GLOBAL,
            ),
            ("three-friends-of-russia", "help-to-destroy", "who-may-oppose", "twice-the-power-in-self-defense", "clone-arrangers-six-or-two"),
            "can’t",
        ),
    ),
    "subgenius": (
        Figure(
            "aid", "May this Group aid or oppose?", "aiding",
            (
                Box("Does it lack an Action token?", "", "action-tokens", "can’t"),
                Box("To aid control: does it share an alignment with the target?", "", "aiding", "adds Power"),
                Box("To aid destruction: is an alignment opposite to one of the target’s?", "", "destroy-sum", "adds Power"),
                Box("To oppose: does it share an alignment, or is it the target’s master or puppet, or an Illuminati?", "", "self-defense",
                    "adds Power"),
                Box("Is it the target, defending itself?", "Power plus permanent Power.", "self-defense", "adds both"),
                _GLOBAL,
            ),
            (
                "helpers-against-sputum", "opponents-for-sputum", "the-church-defends-anybody", "phrenologists-defend-themselves",
                "global-power-of-the-hell-creatures",
            ),
            "can’t",
        ),
    ),
}


# --- which Goals combine ----------------------------------------------------------------------------------------

GOALS = ("Counts Groups double for the Basic Goal", "Wins by itself", "Wins by itself, never with another Goal")
"""What a Goal card does about other Goals: the rows of the table."""


def goal_cards(book: Book, game: str) -> dict[str, list[Card]]:
    """The Goal cards of a game by what they do about other Goals, from their sentences; each card once."""
    doubles, wins, alone = GOALS
    found: dict[str, list[Card]] = {row: [] for row in GOALS}
    for record in book.catalog.cards:
        said = [clause.sentence for clause in record.clauses]
        whole = [each for each in said if isinstance(each, t.GoalCard)]
        parts = [each for each in said if isinstance(each, t.CountsFor) and each.title == "Goal"]
        if record.card.game == game and record.card.subtype == "goal" and (whole or parts):
            only = any(each.alone for each in (*whole, *parts))
            found[alone if only else wins if whole else doubles].append(record.card)
    return {row: cards for row, cards in found.items() if cards}


# --- drawing --------------------------------------------------------------------------------------------------------

def drawn(figure: Figure, game: str, href: Callable[[str], str]) -> Markup:
    """A figure as SVG; `href` is the address of a section on the page."""
    asking = any(box.aside for box in figure.boxes)
    wide = 204 if asking else WIDTH - 2
    y, parts = 1.0, []
    for number, box in enumerate(figure.boxes):
        titles = _wrapped(box.title, (wide - 2 * _PAD) / (_LETTER * 1.07))
        lines = _wrapped(box.says, (wide - 2 * _PAD) / _LETTER)
        high = _LINE * (len(titles) + len(lines)) + 2 * _PAD
        if number:
            down = "no" if asking and figure.last else ""
            parts.append(_arrow(1 + wide / 2, y, 1 + wide / 2, y + _GAP, down))
            y += _GAP
        texts = [("title", words) for words in titles] + [("says", words) for words in lines]
        inside = Markup("").join(
            Markup('<text class="{}" x="{}" y="{}">{}</text>').format(kind, 1 + _PAD, _number(y + _PAD + 12 + _LINE * at), words)
            for at, (kind, words) in enumerate(texts)
        )
        parts.append(Markup('<a href="{}"><rect x="1" y="{}" width="{}" height="{}" rx="6"/>{}</a>').format(
            href(box.section), _number(y), wide, high, inside,
        ))
        if box.aside:
            parts.append(_aside(box.aside, wide, y + high / 2, "yes" if figure.last else ""))
        y += high
    if figure.last:
        parts.append(_arrow(1 + wide / 2, y, 1 + wide / 2, y + _GAP, "no"))
        parts.append(Markup('<text class="end" x="{}" y="{}">{}</text>').format(_number(1 + wide / 2), _number(y + _GAP + 16), figure.last))
        y += _GAP + 22
    key = f"figure-{game}-{figure.name}"
    return Markup(
        '<svg class="chart" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" width="{}" height="{}" role="group" '
        'aria-labelledby="{}-title" aria-describedby="{}-desc"><title id="{}-title">{}</title><desc id="{}-desc">{}</desc>{}</svg>'
    ).format(WIDTH, _number(y + 1), WIDTH, _number(y + 1), key, key, key, figure.title, key, description(figure), Markup("").join(parts))


def description(figure: Figure) -> str:
    """The same in words."""
    said = []
    for box in figure.boxes:
        words = f"{box.title.replace('  ', ': ')}{'' if box.title.endswith('?') else '.'} {box.says}".strip()
        answer = f" {'Yes: ' if figure.last else ''}{box.aside}." if box.aside else ""
        said.append(f"{words}{answer}")
    return " ".join([*said, *([f"Otherwise: {figure.last}."] if figure.last else [])])


def _wrapped(words: str, letters: float) -> list[str]:
    return textwrap.wrap(words, int(letters), drop_whitespace=True, break_long_words=False) if words else []


def _number(value: float) -> str:
    return f"{value:g}"


def _arrow(x: float, top: float, to_x: float, bottom: float, words: str) -> Markup:
    """An arrow down, with a word beside it."""
    line = Markup('<path class="way" d="M{0} {1}V{2}"/><path class="tip" d="M{3} {2}h10l-5 6z"/>').format(
        _number(x), _number(top), _number(bottom - 7), _number(to_x - 5),
    )
    if not words:
        return line
    return line + Markup('<text class="answer" x="{}" y="{}">{}</text>').format(_number(x + 9), _number(top + 15), words)


def _aside(words: str, wide: float, y: float, answer: str) -> Markup:
    """What follows from yes, to the right of a box."""
    start, end = 1 + wide, 1 + wide + 34
    lines = _wrapped(words, (WIDTH - end - 8) / (_LETTER * 1.12))
    texts = Markup("").join(
        Markup('<text class="end" x="{}" y="{}">{}</text>').format(
            _number((end + 4 + WIDTH) / 2), _number(y + 4 + _LINE * (at - (len(lines) - 1) / 2)), each
        )
        for at, each in enumerate(lines)
    )
    way = Markup('<path class="way" d="M{0} {1}H{2}"/>').format(_number(start), _number(y), _number(end - 6 if answer else end))
    if not answer:
        return way + texts
    tip = Markup('<path class="tip" d="M{} {}v10l6-5z"/>').format(_number(end - 6), _number(y - 5))
    return way + tip + Markup('<text class="answer" x="{}" y="{}">{}</text>').format(_number(start + 4), _number(y - 6), answer) + texts

