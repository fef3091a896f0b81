"""Weights that PyTorch saved, read without PyTorch.

Such a file is a row of pickles, and unpickling can run any code that a file asks for. So nothing
is known here but what a table of tensors needs: ordered dictionaries, tensors and their storages.
The format is the one from before PyTorch 1.6, which was no zip file yet.
"""

from __future__ import annotations

import io
import pickle
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutline.core.errors import FileError

_MAGIC = 0x1950A86A20F9469CFC6C
_PROTOCOL = 1001

#: Number types of storages.
_KINDS = {"FloatStorage": "<f4", "LongStorage": "<i8"}

_DAMAGE = (pickle.UnpicklingError, EOFError, ValueError, TypeError, KeyError, IndexError)


@dataclass(frozen=True)
class _Storage:
    kind: str
    key: str
    count: int


@dataclass(frozen=True)
class _Tensor:
    storage: _Storage
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]


def read_torch_weights(content: bytes, source: str) -> dict[str, NDArray[Any]]:
    """The tensors of a state dictionary, by name.

    Raises:
        FileError: when the file is something else, or asks for anything that weights do not need.
    """
    file = io.BytesIO(content)
    try:
        if (_Unpickler(file).load(), _Unpickler(file).load()) != (_MAGIC, _PROTOCOL):
            raise ValueError("it does not begin as such files do")
        _Unpickler(file).load()  # what machine it was saved on
        tensors = _Unpickler(file).load()
        storages = _storages(file, _Unpickler(file).load(), tensors)
        return {name: _array(tensor, storages) for name, tensor in tensors.items()}
    except _DAMAGE as error:
        raise FileError(f"{source}: is not a file of PyTorch weights: {error}") from None


class _Unpickler(pickle.Unpickler):
    """Knows nothing but what weights are made of."""

    def find_class(self, module: str, name: str) -> Callable[..., Any]:
        wanted = f"{module}.{name}"
        if wanted == "collections.OrderedDict":
            return OrderedDict
        if wanted == "torch._utils._rebuild_tensor_v2":
            return _tensor
        if module == "torch" and name in _KINDS:
            return _Kind(name)
        raise pickle.UnpicklingError(f"it asks for {wanted}, which weights do not need")

    def persistent_load(self, pid: Any) -> _Storage:
        _, kind, key, _, count, view = pid
        if view is not None:
            raise ValueError("a storage is a part of another, which is not known here")
        return _Storage(kind.name, str(key), int(count))


@dataclass(frozen=True)
class _Kind:
    """Stands for a class of storages, of which only the name matters."""

    name: str

    def __call__(self) -> None:
        raise ValueError("a storage is made by hand, which is not known here")


def _tensor(storage: _Storage, offset: int, shape: Any, strides: Any, *rest: Any) -> _Tensor:
    return _Tensor(storage, int(offset), tuple(map(int, shape)), tuple(map(int, strides)))


def _storages(file: io.BytesIO, keys: Any, tensors: Mapping[str, _Tensor]) -> dict[str, Any]:
    """The numbers of each storage: first their count, then they themselves."""
    known = {tensor.storage.key: tensor.storage for tensor in tensors.values()}
    storages = {}
    for key in keys:
        kind = np.dtype(_KINDS[known[key].kind])
        count = int.from_bytes(file.read(8), "little")
        if count != known[key].count:
            raise ValueError(f"a storage has {count} numbers, expected {known[key].count}")
        content = file.read(count * kind.itemsize)
        storages[key] = np.frombuffer(content, kind, count)
    return storages


def _array(tensor: _Tensor, storages: Mapping[str, NDArray[Any]]) -> NDArray[Any]:
    numbers = storages[tensor.storage.key]
    steps = list(zip(tensor.shape, tensor.strides, strict=True))
    last = tensor.offset + sum((size - 1) * stride for size, stride in steps)
    if min([tensor.offset, *tensor.strides, *tensor.shape]) < 0 or last >= len(numbers):
        raise ValueError(f"a tensor of shape {tensor.shape} is not inside its storage")
    # Indices and not a view of the memory: what is asked for is checked once more.
    places = np.array(tensor.offset)
    for size, stride in steps:
        places = places[..., None] + np.arange(size) * stride
    return np.asarray(numbers[places])
