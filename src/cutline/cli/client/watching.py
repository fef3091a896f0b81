"""Watching a submission until it is scored."""

from __future__ import annotations

from typing import Any

from cutline.cli.client.calls import Server
from cutline.core.errors import FileError
from cutline.core.progress import progress

#: Seconds between two looks: short at first, when most are done, then longer.
_FIRST, _LONGEST, _GROWTH = 0.5, 5.0, 1.3
#: A server that is being restarted comes back within a few minutes.
_MOST_FAILURES = 20

#: What is read of a submission.
SUBMISSION = ("id", "state", "progress", "reason", "method", "scores", "signatures", "procedure")

_UNDER_WAY = {"queued": "Waiting in the queue", "running": "Scoring"}


def watched(server: Server, submission: dict[str, Any]) -> dict[str, Any]:
    """The submission once it is neither queued nor running any more.

    Raises:
        FileError: when the server is away for long.
        Refusal: when it may no longer be seen.
    """
    pause = _FIRST
    while (state := submission["state"]) in _UNDER_WAY:
        with progress(_UNDER_WAY[state]) as step:
            while submission["state"] == state:
                if state == "running":
                    step(float(submission["progress"]))
                server.wait(pause)
                pause = min(_LONGEST, pause * _GROWTH)
                submission = _looked_at(server, str(submission["id"]))
    return submission


def _looked_at(server: Server, submission_id: str) -> dict[str, Any]:
    for failures in range(1, _MOST_FAILURES + 1):
        try:
            return server.get(f"/submissions/{submission_id}", SUBMISSION)
        except FileError:
            if failures == _MOST_FAILURES:
                raise
            server.wait(_LONGEST)
    raise AssertionError("unreachable")
