"""What came of a project of ratings: how people judged each system, and how far they agree."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cutline.collect.models import Mode, Project, Role, Task, TaskState
from cutline.collect.rating.questions import (
    COCO_QUESTIONS,
    Graded,
    Pair,
    Question,
    YesNo,
    question_of,
)
from cutline.core.errors import ContentError, UsageError
from cutline.core.metric import Floats
from cutline.reports.statistics.agreement import Agreement, Scale, krippendorff_alpha
from cutline.reports.statistics.bradley_terry import Choice, Ranking, bradley_terry
from cutline.reports.statistics.intervals import Interval, interval_of
from cutline.reports.statistics.resampling import Resampling

#: Where an item does not say which system wrote its caption.
UNNAMED = "unnamed"


@dataclass(frozen=True)
class Rating:
    """An answer that stands: of which item, by whom, and the systems whose captions it has."""

    item: int
    rater: int
    systems: tuple[str, ...]
    value: Any


@dataclass(frozen=True)
class Mean:
    """How a system does by one measure: the mean over captions of what their raters said.

    Captions are drawn again for the interval: others of the same system might have been rated.
    """

    system: str
    value: float
    interval: Interval
    captions: int
    ratings: int

    def to_dict(self) -> dict[str, Any]:
        """The machine's form."""
        return {
            "system": self.system,
            "value": self.value,
            "interval": self.interval.to_dict(),
            "captions": self.captions,
            "ratings": self.ratings,
        }


@dataclass(frozen=True)
class Measure:
    """One thing that was asked: the systems' means, the best first, and the raters' agreement.

    `is_share` where the answers are yes and no: the mean is the share of yes.
    """

    name: str
    text: str
    is_share: bool
    means: tuple[Mean, ...]
    agreement: Agreement

    def to_dict(self) -> dict[str, Any]:
        """The machine's form."""
        return {
            "name": self.name,
            "text": self.text,
            "unit": "share of yes" if self.is_share else "points",
            "systems": [mean.to_dict() for mean in self.means],
            "agreement": self.agreement.to_dict(),
        }


@dataclass(frozen=True)
class Results:
    """All that came of a project: measures, or a ranking where pairs were judged."""

    project: str
    question: Question
    ratings: int
    items: int
    raters: int
    measures: tuple[Measure, ...] = ()
    ranking: Ranking | None = None
    agreement: Agreement | None = None

    def to_dict(self) -> dict[str, Any]:
        """The machine's form."""
        return {
            "cutline": "ratings",
            "version": 1,
            "project": self.project,
            "question": self.question.to_dict(),
            "ratings": self.ratings,
            "items": self.items,
            "raters": self.raters,
            "measures": [measure.to_dict() for measure in self.measures],
            "ranking": self.ranking.to_dict() if self.ranking else None,
            "agreement": self.agreement.to_dict() if self.agreement else None,
        }


def results_of(project: Project, resampling: Resampling | None = None) -> Results:
    """The results of a project, from all answers that stand.

    Raises:
        UsageError: when people write captions there, and rate none.
        ContentError: when no answer stands.
    """
    if project.mode != Mode.RATINGS:
        raise UsageError(f"{project.slug}: people write captions there, and rate none")
    ratings = standing_ratings(project)
    if not ratings:
        raise ContentError(f"{project.slug}: no answer stands yet")
    question = question_of(project.question)
    resampling = resampling or Resampling()
    measures: tuple[Measure, ...] = ()
    ranking = agreement = None
    if isinstance(question, Pair):
        agreement = krippendorff_alpha(_by_item(ratings), "nominal", resampling)
        ranking = _ranking(project, ratings, resampling)
    else:
        measures = tuple(_measures(question, ratings, resampling))
    return Results(
        project.slug,
        question,
        len(ratings),
        len({rating.item for rating in ratings}),
        len({rating.rater for rating in ratings}),
        measures,
        ranking,
        agreement,
    )


def standing_ratings(project: Project) -> list[Rating]:
    """All answers that stand, read by one statement."""
    found = Task.objects.filter(
        item__project=project, item__role=Role.COLLECT, state=TaskState.DONE, value__isnull=False
    ).order_by("item__position", "pk")
    names = ("item_id", "annotator__number", "item__content", "value")
    return [
        Rating(item, rater, tuple(str(one.get("system") or UNNAMED) for one in content), value)
        for item, rater, content, value in found.values_list(*names).iterator(chunk_size=2000)
    ]


def _measures(
    question: Question, ratings: Sequence[Rating], resampling: Resampling
) -> list[Measure]:
    if isinstance(question, Graded):
        return [
            _measure(
                _coco_name(question, aspect.name),
                aspect.text,
                [Rating(r.item, r.rater, r.systems, r.value[aspect.name]) for r in ratings],
                "ordinal",
                resampling,
            )
            for aspect in question.aspects
        ]
    scale: Scale = "nominal" if isinstance(question, YesNo) else "ordinal"
    return [_measure(_coco_name(question), question.text, ratings, scale, resampling)]


def _coco_name(question: Question, aspect: str = "") -> str:
    """What COCO's own table calls it; else the aspect's name."""
    of_aspect = {"correctness": "M3", "detail": "M4", "similarity": "M5"}
    if aspect:
        is_coco = question == COCO_QUESTIONS["M3-M5"]
        return f"{of_aspect[aspect]} ({aspect})" if is_coco else aspect
    known = (name for name, asked in COCO_QUESTIONS.items() if asked == question)
    return next(known, "yes" if isinstance(question, YesNo) else "rating")


def _measure(
    name: str, text: str, ratings: Sequence[Rating], scale: Scale, resampling: Resampling
) -> Measure:
    by_system: dict[str, dict[int, list[float]]] = {}
    for rating in ratings:
        # Of two captions the second is what the first is held against.
        of_items = by_system.setdefault(rating.systems[0], {})
        of_items.setdefault(rating.item, []).append(float(rating.value))
    means = [_mean(system, of_items, resampling) for system, of_items in by_system.items()]
    return Measure(
        name,
        text,
        scale == "nominal",
        tuple(sorted(means, key=lambda mean: (-mean.value, mean.system))),
        krippendorff_alpha(_by_item(ratings), scale, resampling),
    )


def _mean(system: str, of_items: dict[int, list[float]], resampling: Resampling) -> Mean:
    values: Floats = np.array([np.mean(of_item) for of_item in of_items.values()])
    count, value = len(values), float(values.mean())
    drawn = np.concatenate([block @ values / count for block in resampling.weights(count)])
    left_out = (values.sum() - values) / (count - 1) if count > 1 else None
    interval = interval_of(value, drawn, left_out, images=count, resampling=resampling, level=0.95)
    return Mean(system, value, interval, count, sum(map(len, of_items.values())))


def _by_item(ratings: Sequence[Rating]) -> list[list[Hashable | None]]:
    units: dict[int, list[Hashable | None]] = {}
    for rating in ratings:
        units.setdefault(rating.item, []).append(rating.value)
    return list(units.values())


def _ranking(project: Project, ratings: Sequence[Rating], resampling: Resampling) -> Ranking:
    # Two captions of one system say nothing of systems.
    choices = [
        Choice(rating.systems[0], rating.systems[1], rating.value, rating.item)
        for rating in ratings
        if rating.systems[0] != rating.systems[1]
    ]
    if not choices:
        raise ContentError(f"{project.slug}: no answer is about captions of two systems")
    return bradley_terry(choices, resampling=resampling)
