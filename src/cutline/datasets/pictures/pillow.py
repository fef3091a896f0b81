"""Pillow, which knows the formats of pictures: asked for when one is needed, and kept quiet."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from cutline.core.errors import MissingPartError

if TYPE_CHECKING:
    from types import ModuleType

#: Formats that Pillow lists and that are no pictures of pixels here: PostScript and Windows'
#: drawings are programs that it would run others for, and the rest it only recognises.
NO_PICTURES = frozenset({"EPS", "WMF", "BUFR", "GRIB", "HDF5", "MPEG", "IPTC"})

#: Written by telephones; a package of its own opens them.
HEIC_ENDINGS = frozenset({".heic", ".heif", ".hif"})


def pillow() -> ModuleType:
    """Pillow's module of images.

    Raises:
        MissingPartError: where Pillow is not installed.
    """
    if find_spec("PIL") is None:
        raise MissingPartError("opening pictures needs Pillow: pip install 'cutline[detect]'")
    from PIL import Image

    return Image


@cache
def formats() -> tuple[str, ...]:
    """The formats of pictures that Pillow opens here.

    Raises:
        MissingPartError: where Pillow is not installed.
    """
    image: Any = pillow()
    image.init()
    return tuple(sorted(set(image.OPEN) - NO_PICTURES))


@cache
def endings() -> frozenset[str]:
    """The endings of their files' names, in lower case.

    Raises:
        MissingPartError: where Pillow is not installed.

    >>> {".jpg", ".tiff", ".webp", ".heic"} <= endings(), ".svg" in endings(), ".eps" in endings()
    (True, False, False)
    """
    image: Any = pillow()
    known = set(formats())
    listed = image.registered_extensions().items()
    return frozenset(ending for ending, of in listed if of in known) | HEIC_ENDINGS


class _Quiet:
    """Silences warnings while any thread is inside.

    Python's own way to do so puts back what it found, and threads that overlap would put back each
    other's silence for good.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._inside = 0
        self._catching: warnings.catch_warnings[None] | None = None

    def __enter__(self) -> None:
        with self._lock:
            if self._inside == 0:
                self._catching = warnings.catch_warnings()
                self._catching.__enter__()
                warnings.simplefilter("ignore")
            self._inside += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            if self._inside == 0 and self._catching is not None:
                self._catching.__exit__(None, None, None)
                self._catching = None


_quiet = _Quiet()


@contextmanager
def quiet() -> Iterator[None]:
    """Without Pillow's warnings, which tell of odd data about a picture that is opened anyway."""
    with _quiet:
        yield
