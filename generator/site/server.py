"""Showing a built site on this machine."""

from __future__ import annotations

import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class SiteHandler(SimpleHTTPRequestHandler):
    """Serves files, lets no browser keep an old page, and does not log."""

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


class SiteServer(ThreadingHTTPServer):
    """Serves the folder `site` on `port` of localhost, 0 for any that is free. Raises OSError when the port is taken.

    `with SiteServer(site, 8000) as server: server.serve_forever()`; `server.url` is where.
    """

    def __init__(self, site: Path, port: int) -> None:
        super().__init__(("127.0.0.1", port), partial(SiteHandler, directory=str(site)))

    @property
    def url(self) -> str:
        """The address of the home page."""
        return f"http://127.0.0.1:{self.server_port}/"

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that closes a page while it is still loading is no error."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]
