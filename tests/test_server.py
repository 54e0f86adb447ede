"""`dossier serve` shows the site to who sits at the machine, and nothing else to nobody else."""

from __future__ import annotations

import gzip
import http.client
import os
import socket
import tracemalloc
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from http.server import HTTPServer, SimpleHTTPRequestHandler
from pathlib import Path
from threading import Thread

import pytest
from conftest import Pages, serving

from generator.site.policy import HEADERS, SOURCES
from generator.site.server import SiteHandler, SiteServer

HOME = "<h1>Fnord</h1>" + "A long page. " * 100


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """Where a small site is served; beside it lies what is not the site's."""
    site = tmp_path / "site"
    (site / "assets").mkdir(parents=True)
    (tmp_path / "secret.txt").write_text("secret")
    (site / "index.html").write_text(HOME)
    (site / "404.html").write_text("<h1>There is no such page</h1>")
    (site / "assets" / "a.js").write_text("1")
    (site / ".hidden").write_text("secret")
    (site / "way-out").symlink_to(tmp_path)
    (site / "way-out.txt").symlink_to(tmp_path / "secret.txt")
    (site / "loop").symlink_to(site / "loop")
    os.mkfifo(site / "pipe")
    with serving(site) as url:
        yield int(url.rstrip("/").rpartition(":")[2])


def ask(port: int, path: str, method: str = "GET", **headers: str) -> tuple[int, http.client.HTTPMessage, bytes]:
    """Status, headers and content of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.putrequest(method, path, skip_accept_encoding=True)
    for name, value in headers.items():
        connection.putheader(name.replace("_", "-"), value)
    connection.endheaders()
    answer = connection.getresponse()
    return answer.status, answer.headers, answer.read()


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/%00",
        "/assets/%00.js",
        "/assets/",
        "/.hidden",
        "/way-out/secret.txt",
        "/way-out.txt",
        "/loop",
        "/pipe",
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/..%5csecret.txt",
        "//etc/passwd",
        "/%ff%fe",
        "/" + "a" * 5_000,
        "/a%0d%0aX-Evil:%201",
        "HTTP://[",
        "HTTP://x",
        "?x",
        "/index.html/",
        "/assets/a.js/",
    ],
)
def test_what_is_not_of_the_site_has_the_page_for_that(port: int, path: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Nothing outside, no hidden file, no list of a folder, no pipe, no broken address: the site's own page, status
    404, no traceback.
    """
    status, headers, content = ask(port, path)
    assert (404, b"<h1>There is no such page</h1>") == (status, content)
    assert "X-Evil" not in headers
    assert ("", "") == tuple(capfd.readouterr())


def test_a_pipe_for_what_is_missing_is_not_waited_for(tmp_path: Path) -> None:
    """Where the page for what is missing is a pipe, what is missing is said in a line."""
    os.mkfifo(tmp_path / "404.html")
    with serving(tmp_path) as url:
        status, _, content = ask(int(url.rstrip("/").rpartition(":")[2]), "/nothing")
    assert (404, b"There is no such page.\n") == (status, content)


def test_a_page_comes_compressed_and_with_its_policy(port: int) -> None:
    """Who takes gzip gets it; the policy and the other headers come with every file."""
    status, headers, content = ask(port, "/", Accept_Encoding="gzip")
    assert (200, "gzip", HOME) == (status, headers["Content-Encoding"], gzip.decompress(content).decode())
    assert len(content) < len(HOME) // 5
    assert HEADERS.items() <= dict(headers).items()
    assert (200, None, HOME.encode()) == ((plain := ask(port, "/"))[0], plain[1]["Content-Encoding"], plain[2])


@pytest.mark.parametrize(
    ("takes", "sent"),
    [
        ("gzip", "gzip"),
        ("br, GZIP;q=0.5", "gzip"),
        ("gzip; q=1.0, br", "gzip"),
        ("gzip;q=0", None),
        ("gzip ; Q=0.000, br", None),
        ("br, gzip;q=0", None),
        ("gzipped", None),
        ("", None),
    ],
)
def test_who_refuses_gzip_does_not_get_it(port: int, takes: str, sent: str | None) -> None:
    """A quality of 0 refuses."""
    assert sent == ask(port, "/", Accept_Encoding=takes)[1]["Content-Encoding"]


