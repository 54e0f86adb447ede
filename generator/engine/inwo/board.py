"""What the cards of a table are now: their numbers, alignments and attributes, and which of them a sentence means.

Everything is read through the attack sum (`engine/attack.py`), which knows what standing sentences do: the whole table stands as the
pieces of an attack, the one under way or none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from generator.engine import attack as sums
from generator.engine.attack import Piece
from generator.engine.cards import LINKED, Card, Clause
from generator.engine.inwo.table import Attack, Lasting, Player, Table
from generator.engine.selecting import matches, met, settled, traits_of
from generator.language import tree as t


def attack_of(table: Table, pending: Attack) -> sums.Attack:
    """An attack on a table as the attack sum asks for it: attacker and helpers first, then the attacking player's cards, the target and
    its player's, then everybody else's."""
    assert pending.attacker is not None
    owner = table.owner(pending.target)
    rival = owner if owner is not None and owner.name != pending.player else None
    first = (pending.attacker, *(join.card for join in pending.joined))
    return sums.Attack(
        kind=pending.kind,
        attacker=pending.attacker,
        target=pending.target,
        pieces=pieces(table, pending.player, rival.name if rival else None, first, pending),
        helpers=tuple(join.card for join in pending.joined),
        opponents=tuple(join.card for join in pending.opposed),
        distance=rival.structure.distance(pending.target) if rival else None,
        played=tuple(table.book[each.card] for each in pending.played),
        privileged=pending.privileged,
        places=places(table),
        facts=facts(table),
    )


def pieces(table: Table, player: str, rival: str | None, first: Iterable[str] = (), attack: Attack | None = None) -> tuple[Piece, ...]:
    """Every card that has a say, as this player sees it. `first` are cards that come first, `rival` whose cards are `rival`."""

    def side(name: str | None) -> sums.Owner:
        return "nobody" if name is None else "you" if name == player else "rival" if name == rival else "third"

    found: dict[str, Piece] = {}
    owners = {card: other.name for other in table.seated for card in other.controlled}
    order = [name for name in (player, rival) if name] + [other.name for other in table.seated if other.name not in (player, rival)]
    target = (attack.target,) if attack else ()
    cards = (*first, *(card for name in order for card in table.player(name).controlled), *target, *table.uncontrolled)
    for card in dict.fromkeys(cards):
        found[card] = _piece(table, card, side(owners.get(card)), attack)
    for card in table.nwos:
        found[card] = Piece(table.book[card], "third", table.book[card].alignments)
    for card, host in table.links.items():
        if table.book[card].kind == "plot" and host in found and in_force(table, card):
            found[card] = Piece(table.book[card], found[host].owner, table.book[card].alignments, linked=host)
    for number, each in enumerate(table.lasting):
        if each.on is None or each.on in found:
            piece = _marker(table, f"{each.source}@{number}", each, side(each.player))
            found[piece.card.id] = piece
    for card in table.devastated:
        if card in found:
            found[f"{card}@devastated"] = Piece(_devastation(card), "third", (), linked=card)
    for played in attack.played if attack else ():
        if played.card not in found:
            found[played.card] = Piece(table.book[played.card], side(played.player), played.choice, linked=played.on)
    return tuple(found.values())


def _piece(table: Table, card: str, owner: sums.Owner, attack: Attack | None) -> Piece:
    controller = table.owner(card)
    structure = controller.structure if controller and card in controller.structure else None
    return Piece(
        card=table.book[card] if has_abilities(table, card) else _mute(table.book[card]),
        owner=owner,
        alignments=table.book[card].alignments,
        open_arrows=len(structure.open_arrows(card)) if structure and attack and card == attack.attacker else 0,
        master=structure.master(card) if structure else None,
        linked=table.links.get(card) if table.book[card].kind == "resource" else None,
    )


def _mute(card: Card) -> Card:
    return replace(card, clauses=tuple(replace(clause, sentence=None) for clause in card.clauses))


def _marker(table: Table, name: str, each: Lasting, owner: sums.Owner) -> Piece:
    """What holds for a while, as a Plot that lies on the card that it is about."""
    source = table.book[each.source]
    clauses = tuple(replace(clause, sentence=None) for clause in source.clauses[: max(each.clause - 1, 0)])
    text = source.clauses[each.clause - 1] if 0 < each.clause <= len(source.clauses) else Clause("", None)
    card = Card(name, source.name, source.game, source.set, "plot", clauses=(*clauses, Clause(text.text, each.sentence, text.cites)))
    return Piece(card, owner, each.choice, linked=each.on)


@lru_cache
def _devastation(card: str) -> Card:
    """Half its Power against attacks to destroy (`wdh-devastate-half-power`)."""
    half = t.StatSet(LINKED, "Power", 2, "divided", against=t.Attacks(kinds=("destroy",)))
    return Card(f"{card}@devastated", "Devastated", "inwo", "inwo", "plot", clauses=(Clause("Devastated", half, ("wdh-devastate-half-power",)),))


# --- the table as an attack that is none ------------------------------------------------------------------------------


def standing_attack(table: Table, player: str) -> sums.Attack:
    """The whole table as this player sees it, settled, without an attack under way: attacker and target are his Illuminati."""
    if player not in table.memo:
        own = table.player(player).illuminati
        attack = sums.Attack("control", own, own, pieces(table, player, None), places=places(table), facts=facts(table))
        table.memo[player] = settled(attack, table.rules)
    return table.memo[player]


def _seen(table: Table, card: str, player: str | None = None) -> tuple[sums.Attack, Piece]:
    """The table as the card's player sees it, and the piece of that card, wherever it lies."""
    owner = table.owner(card) or table.holder(card)
    attack = standing_attack(table, player or (owner.name if owner else table.turn.player))
    for piece in attack.pieces:
        if piece.card.id == card:
            return attack, piece
    alone = Piece(table.book[card], "you" if owner else "nobody", table.book[card].alignments)
    return replace(attack, pieces=(*attack.pieces, alone)), alone


