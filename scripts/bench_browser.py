"""Times what a reader waits for, in Chromium on this machine: in the search its index and the suggestions after each
letter, in the card browser the list of all cards and each letter typed, in the calculator each change of an attack.

    .venv/bin/python scripts/bench_browser.py                 the site in site/, at full speed and four times slower
    .venv/bin/python scripts/bench_browser.py --site DIR -x 6
    make bench ARGS=calculator                            the calculator alone
    make bench ARGS=find                                  the search alone

For each letter: how long the page takes to show it (the browser's own event timing, in steps of 8 ms), and how long
until the cards that it finds are there. A frame is 16.7 ms.
"""

from __future__ import annotations

import argparse
import gzip
import json
import statistics
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from browser import launch

from generator.site.server import SiteServer

TYPED = ("mafia", "computer power>=3", "type:group al", "privlege", "bjorne")
WATCH = """
  window.letters = []; window.answers = []; window.long = []; window.shift = 0;
  const watch = (type, each, more = {}) => new PerformanceObserver((list) => list.getEntries().forEach(each))
    .observe({ type, buffered: true, ...more });
  watch("event", (entry) => { if (entry.name === "input") letters.push(entry.duration); }, { durationThreshold: 16 });
  watch("longtask", (entry) => long.push(Math.round(entry.duration)));
  watch("layout-shift", (entry) => { if (!entry.hadRecentInput) shift += entry.value; });
  let typed = 0;
  addEventListener("input", () => { typed = performance.now(); }, true);
  addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
    if (typed) answers.push(performance.now() - typed);
    typed = 0;
  }).observe(document.querySelector("#card-browser"), { childList: true, subtree: true, characterData: true }));
"""


ATTACK = (
    "inwo control japan>b-a-t-f aid=n-s-a,canada,pentagon,i-r-s,post-office,england"
    " against=hackers,wargamers,b-a-t-f*2,cycle-gangs,survivalists,feminists with=the-network,dentists at=2"
    " under=the-mafia over=wargamers rival=clipper-chip,lawyers third=hackers"
    " link=commitment+b-a-t-f,necronomicon+b-a-t-f nwo=political-correctness,solidarity"
    " play=martial-law+japan,martyrs+japan"
)
"""An attack with twelve helpers and opponents."""
CHANGE = """async (times) => {
  const button = (name) => document.querySelector(`.calc-form [aria-label="${name}"]`);
  const labelled = (text) => [...document.querySelectorAll(".calc-form label")].find((label) => label.textContent === text);
  const controls = [
    labelled("3 or more"), labelled("The attack was declared privileged"), labelled("Next to them"),
    button("Action tokens of B.A.T.F.: 1 token more"), labelled("To destroy"), button("Action tokens of B.A.T.F.: 1 token less"),
    labelled("To control"), labelled("1 Group away"),
  ];
  const found = [];
  for (let index = 0; index < times; index += 1) {
    const start = performance.now();
    controls[index % controls.length].click();
    document.body.getBoundingClientRect(); // the layout belongs to it
    found.push(performance.now() - start);
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  }
  return found;
}"""  # noqa: E501


ASKED = (
    "orbitel mind controll lazers",
    "how many groups to win 5 players",
    "violent weird power>=4",
    "attack bonuses deluxe vs inwo",
    "mafia attack irs",
    "what does orbital mind control lasers do",
    "errata vatican city",
    "how does privileged attack work",
    "paralysis",
    "can i play two new world orders at the same time",
    "assasination",
    "hand size",
    "who goes first",
)
READY = """async () => {
  const start = performance.now();
  document.querySelector("#find").focus();
  const engine = await import("./assets/dossier/search-engine.js");
  await engine.theEngine();
  return performance.now() - start;
}"""
LETTERS = """async (asked) => {
  const field = document.querySelector("#find");
  const list = document.getElementById(field.getAttribute("aria-controls"));
  const channel = new MessageChannel();
  const next = () => new Promise((done) => { channel.port1.onmessage = done; channel.port2.postMessage(0); });
  const isShown = () => {
    const last = [...list.querySelectorAll("[role=option]")].at(-1);
    return !last || new URL(last.href).searchParams.get("q") === field.value;
  };
  const found = [];
  for (const question of asked) {
    for (let end = 1; end <= question.length; end += 1) {
      field.value = question.slice(0, end);
      const start = performance.now();
      field.dispatchEvent(new Event("input", { bubbles: true }));
      for (let turn = 0; turn < 12; turn += 1) await null; // all that happens at once
      document.body.getBoundingClientRect(); // the layout belongs to it
      let time = performance.now() - start;
      while (!isShown()) {
        await next();
        document.body.getBoundingClientRect();
        time = performance.now() - start;
      }
      found.push([time, field.value]);
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    }
  }
  return found;
}"""
KEYS = r"""
  window.keys = [];
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => { if (entry.name === "keydown") keys.push(entry.duration); }))
    .observe({ type: "event", buffered: true, durationThreshold: 16 });
"""  # noqa: E501
TIMES_READY = 5
WARM = """async () => {
  const engine = await (await import("./assets/dossier/search-engine.js")).theEngine();
  const start = performance.now();
  while (!engine.prepare(() => false)) await new Promise((done) => setTimeout(done, 20));
  return performance.now() - start;
}"""
"""Until the engine has looked up, in idle time, what it keeps; answers how long that took."""


