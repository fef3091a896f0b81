"""Which caption of an image is held out, to measure people by."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

from cutline.collect.export.snapshot import Collected, Snapshot, Written


@dataclass(frozen=True)
class Divided:
    """An image with its references, and the caption that is held out; None where there is none."""

    image: Collected
    references: tuple[Written, ...]
    human: Written | None


def divided(snapshot: Snapshot) -> list[Divided]:
    """Each image's captions as references and one that is held out.

    Which one it is depends on the project's seed, on the image's id and on the numbers of those
    who wrote its captions, and on nothing else: it stays the same whatever becomes of other
    images, and a caption that is written anew can only take the place for itself. An image with
    a single caption keeps it as a reference.
    """
    project = snapshot.project
    return [_divided(image, project.seed, project.holds_out) for image in snapshot.images]


def _divided(image: Collected, seed: int, holds_out: bool) -> Divided:
    if not holds_out or len(image.captions) < 2:
        return Divided(image, image.captions, None)
    human = min(image.captions, key=lambda caption: _drawn(seed, image, caption))
    return Divided(image, tuple(one for one in image.captions if one is not human), human)


def _drawn(seed: int, image: Collected, caption: Written) -> str:
    said = json.dumps([seed, image.image_id, caption.writer])
    return hashlib.sha256(said.encode()).hexdigest()
