"""The badge of an entry, for other sites: the same for everybody, whoever is signed in."""

from __future__ import annotations

import uuid

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from cutline.server.access import may
from cutline.server.board.badge import badge as drawn
from cutline.server.models import Submission
from cutline.server.pages.answers import Answer
from cutline.server.pages.boards import kept_board

#: Sites that show a badge are read more often than ranks change.
_SECONDS = 300
#: Opened by itself a picture is a document, which should do nothing.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"


@require_safe
def badge(request: HttpRequest, submission_id: uuid.UUID) -> HttpResponse:
    """The badge, if everybody may see the entry."""
    wanted = Submission.objects.select_related("phase__benchmark", "team")
    submission = wanted.filter(pk=submission_id).first()
    if submission is None or not may(AnonymousUser(), "see", submission):
        raise Http404("There is no such entry on a board that everybody sees.")
    board = kept_board(submission.phase)
    row = board.row(submission.pk)
    if row is None:
        raise Http404("The entry is not on the board.")
    response = Answer.of(drawn(board, row)).to(request, "image/svg+xml; charset=utf-8")
    response.headers["Cache-Control"] = f"public, max-age={_SECONDS}"
    response.headers["Content-Security-Policy"] = _POLICY
    # The site's own rules keep pages out of other sites; this is made for them.
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    response.headers["Access-Control-Allow-Origin"] = "*"
    return response
