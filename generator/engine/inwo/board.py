"""What the cards of a table are now: their numbers, alignments and attributes, and which of them a sentence means.

Everything is read through the attack sum (`engine/attack.py`), which knows what standing sentences do: the whole table
stands as the pieces of an attack, the one under way or none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile
from typing import Any

from msgspec import Struct

from generator.engine import attack as sums
from generator.engine import instant
from generator.engine.cards import IN_DEFENSE, IN_ITS_ATTACK, Card, Clause, Kind
from generator.engine.inwo import factions, holdings, shield
from generator.engine.inwo.table import FOR_GOOD, SECOND_LINK, Attack, Lasting, Options, Player, Table
from generator.engine.linking import at_all_times, needs_link, said_of_links, ways_to_link
from generator.engine.selecting import (
    DEVASTATED,
    cards_of,
    hushed,
    is_hidden_from,
    matches,
    met,
    reaches,
    settled,
    traits_of,
)
from generator.engine.situation import Attack as Sum
from generator.engine.situation import Line, Nature, Owner, Piece, Scene, Side, magic_on
from generator.language import nodes
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace


def attack_of(table: Table, pending: Attack) -> Sum:
    """An attack on a table as the sum asks for it: who takes part, then the cards of both players, then others."""
    assert pending.attacker is not None
    owner = table.owner(pending.target)
    rival = owner if owner is not None and owner.name != pending.player else None
    there = pieces(table, pending.player, rival.name if rival else None, pending.makers, pending)
    found = magical(table, pending, there)
    return Sum(
        kind=pending.kind,
        attacker=pending.attacker,
        target=pending.target,
        pieces=found,
        helpers=pending.helpers,
        opponents=pending.opponents,
        free=frozenset(join.card for join in pending.opposed if join.free),
        distance=distance(table, rival.name, pending.target) if rival and pending.target in rival.structure else None,
        played=tuple(table.book[each.card] for each in pending.played),
        privileged=pending.privileged and not pending.negated,
        scene=scene(table, pending),
        passing=passing(table),
        agents=agents(table, pending),
        devastated=halved(table, found),
    )


def added_lines(table: Table, pending: Attack) -> tuple[Line, ...]:
    """What only a table can add to a sum: for agreed rules, against the own faction, by Plots and abilities."""
    return (*_resistance_line(table, pending), *factions.lines(table, pending), *played_lines(table, pending))


def played_lines(table: Table, pending: Attack) -> tuple[Line, ...]:
    """What Plots and abilities have added to a sum; at no price, as long as the card has its abilities, and a Zap until
    it is removed (`wdh-zap-scope`).
    """
    return tuple(_as_now(table, pending, line) for line in pending.added if not _is_silent(table, line))


def _as_now(table: Table, pending: Attack, line: Line) -> Line:
    """A line with what its Plot gives now: an answer may have changed the target (`wdh-timing-thwart-announced`)."""
    card = line.source.partition("#")[0]
    player, said = next((each.player for each in pending.played if each.card == card), None), table.said_in(line.source)
    for effect in said.effects if isinstance(said, t.Ability) and player is not None else ():
        if isinstance(effect, t.IfThen) and all(
            isinstance(each, t.Boost) for each in (*effect.effects, *effect.otherwise)
        ):
            now = effect.effects if holds(table, effect.condition, card, player or "", pending) else effect.otherwise
            return replace(line, amount=sum(each.amount for each in now if isinstance(each, t.Boost)))
    return line


def _is_silent(table: Table, line: Line) -> bool:
    card, said = line.source.partition("#")[0], table.said_in(line.source)
    if isinstance(said, t.Zap):
        return card not in table.links
    if card not in table.book or table.book[card].kind == "plot" or table.owner(card) is None:
        return False
    return not has_abilities(table, card) and isinstance(said, t.Ability) and not said.costs


def defending(table: Table, pending: Attack) -> tuple[t.Stat, ...]:
    """The numbers with which the target of an attack defends (`wdh-rescon-subtract`, `wdh-destroy-1-power-vs-power`;
    the conflicts `resistance-against-destroying` and `resistance-against-destruction`).
    """
    if pending.kind == "control":
        return ("Resistance",)
    both = table.options.resistance_against_destruction == "both"
    agreed = both if table.shared else table.options.resistance_against_destroying == "any-attack"
    return ("Power", "Resistance") if agreed else ("Power",)


def _resistance_line(table: Table, pending: Attack) -> tuple[Line, ...]:
    """The Resistance of the target in an attack to destroy, where the players have agreed on it (the conflicts
    `resistance-against-destroying` and `resistance-against-destruction`)."""
    if pending.kind != "destroy" or "Resistance" not in defending(table, pending):
        return ()
    amount = number(table, pending.target, "Resistance")
    label, cites = f"Resistance of {table.name(pending.target)}", ("wdh-rescon-subtract", "sg-resistance-subtracts")
    return (Line("defense", amount, label, "Resistance in every attack", "resistance-to-destroy", cites),)


def is_purged(table: Table, card: str) -> bool:
    """Whether a Group is immune to duplicates of it."""
    beside = (table.book[each].standing.get(t.Immunity, ()) for each in table.linked_to(card))
    return any(sentence.attackers == "duplicates" for said in beside for _, _, sentence in said)


def agents(table: Table, pending: Attack) -> tuple[Side, ...]:
    """The sides for which agents have been played, but those to which the target is immune."""
    owner = table.owner(pending.target)
    purged = owner is not None and is_purged(table, pending.target)
    found = (each for each in pending.agents if not purged or (owner is not None and each.player == owner.name))
    return tuple("for" if each.free else "against" for each in found)


def magical(table: Table, pending: Attack, found: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The pieces, with a Magic one on the attacker where an attack counts as Magic because a Magic Group or Resource is
    used in it or named with it (`wdh-restypes-magic`). What the defender adds himself does not turn the attack away
    from him.
    """
    used = [each.source for each in table.lasting if _said_of(each.sentence, each.on == pending.attacker)]
    used += [line.source.partition("#")[0] for line in pending.added if line.side == "attack"]
    if table.attack is None and pending.playing is not None:
        said = (node for clause in table.book[pending.playing].sentences(t.Ability) for node in nodes(clause.sentence))
        used += [pending.playing for node in said if isinstance(node, t.Boost) or _said_of(node, True)]
    cards = (card for card in used if card in table.book and "Magic" in table.book[card].attributes)
    magic = {card for card in cards if has_abilities(table, card)}
    if not any((owner := table.owner(card)) is not None and owner.name != pending.defender for card in magic):
        return found
    return (*found, magic_on(next(piece for piece in found if piece.card.id == pending.attacker)))


