"""Receiving an upload: to disk as it comes, never more than the phase takes."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Protocol

from cutline.datasets.wording import printable, short
from cutline.server.models import Phase
from cutline.server.uploads.exchange import UPLOAD
from cutline.server.uploads.no_space import is_out_of_space, no_space
from cutline.server.uploads.place import Place, sweep
from cutline.server.uploads.refused import Refused

_CHUNK = 1 << 16
_MOST_NAME = 120


class Readable(Protocol):
    """A request, an uploaded file of a form, an open file."""

    def read(self, size: int, /) -> bytes:
        """At most so many bytes; none at the end."""
        ...


@dataclass(frozen=True)
class Received:
    """An upload on disk. Used in a `with` block, at whose end nothing of it is left."""

    place: Place
    #: What the uploader called it, fit to be shown.
    name: str
    size: int
    #: SHA-256.
    digest: str

    @property
    def path(self) -> Path:
        """Its bytes."""
        return self.place.path / UPLOAD

    def close(self) -> None:
        """Remove it."""
        self.place.close()

    def __enter__(self) -> Received:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def receive(stream: Readable, phase: Phase, name: str, *, announced: int | None = None) -> Received:
    """Write an upload to disk, with its digest.

    Args:
        stream: where its bytes come from.
        phase: says how many there may be.
        name: what the uploader calls the file; shown, and never used as a path.
        announced: the size by the request's Content-Length; by default that of the stream, if it
            has one. What is announced too large is not read at all.

    Raises:
        Refused: 413 when it is too large, 507 when the disk is full, 400 when it does not come
            whole.
    """
    most = phase.most_bytes
    size: object = announced if announced is not None else getattr(stream, "size", None)
    if isinstance(size, int) and size > most:
        raise too_large(most, f"has {size:,} bytes")
    try:
        sweep()
        place = Place()
    except OSError as error:
        if is_out_of_space(error):
            raise no_space() from None
        raise
    try:
        written, digest = _written(stream, place.path / UPLOAD, most)
    except BaseException as error:
        place.close()
        if isinstance(error, OSError) and is_out_of_space(error):
            raise no_space() from None
        raise
    return Received(place, shown_name(name), written, digest)


def _written(stream: Readable, path: Path, most: int) -> tuple[int, str]:
    digest, size = hashlib.sha256(), 0
    with path.open("xb") as file:
        while chunk := _read(stream):
            size += len(chunk)
            if size > most:
                raise too_large(most, "is larger")
            digest.update(chunk)
            file.write(chunk)
    return size, digest.hexdigest()


def _read(stream: Readable) -> bytes:
    # Imported here because only streams of requests raise it.
    from django.http import UnreadablePostError

    try:
        return stream.read(_CHUNK)
    except UnreadablePostError:
        raise Refused(
            400, "interrupted", "The upload broke off before its end. Nothing of it was kept."
        ) from None


def too_large(most: int, found: str) -> Refused:
    """What somebody is told whose upload is too large."""
    return Refused(
        413,
        "too_large",
        f"The file {found}, expected at most {most:,} bytes ({most / (1 << 20):.4g} MiB). "
        f"Compressed with gzip it may fit.",
    )


def shown_name(name: str) -> str:
    """The last part of a file's name, fit to be shown.

    >>> shown_name("../../etc/captions.json")
    'captions.json'
    """
    last = re.split(r"[\\/]", name)[-1]
    return short(printable(last).strip() or "upload", _MOST_NAME)
