"""The command line: `cutline VERB`."""

from __future__ import annotations

import io
import os
import sys
import warnings
from typing import NoReturn


def main() -> None:
    """Run the command line; every error becomes a message and an exit code."""
    try:
        _run()
    except KeyboardInterrupt:
        _end_interrupted()


def _run() -> None:
    from cutline.core.errors import CutlineError

    if isinstance(sys.stdout, io.TextIOWrapper):
        # A name that the terminal's encoding lacks is written as an escape instead of failing.
        sys.stdout.reconfigure(errors="backslashreplace")
    warnings.showwarning = lambda message, *_, **__: _say_warning(message)
    try:
        from cutline.cli.app import command_line

        command_line(sys.argv[1] if len(sys.argv) > 1 else None)()
        sys.stdout.flush()
    except CutlineError as error:
        print(f"cutline: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
    except SystemExit as end:
        if end.code == 130:  # typer has caught the interrupt, and says nothing
            _end_interrupted()
        raise
    except BrokenPipeError:
        # The reader has gone, as with `| head`. Python would complain again while closing.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        # Files that are read or written by name have messages of their own: this is the output.
        print(f"cutline: cannot write the answer: {error.strerror or error}", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(3)
    except MemoryError:
        print("cutline: out of memory: the input is larger than this machine", file=sys.stderr)
        sys.exit(3)


def _say_warning(message: Warning | str) -> None:
    """Without the place in Cutline's code, which tells a user nothing."""
    print(f"cutline: {message}", file=sys.stderr)


def _end_interrupted() -> NoReturn:
    from cutline.core.atomic import WRITTEN

    written = f"written: {', '.join(WRITTEN)}" if WRITTEN else "nothing was written"
    print(f"cutline: interrupted; {written}", file=sys.stderr)
    sys.exit(130)
