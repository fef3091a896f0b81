"""Crowd platforms: what their links say of a worker, and the way back to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from cutline.collect.models import Annotator, Platform, Project

#: What MTurk says for the assignment of somebody who only looks.
_PREVIEW = "ASSIGNMENT_ID_NOT_AVAILABLE"
#: Where MTurk takes submissions, and shows tasks in frames of its pages.
MTURK_ORIGINS = ("https://www.mturk.com", "https://workersandbox.mturk.com")
MTURK_FRAMES = ("https://*.mturk.com",)
#: Keeps to which of the two somebody goes back.
RETURN_COOKIE = "cutline_turk"

PLATFORMS = (Platform.MTURK, Platform.PROLIFIC, Platform.OTHER)
_NAMES = {
    Platform.MTURK: ("workerId", "hitId", "assignmentId"),
    Platform.PROLIFIC: ("PROLIFIC_PID", "STUDY_ID", "SESSION_ID"),
    Platform.OTHER: ("worker", "study", "session"),
}


@dataclass(frozen=True)
class Arrival:
    """Whom a platform sends, and for what."""

    platform: Platform
    worker: str
    study: str
    session: str
    is_preview: bool
    #: One of MTurk's two addresses; empty where nothing is to be sent back.
    return_to: str


def arrival_of(platform: Platform, given: Mapping[str, str]) -> Arrival:
    """What a platform's link says."""
    worker, study, session = (
        given.get(name, "").replace("\0", "").strip() for name in _NAMES[platform]
    )
    return Arrival(
        platform,
        worker,
        study,
        session,
        is_preview=platform == Platform.MTURK and session == _PREVIEW,
        return_to=known_origin(given.get("turkSubmitTo", "")),
    )


def known_origin(address: str) -> str:
    """The address of MTurk or its sandbox; empty for all others: answers go nowhere else.

    >>> known_origin("https://workersandbox.mturk.com/"), known_origin("https://mturk.com.evil.org")
    ('https://workersandbox.mturk.com', '')
    """
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    origin = f"https://{parts.netloc.lower()}"
    if origin == "https://mturk.com":
        origin = MTURK_ORIGINS[0]
    return origin if parts.scheme == "https" and origin in MTURK_ORIGINS else ""


@dataclass(frozen=True)
class WayBack:
    """How somebody tells their platform that they are through."""

    #: A link that does it; empty for none.
    link: str = ""
    #: Where a form is sent to; empty for none.
    form: str = ""


def way_back(annotator: Annotator, project: Project, origin: str) -> WayBack:
    """The way back of somebody who is through."""
    if annotator.platform == Platform.PROLIFIC:
        code = quote(project.completion_code, safe="")
        return WayBack(link=f"https://app.prolific.com/submissions/complete?cc={code}")
    if annotator.platform == Platform.MTURK and known_origin(origin):
        return WayBack(form=f"{known_origin(origin)}/mturk/externalSubmit")
    return WayBack()
