from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cutline.core.errors import FileError
from cutline.detect.tfjs import read_graph

WEIGHTS = np.arange(6, dtype="<f4")


def document() -> dict[str, Any]:
    nodes = [
        {"name": "x", "op": "Placeholder"},
        {
            "name": "y",
            "op": "Conv2D",
            "input": ["x:1", "w", "^x"],
            "attr": {
                "padding": {"s": [86, 65, 76, 73, 68]},
                "data_format": {"s": base64.b64encode(b"NHWC").decode()},
                "strides": {"list": {"i": ["1", "2", "2", "1"]}},
            },
        },
        {"name": "w", "op": "Const"},
    ]
    weights = [
        {"name": "w", "shape": [2, 2], "dtype": "float32"},
        {"name": "n", "shape": [], "dtype": "int32"},
        {"name": "b", "shape": [4], "dtype": "bool"},
    ]
    return {
        "modelTopology": {"node": nodes},
        "weightsManifest": [{"paths": ["one", "two"], "weights": weights}],
    }


def write(folder: Path, content: dict[str, Any], first: int = 5) -> Path:
    """A weight may begin in one shard and end in the next."""
    data = WEIGHTS[:4].tobytes() + np.int32(-7).tobytes() + bytes([1, 0, 0, 1])
    (folder / "one").write_bytes(data[:first])
    (folder / "two").write_bytes(data[first:])
    path = folder / "model.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def test_nodes_and_weights_are_read(tmp_path: Path) -> None:
    graph = read_graph(write(tmp_path, document()))
    node = graph.node("y")
    assert node.inputs == (("x", 1), ("w", 0))
    assert (node.text("padding"), node.text("data_format")) == ("VALID", "NHWC")
    assert node.integers("strides") == (1, 2, 2, 1)
    assert (node.integers("dilations"), node.integer("axis", 3)) == ((), 3)
    assert graph.weight("w").tolist() == [[0, 1], [2, 3]]
    assert graph.weight("n") == -7
    assert graph.weight("b").tolist() == [1, 0, 0, 1]


def changed(change: str) -> dict[str, Any]:
    content = document()
    manifest = content["weightsManifest"][0]
    match change:
        case "layers":
            content["modelTopology"] = {"model_config": {}}
        case "quantised":
            manifest["weights"][0]["quantization"] = {"dtype": "uint8"}
        case "too long":
            manifest["weights"][2]["shape"] = [5]
        case "too short":
            manifest["weights"][2]["shape"] = [3]
        case "elsewhere":
            manifest["paths"][0] = "../one"
        case "missing":
            manifest["paths"][0] = "three"
        case "no name":
            del content["modelTopology"]["node"][0]["name"]
        case "no manifest":
            del content["weightsManifest"]
    return content


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ("layers", "expected a graph model of TensorFlow.js"),
        ("quantised", "the weight w is uint8, expected one of float32, int32, bool"),
        ("too long", "the shards have 24 bytes, but b ends at 25"),
        ("too short", "the shards have 24 bytes, of which weights use 23"),
        ("elsewhere", "a shard is named '../one', expected a name without a folder"),
        ("missing", "three: cannot be read"),
        ("no name", "is not as graph models are: KeyError"),
        ("no manifest", "weightsManifest is not as expected"),
    ],
)
def test_what_is_wrong_with_a_model_is_said(tmp_path: Path, change: str, complaint: str) -> None:
    with pytest.raises(FileError, match=complaint):
        read_graph(write(tmp_path, changed(change)))


@pytest.mark.parametrize(("text", "complaint"), [("{", "is not JSON"), ("[]", "holds list")])
def test_a_model_is_a_json_object(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "model.json"
    path.write_text(text)
    with pytest.raises(FileError, match=complaint):
        read_graph(path)