def number(table: Table, card: str, stat: str, *, permanent: bool = False) -> int:
    """A number of a card as it is now; `permanent` leaves out what changes it for a while."""
    attack, piece = _seen(table, card)
    return sums.number_of(stat, piece, attack, permanent=permanent)


def alignments(table: Table, card: str) -> tuple[str, ...]:
    """The alignments a card has now."""
    return _seen(table, card)[1].alignments


def traits(table: Table, card: str) -> frozenset[str]:
    """The alignments, attributes and other words that a selector may ask a card for, as they are now."""
    return traits_of(_seen(table, card)[1])


def fits(table: Table, selector: object, card: str, speaker: str, player: str) -> bool:
    """Whether a selector, said by the card `speaker` of this player, means a card."""
    attack, piece = _seen(table, card, player)
    said = next((each for each in attack.pieces if each.card.id == speaker), None)
    if said is None:
        said = Piece(table.book[speaker], "you", (), linked=table.links.get(speaker))
        attack = replace(attack, pieces=(*attack.pieces, said))
    return matches(selector, piece, attack, said)


def holds(table: Table, conditions: tuple[object, ...], speaker: str, player: str, pending: Attack | None = None) -> bool:
    """Whether all conditions of a sentence said by this card hold; of an attack, where one is given."""
    if not conditions:
        return True
    attack = settled(attack_of(table, pending), table.rules) if pending and pending.attacker else standing_attack(table, player)
    said = next((each for each in attack.pieces if each.card.id == speaker), None)
    said = said or Piece(table.book[speaker], "you", (), linked=table.links.get(speaker))
    return met(conditions, attack, said)


def said(table: Table, kind: type, player: str) -> Iterator[tuple[Piece, int, Clause, object]]:
    """Every standing sentence of this class on the table, as this player sees it: speaker, number, clause, sentence."""
    attack = standing_attack(table, player)
    for piece in attack.pieces:
        for number_, clause, sentence in piece.card.standing.get(kind, ()):
            if met(getattr(sentence, "while_", ()), attack, piece):
                yield piece, number_, clause, sentence


