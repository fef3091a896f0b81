"""What scoring makes of a job, computed in the tests' own process."""

from __future__ import annotations

from cutline.server.jobs.work import _task
from cutline.server.models import ScoringJob
from cutline.server.scoring.outcome import Outcome
from tests.server.scored import score_here


def outcome_of(job: ScoringJob) -> Outcome:
    """The scores."""
    return score_here(_task(job))
