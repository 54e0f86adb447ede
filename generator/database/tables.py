"""The tables of dossier.db.

Ids are those of the files; what belongs to one game has the game in front: `deluxe/position`.
"""

from __future__ import annotations

import re

from sqlalchemy import CheckConstraint, Column, ForeignKey, Integer, text
from sqlalchemy.orm import declared_attr
from sqlmodel import Field, SQLModel


def _fk(target: str) -> str:
    field: str = Field(foreign_key=target, index=True)
    return field


def _part(target: str) -> str:
    """Part of the primary key, and a foreign key."""
    field: str = Field(foreign_key=target, primary_key=True)
    return field


class Table(SQLModel):
    """A row of any table, which has the name of its class: `game_number`."""

    @declared_attr.directive
    def __tablename__(cls) -> str:
        return re.sub(r"\B([A-Z])", r"_\1", cls.__name__).lower()


class Game(Table, table=True):
    """A game. Rolls of two dice from `fails_from` on always fail in it; null while its rules are not written."""

    id: str = Field(primary_key=True)
    title: str
    short: str
    fails_from: int | None


class GameNumber(Table, table=True):
    """A number that the cards of a game print."""

    game_id: str = _part("game.id")
    number: int = Field(primary_key=True)
    stat: str


class GameDifference(Table, table=True):
    """What the attacks of a game do otherwise than those of Illuminati Deluxe."""

    game_id: str = _part("game.id")
    number: int = Field(primary_key=True)
    difference: str


class Ruleset(Table, table=True):
    """What the file of a game says (rules/<game>/game.yaml), as JSON."""

    game_id: str = _part("game.id")
    said: str


class GameAttribute(Table, table=True):
    """An attribute that cards of a game can have."""

    game_id: str = _part("game.id")
    number: int = Field(primary_key=True)
    attribute: str


class CardSet(Table, table=True):
    """Cards that were published together."""

    id: str = Field(primary_key=True)
    game_id: str = _fk("game.id")
    title: str
    year: int


class Edition(Table, table=True):
    """A time from which cards read in a new way: an edition of a set, or (set null) a document. Rows are in their
    order.
    """

    id: str = Field(primary_key=True)
    title: str
    date: str
    set_id: str | None = Field(default=None, foreign_key="card_set.id", index=True)
    note: str


class Alignment(Table, table=True):
    """An alignment in a game, and its opposite there, if it has one."""

    game_id: str = _part("game.id")
    name: str = Field(primary_key=True)
    opposite: str | None


class Document(Table, table=True):
    """A published document."""

    id: str = Field(primary_key=True)
    title: str
    short: str
    edition: str
    year: int
    pages: int | None
    publisher: str
    note: str


class Statement(Table, table=True):
    """One thing that a document says, in our words; `how_to_check` where it can be put to the test, `to_card` where it
    only leads to the card.
    """

    id: str = Field(primary_key=True)
    document_id: str = _fk("document.id")
    kind: str
    section: str
    page: str | None
    line: str
    gist: str
    checkable: bool
    how_to_check: str
    authority: str
    to_card: bool


class StatementCard(Table, table=True):
    """A card that a statement names, as the document has it."""

    statement_id: str = _part("statement.id")
    number: int = Field(primary_key=True)
    name: str


class Card(Table, table=True):
    """A card: the numbers printed on it, null where it prints none. Income in megabucks a turn. `nwo` is the colour of
    a New World Order; `variable_power` marks a Power printed as an asterisk alone, whose `power` is 0.
    """

    id: str = Field(primary_key=True)
    slug: str = Field(index=True)
    name: str = Field(index=True)
    set_id: str = _fk("card_set.id")
    kind: str
    subtype: str | None
    nwo: str | None
    type_line: str | None
    power: int | None
    variable_power: bool
    transferable_power: int | None
    global_power: int | None
    resistance: int | None
    income: int | None
    arrow_in: str | None
    arrows_unsure: bool
    fragments: int
    source_id: str | None = Field(default=None, foreign_key="statement.id", index=True)
    remark: str | None
    file: str
    line: int


class Printing(Table, table=True):
    """A card as one set holds it."""

    card_id: str = _part("card.id")
    set_id: str = _part("card_set.id")
    number: int
    copies: int
    rarity: str | None


