"""Goals and claims of victory."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from msgspec import Struct, field

from generator.engine import attack as sums
from generator.engine.cards import Card, Clause, ClauseOf
from generator.engine.goals import Share, Step
from generator.engine.inwo import board, elimination, memory
from generator.engine.inwo.plays import ClaimVictory, Discard, Leave, Resolve, Return, Say, ShowTo, Use
from generator.engine.inwo.table import Claim, Fall, Table
from generator.engine.record import Play, Record
from generator.engine.selecting import SIGNS, matches
from generator.engine.situation import Piece, Reason
from generator.language import nodes
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace

MOST_DOUBLE = 3
"""So many Groups of a player count double at most (`wdh-double-max-three`, `sg-goal-card-double-three-groups`)."""
BASIC, SPECIAL = "basic", "special"
WHEN = ("wdh-win-three-ways", "wdh-object-win-ways", "sg-object-four-ways-to-win")


# --- what counts ------------------------------------------------------------------------------------------------------


def _lasting_change(table: Table, each: Any) -> bool:
    """Whether what is in effect for a while counts for Goals: alignments and attributes do as long as they last,
    numbers do not, nor what says so (`wdh-change-temp-align-yes`, `wdh-change-temp-power-no`,
    `sg-changes-temp-power-no`, `sg-changes-temp-alignment-yes`).
    """
    if board.stays(each):
        return True
    said = table.clause(each.source, each.clause).sentence
    if said is not None and any(isinstance(node, t.ChangeAlignments) and node.not_for_goals for node in nodes(said)):
        return False
    return isinstance(each.sentence, t.Becomes | t.AlignmentsOf)


_Quiet = tuple[type[t.Becomes | t.NoEffect], ...]


def _not_for_goals(sentence: Any, kinds: _Quiet = (t.Becomes, t.NoEffect)) -> bool:
    """Whether a sentence of these kinds says of itself that it is nothing to Goals."""
    return isinstance(sentence, kinds) and sentence.not_for_goals


def _lasting(table: Table) -> Table:
    """The table without what holds for a while and does not count for Goals (`wdh-change-depends`,
    `wdh-change-permanent-counts`).
    """
    kept = tuple(each for each in table.lasting if _lasting_change(table, each) and not _not_for_goals(each.sentence))
    return table if len(kept) == len(table.lasting) else table.once("lasting", lambda: replace(table, lasting=kept))


def for_goals(table: Table) -> Table:
    """The table as Goals look at its alignments and attributes: `_lasting`, without what says that it is nothing to
    Goals.
    """
    return table.once("goals", lambda: _for_goals(_lasting(table), (t.Becomes, t.NoEffect)))


def _for_goals(table: Table, kinds: _Quiet) -> Table:
    """The table without what of these kinds says that it is nothing to Goals."""
    quiet = {}
    for card in (*table.nwos, *table.links, *(card for player in table.seated for card in player.controlled)):
        clauses = table.book[card].clauses
        heard = tuple(
            replace(clause, sentence=None) if _not_for_goals(clause.sentence, kinds) else clause for clause in clauses
        )
        if heard != clauses:
            quiet[card] = replace(table.book[card], clauses=heard)
    if not quiet:
        return table
    seen = board.standing_attack(table, table.turn.player)  # names whom an order means by a number
    return replace(
        table, book=MappingProxyType({**table.book, **{card: seen.piece(card).card for card in table.nwos}, **quiet})
    )


def kept_out(table: Table, card: str) -> Share | None:
    """Why a card in a Power Structure does not count for Goals: it is paralyzed, in an arm of Devastation, or says so;
    None where it does (`wdh-paralyze-no-goal`, `wdh-devastate-no-victory`).
    """
    if board.paralyzed(table, card):
        return Share(card, 0, "it is Paralyzed", None, ("wdh-paralyze-no-goal",))
    if board.in_arm_of_devastation(table, card):
        below = "" if card in table.devastated else "it lies below a Place that is Devastated"
        return Share(card, 0, below or "it is Devastated", None, ("wdh-devastate-no-victory",))
    return Share(card, 0, "it says that it counts for no Goal", card) if _says(table, card, "not in play") else None


def _says(table: Table, card: str, how: c.GoalReading) -> bool:
    return any(how in clause.sentence.how for clause in table.book[card].sentences(t.NoGoal))


def counted(table: Table, name: str) -> tuple[str, ...]:
    """The cards of a player's Power Structure that count, his Illuminati first
    (`wdh-win-basic-includes-illuminati`).
    """
    return tuple(card for card in table.player(name).structure if kept_out(table, card) is None)


def victims(table: Table, name: str) -> tuple[str, ...]:
    """The Groups and Illuminati that a player is credited with, but those whose destruction counts for no Goal."""
    return tuple(card for card in table.player(name).destroyed if not is_no_victim(table, card))


def is_no_victim(table: Table, card: str) -> bool:
    """Whether the destruction of a card counts for no Goal: that of a Resource, and where the card or the Plot that did
    it says so.
    """
    fall = table.fallen.get(card)
    said = _says(table, card, "not destroyed")
    said = said or (fall is not None and fall.plot is not None and kills_for_no_goal(table.book[fall.plot]))
    return said or table.book[card].kind not in ("group", "illuminati")


def kills_for_no_goal(card: Card) -> bool:
    """Whether what a Plot destroys counts for no Goal, or is not destroyed at all (`wdh-card-upheaval-discards`). In a
    game nobody is credited with it and it is discarded (`effects.state.credited`); whoever tells of his victims may
    name the Plot.
    """
    for_none = any(node.goals == "no Goal" for node in card.said(t.Fate)) or any(
        "never destroyed" in node.how for node in card.said(t.NoGoal)
    )
    return card.kind == "plot" and for_none


def power(table: Table, card: str) -> int:
    """The Power of a card for Goals (`wdh-change-temp-power-no`, `wdh-change-temp-align-power`)."""
    attack, piece = board._seen(table.once("numbers", lambda: _for_goals(_lasting(table), (t.NoEffect,))), card)
    return sums.number_of("Power", piece, attack, permanent=True)


def means(table: Table, selector: Any, card: str, name: str, *, dead: bool = False) -> bool:
    """Whether a Goal of this player that speaks of such cards means this one."""
    goals = for_goals(table)
    if isinstance(selector, c.AnyOf):
        return any(means(table, each, card, name, dead=dead) for each in selector.members)
    parts = c.demands(selector)
    attack, piece = board._seen(goals, card, name)
    speaker = Piece(table.book[table.player(name).illuminati], "you", ())
    if dead:
        piece = memory.piece(goals, card)
        parts = tuple(part for part in parts if not isinstance(part, c.In | c.Belongs))
    numbers = tuple(part for part in parts if isinstance(part, c.Compare))
    if _is_unaligned(table, card):
        piece = replace(piece, alignments=())
    such = c.every(*(part for part in parts if part not in numbers))
    return matches(such, piece, attack, speaker) and all(_compares(table, number, card) for number in numbers)


def means_victim(table: Table, groups: Any, card: str, name: str) -> bool:
    """The same of a card that this player destroyed; where the Goal speaks of rivals' ones, a rival controlled it."""
    fall = table.fallen.get(card)
    own = c.Belongs("rival") in c.demands(groups) and fall is not None and fall.owner in (None, name)
    return not own and means(table, groups, card, name, dead=True)


