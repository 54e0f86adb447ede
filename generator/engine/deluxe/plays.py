"""Every play there is, one record each. Its fields are the keys of a play in a scenario.

In data a play is a mapping: `do` names the play (the name in `PLAYS`), the other keys are the fields below, with
cards by slug, name or id: `{do: announce, attacker: the-mafia, target: loan-sharks, kind: control, aid: [c-i-a]}`.
`player` may be left out for the player whose turn it is. `play_from_data` of the engine reads such mappings.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import field

from generator.engine.cards import Side
from generator.engine.deluxe.table import Goods
from generator.engine.reading import Arrangement, CardId, IlluminatiId, PlayerName, SpecialId
from generator.engine.record import Play, plays_in
from generator.structs import replace

Kind = Literal["control", "neutralize", "destroy"]


# --- the turn -------------------------------------------------------------------------------------------------------


class Income(Play, frozen=True, kw_only=True):
    """`do: income`. Step 1: every Group draws its Income; taxes and upkeep are settled.

    `forgo`: players who are let off the tax. `taxes`: how a taxed player pays, `{player: {card: MB}}`; by default
    from the Illuminati treasury first, then in the order of the structure. `upkeep`: who pays for a Group that costs
    money, `illuminati` or `master`. `claim`: the Income that a hidden Illuminati says it has.
    """

    forgo: tuple[PlayerName, ...] = ()
    taxes: Mapping[PlayerName, Mapping[CardId, int]] = field(default_factory=dict)
    upkeep: Literal["illuminati", "master"] = "illuminati"
    claim: int | None = None


class Draw(Play, frozen=True, kw_only=True):
    """`do: draw`. Step 2: draw the card or cards of the turn. `face_up`: Specials drawn are laid face up."""

    face_up: bool = False


class Pass(Play, frozen=True, kw_only=True):
    """`do: pass`. Do nothing at all this turn and take 5 MB."""


class EndTurn(Play, frozen=True, kw_only=True):
    """`do: end-turn`. The turn is over: Goals are checked and the next player begins."""


class Accuse(Play, frozen=True, kw_only=True):
    """`do: accuse`. As an action: say which Illuminati another player hides (`accused`, `illuminati`)."""

    accused: PlayerName
    illuminati: IlluminatiId


class ChooseGoal(Play, frozen=True, kw_only=True):
    """`do: choose-goal`. Write down in secret whose Special Goal to aim for: `goal` is an Illuminati card."""

    goal: CardId


class RevealGoal(Play, frozen=True, kw_only=True):
    """`do: reveal-goal`. Show the Goal written down."""


class Leave(Play, frozen=True, kw_only=True):
    """`do: leave`. Drop out of the game; `caught` when thrown out for cheating with a hidden Illuminati."""

    caught: bool = False


# --- attacks --------------------------------------------------------------------------------------------------------


class Announce(Play, frozen=True, kw_only=True):
    """`do: announce`. Announce an attack.

    `aid`: Groups that add Transferable Power. `privilege`: a Special to discard, or the own Illuminati card to use its
    ability. `specials`: Specials played with the announcement (Whispering Campaign). `claim`: the Power that a hidden
    Illuminati uses as attacker.
    """

    attacker: CardId
    target: CardId
    kind: Kind
    aid: tuple[CardId, ...] = ()
    privilege: CardId | None = None
    specials: tuple[SpecialId, ...] = ()
    claim: int | None = None


class Aid(Play, frozen=True, kw_only=True):
    """`do: aid`. Add Transferable Power of these Groups to the attack announced, before any money is spent."""

    groups: tuple[CardId, ...]


class Privilege(Play, frozen=True, kw_only=True):
    """`do: privilege`. Try to declare privilege after the announcement (never legal) by discarding `special`, or with
    the Illuminati card that says so.
    """

    special: CardId


class Spend(Play, frozen=True, kw_only=True):
    """`do: spend`. Put `amount` MB into the attack under way, from the treasury of `card` (default: the own
    Illuminati).

    `side` matters for players who are neither attacker nor defender: `for` or `against` the attacker.
    """

    amount: int
    card: CardId | None = None
    side: Literal["for", "against"] = "against"


class CallOff(Play, frozen=True, kw_only=True):
    """`do: call-off`. The attacker changes his mind before the attack is committed."""


class Roll(Play, frozen=True, kw_only=True):
    """`do: roll`. Roll for the attack: `dice` is the total, 2 to 12."""

    dice: int


class Resolve(Play, frozen=True, kw_only=True):
    """`do: resolve`. Carry out the result of the roll.

    After a capture: `side` is the attacker's arrow (default: the first open one, clockwise from the top), `sides` the
    arrows for puppets that would overlap, `{puppet: side}`, `transfer` the MB moved at once from the attacking Group.
    """

    side: Side | None = None
    sides: Mapping[CardId, Side] = field(default_factory=dict)
    transfer: int = 0


# --- Specials and abilities -----------------------------------------------------------------------------------------


class Use(Play, frozen=True, kw_only=True):
    """`do: use`. Play a Special, or use the ability of a card in the own Power Structure. `card` is that card.

    What else is needed depends on the ability: `target`, the card it is used on (the Group taken, revived or changed,
    the treasury looked into, the Special canceled); `whom`, the player whose Specials are looked at; `master` and
    `side`, the arrow for a Group taken (default: the first open one); `change` (add, remove, reverse) and
    `alignment`; `money`, the new treasuries, `{card: MB}`; `arrange`, the new Power Structure, `{side: {card: {side:
    …}}}`; `face_up` for Specials drawn.
    """

    card: CardId
    target: CardId | None = None
    whom: PlayerName | None = None
    master: CardId | None = None
    side: Side | None = None
    change: Literal["add", "remove", "reverse"] | None = None
    alignment: str | None = None
    money: Mapping[CardId, int] | None = None
    arrange: Arrangement | None = None
    face_up: bool = False

    def as_read(self) -> Use:
        """With the capital of an alignment, however data writes it."""
        return replace(self, alignment=self.alignment and self.alignment.capitalize())


class Abolish(Play, frozen=True, kw_only=True):
    """`do: abolish`. Discard two Specials to abolish the privilege of an attack, or one to replace a canceled one."""

    specials: tuple[SpecialId, ...]


class Show(Play, frozen=True, kw_only=True):
    """`do: show`. Lay one's own Special face up, or face down again with `face_up: false`."""

    special: SpecialId
    face_up: bool = True


