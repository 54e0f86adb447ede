"""What the commands answer, as plain data: `--json` prints it, and what a person reads is printed from it.

An answer depends on the checkout, on our code and on the question. It is kept until one of them changes, so the same
question is answered without reading a card or loading the engine.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from generator.catalog.compiled import Compiled
from generator.kept import code_key, digest

if TYPE_CHECKING:
    from generator.engine.situation import Ledger, Reason
    from generator.rulings import Case, Scenario, TableAnswer, Verdict

T = TypeVar("T")
_MOST = 2000
"""How many answers are kept."""


class Unanswerable(Exception):
    """The question makes no sense: `problems` say why; `line` is the text that they are about, if there is any."""

    def __init__(self, problems: Iterable[Any], line: str | None = None) -> None:
        self.problems, self.line = tuple(problems), line
        super().__init__("\n".join(map(str, self.problems)))


def _kept(compiled: Compiled, make: Callable[[], T], *question: object) -> T:
    key = digest(compiled.key, code_key(), *question)
    found: T | None = compiled.kept.get("answer", key)
    if found is None:
        found = make()
        compiled.kept.put("answer", key, found)
        compiled.kept.at_most("answer", _MOST)
    return found


def card(compiled: Compiled, card_id: str) -> dict[str, Any]:
    """A card with the keys of `cards.json`."""
    name = compiled.name(card_id)
    found = compiled.kept.get("card", name.digest)
    if found is None:  # Only this is lost.
        from generator.catalog.card_data import card_data

        (record,) = compiled.records([card_id])
        found = card_data(record)
    return {**found, "same_name": [other.id for other in compiled.same_name(name)]}


def cards_as_of(compiled: Compiled, ids: Iterable[str], when: str) -> list[dict[str, Any]]:
    """Those of the cards that were printed at some time, as they read then: the keys of `cards.json`; `as_of` and the
    same `in_words`, and what has `changed_since`, unless it is now. Raises Unanswerable.
    """

    def make() -> list[dict[str, Any]]:
        from generator.catalog.card_data import card_data
        from generator.catalog.errata import NotPrintedYet, UnknownMoment

        catalog, found, younger = compiled.catalog, [], []
        try:
            moment = catalog.moment(when)
        except UnknownMoment as error:
            near = f"; did you mean {error.suggestion!r}?" if error.suggestion else ""
            raise Unanswerable([f"{error}{near} (unknown-edition)"]) from error
        for card_id in ids:
            try:
                reading = catalog.as_of(catalog.card(card_id), moment)
            except NotPrintedYet as error:
                younger.append(f"{error} (not-printed-yet)")
                continue
            since = [
                {"id": erratum.id, "since": erratum.since, "says": erratum.says, "not_known": erratum.not_known}
                for erratum in reading.since
            ]
            then = {"as_of": moment.date, "in_words": moment.words, "changed_since": since}
            found.append({**card_data(reading.record, catalog), **({} if moment.is_now else then)})
        if not found:
            raise Unanswerable(younger)
        return found

    return _kept(compiled, make, "card", *ids, when)


def attack(compiled: Compiled, position: str) -> dict[str, Any]:
    """An attack worked out: the Ledger, with `sources` as they print, the `odds` of 36, what is played and
    `changes_nothing`, the orders of which what they do as they come is `not_counted`, and the `questions` that the
    position leaves open, each with the position that answers it with yes and what comes of that. Raises Unanswerable.
    """

    def make() -> dict[str, Any]:
        from generator.engine.attack import explain
        from generator.engine.cards import enters
        from generator.engine.line import LineError
        from generator.engine.position import answered, attack_of, read_position, without_effect
        from generator.engine.questions import questions

        catalog = compiled.catalog
        rules = {game: catalog.rules(game) for game in catalog.fails_from}
        cards = tuple(record.card for record in compiled.records(compiled.named_in(position)))
        try:
            read = read_position(position, cards, rules)
        except LineError:  # What may have been meant is asked of all cards.
            cards = catalog.engine_cards
            read = _as_typed(compiled, position, lambda line: read_position(line, cards, rules))
        if read.game not in catalog.fails_from:
            raise Unanswerable(
                [f"the rules of {read.game} are not written yet, so no attack can be worked out (no-rules)"]
            )
        asked, by_rule = attack_of(read, cards), rules[read.game]
        ledger = explain(asked, by_rule)
        came = [card.name for card in cards if card.slug in read.nwo and enters(card)]
        nothing = [card.name for card in without_effect(read, cards, by_rule) if card.name not in came]
        slugs = {card.id: card.slug for card in cards}
        return {
            "position": str(read),
            **ledger_data(compiled, ledger),
            "changes_nothing": nothing,
            "not_counted": came,
            "questions": [
                {
                    **(
                        {"puppet": each.card, "master": each.master}
                        if each.waits is None
                        else {"holds": each.card, "waits": each.waits}
                    ),
                    "position": str(answered(read, slugs[each.card], slugs.get(each.master or ""))),
                    "strength": each.ledger.strength,
                    "legal": each.ledger.legal,
                    "needed": each.ledger.needed,
                    "ways": each.ledger.ways,
                }
                for each in questions(asked, by_rule, ledger)
            ],
        }

    return _kept(compiled, make, "attack", position)


def _as_typed(compiled: Compiled, line: str, read: Callable[[str], T]) -> T:
    """What `read` makes of a line, or else of the line with the short ids of the cards that it calls by other names.
    Raises Unanswerable with what is wrong with the line as it was typed, and which cards may be meant.
    """
    from generator.catalog.names import joined, word_at
    from generator.engine.line import LineError
    from generator.structs import replace

    try:
        return read(line)
    except LineError as error:
        problems = error.problems
    game, spelled = line.lower().split(" ")[0], joined(line)
    for _ in range(2):
        try:
            return read(spelled)
        except LineError as error:
            for problem in reversed(error.problems):
                word, rest = word_at(spelled, problem.column), spelled[problem.column - 1 :]
                if problem.code == "unknown-card" and (card := compiled.find(word, game).record):
                    spelled = spelled.removesuffix(rest) + card.slug + rest.removeprefix(word)
    for at, problem in enumerate(problems):
        found = compiled.find(word_at(line, problem.column), game)
        names = [found.record.name] if found.record else found.suggestions
        if problem.message.startswith("no card ") and (found.record or len(names) > 1):
            problems = (*problems[:at], replace(problem, suggestion=" or ".join(names)), *problems[at + 1 :])
    raise Unanswerable(problems, line)


def ledger_data(compiled: Compiled, ledger: Ledger) -> dict[str, Any]:
    """The Ledger as JSON data; `sources` are the citations as they print, `odds` a fraction of 36."""
    from generator.structs import as_data

    data = as_data(ledger)
    for part in (*data["lines"], *data["reasons"]):
        part["sources"] = sources(compiled, part["cites"])
    for part, reason in zip(data["reasons"], ledger.reasons, strict=True):
        part["text"] = _words(compiled, reason)
    return {**data, "odds": f"{ledger.ways}/36"}


def _words(compiled: Compiled, reason: Reason, *, played: bool = False) -> str:
    """A requirement as a person reads it: a sentence of a card with its name, in a play with whom it bars; of a rule
    the card that it is asked of.
    """
    from generator.engine.reading import printed

    card, _, clause = printed(reason.source).partition("#")
    asked = reason.text.partition(" requires that ")[2]
    about = compiled.name(printed(reason.about)).name if reason.about else ""
    name = compiled.name(card).name if clause else about if asked else ""
    text = re.sub(r"\[([^a-z\]][^\]]*)\]", r"\1", asked or reason.text)  # a name, no list that a play says
    barred = f"{about} is not barred by {name}" if played and clause and about not in ("", name) else name
    return text if text.startswith(barred) else f"{barred}: {text}"


def sources(compiled: Compiled, cites: Iterable[str]) -> list[str]:
    """The citations as they print, each once: `Deluxe rules, p. 5`."""
    return list(dict.fromkeys(map(compiled.source, cites)))


def goal(compiled: Compiled, line: str) -> dict[str, Any]:
    """What a player has toward each Goal: `line` as it is written, and the standing of each of the `goals`. Raises
    Unanswerable.
    """

    def make() -> dict[str, Any]:
        from generator.engine.games import hooks
        from generator.engine.goal_line import read_goal_line
        from generator.rulings import World
        from generator.structs import as_data

        catalog = compiled.catalog
        read = _as_typed(compiled, line, lambda line: read_goal_line(line, catalog.engine_cards, catalog.rulesets))
        found = hooks(catalog.ruleset(read.game)).standings(read, World(catalog, read.game).engine_game)
        return {"line": str(read), "goals": [as_data(standing) for standing in found]}

    return _kept(compiled, make, "goal", line)


def rulings(compiled: Compiled) -> list[dict[str, Any]]:
    """Every ruling, with whether it has `passed`."""
    from generator.rulings.judged import judged

    return [
        {"id": ruling, "title": found["title"], "passed": found["passed"]} for ruling, found in judged(compiled).items()
    ]


def ruling(compiled: Compiled, ruling_id: str) -> dict[str, Any]:
    """A ruling played: what it says, the case and its counter-case, and what another game would answer.

    Raises KeyError.
    """

    def make() -> dict[str, Any]:
        from generator.catalog.problems import CatalogError
        from generator.rulings import World, elsewhere, here, read_scenario, run, tables_elsewhere

        catalog = compiled.catalog
        record = catalog.ruling(ruling_id)
        said = partial(catalog.plain, record.game)
        worlds = {game.id: World(catalog, game.id) for game in catalog.games}
        problems: list[Any] = []
        scenario = read_scenario(record, worlds[record.game], problems)
        if scenario is None:
            raise CatalogError(problems)
        verdict = run(scenario, worlds[record.game])
        own = here(catalog, record)
        others = [there for there in elsewhere(catalog, own) if there.differs(own)] if own else []
        return {
            "id": record.id,
            "title": record.title,
            "question": said(record.question),
            "answer": said(record.answer),
            "sources": sources(compiled, record.sources),
            "passed": verdict.passed,
            "flips": verdict.flips,
            "case": _case(compiled, verdict, scenario.case, record.game, said),
            "counter": _counter(compiled, verdict.counter, scenario, said),
            "elsewhere": [{"game": there.game, **ledger_data(compiled, there.ledger)} for there in others],
            "tables": [table_data(compiled, there) for there in tables_elsewhere(scenario, worlds) if there.differs],
        }

    return _kept(compiled, make, "ruling", ruling_id)


def scenarios(compiled: Compiled, file: str, text: str, chooser: str | None = None) -> list[dict[str, Any]]:
    """The scenarios of a file with this text played: of each its `title`, `question` and `answer`, whether it has
    `passed`, the case and its counter-case, and the `ledger` of its last attack, if there is one. With a `chooser`,
    also the `choices` that this player has after the last play. Raises CatalogError with all that is wrong in the file,
    and where no table has such a player.
    """

    def make() -> list[dict[str, Any]]:
        from generator.catalog.own_scenarios import own_scenarios
        from generator.catalog.problems import CatalogError
        from generator.rulings import World, read_scenario, run

        records = own_scenarios(text, file, compiled.catalog)
        worlds = {game: World(compiled.catalog, game) for game in dict.fromkeys(record.game for record in records)}
        problems: list[Any] = []
        read = [read_scenario(record, worlds[record.game], problems) for record in records]
        if problems:
            raise CatalogError(problems)
        return [
            _scenario(compiled, scenario, run(scenario, worlds[scenario.ruling.game]), chooser)
            for scenario in read
            if scenario is not None
        ]

    return _kept(compiled, make, "scenarios", file, text, chooser or "")


def _scenario(compiled: Compiled, scenario: Scenario, verdict: Verdict, chooser: str | None) -> dict[str, Any]:
    record = scenario.ruling
    return {
        "choices": _choices(compiled, scenario, verdict, chooser) if chooser is not None else [],
        **{name: getattr(record, name) for name in ("id", "game", "title", "question", "answer")},
        "passed": verdict.passed,
        "flips": verdict.flips,
        "case": _case(compiled, verdict, scenario.case, record.game),
        "counter": _counter(compiled, verdict.counter, scenario),
        "ledger": verdict.ledger and ledger_data(compiled, verdict.ledger),
    }


def _choices(compiled: Compiled, scenario: Scenario, verdict: Verdict, player: str) -> list[dict[str, Any]]:
    """What a player may do after the last play of a scenario, and what not."""
    from generator.catalog.problems import CatalogError, Problem
    from generator.engine.choices import choices
    from generator.rulings.wording import in_data, named

    table, record = verdict.steps[-1].table if verdict.steps else verdict.start, scenario.ruling
    names = [each.name for each in table.players] if table is not None else []
    if table is None or player not in names:
        sits = (
            f"no player of it is called {player!r} (players: {', '.join(names)})"
            if names
            else "it is a position, and choices need a table"
        )
        raise CatalogError([Problem(record.file, *record.place(), "unknown-player", sits)])

    def called(cards: Iterable[str]) -> list[str]:
        return [named(card, table.book) for card in cards]

    return [
        {
            **dict(zip(("do", "says"), in_data(choice.play, table), strict=True)),
            "legal": choice.legal,
            "asks": [reason.text for reason in choice.asks],
            "among": called(choice.among),
            "spends": called(choice.spends),
            "discards": called(choice.discards),
            "money": choice.money,
            "broken": [_broken(compiled, reason) for reason in choice.broken],
        }
        for choice in choices(table, player)
    ]


def _counter(
    compiled: Compiled, verdict: Verdict | None, scenario: Scenario, said: Callable[[str], str] = str
) -> dict[str, Any] | None:
    if verdict is None or scenario.counter is None:
        return None
    return {
        "says": said(verdict.says),
        **_case(compiled, verdict, scenario.counter, scenario.ruling.game, said),
    }


def _case(
    compiled: Compiled, case: Verdict, asked: Case, game: str, said: Callable[[str], str] = str
) -> dict[str, Any]:
    """A case played; `said` makes of our own words what is shown of them. Plays and lines are told as on the page of a
    ruling: `events` are those that the sentence of a play doesn't say.
    """
    from generator.rulings.wording import words
    from generator.site.book import Book
    from generator.site.words import plain_lines, plain_plays

    book = Book(compiled.catalog)
    return {
        "position": case.position,
        "steps": [
            {
                "play": told,
                "legal": step.legal,
                "events": events,
                "broken": [_broken(compiled, reason) for reason in step.reasons if not reason.ok],
            }
            for step, (told, events) in zip(case.steps, plain_plays(case, book, game), strict=True)
        ],
        "lines": [
            {
                "text": text,
                "expected": expected,
                "actual": words(line.actual),
                "ok": line.ok,
                "why": line.why,
                "note": said(line.note),
                "sources": sources(compiled, line.settles),
            }
            for line, (text, expected) in zip(case.lines, plain_lines(case, asked.expect, book, game), strict=True)
        ],
    }


def _broken(compiled: Compiled, reason: Reason) -> dict[str, Any]:
    return {
        "text": _words(compiled, reason, played=True),
        "cites": reason.cites,
        "sources": sources(compiled, reason.cites),
    }


def table_data(compiled: Compiled, there: TableAnswer) -> dict[str, Any]:
    """What comes out otherwise on a table of another `game`: each play that is legal in one game alone, each line with
    both answers, in words too.
    """
    from generator.rulings.wording import words

    return {
        "game": there.game,
        "plays": [
            {
                "play": play.number,
                "legal_there": play.legal,
                "broken": [_broken(compiled, reason) for reason in play.broken],
            }
            for play in there.plays
        ],
        "lines": [
            {
                "text": line.text,
                "here": line.here,
                "there": line.there,
                "why": line.why,
                "in_words": [words(line.here), line.why or words(line.there)],
            }
            for line in there.lines
        ],
    }


def check(compiled: Compiled) -> dict[str, Any]:
    """How much there is, what is `wrong`, and by game and document how many rulings hold and how many statements they
    settle.
    """

    def make() -> dict[str, Any]:
        from generator.rulings.judged import judged

        found = judged(compiled)
        games: dict[str, list[int]] = {}
        for each in found.values():
            counts = games.setdefault(each["game"], [0, 0])
            counts[0] += each["passed"]
            counts[1] += 1
        settled = {statement for each in found.values() if each["passed"] for statement in each["settles"]}
        documents = {}
        for document, rows in compiled.checkable.items():
            documents[document] = [len(settled & set(rows)), len(rows)]
        return {
            "cards": compiled.count("cards"),
            "sections": compiled.count("sections"),
            "rulings": len(found),
            "wrong": [each["complaints"] for each in found.values() if not each["passed"]],
            "games": games,
            "documents": documents,
        }

    return _kept(compiled, make, "check")