def _is_unaligned(table: Table, card: str) -> bool:
    """Lyndon LaRouche's alignments count for no Goal."""
    return table.book[card].rules("no alignments for Goals")


def _compares(table: Table, number: c.Compare, card: str) -> bool:
    return SIGNS[number.sign](value_of(table, number.left, card), value_of(table, number.right, card))


def value_of(table: Table, amount: c.Amount, card: str) -> int:
    """What an amount is for Goals, about a card. Raises TypeError for what no Goal counts."""
    match amount:
        case int():
            return amount
        case c.Number("Power", None):
            return power(table, card)
    raise TypeError(f"no Goal counts {amount}")


# --- the Basic Goal ---------------------------------------------------------------------------------------------------


class _Sum(Struct):
    """As how many cards each card of a player counts toward the Basic Goal: `single` those that count once, `double`
    twice.
    """

    single: list[str]
    double: list[str]
    slack: int = 0
    wanted: dict[str, t.CountsFor] = field(default_factory=dict)
    """The cards that a rule lets count otherwise, and the first such rule: more of them may be meant to count double
    than three.
    """

    @property
    def total(self) -> int:
        return len(self.single) + 2 * len(self.double) + self.slack

    def weight(self, card: str) -> int:
        return 2 * self.double.count(card) + self.single.count(card)


def _sum(table: Table, name: str, rules: Iterable[t.CountsFor]) -> _Sum:
    """The cards that count toward the Basic Goal by these rules. A card counts double at most, and three cards at most
    do (`wdh-double-only-double`, `faq-counts-double-at-most`, `wdh-double-max-three`).
    """
    player = table.player(name)
    found = _Sum(list(counted(table, name)), [])
    wanted: list[str] = []
    for rule in rules:
        if rule.goal != "Basic":
            continue
        if rule.what == "each Slack":
            found.slack += rule.value * min(table.tokens.get(player.illuminati, 0), rule.most or 0)
            continue
        if _of_victims(rule):
            meant = [card for card in victims(table, name) if rule.value and means_victim(table, rule.what, card, name)]
        else:
            cards = (*found.single, *player.resources)
            meant = [card for card in cards if means(table, rule.what, card, name) and _may(table, rule, card, name)]
        for card in meant:
            if card not in found.single or rule.value == 2:
                found.wanted.setdefault(card, rule)
        if rule.value == 2:
            wanted += [card for card in meant if card not in wanted]
        else:
            found.single += [card for card in meant if card not in found.single]
    # what would not count at all gains more by counting double
    wanted.sort(key=lambda card: card in found.single)
    found.double = wanted[:MOST_DOUBLE]
    found.single = [card for card in found.single if card not in found.double]
    return found


def _of_victims(rule: t.CountsFor) -> bool:
    return not isinstance(rule.what, str) and c.In("victims") in c.demands(rule.what)


def _may(table: Table, rule: t.CountsFor, card: str, name: str) -> bool:
    """Whether the conditions of a rule hold for a card that it means."""
    for condition in rule.when:
        if condition == c.Unrivaled() and not isinstance(rule.what, str):
            others = (each for player in table.seated if player.name != name for each in counted(table, player.name))
            such = c.without(rule.what, c.Belongs)
            if any(means(table, such, each, name) and power(table, each) > power(table, card) for each in others):
                return False
        elif not board.holds(table, (condition,), table.player(name).illuminati, name):
            return False
    return True


def needed(table: Table, name: str, goal: str) -> int:
    """How many cards the Basic Goal asks of a player now: as the number of players at the beginning, or an agreement,
    says (`wdh-win-basic-2-3`, `wdh-win-basic-4`, `wdh-win-basic-5plus`, `wdh-win-basic-agreement`, `sg-goal-basic-10`,
    `sg-goal-basic-12-two-player`, `sg-goal-basic-adjustable`; never below 12 under the rules for two,
    `wdh-two-basic-12`), changed by cards; `goal` is what it is asked for: itself, or what is combined with it.
    """
    return sum(step.amount for step in needs(table, name, goal))


