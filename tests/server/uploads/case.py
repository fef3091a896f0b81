"""One upload of the corpus: its bytes, and what is to come of it."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

#: The images that an upload of the corpus is checked against.
IMAGES: tuple[int, ...] = tuple(range(1, 201))
MEGABYTE = 1 << 20


@dataclass(frozen=True)
class Case:
    """An upload.

    Args:
        name: what it is called in the corpus.
        made: gives its bytes, a part at a time: the largest fit into no memory.
        says: a regular expression that finds something in what the uploader is told; empty for
            an upload that is accepted.
        status: as in HTTP.
        warns: the kind of warning that an accepted upload comes with.
        size: how many bytes there are, where they are too many to count.
    """

    name: str
    made: Callable[[], Iterable[bytes]]
    says: str = ""
    status: int = 422
    warns: str = ""
    size: int | None = None

    @property
    def is_good(self) -> bool:
        """Whether it is accepted."""
        return not self.says

    def length(self) -> int:
        """How many bytes there are."""
        return self.size if self.size is not None else sum(map(len, self.made()))

    def stream(self) -> Parts:
        """Its bytes, to be read."""
        return Parts(self.made())


class Parts(io.RawIOBase):
    """Reads what comes in parts; without a size that could be asked for."""

    def __init__(self, parts: Iterable[bytes]) -> None:
        self._parts: Iterator[bytes] = iter(parts)
        self._left = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        while not self._left:
            try:
                self._left = memoryview(next(self._parts))
            except StopIteration:
                return 0
        taken = min(len(buffer), len(self._left))
        buffer[:taken] = self._left[:taken]
        self._left = self._left[taken:]
        return taken


def hostile(name: str, data: bytes | Callable[[], bytes], says: str, status: int = 422) -> Case:
    """An upload that is refused."""
    return Case(name, _whole(data), says, status)


def good(name: str, data: bytes | Callable[[], bytes], warns: str = "") -> Case:
    """An upload that is accepted, perhaps with a warning."""
    return Case(name, _whole(data), warns=warns)


def repeated(name: str, part: bytes, size: int, says: str, status: int = 422) -> Case:
    """An upload that is the same few bytes over and over."""
    block = part * (MEGABYTE // len(part))

    def parts() -> Iterator[bytes]:
        for _ in range(size // len(block)):
            yield block
        yield block[: size % len(block)]

    return Case(name, parts, says, status, size=size)


def _whole(data: bytes | Callable[[], bytes]) -> Callable[[], Iterable[bytes]]:
    if isinstance(data, bytes):
        return lambda: [data]
    return lambda: [data()]


def records(images: Sequence[object] = IMAGES) -> list[dict[str, object]]:
    """COCO results of all images."""
    return [
        {"image_id": image_id, "caption": f"a made up picture of {image_id} things on a table"}
        for image_id in images
    ]


def results(**changed: object) -> bytes:
    """COCO results as JSON, with changes to the third record."""
    said = records()
    said[2].update(changed)
    return json.dumps(said).encode()


def with_raw(field: str, raw: str) -> bytes:
    """COCO results whose third record has this text, as it is, for a field's value."""
    return results(**{field: "@@"}).replace(b'"@@"', raw.encode("utf-8", "surrogatepass"))
