"""Making a project of images."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.text import slugify

from cutline.collect.joining import arms_of
from cutline.collect.models import Item, Mode, Project, Role
from cutline.collect.pictures import Stored, picture_address, store_picture
from cutline.collect.projects.images import NewItem, checked_labels, each_once
from cutline.collect.projects.log import note
from cutline.collect.projects.part_classes import PART_CLASSES
from cutline.collect.quality.known_answers import check_expected
from cutline.collect.rating.questions import Question, check_content, question_of
from cutline.core.errors import UsageError, near_names
from cutline.text.caption_checks.instructions import DEFAULT_INSTRUCTIONS
from cutline.web.people.models import Person

#: Items with a known answer are there for everybody.
FOR_EVERYBODY = 1_000_000
#: What can be said of a project when it is made, and changed later.
SETTINGS = (
    "instructions",
    "language",
    "references_per_image",
    "holds_out",
    "least_words",
    "lock_minutes",
    "arms",
    "hidden_labels",
    "pass_mark",
    "attention_every",
    "pay",
    "currency",
    "tasks_each",
    "question",
)
_TOGETHER = 1000
#: Pages of the console that belong to no project.
_TAKEN = ("create",)


def create_project(
    owner: Person,
    title: str,
    images: Iterable[NewItem],
    *,
    slug: str = "",
    mode: str = Mode.CAPTIONS.value,
    seed: int = 1,
    **settings: Any,
) -> Project:
    """Make a project; it is a draft until it is opened.

    Pictures that are files are opened, turned upright, and kept among the site's own.

    Args:
        owner: who runs it.
        title: what people read above it.
        images: see `images_from_folder`, `images_from_addresses`, `images_from_manifest` and
            `with_labels`.
        slug: what stands in its address; by default made from its title.
        mode: `captions`, or `ratings` of captions that the images bring along.
        seed: decides what is left to chance.
        settings: any of `SETTINGS`; see the fields of `Project`.

    Raises:
        UsageError: when a setting or an image makes no sense, or the address is taken.
        PictureError: when a picture cannot be opened.
        FileError: when one cannot be kept.
    """
    project = _project(owner, title, slug, mode, seed, settings)
    check_settings(project)
    items = list(_items(project, images))
    if not any(item.role == Role.COLLECT for item in items):
        raise UsageError("there are no images to collect answers of")
    with transaction.atomic():
        if Project.objects.filter(slug=project.slug).exists():
            raise UsageError(f"there is a project with the address {project.slug!r} already")
        project.save()
        for item in items:
            item.project = project
        Item.objects.bulk_create(items, batch_size=_TOGETHER)
        note(owner, "project.create", project, images=len(items), mode=mode)
    return project


def _project(
    owner: Person, title: str, slug: str, mode: str, seed: int, settings: dict[str, Any]
) -> Project:
    unknown = sorted(set(settings) - set(SETTINGS))
    if unknown:
        near = near_names(unknown[0], SETTINGS)
        raise UsageError(f"a project has no setting {unknown[0]!r}{near}")
    found = slugify(slug or title)[:60].strip("-")
    if found in _TAKEN:
        raise UsageError(f"the site itself uses the address {found!r}: take another")
    if not found:
        raise UsageError("the address of the project is empty: give it one of letters and digits")
    usual = {"instructions": DEFAULT_INSTRUCTIONS, "hidden_labels": list(PART_CLASSES)}
    if mode == Mode.RATINGS:
        usual = {"instructions": "- Look at the image first, then answer the question."}
    return Project(
        owner=owner, title=title.strip(), slug=found, mode=mode, seed=seed, **usual | settings
    )


def check_settings(project: Project) -> None:
    """See that the settings of a project make sense.

    Raises:
        UsageError: when one does not; each that does not is named.
    """
    try:
        project.clean_fields(exclude=["owner", "arms", "hidden_labels", "question"])
    except ValidationError as error:
        found = "; ".join(f"{name}: {' '.join(said)}" for name, said in error.message_dict.items())
        raise UsageError(found) from None
    arms_of(project.arms)
    if not isinstance(project.hidden_labels, list):
        raise UsageError(f"hidden_labels is {project.hidden_labels!r:.60}, expected a list")
    if project.mode == Mode.RATINGS:
        project.question = question_of(project.question).to_dict()


def _items(project: Project, images: Iterable[NewItem]) -> Iterator[Item]:
    question = question_of(project.question) if project.mode == Mode.RATINGS else None
    places = dict.fromkeys(Role, 0)
    # Several captions of one image are judged one by one.
    for image in images if question else each_once(images):
        place = f"image {image.image_id!r}"
        picture, width, height = _kept(image.picture)
        is_known = image.role != Role.COLLECT
        if is_known and not image.expected:
            raise UsageError(f"{place}: is for {image.role.value}, and has no expected answer")
        if is_known:
            check_expected(image.expected, Mode(project.mode))
        yield Item(
            position=places[image.role],
            role=image.role,
            image_id=image.image_id,
            picture=picture,
            width=width,
            height=height,
            labels=list(checked_labels(image.labels, place)),
            slice_label=image.slice_label,
            content=_content(image.content, question, place),
            expected=dict(image.expected),
            wanted=FOR_EVERYBODY if is_known else project.wanted,
        )
        places[image.role] += 1


def _kept(picture: Path | Stored | str) -> tuple[str, int, int]:
    if isinstance(picture, str):
        return picture_address(picture), 0, 0
    stored = picture if isinstance(picture, Stored) else store_picture(picture)
    return stored.name, stored.width, stored.height


def _content(given: Sequence[Any], question: Question | None, place: str) -> list[dict[str, Any]]:
    if question is None:
        return []
    try:
        check_content(question, given)
    except UsageError as error:
        raise UsageError(f"{place}: {error}") from None
    return [dict(one) for one in given]