def test_a_large_file_is_sent_from_disk(port: int, tmp_path: Path) -> None:
    """Dozens of downloads of the database hold some pieces of it in memory, and not the whole file each."""
    large = tmp_path / "site/large.json"
    with large.open("wb") as file:
        file.truncate(40_000_000)
    tracemalloc.start()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", "/large.json", headers={"Accept-Encoding": "gzip"})
    answer = connection.getresponse()
    assert (200, None, "40000000") == (
        answer.status,
        answer.headers["Content-Encoding"],
        answer.headers["Content-Length"],
    )
    assert 40_000_000 == sum(len(piece) for piece in iter(lambda: answer.read(100_000), b""))
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 10_000_000
    assert (304, b"") == ask(port, "/large.json", If_None_Match=answer.headers["ETag"])[::2]
    assert (200, b"", "40000000") == ((head := ask(port, "/large.json", "HEAD"))[0], head[2], head[1]["Content-Length"])


def test_who_takes_an_answer_piece_by_piece_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer has a time limit as a whole, or some dozens that read a large file slowly would stop the server; here
    one has the only place.
    """
    monkeypatch.setattr(SiteHandler, "timeout", 1)
    monkeypatch.setattr(SiteServer, "most", 1)
    (tmp_path / "index.html").write_text(HOME)
    with (tmp_path / "large.db").open("wb") as file:
        file.truncate(200_000_000)
    with serving(tmp_path) as url, socket.socket() as slow, socket.socket() as other:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65_536)
        for each, path, patience in ((slow, "large.db", 10), (other, "", 0.05)):
            each.connect(("127.0.0.1", int(url.rstrip("/").rpartition(":")[2])))
            each.settimeout(patience)
            each.sendall(f"GET /{path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            assert each is other or slow.recv(100)
        for _ in range(200):
            slow.recv(60_000)
            try:
                assert other.recv(100).startswith(b"HTTP/1.0 200")
                break
            except TimeoutError:
                pass
        else:
            pytest.fail("the server still sends to the first")


def test_a_folder_without_its_slash(port: int) -> None:
    """It is asked for again with the slash, on this host whatever the address looks like."""
    status, headers, _ = ask(port, "//assets?x=1")
    assert (301, "/assets/?x=1") == (status, headers["Location"])


def test_head_and_other_methods(port: int) -> None:
    """HEAD gets the headers alone; what would change something is not known."""
    status, headers, content = ask(port, "/", "HEAD")
    assert (200, b"", str(len(HOME))) == (status, content, headers["Content-Length"])
    assert {501} == {ask(port, "/", method)[0] for method in ("POST", "PUT", "DELETE", "OPTIONS", "TRACE")}
    status, headers, content = ask(port, "/", "FNORD")
    assert (501, b"501 Unsupported method ('FNORD')\n") == (status, content)
    assert "text/plain" == headers["Content-Type"].partition(";")[0] and HEADERS.items() <= dict(headers).items()


def test_headers_have_an_end(port: int) -> None:
    """Too many headers, or one too long, are refused."""
    assert 431 == ask(port, "/", **{f"x_{number}": "1" for number in range(200)})[0]
    assert 431 == ask(port, "/", x="1" * 100_000)[0]


def test_who_asks_letter_by_letter_is_not_waited_for(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request has a time limit as a whole, or some dozens that never end would stop the server; who asks at once is
    answered meanwhile.
    """
    monkeypatch.setattr(SiteHandler, "timeout", 1)
    with socket.create_connection(("127.0.0.1", port), timeout=0.1) as slow:
        for letter in f"GET /{'a' * 300}":
            try:
                slow.sendall(letter.encode())
                if not slow.recv(1):
                    break
            except TimeoutError:
                assert 200 == ask(port, "/")[0]
            except ConnectionError:
                break
        else:
            pytest.fail("the server still listens")


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("LOCALHOST:80", 200),
        ("[::1]:8000", 200),
        ("evil.example", 421),
        ("localhost.evil.example", 421),
        ("[", 421),
        ("", 421),
        ("127.0.0.1@evil.example", 421),
    ],
)
def test_a_name_of_somebody_else_that_leads_here_is_not_answered(port: int, host: str, status: int) -> None:
    """A page of another host can let its own name lead to this machine; then the browser would let it read the
    answers.
    """
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.putrequest("GET", "/", skip_host=True)
    connection.putheader("Host", host)
    connection.endheaders()
    answer = connection.getresponse()
    assert (status, status == 200) == (answer.status, b"Fnord" in answer.read())


