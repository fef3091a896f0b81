"""EfficientNet-Lite0 as an ONNX model, put together from its weights.

It is EfficientNet-B0 without what small devices are slow at: no squeeze-and-excitation, and ReLU6
in place of swish. The weights were trained in TensorFlow, so its padding and its epsilon are used.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutline.core.errors import FileError
from cutline.detect.tfjs.onnx_graph import OnnxGraph
from cutline.detect.tfjs.padding import same_padding

SIDE = 224
CLASSES = 1000
CHANNELS = 1280
GRID = 7

_EPSILON = 1e-3

#: How often a block is repeated, and the stride of its first one. Kernels and channels are told by
#: the weights.
_STAGES = ((1, 1), (2, 2), (2, 2), (3, 2), (3, 1), (4, 2), (1, 1))

Weights = Mapping[str, NDArray[Any]]


def efficientnet_lite0(weights: Weights) -> bytes:
    """The model: from `images` (batch x 3 x 224 x 224) to `probabilities` and `features`.

    Features are the grid of 1280 x 7 x 7 that the probabilities are computed from.

    Raises:
        FileError: when a weight is missing.
        MissingPartError: when the package onnx is not installed.
    """
    network = _Network(weights)
    value = network.convolved("images", "_conv_stem", "_bn0", stride=2)
    value = network.clipped(value)
    number = 0
    for repeats, stride in _STAGES:
        for repeat in range(repeats):
            value = network.block(value, f"_blocks.{number}", stride if repeat == 0 else 1)
            number += 1
    features = network.clipped(network.convolved(value, "_conv_head", "_bn1"))
    graph = network.graph
    mean = graph.node("Flatten", [graph.node("GlobalAveragePool", [features])])
    matrix = [graph.constant(network.weight(f"_fc.{name}")) for name in ("weight", "bias")]
    scores = graph.node("Gemm", [mean, *matrix], transB=1)
    probabilities = graph.node("Softmax", [scores], axis=1)
    graph.add_output(probabilities, "probabilities", ("batch", CLASSES))
    graph.add_output(features, "features", ("batch", CHANNELS, GRID, GRID))
    return graph.to_bytes()


class _Network:
    """The model in the making; `size` is the side of the picture as it is now."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.graph = OnnxGraph("efficientnet-lite0")
        self.graph.add_input("images", ("batch", 3, SIDE, SIDE), np.float32)
        self.size = SIDE

    def weight(self, name: str) -> NDArray[Any]:
        try:
            return self.weights[name]
        except KeyError:
            raise FileError(f"the weights of EfficientNet-Lite0 have no {name}") from None

    def block(self, value: str, name: str, stride: int) -> str:
        """Expand, look around in each channel, project; added to what came in if it fits."""
        inside, wide = value, self.weight(f"{name}._depthwise_conv.weight").shape[0]
        channels = wide
        # The first block does not expand.
        if f"{name}._expand_conv.weight" in self.weights:
            channels = self.weight(f"{name}._expand_conv.weight").shape[1]
            inside = self.clipped(self.convolved(value, f"{name}._expand_conv", f"{name}._bn0"))
        seen = self.convolved(inside, f"{name}._depthwise_conv", f"{name}._bn1", stride, wide)
        projected = self.convolved(self.clipped(seen), f"{name}._project_conv", f"{name}._bn2")
        after = self.weight(f"{name}._project_conv.weight").shape[0]
        fits = stride == 1 and channels == after
        return self.graph.node("Add", [projected, value]) if fits else projected

    def convolved(
        self, value: str, name: str, normalisation: str, stride: int = 1, groups: int = 1
    ) -> str:
        kernels = self.weight(f"{name}.weight")
        before, after = same_padding(self.size, kernels.shape[2], stride)
        self.size = -(-self.size // stride)
        convolved = self.graph.node(
            "Conv",
            [value, self.graph.constant(kernels)],
            strides=[stride, stride],
            pads=[before, before, after, after],
            group=groups,
        )
        names = [f"{normalisation}.{part}" for part in ("weight", "bias")]
        names += [f"{normalisation}.running_{part}" for part in ("mean", "var")]
        constants = [self.graph.constant(self.weight(part)) for part in names]
        return self.graph.node("BatchNormalization", [convolved, *constants], epsilon=_EPSILON)

    def clipped(self, value: str) -> str:
        ends = [self.graph.constant(np.array(end, np.float32)) for end in (0, 6)]
        return self.graph.node("Clip", [value, *ends])
