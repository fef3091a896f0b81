"""A site that runs, with people and a small benchmark on it, for measurements from outside."""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

# People and benchmarks are those of the tests, as is the PostgreSQL server.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from cutline.cli.client.calls import Server
from tests.postgres import free_port

START_SECONDS = 60.0


@dataclass
class Client:
    """Somebody who submits: a person with a team of one and a token."""

    server: Server
    name: str


@dataclass
class RunningSite:
    """A site of its own folder; this process has Django ready to look into its database."""

    folder: Path
    port: int
    workers: int
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        return self.folder / "server.log"

    def start(self) -> None:
        command = [sys.executable, "-m", "cutline", "serve", "--data", str(self.folder)]
        command += ["--port", str(self.port)]
        command += ["--workers", str(self.workers)] if self.workers else ["--no-worker"]
        command += ["--log", str(self.log), "--no-open"]
        self.process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        deadline = time.monotonic() + START_SECONDS
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise SystemExit(f"the site does not start:\n{self.log.read_text()[-3000:]}")
            time.sleep(0.1)

    def stop(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(timeout=60)

    def processes(self) -> dict[str, list[int]]:
        """The processes that run now: `worker`, and `web` with what it has started."""
        assert self.process is not None
        found: dict[str, list[int]] = {"web": [], "worker": []}
        parents = _parents()
        for pid, parent in parents.items():
            if parent != self.process.pid:
                continue
            kind = "worker" if b"worker" in _command(pid) else "web"
            found[kind].append(pid)
            if kind == "web":
                found["web"] += [child for child, of in parents.items() if of == pid]
        return found

    def _answers(self) -> bool:
        import http.client

        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=2)
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()


@contextmanager
def running_site(folder: Path, *, workers: int = 2, people: int = 1) -> Iterator[RunningSite]:
    """A site with the benchmark `made`, without limits on submissions, that is gone at the end."""
    from cutline.cli.serving.site import open_site

    site = RunningSite(folder / "site", free_port(), workers)
    os.environ["CUTLINE_CONFIG_DIR"] = str(folder / "config")
    os.environ["CUTLINE_ADDRESS"] = site.address
    os.environ.setdefault("CUTLINE_LOG", "info")
    open_site(str(site.folder))
    _prepare(people)
    site.start()
    try:
        yield site
    finally:
        site.stop()


def _prepare(people: int) -> None:
    from cutline.server.models import Phase
    from cutline.server.operation.database import bring_up_to_date
    from cutline.web.people.models import Role
    from tests.server import made

    bring_up_to_date()
    made.benchmark(made.person("hanna", Role.HOST))
    Phase.objects.update(per_day=None, per_phase=None, per_benchmark=None)
    for number in range(people):
        made.team(f"Team {number}", made.person(f"person-{number}"))


def clients(site: RunningSite) -> list[Client]:
    """Everybody who submits, with a token each: the limit of uploads a minute is a person's."""
    from django.utils import timezone

    from cutline.web.people.models import ApiToken, Person

    made = []
    for person in Person.objects.filter(username__startswith="person-"):
        _, text = ApiToken.make(person, "bench", timezone.now() + timedelta(days=1))
        made.append(Client(Server(site.address, text), person.username))
    return made


def new_key() -> str:
    return secrets.token_hex(16)


def _parents() -> dict[int, int]:
    """Every process with its parent; one that has ended and waits to be asked is left out."""
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
            except OSError:
                continue
            if state != "Z":
                found[int(folder.name)] = int(parent)
    return found


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""
