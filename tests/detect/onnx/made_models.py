"""Tiny ONNX models, made by hand: constants, and grids whose scores are the input's own colours."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

onnx = pytest.importorskip("onnx")
pytest.importorskip("onnxruntime")

from onnx import TensorProto, helper, numpy_helper  # noqa: E402

LABELS = ["red", "green", "blue"]

#: Cells on each side of a grid.
SIDE = 4


def describe(folder: Path, **changes: Any) -> Path:
    """Write a `detector.json`; fields of the input are changed with `input_size=...`."""
    content: dict[str, Any] = {
        "cutline": "detector",
        "version": 1,
        "name": "made",
        "model": "model.onnx",
        "kind": "ssd",
        "input": {
            "name": "images",
            "size": [SIDE, SIDE],
            "layout": "nhwc",
            "type": "float32",
            "scale": 1 / 255,
        },
        "outputs": {"boxes": "boxes", "scores": "scores"},
        "box_format": "ymin-xmin-ymax-xmax-relative",
        "labels": LABELS,
    }
    for field, value in changes.items():
        if field.startswith("input_"):
            content["input"][field.removeprefix("input_")] = value
        else:
            content[field] = value
    path = folder / "detector.json"
    path.write_text(json.dumps(content))
    return path


def write_constants(
    folder: Path,
    shape: Sequence[int | str | None] = ("n", SIDE, SIDE, 3),
    **outputs: Any,
) -> None:
    """A model that says the same of every picture: each output is what it says of one."""
    arrays = {name: np.asarray(value, dtype=np.float32) for name, value in outputs.items()}
    nodes, constants = _pictures(arrays)
    _save(folder, shape, nodes, constants, {n: a.ndim + 1 for n, a in arrays.items()})


def write_bare_constants(folder: Path, shape: Sequence[int | str], **outputs: Any) -> None:
    """The same without an axis for pictures."""
    nodes, constants = [], []
    arrays = {name: np.asarray(value) for name, value in outputs.items()}
    for name, array in arrays.items():
        constants.append(numpy_helper.from_array(array, f"{name}_value"))
        nodes.append(helper.make_node("Identity", [f"{name}_value"], [name]))
    types = {name: helper.np_dtype_to_tensor_dtype(array.dtype) for name, array in arrays.items()}
    _save(folder, shape, nodes, constants, {n: a.ndim for n, a in arrays.items()}, types)


def write_grid(folder: Path, *, layout: str = "nhwc", batch: int | str = "n") -> None:
    """A model that sees a box in each cell, as red, green and blue as the input is there."""
    cells = [(y / SIDE, x / SIDE) for y in range(SIDE) for x in range(SIDE)]
    boxes = np.array([(y, x, y + 1 / SIDE, x + 1 / SIDE) for y, x in cells], dtype=np.float32)
    nodes, constants = _pictures({"boxes": boxes})
    pixels = "images"
    shape: tuple[int | str, ...] = (batch, SIDE, SIDE, 3)
    if layout == "nchw":
        nodes.append(helper.make_node("Transpose", ["images"], ["pixels"], perm=[0, 2, 3, 1]))
        pixels, shape = "pixels", (batch, 3, SIDE, SIDE)
    constants.append(numpy_helper.from_array(np.array([0, SIDE * SIDE, 3]), "table"))
    nodes.append(helper.make_node("Reshape", [pixels, "table"], ["scores"]))
    _save(folder, shape, nodes, constants, {"boxes": 3, "scores": 3})


def write_means(folder: Path, *, element: int = TensorProto.FLOAT) -> None:
    """A model of any size that gives the mean red, green and blue of a picture."""
    nodes = [
        helper.make_node("Cast", ["images"], ["values"], to=TensorProto.FLOAT),
        helper.make_node("ReduceMean", ["values", "axes"], ["means"], keepdims=0),
    ]
    constants = [numpy_helper.from_array(np.array([1, 2]), "axes")]
    _save(folder, ("n", "h", "w", 3), nodes, constants, {"means": 2}, element=element)


def _pictures(arrays: dict[str, np.ndarray]) -> tuple[list[Any], list[Any]]:
    """Nodes that repeat constants for each picture."""
    nodes = [
        helper.make_node("Shape", ["images"], ["shape"]),
        helper.make_node("Slice", ["shape", "zero", "one"], ["count"]),
    ]
    constants = [
        numpy_helper.from_array(np.array([0]), "zero"),
        numpy_helper.from_array(np.array([1]), "one"),
    ]
    for name, array in arrays.items():
        constants.append(numpy_helper.from_array(array[None], f"{name}_value"))
        constants.append(numpy_helper.from_array(np.array(array.shape), f"{name}_shape"))
        inner = [f"{name}_whole"]
        nodes.append(helper.make_node("Concat", ["count", f"{name}_shape"], inner, axis=0))
        nodes.append(helper.make_node("Expand", [f"{name}_value", *inner], [name]))
    return nodes, constants


def _save(
    folder: Path,
    shape: Sequence[int | str | None],
    nodes: list[Any],
    constants: list[Any],
    outputs: dict[str, int],
    types: dict[str, int] | None = None,
    element: int = TensorProto.FLOAT,
) -> None:
    kinds = types or {}
    graph = helper.make_graph(
        nodes,
        "made",
        [helper.make_tensor_value_info("images", element, list(shape))],
        [
            helper.make_tensor_value_info(name, kinds.get(name, TensorProto.FLOAT), [None] * axes)
            for name, axes in outputs.items()
        ],
        constants,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
    onnx.checker.check_model(model)
    (folder / "model.onnx").write_bytes(model.SerializeToString())
