"""What the interface is sent and answers with, as OpenAPI describes it: benchmarks and people."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from ninja import Field, Schema

from cutline.server.models import Benchmark, Phase


class ErrorContent(Schema):
    """What went wrong."""

    code: str = Field(description="for programs: stays the same when words change")
    message: str = Field(description="for people: what was found, and what to do")
    problems: list[dict[str, Any]] = Field(
        description="single problems: of a file with `severity`, `kind`, `line`, `record`, "
        "`image_id` and `message`; of a request with `field` and `message`"
    )


class ErrorAnswer(Schema):
    """The one form of every error."""

    error: ErrorContent


class PhaseAnswer(Schema):
    """A phase of a benchmark: a stretch of time in which captions of one split are taken."""

    slug: str
    title: str
    split: str = Field(description="the part of the benchmark whose images are to be described")
    references_public: bool = Field(description="whether values of single images are given out")
    is_open: bool = Field(description="whether it takes submissions now")
    is_frozen: bool = Field(description="whether its board is final")
    opens: datetime | None
    closes: datetime | None
    blind_from: datetime | None = Field(
        description="scores of what is submitted from here on are kept from all but hosts"
    )
    blind_until: datetime | None = Field(description="when they are shown")
    per_day: int | None = Field(description="submissions of a team in a day of UTC; null: any")
    per_phase: int | None = Field(description="the same in all")
    per_benchmark: int | None = Field(description="the same in all phases together")
    failing_per_day: int = Field(description="files of a team in a day that cannot be scored")
    most_bytes: int = Field(description="how large an upload may be")

    @classmethod
    def of(cls, phase: Phase) -> PhaseAnswer:
        """What everybody may know of a phase."""
        return cls(
            slug=phase.slug,
            title=phase.title,
            split=phase.split,
            references_public=phase.is_public,
            is_open=phase.is_open(),
            is_frozen=phase.is_frozen(),
            opens=phase.opens,
            closes=phase.closes,
            blind_from=phase.blind_from,
            blind_until=phase.blind_until,
            per_day=phase.per_day,
            per_phase=phase.per_phase,
            per_benchmark=phase.per_benchmark,
            failing_per_day=phase.failing_per_day,
            most_bytes=phase.most_bytes,
        )


class BenchmarkAnswer(Schema):
    """A benchmark and its phases."""

    slug: str
    title: str
    summary: str
    description: str
    rules: str
    discussion_url: str
    state: str = Field(description="`draft`, `published` or `archived`")
    bundle_digest: str = Field(description="what the images and references are known by")
    bundle_version: str
    metrics: list[str] = Field(description="specs; the first ranks the board by default")
    slice_name: str = Field(description="what boards can be cut by; empty for nothing")
    scorer: str = Field(description="what computes the scores; boards have those of one scorer")
    phases: list[PhaseAnswer]
    url: str

    @classmethod
    def of(cls, benchmark: Benchmark, site: str) -> BenchmarkAnswer:
        """What everybody who sees a benchmark may know of it."""
        return cls(
            slug=benchmark.slug,
            title=benchmark.title,
            summary=benchmark.summary,
            description=benchmark.description,
            rules=benchmark.rules,
            discussion_url=benchmark.discussion_url,
            state=benchmark.state,
            bundle_digest=benchmark.bundle_digest,
            bundle_version=benchmark.bundle_version,
            metrics=list(benchmark.metrics),
            slice_name=benchmark.slice_name,
            scorer=benchmark.scorer,
            phases=[PhaseAnswer.of(phase) for phase in benchmark.phases.all()],
            url=f"{site}/b/{benchmark.slug}/",
        )


class ImagesAnswer(Schema):
    """The images that a submission to a phase describes, each once."""

    split: str
    image_ids: list[int | str]


class TeamAnswer(Schema):
    """A team."""

    slug: str
    name: str


class MeAnswer(Schema):
    """The person whose token it is."""

    username: str
    email_confirmed: bool = Field(description="nobody submits before")
    teams: list[TeamAnswer]


class RemainingAnswer(Schema):
    """How many submissions a team has left; null where there is no limit."""

    team: str
    now: int | None = Field(description="how many may be submitted now")
    today: int | None
    phase: int | None
    benchmark: int | None
    failing_today: int = Field(description="files that cannot be scored, of which there is a cap")
    next_slot: datetime | None = Field(
        description="when one may be submitted again, if none may now and waiting helps"
    )
