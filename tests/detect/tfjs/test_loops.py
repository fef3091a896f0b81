from __future__ import annotations

import numpy as np
import pytest

from cutline.core.errors import FileError
from cutline.detect.tfjs import Graph, Node
from tests.detect.tfjs import restated
from tests.detect.tfjs.graphs import graph, numbers, random, run


def loop(*body: Node, index: str = "turn") -> Graph:
    """What TensorFlow writes for a function that is mapped over a batch, less the counting."""

    def node(name: str, op: str, *inputs: str) -> Node:
        return Node(name, op, tuple((source, 0) for source in inputs))

    nodes = [
        node("range", "Range"),
        node("pictures", "TensorArrayV3"),
        node("results", "TensorArrayV3"),
        node("scatter", "TensorArrayScatterV3", "pictures", "range", "x", "pictures"),
        node("enter", "Enter", "scatter"),
        node("turn", "Identity"),
        node("read", "TensorArrayReadV3", "pictures", "turn", "enter"),
        node("enter results", "Enter", "results"),
        node("merge", "Merge", "enter results", "next"),
        node("switch", "Switch", "merge"),
        node("exit", "Exit", "switch"),
        node("write", "TensorArrayWriteV3", "results", index, body[-1].name, "switch"),
        node("next", "NextIteration", "write"),
        node("y", "TensorArrayGatherV3", "results", "range", "exit"),
    ]
    return graph(*nodes, *body, first=0, size=[4, 6])


EXPAND = Node("expand", "ExpandDims", (("read", 0), ("first", 0)))
RESIZE = Node("resize", "ResizeBilinear", (("expand", 0), ("size", 0)))
SQUEEZE = Node("squeeze", "Squeeze", (("resize", 0),), {"squeeze_dims": numbers(0)})


def test_a_loop_that_resizes_becomes_one_operation() -> None:
    x = 255 * random(3, 8, 9, 2)
    expected = [restated.resized(picture, 4, 6) for picture in x]
    found = run(loop(EXPAND, RESIZE, SQUEEZE), x, known=(None, None, None, 2))
    np.testing.assert_allclose(found, expected, atol=1e-3)


def test_a_loop_that_does_more_is_named() -> None:
    more = Node("more", "Relu6", (("squeeze", 0),))
    complaint = (
        r"node y \(TensorArrayGatherV3\): it ends a loop that does "
        "ExpandDims, ResizeBilinear, Squeeze, Relu6 with each picture"
    )
    with pytest.raises(FileError, match=complaint):
        run(loop(EXPAND, RESIZE, SQUEEZE, more), random(1, 8, 9, 2))


def test_a_loop_that_puts_pictures_in_another_order_is_refused() -> None:
    with pytest.raises(FileError, match="it ends a loop"):
        run(loop(EXPAND, RESIZE, SQUEEZE, index="range"), random(1, 8, 9, 2))


def test_a_loop_that_reads_something_else_is_refused() -> None:
    with pytest.raises(FileError, match="a loop that does not read pictures, but x"):
        run(loop(Node("other", "Exp", (("x", 0),))), random(1, 8, 9, 2))


def test_what_looks_only_like_a_loop_is_refused() -> None:
    node = Node("y", "TensorArrayGatherV3", (("x", 0), ("x", 0), ("x", 0)))
    with pytest.raises(FileError, match="a loop that is not understood: x is Placeholder"):
        run(graph(node), random(1, 8, 9, 2))
