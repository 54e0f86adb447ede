"""A table of INWO or SubGenius: everything that lies on it, whose turn it is, and what is under way.

Plain, frozen data.

Players are names, cards are ids. Each physical card has an id of its own: further copies of a card are `inwo/hoax~2`,
`inwo/hoax~3` (`with_copies` in `setup.py`), so that every card lies in exactly one place. Nothing here decides
anything; the plays do.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal, TypeVar

from msgspec import Struct, field

from generator.engine.cards import Card, Clause, ClauseOf, Side
from generator.engine.reading import numbered
from generator.engine.seats import Seats
from generator.engine.situation import Line, Rules
from generator.engine.structure import Structure
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace

Phase = Literal["plots", "groups", "takeover", "tokens", "main", "end", "claims"]
PHASES: tuple[Phase, ...] = ("plots", "groups", "takeover", "tokens", "main", "end", "claims")
"""The phases of a turn in their order (`wdh-turn-steps`): the Beginning of Turn in four, the Main Phase, what happens
at the end of the turn, and after the knock the claims of victory.
"""
BEGINNING: tuple[Phase, ...] = ("plots", "groups", "takeover", "tokens")
Found = TypeVar("Found")
Until = Literal[
    "turn",
    "attack",
    "own turn",
    "next own turn",
    "their next turn",
    "phase",
    "action",
    "next action",
    "gone",
    "linked",
    "master",
    "in play",
]
"""How long a sentence holds: to the end of the turn, of the attack, to the start of its player's next turn, to the end
of that turn or of the next turn of the player it is about, to the end of the phase, of one action or defense, for good
(`gone`: until the card that it is about is wiped clean), while the card that says it is linked, until the card has
another master, while the card that says it is in play.
"""
SECOND_LINK = t.Act("link", c.LINKED)
"""What holds for the second of two cards that a Plot is linked to at once."""
FOR_GOOD: tuple[Until, ...] = ("gone", "linked", "master", "in play")
"""Changes that do not end of themselves."""


class Options(Struct, frozen=True, kw_only=True):
    """What the players agreed on: an outcome for each disagreement in the documents, named as the conflict records are
    (with `_` for `-`), by default those of the records; and what may be agreed before the game.
    """

    basic_goal: int | None = None
    """Another number for the Basic Goal (`wdh-win-basic-agreement`, `sg-goal-basic-adjustable`); None for the usual
    one.
    """
    two_player_rules: bool = False
    """Whether the rules of two-player tournaments hold; elsewhere they are a suggestion (`wdh-two-official`)."""
    percentage_of_goal: bool = False
    """Whether tournament rules end the game with this turn, and who is nearest to a Goal, in percent, wins."""
    after_hours: bool = False
    """Whether it is a weekend or a holiday, or after 5 p.m., where the game is played; one card asks for that."""
    plot_limit: int = 5
    """Plots that a player may hold outside his turn (`wdh-limit-five`, `sg-plot-limit-5-else`)."""

    agents_after_a_capture: Literal["own-copy", "discarded"] = "own-copy"
    agents_in_instant_attacks: Literal["not-playable", "playable"] = "not-playable"
    answering_an_early_attack: Literal["only-the-attacked", "everybody"] = "only-the-attacked"
    alignments_of_destroyed_groups: Literal["until-it-returns", "wiped-at-once", "for-ever"] = "until-it-returns"
    copies_of_a_discarded_group: Literal["playable", "barred"] = "playable"
    direction_of_play: Literal["right", "left"] = "right"
    """Players sit in the order of the table's list counterclockwise: each to the right of the one before
    (`wdh-eot-next-player`).
    """
    discards_face_down: Literal["card-decides", "always-up"] = "card-decides"
    dittoheads_fanatic: Literal["identical", "opposite"] = "identical"
    england_straight: Literal["made-straight", "counts-as-straight"] = "made-straight"
    fanatic_helpers: Literal["opposite", "identical"] = "opposite"
    giving_resources: Literal["main-phase", "any-time"] = "main-phase"
    goals_of_illuminati: Literal["all-but-the-basic", "special-goals"] = "all-but-the-basic"
    groups_that_do_not_fit: Literal["capture-or-move", "always-hand", "always-discarded"] = "capture-or-move"
    head_in_a_jar_and_the_count: Literal["saved", "dies"] = "saved"
    halved_and_multiplied: Literal["both", "multiplier-only", "halving-only"] = "both"
    immunity_of_a_structure: Literal["as-the-card-says", "single-card"] = "as-the-card-says"
    last_group_of_a_faction: Literal["no-resources", "at-once", "when-out"] = "no-resources"
    links_of_a_discarded_group: Literal["if-recovered", "gone"] = "if-recovered"
    new_blood_bonus: Literal["as-printed", "as-in-the-example"] = "as-printed"
    nwo_in_instant_attacks: Literal["not-playable", "delayed"] = "not-playable"
    plot_without_its_action: Literal["discarded", "back-to-hand"] = "discarded"
    plus_ten_power_or_resistance: Literal["one-number", "what-defends"] = "one-number"
    plots_of_an_illegal_attacker: Literal["discarded-with-the-attack", "always-back"] = "discarded-with-the-attack"
    resistance_against_destroying: Literal["control-only", "any-attack"] = "control-only"
    school_prayer_freeze: Literal["as-the-card-says", "church-only", "all-three"] = "as-the-card-says"
    targets_of_an_attack: Literal["by-kind", "same-for-both"] = "by-kind"
    tie_for_the_first_turn: Literal["tied-roll-again", "all-roll-again"] = "tied-roll-again"
    trades_in_privileged_attacks: Literal["barred", "allowed"] = "barred"
    two_cthulhus: Literal["both-lose", "both-stay"] = "both-lose"
    two_tokens_of_one_group: Literal["one-group", "two-groups"] = "one-group"
    victory_in_a_turn_cut_short: Literal["only-by-a-card", "nobody"] = "only-by-a-card"
    volcano_success: Literal["two-or-more", "more-than-two"] = "two-or-more"

    automatic_takeover_of_a_resource: Literal["group-or-resource", "groups-only"] = "group-or-resource"
    cards_that_overlap: Literal["by-cause", "always-uncontrolled"] = "by-cause"
    cards_of_a_player_put_out: Literal["discarded", "to-the-player-who-exposed-them"] = "discarded"
    common_fanatic: Literal["only-opposite", "both"] = "only-opposite"
    dobbstown_attempt: Literal["control-only", "every-attack"] = "control-only"
    drawing_as_an_action: Literal["free-move", "action"] = "free-move"
    duplicate_set_free: Literal["when-nobody-controls-one", "when-discarded"] = "when-nobody-controls-one"
    immunity_in_the_set: Literal["as-the-card-says", "without-effect"] = "as-the-card-says"
    janor_device_unique: Literal["one-in-play", "one-each"] = "one-in-play"
    last_puppet_lost_early: Literal["taker", "nobody"] = "taker"
    last_puppet_lost_otherwise: Literal["discarded", "last-receiver"] = "discarded"
    memory_of_discarded_groups: Literal["forgets", "remembers"] = "remembers"
    nental_ife_power: Literal["printed", "regular"] = "printed"
    placing_a_capture: Literal["capturing-group", "any-arrow"] = "capturing-group"
    plots_when_the_attack_is_lost: Literal["lost-with-the-attack", "back-to-hand"] = "lost-with-the-attack"
    resistance_against_destruction: Literal["control-only", "both"] = "control-only"
    rival_bonus: Literal["same-illuminati", "every-rival"] = "same-illuminati"
    sharing_a_victory: Literal["by-illuminati", "arise-only"] = "by-illuminati"
    tied_first_roll: Literal["roll-again", "all-roll-again"] = "roll-again"
    two_actions_of_one_group: Literal["allowed", "different-groups"] = "allowed"
    two_players: Literal["twelve", "ten"] = "twelve"


class Held(Struct, frozen=True):
    """A Plot in a player's hand, hidden or exposed (`wdh-hidden-default`, `sg-plot-hidden-in-hand`)."""

    card: str
    exposed: bool = False


