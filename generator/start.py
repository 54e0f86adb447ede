"""The command `dossier` from its first moment: SIGINT and SIGTERM end it with one line, and no file half written."""

from __future__ import annotations

import os
import signal
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # Importing it takes longer than all that is here, and a signal would find us without a handler.
    from typing import NoReturn
_SHOW_CURSOR = "\x1b[?25h"


def main() -> NoReturn:
    """Run the command line of this process."""
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is not signal.SIG_IGN:  # a shell lets what runs behind it ignore Ctrl+C
            signal.signal(number, stop)
    while (file := os.open(os.devnull, os.O_RDWR)) < 3:  # Else one that we write gets the number of a closed stream.
        pass
    os.close(file)
    sys.stdin, sys.stderr = sys.stdin or open(0), sys.stderr or open(2, "w")
    import gc

    gc.disable()  # What a command reads it needs to its end, and looking for garbage takes a tenth of its time.
    from generator.cli import main as run

    run()


def stop(number: int, _frame: object) -> NoReturn:
    """End here and now: no library can swallow what is not raised, and nothing is written but by whole files and
    folders.
    """
    for module, end in (("generator.workers", "end_workers"), ("generator.files", "abandon")):
        # What is still being imported has nothing to end yet.
        getattr(sys.modules.get(module), end, int)()
    cursor = _SHOW_CURSOR if sys.stderr and sys.stderr.isatty() else ""
    os.write(2, f"{cursor}dossier: stopped: by {signal.Signals(number).name}; no file is half written\n".encode())
    os._exit(128 + number)
