"""What can go wrong: captions that cannot be scored, metrics that are left out."""

from __future__ import annotations

import warnings

from cutline.core.errors import UsageError


class CaptionsError(UsageError, AssertionError):
    """Captions that cannot be scored; the text names the image, what was found and was expected.

    Also an `AssertionError`, because that is what the old package raises and old scripts catch.
    """


class MetricsNotComputedWarning(UserWarning):
    """Metrics of the old package were left out."""


def warn_not_computed(message: str) -> None:
    """Warn that an evaluation leaves a metric out.

    To be called by a function that `evaluate` calls: the warning points to who called the latter.
    """
    warnings.warn(message, MetricsNotComputedWarning, stacklevel=4)