class CardAlignment(Table, table=True):
    """An alignment of a card, in the printed order; `sometimes` when it does not always hold."""

    card_id: str = _part("card.id")
    number: int = Field(primary_key=True)
    alignment: str
    sometimes: bool


class CardAttribute(Table, table=True):
    """A word on the card that abilities ask for."""

    card_id: str = _part("card.id")
    number: int = Field(primary_key=True)
    attribute: str


class UnprintedAttribute(Table, table=True):
    """A word that sentences ask for and that the card does not print: `Male`, `U.S.`."""

    card_id: str = _part("card.id")
    number: int = Field(primary_key=True)
    attribute: str


class CardAlias(Table, table=True):
    """Another name of a card."""

    card_id: str = _part("card.id")
    number: int = Field(primary_key=True)
    alias: str


class StarredNumber(Table, table=True):
    """A number, or the alignments, printed with an asterisk."""

    card_id: str = _part("card.id")
    number: int = Field(primary_key=True)
    stat: str


class Arrow(Table, table=True):
    """An outward arrow of a card, by the side of the upright card."""

    card_id: str = _part("card.id")
    number: int = Field(primary_key=True)
    side: str


class Clause(Table, table=True):
    """A clause of a card: a sentence and its tree as JSON, or a note with the reason why it is no sentence."""

    card_id: str = _part("card.id")
    number: int = Field(primary_key=True)
    text: str
    tree: str | None
    reason: str | None
    attack: bool


class ClauseFact(Table, table=True):
    """The number of a fact about the card that a clause accounts for."""

    card_id: str = _part("card.id")
    clause_number: int = Field(primary_key=True)
    number: int = Field(primary_key=True)
    fact: int


class Erratum(Table, table=True):
    """A published change of cards, which holds from an edition on; `not_known` says what of the earlier text no
    document has.
    """

    id: str = Field(primary_key=True)
    slug: str
    game_id: str = _fk("game.id")
    edition_id: str = _fk("edition.id")
    title: str
    says: str
    not_known: str | None
    file: str
    line: int


class ErratumCard(Table, table=True):
    """A card that an erratum changed."""

    erratum_id: str = _part("erratum.id")
    number: int = Field(primary_key=True)
    card_id: str = _fk("card.id")


class ErratumChange(Table, table=True):
    """What an erratum did to one clause: `was` stood where `now` stands, null where none did or does. `tree`, `reason`
    and `attack` are those of the earlier clause.
    """

    erratum_id: str = _part("erratum.id")
    number: int = Field(primary_key=True)
    now: str | None
    was: str | None
    tree: str | None
    reason: str | None
    attack: bool


class RuleChange(Table, table=True):
    """What an edition of a rulebook changed.

    `was` is the rule before; without it, `not_known` says what no document has.
    """

    id: str = Field(primary_key=True)
    game_id: str = _fk("game.id")
    edition_id: str = _fk("edition.id")
    title: str
    section_id: str = _fk("section.id")
    says: str
    was: str | None
    not_known: str | None
    file: str
    line: int


class FaqTopic(Table, table=True):
    """A page of questions and answers."""

    id: str = Field(primary_key=True)
    slug: str
    game_id: str = _fk("game.id")
    title: str


class FaqEntry(Table, table=True):
    """A question and its answer. `about` is a selector of cards."""

    id: str = Field(primary_key=True)
    topic_id: str = _fk("faq_topic.id")
    question: str
    answer: str
    section_id: str = _fk("section.id")
    about: str | None
    file: str
    line: int


class FaqCard(Table, table=True):
    """A card that a FAQ entry is about."""

    faq_id: str = _part("faq_entry.id")
    number: int = Field(primary_key=True)
    card_id: str = _fk("card.id")


class QuickLine(Table, table=True):
    """A line of the quick reference of a game; `part` numbers the headings."""

    game_id: str = _part("game.id")
    part: int = Field(primary_key=True)
    number: int = Field(primary_key=True)
    title: str
    says: str
    section_id: str = _fk("section.id")


class Figure(Table, table=True):
    """A chart of a chapter: where it stands, and what its boxes are made from, if they are not in `figure_box`."""

    id: str = Field(primary_key=True)
    game_id: str = _fk("game.id")
    title: str
    section_id: str = _fk("section.id")
    made_from: str
    last: str
    apart: bool
    columns: str