def test_who_comes_while_all_are_busy_is_let_in(tmp_path: Path) -> None:
    """Hundreds of connections at a moment at which none can be answered yet: all of them wait, and none is refused."""
    with SiteServer(tmp_path, 0) as server, ExitStack() as waiting:
        for _ in range(300):
            waiting.enter_context(socket.create_connection(("127.0.0.1", server.server_port), timeout=5))


def test_only_this_machine_is_served(tmp_path: Path) -> None:
    """The server listens on the loopback address alone."""
    with SiteServer(tmp_path, 0) as server:
        assert ("127.0.0.1", socket.AF_INET) == (server.server_address[0], server.socket.family)


ELSEWHERE = "https://elsewhere.example/x"
BREACHES = {
    "default-src": "document.body.append(Object.assign(document.createElement('iframe'), { src: '@' }))",
    "script-src": "document.body.append(Object.assign(document.createElement('script'), { src: '@' }))",
    "style-src": "document.head.append(Object.assign(document.createElement('link'),"
    " { rel: 'stylesheet', href: '@' }))",
    "font-src": "new FontFace('a', 'url(@)').load().catch(() => null)",
    "img-src": "new Image().src = '@'",
    "connect-src": "fetch('@').catch(() => null)",
    "worker-src": "try { new Worker(URL.createObjectURL(new Blob(['0']))) } catch {}",
    "base-uri": "document.head.append(Object.assign(document.createElement('base'), { href: '@' }))",
    "form-action": "{ const form = Object.assign(document.createElement('form'), { action: '@' });"
    " document.body.append(form); form.submit(); }",
    "manifest-src": "document.head.append(Object.assign(document.createElement('link'),"
    " { rel: 'manifest', href: '@' }))",
}
"""What a page of ours must not do, by the part of the policy that forbids it."""


@pytest.mark.parametrize("part", sorted({*BREACHES, *SOURCES}))
def test_each_part_of_the_policy_holds(new_page: Pages, port: int, part: str) -> None:
    """In Chromium: what a part of the policy forbids is stopped, and told as a breach of that part; a page that does
    nothing of the kind breaches nothing.
    """
    assert part in SOURCES
    page = new_page()
    page.add_init_script(
        "window.told = [];"
        "addEventListener('securitypolicyviolation', ({ effectiveDirective }) => told.push(effectiveDirective));"
    )
    page.goto(f"http://127.0.0.1:{port}/")
    assert [] == page.evaluate("told")
    page.evaluate(f"() => {{ {BREACHES[part].replace('@', ELSEWHERE)}; }}")
    if part == "manifest-src":  # a browser without a window asks for it when it is told to
        page.context.new_cdp_session(page).send("Page.getAppManifest")
    for _ in range(500):  # what waits within the page needs eval, which the policy forbids
        if told := page.evaluate("told"):
            break
        page.wait_for_timeout(20)
    assert told and told[0].startswith("frame-src" if part == "default-src" else part)
    new_page.forgive()


def test_no_other_page_shows_ours_in_a_frame(new_page: Pages, port: int, tmp_path: Path) -> None:
    """A page of another host that frames ours shows nothing of it, so nobody clicks there unawares; what says nothing
    about frames it does show.
    """
    (tmp_path / "secret.txt").unlink()
    with HTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=tmp_path)) as other:
        Thread(target=other.serve_forever, daemon=True).start()
        sources = f"http://127.0.0.1:{port}/", "site/"
        (tmp_path / "around.html").write_text("".join(f'<iframe src="{each}"></iframe>' for each in sources))
        page = new_page()
        page.goto(f"http://127.0.0.1:{other.server_port}/around.html")
        ours, others = page.frames[1:]
        others.get_by_text("Fnord").wait_for()
        assert (True, 0) == (ours.url.startswith("chrome-error:"), ours.get_by_text("Fnord").count())
        new_page.forgive()
        other.shutdown()
