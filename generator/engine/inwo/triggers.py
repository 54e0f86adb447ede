"""What cards do of themselves when something happens: what an ability says of cards and of other players, at no price
and without a choice.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial, reduce
from itertools import takewhile
from typing import Any

from generator.engine.cards import Clause
from generator.engine.inwo import board, happenings, holdings, rounds, timings, victory
from generator.engine.inwo.effects import EFFECTS, abilities, attacks, families, state
from generator.engine.inwo.effects.step import Step, run
from generator.engine.inwo.plays import Leave, RollOff, Say, ShowTo, Use
from generator.engine.inwo.table import Due, Happening, Lasting, Table
from generator.engine.record import Play, Record
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace

_OF_ITSELF = (
    t.Fate,
    t.StatSet,
    t.StatChange,
    t.StatEqual,
    t.NoMasterBonus,
    t.MayNot,
    t.Becomes,
    t.Cannot,
    t.Outcome,
    t.LoseTokens,
    t.GiveTokens,
    t.NoTokens,
    t.Immunity,
    t.NoEffect,
    t.MakePrivileged,
    t.MayJoin,
    t.Rearrange,
    t.SetRoll,
)
"""What happens without a decision of the player."""


def answer(before: Table, table: Table, record: Record) -> Table:
    """The table after what its cards do in answer to the last play."""
    table = families.settle(_waiting(table, before, record), record)
    new = table.happened[max(table.recent, len(before.happened)) :]
    return _renewed(answered(table, new, record) if new or _soon(table) else table)


def answered(table: Table, new: tuple[Happening, ...], record: Record) -> Table:
    """The table after what its cards do in answer to what has happened: by a play, or by what cards have done of
    themselves.
    """
    seen = replace(table, happened=new, recent=0)
    spoken = set()
    for card, player, number, clause in tuple(_speaking(seen, table)):
        if (card, number) in spoken:
            continue
        then, table = table, _use(table, seen, card, player, number, clause, record)
        if table is not then:
            spoken.add((card, number))
        if any(each.kind == "fails" for each in table.happened[len(then.happened) :]):
            break  # the attack fails after all, so nothing else has come of it
    return _guarded(table, seen)


def _renewed(table: Table) -> Table:
    """The table with what cards say of the attack that they make or aid as it is now: the target may have become
    another thing since they joined, or a condition of theirs has come true (Comic Books, Glorps).
    """
    attack = table.attack
    if attack is None or attack.roll is not None:
        return table
    for card in dict.fromkeys((attack.attacker, *(join.card for join in attack.joined))):
        owner = table.owner(card) if card else None
        if (
            card is None
            or owner is None
            or not board.has_abilities(table, card)
            or board.silenced(table, card) is not None
        ):
            continue
        for number, clause, said in _duties(table, card):
            if _of_its_attack(said):
                table = _spoken_again(table, attack, card, owner.name, number, clause)
    return table


def _of_its_attack(said: t.Ability) -> bool:
    """Whether an ability says something about the attack that its card makes or aids, which nobody decides."""
    timing = said.timing
    if not isinstance(timing, t.OnDeed) or (timing.who, timing.deed, said.use) != (c.THIS, ("make", "aid"), c.Use()):
        return False
    effects = [
        each
        for one in said.effects
        for each in ((*one.effects, *one.otherwise) if isinstance(one, t.IfThen) else (one,))
    ]
    return all(getattr(each, "until", None) == "attack" and not _is_choice(each) for each in effects)


def _spoken_again(table: Table, attack: Any, card: str, player: str, number: int, clause: Clause) -> Table:
    """The table with what one clause says of the attack under way, in place of what it said before."""
    said: Any = abilities.said(table, clause)
    without = replace(table, lasting=tuple(
        each for each in table.lasting if (each.source, each.clause, each.until) != (card, number, "attack")
    ))  # fmt: skip
    after = without
    if happenings.meant(without, said.timing.what, attack, card, player):
        step = Step(
            Use(player=player, card=card, clause=number), number, clause, Record(own=table.rules.its.own), start=table
        )
        for effect in _chosen(without, said.effects, step):
            after = EFFECTS[type(effect)](after, effect, step)
    now, then = ({(each.sentence, each.on) for each in one.lasting} for one in (after, table))
    return table if now == then else after


def _guarded(table: Table, seen: Table) -> Table:
    """The table with the immunities that a Plot gives when something has happened to hidden Plots
    (`wdh-card-go-fish`).
    """
    if {"looks", "exposed", "receives"}.isdisjoint(each.kind for each in seen.happened):
        return table
    plots = {
        table.name(card): card
        for _, _, cards in table.zones()
        for card in cards
        if table.book[card].standing.get(t.Granted)
    }
    for card in plots.values():
        for number, _, granted in table.book[card].standing[t.Granted]:
            shields = [
                (each, until)
                for each in granted.ability.effects
                if isinstance(each, t.Immunity) and (until := state.lasts(each.until))
            ]
            for player in (
                table.seated if shields and not granted.ability.may and granted.who == c.Kind(("illuminati",)) else ()
            ):
                if _called(seen, granted.ability.timing, card, player.name):
                    given = (
                        Lasting(
                            card,
                            number,
                            player.name,
                            replace(each, until=None),
                            player.illuminati,
                            until,
                            (),
                            tuple(table.links),
                        )
                        for each, until in shields
                    )
                    table = replace(table, lasting=(*table.lasting, *given))
    return table


def _speaking(table: Table, now: Table) -> Iterator[tuple[str, str, int, Clause]]:
    """Every ability that works of itself and has been called: card, player, clause number, clause. `now` knows what
    happened this turn.
    """
    for card, player in _cards(table):
        mute = not board.has_abilities(table, card)
        for number, clause, said in _duties(table, card):
            instructed = abilities.is_instruction(clause)  # it holds without the card's abilities
            if mute and not instructed:
                continue
            if said.use != c.Use() or not (abilities.is_rolled(said) or all(map(_may_happen, said.effects))):
                continue
            heard = _called(table, said.timing, card, player) and _so(table, now, said, card, player, number, clause)
            ban = board.without_effect(table, card) if instructed else board.silenced(table, card)
            if heard and (isinstance(said.timing, t.AsSoonAs) or ban is None):
                yield card, player, number, clause


def _so(table: Table, now: Table, said: t.Ability, card: str, player: str, number: int, clause: Clause) -> bool:
    """Whether what an ability asks for is so; how an attack came out is asked of what has just happened."""
    ends = tuple(each for each in said.when if isinstance(each, c.Ends))
    step = Step(Use(player=player, card=card, clause=number), number, clause, Record(own=table.rules.its.own))
    event = happenings.found(table, said.timing, card, player)
    attack = table.attack or (event.attack if event else None)
    result = next((each.kind for each in reversed(table.happened) if each.kind in ("succeeds", "fails")), None)
    if ends and event is not None and event.attack is not None and result is not None:
        event = replace(event, attack=replace(event.attack, outcome=result))  # type: ignore[arg-type]
    step.event = event
    others = tuple(each for each in said.when if each not in ends)
    return all(abilities.holds(table, each, step) for each in ends) and board.holds(now, others, card, player, attack)


def _happens(effect: Any) -> bool:
    """Whether an effect needs no decision of a player."""
    match effect:
        case t.Put(what=c.Speaker()) | t.They(verb="draws") | t.Boost(per=None):
            return True
        case t.MayNot(who="one rival"):  # whom its player names, at once or later
            return False
        case t.Act(verb="relieve" | "link", what=what):
            return isinstance(what, c.Cards)
        case t.Cancel(every=False, whose=c.Speaker()) | t.Happens(event="turn ends"):
            return True
        case t.Do(verb="expose", cards=t.Cards(quantity="all")):
            return True
    return isinstance(effect, _OF_ITSELF) and not _is_choice(effect)


def _is_choice(effect: Any) -> bool:
    """Whether an effect is a duty of which somebody decides no more than how it is done: which card it strikes, which
    of two things, what the dice say. Nothing goes on until that is said (`Turn.due`).
    """
    match effect:
        case (
            t.Fate(who=t.Pick())
            | t.Act(verb="link", what=t.Pick())
            | t.They(verb="loses")
            | t.They(who="highest rival")
        ):
            return True
        case t.EitherEffect(first=first, second=second):
            return all(isinstance(each, t.Fate | t.Put | t.Happens | t.NeedsFor) for each in (*first, *second))
    return False


def _may_happen(effect: Any) -> bool:
    """Whether an effect, or one of two ways in which it can come out, needs no decision of a player."""
    if isinstance(effect, t.IfThen):
        return any(branch and all(map(_is_due, branch)) for branch in (effect.effects, effect.otherwise))
    return _is_due(effect)


def _is_due(effect: Any) -> bool:
    return _happens(effect) or _is_choice(effect)


def _chosen(table: Table, effects: tuple[Any, ...], step: Step) -> tuple[Any, ...]:
    """The effects with that way of each condition which holds now."""
    return tuple(
        each
        for effect in effects
        for each in (
            (effect.effects if all(abilities.holds(table, one, step) for one in effect.condition) else effect.otherwise)
            if isinstance(effect, t.IfThen)
            else (effect,)
        )
    )


def _called(table: Table, timing: Any, card: str, player: str) -> bool:
    if isinstance(timing, c.Moment):
        return _is_moment(table, timing, player)
    if isinstance(timing, t.OnAttack) and timing.happens in ("succeeds", "fails"):
        # Others may still change the roll.
        table = replace(table, happened=tuple(each for each in table.happened if each.kind != "rolled"))
    if isinstance(timing, t.OnDeed) and timing.deed == ("roll",) and timing.moment != "right after":
        table = replace(table, happened=tuple(each for each in table.happened if each.kind != "rolled"))
    if isinstance(timing, t.AsSoonAs):
        return board.holds(table, (timing.condition,), card, player, beside=True)
    return (
        isinstance(timing, t.OnCard | t.OnAttack | t.OnDeed)
        and happenings.found(table, timing, card, player) is not None
    )


def _is_moment(table: Table, timing: c.Moment, player: str) -> bool:
    """Whether what has just happened is a moment that an ability waits for: the end of a turn, or that tokens were
    placed.
    """
    has_come = (
        bool(happenings.just(table, "turn ends")) if timing in _ENDS else timing == c.Just("tokens placed", "rival")
    )
    return has_come and timings.is_moment(table, timing, player)


def _soon(table: Table) -> bool:
    """Whether any card waits for something to hold."""
    return any(
        isinstance(clause.sentence, t.Ability) and isinstance(clause.sentence.timing, t.AsSoonAs)
        for card, _ in _cards(table)
        for clause in table.book[card].clauses
    )


def _cards(table: Table) -> tuple[tuple[str, str], ...]:
    """The cards in play whose abilities count, and those to which something has just happened, each with its player;
    one that has changed hands with both.
    """
    found = [(card, player.name) for player in table.seated for card in player.controlled]
    for card, host in table.links.items():
        owner = table.owner(host)
        if table.book[card].kind == "plot" and owner is not None and board.in_force(table, card):
            found.append((card, owner.name))
    found += [(card, table.owners.get(card, table.turn.player)) for card in table.nwos]
    for each in table.happened[table.recent :]:
        if each.before is not None and each.before.attack is not None:
            attack = each.before.attack
            found += [(played.card, played.player) for played in attack.played]
            found += [(attack.plot, attack.player)] if attack.plot is not None else []
            found += (
                [(attack.target, attack.player)]
                if each.kind == "succeeds" and each.before.owner(attack.target) is None
                else []
            )
        if each.before is None or each.kind == "duplicate":  # agents come from a hand: they are not in play
            continue
        for card in (each.card, *(each.before.linked_to(each.card) if each.card else ())):
            if card is None:
                continue
            owner = (
                each.before.owner(card)
                or each.before.owner(each.before.links.get(card, card))
                or each.before.holder(card)
            )
            if owner is not None and (
                table.book[card].kind != "plot" or each.kind == "played" or card in each.before.links
            ):
                found.append((card, owner.name))
    # Who had a card comes before who has it now; what one of them brings about, the other doesn't a second time.
    players: dict[str, list[str]] = {}
    for card, name in found:
        players.setdefault(card, []).insert(0, name)
    return tuple((card, name) for card, names in players.items() for name in dict.fromkeys(names))


def _use(table: Table, seen: Table, card: str, player: str, number: int, clause: Clause, record: Record) -> Table:
    """Carry out what a card does of itself; what cannot be carried out is left out."""
    said = abilities.said(table, clause)
    assert isinstance(said, t.Ability)
    own = Record(own=table.rules.its.own, void=False, again=record.again)
    step = Step(Use(player=player, card=card, clause=number), number, clause, own, start=table)
    if not isinstance(said.timing, t.AsSoonAs | t.With | c.Moment):
        step.event = happenings.found(seen, said.timing, card, player)
    rolled = step.event if isinstance(said.timing, t.OnAttack) and said.timing.happens == "is rolled" else None
    if rolled is not None and happenings.answer_to(table, said.timing, rolled, f"{card}#{number}") in table.turn.done:
        return table  # the roll before it is forgotten (`sg-glo-natural-reroll`)
    if abilities.is_rolled(said):
        return _due(table, Due(card, number, player, player), step, record)
    effects = _chosen(table, said.effects, step)
    if not all(map(_is_due, effects)):
        return table
    if table.attack is not None and any(
        each.source == card and each.clause == number and each.until == "attack" for each in table.lasting
    ):
        return table
    if any(map(_is_choice, effects)):
        ways = tuple(_ways(table, effects, step))
        if len(ways) > 1:
            return _due(table, Due(card, number, player, _chooser(effects, step)), step, record)
        step.play = ways[0] if ways else step.play
        effects = effects if ways else tuple(takewhile(_happens, effects))
    after = own.result(lambda: _with_effects(table, effects, step))
    if after is None:
        # Every attack of that card is privileged: this one cannot be made.
        if any(isinstance(effect, t.MakePrivileged) for effect in effects):
            record.note(*(reason for reason in own.reasons if "#" in reason.source))
            record.stop_if_illegal()
        return table
    cancels = any(isinstance(each, t.Cancel) for each in effects)
    nothing = after is table if cancels else isinstance(said.timing, c.Turn) and after == table
    if nothing or not effects:
        return table
    if own.events or after != table:
        record.happen(f"{table.name(card)}: {clause.text}", *step.cites)
    record.events += own.events
    done = f"{card}#{number}"
    if not isinstance(said.timing, c.Turn):
        if step.event is None:
            return after
        done = happenings.answer_to(table, said.timing, step.event, done)
    return after.with_turn(done=(*after.turn.done, done))


def _due(table: Table, due: Due, step: Step, record: Record) -> Table:
    """The table on which somebody must choose or roll before anything else goes on."""
    record.happen(f"{_must(due, step.sentence)}, for {table.name(due.card)}: {step.clause.text}", *step.cites)
    return table.with_turn(due=(*table.turn.due, due))


def _must(due: Due, said: t.Ability) -> str:
    return f"{due.chooser} {'rolls' if abilities.is_rolled(said) else 'chooses'}"


def _with_effects(table: Table, effects: tuple[Any, ...], step: Step) -> Table:
    """The table after the effects of a duty. Raises Illegal at the first that cannot be."""
    card, after = step.play.card, table
    for effect in effects:
        if _of_a_side(effect):
            said = attacks.about_linked(replace(effect, until=None))
            after = step.last(after, said, card if table.owner(card) else None, "attack")
            continue
        destroyed = isinstance(effect, t.Put) and any(card in each.destroyed for each in after.players)
        after = EFFECTS[type(effect)](after, effect, step)
        step.record.stop_if_illegal()
        after = holdings.wiped(after, card) if destroyed else after
    return after


def _ways(table: Table, effects: tuple[Any, ...], step: Step) -> Iterator[Use]:
    """In how many ways a duty can be done: each as the use that says so, every one of which is legal."""
    cards = (*(card for player in table.seated for card in player.controlled), *table.uncontrolled)
    for effect in effects:
        match effect:
            case t.EitherEffect():
                yield from (replace(step.play, option=option) for option in (1, 2))
            case t.They(who="highest rival"):
                yield from (
                    replace(step.play, whom=player.name) for player in table.seated if player.name != step.player
                )
            case _ if _is_choice(effect):
                attack = step.attack(table)
                whom = attack.player if isinstance(effect, t.They) and attack is not None else None
                for card in cards:
                    use = replace(step.play, on=(card,), whom=whom)
                    each = replace(step, play=use, record=Record(own=table.rules.its.own, again=step.record.again))
                    if (
                        each.record.result(
                            partial(reduce, lambda found, said, each=each: run(found, said, each), effects, table)
                        )
                        is not None
                    ):
                        yield use


def _chooser(effects: tuple[Any, ...], step: Step) -> str:
    """Who decides how a duty is done: the player of the card that says it, or the attacker."""
    attack = step.event.attack if step.event else None
    attackers = any(
        getattr(each, "chooser", None) == "the attacker" or getattr(each, "who", None) == "the attacker"
        for each in effects
    )
    return attack.player if attackers and attack is not None else step.player


def require_done(table: Table, play: Play, record: Record) -> None:
    """A duty of which something is still to be said comes before anything else, but for what says it and for answers to
    what has just happened.
    """
    if isinstance(play, Say | ShowTo | RollOff | Leave) or (isinstance(play, Use) and happenings.answers(table, play)):
        return
    for due in table.turn.due:
        if not (isinstance(play, Use) and play.card == due.card) and is_due(table, due):
            clause = table.book[due.card].clauses[due.clause - 1]
            record.require(
                False,
                f"{_must(due, abilities.said(table, clause))} first, for {table.name(due.card)}: {clause.text}",
                *(clause.cites or ("wdh-any-use-ability", "sg-glo-special-ability")),
                about=due.card,
            )


def is_due(table: Table, due: Due) -> bool:
    """Whether a duty is still to be done: what calls for it has not passed, and there is a way to do it."""
    clause = table.book[due.card].clauses[due.clause - 1]
    said = abilities.said(table, clause)
    step = Step(
        Use(player=due.player, card=due.card, clause=due.clause), due.clause, clause, Record(own=table.rules.its.own)
    )
    if isinstance(said.timing, c.Moment):
        now = timings.is_moment(table, said.timing, due.player)
    else:
        step.event = happenings.found(table, said.timing, due.card, due.player, due.clause)
        now = step.event is not None
    if abilities.is_rolled(said):
        return now and abilities.rolled_by(due.player, due.card) not in table.turn.done
    return now and any(True for _ in _ways(table, _chosen(table, said.effects, step), step))


def begun(before: Table, table: Table, record: Record) -> Table:
    """The table after what cards do of themselves at the start of a turn, when one has just begun."""
    if (
        before.turn.player == table.turn.player
        and before.turn.extra == table.turn.extra
        or table.winners
        or table.setting is not None
    ):
        return table
    table = rounds.relieved(table, table.turn.player, record)
    for card, player in _cards(table):
        for number, clause, said in _duties(table, card):
            if said.timing not in _STARTS or not all(map(_is_due, said.effects)):
                continue
            mine = said.timing == _STARTS[0] or player == table.turn.player
            step = Step(Use(player=player, card=card, clause=number), number, clause, Record(own=table.rules.its.own))
            so = (
                mine
                and not abilities.is_rolled(said)
                and (board.has_abilities(table, card) or abilities.is_instruction(clause))
                and board.silenced(table, card) is None
            )
            if so and all(abilities.holds(table, each, step) for each in said.when):
                table = _use(table, table, card, player, number, clause, record)
    return table


def unpaid(table: Table, record: Record) -> Table:
    """The table before the knock, after what cards do whose player has not done what they ask for at the end of a turn:
    the second of two things, where that needs no decision (Illuminati University; `wdh-eot-6-effects`).
    """
    held = [(player.name, card) for player in table.seated for card in player.controlled]
    for name, card in held:
        for number, clause, said in _at_the_end(table, card):
            duty = next(
                (each.second for each in said.effects if isinstance(each, t.EitherEffect) and each.chooser is None), ()
            )
            decided = duty and all(_happens(each) or isinstance(each, t.Put) for each in duty)
            its_turn = said.timing == _ENDS[0] or name == table.turn.player
            done = f"{card}#{number}" in table.turn.done or not (
                board.has_abilities(table, card) or abilities.is_upkeep(clause)
            )
            if decided and its_turn and not done and board.holds(table, said.when, card, name, None):
                step = Step(Use(player=name, card=card, clause=number, option=2), number, clause, record)
                table = _carried_out(table, duty, step)
    return table


def returned(table: Table, record: Record) -> Table:
    """The table at the end of a turn after what destroyed cards say of their return, if no claim of victory holds
    (General Disorder).
    """
    if table.claims and victory.settle(table, Record(own=table.rules.its.own, again=True)).winners:
        return table
    seated = {player.name for player in table.seated}
    for card, fall in tuple(table.fallen.items()):
        if fall.owner in seated and any(card in player.destroyed for player in table.players):
            for number, clause, said in _at_the_end(table, card):
                own = Record(own=table.rules.its.own, again=record.again)
                step = Step(Use(player=fall.owner, card=card, clause=number), number, clause, own, start=table)
                if all(abilities.holds(table, each, step) for each in said.when):
                    after = own.result(partial(_carried_out, table, said.effects, step))
                    if after is not None:  # what keeps it from coming back keeps nobody from ending the turn
                        table = after
                        record.events += own.events
    return table


def _at_the_end(table: Table, card: str) -> Iterator[tuple[int, Clause, t.Ability]]:
    """What a card says that must be done at the end of a turn and costs nothing: number, clause, ability."""
    return (each for each in _duties(table, card) if each[2].timing in _ENDS)


def _duties(table: Table, card: str) -> Iterator[tuple[int, Clause, t.Ability]]:
    """The abilities of a card that nobody pays for and nobody may leave undone: number, clause, ability."""
    for number, clause in enumerate(table.book[card].clauses, 1):
        said = abilities.said(table, clause)
        if isinstance(said, t.Ability) and not said.may and not said.costs:
            yield number, clause, said


def _carried_out(table: Table, effects: tuple[Any, ...], step: Step) -> Table:
    """The table after effects that happen by themselves."""
    step.record.happen(f"{table.name(step.play.card)}: {step.clause.text}", *step.cites)
    return reduce(lambda found, effect: run(found, effect, step), effects, table)


_ENDS = (c.Turn("anybody", "end"), c.Turn("you", "end"))
_STARTS = (c.Turn("anybody", "start"), c.Turn("you", "start"))


def _of_a_side(effect: Any) -> bool:
    """Whether an effect speaks of all cards on a side of the attack, those too that join it later."""
    who = getattr(effect, "who", None)
    return isinstance(who, c.All) and any(isinstance(part, c.Role) for part in who.members) and hasattr(effect, "until")


def _waiting(table: Table, before: Table, record: Record) -> Table:
    """What Plots and abilities made depend on the result of the attack that has just been carried out."""
    if before.attack is None or table.attack is not None:
        return table
    result = next(
        (each for each in reversed(table.happened[table.recent :]) if each.kind in ("succeeds", "fails")), None
    )
    return table if result is None else attacks.said_of_the_end(table, before, result, record)
