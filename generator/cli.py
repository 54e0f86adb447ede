"""The commands. Each reads what it needs, calls one room, and prints what that room answers.

The answer goes to stdout; progress and problems go to stderr. Exit status 0: fine; 1: something is wrong with the data,
each problem on a line `file:line:column: code: message`, or with what was asked for, each problem in words with its
code behind them; 2: the command line is wrong.

Rooms are imported inside the commands that need them: `card` and `attack` answer without loading the database mapper,
the search engine or MkDocs, and what has been asked before, of the same cards and rules, without loading the engine.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, TypeVar

import typer
from rich.console import Console
from rich.markup import escape
from rich.text import Text

if TYPE_CHECKING:
    from rich.progress import Progress

    from generator.catalog.compiled import Compiled

Command = TypeVar("Command", bound=Callable[..., None])
MOST_PROBLEMS = 500
"""So many problems are printed at most."""
MOST_NAMES = 5
"""So many names that may have been meant are printed at most."""
ROOT = Path(__file__).resolve().parent.parent
for _name in ("COLUMNS", "LINES", "TERMINAL_WIDTH"):
    # Nothing that can be wrapped to: the terminal itself is asked.
    if not re.fullmatch("[2-9][0-9]|[0-9]{3}", os.environ.get(_name, "80")):
        del os.environ[_name]
app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    add_completion=False,
    help="Cards, rules and rulings of the games of Illuminati, and what each attack needs.",
)
out = Console(highlight=False, emoji=False, markup=False)
err = Console(stderr=True, highlight=False, emoji=False, markup=False)

Root = Annotated[
    Path, typer.Option("--root", help="The folder that holds cards/ and rules/.", show_default="this checkout")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for scripts.")]


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run a command line, that of the process without `arguments`; raises SystemExit, and no other error for bad
    input that a shell can pass.
    """
    if sys.stdout is None:
        _fail(["stdout: no-access: it is closed, so no answer can be printed; send it to a file or to /dev/null"])
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # an old terminal prints ? for what it lacks
    try:
        status = app(arguments, prog_name="dossier", standalone_mode=False)
    except OSError as error:
        # Of a whole folder the first file says enough.
        found = (
            [(to, why) for _, to, why in error.args[0]]
            if type(error).__name__ == "Error"
            else [(error.filename, error.strerror or error)]
        )
        _fail([f"{found[0][0] or 'dossier'}: no-access: {found[0][1]}"])
    except Exception as error:
        if hasattr(error, "format_message"):
            _misused(error)
        problems = getattr(error, "problems", None)  # CatalogError, BuildError
        if problems is None:
            raise
        _fail(problems)
    raise SystemExit(status or 0)


def _misused(error: Any) -> NoReturn:
    """Print what is wrong with the command line itself, in Typer's frame, told as our own messages are."""
    from typer.rich_utils import rich_format_error

    told = _told(error.format_message())
    error.format_message = lambda: told
    rich_format_error(error)
    raise SystemExit(error.exit_code)


# --- printing -------------------------------------------------------------------------------------------------------


def _fail(problems: Iterable[object]) -> NoReturn:
    """Print each problem on a line of stderr, and stop with exit status 1."""
    lines = [_told(str(problem)) for problem in problems]
    for line in lines[:MOST_PROBLEMS]:
        print(line, file=sys.stderr)
    if len(lines) > 1:
        print(
            f"{len(lines)} problems{f', {MOST_PROBLEMS} of them shown' if len(lines) > MOST_PROBLEMS else ''}",
            file=sys.stderr,
        )
    raise SystemExit(1)


def _told(message: str) -> str:
    """A message on one line of the terminal; of one that repeats a long word that was typed, the beginning."""
    from generator.catalog.problems import printable

    return printable(message if len(message) <= 6_000 else f"{message[:6_000]} …")


def _fail_in(line: str, problems: Iterable[Any]) -> NoReturn:
    """The same for a line that was typed, shown with carets below the columns of its problems, each told in words."""
    problems = list(problems)
    columns = {problem.column for problem in problems}
    shown = "".join(letter if letter.isprintable() else " " for letter in line[: max(columns) + 100])
    print(f"  {shown}\n  {''.join(' ^'[at in columns] for at in range(1, max(columns) + 1))}", file=sys.stderr)
    for problem in problems:
        near = _near((problem.suggestion or "").split(" or "))
        at = f"column {problem.column}: " * (len(columns) > 1)
        print(_told(f"{at}{problem.message}{near} ({problem.code})"), file=sys.stderr)
    raise SystemExit(1)


def _near(names: Iterable[str]) -> str:
    """What may have been meant, behind what is wrong."""
    names = [repr(name) for name in names if name]
    if len(names) > MOST_NAMES:
        names[MOST_NAMES:] = [f"{len(names) - MOST_NAMES} more"]
    return f"; did you mean {_either(names)}?" if names else ""


Part = str | tuple[str, str]
"""Words, or words and their style.

No words are ever read as markup: what the data says is text, whatever it looks like.
"""


