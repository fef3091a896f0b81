"""Which form images with boxes have: told by what a file or folder holds, never by its name."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from cutline.core.errors import ContentError, FileError, UsageError
from cutline.core.garbage import no_garbage_collection
from cutline.core.types import ImageId
from cutline.datasets.gold_boxes.coco_instances import CocoFile, load_coco, read_coco
from cutline.datasets.gold_boxes.cutline_lines import CutlineLines
from cutline.datasets.gold_boxes.flickr_entities import read_flickr_entities
from cutline.datasets.gold_boxes.found import FoundImage, checked_image
from cutline.datasets.gold_boxes.joined_entities import read_joined_entities
from cutline.datasets.gold_boxes.types import BoxedImage, BoxedSet
from cutline.datasets.object_synonyms import ObjectSynonyms
from cutline.datasets.policy import Checked, Policy
from cutline.datasets.source import Buffer, Source, open_source
from cutline.datasets.wording import printable, short

_SPACE = b" \t\r\n"


def read_boxed(
    path: str | os.PathLike[str],
    instances: str | os.PathLike[str] | None = None,
    synonyms: ObjectSynonyms | None = None,
    policy: Policy = "default",
) -> BoxedSet:
    """Read images with boxes in any form that Cutline knows.

    Args:
        path: Cutline's own JSON lines, the folder of Flickr30k Entities, the same joined in one
            JSON file, COCO's captions, or COCO's instances alone; `-` is standard input.
        instances: COCO's instances, the boxes of the images that captions describe.
        synonyms: words for the labels of instances; by default Cutline's own for the classes of
            COCO, and for other labels the labels themselves.
        policy: what stops the work: errors, warnings too (`strict`), or nothing that can be left
            out (`lenient`).

    Raises:
        FileError: when a file cannot be read or is of no known form.
        ContentError: when the policy does not allow what was found in it.
        UsageError: when instances are missing, or given and of no use.
    """
    boxed, _ = read_boxed_with_problems(path, instances, synonyms, policy)
    return boxed


@no_garbage_collection()
def read_boxed_with_problems(
    path: str | os.PathLike[str],
    instances: str | os.PathLike[str] | None = None,
    synonyms: ObjectSynonyms | None = None,
    policy: Policy = "default",
) -> tuple[BoxedSet, Checked]:
    """The same, and what was found that the policy could live with."""
    name = os.fspath(path)
    checked = Checked()
    is_folder = name != "-" and Path(name).is_dir()
    if is_folder:
        _refuse(name, instances, synonyms)
        set_name = printable(Path(name).resolve().name)
        images = _gathered(read_flickr_entities(Path(name), checked), checked)
    else:
        source = open_source(name)
        set_name, images = _read_file(source, instances, synonyms, checked)
    checked.raise_if_stopped(policy, "the boxes have problems")
    if not images:
        raise ContentError(f"{name}: holds no usable image")
    return BoxedSet(set_name, tuple(images)), checked


def _read_file(
    source: Source,
    instances: str | os.PathLike[str] | None,
    synonyms: ObjectSynonyms | None,
    checked: Checked,
) -> tuple[str, list[BoxedImage]]:
    start = source.data[:4096].lstrip(_SPACE)
    if start[:1] == b"[":
        _refuse(source.name, instances, synonyms)
        return source.system, _gathered(read_joined_entities(source, checked), checked)
    if start[:1] != b"{":
        first_line = start.split(b"\n", 1)[0].decode("utf-8", "replace")
        raise FileError(
            f"{source.name}: not boxes in a form that Cutline knows: begins with "
            f"{short(printable(first_line))!r}; expected JSON, JSON lines or the folder of "
            f"Flickr30k Entities"
        )
    if not _is_json_lines(source.data):
        document, content = load_coco(source)
        if "image_id" not in content and "cutline" not in content:
            found = _from_coco(document, instances, synonyms, checked)
            return source.system, _gathered(found, checked)
    _refuse(source.name, instances, synonyms)
    lines = CutlineLines(source, checked)
    images = _gathered(lines, checked)
    return lines.name, images


def _is_json_lines(data: Buffer) -> bool:
    """Whether one line ends an object and the next begins one, as no JSON document has it."""
    head = data[:4096]
    end = data.find(b"\n", len(head) - len(head.lstrip(_SPACE)))
    if end < 0:
        return False
    is_closed = data[max(0, end - 64) : end].rstrip(_SPACE).endswith(b"}")
    return is_closed and data[end : end + 4096].lstrip(_SPACE)[:1] == b"{"


def _from_coco(
    document: CocoFile,
    instances: str | os.PathLike[str] | None,
    synonyms: ObjectSynonyms | None,
    checked: Checked,
) -> Iterable[FoundImage]:
    name = document.source.name
    if document.has("annotations", "bbox") and not document.has("annotations", "caption"):
        _refuse(name, instances, synonyms)
        return read_coco(None, document, None, checked)
    if not document.has("annotations", "caption"):
        raise FileError(
            f'{name}: no record of "annotations" has a "caption" or a "bbox", expected captions or '
            f"instances of COCO, or Cutline's own lines of boxes"
        )
    if instances is None:
        raise UsageError(
            f"{name}: captions without boxes; give the instances that go with them: "
            f"--instances FILE"
        )
    boxes, _ = load_coco(open_source(instances))
    if not boxes.has("annotations", "bbox"):
        raise FileError(
            f'{boxes.source.name}: no record of "annotations" has a "bbox", expected instances'
        )
    return read_coco(document, boxes, synonyms, checked)


@no_garbage_collection()
def _gathered(found: Iterable[FoundImage], checked: Checked) -> list[BoxedImage]:
    images: dict[ImageId, BoxedImage] = {}
    for one in found:
        if one.image_id in images:
            checked.add("duplicate-id", one.place, "the image stands in the file already")
        else:
            images[one.image_id] = checked_image(one, checked)
    return list(images.values())


def _refuse(
    name: str,
    instances: str | os.PathLike[str] | None,
    synonyms: ObjectSynonyms | None,
) -> None:
    if instances is not None:
        raise UsageError(f"{name}: has boxes of its own, so {os.fspath(instances)} is of no use")
    if synonyms is not None:
        raise UsageError(f"{name}: needs no synonyms, as its words point to boxes by themselves")