class Player(Struct, frozen=True, kw_only=True):
    """One player. Decks have their top card first; `hand` has Groups and Resources, `plots` the Plots.

    `resources` lie beside the structure in the order in which they came; `agents` are Illuminati laid there as agents.
    `discard` is the player's own pile, the last card last. `destroyed` are the Groups and Illuminati that this player
    is credited with, in their order, and `killed` those of them that were Personalities killed. `turns` counts turns
    completed.
    """

    name: str
    structure: Structure
    resources: tuple[str, ...] = ()
    agents: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    plots: tuple[Held, ...] = ()
    plot_deck: tuple[str, ...] = ()
    group_deck: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    destroyed: tuple[str, ...] = ()
    killed: tuple[str, ...] = ()
    helped: tuple[str, ...] = ()
    """Illuminati of rivals that this player helped others to destroy."""
    taken_by: str | None = None
    """Who took this player's last puppet."""
    turns: int = 0
    out: bool = False

    @property
    def illuminati(self) -> str:
        """The id of the player's own Illuminati card."""
        return self.structure.root

    @property
    def controlled(self) -> tuple[str, ...]:
        """Every card that the player controls: Illuminati, Groups, Resources."""
        return (*self.structure, *self.resources)

    def holds(self, card: str) -> bool:
        """Whether the card is in the player's hand, a Plot or not."""
        return card in self.hand or any(held.card == card for held in self.plots)


