"""What every way of judging shares: a verdict on each metric, and accuracy with its interval."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b

import numpy as np

from cutline.core.metric import Floats
from cutline.core.progress import progress
from cutline.reports.meta_evaluation.bootstrap import estimates
from cutline.reports.meta_evaluation.preference import Preferences
from cutline.reports.meta_evaluation.scoring import JudgedCorpus
from cutline.reports.meta_evaluation.verdict import Estimate, Verdict
from cutline.reports.statistics import Resampling

#: Enough for two digits of an interval's ends, and done in seconds.
RESAMPLES = 1000
LEVEL = 0.95

#: From a metric's values to its figures, and to the preferences they were counted from.
Figures = Callable[[Floats], tuple[Mapping[str, Estimate], Preferences]]


def verdicts(
    corpus: JudgedCorpus, captions: Sequence[str], figures: Figures
) -> tuple[Verdict, ...]:
    """A verdict on each metric of the corpus."""
    found = []
    for metric in corpus.metrics:
        with progress(f"Judging {metric}"):
            estimated, preferences = figures(corpus.values(captions, metric))
        found.append(
            Verdict(
                str(metric),
                estimated,
                preferences.pairs,
                preferences.ties,
                corpus.signature(metric),
            )
        )
    return tuple(found)


def accuracy(preferences: Preferences, resampling: Resampling, level: float) -> Estimate:
    """The share of pairs where the metric agrees with people."""
    images = np.arange(len(preferences.decided))
    return estimates(
        lambda counts: {"accuracy": preferences.accuracy(counts)}, images, resampling, level
    )["accuracy"]


def digest(*columns: tuple[object, ...]) -> str:
    """What tells these judgments from others; references are in the metric's signature."""
    return blake2b(repr(columns).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
