"""Every selector at every k: the study of the paper's section 5, and all that it plots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from cutline.core.errors import UsageError
from cutline.core.metric import Floats
from cutline.core.progress import progress
from cutline.core.types import ImageId
from cutline.datasets.gold_boxes import BoxedSet
from cutline.models.content_selection.choice import SelectorChoice
from cutline.models.content_selection.folds import Fold, folds_of
from cutline.models.content_selection.priors import Priors
from cutline.scoring.selection import (
    SelectionScores,
    UpperBound,
    gold_choices,
    selection_scores,
    upper_bound,
)

#: The paper's range of k.
KS = tuple(range(1, 16))


@dataclass(frozen=True, eq=False)
class Curve:
    """A selector's precision, recall and F: a row for each k, a column for each image."""

    ks: tuple[int, ...]
    precision: Floats
    recall: Floats
    f: Floats

    def at(self, k: int) -> SelectionScores:
        """The values of all images when at most k boxes are mentioned.

        Raises:
            UsageError: for a k that was not tried.
        """
        if k not in self.ks:
            raise UsageError(f"k = {k} was not tried; tried were {', '.join(map(str, self.ks))}")
        row = self.ks.index(k)
        return SelectionScores(self.precision[row], self.recall[row], self.f[row])

    @property
    def best_k(self) -> int:
        """The k with the highest mean F; the smallest of equals."""
        means = self.f.mean(axis=1)
        # What differs by rounding alone is equal: beyond the last box, a larger k changes nothing.
        return self.ks[int(np.flatnonzero(means >= means.max() - 1e-12)[0])]


@dataclass(frozen=True, eq=False)
class Sweep:
    """A curve for each selector, by its name, and what people reach."""

    image_ids: tuple[ImageId, ...]
    curves: Mapping[str, Curve]
    upper_bound: UpperBound


def sweep(
    boxed: BoxedSet,
    selectors: Iterable[SelectorChoice],
    ks: Sequence[int] = KS,
    *,
    folds: int = 2,
    seed: int = 0,
    known: Mapping[str, Curve] | None = None,
    done: Callable[[str, Curve], None] | None = None,
) -> Sweep:
    """Score every selector at every k, on pictures that it has not learnt from.

    Args:
        boxed: pictures with boxes and descriptions.
        selectors: what to compare.
        ks: how many boxes to mention at most; each at least 1.
        folds: the parts that take turns in being tested; the others are learnt from.
        seed: of the parting into folds, and of the random selector.
        known: curves computed before with the same settings, which are taken as they are.
        done: told of each new curve as soon as it is there, so that it can be kept.

    Raises:
        UsageError: for a k below 1 or none, and for folds that cannot be made.
        ContentError: when a part has nothing to learn from.
    """
    ks = tuple(ks)
    if not ks or min(ks) < 1:
        raise UsageError(f"k is how many boxes to mention at most, not {ks}: at least 1 each")
    choices = {str(choice): choice for choice in selectors}
    curves = {name: curve for name, curve in (known or {}).items() if name in choices}
    missing = [choice for name, choice in choices.items() if name not in curves]
    if missing:
        parts = folds_of(boxed.images, folds, seed=seed)
        priors = _priors(boxed, parts, missing)
        gold = gold_choices(boxed)
        with progress("Choosing boxes") as step:
            for number, choice in enumerate(missing):
                step(number / len(missing))
                ranked = _ranked(boxed, choice, parts, priors, seed)
                curves[str(choice)] = curve = _curve(ranked, gold, ks)
                if done is not None:
                    done(str(choice), curve)
    return Sweep(
        tuple(image.image_id for image in boxed.images),
        {name: curves[name] for name in choices},
        upper_bound(boxed),
    )


def _priors(
    boxed: BoxedSet, parts: Sequence[Fold], choices: Sequence[SelectorChoice]
) -> list[Priors | None]:
    """What is learnt for each fold, shared by all selectors that need it."""
    if not any(choice.needs_priors for choice in choices):
        return [None] * len(parts)
    learnt = any(choice.needs_learning for choice in choices)
    return [
        Priors.fit([boxed.images[place] for place in fold.train], learnt=learnt) for fold in parts
    ]


def _ranked(
    boxed: BoxedSet,
    choice: SelectorChoice,
    parts: Sequence[Fold],
    priors: Sequence[Priors | None],
    seed: int,
) -> list[tuple[str, ...]]:
    """The ranked boxes of each picture, by the selector that has not seen it."""
    ranked: list[tuple[str, ...]] = [()] * len(boxed.images)
    for fold, of_fold in zip(parts, priors, strict=True):
        selector = choice.build(of_fold, seed=seed)
        for place in fold.test:
            ranked[place] = selector.ranked(boxed.images[place])
    return ranked


def _curve(
    ranked: Sequence[tuple[str, ...]],
    gold: Sequence[Sequence[tuple[str, ...]]],
    ks: tuple[int, ...],
) -> Curve:
    rows = [selection_scores([boxes[:k] for boxes in ranked], gold) for k in ks]
    return Curve(ks, *(np.array(values) for values in zip(*rows, strict=True)))