def processor_times(events: list[dict[str, Any]]) -> list[float]:
    """From what Chromium recorded, how long a processor worked on each letter, in milliseconds, by the clock of the
    page's own thread.

    On a machine that others use too this is what the page asks of it; the time on the wall has their work in it as
    well.
    """
    threads = {
        (event["pid"], event["tid"]) for event in events if event.get("args", {}).get("name") == "CrRendererMain"
    }
    found = [
        event
        for event in events
        if event.get("ph") == "X" and "tdur" in event and (event["pid"], event["tid"]) in threads
    ]
    typed = [
        event["ts"] for event in found if event["name"] == "EventDispatch" and event["args"]["data"]["type"] == "input"
    ]
    tasks = [event for event in found if event["name"] in ("TimerFire", "FunctionCall", "v8.callFunction")]
    return [
        max((task["tdur"] for task in tasks if task["ts"] <= at <= task["ts"] + task["dur"]), default=0) / 1000
        for at in typed
    ]


def suggestions(browser: Browser, url: str, slower: int) -> str:
    """How long the search needs from the focus until it can answer, and from a letter until its suggestions are laid
    out.

    All runs on the thread that shows the page, so this is also how long a letter is held up. What the browser itself
    counts from a key to the next picture has the wait for a frame in it.
    """
    ready = []
    for _ in range(TIMES_READY):
        context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block")
        page = context.new_page()
        page.add_init_script(KEYS)
        page.goto(url)
        page.wait_for_load_state("networkidle")
        ready.append(page.evaluate(READY))
        if len(ready) < TIMES_READY:
            context.close()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    warm = page.evaluate(WARM)
    page.evaluate(LETTERS, ["violent weird"])  # brings the cards' own index, once
    first = sorted(time for time, _ in page.evaluate(LETTERS, ASKED))  # before a browser has compiled it
    letters = sorted(page.evaluate(LETTERS, ASKED))
    times = [time for time, _ in letters]
    browser.start_tracing(page=page, categories=["devtools.timeline"])  # which itself takes time
    page.evaluate(LETTERS, ASKED)
    work = sorted(processor_times(json.loads(browser.stop_tracing())["traceEvents"]))
    page.locator("#find").fill("")
    page.evaluate("keys.length = 0")
    for question in ASKED[:3]:
        page.locator("#find").press_sequentially(question, delay=60)
        page.locator("#find").fill("")
    pressed = sum(map(len, ASKED[:3]))
    keys = sorted(
        [*page.evaluate("keys"), *[16] * pressed][:pressed]
    )  # those below the threshold of 16 ms are not reported
    context.close()
    return (
        f"ready {statistics.median(ready):.0f} ms after the focus ({', '.join(f'{each:.0f}' for each in ready)}; not"
        f" slowed); then {warm:.0f} ms of idle time; {len(letters)} letters, {slower} x slower: suggestions laid out"
        f" after {statistics.median(times):.1f}, p99 {times[int(len(times) * 0.99)]:.1f}, worst {times[-1]:.1f} ms"
        f" ({letters[-1][1]!r}); when nothing is compiled yet, {statistics.median(first):.1f} and"
        f" {first[int(len(first) * 0.99)]:.1f}; by the clock of the processor, while it is recorded,"
        f" {statistics.median(work):.1f} and {work[int(len(work) * 0.99)]:.1f}; key to picture by the browser's count"
        f" (steps of 8 ms, the wait for a frame included): median {statistics.median(keys):.0f}, p99"
        f" {keys[int(len(keys) * 0.99)]:.0f} ms"
    )


