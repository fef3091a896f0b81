"""Whether limits hold exactly when very many submissions come at the same moment.

`python bench/server_limits.py [--postgres] [--requests N]`

Starts a site, and sends 200 uploads to it at once from a team of ten people, for each kind of
limit: 5 in a day, 5 in a phase, 5 in a benchmark with half of them to another phase, 5 files that
cannot be scored, and one idempotency key for all of a person's. Says how many were accepted and
how the others were refused, by the answers and by the database. Fails if one is more or less.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from measure import machine
from running_site import Client, RunningSite, clients, running_site

from tests.postgres import postgres, programs

#: A person may upload 30 times a minute, and each trial takes a fresh ten.
PEOPLE = 10
LIMIT = 5


@dataclass(frozen=True)
class Trial:
    """Uploads that come at once, and what is to come of them."""

    name: str
    limits: dict[str, int]
    #: By the code of the refusal; `accepted` for those that are not.
    expected: dict[str, int]
    phases: Sequence[str] = ("test",)
    is_broken: bool = False
    #: The idempotency key of a person's upload.
    key: Callable[[int], str] = lambda person: ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--postgres", action="store_true", help="a site on PostgreSQL")
    parser.add_argument("--requests", type=int, default=200, metavar="N", help="at once")
    given = parser.parse_args()
    if given.postgres and programs() is None:
        raise SystemExit("PostgreSQL is not installed")
    for name, value in machine().items():
        print(f"{name:<14} {value}")
    trials = _trials(given.requests)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cutline-limits-")))
        if given.postgres:
            os.environ["DATABASE_URL"] = stack.enter_context(postgres()).url
        site = stack.enter_context(running_site(folder, workers=0, people=PEOPLE * len(trials)))
        print(f"database       {'PostgreSQL' if given.postgres else 'SQLite'}")
        everybody = clients(site)
        is_fine = True
        for number, trial in enumerate(trials):
            people = everybody[number * PEOPLE : (number + 1) * PEOPLE]
            is_fine &= _held(site, trial, people, given.requests)
    return 0 if is_fine else 1


def _trials(requests: int) -> list[Trial]:
    reached = {"accepted": LIMIT, "limit_reached": requests - LIMIT}
    failing = {"invalid_file": LIMIT, "too_many_failing": requests - LIMIT}
    return [
        Trial("a day", {"per_day": LIMIT}, reached),
        Trial("a phase", {"per_phase": LIMIT}, reached),
        Trial("a benchmark", {"per_benchmark": LIMIT}, reached, phases=("test", "dev")),
        Trial("failing files", {"failing_per_day": LIMIT}, failing, is_broken=True),
        Trial("keys", {}, {"accepted": requests}, key=lambda person: f"key of {person}"),
    ]


def _held(site: RunningSite, trial: Trial, people: list[Client], requests: int) -> bool:
    """Send all uploads of a trial at once; returns whether all came as expected."""
    from cutline.server.models import FailedAttempt, Phase, Submission
    from tests.server.submissions.sending import BROKEN, results

    file = BROKEN if trial.is_broken else results()
    none = {"per_day": None, "per_phase": None, "per_benchmark": None, "failing_per_day": 50}
    Phase.objects.update(**(none | trial.limits))
    team = _team(people)
    counted: Counter[str] = Counter()
    gate = threading.Barrier(requests + 1)

    def upload(number: int) -> None:
        person = number % len(people)
        phase = trial.phases[number // len(people) % len(trial.phases)]
        token = people[person].server.token
        gate.wait()
        counted[_answer(site, token, phase, file, trial.key(person))] += 1

    threads = [threading.Thread(target=upload, args=(number,)) for number in range(requests)]
    for thread in threads:
        thread.start()
    gate.wait()
    start = time.perf_counter()
    for thread in threads:
        thread.join()
    seconds = time.perf_counter() - start
    taken = Submission.objects.filter(team=team).count()
    failed = FailedAttempt.objects.filter(team=team).count()
    said = ", ".join(f"{count} {code}" for code, count in sorted(counted.items()))
    kept = len(people) if trial.name == "keys" else trial.expected.get("accepted", 0)
    is_fine = dict(counted) == trial.expected
    is_fine &= (taken, failed) == (kept, trial.expected.get("invalid_file", 0))
    print(
        f"{trial.name:<14} {requests} at once in {seconds:.1f} s: {said}; in the database {taken} "
        f"submissions, {failed} failed attempts{'' if is_fine else '  <<< not as expected'}",
        flush=True,
    )
    return is_fine


def _team(people: list[Client]) -> object:
    """One team of all of them, which is the only one that each is in."""
    from cutline.web.people.models import Membership, Person

    members = [Person.objects.get(username=client.name) for client in people]
    team = members[0].teams.get()
    for member in members[1:]:
        Membership.objects.filter(person=member).delete()
        Membership.objects.create(team=team, person=member)
    return team


def _answer(site: RunningSite, token: str, phase: str, file: bytes, key: str) -> str:
    """The code that an upload is answered with; it is sent once, whatever comes of it."""
    status, body = posted(site.port, token, phase, file, key)
    if status in (200, 201):
        return "accepted"
    try:
        return str(json.loads(body)["error"]["code"])
    except (ValueError, KeyError):
        return f"{status}: {body[:200]!r}"


def posted(port: int, token: str, phase: str, file: bytes, key: str = "") -> tuple[int, bytes]:
    """Submit a file to a phase of the benchmark `made`; 0 where there is no answer."""
    headers = {
        "Authorization": f"Bearer {token}",
        "Content-Type": "multipart/form-data; boundary=parts",
        "Idempotency-Key": key,
    }
    body = (
        b'--parts\r\nContent-Disposition: form-data; name="method"\r\n\r\nMade\r\n'
        b'--parts\r\nContent-Disposition: form-data; name="file"; filename="run.json"\r\n\r\n'
        + file
        + b"\r\n--parts--\r\n"
    )
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    try:
        path = f"/api/v1/benchmarks/made/phases/{phase}/submissions"
        connection.request("POST", path, body, headers)
        answer = connection.getresponse()
        return answer.status, answer.read()
    except (OSError, http.client.HTTPException) as error:
        return 0, f"no answer: {error!r}".encode()
    finally:
        connection.close()


if __name__ == "__main__":
    sys.exit(main())