def needs(table: Table, name: str, goal: str) -> tuple[Step, ...]:
    """What makes that number: the number for the players who began, then what each card adds."""
    usual = usual_goal(table)
    steps = [Step(usual.sentence.count, usual.text, None, usual.cites)]
    if table.options.basic_goal is not None:
        steps = [
            Step(
                table.options.basic_goal,
                "agreed before the game",
                None,
                ("wdh-win-basic-agreement", "sg-goal-basic-adjustable"),
            )
        ]
    if table.options.two_player_rules and table.started == 2 and steps[0].amount < 12:
        steps = [Step(12, "never less under the rules for two players", None, ("wdh-two-basic-12",))]
    for source, clause, sentence in _changes(table, name, goal):
        amount = sentence.amount * (_tally(table, name, goal) if sentence.each else 1)
        count = sum(step.amount for step in steps)
        more = (
            sentence.amount - count
            if sentence.direction is None
            else amount
            if sentence.direction == "more"
            else -amount
        )
        steps.append(Step(more, clause.text, source, clause.cites))
    return tuple(steps)


def usual_goal(table: Table) -> ClauseOf[t.BasicGoal]:
    """The Basic Goal for the number of players at the beginning."""
    started = max(table.started, 3) if table.shared and table.options.two_players == "ten" else table.started
    return max(table.goals, key=lambda clause: (clause.sentence.fewest <= started, clause.sentence.fewest))


def _changes(table: Table, name: str, goal: str) -> Iterator[tuple[str, Clause, t.NeedsFor]]:
    """What changes the number of a player: his own cards, but for the Basic Goal alone not his Special Goal
    (`wdh-win-special-goal`), and what holds for everybody. Card, clause, sentence.
    """
    for piece, _, clause, sentence in board.said(table, t.NeedsFor, name):
        own = piece.owner == "you" and not (sentence.title == "Special Goal" and goal == BASIC)
        if "@" not in piece.card.id and (own or sentence.everybody):
            yield piece.card.id, clause, sentence
    for each in table.lasting:
        here = each.until != "in play" or board.in_play(table, each.source)
        if isinstance(each.sentence, t.NeedsFor) and here and (each.player == name or each.sentence.everybody):
            yield each.source, table.book[each.source].clauses[each.clause - 1], each.sentence


def _tally(table: Table, name: str, goal: str) -> int:
    """How many Groups and rival Illuminati a player has destroyed; a Goal card may count some of them otherwise."""
    found = victims(table, name)
    rules = (
        [clause.sentence for clause in table.book[goal].sentences(t.CountsFor)] if goal not in (BASIC, SPECIAL) else []
    )
    worth = dict.fromkeys(found, 1)
    for rule in (rule for rule in rules if isinstance(rule.goal, c.Named)):
        meant = [card for card in found if means_victim(table, rule.what, card, name)]
        worth.update((card, rule.value if rule.most is None or at < rule.most else 0) for at, card in enumerate(meant))
    return sum(worth.values())


def only_basic(table: Table) -> bool:
    """Whether no other Goal can win now (Interesting Times)."""
    return any(
        isinstance(each.sentence, t.Happens) and each.sentence.event == "only Basic Goal" and each.source in table.nwos
        for each in table.lasting
    )


def _special_goals(table: Table, name: str) -> tuple[t.SpecialGoal, ...]:
    """The Special Goals of a player that stand alone."""
    return tuple(clause.sentence for clause in table.book[table.player(name).illuminati].sentences(t.SpecialGoal))


def special_rules(table: Table, name: str) -> list[t.CountsFor]:
    """What the player's Special Goal counts toward the Basic Goal (`wdh-win-special-goal`)."""
    return [
        clause.sentence
        for clause in table.book[table.player(name).illuminati].sentences(t.CountsFor)
        if clause.sentence.title == "Special Goal"
    ]


# --- other Goals ------------------------------------------------------------------------------------------------------


class Part(Struct, frozen=True):
    """As how much one card counts toward such a Goal.

    `asked` is what the Goal asks of it, `dead` whether it asks for destroyed ones.
    """

    card: str
    amount: int
    asked: Any = None
    dead: bool = False


class Measure(Struct, frozen=True):
    """How far a player has come toward a Goal that stands alone, how far he must come, what is counted, and what each
    card adds.
    """

    have: int
    need: int
    what: str
    parts: tuple[Part, ...] = ()


def demands(table: Table, name: str, test: Any) -> list[tuple[Any, Measure]]:
    """The things that a Goal asks that stands alone, each with what asks it: so many Groups and their Power together
    (`wdh-card-blinded-by-science`), or what joins several of them."""
    match test:
        case t.Both(tests):
            return [found for each in tests for found in demands(table, name, each)]
        case t.ControlGroups(count, groups, least) if least is not None:
            parts = _controlled(table, name, groups)
            strong = [replace(part, amount=power(table, part.card) if part.amount else 0) for part in parts]
            return [(test, _summed(parts, count, "Groups")), (test, _summed(strong, least, "Power"))]
    return [(test, measure(table, name, test))]


