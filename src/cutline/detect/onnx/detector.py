"""A detector that is an ONNX model."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutline.core.jobs import default_jobs
from cutline.core.types import Detection
from cutline.datasets.pictures import TOGETHER, Picture
from cutline.detect.drawn import detections, in_order, score_of
from cutline.detect.onnx.corners import corners
from cutline.detect.onnx.description import Description
from cutline.detect.onnx.outputs import answers
from cutline.detect.onnx.prepare import Placement, prepared
from cutline.detect.onnx.read import read_description
from cutline.detect.onnx.session import Session
from cutline.detect.settings import Settings, with_settings


def open_onnx(
    path: str | os.PathLike[str],
    *,
    name: str | None = None,
    settings: Settings | None = None,
    jobs: int | None = None,
) -> OnnxDetector:
    """The detector of a `detector.json`, of the folder that holds it, or of the model beside it.

    Args:
        path: where it is.
        name: what it is called, as somebody typed it; by default the path.
        settings: see `Settings`; in place of those described.
        jobs: threads to use; by default all cores, or `CUTLINE_JOBS`.

    Raises:
        FileError: when the description or the model is not what it should be.
        UsageError: when a setting is out of range.
        MissingPartError: where ONNX Runtime is not installed.
    """
    return OnnxDetector(read_description(path), name or os.fspath(path), settings, jobs)


class OnnxDetector:
    """A model with its description; see `cutline.detect.detector.Detector`.

    Args:
        description: what is to be known of the model.
        name: what it is called; settings that differ from the described ones are added.
        settings: see `open_onnx`.
        jobs: see `open_onnx`.

    Raises:
        FileError, UsageError, MissingPartError: as `open_onnx` does.
    """

    def __init__(
        self,
        description: Description,
        name: str | None = None,
        settings: Settings | None = None,
        jobs: int | None = None,
    ) -> None:
        given = settings or Settings()
        self._name = with_settings(name or description.name, given, Settings.of(description))
        self._description = replace(description, **given.given())
        self._jobs = jobs or default_jobs()
        self._session = Session(description, self._jobs)

    @property
    def name(self) -> str:
        """The detector as it is typed."""
        return self._name

    @property
    def signature(self) -> str:
        """Name, all settings, and digests of the model and of how it is used."""
        used = self._description
        settings = Settings.of(used).text()
        content = {
            key: value
            for key, value in asdict(used).items()
            if key not in ("name", "model", "sha256", "licence", "source")
        }
        text = json.dumps(content, sort_keys=True, default=str)
        digest = hashlib.sha256(text.encode()).hexdigest()[:16]
        return f"{used.name}({settings})|model:{self._session.digest[:16]}|use:{digest}"

    @property
    def labels(self) -> tuple[str, ...]:
        """Everything that it can see, in the model's order."""
        return tuple(dict.fromkeys(label for label in self._description.labels if label))

    def detect(self, pictures: Sequence[Picture]) -> list[tuple[Detection, ...]]:
        """The objects of each picture, the surest first.

        Raises:
            FileError: when the model fails, or gives something else than was described.
            MissingPartError: where Pillow is needed and not installed.
        """
        found: list[tuple[Detection, ...]] = []
        with ThreadPoolExecutor(self._jobs) as pool:
            inputs = pool.map(
                lambda picture: prepared(picture.pixels, self._description.input), pictures
            )
            for batch in self._batches(inputs):
                outputs = self._session.run(self._stacked([values for values, _ in batch]))
                for place, (_, placement) in enumerate(batch):
                    of_picture = {role: output[place] for role, output in outputs.items()}
                    found.append(self._objects(of_picture, placement))
        return found

    def _batches(
        self, inputs: Iterator[tuple[NDArray[Any], Placement]]
    ) -> Iterator[list[tuple[NDArray[Any], Placement]]]:
        most = self._session.batch or TOGETHER
        batch: list[tuple[NDArray[Any], Placement]] = []
        for one in inputs:
            # Where models take any size, pictures of different sizes cannot lie in one array.
            if batch and (len(batch) == most or batch[0][0].shape != one[0].shape):
                yield batch
                batch = []
            batch.append(one)
        if batch:
            yield batch

    def _stacked(self, values: list[NDArray[Any]]) -> NDArray[Any]:
        # A model for exactly so many pictures gets some of them twice.
        missing = max((self._session.batch or 0) - len(values), 0)
        return np.ascontiguousarray(np.stack(values + values[-1:] * missing))

    def _objects(
        self, outputs: dict[str, NDArray[Any]], placement: Placement
    ) -> tuple[Detection, ...]:
        used = self._description
        found = answers(outputs, used)
        labels = [used.labels[number] for number in found.classes]
        if found.boxes is not None and used.box_format is not None:
            places = corners(found.boxes, used.box_format, placement)
            size = placement.width, placement.height
            return detections(labels, found.scores, places, size, Settings.of(used))
        order = np.argsort(-found.scores, kind="stable")[: used.max_objects]
        named = ((labels[at], found.scores[at]) for at in order)
        return in_order(Detection(label, score_of(s)) for label, s in named if label is not None)
