"""What an effect needs to know of the use that it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from generator.engine.cards import Clause
from generator.engine.inwo import board
from generator.engine.inwo.plays import Use
from generator.engine.inwo.table import Lasting, Table, Until
from generator.engine.record import Record
from generator.language import tree as t


@dataclass
class Step:
    """One use of an ability: the play, the clause with its number on the card, and where reasons and events are written down."""

    play: Use
    number: int
    clause: Clause
    record: Record

    @property
    def player(self) -> str:
        """Who uses it."""
        assert self.play.player is not None
        return self.play.player

    @property
    def cites(self) -> tuple[str, ...]:
        """What the clause rests on; where the card file names nothing, that Plots and abilities are used as their cards say."""
        return self.clause.cites or ("wdh-any-play-plot", "wdh-any-use-ability", "sg-plot-timing-on-card")

    def require(self, ok: bool, text: str, *cites: str, about: str | None = None) -> None:
        """Note a requirement and stop where it is broken."""
        self.record.require(ok, text, *(cites or self.cites), about=about or self.play.card)
        self.record.stop_if_illegal()

    def happen(self, text: str, *cites: str) -> None:
        """Note something that came of the use."""
        self.record.happen(text, *(cites or self.cites))

    def fits(self, table: Table, selector: Any, card: str) -> bool:
        """Whether a selector of the clause means a card."""
        return board.fits(table, selector, card, self.play.card, self.player)

    def targets(self, table: Table, chosen: Any) -> tuple[str, ...]:
        """The cards that a selector means here: those that the player names, or all of which there is no choice.

        Stops the play when the player names cards that it does not mean, or too many.
        """
        named = self.play.on
        match chosen:
            case t.Ref("this card"):
                return (self.play.card,)
            case t.Ref("the linked card"):
                host = table.links.get(self.play.card)
                return named if host is None else (host,)
            case t.Ref("that card" | "that Group" | "that Place" | "that Personality" | "that Resource"):
                return named[:1]
            case t.Ref(_):
                everything = [card for player in table.seated for card in player.controlled]
                return tuple(card for card in everything if self.fits(table, chosen, card))
            case t.Some(of, "all", _):
                everything = [card for player in table.seated for card in player.controlled]
                return tuple(card for card in (*everything, *table.uncontrolled) if self.fits(table, of, card))
            case t.Some(of, count, most):
                self.require(count == "any" or len(named) <= most, f"at most {most} cards")
                return self._meant(table, of, named)
            case t.Pick(count, of):
                self.require(len(named) == count, f"say which {count}")
                return self._meant(table, of, named)
            case _ if getattr(chosen, "singular", False) or not _is_plural(chosen):
                self.require(bool(named), "say which card")
                return self._meant(table, chosen, named[:1])
        everything = [card for player in table.seated for card in player.controlled]
        return named and self._meant(table, chosen, named) or tuple(card for card in everything if self.fits(table, chosen, card))

    def _meant(self, table: Table, selector: Any, named: tuple[str, ...]) -> tuple[str, ...]:
        for card in named:
            self.require(self.fits(table, selector, card), f"{table.name(card)} is such a card", about=card)
        return named

    def last(self, table: Table, sentence: Any, on: str | None, until: Until) -> Table:
        """The table with a sentence in effect for a while, about one card."""
        from dataclasses import replace

        entry = Lasting(self.play.card, self.number, self.player, sentence, on, until, self.play.choose)
        return replace(table, lasting=(*table.lasting, entry))


def _is_plural(chosen: Any) -> bool:
    """Whether a selector speaks of all such cards where it stands alone: `Violent Groups`."""
    return isinstance(chosen, t.Groups | t.Either)


Effects = Mapping[type, Callable[[Table, Any, Step], Table]]
Families = Mapping[type, Callable[[Table, Any, Step], Table]]
