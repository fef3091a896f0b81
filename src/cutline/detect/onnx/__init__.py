"""Detectors that are ONNX models, each with a `detector.json` that says how to use it."""

from cutline.detect.onnx.description import Description, InputDescription
from cutline.detect.onnx.detector import OnnxDetector, open_onnx
from cutline.detect.onnx.read import DESCRIPTION_FILE, read_description

__all__ = [
    "DESCRIPTION_FILE",
    "Description",
    "InputDescription",
    "OnnxDetector",
    "open_onnx",
    "read_description",
]
