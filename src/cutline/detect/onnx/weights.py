"""Weights that lie beside a model in files of their own, as models of many gigabytes have them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

from cutline.core.errors import FileError, MissingPartError
from cutline.datasets.wording import printable, short

#: The key that a tensor names its file by; where this is not in a model, all weights are in it.
_LOCATION = "location"

_CHUNK = 1 << 20


def model_digest(model: Path) -> str:
    """The SHA-256 of a model, and of the files of its weights behind it, in the order of names.

    What `cat model.onnx model.onnx.data | sha256sum` tells, or of a model that has no such files
    `sha256sum model.onnx`.

    Raises:
        FileError: when a file cannot be read, or does not lie beside the model.
        MissingPartError: where there may be such files and the package onnx is not installed.
    """
    try:
        data = model.read_bytes()
    except OSError as error:
        raise FileError(f"{model}: cannot be read: {error.strerror or error}") from None
    digest = hashlib.sha256(data)
    for path in _weight_files(model, data):
        try:
            with path.open("rb") as file:
                while chunk := file.read(_CHUNK):
                    digest.update(chunk)
        except OSError as error:
            reason = error.strerror or error
            raise FileError(
                f"{path}: cannot be read: {reason}; it has the weights of {model}"
            ) from None
    return digest.hexdigest()


def _weight_files(model: Path, data: bytes) -> list[Path]:
    if _LOCATION.encode() not in data:
        return []
    if find_spec("onnx") is None:
        raise MissingPartError(
            f"{model}: may have weights in other files, and telling that needs the package onnx: "
            f"pip install 'cutline[detect]'"
        )
    onnx: Any = import_module("onnx")
    try:
        content = onnx.ModelProto.FromString(data)
    # Not a model: opening it says so.
    except Exception:
        return []
    external = onnx.TensorProto.EXTERNAL
    names = {
        entry.value
        for tensor in _tensors(content)
        if tensor.data_location == external
        for entry in tensor.external_data
        if entry.key == _LOCATION
    }
    return [_beside(model, name) for name in sorted(names)]


def _beside(model: Path, name: str) -> Path:
    # Written on any system: what leads out of the folder on one of them is refused on all.
    kinds = (PurePosixPath(name), PureWindowsPath(name))
    if not name or any(path.is_absolute() or path.drive or ".." in path.parts for path in kinds):
        raise FileError(
            f"{model}: has weights in the file {short(printable(name), 200)!r}, expected one that "
            f"lies beside it"
        )
    return model.parent / name


def _tensors(message: Any) -> Iterator[Any]:
    """All tensors, wherever they stand: of the graph, of nodes, of graphs inside of nodes."""
    for field, value in message.ListFields():
        if field.message_type is None:
            continue
        for one in [value] if hasattr(value, "ListFields") else value:
            if field.message_type.name == "TensorProto":
                yield one
            else:
                yield from _tensors(one)