def _say(*parts: Part, indent: int = 0, lead: Sequence[Part] = ()) -> None:
    """Print words, if there are any, wrapped to the terminal, each line indented; `lead` stands before the first
    one.
    """
    first, text = Text.assemble(" " * indent, *lead), Text.assemble(*parts)
    for number, line in enumerate(text.wrap(out, max(20, out.width - first.cell_len)) if text else ()):
        line.rstrip()
        out.print((Text(" " * first.cell_len) if number else first) + line, soft_wrap=True)


def _print_json(data: object) -> None:
    # What JSON leaves as it is, and a terminal would obey or not show, is written as its number; line ends stand
    # between values alone.
    for line in json.dumps(data, ensure_ascii=False, indent=2).split("\n"):
        print(
            line
            if line.isprintable()
            else "".join(letter if letter.isprintable() else json.dumps(letter)[1:-1] for letter in line)
        )
    sys.stdout.flush()


@contextmanager
def _progress(description: str) -> Iterator[Progress]:
    """Tell on the terminal what takes so long. Its `update(0, description=…)` tells the next thing."""
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn()
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as progress:
        progress.add_task(description)
        yield progress


@contextmanager
def _compiled(root: Path, *, settings: bool = False) -> Iterator[Compiled]:
    """The compiled catalog, with `settings` if those of the site are good too; what is worked out from it is kept in
    the end. A question that makes no sense ends the command.
    """
    from generator.answers import Unanswerable
    from generator.catalog.compiled import compiled
    from generator.kept import kept_of

    if settings:
        from generator.site.settings import checked as compiled
    with kept_of(root) as kept:
        try:
            yield compiled(root, kept)
        except Unanswerable as error:
            if error.line is None:
                _fail(error.problems)
            _fail_in(error.line, error.problems)


def _from(sources: Iterable[str]) -> tuple[str, str]:
    """Citations, dim, to stand behind a text; a document is named once: `· Deluxe rules, p. 4, p. 16`."""
    pages: dict[str, list[str]] = {}
    for source in sources:
        document, _, page = source.partition(", ")
        pages.setdefault(document, []).append(page)
    printed = "; ".join(", ".join([document, *some]) for document, some in pages.items())
    return f"· {printed}" if printed else "", "dim"


def _mark(good: bool) -> tuple[Part, ...]:
    return (("✓", "green") if good else ("✗", "red"), " ")


def _signed(line: Mapping[str, Any]) -> int:
    amount: int = line["amount"]
    return amount if line["side"] == "attack" else -amount


# --- commands -------------------------------------------------------------------------------------------------------


def _command(example: str) -> Callable[[Command], Command]:
    return app.command(epilog=f"[dim]Example:[/dim]  {escape(example)}")


@_command("dossier build --site site")
def build(
    site: Annotated[Path | None, typer.Option(help="The folder to write the site into.", show_default="site/")] = None,
    clean: Annotated[
        bool, typer.Option("--clean", help="Make everything again, and reuse nothing from the last build.")
    ] = False,
    root: Root = ROOT,
) -> None:
    """Check everything and write the whole site. If something is wrong, the last good site stays."""
    from generator.catalog.problems import printable
    from generator.site.build import build_site

    with _progress("Reading") as progress:
        report = build_site(
            root, site, lambda step: progress.update(progress.task_ids[0], description=step), clean=clean
        )
    _say((printable(str(report.site)), "bold"), f"  {report.pages} pages, {report.rendered} of them rendered")
    for name, seconds in report.seconds:
        _say(name, lead=((f"{seconds:6.1f} s", "dim"), "  "))


@_command("dossier check")
def check(root: Root = ROOT) -> None:
    """Check every card, rule, citation and ruling, and the settings of the site, and say how many there are."""
    from generator import answers

    settings = (root / "mkdocs.yml").exists()  # Cards and rules alone can be checked too.
    with _progress("Reading cards and rules") as progress, _compiled(root, settings=settings) as compiled:
        progress.update(progress.task_ids[0], description="Playing the rulings")
        found = answers.check(compiled)
        _check_synonyms(compiled, root)
    wrong = found["wrong"]
    verdict_words = (f"{len(wrong)} wrong", "bold red") if wrong else ("all verdicts good", "bold green")
    _say(f"{found['cards']} cards, {found['sections']} sections, {found['rulings']} rulings: ", verdict_words)
    if wrong:
        _fail(problem for complaints in wrong for problem in complaints)
    games = (f"{game} {passed} of {count}" for game, (passed, count) in found["games"].items())
    settled = (f"{name} {settled} of {checkable}" for name, (settled, checkable) in found["documents"].items())
    _say(f"Rulings that hold: {', '.join(games)}")
    _say(f"Statements that they settle: {', '.join(settled)}")


def _check_synonyms(compiled: Compiled, root: Path) -> None:
    """Read how a question is read, unless the same file was good before; raises CatalogError."""
    from generator.kept import code_key, digest, file_key

    file = root / "rules/synonyms.yaml"
    key = digest(code_key(), file_key(str(file)))
    if file.exists() and not compiled.kept.get("synonyms", key):
        from generator.search.synonyms import read_synonyms

        read_synonyms(root, compiled.catalog)
        compiled.kept.put("synonyms", key, True)
        compiled.kept.keep_only("synonyms", [key])


