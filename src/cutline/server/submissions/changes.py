"""What becomes of submissions after they were taken: by their team, and by the hosts."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from cutline.server.access import may, require
from cutline.server.models import JobState, Phase, ScoringJob, State, Submission
from cutline.server.models.benchmark import touch
from cutline.server.submissions.details import Details
from cutline.server.submissions.locks import lock_team
from cutline.server.uploads.refused import Refused
from cutline.web.people.models import Person
from cutline.web.people.models.audit import record

_MOST_WHY = 400


def withdraw(person: Person, submission: Submission) -> Submission:
    """Take a submission back. It stays written down, and it still counts.

    Raises:
        Http404, PermissionDenied: when the person may not.
        Refused: 409 when it is withdrawn already, or stands on a board that is final.
    """
    require(person, "withdraw", submission)
    with transaction.atomic():
        _lock(submission)
        if submission.state == State.WITHDRAWN:
            raise Refused(409, "withdrawn", "The submission is withdrawn already.")
        _require_changeable(submission)
        was_on_board, submission.on_board = submission.on_board, False
        submission.state = State.WITHDRAWN
        submission.finished = submission.finished or timezone.now()
        submission.save(update_fields=["state", "finished", "on_board"])
        # Nobody needs its scores any more; a worker that is at it finds its job gone.
        unfinished = ScoringJob.objects.filter(
            submission=submission, state__in=(JobState.QUEUED, JobState.RUNNING)
        )
        unfinished.update(state=JobState.CANCELLED, finished=timezone.now())
        _note(person, "submission.withdraw", submission, was_on_board=was_on_board)
        if was_on_board:
            touch(submission.phase.benchmark_id)
    return submission


def choose(person: Person, submission: Submission, *, on_board: bool = True) -> Submission:
    """Put a submission on the board in place of its team's other one, or take it off.

    Raises:
        Http404, PermissionDenied: when the person may not, or it has no scores to stand there with.
        Refused: 409 when the board is final.
    """
    require(person, "choose", submission)
    with transaction.atomic():
        _lock(submission)
        require(person, "choose", submission)  # it may have been withdrawn meanwhile
        _require_not_frozen(submission)
        if on_board:
            others = Submission.objects.filter(phase=submission.phase, team=submission.team)
            others.filter(on_board=True).exclude(pk=submission.pk).update(on_board=False)
        submission.on_board = on_board
        submission.save(update_fields=["on_board"])
        touch(submission.phase.benchmark_id)
    return submission


def edit(person: Person, submission: Submission, details: Details) -> Submission:
    """Change what is said of a submission.

    Raises:
        Http404, PermissionDenied: when the person may not.
        Refused: 422 when that cannot be said, 409 when it stands on a board that is final.
    """
    require(person, "edit", submission)
    details = details.cleaned()
    with transaction.atomic():
        _lock(submission)
        _require_changeable(submission)
        before = Details.of(submission)
        changed = [field for field, value in vars(details).items() if value != vars(before)[field]]
        for field in changed:
            setattr(submission, field, getattr(details, field))
        if changed:
            submission.save(update_fields=changed)
            _note(person, "submission.edit", submission, changed=changed)
            touch(submission.phase.benchmark_id)
    return submission


def disqualify(person: Person, submission: Submission, why: str) -> Submission:
    """Take a submission out of the ranking, for a reason that its team is told.

    Raises:
        Http404, PermissionDenied: when the person may not.
        Refused: 422 without a reason, 409 when it is disqualified already.
    """
    require(person, "disqualify", submission)
    why = why.strip()
    if not 0 < len(why) <= _MOST_WHY:
        found = f"has {len(why):,} characters" if why else "is empty"
        said = f"The reason {found}, expected one of at most {_MOST_WHY} characters."
        raise Refused(422, "invalid_reason", said, [{"field": "why", "message": said}])
    with transaction.atomic():
        _lock(submission)
        if submission.disqualified is not None:
            raise Refused(409, "disqualified", "The submission is disqualified already.")
        submission.disqualified, submission.disqualified_why = timezone.now(), why
        submission.save(update_fields=["disqualified", "disqualified_why"])
        _record(person, "submission.disqualify", submission, why=why)
        touch(submission.phase.benchmark_id)
    return submission


def reinstate(person: Person, submission: Submission) -> Submission:
    """Take a disqualification back. It stands on the board again if it did, and no other does.

    Raises:
        Http404, PermissionDenied: when the person may not.
        Refused: 409 when it is not disqualified.
    """
    require(person, "disqualify", submission)
    with transaction.atomic():
        _lock(submission)
        if submission.disqualified is None:
            raise Refused(409, "not_disqualified", "The submission is not disqualified.")
        why, submission.disqualified_why = submission.disqualified_why, ""
        submission.disqualified = None
        submission.save(update_fields=["disqualified", "disqualified_why"])
        _record(person, "submission.reinstate", submission, was=why)
        touch(submission.phase.benchmark_id)
    return submission


def _lock(submission: Submission) -> None:
    """Hold a submission until the transaction ends, and see it as it is by now."""
    if submission.team is not None:
        lock_team(submission.team)
    list(Submission.objects.select_for_update(no_key=True).filter(pk=submission.pk))
    submission.refresh_from_db()


def _require_not_frozen(submission: Submission) -> None:
    # As it is by now: a host may have frozen it since it was read.
    phase = Phase.objects.get(pk=submission.phase_id)
    if phase.is_frozen():
        raise Refused(409, "frozen", f"The phase {phase.title} is frozen: its board is final.")


def _require_changeable(submission: Submission) -> None:
    """What does not stand on a final board changes nothing there."""
    if submission.on_board:
        _require_not_frozen(submission)


def _note(person: Person, action: str, submission: Submission, **detail: object) -> None:
    """Write down what is done to the submission of others; a team's own doings are its own."""
    if submission.team is None or not may(person, "submit", submission.team):
        _record(person, action, submission, **detail)


def _record(person: Person, action: str, submission: Submission, **detail: object) -> None:
    record(
        person,
        action,
        f"submission:{submission.pk}",
        described=submission.method,
        scope=submission.phase.benchmark.slug,
        **detail,
    )
