"""The plays of games with Plots and Action tokens in words: a sentence for each, names of cards as links."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from markupsafe import Markup

from generator.engine.inwo import plays
from generator.engine.reading import printed
from generator.engine.record import Play
from generator.site.faces import number
from generator.site.games import Sentence, Told, plainly, said_aloud
from generator.site.views import VERBS
from generator.site.voice import GOALS, Moment, Voice, arranged, series, turned

PHASES = {
    "plots": "the Plot draw",
    "groups": "the Group draw",
    "takeover": "the automatic takeover",
    "tokens": "the Action tokens",
    "main": "the main phase",
    "end": "the end of the turn",
    "claims": "the claims of victory",
}
"""What the phases of a turn are called."""
_OWED = {"plot": "a Plot", "group": "a Group card"}


def _each(cards: Iterable[str], say: Voice) -> Markup:
    """Cards of which some may be named more than once: `A and B (twice)`."""
    often = {1: "", 2: " (twice)"}
    return series(
        Markup("{}{}").format(say.card(card), often.get(count, f" ({count} times)"))
        for card, count in Counter(cards).items()
    )


def _spending(by: tuple[str, ...], say: Voice) -> Markup:
    """Whose Action tokens pay, to stand behind a sentence."""
    if not by:
        return Markup("")
    return Markup(", spending {} of {}").format("an Action token" if len(by) == 1 else "Action tokens", _each(by, say))


def _spent(play: Any, at: Moment, say: Voice) -> Markup:
    return _spending(play.by, say)


def _to_arrow(master: str | None, side: str | None, say: Voice, what: str = "which goes") -> Markup:
    """Where a card goes in a Power Structure, to stand behind a sentence."""
    if master is None:
        return Markup(", {} to the {} arrow").format(what, side) if side else Markup("")
    return Markup(", {} to {}{}").format(what, f"the {side} arrow of " if side else "", say.card(master))


# --- setting up -----------------------------------------------------------------------------------------------------


def _begin(play: plays.Begin, at: Moment, say: Voice) -> Markup:
    return Markup("They roll for the first turn: {}").format(
        series(f"{name} {roll}" for name, roll in play.rolls.items())
    )


# --- the turn -------------------------------------------------------------------------------------------------------


def _drawn(what: str, amount: int | None) -> str:
    """What is drawn; with an amount there is more to come."""
    return f"a {what}" if amount is None else f"{amount} {what}{'s' * (amount != 1)} at first"


def _take_over(play: plays.TakeOver, at: Moment, say: Voice) -> Markup:
    said = Markup("{} takes over {} without a roll{}").format(
        at.who, say.card(play.card), _to_arrow(play.master, play.side, say)
    )
    return said + Markup(", and the rival whose card forbids it lets it happen") if play.allowed else said


def _claim(play: plays.ClaimVictory, at: Moment, say: Voice) -> Markup:
    return Markup("{} declares victory by {}").format(
        at.who, series(GOALS.get(goal) or say.named(goal) for goal in play.goals)
    )


# --- any time -------------------------------------------------------------------------------------------------------


def _buy(play: plays.Buy, at: Moment, say: Voice) -> Markup:
    return Markup("{} buys a {}{}").format(
        at.who, "Plot" if play.what == "plot" else "Group card", _spending(play.by, say)
    )


def _use(play: plays.Use, at: Moment, say: Voice) -> Markup:
    lying = {
        *at.table.nwos,
        *at.table.marks,
        *(card for player in at.table.players for each in player.cards for card in each.linked),
    }
    is_played = say.kind(play.card) == "plot" and printed(play.card) not in lying
    ability = f"ability {play.clause} of " if play.clause is not None else ""
    said = Markup("{} {} {}{}").format(at.who, "plays" if is_played else "uses", ability, say.card(play.card))
    if play.cancels is not None:
        action = "" if say.kind(play.cancels) == "plot" else "the action just taken by "
        said += Markup(" to cancel {}{}").format(action, say.card(play.cancels))
    if play.on:
        said += Markup(" on {}").format(series(say.cards(play.on)))
    if play.whom is not None:
        said += Markup("; the player chosen is {}" if play.on else " on {}").format(play.whom)
    if play.option != 1:
        said += Markup(", choosing option {}").format(play.option)
    if play.choose:
        said += Markup(", choosing {}").format(series(map(say.named, play.choose)))
    if play.amount is not None:
        said += Markup(", naming the number {}").format(number(play.amount))
    said += _spending(play.by, say)
    if play.discard:
        said += Markup(", discarding {}").format(series(say.cards(play.discard)))
    if play.dice:
        said += Markup(", rolling {}").format(series(map(number, play.dice)))
    if play.take:
        said += Markup("; it finds {}").format(series(say.cards(play.take)))
    said += _to_arrow(play.master, play.side, say) + turned(play.sides, say)
    if play.seconds is not None:
        said += Markup(", which takes {} {}").format(number(play.seconds), "second" if play.seconds == 1 else "seconds")
    if play.arrange is not None:
        said += Markup(": {}").format(arranged(at.illuminati(at.who), play.arrange, say))
    return said


def _return(play: plays.Return, at: Moment, say: Voice) -> Markup:
    deep = play.depth
    place = (
        "at the bottom of"
        if deep is None
        else "on top of"
        if deep == 0
        else f"under the top {'card' if deep == 1 else f'{deep} cards'} of"
    )
    return Markup("{} puts {} {} its deck").format(at.who, say.card(play.card), place)


def _remove_tokens(play: plays.RemoveTokens, at: Moment, say: Voice) -> Markup:
    tokens = "an Action token" if len(play.cards) == 1 else "Action tokens"
    return Markup("{} removes {} from {}").format(at.who, tokens, _each(play.cards, say))


def _give(play: plays.Give, at: Moment, say: Voice) -> Markup:
    gift = Markup(
        "{} promises {} to {}" if play.promise else "{} gives {} to {}" if play.consent else "{} wants to give {} to {}"
    )
    said = gift.format(at.who, series(say.cards(play.cards)), play.to)
    if play.gets:
        said += Markup(" for {}").format(series(say.cards(play.gets)))
    if play.owes:
        said += Markup(" for {} of the other’s choice").format(_OWED[play.owes])
    said += _to_arrow(play.master, play.side, say) + turned(play.sides, say) + _spending(play.by, say)
    said += _staying(play.keep, say)
    return said if play.consent else said + Markup(", but {} does not agree").format(play.to)


# --- the Main Phase -------------------------------------------------------------------------------------------------


def _move(play: plays.Move, at: Moment, say: Voice) -> Markup:
    where = _to_arrow(play.master, play.side, say, "").lstrip(", ")
    return Markup("{} moves {} {}{}{}").format(
        at.who, say.card(play.group), where, turned(play.sides, say), _spending(play.by, say)
    )


# --- attacks --------------------------------------------------------------------------------------------------------


def _announce(play: plays.Announce, at: Moment, say: Voice) -> Markup:
    said = Markup("{} attacks {} {} with {}").format(
        at.who, VERBS[play.kind], say.card(play.target), say.card(play.attacker)
    )
    if play.aid:
        said += Markup(", aided by {}").format(series(say.cards(play.aid)))
    if play.playing is not None:
        said += Markup("; {} is played for it next").format(say.card(play.playing))
    return said + (", and all agree that it may be the target" if play.agreed else "")


def _roll(play: plays.Roll, at: Moment, say: Voice) -> Markup:
    said = Markup("The roll is {}{}").format(play.dice, ", before the others could speak" if play.rushed else "")
    return said + (
        Markup("; nobody has named {}").format(series(map(say.line, play.forgotten))) if play.forgotten else Markup("")
    )


def _take_back(play: plays.TakeBack, at: Moment, say: Voice) -> Markup:
    thing = "" if say.kind(play.card) == "plot" else "the action of "
    return Markup("{} takes back {}{}{}").format(
        at.who, thing, say.card(play.card), ", which the attacker allows" if play.consent else ""
    )


def _resolve(play: plays.Resolve, at: Moment, say: Voice) -> Markup:
    early = ", before the others could speak" if play.rushed else ""
    said = Markup("The attack is resolved{}{}{}").format(
        early, _to_arrow(play.master, play.side, say, "and a captured Group goes"), turned(play.sides, say)
    )
    return said + _staying(play.keep, say)


def _staying(cards: tuple[str, ...], say: Voice) -> Markup:
    return Markup(", and {} stays").format(series(say.cards(cards))) if cards else Markup("")


PLAYS: dict[type[Play], Sentence] = {
    plays.LayIlluminati: plainly("{who} puts their Illuminati face down"),
    plays.Lead: plainly(
        "{who} chooses {card} as the lead{side}", side=lambda play, at, say: _to_arrow(None, play.side, say)
    ),
    plays.Begin: _begin,
    plays.DrawPlot: plainly("{who} draws {amount}", amount=lambda play, at, say: _drawn("Plot", play.amount)),
    plays.DrawGroup: plainly("{who} draws {amount}", amount=lambda play, at, say: _drawn("Group card", play.amount)),
    plays.TakeOver: _take_over,
    plays.PlaceTokens: plainly("{who} places Action tokens"),
    plays.Proceed: plainly("{who} moves on to {to}", to=lambda play, at, say: PHASES[play.to]),
    plays.Knock: plainly("{who} knocks"),
    plays.ClaimVictory: _claim,
    plays.Finish: plainly("Nobody else claims victory or answers"),
    plays.Leave: plainly("{who} leaves the game"),
    plays.Buy: _buy,
    plays.Use: _use,
    plays.Substitute: plainly("{who} replaces the canceled action of {card}{by}", by=_spent),
    plays.DrawOn: plainly("{who} draws the next card"),
    plays.Discard: plainly("{who} discards {cards}"),
    plays.Return: _return,
    plays.Expose: plainly("{who} exposes {card}"),
    plays.ShowTo: plainly("{who} shows {card} to {whom} alone"),
    plays.RemoveTokens: _remove_tokens,
    plays.Relief: plainly("{who} gives Relief to {place}{by}", by=_spent),
    plays.Unzap: plainly("{who} removes the Zaps from {whom} with an Illuminati action"),
    plays.Give: _give,
    plays.RollOff: plainly(
        "{who} rolls {dice} to go first with {card}", dice=lambda play, at, say: number(sum(play.dice))
    ),
    plays.Say: said_aloud,
    plays.Move: _move,
    plays.LinkTo: plainly("{who} links {card} to {to}"),
    plays.PlayResource: plainly("{who} plays {card}{by}", by=_spent),
    plays.Announce: _announce,
    plays.Aid: plainly("{who} aids the attack with {cards}"),
    plays.Oppose: plainly("{who} opposes the attack with {cards}", cards=lambda play, at, say: _each(play.cards, say)),
    plays.PlayAgents: plainly("{who} plays {card} as agents {side} the attack"),
    plays.LayAgent: plainly("{who} lays {card} down as an agent"),
    plays.CallOff: plainly("{who} calls the attack off"),
    plays.Roll: _roll,
    plays.PointOut: plainly("{who} points out {bonus}", bonus=lambda play, at, say: say.line(play.bonus)),
    plays.TakeBack: _take_back,
    plays.Resolve: _resolve,
}
"""The sentence of every play."""
TOLD = Told(
    plays=PLAYS,
    first=(plays.Announce, plays.PlayAgents, plays.Say),
    announces=(plays.Announce,),
    joins=(plays.Aid, plays.Oppose),
    phases=PHASES,
)
