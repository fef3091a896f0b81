"""Converting a graph of TensorFlow.js to ONNX."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutline.detect.tfjs.builder import Builder, Computed, Constant, Value
from cutline.detect.tfjs.graph import Graph, Node
from cutline.detect.tfjs.loops import without_loops
from cutline.detect.tfjs.onnx_graph import OnnxGraph
from cutline.detect.tfjs.operations import OPERATIONS

#: What the batch's axis is called in models.
BATCH = "batch"


@dataclass(frozen=True)
class GraphInput:
    """What the converted model is given in place of what a node of the graph computes.

    Args:
        name: the input's name in the converted model.
        sizes: the size along each axis in TensorFlow's order; None where any will do.
        kind: the number type.
    """

    name: str
    sizes: tuple[int | None, ...]
    kind: type[np.generic] = np.float32


def convert(
    graph: Graph,
    inputs: Mapping[str, GraphInput],
    outputs: Mapping[str, tuple[str, tuple[int | None, ...]]],
    name: str = "converted",
) -> bytes:
    """The part of a graph between some nodes and others, as an ONNX model.

    Loops that resize each picture of a batch become one operation; whole numbers become int64.

    Args:
        graph: what `read_graph` gave.
        inputs: what stands in place of which nodes; what those are computed from is left out.
        outputs: the nodes whose first outputs are wanted, with a name and sizes for each.
        name: the model's own name.

    Raises:
        FileError: when an operation is not known or used in a way that is not; the message names
            the node.
        MissingPartError: when the package onnx is not installed.
    """
    graph = without_loops(graph)
    onnx_graph = OnnxGraph(name)
    build = Builder(onnx_graph)
    values: dict[str, list[Value]] = {}
    for node_name, given in inputs.items():
        onnx_graph.add_input(given.name, _shape(given.sizes), given.kind)
        values[node_name] = [Computed(given.name, given.sizes)]
    for node in _in_order(graph, set(inputs), list(outputs)):
        values[node.name] = _converted(graph, build, node, values)
    for node_name, (output_name, sizes) in outputs.items():
        onnx_graph.add_output(build.plain(values[node_name][0]), output_name, _shape(sizes))
    return onnx_graph.to_bytes()


def _in_order(graph: Graph, given: set[str], wanted: list[str]) -> list[Node]:
    """The nodes that are needed, each after those that it reads."""
    readers: dict[str, list[str]] = {}
    waiting = list(wanted)
    while waiting:
        name = waiting.pop()
        if name not in readers and name not in given:
            readers[name] = [source for source, _ in graph.node(name).inputs if source not in given]
            waiting += readers[name]
    try:
        order = list(TopologicalSorter(readers).static_order())
    except CycleError as error:
        node = graph.node(error.args[1][0])
        raise node.error("is part of a loop, which cannot be converted") from None
    return [graph.node(name) for name in order]


def _converted(
    graph: Graph, build: Builder, node: Node, values: Mapping[str, list[Value]]
) -> list[Value]:
    if node.op == "Const":
        return [Constant(_widened(graph.weight(node.name)))]
    if node.op not in OPERATIONS:
        raise node.error("this operation cannot be converted")
    inputs = []
    for source, index in node.inputs:
        if index >= len(values[source]):
            raise node.error(f"reads output {index} of {source}, which has {len(values[source])}")
        inputs.append(values[source][index])
    result = OPERATIONS[node.op](build, node, inputs)
    return result if isinstance(result, list) else [result]


def _widened(value: NDArray[Any]) -> NDArray[Any]:
    return value.astype(np.int64) if value.dtype.kind == "i" else value


def _shape(sizes: tuple[int | None, ...]) -> list[int | str]:
    names = [BATCH, *(f"axis_{number}" for number in range(1, len(sizes)))]
    return [name if size is None else size for name, size in zip(names, sizes, strict=True)]
