"""What a conversion works with: values, and in which order of axes they lie in memory.

TensorFlow has pictures as batch x height x width x channels, ONNX convolves batch x channels x
height x width. A value that a convolution gave stays in ONNX's order through all that works on
single numbers, and is put back in TensorFlow's only for who looks at axes. So there is one
transposition at the beginning, and one at each end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutline.detect.tfjs.graph import Node
from cutline.detect.tfjs.onnx_graph import OnnxGraph

#: A size along each axis in TensorFlow's order, None where only the running model knows it.
Sizes = tuple[int | None, ...]

_TO_CHANNELS_FIRST = (0, 3, 1, 2)
_TO_CHANNELS_LAST = (0, 2, 3, 1)


@dataclass(frozen=True, eq=False)
class Constant:
    """A value that is known now."""

    value: NDArray[Any]

    @property
    def sizes(self) -> Sizes:
        """Its size along each axis."""
        return tuple(self.value.shape)


@dataclass(frozen=True)
class Computed:
    """A value that the model computes.

    `sizes` are in TensorFlow's order, whatever the order in memory; None where even their number
    is not known.
    """

    name: str
    sizes: Sizes | None = None
    channels_first: bool = False


Value = Constant | Computed


class Builder:
    """The ONNX model in the making, and how its values are reached."""

    def __init__(self, graph: OnnxGraph) -> None:
        self.graph = graph

    def plain(self, value: Value) -> str:
        """The ONNX name of a value, in TensorFlow's order of axes."""
        if isinstance(value, Constant):
            return self.graph.constant(value.value)
        if not value.channels_first:
            return value.name
        return self.graph.node("Transpose", [value.name], perm=_TO_CHANNELS_LAST)

    def channels_first(self, value: Value, node: Node) -> str:
        """The ONNX name of a picture, in ONNX's order of axes; a constant is spread to it.

        Raises:
            FileError: when the value is not known to be a batch of pictures.
        """
        if isinstance(value, Constant):
            return self.graph.constant(_spread(value.value))
        if value.channels_first:
            return value.name
        if value.sizes is None or len(value.sizes) != 4:
            raise node.error(f"works on {value.sizes}, expected batch x height x width x channels")
        return self.graph.node("Transpose", [value.name], perm=_TO_CHANNELS_FIRST)

    def apply(
        self, op: str, *inputs: Value, sizes: Sizes | None = None, **attributes: Any
    ) -> Value:
        """An operation on values in TensorFlow's order."""
        names = [self.plain(value) for value in inputs]
        return Computed(self.graph.node(op, names, **attributes), sizes)

    def integers(self, numbers: Sequence[int]) -> Value:
        """A constant list of whole numbers."""
        return Constant(np.array(numbers, np.int64))


def constant_of(value: Value, node: Node, what: str) -> NDArray[Any]:
    """The numbers of a value that has to be known now.

    Raises:
        FileError: when it is not.
    """
    if isinstance(value, Constant):
        return value.value
    raise node.error(f"its {what} is computed, expected a constant")


def _spread(value: NDArray[Any]) -> NDArray[Any]:
    if value.ndim == 0:
        return value
    full = value.reshape((1,) * (4 - value.ndim) + value.shape)
    return full.transpose(_TO_CHANNELS_FIRST)
