"""The pictures of a gallery: small ones inside the page while there is room, then links."""

from __future__ import annotations

import base64
import os
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from cutline.annotate.captioners.endpoint import content_type
from cutline.annotate.threads import side_by_side
from cutline.core.errors import CutlineError
from cutline.core.jobs import default_jobs
from cutline.core.progress import counting
from cutline.core.types import ImageId
from cutline.datasets.annotated_images import AnnotatedImage
from cutline.datasets.pictures import thumbnail

#: The longest side of a small picture, in pixels.
LONGEST_SIDE = 640

#: As many characters of pictures as go into the page itself.
EMBEDDED_CHARACTERS = 14_000_000

_AT_ONCE = 16


def gallery_pictures(
    images: Sequence[AnnotatedImage],
    page: str,
    *,
    room: int = EMBEDDED_CHARACTERS,
    jobs: int | None = None,
) -> dict[ImageId, str]:
    """The address of each picture that can be shown, for a page of this name.

    Args:
        images: in the order of the page; the first ones go into it.
        page: where the page will be.
        room: how many characters of pictures go into it.
        jobs: threads to use.
    """
    shown = [image for image in images if not image.error]
    found: dict[ImageId, str] = {}
    with counting("Making small pictures", len(shown), "pictures") as done:
        for at in range(0, len(shown), _AT_ONCE):
            some = shown[at : at + _AT_ONCE]
            small = side_by_side(_embedded, some, jobs or default_jobs()) if room > 0 else []
            for place, image in enumerate(some):
                address = small[place] if small else None
                if address is not None and len(address) <= room:
                    room -= len(address)
                    found[image.image_id] = address
                else:
                    room = 0 if address is not None else room
                    found[image.image_id] = _link(image.file, page)
            done(at + len(some))
    return found


def _embedded(image: AnnotatedImage) -> str | None:
    try:
        data = thumbnail(Path(image.file), LONGEST_SIDE)
    except (CutlineError, OSError):  # it was there when it was annotated
        return None
    return f"data:{content_type(data)};base64,{base64.b64encode(data).decode('ascii')}"


def _link(file: str, page: str) -> str:
    path = Path(file).resolve()
    try:
        relative = os.path.relpath(path, Path(page).resolve().parent)
    except ValueError:  # another drive
        return path.as_uri()
    return quote(Path(relative).as_posix())