PILES: Mapping[str, str] = {
    "resources": "resources",
    "agents": "agents",
    "hand": "hand",
    "plot_deck": "plot deck",
    "group_deck": "group deck",
    "discard": "discard pile",
    "destroyed": "destroyed",
}
"""The fields of a player that hold cards, each with what that place is called."""
SHARED_PILES: Mapping[str, str] = {
    "nwos": "nwos",
    "marks": "on the table",
    "uncontrolled": "uncontrolled",
    "plot_deck": "plot deck",
    "group_deck": "group deck",
    "plot_discard": "discard pile",
    "group_discard": "discard pile",
    "removed": "out of the game",
}
"""The same of the table."""


class Due(Struct, frozen=True):
    """A duty that a clause of a player's card lays down, of which it is still to be said how it is done, and who says
    it (`chooser`).
    """

    card: str
    clause: int
    player: str
    chooser: str


class Turn(Struct, frozen=True, kw_only=True):
    """Where the turn stands. `done` are the things of which there is one a turn, by name (`takeover`, `resource`,
    `group card`, `plot`, `group`) and the abilities used (`<card id>#<number of the clause>`); `benefited` are the
    cards that gave something this turn, so that they may not be linked anew or given away; `captured` the Groups
    captured this turn; `moved` the links moved.
    """

    player: str
    phase: Phase = "main"
    done: tuple[str, ...] = ()
    benefited: tuple[str, ...] = ()
    captured: tuple[str, ...] = ()
    moved: tuple[str, ...] = ()
    tried: tuple[str, ...] = ()
    """Groups out of the hand that were attacked in vain (`wdh-results-fail-hand-discard`)."""
    shown: tuple[str, ...] = ()
    """Groups that the player put into the uncontrolled area this turn (SubGenius: only those can be taken over
    automatically).
    """
    extra: bool = False
    """A turn out of the usual order (Seize the Time)."""
    resume: str | None = None
    """The player whose turn it interrupts, and who takes it afterwards."""
    idle: str | None = None
    """The card by which its player only draws cards and places Action tokens in it."""
    ending: bool = False
    """A card ends it at once, or as soon as the attack under way is over."""
    bereft: tuple[str, ...] = ()
    """Players who lost their last puppet to a rival this turn."""
    tied: tuple[tuple[str, str, int], ...] = ()
    """Who rolled for which card because several were played at the same moment, and what the dice show."""
    spared: tuple[str, ...] = ()
    """Players without puppets who nevertheless stay in the game until this turn ends."""
    due: tuple[Due, ...] = ()
    """Duties that come before anything else, as soon as it is said how they are done."""


