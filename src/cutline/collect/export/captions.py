"""Captions as COCO and nocaps have them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, get_args

from cutline.collect.export.held_out import divided
from cutline.collect.export.snapshot import Collected, Snapshot, Written
from cutline.core.errors import ContentError

#: Which captions of each image: those to measure by, the one that is held out, or both.
Part = Literal["references", "human", "all"]
PARTS: tuple[Part, ...] = get_args(Part)


def coco_captions(snapshot: Snapshot, part: Part = "references") -> dict[str, Any]:
    """Annotations as COCO's captions have them. Ids of images are kept; those of annotations stay
    the same from one export to the next.

    Raises:
        ContentError: when there are no such captions.
    """
    return _document(snapshot, part, is_nocaps=False)


def nocaps_captions(snapshot: Snapshot, part: Part = "references") -> dict[str, Any]:
    """The same with a `domain` for each image that has a slice's label, as nocaps has them.

    Raises:
        ContentError: when there are no such captions, or no image has a label.
    """
    if not any(image.slice_label for image in snapshot.images):
        raise ContentError(
            f"{snapshot.project.slug}: no image has a domain; coco is the format without them"
        )
    return _document(snapshot, part, is_nocaps=True)


def _document(snapshot: Snapshot, part: Part, *, is_nocaps: bool) -> dict[str, Any]:
    chosen = [(image, captions) for image, captions in _chosen(snapshot, part) if captions]
    if not chosen:
        raise ContentError(f"{snapshot.project.slug}: there are no captions of the part {part!r}")
    project = snapshot.project
    return {
        "info": {
            "description": project.title,
            "language": project.language,
            "part": part,
            "contributor": "written by people through a collection site",
        },
        "licenses": [],
        "images": [_image(image, is_nocaps) for image, _ in chosen],
        "annotations": [
            {"id": caption.task, "image_id": image.image_id, "caption": caption.text}
            for image, captions in chosen
            for caption in captions
        ],
    }


def _chosen(snapshot: Snapshot, part: Part) -> list[tuple[Collected, Sequence[Written]]]:
    if part == "all":
        return [(image, image.captions) for image in snapshot.images]
    if part == "human":
        return [(one.image, [one.human] if one.human else []) for one in divided(snapshot)]
    return [(one.image, one.references) for one in divided(snapshot)]


def _image(image: Collected, is_nocaps: bool) -> dict[str, Any]:
    found: dict[str, Any] = {"id": image.image_id}
    found["coco_url" if image.is_elsewhere else "file_name"] = image.picture
    if image.width and image.height:
        found |= {"width": image.width, "height": image.height}
    if is_nocaps and image.slice_label:
        found["domain"] = image.slice_label
    return found
