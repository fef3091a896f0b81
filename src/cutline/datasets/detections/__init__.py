"""Objects in pictures, with boxes: files that detectors write, and what people annotated."""

from cutline.datasets.detections.gold import GoldImage, GoldObjects, GoldSet, read_gold
from cutline.datasets.detections.read import read_detections
from cutline.datasets.detections.types import DetectedImage, DetectedSet
from cutline.datasets.detections.write import detection_lines, write_detections

__all__ = [
    "DetectedImage",
    "DetectedSet",
    "GoldImage",
    "GoldObjects",
    "GoldSet",
    "detection_lines",
    "read_detections",
    "read_gold",
    "write_detections",
]