class Join(Struct, frozen=True):
    """A Group that spends one Action token for or against an attack; `free` when it spends none. `beside` are the cards
    that had joined before.
    """

    card: str
    player: str
    free: bool = False
    beside: tuple[str, ...] = ()


class Played(Struct, frozen=True):
    """A Plot in effect on an attack: who played it, on which card, what was chosen."""

    card: str
    player: str
    on: str | None = None
    choice: tuple[str, ...] = ()


JoinSide = Literal["joined", "opposed"]


class Attack(Struct, frozen=True, kw_only=True):
    """An attack from its announcement to its result.

    `attacker` is None when a Plot makes it (`plot`: an Assassination, a Disaster). `defender` is who controls the
    target, None for a card from the hand or from the uncontrolled area. `joined` aid, `opposed` oppose, once for each
    Action token. `agents` is the duplicate played as agents. `added` are the lines that Plots and abilities add to the
    sum. `fixed` are the lines of an Instant Attack as they were when it was declared, `family` says what kind of card
    makes it. `natural` is what the dice showed, `roll` what it counts as now. `privileged` turns False when the
    privilege is removed, and `negated` says so for good.
    """

    player: str
    kind: Literal["control", "destroy"]
    target: str
    attacker: str | None = None
    plot: str | None = None
    defender: str | None = None
    from_hand: bool = False
    instant: bool = False
    joined: tuple[Join, ...] = ()
    opposed: tuple[Join, ...] = ()
    played: tuple[Played, ...] = ()
    agents: tuple[Join, ...] = ()
    privileged: bool = False
    negated: bool = False
    committed: bool = False
    fixed: tuple[Line, ...] = ()
    family: Literal["", "Assassination", "Disaster"] = ""
    power: int | None = None
    """The Power that the text of a Plot gives an attack which is neither Assassination nor Disaster."""
    devastates: bool = False
    """Whether a card says that this Disaster only devastates."""
    added: tuple[Line, ...] = ()
    natural: int | None = None
    roll: int | None = None
    outcome: Literal["", "succeeds", "fails"] = ""
    by_plot: bool = False
    """A Plot lets the attacker attack without spending an action."""
    late: bool = False
    """A Plot lets its player attack, out of turn, a Group that a rival has just failed to take over; if that fails it
    is discarded again.
    """
    playing: str | None = None
    """The Plot that was named with the announcement, because the attack is illegal without it."""
    agreed: bool = False
    """All players agree that the target is one of which a card leaves that to them."""
    spent: tuple[str, ...] = ()
    """The cards that have spent an action for a Plot or an ability which is part of the attack."""
    drained: tuple[str, ...] = ()
    """The cards that spent their last Action token to take part."""
    pointed: tuple[str, ...] = ()
    """Bonuses that somebody has named before the roll."""
    forgotten: tuple[str, ...] = ()
    """Bonuses that nobody has named before the roll: they are lost."""

    @property
    def helpers(self) -> tuple[str, ...]:
        """The cards that aid, once for each Action token."""
        return tuple(join.card for join in self.joined)

    @property
    def opponents(self) -> tuple[str, ...]:
        """The cards that oppose, once for each Action token."""
        return tuple(join.card for join in self.opposed)

    @property
    def makers(self) -> tuple[str, ...]:
        """The attacker, where no Plot makes the attack, and its helpers."""
        return (self.attacker, *self.helpers) if self.attacker else self.helpers

    @property
    def acting(self) -> tuple[str, ...]:
        """The cards of both sides that take part with an action."""
        return (*self.makers, *self.opponents)

    def is_attacking(self, player: str) -> bool:
        """Whether a player makes the attack or aids it."""
        return player == self.player or any(join.player == player for join in self.joined)

    def joined_by(self, side: JoinSide, more: Iterable[Join]) -> Attack:
        """The attack with more that join it on a side."""
        if side == "joined":
            return replace(self, joined=(*self.joined, *more))
        return replace(self, opposed=(*self.opposed, *more))


