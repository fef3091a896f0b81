"""Uploads that cannot be scored: written down, and no more in a day than the phase takes."""

from __future__ import annotations

from django.db import DatabaseError, transaction

from cutline.server.models import FailedAttempt, Phase
from cutline.server.submissions.limits import require_remaining
from cutline.server.submissions.locks import lock_team
from cutline.server.uploads.no_space import is_full, no_space
from cutline.server.uploads.refused import Refused
from cutline.web.people.models import Team

_MOST_REASON = 300


def failed(team: Team, phase: Phase, refusal: Refused) -> Refused:
    """Write down an upload that could not be scored; returns what its uploader is told.

    Who is past the cap by now, with uploads that were checked at the same time, learns no more of
    their file.
    """
    try:
        with transaction.atomic():
            lock_team(team)
            require_remaining(team, phase)
            reason = refusal.message[:_MOST_REASON]
            FailedAttempt.objects.create(phase=phase, team=team, reason=reason)
    except Refused as too_many:
        return too_many
    except DatabaseError as error:
        if is_full(error):
            return no_space()
        raise
    return refusal