@_command("dossier serve --port 8000")
def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes any free port.")] = 8000,
    site: Annotated[
        Path | None, typer.Option(help="Show this site, and don't watch for edits.", show_default="site/, watched")
    ] = None,
    root: Root = ROOT,
) -> None:
    """Show the site on localhost. After each edit, build it again and reload the open page."""
    import errno
    import gc
    import signal
    import threading

    from generator.files import resolved
    from generator.site.server import SiteServer
    from generator.site.watching import Watcher

    gc.enable()  # This command has no end in sight.
    watcher = None
    if site is None:
        site = resolved(root) / "site"
        watcher = Watcher(resolved(root), site, lambda said: print(said, file=sys.stderr, flush=True))
        with _progress("Building the site"):
            built = watcher.build()
        if not built and not (site / "index.html").is_file():
            raise SystemExit(1)
    elif not (site / "index.html").is_file():
        _fail([f"{site}: no-site: no site has been built here yet; run 'dossier build' first"])
    try:
        server = SiteServer(site, port, watcher)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        _fail([f"port {port}: port-in-use: another program uses it; name another port, or 0 for any that is free"])
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler)
    if watcher:
        threading.Thread(target=watcher.run, daemon=True).start()
    with server:
        try:
            out.print(Text.assemble(server.url, ("  (Ctrl+C stops)", "dim")), soft_wrap=True)
            server.serve_forever(poll_interval=0.1)
        except KeyboardInterrupt:
            pass
        finally:
            if watcher:
                watcher.stop()


@_command("dossier card 'gun lobby'")
def card(
    name: Annotated[str, typer.Argument(help="A name or nickname; typos are fine.")],
    as_of: Annotated[
        str, typer.Option(help="Show the card as it was: an edition such as limited, or a date such as 2001-12.")
    ] = "now",
    as_json: Json = False,
    root: Root = ROOT,
) -> None:
    """Show a card: numbers, alignments, arrows, abilities, and the rulings about it. If several games have a card
    of that name, show each.
    """
    from generator import answers

    with _compiled(root) as compiled:
        found = compiled.find(name)
        if not found.record:
            _fail([f"no card is called {name!r}{_near(found.suggestions)} (unknown-card)"])
        ids = [each.id for each in (found.record, *found.others)]
        cards = (
            [answers.card(compiled, each) for each in ids]
            if as_of == "now"
            else answers.cards_as_of(compiled, ids, as_of)
        )
        if as_json:
            _print_json(_without_words(cards[0]))
            return
        for number, it in enumerate(cards):
            if number:
                _say(" ")
            _print_card(compiled, it)


def _without_words(it: Mapping[str, Any]) -> dict[str, Any]:
    """A card without what only a printed one needs."""
    since = [{key: value for key, value in erratum.items() if key != "id"} for erratum in it.get("changed_since", ())]
    return {key: since if key == "changed_since" else value for key, value in it.items() if key != "in_words"}


def _print_card(compiled: Compiled, it: Mapping[str, Any]) -> None:
    now = "as_of" not in it
    kinds = ("New World Order" if it["subtype"] == "nwo" else it["subtype"] or it["type"], it["nwo"], it["rarity"])
    what = " · ".join(
        (compiled.set_title(it["set"]), *(f"{kind[:1].upper()}{kind[1:]}" for kind in dict.fromkeys(kinds) if kind))
    )
    _say((it["name"], "bold"), "  ", (what, "dim"))
    if not now:
        _say((f"as it read {it['in_words']}", "bold"), indent=2)
    numbers: list[Part] = [
        part for label, value in _numbers(compiled, it).items() for part in ("   ", f"{label} ", (value, "bold"))
    ]
    words = [f"{name} (at times)" if name in it["sometimes"] else name for name in it["alignments"]]
    out_of = f"out {', '.join(it['arrows_out'])}" if it["arrows_out"] else "none out"
    has_arrows = it["power"] is not None or it["arrows_out"]
    into = f"in {it['arrow_in']}, " if it["arrow_in"] else ""
    arrows = f"arrows {into}{out_of}" if has_arrows else ""
    unsure = "  (published lists disagree)" if it["arrows_unsure"] else ""
    lines: tuple[list[Part], ...] = (
        [it["type_line"] or ""],
        numbers[1:],
        [" · ".join((*words, *it["attributes"]))],
        [arrows, (unsure, "dim")],
    )
    for parts in lines:
        _say(*parts, indent=2)
    for clause in it["clauses"]:
        _say(clause["text"], indent=2, lead=["• "])
        _say(_from(map(compiled.source, clause["cites"])), indent=4)
    _say((it["remark"] or "", "dim"), indent=2)
    changes = [
        erratum
        for erratum in compiled.errata_of(it["id"])
        if now or erratum["id"] in [each["id"] for each in it["changed_since"]]
    ]
    none = "" if now else "No document says that it has changed since."
    _say(("Changed:" if now else "Changed since:") if changes else (none, "dim"), indent=2)
    for erratum in changes:
        _say(f"{erratum['date']} {erratum['edition']}: ", (erratum["title"], "bold"), indent=2, lead=["• "])
        _say(erratum["says"], " ", _from(map(compiled.source, erratum["states"])), indent=4)
        if erratum["not_known"] and not now:
            _say((f"Not known, so shown as it was changed: {erratum['not_known']}", "dim"), indent=4)
    if rulings := compiled.rulings_about(it["id"]):
        _say("Rulings (to read one: dossier ruling ID):", indent=2)
    for ruling, title in rulings.items():
        _say(title, (f"  {ruling}", "dim"), indent=2, lead=["• "])


