"""Shards, and the parts that they are worked on in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any, Literal

from cutline.core.errors import FileError
from cutline.scale.storage import describe, inside, locate, opened

Format = Literal["jsonl", "jsonl.gz", "parquet"]
_ENDINGS: dict[str, Format] = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".jsonl.gz": "jsonl.gz",
    ".ndjson.gz": "jsonl.gz",
    ".parquet": "parquet",
}

#: About how much of a shard one worker has at a time, in bytes as they are in memory.
PART_BYTES = 32 << 20


@dataclass(frozen=True)
class Part:
    """A piece of a shard that one worker reads on its own.

    Args:
        shard: the path or address of the file.
        format: what it holds.
        first: where the part begins: a byte of JSON lines, or a row group of Parquet.
        last: where the next one begins. Lines belong to the part that they begin in.
        size: how many bytes the shard has.
        changed: when it was changed last, so that a run does not go on with other data.
    """

    shard: str
    format: Format
    first: int
    last: int
    size: int
    changed: str

    def to_dict(self) -> dict[str, Any]:
        """As the manifest has it."""
        return asdict(self)


def find_parts(inputs: Sequence[str], part_bytes: int = PART_BYTES) -> list[Part]:
    """The parts of all shards, in the order in which they were given.

    Args:
        inputs: files, or folders of them, which are taken in the order of their names.
        part_bytes: about how large parts are. Compressed lines cannot be divided.

    Raises:
        FileError: when there is no such file, or no shard in a folder.
    """
    parts: list[Part] = []
    for place in inputs:
        for shard in _shards(place):
            parts += _parts_of(shard, part_bytes)
    return parts


def _shards(place: str) -> list[str]:
    from pyarrow.fs import FileSelector

    kind = describe(place).type.name
    if kind == "NotFound":
        raise FileError(f"{place}: there is no such file or folder")
    if kind == "File":
        return [place]
    filesystem, path = locate(place)
    there = filesystem.get_file_info(FileSelector(path, recursive=True))
    start = len(path.rstrip("/")) + 1
    found = sorted(
        inside(place, info.path[start:])
        for info in there
        if info.type.name == "File" and _format(info.path) is not None
    )
    if not found:
        raise FileError(f"{place}: no shard in it; expected files in {', '.join(_ENDINGS)}")
    return found


def _format(path: str) -> Format | None:
    return next((kind for ending, kind in _ENDINGS.items() if path.endswith(ending)), None)


def _parts_of(shard: str, part_bytes: int) -> Iterator[Part]:
    kind = _format(locate(shard)[1])
    if kind is None:
        raise FileError(f"{shard}: not a shard; expected a name in {', '.join(_ENDINGS)}")
    info = describe(shard)
    changed = str(info.mtime_ns)
    size = int(info.size)
    if kind == "parquet":
        bounds = _row_groups(shard, part_bytes)
    elif kind == "jsonl":
        count = max(1, -(-size // part_bytes))
        bounds = [size * number // count for number in range(count + 1)]
    else:
        bounds = [0, size]
    for first, last in pairwise(bounds):
        yield Part(shard, kind, first, last, size, changed)


def _row_groups(shard: str, part_bytes: int) -> list[int]:
    """Where parts begin, in row groups: so many together as make about a part."""
    from pyarrow import ArrowException, parquet

    try:
        with opened(shard) as file:
            found = parquet.ParquetFile(file).metadata
            sizes = [found.row_group(i).total_byte_size for i in range(found.num_row_groups)]
    except ArrowException as error:
        raise FileError(f"{shard}: not a Parquet file: {error}") from None
    bounds, filled = [0], 0
    for number, size in enumerate(sizes):
        if filled and filled + size > part_bytes:
            bounds.append(number)
            filled = 0
        filled += size
    return [*bounds, len(sizes)] if sizes else [0, 0]
