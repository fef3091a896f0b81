"""Tensors of a safetensors file, read without the library of that name.

The layout is public and small: the length of a header in 8 bytes, the header as JSON, and then all
numbers one after another.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cutline.core.errors import FileError

_TYPES = {"F16": "<f2", "F32": "<f4", "F64": "<f8"}


def read_tensors(content: bytes, path: Path) -> dict[str, NDArray[np.float32]]:
    """All tensors of floating-point numbers, by name; those of other kinds are left out.

    Raises:
        FileError: when the content is no such file.
    """
    try:
        size = int.from_bytes(content[:8], "little")
        header = json.loads(content[8 : 8 + size])
        tensors = {}
        for name, entry in header.items():
            if name == "__metadata__" or entry["dtype"] not in _TYPES:
                continue
            start, end = (8 + size + offset for offset in entry["data_offsets"])
            numbers = np.frombuffer(content[start:end], dtype=_TYPES[entry["dtype"]])
            tensors[name] = numbers.reshape(entry["shape"]).astype(np.float32)
    except (ValueError, KeyError, TypeError, AttributeError, UnicodeDecodeError) as error:
        raise FileError(f"{path}: is no whole safetensors file: {error}") from None
    return tensors
