"""Which metrics there are: those of this package, and those that other packages bring."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import TypeVar

from cutline.core.errors import UsageError, near_names
from cutline.core.metric import Metric

#: Other packages list a module or a metric class here to have it found.
ENTRY_POINT_GROUP = "cutline.metrics"

MetricClass = TypeVar("MetricClass", bound=type[Metric])

#: Importing it registers the metrics that come with Cutline.
BUILT_IN = "cutline.metrics"

_metrics: dict[str, type[Metric]] = {}
_is_third_party_loaded = False


def metric(
    name: str, *, numbered_by: str | None = None, number_mark: str = "-"
) -> Callable[[MetricClass], MetricClass]:
    """Register a metric class under a name.

    Args:
        name: lower-case words joined by hyphens, such as `rouge-l`.
        numbered_by: a setting to write into the name: with "n", `bleu-4` means `bleu(n=4)`.
        number_mark: what stands between name and number: `-`, or `@` where the number is a rank.

    Raises:
        UsageError: when another class has the name already.
    """

    def register(cls: MetricClass) -> MetricClass:
        other = _metrics.get(name)
        if other is not None and other.__qualname__ != cls.__qualname__:
            raise UsageError(
                f"two metrics are named {name}: {other.__module__}.{other.__qualname__} "
                f"and {cls.__module__}.{cls.__qualname__}"
            )
        cls.name = name
        cls.numbered_by = numbered_by
        cls.number_mark = number_mark
        _metrics[name] = cls
        return cls

    return register


def metric_classes() -> dict[str, type[Metric]]:
    """Every registered metric by name, those of other packages included."""
    global _is_third_party_loaded
    # Imported here because it takes twice as long as all the rest of this package's core.
    from importlib.metadata import entry_points

    importlib.import_module(BUILT_IN)
    if not _is_third_party_loaded:
        _is_third_party_loaded = True
        for entry in entry_points(group=ENTRY_POINT_GROUP):
            entry.load()
    return dict(_metrics)


def registered(name: str) -> type[Metric] | None:
    """The metric of that name, or None.

    Other packages are asked only for names that Cutline itself does not have: looking through all
    that is installed takes longer than scoring a small run.
    """
    importlib.import_module(BUILT_IN)
    return _metrics.get(name) or metric_classes().get(name)


def metric_class(name: str) -> type[Metric]:
    """The metric of that name.

    Raises:
        UsageError: when there is none; the text offers near names.
    """
    found = registered(name)
    if found is None:
        known = metric_classes()
        raise UsageError(
            f"no metric is named {name!r}{near_names(name, known)}; "
            f"there are: {', '.join(sorted(known))}"
        )
    return found
