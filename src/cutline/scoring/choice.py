"""Which metrics to compute: those that were asked for, or those of the usual ones that can be."""

from __future__ import annotations

import warnings
from collections.abc import Iterable

from cutline.core.errors import MissingPartError, MissingPartWarning
from cutline.core.metric import Metric
from cutline.core.spec import DEFAULT, parse_specs


def chosen_metrics(wanted: str | Iterable[str | Metric] | None) -> tuple[Metric, ...]:
    """The metrics that these specs name, or the default ones.

    Raises:
        MissingPartError: when one that was asked for cannot run here.

    Warns:
        MissingPartWarning: when nobody asked for any, and one of the default ones cannot run.
    """
    if wanted is None:
        metrics, notes = usual_metrics()
        for note in notes:
            warnings.warn(note, MissingPartWarning, stacklevel=2)
        return metrics
    metrics = parse_specs(wanted)
    for metric in metrics:
        why = metric.missing()
        if why is not None:
            raise MissingPartError(why)
    return metrics


def usual_metrics() -> tuple[tuple[Metric, ...], list[str]]:
    """Those of the default metrics that can run here, and a note for each of the others."""
    metrics = parse_specs(DEFAULT)
    reasons = {metric: metric.missing() for metric in metrics}
    notes = [f"{metric} is left out: {why}" for metric, why in reasons.items() if why is not None]
    return tuple(metric for metric in metrics if reasons[metric] is None), notes
