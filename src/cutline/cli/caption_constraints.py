"""`--constraints`: what captions have to mention, from a file.

A file has a line for each image, with the classes to mention, or with what a detector saw:

    {"image_id": 7, "constraints": ["zebra", "hot dog"]}
    {"image_id": 8, "objects": [{"label": "Zebra", "score": 0.9, "box": [0, 0, 40, 30]}]}

What `cutline detect` writes is such a file too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cutline.core.errors import ContentError, FileError, UsageError

if TYPE_CHECKING:
    from cutline.core.types import Detection, ImageId
    from cutline.datasets.class_hierarchy import ClassHierarchy
    from cutline.datasets.source import Source
    from cutline.models.decoding.constrained import Constrained, Constraint

Constraints = Annotated[
    str | None,
    typer.Option(
        help="What captions have to mention: a line with classes or detections for each image.",
        metavar="FILE",
    ),
]
AtLeast = Annotated[
    int | None,
    typer.Option(
        help="With --constraints: how many of them to meet; 1 suits detections.",
        min=0,
        metavar="J",
        show_default="all",
    ),
]
Hierarchy = Annotated[
    str | None,
    typer.Option(
        help="With --constraints: what classes are kinds and parts of, as in Open Images.",
        metavar="FILE",
    ),
]
Classes = Annotated[
    str | None,
    typer.Option(help="With --hierarchy: Open Images' table of class names.", metavar="FILE"),
]


@dataclass(frozen=True)
class ConstraintFile:
    """The constraints of images, by plain ids."""

    path: str
    constraints: dict[str, tuple[Constraint, ...]]

    def of(self, image_ids: Iterable[ImageId]) -> list[tuple[Constraint, ...]]:
        """The constraints of each image; none for images that the file does not have.

        Raises:
            ContentError: when it has none of the images.
        """
        from cutline.scoring.seen_objects import plain_id

        wanted = [plain_id(image_id) for image_id in image_ids]
        if wanted and not any(image_id in self.constraints for image_id in wanted):
            has = next(iter(self.constraints))
            raise ContentError(
                f"{self.path}: has none of the images to caption: ids such as {has!r}, expected "
                f"{wanted[0]!r}"
            )
        return [self.constraints.get(image_id, ()) for image_id in wanted]


def unmet_note(found: Iterable[Sequence[Constrained]], path: str) -> str | None:
    """What to tell the user of captions that do not mention what they should; None if all do.

    Args:
        found: the captions of each image, the best first.
        path: the file of constraints.
    """
    best = [ranked[0] for ranked in found if ranked]
    unmet = [caption for caption in best if not caption.is_satisfied]
    if not unmet:
        return None
    missed = Counter(name for caption in unmet for name in caption.missed)
    named = ", ".join(name for name, _ in missed.most_common(5))
    return (
        f"cutline: {len(unmet):,} of {len(best):,} captions do not mention what {path} wants of "
        f"them: the model has no words for it, or not enough (missing: {named})"
    )


def read_constraints(
    path: str, hierarchy_file: str | None = None, class_file: str | None = None
) -> ConstraintFile:
    """The constraints of a file.

    Classes that a line names are constraints one and all. Of objects, the three surest of those
    that are not over-general are; see `constraints_of`.

    Args:
        path: the file.
        hierarchy_file: which class is a kind of which, for objects.
        class_file: the names of the hierarchy's classes, where it has other ones.

    Raises:
        FileError: when it cannot be read or is no such file, with the line.
        ContentError: when an image stands in it twice, or none does.
    """
    from cutline.datasets.class_hierarchy import read_class_hierarchy
    from cutline.datasets.detections import read_detections
    from cutline.datasets.detections.read import header_kind
    from cutline.datasets.detections.types import KIND
    from cutline.datasets.source import open_source
    from cutline.models.decoding.constrained import constraints_of
    from cutline.scoring.seen_objects import plain_id

    if class_file is not None and hierarchy_file is None:
        raise UsageError("--classes goes with --hierarchy, whose classes it names")
    hierarchy = None
    if hierarchy_file is not None:
        hierarchy = read_class_hierarchy(hierarchy_file, class_file)
    source = open_source(path)
    found: dict[str, tuple[Constraint, ...]] = {}
    if header_kind(source) == KIND:
        for image_id, objects in read_detections(source).images.items():
            found[plain_id(image_id)] = constraints_of(objects, hierarchy)
    else:
        for place, record in _records(source):
            image_id = plain_id(_image_id(record, place))
            if image_id in found:
                raise ContentError(f"{place}: image {image_id!r} stands in the file already")
            found[image_id] = _constraints(record, place, hierarchy)
    if not found:
        raise ContentError(f"{path}: holds no image")
    return ConstraintFile(source.name, found)


def _records(source: Source) -> Iterator[tuple[str, dict[str, Any]]]:
    from cutline import native
    from cutline.datasets.json_document import not_json
    from cutline.datasets.wording import described, short

    for number, start, line in source.lines():
        if not line.strip():
            continue
        place = f"{source.name}, line {number}"
        kept = frozenset({"label", "score", "box"})
        try:
            record, duplicates = native.load_json(line.strip(), {}, kept)
        except native.JsonError as error:
            raise not_json(source, error, start, "line") from None
        if duplicates:
            raise FileError(f"{place}: {short(duplicates[0][1])!r} stands twice in one object")
        if not isinstance(record, dict):
            raise FileError(f"{place}: found {described(record)}, expected a record")
        if number == 1 and "cutline" in record and "image_id" not in record:
            if record["cutline"] != "constraints":
                found = described(record["cutline"])
                raise FileError(f"{place}: a Cutline file of {found}, expected 'constraints'")
            continue
        yield place, record


def _image_id(record: dict[str, Any], place: str) -> ImageId:
    from cutline.datasets.gold_boxes.values import is_image_id
    from cutline.datasets.wording import MISSING, described

    found = record.get("image_id", MISSING)
    if not is_image_id(found):
        raise FileError(
            f'{place}: "image_id" is {described(found)}, expected a whole number or text'
        )
    image_id: ImageId = found
    return image_id


def _constraints(
    record: dict[str, Any], place: str, hierarchy: ClassHierarchy | None
) -> tuple[Constraint, ...]:
    from cutline.datasets.wording import described
    from cutline.models.decoding.constrained import constraints_of

    fields = [field for field in ("constraints", "objects") if field in record]
    if len(fields) != 1:
        found = "both" if fields else "neither"
        raise FileError(f'{place}: found {found}, expected "constraints" or "objects"')
    items = record[fields[0]]
    if not isinstance(items, list):
        raise FileError(f'{place}: "{fields[0]}" is {described(items)}, expected a list')
    numbered = [(f"{place}, item {number}", item) for number, item in enumerate(items, 1)]
    if fields == ["objects"]:
        return constraints_of((_detection(item, where) for where, item in numbered), hierarchy)
    return _named(numbered, place)


def _named(numbered: list[tuple[str, Any]], place: str) -> tuple[Constraint, ...]:
    from cutline.datasets.wording import described
    from cutline.models.decoding.constrained import class_constraint, mention
    from cutline.models.decoding.constrained.machine import MOST_CONSTRAINTS

    found: dict[str, Constraint] = {}
    for where, item in numbered:
        if not isinstance(item, str):
            raise FileError(f"{where}: found {described(item)}, expected a class")
        try:
            # What somebody asks for by name is said, even if no detection of it would be.
            constraint = class_constraint(item) or mention(item)
        except UsageError as error:
            raise FileError(f"{where}: {error}") from None
        found.setdefault(constraint.name, constraint)
    if len(found) > MOST_CONSTRAINTS:
        raise ContentError(
            f"{place}: {len(found)} constraints, expected {MOST_CONSTRAINTS} at most"
        )
    return tuple(found.values())


def _detection(item: Any, where: str) -> Detection:
    from cutline.core.types import Detection
    from cutline.datasets.gold_boxes.values import corners_of
    from cutline.datasets.wording import MISSING, described

    if not isinstance(item, dict):
        raise FileError(f'{where}: found {described(item)}, expected {{"label", "score", "box"}}')
    label, score = item.get("label", MISSING), item.get("score", 1.0)
    if not isinstance(label, str) or not label.strip():
        raise FileError(f'{where}: "label" is {described(label)}, expected text')
    if type(score) not in (int, float) or not 0 <= score <= 1:
        raise FileError(f'{where}: "score" is {described(score)}, expected a number from 0 to 1')
    box = None if item.get("box") is None else corners_of(item["box"])
    if item.get("box") is not None and (box is None or min(box[2:]) < 0):
        raise FileError(f'{where}: "box" is no [x, y, w, h] without negative sizes')
    return Detection(label.strip(), float(score), box)
