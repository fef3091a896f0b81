"""Whether this installation still is what a board was scored by, and what to say where it is not.

After an upgrade, or with other data files, it is another scorer. Then what is submitted waits:
scores of two programs on one board would compare what cannot be compared.
"""

from __future__ import annotations

from django.db.models import Count, QuerySet

from cutline.server.jobs.work import is_ours, key_of
from cutline.server.models import Benchmark, JobState, Rescore, ScoringJob


def why_waiting(of: Benchmark | Rescore) -> str:
    """Why this installation does not score for a board or a rescore; empty where it does."""
    key = key_of(of)
    if key == of.scorer:
        return ""
    what = "This rescore" if isinstance(of, Rescore) else "The board"
    was = f"{what} is scored by {of.scorer}"
    if not key:
        return f"{was}, and this installation lacks a part that a metric needs."
    way_out = (
        "drop the rescore and start it again"
        if isinstance(of, Rescore)
        else "rescore the board, or bring the former version back"
    )
    return f"{was}, and this installation is {key}. What is submitted waits until then: {way_out}."


def waiting_for_another(benchmark: Benchmark) -> int:
    """How many jobs of a benchmark wait for a scorer that this installation is not."""
    jobs = ScoringJob.objects.filter(submission__phase__benchmark=benchmark, state=JobState.QUEUED)
    counts = jobs.values_list("scorer").annotate(Count("pk")).order_by()
    return sum(count for scorer, count in counts if not _is_ours(jobs.filter(scorer=scorer)))


def _is_ours(jobs: QuerySet[ScoringJob]) -> bool:
    """Whether this installation does some jobs of one scorer: all of them, or none."""
    one = jobs.select_related("submission__phase__benchmark").first()
    return one is None or is_ours(one)
