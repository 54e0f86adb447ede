"""What an effect needs to know of the use that it belongs to."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec import Struct, field

from generator.engine.cards import Clause
from generator.engine.inwo import board, combat, happenings, immunity, parting, shield
from generator.engine.inwo.plays import Use
from generator.engine.inwo.table import Attack, Happening, Lasting, Table, Until
from generator.engine.record import Record
from generator.engine.situation import Attack as Sum
from generator.engine.situation import Line, LineSide, Piece
from generator.language import nodes
from generator.language import tree as t
from generator.meaning import core as c
from generator.structs import replace

Given = TypeVar("Given")
_ILLUMINATI = c.Kind(("illuminati",))
LENT = "^for each (?:player|rival), | ha(?:s|ve) this ability: "
"""What stands in a sentence before an ability that the card gives."""
_HEAD = re.compile(r":|, (?:and )?(?:either )?(?:spend|discard|draw no|give up|you m(?:ay|ust))\b")
"""Where the head of a clause ends."""
_HIS = c.Belongs("that rival")


class Step(Struct):
    """One use of an ability: the play, the clause with its number on the card, where reasons and events are written
    down, and what it answers (`event`).
    """

    play: Use
    number: int
    clause: Clause
    record: Record
    event: Happening | None = None
    start: Table | None = None
    """The table before anything was paid."""
    found: tuple[str, ...] = ()
    """The cards that its effects last drew, took, showed or named: `that card`."""
    sought: bool = False
    """Whether an effect has chosen cards, though there may have been none."""
    looked: tuple[str, ...] = ()
    """The cards last looked at."""
    many: int = 0
    """How many cards the last effect was about, or what was wagered or rolled: `that many`."""
    used: set[str] = field(default_factory=set)
    """The named cards that an effect has dealt with already."""
    shuffled: bool = False
    """Whether an effect has shuffled a deck."""

    @property
    def player(self) -> str:
        """Who uses it."""
        return self.play.player

    @property
    def cites(self) -> tuple[str, ...]:
        """What the clause rests on; where the card file names nothing, that Plots and abilities are used as their cards
        say.
        """
        return self.clause.cites or ("wdh-any-play-plot", "wdh-any-use-ability", "sg-plot-timing-on-card")

    @property
    def sentence(self) -> Any:
        """What the clause says in the game that is played."""
        said = self.clause.sentence
        return said.sentence if isinstance(said, t.InGame) else said

    def says(self, proviso: c.Proviso) -> bool:
        """Whether the ability sets itself this limit."""
        return any(rider.means == proviso for rider in getattr(self.sentence, "also", ()))

    def require(self, ok: bool, text: str, *cites: str, about: str | None = None) -> None:
        """Note a requirement and stop where it is broken."""
        self.record.insist(ok, text, *(cites or self.cites), about=about or self.play.card)

    def given(self, value: Given | None, text: str, *cites: str, about: str | None = None) -> Given:
        """Something that the use must have: note that it is there, and stop where it isn't."""
        self.require(value is not None, text, *cites, about=about)
        assert value is not None
        return value

    def require_unbarred(self, ban: Clause | None, text: str, card: str) -> None:
        """Note that no sentence bars what is done to a card, and stop where one does."""
        self.require(ban is None, ban.text if ban else text, *(ban.cites if ban else ()), about=card)

    def under_attack(self, table: Table) -> Attack:
        """The attack under way; stops where there is none."""
        return self.given(table.attack, "an attack is under way", "wdh-announce-declare-three", "sg-attack-definition")

    def ask(self, said: bool, text: str, *cites: str, about: str | None = None) -> None:
        """Note what the play must say, and stop where it doesn't."""
        self.record.ask(said, text, *(cites or self.cites), about=about or self.play.card)
        self.record.stop_if_illegal()

    def require_defending(self, table: Table) -> None:
        """What counts only for defense helps nobody but the player who uses it, on a Group that they control, whoever
        attacks it (`wdh-glos-defense`).
        """
        owner = table.owner(table.under_way.target)
        whose = f"a Group of {self.player}, not of {owner.name}" if owner else f"a Group that {self.player} controls"
        text = f"the attack is on {whose}: what counts only for defense helps only your own Power Structure"
        self.require(owner is not None and owner.name == self.player, text, "wdh-glos-defense")

    def may(self, table: Table, what: str) -> str:
        """What a card is asked to do, with the part of its sentence that says what it can."""
        said = (
            self.head
            if " on " in self.head and what.startswith("be used on")
            else self.clause.text.partition(": ")[2] or self.clause.text
        )
        return f"{table.name(self.play.card)} can {what}; it says: {said}"

    @property
    def head(self) -> str:
        """When the clause can be used and if what, in its words: without its price and what it does."""
        return _HEAD.split(re.sub(f"^(in [A-Z][^:]*: |.*({LENT}))?(play (this card )?)?", "", self.clause.text))[0]

    def happen(self, text: str, *cites: str) -> None:
        """Note something that came of the use."""
        self.record.happen(text, *(cites or self.cites))

    def attack(self, table: Table) -> Attack | None:
        """The attack that the use belongs to: the one under way, or the one that it answers."""
        return table.attack or (self.event.attack if self.event else None)

    def rivals(self, table: Table) -> tuple[str, ...]:
        """Every rival, but those whom an ability leaves alone (`wdh-first-turn-shield-abilities-off`)."""
        return tuple(
            player.name
            for player in table.seated
            if player.name != self.player and not shield.spares_player(table, self.play.card, self.player, player.name)
        )

    def roller(self, table: Table) -> str | None:
        """Whose attack has just been rolled, for what answers that roll; None for anything else."""
        timing = getattr(self.sentence, "timing", None)
        rolled = isinstance(timing, c.Just) and timing.what.startswith("dice rolled")
        return table.attack.player if rolled and table.attack is not None else None

    def rival(self, table: Table) -> str:
        """The player whom it is used on: the one that is named, else the only one that can be meant."""
        if self.play.whom is not None:
            self.require(self.play.whom != self.player, f"{self.play.whom} is a rival")
            self.require_open(table, self.play.whom)
            return self.play.whom
        rivals = [player.name for player in table.seated if player.name != self.player]
        cards = (*self.play.on, *_some(self.play.master))
        owners = list(
            dict.fromkeys(owner.name for card in cards if (owner := table.owner(card)) and owner.name != self.player)
        )
        # At the start of that turn.
        now = [table.turn.player] if getattr(getattr(self.sentence, "timing", None), "of", None) == "rival" else []
        found = (
            owners
            or now
            or (
                [self.event.player] if self.event and self.event.player and self.event.player != self.player else rivals
            )
        )
        self.ask(len(found) == 1, "say which rival")
        self.require_open(table, found[0])
        shield.require_open(table, self.player, found[0], self.record)
        self.record.stop_if_illegal()
        return found[0]

    def require_open(self, table: Table, rival: str) -> None:
        """A Group does nothing to the hand, decks and discards of a player whose whole structure is immune to it, and a
        Plot nothing to a player whose Illuminati is immune to it by its own words (Senate Investigating Committee).
        """
        barred = immunity.whole_structure(table, rival, self.play.card, self.player)
        name, spared = table.name(self.play.card), self._spares(table, table.player(rival).illuminati)
        text = f"{rival} is not immune to {name}{f', {barred}' if barred else ''}"
        self.require(not (barred or spared), text, *immunity.CITES, "wdh-immune-whole-structure")

    def fits(self, table: Table, such: Any, card: str) -> bool:
        """Whether a test of the clause holds for a card, as this use sees the table."""
        return board.fits(table, such, card, self.play.card, self.player, UseScene(table, self.attack(table), self))

    def targets(self, table: Table, chosen: Any) -> tuple[str, ...]:
        """The cards that a selector means here: those that the player names, or all of which there is no choice.

        Stops the play when the player names cards that it does not mean, or too many.
        """
        named = self.play.on
        match chosen:
            case _ if isinstance(chosen, c.Cards):
                return self.referred(table, chosen)
            case t.Some(of, "all", _):
                return tuple(
                    card
                    for card in self._everything(table)
                    if self.fits(table, of, card) and not self.immune(table, card)
                )
            case t.Some(of, count, most):
                self.require(count == "any" or len(named) <= most, f"at most {most} cards")
                return self.meant(table, of, named)
            case t.Pick(count, of):
                if _ILLUMINATI in c.demands(of) and not named:
                    found = self._every(table, of)
                    if self.play.whom is not None and c.Belongs("rival") in c.demands(of):
                        found = tuple(card for card in found if card in table.player(self.play.whom).controlled)
                        self.require(
                            bool(found),
                            f"the Illuminati of {self.play.whom} is one on which {table.name(self.play.card)} can be"
                            " played",
                        )
                    return found[:count]
                mine = [card for card in named if self.fits(table, of, card)] or list(named)
                self.ask(
                    len(mine) >= count,
                    f"name {'the card' if count == 1 else f'the {count} cards'} in"
                    f" on{', not in take' if self.play.take else ''}",
                )
                return self.meant(table, of, tuple(mine[:count]))
            case c.Named(names):
                plot = table.attack.plot if table.attack is not None else None
                return (plot,) if plot is not None and table.name(plot) in names else self._every(table, chosen)
        demands = c.demands(chosen)
        if c.Homeless() in demands:
            return self.found
        if _HIS in demands:
            self.play = replace(self.play, whom=self.rival(table))
            return self._every(table, chosen)
        if c.Belongs("attacking players") in demands or (_ILLUMINATI in demands and c.Belongs("you") in demands):
            return self._every(table, chosen)
        return (named and self.meant(table, chosen, named)) or self._every(table, chosen)

    def immune(self, table: Table, card: str) -> str | None:
        """The name of the card that makes one of another player immune to what a Group or a Plot does to it: a Group
        affects nothing of what is immune to it, with a Plot that it powers it does (`wdh-glos-immunity`,
        `faq-immune-not-affected-by-abilities`, `faq-immunity-vs-plot-powered-by-foo`).
        """
        if self._spares(table, card) or shield.spares(table, self.play.card, self.player, card):
            return table.name(self.play.card)
        return immunity.immune(table, card, self.play.card, self.player, self.clause)

    def _spares(self, table: Table, card: str) -> bool:
        """Whether the card that is used says itself that this card is immune to it."""
        own = (
            sentence.who
            for _, _, sentence in table.book[self.play.card].standing.get(t.Immunity, ())
            if sentence.attackers == c.THIS
        )
        return any(board.fits(table, who, card, self.play.card, self.player) for who in own)

    def referred(self, table: Table, cards: c.Cards) -> tuple[str, ...]:
        """The cards that a reference of the clause means here. Raises TypeError for one that no use knows."""
        own, named = self.play.card, self.play.on
        match cards:
            case c.Speaker():
                return (own,)
            case c.Role(name):
                return self._in_role(table, name)
            case c.Spoken(kind):
                return self._spoken(table, kind)
            case c.HostOf(c.Speaker()):
                return self._hosts(table)
            case c.MasterOf(c.Speaker()):
                return _some(table.master(own) or (self.event.before.master(own) if self.event else None))
            case c.MasterOf(of):
                return tuple(master for each in self.referred(table, of) if (master := table.master(each)) is not None)
            case c.FormerMasterOf(c.Speaker()):
                return _some(
                    self.event.before.master(own)
                    if self.event
                    else former_master(table, own) or former_master(self.start or table, own)
                )
            case c.PuppetsOf(of):
                return tuple(puppet for each in self.referred(table, of) for puppet in self._puppets(table, each))
            case c.BelowOf(of):
                tops = (*self.referred(table, of), *named)[:1]
                self.ask(bool(tops), "say which Group")
                owner = table.owner(tops[0])
                return owner.structure.subtree(tops[0])[1:] if owner else ()
            case c.IlluminatiOf("that rival" | "you" as whose):
                return (table.player(self.rival(table) if whose == "that rival" else self.player).illuminati,)
            case c.Pair():
                return self._pair(table)
            case c.TwinsOf(of):
                return parting.places(table, table.links[own]) if of == c.LINKED and own in table.links else named[-1:]
            case c.Together(members):
                return tuple(each for member in members for each in self.referred(table, member))
        raise TypeError(cards)

    def _in_role(self, table: Table, name: c.RoleName) -> tuple[str, ...]:
        """The cards with a part in the attack; a target is also the card that the play names, whatever is under attack
        meanwhile.
        """
        attack, named = self.attack(table), self.play.on
        if name == "target" and ((named and isinstance(self._timing, c.Anytime)) or attack is None):
            return named[:1]
        return (
            ()
            if attack is None
            else {
                "target": (attack.target,),
                "attacker": _some(attack.attacker),
                "attackers": attack.makers,
                "defenders": attack.opponents,
                "either side": attack.acting,
            }[name]
        )

    def _pair(self, table: Table) -> tuple[str, ...]:
        """The two cards in question: the places that this card parts, or the two that the play names, or itself and the
        one that it names.
        """
        own, named = self.play.card, self.play.on
        if own in table.links and parting.said(table, own) is not None:
            return parting.places(table, table.links[own])
        return named[:2] if len(named) > 1 else (own, *named)

    def _hosts(self, table: Table) -> tuple[str, ...]:
        """What this card is or was linked to, or else the card that the play names."""
        there = (table, *((self.event.before,) if self.event else ()))
        lies = next((each for each in there if self.play.card in each.links), None)
        return self.play.on[:1] if lies is None else _some(board.host(lies, self.play.card))

    def _spoken(self, table: Table, kind: str) -> tuple[str, ...]:
        """The card of which the ability has spoken: found, canceled, named by the play, attacked, or the one to which
        it happened.
        """
        attack = self.attack(table)
        if kind == "duplicate":
            return self._duplicates(table)
        if kind in ("card", "resource", "personality") and self.found:
            return self.found[:1]
        if kind == "card" and self.play.cancels and any(isinstance(node, t.Cancel) for node in nodes(self.sentence)):
            return (self.play.cancels,)
        if self.event and self.event.card and self.event.kind not in ("played", "tokens"):
            self._require_spoken_of(table, self.event.card)
            return (self.event.card,)
        if attack is not None and isinstance(self._timing, t.With | t.OnAttack):
            return (attack.target,)
        return self.play.on[:1]

    def _require_spoken_of(self, table: Table, card: str) -> None:
        """Where an ability chooses no card, the one that its player names is the one to which it happened."""
        chooses = any(
            isinstance(node, t.Pick | t.Some) or node == c.Role("target")
            for node in nodes(getattr(self.sentence, "effects", ()))
        )
        named = self.play.on
        if happenings.names_one(self._timing) and not chooses and named:
            self.require(
                card in named,
                self.may(table, f"be used on {table.name(named[0])}"),
                "wdh-any-play-plot",
                "wdh-any-use-ability",
                about=named[0],
            )

    def _duplicates(self, table: Table) -> tuple[str, ...]:
        """The cards found that have the name of one that the use names."""
        names = {table.name(card) for card in self.play.on}
        for card in self.play.take:
            self.require(table.name(card) in names, f"{table.name(card)} duplicates the card named", about=card)
        return self.found or self.play.take

    @property
    def _timing(self) -> Any:
        return getattr(self.sentence, "timing", None)

    @staticmethod
    def _puppets(table: Table, card: str) -> tuple[str, ...]:
        owner = table.owner(card)
        return tuple(owner.structure.puppets(card).values()) if owner and card in owner.structure else ()

    @staticmethod
    def _everything(table: Table) -> tuple[str, ...]:
        """Every card in play, and those of the uncontrolled area."""
        linked = (card for card in table.links if table.book[card].kind == "plot")
        return (*(card for player in table.seated for card in player.controlled), *table.uncontrolled, *linked)

    def _every(self, table: Table, selector: Any) -> tuple[str, ...]:
        event, gone = self.event, table.owner(self.play.card) is None
        if event is not None and event.card == self.play.card and event.before is not None and gone:
            # What a lost card was linked to, lost itself or not.
            cards = dict.fromkeys((*self._everything(table), *event.before.linked_to(self.play.card)))
            # The one that it replaces left first.
            before = replace(event.before, nwos=tuple(each for each in event.before.nwos if each in table.nwos))
            return tuple(card for card in cards if self.fits(before, selector, card))
        return tuple(
            card
            for card in self._everything(table)
            if self.fits(table, selector, card) and not self.immune(table, card)
        )

    def meant(self, table: Table, selector: Any, named: tuple[str, ...]) -> tuple[str, ...]:
        """Cards that the player names for a selector; stops the play where one is none such, is hidden from the card
        that is used, or immune to it.
        """
        for card in named:
            self.require(
                self._is_there(table, selector, card),
                f"{table.named(card)} is in play",
                "wdh-justplayed-not-in-play",
                "wdh-justplayed-unaffected",
                "wdh-inplay-group-resource",
                "wdh-glos-in-play",
                "sg-glo-in-play",
                about=card,
            )
            fits = self.fits(table, selector, card)
            own = table.book[self.play.card].standing.get(t.Immunity, ())
            why = (
                f"its sentence “{clause.text}”"
                for _, clause, said in own
                if board.fits(table, said.who, card, self.play.card, self.player)
            )
            barred = not fits and self.fits(table, c.ImmuneTo(c.THIS), card)
            self.require_vulnerable(table, card, immune=next(why, "an earlier use of it") if barred else None)
            self.require(fits, self.may(table, f"be used on {table.name(card)}"), about=card)
            self.require_visible(table, card, hidden=self.hidden(table, card))
            self.require_vulnerable(table, card, immune=self.immune(table, card))
        return named

    def hidden(self, table: Table, card: str) -> bool:
        """Whether secrecy keeps what is used off a card."""
        return board.hidden_from(table, card, self.play.card, self.player, self.clause.sentence)

    def require_visible(self, table: Table, card: str, *, hidden: bool) -> None:
        """Note that a card is not hidden from what is used, and stop where it is."""
        self.require(
            not hidden, f"{table.name(self.play.card)} may affect {table.name(card)}", *board.SECRECY, about=card
        )

    def require_vulnerable(self, table: Table, card: str, *cites: str, immune: str | None) -> None:
        """Note that a card is not immune to what is used, and stop where the card of this name makes it `immune`."""
        names = (table.name(card), table.name(self.play.card))
        self.require(
            immune is None,
            " is not immune to ".join(names) + (f", by {immune}" if immune not in (None, *names) else ""),
            *immunity.CITES,
            *cites,
            about=card,
        )

    def _is_there(self, table: Table, selector: Any, card: str) -> bool:
        """Whether a card is where a test means cards: in play, unless it asks for another zone
        (`wdh-justplayed-unaffected`).
        """
        if board.in_play(table, card):
            return True
        parts = tuple(c.asserted(selector))
        return c.Belongs("nobody") in parts or any(isinstance(part, c.In) and part.zone != "play" for part in parts)

    def add(self, table: Table, side: LineSide, amount: int) -> Table:
        """The table with a line more in the sum of the attack under way, to which its player is then committed."""
        card, attack = self.play.card, table.under_way
        line = Line(
            side, amount, table.name(card), self.clause.text, f"{card}#{self.number}", self.record.owned(self.cites)
        )
        return table.with_attack(
            added=(*attack.added, line), committed=attack.committed or self.player == attack.player
        )

    def last(self, table: Table, sentence: Any, on: str | None, until: Until) -> Table:
        """The table with a sentence in effect for a while, about one card."""
        entry = Lasting(
            self.play.card, self.number, self.player, sentence, on, until, self.play.choose, tuple(table.links)
        )
        return replace(table, lasting=(*table.lasting, entry))


