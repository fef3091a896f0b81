"""A board as OpenAPI describes it; `board.export` makes it."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

from ninja import Field, Schema

from cutline.server.api.submission_schemas import ValueAnswer


class BoardBenchmark(Schema):
    """Of which benchmark a board is."""

    slug: str
    title: str
    bundle_version: str
    bundle_digest: str


class BoardPhase(Schema):
    """Of which phase a board is."""

    slug: str
    title: str
    split: str


class SignedValue(ValueAnswer):
    """A score with its interval and its signature."""

    signature: str


class EntryAnswer(Schema):
    """An entry of a board."""

    id: UUID
    rank: int | None = Field(description="shared by entries that are tied; null of human rows")
    tie: str | None = Field(description="a letter that all of a tie group have")
    kind: Literal["system", "human", "imported"]
    method: str
    team: str | None
    external_data: str
    submitted: datetime
    difference_to_above: Literal["none", "tested", "equal", "waiting", "untestable"]
    p_to_above: float | None = Field(description="of the paired test with the entry above")
    stands_for: UUID | None = Field(
        description="on a ladder, the earlier submission of the team whose scores these are, where "
        "this one is no better by the step"
    )
    scores: dict[str, SignedValue] = Field(description="by metric")
    permalink: str | None
    gap_to_reserve: dict[str, float | None] | None = Field(
        None,
        description="raw boards only: the score on shown images less that on reserved ones",
    )


class BoardAnswer(Schema):
    """A leaderboard in its order. The same as `board/PHASE.json` among the pages."""

    cutline: Literal["board"]
    version: Literal[1]
    benchmark: BoardBenchmark
    phase: BoardPhase
    scorer: str
    procedure: str = Field(description="how intervals were made")
    sorted_by: str
    slice: str = Field(description="the label of the slice; empty for all images")
    metrics: list[str]
    slices: list[str] = Field(description="the labels that there are")
    decimals: int | None = Field(description="to which scores are rounded; null on raw boards")
    entries: list[EntryAnswer]