def measure(table: Table, name: str, test: Any) -> Measure:
    """How a player stands with a Goal that stands alone."""
    own = counted(table, name)
    match test:
        case t.ControlGroups(count, groups, None):
            return _summed(_controlled(table, name, groups), count, "Groups")
        case t.TotalStat("Power", value):
            return _summed([Part(card, power(table, card)) for card in own], value, "Power")
        case t.TotalInPlay("Power", groups, value):
            everybody = [card for player in table.seated for card in counted(table, player.name)]
            strong = (Part(card, power(table, card) * means(table, groups, card, name), groups) for card in everybody)
            return _summed(strong, value, "Power")
        case t.AllAlignments(count):
            held: set[str] = set()
            parts = []
            for card in own:
                new = set() if _is_unaligned(table, card) else {*board.alignments(for_goals(table), card)} - held
                held |= new
                parts.append(Part(card, len(new)))
            return _summed(parts, count, "alignments")
        case t.DestroyGroups(count, eliminated):
            dead_ones = (each for each in victims(table, name) if eliminated or table.book[each].kind != "illuminati")
            return _summed([Part(card, 1, dead=True) for card in dead_ones], count, "destroyed")
        case t.DestroyAndControl(victims=fell, groups=groups):
            fallen = _fallen(table, name, fell)
            kept = _controlled(table, name, groups)
            dead, alive = (sum(part.amount for part in some) for some in (fallen, kept))
            ok = any(dead >= score.destroyed and alive >= score.controlled for score in test.scores)
            return Measure(int(ok), 1, f"pair of numbers ({dead} destroyed, {alive} controlled)", (*fallen, *kept))
        case t.DestroyIlluminati(count, helped):
            player = table.player(name)
            found = [card for card in victims(table, name) if table.book[card].kind == "illuminati"]
            credited = dict.fromkeys((*found, *(player.helped if helped else ())))
            return _summed([Part(card, 1, dead=True) for card in credited], count, "Illuminati destroyed")
        case t.DestroyKind(count, groups, unless):
            ways = unless.names if isinstance(unless, c.Named) else ()
            return _summed(_fallen(table, name, groups, ways), count, "destroyed")
        case t.Both() | t.ControlGroups():
            asked = [found for _, found in demands(table, name, test)]
            return Measure(sum(each.have >= each.need for each in asked), len(asked), "demands of the Goal")
        case t.OtherGoal(what):
            return Measure(int(_other(table, name, what.means)), 1, what.says)
    raise TypeError(test)


def _fallen(table: Table, name: str, groups: Any, but_by: Collection[str | None] = ()) -> tuple[Part, ...]:
    """The cards that a player has destroyed: 1 for one that a Goal asks for, and that fell in none of these ways."""
    return tuple(
        Part(
            card,
            int(means_victim(table, groups, card, name) and _way(table, card) not in but_by),
            groups,
            True,
        )
        for card in victims(table, name)
    )


def _summed(parts: Iterable[Part], need: int, what: str) -> Measure:
    found = tuple(parts)
    return Measure(sum(part.amount for part in found), need, what, found)


def _controlled(table: Table, name: str, groups: Any) -> tuple[Part, ...]:
    """The cards of a player that count, each with as how many such Groups it does."""
    return tuple(
        Part(card, _copies(table, card, groups) if means(table, groups, card, name) else 0, groups)
        for card in counted(table, name)
    )


def _copies(table: Table, card: str, groups: c.Test) -> int:
    """As how many such Groups a card counts toward a Goal that is not the Basic one; as one where players agree that
    such a card speaks of Special Goals alone, for none of those counts Groups of an alignment (`goals-of-illuminati`).
    """
    if table.options.goals_of_illuminati == "special-goals":
        return 1
    for clause in table.book[card].sentences(t.CountsFor):
        rule = clause.sentence
        if rule.goal == "Illuminati" and c.combinations(rule.groups) in ((), c.combinations(groups)):
            return rule.value
    return 1


def _way(table: Table, card: str) -> str | None:
    fall = table.fallen.get(card)
    return table.name(fall.plot) if fall and fall.plot else None


def _other(table: Table, name: str, what: str) -> bool:
    player = table.player(name)
    if what == "bereft":
        return name in table.turn.bereft and len(player.structure) == 1
    if what == "alone of its name":
        own = table.name(player.illuminati)
        fallen = (other.illuminati for other in table.players if other.out and table.name(other.illuminati) == own)
        return any(table.fallen[card].owner == name for card in fallen if card in table.fallen)
    return any(
        _standing_with(table, name, goal).ok
        for card in goal_cards(table, name)
        for goal in _goals_on(table, name, card)
    )


# --- how a player stands ----------------------------------------------------------------------------------------------


def goal_cards(table: Table, name: str, *, exposed: bool = False) -> tuple[str, ...]:
    """The Goal cards in a player's hand (`wdh-win-goal-card-kind`, `sg-goal-card-in-hand`)."""
    plots = table.player(name).plots
    return tuple(
        held.card for held in plots if table.book[held.card].subtype == "goal" and (held.exposed or not exposed)
    )


class Goal(Struct, frozen=True):
    """What a player may win by: `source` is `basic`, `special` or the id of a Goal card, `clauses` what says so on the
    card `about`. Either `rules` tell what counts toward the Basic Goal then, or `test` is what stands alone.
    """

    source: str
    about: str | None
    clauses: tuple[Clause, ...]
    cites: tuple[str, ...]
    rules: tuple[t.CountsFor, ...] = ()
    test: Any = None


def goals_of(table: Table, name: str) -> Iterator[Goal]:
    """The Goals of a player: the Basic Goal, the Special Goal (two of the Servants of Cthulhu), and every Goal card in
    his hand (`wdh-win-three-ways`).
    """
    yield Goal(BASIC, None, (), WHEN)
    illuminati = table.player(name).illuminati
    if said := tuple(
        clause for clause in table.book[illuminati].clauses if getattr(clause.sentence, "title", "") == "Special Goal"
    ):
        yield Goal(
            SPECIAL,
            illuminati,
            said,
            ("wdh-win-special-goal", "sg-goal-special-slack"),
            tuple(special_rules(table, name)),
        )
    for clause in table.book[illuminati].sentences(t.SpecialGoal):
        yield Goal(
            SPECIAL,
            illuminati,
            (clause,),
            ("wdh-win-special-goal", "sg-goal-other-illuminati"),
            test=clause.sentence.test,
        )
    for card in goal_cards(table, name):
        yield from _goals_on(table, name, card)


