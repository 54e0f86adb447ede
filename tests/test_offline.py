"""Once it is asked for, the site works without a network: pages, queries, the calculator with a position, what is
missing.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from conftest import Pages, serving
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Page
from small_site import ASSETS, write_page, write_small_site

from generator.catalog.catalog import Catalog
from generator.catalog.read import read_catalog
from generator.site.offline import Kept, precache
from generator.site.packs import grouped, packed
from generator.site.policy import HEADERS
from generator.site.server import SiteHandler

READY = """() => navigator.serviceWorker.ready.then(
  (found) => found.active.state === "activated" && Boolean(navigator.serviceWorker.controller))"""


@pytest.fixture(scope="module")
def catalog(root: Path) -> Catalog:
    """The catalog of the checkout, with the cards of Deluxe alone: enough to keep."""
    whole = read_catalog(root)
    return whole.with_others(errata=(), cards=tuple(record for record in whole.cards if record.card.game == "deluxe"))


@pytest.fixture
def served(catalog: Catalog, tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A small site in a folder below the server's root: the folder and its URL."""
    site = tmp_path / "served" / "games" / "dossier"
    site.mkdir(parents=True)
    write_small_site(site, catalog)
    with serving(tmp_path / "served") as url:
        yield site, url + "games/dossier/"


def worker_list(site: Path) -> dict[str, Any]:
    """What the worker of a site was given."""
    line = (site / "sw.js").read_text(encoding="utf-8").splitlines()[0]
    return dict(json.loads(line.removeprefix("self.KEPT = ").removesuffix(";")))


def kept_list(site: Path, *names: str) -> dict[str, str]:
    """What the worker of a site keeps, or its "packs" or "pictures" alone: hashes by address."""
    return dict(
        file for name in names or ("packs", "pictures") for _, files in worker_list(site)[name] for file in files
    )


def pack_of(site: Path, address: str) -> str:
    """The place of the pack that has a file."""
    found = worker_list(site)
    return next(f"packs/{name}.json" for name, files in found["packs"] + found["pictures"] if address in dict(files))


def version(site: Path) -> str:
    """The version of a site's worker, which ends the name of its cache."""
    return str(worker_list(site)["version"])


def until(page: Page, holds: str, arg: str | None = None, meanwhile: str | None = None) -> None:
    """Wait until an asynchronous test holds in the page; `wait_for_function` would take its promise for a yes."""
    end = time.monotonic() + 90
    while not page.evaluate(holds, arg):
        assert time.monotonic() < end, f"waited in vain for {holds}"
        if meanwhile:
            page.evaluate(meanwhile)
        time.sleep(0.02)


KEEP = """async () => {
  const { src } = [...document.scripts].find(({ src }) => /\\/(?:offline|site)\\.js$/.test(src));
  const { keep } = await import(new URL("offline.js", src).href);
  await keep();
}"""


def visit(page: Page, url: str) -> None:
    """Open a page, ask that the site be kept, and wait until it is."""
    page.goto(url)
    page.evaluate(KEEP)
    until(page, READY)


def wait_for_pictures(page: Page, site: Path, asking: bool = False) -> None:
    """Wait until all pictures are kept too: they come after the text, and what was lost when a page asks."""
    there = """async (count) => {
      const [name] = await caches.keys();
      const there = (await (await caches.open(name)).keys()).filter(({ url }) => !url.endsWith("/origins.json"));
      return there.length === Number(count) + 1;  // and the list itself
    }"""
    until(page, there, str(len(kept_list(site))), KEEP if asking else None)


AT_REST = """() => navigator.serviceWorker.ready.then(
  ({ active, installing, waiting }) => active.state === "activated" && !installing && !waiting)"""


ONLY = "(version) => caches.keys().then((names) => names.length === 1 && names[0].endsWith(version))"


def open_two(page: Page, url: str) -> None:
    """Open two pages: with the second the first is closed, and whatever was before it."""
    for address in ("cards/deluxe/loan-sharks/", "cards/"):
        page.goto(url + address)


def unplug(page: Page) -> None:
    """No network from here on."""
    page.context.set_offline(True)


def test_everything_readers_open_is_kept(tmp_path: Path) -> None:
    """Pages are kept under the address of their folder; downloads and source maps are not kept."""
    kept = [
        "index.html",
        "404.html",
        "cards/index.html",
        "cards/deluxe/kgb/index.html",
        "cards/deluxe/kgb/face.svg",
        "data/deluxe.json",
        "data/search.json",
        "assets/dossier/words.js",
        "downloads/index.html",
    ]
    left = ["downloads/dossier.db", "downloads/cards.json", "assets/x.js.map", "sitemap.xml", ".nojekyll"]
    for place in (*kept, *left):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text("four", encoding="utf-8")
    fetched = precache(tmp_path, ASSETS)[0].fetched
    assert Kept(9, 1, 36, 2, fetched) == precache(tmp_path, ASSETS)[0]
    assert fetched == sum(path.stat().st_size for path in (tmp_path / "packs").iterdir())
    assert ["cards/deluxe/kgb/face.svg"] == list(kept_list(tmp_path, "pictures"))
    assert sorted(
        [
            "./",
            "404.html",
            "cards/",
            "cards/deluxe/kgb/",
            "cards/deluxe/kgb/face.svg",
            "data/deluxe.json",
            "data/search.json",
            "assets/dossier/words.js",
            "downloads/",
        ]
    ) == sorted(kept_list(tmp_path))


