"""Showing a built site on this machine, to the one person who sits at it."""

from __future__ import annotations

import gzip
import os
import socket
import sys
import threading
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import unquote, urlsplit

from generator.site.policy import HEADERS

NOT_FOUND_PAGE = "404.html"
_COMPRESSED = ("text/", "application/json", "application/javascript", "image/svg+xml", "application/manifest+json")
_LONGEST_PATH = 2_000


class SiteHandler(SimpleHTTPRequestHandler):
    """Answers GET and HEAD with the files of the site, compressed for who takes that; lets no browser keep an old page; does not log.

    No folder is listed, nothing outside the site is shown, whatever links lie in it, and what is not there gets the site's own page.
    """

    timeout = 20
    server_version, sys_version = "dossier", ""
    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".webmanifest": "application/manifest+json"}

    def send_head(self) -> BinaryIO | None:  # type: ignore[override]
        """Send the headers; answer what follows them."""
        asked = urlsplit(self.path)
        path = self._file(asked.path)
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
        content = path.read_bytes() if path else b"There is no such page.\n"
        kind = self.guess_type(path) if path else "text/plain"
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)
        if kind.startswith(_COMPRESSED) and len(content) > 500:
            self.send_header("Vary", "Accept-Encoding")
            if "gzip" in self.headers.get("Accept-Encoding", ""):
                content = gzip.compress(content, 1, mtime=0)
                self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        return BytesIO(content)

    def _file(self, asked: str) -> Path | None:
        """What an address names within the site; None for nothing."""
        path = unquote(asked, errors="surrogateescape")
        if len(path) > _LONGEST_PATH or not path.isprintable():
            return None
        parts = [part for part in path.split("/") if part]
        if any(part.startswith(".") or "\\" in part for part in parts):
            return None
        return self._inside(Path(self.directory).joinpath(*parts))

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
    """Serves the folder `site` on `port` of localhost, 0 for any that is free. Raises OSError when the port is taken.

    `with SiteServer(site, 8000) as server: server.serve_forever()`; `server.url` is where.
    """

    most = 64
    """So many connections at a time; others wait."""

    def __init__(self, site: Path, port: int) -> None:
        self._free = threading.BoundedSemaphore(self.most)
        super().__init__(("127.0.0.1", port), partial(SiteHandler, directory=os.fspath(site)))

    @property
    def url(self) -> str:
        """The address of the home page."""
        return f"http://127.0.0.1:{self.server_port}/"

    def process_request(self, request: Any, client_address: Any) -> None:
        self._free.acquire()
        super().process_request(request, client_address)

    def process_request_thread(self, request: socket.socket, client_address: Any) -> None:  # type: ignore[override]
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that closes a page while it is still loading is no error."""
        if not isinstance(sys.exc_info()[1], ConnectionError | TimeoutError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]
