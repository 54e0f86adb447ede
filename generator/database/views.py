"""The views of dossier.db, as queries of its tables: what they are called and show needs no more than this."""

from __future__ import annotations

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
