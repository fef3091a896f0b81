"""A model on ONNX Runtime, checked against its description."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutline.core.errors import FileError, MissingPartError, near_names
from cutline.datasets.wording import printable, short
from cutline.detect.onnx.description import Description
from cutline.detect.onnx.weights import model_digest


class Session:
    """An opened model.

    `digest` is of the model and all its weights, `batch` the number of pictures that it takes at
    once, None where it takes any number.

    Args:
        description: what the model has to be.
        jobs: threads to use.

    Raises:
        MissingPartError: where ONNX Runtime is not installed.
        FileError: when the model cannot be opened, is not the one that is described, or does not
            have the inputs and outputs that the description names.
    """

    def __init__(self, description: Description, jobs: int) -> None:
        if find_spec("onnxruntime") is None:
            raise MissingPartError(
                "running detectors needs ONNX Runtime: pip install 'cutline[detect]'"
            )
        self._description = description
        self.digest = model_digest(description.model)
        if description.sha256 not in (None, self.digest):
            raise FileError(
                f"{description.model}: has the SHA-256 {self.digest}, and its description says "
                f"{description.sha256}: it is damaged, or another model"
            )
        self._session = _opened(description.model, jobs)
        self._check_names()
        self.batch = self._batch()

    def run(self, batch: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """The outputs by role.

        Raises:
            FileError: when the model fails.
        """
        # What else a model gives, such as features, is for others.
        outputs = {r: name for r, name in self._description.outputs.items() if r != "features"}
        try:
            found = self._session.run(list(outputs.values()), {self._description.input.name: batch})
        # ONNX Runtime has errors of its own for everything, without a common class.
        except Exception as error:
            reason = short(printable(" ".join(str(error).split())), 300)
            raise FileError(f"{self._description.model}: fails: {reason}") from None
        by_role = zip(outputs, map(np.asarray, found), strict=True)
        return {role: self._by_picture(role, one, len(batch)) for role, one in by_role}

    def _by_picture(self, role: str, output: NDArray[Any], pictures: int) -> NDArray[Any]:
        """An output with an axis for pictures, which some models of single pictures lack."""
        if pictures == 1 and output.ndim < self._axes(role):
            return output[None]
        if output.ndim == 0 or output.shape[0] != pictures:
            name = self._description.outputs[role]
            shape = " x ".join(map(str, output.shape)) or "of one number"
            raise FileError(
                f"{self._description.model}: its output {name!r} has the shape {shape} for "
                f"{pictures} pictures, expected {pictures} along the first axis"
            )
        return output

    def _axes(self, role: str) -> int:
        """How many axes an output has at least, that for pictures included."""
        is_list = self._description.kind == "classes" or "classes" in self._description.outputs
        return 2 if role == "classes" or (is_list and role in ("scores", "logits")) else 3

    def _batch(self) -> int | None:
        first = self._session.get_inputs()[0].shape[:1]
        if first and isinstance(first[0], int):
            return first[0]
        roles = {name: role for role, name in self._description.outputs.items()}
        for one in self._session.get_outputs():
            role = roles.get(one.name, "features")
            if role != "features" and 0 < len(one.shape or ()) < self._axes(role):
                return 1
        return None

    def _check_names(self) -> None:
        model = self._description.model
        there = [one.name for one in self._session.get_inputs()]
        wanted = self._description.input.name
        if there != [wanted]:
            raise FileError(
                f"{model}: has the inputs {', '.join(map(repr, there))}, and its description says "
                f'"input": {wanted!r}'
            )
        known = [one.name for one in self._session.get_outputs()]
        for role, name in self._description.outputs.items():
            if name not in known:
                raise FileError(
                    f'{model}: has no output {name!r}{near_names(name, known)}, which "{role}" is '
                    f"said to be; it has: {', '.join(map(repr, known))}"
                )


def _opened(path: Path, jobs: int) -> Any:
    onnxruntime: Any = import_module("onnxruntime")
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = jobs
    settings.inter_op_num_threads = 1
    # Warnings about a graph's style are for who made it.
    settings.log_severity_level = 3
    try:
        # From the file where weights may lie beside it, which its bytes alone do not lead to.
        return onnxruntime.InferenceSession(str(path), settings, providers=["CPUExecutionProvider"])
    except Exception as error:
        reason = short(printable(" ".join(str(error).split())), 300)
        raise FileError(f"{path}: cannot be opened as an ONNX model: {reason}") from None
