"""What the interface is sent and answers with, as OpenAPI describes it: submissions."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from ninja import Field, Schema
from pydantic import AfterValidator

from cutline.server.access import allowed, may
from cutline.server.board.shown import Showing, entry_of
from cutline.server.models import Submission
from cutline.web.access import Visitor

_SCORES = "by slice label, the empty one for all images, then by metric"


class ValueAnswer(Schema):
    """A score with the bounds of its interval; null where it is undefined."""

    value: float | None
    low: float | None
    high: float | None


class SubmissionAnswer(Schema):
    """A submission and how far it has come; scores are there once it is done and may be seen."""

    id: UUID
    benchmark: str
    phase: str
    team: str | None = Field(description="its name; null for the human baseline")
    kind: str = Field(description="`system`, `human` or `imported`")
    method: str
    description: str
    paper_url: str
    code_url: str
    external_data: str = Field(description="what it was trained on beside the benchmark's own data")
    file_name: str = Field(description="for its team and the hosts; else empty")
    file_digest: str = Field(description="SHA-256 of what was sent, for its team and the hosts")
    state: str = Field(description="`queued`, `running`, `done`, `failed` or `withdrawn`")
    reason: str = Field(description="why it failed and what to do, for its team and the hosts")
    counts: bool = Field(description="whether it counts against the limits")
    progress: float = Field(description="from 0 to 1 while it is running")
    warnings: list[Any] = Field(description="what was odd in the file, for its team and the hosts")
    created: datetime
    finished: datetime | None
    on_board: bool = Field(description="whether it is the one of its team's that stands there")
    disqualified: bool
    disqualified_why: str
    scores: dict[str, dict[str, ValueAnswer]] | None = Field(None, description=_SCORES)
    signatures: dict[str, str] | None = Field(
        None, description="of each metric's scores on all images"
    )
    stands_for: UUID | None = Field(
        None, description="on a ladder, the earlier submission of the team whose scores these are"
    )
    procedure: str | None = Field(None, description="how intervals were made")
    actions: list[str] = Field(description="what the caller may do with it")
    url: str

    @classmethod
    def of(cls, submission: Submission, visitor: Visitor, site: str) -> SubmissionAnswer:
        """What a visitor who may see a submission is told of it."""
        # What is said of a file quotes it, and captions are for these alone.
        is_inside = may(visitor, "download_captions", submission)
        return cls(
            id=submission.pk,
            benchmark=submission.phase.benchmark.slug,
            phase=submission.phase.slug,
            team=submission.shown_team or None,
            kind=submission.kind,
            method=submission.method,
            description=submission.description,
            paper_url=submission.paper_url,
            code_url=submission.code_url,
            external_data=submission.external_data,
            file_name=submission.file_name if is_inside else "",
            file_digest=submission.file_digest if is_inside else "",
            state=submission.state,
            reason=submission.reason if is_inside else "",
            counts=submission.counts,
            progress=submission.progress,
            warnings=list(submission.warnings) if is_inside else [],
            created=submission.created,
            finished=submission.finished,
            on_board=submission.on_board and submission.disqualified is None,
            disqualified=submission.disqualified is not None,
            disqualified_why=submission.disqualified_why if is_inside else "",
            actions=sorted(allowed(visitor, submission)),
            url=f"{site}/entry/{submission.pk}/",
            **_scores_for(submission, visitor),
        )


def _scores_for(submission: Submission, visitor: Visitor) -> dict[str, Any]:
    """The scores that a visitor may see, and what belongs to them; none while there are none."""
    entry = entry_of(submission) if may(visitor, "see_scores", submission) else None
    if entry is None:
        return {}
    showing = Showing(submission.phase, as_host=may(visitor, "see_raw", submission))
    standing = showing.all_standing(entry)
    scores = {
        label: {metric: ValueAnswer(**one.value.as_dict()) for metric, one in by_metric.items()}
        for label, by_metric in standing.items()
    }
    whole = {metric: one.signature for metric, one in standing.get("", {}).items()}
    return {
        "scores": scores,
        "signatures": {metric: text for metric, text in whole.items() if text},
        "stands_for": showing.stands_for(entry),
        "procedure": entry.result.procedure,
    }


class CheckedAnswer(Schema):
    """What a file holds that a submission would take."""

    format: str = Field(description="what the file is, such as `COCO results`")
    images: int = Field(description="how many images it describes")
    warnings: list[dict[str, Any]] = Field(description="what is odd and does no harm")
    counts: dict[str, int] = Field(description="how many of each kind there are")


def _storable(text: str) -> str:
    # A zero byte and half a surrogate pair can be sent as JSON, and no database can keep them.
    if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise ValueError("has a character that cannot be kept, expected plain text")
    return text


Text = Annotated[str, AfterValidator(_storable)]


class ChangeRequest(Schema):
    """What may be changed of a submission afterwards; what is not named stays as it is."""

    method: Text | None = None
    description: Text | None = None
    paper_url: Text | None = None
    code_url: Text | None = None
    external_data: Text | None = None


class ChooseRequest(Schema):
    """Whether a submission is to stand on the board."""

    on_board: bool = True


class DisqualifyRequest(Schema):
    """Why a submission is taken out of the ranking; its team is told."""

    why: Text