class UseScene(board.TableScene, frozen=True):
    """What surrounds the pieces of a table while an ability is used: what the play names, what has happened, how an
    attack comes out.
    """

    step: Step

    def cards(self, cards: c.Cards, attack: Sum, speaker: Piece) -> tuple[Piece, ...]:
        """The cards that the use means, as they are in the attack or else on the table."""
        known = {piece.card.id: piece for piece in attack.pieces}
        found = self.step.referred(self.table, cards)
        return tuple(
            known[card] if card in known else board.piece_of(self.table, card, self.step.player) for card in found
        )

    def fits(self, such: c.Test, piece: Piece, attack: Sum, speaker: Piece) -> bool:
        """Whose `his` cards are, the alignment that pays, and immunity to the card that is used."""
        step, table, card = self.step, self.table, piece.card.id
        match such:
            case c.Belongs("that rival"):
                owner = board.player_of(table, card)
                return owner is not None and owner.name != step.player and step.play.whom in (None, owner.name)
            case c.In("your hand"):
                return board.in_hand_of(table, card, table.player(step.player), step.attack(table))
            case c.In("just played by a rival") if table.attack is not None and table.attack.player == step.player:
                return False
            case c.Chosen(of_payer=True):
                chosen = {
                    name for each in step.play.by for name in board.alignments(table, each) if name in step.play.choose
                }
                own = (
                    ", ".join(dict.fromkeys(name for each in step.play.by for name in board.alignments(table, each)))
                    or "it doesn't have one"
                )
                step.ask(len(chosen) == 1, f"choose one alignment of the Group that pays ({own})")
                return not chosen.isdisjoint(piece.alignments)
            case c.ImmuneTo(c.Speaker()):
                own = step.play.card
                lasts = any(
                    each.source == own and each.on == card and isinstance(each.sentence, t.Immunity)
                    for each in table.lasting
                )
                says = (sentence for _, _, sentence in table.book[own].standing.get(t.Immunity, ()))
                return lasts or any(board.fits(table, sentence.who, card, own, step.player) for sentence in says)
        return super().fits(such, piece, attack, speaker)

    def holds(self, condition: c.Condition, attack: Sum, speaker: Piece) -> bool:
        """How the attack comes out, and what is so of the cards in question."""
        step, table = self.step, self.table
        pending = step.attack(table)
        match condition:
            case c.Ends(how):
                return pending is not None and _has_won(table, pending) is (
                    step.player != pending.defender if how == "side" else how == "succeeds"
                )
            case c.Fell():
                return any(step.event is not None and step.event.card in player.destroyed for player in table.players)
            case c.IsGoal():
                event = (step.event.card,) if step.event and step.event.card else ()
                found = step.found or (*step.play.take, *step.play.on, *event)
                return any(table.book[card].subtype == "goal" for card in found[:1])
            case c.Displaced():
                return bool(step.found) and table.zone(step.found[0])[0] in (
                    "hand",
                    "group deck",
                    "uncontrolled",
                    "none",
                )
            case c.HasCopy():
                return any(
                    table.name(held.card) in step.play.choose and not held.exposed
                    for held in table.player(step.rival(table)).plots
                )
            case c.Exposed(whose, such):
                player = table.player(step.player if whose == "you" else step.rival(table))
                return any(held.exposed and step.fits(table, such, held.card) for held in player.plots)
            case c.About(such):
                return _is_about(table, such, step)
        return super().holds(condition, attack, speaker)


