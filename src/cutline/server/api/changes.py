"""Calls that decide what becomes of submissions: those of its team, and those of the hosts."""

from __future__ import annotations

import uuid
from typing import Annotated

from django.http import HttpRequest
from ninja import Body, Router

from cutline.server.api.answers import answers
from cutline.server.api.found import submission_at, visitor_in
from cutline.server.api.submission_schemas import (
    ChooseRequest,
    DisqualifyRequest,
    SubmissionAnswer,
)
from cutline.server.api.submissions import told
from cutline.server.api.visitors import person_of
from cutline.server.submissions import changes

router = Router()
_ONE = "/submissions/{submission_id}"
_ANSWERS = answers(SubmissionAnswer, 403, 404, 409)
_ANSWERS_TO_WORDS = answers(SubmissionAnswer, 403, 404, 409, 413, 422)


@router.post(f"{_ONE}/withdraw", response=_ANSWERS, summary="Withdraw", tags=["submissions"])
def withdraw(request: HttpRequest, submission_id: uuid.UUID) -> SubmissionAnswer:
    """Take a submission back. It leaves the board; what it counted against limits stays."""
    person = person_of(visitor_in(request))
    submission = submission_at(request, submission_id)
    changes.withdraw(person, submission)
    return told(request, submission)


@router.post(f"{_ONE}/choose", response=_ANSWERS, summary="Choose", tags=["submissions"])
def choose(
    request: HttpRequest,
    submission_id: uuid.UUID,
    wanted: Annotated[ChooseRequest | None, Body()] = None,
) -> SubmissionAnswer:
    """Have this one of a team's submissions stand on the board, or take it off.

    Without a body it is put there, in place of the team's other one.
    """
    person = person_of(visitor_in(request))
    submission = submission_at(request, submission_id)
    changes.choose(person, submission, on_board=wanted is None or wanted.on_board)
    return told(request, submission)


@router.post(f"{_ONE}/disqualify", response=_ANSWERS_TO_WORDS, summary="Disqualify", tags=["hosts"])
def disqualify(
    request: HttpRequest, submission_id: uuid.UUID, wanted: DisqualifyRequest
) -> SubmissionAnswer:
    """Take a submission out of the ranking, for a reason that its team is told."""
    person = person_of(visitor_in(request))
    submission = submission_at(request, submission_id)
    changes.disqualify(person, submission, wanted.why)
    return told(request, submission)


@router.post(f"{_ONE}/reinstate", response=_ANSWERS, summary="Reinstate", tags=["hosts"])
def reinstate(request: HttpRequest, submission_id: uuid.UUID) -> SubmissionAnswer:
    """Take a disqualification back."""
    person = person_of(visitor_in(request))
    submission = submission_at(request, submission_id)
    changes.reinstate(person, submission)
    return told(request, submission)
