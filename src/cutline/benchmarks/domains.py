"""In-domain, near-domain and out-of-domain images of a collection, and what is in each."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cutline.benchmarks.domain_rule import DOMAINS, Domain, DomainRule, domain_of
from cutline.core.tables import Table, Tabular
from cutline.core.types import ImageId
from cutline.core.version import __version__
from cutline.datasets.object_annotations import ImageObjects

#: The row of all images together, and of those without a class that counts.
ALL, NONE = "all", "no class"


@dataclass(frozen=True)
class ImageDomain:
    """An image, its domain if it has a class that counts, and its classes by how they count."""

    image_id: ImageId
    domain: Domain | None
    training: tuple[str, ...]
    novel: tuple[str, ...]
    objects: int


@dataclass(frozen=True)
class DomainFigures:
    """What the images of one domain hold, or all images.

    `training` has the classes of the training vocabulary that are seen and `novel` the annotation
    classes that are not in it, each with its number of images, the most frequent first.
    """

    name: str
    images: int
    share: float
    training: Mapping[str, int]
    novel: Mapping[str, int]
    classes_per_image: float | None
    objects_per_image: float | None

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return {
            "name": self.name,
            "images": self.images,
            "share": self.share,
            "training_classes": dict(self.training),
            "novel_classes": dict(self.novel),
            "classes_per_image": self.classes_per_image,
            "objects_per_image": self.objects_per_image,
        }


@dataclass(frozen=True)
class Domains(Tabular):
    """The domain of each image, in the order of the annotations, and by which rule it was told.

    `ignored` has the part classes that were left out of account, with their images.
    """

    images: tuple[ImageDomain, ...]
    rule: DomainRule
    ignored: Mapping[str, int]
    data: str

    @cached_property
    def figures(self) -> tuple[DomainFigures, ...]:
        """Figures of each domain in turn, then of all images."""
        of_domain = {name: [one for one in self.images if one.domain == name] for name in DOMAINS}
        return tuple(
            self._figures(name, of) for name, of in (*of_domain.items(), (ALL, self.images))
        )

    @property
    def without_class(self) -> tuple[ImageId, ...]:
        """The images that no class tells a domain of."""
        return tuple(one.image_id for one in self.images if one.domain is None)

    @property
    def unseen(self) -> tuple[str, ...]:
        """The training classes that no image has."""
        seen = self.figures[-1].training
        return tuple(label for label in self.rule.class_map.training if label not in seen)

    @property
    def outside_hierarchy(self) -> tuple[str, ...]:
        """The classes of images that the hierarchy, where there is one, does not have."""
        hierarchy = self.rule.hierarchy
        if hierarchy is None:
            return ()
        labels = {label for one in self.images for label in (*one.training, *one.novel)}
        return tuple(sorted(label for label in labels if label not in hierarchy))

    @property
    def signature(self) -> str:
        """All that has to be equal for two counts to be compared."""
        rule = self.rule
        hierarchy = [f"hierarchy:{rule.hierarchy.name}"] if rule.hierarchy else []
        return "|".join(
            (
                f"domains(subclasses={rule.subclasses},parts={rule.parts})",
                f"map:{rule.class_map.name}",
                *hierarchy,
                f"images:{len(self.images)}",
                f"data:{self.data}",
                f"cutline:{__version__}",
            )
        )

    def table(self) -> Table:
        """A row for each domain, one for images without a class, and one for all."""
        names = ["domain", "images", "share", "training_classes", "novel_classes"]
        rows = [
            (
                *(one.name, one.images, one.share, len(one.training), len(one.novel)),
                *(one.classes_per_image, one.objects_per_image),
            )
            for one in self.figures
        ]
        missing = len(self.without_class)
        rows.insert(-1, (NONE, missing, _ratio(missing, len(self.images)) or 0.0, 0, 0, None, None))
        return Table.of_rows([*names, "classes_per_image", "objects_per_image"], rows)

    def to_dict(self) -> dict[str, Any]:
        """The figures: plain values, ready for JSON."""
        return {
            "images": len(self.images),
            "signature": self.signature,
            "domains": [one.to_dict() for one in self.figures[:-1]],
            "all": self.figures[-1].to_dict(),
            "without_class": list(self.without_class),
            "unseen_training_classes": list(self.unseen),
            "without_counterpart": list(self.rule.class_map.without_counterpart),
            "ignored_parts": dict(self.ignored),
            "outside_hierarchy": list(self.outside_hierarchy),
        }

    def __repr__(self) -> str:
        counts = ", ".join(f"{one.images} {one.name}" for one in self.figures[:-1])
        return f"Domains({counts}, {len(self.without_class)} without a class)"

    def _figures(self, name: str, images: Sequence[ImageDomain]) -> DomainFigures:
        training: Counter[str] = Counter()
        novel: Counter[str] = Counter()
        classes = objects = counted = 0
        for one in images:
            # Several annotation classes may stand for one training class, and an image counts once.
            training.update(
                {named for label in one.training for named in self.rule.training_classes(label)}
            )
            novel.update(one.novel)
            classes += len(one.training) + len(one.novel)
            objects += one.objects
            counted += one.domain is not None
        return DomainFigures(
            name,
            len(images),
            _ratio(len(images), len(self.images)) or 0.0,
            _by_frequency(training),
            _by_frequency(novel),
            _ratio(classes, counted),
            _ratio(objects, counted),
        )


def find_domains(images: Iterable[ImageObjects], rule: DomainRule) -> Domains:
    """The domain of each image by the classes of its objects.

    An image is in-domain if all its classes were trained on, out-of-domain if none was, and
    near-domain if it has classes of both sorts. One that has no class that counts has no domain.

    >>> from cutline.datasets.class_map import same_names
    >>> images = [ImageObjects(7, {"dog": 2}), ImageObjects(8, {"dog": 1, "harp": 1})]
    >>> find_domains(images, DomainRule(same_names(["dog"])))
    Domains(1 in-domain, 1 near-domain, 0 out-of-domain, 0 without a class)
    """
    found: list[ImageDomain] = []
    ignored: Counter[str] = Counter()
    digest = hashlib.sha256()
    for image in images:
        labels = [label for label, count in image.counts.items() if count > 0]
        digest.update(repr((image.image_id, sorted(image.counts.items()))).encode())
        training = tuple(label for label in labels if rule.training_classes(label))
        others = [label for label in labels if not rule.training_classes(label)]
        novel = tuple(label for label in others if rule.is_counted(label))
        if len(novel) < len(others):
            ignored.update(label for label in others if not rule.is_counted(label))
        domain = domain_of(bool(training), bool(novel))
        objects = sum(image.counts[label] for label in (*training, *novel))
        found.append(ImageDomain(image.image_id, domain, training, novel, objects))
    return Domains(tuple(found), rule, _by_frequency(ignored), digest.hexdigest()[:16])


def _by_frequency(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _ratio(part: int, whole: int) -> float | None:
    return part / whole if whole else None