def test_only_a_changed_site_has_a_changed_worker(tmp_path: Path) -> None:
    """Written twice, the worker is the same; one letter in one file changes the version and the hash of that file
    alone. A worker that does something else has another version too: it fills a cache of its own, and never the one
    that is in use.
    """
    site, other = tmp_path / "site", tmp_path / "other"
    for folder in (site, other):
        folder.mkdir()
    for name in ("index.html", "404.html"):
        (site / name).write_text("first", encoding="utf-8")
    precache(site, ASSETS)
    first, before = (site / "sw.js").read_bytes(), kept_list(site)
    precache(site, ASSETS)
    assert first == (site / "sw.js").read_bytes()
    (site / "index.html").write_text("second", encoding="utf-8")
    precache(site, ASSETS)
    assert first.split(b",")[0] != (site / "sw.js").read_bytes().split(b",")[0]
    assert {"./"} == {path for path, digest in kept_list(site).items() if before[path] != digest}
    second = version(site)
    (other / "sw.js").write_text("self.other = true;", encoding="utf-8")
    precache(site, other)
    assert second != version(site)


ADDRESSES = st.lists(st.integers(0, 999), min_size=1, max_size=300, unique=True).map(
    lambda numbers: [f"cards/{number}/" for number in sorted(numbers)]
)


@given(ADDRESSES, st.integers(0, 999))
def test_a_page_more_or_less_changes_its_pack_alone(addresses: list[str], number: int) -> None:
    """Packs are cut by addresses, so the others are as they were, wherever it is; all files are in one pack each, in
    their order.
    """
    one = [*grouped(dict.fromkeys(addresses, 1_000))]
    assert addresses == [address for pack in one for address in pack]
    others = sorted({*addresses} ^ {f"cards/{number}/"}, key=lambda address: int(address.split("/")[1]))
    two = [*grouped(dict.fromkeys(others, 1_000))]
    assert len([pack for pack in one if pack not in two]) <= 2
    assert len([pack for pack in two if pack not in one]) <= 2


def test_a_large_file_is_a_pack_alone() -> None:
    """The packs around it are as if it were not there."""
    sizes = {f"cards/{number}/": 1_000 for number in range(100)}
    with_it = {**dict(list(sizes.items())[:50]), "data/large.json": 2_000_000, **dict(list(sizes.items())[50:])}
    assert sorted([*grouped(sizes), ["data/large.json"]]) == sorted(grouped(with_it))


def test_a_pack_says_once_what_its_files_share() -> None:
    """Parts that files share are there once, and the files can be put together again, letter by letter; what is no text
    is base64.
    """
    head = "<head>" + "".join(f"<i>{number} shared</i>" for number in range(40)) + "</head>"
    files = {
        f"{number}/": f'{head}<p>{number} \u2028 "Bäcker"\r\n</p>{"" if number % 2 else "</"}'.encode()
        for number in range(10)
    }
    files |= {"empty": b"", "a.png": b"\x89PNG\xff\0"}
    pack = json.loads(text := packed(files.items()))
    assert 1 == text.count("<head>")
    assert len(text) < len(head) + 1_000
    for address, content in files.items():
        its = pack["files"][address]
        runs = (
            [pack["parts"][start:end] for start, end in zip(its[::2], its[1::2], strict=True)]
            if isinstance(its, list)
            else []
        )
        found = (
            pack["between"].join(part for run in runs for part in run).encode()
            if isinstance(its, list)
            else base64.b64decode(its)
        )
        assert content == found


def test_every_page_works_without_a_network(new_page: Pages, served: tuple[Path, str]) -> None:
    """In a folder of its host, after one visit: other pages, a query, pictures, an address without its last slash."""
    site, url = served
    page = new_page(worker=True)
    visit(page, url)
    wait_for_pictures(page, site)
    unplug(page)
    page.goto(url + "cards/deluxe/kgb/")
    assert "KGB" == page.inner_text("h1")
    page.goto(url + "cards/?find=zurich")
    page.wait_for_function("() => document.querySelector('.cb-count')?.textContent === '1 of 105 cards'")
    page.wait_for_function("() => document.querySelector('.cb-flat img').naturalWidth > 0")
    page.goto(url + "cards/deluxe/loan-sharks")
    assert ("Loan Sharks", url + "cards/deluxe/loan-sharks/") == (page.inner_text("h1"), page.url)
    page.goto(url + "cards/deluxe/kgb/index.html#ability-1")
    assert "KGB" == page.inner_text("h1")


def test_nothing_is_kept_unasked(new_page: Pages, served: tuple[Path, str]) -> None:
    """A visit registers no worker; the button says how much it keeps, shows how far it is, and takes it back."""
    site, url = served
    write_page(site, "about/", "About", '<div class="offline-use"></div>', "offline.js")
    precache(site, ASSETS)
    page = new_page(worker=True)
    page.goto(url)
    page.wait_for_timeout(500)
    assert [] == page.evaluate(
        "() => navigator.serviceWorker.getRegistrations().then((all) => all.map(({ scope }) => scope))"
    )
    page.goto(url + "about/")
    page.get_by_role(
        "button", name=re.compile(r"Keep the site for offline use \(fetches at most \d+ MB, takes \d+ MB\)")
    ).click()
    page.get_by_text("This browser keeps the site").wait_for(timeout=60_000)
    wait_for_pictures(page, site)
    page.get_by_role("button", name="Remove what is kept").click()
    page.get_by_role("button", name="Keep the site").wait_for()
    assert [] == page.evaluate("() => caches.keys()")


