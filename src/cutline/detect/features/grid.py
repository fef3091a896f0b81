"""Features of a grid over the whole picture, by a network that was trained to tell things apart."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cutline.core.errors import FileError, MissingPartError
from cutline.core.jobs import default_jobs
from cutline.datasets.features import Regions
from cutline.datasets.pictures import TOGETHER, Picture
from cutline.detect.features.pooling import cell_boxes
from cutline.detect.onnx import read_description
from cutline.detect.onnx.prepare import prepared
from cutline.detect.onnx.session import Session

#: The ready-made model whose features are used when nobody says.
USUAL_MODEL = "imagenet"

_ROLE = "grid"


class GridExtractor:
    """Vectors of the cells of a grid: of EfficientNet-Lite0 1,280 numbers for each of 7 x 7 cells.

    The picture is stretched to the network's square and not cropped: what lies at its edges is
    described too, and cells are shares of the whole picture.

    Args:
        model: a ready-made model that was obtained (`imagenet`), or a `detector.json`, its folder
            or the model beside it; its description names the output that has the `features`.
        jobs: threads to use; by default all cores, or `CUTLINE_JOBS`.

    Raises:
        MissingPartError: when the model was not obtained, or ONNX Runtime is not installed.
        FileError: when the model is not what it should be, or has no features.
    """

    def __init__(
        self, model: str | os.PathLike[str] = USUAL_MODEL, jobs: int | None = None
    ) -> None:
        described = read_description(_place(os.fspath(model)))
        output = described.outputs.get("features")
        if output is None:
            raise FileError(
                f"{described.model}: its description names no output of features, expected "
                f'"outputs": {{"features": ...}}'
            )
        self._jobs = jobs or default_jobs()
        given = replace(described.input, resize="stretch")
        # The features alone, under a name that is run: whatever else a model gives is not computed.
        self._used = replace(described, input=given, outputs={_ROLE: output})
        self._session = Session(self._used, self._jobs)
        self.size, self.rows, self.columns = self._shape()

    @property
    def signature(self) -> str:
        """The model and how it is used."""
        return f"grid({self.rows}x{self.columns})|{self.network}"

    @property
    def network(self) -> str:
        """The name of the network, and digests of it and of what it is given."""
        used = json.dumps([asdict(self._used.input), self._used.outputs], sort_keys=True)
        digest = hashlib.sha256(used.encode()).hexdigest()[:16]
        return f"{self._used.name}|model:{self._session.digest[:16]}|use:{digest}"

    @property
    def classes(self) -> tuple[str, ...]:
        """None: cells are not told apart by what is in them."""
        return ()

    def extract(self, pictures: Sequence[Picture]) -> list[Regions]:
        """The cells of each picture, row by row.

        Raises:
            FileError: when the model fails.
            MissingPartError: where Pillow is needed and not installed.
        """
        boxes = cell_boxes(self.rows, self.columns)
        cells = self.rows * self.columns
        return [Regions(g.reshape(cells, self.size), boxes) for g in self.grids(pictures)]

    def grids(self, pictures: Sequence[Picture]) -> list[NDArray[np.float32]]:
        """The grid of each picture: rows x columns x size.

        Raises:
            FileError, MissingPartError: as `extract` does.
        """
        most = self._session.batch or TOGETHER
        found: list[NDArray[np.float32]] = []
        with ThreadPoolExecutor(self._jobs) as pool:
            values = list(pool.map(lambda one: prepared(one.pixels, self._used.input)[0], pictures))
        for at in range(0, len(values), most):
            batch = values[at : at + most]
            # A model for exactly so many pictures gets some of them twice.
            missing = max((self._session.batch or 0) - len(batch), 0)
            stacked = np.ascontiguousarray(np.stack(batch + batch[-1:] * missing))
            output = self._session.run(stacked)[_ROLE][: len(batch)]
            # pictures x size x rows x columns, as networks give it
            found += [np.ascontiguousarray(one.transpose(1, 2, 0), np.float32) for one in output]
        return found

    def _shape(self) -> tuple[int, int, int]:
        """Size, rows and columns, found out with a grey picture."""
        side = self._used.input.size
        if side is None:
            raise FileError(f"{self._used.model}: takes pictures of any size, expected one size")
        grey = np.full((*side, 3), 127, dtype=np.uint8)
        values = prepared(grey, self._used.input)[0]
        stacked = np.stack([values] * (self._session.batch or 1))
        output = self._session.run(np.ascontiguousarray(stacked))[_ROLE]
        if output.ndim != 4:
            shape = " x ".join(map(str, output.shape))
            raise FileError(
                f"{self._used.model}: its features are {shape}, expected pictures x size x rows x "
                f"columns"
            )
        size, rows, columns = output.shape[1:]
        return int(size), int(rows), int(columns)


def _place(model: str) -> Path:
    from cutline.detect.ready import ready_folder, ready_models

    if model not in [one.name for one in ready_models()]:
        return Path(model)
    folder = ready_folder(model)
    if folder is None:
        raise MissingPartError(
            f"the model {model} was not obtained yet; run: cutline detect get {model}"
        )
    return folder
