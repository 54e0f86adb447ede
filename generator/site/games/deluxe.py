"""The plays of games with money in words: a sentence for each, names of cards as links."""

from __future__ import annotations

from markupsafe import Markup, escape

from generator.engine.deluxe import plays
from generator.engine.deluxe.table import Goods
from generator.engine.record import Play
from generator.site.games import Sentence, Told, plainly, said_aloud
from generator.site.views import VERBS
from generator.site.voice import Moment, Voice, arranged, mb, series, turned


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


def _leave(play: plays.Leave, at: Moment, say: Voice) -> Markup:
    return Markup("{} is thrown out for cheating" if play.caught else "{} leaves the game").format(at.who)


def _announce(play: plays.Announce, at: Moment, say: Voice) -> Markup:
    said = Markup("{} attacks {} {} with {}").format(
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


def _spend(play: plays.Spend, at: Moment, say: Voice) -> Markup:
    own = at.who == at.attacking
    return Markup("{} spends {} from the treasury of {} {} the attack").format(
        at.who, mb(play.amount), say.card(play.card or at.illuminati(at.who)), "on" if own else play.side
    )


def _resolve(play: plays.Resolve, at: Moment, say: Voice) -> Markup:
    said = Markup("The attack is resolved")
    if play.side:
        said += Markup(", and a captured Group goes to the {} arrow").format(play.side)
    said += turned(play.sides, say)
    if play.transfer:
        said += Markup("; {} move to it at once").format(mb(play.transfer))
    return said


CHANGES = {
    "add": Markup("{} becomes {} as well"),
    "remove": Markup("{} is no longer {}"),
    "reverse": Markup("{} changes from {} to its opposite"),
}


def _use(play: plays.Use, at: Moment, say: Voice) -> Markup:
    special = say.book.by_id[play.card].kind == "special"
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
        said += Markup(": {}").format(arranged(at.illuminati(at.who), play.arrange, say))
    if play.face_up:
        said += Markup(", laying Specials face up")
    return said


def _show(play: plays.Show, at: Moment, say: Voice) -> Markup:
    return Markup("{} lays {} face {}").format(at.who, say.card(play.special), "up" if play.face_up else "down")


def _transfer(play: plays.Transfer, at: Moment, say: Voice) -> Markup:
    return Markup("{} moves {} from {} to {}{}").format(
        at.who,
        mb(play.amount),
        say.card(play.card),
        say.card(play.to),
        ", as an action" if play.action else ", as a transfer after the actions",
    )


def _move(play: plays.Move, at: Moment, say: Voice) -> Markup:
    return Markup("{} moves {} to the {} arrow of {}{}").format(
        at.who, say.card(play.group), play.side, say.card(play.master), turned(play.sides, say)
    )


def _goods(goods: Goods, say: Voice) -> Markup:
    money = [escape(mb(goods.money))] if goods.money else []
    return series([*money, *say.cards(goods.specials), *say.cards(goods.groups)])


def _places(play: plays.Trade | plays.Deliver, say: Voice) -> Markup:
    said = Markup("").join(
        Markup("; {} goes to the {} arrow of {}").format(say.card(card), side, say.card(master))
        for card, (master, side) in play.places.items()
    ) + turned(play.sides, say)
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


PLAYS: dict[type[Play], Sentence] = {
    plays.Income: _income,
    plays.Draw: _draw,
    plays.Pass: plainly("{who} passes"),
    plays.EndTurn: plainly("{who} ends the turn"),
    plays.Accuse: plainly("{who} accuses {accused} of hiding {illuminati}"),
    plays.ChooseGoal: plainly("{who} writes down the Goal of {goal}"),
    plays.RevealGoal: plainly("{who} shows the Goal written down"),
    plays.Leave: _leave,
    plays.Announce: _announce,
    plays.Aid: plainly("{who} aids the attack with {groups}"),
    plays.Privilege: plainly("{who} declares the attack privileged with {special}"),
    plays.Spend: _spend,
    plays.CallOff: plainly("{who} calls the attack off"),
    plays.Roll: plainly("The roll is {dice}"),
    plays.Resolve: _resolve,
    plays.Use: _use,
    plays.Abolish: plainly("{who} discards {specials} against the privilege"),
    plays.Show: _show,
    plays.Transfer: _transfer,
    plays.Move: _move,
    plays.Drop: plainly("{who} drops {group}"),
    plays.Trade: _trade,
    plays.Agree: _agree,
    plays.Deliver: _deliver,
    plays.Say: said_aloud,
}
"""The sentence of every play."""
TOLD = Told(
    plays=PLAYS,
    first=(plays.Announce, plays.Spend, plays.Roll, plays.Transfer, plays.Move),
    announces=(plays.Announce,),
)