def test_what_is_missing_says_so_without_a_network(new_page: Pages, served: tuple[Path, str]) -> None:
    """An address of no page shows the page for such, with its styles and with status 404."""
    _, url = served
    page = new_page(worker=True)
    visit(page, url)
    unplug(page)
    response = page.goto(url + "cards/deluxe/no-such-card/")
    assert (404, "There is no such page") == (response and response.status, page.inner_text("h1"))
    assert 1 == len(new_page.problems)
    new_page.forgive()


def test_a_new_build_takes_the_place_of_the_old(
    new_page: Pages, served: tuple[Path, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a change only the packs of what changed are fetched again; the new pages are kept, the old copies are
    gone.
    """
    site, url = served
    page = new_page(worker=True)
    visit(page, url)
    wait_for_pictures(page, site)
    write_page(site, "cards/deluxe/kgb/", "KGB, revised", "<p>New.</p>")
    (site / "cards/deluxe/hackers/index.html").unlink()
    precache(site, ASSETS)
    asked: list[str] = []
    log = partial(lambda handler, *_: asked.append(handler.path))
    monkeypatch.setattr(SiteHandler, "log_request", lambda handler, *_: log(handler))
    page.evaluate("() => navigator.serviceWorker.ready.then((registration) => registration.update().then(() => null))")
    # Not the event of a new controller: that of the first worker may still be under way here.
    until(page, AT_REST)
    assert [f"/games/dossier/{pack_of(site, 'cards/deluxe/kgb/')}", "/games/dossier/sw.js"] == sorted(asked)
    open_two(page, url)
    until(page, ONLY, version(site))
    unplug(page)
    page.goto(url + "cards/deluxe/kgb/")
    assert "KGB, revised" == page.inner_text("h1")
    assert 404 == page.goto(url + "cards/deluxe/hackers/").status  # type: ignore[union-attr]
    new_page.forgive()


def test_with_a_network_pages_are_the_newest(new_page: Pages, served: tuple[Path, str]) -> None:
    """A page that changed since it was kept is read from the network."""
    site, url = served
    page = new_page(worker=True)
    visit(page, url)
    write_page(site, "cards/deluxe/kgb/", "KGB, revised", "<p>New.</p>")
    page.goto(url + "cards/deluxe/kgb/")
    assert "KGB, revised" == page.inner_text("h1")


def test_half_a_site_is_not_kept(new_page: Pages, served: tuple[Path, str]) -> None:
    """When one pack cannot be had, nothing is kept and the site goes on with its network."""
    site, url = served
    (site / pack_of(site, "cards/deluxe/kgb/")).unlink()
    page = new_page(worker=True)
    page.goto(url)
    state = page.evaluate("""async () => {
      const registration = await navigator.serviceWorker.register("sw.js");
      const worker = registration.installing ?? registration.waiting ?? registration.active;
      while (worker.state === "installing") await new Promise((done) => setTimeout(done, 20));
      return [worker.state, await caches.keys()];
    }""")
    assert ["redundant", []] == state
    page.goto(url + "cards/deluxe/loan-sharks/")
    assert "Loan Sharks" == page.inner_text("h1")
    new_page.forgive()


def test_the_manifest_leads_home(new_page: Pages, root: Path, served: tuple[Path, str]) -> None:
    """The installed app opens the root of the site, wherever it stands, with an icon that exists."""
    _, url = served
    place = url + "assets/dossier/manifest.webmanifest"
    page = new_page()
    page.goto(url)
    resolved = page.evaluate(
        """async (place) => {
      const manifest = await (await fetch(place)).json();
      const icons = await Promise.all(manifest.icons.map(
        async ({ src }) => (await fetch(new URL(src, place))).headers.get("content-type")));
      return [new URL(manifest.start_url, place).href, new URL(manifest.scope, place).href, icons];
    }""",
        place,
    )
    assert [url, url, ["image/svg+xml"]] == resolved


def test_the_real_site_works_without_a_network(new_page: Pages, built_site: Path, site_url: str) -> None:
    """After a visit to the home page of the real site a card, a chapter, the calculator with a position and a ruling
    open.
    """
    page = new_page(worker=True)
    visit(page, site_url)
    wait_for_pictures(page, built_site)
    unplug(page)
    page.goto(site_url + "cards/deluxe/the-mafia/")
    assert "The Mafia" in page.inner_text("h1")
    page.goto(site_url + "rules/deluxe/attacks/#position")
    assert page.locator("#position").is_visible()
    page.goto(site_url + "calculator/#deluxe%20control%20the-mafia%3Eloan-sharks")
    page.get_by_text("33/36").first.wait_for()
    page.goto(site_url + "cards/?find=type:special")
    page.wait_for_function("() => document.querySelector('.cb-count')?.textContent === '14 of 739 cards'")


def test_what_is_kept_stays_sensible(built_site: Path) -> None:
    """What a browser fetches to keep the real site, over a network that compresses: all text at the first visit, which
    is the packs and the worker with its list, in less than 6.8 MB; the faces are another 0.5 MB at most. All in 160
    requests.
    """
    requests, sizes = 0, {}
    for part in ("packs", "pictures"):
        paths = [built_site / f"packs/{name}.json" for name, _ in worker_list(built_site)[part]] + [
            built_site / "sw.js"
        ] * (part == "packs")
        requests += len(paths)
        sizes[part] = sum(len(gzip.compress(path.read_bytes(), 6)) for path in paths) / 1e6
        print(
            f"{part}: {len(paths)} requests, {sizes[part]:.2f} MB compressed, for {len(kept_list(built_site, part))}"
            " files"
        )
    assert (True, True, True) == (sizes["packs"] < 6.8, sizes["pictures"] < 0.5, requests < 160)


def test_what_is_kept_is_what_the_host_has(new_page: Pages, served: tuple[Path, str]) -> None:
    """Cut out of its pack, each file is there letter by letter under its own address, with the kind that the host says,
    what is no text too; and what the host says of all files is said of each, nothing that is true of the pack alone.
    """
    site, url = served
    (site / "assets/dot.png").write_bytes(b"\x89PNG\r\n\xff\0")
    (site / "blanks.txt").write_bytes("\ufeff one\r\n\u2028</two></ \n".encode())
    precache(site, ASSETS)
    page = new_page(worker=True)
    visit(page, url)
    wait_for_pictures(page, site)
    found = page.evaluate("""async () => {
      const cache = await caches.open((await caches.keys())[0]);
      const all = {};
      for (const { url } of await cache.keys()) {
        const response = await cache.match(url);
        const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.clone().arrayBuffer()));
        all[url] = [[...digest].map((byte) => byte.toString(16).padStart(2, "0")).join(""), Object.fromEntries(response.headers)];
      }
      return all;
    }""")  # noqa: E501
    handler = SiteHandler.__new__(SiteHandler)
    for address in kept_list(site):
        path = site / address / "index.html" if address.endswith("/") else site / address
        digest, headers = found[url + address.removeprefix("./")]
        assert (address, hashlib.sha256(path.read_bytes()).hexdigest()) == (address, digest)
        kind = handler.guess_type(path)
        scripts = ("application/javascript", "text/javascript")
        assert headers["content-type"].partition(";")[0] in (scripts if kind in scripts else [kind]), address
        assert headers["content-type"].endswith("; charset=utf-8") == headers["content-type"].startswith("text/")
        assert headers["content-security-policy"] == HEADERS["Content-Security-Policy"]
        assert not {"content-encoding", "content-length", "etag"} & headers.keys()


def test_pictures_come_after_the_text(
    new_page: Pages, served: tuple[Path, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """While no picture can be had, all text is kept all the same; the next page asks for the pictures again."""
    site, url = served
    broken = [f"/packs/{name}.json" for name, _ in worker_list(site)["pictures"]]
    real = SiteHandler.do_GET

    def get(handler: SiteHandler) -> None:
        if handler.path.endswith(("face.svg", *broken)) and broken:
            handler.send_error(503)
        else:
            real(handler)

    monkeypatch.setattr(SiteHandler, "do_GET", get)
    page = new_page(worker=True)
    visit(page, url + "cards/deluxe/kgb/")
    kept = page.evaluate(
        "async () => (await (await caches.open((await caches.keys())[0])).keys()).map(({ url }) => url)"
    )
    assert [] == [address for address in kept if address.endswith("face.svg")]
    assert {url + address.removeprefix("./") for address in kept_list(site, "packs")} <= set(kept)
    broken.clear()
    page.goto(url + "cards/deluxe/hackers/")
    wait_for_pictures(page, site)
    new_page.forgive()  # the pictures of the page itself that could not be had


LOGIN = b"<!doctype html><title>Welcome</title><h1>Log in to this network</h1>"


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> dict[str, tuple[int, bytes]]:
    """What the host answers in place of files, by how an address ends: a status and a page."""
    answers: dict[str, tuple[int, bytes]] = {}
    real = SiteHandler.do_GET

    def get(handler: SiteHandler) -> None:
        found = next((answer for ending, answer in answers.items() if handler.path.endswith(ending)), None)
        if not found:
            real(handler)
            return
        handler.send_response(found[0])
        handler.send_header("Content-Type", "text/html")
        handler.send_header("Content-Length", str(len(found[1])))
        handler.end_headers()
        handler.wfile.write(found[1])

    monkeypatch.setattr(SiteHandler, "do_GET", get)
    return answers


def install(page: Page) -> list[Any]:
    """Let the worker of the page's site install itself; its state, and the names of the caches."""
    found = page.evaluate("""async () => {
      const registration = await navigator.serviceWorker.register("sw.js");
      const worker = registration.installing ?? registration.waiting ?? registration.active;
      while (worker.state === "installing") await new Promise((done) => setTimeout(done, 20));
      return [worker.state, await caches.keys()];
    }""")
    return list(found)