def _numbers(compiled: Compiled, it: Mapping[str, Any]) -> dict[str, str]:
    """The numbers as the card prints them: an asterisk says that a sentence says more. Cards of some games print it in
    place of the number.
    """
    alone = bool(it["starred"]) and compiled.ruleset(it["game"]).asterisk_alone

    def printed(name: str) -> str:
        starred = name in it["starred"]
        return "*" if starred and alone else f"{it[name]}{'*' if starred else ''}"

    second = it["transferable_power"] or it["global_power"]
    power = f"{'*' if it['variable_power'] else printed('power')}{f'/{second}' if second else ''}"
    return {
        name.capitalize(): power if name == "power" else printed(name)
        for name in ("power", "resistance", "income")
        if it[name] is not None
    }


@_command("dossier search 'violent groups with power 5 or more'")
def search(
    query: Annotated[str, typer.Argument(help="A question in your own words, or fields such as type:group power:>=4.")],
    limit: Annotated[int, typer.Option(min=1, max=200, help="How many results to show at most.")] = 12,
    as_json: Json = False,
    root: Root = ROOT,
) -> None:
    """Search cards, rules, rulings and words: the answer comes first, then the places that say more. Typos and
    missing accents are fine.
    """
    from generator.search.asking import ask
    from generator.search.opening import NoIndex

    index = root / "build" / "index"
    try:
        found = ask(index, query, limit)
    except NoIndex:
        from generator.search.index import build_index
        from generator.search.synonyms import read_synonyms
        from generator.site.book import Book
        from generator.site.findable import documents

        with _progress("Indexing"), _compiled(root) as compiled:
            build_index(documents(Book(compiled.catalog)), index, read_synonyms(root, compiled.catalog))
        found = ask(index, query, limit)
    if found.problems:
        _fail_in(query, found.problems)
    if as_json:
        from generator.structs import as_data

        _print_json(as_data(found))
        return
    if found.corrected:
        _say(("Showing results for ", "dim"), found.corrected)
    if found.sum:
        _say(found.sum)
    if found.nothing:
        _say((f"No card has all of this{'; these have most of it' * found.nearest}.", "dim"))
    if found.missing:
        _say(("No erratum is published for ", "dim"), found.missing, (".", "dim"))
    for position in found.positions:
        _sum_of(root, position)
    if found.understood:
        _say((f"{dict(found.kinds)['card']} cards", "bold"), f" with {found.understood}")
    listed = found.understood and found.hits[0].kind == "card"  # none of them is the answer
    for number, hit in enumerate(found.hits):
        game = f"{hit.game} · " if hit.game else ""
        _say((hit.title, "bold"), "  ", (f"{game}{hit.kind} · {hit.url}", "dim"))
        _say(*(_marked(hit.snippet, hit.marks) if number or listed or not found.answer else [found.answer]), indent=2)
    shown = f", the first {len(found.hits)} shown" if len(found.hits) < found.total else ""
    _say((f"{found.total} found{shown}", "dim"))


def _sum_of(root: Path, position: str) -> None:
    """The sum of an attack in two lines."""
    from generator import answers

    with _compiled(root) as compiled:
        found = answers.attack(compiled, position)
    legal: tuple[Part, ...] = (
        () if all(reason["ok"] for reason in found["reasons"]) else (("   not legal", "red"), " like this")
    )
    _say(*_sum_words(found), *legal, (f"   dossier attack {position!r}", "dim"))
    _say(", ".join(f"{_signed(line):+d} {line['label']}" for line in found["lines"]), indent=2)


def _marked(text: str, marks: Iterable[tuple[int, int]]) -> Iterator[Part]:
    at = 0
    for start, end in marks:
        yield from (text[at:start], (text[start:end], "bold"))
        at = end
    yield text[at:]


