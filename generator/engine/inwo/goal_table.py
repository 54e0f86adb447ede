"""The table that a line about Goals describes, and how its player stands with each Goal there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from generator.engine.cards import Card, Clause, enters
from generator.engine.goal_line import CHOICES, NOBODY, OWN, RIVAL, YOU, GoalLine, cards_of, choices_of, structure_of
from generator.engine.goals import Standing
from generator.engine.inwo import counting, victory
from generator.engine.inwo.effects import state
from generator.engine.inwo.table import Fall, Held, Lasting, Options, Player, Table, Turn
from generator.engine.reading import Game
from generator.engine.structure import Structure
from generator.language import tree as t
from generator.meaning.core import ANY, LINKED
from generator.structs import replace


def standings(line: GoalLine, game: Game) -> tuple[Standing, ...]:
    """How the player of a line stands with each Goal. Raises KeyError for a card that `game` does not have."""
    return counting.explained(table_of(line, game), YOU)


def table_of(line: GoalLine, game: Game) -> Table:
    """The table that a line describes: its player is `You`, all rivals together are one."""
    book, ids = cards_of(line, game)

    def of(slugs: Iterable[str]) -> tuple[str, ...]:
        return tuple(ids[slug] for slug in slugs)

    you, theirs = ids[line.illuminati], f"{line.game}/rivals"
    book[theirs] = Card(theirs, RIVAL, line.game, line.game, "illuminati", power=0)
    paralyzed = {f"{card}@paralyzed": card for card in of(line.paralyzed)}
    clause = Clause("paralyzed", t.Paralysis(ANY, ANY), ("wdh-paralyze-no-goal",))
    for plot in paralyzed:
        book[plot] = Card(plot, "Paralysis", line.game, line.game, "plot", clauses=(clause,))
    gone = {f"{card}~2": replace(book[card], id=f"{card}~2") for card in of(line.eliminated)}
    book |= gone
    fallen = {ids[item.partition("+")[0]]: _fall(item, book, ids) for item in line.destroyed if "+" in item}
    orders = {book[ids[item.partition("+")[0]]].nwo: item for item in line.nwo}
    nwos = tuple(item for item in line.nwo if item in orders.values())
    laid = {ids[slug]: ids[on] for slug, on in line.link}
    linked = [card for card in laid if book[card].kind == "resource"]
    resources = (*of(line.resources), *(card for card in linked if laid[card] not in of(line.rivals)))
    rivals = (*of(line.rivals), *(card for card in linked if laid[card] in of(line.rivals)))
    rival_resources = tuple(card for card in rivals if book[card].kind == "resource")
    beside = dict.fromkeys(of(line.resources), you) | {card: theirs for card in rival_resources if card not in laid}
    players = (
        Player(
            name=YOU,
            structure=structure_of(book, you, of(line.groups), {ids[slug]: ids[to] for slug, to in line.under}),
            resources=resources,
            plots=tuple(Held(card) for card in of(line.goals)),
            destroyed=of(item.partition("+")[0] for item in line.destroyed),
            helped=of(line.helped),
            turns=2,
        ),
        Player(
            name=RIVAL,
            structure=structure_of(book, theirs, (card for card in rivals if book[card].kind == "group"), {}),
            resources=rival_resources,
            turns=2,
        ),
        *(Player(name=card, structure=Structure.of(book, card), out=True) for card in gone),
    )
    table = Table(
        book=MappingProxyType(book),
        rules=game.rules,
        goals=game.goals,
        players=players,
        turn=Turn(player=YOU, bereft=(YOU,) if line.bereft else ()),
        started=line.players,
        links=MappingProxyType(beside | laid | paralyzed),
        nwos=of(item.partition("+")[0] for item in nwos),
        devastated=of(line.devastated),
        fallen=MappingProxyType({**fallen, **{card: Fall(owner=YOU) for card in gone}}),
        lasting=tuple(
            each for at, item in enumerate(line.nwo) if item in nwos for each in _lasting(line, at, game, book, ids)
        ),
        options=Options(basic_goal=line.agreed),
    )
    owners = {card: player.name for player in players for card in (*player.controlled, *of(line.goals))}
    return replace(table, owners=MappingProxyType(owners)).with_tokens({you: line.slack})


def _fall(item: str, book: Mapping[str, Card], ids: Mapping[str, str]) -> Fall:
    slug, *rest = item.split("+")
    owner = YOU if OWN in rest else None if NOBODY in rest else RIVAL
    plot = next((ids[each] for each in rest if each not in (OWN, NOBODY)), None)
    return Fall(owner=owner, plot=plot, alignments=book[ids[slug]].alignments)


def _lasting(
    line: GoalLine, at: int, game: Game, book: Mapping[str, Card], ids: Mapping[str, str]
) -> Iterator[Lasting]:
    """What holds since a New World Order came: what its player chose, and what it did to the cards that it found, as
    the orders before it had made them.
    """
    slug, plus, choice = line.nwo[at].partition("+")
    card = book[ids[slug]]
    if plus:
        number, options = choices_of(card)[0]
        yield Lasting(
            source=card.id, clause=number, player=YOU, sentence=options[CHOICES.index(choice)], on=None, until="in play"
        )
    if enters(card):
        yield from found(table_of(replace(line, nwo=line.nwo[:at]), game), card, YOU)


def found(before: Table, order: Card, player: str) -> Iterator[Lasting]:
    """What a New World Order has done to the numbers of the cards that lay on the table before it came."""
    for number, effect in enters(order):
        for group in (
            each
            for other in before.seated
            for each in other.structure.groups
            if victory.means(before, effect.who, each, player)
        ):
            change = replace(state._not_below(before, effect, group), who=LINKED, until=None)
            yield Lasting(source=order.id, clause=number, player=player, sentence=change, on=group, until="in play")
