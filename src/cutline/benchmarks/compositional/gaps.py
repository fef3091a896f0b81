"""Paradigmatic gaps: a training set without some pairs of concepts, and the images held out.

Nikolaus, Abdou, Lamm, Aralikatte and Elliott (2019), "Compositional Generalization in Image
Captioning", section 3.1. No caption of D_train has both concepts of a held-out pair; each image of
D_val and D_eval has a caption that does.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from cutline.benchmarks.compositional.pair_images import Counts, PairImages, WordImages
from cutline.core.errors import ContentError, UsageError, near_names
from cutline.core.types import Benchmark, ImageId
from cutline.datasets.coco_subset import id_order
from cutline.text.concepts import Concept, ConceptPair, Concepts
from cutline.text.pair_matching import MatcherName, pair_matcher
from cutline.text.parsers import OWN
from cutline.text.trees import Mask

#: When an image is trained on: if no caption has words of both concepts of a pair, whatever they
#: do there, or if no caption puts the two together, as the published splits were made.
GapRule = Literal["together", "related"]
RULES: tuple[GapRule, ...] = ("together", "related")

#: Which pairs are held out together: the groups of the concepts, each pair alone, or all at once.
Grouping = Literal["given", "each", "all"]
GROUPINGS: tuple[Grouping, ...] = ("given", "each", "all")

Groups = tuple[tuple[str, tuple[ConceptPair, ...]], ...]


@dataclass(frozen=True, eq=False)
class HeldOut:
    """Images that are held out, and how many references (column: pair) of each hold a pair."""

    image_ids: tuple[ImageId, ...]
    agreeing: Counts

    def by_references(self, pair: int) -> dict[int, int]:
        """How many images have so many references that hold a pair, from one on."""
        found = Counter(n for n in self.agreeing[:, pair].tolist() if n)
        return dict(sorted(found.items()))

    def places(self) -> Iterator[tuple[ImageId, int, int]]:
        """Each image with each pair that it has, and how many references hold it."""
        for row, column in np.argwhere(self.agreeing > 0).tolist():
            yield self.image_ids[row], column, int(self.agreeing[row, column])


@dataclass(frozen=True)
class ConceptLeft:
    """In how many images a concept has a word, before the cut and in what is trained on."""

    concept: Concept
    before: int
    after: int


@dataclass(frozen=True, eq=False)
class Gap:
    """What is trained on and what is held out for one group of pairs."""

    name: str
    pairs: tuple[ConceptPair, ...]
    train: tuple[ImageId, ...]
    val: HeldOut
    evaluation: HeldOut
    left_out: tuple[ImageId, ...]
    concepts: tuple[ConceptLeft, ...]

    def warnings(self) -> Iterator[str]:
        """What makes this gap of little use, in words."""
        here = f"group {self.name}"
        if not self.train:
            yield f"{here}: no image is left to train on"
        for name, held in (("validate", self.val), ("evaluate", self.evaluation)):
            if not held.image_ids:
                yield f"{here}: no image has a pair to {name} with"
        for column, pair in enumerate(self.pairs):
            if self.evaluation.image_ids and not self.evaluation.by_references(column):
                yield f"{here}: no image to evaluate with has the pair {pair.name!r}"
        for left in self.concepts if self.train else ():
            if not left.after:
                word = f"a word for the {left.concept.kind} {left.concept.name!r}"
                lost = f"{here}: the cut took every image with {word} out of the training set"
                yield lost if left.before else f"{here}: no training image has {word}"


@dataclass(frozen=True, eq=False)
class Gaps:
    """The gaps of all groups, and what they depend on."""

    gaps: tuple[Gap, ...]
    concepts: Concepts
    rule: GapRule
    matcher: str
    #: How held-out training images were parted, where there was no benchmark to evaluate on.
    val_share: float | None
    seed: int | None

    def warnings(self) -> list[str]:
        """What makes gaps of little use, group after group."""
        return [text for gap in self.gaps for text in gap.warnings()]


def cut_gaps(
    train: Benchmark,
    concepts: Concepts,
    evaluation: Benchmark | None = None,
    *,
    rule: GapRule = "together",
    grouping: Grouping = "given",
    matcher: MatcherName = "parse",
    parser: str = OWN,
    val_share: float = 0.5,
    seed: int = 1,
    jobs: int | None = None,
) -> Gaps:
    """Cut the held-out pairs of concepts out of a training set, group by group.

    Args:
        train: images with captions, to train on and to validate with.
        concepts: the pairs, in groups.
        evaluation: images with captions to evaluate with; without, held-out training images are
            parted into those to validate and those to evaluate with.
        rule: what an image that is trained on must not have. With `together`, images that have
            words of both concepts and do not put them together are left out of all sets.
        grouping: which pairs are held out together.
        matcher: what tells that a caption puts two concepts together.
        parser: of the matcher `parse`.
        val_share: the share of held-out images to validate with, where they are parted.
        seed: of that; the same images are parted the same way whatever their order.
        jobs: threads to use.

    Raises:
        UsageError: when there is no pair, or a rule or grouping of no such name.
        ContentError: when no image has any pair, or both sets have the same images.
    """
    groups = pair_groups(concepts, grouping)
    if rule not in RULES:
        raise UsageError(f"a gap is {' or '.join(RULES)}, not {rule!r}{near_names(rule, RULES)}")
    if not 0 <= val_share <= 1:
        raise UsageError(f"the share to validate with is from 0 to 1, not {val_share}")
    if evaluation is not None:
        _refuse_common(train, evaluation)
    pairs = tuple(dict.fromkeys(pair for _, group in groups for pair in group))
    match = pair_matcher(matcher, pairs, parser=parser)
    found = PairImages.of(train, pairs, match, jobs)
    other = None if evaluation is None else PairImages.of(evaluation, pairs, match, jobs)
    if not found.agreeing.any() and (other is None or not other.agreeing.any()):
        raise ContentError(
            f"{train.name}: no caption has any of the pairs {', '.join(p.name for p in pairs[:6])}"
            f"{', ...' if len(pairs) > 6 else ''}: there is nothing to hold out"
        )
    cut = _Cut(found, other, WordImages.of(train, pairs, jobs), rule, val_share, seed)
    return Gaps(
        gaps=tuple(cut.gap(name, group) for name, group in groups),
        concepts=concepts,
        rule=rule,
        matcher=match.signature,
        val_share=val_share if evaluation is None else None,
        seed=seed if evaluation is None else None,
    )


def pair_groups(concepts: Concepts, grouping: Grouping = "given") -> Groups:
    """The pairs that are held out together, each group with its name.

    Raises:
        UsageError: when there are no pairs, or no such grouping.

    >>> from cutline.text.concepts import compositional_concepts
    >>> [len(pairs) for _, pairs in pair_groups(compositional_concepts())]
    [6, 6, 6, 6]
    >>> pair_groups(compositional_concepts(), "each")[0][0]
    'black cat'
    """
    if not concepts.pairs:
        raise UsageError("there is no pair to hold out: name some, or use a file that has them")
    if grouping == "given":
        return concepts.pair_groups
    if grouping == "each":
        return tuple((pair.name, (pair,)) for pair in concepts.pairs)
    if grouping == "all":
        return (("all", concepts.pairs),)
    raise UsageError(
        f"pairs are grouped as {', '.join(GROUPINGS)}, not {grouping!r}"
        f"{near_names(grouping, GROUPINGS)}"
    )


def _refuse_common(train: Benchmark, evaluation: Benchmark) -> None:
    common = set(map(str, train.image_ids)) & set(map(str, evaluation.image_ids))
    if common:
        raise ContentError(
            f"{evaluation.name}: {len(common):,} of its images are in {train.name} too, such as "
            f"{min(common)!r}: expected other images to evaluate with than to train on; without a "
            f"set of their own, held-out images are parted into two"
        )


@dataclass(frozen=True, eq=False)
class _Cut:
    """All that gaps of any group are cut from."""

    train: PairImages
    other: PairImages | None
    words: WordImages
    rule: GapRule
    val_share: float
    seed: int

    def gap(self, name: str, pairs: tuple[ConceptPair, ...]) -> Gap:
        columns = [self.train.pairs.index(pair) for pair in pairs]
        is_held = _has_any(self.train.agreeing, columns)
        is_doubtful = _has_any(self.words.together, columns) & ~is_held
        if self.rule == "related":
            is_doubtful = np.zeros_like(is_held)
        is_trained = ~is_held & ~is_doubtful
        if self.other is None:
            is_val = is_held & self._is_val()
            evaluation = _held(self.train, is_held & ~is_val, columns)
        else:
            is_val = is_held
            is_there = _has_any(self.other.agreeing, columns)
            evaluation = _held(self.other, is_there, columns)
        return Gap(
            name=name,
            pairs=pairs,
            train=_ids(self.train.benchmark, is_trained),
            val=_held(self.train, is_val, columns),
            evaluation=evaluation,
            left_out=_ids(self.train.benchmark, is_doubtful),
            concepts=tuple(self._left(pairs, is_trained)),
        )

    def _is_val(self) -> Mask:
        ids = self.train.benchmark.image_ids
        return np.array([_fraction(self.seed, image_id) < self.val_share for image_id in ids])

    def _left(self, pairs: Sequence[ConceptPair], is_trained: Mask) -> Iterator[ConceptLeft]:
        for concept in dict.fromkeys(c for pair in pairs for c in (pair.other, pair.noun)):
            is_present = self.words.present[:, self.words.concepts.index(concept)]
            after = is_present & is_trained
            yield ConceptLeft(concept, int(is_present.sum()), int(after.sum()))


def _has_any(found: Counts | Mask, columns: list[int]) -> Mask:
    is_there: Mask = np.any(found[:, columns] > 0, axis=1)
    return is_there


def _fraction(seed: int, image_id: ImageId) -> float:
    """A number from 0 to below 1 that an image has for itself, wherever it stands."""
    digest = hashlib.sha256(f"{seed} {image_id}".encode()).digest()
    return int.from_bytes(digest[:6], "big") / 2**48


def _rows(benchmark: Benchmark, kept: Mask) -> list[int]:
    """The rows that are kept, in the order of their ids: that of the file does not matter."""
    ids = benchmark.image_ids
    return sorted(np.flatnonzero(kept).tolist(), key=lambda row: id_order(ids[row]))


def _ids(benchmark: Benchmark, kept: Mask) -> tuple[ImageId, ...]:
    return tuple(benchmark.image_ids[row] for row in _rows(benchmark, kept))


def _held(images: PairImages, kept: Mask, columns: list[int]) -> HeldOut:
    rows = _rows(images.benchmark, kept)
    ids = tuple(images.benchmark.image_ids[row] for row in rows)
    return HeldOut(ids, images.agreeing[np.ix_(rows, columns)])
