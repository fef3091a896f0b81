"""What pycocoevalcap has and this version does not: SPICE."""

from __future__ import annotations

import warnings
from typing import NoReturn

_ABSENT = {"Spice": ("SPICE", "spice.spice")}


class MetricsNotComputedWarning(UserWarning):
    """Metrics of the old package were left out."""


def raise_absent(module: str, name: str) -> NoReturn:
    """Answer a module's `__getattr__`.

    Raises:
        ImportError: for the class `Spice`; it says where to get it meanwhile.
        AttributeError: for any other name.
    """
    if name not in _ABSENT:
        raise AttributeError(f"module {module!r} has no attribute {name!r}")
    metric, home = _ABSENT[name]
    raise ImportError(
        f"{metric} is not in this version of Cutline, so there is no class {name}; "
        f"pycocoevalcap.{home} still has it, and takes the same dictionaries",
        name=module,
    )


def warn_not_computed(message: str) -> None:
    """Warn that an evaluation leaves a metric out.

    To be called by a function that `evaluate` calls: the warning points to who called the latter.
    """
    warnings.warn(message, MetricsNotComputedWarning, stacklevel=4)
