"""What a site makes of uploads that are meant to do harm, and how much time and memory it takes.

`python bench/server_uploads.py [--only WORDS] [--postgres]`

Sends the corpus of `tests/server/uploads` to a site by its interface, one upload after the other,
as fast as the site reads them. Says for each what it was answered, how long that took from the
first byte sent to the answer, the most memory that the checking process had, and by how much the
web process grew. Fails if a hostile upload is not refused with what the corpus expects to be said,
takes a second or more, or 200 MB or more; if a good one is refused; or if anything is left on disk.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import re
import select
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

from measure import machine
from running_site import Client, RunningSite, clients, running_site

from tests.postgres import postgres
from tests.server.uploads.corpus import IMAGES, Case, cases

MOST_SECONDS = 1.0
MOST_MEGABYTES = 200
#: A person may upload 30 times a minute.
PEOPLE = 24
PATH = "/api/v1/benchmarks/corpus/phases/test/submissions"
_PEAK = re.compile(r"VmHWM:\s+(\d+)")
_NOW = re.compile(r"VmRSS:\s+(\d+)")


@dataclass(frozen=True)
class Seen:
    """What came of an upload."""

    case: Case
    status: int
    told: str
    seconds: float
    #: Of the checking process, and by which the web process grew, in megabytes.
    child: float
    growth: float

    def faults(self) -> list[str]:
        """Why this is not as it should be."""
        found = []
        if self.case.is_good:
            return [] if self.status == 201 else ["refused"]
        if self.status != self.case.status:
            found.append(f"expected {self.case.status}")
        if not re.search(self.case.says, self.told, re.DOTALL):
            found.append("says something else")
        if re.search(r"Traceback|zyzzogeton|uploading", self.told):
            found.append("says too much")
        if self.seconds >= MOST_SECONDS:
            found.append("slow")
        if max(self.child, self.growth) >= MOST_MEGABYTES:
            found.append("too much memory")
        return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", metavar="WORDS", help="cases with this in their name")
    parser.add_argument("--postgres", action="store_true", help="a site on PostgreSQL")
    given = parser.parse_args()
    for name, value in machine().items():
        print(f"{name:<14} {value}")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cutline-uploads-")))
        if given.postgres:
            os.environ["DATABASE_URL"] = stack.enter_context(postgres()).url
        site = stack.enter_context(running_site(folder, workers=0, people=PEOPLE))
        _host_corpus()
        people = cycle(clients(site))
        chosen = [case for case in cases() if given.only in case.name]
        for number in range(3):  # what is read once is not counted
            _sent(site, next(people), cases()[number])
        seen = [_shown(_sent(site, next(people), case)) for case in chosen]
        left = sorted(path.name for path in (site.folder / "uploading").iterdir())
    return _report(seen, left)


def _host_corpus() -> None:
    """A benchmark of the corpus's images, whose references hold a word that must not come out."""
    from cutline.core.types import Benchmark as Pictures
    from cutline.datasets.bundle import BundleContent, SplitContent, write_bundle
    from cutline.server.hosting.create import host_bundle, publish
    from cutline.server.models import Phase
    from cutline.web.people.models import Person
    from tests.server.made import CANARIES

    references = tuple((f"a {CANARIES[0]} {image_id}", "a picture") for image_id in IMAGES)
    split = SplitContent.from_benchmark(
        "test", Pictures("corpus", IMAGES, references), visibility="private"
    )
    content = BundleContent(
        name="corpus",
        benchmark_version="1.0",
        licence="CC0-1.0",
        title="Corpus",
        metrics=("bleu-4",),
        splits=(split,),
    )
    host = Person.objects.get(username="hanna")
    with tempfile.TemporaryDirectory() as folder:
        write_bundle(content, Path(folder) / "corpus.zip")
        publish(host_bundle(Path(folder) / "corpus.zip", host, slug="corpus"), host)
    Phase.objects.update(
        per_day=None, per_phase=None, per_benchmark=None, failing_per_day=1_000_000
    )


def _sent(site: RunningSite, client: Client, case: Case) -> Seen:
    head, tail = _form()
    size = case.length()
    # Making an upload is not the site's work; the largest are made while they are sent.
    parts: Iterable[bytes] = case.made() if case.size is not None else [b"".join(case.made())]
    web = _web_process(site)
    with Memory(web) as memory:
        start = time.perf_counter()
        status, body = _posted(site.port, client.server.token, [head, parts, tail], size)
        seconds = time.perf_counter() - start
    return Seen(case, status, _told(body), seconds, memory.child, memory.growth)


def _form() -> tuple[bytes, bytes]:
    fields = (
        '--parts\r\nContent-Disposition: form-data; name="method"\r\n\r\nMade\r\n'
        '--parts\r\nContent-Disposition: form-data; name="file"; filename="../captions.json"\r\n'
        "Content-Type: application/octet-stream\r\n\r\n"
    )
    return fields.encode(), b"\r\n--parts--\r\n"


