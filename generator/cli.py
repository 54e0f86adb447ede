"""The commands. Each reads what it needs, calls one room, and prints what that room answers.

The answer goes to stdout; progress and problems go to stderr. Exit status 0: fine; 1: something is wrong with the data or
with what was asked for, each problem on a line `where:line:column: code: message`; 2: the command line is wrong.

Rooms are imported inside the commands that need them: `card` and `attack` answer without loading the database mapper,
the search engine or MkDocs.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, Optional

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.text import Text

if TYPE_CHECKING:
    from generator.catalog import CardRecord, Catalog, Reading
    from generator.engine.attack import Ledger, Line, Reason
    from generator.rulings import TableAnswer, Verdict

ROOT = Path(__file__).resolve().parent.parent
app = typer.Typer(
    no_args_is_help=True, rich_markup_mode="rich", pretty_exceptions_enable=False, add_completion=False,
    help="The card file, rulebook and rules lawyer for Illuminati Deluxe.",
)
out = Console(highlight=False)
err = Console(stderr=True, highlight=False)

Root = Annotated[
    Path, typer.Option("--root", help="The folder that holds cards/ and rules/.", show_default="this checkout")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for scripts.")]


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run a command line, that of the process without `arguments`; raises SystemExit, and no other error for bad input."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # an old terminal prints ? for what it lacks
    try:
        app(arguments, prog_name="dossier")
    except OSError as error:
        _fail([f"{error.filename or 'dossier'}: no-access: {error.strerror or error}"])
    except Exception as error:
        problems = getattr(error, "problems", None)  # CatalogError, BuildError
        if problems is None:
            raise
        _fail(problems)
    raise SystemExit(0)


# --- printing -------------------------------------------------------------------------------------------------------

def _fail(problems: Iterable[object]) -> NoReturn:
    """Print each problem on a line of stderr, and stop with exit status 1."""
    lines = [str(problem) for problem in problems]
    for line in lines:
        print(line, file=sys.stderr)
    if len(lines) > 1:
        print(f"{len(lines)} problems", file=sys.stderr)
    raise SystemExit(1)


def _fail_in(line: str, what: str, problems: Iterable[Any]) -> NoReturn:
    """The same for a line that was typed, shown with carets below the columns of its problems."""
    problems = list(problems)
    columns = {problem.column for problem in problems}
    shown = "".join(letter if letter.isprintable() else " " for letter in line)
    print(f"  {shown}\n  {''.join(' ^'[at in columns] for at in range(1, max(columns) + 1))}", file=sys.stderr)
    hints = [f" (did you mean {problem.suggestion!r}?)" if problem.suggestion else "" for problem in problems]
    _fail(
        f"{what}:1:{problem.column}: {problem.code}: {problem.message}{hint}"
        for problem, hint in zip(problems, hints, strict=True)
    )


def _say(markup: str, indent: int = 0, lead: str = "") -> None:
    """Print markup, if there is any, wrapped to the terminal, each line indented; `lead` stands before the first one."""
    first = Text(" " * indent) + Text.from_markup(lead)
    text = Text.from_markup(markup)
    for number, line in enumerate(text.wrap(out, out.width - first.cell_len) if text else ()):
        line.rstrip()
        out.print((Text(" " * first.cell_len) if number else first) + line, soft_wrap=True)


def _print_json(data: object) -> None:
    print(json.dumps(data, ensure_ascii=False, indent=2), flush=True)


@contextmanager
def _progress(description: str) -> Iterator[Progress]:
    """Tell on the terminal what takes so long. Its `update(0, description=…)` tells the next thing."""
    columns = SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn()
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as progress:
        progress.add_task(description)
        yield progress


def _catalog(root: Path) -> Catalog:
    from generator.catalog import read_catalog

    return read_catalog(root)


def _printed(catalog: Catalog, cites: Iterable[str]) -> list[str]:
    """The citations as they print, each once: `Deluxe rules, p. 5`."""
    return list(dict.fromkeys(catalog.source(cite) for cite in cites))


def _from(catalog: Catalog, cites: Iterable[str]) -> str:
    """The same as dim markup to stand behind a text; a document is named once: `· Deluxe rules, p. 4, p. 16`."""
    pages: dict[str, list[str]] = {}
    for source in _printed(catalog, cites):
        document, _, page = source.partition(", ")
        pages.setdefault(document, []).append(page)
    sources = "; ".join(", ".join([document, *some]) for document, some in pages.items())
    return f"[dim]· {escape(sources)}[/dim]" if sources else ""


def _mark(good: bool) -> str:
    return "[green]✓[/green] " if good else "[red]✗[/red] "


def _signed(line: Line) -> int:
    return line.amount if line.side == "attack" else -line.amount


# --- commands -------------------------------------------------------------------------------------------------------

def _command(example: str):
    return app.command(epilog=f"[dim]Example:[/dim]  {escape(example)}")


@_command("dossier build --site site")
def build(
    site: Annotated[Optional[Path], typer.Option(help="Where the site goes.", show_default="site/")] = None,
    root: Root = ROOT,
) -> None:
    """Load, check and write the whole site; the last good one stays when something is wrong."""
    from generator.site.build import build_site
    from generator.site.links import ASSETS

    if site and site.exists() and not (site / ASSETS).is_dir() and not (site.is_dir() and not any(site.iterdir())):
        _fail([f"{site}: not-a-site: something else is there, and a build would replace it; name another folder"])
    with _progress("Reading") as progress:
        report = build_site(root, site, lambda step: progress.update(0, description=step))
    _say(f"[bold]{escape(str(report.site))}[/bold]  {report.pages} pages")
    for name, seconds in report.seconds:
        _say(escape(name), lead=f"[dim]{seconds:6.1f} s[/dim]  ")
    _say(f"All pages and data of cards: {report.cards:.1f} s")


@_command("dossier check")
def check(root: Root = ROOT) -> None:
    """Check every card, rule, citation and ruling; count what was checked."""
    from generator.database.coverage import coverage
    from generator.rulings import run_all
    from generator.rulings.complaints import complaints

    with _progress("Reading cards and rules") as progress:
        catalog = _catalog(root)
        progress.update(0, description="Playing the rulings")
        verdicts = run_all(catalog)
    wrong = [verdict for verdict in verdicts if not verdict.passed]
    verdict_words = f"[bold red]{len(wrong)} wrong[/bold red]" if wrong else "[bold green]all verdicts good[/bold green]"
    _say(f"{len(catalog.cards)} cards, {len(catalog.sections)} sections, {len(verdicts)} rulings: {verdict_words}")
    if wrong:
        _fail(problem for verdict in wrong for problem in complaints(catalog.ruling(verdict.ruling), verdict))
    counted = coverage(catalog, verdicts)
    games = (f"{game} {figures['passed']} of {figures['count']}" for game, figures in counted["rulings"].items())
    settled = (f"{name} {figures['settled']} of {figures['checkable']}" for name, figures in counted["statements"].items())
    _say(f"Rulings that hold: {', '.join(games)}")
    _say(f"Statements that they settle: {', '.join(settled)}")


@_command("dossier serve --port 8000")
def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes any free one.")] = 8000,
    site: Annotated[Path, typer.Option(help="The site to show.", show_default="site/")] = ROOT / "site",
) -> None:
    """Show the built site on localhost."""
    import errno

    from generator.site.server import SiteServer

    if not (site / "index.html").is_file():
        _fail([f"{site}: no-site: no site has been built here yet; run 'dossier build' first"])
    try:
        server = SiteServer(site, port)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        _fail([f"port {port}: port-in-use: another program uses it; name another port, or 0 for any that is free"])
    with server:
        out.print(f"{server.url}  [dim](Ctrl+C stops)[/dim]", soft_wrap=True)
        try:
            server.serve_forever(poll_interval=0.1)
        except KeyboardInterrupt:
            pass


@_command("dossier card 'gun lobby'")
def card(
    name: Annotated[str, typer.Argument(help="A name, however you remember it.")],
    as_of: Annotated[str, typer.Option(help="Read it as it was: an edition such as limited, or a date such as 2001-12.")] = "now",
    as_json: Json = False,
    root: Root = ROOT,
) -> None:
    """Show a card: numbers, alignments, arrows, abilities, and the rulings about it; where games share a name, each card."""
    catalog = _catalog(root)
    found = catalog.find(name)
    if not found.record:
        near = f" (did you mean {', '.join(map(repr, found.suggestions))}?)" if found.suggestions else ""
        _fail([f"card:1:1: unknown-card: no card {name!r}{near}"])
    readings = _readings(catalog, (found.record, *found.others), as_of)
    if as_json:
        from generator.database.exports import card_data

        reading = readings[0]
        since = [{"since": erratum.since, "says": erratum.says, "not_known": erratum.not_known} for erratum in reading.since]
        then = {} if reading.moment.is_now else {"as_of": reading.moment.date, "changed_since": since}
        _print_json({**card_data(reading.record, catalog), **then})
        return
    for number, reading in enumerate(readings):
        if number:
            _say(" ")
        _print_card(catalog, reading)


def _readings(catalog: Catalog, records: Iterable[CardRecord], as_of: str) -> list[Reading]:
    """Those of the cards that were printed then, as they read then."""
    from generator.catalog import NotPrintedYet, UnknownMoment

    try:
        when = catalog.moment(as_of)
    except UnknownMoment as error:
        near = f" (did you mean {error.suggestion!r}?)" if error.suggestion else ""
        _fail([f"as-of:1:1: unknown-edition: {error}{near}"])
    found, younger = [], []
    for record in records:
        try:
            found.append(catalog.as_of(record, when))
        except NotPrintedYet as error:
            younger.append(f"as-of:1:1: not-printed-yet: {error}")
    return found or _fail(younger)


def _print_card(catalog: Catalog, reading: Reading) -> None:
    from generator.catalog.chapters import unlinked

    record, now = reading.record, reading.moment.is_now
    it = record.card
    what = " · ".join(dict.fromkeys(filter(None, (it.id, it.kind, it.subtype, it.nwo, record.rarity))))
    _say(f"[bold]{escape(it.name)}[/bold]  [dim]{escape(what)}[/dim]")
    if not now:
        _say(f"[bold]as it read {escape(reading.moment.words)}[/bold]", indent=2)
    numbers = "   ".join(f"{label} [bold]{value}[/bold]" for label, value in _numbers(record).items())
    words = [f"{name} (at times)" if name in record.sometimes else name for name in it.alignments]
    out_of = f"out {', '.join(it.arrows_out)}" if it.arrows_out else "none out"
    arrows = f"arrows {f'in {it.arrow_in}, ' if it.arrow_in else ''}{out_of}" if it.power is not None or it.arrows_out else ""
    unsure = "  [dim](published lists disagree)[/dim]" if record.arrows_unsure else ""
    for part in (escape(record.type_line or ""), numbers, " · ".join((*words, *it.attributes)), arrows + unsure):
        _say(part, indent=2)
    for clause in record.clauses:
        _say(escape(clause.text), indent=2, lead="• ")
        _say(_from(catalog, clause.cites), indent=4)
    if record.remark:
        _say(f"[dim]{escape(record.remark)}[/dim]", indent=2)
    changes = catalog.errata_of(record.id) if now else reading.since
    if changes:
        _say("Changed:" if now else "Changed since:", indent=2)
    elif not now:
        _say("[dim]No document says that it has changed since.[/dim]", indent=2)
    for erratum in changes:
        edition = catalog.edition(erratum.since)
        _say(f"{edition.date} {escape(edition.title)}: [bold]{escape(erratum.title)}[/bold]", indent=2, lead="• ")
        _say(f"{escape(unlinked(erratum.says))} {_from(catalog, erratum.states)}", indent=4)
        if erratum.not_known and not now:
            _say(f"[dim]Not known, so shown as it was changed: {escape(erratum.not_known)}[/dim]", indent=4)
    if rulings := [ruling.id for ruling in catalog.rulings if record.id in ruling.cards]:
        _say(f"[dim]Rulings: {', '.join(rulings)}[/dim]", indent=2)


def _numbers(record: CardRecord) -> dict[str, str]:
    """The numbers as the card prints them: an asterisk says that a sentence says more. Deluxe prints it in place of the number."""
    it = record.card

    def printed(name: str) -> str:
        starred = name in record.starred
        return "*" if starred and it.game == "deluxe" else f"{getattr(it, name)}{'*' if starred else ''}"

    second = it.transferable or it.global_power
    power = f"{'*' if it.variable_power else printed('power')}{f'/{second}' if second else ''}"
    numbers = {"Power": it.power, "Resistance": it.resistance, "Income": it.income}
    return {
        name: power if name == "Power" else printed(name.lower())
        for name, value in numbers.items() if value is not None
    }  # fmt: skip


@_command("dossier search 'type:group alignment:violent power:[4 TO]'")
def search(
    query: Annotated[str, typer.Argument(help="Words, \"phrases\", or fields such as type:group power:>=4.")],
    limit: Annotated[int, typer.Option(min=1, max=200, help="The most to show.")] = 12,
    as_json: Json = False,
    root: Root = ROOT,
) -> None:
    """Search cards, sections, rulings and glossary of the last build; typos and accents are forgiven."""
    from generator.search import NoIndex, build_index
    from generator.search import search as find

    index = root / "build" / "index"
    try:
        results = find(index, query, limit)
    except NoIndex:
        from generator.site.book import Book
        from generator.site.pages import documents

        with _progress("Indexing"):
            build_index(documents(Book(_catalog(root))), index)
        results = find(index, query, limit)
    if results.problems:
        _fail_in(query, "query", results.problems)
    if as_json:
        _print_json(asdict(results))
        return
    if results.corrected:
        _say(f"[dim]Showing results for[/dim] {escape(results.corrected)}")
    for hit in results.hits:
        _say(f"[bold]{escape(hit.title)}[/bold]  [dim]{hit.kind} · {escape(hit.url)}[/dim]")
        _say(_marked(hit.snippet, hit.marks), indent=2)
    shown = f", the first {len(results.hits)} shown" if len(results.hits) < results.total else ""
    _say(f"[dim]{results.total} found{', with some of the words' if results.any_word else ''}{shown}[/dim]")


def _marked(text: str, marks: Iterable[tuple[int, int]]) -> str:
    shown, at = "", 0
    for start, end in marks:
        shown += f"{escape(text[at:start])}[bold]{escape(text[start:end])}[/bold]"
        at = end
    return shown + escape(text[at:])


@_command("dossier attack 'deluxe control the-mafia>loan-sharks'")
def attack(
    position: Annotated[str, typer.Argument(help="A position in one line, as in a link to the calculator.")],
    as_json: Json = False,
    root: Root = ROOT,
) -> None:
    """Work out an attack: every line of the sum with its source, what to roll, the odds, and whether it is legal."""
    from generator.engine.attack import explain
    from generator.engine.line import LineError
    from generator.engine.position import attack_of, read_position

    catalog = _catalog(root)
    cards = [record.card for record in catalog.cards]
    try:
        read = read_position(position, cards, {game: catalog.rules(game) for game in catalog.fails_from})
    except LineError as error:
        _fail_in(position, "position", error.problems)
    if read.game not in catalog.fails_from:
        _fail([f"position:1:1: no-rules: the rules of {read.game} are not written yet, so no attack can be worked out"])
    ledger = explain(attack_of(read, cards), catalog.rules(read.game))
    if as_json:
        _print_json({"position": str(read), **_ledger_data(catalog, ledger)})
        return
    out.print(f"[dim]{escape(str(read))}[/dim]", soft_wrap=True)
    for line in ledger.lines:
        _say(escape(line.label), lead=f"[bold]{_signed(line):+3d}[/bold]  ")
        _say(f"[dim]{escape(line.text)}[/dim] {_from(catalog, line.cites)}", indent=5)
    _say(f"[bold]strength {ledger.strength}[/bold]   {_roll_words(ledger)}   {ledger.ways}/36 ({ledger.ways / 36:.0%})")
    failing = [reason for reason in ledger.reasons if not reason.ok]
    if failing:
        _say(f"[red]not legal[/red] ({len(failing)} of {len(ledger.reasons)} requirements not met)")
    else:
        _say(f"[green]legal[/green] (all {len(ledger.reasons)} requirements met)")
    for reason in sorted(ledger.reasons, key=lambda reason: reason.ok):
        said = f"{escape(_reason_words(catalog, reason))} {_from(catalog, reason.cites)}"
        _say(said, indent=2, lead=_mark(reason.ok))


def _roll_words(ledger: Ledger) -> str:
    if ledger.needed is None:
        return "no roll succeeds"
    if ledger.fixed_roll is not None:
        return f"roll {ledger.needed} or less; a Special makes it {ledger.fixed_roll}"
    return f"roll {ledger.needed} or less"


def _reason_words(catalog: Catalog, reason: Reason) -> str:
    """`The Mafia: the attacker has an open arrow`; of a sentence on a card, whether it stands in the way."""
    asked = reason.text.partition(" requires that ")[2]
    said = asked or f"{'not barred' if reason.ok else 'barred'} by: {reason.text}"
    return f"{catalog.card(reason.about).card.name}: {said}" if reason.about else said


def _ledger_data(catalog: Catalog, ledger: Ledger) -> dict[str, Any]:
    """The Ledger as JSON data; `sources` are the citations as they print, `odds` a fraction of 36."""
    data = asdict(ledger)
    for part in (*data["lines"], *data["reasons"]):
        part["sources"] = _printed(catalog, part["cites"])
    return {**data, "odds": f"{ledger.ways}/36"}


@_command("dossier goal 'inwo goal the-network players=4 groups=phone-company,n-s-a,texas devastated=texas'")
def goal(
    line: Annotated[str, typer.Argument(help="What a player has in one line, as in a link to the goal counter.")],
    as_json: Json = False,
    root: Root = ROOT,
) -> None:
    """Count what a player has toward each Goal: what every card counts as and why, and what is missing."""
    from generator.engine.goal_line import read_goal_line, standings
    from generator.engine.line import LineError
    from generator.rulings import World

    catalog = _catalog(root)
    try:
        read = read_goal_line(line, [record.card for record in catalog.cards])
    except LineError as error:
        _fail_in(line, "goal", error.problems)
    found = standings(read, World(catalog, read.game).engine_game)
    if as_json:
        _print_json({"line": str(read), "goals": [asdict(standing) for standing in found]})
        return
    names = {record.card.id: record.card.name for record in catalog.cards}
    out.print(f"[dim]{escape(str(read))}[/dim]", soft_wrap=True)
    for standing in found:
        called = {"basic": "Basic Goal", "special": "Special Goal"}.get(standing.goal) or names[standing.goal]
        missing = " and ".join(count.missing for count in standing.counts if count.missing)
        verdict = f"missing: {missing}" if missing else "met" if standing.ok and not standing.bar else "cannot win"
        _say(f"[bold]{escape(called)}[/bold]  {escape(verdict)}", lead=_mark(standing.ok and not standing.bar))
        _say(f"[dim]{escape(standing.text)}[/dim] {_from(catalog, standing.cites)}", indent=2)
        if standing.bar:
            _say(f"[red]{escape(standing.bar)}[/red]", indent=2)
        for count in standing.counts:
            _say(f"{count.have} of {count.need} {escape(count.what)}", indent=2)
            for step in count.steps[1:]:
                _say(f"{escape(names[step.by])}: {escape(step.why)} {_from(catalog, step.cites)}", lead=f"    [dim]asked {step.amount:+d}[/dim]  ")
            for share in count.shares:
                why = f"[dim]{escape(share.why)}[/dim] {_from(catalog, share.cites)}"
                _say(f"{escape(names.get(share.card, share.card))}: {why}", lead=f"    [bold]{share.amount:2d}[/bold]  ")


@_command("dossier ruling mafia-against-loan-sharks")
def ruling(
    ruling_id: Annotated[Optional[str], typer.Argument(metavar="[ID]", help="One ruling; without it, all in a list.")] = None,
    reset: Annotated[bool, typer.Option("--reset", help="Rewrite the expected values that differ, for you to review.")] = False,
    root: Root = ROOT,
) -> None:
    """Explain a ruling: question, answer, sources, the plays, each expectation, what the engine says, and what another game would."""
    from generator.catalog.problems import nearest
    from generator.rulings import World, elsewhere, here, read_scenarios, run, tables_elsewhere
    from generator.rulings import reset as rewrite

    catalog = _catalog(root)
    known = [record.id for record in catalog.rulings]
    if ruling_id is not None and ruling_id not in known:
        near = nearest(ruling_id, known)
        _fail([f"ruling:1:1: unknown-ruling: no ruling {ruling_id!r}" + (f" (did you mean {near!r}?)" if near else "")])
    with _progress("Playing the rulings"):
        scenarios = [one for one in read_scenarios(catalog) if ruling_id in (None, one.ruling.id)]
        verdicts = [run(one, World(catalog, one.ruling.game)) for one in scenarios]
    if reset:
        files = sorted({root / one.ruling.file for one in scenarios})
        changes = [change for file in files for change in rewrite(file, verdicts)]
        for change in changes:
            _say(escape(str(change).removeprefix(f"{root}/")))
        _say(f"{len(changes)} expected values rewritten" + ("; review them with git diff" if changes else ""))
        return
    for scenario, verdict in zip(scenarios, verdicts, strict=True):
        if ruling_id:
            _print_ruling(catalog, verdict)
            own = here(catalog, scenario.ruling)
            for answer in elsewhere(catalog, own) if own else ():
                if answer.differs(own):
                    _say(f"[bold]In {answer.game}:[/bold] strength {answer.ledger.strength}, {_answer_words(answer.ledger)}")
            for there in tables_elsewhere(scenario, {game.id: World(catalog, game.id) for game in catalog.games}):
                if there.differs:
                    _say(f"[bold]In {there.game}:[/bold]")
                    _print_table_answer(catalog, there)
        else:
            title = escape(catalog.ruling(verdict.ruling).title)
            _say(f"{verdict.ruling}  [dim]{title}[/dim]", lead=_mark(verdict.passed))
    if any(not verdict.passed for verdict in verdicts):
        raise SystemExit(1)


@_command("dossier diff-answers inwo subgenius")
def diff_answers(
    one: Annotated[str, typer.Argument(metavar="GAME", help="The game of the rulings.")],
    other: Annotated[str, typer.Argument(metavar="GAME", help="The game in which their scenarios are played anew.")],
    as_json: Json = False,
    root: Root = ROOT,
) -> None:
    """List the rulings that come out otherwise in another game: attacks with cards of the same names, plays on the same table."""
    from generator.catalog.problems import nearest
    from generator.rulings import World, elsewhere, here, read_scenarios, tables_elsewhere

    catalog = _catalog(root)
    for name in (one, other):
        if name not in catalog.fails_from:
            near = nearest(name, catalog.fails_from)
            _fail([f"game:1:1: unknown-game: no game {name!r}" + (f" (did you mean {near!r}?)" if near else "")])
    with _progress("Playing again"):
        rulings = [ruling for ruling in catalog.rulings if ruling.game == one]
        pairs = [
            (ruling, own, there)
            for ruling in rulings
            if (own := here(catalog, ruling))
            for there in elsewhere(catalog, own)
            if there.game == other
        ]
        worlds = {game: World(catalog, game) for game in (one, other)}
        tables = [
            (scenario.ruling, there)
            for scenario in read_scenarios(catalog, {one})
            for there in tables_elsewhere(scenario, worlds)
        ]
    found = [pair for pair in pairs if pair[1].differs(pair[2])]
    played = [(ruling, there) for ruling, there in tables if there.differs]
    if as_json:
        _print_json([
            *({"ruling": ruling.id, **{answer.game: {"position": str(answer.position), **_ledger_data(catalog, answer.ledger)} for answer in answers}}
              for ruling, *answers in found),
            *({"ruling": ruling.id, **_table_answer_data(catalog, one, there)} for ruling, there in played),
        ])  # fmt: skip
        return
    for ruling, *answers in found:
        _say(f"[bold]{escape(ruling.title)}[/bold]  [dim]{ruling.id}[/dim]")
        for answer, against in (answers, answers[::-1]):
            own = "; ".join(f"{_signed(line):+d} {line.label}" for line in answer.own_lines(against))
            _say(f"{answer.game}: strength {answer.ledger.strength}, {_answer_words(answer.ledger)}  [dim]{escape(own)}[/dim]", indent=2)
    for ruling, there in played:
        _say(f"[bold]{escape(ruling.title)}[/bold]  [dim]{ruling.id}[/dim]")
        _print_table_answer(catalog, there)
    _say(f"{len(found) + len(played)} of {len(pairs) + len(tables)} scenarios that both games can play come out otherwise")


def _answer_words(ledger: Ledger) -> str:
    return _roll_words(ledger) + ("" if ledger.legal else ", [red]not legal[/red]")


def _print_table_answer(catalog: Catalog, there: TableAnswer) -> None:
    from generator.rulings.complaints import words

    for play in there.plays:
        legal = f"not legal here, legal in {there.game}; here" if play.legal else f"legal here, not legal in {there.game};"
        for reason in play.broken:
            _say(f"play {play.number}: {legal} it requires: {escape(reason.text)} {_from(catalog, reason.cites)}", indent=2)
    for line in there.lines:
        _say(escape(f"{line.text}: {words(line.here)}; {there.game}: {line.why or words(line.there)}"), indent=2)


def _table_answer_data(catalog: Catalog, one: str, there: TableAnswer) -> dict[str, Any]:
    """What comes out otherwise on a table as JSON data: each play that is legal in one game alone, each line with both answers."""
    return {
        "plays": [
            {"play": play.number, "legal_in": there.game if play.legal else one,
             "broken": [{"text": reason.text, "cites": reason.cites, "sources": _printed(catalog, reason.cites)} for reason in play.broken]}
            for play in there.plays
        ],
        "lines": [{"text": line.text, one: line.here, there.game: line.there, "why": line.why} for line in there.lines],
    }  # fmt: skip


def _print_ruling(catalog: Catalog, verdict: Verdict) -> None:
    record = catalog.ruling(verdict.ruling)
    _say(f"[bold]{escape(record.title)}[/bold]  [dim]{record.id}[/dim]")
    _say(f"[italic]{escape(record.question)}[/italic]")
    _say(f"{escape(record.answer)} {_from(catalog, record.sources)}")
    _say("[green]The engine agrees.[/green]" if verdict.passed else "[red]The engine does not agree.[/red]")
    _print_case(catalog, verdict)
    if verdict.counter:
        _say(f"[bold]But:[/bold] {escape(verdict.counter.says)}")
        _print_case(catalog, verdict.counter)
    if not verdict.flips:
        _say("every expectation also holds in the counter-case", lead=_mark(False))


def _print_case(catalog: Catalog, case: Verdict) -> None:
    from generator.rulings.complaints import words

    if case.position:
        out.print(f"  [dim]{escape(case.position)}[/dim]", soft_wrap=True)
    for step in case.steps:
        for event in step.events:
            _say(f"[dim]{escape(event.text)}[/dim]", indent=2, lead="[dim]→[/dim] ")
        for reason in step.reasons:
            if not reason.ok:
                _say(f"[dim]not legal, for it requires: {escape(reason.text)}[/dim] {_from(catalog, reason.cites)}", indent=2, lead=_mark(False))
    for line in case.lines:
        actual = "" if line.ok else f"; {line.why or f'the engine says {words(line.actual)}'}"
        note = f"  [dim]{escape(line.note)}[/dim]" if line.note else ""
        said = escape(f"{line.text}: {words(line.expected)}{actual}")
        _say(f"{said}{note} {_from(catalog, line.settles)}", indent=2, lead=_mark(line.ok))


@_command("dossier coverage --json")
def coverage(
    as_json: Json = False,
    each: Annotated[bool, typer.Option("--map", help="Print of each statement what states it and which rulings settle it.")] = False,
    root: Root = ROOT,
) -> None:
    """Count what is stated, settled and written in the language, and list what is missing."""
    from generator.database.coverage import coverage as count
    from generator.database.coverage import missing, settled_by, stated_by
    from generator.rulings import run_all

    with _progress("Counting"):
        catalog = _catalog(root)
        verdicts = run_all(catalog)
        figures = count(catalog, verdicts)
    if each:
        stated, settled = stated_by(catalog), settled_by(catalog, verdicts)
        rows = {row.id: {"stated": stated.get(row.id, ()), "settled": settled.get(row.id, ())} for row in catalog.statements}
        if as_json:
            _print_json(rows)
        for statement, its in rows.items() if not as_json else ():
            _say(f"[bold]{statement}[/bold]  {escape(', '.join((*its['stated'], *(f'ruling {name}' for name in its['settled']))) or '-')}")
        return
    if as_json:
        _print_json(figures)
        return
    for cards, number in figures["cards"].items():
        _say(f"[bold]{cards}[/bold]: {number} cards")
    for document, its in figures["statements"].items():
        _say(f"[bold]{document}[/bold]: {its['stated']} of {its['rows']} statements stated, {_settled(its)}")
        for kind, counts in its["by_kind"].items() if its["stated"] else ():
            if counts["checkable"]:
                _say(f"{kind:<12}{_settled(counts)}", indent=2)
    for cards, types in figures["clauses_by_type"].items():
        for kind, its in types.items():
            _say(f"[bold]{cards} {kind}[/bold]: {_written(its)}")
    for game, its in figures["clauses"].items():
        _say(f"[bold]{game}[/bold]: {_written(its)}; of what touches attacks, {its['attack_sentences']} of {its['attack_clauses']} are sentences")
    for game, its in figures["rulings"].items():
        _say(f"[bold]{game}[/bold]: {its['passed']} of {its['count']} rulings pass, {its['with_counter_case']} with a counter-case")
    for heading, ids in missing(catalog, verdicts).items():
        if ids:
            _say(f"[bold]{heading}[/bold] ({len(ids)}):")
            _say(f"[dim]{escape(' '.join(ids))}[/dim]", indent=2)


def _written(its: Mapping[str, int]) -> str:
    return (
        f"{its['accounted']} of {its['fragments']} facts said in {its['sentences']} sentences and {its['notes']} notes, "
        f"{its['run']} run by the engine"
    )


def _settled(counts: Mapping[str, int]) -> str:
    return f"{counts['settled']} of {counts['checkable']} checkable settled"


@_command("dossier export --json --output export")
def export(
    output: Annotated[Path, typer.Option("--output", help="The folder to write into.")] = Path("export"),
    as_json: Annotated[bool, typer.Option("--json", help="cards.json, rulings.json and statements.json.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="cards.csv.")] = False,
    root: Root = ROOT,
) -> None:
    """Write the data as JSON or CSV files (both when neither is named)."""
    from generator.database.exports import FORMATS
    from generator.database.exports import export as write
    from generator.rulings import run_all

    with _progress("Playing the rulings"):
        catalog = _catalog(root)
        verdicts = run_all(catalog)
        wanted = [name for name, asked in zip(FORMATS, (as_json, as_csv), strict=True) if asked] or FORMATS
        paths = write(catalog, wanted, output, verdicts)
    for path in paths:
        out.print(escape(str(path)), soft_wrap=True)
