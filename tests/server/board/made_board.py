"""Entries of boards with scores that a test decides, or with those that captions have."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from cutline.core.types import Run
from cutline.server.hosting.bundles import bundle_of
from cutline.server.hosting.human import run_bytes
from cutline.server.models import Blob, Kind, Phase, Result, State, Submission
from cutline.server.scoring.compute import score_run
from cutline.web.people.models import Team
from tests.server import made

START = datetime(2024, 5, 1, 12, tzinfo=UTC)


def day(number: float) -> datetime:
    return START + timedelta(days=number)


def submission(phase: Phase, team: Team | None, method: str, **fields: Any) -> Submission:
    """A submission that is done and on the board, unless told otherwise."""
    created = fields.pop("created", START)
    settings: dict[str, Any] = {
        "state": State.DONE,
        "on_board": team is not None,
        "run": Blob.keep(run_bytes(made.run(method))),
    }
    made_one = Submission.objects.create(
        phase=phase, team=team, method=method, **{**settings, **fields}
    )
    Submission.objects.filter(pk=made_one.pk).update(created=created)
    made_one.refresh_from_db()
    return made_one


def entry(
    phase: Phase, team: Team | None, method: str, value: float | None, **fields: Any
) -> Submission:
    """An entry whose every metric has this value on every slice; it cannot be tested."""
    reserve = fields.pop("reserve", None)
    scorer = fields.pop("scorer", phase.benchmark.scorer)
    made_one = submission(phase, team, method, **fields)
    Result.objects.create(
        submission=made_one,
        split=phase.split,
        scorer=scorer,
        scores={label: _scores(phase, value) for label in ("", "day", "night")},
        reserve={} if reserve is None else _scores(phase, reserve),
        signatures={metric: f"{metric}|v1" for metric in phase.benchmark.metrics},
        images=8,
        procedure="made up",
    )
    return made_one


def scored(phase: Phase, team: Team | None, run: Run, **fields: Any) -> Submission:
    """An entry with the scores that its captions have, computed as a worker does."""
    made_one = submission(phase, team, run.system, **fields)
    score(made_one, run)
    return made_one


def score(made_one: Submission, run: Run) -> Result:
    phase, benchmark = made_one.phase, made_one.phase.benchmark
    outcome = score_run(
        bundle_of(benchmark),
        phase.split,
        run,
        benchmark.metrics,
        benchmark.slice_name,
        phase.reserve_share,
        phase.reserve_salt,
    )
    return Result.objects.create(
        submission=made_one,
        split=phase.split,
        scorer=benchmark.scorer,
        scores=outcome.scores,
        reserve=outcome.reserve,
        signatures=outcome.signatures,
        images=outcome.images,
        procedure=outcome.procedure,
        statistics=Blob.keep(outcome.statistics),
    )


def finish_human(phase: Phase) -> Submission:
    """The human row of a phase, scored."""
    row = phase.submissions.get(kind=Kind.HUMAN)
    score(row, made.human())
    Submission.objects.filter(pk=row.pk).update(state=State.DONE, created=START)
    row.refresh_from_db()
    return row


def _scores(phase: Phase, value: float | None) -> dict[str, Any]:
    bounds = {"value": value, "low": None, "high": None}
    if value is not None:
        bounds |= {"low": value - 0.0123456, "high": value + 0.0123456}
    return dict.fromkeys(phase.benchmark.metrics, bounds)
