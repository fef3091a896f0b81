"""Taking a submission: asked, received, checked, counted and queued; or refused, and nothing kept.

Questions that cost little come first, so that an upload that cannot be taken is not read at all.
What is counted is counted again, exactly, in the transaction that writes the submission.
"""

from __future__ import annotations

from datetime import datetime

from django.db import DatabaseError, IntegrityError, transaction
from django.utils import timezone

from cutline.server.access import require
from cutline.server.jobs.queue import enqueue_scoring
from cutline.server.models import BenchmarkState, Blob, Phase, Submission
from cutline.server.operation.refusals import counting_refusals
from cutline.server.submissions.attempts import failed
from cutline.server.submissions.details import Details
from cutline.server.submissions.limits import require_remaining
from cutline.server.submissions.locks import lock_both
from cutline.server.uploads.check import Checked, check
from cutline.server.uploads.no_space import is_full, no_space
from cutline.server.uploads.receive import Readable, Received, receive
from cutline.server.uploads.refused import Refused
from cutline.web.people.models import Person, Team

__all__ = ["Details", "Refused", "submit"]

_MOST_KEY = 80
#: Refusals of an upload that are the uploader's to answer for.
FAILING = ("too_large", "invalid_file")


@counting_refusals
def submit(
    person: Person,
    team: Team,
    phase: Phase,
    upload: Readable,
    name: str,
    details: Details,
    idempotency_key: str = "",
    *,
    announced: int | None = None,
) -> Submission:
    """Take a submission.

    Args:
        person: who uploads.
        team: for whom; the limits are the team's, and the person's over all their teams.
        phase: to which phase.
        upload: where the bytes come from: an uploaded file of a form, or a request itself.
        name: what the uploader calls the file.
        details: what is said of the method.
        idempotency_key: what the client calls this upload. The same key with the same file is the
            same submission, however often it is sent.
        announced: the request's Content-Length, where `upload` does not know its size.

    Raises:
        Http404, PermissionDenied: when the person may not.
        Refused: when it is not taken; its status, code and message say why.
    """
    require(person, "submit", phase.benchmark)
    require(person, "submit", team)
    require_confirmed(person)
    details = details.cleaned()
    key = _cleaned_key(idempotency_key)
    before = _taken_before(person, key)
    if before is not None:
        with receive(upload, phase, name, announced=announced) as received:
            return _same(before, team, phase, received)
    # What was taken in time is still told of when somebody asks again after the end.
    require_open(phase)
    require_remaining(team, phase, person=person)
    try:
        with receive(upload, phase, name, announced=announced) as received:
            checked = check(received, phase)
            checked.raise_if_invalid()
            return _taken(person, team, phase, received, checked, details, key)
    except Refused as refusal:
        if refusal.code in FAILING:
            raise failed(team, phase, refusal) from None
        raise


def require_confirmed(person: Person) -> None:
    """Go on only with somebody whom e-mails reach.

    Raises:
        Refused: 403.
    """
    if not person.has_confirmed_email:
        raise Refused(
            403,
            "email_not_confirmed",
            "Your e-mail address is not confirmed yet. Follow the link in the e-mail that was sent "
            "to you, then submit again.",
        )


def require_open(phase: Phase, now: datetime | None = None) -> None:
    """Go on only if a phase takes submissions.

    Raises:
        Refused: 409, with since or until when it does not.
    """
    now = now or timezone.now()
    if phase.benchmark.state == BenchmarkState.ARCHIVED:
        raise Refused(409, "archived", "This benchmark is archived and takes no submissions.")
    if phase.is_frozen(now):
        raise Refused(409, "frozen", f"The phase {phase.title} is frozen: its board is final.")
    if phase.opens is not None and now < phase.opens:
        said = f"The phase {phase.title} opens at {phase.opens:%Y-%m-%d %H:%M} UTC."
        raise Refused(409, "not_open_yet", said)
    if not phase.is_open(now):
        said = f"The phase {phase.title} closed at {phase.closes:%Y-%m-%d %H:%M} UTC."
        raise Refused(409, "closed", said)


def _cleaned_key(key: str) -> str:
    if len(key) > _MOST_KEY or not (key.isascii() and (key.isprintable() or not key)):
        raise Refused(
            400,
            "invalid_key",
            f"The idempotency key has {len(key):,} characters or ones that cannot be printed, "
            f"expected at most {_MOST_KEY} of ASCII.",
        )
    return key


def _taken_before(person: Person, key: str) -> Submission | None:
    if not key:
        return None
    return Submission.objects.filter(person=person, idempotency_key=key).first()


def _same(before: Submission, team: Team, phase: Phase, received: Received) -> Submission:
    is_same = (before.file_digest, before.team_id, before.phase_id) == (
        received.digest,
        team.pk,
        phase.pk,
    )
    if not is_same:
        raise Refused(
            409,
            "key_used",
            "This idempotency key was used for another upload: take a new one for each file.",
        )
    return before


def _taken(
    person: Person,
    team: Team,
    phase: Phase,
    received: Received,
    checked: Checked,
    details: Details,
    key: str,
) -> Submission:
    """Count and write, in one transaction."""
    try:
        with transaction.atomic():
            lock_both(person, team)
            before = _taken_before(person, key)
            if before is not None:
                return _same(before, team, phase, received)
            # As it is by now: checking takes a moment in which a host may have closed it.
            phase = Phase.objects.select_related("benchmark").get(pk=phase.pk)
            require_open(phase)
            require_remaining(team, phase, person=person)
            return _written(person, team, phase, received, checked, details, key)
    except IntegrityError:
        # The same key at the same moment, for another team: that one was first.
        before = _taken_before(person, key)
        if before is None:
            raise
        return _same(before, team, phase, received)
    except DatabaseError as error:
        if is_full(error):
            raise no_space() from None
        raise


def _written(
    person: Person,
    team: Team,
    phase: Phase,
    received: Received,
    checked: Checked,
    details: Details,
    key: str,
) -> Submission:
    submission = Submission.objects.create(
        phase=phase,
        team=team,
        person=person,
        method=details.method,
        description=details.description,
        paper_url=details.paper_url,
        code_url=details.code_url,
        external_data=details.external_data,
        run=Blob.keep(checked.run or b""),
        file_name=received.name,
        file_digest=received.digest,
        warnings=checked.warnings,
        idempotency_key=key,
    )
    enqueue_scoring(submission)
    return submission
