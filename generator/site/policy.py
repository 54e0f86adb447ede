"""What a browser may load and run on our pages: our own files, and nothing that a text could bring along."""

from __future__ import annotations

SOURCES = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "font-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
}
"""Where what is loaded may come from, by the parts of the policy."""
POLICY = "; ".join(f"{what} {sources}" for what, sources in SOURCES.items())
"""The Content-Security-Policy of every page."""

HEADERS = {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}
"""What a host should say with every file."""

HEADERS_FILE = "_headers"
"""Tells hosts that know such a file what to say with every file."""

_CHARSET = '<meta charset="utf-8">'


def with_policy(page: str) -> str:
    """A page that says its policy before anything that it loads, for hosts that say none. Raises ValueError."""
    before, charset, after = page.partition(_CHARSET)
    if not charset or "<script" in before or "<link" in before:
        raise ValueError("the page does not begin with its encoding")
    return f'{before}{charset}<meta http-equiv="Content-Security-Policy" content="{POLICY}">{after}'


def headers_file() -> str:
    """The content of HEADERS_FILE."""
    return "/*\n" + "".join(f"  {name}: {value}\n" for name, value in HEADERS.items())
