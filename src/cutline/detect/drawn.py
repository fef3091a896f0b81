"""From labels, scores and corners to detections: what all detectors do at the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutline.core.types import Detection
from cutline.detect.boxes import without_repeats
from cutline.detect.settings import Settings

#: Boxes are given in hundredths of a pixel and scores in millionths: what is computed beyond that
#: differs from machine to machine.
_BOX_DIGITS, _SCORE_DIGITS = 2, 6


def detections(
    labels: Sequence[str | None],
    scores: NDArray[Any],
    corners: NDArray[Any],
    size: tuple[int, int],
    settings: Settings,
    *,
    repeats: bool = False,
) -> tuple[Detection, ...]:
    """The objects of a picture: sure enough, without repeats, within the picture, the surest first.

    Args:
        labels: None for what is no object.
        scores: one for each.
        corners: left, top, right and bottom of each, in pixels of the picture.
        size: the picture's width and height.
        settings: what is sure enough, what is a repeat, and how many are wanted.
        repeats: whether repeats may stay.
    """
    numbers = {label: number for number, label in enumerate(dict.fromkeys(labels))}
    classes = np.array([numbers[label] for label in labels], dtype=np.intp)
    is_object = np.array([label is not None for label in labels], dtype=bool)
    is_object &= np.asarray(scores) >= (settings.threshold or 0.0)
    is_object &= np.isfinite(corners.reshape(-1, 4)).all(axis=1)
    at = np.flatnonzero(is_object)
    scores, corners, classes = scores[at], corners.reshape(-1, 4)[at], classes[at]
    iou = None if repeats else settings.nms_iou
    # Where any surer box counts, all are as if of one class.
    alike = np.zeros_like(classes) if settings.nms_labels == "any" else classes
    kept = without_repeats(corners, scores, alike, iou, settings.max_objects or len(at))
    names = list(numbers)
    drawn = ((names[classes[n]], scores[n], box_within(corners[n], *size)) for n in kept)
    return in_order(
        Detection(label, score_of(score), box)
        for label, score, box in drawn
        if label is not None and box is not None
    )


def score_of(score: Any) -> float:
    """A score as it is given: from 0 to 1, rounded."""
    return round(min(max(float(score), 0.0), 1.0), _SCORE_DIGITS)


def box_within(
    corners: NDArray[Any], width: int, height: int
) -> tuple[float, float, float, float] | None:
    """Left, top, width and height of what lies in a picture; None where nothing does.

    >>> box_within(np.array([-5.0, 2.0, 10.0, 200.0]), 100, 100)
    (0.0, 2.0, 10.0, 98.0)
    """
    left, right = (round(float(at), _BOX_DIGITS) for at in np.clip(corners[::2], 0, width))
    top, bottom = (round(float(at), _BOX_DIGITS) for at in np.clip(corners[1::2], 0, height))
    if right <= left or bottom <= top:
        return None
    return left, top, round(right - left, _BOX_DIGITS), round(bottom - top, _BOX_DIGITS)


def in_order(objects: Iterable[Detection]) -> tuple[Detection, ...]:
    """The surest first; those that are equally sure by label and place."""
    return tuple(sorted(objects, key=lambda item: (-item.score, item.label, item.box or ())))
