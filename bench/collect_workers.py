"""Whether every image gets its captions once each, whatever happens to 500 people and the site.

`python bench/collect_workers.py [--workers 500] [--images 2000] [--captions 11] [--minutes 15]`

Starts a site on SQLite and has a simulated crowd write captions through its pages (see
`collect_crowd.py`): they click twice, lose connections, leave in the middle; and when a third is
done the web process is killed and started again by the site itself. At the end every image must
have exactly as many captions as are wanted, by as many people, none lost that was acknowledged,
none twice; and 95 of 100 must have waited less than 150 ms for the page of their next task. The
site and the crowd share the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import statistics
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

from collect_crowd import Crowd
from measure import machine
from running_site import RunningSite

from tests.postgres import free_port

MOST_SECONDS = 0.150
#: Twice as long as was planned: something is stuck.
_TOO_LONG = 2.0
#: What somebody took and left comes back after this.
LOCK_MINUTES = 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--workers", type=int, default=500, metavar="N", help="people")
    parser.add_argument("--images", type=int, default=2000, metavar="N")
    parser.add_argument("--captions", type=int, default=11, metavar="N", help="of each image")
    parser.add_argument("--minutes", type=float, default=15.0, metavar="N", help="to plan for")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    given = parser.parse_args()
    if given.captions < 2 or given.workers < 2 * given.captions:
        raise SystemExit("expected 2 captions or more, and twice as many people")
    for name, value in machine().items():
        print(f"{name:<14} {value}")
    with tempfile.TemporaryDirectory(prefix="cutline-collect-") as folder:
        site = _site(Path(folder))
        crowd = _crowd(site, given)
        site.start()
        try:
            seconds = asyncio.run(_run(site, crowd, given))
        finally:
            site.stop()
        return _told(crowd, given, seconds)


def _site(folder: Path) -> RunningSite:
    from cutline.cli.serving.site import open_site

    site = RunningSite(folder / "site", free_port(), workers=1)
    os.environ["CUTLINE_CONFIG_DIR"] = str(folder / "config")
    os.environ["CUTLINE_ADDRESS"] = site.address
    os.environ.setdefault("CUTLINE_LOG", "warning")
    os.environ.pop("DATABASE_URL", None)
    open_site(str(site.folder))
    return site


def _crowd(site: RunningSite, given: argparse.Namespace) -> Crowd:
    from cutline.collect.models import Item
    from cutline.server.operation.database import bring_up_to_date
    from cutline.text.caption_checks.instructions import DEFAULT_INSTRUCTIONS
    from cutline.web.people.models import Role
    from tests.collect import made
    from tests.server import made as people

    bring_up_to_date()
    project = made.project(
        people.person("hanna", Role.HOST),
        images=0,
        references=given.captions - 1,
        lock_minutes=LOCK_MINUTES,
        instructions=DEFAULT_INSTRUCTIONS,
        arms=[
            {"name": "plain", "primed": False, "share": 1},
            {"name": "keywords", "primed": True, "share": 1},
        ],
    )
    Item.objects.bulk_create(
        Item(
            project=project,
            position=number,
            image_id=number,
            picture=f"https://example.org/{number}.jpg",
            labels=["bird", "tree"],
            wanted=project.wanted,
        )
        for number in range(given.images)
    )
    pace = given.minutes * 60 * given.workers / (given.images * given.captions)
    return Crowd(site.port, project.slug, project.invitation, pace, given.seed)


async def _run(site: RunningSite, crowd: Crowd, given: argparse.Namespace) -> float:
    start = time.monotonic()
    watcher = asyncio.create_task(_watch(site, crowd, given, start))
    await crowd.run(given.workers)
    crowd.is_over = True
    await watcher
    return time.monotonic() - start


async def _watch(site: RunningSite, crowd: Crowd, given: argparse.Namespace, start: float) -> None:
    """Kill the web process once, and say when all is done."""
    wanted = given.images * given.captions
    is_killed = False
    said = 0
    while not crowd.is_over:
        await asyncio.sleep(1.0)
        done = await asyncio.to_thread(_done)
        seconds = time.monotonic() - start
        if not is_killed and done >= wanted / 3:
            is_killed = True
            for pid in site.processes()["web"]:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                    crowd.counted["web processes that were killed"] += 1
        if done * 10 // wanted > said:
            said = done * 10 // wanted
            waited = _figures(crowd.next_seconds)
            print(f"{seconds:6.0f} s       {done:,} captions, next task {waited}", flush=True)
        if done >= wanted or seconds > _TOO_LONG * given.minutes * 60 + 300:
            crowd.is_over = True


def _done() -> int:
    from django.db import connection

    from cutline.collect.models import Task, TaskState

    try:
        return Task.objects.filter(state=TaskState.DONE).count()
    finally:
        connection.close()


def _figures(seconds: list[float]) -> str:
    if not seconds:
        return "was never asked for"
    ordered = sorted(seconds)
    high = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    return (
        f"p50 {statistics.median(ordered) * 1000:.0f} ms, p95 {high * 1000:.0f} ms, "
        f"most {ordered[-1] * 1000:.0f} ms"
    )


def _told(crowd: Crowd, given: argparse.Namespace, seconds: float) -> int:
    from cutline.collect.models import Annotator

    print(f"people         {given.workers} who became {Annotator.objects.count()} annotators")
    print(f"asked          every {crowd.pace:.1f} s by each of them on average")
    print(
        f"load           {crowd.requests:,} requests in {seconds:.0f} s, "
        f"{crowd.requests / seconds:.0f} a second"
    )
    for name, count in sorted(crowd.counted.items()):
        print(f"  {count:>7,} {name}")
    print(f"next task      {_figures(crowd.next_seconds)} ({len(crowd.next_seconds):,} pages)")
    print(f"answer         {_figures(crowd.post_seconds)}")
    problems = _problems(crowd, given)
    ordered = sorted(crowd.next_seconds)
    if not ordered or ordered[int(0.95 * len(ordered))] >= MOST_SECONDS:
        problems.append(f"95 of 100 waited {MOST_SECONDS * 1000:.0f} ms or more for a task")
    for problem in problems:
        print(f"NOT AS IT HAS TO BE: {problem}")
    if not problems:
        print(
            f"captions       {given.images * given.captions:,}: each of {given.images:,} images "
            f"has {given.captions} by {given.captions} people; {len(crowd.acknowledged):,} were "
            f"acknowledged, all of them stand"
        )
    return 1 if problems else 0


def _problems(crowd: Crowd, given: argparse.Namespace) -> list[str]:
    from cutline.collect.models import Item, Task, TaskState

    found = []
    done = list(Task.objects.filter(state=TaskState.DONE))
    pairs = {(task.item_id, task.annotator_id) for task in done}
    if len(pairs) != len(done):
        found.append(f"{len(done) - len(pairs):,} captions by somebody who wrote of the image")
    of_items = Counter(item for item, _ in pairs)
    wrong = [item for item in Item.objects.all() if of_items[item.pk] != given.captions]
    if wrong:
        found.append(f"{len(wrong):,} images have more or fewer than {given.captions} captions")
    counts = Item.objects.exclude(taken=given.captions, done=given.captions).count()
    if counts:
        found.append(f"{counts:,} images are counted wrongly")
    texts = {task.pk: task.text for task in done}
    lost = [task for task, text in crowd.acknowledged.items() if texts.get(task) != text]
    if lost:
        found.append(f"{len(lost):,} captions were acknowledged and do not stand")
    return found


if __name__ == "__main__":
    sys.exit(main())
