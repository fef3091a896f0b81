"""What the page's list of images is made from."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from cutline.core.metric import Floats
from cutline.reports.study import Study

#: How many images are shown as best, worst and most disputed.
FEW = 6
_DECIMALS = 4


def highlights(study: Study) -> dict[str, list[int]]:
    """The places of the best, the worst and the most disputed images.

    Best and worst are by the mean of all runs by the lead metric. What is disputed between runs is
    where they differ most by it; of one run alone, where metrics differ most about its rank.
    """
    means = study.values(study.lead).mean(axis=0)
    order = [int(place) for place in np.argsort(-means, kind="stable")]
    disputed = study.disputed(FEW) if len(study.runs) > 1 else _disputed_by_metrics(study)[:FEW]
    return {"best": order[:FEW], "worst": order[::-1][:FEW], "disputed": disputed}


def _disputed_by_metrics(study: Study) -> list[int]:
    ranked = np.stack([ranks(score.values) for score in study.scores[0].scores])
    spread = ranked.max(axis=0) - ranked.min(axis=0)
    order = np.argsort(-spread, kind="stable")
    return [int(place) for place in order if spread[place] > 0]


def ranks(values: Floats) -> Floats:
    """The rank of each value, equal ones sharing the middle of theirs.

    >>> ranks(np.array([5.0, 1.0, 5.0])).tolist()
    [2.0, 0.5, 2.0]
    """
    ordered = np.sort(values)
    low, high = np.searchsorted(ordered, values), np.searchsorted(ordered, values, "right")
    ranks: Floats = (low + high) / 2
    return ranks


def image_data(study: Study, pictures: Sequence[str] | None) -> dict[str, Any]:
    """Captions, references, values and slices of all images, by column."""
    specs = list(study.scores[0])
    places = range(len(study.image_ids))
    return {
        "systems": study.systems,
        "metrics": specs,
        "lead": specs.index(study.lead),
        "ids": list(study.image_ids),
        "references": [list(study.references(place)) for place in places],
        "captions": [
            [study.caption(run, place) for place in places] for run in range(len(study.runs))
        ],
        "values": [[_rounded(scores[spec].values) for spec in specs] for scores in study.scores],
        "slices": [
            {
                "description": sliced.slicing.description,
                "labels": list(sliced.slicing.members),
                "members": [places.tolist() for places in sliced.slicing.members.values()],
            }
            for sliced in study.slices
        ],
        "pictures": pictures,
        "highlights": highlights(study),
    }


def _rounded(values: Floats) -> list[float | None]:
    return [None if math.isnan(x) else round(x, _DECIMALS) for x in values.tolist()]
