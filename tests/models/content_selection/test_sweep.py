from __future__ import annotations

import numpy as np
import pytest

from cutline.core.errors import ContentError, UsageError
from cutline.datasets.gold_boxes import BoxedImage
from cutline.models.content_selection import KS, Curve, SelectorChoice, parse_selector, sweep
from cutline.models.content_selection.folds import folds_of
from tests.models.content_selection.pictures import boxed, labelled, playground

ALL = ["random", "position", "size", "unigram", "bigram", "bigram+size", "learnt"]


def choices(*names: str) -> list[SelectorChoice]:
    return [parse_selector(name) for name in names]


@pytest.mark.parametrize("number", [2, 3, 6])
def test_each_picture_is_tested_once_and_never_learnt_from_then(number: int) -> None:
    folds = folds_of(playground(), number)
    assert sorted(place for fold in folds for place in fold.test) == list(range(6))
    for fold in folds:
        assert not set(fold.train) & set(fold.test)
        assert sorted((*fold.train, *fold.test)) == list(range(6))
        assert len(fold.test) == 6 // number


def test_folds_follow_the_ids_and_not_the_order() -> None:
    images = playground()

    def tested(images: tuple[BoxedImage, ...]) -> set[frozenset[str]]:
        folds = folds_of(images, 2, seed=3)
        return {frozenset(str(images[place].image_id) for place in f.test) for f in folds}

    assert tested(images) == tested(images[::-1])


def test_seeds_part_differently() -> None:
    images = tuple(labelled(number, "dog") for number in range(20))
    assert len({folds_of(images, seed=seed) for seed in range(5)}) == 5


@pytest.mark.parametrize("number", [1, 0, 7])
def test_folds_that_cannot_be_made_are_refused(number: int) -> None:
    with pytest.raises(UsageError, match=f"{number} folds of 6 images"):
        folds_of(playground(), number)


def test_scores_by_hand() -> None:
    swept = sweep(boxed(playground()), choices("size", "bigram"), ks=(1, 2, 3))
    size, bigram = swept.curves["size"], swept.curves["bigram"]
    # The tree is the largest box, then the dog, then the ball. Descriptions: {dog, ball}, {dog}.
    assert size.precision[:, 0].tolist() == [0, 0.5, 0.5]
    assert size.recall[:, 0].tolist() == [0, 0.75, 1]
    # The bigram stops after dog and ball.
    assert bigram.precision[:, 0].tolist() == [1, 0.75, 0.75]
    assert bigram.recall[:, 0].tolist() == [0.75, 1, 1]
    assert bigram.f[0, 0] == pytest.approx(2 * 0.75 / 1.75)
    assert size.f.shape == (3, 6)
    assert (size.best_k, bigram.best_k) == (3, 1)
    assert bigram.at(2).precision.tolist() == [0.75] * 6
    assert swept.upper_bound.spreads["f"].mean == pytest.approx(2 / 3)
    assert swept.image_ids == tuple(image.image_id for image in playground())


def test_the_best_k_is_the_smallest_of_equals() -> None:
    rows = np.array([[0.1, 0.3], [0.4, 0.2], [0.4, 0.2], [0.1, 0.1]])
    assert Curve((1, 2, 3, 4), rows, rows, rows).best_k == 2


def test_a_sweep_is_the_same_every_time() -> None:
    first, second = (sweep(boxed(playground()), choices(*ALL), seed=5) for _ in range(2))
    assert list(first.curves) == ALL
    for name in ALL:
        assert np.array_equal(first.curves[name].f, second.curves[name].f)
        assert first.curves[name].ks == KS


def test_a_selector_never_learns_from_what_it_is_tested_on() -> None:
    # Each label is in one picture alone, so that priors from other pictures know none of them.
    images = tuple(
        labelled(number, f"thing{number} other{number}", "A [thing|0].") for number in range(8)
    )
    swept = sweep(boxed(images), choices("bigram"), ks=(1, 2))
    assert swept.curves["bigram"].f.sum() == 0


def test_known_curves_are_kept_and_new_ones_told() -> None:
    images = boxed(playground())
    told: dict[str, Curve] = {}
    whole = sweep(images, choices("size", "bigram"), ks=(1, 2), done=told.__setitem__)
    assert list(told) == ["size", "bigram"]
    told_again: dict[str, Curve] = {}
    known = {"size": told["size"], "position": told["bigram"]}
    resumed = sweep(
        images, choices("size", "bigram"), ks=(1, 2), known=known, done=told_again.__setitem__
    )
    assert list(told_again) == ["bigram"]
    assert resumed.curves["size"] is told["size"]
    assert list(resumed.curves) == ["size", "bigram"]
    assert np.array_equal(resumed.curves["bigram"].f, whole.curves["bigram"].f)


def test_nothing_to_learn_from_matters_only_to_who_learns() -> None:
    silent = boxed(tuple(labelled(number, "dog ball", "Nothing much.") for number in range(4)))
    assert sweep(silent, choices("size"), ks=(1,)).curves["size"].f.tolist() == [[0, 0, 0, 0]]
    with pytest.raises(ContentError, match="nothing to learn from"):
        sweep(silent, choices("size", "unigram"), ks=(1,))


@pytest.mark.parametrize("ks", [(), (0, 1), (-2,)])
def test_ks_that_mention_nothing_are_refused(ks: tuple[int, ...]) -> None:
    with pytest.raises(UsageError, match="at least 1 each"):
        sweep(boxed(playground()), choices("size"), ks=ks)


def test_a_k_that_was_not_tried_is_refused() -> None:
    curve = sweep(boxed(playground()), choices("size"), ks=(1, 3)).curves["size"]
    with pytest.raises(UsageError, match="k = 2 was not tried; tried were 1, 3"):
        curve.at(2)
