"""Convolutions and what goes with them, on pictures in ONNX's order of axes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cutline.detect.tfjs.builder import Builder, Computed, Sizes, Value, constant_of
from cutline.detect.tfjs.graph import Node
from cutline.detect.tfjs.operations.table import Table, entry_in
from cutline.detect.tfjs.padding import same_padding

OPERATIONS: Table = {}


@entry_in(OPERATIONS, "Conv2D")
def convolve(build: Builder, node: Node, inputs: Sequence[Value]) -> Value:
    """A convolution; TensorFlow's weights are height x width x channels in x channels out."""
    weights = constant_of(inputs[1], node, "filter")
    return _convolved(build, node, inputs[0], weights.transpose(3, 2, 0, 1), groups=1)


@entry_in(OPERATIONS, "DepthwiseConv2dNative")
def convolve_each_channel(build: Builder, node: Node, inputs: Sequence[Value]) -> Value:
    """Each channel by itself; the weights are height x width x channels x filters for each."""
    weights = constant_of(inputs[1], node, "filter")
    height, width, channels, filters = weights.shape
    kernels = weights.transpose(2, 3, 0, 1).reshape(channels * filters, 1, height, width)
    return _convolved(build, node, inputs[0], kernels, groups=channels)


@entry_in(OPERATIONS, "FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3")
def normalise(build: Builder, node: Node, inputs: Sequence[Value]) -> Value:
    """What is left of batch normalisation after training: a scale and an offset a channel."""
    _check_order(node)
    if node.flag("is_training"):
        raise node.error("is still in training, expected a model that is trained")
    picture = build.channels_first(inputs[0], node)
    names = [build.plain(value) for value in inputs[1:5]]
    epsilon = node.real("epsilon", 1e-4)
    name = build.graph.node("BatchNormalization", [picture, *names], epsilon=epsilon)
    return Computed(name, inputs[0].sizes, channels_first=True)


def _convolved(
    build: Builder, node: Node, value: Value, kernels: NDArray[np.float32], groups: int
) -> Value:
    _check_order(node)
    picture = build.channels_first(value, node)
    sizes = value.sizes or ()
    strides = node.integers("strides")[1:3] or (1, 1)
    dilations = node.integers("dilations")[1:3] or (1, 1)
    spans = [
        (kernel - 1) * dilation + 1
        for kernel, dilation in zip(kernels.shape[2:], dilations, strict=True)
    ]
    pads = [_pads(node, *of_axis) for of_axis in zip(sizes[1:3], spans, strides, strict=True)]
    (top, bottom), (left, right) = pads
    name = build.graph.node(
        "Conv",
        [picture, build.graph.constant(kernels)],
        strides=strides,
        dilations=dilations,
        pads=[top, left, bottom, right],
        group=groups,
    )
    height, width = (
        None if size is None else (size + sum(pad) - span) // stride + 1
        for size, pad, span, stride in zip(sizes[1:3], pads, spans, strides, strict=True)
    )
    new_sizes: Sizes = (sizes[0], height, width, kernels.shape[0])
    return Computed(name, new_sizes, channels_first=True)


def _pads(node: Node, size: int | None, span: int, stride: int) -> tuple[int, int]:
    padding = node.text("padding")
    if padding == "VALID":
        return 0, 0
    if padding != "SAME":
        raise node.error(f"its padding is {padding!r}, expected 'SAME' or 'VALID'")
    if size is None:
        raise node.error("pads pictures whose size is not known: give the model's input a size")
    return same_padding(size, span, stride)


def _check_order(node: Node) -> None:
    order = node.text("data_format", "NHWC")
    if order != "NHWC":
        raise node.error(f"its data format is {order!r}, expected 'NHWC'")
