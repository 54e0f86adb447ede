"""What a use of a card names is used, or the play is refused: nothing that a player says is passed over in silence.

A word counts as read where the use did something to what it names, where the event that the ability answers is about
just that, or where the use without the word would be another one or none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from generator.engine.cards import SIDES
from generator.engine.inwo import holdings
from generator.engine.inwo.effects.step import Step
from generator.engine.inwo.plays import Use
from generator.engine.inwo.table import Held, Table
from generator.language import nodes
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace

_CITES = ("wdh-any-play-plot", "wdh-any-use-ability", "sg-plot-timing-on-card")
_OTHER = {"plot": "group", "group": "plot", "Power": "Resistance", "Resistance": "Power"}
"""Where there are two choices, the other one: a play may say what holds anyhow. Elsewhere `?`, which no card offers."""

NO_CARD, OTHER_CARD, NO_CHOICE = "does not ask for that card", "here, not about", "does not offer that choice"
NO_PLAYER, NO_OPTION, NO_WORD = "asks for no player", "has no option", "has no use for"
"""What a refusal says of the word that was not read."""


def require(before: Table, after: Table, play: Use, step: Step, tried: Callable[[Use], Table | None]) -> None:
    """Refuse a use that names what it does not ask for.

    `play` is the use as it was made, `after` what came of it, `tried` what comes of another.
    """
    name, most = before.name(play.card), 6 * len(play.dice) + 1
    rolls = [(n,) if len(play.dice) == 1 else (n - n // 2, n // 2) for n in range(len(play.dice), most) if play.dice]
    for text, about, *others in _doubtful(before, after, play, step):
        # On every roll: the dice may decide whether a word is needed.
        alike = others and all(_same(tried(other), after) for other in others)
        if alike and all(
            _same(tried(replace(others[0], dice=dice)), tried(replace(play, dice=dice))) for dice in rolls
        ):
            step.record.require(False, text, *_CITES, about=about)
    two = (each for each in nodes(step.sentence) if isinstance(each, t.EitherEffect))
    # It cancels an action instead where the play names one.
    freezes = isinstance(step.sentence, t.Freeze) and play.cancels is not None
    if play.option != 1 and not (play.option == 2 and (freezes or any(True for _ in two))):
        ways = any(isinstance(node, t.ChangeAlignments) for node in nodes(step.sentence))
        more = ", and begin `choose` with add, remove or reverse" if ways else ""
        step.record.require(
            False, f"{name} {NO_OPTION} {play.option}: leave `option` out{more}", *_CITES, about=play.card
        )
    step.record.stop_if_illegal()


def _doubtful(before: Table, after: Table, play: Use, step: Step) -> Iterator[tuple[Any, ...]]:
    """Every word of a use of which nothing has visibly come: why it would be refused, about which card, and the uses
    that would then come to the same: without it, or with another in its place.
    """
    name, decided = before.name(play.card), _decided(before, play, step)
    about = _about(before, step) if step.event is not None else ()
    for key in ("on", "take"):
        cards: Any = getattr(play, key)
        looks = key == "take" and all(before.zone(each) == after.zone(each) for each in cards)
        shown = {*step.looked, *(seen[0] for seen in after.seen[len(before.seen) :])} if looks else set()
        for i, card in enumerate(cards):
            unseen = (
                before.name(card) not in decided and card not in shown and _said(before, card) == _said(after, card)
            )
            if unseen or card in cards[:i]:
                hidden = Held(card) in before.player(play.player).plots  # of a rival's hand nothing is told
                text = (
                    f"is about {before.name(about[0])} {OTHER_CARD} {before.name(card)}"
                    if about
                    else f"{NO_CARD}: {before.name(card)}{', which is hidden' * hidden}"
                )
                if 0 < i < len(cards) and not about and all(each in decided for each in map(before.name, cards[:i])):
                    text = f"takes fewer cards: {before.name(card)} is one too many"
                text = text if unseen else f"{NO_WORD} {before.name(card)} a second time"
                text += f"; clause {play.clause} says: {step.clause.text}" if play.clause is not None else ""
                yield f"{name} {text}", card, replace(play, **{key: cards[:i] + cards[i + 1 :]})
    free = _freely_said(before, step.sentence) if play.choose else set()
    for i, word in enumerate(play.choose):
        if word not in free:
            yield (
                f"{name} {NO_CHOICE}: {word} (leave it out of `choose`)",
                play.card,
                replace(play, choose=(*play.choose[:i], _OTHER.get(word, "?"), *play.choose[i + 1 :])),
            )
    turn = getattr(getattr(step.sentence, "timing", None), "of", None) == "rival" and play.whom == before.turn.player
    theirs = turn or any(before.zone(card)[1] == play.whom for card in (*play.on, *play.take))
    if play.whom is not None and (
        play.whom == play.player or not theirs and before.player(play.whom) == after.player(play.whom)
    ):
        others = (each.name for each in before.seated if each.name != play.whom)
        yield f"{name} {NO_PLAYER}: {play.whom}", play.card, *(replace(play, whom=other) for other in others)
    for key, uses in _other_words(before, play, step.sentence):
        yield f"{name} {NO_WORD} `{key}`", play.card, *uses


def _other_words(table: Table, play: Use, sentence: Any) -> Iterator[tuple[str, list[Use]]]:
    """The words of a use that are not cards, players or choices, each with uses that say others in its place."""
    turned = [{card: SIDES[SIDES.index(side) - n] for card, side in play.sides.items()} for n in (1, 2, 3)]
    amount, timing = play.amount or 0, getattr(sentence, "timing", None)
    cancels = (isinstance(timing, c.Just) and not timing.what.startswith("dice")) or any(
        isinstance(node, t.Cancel | t.Freeze) for node in nodes(sentence)
    )
    instead: dict[str, Sequence[Any]] = {
        "cancels": () if cancels else (None, play.card),
        "master": table.player(play.player).controlled,
        "side": SIDES,
        "sides": turned,
        "arrange": (None,),
        "amount": (None, amount + 1, amount - 1),
        "seconds": (10**6,),
        "dice": ((),),
    }
    for key, words in instead.items():
        if words and (said := getattr(play, key)) not in (None, (), {}):
            yield key, [replace(play, **{key: word}) for word in words if word != said]


def _same(one: Table | None, other: Table | None) -> bool:
    """Whether two uses came to the same; who saw which cards first makes no difference."""
    if one is None or other is None or set(one.seen) != set(other.seen):
        return one is other
    return one.entries == other.entries and replace(one, seen=()) == replace(other, seen=())


def _decided(table: Table, play: Use, step: Step) -> set[str]:
    """The names of the cards that it is about whatever is said: to which it happened, of which the play is canceled,
    and what the use has found out for itself (a duplicate and the card that it duplicates).
    """
    settled = {*step.play.on, *step.play.take} - {*play.on, *play.take}
    picked = (
        step.used if any(isinstance(each, t.They) and each.verb == "picks" for each in nodes(step.sentence)) else set()
    )
    found = {*step.found, *picked} - set(step.looked)
    return {
        table.name(card) for card in (*_about(table, step), play.cancels or "", *found, *settled) if card in table.book
    }


def _about(table: Table, step: Step) -> tuple[str, ...]:
    """To which card it happened, first of all the target of an attack."""
    attack = step.attack(table)
    cards = (attack.target if attack else None, step.event.card if step.event else None)
    return tuple(card for card in cards if card is not None and card in table.book)


def _freely_said(table: Table, sentence: object) -> set[str]:
    """The choices that may make no difference: the name of a Plot, which a rival may hold or not, and the end of a deck
    that may be short.
    """
    plots = any(isinstance(node, t.Happens) and node.event == "name Plot" for node in nodes(sentence))
    ends = any(getattr(node, "end", None) == "either" for node in nodes(sentence))
    return {*(card.name for card in table.book.values() if plots), *(("top", "bottom") if ends else ())}


def _said(table: Table, card: str) -> tuple[object, ...]:
    """All that a table says of one card, but not who has seen it."""
    attack = table.attack
    parts = (attack.target, attack.plot, *attack.acting) if attack else ()
    lasting = tuple(each for each in table.lasting if each.on == card)
    held = (
        *(each for player in table.players for each in player.plots if each.card == card),
        table.zone(f"{card}{holdings.COPIED}"),
    )
    lies = (table.zone(card), table.links.get(card), table.linked_to(card), table.under.get(card), table.master(card))
    return (
        *lies,
        table.tokens.get(card, 0),
        lasting,
        card in table.devastated,
        card in parts,
        held,
        card in table.face_down,
    )
