"""Whether a site survives being killed, part by part, while people submit to it.

`python bench/server_kills.py [--postgres]`

Starts a site with two workers, submits by the interface from ten people with idempotency keys, as
the client does, and meanwhile kills random processes with SIGKILL: workers, the web process and
what it has started, and with `--postgres` the database server, which is started again. Then says
what became of the submissions: each has to be there once, with one result, the same as that of
others with equal captions. Fails if one is lost, there twice, stuck or failed, or if a job whose
worker was killed waits longer than 60 s for another.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from measure import machine
from running_site import Client, RunningSite, clients, new_key, running_site

from cutline.cli.client.multipart import Multipart
from cutline.cli.client.refusals import Refusal
from cutline.core.errors import CutlineError
from tests.postgres import PostgresServer, postgres, programs

PEOPLE = 10
#: Submissions run ahead of the kills by so many, so that every kill meets work.
AHEAD = 25
#: Seconds between kills, evenly spread: a worker lives for some jobs.
PAUSES = (1.0, 7.0)
MOST_TAKEOVER = 60.0
#: How long the last submissions may take.
END_SECONDS = 180.0
#: The database is killed less often than the rest: nothing goes on until it is back.
WEIGHTS = {"worker": 45, "web": 45, "database": 10}


@dataclass
class Trial:
    """What is going on, and what was seen."""

    site: RunningSite
    submissions: int
    kills: int
    draw: random.Random
    database: PostgresServer | None = None
    killed: Counter[str] = field(default_factory=Counter)
    #: The key of each upload, with the submission that the server answered with.
    answered: dict[str, str] = field(default_factory=dict)
    repeated: Counter[str] = field(default_factory=Counter)
    sent: int = 0
    #: Jobs that a killed worker held: the number of the lease, and when it was killed.
    held: dict[int, tuple[int, float]] = field(default_factory=dict)
    takeovers: list[float] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)
    is_over: threading.Event = field(default_factory=threading.Event)


def main() -> int:
    given = _options()
    for name, value in machine().items():
        print(f"{name:<16} {value}")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cutline-kills-")))
        database = stack.enter_context(postgres()) if given.postgres else None
        if database is not None:
            os.environ["DATABASE_URL"] = database.url
        site = stack.enter_context(running_site(folder, workers=2, people=PEOPLE))
        draw = random.Random(given.seed)
        trial = Trial(site, given.submissions, given.kills, draw, database)
        start = time.monotonic()
        _run(trial)
        seconds = time.monotonic() - start
        is_fine = _report(trial, seconds)
        if given.keep_log:
            Path(given.keep_log).write_bytes(site.log.read_bytes())
    return 0 if is_fine else 1


def _run(trial: Trial) -> None:
    watching = threading.Thread(target=_watch, args=(trial,), daemon=True)
    watching.start()
    with ThreadPoolExecutor(PEOPLE) as pool:
        done = [pool.submit(_submit_all, trial, one) for one in clients(trial.site)]
        try:
            _kill_all(trial)
        except BaseException:
            trial.is_over.set()
            raise
        for one in done:
            one.result()
    _wait_until_done(trial)
    trial.is_over.set()
    watching.join()


def _submit_all(trial: Trial, client: Client) -> None:
    from cutline.server.hosting.human import run_bytes
    from tests.server import made

    while not trial.is_over.is_set():
        with trial.lock:
            if trial.sent >= trial.submissions:
                return
            share = sum(trial.killed.values()) / max(1, trial.kills)
            is_early = trial.sent > share * trial.submissions + AHEAD
            number = trial.sent
            trial.sent += not is_early
        if is_early:
            time.sleep(0.2)
            continue
        file = trial.site.folder.parent / f"run-{number % 8}.jsonl"
        if not file.exists():
            file.write_bytes(run_bytes(made.run(good=number % 8 + 1)))
        _submit(trial, client, Multipart({"method": f"Method {number}"}, "run.jsonl", file))


def _submit(trial: Trial, client: Client, parts: Multipart) -> None:
    """Submit as the client does; who is told to come back later types the command again."""
    key, path = new_key(), "/benchmarks/made/phases/test/submissions"
    while True:
        try:
            _, answer = client.server.upload(path, parts, ["id"], key)
        except Refusal as refusal:
            trial.repeated[f"{refusal.status} {refusal.code}"] += 1
            time.sleep(1.0)
            continue
        except CutlineError:
            trial.repeated["unreachable"] += 1
            time.sleep(1.0)
            continue
        with trial.lock:
            trial.answered[key] = answer["id"]
        return


def _kill_all(trial: Trial) -> None:
    for _ in range(trial.kills):
        time.sleep(trial.draw.uniform(*PAUSES))
        kinds = [kind for kind in WEIGHTS if kind != "database" or trial.database is not None]
        kind = trial.draw.choices(kinds, [WEIGHTS[one] for one in kinds])[0]
        if kind == "database":
            assert trial.database is not None
            trial.database.kill()
            time.sleep(trial.draw.uniform(0.0, 3.0))
            _start(trial.database)
        else:
            _kill_process(trial, kind)
        with trial.lock:
            trial.killed[kind] += 1


def _start(database: PostgresServer) -> None:
    """Start the server again; what it had started may take a moment longer to end than itself."""
    for attempt in range(30, -1, -1):
        try:
            database.start()
            return
        except subprocess.CalledProcessError:
            if not attempt:
                raise
            time.sleep(0.5)


def _kill_process(trial: Trial, kind: str) -> None:
    # The part that is being started again after the last kill is waited for.
    while not (running := trial.site.processes()[kind]):
        time.sleep(0.05)
    pid = trial.draw.choice(running)
    held = _held_by(pid) if kind == "worker" else {}
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:  # it had just ended: another is killed instead
        _kill_process(trial, kind)
        return
    now = time.monotonic()
    with trial.lock:
        trial.held |= {job: (number, now) for job, number in held.items()}


def _held_by(pid: int) -> dict[int, int]:
    from cutline.server.jobs.persistence import persistently
    from cutline.server.models import JobState, ScoringJob

    held = ScoringJob.objects.filter(state=JobState.RUNNING, worker__contains=f":{pid}:")
    return persistently(lambda: dict(held.values_list("pk", "lease")))


def _watch(trial: Trial) -> None:
    """See when jobs of killed workers run again."""
    from cutline.server.jobs.persistence import persistently
    from cutline.server.models import JobState, ScoringJob

    while not trial.is_over.wait(0.5):
        with trial.lock:
            held = dict(trial.held)
        jobs = ScoringJob.objects.filter(pk__in=held).values_list("pk", "lease", "state")
        found = persistently(jobs.all().__iter__)
        now = time.monotonic()
        with trial.lock:
            for job, number, state in found:
                before, killed = held[job]
                if number > before:
                    trial.takeovers.append(now - killed)
                is_over = number > before or state == JobState.DONE  # just before it was killed
                if is_over and trial.held.get(job) == held[job]:
                    del trial.held[job]


def _wait_until_done(trial: Trial) -> None:
    from cutline.server.jobs.persistence import persistently
    from cutline.server.models import State, Submission

    deadline = time.monotonic() + END_SECONDS
    waiting = Submission.objects.filter(state__in=(State.QUEUED, State.RUNNING))
    while persistently(waiting.exists) and time.monotonic() < deadline:
        time.sleep(0.5)


def _report(trial: Trial, seconds: float) -> bool:
    from cutline.server.models import Kind, Result, State, Submission

    system = Submission.objects.filter(kind=Kind.SYSTEM)
    there = {str(pk): state for pk, state in system.values_list("pk", "state")}
    keys = Counter(system.values_list("idempotency_key", flat=True))
    results = Counter(map(str, Result.objects.values_list("submission_id", flat=True)))
    lost = [key for key, pk in trial.answered.items() if pk not in there or not keys[key]]
    twice = [key for key, count in keys.items() if count > 1 or key not in trial.answered]
    twice += [pk for pk, count in results.items() if count > 1]
    states = Counter(there.values())
    unscored = sum(state == State.DONE and not results[pk] for pk, state in there.items())
    longest = max(trial.takeovers, default=0.0)
    bad = {
        "lost": trial.submissions - len(trial.answered) + len(lost),
        "duplicate": len(twice),
        "stuck": states[State.QUEUED] + states[State.RUNNING],
        "failed": states[State.FAILED],
        "done unscored": unscored,
        "differing": _differing(),
        "not taken over": len(trial.held),
    }
    killed = ", ".join(f"{count} {kind}" for kind, count in sorted(trial.killed.items()))
    repeated = ", ".join(f"{count} {kind}" for kind, count in trial.repeated.items()) or "none"
    print(f"{'database':<16} {'PostgreSQL' if trial.database else 'SQLite'}")
    print(f"{'submissions':<16} {trial.submissions} sent, {states[State.DONE]} done")
    print(f"{'kills':<16} {sum(trial.killed.values())} ({killed})")
    print(f"{'typed again':<16} {repeated}")
    for name, count in bad.items():
        print(f"{name:<16} {count}")
    print(f"{'takeovers':<16} {len(trial.takeovers)}, the longest after {longest:.1f} s")
    print(f"{'time':<16} {seconds:.0f} s")
    return not any(bad.values()) and longest <= MOST_TAKEOVER


def _differing() -> int:
    """Results that are not those of others with the same captions."""
    from cutline.server.models import Result

    known: dict[str, object] = {}
    found = Result.objects.values_list("submission__run_id", "split", "scores", "signatures")
    return sum(
        known.setdefault(f"{run} {split}", (scores, signatures)) != (scores, signatures)
        for run, split, scores, signatures in found
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--submissions", type=int, default=500, metavar="N")
    parser.add_argument("--kills", type=int, default=100, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL of its own")
    parser.add_argument("--keep-log", metavar="FILE", help="keep the log of the site there")
    given = parser.parse_args()
    if given.postgres and programs() is None:
        sys.exit("PostgreSQL is not installed")
    return given


if __name__ == "__main__":
    sys.exit(main())
