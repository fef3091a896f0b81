"""Figures that the database knows: what waits, who works, what came of it. They name nobody."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import DatabaseError, InterfaceError
from django.db.models import Count, Min, QuerySet, Sum
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily, Metric, SummaryMetricFamily

from cutline.core.version import __version__
from cutline.server.models import JobState, Result, ScoringJob, State, Submission
from cutline.server.operation.presence import workers_there


class SiteFigures:
    """Reads the database whenever figures are asked for; the same from every web process."""

    def collect(self) -> Iterator[Metric]:
        """All figures; where the database does not answer, that it does not."""
        about = GaugeMetricFamily("cutline_info", "The version that runs.", labels=["version"])
        about.add_metric([__version__], 1)
        yield about
        try:
            found = list(_of_database())
        except (DatabaseError, InterfaceError):
            found = []
        yield GaugeMetricFamily(
            "cutline_database_answers", "1 if it does, else 0.", value=int(bool(found))
        )
        yield from found

    def describe(self) -> list[Metric]:
        """Nothing beforehand: registering must not ask the database."""
        return []


def _of_database() -> Iterator[Metric]:
    yield _by_state("cutline_submissions", "Submissions.", Submission.objects.all(), State)
    yield _by_state("cutline_jobs", "Scoring jobs.", ScoringJob.objects.all(), JobState)
    yield GaugeMetricFamily(
        "cutline_oldest_waiting_seconds",
        "For how long the oldest job that waits has done so; 0 where none does.",
        value=_oldest_waiting(),
    )
    yield GaugeMetricFamily(
        "cutline_workers", "Workers that were seen lately.", value=workers_there().count()
    )
    scored = Result.objects.aggregate(count=Count("pk"), sum=Sum("seconds"))
    yield SummaryMetricFamily(
        "cutline_scoring_seconds",
        "How long scoring took, of all results that are kept.",
        count_value=scored["count"],
        sum_value=scored["sum"] or 0.0,
    )


def _by_state(
    name: str, said: str, rows: QuerySet[Submission] | QuerySet[ScoringJob], states: type
) -> Metric:
    counted = dict(rows.order_by().values_list("state").annotate(Count("pk")))
    # Each state is named, even where nothing is in it.
    family = GaugeMetricFamily(name, said, labels=["state"])
    for state in states:  # type: ignore[attr-defined]
        family.add_metric([state.value], counted.get(state.value, 0))
    return family


def _oldest_waiting() -> float:
    waiting = ScoringJob.objects.filter(state=JobState.QUEUED)
    oldest = waiting.aggregate(oldest=Min("created"))["oldest"]
    return 0.0 if oldest is None else max(0.0, (timezone.now() - oldest).total_seconds())
