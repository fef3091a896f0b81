"""What stands in a project at one moment."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.db.models import FilteredRelation, Q

from cutline.collect.models import Item, Mode, Project, Role, TaskState
from cutline.core.errors import UsageError
from cutline.core.types import ImageId

_OF_ITEM = ("pk", "image_id", "picture", "width", "height", "labels", "slice_label", "wanted")
_OF_ANSWER = ("pk", "text", "seconds", "flags", "was_primed", "annotator__number", "annotator__arm")


@dataclass(frozen=True)
class Written:
    """A caption that stands, and how it came about. Its writer is known by a number alone."""

    task: int
    text: str
    seconds: float
    flags: tuple[str, ...]
    was_primed: bool
    writer: int
    arm: str


@dataclass(frozen=True)
class Collected:
    """An image and the captions that stand, in the order in which they were begun."""

    image_id: ImageId
    picture: str
    width: int
    height: int
    labels: tuple[str, ...]
    slice_label: str
    wanted: int
    captions: tuple[Written, ...] = ()

    @property
    def is_elsewhere(self) -> bool:
        """Whether the picture has an address of its own."""
        return "://" in self.picture


@dataclass(frozen=True)
class Snapshot:
    """A project and all that stands in it."""

    project: Project
    images: tuple[Collected, ...] = field(repr=False)

    @property
    def captions(self) -> int:
        """How many captions stand."""
        return sum(len(image.captions) for image in self.images)


def take_snapshot(project: Project) -> Snapshot:
    """All images of a project with the captions that stand.

    It is read by one statement, so that what people do meanwhile is in it whole or not at all.

    Raises:
        UsageError: when the project collects something else than captions.
    """
    if project.mode != Mode.CAPTIONS:
        raise UsageError(f"{project.slug}: people rate captions there; its results are exported")
    names = [*_OF_ITEM, *(f"standing__{name}" for name in _OF_ANSWER)]
    rows = (
        Item.objects.filter(project=project, role=Role.COLLECT)
        .annotate(
            standing=FilteredRelation("tasks", condition=Q(tasks__state=TaskState.DONE)),
        )
        .order_by("position", "pk", "standing__pk")
        .values_list(*names)
    )
    images: dict[int, tuple[tuple[Any, ...], list[Written]]] = {}
    for row in rows.iterator(chunk_size=2000):
        of_item, of_answer = row[: len(_OF_ITEM)], row[len(_OF_ITEM) :]
        _, written = images.setdefault(of_item[0], (of_item, []))
        if of_answer[0] is not None:
            written.append(_written(of_answer))
    return Snapshot(project, tuple(_collected(*one) for one in images.values()))


def _written(row: tuple[Any, ...]) -> Written:
    task, text, seconds, flags, was_primed, writer, arm = row
    return Written(task, text, seconds, tuple(flags), was_primed, writer, arm)


def _collected(row: tuple[Any, ...], written: list[Written]) -> Collected:
    _, image_id, picture, width, height, labels, slice_label, wanted = row
    return Collected(
        image_id, picture, width, height, tuple(labels), slice_label, wanted, tuple(written)
    )
