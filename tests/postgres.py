"""A PostgreSQL server of its own for tests, where one is installed."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

#: PostgreSQL refuses to run as root.
_SERVANT = "nobody"


def programs() -> Path | None:
    """The folder of PostgreSQL's programs, the newest there is."""
    found = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3])
    )
    if found:
        return found[-1].parent
    path = shutil.which("initdb")
    return Path(path).parent if path else None


class PostgresServer:
    """A cluster in a folder that can be killed and started again."""

    def __init__(self, folder: Path, port: int) -> None:
        found = programs()
        assert found is not None
        self._programs, self._folder, self.port = found, folder, port
        self._servant = _SERVANT if os.geteuid() == 0 else None

    @property
    def url(self) -> str:
        """What `DATABASE_URL` should say."""
        return f"postgres://cutline@127.0.0.1:{self.port}/postgres"

    def create(self) -> None:
        """Make the cluster."""
        if self._servant:
            shutil.chown(self._folder, self._servant)
        self._run("initdb", "-D", self._data, "-U", "cutline", "-A", "trust", "--no-sync")

    def start(self) -> None:
        """Start the server and wait until it answers."""
        options = f"-p {self.port} -k '' -c listen_addresses=127.0.0.1 -c max_connections=300"
        log = str(self._folder / "log")
        self._run("pg_ctl", "-D", self._data, "-l", log, "-w", "-t", "60", "-o", options, "start")

    def kill(self) -> None:
        """End the server at once, as a crash would."""
        pid = int((Path(self._data) / "postmaster.pid").read_text().split()[0])
        self._run("pg_ctl", "kill", "KILL", str(pid))
        # Its children notice within moments; a new server refuses to start before that.
        deadline = time.monotonic() + 20
        while _answers(self.port) and time.monotonic() < deadline:
            time.sleep(0.05)

    def stop(self) -> None:
        """End the server."""
        self._run("pg_ctl", "-D", self._data, "-m", "immediate", "stop", check=False)

    @property
    def _data(self) -> str:
        return str(self._folder / "data")

    def _run(self, program: str, *arguments: str, check: bool = True) -> None:
        subprocess.run(
            [str(self._programs / program), *arguments],
            check=check,
            user=self._servant,
            cwd=self._folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


@contextmanager
def postgres() -> Iterator[PostgresServer]:
    """A server that is gone when the block ends."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        server = PostgresServer(Path(folder), free_port())
        server.create()
        server.start()
        try:
            yield server
        finally:
            server.stop()


def free_port() -> int:
    """A port that nothing listens to."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=0.2).close()
    except OSError:
        return False
    return True


def main(arguments: list[str]) -> int:
    """Run tests on a PostgreSQL server of their own: `python -m tests.postgres tests/server`."""
    if programs() is None:
        said = "PostgreSQL is not installed: the server's tests were not run on it"
        print(said, file=sys.stderr)
        return 1 if os.environ.get("CUTLINE_REQUIRE_ALL") == "1" else 0
    with postgres() as server:
        environment = os.environ | {"DATABASE_URL": server.url}
        command = [sys.executable, "-m", "pytest", *arguments]
        return subprocess.run(command, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
