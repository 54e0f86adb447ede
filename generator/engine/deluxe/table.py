"""A table: everything that lies on it, whose turn it is, and the attack that is under way. Plain, frozen data.

Cards are ids (`deluxe/the-mafia`), players are names, money is in MB. Nothing here decides anything; the plays do
(`plays.py`), and `setup_table.py` makes tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from msgspec import Struct, field

from generator.engine.cards import Card, ClauseOf
from generator.engine.reading import CardId
from generator.engine.seats import Seats
from generator.engine.situation import Rules
from generator.engine.structure import Structure
from generator.language import tree as t
from generator.structs import replace

Step = Literal["income", "draw", "actions", "transfers", "powers", "over"]
STEPS: tuple[Step, ...] = ("income", "draw", "actions", "transfers", "powers", "over")
"""The parts of a turn in their order (`dlx-seq-turn-order-of-steps`). In `over` only the end of the turn is left."""


class Options(Struct, frozen=True, kw_only=True):
    """What the players agreed on: an outcome for each disagreement in the rulebook, and the advanced rules.

    The first group of fields are the conflict records of that name (with `_` for `-`), their values outcome ids, their
    defaults those of the records.
    """

    action_kinds: Literal["four", "three"] = "four"
    discordian_tax: Literal["taxed", "exempt"] = "taxed"
    eliminated_illuminati_count: Literal["counts", "groups-only"] = "counts"
    end_of_a_very_long_game: Literal["deck-too", "area-only"] = "deck-too"
    gifts_in_privileged_attack: Literal["forbidden", "allowed"] = "forbidden"
    half_of_the_money: Literal["each-treasury", "sum"] = "each-treasury"
    illuminati_in_long_game_score: Literal["counted", "not-counted"] = "counted"
    interfere_either_side: Literal["either", "against-only"] = "either"
    irs_one_megabuck: Literal["pays-one", "pays-nothing"] = "pays-one"
    last_player: Literal["goes-on", "wins"] = "wins"
    missed_turn: Literal["does-not-count", "counts"] = "does-not-count"
    money_of_dropped_groups: Literal["to-the-bank", "stays"] = "to-the-bank"
    number_of_players: Literal["two-to-eight", "two-to-six"] = "two-to-eight"
    privilege_two_specials: Literal["two-specials-or-deep-agent", "deep-agent-only"] = "two-specials-or-deep-agent"
    puppets_in_a_trade: Literal["master-only", "every-group"] = "master-only"
    specials_of_a_player_who_is_out: Literal["discarded", "back-to-the-deck"] = "discarded"
    ufo_transferable_power: Literal["both", "power-only"] = "both"

    basic_goal: int | None = None
    """A higher number for the Basic Goal (`dlx-adv-longer-raise-goal`); None for the usual one."""
    very_long_game: bool = False
    """No Goals; the highest score wins when nothing is left uncontrolled (`dlx-adv-very-long-score`)."""
    hidden_goals: bool = False
    """Every player writes down a Special Goal (`dlx-adv-hidden-goals`)."""
    hidden_illuminati: bool = False
    """Illuminati lie face down until identified (`dlx-adv-hidden-illuminati`)."""
    overstatement: bool = False
    """An unidentified Illuminati may overstate Power and Income by 1 (`dlx-adv-overstate-alternative`)."""


class Held(Struct, frozen=True):
    """A Special in front of a player (`dlx-seq-2-draw-special`)."""

    card: str
    face_up: bool = False


class Player(Struct, frozen=True, kw_only=True):
    """One player. `money` has an entry for every card of the structure; `turns` counts turns completed.

    `kills` counts Groups destroyed by this player, `knockouts` Illuminati eliminated by taking their last Group.
    `destroyed_own_last` says that this player's last Group went because he destroyed it himself.
    `goal` is the Illuminati whose Special Goal this player wrote down in secret, if any; `hidden` says that the
    Illuminati lies face down. `out` marks a player who was eliminated or has left; nothing of him is on the table any
    more.
    """

    name: str
    structure: Structure
    money: Mapping[str, int]
    specials: tuple[Held, ...] = ()
    turns: int = 0
    kills: int = 0
    knockouts: int = 0
    destroyed_own_last: bool = False
    goal: str | None = None
    goal_revealed: bool = False
    hidden: bool = False
    out: bool = False

    @property
    def illuminati(self) -> str:
        """The id of the player's own Illuminati card."""
        return self.structure.root

    @property
    def total_money(self) -> int:
        """MB in all treasuries of the Power Structure together."""
        return sum(self.money.values())

    def holds(self, card: str) -> bool:
        """Whether this Special lies in front of the player, either way up."""
        return any(held.card == card for held in self.specials)

    def specials_seen_by(self, viewer: str) -> tuple[str | None, ...]:
        """The player's Specials as another sees them: None for one face down (`dlx-seq-2-specials-count-public`). The
        owner sees all.
        """
        return tuple(held.card if held.face_up or viewer == self.name else None for held in self.specials)


