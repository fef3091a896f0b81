"""Which classes of an annotation mean what a model was trained on.

A map is lines that people write by hand:

    person: Person, Man, Woman
    airplane: Fixed-wing aircraft | Airplane
    hair drier: -

A line has a class of the training vocabulary and, after a colon, the annotation classes that it
equals or covers, with commas between; `-` says that there is none. A `|` stands between names that
one annotation class has in several releases. A line that begins with `#` is a remark.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import as_file, files
from pathlib import Path

from cutline.core.errors import ContentError, FileError, near_names
from cutline.datasets.object_synonyms import plain_label
from cutline.datasets.source import Source, open_source
from cutline.datasets.text_captions import text_lines
from cutline.datasets.wording import printable, short

#: Figures that were computed with Cutline's own map carry this name; the number goes up with any
#: change.
COCO_OPEN_IMAGES = "coco-open-images 1"

#: Stands in place of annotation classes where a training class has none.
NO_CLASS = "-"

#: Where a map is read from, the training class, and each annotation class with its other names.
_Line = tuple[str, str, list[list[str]]]


@dataclass(frozen=True)
class ClassMap:
    """The annotation classes that each training class equals or covers; none for some.

    Names are compared in lower case, and `_` is a space. `name` tells what a figure was computed
    with.

    >>> pets = ClassMap("pets", {"cat": ("Cat", "Kitten"), "unicorn": ()})
    >>> pets.training_classes("kitten"), pets.training_classes("Dog"), pets.without_counterpart
    (('cat',), (), ('unicorn',))
    """

    name: str
    classes_of: Mapping[str, tuple[str, ...]]

    @property
    def training(self) -> tuple[str, ...]:
        """The training vocabulary."""
        return tuple(self.classes_of)

    @property
    def without_counterpart(self) -> tuple[str, ...]:
        """The training classes that no annotation class stands for."""
        return tuple(label for label, classes in self.classes_of.items() if not classes)

    def training_classes(self, label: str) -> tuple[str, ...]:
        """The training classes that an annotation class stands for: mostly one, or none."""
        return self._training_of.get(plain_label(label), ())

    @cached_property
    def _training_of(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, dict[str, None]] = {}
        for training, classes in self.classes_of.items():
            for label in classes:
                found.setdefault(plain_label(label), {})[training] = None
        return {label: tuple(of) for label, of in found.items()}


def same_names(training: Iterable[str]) -> ClassMap:
    """The map of two vocabularies that call the same things by the same names.

    >>> same_names(["dog"]).training_classes("Dog")
    ('dog',)
    """
    classes_of = {label: (label,) for label in training}
    digest = hashlib.sha256("\n".join(sorted(map(plain_label, classes_of))).encode())
    return ClassMap(f"same-names={digest.hexdigest()[:16]}", classes_of)


@cache
def coco_open_images_map() -> ClassMap:
    """The 80 classes of COCO among the box classes of Open Images, placed by Cutline's authors.

    >>> coco_open_images_map().training_classes("Flying disc")
    ('frisbee',)
    """
    with as_file(files(__package__) / "coco_open_images.txt") as path:
        read = read_class_map(path)
    return ClassMap(COCO_OPEN_IMAGES, read.classes_of)


def read_class_map(
    path: str | os.PathLike[str],
    *,
    training: Sequence[str] | None = None,
    annotation: Sequence[str] | None = None,
) -> ClassMap:
    """A map from a file, checked against the vocabularies where they are given.

    Args:
        path: the file.
        training: the training vocabulary; each class of it has to have a line.
        annotation: the classes that annotations can have; a name that is not among them is an
            error, unless another name of the same class is.

    Raises:
        FileError: when the file cannot be read or is of another kind, with the line.
        ContentError: when a class is unknown, stands twice, or is not placed.
    """
    source = open_source(path)
    classes_of: dict[str, tuple[str, ...]] = {}
    seen: dict[str, str] = {}
    for where, label, classes in _lines(source):
        if (plain := plain_label(label)) in seen:
            raise ContentError(f"{where}: {short(label)!r} has a line already: expected one")
        if training is not None:
            label = _known(label, training, f"{where}: {{}} is no training class")
        seen[plain] = label
        if annotation is not None:
            _check_annotation(classes, annotation, where)
        classes_of[label] = tuple(name for names in classes for name in names)
    if not classes_of:
        raise FileError(f"{source.name}: holds no classes: expected lines such as dog: Dog")
    _check_placed(source.name, seen, training or ())
    digest = hashlib.sha256(source.data).hexdigest()[:16]
    return ClassMap(f"{Path(source.name).name}={digest}", classes_of)


def _lines(source: Source) -> Iterator[_Line]:
    for number, line in enumerate(text_lines(source), 1):
        text = printable(" ".join(line.split()))
        if not text or text.startswith("#"):
            continue
        where = f"{source.name}, line {number}"
        label, colon, rest = (part.strip() for part in text.partition(":"))
        classes = [[name.strip() for name in item.split("|")] for item in rest.split(",")]
        if not label or not colon or not all(name for names in classes for name in names):
            raise FileError(
                f"{where}: found {short(text)!r}, expected a training class, a colon and "
                f"annotation classes, such as person: Person, Man; or - for none"
            )
        if classes == [[NO_CLASS]]:
            classes = []
        yield where, label, classes


def _known(label: str, known: Sequence[str], text: str) -> str:
    """A name as its vocabulary writes it."""
    by_plain = {plain_label(name): name for name in known}
    found = by_plain.get(plain_label(label))
    if found is None:
        raise ContentError(text.format(repr(short(label))) + near_names(label, known))
    return found


def _check_annotation(classes: list[list[str]], known: Sequence[str], where: str) -> None:
    plain = {plain_label(name) for name in known}
    for names in classes:
        if not any(plain_label(name) in plain for name in names):
            _known(names[0], known, f"{where}: {{}} is no annotation class")


def _check_placed(file: str, placed: Mapping[str, str], training: Sequence[str]) -> None:
    missing = [label for label in training if plain_label(label) not in placed]
    if missing:
        named = ", ".join(repr(short(label)) for label in missing[:5])
        more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""
        raise ContentError(
            f"{file}: has no line for {named}{more}: expected each of the {len(training)} training "
            f"classes, with - for one that no annotation class stands for"
        )
