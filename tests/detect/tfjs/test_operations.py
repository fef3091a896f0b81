from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cutline.core.errors import FileError
from cutline.detect.tfjs import Node
from tests.detect.tfjs.graphs import Array, graph, number, numbers, one, random, run


def same(found: Array, expected: Any) -> None:
    assert found.shape == np.shape(expected)
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize(
    ("op", "expected"),
    [
        ("Add", lambda a, b: a + b),
        ("AddV2", lambda a, b: a + b),
        ("BiasAdd", lambda a, b: a + b),
        ("Mul", lambda a, b: a * b),
        ("Sub", lambda a, b: a - b),
    ],
)
@pytest.mark.parametrize("shape", [(), (3,), (4, 3), (2, 1, 4, 3)])
def test_arithmetic_repeats_the_smaller_value(
    op: str, expected: Any, shape: tuple[int, ...]
) -> None:
    x, other = random(2, 5, 4, 3), random(*shape, seed=1)
    same(run(graph(one(op, "x", "other"), other=other), x), expected(x, other))
    same(run(graph(one(op, "other", "x"), other=other), x), expected(other, x))


@pytest.mark.parametrize("shape", [(), (3,), (4, 3), (2, 1, 4, 3)])
def test_arithmetic_after_a_convolution_means_the_same(shape: tuple[int, ...]) -> None:
    x, other = random(2, 5, 4, 3), random(*shape, seed=1)
    keep = Node("kept", "Conv2D", (("x", 0), ("filter", 0)), {"padding": {"s": "U0FNRQ=="}})
    filters = np.eye(3, dtype=np.float32).reshape(1, 1, 3, 3)
    of = graph(keep, one("Sub", "other", "kept"), other=other, filter=filters)
    same(run(of, x), other - x)


def test_arithmetic_between_a_picture_of_a_convolution_and_one_that_is_given() -> None:
    x = random(2, 5, 4, 3)
    keep = Node("kept", "Conv2D", (("x", 0), ("filter", 0)), {"padding": {"s": "VkFMSUQ="}})
    filters = 2 * np.eye(3, dtype=np.float32).reshape(1, 1, 3, 3)
    same(run(graph(keep, one("Mul", "x", "kept"), filter=filters), x), 2 * x * x)


def test_the_rest_of_arithmetic() -> None:
    x = 4 * random(2, 3)
    many = {"a": random(2, 3, seed=1), "b": random(2, 3, seed=2)}
    same(run(graph(one("AddN", "x", "a", "b", rank=2), **many), x), x + many["a"] + many["b"])
    same(run(graph(one("Relu6", "x", rank=2)), x), np.minimum(np.maximum(x, 0), 6))
    same(run(graph(one("Exp", "x", rank=2)), x), np.exp(x))
    same(run(graph(one("Sigmoid", "x", rank=2)), x), 1 / (1 + np.exp(-x)))
    same(run(graph(one("Identity", "x", rank=2)), x), x)
    pixels = np.array([[0, 7, 255]], np.uint8)
    same(run(graph(one("Cast", "x", rank=2, DstT={"type": 1})), pixels), pixels)
    same(run(graph(one("Cast", "x", rank=2, DstT={"type": "DT_FLOAT"})), pixels), pixels)


def test_a_cast_to_what_is_not_known_is_named() -> None:
    with pytest.raises(FileError, match="casts to TensorFlow's type 7, expected one of 1, 3, 9"):
        run(graph(one("Cast", "x", DstT={"type": 7})), random(1))


def test_rearranging() -> None:
    x = random(2, 1, 6, 1)
    same(run(graph(one("Reshape", "x", "s", rank=2), s=[-1, 4]), x), x.reshape(-1, 4))
    same(run(graph(one("Transpose", "x", "p"), p=[2, 0, 3, 1]), x), x.transpose(2, 0, 3, 1))
    same(run(graph(one("Squeeze", "x", rank=3, squeeze_dims=numbers(1))), x), x[:, 0])
    same(run(graph(one("Squeeze", "x", rank=2)), x), x[:, 0, :, 0])
    same(run(graph(one("ExpandDims", "x", "a", rank=5), a=-1), x), x[..., None])
    same(run(graph(one("Tile", "x", "m"), m=[1, 3, 2, 1]), x), np.tile(x, (1, 3, 2, 1)))
    joined = one("ConcatV2", "x", "other", "a")
    other = random(2, 1, 2, 1, seed=1)
    same(run(graph(joined, other=other, a=2), x), np.concatenate([x, other], 2))
    other = random(2, 1, 6, 1, seed=1)
    stacked = one("Pack", "x", "other", rank=5, axis=number(1))
    same(run(graph(stacked, other=other), x), np.stack([x, other], 1))