# --- what the table alone knows ----------------------------------------------------------------------------------------


def places(table: Table) -> Mapping[str, frozenset[str]]:
    """Words of the language about where a card is, or how it stands, and the cards of which they are true."""
    controlled = [card for player in table.seated for card in player.controlled]
    with_puppets = {table.master(card) for card in controlled}
    open_arrows = {card for player in table.seated for card in player.structure if player.structure.open_arrows(card)}
    return {
        "with an Action token": frozenset(card for card in controlled if table.tokens.get(card)),
        "without Action tokens": frozenset(card for card in controlled if not table.tokens.get(card)),
        "with 2 or more Action tokens": frozenset(card for card in controlled if table.tokens.get(card, 0) >= 2),
        "without puppets": frozenset(card for card in controlled if card not in with_puppets),
        "with an open arrow": frozenset(open_arrows),
        "in your hand": frozenset(card for player in table.seated for card in player.hand),
        "among the destroyed": frozenset(card for player in table.players for card in player.destroyed),
        "among the killed": frozenset(card for player in table.players for card in player.killed),
    }


def facts(table: Table) -> Mapping[str, frozenset[str]]:
    """Words of the language about the moment, and the cards that would speak truly in saying them."""
    everything = frozenset(card for player in table.seated for card in (*player.controlled, *(held.card for held in player.plots)))
    active = table.active
    mine = frozenset((*active.controlled, *(held.card for held in active.plots)))
    return {
        "it is your turn": mine,
        "it has no Action token": frozenset(card for card in everything if not table.tokens.get(card)),
        "this card is not linked": frozenset(card for card in everything if not _linked_to_group(table, card)),
        "all players have had their first turn": everything if all(player.turns for player in table.seated) else frozenset(),
        "at least 3 players play": everything if len(table.seated) >= 3 else frozenset(),
        "you have no Plots in your hand": frozenset(
            card for player in table.seated if not player.plots for card in player.controlled
        ),
        "your Illuminati has no Action token": frozenset(
            card for player in table.seated if not table.tokens.get(player.illuminati) for card in player.controlled
        ),
    }


def _linked_to_group(table: Table, card: str) -> bool:
    host = table.links.get(card)
    return host is not None and table.book[host].kind != "illuminati"


def paralyzed(table: Table, card: str) -> bool:
    """Whether a Paralysis card lies on this Group (`wdh-paralyze-no-tokens`)."""
    return any(table.book[each].sentences(t.Paralysis) for each in table.linked_to(card))


def in_arm_of_devastation(table: Table, card: str) -> bool:
    """Whether a Group is Devastated or lies below a Place that is (`wdh-devastate-tokens`, `wdh-devastate-no-victory`)."""
    while card is not None:
        if card in table.devastated:
            return True
        card = table.master(card)
    return False


def has_abilities(table: Table, card: str) -> bool:
    """Whether what the card says counts at all: a paralyzed Group has no abilities, nor have Resources linked to it
    (`wdh-paralyze-no-abilities`, `wdh-rabil-linked-nullify`)."""
    host = table.links.get(card) if table.book[card].kind == "resource" else None
    return not paralyzed(table, card) and (host is None or not paralyzed(table, host))


def in_force(table: Table, card: str) -> bool:
    """Whether a linked card has its effect now. A link that is illegal for the moment has none (`wdh-illlink-temporary`)."""
    from generator.engine.inwo import links

    return links.is_legal(table, card)


def player_of(table: Table, card: str) -> Player | None:
    """Who controls a card or has it in his hand."""
    return table.owner(card) or table.holder(card)


def in_play(table: Table, card: str) -> bool:
    """Whether a card is in play: controlled, or a Plot that lies on the table to mark its effect (`wdh-glos-in-play`); in SubGenius what
    lies in the uncontrolled area too (`sg-glo-in-play`)."""
    marking = card in table.nwos or card in table.marks or (table.book[card].kind == "plot" and card in table.links)
    return table.owner(card) is not None or marking or (table.shared and card in table.uncontrolled)
