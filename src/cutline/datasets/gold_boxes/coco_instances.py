"""COCO's instances as boxes, and its captions as descriptions of them.

Nobody has annotated which word points to which box, so this is inferred (see `inferred`), and the
images say so. Regions of a crowd are left out: they are no single object, and COCO's own evaluation
ignores them too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from cutline import native
from cutline.core.errors import ContentError, FileError
from cutline.core.types import ImageId
from cutline.datasets.coco_synonyms import coco_synonyms
from cutline.datasets.gold_boxes.found import FoundImage
from cutline.datasets.gold_boxes.inferred import Correspondence
from cutline.datasets.gold_boxes.sentences import sentence_text
from cutline.datasets.gold_boxes.types import Box
from cutline.datasets.gold_boxes.values import (
    box_id_text,
    corners_of,
    id_problem,
    is_image_id,
    is_length,
    shown,
)
from cutline.datasets.json_document import not_json
from cutline.datasets.object_synonyms import ObjectSynonyms, plain_label
from cutline.datasets.policy import Checked
from cutline.datasets.problems import Place
from cutline.datasets.source import Source
from cutline.datasets.wording import MISSING, described, printable, short

_TABLES = {
    "annotations": ("id", "image_id", "category_id", "bbox", "iscrowd", "caption"),
    "images": ("id", "width", "height", "file_name"),
    "categories": ("id", "name"),
}

Size = tuple[float, float] | None


@dataclass(frozen=True)
class CocoFile:
    """A file of COCO's, by column."""

    source: Source
    tables: dict[str, tuple[int, dict[str, list[Any]]]]

    def rows(self, key: str) -> Iterator[tuple[Any, ...]]:
        """Records: their number from 1 on, and the fields of the table."""
        count, columns = self.tables.get(key, (0, {}))
        nothing = [MISSING] * count
        fields = (columns.get(name, nothing) for name in _TABLES[key])
        return zip(range(1, count + 1), *fields, strict=True)

    def has(self, key: str, field: str) -> bool:
        """Whether any record has a field."""
        return field in self.tables.get(key, (0, {}))[1]


def load_coco(source: Source) -> tuple[CocoFile, dict[str, Any]]:
    """A file of captions or instances, and what else it has at its top.

    Raises:
        FileError: when it is no JSON object, or an array of records holds something else.
    """
    try:
        content, duplicates = native.load_json(source.data, _TABLES, frozenset())
    except native.JsonError as error:
        raise not_json(source, error) from None
    if not isinstance(content, dict):
        raise FileError(f"{source.name}: found {described(content)}, expected COCO's annotations")
    for offset, key in duplicates:
        line, column = source.line_and_column(offset)
        where = f"{source.name}, line {line}, column {column}"
        raise FileError(f"{where}: {short(key)!r} stands twice in one object")
    tables = {}
    for key in _TABLES:
        if not isinstance(table := content.get(key), tuple):
            continue
        count, columns, strays = table
        for place, value in strays:
            found = described(value)
            raise FileError(
                f'{source.name}: "{key}", record {place + 1}: found {found}, expected a record'
            )
        tables[key] = (count, columns)
    return CocoFile(source, tables), content


def read_coco(
    captions: CocoFile | None,
    instances: CocoFile,
    synonyms: ObjectSynonyms | None,
    checked: Checked,
) -> Iterator[FoundImage]:
    """The images that captions describe, with the boxes of the instances.

    Without captions these are the images of the instances, and nothing is said of them.

    Raises:
        FileError: when the instances are not.
        ContentError: when the two have no image in common.
    """
    file = instances.source.name
    sizes = _sizes(instances, checked)
    boxes = _boxes(instances, checked)
    if captions is None:
        for text, (image_id, size) in sizes.items():
            place = Place(file, image_id=image_id)
            yield FoundImage(place, image_id, boxes.get(text, []), [], size)
        return
    described_images = _captions(captions, checked)
    if not any(str(image_id) in sizes for image_id in described_images):
        raise ContentError(f"{captions.source.name}: has none of the {len(sizes)} images of {file}")
    correspondence = _correspondence(synonyms, boxes.values())
    for image_id, texts in described_images.items():
        place = Place(captions.source.name, image_id=image_id)
        own = boxes.get(str(image_id), [])
        _, size = sizes.get(str(image_id), (image_id, None))
        marked = [None if text is None else correspondence.marked(text, own) for text in texts]
        found = FoundImage(place, image_id, own, marked, size, is_inferred=True)
        if str(image_id) not in sizes:
            found.without_boxes = f"{file} does not list the image"
        yield found