def poisoned(site: Path, address: str, how: str) -> tuple[int, bytes]:
    """What a broken or hostile host answers in place of the pack that has a file."""
    text = (site / pack_of(site, address)).read_text(encoding="utf-8")
    pack = json.loads(text)
    if how == "other-content":
        pack["parts"][pack["files"][address][0]] += "<script>poison()</script>"
    elif how == "other-file":
        pack["files"][address] = next(runs for each, runs in pack["files"].items() if each != address)
    elif how == "file-gone":
        del pack["files"][address]
    bodies = {"login": LOGIN, "cut-short": text[: len(text) // 2].encode(), "no-pack": b"[]", "nothing": b""}
    return 503 if how == "503" else 200, bodies.get(how, json.dumps(pack).encode())


POISON = ["other-content", "other-file", "file-gone", "login", "cut-short", "no-pack", "nothing", "503"]


@pytest.mark.parametrize("how", POISON)
def test_what_is_not_ours_is_not_kept(
    new_page: Pages, served: tuple[Path, str], host: dict[str, tuple[int, bytes]], how: str
) -> None:
    """A pack in which a file has other content or is not there, a login page in its place with status 200, half of a
    pack, an error: there is no copy at all. When the host is well again, there is one.
    """
    site, url = served
    host[pack_of(site, "assets/dossier/words.js")] = poisoned(site, "assets/dossier/words.js", how)
    page = new_page(worker=True)
    page.goto(url + "404.html")
    assert ["redundant", []] == install(page)
    host.clear()
    state, caches = install(page)
    assert (True, 1) == (state != "redundant", len(caches))
    new_page.forgive()


@pytest.mark.parametrize("how", POISON)
def test_a_spoiled_pack_brings_nothing_back(
    new_page: Pages,
    served: tuple[Path, str],
    host: dict[str, tuple[int, bytes]],
    monkeypatch: pytest.MonkeyPatch,
    how: str,
) -> None:
    """A file that was lost is not replaced by something else, and what was kept stays; when the host is well again, it
    comes back.
    """
    site, url = served
    page = new_page(worker=True)
    visit(page, url)
    wait_for_pictures(page, site)
    page.evaluate("""async () => {
      const cache = await caches.open((await caches.keys())[0]);
      await cache.delete(new URL("data/card-index.json", location.href).href);
    }""")
    pack = pack_of(site, "data/card-index.json")
    host[pack] = poisoned(site, "data/card-index.json", how)
    asked: list[None] = []
    log = partial(lambda handler, *_: asked.extend([None] * handler.path.endswith(pack)))
    monkeypatch.setattr(SiteHandler, "log_request", lambda handler, *_: log(handler))
    end = time.monotonic() + 90
    while len(asked) < 2:  # It asks again when it is done with the first answer.
        page.evaluate(KEEP)
        assert time.monotonic() < end, "the pack is not asked for"
    count = (
        "async () => (await (await caches.open((await caches.keys())[0])).keys()).filter(({ url }) =>"
        " !url.endsWith('/origins.json')).length"
    )
    assert len(kept_list(site)) == page.evaluate(count)  # and the list, but without what was lost
    assert page.evaluate("async () => !(await caches.match(new URL('data/card-index.json', location.href).href))")
    host.clear()
    wait_for_pictures(
        page, site, asking=True
    )  # a wish that comes while the last poisoned answer is looked at is not heard
    text = "async () => (await caches.match(new URL('data/card-index.json', location.href).href)).text()"
    assert (site / "data/card-index.json").read_text(encoding="utf-8") == page.evaluate(text)
    new_page.forgive()


def test_a_spoiled_copy_goes_with_the_next_build(new_page: Pages, served: tuple[Path, str]) -> None:
    """What an older cache holds is copied only when it is what the list says."""
    site, url = served
    page = new_page(worker=True)
    visit(page, url)
    page.evaluate("""async () => {
      const cache = await caches.open((await caches.keys())[0]);
      await cache.put(new URL("assets/dossier/words.js", location.href).href, new Response("<h1>Log in</h1>"));
    }""")
    write_page(site, "cards/deluxe/kgb/", "KGB, revised", "<p>New.</p>")
    renew(page, site)
    open_two(page, url)
    until(page, ONLY, version(site))
    text = "async (address) => (await caches.match(address)).text()"
    assert (site / "assets/dossier/words.js").read_text(encoding="utf-8") == page.evaluate(
        text, url + "assets/dossier/words.js"
    )


@pytest.mark.parametrize(
    ("status", "body"),
    [(503, b"Service unavailable"), (500, LOGIN), (403, LOGIN), (200, LOGIN)],
    ids=["503", "500", "403", "login"],
)
def test_a_host_in_trouble_does_not_hide_the_copy(
    new_page: Pages, served: tuple[Path, str], host: dict[str, tuple[int, bytes]], status: int, body: bytes
) -> None:
    """Errors of the host and pages that are not ours count as no answer: the page, its scripts and its data come from
    the copy.
    """
    _, url = served
    page = new_page(worker=True)
    visit(page, url)
    host[""] = status, body
    page.goto(url + "cards/deluxe/kgb/")
    assert "KGB" == page.inner_text("h1")
    page.goto(url + "cards/?find=zurich")
    page.wait_for_function("() => document.querySelector('.cb-count')?.textContent === '1 of 105 cards'")
    new_page.forgive()


@pytest.fixture
def stalled(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    """Of addresses that end so the host sends the beginning, and no more."""
    endings, over, real = set[str](), Event(), SiteHandler.do_GET

    def get(handler: SiteHandler) -> None:
        if not handler.path.endswith(tuple(endings)):
            real(handler)
            return
        handler.send_response(200)
        handler.send_header("Content-Type", "application/json" if handler.path.endswith(".json") else "text/html")
        handler.send_header("Content-Length", "10000")
        handler.end_headers()
        handler.wfile.write(b"<!doctype html><title>KGB</title>")
        over.wait(60)

    monkeypatch.setattr(SiteHandler, "do_GET", get)
    yield endings
    over.set()


def test_a_host_that_stalls_does_not_hide_the_copy(
    new_page: Pages, served: tuple[Path, str], stalled: set[str]
) -> None:
    """A page that begins to come and goes no further comes from the copy, in less than half a minute."""
    _, url = served
    page = new_page(worker=True)
    visit(page, url)
    stalled.add("/kgb/")
    page.goto(url + "cards/deluxe/kgb/", timeout=30_000)
    assert "KGB" == page.inner_text("h1")
    new_page.forgive()


def test_half_a_page_does_not_hide_the_copy(
    new_page: Pages, served: tuple[Path, str], host: dict[str, tuple[int, bytes]]
) -> None:
    """A page that a host has cut off, and calls whole, is none of ours."""
    site, url = served
    page = new_page(worker=True)
    visit(page, url)
    whole = (site / "cards/deluxe/kgb/index.html").read_bytes()
    assert b"assets/dossier/" in whole[:-20]
    host["/kgb/"] = 200, whole[:-20].replace(b"KGB", b"Cut")
    page.goto(url + "cards/deluxe/kgb/")
    assert "KGB" == page.inner_text("h1")
    new_page.forgive()


def test_a_page_of_the_copy_gets_nothing_new(
    new_page: Pages, served: tuple[Path, str], host: dict[str, tuple[int, bytes]]
) -> None:
    """When the host has trouble with a page alone, the page and its data are of one build: that of the copy."""
    site, url = served
    page = new_page(worker=True)
    visit(page, url)
    (site / "data/card-index.json").write_text("{}", encoding="utf-8")
    host["/cards/?find=zurich"] = 503, b"no"
    page.goto(url + "cards/?find=zurich")
    page.wait_for_function("() => document.querySelector('.cb-count')?.textContent === '1 of 105 cards'")
    new_page.forgive()


TEXT = "async (address) => (await fetch(new URL(address, location.href))).text()"


def renew(page: Page, site: Path) -> None:
    """Let the worker of a new build take over, and wait until it has."""
    precache(site, ASSETS)
    page.evaluate("() => navigator.serviceWorker.ready.then((registration) => registration.update().then(() => null))")
    until(
        page,
        """async (version) => {
      const { active, installing, waiting } = await navigator.serviceWorker.ready;
      const names = await caches.keys();
      return active.state === "activated" && !installing && !waiting && names.some((name) => name.endsWith(version));
    }""",
        version(site),
    )


@pytest.fixture
def slow_packs(monkeypatch: pytest.MonkeyPatch) -> Event:
    """The host keeps packs back until this is set."""
    given, answer = Event(), SiteHandler.do_GET

    def wait(handler: SiteHandler) -> None:
        if "/packs/" in handler.path:
            given.wait(60)
        answer(handler)

    monkeypatch.setattr(SiteHandler, "do_GET", wait)
    return given


STATE = """async () => {
  const { active, installing, waiting } = await navigator.serviceWorker.ready;
  const found = {};
  for (const name of await caches.keys()) {
    const files = await (await caches.open(name)).keys();
    found[name.split(":").at(-1)] = files.filter(({ url }) => !/\\/(?:kept|origins)\\.json$/.test(url)).length;
  }
  return [active.state, Boolean(installing || waiting), found];
}"""


INSTALLED = "() => navigator.serviceWorker.ready.then(({ installing }) => !installing)"


def keep_and_begin_new_build(new_page: Pages, site: Path, url: str, slow_packs: Event) -> tuple[Page, str, str]:
    """Keep a site, then bring a new build to the host and wait until its worker is being installed: a page, the old
    version and the new one.
    """
    page = new_page(worker=True)
    slow_packs.set()
    visit(page, url)
    wait_for_pictures(page, site)
    slow_packs.clear()
    old = version(site)
    write_page(site, "cards/deluxe/kgb/", "KGB, revised", "<p>New.</p>", "offline.js")
    precache(site, ASSETS)
    page.evaluate("() => { navigator.serviceWorker.ready.then((registration) => registration.update()); return null; }")
    until(page, "() => caches.keys().then((names) => names.length === 2)")
    return page, old, version(site)


def test_a_visit_while_a_new_version_is_installed_loses_nothing(
    new_page: Pages, served: tuple[Path, str], slow_packs: Event
) -> None:
    """The version that serves pages leaves alone what the next one is filling, however many pages are opened meanwhile,
    and lets it take over.
    """
    site, url = served
    page, old, new = keep_and_begin_new_build(new_page, site, url, slow_packs)
    for address in ("cards/deluxe/hackers/", "cards/deluxe/loan-sharks/"):
        page.goto(url + address)
    state, is_coming, found = page.evaluate(STATE)
    assert ("activated", True, {old, new}) == (state, is_coming, set(found))
    slow_packs.set()
    until(page, INSTALLED)
    assert len(kept_list(site)) == page.evaluate(STATE)[2][new]
    until(page, AT_REST)
    unplug(page)
    page.goto(url + "cards/deluxe/kgb/")
    assert "KGB, revised" == page.inner_text("h1")
    page.goto(url + "cards/deluxe/hackers/")
    assert "Hackers" == page.inner_text("h1")


def test_a_copy_that_was_deleted_while_it_was_made_does_not_take_over(
    new_page: Pages, served: tuple[Path, str], slow_packs: Event
) -> None:
    """A version whose cache is gone in the end isn't installed: the old one stays, whole."""
    site, url = served
    page, old, new = keep_and_begin_new_build(new_page, site, url, slow_packs)
    page.evaluate("async (version) => caches.delete((await caches.keys()).find((name) => name.endsWith(version)))", new)
    slow_packs.set()
    until(page, INSTALLED)
    assert [old] == list(page.evaluate(STATE)[2])
    unplug(page)
    page.goto(url + "cards/deluxe/kgb/")
    assert "KGB" == page.inner_text("h1")


@pytest.mark.parametrize("is_older", [False, True], ids=["of the build that is kept", "of an older build"])
def test_the_page_on_which_the_site_was_kept_mixes_nothing(
    new_page: Pages, served: tuple[Path, str], is_older: bool
) -> None:
    """The page with the button was opened before there was a copy. When it is of the build that is kept, it gets that
    build's data while it is open, whatever comes later; when the host had a new build by then, it gets nothing of the
    copy.
    """
    site, url = served
    page = new_page(worker=True)
    page.context.unroute_all()  # while Playwright routes requests, the browser remembers no answers
    page.goto(url + "cards/deluxe/kgb/")
    if is_older:
        write_page(site, "cards/deluxe/kgb/", "KGB, revised", "<p>New.</p>", "offline.js")
        precache(site, ASSETS)
    page.evaluate(KEEP)
    until(page, READY)
    wait_for_pictures(page, site)
    index = site / "data/card-index.json"
    kept = index.read_text(encoding="utf-8")
    index.write_text('{"new": 1}', encoding="utf-8")
    expected = '{"new": 1}' if is_older else kept
    assert expected == page.evaluate(TEXT, "../../../data/card-index.json")
    renew(page, site)
    assert expected == page.evaluate(TEXT, "../../../data/card-index.json")


@pytest.mark.parametrize("how", ["is not kept", "can't be compared"])
def test_a_page_of_which_nobody_knows_the_build_gets_nothing_of_the_copy(
    new_page: Pages, served: tuple[Path, str], stalled: set[str], how: str
) -> None:
    """The page with the button is not of the build that is kept, or the host says no more what it is, and the browser
    has not remembered: what it asks for comes from the network.
    """
    site, url = served
    page = new_page(worker=True)
    page.goto(url + "cards/deluxe/kgb/")
    if how == "is not kept":
        (site / "cards/deluxe/kgb/index.html").unlink()
        precache(site, ASSETS)
    else:
        stalled.add("/kgb/")
    page.evaluate(KEEP)
    until(page, READY)
    wait_for_pictures(page, site)
    (site / "data/card-index.json").write_text('{"new": 1}', encoding="utf-8")
    assert '{"new": 1}' == page.evaluate(TEXT, "../../../data/card-index.json")
    new_page.forgive()


@pytest.mark.parametrize("how", ["newer", "cut off", "login", "503"])
def test_a_page_that_is_not_kept_gets_its_parts(
    new_page: Pages, served: tuple[Path, str], host: dict[str, tuple[int, bytes]], stalled: set[str], how: str
) -> None:
    """The page that a host shows for what is missing is of no build that we know: what it asks for comes from the
    network, and from the copy where the host sends only a beginning, a login page or an error.
    """
    site, url = served
    page = new_page(worker=True)
    visit(page, url)
    index = site / "data/card-index.json"
    old = index.read_text(encoding="utf-8")
    if how == "newer":
        index.write_text('{"new": 1}', encoding="utf-8")
    elif how == "cut off":
        stalled.add("/card-index.json")
    else:
        host["/card-index.json"] = (200, LOGIN) if how == "login" else (503, b"no")
    assert (shown := page.goto(url + "no/such/page/")) and 404 == shown.status
    found = page.evaluate(TEXT, "../../../data/card-index.json")
    assert ('{"new": 1}' if how == "newer" else old) == found
    new_page.forgive()


@pytest.mark.parametrize("plugged", [True, False], ids=["online", "offline"])
def test_an_update_in_mid_visit_mixes_nothing(new_page: Pages, served: tuple[Path, str], plugged: bool) -> None:
    """A page that is open when a new version takes over gets the rest of its own build; the next page is of the new
    one, with all of it, and the old copy goes.
    """
    site, url = served
    page = new_page(worker=True)
    visit(page, url)
    page.goto(url + "cards/")
    old = (site / "data/card-index.json").read_text(encoding="utf-8")
    (site / "data/card-index.json").write_text('{"new": 1}', encoding="utf-8")
    write_page(site, "cards/deluxe/kgb/", "KGB, revised", "<p>New.</p>", "offline.js")
    renew(page, site)
    if not plugged:
        unplug(page)
    assert old == page.evaluate(TEXT, "../data/card-index.json")
    assert 2 == page.evaluate("async () => (await caches.keys()).length")
    page.goto(url + "cards/deluxe/kgb/")
    assert "KGB, revised" == page.inner_text("h1")
    assert '{"new": 1}' == page.evaluate(TEXT, "../../../data/card-index.json")
    page.goto(url + "cards/deluxe/loan-sharks/")
    until(page, ONLY, version(site))


def test_a_page_that_is_as_kept_gets_what_is_kept(new_page: Pages, served: tuple[Path, str]) -> None:
    """While the host has a newer build already and the browser does not know, a page that both builds have gets the
    kept data; one that is new gets the new.
    """
    site, url = served
    page = new_page(worker=True)
    visit(page, url)
    old = (site / "data/card-index.json").read_text(encoding="utf-8")
    (site / "data/card-index.json").write_text('{"new": 1}', encoding="utf-8")
    write_page(site, "cards/deluxe/kgb/", "KGB, revised", "<p>New.</p>")
    page.goto(url + "cards/deluxe/loan-sharks/")
    assert old == page.evaluate(TEXT, "../../../data/card-index.json")
    page.goto(url + "cards/deluxe/kgb/")
    assert '{"new": 1}' == page.evaluate(TEXT, "../../../data/card-index.json")


def test_a_newer_page_gets_no_old_picture(new_page: Pages, served: tuple[Path, str]) -> None:
    """The network has a newer build of a page, so the picture of its card comes from there too: the kept one shows
    other figures.
    """
    site, url = served
    page = new_page(worker=True)
    visit(page, url)
    wait_for_pictures(page, site)
    face = site / "cards" / "deluxe" / "kgb" / "face.svg"
    write_page(site, "cards/deluxe/kgb/", "KGB, revised", "<p>Power 9</p>", "offline.js")
    face.write_text(face.read_text(encoding="utf-8").replace("</svg>", "<desc>Power 9</desc></svg>"), encoding="utf-8")
    page.goto(url + "cards/deluxe/kgb/")
    assert "KGB, revised" == page.inner_text("h1")
    assert "Power 9" in page.evaluate(TEXT, "face.svg")


def room(page: Page, url: str, size: int) -> None:
    """Give the site so many bytes of storage in this browser."""
    session = page.context.new_cdp_session(page)
    session.send(
        "Storage.overrideQuotaForOrigin", {"origin": url.rstrip("/").rpartition("/games")[0], "quotaSize": size}
    )


def test_without_room_nothing_is_kept_and_the_page_says_so(new_page: Pages, served: tuple[Path, str]) -> None:
    """The browser grants less than the site needs: the button says that it could not be kept, no half copy stays, the
    pages go on.
    """
    site, url = served
    write_page(site, "about/", "About", '<div class="offline-use"></div>', "offline.js")
    precache(site, ASSETS)
    page = new_page(worker=True)
    page.goto(url + "about/")
    room(page, url, 300_000)
    page.get_by_role("button", name=re.compile("Keep the site for offline use")).click()
    failure = page.get_by_text("The site could not be kept (there is no room for it, or a file is not there).")
    failure.wait_for(timeout=60_000)
    assert [] == page.evaluate("() => caches.keys()")
    page.evaluate(
        "() => navigator.serviceWorker.dispatchEvent(new MessageEvent('message', {data: {kept: 20}}))"
    )  # one that was late
    assert failure.is_visible()
    page.get_by_role("button", name=re.compile("Keep the site for offline use")).click(trial=True)
    page.goto(url + "cards/deluxe/loan-sharks/")
    assert "Loan Sharks" == page.inner_text("h1")
    new_page.forgive()


def test_a_failure_before_the_page_could_listen_is_told(new_page: Pages, served: tuple[Path, str]) -> None:
    """A worker that has failed when its registration is handed out is as failed as one that fails later: the page
    doesn't wait for ever.
    """
    site, url = served
    write_page(site, "about/", "About", '<div class="offline-use"></div>', "offline.js")
    precache(site, ASSETS)
    (site / pack_of(site, "data/search.json")).unlink()
    page = new_page(worker=True)
    page.add_init_script("""{
      const register = ServiceWorkerContainer.prototype.register;
      ServiceWorkerContainer.prototype.register = async function (...given) {
        const registration = await register.apply(this, given);
        while (registration.installing) await new Promise((done) => setTimeout(done, 20));
        return registration;
      };
    }""")
    page.goto(url + "about/")
    page.get_by_role("button", name=re.compile("Keep the site for offline use")).click()
    page.get_by_text("The site could not be kept (there is no room for it, or a file is not there).").wait_for(
        timeout=60_000
    )
    new_page.forgive()


def test_without_room_for_a_new_build_the_old_one_stays(new_page: Pages, served: tuple[Path, str]) -> None:
    """A new version that does not fit beside the old one is not kept, not even half; offline the old one still works,
    whole.
    """
    site, url = served
    page = new_page(worker=True)
    visit(page, url)
    wait_for_pictures(page, site)
    before = version(site)
    room(page, url, page.evaluate("async () => (await navigator.storage.estimate()).usage") + 50_000)
    for name in ("search.json", "card-index.json"):
        file = site / "data" / name
        file.write_text(
            json.dumps({"new": [*range(100_000)], **json.loads(file.read_text(encoding="utf-8"))}), encoding="utf-8"
        )
    precache(site, ASSETS)
    state = page.evaluate("""async () => {
      const registration = await navigator.serviceWorker.ready;
      const found = new Promise((done) => registration.addEventListener("updatefound", () => done(registration.installing)));
      await registration.update().catch(() => null);
      const worker = await found;
      while (worker.state === "installing") await new Promise((done) => setTimeout(done, 20));
      return [worker.state, await caches.keys()];
    }""")  # noqa: E501
    assert ("redundant", 1, True) == (state[0], len(state[1]), state[1][0].endswith(before))
    unplug(page)
    page.goto(url + "cards/?find=zurich")
    page.wait_for_function("() => document.querySelector('.cb-count')?.textContent === '1 of 105 cards'")
    new_page.forgive()


def test_what_was_lost_comes_back(new_page: Pages, served: tuple[Path, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that the browser has dropped from the copy are fetched again at the next visit with a network, in the packs
    that they are in.
    """
    site, url = served
    page = new_page(worker=True)
    visit(page, url)
    wait_for_pictures(page, site)
    gone = ["cards/", "cards/deluxe/kgb/", "cards/deluxe/kgb/face.svg", "data/card-index.json"]
    page.evaluate(
        """async (gone) => {
      const cache = await caches.open((await caches.keys())[0]);
      for (const address of gone) await cache.delete(new URL(address, location.href).href);
    }""",
        gone,
    )
    asked: list[str] = []
    log = partial(lambda handler, *_: asked.append(handler.path))
    monkeypatch.setattr(SiteHandler, "log_request", lambda handler, *_: log(handler))
    page.goto(url + "cards/deluxe/hackers/")
    wait_for_pictures(page, site)
    assert sorted({pack_of(site, address) for address in gone}) == sorted(
        path.removeprefix("/games/dossier/") for path in asked if "packs/" in path
    )
    unplug(page)
    page.goto(url + "cards/?find=zurich")
    page.wait_for_function("() => document.querySelector('.cb-count')?.textContent === '1 of 105 cards'")
