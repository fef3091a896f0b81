"""Slices by labels that images carry: tags of the references, or a file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from cutline.core.errors import ContentError, UsageError, near_names
from cutline.core.types import Benchmark, ImageId
from cutline.scoring.slicing.slicing import Slicing, slicing_of

#: A benchmark with more labels than this is not cut by labels: they are captions, or ids.
MOST_LABELS = 1000

_SPLITS = ("train", "restval", "val", "test")
_NUMBER = re.compile(r"(\d+)")


def tag_of(benchmark: Benchmark, name: str) -> Mapping[ImageId, str]:
    """A tag that the benchmark's own file gives, such as `domain`.

    Raises:
        UsageError: when it has no such tag.
    """
    if name not in benchmark.tags:
        known = ", ".join(benchmark.tags) or "none"
        raise UsageError(
            f"the references have no tag {name!r}{near_names(name, benchmark.tags)}: "
            f"they have {known}"
        )
    return benchmark.tags[name]


def by_tag(name: str, benchmark: Benchmark) -> Slicing:
    """A slice for each value of a tag.

    Raises:
        UsageError: when the benchmark has no such tag.
        ContentError: when it has too many values.
    """
    labels = {image_id: (label,) for image_id, label in tag_of(benchmark, name).items()}
    description = f"{name}, a tag of the references"
    return _by_labels(name, description, benchmark.image_ids, labels)


def by_file(path: str, benchmark: Benchmark) -> Slicing:
    """A slice for each label of a file.

    Raises:
        FileError: when it cannot be read.
        ContentError: when what it says cannot be used.
    """
    from cutline.datasets.tags import read_tags

    labels = read_tags(path, benchmark.image_ids)
    return _by_labels(path, f"labels of {path}", benchmark.image_ids, labels)


def _by_labels(
    name: str,
    description: str,
    image_ids: Sequence[ImageId],
    labels: Mapping[ImageId, Sequence[str]],
) -> Slicing:
    members: dict[str, list[int]] = {}
    for place, image_id in enumerate(image_ids):
        for label in labels.get(image_id, ()):
            members.setdefault(label, []).append(place)
    if len(members) > MOST_LABELS:
        raise ContentError(
            f"{name}: {len(members):,} different labels, such as {min(members)[:40]!r}; expected "
            f"at most {MOST_LABELS:,}"
        )
    return slicing_of(name, description, image_ids, {i: members[i] for i in in_order(members)})


def in_order(labels: Iterable[str]) -> list[str]:
    """Labels as people list them: numbers by size, splits as they are used, else by alphabet.

    nocaps' domains come in, near, out.

    >>> in_order(["10 m", "2 m"]), in_order(["val", "test", "train"])
    (['2 m', '10 m'], ['train', 'val', 'test'])
    """
    labels = set(labels)
    if labels <= set(_SPLITS):
        return [label for label in _SPLITS if label in labels]
    return sorted(labels, key=_natural)


def _natural(label: str) -> tuple[list[tuple[int, str]], str]:
    # Pieces without digits and pieces of digits alternate, so that like is compared with like;
    # of two numbers the one with more digits is larger, however many there are.
    pieces = _NUMBER.split(label.casefold())
    numbers = [piece.lstrip("0") if piece.isdecimal() else "" for piece in pieces]
    return [(len(n), n or piece) for n, piece in zip(numbers, pieces, strict=True)], label
