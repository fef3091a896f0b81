"""Metrics of fidelity beside people's: correlation and regression."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cutline.cli.fidelity_study.inputs import HumanCaptions
from cutline.core.errors import ContentError
from cutline.core.metric import Floats, Metric
from cutline.core.types import ImageId
from cutline.metrics.fidelity.formula import human_fidelity
from cutline.scoring.corpus import Corpus
from cutline.text.nouns import caption_nouns

#: HSF as a file gives it, and as the paper's formula makes it of the nouns that a metric counts.
GIVEN, COUNTED = "HSF as given", "HSF = #N / #O"

_LEVEL_95 = 1.959963984540054


@dataclass(frozen=True)
class HumanAgreement:
    """How a metric and human fidelity agree on the captions of a file.

    `interval` is the 95% interval of rho by Fisher's transformation; `line` the slope and intercept
    of the metric over HSF. `undefined` captions have no value and do not count.
    """

    spec: str
    against: str
    values: Floats
    human: Floats
    rho: float
    interval: tuple[float, float]
    line: tuple[float, float]
    undefined: int
    signature: str

    @property
    def r_squared(self) -> float:
        """The share of the variation that the line explains."""
        return self.rho**2


def human_agreements(
    human: HumanCaptions, metrics: Sequence[Metric], jobs: int | None = None
) -> list[HumanAgreement]:
    """Each metric against HSF as it is given, if it is, and as the formula makes it.

    Raises:
        ContentError: when fewer than three captions can be compared.
    """
    places: list[ImageId] = list(range(len(human.captions)))
    objects = dict(zip(places, human.labels, strict=True))
    scores = Corpus(None, metrics, objects=objects, jobs=jobs).score(
        dict(zip(places, human.captions, strict=True))
    )
    found = []
    for metric in metrics:
        score = scores[str(metric)]
        settings = metric.settings
        nouns = caption_nouns(human.captions, settings["nouns"], settings["parser"], jobs)
        counted = human_fidelity([len(said) for said in nouns], [len(o) for o in human.labels])
        targets = {GIVEN: human.fidelity, COUNTED: np.minimum(counted, 1.0)}
        for against, values in targets.items():
            if not np.isnan(values).all():
                signature = str(score.signature)
                found.append(_agreement(str(metric), against, score.values, values, signature))
    return found


def _agreement(
    spec: str, against: str, values: Floats, human: Floats, signature: str
) -> HumanAgreement:
    is_known = ~np.isnan(values) & ~np.isnan(human)
    x, y = human[is_known], values[is_known]
    if len(x) < 3:
        raise ContentError(
            f"{spec}: {len(x)} captions have a value and human fidelity, expected 3 or more"
        )
    with np.errstate(divide="ignore", invalid="ignore"):
        rho = float(np.corrcoef(x, y)[0, 1])
    slope = float(rho * y.std() / x.std()) if x.std() else float("nan")
    line = (slope, float(y.mean() - slope * x.mean()))
    undefined = len(values) - len(x)
    interval = _fisher(rho, len(x))
    return HumanAgreement(spec, against, y, x, rho, interval, line, undefined, signature)


def _fisher(rho: float, count: int) -> tuple[float, float]:
    if math.isnan(rho) or abs(rho) >= 1 or count < 4:
        return rho, rho
    centre, width = math.atanh(rho), _LEVEL_95 / math.sqrt(count - 3)
    return math.tanh(centre - width), math.tanh(centre + width)
