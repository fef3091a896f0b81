"""What a model's outputs say of one picture: boxes in its own form, classes, and how sure it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutline.core.errors import FileError
from cutline.detect.onnx.description import Description

Array = NDArray[Any]


@dataclass(frozen=True)
class Answers:
    """Each thing that a model found: the number of its label, the score, and the box if any."""

    classes: NDArray[np.intp]
    scores: NDArray[np.float64]
    boxes: Array | None


def answers(outputs: Mapping[str, Array], description: Description) -> Answers:
    """What a model says of a picture, above the threshold.

    Args:
        outputs: by role, without the axis of the batch.
        description: what they mean.

    Raises:
        FileError: when an output has another shape than the description says.
    """
    if description.kind == "classes":
        name = "logits" if "logits" in outputs else "scores"
        scores = _scores(outputs[name].reshape(1, -1), description, name)[0]
        classes = np.flatnonzero(scores >= description.threshold)
        return Answers(classes, scores[classes].astype(np.float64), None)
    if "rows" in outputs:
        boxes, table = _from_rows(outputs["rows"], description)
    else:
        boxes = _boxes(outputs["boxes"], description)
        name = "logits" if "logits" in outputs else "scores"
        if "classes" in outputs:
            return _listed(boxes, outputs[name], outputs["classes"], description)
        table = _scores(_two_axes(outputs[name], name, description), description, name)
    if len(boxes) != len(table):
        raise FileError(
            f"{description.model}: gives {len(boxes)} boxes and scores of {len(table)}, expected "
            f"as many"
        )
    # A box is of one class: the surest. Of equally sure ones the first.
    classes = np.argmax(table, axis=1)
    scores = table[np.arange(len(table)), classes]
    kept = np.flatnonzero(scores >= description.threshold)
    return Answers(classes[kept], scores[kept].astype(np.float64), boxes[kept])


def _listed(boxes: Array, scores: Array, classes: Array, description: Description) -> Answers:
    """Of models that choose the class of each box themselves."""
    scores = _activated(scores.reshape(-1, 1).astype(np.float32), description)[:, 0]
    numbers = classes.reshape(-1).astype(np.intp)
    if not len(boxes) == len(scores) == len(numbers):
        raise FileError(
            f"{description.model}: gives {len(boxes)} boxes, {len(scores)} scores and "
            f"{len(numbers)} classes, expected as many of each"
        )
    labels = np.array([label is not None for label in description.labels])
    is_known = (numbers >= 0) & (numbers < len(labels))
    is_known &= labels[np.where(is_known, numbers, 0)]
    kept = np.flatnonzero(is_known & (scores >= description.threshold))
    return Answers(numbers[kept], scores[kept].astype(np.float64), boxes[kept])


def _from_rows(rows: Array, description: Description) -> tuple[Array, Array]:
    """One output with four numbers of the box and then the scores, perhaps of being an object.

    Newer YOLOs have (4 + classes) x boxes, older ones boxes x (5 + classes).
    """
    count = len(description.labels)
    table = _two_axes(rows, "rows", description)
    widths = (4 + count, 5 + count)
    is_upright = table.shape[1] in widths and table.shape != widths
    table = table if is_upright or table.shape[0] not in widths else table.T
    if table.shape[1] == 4 + count:
        return table[:, :4], _scores(table[:, 4:], description, "rows")
    if table.shape[1] == 5 + count:
        scores = _scores(table[:, 5:], description, "rows")
        return table[:, :4], scores * _activated(table[:, 4:5].astype(np.float32), description)
    raise FileError(
        f'{description.model}: its output "{description.outputs["rows"]}" has the shape '
        f"{_shown(rows.shape)} for a picture, expected {4 + count} or {5 + count} numbers a box: "
        f"4 and {count} labels, or one more for being an object"
    )


def _boxes(boxes: Array, description: Description) -> Array:
    found = boxes.reshape(-1, 4) if boxes.size % 4 == 0 and boxes.shape[-1:] == (4,) else None
    if found is None:
        raise FileError(
            f'{description.model}: its output "{description.outputs["boxes"]}" has the shape '
            f"{_shown(boxes.shape)} for a picture, expected four numbers a box"
        )
    return found


def _two_axes(table: Array, role: str, description: Description) -> Array:
    """A row for each box; some models have an axis of length 1 between the two."""
    if table.ndim == 2:
        return table
    if table.ndim > 2 and table.size == table.shape[0] * table.shape[-1]:
        return table.reshape(table.shape[0], table.shape[-1])
    raise FileError(
        f'{description.model}: its output "{description.outputs[role]}" has the shape '
        f"{_shown(table.shape)} for a picture, expected a row for each box"
    )


def _scores(table: Array, description: Description, role: str) -> Array:
    """The score of each label, below 0 where a number stands for no class."""
    scores = _activated(table.astype(np.float32), description)
    labels: list[str | None] = list(description.labels)
    if description.background is not None and scores.shape[1] == len(labels) + 1:
        scores = scores[:, 1:] if description.background == "first" else scores[:, :-1]
    elif description.background is not None and len(labels) == scores.shape[1]:
        labels[0 if description.background == "first" else -1] = None
    if scores.shape[1] != len(labels):
        raise FileError(
            f'{description.model}: its output "{description.outputs[role]}" has scores of '
            f"{table.shape[1]} classes, and there are {len(labels)} labels"
        )
    nothing = [number for number, label in enumerate(labels) if label is None]
    if nothing:
        scores = scores.copy()
        scores[:, nothing] = -1.0
    # A score that is no number is no answer.
    return np.nan_to_num(scores, nan=-1.0)


def _activated(values: Array, description: Description) -> Array:
    if description.score_activation == "sigmoid":
        # Written so that no power grows beyond measure.
        return np.where(
            values >= 0,
            1.0 / (1.0 + np.exp(-np.abs(values))),
            1.0 - 1.0 / (1.0 + np.exp(-np.abs(values))),
        )
    if description.score_activation == "softmax":
        powers = np.exp(values - values.max(axis=1, keepdims=True))
        shares: Array = powers / powers.sum(axis=1, keepdims=True)
        return shares
    return values


def _shown(shape: tuple[int, ...]) -> str:
    return " x ".join(map(str, shape)) or "of one number"
