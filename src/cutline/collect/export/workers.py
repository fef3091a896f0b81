"""Figures of those who took part, without a word of who they are."""

from __future__ import annotations

import csv
import io
import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from cutline.collect.models import Annotator, AnnotatorState, Mode, Project, Role, TaskState


@dataclass(frozen=True)
class Worker:
    """One of them: a number, and counts. None stands for a mean of nothing."""

    worker: str
    arm: str
    is_blocked: bool
    standing: int
    discarded: int
    skipped: int
    expired: int
    accepted: int
    fixed: int
    flagged: int
    known_asked: int
    known_right: int
    mean_words: float | None
    median_seconds: float | None


_OF_TASK = ("state", "text", "seconds", "flags", "is_right", "verdict", "item__role")


def worker_statistics(project: Project) -> list[Worker]:
    """Figures of everybody who joined a project, read by one statement."""
    names = ("number", "arm", "state", *(f"tasks__{name}" for name in _OF_TASK))
    rows = Annotator.objects.filter(project=project).order_by("number", "tasks__pk")
    people: dict[int, tuple[str, str, list[dict[str, Any]]]] = {}
    for number, arm, state, *task in rows.values_list(*names).iterator(chunk_size=2000):
        _, _, tasks = people.setdefault(number, (arm, state, []))
        if task[0] is not None:
            tasks.append(dict(zip(_OF_TASK, task, strict=True)))
    has_words = project.mode == Mode.CAPTIONS
    return [_worker(number, *found, has_words) for number, found in people.items()]


def workers_csv(workers: Sequence[Worker]) -> str:
    """The same as a table."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([field.name for field in fields(Worker)])
    for worker in workers:
        writer.writerow(["" if cell is None else cell for cell in asdict(worker).values()])
    return text.getvalue()


def workers_dict(project: Project, workers: Sequence[Worker]) -> dict[str, Any]:
    """The machine's form."""
    return {
        "cutline": "workers",
        "version": 1,
        "project": project.slug,
        "workers": [asdict(worker) for worker in workers],
    }


def _worker(
    number: int, arm: str, state: str, tasks: list[dict[str, Any]], has_words: bool
) -> Worker:
    collected = [task for task in tasks if task["item__role"] == Role.COLLECT]
    known = [task for task in tasks if task["is_right"] is not None]
    standing = [task for task in collected if task["state"] == TaskState.DONE]
    counts = Counter(task["state"] for task in collected)
    verdicts = Counter(task["verdict"] for task in collected)
    words = [len(task["text"].split()) for task in standing] if has_words else []
    seconds = [task["seconds"] for task in standing if task["seconds"] > 0]
    return Worker(
        worker=f"W{number}",
        arm=arm,
        is_blocked=state == AnnotatorState.BLOCKED,
        standing=len(standing),
        discarded=counts[TaskState.DISCARDED],
        skipped=counts[TaskState.SKIPPED],
        expired=counts[TaskState.EXPIRED],
        accepted=verdicts["accepted"],
        fixed=verdicts["fixed"],
        flagged=sum(bool(task["flags"]) for task in standing),
        known_asked=len(known),
        known_right=sum(task["is_right"] for task in known),
        mean_words=round(statistics.fmean(words), 2) if words else None,
        median_seconds=round(statistics.median(seconds), 1) if seconds else None,
    )
