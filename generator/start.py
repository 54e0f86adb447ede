"""The command `dossier` from its first moment: SIGINT and SIGTERM end it with one line, and no file half written."""

from __future__ import annotations

import os
import signal
import sys
from typing import NoReturn

_SHOW_CURSOR = "\N{ESCAPE}[?25h"


def main() -> NoReturn:
    """Run the command line of this process."""
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is not signal.SIG_IGN:  # a shell lets what runs behind it ignore Ctrl+C
            signal.signal(number, stop)
    from generator.cli import main as run

    run()


def stop(number: int, _frame: object) -> NoReturn:
    """End here and now: no library can swallow what is not raised, and nothing is written but by whole files and folders."""
    if workers := sys.modules.get("generator.workers"):
        workers.end_workers()
    if files := sys.modules.get("generator.files"):
        files.abandon()
    cursor = _SHOW_CURSOR if sys.stderr.isatty() else ""
    os.write(2, f"{cursor}dossier: stopped: by {signal.Signals(number).name}; no file is half written\n".encode())
    os._exit(128 + number)