class FigureBox(Table, table=True):
    """A box of a chart, with the section that says more; a row of a table, with the ruling that shows it."""

    figure_id: str = _part("figure.id")
    number: int = Field(primary_key=True)
    title: str
    says: str
    section_id: str = _fk("section.id")
    aside: str
    ruling: str


class FigureRuling(Table, table=True):
    """A ruling that shows that a chart is true."""

    figure_id: str = _part("figure.id")
    number: int = Field(primary_key=True)
    ruling_id: str = _fk("ruling.id")


class Difference(Table, table=True):
    """A point on which games differ; `topic` is the part of the table that it stands in."""

    id: str = Field(primary_key=True)
    topic: str
    title: str
    file: str
    line: int


class DifferencePoint(Table, table=True):
    """What holds in one game where games differ."""

    difference_id: str = _part("difference.id")
    number: int = Field(primary_key=True)
    game_id: str = _fk("game.id")
    says: str
    section_id: str = _fk("section.id")


class Section(Table, table=True):
    """A chapter (level 1) or section (level 2) of the rules."""

    id: str = Field(primary_key=True)
    anchor: str
    game_id: str = _fk("game.id")
    number: str
    title: str
    chapter_id: str = Field(
        sa_column=Column(ForeignKey("section.id", deferrable=True, initially="DEFERRED"), index=True)
    )
    level: int
    file: str
    line: int


class SectionBlock(Table, table=True):
    """A part of a section: Markdown, or (kind) terms, ruling, example, conflict with the ids or the position it
    shows.
    """

    section_id: str = _part("section.id")
    number: int = Field(primary_key=True)
    kind: str
    markdown: str
    line: int


class SectionCard(Table, table=True):
    """A card that a section mentions."""

    section_id: str = _part("section.id")
    number: int = Field(primary_key=True)
    card_id: str = _fk("card.id")


class GlossaryEntry(Table, table=True):
    """A word of a game."""

    id: str = Field(primary_key=True)
    slug: str
    game_id: str = _fk("game.id")
    term: str
    plural: str
    meaning: str
    section_id: str = _fk("section.id")
    file: str
    line: int


class GlossaryWord(Table, table=True):
    """Another word for a glossary entry."""

    glossary_id: str = _part("glossary_entry.id")
    number: int = Field(primary_key=True)
    word: str


class Conflict(Table, table=True):
    """A point on which documents disagree or are silent; `default_outcome` is the one in use."""

    id: str = Field(primary_key=True)
    slug: str
    game_id: str = _fk("game.id")
    title: str
    question: str
    default_outcome: str
    why: str
    section_id: str = _fk("section.id")
    file: str
    line: int


class ConflictSource(Table, table=True):
    """What one statement says about the question of a conflict."""

    conflict_id: str = _part("conflict.id")
    number: int = Field(primary_key=True)
    statement_id: str = _fk("statement.id")
    says: str


class ConflictOutcome(Table, table=True):
    """One way to settle a conflict."""

    conflict_id: str = _part("conflict.id")
    number: int = Field(primary_key=True)
    slug: str
    says: str
    position: str | None


class Term(Table, table=True):
    """A rule that is a sentence: part term, requirement or goal. `tree` is JSON; `label` names its line of the sum."""

    id: str = Field(primary_key=True)
    slug: str
    game_id: str = _fk("game.id")
    part: str
    number: int
    label: str
    text: str
    tree: str
    file: str
    line: int


class Ruling(Table, table=True):
    """A question and its answer.

    `about` is a selector of cards; `scenario` is JSON, as in the file, and so are the ids that were `formerly` rulings.
    """

    id: str = Field(primary_key=True)
    game_id: str = _fk("game.id")
    title: str
    question: str
    answer: str
    section_id: str = _fk("section.id")
    about: str | None
    scenario: str
    file: str
    line: int
    formerly: str
    headline: str | None


class RulingCard(Table, table=True):
    """A card that a ruling is about."""

    ruling_id: str = _part("ruling.id")
    number: int = Field(primary_key=True)
    card_id: str = _fk("card.id")