def calculator(browser: Browser, url: str, site: Path, slower: int = 1) -> str:
    """What the calculator loads before it can be used, and how long a change of a large attack takes: scripts and
    layout.
    """
    context = browser.new_context(viewport={"width": 1280, "height": 900}, service_workers="block")
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.goto(f"{url}calculator/#{quote(ATTACK, safe='')}")
    page.wait_for_selector(".calc-sum")
    sizes = {"script": 0, "data": 0}
    for address in page.evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)"):
        path = site / address.removeprefix(url).partition("?")[0]
        kind = {".js": "script", ".json": "data"}.get(path.suffix)
        if kind and not {"search", "workers"} & set(path.parts):
            sizes[kind] += len(gzip.compress(path.read_bytes(), 9))
    page.evaluate(CHANGE, 16)  # before a browser has compiled it
    times = sorted(page.evaluate(CHANGE, 1_000))
    context.close()
    return (
        f"{sizes['script'] / 1000:.0f} kB of scripts and {sizes['data'] / 1000:.0f} kB of data compressed; a change of"
        f" an attack with 12 helpers and opponents, {slower} x slower: median {statistics.median(times):.1f}, p99"
        f" {times[int(len(times) * 0.99)]:.1f} ms"
    )


def size_of(path: Path) -> str:
    """How large a file is, as it is and compressed."""
    content = path.read_bytes()
    return f"{len(content) / 1000:.0f} kB, {len(gzip.compress(content, 9)) / 1000:.0f} kB compressed"


def search_lines(site: Path, slower: int = 4) -> Iterator[str]:
    """What a built site loads to search, and how long that takes, in a browser of its own; letters at full speed and
    slower.
    """
    yield f"index {size_of(site / 'data' / 'search.json')}, loaded with the focus of a field"
    with SiteServer(site, 0) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = launch(playwright)
        try:
            for each in (1, slower):
                yield suggestions(browser, server.url, each)
        finally:
            browser.close()
            server.shutdown()


def calculator_line(site: Path) -> str:
    """The same for a built site, in a browser of its own."""
    with SiteServer(site, 0) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = launch(playwright)
        try:
            return calculator(browser, server.url, site)
        finally:
            browser.close()
            server.shutdown()


def measure(browser: Browser, url: str, width: int, slower: int) -> None:
    """Print what a page of this width does on a machine so many times slower."""
    context = browser.new_context(viewport={"width": width, "height": 844}, service_workers="block")
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.add_init_script(WATCH)
    page.goto(url + "cards/")
    page.wait_for_selector("#card-browser.cb-ready")
    ready = page.evaluate("performance.now()")
    page.wait_for_timeout(3_000)
    print(
        f"{width} px, {slower} x slower: controls after {ready:.0f} ms, tasks over 50 ms: {page.evaluate('long')}, "
        f"layout shift {page.evaluate('shift'):.3f}"
    )
    for text in TYPED:
        page.fill(".cb-form input", "")
        page.wait_for_timeout(1_000)
        page.evaluate("letters.length = answers.length = 0")
        page.locator(".cb-form input").press_sequentially(text, delay=120)
        page.wait_for_timeout(800)
        letters, answers = page.evaluate("[letters, answers]")
        letters += [0] * (len(text) - len(letters))  # those below the threshold of 16 ms are not reported
        print(
            f"  {text!r:22} letter: median {statistics.median(letters):3.0f}, worst {max(letters):3.0f} ms; "
            f"its cards: median {statistics.median(answers):3.0f}, worst {max(answers):3.0f} ms"
        )
    context.close()


def main() -> None:
    """Measure the site that was built last."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--site", type=Path, default=ROOT / "site", help="a built site")
    parser.add_argument("-x", "--slower", type=int, default=4, help="how many times slower a phone is")
    arguments = parser.parse_args()
    for name in ("data/search.json", "data/card-index.json", "cards/index.html"):
        print(f"{name}: {size_of(arguments.site / name)}")
    with SiteServer(arguments.site, 0) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = launch(playwright)
        for slower in sorted({1, arguments.slower}):
            print("search:", suggestions(browser, server.url, slower))
            for width in (390, 1280):
                measure(browser, server.url, width, slower)
            print("calculator:", calculator(browser, server.url, arguments.site, slower))
        browser.close()
        server.shutdown()


if __name__ == "__main__":
    main()
