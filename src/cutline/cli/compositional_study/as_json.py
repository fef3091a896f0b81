"""The study for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from cutline.cli.compositional_study.recalls import Part
from cutline.cli.compositional_study.study import CompositionalStudy
from cutline.cli.score_output import without_nan
from cutline.reports.statistics import Comparison
from cutline.reports.statistics.comparison import MetricComparison

FORMAT_VERSION = 1


def as_json(found: CompositionalStudy) -> str:
    """Every figure, with its interval and signature."""
    content = {
        "cutline": "study",
        "version": FORMAT_VERSION,
        "study": "compositional",
        "references": found.name,
        "runs": list(found.systems),
        "images": found.images,
        "images_of_references": found.described,
        "images_that_ask": found.recalls.asking,
        "k": found.metric.k,
        "at_least": found.at_least,
        "procedure": found.curve.procedure,
        "curve": [_metric(found.curve, metric) for metric in found.curve],
        "categories": _parts(found.categories),
        "groups": _parts(found.groups),
        "agreeing": _parts(found.agreeing),
        "pairs": [
            {**part, "is_small": part["images"] < found.at_least} for part in _parts(found.pairs)
        ],
        "absent_pairs": found.absent,
        "people": _people(found),
        "rankings": _comparison(found.rankings),
        "metrics": _comparison(found.others),
        "diversity": [each.to_dict() for each in found.diversity.found],
        "agreement": found.agreement.to_dict(),
        "arguments": found.arguments.to_dict() if found.arguments else None,
        "sizes": found.sizes.to_dict() if found.sizes else None,
        "signatures": list(found.signatures()),
    }
    return json.dumps(without_nan(content), indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _comparison(comparison: Comparison | None) -> list[dict[str, Any]]:
    return [_metric(comparison, metric) for metric in comparison] if comparison else []


def _parts(parts: Sequence[Part]) -> list[dict[str, Any]]:
    return [
        {
            "name": part.label,
            "pairs": part.pairs,
            "images": part.images,
            **_metric(part.comparison, part.recall),
        }
        for part in parts
    ]


def _metric(comparison: Comparison, metric: MetricComparison) -> dict[str, Any]:
    return {
        "spec": metric.spec,
        "signature": str(metric.scores[0].signature),
        "runs": [
            {
                "system": system,
                "value": score.value,
                "interval": [interval.low, interval.high],
                "ties": letters,
            }
            for system, score, interval, letters in zip(
                comparison.systems, metric.scores, metric.intervals, metric.letters, strict=True
            )
        ],
        "differences": [
            {
                "of": comparison.systems[pair.second],
                "to": comparison.systems[pair.first],
                "value": pair.value,
                "interval": [pair.interval.low, pair.interval.high],
                "p": pair.p,
                "corrected_p": pair.corrected_p,
            }
            for pair in metric.differences
        ],
    }


def _people(found: CompositionalStudy) -> dict[str, Any] | None:
    if found.people is None:
        return None
    interval = found.people.interval
    return {
        "value": found.people.value,
        "interval": [interval.low, interval.high],
        "first_captions": dict(zip(found.systems, found.people.runs, strict=True)),
    }
