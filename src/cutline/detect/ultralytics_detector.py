"""Detectors of ultralytics, where the user has the package and a model's file."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from cutline.core.errors import FileError, MissingPartError
from cutline.core.types import Detection
from cutline.datasets.pictures import Picture
from cutline.detect.drawn import detections
from cutline.detect.settings import Settings, with_settings

#: What is used when nobody says.
_USUAL = Settings(threshold=0.5, nms_iou=0.7, max_objects=300, nms_labels="same")


class UltralyticsDetector:
    """A model of ultralytics, whose licence is the user's own choice (AGPL, or one that is bought).

    Args:
        path: the model's file; a name that is no file is refused, where the package would fetch it.
        name: what it is called, as somebody typed it.
        settings: those that differ from the usual ones.

    Raises:
        MissingPartError: where ultralytics is not installed.
        FileError: when there is no such file, or it is no model.
    """

    def __init__(
        self, path: str, name: str | None = None, settings: Settings | None = None
    ) -> None:
        if find_spec("ultralytics") is None:
            raise MissingPartError("this detector needs ultralytics: pip install ultralytics")
        if not Path(path).is_file():
            raise FileError(
                f"{path}: cannot be read: there is no such file; models are not fetched, so get "
                f"it first if you accept its licence"
            )
        given = settings or Settings()
        self._settings = given.or_else(_USUAL)
        self._name = with_settings(name or f"ultralytics:{path}", given, _USUAL)
        self._digest = hashlib.sha256(Path(path).read_bytes()).hexdigest()[:16]
        try:
            self._model: Any = import_module("ultralytics").YOLO(path)
        # The package has errors of every kind for a file that is something else.
        except Exception as error:
            reason = " ".join(str(error).split())[:300]
            raise FileError(f"{path}: cannot be opened by ultralytics: {reason}") from None

    @property
    def name(self) -> str:
        """The detector as it is typed."""
        return self._name

    @property
    def signature(self) -> str:
        """The settings, and a digest of the model."""
        return f"ultralytics({self._settings.text()})|model:{self._digest}"

    @property
    def labels(self) -> tuple[str, ...]:
        """Everything that it can see."""
        names = self._names()
        return tuple(dict.fromkeys(names[number] for number in sorted(names)))

    def detect(self, pictures: Sequence[Picture]) -> list[tuple[Detection, ...]]:
        """The objects of each picture, the surest first."""
        # The package takes arrays to have blue first.
        arrays = [np.ascontiguousarray(picture.pixels[:, :, ::-1]) for picture in pictures]
        if not arrays:
            return []
        answers = self._model.predict(
            arrays,
            conf=self._settings.threshold,
            iou=self._settings.nms_iou,
            max_det=self._settings.max_objects,
            agnostic_nms=self._settings.nms_labels == "any",
            verbose=False,
        )
        names = self._names()
        found = []
        for picture, answer in zip(pictures, answers, strict=True):
            boxes = answer.boxes
            labels = [names.get(int(number)) for number in boxes.cls]
            scores, places = np.asarray(boxes.conf), np.asarray(boxes.xyxy)
            size = picture.width, picture.height
            # Repeats are left out already.
            found.append(detections(labels, scores, places, size, self._settings, repeats=True))
        return found

    def _names(self) -> Mapping[int, str]:
        names = self._model.names
        listed = names if isinstance(names, Mapping) else dict(enumerate(names))
        return {int(number): str(label) for number, label in listed.items()}
