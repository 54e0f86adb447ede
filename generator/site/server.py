"""Showing a built site on this machine, to the one person who sits at it, as a host would: compressed, and sent again
only when it has changed.
"""

from __future__ import annotations

import gzip
import os
import re
import socket
import sys
import threading
from contextlib import suppress
from functools import lru_cache, partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import unquote, urlsplit

from generator.site.policy import HEADERS
from generator.site.watching import MARK, Watcher

NOT_FOUND_PAGE = "404.html"
_OUR_NAMES = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:\d+)?", re.IGNORECASE)
_GZIP = re.compile(r"\bgzip\b(?! *; *q=0(?:\.0*)? *(?:,|$))", re.IGNORECASE)
_SMALL = 2_000_000
"""So large may a file be that is compressed; a larger one is sent from disk as it is, for dozens in memory at a time
are too many.
"""
_COMPRESSED = ("text/", "application/json", "application/javascript", "image/svg+xml", "application/manifest+json")
_compressed = lru_cache(maxsize=64)(partial(gzip.compress, compresslevel=6, mtime=0))
"""As a host sends it; pages are asked for again and again."""


class SiteHandler(SimpleHTTPRequestHandler):
    """Answers GET and HEAD with the files of the site, compressed for who takes that; a browser asks each time whether
    what it has is still the same; does not log.

    No folder is listed, nothing outside the site is shown, whatever links lie in it, and what is not there gets the
    site's own page.
    """

    timeout = 30
    """So many seconds may pass until a browser has asked and taken its whole answer."""
    watcher: Watcher | None = None
    server_version, sys_version = "dossier", ""
    error_content_type, error_message_format = "text/plain", "%(code)d %(message)s\n"
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".webmanifest": "application/manifest+json"}

    def setup(self) -> None:
        super().setup()
        # The time limit of the socket begins anew with each letter that comes or goes.
        self._late = threading.Timer(self.timeout, self._hang_up)
        self._late.daemon = True
        self._late.start()

    def finish(self) -> None:
        self._late.cancel()
        super().finish()

    def _hang_up(self) -> None:
        with suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)

    def send_head(self) -> BinaryIO | None:
        """Send the headers; answer what follows them."""
        # A page of another host could let its own name lead here, and read what we answer.
        if not _OUR_NAMES.fullmatch(self.headers.get("Host", "localhost")):
            return self._send(
                HTTPStatus.MISDIRECTED_REQUEST, "text/plain", b"This server answers to localhost alone.\n"
            )
        try:
            asked = urlsplit(self.path)
        except ValueError:  # `http://[`
            asked = urlsplit("")
        if self.watcher and (own := self.watcher.answer(asked.path)):
            return self._send(HTTPStatus.OK, *own)
        path = self._file(asked.path) if asked.path.startswith("/") else None
        if path is not None and path.is_dir():
            if asked.path.endswith("/"):
                path = self._inside(path / "index.html")
            else:
                self.send_response(HTTPStatus.MOVED_PERMANENTLY)
                # Two slashes at the start would name another host.
                place = "/" + asked.path.lstrip("/") + "/"
                self.send_header("Location", f"{place}?{asked.query}" if asked.query else place)
                self.send_header("Content-Length", "0")
                self.end_headers()
                return None
        status = HTTPStatus.OK
        if path is None or not path.is_file():
            status, path = HTTPStatus.NOT_FOUND, self._inside(Path(self.directory) / NOT_FOUND_PAGE)
        try:
            file = open(path if path and path.is_file() else "", "rb")  # a large one is closed when it has been sent
        except OSError:  # there is none, a build has taken it away just now, or it may not be read
            return self._send(HTTPStatus.NOT_FOUND, "text/plain", b"There is no such page.\n")
        kind, its = self.guess_type(file.name), os.fstat(file.fileno())
        mark = MARK if self.watcher and kind == "text/html" else b""
        tag = f'"{its.st_ino:x}-{its.st_size:x}-{its.st_mtime_ns:x}{"-w" if mark else ""}"'
        if status == HTTPStatus.OK and tag in self.headers.get("If-None-Match", ""):
            file.close()
            self.send_response(HTTPStatus.NOT_MODIFIED)
            self.send_header("ETag", tag)
            self.end_headers()
            return None
        if its.st_size > _SMALL:
            return self._send(status, kind, file, tag)
        with file:
            content = file.read().replace(b"</body>", mark + b"</body>", 1)
        return self._send(status, kind, content, tag)

    def _send(self, status: HTTPStatus, kind: str, content: bytes | BinaryIO, tag: str = "") -> BinaryIO:
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)
        if tag and status == HTTPStatus.OK:
            self.send_header("ETag", tag)
        if isinstance(content, bytes):
            if kind.startswith(_COMPRESSED) and len(content) > 500:
                self.send_header("Vary", "Accept-Encoding")
                if _GZIP.search(self.headers.get("Accept-Encoding", "")):
                    content = _compressed(content)
                    self.send_header("Content-Encoding", "gzip")
            content = BytesIO(content)
        self.send_header("Content-Length", str(content.seek(0, os.SEEK_END)))
        self.end_headers()
        content.seek(0)
        return content

    def _file(self, asked: str) -> Path | None:
        """What an address names within the site; None for nothing."""
        path = unquote(asked, errors="surrogateescape")
        if not path.isprintable():
            return None
        parts = [part for part in path.split("/") if part]
        if any(part.startswith(".") or "\\" in part for part in parts):
            return None
        found = self._inside(Path(self.directory).joinpath(*parts))
        return None if found and asked.endswith("/") and found.is_file() else found

    def _inside(self, path: Path) -> Path | None:
        """The path where it is there and, its links followed, lies in the site."""
        try:
            real = path.resolve(strict=True)
        except (OSError, ValueError, RuntimeError):
            return None
        return path if real.is_relative_to(Path(self.directory).resolve()) else None

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


class SiteServer(ThreadingHTTPServer):
    """Serves the folder `site` on `port` of localhost, 0 for any that is free, with the script of a `watcher` on each
    page. Raises OSError when the port is taken.

    `with SiteServer(site, 8000) as server: server.serve_forever()`; `server.url` is where.
    """

    most = 64
    """So many connections at a time; others wait."""
    request_queue_size = 512

    def __init__(self, site: Path, port: int, watcher: Watcher | None = None) -> None:
        self._free = threading.BoundedSemaphore(self.most)
        handler = type("Handler", (SiteHandler,), {"watcher": watcher})
        super().__init__(("127.0.0.1", port), partial(handler, directory=os.fspath(site)))

    @property
    def url(self) -> str:
        """The address of the home page."""
        return f"http://127.0.0.1:{self.server_port}/"

    def process_request(self, request: Any, client_address: Any) -> None:
        self._free.acquire()
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that closes a page while it is still loading is no error."""
        if not isinstance(sys.exc_info()[1], ConnectionError | TimeoutError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]