@_command("dossier attack 'deluxe control the-mafia>loan-sharks'")
def attack(
    position: Annotated[str, typer.Argument(help="A position in one line, as in a link to the calculator.")],
    as_json: Json = False,
    root: Root = ROOT,
) -> None:
    """Work out an attack: every line of the sum with its source, what to roll, the odds, and whether it is legal."""
    from generator import answers

    with _compiled(root) as compiled:
        found = answers.attack(compiled, position)
        about = [reason["about"] for reason in found["reasons"] if reason["about"]]
        names = {
            card: compiled.name(card).name
            for each in found["questions"]
            for card in (each.get("puppet"), each.get("master"), each.get("holds"))
            if card
        }
        names |= {card: compiled.name(card).name for card in about}
    if as_json:
        _print_json(found)
        return
    out.print(found["position"], style="dim", soft_wrap=True)
    for line in found["lines"]:
        _say(line["label"], lead=((f"{_signed(line):+3d}", "bold"), "  "))
        _say((line["text"], "dim"), " ", _from(line["sources"]), indent=5)
    for name in found["changes_nothing"]:
        _say(f"{name} changes nothing here")
    for name in found["not_counted"]:
        _say(
            f"what {name} does as it enters play is not counted here: if it changes the Power of a card, say so with"
            " power="
        )
    _say(*_sum_words(found))
    failing = [reason for reason in found["reasons"] if not reason["ok"]]
    unmet, verdict = (f"{len(failing)} of", ("not legal", "red")) if failing else ("all", ("legal", "green"))
    _say(verdict, f" ({unmet} {len(found['reasons'])} requirements {'not ' * bool(failing)}met)")
    for reason in sorted(found["reasons"], key=lambda reason: reason["ok"]):
        _say(_reason_words(names, reason), " ", _from(reason["sources"]), indent=2, lead=_mark(reason["ok"]))
    for each in found["questions"]:
        legal = (
            "" if each["legal"] == (not failing) else ", and it is legal" if each["legal"] else ", and it is not legal"
        )
        asked = (
            f"Is {names[each['puppet']]} a puppet of {names[each['master']]}? Then"
            if "puppet" in each
            else (
                f"{names[each['holds']]} asks whether {each['waits']}{'' if each['waits'].endswith('.') else '.'}"
                " If so,"
            )
        )
        _say(f"{asked} the strength is {each['strength']}{legal}:", indent=2, lead=["? "])
        out.print(f"    {each['position']}", style="dim", soft_wrap=True)


def _sum_words(ledger: Mapping[str, Any]) -> tuple[Part, ...]:
    return (
        f"strength {ledger['strength']}",
        "bold",
    ), f"   {_roll_words(ledger)}   {ledger['odds']} ({ledger['ways'] / 36:.0%})"


def _roll_words(ledger: Mapping[str, Any]) -> str:
    if ledger["needed"] is None:
        return "no roll succeeds"
    if ledger["fixed_roll"] is not None:
        return f"roll {ledger['needed']} or less; a Special makes it {ledger['fixed_roll']}"
    return f"roll {ledger['needed']} or less"


def _reason_words(names: Mapping[str, str], reason: Mapping[str, Any]) -> str:
    """`The Mafia: the attacker has an open arrow`; of a sentence on a card, whether it stands in the way."""
    barred = f"{'not barred' if reason['ok'] else 'barred'} by {reason['text']}"
    return (
        reason["text"]
        if "#" not in reason["source"]
        else f"{names[reason['about']]}: {barred}"
        if reason["about"]
        else barred
    )


@_command("dossier goal 'inwo goal the-network players=4 groups=phone-company,n-s-a,texas devastated=texas'")
def goal(
    line: Annotated[str, typer.Argument(help="What a player has in one line, as in a link to the goal counter.")],
    as_json: Json = False,
    root: Root = ROOT,
) -> None:
    """Count what a player has toward each Goal: what each card counts as and why, and what is missing."""
    from generator import answers

    with _compiled(root) as compiled:
        found = answers.goal(compiled, line)
        if as_json:
            _print_json(found)
            return
        names = {name.id: name.name for name in compiled.names}
        out.print(found["line"], style="dim", soft_wrap=True)
        for standing in found["goals"]:
            _print_standing(compiled, names, standing)


def _print_standing(compiled: Compiled, names: Mapping[str, str], standing: Mapping[str, Any]) -> None:
    def source(cites: Iterable[str]) -> Part:
        return _from(dict.fromkeys(map(compiled.source, cites)))

    met = standing["ok"] and not standing["bar"]
    called = {"basic": "Basic Goal", "special": "Special Goal"}.get(standing["goal"]) or names[standing["goal"]]
    missing = " and ".join(count["missing"] for count in standing["counts"] if count["missing"])
    verdict = f"missing: {missing}" if missing else "met" if met else "cannot win"
    _say((called, "bold"), f"  {verdict}", lead=_mark(met))
    _say((standing["text"], "dim"), " ", source(standing["cites"]), indent=2)
    _say((standing["bar"] or "", "red"), indent=2)
    for count in standing["counts"]:
        _say(f"{count['have']} of {count['need']} {count['what']}", indent=2)
        for step in count["steps"][1:]:
            _say(
                f"{names[step['by']]}: {step['why']}",
                " ",
                source(step["cites"]),
                lead=((f"    asked {step['amount']:+d}", "dim"), "  "),
            )
        for share in count["shares"]:
            whose = f"{names.get(share['card'], share['card'])}: "
            _say(
                whose,
                (share["why"], "dim"),
                " ",
                source(share["cites"]),
                lead=((f"    {share['amount']:2d}", "bold"), "  "),
            )


