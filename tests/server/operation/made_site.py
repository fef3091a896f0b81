"""A site with something of every kind in it, and all that it holds, to compare with."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from cutline.server.models import Host, JobState, ScoringJob, State, Submission
from cutline.server.operation.backup.tables import columns_of, kept_tables
from cutline.server.submissions.changes import disqualify
from cutline.web.people.models import ApiToken, Invitation, Role
from tests.server import made, scored


def fill() -> None:
    """People, teams, a benchmark, scored and waiting submissions, a job that is being done."""
    host = made.person("hanna", Role.HOST)
    wim = made.person("wim")
    team = made.team("Walruses & Söhne", wim, made.person("ada"))
    Invitation.objects.create(team=team, expires=timezone.now() + timedelta(days=1))
    ApiToken.make(wim, "laptop", timezone.now() + timedelta(days=1))
    benchmark = made.benchmark(host)
    Host.objects.create(benchmark=benchmark, person=wim)
    phase = made.phase(benchmark)
    first = scored.submission(phase, team, method="naïve “quotes” 名前")
    scored.score_all()
    first.refresh_from_db()
    disqualify(host, first, "for a test")
    scored.submission(phase, team, made.run(good=3), method="waits")
    running = scored.submission(phase, team, made.run(good=5), method="runs")
    Submission.objects.filter(pk=running.pk).update(state=State.RUNNING, progress=0.5)
    ScoringJob.objects.filter(submission=running).update(
        state=JobState.RUNNING,
        worker="gone:1:a",
        attempts=3,
        leased_until=timezone.now() + timedelta(hours=1),
    )


def all_rows() -> dict[str, list[dict[str, Any]]]:
    """Every row of every table that is kept, by table and column."""
    return {
        name: [
            {
                column: bytes(value) if isinstance(value, memoryview) else value
                for column, value in row.items()
            }
            for row in model._base_manager.order_by("pk").values(*columns_of(model))
        ]
        for name, model in kept_tables().items()
    }
