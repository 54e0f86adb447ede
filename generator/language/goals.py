"""Goals.

What wins, and what counts more than once.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import force_setattr

from generator.language.attacks import Condition, Until
from generator.language.forms import Lowered, construction, form, words
from generator.language.which import OWNED, Groups, Selector, Stat, Such

words("titles", {"Special Goal": "Special Goal:", "Goal": "Goal:"})


@construction("control {count} {groups} [with total Power of {power} or more]")
class ControlGroups(Struct, frozen=True):
    """A number of Groups of a kind in the Power Structure, and the Power that they must have together."""

    count: int
    groups: Such
    power: int | None = None


@construction("have total {stat} of {value} or more, Illuminati included")
class TotalStat(Struct, frozen=True):
    """The sum of a number over the Power Structure."""

    stat: Stat
    value: int


@construction("control at least 1 Group of each of the {count} alignments; a Group counts for all its alignments")
class AllAlignments(Struct, frozen=True):
    """Every alignment that the game has."""

    count: int


@construction("have {value} MB or more in all your treasuries combined")
class TotalMoney(Struct, frozen=True):
    """The money of the Illuminati and of all Groups."""

    value: int


@construction("destroy {count} Group(s) [?eliminated , counting Illuminati you eliminate]")
class DestroyGroups(Struct, frozen=True):
    """A number of destroyed Groups."""

    count: int
    eliminated: bool = False


@construction("one of the other Special Goals, chosen in secret when the game begins")
class SecretChoice(Struct, frozen=True):
    """A goal that nobody else knows."""


@construction("all {groups} in play have a total {stat} of {value} or more")
class TotalInPlay(Struct, frozen=True):
    """The sum of a number over Groups of every player."""

    stat: Stat
    groups: Such
    value: int


@construction("{destroyed} and {controlled}")
class Score(Struct, frozen=True):
    """How many destroyed and how many controlled win together."""

    destroyed: int
    controlled: int


@construction(
    "have destroyed {destroyed} {victims:#} and control {controlled} {groups:#} [, or {others|, or}]",
)
class DestroyAndControl(Struct, frozen=True):
    """Destroyed Groups of one kind and controlled Groups of another: these numbers, or any of the other pairs."""

    destroyed: int
    victims: Such
    controlled: int
    groups: Such
    others: tuple[Score, ...] = ()

    @property
    def scores(self) -> tuple[Score, ...]:
        """All pairs of numbers that win."""
        return (Score(self.destroyed, self.controlled), *self.others)


@construction("destroy {count} other Illuminati [?help , including those that you helped to destroy]")
class DestroyIlluminati(Struct, frozen=True):
    """Illuminati are destroyed when they lose their last puppet.

    To help is to add Power to the attack, or to use a Plot or a special ability in it.
    """

    count: int
    help: bool = False


@construction("{tests|, and also*2}")
class Both(Struct, frozen=True):
    """Several goals that must be met together."""

    tests: tuple[SingleGoal, ...]


@construction(
    form(
        "have destroyed {count} of {groups} [, not counting those destroyed by {unless}]",
        lambda node: node.groups.owner in OWNED,
    ),
    "have destroyed {count} {groups:#} [, not counting those destroyed by {unless}]",
)
class DestroyKind(Struct, frozen=True):
    """A number of destroyed Groups of a kind."""

    count: int
    groups: Such
    unless: Selector | None = None


@construction("{what}")
class OtherGoal(Struct, frozen=True):
    """A goal of one card alone."""

    what: Lowered[
        Literal[
            "have no puppets at the end of the turn in which a rival took your last one",
            "eliminate a player with the same Illuminati as yours by taking their last Group",
            "meet any one of up to 3 different Goals that you have in play",
            "meet either of 2 Goals that you hold, but never both combined",
        ]
    ]


SingleGoal = (
    ControlGroups
    | TotalStat
    | AllAlignments
    | TotalMoney
    | DestroyGroups
    | SecretChoice
    | TotalInPlay
    | DestroyAndControl
    | DestroyIlluminati
    | DestroyKind
    | OtherGoal
)
GoalTest = SingleGoal | Both


@construction("Special Goal: {test} [?shared ; all who have this Goal win together]")
class SpecialGoal(Struct, frozen=True):
    """Checked at the end of every turn, for the player whose Illuminati says so."""

    test: GoalTest
    shared: bool = False


@construction(
    "Goal: {test} [?alone ; you cannot combine this Goal with others] [?shared ; all who have this Goal win together]"
    " [?open ; shared with every other winner]"
)
class GoalCard(Struct, frozen=True):
    """Checked at the end of every turn. The player who has the Plot may win with it."""

    test: GoalTest
    alone: bool = False
    shared: bool = False
    open: bool = False


_TOWARD = (
    "as {value:0} {groups:#} toward {goal} [, but at most {most} of them count] [, if {when|and if}] [?alone ; you"
    " cannot combine this Goal with others]"
)


def _each(node: CountsFor) -> bool:
    """Whether several cards are meant, each of which counts so."""
    return isinstance(node.what, Groups) and not node.what.singular


@construction(
    form("Goal: if you use this card, {what} does/do not count toward {goal}", title="Goal", value=0),
    form("[{title:titles}] {what} does/do not count toward {goal}", value=0),
    form(
        f"[{{title:titles}}] each of {{what}} counts {_TOWARD}",
        lambda node: _each(node) and node.what.owner in OWNED,
        strict_=True,
    ),
    form(
        f"[{{title:titles}}] each {{what:one}} counts {_TOWARD}",
        lambda node: _each(node) and node.what.owner not in OWNED,
        strict_=True,
    ),
    form(f"[{{title:titles}}] {{what}} counts/count {_TOWARD}", lambda node: not _each(node), strict_=True),
)
class CountsFor(Struct, frozen=True):
    """A card or thing that counts more than once, or that counts at all, toward a goal."""

    what: Selector | Counted
    value: int
    goal: Lowered[
        Literal[
            "the Basic Goal",
            "any Special Goal, but not toward the Basic Goal",
            "the Special Goal of [Servants of Cthulhu]",
        ]
    ]
    title: Literal["", "Special Goal", "Goal"] = ""
    most: int | None = None
    when: tuple[Condition, ...] = ()
    alone: bool = False
    groups: Such = Groups()


Counted = Literal["each Slack"]


@construction(
    "[{title:titles}] you need {amount} [{direction}] Group(s) for the Basic Goal [for each {each}] [{until}]",
    form(
        "every player needs {amount} [{direction}] Group(s) for the Basic Goal [for each {each}] [{until}]",
        everybody=True,
    ),
)
class NeedsFor(Struct, frozen=True):
    """The number of Groups that the Basic Goal asks for changes."""

    amount: int
    direction: Literal["more", "fewer"] | None = None
    each: Literal["Group that you destroyed and each rival Illuminati that you eliminated"] | None = None
    until: Until | None = None
    everybody: bool = False
    title: Literal["", "Special Goal"] = ""


@construction(form("{who} does/do not count as destroyed", how="as not destroyed"), "{who} counts/count {how}")
class NoGoal(Struct, frozen=True):
    """Cards that goals look at in another way."""

    who: Selector
    how: Lowered[
        Literal[
            "for no Goal",
            "for no Goal when it is destroyed",
            "as not destroyed",
            "for Goals with its changed alignments",
            "for Goals, once destroyed, with the alignments it has at that moment",
        ]
    ]


@construction("destroying your own last Group does not eliminate you if it meets your Special Goal")
class GoalSavesYou(Struct, frozen=True):
    """A goal that is met by losing everything."""


@construction(
    form(
        "Basic Goal: control {count} cards, Illuminati included, in a game begun by {fewest} to {most} players",
        lambda node: node.fewest < node.most,
        strict_=True,
    ),
    form("Basic Goal: control {count} cards, Illuminati included, in a game begun by {fewest} players", most=...),
)
class BasicGoal(Struct, frozen=True):
    """The goal that all players share."""

    count: int
    fewest: int
    most: int | None = None

    def __post_init__(self) -> None:
        if self.most is None:
            force_setattr(self, "most", self.fewest)
