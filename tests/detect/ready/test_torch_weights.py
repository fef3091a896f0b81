from __future__ import annotations

import io
import os
import pickle
from collections import OrderedDict
from typing import Any, ClassVar

import numpy as np
import pytest

from cutline.core.errors import FileError
from cutline.detect.ready.torch_weights import read_torch_weights

# What PyTorch pickles is written by stand-ins, which are renamed to what PyTorch calls its own.


class FloatStorage:
    pass


class LongStorage:
    pass


def _rebuild_tensor_v2(*parts: Any) -> None:
    pass


class Tensor:
    def __init__(self, key: str, kind: type, count: int, offset: int, shape: Any, strides: Any):
        self.storage = ("storage", kind, key, "cpu", count, None)
        self.rest = (offset, shape, strides, False, OrderedDict())

    def __reduce__(self) -> Any:
        return _rebuild_tensor_v2, (Stored(self.storage), *self.rest)


class Stored:
    def __init__(self, identity: Any) -> None:
        self.identity = identity


class Pickler(pickle._Pickler):  # type: ignore[name-defined]
    def persistent_id(self, value: Any) -> Any:
        return value.identity if isinstance(value, Stored) else None

    def save_global(self, value: Any, name: Any = None) -> None:
        if value in (FloatStorage, LongStorage):
            self.write(b"ctorch\n" + value.__name__.encode() + b"\n")
        elif value is _rebuild_tensor_v2:
            self.write(b"ctorch._utils\n_rebuild_tensor_v2\n")
        else:
            super().save_global(value, name)

    dispatch: ClassVar[dict[Any, Any]] = {
        **pickle._Pickler.dispatch,  # type: ignore[attr-defined]
        type: save_global,
        type(_rebuild_tensor_v2): save_global,
    }


def saved(tensors: Any, storages: dict[str, Any], magic: int = 0x1950A86A20F9469CFC6C) -> bytes:
    file = io.BytesIO()
    for value in (magic, 1001, {"little_endian": True}, tensors, sorted(storages)):
        Pickler(file, protocol=2).dump(value)
    for _, numbers in sorted(storages.items()):
        file.write(len(numbers).to_bytes(8, "little") + numbers.tobytes())
    return file.getvalue()


FLOATS = np.arange(12, dtype="<f4")


def test_tensors_are_read_where_they_lie() -> None:
    tensors = OrderedDict(
        rows=Tensor("0", FloatStorage, 12, 0, (3, 4), (4, 1)),
        columns=Tensor("0", FloatStorage, 12, 1, (3, 2), (1, 4)),
        count=Tensor("1", LongStorage, 1, 0, (), ()),
    )
    found = read_torch_weights(saved(tensors, {"0": FLOATS, "1": np.array([7])}), "small")
    assert found["rows"].tolist() == FLOATS.reshape(3, 4).tolist()
    assert found["columns"].tolist() == [[1, 5], [2, 6], [3, 7]]
    assert found["count"] == 7
    assert [value.dtype for value in found.values()] == [np.float32, np.float32, np.int64]


class Harmful:
    def __reduce__(self) -> Any:
        return os.system, ("exit 1",)


def test_a_file_that_asks_for_code_is_refused() -> None:
    with pytest.raises(FileError, match=r"small: is not .* asks for \w+.system, which weights do"):
        read_torch_weights(saved(OrderedDict(bad=Harmful()), {}), "small")


@pytest.mark.parametrize(
    ("tensor", "complaint"),
    [
        (Tensor("0", FloatStorage, 12, 0, (3, 5), (4, 1)), "is not inside its storage"),
        (Tensor("0", FloatStorage, 12, 9, (4,), (1,)), "is not inside its storage"),
        (Tensor("0", FloatStorage, 12, 5, (2,), (-1,)), "is not inside its storage"),
        (Tensor("0", FloatStorage, 13, 0, (3, 4), (4, 1)), "has 12 numbers, expected 13"),
    ],
)
def test_a_tensor_stays_inside_its_storage(tensor: Tensor, complaint: str) -> None:
    with pytest.raises(FileError, match=complaint):
        read_torch_weights(saved(OrderedDict(x=tensor), {"0": FLOATS}), "small")


def test_other_files_are_refused() -> None:
    whole = saved(OrderedDict(x=Tensor("0", FloatStorage, 12, 0, (12,), (1,))), {"0": FLOATS})
    other = saved(OrderedDict(), {}, magic=5)
    for content in (b"", b"PK\x03\x04", other, whole[:-1], whole[:40], whole[: len(whole) - 60]):
        with pytest.raises(FileError, match="small: is not a file of PyTorch weights"):
            read_torch_weights(content, "small")
