"""The last stop: a benchmark that is served, submitted to, and stopped."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path

from cutline.cli.tour.commands import FailedCommandError, answer_of, check_end, end, running, typed
from cutline.cli.tour.stop import Shown, excerpt

#: What the user's own servers and proxies are told by: nothing of it is for this one.
_NOT_FOR_THIS = (
    *("DATABASE_URL", "CUTLINE_ADDRESS", "CUTLINE_PROXIED", "CUTLINE_SECRET", "CUTLINE_TOKEN"),
    *("CUTLINE_EMAIL_URL", "CUTLINE_FROM_EMAIL", "CUTLINE_LOG", "CUTLINE_METRICS_TOKEN"),
    *("CUTLINE_OPENID_URL", "CUTLINE_OPENID_CLIENT", "CUTLINE_OPENID_SECRET"),
    *("CUTLINE_SERVER_DATA", "CUTLINE_DEBUG"),
    *("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"),
)
_HOST = "127.0.0.1"
#: The last line of what a server says when it answers.
_READY = "Ctrl-C stops it."
#: Seconds that it may take until then, on a slow machine.
_PATIENCE = 120.0
_LOOK_EVERY = 0.1


@dataclass(frozen=True)
class _Place:
    """Where a server lives while the tour looks at it."""

    folder: Path

    @property
    def data(self) -> Path:
        return self.folder / "site"

    @property
    def said(self) -> Path:
        return self.folder / "said.txt"

    @property
    def settings(self) -> Path:
        return self.folder / "settings"

    def variables(self) -> dict[str, str]:
        """The environment of all commands: the token is not kept among the user's own."""
        kept = {name: value for name, value in os.environ.items() if name not in _NOT_FOR_THIS}
        return kept | {"CUTLINE_CONFIG_DIR": str(self.settings)}


def served(board_file: Path) -> Generator[Shown]:
    """Start a server in a temporary folder, submit to it, read its board, and stop it.

    Args:
        board_file: where the board is kept as a table.

    Raises:
        MissingPartError: when the server is not installed.
        FailedCommandError: when a command fails, or the server does not answer in time.
    """
    folder = Path(tempfile.mkdtemp(prefix="cutline-tour-"))
    try:
        yield from _served(_Place(folder), board_file)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _served(place: _Place, board_file: Path) -> Generator[Shown]:
    port, variables = _free_port(), place.variables()
    yield Shown(_settings_typed(place))
    serve = ["serve", "--demo", "--port", str(port), "--data", str(place.data)]
    serve += ["--log", str(place.folder / "log"), "--no-open"]
    with (
        place.said.open("wb") as said,
        running(serve, subprocess.DEVNULL, said, variables) as server,
    ):
        _wait_until_ready(serve, server, place.said)
        yield Shown(f"{typed(*serve)} &", tuple(_text(place.said).splitlines()))
        where = f"http://{_HOST}:{port}/demo/test"
        captions = str(place.data / "demo" / "steady-test.json")
        submit = ["submit", captions, "--to", where, "--watch"]
        answer = answer_of(submit, variables)
        lines = [*excerpt(answer.text, "", 3), *answer.notes.splitlines()]
        yield Shown(typed(*submit), tuple(lines))
        board = ["board", where, "--output", str(board_file)]
        lines = excerpt(answer_of(board, variables).text, "", 8)
        yield Shown(typed(*board), tuple(lines))
        before = len(_text(place.said))
        end(server, signal.SIGTERM)
        check_end(serve, server.returncode, _text(place.said))
        yield Shown("kill %1", tuple(_text(place.said)[before:].splitlines()))


def _settings_typed(place: _Place) -> str:
    unset = [name for name in _NOT_FOR_THIS if name in os.environ]
    before = f"unset {' '.join(unset)}; " if unset else ""
    return f"{before}export CUTLINE_CONFIG_DIR={shlex.quote(str(place.settings))}"


def _wait_until_ready(serve: list[str], server: subprocess.Popen[bytes], said: Path) -> None:
    deadline = time.monotonic() + _PATIENCE
    while _READY not in _text(said):
        code = server.poll()
        if code is not None:
            check_end(serve, code or 1, _text(said))
        if time.monotonic() > deadline:
            reason = f"no answer within {_PATIENCE:.0f} seconds\n{_text(said)}"
            raise FailedCommandError(typed(*serve), 1, reason)
        time.sleep(_LOOK_EVERY)


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


def _free_port() -> int:
    """One that nobody listens at. `--port 0` would do, but could not be typed again."""
    with socket.socket() as found:
        found.bind((_HOST, 0))
        port: int = found.getsockname()[1]
        return port
