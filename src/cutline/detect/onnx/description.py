"""What has to be known of a model to use it as a detector."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from cutline.detect.settings import NmsLabels

Kind = Literal["ssd", "yolo", "detr", "classes"]
Layout = Literal["nhwc", "nchw"]
InputType = Literal["uint8", "float32"]
Resize = Literal["stretch", "letterbox", "crop"]
Interpolation = Literal["bilinear-tf", "bilinear", "bicubic"]
BoxFormat = Literal[
    "ymin-xmin-ymax-xmax-relative",
    "x-y-x-y-relative",
    "x-y-x-y",
    "cx-cy-w-h",
    "cx-cy-w-h-relative",
]
ScoreActivation = Literal["none", "sigmoid", "softmax"]
Background = Literal["first", "last"]

Triple = tuple[float, float, float]


@dataclass(frozen=True)
class InputDescription:
    """What a model is given: (pixel x scale - mean) / std, in this layout.

    `size` is height and width; None where the graph takes pictures of any size as they are.
    """

    name: str
    size: tuple[int, int] | None
    layout: Layout
    type: InputType
    scale: float = 1.0
    mean: Triple = (0.0, 0.0, 0.0)
    std: Triple = (1.0, 1.0, 1.0)
    resize: Resize = "stretch"
    interpolation: Interpolation = "bilinear"


@dataclass(frozen=True)
class Description:
    """A `detector.json`: the model, what it is given, and what its answers mean.

    `outputs` are the names of the graph's outputs by role; `labels` the name of each class, None
    for a number that stands for no class. `nms_iou` is None where overlapping boxes all stay.
    """

    name: str
    model: Path
    kind: Kind
    input: InputDescription
    outputs: Mapping[str, str]
    labels: tuple[str | None, ...]
    sha256: str | None = None
    box_format: BoxFormat | None = None
    score_activation: ScoreActivation = "none"
    background: Background | None = None
    threshold: float = 0.5
    nms_iou: float | None = 0.5
    max_objects: int = 20
    nms_labels: NmsLabels = "same"
    licence: str = ""
    source: str = ""