def _goals_on(table: Table, name: str, card: str) -> Iterator[Goal]:
    """The Goals of one Goal card.

    It goes together with what the Special Goal counts, never with another Goal card
    (`faq-goal-cards-vs-special-goals`).
    """
    cites = ("wdh-win-goal-card-kind", "sg-goal-card-in-hand")
    for clause in table.book[card].sentences(t.GoalCard):
        yield Goal(card, card, (clause,), cites, test=clause.sentence.test)
    rules = rules_of(table, name, card)
    if rules is not None:
        yield Goal(card, card, table.book[card].sentences(t.CountsFor), cites, tuple(rules))


def standing(table: Table, name: str) -> tuple[Reason, ...]:
    """How a player stands with each of his Goals: `basic`, `special`, and every Goal card in his hand, `ok` when it is
    met now.
    """
    found = (_standing_with(table, name, goal) for goal in goals_of(table, name))
    return tuple(replace(reason, ok=reason.ok and not barred(table, name, reason.source)) for reason in found)


def barred(table: Table, name: str, goal: str) -> str:
    """What keeps a player from winning by a Goal that he meets, if a card does: Interesting Times, or that which bars
    the Special Goals of those whose Illuminati have fewer Action tokens than its player's.
    """
    if goal != BASIC and only_basic(table):
        return "only the Basic Goal can win now"
    denied = (
        f"{table.name(table.player(name).illuminati)} has fewer Action tokens than the Illuminati of {each.player}"
        f" ({table.name(each.source)})"
        for each in table.lasting
        if isinstance(each.sentence, t.MayNot)
        and each.sentence.deed == ("win",)
        and board.fits(table, each.sentence.who, table.player(name).illuminati, each.source, each.player)
    )
    return next(denied, "") if goal == SPECIAL else ""


def _asked_by(table: Table, name: str, goal: Goal) -> tuple[Measure, ...]:
    """The things that a Goal asks of a player: what stands alone, else so many Groups."""
    if goal.test is not None:
        return tuple(found for _, found in demands(table, name, goal.test))
    return (Measure(_sum(table, name, goal.rules).total, needed(table, name, goal.source), "Groups"),)


def _standing_with(table: Table, name: str, goal: Goal) -> Reason:
    asked = _asked_by(table, name, goal)
    text = " and ".join(f"{found.have} of {found.need} {found.what}" for found in asked)
    basic = tuple(cite for clause in table.goals for cite in clause.cites if clause.sentence.fewest <= table.started)
    cites = (*goal.cites, *basic) if goal.test is None else (*goal.clauses[0].cites, *goal.cites)
    return Reason(all(found.have >= found.need for found in asked), goal.about, text, goal.source, cites)


def rules_of(table: Table, name: str, card: str) -> list[t.CountsFor] | None:
    """What counts toward the Basic Goal with a Goal card, its own rules and those of the Special Goal that go together
    with them; None where the card does not change the Basic Goal.
    """
    rules = [clause.sentence for clause in table.book[card].sentences(t.CountsFor)]
    if not rules:
        return None
    special = special_rules(table, name)
    alone = any(rule.alone for rule in (*rules, *special))
    own = c.Named((table.name(table.player(name).illuminati),))
    return [] if any(rule.goal == own for rule in rules) else [*rules, *(() if alone else special)]


def progress(table: Table, name: str, goal: str) -> int:
    """How far a player has come toward the Basic or his Special Goal."""
    if goal == BASIC:
        return _sum(table, name, ()).total
    rules = special_rules(table, name)
    if rules:
        return _sum(table, name, rules).total
    return next((measure(table, name, goal.test).have for goal in _special_goals(table, name)), 0)


def weight(table: Table, card: str) -> int:
    """As how many cards this one counts toward the Basic Goal of the player who controls it, by his Special Goal or a
    Goal card of his.
    """
    owner = table.owner(card)
    name = owner.name if owner else next((player.name for player in table.seated if card in player.destroyed), None)
    if name is None:
        return 0
    special = special_rules(table, name)
    ways = [
        special,
        *(
            [*special, *(each.sentence for each in table.book[goal].sentences(t.CountsFor))]
            for goal in goal_cards(table, name)
        ),
    ]
    return max(_sum(table, name, rules).weight(card) for rules in ways)


def meets_openly(table: Table, name: str) -> bool:
    """Whether all can see that a player meets a Goal: one that he has shown, or needs no card
    (`faq-same-illuminati-both-meet-goals`).
    """
    hidden = set(goal_cards(table, name)) - set(goal_cards(table, name, exposed=True))
    return any(reason.ok and reason.source not in hidden for reason in standing(table, name))


def met(table: Table, name: str) -> tuple[str, ...]:
    """The Goals that a player meets now."""
    return tuple(dict.fromkeys(reason.source for reason in standing(table, name) if reason.ok))


# --- claims -----------------------------------------------------------------------------------------------------------


_GOAL_NAMES = {BASIC: "Basic Goal", SPECIAL: "Special Goal"}
_WHEN_CLAIMED = (
    "wdh-win-end-of-turn",
    "wdh-eot-7-knock",
    "wdh-upd11-victory-after-knock",
    "sg-win-end-of-any-turn",
    "sg-phase6-claim",
)
_BY_A_GOAL = (
    "wdh-eot-declare-any-player",
    "wdh-win-three-ways",
    "wdh-object-win-ways",
    "faq-eot-victory-any-player",
    "sg-phase6-claim",
    "sg-object-four-ways-to-win",
)
_CLAIMED = (
    "wdh-eot-declare-any-player",
    "faq-eot-victory-any-player",
    "faq-phase6-phase7-win-timing",
    "sg-phase6-claim",
    "sg-phase6-others-may-claim",
)


