"""Many submissions at the same moment, on a real database: `python -m tests...race FOLDER`.

A process of its own, because tests on SQLite have a database in memory, which has no writers that
wait for each other. Prints, for each trial, how many were answered with what.
"""

from __future__ import annotations

import json
import os
import secrets
import sys
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path


def main(folder: str) -> None:
    with ExitStack() as stack:
        if os.environ.get("DATABASE_URL"):
            stack.enter_context(_database())
        from cutline.cli.serving.site import open_site

        open_site(folder)
        from cutline.server.operation.database import bring_up_to_date

        bring_up_to_date()
        found = _trials()
        from django.db import connections

        connections.close_all()
    print(json.dumps(found))


def _database() -> ExitStack:
    """A database of its own on the server, gone at the end."""
    import psycopg

    server = os.environ["DATABASE_URL"]
    name = f"race_{secrets.token_hex(6)}"

    def told(command: str) -> None:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(command)

    told(f"CREATE DATABASE {name}")
    os.environ["DATABASE_URL"] = f"{server.rpartition('/')[0]}/{name}"
    stack = ExitStack()
    stack.callback(told, f"DROP DATABASE {name} WITH (FORCE)")
    return stack


def _trials() -> dict[str, dict[str, int]]:
    from cutline.server.models import FailedAttempt, Phase, Submission
    from cutline.web.people.models import Role
    from tests.server import made
    from tests.server.submissions.sending import BROKEN, results, send

    host = made.person("hanna", Role.HOST)
    ann, ben, cleo = made.person("ann"), made.person("ben"), made.person("cleo")
    of = made.benchmark(host)
    test, dev = made.phase(of), made.phase(of, "dev")

    def limited(**limits: int | None) -> None:
        none = {"per_day": None, "per_phase": None, "per_benchmark": None, "failing_per_day": 50}
        Phase.objects.update(**(none | limits))
        test.refresh_from_db()
        dev.refresh_from_db()

    found = {}
    limited(per_day=5)
    team = made.team("Day", ann)
    found["day"] = _at_once([lambda: send(ann, team, test)] * 24)

    limited(per_phase=5)
    both = made.team("Phase", ben, cleo)
    found["two people"] = _at_once(
        [lambda: send(ben, both, test), lambda: send(cleo, both, test)] * 6
    )

    limited(per_benchmark=5)
    dora = made.person("dora")
    wide = made.team("Benchmark", dora)
    found["two phases"] = _at_once(
        [lambda: send(dora, wide, test), lambda: send(dora, wide, dev)] * 6
    )

    limited(failing_per_day=5)
    broken = made.team("Broken", ann)
    found["failing"] = _at_once([lambda: send(ann, broken, test, BROKEN)] * 12)
    found["failing"]["written"] = FailedAttempt.objects.filter(team=broken).count()

    limited(per_day=5)
    emil = made.person("emil")
    many = [made.team(f"Emil's {number}", emil) for number in range(4)]
    found["one person's teams"] = _at_once(
        [lambda team=team: send(emil, team, test) for team in many] * 3
    )
    fay = made.person("fay")
    same, other = made.team("Same", fay), made.team("Other", fay)
    found["one key"] = _at_once([lambda: send(fay, same, test, key="one")] * 8)
    files = [results(), results(caption="something else")]
    found["two files"] = _at_once(
        [lambda file=file: send(fay, same, test, file, key="two") for file in files] * 4
    )
    found["two teams"] = _at_once(
        [lambda: send(fay, same, test, key="three"), lambda: send(fay, other, test, key="three")]
        * 4
    )
    for name, key in (("one key", "one"), ("two files", "two"), ("two teams", "three")):
        found[name]["written"] = Submission.objects.filter(idempotency_key=key).count()
    return found


def _at_once(calls: Sequence[Callable[[], object]]) -> dict[str, int]:
    """Have all of them begin together; returns how many were accepted, or refused by which code."""
    from django.db import connection

    from cutline.server.uploads.refused import Refused

    counted: Counter[str] = Counter()
    gate = threading.Barrier(len(calls))

    def run(call: Callable[[], object]) -> None:
        gate.wait()
        try:
            call()
            counted["accepted"] += 1
        except Refused as refusal:
            counted[refusal.code] += 1
        except Exception as error:
            counted[f"{type(error).__name__}: {error}"] += 1
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return dict(counted)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
    main(sys.argv[1])
