"""Operations on whole pictures."""

from __future__ import annotations

from collections.abc import Sequence

from cutline.detect.tfjs.builder import Builder, Computed, Value, constant_of
from cutline.detect.tfjs.graph import Node
from cutline.detect.tfjs.operations.table import Table, entry_in

OPERATIONS: Table = {}


@entry_in(OPERATIONS, "ResizeBilinear")
def resize(build: Builder, node: Node, inputs: Sequence[Value]) -> Value:
    """Pictures in another size; `resize_bilinear` says what is special about TensorFlow's."""
    height, width = (int(size) for size in constant_of(inputs[1], node, "size"))
    rule = "asymmetric"
    if node.flag("align_corners"):
        rule = "align_corners"
    elif node.flag("half_pixel_centers"):
        rule = "half_pixel"
    picture = build.channels_first(inputs[0], node)
    # ONNX could be told to resize two axes only, but ONNX Runtime goes wrong there when it moves
    # the transposition of the pictures past their resizing.
    batch_and_channels = build.graph.node("Shape", [picture], start=0, end=2)
    new_size = build.graph.integers([height, width])
    sizes = build.graph.node("Concat", [batch_and_channels, new_size], axis=0)
    name = build.graph.node(
        "Resize",
        [picture, "", "", sizes],
        mode="linear",
        coordinate_transformation_mode=rule,
    )
    batch, _, _, channels = inputs[0].sizes or (None,) * 4
    return Computed(name, (batch, height, width, channels), channels_first=True)