def test_rearranging_what_a_convolution_gave() -> None:
    x = random(2, 3, 4, 2)
    keep = Node("kept", "Conv2D", (("x", 0), ("filter", 0)), {"padding": {"s": "VkFMSUQ="}})
    of = graph(
        keep,
        one("Reshape", "kept", "s", rank=2),
        s=[2, 24],
        filter=np.eye(2, dtype=np.float32).reshape(1, 1, 2, 2),
    )
    same(run(of, x), x.reshape(2, 24))


def test_unpacking_gives_every_output() -> None:
    x = random(3, 2, 4)
    unpack = Node("parts", "Unpack", (("x", 0),), {"axis": number(1), "num": number(2)})
    joined = Node("y", "Sub", (("parts", 1), ("parts", 0)), {"rank": number(2)})
    same(run(graph(unpack, joined), x), x[:, 1] - x[:, 0])


def test_an_output_that_is_not_there_is_named() -> None:
    unpack = Node("parts", "Unpack", (("x", 0),), {"axis": number(0), "num": number(2)})
    with pytest.raises(FileError, match="reads output 2 of parts, which has 2"):
        run(graph(unpack, Node("y", "Exp", (("parts", 2),))), random(2, 2))


@pytest.mark.parametrize("after_convolution", [False, True])
def test_a_shape_can_be_reshaped_to(after_convolution: bool) -> None:
    x = random(2, 3, 4, 2)
    keep = Node("kept", "Conv2D", (("x", 0), ("filter", 0)), {"padding": {"s": "VkFMSUQ="}})
    nodes = [
        keep,
        Node("shape", "Shape", (("kept" if after_convolution else "x", 0),)),
        one("Reshape", "flat", "shape"),
    ]
    filters = np.eye(2, dtype=np.float32).reshape(1, 1, 2, 2)
    of = graph(*nodes, flat=np.arange(48, dtype=np.float32), filter=filters)
    same(run(of, x), np.arange(48).reshape(2, 3, 4, 2))


def test_slices_by_size() -> None:
    x = random(3, 5, 4)
    of = graph(one("Slice", "x", "start", "size", rank=3), start=[0, 2, 1], size=[-1, 2, -1])
    same(run(of, x), x[:, 2:4, 1:])


@pytest.mark.parametrize(
    ("starts", "ends", "steps", "masks", "expected"),
    [
        ([1, 0], [3, 4], [1, 2], {}, np.s_[1:3, 0:4:2]),
        ([1, 2], [2, 4], [1, 1], {"begin_mask": 2, "end_mask": 1}, np.s_[1:, :4]),
        ([-1, 0], [0, 4], [1, 1], {"shrink_axis_mask": 1}, np.s_[-1, 0:4]),
        ([2, 3], [3, 4], [1, 1], {"shrink_axis_mask": 2}, np.s_[2:3, 3]),
        ([3, 0], [0, 0], [-1, -1], {"begin_mask": 2, "end_mask": 3}, np.s_[3::-1, ::-1]),
    ],
)
def test_slices_in_steps(
    starts: list[int], ends: list[int], steps: list[int], masks: dict[str, int], expected: Any
) -> None:
    x = random(4, 5)
    result = x[expected]
    attributes = {name: number(value) for name, value in masks.items()}
    node = one("StridedSlice", "x", "starts", "ends", "steps", rank=result.ndim, **attributes)
    same(run(graph(node, starts=starts, ends=ends, steps=steps), x), result)


def test_a_mask_that_is_not_known_is_named() -> None:
    node = one("StridedSlice", "x", "a", "a", "a", new_axis_mask=number(1))
    with pytest.raises(FileError, match="its new_axis_mask is 1, expected 0"):
        run(graph(node, a=[1]), random(2))


def test_an_unknown_operation_is_named_with_its_node() -> None:
    node = one("Relu7", "x")
    with pytest.raises(FileError, match=r"node y \(Relu7\): this operation cannot be converted"):
        run(graph(node), random(1))


def test_a_node_that_is_not_there_is_named() -> None:
    with pytest.raises(FileError, match="the graph has no node nobody"):
        run(graph(one("Exp", "nobody")), random(1))


def test_a_constant_without_a_value_is_named() -> None:
    of = graph(Node("lost", "Const"), one("Add", "x", "lost"))
    with pytest.raises(FileError, match="node lost: it is constant"):
        run(of, random(1))


def test_a_circle_is_no_graph_that_can_be_converted() -> None:
    of = graph(Node("z", "Exp", (("y", 0),)), one("Exp", "z"))
    with pytest.raises(FileError, match=r"node [yz] \(Exp\): is part of a loop"):
        run(of, random(1))