class Turn(Struct, frozen=True, kw_only=True):
    """Where the turn stands. `attacks` counts, by card, the attacks it led or aided this turn; `used` has the
    abilities used that may be used once a turn (`<card id>#<number of the clause>`); `busy` says that the player did
    something that rules out passing (`dlx-actions-pass-5mb`)."""

    player: str
    step: Step = "income"
    actions: int = 2
    transfers: int = 2
    attacks: Mapping[str, int] = field(default_factory=dict)
    used: tuple[str, ...] = ()
    busy: bool = False
    passed: bool = False
    double_income: bool = False


class PendingAttack(Struct, frozen=True, kw_only=True):
    """An attack from its announcement to its result.

    `defender` is the player who controls the target, None for an uncontrolled target and for one's own. `spent` is in
    MB by purse (`attack.PURSES`). `privileged` turns False when two Specials abolish the privilege; Deep Agent stands
    in `played` like every Special in effect. `interferers` are the players whom an Interference card lets in. `roll`
    is what the dice showed. `claim` is the Power that a hidden Illuminati says it uses. `replace_by` names the player
    who may replace one of two Specials that was canceled.
    """

    player: str
    kind: Literal["control", "neutralize", "destroy"]
    attacker: str
    target: str
    aid: tuple[str, ...] = ()
    defender: str | None = None
    privileged: bool = False
    played: tuple[str, ...] = ()
    interferers: tuple[str, ...] = ()
    spent: Mapping[str, int] = field(default_factory=dict)
    committed: bool = False
    roll: int | None = None
    claim: int | None = None
    replace_by: str | None = None


class AlignmentChange(Struct, frozen=True):
    """Alignments of a Group in place of the printed ones, until the end of the turn (`dlx-card-orbital-lasers`)."""

    card: str
    alignments: tuple[str, ...]


class LastSpecial(Struct, frozen=True):
    """The Specials just played; for each the table as it would be had it had no effect, for a card that cancels one."""

    player: str
    cards: tuple[str, ...]
    without: Mapping[str, Table]


class Deal(Struct, frozen=True):
    """What two players agreed to exchange. `later` marks a promise; `delivered` names who has given his part."""

    player: str
    to: str
    gives: Goods
    gets: Goods
    later: bool = False
    delivered: tuple[str, ...] = ()


class Goods(Struct, frozen=True, kw_only=True):
    """What changes hands: MB between Illuminati treasuries, Specials, Groups (each with its puppets and their
    money).
    """

    money: int = 0
    specials: tuple[CardId, ...] = ()
    groups: tuple[CardId, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.money or self.specials or self.groups)


class Table(Seats[Player], frozen=True, kw_only=True):
    """Everything on the table.

    `players` sit in this order, counter-clockwise. `deck` has its top card first. `bank` counts from 0 when the game
    starts, so it is negative while more is out than has come back: bank and treasuries together never change. `aside`
    are Illuminati out of play. `loose` is money on uncontrolled Groups, where the players agreed that it stays there.
    `started` is the number of players at the beginning. `winners` is empty until the game is over.
    """

    book: Mapping[str, Card]
    rules: Rules
    goals: tuple[ClauseOf[t.BasicGoal], ...]
    players: tuple[Player, ...]
    turn: Turn
    uncontrolled: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    dead: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    loose: Mapping[str, int] = field(default_factory=dict)
    bank: int = 0
    started: int = 4
    options: Options = Options()
    attack: PendingAttack | None = None
    changes: tuple[AlignmentChange, ...] = ()
    last_special: LastSpecial | None = None
    deals: tuple[Deal, ...] = ()
    winners: tuple[str, ...] = ()

    def owner(self, card: str) -> Player | None:
        """The player who controls this card; None for a card in no Power Structure."""
        return next((player for player in self.seated if card in player.structure), None)

    def alignments(self, card: str) -> tuple[str, ...]:
        """The alignments a card has now: the printed ones unless something has changed them."""
        for change in reversed(self.changes):
            if change.card == card:
                return change.alignments
        return self.book[card].alignments

    def paying(self, name: str, card: str, amount: int) -> Table:
        """The table after MB from that treasury have gone to the bank; a negative amount draws from the bank."""
        money = self.player(name).money
        paid = self.with_player(name, money=MappingProxyType({**money, card: money[card] - amount}))
        return replace(paid, bank=paid.bank + amount)
