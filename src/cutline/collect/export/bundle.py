"""A benchmark bundle of what was collected: the server hosts it as it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from cutline.collect.export.held_out import Divided, divided
from cutline.collect.export.snapshot import Collected, Snapshot
from cutline.core.errors import ContentError
from cutline.core.types import Run
from cutline.datasets.bundle import BundleContent, BundleImage, SplitContent

#: By what the labels of images cut them.
SLICE = "domain"


@dataclass(frozen=True)
class BundleChoices:
    """What a project does not say of the benchmark that it becomes.

    Args:
        licence: what people may do with it, such as `CC-BY-4.0`.
        version: of the benchmark.
        split: the name of the one split that there is.
        visibility: whether references are for everybody.
        name: of the benchmark; that of the project's address by default.
        metrics: specs, in the order to show them in.
    """

    licence: str
    version: str = "1.0"
    split: str = "test"
    visibility: Literal["public", "private"] = "private"
    name: str = ""
    metrics: str | Sequence[str] = "coco"


def bundle_content(snapshot: Snapshot, choices: BundleChoices) -> BundleContent:
    """The content of a bundle with one split, and a human run where a caption is held out.

    A human run says something of every image. Of a project that is not finished, images of which
    no caption can be held out are therefore left out, as are those without any.

    Raises:
        ContentError: when no image is left.
    """
    project = snapshot.project
    kept = [one for one in divided(snapshot) if one.references and _has_human(one, snapshot)]
    if not kept:
        raise ContentError(f"{project.slug}: no image has enough captions for a benchmark")
    images = [one.image for one in kept]
    labels = {image.image_id: image.slice_label for image in images if image.slice_label}
    said = {one.image.image_id: (one.human.text,) for one in kept if one.human is not None}
    split = SplitContent(
        choices.split,
        tuple(map(_image, images)),
        tuple([caption.text for caption in one.references] for one in kept),
        visibility=choices.visibility,
        labels={SLICE: labels} if labels else {},
        objects={image.image_id: image.labels for image in images if image.labels},
        human=Run("human", said) if said else None,
    )
    return BundleContent(
        name=choices.name or project.slug,
        benchmark_version=choices.version,
        licence=choices.licence,
        splits=(split,),
        title=project.title,
        description=_described(kept),
        language=project.language,
        metrics=choices.metrics,
        slices={SLICE: ""} if labels else {},
    )


def _has_human(one: Divided, snapshot: Snapshot) -> bool:
    return one.human is not None or not snapshot.project.holds_out


def _image(image: Collected) -> BundleImage:
    return BundleImage(
        image.image_id,
        file_name="" if image.is_elsewhere else image.picture,
        url=image.picture if image.is_elsewhere else "",
        width=image.width or None,
        height=image.height or None,
    )


def _described(kept: Sequence[Divided]) -> str:
    written = [caption for one in kept for caption in one.image.captions]
    people = len({caption.writer for caption in written})
    return (
        f"{len(written):,} captions of {len(kept):,} images, written by {people:,} people "
        f"through a collection site."
    )