def _said_of(sentence: Any, own: bool) -> bool:
    """Whether a sentence is about the attack itself, or for one that its `own` card makes."""
    return (isinstance(sentence, t.Outcome) and sentence.outcome == "Magic") or (
        own and getattr(sentence, "until", None) == IN_ITS_ATTACK
    )


FAR = 99
"""No Group is as far from its Illuminati as that."""


def distance(table: Table, name: str, card: str) -> int:
    """How many cards a Group is from its player's Illuminati, as the attack sum counts it (`wdh-zap-scope`)."""
    return FAR if holdings.zapped(table, name, "no position") else table.player(name).structure.distance(card)


def pieces(
    table: Table,
    player: str,
    rival: str | None,
    first: Iterable[str] = (),
    attack: Attack | None = None,
    *,
    trusting: bool = False,
    but: str | None = None,
) -> tuple[Piece, ...]:
    """Every card that has a say, as this player sees it. `first` are cards that come first, `rival` whose cards are
    `rival`. Who asks whether links are legal is `trusting` and takes all of them for legal, `but` not what that card
    does itself.
    """

    def side(name: str | None) -> Owner:
        return "nobody" if name is None else "you" if name == player else "rival" if name == rival else "third"

    found: dict[str, Piece] = {}
    owners = {card: other.name for other in table.seated for card in other.controlled}
    order = [name for name in (player, rival) if name] + [
        other.name for other in table.seated if other.name not in (player, rival)
    ]
    target = (attack.target,) if attack else ()
    cards = (*first, *(card for name in order for card in table.player(name).controlled), *target, *table.uncontrolled)
    for card in dict.fromkeys(cards):
        found[card] = _piece(table, card, side(owners.get(card)), attack, trusting)
        if shield.silences(table, player, owners.get(card), attack):
            found[card] = replace(found[card], card=hushed(found[card].card))
    for card in table.nwos:
        said = table.book[card].muted(t.Granted) if card in awaited(table) else table.book[card]
        found[card] = Piece(said, "third", said.alignments)
    for number, what in _in_order(table):
        if isinstance(what, str):
            host, lying = table.links[what], table.book[what].beside()
            if lying.kind == "plot" and host in found and what != but and (trusting or in_force(table, what)):
                found[what] = Piece(_agreed(table, lying), found[host].owner, lying.alignments, linked=host)
        elif attack and what.on == attack.target and surges_no_more(table, what.source, attack.target, what.player):
            continue
        elif what.on is None or what.on in found:
            once = _surge_in_defense(table, what, attack) if attack else what
            piece = _marker(table, f"{what.source}@{number}", once, side(what.player))
            found[piece.card.id] = piece
    for card in table.devastated if table.options.halved_and_multiplied == "halving-only" else ():
        for each in _factors(tuple(found.values()), card):
            found[each.card.id] = replace(each, card=_without_factors(each.card))
    for played in attack.played if attack else ():
        if played.card not in found:
            found[played.card] = Piece(table.book[played.card], side(played.player), played.choice, linked=played.on)
    root = next(iter(found))
    whole = Sum("control", root, root, tuple(found.values()), scene=scene(table))
    return _silenced(table, sums.in_order(whole, table.rules).pieces)


def awaited(table: Table) -> tuple[str, ...]:
    """The New World Order just played to which the players may answer by moving their Groups: it goes into effect when
    they have done so (`wdh-card-antitrust-legislation`; the conflict `antitrust-how-long`).
    """
    new = [each.card for each in table.happened[table.recent :] if each.kind == "played" and each.card in table.nwos]
    given = ((card, said.ability.timing) for card in new for _, _, said in table.book[card].standing.get(t.Granted, ()))
    answers = (card for card, timing in given if isinstance(timing, t.OnCard) and "played" in timing.happens)
    return tuple(dict.fromkeys(answers))


def _in_order(table: Table) -> Iterator[tuple[int, str | Lasting]]:
    """Links and what holds for a while, as they came: the later governs (`wdh-timing-order`, `wdh-speed-no-trump`)."""
    waiting = list(table.links)
    for number, each in enumerate(table.lasting):
        before = [card for card in waiting if each.seen is None or card in each.seen]
        waiting = [card for card in waiting if card not in before]
        yield from ((0, card) for card in before)
        yield number, each
    yield from ((0, card) for card in waiting)


