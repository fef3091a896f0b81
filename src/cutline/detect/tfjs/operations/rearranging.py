"""Operations that look at axes and shapes, in TensorFlow's order of axes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cutline.detect.tfjs.builder import Builder, Computed, Value, constant_of
from cutline.detect.tfjs.graph import Node
from cutline.detect.tfjs.operations.table import Table, entry_in

OPERATIONS: Table = {}

#: Further than any axis is long: for ONNX's Slice, the end.
_END = int(np.iinfo(np.int64).max)


@entry_in(OPERATIONS, "Reshape")
def reshape(build: Builder, node: Node, inputs: Sequence[Value]) -> Value:
    """The same numbers in other rows."""
    # In ONNX 0 would mean "as before" unless told otherwise; in TensorFlow it is a size.
    return build.apply("Reshape", *inputs, allowzero=1)


@entry_in(OPERATIONS, "Transpose")
def transpose(build: Builder, node: Node, inputs: Sequence[Value]) -> Value:
    """Axes in another order."""
    order = constant_of(inputs[1], node, "order of axes")
    return build.apply("Transpose", inputs[0], perm=order.tolist())


@entry_in(OPERATIONS, "Squeeze")
def squeeze(build: Builder, node: Node, inputs: Sequence[Value]) -> Value:
    """Without the axes of length 1 that are named; without any if none is."""
    axes = node.integers("squeeze_dims") or node.integers("axis")
    return build.apply("Squeeze", inputs[0], *([build.integers(axes)] if axes else []))


@entry_in(OPERATIONS, "ExpandDims")
def expand(build: Builder, node: Node, inputs: Sequence[Value]) -> Value:
    """With one more axis, of length 1."""
    axis = int(constant_of(inputs[1], node, "axis").item())
    return build.apply("Unsqueeze", inputs[0], build.integers([axis]))


@entry_in(OPERATIONS, "ConcatV2")
def concatenate(build: Builder, node: Node, inputs: Sequence[Value]) -> Value:
    """Values one after another along an axis, which the last input names."""
    axis = int(constant_of(inputs[-1], node, "axis").item())
    return build.apply("Concat", *inputs[:-1], axis=axis)


@entry_in(OPERATIONS, "Pack")
def pack(build: Builder, node: Node, inputs: Sequence[Value]) -> Value:
    """Values of one size beside each other, along a new axis."""
    axis = node.integer("axis")
    rows = [build.apply("Unsqueeze", value, build.integers([axis])) for value in inputs]
    return build.apply("Concat", *rows, axis=axis)


@entry_in(OPERATIONS, "Unpack")
def unpack(build: Builder, node: Node, inputs: Sequence[Value]) -> list[Value]:
    """One value for each place along an axis, which is gone then."""
    axis, count = node.integer("axis"), node.integer("num")
    parts = build.graph.nodes("Split", [build.plain(inputs[0])], count, axis=axis)
    return [build.apply("Squeeze", Computed(part), build.integers([axis])) for part in parts]


@entry_in(OPERATIONS, "Tile")
def tile(build: Builder, node: Node, inputs: Sequence[Value]) -> Value:
    """A value several times over along each axis."""
    return build.apply("Tile", *inputs)


@entry_in(OPERATIONS, "Shape")
def shape(build: Builder, node: Node, inputs: Sequence[Value]) -> Value:
    """How long each axis is."""
    value = inputs[0]
    if isinstance(value, Computed) and value.channels_first:
        # Four numbers are put in order sooner than a picture is.
        found = build.apply("Shape", Computed(value.name))
        return build.apply("Gather", found, build.integers([0, 2, 3, 1]))
    return build.apply("Shape", value)


@entry_in(OPERATIONS, "Slice")
def cut(build: Builder, node: Node, inputs: Sequence[Value]) -> Value:
    """A part that begins somewhere and has a size along each axis; -1 is all the rest."""
    starts = constant_of(inputs[1], node, "beginning").tolist()
    lengths = constant_of(inputs[2], node, "size").tolist()
    ends = [
        _END if length == -1 else start + length
        for start, length in zip(starts, lengths, strict=True)
    ]
    axes = list(range(len(starts)))
    bounds = [build.integers(numbers) for numbers in (starts, ends, axes)]
    return build.apply("Slice", inputs[0], *bounds)


@entry_in(OPERATIONS, "StridedSlice")
def cut_in_steps(build: Builder, node: Node, inputs: Sequence[Value]) -> Value:
    """numpy's slices: a mask's bit says that an axis is taken from its beginning or to its end,
    or that one place is taken of it and the axis is gone then.
    """
    for mask in ("ellipsis_mask", "new_axis_mask"):
        if node.integer(mask):
            raise node.error(f"its {mask} is {node.integer(mask)}, expected 0")
    names = ("beginning", "end", "steps")
    given = [
        constant_of(value, node, name).tolist()
        for value, name in zip(inputs[1:], names, strict=True)
    ]
    starts, ends, steps = given
    gone = _bits(node, "shrink_axis_mask", len(starts))
    for axis in _bits(node, "begin_mask", len(starts)):
        starts[axis] = 0 if steps[axis] > 0 else _END
    for axis in _bits(node, "end_mask", len(starts)):
        ends[axis] = _END if steps[axis] > 0 else -_END
    for axis in gone:
        # After the last place, -1, comes the end and not place 0.
        ends[axis], steps[axis] = starts[axis] + 1 or _END, 1
    axes = list(range(len(starts)))
    bounds = [build.integers(numbers) for numbers in (starts, ends, axes, steps)]
    part = build.apply("Slice", inputs[0], *bounds)
    return build.apply("Squeeze", part, build.integers(gone)) if gone else part


def _bits(node: Node, mask: str, count: int) -> list[int]:
    return [axis for axis in range(count) if node.integer(mask) >> axis & 1]
