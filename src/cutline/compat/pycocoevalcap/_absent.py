"""What pycocoevalcap has and this version does not: METEOR and SPICE."""

from __future__ import annotations

import warnings
from typing import NoReturn

_ABSENT = {"Meteor": ("METEOR", "meteor.meteor"), "Spice": ("SPICE", "spice.spice")}


class MetricsNotComputedWarning(UserWarning):
    """Metrics of the old package were left out."""


def raise_absent(module: str, name: str) -> NoReturn:
    """Answer a module's `__getattr__`.

    Raises:
        ImportError: for the classes `Meteor` and `Spice`; it says where to get them meanwhile.
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


def warn_absent() -> None:
    """Warn, on behalf of the caller's caller, that an evaluation leaves metrics out."""
    warnings.warn(
        "METEOR and SPICE are not computed by this version of Cutline: the results have Bleu_1 to "
        "Bleu_4, ROUGE_L and CIDEr, and no keys METEOR and SPICE",
        MetricsNotComputedWarning,
        stacklevel=3,
    )
