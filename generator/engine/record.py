"""What is written down while a play is judged and carried out: reasons, events, the Ledger. Every line cites its
rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from msgspec import Struct, field

from generator.engine.reading import PlayerName
from generator.engine.situation import Ask, Ledger, Reason
from generator.engine.structure import LayoutError

Tried = TypeVar("Tried")


class Play(Struct, frozen=True, kw_only=True):
    """What all plays share: who plays; nobody named is the player whose turn it is."""

    player: PlayerName = ""

    def as_read(self) -> Play:
        """The play that was meant, where data may say it in other words than cards have."""
        return self


def plays_in(module: str) -> dict[str, type[Play]]:
    """The plays that a module defines, by what data calls them: `EndTurn` is `end-turn`."""
    return {
        re.sub(r"\B([A-Z])", r"-\1", kind.__name__).lower(): kind
        for kind in Play.__subclasses__()
        if kind.__module__ == module
    }


class Event(Struct, frozen=True):
    """One thing that happened, in a plain sentence, with the statements that say so."""

    text: str
    cites: tuple[str, ...]

    def __str__(self) -> str:
        return self.text


class Verdict(Struct, frozen=True):
    """Whether a play is legal. `reasons` has every requirement that was asked, kept or broken, each with its rule."""

    ok: bool
    reasons: tuple[Reason, ...]

    @property
    def broken(self) -> tuple[Reason, ...]:
        """The requirements that make the play illegal; empty for a legal one."""
        return tuple(reason for reason in self.reasons if not reason.ok)

    @property
    def open(self) -> bool:
        """Whether nothing is broken, but the play must still say something: which Group, which rival."""
        return bool(self.broken) and all(reason.asks for reason in self.broken)


class Outcome(Struct, frozen=True):
    """A play carried out: the new table (the same one after an illegal play), verdict, Ledger of an attack, events."""

    table: Any
    verdict: Verdict
    ledger: Ledger | None = None
    events: tuple[Event, ...] = ()


class Illegal(Exception):
    """Ends the handling of a play that is already known to be illegal. Only `Record.stop_if_illegal` raises it."""


class Record(Struct):
    """Collects reasons and events of one play; made for that play and thrown away after it.

    `own` says how the statements of the game's own documents begin where several games share a handler: then only those
    citations stay that are from them, if there are any. A play that is `void` has been canceled: what it costs is paid,
    and nothing comes of it. `again` says that it is being made once more because something before it was canceled;
    `entry` is then how it stands among the plays that are made again.
    """

    reasons: list[Reason] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    ledger: Ledger | None = None
    own: tuple[str, ...] = ()
    void: bool = False
    again: bool = False
    entry: Any = None
    fallen: list[Any] = field(default_factory=list)
    """Plays that were made once more and were no longer legal."""
    granted: frozenset[str] = frozenset()
    """The rules that are not asked about this play: its price has been paid already."""
    clause: int | None = None
    """Which clause a use of a card means, said or not."""
    hint: str = ""
    """What the refusal of a play adds that can be meant in several ways: which of them was tried."""

    def owned(self, cites: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(cite for cite in cites if cite.startswith(self.own)) or cites if self.own else cites

    def require(self, ok: bool, text: str, *cites: str, about: str | None = None) -> bool:
        """Note a requirement, kept or broken; answers whether it is kept. `about` is the card that it is asked of."""
        own = self.owned(cites)
        ok = ok or own[0] in self.granted
        self.reasons.append(Reason(ok, about, text if ok else text + self.hint, own[0], own))
        return ok

    def ask(self, said: bool, text: str, *cites: str, about: str | None = None) -> bool:
        """Note what the play itself must say, and whether it does."""
        own = self.owned(cites)
        self.reasons.append(Ask(said, about, text if said else text + self.hint, own[0], own))
        return said

    def note(self, *reasons: Reason) -> None:
        """Add reasons that were worked out elsewhere."""
        self.reasons += reasons

    def happen(self, text: str, *cites: str) -> None:
        """Note something that happened."""
        self.events.append(Event(text, self.owned(cites)))

    def done(self, text: str, *cites: str) -> None:
        """Note what the play itself does: nothing, when it has been canceled."""
        if not self.void:
            self.happen(text, *cites)

    def stop_if_illegal(self) -> None:
        """Leave the handling of the play when a requirement noted so far is broken."""
        if not all(reason.ok for reason in self.reasons):
            raise Illegal

    def judge(self, ledger: Ledger) -> None:
        """Take over the sum of an attack with its requirements, and leave the handling of the play when one is
        broken.
        """
        self.ledger = ledger
        self.note(*ledger.reasons)
        self.stop_if_illegal()

    def insist(self, ok: bool, text: str, *cites: str, about: str | None = None) -> None:
        """Note a requirement, and leave the handling of the play when it or one before it is broken."""
        self.require(ok, text, *cites, about=about)
        self.stop_if_illegal()

    def result(self, attempt: Callable[[], Tried]) -> Tried | None:
        """What comes of an attempt of which this record is kept; None where it is illegal."""
        try:
            found = attempt()
            self.stop_if_illegal()
        except Illegal:
            return None
        return found

    @contextmanager
    def laying(self, *cites: str) -> Iterator[None]:
        """Cards are laid inside: a layout that cannot be makes the play illegal, citing these rules."""
        try:
            yield
        except LayoutError as error:
            self.require(False, str(error), *cites)
            raise Illegal from error
