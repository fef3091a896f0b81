"""What may not go into a bundle, said before anything is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import isfinite

from cutline.core.errors import ContentError, UsageError
from cutline.core.types import ImageId, LabelledBox, Run
from cutline.datasets.bundle.content import BundleContent, SplitContent
from cutline.datasets.bundle.names import name_fault, slice_fault
from cutline.datasets.caption_text import faults, unusual
from cutline.datasets.problems import KINDS
from cutline.datasets.wording import LONE_SURROGATE, other_ids, short

#: A slicing with more labels than this is none: the labels are captions, or ids.
MOST_LABELS = 1000


def check_content(content: BundleContent) -> None:
    """Refuse what could not be read back, or would make no sense.

    Raises:
        UsageError: for names and texts of the bundle itself.
        ContentError: for images, captions and labels, naming split and image.
    """
    if why := name_fault(content.name):
        raise UsageError(f"the name of a bundle: {why}")
    for field in ("benchmark_version", "licence", "language"):
        if not getattr(content, field).strip():
            raise UsageError(f"the {field.replace('_', ' ')} of a bundle is empty")
    for field in ("title", "benchmark_version", "licence", "citation", "description", "language"):
        _refuse_half_pair(getattr(content, field), f"the {field.replace('_', ' ')} of a bundle")
    if not content.splits:
        raise UsageError("a bundle needs one split or more")
    seen: dict[str, str] = {}
    for split in content.splits:
        if why := name_fault(split.name):
            raise UsageError(f"the name of a split: {why}")
        if split.name.casefold() in seen:
            raise UsageError(
                f"two splits are named {seen[split.name.casefold()]!r} and {split.name!r}, which "
                f"some file systems cannot tell apart"
            )
        seen[split.name.casefold()] = split.name
        _check_split(split)
    _check_slices(content)


def _check_split(split: SplitContent) -> None:
    place = f"split {split.name!r}"
    ids = split.image_ids
    if not ids:
        raise ContentError(f"{place}: has no images")
    for image_id in ids:
        if type(image_id) not in (int, str) or LONE_SURROGATE.search(str(image_id)):
            raise ContentError(f"{place}: {image_id!r} is no image id that a file can hold")
    known = set(ids)
    if len(known) < len(ids):
        [(twice, _)] = Counter(ids).most_common(1)
        raise ContentError(f"{place}: image {short(repr(twice))} stands twice")
    if split.references is not None:
        if len(split.references) != len(ids):
            raise ContentError(
                f"{place}: references of {len(split.references):,} images, expected {len(ids):,}"
            )
        _check_captions(f"{place}: references", ids, split.references)
    for image in split.images:
        _refuse_half_pair(image.file_name + image.url, f"{place}, image {image.image_id!r}")
    if split.human is not None:
        _check_human(split, split.human, place)
    _check_objects(split, known, place)


def _check_human(split: SplitContent, human: Run, place: str) -> None:
    said = human.captions
    for image_id in split.image_ids:
        if image_id not in said:
            raise ContentError(
                f"{place}: the human run has no caption for image {short(repr(image_id))}, "
                f"expected one for each of {len(split.images):,} images"
            )
    if len(said) > len(split.images):
        known = set(split.image_ids)
        other = next(image_id for image_id in said if image_id not in known)
        raise ContentError(
            f"{place}: the human run has image {short(repr(other))}, which the split has not"
        )
    _refuse_half_pair(human.system, f"{place}: the name of the human run")
    ranked = [said[image_id] for image_id in split.image_ids]
    _check_captions(f"{place}: human run", split.image_ids, ranked)


def _check_captions(
    place: str, image_ids: Sequence[ImageId], captions: Sequence[Sequence[str]]
) -> None:
    flat = [caption for several in captions for caption in several]
    odd = set(unusual(flat))
    at = 0
    for image_id, several in zip(image_ids, captions, strict=True):
        if not several:
            raise ContentError(f"{place}: image {short(repr(image_id))} has none")
        for caption in several:
            if at in odd:
                _refuse_faults(f"{place}, image {short(repr(image_id))}", caption)
            at += 1


def _refuse_faults(place: str, caption: str) -> None:
    for kind, message in faults(caption, "caption"):
        if KINDS[kind][0] == "error":
            raise ContentError(f"{place}: {message}")


def _check_objects(split: SplitContent, known: set[ImageId], place: str) -> None:
    if split.objects and not known.issuperset(split.objects):
        other = next(image_id for image_id in split.objects if image_id not in known)
        expected = list(map(str, split.image_ids))
        raise ContentError(
            f"{place}: objects of other images; of {other_ids(str(other), expected)}"
        )
    for image_id, seen in split.objects.items():
        for item in seen:
            label = item.label if isinstance(item, LabelledBox) else item
            where = f"{place}, image {short(repr(image_id))}"
            if not isinstance(label, str) or not label.strip():
                raise ContentError(f"{where}: an object has no label")
            _refuse_half_pair(label, where)
            if isinstance(item, LabelledBox):
                box = (item.x, item.y, item.width, item.height)
                if not all(type(n) in (int, float) and isfinite(n) for n in box):
                    raise ContentError(f"{where}: the box of {short(label)!r} is no four numbers")


def _check_slices(content: BundleContent) -> None:
    labels: dict[str, set[str]] = {name: set() for name in content.slices}
    for split in content.splits:
        known = set(split.image_ids)
        for name, of in split.labels.items():
            if not known.issuperset(of):
                other = next(image_id for image_id in of if image_id not in known)
                raise ContentError(
                    f"split {split.name!r}: slice {short(name)!r} labels image "
                    f"{short(repr(other))}, which the split has not"
                )
            labels.setdefault(name, set()).update(of.values())
    for name, values in labels.items():
        if why := slice_fault(name):
            raise UsageError(f"the name of a slice: {why}")
        _refuse_half_pair(content.slices.get(name, ""), f"the description of slice {name!r}")
        _check_labels(name, values)


def _check_labels(name: str, labels: Iterable[str]) -> None:
    labels = set(labels)
    if not labels:
        raise ContentError(f"slice {short(name)!r}: no image has a label")
    if len(labels) > MOST_LABELS:
        raise ContentError(
            f"slice {short(name)!r}: {len(labels):,} different labels, expected at most "
            f"{MOST_LABELS:,}"
        )
    for label in labels:
        if not label.strip():
            raise ContentError(f"slice {short(name)!r}: a label is empty")
        _refuse_half_pair(label, f"a label of slice {name!r}")


def _refuse_half_pair(text: str, what: str) -> None:
    if LONE_SURROGATE.search(text):
        raise UsageError(f"{what}: holds half a surrogate pair, which no file can hold")
