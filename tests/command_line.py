"""The command line, run inside the test's own process."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass
from functools import cache
from typing import Any
from unittest.mock import patch

import typer

import cutline.cli.app
from cutline.cli import main


@dataclass(frozen=True)
class Outcome:
    """What a shell would see."""

    exit_code: int
    stdout: str
    stderr: str


def run_cutline(*arguments: object, stdin: bytes = b"") -> Outcome:
    """Run `cutline` as a shell would; what would be a traceback there is an exception here."""
    streams = [_text_stream(stdin), _text_stream(), _text_stream()]
    exit_code = 0
    commands = _built_commands()
    with (
        patch.object(cutline.cli.app, "command_line", lambda wanted: commands),
        patch.object(sys, "argv", ["cutline", *map(str, arguments)]),
        patch.object(sys, "stdin", streams[0]),
        patch.object(sys, "stdout", streams[1]),
        patch.object(sys, "stderr", streams[2]),
    ):
        try:
            main()
        except SystemExit as end:
            exit_code = end.code if isinstance(end.code, int) else int(end.code is not None)
        written = [_content(stream) for stream in streams[1:]]
    return Outcome(exit_code, *written)


@cache
def _built_commands() -> Any:
    # Typer would look at every command's parameters anew for each run.
    return typer.main.get_command(cutline.cli.app.command_line())


def _text_stream(content: bytes = b"") -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(content), encoding="utf-8", newline="")


def _content(stream: io.TextIOWrapper) -> str:
    stream.flush()
    raw = stream.buffer
    assert isinstance(raw, io.BytesIO)
    return raw.getvalue().decode("utf-8")
