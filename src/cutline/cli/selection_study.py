"""The study of content selection: curves kept as they are made, and tests at one k."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from cutline.core.atomic import atomic_write
from cutline.core.errors import FileError
from cutline.core.score import Score, Scores
from cutline.core.signature import Signature
from cutline.core.spec import format_spec
from cutline.datasets.gold_boxes import BoxedSet
from cutline.metrics.content_selection import ContentSelection
from cutline.models.content_selection import Curve, Sweep
from cutline.reports.statistics import Comparison, Resampling, compare

KIND, VERSION = "selection-curve", 1


@dataclass(frozen=True)
class SelectionStudy:
    """All curves, what people reach, and every selector against every other at one k."""

    boxed: BoxedSet
    swept: Sweep
    k: int
    comparison: Comparison
    #: How pictures were parted, and what was drawn at random.
    procedure: str

    @classmethod
    def of(
        cls, boxed: BoxedSet, swept: Sweep, k: int, folds: int, seed: int, resampling: Resampling
    ) -> SelectionStudy:
        """The study of curves that were swept with these settings."""
        metric = ContentSelection()
        signature = Signature(
            metric=format_spec(metric, full=True),
            tokenizer="none",
            references=_counts(boxed),
            images=len(boxed),
            data=boxed_digest(boxed),
        )
        runs = [
            Scores(name, (Score(metric, swept.image_ids, _statistics(curve, k), signature),))
            for name, curve in swept.curves.items()
        ]
        return cls(boxed, swept, k, compare(runs, resampling), f"folds:{folds}|seed:{seed}")


def _counts(boxed: BoxedSet) -> str:
    counts = {len(image.descriptions) for image in boxed.images}
    return str(*counts) if len(counts) == 1 else f"{min(counts)}-{max(counts)}"


def _statistics(curve: Curve, k: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    found = curve.at(k)
    return np.column_stack([found.precision, found.recall, np.ones_like(found.f)])


def boxed_digest(boxed: BoxedSet) -> str:
    """What tells these boxes and descriptions from any others."""
    content = hashlib.sha256()
    for image in boxed.images:
        content.update(repr(image).encode("utf-8", "surrogatepass"))
    return content.hexdigest()[:16]


def keep_curve(folder: str, settings: Mapping[str, Any], name: str, curve: Curve) -> None:
    """Write a curve, whole or not at all.

    Raises:
        FileError: when it cannot be written.
    """
    content = {
        "cutline": KIND,
        "version": VERSION,
        "settings": dict(settings),
        "selector": name,
        "ks": list(curve.ks),
        **{part: getattr(curve, part).tolist() for part in ("precision", "recall", "f")},
    }
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"{folder}: cannot be made: {error.strerror or error}") from None
    with atomic_write(Path(folder) / f"{name}.json") as file:
        json.dump(content, file, ensure_ascii=False, allow_nan=False)


def kept_curves(folder: str, settings: Mapping[str, Any]) -> dict[str, Curve]:
    """The curves of a folder that were made with the same settings; others are made anew.

    Raises:
        FileError: when a file cannot be read or holds no curve.
    """
    curves = {}
    for path in sorted(Path(folder).glob("*.json")):
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
            if content["cutline"] != KIND or content["version"] != VERSION:
                raise ValueError
            if content["settings"] == dict(settings):
                parts = (np.array(content[part]) for part in ("precision", "recall", "f"))
                curves[content["selector"]] = Curve(tuple(content["ks"]), *parts)
        except (OSError, ValueError, KeyError, TypeError):
            raise FileError(
                f"{path}: holds no curve of a study; expected what --work wrote: use another folder"
            ) from None
    return curves
