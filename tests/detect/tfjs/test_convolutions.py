from __future__ import annotations

import numpy as np
import pytest

from cutline.core.errors import FileError
from cutline.detect.tfjs import Node
from tests.detect.tfjs import restated
from tests.detect.tfjs.graphs import graph, number, numbers, one, random, run, text


def convolution(op: str, stride: int, dilation: int, padding: str) -> Node:
    return one(
        op,
        "x",
        "filter",
        strides=numbers(1, stride, stride, 1),
        dilations=numbers(1, dilation, dilation, 1),
        padding=text(padding),
        data_format=text("NHWC"),
    )


@pytest.mark.parametrize("padding", ["SAME", "VALID"])
@pytest.mark.parametrize(("stride", "dilation"), [(1, 1), (2, 1), (3, 1), (1, 2), (1, 3), (2, 2)])
@pytest.mark.parametrize("kernel", [(1, 1), (2, 3), (3, 3), (5, 4)])
@pytest.mark.parametrize("op", ["Conv2D", "DepthwiseConv2dNative"])
def test_a_convolution_is_as_tensorflow_defines_it(
    op: str, kernel: tuple[int, int], stride: int, dilation: int, padding: str
) -> None:
    depthwise = op != "Conv2D"
    filters = random(*kernel, 3, 2 if depthwise else 5, seed=1)
    of = graph(convolution(op, stride, dilation, padding), filter=filters)
    # Even, odd, and one where a stride of 3 leaves each rest.
    for height, width in [(14, 15), (13, 16), (15, 14)]:
        pictures = random(2, height, width, 3)
        expected = restated.convolution(
            pictures, filters, stride, dilation, padding, depthwise=depthwise
        )
        found = run(of, pictures, known=(None, height, width, 3))
        assert found.shape == expected.shape
        np.testing.assert_allclose(found, expected, atol=1e-5)


def test_an_odd_zero_goes_to_the_end() -> None:
    of = graph(convolution("Conv2D", 2, 1, "SAME"), filter=np.ones((3, 3, 1, 1), np.float32))
    picture = np.arange(16, dtype=np.float32).reshape(1, 4, 4, 1)
    # Sums of what nine pixels there are, from the very first pixel on: nothing is added before it.
    assert run(of, picture)[0, :, :, 0].tolist() == [[45, 39], [66, 50]]


def test_convolutions_in_a_row_do_not_transpose_between_them() -> None:
    onnx = pytest.importorskip("onnx")
    from cutline.detect.tfjs import GraphInput, convert

    first = convolution("Conv2D", 1, 1, "SAME")
    chain = [
        Node("first", first.op, first.inputs, first.attributes),
        Node("clipped", "Relu6", (("first", 0),)),
        Node("scaled", "Mul", (("clipped", 0), ("scale", 0))),
        Node("sum", "AddN", (("scaled", 0), ("first", 0))),
        Node("y", first.op, (("sum", 0), ("filter", 0)), first.attributes),
    ]
    of = graph(*chain, filter=random(3, 3, 2, 2), scale=random(2))
    sizes = (None, 5, 5, 2)
    model = onnx.load_from_string(
        convert(of, {"x": GraphInput("given", sizes)}, {"y": ("wanted", sizes)})
    )
    assert [node.op_type for node in model.graph.node].count("Transpose") == 2


@pytest.mark.parametrize("op", ["FusedBatchNorm", "FusedBatchNormV3"])
def test_batch_normalisation_uses_what_training_left(op: str) -> None:
    scale, offset, mean = random(3, seed=1), random(3, seed=2), random(3, seed=3)
    variance = np.abs(random(3, seed=4))
    node = one(op, "x", "scale", "offset", "mean", "variance", epsilon={"f": 0.25})
    of = graph(node, scale=scale, offset=offset, mean=mean, variance=variance)
    x = random(2, 4, 5, 3)
    expected = (x - mean) / np.sqrt(variance + 0.25) * scale + offset
    np.testing.assert_allclose(run(of, x), expected, atol=1e-5)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"padding": text("EXPLICIT")}, "padding is 'EXPLICIT', expected 'SAME' or 'VALID'"),
        ({"data_format": text("NCHW")}, "data format is 'NCHW', expected 'NHWC'"),
    ],
)
def test_what_a_convolution_cannot_do_is_named(changes: dict[str, object], complaint: str) -> None:
    node = convolution("Conv2D", 1, 1, "SAME")
    changed = Node("y", node.op, node.inputs, {**node.attributes, **changes})  # type: ignore[dict-item]
    with pytest.raises(FileError, match=rf"node y \(Conv2D\): its {complaint}"):
        run(graph(changed, filter=random(3, 3, 1, 1)), random(1, 4, 4, 1))


def test_same_padding_needs_a_size() -> None:
    of = graph(convolution("Conv2D", 1, 1, "SAME"), filter=random(3, 3, 1, 1))
    with pytest.raises(FileError, match=r"node y .* pads pictures whose size is not known"):
        run(of, random(1, 4, 4, 1), known=(None, None, None, 1))


def test_a_filter_that_is_computed_is_refused() -> None:
    with pytest.raises(FileError, match="its filter is computed, expected a constant"):
        run(graph(one("Conv2D", "x", "x", padding=text("SAME"))), random(1, 4, 4, 1))


def test_a_model_in_training_is_refused() -> None:
    node = one("FusedBatchNorm", "x", *["c"] * 4, is_training={"b": True}, n=number(1))
    with pytest.raises(FileError, match="still in training"):
        run(graph(node, c=random(1)), random(1, 2, 2, 1))
