"""What a use of a card names is used, or the play is refused: nothing that a player says is passed over in silence.

A word counts as read where the use did something to what it names, where the event that the ability answers is about just that, or where the use
without the word would be another one or none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from generator.engine.inwo import holdings
from generator.engine.inwo.effects.step import Step
from generator.engine.inwo.plays import Use
from generator.engine.inwo.table import Table
from generator.language import nodes
from generator.language import tree as t

_CITES = ("wdh-any-play-plot", "wdh-any-use-ability", "sg-plot-timing-on-card")
_NOTHING = "?"
"""A choice that no card offers."""
_OTHER = {"plot": "group", "group": "plot", "Power": "Resistance", "Resistance": "Power"}
"""Where there are two choices, the other one: a play may say what holds anyhow."""

NO_CARD, OTHER_CARD, NO_CHOICE = "asks for no such card", "here, not about", "asks for no such choice"
NO_PLAYER, NO_OPTION = "asks for no player", "has no option"
"""What a refusal says of the word that was not read."""

Tried = Callable[[Use], Table | None]
"""The table after a use, or nothing where it would not be legal."""


def require(before: Table, after: Table, play: Use, step: Step, tried: Tried) -> None:
    """Refuse a use that names what it does not ask for. `play` is the use as it was made, `after` what came of it."""
    name = before.name(play.card)
    for text, about, other in () if play.dice else _doubtful(before, after, play, step):  # the dice may decide that a word is not needed
        result = tried(other)
        if result is not None and _same(result, after):
            step.record.require(False, text, *_CITES, about=about)
    if play.option != 1 and not (play.option == 2 and _has_options(play, step.sentence)):
        more = ", and begin `choose` with add, remove or reverse" if any(isinstance(node, t.ChangeAlignments) for node in nodes(step.sentence)) else ""
        step.record.require(False, f"{name} {NO_OPTION} {play.option}: leave `option` out{more}", *_CITES, about=play.card)
    step.record.stop_if_illegal()


def _doubtful(before: Table, after: Table, play: Use, step: Step) -> Iterator[tuple[str, str, Use]]:
    """Every word of a use of which nothing has visibly come: why it would be refused, about which card, and the use without it."""
    name, decided = before.name(play.card), _decided(before, play, step)
    for key in ("on", "take"):
        cards: tuple[str, ...] = getattr(play, key)
        taken = key == "take" and any(before.zone(card) != after.zone(card) for card in cards)  # then to be looked at with the others is not enough
        for i, card in enumerate(cards):
            if before.name(card) not in decided and _said(before, card, taken) == _said(after, card, taken):
                fewer = cards[:i] + cards[i + 1 :]
                yield _why(before, name, card, step), card, replace(play, on=fewer) if key == "on" else replace(play, take=fewer)
    free = _freely_said(before, step.sentence) if play.choose else set()
    for i, word in enumerate(play.choose):
        if word not in free:
            yield f"{name} {NO_CHOICE}: {word}", play.card, replace(play, choose=(*play.choose[:i], _OTHER.get(word, _NOTHING), *play.choose[i + 1 :]))
    theirs = any(before.zone(card)[1] == play.whom for card in (*play.on, *play.take))
    if play.whom is not None and not theirs and before.player(play.whom) == after.player(play.whom):
        others = [each.name for each in before.seated if each.name not in (play.whom, play.player)]
        for other in others[:1]:
            yield f"{name} {NO_PLAYER}: {play.whom}", play.card, replace(play, whom=other)


def _same(one: Table, other: Table) -> bool:
    """Whether two tables are alike; who saw which cards first makes no difference."""
    seen = set(one.seen) == set(other.seen)
    return seen and one.entries == other.entries and replace(one, seen=()) == replace(other, seen=())


def _decided(table: Table, play: Use, step: Step) -> set[str]:
    """The names of the cards that it is about whatever is said: to which it happened, of which the play is canceled, and what the use has found
    out for itself (a duplicate and the card that it duplicates)."""
    settled = step.play if (step.play.on, step.play.take) != (play.on, play.take) else replace(play, on=(), take=())
    canceled = (play.cancels,) if play.cancels is not None else ()
    return {table.name(card) for card in (*_about(table, step), *canceled, *step.found, *settled.on, *settled.take) if card in table.book}


def _about(table: Table, step: Step) -> tuple[str, ...]:
    """To which card it happened, first of all the target of an attack."""
    attack = step.attack(table)
    cards = (attack.target if attack is not None else None, step.event.card if step.event is not None else None)
    return tuple(card for card in cards if card is not None and card in table.book)


def _freely_said(table: Table, sentence: object) -> set[str]:
    """The choices that may make no difference: the name of a Plot, which a rival may hold or not, and the end of a deck that may be short."""
    parts = tuple(nodes(sentence))
    plots = any(isinstance(node, t.Happens) and node.event == "name Plot" for node in parts)
    ends = any(getattr(node, "end", None) == "either" for node in parts)
    return {*(card.name for card in table.book.values() if plots), *(("top", "bottom") if ends else ())}


def _has_options(play: Use, sentence: object) -> bool:
    """Whether it does one of two things; a Freeze cancels an action instead of it where the play names one."""
    if isinstance(sentence, t.Freeze) and play.cancels is not None:
        return True
    return any(isinstance(node, t.EitherEffect) or (isinstance(node, t.They) and node.verb == "must play at once or discard") for node in nodes(sentence))


def _why(table: Table, name: str, card: str, step: Step) -> str:
    about = _about(table, step) if step.event is not None else ()
    if about:
        return f"{name} is about {table.name(about[0])} {OTHER_CARD} {table.name(card)}"
    return f"{name} {NO_CARD}: {table.name(card)}"


def _said(table: Table, card: str, taken: bool) -> tuple[object, ...]:
    """All that a table says of one card; where cards are `taken`, not who has seen it."""
    attack = table.attack
    parts = () if attack is None else (attack.target, attack.plot, *attack.acting)
    return (
        table.zone(card), table.tokens.get(card, 0), table.links.get(card), table.linked_to(card), table.under.get(card), table.master(card),
        tuple(each for each in table.lasting if each.on == card), card in table.devastated, card in parts, table.zone(f"{card}{holdings.COPIED}"),
        tuple(held for player in table.players for held in player.plots if held.card == card),
        tuple(each for each in table.seen if each[0] == card and not taken), card in table.face_down,
    )