def _silenced(table: Table, found: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The cards without the special abilities that another card says they may not use; what is no ability but an
    instruction stays (`wdh-card-antitrust-legislation`, `wdh-glos-benefit-vs-instruction`).
    """
    said = ((piece, ban) for piece in found for _, _, ban in piece.card.standing.get(t.MayNot, ()))
    bans = [each for each in said if "use abilities" in each[1].deed and not isinstance(each[1].who, str | None)]
    if not bans:
        return found
    root = found[0].card.id
    attack = settled(Sum("control", root, root, found, scene=scene(table)), table.rules)
    struck = {
        piece.card.id
        for speaker, ban in bans
        for piece in attack.pieces
        if piece.card.kind in ("group", "resource")
        and met(ban.while_, attack, speaker)
        and matches(ban.who, piece, attack, speaker)
        and not matches(ban.unless, piece, attack, speaker)
    }
    return tuple(replace(piece, card=hushed(piece.card)) if piece.card.id in struck else piece for piece in found)


_STRAIGHT = "England"
"""The Group that an example of the Meta-Rules takes for Straight (the conflict `england-straight`)."""


def _piece(table: Table, card: str, owner: Owner, attack: Attack | None, trusting: bool) -> Piece:
    """A card as it stands in the attack sum; the attacker's open arrows count."""
    key = (card, owner, trusting, attack.target if attack is not None and card == attack.attacker else None)
    return table.once(key, lambda: _made_piece(table, *key))


def _made_piece(table: Table, card: str, owner: Owner, trusting: bool, target: str | None) -> Piece:
    controller = table.owner(card)
    structure = controller.structure if controller and card in controller.structure else None
    printed = table.book[card]
    if table.options.england_straight == "counts-as-straight" and printed.name == _STRAIGHT:
        printed = replace(printed, alignments=(*printed.alignments, "Straight"))
    if card in table.devastated:
        printed = replace(printed, attributes=(*printed.attributes, DEVASTATED))
    heard = has_abilities(table, card, trusting=trusting)
    agreed = _agreed(table, printed)
    return Piece(
        card=agreed if heard else hushed(agreed),
        owner=owner,
        alignments=printed.alignments,
        open_arrows=len(structure.open_sides(card, target)) if structure and target is not None else 0,
        master=structure.master(card) if structure else None,
        linked=table.links.get(card) if _is_linked(table, card) and (trusting or in_force(table, card)) else None,
    )


def _agreed(table: Table, card: Card) -> Card:
    """A card as the players have agreed to read it, where that is in dispute."""
    if table.options == _USUAL:
        return card
    clauses = (replace(each, sentence=_as_agreed(table, card, each.sentence)) for each in card.clauses)
    return replace(card, clauses=tuple(clauses))


_USUAL = Options()


def _as_agreed(table: Table, card: Card, sentence: Any) -> Any:
    """A sentence by the outcomes of the conflicts `immunity-of-a-structure`, `immunity-in-the-set`,
    `dittoheads-fanatic`, `nental-ife-power` and `dobbstown-attempt`.
    """
    options = table.options
    match sentence:
        case t.Ability():
            return replace(sentence, effects=tuple(_as_agreed(table, card, each) for each in sentence.effects))
        case t.Immunity() if table.shared:
            return None if options.immunity_in_the_set == "without-effect" else sentence
        case t.Immunity(who=None | "you") if options.immunity_of_a_structure == "single-card":
            return replace(sentence, who=c.THIS)
        case t.Treat(these="its master's Fanatic") if options.dittoheads_fanatic == "opposite":
            return None
        case t.StatEqual(source="printed Power") if options.nental_ife_power == "regular":
            return replace(sentence, source="Power")
        case t.Bonus() if card.name == "Dobbstown" and options.dobbstown_attempt == "every-attack":
            return replace(sentence, kinds=("control", "destroy"))
    return sentence


def surges_no_more(table: Table, plot: str, card: str, player: str) -> bool:
    """Whether a +10 Plot was played to defend what is no longer such a Group (`wdh-cancel-ex-2-nuke`)."""
    surges = table.book[plot].sentences(t.SurgePlot) if plot in table.marks else ()
    return any(not fits(table, clause.sentence.who.of, card, plot, player) for clause in surges)


def _surge_in_defense(table: Table, each: Lasting, attack: Attack) -> Lasting:
    """What a +10 Plot played for the defense of a Group does in an attack: for the number with which the target
    defends, or for the Power with which a Group opposes in its own structure, it counts once, however many Action
    tokens the Group spends (`wdh-card-plus10`).
    """
    raised = each.sentence.stat if isinstance(each.sentence, t.StatChange) and each.sentence.until == IN_DEFENSE else ()
    target, owner = each.on == attack.target, table.owner(attack.target)
    opposes = each.on in attack.opponents and (target or (owner is not None and each.on in owner.controlled))
    counting = (*(defending(table, attack) if target else ()), *(("Power",) if opposes else ()))
    if set(raised).isdisjoint(counting):
        return each
    for clause in table.book[each.source].sentences(t.SurgePlot):
        return replace(each, sentence=replace(clause.sentence, who=replace(clause.sentence.who, of=c.LINKED)))
    return each


def _marker(table: Table, name: str, each: Lasting, owner: Owner) -> Piece:
    """What holds for a while, as a Plot that lies on the card that it is about."""
    source = table.book[each.source]
    clauses = tuple(replace(clause, sentence=None) for clause in source.clauses[: max(each.clause - 1, 0)])
    text = table.clause(each.source, each.clause)
    clauses = (*clauses, Clause(text.text, each.sentence, text.cites))
    card = Card(name, source.name, source.game, source.set, "plot", clauses=clauses)
    return Piece(card, owner, each.choice, linked=each.on)


def halved(table: Table, found: tuple[Piece, ...]) -> tuple[str, ...]:
    """The Devastated cards that have half their Power in attacks to destroy (`wdh-devastate-half-power`; the conflict
    `halved-and-multiplied`).
    """
    if table.options.halved_and_multiplied != "multiplier-only":
        return table.devastated
    return tuple(card for card in table.devastated if not _factors(found, card))


def _factors(found: tuple[Piece, ...], card: str) -> list[Piece]:
    """What is linked to a card and multiplies one of its numbers."""
    return [each for each in found if each.linked == card and _without_factors(each.card) != each.card]


# --- the table as an attack that is none ------------------------------------------------------------------------------


def standing_attack(table: Table, player: str) -> Sum:
    """The whole table as a player sees it, settled, without an attack: attacker and target are his Illuminati."""
    return table.once(player, lambda: _as_attack(table, table.player(player).illuminati, pieces(table, player, None)))


def _as_attack(table: Table, own: str, found: tuple[Piece, ...]) -> Sum:
    """An attack, settled, in which an Illuminati is both attacker and target."""
    return settled(Sum("control", own, own, found, scene=scene(table), passing=passing(table)), table.rules)


def _seen(table: Table, card: str, player: str | None = None, *, entering: bool = False) -> tuple[Sum, Piece]:
    """The table as the card's player sees it, and the piece of that card, wherever it lies. Agents have the alignments
    and attributes that their Group has now, but not as cards `entering` play.
    """
    owner = table.owner(card) or table.holder(card)
    attack = standing_attack(table, player or (owner.name if owner else table.turn.player))
    if card in attack.by_id:
        return attack, attack.by_id[card]
    own = table.book[card]
    group = attack.by_id.get(_infiltrated(table, card) or "") if not entering else None
    alone = Piece(
        own if group is None else replace(own, attributes=group.card.attributes, unprinted=group.card.unprinted),
        "nobody" if owner is None else "you" if player in (None, owner.name) else "rival",
        own.alignments if group is None else group.alignments,
        printed=own,
    )
    changes = tuple(
        _marker(table, f"{each.source}@{number_}", each, "third")
        for number_, each in enumerate(table.lasting)
        if each.on == card
    )
    attack = replace(attack, pieces=(*attack.pieces, alone, *changes))
    attack = settled(attack, table.rules) if changes else attack
    return attack, attack.piece(card)


def _infiltrated(table: Table, card: str) -> str | None:
    """The Group in play of which a card is agents, in a hand or played into the attack (`wdh-agents-definition`,
    `faq-agents-follow-changes-on-table`).
    """
    played = table.attack is not None and any(each.card == card for each in table.attack.agents)
    if table.book[card].kind != "group" or not (played or table.holder(card)):
        return None
    groups = ((table.name(each), each) for player in table.seated for each in player.structure)
    return table.once("Groups by name", lambda: dict(groups)).get(table.name(card))


def number(table: Table, card: str, stat: t.Stat, *, permanent: bool = False) -> int:
    """A number of a card as it is now; `permanent` leaves out what changes it for a while."""
    attack, piece = _seen(lasting_only(table) if permanent else table, card)
    return sums.number_of(stat, piece, attack, permanent=permanent)


def inherited_power(table: Table, card: str) -> int:
    """The Power of a Group as another inherits it: with what is added and set, without what multiplies or divides it
    (`faq-inherited-power-not-doubled`).
    """
    attack, _ = _seen(table, card)
    plain = replace(attack, pieces=tuple(replace(each, card=_without_factors(each.card)) for each in attack.pieces))
    return sums.number_of("Power", plain.piece(card), plain)


def _without_factors(card: Card) -> Card:
    """A card without what multiplies or divides numbers that are not printed."""

    def is_factor(said: object) -> bool:
        if not isinstance(said, t.StatSet) or said.how not in ("times", "divided"):
            return False
        return set(said.stat).isdisjoint(sums.PRINTED.values())

    clauses = (replace(each, sentence=None) if is_factor(each.sentence) else each for each in card.clauses)
    return replace(card, clauses=tuple(clauses))


def lasting_only(table: Table) -> Table:
    """The table without what will end of itself."""
    kept = tuple(each for each in table.lasting if stays(each))
    return table if len(kept) == len(table.lasting) else replace(table, lasting=kept)


def stays(each: Lasting) -> bool:
    """Whether it doesn't end of itself, or sets a printed number (`faq-permanent-vs-printed-power`)."""
    return each.until in FOR_GOOD or (
        isinstance(each.sentence, t.StatSet) and not set(each.sentence.stat).isdisjoint(sums.PRINTED.values())
    )


def alignments(table: Table, card: str) -> tuple[str, ...]:
    """The alignments a card has now."""
    return _seen(table, card)[1].alignments


def traits(table: Table, card: str) -> frozenset[str]:
    """The alignments, attributes and other words that a selector may ask a card for, as they are now."""
    return traits_of(_seen(table, card)[1])


def fits(
    table: Table,
    such: object,
    card: str,
    speaker: str,
    player: str,
    scene: Scene | None = None,
    *,
    entering: bool = False,
) -> bool:
    """Whether a test, said by the card `speaker` of this player, holds for a card; in a `scene` that knows more than
    the table. `entering`: for what the cards in play make of it as it comes into play.
    """
    attack, piece = _seen(table, card, player, entering=entering)
    if entering:
        attack = settled(attack, table.rules)
        piece = attack.piece(piece.card.id)
    if table.attack is not None and card == table.attack.target:
        piece = instant.as_struck(piece, nature(table.attack))
    piece = at_present(such, piece, attack)
    if scene is not None:
        attack = replace(attack, scene=scene)
    said = speaking(table, attack, speaker)
    attack = attack if speaker in attack.by_id else replace(attack, pieces=(*attack.pieces, said))
    return matches(such, piece, attack, said)


def nature(pending: Attack) -> Nature:
    """What an attack is, beside its kind: a Disaster, an Assassination, Instant."""
    words = {pending.family} if pending.family else set()
    return frozenset(words | {"Instant"} if pending.instant else words)


def speaking(table: Table, attack: Sum, speaker: str, owner: Owner = "you") -> Piece:
    """The piece of the card that says something, one of this `owner` where it is not among the pieces."""
    return attack.by_id.get(speaker) or Piece(table.book[speaker], owner, (), linked=table.links.get(speaker))


def at_present(such: object, piece: Piece, attack: Sum) -> Piece:
    """The piece with its present Power, where a test asks for that (`wdh-power-change-all-purposes`)."""
    return replace(piece, power=sums.number_of("Power", piece, attack)) if sums.asks_power(such) else piece


def holds(
    table: Table,
    conditions: tuple[object, ...],
    speaker: str,
    player: str,
    pending: Attack | None = None,
    scene: Scene | None = None,
    *,
    beside: bool = False,
) -> bool:
    """Whether all conditions of a sentence said by this card hold; of an attack, where one is given; in a `scene` that
    knows more than the table. `beside`: what the card is linked to is meant although the link has no effect now.
    """
    if not conditions:
        return True
    made = pending if pending and pending.attacker else None
    attack = settled(attack_of(table, made), table.rules) if made else standing_attack(table, player)
    said = speaking(table, attack, speaker, side_of(pending, player))
    said = replace(said, linked=host(table, speaker)) if beside else said
    return met(conditions, attack if scene is None else replace(attack, scene=scene), said)


def side_of(pending: Attack | None, player: str) -> Owner:
    """Whose card one of this player's is to an attack; to the player, without any."""
    return "you" if pending is None or player == pending.player else "rival" if player == pending.defender else "third"


def may_be_under(table: Table, card: str, master: str) -> bool:
    """Whether what two cards say about their masters and puppets lets one be the puppet of the other; a Paralyzed Group
    gets none (`wdh-paralyze-no-new-puppets`).
    """
    if paralyzed(table, master) or forbidden(table, master, "get puppets") is not None:
        return False
    owner = table.owner(master)
    for _, _, ban in table.book[card].standing.get(t.MayNot, ()):
        if "be given" in ban.deed and fits(table, ban.who, master, card, owner.name if owner else table.turn.player):
            return False
    there = owner.structure.puppets(master).values() if owner is not None and master in owner.structure else ()
    for _, _, limit in table.book[card].standing.get(t.Limit, ()):
        alike = sum(other != card and table.name(other) == table.name(card) for other in there)
        if limit.each == "Personality" and alike >= limit.count:
            return False
    below, above = (table.book[each].subtype == "personality" for each in (card, master))
    fitting = above or not table.book[card].rules("under Personality")
    return fitting and (below or not table.book[master].rules("over Personalities"))


def is_powerless(table: Table, card: str) -> bool:
    """Whether the Power of a Group has been reduced to 0, which is another thing than a printed 0
    (`wdh-power-zero-loses-tokens`, `wdh-power-zero-printed`), also where an asterisk is printed and its dice say 0
    (`faq-permanent-vs-printed-power`).
    """
    return table.book[card].kind == "group" and number(table, card, "Power") == 0 < number(table, card, "printed Power")


def hidden_from(table: Table, card: str, speaker: str, player: str, sentence: object = None) -> bool:
    """Whether secrecy keeps the ability of a Group or Resource, used by this player, off a card. Plots and Illuminati
    reach every card (`wdh-secret-no-ability`, `wdh-secret-exc-resources`, `wdh-secret-exc-plots`,
    `wdh-secret-exc-illuminati-secret`).
    """
    if table.book[speaker].kind not in ("group", "resource") or table.owner(speaker) is None:
        return False
    attack, piece = _seen(table, card, player)
    return is_hidden_from(piece, attack.piece(speaker), attack, sentence)


SECRECY = ("wdh-secret-no-ability", "wdh-secret-exc-resources", "faq-secret-vs-resources")


def forbidden(table: Table, card: str, deed: c.DeedName) -> Clause | None:
    """The sentence of a card in play that forbids a Group or Resource to do something, such as `use abilities`; none,
    if it is immune to the card that says so (`faq-immune-not-affected-by-abilities`).
    """
    attack, piece = _seen(table, card)
    for speaker, clause, ban in _standing(attack, t.MayNot):
        if isinstance(ban.who, str) or deed not in ban.deed:
            continue
        meant = speaker is piece if ban.who is None else matches(ban.who, piece, attack, speaker)
        barred = meant and met(ban.while_, attack, speaker) and not matches(ban.unless, piece, attack, speaker)
        if barred and reaches(speaker, piece, attack, ban):
            return replace(clause, text=f"{speaker.card.name}: {clause.text}")
    return None


def _standing(attack: Sum, kind: type[Kind]) -> Iterator[tuple[Piece, Clause, Kind]]:
    """Every standing sentence of this class among the pieces of an attack: speaker, clause, sentence."""
    for speaker in attack.speakers(kind):
        for _, clause, sentence in speaker.card.standing.get(kind, ()):
            yield speaker, clause, sentence


def never(table: Table, card: str, traits: Iterable[str]) -> Clause | None:
    """The sentence by which a card can't have one of these alignments or attributes; None when it can."""
    attack, piece = _seen(table, card)
    for speaker, clause, said in _standing(attack, t.Becomes):
        barred = said.never and not set(said.lost).isdisjoint(traits)
        if barred and matches(said.who, piece, attack, speaker) and met(said.while_, attack, speaker):
            return clause
    return None


def without_effect(table: Table, card: str) -> Clause | None:
    """The sentence of another card by which this one has no effect; None when it has its effects."""
    attack, piece = _seen(table, card)
    for speaker, clause, said in _standing(attack, t.NoEffect):
        meant = speaker is not piece and matches(said.who, piece, attack, speaker) and met(said.while_, attack, speaker)
        if meant and reaches(speaker, piece, attack, said):
            return replace(clause, text=f"{speaker.card.name}: {clause.text}")
    return None


def silenced(table: Table, card: str) -> Clause | None:
    """The sentence of another card that takes away this one's effects or abilities; instructions go on."""
    plot = table.book[card].kind == "plot"
    return without_effect(table, card) or (None if plot else forbidden(table, card, "use abilities"))


def spared(
    table: Table,
    card: str,
    deed: str,
    player: str | None = None,
    excepted: Callable[[Any, str], bool] = lambda unless, speaker: True,
) -> Clause | None:
    """The sentence of a card that keeps this one from being moved, stolen or the like by this player; None if none.
    What a sentence `excepted` is asked of what a card, the speaker, says; without that it counts as given.
    """
    attack, piece = _seen(table, card)
    owner = player_of(table, card) or table.owner(table.under.get(card, ""))
    for speaker, clause, rule in _standing(attack, t.Cannot):
        # The conflict `robo-bob-on-a-place-of-nobody`.
        whose = owner.name if owner is not None else table.owners.get(speaker.card.id)
        own = rule.by == "your rivals" and whose is not None and whose == player
        meant = deed in rule.deed and rule.by in (None, "your rivals") and not own
        meant = meant and (rule.unless is None or not excepted(rule.unless, speaker.card.id))
        if meant and matches(rule.who, piece, attack, speaker) and met(rule.while_, attack, speaker):
            return replace(clause, text=f"{speaker.card.name}: {clause.text}")
    return None


def awaits_goal(table: Table, card: str, player: str) -> tuple[int, Clause] | None:
    """The sentence of a card, and its number, by which this player cannot control it while a certain Goal of his is not
    exposed (NHGH); None if none.
    """
    shown = {table.name(held.card) for held in table.player(player).plots if held.exposed}
    for number, clause, ban in table.book[card].standing.get(t.MayNot, ()):
        for each in ban.while_ if "take" in ban.deed else ():
            asked = each.condition if isinstance(each, c.Fails) else None
            if isinstance(asked, c.Exposed) and isinstance(asked.such, c.Named) and shown.isdisjoint(asked.such.names):
                return number, clause
    return None


def said(table: Table, kind: type[Kind], player: str) -> Iterator[tuple[Piece, int, Clause, Kind]]:
    """Every standing sentence of this class on the table, as this player sees it: speaker, number, clause, sentence."""
    attack = standing_attack(table, player)
    for piece in attack.speakers(kind):
        for number_, clause, sentence in piece.card.standing.get(kind, ()):
            if met(getattr(sentence, "while_", ()), attack, piece):
                yield piece, number_, clause, sentence


# --- what the table alone knows ---------------------------------------------------------------------------------------


class TableScene(Struct, frozen=True):
    """What surrounds the pieces of a table, or of an attack: hands, decks and tokens, whose turn it is."""

    table: Table
    pending: Attack | None

    def cards(self, cards: c.Cards, attack: Sum, speaker: Piece) -> tuple[Piece, ...] | None:
        """Beyond the pieces: the card noted in secret. What a play names or an event tells, only their scene knows."""
        match cards:
            case c.Noted():
                own = (each for each in self.table.lasting if each.source == speaker.card.id)
                noted = (each.on for each in own if isinstance(each.sentence, t.Note))
                return tuple(piece_of(self.table, card) for card in noted if card is not None)
            case c.Spoken() | c.Pair() | c.FormerMasterOf() | c.IlluminatiOf("that rival"):
                return ()
        return None

    def together(self, one: Piece, other: Piece) -> bool:
        """Players are told apart here, third ones too, which the pieces do not do."""
        first, second = player_of(self.table, one.card.id), player_of(self.table, other.card.id)
        return one.owner == other.owner and (first is None or second is None or first.name == second.name)

    def number(self, what: c.Quantity, piece: Piece) -> int:
        """Action tokens and open arrows."""
        card = piece.card.id
        if what == "tokens":
            return self.table.tokens.get(card, 0)
        owner = self.table.owner(card)
        return len(owner.structure.open_arrows(card)) if owner is not None and card in owner.structure else 0

    def fits(self, such: c.Test, piece: Piece, attack: Sum, speaker: Piece) -> bool:
        """Zones, and what is known of a card beside what is on it."""
        table, card = self.table, piece.card.id
        match such:
            case c.In("your hand"):
                return in_hand_of(table, card, player_of(table, speaker.card.id), self.pending)
            case c.In("extra token spent"):
                return _spent_extra(table, card, speaker.card.id)
            case c.In(zone):
                return _is_in(table, card, zone, self.pending)
            case c.Spared(deeds):
                return all(spared(table, card, deed) is not None for deed in deeds)
            case c.Duplicate(played=False):
                others = (each for player in table.seated for each in player.controlled if each != card)
                return any(table.name(each) == table.name(card) for each in others)
            case c.Agreed():
                return self.pending is not None and self.pending.agreed and card == self.pending.target
            case c.Belongs("attacking players") if self.pending is not None:
                owner = table.owner(card)
                return owner is not None and self.pending.is_attacking(owner.name)
            case c.Weakest(cards):
                among = [each.card.id for each in cards_of(cards, attack, speaker) if each.card.kind == "group"]
                powers = {each: number(table, each, "Power") for each in among}
                return card in powers and powers[card] == min(powers.values())
            case c.Belongs() | c.Chosen() | c.Homeless() | c.Duplicate() | c.UsesPower() | c.ImmuneTo():
                return False
        raise TypeError(such)

    def holds(self, condition: c.Condition, attack: Sum, speaker: Piece) -> bool:
        """Whose turn it is, who plays, what time it is."""
        table = self.table
        player = player_of(table, speaker.card.id)
        match condition:
            case c.TurnOf("you"):
                return player is not None and player.name == table.turn.player
            case c.Seats(least):
                return len(table.seated) >= least
            case c.Opened():
                return all(each.turns for each in table.seated)
            case c.NoPlots():
                return player is not None and not player.plots
            case c.AfterHours():
                return table.options.after_hours
            case c.Undecided():
                return not table.winners
            case c.Zapped(least):
                lying = (table.linked_to(each.illuminati) for each in table.seated)
                return sum(any(table.book[card].sentences(t.Zap) for card in cards) for cards in lying) >= least
            case c.Exposed(whose, such):
                active = self.pending.player if self.pending is not None else table.active.name
                shower = player if whose == "you" else table.player(active)
                shown = (held.card for held in shower.plots if held.exposed) if shower is not None else ()
                return any(matches(such, piece_of(table, card), attack, speaker) for card in shown)
            case c.Used():
                if self.pending is None:
                    return False
                announced = table.attack is None and self.pending.playing == speaker.card.id
                used = (line.source.partition("#")[0] for line in self.pending.added)
                return announced or speaker.card.id in used
            case c.Ends() | c.HasCopy() | c.IsGoal() | c.Displaced() | c.Fell() | c.About():
                return False
        raise TypeError(condition)


def _is_in(table: Table, card: str, zone: c.Zone, pending: Attack | None) -> bool:
    """Whether a card is in a zone.

    A Group that is attacked out of a hand is just played and counts as in the hand still.
    """
    attack = pending or table.attack
    just_played = attack is not None and attack.from_hand and attack.target == card
    match zone:
        case "play":
            return in_play(table, card)
        case "hand":
            return just_played or any(card in player.hand for player in table.seated)
        case "just played" | "just played by a rival":  # by whom, the use of a card knows
            return just_played
        case "group deck":
            return card in table.group_deck or any(card in player.group_deck for player in table.seated)
        case "under":
            return table.under.get(card) is not None
        case "destroyed":
            return card in destroyed(table)
        case "killed":
            return any(card in player.killed for player in table.players)
        case "Devastated this turn":
            return any(each.kind == "Devastated" and each.card == card for each in table.happened)
    raise TypeError(zone)


def _spent_extra(table: Table, card: str, giver: str) -> bool:
    """Whether the token that the giver adds to a card's own went into the latest attack. A giver that came into play or
    changed its link this turn, after the tokens were placed, has given none (`net-eliza-crash-scope`).
    """
    attack = table.attack or next((each.attack for each in reversed(table.happened) if each.attack), None)
    new = giver in table.turn.moved or any(each.kind == "enters" and each.card == giver for each in table.happened)
    return attack is not None and card in attack.drained and (not new or giver in table.turn.benefited)


def in_hand_of(table: Table, card: str, player: Player | None, pending: Attack | None) -> bool:
    """Whether a card is in this player's hand, or attacked out of it; in any hand, where no player is named."""
    attack = pending or table.attack
    holder = table.holder(card)
    whose = holder.name if holder is not None else attack.player if attack is not None else None
    return _is_in(table, card, "hand", pending) and (player is None or whose == player.name)


def destroyed(table: Table) -> tuple[str, ...]:
    """The destroyed cards: a player's, and those that count for nobody and were discarded (Suicide Squad)."""
    nobodys = (card for card in table.fallen if table.zone(card)[0] == "discard pile")
    return (*(card for player in table.players for card in player.destroyed), *nobodys)


def scene(table: Table, pending: Attack | None = None) -> TableScene:
    """The scene of a table, in an attack where one is made."""
    own = TableScene(table, pending)
    return own if pending is not None else table.memo.setdefault("scene", own)


def passing(table: Table) -> frozenset[str]:
    """The markers of what has a time limit of its own (`sg-glo-temporary-change`)."""
    return frozenset(f"{each.source}@{number}" for number, each in enumerate(table.lasting) if not stays(each))


def piece_of(table: Table, card: str, player: str | None = None) -> Piece:
    """A card as it is now, as this player sees it, wherever it lies."""
    return _seen(table, card, player)[1]


def _is_linked(table: Table, card: str) -> bool:
    """Whether a card is linked to what it lies beside: to an Illuminati when it asks for that (Eliza, The Network)."""
    host = table.links.get(card)
    return host is not None and (table.book[host].kind != "illuminati" or needs_link(table.book[card]))


def host(table: Table, card: str) -> str | None:
    """What a card is linked to. A Resource that lies beside an Illuminati is linked to it only if it asks for that
    (`wdh-res-default-link`).
    """
    to = table.links.get(card)
    beside = to is not None and table.book[card].kind == "resource" and table.book[to].kind == "illuminati"
    return None if beside and not (needs_link(table.book[card]) and in_force(table, card)) else to


def paralyzed(table: Table, card: str) -> bool:
    """Whether a Paralysis card lies on this Group (`wdh-paralyze-no-tokens`)."""
    return any(table.book[each].sentences(t.Paralysis) for each in table.linked_to(card))


def in_arm_of_devastation(table: Table, card: str) -> bool:
    """Whether a Group or one above it is Devastated (`wdh-devastate-tokens`, `wdh-devastate-no-victory`)."""
    at: str | None = card
    while at is not None:
        if at in table.devastated:
            return True
        at = table.master(at)
    return False


def has_abilities(table: Table, card: str, *, trusting: bool = False) -> bool:
    """Whether what the card says counts at all: a paralyzed Group has no abilities, nor have Resources linked to it
    (`wdh-paralyze-no-abilities`, `wdh-rabil-linked-nullify`), nor Resources that lack the Group to which they must be
    linked
    (`faq-resource-required-link-missing`, `sg-resource-required-link-type`)."""
    host = table.links.get(card) if table.book[card].kind == "resource" else None
    still = paralyzed(table, card) or (host is not None and paralyzed(table, host))
    return not still and (host is None or trusting or not needs_link(table.book[card]) or in_force(table, card))


def player_of(table: Table, card: str) -> Player | None:
    """Who controls a card or has it in his hand."""
    return table.owner(card) or table.holder(card)


def in_play(table: Table, card: str) -> bool:
    """Whether a card is in play: controlled, or a Plot that lies on the table to mark its effect (`wdh-glos-in-play`);
    in SubGenius what lies in the uncontrolled area too (`sg-glo-in-play`).
    """
    marking = card in table.nwos or card in table.marks or (table.book[card].kind == "plot" and card in table.links)
    controlled = table.owner(card) is not None and table.revealed
    return controlled or marking or (table.shared and card in table.uncontrolled)


# --- which links are in force -----------------------------------------------------------------------------------------

# What a card says counts only while its link is legal, and whether a link is legal depends on what other cards say.


def host_in_play(table: Table, host: str) -> bool:
    """Whether the card beside which something lies is in play, as one attacked out of a hand is until that is over."""
    attack = table.attack
    here = table.owner(host) is not None or (table.shared and host in table.uncontrolled)
    return here or (attack is not None and attack.target == host)


def in_force(table: Table, card: str) -> bool:
    """Whether a linked card has its effect now: it may be linked to what it lies beside, as things stand
    (`wdh-illlink-definition`, `faq-link-illegal-defined`). A link that is illegal for the moment has none
    (`wdh-illlink-temporary`).

    What lies in a hand or was discarded is linked to nothing for that time (`wdh-remember-hand-discard`,
    `faq-card-memory-through-hand`).
    """
    host = table.links.get(card)
    if host is None or not host_in_play(table, host):
        return False

    def lies_right() -> bool:
        return _may_lie(table, card, host) and _is_second(table, card, host, second_host(table, card))

    return table.once(("link", card), lies_right)


def second_host(table: Table, card: str) -> str | None:
    """The other card that a Plot is linked to, of those that are linked to two at once."""
    return next((each.on for each in table.lasting if each.source == card and each.sentence == SECOND_LINK), None)


def _is_second(table: Table, card: str, host: str, second: str | None) -> bool:
    """Whether the other card of a Plot is in play and as the Plot, and the first card, ask (Celebrity Spokesman)."""
    if second is None or _is_in(table, second, "destroyed", None):
        return True
    attack = _trusting(table, (table.owner(host) or table.active).name, card)
    one, other = attack.by_id.get(host), attack.by_id.get(second)
    if one is None or other is None or not host_in_play(table, second):
        return False
    opposed = {attack.opposites.get(each) for each in one.alignments}
    for clause in table.book[card].clauses:
        acts = (each for each in getattr(clause.sentence, "effects", ()) if isinstance(each, t.Act))
        for asked in [act.what for act in acts if act.verb == "link"][-1:]:
            apart = any(isinstance(each, c.Not) and isinstance(each.such, c.Opposes) for each in c.demands(asked.of))
            opposite = apart and not opposed.isdisjoint(other.alignments)
            if opposite or not matches(at_all_times(asked), other, attack, one):
                return False
    return True


def _may_lie(table: Table, card: str, host: str) -> bool:
    """Whether a card may lie beside this one: it fits what is asked, and one player controls both."""
    kind = table.book[card].kind
    if kind != "plot" and table.book[host].kind == "illuminati":
        if not needs_link(table.book[card]):
            return True
        # All Resources lie there that are linked to nothing else; of more than may be in play the first ones work.
        before = set(_laid_before(table, card))
        if any(len(before.intersection(others)) >= most for others, most in limits(table, card, host)):
            return False
    owner, other = table.owner(card), table.owner(host)
    if kind == "group" and (owner is None or other is None or owner.name != other.name):
        return False
    if kind != "plot" and said_of_links(table.book[card]) is None and not _welcomes(table, host, card):
        return kind == "resource"
    ways = tuple(ways_to_link(table.book[card]))
    fits = not ways or any(all(means_host(table, chosen, host, card) for chosen in way.selectors) for way in ways)
    return fits and not _apart(table, card, host)


def limits(table: Table, card: str, host: str) -> Iterator[tuple[tuple[str, ...], int]]:
    """For each limit of how many copies of a card may be in play, if it lies at this host: the other copies that count
    with it, and how many there may be in all.
    """
    for clause in table.book[card].clauses:
        match clause.sentence:
            case t.PowerPlot():
                yield _copies(table, card, host, "player"), 1
            case t.Limit(most, each):
                scope = {None: "all", "player": "player"}.get(each, "host")
                yield _copies(table, card, host, scope), most
            case t.Ability(also=also):
                for of in (rider.means.of for rider in also if isinstance(rider.means, c.Copies)):
                    yield _copies(table, card, host, "all" if of == "game" else of), 1


def _copies(table: Table, card: str, host: str, scope: str) -> tuple[str, ...]:
    """The other linked copies of a card: of `all`, of the `player` of this host, or at the `host` itself."""
    owner = table.owner(host)
    found = []
    for other, to in table.links.items():
        if other != card and table.name(other) == table.name(card) and host_in_play(table, to):
            same = {"all": True, "host": to == host, "player": owner is not None and table.owner(to) == owner}[scope]
            if same and (table.book[other].kind == "plot" or table.owner(other) is not None):
                found.append(other)
    return tuple(found)


def _apart(table: Table, card: str, host: str) -> bool:
    """Whether the card may not lie there because of another that lies there already (False OverMan and OverMan)."""
    asked = (node for way in ways_to_link(table.book[card]) for chosen in way.selectors for node in nodes(chosen))
    others = (node.such.such for node in asked if isinstance(node, c.Not) and isinstance(node.such, c.HasLink))
    named = {name for other in others if isinstance(other, c.Named) for name in other.names}
    return any(table.name(each) in named and table.links[each] == host for each in _laid_before(table, card))


def _laid_before(table: Table, card: str) -> tuple[str, ...]:
    """What was linked before this card; all that is linked when the card is not."""
    return tuple(takewhile(lambda each: each != card, table.links))


def means_host(table: Table, chosen: Any, host: str, card: str) -> bool:
    """Whether a selector of `card` means the host, as everything but the card itself makes it."""
    selector = at_all_times(chosen)
    if isinstance(selector, c.Cards):
        return True
    owner = table.owner(host) or table.owner(card) or table.active
    attack = _trusting(table, owner.name, card)
    piece = attack.by_id.get(host)
    return piece is not None and matches(selector, piece, attack, attack.piece(owner.illuminati))


def _trusting(table: Table, player: str, but: str) -> Sum:
    target = table.attack if table.attack and table.owner(table.attack.target) is None else None

    def made() -> Sum:
        there = pieces(table, player, None, attack=target, trusting=True, but=but)
        return _as_attack(table, table.player(player).illuminati, there)

    return table.once(("trusting", player, but), made)


def _welcomes(table: Table, host: str, card: str) -> bool:
    """Whether a card speaks of such cards linked to it, as the Moonbase does (`wdh-link-ex-personality-place`)."""
    asked = (such for such in table.book[host].said(c.All) if c.LinkedTo(c.THIS) in such.members)
    return any(means_host(table, such, card, host) for such in asked)