@_command("dossier ruling mafia-against-loan-sharks")
def ruling(
    ruling_id: Annotated[
        str | None,
        typer.Argument(metavar="[ID]", help="The id or title of one ruling; without it, all rulings are listed."),
    ] = None,
    reset: Annotated[
        bool, typer.Option("--reset", help="Replace the expected values that differ; then review them.")
    ] = False,
    root: Root = ROOT,
) -> None:
    """Explain a ruling: question, answer, sources, the plays, each expectation, what the engine says, and what another
    game would.
    """
    from generator import answers
    from generator.catalog.problems import nearest

    with _compiled(root) as compiled:
        known = [row["id"] for row in compiled.rulings]
        ruling_id = next(
            (row["id"] for row in compiled.rulings if ruling_id in (*row["formerly"], row["title"])), ruling_id
        )
        if ruling_id is not None and ruling_id not in known:
            near = _near([nearest(ruling_id, known) or ""]) or "; dossier search finds it by its words"
            _fail([f"no ruling is called {ruling_id!r}{near} (unknown-ruling)"])
        if reset:
            _reset(compiled, root, ruling_id)
            return
        with _progress("Playing the rulings"):
            found = [answers.ruling(compiled, ruling_id)] if ruling_id else answers.rulings(compiled)
    if ruling_id:
        _print_ruling(found[0])
    for each in found if not ruling_id else ():
        _say(f"{each['id']}  ", (each["title"], "dim"), lead=_mark(each["passed"]))
    if not all(each["passed"] for each in found):
        raise SystemExit(1)


def _reset(compiled: Compiled, root: Path, ruling_id: str | None) -> None:
    from generator.rulings import World, read_scenarios, reset, run

    catalog = compiled.catalog
    with _progress("Playing the rulings"):
        scenarios = read_scenarios(catalog, rulings=[ruling_id] if ruling_id else ())
        verdicts = [run(one, World(catalog, one.ruling.game)) for one in scenarios]
    files = sorted({root / one.ruling.file for one in scenarios})
    changes = [change for file in files for change in reset(file, verdicts)]
    for change in changes:
        _say(str(change).removeprefix(f"{root}/"))
    _say(f"{len(changes)} expected values rewritten" + ("; review them with git diff" if changes else ""))


@_command("dossier diff-answers inwo subgenius")
def diff_answers(
    one: Annotated[str, typer.Argument(metavar="GAME", help="The game of the rulings.")],
    other: Annotated[str, typer.Argument(metavar="GAME", help="The game in which their scenarios are played too.")],
    as_json: Json = False,
    root: Root = ROOT,
) -> None:
    """List the rulings that have a different answer in another game, with cards of the same names and plays on the
    same table.
    """
    from msgspec.structs import asdict

    from generator import answers
    from generator.catalog.problems import nearest
    from generator.rulings import World, elsewhere, here, read_scenarios, tables_elsewhere

    with _compiled(root) as compiled:
        catalog = compiled.catalog
    for name in (one, other):
        if name not in catalog.fails_from:
            _fail([f"no game is called {name!r}{_near([nearest(name, catalog.fails_from) or ''])} (unknown-game)"])
    with _progress("Playing again"):
        attacks = [
            (ruling, (own, there))
            for ruling in catalog.rulings
            if ruling.game == one and (own := here(catalog, ruling))
            for there in elsewhere(catalog, own)
            if there.game == other
        ]
        worlds = {game: World(catalog, game) for game in (one, other)}
        tables = [
            (scenario.ruling, there)
            for scenario in read_scenarios(catalog, {one})
            for there in tables_elsewhere(scenario, worlds)
        ]
    found = [(ruling, both) for ruling, both in attacks if both[0].differs(both[1])]
    played = [(ruling, answers.table_data(compiled, there)) for ruling, there in tables if there.differs]
    if as_json:
        sums = [
            {each.game: {"position": str(each.position), **answers.ledger_data(compiled, each.ledger)} for each in both}
            for _, both in found
        ]
        told = [*sums, *(_table_answer_data(data, one) for _, data in played)]
        _print_json([{"ruling": ruling.id, **data} for (ruling, _), data in zip([*found, *played], told, strict=True)])
        return
    for ruling, both in found:
        _say((ruling.title, "bold"), "  ", (ruling.id, "dim"))
        for answer, against in (both, both[::-1]):
            lines = "; ".join(f"{_signed(asdict(line)):+d} {line.label}" for line in answer.own_lines(against))
            _say(f"{answer.game}: ", *_answer_words(asdict(answer.ledger)), (f"  {lines}", "dim"), indent=2)
    for ruling, data in played:
        _say((ruling.title, "bold"), "  ", (ruling.id, "dim"))
        _print_table_answer(data)
    of = f"{len(found) + len(played)} of {len(attacks) + len(tables)}"
    _say(f"{of} scenarios that both games can play have a different answer")


def _answer_words(ledger: Mapping[str, Any]) -> tuple[Part, ...]:
    return f"strength {ledger['strength']}, {_roll_words(ledger)}", *(
        () if ledger["legal"] else (", ", ("not legal", "red"))
    )


def _print_table_answer(there: Mapping[str, Any]) -> None:
    for play in there["plays"]:
        legal = (
            f"not legal here, legal in {there['game']}; here"
            if play["legal_there"]
            else f"legal here, not legal in {there['game']};"
        )
        for reason in play["broken"]:
            _say(f"play {play['play']}: {legal} it requires: {reason['text']}", " ", _from(reason["sources"]), indent=2)
    for line in there["lines"]:
        here, elsewhere = line["in_words"]
        _say(f"{line['text']}: {here}; {there['game']}: {elsewhere}", indent=2)


def _table_answer_data(there: Mapping[str, Any], one: str) -> dict[str, Any]:
    """What differs on a table as JSON data: each play that is legal in only one game, each line with both answers."""
    return {
        "plays": [
            {"play": play["play"], "legal_in": there["game"] if play["legal_there"] else one, "broken": play["broken"]}
            for play in there["plays"]
        ],
        "lines": [
            {"text": line["text"], one: line["here"], there["game"]: line["there"], "why": line["why"]}
            for line in there["lines"]
        ],
    }


