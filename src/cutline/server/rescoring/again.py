"""Scoring a submission again that failed through a fault of the platform."""

from __future__ import annotations

from django.db import transaction

from cutline.server.access import require
from cutline.server.jobs.ending import CONTENT_FAULT
from cutline.server.jobs.lease import locked
from cutline.server.jobs.queue import pinned_scorer
from cutline.server.models import State, Submission
from cutline.server.rescoring.jobs import queue_anew
from cutline.server.uploads.refused import Refused
from cutline.web.people.models import Person
from cutline.web.people.models.audit import record


def can_be_scored_again(submission: Submission) -> bool:
    """Whether another try may come to something: what the captions lack no try mends."""
    if submission.state != State.FAILED or submission.run_id is None:
        return False
    scorer = submission.phase.benchmark.scorer
    return not submission.jobs.filter(scorer=scorer, fault=CONTENT_FAULT).exists()


def score_again(person: Person, submission: Submission) -> Submission:
    """Put a failed submission back into the queue, with three attempts. It goes on not to count.

    Raises:
        Http404, PermissionDenied: when the person may not, or it has not failed.
        Refused: 409 when its captions are at fault.
    """
    require(person, "score_again", submission)
    with transaction.atomic():
        submission = locked(submission.pk)
        require(person, "score_again", submission)
        if not can_be_scored_again(submission):
            raise Refused(
                409,
                "captions_at_fault",
                "Its captions cannot be scored, however often one tries: the team has to submit "
                "others.",
            )
        was = submission.reason
        submission.state, submission.reason, submission.progress = State.QUEUED, "", 0.0
        submission.started = submission.finished = None
        submission.save(update_fields=["state", "reason", "progress", "started", "finished"])
        queue_anew(submission, pinned_scorer(submission.phase.benchmark_id))
        record(
            person,
            "submission.score_again",
            f"submission:{submission.pk}",
            described=submission.method,
            scope=submission.phase.benchmark.slug,
            was=was,
        )
    return submission
