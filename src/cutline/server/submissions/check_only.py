"""Checking a file as a submission of it would be, and taking nothing."""

from __future__ import annotations

from cutline.server.access import require
from cutline.server.models import Phase
from cutline.server.submissions.accept import FAILING, require_confirmed, require_open
from cutline.server.submissions.attempts import failed
from cutline.server.submissions.limits import require_remaining
from cutline.server.uploads.check import Checked, check
from cutline.server.uploads.receive import Readable, receive
from cutline.server.uploads.refused import Refused
from cutline.web.people.models import Person, Team


def check_only(
    person: Person,
    team: Team,
    phase: Phase,
    upload: Readable,
    name: str,
    *,
    announced: int | None = None,
) -> Checked:
    """Say what a submission of this file would be told. Nothing of it is kept.

    The same questions are asked in the same order, so that who passes here is taken there. A file
    that passes costs nothing; one that does not is a failing attempt as it would be there, or
    else this would be a way around the cap on them.

    Args:
        person: who uploads.
        team: for whom; failing attempts are the team's.
        phase: for which phase.
        upload: where the bytes come from.
        name: what the uploader calls the file.
        announced: the request's Content-Length, where `upload` does not know its size.

    Returns:
        What the file holds, with warnings.

    Raises:
        Http404, PermissionDenied: when the person may not submit.
        Refused: when a submission would be refused; its status, code and message say why.
    """
    require(person, "submit", phase.benchmark)
    require(person, "submit", team)
    require_confirmed(person)
    require_open(phase)
    require_remaining(team, phase, person=person)
    try:
        with receive(upload, phase, name, announced=announced) as received:
            checked = check(received, phase)
            checked.raise_if_invalid()
            return checked
    except Refused as refusal:
        if refusal.code in FAILING:
            raise failed(team, phase, refusal) from None
        raise
