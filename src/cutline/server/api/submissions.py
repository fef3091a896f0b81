"""Calls that make and read submissions, and change what is said of them."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Annotated

from django.http import HttpRequest
from django.utils import timezone
from ninja import File, Form, Header, Query, Router
from ninja.files import UploadedFile
from ninja.responses import Status

from cutline.server.access import visible_submissions
from cutline.server.api.answers import answers
from cutline.server.api.found import phase_at, submission_at, team_of, visitor_in
from cutline.server.api.submission_schemas import ChangeRequest, CheckedAnswer, SubmissionAnswer
from cutline.server.api.visitors import person_of
from cutline.server.hosting.bundles import image_ids
from cutline.server.models import Submission
from cutline.server.submissions.accept import submit
from cutline.server.submissions.changes import edit
from cutline.server.submissions.check_only import check_only
from cutline.server.submissions.details import Details
from cutline.web.addresses import site_address

router = Router(tags=["submissions"])
_PHASE = "/benchmarks/{slug}/phases/{phase}"
_REFUSALS = (403, 404, 409, 411, 413, 422, 507)
_MOST = 200

Captions = Annotated[
    UploadedFile, File(description="the captions, in any format that `cutline validate` reads")
]
TeamSlug = Annotated[str, Form(description="the slug of a team; not needed with one team")]


def told(request: HttpRequest, submission: Submission) -> SubmissionAnswer:
    """What the caller is told of a submission."""
    return SubmissionAnswer.of(submission, visitor_in(request), site_address(request))


@router.post(
    f"{_PHASE}/submissions",
    response=answers(SubmissionAnswer, *_REFUSALS, also={201: SubmissionAnswer}),
    summary="Submit captions",
)
def create(
    request: HttpRequest,
    slug: str,
    phase: str,
    file: Captions,
    method: Annotated[str, Form(description="the name of the system")],
    team: TeamSlug = "",
    description: Annotated[str, Form(description="what is worth knowing of it")] = "",
    paper_url: Annotated[str, Form(description="where it is described")] = "",
    code_url: Annotated[str, Form(description="where its code is")] = "",
    external_data: Annotated[str, Form(description="what else it was trained on")] = "",
    idempotency_key: Annotated[
        str,
        Header(
            alias="Idempotency-Key", description="at most 80 characters, of the caller's making"
        ),
    ] = "",
) -> Status[SubmissionAnswer]:
    """Check a file and queue it for scoring. A file with problems costs no submission.

    With an `Idempotency-Key` it is safe to send the same again after a lost connection: the first
    time is answered 201, each further time 200 with the same submission. The same key with
    another file, team or phase is answered 409.
    """
    person = person_of(visitor_in(request))
    found = phase_at(request, slug, phase)
    begun = timezone.now()
    made = submit(
        person,
        team_of(person, team),
        found,
        file,
        file.name or "",
        Details(method, description, paper_url, code_url, external_data),
        idempotency_key,
    )
    return Status(201 if made.created >= begun else 200, told(request, made))


@router.post(
    f"{_PHASE}/check", response=answers(CheckedAnswer, *_REFUSALS), summary="Check a file only"
)
def check(
    request: HttpRequest, slug: str, phase: str, file: Captions, team: TeamSlug = ""
) -> CheckedAnswer:
    """Check a file as a submission would, and take nothing.

    A file that passes costs nothing. One that does not is answered as a submission would be, and
    is one of the files that cannot be scored, of which a team may send so many in a day.
    """
    person = person_of(visitor_in(request))
    found = phase_at(request, slug, phase)
    checked = check_only(person, team_of(person, team), found, file, file.name or "")
    return CheckedAnswer(
        format=checked.format,
        images=len(image_ids(found.benchmark, found.split)),
        warnings=[dict(warning) for warning in checked.warnings],
        counts=checked.counts,
    )


@router.get("/submissions", response=answers(list[SubmissionAnswer]), summary="My submissions")
def mine(
    request: HttpRequest,
    benchmark: Annotated[str, Query(description="the slug of a benchmark; by default all")] = "",
    phase: Annotated[str, Query(description="the slug of a phase; by default all")] = "",
) -> list[SubmissionAnswer]:
    """Submissions of the caller's teams, the newest first, 200 at most."""
    person = person_of(visitor_in(request))
    theirs = Submission.objects.filter(team__in=person.teams.all())
    if benchmark:
        theirs = theirs.filter(phase__benchmark__slug=benchmark)
    if phase:
        theirs = theirs.filter(phase__slug=phase)
    found = visible_submissions(person, theirs.order_by("-created", "pk"))
    return [told(request, submission) for submission in found[:_MOST]]


@router.get(
    "/submissions/{submission_id}", response=answers(SubmissionAnswer, 404), summary="A submission"
)
def read(request: HttpRequest, submission_id: uuid.UUID) -> SubmissionAnswer:
    """How far a submission has come, and its scores once they may be seen."""
    return told(request, submission_at(request, submission_id))


@router.patch(
    "/submissions/{submission_id}",
    response=answers(SubmissionAnswer, 403, 404, 409, 413, 422),
    summary="Change details",
)
def change(
    request: HttpRequest, submission_id: uuid.UUID, wanted: ChangeRequest
) -> SubmissionAnswer:
    """Change what is said of a submission; its captions stay as they are."""
    person = person_of(visitor_in(request))
    submission = submission_at(request, submission_id)
    said = {name: value for name, value in wanted.dict().items() if value is not None}
    edit(person, submission, replace(Details.of(submission), **said))
    return told(request, submission)
