"""What an effect needs to know of the use that it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from generator.engine.cards import Clause
from generator.engine.inwo import arrows, board, immunity, parting, shield
from generator.engine.inwo.plays import Use
from generator.engine.inwo.table import Attack, Happening, Lasting, Table, Until
from generator.engine.record import Record
from generator.language import nodes
from generator.language import tree as t

_THAT = ("that card", "that Group", "that Place", "that Personality", "that Resource")


@dataclass
class Step:
    """One use of an ability: the play, the clause with its number on the card, where reasons and events are written down, and what it
    answers (`event`)."""

    play: Use
    number: int
    clause: Clause
    record: Record
    event: Happening | None = None
    start: Table | None = None
    """The table before anything was paid."""
    found: tuple[str, ...] = ()
    """The cards that its effects last drew, took, showed or named: `that card`."""
    looked: tuple[str, ...] = ()
    """The cards last looked at."""
    many: int = 0
    """How many cards the last effect was about, or what was wagered or rolled: `that many`."""
    used: set[str] = field(default_factory=set)
    """The named cards that an effect has dealt with already."""

    @property
    def player(self) -> str:
        """Who uses it."""
        assert self.play.player is not None
        return self.play.player

    @property
    def cites(self) -> tuple[str, ...]:
        """What the clause rests on; where the card file names nothing, that Plots and abilities are used as their cards say."""
        return self.clause.cites or ("wdh-any-play-plot", "wdh-any-use-ability", "sg-plot-timing-on-card")

    @property
    def sentence(self) -> Any:
        """What the clause says in the game that is played."""
        said = self.clause.sentence
        return said.sentence if isinstance(said, t.InGame) else said

    def require(self, ok: bool, text: str, *cites: str, about: str | None = None) -> None:
        """Note a requirement and stop where it is broken."""
        self.record.require(ok, text, *(cites or self.cites), about=about or self.play.card)
        self.record.stop_if_illegal()

    def happen(self, text: str, *cites: str) -> None:
        """Note something that came of the use."""
        self.record.happen(text, *(cites or self.cites))

    def attack(self, table: Table) -> Attack | None:
        """The attack that the use belongs to: the one under way, or the one that it answers."""
        return table.attack or (self.event.attack if self.event else None)

    def rivals(self, table: Table) -> tuple[str, ...]:
        """Every rival, but those whom an ability leaves alone (`wdh-first-turn-shield-abilities-off`)."""
        return tuple(
            player.name for player in table.seated
            if player.name != self.player and not shield.spares_player(table, self.play.card, self.player, player.name)
        )  # fmt: skip

    def rival(self, table: Table) -> str:
        """The player whom it is used on: the one that is named, else the only one that can be meant."""
        if self.play.whom is not None:
            self.require(self.play.whom != self.player, f"{self.play.whom} is a rival")
            self._open(table, self.play.whom)
            return self.play.whom
        rivals = [player.name for player in table.seated if player.name != self.player]
        owners = list(dict.fromkeys(owner.name for card in self.play.on if (owner := table.owner(card)) and owner.name != self.player))
        found = owners or ([self.event.player] if self.event and self.event.player and self.event.player != self.player else rivals)
        self.require(len(found) == 1, "say which rival")
        self._open(table, found[0])
        shield.require_open(table, self.player, found[0], self.record)
        self.record.stop_if_illegal()
        return found[0]

    def _open(self, table: Table, rival: str) -> None:
        """A Group does nothing to the hand, decks and discards of a player whose whole structure is immune to it."""
        barred = immunity.whole_structure(table, rival, self.play.card, self.player)
        self.require(not barred, f"{rival} is not immune to {table.name(self.play.card)}", *immunity.CITES, "wdh-immune-whole-structure")

    def fits(self, table: Table, selector: Any, card: str) -> bool:
        """Whether a selector of the clause means a card. `His` cards are those of the player that it is used on."""
        if isinstance(selector, t.Either):
            return any(self.fits(table, each, card) for each in selector.members)
        if isinstance(selector, t.Groups) and selector.owner in ("he", "one rival"):
            owner = table.owner(card) or table.holder(card)
            if owner is None or owner.name == self.player or self.play.whom not in (None, owner.name):
                return False
            selector = replace(selector, owner="any")
        if isinstance(selector, t.Groups) and selector.unlinked is not None:
            if any(table.name(each) in selector.unlinked.names for each in table.linked_to(card)):
                return False
            selector = replace(selector, unlinked=None)
        if isinstance(selector, t.Ref):
            return card in self.targets(table, selector)
        if arrows.without_arrows(selector) != selector:
            return arrows.enough(table, selector, card) and self.fits(table, arrows.without_arrows(selector), card)
        if isinstance(selector, t.Groups) and selector.place == "of 1 alignment of the Group that pays":
            chosen = {name for each in self.play.by for name in board.alignments(table, each) if name in self.play.choose}
            self.require(len(chosen) == 1, "say which alignment of the Group that pays")
            return not chosen.isdisjoint(board.alignments(table, card)) and self.fits(table, replace(selector, place=None), card)
        if isinstance(selector, t.Groups) and selector.place in ("besides the target", "that is not among the attackers"):
            attack = self.attack(table)
            attackers = (attack.attacker, *(join.card for join in attack.joined)) if attack else ()
            out = attackers if selector.place.endswith("attackers") else (attack.target,) if attack else ()
            return card not in out and self.fits(table, replace(selector, place=None), card)
        if isinstance(selector, t.Groups) and selector.place == "with no alignment opposite to that Personality's":
            theirs = board.alignments(table, self.play.on[0]) if self.play.on else ()
            bad = {table.rules.opposites.get(name) for name in theirs}
            return bad.isdisjoint(board.alignments(table, card)) and self.fits(table, replace(selector, place=None), card)
        if isinstance(selector, t.Groups) and selector.place == "sharing an alignment with the target":
            opposites = table.rules.opposites
            theirs = board.alignments(table, self.play.on[0]) if self.play.on else ()
            shared = {name for name in theirs if opposites.get(name) != name}
            return not shared.isdisjoint(board.alignments(table, card)) and self.fits(table, replace(selector, place=None), card)
        if isinstance(selector, t.Groups) and selector.place in PLACES:
            return PLACES[selector.place](self, table, selector, card) and self.fits(table, replace(selector, place=None), card)
        return board.fits(table, selector, card, self.play.card, self.player)

    def _is_weakest_attacker(self, table: Table, selector: t.Groups, card: str) -> bool:
        attack = self.attack(table)
        attackers = {attack.attacker, *(join.card for join in attack.joined)} - {None} if attack else set()
        power = {each: board.number(table, each, "Power") for each in attackers if each is not None and table.book[each].kind == "group"}
        return card in power and power[card] == min(power.values())

    def _is_attackers(self, table: Table, selector: t.Groups, card: str) -> bool:
        """Whether a card is one of a player who attacks or aids the attack."""
        attack, owner = self.attack(table), table.owner(card)
        return attack is not None and owner is not None and owner.name in (attack.player, *(join.player for join in attack.joined))

    def _is_printed_so(self, table: Table, selector: t.Groups, card: str) -> bool:
        printed = {*table.book[card].alignments, *table.book[card].attributes}
        return not selector.traits or any(printed.issuperset(each) for each in selector.traits)

    def _is_open_to_this(self, table: Table, selector: t.Groups, card: str) -> bool:
        """Whether neither what the card itself says nor what it did before makes another immune to it."""
        own = self.play.card
        spared = any(each.source == own and each.on == card and isinstance(each.sentence, t.Immunity) for each in table.lasting)
        says = (sentence for _, _, sentence in table.book[own].standing.get(t.Immunity, ()))
        return not spared and not any(board.fits(table, sentence.who, card, own, self.player) for sentence in says)

    def targets(self, table: Table, chosen: Any) -> tuple[str, ...]:
        """The cards that a selector means here: those that the player names, or all of which there is no choice.

        Stops the play when the player names cards that it does not mean, or too many.
        """
        named = self.play.on
        match chosen:
            case t.Ref(which):
                return self._referred(table, which)
            case t.Some(of, "all", _):
                return tuple(card for card in self._everything(table) if self.fits(table, of, card) and not self.immune(table, card))
            case t.Some(of, count, most):
                self.require(count == "any" or len(named) <= most, f"at most {most} cards")
                return self._meant(table, of, named)
            case t.Pick(count, of):
                if isinstance(of, t.Groups) and of.kind == "Illuminati" and not named:
                    return self._every(table, of)[:count]
                mine = [card for card in named if self.fits(table, of, card)] or list(named)
                self.require(len(mine) >= count, f"say which {count}")
                return self._meant(table, of, tuple(mine[:count]))
            case t.Groups(owner="you" | "he" | "one rival", kind="Illuminati"):
                return self._every(table, chosen)
            case t.Named() | t.Groups(place="of the players on the attacking side"):
                return self._every(table, chosen)
            case t.Groups(place="that fit no arrow"):
                return self.found
            case _ if not _is_plural(chosen):
                self.require(bool(named), "say which card")
                return self._meant(table, chosen, named[:1])
        return (named and self._meant(table, chosen, named)) or self._every(table, chosen)

    def immune(self, table: Table, card: str) -> bool:
        """Whether a card of another player is immune to what a Group or a Plot does to it: a Group affects nothing of what is immune to
        it, with a Plot that it powers it does (`wdh-glos-immunity`, `faq-immune-not-affected-by-abilities`,
        `faq-immunity-vs-plot-powered-by-foo`)."""
        return shield.spares(table, self.play.card, self.player, card) or immunity.immune(table, card, self.play.card, self.player, self.clause)

    def _referred(self, table: Table, which: str) -> tuple[str, ...]:
        own, attack = self.play.card, self.attack(table)
        named = self.play.on
        if which in ("that card", "that Resource", "that Personality") and self.found:
            return self.found[:1]
        if which == "that card" and self.play.cancels and any(isinstance(node, t.Cancel) for node in nodes(self.sentence)):
            return (self.play.cancels,)
        if which in _THAT:
            if self.event and self.event.card and self.event.kind not in ("played", "tokens"):
                return (self.event.card,)
            if attack is not None and isinstance(self._timing, t.With | t.OnAttack):
                return (attack.target,)
            return named[:1]
        match which:
            case "this card":
                return (own,)
            case "the linked card":
                host = table.links.get(own) or (self.event.before.links.get(own) if self.event else None)
                return named[:1] if host is None else (host,)
            case "the target" if attack is not None:
                return (attack.target,)
            case "the attacker" if attack is not None:
                return (attack.attacker,) if attack.attacker else ()
            case "the target's master" if attack is not None:
                return _some(table.master(attack.target))
            case "the target's puppets" if attack is not None:
                return self._puppets(table, attack.target)
            case "the target":
                return named[:1]
            case "the rival's Illuminati":
                return (table.player(self.rival(table)).illuminati,)
            case "its master":
                return _some(table.master(own) or (self.event.before.master(own) if self.event else None))
            case "its former master":
                return _some(self.event.before.master(own) if self.event else former_master(table, own) or former_master(self.start or table, own))
            case "its puppets" | "its puppet":
                return self._puppets(table, own)
            case "its master and its puppets":
                return (*_some(table.master(own)), *self._puppets(table, own))
            case "this card, its master and its puppets":
                return (own, *_some(table.master(own)), *self._puppets(table, own))
            case "this card and its puppets":
                return (own, *self._puppets(table, own))
            case "this card and its master":
                return (own, *_some(table.master(own)))
            case "both cards" if own in table.links and parting.said(table, own) is not None:
                return parting.places(table, table.links[own])
            case "both cards":
                return (own, *named[:1]) if own not in named else named[:2]
            case "every Group below that Group":
                (top,) = self._referred(table, "that Group") or named[:1]
                owner = table.owner(top)
                return owner.structure.subtree(top)[1:] if owner else ()
            case "the noted card":
                return tuple(each.on for each in table.lasting if each.source == own and isinstance(each.sentence, t.Note) and each.on)
            case "either Place" | "the other Place":
                return named[-1:]
        return named[:1]

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
            return tuple(card for card in self._everything(table) if self.fits(event.before, selector, card))  # what a lost card was linked to
        return tuple(card for card in self._everything(table) if self.fits(table, selector, card) and not self.immune(table, card))

    def _meant(self, table: Table, selector: Any, named: tuple[str, ...]) -> tuple[str, ...]:
        for card in named:
            self.require(self.fits(table, selector, card), f"{table.name(card)} is such a card", about=card)
            hidden = board.hidden_from(table, card, self.play.card, self.player, self.clause.sentence)
            self.require(not hidden, f"{table.name(self.play.card)} may affect {table.name(card)}", *board.SECRECY, about=card)
            self.require(
                not self.immune(table, card), f"{table.name(card)} is not immune to {table.name(self.play.card)}", *immunity.CITES, about=card
            )
        return named

    def last(self, table: Table, sentence: Any, on: str | None, until: Until) -> Table:
        """The table with a sentence in effect for a while, about one card."""
        entry = Lasting(self.play.card, self.number, self.player, sentence, on, until, self.play.choose, tuple(table.links))
        return replace(table, lasting=(*table.lasting, entry))


PLACES: Mapping[str | None, Callable[[Step, Table, t.Groups, str], bool]] = {
    "with the least Power on the attacking side": Step._is_weakest_attacker,
    "of the players on the attacking side": Step._is_attackers,
    "as printed": Step._is_printed_so,
    "that is not immune to this card": Step._is_open_to_this,
}
"""Words of the language about where a card is that only the use of an ability can tell, and whether they are true of a card."""


def former_master(table: Table, card: str) -> str | None:
    """The card that controlled this one when it was destroyed."""
    fall = table.fallen.get(card)
    return fall.master if fall else None


def _some(card: str | None) -> tuple[str, ...]:
    return () if card is None else (card,)


def _is_plural(chosen: Any) -> bool:
    """Whether a selector speaks of all such cards where it stands alone: `Violent Groups`."""
    return isinstance(chosen, t.Groups | t.Either)


Effects = Mapping[type, Callable[[Table, Any, Step], Table]]
Families = Mapping[type, Callable[[Table, Any, Step], Table]]
EFFECTS: dict[type, Callable[[Table, Any, Step], Table]] = {}
"""What an effect of an ability brings about, by its class: filled by the modules beside this one (`__init__.py`), which need each other's."""
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