def _correspondence(synonyms: ObjectSynonyms | None, boxes: Iterable[list[Box]]) -> Correspondence:
    labels = {box.label for of_image in boxes for box in of_image}
    if synonyms is None:
        is_coco = coco_synonyms().labels.issuperset(map(plain_label, labels))
        synonyms = coco_synonyms() if is_coco else ObjectSynonyms("labels alone", {})
    return Correspondence(synonyms, labels)


def _sizes(instances: CocoFile, checked: Checked) -> dict[str, tuple[ImageId, Size]]:
    """The images by the text of their ids, with their sizes where they are told."""
    sizes: dict[str, tuple[ImageId, Size]] = {}
    for number, image_id, width, height, _ in instances.rows("images"):
        if not is_image_id(image_id):
            kind, message = id_problem(image_id, "id")
            checked.add(kind, Place(instances.source.name, record=number), message)
            continue
        is_told = is_length(width) and is_length(height) and min(width, height) > 0
        sizes[str(image_id)] = (image_id, (float(width), float(height)) if is_told else None)
    if not sizes:
        raise FileError(f'{instances.source.name}: "images" lists no image')
    return sizes


def _boxes(instances: CocoFile, checked: Checked) -> dict[str, list[Box]]:
    """The boxes by the text of their image's id."""
    file = instances.source.name
    label_of = {}
    for number, category, name in instances.rows("categories"):
        if type(category) not in (int, str) or type(name) is not str or not name.strip():
            raise FileError(
                f'{file}: "categories", record {number}: found {described(category)} and '
                f'{described(name)}, expected an "id" and a "name"'
            )
        label_of[category] = printable(name.strip())
    boxes: dict[str, list[Box]] = defaultdict(list)
    for number, raw_id, image_id, category, raw, is_crowd, _ in instances.rows("annotations"):
        if is_crowd == 1:
            continue
        place = Place(file, record=number, image_id=image_id if is_image_id(image_id) else None)
        box_id, corners = box_id_text(raw_id), corners_of(raw)
        if place.image_id is None:
            kind, message = id_problem(image_id, "image_id")
            checked.add(kind, place, message)
        elif box_id is None:
            checked.add("bad-box", place, f'"id" is {described(raw_id)}, expected a number')
        elif type(category) not in (int, str) or category not in label_of:
            message = f'box {box_id}: "category_id" is {described(category)}, which is no category'
            checked.add("bad-box", place, message)
        elif corners is None:
            message = f'box {box_id}: "bbox" is {shown(raw)}, expected [x, y, w, h]'
            checked.add("bad-box", place, message)
        else:
            boxes[str(image_id)].append(Box(box_id, label_of[category], *corners))
    return boxes


def _captions(captions: CocoFile, checked: Checked) -> dict[ImageId, list[str | None]]:
    """The captions of each image, in the order of the images where they are listed."""
    file = captions.source.name
    texts: dict[ImageId, list[str | None]] = {
        image_id: [] for _, image_id, *_ in captions.rows("images") if is_image_id(image_id)
    }
    for number, _, image_id, _, _, _, caption in captions.rows("annotations"):
        if not is_image_id(image_id):
            kind, message = id_problem(image_id, "image_id")
            checked.add(kind, Place(file, record=number), message)
            continue
        of_image = texts.setdefault(image_id, [])
        place = Place(file, record=number, image_id=image_id)
        of_image.append(sentence_text(caption, len(of_image) + 1, place, checked))
    return texts
