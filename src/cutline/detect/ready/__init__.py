"""Detectors that need no training: pre-trained models from registries' packages.

A model is obtained once, with the clients of the registries, and converted by Cutline itself; what
was obtained is checked against hashes that are part of Cutline. The result is a folder in the
cache: `model.onnx`, and `detector.json`, which says how to use it.
"""

from cutline.detect.ready.store import get_ready, ready_folder, ready_models
from cutline.detect.ready.types import ReadyModel

__all__ = ["ReadyModel", "get_ready", "ready_folder", "ready_models"]
