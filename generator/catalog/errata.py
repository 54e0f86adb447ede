"""Cards as they read at some time: the present text, with the changes published since taken back one by one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from generator.catalog.problems import nearest
from generator.catalog.records import CardRecord, CardSet, Change, ClauseRecord, Edition, Erratum
from generator.catalog.shapes import is_date
from generator.structs import replace

NOW = "now"


class UnknownMoment(ValueError):
    """No edition has this name, and it is no date from which on cards were printed; `suggestion` may be meant."""

    def __init__(self, message: str, suggestion: str | None = None) -> None:
        super().__init__(message)
        self.suggestion = suggestion


class NotPrintedYet(ValueError):
    """The card is younger than the moment asked for."""


class NoSuchClause(LookupError):
    """A change names the text of a clause that is not there."""


class Moment(Struct, frozen=True):
    """A time in words, as a date, and the editions published by then, in their order."""

    words: str
    date: str
    published: tuple[Edition, ...]

    @property
    def is_now(self) -> bool:
        """Whether nothing has been published since."""
        return self.words == NOW

    def had(self, edition: str) -> bool:
        """Whether the edition with this id was published by then."""
        return any(edition == each.id for each in self.published)


class Reading(Struct, frozen=True):
    """A card as it read at some time, and the errata published since, in their order."""

    record: CardRecord
    moment: Moment
    since: tuple[Erratum, ...] = ()


def moment(text: str, editions: Sequence[Edition]) -> Moment:
    """The time that a person means: `now`, the id or title of an edition, or a date such as 1996 or 2002-01.

    An edition counts as published from the start of what its date names. Raises UnknownMoment.
    """
    asked = " ".join(text.casefold().split())
    if asked == NOW:
        return Moment(NOW, "9999", tuple(editions))
    for at, edition in enumerate(editions, 1):
        if asked in (edition.id, edition.title.casefold()):
            return Moment(f"in the {edition.title}, {edition.date}", edition.date, tuple(editions[:at]))
    if is_date(asked):
        published = tuple(edition for edition in editions if edition.date[: len(asked)] <= asked)
        return Moment(f"in {asked}", asked, published)
    names = [NOW, *(edition.id for edition in editions)]
    raise UnknownMoment(
        f"{text!r} is neither an edition nor a date: write {', '.join(names)}, or a date such as 1996 or 2002-01",
        nearest(asked, names),
    )


def in_order(errata: Iterable[Erratum], editions: Sequence[Edition]) -> list[Erratum]:
    """Errata by the order of the editions, those of one edition as they were."""
    place = {edition.id: at for at, edition in enumerate(editions)}
    return sorted(errata, key=lambda erratum: place[erratum.since])


def before(clauses: Iterable[ClauseRecord], changes: Iterable[Change]) -> tuple[ClauseRecord, ...]:
    """The clauses of a card before these changes. Raises NoSuchClause."""
    found = list(clauses)
    for change in changes:
        was = () if change.was is None else (change.was,)
        at = len(found)
        if change.now is not None:
            at = next((at for at, clause in enumerate(found) if clause.text == change.now), -1)
            if at < 0:
                raise NoSuchClause(change.now)
        found[at : at + 1] = was
    return tuple(replace(clause, number=number) for number, clause in enumerate(found, 1))


def as_of(
    record: CardRecord, when: Moment, card_set: CardSet, editions: Sequence[Edition], errata: Iterable[Erratum]
) -> Reading:
    """The card as it read then; `card_set` is its set, `errata` may be those of all cards.

    Where no document has the earlier text, the present one stands, and the erratum says so. Raises NotPrintedYet.
    """
    first = next((edition for edition in editions if edition.set == card_set.id), None)
    if not (when.had(first.id) if first else str(card_set.year) <= when.date[:4]):
        since = f"the {first.title}, {first.date}" if first else f"{card_set.title}, {card_set.year}"
        raise NotPrintedYet(f"{record.card.name} was not printed yet {when.words}: it is of {since}")
    later = [each for each in in_order(errata, editions) if record.id in each.cards and not when.had(each.since)]
    clauses = record.clauses
    for erratum in reversed(later):
        clauses = before(clauses, erratum.changes)
    if clauses != record.clauses:
        card = replace(record.card, clauses=tuple(clause.lowered() for clause in clauses))
        record = replace(record, card=card, clauses=clauses)
    return Reading(record, when, tuple(later))