def claim(table: Table, play: ClaimVictory, record: Record) -> Table:
    """Declare victory when a turn ends, whoever's it is. A Goal card is shown for it (`wdh-win-goal-show`)."""
    name, when = play.player, f"victory is declared when the turn ends (now: {table.turn.phase})"
    record.require(table.turn.phase == "claims", when, *_WHEN_CLAIMED)
    cites = ("wdh-win-not-first-round", "wdh-upd10-goals", "sg-win-not-first-round")
    record.require(all(player.turns for player in table.seated), "the first round is over", *cites)
    cards, now = goal_cards(table, name), met(table, name)
    shown = [source for goal in play.goals if (source := _claimed(table, name, goal, now, record))]
    record.stop_if_illegal()
    record.happen(f"{name} declares victory", *_CLAIMED)
    for card in shown:
        if card in cards:
            record.happen(f"{name} shows {table.name(card)}", "wdh-win-goal-show", "sg-goal-card-not-played")
    table = _exposed(table, name, shown)
    before = next((each.goals for each in table.claims if each.player == name), ())
    others = tuple(each for each in table.claims if each.player != name)
    return replace(table, claims=(*others, Claim(name, tuple(dict.fromkeys((*before, *shown))))))


def _claimed(table: Table, name: str, goal: str, now: Collection[str], record: Record) -> str | None:
    """The source of a Goal that a claim names, which the player must hold and meet `now`; None where it is not held."""
    named = (card for card in goal_cards(table, name) if goal in (card, table.book[card].slug, table.name(card)))
    source = goal if goal in _GOAL_NAMES else next(named, None)
    called = next((card.name for card in table.book.values() if goal in (card.id, card.slug)), goal)
    called = f"the {_GOAL_NAMES[goal]}" if goal in _GOAL_NAMES else called
    cites = ("wdh-win-three-ways", "wdh-win-goal-show", "sg-goal-card-in-hand")
    record.require(source is not None, f"{name} holds {called}", *cites)
    if source is not None:
        so_far = (reason.text for reason in standing(table, name) if reason.source == source)
        text = barred(table, name, source) or " or ".join(so_far)
        record.require(source in now, f"{name} can win by {called}: {text}", *_BY_A_GOAL)
    return source


def _exposed(table: Table, name: str, cards: Iterable[str] | None = None) -> Table:
    plots = tuple(
        replace(held, exposed=held.exposed or cards is None or held.card in cards) for held in table.player(name).plots
    )
    return table.with_player(name, plots=plots)


def shown(table: Table, name: str | None) -> tuple[str, ...]:
    """The Goal cards that others show in claims: they were not played, and no rival can steal, cancel or touch one as
    long as its claim lasts (`wdh-win-goal-show`, `faq-goal-not-targetable-during-claim`, `sg-goal-card-not-played`).
    """
    return tuple(card for each in table.claims if each.player != name for card in each.goals)


def require_untouched(table: Table, play: Play, record: Record, cards: Iterable[str] = ()) -> None:
    """Note that a play leaves those alone: none is named in it nor among the cards that are all it can mean."""
    said = (getattr(play, key, None) for key in ("on", "take", "discard", "cards", "cancels", "card"))
    named = {*cards, *(card for value in said for card in ((value,) if isinstance(value, str) else value or ()))}
    for card in () if isinstance(play, ClaimVictory) else shown(table, play.player):
        if card in named:
            record.require(
                False,
                f"{table.name(card)} is shown in a claim of victory",
                "wdh-win-goal-show",
                "faq-goal-not-targetable-during-claim",
                "wdh-upd10-goals",
                "sg-goal-card-not-played",
                about=card,
            )


def settle(table: Table, record: Record) -> Table:
    """The table after all claims have been answered: with winners, or without claims. Whoever wins shows his Plots; one
    with too many Goals is out of the game (`faq-when-to-expose-plots-on-claim`, `wdh-win-show-all-plots`,
    `sg-goal-card-expose-all-plots`).
    """
    table = _unspoken(table)
    standing_claims: dict[str, tuple[str, ...]] = {}
    for each in table.claims:
        still = tuple(goal for goal in each.goals if goal in met(table, each.player))
        if still:
            standing_claims[each.player] = still
        else:
            record.happen(
                f"the victory of {each.player} has been thwarted",
                "wdh-eot-declare-responses",
                "faq-thwarted-claim-ends-turn",
                "faq-eot-thwart-or-secure",
                "wdh-win-end-of-turn",
                "sg-phase6-unstopped-ends-game",
            )
    while standing_claims:
        winners = _winners(table, standing_claims, record)
        for name in winners:
            by_card = any(goal not in (BASIC, SPECIAL) for goal in standing_claims.get(name, ()))
            if by_card or not table.shared:
                cites = ("wdh-win-show-all-plots", "faq-when-to-expose-plots-on-claim", "sg-goal-card-expose-all-plots")
                record.happen(f"{name} shows all Plots", *cites)
                table = _exposed(table, name)
        cheats = [name for name in winners if is_cheat(table, name)]
        if not cheats:
            return _won(table, winners, record) if winners else _lost(table, record)
        for name in cheats:
            table = put_out(table, name, record)
            standing_claims.pop(name, None)
    return _lost(table, record)


def _unspoken(table: Table) -> Table:
    """Who stays in the game without puppets wins when the turn ends, and with one who meets a Goal that is shared by
    all who have it, those win too: they need not say so (`faq-cthulhu-own-last-puppet-eighth-kill-timing`,
    `wdh-elim-cthulhu`, `wdh-dup-ill-shangri-la`).
    """
    claimed = {each.player for each in table.claims}
    shared = any(_sharing(table, each.player) and SPECIAL in each.goals for each in table.claims)
    more = tuple(
        Claim(player.name, met(table, player.name))
        for player in table.seated
        if player.name not in claimed
        and (player.name in table.turn.spared or (shared and _sharing(table, player.name)))
        and met(table, player.name)
    )
    return replace(table, claims=(*table.claims, *more)) if more else table


def _sharing(table: Table, name: str) -> bool:
    """Whether a player meets a Special Goal that all who have it share (`wdh-win-same-ill-neither`)."""
    return any(goal.shared for goal in _special_goals(table, name)) and SPECIAL in met(table, name)


