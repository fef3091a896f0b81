"""How well a choice of boxes agrees with the boxes that people mention."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Literal, NamedTuple, get_args

import numpy as np

from cutline.core.errors import UsageError, near_names
from cutline.core.metric import Floats, f_measure

#: What the precision of a choice of no box is.
EmptySelection = Literal["zero", "one"]
#: What a description without any box counts for.
EmptyDescription = Literal["skip", "zero", "one"]

# A description that is skipped has no recall to be asked for.
_VALUES = {"zero": 0.0, "one": 1.0, "skip": float("nan")}


@dataclass(frozen=True, slots=True)
class Spread:
    """The mean over images and the standard deviation."""

    mean: float
    deviation: float

    @classmethod
    def of(cls, values: Floats) -> Spread:
        """The spread of these values; neither part has a value where there are none."""
        if not len(values):
            return cls(float("nan"), float("nan"))
        # The deviation of these very images, divided by their number: it is also defined for one.
        return cls(float(np.mean(values)), float(np.std(values)))


class SelectionScores(NamedTuple):
    """Precision, recall and F, a value for each image."""

    precision: Floats
    recall: Floats
    f: Floats

    @property
    def spreads(self) -> dict[str, Spread]:
        """Mean and deviation of `precision`, `recall` and `f`."""
        return {name: Spread.of(getattr(self, name)) for name in self._fields}


def selection_scores(
    selected: Sequence[Collection[str]],
    gold: Sequence[Sequence[Collection[str]]],
    *,
    empty_selection: EmptySelection = "zero",
    empty_description: EmptyDescription = "skip",
) -> SelectionScores:
    """Score a choice of boxes for each image (Wang and Gaizauskas 2015, equations 1 to 3).

    Args:
        selected: for each image the ids of the boxes that were chosen; each counts once.
        gold: for each image and each of its descriptions the ids of the boxes that it mentions.
        empty_selection: the precision of a choice of no box.
        empty_description: `skip` leaves a description without any box out of the image's gold;
            otherwise it counts, with nothing found of what was chosen, and this recall.

    Returns:
        Precision, recall and F of each image. All three are 0 where no description is left.

    Raises:
        UsageError: for an unknown setting, when the two lists differ in length, or when a text
            stands for a list of ids.

    >>> selection_scores([["2", "0"]], [[["2", "3"], ["2", "3", "0"]]])
    SelectionScores(precision=array([0.75]), recall=array([0.58333333]), f=array([0.65625]))
    """
    check_settings(empty_selection, empty_description)
    if len(selected) != len(gold):
        raise UsageError(
            f"{len(selected)} selections for {len(gold)} images: expected one for each"
        )
    pairs: list[tuple[float, float]] = []
    for row, (chosen, descriptions) in enumerate(zip(selected, gold, strict=True)):
        sets = [_ids(description, row) for description in descriptions]
        if empty_description == "skip":
            sets = [described for described in sets if described]
        pairs.append(
            _precision_and_recall(
                _ids(chosen, row), sets, _VALUES[empty_selection], _VALUES[empty_description]
            )
        )
    rows = np.array(pairs, dtype=np.float64).reshape(len(pairs), 2)
    return SelectionScores(rows[:, 0], rows[:, 1], f_measure(rows, beta=1.0))


def check_settings(empty_selection: str, empty_description: str) -> None:
    """Refuse a setting that is none of its names.

    Raises:
        UsageError: naming the setting and the value.
    """
    for setting, value, known in (
        ("empty_selection", empty_selection, get_args(EmptySelection)),
        ("empty_description", empty_description, get_args(EmptyDescription)),
    ):
        if value not in known:
            raise UsageError(
                f"content-selection: {setting} is one of {', '.join(known)}, not {value!r}"
                f"{near_names(str(value), known)}"
            )


def _precision_and_recall(
    chosen: frozenset[str],
    gold: Sequence[frozenset[str]],
    precision_of_none: float,
    recall_of_none: float,
) -> tuple[float, float]:
    if not gold:
        return 0.0, 0.0
    shared = [len(described & chosen) for described in gold]
    # An exact sum, so that the order of descriptions changes nothing.
    found = fsum(
        [
            common / len(described) if described else recall_of_none
            for common, described in zip(shared, gold, strict=True)
        ]
    )
    precision = sum(shared) / (len(chosen) * len(gold)) if chosen else precision_of_none
    return precision, found / len(gold)


def _ids(boxes: Collection[str], row: int) -> frozenset[str]:
    if isinstance(boxes, str):
        raise UsageError(f"image number {row}: found the text {boxes!r}, expected a list of ids")
    return frozenset(boxes)
