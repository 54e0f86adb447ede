"""Times what a reader of the card browser waits for, in Chromium on this machine: the list of all cards, each letter typed.

    .venv/bin/python scripts/bench_browser.py                 the site in site/, at full speed and four times slower
    .venv/bin/python scripts/bench_browser.py --site DIR -x 6

For each letter: how long the page takes to show it (the browser's own event timing, in steps of 8 ms), and how long until
the cards that it finds are there. A frame is 16.7 ms.
"""

from __future__ import annotations

import argparse
import gzip
import statistics
import sys
import threading
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from browser import launch  # noqa: E402

from generator.site.server import SiteServer  # noqa: E402

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
    print(f"{width} px, {slower} x slower: controls after {ready:.0f} ms, tasks over 50 ms: {page.evaluate('long')}, "
          f"layout shift {page.evaluate('shift'):.3f}")
    for text in TYPED:
        page.fill(".cb-form input", "")
        page.wait_for_timeout(1_000)
        page.evaluate("letters.length = answers.length = 0")
        page.locator(".cb-form input").press_sequentially(text, delay=120)
        page.wait_for_timeout(800)
        letters, answers = page.evaluate("[letters, answers]")
        letters += [0] * (len(text) - len(letters))  # those below the threshold of 16 ms are not reported
        print(f"  {text!r:22} letter: median {statistics.median(letters):3.0f}, worst {max(letters):3.0f} ms; "
              f"its cards: median {statistics.median(answers):3.0f}, worst {max(answers):3.0f} ms")
    context.close()


def main() -> None:
    """Measure the site that was built last."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--site", type=Path, default=ROOT / "site", help="a built site")
    parser.add_argument("-x", "--slower", type=int, default=4, help="how many times slower a phone is")
    arguments = parser.parse_args()
    for name in ("data/card-index.json", "data/titles.json", "cards/index.html"):
        content = (arguments.site / name).read_bytes()
        print(f"{name}: {len(content) / 1000:.0f} kB, {len(gzip.compress(content, 9)) / 1000:.0f} kB compressed")
    with SiteServer(arguments.site, 0) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = launch(playwright)
        for slower in sorted({1, arguments.slower}):
            for width in (390, 1280):
                measure(browser, server.url, width, slower)
        browser.close()
        server.shutdown()


if __name__ == "__main__":
    main()