def _posted(
    port: int, token: str, body: list[bytes | Iterable[bytes]], size: int
) -> tuple[int, bytes]:
    """Send until all is sent or an answer is there, which may come before; returns the answer."""
    head, parts, tail = body
    length = len(head) + size + len(tail)  # type: ignore[arg-type]
    request = (
        f"POST {PATH} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Type: multipart/form-data; boundary=parts\r\nContent-Length: {length}\r\n"
        f"Connection: close\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        for part in _pieces(request.encode(), head, parts, tail):
            _, writable, _ = select.select([], [connection], [], 60)
            if select.select([connection], [], [], 0)[0] or not writable:
                break
            try:
                connection.sendall(part)
            except OSError:
                break
        answer = http.client.HTTPResponse(connection, method="POST")
        try:
            answer.begin()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException) as error:
            return 0, f"no answer: {error!r}".encode()


def _pieces(*bodies: bytes | Iterable[bytes]) -> Iterator[bytes]:
    for body in bodies:
        for part in [body] if isinstance(body, bytes) else body:
            for at in range(0, len(part), 1 << 16):
                yield part[at : at + (1 << 16)]


def _told(body: bytes) -> str:
    try:
        error = json.loads(body).get("error", {})
    except ValueError:
        return body[:300].decode("utf-8", "replace")
    problems = [problem.get("message", "") for problem in error.get("problems", [])]
    return "\n".join([error.get("message", ""), *problems])


class Memory:
    """Watches the checking processes that a web process starts, and how it grows itself."""

    def __init__(self, web: int) -> None:
        self._web = Path(f"/proc/{web}")
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self.child = self.growth = 0.0

    def __enter__(self) -> Memory:
        (self._web / "clear_refs").write_text("5")  # its peak is what it has now
        self._before = _megabytes(self._web, _NOW)
        self._thread.start()
        return self

    def __exit__(self, *given: object) -> None:
        self._is_over.set()
        self._thread.join()
        self.growth = max(0.0, _megabytes(self._web, _PEAK) - self._before)

    def _watch(self) -> None:
        while not self._is_over.wait(0.005):
            for task in (self._web / "task").iterdir():
                try:
                    children = (task / "children").read_text().split()
                except OSError:
                    continue
                for child in children:
                    self._look_at(Path("/proc") / child)

    def _look_at(self, child: Path) -> None:
        try:
            # Before it is the checking process, it is a copy of the web process.
            if b"uploads.child" in (child / "cmdline").read_bytes():
                self.child = max(self.child, _megabytes(child, _PEAK))
        except OSError:
            pass


def _megabytes(process: Path, kind: re.Pattern[str]) -> float:
    found = kind.search((process / "status").read_text())
    return int(found[1]) / 1024 if found else 0.0


def _web_process(site: RunningSite) -> int:
    """The process that answers, which is the one that the web process has started."""
    return site.processes()["web"][-1]


def _shown(seen: Seen) -> Seen:
    said = " ".join(seen.told.splitlines()[0].split()) if seen.told else ""
    print(
        f"{seen.case.name:<30} {seen.status} {seen.seconds:6.3f} s {seen.child:4.0f} MB "
        f"{seen.growth:+4.0f} MB  {said[:110]}{''.join(f'  <<< {f}' for f in seen.faults())}",
        flush=True,
    )
    return seen


def _report(seen: list[Seen], left: list[str]) -> int:
    hostile = [one for one in seen if not one.case.is_good]
    good = [one for one in seen if one.case.is_good]
    faults = [one for one in seen if one.faults()]
    print()
    print(f"hostile        {len(hostile)}, refused: {sum(400 <= o.status < 500 for o in hostile)}")
    print(f"good or odd    {len(good)}, accepted: {sum(one.status == 201 for one in good)}")
    if hostile:
        slowest = max(hostile, key=lambda one: one.seconds)
        largest = max(hostile, key=lambda one: one.child)
        grown = max(hostile, key=lambda one: one.growth)
        print(f"slowest        {slowest.seconds:.3f} s ({slowest.case.name})")
        print(f"most memory    {largest.child:.0f} MB of the check ({largest.case.name})")
        print(f"most growth    {grown.growth:.0f} MB of the web process ({grown.case.name})")
    print(f"left on disk   {', '.join(left) or 'nothing'}")
    print(f"expected       less than {MOST_SECONDS:g} s and {MOST_MEGABYTES} MB")
    print(f"not as it should be: {', '.join(one.case.name for one in faults) or 'none'}")
    return 1 if faults or left else 0


if __name__ == "__main__":
    sys.exit(main())