class Lasting(Struct, frozen=True):
    """A sentence in effect for a while, or for good without a card that marks it: who said it (`source`, `clause` of
    it), for whom (`player`), about which card (`on`: what `the linked card` means in it), and until when. `choice` are
    the alignments chosen.
    """

    source: str
    clause: int
    player: str
    sentence: Any
    on: str | None
    until: Until
    choice: tuple[str, ...] = ()
    seen: tuple[str, ...] | None = None
    """The cards that were linked before it came into effect; None where that does not matter."""


class Entry(Struct, frozen=True):
    """A play since the last thing that began: as it was made, and whether it has been canceled since (`cancels`: which
    entries it cancels).
    """

    play: Any
    void: bool = False
    cancels: tuple[int, ...] = ()
    illegal: bool = False
    """It has become illegal before it was carried out."""
    unpaid: frozenset[str] = frozenset()
    """Cards whose actions for it an answer has made illegal."""
    helped: str | None = None
    """The card in an attack that a Plot was played on to help it; `attacker` and `defender` where it helped a side."""
    changes: int | None = None
    """Which entry's dice it changes, and to what (`result`)."""
    result: tuple[int, ...] = ()
    lost: tuple[str, ...] = ()
    """Cards whose actions for it were canceled and replaced by others."""
    topped: int = 0
    """How many Plots have settled, each anew, who keeps to this deal."""
    part: int = 0
    """Which part of one play it is, from 0: several Groups that aid at once can be canceled one by one."""
    announced: bool = False
    """It is the aid of one of the helpers of an attack, announced with it: the announcement itself makes it."""
    took: tuple[str, ...] = ()
    """The Plots that other players held before it, and do not after it."""
    moot: bool = False
    """What it was made for is not made any more, so there is nothing left to cancel."""

    @property
    def stands(self) -> bool:
        """Whether it has been neither canceled nor become illegal, and what it was made for is still made."""
        return not (self.void or self.illegal or self.moot)


class Happening(Struct, frozen=True):
    """One thing that happened: what (`kind`), to which `card`, by whose doing (`player`) and by which card of his
    (`by`). `attack` is the attack that it belongs to, `before` the table as it was then.
    """

    kind: str
    card: str | None = None
    player: str | None = None
    by: str | None = None
    attack: Attack | None = None
    before: Any = None


class Claim(Struct, frozen=True):
    """A victory declared: by whom, and by which Goals (`basic`, `special`, ids of Goal cards)."""

    player: str
    goals: tuple[str, ...]


class Fall(Struct, frozen=True, kw_only=True):
    """How a card was destroyed: who controlled it (of an Illuminati: who took its last puppet), master, Plot and
    alignments then.
    """

    owner: str | None = None
    master: str | None = None
    plot: str | None = None
    alignments: tuple[str, ...] = ()


class Setting(Struct, frozen=True, kw_only=True):
    """A game that is being set up: whose Illuminati lie face down (`laid`) until all are turned up (`shown`); the
    `leads` that lie face down, by player, and the `sides` of the Illuminati meant for them; those `aside` because
    others chose the same; the names that have been turned up (`named`); whether all leads are settled (`led`); and who
    rolls for the first turn once more (`tied`).
    """

    laid: tuple[str, ...] = ()
    shown: bool = False
    leads: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    sides: Mapping[str, Side] = field(default_factory=lambda: MappingProxyType({}))
    aside: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    named: tuple[str, ...] = ()
    led: bool = False
    tied: tuple[str, ...] = ()


