"""From what a detector saw in a picture to what its caption has to mention.

As nocaps has it (Agrawal et al., 2019, section 4 and supplement 1): over-general classes are left
out, of boxes that overlap a kind of thing wins over what it is a kind of, and the three surest
classes become constraints.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import as_file, files

from cutline.core.types import Detection
from cutline.datasets.class_hierarchy import ClassHierarchy
from cutline.datasets.class_map import ClassMap, read_class_map
from cutline.datasets.object_synonyms import plain_label
from cutline.models.decoding.constrained.constraint import Constraint, Phrase, mention

#: How much of their common area two boxes share from which on they are of one thing.
SAME_FROM = 0.85

#: How many constraints a caption gets.
MOST = 3

_NOTHING_KNOWN = ClassHierarchy("none", {})

Box = tuple[float, float, float, float]


@cache
def class_phrases() -> ClassMap:
    """What captions call classes that go by other names: Cutline's own list, for Open Images.

    A class without words is not to be a constraint.

    >>> class_phrases().classes_of["flying disc"], class_phrases().classes_of["footwear"]
    (('frisbee',), ())
    """
    with as_file(files(__package__) / "class_phrases.txt") as path:
        return read_class_map(path)


def is_over_general(label: str, hierarchy: ClassHierarchy) -> bool:
    """Whether a class says too little of a thing, or is not a thing, by its place in a hierarchy.

    So are classes with kinds that have kinds in turn, as an animal or a vehicle, and parts of
    things, as a hand or a wheel, which go without saying.

    >>> kinds = {"duck": ("bird",), "bird": ("animal",)}
    >>> birds = ClassHierarchy("birds", kinds, {"wing": ("bird",)})
    >>> [label for label in birds.labels if is_over_general(label, birds)]
    ['wing', 'animal']
    """
    return hierarchy.is_part(label) or any(map(hierarchy.children, hierarchy.children(label)))


def without_ancestors(
    detections: Sequence[Detection], hierarchy: ClassHierarchy, same_from: float = SAME_FROM
) -> tuple[Detection, ...]:
    """Detections without those that say of a thing less than another one, or the same once more.

    A detection goes if it shares more than `same_from` of the common area with another that stays:
    one of a class below its own, however sure a detector is of that; or one of its own class that
    is surer. Detections without boxes stay.
    """
    specific_first = sorted(
        range(len(detections)),
        key=lambda i: (-len(hierarchy.ancestors(detections[i].label)), -detections[i].score),
    )
    kept: list[int] = []
    for i in specific_first:
        if not any(_says_more(detections[j], detections[i], hierarchy, same_from) for j in kept):
            kept.append(i)
    return tuple(detections[i] for i in sorted(kept))


def _says_more(
    one: Detection, other: Detection, hierarchy: ClassHierarchy, same_from: float
) -> bool:
    """Whether one detection makes the other superfluous; it stands before it in order."""
    if one.box is None or other.box is None:
        return False
    own, others = plain_label(one.label), plain_label(other.label)
    if own != others and others not in map(plain_label, hierarchy.ancestors(one.label)):
        return False
    return shared_area(one.box, other.box) > same_from


def shared_area(one: Box, other: Box) -> float:
    """The share of two boxes' common area that both have; boxes are left, top, width, height.

    >>> shared_area((0, 0, 2, 2), (1, 0, 2, 2))
    0.3333333333333333
    """
    across = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    down = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    shared = max(0.0, across) * max(0.0, down)
    together = one[2] * one[3] + other[2] * other[3] - shared
    return shared / together if together > 0 else 0.0


def class_constraint(label: str, phrases: ClassMap | None = None) -> Constraint | None:
    """The constraint to mention a class, None for one that nobody should have to mention.

    >>> constraint = class_constraint("Flying disc")
    >>> constraint.phrases if constraint else None
    (('frisbee',), ('frisbees',))
    """
    known = (class_phrases() if phrases is None else phrases).classes_of
    name = plain_label(label)
    words = known.get(name, (name,))
    return mention(words[0], words[1:]) if words else None


def constraints_of(
    detections: Iterable[Detection],
    hierarchy: ClassHierarchy | None = None,
    *,
    most: int = MOST,
    same_from: float = SAME_FROM,
    phrases: ClassMap | None = None,
) -> tuple[Constraint, ...]:
    """The constraints of one picture, the surest first.

    Args:
        detections: what was seen in it.
        hierarchy: which class is a kind of which; None where nobody knows.
        most: how many constraints.
        same_from: how much boxes overlap that are of one thing.
        phrases: what captions call classes; None for Cutline's own list.

    >>> seen = [Detection("Person", 0.9), Detection("Couch", 0.8), Detection("Studio couch", 0.7)]
    >>> [constraint.name for constraint in constraints_of(seen)]
    ['couch']
    """
    hierarchy = hierarchy or _NOTHING_KNOWN
    wanted = [item for item in detections if not is_over_general(item.label, hierarchy)]
    found: list[Constraint] = []
    said: set[Phrase] = set()
    left = without_ancestors(wanted, hierarchy, same_from)
    for item in sorted(left, key=lambda item: -item.score):
        constraint = class_constraint(item.label, phrases)
        # Two classes that one word mentions would be one constraint given twice.
        if constraint is not None and said.isdisjoint(constraint.phrases):
            found.append(constraint)
            said.update(constraint.phrases)
    return tuple(found[:most])
