"""A score with its interval, as a board holds it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cutline.server.models import Result


@dataclass(frozen=True)
class Value:
    """A score and the bounds of its interval; None where there is none."""

    value: float | None = None
    low: float | None = None
    high: float | None = None

    def rounded(self, decimals: int) -> Value:
        """The same with so many decimals: what all but hosts get to know of it, bounds and all."""
        return Value(*(_rounded(one, decimals) for one in (self.value, self.low, self.high)))

    def as_dict(self) -> dict[str, float | None]:
        """As JSON has it."""
        return {"value": self.value, "low": self.low, "high": self.high}


NOTHING = Value()


def value_in(scores: Mapping[str, Any], metric: str) -> Value:
    """The value of one metric among those of a slice; nothing where it was not computed."""
    found = scores.get(metric) or {}
    return Value(found.get("value"), found.get("low"), found.get("high"))


def value_of(result: Result, metric: str, slice_label: str = "") -> Value:
    """The value of a result by a metric on a slice."""
    return value_in(result.scores.get(slice_label) or {}, metric)


def signature_of(result: Result, metric: str, slice_label: str = "") -> str:
    """The signature of a value, which is that of its images; empty where there is none.

    Results of before slices were signed have that of all images: of a slice it is told apart by
    its label.
    """
    found = (result.scores.get(slice_label) or {}).get(metric) or {}
    whole = str(result.signatures.get(metric, ""))
    older = f"{whole}|slice:{slice_label}" if whole and slice_label else whole
    return str(found.get("signature", older))


def images_of(result: Result) -> int:
    """On how many images a result was scored, without those in reserve where that is known."""
    counts = [value.get("images") for value in (result.scores.get("") or {}).values()]
    return next((int(count) for count in counts if count is not None), result.images)


def reserve_gap(result: Result, metric: str) -> float | None:
    """How much better a run is on the images that are shown than on those in reserve.

    Who has fitted the board, by many tries or otherwise, falls on images that it never told about.
    """
    shown, reserve = value_of(result, metric).value, value_in(result.reserve, metric).value
    return None if shown is None or reserve is None else shown - reserve


def _rounded(number: float | None, decimals: int) -> float | None:
    # Nothing is less than zero by less than is shown.
    return None if number is None else round(number, decimals) + 0.0
