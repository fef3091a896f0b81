"""Operations on single numbers, which any order of axes suits."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import numpy as np

from cutline.detect.tfjs.builder import Builder, Computed, Constant, Sizes, Value
from cutline.detect.tfjs.graph import Node
from cutline.detect.tfjs.operations.table import Operation, Table, entry_in

OPERATIONS: Table = {}

#: ONNX's numbers for number types, by TensorFlow's. Whole numbers all become int64, which is what
#: ONNX has for shapes.
_TYPES = {1: 1, 3: 7, 9: 7}


def on_numbers(op: str) -> Operation:
    """The conversion of an operation on numbers that lie at the same place."""

    def convert(build: Builder, node: Node, inputs: Sequence[Value]) -> Value:
        return _elementwise(build, node, op, inputs)

    return convert


OPERATIONS.update(
    {
        "Add": on_numbers("Add"),
        "AddV2": on_numbers("Add"),
        "BiasAdd": on_numbers("Add"),
        "Mul": on_numbers("Mul"),
        "Sub": on_numbers("Sub"),
        "Exp": on_numbers("Exp"),
        "Identity": on_numbers("Identity"),
        "Sigmoid": on_numbers("Sigmoid"),
    }
)


@entry_in(OPERATIONS, "AddN")
def add_all(build: Builder, node: Node, inputs: Sequence[Value]) -> Value:
    """The sum of any number of values of one size."""
    return reduce(lambda total, value: _elementwise(build, node, "Add", [total, value]), inputs)


@entry_in(OPERATIONS, "Relu6")
def relu6(build: Builder, node: Node, inputs: Sequence[Value]) -> Value:
    """Nothing below 0, and nothing above 6."""
    ends = [Constant(np.array(end, np.float32)) for end in (0, 6)]
    return _elementwise(build, node, "Clip", [*inputs, *ends])


@entry_in(OPERATIONS, "Cast")
def cast(build: Builder, node: Node, inputs: Sequence[Value]) -> Value:
    """The same numbers in another type."""
    wanted = node.type_number("DstT")
    if wanted not in _TYPES:
        known = ", ".join(map(str, _TYPES))
        raise node.error(f"casts to TensorFlow's type {wanted}, expected one of {known}")
    return build.apply("Cast", *inputs, sizes=inputs[0].sizes, to=_TYPES[wanted])


def _elementwise(build: Builder, node: Node, op: str, inputs: Sequence[Value]) -> Value:
    sizes = reduce(_repeated, [value.sizes for value in inputs])
    computed = [value for value in inputs if isinstance(value, Computed)]
    pictures = all(value.sizes is not None and len(value.sizes) == 4 for value in computed)
    if pictures and any(value.channels_first for value in computed):
        names = [build.channels_first(value, node) for value in inputs]
        return Computed(build.graph.node(op, names), sizes, channels_first=True)
    return build.apply(op, *inputs, sizes=sizes)


def _repeated(first: Sizes | None, second: Sizes | None) -> Sizes | None:
    """The size of what two values give together, as numpy repeats the smaller one."""
    if first is None or second is None:
        return None
    length = max(len(first), len(second))
    padded = [(1,) * (length - len(sizes)) + sizes for sizes in (first, second)]
    return tuple(a if b == 1 or (b is None and a != 1) else b for a, b in zip(*padded, strict=True))
