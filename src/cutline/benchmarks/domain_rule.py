"""Which domain an image is in, told from the classes of its objects (Agrawal et al. 2019)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from cutline.core.errors import UsageError, near_names
from cutline.datasets.class_hierarchy import ClassHierarchy
from cutline.datasets.class_map import ClassMap

Domain = Literal["in-domain", "near-domain", "out-of-domain"]
DOMAINS: tuple[Domain, ...] = ("in-domain", "near-domain", "out-of-domain")

#: What a kind of a training class is, a duck where birds were trained on.
SUBCLASSES = ("novel", "covered")

#: What becomes of classes that are parts of things, such as a tyre.
PARTS = ("ignore", "count")


@dataclass(frozen=True)
class DomainRule:
    """How classes count: as classes that were trained on, as novel ones, or not at all.

    Args:
        class_map: the annotation classes that each training class equals or covers.
        hierarchy: what the annotation classes are kinds and parts of; without it nothing is known
            of either.
        subclasses: with `covered`, a kind of a class that the map names counts like that class;
            with `novel`, only what the map itself names was trained on.
        parts: with `ignore`, parts of things are left out of account, unless the map names them.

    Raises:
        UsageError: when a setting is unknown, or kinds are to be covered without a hierarchy.
    """

    class_map: ClassMap
    hierarchy: ClassHierarchy | None = None
    subclasses: str = "novel"
    parts: str = "ignore"
    _training_of: dict[str, tuple[str, ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        asked = (("subclasses", self.subclasses, SUBCLASSES), ("parts", self.parts, PARTS))
        for name, value, known in asked:
            if value not in known:
                near = near_names(value, known)
                raise UsageError(f"{name} is {' or '.join(known)}, not {value!r}{near}")
        if self.subclasses == "covered" and self.hierarchy is None:
            raise UsageError("which classes are kinds of others takes a class hierarchy")

    def training_classes(self, label: str) -> tuple[str, ...]:
        """The training classes that an annotation class stands for; none if it is novel."""
        found = self._training_of.get(label)
        if found is None:
            found = self._training_of[label] = self._looked_up(label)
        return found

    def is_counted(self, label: str) -> bool:
        """Whether a class has a say at all."""
        if self.parts == "count" or self.hierarchy is None or not self.hierarchy.is_part(label):
            return True
        return bool(self.training_classes(label))

    def domain(self, labels: Iterable[str]) -> Domain | None:
        """The domain of an image with these classes; None if no class of it counts.

        >>> from cutline.datasets.class_map import same_names
        >>> rule = DomainRule(same_names(["dog", "ball"]))
        >>> [rule.domain(labels) for labels in (["dog"], ["dog", "harp"], ["harp"], [])]
        ['in-domain', 'near-domain', 'out-of-domain', None]
        """
        counted = [label for label in labels if self.is_counted(label)]
        are_trained_on = [bool(self.training_classes(label)) for label in counted]
        return domain_of(any(are_trained_on), not all(are_trained_on))

    def _looked_up(self, label: str) -> tuple[str, ...]:
        own = self.class_map.training_classes(label)
        if own or self.hierarchy is None or self.subclasses == "novel":
            return own
        above = {
            training
            for ancestor in self.hierarchy.ancestors(label)
            for training in self.class_map.training_classes(ancestor)
        }
        return tuple(training for training in self.class_map.training if training in above)


def domain_of(has_training: bool, has_novel: bool) -> Domain | None:
    """The domain of an image by the sorts of classes it has; None if it has neither."""
    if has_training:
        return "near-domain" if has_novel else "in-domain"
    return "out-of-domain" if has_novel else None