# --- money, Groups, deals -------------------------------------------------------------------------------------------


class Transfer(Play, frozen=True, kw_only=True):
    """`do: transfer`. Move MB from the treasury of `card` to that of `to`.

    With `action` it is one of the two actions, otherwise one of the two transfers after them.
    """

    card: CardId
    to: CardId
    amount: int
    action: bool = False


class Move(Play, frozen=True, kw_only=True):
    """`do: move`. As an action: move a Group to the `side` arrow of `master`; `sides` as in `resolve`."""

    group: CardId
    master: CardId
    side: Side
    sides: Mapping[CardId, Side] = field(default_factory=dict)


class Drop(Play, frozen=True, kw_only=True):
    """`do: drop`. Return a Group and its puppets to the uncontrolled area."""

    group: CardId


class Trade(Play, frozen=True, kw_only=True):
    """`do: trade`. Give, sell or trade at once: `gives` goes to the player `to`, `gets` comes back (`money`,
    `specials`, `groups`); a gift gets nothing.

    `consent`: the other player agrees. `money_from` and `money_to`: the cards whose treasuries the money passes
    between, if not the two Illuminati. `places`: where Groups go, `{group: [master, side]}`; by default the first
    arrow that keeps most puppets. `sides` as in `resolve`. `drops`: cards that the receivers give up to make room.
    """

    to: PlayerName
    gives: Goods = Goods()
    gets: Goods = Goods()
    consent: bool = True
    money_from: CardId | None = None
    money_to: CardId | None = None
    places: Mapping[CardId, tuple[CardId, Side]] = field(default_factory=dict)
    sides: Mapping[CardId, Side] = field(default_factory=dict)
    drops: tuple[CardId, ...] = ()


class Agree(Play, frozen=True, kw_only=True):
    """`do: agree`. Agree on an exchange with `to`: at once, or `later: true` for a promise about the future."""

    to: PlayerName
    gives: Goods = Goods()
    gets: Goods = Goods()
    later: bool = False


class Deliver(Play, frozen=True, kw_only=True):
    """`do: deliver`. Hand over one's own part of the latest agreement with `to`; `places`, `sides`, `drops` as in
    `trade`.
    """

    to: PlayerName
    places: Mapping[CardId, tuple[CardId, Side]] = field(default_factory=dict)
    sides: Mapping[CardId, Side] = field(default_factory=dict)
    drops: tuple[CardId, ...] = ()


class Say(Play, frozen=True, kw_only=True):
    """`do: say`. A promise, threat or secret agreement: always legal, changes nothing on the table."""

    text: str


PLAYS = plays_in(__name__)
"""The value of `do` in data, and its play."""