class Verdict(Table, table=True):
    """What came out when a ruling, or its counter-case, was played. `events` is a JSON list of what happened.

    `table_before` and `table_after` are the table as JSON (`rulings/seen.py`), null where there is none.
    """

    ruling_id: str = _part("ruling.id")
    counter: bool = Field(primary_key=True)
    passed: bool
    events: str
    table_before: str | None
    table_after: str | None


class Step(Table, table=True):
    """A play of a ruling as it went. `broken`, `events` and `attack` are JSON: the requirements that make it illegal,
    what happened, and the attack under way with its sum, if any; `attacking` is the player whose attack it came into.
    """

    ruling_id: str = _part("ruling.id")
    counter: bool = Field(primary_key=True)
    number: int = Field(primary_key=True)
    player: str
    legal: bool
    broken: str
    events: str
    attack: str | None
    attacking: str | None


class Expectation(Table, table=True):
    """A line that must come out of a ruling, and what did."""

    ruling_id: str = _part("ruling.id")
    counter: bool = Field(primary_key=True)
    number: int = Field(primary_key=True)
    text: str
    expected: str
    actual: str
    ok: bool


class LedgerLine(Table, table=True):
    """A line of the attack sum of a ruling; `source` is the term or clause it comes from."""

    ruling_id: str = _part("ruling.id")
    counter: bool = Field(primary_key=True)
    number: int = Field(primary_key=True)
    side: str
    amount: int
    label: str
    text: str
    source: str


OWNERS = (
    "section_id",
    "glossary_id",
    "conflict_id",
    "erratum_id",
    "edition_id",
    "change_id",
    "faq_id",
    "difference_id",
    "term_id",
    "card_id",
    "ruling_id",
)
"""The columns of a reference of which one says what states, cites or settles the statement."""


def _owner(table: str) -> str | None:
    field: str | None = Field(default=None, foreign_key=f"{table}.id", index=True)
    return field


class Reference(Table, table=True):
    """Who states, cites or settles a statement: exactly one of the owners is not null.

    `number` is the block of a section, the clause of a card, or the expectation of a ruling;
    rows are in the order of the text.
    """

    __table_args__ = (
        CheckConstraint(f"{' + '.join(f'({column} is not null)' for column in OWNERS)} = 1", name="one_owner"),
        CheckConstraint("relation in ('states', 'cites', 'settles')", name="relation_known"),
    )
    id: int = Field(sa_column=Column(Integer, primary_key=True))
    statement_id: str = _fk("statement.id")
    relation: str
    section_id: str | None = _owner("section")
    glossary_id: str | None = _owner("glossary_entry")
    conflict_id: str | None = _owner("conflict")
    erratum_id: str | None = _owner("erratum")
    edition_id: str | None = _owner("edition")
    change_id: str | None = _owner("rule_change")
    faq_id: str | None = _owner("faq_entry")
    difference_id: str | None = _owner("difference")
    term_id: str | None = _owner("term")
    card_id: str | None = _owner("card")
    ruling_id: str | None = _owner("ruling")
    number: int | None = None
    counter: bool = Field(default=False, sa_column_kwargs={"server_default": text("0")})


_CITATION = (
    "d.short || ', ' || case when s.page is null then s.section || case s.authority when 'official' then '' else ' ('"
    " || s.authority || ')' end when s.page like '%-%' then 'pp. ' || replace(s.page, '-', '–') else 'p. ' ||"
    " s.page end"
)


_OWNER_KINDS = " ".join(f"when r.{column} is not null then '{column.removesuffix('_id')}'" for column in OWNERS)


def _list(column: str, table: str, where: str, separator: str = "', '") -> str:
    rows = f"select {column} from {table} where {where} order by number"
    return f"(select group_concat({column}, {separator}) from ({rows}))"