def _print_ruling(found: Mapping[str, Any]) -> None:
    _say((found["title"], "bold"), "  ", (found["id"], "dim"))
    _say((found["question"], "italic"))
    _say(found["answer"], " ", _from(found["sources"]))
    _say(("Verified by the rules engine.", "green") if found["passed"] else ("The rules engine disagrees.", "red"))
    _print_cases(found)
    for there in found["elsewhere"]:
        _say((f"In {there['game']}:", "bold"), " ", *_answer_words(there))
    for there in found["tables"]:
        _say((f"In {there['game']}:", "bold"))
        _print_table_answer(there)


def _print_cases(found: Mapping[str, Any]) -> None:
    """The case of a ruling or scenario, with the sum of its last attack if that is asked for, and its counter-case if
    there is one.
    """
    _print_case(found["case"])
    if found.get("ledger"):
        _print_sum(found["ledger"])
    if found["counter"]:
        _say(("But:", "bold"), f" {found['counter']['says']}")
        _print_case(found["counter"])
    if not found["flips"]:
        _say("every expectation holds in the counter-case too, so it shows no difference", lead=_mark(False))


@_command("dossier scenario mine.yaml")
def scenario(
    file: Annotated[
        Path, typer.Argument(help="A YAML file with a scenario, or a list of them, written as in the files of rulings.")
    ],
    choices: Annotated[
        str | None,
        typer.Option("--choices", metavar="PLAYER", help="List what this player may and can't do after the last play."),
    ] = None,
    as_json: Json = False,
    root: Root = ROOT,
) -> None:
    """Play your scenarios: what happens at each play or why it is not legal, the sum of the last attack, and
    whether what you expect holds.

    A scenario has the key `game` (inwo, subgenius or deluxe), a `table` with a list `play`, or a `position`, and may
    have `expect`.
    """
    from generator import answers
    from generator.kept import LARGEST

    with file.open("rb") as source:
        content = source.read(LARGEST + 1)
    if len(content) > LARGEST:
        _fail([f"{file}:1:1: too-large: this file has more than {LARGEST} bytes"])
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start]
        line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
        _fail([f"{file}:{line}:{column}: bad-encoding: this is not UTF-8 text"])
    with _progress("Playing"), _compiled(root) as compiled:
        found = answers.scenarios(compiled, str(file), text, choices)
    if as_json:
        _print_json(found)
    for each in found if not as_json else ():
        _print_scenario(each)
    if not all(each["passed"] for each in found):
        raise SystemExit(1)


def _print_scenario(found: Mapping[str, Any]) -> None:
    _say((found["title"], "bold"), "  ", (found["game"], "dim"))
    _say(found["question"])
    _say(found["answer"])
    _print_cases(found)
    _print_choices(found["choices"])
    if found["case"]["lines"]:
        _say(("What you expect holds.", "green") if found["passed"] else ("What you expect does not hold.", "red"))


def _print_choices(choices: Sequence[Mapping[str, Any]]) -> None:
    """What may be done at once, what may be done once more is said, and what may not be done, with the first reason."""
    for heading, kind in (("May", "legal"), ("May, and must say more", "asks"), ("Not now", "broken")):
        lines: dict[tuple[str, ...], list[str]] = {}
        for each in choices:
            if each[kind]:
                why = each["broken"][0] if each["broken"] else None
                said = ", ".join(
                    f"{name} {value}".rstrip() for name, value in each["says"].items() if name not in _LISTED
                )
                key = (
                    f"{each['do']}{': ' * bool(said)}{said}",
                    *(name for name in _LISTED if name in each["says"]),
                    *each["asks"],
                    *_costs(each),
                )
                rest = f"; it requires: {why['text']}" if why else ""
                lines.setdefault((*key, f"{rest} {_from(why['sources'] if why else ())[0]}"), []).extend(
                    each["says"][name] for name in _LISTED if name in each["says"]
                )
        if lines:
            _say((f"{heading}:", "bold"))
        for (play, *more, rest), listed in lines.items():
            named = [name for name in _LISTED if name in more]
            end = "; ".join(part for part in more if part not in named)
            words = ", ".join([play, *(f"{name} {_either(listed)}" for name in named)])
            _say(words, (f"{'; ' * bool(end)}{end}{rest}", "dim"), indent=2)


_LISTED = ("target", "side")
"""What plays that are otherwise the same differ in: they stand in one line."""


