"""Submissions, and having them scored in the tests' own process, without a queue."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cutline.core.types import Run
from cutline.datasets.bundle import open_bundle
from cutline.datasets.checks import run_of
from cutline.datasets.json_lines import read_json_lines
from cutline.datasets.source import Source
from cutline.server.hosting.human import run_bytes
from cutline.server.jobs.queue import enqueue_scoring
from cutline.server.jobs.work import work_on
from cutline.server.models import Blob, JobState, Phase, ScoringJob, Submission
from cutline.server.scoring.compute import check_images, score_run
from cutline.server.scoring.outcome import Outcome
from cutline.server.scoring.task import ScoringTask
from cutline.web.people.models import Team
from tests.server import made


def submission(phase: Phase, team: Team, run: Run | None = None, method: str = "") -> Submission:
    """A submission in the queue, as if it had been uploaded and checked."""
    run = run or made.run()
    new = Submission.objects.create(
        phase=phase,
        team=team,
        person=team.owner,
        method=method or run.system,
        run=Blob.keep(run_bytes(run)),
        file_name="run.jsonl",
    )
    enqueue_scoring(new)
    return new


def score_here(
    task: ScoringTask,
    *,
    folder: Path | None = None,
    progress: Callable[[float], None] = lambda done: None,
    stop: Callable[[], bool] = lambda: False,
) -> Outcome:
    """The same scores as those of a child process, at once."""
    bundle = open_bundle(task.bundle)
    read, checked = run_of(read_json_lines(Source("run.jsonl", task.run), "run"))
    run = check_images(bundle, task.split, read, checked, "the captions")
    return score_run(
        bundle,
        task.split,
        run,
        task.metrics,
        task.slice_name,
        task.reserve_share,
        task.reserve_salt,
        progress,
    )


def score_all() -> None:
    """Have every job that waits scored."""
    for job in ScoringJob.objects.filter(state=JobState.QUEUED).order_by("pk"):
        work_on(job.pk, score=score_here)
