"""Tables on file, sorted by key, from which a range of keys can be read.

Keys are 128 bits, as rows of two numbers; the first twelve bits of a key are its bucket. Tables of
many parts are put together range by range: equal keys are in the same range of all of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cutline.scale.storage import Folder

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray

    Keys = NDArray[np.uint64]
    Starts = NDArray[np.int64]

BUCKET_BITS = 12
BUCKETS = 1 << BUCKET_BITS
_KEY_BYTES = 16


@dataclass(frozen=True)
class KeyTable:
    """A table by its name in a folder; each key has a row of values."""

    folder: Folder
    name: str

    def write(self, keys: Keys, values: NDArray[Any]) -> None:
        """Write the table, whose keys are sorted. It is there when the last of its files is."""
        buckets = keys[:, 0] >> np.uint64(64 - BUCKET_BITS)
        starts = np.searchsorted(buckets, np.arange(BUCKETS + 1, dtype=np.uint64))
        self.folder.write(f"{self.name}.keys", keys.tobytes())
        self.folder.write(f"{self.name}.values", values.tobytes())
        self.folder.write(f"{self.name}.starts", starts.astype(np.int64).tobytes())

    def starts(self) -> Starts:
        """Where each bucket begins, and where the last one ends."""
        return np.frombuffer(self.folder.read(f"{self.name}.starts"), np.int64)

    def keys(self, first: int, last: int) -> Keys:
        """The keys of these rows."""
        data = self.folder.read_at(f"{self.name}.keys", first * _KEY_BYTES, rows(first, last, 16))
        return np.frombuffer(data, np.uint64).reshape(-1, 2)

    def values(self, first: int, last: int, kind: DTypeLike, width: int = 1) -> NDArray[Any]:
        """The values of these rows, so many of this kind in each."""
        size = np.dtype(kind).itemsize * width
        name = f"{self.name}.values"
        data = self.folder.read_at(name, first * size, rows(first, last, size))
        found = np.frombuffer(data, kind)
        return found if width == 1 else found.reshape(-1, width)


def rows(first: int, last: int, size: int) -> int:
    """How many bytes rows of this size have."""
    return (last - first) * size


def ranges_of_buckets(starts: Iterable[Starts], most_rows: int) -> list[tuple[int, int]]:
    """Buckets one after the other in ranges, each with so many rows of all tables at most.

    A bucket that has more by itself is a range of its own.
    """
    sizes = np.zeros(BUCKETS, np.int64)
    for one in starts:  # one by one: there may be a hundred thousand tables
        sizes += np.diff(one)
    ranges, first, filled = [], 0, 0
    for bucket, size in enumerate(sizes.tolist()):
        if filled and filled + size > most_rows:
            ranges.append((first, bucket))
            first, filled = bucket, 0
        filled += size
    return [*ranges, (first, BUCKETS)]