def _winners(table: Table, claims: dict[str, tuple[str, ...]], record: Record) -> tuple[str, ...]:
    """Who wins of those whose claims stand: all, but players of one Illuminati only by a Goal that says so."""
    winners = []
    for name, goals in claims.items():
        own = table.name(table.player(name).illuminati)
        twins = [
            other.name
            for other in table.seated
            if other.name != name
            and table.name(other.illuminati) == own
            and meets_openly(table, other.name)
            and not _wins_by_card(table, claims.get(other.name, ()))
        ]
        together = _sharing(table, name) and all(_sharing(table, twin) for twin in twins)
        if twins and not together and not _wins_by_card(table, goals):
            record.happen(
                f"{name} cannot win, since {' and '.join(twins)} with the same Illuminati meets a Goal too",
                "wdh-win-same-ill-neither",
                "wdh-dup-ill-no-share",
                "faq-same-illuminati-both-meet-goals",
                "faq-same-illuminati-number-of-goals-irrelevant",
                "sg-win-simultaneous-none",
                "sg-add-victory-same-illuminati-none",
                "sg-diff-no-shared-victory",
            )
        else:
            winners.append(name)
    if table.shared and table.options.sharing_a_victory == "arise-only" and len(winners) > 1:
        winners = winners if any(_wins_by_card(table, claims.get(name, ())) for name in winners) else []
    return tuple(player.name for player in table.players if player.name in winners)


def _wins_by_card(table: Table, goals: tuple[str, ...]) -> bool:
    """Whether one of these Goals is shared with every other winner (Arise!)."""
    return any(
        clause.sentence.open
        for goal in goals
        if goal not in (BASIC, SPECIAL)
        for clause in table.book[goal].sentences(t.GoalCard)
    )


def _won(table: Table, winners: tuple[str, ...], record: Record) -> Table:
    if len(winners) == 1:
        cites = (
            "wdh-eot-single-winner",
            "wdh-win-end-of-turn",
            "wdh-win-same-ill-third",
            "sg-phase6-unstopped-ends-game",
            "sg-win-rivals-acknowledge",
        )
    else:
        cites = (
            "wdh-win-shared",
            "wdh-eot-shared-win",
            "faq-eot-play-until-win",
            "wdh-dup-ill-shangri-la",
            "sg-add-victory-different-share",
        )
    record.happen(f"{' and '.join(winners)} win{'s' if len(winners) == 1 else ''}", *cites)
    return replace(table, winners=winners, claims=())


def _percentages(table: Table, name: str) -> Iterator[Fraction]:
    """How much of each of his Goals a player has reached: of the Basic Goal, the Special Goal and every Goal card in
    his hand.
    """
    for goal in goals_of(table, name):
        yield min(Fraction(found.have, max(found.need, 1)) for found in _asked_by(table, name, goal))


def _nearest(table: Table, record: Record) -> Table:
    """The time of a tournament game is up: who has reached the most of a Goal, in percent, wins. Those who are equal
    share the victory, but players of one Illuminati only where their Goal is shared by all who have it
    (`faq-percentage-of-goal-same-illuminati`).
    """
    part = {player.name: max(_percentages(table, player.name)) for player in table.seated}
    first = [player for player in table.seated if part[player.name] == max(part.values())]
    own = {player.name: table.name(player.illuminati) for player in first}
    shared = {player.name for player in first if any(goal.shared for goal in _special_goals(table, player.name))}
    winners = tuple(name for name, card in own.items() if name in shared or list(own.values()).count(card) == 1)
    record.happen(
        f"the time is up; {' and '.join(winners) or 'nobody'} wins with {round(100 * max(part.values()))}% of a Goal",
        "faq-percentage-of-goal-same-illuminati",
    )
    return replace(table, winners=winners, claims=())


def _lost(table: Table, record: Record) -> Table:
    """Nobody has won. Goal cards that were shown go back to the hand, exposed."""
    for each in table.claims:
        for card in each.goals:
            if card not in (BASIC, SPECIAL) and table.holder(card):
                record.happen(
                    f"{table.name(card)} goes back to the hand, exposed",
                    "wdh-win-goal-fail-exposed",
                    "sg-goal-card-revealed-thwarted",
                )
    if len(table.turn.spared) > 1 and table.options.two_cthulhus == "both-stay":
        return replace(table, claims=(), staying=(*table.staying, *table.turn.spared))
    for name in table.turn.spared:
        record.happen(
            f"{name} has not won, and loses", "faq-two-cthulhu-last-groups-both-lose", "sg-eliminate-no-puppets-after-3"
        )
    return _nearest(table, record) if table.options.percentage_of_goal else replace(table, claims=())


# --- too many Goals, the last one in the game, and who loses all ------------------------------------------------------


def goal_limit(table: Table, name: str) -> int:
    """How many Goal cards a player may have: one, but the UFOs and a Plot allow more (`wdh-win-goal-one`,
    `faq-more-than-one-goal-only-ufos-or-plot`, `sg-goal-card-max-one`)."""
    most = (
        3
        if any(
            isinstance(goal.test, t.OtherGoal) and goal.test.what.means == "one of 3"
            for goal in _special_goals(table, name)
        )
        else 1
    )
    lying = (
        *(held.card for held in table.player(name).plots),
        *(card for card in (*table.marks, *table.links) if table.owners.get(card) == name),
    )
    for card in lying:
        most = max(
            [
                most,
                *(clause.sentence.count for clause in table.book[card].sentences(t.HandLimit) if clause.sentence.goals),
            ]
        )
    return most


def is_cheat(table: Table, name: str) -> bool:
    """Whether a player has more Goal cards than he may (`faq-hidden-extra-goals-is-cheating`)."""
    return len(goal_cards(table, name)) > goal_limit(table, name)


