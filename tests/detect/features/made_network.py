"""A network for tests whose features are the colours of a picture's quarters."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from tests.detect.onnx.made_models import describe, onnx

helper: Any = onnx.helper


def write_network(folder: Path, batch: int | str = "n") -> Path:
    """Means of the four quarters: pictures x 3 x 2 x 2."""
    folder.mkdir(parents=True, exist_ok=True)
    nodes = [
        helper.make_node(
            "AveragePool", ["images"], ["features"], kernel_shape=[2, 2], strides=[2, 2]
        ),
        helper.make_node("ReduceMean", ["images", "axes"], ["means"], keepdims=0),
    ]
    kind = onnx.TensorProto.FLOAT
    graph = helper.make_graph(
        nodes,
        "made",
        [helper.make_tensor_value_info("images", kind, [batch, 3, 4, 4])],
        [
            helper.make_tensor_value_info("features", kind, [batch, 3, 2, 2]),
            helper.make_tensor_value_info("means", kind, [batch, 3]),
        ],
        [onnx.numpy_helper.from_array(np.array([2, 3]), "axes")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
    (folder / "model.onnx").write_bytes(model.SerializeToString())
    describe(
        folder,
        kind="classes",
        outputs={"scores": "means", "features": "features"},
        box_format=None,
        input_layout="nchw",
        input_resize="crop",
        input_interpolation="bilinear-tf",
    )
    return folder