def _either(names: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _costs(choice: Mapping[str, Any]) -> Iterator[str]:
    """What a choice costs, and which cards it may name, in words."""
    if choice["spends"]:
        yield f"spends a token of {' and '.join(choice['spends'])}"
    if choice["discards"]:
        yield f"discards {' and '.join(choice['discards'])}"
    if choice["money"]:
        yield f"costs {choice['money']} MB"
    if choice["among"]:
        yield f"one of {', '.join(choice['among'])}"


def _print_sum(ledger: Mapping[str, Any]) -> None:
    for line in ledger["lines"]:
        _say(line["label"], "  ", _from(line["sources"]), lead=((f"  {_signed(line):+3d}", "bold"), "  "))
    _say(*_sum_words(ledger), indent=2)
    for reason in ledger["reasons"]:
        if not reason["ok"]:
            _say(
                f"not legal: it requires: {reason['text']}", " ", _from(reason["sources"]), indent=2, lead=_mark(False)
            )


def _print_case(case: Mapping[str, Any]) -> None:
    if case["position"]:
        out.print(f"  {case['position']}", style="dim", soft_wrap=True)
    for number, step in enumerate(case["steps"], 1):
        _say(step["play"], indent=2, lead=[f"{number}. "])
        for event in step["events"]:
            _say((event, "dim"), indent=2, lead=(("→ ", "dim"),))
        for reason in step["broken"]:
            _say(
                (f"not legal: it requires: {reason['text']}", "dim"),
                " ",
                _from(reason["sources"]),
                indent=2,
                lead=_mark(False),
            )
    for line in case["lines"]:
        engine = f"the engine says {line['actual']}"
        actual = "" if line["ok"] else f"; {line['why'] or engine}"
        note = f"  {line['note']}" if line["note"] else ""
        _say(
            f"{line['text']}: {line['expected']}{actual}",
            (note, "dim"),
            " ",
            _from(line["sources"]),
            indent=2,
            lead=_mark(line["ok"]),
        )


@_command("dossier coverage --json")
def coverage(
    as_json: Json = False,
    each: Annotated[
        bool, typer.Option("--map", help="For each statement, print what states it and which rulings settle it.")
    ] = False,
    root: Root = ROOT,
) -> None:
    """Count what is stated, settled and written in the language, and list what is missing."""
    from generator.database.abilities import read_abilities
    from generator.database.coverage import coverage as count
    from generator.database.coverage import missing, settled_by, stated_by
    from generator.rulings.judged import in_short

    with _progress("Counting"):
        with _compiled(root) as compiled:
            catalog, verdicts = compiled.catalog, in_short(compiled)
        if each:
            stated, settled = stated_by(catalog), settled_by(catalog, verdicts)
            found = {
                row.id: {"stated": stated.get(row.id, ()), "settled": settled.get(row.id, ())}
                for row in catalog.statements
            }
        else:
            found = count(catalog, verdicts, read_abilities(root, [each.id for each in catalog.sets]))
    if as_json:
        _print_json(found)
    elif each:
        for statement, its in found.items():
            _say(
                (statement, "bold"),
                f"  {', '.join((*its['stated'], *(f'ruling {name}' for name in its['settled']))) or '-'}",
            )
    else:
        _print_figures(found)
        _print_missing(missing(catalog, verdicts))


def _print_figures(figures: Mapping[str, Any]) -> None:
    for cards, number in figures["cards"].items():
        _say((cards, "bold"), f": {number} cards")
    for document, its in figures["statements"].items():
        _say((document, "bold"), f": {its['stated']} of {its['rows']} statements stated, {_settled(its)}")
        for kind, counts in its["by_kind"].items() if its["stated"] else ():
            if counts["checkable"]:
                _say(f"{kind:<12}{_settled(counts)}", indent=2)
    for cards, types in figures["clauses_by_type"].items():
        for kind, its in types.items():
            _say((f"{cards} {kind}", "bold"), f": {_written(its)}")
    for game, its in figures["clauses"].items():
        _say(
            (game, "bold"),
            f": {_written(its)}; of what touches attacks, {its['attack_sentences']} of {its['attack_clauses']} are"
            " sentences",
        )
    for game, its in figures["rulings"].items():
        _say(
            (game, "bold"),
            f": {its['passed']} of {its['count']} rulings pass, {its['with_counter_case']} with a counter-case",
        )
    for cards, its in figures["abilities"].items():
        noticed = (
            f"{its['silenced_noticed']} of {its['silenced']} silenced and {its['changed_noticed']} of {its['changed']}"
            " changed clauses"
        )
        _say((cards, "bold"), f": a ruling notices {noticed} ({figures['abilities_commit']})")


def _print_missing(found: Mapping[str, Sequence[str]]) -> None:
    for heading, ids in found.items():
        if ids:
            _say((heading, "bold"), f" ({len(ids)}):")
            _say((" ".join(ids), "dim"), indent=2)


def _written(its: Mapping[str, int]) -> str:
    return (
        f"{its['accounted']} of {its['fragments']} facts said in {its['sentences']} sentences and {its['notes']} notes,"
        f" {its['run']} run by the engine"
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
    from generator.catalog.problems import printable
    from generator.database.exports import FORMATS
    from generator.database.exports import export as write
    from generator.rulings.judged import in_short
    from generator.site.build import claim_export

    wanted = [name for name, asked in zip(FORMATS, (as_json, as_csv), strict=True) if asked] or [*FORMATS]
    with _progress("Playing the rulings"):
        with _compiled(root) as compiled:
            catalog, verdicts = compiled.catalog, in_short(compiled)
        claim_export(output, root, [file for name in wanted for file in FORMATS[name]])
        paths = write(catalog, wanted, output, verdicts)
    for path in paths:
        out.print(printable(str(path)), soft_wrap=True)


if __name__ == "__main__":
    main()