def require_no_excess(table: Table, play: Play, record: Record) -> None:
    """With a Goal card too many a player must at once discard one or put one back (`wdh-win-goal-one`,
    `sg-goal-card-max-one`). Who claims victory instead is found out when he shows his Plots.
    """
    name = play.player
    answers = isinstance(play, Discard | Return | ClaimVictory | Leave | Say | ShowTo) or (
        isinstance(play, Use) and play.cancels
    )
    # In the middle of a draw nothing is discarded.
    if not answers and not any(each == name for each, *_ in table.drawing):
        record.require(
            not is_cheat(table, name),
            f"{name} has no Goal card too many",
            "wdh-win-goal-one",
            "faq-hidden-extra-goals-is-cheating",
            "faq-more-than-one-goal-only-ufos-or-plot",
            "sg-goal-card-max-one",
        )


def put_out(table: Table, name: str, record: Record, by: str | None = None) -> Table:
    """A player was found with too many Goal cards, by a rival who exposed them or when he showed them himself, and is
    out of the game (`wdh-win-goal-excess-out`, `sg-goal-card-two-goals-out`; the conflict `cards-of-a-player-put-out`).
    """
    cites = ("wdh-win-goal-excess-out", "wdh-upd10-goals", "sg-goal-card-two-goals-out")
    record.happen(f"{name} has too many Goal cards and is out of the game", *cites)
    if (
        table.shared
        and by not in (None, name)
        and table.options.cards_of_a_player_put_out == "to-the-player-who-exposed-them"
    ):
        return elimination.out(table, name, by, record)
    return elimination.leave(table, Leave(player=name), record)


def afterwards(before: Table, table: Table, play: Play, record: Record) -> Table:
    """What follows from a play for the Goals of everybody: who has lost the last puppet may stay, who is found with too
    many Goal cards is out.
    """
    for player in table.seated:
        name = player.name
        old = next((each for each in before.seated if each.name == name), None)
        if old is None:
            continue
        if len(old.structure) > 1 and len(player.structure) == 1 and old.illuminati == player.illuminati:
            attack = before.attack if isinstance(play, Resolve) else None
            table = _bereft(before, table, name, (attack.player if attack else play.player) or "", record)
        too_many = len(goal_cards(table, name, exposed=True)) > goal_limit(table, name)
        if too_many and len(goal_cards(before, name)) > goal_limit(before, name):
            table = put_out(table, name, record, play.player)
    return table


def _bereft(before: Table, table: Table, name: str, by: str, record: Record) -> Table:
    """A player has lost his last puppet. The Servants of Cthulhu who destroy it themselves as their eighth Group stay
    until the turn ends (`wdh-elim-cthulhu`), and so does who shows Arise!.
    """
    player = table.player(name)
    if by == name:
        tests = (goal.test for goal in _special_goals(table, name) if isinstance(goal.test, t.DestroyGroups))
        if any(measure(table, name, test).have >= test.count for test in tests):
            record.happen(
                f"{name} stays in the game until the turn ends",
                "wdh-elim-cthulhu",
                "faq-cthulhu-own-last-puppet-eighth-kill-timing",
            )
            table = table.with_turn(spared=(*table.turn.spared, name))
    else:
        table = table.with_turn(bereft=(*table.turn.bereft, name))
        if any(card in table.player(by).structure for card in before.player(name).structure.groups):
            table = replace(table, fallen=MappingProxyType({**table.fallen, player.illuminati: Fall(owner=by)}))
    for who, held in ((each.name, plot.card) for each in table.seated for plot in each.plots):
        for clause in table.book[held].sentences(t.Ability):
            said = clause.sentence
            if t.Happens("stays") in said.effects and _waits_for(said.timing, who, name, by):
                cites = clause.cites or ("faq-arise-wins-even-if-turn-cut-short",)
                shows = any(isinstance(each, t.Fate) and each.fate == "exposed" for each in said.effects)
                does = f"shows {table.name(held)} and stays" if shows else "stays"
                record.happen(f"{who} {does} until the turn ends", *cites)
                table = _exposed(table, who, (held,) if shows else ())
                table = table.with_turn(spared=(*table.turn.spared, who))
    return table


def _waits_for(timing: Any, who: str, name: str, by: str) -> bool:
    """Whether a Plot of `who` waits for this: a player has lost the last puppet by the doing of `by`."""
    if not isinstance(timing, t.OnCard):
        return False
    mine = name == who or c.Belongs("you") not in c.demands(timing.what)
    return mine and (timing.by != "a rival" or by != who)


def alone(before: Table, table: Table, record: Record) -> Table:
    """Who is left when all rivals are out of the game has won (`wdh-win-all-eliminated`, `sg-win-last-standing`)."""
    if len(before.seated) > 1 and len(table.seated) == 1 and not table.winners:
        name = table.seated[0].name
        record.happen(
            f"{name} has no rivals left and wins",
            "wdh-win-all-eliminated",
            "wdh-object-win-ways",
            "sg-win-last-standing",
        )
        return replace(table, winners=(name,))
    return table


def cut_short(table: Table, record: Record) -> Table:
    """The turn ends at once: nobody can claim victory, but a card that wins at its end does
    (`wdh-eot-immediate-end-no-win`, `faq-arise-wins-even-if-turn-cut-short`; the conflict
    `victory-in-a-turn-cut-short`).
    """
    winners = tuple(
        player.name
        for player in table.seated
        if table.options.victory_in_a_turn_cut_short == "only-by-a-card"
        if any(
            _wins_by_card(table, (card,)) and card in met(table, player.name)
            for card in goal_cards(table, player.name, exposed=True)
        )
    )
    if winners:
        record.happen(f"{' and '.join(winners)} wins when the turn ends", "faq-arise-wins-even-if-turn-cut-short")
        return replace(table, winners=winners, claims=())
    return table
