"""Small graphs made by hand, converted and run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from cutline.detect.tfjs import Graph, GraphInput, Node, convert

Array = NDArray[Any]


def number(value: int) -> dict[str, Any]:
    # As files have it: whole numbers as text.
    return {"i": str(value)}


def numbers(*values: int) -> dict[str, Any]:
    return {"list": {"i": [str(value) for value in values]}}


def text(value: str) -> dict[str, Any]:
    return {"s": list(value.encode())}


def graph(*nodes: Node, **constants: Any) -> Graph:
    """Nodes, an input `x`, and constants, which become nodes as well."""
    every = [Node("x", "Placeholder"), *nodes, *(Node(name, "Const") for name in constants)]
    weights = {name: np.asarray(value) for name, value in constants.items()}
    return Graph({node.name: node for node in every}, weights)


def run(of: Graph, x: Array, wanted: str = "y", known: Sequence[int | None] | None = None) -> Array:
    """What a graph's converted form gives for `x`, whose size the conversion may know or not."""
    onnxruntime = pytest.importorskip("onnxruntime")
    pytest.importorskip("onnx")
    sizes = tuple(x.shape if known is None else known)
    kind = x.dtype.type
    model = convert(of, {"x": GraphInput("given", sizes, kind)}, {wanted: ("wanted", _any(of))})
    session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    return np.asarray(session.run(["wanted"], {"given": x})[0])


def _any(of: Graph) -> tuple[int | None, ...]:
    # Sizes that are said are only notes; ONNX wants their number to be right.
    rank = of.node("y").attributes.get("rank", {}) if "y" in of.nodes else {}
    return (None,) * int(rank.get("i", 4))


def one(op: str, *inputs: str, rank: int = 4, **attributes: Mapping[str, Any]) -> Node:
    """A node `y` of this operation, whose result has this many axes."""
    sources = tuple((name, 0) for name in inputs)
    return Node("y", op, sources, {"rank": number(rank), **attributes})


def random(*shape: int, seed: int = 0) -> Array:
    return np.random.default_rng(seed).normal(size=shape).astype(np.float32)