def _has_won(table: Table, pending: Attack) -> bool | None:
    """Whether an attack succeeds, by the roll on the table or as it came out; None while no roll decides it."""
    return combat.succeeds(table) if table.attack else pending.outcome == "succeeds"


def _is_about(table: Table, such: c.Test, step: Step) -> bool:
    """Whether the Plot in question speaks of such cards, or was played on one."""
    plot = step.play.cancels or (step.event.card if step.event else None)
    if plot is None:
        return False
    entry = next(
        (each for each in reversed(table.entries) if isinstance(each.play, Use) and each.play.card == plot), None
    )
    if any(step.fits(table, such, card) for card in (entry.play.on if entry else ())):
        return True
    wanted = {node for node in c.asserted(such) if isinstance(node, c.Trait)}
    return any(
        node in wanted
        for clause in table.book[plot].clauses
        for node in c.asserted(clause.sentence)
        if isinstance(node, c.Trait)
    )


def former_master(table: Table, card: str) -> str | None:
    """The card that controlled this one when it was destroyed."""
    fall = table.fallen.get(card)
    return fall.master if fall else None


def _some(card: str | None) -> tuple[str, ...]:
    return () if card is None else (card,)


Effects = Mapping[type, Callable[[Table, Any, Step], Table]]
EFFECTS: dict[type, Callable[[Table, Any, Step], Table]] = {}
"""What an effect of an ability brings about, by its class: filled by the modules beside this one (`__init__.py`), which
need each other's.
"""
FAMILIES: dict[type, Callable[[Table, Any, Step], Table]] = {}
"""What the Plots that work alike bring about, by the class of their sentence; filled in the same way."""


def run(table: Table, effect: Any, step: Step) -> Table:
    """Carry out one effect."""
    table = EFFECTS[type(effect)](table, effect, step)
    step.record.stop_if_illegal()
    return table


def carried_out(sentence: t.Ability) -> bool:
    """Whether all that an ability does can be carried out by its player's word."""
    return all(type(effect) in EFFECTS for effect in sentence.effects)
