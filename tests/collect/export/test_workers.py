"""Figures of those who took part: numbers, and nothing by which they could be known."""

from __future__ import annotations

import json

import pytest

from cutline.collect.assignment import discard, next_task, skip
from cutline.collect.export import worker_statistics, workers_csv
from cutline.collect.export.workers import workers_dict
from cutline.collect.models import Annotator, Task
from tests.collect import made
from tests.collect.simulated import write_captions

pytestmark = pytest.mark.django_db


def test_figures_are_those_of_the_tasks() -> None:
    of = made.project(images=4, references=1)
    write_captions(of, 3, most=6)
    Task.objects.filter(annotator__number=1, state="done").update(flags=["pasted"])
    discard(Task.objects.filter(annotator__number=2))
    Annotator.objects.filter(number=2).update(state="blocked")
    task = next_task(Annotator.objects.get(number=3))
    assert task is not None
    skip(task, "blurred")
    made.annotator(of, 9)
    found = {worker.worker: worker for worker in worker_statistics(of)}
    assert [*found] == ["W1", "W2", "W3", "W9"]
    assert (found["W1"].standing, found["W1"].flagged, found["W1"].median_seconds) == (2, 2, 11.0)
    assert (found["W2"].standing, found["W2"].discarded, found["W2"].is_blocked) == (0, 2, True)
    assert (found["W3"].standing, found["W3"].skipped) == (2, 1)
    assert (found["W9"].standing, found["W9"].mean_words) == (0, None)


def test_nothing_tells_who_somebody_is() -> None:
    of = made.project(images=2, references=1)
    write_captions(of, 2)
    Annotator.objects.update(external_study="study-7", external_session="session-8")
    workers = worker_statistics(of)
    for text in (workers_csv(workers), json.dumps(workers_dict(of, workers))):
        for secret in ("someone-", "study-7", "session-8", "fence"):
            assert secret not in text
        assert "W1" in text