class Table(Seats[Player], frozen=True, kw_only=True, dict=True):
    """Everything on the table.

    `players` sit in the order of their turns. `plot_deck`, `group_deck`, `plot_discard`, `group_discard` and
    `uncontrolled` are the shared ones of SubGenius, empty in INWO. `nwos` lie in the order played. `tokens` counts
    Action tokens by card, Slack among them. `links` says beside which card another lies: a Resource beside its Group, a
    Plot on what it changes, a Zap on an Illuminati; a card keeps its links in a hand. `marks` are Plots that lie on the
    table until the turn ends. `devastated` are Places.

    `fallen` tells how destroyed cards were destroyed.

    `base` is the table before the `entries`, the plays that can still be undone; both are history, not state.
    """

    book: Mapping[str, Card]
    rules: Rules
    goals: tuple[ClauseOf[t.BasicGoal], ...]
    players: tuple[Player, ...]
    turn: Turn
    tokens: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    links: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    nwos: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    lasting: tuple[Lasting, ...] = ()
    devastated: tuple[str, ...] = ()
    uncontrolled: tuple[str, ...] = ()
    plot_deck: tuple[str, ...] = ()
    group_deck: tuple[str, ...] = ()
    plot_discard: tuple[str, ...] = ()
    group_discard: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    owners: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    started: int = 4
    options: Options = Options()
    setting: Setting | None = None
    attack: Attack | None = None
    claims: tuple[Claim, ...] = ()
    fallen: Mapping[str, Fall] = field(default_factory=lambda: MappingProxyType({}))
    under: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Cards laid under another, in no hand and without effect (Texas, Warehouse 23), and under which."""
    seen: tuple[tuple[str, str], ...] = ()
    """Who has seen which hidden card: card and player (`wdh-hidden-show-selectively`)."""
    face_down: tuple[str, ...] = ()
    """Discards that nobody has seen (`wdh-disc-face-up`)."""
    accessed: tuple[str, ...] = ()
    """Players whose cards the last play looked at or took (`wdh-throw-no-dodge`)."""
    drawing: tuple[tuple[str, str, str], ...] = ()
    """Cards still to be drawn in the draw under way: player, `plot` or `group`, and whose deck
    (`wdh-disc-not-mid-draw`).
    """
    debts: tuple[tuple[str, str, str], ...] = ()
    """What a trade obliges to at once: who, to whom, what (`plot`, `group`) (`wdh-gift-trade-binding`); or who must
    play or discard which Plot.
    """
    winners: tuple[str, ...] = ()
    staying: tuple[str, ...] = ()
    """Players who stay in the game without a puppet, where the players have agreed on it (`two-cthulhus`)."""
    left: tuple[str, ...] = ()
    """Groups that have left a Power Structure, where that matters (`copies-of-a-discarded-group`,
    `duplicate-set-free`).
    """
    happened: tuple[Happening, ...] = ()
    """What has happened in this turn; from number `recent` on it has just happened."""
    recent: int = 0
    ever: tuple[str, ...] = ()
    """Abilities and Plots used of which there is one use in the game, by player."""
    base: Table | None = None
    entries: tuple[Entry, ...] = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and all(getattr(self, name) == getattr(other, name) for name in _STATE)

    __hash__ = None  # type: ignore[assignment]

    @cached_property
    def memo(self) -> dict[Any, Any]:
        """What has been worked out about this table; every changed table starts with none."""
        return {}

    @property
    def game(self) -> str:
        """The game that is played: inwo or subgenius."""
        return self.rules.game

    @property
    def shared(self) -> bool:
        """Whether all draw from the same two decks (`sg-setup-shared-decks`)."""
        return self.rules.its.shared_decks

    @property
    def revealed(self) -> bool:
        """Whether the Illuminati lie face up (`wdh-setup-3-illuminati-reveal`)."""
        return self.setting is None or self.setting.shown

    @property
    def under_way(self) -> Attack:
        """The attack under way, where there must be one."""
        assert self.attack is not None
        return self.attack

    def owner(self, card: str) -> Player | None:
        """The player who controls this card, a Group, a Resource or an Illuminati; None for a card that nobody
        controls.
        """
        owners = self.once("owners", lambda: {each: player for player in self.seated for each in player.controlled})
        return owners.get(card)

    def once(self, key: Hashable, work_out: Callable[[], Found]) -> Found:
        """What is worked out about this table, once, under a key."""
        if key not in self.memo:
            self.memo[key] = work_out()
        found: Found = self.memo[key]
        return found

    def holder(self, card: str) -> Player | None:
        """The player in whose hand the card is."""
        return next((player for player in self.seated if player.holds(card)), None)

    def clause(self, card: str, number: int) -> Clause:
        """A clause of a card by its number, from 1; one that says nothing where the card has no such."""
        clauses = self.book[card].clauses if card in self.book else ()
        return clauses[number - 1] if 0 < number <= len(clauses) else Clause("", None)

    def said_in(self, source: str) -> Any:
        """What a clause says that is named as the source of a line or of a reason, `<card id>#<number>`; None for any
        other source.
        """
        card, _, number = source.partition("#")
        return self.clause(card, int(number)).sentence if number.isdigit() else None

    def linked_to(self, card: str) -> tuple[str, ...]:
        """The cards that lie beside this one, in the order in which they were linked."""
        beside: dict[str, tuple[str, ...]] | None = self.memo.get("linked")
        if beside is None:
            beside = self.memo["linked"] = {}
            for each, host in self.links.items():
                beside[host] = (*beside.get(host, ()), each)
        return beside.get(card, ())

    def master(self, card: str) -> str | None:
        """The card that directly controls this one."""
        owner = self.owner(card)
        return owner.structure.master(card) if owner and card in owner.structure else None

    def zones(self) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        """Every place where cards lie: its name, the player (empty for a place of all), the cards."""
        for player in self.players:
            if not player.out:
                yield "structure" if self.revealed else "face down", player.name, tuple(player.structure)
            yield "plots", player.name, tuple(held.card for held in player.plots)
            yield from ((zone, player.name, getattr(player, key)) for key, zone in PILES.items())
        yield from ((zone, "", getattr(self, key)) for key, zone in SHARED_PILES.items())
        if self.setting:
            yield "face down", "", tuple(self.setting.leads.values())
            yield "aside", "", tuple(card for cards in self.setting.aside.values() for card in cards)
        yield "under a card", "", tuple(self.under)
        if self.attack:
            yield "in the attack", "", self.lying
        yield (
            "linked",
            "",
            tuple(card for card in self.links if self.book[card].kind == "plot" and self.owner(card) is None),
        )

    @property
    def lying(self) -> tuple[str, ...]:
        """The cards that lie on the table as long as the attack lasts: the card attacked out of the hand, Plots,
        agents.
        """
        attack = self.attack
        if attack is None:
            return ()
        own, plot = (attack.target,) if attack.from_hand else (), (attack.plot,) if attack.plot else ()
        played = (each.card for each in attack.played if each.card not in self.links)
        return (*own, *plot, *played, *(each.card for each in attack.agents))

    def zone(self, card: str) -> tuple[str, str]:
        """Where a card lies, and whose place that is; ("none", "") for a card that is not in this game."""
        return next(((zone, name) for zone, name, cards in self.zones() if card in cards), ("none", ""))

    def named(self, card: str) -> str:
        """The name of a card in a refusal: of one that lies under another, with that."""
        return self.name(card) + (f" (under {self.name(self.under[card])})" if card in self.under else "")

    def numbered(self, card: str) -> str:
        """The name of a card, of a further copy with its number."""
        return numbered(self.name(card), card)

    # --- changed tables ----------------------------------------------------------------------------------------------

    def with_tokens(self, counts: Mapping[str, int]) -> Table:
        """The table with so many Action tokens on these cards."""
        tokens = {card: count for card, count in {**self.tokens, **counts}.items() if count}
        return replace(self, tokens=MappingProxyType(tokens))

    def with_link(self, card: str, host: str | None) -> Table:
        """The table with a card beside another; None takes the link away, and what the card does while it is linked
        ends. A new link comes last.
        """
        links = {each: to for each, to in self.links.items() if each != card}
        if host is None:
            lasting = tuple(each for each in self.lasting if (each.source, each.until) != (card, "linked"))
            return replace(
                self,
                links=MappingProxyType(links),
                lasting=lasting if len(lasting) < len(self.lasting) else self.lasting,
            )
        return replace(self, links=MappingProxyType({**links, card: host}))


_STATE = tuple(
    name
    for name in Table.__struct_fields__
    if name not in ("book", "rules", "goals", "happened", "recent", "base", "entries")
)
"""What makes two tables differ: neither the game that is played nor what has happened."""