VIEWS = {
    "cards_readable": (
        f"""
        select c.name, c.kind, c.subtype, t.title as card_set, case when c.variable_power then '*' else c.power end ||
               case when coalesce(c.transferable_power, c.global_power)
                    then '/' || coalesce(c.transferable_power, c.global_power) else '' end as power,
               c.resistance, c.income,
               {_list("alignment", "card_alignment", "card_id = c.id")} as alignments,
               {_list("attribute", "card_attribute", "card_id = c.id")} as attributes, c.nwo, c.type_line, c.arrow_in,
               {_list("side", "arrow", "card_id = c.id")} as arrows_out,
               {_list("text", "clause", "card_id = c.id", "char(10)")} as abilities,
               (select sum(copies) from printing where card_id = c.id) as copies, {_CITATION} as source, c.id
        from card c join card_set t on t.id = c.set_id left join statement s on s.id = c.source_id
             left join document d on d.id = s.document_id order by c.kind, c.name"""
    ),
    "abilities": (
        """
        select c.name as card, a.number, a.text as ability, a.tree ->> '$.is' as kind,
               a.tree is null as is_note, a.reason, a.tree
        from clause a join card c on c.id = a.card_id order by c.name, a.number"""
    ),
    "who_states_what": (
        f"""
        select s.id as statement, {_CITATION} as source, s.gist, r.relation,
               case {_OWNER_KINDS} end as kind,
               coalesce(e.number || ' ' || e.title, g.term, c.title, x.title, i.title, h.title, f.question,
                        y.title, m.text, k.name, u.title) as owner,
               coalesce({", ".join(f"r.{column}" for column in OWNERS)}) as owner_id
        from statement s join document d on d.id = s.document_id left join reference r on r.statement_id = s.id
             left join section e on e.id = r.section_id left join glossary_entry g on g.id = r.glossary_id
             left join conflict c on c.id = r.conflict_id left join erratum x on x.id = r.erratum_id
             left join edition i on i.id = r.edition_id left join rule_change h on h.id = r.change_id
             left join faq_entry f on f.id = r.faq_id left join difference y on y.id = r.difference_id
             left join term m on m.id = r.term_id left join card k on k.id = r.card_id
             left join ruling u on u.id = r.ruling_id
        order by s.id, r.id"""
    ),
    "rulings_readable": (
        f"""
        select u.title, u.question, u.answer, e.number || ' ' || e.title as section,
               (select group_concat(name, ', ') from (select c.name from ruling_card rc join card c on c.id = rc.card_id
                where rc.ruling_id = u.id order by rc.number)) as cards,
               (select group_concat(source, '; ') from (select distinct {_CITATION} as source from reference r
                join statement s on s.id = r.statement_id join document d on d.id = s.document_id
                where r.ruling_id = u.id and r.relation = 'cites' order by r.id)) as sources,
               case (select min(passed) from verdict v where v.ruling_id = u.id)
                    when 1 then 'good' when 0 then 'wrong' end
               as verdict,
               exists (select 1 from verdict v where v.ruling_id = u.id and v.counter) as has_counter_case, u.id
        from ruling u join section e on e.id = u.section_id order by e.rowid, u.id"""
    ),
    "sums_readable": (
        """
        select u.title as ruling, case l.counter when 1 then 'counter-case' else 'case' end as played, l.number,
               case l.side when 'attack' then l.amount else -l.amount end as amount, l.label, l.text as rule
        from ledger_line l join ruling u on u.id = l.ruling_id order by u.id, l.counter, l.number"""
    ),
    "conflicts_readable": (
        f"""
        select c.title, c.question, {_list("says", "conflict_outcome", "conflict_id = c.id", "char(10)")} as outcomes,
               (select says from conflict_outcome where conflict_id = c.id and slug = c.default_outcome) as in_use,
               c.why, c.id
        from conflict c order by c.id"""
    ),
    "faq_readable": (
        """
        select t.title as topic, f.question, f.answer, e.number || ' ' || e.title as section,
               (select group_concat(name, ', ') from (select c.name from faq_card m join card c on c.id = m.card_id
                where m.faq_id = f.id order by m.number)) as cards, f.id
        from faq_entry f join faq_topic t on t.id = f.topic_id join section e on e.id = f.section_id order by f.rowid"""
    ),
    "differences_readable": (
        """
        select y.topic, y.title, p.game_id as game, p.says, e.number || ' ' || e.title as section
        from difference_point p join difference y on y.id = p.difference_id join section e on e.id = p.section_id
        order by y.rowid, p.number"""
    ),
    "rules_readable": (
        f"""
        select e.number, e.title, {
            _list("markdown", "section_block", "section_id = e.id and kind = 'text'", "char(10) || char(10)")
        } as text, e.id
        from section e order by e.rowid"""
    ),
}
"""Views with names that people read, for any SQLite browser."""
